"""The search for the list and the unit that somebody names, and what two lists must agree on."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from shoot_cli.armies.tree import NotFound, did_you_mean, near, plain_name
from shoot_cli.engine.names import first_of_name, written
from shoot_cli.engine.reasons import InputError, shown
from shoot_cli.engine.record import Record
from shoot_cli.rules import RULESETS, edition

if TYPE_CHECKING:
    from shoot_cli.armies.army import Army, Unit


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


def _shipped() -> list[Sample]:
    return [
        Sample(path.stem, path.parent.name, path)
        for path in sorted(sample_folder().glob("*/*.yaml"))
        if edition(path.parent.name)
    ]


def find_list(words: str, ruleset: str | None = None) -> Path:
    """Return the file that `words` name: a path, else a shipped list by name, `ruleset/name` or a part of the name.

    Case does not matter. Names with an ending of `FILES` are only paths. With `ruleset`, only its lists are searched.

    :raises NotFound: there is none, or several; the sentence lists similar names
    """
    path = Path(os.path.expanduser(words)) if words.strip() else None
    try:
        if path and (file := _file(path)):
            return file
        if path and path.is_dir():
            inside = sorted(p.name for p in path.iterdir() if p.suffix.casefold() in ENDINGS + ROSTERS)
            raise NotFound(
                f"{shown(words)} is a folder; name one list" + (f" of it: {', '.join(inside)}" if inside else "")
            )
    except (OSError, ValueError):  # a name too long, or with a zero byte, is no path
        pass
    if names_file(words):
        raise NotFound(no_such_file(words))
    parts, stem = _parts(words)
    of = edition(parts[-2]) if len(parts) > 1 else None
    only = edition(ruleset) if ruleset else None
    if len(parts) > 1 and not of:
        raise NotFound(f"there is no file {shown(words)}")
    if of and only and of is not only:
        raise NotFound(f"{shown(words)} is of {of.name}, not of {only.name}")
    wanted = of or only
    shipped = target_sets() if names_targets(words) else samples()
    known = [sample for sample in shipped if wanted is None or sample.ruleset == wanted.name]
    found = _named(stem, known)
    if len(found) == 1:
        return found[0].path
    if found:
        several = ", ".join(f"{sample.ruleset}/{sample.name}" for sample in found)
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
        aim = path.readlink()
        return f"{shown(words)} is a link to " + (
            "itself" if path.parent / aim == path else f"{shown(str(aim))}, which is no file"
        )
    stem = path.name[: path.name.rindex(".")]
    if there := sorted({f"{one.ruleset}/{one.name}" for one in _shipped() if plain_name(one.name) == plain_name(stem)}):
        return f"there is no file {shown(words)}; without its ending it is a shipped list: {' or '.join(there)}"
    try:
        beside = [one.name for one in path.parent.iterdir() if names_file(one.name)]
    except (OSError, ValueError):  # there is no such folder, or it may not be read
        beside = []
    if close := near(path.name, beside, cutoff=0.8):
        return f"there is no file {shown(words)}; did you mean {' or '.join(close)}?"
    return f"there is no file and no shipped list {shown(words)}; {did_you_mean(stem, [one.name for one in samples()])}"


def looks_like_list(words: str) -> bool:
    """Return True if this names a file or a shipped list, and is no profile line."""
    if names_file(words):
        return True
    parts, stem = _parts(words)
    if edition(parts[-2]) if len(parts) > 1 else plain_name(stem) in {plain_name(one.name) for one in _shipped()}:
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
    found = [one for one in path.parent.iterdir() if written(one.name) == written(path.name) and one.is_file()]
    return found[0] if len(found) == 1 else None


def refuse_empty(words: Iterable[str], role: str) -> None:
    """Check that each word is written. :raises NotFound: one is empty; the sentence says which."""
    every = [*words]
    for place, word in enumerate(every, 1):
        if not word.strip():
            which = f"{role} {place} of {len(every)}" if len(every) > 1 else f"the {role}"
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
    said = plain_name(stem)
    exact = [sample for sample in known if plain_name(sample.name) == said]
    return exact or [sample for sample in known if said and said in plain_name(sample.name)]


def find_unit(army: Army, words: str) -> Unit:
    """Return the unit that `words` name: by exact name, else by whole words, else by any part. Case does not matter.

    :raises NotFound: there is none, or several; the sentence lists similar names
    """
    said = plain_name(words)
    if not said:
        raise NotFound(f"name a unit of {army.name}: {_listed([unit.name for unit in army.units])}")
    units: tuple[Unit, ...] = army.units
    exact = [unit for unit in units if plain_name(unit.name) == said]
    exact = exact or [units[place] for place in first_of_name(said, [plain_name(unit.name) for unit in units])]
    found = exact or [unit for unit in units if f" {said} " in f" {plain_name(unit.name)} "]
    found = found or [unit for unit in units if said in plain_name(unit.name)]
    found = found or [unit for unit in units if all(part in plain_name(unit.name) for part in said.split())]
    if len(found) == 1:
        return found[0]
    if found:
        raise NotFound(f"{shown(words)} may be several units of {army.name}: {_listed([unit.name for unit in found])}")
    names = [unit.name for unit in army.units]
    if close := near(words, names):
        raise NotFound(f"{army.name} has no unit {shown(words)}; did you mean {' or '.join(close)}?")
    raise NotFound(f"{army.name} has no unit {shown(words)}, only {_listed(names)}")


def _listed(names: Sequence[str], most: int = 20) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


# The settings and the ruleset -----------------------------------------------------------------------------------------


def agreed(lists: Iterable[tuple[str, Iterable[tuple[str, str]]]], said: Container[str] = ()) -> dict[str, str]:
    """Return the settings of two lists without the keys in `said`. `lists` has pairs of name and settings.

    :raises InputError: the lists want different values of a setting
    """
    found: dict[str, tuple[str, str]] = {}
    for name, settings in lists:
        for key, value in settings:
            other, before = found.setdefault(key, (name, value))
            if before != value and key not in said:
                words = f"{other} reads {key} as {before}, {name} as {value}"
                raise InputError(f"{words}; agree on one: --set {key}={before} or --set {key}={value}")
    return {key: value for key, (_, value) in found.items() if key not in said}


def edition_name(ruleset: str | None) -> str | None:
    """Return a ruleset's full name from its name or short form; None for None. :raises InputError: unknown name."""
    if ruleset is None:
        return None
    found = edition(ruleset)
    if found is None:
        names = ", ".join(f"{e.name} (or {e.short})" for e in RULESETS)
        raise InputError(f"no ruleset {ruleset!r}; there is {names}")
    return found.name
