"""The OpenAPI description, completed with what FastAPI does not know: problems, tokens, and streams."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from graph.server.schemas import Problem, TurnRecord

OPEN = ("/health", "/ready", "/metrics")  # what monitoring asks without a token


def stream_of(events: str) -> dict[str, Any]:
    """For OpenAPI: a response of server-sent events."""
    return {"schema": {"type": "string", "description": f"Server-sent events, data in JSON: {events}."}}


def add_openapi(app: FastAPI) -> None:
    """Describe the application at `/openapi.json`."""

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
            components = schema.setdefault("components", {})
            schemas = components.setdefault("schemas", {})
            for model in (Problem, TurnRecord):
                body = model.model_json_schema(ref_template="#/components/schemas/{model}", mode="serialization")
                schemas.update(body.pop("$defs", {}))
                schemas[model.__name__] = body
            components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
            for path, operations in schema["paths"].items():
                for operation in operations.values():
                    operation["security"] = [] if path in OPEN else [{"token": []}]
            app.openapi_schema = schema
        return app.openapi_schema

    app.openapi = described  # type: ignore[method-assign]  # FastAPI documents this as the way
