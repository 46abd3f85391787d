"""What can go wrong with battles on disk. Every text is a sentence that can be shown to the player as it is."""

from __future__ import annotations

from shoot_cli.core.signals import Refusal


class StorageError(Refusal):
    """The database, its folder or a battle in it cannot be read or written."""

    exit_code = 3


class Unwritable(StorageError):
    """Nothing can be written there; perhaps it can be read."""


class UnknownBattle(StorageError):
    """No battle goes by these words, or several do; the text lists the near ones."""

    exit_code = 1


class BadName(StorageError):
    """A new battle cannot have this name."""

    exit_code = 1


class NameTaken(BadName):
    """There is a battle of this name already, or another process begins one just now."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is a battle named “{name}” already. Give this one another name.")


class Locked(StorageError):
    """Another process, or another part of this one, is writing this battle."""

    exit_code = 1
