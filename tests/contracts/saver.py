"""The contract of checkpoint savers: LangGraph's conformance suite, whole, for either face of a saver."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver, CheckpointTuple
from langgraph.checkpoint.conformance.initializer import RegisteredCheckpointer
from langgraph.checkpoint.conformance.validate import validate

Saver = BaseCheckpointSaver[Any]

EXPECTED = {
    "put": 17,
    "put_writes": 10,
    "get_tuple": 10,
    "list": 16,
    "delete_thread": 5,
    "prune": 8,
    "copy_thread": 8,
    "delete_for_runs": 7,
}


class BlockingFace(BaseCheckpointSaver[Any]):
    """Shows a saver's blocking methods to a suite that calls the async ones."""

    def __init__(self, saver: Saver) -> None:
        super().__init__(serde=saver.serde)
        self.saver = saver

    async def aput(self, *args: Any, **named: Any) -> RunnableConfig:
        return self.saver.put(*args, **named)

    async def aput_writes(self, *args: Any, **named: Any) -> None:
        self.saver.put_writes(*args, **named)

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return self.saver.get_tuple(config)

    async def alist(self, *args: Any, **named: Any) -> AsyncIterator[CheckpointTuple]:
        for found in self.saver.list(*args, **named):
            yield found

    async def adelete_thread(self, thread_id: str) -> None:
        self.saver.delete_thread(thread_id)

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        self.saver.delete_for_runs(run_ids)

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        self.saver.copy_thread(source_thread_id, target_thread_id)

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        self.saver.prune(thread_ids, strategy=strategy)

    def get_next_version(self, current: Any, channel: None) -> Any:
        return self.saver.get_next_version(current, channel)


async def assert_conforms(open_saver: Callable[[], Awaitable[Saver]], expected: Mapping[str, int] = EXPECTED) -> None:
    """Every test of every capability passes; `open_saver` is asked for a saver for each capability."""

    async def factory() -> AsyncGenerator[Saver, None]:
        yield await open_saver()

    registered = RegisteredCheckpointer(name="saver", factory=factory)
    report = await validate(registered, capabilities=set(expected))
    found = {name: (result.tests_passed, result.failures) for name, result in report.results.items()}
    assert {name: found[name] for name in expected} == {name: (count, []) for name, count in expected.items()}
