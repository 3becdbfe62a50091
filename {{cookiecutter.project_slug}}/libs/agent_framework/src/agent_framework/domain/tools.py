"""How a tool is declared: read-only or transactional, and nothing in between."""

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal, Self, TypeAlias, get_args, get_origin, get_type_hints

from langchain_core.tools import BaseTool, StructuredTool

from agent_framework.domain.parameters import Parameter
from agent_framework.exceptions import DeclarationError, TransactionRequired

__all__ = [
    "ArgumentRejected",
    "Eligible",
    "Idempotent",
    "NoConfirmation",
    "NotEligible",
    "NotRecoverable",
    "Queryable",
    "Recovery",
    "Say",
    "Tool",
    "ToolContext",
    "Verdict",
    "read_tool",
    "transactional_tool",
]


@dataclass(frozen=True, slots=True)
class Say:
    """A text to be said: a message key and the plain JSON values of its placeholders.

    `variant` picks among the texts of a key that has several; past the last one it stays at the last.
    """

    key: str
    params: Mapping[str, Any] = field(default_factory=dict)
    variant: int = 0

    def to_json(self) -> dict[str, Any]:
        """Plain JSON for the state."""
        return {"key": self.key, "params": dict(self.params), "variant": self.variant}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """What `to_json` wrote."""
        return cls(data["key"], data["params"], data["variant"])


@dataclass(frozen=True, slots=True)
class ToolContext:
    """On whose behalf a function of the domain runs. `services` is what the team handed to `create_app`.

    `idempotency_key` is set while a transactional tool executes: the same for every attempt of one transaction.
    """

    tenant_id: str
    customer_id: str
    session_id: str
    language: str
    services: Any = None
    transaction_id: str | None = None
    idempotency_key: str | None = None


# --- what a validator answers -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Eligible:
    """The transaction may be confirmed. `details` are extra placeholders of the confirmation text, plain JSON."""

    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NotEligible:
    """The transaction ends OUT_OF_SCOPE: `reason` is a message key, `params` its plain JSON values."""

    reason: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ArgumentRejected:
    """Only `parameter` is dropped and asked again, with `reason` (a message key)."""

    parameter: str
    reason: str
    params: Mapping[str, Any] = field(default_factory=dict)


Verdict: TypeAlias = Eligible | NotEligible | ArgumentRejected
Validator: TypeAlias = Callable[..., Awaitable[Verdict]]


# --- how a transactional tool recovers when its outcome is unknown --------------------------------------------------


@dataclass(frozen=True, slots=True)
class Idempotent:
    """Called again with the same idempotency key, it does the work once and returns the same result."""

    kind: Literal["idempotent"] = "idempotent"


@dataclass(frozen=True, slots=True)
class Queryable:
    """`lookup(context)` says what became of `context.idempotency_key`: the result, or None where nothing was done.

    A remote may still be at work when the call to it was given up: None counts as "was not done" only `final_after` seconds
    after the tool's time limit, and leaves the transaction IN_DOUBT until then.
    """

    lookup: Callable[[ToolContext], Awaitable[Any | None]]
    final_after: float = 60.0
    kind: Literal["queryable"] = "queryable"


@dataclass(frozen=True, slots=True)
class NotRecoverable:
    """Nobody can tell: an unknown outcome is IN_DOUBT until a person settles it."""

    kind: Literal["not_recoverable"] = "not_recoverable"


Recovery: TypeAlias = Idempotent | Queryable | NotRecoverable


@dataclass(frozen=True, slots=True)
class NoConfirmation:
    """Runs without being confirmed. The reason is shown in `/tools` and by `make check`."""

    reason: str


Parameters: TypeAlias = Mapping[str, Parameter]
Subject: TypeAlias = Callable[..., Awaitable[Any]] | BaseTool
Answer: TypeAlias = str | Callable[[Mapping[str, Any]], Say | Sequence[Say]]
"""A message key whose placeholders are the fields of the result, or a function from the result to texts."""


@dataclass(frozen=True)
class Tool:
    """A declared tool: what `@read_tool` and `@transactional_tool` make of a function.

    `confirm` is None for a read-only tool and only for one. `langchain` is the same tool for a model or an MCP host; for a
    transactional tool calling it raises TransactionRequired.
    """

    name: str
    description: str
    function: Callable[..., Awaitable[Any]]
    parameters: Mapping[str, Parameter]
    transactional: bool
    answer: Answer
    source: str
    confirm: str | NoConfirmation | None = None
    operation: str | None = None
    recall: str | None = None
    validate: Validator | None = None
    recovery: Recovery = field(default_factory=NotRecoverable)
    timeout: float = 20.0
    uses_last_resource: bool = False

    @property
    def required(self) -> tuple[str, ...]:
        """Names of the parameters that have to be there, in the order of the signature."""
        return tuple(name for name, parameter in self.parameters.items() if parameter.required)

    def load(self, arguments: Mapping[str, str]) -> dict[str, Any]:
        """Canonical arguments as the function takes them."""
        return {name: self.parameters[name].type.load(value) for name, value in arguments.items()}

    def display(self, arguments: Mapping[str, str], language: str) -> dict[str, str]:
        """Canonical arguments as the customer reads them."""
        return {name: self.parameters[name].type.display(value, language) for name, value in arguments.items()}

    def json_schema(self) -> dict[str, Any]:
        """The JSON schema of the arguments, for a model and for `/tools`."""
        return {
            "type": "object",
            "properties": {name: parameter.type.json_schema() for name, parameter in self.parameters.items()},
            "required": list(self.required),
            "additionalProperties": False,
        }

    @property
    def langchain(self) -> StructuredTool:
        """The tool as LangChain and MCP know it."""

        async def call(**arguments: Any) -> Any:
            raise TransactionRequired(
                f"{self.name} is run by the agent runtime, with a customer's identity"
                + (" and a confirmed transaction" if self.transactional else "")
            )

        return StructuredTool(
            name=self.name, description=self.description, args_schema=self.json_schema(), coroutine=call
        )


