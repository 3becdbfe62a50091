"""Taking a value back without giving another: "o valor está errado", "não é esse livro", "quero mudar o endereço"."""

from typing import Final

from agent_framework.understanding.phrases import Match
from agent_framework.understanding.values.message import Message

__all__ = ["takes_back"]

_REACH: Final = 4


def takes_back(message: Message, parameter: str) -> bool:
    """Whether the message names the parameter and says that its value is not right."""
    return any(
        _is_wrong(message, match)
        or _is_denied(message, match)
        or _is_other(message, match)
        or _is_changed(message, match)
        for match in message.names[parameter]
    )


def _is_wrong(message: Message, match: Match) -> bool:
    """ "o valor está errado", "valor errado", "wrong amount"."""
    place = match.last
    while place < match.last + _REACH and message.in_group(place, "copulas", "links"):
        place += 1
    before = match.first - 1
    while message.in_group(before, "determiners", "copulas"):
        before -= 1
    return message.in_group(place, "wrong") or message.in_group(before, "wrong")


def _is_denied(message: Message, match: Match) -> bool:
    """ "não é esse livro", "that's not the book"; "esse livro não", "o valor não está certo", "the amount is not right"."""
    before = match.first - 1
    while before > match.first - 1 - _REACH and message.in_group(before, "copulas", "determiners"):
        before -= 1
    if before < match.first - 1 and message.negates(before) and not _goes_on(message, match.last):
        return True
    place = match.last + message.in_group(match.last, "copulas")
    if not message.negates(place):
        return False
    place += 1
    verb = message.in_group(place, "copulas")
    place += verb
    return (message.is_mark(place) and (verb or message.in_group(match.first - 1, "determiners"))) or message.in_group(
        place, "right"
    )


def _goes_on(message: Message, place: int) -> bool:
    """Whether more of the sentence follows that the negation may be about: "não é o valor total"."""
    return not (
        message.is_mark(place) or message.in_group(place, "copulas", "corrections", "links", "closers", "contrast")
    )


def _is_other(message: Message, match: Match) -> bool:
    """ "é outro livro", "o livro é outro", "a different amount"."""
    before = match.first - 1
    if message.in_group(before, "other"):
        earlier = before - 1
        while message.in_group(earlier, "determiners"):
            earlier -= 1
        return message.is_mark(earlier) or message.in_group(earlier, "copulas", "negators")
    return message.in_group(match.last, "copulas") and message.in_group(match.last + 1, "other")


def _is_changed(message: Message, match: Match) -> bool:
    """ "quero mudar o valor": a verb of changing that is not what the transaction does."""
    verb = match.first - 1
    while verb > match.first - 1 - _REACH and message.in_group(verb, "determiners", "prepositions"):
        verb -= 1
    denied = any(message.negates(place) for place in range(verb - 3, verb))
    return verb in message.changes and not denied
