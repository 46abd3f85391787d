"""Reads army lists and scenarios of this edition, beginning at `read`. ``armies`` defines what a list must have."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from shoot_cli.armies.list_reader import ListReader, Needs, Path, texts_under
from shoot_cli.armies.tree import Items, MappingNode, Node, Scalar, did_you_mean, plain, plain_name, text_of
from shoot_cli.armies.yaml_text import NONE, split_list
from shoot_cli.engine.reasons import shown
from shoot_cli.rules.reikhammer import fields, unit_text
from shoot_cli.rules.reikhammer.profiles import (
    ASSAULTS,
    SETTINGS,
    VALUES,
    Army,
    Model,
    Unit,
    Weapon,
    macro_of,
    weapon_rule,
)

PRINTED = ("range", *VALUES, "BP")
_TIMES = re.compile(r"([1-9])\s*[x×]\s*(?=\S)", re.IGNORECASE)


class ListNames(NamedTuple):
    """The names of a list's weapons and profiles by plain name, read before anything is checked."""

    # plain name: name as written
    weapons: dict[str, str]  # plain name: as written
    profiles: dict[str, str]

    def meant(self, text: str) -> tuple[str, int] | None:
        """Return the plain name and number of ``2x autocannon``, or None. Every list knows Small Arms."""
        times = 1
        if (match := _TIMES.match(text)) and plain_name(text) not in self.weapons:
            times, text = int(match[1]), text[match.end() :]
        name = plain_name(text)
        spelt = next((one for one in (name, name.removesuffix("s")) if one in self.weapons or one in ASSAULTS), None)
        return (spelt, times) if spelt is not None else None


