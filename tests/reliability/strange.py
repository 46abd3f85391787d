"""What nobody means to write: values, documents and texts that are broken with a plan, so that they get far inside.

A *tree* is what JSON holds, with `Raw` for a scalar written as it is, and `Dressed` for a value with an anchor, a tag or
a twin around it. Trees are changed (`changed`), written as YAML or JSON (`written`), and the text is spoilt (`spoilt`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any, NamedTuple

from hypothesis import strategies as st

LONG = 5_000  # digits; Python turns no text of so many into a number


class Raw(NamedTuple):
    """A scalar as it stands in the text, without quotes."""

    text: str


class Dressed(NamedTuple):
    """A value with something before it (an anchor, a tag); ``twin``: its key stands there once more, with this."""

    before: str
    value: Any
    twin: Any = None


TEXTS = (
    "", " ", "-", "–", "~", "null", "no", "yes", "0", "1", "-1", "+2", "7", "12", "010", "0x10", "1:2", "1e999", ".inf",
    "nan", "inf", "-inf", "1e9", "½", "²", "٣", "１２", "−2", "99999999999999999999", "9" * LONG, "4+", "+4", "3+/9++",
    "2+/5++", "0+", "7+", "N/A", "D", "D6", "D6+1", "2D6", "D0", "99D6", "D99999", "9999D9999", "D6-D6", "3x6 2x5", "7/2",
    "6 1 > 3", "2x", "0x boltgun", "10x", "all", "none", "closest", "5x3", "in range", "a: b", "a, b", "3 Boy, 1 Nob",
    "\0", "\t", "\n", "\r", "\x07", "\x1b[31m", "\x1b[2J", "\x1b]0;title\x07", "\x7f", "\x9b31m", "\u2028", "\u202e",
    "\u200b", "\ufeff", "\ufffe", "\ud800", "\udc00\ud800", "🎲", "戦士", "İ", "ß", "Ａ４", "a" + "\u0301" * 40,
    "[red]x[/red]", "[/]", "%s %d", "{0} {x}", "$(ls)", "--help", "-", "../../etc/passwd", "A" * 80, "x" * 3_000,
    "(" * 300, "((a)", "]", '"', "'", "\\", "“", "```", "<b>", "a\\\nb", "Heavy D6+D6", "Salvo 2", "[[]]", "name",
)  # fmt: skip
NUMBERS = (
    0, 1, 2, 3, 7, 12, -1, -0.0, 0.5, 1.5, 1e-320, 1e308, 10**6 + 1, 2**31, 2**63, -(2**63) - 1, 10**13, 10**30, True, False, None,
    Raw("9" * LONG), Raw("-" + "9" * LONG), Raw("1e400"), Raw("NaN"), Raw("-Infinity"), Raw("1" + "0" * 400 + ".5"),
)  # fmt: skip
MANY = (30, 100, 255, 1_000, 9_999, 65_536)  # numbers that may be meant, and that make an attack large
BARE = (
    "&a x", "*a", "*nobody", "!!binary x", "!!python/object/apply:os.system [ls]", "!x y", "%TAG", "@", "`", "|", ">-", "? x", "- x",
    "{", "}", "[", "]", "{a: 1, a: 2}", "<<: *a", "---", "...", "# x", ": x", "{? [a]: b}", "'open", '"open', "\\u0041", "\t x",
)  # fmt: skip
BOMBS = (
    "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n",
    "".join(f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 9) if n else 'y'}]\n" for n in range(9)),
    "z: &z {z: *z}\n",
    "base: &base {name: x}\nmore: {<<: *base, name: y}\n",
)
LOOKALIKES = str.maketrans("aeopcxyABCEHKMOPTX0123456789-'\"", "аеорсхуАВСЕНКМОРТХ０１２３４５６７８９−’”")


def nested(depth: int, inner: Any = 1) -> Any:
    """Lists and mappings by turns, so deep."""
    for step in range(depth):
        inner = [inner] if step % 2 else {"a": inner}
    return inner


@cache
def values(many: bool) -> st.SearchStrategy[Any]:
    """A strange value. ``many``: also numbers that are large and still possible."""
    scalars = st.sampled_from([*TEXTS, *NUMBERS, *(MANY if many else ())])
    deep = st.sampled_from([[], {}, [[]], {"": 1}, nested(15), nested(25), Raw("[" * 400 + "]" * 400), ["x"] * 300])
    words = st.text(max_size=6)
    return st.one_of(scalars, scalars, st.sampled_from(BARE).map(Raw), words, deep)


# Trees ---------------------------------------------------------------------------------------------------------------


def places(tree: Any) -> list[tuple[Any, Any]]:
    """Everything in it, outermost first: what it stands in, and under which key or number."""
    found: list[tuple[Any, Any]] = []
    waiting = [tree]
    for holder in waiting:
        keys = list(holder) if isinstance(holder, dict) else range(len(holder))
        for key in keys:
            found.append((holder, key))
            if type(holder[key]) in (dict, list):
                waiting.append(holder[key])
    return found


@st.composite
def changed(draw: st.DrawFn, tree: dict[str, Any], words: tuple[str, ...] = (), many: bool = True) -> Any:
    """The tree with some of it exchanged. ``words``: of documents like it, which are good somewhere else."""
    strange = values(many)
    if words:
        strange = st.one_of(strange, st.sampled_from(words))
    tree = deepcopy(tree)
    for _ in range(draw(st.sampled_from(OFTEN))):
        there = places(tree)
        if not there:
            break
        holder, key = there[draw(st.integers(0, len(there) - 1))]
        how = draw(st.sampled_from(HOW))
        if how == "value":
            holder[key] = deepcopy(draw(strange))
        elif how == "other value":
            other, place = there[draw(st.integers(0, len(there) - 1))]
            holder[key], other[place] = deepcopy(other[place]), deepcopy(holder[key])
        elif how == "gone":
            del holder[key]
        elif how == "wrapped":
            holder[key] = draw(st.sampled_from([[holder[key]], {"x": holder[key]}, nested(12, holder[key])]))
        elif how == "again" and isinstance(holder, list):
            holder += [deepcopy(holder[key]) for _ in range(draw(st.sampled_from([1, 2, 40]) if many else st.just(1)))]
        elif how == "added" and isinstance(holder[key], dict):
            holder[key][key_text(draw(strange))] = deepcopy(draw(strange))
        elif how == "renamed" and isinstance(holder, dict):
            holder[key_text(draw(strange))] = holder.pop(key)
        elif how == "twice" and isinstance(holder, dict):
            holder[key] = Dressed("", holder[key], deepcopy(draw(st.one_of(st.just(holder[key]), strange))))
        elif how == "dressed":
            holder[key] = Dressed(
                draw(st.sampled_from(["&a ", "!!str ", "!!python/name:os.system ", "! "])), holder[key]
            )
    return tree


OFTEN = (0, 1, 1, 1, 1, 2, 2, 3)  # changes of one document
HOW = (
    "value", "value", "value", "value", "other value", "other value", "gone", "wrapped", "again", "added", "renamed",
    "renamed", "twice", "dressed",
)  # fmt: skip


def key_text(value: Any) -> str:
    return value if isinstance(value, str) else "<<" if isinstance(value, Raw) else str(value)[:20]


# Text ----------------------------------------------------------------------------------------------------------------


def as_json(value: Any) -> str:
    """JSON in one line; what is strange in the tree stands in it as it would in any other."""
    if isinstance(value, Raw):
        return value.text
    if isinstance(value, Dressed):
        return value.before + as_json(value.value)
    if isinstance(value, dict):
        pairs = [(key, part) for key, item in value.items() for part in twins(item)]
        return "{" + ", ".join(f"{json.dumps(str(key))}: {as_json(item)}" for key, item in pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_json, value)) + "]"
    return json.dumps(value)


def twins(item: Any) -> list[Any]:
    return [item, item.twin] if isinstance(item, Dressed) and item.twin is not None else [item]


PLAIN = re.compile(r"[A-Za-z0-9+][\w '/+.-]*")


def as_yaml(value: Any, indent: int = 0) -> str:
    """YAML with a line for each key down to the third level, then in braces."""
    if not isinstance(value, (dict, list)) or not value or indent > 4:
        return as_flow(value) + "\n"
    lines = []
    pad = " " * indent
    if isinstance(value, list):
        return "".join(f"{pad}- {as_flow(item)}\n" for item in value)
    for key, item in value.items():
        for part in twins(item):
            block = isinstance(part, (dict, list)) and part and indent <= 2
            lines.append(
                f"{pad}{as_flow(str(key))}:" + ("\n" + as_yaml(part, indent + 2) if block else f" {as_flow(part)}\n")
            )
    return "".join(lines)


def as_flow(value: Any) -> str:
    if isinstance(value, dict):
        pairs = [(key, part) for key, item in value.items() for part in twins(item)]
        return "{" + ", ".join(f"{as_flow(str(key))}: {as_flow(item)}" for key, item in pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_flow, value)) + "]"
    if isinstance(value, Dressed):
        return value.before + as_flow(value.value)
    if isinstance(value, str) and PLAIN.fullmatch(value):
        return value
    return as_json(value)


def written(tree: Any) -> st.SearchStrategy[str]:
    """The tree as somebody's text."""
    return st.sampled_from((as_yaml, as_yaml, as_flow, as_json)).map(lambda write: write(tree))


