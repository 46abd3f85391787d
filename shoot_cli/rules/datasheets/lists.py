"""The reader of army lists and scenarios for an edition. The format is defined in ``armies``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, NamedTuple

from shoot_cli.armies.army import ArmyBlock, named_once
from shoot_cli.armies.list_reader import ListReader, Path, Problems, entry_text, mode_names, texts_under, ways_to_fire
from shoot_cli.armies.tree import Items, MappingNode, Node, Scalar, did_you_mean, plain_name, text_of
from shoot_cli.armies.yaml_text import NONE, split_list
from shoot_cli.engine.names import counted
from shoot_cli.engine.reasons import series, shown
from shoot_cli.rules.datasheets import army_rules, unit_text
from shoot_cli.rules.datasheets.abilities import Abilities, line_description, offered_to_units, offered_to_weapons
from shoot_cli.rules.datasheets.ability_grammar import cut_short
from shoot_cli.rules.datasheets.conditions import without_weapon
from shoot_cli.rules.datasheets.fields import (
    FIGURES,
    MOST_LEADERS,
    STATS,
    SUPPORT,
    attached,
    finish_unit,
    make_model,
    make_weapon,
    needs_skill,
    needs_strength,
    with_effects,
)
from shoot_cli.rules.datasheets.profiles import (
    AUTOMATIC,
    Ability,
    Army,
    Model,
    Unit,
    Weapon,
    renamed,
    with_unique_part_names,
)

_TIMES = re.compile(r"([1-9])\s*[x×]\s*(?=\S)", re.IGNORECASE)


class Reference(NamedTuple):
    """The meaning of an entry like ``2x plasma incinerator: supercharge``."""

    name: str  # plain name of the weapon
    mode: str = ""  # plain name of the mode; "" for all modes
    times: int = 1


class ListNames(NamedTuple):
    """The names that a list may use, by plain name. They are collected before anything is checked."""

    weapons: dict[str, Reference]
    weapon_names: tuple[str, ...]  # for display
    profiles: dict[str, str]  # plain name: as written

    def check_weapon(self, text: str) -> None:
        """:raises ValueError: the list has no such weapon"""
        if len(text) > 140 or not meant(text, self):
            hint = did_you_mean(text, self.weapon_names) if self.weapon_names else "there are none"
            raise ValueError(f"no weapon {shown(text)} under weapons:; {hint} (or describe it there)")


def known_names(weapons: dict[str, tuple[str, ...]], profiles: Iterable[str]) -> ListNames:
    """Return the names of a list. ``weapons`` has the names of each weapon's modes."""
    references: dict[str, Reference] = {}
    for name, modes in weapons.items():
        for mode in modes:
            references.setdefault(_plain_words(f"{name} {mode}"), Reference(plain_name(name), plain_name(mode)))
    # a weapon wins over a mode with the same name
    references |= {_plain_words(name): Reference(plain_name(name)) for name in weapons}
    return ListNames(references, tuple(weapons), {plain_name(name): name for name in profiles})


def meant(text: str, known: ListNames) -> Reference | None:
    """Return the weapon that the text names: ``2x bolt rifle``, ``plasma gun (supercharge)``; None if there is none."""
    times = 1
    if (match := _TIMES.match(text)) and _plain_words(text) not in known.weapons:
        times, text = int(match[1]), text[match.end() :]
    name = _plain_words(text)
    for spelt in (name, name.removesuffix("s")):
        if spelt in known.weapons:
            return known.weapons[spelt]._replace(times=times)
    return None


def _plain_words(text: str) -> str:
    """Return the text without the colon or brackets between a weapon and its mode."""
    return plain_name(re.sub(r"[:()]", " ", text))


ABILITIES = ("abilities", "effects")  # keys of lists
BELOW = {"UnitPage": ("ModelPage",), "WeaponPage": ("ModePage",)}  # forms that are nested in the first form

# texts for a missing value of a weapon
NO_VALUE = {"BS": AUTOMATIC, "S": NONE, "D": NONE}


