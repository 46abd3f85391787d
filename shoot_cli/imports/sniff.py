"""What a file is, told by its first bytes: names of files are never believed (section 3 of the import).

Rosters in XML or JSON, zipped or in a link, become a tree. Anything else that is text is handed on as text. What is
neither is refused, with what it is and what would do.
"""

from __future__ import annotations

import codecs

from shoot_cli.imports import limits
from shoot_cli.imports.refused import Refused
from shoot_cli.imports.roster import Roster
from shoot_cli.imports.tree import Node, roster_of
from shoot_cli.imports.words import cleaned, shortened

BLANKS = b" \t\r\n"
BATTLESCRIBE, UNSIGNED = "BattleScribe", "a list builder"
WRITERS = {"newrecruit": "New Recruit", "listforge": "ListForge", "battlescribe": "BattleScribe"}
# Longer marks first: one begins as another.
BOMS = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"),
)  # fmt: skip
ZIPS = (b"PK\x03\x04", b"PK\x05\x06")  # the second: one with nothing in it
OTHERS = (
    (b"\x89PNG", "a picture"), (b"\xff\xd8\xff", "a picture"), (b"%PDF", "a PDF"), (b"\x1f\x8b", "packed with gzip"),
    (b"7z\xbc\xaf", "packed with 7-Zip"), (b"Rar!\x1a", "packed with RAR"), (b"\xd0\xcf\x11\xe0", "a Word document"),
)  # fmt: skip
PAGES = (b"<!doctype html", b"<html")
INSTEAD = "export the list as .rosz, JSON or text"


def read(raw: bytes, name: str) -> Roster | str:
    """What is in a file: a roster, or the text of one.

    :param name: of the file, for the sentence
    :raises Refused: if it is neither, is broken, or holds more than any list does
    """
    try:
        return _read(raw)
    except Refused as refused:
        raise Refused(f"{cleaned(name)}: {refused}") from None


def _read(raw: bytes, packed: bool = False) -> Roster | str:
    """``packed``: it was in a zip."""
    if len(raw) > limits.FILE and not packed:
        raise Refused(f"it has more than {limits.FILE // limits.MIB} MiB, and no list has so many; {INSTEAD}")
    encoding, body = _without_bom(raw)
    start = body.lstrip(BLANKS)
    if start.startswith(ZIPS):
        return _unzipped(start, packed)
    if what := next((what for magic, what in OTHERS if start.startswith(magic)), None):
        raise Refused(f"it is {what}; {INSTEAD}")
    if start.startswith(b"<") and encoding in ("", "utf-8"):
        return _xml(start, "utf-8" if encoding or _is_utf8(start) else None)
    text = _decoded(body, encoding).lstrip()
    if text.startswith("<"):
        return _xml(text.encode(), "utf-8")
    if text.startswith("{") or (text.startswith("[") and text[1:200].lstrip().startswith(("[", "{"))):
        return _json(text, UNSIGNED)
    if packed:
        raise Refused(f"it is a zip, and what is in it is no roster; {INSTEAD}")
    return _linked(text) or _text(text, len(raw))


def _unzipped(raw: bytes, packed: bool) -> Roster | str:
    from shoot_cli.imports import zipped  # what unpacks takes longer to load than most files to read

    if packed:
        raise Refused("it is a zip inside a zip; unpack it, and import what is in it")
    return _read(zipped.unzip(raw), packed=True)


def _xml(raw: bytes, encoding: str | None) -> Roster:
    from shoot_cli.imports import xml_tree

    if raw[:20].lower().startswith(PAGES):
        raise Refused(f"it is a web page; {INSTEAD}")
    return _roster_of_bytes(xml_tree.parse_xml(raw, encoding), BATTLESCRIBE)


def _json(text: str, unsigned: str) -> Roster:
    from shoot_cli.imports import json_tree

    return _roster_of_bytes(json_tree.parse_json(text), unsigned)


def _roster_of_bytes(node: Node, unsigned: str) -> Roster:
    """``unsigned``: who writes such files without saying so."""
    said = cleaned(str(node.get("generatedBy") or ""))
    known = (name for sign, name in WRITERS.items() if sign in "".join(said.casefold().split()))
    return roster_of(node, next(known, shortened(said)[0] or unsigned))


def _linked(text: str) -> Roster | None:
    """The roster in a link; None if it is no link."""
    from shoot_cli.imports import links

    if not links.is_link(text):
        return None
    encoding, body = _without_bom(links.unpack_link(text))
    return _json(_decoded(body, encoding).lstrip(), links.WRITER)


def _text(text: str, size: int) -> str:
    if not text.strip():
        raise Refused(f"there is nothing in it; {INSTEAD}")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if size > limits.TEXT or text.count("\n") > limits.LINES:
        most = f"{limits.TEXT // 1024} KiB and {limits.LINES} lines"
        raise Refused(f"it is a text of {size // 1024} KiB and {text.count(chr(10))} lines; a list may have {most}")
    return text


def _without_bom(raw: bytes) -> tuple[str, bytes]:
    """Its encoding, as far as its first bytes tell ("" if they do not), and all behind a mark."""
    for mark, encoding in BOMS:
        if raw.startswith(mark):
            return encoding, raw[len(mark) :]
    first = raw[:2]
    if len(first) == 2 and 0 in first and any(first):  # a letter of the first alphabet in two bytes
        return ("utf-16-be" if first[0] == 0 else "utf-16-le"), raw
    return "", raw


def _decoded(body: bytes, encoding: str) -> str:
    """Text that says nothing of its encoding is UTF-8, or else what old editors write."""
    try:
        text = body.decode(encoding or "utf-8")
    except UnicodeDecodeError as error:
        if encoding or len(body) > limits.TEXT:
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
