"""The one roster in a zip. Nothing that a zip says of itself is believed, and nothing of it is ever written."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

from shoot_cli.imports import limits
from shoot_cli.imports.refused import Refused
from shoot_cli.imports.words import cleaned, shortened

ENTRY = b"PK\x01\x02"  # what begins a line of its table of contents
METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
ENCRYPTED = 0x1  # a flag
LITTER = "__macosx/"  # what one system puts beside each file
BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError,
    LookupError, MemoryError,
)  # fmt: skip


def unzip(raw: bytes) -> bytes:
    """
    :raises Refused: if there is not exactly one roster in it, or it cannot be read
    """
    # Before the library makes a record of each entry; by chance these four bytes are hardly ever among others.
    if raw.count(ENTRY) > 4 * limits.ENTRIES:
        raise Refused(f"it is a zip with more than {limits.ENTRIES} files in it; a .rosz has one")
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            entry = _roster_of_zip(archive.infolist())
            with archive.open(entry) as stream:
                content = stream.read(limits.UNPACKED + 1)
    except BROKEN as error:
        said = cleaned(str(error))
        raise Refused(f"it is a zip that is broken ({said}), maybe half a file; export the list again") from None
    if len(content) > limits.UNPACKED:
        raise Refused(
            f"it is a zip with a roster of more than {limits.UNPACKED // limits.MIB} MiB; no list has so many"
        )
    return content


def _roster_of_zip(entries: list[zipfile.ZipInfo]) -> zipfile.ZipInfo:
    if len(entries) > limits.ENTRIES:
        raise Refused(f"it is a zip with {len(entries)} files in it; a .rosz has one")
    files = [one for one in entries if not one.filename.casefold().startswith(LITTER)]
    for ending in (".ros", ".xml"):
        found = [one for one in files if one.filename.casefold().endswith(ending)]
        if len(found) > 1:
            said = ", ".join(_name(one) for one in found)
            raise Refused(f"it is a zip with {len(found)} rosters in it ({said}); unpack it, and import one of them")
        if found:
            return _readable(found[0])
    said = ", ".join(_name(one) for one in files) or "nothing"
    raise Refused(f"it is a zip without a roster: there is {said} in it, and no .ros")


def _readable(entry: zipfile.ZipInfo) -> zipfile.ZipInfo:
    if entry.flag_bits & ENCRYPTED:
        raise Refused(f"the roster in this zip is encrypted ({_name(entry)}); unpack it, and import that")
    if entry.compress_type not in METHODS:
        raise Refused(f"the roster in this zip is packed in a way that no .rosz is ({_name(entry)}); unpack it first")
    return entry


def _name(entry: zipfile.ZipInfo) -> str:
    return shortened(cleaned(entry.filename))[0]
