"""Every error the framework raises on purpose.

AgentFrameworkError
├── DeclarationError            a mistake in the team's declarations; refused at start, names file and cure
├── DomainError                 a function of the domain did what its contract forbids
├── ToolFailed                  raised by a tool: it did *not* do the work, and says why
├── TransactionRequired         a transactional tool was called outside a transaction
├── IllegalTransition           the state machine has no such step
├── ModelFailed                 a model gave no usable answer; the turn goes on without it
├── StateError
│   ├── UndeclaredStateField    a node wrote a key that AgentState does not declare
│   └── UnsupportedSchema       a checkpoint was written by a newer version
├── StorageUnavailable          the database cannot be reached; whoever asked may ask again
└── RequestRefused              input that is answered with a 4xx; `status` and `detail` go out as problem+json
    ├── InvalidRequest (422)
    ├── MessageTooLarge (413)
    ├── NotAuthenticated (401)
    └── ConversationNotFound (404)
"""

from typing import Any, ClassVar

__all__ = [
    "AgentFrameworkError",
    "ConversationNotFound",
    "DeclarationError",
    "DomainError",
    "IllegalTransition",
    "InvalidRequest",
    "MessageTooLarge",
    "ModelFailed",
    "NotAuthenticated",
    "RequestRefused",
    "StateError",
    "StorageUnavailable",
    "ToolFailed",
    "TransactionRequired",
    "UndeclaredStateField",
    "UnsupportedSchema",
]


class AgentFrameworkError(Exception):
    """Root of the tree."""


class DeclarationError(AgentFrameworkError):
    """A declaration cannot be used. `problems` holds one sentence each, with file and cure."""

    def __init__(self, *problems: str) -> None:
        self.problems = problems
        super().__init__("\n".join(problems))


class DomainError(AgentFrameworkError):
    """A validator, option source or description of the domain raised or returned the wrong type."""


class ToolFailed(AgentFrameworkError):
    """Raised by a tool to report that it did not do the work.

    `reason` is a message key and `params` its plain JSON values. Only raise it when nothing happened: any other
    exception of a tool means that the outcome is unknown.
    """

    def __init__(self, reason: str, **params: Any) -> None:
        self.reason = reason
        self.params = params
        super().__init__(reason)


class TransactionRequired(AgentFrameworkError):
    """A transactional tool runs only through a confirmed transaction."""


class ModelFailed(AgentFrameworkError):
    """A model gave no usable answer. `reason` is a few words for an operator ("timeout", "unauthorized")."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class IllegalTransition(AgentFrameworkError):
    """The transition table has no row for this status and event."""


class StateError(AgentFrameworkError):
    """The stored state and the code do not fit."""


class UndeclaredStateField(StateError):
    """LangGraph would drop the key without a word; we refuse."""


class UnsupportedSchema(StateError):
    """The checkpoint's schema version is newer than this code."""


class StorageUnavailable(AgentFrameworkError):
    """The database did not answer. The turn did nothing; it may be sent again."""


class RequestRefused(AgentFrameworkError):
    """Input that is answered with `status` and a sentence that says what to change."""

    status: ClassVar[int] = 400
    title: ClassVar[str] = "Request refused"

    def __init__(self, detail: str) -> None:
        self.detail = detail
        super().__init__(detail)


class InvalidRequest(RequestRefused):
    """The body cannot be used as it is."""

    status = 422
    title = "Invalid request"


class MessageTooLarge(RequestRefused):
    """The message has more characters than the settings allow."""

    status = 413
    title = "Message too large"


class NotAuthenticated(RequestRefused):
    """Nobody proved who they are."""

    status = 401
    title = "Not authenticated"


class ConversationNotFound(RequestRefused):
    """Also raised for a conversation of somebody else, in the same words."""

    status = 404
    title = "Conversation not found"

    def __init__(self) -> None:
        super().__init__("There is no such conversation. Start one by sending a message without session_id.")
