"""The fields of lists (``fields.md``, see ``armies/fields.py``), and profiles built from their values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import zip_longest
from typing import Any, NamedTuple

from shoot_cli.armies import fields
from shoot_cli.armies.army import ArmyEntry, with_distinct_names
from shoot_cli.armies.fields import WEAPON as WEAPON_NAME
from shoot_cli.armies.tree import near
from shoot_cli.armies.yaml_text import NONE
from shoot_cli.engine.reasons import shown
from shoot_cli.rules.datasheets import army_rules, profiles
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.profiles import BEARER, CHARACTER, PAIN, Ability, Amount, Model, Unit, Weapon

MOST_ABILITIES = 40
SAVES_EXPECTED = 'write 3+, 3+/5++ with an invulnerable save, 7+ as printed, or "-" for none'


def joined(value: Any) -> Any:
    """Return the text of a YAML mapping with one key. YAML reads ``incoming: -1 damage`` in a list as a mapping. The
    same holds for nested values: ``led: {incoming: -1 to hit}``, ``mark after shooting: [+1 to hit, no cover]``.
    """
    if isinstance(value, dict) and len(value) == 1:
        ((key, inner),) = value.items()
        parts = [joined(part) for part in inner] if isinstance(inner, list) else [joined(inner)]
        return f"{key}: {', '.join(parts)}" if parts and all(isinstance(part, str) for part in parts) else value
    return value


def _pains(model: Model) -> str:
    """Return every Feel No Pain of the model."""
    pains = [f"{model.feel_no_pain}+"] if model.feel_no_pain else []
    pains += [one.text.removeprefix(f"{PAIN} ") for one in model.abilities if one.name == PAIN and one.reach == BEARER]
    return ", ".join(pains) or "-"


def _one_invulnerable_save(page: Any) -> str | None:
    return fields.two_invulnerable_saves(page.Sv, page.Inv)


def _one_model_has_lost_wounds(page: Any) -> str | None:
    if page.lost and page.count > 1:
        return "a model that has lost wounds stands alone; write it with count: 1, the others without lost"
    return _one_invulnerable_save(page)


TYPES = (  # keywords of unit types, which count without brackets too
    "INFANTRY", "VEHICLE", "MONSTER", "MOUNTED", "BEAST", "BEASTS", "SWARM", "FORTIFICATION", "WALKER", "AIRCRAFT",
    "TITANIC", "TOWERING", "CHARACTER", "PSYKER", "FLY",
)  # fmt: skip
MISSPELT = 0.84  # how similar a keyword must be to a unit type to be called a misspelt one


def spelled_keyword(text: str) -> str:
    """Return the keyword in capitals. :raises ValueError: it is too long, or a misspelt unit type"""
    keyword = profiles.keyword_of(text)
    if keyword not in TYPES and (meant := near(keyword, TYPES, 1, MISSPELT)):
        raise ValueError(f"no ability knows the keyword {shown(text.strip())}; did you mean {meant[0]}?")
    return keyword


KINDS: dict[str, fields.FieldType | fields.ListOf] = {
    "movement": fields.kind(profiles.movement_of, 'write 6 or 6"'),
    "save": fields.SAVE,
    "saves": fields.kind(partial(fields.saves_of, armour_save=fields.armour_of), SAVES_EXPECTED),
    "leadership": fields.kind(profiles.leadership_of, "write 6+"),
    "range": fields.kind(profiles.range_of, 'write 24 or 24"'),
    "amount": fields.kind(profiles.amount_of, "write 2, D6 or D6+1"),
    "skill": fields.kind(profiles.skill_of, "write 2+ to 6+, or N/A for a Torrent weapon"),
    "strength": fields.kind(profiles.strength_of, "write 4"),
    "AP": fields.kind(profiles.ap_of, "write 0 or -1"),
    "damage": fields.kind(profiles.damage_of, "write 2, D6 or D6+1"),
    "keywords": fields.ListOf(fields.kind(spelled_keyword, "write a keyword, as in Infantry", type="string"), 60, NONE),
    "weapons": fields.ListOf(WEAPON_NAME._replace(gather=joined), 20, NONE),
}
CELLS: dict[str, Any] = {
    "T": lambda model: fields.dash(model.toughness or None),
    "Sv": lambda model: fields.dash(model.save, "+"),
    "Inv": lambda model: fields.dash(model.invulnerable, "++"),
    "FNP": _pains,
    "lost": lambda model: fields.dash(model.lost or None),
    "range": lambda weapon: f'{weapon.range:g}"',
    "A": lambda weapon: weapon.attacks.text,
    "BS": lambda weapon: "N/A" if weapon.skill is None else f"{weapon.skill}+",
    "S": lambda weapon: (
        weapon.strength_roll.text if weapon.strength_roll.dice else fields.dash(weapon.strength or None)
    ),
    "AP": lambda weapon: fields.dash(weapon.ap if weapon.strength else None),
    "D": lambda weapon: weapon.damage.text if weapon.damage.most else "-",
}
WHY_NOT: dict[str, Any] = {"StatsPage": _one_invulnerable_save, "ModelPage": _one_model_has_lost_wounds}
STATS, FIGURES = fields.forms(__file__, KINDS, CELLS, WHY_NOT, ("StatsPage", "FiguresPage")).values()
LOST = fields.Field("lost", fields.Whatever(), cell=CELLS["lost"])  # for display only


class Forms(NamedTuple):
    """The fields that the lists of an edition may have."""

    unit: fields.Form
    weapon: fields.Form
    list: fields.Form


def forms_of(known: Abilities, more: Mapping[str, tuple[fields.Field, ...]] | None = None) -> Forms:
    """Return the forms of an edition with these abilities. ``more`` has additional fields by form name."""
    schema: dict[str, Any] = {"type": ["string", "object"]}
    unit = fields.kind(known.of_unit, "write an ability, as in Stealth", joined, **schema)
    weapon = fields.kind(known.of_weapon, "write an ability of weapons, as in Lethal Hits", joined, **schema)
    abilities = {"abilities": unit, "weapon abilities": weapon}
    kinds = KINDS | {name: fields.ListOf(kind, MOST_ABILITIES, NONE) for name, kind in abilities.items()}
    forms = fields.forms(__file__, kinds | army_rules.kinds(known, joined), CELLS, WHY_NOT, more=more)
    army = fields.Field("army", fields.One(forms["ArmyPage"]))
    top = fields.Form("ListPage", fields.LIST.about, *fields.LIST.fields, army)
    return Forms(forms["UnitPage"], forms["WeaponPage"], top)


# Profiles from values: weapons, models with their Feel No Pain and keywords, units

NOT_SAID = 0  # a missing Toughness or Strength
MOST_LEADERS, SUPPORT = 2, "support"  # SUPPORT is also a key and a word that attaches a model
OF_FIRING = ("Assault", "Blast", "Extra Attacks", "Indirect Fire", "One Shot", "Pistol", "Torrent")


def needs_skill(abilities: Iterable[Ability]) -> bool:
    """Return False if the weapon hits automatically, or only rolls for mortal wounds."""
    return not any(ability.name == "Mortal Wounds" or _torrent(ability) for ability in abilities)


def needs_strength(abilities: Iterable[Ability]) -> bool:
    """Return False if the weapon inflicts only mortal wounds, so that it may lack S, AP and D."""
    return not any(ability.name == "Mortal Wounds" for ability in abilities)


def _torrent(ability: Ability) -> bool:
    return ability.name == "Torrent" and not ability.conditional


def make_weapon(
    known: Abilities, name: str, values: dict[str, Any], abilities: Iterable[Ability], of: str = "", source: str = ""
) -> Weapon:
    """Return a weapon, or a profile of the weapon ``of``. ``values`` may have range, A, BS, S, AP and D."""
    kept, strength = known.sorted(abilities), values.get("S") or NOT_SAID
    rolled = strength if isinstance(strength, Amount) else Amount()
    return Weapon(
        name,
        values["range"],
        values["A"],
        None if any(map(_torrent, kept)) else values.get("BS"),
        rolled.dice + rolled.plus if rolled.dice else strength,
        values.get("AP") or 0,
        values.get("D") or Amount(),
        kept,
        of,
        rolled,
        source,
    )


def make_model(
    known: Abilities,
    name: str,
    stats: dict[str, Any],
    abilities: Iterable[Ability],
    keywords: Iterable[str],
    weapons: tuple[Weapon, ...] = (),
    character: bool = False,
    leader: bool = False,
    lost: int = 0,
    support: bool = False,
    switches: tuple[ArmyEntry, ...] = (),
) -> Model:
    """Return a model. ``stats`` are values by printed name. A save is 2 to 6, or 0 for none; Sv is a pair (Sv, Inv)."""
    kept = known.sorted(abilities)
    all_keywords = {*known.all_keywords(keywords), *([CHARACTER] if character or leader or support else [])}
    armour, beside = stats.get("Sv") or (0, None)
    plain = [ability.need for ability in kept if _plain_pain(ability)]
    needed: dict[str, Any] = {"toughness": NOT_SAID}
    return Model(
        name,
        **needed | fields.became(STATS.fields, stats),
        save=armour or None,
        invulnerable=(beside if beside is not None else stats.get("Inv")) or None,
        feel_no_pain=min(filter(None, (stats.get("FNP"), *plain)), default=None),
        character=CHARACTER in all_keywords,
        leader=leader or support,
        weapons=tuple(handed_down(known, weapon, kept) for weapon in weapons),
        abilities=tuple(ability for ability in kept if not _plain_pain(ability)),
        keywords=tuple(sorted(all_keywords)),
        lost=lost,
        support=support,
        switches=switches,
    )


def handed_down(known: Abilities, weapon: Weapon, abilities: tuple[Ability, ...]) -> Weapon:
    """Return the weapon with its bearer's abilities that decide whether it can fire."""
    added = [one for one in abilities if one.name in OF_FIRING and not one.conditional and not weapon.has(one.name)]
    return weapon.but(abilities=known.sorted((*weapon.abilities, *added))) if added else weapon


