"""What a command will not do."""

__all__ = ["Refused"]


class Refused(ValueError):
    """The command cannot be carried out; nothing was done. The message says what to change."""
