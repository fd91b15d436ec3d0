"""Spanish: how a follow-up leans on what came before."""

from nodes.reference_rules.cue_tables import Cues, verbose

_NTH_ES = {
    "primer": 1,
    "primero": 1,
    "primera": 1,
    "segundo": 2,
    "segunda": 2,
    "tercer": 3,
    "tercero": 3,
    "tercera": 3,
    "cuarto": 4,
    "cuarta": 4,
    "quinto": 5,
    "quinta": 5,
    "último": -1,
    "última": -1,
    "uno": 1,
    "dos": 2,
    "tres": 3,
    "cuatro": 4,
    "cinco": 5,
}
CUES = Cues(
    lead=verbose(r"[¿¡\s]*(?:(?:y|e|o|pero|entonces|ahora|también|además)\b[\s,]*)+|[¿¡\s]+"),
    about=verbose(
        r"[¿¡\s]*(?:(?:y|pero)\s+)?(?:qué\ (?:hay|pasa|tal|me\ dices)\ (?:de(?:l)?|con|sobre)\s+(?:(?:el|la|los"
        r"|las)\s+)?)"
    ),
    limit=verbose(r"[¿¡\s]*(?:(?:y|pero)\s+)?(?:solo|sólo|solamente|únicamente|incluso|excepto|sin)\s+"),
    same=verbose(
        r"[¿¡\s]*(?:(?:y|pero)\s+)?(?:lo\ mismo\ |(?:es|son)\ (?:eso\ |esto\ )?(?:lo\ mismo|igual)\ "
        r"|(?:también\ )?(?:se\ aplica|vale|sirve)(?:\ también)?\ |igual\ )(?=(?:para|a|con|en|de)\b)"
    ),
    more=verbose(
        r"[¿¡\s]*(?:(?:y\ )?(?:cuéntame|dime|explícame)\ más(?:\ (?:sobre\ (?:eso|esto|ello)))?"
        r"|más(?:\ (?:detalles|información|ejemplos|por\ favor))*|sigue|continúa|continua|continúe"
        r"|(?:y\ )?qué\ más(?:\ hay)?|algo\ más|(?:hay\ )?(?:otros|otras|alguno\ más|alguna\ más)|el\ resto|y)"
    ),
    others=verbose(r"\b(?:otros|otras|otro|otra)\b(?=\W*$)|\bqué\ más\b"),
    two=verbose(
        r"\b(?:cuál|cual)\ (?:de\ (?:los|las)\ (?:dos|tres)|de\ ellos|de\ ellas|es\ (?:más|menos|mejor|peor))\b"
        r"|\b(?:los|las)\ dos(?=\W*$)|\bambos\b|\bambas\b|\bcompár(?:alos|alas)\b|\bdiferencia(?:s)?(?=\W*$"
        r"|\ entre\ (?:ellos|ellas|los\ dos|las\ dos))"
    ),
    whether_true=verbose(
        r"[¿¡\s]*(?:y\ )?(?:(?:es|será)\ (?:eso\ |esto\ )?(?:verdad|cierto|correcto|así)(?:\ eso)?|(?:eso"
        r"|esto)\ es\ (?:verdad|cierto|correcto)|de\ verdad|en\ serio|(?:estás|está)\ segur[oa]|(?:eso"
        r"|esto)\ no\ (?:puede\ ser|es\ (?:verdad|cierto)))\W*$"
    ),
    ordinal=verbose(
        r"\b(?:el|la|al|del)\ (?P<nth>primer[oa]?|segund[oa]|tercer[oa]?|cuart[oa]|quint[oa]"
        r"|últim[oa])(?:\ (?P<noun>de\ (?:ellos|ellas|esos|esas)|[^\W\d_]+))?|\b(?:el\ )?(?:punto|opción|número"
        r"|paso|ejemplo)\ (?P<nth2>\d{1,2}|uno|dos|tres|cuatro|cinco)\b|^(?:sí,?\ )?(?:el"
        r"|la)?\ ?(?P<nth3>primer[oa]|segund[oa]|tercer[oa]|últim[oa])\W*$"
    ),
    nth=_NTH_ES,
    ends=verbose(
        r"\b(?:el|la)\ (?P<nth>primer[oa]?|segund[oa])\ (?:y|o|con)\ (?:el|la)\ (?P<second>segund[oa]|tercer[oa]"
        r"|últim[oa])(?:\ de\ (?:ellos|ellas|esos|esas))?"
    ),
    later=(
        (verbose(r"(?:en\ |para\ |del\ )?(?:el\ )?año\ (?:anterior|previo|de\ antes)"), -1),
        (
            verbose(
                r"(?:en\ |para\ |del\ )?(?:el\ )?año\ (?:siguiente|después|posterior)|(?:en\ "
                r"|para\ )?(?:el\ )?(?:siguiente|próximo)\ año"
            ),
            1,
        ),
    ),
    pronoun=verbose(r"\b(?:él|ella|ellos|ellas|ello|eso|esto|esa|ese|esos|esas|lo|su|sus|allí|ahí)\b"),
    joins="de",
    year="en",
)
