"""What `RedisSaver` does with whole threads: delete, prune, copy. Generators, like `stores.redis_operations`."""

from collections.abc import Iterable, Sequence

from stores.erasing import Erased
from stores.errors import InputError
from stores.redis_blocks import Inbox
from stores.redis_calls import Call, Operation, command
from stores.redis_codec import Codec
from stores.redis_index import Index, Memory, raw, text
from stores.redis_layout import Keys, read_blocks, read_head, split_id
from stores.redis_operations import SWEEP_STEP, Operations

STEP = 50


class Upkeep:
    """One saver's care for whole threads."""

    def __init__(self, keys: Keys, index: Index, operations: Operations) -> None:
        self.keys = keys
        self.index = index
        self.operations = operations

    def delete(self, thread: str) -> Operation[Erased]:
        """Remove a thread's four keys at once, then its entries in the indexes."""
        checkpoints, tasks, blocks, fields = yield Call("delete", self.keys.thread(thread), ())
        names = self.index.names(thread)
        names += [self.keys.user(text(f[1:])) for f in fields if f[:1] == b"u"]
        names += [self.keys.run(text(f[1:])) for f in fields if f[:1] == b"r"]
        yield from self.index.leave(thread, names)
        self.index.forget(thread)
        self.operations.forget(thread)
        return Erased(checkpoints, tasks, blocks, len(names) if checkpoints or tasks else 0)

    def prune(self, threads: Iterable[str], strategy: str, keep_last: int) -> Operation[None]:
        """Keep the newest `keep_last` checkpoints a namespace ("keep_latest"), or nothing ("delete")."""
        if strategy not in {"keep_latest", "delete"} or keep_last < 1:
            raise InputError(f"prune keeps at least 1 by keep_latest, or is delete: not {strategy!r} of {keep_last}")
        for thread in threads:
            if strategy == "delete":
                yield from self.delete(thread)
                continue
            more = 1
            while more:
                more, *freed = yield Call("sweep", self.keys.thread(thread), [keep_last, SWEEP_STEP])
                yield from self.index.leave(thread, map(self.keys.run, map(text, freed)))

    def delete_for_runs(self, runs: Sequence[str]) -> Operation[None]:
        """Remove what some runs wrote, wherever it is; a thread left empty goes altogether."""
        for run in runs:
            for thread in (yield from self.index.listed(self.keys.run(run))):
                empty = yield Call("drop_runs", self.keys.thread(thread), [raw(run)])
                yield from self.index.leave(thread, [self.keys.run(run)])
                self.index.forget(thread)
                self.operations.forget(thread)
                if empty:
                    yield from self.delete(thread)

    def copy(self, codec: Codec, source: str, target: str) -> Operation[None]:
        """Copy every namespace with history, writes and blocks; what is sealed is sealed anew for the target."""
        _, _, checkpoints, writes = self.keys.thread(source)
        inbox, sent = Inbox(codec.place(source, "").box, {}, Memory(0)), set[bytes]()
        low = b"-"
        while low:
            members = yield command("ZRANGEBYLEX", checkpoints, low, "+", "LIMIT", 0, STEP)
            for member in members:
                yield from self._copy_checkpoint(codec, member, (source, target), inbox, sent)
            low = b"(" + members[-1] if len(members) == STEP else b""
        low = b"-"
        while low:
            members = yield command("ZRANGEBYLEX", writes, low, "+", "LIMIT", 0, STEP)
            for member in members:
                ns = split_id(member)[0]
                place, segments = codec.moved_writes(codec.place(source, ns), codec.place(target, ns), member)
                for segment in segments:
                    args = [self.operations.life, "", place, segment, *self.index.stamp(target)]
                    yield Call("put_writes", self.keys.thread(target), args)
            low = b"(" + members[-1] if len(members) == STEP else b""

    def _copy_checkpoint(
        self, codec: Codec, member: bytes, threads: tuple[str, str], inbox: Inbox, sent: set[bytes]
    ) -> Operation[None]:
        source, target = threads
        ns, at = split_id(member)
        _, at = split_id(member, at)
        head, _ = read_head(member, at)
        missing = [n for n in head.names if n not in inbox.stored]
        if missing:
            inbox.stored.update(read_blocks((yield Call("blocks", self.keys.thread(source), missing))))
        metadata, moved, blocks = codec.moved(codec.place(source, ns), codec.place(target, ns), member, inbox, sent)
        user = str(metadata.get("user_id") or "")
        names = self.index.names(target, user, text(head.run))
        if self.index.due(target, names):
            yield from self.index.enter(target, names)
        args = [self.operations.life, "", member[:at], moved, head.run, raw(user), *self.index.stamp(target)]
        yield Call("put", self.keys.thread(target), [*args, 0, 0, 0, *blocks])
