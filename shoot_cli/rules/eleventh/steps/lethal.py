"""From weapons to wounds: dice gathered for the pool, Lethal Hits by choice, piles of changed attacks.

11E-ATK-1, 11E-LETHAL-1, 11E-POOL-2.
"""

from __future__ import annotations

from typing import Any

from shoot_cli.core.pools import Pool, pool
from shoot_cli.core.questions import Choose, Option, Reason
from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets.battle import Attack
from shoot_cli.rules.datasheets.guns import throughout
from shoot_cli.rules.datasheets.records import Gun, Hit, Shot, Wound
from shoot_cli.rules.datasheets.single import WOUND
from shoot_cli.rules.datasheets.steps.hit import count_attacks
from shoot_cli.rules.datasheets.steps.single import single_die_rights
from shoot_cli.rules.datasheets.steps.struck import roll_to_hit as roll_to_hit
from shoot_cli.rules.datasheets.steps.wound import roll_to_wound
from shoot_cli.rules.eleventh import charts
from shoot_cli.rules.eleventh.records import ChangedWound, Firing, GatheredDice

LETHAL = "Lethal Hits"
YES, NO = "yes", "no"


def gather_dice(volley: GatheredDice, n: int, table: Table) -> Pool:
    """Each weapon makes its attacks; the dice of all are then rolled together (11E-ATK-1)."""
    made = count_attacks(volley, n, table)
    gun = volley.into
    if gun is None or (volley.gun.value.by_strength and not volley.gun.value.strength_each):
        return made
    return pool(*((one.but(gun=gun) if type(one) is Shot else one, m) for one, m in made))


# Lethal Hits ---------------------------------------------------------------------------------------------------------


def lethal_used(s: Attack, gun: Gun, table: Table) -> Gun:
    """In an attack on its own it is said beforehand whether Lethal Hits are used; as usual they are (11E-LETHAL-1)."""
    if not s.alone or (not gun.lethal and may_have_lethal(s)):
        return gun
    question = Choose(
        "lethal", (Option(YES, "each wounds by itself"), Option(NO, "each rolls to wound")), YES,
        rules=("11E-LETHAL-1",), text="Lethal Hits: do Critical Hits wound by themselves?",
    )  # fmt: skip
    if not gun.lethal:
        never = Option(YES, closed=(Reason("it has no Lethal Hits", "11E-LETHAL-1"),))
        table.forced(question.but(key=f"lethal:{gun.name}", options=(never, question.options[1]), default=NO), NO)
        return gun
    said = table.ask(question) if charts.crit_worth(gun) else table.unless_said(question, YES)
    return gun if said == YES else throughout(gun, lambda one: one.but(lethal=False))


def may_have_lethal(s: Attack) -> bool:
    """Return True if anything of the firers, or lent to them, names Lethal Hits, though it may not hold here."""
    models = [model for model, _ in s.shooter.value.models]
    weapons = [weapon.abilities for model in models for weapon in model.weapons]
    sources = (*weapons, *(model.abilities for model in models), s.granted)
    found = [ability for abilities in sources for ability in abilities]
    return any(LETHAL in (one.name, *(given.name for given in one.gives)) for one in found)


def choose_lethal(s: Firing, table: Table) -> Firing:
    """At the table: how many of the Critical Hits wound by themselves, where a wound roll may come to more."""
    if not table.is_live or s.attack.value.alone or not charts.crit_worth(s.gun.value):
        return s
    lethal: list[tuple[Any, int]] = [(one, n) for one, n in s.pool if type(one) is Hit and one.lethal]
    if not lethal:
        return s
    ((token, n),) = lethal
    used = table.number(
        "lethal", 0, n, default=n, unit="Critical Hits", rules=("11E-LETHAL-1",),
        text=f"{s.gun.value.name}: {n} Critical Hit{'s' * (n > 1)} of Lethal Hits. How many wound by themselves?",
    )  # fmt: skip
    rolls = Hit(token.gun, single_die_rights(token.gun.value, s.spare, WOUND))
    others = [(one, m) for one, m in s.pool if one != token]
    return s.but(pool=pool((token, used), *others, (rolls, n - used)))


# To wound ------------------------------------------------------------------------------------------------------------


def wound(hit: Hit, n: int, table: Table) -> Pool:
    """The wound roll; attacks that it has changed go to a pile of their own (11E-POOL-2)."""
    made = roll_to_wound(hit, n, table)
    if not any(type(one) is Wound and one.gun.value.is_critical for one, _ in made):
        return made
    return pool(
        *((ChangedWound(*one[1:]) if type(one) is Wound and one.gun.value.is_critical else one, m) for one, m in made)
    )
