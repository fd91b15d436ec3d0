"""French: how a follow-up leans on what came before."""

from nodes.reference_rules.cue_tables import Cues, verbose

_NTH_FR = {
    "premier": 1,
    "première": 1,
    "deuxième": 2,
    "second": 2,
    "seconde": 2,
    "troisième": 3,
    "quatrième": 4,
    "cinquième": 5,
    "dernier": -1,
    "dernière": -1,
    "un": 1,
    "deux": 2,
    "trois": 3,
    "quatre": 4,
    "cinq": 5,
}
CUES = Cues(
    lead=verbose(r"(?:(?:et|mais|ou|alors|donc|aussi|puis|maintenant)\b[\s,]*)+"),
    about=verbose(
        r"(?:(?:et|mais)\s+)?(?:qu'en\ est-il\ (?:de\ la\ |de\ l'|du\ |des\ |de\ |d')|quid\ (?:de\ la\ |de\ l'"
        r"|du\ |des\ |de\ |d'))"
    ),
    limit=verbose(r"(?:(?:et|mais)\s+)?(?:seulement|uniquement|juste|même|sauf|sans)\s+"),
    same=verbose(
        r"(?:(?:et|mais)\s+)?(?:(?:la\ )?même\ (?:chose|question)\ |(?:est-ce"
        r"|c'est)\ (?:que\ c'est\ )?(?:la\ même\ chose|pareil|identique|valable|le\ cas)\ (?:aussi\ )?|pareil\ "
        r"|cela\ vaut-il\ (?:aussi\ )?)(?=(?:pour|avec|en|à|au|aux|dans)\b)"
    ),
    more=verbose(
        r"(?:(?:et\ )?(?:dis|dites)(?:-moi|-m'en|-nous)?\ (?:en\ )?(?:plus|davantage)|(?:plus"
        r"|davantage)\ (?:de\ détails|d'informations?|d'exemples)|continue[rz]?|la\ suite|(?:et\ )?quoi\ d'autre"
        r"|autre\ chose|(?:y\ en\ a-t-il\ )?d'autres|en\ savoir\ plus|le\ reste|et|développe[rz]?)"
    ),
    others=verbose(r"\bd'autres\b(?=\W*$)|\bquoi\ d'autre\b|\bautre\ chose\b"),
    two=verbose(
        r"\b(?:lequel|laquelle|lesquels|lesquelles)\ (?:des\ (?:deux|trois)|d'entre\ (?:eux|elles)|est\ (?:le\ "
        r"|la\ )?(?:plus|moins|meilleur|meilleure))\b|\bles\ deux(?=\W*$)|\bcompare(?:z)?-(?:les|l[ea]s)\b"
        r"|\b(?:différence|différences)(?=\W*$|\ entre\ (?:les\ deux|eux|elles))"
    ),
    whether_true=verbose(
        r"(?:et\ )?(?:(?:est-ce|c'est)\ (?:que\ c'est\ )?(?:vraiment\ )?(?:vrai|exact|correct|juste|sûr"
        r"|bien\ vrai)|vraiment|(?:tu\ es|vous\ êtes|es-tu|êtes-vous)\ sûre?|ce\ n'est\ pas\ (?:vrai"
        r"|possible))\W*$"
    ),
    ordinal=verbose(
        r"\b(?:le|la|au|du|les)\ (?P<nth>premier|première|deuxième|second|seconde|troisième|quatrième|cinquième"
        r"|dernier|dernière)(?:\ (?P<noun>d'entre\ (?:eux|elles)|[^\W\d_]+))?|\b(?:le\ )?(?:point|option|numéro"
        r"|étape|exemple)\ (?P<nth2>\d{1,2}|un|deux|trois|quatre|cinq)\b|^(?:oui,?\ )?(?:le"
        r"|la)?\ ?(?P<nth3>premier|première|deuxième|second|seconde|troisième|dernier|dernière)\W*$"
    ),
    nth=_NTH_FR,
    ends=verbose(
        r"\b(?:le|la)\ (?P<nth>premier|première|deuxième)\ (?:et|ou|avec)\ (?:le|la)\ (?P<second>deuxième|second"
        r"|seconde|troisième|dernier|dernière)(?:\ d'entre\ (?:eux|elles))?"
    ),
    later=(
        (
            verbose(
                r"(?:en\ |pour\ |de\ )?(?:l')?année\ (?:précédente|d'avant|antérieure)|(?:pour\ )?l'an\ (?:dernier"
                r"|d'avant)"
            ),
            -1,
        ),
        (verbose(r"(?:en\ |pour\ |de\ )?(?:l')?année\ (?:suivante|d'après)"), 1),
    ),
    pronoun=verbose(
        r"\b(?:il|elle|ils|elles|celui-ci|celle-ci|ceux-ci|celles-ci|cela|ça|ceci|son|sa|ses|leur|leurs|y|en)\b"
    ),
    joins="de",
    year="en",
)