def with_effects(known: Abilities, unit: Unit, effects: Iterable[Ability]) -> Unit:
    """Return the unit as if these lines stood in its ``effects:``; all models have them, leaders too (EVE-21)."""
    lines, models = tuple(effects), []
    pains = [ability.need for ability in lines if _plain_pain(ability)]
    for model, n in unit.models:
        kept = known.sorted((*model.abilities, *(ability for ability in lines if not _plain_pain(ability))))
        model = model.but(
            abilities=kept,
            feel_no_pain=min(filter(None, (model.feel_no_pain, *pains)), default=None),
            weapons=tuple(handed_down(known, weapon, kept) for weapon in model.weapons),
            unit_abilities=(*model.unit_abilities, *lines) if model.leader and unit.attached else model.unit_abilities,
        )
        models.append((model, n))
    return unit.but(models=tuple(models))


def _plain_pain(ability: Ability) -> bool:
    """Return True for a Feel No Pain without conditions, which becomes a characteristic."""
    return ability.name == PAIN and not ability.conditions and ability.reach == BEARER and not ability.called


def finish_unit(
    name: str,
    models: list[tuple[Model, int]],
    points: int | None = None,
    note: str = "",
    faction: str = "",
    leaders_last: bool = True,
    lines: tuple[Ability, ...] = (),
) -> Unit:
    """Return the unit with its keywords and with different names for different models.

    If only some models lead, it is an Attached unit: the leaders come last, each with the name of its own unit.
    ``lines`` are the abilities of the unit as a whole, which are one source (EFF-30). ``leaders_last`` is False if the
    edition sorts the models itself.
    """
    if any(model.leader for model, _ in models) and not all(model.leader for model, _ in models):
        models = [
            (
                model.but(from_unit=model.name, unit_abilities=lines) if model.leader else model.but(from_unit=name),
                count,
            )
            if not model.from_unit
            else (model, count)
            for model, count in sorted(models, key=lambda row: leaders_last and row[0].leader)
        ]
    keywords = {keyword for model, _ in models for keyword in model.keywords}
    return Unit(name, with_distinct_names(models), tuple(sorted(keywords)), points, note, faction)


def attached(bodyguard: Unit, leaders: list[Unit], keys: Iterable[str] = (), leaders_last: bool = True) -> Unit:
    """Return one Attached unit. Only CHARACTERs of the leading units lead; their other models become bodyguards.
    ``keys`` say how each leading unit is attached, if this can differ.
    """
    models = [(model.but(from_unit=model.from_unit or bodyguard.name), count) for model, count in bodyguard.models]
    for unit, key in zip_longest(leaders, keys):
        for model, count in unit.models:
            leader = model.but(from_unit=unit.name, leader=model.character, support=model.character and key == SUPPORT)
            models.append((leader, count))
    costs = [unit.points for unit in (bodyguard, *leaders)]
    points = None if None in costs else sum(filter(None, costs))
    notes = " ".join(unit.note for unit in (bodyguard, *leaders) if unit.note)
    name = f"{bodyguard.name} with {' and '.join(unit.name for unit in leaders)}"
    return finish_unit(name, models, points, notes, bodyguard.faction, leaders_last)
