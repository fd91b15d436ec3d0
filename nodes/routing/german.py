"""German: the phrases that say what a message asks for."""

from nodes.routing.table import Rules, anywhere, compiled, vocabulary

_END = r"(?:\s*[,.!;:…]+\s*|\s+[–—-]+\s+)"
_ASK = r"""(?:(?:ab|an|auf|aus|bei|bis|für|in|mit|nach|seit|um|von|vor|zu|über|unter)\ )?(?:was|wer|wen|wem
        |wessen|wann|wo|wohin|woher|wie|warum|wieso|weshalb|welche|welcher
    |welches|welchen|welchem|wieviel|womit|wofür|worin|worauf|ist|sind|war|waren|gibt|kann|können|darf|dürfen
        |muss|müssen|hat|haben|soll|sollte|wird|werden|braucht|brauche|sag|sagen\ sie|erkläre|erklär|erklären\ sie
        |nenne|nennen\ sie|zeige|zeig)\b"""
_THANKS = (
    r"(?:(?:vielen|besten|herzlichen|tausend|lieben)(?:\ lieben|\ herzlichen)?\ dank|danke(?:schön)?(?:\ (?:sehr"
    r"|schön|vielmals|dir|ihnen))?"
    r"|dankeschön)"
)
_ACK = r"""(?:ok(?:ay)?|gut|sehr\ gut|alles\ klar|klar|perfekt|super|prima|toll|schön|in\ ordnung|verstanden
        |ich\ verstehe|verstehe|ach\ so|aha|ah|oh|hm+
    |ja|genau|interessant|ausgezeichnet|wunderbar|sehr\ (?:hilfreich|schön|interessant)
        |das\ (?:hilft(?:\ (?:mir|uns))?(?:\ (?:sehr|weiter|schon(?:\ sehr|\ mal)?))*
        |ist\ (?:sehr\ )?(?:gut|hilfreich|super|interessant|nett|klar|prima))|gut\ zu\ wissen|na\ gut
        |passt|fein|stimmt)"""
_NOUN = r"(?:passage|text|quelle|dokument|auszug|absatz|zitat|abschnitt|artikel|seite|stelle|textstelle|beleg)[nes]*"

