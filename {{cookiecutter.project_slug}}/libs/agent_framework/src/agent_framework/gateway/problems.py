"""Every error as `application/problem+json` (RFC 9457), with a sentence that says what to change."""

from typing import Any

import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse

from agent_framework.exceptions import AgentFrameworkError, RequestRefused, StorageUnavailable
from agent_framework.observability import metrics

__all__ = ["add_problem_handlers"]

log = structlog.get_logger(__name__)


def add_problem_handlers(app: FastAPI) -> None:
    """One handler for each root of the error tree."""
    app.add_exception_handler(RequestRefused, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(StorageUnavailable, _unavailable)
    app.add_exception_handler(AgentFrameworkError, _unexpected)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unexpected)


def problem(status: int, title: str, detail: str, headers: dict[str, str] | None = None, **more: Any) -> JSONResponse:
    """A problem document."""
    content = {"type": "about:blank", "title": title, "status": status, "detail": detail, **more}
    return JSONResponse(content, status, headers, media_type="application/problem+json")


def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestRefused)
    headers = {"WWW-Authenticate": "Bearer"} if error.status == 401 else None
    return problem(error.status, error.title, error.detail, headers)


def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    errors = [
        {"field": ".".join(str(part) for part in item["loc"][1:]), "message": _sentence(item["msg"])}
        for item in error.errors()
    ]
    detail = "; ".join(f"{item['field'] or 'body'}: {item['message']}" for item in errors)
    return problem(422, "Invalid request", f"Correct the request: {detail}.", errors=errors)


def _sentence(message: str) -> str:
    return message.removeprefix("Value error, ")


def _unavailable(request: Request, error: Exception) -> JSONResponse:
    metrics.STORAGE_UNAVAILABLE.add(1)
    # A database that goes during an execution leaves its effect done and not told: never "nothing was done".
    detail = f"The message was not answered: {error}. Send it again with the same message_id: nothing runs twice."
    return problem(503, "Temporarily unavailable", detail, {"Retry-After": "2"})


def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    advice = {
        404: f"There is nothing at {request.url.path}: see /docs.",
        405: f"{request.method} is not for {request.url.path}: see /docs.",
    }
    detail = advice.get(error.status_code, str(error.detail))
    return problem(error.status_code, "Request refused", detail, dict(error.headers or {}))


def _unexpected(request: Request, error: Exception) -> JSONResponse:
    log.error("unexpected error", path=request.url.path, exc_info=error)
    detail = "Something failed on our side. Send the same message again, with the same message_id: nothing runs twice."
    return problem(500, "Internal error", detail)
