"""French: the phrases that say what a message asks for."""

from nodes.routing.table import Rules, anywhere, compiled, vocabulary

_END = r"(?:\s*[,.!;:…]+\s*|\s+[–—-]+\s+)"
_ASK = r"""(?:(?:à|en|de|pour|avec|dans|depuis|jusqu'à|sur|sous)\ )?(?:quel|quelle|quels|quelles|que|qu'|quoi
        |qui|quand|où|comment|combien|pourquoi|est-ce|lequel|laquelle
    |lesquels|lesquelles|y\ a-t-il|peut-on|puis-je|faut-il|dois-je|a-t-on|dites|dis|explique|expliquez|montre
        |montrez|existe-t-il|c'est)(?:\b|(?<='))"""
_THANKS = r"(?:(?:un\ grand|mille|grand)\ )?merci(?:s)?(?:\ (?:beaucoup|bien|infiniment|encore))?"
_ACK = r"""(?:ok(?:ay)?|d'accord|parfait|super|génial|bien|très\ bien|bon|excellent|entendu|compris
        |j'ai\ compris|je\ vois|je\ comprends|oui|formidable
    |intéressant|cool|ça\ marche|c'est\ (?:(?:très|bien|plus)\ )?(?:bon|parfait|noté|clair|gentil|utile|sympa)
    |(?:ça|cela)\ m'(?:aide|a\ (?:bien\ )?aidée?)(?:\ (?:beaucoup|bien))?|bon\ à\ savoir|noté|ah|oh|hum+|très\ (?:utile
        |intéressant|gentil)|bonne\ idée)"""
_NOUN = r"(?:passage|texte|source|document|extrait|paragraphe|citation|section|article|page|référence)s?"

