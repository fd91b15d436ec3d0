"""Chinese, Japanese and Thai follow-ups: the topic that a question leaves out is put before it, in its own words."""

import re

from nodes.reference_rules.past import Exchange

_ASKS = {
    "zh": r"(?:多少钱?|几[点个天次节折]?|什么|哪[里些个儿]?|怎么样?|如何|为什么|何时|什么时候|多[久长大高远重]|是否"
    r"|能不能|可不可以|有没有|可以|能|要|需要|会|是不是|贵不贵|有|在|吗|呢)",
    "ja": r"(?:いくら|いつ|どこ|何[時日人個回]?|なに|どう|なぜ|どの|どれ|どんな|誰|だれ)",
    "th": r"(?:เท่าไหร่|เท่าไร|กี่|เมื่อไหร่|เมื่อไร|ที่ไหน|อย่างไร|ยังไง|ทำไม|อะไร|ใคร|ไหม|หรือไม่|ได้|มี)",
}
_DEPENDENT = {
    "zh": re.compile(
        r"^(?:那么?|那)?(?:它|他|她|这个?|那个?|其)?(?:的)?(?:可以|能不能|能|可不可以|要|需要|会|有没有|有|是不是|是|怎么|如何|为什么|多少钱|多少|多久|多大|什么时候"
        r"|几点|几|在哪|哪里|哪|贵不贵|开放|要不要|支持|免费|收费)"
    ),
    "ja": re.compile(
        r"^(?:それ(?:は|を|の)?|その|これ(?:は|を)?|では|じゃあ|で)?[、\s]*(?:いくら|いつ|どこ|何|どう|なぜ|どの|でき|可能|必要|あり)"
    ),
    "th": re.compile(
        r"^(?:แล้ว|และ)?\s*(?:มัน|นั้น)?(?:เท่าไหร่|เท่าไร|กี่|เมื่อไหร่|เมื่อไร|ที่ไหน|อย่างไร|ยังไง|ทำไม"
        r"|ได้ไหม|มีไหม|ต้อง)"
    ),
}
_SLOT = {
    "zh": re.compile(r"^(?:那么?|那|还有)?[,,\s]*(?P<new>.+?)呢[??。]*$"),
    "ja": re.compile(
        r"^(?:では|じゃあ|で)?[、\s]*(?P<new>.+?)(?:は|の場合は|については)(?:どうですか|どう|いくらですか)?[??。]*$"
    ),
    "th": re.compile(r"^(?:แล้ว|และ)?\s*(?P<new>.+?)(?:ล่ะ|ละ)(?:ครับ|คะ|ค่ะ)?[??]*$"),
}
_WHEN = re.compile(
    r"^(?:周末|平时|今天|明天|后天|周[一二三四五六日天]|星期.|晚上|早上|上午|下午|节假日|假期|春节|\d+月.*|\d{4}年)$"
)
_PARTICLES = {"zh": "的了是在和与,,。 ", "ja": "はがのをにでと、。 ", "th": " "}
_LEADS = {
    "zh": re.compile(r"^(?:请问|那么?|我想(?:知道|问)|一下)[,,\s]*"),
    "ja": re.compile(r"^(?:では|じゃあ)[、\s]*"),
    "th": re.compile(r"^(?:แล้ว|อยากทราบว่า)\s*"),
}
_TOPIC_END = {language: re.compile(pattern) for language, pattern in _ASKS.items()}


def topic(text: str, language: str) -> str:
    """What stands before the question word: "私教课" of "私教课多少钱一节?"; "" when the question begins with it."""
    text = _LEADS[language].sub("", text.strip())
    match = _TOPIC_END[language].search(text)
    head = text[: match.start()] if match else ""
    if language == "ja":
        head = re.split(r"[はがも]", head)[0] if re.search(r"[はがも]", head) else head
    return head.strip(_PARTICLES[language])


def follow_up(question: str, last: Exchange, language: str) -> str | None:
    """The follow-up with the topic it leans on, or None when it names its own."""
    if language not in _SLOT or last.language != language:
        return None
    if named := _somebody(question, last, language):
        return named
    before = topic(last.query, language)
    slot = _SLOT[language].match(question.strip())
    if slot and len(slot["new"]) <= 14 and not _TOPIC_END[language].search(slot["new"][1:]):
        new = slot["new"].strip()
        if before and language == "zh" and _WHEN.match(new):
            return last.query.replace(before, f"{before}{new}", 1)
        if before and before in last.query and _alike(new, before, language):
            return last.query.replace(before, new, 1)
        return f"{new} {last.query}" if language == "zh" and not before else new
    if before and _DEPENDENT[language].match(question.strip()) and before not in question and len(before) <= 16:
        return f"{before} {question.strip()}"
    return None


_WHO = {"zh": ("谁",), "ja": ("誰", "だれ"), "th": ("ใคร",)}
_PERSONAL = {
    "zh": re.compile(r"[他她](?!们)"),
    "ja": re.compile(r"彼女|彼(?!ら)|その人|この人"),
    "th": re.compile(r"เขา|เธอ|ท่าน|คนนี้|คนนั้น"),
}
_LINKS = re.compile(
    r"^(?:是|为|叫|由|の|、|は|が|คือ|เป็น|\s)+|(?:是|为|的|由|は|が|です|さん|\s(?:ครับ|ค่ะ|คะ)|。|\.|!|\s)+$"
)


def _somebody(question: str, last: Exchange, language: str) -> str | None:
    """The question with the person that the answer to "who" named in the place of "she": "她是哪年毕业的?"."""
    match = _PERSONAL[language].search(question)
    if match is None:
        return None
    asked = next((who for who in _WHO[language] if who in last.asked), "")
    name = _answered(last, asked) if asked else _kept(last, language)
    return f"{question[: match.start()]}{name}{question[match.end() :]}" if name and name not in question else None


def _answered(last: Exchange, who: str) -> str:
    """What an answer has in the place of the question word."""
    before, _, after = last.asked.rstrip().rstrip("?").rstrip("?").partition(who)
    text = re.split(r"[。.!!\n]|,", last.answered)[0]
    lead, tail = _LINKS.sub("", _LINKS.sub("", before)), _LINKS.sub("", _LINKS.sub("", after))
    if len(lead) > 1 and lead in text:
        text = text.partition(lead)[2]
    if len(tail) > 1 and tail in text:
        left, _, right = text.partition(tail)
        text = left or right
    name = _LINKS.sub("", _LINKS.sub("", text.strip()))
    return name if 1 < len(name) <= _NAME_LENGTH else ""


def _kept(last: Exchange, language: str) -> str:
    """What the same pronoun stood for in the question before."""
    match = _PERSONAL[language].search(last.asked)
    if match is None or last.query == last.asked:
        return ""
    before, after = last.asked[: match.start()], last.asked[match.end() :]
    fits = last.query.startswith(before) and last.query.endswith(after)
    return last.query[len(before) : len(last.query) - len(after)] if fits else ""


_NAME_LENGTH = 30


def _alike(new: str, before: str, language: str) -> bool:
    """Whether the new topic may stand in the old one's place: of like length, or sharing a character."""
    if language == "th":
        return new[:2] == before[:2]
    return abs(len(new) - len(before)) <= 4 or bool(set(new) & set(before))
