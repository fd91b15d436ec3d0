"""Several processes send messages to the same threads at once."""

import asyncio
import gc
import os
import random
from multiprocessing import get_context
from multiprocessing.connection import Connection

from evals.chaos.ledger import Ledger
from evals.chaos.worker import TOPICS, Place, ask, open_runner
from stores.errors import Busy

SENDERS = 3
"""Per process: each waits for its answer before it sends again."""
RETRY_S = 0.02


async def send(pipe: Connection, place: Place, process: int, messages: int, threads: int) -> None:
    """Send this process's share, and report (sender, thread, id, message, answers, times it was busy) of each."""
    async with open_runner(place) as runner:

        async def one(sender: str, rng: random.Random, count: int) -> None:
            for number in range(count):
                id_, thread = f"{sender}.{number}", f"t{rng.randrange(threads)}"
                message = f"How long is {rng.choice(TOPICS)} paid in case {id_}?"
                answers, refused = list[str](), 0
                while True:
                    try:
                        record = await ask(runner, thread, id_, message, lambda word: answers.append(word[2]))  # noqa: B023  -- called before the next round
                        break
                    except Busy:  # what a client does under `reject`: the same message again, a little later
                        refused += 1
                        await asyncio.sleep(rng.uniform(1, 3) * RETRY_S)
                pipe.send((sender, thread, id_, message, [*answers, record["answer"]], refused))

        share = [messages // SENDERS + (n < messages % SENDERS) for n in range(SENDERS)]
        senders = [f"p{process}s{n}" for n in range(SENDERS)]
        await asyncio.gather(*(one(s, random.Random(s), count) for s, count in zip(senders, share, strict=True)))


def crowd(place: Place, ledger: Ledger, *, processes: int, messages: int, threads: int) -> None:
    """Let `processes` send `messages` in all to `threads` at random; raises when a process fails."""
    context = get_context("fork")
    running = []
    for process in range(processes):
        ours, theirs = context.Pipe(duplex=False)
        share = messages // processes + (process < messages % processes)

        def run(pipe: Connection = theirs, process: int = process, share: int = share) -> None:
            gc.freeze()
            asyncio.run(send(pipe, place, process, share, threads))
            pipe.close()
            os._exit(0)  # the parent's exit handlers are not ours to run

        child = context.Process(target=run, daemon=True)
        child.start()
        theirs.close()
        running.append((child, ours))
    for child, pipe in running:
        while True:
            try:
                sender, thread, id_, message, answers, refused = pipe.recv()
            except EOFError:
                break
            ledger.send(id_, thread, message)
            ledger.faults["busy"] += refused
            for answer in answers:
                ledger.acknowledge(id_, answer, sender)
        child.join()
        if child.exitcode:
            raise ChildProcessError(f"a sender ended with code {child.exitcode}")
