"""Who may shoot, at whom, with what: 10E-ELIG-1 to 9, 10E-TGT-1 to 13, with the reason for every no."""

from __future__ import annotations

from collections.abc import Iterable

from shoot_cli.core.questions import Reason
from shoot_cli.rules.datasheets.guns import BIG
from shoot_cli.rules.datasheets.in_force import held, in_force
from shoot_cli.rules.datasheets.profiles import Ability, Amount, Model, Unit, Weapon
from shoot_cli.rules.datasheets.records import Firer
from shoot_cli.rules.tenth.abilities import ABILITIES
from shoot_cli.rules.tenth.edition import NUMBERS
from shoot_cli.rules.tenth.records import Aim, Attack
from shoot_cli.rules.tenth.steps.scene import scene_of

GRENADE, STRATAGEM = "grenade", "Grenade stratagem"
AFTER_FALLING_BACK, AFTER_ADVANCING = "Shoots after Falling Back", "Shoots after Advancing"


def inches(value: float) -> str:
    return f'{value:g}"'


def is_big(unit: Unit) -> bool:
    return unit.is_a(*BIG)


def grenade_of(unit: Unit) -> Weapon | None:
    """The Grenade stratagem as a weapon that can be picked (10E-OOP-3); None if nobody has GRENADES."""
    if not unit.is_a("GRENADES"):
        return None
    does = Ability(
        "Mortal Wounds", Amount(plus=1), NUMBERS.grenade_need, text=f"Mortal Wounds 1 on {NUMBERS.grenade_need}+"
    )
    reach, dice = NUMBERS.grenade_reach, NUMBERS.grenade_dice
    return Weapon(GRENADE, reach, Amount(plus=dice), None, 0, 0, Amount(plus=1), (does,), source=STRATAGEM)


def thrower_of(unit: Unit, kinds: Iterable[int]) -> Unit:
    """The unit as one model that throws (10E-OOP-3)."""
    grenade = grenade_of(unit)
    assert grenade is not None
    able = [i for i in kinds if "GRENADES" in unit.models[i][0].keywords] or list(kinds)
    model = unit.models[able[0]][0]
    return unit.but(models=((model.but(weapons=(grenade,), abilities=()), 1),))


def living(s: Attack) -> list[tuple[Firer, Model]]:
    """The firing unit's models, in listed order."""
    return [(firer, s.shooter.value.models[firer.model][0]) for firer in s.firers]


def why_not_eligible(s: Attack) -> Reason | None:
    """Why the unit may not shoot at all; None if it may (10E-ELIG-1 to 5, 10E-OOP-1, 2)."""
    unit, models = s.shooter.value, [model for _, model in living(s)]
    if s.overwatch:
        if unit.is_a("TITANIC"):
            return Reason("TITANIC units cannot fire Overwatch", "10E-OOP-1")
        if s.engaged:
            return Reason("locked in combat: Big Guns Never Tire and Pistols in combat work in your own Shooting phase "
                          "alone", "10E-OOP-2")  # fmt: skip
        return None
    return why_barred(unit, models, s.fell_back, s.advanced, s.engaged)


def why_barred(unit: Unit, models: list[Model], fell_back: bool, advanced: bool, engaged: bool) -> Reason | None:
    """Why such a unit may not shoot in its own phase; None if it may (10E-ELIG-1 to 5)."""
    weapons = [weapon for model in models for weapon in model.weapons]
    if fell_back and not all(model.has(AFTER_FALLING_BACK) for model in models):
        return Reason("it Fell Back this turn", "10E-ELIG-1")
    if advanced and not (any(map(assault, weapons)) or all(model.has(AFTER_ADVANCING) for model in models)):
        return Reason("it Advanced this turn and has no Assault weapon", "10E-ELIG-1")
    if engaged and not is_big(unit) and not any(weapon.has("Pistol") for weapon in weapons):
        return Reason("it is locked in combat, has no Pistols and is no MONSTER or VEHICLE", "10E-ELIG-3")
    return None


def assault(weapon: Weapon) -> bool:
    return weapon.has("Assault")


def why_no_target(s: Attack, aim: Aim) -> Reason | None:
    """Why the unit cannot select this target; None if some weapon may be able to (10E-TGT-2, 6, 7, 10E-ELIG-4)."""
    unit, target = s.shooter.value, aim.unit.value
    if aim.engaged and not aim.together and not is_big(target):
        return Reason(f"{target.name} is locked in combat with your army", "10E-TGT-7")
    if s.engaged and not is_big(unit) and not aim.together:
        return Reason("in combat, Pistols may only be fired at a unit it is within Engagement Range of", "10E-ELIG-4")
    if s.overwatch and not aim.visible:
        return Reason("Overwatch wants a visible unit", "10E-OOP-1")
    return None


