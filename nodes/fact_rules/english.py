"""How facts are stated in English."""

from nodes.fact_rules.shapes import NAME, Rules, compiled, shapes

ENGLISH = Rules(
    openers=compiled(
        r"(?:(?:by the way|btw|please|note|remember|for the record|for your information|fyi|also|and|so|but|ok(?:ay)?|"
        r"well|just so you know|actually|sorry|wait|no|hi|hello|hey|keep in mind|don'?t forget|oh|yes|thanks|thank you|"
        r"first|one more thing|to be clear|as i said|correction|update)\b(?: that\b)?[\s,:.!;–—-]*)+"
    ),
    asks=compiled(
        r"(?:what|which|who|whom|whose|when(?! (?:i|we) say)|where|why|how|is|are|was|were|do|does|did|can|could|would|"
        r"will|should|shall|may|might|have|has|had|am|tell|show|give|explain|list|compare|summari[sz]e|describe|find|make|"
        r"translate|help|write|search|look|check|any|if|suppose|assuming|let me|i (?:mean|meant)|what's)\b"
    ),
    chat=compiled(
        r"(?:i|we)(?:'d| would)? (?:(?:(?:want|need|like|have) (?:to )?(?:know|ask|understand|find out)|wonder|see|"
        r"guess|understand|don'?t (?:know|understand)|asked|said|mean(?:t)?)"
        r"(?:\Z|,| (?:if|whether|what|which|who|where|when|why|"
        r"how|that|it|this|you)\b)|(?:was|were|am|'m) wondering|have a question|think so)|"
        r"i'?m (?:not sure|afraid|sorry|asking|wondering)\b"
    ),
    first_person=compiled(r"\b(?:i|i'[md]|i'(?:ve|ll)|we|we'(?:re|ve|ll|d)|my|our|mine|ours|me|us)\b"),
    finite=compiled(
        r"(?:\w+ing|\w+ed|bought|got|went|made)\b|(?:the|this|that|these|those|all|every|each)\b.*\b\w{3,}s\b|"
        r".*\b(?:is|are|was|were|has|have|had|will|must|should|can|cannot|takes?|starts?|ends?|begins?|costs?|weighs?|"
        r"lasts?|works?|lives?|needs?|wants?|said|told|made|got|went|took|lost|found|bought|sold|built|\w{2,}ed)\b"
    ),
    clause=compiled(
        r"(?:\s*[,;]\s*(?:and|but|so)?|\s+(?:and|but))\s+(?=(?:i|we|it|she|he|they|my|our|its|her|his|"
        r"their)\b(?!\s+own)|"
        r"(?:the|this) (?:\w+ ){1,4}(?:is|are|was|were|will|has|takes|starts|ends|begins|costs|weighs|"
        r"lasts|opens)\b)|\s+[–—]\s+"
    ),
    pronoun=compiled(r"(?:it|she|he|they|its|it's|she's|he's|they're)\b"),
    question=compiled(
        r"[,;:–—-]\s*(?=(?:so |and |but )?(?:what|which|who|when|where|why|how|is|are|do|does|can|"
        r"could|will|would|should)\b)"
    ),
    bound=compiled(
        r"\b(?:must(?:n't)?|have to|has to|need(?:s)? to|cannot|can't|only|at most|at least|no more than|no less than|"
        r"up to|maximum|minimum|never|allergic|intolerant|vegetarian|vegan|not allowed)\b"
    ),
    over=compiled(r"\b(?:no longer|not any ?more|any ?more|stopped|cancelled|canceled|used to)\b"),
    instead=compiled(r"(?:[,;]\s+(?:and |but )?not|,?\s+instead of|,?\s+rather than) (?P<old>[^,;.]+)\Z"),
    shapes=shapes(
        owner=r"my|our",
        the=r"the|this|that",
        of=r"of|for|at|in",
        be=r"is (?:now )?called|are called|is (?:now )?named|is now|are now|is|are|was|were|will be",
        verbs=r"weighs?|costs?|measures?|lasts?|takes? place(?: on| in| at)?|takes?|starts?|ends?|"
        r"begins?|opens?|closes?|expires?|turns?|holds?|"
        r"contains?|has|have|needs?|uses?|runs?(?: on)?|lives? in|works? (?:in|at|for|as)|moves? to",
        changed=r"(?:has |have |had )?(?:now |just )?(?:been )?(?:changed?|moved?|raised|lowered|updated|switched|"
        r"increased|decreased|postponed|rescheduled)(?: from (?P<old>.+?))? to",
        extra=(
            (
                rf"(?:my name is|my name's|i am called|i'm called|call me|this is (?={NAME}\Z))\s+(?P<value>.+)",
                "name",
                "name",
                True,
            ),
            (
                (
                    rf"(?:i|we)(?:'ll| will| shall)? (?:call|name|refer to) (?P<value>.+?) (?:as |by the name )?"
                    rf"(?P<subject>{NAME})"
                ),
                "means",
                "definition",
                True,
            ),
            (rf"(?:let's|let us) (?:call|name) (?P<value>.+?) (?P<subject>{NAME})", "means", "definition", True),
            (
                r"(?:by|when i say|when we say) (?P<subject>[^,]+?),? (?:i|we) mean (?P<value>.+)",
                "means",
                "definition",
                True,
            ),
            (
                r"(?P<subject>[^,]{1,40}?) (?:means|stands for|refers to|is short for) (?P<value>.+)",
                "means",
                "definition",
                True,
            ),
            (
                (
                    r"(?:i|we)(?:'ve| have)?(?: all)?(?: now| just| finally)? (?:decided|agreed|chose|"
                    r"chosen|settled|opted|resolved)"
                    r"(?: to| on| for| that| upon)? (?P<value>.+)"
                ),
                "decided",
                "decision",
                False,
            ),
            (r"(?:the|our) decision is (?:to |that )?(?P<value>.+)", "decided", "decision", False),
            (
                (
                    r"(?:let's|let us|we'll|we will|we are going to|we're going to) (?:go with|use|take|"
                    r"pick) (?P<value>.+)"
                ),
                "decided",
                "decision",
                False,
            ),
            (r"(?:i am|i'm|we are|we're) (?P<attribute>based in|located in|in|at|from) (?P<value>.+)", "", "", True),
            (
                (
                    r"(?:i|we) (?:now |currently )?(?P<attribute>live in|live at|work in|work at|"
                    r"work for|work as|come from|"
                    r"moved to|study at|report to|sit in) (?P<value>.+)"
                ),
                "",
                "",
                True,
            ),
            (r"(?:i am|i'm|we are|we're) (?P<value>.+)", "is", "", False),
        ),
    ),
)
