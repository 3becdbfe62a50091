"""Values in messages: their types, and the reading of all parameters of a tool at once."""

from agent_framework.understanding.values.contacts import Cep, Cnpj, Cpf, Email, Phone
from agent_framework.understanding.values.dates import Date
from agent_framework.understanding.values.free_text import Boolean, Choice, FreeText, Integer
from agent_framework.understanding.values.identifiers import Identifier
from agent_framework.understanding.values.money import Money
from agent_framework.understanding.values.reading import read_values

__all__ = [
    "Boolean",
    "Cep",
    "Choice",
    "Cnpj",
    "Cpf",
    "Date",
    "Email",
    "FreeText",
    "Identifier",
    "Integer",
    "Money",
    "Phone",
    "read_values",
]
