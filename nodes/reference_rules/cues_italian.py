"""Italian: how a follow-up leans on what came before."""

from nodes.reference_rules.cue_tables import Cues, verbose

_NTH_IT = {
    "primo": 1,
    "prima": 1,
    "secondo": 2,
    "seconda": 2,
    "terzo": 3,
    "terza": 3,
    "quarto": 4,
    "quarta": 4,
    "ultimo": -1,
    "ultima": -1,
    "uno": 1,
    "due": 2,
    "tre": 3,
    "quattro": 4,
}
_ORD = r"(?:prim[oa]|second[oa]|terz[oa]|quart[oa]|ultim[oa])"
CUES = Cues(
    lead=verbose(r"(?:(?:e|ed|o|ma|allora|quindi|ora|anche|poi)\b[\s,]*)+"),
    about=verbose(
        r"(?:(?:e|ma)\s+)?(?:che\ (?:mi\ )?(?:dici|ne\ è)|cosa\ (?:mi\ )?dici)\ d(?:i|el|ella|ei|egli|elle)\s+"
    ),
    limit=verbose(r"(?:(?:e|ma)\s+)?(?:solo|soltanto|solamente|perfino|tranne|senza)\s+"),
    same=verbose(
        r"(?:(?:e|ma)\s+)?(?:lo\ stesso\ |(?:è|sono)\ (?:lo\ stesso|uguale)\ |vale\ (?:anche\ |lo\ stesso\ )?)"
        r"(?=(?:per|a|con|in|di)\b)"
    ),
    more=verbose(
        r"(?:(?:e\ )?(?:dimmi|raccontami|spiegami)\ di\ più|più\ (?:dettagli|informazioni|esempi)|continua|vai\ avanti"
        r"|(?:e\ )?(?:che\ altro|cos'altro|cosa\ altro)|(?:ce\ ne\ sono\ )?altr[ie]|il\ resto|e)"
    ),
    others=verbose(r"\baltr[ie]\b(?=\W*$)|\bche\ altro\b|\bcos'altro\b"),
    two=verbose(r"\bquale\ (?:dei|delle)\ due\b|\b(?:i\ due|le\ due|entramb[ie])(?=\W*$)|\bdifferenz[ae](?=\W*$)"),
    whether_true=verbose(
        r"(?:e\ )?(?:(?:è\ )?(?:davvero\ )?(?:vero|così|corretto)|davvero|sul\ serio|sei\ sicur[oa])\W*$"
    ),
    ordinal=verbose(
        rf"\b(?:il|la|al|alla|del|della|l')\ ?(?P<nth>{_ORD})(?:\ (?P<noun>di\ (?:questi|queste|essi|loro)|[^\W\d_]+))?"
        rf"|\b(?:il\ )?(?:punto|opzione|numero|passo|esempio)\ (?P<nth2>\d{{1,2}}|uno|due|tre|quattro)\b"
        rf"|^(?:sì,?\ )?(?:il|la|l')?\ ?(?P<nth3>{_ORD})\W*$"
    ),
    nth=_NTH_IT,
    ends=verbose(rf"\b(?:il|la|l')\ ?(?P<nth>{_ORD})\ (?:e|o|con)\ (?:il|la|l')\ ?(?P<second>{_ORD})"),
    later=(
        (verbose(r"(?:nell'|l')?anno\ (?:precedente|scorso|prima)"), -1),
        (verbose(r"(?:nell'|l')?anno\ (?:successivo|seguente|dopo)"), 1),
    ),
    pronoun=verbose(r"\b(?:lui|lei|essi|esse|ciò|suo|sua|suoi|sue|lì|là|ci|ne)\b"),
    joins="di",
    year="nel",
)