def read_tool(
    *, answer: Answer, uses_last_resource: bool = True, timeout: float = 10.0, parameters: Parameters | None = None
) -> Callable[[Subject], Tool]:
    """Declare a tool without side effects.

    Args:
        answer: how its result is told.
        uses_last_resource: a missing argument is taken from the resource the conversation handled last, if the types agree.
        timeout: seconds before the call is given up.
        parameters: for a LangChain or MCP tool, which has no annotated signature.
    """

    def declare(subject: Subject) -> Tool:
        return Tool(
            **_describe(subject, parameters),
            transactional=False,
            answer=answer,
            timeout=timeout,
            uses_last_resource=uses_last_resource,
        )

    return declare


def transactional_tool(
    *,
    recovery: Recovery,
    validate: Validator | None = None,
    confirm: str | NoConfirmation | None = None,
    answer: Answer | None = None,
    operation: str | None = None,
    recall: str | None = None,
    timeout: float = 20.0,
    parameters: Parameters | None = None,
) -> Callable[[Subject], Tool]:
    """Declare a tool with a side effect: it runs only through a confirmed transaction, at most once.

    A text that is not named is the one under the tool's own name: `<tool>.confirm`, `<tool>.done`, `<tool>.operation`, and
    `<tool>.ask_<parameter>` for a parameter without a question. Start-up refuses a text that is missing in any language.

    Args:
        recovery: how to find out what happened when the outcome is unknown.
        validate: called with the tool's arguments and `context` before the confirmation and again before execution.
        confirm: message key of the confirmation question; the text shows every argument.
        answer: how its result is told.
        operation: message key that names what is done, with its article ("o cancelamento da reserva").
        recall: message key that tells the result in a later turn; `answer` where it is left out.
        timeout: seconds before the outcome counts as unknown.
        parameters: for a LangChain or MCP tool, which has no annotated signature.
    """

    def declare(subject: Subject) -> Tool:
        described = _describe(subject, parameters)
        name = described["name"]
        described["parameters"] = {
            key: replace(parameter, ask=parameter.ask or (f"{name}.ask_{key}" if parameter.required else None))
            for key, parameter in described["parameters"].items()
        }
        return Tool(
            **described,
            transactional=True,
            answer=answer or f"{name}.done",
            confirm=confirm or f"{name}.confirm",
            operation=operation or f"{name}.operation",
            recall=recall,
            validate=validate,
            recovery=recovery,
            timeout=timeout,
        )

    return declare


def _describe(subject: Subject, parameters: Parameters | None) -> dict[str, Any]:
    """What every tool has: name, description, function, parameters and where it was declared."""
    if isinstance(subject, BaseTool):
        if parameters is None:
            raise DeclarationError(f"{subject.name}: a LangChain tool needs parameters={{name: Parameter(...)}}")
        named = {name: replace(parameter, name=name) for name, parameter in parameters.items()}
        return {
            "name": subject.name,
            "description": subject.description,
            "function": _call_langchain(subject),
            "parameters": named,
            "source": type(subject).__module__,
        }
    code = subject.__code__
    source = f"{code.co_filename}:{code.co_firstlineno}"
    if not inspect.iscoroutinefunction(subject):
        raise DeclarationError(f"{source}: {subject.__name__} must be `async def`")
    if not subject.__doc__:
        raise DeclarationError(f"{source}: {subject.__name__} needs a docstring that says what it does")
    return {
        "name": subject.__name__,
        "description": inspect.cleandoc(subject.__doc__),
        "function": subject,
        "parameters": _parameters_of(subject, source),
        "source": source,
    }


def _call_langchain(tool: BaseTool) -> Callable[..., Awaitable[Any]]:
    async def call(context: ToolContext, **arguments: Any) -> Any:
        return await tool.ainvoke(arguments)

    return call


def _parameters_of(function: Callable[..., Any], source: str) -> dict[str, Parameter]:
    hints = get_type_hints(function, include_extras=True)
    signature = inspect.signature(function)
    if "context" not in signature.parameters:
        raise DeclarationError(f"{source}: {function.__name__} needs a parameter `context: ToolContext`")
    found: dict[str, Parameter] = {}
    for name, argument in signature.parameters.items():
        if name == "context":
            continue
        parameter = _find_parameter(hints.get(name))
        if parameter is None:
            raise DeclarationError(
                f"{source}: argument {name!r} of {function.__name__} has no Parameter(...); write "
                f"`{name}: Annotated[str, Parameter(...)]`"
            )
        found[name] = replace(parameter, name=name, required=argument.default is inspect.Parameter.empty)
    return found


def _find_parameter(hint: Any) -> Parameter | None:
    """The Parameter inside `Annotated[...]`, also where that stands in `... | None`."""
    if get_origin(hint) is Annotated:
        return next((extra for extra in hint.__metadata__ if isinstance(extra, Parameter)), None)
    return next((found for member in get_args(hint) if (found := _find_parameter(member))), None)
