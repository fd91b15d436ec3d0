"""What is to be said of a model's answer, as data: interrupted, cut, in another language, or without support."""

from collections.abc import Mapping

from nodes.answer_prompt import AnswerPrompt
from nodes.citations import CitationFilter
from nodes.figures import unsupported
from nodes.language import detect
from nodes.models import Reply
from nodes.state import Notice
from nodes.writing import Brief
from stores.words import terms

SUPPORTED = 0.6
"""Share of an answer's content terms that a document must hold to be cited for it."""
UNSUPPORTED = 0.3
"""Below this share, over all documents, the answer is not about them."""
MOST_MARKS = 2


def supporting(answer: str, documents: Mapping[int, str], language: str) -> list[int]:
    """The numbers of the documents that hold most of what an answer says, best first."""
    said = set(terms(answer, language))
    if len(said) < 3:
        return []
    shares = {n: len(said & set(terms(text, language))) / len(said) for n, text in documents.items()}
    return [n for n in sorted(shares, key=lambda n: -shares[n]) if shares[n] >= SUPPORTED][:MOST_MARKS]


def remarks(text: str, reply: Reply, marks: CitationFilter, asked: AnswerPrompt, brief: Brief) -> list[Notice]:
    """The notices of one answer; none for a sound one."""
    turn, found = brief.turn, []
    if reply.interrupted:
        found.append(Notice(turn, "answer_interrupted", f"The answer stops before its end ({reply.failure})."))
    elif reply.finish_reason == "length":
        found.append(Notice(turn, "answer_cut", "The answer reached its token limit; raise ANAPHORA_ANSWER_TOKENS."))
    if marks.removed:
        numbers = ", ".join(map(str, dict.fromkeys(marks.removed)))
        found.append(Notice(turn, "citations_removed", f"{len(marks.removed)} without a source: {numbers}"))
    if brief.route.action == "transform":
        return found
    spoken = detect(text, brief.route.language)
    if spoken != brief.route.language:
        found.append(Notice(turn, "answer_language", f"Asked for {brief.route.language}, answered in {spoken}."))
    if asked.documents:
        found += _support(text, marks, asked, brief)
    return found


def _support(text: str, marks: CitationFilter, asked: AnswerPrompt, brief: Brief) -> list[Notice]:
    shown = {brief.numbering.known.get(asked.passages[n], n): held for n, held in asked.documents.items()}
    prompt = "\n".join(message.text for message in asked.prompt[1:])
    flagged = unsupported(text, shown, [prompt] if not marks.used else [brief.message, *_told(brief)])
    found = [Notice(brief.turn, "figures_unsupported", sentence[:200]) for sentence in flagged[:3]]
    said = set(terms(text, brief.route.language))
    held = said & set(terms(prompt, brief.route.language))
    if len(said) >= 4 and len(held) < UNSUPPORTED * len(said):
        found.append(Notice(brief.turn, "answer_unsupported", "The answer says little that the documents hold."))
    return found


def _told(brief: Brief) -> list[str]:
    """What beside the documents an answer may take figures from."""
    facts = [f"{fact.subject} {fact.attribute} {fact.value}" for fact in brief.facts]
    earlier = [f"{one.asked} {one.answered}" for one in brief.remembered]
    return [brief.resolution.query, brief.now, *facts, *earlier, *(note.answered for note in brief.notes)]
