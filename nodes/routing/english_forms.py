"""English: the words of a restatement, and no others."""

from nodes.routing.table import Targets, compiled, vocabulary

FORMS: Targets = (
    (compiled(r"\b(?:table|tabular|spreadsheet|csv)\b"), "table"),
    (
        compiled(
            r"\b(?:bullet(?:s|ed)?|bullet\ points?|(?:as|in|into|to|with|using|a)\ (?:a\ |an\ )?(?:short\ "
            r"|simple\ |numbered\ |ordered\ |two\ |three\ |four\ |five\ |\d+\ |few\ )*(?:list|points)"
            r"|list\ form(?:at)?|check-?list|numbered|listed)\b"
        ),
        "list",
    ),
    (compiled(r"\b(?:step[- ]by[- ]step|(?:as|in|into)\ (?:\w+\ )?steps)\b"), "steps"),
    (
        compiled(
            r"\b(?:shorten|shorter|condensed?|brief(?:er|ly)?|concise(?:ly)?|more\ concise|tl\W{0,2}dr|tldr|trim"
            r"|cut\ (?:it|that|this)\ down|in\ short|too\ long|short\ version|quick\ version|fewer\ words"
            r"|less\ words|(?:in|to|into|as|just)\ (?:just\ |only\ )?(?:one|a\ single|a|two|three|\d+|a\ few"
            r"|fewer)\ (?:short\ )?(?:sentence|word|line)s?|keep\ it\ short|half\ (?:the|as)\ (?:length"
            r"|long))\b"
        ),
        "shorter",
    ),
    (
        compiled(
            r"\b(?:summar(?:y|i[sz]ed?)|sum\ (?:it|that|this|them)?\ ?(?:all\ )?up|recap|gist|nutshell"
            r"|boil(?:ed)?\ (?:it|that|this)\ down|(?:key"
            r"|main)\ (?:points?|takeaways?|ideas?)|takeaways?|essence|highlights)\b"
        ),
        "summary",
    ),
    (
        compiled(
            r"\b(?:simpl(?:er|ify|est|y|e\ (?:terms|words|language|english))|plain(?:er)?\ (?:english|language"
            r"|words|terms)|lay(?:man'?s?|person'?s?)?\ terms|layman|eli5|like\ i'?m|easier|(?:do\s?n'?t|do\ not"
            r"|did\s?n'?t|did\ not|can'?t)\ (?:really\ |quite\ )?(?:understand|get|follow)|what\ do\ you\ mean"
            r"|clearer|dumb\ (?:it|that|this)\ down|huh)\b|year[- ]old\b"
        ),
        "simpler",
    ),
    (
        compiled(
            r"\b(?:longer(?!\ than\ (?:the|my|our|in|on|at|for)\b)|expand\ (?:it|that|this|your\ answer)"
            r"|flesh\ (?:it|that|this)\ out)\b"
        ),
        "longer",
    ),
    (
        compiled(
            r"\b(?:rephrased?|reword(?:ed)?|rewrit(?:e|ten)|restated?|paraphrased?|(?:more\ |less\ )(?:formal"
            r"|casual|polite|friendly)(?:ly)?|formally|differently|(?:in\ )?(?:other|different|your\ own)\ words"
            r"|as\ an?\ (?:formal\ |short\ |polite\ )?(?:e-?mail|tweet|letter|json|poem|memo|paragraph"
            r"|text\ message))\b"
        ),
        "rewrite",
    ),
    (
        compiled(
            r"\b(?:repeat|(?:say|tell\ me|show\ me|write|explain)\ (?:that|it|this)\ (?:once\ )?(?:again|once\ more)"
            r"|once\ more|one\ more\ time|come\ again|pardon|say\ again)\b"
        ),
        "repeat",
    ),
)
FOR_WHOM = compiled(
    r"\b(?:for|to|so\ that)\ (?:my|our|a|an|the|some|his|her)?\ ?(?:(?:old|little|young|own|new|whole"
    r"|\d+[- ]year[- ]old)\ )*"
    r"(?:grandma|grandpa|granny|grandmother|grandfather|nan|mum|mom|mother|dad|father|parents|boss|manager|teacher|team"
    r"|colleagues?|kids?|child|children|son|daughter|customers?|clients?|friends?|husband|wife|neighbou?rs?|landlord"
    r"|students?|audience|beginners?|newbies|outsiders|non-?experts?|someone|somebody|people)"
    r"(?:\ (?:who|that)\ (?:knows?|has|have|is|are|isn't|aren't)\ (?:\w+\ ?){1,5}|\ (?:can|could"
    r"|will)\ (?:understand|get|follow)"
    r"(?:\ (?:it|this|that))?)?(?=\W*$)"
)
"""Whom a restatement is for: "in simple words for my grandma"."""
FORM_WORDS = vocabulary(
    """make turn put write say give show present format formatted rewrite rephrase reword restate repeat
    summarize summarise
    summary summarized sum shorten shortened condense condensed simplify simplified translate translated
    translation convert
    explain tell express break cut keep trim expand it it's its that this them answer reply response message
    text your the my
    a an last previous above earlier one ones into in as to for of with and or but so just now only please pls
    could can would
    will you i want need like me us again once more time down up bit little much even very too way words word
    sentence
    sentences paragraph paragraphs line lines bullet bullets bulleted point points list listed table tabular
    spreadsheet csv
    steps step by key main short shorter brief briefly briefer concise concisely long longer simple simpler
    simplest simply
    plain plainer plainly easy easier terms layman layman's laymans eli5 i'm im five year old child kid beginner
    beginners
    tl dr tldr form format version numbered ordered markdown json email e mail formal formally informal casual
    friendly
    polite tweet letter poem memo two three four six seven eight ten single few fewer less half length all
    everything is was
    be not don't dont do didn't didnt can't cant understand get follow really quite clear clearer mean what
    quick quickly
    recap gist essence takeaways takeaway highlights nutshell ideas idea instead then ok how about differently
    different
    other own language languages boil boiled column columns checklist row rows heading headings s re does pardon come
    flesh out dumb huh rephrased reworded rewritten paraphrase
    paraphrased using
    same seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen teenager layperson
    novice newcomer grandmother sound sounds tone style friendlier nicer politer simple-language everyday
    thing think i'd id let let's have than at most no did said wrote sent information info content those
    these both
    were written any whole entire part first second version and/or asap"""
)
TRANSLATES = compiled(r"\btranslat(?:e|ed|ion)\b")
LANGUAGES = {
    "english": "en",
    "spanish": "es",
    "french": "fr",
    "german": "de",
    "italian": "it",
    "portuguese": "pt",
    "dutch": "nl",
    "chinese": "zh",
    "mandarin": "zh",
    "japanese": "ja",
    "korean": "ko",
    "thai": "th",
    "russian": "ru",
    "arabic": "ar",
    "polish": "pl",
    "turkish": "tr",
    "swedish": "sv",
    "danish": "da",
    "norwegian": "no",
    "finnish": "fi",
    "greek": "el",
    "hindi": "hi",
    "hebrew": "he",
    "hungarian": "hu",
    "czech": "cs",
    "ukrainian": "uk",
    "vietnamese": "vi",
    "romanian": "ro",
}
