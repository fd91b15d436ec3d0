"""Languages without rules of their own: a few social words, restatements by the name of a language, and no more."""

from nodes.routing.table import NEVER, Rules, anywhere, compiled, vocabulary

_COURTESIES = (
    r"谢谢(?:你|您)?|多谢|你好|您好|好的?|(?:很|非常)?有(?:帮助|用)|明白了?|知道了|懂了|了解了?|太好了|不错"
    r"|ありがとう(?:ございます|ございました)?|こんにちは|わかりました|分かりました|なるほど"
    r"|助かり(?:ます|ました)|参考になりました|了解(?:です|しました)?"
    r"|감사합니다|안녕하세요|알겠습니다|ขอบคุณ(?:ครับ|ค่ะ|มาก)*|สวัสดี(?:ครับ|ค่ะ)?|เข้าใจแล้ว(?:ครับ|ค่ะ)?"
    r"|(?:большое\ )?спасибо(?:\ большое)?|здравствуйте|привет|понятно|хорошо|ясно"
    r"|grazie(?:\ (?:mille|tante|molte))?(?:\ per\ [^.!?,]*)?|ciao|buongiorno|perfetto|ottimo|capito"
    r"|va\ bene|bene|molto\ (?:utile|gentile|chiaro)"
    r"|mi\ (?:aiuta|è\ (?:stato\ )?(?:molto\ )?(?:utile|d'aiuto))(?:\ molto)?"
    r"|(?:muito\ )?obrigad[oa](?:\ pel[oa]\ [^.!?,]*)?|olá|oi|bom\ dia|boa\ (?:tarde|noite)|perfeito"
    r"|ótimo|entendi|está\ bem|certo|muito\ (?:útil|bom)"
    r"|ajud(?:ou|a)(?:-me)?\ (?:muito|imenso|bastante)"
    r"|(?:hartelijk\ )?bedankt|dank\ (?:je|u)(?:\ wel)?|hallo|prima|oké|duidelijk|dat\ helpt"
    r"|dziękuję(?:\ bardzo)?|dzięki|dobrze|rozumiem|teşekkürler|teşekkür\ ederim|merhaba|tamam"
    r"|tack(?:\ så\ mycket)?|tak|takk|ok(?:ay)?"
)
_NO = (
    r"(?:(?:não|espera|desculp[ae]|perdão|aliás|no|aspetta|scus[ai]|anzi|nee|sorry|wacht|oeps|nie|przepraszam|нет"
    r"|извини(?:те)?|ah|oh)\b[\s,.!:;–—-]*)*"
)

