"""Brazilian documents with check digits: CPF and CNPJ."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from stdnum.br import cnpj, cpf

from agent_framework.domain.parameters import Candidate, InvalidValue
from agent_framework.domain.text import Text
from agent_framework.understanding.values import shapes
from agent_framework.understanding.values.plain import PlainType

__all__ = ["Cnpj", "Cpf"]


class _Document(PlainType):
    """A number whose last two figures check the others. Canonical without separators."""

    pattern: ClassVar[re.Pattern[str]]
    sample: ClassVar[str]

    def find(self, text: Text, options: Sequence[str] = ()) -> list[Candidate]:
        """See ValueType. A number of the right length whose check digits are wrong is meant as one and is none."""
        return list(self._candidates(text))

    def _candidates(self, text: Text) -> Iterator[Candidate]:
        for match in self.pattern.finditer(text.raw):
            value = self.compact(match.group())
            separated = any(sign in match.group() for sign in "./-")
            if self.is_valid(value):
                yield Candidate(value, match.start(), match.end())
            elif sum(character.isdigit() for character in value) >= 9:
                yield Candidate(None, match.start(), match.end(), exact=separated, reason=f"values.{self.name}_invalid")

    def compact(self, written: str) -> str:
        """The number without separators."""
        return "".join(character for character in written if character.isalnum()).upper()

    def is_valid(self, value: str) -> bool:
        """Whether the check digits are right."""
        raise NotImplementedError

    def parse(self, raw: str) -> str:
        """See ValueType."""
        value = self.compact(raw)
        if not self.is_valid(value):
            raise InvalidValue(f"values.{self.name}_invalid", value=raw, example=self.sample)
        return value

    def example(self, language: str) -> str:
        """See ValueType."""
        return self.sample


@dataclass(frozen=True)
class Cpf(_Document):
    """A person's number at the tax office. Canonical: eleven figures."""

    name: ClassVar[str] = "cpf"
    pattern: ClassVar[re.Pattern[str]] = shapes.CPF
    sample: ClassVar[str] = "529.982.247-25"

    def is_valid(self, value: str) -> bool:
        """See _Document."""
        return len(set(value)) > 1 and bool(cpf.is_valid(value))

    def display(self, canonical: str, language: str) -> str:
        """See ValueType."""
        return str(cpf.format(canonical))

    def json_schema(self) -> dict[str, Any]:
        """See ValueType."""
        return {"type": "string", "pattern": "^[0-9]{11}$"}


@dataclass(frozen=True)
class Cnpj(_Document):
    """A company's number at the tax office, which may hold letters since July 2026. Canonical: fourteen characters."""

    name: ClassVar[str] = "cnpj"
    pattern: ClassVar[re.Pattern[str]] = shapes.CNPJ
    sample: ClassVar[str] = "16.727.230/0001-97"

    def is_valid(self, value: str) -> bool:
        """See _Document."""
        return bool(cnpj.is_valid(value))

    def display(self, canonical: str, language: str) -> str:
        """See ValueType."""
        return str(cnpj.format(canonical))

    def json_schema(self) -> dict[str, Any]:
        """See ValueType."""
        return {"type": "string", "pattern": "^[0-9A-Z]{12}[0-9]{2}$"}
