"""The parts of a list as pydantic pages: which keys there are, what may stand under them. Loaded only to read one."""

from __future__ import annotations

import re
from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator, Field, ValidationInfo, WithJsonSchema, model_validator

from shoot_cli.armies.checking import NAME, NOTE, YES_NO, Page, listed, read_by, text_in, whole
from shoot_cli.armies.pages import NUMBER_OR_TEXT, ProfileName
from shoot_cli.armies.problems import did_you_mean, plain_name
from shoot_cli.core.questions import shown
from shoot_cli.rules.tenth.abilities import SHOOTER, WEAPON, names_for
from shoot_cli.rules.tenth.profiles import Ability, Amount
from shoot_cli.rules.tenth.values import (
    MOST_TOUGHNESS,
    MOST_WOUNDS,
    NONE,
    amount_of,
    ap_of,
    damage_of,
    keyword_of,
    leadership_of,
    movement_of,
    range_of,
    save_of,
    saves_of,
    skill_of,
    strength_of,
    unit_ability,
    weapon_ability,
)

MOST_MODELS, MOST_KINDS, MOST_WEAPONS, MOST_ABILITIES, MOST_KEYWORDS = 200, 60, 20, 40, 60

_TIMES = re.compile(r"([1-9])\s*[x×]\s*(?=\S)", re.IGNORECASE)


class Reference(NamedTuple):
    """What an entry like ``2x plasma incinerator: supercharge`` means."""

    name: str  # plain name of the weapon
    mode: str = ""  # plain name of the one mode that is meant; "" for all
    times: int = 1


class Known(NamedTuple):
    """The names that a list may use, by their plain names; read off the text before anything is checked."""

    weapons: dict[str, Reference]
    weapon_names: tuple[str, ...]  # as they are shown
    profiles: dict[str, str]  # plain name: as written


def known_names(weapons: dict[str, tuple[str, ...]], profiles: tuple[str, ...]) -> Known:
    """``weapons``: their names as written, each with the names of its modes."""
    found: dict[str, Reference] = {}
    for name, modes in weapons.items():
        for mode in modes:
            found.setdefault(_simple(f"{name} {mode}"), Reference(plain_name(name), plain_name(mode)))
    found |= {_simple(name): Reference(plain_name(name)) for name in weapons}  # before modes of the same name
    return Known(found, tuple(weapons), {plain_name(name): name for name in profiles})


def meant(text: str, known: Known) -> Reference | None:
    """What the text names among the ``known`` weapons, as in ``2x bolt rifle``, ``plasma gun (supercharge)``."""
    times = 1
    if (found := _TIMES.match(text)) and _simple(text) not in known.weapons:
        times, text = int(found[1]), text[found.end() :]
    name = _simple(text)
    for spelt in (name, name.removesuffix("s")):
        if spelt in known.weapons:
            return known.weapons[spelt]._replace(times=times)
    return None


def _simple(text: str) -> str:
    """Without what may stand between a weapon and its mode: a colon, a hyphen, brackets."""
    return plain_name(re.sub(r"[:()]", " ", text))


def _weapon_named(value: Any, info: ValidationInfo) -> str:
    said = text_in(_joined(value), "write the name of a weapon")
    known = info.context
    if isinstance(known, Known) and (len(said) > 140 or not meant(said, known)):
        hint = did_you_mean(said, known.weapon_names) if known.weapon_names else "there are none"
        raise ValueError(f"no weapon {shown(said)} under weapons:; {hint} (or describe it there)")
    return said


def _joined(value: Any) -> Any:
    """YAML takes ``incoming: -1 damage`` in a list for a mapping; here it is one text."""
    if isinstance(value, dict) and len(value) == 1:
        ((key, said),) = value.items()
        return f"{key}: {said}" if isinstance(said, str) else value
    return value


def _listed(value: Any) -> Any:
    """As ``listed``; "-" is none."""
    return [] if isinstance(value, str) and value.strip() in NONE else listed(value)


