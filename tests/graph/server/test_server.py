"""The HTTP API, over real HTTP."""

import json
from pathlib import Path

import httpx
import pytest

from graph.server.app import create_app
from graph.settings import Settings
from stores.errors import SettingsError
from tests.serving import BEN, PASSAGES, client, opener, serving, settings_with_keys

QUESTION = "How many weeks of parental leave do full-time employees receive?"


def new_thread(http: httpx.Client) -> str:
    return str(http.post("/threads").json()["thread"])


def events_of(http: httpx.Client, thread: str, message: str) -> list[tuple[str, dict[str, object]]]:
    """The events of one turn."""
    found, name = [], ""
    with http.stream(
        "POST", f"/threads/{thread}/turns", json={"message": message}, headers={"Accept": "text/event-stream"}
    ) as response:
        assert response.status_code == 200
        for line in response.iter_lines():
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                found.append((name, json.loads(line.removeprefix("data: "))))
    return found


def test_a_turn_streams_typed_events_in_order(served: str) -> None:
    """Understanding first, then the answer as it is written, then the record."""
    with client(served) as http:
        events = events_of(http, new_thread(http), QUESTION)
    names = list(dict.fromkeys(name for name, _ in events))
    assert names == ["routed", "topic", "resolved", "retrieved", "token", "answer", "remembered", "done"]
    text = "".join(str(data["text"]) for name, data in events if name == "token")
    record = events[-1][1]
    assert text == record["answer"]
    assert "20 weeks" in text
    assert record["html"].startswith("<p>")  # type: ignore[attr-defined]  # JSON


def test_a_follow_up_refers_to_the_turn_before(served: str) -> None:
    """Without an SSE Accept header the record comes as JSON."""
    with client(served) as http:
        thread = new_thread(http)
        http.post(f"/threads/{thread}/turns", json={"message": "What is the parental leave policy?"})
        record = http.post(
            f"/threads/{thread}/turns", json={"message": "How does it differ for part-time employees?"}
        ).json()
    assert "parental leave" in record["query"].lower()
    assert "16 weeks" in record["answer"]


def test_the_same_idempotency_key_gives_the_same_turn(served: str) -> None:
    """A client that repeats a request after a lost answer does not ask twice."""
    with client(served) as http:
        thread = new_thread(http)
        sent = [
            http.post(
                f"/threads/{thread}/turns", json={"message": QUESTION}, headers={"Idempotency-Key": "once"}
            ).json()
            for _ in range(2)
        ]
        shown = http.get(f"/threads/{thread}").json()
    assert sent[0]["turn"] == sent[1]["turn"] == 1
    assert sent[0]["answer"] == sent[1]["answer"]
    assert len(shown["records"]) == 1


def test_a_thread_lives_from_creation_to_erasure(served: str) -> None:
    """Created, renamed, listed, exported and deleted with a receipt; then nothing is left."""
    with client(served) as http:
        thread = new_thread(http)
        http.post(f"/threads/{thread}/turns", json={"message": QUESTION})
        assert http.patch(f"/threads/{thread}", json={"title": "Leave"}).json()["title"] == "Leave"
        assert [one["title"] for one in http.get("/threads").json()["threads"] if one["thread"] == thread] == ["Leave"]
        exported = http.get(f"/threads/{thread}/export")
        assert exported.json()["records"][0]["message"] == QUESTION
        memory = http.get(f"/threads/{thread}/memory").json()
        assert memory["frames"][0]["current"]
        erased = http.delete(f"/threads/{thread}").json()["erased"]
        assert erased["turns"] == 1
        assert erased["checkpoints"] > 0
        assert http.get(f"/threads/{thread}").status_code == 404


def test_another_users_thread_id_names_nothing(served: str) -> None:
    """Reading, asking and deleting all say 404, and the thread stays as it was."""
    with client(served) as ada, client(served, BEN) as ben:
        thread = new_thread(ada)
        ada.post(f"/threads/{thread}/turns", json={"message": QUESTION})
        assert ben.get(f"/threads/{thread}").status_code == 404
        assert ben.post(f"/threads/{thread}/turns", json={"message": "What did I ask?"}).status_code == 404
        assert ben.delete(f"/threads/{thread}").status_code == 404
        assert thread not in [one["thread"] for one in ben.get("/threads").json()["threads"]]
        assert len(ada.get(f"/threads/{thread}").json()["records"]) == 1