@st.composite
def spoilt(draw: st.DrawFn, text: str) -> bytes:
    """The text as bytes, mostly as it is, else cut, joined, garbled, or in another encoding."""
    way = draw(st.sampled_from([whole] * 3 * len(SPOILING) + [*SPOILING]))
    at, length = draw(st.integers(0, len(text))), draw(st.sampled_from([1, 1, 3, 30]))
    return way(text, at, length)


def whole(text: str, at: int = 0, length: int = 0) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def ends_early(text: str, at: int, length: int) -> bytes:
    return whole(text[:at])


def hole(text: str, at: int, length: int) -> bytes:
    return whole(text[:at] + text[at + length :])


def joined(text: str, at: int, length: int) -> bytes:
    return whole(text + ("---\n" if length == 1 else "") + text[at:])


def lookalikes(text: str, at: int, length: int) -> bytes:
    return whole(text[:at] + text[at : at + length].translate(LOOKALIKES) + text[at + length :])


def between(*what: str) -> Callable[[str, int, int], bytes]:
    return lambda text, at, length: whole(text[:at] + what[(at + length) % len(what)] + text[at:])


def bombed(text: str, at: int, length: int) -> bytes:
    """Between two lines, lines that grow when they are read."""
    start = text.rfind("\n", 0, at) + 1
    return whole(text[:start] + BOMBS[(at + length) % len(BOMBS)] + text[start:])