class Lists(ListReader):
    PART: ClassVar[type[unit_text.LinePart]]  # the reader of profile lines
    CALLED, UNIT_CALLED = "Ultramarines Strike Force", "Intercessor Squad"
    STATS = STATS
    # keys that attach a unit, and how many units each may attach
    ATTACH: ClassVar[dict[str, int]] = {"leader": MOST_LEADERS}
    ALL_MAY_LEAD: ClassVar[bool] = False  # attached models may be all that is left of a unit
    NEEDS: ClassVar = {"list": ("T", "Sv", "W"), "attacker": (), "target": ("T",)}
    block: ArmyBlock | None = None

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """Return the schema with examples of every ability, for completion in editors."""
        schema = super().json_schema()
        for form, offered in ((cls.UNIT, offered_to_units), (cls.WEAPON, offered_to_weapons)):
            examples, keys = offered(cls.PART.KNOWN), [schema["$defs"][page] for page in (form.name, *BELOW[form.name])]
            for part in (page["properties"][key] for page in keys for key in ABILITIES if key in page["properties"]):
                part["description"] = line_description(cls.PART.KNOWN)
                part["items"]["examples"] = examples
        known = cls.PART.KNOWN
        lines = offered_to_units(known)
        tellable = army_rules.offered_to_players(known, lines)
        for page, examples in (("RulePage", lines), ("StratagemPage", tellable), ("SwitchPage", tellable)):
            part = schema["$defs"][page]["properties"]["effect"]
            for choice in part["anyOf"]:
                choice.get("items", choice).update(examples=examples, description=line_description(known))
        return schema

    def read_library(self) -> None:
        for path, node in _abilities_under(self.top, ()):
            if part := _cut_short(node):
                words = f"the comma behind {shown(part)} ends it; write ; there, or put it in quotes if that is all"
                self.problems.add(path, words)
        self.known = known_names(
            {name: mode_names(node) for name, node in self.weapon_nodes.items()}, self.profile_nodes
        )
        super().read_library()
        # the profiles of each weapon by the plain name of their mode; "" without modes
        self.weapons = {plain_name(name): self.weapon(name, node) for name, node in self.weapon_nodes.items()}

    def finish_units(self, nodes: list[Node], units: list[Unit | None]) -> tuple[Unit, ...]:
        written = []
        for index, (node, unit) in enumerate(zip(nodes, units, strict=True)):
            attachments = [(key, whom) for key in self.ATTACH if (whom := _text(node, key)) is not None]
            if len(attachments) > 1:
                words = f"{attachments[0][0]}: and {attachments[1][0]}: are one too many; keep one"
                self.problems.add(("units", index, attachments[1][0]), words, of_key=True)
            key, whom = attachments[0] if attachments else ("leader", None)
            written.append(PartialUnit(("units", index), _text(node, "name") or "", whom, unit, key))
        joined = join_leaders(written, self.problems, self.ATTACH, self.PART.LEADERS_LAST)
        self.block = self.read_block()
        if self.block is None:
            return joined
        standing = ((unit, army_rules.standing(self.PART.KNOWN, self.block, unit)) for unit in joined)
        return tuple(with_effects(self.PART.KNOWN, unit, effects) if effects else unit for unit, effects in standing)

    def read_block(self) -> ArmyBlock | None:
        """Return the `army:` block of the list; None if it has none, or after a problem in a value of it."""
        page = getattr(self.page, "army", None)
        if page is None:
            return None
        if self.page.targets:
            words = "targets have no rules or stratagems of an army; leave army: out, or targets: yes"
            self.problems.add(("army",), words, of_key=True)
        block, wrong = army_rules.block_of(self.PART.KNOWN, page)
        for where, words in wrong:
            self.problems.add(("army", *where), words)
        return block

    def read_line(self, text: str, role: str) -> Unit:
        return unit_text.read_line(self.PART, text, role)

    def army(self, units: tuple[Unit, ...]) -> Army:
        return Army(self.RULESET, self.page.name, units, self.page.faction, block=self.block)

    def side_unit(self, node: Node, path: Path) -> Unit | None:
        for key in self.ATTACH:
            if _text(node, key) is not None:
                words = f"a {key} is one of the models here; write {key}: yes on that model, and leave this out"
                self.problems.add((*path, key), words)
        unit: Unit | None = super().side_unit(node, path)
        return unit

    def unit_of(self, page: Any, name: str, models: list[tuple[Model, int]], path: Path) -> Unit | None:
        leaders = sum(count for model, count in models if model.leader)
        supports = sum(count for model, count in models if model.support)
        if supports and supports > self.ATTACH[SUPPORT]:
            words = f"{supports} models with support: yes are too many; at most {self.ATTACH[SUPPORT]}"
        elif leaders > MOST_LEADERS:
            words = f"{leaders} models with leader: yes are too many; at most {MOST_LEADERS}"
        elif leaders and not self.ALL_MAY_LEAD and all(model.leader for model, _ in models):
            words = "every model has leader: yes, and nobody is left to be led; leave it out"
        else:
            lines = tuple(filter(None, (*page.abilities, *page.effects)))
            unit = finish_unit(name, models, page.points, page.note, page.faction, self.PART.LEADERS_LAST, lines)
            for words in dict.fromkeys(unknown_weapons(unit)):
                self.problems.add(path, words)
            for where, words in army_rules.wrong_switches(self.PART.KNOWN, page.switches):
                self.problems.add((*path, "switches", *where), words)
            return unit
        self.problems.add((*path, "models"), words)
        return None

    def model(self, row: Any, unit: Any, stats: dict[str, Any], path: Path) -> Model | None:
        wounds = stats.get("W") or 1
        if row.lost >= wounds:
            words = f"with W {wounds} a model that has lost {row.lost} is destroyed; leave it out"
            self.problems.add((*path, "lost"), words)
            return None
        weapons: list[Weapon] = []
        for text in row.weapons:
            reference = meant(text, self.known)
            assert reference is not None  # the page has checked it
            profiles = self.weapons[reference.name]
            if not profiles:
                return None  # the weapon is wrong
            weapons += ([profiles[reference.mode]] if reference.mode else [*profiles.values()]) * reference.times
        abilities = filter(None, (*unit.abilities, *unit.effects, *row.abilities, *row.effects))
        keywords = (*unit.keywords, *row.keywords)
        return make_model(
            self.PART.KNOWN, row.name, stats, abilities, keywords, tuple(weapons), row.character, row.leader, row.lost,
            SUPPORT in self.ATTACH and row.support, tuple(map(army_rules.switch_of, unit.switches)),
        )  # fmt: skip

    def weapon(self, name: str, node: Node) -> dict[str, Weapon]:
        """Return the profiles of one entry under ``weapons:``; {} if something is wrong with the entry."""
        path: Path = ("weapons", name)
        before = len(self.problems.found)
        page = self.weapon_page(name, node)
        for inner, mapping in ways_to_fire(node):
            assert isinstance(node, MappingNode)
            self.check_weapon(path, inner, mapping, node)
        first: dict[str, str] = {}
        for mode in mode_names(node):
            if (same := first.setdefault(plain_name(mode), mode)) != mode:
                words = f"{shown(mode)} is the same name as {shown(same)}; keep one"
                self.problems.add((*path, "modes", mode), words, of_key=True)
        if page is None or len(self.problems.found) > before:
            return {}
        if not page.modes:
            return {"": self.weapon_profile(name, page, page, "")}
        return {
            plain_name(mode): self.weapon_profile(f"{name} ({mode})", page, mode_page, name)
            for mode, mode_page in page.modes.items()
        }

    def weapon_profile(self, name: str, page: Any, mode_page: Any, of: str) -> Weapon:
        values = {key: getattr(mode_page if key in mode_page.model_fields_set else page, key) for key in FIGURES.names}
        shared = page.abilities if mode_page is not page else ()
        return make_weapon(
            self.PART.KNOWN, name, values, filter(None, (*shared, *mode_page.abilities)), of, self.source_of(page)
        )

    def check_weapon(self, path: Path, inner: Path, mode: MappingNode, node: MappingNode) -> None:
        """Report the missing values of a profile. Values that its modes share count."""
        known = self.PART.KNOWN
        abilities = _abilities(known, node) if mode is node else [*_abilities(known, node), *_abilities(known, mode)]
        readable = [ability for ability in abilities if ability]
        missing: dict[str, str] = {}
        for key, example in FIGURES.like(*FIGURES.names).items():
            holder = mode if mode.get(key) is not None else node
            value = holder.get(key)
            none = isinstance(value, Scalar) and (value.text or "").strip().casefold() in NO_VALUE.get(key, ())
            if value is not None and not none:
                continue
            if None in abilities and key not in ("range", "A"):
                continue  # an unreadable ability may be the reason why the value is missing
            if (key == "BS" and not needs_skill(readable)) or (
                key in ("S", "AP", "D") and not needs_strength(readable)
            ):
                continue
            also = ", or Torrent among its abilities" if key == "BS" else ""
            if none:
                excuse = "Torrent" if key == "BS" else "Mortal Wounds X on N+"
                words = f"only a weapon with {excuse} has no {key}; write {key}: {example}{also}"
                self.problems.add(path + (inner if holder is mode else ()) + (key,), words)
            else:
                missing[key] = f"{key}: {example}"
        if len(missing) == 1:
            ((key, example),) = missing.items()
            also = ", or Torrent among its abilities" if key == "BS" else ""
            self.problems.add(path + inner, f"“{key}” of the weapon is missing; write {example}{also}")
        elif missing:  # in one line, as of a model
            also = "; or leave it out, if it is no gun" if len(missing) == len(FIGURES.names) else ""
            words = f"the weapon has no {series(missing)}; write {', '.join(missing.values())}{also}"
            self.problems.add(path + inner, words)


