"""What the effects in force that changed a roll are called: its reasons name them (7E-EFF-1). They decide nothing."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from shoot_cli.core.questions import Need, Reason
from shoot_cli.core.record import Hashed
from shoot_cli.rules.seventh.profiles import Weapon
from shoot_cli.rules.seventh.tokens import Gun, Shot


def with_names(bearers: Iterable[tuple[Gun, Weapon, int, int]]) -> dict[Gun, Hashed[Gun]]:
    """Each gun with what is told of all who fire it: guns that are alike without names stay alike with them.

    ``bearers``: the gun, the weapon that it is, and the Ballistic Skill of who fires it without effects and with them.
    """
    found: dict[Gun, dict[tuple[str, str], None]] = {}
    for gun, weapon, before, now in bearers:
        names = found.setdefault(gun, {})
        names |= dict.fromkeys(one for one in weapon.told if one[0] != "bs")
        called = ", ".join(name for head, name in weapon.told if head in ("bs", "snap bs"))
        if before != now and called:
            names[f"bs {now}", f"{called}: Ballistic Skill {before} is {now} now"] = None
    return {gun: Hashed(gun.but(told=tuple(names))) for gun, names in found.items()}


@lru_cache(1024)
def why_skill(shot: Shot, need: Need) -> Need:
    """The need To Hit, with what changed the Ballistic Skill that counts."""
    gun = shot.gun.value
    if shot.snap:
        found = [f"{gun.by('snap bs')}: Ballistic Skill 1 is {shot.snap_skill} now"] * (shot.snap_skill > 1)
    else:
        found = [text for head, text in gun.told if head == f"bs {shot.ballistic_skill}"]
    return need.but(because=(*need.because, *(Reason(text, "7E-EFF-1") for text in found)))


def why_strength(gun: Gun, strength: int | None) -> tuple[Reason, ...]:
    """What changed the Strength that counts; () if nothing did, or another one counts than the weapon's."""
    changed = any(head == "s" for head, _ in gun.told) and strength == gun.strength
    return (Reason(f"{gun.by('s')}: Strength {strength} now", "7E-EFF-1"),) * changed
