"""All weapons as usual with one answer; what is said once holds for the attack, and of a target for the turn."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.asked.sentences import as_decided
from shoot_cli.asked.sight import Sight
from shoot_cli.engine.questions import Choose
from shoot_cli.rules.seventh import RULESET
from shoot_cli.rules.seventh.steps.weapon import ALL
from tests.helpers.scripted_table import DEFAULT, closed
from tests.rules.seventh.helpers.tabletop import Played, army, attack, battle, boyz, fire, gun, squad, trooper
from tests.rules.seventh.helpers.vehicles import hull, tank, vehicles

BOLTS, LASER = gun("boltgun", type="Rapid Fire"), gun("lascannon", "48", "9", "2", "Heavy 1")
SQUAD = squad("Squad", trooper("Man", 3, BOLTS), trooper("Gunner", 1, LASER))
MINE, THEIRS = army("Mine", SQUAD, squad("Other", trooper("Man", 1, BOLTS))), army("Theirs", boyz(), boyz(name="More"))
SHOT = [("unit", "Squad"), ("target", "Boyz"), ("distance", 20)]
SIX_MISS: list[tuple[str, Any]] = [("hit:boltgun", [1] * 3), ("hit:lascannon", [1])]


def played(*script: Any) -> Played:
    return battle(MINE, THEIRS, *script)


@pytest.mark.rule("7E-WPN-1", "7E-WPN-10")
def test_all_weapons_fire_with_one_answer_and_one_for_the_facts() -> None:
    game = played(*SHOT, ("weapon", DEFAULT), ("facts:boltgun", {}), *SIX_MISS, ("unit", "Other"))
    weapon = game.question("weapon")
    assert (weapon.default, weapon.options[0].label) == (ALL, "both weapons as usual, one after the other")
    facts = game.question("facts:boltgun")
    assert facts.text == "3 boltguns, in the open, lascannon: nobody moved"
    assert facts.decided({}).so == "3 shots, then lascannon"
    assert facts.decided({"firing": [2]}).so == "2 shots, then lascannon"


@pytest.mark.rule("7E-WPN-10", "7E-SAV-4")
def test_what_is_said_with_the_first_weapon_holds_for_all() -> None:
    said = {"moved:lascannon": "1 Gunner", "cover": "4+", "bs_modifier": -1}
    game = played(*SHOT, ("weapon", ALL), ("facts:boltgun", said), *SIX_MISS, ("unit", "Other"))
    assert game.question("hit:boltgun").need.target == 4
    assert game.question("hit:lascannon").need.target == 6  # a Snap Shot
    words = "3 boltguns, in cover 4+, lascannon: all moved, change of Ballistic Skill: -1"
    facts = game.question("facts:boltgun")
    assert as_decided(facts, {key: value for key, value in said.items() if key != "moved:lascannon"}).text == (
        words.replace("all moved", "nobody moved")
    )


@pytest.mark.rule("7E-WPN-5")
def test_whom_the_first_weapon_does_not_reach_the_next_is_asked_about() -> None:
    order = {"order": "4 Boy, 6 Boy hidden"}
    game = played(*SHOT, ("weapon", ALL), ("facts:boltgun", order), SIX_MISS[0], ("facts:lascannon", {}), SIX_MISS[1])
    assert "order" in game.parts("facts:lascannon")


@pytest.mark.rule("7E-WPN-24")
def test_a_template_out_of_reach_is_closed_as_in_an_attack_on_its_own() -> None:
    burner = army("Mine", squad("Squad", trooper("Man", 2, BOLTS), trooper("Burner", 1, "flamer")), SQUAD.but(name="B"))
    shots = [("weapon", DEFAULT), ("facts:boltgun", {}), ("hit:boltgun", [1, 1])]
    game = battle(burner, THEIRS, *SHOT, *shots, ("unit", "B"))  # nobody asks whether the flamer fires
    assert game.question("weapon").default == "boltgun"
    assert closed(game.question("weapon"), "flamer") == [('out of range (8")', "7E-WPN-24")]


def test_each_weapon_of_agreed_fire_stands_above_its_questions() -> None:
    """Above the questions of the second one stood the distance alone."""
    wounds = [("hit:boltgun", [6, 1, 1]), ("wound:boltgun", [6])]
    again = [("go_to_ground", "not yet"), ("hit:lascannon", [6]), ("wound:lascannon", [6])]
    for script, facts in ((wounds, ("3 boltguns", '20"')), (wounds + again, ("lascannon", '20"'))):
        game = played(*SHOT, ("weapon", ALL), ("facts:boltgun", {}), *script)
        scene = Sight(RULESET, game.table.record, lambda at=game: at.table).scene(game.left)
        assert scene.facts[:2] == facts


@pytest.mark.rule("7E-GTG-1")
def test_who_stays_up_is_asked_once_an_attack_unless_he_wishes() -> None:
    wounds = [("hit:boltgun", [6, 1, 1]), ("wound:boltgun", [6])]
    last = [("hit:lascannon", [6]), ("wound:lascannon", [6])]
    once = played(
        *SHOT, ("weapon", ALL), ("facts:boltgun", {}), *wounds, ("go_to_ground", "no"), *last, ("unit", "Other")
    )
    assert once.keys.count("go_to_ground") == 1
    again = [("go_to_ground", "not yet"), *last, ("go_to_ground", "no")]
    twice = played(*SHOT, ("weapon", ALL), ("facts:boltgun", {}), *wounds, *again, ("unit", "Other"))
    assert twice.keys.count("go_to_ground") == 2


@pytest.mark.rule("7E-WPN-3", "7E-VEH-3")
def test_of_two_modes_the_one_that_can_harm_a_vehicle_is_proposed() -> None:
    launchers = army(
        "Mine", squad("Squad", trooper("Man", 2, BOLTS), trooper("Gunner", 1, "missile launcher")), SQUAD.but(name="B")
    )

    def weapon(armour: int) -> Choose:
        theirs = army("Theirs", tank(armour), boyz())
        shot = [("unit", "Squad"), ("target", "Tank"), ("distance", 20)]
        asked = battle(launchers, theirs, *shot, ("weapon", "no more"), ("unit", "B")).question("weapon")
        assert isinstance(asked, Choose)
        return asked

    frag, krak = "missile launcher (frag)", "missile launcher (krak)"
    labels = {option.value: option.label for option in weapon(12).options}
    assert (ALL in labels, weapon(12).default) == (False, krak)  # no boltgun harms it either
    assert labels[frag].endswith(": no hit can harm its front")
    assert "harm" not in labels[krak]
    labels = {option.value: option.label for option in weapon(10).options}
    assert labels[ALL] == f"both weapons as usual, one after the other; {krak}"  # as odds propose it
    assert "harm" not in labels[frag]  # a 6 glances


@pytest.mark.rule("7E-VEH-3", "7E-WPN-3")
def test_what_cannot_harm_a_vehicle_from_here_is_not_proposed_beside_what_can() -> None:
    """Seventeen shootas were proposed with two rokkit launchas at the front of a Chimera."""
    theirs, shot = army("Theirs", tank((12, 9, 9)), boyz()), [("unit", "Squad"), ("target", "Tank"), ("distance", 20)]
    missed = [("hit:lascannon", [1])]
    front = battle(MINE, theirs, *shot, ("weapon", DEFAULT), ("facts:lascannon", {}), *missed, ("unit", "Other"))
    assert front.question("weapon").default == "lascannon"
    assert front.keys.count("weapon") == 1, "nobody is asked about shots that cannot harm"
    side = [("weapon", DEFAULT), ("facts:lascannon", {"facing": "side"}), *missed, ("weapon", DEFAULT)]
    again = battle(MINE, theirs, *shot, *side, ("facts:boltgun", {}), ("hit:boltgun", [1] * 3), ("unit", "Other"))
    assert again.question("weapon", 1).default == "boltgun", "from the side it can harm"
    harmless = army("Mine", squad("Squad", trooper("Man", 3, BOLTS)))
    assert battle(harmless, theirs, *shot).question("weapon").default == "boltgun", "nobody has said the facing"


@pytest.mark.rule("7E-VEH-3", "7E-WPN-13", "7E-VEH-7")
def test_in_vain_are_shots_at_the_table_that_can_strike_nothing_else() -> None:
    """A marker lies on others too, an attack on its own counts its shots, and agreed fire ends where it cannot harm."""
    theirs, shot = army("Theirs", tank((12, 9, 9)), boyz()), [("unit", "Squad"), ("target", "Tank"), ("distance", 20)]
    frag = gun("frag", "48", "4", "6", "Heavy 1, Blast")
    mixed = squad("Squad", trooper("Man", 1, frag), trooper("Gunner", 1, LASER))
    assert battle(army("Mine", mixed), theirs, *shot).question("weapon").default == ALL
    bolts = [*fire("boltgun"), *fire("lascannon"), ("hit:lascannon", [1])]
    assert attack(SQUAD, tank(12), *bolts).question("weapon").default == "boltgun"
    column = army("Theirs", vehicles((hull("Soft", 9, 1), 1), (hull("Hard", 14, 3), 1)), boyz())
    gunner_first = squad("Squad", trooper("Gunner", 1, LASER), trooper("Man", 3, BOLTS))
    hard = [("target", "Soft"), ("distance", 20), ("weapon", ALL), ("facts:lascannon", {}), ("hit:lascannon", [6])]
    after = [("damage table:Soft", [1]), ("unit", "Other")]
    played = battle(army("Mine", gunner_first, MINE.units[1]), column, ("unit", "Squad"), *hard, *after)
    assert played.said("Soft loses 1 hull point")
    assert not played.said("boltgun: no need to roll")


@pytest.mark.rule("7E-VEH-3")
def test_shots_that_cannot_harm_are_called_so_and_are_no_shots_of_the_summary() -> None:
    theirs = army("Theirs", tank((12, 9, 9)), boyz())
    shot = [("unit", "Squad"), ("target", "Tank"), ("distance", 20), ("weapon", "boltgun"), ("facts:boltgun", {})]
    then = ("weapon", "lascannon"), ("facts:lascannon", {})
    game = battle(MINE, theirs, *shot, *then, ("hit:lascannon", [1]), ("unit", "Other"))
    facts = game.question("facts:boltgun")
    assert facts.decided({}).so == "3 shots that cannot harm its front"
    assert facts.decided({"facing": "side"}).so == facts.decided({"in_side": [1]}).so == "3 shots"
    (attack,) = game.table.attacks
    over = Sight(RULESET, attack.start, lambda: game.table).attack_over(attack)
    assert over is not None
    assert [(pool.name, pool.number) for pool in over.targets[0].scene.pools][:2] == [("shots", 1), ("hits", 0)]


@pytest.mark.rule("7E-GTG-3")
def test_who_cannot_go_to_ground_is_not_asked_to_stay_up_till_the_next_weapon() -> None:
    beast = army("Theirs", squad("Beast", trooper("Beast", 1, BOLTS, W=4, Sv="-"), type="Monstrous Creature"))
    shot = [("unit", "Squad"), ("target", "Beast"), ("distance", 20), ("weapon", ALL), ("facts:boltgun", {})]
    game = battle(
        MINE, beast, *shot, ("hit:boltgun", [6, 1, 1]), ("wound:boltgun", [6]),
        ("hit:lascannon", [6]), ("wound:lascannon", [6]), ("unit", "Other"),
    )  # fmt: skip
    assert "go_to_ground" not in game.keys


@pytest.mark.rule("7E-SAV-4", "7E-TGT-2")
def test_cover_is_proposed_again_to_others_this_turn() -> None:
    first = [*SHOT, ("weapon", ALL), ("facts:boltgun", {"cover": "4+"}), *SIX_MISS]
    other = [("unit", "Other"), ("target", "Boyz"), ("distance", 20), ("weapon", "boltgun"), ("facts:boltgun", {})]
    game = played(*first, *other, ("hit:boltgun", [1]))
    assert game.question("facts:boltgun", 1).text == "1 boltgun, in cover 4+"
    elsewhere = [("unit", "Other"), ("target", "More"), ("distance", 20), ("weapon", "boltgun"), ("facts:boltgun", {})]
    game = played(*first, *elsewhere, ("hit:boltgun", [1]))
    assert game.question("facts:boltgun", 1).text == "1 boltgun, in the open"


@pytest.mark.rule("7E-WND-1")
def test_what_cannot_wound_is_closed_and_never_proposed() -> None:
    weak, strong = gun("gun", S="3"), gun("cannon", "48", "9", "2", "Heavy 1")
    both = army("Mine", squad("Squad", trooper("Man", 2, weak, strong)), squad("Other", trooper("Man", 1, weak)))
    hard = army("Theirs", boyz(T=7), boyz(name="Soft", T=6))
    why = ("Strength 3 cannot wound Toughness 7", "7E-WND-1")
    game = battle(
        both, hard, *SHOT, ("weapon", DEFAULT), ("facts:cannon", {}), ("hit:cannon", [1, 1]), ("unit", "Other")
    )
    assert closed(game.question("weapon"), "gun") == [why]
    assert closed(battle(both, hard, ("unit", "Squad"), ("target", "Soft"), ("distance", 20)).left, "gun") == []
    told = [("unit", "a unit's state"), ("state of", "Squad"), ("state", "something else"), ("effects", "s +1")]
    assert closed(battle(both, hard, *told, ("lasts", "this phase"), *SHOT).left, "gun") == []


@pytest.mark.rule("7E-WND-3", "7E-WND-5", "7E-WND-7")
@pytest.mark.parametrize("rule", ["Poisoned (4+)", "Rending", "Sniper", "Blast"])
def test_what_wounds_nevertheless_or_may_hit_others_is_open(rule: str) -> None:
    own = gun("gun", S="1", type=f"Assault 1, {rule}")
    mine = army("Mine", squad("Squad", trooper("Man", 2, own, gun("rifle", S="1"))))
    game = battle(mine, army("Theirs", boyz(T=9)), *SHOT)
    assert (closed(game.left, "gun"), len(closed(game.left, "rifle"))) == ([], 1)
