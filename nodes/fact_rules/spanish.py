"""How facts are stated in Spanish."""

from nodes.fact_rules.shapes import NAME, Rules, compiled, shapes

SPANISH = Rules(
    openers=compiled(
        r"(?:(?:por cierto|nota|recuerda|recuerde|ten en cuenta|tenga en cuenta|también|y|pero|vale|"
        r"bueno|perdón|perdona|"
        r"no|sí|hola|gracias|en realidad|para que conste)\b(?: que\b)?[\s,:.!;–—-]*)+"
    ),
    asks=compiled(
        r"[¿]|(?:qué|cuál|cuáles|quién|quiénes|cuándo|dónde|por qué|cómo|cuánt[oa]s?|puede[sn]?|podría|dime|dígame|"
        r"muestra|explica|explique|compara|resume|describe|busca|traduce|haz|ayuda|escribe|si|cuéntame)\b"
    ),
    chat=compiled(
        r"(?:quiero|quería|quisiera|me gustaría|necesito) (?:saber|preguntar|entender)|no (?:sé|estoy segur)|creo que"
    ),
    first_person=compiled(
        r"\b(?:yo|me|mi|mis|nosotr[oa]s|nos|nuestr[oa]s?|soy|somos|estoy|estamos|tengo|tenemos|vivo|vivimos|trabajo|"
        r"trabajamos|hemos|he|quiero|queremos|uso|usamos|necesito|necesitamos|prefiero|preferimos)\b"
    ),
    finite=compiled(
        r".*\b(?:es|son|era|fue|ha|han|hay|será|tiene|tienen|está|están|cuesta|pesa|dura|empieza|termina)\b"
    ),
    clause=compiled(
        r"(?:\s*[,;]\s*(?:y|pero)?|\s+(?:y|pero))\s+(?=(?:yo|nosotros|mi|mis|nuestr[oa]s?|est[aá]|es|soy|vivo|tengo|"
        r"estoy|somos|estamos|tenemos|pesa|cuesta|mide|dura|empieza|termina|tiene|vence)\b)"
    ),
    pronoun=compiled(r"(?=(?:pesa|cuesta|mide|dura|empieza|termina|tiene|vence|necesita|cumple)\b)|(?:él|ella|eso)\b"),
    question=compiled(r"[,;:–—-]?\s*(?=¿)"),
    bound=compiled(
        r"\b(?:debe|deben|debemos|tiene que|tenemos que|no (?:puedo|podemos|puede)|solo|sólo|como máximo|como mínimo|"
        r"nunca|alérgic[oa]|intolerante|vegetarian[oa]|vegan[oa])\b"
    ),
    over=compiled(r"\b(?:ya no|dej[éoó] de|dejamos de)\b"),
    instead=compiled(r",?\s+(?:y )?(?:no|en vez de|en lugar de) (?P<old>[^,;.]+)\Z"),
    shapes=shapes(
        owner=r"mis?|nuestr[oa]s?",
        the=r"el|la|los|las|este|esta",
        of=r"del?|para(?: el| la)?|en(?: el| la)?",
        be=r"es ahora|se llaman?|es|son|era|será|está en|está|están",
        verbs=r"pesa|cuesta|mide|dura|empieza|termina|tiene|necesita|cumple|vence|contiene|usa|vive en|trabaja en",
        changed=r"(?:ha cambiado|cambió|pasa|ha pasado|se ha movido)(?: de (?P<old>.+?))? a",
        extra=(
            (r"(?:me llamo|mi nombre es) (?P<value>.+)", "name", "name", True),
            (
                (
                    rf"(?:llamaré|llamaremos|llamamos|voy a llamar|"
                    rf"vamos a llamar) (?:a )?(?P<value>.+?) (?P<subject>{NAME})"
                ),
                "means",
                "definition",
                True,
            ),
            (r"(?P<subject>[^,]{1,40}?) (?:significa|quiere decir) (?P<value>.+)", "means", "definition", True),
            (
                (
                    r"(?:(?:hemos|he) (?:decidido|acordado|elegido)|decidimos|acordamos|decidí|vamos a usar|usaremos)"
                    r"(?: que)? (?P<value>.+)"
                ),
                "decided",
                "decision",
                False,
            ),
            (
                (
                    r"(?P<attribute>vivo en|vivimos en|trabajo en|trabajo para|trabajo como|"
                    r"estamos en|estoy en|somos de|"
                    r"soy de) (?P<value>.+)"
                ),
                "",
                "",
                True,
            ),
            (r"(?:soy|somos|estoy) (?P<value>.+)", "is", "", False),
        ),
    ),
)
