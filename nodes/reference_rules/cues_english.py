"""English: how a follow-up leans on what came before."""

from nodes.reference_rules.cue_tables import Cues, verbose

_NTH_EN = {
    "first": 1,
    "1st": 1,
    "second": 2,
    "2nd": 2,
    "third": 3,
    "3rd": 3,
    "fourth": 4,
    "4th": 4,
    "fifth": 5,
    "5th": 5,
    "sixth": 6,
    "6th": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
    "last": -1,
    "final": -1,
    "latter": -1,
    "former": 1,
    "penultimate": -2,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "a": 1,
    "b": 2,
    "c": 3,
    "d": 4,
    "i": 1,
    "ii": 2,
    "iii": 3,
    "iv": 4,
    "middle": 0,
    "top": 1,
    "bottom": -1,
}
_COUNTED = (
    r"(?:point|item|option|bullet(?:\ point)?|step|entry|number|no\.|nr\.?|choice|reason|rule|part|suggestion"
    r"|row|line|answer|alternative|variant|case|condition|requirement|example|method|\#)"
)
_MORE_EN = r"""(?:(?:please\ |can\ you\ |could\ you\ |would\ you\ )*(?:tell|give|show|say|send)\ (?:me\s
        |us\ )?(?:a\ (?:bit|little)\ |some\ |any\ |even\ |\w+\ )?more(?:\ (?:details?|info(?:rmation)?
            |examples?|results?|of\ (?:them|these|those|that)))?(?:\ (?:about
        |on)\ (?:it|that|this|them|these|those))?(?:\ please)?
    |(?:(?:any|some|even|a\ few|one|two|three|four|five|six|seven|eight|ten|\d+)\ )?more(?:\ (?:details?
        |info(?:rmation)?|examples?|results?|of\ (?:them|these|those|that)|please|like\ (?:that|this|these|it)))*
    |(?:(?:give|show|tell|send)\ (?:me\ |us\ )?(?:some\ |any\ )?)?(?:more|further|additional
        |other)\ (?:details?|info(?:rmation)?|examples?|results?|ones)(?:\ please)?
    |(?:please\ )?(?:go|carry|keep)\ (?:on|going|ahead)|(?:please\ )?continue(?:\ please)?|proceed
        |next(?:\ one|\ please)?|another(?:\ one|\ example)?(?:\ please)?|(?:please\ |can\ you\s
            |could\ you\ )*(?:elaborate|expand|explain\ (?:further|more)
        |dig\ deeper|go\ (?:deeper|further|into\ (?:more\ )?detail))(?:\ (?:on|upon)\ (?:it|that|this))?(?:\ (?:a\ bit
        |further|more|please|in\ (?:more\ )?detail))*
    |(?:can\ you\ |could\ you\ |please\ )*explain\ (?:it|that|this)?\ ?(?:further|more|in\ (?:more
        |greater)\ detail)|in\ (?:more|greater)\ detail|(?:and\ )?what\ (?:else|more)(?:\ is\ there
        |\ can\ you\ tell\ me|\ do\ you\ know)?|(?:is\ there\ )?anything\ else|(?:are\ there\ )?any\ (?:others?|more)
        |others|the\ rest(?:\ of\ (?:it|them))?|and\ then|and|what\ happened\ (?:next|then)|then\ what)"""

