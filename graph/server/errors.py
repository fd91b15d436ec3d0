"""Problem details (RFC 9457) for everything that goes wrong."""

import logging
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stores.errors import AnaphoraError, Busy, InputError, NotFound, SettingsError, StoreUnavailable, UsageError

MEDIA_TYPE = "application/problem+json"
UNEXPECTED = "Something failed in the server, and its log says what: try again, or tell whoever runs it."
_STATUS: tuple[tuple[type[AnaphoraError], int], ...] = (
    (NotFound, 404),
    (Busy, 409),
    (InputError, 422),
    (SettingsError, 500),  # the caller of a server did not set it
    (UsageError, 400),
    (StoreUnavailable, 503),
    (AnaphoraError, 500),
)
_ABOUT = {
    400: "The request cannot be read",
    401: "No token, or a wrong one",
    403: "The user may not do this, or a foreign page asks",
    404: "The user has no such thing",
    409: "Another turn is running on the thread",
    413: "The body is too large",
    422: "The request is not valid",
    429: "Too many turns; see `Retry-After`",
    500: "Something failed in the server",
    503: "A store does not answer",
}

log = logging.getLogger(__name__)


def status_of(error: AnaphoraError) -> int:
    """The HTTP status of one of our errors."""
    return next(status for kind, status in _STATUS if isinstance(error, kind))


def described(status: int, detail: str, **more: Any) -> dict[str, Any]:
    """One problem as a body."""
    return {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail, **more}


def problem(status: int, detail: str, headers: dict[str, str] | None = None, **more: Any) -> JSONResponse:
    """One problem as a response."""
    return JSONResponse(described(status, detail, **more), status, headers=headers, media_type=MEDIA_TYPE)


def problem_of(error: Exception) -> dict[str, Any]:
    """The problem that an exception is to its caller. What is not ours is logged and told in one sentence."""
    if isinstance(error, AnaphoraError):
        return described(status_of(error), str(error))
    if isinstance(error, HTTPException):
        return described(error.status_code, str(error.detail))
    log.error("a request failed", exc_info=error)
    return described(500, UNEXPECTED)


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """For OpenAPI: the problems that a route answers with."""
    schema = {"$ref": "#/components/schemas/Problem"}
    return {
        status: {"description": _ABOUT[status], "content": {MEDIA_TYPE: {"schema": schema}}}
        for status in sorted({400, 401, 403, 413, 422, 500, 503, *statuses})
    }


async def _ours(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, AnaphoraError)
    return problem(status_of(error), str(error))


async def _http(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return problem(error.status_code, str(error.detail), dict(error.headers or {}))


async def _invalid(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    wrong = [{"where": list(map(str, one["loc"])), "what": one["msg"]} for one in error.errors()]
    where = ".".join(wrong[0]["where"]) if wrong else "body"
    return problem(422, f"The request is not valid at {where}: {wrong[0]['what']}.", errors=wrong)


class LastResort:
    """ASGI middleware that answers what nobody thought of with a problem, and logs it; the connection stays usable."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on. An error after the answer has begun goes on to the server, which ends the connection."""
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, noted)
        except Exception as error:
            if begun or scope["type"] != "http":
                raise
            body = problem_of(error)
            await problem(body["status"], body["detail"])(scope, receive, send)


def add_our_errors(app: FastAPI) -> None:
    """Answer our own errors, and invalid requests, with problem details."""
    app.add_exception_handler(AnaphoraError, _ours)
    app.add_exception_handler(RequestValidationError, _invalid)


def add_error_handlers(app: FastAPI) -> None:
    """Answer whatever goes wrong with problem details: routing and what nobody thought of, too."""
    add_our_errors(app)
    app.add_exception_handler(HTTPException, _http)
    app.add_middleware(LastResort)
