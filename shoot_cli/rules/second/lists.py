"""Reads army lists and scenarios of this edition, beginning at `read`. ``armies`` defines what a list must have."""

from __future__ import annotations

from typing import Any, ClassVar

from shoot_cli.armies.list_reader import ArmouryListReader, Needs, Path, rows_of
from shoot_cli.armies.tree import Items, MappingNode, Node, Scalar, plain_name, text_of
from shoot_cli.engine.reasons import shown
from shoot_cli.rules.second import unit_text
from shoot_cli.rules.second.fields import (
    ARMOURY,
    LIST,
    STATS,
    UNIT_FORM,
    WEAPON_FORM,
    Traits,
    finish_unit,
    location_of,
    make_model,
    make_weapon,
    traits_of,
    weapon_complaints,
    why_no_unit,
    why_not_alike,
)
from shoot_cli.rules.second.profiles import SETTINGS, Army, Model, Unit, Weapon, is_type, type_of

OF_FLESH = ("T", "W", "Sv", "field")  # models with locations have these only if one location is the crew
PRINTED = ("short", "long", "hit", "short_hit", "long_hit", "S", "damage", "save", "penetration")
TRUTHS = {"yes": "true", "no": "false"}
SAID_FOR = {"more": ">", "more than": ">", "at least": ">="}  # YAML gives a leading > another meaning


class Lists(ArmouryListReader):
    """The reader of this edition's lists, see `ArmouryListReader`."""

    RULESET = "40k-2e"
    CALLED, UNIT_CALLED = "Macragge Column", "Tactical Squad"
    LIST, STATS, WEAPON, UNIT, ARMOURY = LIST, STATS, WEAPON_FORM, UNIT_FORM, ARMOURY
    NEEDS: ClassVar = {"list": ("BS", "T", "Ld", "Sv"), "attacker": ("BS",), "target": ("T",)}
    SETTINGS, SETTING_LIKE = SETTINGS, "jam_turns: one"

    def read_line(self, text: str, role: str) -> Unit:
        return unit_text.read_line(text, role)

    def army(self, units: tuple[Unit, ...]) -> Army:
        return Army(self.RULESET, self.page.name, units, self.page.faction, self.settings)

    def setting(self, node: Node, values: tuple[str, ...]) -> tuple[str | None, str]:
        text = _value_text(node)
        plain = plain_name(text)
        choices = (text, plain.replace(" ", "_"), TRUTHS.get(plain, text), SAID_FOR.get(plain, text))
        return next((value for value in values if value in choices), None), shown(text or "nothing")

    # Units ------------------------------------------------------------------------------------------------------------

    def model(self, row: Any, unit: Any, stats: dict[str, Any], path: Path) -> Model:
        if "locations" in stats:
            stats["locations"] = tuple(location_of(page) for page in stats["locations"])
        return make_model(row.name, stats, (*unit.rules, *row.rules), self.weapons_of(row), row.character)

    def unit_of(self, page: Any, name: str, models: list[tuple[Model, int]], path: Path) -> Unit | None:
        if why := why_not_alike(models):
            self.problems.add((*path, "models"), why)
            return None
        return finish_unit(name, page.type, page.category, models, page.rules, page.points, page.note, page.faction)

    def check_rows(self, node: Node, path: Path, key: str, needs: Needs) -> None:
        """Report what the models lack, and whether they can form a unit of this type."""
        rows = enumerate(rows_of(node))
        located = [self.located(row, (*path, key, index), needs) for index, row in rows]
        if not isinstance(node, MappingNode) or None in located:
            return
        kind = text_of(node.get("type")) or ""
        if kind and not is_type(kind):
            return  # another check reports this
        if why := why_no_unit(type_of(kind) if kind else None, [flag for flag in located if flag is not None]):
            self.problems.add((*path, "type") if kind else path, why)

    def located(self, row: Node, path: Path, needs: Needs) -> bool | None:
        """Return whether a model has locations, None if unknown, and report what it lacks."""
        if (keys := self.given_keys(row)) is None:
            return None
        located = "locations" in keys
        crew = located and self.has_crew(row)
        wanted = tuple(key for key in needs if not located or key == "BS" or (crew and key in OF_FLESH))
        owner = "the vehicle" if located else "the model"
        self.report_missing((key for key in wanted if key not in keys), owner, row, path)
        if located and not crew and (odd := [key for key in OF_FLESH if key in keys]):
            words = f"what is hit location by location has no {' or '.join(odd)}"
            self.problems.add(path, f"{words}; leave it out, or make a location its crew with crew: yes")
        return located

    def has_crew(self, row: Node) -> bool:
        assert isinstance(row, MappingNode)
        locations = row.get("locations")
        if locations is None:
            profile = self.profiles[plain_name(text_of(row.get("profile")) or "")]
            return any(location.crew for location in profile.locations)
        parts = locations.items if isinstance(locations, Items) else []
        texts = (text_of(part.get("crew")) for part in parts if isinstance(part, MappingNode))
        return any((text or "").casefold() in ("yes", "true", "on", "y") for text in texts)

    # Weapons ----------------------------------------------------------------------------------------------------------

    def weapon_profile(self, name: str, page: Any, mode: Any, path: Path) -> Weapon | None:
        """Make one mode of a weapon; a value that the mode lacks comes from the weapon."""
        answers = {key: value for key in PRINTED if (value := _value(page, mode, key)) is not None}
        try:
            traits = _traits(page, mode)
            complaints = [*weapon_complaints(answers, traits, in_a_list=True)]
            for key, words in complaints:
                self.problems.add((*path, key) if key else path, words)
            return None if complaints else make_weapon(name, answers, traits, self.source_of(page))
        except ValueError as error:
            self.problems.add(path, str(error))
            return None


read, read_scenario, json_schema = Lists.read, Lists.read_scenario, Lists.json_schema


def _value_text(node: Node | None) -> str:
    """Return the text of a setting; ``{10: -1, 20: -2}`` becomes ``10:-1 20:-2``."""
    if isinstance(node, MappingNode):
        return " ".join(f"{key}:{text_of(value) or ''}" for key, value in node.values.items())
    return (text_of(node) or "") if isinstance(node, Scalar) else "a list"


def _value(page: Any, mode: Any, key: str) -> Any:
    """Return the mode's value, else the weapon's. `hit` of one hides `short_hit` and `long_hit` of the other."""
    value, shared = getattr(mode, key), getattr(page, key)
    other = {"hit": ("short_hit", "long_hit"), "short_hit": ("hit",), "long_hit": ("hit",)}.get(key, ())
    return value if value is not None or any(getattr(mode, name) is not None for name in other) else shared


def _traits(page: Any, mode: Any) -> Traits:
    """Return the traits. :raises ValueError: if a trait has two values."""
    numbers = {"sustained fire": "sustained_fire", "blast": "blast", "explodes": "explodes", "recharge": "recharge"}
    texts = [f"{trait} {value}" for trait, key in numbers.items() if (value := _value(page, mode, key)) is not None]
    yes = {"move or fire": "move_or_fire", "template": "template", "thrown": "thrown"}
    texts += [trait for trait, key in yes.items() if _value(page, mode, key)]
    return traits_of([*texts, *page.rules, *mode.rules])
