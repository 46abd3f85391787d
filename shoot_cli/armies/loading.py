"""Text of ours to armies and scenarios; is a file ours?."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping as Dictionary
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shoot_cli.armies.tree import ArmyErrors, MappingNode, Node, Problem, did_you_mean, find, text_of
from shoot_cli.armies.yaml_text import MOST_BYTES, decode, read_text_and_problems, tree_of
from shoot_cli.engine.reasons import shown
from shoot_cli.engine.record import Record
from shoot_cli.rules import RULESETS, Edition, edition

if TYPE_CHECKING:
    from shoot_cli.armies.army import Army, Scenario, Unit
    from shoot_cli.armies.cache import RememberedLists


# Whether a file is a list of another program, by its content: a roster, or a list that was pasted as text.

MOST_FOREIGN_BYTES = 8 * 1024 * 1024  # of such a file
BOM = b"\xef\xbb\xbf"
_OURS = rb"(?:\A|[\r\n])[ \t]*[\"']?(?:ruleset|units)[\"']?[ \t]*:|\A\s*\{\s*[\"']?(?:ruleset|units)[\"']?\s*:"
_WIDE = (b"\xff\xfe<\0", b"\xfe\xff\0<")  # XML in UTF-16
_KEY = rb"\"(?:forces|roster|registry)\"\s*:"  # JSON of a list builder
# Points behind a name, the line of a header, or who wrote it: no text of ours has any of them but in words.
_TEXT = (
    rb"(?im)[\[(][ \t]*[0-9][0-9., \t\xa0\xc2]*(?:points|pts)\b|[0-9][ \t]*points[ \t]*$"
    rb"|^\+[ \t]*(?:faction keyword|total army points)[ \t]*:|created with warorgan|exported with app version"
)
_LINK = rb"https?://\S*listforge"


def is_foreign(raw: bytes) -> bool:
    """True if this looks like a list of another program."""
    start = raw.removeprefix(BOM).lstrip()
    if start.startswith((b"PK\x03\x04", b"<", *_WIDE)):
        return True
    if b"\nruleset:" in raw or re.search(_OURS, start):  # most need no pattern
        return False
    if start.startswith(b"{"):
        return re.search(_KEY, start) is not None
    return re.match(_LINK, start, re.IGNORECASE) is not None or re.search(_TEXT, raw) is not None


# From files, standard input and data to armies and scenarios, by the readers of the ruleset that they name.

REPORT = "report"  # a key that a list may have beside its own: what `army import --json` says of it


class Loaded(Record):
    """An army with the text that it came from (battles keep it).

    ``imported``: what became of a list of another program, as ``importing/report.py`` tells it, whose ``text`` is then
    the list that was made of it; None for a list of ours.
    """

    army: Army
    path: Path
    text: str
    imported: Any = None


class AttackSide(Record):
    """One side of an attack."""

    army_name: str  # the name of its list; "Attacker" or "Target" of a profile line
    unit: Unit
    ruleset: str
    settings: tuple[tuple[str, str], ...] = ()  # key and value: how the list wants the rules to be read
    units: tuple[Any, ...] = ()  # all of its list
    imported: Any = None  # as in `Loaded`
    joint: Any = None  # the unit with those who have joined it, where somebody has looked

    @property
    def as_one(self) -> Any:
        """The unit as it stands, with those who have joined it."""
        return self.unit if self.joint is None else self.joint


Attachments = tuple[tuple[str, str], ...]  # leaders, and the units that they are to lead


def is_no_army(army: Army) -> bool:
    """True of a set of targets, which nobody plays."""
    return bool(getattr(army, "only_targets", False))


def has_changed(path: Path, text: str) -> bool:
    """True if a list that was loaded as this text comes of another file now; of one that is gone nobody knows.

    :raises ArmyErrors: it cannot be read any more.
    """
    if not path.is_file():
        return False
    raw = bytes_of(path)
    if not is_foreign(raw):
        return decode(raw, str(path)) != text
    from hashlib import sha256

    digest = sha256(bytes_of(path, MOST_FOREIGN_BYTES)).hexdigest()
    return digest not in text.partition("\n")[0]


def load_text(text: str, name: str, memory: RememberedLists | None = None) -> Army:
    """The army in a text; ``name`` is what errors call it, ``memory`` as for ``load``. :raises ArmyErrors:"""
    known = memory.army(text) if memory else None
    if known is not None:
        return known
    army: Army = _read(text, name, "read")
    if memory:
        memory.keep(text, army)
    return army


def scenario(path_or_dash: str | Path) -> Scenario:
    """One attack from a file, or from standard input for ``-``. :raises ArmyErrors:"""
    if str(path_or_dash) == "-":
        name = "standard input"
        try:
            raw = sys.stdin.buffer.read(MOST_BYTES + 1)
        except OSError as error:
            raise ArmyErrors([Problem(name, 0, 0, f"cannot be read ({error.strerror})")]) from None
    else:
        name, raw = str(path_or_dash), bytes_of(Path(path_or_dash))
    if is_foreign(raw):
        words = "a list of another program, not a scenario; name a unit of it and its target: FILE::UNIT TARGET"
        raise ArmyErrors([Problem(name, 0, 0, words)])
    found: Scenario = _read(decode(raw, name), name, "read_scenario")
    return found


def scenario_from(mapping: Any, known: KnownSides | None = None) -> Scenario:
    """One attack from data, such as a line of JSON. ``known``: sides that were read before need not be read again.

    :raises ArmyErrors: naming paths, as in ``target.models[0].Sv``.
    """
    if not isinstance(mapping, Dictionary):
        raise ArmyErrors([Problem("", 0, 0, f"{shown(mapping)} is no scenario; write {{ruleset, attacker, target}}")])
    found: Scenario | None = known.scenario(mapping) if known else None
    if found is None:
        tree = tree_of(mapping)
        found = _edition_of(tree, "").lists().read_scenario(tree, "")
        if known:
            known.keep(mapping, found)
    return found


class KnownSides:
    """Units of the scenarios that were read, by what is written of them: in many scenarios they come again and again.

    What a side is hangs on what stands there, on its role, and on all else in the document but the other side and the
    answers. Only what was right is remembered.
    """

    MOST, LONGEST = 500, 5_000  # sides; characters of what is written of one

    def __init__(self) -> None:
        self.units: dict[str, tuple[str, Unit, tuple[Unit, ...]]] = {}  # with the ruleset, and all units of that side

    def scenario(self, mapping: Dictionary[str, Any]) -> Scenario | None:
        """The attack, if both sides are known; None, too, if its answers are no answers."""
        attacker, target = (self.units.get(text) for text in self.texts(mapping))
        if attacker is None or target is None:
            return None
        from shoot_cli.armies.army import Scenario
        from shoot_cli.armies.list_reader import Problems, answers_of, top_of

        tree = tree_of({key: mapping[key] for key in mapping if key == "answers"})
        problems = Problems(tree, "")
        answers = answers_of(top_of(tree, problems), problems)
        if problems.found:
            return None
        return Scenario(attacker[0], attacker[1], target[1], answers, attacker[2], target[2])

    def keep(self, mapping: Dictionary[str, Any], found: Scenario) -> None:
        sides = ((found.attacker, found.attackers), (found.target, found.targets))
        for text, side in zip(self.texts(mapping), sides, strict=True):
            if 0 < len(text) <= self.LONGEST:
                if len(self.units) >= self.MOST:
                    self.units.clear()
                self.units[text] = found.ruleset, *side

    @staticmethod
    def texts(mapping: Dictionary[str, Any]) -> tuple[str, str]:
        """What is written of the attacker, and of the target."""
        from json import dumps

        sides = {key: mapping.get(key) for key in ("attacker", "target")}
        rest = {key: value for key, value in mapping.items() if key not in sides and key != "answers"}
        try:
            attacker, target = (dumps([rest, side]) for side in sides.items())
        except RecursionError:
            return "", ""  # nobody is found by it, and what is nested so deeply will be refused
        return attacker, target


def side_of(loaded: Loaded, unit: Unit) -> AttackSide:
    """A unit of a list as one side of an attack."""
    army = loaded.army
    return AttackSide(army.name, unit, army.ruleset, settings_of(army), army.units, loaded.imported)


def settings_of(army: Army) -> tuple[tuple[str, str], ...]:
    """How the list wants the rules to be read, key and value; () if it says nothing. Two lists must be ``agreed``."""
    found: tuple[tuple[str, str], ...] = getattr(army, "settings", ())
    return found


def _read(text: str, name: str, how: str) -> Any:
    """What the edition's function ``how`` makes of a text. :raises ArmyErrors: keys that stand twice among all else."""
    tree, problems = read_text_and_problems(text, name)
    if how == "read" and isinstance(tree, MappingNode):
        tree.drop(REPORT)
    try:
        found = getattr(_edition_of(tree, name).lists(), how)(tree, name)
    except ArmyErrors as error:
        raise ArmyErrors([*problems, *error.problems]) from None
    if problems:
        raise ArmyErrors(problems)
    return found