SkillValue = Annotated[
    int | None, *read_by(skill_of, "write 2+ to 6+, or N/A for a Torrent weapon", type=NUMBER_OR_TEXT)
]
SaveValue = Annotated[int, *read_by(save_of, 'write 2+ to 6+, or "-" for none', type=NUMBER_OR_TEXT)]
SaveValues = Annotated[
    tuple[int, int | None],
    *read_by(saves_of, 'write 3+, 3+/5++ with an invulnerable save, or "-" for none', type=NUMBER_OR_TEXT),
]
MovementValue = Annotated[int | None, *read_by(movement_of, 'write 6 or 6"', type=NUMBER_OR_TEXT)]
LeadershipValue = Annotated[int, *read_by(leadership_of, "write 6+", type=NUMBER_OR_TEXT)]
RangeValue = Annotated[int | float, *read_by(range_of, 'write 24 or 24"', type=NUMBER_OR_TEXT)]
AmountValue = Annotated[Amount, *read_by(amount_of, "write 2, D6 or D6+1", type=NUMBER_OR_TEXT)]
DamageValue = Annotated[Amount, *read_by(damage_of, "write 2, D6 or D6+1", type=NUMBER_OR_TEXT)]
StrengthValue = Annotated[int, *read_by(strength_of, "write 4", type=NUMBER_OR_TEXT)]
PiercingValue = Annotated[int, *read_by(ap_of, "write 0 or -1", type=NUMBER_OR_TEXT)]
WeaponName = Annotated[
    str, BeforeValidator(_weapon_named), WithJsonSchema({"type": "string", "description": "name of a weapon"})
]
UnitAbility = Annotated[
    Ability | None,
    *read_by(unit_ability, "write an ability, as in Stealth", type=["string", "object"]),
    BeforeValidator(_joined),  # the last of these is the first to see what is written
]
WeaponAbility = Annotated[
    Ability | None,
    *read_by(
        weapon_ability,
        "write an ability of weapons, as in Lethal Hits",
        type=["string", "object"],
        examples=names_for(WEAPON, SHOOTER),
    ),
    BeforeValidator(_joined),
]
Keyword = Annotated[str, *read_by(keyword_of, "write a keyword, as in Infantry", type="string")]

UnitAbilities = Annotated[tuple[UnitAbility, ...], BeforeValidator(_listed), Field(max_length=MOST_ABILITIES)]
WeaponAbilities = Annotated[tuple[WeaponAbility, ...], BeforeValidator(_listed), Field(max_length=MOST_ABILITIES)]
Keywords = Annotated[tuple[Keyword, ...], BeforeValidator(_listed), Field(max_length=MOST_KEYWORDS)]
WeaponNames = Annotated[tuple[WeaponName, ...], BeforeValidator(_listed), Field(max_length=MOST_WEAPONS)]


class StatsPage(Page):
    """Characteristics as printed. What is left out comes from the profile, if the model has one."""

    M: MovementValue | None = None
    T: whole(1, MOST_TOUGHNESS) | None = None  # type: ignore[valid-type]
    Sv: SaveValues | None = None
    W: whole(1, MOST_WOUNDS) | None = None  # type: ignore[valid-type]
    Inv: SaveValue | None = None
    FNP: SaveValue | None = None
    Ld: LeadershipValue | None = None
    OC: whole(0, 100) | None = None  # type: ignore[valid-type]

    @model_validator(mode="after")
    def one_invulnerable_save(self) -> StatsPage:
        if self.Sv and self.Sv[1] is not None and self.Inv is not None:
            raise ValueError("the invulnerable save stands twice, behind Sv and as Inv; keep one")
        return self


class ModelPage(StatsPage):
    """``count`` models of one kind with the same weapons. ``effects`` are more abilities."""

    name: NAME = Field(examples=["Intercessor"])
    plural: NAME = ""
    count: whole(1, MOST_MODELS) = 1  # type: ignore[valid-type]
    profile: ProfileName | None = None
    weapons: WeaponNames = ()
    abilities: UnitAbilities = ()
    effects: UnitAbilities = ()
    keywords: Keywords = ()
    character: YES_NO = False
    leader: YES_NO = False
    lost: whole(0, MOST_WOUNDS) = 0  # type: ignore[valid-type]
    note: NOTE = ""

    @model_validator(mode="after")
    def one_model_has_lost_wounds(self) -> ModelPage:
        if self.lost and self.count > 1:
            raise ValueError(
                "a model that has lost wounds stands alone; write it with count: 1, the others without lost"
            )
        return self


class UnitPage(Page):
    """One unit, its models in the order in which attacks are allocated to them. ``leader``: the unit that it leads."""

    name: NAME = ""
    points: whole(0, 10_000) | None = None  # type: ignore[valid-type]
    faction: NAME = ""
    leader: NAME | None = None
    keywords: Keywords = ()
    abilities: UnitAbilities = ()
    effects: UnitAbilities = ()
    models: list[ModelPage] = Field(
        min_length=1,
        max_length=MOST_KINDS,
        examples=["[{name: Intercessor, count: 5, T: 4, Sv: 3+, W: 2, weapons: [bolt rifle]}]"],
    )
    note: NOTE = ""


class ModePage(Page):
    """How one weapon, or one mode of it, shoots."""

    range: RangeValue | None = None
    A: AmountValue | None = None
    BS: SkillValue | None = None
    S: StrengthValue | None = None
    AP: PiercingValue | None = None
    D: DamageValue | None = None
    abilities: WeaponAbilities = ()


class WeaponPage(ModePage):
    """A weapon, or what all its modes share."""

    modes: dict[NAME, ModePage] = Field(default_factory=dict)
    source: NOTE = ""
    note: NOTE = ""
