"""The one way a turn is run: lease, leftovers, message ids, and a stream of typed events.

A turn runs in a task of its own: when the caller leaves, it finishes all the same.
"""

import asyncio
import uuid
from collections.abc import AsyncIterator, Mapping
from contextvars import copy_context
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from langchain_core.messages import HumanMessage
from langchain_core.runnables import RunnableConfig
from langchain_core.runnables.config import var_child_runnable_config
from langgraph.checkpoint.base import BaseCheckpointSaver

from graph.builder import Graph, build_graph
from graph.costs import cost_of
from graph.deps import Deps
from graph.erasure import Erasure, Retention, export_of
from graph.events import Event, EventName
from graph.recovery import settle
from nodes.context import Context
from nodes.prompts import PROMPTS_HASH
from nodes.reading import reach_of
from nodes.state import Route
from stores.errors import InputError, NotFound
from stores.flushing import DEFERRED, Flushing
from stores.lease import Lease
from stores.threads import ThreadRegistry, thread_key


@dataclass
class _Run:
    """A running turn: what it has said so far waits in the queue; an exception ends it."""

    queue: "asyncio.Queue[Event | BaseException | None]" = field(default_factory=asyncio.Queue)

    def say(self, name: EventName, **data: Any) -> None:
        self.queue.put_nowait(Event(name, data))


