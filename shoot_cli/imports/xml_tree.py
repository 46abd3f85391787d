"""XML of BattleScribe and New Recruit, as the same tree that their JSON has.

Declarations of types and entities are refused where they begin, so that nothing ever grows or is fetched: with handlers
of the parser, since a look at the bytes misses other encodings. No version of the parser must be relied on for that.
"""

from __future__ import annotations

from typing import Any, NoReturn
from xml.parsers import expat

from shoot_cli.imports import limits
from shoot_cli.imports.refused import Refused
from shoot_cli.imports.tree import LINE, LISTS, TEXTS, Node
from shoot_cli.imports.words import cleaned, shortened

NAMESPACE = "rosterSchema"  # the end of it
DATA = {"catalogue", "gameSystem"}
LIST_OF = {one: key for key, one in LISTS.items()}
CHUNK = 64 * 1024


def parsed(raw: bytes, encoding: str | None) -> Node:
    """The roster in it. ``encoding``: None if it says so itself.

    :raises Refused: if it is broken, too much, or something else than a roster
    """
    try:
        return _Reader(encoding).read(raw)
    except expat.ExpatError as error:
        where = f"line {error.lineno}, column {error.offset + 1}: {expat.ErrorString(error.code)}"
        raise Refused(f"it is broken XML ({where}), maybe half a file; export the list again") from None
    except (LookupError, ValueError) as error:  # an encoding that nobody knows, or that the parser cannot do
        raise Refused(f"it is XML that cannot be read ({cleaned(str(error))[:100]}); export the list again") from None


class _Reader:
    """Reads one file. ``open``: a node for each element that is open; None where nothing in it is wanted."""

    def __init__(self, encoding: str | None) -> None:
        self.parser = parser = expat.ParserCreate(encoding, namespace_separator=" ")
        parser.buffer_text = True
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = parser.ExternalEntityRefHandler = self.declared
        parser.UnparsedEntityDeclHandler = parser.NotationDeclHandler = self.declared
        parser.StartElementHandler, parser.EndElementHandler = self.start, self.end
        self.root: Node = {}
        self.open: list[Node | None] = []
        self.text: list[str] = []
        self.elements = self.letters = 0

    def read(self, raw: bytes) -> Node:
        for at in range(0, len(raw), CHUNK):
            self.parser.Parse(raw[at : at + CHUNK], False)
            if at + CHUNK - self.parser.CurrentByteIndex > limits.TAG + 2 * CHUNK:
                raise Refused(f"it is XML with a tag of more than {limits.TAG} bytes; no list has one")
        self.parser.Parse(b"", True)
        return self.root

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.elements += 1
        if self.elements > limits.ELEMENTS:
            raise Refused(f"it is XML with more than {limits.ELEMENTS} elements; no list has so many")
        if len(self.open) >= limits.DEPTH:
            raise Refused(f"it is XML with elements more than {limits.DEPTH} deep inside each other{self.line}")
        namespace, _, tag = name.rpartition(" ")
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
        if tag in ("characteristic", "description"):
            self.text, self.letters = [], 0
            self.parser.CharacterDataHandler = self.said

    def begin(self, namespace: str, tag: str, attributes: dict[str, str]) -> Node:
        if tag in DATA:
            raise Refused("this is a catalogue; give it with --data")
        if tag != "roster" or (namespace and not namespace.endswith(NAMESPACE)):
            said = shortened(cleaned(tag))[0]
            raise Refused(f'it is XML, but no roster: it begins with "{said}"; export the list as .ros or .rosz')
        self.root = self.node(attributes)
        return self.root

    def node(self, attributes: dict[str, str]) -> Node:
        for name, value in attributes.items():
            if len(value) > limits.STRING:
                said = shortened(cleaned(name))[0]
                raise Refused(f"the {said}{self.line} has {len(value)} characters; it may have {limits.STRING}")
        return {name: value for name, value in attributes.items() if name in TEXTS}

    def said(self, text: str) -> None:
        self.letters += len(text)
        if self.letters > limits.STRING:
            raise Refused(f"the text{self.line} has more than {limits.STRING} characters; no list has one so long")
        self.text.append(text)

    def end(self, name: str) -> None:
        node, tag = self.open.pop(), name.rpartition(" ")[2]
        if tag in ("characteristic", "description"):
            self.parser.CharacterDataHandler = None
            bearer, key = (node, "$text") if tag == "characteristic" else (self.open[-1], "description")
            if bearer is not None:
                bearer[key] = "".join(self.text)

    @property
    def line(self) -> str:
        return f" in line {self.parser.CurrentLineNumber}"

    def declared(self, *_: Any) -> NoReturn:
        raise Refused(f"it is XML that declares types or entities{self.line}; no list does, and they are never read")
