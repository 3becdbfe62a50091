"""Customer-facing texts: one YAML file per language, looked up by dotted key.

A text has placeholders that are formatted for the language: `{valor:money}`, `{data:date}`, `{book_id}`,
`{status:books.status}` (the text under `books.status.<value>`). A list of texts holds variants: the first is said first,
the next when it did not help.
"""

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from string import Formatter
from typing import Any, Final

import yaml
from babel.dates import format_date, format_datetime
from babel.numbers import format_currency, format_decimal

from agent_framework.domain.tools import Say
from agent_framework.exceptions import DeclarationError

__all__ = ["Catalog"]

FRAMEWORK_TEXTS = Path(__file__).parent.parent / "messages"
FORMATS: Final = frozenset({"", "money", "number", "date", "datetime", "list"})


class Catalog:
    """The texts of all languages. The team's files are laid over the framework's, key by key."""

    def __init__(self, texts: Mapping[str, Mapping[str, tuple[str, ...]]], currency: str = "BRL") -> None:
        self._texts = texts
        self._currency = currency

    @classmethod
    def load(cls, *folders: Path, currency: str = "BRL") -> "Catalog":
        """Read `<language>.yaml` of each folder; later folders win.

        Raises:
            DeclarationError: for a file that is no YAML mapping of texts, with the line and the cure.
        """
        texts: dict[str, dict[str, tuple[str, ...]]] = {}
        for folder in (FRAMEWORK_TEXTS, *folders):
            for path in sorted(folder.glob("*.yaml")):
                texts.setdefault(path.stem, {}).update(_flatten(_read(path), path))
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


class _Loader(yaml.SafeLoader):
    """PyYAML keeps the last of two equal keys without a word; here the second one is an error."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if key.value in seen:
                raise yaml.MarkedYAMLError(None, None, f"{key.value!r} stands here a second time", key.start_mark)
            seen.add(key.value)
        return super().construct_mapping(node, deep)


def _read(path: Path) -> Any:
    try:
        return yaml.load(path.read_text(encoding="utf-8"), _Loader) or {}
    except yaml.MarkedYAMLError as error:
        line = f"line {error.problem_mark.line + 1}" if error.problem_mark else "somewhere"
        raise DeclarationError(
            f"{path}, {line}: {error.problem}; put a text with : ? # {{ or a quotation mark in it between quotes"
        ) from error
    except UnicodeDecodeError as error:
        raise DeclarationError(f"{path} is not UTF-8 ({error.reason}): save it as UTF-8") from error


def _flatten(content: Any, path: Path, prefix: str = "") -> dict[str, tuple[str, ...]]:
    if not isinstance(content, Mapping):
        raise DeclarationError(f"{path}: expected a mapping of texts under {prefix or 'the top'!r}")
    flat: dict[str, tuple[str, ...]] = {}
    for name, value in content.items():
        key = f"{prefix}{name}"
        if isinstance(value, Mapping):
            flat |= _flatten(value, path, f"{key}.")
        else:
            flat[key] = tuple(_text(item, key, path) for item in (value if isinstance(value, list) else [value]))
    return flat


def _text(value: Any, key: str, path: Path) -> str:
    """One text, its placeholders well-formed.

    Raises:
        DeclarationError: for anything that could not be said.
    """
    if not isinstance(value, str):
        raise DeclarationError(f"{path}: {key!r} is {value!r}, not a text; put it between quotes")
    try:
        fields = list(Formatter().parse(value))
    except ValueError as error:
        raise DeclarationError(f"{path}: {key!r}: {error}; write {{{{ and }}}} for braces that are said") from error
    for _, name, spec, _ in fields:
        if name is not None and not name.isidentifier():
            raise DeclarationError(f"{path}: {key!r}: {{{name}}} is no placeholder; write a name between the braces")
        if spec not in FORMATS and spec is not None and "." not in spec:
            known = ", ".join(sorted(FORMATS - {""}))
            raise DeclarationError(
                f"{path}: {key!r}: unknown format {spec!r}; use one of {known}, or the key of the texts for each value"
            )
    return value.strip()
