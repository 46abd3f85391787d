"""Formats of files: the first bytes tell what a file is; XML, JSON, zip and links become a roster."""

from __future__ import annotations

import base64
import binascii
import codecs
import io
import json
import re
import struct
import zipfile
import zlib
from abc import ABC, abstractmethod
from typing import Any, ClassVar, NoReturn
from urllib.parse import unquote
from xml.parsers import expat

from shoot_cli.importing import roster
from shoot_cli.importing.roster import LINE, LISTS, TEXTS, Node, Refused, Roster, cleaned, roster_of, shortened

# What a file is (section 3 of the import); its name does not matter ---------------------------------------------------

BLANKS = b" \t\r\n"
BATTLESCRIBE, UNSIGNED = "BattleScribe", "a list builder"
WRITERS = {"newrecruit": "New Recruit", "listforge": "ListForge", "battlescribe": "BattleScribe"}
# Longer marks first, as one begins like another.
BOMS = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"),
)  # fmt: skip
ZIPS = (b"PK\x03\x04", b"PK\x05\x06")  # the second is an empty zip
OTHERS = (
    (b"\x89PNG", "a picture"), (b"\xff\xd8\xff", "a picture"), (b"%PDF", "a PDF"), (b"\x1f\x8b", "packed with gzip"),
    (b"7z\xbc\xaf", "packed with 7-Zip"), (b"Rar!\x1a", "packed with RAR"), (b"\xd0\xcf\x11\xe0", "a Word document"),
)  # fmt: skip
PAGES = (b"<!doctype html", b"<html")
INSTEAD = "export the list as .rosz, JSON or text"


def read(raw: bytes, name: str) -> Roster | str:
    """Return the roster in a file, or its text. `name` is the file's name for messages.

    :raises Refused: it is neither, is broken, or has more than any list
    """
    try:
        return _read(raw)
    except Refused as refused:
        raise Refused(f"{cleaned(name)}: {refused}") from None


def _read(raw: bytes, packed: bool = False) -> Roster | str:
    """Return the roster or the text, as `read` does. `packed` is True for a file from a zip."""
    if len(raw) > roster.FILE and not packed:
        raise Refused(f"it has more than {roster.FILE // roster.MIB} MiB, and no list has so many; {INSTEAD}")
    encoding, body = _without_bom(raw)
    start = body.lstrip(BLANKS)
    if start.startswith(ZIPS):
        if packed:
            raise Refused("it is a zip inside a zip; unpack it, and import what is in it")
        return _read(unzip(start), packed=True)
    if what := next((what for magic, what in OTHERS if start.startswith(magic)), None):
        raise Refused(f"it is {what}; {INSTEAD}")
    if start.startswith(b"<") and encoding in ("", "utf-8"):
        return _xml(start, "utf-8" if encoding or _is_utf8(start) else None)
    text = _decoded(body, encoding).lstrip()
    if text.startswith("<"):
        return _xml(text.encode(), "utf-8")
    if text.startswith("{") or (text.startswith("[") and text[1:200].lstrip().startswith(("[", "{"))):
        return _roster_of_tree(parse_json(text), UNSIGNED)
    if packed:
        raise Refused(f"it is a zip, and what is in it is no roster; {INSTEAD}")
    return _roster_of_link(text) or _checked_text(text, len(raw))


def _xml(raw: bytes, encoding: str | None) -> Roster:
    if raw[:20].lower().startswith(PAGES):
        raise Refused(f"it is a web page; {INSTEAD}")
    return _roster_of_tree(parse_xml(raw, encoding), BATTLESCRIBE)


def _roster_of_tree(node: Node, unsigned: str) -> Roster:
    """Return the roster of a tree. `unsigned` names the program that does not sign its files."""
    signature = cleaned(str(node.get("generatedBy") or ""))
    known = (name for sign, name in WRITERS.items() if sign in "".join(signature.casefold().split()))
    return roster_of(node, next(known, shortened(signature)[0] or unsigned))


def _roster_of_link(text: str) -> Roster | None:
    """Return the roster in a link; None if the text is no link."""
    if not is_link(text):
        return None
    encoding, body = _without_bom(unpack_link(text))
    return _roster_of_tree(parse_json(_decoded(body, encoding).lstrip()), WRITER)


def _checked_text(text: str, size: int) -> str:
    if not text.strip():
        raise Refused(f"there is nothing in it; {INSTEAD}")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if size > roster.TEXT or text.count("\n") > roster.LINES:
        most = f"{roster.TEXT // 1024} KiB and {roster.LINES} lines"
        raise Refused(f"it is a text of {size // 1024} KiB and {text.count(chr(10))} lines; a list may have {most}")
    return text


