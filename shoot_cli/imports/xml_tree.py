"""XML of BattleScribe and New Recruit, as the same tree that their JSON has."""

from __future__ import annotations

from shoot_cli.imports import limits
from shoot_cli.imports.bounded_xml import BoundedXml
from shoot_cli.imports.refused import Refused
from shoot_cli.imports.tree import LINE, LISTS, TEXTS, Node
from shoot_cli.imports.words import cleaned, shortened

NAMESPACE = "rosterSchema"  # the end of it
DATA = {"catalogue", "gameSystem"}
LIST_OF = {one: key for key, one in LISTS.items()}


def parse_xml(raw: bytes, encoding: str | None) -> Node:
    """The roster in it. ``encoding``: None if it says so itself.

    :raises Refused: if it is broken, too much, or something else than a roster
    """
    return _XmlReader(encoding).read(raw)


class _XmlReader(BoundedXml):
    """``open``: a node for each element that is open; None where nothing in it is wanted."""

    ELEMENTS, TEXTS = limits.ELEMENTS, frozenset(TEXTS)
    WHAT, REMEDY = "list", "; export the list again"

    def __init__(self, encoding: str | None) -> None:
        super().__init__(encoding)
        self.open: list[Node | None] = []

    def began(self, namespace: str, tag: str, attributes: dict[str, str]) -> None:
        parent = self.open[-1] if self.open else None
        if not self.open:
            self.open.append(self.begin(namespace, tag, attributes))
        elif parent is None or tag in LISTS:
            self.open.append(parent)  # a list is no node of its own: what stands in it belongs to its parent
        elif tag in LIST_OF:
            node = self.node(attributes)
            if tag == "selection":
                node[LINE] = self.parser.CurrentLineNumber
            parent.setdefault(LIST_OF[tag], []).append(node)
            self.open.append(node)
        else:
            self.open.append(None)

    def begin(self, namespace: str, tag: str, attributes: dict[str, str]) -> Node:
        if tag in DATA:
            raise Refused("this is a catalogue; give it with --data")
        if tag != "roster" or (namespace and not namespace.endswith(NAMESPACE)):
            said = shortened(cleaned(tag))[0]
            raise Refused(f'it is XML, but no roster: it begins with "{said}"; export the list as .ros or .rosz')
        self.root = self.node(attributes)
        return self.root

    def ended(self, tag: str) -> None:
        node = self.open.pop()
        if tag in ("characteristic", "description"):
            bearer, key = (node, "$text") if tag == "characteristic" else (self.open[-1], "description")
            if bearer is not None:
                bearer[key] = "".join(self.text)
