"""Links of ListForge: the whole list as JSON, packed into the address."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from urllib.parse import unquote

from shoot_cli.imports import limits
from shoot_cli.imports.refused import Refused

LINK = re.compile(r"https?://[^\s]{0,200}?/listforge/", re.IGNORECASE)
WRITER = "ListForge"
BARE = "H4sIA"  # what any such list begins with
ALPHABET = re.compile(r"[A-Za-z0-9+/]*={0,2}")
GZIP = zlib.MAX_WBITS | 16


def is_link(text: str) -> bool:
    """Whether this text, without blanks before it, is one: with its address, or the list alone."""
    return LINK.match(text) is not None or (text.startswith(BARE) and len(text.split(maxsplit=1)) == 1)


def unpack_link(text: str) -> bytes:
    """The JSON in it.

    :raises Refused: if there is none, or too much of it
    """
    found = LINK.match(text)
    said = "".join(unquote(text[found.end() if found else 0 :]).split()).translate(str.maketrans("-_", "+/"))
    if not ALPHABET.fullmatch(said) or not said:
        raise Refused("it is a link of ListForge with something else than a list behind it; copy it again")
    said = said.rstrip("=")
    try:
        packed = base64.b64decode(said + "=" * (-len(said) % 4))
        unpacking = zlib.decompressobj(GZIP)
        content = unpacking.decompress(packed, limits.UNPACKED + 1)
    except (binascii.Error, zlib.error, ValueError):
        raise Refused("it is a link of ListForge that is broken, maybe cut short; copy it again") from None
    if len(content) > limits.UNPACKED:
        raise Refused(f"it is a link with a list of more than {limits.UNPACKED // limits.MIB} MiB; no list has so many")
    if not unpacking.eof:
        raise Refused("it is a link of ListForge that was cut short; copy it again")
    return content
