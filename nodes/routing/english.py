"""English: the phrases that say what a message asks for."""

from nodes.routing.english_corrections import CONTRADICTS, CORRECTS
from nodes.routing.english_forms import FOR_WHOM, FORM_WORDS, FORMS, LANGUAGES, TRANSLATES
from nodes.routing.english_openers import ASK, OPENERS, SOCIAL
from nodes.routing.table import Rules, anywhere, compiled

_NOUN = (
    r"(?:passage|text|source|document|excerpt|paragraph|section|quote|quotation|citation|article|page|reference"
    r"|extract|snippet|evidence|material)s?"
)
_ONE = r"(?:question|query|message|request|thing|prompt|one)"
_NTH = r"(?:first|second|third|fourth|fifth|last|latest|previous|prior|earlier|initial|original|opening)"

RULES = Rules(
    social=SOCIAL,
    assent=compiled(
        r"(?:ye[sp]|yeah|yup|sure|ok(?:ay)?|please(?:\ do)?|of\ course|correct|exactly|right|absolutely"
        r"|definitely|go\ ahead|that's\ (?:right|it|the\ one)|yes,?\ please(?:\ do)?|do\ it|y)\W*$"
    ),
    refusal=compiled(
        r"(?:no|nope|nah|not\ really|no,?\ thanks?(?:\ you)?|neither|none(?:\ of\ (?:them|those|these))?|n)\W*$"
    ),
    openers=OPENERS,
    asks=compiled(ASK),
    announces=anywhere(
        r"(?:what|all|the\ thing)\ i(?:'d)?\ (?:really\ |actually\ |just\ )?(?:want(?:ed)?|need(?:ed)?"
        r"|(?:would\ )?like)(?:\ to\ (?:know|ask))?\ is\ (?:this:?\ )?(?:whether\ |if\ )?",
        r"(?:my|the)\ (?:actual\ |real\ |main\ |only\ )?question\ (?:is|was|would\ be)\b[,:]?\ (?:whether\ |if\ )?",
        r"i(?:'m|\ am|\ was|'ve\ been)?\ (?:just\ |also\ |really\ )?wonder(?:ing|ed)?\ (?:whether\ |if\ )?",
        r"i(?:'d|\ would)?\ (?:just\ |really\ |also\ )?(?:want(?:ed)?|need(?:ed)?|like|love)\ to\ (?:know"
        r"|ask|find\ out|check|understand)\ (?:you\ )?(?:whether\ |if\ )?",
        r"(?:can|could|would|will)\ (?:you|anyone|somebody|someone)\ (?:please\ |kindly\ )?(?:tell|explain"
        r"|say|let\ me\ know)(?:\ (?:to\ )?(?:me|us))?\ (?:please\ )?(?:whether\ |if\ )?",
        r"(?:do|does)\ (?:you|anyone|anybody|someone)\ (?:happen\ to\ )?know\ (?:whether\ |if\ )?",
        r"any\ (?:idea|clue)\ (?:whether\ |if\ )?",
    ),
    corrects=CORRECTS,
    contradicts=CONTRADICTS,
    reuse=anywhere(
        rf"{_NOUN}\ (?:that\ |which\ )?(?:you\ |i\ )?(?:just\ |have\ |'ve\ |already\ |had\ )*(?:cited|quoted"
        rf"|used|showed|shown|gave|given|referenced|found|linked|mentioned|relied\ on|pulled|returned"
        rf"|provided)\b",
        rf"(?:the|that|this|your|those|these)\ (?:same|very\ same|last|previous|cited|quoted|above|first"
        rf"|second|third)\ {_NOUN}\b",
        rf"(?:what\ else\ )?(?:does|do|did)\ (?:that|this|your|those|these)\ {_NOUN}\b|(?:in|from"
        rf"|according\ to|based\ on|per)\ (?:that|this|your|those|these)\ {_NOUN}\b",
        r"(?:source|passage|reference|citation|footnote)\ ?(?:no\.?\ ?|number\ |\#)?\[?\d{1,3}\]?(?!\d)|\[\d{1,3}\]",
        r"what\ you\ (?:just\ )?(?:cited|quoted)|you\ (?:just\ )?(?:cited|quoted)\b",
    ),
    reuse_alone=compiled(
        rf"(?:and\ )?(?:(?:what|which)(?:'s|\ is|\ are|\ was|\ were)?\ (?:your|the)\ (?:\w+\ )?(?:source"
        rf"|reference|citation|evidence)s?(?:\ (?:for|of|on)\ (?:that|this|it))?|(?:your\ )?(?:source"
        rf"|reference|citation)s?(?:\ please)?|where\ (?:does\ it|did\ you|do\ you|can\ i)\ (?:say|get|find"
        rf"|read|see|take)\ (?:that|this|it)(?:\ from)?|where\ is\ (?:that|this|it)\ (?:written|stated|from)"
        rf"|which\ {_NOUN}\ (?:says|said|states|is)\ (?:that|this|it)(?:\ from)?|(?:what"
        rf"|which)\ page(?:\ (?:is|was)\ (?:that|this|it))?(?:\ (?:on|from))?|says\ who"
        rf"|who\ (?:told\ you|says|said)\ (?:that|so|this|it)"
        r"|who\ (?:told\ you|says|said)\ (?:that|so|this|it)"
        rf"|how\ do\ you\ know(?:\ that)?|(?:can\ you\ )?(?:cite|show|quote)\ (?:me\ )?(?:your"
        rf"|the)\ (?:source|evidence|passage)s?)\W*$"
    ),
    recall=(
        (
            compiled(
                rf"my\ (?:very\ )?(?:first|initial|original|opening)\ {_ONE}\b"
                rf"|the\ (?:very\ )?(?:first|initial|original|opening)\ {_ONE}\ (?:of\ mine"
                rf"|(?:that\ )?i\ (?:\w+\ )?(?:asked|sent|wrote|said|put|had))"
                rf"|the\ (?:very\ )?first\ {_ONE}\ (?:that\ )?i\ (?:\w+\ )?(?:wanted|needed|tried)\ to\ (?:know|ask)"
                rf"|what\ was\ the\ (?:very\ )?first\ (?:question|message|thing)\W*$|(?:what"
                rf"|which)\b.*\bi\ ask(?:ed)?\ (?:you\ )?(?:\w+\ )?(?:first|at\ the\ (?:start|beginning|outset))"
                rf"|(?:what|how)\ did\ (?:i|we)\ (?:start|begin)"
                rf"|\bi\ (?:\w+\ )?(?:wanted|needed|tried|asked|meant)\b[^.?!]*\b(?:first\ of\ all|first"
                rf"|at\ the\ (?:very\ )?(?:start"
                rf"|beginning|outset))\W*$"
            ),
            "first",
        ),
        (
            compiled(
                rf"what\ was\ it\ (?:that\ )?i\ (?:just\ )?(?:asked|said)|what\ was\ my\ {_ONE}(?:\ again)?\W*$"
                rf"|my\ {_NTH}\ {_ONE}s?\b"
                rf"|(?:my|the)\ {_ONE}\ (?:right\ |just\ )?(?:before|prior\ to|ahead\ of)\ (?:this|that)(?:\ one)?\W*$"
                rf"|the\ (?:very\ )?{_NTH}\ {_ONE}\ (?:that\ )?i\ (?:\w+\ )?(?:asked|sent|wrote"
                rf"|said|put|had|mentioned)|what\ (?:did|have)\ i\ (?:just\ )?(?:ask(?:ed)?|say"
                rf"|said)(?:\ you)?(?:\ (?:just\ now|last|before\ that|a\ moment\ ago|previously))?\W*$"
                rf"|what\ was\ i\ (?:just\ )?(?:asking|saying)|what\ did\ i\ (?:just|last)\ (?:ask|say)"
            ),
            "last",
        ),
        (
            compiled(
                r"(?:what|which|list|show|repeat|how\ many)\b.*\b(?:questions?|things?|topics?|subjects?|everything"
                r"|all)\b.*"
                r"\b(?:have\ i|did\ i|i(?:'ve)?\ (?:have\ )?asked|have\ we|did\ we"
                r"|we(?:'ve)?\ (?:have\ )?(?:discussed|covered"
                r"|talked|spoken))|(?:what|which)\ (?:question|one|thing)\ (?:came|was"
                r"|did\ i\ ask)\b[^?]*\b(?:before|prior\ to)\ (?:the"
                r"\ last|that|this)(?:\ one)?\W*$|what\ (?:all\ )?have\ (?:i|we)\ (?:asked|discussed|talked|covered"
                r"|spoken|gone\ over"
                r"|said)\b|what\ (?:did|have)\ we\ (?:talk|discuss|cover|speak|chat)|(?:list|show\ me|repeat|recap"
                r"|go\ over)\ (?:all\ )?my\ (?:previous\ |earlier\ )?questions|(?:summari[sz]e|recap|summary\ of"
                r"|sum\ up)\ (?:all\ of\ )?(?:our|this|the)\ (?:whole\ |entire\ )?(?:conversation|chat|discussion"
                r"|thread|dialogue|session)|\b(?:through|over|up)\ (?:what|everything)\ (?:we|i)(?:'ve"
                r"|\ have)?\ (?:discussed|said|asked|talked|covered)"
                r"|our\ (?:conversation|chat|discussion)\ so\ far|what\ (?:were"
                r"|are)\ my\ (?:\w+\ )?questions\W*$|(?:remind|tell)\ me\ (?:again\ )?what\ we\ (?:discussed"
                r"|said|agreed|decided|talked)|what\ (?:were"
                r"|was)\ (?:we|i)\ (?:talking|discussing|chatting|asking)(?:\ about)?\W*$"
                r"|^(?:please\ )?(?:list|show|repeat|give)\b[^?]*\b(?:i|we)(?:'ve|\ have)?\ (?:asked"
                r"|discussed|said)\W*$"
            ),
            "list",
        ),
        (
            compiled(
                r"what\ (?:was|is|were)\ (?:it\ )?(?:that\ )?you(?:'ve)?\ (?:just\ )?(?:said|told|recommended"
                r"|suggested|answered|mentioned|quoted|gave)|(?:what|when|how|which|where|who)\b[^.?!]*\b(?:did"
                r"|have)\ you\ (?:just\ |already\ |earlier\ |previously\ )?(?:say|said|tell|told|answer(?:ed)?"
                r"|recommend(?:ed)?|suggest(?:ed)?|mention(?:ed)?|state|stated|claim(?:ed)?|reply|replied|write"
                r"|written)\b|(?:remind\ me|tell\ me\ again|repeat|recap|remember|recall)\b[^.?!]*\byou(?:'ve|\ had"
                r"|\ have)?\ (?:just\ )?(?:said|told|mentioned|recommended|suggested|answered|explained|wrote|gave)"
                r"|what\ was\ your\ (?:first|last|previous|earlier|original)?\ ?(?:answer|reply|response"
                r"|recommendation|suggestion)\b|your\ (?:first|last|previous|earlier)\ (?:answer|reply"
                r"|response)\ (?:about|on|to)|did\ you\ (?:already\ )?(?:say|mention|tell\ me)\b"
                r"|have\ you\ (?:already\ )?(?:said|mentioned|told\ me)\b"
            ),
            "said",
        ),
        (
            compiled(
                r"\b(?:did|had|have)\ i\ (?:just\ |ever\ |already\ |earlier\ |previously\ |not\ )?(?:say|said|tell"
                r"|told|mention(?:ed)?|call(?:ed)?|name[d]?|describe[d]?|state[d]?|give[n]?|gave|write|written"
                r"|claim(?:ed)?|ask(?:ed)?|want(?:ed)?\ to\ know|decide[d]?|agree[d]?|pick(?:ed)?|choose|chosen)\b"
                r"|(?:remind\ me|tell\ me\ again|repeat|recap|remember|recall|remind)\b[^.?!]*\bi(?:'ve|\ had"
                r"|\ have)?\ (?:just\ )?(?:said|told|mentioned|asked|wrote|gave|decided|called|named|was)"
                r"|(?:what|which|when)\ (?:was|were)\ my\ (?:\w+\ )?questions?\ (?:about|on|regarding)"
                r"|what\ (?:did|have)\ we\ (?:decide[d]?|agree[d]?|settle[d]?|conclude[d]?)|(?:what|which"
                r"|how|who"
                r"|where|when)\b[^.?!]*\bi\ (?:told|mentioned\ to|said\ to)\ you\b|do\ you\ (?:still\ )?(?:remember"
                r"|recall|know)\ (?:my|who\ i|what\ my|where\ i|how\ old\ i|that\ i)\b"
            ),
            "asked",
        ),
    ),
    forms=FORMS,
    form_words=FORM_WORDS,
    form_filler=FOR_WHOM,
    translates=TRANSLATES,
    languages=LANGUAGES,
    dangling=compiled(
        r"\b(?:it|its|they|them|their|theirs|he|him|his|she|her|hers)\b|\b(?:this|that|these|those)(?=\W*$"
        r"|\ (?:allowed|permitted|possible|included|covered|legal|required|normal|true|valid|correct|enough)\b"
        r"|\ (?:one|ones|is|was|are|were|mean|means|work|works|cost|costs|take|takes|apply|include|happen"
        r"|thing|stuff)\b)|\b(?:the|this|that)\ (?:first|second|third|fourth|last|other|former|latter"
        r"|same)(?:\ one)?\W*$|\b(?:both|either|neither)\ of\ (?:them|those|these)\b"
    ),
    expletive=anywhere(
        r"\bit(?:'s|\ is|\ was|\ would\ be|\ will\ be|\ be)?\ (?:\w+\ )?(?:possible|impossible|legal|illegal"
        r"|allowed|permitted|necessary|required|mandatory|compulsory|true|ok(?:ay)?|safe|hard|easy|difficult"
        r"|better|best|worth|important|normal|common|enough|likely|forbidden|free|expensive|cheaper"
        r"|too\ late|time|raining|rain|snow|snowing|sunny|cold|warm|hot)\ (?:to|that|for|if|when|in|at|today"
        r"|tomorrow|outside|here|there)\b",
        r"\b(?:is|was|would|will|be|s)\ it\ (?:be\ )?(?:\w+ly\ )?(?:possible|impossible|legal|illegal"
        r"|allowed|permitted|necessary|required|mandatory|compulsory|true|ok(?:ay)?|safe|hard|easy|difficult"
        r"|better|best|worth|important|normal|common|enough|likely|forbidden|free|expensive|cheaper"
        r"|too\ late)\ (?:to|that|for|if|when)\b",
        r"\b(?:does|did|will|would|do|must|can|should)\ it\ (?:\w+\ )?(?:(?:cost|take|require|need|help"
        r"|hurt)\ (?:\S+\ ){0,5}?(?:to|if|for\ \w+\ to)\b|matter|make\ sense|rain|snow|pay\ off)\b",
        r"\bit\ (?:(?:costs?|takes|took|requires)\ (?:\S+\ ){0,4}to\b|seems|appears|turns\ out|depends"
        r"|makes\ sense|rains|snows|happens|follows|says)\b|\bwhat\ time\ is\ it\b|\bhow'?s\ it\b"
        r"|\bcall\ it\b|\bit\ (?:all\ )?depends\b",
        r"\bwhat\ is\ it\ (?:like\ )?(?:to|that|about)\b|\bwhy\ is\ it\ (?:that|so)\b|\bmake\ it\ to\b"
        r"|\bhis\ or\ her\b|\btheir\ own\b",
    ),
    bare=compiled(
        r"(?:and\ |but\ |so\ )?(?:why(?:\ (?:not|is\ that|so))?|how\ so|how\ come|(?:tell|show"
        r"|give)\ me\ more|(?:say\ |any\ )?more(?:\ (?:details|info|information))?|go\ on|continue|next"
        r"|elaborate|what\ else|anything\ else|any\ others?|(?:the\ )?(?:first|second|third|last|former"
        r"|latter|other)(?:\ one)?(?:\ please)?|number\ \w+|which\ one|both|(?:what|how)\ about\ (?:the\ )?(?:first"
        r"|second|third|last|former|latter|other|others|rest|it|that|this|them|those|these)(?:\ ones?)?"
        r"|what\ does\ (?:it|that|this)\ mean|(?:and|or|but)\ (?:for|in|on|at|of|with|from|to|after"
        r"|before)?\ ?(?:the\ )?[\w-]+"
        r"(?:\ [\w-]+)?|(?:what(?:'s|\ is)|which\ is)\ the\ (?:first|second|third|last)\ (?:option|one|point|item|step)"
        r"|which\ (?:one|of\ (?:them|these|those|the\ two))\ (?:is|was|has|does)\ [\w\ ]+|\?+)\W*$"
    ),
    who=compiled(
        r"(?:and\ |so\ |but\ )?(?:(?:what|where)\ does\ (?P<name2>[^\W\d_][\w'-]*)\ (?:do|study|work|live|like|own"
        r"|drive|play|speak|eat|teach|collect|hate|want)\b(?:\ for\ a\ living|\ again)?"
        r"|(?:who(?:'s|\ is|\ was|\ were|\ are)|how\ (?:old|heavy|tall|big|long|fast|young)\ (?:is|was|are)"
        r"|what(?:'s|\ is|\ was)|(?:when|where)(?:'s|\ is|\ was)|do\ you\ (?:remember|know|recall)(?:\ who)?)"
        r"\ (?P<name>[^\W\d_][\w'-]*(?:\ [^\W\d_][\w'-]*)?)(?:'s\ (?:\w+\ ?){1,2}|\ again|\ called|\ to\ me)?"
        r"(?:\ is)?)\W*$"
    ),
    introduces=(
        r"\bmy\ (?:\w+[\ -]){{1,3}}?(?:is\ |was\ |,\ |called\ |named\ )*{name}\b",
        r"\b{name}(?:\ is|,|\ was)\ (?:my|our|the\ name\ of\ my)\b",
        r"\b(?:called|named|name\ is|name's|i\ call\ (?:it|him|her)|i\ am|i'm|call\ me)\ (?:\w+\ )?{name}\b",
        r"\bour\ (?:\w+[\ -]){{1,3}}?(?:is\ |,\ |called\ |named\ )*{name}\b",
        r"\b{name},?\ (?:a|an|the)?\ ?(?:\w+\ ){{0,2}}(?:of\ mine|i\ work\ with)\b",
    ),
    mine=compiled(
        r"(?:and\ |so\ |but\ )?(?:what(?:'s|\ is|\ are|\ was"
        r"|\ were)\ (?P<name>my\ (?:own\ )?(?:\w+(?:'s)?[\ -]?){1,3}?)(?:\ (?:called|again|named))?"
        r"|how\ (?:old|heavy|tall|big|long)\ (?:is|are|was|were)\ (?P<name2>my\ (?:\w+[\ -]?){1,2}?)"
        r"|(?P<name3>(?:which|what)\ \w+\ am\ i\ (?:from|in|at)|(?:who|how\ old|where)\ am\ i"
        r"|where\ do\ i\ (?:live|work|study)|what\ do\ i\ (?:do|own"
        r"|drive)))(?:\ again)?\W*$"
    ),
)
