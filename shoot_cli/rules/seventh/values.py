"""Values as the books print them: ``3+``, ``-``, ``24"``, ``Heavy D3``, ``2+/5++``.

Every function raises ValueError, in words, if the text is no such value.
"""

from __future__ import annotations

import re

from shoot_cli.armies.problems import did_you_mean, plain_name
from shoot_cli.armies.reading import INCH, NONE, split_list, whole_number
from shoot_cli.core.questions import shown
from shoot_cli.core.record import Record
from shoot_cli.rules.seventh.profiles import (
    ASSAULT,
    HEAVY,
    ORDNANCE,
    PISTOL,
    RAPID_FIRE,
    SALVO,
    TEMPLATE_RANGE,
    UNLIMITED,
    Shots,
)

PRIMARY = "Primary Weapon"
TYPES = {plain_name(name): name for name in (ASSAULT, HEAVY, ORDNANCE, PISTOL, PRIMARY, RAPID_FIRE, SALVO)}
LONGEST_RANGE = 960  # inches: Apocalypse tables have been longer than one would think
MOST_SHOTS = 100

# Unit types as the rulebook prints them. A type may be made of several, as in "Vehicle (Fast, Skimmer)".
UNIT_TYPES = (
    "Infantry", "Jump Infantry", "Jet Pack Infantry", "Monstrous Creature", "Flying Monstrous Creature",
    "Jump Monstrous Creature", "Jet Pack Monstrous Creature", "Gargantuan Creature", "Flying Gargantuan Creature",
    "Bike", "Jetbike", "Beast", "Cavalry", "Artillery", "Swarm", "Vehicle", "Walker", "Tank", "Skimmer", "Flyer",
    "Hover", "Chariot", "Fast", "Heavy", "Open-topped", "Transport", "Super-heavy", "Character",
)  # fmt: skip
# Words that no other unit has in its type.
OF_VEHICLES = ("Vehicle", "Walker", "Tank", "Skimmer", "Flyer", "Hover", "Chariot")

_INCHES = re.compile(rf"(?:(\d{{1,3}})\s*{INCH}\s*[-–—]\s*)?(\d{{1,4}}(?:\.\d)?)\s*{INCH}", re.ASCII | re.IGNORECASE)
_DICE = re.compile(r"(\d{0,2})D([36])(?:\+(\d{1,2}))?", re.ASCII | re.IGNORECASE)
_TYPE = re.compile(r"(?P<name>[a-z][a-z \-]*?)\s*(?P<shots>[0-9]*d?[0-9][0-9+/d ]*)?", re.IGNORECASE)

_TYPE_WORDS = {word.casefold(): word for kind in UNIT_TYPES for word in kind.split()}
_TYPE_WORD = re.compile(r"open[ -]topped|super[ -]heavy|jet[ -]?packs?|[^\W\d_]+(?:-[^\W\d_]+)*", re.IGNORECASE)


class Fire(Record):
    """What the type of a weapon says: how it fires, how often, and special rules that were written behind it."""

    type: str
    shots: Shots
    moved_shots: Shots | None
    rules: tuple[str, ...]


def range_of(text: str) -> float | None:
    """Inches; None for a template. A minimum may stand before them: ``12"-48"`` is 48."""
    return reach_of(text)[1]


def reach_of(text: str) -> tuple[float | None, float | None]:
    """The minimum range in inches, None without one, and the range as of ``range_of``: ``12"-48"`` is (12, 48)."""
    said = text.casefold()
    if said in ("template", "t"):
        return None, TEMPLATE_RANGE
    if said in ("unlimited", "infinite"):
        return None, UNLIMITED
    found = _INCHES.fullmatch(said)
    if not found or not int(found[1] or 0) < float(found[2]) <= LONGEST_RANGE:
        raise ValueError(f'{shown(text)} is no range; write inches as 24 or 24" or 12-48, Template or unlimited')
    inches = float(found[2])
    return (int(found[1]) if found[1] else None), (int(inches) if inches == int(inches) else inches)


