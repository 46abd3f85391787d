"""What to hit: the answers of ``hit.toml``."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.questions import Need, Reason
from shoot_cli.core.quizzes import Maker, Quiz, Source
from shoot_cli.core.quizzes.asking import grounds
from shoot_cli.core.quizzes.makers import rolled
from shoot_cli.core.record import Hashed
from shoot_cli.rules.datasheets.profiles import Ability, Amount, Unit
from shoot_cli.rules.datasheets.records import Change
from shoot_cli.rules.tenth import charts
from shoot_cli.rules.tenth.drill.meet import Met, gun_at, helps, one_gun, plain_gun, shot_of


def to_hit(skill: int, changed: tuple[Change, ...] = ()) -> Need:
    return charts.to_hit(plain_gun(skill=skill, to_hit=changed)).need


def to_hit_with_changed_skill(skill: int, change: int, worse: bool, does: str) -> Need:
    ability = Ability("Worsen BS" if worse else "Improve BS", Amount(plus=1), text=does)
    need = charts.to_hit(Hashed(gun_at(shot_of(one_gun(ability, skill=skill)), hit_modifier=change))).need
    return need.but(because=(Reason(f"BS{skill}+, a rule {does}", "10E-HIT-5"), *need.because))


def to_hit_where(
    one: Met,
    stationary: bool = False,
    stealth: str = "none",
    engaged_big: bool = False,
    target_engaged_big: bool = False,
    unseen: bool = False,
    wounded: int = 0,
) -> Need:
    """What an attack needs where this is true and nothing else."""
    true = {"engaged_big": engaged_big, "target_engaged_big": target_engaged_big, "unseen": unseen, "wounded": wounded}
    return charts.to_hit(Hashed(gun_at(one, stationary=stationary, stealth=stealth, **true))).need


def nothing_else_modifies(one: Met) -> bool:
    """True if nothing of the two units modifies the hit roll, Stealth apart, nor ignores what does."""
    named = [ability.name for ability in (*one.weapon.abilities, *one.model.abilities)]
    ignoring = any("modifiers" in name or name in ("+ to hit", "Critical hits", "Conversion") for name in named)
    return bool(one.weapon.skill) and not gun_at(one, stealth="none").to_hit and not ignoring


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
