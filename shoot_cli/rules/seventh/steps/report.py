"""What an attack on its own came to, as JSON."""

from __future__ import annotations

from typing import Any

from shoot_cli.rules.seventh.records import Attack
from shoot_cli.rules.seventh.steps.end import damage, destroyed, own_slain, slain


def report_of(s: Attack) -> dict[str, Any]:
    standing = (*s.line.standing(), *s.apart)
    models = []
    for index, (model, _) in enumerate(s.target.value.models):
        own = [rank for rank in standing if rank.kind.index == index]
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
