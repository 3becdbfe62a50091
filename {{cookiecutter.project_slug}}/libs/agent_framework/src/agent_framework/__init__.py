"""Agents that act: transactions across turns, confirmed, executed once, and proven.

What a team needs to declare a domain is exported here; everything else is reached by its module.
"""

from agent_framework.domain.agents import Agent, Intent, SideAnswer
from agent_framework.domain.messages import Catalog
from agent_framework.domain.parameters import Candidate, InvalidValue, Parameter, ValueType
from agent_framework.domain.text import Text
from agent_framework.domain.tools import (
    ArgumentRejected,
    Eligible,
    Idempotent,
    NoConfirmation,
    NotEligible,
    NotRecoverable,
    Queryable,
    Say,
    Tool,
    ToolContext,
    read_tool,
    transactional_tool,
)
from agent_framework.exceptions import AgentFrameworkError, DeclarationError, ToolFailed
from agent_framework.understanding.values import (
    Boolean,
    Cep,
    Choice,
    Cnpj,
    Cpf,
    Date,
    Email,
    FreeText,
    Identifier,
    Integer,
    Money,
    Phone,
)

__version__ = "0.1.0"

__all__ = [
    "Agent",
    "AgentFrameworkError",
    "ArgumentRejected",
    "Boolean",
    "Candidate",
    "Catalog",
    "Cep",
    "Choice",
    "Cnpj",
    "Cpf",
    "Date",
    "DeclarationError",
    "Eligible",
    "Email",
    "FreeText",
    "Idempotent",
    "Identifier",
    "Integer",
    "Intent",
    "InvalidValue",
    "Money",
    "NoConfirmation",
    "NotEligible",
    "NotRecoverable",
    "Parameter",
    "Phone",
    "Queryable",
    "Say",
    "SideAnswer",
    "Text",
    "Tool",
    "ToolContext",
    "ToolFailed",
    "ValueType",
    "__version__",
    "read_tool",
    "transactional_tool",
]
