"""Markers and templates in battles: what else lies under them, friend or foe (7E-WPN-13 to 16)."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.asked.sentences import hint
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.input.answers import parse
from shoot_cli.input.dice import roll_answer
from tests.rules.seventh.helpers.tabletop import Played, army, attack, battle, fire, gun, marines, squad, trooper
from tests.rules.seventh.helpers.vehicle_battles import (
    END,
    NO,
    army_of,
    hull_points,
    rhino,
    ride,
    riders,
    standing,
    state,
)
from tests.rules.seventh.helpers.vehicles import tank

SHELL = gun("shell", "48", "5", "4", "Heavy 1, Large Blast")
GUNNERS = marines(1, SHELL, name="Gunners")
MINE = army("Guns", GUNNERS, riders(3, name="Mates"), marines(1, name="B"))
THEIRS = army_of(riders(8, name="Crowd"), riders(6, name="Others"), riders(5))
HIT = ("scatter:shell", [1])


def fired(under: int, *script: Any, unit: str = "Gunners", target: str = "Crowd") -> list[Any]:
    others = next((step[1] for step in script if step[0].startswith("others under")), {})
    astray = any(name.endswith("(Guns)") for name in others)  # else it lies on no friend
    lies = [("scatter:shell", [6]), ("scatter distance:shell", 9)] if astray else [HIT]
    said = f"{under}+" if others else under
    return [("unit", unit), ("target", target), *fire("shell"), *lies, ("under:shell", said), *script]


def others(**under: int) -> list[Any]:
    """Models of other units under it, by unit: the army goes without saying."""
    sides = {"Mates": "Guns", "Gunners": "Guns", "B": "Guns"}
    return [("others under:shell", {f"{name} ({sides.get(name, 'Convoy')})": n for name, n in under.items()})]


@pytest.mark.rule("7E-ALC-7", "7E-ALC-2")
@pytest.mark.parametrize(("order", "asked"), [({}, False), ({"order": "2 Rider hidden, 6 Rider"}, True)])
def test_a_blast_asks_who_is_hidden_only_to_keep_them_so(order: dict[str, str], asked: bool) -> None:
    """It hurts them as well, but the next weapon must know; on its own an attack is asked before any weapon."""
    both = army(
        "Guns", squad("Both", trooper("Gun", 1, gun("rifle")), trooper("Shell", 1, SHELL)), marines(1, name="B")
    )
    script = [("unit", "Both"), ("target", "Crowd"), *fire("rifle", **order), ("hit:rifle", [1]), *fire("shell"), HIT]
    played = battle(both, THEIRS, *script)
    assert [("hidden" in dict(played.question("order", nth).marks)) for nth in (0, 1)] == [True, asked]
    alone = attack(marines(1, SHELL), riders(8), *fire("shell"), ("under:shell", 0))
    assert "hidden" in dict(alone.question("order").marks)


@pytest.mark.rule("7E-ALC-13", "7E-WPN-15")
def test_cover_from_the_firer_is_forgotten_where_a_barrage_lands() -> None:
    mortar = gun("shell", "48", "5", "4", "Heavy 1, Blast, Barrage")
    both = army(
        "Guns", squad("Both", trooper("Gun", 1, gun("rifle")), trooper("Shell", 1, mortar)), marines(1, name="B")
    )
    soft = army("Theirs", marines(4, name="Crowd", Sv="-"))
    played = battle(
        both, soft, ("unit", "Both"), ("target", "Crowd"), *fire("rifle", order="4 Marine 3+"), ("hit:rifle", [1]),
        *fire("shell"), HIT, ("under:shell", 1), ("marker:shell", {"cover": "5+"}), ("wound:shell", [6]), NO,
    )  # fmt: skip
    assert played.left.key == "save:Marine"
    assert played.left.need.target == 5


@pytest.mark.rule("7E-WPN-13")
def test_units_of_both_sides_under_it_are_hit() -> None:
    played = battle(
        MINE, THEIRS, fired(3, *others(Others=2, Mates=1)), ("wound:shell", [6, 6, 6]), NO,
        ("harm:Mates", {}), ("wound:shell", [6]), NO, ("harm:Others", {}), ("wound:shell", [6, 1]), NO, ("unit", "B"),
    )  # fmt: skip
    assert [standing(played, name) for name in ("Crowd", "Others", "Mates", "Riders")] == [5, 5, 2, 5]
    assert played.question("others under:shell").names == (
        "Gunners (Guns)", "Mates (Guns)", "B (Guns)", "Others (Convoy)", "Riders (Convoy)",
    )  # fmt: skip
    assert played.said("Mates, under the shell: 1 hit", "7E-WPN-13")
    assert played.said("Hits of the shell on Mates (Guns) and Others (Convoy) come after this weapon", "7E-WPN-13")
    asked = played.question("others under:shell")
    with pytest.raises(BadAnswer, match=r"^3 of whom\? As in Mates \(Guns\) 3$"):  # not everybody of both armies
        parse(asked, "3")
    assert asked.read(parse(asked, "2 riders, mates: 1")) == (0, 1, 0, 0, 2)
    assert hint(asked) == "as in Mates (Guns) 3; Enter: none"


@pytest.mark.rule("7E-WPN-13", "7E-WPN-16")
@pytest.mark.parametrize("kind", ["Heavy 1, Large Blast", "Assault 1, Template"])
def test_no_friend_is_under_a_template_or_a_marker_that_stays(kind: str) -> None:
    shell = gun("shell", "T" if "Template" in kind else "48", "5", "4", kind)
    mine = army("Guns", marines(1, shell, name="Gunners"), riders(3, name="Mates"))
    lies = [HIT] if "Blast" in kind else []
    played = battle(
        mine,
        THEIRS,
        [("unit", "Gunners"), ("target", "Crowd"), *fire("shell"), *lies, ("under:shell", "2+")],
        distance=6,
    )
    assert set(played.left.names) == {"Others (Convoy)", "Riders (Convoy)"}  # type: ignore[union-attr]


@pytest.mark.rule("7E-WPN-13")
def test_the_firing_unit_may_lie_under_its_own_marker() -> None:
    played = battle(
        MINE, THEIRS, fired(0, *others(Gunners=1)), ("harm:Gunners", {}), ("wound:shell", [6]), ("save:Marine", [1]), ("unit", "B"),
    )  # fmt: skip
    assert standing(played, "Gunners") == 0
    assert standing(played, "Crowd") == 8


@pytest.mark.rule("7E-SAV-4")
@pytest.mark.parametrize(("hurt", "owner"), [("Mates", "attacker"), ("Others", "defender")])
def test_whoever_has_the_unit_says_its_cover(hurt: str, owner: str) -> None:
    script = ("wound:shell", [1]), (f"harm:{hurt}", {}), ("wound:shell", [1]), ("unit", "B")
    facts = battle(MINE, THEIRS, fired(1, *others(**{hurt: 1})), *script).question(f"harm:{hurt}")
    assert {facts.owner, *(part.owner for part in facts.parts)} == {owner}


@pytest.mark.rule("7E-WPN-13", "7E-TGT-3", "7E-GTG-3")
def test_also_units_locked_in_combat() -> None:
    played = battle(
        MINE, THEIRS, state("Others", "locked in combat"), state("Mates", "locked in combat"),
        fired(1, *others(Others=2, Mates=2)), ("wound:shell", [1]),
        ("harm:Mates", {}), ("wound:shell", [6, 6]), ("harm:Others", {}), ("wound:shell", [6, 6]), END, ("unit", "Crowd"),
    )  # fmt: skip
    assert (standing(played, "Others"), standing(played, "Mates")) == (4, 1)
    assert "morale" not in played.keys  # nobody tests in combat


@pytest.mark.rule("7E-WPN-13", "7E-VEH-1", "7E-VEH-2")
def test_also_vehicles_whose_facing_is_said() -> None:
    bait = tank((12, 11, 10), 3, name="Bait")
    theirs = army_of(riders(8, name="Crowd"), bait)
    played = battle(
        MINE, theirs, fired(1, *others(Bait=1)), ("wound:shell", [1]), ("harm:Bait", {"facing": "rear"}),
        ("penetrate:shell", [6]), ("damage table:Bait", [1]), ("unit", "B"),
    )  # fmt: skip
    assert hull_points(played, "Bait") == [2]
    assert played.unit_at("Bait").wear[0].crew == "Crew Shaken"
    front = battle(MINE, theirs, fired(1, *others(Bait=1)), ("wound:shell", [1]), ("harm:Bait", {}), ("unit", "B"))
    assert hull_points(front, "Bait") == [3]  # S5 against 12


@pytest.mark.rule("7E-WPN-15", "7E-VEH-2")
def test_a_barrage_hits_the_side_of_vehicles_nobody_aimed_at() -> None:
    mortar = gun("shell", "48", "5", "4", "Heavy 1, Blast, Barrage")
    mine = army("Guns", marines(1, mortar, name="Gunners"), marines(1, name="B"))
    theirs = army_of(riders(8, name="Crowd"), tank((13, 11, 10), 3, name="Bait"))
    played = battle(
        mine,
        theirs,
        fired(1, *others(Bait=1)),
        ("marker:shell", {}),
        ("wound:shell", [1]),
        ("harm:Bait", {}),
        ("penetrate:shell", [6]),
        ("unit", "B"),
    )
    assert played.question("facing").default == "side"
    assert hull_points(played, "Bait") == [2]  # S5 and 6 against 11


@pytest.mark.rule("7E-WPN-13", "7E-GTG-1", "7E-GTG-4")
def test_a_unit_that_only_a_marker_hit_may_go_to_ground() -> None:
    played = battle(
        MINE, THEIRS, fired(1, *others(Others=2, Mates=1)), ("wound:shell", [1]), ("harm:Mates", {}), ("wound:shell", [6]),
        ("go_to_ground", "yes"), ("save:Rider", [6]), ("harm:Others", {}), ("wound:shell", [6, 6]), ("go_to_ground", "yes"),
        ("save:Rider", [6, 6]), ("unit", "B"),
    )  # fmt: skip
    ends = {name: played.unit_at(name).marks[0].until for name in ("Mates", "Others")}
    assert ends == {"Mates": (2, 0), "Others": (1, 1)}  # each through its own next turn


@pytest.mark.rule("7E-WPN-13")
def test_only_who_wishes_is_asked_for_others_under_it() -> None:
    alone = battle(MINE, THEIRS, fired(2), ("wound:shell", [1, 1]), ("unit", "B"))
    assert {"others", "others under:shell"}.isdisjoint(alone.keys)
    assert alone.question("under:shell").more == "if others are under it too"


@pytest.mark.rule("7E-WPN-14")
def test_several_markers_of_one_weapon_are_added_for_every_unit() -> None:
    three = army("Guns", marines(3, SHELL, name="Gunners"), marines(1, name="B"))
    played = battle(
        three, THEIRS, ("unit", "Gunners"), ("target", "Crowd"), *fire("shell"),
        HIT, HIT, ("scatter:shell", [6]), ("scatter distance:shell", 9), ("under each:shell", "4 2 0+"), *others(Others=3),
        ("wound:shell", [1] * 6), ("harm:Others", {}), ("wound:shell", [1] * 3), ("unit", "B"),
    )  # fmt: skip
    question = played.question("under each:shell")
    assert [name for name, _ in question.groups] == ["1 Hit!", "2 Hit!", '3 moved 5"']
    assert question.default[2] == 0 < question.default[0]
    assert played.question("others under:shell").most[0] == 3 * 3  # each of the three may lie under each
    assert played.question("wound:shell").dice == 6
    assert played.said("Others, under the shell: 3 hits")


@pytest.mark.rule("7E-WPN-13")
def test_several_markers_scatter_in_two_throws() -> None:
    """All scatter dice at once, then 2D6 for each arrow; but one by one where somebody may throw again (7E-HIT-6)."""
    script = (
        ("unit", "Gunners"), ("target", "Crowd"), *fire("shell"), ("scatter:shell", [6, 1, 5]),
        ("scatter distance:shell", [9, 4]), ("under each:shell", "0 0 0"), ("unit", "B"),
    )  # fmt: skip
    played = battle(army("Guns", marines(3, SHELL, name="Gunners"), marines(1, name="B")), THEIRS, *script)
    assert played.keys.count("scatter:shell") == played.keys.count("scatter distance:shell") == 1
    question = played.question("scatter distance:shell")
    assert (question.dice, question.adds) == (2, (6, 6))
    assert roll_answer(question, "9 4") == roll_answer(question, "6 3 1 3") == roll_answer(question, "6+3 4")
    assert [name for name, _ in played.question("under each:shell").groups] == ["1 Hit!", '2 moved 0"', '3 moved 5"']
    assert played.said('It scatters 5" along the arrow (9 less Ballistic Skill 4)')
    twins = army(
        "Guns", marines(3, SHELL.but(rules=(*SHELL.rules, "Twin-linked")), name="Gunners"), marines(1, name="B")
    )
    alone = [("scatter:shell", [6]), ("scatter distance:shell", 9), ("blast_again", "no")] * 2
    one_by_one = battle(twins, THEIRS, *script[:-4], ("scatter:shell", [1]), *alone, *script[-2:])
    assert one_by_one.keys.count("scatter:shell") == 3


@pytest.mark.rule("7E-WPN-1", "7E-WPN-13")
@pytest.mark.parametrize("timing", ["at_once", "after_attack"])
def test_the_hits_on_others_come_before_the_next_weapon(timing: str) -> None:
    both = army(
        "Guns", squad("Gunners", trooper("Gunner", 1, SHELL), trooper("Mate", 1, "boltgun")), marines(1, name="B")
    )
    hurt = [("harm:Others", {}), ("wound:shell", [1])]
    shots = [*fire("boltgun"), ("hit:boltgun", [1, 1])]
    after = {"at_once": [*hurt, *shots], "after_attack": [*shots, *hurt]}
    played = battle(
        both, THEIRS, ("unit", "Gunners"), ("target", "Crowd"), *fire("shell"), HIT, ("under:shell", "1+"), *others(Others=1),
        ("wound:shell", [1]), *after[timing], ("unit", "B"), settings={"explosion_timing": timing},
    )  # fmt: skip
    assert standing(played, "Others") == 6


@pytest.mark.rule("7E-WPN-13", "7E-END-1")
def test_pinning_reaches_who_was_not_aimed_at() -> None:
    pins = gun("shell", "48", "5", "4", "Heavy 1, Large Blast, Pinning")
    mine = army("Guns", marines(1, pins, name="Gunners"), marines(1, name="B"))
    played = battle(
        mine, THEIRS, fired(1, *others(Others=2)), ("wound:shell", [1]), ("harm:Others", {}), ("wound:shell", [6, 1]), NO,
        ("pinning", 12), ("unit", "B"),
    )  # fmt: skip
    assert played.marks("Others") == ["gone to ground"]


@pytest.mark.rule("7E-WPN-13", "7E-END-2")
def test_casualties_of_others_count_for_their_morale() -> None:
    played = battle(
        MINE, THEIRS, fired(1, *others(Others=3, Mates=1)), ("wound:shell", [1]), ("harm:Mates", {}), ("wound:shell", [6]), NO,
        ("harm:Others", {}), ("wound:shell", [6, 6, 1]), NO, END, ("morale", 2), ("morale", 12), ("unit", "Crowd"),
    )  # fmt: skip
    assert played.said("Mates lost 1 of 3 this phase")
    assert played.said("Others lost 2 of 6 this phase")
    assert "falling back" in played.marks("Others")


@pytest.mark.rule("7E-WPN-13", "7E-VEH-10")
def test_a_transport_blown_up_by_a_marker_that_only_drifted_there() -> None:
    bomb = gun("shell", "48", "10", "1", "Heavy 1, Large Blast")
    mine = army("Guns", marines(1, bomb, name="Gunners"), marines(1, name="B"))
    theirs = army_of(riders(8, name="Crowd"), rhino(), riders(4))
    played = battle(
        mine, theirs, ride(), fired(1, *others(Rhino=1)), ("wound:shell", [1]), ("harm:Rhino", {}), ("penetrate:shell", [6]),
        ("damage table:Rhino", [6]), ("explosion:Rhino", 2), ("near:Rhino", 0), ("harm:Riders", {}), ("wound:explosion", [6, 1, 1, 1]),
        NO, ("pinning", 2), ("unit", "B"),
    )  # fmt: skip
    assert (standing(played, "Rhino"), standing(played, "Riders")) == (0, 3)


@pytest.mark.rule("7E-WPN-13", "7E-TGT-8")
@pytest.mark.parametrize("rules", [(), ("Night Vision",)])
def test_at_night_others_under_it_are_as_hard_to_see(rules: tuple[str, ...]) -> None:
    mine = army("Guns", marines(1, SHELL, name="Gunners", unit_rules=rules), marines(1, name="B"))
    dark = [("unit", "a unit's state"), ("state of", "Night Fighting")]
    saved = [] if rules else [("save:Rider", [6])]
    played = battle(
        mine, THEIRS, dark, fired(1, *others(Others=1)), ("wound:shell", [1]), ("harm:Others", {}), ("wound:shell", [6]), NO,
        *saved, ("unit", "B"),
    )  # fmt: skip
    assert standing(played, "Others") == 6 - bool(rules)


# Scatter -------------------------------------------------------------------------------------------------------------


def scattered(die: int, inches: int, *script: Any) -> Played:
    steps = [("unit", "Gunners"), ("target", "Crowd"), *fire("shell"), ("scatter:shell", [die])]
    drift = [("scatter distance:shell", inches)] if inches else []
    return battle(MINE, THEIRS, steps, *drift, ("under:shell", 0), *script, ("unit", "B"))


@pytest.mark.rule("7E-WPN-13")
def test_scatter_is_2d6_less_the_firers_skill() -> None:
    played = scattered(3, 7)
    roll = played.question("scatter distance:shell")
    assert (roll.dice, roll.sides) == (2, 6)
    assert played.said('It scatters 3" along the arrow (7 less Ballistic Skill 4)')
    assert scattered(6, 3).said('It scatters 0"')
    for face in (1, 2):
        assert scattered(face, 0).said("HIT: the marker stays", "7E-WPN-13")


@pytest.mark.rule("7E-WPN-13")
def test_a_blast_that_hits_nobody() -> None:
    played = scattered(3, 12)
    assert "wound:shell" not in played.keys
    assert played.said("No losses: Crowd 8 of 8")


@pytest.mark.rule("7E-VEH-16")
def test_ramshackle_says_its_number_once() -> None:
    lance = army("Guns", marines(1, gun("lance", "48", "8", "2", "Heavy 1"), name="Gunners"), marines(1, name="B"))
    trukk = tank(10, 3, name="Trukk", rules=("Ramshackle",))
    hit = [("unit", "Gunners"), ("target", "Trukk"), *fire("lance"), ("hit:lance", [6]), ("penetrate:lance", [6])]
    played = battle(lance, army_of(trukk, riders(2)), hit, ("ramshackle:Trukk", [6]), ("unit", "B"))
    assert played.because("ramshackle:Trukk") == [("a penetrating hit is a glancing hit", "7E-VEH-16")]
    assert hull_points(played, "Trukk") == [2]
