"""The parts of a list as pydantic pages: which keys there are, what may stand under them. Loaded only to read one."""

from __future__ import annotations

import re
from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from shoot_cli.armies.checking import NAME, NOTE, YES_NO, Page, listed, read_by, whole
from shoot_cli.armies.pages import NUMBER_OR_TEXT, ProfileName
from shoot_cli.armies.problems import plain_name
from shoot_cli.rules.reikhammer.profiles import TYPES, VALUES
from shoot_cli.rules.reikhammer.values import (
    ASSAULTS,
    HIGHEST,
    MOST_INTEGRITY,
    NONE,
    UNIT_RULES,
    WEAPON_RULES,
    ammo_of,
    armour_of,
    barrage_of,
    character_of,
    invulnerable_of,
    macro_of,
    range_of,
    rating_of,
    speed_of,
    type_of,
    unit_rule,
    value_of,
    weapon_rule,
)

MOST_COUNT, MOST_KINDS, MOST_WEAPONS, MOST_RULES = 30, 30, 12, 12

_TIMES = re.compile(r"([1-9])\s*[x×]\s*(?=\S)", re.IGNORECASE)


class Reference(NamedTuple):
    """What an entry like ``2x autocannon`` means."""

    name: str  # plain name of the weapon
    times: int = 1


class Known(NamedTuple):
    """The names that a list may use, by their plain names; read off the text before anything is checked."""

    weapons: dict[str, str]  # plain name: as written
    profiles: dict[str, str]


def meant(text: str, known: Known) -> Reference | None:
    """What the text names among the ``known`` weapons, or Small Arms and Assault Weapon, which every list has."""
    times = 1
    if (found := _TIMES.match(text)) and plain_name(text) not in known.weapons:
        times, text = int(found[1]), text[found.end() :]
    name = plain_name(text)
    for spelt in (name, name.removesuffix("s")):
        if spelt in known.weapons or spelt in ASSAULTS:
            return Reference(spelt, times)
    return None


def _listed(value: Any) -> Any:
    """As ``listed``; "-" is none."""
    return [] if isinstance(value, str) and value.strip().casefold() in NONE else listed(value)


def _entries(value: Any) -> Any:
    """As ``_listed``; what stands in the list is looked at where its place is known."""
    found = _listed(value)
    return [str(entry) for entry in found] if isinstance(found, list) else found


TypeValue = Annotated[str, *read_by(type_of, f"write {', '.join(TYPES)}", type="string", examples=list(TYPES))]
Value = Annotated[int | None, *read_by(value_of, 'write 4 (to roll 4 or less), or "-" for none', type=NUMBER_OR_TEXT)]
ArmourValue = Annotated[int, *read_by(armour_of, 'write 4 (to roll 4 or less), or "-" for none', type=NUMBER_OR_TEXT)]
SaveValue = Annotated[int | None, *read_by(invulnerable_of, f"write 1 to {HIGHEST}", type=NUMBER_OR_TEXT)]
RatingValue = Annotated[int, *read_by(rating_of, f"write 1 to {HIGHEST}", type=NUMBER_OR_TEXT)]
RangeValue = Annotated[int | None, *read_by(range_of, "write tiles, as in 12", type=NUMBER_OR_TEXT)]
BarrageValue = Annotated[int, *read_by(barrage_of, "write barrage points, as in 3", type=NUMBER_OR_TEXT)]
AmmoValue = Annotated[int | None, *read_by(ammo_of, 'write 4, or "-" for without end', type=NUMBER_OR_TEXT)]
SpeedValue = Annotated[int | None, *read_by(speed_of, "write tiles, as in 5", type=NUMBER_OR_TEXT)]
CharacterValue = Annotated[
    str | bool, *read_by(character_of, "write a name, yes or no", type=["string", "boolean"], maxLength=60)
]
MacroValue = Annotated[
    tuple[str, ...] | bool,
    BeforeValidator(macro_of),
    WithJsonSchema(
        {
            "description": "yes: every value makes macro hits; or those that do",
            "anyOf": [
                {"type": ["boolean", "string"]},
                {"type": "array", "items": {"enum": list(VALUES)}, "minItems": 1},
            ],
        }
    ),
]
UnitRule = Annotated[
    str | None,
    *read_by(unit_rule, "write a rule", type="string", examples=list(dict.fromkeys(UNIT_RULES.values()))),
]
WeaponRule = Annotated[
    str | None,
    *read_by(weapon_rule, "write a rule", type="string", examples=list(dict.fromkeys(WEAPON_RULES.values()))),
]
UnitRules = Annotated[tuple[UnitRule, ...], BeforeValidator(_listed), Field(max_length=MOST_RULES)]
WeaponRules = Annotated[tuple[WeaponRule, ...], BeforeValidator(_listed), Field(max_length=MOST_RULES)]
Carried = Annotated[tuple[str, ...], BeforeValidator(_entries), Field(max_length=MOST_WEAPONS)]


class WeaponPage(Page):
    """A weapon. ``name`` is written where it is described among what a unit carries."""

    name: NAME = ""
    range: RangeValue | None = None
    AP: Value | None = None
    AT: Value | None = None
    AA: Value | None = None
    BP: BarrageValue = 0
    macro: MacroValue = False
    rules: WeaponRules = ()
    note: NOTE = ""


class StatsPage(Page):
    """What is printed of a unit. What is left out comes from the profile, if the unit has one."""

    type: TypeValue | None = None
    speed: SpeedValue | None = None
    armour: ArmourValue | None = None
    integrity: whole(1, MOST_INTEGRITY) | None = None  # type: ignore[valid-type]
    ammo: AmmoValue | None = None
    invulnerable: SaveValue | None = None
    weapons: Carried = ()
    rules: UnitRules = ()
    note: NOTE = ""


class ModelPage(StatsPage):
    """``count`` units of one kind. ``character``: who is with it."""

    name: NAME = Field(examples=["Grenadiers"])
    plural: NAME = ""
    count: whole(1, MOST_COUNT) = 1  # type: ignore[valid-type]
    profile: ProfileName | None = None
    character: CharacterValue = False
    lost: whole(0, MOST_INTEGRITY) = 0  # type: ignore[valid-type]

    @model_validator(mode="after")
    def one_unit_is_unlike_the_others(self) -> ModelPage:
        if self.count > 1 and (self.lost or self.character):
            what = "that has lost integrity" if self.lost else "with a character"
            raise ValueError(f"a unit {what} stands alone; write it with count: 1, and the others without")
        return self


class UnitPage(Page):
    """One formation, its units nearest to the enemy first. They may also stand under ``models``."""

    name: NAME = ""
    CR: RatingValue | None = None
    points: whole(0, 10_000) | None = None  # type: ignore[valid-type]
    rules: UnitRules = ()
    units: list[ModelPage] = Field(default=[], min_length=1, max_length=MOST_KINDS)
    models: list[ModelPage] = Field(default=[], min_length=1, max_length=MOST_KINDS)
    note: NOTE = ""


class TopPage(Page):
    """The outermost keys. What is large is read piece by piece, so that a mistake in one piece hides no other."""

    ruleset: NAME
    name: NAME = ""
    note: NOTE = ""
    invented: YES_NO = False
    synthetic: YES_NO = False
    profiles: Any = None
    weapons: Any = None


class ListPage(TopPage):
    """An army list."""

    strategy: whole(0, HIGHEST) = 1  # type: ignore[valid-type]
    settings: Any = None
    formations: Any = None
    units: Any = None


class ScenarioPage(TopPage):
    """One attack."""

    attacker: Any = None
    target: Any = None
    answers: Any = None
