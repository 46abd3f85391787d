"""How this edition does what others do otherwise, and its charts for those who have the wrong one in mind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from shoot_cli.core.quizzes.drill import Drill
from shoot_cli.core.quizzes.source import Custom
from shoot_cli.core.quizzes.tables import customs_drills
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.drill.saving import saves_on
from shoot_cli.rules.second.drill.wounding import wounds_on
from shoot_cli.rules.second.profiles import Save

TITLE: Final = "Warhammer 40,000, 2nd edition"

CUSTOMS: Final[Mapping[str, Custom]] = {
    "the wound chart": Custom("Each struck model's own Toughness counts; four above the Strength is safe.", "2E-WND-1"),
    "armour against a strong weapon": Custom(
        "The weapon's modifier is added to the number the save needs.", "2E-SAV-2"
    ),
    "cover": Custom("The shooter subtracts 1 or 2 from his roll to hit.", "2E-COV-1"),
    "who takes the next wound": Custom(
        "Its owner spreads hits over models in reach, before any wound roll.", "2E-CAS-1"
    ),
    "wounds beyond a model's last": Custom(
        "Each unsaved wound rolls damage dice for one model; the surplus is gone.", "2E-DMG-2"
    ),
    "rapid fire weapons": Custom("Only Space Marines who stood still fire bolters twice, at either range.", "2E-SPC-1"),
    "heavy weapons after moving": Custom("A bearer on foot who moved cannot fire most of them.", "2E-SPC-5"),
    "which unit may be shot": Custom("The nearest of the troops, or the nearest of the big targets.", "2E-TGT-2"),
    "splitting the fire of a unit": Custom(
        "Only heavy and special weapons may go for the other target group.", "2E-TGT-3"
    ),
    "a natural 1 or 6 to hit": Custom("A 1 misses; a 6 may have to be confirmed by a second die.", "2E-HIT-5"),
    "a second kind of save": Custom("A field is rolled first, and if it fails, armour too.", "2E-SAV-5"),
    "blast weapons": Custom("A miss drifts by an artillery die, which may show MISFIRE.", "2E-BLA-2"),
    "shooting at vehicles": Custom(
        "A die finds the part; Strength, D6 and damage dice must beat its armour.", "2E-AP-1"
    ),
    "morale after losses": Custom("A quarter of this turn's models lost: 2D6 against the best Leadership.", "2E-BRK-1"),
    "shooting out of turn": Custom("Squads that gave up their own turn may interrupt enemy moves.", "2E-OW-2"),
    "measuring distances": Custom(
        "Nothing is measured until the target is named; misjudged shots are lost.", "2E-SEQ-1"
    ),
    "sustained or extra hits": Custom("A hit brings out special dice showing 1 to 3 hits, or a jam.", "2E-SF-1"),
    "shooting at units in combat": Custom("Allowed, but each hit strikes friend or foe in proportion.", "2E-HTH-1"),
    "number of shots": Custom(
        "One model fires one weapon once; combi-weapons and marines standing still do better.", "2E-ELIG-2"
    ),
    "special rules on a 6": Custom("None on wounds; a gauss-flayer's 6 to penetrate adds another D6.", "2E-AP-3"),
}  # fmt: skip

DRILLS: Final[tuple[Drill, ...]] = customs_drills(TITLE, CUSTOMS)


def to_hit(ballistic_skill: int) -> str | None:
    """With no modifier; None for a skill that nobody has."""
    return charts.score(ballistic_skill).text if 0 < ballistic_skill <= 10 else None


def to_wound(strength: int, toughness: int) -> str | None:
    """None beside the chart."""
    return wounds_on(strength, toughness) if strength > 0 and 0 < toughness <= 10 else None


def save(armour: int, ap: int) -> str | None:
    """``ap``: the modifier without its sign."""
    return saves_on(Save(armour), -ap)


CHARTS: Final[Mapping[str, Callable[..., str | None]]] = {"to hit": to_hit, "to wound": to_wound, "save": save}
