"""Whether the evidence is strong enough to answer from.

Weighed are the nearest sentence's cosine to what is asked, and the best sentence's share of the question's words, of
the message's own once more. Calibrated with the bundled embedder on the labels of MTRAG's development conversations
(`anaphora eval abstention --data DIR --split dev`): at .60 the writer abstains on 4.4 % of the answerable
questions, 10 % of the partly answerable and 11 % of the unanswerable ones, which there are near misses of what the
documents do hold (held-out thresholds that lose 5.5 % catch 11 %; .70 catches 27 % and loses 14 %).
Questions that have nothing to do with the documents lie far below (under .40).
"""

import re
from collections.abc import Sequence
from difflib import get_close_matches

from nodes.question import Asked, roots
from nodes.sentence_scores import Quote
from nodes.values import names_in
from stores.words import UNSPACED, is_unspaced, words

SHARE, OWN, WHOLE = 0.2, 0.1, 0.1
"""Weights of the share of the resolution's words, of the message's, and of holding every one of the former."""
BEST = 3  # sentences among which the fullest is looked for
ENOUGH = 0.60
HALF = 0.5  # share of the question's words that is enough where there are no vectors
ALIKE = 0.75  # similarity of two spellings of one name
ENOUGH_UNSPACED = 0.34
"""Share of a question's character pairs, without those that only ask, that a sentence must hold in a script without
spaces: the bundled embedder knows no such script."""
_ASKS = re.compile(
    "什么时候|什麼時候|多长时间|多少|什么|什麼|怎么|怎麼|怎样|如何|为什么|哪里|哪些|哪个|谁|几|吗|呢|请问|可以|能否|有没有|"
    "是否|多久|多长|需要|的|了|是|在|有|何ですか|何日|何時|いくら|いくつ|いつ|どこ|だれ|誰|どの|どう|なぜ|ですか|ますか|"
    "ください|教えて|について|は|が|を|に|の|で|と|も|何|か|เท่าไหร่|เท่าไร|อะไร|อย่างไร|ยังไง|เมื่อไหร่|เมื่อไร|ที่ไหน|ใคร|กี่|"
    "ไหม|หรือไม่|คืออะไร|คือ|ได้|ครับ|ค่ะ|คะ|ล่ะ|แล้ว|และ|ของ|เป็น|มี"
)
_RUN = re.compile(rf"[{UNSPACED}]")


def support(asked: Asked, quotes: Sequence[Quote], query: str) -> float:
    """How well the evidence supports an answer to a resolved question; 0 without any. `quotes` come best first.

    What is asked about a thing has to be found, not only its name: names that the evidence holds count as found.
    """
    if not quotes:
        return 0.0
    lines = [one.held | one.headed for one in quotes]
    resolved, near = roots(query, asked.language), max(one.near for one in quotes)
    share = _part(resolved, lines[0])
    if not near:  # no vectors
        return ENOUGH if share >= HALF else 0.0
    known = frozenset().union(*lines) & _named(query, asked.language)
    wanted, own = resolved - known or resolved, (asked.own & resolved) - known or asked.own & resolved
    found, told = (max(_part(words_, line) for line in lines[:BEST]) for words_ in (wanted, own))
    return near + SHARE * found + OWN * told + WHOLE * (share == 1.0)


def _named(text: str, language: str) -> frozenset[str]:
    """The stems of the names in a text, those in capitals ("CEO") left out: they may be what is asked for."""
    return roots(" ".join(word for name in names_in(text) for word in name.split() if not word.isupper()), language)


def is_supported(asked: Asked, quotes: Sequence[Quote], query: str) -> bool:
    """Whether there is enough to answer from."""
    if is_unspaced(query):
        wanted = _pairs(_ASKS.sub(" ", query))
        return not wanted or any(_part(wanted, _pairs(one.text)) >= ENOUGH_UNSPACED for one in quotes)
    return support(asked, quotes, query) >= ENOUGH and not names_a_stranger(asked, quotes)


def names_a_stranger(asked: Asked, quotes: Sequence[Quote]) -> bool:
    """Whether the message names something of which the evidence knows only the siblings: "Norvik Mail" where there are
    a Norvik Grid and a Norvik Vault. A name in another spelling is no stranger.
    """
    known = frozenset().union(*(one.held | one.headed for one in quotes))
    named = roots(" ".join(name for one in quotes for name in names_in(one.text)), asked.language)
    for name in names_in(asked.text):
        first, *rest = name.split()
        own = roots(rest[-1], asked.language) if rest else frozenset()
        if not own or own & known or any(get_close_matches(word, named, 1, ALIKE) for word in own):
            continue
        sibling = re.compile(rf"\b{re.escape(first)} [A-Z]")
        if any(sibling.search(one.text) for one in quotes):
            return True
    return False


def _part(wanted: frozenset[str], held: frozenset[str]) -> float:
    return len(wanted & held) / len(wanted) if wanted else 1.0


def _pairs(text: str) -> frozenset[str]:
    return frozenset(word for word in words(text) if len(word) > 1 or _RUN.match(word))
