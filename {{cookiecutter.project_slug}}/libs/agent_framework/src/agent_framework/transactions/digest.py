"""What a confirmation freezes: a digest over the tool, its declaration and every argument."""

import hashlib
import json
from collections.abc import Mapping

from agent_framework.domain.tools import Tool

__all__ = ["arguments_digest", "declaration_digest"]


def arguments_digest(transaction_id: str, tool: Tool, arguments: Mapping[str, str]) -> str:
    """SHA-256, hex, over what exactly is confirmed. Any changed argument changes it."""
    return _digest([transaction_id, tool.name, declaration_digest(tool), sorted(arguments.items())])


def declaration_digest(tool: Tool) -> str:
    """SHA-256, hex, over the parts of a declaration that a customer's consent rests on."""
    return _digest([tool.name, tool.json_schema(), str(tool.confirm), tool.recovery.kind])


def _digest(content: object) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