def why_closed(s: Attack, aim: Aim, model: Model, weapon: Weapon) -> Reason | None:
    """Why this model cannot fire this weapon at this target; None if it can."""
    if weapon.source == STRATAGEM and (reason := why_no_grenade(s, aim)):
        return reason
    if reason := why_silent(s, model, weapon):
        return reason
    if aim.distance is not None and aim.distance > weapon.range:
        return Reason(f"out of range ({inches(weapon.range)})", "10E-TGT-2")
    if s.overwatch and aim.distance is not None and aim.distance > NUMBERS.overwatch_reach:
        return Reason(f'Overwatch reaches {NUMBERS.overwatch_reach}"', "10E-OOP-1")
    if (aim.engaged or aim.together) and has_here(s, aim, model, weapon, "Blast", sure=True):
        return Reason("Blast is never fired at a unit locked in combat with your army", "10E-WPN-BLAST-3")
    if not aim.visible:
        if not weapon.has("Indirect Fire"):
            return Reason("nobody of the unit sees the target", "10E-TGT-2")
        if weapon.skill is None or has_here(s, aim, model, weapon, "Torrent", sure=True):
            return Reason("Torrent weapons cannot be fired at what nobody sees", "10E-WPN-TORRENT-3")
    return why_alone(s, aim, model, weapon)


def has_here(s: Attack, aim: Aim, model: Model, weapon: Weapon, name: str, sure: bool) -> bool:
    """True if the weapon or its bearer has this ability against this target.

    :param sure: what is taken of a condition that nobody has spoken of yet: True, that it does not hold
    """
    if not any(name in (one.name, *(inner.name for inner in one.gives)) for one in owned(s, aim, weapon)):
        return False
    near = aim.distance is not None and 2 * aim.distance <= weapon.range
    scene = scene_of(s, aim, weapon, near, hopeful=not aim.told and not sure)
    return name in in_force(ABILITIES, weapon, kind_of(s, model), scene)


def owned(s: Attack, aim: Aim, weapon: Weapon) -> Iterable[Ability]:
    """All that might count of such a weapon: quick to look through."""
    yield from weapon.abilities
    for _, model in living(s):
        yield from model.abilities
    for one, _ in aim.unit.value.models:
        yield from one.abilities
    yield from (*aim.granted, *aim.given)


def kind_of(s: Attack, model: Model) -> int:
    """Its place in its unit's list."""
    models = [one for one, _ in s.shooter.value.models]
    return next((i for i, one in enumerate(models) if one is model), 0) or models.index(model)


def why_silent(s: Attack, model: Model, weapon: Weapon) -> Reason | None:
    """Why this model cannot fire this weapon at anybody now; None if it may (10E-ELIG-2, 10E-ELIG-4)."""
    if weapon.has("Extra Attacks"):
        return Reason("Extra Attacks are made in close combat", "10E-WPN-XATK-1")
    if s.advanced and not assault(weapon) and not s.overwatch and not model.has(AFTER_ADVANCING):
        return Reason("the unit Advanced, and it is no Assault weapon", "10E-ELIG-2")
    if s.engaged and not is_big(s.shooter.value) and not weapon.has("Pistol"):
        return Reason("in combat the unit fires Pistols alone", "10E-ELIG-4")
    return None


def why_alone(s: Attack, aim: Aim, model: Model, weapon: Weapon) -> Reason | None:
    """Lone Operative, unless bodyguards and leaders stand together (10E-TGT-6, 10E-ORD-6)."""
    target = aim.unit.value
    kinds = {rank.kind.model: rank.kind.leader for rank in aim.line.drawn_up()}
    if len({*kinds.values()}) == 2 or not lone(s, aim, kinds):
        return None
    if has_here(s, aim, model, weapon, "Ignores Lone Operative", sure=False):
        return None
    reach = NUMBERS.lone_operative
    if aim.distance is not None and aim.distance > reach:
        words = f'{target.name} is a Lone Operative: {inches(aim.distance)} is more than {reach}"'
        return Reason(words, "10E-TGT-6")
    if aim.distance is None and 2 * reach <= weapon.range:  # beyond half its range is too far
        return Reason(f'{target.name} is a Lone Operative: say a distance of {reach}" or less', "10E-TGT-6")
    return None


def lone(s: Attack, aim: Aim, kinds: Iterable[int]) -> bool:
    """True if one of these models of the target is a Lone Operative; of conditions, what was said of them."""
    found = held(scene_of(s, aim), False)
    return any(one.name == "Lone Operative" for kind in kinds for one in found.of(kind))


def why_no_grenade(s: Attack, aim: Aim) -> Reason | None:
    """10E-OOP-3."""
    for state, words in ((s.advanced, "Advanced"), (s.fell_back, "Fell Back")):
        if state:
            return Reason(f"no grenades: the unit {words} this turn", "10E-OOP-3")
    if s.engaged or aim.engaged or aim.together:
        return Reason("no grenades where somebody is locked in combat", "10E-OOP-3")
    if not aim.visible:
        return Reason("the target must be visible", "10E-OOP-3")
    return None


def reasons_for_nothing(s: Attack, aim: Aim) -> Iterable[tuple[str, Reason]]:
    """Of every weapon why nobody can fire it."""
    seen: set[str] = set()
    for _, model in living(s):
        for weapon in model.weapons:
            reason = why_closed(s, aim, model, weapon)
            if reason and weapon.name not in seen:
                seen.add(weapon.name)
                yield weapon.name, reason
