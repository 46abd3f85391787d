"""One die of all that is thrown: changed, rolled again, or damage changed to 0 (10E-RR-6, 10E-FX-DIE-1, 10E-FX-DMG-5)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from shoot_cli.engine.questions import Roll
from shoot_cli.rules.datasheets.steps.attack import damage
from tests.helpers.each import each
from tests.rules.eleventh.helpers.bare_attacks import ends, law, rolled
from tests.rules.eleventh.helpers.every_fall import games
from tests.rules.eleventh.helpers.small_documents import Document, attack, damage_by, gun, men, slain_by

F = Fraction
SURE_WOUND = "Anti-infantry 2+"
UNIT = men("Nob", W=2, Sv="4+"), men("Boy", 2, Sv="6+")
TWO = gun(SURE_WOUND, n=2, AP=-1, D=2)
ONCE = {"abilities": ["incoming: no damage once"]}
CASES = {
    "a save": attack([TWO], *UNIT, command_reroll="save"),
    "a save of the unit": attack([TWO], *UNIT, unit={"abilities": ["re-roll one save"]}),
    "a save set to 6": attack([TWO], *UNIT, unit={"abilities": ["set one save to 6"]}),
    "a save of two piles": attack(
        [gun("improve AP by 1 on critical wounds", n=2, AP=-1)], *UNIT, unit={"abilities": ["re-roll one save"]}
    ),
    "a save of three groups": attack([TWO], *UNIT, men("Chief", W=2, Sv="2+"), command_reroll="save"),
    "two saves of three groups": attack(
        [gun("Sustained Hits 1", n=2, AP=-1)],
        *UNIT,
        men("Chief", W=2, Sv="2+"),
        unit={"abilities": ["re-roll saves of 1", "re-roll one save"]},
    ),
    "a wound": attack([gun(n=2, AP=-1, S=4)], *UNIT, command_reroll="wound"),
    "damage": attack(
        [gun(SURE_WOUND, AP=-1, D="D3", n=2)], men("Nob", W=3, Sv="7+"), men("Boy"), command_reroll="damage"
    ),
    "nothing once": attack([TWO], *UNIT, unit=ONCE),
    "nothing once of packets": attack([gun(SURE_WOUND, "Devastating Wounds", n=2, D=2)], *UNIT, unit=ONCE),
}
ONE_AFTER_THE_OTHER = {
    "attacks": attack([gun(n=2, AP=-1, A="D3", S=4)], *UNIT, command_reroll="attacks"),
    "a hit": attack(
        [gun("Sustained Hits D3", n=2, BS="4+")], *UNIT, command_reroll="hit", sustained_random="per_weapon"
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_every_game_at_the_table_is_in_the_odds(case: str) -> None:
    found = [F(0)] * 9
    for end, p in games(CASES[case]):
        found[damage(end)] += p
    assert law(ends(CASES[case]), damage, 9) == found


@each("document", [*CASES.values(), *ONE_AFTER_THE_OTHER.values()], ids=str)
def test_the_odds_are_those_of_every_way(document: Document) -> None:
    assert law(ends(document), damage, 9) == law(ends(document, brute_force=True), damage, 9)


@pytest.mark.rule("10E-RR-6")
def test_of_all_saves_the_lowest_is_rolled_again() -> None:
    """Both wounds fail on 1 to 3; of two failures one gets a second die."""
    one = attack([gun(SURE_WOUND, AP=0, n=2)], men("Boy", 3, Sv="4+"))
    wound, fails = F(5, 6), F(1, 2)
    both = wound**2 * (fails**2 * F(1, 2))
    assert slain_by({**one, "answers": one["answers"] | {"command_reroll": "save"}})[2] == both


@pytest.mark.rule("10E-FX-DMG-5")
def test_damage_is_changed_to_nothing_for_a_die_that_failed() -> None:
    """The shield is not wasted on a die that saves: only the first failure of each model is spared."""
    found = damage_by(attack([gun(SURE_WOUND, n=2)], men("Nob", W=3, Sv="4+"), unit=ONCE))
    through = F(5, 6) * F(1, 2)
    assert found == [1 - through**2, through**2]
    for seed in map(str, range(8)):
        _, table = rolled(
            attack([gun(SURE_WOUND, n=2)], men("Nob", W=3, Sv="2+"), men("Boy", Sv="6+"), unit=ONCE), seed
        )
        saves = [one.value for one in table.log if isinstance(one.question, Roll) and "save" in one.question.key]
        asked = [one for one in table.log if one.question and one.question.key == "no_damage"]
        assert len(asked) == min(1, sum(one.failed for one in saves)), seed
