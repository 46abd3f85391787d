"""What an attack on its own came to, as JSON."""

from __future__ import annotations

from typing import Any

from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.records import Attack
from shoot_cli.rules.seventh.steps.end import damage, destroyed, own_slain, slain


def report_of(s: Attack) -> dict[str, Any]:
    standing = (*s.line.standing(), *s.apart)
    models = []
    for index, (model, _) in enumerate(s.target.value.models):
        own = [rank for rank in standing if rank.kind.model == index]
        models.append(
            {
                "name": model.name,
                "alive": sum(rank.n for rank in own),
                "wounds": sorted(rank.left for rank in own for _ in range(rank.n)),
            }
        )
    report: dict[str, Any] = {"slain": slain(s), "damage": damage(s), "destroyed": bool(destroyed(s)), "models": models}
    if s.burnt:
        report["own_slain"] = own_slain(s)
    if s.pinned:
        report["pinned"] = True
    if s.on_ground:
        report["gone_to_ground"] = True
    return report


def situation(s: Attack) -> str:
    """The attack in a sentence, with what a learner needs to work out any of its rolls."""
    words = [f'{s.shooter.value.name} at {s.target.value.name}, {s.distance:g}" away']
    if s.snap_only:
        words.append(f"firing unit: {s.snap_only}")
    if s.weapon is not None:
        weapon = s.weapon.value
        strength = "X" if weapon.strength is None else weapon.strength
        ap = "-" if weapon.ap is None else weapon.ap
        rules = f" ({', '.join(weapon.rules)})" if weapon.rules else ""
        skills = sorted({model.ballistic_skill for model, _ in s.shooter.value.models if weapon in model.weapons})
        words.append(f"{weapon.name} S{strength} AP{ap} {weapon.type}{rules}, BS {' or '.join(map(str, skills))}")
    kinds: dict[str, str] = {}
    for rank in (*s.line.standing(), *s.apart):
        kind = rank.kind
        values = [f"T{kind.toughness}", f"W{rank.left}"]
        for label, value in (("Sv", kind.armour), ("Inv", kind.invulnerable), ("FNP", kind.feel_no_pain)):
            if value is not None and value <= 6:
                values.append(f"{label}{value}+")
        if kind.cover is not None:
            values.append(f"cover {kind.cover}+")
        kinds[f"{kind.name} {' '.join(values)}"] = ""
    words.append("target: " + ", ".join(kinds))
    if s.on_ground:
        words.append("gone to ground")
    if charts.stealth_of(s.target.value):
        words.append("with Stealth, Shrouded or camo cloaks")
    return "; ".join(words)
