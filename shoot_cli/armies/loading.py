"""Lists and units found by the name that somebody gives; armies and scenarios loaded from files, input and data."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Container, Iterable, Sequence
from collections.abc import Mapping as Dictionary
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shoot_cli.armies import army as shared
from shoot_cli.armies.tree import (
    ArmyErrors,
    MappingNode,
    Node,
    NotFound,
    Problem,
    did_you_mean,
    find,
    near,
    plain_name,
    text_of,
)
from shoot_cli.armies.yaml_text import MOST_BYTES, decode, read_text_and_problems, tree_of
from shoot_cli.engine.names import first_of_name, written
from shoot_cli.engine.reasons import InputError, shown
from shoot_cli.engine.record import Record
from shoot_cli.rules import RULESETS, Edition, edition

if TYPE_CHECKING:
    from shoot_cli.armies.army import Army, ArmyEntry, Scenario, Unit
    from shoot_cli.armies.cache import RememberedLists


ENDINGS = (".yaml", ".yml", ".json")
TARGETS = "targets"  # the name of each edition's set of targets; lists with `targets: yes` are such sets, too
ROSTERS = (".ros", ".rosz", ".roz")  # files of list builders; the content decides what a file is
FILES = (*ENDINGS, *ROSTERS, ".txt")  # a name with such an ending is a file, never a shipped list


class Sample(Record):
    """A shipped list: the name of its file without the ending, its ruleset and its path."""

    name: str
    ruleset: str
    path: Path


def sample_folder() -> Path:
    """Return the folder of the shipped lists: in the installed package, or `armies/` of a checkout."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "sample_armies"
    return inside if inside.is_dir() else package.parent / "armies"


def samples() -> list[Sample]:
    """Return every shipped army, by ruleset and name; [] if there is no folder."""
    return [sample for sample in _shipped() if sample.name != TARGETS]


def target_sets() -> list[Sample]:
    """Return the shipped targets of each edition, which are lists but no armies."""
    return [sample for sample in _shipped() if sample.name == TARGETS]


@cache
def _shipped() -> tuple[Sample, ...]:
    # Once in a process: nobody ships a list while it runs, and each text of a batch may be the name of one.
    return tuple(
        Sample(path.stem, path.parent.name, path)
        for path in sorted(sample_folder().glob("*/*.yaml"))
        if edition(path.parent.name)
    )


@cache
def _plain_names() -> frozenset[str]:
    return frozenset(plain_name(sample.name) for sample in _shipped())


def find_list(words: str, ruleset: str | None = None) -> Path:
    """Return the file that `words` name: a path, else a shipped list by name, `ruleset/name` or a part of the name.

    Case does not matter. Names with an ending of `FILES` are only paths. With `ruleset`, only its lists are searched.

    :raises NotFound: there is none, or several; the sentence lists similar names
    """
    path = Path(os.path.expanduser(words)) if words.strip() else None
    try:
        if path and (file := _file(path)):
            return file
        if path and path.is_dir() and ("/" in words or plain_name(words) not in _plain_names()):
            inside = sorted(p.name for p in path.iterdir() if p.suffix.casefold() in ENDINGS + ROSTERS)
            raise NotFound(
                f"{shown(words)} is a folder; name one list" + (f" of it: {', '.join(inside)}" if inside else "")
            )
    except (OSError, ValueError):  # a name too long, or with a zero byte, is no path
        pass
    if names_file(words):
        raise NotFound(no_such_file(words))
    parts, stem = _parts(words)
    stated = edition(parts[-2]) if len(parts) > 1 else None
    only = edition(ruleset) if ruleset else None
    if len(parts) > 1 and not stated:
        raise NotFound(f"there is no file {shown(words)}")
    if stated and only and stated is not only:
        raise NotFound(f"{shown(words)} is of {stated.name}, not of {only.name}")
    wanted = stated or only
    shipped = target_sets() if names_targets(words) else samples()
    known = [sample for sample in shipped if wanted is None or sample.ruleset == wanted.name]
    lists = _named(stem, known)
    if len(lists) == 1:
        return lists[0].path
    if lists:
        several = ", ".join(f"{sample.ruleset}/{sample.name}" for sample in lists)
        raise NotFound(f"{shown(words)} may be several lists: {several}")
    if only and (others := {sample.ruleset for sample in _named(stem, shipped)}):
        raise NotFound(f"{shown(words)} is of {' and '.join(sorted(others))}, not of {only.name}")
    hint = did_you_mean(stem, [*(sample.name for sample in known), *([TARGETS] if near(stem, [TARGETS]) else [])])
    raise NotFound(f"there is no file and no shipped list {shown(words)}; {hint}")


