"""What was sent and what was acknowledged, held against what the threads say afterwards."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Ledger:
    """One run's messages. A message is acknowledged when its answer or its record reached the sender."""

    sent: dict[str, tuple[str, str]] = field(default_factory=dict)  # id -> thread, words
    told: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # id -> answers seen
    order: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))
    """(sender, thread) -> ids in the order of their acknowledgement"""
    faults: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)

    def send(self, id_: str, thread: str, message: str) -> None:
        """A message goes out; sending it again changes nothing."""
        self.sent[id_] = (thread, message)

    def acknowledge(self, id_: str, answer: str, sender: str = "") -> None:
        """Its answer came back."""
        if id_ not in self.told:
            self.order[sender, self.sent[id_][0]].append(id_)
        self.told[id_].add(answer)

    @property
    def threads(self) -> list[str]:
        """The threads that were written to."""
        return sorted({thread for thread, _ in self.sent.values()})

    def judge(self, transcripts: Mapping[str, Sequence[Mapping[str, Any]]]) -> dict[str, int]:
        """How many acknowledged messages there are, and how many are lost, doubled or crossed."""
        lost = doubled = crossed = 0
        places = defaultdict[str, list[tuple[str, int]]](list)
        for thread, records in transcripts.items():
            if [record["turn"] for record in records] != list(range(1, len(records) + 1)):
                crossed += self._problem(f"{thread}: turns {[record['turn'] for record in records]}")
            for at, record in enumerate(records):
                id_ = record["message_id"]
                places[id_].append((thread, at))
                if self.sent.get(id_) != (thread, record["message"]):
                    crossed += self._problem(f"{thread}: {id_} {record['message']!r} was not sent there")
                elif self.told.get(id_, {record["answer"]}) != {record["answer"]}:
                    crossed += self._problem(
                        f"{thread}: {id_} was answered {self.told[id_]}, kept {record['answer']!r}"
                    )
        for id_, where in places.items():
            if len(where) > 1:
                doubled += self._problem(f"{id_} is there {len(where)} times: {where}")
        for id_ in self.told:
            if id_ not in places:
                lost += self._problem(f"{id_} in {self.sent[id_][0]} was acknowledged and is not there")
        for (_, thread), ids in self.order.items():
            turns = [places[id_][0][1] for id_ in ids if places.get(id_)]
            if turns != sorted(turns):
                crossed += self._problem(f"{thread}: not in the order of their answers: {turns}")
        return {"acknowledged": len(self.told), "lost": lost, "doubled": doubled, "crossed": crossed}

    def _problem(self, what: str) -> int:
        self.problems.append(what)
        return 1
