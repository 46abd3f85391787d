"""List files of any program, and the units that the command line names in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from shoot_cli.armies import list_search, loading
from shoot_cli.armies.army import named_once
from shoot_cli.armies.loading import Attachments, AttackSide, Loaded, bytes_of, is_no_army, load_text, side_of
from shoot_cli.armies.tree import NotFound, did_you_mean
from shoot_cli.armies.yaml_text import MOST_BYTES, decode
from shoot_cli.engine.reasons import AND, shown
from shoot_cli.rules import RULESETS, Edition, edition

if TYPE_CHECKING:
    from shoot_cli.armies.cache import RememberedLists
    from shoot_cli.importing.report import ImportedList, Options

SOURCES = (".py", ".md")  # endings of the sources that decide what an import gives


def load(
    path: Path, memory: RememberedLists | None = None, attach: Attachments = (), meant: Attachments = ()
) -> Loaded:
    """Return a list of ours, or import one of another program in memory.

    `memory` has lists that need not be read again. `attach` says who leads whom in a list of another program, and
    `meant` which near names the player took for names of it.

    :raises ListError: the file cannot be read, or its list is wrong
    """
    raw = bytes_of(path)
    if loading.is_foreign(raw):
        if len(raw) > MOST_BYTES:
            raw = bytes_of(path, loading.MOST_FOREIGN_BYTES)
        made = imported(raw, path.name, attach, memory, meant)
        assert made.army is not None  # only a list to be filled in has none
        return Loaded(made.army, path, made=made)
    text = decode(raw, str(path))
    return Loaded(load_text(text, str(path), memory), path, text)


def imported(
    raw: bytes,
    name: str,
    attach: Attachments = (),
    memory: RememberedLists | None = None,
    meant: Attachments = (),
) -> ImportedList:
    """Return the list of another program, to be played. For the arguments see `load`.

    :raises Refused: it is no known list, of another game, broken, or a text without values
    """
    from shoot_cli.importing.report import Options
    from shoot_cli.importing.roster import Refused, WithoutValues

    try:
        return taken_from(raw, name, Options(attach=attach, meant=meant), memory)
    except Refused as error:
        words = str(error) if str(error).startswith(name) else f"{name}: {error}"
        if isinstance(error, WithoutValues):
            words += f"; write the list first: shoot army import {quote(name)} --data FILE -o OUT.yaml"
        raise Refused(words) from None


def taken_from(raw: bytes, name: str, options: Options, memory: RememberedLists | None) -> ImportedList:
    """Return the list of another program, from `memory` if it was imported before. :raises Refused:

    Values of `--data` and of an installed package may change, so lists with such values are not remembered.
    """
    from shoot_cli.armies.cache import packed, unpacked
    from shoot_cli.importing import report as import_report

    lists = None if options.data else memory
    key = (digest_of_sources(), name, repr(options), raw) if lists else ()
    if lists and (known := lists.known(*key)):
        army, (document, parts, header) = known
        records = {kind.__name__: kind for kind in (import_report.Report, import_report.Remark, import_report.Leads)}
        return import_report.ImportedList(document, unpacked(parts, records), tuple(header), army)
    from shoot_cli.importing import importer  # imported here, as a list that is remembered does not need it

    taken = importer.take(raw, name, options, memory=memory)
    if lists and taken.army is not None and not taken.report.credits:
        lists.keep(taken.army, *key, more=[taken.document, packed(taken.report), taken.header])
    return taken


@cache
def digest_of_sources() -> bytes:
    """Return a hash of the sources that import lists of any edition."""
    from shoot_cli.armies.cache import digest_of_files

    return digest_of_files(sorted(path for path in Path(__file__).parent.rglob("*") if path.suffix in SOURCES))


def text_kept(loaded: Loaded, memory: RememberedLists | None = None) -> str:
    """Return the list as the text that a battle keeps; `memory` will know it. :raises Refused: it is too long."""
    if loaded.made is None:
        return loaded.text
    from shoot_cli.importing.written_list import yaml_of

    text: str = yaml_of(loaded.made)
    if memory:
        memory.keep(loaded.army, text)
    return text


def load_army(words: str, memory: RememberedLists | None = None) -> Loaded:
    """Return a list that somebody plays, by its path or name. For `memory` see `load`.

    :raises NotFound: there is none, or it is a set of targets. :raises ArmyErrors: it is wrong
    """
    try:
        loaded = load(list_search.find_list(words), memory)
        if not is_no_army(loaded.army):
            return loaded
    except NotFound:
        if not list_search.names_targets(words):  # the sets of several editions
            raise
    raise NotFound(f"{shown(words)} is a set of targets to measure attacks against, no army; name a list to play")


def attack_side(text: str, ruleset: str | None, role: str, memory: RememberedLists | None = None) -> AttackSide:
    """Return a side from the command line: `FILE::UNIT`, or a profile line, which needs the ruleset.

    `role` is "attacker" or "target". For `memory` see `load`.

    :raises NotFound: an unknown list, unit or ruleset, or a line without a ruleset
    :raises ArmyErrors: the list or line is wrong
    """
    list_search.refuse_empty([text], role)
    wanted = _ruleset(ruleset)
    file, two_colons, unit_words = list_search.list_and_unit(text)
    if two_colons:
        loaded = load(list_search.find_list(file, ruleset), memory)
        army = loaded.army
        if wanted and army.ruleset != wanted.name:
            raise NotFound(f"{shown(file)} is a list of {army.ruleset}, not of {wanted.name}")
        return side_of(loaded, list_search.find_unit(army, unit_words))
    if wanted is None or list_search.looks_like_list(text):
        try:
            army = load(list_search.find_list(text, ruleset), memory).army
        except NotFound:
            if list_search.looks_like_list(text):
                raise
            words = f"{shown(text)} is neither FILE::UNIT nor, without --ruleset, a profile line"
            raise NotFound(
                f"{words}; write ultramarines::Tactical, or add --ruleset ({', '.join(e.short for e in RULESETS)})"
            ) from None
        names = ", ".join(unit.name for unit in army.units)
        raise NotFound(f"name a unit behind the list, as in {text}::{army.units[0].name}; it has {names}")
    unit = wanted.unit_text().read_line(text, role)
    return AttackSide(role.capitalize(), unit, wanted.name)


def units_from(
    words: Iterable[str], ruleset: str | None, role: str, memory: RememberedLists | None = None
) -> tuple[AttackSide, ...]:
    """Return the units that the words name, in order, each once. All are of one ruleset.

    A word is a list or a set of targets (all its units), `LIST::UNIT`, `LIST::UNIT,UNIT`, or a profile line. A profile
    line needs a ruleset, which may come from an earlier word. A unit that has joined another one is a part of that
    unit.

    :param ruleset: its name or short form; None means that of the first list
    :param role: "attacker" or "target", for profile lines
    :param memory: as for `load`
    :raises NotFound: an unknown list, unit or ruleset, or one of another ruleset; the sentence lists similar names
    :raises ArmyErrors: a list or line is wrong
    """
    words = [*words]
    list_search.refuse_empty(words, role)
    of = _ruleset(ruleset)
    lists: dict[Path, Loaded] = {}
    found: dict[Any, AttackSide] = {}
    for word in words:
        file, two_colons, units = list_search.list_and_unit(word)
        path = list_search.find_list(file, of.name if of else None) if two_colons else _list_of(word, of)
        if path is None:
            assert of is not None  # otherwise the word would be a list or an error
            unit = of.unit_text().read_line(word, role)
            found.setdefault(word, AttackSide(role.capitalize(), unit, of.name))
            continue
        if path not in lists:
            lists[path] = load(path, memory)
        loaded = lists[path]
        of = of or edition(loaded.army.ruleset)
        assert of is not None  # lists of unknown rulesets do not load
        if loaded.army.ruleset != of.name:
            raise NotFound(f"{shown(file)} is of {loaded.army.ruleset}, not of {of.name}")
        named = list(_units_named(loaded.army, units)) if two_colons else None
        for unit, as_one in as_they_stand(loaded.army, named, of, role):
            found.setdefault((path, as_one), side_of(loaded, unit))
    lines = [key for key in found if isinstance(key, str)]  # two profile lines may have the same name
    called: list[Any] = [found[key].unit for key in lines]
    for key, unit in zip(lines, named_once(called), strict=True):
        found[key] = found[key].but(unit=unit)
    return tuple(found.values())


def _ruleset(name: str | None) -> Edition | None:
    """Return the edition with this name or short form; None for None. :raises NotFound: there is none"""
    found = edition(name) if name else None
    if name and found is None:
        raise NotFound(f"no ruleset {shown(name)}; {did_you_mean(name, [one.name for one in RULESETS])}")
    return found


def units_of(loaded: Loaded, role: str) -> tuple[AttackSide, ...]:
    """Return all units of a loaded list. A unit that has joined another one is a part of that unit."""
    of = edition(loaded.army.ruleset)
    assert of is not None  # lists of unknown rulesets do not load
    return tuple(side_of(loaded, unit) for unit, _ in as_they_stand(loaded.army, None, of, role))


def _list_of(word: str, of: Edition | None) -> Path | None:
    """Return the list that a word names; None for a profile line. :raises NotFound: it is neither."""
    try:
        return list_search.find_list(word, of.name if of else None)
    except NotFound as error:
        if list_search.looks_like_list(word) or not any(sign.isdecimal() for sign in word):  # a line has a number
            raise
        if of is None:
            shorts = ", ".join(one.short for one in RULESETS)
            words = f"{shown(word)} is neither a list nor LIST::UNIT nor, without --ruleset ({shorts}), a profile line"
            raise NotFound(words) from error
        return None


def _units_named(army: Any, words: str) -> Iterator[Any]:
    """Yield one unit, or several between commas; a name may have a comma too. :raises NotFound: one is missing."""
    try:
        yield list_search.find_unit(army, words)
    except NotFound:
        parts = [part.strip() for part in words.split(",")]
        if len(parts) == 1:
            raise
        yield from [list_search.find_unit(army, part) for part in parts if part]


def as_they_stand(army: Any, named: Sequence[Any] | None, of: Edition, role: str) -> Iterator[tuple[Any, Any]]:
    """Yield the named units, or all units of the list, each with the joined unit that it is in.

    If several have joined, the unit that they have joined is yielded.
    """
    muster = of.ruleset().joined_unit
    there = {unit.name: muster(role, unit, army.units, {}) for unit in army.units}
    as_one = {unit.name: joint.unit if (joint := there[unit.name]) else unit for unit in army.units}
    hosts = {
        as_one[unit.name]: unit
        for unit in army.units
        if f"{as_one[unit.name].name}{AND}".startswith(f"{unit.name}{AND}")
    }
    for unit in hosts.values() if named is None else named:
        yield hosts[as_one[unit.name]], as_one[unit.name]
