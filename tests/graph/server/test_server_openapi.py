"""The server keeps to what its OpenAPI description says, whatever it is sent."""

from collections.abc import Iterator

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import Case
from schemathesis.core.result import Ok

from graph.server.app import create_app
from tests.serving import ADA, PASSAGES, opener, serving, settings_with_keys


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of this module's own, which may be filled with nonsense."""
    known = settings_with_keys(tmp_path_factory.mktemp("described"), turns_per_minute=100_000)
    with serving(create_app(known, opener=opener(PASSAGES))) as address:
        yield address


def test_every_answer_is_one_that_was_described(described: str) -> None:
    """No 5xx, no status, type or body that the description does not name, nothing without a token."""
    schema = schemathesis.openapi.from_url(f"{described}/openapi.json").exclude(path_regex="^/langserve")
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) >= 14
    for operation in operations:

        @settings(max_examples=8, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
        @given(operation.as_strategy())
        def keeps_to_it(case: Case) -> None:
            case.call_and_validate(headers={"Authorization": f"Bearer {ADA}"})

        keeps_to_it()


def test_the_description_is_complete(described: str) -> None:
    """Every operation says what it does, what it takes, and that problems come as problem details."""
    document = httpx.get(f"{described}/openapi.json").json()
    ours = {path: of for path, of in document["paths"].items() if not path.startswith("/langserve")}
    assert {"/threads", "/threads/{thread}/turns", "/documents", "/health", "/ready", "/metrics"} <= set(ours)
    for path, operations in ours.items():
        for operation in operations.values():
            assert operation["description"]
            for status, response in operation["responses"].items():
                if status[0] in "45" and path != "/ready":
                    assert list(response["content"]) == ["application/problem+json"], (path, status)
    turn = ours["/threads/{thread}/turns"]["post"]["responses"]["200"]["content"]
    assert set(turn) == {"application/json", "text/event-stream"}
    assert "question" not in document["components"]["schemas"]["NewTurn"]["properties"]
