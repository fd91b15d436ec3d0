"""What a turn's model calls cost, by prices that a person sets: nothing is known of any provider's prices here."""

from collections.abc import Iterable, Mapping
from typing import Any

MILLION = 1_000_000


def cost_of(calls: Iterable[Mapping[str, Any]], prices: Mapping[str, tuple[float, float]]) -> float | None:
    """The price of a turn's calls, in the currency of `prices`: per million tokens sent and received, by model name.

    None where nothing is priced, or a call that used tokens was made to a model without a price.
    """
    used = [call for call in calls if any(call["tokens"])]
    if not prices or any(call.get("model", "") not in prices for call in used):
        return None
    total = 0.0
    for call in used:
        sent, received = prices[call["model"]]
        total += (call["tokens"][0] * sent + call["tokens"][1] * received) / MILLION
    return round(total, 6)
