"""What to hit: the answers of ``hit.toml``.

An edition has two of its own: ``to_hit_where``, what an attack needs where something is true and nothing else, and
``nothing_else_modifies``, whether nothing of the two units does.
"""

from __future__ import annotations

from typing import Any

from shoot_cli.core.questions import Need
from shoot_cli.core.quizzes import Maker, Quiz, Source
from shoot_cli.core.quizzes.asking import grounds
from shoot_cli.core.quizzes.makers import rolled
from shoot_cli.core.record import Hashed
from shoot_cli.rules.datasheets import charts
from shoot_cli.rules.datasheets.drill.meet import Drilled, Met, gun_at, helps, one_gun
from shoot_cli.rules.datasheets.profiles import Ability, Amount, Unit
from shoot_cli.rules.datasheets.records import Modifier


def to_hit(drilled: Drilled, skill: int, changed: tuple[Modifier, ...] = ()) -> Need:
    return charts.to_hit(drilled.plain_gun(skill=skill, to_hit=changed)).need


def to_hit_with_changed_skill(drilled: Drilled, skill: int, change: int, worse: bool, does: str) -> Need:
    ability = Ability("Worsen BS" if worse else "Improve BS", Amount(plus=1), text=does)
    need = charts.to_hit(Hashed(gun_at(drilled.shot_of(one_gun(ability, skill=skill)), hit_modifier=change))).need
    return need.but(because=(drilled.game.reason(f"BS{skill}+, a rule {does}", "HIT-5"), *need.because))


def may_ignore(one: Met) -> bool:
    """True if the shooter's own abilities ignore modifiers, or change from which roll on it hits."""
    named = [ability.name for ability in (*one.weapon.abilities, *one.model.abilities)]
    return any("modifiers" in name or name in ("+ to hit", "Critical hits", "Conversion") for name in named)


def wounds_around_bracket(source: Source, one: Met) -> tuple[int, int]:
    ability = one.model.get("Damaged")
    most = ability.number if ability else 0
    return most, source.one((most - 1, most, most, most + 1))


def facts_of_roll(roll: Any, record: Any) -> dict[str, Any]:
    """Of the group whose roll it is: one is resolved at a time."""
    gun = record.pool[0][0].gun.value
    return {"skill": gun.skill, "changes": tuple(change.value for change in gun.to_hit)}


def plain_helpers(shooter: Unit, target: Unit) -> bool:
    """True if no model does something for all its weapons, which the situation would not tell."""
    return not any(helps(ability) for model, _ in shooter.models for ability in model.abilities)


def hit_from_elsewhere() -> Maker:
    def make(source: Source) -> Quiz:
        made = rolled(fits=plain_helpers, about=facts_of_roll, hit_modifier=source.one((-1, 1)))(source)
        return made.but(because=grounds(source.rule, made.right, made.because))

    return make
