"""What the loader asks of this edition, as `armies` says. Pydantic is loaded to read a list, not a profile line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shoot_cli.rules.second.cards import card as card
from shoot_cli.rules.second.cards import notes as notes
from shoot_cli.rules.second.lines import read_line as read_line

if TYPE_CHECKING:
    from shoot_cli.armies.tree import Node
    from shoot_cli.rules.second.profiles import Army, Scenario


def read(tree: Node, file: str) -> Army:
    """The list. :raises ArmyErrors: with everything that is wrong with it, each with its place."""
    from shoot_cli.rules.second import lists

    return lists.read(tree, file)


def read_scenario(tree: Node, file: str) -> Scenario:
    """Attacker, target and answers of one document. :raises ArmyErrors: as ``read``."""
    from shoot_cli.rules.second import lists

    return lists.read_scenario(tree, file)


def json_schema() -> dict[str, Any]:
    """The JSON Schema of the lists, for editors."""
    from shoot_cli.rules.second import lists

    return lists.json_schema()
