"""The parts of a list as pydantic pages: which keys there are, what may stand under them. Loaded only to read one."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, model_validator

from shoot_cli.armies.checking import NAME, NOTE, YES_NO, Page, listed, read_by, whole
from shoot_cli.armies.pages import NUMBER_OR_TEXT, ProfileName, TopPage, WeaponName, as_written
from shoot_cli.armies.problems import did_you_mean
from shoot_cli.core.questions import shown
from shoot_cli.rules.second import profiles, values
from shoot_cli.rules.second.building import MOST_MODELS, why_no_locations
from shoot_cli.rules.second.special_rules import (
    MOST_JAMS,
    MOST_RECHARGE,
    TRAITS,
    UNIT,
    WEAPON,
    names_for,
    rule_named,
    trait_of,
)

MOST_KINDS, MOST_WEAPONS, MOST_RULES = 60, 20, 40


def weapon_rule(text: str) -> str:
    """The rule or trait as it was written. :raises ValueError: nothing that a weapon can have."""
    if len(text) > 200:
        raise ValueError(f"{len(text)} characters are too long for a rule; write its name")
    if trait_of(text):
        return text
    named = rule_named(text, WEAPON)
    if named.known is None:
        near = did_you_mean(text.split("(")[0], [*names_for(WEAPON), *TRAITS])
        raise ValueError(f"no special rule {shown(text)} of weapons is known; {near} (leave out what changes no shots)")
    if named.known.where == UNIT:
        raise ValueError(f"{named.known.name} is a rule of units and models; write it under their rules:")
    return text


def unit_rule(text: str) -> str:
    """The rule as it was written; units may have rules that are not known. :raises ValueError: too long."""
    if len(text) > 200:
        raise ValueError(f"{len(text)} characters are too long for a rule; write its name")
    return text


def _each_face_once(pages: list[LocationPage]) -> list[LocationPage]:
    if why := why_no_locations([page.location for page in pages]):
        raise ValueError(why)
    return pages


def _joined(value: Any) -> Any:
    """A list of texts as one text with commas; anything else as it is."""
    texts = isinstance(value, list) and value and all(isinstance(item, str) for item in value)
    return ",".join(value) if texts else value


def _as_text(check: Any, expected: str) -> tuple[Any, ...]:
    return as_written(check, expected, type=NUMBER_OR_TEXT)


SkillValue = Annotated[int, *read_by(values.skill_of, "write 0 to 10", type=NUMBER_OR_TEXT)]
MoveValue = Annotated[int, *read_by(values.movement_of, "write inches, as 4", type=NUMBER_OR_TEXT)]
SaveValue = Annotated[
    profiles.Save | None,
    *read_by(values.save_of, 'write 3+, 3+ on 2D6, 6+/5+ v area, or "-" for none', type=NUMBER_OR_TEXT),
]
FieldValue = Annotated[
    profiles.Field | None,
    *read_by(values.field_of, "write refractor 5+, or the name of a field", type="string", examples=[*values.FIELDS]),
]
FacesValue = Annotated[
    tuple[int, ...],
    *read_by(values.faces_of, "write 1, 2-5 or 1, 4-6", type=NUMBER_OR_TEXT),
    BeforeValidator(_joined),  # [1, 2] as well
]
ArmourValue = whole(1, values.MOST_ARMOUR)
TypeValue = Annotated[
    str, *read_by(values.type_of, "write Infantry, Vehicle …", type="string", examples=[*values.TYPES])
]
CategoryValue = Annotated[
    str, *read_by(values.category_of, "write human-sized, vehicle …", type="string", enum=[*profiles.CATEGORIES])
]
UnitRule = Annotated[str, *read_by(unit_rule, "write a special rule", type="string", examples=names_for(UNIT))]
WeaponRule = Annotated[
    str, *read_by(weapon_rule, "write a special rule of weapons", type="string", examples=[*names_for(WEAPON), *TRAITS])
]
RangeValue = Annotated[str, *_as_text(values.inches_of, "write inches as 12")]
LongValue = Annotated[str, *_as_text(values.long_of, 'write inches as 24, or "-" for none')]
HitsValue = Annotated[str, *_as_text(values.hits_of, "write +1/0: at short, at long range")]
HitValue = Annotated[str, *_as_text(values.hit_of, "write +1, 0, -1 or auto")]
StrengthValue = Annotated[str, *_as_text(values.strength_of, "write 1 to 10")]
DamageValue = Annotated[str, *_as_text(values.damage_of, "write 1, D4 or 2D6")]
ModifierValue = Annotated[str, *_as_text(values.save_modifier_of, "write -2, or 0 for none")]
PenetrationValue = Annotated[str, *_as_text(values.penetration_of, "write D6+D4+5, or automatic")]
RadiusValue = Annotated[float, *read_by(values.radius_of, "write inches as 2 or 1.5", type=["string", "number"])]

UnitRules = Annotated[tuple[UnitRule, ...], BeforeValidator(listed), Field(max_length=MOST_RULES)]
WeaponRules = Annotated[tuple[WeaponRule, ...], BeforeValidator(listed), Field(max_length=MOST_RULES)]
WeaponNames = Annotated[tuple[WeaponName, ...], BeforeValidator(listed), Field(max_length=MOST_WEAPONS)]


class LocationPage(Page):
    """A part of a vehicle, walker or support weapon, and the numbers of the location die that hit it."""

    name: NAME = Field(examples=["Hull"])
    D6: FacesValue = Field(examples=["2-5"])
    front: ArmourValue | None = None  # type: ignore[valid-type]
    side: ArmourValue | None = None  # type: ignore[valid-type]
    crew: YES_NO = False
    damage: list[NOTE] = Field(default=[], max_length=6)

    @model_validator(mode="after")
    def armour_or_crew(self) -> LocationPage:
        armour = {"front": self.front, "side": self.side}
        if self.crew and (odd := [key for key, value in armour.items() if value is not None]):
            raise ValueError(f"the crew is wounded and saved by the model's T and Sv; leave out {' and '.join(odd)}")
        if not self.crew and (lacking := [key for key, value in armour.items() if value is None]):
            words = f"the location has no {' and no '.join(lacking)}; write front: 20, side: 18 (side and rear)"
            raise ValueError(f"{words}, or crew: yes")
        if self.damage and len(self.damage) != 6:
            raise ValueError(f"damage has {len(self.damage)} rows; write six, for 1 to 6, or leave it out")
        return self

    @property
    def location(self) -> profiles.Location:
        return profiles.Location(
            self.name, self.D6, self.front or 0, self.side or 0, self.crew, tuple(self.damage)
        )  # fmt: skip


class StatsPage(Page):
    """Characteristics as printed. What is left out comes from the profile, if the model has one."""

    M: MoveValue | None = None
    WS: SkillValue | None = None
    BS: SkillValue | None = None
    S: SkillValue | None = None
    T: whole(1, 10) | None = None  # type: ignore[valid-type]
    W: whole(1, values.MOST_WOUNDS) | None = None  # type: ignore[valid-type]
    I: SkillValue | None = None  # noqa: E741 - as printed
    A: SkillValue | None = None
    Ld: whole(1, 10) | None = None  # type: ignore[valid-type]
    Sv: SaveValue = None
    field: FieldValue = None
    locations: Annotated[list[LocationPage], Field(max_length=6), AfterValidator(_each_face_once)] = Field(
        default=[], examples=["[{name: Hull, D6: 1-6, front: 20, side: 18}]"]
    )


class ModelPage(StatsPage):
    """``count`` models of one kind with the same weapons."""

    name: NAME = Field(examples=["Space Marine"])
    plural: NAME = ""
    count: whole(1, MOST_MODELS) = 1  # type: ignore[valid-type]
    profile: ProfileName | None = None
    weapons: WeaponNames = ()
    rules: UnitRules = ()
    character: YES_NO = False
    note: NOTE = ""


class UnitPage(Page):
    """One unit, its models nearest to the enemy first."""

    name: NAME = ""
    type: TypeValue | None = None
    category: CategoryValue | None = None
    points: whole(0, 10_000) | None = None  # type: ignore[valid-type]
    faction: NAME = ""
    rules: UnitRules = ()
    models: list[ModelPage] = Field(
        min_length=1, max_length=MOST_KINDS, examples=["[{name: Boy, count: 10, profile: boy, weapons: [bolt pistol]}]"]
    )
    note: NOTE = ""


class ModePage(Page):
    """How one weapon, or one mode of it, fires."""

    model_config = ConfigDict(populate_by_name=True)

    short: RangeValue | None = None
    long: LongValue | None = None
    hit: HitsValue | None = None
    short_hit: HitValue | None = None
    long_hit: HitValue | None = None
    S: StrengthValue | None = None
    damage: DamageValue | None = None
    save: ModifierValue | None = None
    penetration: PenetrationValue | None = None
    sustained_fire: whole(0, values.MOST_SUSTAINED) | None = Field(None, alias="sustained fire")  # type: ignore[valid-type]
    move_or_fire: YES_NO | None = Field(None, alias="move or fire")
    blast: RadiusValue | None = None
    template: YES_NO | None = None
    thrown: YES_NO | None = None
    explodes: whole(1, MOST_JAMS) | None = None  # type: ignore[valid-type]
    recharge: whole(0, MOST_RECHARGE) | None = None  # type: ignore[valid-type]
    rules: WeaponRules = ()


class WeaponPage(ModePage):
    """A weapon, or what all its modes share."""

    modes: dict[NAME, ModePage] = Field(default_factory=dict)
    source: NOTE = ""
    note: NOTE = ""


class ListPage(TopPage):
    """An army list."""

    settings: Any = None
    units: Any = None
