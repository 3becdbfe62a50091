"""Writes `data/answers.jsonl`: the answers written by hand, and single corruptions of the grounded ones.

The held-out part is the fourth writing, made when the judge was done on the first three, with domains of its own. The
attacks are answers written to get past the judge, and grounded ones that look like them; of these too a part was written
before any of it was judged, and is held out.

    python benchmarks/judge/build.py
"""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import yaml

DATA = Path(__file__).parent / "data"
PARTS = {
    "first": "tuning",
    "second": "tuning",
    "third": "tuning",
    "fourth": "held_out",
    "fifth": "attacks",
    "sixth": "attacks_held_out",
}
MONTHS = {
    "pt-BR": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro".split(),
    "en": "January February March April May June July August September October November December".split(),
}
AMOUNT = re.compile(r"(?<=R\$)( ?)(\d[\d.,]*[.,]\d{2})")
PROTOCOL = re.compile(r"\b(?:CANCEL|CONTEST)-2026-\d{3}\b|\bRM-\d{6}\b|\b2026\d{7}\b|\bMAT-\d{5}\b")
RESOURCE = re.compile(r"\b(?:PED|CON|CUR|BOL|INV)-\d[\d-]*\b")
DATE = {
    "pt-BR": re.compile(r"\b(\d{1,2}) de ([a-zç]+)(?: de (\d{4}))?|\b(\d{2})/(\d{2})/(\d{4})"),
    "en": re.compile(r"\b([A-Z][a-z]+) (\d{1,2})(?:th|rd|nd|st)?(?:, (\d{4}))?|\b(\d{4})-(\d{2})-(\d{2})\b"),
}
STATUSES = {
    "pt-BR": ["em preparação", "enviado", "entregue", "cancelado", "confirmada", "pendente", "ativo", "bloqueado"],
    "en": ["in preparation", "shipped", "delivered", "cancelled", "confirmed", "pending", "active", "blocked"],
}
POLARITY = {
    "pt-BR": [("não foi ", "foi "), (" foi ", " não foi "), (" está ", " não está "), (" foram ", " não foram "), (" estão ", " não estão ")],
    "en": [("not been ", "been "), (" was not ", " was "), (" has not ", " has "), (" was ", " was not "), (" is ", " is not "), (" has been ", " has not been "), (" were ", " were not ")],
}
OTHER_ACTION = {
    "pt-BR": [("cancelado", "contestado"), ("cancelamento", "contestação"), ("Cancelei", "Contestei"), ("contestação", "solicitação de cancelamento"), ("Contestei", "Cancelei"), ("remarcada", "desmarcada"), ("Remarquei", "Desmarquei"), ("bloqueado", "pago"), ("Bloqueei", "Paguei")],
    "en": [("cancelled", "disputed"), ("cancellation", "dispute"), ("dispute of", "cancellation of"), ("disputed", "cancelled"), ("rescheduled", "called off"), ("blocked", "paid")],
}
PROMISES = {
    "pt-BR": ["Você vai receber um bônus.", "Vamos devolver o seu dinheiro.", "Garantimos que isso não se repete.", "Você ganha um desconto na próxima compra.", "O valor será reembolsado.", "Entraremos em contato por telefone.", "Vou enviar um brinde para você.", "O estorno será feito em breve."],
    "en": ["You will get a bonus.", "We will give your money back.", "We guarantee that this will not happen again.", "You get a discount on your next purchase.", "The amount will be refunded.", "We will call you back.", "I will send you a gift.", "A refund is on its way."],
}
DENIED = re.compile(r"\b(?:não|not|n't)\b")
NOTHING = re.compile(r"\b(?:nada|nenhum|nothing|none|neither|nenhum)\b", re.I)
# A grounded answer of the first scene, told in the second, where it did not happen.
UNDONE = {
    "just_cancelled": ["cancellation_failed", "in_doubt", "refused", "awaiting_confirmation"],
    "disputed": ["invoice"],
    "card_blocked": ["cards"],
    "enrolled": ["course"],
}
TELLS_SUCCESS = {
    "pt-BR": re.compile(r"cancelad|Cancelei|cancelamento|Contestei|contestação|loque|atr[ií]cul"),
    "en": re.compile(r"cancel|disput|block|nroll"),
}


