"""Starts OpenTelemetry tracing for a process, where its usual variables ask for it.

Needs the extra `tracing`. `OTEL_EXPORTER_OTLP_ENDPOINT` (or `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`) says where spans go;
`OTEL_SERVICE_NAME` and the other `OTEL_` variables work as everywhere.
"""

import os
from functools import cache

from stores.errors import SettingsError

VARIABLES = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")


@cache
def start_tracing() -> bool:
    """Send this process's spans to the configured endpoint; returns whether it does. Later calls change nothing.

    Raises:
        SettingsError: an endpoint is configured and the packages that send are not installed.
    """
    asked = next((name for name in VARIABLES if os.environ.get(name)), None)
    if asked is None or os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return False
    try:
        from opentelemetry import trace
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        raise SettingsError(f"{asked} is set, but tracing is not installed: pip install 'anaphora[tracing]'.") from None
    named = {} if os.environ.get("OTEL_SERVICE_NAME") else {"service.name": "anaphora"}
    provider = TracerProvider(resource=Resource.create(named))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    return True
