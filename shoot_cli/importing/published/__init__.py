"""An installed package of datasheets as a source of values, and lists of units ordered by name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module, metadata
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from shoot_cli.armies.tree import did_you_mean, plain_name
from shoot_cli.engine.extras import how_to_install
from shoot_cli.importing.data.datasheets import Datasheet
from shoot_cli.importing.data.names import any_order, exact, factions, key, nearly, singular
from shoot_cli.importing.pasted.text_list import Group, Item, TextList, TextUnit
from shoot_cli.importing.published import datasheets
from shoot_cli.importing.published.stratagems import detachments_of, entries_of
from shoot_cli.importing.roster import Refused, Selection, cleaned
from shoot_cli.rules.datasheets.abilities import Abilities

if TYPE_CHECKING:
    from shoot_cli.armies.army import ArmyEntry
    from shoot_cli.importing.data.datasheets import Chosen


# The package: whether it is installed, its name and its credit --------------------------------------------------------

PackageData = Mapping[str, Sequence[Mapping[str, Any]]]
WANTED = ("units", "weapons", "unit_compositions", "abilities", "factions")  # collections that every package must have


class Published(NamedTuple):
    """A package. `module` has its data (`data.raw_data()`). `edition` is its own name for the edition.

    `maker`, `link` and `licence` stand in the credit that users of the data must give.
    """

    module: str
    edition: str
    game: str  # the game's name in rosters
    maker: str
    link: str
    licence: str
    known: Abilities  # the abilities that lists of the edition may have
    short: str = ""  # what the data is called, in the line that names it beside names and costs
    arms: Mapping[str, str] = {}  # gear that is a weapon by name, with the weapon's id, which the package lacks

    def installed(self) -> bool:
        """Return True if the package can be opened; nothing of it is loaded."""
        try:
            return find_spec(self.module) is not None
        except ValueError:  # it was removed while the program runs
            return False

    def version(self) -> str:
        try:
            return metadata.version(self.module)
        except metadata.PackageNotFoundError:
            return "of unknown version"

    @property
    def name(self) -> str:
        return f"{self.module} {self.version()}"

    @property
    def credit(self) -> str:
        return (
            f"Values: {self.name}, data of {self.maker}, {self.link}, under {self.licence}; put into the form of such "
            "lists, melee left out"
        )

    @property
    def short_credit(self) -> str:
        """The line for names and costs of stratagems (EVE-65)."""
        return f"names, costs: {self.short or self.module}, {self.licence.partition(',')[0]}"

    def stratagems(self, detachments: Iterable[str]) -> tuple[ArmyEntry, ...]:
        """Return the stratagems of the shooting phase of these detachments, which nobody has checked (EVE-63, 66).

        Return () without a package that can be read.
        """
        raw = self._readable()
        try:
            return entries_of(raw, self.edition, self.known, detachments) if raw else ()
        except (AttributeError, LookupError, TypeError, ValueError):  # another version has another shape
            return ()

    @property
    def credit_line(self) -> str:
        """The line of `shoot --version --credits`."""
        state = f"installed: {self.name}" if self.installed() else f"not installed: {self.remedy}"
        return f"{self.short_credit}; {self.maker}, {self.link} ({state})"

    def has(self, detachment: str) -> bool:
        """Return True if the package has a detachment of this name, whatever the order of its words."""
        return any_order(detachment) in {any_order(name) for name in self.detachments()}

    def detachments(self) -> tuple[str, ...]:
        """Return the names of the detachments in the package; () without a package that can be read."""
        raw = self._readable()
        try:
            return tuple(sorted(name for name, _ in detachments_of(raw, self.edition).values())) if raw else ()
        except (AttributeError, LookupError, TypeError, ValueError):
            return ()

    def _readable(self) -> PackageData | None:
        try:
            return self.raw() if self.installed() else None
        except Refused:
            return None

    @property
    def remedy(self) -> str:
        """What to install, as part of a sentence."""
        return how_to_install("datasheets")

    def source(self, apply: bool = False) -> PublishedSource:
        """Return the source. `apply` applies doubtful abilities too. :raises Refused: the package has another shape."""
        return PublishedSource(self.name, self.credit, self.edition, self.raw(), self.known, apply, self.arms)

    def ordered(
        self, source: PublishedSource, units: Sequence[str], weapons: Iterable[tuple[str, str]], faction: str, name: str
    ) -> TextList:
        """Return units by name, each with its initial wargear, as a text list.

        :param units: `Boyz`, or `Boyz*20`
        :param weapons: pairs of a unit and other weapons for some of its models, such as `2x big shoota`
        :param faction: the faction, if several have a unit of the name; "" if it does not matter
        :param name: the name of the list; "" for a generated one
        :raises Refused: an unknown unit, number or weapon, in words
        """
        return ordered(source, read(units, weapons), self.game, faction, name)

    def raw(self) -> PackageData:
        """Return the data. :raises Refused: it is broken, or has another shape."""
        try:
            data: PackageData = import_module(f"{self.module}.data").raw_data()
            for wanted in WANTED:
                if not all(isinstance(record, Mapping) for record in data[wanted]):
                    raise TypeError(wanted)
        except (ImportError, AttributeError, OSError, LookupError, TypeError, ValueError) as error:
            raise Refused(f"the package {self.name} cannot be read ({error}): install it anew, {self.remedy}") from None
        return data


# The data as a source, like those of `--data` (`importing/data/datasheets.py`) ----------------------------------------


class PublishedSource:
    """The datasheets of a package. `file` is its name, `edition` that of the units, `known` what its lists may have.

    `apply` applies abilities as the data describes them, which loses conditions. `arms` says which weapons gear is.
    """

    warning = ""

    def __init__(
        self, file: str, credit: str, edition: str, raw: PackageData, known: Abilities, apply: bool = False,
        arms: datasheets.Arms | None = None,
    ) -> None:  # fmt: skip
        self.file, self.credit, self.apply = file, credit, apply
        self.library = datasheets.Library(raw, known, arms or {})
        self.units = [unit for unit in raw["units"] if unit.get("name") and edition_of(unit) == edition]
        all_names = {
            str(faction.get("id")): (str(faction.get("name", "")), *map(str, faction.get("aliases") or ()))
            for faction in raw["factions"]
        }
        self.factions = {name: names[0] for name, names in all_names.items()}
        self.listed = [
            (
                cleaned(str(unit["name"])),
                factions(*all_names.get(datasheets.faction_of(unit), ()), *words(unit, "faction_keywords")),
            )
            for unit in self.units
        ]
        self.bought: dict[str, list[datasheets.Raw]] = {}
        for bought in raw.get("enhancements") or ():
            self.bought.setdefault(key(str(bought.get("name", ""))), []).append(bought)
        self.detachment_keys = {
            one_id: key(name) for name, ids in detachments_of(raw, edition).values() for one_id in ids
        }
        self.all_weapons = raw["weapons"]

    def sheet(self, indexes: Sequence[int], chosen: Chosen | None = None) -> Datasheet | None:
        if not indexes:
            return None
        unit = self.units[indexes[0]]
        return Datasheet(
            self.listed[indexes[0]][0], self.file, (self.library.selection(unit, self.apply),),
            tuple(self.doubts(unit)), self.library.sizes(unit),
        )  # fmt: skip

    def doubts(self, unit: datasheets.Raw) -> list[str]:
        """Return sentences about missing or odd data of a unit."""
        doubts: list[str] = []
        lost = [item_id for item_id in self.library.choices(unit) if self.library.thing(item_id, unit) is None]
        if lost:
            doubts.append(f"the data names and does not describe: {', '.join(lost)}")
        if not self.library.has_rows(unit):
            doubts.append("the data does not say of which models it is, and who carries what")
        elif not unit.get("weapon_ids"):
            doubts.append("the data has no weapons for it")
        for row in self.library.rows(unit):
            if datasheets.line_of(row, unit) is None:
                doubts.append(f"the data does not say which statline is that of {cleaned(str(row.get('name', '')))}")
        if not unit.get("points"):
            doubts.append("the data has no points for it")
        elif unit.get("points_provisional"):
            doubts.append("its points are marked as provisional")
        if datasheets.dated(unit):
            doubts.append(f"its statline: {datasheets.CARRIED_OVER}")
        if modes := unit.get("game_modes"):
            doubts.append(f"it is of {', '.join(map(str, modes))} alone")
        return doubts

    def detachment(self, name: str, chosen: Chosen) -> Selection | None:
        return None

    def enhancement(self, name: str, chosen: Chosen | None = None) -> Selection | None:
        """Return the enhancement, of a chosen detachment if several have it; no profiles if its effect is unknown."""
        same = self.bought.get(key(name), [])
        keys = chosen.detachments if chosen else frozenset()
        same = [bought for bought in same if self.detachment_keys.get(str(bought.get("detachment_id"))) in keys] or same
        if not same:
            return None
        results = datasheets.AbilityResults(self.library.known, self.apply)
        first, *others = [self.library.ability_of(bought) for bought in same]
        if first and all(other and other.get("effect") == first.get("effect") for other in others):
            results.ability(first)
        return Selection(
            cleaned(str(same[0]["name"])), points=float(same[0].get("cost") or 0), group="Enhancements",
            profiles=tuple(results.profiles), rules=tuple(results.rules), ready=tuple(results.ready),
            guessed=tuple(results.guessed),
        )  # fmt: skip

    def only_melee(self, name: str) -> bool:
        return self.melee.get(key(name), False)

    def units_with(self, name: str) -> Sequence[int]:
        ids = {str(weapon.get("id")) for weapon in self.all_weapons if key(str(weapon.get("name", ""))) == key(name)}
        return [i for i, unit in enumerate(self.units) if not ids.isdisjoint(self.library.choices(unit))] if ids else ()

    @cached_property
    def melee(self) -> dict[str, bool]:
        """Whether everything of a name is for melee, by the key of the name."""
        melee: dict[str, bool] = {}
        for weapon in self.all_weapons:
            name = key(str(weapon.get("name", "")))
            ways = weapon.get("profiles") or ()
            melee[name] = melee.get(name, True) and all(way.get("range") == datasheets.MELEE_TYPE for way in ways)
        return melee


def edition_of(record: datasheets.Raw) -> str:
    return str((record.get("game_version") or {}).get("edition", ""))


def words(record: datasheets.Raw, key: str) -> Iterator[str]:
    return map(str, record.get(key) or ())


# Units by name and number, with their initial items, as a list without values -----------------------------------------

MOST_NAMED = 8  # units that a message proposes
_COUNTED = re.compile(r"(?a)\A([^*×]*[^*×\s])\s*[*×]\s*(\d{1,4})")
_SEVERAL = re.compile(r"(?ai)\A(\d+)(?:\s*[x×])?\s+(\S.*)")


class RequestedUnit(NamedTuple):
    """A requested unit. `models` is None for the least number; `weapons` replace others, with their numbers."""

    name: str
    models: int | None = None
    weapons: tuple[tuple[str, int], ...] = ()


class Load(NamedTuple):
    """One model: its kind, and the ids of its items."""

    row: datasheets.Raw
    carried: tuple[str, ...]


def read(units: Sequence[str], weapons: Iterable[tuple[str, str]] = ()) -> list[RequestedUnit]:
    """Return the units that were asked for, as `Boyz*20`, with their weapons, as `2x big shoota`.

    :raises Refused: a number is missing, or weapons are for a unit that was not named
    """
    requests = []
    for typed in units:
        check_digits(typed)
        counted = _COUNTED.fullmatch(typed.strip())
        if not counted and re.search("[*×]", typed):
            name = re.split("[*×]", typed)[0].strip() or "Boyz"
            alone = f", or {name} alone for as few as it may have" if name in typed else ""
            raise Refused(f"{cleaned(typed)}: a name, * and a number of models, as in {name}*5{alone}")
        requests.append(RequestedUnit(counted[1], int(counted[2])) if counted else RequestedUnit(typed.strip()))
    for unit, carried in weapons:
        check_digits(carried)
        index = next((at for at, request in enumerate(requests) if any_order(request.name) == any_order(unit)), None)
        if index is None:
            raise Refused(f"--with {unit}={carried}: {unit} is none of the units that were named")
        more = tuple(map(several, filter(None, map(str.strip, carried.split(",")))))
        requests[index] = requests[index]._replace(weapons=requests[index].weapons + more)
    return requests


def check_digits(text: str) -> None:
    """Check the digits. :raises Refused: some are of another script, and would be read as part of a name."""
    if odd := re.search(r"[^\D0-9]+", text):
        digits = "".join(str(int(digit)) for digit in odd[0])
        raise Refused(f"{cleaned(text)}: write the number with the digits 0 to 9, {digits} and not {odd[0]}")


def several(text: str) -> tuple[str, int]:
    """Return the name and number of `2x big shoota`."""
    match = _SEVERAL.fullmatch(text)
    return (match[2], int(match[1])) if match else (text, 1)


def ordered(
    source: PublishedSource, wanted: Sequence[RequestedUnit], game: str, faction: str = "", name: str = ""
) -> TextList:
    """Return the list. `game` is the game's name in rosters. `faction` decides if several have a unit of the name.

    :raises Refused: a unit is unknown or ambiguous, or cannot have a number or weapon
    """
    indexes = unit_indexes(source, [request.name for request in wanted], faction)
    taken = Counter[int]()
    entries = []
    for request, index in zip(wanted, indexes, strict=True):
        taken[index] += 1
        entries.append(UnitOrder(source, index, taken[index]).entry(request))
    army = source.factions.get(datasheets.faction_of(source.units[indexes[0]]), "") if indexes else ""
    return TextList(
        name or f"A list of {army or 'an army'}", source.file, game, faction=army, entries=tuple(entries),
        points=sum(entry.points or 0 for entry in entries),
    )  # fmt: skip


# The search for units -------------------------------------------------------------------------------------------------


def unit_indexes(source: PublishedSource, names: Sequence[str], faction: str) -> list[int]:
    """Return the index of each unit. If several have a name, the faction of the other units decides.

    :raises Refused: as `ordered`
    """
    wanted = factions(faction)
    if faction and not any(wanted & names_of for _, names_of in source.listed):
        raise Refused(f"there is no faction {cleaned(faction)}; {did_you_mean(faction, source.factions.values())}")
    choices = [candidates(source, name, wanted) for name in names]
    sure = {datasheets.faction_of(source.units[choice[0]]) for choice in choices if len(choice) == 1}
    indexes = []
    for units in choices:
        ours = [index for index in units if datasheets.faction_of(source.units[index]) in sure]
        if len(units) > 1 and len(ours) != 1:
            armies = ", ".join(source.factions.get(datasheets.faction_of(source.units[index]), "?") for index in units)
            raise Refused(f"several are called {source.listed[units[0]][0]}: of {armies}; say which with --faction")
        indexes.append((ours if len(units) > 1 else units)[0])
    return indexes


def candidates(source: PublishedSource, name: str, wanted: frozenset[str]) -> list[int]:
    """Return the units of this name, those of the stated faction if there are any. :raises Refused: there are none."""
    units = exact(name, source.listed, wanted) or nearly(name, source.listed, wanted)
    if units:
        return units
    words = set(singular(name).split())
    holding = [other for other, _ in source.listed if words and words <= set(singular(other).split())]
    close = sorted(dict.fromkeys(holding), key=len)[:MOST_NAMED]
    if close:
        raise Refused(f"there is no unit {cleaned(name)} in {source.file}; there are {', '.join(close)}")
    known = (other for other, _ in source.listed)
    raise Refused(f"there is no unit {cleaned(name)} in {source.file}; {did_you_mean(name, known)}")


# One unit -------------------------------------------------------------------------------------------------------------


class UnitOrder:
    """The order of one unit. `nth` counts the units of its name in the list from 1, as later ones may cost more."""

    def __init__(self, source: PublishedSource, index: int, nth: int) -> None:
        self.library, self.unit, self.nth = source.library, source.units[index], nth
        self.name = source.listed[index][0]
        self.doubts: list[str] = []

    def entry(self, wanted: RequestedUnit) -> TextUnit:
        loads = self.loads(wanted.models)
        for weapon, n in wanted.weapons:
            loads = self.with_weapon(loads, weapon, n)
        groups = []
        for load, n in Counter((str(model.row.get("name", "")), model.carried) for model in loads).items():
            row, carried = load
            items = tuple(Item(named, count * n) for named, count in self.named(carried).items())
            groups.append(Group(cleaned(row), n, items))
        return TextUnit(self.name, self.points(loads), tuple(groups), doubts=tuple(self.doubts))

    def named(self, carried: Iterable[str]) -> Counter[str]:
        """Return the items by name with their numbers; items that the data does not describe are left out."""
        items = (self.library.thing(item_id, self.unit) for item_id in carried)
        return Counter(item.name for item in items if item)

    def loads(self, models: int | None) -> list[Load]:
        """Return each model with its initial items. :raises Refused: this number of models is not possible."""
        size, rows = self.unit.get("model_count") or {}, self.library.rows(self.unit)
        low = int(size.get("min") or sum(int(row.get("min") or 0) for row in rows) or 1)
        high = int(size.get("max") or low)
        n = low if models is None else models
        if not low <= n <= high:
            many = f"{low} to {high} models" if high > low else "1 model" if low == 1 else f"{low} models"
            more = "; for several units name it as often" if high == 1 < n else ""
            raise Refused(f"{self.name} has {many}, not {n}{more}")
        counts = [min(int(row.get("min") or 0), n) for row in rows]
        rest = n - sum(counts)
        for index in sorted(
            range(len(rows)), key=lambda at: (bool(rows[at].get("is_leader_model")), -int(rows[at].get("max") or 0))
        ):
            more_of_it = max(0, min(rest, int(rows[index].get("max") or 0) - counts[index]))
            counts[index] += more_of_it
            rest -= more_of_it
        if rest > 0:
            self.doubts.append("the data has no room for all its models: they are of the first kind")
            counts[0] += rest
        return [load for row, count in zip(rows, counts, strict=True) for load in [self.initial_load(row)] * count]

    def initial_load(self, row: datasheets.Raw) -> Load:
        item_ids = tuple(map(str, row.get("default_weapon_ids") or ()))
        if not item_ids and (variants := row.get("loadout_variants")):
            item_ids = tuple(map(str, variants[0].get("weapon_ids") or ()))
        if not any(map(self.shoots, item_ids)):
            item_ids += self.initial_weapons(row)
        return Load(row, item_ids)

    def initial_weapons(self, row: datasheets.Raw) -> tuple[str, ...]:
        """Return the ranged weapons that other weapons may replace, for a model that has none in the data."""
        name = cleaned(str(row.get("name", "")))
        options = self.library.options_of(self.unit)
        rows = self.library.rows(self.unit)
        given = {item_id for kind in rows for item_id in map(str, kind.get("default_weapon_ids") or ())}
        gone = dict.fromkeys(item_id for option in options for item_id in map(str, option.get("replaces") or ()))
        ranged = tuple(item_id for item_id in gone if item_id not in given and self.shoots(item_id))
        may = ", ".join(dict.fromkeys(self.named(filter(self.shoots, self.library.choices(self.unit)))))
        if ranged:
            names = ", ".join(self.named(ranged))
            self.doubt(f"{name}: the data gives it no ranged weapon: it has {names}, which others take the place of")
        elif may:
            self.doubt(f"{name}: the data gives it no ranged weapon; of the unit there are {may}")
        return ranged

    def doubt(self, words: str) -> None:
        if words not in self.doubts:
            self.doubts.append(words)

    def shoots(self, item_id: str) -> bool:
        weapon = self.library.weapons.get(item_id, datasheets.faction_of(self.unit))
        return weapon is not None and weapon.get("type") == "ranged"

    # Other weapons ----------------------------------------------------------------------------------------------------

    def with_weapon(self, loads: list[Load], text: str, n: int) -> list[Load]:
        """Return the models, `n` of them with this weapon instead of their own. :raises Refused: it is not possible."""
        if n < 1:
            raise Refused(f"{n}x {cleaned(text)} is none: leave it out")
        ids = [item_id for item_id in self.library.choices(self.unit) if self.is_called(item_id, text)]
        if not ids:
            names = sorted(self.named(self.library.choices(self.unit)))
            raise Refused(f"{self.name} cannot have {cleaned(text)}; {did_you_mean(text, names, shown=30)}")
        for option in self.library.options_of(self.unit):
            for bundle in datasheets.bundles(option):
                if set(bundle) & set(ids):
                    return self.swapped(loads, option, bundle, n, text)
        if n > len(loads):
            raise Refused(f"{self.name} has {len(loads)} models, not {n} for {cleaned(text)}")
        self.doubts.append(f"the data does not say who may have {cleaned(text)}: beside what else they carry")
        return [load._replace(carried=(*load.carried, ids[0])) if at < n else load for at, load in enumerate(loads)]

    def swapped(self, loads: list[Load], option: datasheets.Raw, bundle: list[str], n: int, text: str) -> list[Load]:
        """Return the models, `n` of them with `bundle` for what the option replaces. :raises Refused: too few may."""
        limit = option.get("model_constraint") or {}
        most = len(loads)
        if per := limit.get("per_n_models"):
            most = len(loads) // int(per)
        if limit.get("max_count") and not limit.get("any_number"):
            most = min(most, int(limit["max_count"]))
        if n > most:
            raise Refused(f"of {len(loads)} models of {self.name} at most {most} may have {cleaned(text)}")
        gone = list(map(str, option.get("replaces") or ()))
        wanted, left = plain_name(str(limit.get("model_name") or "")), n
        changed = list(loads)
        # From the last on: leaders stand first, and keep their items.
        for index in reversed(range(len(loads))):
            kept = self.without(loads[index].carried, gone)
            fits = not wanted or plain_name(str(loads[index].row.get("name", ""))) == wanted
            if left and fits and kept is not None:
                changed[index] = loads[index]._replace(carried=(*kept, *bundle))
                left -= 1
        if left:
            names, have = " and ".join(self.named(gone)) or "something", n - left
            said_so = f"{cleaned(text)} of {self.name} takes the place of {names}"
            raise Refused(f"{said_so}: of those who may take it {have} ha{'s' if have == 1 else 've'} that, not {n}")
        return changed

    def without(self, carried: Sequence[str], gone: Iterable[str]) -> list[str] | None:
        """Return the items that are left, or None if one to remove is missing. The same name will do."""
        left = list(carried)
        for item in gone:
            same = [other for other in left if other == item] or [other for other in left if self.alike(other, item)]
            if same:
                left.remove(same[0])
            elif not self.is_melee(item):
                return None
        return left

    def alike(self, one: str, other: str) -> bool:
        """Return True if two ids name the same item, such as `bolt-pistol-captain` and `bolt-pistol`."""
        return (
            one.startswith(f"{other}-") or other.startswith(f"{one}-") or bool(self.named([one]) & self.named([other]))
        )

    def is_melee(self, item_id: str) -> bool:
        raw = self.library.weapons.get(item_id, datasheets.faction_of(self.unit))
        return raw is None or raw.get("type") == "melee"

    def is_called(self, item_id: str, text: str) -> bool:
        return any(any_order(name) == any_order(text) for name in self.named([item_id]))

    # Points -----------------------------------------------------------------------------------------------------------

    def points(self, loads: Sequence[Load]) -> float | None:
        """Return the points; None if the data has none."""
        tiers = [tier for tier in self.unit.get("points") or () if covers(tier, self.nth)]
        reached = [tier for tier in tiers if int(tier["models"]) <= len(loads)]
        if not reached:
            return None
        best = max(reached, key=lambda tier: int(tier["models"]))
        if len(loads) > int(best.get("models_max") or best["models"]):
            self.doubts.append(f"the data has no points for {len(loads)} models: those of {best['models']}")
        carried = Counter(item_id for load in loads for item_id in load.carried)
        costs = self.unit.get("wargear_costs") or ()
        return sum((price["cost"] * carried[str(price.get("item_id"))] for price in costs), start=float(best["cost"]))


def covers(tier: datasheets.Raw, nth: int) -> bool:
    """Return True if the price is valid for the `nth` unit of its name."""
    low, high = tier.get("unit_count_min"), tier.get("unit_count_max")
    return low is None or (int(low) <= nth and (high is None or nth <= int(high)))
