"""Played conversations: what the graph would do on each turn when the answers are given by the data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from nodes.frames import update_frame
from nodes.ranking import carried_of, rank, views_of
from nodes.retrieval import DEPTH, plan_queries, run_queries, search_query
from nodes.standing import LOOKED, confirmed
from nodes.state import Candidate, Evidence, Frame, Resolution, Route, Topic, TurnNote
from nodes.topic_scoring import TopicTrees, last_asked
from nodes.topics import decide_topic, place_frames, remember_answer
from stores.embedder import Embedder, legibility
from stores.passages import Hit, PassageIndex, Vector

WINDOW = 6  # turns that the graph keeps verbatim by default
CITED = 3  # an answer is taken to cite the first three passages
MOST = 20  # ranked passages that are kept for measuring
ANSWERED = 1200  # characters of an answer that a note keeps

Resolve = Callable[..., Resolution]


@dataclass(frozen=True)
class Heard:
    """What the first steps of a turn made of a message."""

    route: Route
    topic: Topic
    resolution: Resolution
    vector: Vector


class Thread:
    """The part of a conversation's state that later messages are read against."""

    def __init__(self, embedder: Embedder, resolve: Resolve, trees: TopicTrees | None = None) -> None:
        self.embedder, self._resolve, self.trees = embedder, resolve, trees
        self.notes: tuple[TurnNote, ...] = ()
        self.frames: tuple[Frame, ...] = ()
        self.turn = 0
        self.heard: Heard | None = None

    def hear(self, message: str, topic: Topic | None = None) -> Heard:
        """Decide the topic of a message (unless it is given) and resolve it."""
        self.turn += 1
        route, vector = Route("retrieve", message), self.embedder.embed([message])[0]
        decided = topic or self.decide(message, vector)
        self.frames, decided, _ = place_frames(decided, self.frames, question=message, vector=vector, turn=self.turn)
        resolution = self._resolve(message, route=route, notes=self.notes, frames=self.frames, facts=(), language="en")
        self.heard = Heard(route, decided, resolution, vector)
        return self.heard

    def decide(self, message: str, vector: Vector) -> Topic:
        """The topic of a message."""
        return decide_topic(
            message,
            vector=vector,
            route=Route("retrieve", message),
            notes=self.notes,
            frames=self.frames,
            last=self.last(),
            trees=self.trees,
        )

    def last(self) -> dict[int, Vector]:
        """The vector of the last question of each frame that the window holds one of."""
        asked = last_asked(self.notes)
        return dict(zip(asked, self.embedder.embed(list(asked.values())), strict=True)) if asked else {}

    def finish(self, message: str, answer: str, heard: Heard, cited: tuple[str, ...] = ()) -> None:
        """Take the turn into the history."""
        answered = answer[:ANSWERED]
        note = TurnNote(
            self.turn,
            str(self.turn),
            "retrieve",
            heard.resolution.query,
            frame=self.frames[0].id,
            cited=cited,
            asked=message[:400],
            answered=answered,
        )
        self.notes = (*self.notes, note)[-WINDOW:]
        frames = update_frame(
            self.frames,
            route=heard.route,
            query=heard.resolution.query,
            answer=answered,
            cited=cited,
            turn=self.turn,
            answerable=True,
        )
        self.frames = remember_answer(frames, self.embedder.embed([answered])[0])


@dataclass(frozen=True)
class Ranked:
    """What one turn found: the bare message's results, the fused ones and the evidence, best first.

    `heard` has the resolution that the documents bore out.
    """

    heard: Heard
    raw: list[Hit]
    resolved: list[Hit]
    fused: list[Hit]
    evidence: tuple[Evidence, ...]
    carried: tuple[str, ...]


class Searches:
    """The search and ranking steps of a turn, over one index."""

    def __init__(self, index: PassageIndex, embedder: Embedder) -> None:
        self._index, self._embedder = index, embedder
        self.seen: tuple[str, ...] = ()

    def retrieve(self, thread: Thread, heard: Heard, resolution: Resolution | None = None) -> Ranked:
        """Search and rank for a message, with its own resolution or one from elsewhere."""
        resolution, message = resolution or heard.resolution, heard.route.question
        raw = self.search(message)
        resolved = raw if resolution.query == message else self.search(resolution.query)
        plan = plan_queries(resolution, route=heard.route, topic=heard.topic, notes=thread.notes, frames=thread.frames)
        fused = run_queries(plan, raw, self._index, self._embedder)
        if resolution.guessed:
            looked = self._index.fetch([hit.id for hit in raw[:LOOKED]])
            resolution = confirmed(resolution, message, thread.notes, looked.values())
        carried = carried_of(heard.route, heard.topic, thread.notes, thread.frames)
        views = views_of(message, resolution, heard.topic)
        evidence = self.rank(resolution.query, fused, carried, self.seen, thread.notes, views)
        ids = tuple(one.id for one in carried)
        return Ranked(replace(heard, resolution=resolution), raw, resolved, fused, evidence, ids)

    def search(self, text: str) -> list[Hit]:
        """The results of one text alone."""
        return search_query(text, self._index, self._embedder, DEPTH)

    def rank(
        self,
        query: str,
        hits: Sequence[Hit],
        carried: tuple[Evidence, ...] = (),
        seen: tuple[str, ...] = (),
        notes: tuple[TurnNote, ...] = (),
        views: tuple[str, ...] = (),
    ) -> tuple[Evidence, ...]:
        """The candidates ranked as the graph's rerank node does."""
        candidates = tuple(Candidate(hit.id, hit.score) for hit in hits)
        ids = list(dict.fromkeys([*(one.id for one in candidates), *(one.id for one in carried)]))
        return rank(
            query,
            self._embedder.embed([query])[0],
            candidates=candidates,
            carried=carried,
            passages=self._index.fetch(ids),
            sentences=self._index.sentences(ids),
            seen=seen,
            notes=notes,
            most=MOST,
            views=tuple(self._embedder.embed(views)) if views else (),
            legible=legibility(self._embedder, query),
        )

    def show(self, evidence: Sequence[Evidence], most: int = 5) -> None:
        """Take what an answer rested on into what the thread has seen."""
        self.seen = tuple(dict.fromkeys((*(one.id for one in evidence[:most]), *self.seen)))[:64]
