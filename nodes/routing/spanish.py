"""Spanish: the phrases that say what a message asks for."""

from nodes.routing.table import Rules, anywhere, compiled, vocabulary

_END = r"(?:\s*[,.!;:…]+\s*|\s+[–—-]+\s+)"
_ASK = r"""¿?\s?(?:(?:a|en|de|por|con|para|desde|hasta)\ )?(?:qué|que|cuál|cuáles|cual|cuales|quién|quiénes
        |quien|cuándo|cuando|dónde|donde
    |cómo|como|cuánto|cuánta|cuántos|cuántas|cuanto|cuanta|cuantos|cuantas|hay|puedo|puede|pueden|se\ puede|es
        |son|está|están|tiene|tienen
    |dime|explica|explícame|muestra|muéstrame|necesito|existe|existen|hace\ falta)\b"""
_THANKS = r"(?:(?:muchas|muchísimas|mil)\ )?gracias|te\ lo\ agradezco|se\ lo\ agradezco"
_ACK = r"""(?:ok(?:ay)?|vale|de\ acuerdo|perfecto|genial|estupendo|bien|muy\ bien|bueno|excelente|entendido
        |entiendo|claro|ya\ veo
    |sí|si|fantástico|qué\ bien|interesante|listo|guay|ajá|(?:muy|qué)\ (?:útil|amable|interesante|claro)
    |está\ (?:bien|claro)|(?:eso\ )?me\ (?:ayuda|sirve|ha\ servido|ha\ ayudado)(?:\ (?:mucho|bastante))?
        |bueno\ saberlo)"""
_NOUN = r"(?:pasaje|texto|fuente|documento|fragmento|párrafo|cita|sección|artículo|página|referencia)s?"

