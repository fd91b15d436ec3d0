"""Words of other languages that point back: for persons, for things of a gender, for places; and what they may mean."""

import re
from dataclasses import dataclass

from nodes.reference_rules.cue_tables import Pattern, verbose
from nodes.routing.table import NEVER, vocabulary

Tags = frozenset[str]  # of m, f, n and p (German plural), M and F (plural of a gender)


def _tags(text: str) -> dict[str, Tags]:
    """A table of words from lines such as "mf: l un; p: les"."""
    found: dict[str, Tags] = {}
    for entry in text.split(";"):
        letters, _, words = entry.partition(":")
        found.update(dict.fromkeys(words.split(), frozenset(letters.strip())))
    return found


@dataclass(frozen=True)
class Pointing:
    """How a language points back. Patterns are for lower-case text.

    `person`: pronouns that may stand for somebody, `thing`: those that may stand for something; `place`: "there".
    `acts` is said of somebody only, `lies` of something only; `unsaid`: a clause whose subject, somebody, is left
    out. `articles` and `pronouns`: their genders. `parts`: nouns that are of something else.
    """

    person: Pattern
    thing: Pattern
    place: Pattern
    acts: Pattern
    lies: Pattern
    articles: dict[str, Tags]
    pronouns: dict[str, Tags]
    parts: frozenset[str]
    unsaid: Pattern = NEVER