def _without_bom(raw: bytes) -> tuple[str, bytes]:
    """Return the encoding that the first bytes show ("" if they do not), and the bytes after the mark."""
    for mark, encoding in BOMS:
        if raw.startswith(mark):
            return encoding, raw[len(mark) :]
    first = raw[:2]
    if len(first) == 2 and 0 in first and any(first):  # a Latin letter in two bytes
        return ("utf-16-be" if first[0] == 0 else "utf-16-le"), raw
    return "", raw


def _decoded(body: bytes, encoding: str) -> str:
    """Return the text. Without a known encoding it is UTF-8, else cp1252 as old editors write it."""
    try:
        text = body.decode(encoding or "utf-8")
    except UnicodeDecodeError as error:
        if encoding or len(body) > roster.TEXT:
            raise Refused(f"it is no text, or half of one: it breaks off at byte {error.start}; {INSTEAD}") from None
        text = body.decode("cp1252", errors="replace")
    if "\0" in text:
        raise Refused(f"it is no text: there are zero bytes in it; {INSTEAD}")
    return text


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


# JSON of New Recruit and ListForge ------------------------------------------------------------------------------------

ENVELOPE = frozenset({"roster", "catalogue", "gameSystem", "rulebook", "snapshot", "history", "ruleset", "units"})
KEPT = TEXTS | set(LISTS) | ENVELOPE
TOO_MANY = f"it is JSON with more than {roster.ELEMENTS} things in it; no list has so many"
AGAIN = "export the list again"


def parse_json(text: str) -> Node:
    """Return the tree of a roster. :raises Refused: it is broken, too much, or no roster."""
    # A check before anything is parsed. Commas in sentences count too, but no list has that many.
    if sum(map(text.count, "{[,")) > 5 * roster.ELEMENTS:
        raise Refused(TOO_MANY)
    reader = _JsonReader()
    try:
        top = json.loads(
            text, object_pairs_hook=reader.node, parse_int=_whole, parse_float=_number, parse_constant=no_number
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}: {error.msg}"
        raise Refused(f"it is broken JSON ({where}), maybe half a file; {AGAIN}") from None
    except RecursionError:
        raise Refused("it is JSON in which things stand inside each other without end; no list is like that") from None
    except ValueError as error:  # such as a number with a million digits
        raise Refused(f"it is JSON that cannot be read ({cleaned(str(error))[:100]}); {AGAIN}") from None
    return _roster_of_json(top)


def _roster_of_json(top: Any) -> Node:
    """Return the node with the forces; ListForge has it inside an envelope."""
    if not isinstance(top, dict):
        raise Refused("it is a JSON file, but no army list of a list builder")
    inner = top.get("roster")
    node = {**{key: top[key] for key in TEXTS & top.keys()}, **inner} if isinstance(inner, dict) else top
    if "forces" in node:
        return node
    if "catalogue" in top or "gameSystem" in top:
        raise Refused("this is a catalogue; give it with --data")
    if "rulebook" in top or "snapshot" in top:
        raise Refused("this is a .registry of Rosterizer, which is not supported; export the list as text")
    if "ruleset" in top and "units" in top:
        raise Refused("this is a list of ours already; save it as it is")
    raise Refused("it is JSON, but no roster: it has no forces; export the list from New Recruit as JSON")


class _JsonReader:
    """A maker of the nodes of one file, which counts them."""

    def __init__(self) -> None:
        self.nodes = 0

    def node(self, pairs: list[tuple[str, Any]]) -> Node:
        self.nodes += 1
        if self.nodes > roster.ELEMENTS:
            raise Refused(TOO_MANY)
        values = dict(pairs)
        if len(values) != len(pairs):
            seen = set[str]()
            twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
            name = shortened(cleaned(twice))[0]
            raise Refused(f'it is JSON that says "{name}" twice of one thing, so that nobody knows which is meant')
        return {key: value for key, value in values.items() if key in KEPT}


def _whole(text: str) -> int:
    if len(text.lstrip("-")) > roster.DIGITS:
        raise Refused(f"it is JSON with the number {shortened(text)[0]}; it may have {roster.DIGITS} digits")
    return int(text)


def _number(text: str) -> float:
    number = float(text)
    if abs(number) >= 10**roster.DIGITS:
        raise Refused(f"it is JSON with the number {shortened(text)[0]}; it may have {roster.DIGITS} digits")
    return number


def no_number(text: str) -> NoReturn:
    raise Refused(f"it is JSON with {text} for a number, which none is")