RULES = Rules(
    social=anywhere(
        _THANKS,
        _ACK,
        r"hola|buenos\ días|buenas(?:\ (?:tardes|noches))?|buen\ día|saludos|qué\ tal|cómo\ estás|cómo\ está"
        r"|adiós|hasta\ (?:luego|pronto|mañana)|chao|nos\ vemos",
        r"por\ favor|de\ nada|eso\ es\ todo|nada\ más|por\ (?:todo|la\ (?:ayuda|información|respuesta)"
        r"|tu\ ayuda|su\ ayuda)|jaja+|no|y|pues|muy|tu\ ayuda|quién\ eres|qué\ puedes\ hacer"
        r"|eres\ (?:un\ )?(?:bot|robot|genial)|un\ momento|espera|perdón|lo\ siento|disculpe|disculpa",
    ),
    assent=compiled(
        r"(?:sí|si|claro(?:\ que\ sí)?|vale|ok|por\ favor|sí,?\ por\ favor|correcto|exacto|eso|adelante"
        r"|de\ acuerdo)\W*$"
    ),
    refusal=compiled(r"(?:no|no,?\ gracias|ninguno|ninguna)\W*$"),
    openers=(
        (compiled(r"(?:hola|buenos\ días|buenas(?:\ (?:tardes|noches))?|buen\ día|saludos)(?:[\s,!.:;–—-]+|$)"), ""),
        (
            compiled(
                rf"(?:{_ACK},?\ )?(?:{_THANKS})(?:\ por\ [^.!?;\n]*?[.!;]+\s+(?=\S)|\ por\ [^,.!?;:\n]*?{_END}|{_END}"
                rf"|\s+(?=(?:y|pero|ahora)\b))"
            ),
            "",
        ),
        (compiled(rf"(?:{_ACK}|pues|oh|ah)(?:\ entonces)?{_END}(?:entonces\ |pues\ )?"), ""),
        (
            compiled(
                rf"(?:perdón|perdona|perdone|disculpa|disculpe|lo\ siento|siento)(?:\ (?:por|que|la"
                rf"|molestar)\b[^,.!?;:]*?)?(?:{_END}(?:pero\ )?|\s+pero\s+)"
            ),
            "",
        ),
        (
            compiled(
                rf"(?:por\ cierto|una\ pregunta(?:\ más)?|otra\ pregunta|además|en\ realidad"
                rf"|siguiente(?:\ pregunta)?){_END}"
            ),
            "",
        ),
        (
            compiled(
                rf"(?:cambiando\ de\ tema|otro\ tema|otra\ cosa|ahora(?:\ bien)?|pasando\ a\ otra\ cosa"
                rf"|en\ otro\ orden\ de\ cosas){_END}"
            ),
            "switch",
        ),
        (compiled(rf"(?:y\ |pero\ )?ahora\ (?={_ASK})"), ""),
        (
            compiled(
                r"(?:y\ |pero\ |bueno,?\ )?(?:(?:vamos|podemos|quiero|quisiera|me\ gustaría"
                r"|queremos)\ (?:a\ )?)?(?:volver|volvamos|volviendo|regresar|regresemos|regresando|retomar"
                r"|retomemos|retomando)(?:\ (?:otra\ vez|de\ nuevo))?\ (?:al?\ |sobre\ )?|otra\ vez\ sobre\ "
                r"|de\ vuelta\ al?\ "
            ),
            "return",
        ),
        (
            compiled(
                r"(?:sobre|acerca\ de|en\ cuanto\ a)(?=[^.!?:,]*\ (?:otra\ vez|de\ nuevo|de\ antes"
                r"|antes)\b[^.!?:,]*[:,])\ "
            ),
            "return",
        ),
    ),
    asks=compiled(_ASK),
    announces=anywhere(
        r"lo\ que\ (?:quiero|quisiera|necesito|quería)\ (?:saber\ |preguntar\ )?es\ (?:si\ )?",
        r"(?:mi|la)\ pregunta\ es:?\ (?:si\ )?|(?:quería|quisiera|quiero|me\ gustaría)\ (?:saber"
        r"|preguntar)\ (?:si\ )?|me\ pregunto\ (?:si\ )?",
        r"(?:me\ )?(?:puedes|puede|podrías|podría)\ (?:decir|decirme|explicar|explicarme)\ (?:si\ )?"
        r"|(?:sabes|sabe)\ (?:si\ )?",
    ),
    corrects=(
        compiled(r"""(?:(?:no|espera|perdón|perdona|lo\ siento|ah|ay|uy|disculpa|disculpe|en\ realidad
            |corrección|bueno)\b[\s,.!:;…–—-]*)*
            (?:(?:me\ refería|me\ refiero)\ a(?:l)?|quería\ decir|quise\ decir
                |quería\ preguntar\ (?:por|sobre)|debía\ ser|debería\ ser|hablo\ de|hablaba\ de|digo)[\s,:]+
            (?P<wanted>[^,;.!?]+?)\s*(?:(?:,|;|\ –)?\s*(?:y\ )?(?:no|en\ vez\ de
                |en\ lugar\ de)\ (?:al?\ |de\ )?(?P<replaced>[^,;.!?]+?))?\s*[.!?]*\s*$"""),
        compiled(
            r"(?:(?:no|espera|perdón|perdona)\b[\s,.!:;–—-]*)*no\ (?P<replaced>[^,;.!?]+?)\s*(?:,"
            r"|;)\s*(?:sino\ )?(?P<wanted>[^,;.!?]+?)\s*[.!]*\s*$"
        ),
        compiled(
            r"(?:no|espera|perdón|perdona"
            r"|corrección)\b[\s,.!:;–—-]+(?P<wanted>[^,;.!?]+?)\s*,?\ (?:y\ )?no\ (?P<replaced>[^,;.!?]+?)\s*[.!]*\s*$"
        ),
        compiled(
            r"(?:no|perdón|corrección|espera,?\ no)\b(?:\s*[,.!:;–—-]+\s*|\s+(?=(?:19"
            r"|20)\d\d\b))(?P<wanted>\S+(?:\ \S+){0,4}?)\s*[.!]*\s*$"
        ),
    ),
    contradicts=anywhere(
        r"(?:eso|esto)\ no\ (?:puede\ ser|es)\ (?:verdad|cierto|correcto)?|(?:estás|está)\ seguro|(?:eso"
        r"|esto)\ es\ (?:falso|incorrecto)|no\ es\ (?:verdad|cierto|correcto)"
    ),
    reuse=anywhere(
        rf"{_NOUN}\ (?:que\ )?(?:acabas\ de\ |acaba\ de\ |has\ |ha\ )?(?:citar|citaste|citado|mencionar"
        rf"|mencionado|mencionaste|mostrado|usado)\b",
        rf"(?:el|la|los|las|ese|esa|este|esta)\ (?:mismo\ |misma\ )?{_NOUN}\ (?:citad[oa]|anterior"
        rf"|de\ arriba)|(?:en|según)\ (?:ese|esa|este|esta|el\ mismo|la\ misma)\ {_NOUN}|(?:fuente|pasaje"
        rf"|cita)\ (?:número\ |n\.º\ )?\[?\d{{1,3}}\]?|\[\d{{1,3}}\]",
    ),
    reuse_alone=compiled(
        r"¿?(?:y\ )?(?:(?:cuál|cual)\ es\ (?:la|tu|su)\ fuente|(?:la\ )?fuentes?|(?:de\ )?dónde\ (?:dice|pone"
        r"|sale|has\ sacado)\ (?:eso|esto))\W*$"
    ),
    recall=(
        (
            compiled(
                r"(?:mi|la)\ primera\ (?:pregunta|cosa)(?:\ que\ (?:te\ |le\ )?(?:hice|pregunté|dije))?|qué\ (?:te\ "
                r"|le\ )?pregunté\ (?:primero|al\ (?:principio|empezar|comienzo|inicio))"
            ),
            "first",
        ),
        (
            compiled(
                r"(?:mi|la)\ (?:última|anterior|segunda|pregunta\ anterior)\ ?(?:pregunta|cosa)?(?:\ que\ (?:te\ "
                r"|le\ )?(?:hice|pregunté|dije))?\W*$|qué\ (?:te\ |le\ )?(?:acabo\ de\ preguntar"
                r"|pregunté)(?:\ (?:antes|hace\ un\ momento|justo\ ahora))?\W*$"
            ),
            "last",
        ),
        (
            compiled(
                r"(?:qué|cuáles|cuántas)\b.*\b(?:he\ preguntado|hemos\ (?:hablado|visto|tratado|discutido)"
                r"|te\ he\ preguntado|he\ hecho)|(?:resume|resumen\ de)\ (?:nuestra|la|esta)\ (?:conversación"
                r"|charla)|de\ qué\ hemos\ hablado"
            ),
            "list",
        ),
        (
            compiled(
                r"(?:qué|cuánto|cuál|cuándo|dónde|cómo)\b[^.?!]*\b(?:me\ |nos\ )?(?:dijiste|dijo\ usted|has\ dicho"
                r"|ha\ dicho|respondiste|contestaste|recomendaste|mencionaste|habías\ dicho)\b|(?:recuérdame|repite"
                r"|repíteme)\b[^.?!]*\b(?:dijiste|has\ dicho|dijo)"
            ),
            "said",
        ),
        (
            compiled(
                r"\b(?:dije|te\ dije|le\ dije|te\ he\ dicho|mencioné|te\ conté)\ (?:yo\ )?(?:que\b)?(?=.*\?)|(?:qué"
                r"|cuánto|quién|cómo)\b[^.?!]*\b(?:te\ |le\ )?(?:dije|he\ dicho|mencioné|conté)\b|(?:te\ acuerdas"
                r"|recuerdas)\ (?:de\ )?(?:mi|quién|cómo|qué)\b"
            ),
            "asked",
        ),
    ),
    forms=(
        (compiled(r"\btabla\b"), "table"),
        (compiled(r"\b(?:lista|viñetas|puntos)\b"), "list"),
        (compiled(r"\bpaso\ a\ paso\b|\bpasos\b"), "steps"),
        (
            compiled(
                r"\b(?:más\ (?:corto|corta|breve|conciso|concisa)|acórta(?:lo|la)|acorta|abrevia|abrévialo"
                r"|brevemente|en\ breve|en\ (?:una|dos|tres|pocas|\d+)\ (?:frases?|palabras?|líneas?|oraci(?:ón"
                r"|ones)))\b"
            ),
            "shorter",
        ),
        (compiled(r"\b(?:resumirl[oa]|resume|resúmelo|resúmela|resumir|resumen|resumido|resúmeme)\b"), "summary"),
        (
            compiled(
                r"\b(?:más\ (?:simple|sencillo|sencilla|fácil|claro)|simplifica(?:lo|r)?|simplifícalo"
                r"|no\ (?:lo\ )?entiendo|palabras\ (?:sencillas|simples)|lenguaje\ sencillo"
                r"|qué\ quieres\ decir)\b"
            ),
            "simpler",
        ),
        (compiled(r"\bmás\ (?:largo|larga)\b"), "longer"),
        (
            compiled(
                r"\b(?:reformula(?:lo|r)?|reescribe(?:lo)?|con\ otras\ palabras|en\ otras\ palabras"
                r"|más\ formal)\b"
            ),
            "rewrite",
        ),
        (compiled(r"\b(?:repite(?:lo)?|repítelo|repetir|otra\ vez|de\ nuevo)\b"), "repeat"),
    ),
    form_words=vocabulary(
        """haz hazlo hazla ponlo ponla pon dilo dime di puedes puede podrías podría me lo la los las el un una unos
        unas en de del con
        y o como a al por favor para que qué eso esto ese esa este esta respuesta anterior última tu su texto
        mensaje forma formato
        más corto corta breve conciso concisa acortarlo acortarla acórtalo acórtala acorta abrevia abrévialo
        brevemente frase frases
        palabra palabras línea líneas oración oraciones pocas dos tres cuatro cinco lista tabla viñetas puntos paso
        pasos resume
        resúmelo resúmela resumir resumen resumido resúmeme resumirlo simple sencillo sencilla sencillas simples
        fácil claro
        simplifica simplifícalo no entiendo entendí lenguaje largo larga reformula reescribe otras otra vez nuevo
        formal repite repítelo
        repetir repetirlo traduce tradúcelo traducir traducirlo traducción ahora solo sólo quiero quieres decir
        ponerlo ponerla decirlo
        escribe escríbelo idioma todo se le gracias vale mismo misma"""
    ),
    translates=compiled(r"\btradu(?:ce|cir|cción|cirlo|zca)|\btradúcelo\b"),
    languages={
        "inglés": "en",
        "ingles": "en",
        "español": "es",
        "castellano": "es",
        "francés": "fr",
        "frances": "fr",
        "alemán": "de",
        "aleman": "de",
        "italiano": "it",
        "portugués": "pt",
        "chino": "zh",
        "japonés": "ja",
        "ruso": "ru",
        "árabe": "ar",
        "catalán": "ca",
        "holandés": "nl",
        "neerlandés": "nl",
        "polaco": "pl",
        "coreano": "ko",
    },
    dangling=compiled(
        r"\b(?:él|ella|ellos|ellas|eso|esto|aquello|lo\ mismo)\b|\b(?:el|la)\ (?:primer[oa]|segund[oa]"
        r"|tercer[oa]|últim[oa]|otr[oa])\W*$"
    ),
    expletive=compiled(r"\b(?:por\ eso|a\ eso\ de|todo\ eso)\b"),
    bare=compiled(
        r"¿?(?:y\ )?(?:por\ qué|cómo|más|cuéntame\ más|dime\ más|sigue|continúa|continua|qué\ más|algo\ más"
        r"|(?:y\ )?(?:el|la)\ (?:primer[oa]|segund[oa]|tercer[oa]|últim[oa]|otr[oa])|\?+|cuánto\ (?:cuesta|mide"
        r"|vale|dura)|qué\ significa(?:\ eso)?|(?:dónde|cuándo)\ (?:es|está|abre|fue))\W*$"
    ),
    who=compiled(
        r"¿?(?:y\ )?(?:quién\ (?:es|era)|cuántos\ años\ tiene|cómo\ se\ llama"
        r"|cuánto\ pesa)\ (?P<name>[^\W\d_][\w'-]*(?:\ [^\W\d_][\w'-]*)?)\W*$"
    ),
    introduces=(
        r"\bmi\ (?:\w+\ ){{1,3}}?(?:es\ |se\ llama\ |,\ )*{name}\b",
        r"\b{name}(?:\ es|,)\ (?:mi|nuestr[oa])\b",
        r"\b(?:me\ llamo|soy|se\ llama|llamad[oa])\ {name}\b",
    ),
    mine=compiled(
        r"¿?(?:y\ )?(?:(?:cuál\ es|cómo\ se\ llama|qué\ es)\ (?P<name>mi\ \w+(?:\ \w+)?)"
        r"|(?P<name2>cómo\ me\ llamo|quién\ soy|dónde\ (?:vivo|trabajo)|cuántos\ años\ tengo))\W*$"
    ),
)
