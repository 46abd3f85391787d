"""The parts of a list as pydantic pages: which keys there are, what may stand under them. Loaded only to read one."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, ConfigDict, Field, model_validator

from shoot_cli.armies.checking import NAME, NOTE, YES_NO, Page, listed, read_by, whole
from shoot_cli.armies.pages import NUMBER_OR_TEXT, ProfileName, WeaponName, as_written
from shoot_cli.armies.problems import did_you_mean
from shoot_cli.armies.reading import split_list
from shoot_cli.core.questions import shown
from shoot_cli.rules.seventh.special_rules import UNIT, WEAPON, Named, names_for, rule_named
from shoot_cli.rules.seventh.values import ap_of, fire_of, range_of, save_of, saves_of, skill_of, strength_of

MOST_MODELS, MOST_KINDS, MOST_WEAPONS, MOST_RULES = 200, 60, 20, 40


def weapon_rule(text: str) -> str:
    """The rule as it was written. :raises ValueError: no rule that a weapon can have."""
    named = _named(text)
    if named.known is None:
        near = did_you_mean(text.split("(")[0], names_for(WEAPON))
        raise ValueError(f"no special rule {shown(text)} of weapons is known; {near} (leave out what changes no shots)")
    if named.known.where == UNIT:
        raise ValueError(f"{named.known.name} is a rule of units and models; write it under their rules:")
    return text


def unit_rule(text: str) -> str:
    """The rule as it was written; units may have rules that are not known. :raises ValueError: an impossible value."""
    _named(text)
    if len(text) > 200:
        raise ValueError(f"{len(text)} characters are too long for a rule; write its name")
    return text


def _named(text: str) -> Named:
    return rule_named(text[:300])


def _weapon_type(text: str) -> str:
    """The type as it was written. :raises ValueError: what is wrong with it and with each rule behind it."""
    first, *rules = split_list(text) or [""]
    wrong = []
    for check, part in ((fire_of, first), *((weapon_rule, rule) for rule in rules)):
        try:
            check(part)
        except ValueError as error:
            wrong.append(str(error))
    if wrong:
        raise ValueError(" / ".join(wrong))
    return text


SkillValue = Annotated[int, *read_by(skill_of, "write 0 to 10", type=NUMBER_OR_TEXT)]
SaveValue = Annotated[int, *read_by(save_of, 'write 2+ to 6+, or "-" for none', type=NUMBER_OR_TEXT)]
SaveValues = Annotated[
    tuple[int, int | None],
    *read_by(saves_of, 'write 3+, 3+/5++ with an invulnerable save, or "-" for none', type=NUMBER_OR_TEXT),
]
ArmourValue = whole(5, 15)
UnitRule = Annotated[str, *read_by(unit_rule, "write a special rule", type="string")]
WeaponRule = Annotated[
    str, *read_by(weapon_rule, "write a special rule of weapons", type="string", examples=names_for(WEAPON))
]
RangeValue = Annotated[str, *as_written(range_of, "write 24, 12-48, Template or unlimited", type=NUMBER_OR_TEXT)]
StrengthValue = Annotated[str, *as_written(strength_of, "write 1 to 10, X or *", type=NUMBER_OR_TEXT)]
PiercingValue = Annotated[str, *as_written(ap_of, 'write 1 to 6, or "-"', type=NUMBER_OR_TEXT)]
TypeValue = Annotated[str, *read_by(_weapon_type, "write Rapid Fire, Heavy 3, Assault 2D6, Salvo 2/3 …", type="string")]

UnitRules = Annotated[tuple[UnitRule, ...], BeforeValidator(listed), Field(max_length=MOST_RULES)]
WeaponRules = Annotated[tuple[WeaponRule, ...], BeforeValidator(listed), Field(max_length=MOST_RULES)]
WeaponNames = Annotated[tuple[WeaponName, ...], BeforeValidator(listed), Field(max_length=MOST_WEAPONS)]


class StatsPage(Page):
    """Characteristics as printed. What is left out comes from the profile, if the model has one."""

    WS: SkillValue | None = None
    BS: SkillValue | None = None
    S: SkillValue | None = None
    T: whole(1, 10) | None = None  # type: ignore[valid-type]
    W: whole(1, 20) | None = None  # type: ignore[valid-type]
    I: SkillValue | None = None  # noqa: E741 - as printed
    A: SkillValue | None = None
    Ld: whole(1, 10) | None = None  # type: ignore[valid-type]
    Sv: SaveValues | None = None
    Inv: SaveValue | None = None
    FNP: SaveValue | None = None
    front: ArmourValue | None = None  # type: ignore[valid-type]
    side: ArmourValue | None = None  # type: ignore[valid-type]
    rear: ArmourValue | None = None  # type: ignore[valid-type]
    HP: whole(1, 20) | None = None  # type: ignore[valid-type]

    @model_validator(mode="after")
    def one_invulnerable_save(self) -> StatsPage:
        if self.Sv and self.Sv[1] is not None and self.Inv is not None:
            raise ValueError("the invulnerable save stands twice, behind Sv and as Inv; keep one")
        return self


class ModelPage(StatsPage):
    """``count`` models of one kind with the same weapons."""

    name: NAME = Field(examples=["Space Marine"])
    plural: NAME = ""
    count: whole(1, MOST_MODELS) = 1  # type: ignore[valid-type]
    profile: ProfileName | None = None
    weapons: WeaponNames = ()
    rules: UnitRules = ()
    character: YES_NO = False
    independent: YES_NO = False
    type: NAME | None = None
    note: NOTE = ""


class TransportPage(Page):
    """What a vehicle carries."""

    model_config = ConfigDict(populate_by_name=True)

    capacity: whole(1, MOST_MODELS) = Field(examples=[10])  # type: ignore[valid-type]
    fire_points: whole(0, MOST_MODELS) = Field(0, alias="fire points", examples=[2])  # type: ignore[valid-type]


class UnitPage(Page):
    """One unit, its models nearest to the enemy first."""

    name: NAME = ""
    type: NAME | None = None
    points: whole(0, 10_000) | None = None  # type: ignore[valid-type]
    faction: NAME = ""
    rules: UnitRules = ()
    models: list[ModelPage] = Field(
        min_length=1, max_length=MOST_KINDS, examples=["[{name: Boy, count: 10, profile: boy, weapons: [shoota]}]"]
    )
    transport: TransportPage | None = None
    joined_to: NAME = ""
    note: NOTE = ""


class ModePage(Page):
    """How one weapon, or one mode of it, fires."""

    range: RangeValue | None = None
    S: StrengthValue | None = None
    AP: PiercingValue | None = None
    type: TypeValue | None = None
    rules: WeaponRules = ()


class WeaponPage(ModePage):
    """A weapon, or what all its modes share."""

    modes: dict[NAME, ModePage] = Field(default_factory=dict)
    grenade: YES_NO | None = None
    source: NOTE = ""
    note: NOTE = ""
