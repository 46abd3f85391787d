"""Rules and stratagems of the army block at the table: who may use which, and what a use does."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from shoot_cli.armies.army_block import (
    AFTER,
    EACH_TURN,
    ENEMY,
    NO_LIMIT,
    ONCE_A_BATTLE,
    ONCE_A_PHASE,
    RULE,
    SHOOTS,
    STRATAGEM,
    TARGETED,
    TOLD,
    ArmyBlock,
    ArmyEntry,
    whom_of,
)
from shoot_cli.battle.tellings import ATTACK, NEXT_TURN, PHASE
from shoot_cli.rules.datasheets.profiles import Army
from tests.rules.eleventh.helpers import tabletop as eleventh
from tests.rules.tenth.helpers import tabletop as tenth

EACH = pytest.mark.parametrize("at", [tenth, eleventh], ids=["10e", "11e"])


def stratagem(name: str, *effects: str, whom: str = "", **more: Any) -> ArmyEntry:
    usual = {"when": SHOOTS, "lasts": PHASE, "cost": 1, "once": ONCE_A_PHASE} | more
    return ArmyEntry(name, STRATAGEM, effects, **({"whom": whom_of(whom)} if whom else {}), **usual)


def rule(name: str, *effects: str, whom: str = "", **more: Any) -> ArmyEntry:
    usual = {"when": TOLD, "lasts": PHASE, "once": NO_LIMIT} | more
    return ArmyEntry(name, RULE, effects, **({"whom": whom_of(whom)} if whom else {}), **usual)


STORM = stratagem("Storm of Shells", "+1 to hit", whom="INFANTRY")
CONTEMPT = stratagem("Contempt", "incoming: worsen AP by 1", when=TARGETED)


def with_block(army: Army, *entries: ArmyEntry, points: int | None = None) -> Army:
    rules = tuple(one for one in entries if one.kind == RULE)
    stratagems = tuple(one for one in entries if one.kind == STRATAGEM)
    return army.but(block=ArmyBlock((), points, rules, stratagems))


def men(at: ModuleType, name: str = "Men", n: int = 1, **stats: Any) -> Any:
    return at.squad(name, at.kind(f"{name} man", n, at.gun("gun"), **({"W": 1, "Sv": "-"} | stats)))


def fight(at: ModuleType, mine: tuple[ArmyEntry, ...], theirs: tuple[ArmyEntry, ...], *script: Any, **more: Any) -> Any:
    """A battle of Men and Others against Mob and Tank."""
    points = more.pop("points", None)
    first = with_block(at.army("Mine", men(at), men(at, "Others")), *mine, points=points)
    second = with_block(at.army("Theirs", men(at, "Mob", 5), at.tank(at.gun("gun"))), *theirs, points=points)
    return at.battle(
        first if mine else first.but(block=None), second if theirs else second.but(block=None), *script, **more
    )


def shoots(name: str, target: str, taken: dict[str, Any] | None = None, hit: int = 1, **more: Any) -> list[Any]:
    return [("unit", name), ("target", target), (f"facts:{target}", taken or {}), ("hit:gun", [hit])]


def rows(played: Any, target: str, nth: int = 0) -> dict[str, str]:
    """The rows of what may be used at AGREED, with the reason why they are closed."""
    parts = played.question(f"facts:{target}", nth).parts
    return {
        part.key.removeprefix("entry:"): "; ".join(why.text for option in part.options for why in option.closed)
        for part in parts
        if part.key.startswith("entry:")
    }


# At AGREED -----------------------------------------------------------------------------------------------------------


@EACH
@pytest.mark.rule("EVE-29", "EVE-43", "EVE-53")
def test_a_stratagem_of_those_who_shoot_is_a_row(at: ModuleType) -> None:
    taken = {"entry:Storm of Shells": "yes"}
    played = fight(at, (STORM,), (), *shoots("Men", "Mob", taken), *shoots("Others", "Mob"))
    assert [played.need(nth=nth) for nth in (0, 1)] == [2, 3]
    assert played.question("entry:Storm of Shells").text == "Storm of Shells: to hit +1, this phase (1CP)"
    assert rows(played, "Mob") == {"Storm of Shells": ""}
    assert rows(played, "Mob", 1) == {"Storm of Shells": "used this phase"}
    assert played.said("Men: +1 to hit (Storm of Shells), this phase; used by Mine, 1CP")
    assert ("+1 to hit as Storm of Shells", "10E-FX-HIT-1") in played.because("hit:gun")
