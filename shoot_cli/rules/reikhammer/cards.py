"""Lists as tables to read, and what a player should know about a list that is not wrong."""

from __future__ import annotations

from shoot_cli.armies.army import Card
from shoot_cli.armies.fields import profile_table
from shoot_cli.rules.reikhammer.fields import MODEL, STATS, WEAPON
from shoot_cli.rules.reikhammer.profiles import AA, AP, ASSAULT_WEAPON, AT, SMALL_ARMS, Army, Model, Unit, Weapon
from shoot_cli.rules.reikhammer.settings import SETTINGS
from shoot_cli.rules.reikhammer.values import MACRO

DIE = 6  # the most that it shows
LAST_ROW = 30  # barrage points of the last row of the table


def card(army: Army) -> tuple[Card, ...]:
    """One card for each formation, in the order of the list."""
    return tuple(_unit_card(unit) for unit in army.units)


def notes(army: Army) -> tuple[str, ...]:
    """Sentences about what is read and not played, does nothing when formations shoot, or is read otherwise here."""
    settings = dict(army.settings)
    found: dict[str, None] = {}
    if army.invented:
        found["its units are invented: no published list has them"] = None
    for setting in SETTINGS:
        if setting.key in settings:
            found[f"it reads {setting.key} as {settings[setting.key]}: {setting.text} ({setting.rule})"] = None
    for unit in army.units:
        found |= dict.fromkeys(_of_formation(unit, settings))
    return (*found, *_of_assaults(army))


def _of_assaults(army: Army) -> list[str]:
    """What is read and shown, and nothing to formations that shoot."""
    models = [model for unit in army.units for model, _ in unit.models]
    found = []
    for rule in (SMALL_ARMS, ASSAULT_WEAPON):
        weapons = [weapon for model in models for weapon in model.weapons if weapon.assault == rule]
        others = [weapon for weapon in weapons if weapon.name != rule]
        names = dict.fromkeys(f"{one.name} ({MACRO})" if one.macro else one.name for one in others)
        of_them = f"; range and values of {', '.join(names)} are shown, and never used" if names else ""
        if weapons:
            found.append(f"{rule}: for assaults, which are not played{of_them} (RH-ELIG-2)")
    return found


def _of_formation(unit: Unit, settings: dict[str, str]) -> list[str]:
    found = []
    idle = [model for model, _ in unit.models if all(weapon.assault for weapon in model.weapons)]
    if len(idle) == len(unit.models):
        found.append(f"{unit.name} carries nothing to shoot with; it can be shot at, but not shoot")
    for model in idle if len(idle) < len(unit.models) else ():
        carried = " and ".join(dict.fromkeys(weapon.assault for weapon in model.weapons))
        why = f"nothing but {carried}, which fight in assaults only" if carried else "no weapon"
        found.append(f"{unit.name}: {model.name} carries {why}; it never shoots (RH-ELIG-2)")
    if any(model.reinforced for model, _ in unit.models):
        words = "saves against macro hits are played, the second save roll of the parent game is not (RH-MW-2)"
        found.append(f"Reinforced Armour: {words}")
    found += _more_than_a_die(unit, settings)
    points = sum(weapon.bp for weapon in _all_weapons(unit))
    if points > LAST_ROW:
        refused = settings.get("bp_over_30") == "refuse"
        words = "is refused" if refused else "counts as the last row"
        found.append(f"{unit.name} has {points} barrage points; a barrage of more than {LAST_ROW} {words} (RH-BAR-4)")
    return found


def _more_than_a_die(unit: Unit, settings: dict[str, str]) -> list[str]:
    """Values above 6, which some lists print: what a 6 does then."""
    more = "is more than a die shows;"
    found = []
    if unit.rating > DIE:
        passes = f"a test always passes unless more than {unit.rating - DIE} is taken off"
        if settings.get("cr_six_passes") == "false":
            passes = "a 6 fails all the same, so a test passes on 5 or less"
        found.append(f"{unit.name}: CR {unit.rating} {more} {passes} (RH-ACT-1)")
    for weapon in dict.fromkeys(_all_weapons(unit)):
        for kind in weapon.values:
            if (value := weapon.value(kind) or 0) > DIE:
                misses = "a 6 misses all the same, so it hits on 5 or less"
                found.append(f"{weapon.name}: {kind} {value} {more} {misses} (RH-HIT-3)")
    for model, _ in unit.models:
        for name, value in (("armour", model.armour), ("invulnerable", model.invulnerable or 0)):
            if value > DIE:
                saves = "a 6 fails all the same, so it saves on 5 or less"
                if settings.get("save_six_fails") == "false":
                    saves = f"it always saves unless more than {value - DIE} is taken off"
                found.append(f"{model.name}: {name} {value} {more} {saves} (RH-SAVE-1)")
    return found


def _unit_card(unit: Unit) -> Card:
    total = sum(count for _, count in unit.models)
    about = [f"{total} unit{'s' if total != 1 else ''}", f"CR {unit.rating}"]
    if unit.points is not None:
        about.append(f"{unit.points} points")
    if points := sum(weapon.bp for weapon in _all_weapons(unit)):
        about.append(f"{points} barrage points")
    weapons = list(dict.fromkeys(unit.weapons()))
    figures = (*STATS.only("type", "armour", "integrity", "ammo", "speed"), MODEL["lost"])
    models = (((str(count), model.name), model, _carried(model)) for model, count in unit.models)
    tables = [profile_table("Units", ("n", "unit"), figures, "carries", models)]
    if weapons:
        rows = (((weapon.name,), weapon, weapon.assault) for weapon in weapons)
        tables.append(
            profile_table("Weapons", ("weapon",), WEAPON.only("range", AP, AT, AA, "BP", "macro"), "rules", rows)
        )
    return Card(unit.name, ", ".join(about), tuple(tables), (unit.note,) if unit.note else ())


def _carried(model: Model) -> str:
    parts = [
        f"{times}x {weapon.name}" if (times := model.weapons.count(weapon)) > 1 else weapon.name
        for weapon in dict.fromkeys(model.weapons)
    ]
    parts += ["Reinforced Armour"] if model.reinforced else []
    parts += [f"invulnerable {model.invulnerable}"] if model.invulnerable is not None else []
    if model.character:
        parts.append("a character" if model.character == model.name else model.character)
    return ", ".join(parts)


def _all_weapons(unit: Unit) -> list[Weapon]:
    """Every weapon of every unit."""
    return [weapon for model in unit.pieces() for weapon in model.weapons]
