"""Whether somebody was spoken of as he or as she: by the pronouns of earlier turns, else by a given name."""

import re
from typing import Literal

from nodes.reference_rules.grammar import BODIES
from nodes.reference_rules.past import Exchange, Past
from nodes.reference_rules.phrases import phrases
from nodes.routing.table import vocabulary

Gender = Literal["he", "she"]
_PRONOUN = re.compile(r"\b(?:(?P<he>he|him|his|he's|himself)|(?P<she>she|her|hers|she's|herself))\b")
_OPENS = re.compile(r"^\W*(?:(?:yes|no|in fact|and|but)\W+)?$")
_TURNS = 8
_HE_NAMES = vocabulary(
    """adam adrian ahmed alan albert alejandro alexander ali amir anders andre andrew anthony anton antonio arthur
    aziz ben benjamin bernard bilal björn boris brian bruno carl carlos charles christian christopher colin daniel
    dario david dennis diego dieter dmitri edgar eduard eduardo edward elias emil emile enrico eric erik ernest ethan
    fabian felipe felix fernando finn florian francesco francis francisco frank franz fred frederick friedrich gabriel
    geoffrey george georg gerald gerhard giovanni giuseppe gordon graham greg gregor gregory gunnar gustav hans harald
    harold harry hassan heinrich helmut henri henrik henry herbert hiroshi hugo hussein ian ibrahim igor isaac ivan
    jack jacob jakob jamal james jan jason javier jens jerome joao joel johan johannes john jonas jonathan jorge jose
    josef joseph juan julian julius karim karl keith kenji kenneth kevin klaus konrad kurt lars laurent lawrence leo
    leon leonard lorenzo louis ludo ludwig luis lukas luke magnus malcolm manuel marc marcel marco marcus mario mark
    markus martin mateo matteo matthew matthias maurice max maximilian michael miguel mikhail milan mohamed mohammed
    moritz mustafa nathan neil nicholas nicolas niels nikolai nils noah norbert olaf oliver omar oscar oskar otto owen
    pablo pascal patrick paul pavel pedro per peter philip philipp pierre piotr rafael raj ralph ramon raymond ricardo
    richard robert roberto rodrigo roger roland rolf roman ronald rudolf rupert samir samuel sanjay sean sebastian
    sergei sergio simon stanislav stefan stephen steven sven takeshi theo theodor thomas tim timothy tobias tom tomas
    toby tony torsten ulrich umberto victor viktor vincent vladimir walter werner wilhelm william wolfgang xavier yusuf
    yuri zoltan"""
)
_SHE_NAMES = vocabulary(
    """abigail ada adele agnes aisha alice alicia alina alma amalia amanda amara amelia amina amy ana anastasia angela
    anita anja anna anne annette antonia astrid aurora ayesha barbara beatrice beatriz bella bettina birgit bridget
    brigitte camila camilla carla carmen carol caroline catherine cecilia celine charlotte chiara christina christine
    clara claire claudia constance cornelia cristina daniela daphne deborah delia delphine diana dora doris dorothy
    edith elaine eleanor elena elisa elise elizabeth ella ellen elsa emilia emily emma erika esther eva evelyn fatima
    fiona flora florence frances francesca freya frieda gabriela gabriele georgia gertrud giulia gloria grace greta
    hana hannah hanne harriet heather heidi helen helena helga hilda hilde hildegard ida inez ines inga ingrid irene
    iris irma isabel isabella isla jana jane janet jasmine jennifer jenny jessica joan joanna johanna josephine judith
    julia julie juliet karen karin katarina kate katharina katherine kathleen katja kirsten klara lara laura lea leila
    lena leonie leyla lidia lily linda lisa lise louisa louise lucia lucy luisa lydia madeleine magdalena maja mara
    marcela margaret margarita margot maria mariana marie marina marion marta martha martina mary mathilde matilda maya
    melanie mercedes mia michelle miriam mona monica monika nadia nadine nancy naomi natalia natalie natasha nina nora
    odette olga olivia orla patricia paula pauline petra phoebe pia priya rachel rebecca regina renate rita rosa rosalie
    rose ruth ruta sabine sabrina salma sandra sara sarah selma sigrid silvia simone sofia sofie sonia sonja sophia
    stella stephanie susan susanne svetlana sylvia tamara tanja tatiana teresa theresa tilda tina ursula valentina
    sophie valeria vanessa vera veronica victoria viola violet virginia vivian wanda wendy wilma yara yasmin
    yolanda yvonne zoe zuzana"""
)


def gender_of(name: str, past: Past, language: str) -> Gender | None:
    """What somebody with this name was called before in the conversation, else what the given name says; or None."""
    parts = [part.strip(".").lower() for part in name.split()]
    if not parts:
        return None
    for exchange in past.all[:_TURNS]:
        for surname, gender in (_taken_up(exchange, past, language), _answered(exchange, past, language)):
            if surname and surname == parts[-1]:
                return gender
    for part in parts[:-1]:
        if part in _HE_NAMES:
            return "he"
        if part in _SHE_NAMES:
            return "she"
    return None


def _taken_up(exchange: Exchange, past: Past, language: str) -> tuple[str, Gender]:
    """The surname that took the place of the message's "he" or "she"."""
    said = {gender for gender in ("he", "she") for m in _PRONOUN.finditer(exchange.asked.lower()) if m[gender]}
    if len(said) != 1 or exchange.query == exchange.asked:
        return "", "he"
    new = [name for name in _surnames(exchange.query, past, language) if name not in exchange.asked.lower()]
    return (new[0] if len(set(new)) == 1 else ""), ("he" if "he" in said else "she")


def _answered(exchange: Exchange, past: Past, language: str) -> tuple[str, Gender]:
    """The surname of whom an answer calls "he" or "she": the name before it in the answer, else the question's."""
    match = _PRONOUN.search(exchange.answered.lower())
    if match is None:
        return "", "he"
    gender: Gender = "he" if match["he"] else "she"
    before = _surnames(exchange.answered[: match.start()], past, language)
    if not before and _OPENS.match(exchange.answered[: match.start()].lower()):
        before = _surnames(exchange.query, past, language)
    return (before[-1] if len(set(before)) == 1 else ""), gender


def _surnames(text: str, past: Past, language: str) -> list[str]:
    named = (name for phrase in phrases(text, language, past.known) for name in phrase.names)
    last = (name.split()[-1].strip(".").lower() for name in named)
    return [word for word in last if word.isalpha() and word not in BODIES]
