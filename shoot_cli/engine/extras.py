"""Packages that only some want, and the command that installs them where this program was installed from.

Short: every message that asks for one says it alike."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

PROJECT = "shoot-cli"


def how_to_install(extra: str) -> str:
    """Return the command that adds an extra of ours to this installation, as it is typed in the current folder."""
    prefix, wanted = Path(sys.prefix), quoted(f"{source()}[{extra}]")
    if (prefix / "pipx_metadata.json").is_file():
        return f"pipx install --force {wanted}"
    if (prefix / "uv-receipt.toml").is_file():
        return f"uv tool install --force {wanted}"
    if "archive-v0" in prefix.parts:  # where uvx keeps what it runs
        return f"uvx --from {wanted} shoot"
    for folder in ("Scripts", "bin"):
        for name in ("pip.exe", "pip"):
            if (prefix / folder / name).is_file():
                return f"{quoted(shortened(prefix / folder / Path(name).stem))} install {wanted}"
    return f"uv pip install --python {quoted(shortened(Path(sys.executable)))} {wanted}"


def source() -> str:
    """Return what the program was installed from: a folder, or its name in the index."""
    folder = folder_of_origin(origin())
    return PROJECT if folder is None else shortened(folder)


def origin() -> dict[str, Any]:
    """Return what the installer wrote down of where the program came from; nothing if it came from the index."""
    from importlib import metadata  # takes longer than an attack, and only messages need it

    try:
        text = metadata.distribution(PROJECT).read_text("direct_url.json")
    except metadata.PackageNotFoundError:  # run from a clone that was never installed
        return {"url": Path(__file__).parents[2].as_uri()}
    return dict(json.loads(text)) if text else {}


def folder_of_origin(origin_entry: dict[str, Any]) -> Path | None:
    """Return the folder that an address names; None if it names no folder that is there."""
    url = str(origin_entry.get("url", ""))
    if not url.startswith("file:"):
        return None
    from urllib.parse import urlparse
    from urllib.request import url2pathname

    path = url2pathname(urlparse(url).path)
    return Path(path) if Path(path).is_dir() else None


def shortened(path: Path) -> str:
    """Return the path as it is typed in the current folder, if it is below that."""
    try:
        below = path.relative_to(Path.cwd())
    except (FileNotFoundError, ValueError):
        return str(path)
    return str(below)


def quoted(word: str) -> str:
    """Return a word as a shell takes it."""
    if os.name == "nt":
        return f'"{word}"' if set(word) & set(" []&()") else word
    from shlex import quote

    return quote(word)
