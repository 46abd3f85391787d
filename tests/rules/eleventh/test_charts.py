"""The one die of a save: armour with AP or InSv, whichever is better; what is added; Feel No Pain."""

from __future__ import annotations

import pytest

from shoot_cli.engine.record import Hashed
from shoot_cli.rules.datasheets.tokens import TargetModel, Wound
from shoot_cli.rules.datasheets.weapons import body_of
from shoot_cli.rules.eleventh import edition
from shoot_cli.rules.eleventh.unit_text import read_line
from tests.helpers.each import each
from tests.rules.eleventh.helpers.formed_guns import gun, saved_on

ARMOUR, INVULNERABLE, NOTHING = "armour save", "invulnerable save", "no save"


@pytest.mark.rule("11E-SAV-2", "11E-SAV-3")
@each(
    ("saves", "ap", "needed", "which"),
    [
        ("Sv3+", 0, 3, ARMOUR),
        ("Sv3+", -2, 5, ARMOUR),
        ("Sv3+", -4, None, NOTHING),  # 7+: no 6 saves by itself
        ("Sv2+ Inv4+", -3, 4, INVULNERABLE),
        ("Sv2+ Inv4+", -1, 3, ARMOUR),
        ("Sv3+ Inv4+", -1, 4, ARMOUR),
        ("Sv7+ Inv6+", -6, 6, INVULNERABLE),
        ("Sv- Inv5+", -1, 5, INVULNERABLE),
        ("Sv-", 0, None, NOTHING),
    ],
)
def test_the_better_of_armour_and_invulnerable_save(saves: str, ap: int, needed: int | None, which: str) -> None:
    target = f"5x T4 {saves} W2 (INFANTRY)"
    assert saved_on(target=target, weapon=f"A1 BS3+ S4 AP{ap} D1") == (needed, which)


@pytest.mark.rule("11E-COV-1")
def test_cover_leaves_the_save_alone() -> None:
    assert saved_on(cover=True, target="5x T4 Sv5+ W2 [stealth]") == (5, ARMOUR)
    assert saved_on(cover=True, target="5x T4 Sv5+ W2 [has cover]", weapon="A1 BS3+ S4 AP-1 D1") == (6, ARMOUR)


@pytest.mark.rule("11E-SAV-3", "10E-FX-SAVE-1")
@each(
    ("words", "ap", "both", "needed"),
    [
        ("+1 to saves", -2, False, 4),
        ("+1 to saves, +1 to saves", 0, False, 2),  # no limit of +1; a 1 always fails
        ("+1 to saves, +1 to saves", -2, False, 3),
        ("+1 to saves", -4, False, 5),  # armour 6+, InSv as it is
        ("+1 to saves", -4, True, 4),
        ("-1 to saves", -4, False, 5),
    ],
)
def test_what_helps_saves_helps_armour_or_both(words: str, ap: int, both: bool, needed: int) -> None:
    target = f"5x T4 Sv3+ Inv5+ W2 [{words}]" if words[0] == "+" else "5x T4 Sv3+ Inv5+ W2"
    weapon = f"A1 BS3+ S4 AP{ap} D1"
    more = 'enemies within 24": -1 to saves' if words[0] == "-" else ""
    assert saved_on(more, target=target, weapon=weapon, saves_both=both)[0] == needed


@pytest.mark.rule("11E-SAV-3", "11E-MOD-2")
def test_invulnerable_saves_are_never_better_than_two_up() -> None:
    target = "5x T4 Sv6+ Inv2+ W2 [+1 to saves]"
    assert saved_on(target=target, saves_both=True, weapon="A1 BS3+ S4 AP-3 D1") == (2, INVULNERABLE)


@pytest.mark.rule("11E-SAV-3", "10E-EFF-46", "10E-EFF-71")
def test_what_is_given_and_what_is_ignored() -> None:
    assert saved_on(target="5x T4 Sv4+ W2 [invulnerable save 4+]", weapon="A1 BS3+ S4 AP-3 D1") == (4, INVULNERABLE)
    assert saved_on("ignore save modifiers", target="5x T4 Sv4+ W2 [+1 to saves]") == (4, ARMOUR)


@pytest.mark.rule("10E-MOD-AP-1", "10E-EFF-50")
def test_ap_and_save_with_their_changes() -> None:
    weapon = "A1 BS3+ S4 AP-1 D1"
    assert saved_on("improve AP by 1", weapon=weapon)[0] == 5
    assert saved_on(weapon=weapon, target="5x T4 Sv3+ W2 [incoming: worsen AP by 3]")[0] == 3  # never above 0
    assert saved_on(weapon=weapon, target="5x T4 Sv3+ W2 [improve save by 2]")[0] == 3  # Sv never better than 2+


@pytest.mark.rule("11E-SAV-2")
def test_every_reason_has_a_rule_of_this_edition() -> None:
    target = "5x T4 Sv2+ Inv5+ W2 [+1 to saves]"
    fired, model = gun("improve AP by 1", target=target), body_of(TargetModel, read_line(target, "target"), 0)
    need = edition.to_save(model, Wound(Hashed(fired)))
    assert need.target == 2
    assert {reason.rule for reason in need.because} <= {"11E-SAV-2", "10E-FX-AP-1", "10E-FX-SAVE-1"}
    assert "a 1 always fails" not in [reason.text for reason in need.because]
    armoured = edition.to_save(model.but(save=1), Wound(Hashed(fired)))
    assert (armoured.target, armoured.because[-1].rule) == (2, "10E-FX-SAVE-1")


@pytest.mark.rule("10E-EFF-64", "10E-EFF-68")
def test_saves_that_are_rolled_again() -> None:
    target = "5x T4 Sv3+ Inv5+ W2 [re-roll saves]"
    model = body_of(TargetModel, read_line(target, "target"), 0)
    for ap, again in ((-1, (1, 2, 3)), (-4, (1, 2, 3, 4))):
        wound = Wound(Hashed(gun(target=target, weapon=f"A1 BS3+ S4 AP{ap} D1")))
        assert edition.save_again(model, wound, edition.to_save(model, wound)) == again
    words = 'enemies within 24": own invulnerable saves are not re-rolled'
    wound = Wound(Hashed(gun(words, target=target, weapon="A1 BS3+ S4 AP-4 D1")))
    assert edition.save_again(model, wound, edition.to_save(model, wound)) == ()


@pytest.mark.rule("10E-FNP-3", "10E-FNP-4")
def test_the_best_feel_no_pain_that_works() -> None:
    target = "5x T4 Sv3+ W2 FNP6+ [feel no pain 4+ against mortal wounds]"
    model, fired = body_of(TargetModel, read_line(target, "target"), 0), gun(target=target)
    found = [edition.feel_no_pain(fired, model, mortal) for mortal in (False, True)]
    assert [need and need.target for need in found] == [6, 4]
