"""Blast markers, barrages and templates (7E-WPN-13 to 16, 20, 7E-ALC-7 to 9, 12, 7E-HIT-11, 7E-TGT-6)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.analysis.single_attack import of_units, worked_out
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.rules.seventh.charts import drift, stays_put
from shoot_cli.rules.seventh.profiles import Unit, Weapon
from shoot_cli.rules.seventh.tokens import Burn
from tests.helpers.each import each
from tests.helpers.scripted_table import AGAIN, DEFAULT, refused
from tests.rules.seventh.helpers.one_weapon import chance, need_of, reasons_of
from tests.rules.seventh.helpers.tabletop import army, attack, battle, boyz, chances, fire, gun, marines, squad, trooper
from tests.rules.seventh.helpers.vehicles import shooter, tank

F = Fraction


def blast(rules: str = "Blast", S: str = "4", AP: str = "1", type: str = "Assault 1") -> Weapon:  # noqa: N803
    return gun("gun", S=S, AP=AP, type=f"{type}, {rules}")


def flame(rules: str = "", S: str = "4", AP: str = "5") -> Weapon:  # noqa: N803
    return gun("gun", "T", S, AP, f"Assault 1, {rules}" if rules else "Assault 1")


def mob(n: int = 10, **stats: Any) -> Unit:
    return squad("Mob", trooper("Boy", n, "shoota", **({"Sv": "-"} | stats)), rules=("Fearless",))


# How many are hit ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-WPN-13")
def test_a_blast_hits_who_lies_under_it() -> None:
    played = attack(shooter(blast()), mob(), *fire("gun"), ("under:gun", 2), ("wound:gun", [4, 3]))
    assert "hit:gun" not in played.keys
    assert played.question("wound:gun").dice == 2
    question = played.question("under:gun")
    assert (question.low, question.high, question.owner, question.more) == (0, 10, "attacker", "")
    assert {"7E-WPN-13", "7E-WPN-14"} == set(question.rules)
    assert "bs_modifier" not in played.parts("facts:gun")


@pytest.mark.rule("7E-WPN-13", "7E-WPN-14", "7E-WPN-16")
@each(
    ("area", "usual"),
    [("Blast", 3), ("Large Blast", 6), ("Massive Blast", 9), ("Apocalyptic Blast", 14), ("Template", 4)],
)
def test_what_is_proposed(area: str, usual: int) -> None:
    weapon = flame() if area == "Template" else blast(area)
    for n in (1, 2, 20):
        played = attack(shooter(weapon), mob(n), *fire("gun"), ("under:gun", DEFAULT), ("wound:gun", [1] * min(n, usual)))  # fmt: skip
        assert played.question("under:gun").default == min(n, usual)


@pytest.mark.rule("7E-WPN-14")
def test_three_frag_missiles() -> None:
    """4, 2 and 0 models: six hits, then six dice to wound."""
    frag = [("under:missile launcher (frag)", n) for n in (4, 2, 0)]
    played = attack(
        marines(3, "missile launcher"), mob(), *fire("missile launcher (frag)"), *frag,
        ("wound:missile launcher (frag)", [1] * 6),
    )  # fmt: skip
    assert played.keys[-4:-1] == ["under:missile launcher (frag)"] * 3


@pytest.mark.rule("7E-WPN-14")
def test_the_odds_of_several_markers() -> None:
    """A number for each, or its chances: each marker draws anew."""
    pair = shooter(blast(S="10"), 2)
    assert chances(pair, mob(), "slain", under=["4", "0"]) == chances(shooter(blast(S="10")), mob(), "slain", under="4")
    found = chances(pair, mob(), "slain", under={1: F(1, 2), 0: F(1, 2)})
    assert found == {0: F(49, 144), 1: F(70, 144), 2: F(25, 144)}


@pytest.mark.rule("7E-WPN-14")
@pytest.mark.parametrize(
    ("said", "hits"), [({"under": "4,1,3,2"}, 10), ({"under:torch": "5,1"}, 14), ({"under:flamer": "5,1"}, 14)]
)
def test_numbers_of_one_weapon_begin_with_its_own_markers(said: dict[str, str], hits: int) -> None:
    two = squad("Two", trooper("A", 2, "flamer"), trooper("B", 2, gun("torch", "T", type="Assault 1, Template")))
    assert worked_out(of_units("40k-7e", two, mob(20), said)).document()["expected"]["hits"] == hits


@pytest.mark.rule("7E-ALC-1")
def test_what_is_said_of_a_later_weapon_alone_is_read() -> None:
    two = squad("Two", trooper("A", 1, "boltgun"), trooper("B", 1, gun("last")))
    said = {"weapon": "boltgun, last", "order:last": "10 Nobody"}
    with pytest.raises(BadAnswer, match="no “Nobody” here"):
        worked_out(of_units("40k-7e", two, mob(), said))


@pytest.mark.rule("7E-WPN-13", "7E-WPN-20")
def test_random_numbers_of_markers() -> None:
    """Each weapon rolls how often it fires; nobody rolls to hit."""
    weapon = gun("gun", type="Heavy D3, Blast")
    two = [("shots:gun", [2, 1]), *[("under:gun", 1)] * 3, ("wound:gun", [1] * 3)]
    assert "hit:gun" not in attack(shooter(weapon, 2), mob(), *fire("gun"), *two).keys
    once = [("shots:gun", [2]), *[("under:gun", 1)] * 4, ("wound:gun", [1] * 4)]
    assert attack(shooter(weapon, 2), mob(), *fire("gun"), *once, settings={"random_shots": "per_name"})
    found = chances(shooter(gun("gun", S="10", AP="1", type="Heavy D3, Blast")), mob(), "slain", under="1")
    assert found[3] == F(1, 3) * F(5, 6) ** 3
    assert chance(shooter(gun("gun", type="Heavy D3, Blast, Gets Hot"), rules=()), mob(), "own_slain") > F(1, 18)


@pytest.mark.rule("7E-WPN-10", "7E-HIT-5")
def test_a_heavy_blast_does_not_fire_on_the_move() -> None:
    cannon = marines(1, "plasma cannon")
    assert attack(cannon, mob(), *fire("plasma cannon", moved="1")).keys[-1] == "facts:plasma cannon"
    assert chances(cannon, mob(), moved="1") == {0: 1}
    assert chances(squad("Bike", trooper("Bike", 1, "plasma cannon"), type="Bike"), mob(), moved="1") != {0: 1}


@pytest.mark.rule("7E-WPN-10", "7E-WPN-11", "7E-WPN-18")
@pytest.mark.parametrize(
    ("type", "rule"), [("Heavy 1, Blast", "7E-WPN-10"), ("Salvo 2/3", "7E-WPN-11"), ("Ordnance 1", "7E-WPN-18")]
)
def test_what_nobody_can_fire_on_the_move_is_closed_and_they_fire_another(type: str, rule: str) -> None:
    both = marines(1, gun("piece", "18", type=type), "bolt pistol")
    played = attack(both, mob(), *fire("piece", moved="1"), *fire("bolt pistol"), ("hit:bolt pistol", [1]))
    assert played.said("piece cannot fire", rule)


@pytest.mark.rule("7E-WPN-13", "7E-WPN-5")
def test_a_marker_beyond_range_is_not_placed() -> None:
    assert attack(shooter(blast()), mob(), distance=24.5).said("out of range", "7E-WPN-5")


# Scatter -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-WPN-13", "7E-WPN-15")
@each(
    ("total", "skill", "seen", "inches"), [(7, 4, True, 3), (4, 4, True, 0), (3, 4, True, 0), (9, 4, False, 9), (12, 10, True, 2)]
)  # fmt: skip
def test_how_far_it_goes(total: int, skill: int, seen: bool, inches: int) -> None:
    assert drift(total, skill, seen) == inches


@pytest.mark.rule("7E-WPN-13", "7E-WPN-15")
@each("skill", range(1, 11))
def test_where_it_was_placed(skill: int) -> None:
    near = sum(a + b <= skill for a in range(1, 7) for b in range(1, 7))
    assert F(*stays_put(skill, True)) == F(1, 3) + F(2, 3) * F(near, 36)
    assert F(*stays_put(skill, False)) == F(1, 3)


def shelled(weapon: Weapon, *script: Any, **facts: Any) -> Any:
    guns, orks = army("Guns", shooter(weapon)), army("Orks", mob())
    return battle(guns, orks, ("unit", "Shooters"), ("target", "Mob"), *fire("gun", **facts), *script)


@pytest.mark.rule("7E-WPN-13")
def test_the_scatter_die_and_2d6_less_the_skill() -> None:
    arrow = [("scatter:gun", [6]), ("scatter distance:gun", 7)]
    played = shelled(blast(), *arrow, ("under:gun", 1), ("wound:gun", [1]))
    assert played.said('It scatters 3" along the arrow (7 less Ballistic Skill 4)', "7E-WPN-13")
    stays = shelled(blast(), ("scatter:gun", [1]), ("under:gun", 1), ("wound:gun", [1]))
    assert stays.said("HIT: ", "7E-WPN-13")
    assert "scatter distance:gun" not in stays.keys


@pytest.mark.rule("7E-WPN-13", "7E-HIT-6")
def test_twin_linked_may_scatter_once_more() -> None:
    """Die and 2D6 together, proposed unless it landed where it was placed; "Hit!" is never rolled again."""
    twin, arrow = blast("Blast, Twin-linked"), [("scatter:gun", [6]), ("scatter distance:gun", 9)]
    end = [("under:gun", 1), ("wound:gun", [1])]
    again = shelled(twin, *arrow, ("blast_again", DEFAULT), *arrow, *end)
    assert again.question("blast_again").default == "yes"
    assert again.keys.count("blast_again") == 1
    near = shelled(twin, ("scatter:gun", [6]), ("scatter distance:gun", 4), ("blast_again", DEFAULT), *end)
    assert near.question("blast_again").default == "no"
    assert "blast_again" not in shelled(twin, ("scatter:gun", [1]), *end).keys


@pytest.mark.rule("7E-WPN-15")
def test_a_barrage_at_what_nobody_sees() -> None:
    mortar = gun("gun", "48", "4", "6", "Heavy 2, Blast, Barrage")
    script = [
        ("scatter:gun", [6]), ("scatter distance:gun", 9), ("scatter:gun", [6]), ("under each:gun", "1 1"),
        ("marker:gun", {}), ("wound:gun", [1, 1]),
    ]  # fmt: skip
    played = shelled(mortar, *script, line_of_sight="no")
    assert played.said('It scatters 9" along the arrow (nobody sees: nothing taken off)')
    assert played.said("touching the first one", "7E-WPN-15")  # the second marker rolls the scatter die only
    assert shelled(mortar, *script).said('It scatters 5" along the arrow')


# Barrage -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-WPN-15", "7E-TGT-6", "7E-ALC-8")
def test_barrage_asks_for_sight_and_counts_from_the_marker() -> None:
    weapon = blast("Blast, Barrage", type="Heavy 1")
    played = attack(shooter(weapon), mob(), *fire("gun", line_of_sight="no"), ("under:gun", 1), ("wound:gun", [1]))
    assert "nearest the marker's centre" in played.question("order").text
    assert played.question("line_of_sight").default == "yes"
    plain = attack(shooter(blast()), mob(), *fire("gun"), ("under:gun", 1), ("wound:gun", [1]))
    assert "line_of_sight" not in plain.parts("facts:gun")
    assert "marker" not in plain.question("order").text


@pytest.mark.rule("7E-WPN-15", "7E-ALC-8")
def test_barrage_takes_the_rearmost_if_the_marker_lies_there() -> None:
    queue = squad("Q", trooper("Front", 2, "lasgun", Sv="-"), trooper("Rear", 2, "lasgun", Sv="-"), rules=("Fearless",))
    script = [*fire("gun", order="2 Rear, 2 Front"), ("under:gun", 1), ("wound:gun", [6])]
    assert attack(shooter(blast("Blast, Barrage")), queue, *script).alive() == {"Rear": [1], "Front": [1, 1]}


@pytest.mark.rule("7E-WPN-15", "7E-END-1")
@pytest.mark.parametrize(("setting", "tested"), [("no", False), ("yes", True)])
def test_setting_barrage_pinning(setting: str, tested: bool) -> None:
    target = squad("Q", trooper("Man", 3, "lasgun", Sv="-"))
    script = [*fire("gun"), ("under:gun", 1), ("wound:gun", [6]), ("go_to_ground", "no"), *[("pinning", 7)] * tested]
    played = attack(shooter(blast("Blast, Barrage")), target, *script, settings={"barrage_pinning": setting})
    assert ("pinning" in played.keys) == tested


@pytest.mark.rule("7E-WPN-15")
@pytest.mark.parametrize(("distance", "seen", "fires"), [(11, "no", False), (12, "no", True), (11, "yes", True)])
def test_minimum_range_of_a_barrage(distance: float, seen: str, fires: bool) -> None:
    weapon = gun("gun", "12-48", "4", "6", "Heavy 1, Blast, Barrage")
    script = [*fire("gun", line_of_sight="yes"), ("under:gun", 0)]
    question = attack(shooter(weapon), mob(), *script, distance=distance).question("facts:gun")
    answer = {"line_of_sight": seen}
    if fires:
        question.read(answer)
    else:
        assert "minimum range" in refused(question, answer)


# Who takes the wounds ------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-ALC-7", "7E-ALC-2")
def test_blast_wounds_start_at_the_nearest_seen_or_not() -> None:
    """A rifle first, to which nobody but the last is in sight; then a blast, to which that is nothing."""
    rifle = gun("rifle", S="1", AP="1")
    queue = squad("Q", trooper("Near", 2, "lasgun", Sv="-"), trooper("Far", 2, "lasgun", Sv="-"), rules=("Fearless",))
    played = attack(
        squad("S", trooper("A", 1, rifle), trooper("B", 1, blast())), queue,
        *fire("rifle", order="2 Near hidden, 2 Far"), ("hit:rifle", [1]), *fire("gun"), ("under:gun", 2), ("wound:gun", [6, 6]),
    )  # fmt: skip
    assert played.alive() == {"Far": [1, 1]}


@pytest.mark.rule("7E-ALC-7", "7E-ALC-2")
@pytest.mark.parametrize("first", ["rifle", "gun"])
def test_who_is_hidden_stays_so_behind_a_blast(first: str) -> None:
    """The blast lands on nobody; the rifles before and after it reach the one at the back alone."""
    guns = {"rifle": gun("rifle", S="8", AP="1"), "gun": blast(), "last": gun("last", S="8", AP="1")}
    order = [first, *(name for name in guns if name != first)]
    unit = squad("S", *(trooper(name, 1, guns[name]) for name in order))
    queue = squad("Q", trooper("Near", 1, "lasgun", Sv="-"), trooper("Far", 1, "lasgun", Sv="-"))
    slain = chances(unit, queue, "slain", under="0", order="1 Near hidden, 1 Far")
    assert slain == {0: F(4, 9) ** 2, 1: 1 - F(4, 9) ** 2}


@pytest.mark.rule("7E-WPN-15", "7E-WPN-5", "7E-TGT-4")
def test_barrage_fires_at_whom_nobody_sees_and_no_other_weapon_does() -> None:
    mortar, rifle = blast("Blast, Barrage", S="8"), gun("rifle", S="8", AP="1")
    queue = squad("Q", trooper("Boy", 2, "lasgun", Sv="-"))
    played = attack(
        squad("S", trooper("A", 1, mortar), trooper("B", 1, rifle)), queue, *fire("gun", order="2 Boy hidden"),
        ("under:gun", 1), ("wound:gun", [6]), ("go_to_ground", "no"), *fire("rifle"),
    )  # fmt: skip
    assert played.alive() == {"Boy": [1]}
    assert played.said("rifle cannot fire: ", "7E-WPN-5")  # they are where the mortar left them
    alone = attack(marines(1, rifle), queue, *fire("rifle", order="2 Boy hidden"))
    assert alone.said("rifle cannot fire: ", "7E-WPN-5")


@pytest.mark.rule("7E-ALC-6", "7E-ALC-7")
def test_a_blast_finds_the_hidden_where_wounds_go_one_by_one() -> None:
    """A friend may take the first wound for him; the second one is his, though nobody sees him."""
    queue = squad("Q", trooper("Nob", 1, "lasgun", Sv="-", character=True), trooper("Boy", 1, "lasgun", Sv="-"))
    for rescued in ("yes", "no"):
        slain = chances(
            marines(1, blast()), queue, "slain", under="2", order="1 Nob hidden, 1 Boy", look_out_sir=rescued
        )
        assert slain[2] == F(1, 4)


@pytest.mark.rule("7E-ALC-1", "7E-ALC-7")
@pytest.mark.parametrize("later", [(), ("2 Boy 6+, 1 Boy",)], ids=("nothing more said", "cover said"))
def test_a_blast_leaves_the_wounded_where_they_stand(later: tuple[str, ...]) -> None:
    """The rifle hurts the last, whom alone it sees; the blast then begins with those in front, of the same kind."""
    unit = squad("S", trooper("A", 1, gun("rifle", S="3", AP="1")), trooper("B", 1, blast()))
    queue = squad("Q", trooper("Boy", 3, "lasgun", Sv="-", W=2))
    assert chances(unit, queue, "slain", under="1", order=["2 Boy hidden, 1 Boy", *later]) == {0: 1}


@pytest.mark.rule("7E-ALC-9")
@pytest.mark.parametrize(
    ("setting", "words"), [("seen_models", "out of sight of all who fire"), ("models_under", "not under a template")]
)
def test_setting_template_allocation(setting: str, words: str) -> None:
    queue = squad("Q", trooper("Near", 2, "lasgun", Sv="-"), trooper("Far", 2, "lasgun", Sv="-"), rules=("Fearless",))
    script = [("under:gun", 2), ("wound:gun", [6, 6])]
    settings = {"template_allocation": setting}
    played = attack(shooter(flame()), queue, *fire("gun"), *script, settings=settings)
    assert dict(played.question("order").marks)["hidden"] == words
    assert played.alive() == {"Far": [1, 1]}  # the closest first, whoever was covered
    hidden = attack(shooter(flame()), queue, *fire("gun", order="2 Near hidden, 2 Far"), *script, settings=settings)
    assert hidden.alive() == {"Near": [1, 1]}


@pytest.mark.rule("7E-ALC-12")
def test_swarms_suffer_twice() -> None:
    """Two unsaved wounds on a base with five: it loses four."""
    swarm = squad("S", trooper("Base", 1, T=3, W=5, Sv="-"), rules=("Swarms", "Fearless"))
    played = attack(
        shooter(blast(S="3"), 2), swarm, *fire("gun"), ("under:gun", 1), ("under:gun", 1), ("wound:gun", [6, 6])
    )
    assert played.alive() == {"Base": [1]}
    for weapon, facts, damage in (
        (flame(), {"under": 1}, 2),
        (blast("Large Blast"), {"under": 1}, 2),
        (gun("gun", AP="1"), {}, 1),
    ):
        assert set(chances(shooter(weapon), swarm, "damage", **facts)) == {0, damage}
    doubled_out = chances(shooter(blast(S="6")), swarm, "damage", under=1)  # Instant Death is no two wounds
    assert set(doubled_out) == {0, 5}
    assert set(chances(shooter(blast("Blast, Instant Death", S="3")), swarm, "damage", under=1)) == {0, 5}


# Templates -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-WPN-16", "7E-SAV-10")
def test_a_flamer_over_five_orks() -> None:
    """Five hits, each wounding on 4+; no cover helps."""
    orks = boyz(5, unit_rules=("Stealth", "Fearless"))
    played = attack(marines(1, "flamer", BS=1), orks, *fire("flamer"), ("under:flamer", 5), ("wound:flamer", [4, 4, 3, 3, 3]))  # fmt: skip
    assert "cover" not in played.parts("facts:flamer")
    assert need_of(played, "wound:flamer") == 4
    assert played.alive() == {"Boy": [1] * 3}
    assert chances(marines(1, "flamer"), orks, "slain", under=5)[5] == F(1, 32)
    assert played.question("under:flamer").rules == ("7E-WPN-16",)


@pytest.mark.rule("7E-WPN-16")
def test_several_templates_are_summed_before_the_dice() -> None:
    played = attack(
        shooter(flame(), 2), mob(), *fire("gun"), ("under:gun", 3), ("under:gun", 2), ("wound:gun", [1] * 5)
    )
    assert played.question("wound:gun").dice == 5


@pytest.mark.rule("7E-WPN-16", "7E-WPN-5")
def test_who_reaches_nobody_does_not_fire() -> None:
    played = attack(shooter(flame(), 2), mob(), *fire("gun", firing="1"), ("under:gun", 3), ("wound:gun", [1] * 3))
    assert played.keys.count("under:gun") == 1
    assert played.question("firing").default == (2,)


@pytest.mark.rule("7E-WPN-16", "7E-HIT-6")
def test_twin_linked_templates_wound_again() -> None:
    played = attack(
        shooter(flame("Twin-linked")), mob(), *fire("gun"), ("under:gun", 2), ("wound:gun", [4, 3, AGAIN, 4])
    )
    assert played.alive() == {"Boy": [1] * 8}
    assert "7E-WPN-16" in reasons_of(played, "wound:gun")
    assert chances(shooter(flame("Twin-linked")), mob(), under=1)[1] == F(3, 4)
    assert chances(shooter(blast("Blast, Twin-linked")), mob(), under=1)[1] == F(1, 2)


# Gets Hot ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-HIT-11", "7E-WPN-13")
def test_a_hot_blast_rolls_before_it_is_placed() -> None:
    cannon = squad("S", trooper("Gunner", 1, "plasma cannon", Sv="-"))
    lost = attack(cannon, mob(), *fire("plasma cannon"), ("hot:plasma cannon", [1]))
    assert "under:plasma cannon" not in lost.keys
    assert lost.end.toll.burnt == ((Burn(0, 1, 1), 1),)
    cool = attack(cannon, mob(), *fire("plasma cannon"), ("hot:plasma cannon", [2]), ("under:plasma cannon", 0))
    assert cool.end.toll.burnt == ()
    assert chance(marines(1, "plasma cannon"), mob(), "own_slain") == F(1, 6) * F(1, 3)


@pytest.mark.rule("7E-HIT-11")
@pytest.mark.parametrize(
    ("rules", "unit_rules", "skill", "chance_of_it"),
    [
        ("", (), 4, F(1, 6)),
        ("Twin-linked", (), 4, F(1, 36)),
        ("", ("Preferred Enemy",), 4, F(1, 36)),
        ("", (), 6, F(1, 36)),
    ],
)
def test_the_same_reroll_may_be_used(
    rules: str, unit_rules: tuple[str, ...], skill: int, chance_of_it: Fraction
) -> None:
    weapon = blast(f"Blast, Gets Hot{', ' if rules else ''}{rules}")
    bearer = squad("S", trooper("Gunner", 1, weapon, BS=skill, Sv="-"), rules=unit_rules)
    assert chance(bearer, mob(), "own_slain") == chance_of_it
    if rules:
        assert attack(bearer, mob(), *fire("gun"), ("hot:gun", [1, AGAIN, 2]), ("under:gun", 0)).end.toll.burnt == ()


@pytest.mark.rule("7E-HIT-11", "7E-WPN-14")
def test_each_shot_of_several_may_get_hot() -> None:
    """Three shots of one bearer: a 1 loses that shot, the others are placed."""
    tank_ = tank(12, 3, "executioner plasma cannon")
    played = attack(
        tank_, mob(), ("speed", DEFAULT), *fire("executioner plasma cannon"), ("hot:executioner plasma cannon", [1, 2, 3]),
        ("gets hot, vehicle:executioner plasma cannon", [4]), *[("under:executioner plasma cannon", 0)] * 2,
    )  # fmt: skip
    assert played.end.toll.burnt == ()


@pytest.mark.rule("7E-WPN-2", "7E-WPN-13")
def test_one_mode_uses_the_launcher_up() -> None:
    played = attack(
        marines(2, "missile launcher"), mob(), *fire("missile launcher (frag)", firing="1"), ("under:missile launcher (frag)", 0),
        *fire("missile launcher (krak)"), ("hit:missile launcher (krak)", [1]),
    )  # fmt: skip
    assert played.question("hit:missile launcher (krak)").dice == 1