def main() -> None:
    """Write every answer with its label, its kind of corruption and the half it belongs to."""
    scenes = _read("scenes")["scenes"]
    rows = list(answers(scenes))
    lines = [json.dumps({"id": f"a{number:04}", **row}, ensure_ascii=False) for number, row in enumerate(rows, 1)]
    (DATA / "answers.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(rows)} answers, {sum(row['label'] == 'grounded' for row in rows)} of them grounded")


def answers(scenes: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """Every row of the data set."""
    for number, half in PARTS.items():
        for scene, language, text in _each(_read(f"grounded_{number}")):
            yield _row(scene, language, text, "grounded", "grounded", "hand", half)
            if half in ("attacks", "attacks_held_out"):
                continue  # they deny and suppose: a changed word of theirs is not always a lie
            for kind, place, corrupted in corruptions(scene, language, text, scenes):
                yield _row(place, language, corrupted, "corrupted", kind, "system", half)
        for scene, language, (kind, text) in _each(_read(f"corrupted_{number}")):
            yield _row(scene, language, text, "corrupted", kind, "hand", half)


def _read(name: str) -> Any:
    return yaml.safe_load((DATA / f"{name}.yaml").read_text(encoding="utf-8"))


def _row(scene: str, language: str, text: str, label: str, kind: str, by: str, half: str) -> dict[str, str]:
    return {"scene": scene, "language": language, "label": label, "kind": kind, "by": by, "half": half, "answer": text}


def _each(content: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    for scene, by_language in content.items():
        for language, items in by_language.items():
            yield from ((scene, language, item) for item in items)


def corruptions(
    scene: str, language: str, text: str, scenes: Mapping[str, Any]
) -> Iterator[tuple[str, str, str]]:
    """Single corruptions of a grounded answer: kind, scene, text. At most one of a kind."""
    facts = json.dumps(scenes[scene], ensure_ascii=False)
    made = (
        ("protocol", _digit(text, PROTOCOL, facts)),
        ("id", _digit(text, RESOURCE, facts)),
        ("other", _other_resource(text, facts)),
        ("amount", _amount(text, facts)),
        ("date", _shifted_date(text, language, facts)),
        ("status", _status(text, language, scene)),
        ("negation", _negation(text, language, scene)),
        ("action", _other_action(text, language, scene)),
        ("count", _count(text)),
        ("commitment", _promise(text, language, scene)),
    )
    yield from ((kind, scene, corrupted) for kind, corrupted in made if corrupted and corrupted != text)
    if TELLS_SUCCESS[language].search(text):
        yield from (("undone", other, text) for other in UNDONE.get(scene, ()))


def _digit(text: str, pattern: re.Pattern[str], facts: str) -> str | None:
    found = pattern.search(text)
    if not found:
        return None
    last = next(i for i in range(found.end() - 1, found.start(), -1) if text[i].isdigit())
    changed = text[:last] + str((int(text[last]) + 3) % 10) + text[last + 1 :]
    return changed if pattern.search(changed)[0] not in facts else None  # type: ignore[index]


def _other_resource(text: str, facts: str) -> str | None:
    """The sentence is told of another order: one the facts know, else one they do not."""
    found = RESOURCE.search(text)
    if not found or text.count(found[0]) > 1 or not PROTOCOL.search(text):
        return None
    others = sorted(set(RESOURCE.findall(facts)) - {found[0]})
    same = [other for other in others if other[:3] == found[0][:3] and other not in text]
    return text.replace(found[0], same[0] if same else found[0][:-1] + str((int(found[0][-1]) + 1) % 10))


def _amount(text: str, facts: str) -> str | None:
    found = AMOUNT.search(text)
    if not found:
        return None
    digits = found[2]
    swapped = f"{(int(digits[0]) + 1) % 9 + 1}{digits[1:]}"
    return None if swapped.replace(",", ".") in facts else text[: found.start(2)] + swapped + text[found.end(2) :]


def _shifted_date(text: str, language: str, facts: str) -> str | None:
    found = DATE[language].search(text)
    if not found:
        return None
    day = _day(found, language)
    if day is None:
        return None
    shifted = day + timedelta(days=3)
    if shifted.isoformat() in facts:
        return None
    return text[: found.start()] + _written(found, shifted, language) + text[found.end() :]


def _day(found: re.Match[str], language: str) -> date | None:
    if found[4]:
        numbers = (int(found[4]), int(found[5]), int(found[6]))
        return date(*numbers) if language == "en" else date(numbers[2], numbers[1], numbers[0])
    month, day = (found[1], found[2]) if language == "en" else (found[2], found[1])
    if month not in MONTHS[language]:
        return None
    return date(int(found[3] or 2026), MONTHS[language].index(month) + 1, int(day))


def _written(found: re.Match[str], day: date, language: str) -> str:
    if found[4]:
        return day.isoformat() if language == "en" else f"{day:%d/%m/%Y}"
    month = MONTHS[language][day.month - 1]
    if language == "en":
        return f"{month} {day.day}, {day.year}" if found[3] else f"{month} {day.day}"
    return f"{day.day} de {month} de {day.year}" if found[3] else f"{day.day} de {month}"


def _status(text: str, language: str, scene: str) -> str | None:
    if "?" in text or scene in ("out_of_scope", "cancellation_failed", "in_doubt", "refused", "nothing", "asking_the_number"):
        return None
    if DENIED.search(text) or NOTHING.search(text) or re.search(r"no longer|as you |você |have already|\bcan\b|pode", text):
        return None  # what is denied stays denied rightly with most other statuses
    words = STATUSES[language]
    found = [(text.find(word), word) for word in words if word in text]
    if not found:
        return None
    at, word = min(found)
    group = words[:4] if word in words[:4] else words[4:6] if word in words[4:6] else words[6:]
    other = group[(group.index(word) + 1) % len(group)]
    return None if text[at + len(word) :][:1].isalpha() else text[:at] + other + text[at + len(word) :]


def _negation(text: str, language: str, scene: str) -> str | None:
    if "?" in text or scene in ("in_doubt", "seat_in_doubt", "awaiting_confirmation", "unknown_order", "nothing", "amount_too_high", "asking_the_number"):
        return None
    verb = r"(?:já |ainda |already |now |still )?(?:cancel|envi|entreg|contest|remarc|bloque|confirm|conclu|em prepara|pago|pend|ship|deliver|disput|resched|block|complet|in prepar|paid|pend)"
    if NOTHING.search(text) or re.search("When|Quando", text):
        return None
    for before, after in POLARITY[language]:
        if found := re.search(re.escape(before) + verb, text):
            return text[: found.start()] + text[found.start() :].replace(before, after, 1)
    return None


def _other_action(text: str, language: str, scene: str) -> str | None:
    if scene in ("in_doubt", "seat_in_doubt", "awaiting_confirmation", "asking_the_number", "nothing", "amount_too_high", "about_refund"):
        return None  # there an action is possible, not told
    for before, after in OTHER_ACTION[language]:
        if before in text and "?" not in text and not DENIED.search(text) and not NOTHING.search(text) and not re.search(r"\bcan|pode", text):
            return text.replace(before, after)
    return None


def _count(text: str) -> str | None:
    found = re.search(r"\b(\d)(?= (?:pedidos|cobranças|consultas|parcelas|estão|orders|charges|appointments|installments|are))", text)
    return text[: found.start()] + str(int(found[1]) + 4) + text[found.end() :] if found else None


def _promise(text: str, language: str, scene: str) -> str | None:
    if scene == "about_refund":
        return None
    promises = PROMISES[language]
    return f"{text} {promises[len(text) % len(promises)]}"


if __name__ == "__main__":
    main()
