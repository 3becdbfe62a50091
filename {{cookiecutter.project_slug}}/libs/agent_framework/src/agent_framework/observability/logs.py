"""Structured logs: one event a line, no personal data in them."""

import logging

import structlog

__all__ = ["configure_logs"]


def configure_logs(level: str, style: str) -> None:
    """Set up structlog for the process. `style` is "console" or "json"."""
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if style == "json"
        # Not the rich traceback: it prints local variables, and those hold what customers wrote.
        else structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info if style == "json" else _keep,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level]),
        cache_logger_on_first_use=False,
    )


def _keep(
    _logger: structlog.typing.WrappedLogger, _name: str, event: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    return event
