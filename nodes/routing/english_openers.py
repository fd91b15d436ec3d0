"""English: courtesies, social phrases, and the cue clauses that open a message."""

from nodes.routing.table import anywhere, compiled

_END = r"(?:\s*[,.!;:…]+\s*|\s+[–—-]+\s+)"  # the punctuation after an opening clause
ASK = (
    r"(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|will|would|should"
    r"|may|must|has|have|tell|give|show|list|name|explain|describe|compare)\b"
)
_THANKS = (
    r"(?:many\ thanks|thanks|thank\ (?:you|u)|thx|thanx|tysm|ty|ta|cheers|much\ (?:appreciated|obliged)"
    r"|(?:i\ )?(?:really\ )?appreciate\ (?:it|that|this))"
)
_ACK = r"""(?:ok(?:ay)?|okey(?:[\ -]?dokey)?|k|alright|all\ right|right|great|perfect|nice|cool|good|awesome|excellent
        |wonderful|lovely|fine|super
    |sweet|brilliant|fantastic|amazing|wow|oh(?:\ (?:no|dear|well|my))?|ah|ha+|aha|h+m+|um+|uh+|got\ it|gotcha|i\ see
    |i\ understand
        |understood|i\ (?:got|get)\ it(?:\ now)?|makes\ sense
    |(?:very\ |how\ )?interesting|noted|sure|ye[sp]|yeah|agreed|no\ (?:problem|worries)|sounds\ good
        |never\ ?mind|fair\ enough
    |(?:that\ |this\ |it\ )?(?:really\ |very\ )?help(?:s|ed|ful)(?:\ a\ lot)?|(?:that(?:'s|\ is)\ )?(?:good|great|nice
        |glad|lovely)\ to\ (?:know|hear)(?:\ that)?|will\ do|well
    |(?:i'm\ |i\ am\ )?sorry\ to\ hear\ (?:that|it|this)|that(?:'s|\ is|\ was)\ (?:(?:very|really|so|all|super
    |extremely|incredibly|most|quite|pretty|just|absolutely)\ )*
        (?:great|helpful|good|useful|clear|interesting|nice|fine|perfect|it|all|enough|everything(?:\ i\ (?:wanted
        |needed)(?:\ to\ (?:know|ask))?)?|brilliant|wonderful
        |fantastic|awesome|lovely|amazing|a\ relief|reassuring|kind\ of\ you)
    |(?:that|this|it)\ (?:answers|answered|clears|cleared|settles|explains)\ (?:it|that|everything
    |my\ question)(?:\ up)?
    |(?:all|crystal)\ clear|phew|what\ a\ relief|(?:i'm\ |i\ am\ )?all\ set)"""
SOCIAL = anywhere(
    _THANKS,
    _ACK,
    r"hi+(?:ya)?|hello+|hey+|yo|howdy|greetings|good\ (?:morning|afternoon|evening|night|day)|bye+(?:\ bye)?"
    r"|goodbye|see\ (?:you|ya)|cya|later|farewell",
    r"have\ a\ (?:nice|good|great|lovely)\ (?:day|one|evening|weekend|night)|take\ care|you\ too"
    r"|nice\ to\ meet\ you|welcome\ back",
    r"how\ are\ (?:you|things)(?:\ doing)?(?:\ today)?|how'?s\ it\ going|what'?s\ up|(?:are\ )?you\ there"
    r"|anyone\ there|still\ there",
    r"who\ are\ you|what\ are\ you|what\ can\ you\ do|what'?s\ your\ name|what\ is\ your\ name"
    r"|are\ you\ (?:a\ )?(?:bot|robot|human|real|an\ ai)",
    rf"{_THANKS}(?:\ (?:so\ much|very\ much|a\ (?:lot|ton|bunch|million)|again|in\ advance))*\ for\ [^?.!;,]{{1,60}}"
    rf"|{_THANKS}"
    r"\ in\ advance|(?:that|this|it)(?:'s|\ is|\ was)\ (?:very\ |really\ |so\ |exactly\ |just\ )*"
    r"(?:quick|fast|great|easy|amazing|awesome|kind|what\ i\ (?:needed|wanted|was\ looking\ for))",
    r"(?:great|good|nice|cool|awesome|excellent|fantastic|amazing|brilliant)\ (?:stuff|job|work|answer|one|help)|"
    r"you(?:'ve|\ have)?\ (?:just\ |really\ )*(?:saved|made)\ (?:me(?:\ (?:a\ lot\ of|so\ much|some"
    r"|hours\ of)(?:\ \w+)?)?|my\ (?:day|life"
    r"|week|evening|weekend))|you(?:'ve|\ have)\ been\ (?:(?:very|so|really|such|of|a"
    r"|great|big|huge|real|enormous)\ )*(?:helpful|great|kind|help|patient)",
    r"you(?:'re|\ are)\ (?:welcome|awesome|great|the\ best|amazing|very\ helpful|so\ helpful|a\ star"
    r"|a\ lifesaver)|you\ rock|(?:good|great|nice)\ (?:job|work|answer|one)|well\ done|love\ it",
    r"(?:talk|speak|write)\ to\ you\ (?:later|soon|tomorrow)|until\ (?:next\ time|then|tomorrow)|see\ you\ (?:later"
    r"|soon|tomorrow"
    r"|next\ time)|bye\ for\ now|same\ to\ you|likewise|my\ pleasure|enjoy\ your\ (?:day|evening|weekend)|(?:no"
    r"|nothing)\ (?:more|further"
    r"|other|else)(?:\ (?:questions?|for\ (?:now|today)))?(?:\ from\ (?:my\ side|me))?|that\ (?:was|is)\ (?:all"
    r"|everything)(?:\ i"
    r"\ (?:needed|wanted)(?:\ to\ know)?)?|from\ (?:my\ side|me)",
    r"lol|haha+|hehe+|rofl|omg|whoa|yay|hooray|please|pls|done|that\ will\ be\ all|nothing\ else"
    r"|no\ more\ questions|that'?s\ all(?:\ for\ now)?|i'?m\ (?:good|fine|done)|so|much|very|again|indeed"
    r"|anyway|a\ (?:lot|bunch|million|ton)|everybody|everyone|all|there|friend|buddy|mate|man|dear|assistant|team"
    r"|and|too|then|now|for\ (?:now|today|that|this|your\ (?:help|time|answer|reply)|the\ (?:help|info"
    r"|information|answer|reply|explanation|clarification))|your\ help|it|no|nope|nah|let\ me\ think"
    r"|one\ moment|just\ a\ (?:moment|second|sec)|hold\ on|wait|sorry|my\ bad|oops|excuse\ me",
)

