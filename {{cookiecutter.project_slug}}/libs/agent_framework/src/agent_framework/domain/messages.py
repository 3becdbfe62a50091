"""Customer-facing texts: one YAML file per language, looked up by dotted key.

A text has placeholders that are formatted for the language: `{valor:money}`, `{data:date}`, `{book_id}`,
`{status:books.status}` (the text under `books.status.<value>`). A list of texts holds variants: the first is said first,
the next when it did not help.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from string import Formatter
from typing import Any

import yaml
from babel.dates import format_date, format_datetime
from babel.numbers import format_currency, format_decimal

from agent_framework.domain.tools import Say
from agent_framework.exceptions import DeclarationError

__all__ = ["Catalog"]

FRAMEWORK_TEXTS = Path(__file__).parent.parent / "messages"


class Catalog:
    """The texts of all languages. The team's files are laid over the framework's, key by key."""

    def __init__(self, texts: Mapping[str, Mapping[str, tuple[str, ...]]], currency: str = "BRL") -> None:
        self._texts = texts
        self._currency = currency

    @classmethod
    def load(cls, *folders: Path, currency: str = "BRL") -> "Catalog":
        """Read `<language>.yaml` of each folder; later folders win.

        Raises:
            DeclarationError: for a file that is not a mapping of texts.
        """
        texts: dict[str, dict[str, tuple[str, ...]]] = {}
        for folder in (FRAMEWORK_TEXTS, *folders):
            for path in sorted(folder.glob("*.yaml")):
                content = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
                texts.setdefault(path.stem, {}).update(_flatten(content, path))
        return cls(texts, currency)

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(self._texts)

    def has(self, language: str, key: str) -> bool:
        return key in self._texts.get(language, {})

    def keys(self, language: str) -> tuple[str, ...]:
        """Every key that has a text."""
        return tuple(self._texts.get(language, {}))

    def labels(self, language: str) -> dict[str, tuple[str, ...]]:
        """The words for values, by value: the texts under every key that a placeholder looks up (`{status:books.status}`)."""
        texts = self._texts[language]
        specs = {spec for variants in texts.values() for text in variants for _, _, spec, _ in Formatter().parse(text)}
        found: dict[str, tuple[str, ...]] = {}
        for prefix in (spec for spec in specs if spec and "." in spec):
            for key in texts:
                if key.startswith(f"{prefix}."):
                    value = key.removeprefix(f"{prefix}.")
                    found[value] = (*found.get(value, ()), *texts[key])
        return found

    def placeholders(self, language: str, key: str) -> set[str]:
        """Names used by any variant of the text."""
        return {name for text in self._texts[language][key] for _, name, _, _ in Formatter().parse(text) if name}

    def say(self, said: Say, language: str) -> str:
        """The text in this language.

        Raises:
            DeclarationError: for a key without text or a placeholder without value.
        """
        variants = self._texts.get(language, {}).get(said.key)
        if variants is None:
            raise DeclarationError(f"messages/{language}.yaml has no text {said.key!r}: add it")
        text = variants[min(said.variant, len(variants) - 1)]
        try:
            return "".join(self._render(text, said.params, language))
        except KeyError as missing:
            raise DeclarationError(
                f"messages/{language}.yaml, {said.key}: no value for the placeholder {missing}; it has {sorted(said.params)}"
            ) from missing

    def _render(self, text: str, params: Mapping[str, Any], language: str) -> Iterator[str]:
        for literal, name, spec, _ in Formatter().parse(text):
            yield literal
            if name is not None:
                yield self._format(params[name], spec or "", language)

    def _format(self, value: Any, spec: str, language: str) -> str:
        locale = language.replace("-", "_")
        if isinstance(value, Mapping) and "key" in value:
            return self.say(Say(value["key"], value.get("params") or {}), language)
        if spec == "money":
            return format_currency(Decimal(str(value)), self._currency, locale=locale).replace("\xa0", " ")
        if spec == "number":
            return format_decimal(Decimal(str(value)), locale=locale)
        if spec == "date":
            return format_date(date.fromisoformat(str(value)[:10]), format="long", locale=locale)
        if spec == "datetime":
            return format_datetime(datetime.fromisoformat(str(value)), format="short", locale=locale)
        if spec == "list":
            return ", ".join(self._format(item, "", language) for item in value)
        if spec:
            return self.say(Say(f"{spec}.{value}"), language)
        return str(value)


def _flatten(content: Any, path: Path, prefix: str = "") -> dict[str, tuple[str, ...]]:
    if not isinstance(content, Mapping):
        raise DeclarationError(f"{path}: expected a mapping of texts under {prefix or 'the top'!r}")
    flat: dict[str, tuple[str, ...]] = {}
    for name, value in content.items():
        key = f"{prefix}{name}"
        if isinstance(value, Mapping):
            flat |= _flatten(value, path, f"{key}.")
        elif isinstance(value, Sequence) and not isinstance(value, str):
            flat[key] = tuple(str(item).strip() for item in value)
        else:
            flat[key] = (str(value).strip(),)
    return flat