RULES = Rules(
    social=anywhere(
        _THANKS,
        _ACK,
        r"hallo|hi|hey|guten\ (?:tag|morgen|abend)|moin|servus|grüß\ (?:gott|dich)|gute\ nacht|tschüss"
        r"|tschüs|auf\ wiedersehen|bis\ (?:bald|später|dann|morgen)|wie\ geht(?:'s|\ es\ (?:dir|ihnen))"
        r"|schönen\ (?:tag|abend)(?:\ noch)?",
        r"bitte(?:\ schön)?|das\ (?:ist|war|wär'?s)\ alles|das\ (?:war|wär)e?(?:'?s|\ es)(?:\ (?:schon"
        r"|dann|auch\ schon|für\ heute))?|nichts\ weiter|mehr\ nicht|für\ (?:alles"
        r"|die\ (?:hilfe|info|informationen?|antwort|auskunft)|deine\ hilfe|ihre\ hilfe)|haha+|nein|und|dann"
        r"|wer\ bist\ du|was\ kannst\ du|einen\ moment|moment|warte|entschuldigung|tut\ mir\ leid|verzeihung"
        r"|sehr|noch(?:mals|mal)?",
    ),
    assent=compiled(
        r"(?:ja|jawohl|jep|genau|gern(?:e)?|ok|klar|bitte|ja,?\ (?:bitte|gern(?:e)?|genau)|richtig|natürlich"
        r"|stimmt)\W*$"
    ),
    refusal=compiled(r"(?:nein|nö|nee|nein,?\ danke|keine[rs]?(?:\ von\ beiden)?)\W*$"),
    openers=(
        (
            compiled(
                r"(?:hallo|hi|hey|guten\ (?:tag|morgen|abend)|moin|servus|grüß\ gott)(?:\ zusammen)?(?:[\s,!.:;–—-]+"
                r"|$)"
            ),
            "",
        ),
        (
            compiled(
                rf"(?:{_ACK},?\ )?{_THANKS}(?:\ für\ [^.!?;\n]*?[.!;]+\s+(?=\S)|\ für\ [^,.!?;:\n]*?{_END}|{_END}"
                rf"|\s+(?=(?:und|aber|jetzt|nun)\b))"
            ),
            "",
        ),
        (compiled(rf"{_ACK}(?:\ dann)?{_END}(?:dann\ |also\ )?"), ""),
        (
            compiled(
                rf"(?:entschuldigung|entschuldige|entschuldigen\ sie|verzeihung|sorry"
                rf"|(?:es\ )?tut\ mir\ leid)(?:\ (?:für|dass|wenn)\b[^,.!?;:]*?|,\ dass\ [^,.!?;:]*?"
                rf"|\ die\ störung)?(?:{_END}(?:aber\ )?|\s+aber\s+)"
            ),
            "",
        ),
        (
            compiled(
                rf"(?:übrigens|noch\ eine\ frage|eine\ (?:andere\ |weitere\ |letzte\ )?frage(?:\ noch)?|andere\ frage"
                rf"|nächste\ frage|außerdem|eigentlich|also|kurze\ frage|ach\ ja){_END}"
            ),
            "",
        ),
        (
            compiled(
                rf"(?:themenwechsel|anderes\ thema|ein\ anderes\ thema|zu\ (?:etwas|einem)\ ander(?:em"
                rf"|en)(?:\ thema)?|etwas\ (?:ganz\ )?anderes|jetzt|nun|mal\ was\ anderes){_END}"
            ),
            "switch",
        ),
        (compiled(rf"(?:und\ |aber\ )?(?:jetzt|nun)\ (?={_ASK})"), ""),
        (
            compiled(
                r"(?:und\ |aber\ |noch\ ?mal\ )?(?:(?:lass|lassen\ sie)\ uns\ |(?:können|können\ wir|ich\ möchte"
                r"|kann\ ich)\ )?(?:noch\ (?:ein)?mal\ |wieder\ )?(?:zurück\ (?:zu(?:m|r)?|auf)\ "
                r"|zurückkommend\ auf\ |(?:um\ )?auf\ (?=[^.!?:,]*\ zurückzukommen)|(?:nochmal|noch\ (?:ein)?mal"
                r"|wieder)\ (?:zu(?:m|r)?|über|auf)\ )"
            ),
            "return",
        ),
    ),
    asks=compiled(_ASK),
    announces=anywhere(
        r"(?:was\ ich\ (?:eigentlich\ )?wissen\ (?:will|wollte|möchte),?(?:\ ist,?)?|(?:meine"
        r"|die)\ frage\ (?:ist|lautet|wäre),?|ich\ (?:wollte|möchte|würde\ gerne)\ (?:gerne\ )?(?:wissen"
        r"|fragen),?|ich\ (?:frage|fragte)\ mich,?|(?:kannst\ du|können\ sie|könnten\ sie"
        r"|könntest\ du)\ mir\ (?:bitte\ )?(?:sagen|erklären),?|(?:weißt\ du|wissen\ sie),?)\ (?:ob\ )?",
    ),
    corrects=(
        compiled(r"""(?:(?:nein|nö|nee|moment|warte|halt|sorry|entschuldigung|ups|ach|ah|oh|äh|korrektur
            |eigentlich|stopp)\b[\s,.!:;…–—-]*)*
            (?:ich\ (?:meine|meinte|wollte|hatte\ gemeint|habe\ gemeint)|gemeint\ (?:ist|war)
                |es\ geht\ (?:mir\ )?um|es\ ging\ (?:mir\ )?um|ich\ rede\ von|sollte\ (?:heißen
                |sein))\s*[,:]?\s*(?:eigentlich\ |aber\ )?
            (?P<wanted>[^,;.!?]+?)\s*(?:(?:,|;|\ –)?\s*(?:und\ )?(?:nicht|statt|anstatt
                |anstelle\ von)\ (?P<replaced>[^,;.!?]+?))?\s*[.!?]*\s*$"""),
        compiled(
            r"(?:(?:nein|moment|warte|halt|sorry"
            r"|entschuldigung)\b[\s,.!:;–—-]*)*nicht\ (?P<replaced>[^,;.!?]+?)\s*(?:,"
            r"|;)\s*(?:sondern\ )?(?P<wanted>[^,;.!?]+?)\s*[.!]*\s*$"
        ),
        compiled(
            r"(?:nein|nö|moment|warte|halt|sorry|entschuldigung|ups"
            r"|korrektur)\b[\s,.!:;–—-]+(?P<wanted>[^,;.!?]+?)\s*,?\ (?:und\ )?(?:nicht"
            r"|statt)\ (?P<replaced>[^,;.!?]+?)\s*[.!]*\s*$"
        ),
        compiled(
            r"(?:nein|nö|nee|ups|korrektur|sorry,?\ nein)\b(?:\s*[,.!:;–—-]+\s*|\s+(?=(?:19"
            r"|20)\d\d\b))(?!danke)(?P<wanted>\S+(?:\ \S+){0,4}?)\s*[.!]*\s*$"
        ),
    ),
    contradicts=anywhere(
        r"das\ (?:kann|könnte)\ (?:doch\ )?nicht\ (?:stimmen|sein|richtig\ sein)|das\ (?:stimmt|ist)\ (?:so\ "
        r"|doch\ )?(?:nicht|falsch|nicht\ richtig)|(?:bist\ du|sind\ sie)\ (?:dir\ |sich\ )?sicher"
    ),
    reuse=anywhere(
        rf"{_NOUN},?\ (?:die|den|das|der)\ (?:du|sie)\ (?:gerade\ |eben\ |zuvor\ )?(?:zitiert|genannt"
        rf"|angegeben|gezeigt|verwendet)\b",
        rf"(?:zitierten?|obigen?|genannten?|selben|gleichen|angegebenen?)\ {_NOUN}|(?:laut|gemäß|in"
        rf"|nach)\ (?:dieser|diesem|der\ zitierten|dem\ zitierten|derselben|demselben)\ {_NOUN}|(?:quelle"
        rf"|beleg|passage|stelle)\ (?:nr\.\ ?|nummer\ )?\[?\d{{1,3}}\]?|\[\d{{1,3}}\]",
    ),
    reuse_alone=compiled(
        r"(?:und\ )?(?:(?:was|welche)\ ist\ (?:die|deine|ihre)\ quelle|(?:die\ )?quellen?(?:\ bitte)?"
        r"|wo\ steht\ das|woher\ (?:weißt\ du|wissen\ sie|stammt|hast\ du)\ das)\W*$"
    ),
    recall=(
        (
            compiled(
                r"meine\ (?:aller)?erste\ frage|(?:was|wonach)\ (?:habe|hab)\ ich\ (?:dich\ |sie\ )?(?:zuerst"
                r"|als\ erstes|am\ anfang)\ gefragt|was\ wollte\ ich\ (?:zuerst|als\ erstes|am\ anfang)\ wissen"
                r"|die\ erste\ frage,\ die\ ich"
            ),
            "first",
        ),
        (
            compiled(
                r"meine\ (?:letzte|vorherige|vorige|zweite)\ frage|(?:was|wonach)\ (?:habe|hab)\ ich\ (?:dich\ "
                r"|sie\ )?(?:gerade|eben|zuletzt|als\ letztes)\ gefragt|was\ war\ das\ letzte,\ was\ ich"
            ),
            "last",
        ),
        (
            compiled(
                r"(?:welche|wie\ viele)\ fragen\ (?:habe|hab)\ ich|(?:worüber|wovon|was)\ haben\ wir\ (?:bisher\ "
                r"|bis\ jetzt\ )?(?:gesprochen|geredet|besprochen|behandelt)|(?:was|wonach)\ habe\ ich\ (?:dich\ "
                r"|sie\ )?(?:bisher|bis\ jetzt|alles)\ gefragt|(?:fasse|fass)\ (?:unser|das|dieses)\ (?:gespräch"
                r"|unterhaltung)"
            ),
            "list",
        ),
        (
            compiled(
                r"(?:was|wie|wann|wo|wer|welche[rsn]?)\b[^.?!]*\b(?:hast\ du|haben\ sie"
                r"|hattest\ du)\b[^.?!]*\b(?:gesagt|erzählt|geantwortet|empfohlen|erwähnt|erklärt|genannt)"
                r"|(?:erinnere|wiederhole|wiederhol)\b[^.?!]*\b(?:du|sie)\b[^.?!]*\bgesagt"
            ),
            "said",
        ),
        (
            compiled(
                r"\b(?:habe|hab|hatte)\ ich\b[^.?!]*\b(?:gesagt|erwähnt|erzählt|gefragt|genannt|angegeben)\b"
                r"|(?:erinnerst\ du\ dich|weißt\ du\ noch|erinnern\ sie\ sich)\b"
            ),
            "asked",
        ),
    ),
    forms=(
        (compiled(r"\btabelle(?:nform)?\b"), "table"),
        (compiled(r"\b(?:liste|stichpunkte[n]?|stichworte[n]?|aufzählung|punkte[n]?|stichpunktartig)\b"), "list"),
        (compiled(r"\b(?:schritt\ für\ schritt|schritte[n]?)\b"), "steps"),
        (
            compiled(
                r"\b(?:kürzer|kürze[n]?|kürz|knapper|knapp|kurz|in\ (?:einem|zwei|drei|\d+|wenigen)\ (?:satz|sätzen"
                r"|worten?|zeilen?))\b"
            ),
            "shorter",
        ),
        (compiled(r"\b(?:zusammenfass(?:ung|en)|fass(?:e|en\ sie)?|zusammengefasst)\b"), "summary"),
        (
            compiled(
                r"\b(?:einfacher|vereinfach(?:e|en|t)|verständlicher|verstehe\ (?:das\ |ich\ )?nicht|leichter"
                r"|einfache[nr]?\ (?:worte[n]?|sprache)|was\ meinst\ du)\b"
            ),
            "simpler",
        ),
        (compiled(r"\b(?:länger|ausführlicher)\b"), "longer"),
        (
            compiled(
                r"\b(?:umformulier(?:en|e)|formulier(?:e|en)|anders|anderen\ worten|förmlicher|formeller"
                r"|schreib(?:e)?\ um)\b"
            ),
            "rewrite",
        ),
        (compiled(r"\b(?:wiederhol(?:e|en|ung)?|noch\ ?(?:ein)?mal|nochmals)\b"), "repeat"),
    ),
    form_words=vocabulary(
        """mach mache machen es das dies diese dieser antwort letzte letzten vorherige deine ihre die der den dem
        ein eine einen einem einer
        in im als auf zu zum bitte kannst könntest können könnten du sie mir mich uns und oder mit von für aus dann
        jetzt nun nur noch mal
        einmal nochmal nochmals kürzer kürze kürzen kürz knapper knapp kurz satz sätzen sätze wort worten worte
        zeile zeilen wenigen zwei drei vier
        fünf liste tabelle tabellenform stichpunkte stichpunkten stichworte stichworten stichpunktartig aufzählung
        punkte punkten schritt schritte
        schritten zusammenfassung zusammenfassen zusammen fass fasse zusammengefasst einfacher vereinfache
        vereinfachen verständlicher
        verstehe nicht ich leichter einfachen einfache einfacher sprache länger ausführlicher umformulieren
        formuliere formulieren formulier
        anders anderen förmlicher formeller wiederhole wiederholen wiederhol schreib schreibe schreiben um sag sage
        sagen gib geben übersetze
        übersetzen übersetz übersetzung text nachricht form format danke ja gib stell stelle dar ganze alles was
        meinst"""
    ),
    translates=compiled(r"\bübersetz(?:e|en|ung|t)?\b"),
    languages={
        "englisch": "en",
        "spanisch": "es",
        "französisch": "fr",
        "deutsch": "de",
        "italienisch": "it",
        "portugiesisch": "pt",
        "chinesisch": "zh",
        "japanisch": "ja",
        "russisch": "ru",
        "arabisch": "ar",
        "niederländisch": "nl",
        "polnisch": "pl",
        "türkisch": "tr",
        "koreanisch": "ko",
        "englische": "en",
        "deutsche": "de",
        "französische": "fr",
        "spanische": "es",
    },
    dangling=compiled(
        r"\b(?:er|sie|ihn|ihm|ihnen|dessen|deren|dieser|diese|dieses)(?=\W|$)(?!\ \w+(?:ung|heit|keit|schaft)\b)"
        r"|\b(?:es|das|dies|davon|dafür|darin|damit|daran|dabei)(?=\W*$)|\b(?:der|die|das)\ (?:erste|zweite"
        r"|dritte|letzte|andere)\W*$|^(?:wie\ \w+|wo|wann|was|wer|warum)\ (?:ist|war|kostet|wird|wurde|hat|macht"
        r"|bedeutet|liegt)\ (?:es|das|er|sie)\b"
    ),
    expletive=compiled(
        r"\b(?:gibt\ es|ist\ es\ (?:\w+\ )?(?:möglich|erlaubt|verboten|nötig|notwendig)|können\ sie|haben\ sie"
        r"|sagen\ sie|erklären\ sie|nennen\ sie|wissen\ sie|könnten\ sie|würden\ sie|sind\ sie|wie\ geht\ es)\b"
    ),
    bare=compiled(
        r"(?:und\ )?(?:warum(?:\ (?:das|nicht))?|wieso|weshalb|wie|(?:erzähl|sag)(?:e)?(?:\ mir)?\ mehr"
        r"|mehr(?:\ davon)?|weiter|mach\ weiter|was\ noch|noch\ (?:etwas|andere|mehr)|(?:der|die|das)\ (?:erste"
        r"|zweite|dritte|letzte|andere)|welche[rs]?|beide|\?+)\W*$"
    ),
    who=compiled(
        r"(?:und\ )?(?:wer\ (?:ist|war)|wie\ (?:alt|schwer|groß)\ ist"
        r"|wie\ heißt)\ (?P<name>[^\W\d_][\w'-]*(?:\ [^\W\d_][\w'-]*)?)(?:\ noch\ mal)?\W*$"
    ),
    introduces=(
        r"\b(?:mein(?:e[nrm]?)?|unsere?)\ (?:\w+\ ){{1,3}}?(?:ist\ |heißt\ |,\ )*{name}\b",
        r"\b{name}(?:\ ist|,)\ (?:mein|meine|unser|unsere)\b",
        r"\b(?:ich\ heiße|ich\ bin|heißt|namens|genannt)\ {name}\b",
    ),
    mine=compiled(
        r"(?:und\ )?(?:(?:wie\ (?:heißt|alt\ ist|schwer\ ist)|was\ ist)\ (?P<name>(?:mein|meine)\ \w+(?:\ \w+)?)"
        r"|(?P<name2>wie\ heiße\ ich|wer\ bin\ ich|wo\ (?:wohne|arbeite)\ ich|wie\ alt\ bin\ ich))\W*$"
    ),
)