def bytes_of(path: Path, most: int = MOST_BYTES) -> bytes:
    """A file, or a byte more than ``most`` of it. :raises ArmyErrors: it cannot be read"""

    def refuse(words: str) -> ArmyErrors:
        return ArmyErrors([Problem(str(path), 0, 0, words)])

    try:
        if path.is_dir():
            raise refuse("is a folder; name one list in it")
        with path.open("rb") as file:
            return file.read(most + 1)
    except FileNotFoundError:
        raise refuse("there is no such file") from None
    except PermissionError:
        raise refuse("you may not read this file") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise refuse(f"cannot be read ({reason})") from None


def _edition_of(tree: Node, file: str) -> Edition:
    """The edition that the document names. :raises ArmyErrors: none, or one that there is not."""
    names = [e.name for e in RULESETS]
    where, words = tree, f"“ruleset” is missing; begin with ruleset: {names[0]}"
    if isinstance(tree, MappingNode) and tree.get("ruleset") is not None:
        where, said = find(tree, ("ruleset",)), text_of(tree.get("ruleset"))
        if said and (named := edition(said)):
            return named
        words = f"no ruleset {shown(said or 'a list')}; {did_you_mean(said or '', names)}"
    raise ArmyErrors([Problem(file, where.line, where.column, words, "" if where.line else "ruleset")])
