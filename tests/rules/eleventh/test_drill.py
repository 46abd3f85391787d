"""The drill asks every rule that 11th edition has changed, and its answers are those of worked examples."""

from __future__ import annotations

import pytest

from shoot_cli.engine.questions import Roll
from shoot_cli.input.answerers import resolve
from shoot_cli.quiz import PlayedAttack
from shoot_cli.rules.datasheets.drill import of_one_gun
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.eleventh import RULESET
from shoot_cli.rules.eleventh.drill import CUSTOMS, DRILLS, ELEVENTH
from shoot_cli.rules.eleventh.drill.answers import hazard_roll, precise_saves, who_falls
from shoot_cli.rules.eleventh.rulebook import RULES
from shoot_cli.rules.tenth.drill import CUSTOMS as OLD
from tests.rules.eleventh.helpers.tabletop import gun, shooters, targets

NOT_ASKED = {  # what players see or settle among themselves, and what no attack hangs on
    "11E-VIS-1", "11E-DES-1", "11E-STRAT-2",
}  # fmt: skip


def test_every_rule_that_has_changed_is_asked() -> None:
    asked = {drill.rule for drill in DRILLS if drill.kind != "edition"}
    assert {rule.id for rule in RULES if rule.id.startswith("11E")} - asked == NOT_ASKED


def test_no_custom_is_told_of_one_edition_alone_that_both_have() -> None:
    """What both do alike stands in the same words, so that nobody is asked which of the two it is."""
    alike = {topic for topic in CUSTOMS.keys() & OLD.keys() if CUSTOMS[topic].text == OLD[topic].text}
    assert len(alike) == 11
    assert len([topic for topic in CUSTOMS if topic in OLD and topic not in alike]) == 16


@pytest.mark.rule("11E-SAV-1", "11E-SAV-2")
def test_dice_1_3_and_5_as_the_rulebook_has_it() -> None:
    """AP-1: the 1 slays the Veteran (Sv3+); 3-1 and 5-1 are below the 5+ of the Troopers."""
    found = who_falls(ELEVENTH, "Veteran", 1, 3, (3, 5), -1, (5, 1, 3))
    assert found["answer"] == "1 Veteran and 2 Troopers"
    assert found["second"] == "Trooper"
    # Troopers first: the 1 and the 3 slay two of them, and 5-1 is below 5 too.
    assert who_falls(ELEVENTH, "Trooper", 1, 3, (3, 5), -1, (5, 1, 3))["answer"] == "3 Troopers"


@pytest.mark.rule("11E-PREC-1")
def test_whom_precision_found_takes_the_lowest_dice_until_he_is_dead() -> None:
    """Captain W2 Sv2+, Guards Sv5+, AP0: the 1 and no other die fails against him; 2 fails against nobody but Guards."""
    found = precise_saves(ELEVENTH, 2, 2, 5, 0, (4, 1, 2))
    assert found["answer"] == "1 wound of the Captain and 0 Guards"
    found = precise_saves(ELEVENTH, 2, 4, 5, 0, (4, 1, 2))
    assert found["answer"] == "2 wounds of the Captain and 1 Guard"


@pytest.mark.rule("11E-HAZ-1")
@pytest.mark.parametrize(
    ("die", "who", "comes"),
    [(2, "INFANTRY", "the unit suffers 1 mortal wound"), (1, "VEHICLE", "the unit suffers 3 mortal wounds"),
     (3, "MONSTER", "nothing happens")],
)  # fmt: skip
def test_a_hazard_roll_fails_on_1_and_2(die: int, who: str, comes: str) -> None:
    assert hazard_roll(ELEVENTH, die, who)["answer"] == comes


def test_one_sentence_tells_an_attack_of_one_gun_with_all_that_helps() -> None:
    said: list[str] = []

    def told(shooter: Unit) -> bool:
        target = targets(2, has=("incoming: -1 to wound", "Deadly Demise 1"))
        end, table = resolve(RULESET, RULESET.begin_attack(shooter, target), {"distance": 12}, 1)
        played = PlayedAttack(shooter, target, {}, {}, None, end, table.log)
        said[:] = [RULESET.situation(entry.record) for entry in table.log if isinstance(entry.question, Roll)]
        return of_one_gun(played)

    assert told(shooters(9, gun()))
    assert not told(shooters(9, gun(), gun("other", BS=4, S=8)))
    assert told(shooters(9, gun(), has=("+1 to hit",)))
    assert "; fired with +1 to hit; target: " in said[0]
    assert said[0].endswith("; with Incoming: -1 to wound")  # what does not defend it is not told