def strength_of(text: str) -> int | None:
    """1 to 10; None where the book prints no number (X of snipers, * of graviton)."""
    if text.casefold() in ("x", "*", *NONE):
        return None
    if text.casefold() == "d":
        raise ValueError("Destroyer weapons (S D) are not played here; leave the weapon out")
    return whole_number(text, 1, 10, ", X or *")


def ap_of(text: str) -> int | None:
    """1 to 6; None for "-"."""
    return None if text.casefold() in NONE else whole_number(text, 1, 6, ' or "-"')


def skill_of(text: str) -> int:
    """0 to 10; "-" is 0."""
    return 0 if text in NONE else whole_number(text, 0, 10, ' or "-"')


def shots_of(text: str) -> Shots:
    """``3``, ``D3``, ``2D6`` or ``D6+1``."""
    said = text.strip()
    if found := _DICE.fullmatch(said):
        shots = Shots(int(found[1] or 1), int(found[2]), int(found[3] or 0))
        if shots.dice >= 1 and shots.dice * shots.sides + shots.plus <= MOST_SHOTS:
            return shots
    elif said.isascii() and said.isdigit() and len(said) <= 3 and 1 <= int(said) <= MOST_SHOTS:
        return Shots(plus=int(said))
    raise ValueError(f"{shown(text)} is no number of shots; write 3, D3, 2D6 or D6+1, at most {MOST_SHOTS}")


def fire_of(text: str) -> Fire:
    """``Rapid Fire``, ``Heavy 3``, ``Salvo 2/3``; special rules may follow after commas, as the books print them."""
    first, *rules = split_list(text) or [""]
    found = _TYPE.fullmatch(first)
    name = TYPES.get(plain_name(found["name"])) if found else None
    if not found or not name:
        letters = re.sub(r"[^a-zA-Z ]", "", first).strip()
        raise ValueError(f"{shown(first)} is no type of weapon; {did_you_mean(letters or first, TYPES.values())}")
    shots = found["shots"]
    if name in (PISTOL, RAPID_FIRE):
        if shots and shots.strip() != "1":
            raise ValueError(f"{shown(first)}: {name} has no number of shots; write {name}")
        return Fire(name, Shots(plus=1), None, tuple(rules))
    if not shots:
        raise ValueError(f"{shown(first)} lacks the number of shots; write {name} {'2/3' if name == SALVO else '1'}")
    if name != SALVO:
        return Fire(name, shots_of(shots), None, tuple(rules))
    moved, stroke, still = shots.partition("/")
    if not stroke:
        raise ValueError(f"{shown(first)} lacks the shots of a bearer that stood still; write Salvo 2/3")
    return Fire(name, shots_of(still), shots_of(moved), tuple(rules))


def type_of(text: str) -> str:
    """The type of a unit, spelt as the rulebook does where its words are known: ``vehicle (open topped, fast)``."""
    return _TYPE_WORD.sub(lambda found: _type_word(found[0]) or found[0], " ".join(text.split()))


def odd_words_of(text: str) -> tuple[list[str], list[str]]:
    """The words of a type that are known and those that are not, as they are written."""
    words = _TYPE_WORD.findall(text)
    return [word for word in words if _type_word(word)], [word for word in words if not _type_word(word)]


def _type_word(said: str) -> str | None:
    """The word as the rulebook spells it, a plural kept; None if it belongs to no type."""
    word = "-".join(said.casefold().split()) if said.casefold().startswith(("open", "super")) else said.casefold()
    if word.startswith("jet") and word.rstrip("s").endswith("pack"):
        return "Jet Pack"
    one = word.removesuffix("s")
    return _TYPE_WORDS.get(word) or (f"{_TYPE_WORDS[one]}s" if one in _TYPE_WORDS else None)
