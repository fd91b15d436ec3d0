"""What can go wrong with a model call, told apart by what is known of the exception, never by its text.

The text of a provider's exception is never shown or stored: it may hold prompts, keys or a stack trace, and must not
end up in an answer, a summary or a later prompt.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Literal

from langchain_core.exceptions import ContextOverflowError
from langchain_core.language_models import BaseChatModel

from nodes.state import Call, Notice
from stores.errors import RunError

FailureCode = Literal[
    "unauthorized",  # the key is missing, wrong or not allowed to
    "rate_limited",
    "timeout",
    "unavailable",  # no connection, or a 5xx
    "bad_request",  # the endpoint does not take what was sent, or does not know the model
    "empty",  # a reply without text
    "cut",  # a stream that ended without saying that it was complete
    "unreadable",  # not a chat reply at all, or not the JSON that was asked for
]

PASSING: frozenset[FailureCode] = frozenset({"rate_limited", "timeout", "unavailable"})
"""Failures that the same request may not meet again."""

_BY_STATUS: Mapping[int, FailureCode] = {401: "unauthorized", 403: "unauthorized", 408: "timeout", 429: "rate_limited"}
_BY_NAME: Mapping[str, FailureCode] = {
    "ModelAuthenticationError": "unauthorized",
    "ModelPermissionDeniedError": "unauthorized",
    "ModelRateLimitError": "rate_limited",
    "ModelTimeoutError": "timeout",
    "TimeoutException": "timeout",  # httpx
    "TimeoutError": "timeout",
    "ModelConnectionError": "unavailable",
    "ModelAPIError": "unavailable",
    "APIConnectionError": "unavailable",
    "TransportError": "unavailable",  # httpx
    "ConnectionError": "unavailable",
    "ModelInvalidRequestError": "bad_request",
    "ModelNotFoundError": "bad_request",
    "ContextOverflowError": "bad_request",
}


class ModelFailed(RunError):  # noqa: N818  -- reads as what happened
    """A model step that gave nothing usable; the message is one sentence, without the provider's text."""

    def __init__(
        self, code: FailureCode, step: str, sentence: str, *, ms: float = 0.0, tokens: tuple[int, int] = (0, 0)
    ) -> None:
        super().__init__(sentence)
        self.code: FailureCode = code
        self.step = step
        self.calls = 0  # requests made, repeats included
        self.ms = ms
        self.tokens = tokens  # in and out, of a reply that was no use
        self.model = ""

    def call(self, turn: int) -> Call:
        """What it cost, for the turn's record."""
        return Call(turn, self.step, round(self.ms, 1), self.tokens, self.model)

    def notice(self, turn: int) -> Notice:
        """The failure as data for the turn's record."""
        return Notice(turn, f"model_{self.code}", f"{self.step}: {self}")


@dataclass(frozen=True)
class Named:
    """A model as sentences name it: its name, and the variables that hold its key."""

    name: str
    key_variables: tuple[str, ...]

    @property
    def key(self) -> str:
        """The variable to set, or words for it where the provider does not say."""
        return " or ".join(self.key_variables) or "the provider's API key variable"


def named(model: BaseChatModel) -> Named:
    """The model's name as the provider knows it, and its key variables."""
    name = next(
        (str(v) for f in ("model_name", "model", "model_id") if (v := getattr(model, f, None))), model._llm_type
    )
    return Named(name, tuple(sorted(model.lc_secrets.values())))


def status_of(error: BaseException) -> int | None:
    """The HTTP status an exception stands for, where it has one."""
    for holder in (error, getattr(error, "response", None)):
        status = getattr(holder, "status_code", None)
        if isinstance(status, int):
            return status
    return None


def code_of(error: BaseException) -> FailureCode:
    """The kind of a failure: by HTTP status first, then by the exception's classes."""
    if isinstance(error, ModelFailed):
        return error.code
    status = status_of(error)
    if status is not None:
        if status in _BY_STATUS:
            return _BY_STATUS[status]
        if status >= 500:
            return "unavailable"
        if status >= 400:
            return "bad_request"
    names = [kind.__name__ for kind in type(error).__mro__]
    return next((_BY_NAME[name] for name in names if name in _BY_NAME), "unreadable")


def retry_after(error: BaseException, now: datetime | None = None) -> float | None:
    """Seconds that the endpoint asked to wait: `retry-after-ms`, or `Retry-After` in seconds or as an HTTP date."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    try:
        if (ms := headers.get("retry-after-ms")) is not None:
            return max(0.0, float(ms) / 1000)
        if (given := headers.get("retry-after")) is None:
            return None
        if given.replace(".", "", 1).isdigit():
            return float(given)
        return max(0.0, (parsedate_to_datetime(given) - (now or datetime.now(UTC))).total_seconds())
    except (TypeError, ValueError):
        return None


def passes(error: BaseException) -> bool:
    """Whether trying again may help. A spent quota is a 429 that no waiting cures."""
    return code_of(error) in PASSING and getattr(error, "code", None) != "insufficient_quota"


def failed(
    error: BaseException, model: BaseChatModel, step: str, deadline_s: float, calls: int, ms: float
) -> ModelFailed:
    """The typed failure for an exception, with a sentence that says what happened and what to do."""
    code, status, who = code_of(error), status_of(error), named(model)
    if isinstance(error, ModelFailed):
        error.calls, error.ms, error.model = calls, ms, who.name
        return error
    http = f" ({status})" if status else ""
    if code == "bad_request":
        if isinstance(error, ContextOverflowError):
            sentence = f"The prompt is longer than what the model {who.name!r} takes: lower the prompt's token limit."
        elif status == 404:
            sentence = f"The endpoint does not know the model {who.name!r}{http}: check its name and the base URL."
        else:
            sentence = f"The endpoint refused the request to the model {who.name!r}{http}: check its name and settings."
    else:
        sentence = f"{_subject(code)} {who.name!r} " + {
            "unauthorized": f"refused the key{http}: set {who.key}.",
            "rate_limited": f"asks for fewer requests{http}: try again later.",
            "timeout": f"did not answer within {deadline_s:g} s.",
            "unavailable": f"is not available{http}: check the base URL and the service.",
            "unreadable": "sent something that is no chat reply: check the base URL.",
        }.get(code, "gave no usable reply.")
    made = ModelFailed(code, step, sentence, ms=ms)
    made.calls, made.model = calls, who.name
    return made


def _subject(code: FailureCode) -> str:
    return "The model" if code == "timeout" else "The endpoint of the model"