def unknown_weapons(unit: Unit) -> Iterator[str]:
    """Yield a sentence for each ability of its own that is limited to weapons which the unit does not have (EVE-25)."""
    for ability in (part for model, _ in unit.models for holder in model.abilities for part in (holder, *holder.gives)):
        if ability.reach.kind in ("", "unit") and (words := without_weapon(ability, unit)):
            yield f"{shown(ability.text)}: {words}"


def _abilities_under(node: Node, path: Path) -> Iterable[tuple[Path, Node]]:
    """Yield the nodes under ``abilities:`` and ``effects:``, on any level."""
    if isinstance(node, MappingNode):
        for key, inner in node.values.items():
            if key in ABILITIES:
                yield (*path, key), inner
            else:
                yield from _abilities_under(inner, (*path, key))
    elif isinstance(node, Items):
        for index, inner in enumerate(node.items):
            yield from _abilities_under(inner, (*path, index))


def _cut_short(node: Node) -> str:
    """Return an ability that holds several and was cut at its first comma; "" if there is none."""
    row: list[str] = []
    if isinstance(node, Scalar):
        row = split_list(node.text or "")
    elif isinstance(node, Items):
        row = [entry_text(item) if isinstance(item, MappingNode) and item.bare else "" for item in node.items]
    return next(filter(cut_short, row[:-1]), "")


