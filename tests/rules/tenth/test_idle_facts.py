"""Facts that decide nothing are not asked; what comes into force later may make them matter, and they are asked then."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.asked.rows import fact_rows
from shoot_cli.asked.scene import current_facts
from shoot_cli.asked.sight import last_facts
from shoot_cli.engine.record import Hashed
from shoot_cli.rules.datasheets.steps.permissions import half_may_count
from shoot_cli.rules.tenth import RULESET
from tests.helpers.each import each
from tests.rules.datasheets.test_entries import CONTEMPT, with_block
from tests.rules.tenth.helpers.attacks import Played, army, battle, gun, models, squad, targets

START = [("first turn", "Mine"), ("unit", "Mob"), ("target", "X")]
HEAVY = gun("Heavy", BS=2)


def played(
    weapon: Any, target: Any, *script: Any, others: Any = (), n: int = 1, distance: int = 20, **facts: Any
) -> Played:
    ours, theirs = army("Mine", squad("Mob", models("Man", n, *weapon))), army("Theirs", target, *others)
    return battle(ours, theirs, *START, ("facts:X", facts), *script, distance=distance)


def keys(found: Played, key: str = "facts:X") -> list[str]:
    return [part.key for part in found.question(key).parts]


@pytest.mark.rule("10E-COV-2", "10E-COV-5", "10E-SAV-4")
@each("ap, save, asked", [
    (-1, "4+", {"cover", "plunging"}),  # 5+, 4+ in cover, 6+ from above
    (-4, "5+", set()),  # no save, and none in cover either
    (0, "3+", {"cover", "plunging"}),  # cover is worth nothing against AP 0, but from above it is AP -1
    (0, "4+/4++", {"cover", "plunging"}),  # its invulnerable save is as good as 4+, and cover is better
    (-2, "4+/4++", set()),  # its invulnerable save is better in any case
])  # fmt: skip
def test_cover_and_height_are_asked_where_a_save_changes(ap: int, save: str, asked: set[str]) -> None:
    assert {"cover", "plunging"} & {*keys(played([gun(AP=ap)], targets(5, "X", Sv=save)))} == asked


@pytest.mark.rule("10E-COV-2", "10E-TGT-4", "10E-TGT-11")
def test_cover_is_in_sight_for_the_profile_that_it_helps_against_alone() -> None:
    gas = [gun("Ignores Cover", name="gas (wide)", of="gas"), gun(name="gas (narrow)", of="gas", D=3)]
    question = played(gas, targets(5, "X", Sv="4+")).question("facts:X")

    def shown(mode: str) -> tuple[bool, bool]:
        now = current_facts(question, {"mode:gas": mode})
        row = next(row for row in fact_rows(question, {"mode:gas": mode}, now) if row.also == ("cover",))
        return not row.rarely_chosen, "in the open" in now.sentence()

    assert shown("wide") == (False, False)
    assert shown("narrow") == (True, True)


@pytest.mark.rule("10E-COV-1", "10E-WPN-RF-1")
def test_what_only_counts_within_half_range_is_asked_as_well() -> None:
    def asked(words: str) -> bool:
        return "cover" in keys(played([gun(words, AP=-4, range=48)], targets(5, "X", Sv="4+/6++")))

    assert asked("worsen AP by 2 within half range")  # 6+ or 5+ then, and beyond it the invulnerable save in any case
    assert not asked("improve AP by 1 within half range")


@pytest.mark.rule("10E-WPN-RF-1", "10E-WPN-MELTA-1", "10E-EFF-12")
def test_half_range_may_count_by_whatever_is_in_force() -> None:
    """By the weapon, by any model of both units, by what others gave them; also as a part of what a mark does."""
    here, mark = "+1 to hit within half range", "mark after shooting: Melta 2, +1 to hit"
    plain, melta = Hashed(squad("Mob", models("Man", 1))), gun("Melta 2")
    (near,) = gun("+1 to hit beyond half range").abilities
    assert not half_may_count(gun("Heavy"), (plain, plain), ())
    assert half_may_count(melta, (plain, plain), ())
    assert half_may_count(gun(), (plain, plain), (near,))
    for words in (here, f"incoming: {here}", mark):
        other = Hashed(squad("Mob", models("Man", 1), models("Boss", 1, abilities=(words,))))
        assert all(half_may_count(gun(), units, ()) for units in ((other, plain), (plain, other))), words


@pytest.mark.rule("10E-HIT-4", "10E-WPN-HEAVY-1", "10E-EFF-8")
def test_standing_still_is_asked_as_soon_as_something_else_changes_the_roll() -> None:
    plain = played([HEAVY], targets(5, "X"))
    assert "stationary" not in keys(plain)
    assert "told:X" not in plain.keys
    told = [("told:X", {"stationary": "yes"})]
    found = played([HEAVY], targets(5, "X"), *told, target_effects=("incoming: -1 to hit",))
    assert keys(found, "told:X") == ["stationary"]
    assert found.need() == 2
    assert played([HEAVY], targets(5, "X"), target_effects=("incoming: -1 to hit",)).need() == 3


@pytest.mark.rule("10E-DEF-SMOKE-1", "10E-WPN-HEAVY-1")
def test_standing_still_is_asked_after_a_smokescreen() -> None:
    smoke = squad("X", models("One", 5), keywords=("INFANTRY", "SMOKE"))
    reaction = ("reaction:X", "smokescreen")
    found = played([HEAVY], smoke, reaction, ("facts of X", {"stationary": "yes"}))
    assert keys(found, "facts of X") == ["stationary"]
    assert found.need() == 2
    assert played([HEAVY], smoke, reaction).need() == 3
    assert "facts of X" not in played([gun(BS=2)], smoke, reaction).keys
    assert "facts of X" not in played([gun("Heavy")], smoke, reaction, stationary="yes").keys  # it was asked before


@pytest.mark.rule("10E-COV-1", "EVE-32")
def test_cover_that_was_out_of_sight_is_asked_after_a_reaction_that_makes_it_matter() -> None:
    both = gun(AP=-2), gun("Pistol", AP=-1, name="pistol")
    ours, reaction = army("Mine", squad("Mob", models("Man", 1, *both))), ("reaction:X", "Contempt")

    def fight(save: str, *script: Any, **facts: Any) -> Played:
        theirs = with_block(army("Theirs", targets(5, "X", Sv=save)), CONTEMPT)
        return battle(ours, theirs, *START, ("facts:X", facts), reaction, *script, distance=10)

    assert keys(fight("4+/5++", ("facts of X", {"cover": "yes"})), "facts of X") == ["cover"]
    assert "facts of X" not in fight("4+/5++", cover="yes").keys
    assert "facts of X" not in fight("4+/3++").keys


@pytest.mark.rule("10E-TGT-3")
def test_another_target_is_asked_for_where_one_can_be_shot_at() -> None:
    two = [gun(), gun(name="pistol", range=6)]
    assert "split" not in keys(played(two, targets(5, "X")))
    assert "split" in keys(played(two, targets(5, "X"), others=(targets(5, "Y"),)))
    assert split_by(played(two, targets(5, "X"), others=(targets(5, "Y"),))) == ["split"]
    assert split_by(played(two[:1], targets(5, "X"), others=(targets(5, "Y"),))) == ["firing"]  # all of it is fired


def split_by(found: Played) -> list[str]:
    """The facts that the words "split fire" mean."""
    return [part.key for part in found.question("facts:X").parts if "split fire" in getattr(part, "called", ())]


@pytest.mark.rule("10E-ORD-2")
@each("n, wounds, asked", [
    (1, 9, False),  # one model: what comes first is lost first, and all of it is lost
    (5, 1, False),  # each wound that is not saved fells one of them
    (3, 3, True),  # two points first, or one
])  # fmt: skip
def test_the_order_is_asked_where_the_first_attacks_change_what_the_others_meet(
    n: int, wounds: int, asked: bool
) -> None:
    unit = squad("X", models("One", n, W=wounds))
    assert ("group_order" in keys(played([gun(), gun(name="cannon", D=2)], unit))) == asked
    assert "group_order" not in keys(played([gun(), gun(name="other gun")], unit))


@pytest.mark.rule("10E-ATK-2", "10E-WPN-BLAST-1")
@each("words, attacks, text", [
    (("Blast",), "D6+3", "gun: attacks (+3, +2 for Blast)"),
    (("Blast",), "D6", "gun: attacks (+2 for Blast)"),
    ((), "2D6+1", "gun: attacks (+1)"),
    ((), "D6", "gun: attacks"),
])  # fmt: skip
def test_what_comes_to_the_dice_of_an_amount_is_said_before_they_are_thrown(
    words: Any, attacks: str, text: str
) -> None:
    found = played([gun(*words, A=attacks)], targets(10, "X"), ("attacks:gun", [3] * (1 + (attacks[0] == "2"))))
    assert found.question("attacks:gun").text == text


@pytest.mark.rule("10E-DEF-SMOKE-1")
def test_the_heading_says_what_the_target_did_since_the_facts_were_agreed() -> None:
    smoke = squad("X", models("One", 5), keywords=("INFANTRY", "SMOKE"))
    for reaction, words in (("smokescreen", "behind smoke"), ("go to ground", "gone to ground, so in cover")):
        found = played([gun()], smoke, ("reaction:X", reaction))
        log = found.table.log
        before = next(entry.record for entry in log if entry.question and entry.question.key == "reaction:X")
        assert last_facts(log, RULESET, found.table.record).facts.endswith(words)
        assert words not in last_facts(log, RULESET, before).facts


@pytest.mark.rule("10E-TGT-4", "10E-TGT-11")
def test_the_profile_of_a_pistol_that_does_not_fire_is_not_asked() -> None:
    """Who names it says its profile with it."""
    modes = (("standard", 1), ("supercharge", 2))
    pistols = [gun("Pistol", name=f"pistol ({mode})", of="pistol", D=damage) for mode, damage in modes]
    rifles = [gun(name=f"rifle ({mode})", of="rifle", D=damage) for mode, damage in modes]
    found = keys(played([*rifles, *pistols], targets(5, "X", W=2)))
    assert "mode:rifle" in found
    assert "mode:pistol" not in found
    assert "mode:pistol" in keys(played(pistols, targets(5, "X", W=2)))
