"""How facts are stated in German."""

from nodes.fact_rules.shapes import NAME, Rules, compiled, shapes

GERMAN = Rules(
    openers=compiled(
        r"(?:(?:übrigens|bitte beachten?|zur info|denk daran|merk dir|auch|und|aber|gut|ok|hallo|danke|entschuldigung|"
        r"nein|ja|eigentlich|tut mir leid)\b(?:,? dass\b)?[\s,:.!;–—-]*)+"
    ),
    asks=compiled(
        r"(?:was|welche[rsnm]?|wer|wen|wem|wessen|wann|wo|wohin|woher|warum|wieso|wie|ist|sind|hat|haben|kann|können|"
        r"darf|gibt|muss|soll|wenn|falls|(?:sag|zeig|erklär|vergleich|fass|beschreib|such|übersetz|mach|hilf)\w*)\b"
    ),
    chat=compiled(
        r"ich (?:möchte|will|würde gern\w*) (?:wissen|fragen|verstehen)|ich (?:weiß nicht|frage mich|meine|meinte)"
    ),
    first_person=compiled(r"\b(?:ich|wir|mein\w{0,2}|unser\w{0,2}|uns|mich|mir)\b"),
    finite=compiled(r".*\b(?:ist|sind|war|hat|haben|wird|werden|muss|kostet|wiegt|dauert|beginnt|endet)\b"),
    clause=compiled(
        r"(?:\s*[,;]\s*(?:und|aber)?|\s+(?:und|aber))\s+(?=(?:ich|wir|er|sie|es|mein\w{0,2}|unser\w{0,2})\b|"
        r"(?:wiegt|kostet|misst|dauert|beginnt|endet|hat|braucht)\b)"
    ),
    pronoun=compiled(r"(?=(?:wiegt|kostet|misst|dauert|beginnt|endet|hat|braucht)\b)|(?:er|sie|es)\b"),
    question=compiled(r"[,;:–—-]\s*(?=(?:was|welche\w?|wer|wann|wo|warum|wie|ist|kann|darf|gibt)\b)"),
    bound=compiled(
        r"\b(?:muss|müssen|kann nicht|können nicht|darf nicht|dürfen nicht|nur|höchstens|mindestens|nie|allergisch|"
        r"vegetarisch|vegan)\b"
    ),
    over=compiled(r"\b(?:nicht mehr|kein\w* mehr)\b"),
    instead=compiled(r",?\s+(?:und )?(?:nicht|statt|anstatt) (?P<old>[^,;.]+)\Z"),
    shapes=shapes(
        owner=r"mein\w{0,2}|unser\w{0,2}",
        the=r"der|die|das|dieser|diese|dieses",
        of=r"des|der|von|für(?: den| die| das)?",
        be=r"ist jetzt|heißt|heißen|lautet|beträgt|ist|sind|war|waren",
        verbs=r"wiegt|kostet|misst|dauert|beginnt|endet|hat|braucht|enthält|nutzt|wohnt in|arbeitet (?:in|bei|für)",
        changed=r"(?:hat sich|wurde|ist)(?: von (?P<old>.+?))? (?:auf|zu|nach)",
        extra=(
            (r"(?:ich heiße|mein name ist) (?P<value>.+)", "name", "name", True),
            (rf"(?:ich|wir) nennen? (?P<value>.+?) (?P<subject>{NAME})", "means", "definition", True),
            (r"(?P<subject>[^,]{1,40}?) (?:bedeutet|steht für|meint) (?P<value>.+)", "means", "definition", True),
            (
                r"wir haben (?:uns )?(?:beschlossen|entschieden|vereinbart|geeinigt)(?:, dass|,)?\s*(?P<value>.+)",
                "decided",
                "decision",
                False,
            ),
            (
                r"wir haben (?:uns )?(?P<value>.+?) (?:beschlossen|entschieden|vereinbart|geeinigt)",
                "decided",
                "decision",
                False,
            ),
            (
                (
                    r"(?:ich|wir) (?P<attribute>wohnen? in|arbeiten? (?:in|im|bei|für|als)|sitzen? in|"
                    r"sind in|sind im|bin in|"
                    r"bin im|kommen? aus) (?P<value>.+)"
                ),
                "",
                "",
                True,
            ),
            (r"(?:ich bin|wir sind) (?P<value>.+)", "is", "", False),
        ),
    ),
)