def _text(node: Node, key: str) -> str | None:
    return text_of(node.get(key)) if isinstance(node, MappingNode) else None


def _abilities(known: Abilities, node: MappingNode) -> list[Ability | None]:
    """Return the abilities of the node; None for each one that cannot be read."""
    abilities: list[Ability | None] = []
    for text in texts_under(node, "abilities"):
        try:
            ability = known.of_weapon(text[:300])
        except ValueError:
            abilities.append(None)
        else:
            abilities += [ability] if ability else []
    return abilities


# Attached units: ``leader: UNIT`` joins a unit to the unit that it names ------------------------------------------


class PartialUnit(NamedTuple):
    """A unit of a list as far as it was readable. ``unit`` is None if something is wrong with it."""

    path: Path
    name: str  # as written; "" if missing
    leads: str | None  # the name of the unit that it leads
    unit: Unit | None
    key: str = "leader"  # the key of `leads`


def join_leaders(
    written: list[PartialUnit], problems: Problems, attach: dict[str, int], leaders_last: bool
) -> tuple[Unit, ...]:
    """Return the units of the list with leaders joined to their bodyguards. Equal names get numbers in list order.
    Errors about leaders are added to ``problems``. ``attach`` has the maximum for each key.
    """
    leads = {i: guard for i in range(len(written)) if (guard := _bodyguard(i, written, problems)) is not None}
    led: dict[int, list[int]] = {}
    for index, guard in leads.items():
        if _may_lead(index, guard, leads, written, problems):
            led.setdefault(guard, []).append(index)
    for guard, leaders in led.items():
        for key, most in attach.items():
            support = key == SUPPORT
            before = sum(n for model, n in _models(written[guard]) if model.leader and model.support == support)
            for index in [i for i in leaders if written[i].key == key][max(most - before, 0) :]:
                words = f"{written[guard].name} has {counted(most, key)} already; at most {most}"
                problems.add((*written[index].path, key), words)
    if problems.found or any(partial.unit is None for partial in written):
        return ()
    named = [partial.unit for partial in written if partial.unit]
    units = tuple(renamed(unit, new.name) for unit, new in zip(named, named_once(named), strict=True))
    joined = [
        attached(unit, [units[i] for i in led[index]], [written[i].key for i in led[index]], leaders_last)
        if index in led
        else unit
        for index, unit in enumerate(units)
        if index not in leads
    ]
    return with_unique_part_names(named_once(joined))


