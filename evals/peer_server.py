"""What a comparison's model server says: each system's requests told apart, and answered alike."""

import json
import re
from dataclasses import dataclass
from typing import Literal

from graph.fault_server import Latency
from graph.openai_wire import Request

SMALL, ANSWER = "helper", "writer"
HELPER_S, FIRST_S, TOKEN_S = 0.3, 0.4, 0.005
CITED = 3

Wanted = Literal["answer", "standalone", "rewrite", "facts", "summary"]
_MESSAGE = (re.compile(r"<message>\n(.*?)\n</message>", re.DOTALL), re.compile(r"Follow Up Input: (.*)"))
_NUMBERED = re.compile(r'^<document n="(\d+)"', re.MULTILINE)
_SUBJECT = re.compile(r"\b(?:of the|Subject:) ([A-Z]\w+ [a-z]+(?: \d+)?)")
_FOLLOW_UP = re.compile(r"\b(?:And )?what is its (.*?)\?", re.IGNORECASE)


def wanted(request: Request) -> Wanted:
    """What a request asks for: an answer, a question rewritten as plain text or as our JSON, facts, a summary."""
    told = request.messages[0][1]
    if "standalone question" in told:
        return "standalone"
    if request.model == ANSWER:
        return "answer"
    if "JSON" not in told:
        return "summary"
    return "facts" if '"facts"' in told else "rewrite"


def latency(request: Request) -> Latency:
    """A helper's reply comes at once after its wait, an answer token by token; whichever model a system asks."""
    return Latency(FIRST_S, TOKEN_S) if wanted(request) == "answer" else Latency(HELPER_S)


def made_up(request: Request) -> str:
    """In a made-up conversation: a rewrite that names the last subject, or an answer of twenty tokens."""
    subject = (_SUBJECT.findall(request.prompt) or ["Heron probe"])[-1]
    inside = next((found for pattern in _MESSAGE if (found := pattern.search(request.last))), None)
    whole = _FOLLOW_UP.sub(rf"What is the \1 of the {subject}?", inside.group(1) if inside else request.last)
    match wanted(request):
        case "answer":
            return (
                f"The documents say of the {subject} that the figure asked for is the one that surveys confirmed [1]."
            )
        case "standalone":
            return whole
        case "rewrite":
            return _rewrite(whole)
        case "facts":
            return json.dumps({"facts": [], "entities": [subject], "constraints": [], "topics": []})
        case "summary":
            return f"The {subject} was discussed."


@dataclass
class Replay:
    """Says what was set before the turn: `answer`, and in a rewriter's place `rewrite`."""

    answer: str = ""
    rewrite: str = ""

    def __call__(self, request: Request) -> str:
        """The reply to a request. An answer cites the first three of the documents that are numbered for citing."""
        match wanted(request):
            case "answer":
                return self.answer + "".join(f" [{n}]" for n in _NUMBERED.findall(request.last)[:CITED])
            case "standalone":
                return self.rewrite
            case "rewrite":
                return _rewrite(self.rewrite)
            case "facts":
                return json.dumps({"facts": [], "entities": [], "constraints": [], "topics": []})
            case "summary":
                return "The conversation went on."


def _rewrite(resolution: str) -> str:
    said = {"resolution": resolution, "alternatives": [], "topic": "same", "correction": False, "constraints": []}
    return json.dumps({**said, "action": "retrieve"})
