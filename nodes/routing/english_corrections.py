"""English: corrections of one's own request, and doubts about an answer, which are none."""

from nodes.routing.table import anywhere, compiled

CORRECTS = (
    compiled(r"""(?:(?:no+|nope|wait|sorry|oops|oh|ah|my\ (?:bad|mistake)|actually|h+m+)\b[\s,.!:;…–—-]*)*
        (?:(?:that\ was|that's|i\ (?:gave|took|said|named))\ )?(?:the\ )?
        wrong\ [a-z]+\s*(?:[,.;:!–—-]+\s*)+
        (?:(?:i\ (?:have|want|need|meant?|am\ on)|i'm\ on|i've\ got
            |it'?s|it\ is|it\ should\ be|mine\ is|make\ (?:it|that))\s+)?
        (?:the\ )?(?P<wanted>[^,;.!?]+?)\s*[.!]*\s*$"""),
    compiled(r"""(?:(?:no+|nope|nah|wait|sorry|oops|hold\ on|hang\ on|h+m+|actually|ah|oh|apologies
        |my\ (?:bad|mistake)|correction|typo|scratch\ that|strike\ that|well|err?)\b[\s,.!:;…–—-]*)*
        (?:i\ (?:actually\ |really\ )?mean(?:t)?\b(?!,|\ (?:it|that's|by|to\ ask)\b)(?:\ to\ (?:say|ask
            |write|type)(?:\ about|\ for)?)?|what\ i\ meant\ (?:was|is)|i\ (?:was|am)\ (?:actually\ )?(?:asking
            |talking|thinking)\ (?:about|of)|i'?m\ (?:actually\ )?(?:asking|talking)\ about
        |i\ (?:said|asked\ (?:about|for)|wanted(?!\ (?:to|you))|should\ have\ (?:said|asked
            |written))|make\ (?:that|it)(?!\ (?:\w+er|short|simple|a|an|into|more|less|brief|concise)\b)
            |(?:(?:that|it)\ )?should\ (?:have\ been|say|read)|let\ me\ (?:rephrase|correct\ (?:that|myself)
            |try\ again)|i\ (?:misspoke|mistyped))[\s,:]*
        (?:about\ |for\ )?(?P<wanted>[^,;.!?]+?)\s*(?:(?:,|;|\ –|\ -|\ —|\.)?\s*(?:and\s
            |but\ )?(?:not|instead\ of|rather\ than
            |as\ opposed\ to)\ (?P<replaced>[^,;.!?]+?))?
        \s*(?:,?\s*(?:instead|actually|rather|of\ course|sorry))?\s*[.!?]*\s*$"""),
    compiled(r"""(?:(?:no+|nope|nah|wait|sorry|oops|hold\ on|hang\ on|actually|ah|oh|h+m+
        |(?:scratch|strike|forget)\ that)\b[\s,.!:;…–—-]*)+
        i\ (?:actually\ |really\ |now\ )?(?:want|need|would\ like)(?:ed)?(?:\ to\ (?:know|ask|see))?
        \ (?:it|that|this|the\ same)\ (?:for|about|of|in|on|with)\ (?P<wanted>[^,;.!?]+?)
        \s*(?:,?\s*(?:instead|rather)(?:\ of\ (?P<replaced>[^,;.!?]+?))?)?
        \s*[.!]*\s*$"""),
    compiled(r"""(?:(?:no+|nope|wait|sorry|oops|oh|ah|actually)\b[\s,.!:;…–—-]*)*
        (?:scratch|strike|forget)\ that\b[\s,.!:;…–—-]+(?:i\ (?:actually\ |really\ |now\ )?(?:want|need
        |would\ like)(?:ed)?
        |i'd\ like)\ (?:to\ (?:know|ask|see)\ )?(?:about\ )?(?P<wanted>(?!it\b|to\b|that\b)[^,;.!?]+?)\s*[.!]*\s*$"""),
    compiled(r"""(?:(?:no+|nope|nah|wait|sorry|oops|hold\ on|hang\ on|actually|ah|oh|h+m+|i\ mean)\b[\s,.!:;…–—-]*)*
        not\ (?:the\ one\ (?:for|from|about)\ )?(?P<replaced>[^,;.!?]+?)\s*(?:,|;|\ –|\ -|\ —|\.
            |\ but)\s*(?:but\ |rather\ |i\ mean(?:t)?\ |it'?s\ |the\ one\ (?:for|from
            |about)\ )*(?P<wanted>[^,;.!?]+?)\s*(?:instead)?\s*[.!]*\s*$"""),
    compiled(r"""(?:no+|nope|nah|wait|sorry|oops|hold\ on|hang\ on|oh|ah|h+m+|actually|scratch\ that
        |strike\ that|correction|my\ mistake|typo)\b[\s,.!:;…–—-]+(?:(?:no+|wait|sorry|actually
        |rather)[\s,.!:;…–—-]+)*
        (?P<wanted>[^,;.!?]+?)\s*(?:,|;|\ –|\ -|\ —)?\s*(?:and\ )?(?:not|instead\ of
            |rather\ than)\ (?P<replaced>[^,;.!?]+?)\s*[.!]*\s*$"""),
    compiled(
        r"""(?:(?:sorry|wait|no+|oh|actually|please|can\ you|could\ you)[\s,]*)*
        (?:change|replace|swap|switch|substitute)\ (?:the\ \w+\ (?:from\ )?)?(?:(?P<replaced>[^,;.!?]+?)\ )?
        (?:to|with|for|by)\ (?P<wanted>[^,;.!?]+?)\s*[.!]*\s*$"""
    ),
    compiled(
        r"""(?:(?:sorry|wait|no+|oh|actually|please|can\ you|could\ you)[\s,]*)*
        (?:use|take|try|do|with|for)\ (?P<wanted>[^,;.!?]+?)\ instead
        (?:\ of\ (?P<replaced>[^,;.!?]+?))?\s*[.!?]*\s*$"""
    ),
    compiled(
        r"""(?:(?:no+|nope|wait|sorry|oops|oh|ah|h+m+|actually)\b[\s,.!:;…–—-]*)*
        (?P<wanted>[^,;.!?]+?),?\ (?:(?:is\ what\ )?i\ mean(?:t)?|sorry|my\ (?:bad|mistake))\s*[.!]*\s*$"""
    ),
    compiled(
        r"(?P<wanted>(?!(?:can|could|what|how|is|are|do|does|i|we|you|should|may|would|will|why|where|when|who"
        r"|which)\b)"
        r"[^\s,;.!?]+(?:\ [^\s,;.!?]+){0,3}?)\ instead(?:,?\ please)?\s*[.!]*\s*$"
    ),
    compiled(r"(?P<wanted>[^\s,;.!?]+(?:\ [^\s,;.!?]+){0,4}?),\ (?:and\ )?not\ (?P<replaced>[^,;.!?]+?)\s*[.!]*\s*$"),
    compiled(
        r"""(?:(?:oh|ah|uh|um|er+|h+m+)\b[\s,.!:;…–—-]*)*(?:no+|nope|nah|oops|sorry|scratch\ that|strike\ that
            |correction|my\ (?:mistake|bad)|typo
            |(?:oh,?\ )?wait(?:,?\ no)?|sorry,?\ no|no+,?\ (?:wait|sorry|hold\ on))\b
        (?:\s*[,.!:;…–—-]+\s*|\s+(?=(?:19|20)\d\d\b))(?:(?:wait|sorry|actually|rather|the)\b[\s,:]*)*
        (?P<wanted>\S+(?:\ \S+){0,4}?)\s*[.!]*\s*$"""
    ),
)
_SO = r"^\W*(?:(?:but|and|well|no|however|really|oh|sorry|h+m+|actually)\b\W*)*"
CONTRADICTS = anywhere(
    rf"no\ way\b|{_SO}(?:my|our|the|a|this)\ (?:[\w'-]+\ ){{1,4}}?"
    r"(?:says|said|told|pays|paid|claims|swears|thinks|insists|shows|states)\b",
    rf"{_SO}(?:i\ (?:was|got|have\ been|'ve\ been)\ (?:charged|billed|told|quoted|asked)"
    r"|they\ (?:charged|billed|told|quoted|asked)(?:\ me|\ us)?|i\ (?:paid|only\ paid|had\ to\ pay))\b",
    r"\bthough\W*$",
    r"(?:that|this|it)\ (?:can'?t|cannot|can\ not|could\ ?n'?t)\ be\ (?:right|true|correct)",
    r"(?:that|this|it)(?:'s|\ is|\ was|\ sounds|\ seems|\ looks)\ (?:not\ (?:right|true|correct)|wrong"
    r"|incorrect|false|n'?t\ right)",
    r"(?:that|this|it)\ is\s?n'?t\ (?:right|true|correct)|you(?:'re|\ are)\ (?:wrong|mistaken)"
    r"|are\ you\ sure|i\ (?:do\s?n'?t|do\ not)\ (?:think\ so|believe)"
    r"|\bi\ (?:thought|heard|read|believe|remember)\b|contradicts?\b|doesn'?t\ (?:match|agree)|are\ you\ certain"
    r"|wrong\b(?!\ [a-z]+\s*[,.;:–—-])",
)
