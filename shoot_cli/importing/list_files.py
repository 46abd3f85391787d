"""List files of any program, and the units that the command line names in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, TypeVar

from shoot_cli.armies import loading
from shoot_cli.armies.army import named_once
from shoot_cli.armies.loading import Attachments, AttackSide, Loaded, bytes_of, is_no_army, load_text, side_of
from shoot_cli.armies.tree import ListError, NotFound, did_you_mean
from shoot_cli.armies.yaml_text import MOST_BYTES, decode
from shoot_cli.engine.names import AND, name_key
from shoot_cli.engine.reasons import shown
from shoot_cli.engine.record import Record
from shoot_cli.rules import RULESETS, Edition, edition

if TYPE_CHECKING:
    from shoot_cli.armies.cache import RememberedLists
    from shoot_cli.importing.report import ImportedList, Leads, Options
    from shoot_cli.importing.roster import WithoutValues

SOURCES = (".py", ".md")  # endings of the sources that decide what an import gives


class Pasted(Record):
    """A list that somebody pasted, or that came through a pipe; `raw` is what came."""

    raw: bytes
    name: str = "pasted list"


def load(
    path: Path | Pasted, memory: RememberedLists | None = None, attach: Attachments = (), ruleset: str = "",
    meant: Attachments = (),
) -> Loaded:  # fmt: skip
    """Return a list of ours, or import one of another program in memory.

    `memory` has lists that need not be read again. `attach` says who leads whom. Of a list of another program,
    `ruleset` is its edition, where it does not tell; `meant` says which near names the player took for names of it.

    :raises ListError: the file cannot be read, or its list is wrong
    """
    name = path.name
    raw = path.raw if isinstance(path, Pasted) else bytes_of(path)
    file, pasted = (Path(name), raw) if isinstance(path, Pasted) else (path, b"")
    if loading.is_foreign(raw):
        if len(raw) > MOST_BYTES and not isinstance(path, Pasted):
            raw = bytes_of(path, loading.MOST_FOREIGN_BYTES)
        made = imported(raw, name, attach, memory, ruleset, meant)
        assert made.army is not None  # only a list to be filled in has none
        return Loaded(made.army, file, made=made, pasted=pasted)
    if pasted and not loading.looks_ours(raw):
        raise NotFound(f"{name}: this is no list; paste a list builder's text, JSON or link, or a list of ours")
    text = decode(raw, str(file))
    if attach:
        from shoot_cli.importing.written_list import with_leaders

        text = with_leaders(text, str(file), attach)
    return Loaded(load_text(text, str(file), memory), file, text, pasted=pasted)


def load_beside(path: Path, memory: RememberedLists | None, ruleset: str | None) -> Loaded:
    """Return a list as `load` does; a text that tells no edition is of `ruleset`, that of the list beside it."""
    try:
        return load(path, memory)
    except ListError as error:
        if not ruleset or not is_untold(error):
            raise
    return load(path, memory, ruleset=ruleset)


def is_untold(error: Exception) -> bool:
    """Return True if a text was refused because it does not tell its edition."""
    from shoot_cli.importing.roster import WithoutValues

    return isinstance(error, WithoutValues) and bool(error.about) and not error.edition


def undecided(loaded: Loaded) -> tuple[Leads, ...]:
    """Return the leaders that lead nobody though they may, and whom: in a list of another program, or made of one."""
    if loaded.made is not None:
        return tuple(loaded.imported.leads)
    if "may_" not in loaded.text:  # as nearly all: the table of importers is not read for them
        return ()
    from shoot_cli.importing.editions import MAY

    if not any(key in loaded.text for key in MAY.values()):
        return ()
    from shoot_cli.importing.written_list import undecided_in_text

    return undecided_in_text(loaded.text, loaded.path.name)


def source_of(loaded: Loaded) -> Path | Pasted:
    """Return where a list is from, to load it again."""
    return Pasted(loaded.pasted, loaded.path.name) if loaded.pasted else loaded.path


def imported(
    raw: bytes, name: str, attach: Attachments = (), memory: RememberedLists | None = None, ruleset: str = "",
    meant: Attachments = (),
) -> ImportedList:  # fmt: skip
    """Return the list of another program, to be played. For the arguments see `load`.

    :raises WithoutValues: a text without values. :raises Refused: it is no known list, of another game, or broken
    """
    from shoot_cli.importing.report import Options
    from shoot_cli.importing.roster import Refused, WithoutValues

    try:
        return taken_from(raw, name, Options(attach=attach, edition=ruleset, meant=meant), memory)
    except WithoutValues as error:
        words = f"{name}: {what_is_missing(error)}"
        if is_untold(error):  # --as, which an import takes, says here what holds in the attack
            words = (
                f"{name}: {error.about}. A text has no values, and this one does not tell its edition. Write the list "
                f"first: shoot army import {quote(name)} --as 10e -o OUT.yaml, which says what it needs; or, where the "
                "command has them, say --ruleset 10e and --data PATH"
            )
        raise WithoutValues(words, error.document, error.about, error.edition, error.source, error.doubts) from None
    except Refused as error:
        raise Refused(str(error) if str(error).startswith(name) else f"{name}: {error}") from None


def what_is_missing(error: WithoutValues, command: str = "") -> str:
    """Return what a text lacks to be played: one sentence, and why the remembered values are not enough.

    :param command: what the player calls, to be called again with `--data`; "" for "the same command"
    """
    rules, source = edition(error.edition), error.source
    if rules is None or source is None:
        return str(error)
    title = rules.title.partition(", ")[2] or rules.title
    again = f"{command} --data {source.folder}" if command else f"the same command with --data {source.folder}"
    first = f"install them once ({source.package}), or fetch" if source.package else "fetch"
    words = (
        f"{error.about}. A text has no values, and this one needs those of {title}: {first} them once "
        f"({source.fetched}) and say where they are ({again}); a roster with these units does as --data, too"
    )
    new = f"shoot army import LIST --as {rules.short} --new -o OUT.yaml"
    alone = f"Without a network: {new}, and write the values of your book there"
    return f"{'; '.join((words, *error.doubts))}. {alone}"


def taken_from(raw: bytes, name: str, options: Options, memory: RememberedLists | None) -> ImportedList:
    """Return the list of another program, from `memory` if it was imported before. :raises Refused: it is none

    Values of `--data` may change, so that the state of its files is part of what is remembered. Lists with values of an
    installed package are not remembered.
    """
    from shoot_cli.armies.cache import packed, unpacked
    from shoot_cli.importing import report as import_report

    lists, states = memory, state_of_data(options, memory)
    if states is None:
        lists = None
    key = (digest_of_sources(), name, repr(options), repr(states), raw) if lists else ()
    if lists and (known := lists.known(*key)):
        army, (document, parts, header) = known
        records = {kind.__name__: kind for kind in (import_report.Report, import_report.Remark, import_report.Leads)}
        return import_report.ImportedList(document, unpacked(parts, records), tuple(header), army)
    from shoot_cli.importing import importer  # imported here, as a list that is remembered does not need it

    taken = importer.take(raw, name, options, memory=memory)
    if lists and taken.army is not None and not taken.report.credits:
        lists.keep(taken.army, *key, more=[taken.document, packed(taken.report), taken.header])
    return taken


def state_of_data(options: Options, memory: RememberedLists | None) -> tuple[str, ...] | None:
    """Return the state of all places that may have values for a list; None if one of them cannot be looked at."""
    if options.data:
        places = options.data
    else:
        given = memory.given.by_edition() if memory and memory.given else {}
        places = tuple(f"{name}={place}" for name, paths in given.items() for place in paths)
    if not places:
        return ()
    from shoot_cli.armies.cache import state_of
    from shoot_cli.importing.data.sources import DATA
    from shoot_cli.importing.editions import IMPORTERS

    packages = [name for name, taker in IMPORTERS.items() if (package := taker.published()) and package.installed()]
    try:
        states = tuple(state_of(place if options.data else place.partition("=")[2], DATA) for place in places)
    except OSError:
        return None
    return (*packages, *places, *states)


@cache
def digest_of_sources() -> bytes:
    """Return a hash of the source files by which lists of every edition are imported."""
    from shoot_cli.armies.cache import digest_of_files

    return digest_of_files(sorted(path for path in Path(__file__).parent.rglob("*") if path.suffix in SOURCES))


class Leaders:
    """Who leads whom in lists of other programs, as the player says (IMP-50), and the lists that may have them.

    :ivar lists: the name, ruleset and units of each list, as it is without them; no units for a list of ours
    """

    def __init__(self, pairs: Attachments) -> None:
        self.pairs = pairs
        self.lists: dict[Path, tuple[str, str, list[str]]] = {}

    def attached(self, loaded: Loaded, memory: RememberedLists | None) -> Loaded:
        """Return the list with its leaders joined to their units.

        :raises Refused: a unit has more leaders than allowed
        """
        pairs = self.own(loaded)
        return load(source_of(loaded), memory, pairs) if pairs else loaded

    def own(self, loaded: Loaded) -> Attachments:
        """Return the leaders that this list has, with their units."""
        names = [unit.name for unit in loaded.army.units] if loaded.made or undecided(loaded) else []
        self.lists[loaded.path] = loaded.army.name, loaded.army.ruleset, names
        return tuple(pair for pair in self.pairs if all(has_unit(names, name) for name in pair))

    def check(self) -> None:
        """Check that some list has each leader and its unit. :raises NotFound: none has, in words"""
        for leader, unit in self.pairs:
            if why := self.why_not(leader, unit):
                raise NotFound(f"--attach {leader}={unit}: {why}")

    def why_not(self, leader: str, unit: str) -> str:
        """Return why no list lets this leader lead this unit; "" if one does."""
        from shoot_cli.importing.editions import IMPORTERS

        if not self.lists:
            return "leaders join units of a list, and no list is named here"
        name, ruleset, _ = next(iter(self.lists.values()))
        rules = edition(ruleset)
        if rules is not None and rules.name not in IMPORTERS:
            return f"in {rules.title} no unit joins another; leave it out"
        rosters = {name: names for name, _, names in self.lists.values() if names}
        if not rosters:
            keys = " or ".join(f"{key}:" for key in IMPORTERS[ruleset].attach)
            return f"{name} is a list in our own form; write there whom it leads ({keys} of the leader)"
        led = [(name, names) for name, _, names in self.lists.values() if has_unit(names, leader)]
        if any(has_unit(names, unit) for _, names in led):
            return ""
        unknown, titles = (unit, [name for name, _ in led]) if led else (leader, [*rosters])
        names = [unit for name, _, units in self.lists.values() if name in titles for unit in units]
        if led and has_unit([unit for units in rosters.values() for unit in units], unit):
            return f"{leader} is in {' or '.join(titles)}, and {unit} is not"
        return f"there is no unit {unknown} in {' or '.join(titles)}; {did_you_mean(unknown, names)}"


def has_unit(names: list[str], text: str) -> bool:
    """Return True if one of the names is meant, as `--attach` reads it."""
    from shoot_cli.importing.report import place_of

    return place_of(text, names) is not None


def text_kept(loaded: Loaded, memory: RememberedLists | None = None) -> str:
    """Return the list as the text that a battle keeps; `memory` will know it. :raises Refused: it is too long."""
    if loaded.made is None:
        return loaded.text
    from shoot_cli.importing.written_list import yaml_of

    text: str = yaml_of(loaded.made)
    if memory:
        memory.keep(loaded.army, text)
    return text


def load_army(words: str | Pasted, memory: RememberedLists | None = None, ruleset: str = "") -> Loaded:
    """Return a list that somebody plays, by its path or name, or as it was pasted. For the rest see `load`.

    :raises NotFound: there is none, or it is a set of targets. :raises ArmyErrors: it is wrong
    """
    if isinstance(words, Pasted):
        loaded = load(words, memory, ruleset=ruleset)
        if is_no_army(loaded.army):
            raise NotFound(f"{words.name} is a set of targets to measure attacks against, no army")
        return loaded
    try:
        loaded = load(loading.find_list(words), memory, ruleset=ruleset)
        if not is_no_army(loaded.army):
            return loaded
    except NotFound:
        if not loading.names_targets(words):  # the sets of several editions
            raise
    raise NotFound(f"{shown(words)} is a set of targets to measure attacks against, no army; name a list to play")


def attack_side(
    text: str, ruleset: str | None, role: str, memory: RememberedLists | None = None, leaders: Leaders | None = None
) -> AttackSide:
    """Return a side from the command line: `FILE::UNIT`, or a profile line, which needs the ruleset.

    `role` is "attacker" or "target". For `memory` see `load`; `leaders` joins those of its list.

    :raises NotFound: an unknown list, unit or ruleset, or a line without a ruleset
    :raises ArmyErrors: the list or line is wrong
    """
    loading.refuse_empty([text], role)
    wanted = _ruleset(ruleset)
    file, two_colons, unit_words = loading.list_and_unit(text)
    if two_colons:
        loaded = load_beside(loading.find_list(file, ruleset), memory, wanted.name if wanted else None)
        loaded = leaders.attached(loaded, memory) if leaders else loaded
        army = loaded.army
        if wanted and army.ruleset != wanted.name:
            raise NotFound(f"{shown(file)} is a list of {army.ruleset}, not of {wanted.name}")
        return side_of(loaded, unit_named(army, unit_words), undecided(loaded))
    if wanted is None or loading.looks_like_list(text):
        try:
            army = load(loading.find_list(text, ruleset), memory).army
        except NotFound:
            if loading.looks_like_list(text):
                raise
            words = f"{shown(text)} is neither FILE::UNIT nor, without --ruleset, a profile line"
            raise NotFound(
                f"{words}; write ultramarines::Tactical, or add --ruleset ({', '.join(it.short for it in RULESETS)})"
            ) from None
        names = ", ".join(unit.name for unit in army.units)
        raise NotFound(f"name a unit behind the list, as in {text}::{army.units[0].name}; it has {names}")
    unit = wanted.unit_text().read_line(text, role)
    return AttackSide(role.capitalize(), unit, wanted.name)


Sides = TypeVar("Sides")


def in_its_ruleset(
    words: Sequence[str], ruleset: str | None, memory: RememberedLists | None, read: Callable[[str | None], Sides]
) -> Sides:
    """Return what `read` makes of the first of the words, given its ruleset; None there means that it tells its own.

    A profile line, and a text that does not tell its edition, are of the first list behind them that tells one. A
    profile line has several words and a number; `list1` is a misspelt list.

    :raises ListError: the words cannot be read, or nobody tells the edition of a text
    """
    first, *others = words
    is_line = len(first.split()) > 1 and any(map(str.isdecimal, first))
    if ruleset is None and is_line and not loading.list_and_unit(first)[1] and not loading.looks_like_list(first):
        ruleset = _ruleset_told_by(others, memory)
    try:
        return read(ruleset)
    except ListError as error:
        beside = _ruleset_told_by(others, memory) if ruleset is None and is_untold(error) else None
        if beside is None:
            raise
    return read(beside)


def _ruleset_told_by(words: Iterable[str], memory: RememberedLists | None) -> str | None:
    """Return the ruleset of the first list that tells its own; None if none does. :raises ListError: one is wrong"""
    for word in words:
        file, two_colons, _ = loading.list_and_unit(word)
        try:
            return load(loading.find_list(file if two_colons else word), memory).army.ruleset
        except NotFound:
            if two_colons and not loading.names_targets(file):  # the sets of several editions
                raise
        except ListError as error:
            if not is_untold(error):
                raise
    return None


def units_from(
    words: Iterable[str], ruleset: str | None, role: str, memory: RememberedLists | None = None,
    leaders: Leaders | None = None,
) -> tuple[AttackSide, ...]:  # fmt: skip
    """Return the units that the words name, in order, each once. All are of one ruleset.

    A word is a list or a set of targets (all its units), `LIST::UNIT`, `LIST::UNIT,UNIT`, or a profile line. A profile
    line needs a ruleset, which may come from an earlier word. A unit that has joined another one is a part of that
    unit.

    :param ruleset: its name or short form; None means that of the first list
    :param role: "attacker" or "target", for profile lines
    :param memory: as for `load`
    :param leaders: joins the leaders of these lists
    :raises NotFound: an unknown list, unit or ruleset, or one of another ruleset; the sentence lists similar names
    :raises ArmyErrors: a list or line is wrong
    """
    words = [*words]
    loading.refuse_empty(words, role)
    rules = _ruleset(ruleset)
    lists: dict[Path, Loaded] = {}
    sides: dict[Any, AttackSide] = {}
    for word in words:
        file, two_colons, units = loading.list_and_unit(word)
        path = loading.find_list(file, rules.name if rules else None) if two_colons else _list_of(word, rules)
        if path is None:
            assert rules is not None  # otherwise the word would be a list or an error
            unit = rules.unit_text().read_line(word, role)
            sides.setdefault(word, AttackSide(role.capitalize(), unit, rules.name))
            continue
        if path not in lists:
            loaded = load_beside(path, memory, rules.name if rules else None)
            lists[path] = leaders.attached(loaded, memory) if leaders else loaded
        loaded = lists[path]
        rules = rules or edition(loaded.army.ruleset)
        assert rules is not None  # lists of unknown rulesets do not load
        if loaded.army.ruleset != rules.name:
            raise NotFound(f"{shown(file)} is of {loaded.army.ruleset}, not of {rules.name}")
        named = list(_units_named(loaded.army, units)) if two_colons else None
        leads = undecided(loaded)
        for unit, as_one in with_joined_units(loaded.army, named, rules, role):
            sides.setdefault((path, as_one), side_of(loaded, unit, leads))
    lines = [key for key in sides if isinstance(key, str)]  # two profile lines may have the same name
    called: list[Any] = [sides[key].unit for key in lines]
    for key, unit in zip(lines, named_once(called), strict=True):
        sides[key] = sides[key].but(unit=unit)
    return tuple(sides.values())


def _ruleset(name: str | None) -> Edition | None:
    """Return the edition with this name or short form; None for None. :raises NotFound: there is none"""
    rules = edition(name) if name else None
    if name and rules is None:
        raise NotFound(f"no ruleset {shown(name)}; {did_you_mean(name, [known.name for known in RULESETS])}")
    return rules


def units_of(loaded: Loaded, role: str) -> tuple[AttackSide, ...]:
    """Return all units of a loaded list. A unit that has joined another one is a part of that unit."""
    rules = edition(loaded.army.ruleset)
    assert rules is not None  # lists of unknown rulesets do not load
    leads = undecided(loaded)
    return tuple(side_of(loaded, unit, leads) for unit, _ in with_joined_units(loaded.army, None, rules, role))


def _list_of(word: str, rules: Edition | None) -> Path | None:
    """Return the list that a word names; None for a profile line. :raises NotFound: it is neither."""
    try:
        return loading.find_list(word, rules.name if rules else None)
    except NotFound as error:
        if loading.looks_like_list(word) or not any(sign.isdecimal() for sign in word):  # a line has a number
            raise
        if rules is None:
            shorts = ", ".join(other.short for other in RULESETS)
            words = f"{shown(word)} is neither a list nor LIST::UNIT nor, without --ruleset ({shorts}), a profile line"
            raise NotFound(f"{words}; add --ruleset") from error
        return None


def _units_named(army: Any, words: str) -> Iterator[Any]:
    """Yield one unit, or several between commas; a name may have a comma too. :raises NotFound: one is missing."""
    try:
        yield unit_named(army, words)
    except NotFound:
        parts = [part.strip() for part in words.split(",")]
        if len(parts) == 1:
            raise
        if other := next((part for part in parts if "::" in part), ""):
            raise NotFound(f"between commas are units of one list; name {shown(other)} by itself") from None
        yield from [unit_named(army, part) for part in parts if part]


def unit_named(army: Any, words: str) -> Any:
    """Return the unit of this name; a joined unit also goes by the names of all in it, as reports print them.

    :raises NotFound: there is none
    """
    try:
        return loading.find_unit(army, words)
    except NotFound:
        rules = edition(army.ruleset) if AND in words else None
        for unit, as_one in with_joined_units(army, None, rules, "attacker") if rules else ():
            if name_key(as_one.name) == name_key(words):
                return unit
        raise


def with_joined_units(army: Any, named: Sequence[Any] | None, rules: Edition, role: str) -> Iterator[tuple[Any, Any]]:
    """Yield the named units, or all units of the list, each with the joined unit that it is in.

    If several have joined, the unit that they have joined is yielded.
    """
    muster = rules.ruleset().joined_unit
    joints = {unit.name: muster(role, unit, army.units, {}) for unit in army.units}
    as_one = {unit.name: joint.unit if (joint := joints[unit.name]) else unit for unit in army.units}
    hosts = {
        as_one[unit.name]: unit
        for unit in army.units
        if f"{as_one[unit.name].name}{AND}".startswith(f"{unit.name}{AND}")
    }
    for unit in hosts.values() if named is None else named:
        yield hosts[as_one[unit.name]], as_one[unit.name]
