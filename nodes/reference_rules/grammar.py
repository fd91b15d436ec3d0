"""Word classes of the languages with rules: closed classes whole, open ones only where questions need them."""

from nodes.reference_rules import grammar_romance
from nodes.reference_rules.word_classes import Grammar


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


EN = Grammar(
    det=_set(
        """a an the this that these those my our your some any no each every another all both which's such certain"""
    ),
    possessive=_set("its their his her"),
    prep=_set(
        """of in on at to for with by from into onto about under over during after before between against without
        within through per than as across near until till since beyond above below beside towards upon
        via despite except inside outside besides around among behind off regarding concerning including
        versus vs unlike like according"""
    ),
    of=_set("of"),
    be=_set("is are was were be been being am 's isn't aren't wasn't weren't 're"),
    aux=_set(
        """do does did have has had can could will would should shall may might must don't doesn't didn't can't cannot
        couldn't won't wouldn't shouldn't hasn't haven't hadn't dont doesnt didnt
        cant wont isnt arent couldnt wouldnt shouldnt"""
    ),
    pron=_set(
        """i you he she it we they me him her us them mine yours hers ours theirs myself yourself itself himself
        herself themselves one ones there someone anyone everyone nobody something anything nothing everything who
        which that this these those here it's i'm i've i'd i'll we're we'd we've we'll they're you're
        im ive youre theyre"""
    ),
    wh=_set(
        """what which who whom whose when where why how whether what's who's where's how's whats whos wheres hows
        whens"""
    ),
    conj=_set("and or but so because while if though although then yet nor plus & either neither"),
    adverb=_set(
        """not also too only just still already ever never always often usually again now then really very much many
        more most less least even actually exactly currently normally generally usually together away ago up down
        out back early late soon long please instead else here there today tomorrow yesterday once twice anyway ahead
        maybe perhaps ok okay sorry oh hm hmm yes yeah nope hello hi thanks thx lol"""
    ),
    verb=_set(
        """tell explain describe list name give show gets got shows compare summarize summarise define find get go goes
        went come comes take takes took last lasts cost costs cover covers apply applies work works mean
        means happen happens happened need needs want wants pay pays include includes offer offers require
        requires allow allows open opens close closes keep keeps run runs live lives make makes made use
        uses used say says said differ differs contain contains begin begins began studied win won leads led
        build builds built carry carries wrote write writes know knows think see looks bring brings send
        sends hold holds held help helps submit cancel register buy sell rent join arrive depart receive
        receives deliver delivers expire expires renew renews apply become becomes became belong belongs
        exist exists become freeze simmer bake contest dispute appeal qualify withdraw reach rotate"""
    ),
    predicate=_set(
        """valid available free possible required ready exempt expensive cheap cheaper tall large big small safe legal
        illegal allowed true false full empty old new heavy light due good better best bad worse worst high low wide
        deep thick long short fast slow hot cold warm important necessary mandatory compulsory optional similar
        different same enough included covered eligible responsible refundable open closed fixed late early frozen
        soft hard difficult easy easier harder bigger smaller larger longer shorter faster slower heavier lighter
        older younger newer higher lower safer stronger weaker popular effective ethical essential common famous
        alive aware married wrong alone accurate reliable toxic native healthy related"""
    ),
)
ES = Grammar(
    det=_set(
        """el la los las un una unos unas este esta estos estas ese esa esos esas aquel aquella cada todo toda todos
        todas mi mis tu tus nuestro nuestra otro otra otros otras algún alguna ningún"""
    ),
    possessive=_set("su sus"),
    prep=_set("""de del en a al para por con sin sobre desde hasta entre según durante tras bajo contra ante hacia"""),
    of=_set("de del"),
    be=_set("es son era eran fue fueron ser está están estaba estar sido"),
    aux=_set("puedo puede pueden podemos debo debe deben ha han he hay tengo tiene tienen hace"),
    pron=_set(
        """yo tú él ella ello ellos ellas usted ustedes nosotros me te se nos le les lo ello eso esto aquello uno
        alguien algo nadie nada"""
    ),
    wh=_set(
        """qué que cuál cuáles cual cuales quién quiénes quien cuándo cuando dónde donde cómo como cuánto cuánta
        cuántos cuántas cuanto cuantos"""
    ),
    conj=_set("y e o u pero si porque aunque ni sino entonces"),
    adverb=_set(
        """no sí también tampoco muy más menos ya todavía aún siempre nunca solo sólo ahora aquí allí bien mal antes
        después"""
    ),
    verb=_set(
        """cuesta cuestan vale valen abre abren cierra cierran sale salen dura duran necesito necesita necesitan ofrece
        ofrecen incluye incluyen paga pagan pagar empieza empiezan termina terminan funciona sirve sirven llega
        llegan permite permiten significa pasa entrar entra entran comprar reservar aparcar visitar pedir hacer
        saber dime explica explícame cubre ganó lleva llevan recibe reciben dan da pone dice existe existen aplica
        aplican tarda hacen hace costaría"""
    ),
    predicate=_set(
        """abierto abierta abiertos abiertas cerrado cerrada gratis gratuito gratuita válido válida disponible posible
        obligatorio obligatoria necesario necesaria permitido permitida incluido incluida caro cara"""
    ),
)
FR = Grammar(
    det=_set(
        """le la les l un une des du ce cet cette ces mon ma mes ton ta tes notre nos votre vos chaque tout toute tous
        toutes autre autres quelques aucun aucune d"""
    ),
    possessive=_set("son sa ses leur leurs"),
    prep=_set(
        """de du des d à au aux en dans pour par avec sans sur sous chez entre depuis pendant selon vers avant après
        contre jusqu jusqu'à"""
    ),
    of=_set("de du des d"),
    be=_set("est sont était étaient être été sera seront"),
    aux=_set("a ont ai as avez avons peut peuvent peux doit doivent dois faut va vont y"),
    pron=_set(
        """je j tu il elle on nous vous ils elles me m te t se s le la les lui y en cela ça ce c celui celle ceux
        celles rien quelqu'un qui que qu"""
    ),
    wh=_set(
        """quel quelle quels quelles qui que qu quoi quand où comment combien pourquoi lequel laquelle lesquels
        lesquelles"""
    ),
    conj=_set("et ou mais si car donc ni puis alors"),
    adverb=_set(
        """ne n pas plus moins très aussi encore déjà toujours jamais seulement ici là bien maintenant est-ce"""
    ),
    verb=_set(
        """coûte coûtent vaut circule circulent ouvre ouvrent ferme ferment dure durent coûter faire payer paie paient
        prendre prend inclut incluent offre offrent commence commencent finit permet permettent signifie sert
        servent envoyer acheter réserver visiter obtenir demander fonctionne part partent arrive arrivent couvre
        reçoit reçoivent gagne gagné existe propose proposent passe dit dites dis explique expliquez va applique
        s'applique utiliser voyager stationner se"""
    ),
    predicate=_set(
        """ouvert ouverte ouverts ouvertes fermé fermée gratuit gratuite valable valables disponible possible
        obligatoire nécessaire compris comprise cher chère interdit permis"""
    ),
)
DE = Grammar(
    det=_set(
        """der die das den dem des ein eine einen einem einer eines dieser diese dieses diesen diesem jeder jede jedes
        mein meine meinen unser unsere alle allen andere anderen kein keine keinen"""
    ),
    possessive=_set("sein seine seinen seiner ihr ihre ihren ihrer dessen deren"),
    prep=_set(
        """in im an am auf aus bei beim mit nach von vom vor zu zum zur für über unter ohne um bis seit während wegen
        gegen durch zwischen ab ins ans"""
    ),
    of=_set("des der von vom"),
    be=_set("ist sind war waren sein gewesen bin wird werden wurde wurden"),
    aux=_set("""hat haben habe kann können darf dürfen muss müssen soll sollte sollen will wollen mag möchte gibt"""),
    pron=_set(
        """ich du er sie es wir ihr mich dich sich uns euch ihm ihn ihnen man jemand etwas nichts das dies was da dort
        hier"""
    ),
    wh=_set(
        """was wer wen wem wessen wann wo woher wohin wie warum wieso weshalb welche welcher welches welchen welchem
        wieviel wofür
        womit worin woran"""
    ),
    conj=_set("und oder aber wenn weil ob dass denn als sondern doch"),
    adverb=_set(
        """nicht auch nur noch schon sehr mehr viel viele lange oft immer nie jetzt dann so denn etwa eigentlich heute
        morgen gestern"""
    ),
    verb=_set(
        """kostet kosten dauert öffnet schließt gilt gelten braucht brauche brauchen zahlt zahlen zahle bezahlt enthält
        bietet beginnt beginnen endet bekommt bekomme bekommen ausgeliehen geöffnet geschlossen geparkt parken
        ausleihen gehört gehören funktioniert bedeutet heißt macht machen steht liegt läuft fährt fahren mitbringen
        anmelden melde buchen buche kaufen gewonnen gewann leitet trägt erklär erkläre nenne sag sagen deckt
        verlängern verlängert passiert kündigen"""
    ),
    predicate=_set(
        """geöffnet geschlossen offen kostenlos gratis gültig verfügbar möglich erlaubt verboten nötig notwendig teuer
        inklusive enthalten frei"""
    ),
)
GRAMMARS = {"en": EN, "es": ES, "fr": FR, "de": DE, "pt": grammar_romance.PT, "it": grammar_romance.IT}
HEAD_LAST = (EN, DE)
"""In these a noun phrase ends in its noun."""

