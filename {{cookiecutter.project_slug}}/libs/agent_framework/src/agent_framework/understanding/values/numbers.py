"""Numbers written with digits or in words."""

import re
from collections.abc import Sequence
from decimal import Decimal

from agent_framework.domain.text import Token
from agent_framework.understanding.values.words import Words

__all__ = ["cardinal", "decimal_of"]

GROUPED = re.compile(r"\d{1,3}(?:[.,]\d{3})+")


def decimal_of(written: str) -> Decimal | None:
    """ "1.234,56", "1,234.56", "71,9", "71.99": the last separator is the decimal one, unless three digits follow."""
    separators = [character for character in written if character in ".,"]
    if not separators:
        return Decimal(written)
    last = max(written.rfind("."), written.rfind(","))
    whole, fraction = written[:last], written[last + 1 :]
    if len(fraction) == 3 and len(set(separators)) == 1:
        return Decimal(re.sub("[.,]", "", written)) if GROUPED.fullmatch(written) else None
    if written[last] in whole or (len(whole) > 3 and separators[:-1] and not GROUPED.fullmatch(whole)):
        return None
    return Decimal(f"{re.sub('[.,]', '', whole)}.{fraction}")


def cardinal(tokens: Sequence[Token], first: int, words: Words) -> tuple[int, int] | None:
    """The number in words that starts at this token, and where it ends: "setenta e um" is 71."""
    numbers = words.maps["numbers"]
    total, group, index, smallest = 0, -1, first, 10_000
    while index < len(tokens):
        word = tokens[index].folded
        if word in words.sets["thousand"] and smallest > 1:
            total += max(group, 1) * 1000 if group != 0 else 1000
            group, smallest, index = -1, 1000, index + 1
            continue
        if word in words.sets.get("hundred", ()) and 0 < group < 10:
            group, smallest, index = group * 100, 100, index + 1
            continue
        value = numbers.get(word)
        scale = _scale(value) if value is not None else None
        if value is not None and scale is not None and scale < smallest and not (smallest == 10 and value >= 10):
            group, smallest, index = max(group, 0) + value, scale, index + 1
            continue
        follows = index + 1 < len(tokens) and index > first and word in words.sets["joins"]
        joined = numbers.get(tokens[index + 1].folded) if follows else None
        if joined is not None and _scale(joined) < smallest and not (smallest == 10 and joined >= 10):
            index += 1
            continue
        break
    return (total + max(group, 0), index) if index > first else None


def _scale(value: int) -> int:
    """What may follow a number word: units after tens after hundreds; nothing after a unit or a teen."""
    return 100 if value >= 100 else 10 if value >= 20 else 1