class Conversations:
    """Runs turns on threads. Make it inside a running event loop, one a loop; `aclose` waits for running turns."""

    def __init__(self, deps: Deps, graph: Graph | None = None) -> None:
        self.deps = deps
        self.graph = graph or build_graph(deps, deps.checkpointer, deps.store)
        self.registry = ThreadRegistry(deps.store)
        self.erasure = Erasure(deps, self.registry)
        self._retention = Retention(self.erasure, deps.settings.retention_days)
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(self, message: str, *, thread: str, **options: Any) -> Mapping[str, Any]:
        """Run one turn and give its record. Options as for `events`."""
        record: Mapping[str, Any] = {}
        async for event in self.events(message, thread=thread, **options):
            if event.name == "done":
                record = event.data
        return record

    async def events(
        self,
        message: str,
        *,
        thread: str,
        user: str = "local",
        message_id: str | None = None,
        context: Context | None = None,
    ) -> AsyncIterator[Event]:
        """Run one turn and tell how it goes; `done` carries its record. The same message id again gives the same turn.

        Raises `InputError` (unusable message or id), `Busy` (another turn is running), `StoreUnavailable`.
        """
        text = self._checked(message)
        run, key = _Run(), thread_key(user, thread)
        id_ = message_id or uuid.uuid4().hex
        # a turn is a run of its own: it reports to no run of the caller's
        own = copy_context()
        own.run(var_child_runnable_config.set, None)
        task = asyncio.create_task(self._guarded(run, text, key, thread, user, id_, context), context=own)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        while (item := await run.queue.get()) is not None:
            if isinstance(item, BaseException):
                raise item
            yield item

    def _checked(self, message: str) -> str:
        most = self.deps.settings.max_message
        if not message.strip():
            raise InputError("The message is empty: type a question.")
        if len(message) > most:
            raise InputError(
                f"The message has {len(message):,} characters, more than {most:,}: "
                "shorten it or raise ANAPHORA_MAX_MESSAGE."
            )
        if "\x00" in message:
            raise InputError("The message holds a NUL character: send plain text.")
        return message.encode("utf-8", "replace").decode("utf-8")

    async def _guarded(self, run: _Run, *args: Any) -> None:
        try:
            await self._turn(run, *args)
        except Exception as error:  # noqa: BLE001  -- handed to the caller, who raises it
            run.queue.put_nowait(error)
        finally:
            run.queue.put_nowait(None)

    async def _turn(
        self, run: _Run, text: str, key: str, thread: str, user: str, id_: str, context: Context | None
    ) -> None:
        settings = self.deps.settings
        async with self.deps.leases.hold(key, policy=settings.busy, wait_s=settings.busy_wait_s) as lease:
            configurable = {"thread_id": key, "user_id": user, "lease_token": lease.token, DEFERRED: True}
            about = {"prompts": PROMPTS_HASH}
            config: RunnableConfig = {"configurable": configurable, "recursion_limit": 50, "metadata": about}
            known = context or Context(
                history=settings.history, window=settings.window, prompt_tokens=settings.prompt_tokens
            )
            known = replace(known, user=user)
            if await self.registry.moved(user, thread) is None:  # listed before anything is kept: so it can be erased
                at = datetime.now(UTC).isoformat(timespec="seconds")
                await self.registry.touch(user, thread, at=at, turns=0, title=text)
            settled = await settle(self.graph, config, id_, known, lambda: self._flush(config, lease))
            if settled == "completed":
                await self._finish(config, lease, thread, user)
            recorded = None if settled == "same" else await self._recorded(config, key, id_)
            told = False
            if recorded is None:
                message = None if settled == "same" else HumanMessage(text, id=id_)
                told = await self._stream(run, message, config, lease, known)
            else:
                await self._touch(user, thread, recorded)  # a crash may have come between record and registry
            item = recorded or await self._finish(config, lease, thread, user)
            if not told:
                run.say("answer", text=item["answer"], answerable=item["answerable"])
            run.say("done", **await self._record({**item, "notices": self._notices(item, key)}, thread, user))

    async def _recorded(self, config: RunnableConfig, key: str, id_: str) -> Mapping[str, Any] | None:
        """The turn of a message id, if it is part of the conversation as it now stands."""
        item = await self.deps.archive.by_message(key, id_)
        if item is None:
            return None
        state = (await self.graph.aget_state(config)).values
        reach = reach_of({**state, "turn": state.get("turn", 0) + 1}, config)  # type: ignore[typeddict-item]  # same keys
        return item if item["turn"] <= dict(reach.branches).get(item["branch"], 0) else None

    async def _finish(self, config: RunnableConfig, lease: Lease, thread: str, user: str) -> Mapping[str, Any]:
        """Make the end of a turn durable, note that the thread has moved on, and give the archived turn."""
        await self._flush(config, lease)
        state = (await self.graph.aget_state(config)).values
        item = await self.deps.archive.get(lease.thread, state["branch"], state["turn"])
        assert item is not None
        await self._touch(user, thread, item)
        await self._prune(lease.thread)
        return item

    async def _touch(self, user: str, thread: str, item: Mapping[str, Any]) -> None:
        entry = await self.registry.get(user, thread)
        if entry is None or entry["turns"] < item["turn"]:
            await self.registry.touch(user, thread, at=item["at"], turns=item["turn"], title=item["message"])

    def _notices(self, item: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
        """A turn's notices with those of the stores, which no node sees."""
        saver = self.deps.checkpointer
        taken = saver.take_notices(key) if isinstance(saver, Flushing) else []
        return [*item["notices"], *(one._asdict() for one in taken)]

    async def _stream(
        self, run: _Run, message: HumanMessage | None, config: RunnableConfig, lease: Lease, context: Context
    ) -> bool:
        """Run the graph on a message, or on from where it was left; whether the answer was told."""
        answer: dict[str, Any] = {}
        told = False
        parts = self.graph.astream(
            None if message is None else {"messages": [message]},
            config,
            context=context,
            stream_mode=["custom", "updates"],
            durability="sync",
        )
        part: Any
        async for part in parts:
            mode, payload = part
            if mode == "custom" and payload["type"] == "token":
                run.say("token", text=payload["text"])
            elif mode == "custom" and payload.get("name") == "extract":
                # extract starts only when generate's checkpoint has been written
                await self._flush(config, lease)
                if answer:
                    run.say("answer", **answer)
                    told = True
            elif mode == "updates":
                for node, update in payload.items():
                    if node == "generate":
                        answer = {"text": update["answer"], "answerable": update["answerable"]}
                    else:
                        _tell(run, node, update or {})
        return told

    async def _flush(self, config: RunnableConfig, lease: Lease) -> None:
        """What is said next is kept: the lease is still ours, and the durable tier has it."""
        await lease.check()
        if isinstance(self.deps.checkpointer, Flushing):
            await self.deps.checkpointer.flush(config)

    async def _prune(self, key: str) -> None:
        prune: Any = self.deps.checkpointer.aprune
        if type(self.deps.checkpointer).aprune is not BaseCheckpointSaver.aprune:  # the base class prunes nothing
            await prune([key], keep_last=self.deps.settings.keep_checkpoints)

    async def _record(self, item: Mapping[str, Any], thread: str, user: str) -> dict[str, Any]:
        """The turn record: the archived turn, its sources and passages resolved to file, heading and page."""
        hidden = ("vector", "fingerprint", "branch")
        used = [*(source["id"] for source in item["sources"]), *item["passages"].get("ranked", ())]
        found = await asyncio.to_thread(self.deps.index.fetch, list(dict.fromkeys(used)))
        sources = []
        for source in item["sources"]:
            passage = found.get(source["id"])
            place = {"source": "", "heading": "", "page": None, "start": 0, "end": 0}
            if passage is not None:
                place = {name: getattr(passage, name) for name in place}
            sources.append({"n": source["n"], "id": source["id"], **place, "turn": source["turn"]})
        body = {name: value for name, value in item.items() if name not in hidden}
        places = {
            id_: {"source": passage.source, "heading": passage.heading, "page": passage.page}
            for id_, passage in found.items()
        }
        cost = cost_of(item.get("calls", ()), self.deps.settings.model_prices)
        return {"thread": thread, "user": user, **body, "sources": sources, "places": places, "cost": cost}

    async def transcript(self, *, thread: str, user: str = "local") -> list[dict[str, Any]]:
        """The records of a thread's turns, oldest first. Raises `NotFound`."""
        key = thread_key(user, thread)
        config: RunnableConfig = {"configurable": {"thread_id": key}}
        state = (await self.graph.aget_state(config)).values
        if not state.get("turn"):
            if await self.registry.get(user, thread):
                return []
            raise NotFound(f"There is no thread {thread!r}: list the threads there are with `anaphora threads list`.")
        reach = reach_of({**state, "turn": state["turn"] + 1}, config)  # type: ignore[typeddict-item]  # same keys
        return [await self._record(item, thread, user) for item in await self.deps.archive.turns(reach)]

    async def delete(self, *, thread: str, user: str = "local") -> dict[str, int]:
        """Erase a thread from every store; returns how many records of each kind there were. Raises `NotFound`."""
        return await self.erasure.thread(thread, user)

    async def erase_user(self, user: str) -> dict[str, int]:
        """Erase every thread of a user; returns how many records of each kind there were. Raises `NotFound`."""
        return await self.erasure.user(user)

    async def export_user(self, user: str) -> dict[str, Any]:
        """All that is kept of a user, as plain values. Raises `NotFound`."""
        return await export_of(self.deps, self.graph, self.registry, user, self._record)

    async def aclose(self) -> None:
        """Wait for the turns that are still running, and end the sweeping of idle threads."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._retention.aclose()


def _tell(run: _Run, node: str, update: Mapping[str, Any]) -> None:
    if node == "route":
        route: Route = update["route"]
        run.say("routed", action=route.action, correction=route.correction, question=route.question)
    elif node == "detect_topic" and (topic := update["topic"]):
        run.say("topic", label=topic.label, confidence=round(topic.confidence, 3))
    elif node == "rewrite":
        resolution = update["resolution"]
        added = [{"term": one.term, "from": one.source} for one in resolution.added]
        run.say("resolved", query=resolution.query, added=added, by=resolution.by)
    elif node == "rerank":
        run.say("retrieved", passages=[{"id": one.id, "origin": one.origin} for one in update["evidence"]])
    elif node == "extract":
        run.say("remembered", facts=list(update.get("new_facts", ())))
