"""One spelling for every value, so that "R$ 71,99" and 71.99, "PED 1001" and "PED-1001" are the same."""

import re
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from typing import Final

__all__ = ["date_key", "date_keys", "id_key", "id_keys", "number_key", "numeric"]

_SEPARATORS: Final = re.compile(r"[^\w]|_")
_GROUPS: Final = re.compile(r"[A-Z]+|\d+")
_ID: Final = re.compile(r"(?=.*\d)[\w#]+(?:[-/._#–][\w]+)*")
_TAIL: Final = 3


def id_key(written: str) -> str:
    """Capitals; separators only between digits ("CANCEL-2026-001", "cancel 2026 001" are `CANCEL2026-001`)."""
    spaced = _SEPARATORS.sub(" ", written.upper()).split()
    joined = ""
    for part in spaced:
        joined += ("-" if joined[-1:].isdigit() and part[:1].isdigit() else "") + part
    return f"id:{joined}"


def id_keys(written: str) -> Iterator[str]:
    """The keys a known id is found by: the whole, and its last digits where they are long enough to name it."""
    if len(written) > 64 or not _ID.fullmatch(written):
        return
    yield id_key(written)
    groups = _GROUPS.findall(written.upper())
    if groups[-1].isdigit() and len(groups[-1]) >= _TAIL:
        yield f"tail:{groups[-1]}"


def number_key(number: Decimal) -> str:
    """Without trailing zeros or exponent: 71.90 and 71.9 are one."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def numeric(value: object) -> Decimal | None:
    """The number that a fact is, be it written as text; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, str | int | float | Decimal) or len(str(value)) > 24:
        return None
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def date_key(year: int | None, month: int, day: int | None) -> str | None:
    """`d:2026-12-01`; `d:--12-01` without year; `d:2026-12` without day. None for a day that does not exist."""
    try:
        date(year or 2024, month, day or 1)
    except ValueError:
        return None
    if day is None:
        return f"d:{year}-{month:02}" if year else f"d:--{month:02}"
    return f"d:{year}-{month:02}-{day:02}" if year else f"d:--{month:02}-{day:02}"


def date_keys(value: object) -> Iterator[str]:
    """Everything that may truly be said of a day that a fact holds (ISO 8601, with or without a time)."""
    if not isinstance(value, str) or len(value) < 10 or not value[:4].isdigit():
        return
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return
    day = moment.date()
    yield from (f"d:{day.isoformat()}", f"d:--{day:%m-%d}", f"d:{day:%Y-%m}", f"d:--{day:%m}", f"d:{day:%Y}")
    yield from (f"d:day-{day:%d}", f"d:w{day.weekday()}")
    if len(value) > 10:
        yield f"t:{moment:%H:%M}"