def names_file(words: str) -> bool:
    """Return True if the name ends like a file of a list, whether the file exists or not."""
    return words.strip().casefold().endswith(FILES)


def no_such_file(words: str) -> str:
    """Return the message for a file that does not exist, with similar files or lists; or where its link leads."""
    path = Path(os.path.expanduser(words.strip()))
    if os.path.islink(path):
        target = path.readlink()
        return f"{shown(words)} is a link to " + (
            "itself" if path.parent / target == path else f"{shown(str(target))}, which is no file"
        )
    stem = path.name[: path.name.rindex(".")]
    same = [sample for sample in _shipped() if plain_name(sample.name) == plain_name(stem)]
    if lists := sorted({f"{sample.ruleset}/{sample.name}" for sample in same}):
        return f"there is no file {shown(words)}; without its ending it is a shipped list: {' or '.join(lists)}"
    try:
        beside = [file.name for file in path.parent.iterdir() if names_file(file.name)]
    except (OSError, ValueError):  # there is no such folder, or it may not be read
        beside = []
    if close := near(path.name, beside, cutoff=0.8):
        return f"there is no file {shown(words)}; did you mean {' or '.join(close)}?"
    names = [sample.name for sample in samples()]
    return f"there is no file and no shipped list {shown(words)}; {did_you_mean(stem, names)}"


def looks_like_list(words: str) -> bool:
    """Return True if this names a file or a shipped list, and is no profile line."""
    if names_file(words):
        return True
    parts, stem = _parts(words)
    if edition(parts[-2]) if len(parts) > 1 else plain_name(stem) in _plain_names():
        return True
    return is_file(words)


def is_file(words: str) -> bool:
    """Return True for the path of an existing file."""
    try:
        return 0 < len(words) < 300 and _file(Path(words).expanduser()) is not None
    except (OSError, ValueError, RuntimeError):  # the name is too long, has a zero byte, or names an unknown home
        return False


def _file(path: Path) -> Path | None:
    """Return the file, or the only file there whose name looks the same, or None. :raises OSError: no access."""
    if path.is_file():
        return path
    if path.name.isascii() or not path.parent.is_dir():
        return None
    files = [file for file in path.parent.iterdir() if written(file.name) == written(path.name) and file.is_file()]
    return files[0] if len(files) == 1 else None


def refuse_empty(words: Iterable[str], role: str) -> None:
    """Check that each word is written. :raises NotFound: one is empty; the sentence says which."""
    all_words = [*words]
    for number, word in enumerate(all_words, 1):
        if not word.strip():
            which = f"{role} {number} of {len(all_words)}" if len(all_words) > 1 else f"the {role}"
            raise NotFound(f"{which} is empty; write a list, LIST::UNIT or a profile line there")


def list_and_unit(words: str) -> tuple[str, str, str]:
    """Split `LIST::UNIT` in three, like `partition`. A file whose own name has two colons stays whole.

    >>> list_and_unit("orks::Boyz"), list_and_unit("10x BS4")
    (('orks', '::', 'Boyz'), ('10x BS4', '', ''))
    """
    parts = words.split("::")
    for many in range(min(len(parts), 150), 1, -1):
        if is_file(file := "::".join(parts[:many])):
            return file, "::" if many < len(parts) else "", "::".join(parts[many:])
    return words.partition("::")


def names_targets(words: str) -> bool:
    """Return True for `targets` and `7e/targets`, which name shipped targets."""
    parts, stem = _parts(words)
    return plain_name(stem) == TARGETS and (len(parts) == 1 or edition(parts[-2]) is not None)


