"""Values in messages: the types a parameter can have, and the reading of all parameters of a tool at once."""

from agent_framework.understanding.values.boolean import Boolean
from agent_framework.understanding.values.choice import Choice
from agent_framework.understanding.values.contacts import Cep, Email, Phone
from agent_framework.understanding.values.date import Date
from agent_framework.understanding.values.documents import Cnpj, Cpf
from agent_framework.understanding.values.free_text import FreeText
from agent_framework.understanding.values.identifier import Identifier
from agent_framework.understanding.values.integer import Integer
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
