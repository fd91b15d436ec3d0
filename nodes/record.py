"""The record of a turn: what the archive keeps of it and what a caller gets back."""

from typing import Any

from nodes.reading import last_message, message_id_of
from nodes.state import State, TurnNote
from stores.archive import fingerprint


def archived_turn(state: State, message: str, note: TurnNote) -> dict[str, Any]:
    """One finished turn as plain JSON values, complete enough to be shown again as it was."""
    route, topic, resolution = state["route"], state.get("topic"), state.get("resolution")
    evidence, turn = state.get("evidence", ()), state["turn"]
    facts = {fact.id: fact for fact in state.get("facts", ())}
    message_id = message_id_of(last_message(state), state["turn"])
    cited_first = {source.id: source.turn for source in state.get("cited", ())}
    return {
        "turn": state["turn"],
        "branch": state["branch"],
        "at": state.get("at", ""),
        "message_id": message_id,
        "fingerprint": fingerprint(message_id, message),
        "message": message,
        "action": route.action,
        "language": route.language,
        "correction": route.correction,
        "reason": route.reason,
        "topic": topic.label if topic else None,
        "topic_confidence": round(topic.confidence, 3) if topic else None,
        "frame": note.frame,
        "query": resolution.query if resolution else route.question,
        "by": resolution.by if resolution else "message",
        "added": [{"term": one.term, "from": one.source} for one in resolution.added] if resolution else [],
        "queries": list(state.get("queries", ())),
        "passages": {
            "new": [one.id for one in evidence if one.origin == "new" and not one.seen],
            "carried": [one.id for one in evidence if one.origin == "carried"],
            "demoted": [one.id for one in evidence if one.origin == "new" and one.seen],
            "ranked": [one.id for one in evidence],
        },
        "scores": {one.id: one.score for one in evidence},
        "answer": state.get("answer", ""),
        "answerable": state.get("answerable", True),
        "sources": [{"n": one.n, "id": one.id, "turn": cited_first[one.id]} for one in state.get("cited", ())],
        "facts": [
            {"subject": fact.subject, "attribute": fact.attribute, "value": fact.value, "turn": fact.turn}
            for id_ in state.get("new_facts", ())
            if (fact := facts.get(id_))
        ],
        "tokens": dict(state.get("tokens", ())),
        "calls": [
            {"step": c.step, "ms": round(c.ms, 1), "tokens": list(c.tokens), "model": c.model}
            for c in state.get("calls", ())
            if c.turn == turn
        ],
        "ms": {one.node: round(one.ms, 1) for one in state.get("spans", ()) if one.turn == turn},
        "notices": [{"code": one.code, "detail": one.detail} for one in state.get("notices", ()) if one.turn == turn],
    }