def _models(partial: PartialUnit) -> tuple[tuple[Model, int], ...]:
    return partial.unit.models if partial.unit else ()


def _bodyguard(index: int, written: list[PartialUnit], problems: Problems) -> int | None:
    """Return the index of the unit that the unit at ``index`` leads; None if there is none, or after a problem."""
    wanted = written[index].leads
    if wanted is None:
        return None
    names = [plain_name(partial.name) for partial in written]
    matches = [i for i, name in enumerate(names) if name == plain_name(wanted)]
    numbered = re.fullmatch(r"(.+?) ([1-9]\d?)", plain_name(wanted))
    if not matches and numbered:  # the second unit with this name is "NAME 2"
        matches = [i for i, name in enumerate(names) if name == numbered[1]][int(numbered[2]) - 1 :][:1]
    others = [i for i in matches if i != index]
    if len(others) == 1 and (len(matches) == 1 or names[index] == plain_name(wanted)):
        return others[0]
    if matches and not others:
        words = f"{shown(wanted)} cannot lead itself; name another unit of the list"
    elif others:
        numbers = " or ".join(f"{shown(f'{wanted} {number}')}" for number in range(1, min(len(matches), 3) + 1))
        words = f"{len(matches)} units are called {shown(wanted)}; count them in the order of the list: {numbers}"
    else:
        known = [partial.name for i, partial in enumerate(written) if partial.name and i != index]
        words = f"no unit {shown(wanted)} in this list; {did_you_mean(wanted, known)}"
    problems.add((*written[index].path, written[index].key), words)
    return None


def _may_lead(index: int, guard: int, leads: dict[int, int], written: list[PartialUnit], problems: Problems) -> bool:
    unit, bodyguard, path = written[index].unit, written[guard], (*written[index].path, written[index].key)
    if guard in leads:
        problems.add(path, f"{bodyguard.name} leads a unit itself; name the unit that both lead")
    elif unit and not any(model.character for model, _ in unit.models):
        problems.add(path, f"only CHARACTERs lead; add Character to the keywords of {unit.name}")
    elif unit and any(model.leader for model, _ in unit.models):
        problems.add(path, f"a model of {unit.name} leads already; leave out its leader: yes, or this")
    else:
        return True
    return False