def _parts(words: str) -> tuple[list[str], str]:
    """Return the parts of a path, and the last part."""
    parts = words.replace("\\", "/").strip().split("/")
    return parts, parts[-1]


def _named(stem: str, known: list[Sample]) -> list[Sample]:
    """Return the lists with this name; without one, the lists whose name contains it."""
    wanted = plain_name(stem)
    exact = [sample for sample in known if plain_name(sample.name) == wanted]
    return exact or [sample for sample in known if wanted and wanted in plain_name(sample.name)]


def find_unit(army: Army, words: str) -> Unit:
    """Return the unit that `words` name: by exact name, else by whole words, else by any part. Case does not matter.

    :raises NotFound: there is none, or several; the sentence lists similar names
    """
    wanted = plain_name(words)
    if not wanted:
        raise NotFound(f"name a unit of {army.name}: {_listed([unit.name for unit in army.units])}")
    units: tuple[Unit, ...] = army.units
    exact = [unit for unit in units if plain_name(unit.name) == wanted]
    exact = exact or [units[index] for index in first_of_name(wanted, [plain_name(unit.name) for unit in units])]
    named = exact or [unit for unit in units if f" {wanted} " in f" {plain_name(unit.name)} "]
    named = named or [unit for unit in units if wanted in plain_name(unit.name)]
    named = named or [unit for unit in units if all(part in plain_name(unit.name) for part in wanted.split())]
    if len(named) == 1:
        return named[0]
    if named:
        raise NotFound(f"{shown(words)} may be several units of {army.name}: {_listed([unit.name for unit in named])}")
    names = [unit.name for unit in army.units]
    if close := near(words, names):
        raise NotFound(f"{army.name} has no unit {shown(words)}; did you mean {' or '.join(close)}?")
    raise NotFound(f"{army.name} has no unit {shown(words)}, only {_listed(names)}")


def _listed(names: Sequence[str], most: int = 20) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


# The settings and the ruleset -----------------------------------------------------------------------------------------


def agreed(lists: Iterable[tuple[str, Iterable[tuple[str, str]]]], settled: Container[str] = ()) -> dict[str, str]:
    """Return the settings of two lists without the keys in `settled`. `lists` has pairs of name and settings.

    :raises InputError: the lists want different values of a setting
    """
    by_key: dict[str, tuple[str, str]] = {}
    for name, settings in lists:
        for key, value in settings:
            other, before = by_key.setdefault(key, (name, value))
            if before != value and key not in settled:
                words = f"{other} reads {key} as {before}, {name} as {value}"
                raise InputError(f"{words}; agree on one: --set {key}={before} or --set {key}={value}")
    return {key: value for key, (_, value) in by_key.items() if key not in settled}


class NoRuleset(InputError):
    """No ruleset has the name that was given as an option."""

    exit_code = 2


def edition_name(ruleset: str | None) -> str | None:
    """Return a ruleset's full name from its name or short form; None for None. :raises NoRuleset: unknown name."""
    if ruleset is None:
        return None
    known = edition(ruleset)
    if known is None:
        names = ", ".join(f"{entry.name} (or {entry.short})" for entry in RULESETS)
        raise NoRuleset(f"no ruleset {ruleset!r}; there is {names}")
    return known.name


# Whether a file is a list of another program, by its content ----------------------------------------------------------

