"""Reads army lists and scenarios of this edition; `read` is the start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar

from shoot_cli.armies.army import named_once
from shoot_cli.armies.list_reader import MOST_UNITS, ArmouryListReader, Needs, Path, rows_of
from shoot_cli.armies.tree import Items, MappingNode, Node, did_you_mean, plain_name, text_of
from shoot_cli.engine.reasons import shown
from shoot_cli.rules.seventh import unit_text
from shoot_cli.rules.seventh.fields import (
    ARMOURY,
    MODE,
    STATS,
    UNIT_FORM,
    WEAPON_FORM,
    finish_unit,
    make_model,
    weapon_of_row,
    why_no_unit,
    why_no_weapon,
)
from shoot_cli.rules.seventh.joined_units import host_of, why_not_joined, with_those
from shoot_cli.rules.seventh.profiles import Army, Model, Unit, Weapon


def transport_of(unit: Unit, units: Sequence[Unit]) -> tuple[Unit | None, str]:
    """Return the transport that `rides_in` names, or None, and what is wrong with it in words, or ""."""
    wanted, transports = plain_name(unit.rides_in), [other for other in units if other.capacity is not None]
    transport = next((other for other in transports if plain_name(other.name) == wanted), None)
    if transport is None:
        words = did_you_mean(unit.rides_in, (other.name for other in transports)) if transports else "it has none"
        return None, f"{shown(unit.rides_in)} is no transport of this list; {words}"
    if unit.vehicle:
        return None, "vehicles ride in no transport; leave rides_in out"
    if unit.joined_to:
        return None, f"{unit.name} rides where {unit.joined_to} does; leave rides_in out"
    return transport, ""


VEHICLE_ONLY, NEVER_OF_VEHICLES = ("front", "side", "rear", "HP"), ("T", "W", "Sv", "FNP")
WEAPON_NEEDS = ("range", "S", "AP", "type")


class Lists(ArmouryListReader):
    """The reader of army lists and scenarios of this edition."""

    RULESET = "40k-7e"
    CALLED, UNIT_CALLED = "Ultramarines Strike Force", "Tactical Squad"
    STATS, WEAPON, UNIT, ARMOURY = STATS, WEAPON_FORM, UNIT_FORM, ARMOURY
    NEEDS: ClassVar = {"list": ("BS", "T", "Ld", "Sv"), "attacker": ("BS",), "target": ("T",)}

    def read_line(self, text: str, role: str) -> Unit:
        return unit_text.read_line(text, role)

    def army(self, units: tuple[Unit, ...]) -> Army:
        return Army(self.RULESET, self.page.name, units, self.page.faction)

    # Units, and characters that have joined them.

    def finish_units(self, nodes: list[Node], units: list[Unit | None]) -> tuple[Unit, ...]:
        unique = named_once(unit for unit in units if unit)
        return unique if self.problems.found else self.aboard(self.joined(unique, ("units",)))

    def aboard(self, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
        """Return the units with `rides_in` as the exact name of a transport of the list, which has room for all."""
        checked, inside = [], Counter[str]()
        for index, unit in enumerate(units):
            transport, why = transport_of(unit, units) if unit.rides_in else (None, "")
            if transport and not why:
                inside[transport.name] += sum(n for part in (unit, *with_those(unit, units)) for _, n in part.models)
                room = transport.room(sum(n for _, n in transport.models))
                if inside[transport.name] > room:
                    why = f"{inside[transport.name]} models are in {transport.name}; it has room for {room}"
            if why:
                self.problems.add(("units", index, "rides_in"), why)
            checked.append(unit.but(rides_in=transport.name) if transport else unit)
        return tuple(checked)

    def joined(self, units: tuple[Unit, ...], path: Path) -> tuple[Unit, ...]:
        """Return the units with `joined_to` as the exact name of a unit of the list (7E-IC-6)."""
        checked = []
        for index, unit in enumerate(units):
            host, why = host_of(unit, units) if unit.joined_to else (None, "")
            if why:
                self.problems.add((*path, index, "joined_to"), why)
            checked.append(unit.but(joined_to=host.name) if host else unit)
        return tuple(checked)

    def side(self, role: str) -> tuple[Any, tuple[Any, ...]]:
        """Return the first unit of a side, and all its units with the characters that may have joined it (7E-IC-1)."""
        node = self.top.get(role)
        if not isinstance(node, Items) or not node.items:
            return super().side(role)
        read = [self.unit(item, (role, index), self.NEEDS[role]) for index, item in enumerate(node.items)]
        if len(read) > MOST_UNITS:
            self.problems.add((role,), f"{len(read)} units are too many; at most {MOST_UNITS}")
        if self.problems.found:
            return None, ()
        units = named_once(read)
        for index, unit in enumerate(units[1:], 1):
            if why := why_not_joined(units[0], unit):
                words = f"{why[0].text}; only characters stand behind the first unit of a side"
                self.problems.add((role, index), words)
        return units[0], self.joined(units, (role,))

    def model(self, row: Any, unit: Any, stats: dict[str, Any], path: Path) -> Model:
        rules = (*unit.rules, *row.rules)
        return make_model(row.name, stats, rules, self.weapons_of(row), row.character, row.independent)

    def unit_of(self, page: Any, name: str, models: list[tuple[Model, int]], path: Path) -> Unit:
        kind = page.type or next((row.type for row in page.models if row.type), None)
        carries = (page.transport.capacity, page.transport.fire_points) if page.transport else (None, 0)
        unit = finish_unit(name, kind, models, page.rules, page.points, page.note, page.faction, *carries)
        if page.joined_to or page.rides_in:
            unit = unit.but(joined_to=page.joined_to or "", rides_in=page.rides_in or "")
        return unit

    def check_rows(self, node: Node, path: Path, key: str, needs: Needs) -> None:
        """Report missing characteristics, models that do not fit the type, and a transport that is no vehicle."""
        rows = enumerate(rows_of(node))
        kinds = [self.vehicle(row, (*path, key, index), needs) for index, row in rows]
        vehicles = [vehicle for vehicle in kinds if vehicle is not None]
        if not isinstance(node, MappingNode):
            return
        of_models = (text_of(row.get("type")) for row in rows_of(node) if isinstance(row, MappingNode))
        kind = text_of(node.get("type")) or next(filter(None, of_models), None)
        if why := why_no_unit(kind, vehicles):
            self.problems.add((*path, "models" if any(vehicles) else "type"), why)
        if node.get("transport") is not None and vehicles and not any(vehicles):
            words = "only vehicles carry others; leave transport out"
            self.problems.add((*path, "transport"), words, of_key=True)

    def vehicle(self, row: Node, path: Path, needs: Needs) -> bool | None:
        """Return True if the model is a vehicle, None if unknown, and report what it lacks."""
        if (given := self.given_keys(row)) is None:
            return None
        vehicle = bool(given.intersection(VEHICLE_ONLY))
        wanted = ("BS", *VEHICLE_ONLY) if vehicle else needs
        subject = "the vehicle" if vehicle else "the model"
        self.report_missing((key for key in wanted if key not in given), subject, row, path)
        if vehicle and (odd := [key for key in NEVER_OF_VEHICLES if key in given]):
            words = f"a vehicle has no {' or '.join(odd)}; leave it out, or leave out {', '.join(VEHICLE_ONLY)}"
            self.problems.add(path, words)
        return vehicle

    def check_weapon_profile(self, way: MappingNode, weapon: MappingNode, path: Path) -> None:
        for key, example in MODE.like(*WEAPON_NEEDS).items():
            if way.get(key) is None and weapon.get(key) is None:
                self.problems.add(path, f"“{key}” of the weapon is missing; write {key}: {example}")

    def weapon_profile(self, name: str, page: Any, way: Any, path: Path) -> Weapon:
        inches, strength, ap, kind = (getattr(way, key) or getattr(page, key) for key in WEAPON_NEEDS)
        rules = (*page.rules, *way.rules)
        weapon = weapon_of_row(name, inches, strength, ap, kind, self.source_of(page), rules)
        if why := why_no_weapon(weapon):
            self.problems.add(path, why, of_key=True)
        return weapon if page.grenade is None else weapon.but(grenade=page.grenade)


read, read_scenario, json_schema = Lists.read, Lists.read_scenario, Lists.json_schema
