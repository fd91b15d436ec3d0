"""Portuguese and Italian word classes, as far as questions need them."""

from nodes.reference_rules.word_classes import Grammar
from nodes.routing.table import vocabulary

PT = Grammar(
    det=vocabulary(
        """o a os as um uma uns umas este esta estes estas esse essa esses essas aquele aquela cada todo toda todos
        todas
        meu minha meus minhas nosso nossa outro outra outros outras algum alguma nenhum nenhuma"""
    ),
    possessive=vocabulary("seu sua seus suas dele dela deles delas"),
    prep=vocabulary(
        """de do da dos das em no na nos nas a ao à aos às para pra por pelo pela pelos pelas com sem sobre desde até
        entre segundo durante após contra num numa dum duma"""
    ),
    of=vocabulary("de do da dos das"),
    be=vocabulary("é são era eram foi foram ser está estão estava estar sido fica ficam"),
    aux=vocabulary("posso pode podem podemos podia devo deve devem há tem têm tenho temos vai vão vou quero preciso"),
    pron=vocabulary(
        """eu tu ele ela eles elas você vocês nós me te se lhe lhes isso isto aquilo alguém algo ninguém nada quem
        lá ali aí"""
    ),
    wh=vocabulary("que quê qual quais quem quando onde como quanto quanta quantos quantas porque"),
    conj=vocabulary("e ou mas se porque embora nem então"),
    adverb=vocabulary("não sim também muito mais menos já ainda sempre nunca só agora aqui bem mal antes depois"),
    verb=vocabulary(
        """custa custam vale valem abre abrem fecha fecham sai saem dura duram precisa precisam oferece inclui incluem
        paga pagam pagar começa começam termina funciona serve chega chegam permite significa passa entrar entra comprar
        reservar alugar visitar pedir fazer saber diz explica cobre ganhou leva levam recebe dá põe existe existem
        demora realiza realizam parte partem acontece ensina dirige"""
    ),
    predicate=vocabulary(
        """aberto aberta fechado fechada grátis gratuito gratuita válido válida disponível possível obrigatório
        obrigatória
        necessário necessária permitido permitida incluído incluída caro cara"""
    ),
)
IT = Grammar(
    det=vocabulary(
        """il lo la i gli le l un uno una questo questa questi queste quel quello quella quei quegli quelle ogni tutto
        tutta
        tutti tutte mio mia miei mie nostro nostra altro altra altri altre qualche nessun nessuna alcun alcuni alcune"""
    ),
    possessive=vocabulary("suo sua suoi sue loro"),
    prep=vocabulary(
        """di del dello della dei degli delle dell d a al allo alla ai agli alle all da dal dallo dalla dai dagli
        dalle dall
        in nel nello nella nei negli nelle nell su sul sulla sui sulle sull con per tra fra senza sopra sotto durante
        dopo verso fino"""
    ),
    of=vocabulary("di del dello della dei degli delle dell d"),
    be=vocabulary("è sono era erano essere stato stata fu furono sarà"),
    aux=vocabulary("ha hanno ho abbiamo posso può possono possiamo devo deve devono bisogna c vuole vogliono voglio"),
    pron=vocabulary(
        """io tu lui lei egli ella noi voi essi esse mi ti si ci vi ne gli lo li ciò qualcuno qualcosa nessuno niente
        chi
        lì là"""
    ),
    wh=vocabulary("che cosa cos quale quali qual chi quando dove dov come com quanto quanta quanti quante perché"),
    conj=vocabulary("e ed o ma se perché né quindi allora"),
    adverb=vocabulary("non sì anche molto più meno già ancora sempre mai solo ora adesso qui bene male prima poi"),
    verb=vocabulary(
        """costa costano vale valgono apre aprono chiude chiudono parte partono dura durano serve servono offre include
        paga pagano pagare inizia iniziano comincia finisce funziona arriva arrivano permette significa passa entrare
        entra comprare prenotare affittare visitare chiedere fare sapere dimmi spiega copre vinto porta riceve dà
        esiste esistono tiene trova trovano insegna dirige"""
    ),
    predicate=vocabulary(
        """aperto aperta aperti aperte chiuso chiusa gratis gratuito gratuita valido valida disponibile possibile
        obbligatorio obbligatoria necessario necessaria permesso permessa incluso inclusa compreso compresa caro cara"""
    ),
)
DEFINITE = vocabulary("o os as il lo i gli")
"""Definite articles that are none in another language; "a" is an English one."""
PERSONS = vocabulary(
    """crianças criança idosos adultos estudantes jovens bebés bebês moradores residentes turistas alunos professores
    sócios reformados famílias grupos pessoas bambini bambino ragazzi adulti anziani studenti residenti turisti soci
    famiglie gruppi persone pensionati insegnanti disabili neonati"""
)
TIMES = vocabulary(
    """ano anos mês meses dia dias hora horas domingo domingos sábado sábados segunda-feira terça-feira quarta-feira
    quinta-feira sexta-feira feriado feriados manhã noite verão inverno anno anni mese mesi giorno giorni lunedì martedì
    mercoledì giovedì venerdì sabato domenica festivi mattina inverno"""
)
