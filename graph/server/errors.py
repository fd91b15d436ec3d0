"""Problem details (RFC 9457) for everything that goes wrong."""

from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from stores.errors import AnaphoraError, Busy, InputError, NotFound, StoreUnavailable, UsageError

MEDIA_TYPE = "application/problem+json"
_STATUS: tuple[tuple[type[AnaphoraError], int], ...] = (
    (NotFound, 404),
    (Busy, 409),
    (InputError, 422),
    (UsageError, 400),
    (StoreUnavailable, 503),
    (AnaphoraError, 500),
)


def status_of(error: AnaphoraError) -> int:
    """The HTTP status of one of our errors."""
    return next(status for kind, status in _STATUS if isinstance(error, kind))


def problem(status: int, detail: str, headers: dict[str, str] | None = None, **more: Any) -> JSONResponse:
    """One problem as a response."""
    body = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail, **more}
    return JSONResponse(body, status, headers=headers, media_type=MEDIA_TYPE)


def add_error_handlers(app: FastAPI) -> None:
    """Answer every error of ours, of validation and of routing with problem details."""

    async def ours(_: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, AnaphoraError)
        return problem(status_of(error), str(error))

    async def http(_: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        return problem(error.status_code, str(error.detail), dict(error.headers or {}))

    async def invalid(_: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        wrong = [{"where": list(map(str, one["loc"])), "what": one["msg"]} for one in error.errors()]
        where = ".".join(wrong[0]["where"]) if wrong else "body"
        return problem(422, f"The request is not valid at {where}: {wrong[0]['what']}.", errors=wrong)

    app.add_exception_handler(AnaphoraError, ours)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(RequestValidationError, invalid)
