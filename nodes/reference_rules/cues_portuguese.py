"""Portuguese: how a follow-up leans on what came before."""

from nodes.reference_rules.cue_tables import Cues, verbose

_NTH_PT = {
    "primeiro": 1,
    "primeira": 1,
    "segundo": 2,
    "segunda": 2,
    "terceiro": 3,
    "terceira": 3,
    "quarto": 4,
    "quarta": 4,
    "último": -1,
    "última": -1,
    "um": 1,
    "dois": 2,
    "três": 3,
    "quatro": 4,
}
_ORD = r"(?:primeir[oa]|segund[oa]|terceir[oa]|quart[oa]|últim[oa])"
CUES = Cues(
    lead=verbose(r"(?:(?:e|ou|mas|então|agora|também|aliás)\b[\s,]*)+"),
    about=verbose(r"(?:(?:e|mas)\s+)?(?:que\ tal|e\ quanto|quanto|no\ que\ toca)\ (?:a|ao|aos|à|às)\s+"),
    limit=verbose(r"(?:(?:e|mas)\s+)?(?:só|somente|apenas|até|exceto|sem)\s+"),
    same=verbose(
        r"(?:(?:e|mas)\s+)?(?:o\ mesmo\ |(?:é|são)\ (?:isso\ )?(?:o\ mesmo|igual)\ |(?:também\ )?(?:vale"
        r"|aplica-se)(?:\ também)?\ |igual\ )(?=(?:para|a|com|em|de)\b)"
    ),
    more=verbose(
        r"(?:(?:e\ )?(?:conta|diz|explica)(?:-me)?\ mais|mais(?:\ (?:detalhes|informações|exemplos|por\ favor))*"
        r"|continua|continue|(?:e\ )?o\ que\ mais|(?:e\ )?que\ mais|(?:há\ )?outr[oa]s|o\ resto|e)"
    ),
    others=verbose(r"\boutr[oa]s?\b(?=\W*$)|\bque\ mais\b"),
    two=verbose(
        r"\bqual\ d(?:os|as)\ (?:dois|duas)\b|\b(?:os\ dois|as\ duas|ambos|ambas)(?=\W*$)|\bdiferenças?(?=\W*$)"
    ),
    whether_true=verbose(
        r"(?:e\ )?(?:(?:isso\ )?é\ (?:mesmo\ )?(?:verdade|certo|assim)|a\ sério|de\ verdade"
        r"|tens\ a\ certeza|tem\ (?:a\ )?certeza)\W*$"
    ),
    ordinal=verbose(
        rf"\b(?:o|a|ao|à|do|da|no|na)\ (?P<nth>{_ORD})(?:\ (?P<noun>d(?:eles|elas|esses|essas)|[^\W\d_]+))?"
        rf"|\b(?:o\ )?(?:ponto|opção|número|passo|exemplo)\ (?P<nth2>\d{{1,2}}|um|dois|três|quatro)\b"
        rf"|^(?:sim,?\ )?(?:o|a)?\ ?(?P<nth3>{_ORD})\W*$"
    ),
    nth=_NTH_PT,
    ends=verbose(rf"\b(?:o|a)\ (?P<nth>{_ORD})\ (?:e|ou|com)\ (?:o|a)\ (?P<second>{_ORD})(?:\ d(?:eles|elas))?"),
    later=(
        (verbose(r"(?:no|para\ o|do)?\ ?ano\ (?:anterior|passado|antes)"), -1),
        (verbose(r"(?:no|para\ o|do)?\ ?ano\ (?:seguinte|depois)"), 1),
    ),
    pronoun=verbose(
        r"\b(?:ele|ela|eles|elas|isso|isto|disso|nisso|nele|nela|neles|nelas|dele|dela|deles|delas|seu|sua|seus|suas"
        r"|lá|ali)\b"
    ),
    joins="de",
    year="em",
)