RULES = Rules(
    social=anywhere(
        _THANKS,
        _ACK,
        r"bonjour|bonsoir|salut|coucou|bonne\ (?:journée|soirée|nuit)|au\ revoir|à\ (?:bientôt"
        r"|plus(?:\ tard)?|demain)|ça\ va|comment\ (?:ça\ va|allez-vous|vas-tu)",
        r"s'il\ (?:te|vous)\ plaît|de\ rien|c'est\ tout|rien\ d'autre|pour\ (?:tout|l'aide|votre\ aide"
        r"|ton\ aide|les\ infos?|l'information|la\ réponse|cette\ réponse)|haha+|non|et|alors|qui\ es-tu"
        r"|qui\ êtes-vous|que\ (?:peux-tu|pouvez-vous)\ faire|un\ (?:instant|moment)|attends|attendez|pardon"
        r"|désolée?|excusez-moi|beaucoup|à\ (?:vous|toi)",
    ),
    assent=compiled(
        r"(?:oui|ouais|bien\ sûr|d'accord|ok|s'il\ (?:te|vous)\ plaît|oui,?\ s'il\ (?:te|vous)\ plaît"
        r"|exact(?:ement)?|tout\ à\ fait|volontiers|c'est\ ça)\W*$"
    ),
    refusal=compiled(r"(?:non|non,?\ merci|aucune?|ni\ l'un\ ni\ l'autre)\W*$"),
    openers=(
        (compiled(r"(?:bonjour|bonsoir|salut|coucou)(?:[\s,!.:;–—-]+|$)"), ""),
        (
            compiled(
                rf"(?:{_ACK},?\ )?{_THANKS}(?:\ (?:pour|d'|de\ )[^.!?;\n]*?[.!;]+\s+(?=\S)|\ (?:pour"
                rf"|de)\ [^,.!?;:\n]*?{_END}|{_END}|\s+(?=(?:et|mais|maintenant)\b))"
            ),
            "",
        ),
        (compiled(rf"{_ACK}(?:\ alors)?{_END}(?:alors\ |donc\ )?"), ""),
        (
            compiled(
                rf"(?:(?:je\ suis\ )?désolée?|pardon|excuse[z]?-moi|excuse\ moi)(?:\ (?:de|pour"
                rf"|si)\b[^,.!?;:]*?)?(?:{_END}(?:mais\ )?|\s+mais\s+)"
            ),
            "",
        ),
        (
            compiled(
                rf"(?:au\ fait|à\ propos|une\ (?:autre\ |dernière\ )?question|encore\ une\ question|autre\ question"
                rf"|en\ fait|de\ plus|alors|question\ suivante|sinon){_END}"
            ),
            "",
        ),
        (
            compiled(
                rf"(?:changeons\ de\ sujet|pour\ changer(?:\ de\ sujet)?|autre\ (?:sujet|chose)|sur\ un\ autre\ sujet"
                rf"|passons\ à\ autre\ chose|maintenant|rien\ à\ voir){_END}(?:mais\ )?"
            ),
            "switch",
        ),
        (compiled(rf"(?:et\ |mais\ )?maintenant\ (?={_ASK})"), ""),
        (
            compiled(
                r"(?:et\ |mais\ |bon,?\ )?(?:(?:je\ (?:voudrais|veux)|j'aimerais|on\ peut|peut-on|pouvons-nous"
                r"|pour)\ )?(?:revenons(?:-en)?|revenir|revenant|en\ revenant|retournons|retourner|reprenons"
                r"|reprendre|retour)(?:\ (?:encore|maintenant|un\ instant))?\ (?:(?=à|au|aux)|sur\ "
                r"|encore\ )?(?:à\ (?=la|l'|le|les|cette|ce|ces|mon|ma|notre|votre)|au\ |aux\ |à\ )?"
            ),
            "return",
        ),
        (
            compiled(
                r"(?:à\ propos\ (?:de\ |du\ |des\ )?|concernant\ |pour\ |sur\ )(?=[^.!?:,]*\ (?:encore|de\ nouveau"
                r"|à\ nouveau|de\ tout\ à\ l'heure)\b[^.!?:,]*[:,])"
            ),
            "return",
        ),
    ),
    asks=compiled(_ASK),
    announces=anywhere(
        r"ce\ que\ (?:je\ (?:veux|voudrais|voulais)|j'aimerais)\ (?:savoir|demander),?\ c'est\ (?:si\ )?",
        r"(?:ma|la)\ question\ (?:est|c'est)\b:?\ (?:si\ |de\ savoir\ (?:si\ )?)?|je\ (?:voudrais|voulais"
        r"|veux|souhaite|souhaiterais)\ (?:bien\ )?savoir\ (?:si\ )?"
        r"|j'aimerais\ (?:bien\ )?savoir\ (?:si\ )?|je\ me\ demand(?:e|ais)\ (?:si\ )?",
        r"(?:pouvez-vous|peux-tu|pourriez-vous|pourrais-tu)\ (?:me\ |m')?(?:dire|expliquer)\ (?:si\ )?"
        r"|(?:savez-vous|sais-tu)\ (?:si\ )?",
    ),
    corrects=(
        compiled(r"""(?:(?:non|attends|attendez|pardon|désolée?|oups|ah|oh|excuse[z]?-moi|en\ fait
            |correction|enfin)\b[\s,.!:;…–—-]*)*
            (?:je\ (?:voulais\ (?:dire|parler\ de)|voulais\ parler\ d'|pensais\ à|parle\ de
                |parlais\ de|parle\ d'|voulais\ demander)|je\ veux\ dire|il\ s'agit\ de|plutôt
                |c'est\ plutôt)\s*[,:]?\s*
            (?P<wanted>[^,;.!?]+?)\s*(?:(?:,|;|\ –)?\s*(?:et\ )?(?:pas|non\ pas|et\ non|au\ lieu\ de
                |plutôt\ que)\ (?:de\ |du\ |d')?(?P<replaced>[^,;.!?]+?))?\s*[.!?]*\s*$"""),
        compiled(
            r"(?:(?:non|attends|attendez|pardon|désolée?)\b[\s,.!:;–—-]*)*pas\ (?P<replaced>[^,;.!?]+?)\s*(?:,"
            r"|;)\s*(?:mais\ |plutôt\ )?(?P<wanted>[^,;.!?]+?)\s*[.!]*\s*$"
        ),
        compiled(
            r"(?:non|attends|attendez|pardon|désolée?|correction"
            r"|oups)\b[\s,.!:;–—-]+(?P<wanted>[^,;.!?]+?)\s*,?\ (?:et\ )?(?:pas"
            r"|non)\ (?P<replaced>[^,;.!?]+?)\s*[.!]*\s*$"
        ),
        compiled(
            r"(?:non|oups|correction|pardon,?\ non)\b(?:\s*[,.!:;–—-]+\s*|\s+(?=(?:19"
            r"|20)\d\d\b))(?!merci)(?P<wanted>\S+(?:\ \S+){0,4}?)\s*[.!]*\s*$"
        ),
    ),
    contradicts=anywhere(
        r"(?:ce|cela|ça)\ (?:ne\ |n')(?:peut\ pas\ être|est\ pas)\ (?:vrai|juste|correct|exact)?|c'est\ (?:faux"
        r"|inexact)|(?:êtes-vous|es-tu|vous\ êtes|tu\ es)\ sûre?|ce\ n'est\ pas\ (?:vrai|juste|correct|exact)"
    ),
    reuse=anywhere(
        rf"{_NOUN}\ (?:que\ )?(?:vous\ |tu\ )?(?:venez\ de\ |viens\ de\ |avez\ |as\ )?(?:citer|citée?s?"
        rf"|mentionnée?s?|mentionner|utilisée?s?|montrée?s?)\b",
        rf"(?:dans|selon|d'après)\ (?:ce|cet|cette|le\ même|la\ même)\ {_NOUN}|(?:source|passage"
        rf"|citation)\ (?:numéro\ |n°\ ?)?\[?\d{{1,3}}\]?|\[\d{{1,3}}\]",
    ),
    reuse_alone=compiled(
        r"(?:et\ )?(?:quelle\ est\ (?:la|ta|votre)\ source|(?:la\ |vos\ )?sources?|d'où\ (?:vient"
        r"|tenez-vous)\ (?:cela|ça|cette\ information)|où\ est-ce\ (?:écrit|indiqué|dit))\W*$"
    ),
    recall=(
        (
            compiled(
                r"(?:ma|la)\ (?:toute\ )?première\ (?:question|chose)(?:\ que\ j'ai\ (?:posée|demandée|dite))?"
                r"|qu'(?:est-ce\ que\ je?\s?(?:'|t'|vous\ )?|ai-je)\s?(?:ai\ )?demandé\ (?:en\ premier|d'abord"
                r"|au\ début)"
            ),
            "first",
        ),
        (
            compiled(
                r"(?:ma|la)\ (?:dernière|précédente|deuxième)\ (?:question|chose)(?:\ que\ j'ai\ (?:posée|demandée"
                r"|dite))?|ma\ question\ précédente|qu'(?:est-ce\ que\ je\ viens\ de|ai-je)\ (?:demandé"
                r"|demander)(?:\ en\ dernier)?\W*$"
            ),
            "last",
        ),
        (
            compiled(
                r"(?:quelles?\ questions|combien\ de\ questions|de\ quoi|qu'|que)\b.*(?:avons-nous\ (?:parlé|discuté"
                r"|vu|abordé)|ai-je\ (?:posées?|demandé\ jusqu)|a-t-on\ (?:parlé|vu|discuté)|j'ai\ posées?)"
                r"|(?:résume[rz]?|résumé\ de)\ (?:notre|la|cette)\ (?:conversation|discussion)"
            ),
            "list",
        ),
        (
            compiled(
                r"(?:que|qu'|quel|quelle|quand|combien|où|comment)[^.?!]*(?:as-tu|avez-vous|tu\ (?:m'as|as)"
                r"|vous\ (?:m'avez|avez)|m'as-tu|m'avez-vous)\ (?:déjà\ )?(?:dit|répondu|recommandé|expliqué"
                r"|mentionné|indiqué|conseillé)|(?:rappelle|rappelez|répète|répétez)(?:-moi)?\b[^.?!]*(?:tu\ (?:as"
                r"|m'as)|vous\ (?:avez|m'avez))\ dit"
            ),
            "said",
        ),
        (
            compiled(
                r"(?:ai-je|est-ce\ que\ j'ai|j'ai)\ (?:déjà\ |bien\ )?(?:dit|mentionné|demandé|précisé)\b(?=.*\?)"
                r"|(?:tu\ te\ souviens|vous\ souvenez-vous|te\ souviens-tu|te\ rappelles-tu)\ (?:de\ )?(?:mon|ma|mes"
                r"|qui|ce\ que)\b"
            ),
            "asked",
        ),
    ),
    forms=(
        (compiled(r"\btableau\b"), "table"),
        (compiled(r"\b(?:liste|puces|points)\b"), "list"),
        (compiled(r"\b(?:étape\ par\ étape|étapes)\b"), "steps"),
        (
            compiled(
                r"\b(?:plus\ (?:court|courte|bref|brève|concis|concise|brièvement)|raccourci[srt]?(?:-le|-la|ssez"
                r"|ssez-le|r)?|abrège[rz]?|en\ bref|brièvement|en\ (?:une|deux|trois|\d+|quelques)\ (?:phrases?"
                r"|mots?|lignes?))\b"
            ),
            "shorter",
        ),
        (compiled(r"\b(?:résume[rz]?|résumé|résume-le|résumez-le|synthèse)\b"), "summary"),
        (
            compiled(
                r"\b(?:plus\ (?:simple|simplement|clair|clairement|facile)|simplifie[rz]?"
                r"|je\ (?:ne\ )?comprends\ pas|mots\ simples|termes\ simples|que\ veux-tu\ dire"
                r"|que\ voulez-vous\ dire)\b"
            ),
            "simpler",
        ),
        (compiled(r"\bplus\ (?:long|longue)\b"), "longer"),
        (
            compiled(
                r"\b(?:reformule[rz]?|réécri[st](?:ez)?|réécrire|autrement|d'autres\ (?:mots|termes)"
                r"|plus\ formel(?:le)?)\b"
            ),
            "rewrite",
        ),
        (compiled(r"\b(?:répète[rz]?|répétez|répéter|encore\ une\ fois|redis(?:-le)?|redites)\b"), "repeat"),
    ),
    form_words=vocabulary(
        """fais faites fais-le faites-le mets mets-le mettez mettez-le dis dis-le dites dites-le peux-tu pouvez-vous
        pourrais-tu
        pourriez-vous tu peux vous pouvez me moi le la les l' un une des en de du d' d'autres avec et ou comme à au
        par pour que qu' ça cela
        ce cet cette c'est réponse dernière précédente ta votre texte message forme format plus court courte bref
        brève concis concise
        brièvement raccourcis raccourcir raccourcissez raccourcis-le raccourcissez-le abrège abréger abrégez phrase
        phrases mot mots ligne
        lignes quelques deux trois quatre cinq liste tableau puces points étape étapes résume résumez résumer résumé
        résume-le résumez-le
        synthèse simple simples simplement clair clairement facile simplifie simplifier simplifiez je ne comprends
        pas termes long longue
        reformule reformuler reformulez réécris réécrire réécrivez autrement formel formelle répète répéter répétez
        encore fois redis
        redites traduis traduisez traduire traduis-le traduction maintenant seulement s'il te plaît plait svp merci
        langue sous dans tout
        veux dire écris écrire voulez-vous veux-tu version une autre"""
    ),
    translates=compiled(r"\btradui(?:s|sez|re|t)\b|\btraduction\b"),
    languages={
        "anglais": "en",
        "espagnol": "es",
        "français": "fr",
        "francais": "fr",
        "allemand": "de",
        "italien": "it",
        "portugais": "pt",
        "chinois": "zh",
        "japonais": "ja",
        "russe": "ru",
        "arabe": "ar",
        "néerlandais": "nl",
        "polonais": "pl",
        "coréen": "ko",
    },
    dangling=compiled(
        r"\b(?:elle|ils|elles|celui-ci|celle-ci|celui-là|celle-là|cela|ça)\b|\b(?:est|était|coûte|a|peut|va|fait"
        r"|mesure|dure|contient|ouvre|ferme|pèse|sert)-(?:t-)?(?:il|elle|ils|elles)\b|\b(?:le|la)\ (?:premi(?:er"
        r"|ère)|deuxième|second[e]?|troisième|derni(?:er|ère)|autre)\W*$"
    ),
    expletive=compiled(
        r"\bfaut-il\b|\by\ a-t-il\b|\best-il\ (?:\w+\ )?(?:possible|nécessaire|obligatoire|interdit|permis"
        r"|autorisé|vrai|utile)\b|\bcela\ dit\b|\bça\ va\b"
    ),
    bare=compiled(
        r"(?:et\ )?(?:pourquoi(?:\ (?:cela|ça|pas))?|comment(?:\ ça)?|(?:dis|dites)(?:-moi|-m'en)\ (?:en\ )?plus"
        r"|continue[rz]?|la\ suite|quoi\ d'autre|(?:d'autres|un\ autre|une\ autre)|(?:le|la)\ (?:premi(?:er|ère)"
        r"|deuxième|second[e]?|troisième|derni(?:er|ère)|autre)|lequel|laquelle|les\ deux|\?+"
        r"|combien\ (?:ça\ coûte|coûte-t-(?:il|elle))|c'est\ (?:combien|où|quand))\W*$"
    ),
    who=compiled(
        r"(?:et\ )?(?:qui\ (?:est|était)|quel\ âge\ a|comment\ s'appelle"
        r"|combien\ pèse)\ (?P<name>[^\W\d_][\w'-]*(?:\ [^\W\d_][\w'-]*)?)\W*$"
    ),
    introduces=(
        r"\b(?:mon|ma|mes)\ (?:\w+\ ){{1,3}}?(?:est\ |s'appelle\ |,\ )*{name}\b",
        r"\b{name}(?:\ est|,)\ (?:mon|ma|notre)\b",
        r"\b(?:je\ m'appelle|je\ suis|s'appelle|nommée?|appelée?)\ {name}\b",
    ),
    mine=compiled(
        r"(?:et\ )?(?:(?:quel(?:le)?\ est|comment\ s'appelle)\ (?P<name>(?:mon|ma)\ \w+(?:\ \w+)?)"
        r"|(?P<name2>comment\ je\ m'appelle|qui\ suis-je|où\ (?:est-ce\ que\ j')?habit(?:e|é-je)"
        r"|quel\ âge\ ai-je))\W*$"
    ),
)
