"""Which dice are rolled again, and why: to hit, to wound, saves. No die is, twice (7E-HIT-10)."""

from __future__ import annotations

from functools import lru_cache

from shoot_cli.core.questions import Need, Reason
from shoot_cli.rules.seventh.charts import to_hit_again
from shoot_cli.rules.seventh.tokens import Gun, Hit, Shot, TargetModel


@lru_cache(1024)
def hits_again(
    shot: Shot, need: Need, mastercrafted_replaces: bool = True
) -> tuple[tuple[int, ...], Need | None, tuple[Reason, ...]]:
    """Faces picked up once more, the need of the second roll (None: the same), and why (7E-HIT-3, 6, 8, 10)."""
    if not shot.rerolls:
        return (), None, ()
    gun = shot.gun.value
    faces, why = of_every_die(gun, need)
    if why:
        return faces, None, why
    replaced = "Master-crafted" in gun.rules and mastercrafted_replaces
    if shot.ballistic_skill >= 6 and not shot.snap and not replaced:
        again = to_hit_again(shot.ballistic_skill)
        return (1,), again, again.because
    return (), None, ()


def of_every_die(gun: Gun, need: Need) -> tuple[tuple[int, ...], tuple[Reason, ...]]:
    """Faces To Hit that every die picks up once more: not one die of a weapon, nor by a high skill."""
    if "Twin-linked" in gun.rules:
        return need.failures(), (Reason("twin-linked: failed dice are rolled again", "7E-HIT-6"),)
    if "hit failed" in gun.rules:
        return need.failures(), (Reason(f"{gun.by('hit failed')}: failed dice are rolled again", "7E-EFF-1"),)
    if "hit ones and twos" in gun.rules:
        words = f"{gun.by('hit ones and twos')}: failed dice that show 1 or 2 are rolled again"
        return tuple(face for face in need.failures() if face <= 2), (Reason(words, "7E-EFF-4"),)
    if gun.preferred:
        return (1,), (Reason("Preferred Enemy: dice that show 1 are rolled again", "7E-HIT-8"),)
    if "hit ones" in gun.rules:
        return (1,), (Reason(f"{gun.by('hit ones')}: dice that show 1 are rolled again", "7E-EFF-1"),)
    return (), ()


def wounds_again(hit: Hit, need: Need) -> tuple[tuple[int, ...], tuple[Reason, ...]]:
    """Faces of To Wound dice picked up once more (7E-WND-6, 7E-WND-9, 7E-HIT-8, 7E-WPN-16)."""
    gun = hit.gun.value
    if gun.shred:
        return need.failures(), (Reason("Shred: failed dice are rolled again", "7E-WND-6"),)
    if "Twin-linked" in gun.rules and "Template" in gun.rules:
        return need.failures(), (Reason("twin-linked template: failed dice are rolled again", "7E-WPN-16"),)
    if "wound failed" in gun.rules:
        return need.failures(), (Reason(f"{gun.by('wound failed')}: failed dice are rolled again", "7E-EFF-1"),)
    if gun.preferred:
        return (1,), (Reason("Preferred Enemy: dice that show 1 are rolled again", "7E-HIT-8"),)
    if "wound ones" in gun.rules:
        return (1,), (Reason(f"{gun.by('wound ones')}: dice that show 1 are rolled again", "7E-EFF-1"),)
    return (), ()


def saves_again(standing: TargetModel, need: Need) -> tuple[tuple[int, ...], tuple[Reason, ...]]:
    """Faces of saving throws picked up once more (7E-SAV-16)."""
    return save_again(again_of(standing), need)


def save_again(again: str, need: Need) -> tuple[tuple[int, ...], tuple[Reason, ...]]:
    """The same where it is known what is rolled again: no, ones or failed."""
    if again == "no" or need.target is None:
        return (), ()
    if again == "ones":
        return (1,), (Reason("saves that show 1 are rolled again", "7E-SAV-16"),)
    return need.failures(), (Reason("failed saves are rolled again", "7E-SAV-16"),)


def again_of(standing: TargetModel) -> str:
    """Which of its saves are rolled again, as is said and by effects in force: no, ones or failed."""
    return max(standing.again, standing.saves_again, key=("no", "ones", "failed").index)
