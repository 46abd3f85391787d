"""What an attack came to, and why two units cannot meet in one."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.pools import Rank
from shoot_cli.core.questions import Reason
from shoot_cli.rules.datasheets.battle import Attack, Firing, Game, LineStage, Shooting
from shoot_cli.rules.datasheets.profiles import Model, Unit
from shoot_cli.rules.datasheets.steps.throwing import thrown_by


def why_they_cannot_meet(game: Game, shooter: Unit, target: Unit) -> tuple[Reason, ...]:
    """For an attack on its own: why these two cannot meet; () if they can."""
    if not any(model.weapons for model, _ in shooter.models) and thrown_by(game.thrown, shooter) is None:
        return (game.reason(f"nobody in {shooter.name} has a ranged weapon", "ELIG-6"),)
    if any(model.toughness < 1 for model, _ in target.models):
        return (game.reason(f"the Toughness of {target.name} is not said", "WND-1"),)
    return ()


def slain(s: Shooting) -> int:
    if not s.attack.value.aims:
        return 0  # it shot at nobody
    return s.aim.strength[0] - s.line.remaining()[0]


def damage(s: Shooting) -> int:
    """Wounds lost; what a packet had beyond them is wasted (DMG-2)."""
    if not s.attack.value.aims:
        return 0
    return s.aim.strength[1] - s.line.remaining()[1]


def destroyed(s: Shooting) -> int:
    return bool(s.attack.value.aims) and not s.line.anybody()


def own_slain(s: Shooting) -> int:
    """Models of the shooting unit that its own weapons and tests slew."""
    return s.attack.value.own_lost[0] + s.own_before[0] - s.own.remaining()[0]


def own_damage(s: Shooting) -> int:
    return s.attack.value.own_lost[1] + s.own_before[1] - s.own.remaining()[1]


def report_of(s: Shooting) -> dict[str, Any]:
    """As JSON."""
    target = s.aim.unit.value
    left = s.line.standing()
    rows = []
    for index, (model, _) in enumerate(target.models):
        own = [rank for rank in left if rank.kind.model == index]
        hurt = sorted(rank.left for rank in own for _ in range(rank.n))
        rows.append({"name": model.name, "alive": len(hurt), "wounds": hurt})
    report: dict[str, Any] = {"slain": slain(s), "damage": damage(s), "destroyed": bool(destroyed(s)), "models": rows}
    if s.own.ranks or any(s.attack.value.own_lost):
        report |= {"own_slain": own_slain(s), "own_damage": own_damage(s)}
    return report


def situation(record: Attack | Shooting | LineStage) -> str:
    """The attack in a sentence, with what a learner needs to work out any of its rolls."""
    s = record if isinstance(record, Attack) else record.attack.value
    inner = record.shooting.value if isinstance(record, LineStage) else record
    aim = inner.aim if isinstance(inner, Shooting) else s.aims[-1]
    line = record.line if isinstance(record, Firing) else inner.line if isinstance(inner, Shooting) else aim.line
    target = aim.unit.value
    away = "in range, beyond half" if aim.distance is None else f'{aim.distance:g}" away'
    words = [f"{s.shooter.value.name} at {target.name}, {away}"]
    state = {
        "stationary": s.stationary,
        "advanced": s.advanced,
        "locked in combat": s.engaged,
        "Overwatch": s.overwatch,
    }
    words += [*(name for name, true in state.items() if true), *s.game.seen_words(s, aim)]
    words += [f"{s.shooting} shooting"] if s.shooting else []
    words += [key.removeprefix("if ") for key in aim.true]
    for n, roll in ((aim.hit_modifier, "hit"), (aim.wound_modifier, "wound")):
        words += [f"{n:+d} to {roll} from elsewhere"] if n else []
    if isinstance(record, Firing):
        words.append(weapon_words(s, record.gun.value.name))
    kinds = dict.fromkeys(model_words(target.models[rank.kind.model][0], rank) for rank in line.standing())
    words.append("target: " + ", ".join(kinds))
    abilities = dict.fromkeys(ability.text for model, _ in target.models for ability in model.abilities)
    if abilities:
        words.append("with " + ", ".join(abilities))
    return "; ".join(words)


def weapon_words(s: Attack, name: str) -> str:
    weapon = next((weapon for weapon in s.shooter.value.weapons() if weapon.name == name), None)
    if weapon is None:
        return name
    skill = f"BS{weapon.skill}+ " if weapon.skill else ""
    abilities = f" [{', '.join(ability.text for ability in weapon.abilities)}]" if weapon.abilities else ""
    return f"{name} {skill}S{weapon.strength} AP{weapon.ap} damage {weapon.damage.text}{abilities}"


def model_words(model: Model, rank: Rank) -> str:
    values = [f"T{model.toughness}", f"W{rank.left}"]
    for label, value in (("Sv", model.save), ("Inv", rank.kind.invulnerable), ("FNP", model.feel_no_pain)):
        if value is not None:
            values.append(f"{label}{value}+")
    return f"{model.name} {' '.join(values)}" + (" in cover" if rank.kind.cover else "")
