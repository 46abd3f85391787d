"""Lists and scenarios with ``InSv`` and ``support``. Short: ``datasheets/lists.py`` does the rest."""

from __future__ import annotations

from typing import ClassVar

from shoot_cli.armies.fields import NAME, UNIT_NAMES, YES_NO, Field, Form
from shoot_cli.armies.tree import Items, MappingNode, Node
from shoot_cli.rules.datasheets import lists
from shoot_cli.rules.datasheets.fields import SUPPORT, forms_of
from shoot_cli.rules.eleventh.unit_text import ALSO, LinePart

MORE = {
    "ModelPage": (Field(SUPPORT, YES_NO, False),),
    "UnitPage": (Field(SUPPORT, NAME), Field("may_support", UNIT_NAMES)),
}


class Lists(lists.Lists):
    RULESET = "40k-11e"
    UNIT, WEAPON, LIST = forms_of(LinePart.KNOWN, MORE)
    PART = LinePart
    ATTACH: ClassVar[dict[str, int]] = {"leader": 1, SUPPORT: 1}
    ALL_MAY_LEAD = True

    def __init__(self, tree: Node, file: str, form: Form) -> None:
        with_our_names(tree)
        super().__init__(tree, file, form)


def with_our_names(node: Node) -> None:
    """Rename characteristics with another name, such as ``InSv`` to ``Inv``."""
    if isinstance(node, Items):
        for item in node.items:
            with_our_names(item)
    elif isinstance(node, MappingNode):
        for written in [key for key in node.values if (name := ALSO.get(key.casefold())) and name not in node.values]:
            name = ALSO[written.casefold()]
            node.keys[name], node.values[name] = node.keys.pop(written), node.values.pop(written)
        for value in node.values.values():
            with_our_names(value)


read, read_scenario, json_schema = Lists.read, Lists.read_scenario, Lists.json_schema
