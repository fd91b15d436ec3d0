"""How facts are stated in French."""

from nodes.fact_rules.shapes import NAME, Rules, compiled, shapes

FRENCH = Rules(
    openers=compiled(
        r"(?:(?:au fait|notez?|rappelez-vous|n'oubliez pas|aussi|et|mais|bon|bonjour|merci|désolé|"
        r"pardon|non|oui|en fait|"
        r"pour info)\b(?: que\b)?[\s,:.!;–—-]*)+"
    ),
    asks=compiled(
        r"(?:que|qu'|quoi|quel(?:le)?s?|qui|quand|où|pourquoi|comment|combien|est-ce|peux|pouvez|pourriez|dis|dites|"
        r"montre|explique[rz]?|compare[rz]?|résume[rz]?|décri[st]|cherche[rz]?|tradui[st]|fais|aide[rz]?|si|y a-t-il)\b"
    ),
    chat=compiled(
        r"(?:je (?:veux|voudrais|aimerais)|j'aimerais) (?:savoir|comprendre|demander)|je ne (?:sais|suis pas sûr)"
    ),
    first_person=compiled(r"\b(?:je|j'|nous|on|mon|ma|mes|notre|nos|me|m')"),
    finite=compiled(r".*\b(?:est|sont|était|a|ont|sera|doit|coûte|pèse|dure|commence|finit)\b"),
    clause=compiled(
        r"(?:\s*[,;]\s*(?:et|mais)?|\s+(?:et|mais))\s+(?=(?:je|nous|il|elle|ils|elles|mon|ma|mes|notre|nos|on)\b|j')"
    ),
    pronoun=compiled(r"(?:il|elle|ils|elles)\b"),
    question=compiled(r"[,;:–—-]\s*(?=(?:que|quel(?:le)?s?|qui|quand|où|comment|combien|est-ce|peut)\b)"),
    bound=compiled(
        r"\b(?:doit|doivent|devons|dois|il faut|ne peu[tx]|ne pouvons|seulement|au plus|au moins|au maximum|jamais|"
        r"allergique|intolérante?|végétarien(?:ne)?)\b"
    ),
    over=compiled(r"\b(?:ne|n')\b.*\bplus\b"),
    instead=compiled(r",?\s+(?:et )?(?:pas|non|au lieu de|plutôt que) (?P<old>[^,;.]+)\Z"),
    shapes=shapes(
        owner=r"mon|ma|mes|notre|nos",
        the=r"le|la|les|ce|cette",
        of=r"du|de(?: la)?|pour(?: le| la)?",
        be=r"est maintenant|s'appelle(?:nt)?|est|sont|était|sera",
        verbs=r"pèse|coûte|mesure|dure|commence|finit|a|contient|utilise|habite à|travaille à",
        changed=r"(?:a changé|passe|est passée?|a été changée?)(?: de (?P<old>.+?))? à",
        extra=(
            (r"(?:je m'appelle|mon nom est) (?P<value>.+)", "name", "name", True),
            (
                rf"(?:j'appellerai|j'appelle|nous appellerons|nous appelons) (?P<value>.+?) (?P<subject>{NAME})",
                "means",
                "definition",
                True,
            ),
            (r"(?P<subject>[^,]{1,40}?) (?:signifie|veut dire|désigne) (?P<value>.+)", "means", "definition", True),
            (
                r"(?:nous avons|on a|j'ai) (?:décidé|convenu|choisi)(?: de| d'| que| qu')?\s*(?P<value>.+)",
                "decided",
                "decision",
                False,
            ),
            (
                (
                    r"(?:j'|je |nous |on )(?P<attribute>habite(?: à| en)?|habitons(?: à| en)?|vis à|suis à|suis dans|"
                    r"sommes à|sommes dans|travaille (?:à|chez|pour|comme|dans)|travaillons (?:à|chez|"
                    r"pour|dans)) (?P<value>.+)"
                ),
                "",
                "",
                True,
            ),
            (r"(?:je suis|nous sommes) (?P<value>.+)", "is", "", False),
        ),
    ),
)
