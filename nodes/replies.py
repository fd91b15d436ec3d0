"""The JSON that helper models are asked for. Lenient in form, strict in size: what is too much is left out."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


def _few(most: int, length: int) -> BeforeValidator:
    """Texts only, the first `most` of them, each flattened and at most `length` characters."""

    def check(value: Any) -> Any:
        values = [value] if isinstance(value, str) else value
        if not isinstance(values, list):
            return []
        flat = [" ".join(one.split())[:length] for one in values if isinstance(one, str)]
        return [one for one in flat if one][:most]

    return BeforeValidator(check)


def _slots(value: Any) -> Any:
    """A mapping of slot to value becomes a list of pairs; what is neither is left out."""
    if isinstance(value, dict):
        value = [{"slot": slot, "value": str(held)} for slot, held in value.items()]
    if not isinstance(value, list):
        return []
    return [one for one in value if isinstance(one, dict) and one.get("slot") and one.get("value")][:8]


def _known(*names: str) -> BeforeValidator:
    """The first name where the value is none of them."""
    return BeforeValidator(lambda value: value if value in names else names[0])


def _records(value: Any) -> Any:
    return [one for one in value if isinstance(one, dict) and one.get("value")][:12] if isinstance(value, list) else []


Short = Annotated[str, Field(max_length=200)]


class SlotReply(BaseModel):
    """A constraint: a slot of the topic and its value."""

    model_config = ConfigDict(coerce_numbers_to_str=True)
    slot: Short
    value: Short


class RewriteReply(BaseModel):
    """The self-contained form of a message, and what the message does to the conversation."""

    resolution: str
    alternatives: Annotated[list[str], _few(2, 300)] = []
    topic: Annotated[Literal["same", "switch", "return"], _known("same", "switch", "return")] = "same"
    correction: Annotated[bool, BeforeValidator(lambda value: value is True)] = False
    constraints: Annotated[list[SlotReply], BeforeValidator(_slots)] = []


class FactReply(BaseModel):
    """Something that was settled."""

    model_config = ConfigDict(coerce_numbers_to_str=True)
    subject: Short = ""
    attribute: Short = ""
    value: Short
    kind: Literal["fact", "number", "date", "name", "definition", "decision", "constraint"] = "fact"
    speaker: Literal["user", "assistant", "document"] = "document"


class ExtractReply(BaseModel):
    """What a finished turn leaves for later ones."""

    facts: Annotated[list[FactReply], BeforeValidator(_records)] = []
    entities: Annotated[list[str], _few(12, 80)] = []
    constraints: Annotated[list[SlotReply], BeforeValidator(_slots)] = []
    topics: Annotated[list[str], _few(4, 80)] = []


class RouteReply(BaseModel):
    """What a message asks for."""

    action: Literal["retrieve", "reuse", "transform", "recall", "social", "clarify"]
    correction: bool = False