# XML within limits; whatever could grow or be downloaded is refused (section 9 of the import) -------------------------

XmlNode = dict[str, Any]
CHUNK = 64 * 1024
WITH_TEXT = ("characteristic", "description")


class BoundedXml(ABC):
    """A reader of one XML file.

    :ivar root: the tree that was read
    :ivar text: the pieces of the open element of `WITH_TEXT`
    """

    ELEMENTS: ClassVar[int]  # greatest number
    TEXTS: ClassVar[frozenset[str]]  # attributes that are kept
    WHAT: ClassVar[str]  # what the file is called in messages, such as "list"
    REMEDY: ClassVar[str] = ""  # advice for a broken file

    def __init__(self, encoding: str | None = None) -> None:
        """Prepare the parser. `encoding` is None if the file states it."""
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
        """Return the tree. :raises Refused: it is broken, too much, or something else."""
        try:
            for start in range(0, len(raw), CHUNK):
                self.parser.Parse(raw[start : start + CHUNK], False)
                if start + CHUNK - self.parser.CurrentByteIndex > roster.TAG + 2 * CHUNK:
                    raise Refused(f"it is XML with a tag of more than {roster.TAG} bytes; no {self.WHAT} has one")
            self.parser.Parse(b"", True)
        except expat.ExpatError as error:
            where = f"line {error.lineno}, column {error.offset + 1}: {expat.ErrorString(error.code)}"
            raise Refused(f"it is broken XML ({where}), maybe half a file{self.REMEDY}") from None
        except (LookupError, ValueError) as error:  # an unknown encoding, or one that the parser does not support
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
        if self.deep > roster.DEPTH:
            raise Refused(f"it is XML with elements more than {roster.DEPTH} deep inside each other{self.line}")
        namespace, _, tag = name.rpartition(" ")
        self.began(namespace, tag, attributes)
        if tag in WITH_TEXT:
            self.text, self.letters = [], 0
            self.parser.CharacterDataHandler = self.add_text

    def end(self, name: str) -> None:
        tag = name.rpartition(" ")[2]
        self.deep -= 1
        if tag in WITH_TEXT:
            self.parser.CharacterDataHandler = None
        self.ended(tag)

    def node(self, attributes: dict[str, str]) -> XmlNode:
        """Return the attributes that are kept."""
        for name, value in attributes.items():
            if len(value) > roster.STRING:
                shown = shortened(cleaned(name))[0]
                raise Refused(f"the {shown}{self.line} has {len(value)} characters; it may have {roster.STRING}")
        return {name: value for name, value in attributes.items() if name in self.TEXTS}

    def add_text(self, text: str) -> None:
        self.letters += len(text)
        if self.letters > roster.STRING:
            raise Refused(
                f"the text{self.line} has more than {roster.STRING} characters; no {self.WHAT} has one so long"
            )
        self.text.append(text)

    @property
    def line(self) -> str:
        return f" in line {self.parser.CurrentLineNumber}"

    def declared(self, *_: Any) -> NoReturn:
        raise Refused(
            f"it is XML that declares types or entities{self.line}; no {self.WHAT} does, and they are never read"
        )


# XML of BattleScribe and New Recruit, as the tree that their JSON has -------------------------------------------------

NAMESPACE = "rosterSchema"  # the end of the namespace
DATA = {"catalogue", "gameSystem"}
LIST_OF = {entry: key for key, entry in LISTS.items()}


def parse_xml(raw: bytes, encoding: str | None) -> Node:
    """Return the tree of a roster. `encoding` is None if the file states it.

    :raises Refused: it is broken, too much, or no roster
    """
    return _XmlReader(encoding).read(raw)


class _XmlReader(BoundedXml):
    """The reader of XML rosters. `open` has a node for each open element; None if nothing in it is kept."""

    ELEMENTS, TEXTS = roster.ELEMENTS, frozenset(TEXTS)
    WHAT, REMEDY = "list", "; export the list again"

    def __init__(self, encoding: str | None) -> None:
        super().__init__(encoding)
        self.open: list[Node | None] = []

    def began(self, namespace: str, tag: str, attributes: dict[str, str]) -> None:
        parent = self.open[-1] if self.open else None
        if not self.open:
            self.open.append(self.begin(namespace, tag, attributes))
        elif parent is None or tag in LISTS:
            self.open.append(parent)  # a list has no node; its entries belong to the parent
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
            shown = shortened(cleaned(tag))[0]
            raise Refused(f'it is XML, but no roster: it begins with "{shown}"; export the list as .ros or .rosz')
        self.root = self.node(attributes)
        return self.root

    def ended(self, tag: str) -> None:
        node = self.open.pop()
        if tag in ("characteristic", "description"):
            bearer, key = (node, "$text") if tag == "characteristic" else (self.open[-1], "description")
            if bearer is not None:
                bearer[key] = "".join(self.text)