RULES = Rules(
    social=anywhere(
        r"谢谢(?:你|您|大家)?|多谢|感谢|你好|您好|早上好|晚上好|下午好|再见|拜拜|好的?|嗯+|哦|行"
        r"|明白了?|知道了|懂了|了解了?|收到|太好了|很好|不错|没问题|可以|哈哈+|谢了"
        r"|啊|呀|吧|了|你|您|非常",
        r"謝謝(?:你|您)?|多謝|再見|明白",
        r"ありがとう(?:ございます|ございました)?|どうも|こんにちは|こんばんは|おはよう(?:ございます)?"
        r"|さようなら|わかりました|分かりました|了解(?:です|しました)?|はい|なるほど"
        r"|すみません|お願いします|オーケー|素晴らしい|です|ね|よ",
        r"감사합니다|고마워요?|고맙습니다|안녕(?:하세요|히\ 계세요)?|네|예|알겠습니다|알겠어요|좋아요|좋습니다|오케이",
        r"ขอบคุณ(?:มาก)?|สวัสดี|โอเค|ครับ|ค่ะ|คะ|นะ|เข้าใจแล้ว|รับทราบ|ลาก่อน|ดีมาก|เยี่ยม|ได้เลย|มาก|จ้า",
        r"ок(?:ей)?|спасибо(?:\ большое)?|большое\ спасибо|привет|здравствуй(?:те)?|добрый\ (?:день|вечер)"
        r"|доброе\ утро|пока|до\ свидания|хорошо|понятно|понял[а]?|ясно|отлично|ладно|да|супер|дякую|привіт"
        r"|добрий\ день|добре",
        r"شكرا(?:\ جزيلا)?|شكراً|مرحبا|مرحباً|السلام\ عليكم|أهلا|حسنا|حسناً|تمام|نعم|ممتاز|תודה(?:\ רבה)?"
        r"|שלום|בסדר|मैं\ समझ\ गया|धन्यवाद|नमस्ते|शुक्रिया|ठीक\ है|अच्छा|ধন্যবাদ|ευχαριστώ|γεια(?:\ σου"
        r"|\ σας)?|καλημέρα|εντάξει",
        r"grazie(?:\ (?:mille|tante|molte))?|ciao|buongiorno|buonasera|salve|arrivederci|va\ bene|perfetto"
        r"|ottimo|capito|prego|bene|sì|certo|d'accordo|molte",
        r"(?:muito\ )?obrigad[oa]|olá|oi|bom\ dia|boa\ (?:tarde|noite)|tchau|até\ logo|tudo\ bem|perfeito"
        r"|ótimo|entendi|certo|sim|beleza|valeu|muito",
        r"dank\ (?:je|u)(?:\ wel)?|bedankt|hallo|hoi|goedemorgen|goedemiddag|goedenavond|tot\ ziens|doei"
        r"|prima|oké|goed|begrepen|ja|top",
        r"dziękuję|dzięki|cześć|dzień\ dobry|do\ widzenia|dobrze|teşekkürler|teşekkür\ ederim|merhaba|selam"
        r"|tamam|tack(?:\ så\ mycket)?|hej|tak|takk|kiitos|hei|moi|köszönöm|szia|děkuji|díky|ahoj|mulțumesc"
        r"|salut|cảm\ ơn|xin\ chào|terima\ kasih|halo|hvala",
        r"ok(?:ay)?|thanks|thank\ you|thx|hi|hello|bye|super|bravo|lol|wow",
    ),
    assent=compiled(r"(?:sì|sim|ja|да|はい|ええ|是的?|对|对的|好的?|可以|네|예|ใช่|ครับ|ค่ะ|نعم|כן|tak|evet|ok)\W*$"),
    refusal=compiled(r"(?:no|não|nee|нет|いいえ|不是?|不用|아니요?|ไม่|لا|לא|nie|hayır)\W*$"),
    openers=(
        (compiled(rf"(?:{_COURTESIES})(?:[\s]*[,.!;:,。!、…]+\s*|\s+[–—-]+\s+|[,。!、])(?=\S)"), ""),
        (
            compiled(
                r"(?:谢谢(?:你|您)?|ありがとう(?:ございます)?|ขอบคุณ(?:ครับ|ค่ะ|มาก)*|สวัสดี(?:ครับ"
                r"|ค่ะ)?)\s+(?=\S)"
            ),
            "",
        ),
        (
            compiled(
                r"(?:换个话题|另一个问题|别的问题|話は変わりますが|別の質問ですが|mudando\ de\ assunto"
                r"|outra\ coisa|cambiando\ argomento"
                r"|un'altra\ cosa|ander\ onderwerp|другая\ тема)[\s]*[,.!:,。!、–—-]+\s*"
            ),
            "switch",
        ),
        (
            compiled(
                r"(?:(?:我们)?(?:再)?(?:回到|说回)(?:刚才的)?|(?:e\ |mas\ )?(?:voltando|volt(?:ar"
                r"|emos)|regressando|retomando)\ (?:ao?s?|às?)\ "
                r"|(?:e\ |ma\ )?(?:tornando|torniamo|ritornando|tornare)\ (?:a(?:l|llo|lla|i|gli|lle)?\ |all')"
                r"|(?:even\ )?terug\ naar\ (?:de\ |het\ )?|wracając\ do\ |вернёмся\ к\ |возвращаясь\ к\ )"
            ),
            "return",
        ),
    ),
    asks=NEVER,
    announces=NEVER,
    corrects=(
        compiled(
            _NO + r"(?:(?:eu\ )?(?:queria|quis|quero)\ dizer|(?:me\ )?refer?ia(?:-me)?\ (?:ao?s?"
            r"|às?)|refiro-me\ (?:ao?s?|às?)"
            r"|(?:estava\ a\ falar|falo)\ d[eoa]s?|intende?vo|intendo|volevo\ (?:dire|chiedere)"
            r"|voglio\ dire|mi\ riferivo\ a(?:l|llo|lla|i|gli|lle)?"
            r"|(?:ik\ )?bedoel(?:de)?(?:\ ik)?|chodziło\ mi\ o|mia(?:łem|łam)\ na\ myśli|я\ име(?:л"
            r"|ла)\ в\ виду|jag\ menade|jeg\ mente)[\s,:]+"
            r"(?P<wanted>[^,;.!?]+?)\s*(?:(?:,|;|\ –)?\s*(?:e\ |en\ |i\ |и\ )?(?:não|non|niet|nie|не"
            r"|inte|em\ vez\ d[eoa]|invece\ d(?:i|el|ella))\ "
            r"(?:ao?\ |à\ )?(?P<replaced>[^,;.!?]+?))?\s*[.!?]*\s*$"
        ),
        compiled(
            r"(?:不是?|不对|抱歉|对不起|等等)?[,,。\s]*(?:我(?:是说|指的是|的意思是|想说的是"
            r"|问的是))[::,,\s]*(?P<wanted>[^,,。;;]+?)(?:[,,]\s*(?:而)?不是(?P<replaced>[^,,。;;]+?))?[。.!!]*\s*$"
        ),
        compiled(
            r"(?:いや|いえ|すみません|ごめんなさい)?[、,\s]*(?P<replaced>[^、,。]+?)(?:ではなく|じゃなくて"
            r"|じゃなく)[、,\s]*(?P<wanted>[^、,。]+?)(?:です)?[。.!!]*\s*$"
        ),
    ),
    contradicts=NEVER,
    reuse=compiled(r"\[\d{1,3}\]"),
    reuse_alone=NEVER,
    recall=(
        (
            compiled(
                r"我(?:的)?(?:第一个|最早的?|一开始的?)问题|我(?:最先|首先|一开始)问了?什么|最初の質問|私は最初に何"
                r"|la\ mia\ prima\ domanda"
                r"|minha\ primeira\ pergunta|mijn\ eerste\ vraag|мой\ первый\ вопрос|คำถามแรก(?:ของ)?"
            ),
            "first",
        ),
        (
            compiled(
                r"我(?:的)?(?:上一个|刚才的?|最后一个)问题|我刚才问了?什么|前の質問|la\ mia\ ultima\ domanda"
                r"|minha\ última\ pergunta"
                r"|mijn\ laatste\ vraag|мой\ последний\ вопрос"
            ),
            "last",
        ),
        (compiled(r"我(?:都)?问(?:了|过)(?:哪些|什么)(?:问题)?|我们(?:聊|谈|讨论)(?:了|过)(?:什么|哪些)"), "list"),
        (
            compiled(
                r"你(?:刚才|之前|刚刚)?(?:关于|对).*(?:说|讲)(?:了|过)?什么|你(?:刚才|之前|刚刚)(?:说"
                r"|讲)(?:了|过)?.*(?:什么|多少)|さっき.*(?:言い|言って"
                r"|おっしゃ)"
            ),
            "said",
        ),
    ),
    forms=(
        (compiled(r"表格|表にして|\btabel(?:a|la)?\b"), "table"),
        (compiled(r"列表|要点|箇条書き|リストに?|\b(?:lista|elenco|tópicos|lijst|punti)\b"), "list"),
        (
            compiled(
                r"(?:简短|简洁|短)(?:一)?(?:点|些)|简短地|缩短|もっと短く|短くして"
                r"|più\ breve|più\ corto|mais\ curto|korter|короче|สั้นลง|สั้นกว่านี้"
            ),
            "shorter",
        ),
        (compiled(r"总结|概括|要約|riassumi(?:lo)?|resuma|samenvatten|samenvatting|สรุป"), "summary"),
        (compiled(r"(?:简单|通俗)(?:一)?(?:点|些)|もっと簡単に"), "simpler"),
        (compiled(r"再说一遍|重复一遍|もう一度|ripeti|repita|herhaal|повтори(?:те)?"), "repeat"),
    ),
    form_words=vocabulary(
        """più breve corto in una un frase frasi per favore riassumi riassumilo mais curto em uma resuma por favor
        korter in een zin zinnen
        samenvatten samenvatting alstublieft короче пожалуйста повтори повторите ripeti repita herhaal e fallo faça
        isso maak het kun je
        puoi você pode lo la il di que numa lista tabela tabella tabel lijst tópicos elenco puntato punti ponha põe
        coloca
        metti mettilo fammi come als zet dat elencalo com menos palavras"""
    ),
    translates=compiled(r"翻译|翻譯|翻訳|แปล|traduci(?:lo)?|traduz(?:a|ir)|vertaal|переведи(?:те)?|번역"),
    languages={
        "英文": "en",
        "英语": "en",
        "英語": "en",
        "中文": "zh",
        "日语": "ja",
        "日文": "ja",
        "日本語": "ja",
        "法语": "fr",
        "德语": "de",
        "西班牙语": "es",
        "スペイン語": "es",
        "ドイツ語": "de",
        "フランス語": "fr",
        "中国語": "zh",
        "ภาษาอังกฤษ": "en",
        "ภาษาไทย": "th",
        "영어": "en",
        "한국어": "ko",
        "inglese": "en",
        "italiano": "it",
        "spagnolo": "es",
        "tedesco": "de",
        "francese": "fr",
        "inglês": "en",
        "português": "pt",
        "espanhol": "es",
        "engels": "en",
        "nederlands": "nl",
        "duits": "de",
        "английском": "en",
        "английский": "en",
        "русском": "ru",
        "русский": "ru",
    },
    dangling=NEVER,
    expletive=NEVER,
    bare=compiled(
        r"(?:那)?(?:第[一二三四五]个|最后一个|另一个)(?:呢)?\W*$|为什么\W*$|多少钱\W*$"
        r"|なぜ(?:ですか)?\W*$|ทำไม\W*$|เท่าไหร่\W*$"
    ),
    who=compiled(r"(?P<name>[^\s??是谁的我]{1,8})是谁\W*$|谁是(?P<name2>[^\s??]{1,8})\W*$"),
    form_filler=compiled(
        r"[列整理改请請把用它这這个個那上面的回答案再说說一下点點吧写寫成给給我变變换換做为為将將以翻译譯对呢]"
        r"|もう|して|ください|で|に|を|答え|教えて|お願いします|その|それ|ช่วย|เป็น|หน่อย"
        r"|ให้|ที|คำตอบ|로|해줘|해\ 주세요|주세요"
    ),
    introduces=(r"我的?\S{{0,6}}(?:叫|是|名叫)?{name}", r"{name}是我(?:的)?"),
)
