"""Words of Chinese, Japanese and Thai that show what a follow-up leans on."""

import re
from dataclasses import dataclass

from nodes.routing.table import NEVER

Pattern = re.Pattern[str]


@dataclass(frozen=True)
class Signs:
    """`asks`: where a question begins to ask; what stands before it is its topic.

    `leans`: how a question without a topic begins. `slot`: "and the X?", group `new`. `person`: he or she; `place`:
    there; `thing`: it. `part`: a noun that is of something else, at the start. `folk`: those whom a price or a rule is
    for. `names`: what an answer to "who?" says, group `name`.
    """

    asks: Pattern
    leans: Pattern
    slot: Pattern
    person: Pattern
    place: Pattern
    thing: Pattern
    part: Pattern
    folk: Pattern
    when: Pattern
    names: Pattern
    who: Pattern
    leads: Pattern
    returns: Pattern
    particles: str


_ZH_PARTS = (
    r"(?:价格|价钱|费用|票价|押金|定金|租金|会费|学费|运费|时间|地点|地址|电话|号码|开放时间|营业时间"
    r"|年龄|名额|人数|尺寸|颜色|重量"
    r"|长度|高度|面积|容量|保修期?|有效期|期限|截止日期|材料|条件|要求|手续|流程|优惠|折扣|罚款|门票"
    r"|规格|型号|功能|缺点|优点|作者|馆长|负责人"
    r"|老师|导演|教练|人均|最低消费|手续费|服务费)"
)
ZH = Signs(
    asks=re.compile(
        r"(?:多少钱?|几[点个天次节折]?|什么|哪[里些个儿年天]?|怎么样?|如何|为什么|何时|什么时候"
        r"|多[久长大高远重]|是否|谁"
        r"|能不能|可不可以|有没有|可以|能|要|需要|会|是不是|贵不贵|有|在|吗|呢)"
    ),
    leans=re.compile(
        r"^(?:那么?|那)?(?:它|这个?|那个?|其)?(?:的)?(?:可以|能不能|能|可不可以|要|需要|会|有没有|有"
        r"|是不是|是|怎么|如何|为什么|多少钱|多少|多久|多大"
        r"|什么时候|几点|几|在哪|哪里|哪|贵不贵|开放|要不要|支持|免费|收费|每[次天周月年个人位]"
        r"|最[多少长短大小早晚高低]|至少|一共|总共|还[有能要可会]|必须|应该|应当"
        r"|(?:周|星期)[一二三四五六日天末](?:开|关|休|有|能|可|还|营业)|(?:周末|节假日|晚上|早上|上午"
        r"|下午|平时|今天|明天)(?:开|关|休|有|能|可|还|也|营业))"
    ),
    slot=re.compile(r"^(?:那么?|那|还有)?[,,\s]*(?P<new>.+?)呢[??。]*$"),
    person=re.compile(r"他们|她们|[他她](?!们)"),
    place=re.compile(r"那里|那儿(?!童)|那边|那裡"),
    thing=re.compile(r"它们?|这个(?=[是可能要会有在多怎什几])"),
    part=re.compile(
        rf"^(?:那么?|那)?(?:它|这个|那个|其)?的?(?P<part>{_ZH_PARTS})(?:是|要|有|在|多|怎|呢|可|能|会"
        rf"|什|几|贵|包|,|,|$|[??])"
    ),
    folk=re.compile(r"^(?:成人|儿童|小孩|孩子|学生|老人|老年人|会员|非会员|团体|情侣|家庭|外国人|残疾人|军人|教师)$"),
    when=re.compile(
        r"^(?:周末|平时|今天|明天|后天|周[一二三四五六日天]|星期.|晚上|早上|上午|下午|节假日|假期|春节"
        r"|\d+月.*|\d{4}年)$"
    ),
    names=re.compile(
        r"(?:是|叫|由|为|请的?是?)(?P<name>[^\s,,。、;;!!??的是]{2,4}?)(?:老师|先生|女士|教授"
        r"|博士)?(?=[,,。;;!!]|$|负责|担任|主持|指导|教授|执教|带领|创办|设计)"
    ),
    who=re.compile(r"谁|哪位|哪一位|叫什么"),
    leads=re.compile(r"^(?:请问|那么?|我想(?:知道|问)|一下|还有|另外)[,,\s]*"),
    returns=re.compile(
        r"^(?:(?:我们)?(?:再)?回到|再说(?:回|到)?|说回|回过头来?(?:说|看)?)(?P<topic>[^,,。??]{1,12})[,,:]\s*"
    ),
    particles="的了是在和与,,。 ",
)
_JA_PARTS = (
    r"(?:料金|値段|価格|費用|代金|時間|所要時間|場所|住所|電話番号|定員|予約|締め切り|締切|期限|期間"
    r"|対象年齢|年齢|サイズ|重さ|色|条件|割引|入場料|参加費"
    r"|年会費|月会費|保証金|保証|デポジット|送料|休み|休館日|定休日|開館時間|営業時間|駐車場|返却|先生"
    r"|講師|館長|監督|作者|著者|代表|持ち物|申し込み|申込み"
    r"|キャンセル|キャンセル料|特徴|材料|延長)"
)
JA = Signs(
    asks=re.compile(r"(?:いくら|いつ|どこ|何[時日人個回分曜年名]?|なに|どう|なぜ|どの|どれ|どんな|誰|だれ|どなた)"),
    leans=re.compile(
        r"^(?:それ(?:は|を|の)?|その|これ(?:は|を)?|では|じゃあ|で)?[、\s]*(?:いくら|いつ|どこ|何|どう"
        r"|なぜ|どの|どれ|でき|可能|必要|あり|誰|だれ"
        r"|(?:毎日|週末|平日|土日|祝日|[月火水木金土日]曜日?)(?:も|は|に))"
    ),
    slot=re.compile(r"^(?:では|じゃあ|で)?[、\s]*(?P<new>.+?)(?:は|の場合は|については)(?:どうですか|どう)?[??。]*$"),
    person=re.compile(r"彼女|彼(?!岸|方)|その(?:人|方)|あの(?:人|方)"),
    place=re.compile(r"そこ|あそこ|そちら"),
    thing=re.compile(r"^それ(?=[はをにでがも])"),
    part=re.compile(rf"^(?:では|じゃあ|で)?[、\s]*(?:その)?(?P<part>{_JA_PARTS})(?=[はがもをに]|$)"),
    folk=re.compile(
        r"^(?:大人|子ども|子供|こども|学生|高齢者|シニア|会員|非会員|団体|小学生|中学生|高校生|大学生"
        r"|幼児|家族|障害者|外国人)$"
    ),
    when=NEVER,
    names=re.compile(
        r"(?:[はがを]|、|^)(?P<name>[一-龠々ァ-ヶー]{2,8})(?:さん|氏|先生|様|教授)?(?:です|でした"
        r"|が[^。]*(?:務め|担当|教え|指導|設計|創業|書)|と(?:いい|申し))"
    ),
    who=re.compile(r"誰|だれ|どなた"),
    leads=re.compile(r"^(?:では|じゃあ|それでは|ところで|すみません)[、\s]*"),
    returns=re.compile(
        r"^(?P<topic>[^、。??]{1,14}?)(?:の話)?に(?:戻|もど)(?:りますが|って|ると|りましょう。?)[、,\s]*"
    ),
    particles="はがのをにでと、。 ",
)
TH = Signs(
    asks=re.compile(r"(?:เท่าไหร่|เท่าไร|กี่|เมื่อไหร่|เมื่อไร|ที่ไหน|อย่างไร|ยังไง|ทำไม|อะไร|ใคร|ไหม|หรือไม่|ได้|มี)"),
    leans=re.compile(
        r"^(?:แล้ว|และ)?\s*(?:มัน|นั้น)?(?:เท่าไหร่|เท่าไร|กี่|เมื่อไหร่|เมื่อไร|ที่ไหน|อย่างไร|ยังไง"
        r"|ทำไม|ได้ไหม|มีไหม|ต้อง|เปิด|ปิด|ใช้เวลา|จอง|อยู่ที่)"
    ),
    slot=re.compile(r"^(?:แล้ว|และ)?\s*(?P<new>.+?)(?:ล่ะ|ละ)(?:ครับ|คะ|ค่ะ)?[??]*$"),
    person=re.compile(r"^(?:แล้ว|และ)?\s*(?:เขา|เธอ|ท่าน)"),
    place=re.compile(r"ที่นั่น|ตรงนั้น"),
    thing=re.compile(r"^(?:แล้ว)?มัน"),
    part=re.compile(
        r"^(?:แล้ว|และ)?\s*(?P<part>ราคา|ค่ามัดจำ|ค่าเข้า|ค่าบริการ|ค่าใช้จ่าย|เวลา|สถานที่|ที่อยู่"
        r"|เบอร์โทร)(?=เท่า|กี่|อยู่|คือ|อะไร|\s|$)"
    ),
    folk=re.compile(r"^(?:เด็ก|ผู้ใหญ่|นักเรียน|นักศึกษา|ผู้สูงอายุ|สมาชิก|ชาวต่างชาติ)$"),
    when=NEVER,
    names=re.compile(r"(?:คือ|ชื่อ|เป็น)\s*(?P<name>(?:คุณ|อาจารย์|ดร\.)?\s?[ก-๙]{2,16}(?:\s[ก-๙]{2,16})?)"),
    who=re.compile(r"ใคร|ชื่ออะไร"),
    leads=re.compile(r"^(?:แล้ว|อยากทราบว่า)\s*"),
    returns=NEVER,
    particles=" ",
)
SIGNS = {"zh": ZH, "ja": JA, "th": TH}