# The roster in a zip. Nothing that the zip states is trusted, and nothing is written to disk --------------------------

ENTRY = b"PK\x01\x02"  # the beginning of an entry in its table of contents
METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
ENCRYPTED = 0x1  # a flag
LITTER = "__macosx/"  # files that macOS adds
BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError,
    LookupError, MemoryError,
)  # fmt: skip


def unzip(raw: bytes) -> bytes:
    """Return the roster in a zip. :raises Refused: there is not exactly one, or it cannot be read."""
    # A check before the library makes a record of each entry; these four bytes are rare elsewhere.
    if raw.count(ENTRY) > 4 * roster.ENTRIES:
        raise Refused(f"it is a zip with more than {roster.ENTRIES} files in it; a .rosz has one")
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            entry = _roster_of_zip(archive.infolist())
            with archive.open(entry) as stream:
                content = stream.read(roster.UNPACKED + 1)
    except BROKEN as error:
        reason = cleaned(str(error))
        raise Refused(f"it is a zip that is broken ({reason}), maybe half a file; export the list again") from None
    if len(content) > roster.UNPACKED:
        raise Refused(
            f"it is a zip with a roster of more than {roster.UNPACKED // roster.MIB} MiB; no list has so many"
        )
    return content


def _roster_of_zip(entries: list[zipfile.ZipInfo]) -> zipfile.ZipInfo:
    if len(entries) > roster.ENTRIES:
        raise Refused(f"it is a zip with {len(entries)} files in it; a .rosz has one")
    files = [entry for entry in entries if not entry.filename.casefold().startswith(LITTER)]
    for ending in (".ros", ".xml"):
        rosters = [entry for entry in files if entry.filename.casefold().endswith(ending)]
        if len(rosters) > 1:
            names = ", ".join(_name(entry) for entry in rosters)
            raise Refused(f"it is a zip with {len(rosters)} rosters in it ({names}); unpack it, and import one of them")
        if rosters:
            return _checked(rosters[0])
    names = ", ".join(_name(entry) for entry in files) or "nothing"
    raise Refused(f"it is a zip without a roster: there is {names} in it, and no .ros")


def _checked(entry: zipfile.ZipInfo) -> zipfile.ZipInfo:
    if entry.flag_bits & ENCRYPTED:
        raise Refused(f"the roster in this zip is encrypted ({_name(entry)}); unpack it, and import that")
    if entry.compress_type not in METHODS:
        raise Refused(f"the roster in this zip is packed in a way that no .rosz is ({_name(entry)}); unpack it first")
    return entry


def _name(entry: zipfile.ZipInfo) -> str:
    return shortened(cleaned(entry.filename))[0]


# Links of ListForge: the list is JSON, packed into the address --------------------------------------------------------

LINK = re.compile(r"https?://[^\s]{0,200}?/listforge/", re.IGNORECASE)
WRITER = "ListForge"
BARE = "H4sIA"  # how such a list begins
ALPHABET = re.compile(r"[A-Za-z0-9+/]*={0,2}")
GZIP = zlib.MAX_WBITS | 16


def is_link(text: str) -> bool:
    """Return True if this text, without blanks before it, is a link or only the list of one."""
    return LINK.match(text) is not None or (text.startswith(BARE) and len(text.split(maxsplit=1)) == 1)


def unpack_link(text: str) -> bytes:
    """Return the JSON in a link. :raises Refused: there is none, or too much."""
    match = LINK.match(text)
    code = "".join(unquote(text[match.end() if match else 0 :]).split()).translate(str.maketrans("-_", "+/"))
    if not ALPHABET.fullmatch(code) or not code:
        raise Refused("it is a link of ListForge with something else than a list behind it; copy it again")
    code = code.rstrip("=")
    try:
        packed = base64.b64decode(code + "=" * (-len(code) % 4))
        unpacking = zlib.decompressobj(GZIP)
        content = unpacking.decompress(packed, roster.UNPACKED + 1)
    except (binascii.Error, zlib.error, ValueError):
        raise Refused("it is a link of ListForge that is broken, maybe cut short; copy it again") from None
    if len(content) > roster.UNPACKED:
        raise Refused(f"it is a link with a list of more than {roster.UNPACKED // roster.MIB} MiB; no list has so many")
    if not unpacking.eof:
        raise Refused("it is a link of ListForge that was cut short; copy it again")
    return content