class Lists(ListReader):
    """The reader of this game's lists, see `ListReader`."""

    RULESET, CALLED, MODEL_CALLED = "reikhammer", "Red Host", "the unit"
    STATS, WEAPON, UNIT, LIST, SCENARIO = fields.STATS, fields.WEAPON, fields.UNIT, fields.LIST, fields.SCENARIO
    UNITS, MODELS = ("formations", "units"), ("units", "models")
    NEEDS: ClassVar = {"list": ("type", "armour", "integrity"), "attacker": (), "target": ("type", "armour")}
    MOST_MODELS = 1_000  # more than a form counts; one message covers the whole formation
    SETTINGS, SETTING_LIKE = SETTINGS, "macro_save: cover"

    def read_library(self) -> None:
        names = ({plain_name(name): name for name in nodes} for nodes in (self.weapon_nodes, self.profile_nodes))
        self.known = ListNames(*names)
        self.weapons = {
            plain_name(name): self.weapon(node, ("weapons", name), name) for name, node in self.weapon_nodes.items()
        }
        self.carried: dict[Path, tuple[Weapon, ...] | None] = {}  # by the units that carry them
        self.of_profiles: dict[str, tuple[Weapon, ...]] = {}
        for name, node in self.profile_nodes.items():
            path: Path = ("profiles", name)
            page = self.problems.check(self.STATS, node, path, self.known)
            weapons = self.carried_by(node, path)
            if page and weapons is not None:
                self.profiles[plain_name(name)], self.of_profiles[plain_name(name)] = page, weapons

    def army(self, units: tuple[Unit, ...]) -> Army:
        page = self.page
        return Army(self.RULESET, page.name, units, page.strategy, page.invented or page.synthetic, self.settings)

    def read_line(self, text: str, role: str) -> Unit:
        return unit_text.read_line(text, role)

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        schema = super().json_schema()
        schema["anyOf"] = [{"required": [key]} for key in cls.UNITS]
        carried = {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/WeaponPage"}]}
        for form in (fields.STATS, fields.MODEL):
            weapons = schema["$defs"][form.name]["properties"]["weapons"]
            weapons |= {"description": "names of weapons, or weapons with name:", "items": carried}
        return schema

    # Weapons ----------------------------------------------------------------------------------------------------------

    def weapon(self, node: Node, path: Path, name: str = "") -> Weapon | None:
        """Return a weapon with `name`, or with its own ``name:``; None if it has a mistake."""
        before = len(self.problems.found)
        self.check_name(name, path)
        page = self.problems.check(self.WEAPON, node, path)
        if isinstance(node, MappingNode):
            if name and node.get("name") is not None:
                words = "the weapon has its name already, before the colon; leave this out"
                self.problems.add((*path, "name"), words)
            elif not name and node.get("name") is None:
                self.problems.add(path, "the weapon has no name; write name: autocannon")
            self.check_weapon(node, path)
        if page is None or len(self.problems.found) > before:
            return None
        values = {key: getattr(page, key) for key in PRINTED}
        return fields.make_weapon(name or page.name, values, page.macro, [rule for rule in page.rules if rule])

    def check_weapon(self, node: MappingNode, path: Path) -> None:
        """Report what is missing, or contradicts itself."""

        def is_written(key: str) -> bool:
            value = node.get(key)
            return value is not None and (text_of(value) or "").casefold() not in NONE

        rules = [_try_reading(weapon_rule, text) for text in texts_under(node, "rules")]
        macro = _try_reading(macro_of, plain(node.values["macro"])) if is_written("macro") else None
        macro = None if macro is ... else macro
        for key, words in fields.weapon_complaints([key for key in PRINTED if is_written(key)], macro, rules):
            if ... in rules and key in ("", "range"):
                continue  # an unreadable rule may be what allows this
            self.problems.add((*path, key) if key else path, words)

    def carried_by(self, node: Node, path: Path) -> tuple[Weapon, ...] | None:
        """Return the weapons of a unit or profile; None if one has a mistake, which is reported."""
        value = node.get("weapons") if isinstance(node, MappingNode) else None
        path = (*path, "weapons")
        guns: list[Weapon | None] = []
        if isinstance(value, Scalar):
            for text in split_list(value.text or "") if (value.text or "").strip().casefold() not in NONE else ():
                guns += self.named(text, path)
        elif isinstance(value, Items):
            for index, item in enumerate(value.items):
                described = isinstance(item, MappingNode)
                guns += [self.weapon(item, (*path, index))] if described else self.named(text_of(item), (*path, index))
        return None if None in guns else tuple(weapon for weapon in guns if weapon)

    def named(self, text: str | None, path: Path) -> list[Weapon | None]:
        """Return the named weapon, as many times as the text says."""
        known = self.known.weapons
        if not text or len(text) > 140 or not (meaning := self.known.meant(text)):
            hint = did_you_mean(text or "", known.values()) if known else "there are none"
            words = f"no weapon {shown(text)} under weapons:; {hint} (or describe it there)"
            self.problems.add(path, words if text else "nothing is written here; write the name of a weapon")
            return [None]
        name, times = meaning
        return [self.weapons[name] if name in known else fields.FOR_ASSAULTS[ASSAULTS[name]]] * times

    # Formations -------------------------------------------------------------------------------------------------------

    def check_unit(self, node: MappingNode, path: Path, key: str) -> None:
        self.characters: list[str] = []
        if node.get(key) is None:
            words = "the formation has no units; write units: [{name: Grenadiers, type: INF, armour: 3, integrity: 2}]"
            self.problems.add(path, words)
        for wanted, example in (("name", "Red Company"), ("CR", "4")) if path[0] in self.UNITS else ():
            if node.get(wanted) is None:
                self.problems.add(path, f"the formation has no {wanted}; write {wanted}: {example}")

    def check_row(self, row: Node, path: Path, needs: Needs) -> None:
        super().check_row(row, path, needs)
        self.carried[path] = self.carried_by(row, path)

    def model(self, row: Any, unit: Any, stats: dict[str, Any], path: Path) -> Model | None:
        """Make a unit. Its own values replace its profile's; rules of profile and formation are added."""
        profile, weapons = plain_name(row.profile or ""), self.carried[path]
        rules = {rule for rule in (*unit.rules, *row.rules) if rule}
        if profile:
            rules |= {rule for rule in self.profiles[profile].rules if rule}
            weapons = weapons if "weapons" in row.model_fields_set else self.of_profiles[profile]
        integrity = stats.get("integrity") or 1
        if weapons is None:
            return None
        if row.lost >= integrity:
            words = f"with integrity {integrity} a unit that has lost {row.lost} is destroyed; leave it out"
            self.problems.add((*path, "lost"), words)
            return None
        character = row.name if row.character is True else row.character or ""
        if character and character in self.characters:
            words = f"{shown(character)} is in the formation already; give this one a name of its own"
            self.problems.add((*path, "character"), words)
            return None
        self.characters.append(character)
        return fields.make_model(row.name, stats, rules, weapons, character, row.lost)

    def unit_of(self, page: Any, name: str, models: list[tuple[Model, int]], path: Path) -> Unit | None:
        if sum(count for _, count in models) > fields.MOST_MODELS:
            key = "units" if page.units else "models"
            self.problems.add((*path, key), f"more than {fields.MOST_MODELS} units in one formation; make it two")
            return None
        return fields.finish_unit(name, models, page.CR or fields.USUAL_RATING, page.points, page.note)


read, read_scenario, json_schema = Lists.read, Lists.read_scenario, Lists.json_schema


def _try_reading(read_: Callable[[Any], Any], value: Any) -> Any:
    """Return the value; ... if it cannot be read, which is reported elsewhere."""
    try:
        return read_(value)
    except ValueError:
        return ...
