"""The shapes of the HTTP contract."""

import re
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator

__all__ = ["MessageAnswer", "MessagePayload", "MessageRequest"]

Name = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=r"^[^\x00-\x1f\x7f]+$")]

# Tab and line breaks are what a person types; other control characters are not.
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class MessagePayload(BaseModel):
    """One message. Keys that are not listed here are ignored: request metadata never gives a consent (I1)."""

    model_config = ConfigDict(extra="ignore")

    message: str = Field(description="The customer's words.")
    session_id: Name | None = Field(None, description="Made and returned where it is missing.")
    message_id: Name | None = Field(
        None, description="Repeat it to get the same answer again. Made where it is missing."
    )
    user_id: Name | None = Field(None, description="The customer, in development only.")

    @field_validator("message")
    @classmethod
    def _readable(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("the message is empty: send the customer's words")
        if found := CONTROL.search(value):
            raise ValueError(f"the message has the control character U+{ord(found.group()):04X}: remove it")
        return value


class MessageRequest(BaseModel):
    """The body of `POST /gateway/message`."""

    model_config = ConfigDict(extra="ignore")

    channel: str = "web"
    tenant_id: Name = "default"
    payload: MessagePayload


class MessageAnswer(BaseModel):
    """The answer; docs/turn.md says what is in `metadata`."""

    channel: str
    session_id: str
    text: str
    metadata: dict[str, Any]