_DE = Pointing(
    person=verbose(r"\b(?:er|sie|ihn|ihm|ihr|ihnen|sein(?:e[nmrs]?)?|ihre[nmrs]?)\b"),
    thing=verbose(
        r"\b(?:er|sie|ihn|ihm|davon|dafür|dazu|darin|damit|daran|darauf|dagegen|danach|hierfür|hiermit|dessen|deren)\b"
    ),
    place=verbose(r"\b(?:dort|dorthin|dorther|daselbst|hierhin)\b|\b(?:dahin|drinnen)(?=\W*$)"),
    acts=verbose(
        r"\b(?:geboren|stammt|studiert\w*|wohnt|wohnen|lebt|arbeitet\w*|gelernt|unterrichtet|schreibt"
        r"|geschrieben|verheiratet"
        r"|aufgewachsen|gestorben|spielt|promoviert|trainiert|von\ beruf|ausgebildet|gearbeitet"
        r"|gegründet|erfunden|heißt)\b"
    ),
    lies=verbose(
        r"\b(?:kostet|kosten|dauert|öffnet|schließt|gilt|gelten|liegt|beginnt|endet|findet|geöffnet"
        r"|geschlossen|gültig|offen"
        r"|gebucht|buchen|gereinigt|geleert|mieten|leihen|ausleihen|kaufen|bezahlen|kündigen"
        r"|verlängern|lang|breit|tief|schwer"
        r"|enthält|fährt|erreichbar|bestellen|umtauschen|zurückgeben|reservieren|angeboten|verfügbar"
        r"|haltbar|leitet\ (?:ihn|es))\b"
    ),
    articles=_tags(
        "m: den einen keinen jeden diesen welchen; f: zur eine keine jede; n: das ins; mn: ein kein des "
        "dem einem zum beim im am vom"
        " mein dein unser; f: einer meiner dieser; fp: die alle diese"
    ),
    pronouns=_tags("m: er ihn; mn: ihm dessen; n: es; fp: sie ihr deren; p: ihnen"),
    parts=vocabulary(
        """kaution pfand leihgebühr mietpreis miete mindestalter höchstalter teilnahmegebühr teilnahme kursgebühr
        mindestdauer
        höchstdauer telefonnummer öffnungszeiten treffpunkt abfahrt rückgabe einlass ermäßigung anzahlung laufzeit
        kündigungsfrist
        lieferzeit wartezeit altersgrenze gruppengröße teilnehmerzahl einsicht ausleihe abholung anreise rückfahrt
        hinfahrt
        stornierung bearbeitungszeit versand gewährleistung höhe länge breite tiefe gewicht größe farbe temperatur"""
    ),
)
_FR = Pointing(
    person=verbose(r"\b(?:il|elle|ils|elles|lui|leur|son|sa|ses|leurs|celui-ci|celle-ci)\b"),
    thing=verbose(r"\b(?:elle|elles|celui-ci|celle-ci|ceux-ci|celles-ci|cela|ça|-t-il|lui|eux)\b|(?<=-)(?:il|ils)\b"),
    place=verbose(r"\blà-bas\b|\blà(?=\W*$)"),
    acts=verbose(
        r"\b(?:née?s?|naît|étudi\w+|habit\w+|vit|travaill\w+|enseign\w+|écri\w+|mariée?|mort|morte"
        r"|joue|appris|diplômée?|fondé"
        r"|inventé|formée?|s'appelle|âge|métier|grandi|peint)\b"
    ),
    lies=verbose(
        r"\b(?:coûte\w*|dure\w*|ouvr\w+|ferme\w*|fermée?s?|ouverte?s?|valable|vaut|commence\w*|finit"
        r"|se\ trouve|trouve-t|part|partent"
        r"|réserver|louer|rendre|acheter|payer|emprunter|situ\w+|contient|mesure|pèse|coûter"
        r"|disponible|gratuite?|obligatoire"
        r"|annuler|renouveler|rembours\w+|échanger)\b"
    ),
    articles=_tags("m: le un du au ce cet; f: la une cette; MF: les des aux ces; mf: l"),
    pronouns=_tags(
        "m: il le celui-ci; f: elle la celle-ci; M: ils ceux-ci eux; F: elles celles-ci; MF: les leur leurs; mf: lui"
    ),
    parts=vocabulary(
        """caution acompte arrhes loyer location participation effectif retour départ remboursement annulation
        inscription adhésion
        cotisation livraison capacité emplacement taille poids hauteur longueur largeur couleur température entrée
        retard"""
    ),
)
_ES = Pointing(
    person=verbose(r"\b(?:él|ella|ellos|ellas|le|les|su|sus|suyo|suya)\b"),
    thing=verbose(r"\b(?:él|ella|ellos|ellas|ello|eso|esto)\b"),
    place=verbose(r"\b(?:allí|ahí|allá)\b"),
    acts=verbose(
        r"\b(?:nació|nacid[oa]|estudi[óa]|estudiado|vive|vivió|trabaja|trabajó|enseña|escribe|escribió"
        r"|toca|murió|casad[oa]|aprendió"
        r"|fundó|inventó|se\ llama|años\ tiene|creció|pintó|dirige|dirigió|ganó|juega)\b"
    ),
    lies=verbose(
        r"\b(?:cuesta|cuestan|dura|duran|abre|abren|cierra|cierran|vale|valen|empieza|está|queda|sale"
        r"|salen|abiert[oa]s?|cerrad[oa]s?"
        r"|alquil\w+|reserv\w+|compr\w+|pag\w+|devolv\w+|renov\w+|cancel\w+|incluye|contiene|mide|pesa"
        r"|disponible|gratis"
        r"|obligatori[oa])\b"
    ),
    articles=_tags("m: el un del al este ese; f: la una esta esa; M: los unos estos esos; F: las unas estas esas"),
    pronouns=_tags("m: él lo; f: ella la; M: ellos los; F: ellas las; mf: le"),
    parts=vocabulary(
        """fianza depósito alquiler reserva participación devolución salida llegada cancelación inscripción cuota
        capacidad aforo
        plazas cena desayuno billete billetes tamaño peso altura longitud color temperatura gorro seguro edad
        renovación multa
        recogida envío reembolso"""
    ),
    unsaid=verbose(
        r"[¿\s]*(?:(?:y|pero)\s+)?(?:(?:a|de|en|con|desde|por|para|hasta)\ )?(?:qué(?:\ [^\W\d_]+)?"
        r"|cuándo|dónde|cómo|cuántos\ años)\ "
        r"(?:nació|estudió|vive|vivió|trabaja|trabajó|enseña|escribe|escribió|toca|murió|aprendió"
        r"|fundó|inventó|se\ llama|tiene|creció"
        r"|pintó|dirige|dirigió|ganó|juega|ha\ \w+[aei]do)\b"
    ),
)
_PT = Pointing(
    person=verbose(r"\b(?:ele|ela|eles|elas|lhe|lhes|seu|sua|seus|suas|dele|dela|deles|delas)\b"),
    thing=verbose(
        r"\b(?:ele|ela|eles|elas|isso|isto|disso|nisso|nele|nela|neles|nelas|dele|dela|deles|delas)\b"
        r"|-(?:lo|la|los|las|o|a|os|as)\b"
    ),
    place=verbose(r"\b(?:lá|ali|aí)\b"),
    acts=verbose(
        r"\b(?:nasceu|nascid[oa]|estud\w+|vive|viveu|mora|morou|trabalh\w+|ensina|escreve|escreveu"
        r"|toca|morreu|casad[oa]|aprendeu"
        r"|fundou|inventou|se\ chama|chama-se|anos\ tem|cresceu|pintou|dirige|ganhou|joga|formou)\b"
    ),
    lies=verbose(
        r"\b(?:custa|custam|dura|duram|abre|abrem|fecha|fecham|vale|começa|está|fica|ficam|sai|saem"
        r"|abert[oa]s?|fechad[oa]s?|alug\w+"
        r"|reserv\w+|compr\w+|pag\w+|devolv\w+|renov\w+|cancel\w+|inclui|mede|pesa|disponível|grátis|obrigatóri[oa])\b"
    ),
    articles=_tags(
        "m: o um do no ao pelo este esse; f: a uma da na à pela esta essa; M: os uns dos nos aos; F: as umas das nas às"
    ),
    pronouns=_tags(
        "m: ele dele nele -lo -o; f: ela dela nela -la -a; M: eles deles neles -los -os; F: elas delas nelas -las -as"
    ),
    parts=vocabulary(
        """preço preços tarifa tarifas custo custos horário horários endereço morada requisitos prazo duração data
        matrícula limite idade
        autor diretor orçamento garantia ingredientes documentos condições desconto entrada caução depósito aluguer
        aluguel reserva
        inscrição devolução partida chegada cancelamento capacidade lotação bilhete bilhetes tamanho peso altura cor
        temperatura touca
        jantar multa seguro renda"""
    ),
    unsaid=verbose(
        r"(?:(?:e|mas)\s+)?(?:(?:a|de|em|com|desde|por|para)\ )?(?:(?:o\ )?que(?:\ [^\W\d_]+)?|quando"
        r"|onde|como|quantos\ anos)\ (?:é\ que\ )?"
        r"(?:nasceu|estudou|vive|mora|trabalha|trabalhou|ensina|escreve|escreveu|toca|morreu|aprendeu"
        r"|fundou|se\ chama|tem|cresceu)\b"
    ),
)
_IT = Pointing(
    person=verbose(r"\b(?:lui|lei|egli|ella|gli|le|suo|sua|suoi|sue)\b"),
    thing=verbose(r"\b(?:lui|lei|essi|esse|ciò|ne)\b|\w{2,}[aei]r(?:lo|la|li|le)\b"),
    place=verbose(r"\b(?:lì|là)\b|\w{2,}[aei]rci\b|\bci\ si\b|\bsi\ può\ \w+rci\b"),
    acts=verbose(
        r"\b(?:nat[oa]|nacque|studiat[oa]|studia|vive|abita|lavora|insegna|scrive|scritto|suona"
        r"|mort[oa]|sposat[oa]|imparato|fondato"
        r"|inventato|si\ chiama|anni\ ha|cresciut[oa]|dipinto|dirige|gioca|laureat[oa])\b"
    ),
    lies=verbose(
        r"\b(?:costa|costano|dura|durano|apre|aprono|chiude|chiudono|vale|inizia|si\ trova|parte"
        r"|partono|apert[oaie]|chius[oaie]"
        r"|affitt\w+|prenot\w+|compr\w+|pag\w+|restitu\w+|rinnov\w+|include|misura|pesa|disponibile"
        r"|gratis|obbligatori[oa])\b"
    ),
    articles=_tags(
        "m: il lo un uno del dello al allo nel nello dal sul; f: la una della alla nella dalla sulla; "
        "M: i gli dei degli ai agli nei;"
        " F: le delle alle nelle; mf: l dell all nell"
    ),
    pronouns=_tags("m: lui lo; f: lei la; M: li; F: le; mf: gli"),
    parts=vocabulary(
        """prezzo prezzi tariffa tariffe costo costi orario orari indirizzo requisiti scadenza durata data limite età
        autore direttore
        garanzia ingredienti documenti condizioni sconto ingresso cauzione deposito affitto noleggio prenotazione
        iscrizione restituzione
        partenza arrivo disdetta capienza biglietto biglietti posti dimensioni peso altezza colore temperatura cuffia
        cena multa
        assicurazione quota"""
    ),
    unsaid=verbose(
        r"(?:(?:e|ma)\s+)?(?:(?:a|di|da|in|con|per)\ )?(?:(?:che|cosa)(?:\ [^\W\d_]+)?|quando|dove"
        r"|dov'|come|quanti\ anni)\ ?"
        r"(?:(?:è|ha)\ )?(?:nat[oa]|nacque|studiat[oa]|studiato|vive|abita|lavora|lavorato|insegna"
        r"|scrive|scritto|suona|mort[oa]|imparato"
        r"|fondato|si\ chiama|ha|cresciut[oa])\b"
    ),
)
_TABLES = {"de": _DE, "fr": _FR, "es": _ES, "pt": _PT, "it": _IT}


def pointing_of(language: str) -> Pointing | None:
    """How a language points back; None for one without a table."""
    return _TABLES.get(language)


_CAPITAL = r"[A-ZÀ-ÖØ-Þ][^\W\d_]+(?:['’-][^\W\d_]+)*"
NAMED = re.compile(
    rf"(?<![\w-]){_CAPITAL}(?:(?:\s+(?:de|da|do|dos|del|della|di|von|van|der|zu|la|le|bin|ten))*\s+{_CAPITAL})+"
    rf"|\b(?:Herrn?|Frau|Dr\.|Prof\.|Mme|Madame|Monsieur|M\.|Sra?\.|Señora?|Don|Doña|Dona|Signora?)"
    rf"(?:\s+{_CAPITAL})+"
)
"""What may be somebody's name: two words with capitals side by side, or one behind a title."""
NO_PERSONS = vocabulary(
    """plaza calle avenida museo parque puerto ciudad universidad centro casa rue place musée parc avenue quai port
    ville gare
    boulevard université centre straße platz allee museum park hafen stadt bahnhof universität zentrum haus hotel hôtel
    praça rua museu porto cidade universidade piazza via porta città università club verein copa coupe estación"""
)
