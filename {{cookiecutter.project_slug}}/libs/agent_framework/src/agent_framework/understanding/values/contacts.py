"""Values with a form of their own: e-mail, telephone, CPF, CNPJ, CEP."""

import re
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from stdnum.br import cnpj, cpf

from agent_framework.domain.parameters import Candidate, InvalidValue, ValueType
from agent_framework.domain.text import Text

__all__ = ["Cep", "Cnpj", "Cpf", "Email", "Phone"]


class Formed(ValueType):
    """A value that a form recognises; digits are checked where the form has check digits."""

    form: ClassVar[re.Pattern[str]]
    sample: ClassVar[str]

    @abstractmethod
    def canonical(self, written: str) -> str | None:
        """The canonical form, or None where it is no such value."""

    def find(self, text: Text, options: Sequence[str] = ()) -> list[Candidate]:
        """See ValueType."""
        return [
            Candidate(value, match.start(), match.end(), reason=None if value else f"values.{self.name}_malformed")
            for match in self.form.finditer(text.raw)
            for value in [self.canonical(match.group())]
        ]

    def parse(self, raw: str) -> str:
        """See ValueType."""
        value = self.canonical(raw.strip())
        if value is None:
            raise InvalidValue(f"values.{self.name}_malformed", value=raw, example=self.sample)
        return value

    def load(self, canonical: str) -> Any:
        """See ValueType."""
        return canonical

    def display(self, canonical: str, language: str) -> str:
        """See ValueType."""
        return canonical

    def example(self, language: str) -> str:
        """See ValueType."""
        return self.sample

    def json_schema(self) -> dict[str, Any]:
        """See ValueType."""
        return {"type": "string", "description": f"Like {self.sample}."}


class Email(Formed):
    """An e-mail address; canonical in lower case."""

    name = "email"
    form = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")
    sample = "ana@exemplo.com.br"

    def canonical(self, written: str) -> str | None:
        """See Formed."""
        return written.lower() if self.form.fullmatch(written) else None


class Digits(Formed):
    """A number of so many digits, whatever stands between them."""

    lengths: ClassVar[frozenset[int]]
    shape: ClassVar[str]

    def canonical(self, written: str) -> str | None:
        """See Formed."""
        digits = re.sub(r"\D", "", written)
        return digits if len(digits) in self.lengths and self.valid(digits) else None

    def valid(self, digits: str) -> bool:
        """Whether the check digits are right, where the kind has any."""
        return True

    def display(self, canonical: str, language: str) -> str:
        """See ValueType."""
        rest = iter(canonical)
        return "".join(next(rest) if mark == "#" else mark for mark in self.shape)


class Cpf(Digits):
    """A CPF with its check digits; canonical: eleven digits."""

    name = "cpf"
    form = re.compile(r"(?<![\d.-])\d{3}[. ]?\d{3}[. ]?\d{3}[- ]?\d{2}(?![\d])")
    sample = "529.982.247-25"
    shape = "###.###.###-##"
    lengths = frozenset({11})

    def valid(self, digits: str) -> bool:
        """See Digits."""
        return bool(cpf.is_valid(digits))


class Cnpj(Digits):
    """A CNPJ with its check digits; canonical: fourteen digits."""

    name = "cnpj"
    form = re.compile(r"(?<![\d.-])\d{2}[. ]?\d{3}[. ]?\d{3}[/ ]?\d{4}[- ]?\d{2}(?![\d])")
    sample = "11.222.333/0001-81"
    shape = "##.###.###/####-##"
    lengths = frozenset({14})

    def valid(self, digits: str) -> bool:
        """See Digits."""
        return bool(cnpj.is_valid(digits))


class Cep(Digits):
    """A Brazilian postal code; canonical: eight digits."""

    name = "cep"
    form = re.compile(r"(?<![\d.-])\d{2}[.]?\d{3}[- ]?\d{3}(?![\d-])")
    sample = "01310-100"
    shape = "#####-###"
    lengths = frozenset({8})


class Phone(Digits):
    """A Brazilian telephone with its area code, or an international one; canonical E.164: `+5511987654321`."""

    name = "phone"
    form = re.compile(r"(?<![\w.,-])\+?(?:\d{1,3}[ -]?)?\(?\d{2}\)?[ -]?9?[ ]?\d{4}[- ]?\d{4}(?!\d)")
    sample = "(11) 98765-4321"
    lengths = frozenset({10, 11, 12, 13})

    def canonical(self, written: str) -> str | None:
        """See Formed."""
        digits = super().canonical(written)
        if digits is None:
            return None
        return f"+{digits}" if written.startswith("+") or len(digits) > 11 else f"+55{digits}"

    def display(self, canonical: str, language: str) -> str:
        """See ValueType."""
        if not canonical.startswith("+55"):
            return canonical
        area, number = canonical[3:5], canonical[5:]
        return f"({area}) {number[:-4]}-{number[-4:]}"
