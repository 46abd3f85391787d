"""Lists as tables to read."""

from __future__ import annotations

from shoot_cli.armies.cards import Card, Table, weapons_carried, without_empty
from shoot_cli.rules.second.building import USUAL_LEADERSHIP
from shoot_cli.rules.second.notes import notes as notes
from shoot_cli.rules.second.profiles import AUTOMATIC, Army, Location, Model, Save, Unit, Weapon


def card(army: Army) -> tuple[Card, ...]:
    """One card for each unit, in the order of the list."""
    return tuple(_unit_card(unit) for unit in army.units)


def _unit_card(unit: Unit) -> Card:
    total = sum(count for _, count in unit.models)
    about = [unit.type, f"{total} model{'s' if total != 1 else ''}", f"a {unit.category} target"]
    if unit.points is not None:
        about.append(f"{unit.points} points")
    weapons = list(dict.fromkeys(unit.weapons()))
    tables = [_models(unit)]
    for locations, of in _locations_of(unit).items():
        tables.append(_locations(locations, "Locations" if len(unit.models) == 1 else f"Locations of {of}"))
    if weapons:
        tables.append(_weapons(weapons))
    words = [f"Rules: {', '.join(unit.rules)}"] if unit.rules else []
    words += [unit.note] if unit.note else []
    return Card(unit.name, ", ".join(about), tuple(tables), tuple(words))


def save_text(save: Save | None) -> str:
    """As it is printed: ``3+ on 2D6``, ``6+/5+ v area``."""
    if save is None:
        return "-"
    return f"{save.target}+{' on 2D6' if save.dice == 2 else ''}" + (f"/{save.area}+ v area" if save.area else "")


def _models(unit: Unit) -> Table:
    heads = ("n", "model", "M", "WS", "BS", "S", "T", "W", "I", "A", "Ld", "Sv", "field", "carries")
    rows = [(str(count), model.name, *_statline(model), _carried(model, unit)) for model, count in unit.models]
    return without_empty(Table("Models", heads, tuple(rows)))


def _statline(model: Model) -> tuple[str, ...]:
    def number(value: int | None) -> str:
        return "-" if value is None else str(value)

    flesh = bool(model.toughness) or not model.locations
    nerve = flesh or model.leadership != USUAL_LEADERSHIP  # of a vehicle that says nothing of it
    return (
        number(model.movement), number(model.weapon_skill), str(model.ballistic_skill), number(model.strength),
        str(model.toughness) if flesh else "-", str(model.wounds) if flesh else "-", number(model.initiative),
        number(model.attacks), str(model.leadership) if nerve else "-", save_text(model.save),
        f"{model.field.name} {model.field.target}+" if model.field else "-",
    )  # fmt: skip


def _carried(model: Model, unit: Unit) -> str:
    parts = weapons_carried(model.weapons)
    parts += ["character"] if model.character else []
    return ", ".join([*parts, *(rule for rule in model.rules if rule not in unit.rules)])


def _locations_of(unit: Unit) -> dict[tuple[Location, ...], str]:
    """The locations of its models, each once, with the name of the first model that has them."""
    found: dict[tuple[Location, ...], str] = {}
    for model, _ in unit.models:
        if model.locations:
            found.setdefault(model.locations, model.name)
    return found


def _locations(locations: tuple[Location, ...], title: str) -> Table:
    rows = []
    for one in locations:
        armour = ("crew", "crew") if one.crew else (str(one.front), str(one.side))
        rows.append((faces_text(one.faces), one.name, *armour, "yes" if one.rows else "-"))
    return without_empty(Table(title, ("D6", "location", "front", "side and rear", "damage table"), tuple(rows)))


def faces_text(faces: tuple[int, ...]) -> str:
    """``2-5`` or ``1, 3``."""
    runs: list[list[int]] = []
    for face in faces:
        if runs and runs[-1][-1] == face - 1:
            runs[-1].append(face)
        else:
            runs.append([face])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _weapons(weapons: list[Weapon]) -> Table:
    heads = ("weapon", "short", "long", "hit", "S", "damage", "save", "penetration", "rules")
    rows = [
        (
            weapon.name,
            *_reach(weapon),
            "-" if weapon.template else f"{_signed(weapon.hit_short)}/{_signed(weapon.hit_long)}",
            str(weapon.strength),
            weapon.damage.text,
            _signed(weapon.save_modifier),
            "automatic" if weapon.has("Automatic Penetration") else weapon.penetration.text,
            ", ".join((*traits_texts(weapon), *weapon.rules)),
        )
        for weapon in weapons
    ]
    return without_empty(Table("Weapons", heads, tuple(rows)))


def _reach(weapon: Weapon) -> tuple[str, str]:
    if weapon.template or weapon.thrown:
        return "template" if weapon.template else "thrown", "-"
    return f'{weapon.short:g}"', "-" if weapon.long is None else f'{weapon.long:g}"'


def _signed(modifier: int | None) -> str:
    return "auto" if modifier is AUTOMATIC else f"{modifier:+d}" if modifier else "0"


def traits_texts(weapon: Weapon) -> list[str]:
    """What its fields say in words that a list may use: ``sustained fire 2``."""
    found = [f"sustained fire {weapon.sustained}"] if weapon.sustained else []
    found += ["move or fire"] if weapon.move_or_fire else []
    found += [f'blast {weapon.blast:g}"'] if weapon.blast is not None else []
    found += [f"explodes on {weapon.explodes} jams"] if weapon.explodes else []
    found += [f"recharge {weapon.recharge}"] if weapon.recharge else []
    return found