PARTICIPLES = _set(
    """kept sent built paid made held sold bought written given taken known found cast let set put cut done gone won
    run shown drawn grown worn born led left lost met told taught thought understood broken chosen driven eaten
    forgotten frozen hidden spoken stolen spent split spread caught brought said read begun hit shut struck sung
    worn thrown seen hired used owed lent bent felt dealt"""
)
PERSONS = (
    _set(
        """student students child children kid kids adult adults employee employees contractor contractors worker
        workers
    staff member members guest guests visitor visitors resident residents tenant tenants customer customers client
    clients user users pilot pilots parent parents mother mothers father fathers sister brother daughter son wife
    husband partner partners friend friends family families neighbour neighbours neighbor neighbors manager managers
    director directors teacher teachers instructor instructors trainer trainers doctor doctors nurse nurses patient
    patients senior seniors pensioner pensioners retiree retirees apprentice apprentices trainee trainees intern
    interns freelancer freelancers volunteer volunteers owner owners applicant applicants beginner beginners
    participant participants people person men women man woman team teams crew crews colleague colleagues passenger
    passengers driver drivers citizen citizens foreigner foreigners non-members pupils pupil minors minor youth
    teenagers couples groups group freshmen newcomers author authors founder ceo president winner artist writer
    singer actor player players captain mayor estudiantes estudiante niños niño niñas adultos adulto menores mayores
    landlord landlords lodger lodgers supplier suppliers subcontractor subcontractors dealer dealers auditor auditors
    employer employers insurer insurers policyholder policyholders administrator administrators researcher
    researchers engineer engineers analyst analysts carer carers physician physicians pharmacist pharmacists
    traveller travellers traveler travelers buyer buyers seller sellers subscriber subscribers borrower borrowers
    lender lenders developer developers operator operators inspector inspectors supervisor supervisors tester testers
    learner learners speaker speakers reader readers caller callers holder holders shareholder shareholders clerk
    clerks officer officers surgeon surgeons dentist dentists midwife midwives porter porters cleaner cleaners
    technician technicians maintainer maintainers reviewer reviewers approver approvers heir heirs lawyer lawyers
    agent agents broker brokers trader traders hiker hikers camper campers cyclist cyclists pedestrian pedestrians
    jubilados jubilado empleados empleado socios socio visitantes familias grupos personas profesores trabajadores
    residentes turistas étudiants étudiant étudiante étudiantes enfants enfant adultes adulte seniors retraités
    retraité employés employé membres membre visiteurs familles groupes personnes habitants voyageurs élèves
    touristes demandeurs kinder kind kindern erwachsene erwachsenen studenten student studierende studierenden
    schüler senioren rentner rentnern mitglieder mitgliedern mitarbeiter mitarbeitern familien gruppen besucher
    bewohner nephew niece uncle aunt cousin cousins grandmother grandfather grandma grandpa dad mum mom
    girlfriend boyfriend flatmate roommate gäste jugendliche jugendlichen frauen männer azubis anwohner"""
    )
    | grammar_romance.PERSONS
)
BODIES = _set(
    """firm firms company companies branch branches business businesses employer bank banks insurer insurers agency
    agencies department departments institution institutions organisation organisations organization organizations
    charity charities school schools hospital hospitals shop shops club clubs household households vendor vendors
    council councils association associations authority authorities subsidiary subsidiaries corporation corporations
    committee committees board boards commission commissions ministry ministries tribunal tribunals registry bureau
    startup startups nonprofit nonprofits airline airlines carrier carriers clinic clinics practice practices"""
)
"""Bodies that act as persons do: "a firm must file"."""
TIMES = (
    _set(
        """an ans année années mois año años mes meses jahr jahre jahren monat monate monaten tag tage tagen stunde
        stunden
    today tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays
    thursdays fridays saturdays sundays weekday weekdays weekend weekends morning mornings afternoon afternoons
    evening evenings night nights day days week weeks month months year years quarter winter spring summer autumn
    fall january february march april may june july august september october november december holiday holidays
    christmas easter season noon midnight lunes martes miércoles jueves viernes sábado sábados domingo domingos
    invierno verano otoño primavera semana noche tarde mañana festivos enero febrero marzo abril mayo junio julio
    agosto septiembre octubre noviembre diciembre lundi mardi mercredi jeudi vendredi samedi dimanche hiver été
    automne printemps semaine week-end nuit soir matin janvier février mars avril mai juin juillet août septembre
    octobre novembre décembre montag dienstag mittwoch donnerstag freitag samstag sonntag montags dienstags
    mittwochs donnerstags freitags samstags sonntags winter sommer herbst frühling wochenende wochenenden feiertag
    feiertagen nacht abend morgen januar februar märz juni juli oktober dezember"""
    )
    | grammar_romance.TIMES
)
GENERIC_ADJECTIVES = _set(
    """minimum maximum min max total average main first last next new old current exact whole usual normal standard
    full overall actual estimated annual monthly weekly daily yearly final initial original basic highest lowest
    largest biggest smallest longest shortest best worst most cheapest general official regular key different
    various important common popular typical major possible similar related specific several certain key minor
    primary secondary precise"""
)
ATTRIBUTES_ELSEWHERE = _set(
    """precio precios tarifa tarifas coste costo horario horarios dirección requisitos plazo duración fecha matrícula
    límite edad autor director presupuesto garantía ingredientes documentos condiciones descuento entrada prix tarif
    tarifs coût horaires adresse conditions délai durée date limite âge auteur directeur budget garantie ingrédients
    documents réduction billet inscription frais preis preise kosten gebühr gebühren öffnungszeiten adresse
    voraussetzungen frist dauer datum termin grenze alter autor direktor budget garantie zutaten unterlagen rabatt
    ermäßigung eintritt anmeldung"""
)
ATTRIBUTES = _set(
    """address capacity code codes contact form hours menu number numbers office phone owner advantage advantages
    age amount basics benefit benefits budget capacity cause causes characteristic
    characteristics colour color condition conditions consequence consequences cost costs date deadline definition
    depth difference differences disadvantage disadvantages distance drawback drawbacks duration effect effects
    evidence example examples exception exceptions feature features fee fees finding findings function goal goals
    height history impact importance ingredients kind kinds length level levels limit limits location meaning method
    methods name origin origins outcome outcomes payload period point points price prices pricing process pros cons
    purpose quality rate rates reason reasons requirement requirements result results risk risks role rule rules
    size speed step steps structure rent deposit life lifespan warranty guarantee allowance allowances fare fares
    symptom symptoms temperature theme themes topic topics treatment treatments type
    types use uses value variety version versions way ways hours weight width"""
)
MEASURES = ATTRIBUTES | _set(
    """threshold thresholds excess premium premiums dose dosage cap ceiling quota timeout interval deductible sanction
    uptime notice percentage share penalty penalties fine fines charge charges maximum minimum rebate surcharge"""
) - _set("exception exceptions condition conditions form code menu office function treatment process contact")
"""What is always of something else, also where a question names it alone."""
RELATIONS = _set(
    """population history capital president king queen author founder owner inventor director ceo head leader chair
    member mayor captain part side end beginning start middle rest half majority minority kind sort set pair group
    aim goal role idea concept theory story plot theme climate culture economy currency flag geography
    invention discovery death birth battle war fall rise use text works term word quality nature
    essence legacy influence"""
)
"""What a question about something with a name asks of it: "the capital of Velland", so that "it" is rather Velland."""
NAMED_ONCE = _set(
    """sun moon earth world internet government president weather police city country sky sea ocean public press
    castle zoo economy web universe king queen pope past future present company office bank club town school university
    library state law market station airport mayor system user documents document text data passage morning evening
    afternoon weekend same difference answer question name meaning way reason point topic subject list"""
)
