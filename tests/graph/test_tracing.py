"""Spans of a turn, and the switch that sends them."""

import subprocess
import sys

import pytest
from langchain_core.messages import HumanMessage
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from graph.testing import ScriptedModel
from graph.tracing import start_tracing
from nodes.model_failures import ModelFailed
from nodes.models import complete, stream
from nodes.tracing import span


@pytest.fixture(scope="module")
def exporter() -> InMemorySpanExporter:
    """Collects the spans of this process."""
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    return exporter


async def test_a_model_call_is_a_span_with_its_cost_and_without_its_words(exporter: InMemorySpanExporter) -> None:
    """Under the span around it, whole or streamed."""
    exporter.clear()
    model = ScriptedModel(replies=["the secret", "the other secret"])
    with span("generate"):
        await complete(model, [HumanMessage("hush")], step="rewrite", deadline_s=5, max_tokens=9)
        async for _ in stream(model, [HumanMessage("hush")], step="answer", deadline_s=5, max_tokens=9):
            pass
    rewrite, answer, node = exporter.get_finished_spans()
    assert [one.name for one in (rewrite, answer, node)] == ["chat rewrite", "chat answer", "generate"]
    for one in (rewrite, answer):
        context = node.get_span_context()
        assert one.parent is not None
        assert context is not None
        assert one.parent.span_id == context.span_id
        attributes = dict(one.attributes or {})
        assert attributes["gen_ai.usage.output_tokens"] > 0  # type: ignore[operator]  # an int among other kinds
        assert "secret" not in str(attributes)
        assert "hush" not in str(attributes)


async def test_a_failed_call_is_an_error_by_its_kind(exporter: InMemorySpanExporter) -> None:
    """The code, never the provider's text."""
    exporter.clear()
    model = ScriptedModel(replies=[""])
    with pytest.raises(ModelFailed):
        await complete(model, [HumanMessage("a")], step="rewrite", deadline_s=5, max_tokens=9)
    (one,) = exporter.get_finished_spans()
    assert dict(one.attributes or {})["error.type"] == "empty"
    assert not one.status.is_ok
    assert not one.events


def test_nothing_is_sent_where_no_endpoint_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tracing starts by its usual variables only."""
    for name in ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"):
        monkeypatch.delenv(name, raising=False)
    start_tracing.cache_clear()
    assert start_tracing() is False


def test_a_process_with_an_endpoint_sends_its_spans() -> None:
    """A fresh process sets its provider once."""
    code = (
        "from graph.tracing import start_tracing; from opentelemetry import trace; "
        "assert start_tracing() and start_tracing(); print(type(trace.get_tracer_provider()).__module__)"
    )
    environment = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9", "PATH": ""}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "opentelemetry.sdk.trace"