@pytest.mark.parametrize("authorization", [None, "Bearer wrong-key-0123456789", "Basic YTpi", "Bearer"])
def test_a_wrong_token_is_refused_with_a_problem(served: str, authorization: str | None) -> None:
    """401 with problem details and the scheme to use."""
    headers = {"Authorization": authorization} if authorization else {}
    response = httpx.get(f"{served}/threads", headers=headers)
    assert response.status_code == 401
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"message": ""}, 422),
        ({"message": "   "}, 422),
        ({"message": "x" * 20_001}, 422),
        ({}, 422),
        ({"message": 3}, 422),
        ({"message": "a\x00b"}, 422),
        ({"message": "hello", "user": "ben"}, 422),
    ],
)
def test_bad_input_gets_one_sentence(served: str, body: dict[str, object], status: int) -> None:
    """Every refusal is a problem with a detail, and the thread is untouched."""
    with client(served) as http:
        thread = new_thread(http)
        response = http.post(f"/threads/{thread}/turns", json=body)
        assert response.status_code == status
        assert response.json()["detail"]
        assert http.get(f"/threads/{thread}").json()["records"] == []


def test_documents_are_uploaded_listed_opened_and_deleted(tmp_path: Path) -> None:
    """What was uploaded answers; a file that cannot be read is named; after deletion nothing answers."""
    app = create_app(settings_with_keys(tmp_path), opener=opener([]))
    with serving(app) as address, client(address) as http:
        files = [
            ("files", ("canteen.md", b"# Canteen\n\nThe canteen opens at eleven.\n")),
            ("files", ("broken.pdf", b"%PDF-1.4 nothing")),
        ]
        report = http.post("/documents", files=files).json()
        assert report["added"] == 1
        assert [one["file"] for one in report["failed"]] == ["broken.pdf"]
        listed = http.get("/documents").json()["documents"]
        assert [one["source"] for one in listed] == ["canteen.md"]
        thread = new_thread(http)
        record = http.post(f"/threads/{thread}/turns", json={"message": "When does the canteen open?"}).json()
        assert "eleven" in record["answer"]
        passage = http.get(f"/documents/passages/{record['sources'][0]['id']}").json()
        assert "eleven" in passage["text"]
        assert http.delete("/documents", params={"source": "canteen.md"}).json()["erased"]["passages"] == 1
        assert http.get("/documents").json()["documents"] == []
        assert http.delete("/documents", params={"source": "canteen.md"}).status_code == 404


def test_limits_answer_413_and_429(tmp_path: Path) -> None:
    """A body over the limit and a turn over the minute's number are refused, saying what to do."""
    settings = settings_with_keys(tmp_path, max_body=2000, turns_per_minute=2)
    with serving(create_app(settings, opener=opener(PASSAGES))) as address, client(address) as http:
        thread = new_thread(http)
        assert http.post(f"/threads/{thread}/turns", json={"message": "x" * 3000}).status_code == 413
        turns = [http.post(f"/threads/{thread}/turns", json={"message": "thanks"}) for _ in range(3)]
    assert [turn.status_code for turn in turns] == [200, 200, 429]
    assert int(turns[-1].headers["retry-after"]) >= 1


def test_metrics_count_turns_by_action_and_time_by_node(served: str) -> None:
    """Prometheus reads what the records say."""
    with client(served) as http:
        http.post(f"/threads/{new_thread(http)}/turns", json={"message": "thanks"})
        text = http.get("/metrics").text
    assert 'anaphora_turns_total{action="social"' in text
    assert 'anaphora_node_seconds_count{node="generate"}' in text


def test_an_open_server_only_listens_on_loopback(tmp_path: Path) -> None:
    """Without tokens an address that others can reach is refused before anything starts."""
    with pytest.raises(SettingsError, match="ANAPHORA_AUTH_KEYS"):
        create_app(Settings(home=tmp_path), host="0.0.0.0")


def test_a_client_that_leaves_after_the_last_token_loses_nothing(served: str) -> None:
    """The turn finishes without its client, and the next turn sees it."""
    with client(served) as http:
        thread = new_thread(http)
        with http.stream(
            "POST",
            f"/threads/{thread}/turns",
            json={"message": "What is the parental leave policy?"},
            headers={"Accept": "text/event-stream"},
        ) as response:
            for line in response.iter_lines():
                if line == "event: token":
                    break
        record = http.post(
            f"/threads/{thread}/turns", json={"message": "How does it differ for part-time employees?"}
        ).json()
        shown = http.get(f"/threads/{thread}").json()["records"]
    assert record["turn"] == 2
    assert "parental leave" in record["query"].lower()
    assert [one["turn"] for one in shown] == [1, 2]