OPENERS = (
    (
        compiled(
            r"(?:hi+(?:ya)?|hello+|hey+|howdy|greetings|good\ (?:morning|afternoon|evening|day)"
            r"|dear\ \w+)(?:\ (?:there|again|everyone|all|team|assistant))?(?:[\s,!.:;–—-]+|$)"
        ),
        "",
    ),
    (
        compiled(
            rf"(?:{_ACK},?\ )?{_THANKS}(?:\ (?:a\ (?:lot|bunch|million|ton)|(?:so|very)\ much|again|indeed"
            rf"|all))*(?:\ for\ [^.!?;\n]*?[.!;]+\s+(?=\S)|\ for\ [^,.!?;:\n]*?(?:{_END}|\s+(?=(?:and|but|now"
            rf"|so)\ (?:now\ )?(?:{ASK}))))"
        ),
        "",
    ),
    (
        compiled(
            rf"(?:{_ACK},?\ )?{_THANKS}(?:\ (?:a\ (?:lot|bunch|million|ton)|(?:so|very)\ much|again|indeed"
            rf"|all))*(?:{_END}|\s+(?=(?:and|but|now|so|then|also)\b))"
        ),
        "",
    ),
    (
        compiled(
            rf"(?:that|this|it)\ (?:really\ |already\ |certainly\ )?(?:help(?:s|ed)|answer(?:s|ed)|clear(?:s|ed)"
            rf"|explain(?:s|ed)|cover(?:s|ed)|settle[sd]|does)\b[^.!?;:\n]{{0,60}}?,?\ {_THANKS}"
            rf"[^.!?;:\n]{{0,20}}?{_END}"
        ),
        "",
    ),
    (
        compiled(
            rf"(?:{_ACK},?\ )?{_THANKS},?\ (?:that|this|it)\ (?:really\ |already\ )?(?:help(?:s|ed)|answer(?:s|ed)"
            rf"|clear(?:s|ed)"
            rf"|explain(?:s|ed)|settle[sd])\b[^.!?;:\n]{{0,30}}?{_END}"
        ),
        "",
    ),
    (
        compiled(
            rf"(?:that|this|it)(?:'?s|\ is)\ (?:not\ (?:too|so|that)\ |really\ |very\ |quite\ )?(?:bad|cheap"
            rf"|expensive|a\ lot|fair"
            rf"|reasonable|steep|pricey|annoying|sad|odd|strange|surprising|a\ (?:pity|shame|relief)){_END}"
        ),
        "",
    ),
    (compiled(rf"(?:{_ACK},?\ )?{_ACK}(?:\ then|\ so)?{_END}(?:then\ |so\ )?"), ""),
    (compiled(rf"(?:ok(?:ay)?|well|alright)\ (?:then\ |so\ )?(?=(?:and|but|{ASK}))"), ""),
    (compiled(r"(?:so|then)\ (?:then\ )?(?=\S+\ \S)"), ""),
    (
        compiled(
            rf"(?:(?:i'?m|i\ am)\ )?(?:so\ |very\ |really\ )?(?:sorry|apologies|excuse\ me|pardon(?:\ me)?"
            rf"|forgive\ me)(?:\ (?:to|for|about|if|again)\b[^,.!?;:]*?)?(?:{_END}(?:but\ |and\ )?|\s+but\s+)"
        ),
        "",
    ),
    (
        compiled(
            rf"(?:by\ the\ way|btw|quick\ question|just\ a\ (?:quick\ )?question|one\ (?:more|last|quick"
            rf"|other)\ (?:question|thing)|another\ (?:question|thing)|(?:i\ have|i'?ve\ got|got)\ (?:a|another"
            rf"|one\ more)\ (?:quick\ )?question|question|also|plus|anyway|anyhow|actually|in\ addition|additionally"
            rf"|besides|out\ of\ curiosity|just\ curious"
            rf"|i\ (?:also\ )?(?:meant|wanted|forgot)\ to\ ask(?:\ you)?|next(?:\ question)?){_END}(?:and\ )?"
        ),
        "",
    ),
    (
        compiled(
            rf"(?:on\ (?:another|a\ different)\ (?:note|topic|subject|matter)|(?:a\ "
            rf"|(?:now\ (?:for\ )?)?something\ |on\ to\ a\ |now\ a\ "
            rf"|now\ for\ a\ )?(?:completely\ |totally\ )?(?:new|different|another|other|unrelated)"
            rf"(?:\ (?:topic"
            rf"|subject|question|matter))?|"
            rf"(?:to\ )?chang(?:e|ing)\ (?:of\ )?(?:the\ )?(?:subject|topic)s?|switching\ (?:gears"
            rf"|topics?|subjects?)|moving\ on|separately|unrelated(?:ly)?|something\ else(?:\ entirely)?"
            rf"|let'?s\ (?:move\ on|switch\ (?:topics?|gears)|change\ (?:the\ )?(?:topic|subject))"
            rf"|now(?:\ then)?){_END}(?:but\ )?"
        ),
        "switch",
    ),
    (
        compiled(
            r"(?:(?:ok(?:ay)?\ )?(?:now\ )?let'?s\ (?:talk|speak|chat)\ about|let'?s\ (?:move\ on|switch"
            r"|turn)\ (?:over\ )?to|moving\ on\ to|turning\ to|switching\ to)\ (?!the\ (?:same|first|second|last"
            r"|former|latter)\b)"
        ),
        "switch",
    ),
    (compiled(rf"(?:and\ |but\ )?now\ (?=(?:{ASK}))"), ""),
    (
        compiled(
            r"(?:earlier|before|previously|a\ while\ ago),?\ (?:you|we|i)\ (?:were\ |had\ )?(?:talk(?:ed"
            r"|ing)|spoke|spoken"
            r"|mention(?:ed)?|discuss(?:ed|ing)|said|asked|told\ me)\ (?:something\ )?(?:about|on)?\ ?"
        ),
        "return",
    ),
    (
        compiled(r"""(?:and\ |but\ |so\ |now\ )?(?:(?:let'?s|let\ us|let\ me|can\ (?:we|i)|could\ (?:we|i)
        |may\ (?:we|i)|shall\ we|i(?:'d
        |\ would)?\ (?:like|want|need)\ to|if\ we|to)\ )?
        (?:just\ )?(?:(?:go|get|come|jump|turn|circle|switch|refer|going|getting|coming|jumping|turning
            |circling|switching)\ )?back\ (?:again\ )?(?:to|on)\ (?=\S)
        |(?:(?:let'?s|let\ me|can\ (?:we|i)|could\ (?:we|i)|to|i(?:'d|\ would)?\ (?:like|want)\ to)\ )?
            (?:return(?:ing)?\ to
            |revisit(?:ing)?|pick(?:ing)?\ up\ (?:again\ )?(?:on|with))\ |again\ (?:about|on)\ """),
        "return",
    ),
    (
        compiled(
            r"(?:one\ (?:more|last)\ (?:question|thing)\ (?:about|on)|(?:about|on|regarding|concerning|as\ (?:for"
            r"|to))(?=[^.!?:,]*\ (?:again|from\ (?:before|earlier)|we\ (?:talked|spoke|discussed)|(?:you"
            r"|i)\ (?:mentioned|talked|asked|said)|earlier)\b[^.!?:,]*[:,]))\ "
        ),
        "return",
    ),
)
