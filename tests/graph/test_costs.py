"""The price of a turn's calls."""

from graph.costs import cost_of

PRICES = {"large": (2.0, 8.0), "small": (0.1, 0.4)}


def call(model: str, sent: int, received: int) -> dict[str, object]:
    return {"step": "answer", "ms": 1.0, "tokens": [sent, received], "model": model}


def test_each_call_costs_by_its_model() -> None:
    """Prices are per million tokens, sent and received."""
    assert cost_of([call("large", 1000, 100), call("small", 10_000, 0)], PRICES) == 0.0038


def test_a_turn_without_calls_costs_nothing() -> None:
    """Failed calls that used no tokens do not count."""
    assert cost_of([call("", 0, 0)], PRICES) == 0.0


def test_what_is_not_priced_is_not_guessed() -> None:
    """An unknown model, or no prices at all."""
    assert cost_of([call("large", 1, 1), call("other", 1, 1)], PRICES) is None
    assert cost_of([], {}) is None
