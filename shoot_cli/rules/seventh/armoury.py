"""The weapons that lists may name without describing them: ``armoury.md``. A list's own go before them."""

from __future__ import annotations

from shoot_cli.armies.armoury import Armoury
from shoot_cli.armies.problems import plain_name
from shoot_cli.core.tables import TableRow
from shoot_cli.rules.seventh.profiles import Weapon
from shoot_cli.rules.seventh.special_rules import ListedRule, rule_named
from shoot_cli.rules.seventh.values import ap_of, fire_of, reach_of, strength_of
from shoot_cli.rules.seventh.vehicle_charts import AREA


def weapon_of_row(
    name: str, range: str, strength: str, ap: str, type: str, source: str, rules: tuple[str, ...] = ()
) -> Weapon:
    """A weapon from values as printed. Its name may be "weapon: mode". :raises ValueError: a value cannot be."""
    of, _, mode = name.partition(": ")
    fire, (minimum, inches) = fire_of(type), reach_of(range)
    named = [rule_named(rule) for rule in (*fire.rules, *rules, *(("Template",) if inches is None else ()))]
    return Weapon(
        f"{of} ({mode})" if mode else of,
        inches,
        strength_of(strength),
        ap_of(ap),
        fire.type,
        fire.shots,
        fire.moved_shots,
        tuple(sorted({rule.text for rule in named})),
        _value_of(named, "Poisoned"),
        of if mode else "",
        plain_name(of).removesuffix("s").endswith((" grenade", "stikkbomb")),
        source,
        _value_of(named, "Torrent"),
        minimum,
    )


def why_no_weapon(made: Weapon) -> str:
    """Why the special rules of this weapon do not go together, in words; "" if they do."""
    areas = [rule for rule in AREA if made.has(rule)]
    if len(areas) > 1:
        return f"{' and '.join(areas)}: a weapon has one marker or template; keep one"
    if made.has("Torrent") and areas != ["Template"]:
        return "Torrent is a rule of Templates; write the range Template, or leave Torrent out"
    return ""


def _value_of(named: list[ListedRule], rule: str) -> int | None:
    return next((found.value for found in named if found.text == rule), None)


def _of_row(row: TableRow) -> Weapon:
    return weapon_of_row(row["weapon"], row["range"], row["S"], row["AP"], row["type"], row["source"])


ARMOURY = Armoury(__file__, _of_row, {"twin linked ": "Twin-linked", "master crafted ": "Master-crafted"})


def armoury() -> dict[str, tuple[Weapon, ...]]:
    """Every weapon of the table by its plain name: one profile, or one for each mode."""
    return ARMOURY.weapons
