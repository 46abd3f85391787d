"""The tables of fields: what a list may say, what it becomes, how it is shown. See ``armies/fields.py``."""

from __future__ import annotations

from typing import Any, NamedTuple

from shoot_cli.armies import fields as of_lists
from shoot_cli.armies.fields import NAME, NOTE, YES_NO, Field, Form, Several, dash, kind, whole
from shoot_cli.armies.printed import NONE, SAVE, SAVES, two_invulnerable_saves
from shoot_cli.rules.datasheets import values
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.forms import SHOOTER, WEAPON
from shoot_cli.rules.datasheets.profiles import Model
from shoot_cli.rules.datasheets.values import MOST_TOUGHNESS, MOST_WOUNDS

MOST_MODELS, MOST_KINDS, MOST_WEAPONS, MOST_ABILITIES, MOST_KEYWORDS = 200, 60, 20, 40, 60


def _joined(value: Any) -> Any:
    """YAML takes ``incoming: -1 damage`` in a list for a mapping; here it is one text."""
    if isinstance(value, dict) and len(value) == 1:
        ((key, said),) = value.items()
        return f"{key}: {said}" if isinstance(said, str) else value
    return value


AMOUNT = "write 2, D6 or D6+1"
KEYWORDS = Several(kind(values.keyword_of, "write a keyword, as in Infantry", type="string"), MOST_KEYWORDS, NONE)
WEAPONS = Several(of_lists.WEAPON._replace(gather=_joined), MOST_WEAPONS, NONE)


def _pains(model: Model) -> str:
    """Every Feel No Pain that it has."""
    needs = {"": model.feel_no_pain, " against mortal wounds": model.pain_mortal}
    needs[" against Psychic Attacks"] = model.pain_psychic
    return ", ".join(f"{need}+{against}" for against, need in needs.items() if need) or "-"


def _one_invulnerable_save(page: Any) -> str | None:
    return two_invulnerable_saves(page.Sv, page.Inv)


def _one_model_has_lost_wounds(page: Any) -> str | None:
    if page.lost and page.count > 1:
        return "a model that has lost wounds stands alone; write it with count: 1, the others without lost"
    return _one_invulnerable_save(page)


STATS = Form(
    "StatsPage",
    "Characteristics as printed. What is left out comes from the profile, if the model has one.",
    Field("M", kind(values.movement_of, 'write 6 or 6"'), becomes="movement", behind='"'),
    Field("T", whole(1, MOST_TOUGHNESS), like="4", cell=lambda model: dash(model.toughness or None)),
    Field("Sv", SAVES, like="3+", becomes="save", behind="+"),
    Field("W", whole(1, MOST_WOUNDS), like="2", becomes="wounds"),
    Field("Inv", SAVE, becomes="invulnerable", behind="++"),
    Field("FNP", SAVE, cell=_pains),
    Field("Ld", kind(values.leadership_of, "write 6+"), becomes="leadership", behind="+"),
    Field("OC", whole(0, 100), becomes="objective_control"),
    why_not=_one_invulnerable_save,
)
LOST = Field("lost", whole(0, MOST_WOUNDS), 0, cell=lambda model: dash(model.lost or None))
FIGURES = (
    Field("range", kind(values.range_of, 'write 24 or 24"'), like="24", cell=lambda weapon: f'{weapon.range:g}"'),
    Field("A", kind(values.amount_of, AMOUNT), like="2", cell=lambda weapon: weapon.attacks.text),
    Field(
        "BS",
        kind(values.skill_of, "write 2+ to 6+, or N/A for a Torrent weapon"),
        like="3+",
        cell=lambda weapon: "N/A" if weapon.skill is None else f"{weapon.skill}+",
    ),
    Field("S", kind(values.strength_of, "write 4"), like="4", cell=lambda weapon: dash(weapon.strength or None)),
    Field(
        "AP",
        kind(values.ap_of, "write 0 or -1"),
        like="-1",
        cell=lambda weapon: dash(weapon.ap if weapon.strength else None),
    ),
    Field(
        "D",
        kind(values.damage_of, AMOUNT),
        like="1",
        cell=lambda weapon: weapon.damage.text if weapon.damage.most else "-",
    ),
)
OF_WEAPONS = ("range", "A", "BS", "S", "AP", "D")


class Forms(NamedTuple):
    """What the lists of an edition may say."""

    unit: Form
    weapon: Form


def forms_of(known: Abilities) -> Forms:
    """Of an edition with these abilities."""
    said = kind(known.of_unit, "write an ability, as in Stealth", _joined, type=["string", "object"])
    abilities = Several(said, MOST_ABILITIES, NONE)
    model = Form(
        "ModelPage",
        "``count`` models of one kind with the same weapons. ``effects`` are more abilities.",
        *STATS.fields,
        Field("name", NAME, needed=True, examples=("Intercessor",)),
        Field("plural", NAME, ""),
        Field("count", whole(1, MOST_MODELS), 1),
        Field("profile", of_lists.PROFILE),
        Field("weapons", WEAPONS),
        Field("abilities", abilities),
        Field("effects", abilities),
        Field("keywords", KEYWORDS),
        Field("character", YES_NO, False),
        Field("leader", YES_NO, False),
        LOST,
        Field("note", NOTE, ""),
        why_not=_one_model_has_lost_wounds,
    )
    unit = Form(
        "UnitPage",
        "One unit, its models in the order in which attacks are allocated to them. ``leader``: the unit that it leads.",
        Field("name", NAME, ""),
        Field("points", of_lists.POINTS),
        Field("faction", NAME, ""),
        Field("leader", NAME),
        Field("keywords", KEYWORDS),
        Field("abilities", abilities),
        Field("effects", abilities),
        Field(
            "models",
            of_lists.Rows(model, MOST_KINDS),
            needed=True,
            examples=("[{name: Intercessor, count: 5, T: 4, Sv: 3+, W: 2, weapons: [bolt rifle]}]",),
        ),
        Field("note", NOTE, ""),
    )
    said = kind(
        known.of_weapon,
        "write an ability of weapons, as in Lethal Hits",
        _joined,
        type=["string", "object"],
        examples=known.examples(WEAPON, SHOOTER),
    )
    mode = Form(
        "ModePage",
        "How one weapon, or one mode of it, shoots.",
        *FIGURES,
        Field("abilities", Several(said, MOST_ABILITIES, NONE)),
    )
    weapon = Form(
        "WeaponPage",
        "A weapon, or what all its modes share.",
        *mode.fields,
        Field("modes", of_lists.ByName(mode)),
        Field("source", NOTE, ""),
        Field("note", NOTE, ""),
    )
    return Forms(unit, weapon)
