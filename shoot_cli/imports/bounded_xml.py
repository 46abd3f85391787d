"""XML read within limits, with everything refused that could grow or be fetched (section 9 of the import).

Declarations of types and entities are refused where they begin, with handlers of the parser, since a look at the bytes
misses other encodings. No version of the parser must be relied on for that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, NoReturn
from xml.parsers import expat

from shoot_cli.imports import limits
from shoot_cli.imports.refused import Refused
from shoot_cli.imports.words import cleaned, shortened

XmlNode = dict[str, Any]
CHUNK = 64 * 1024
WITH_TEXT = ("characteristic", "description")


class BoundedXml(ABC):
    """Reads one file.

    :ivar root: what was read
    :ivar text: of the element of `WITH_TEXT` that is open, piece by piece
    """

    ELEMENTS: ClassVar[int]  # at most
    TEXTS: ClassVar[frozenset[str]]  # attributes that are kept
    WHAT: ClassVar[str]  # "list", as the refusals call it
    REMEDY: ClassVar[str] = ""  # behind what is broken

    def __init__(self, encoding: str | None = None) -> None:
        """``encoding``: None if the file says so itself."""
        self.parser = parser = expat.ParserCreate(encoding, namespace_separator=" ")
        parser.buffer_text = True
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = parser.ExternalEntityRefHandler = self.declared
        parser.UnparsedEntityDeclHandler = parser.NotationDeclHandler = self.declared
        parser.StartElementHandler, parser.EndElementHandler = self.start, self.end
        self.root: XmlNode = {}
        self.text: list[str] = []
        self.elements = self.deep = self.letters = 0

    def read(self, raw: bytes) -> XmlNode:
        """:raises Refused: it is broken, too much, or something else than is wanted"""
        try:
            for at in range(0, len(raw), CHUNK):
                self.parser.Parse(raw[at : at + CHUNK], False)
                if at + CHUNK - self.parser.CurrentByteIndex > limits.TAG + 2 * CHUNK:
                    raise Refused(f"it is XML with a tag of more than {limits.TAG} bytes; no {self.WHAT} has one")
            self.parser.Parse(b"", True)
        except expat.ExpatError as error:
            where = f"line {error.lineno}, column {error.offset + 1}: {expat.ErrorString(error.code)}"
            raise Refused(f"it is broken XML ({where}), maybe half a file{self.REMEDY}") from None
        except (LookupError, ValueError) as error:  # an encoding that nobody knows, or that the parser cannot do
            raise Refused(f"it is XML that cannot be read ({cleaned(str(error))[:100]}){self.REMEDY}") from None
        return self.root

    @abstractmethod
    def began(self, namespace: str, tag: str, attributes: dict[str, str]) -> None: ...

    @abstractmethod
    def ended(self, tag: str) -> None: ...

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.elements, self.deep = self.elements + 1, self.deep + 1
        if self.elements > self.ELEMENTS:
            raise Refused(f"it is XML with more than {self.ELEMENTS} elements; no {self.WHAT} has so many")
        if self.deep > limits.DEPTH:
            raise Refused(f"it is XML with elements more than {limits.DEPTH} deep inside each other{self.line}")
        namespace, _, tag = name.rpartition(" ")
        self.began(namespace, tag, attributes)
        if tag in WITH_TEXT:
            self.text, self.letters = [], 0
            self.parser.CharacterDataHandler = self.said

    def end(self, name: str) -> None:
        tag = name.rpartition(" ")[2]
        self.deep -= 1
        if tag in WITH_TEXT:
            self.parser.CharacterDataHandler = None
        self.ended(tag)

    def node(self, attributes: dict[str, str]) -> XmlNode:
        """The attributes that are wanted."""
        for name, value in attributes.items():
            if len(value) > limits.STRING:
                said = shortened(cleaned(name))[0]
                raise Refused(f"the {said}{self.line} has {len(value)} characters; it may have {limits.STRING}")
        return {name: value for name, value in attributes.items() if name in self.TEXTS}

    def said(self, text: str) -> None:
        self.letters += len(text)
        if self.letters > limits.STRING:
            raise Refused(
                f"the text{self.line} has more than {limits.STRING} characters; no {self.WHAT} has one so long"
            )
        self.text.append(text)

    @property
    def line(self) -> str:
        return f" in line {self.parser.CurrentLineNumber}"

    def declared(self, *_: Any) -> NoReturn:
        raise Refused(
            f"it is XML that declares types or entities{self.line}; no {self.WHAT} does, and they are never read"
        )