CUES = Cues(
    lead=verbose(r"(?:(?:and|but|or|also|so|then|plus|okay|ok|now)\b[\s,]*)+"),
    about=verbose(
        r"(?:(?:and|but|or|so|also)\s+)*(?:what|how)(?:'s|\ is)?\ about\s+|(?:and\ |but\ )?what\ of\s+|(?:and\s"
        r"|but\ )?how\ (?:is|are)\ (?:it|things)\ (?:for|with)\s+"
    ),
    limit=verbose(
        r"(?:(?:and|but)\s+)?(?:(?:i|we)\ (?:only|just|really)\ (?:need|want|care\ about|mean)"
        r"|only|just|specifically|particularly|especially|even|limited\ to|restricted\ to"
        r"|except|excluding|without|including)\s+"
    ),
    same=verbose(r"""(?:(?:and|but|so)\s+)?(?:(?:the\ )?same(?:\ (?:question|thing|again|one|info
        |information))?(?:,)?\ (?:but\ )?(?=(?:for|with|in|about|on|at|of|to|when|if)\b)
        |(?:is|are|was|were)\ (?:that|it|this|they|these|those)\ (?:also\ |still\ |exactly\s
            |all\ )*(?:the\ same|so|true|valid|the\ case|different|identical|similar|available
            |applicable)?\ ?(?:too\ )?(?=(?:for|with|in|at|to)\ )
        |(?:do|does|did|would|will)\ (?:that|it|this|the\ same|they|these|those)(?:\ (?:rule|rules|one
            |ones))?\ (?:also\ |still\ )*(?:apply|hold|go|work|count)(?:\ too|\ true)?\ (?=(?:for|to|with|in
            |at)\ ))"""),
    more=verbose(_MORE_EN),
    others=verbose(
        r"\b(?:any\ )?others?\b(?=\W*$|\ (?:in|on|at|for|with|from|under|by|of|that|like|besides|than)\b)"
        r"|\b(?:any(?:thing|one|where)?|what|who|where)\ else\b|\bany\ other\ (?:ones|options)\b"
    ),
    two=verbose(r"""\b(?:which|what|who)\ (?:one\ )?(?:of\ (?:the\ two|the\ three|them|these|those|both)\b)
        |\bwhich(?:\ one)?'s\ (?:the\ )?(?:(?:more|less)\ \w+|\w+(?<!th)er|better|worse)(?=\W*$
            |\ (?:for|in|to|if|than|and|on)\b)
        |\b(?:which|who)\ (?:\w+\ )?(?:is|was|are|has|costs|takes|lasts|pays|offers|gives)\ (?:the\ )?(?:(?:more|less
        |most|least)\ \w+|\w+(?<!th)(?:er|est)|better|worse|best|worst|more|less)\b(?=\W*$|\ (?:for|in|to|if|than|and
        |on)\b)
        |\b(?:which|what)\ one(?:'s|\ [a-z]+s)\ (?:the\ )?(?:(?:more|less|most|least)(?:\ \w+)?|\w+(?<!th)(?:er|est)
        |better|worse|best|worst)(?=\W*$|\ (?:for|in|to|if|than|and|on)\b)
        |\b(?:they|these|those)\ (?:\w+\ )?both\b
        |\b(?:the\ two(?!-|\ \w+s\b)|both(?=\W*$|\ of\ (?:them|these|those)|\ have|\ need|\ cost
            |\ the\ same)|(?:n?either)(?=\W*$|\ of\ (?:them|these|those|the\ two))|between\ (?:them|these|those
            |the\ two|both))
        |\bcompare\ (?:them|these|those|the\ two|both|the\ (?:prices|costs))\b|\b(?:how\ do\ (?:they|these
            |those|the\ two|both)\ (?:compare|differ)|what(?:'s|\ is|\ are)\ the\ differences?)(?=\W*$)
            |\beach\ of\ (?:them|these|those)\b|\bof\ them\ (?:both|all)\b|\b(?:do|does|are|is|can
                |will|were|have)\ both\b|\bin\ common(?=\W*$)"""),
    whether_true=verbose(
        r"(?:(?:and|but|so)\s+)?(?:(?:is|was|are)\ (?:that|this|it)\ (?:really\ |actually\ |even\ "
        r"|still\ )*(?:true|right|correct|so|accurate|certain|the\ case|up\ to\ date|valid)|really"
        r"|are\ you\ (?:really\ |absolutely\ )?(?:sure|certain|serious)(?:\ (?:about\ (?:that|this|it)"
        r"|of\ that))?|(?:that|this|it)(?:'s|\ is|\ can'?t\ be|\ cannot\ be|\ sounds"
        r"|\ seems)?\ (?:not\ )?(?:right|true|correct|wrong|incorrect)|says\ who|no\ way)\W*$"
    ),
    ordinal=verbose(rf"""(?:\bthe\ (?:very\ )?(?P<nth>first|second|third|fourth|fifth|sixth|seventh|eighth|ninth
        |tenth|last|final|latter|former|penultimate|middle|\d(?:st|nd|rd|th))(?:\ (?P<noun>ones?\b|of\ (?:them|those
        |these|the\ (?:two|three|four|list))|[^\W\d_]+))?
        |\b{_COUNTED}\ ?(?:\#|no\.?\ ?)?(?P<nth2>\d{{1,2}}|one|two|three|four|five|six|seven|eight|[a-d]
            |i{{1,3}}|iv)\b(?!\w|-)
        |^(?:yes,?\ )?(?:the\ )?(?P<nth3>first|second|third|fourth|fifth|last|latter|former|\d(?:st|nd|rd
            |th))(?:\ one)?\W*$|(?<!\w)\#\ ?(?P<nth5>\d{{1,2}})\b|^\#?(?P<nth4>\d)\W*$)"""),
    nth=_NTH_EN,
    ends=verbose(
        r"\bthe\ (?P<nth>first|second|third|fourth|last|former|\d(?:st|nd|rd|th))\ (?:one\ )?(?:and|or|versus"
        r"|vs\.?|with|than|to)\ (?:the\ )?(?P<second>second|third|fourth|fifth|last|latter|\d(?:st|nd|rd"
        r"|th))(?:\ (?:ones?|of\ (?:them|those|these)|[^\W\d_]+s?))?"
    ),
    later=(
        (
            verbose(
                r"(?:in\ |for\ |during\ )?(?:the\ )?(?:(?:(?:one|a)\ )?year\ (?:before|prior|earlier)|(?:previous"
                r"|preceding|prior)\ year)(?:\ (?:that|it|this))?"
            ),
            -1,
        ),
        (
            verbose(
                r"(?:in\ |for\ |during\ )?(?:the\ )?(?:(?:(?:one|a)\ )?year\ (?:after|later)|(?:following|next"
                r"|subsequent)\ year)(?:\ (?:that|it|this))?"
            ),
            1,
        ),
        (verbose(r"(?:in\ |for\ )?(?:two|2)\ years\ (?:earlier|before)(?:\ (?:that|it|this))?"), -2),
        (verbose(r"(?:in\ |for\ )?(?:two|2)\ years\ (?:later|after)(?:\ (?:that|it|this))?"), 2),
    ),
    pronoun=verbose(
        r"\b(?:it|its|it's|itself|they|them|their|theirs|they're|he|him|his|he's|she|her|hers|she's|this|that"
        r"|these|those|that's|one|ones|mine|there)\b"
    ),
    joins="of",
    year="in",
)