MOST_FOREIGN_BYTES = 8 * 1024 * 1024  # bytes of a file of another program
BOM = b"\xef\xbb\xbf"
_OURS = rb"[\r\n][ \t]*[\"']?(?:ruleset|units)[\"']?[ \t]*:"  # a line that begins so
_BRACED = rb"\{\s*[\"']?(?:ruleset|units)[\"']?\s*:"
_WIDE = (b"\xff\xfe<\0", b"\xfe\xff\0<")  # XML in UTF-16
_KEY = rb"\"(?:forces|roster|registry)\"\s*:"  # JSON of a list builder
# Signs of a pasted text: points behind a name, a header, or a program's name. Our lists have none of them.
_TEXT = (
    rb"(?im)[\[(][ \t]*[0-9][0-9., \t\xa0\xc2]*(?:points|pts)\b|[0-9][ \t]*points[ \t]*$"
    rb"|^\+[ \t]*(?:faction keyword|total army points)[ \t]*:|created with (?:warorgan|battlescribe)"
    rb"|exported with app version|^\+\+ [^+\r\n]{1,200} \+\+[ \t\r]*$|\[[ \t]*[0-9]{1,3} ?(?:pl|cp)\b[^\]\r\n]{0,40}\]"
)
_PARTS = rb"(?m)^[ \t]*(?:- +)?(?:profiles|models|weapons)[ \t]*:[ \t]*(?:[\[{#]|\r?$)"  # keys of ours with more below
# Lines without an indent: one with a number, one that is no YAML of a list, and one that begins with a key.
_NUMBERED = rb"(?m)^(?![\[{#])[^\r\n]{0,200}[0-9]"
_NO_KEY = rb"(?m)^(?![ \t\r\n#\[\]{}\"'%&!|>@`-])(?![^\r\n:]{1,80}:(?:[ \t\r\n]|$))[^\r\n]{0,200}[0-9]"
_ANY_KEY = rb"(?m)^[^\s:#-][^\r\n:]{0,80}:(?:[ \t\r\n]|$)"
_LINK = rb"https?://\S*listforge"


def is_foreign(raw: bytes) -> bool:
    """Return True if this looks like a list of another program: a roster, or a list pasted as text."""
    start = raw.removeprefix(BOM).lstrip()
    if start.startswith((b"PK\x03\x04", b"<", *_WIDE)):
        return True
    if re.search(_OURS, b"\n" + start) or re.match(_BRACED, start):
        return False
    if start.startswith(b"{"):
        return re.search(_KEY, start) is not None
    return re.match(_LINK, start, re.IGNORECASE) is not None or bool(re.search(_TEXT, raw) or _is_by_hand(start))


def _is_by_hand(start: bytes) -> bool:
    """Return True for lines with numbers of which one, or each, is no key: lists of ours have keys alone.

    A list of ours whose first keys are misspelt is none, so that its errors are told with their lines.
    """
    numbered = re.search(_NUMBERED, start) is not None and not re.search(_PARTS, start)
    return numbered and (re.search(_NO_KEY, start) is not None or not re.search(_ANY_KEY, start))


def looks_ours(raw: bytes) -> bool:
    """Return True if a line names a ruleset or units, as each list of ours has one."""
    start = raw.removeprefix(BOM).lstrip()
    return bool(re.search(_OURS, b"\n" + start) or re.match(_BRACED, start))


# Armies and scenarios, read by the edition that they name -------------------------------------------------------------

REPORT = "report"  # a key that a list may have: the report of `army import --json`; it is ignored


class Loaded(Record):
    """An army with the text of its file. `made` is what an importer made of a list of another program; else None.

    `pasted` is what was pasted or came through a pipe; b"" for a file.
    """

    army: Army
    path: Path  # only a name if it was pasted
    text: str = ""  # "" for a list of another program
    made: Any = None
    pasted: bytes = b""

    @property
    def imported(self) -> Any:
        """The report about a list of another program; None for a list of ours."""
        return self.made and self.made.report


class AttackSide(Record):
    """One side of an attack."""

    army_name: str  # the name of its list; "Attacker" or "Target" for a profile line
    unit: Unit
    ruleset: str
    settings: tuple[tuple[str, str], ...] = ()  # how the list wants the rules to be read, as key and value
    units: tuple[Any, ...] = ()  # all units of its list
    imported: Any = None  # the report about an imported list, as in `Loaded`
    block: Any = None  # the `army:` block of its list; None if there is none
    joint: Any = None  # the unit with the units that joined it, if this was worked out
    leads: tuple[Any, ...] = ()  # the leaders of its list that lead nobody though they may, and whom

    @property
    def as_one(self) -> Any:
        """The unit, with the units that joined it."""
        return self.unit if self.joint is None else self.joint


Attachments = tuple[tuple[str, str], ...]  # leaders, each with the unit that it leads


def is_no_army(army: Army) -> bool:
    """Return True for a set of targets, which nobody plays as an army."""
    return bool(getattr(army, "only_targets", False))


