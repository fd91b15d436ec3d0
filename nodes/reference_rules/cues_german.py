"""German: how a follow-up leans on what came before."""

from nodes.reference_rules.cue_tables import Cues, verbose

_NTH_DE = {
    "erste": 1,
    "ersten": 1,
    "erster": 1,
    "erstes": 1,
    "zweite": 2,
    "zweiten": 2,
    "zweiter": 2,
    "zweites": 2,
    "dritte": 3,
    "dritten": 3,
    "vierte": 4,
    "vierten": 4,
    "fünfte": 5,
    "fünften": 5,
    "letzte": -1,
    "letzten": -1,
    "letztere": -1,
    "letzteren": -1,
    "erstere": 1,
    "ersteren": 1,
    "eins": 1,
    "zwei": 2,
    "drei": 3,
    "vier": 4,
    "fünf": 5,
}
_ORD_DE = r"(?:erste|zweite|dritte|vierte|fünfte|letzte|letztere|erstere)[nrs]?"
CUES = Cues(
    lead=verbose(r"(?:(?:und|aber|oder|also|dann|auch|jetzt|nun)\b[\s,]*)+"),
    about=verbose(
        r"(?:(?:und|aber)\s+)?(?:was\ ist\ (?:denn\ )?mit|wie\ (?:ist|sieht)\ es\ (?:denn\ )?(?:mit|bei)"
        r"|wie\ steht\ es\ (?:um|mit))\s+(?:(?:der|dem|den)\s+)?"
    ),
    limit=verbose(r"(?:(?:und|aber)\s+)?(?:nur|bloß|ausschließlich|sogar|außer|ohne)\s+"),
    same=verbose(
        r"(?:(?:und|aber)\s+)?(?:(?:das|die)\ ?(?:selbe|gleiche)(?:\ frage)?\ |(?:gilt|ist)\ (?:das|dies"
        r"|es)\ (?:auch\ |genauso\ |gleich\ )*|(?:das\ )?gleich(?:e|es)?\ )(?=(?:für|bei|mit|in|am|im|zu)\b)"
    ),
    more=verbose(
        r"(?:(?:erzähl|sag)(?:e|en\ sie)?\ (?:mir\ )?mehr(?:\ (?:darüber|davon))?|mehr(?:\ (?:details|dazu|davon"
        r"|infos?|informationen|beispiele|bitte))*|(?:mach\ |bitte\ )?weiter|(?:und\ )?was\ noch"
        r"|(?:gibt\ es\ )?noch\ (?:mehr|andere|weitere|etwas|welche)|sonst\ noch\ (?:was|etwas)|der\ rest|und"
        r"|genauer(?:\ bitte)?)"
    ),
    others=verbose(r"\b(?:noch\ )?(?:andere|weitere)\b(?=\W*$)|\bwas\ noch\b|\bsonst\ noch\b"),
    two=verbose(
        r"\b(?:welche[rsn]?|was)\ (?:von\ (?:beiden|den\ beiden|diesen|denen)|davon|ist\ (?:\w+er|besser"
        r"|günstiger|billiger|teurer))\b|\bdie\ beiden(?=\W*$)|\bbeide(?=\W*$)|\bvergleiche?\ (?:sie|die\ beiden"
        r"|beide)\b|\b(?:unterschied|unterschiede)(?=\W*$|\ zwischen\ (?:beiden|den\ beiden|ihnen))"
    ),
    whether_true=verbose(
        r"(?:und\ )?(?:(?:ist|stimmt)\ das\ (?:wirklich\ |tatsächlich\ |auch\ |denn\ )*(?:wahr|richtig|so"
        r"|korrekt)?|wirklich|echt|(?:bist\ du|sind\ sie)\ (?:dir\ |sich\ )?sicher|das\ (?:kann"
        r"|stimmt)\ (?:doch\ )?nicht(?:\ (?:sein|stimmen))?)\W*$"
    ),
    ordinal=verbose(
        rf"\b(?:der|die|das|den|dem|beim|zum|im|am)\ (?P<nth>{_ORD_DE})(?:\ (?P<noun>von\ (?:ihnen|denen|diesen)"
        rf"|davon|[^\W\d_]+))?|\b(?:punkt|option|nummer|nr\.|schritt|beispiel)\ (?P<nth2>\d{{1,2}}|eins|zwei|drei"
        rf"|vier|fünf)\b|^(?:ja,?\ )?(?:der|die|das|den)?\ ?(?P<nth3>{_ORD_DE})\W*$"
    ),
    nth=_NTH_DE,
    ends=verbose(
        rf"\b(?:der|die|das|den)\ (?P<nth>{_ORD_DE})\ (?:und|oder|mit)\ (?:der|die|das|den"
        rf"|dem)\ (?P<second>{_ORD_DE})(?:\ (?:davon|von\ ihnen))?"
    ),
    later=(
        (
            verbose(
                r"(?:im|für\ das|in\ dem)?\ ?(?:jahr\ (?:davor|zuvor|vorher)|(?:vorherigen?|vorigen"
                r"|vorhergehenden?)\ jahr|vorjahr)"
            ),
            -1,
        ),
        (
            verbose(
                r"(?:im|für\ das|in\ dem)?\ ?(?:jahr\ (?:danach|darauf)|(?:folgenden?|nächsten?"
                r"|darauffolgenden?)\ jahr|folgejahr)"
            ),
            1,
        ),
    ),
    pronoun=verbose(
        r"\b(?:er|sie|es|ihn|ihm|ihnen|sein|seine|seinen|seiner|ihr|ihre|ihren|ihrer|dessen|deren|das|dies"
        r"|dieser|diese|dieses|davon|dafür|dazu|darin|damit|daran|dabei|darauf|dort|da)\b"
    ),
    joins="von",
    year="im Jahr",
)