def bad_bytes(text: str, at: int, length: int) -> bytes:
    raw = whole(text)
    return raw[:at] + b"\xff\xfe\xc0\x80\xed\xa0\x80"[: length + 1] + raw[at:]


def other_encoding(text: str, at: int, length: int) -> bytes:
    if length == 1:
        return text.encode("utf-16", "surrogatepass")
    return whole("\ufeff" + text) if length == 3 else text.encode("latin-1", "replace")


def tabs(text: str, at: int, length: int) -> bytes:
    return whole(text.replace("  ", "\t") if length == 1 else text.replace("\n", "\r\n" if length == 3 else "\r"))


def huge(text: str, at: int, length: int) -> bytes:
    """More than any list, in one piece."""
    return whole(text[:at] + text[at : at + 1] * (1 << 20) + text[at:])


SPOILING = (
    ends_early, ends_early, hole, hole, joined, lookalikes, lookalikes, bombed, bad_bytes, other_encoding, tabs, huge,
    between("\0", "\x1b[31m", "\x85", "\u2028", "\x0c"), between("&a ", "*a", "!!x ", "? ", "%YAML 9\n", "<<: "),
    between("[" * 900, "{a: " * 30, "- " * 60), between("{", "}", "[", "]", ":", ",", "'", '"', "#", "\n", "\t"),
)  # fmt: skip