def detachment_of(army: Army) -> str:
    """Return the detachments that a list names, as one text; "" if it names none or its edition has none."""
    block = getattr(army, "block", None)
    return block.detachment if block else ""


def with_proposals(army: Army, proposals: Iterable[ArmyEntry]) -> Army:
    """Return the army with stratagems that a package proposes, if its list has an `army:` block."""
    untyped: Any = army
    block = getattr(army, "block", None)
    more = block and shared.with_proposals(block, proposals)
    return army if more is block else untyped.but(block=more)


def detachments_told(armies: Iterable[Army]) -> str:
    """Return the detachments of armies in one line, as in ``Iron Column (River Watch)``; "" if no list names one."""
    pairs = ((army.name, detachment_of(army)) for army in armies)
    return " · ".join(f"{detachment} ({name})" for name, detachment in pairs if detachment)


SAID_BEFORE = "  # said before the battle"  # behind who leads whom, where players said it and not the file


def has_changed(path: Path, text: str) -> bool:
    """Return True if the file at `path` no longer has the text that was loaded; False if the file is gone.

    :raises ArmyErrors: the file cannot be read any more
    """
    if not path.is_file():
        return False
    raw = bytes_of(path)
    if not is_foreign(raw):
        return decode(raw, str(path)) != re.sub(rf'\w+: "[^\n]*",?{SAID_BEFORE}\n *', "", text)
    from hashlib import sha256

    return sha256(bytes_of(path, MOST_FOREIGN_BYTES)).hexdigest() not in text.partition("\n")[0]


def load_text(text: str, name: str, memory: RememberedLists | None = None) -> Army:
    """Return the army in a text. `name` is for errors; `memory` has lists that were read before. :raises ArmyErrors:"""
    known = memory.army(text) if memory else None
    if known is not None:
        return known
    _, army = read_whole(text, name)
    if memory:
        memory.keep(army, text)
    return army


def read_whole(text: str, name: str) -> tuple[Node, Army]:
    """Return the tree of a list, and its army. `name` is for errors. :raises ArmyErrors: it is wrong"""
    pair: tuple[Node, Army] = _read(text, name, "read")
    return pair


def scenario(path_or_dash: str | Path) -> Scenario:
    """Return one attack from a file; `-` is standard input. :raises ArmyErrors: it is wrong or cannot be read."""
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
    _, attack = _read(decode(raw, name), name, "read_scenario")
    return attack  # type: ignore[no-any-return]


def scenario_from(mapping: Any, known: KnownSides | None = None) -> Scenario:
    """Return one attack from data, such as a line of JSON. `known` has sides that were read before.

    :raises ArmyErrors: the data is wrong; places are paths, as in ``target.models[0].Sv``
    """
    if not isinstance(mapping, Dictionary):
        raise ArmyErrors([Problem("", 0, 0, f"{shown(mapping)} is no scenario; write {{ruleset, attacker, target}}")])
    if known:
        return known.scenario(mapping)
    tree = tree_of(mapping)
    attack: Scenario = _edition_of(tree, "").lists().read_scenario(tree, "")
    return attack


Side = tuple[str, Any, tuple[Any, ...]]  # its ruleset, its first unit, and all its units if there are several


