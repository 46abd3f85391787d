"""Where the page is found: addresses of this machine, the links of the seats, and codes to scan."""

from __future__ import annotations

import json
import os
import socket
from base64 import b32encode
from contextlib import suppress
from hashlib import sha256
from hmac import new as hmac_of
from ipaddress import IPv4Address, IPv4Network
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

from shoot_cli.engine.reasons import InputError, shown

PORT, PORTS = 7467, 10  # the usual port, and how many are tried from there on
PRIVATE = [*map(IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"))]
SEATS = ("first", "second", "watch")
TOWARDS = ("192.168.0.1", "10.0.0.1", "172.16.0.1", "100.64.0.1", "169.254.0.1", "192.0.2.1")
REMEDIES = (  # what helps if no phone comes, in the order in which it should be tried (PH-31)
    "Is the phone in the same network as this laptop?",
    "The Wi-Fi of a club or a hotel separates its guests: turn on the phone's hotspot and join it with the laptop, "
    "then Space, w again.",
    "The firewall: Windows asks once, allow private networks (on a network marked public it stays shut); on macOS "
    "allow incoming connections.",
    "An iPhone may say that the connection is not secure: go on. Browsers other than Safari need Settings, Local "
    "Network.",
    "In WSL name the address of the computer with --phone-host.",
)
QUIET = 2  # cells around a code
MOST_KEPT = 50  # battles whose port and salt are remembered
SALT = 16  # hexadecimal digits


class NoAddress(InputError):
    """What was given is no IPv4 address of this machine."""

    exit_code = 2


def checked(address: str) -> str:
    """Return the address. :raises NoAddress: it is none, or stands for all addresses of a machine"""
    try:
        read = IPv4Address(address)
    except ValueError:
        raise NoAddress(f"--phone-host: {shown(address)} is no address like 192.168.178.23.") from None
    if read.is_unspecified or read.is_multicast:
        raise NoAddress(f"--phone-host: {address} is no single address; name one, like 192.168.178.23.")
    return str(read)


def is_private(address: str) -> bool:
    return any(IPv4Address(address) in network for network in PRIVATE)


def addresses() -> list[str]:
    """Return the private IPv4 addresses of this machine, the likeliest first. Nothing is sent for it."""
    known: dict[str, None] = {}
    for far in TOWARDS:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            known[str(probe.getsockname()[0])] = None
    with suppress(OSError, UnicodeError):
        known |= dict.fromkeys(socket.gethostbyname_ex(socket.gethostname())[2])
    return [address for address in known if is_private(address)]


def is_ours(address: str) -> bool:
    """Return True if this machine has the address now."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind((address, 0))
        return True
    return False


class Kept(NamedTuple):
    """What is remembered of the phones of a battle, so that they come back by themselves. None of it is secret."""

    salt: str
    host: str = ""
    port: int = 0


def kept(path: Path, battle: str) -> Kept | None:
    """Return what is remembered of this battle, or None. A damaged file counts as empty."""
    entry = _read_all(path).get(battle)
    if not isinstance(entry, dict):
        return None
    salt, host, port = entry.get("salt"), entry.get("host"), entry.get("port")
    if not (isinstance(salt, str) and isinstance(host, str) and isinstance(port, int)):
        return None
    return Kept(salt, host, port)


def _read_all(path: Path) -> dict[str, object]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def keep(path: Path, battle: str, what: Kept) -> None:
    """Remember it. Where nothing can be written, the links are others after the next start."""
    others = {name: entry for name, entry in _read_all(path).items() if name != battle}
    newest = [*[*others.items()][-MOST_KEPT + 1 :], (battle, what._asdict())]
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(OSError):
        try:
            draft.write_text(json.dumps(dict(newest)), encoding="utf-8")
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)


def new_salt() -> str:
    return token_hex(SALT // 2)


def tokens(secret: bytes, battle: str, salt: str) -> tuple[str, ...]:
    """Return the tokens of both players and of whoever watches: 80 bits each (PH-12)."""
    return tuple(
        b32encode(hmac_of(secret, f"{battle}\0{salt}\0{seat}".encode(), sha256).digest()[:10]).decode().lower()
        for seat in SEATS
    )


def link(name: str, token: str) -> str:
    """Return the link of a seat. `name` is address and port. The token is never sent as part of an address (PH-16)."""
    return f"http://{name}/#{token}"


def code(text: str) -> list[str] | None:
    """Return a code to scan as lines of half blocks, black on white; None without the package `segno`."""
    try:
        import segno
    except ImportError:
        return None
    rows = [list(row) for row in segno.make(text, error="l", micro=False, boost_error=False).matrix_iter(border=QUIET)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    return [
        "".join(" ▄▀█"[bool(top) * 2 + bool(low)] for top, low in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