class KnownSides:
    """A memory of the sides of scenarios by their text, because many scenarios repeat a side.

    A side depends on its own text, its role, and what the document has besides both sides and the answers. Only correct
    sides are remembered.
    """

    MOST, LONGEST = 2_000, 5_000  # sides; characters of the text of one side

    def __init__(self) -> None:
        self.units: dict[str, Side] = {}

    def scenario(self, mapping: Dictionary[str, Any]) -> Scenario:
        """Return the attack. Sides that are not known yet are read and kept. :raises ArmyErrors: the data is wrong"""
        texts = dict(zip(("attacker", "target"), self.texts(mapping), strict=True))
        sides = {role: self.units[text] for role, text in texts.items() if text in self.units}
        if len(sides) == 2:
            attack = self.with_answers(mapping, *sides.values())
        else:
            attack = self.with_other(mapping, sides) if sides else None
        if attack is None:
            attack = scenario_from(mapping)
        read = {"attacker": (attack.attacker, attack.attackers), "target": (attack.target, attack.targets)}
        for role, text in texts.items():
            if role not in sides and 0 < len(text) <= self.LONGEST:
                if len(self.units) >= self.MOST:
                    for old in list(self.units)[: self.MOST // 4]:
                        del self.units[old]
                self.units[text] = attack.ruleset, *read[role]
        return attack

    def with_answers(self, mapping: Dictionary[str, Any], attacker: Side, target: Side) -> Scenario | None:
        """Return the attack of two known sides; None if its answers are wrong."""
        from shoot_cli.armies.army import Scenario
        from shoot_cli.armies.list_reader import Problems, answers_of, top_of

        tree = tree_of({key: mapping[key] for key in mapping if key == "answers"})
        problems = Problems(tree, "")
        answers = answers_of(top_of(tree, problems), problems)
        if problems.found:
            return None
        return Scenario(attacker[0], attacker[1], target[1], answers, attacker[2], target[2])

    def with_other(self, mapping: Dictionary[str, Any], sides: Dictionary[str, Side]) -> Scenario | None:
        """Return the attack of one known side and one that is read alone; None if anything is wrong."""
        try:
            tree = tree_of({key: value for key, value in mapping.items() if key not in sides})
            attack: Scenario = (
                _edition_of(tree, "").lists().read_scenario(tree, "", {role: side[1:] for role, side in sides.items()})
            )
        except ArmyErrors:
            return None
        return attack

    @staticmethod
    def texts(mapping: Dictionary[str, Any]) -> tuple[str, str]:
        """Return the text of the attacker and of the target, as keys of the memory."""
        from json import dumps

        sides = {key: mapping.get(key) for key in ("attacker", "target")}
        rest = {key: value for key, value in mapping.items() if key not in sides and key != "answers"}
        try:
            attacker, target = (dumps([rest, side]) for side in sides.items())
        except RecursionError:
            return "", ""  # a text that is never found; data nested so deeply will be refused
        return attacker, target


def side_of(loaded: Loaded, unit: Unit, leads: tuple[Any, ...]) -> AttackSide:
    """Return a unit of a list as one side of an attack; for `leads` see there."""
    army, imported = loaded.army, loaded.imported
    block = block_of(army)
    return AttackSide(army.name, unit, army.ruleset, settings_of(army), army.units, imported, block, leads=leads)


def block_of(army: Any) -> Any:
    """Return the `army:` block of a list; None if it has none, or if lists of its edition have none."""
    return getattr(army, "block", None)


def settings_of(army: Army) -> tuple[tuple[str, str], ...]:
    """Return how the list wants the rules to be read, as pairs of key and value; () if it does not say."""
    settings: tuple[tuple[str, str], ...] = getattr(army, "settings", ())
    return settings


def _read(text: str, name: str, how: str) -> tuple[Node, Any]:
    """Return the tree of a text, and what the edition's function `how` makes of it.

    :raises ArmyErrors: repeated keys, and the rest
    """
    tree, problems = read_text_and_problems(text, name)
    if how == "read" and isinstance(tree, MappingNode):
        tree.drop(REPORT)
    try:
        result = getattr(_edition_of(tree, name).lists(), how)(tree, name)
    except ArmyErrors as error:
        raise ArmyErrors([*problems, *error.problems]) from None
    if problems:
        raise ArmyErrors(problems)
    return tree, result


def bytes_of(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return the content of a file; at most one byte more than `most`. :raises ArmyErrors: it cannot be read."""

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
    """Return the edition that the document names. :raises ArmyErrors: it names none, or an unknown one."""
    names = [entry.name for entry in RULESETS]
    where, words = tree, f"“ruleset” is missing; begin with ruleset: and one of {', '.join(names)}"
    if isinstance(tree, MappingNode) and tree.get("ruleset") is not None:
        where, word = find(tree, ("ruleset",)), text_of(tree.get("ruleset"))
        if word and (named := edition(word)):
            return named
        words = f"no ruleset {shown(word or 'a list')}; {did_you_mean(word or '', names)}"
    raise ArmyErrors([Problem(file, where.line, where.column, words, "" if where.line else "ruleset")])
