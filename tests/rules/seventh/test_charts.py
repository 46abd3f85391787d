"""The charts, row by row as the rulebook prints them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from shoot_cli.engine.record import Hashed
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.profiles import Shots
from shoot_cli.rules.seventh.tokens import Gun, Hit, Shot, TargetModel, Wound
from tests.helpers.each import each
from tests.rules.seventh.helpers.tabletop import Seventh, armed, gun, squad, trooper

# Printed: what a model of this Ballistic Skill needs, and what a 1 that is rolled again needs.
TO_HIT = """
BS      1  2  3  4  5  6  7  8  9  10
needed  6  5+ 4+ 3+ 2+ 2+ 2+ 2+ 2+ 2+
again   -  -  -  -  -  6  5+ 4+ 3+ 2+
"""

# Printed: Strength down, Toughness across.
TO_WOUND = """
S\\T 1  2  3  4  5  6  7  8  9  10
1   4+ 5+ 6  6  -  -  -  -  -  -
2   3+ 4+ 5+ 6  6  -  -  -  -  -
3   2+ 3+ 4+ 5+ 6  6  -  -  -  -
4   2+ 2+ 3+ 4+ 5+ 6  6  -  -  -
5   2+ 2+ 2+ 3+ 4+ 5+ 6  6  -  -
6   2+ 2+ 2+ 2+ 3+ 4+ 5+ 6  6  -
7   2+ 2+ 2+ 2+ 2+ 3+ 4+ 5+ 6  6
8   2+ 2+ 2+ 2+ 2+ 2+ 3+ 4+ 5+ 6
9   2+ 2+ 2+ 2+ 2+ 2+ 2+ 3+ 4+ 5+
10  2+ 2+ 2+ 2+ 2+ 2+ 2+ 2+ 3+ 4+
"""


def number(printed: str) -> int | None:
    return None if printed == "-" else int(printed.rstrip("+"))


def columns(table: str) -> list[tuple[str, ...]]:
    return list(zip(*(line.split()[1:] for line in table.split("\n") if line), strict=True))


def cells(table: str) -> list[tuple[int, int, int | None]]:
    """(row, column, number) of every cell."""
    head, *rows = [line.split() for line in table.split("\n") if line]
    return [
        (int(row[0]), int(column), number(cell)) for row in rows for column, cell in zip(head[1:], row[1:], strict=True)
    ]


def shot(**changed: object) -> Shot:
    own = {key: value for key, value in changed.items() if key in Shot.fields}
    return Shot(hit(**{key: value for key, value in changed.items() if key not in own}).gun, 4).but(**own)


def hit(**changed: object) -> Hit:
    return Hit(Hashed(Gun("gun", 4, 5, (), None, 4).but(**changed)))


def model(**changed: object) -> TargetModel:
    return TargetModel("Marine", 0, 0, 4, 3, None, None, None, False, False, False).but(**changed)


def wound(strength: int | None = 4, ap: int | None = 5, *rules: str) -> Wound:
    return Wound(strength, ap, rules, False)


# To hit --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-HIT-1")
@each(("skill", "needed", "again"), columns(TO_HIT))
def test_to_hit(skill: str, needed: str, again: str) -> None:
    assert charts.to_hit(int(skill)).target == number(needed)
    assert charts.to_hit(int(skill)).because[0].rule == "7E-HIT-1"


@pytest.mark.rule("7E-HIT-3")
@each(("skill", "needed", "again"), columns(TO_HIT))
def test_ones_of_high_skill_are_rolled_again(skill: str, needed: str, again: str) -> None:
    faces, second, _ = charts.hits_again(shot(ballistic_skill=int(skill)), charts.to_hit(int(skill)))
    if number(again) is None:
        assert faces == ()
        assert second is None
    else:
        assert faces == (1,)
        assert second is not None
        assert second.target == number(again)


@pytest.mark.rule("7E-HIT-4")
@each("skill", range(1, 11))
def test_snap_shots_hit_on_6_whatever_the_skill(skill: int) -> None:
    assert charts.to_hit(skill, snap=True).target == 6
    assert charts.hits_again(shot(ballistic_skill=skill, snap=True), charts.to_hit(skill, snap=True)) == ((), None, ())


@pytest.mark.rule("7E-HIT-3", "7E-HIT-6", "7E-HIT-8", "7E-HIT-10")
@pytest.mark.parametrize(
    ("changed", "faces"),
    [
        ({"rules": ("Twin-linked",)}, (1,)),
        ({"preferred": True}, (1,)),
        ({"rules": ("Twin-linked",), "preferred": True}, (1,)),
    ],
)
def test_another_reroll_replaces_the_second_line_of_the_chart(
    changed: dict[str, object], faces: tuple[int, ...]
) -> None:
    found, second, _ = charts.hits_again(shot(ballistic_skill=7, **changed), charts.to_hit(7))
    assert found == faces
    assert second is None  # the usual number, not 5+


@pytest.mark.rule("7E-HIT-6")
@pytest.mark.parametrize(("skill", "faces"), [(1, (1, 2, 3, 4, 5)), (2, (1, 2, 3, 4)), (4, (1, 2)), (5, (1,))])
def test_twin_linked_picks_up_every_failure(skill: int, faces: tuple[int, ...]) -> None:
    assert charts.hits_again(shot(ballistic_skill=skill, rules=("Twin-linked",)), charts.to_hit(skill))[0] == faces


@pytest.mark.rule("7E-HIT-8")
def test_preferred_enemy_picks_up_ones_alone() -> None:
    faces, second, because = charts.hits_again(shot(ballistic_skill=2, preferred=True), charts.to_hit(2))
    assert (faces, second) == ((1,), None)
    assert because[0].rule == "7E-HIT-8"


# To wound ------------------------------------------------------------------------------------------------------------


def test_the_chart_was_typed_whole() -> None:
    assert len(cells(TO_WOUND)) == 100


@pytest.mark.rule("7E-WND-1")
@each("strength, toughness, needed", cells(TO_WOUND))
def test_to_wound(strength: int, toughness: int, needed: int | None) -> None:
    need = charts.to_wound(hit(strength=strength, toughness=toughness))
    assert need.target == needed
    assert need.because[0].rule == "7E-WND-1"


@pytest.mark.rule("7E-WND-3")
@each(
    ("strength", "poisoned", "toughness", "needed"),
    [
        (None, 4, 8, 4),
        (None, 4, 2, 4),
        (None, 4, 1, 4),
        (6, 4, 3, 2),
        (4, 4, 4, 4),
        (4, 4, 3, 3),
        (1, 3, 10, 3),
        (4, 2, 3, 2),
    ],
)
def test_poisoned_uses_the_lower_number(strength: int | None, poisoned: int, toughness: int, needed: int) -> None:
    assert charts.to_wound(hit(strength=strength, poisoned=poisoned, toughness=toughness)).target == needed


@pytest.mark.rule("7E-WND-3")
def test_poisoned_shooting_never_rolls_again() -> None:
    this = hit(strength=10, poisoned=4, toughness=3)
    assert charts.wounds_again(this, charts.to_wound(this)) == ((), ())


@pytest.mark.rule("7E-WND-4")
@each("toughness", range(1, 11))
def test_fleshbane_wounds_on_2(toughness: int) -> None:
    assert charts.to_wound(hit(strength=1, rules=("Fleshbane",), toughness=toughness)).target == 2


@pytest.mark.rule("7E-WND-7")
@each("toughness", range(1, 11))
def test_snipers_wound_on_4(toughness: int) -> None:
    assert charts.to_wound(hit(strength=None, rules=("Sniper",), toughness=toughness)).target == 4


@pytest.mark.rule("7E-WND-5")
@pytest.mark.parametrize("rule", ["Rending", "Bladestorm", "Gauss"])
@pytest.mark.parametrize(("strength", "toughness", "needed"), [(3, 8, 6), (1, 10, 6), (4, 4, 4), (6, 3, 2), (4, 7, 6)])
def test_some_sixes_wound_whatever_the_toughness(rule: str, strength: int, toughness: int, needed: int) -> None:
    assert charts.to_wound(hit(strength=strength, rules=(rule,), toughness=toughness)).target == needed


@pytest.mark.rule("7E-WND-6", "7E-HIT-8")
def test_to_wound_again() -> None:
    four_up = charts.to_wound(hit())
    assert charts.wounds_again(hit(shred=True), four_up)[0] == (1, 2, 3)
    assert charts.wounds_again(hit(preferred=True), four_up)[0] == (1,)
    assert charts.wounds_again(hit(shred=True, preferred=True), four_up)[0] == (1, 2, 3)
    assert charts.wounds_again(hit(), four_up)[0] == ()


@pytest.mark.rule("7E-WND-2")
@each(
    ("counts", "most"),
    [
        (((2, 9), (4, 1)), 2),
        (((2, 1), (4, 1)), 4),
        (((3, 3), (4, 3), (5, 1)), 4),
        (((3, 2), (4, 3), (3, 2)), 3),
        (((5, 1), (4, 2), (3, 2)), 4),
        (((4, 7),), 4),
    ],
)
def test_majority_toughness(counts: tuple[tuple[int, int], ...], most: int) -> None:
    toughness, because = charts.majority_toughness(counts)
    assert toughness == most
    assert because.rule == "7E-WND-2"


# Cover ---------------------------------------------------------------------------------------------------------------

# What the table of the rulebook has, and what going to ground makes of it there.
COVER = """
terrain      5+ 4+
ruin         4+ 3+
wood         5+ 4+
crater       6+ 4+
barricade    4+ 3+
defence line 4+ 2+
tank traps   4+ 3+
fuel drum    5+ 4+
tanglewire   6+ 5+
statuary     3+ 2+
models       5+ 4+
smoke        5+ 4+
6+           6+ 5+
5+           5+ 4+
4+           4+ 3+
3+           3+ 2+
2+           2+ 2+
none         -  6+
"""
COVERS = [tuple(line.rsplit(maxsplit=2)) for line in COVER.split("\n") if line]


def stands_in(name: str, **changed: object) -> TargetModel:
    cover, bonus, _ = charts.COVER[name]
    return model(cover=cover, ground_bonus=bonus).but(**changed)


def test_every_cover_on_offer_was_typed() -> None:
    assert {name for name, *_ in COVERS} == set(charts.COVER)


@pytest.mark.rule("7E-SAV-5")
@each(("name", "save", "ground"), COVERS)
def test_cover(name: str, save: str, ground: str) -> None:
    assert charts.cover_save(stands_in(name)).target == number(save)


@pytest.mark.rule("7E-GTG-2")
@each(("name", "save", "ground"), COVERS)
def test_cover_of_models_gone_to_ground(name: str, save: str, ground: str) -> None:
    need = charts.cover_save(stands_in(name, on_ground=True))
    assert need.target == number(ground)
    assert "7E-GTG-2" in [reason.rule for reason in need.because]


@pytest.mark.rule("7E-SAV-7", "7E-SAV-9")
@each(
    ("rules", "in_the_open", "behind_4"),
    [
        ((), None, 4),
        (("Stealth",), 6, 3),
        (("Shrouded",), 5, 2),
        (("Stealth", "Shrouded"), 4, 2),
        (("Camo Cloak",), 6, 3),
        (("Camo Cloak", "Stealth"), 5, 2),
        (("Camo Cloak", "Stealth", "Shrouded"), 3, 2),
    ],
)
def test_what_improves_cover(rules: tuple[str, ...], in_the_open: int | None, behind_4: int) -> None:
    better = charts.stealth_of(squad("Scouts", trooper("Scout", 5, "boltgun"), rules=rules), 0)
    assert charts.cover_save(model(stealth=better)).target == in_the_open
    assert charts.cover_save(stands_in("4+", stealth=better)).target == behind_4


@pytest.mark.rule("7E-SAV-7")
@pytest.mark.parametrize("rule", ["Stealth", "Shrouded"])
def test_one_model_with_stealth_is_enough(rule: str) -> None:
    mixed = squad("Mixed", trooper("Guardsman", 9, "lasgun"), trooper("Scout", 1, "lasgun", rules=(rule,)))
    assert charts.stealth_of(mixed, 0) == {"Stealth": 1, "Shrouded": 2}[rule]


@pytest.mark.rule("7E-SAV-7", "7E-GTG-2", "7E-SAV-9")
def test_improvers_add_up_to_2_at_best() -> None:
    assert charts.cover_save(model(on_ground=True, stealth=1)).target == 5
    assert charts.cover_save(model(on_ground=True, stealth=3)).target == 3
    best = charts.cover_save(stands_in("ruin", on_ground=True, stealth=3))
    assert best.target == 2
    assert "7E-SAV-9" in [reason.rule for reason in best.because]


@pytest.mark.rule("7E-SAV-7")
@pytest.mark.parametrize(("stealth", "needed"), [(0, 6), (1, 6), (2, 5), (3, 4)])
def test_setting_open_cover_stacks_no(stealth: int, needed: int) -> None:
    assert charts.cover_save(model(on_ground=True, stealth=stealth, stacks=False)).target == needed
    behind = stands_in("5+", on_ground=True, stealth=stealth, stacks=False)
    assert charts.cover_save(behind).target == max(2, 4 - stealth)  # in cover everything still adds up


# Armour --------------------------------------------------------------------------------------------------------------

# Armour down, AP across: what is needed, "-" where the armour is beaten.
ARMOUR = """
Sv\\AP -  6  5  4  3  2  1
2     2+ 2+ 2+ 2+ 2+ -  -
3     3+ 3+ 3+ 3+ -  -  -
4     4+ 4+ 4+ -  -  -  -
5     5+ 5+ -  -  -  -  -
6     6  -  -  -  -  -  -
"""


@pytest.mark.rule("7E-SAV-2")
@each(
    ("armour", "ap", "needed"),
    [
        (int(row[0]), number(ap), number(cell))
        for head in [ARMOUR.split("\n")[1].split()]
        for row in (line.split() for line in ARMOUR.split("\n")[2:] if line)
        for ap, cell in zip(head[1:], row[1:], strict=True)
    ],
)
def test_armour(armour: int, ap: int | None, needed: int | None) -> None:
    need = charts.armour_save(armour, ap)
    assert need.target == needed
    assert need.because[0].rule == "7E-SAV-2"


@pytest.mark.rule("7E-SAV-2")
def test_no_armour_no_save() -> None:
    assert charts.armour_save(None, None).target is None


@pytest.mark.rule("7E-SAV-3")
@each("ap", [None, 6, 5, 4, 3, 2, 1])
def test_invulnerable_whatever_the_ap(ap: int | None) -> None:
    need = charts.to_save(model(armour=6, invulnerable=5), wound(ap=ap))
    assert need.target == 5
    assert need.label == "invulnerable save"


# Which save ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-SAV-1", "7E-SAV-8")
@each(
    ("armour", "invulnerable", "cover", "ap", "needed", "label"),
    [
        (3, None, None, 5, 3, "armour save"),
        (3, None, None, 3, None, "no save"),
        (3, None, 4, 3, 4, "cover save"),
        (3, None, 4, 4, 3, "armour save"),
        (2, 5, None, 2, 5, "invulnerable save"),
        (3, 4, 4, 2, 4, "invulnerable save"),  # equal numbers: invulnerable, cover, armour
        (4, None, 4, 5, 4, "cover save"),
        (4, 4, 4, 5, 4, "invulnerable save"),
        (3, 4, 3, 2, 3, "cover save"),
        (None, None, None, None, None, "no save"),
    ],
)
def test_the_best_save_is_rolled(
    armour: int | None, invulnerable: int | None, cover: int | None, ap: int | None, needed: int | None, label: str
) -> None:
    need = charts.to_save(model(armour=armour, invulnerable=invulnerable, cover=cover), wound(ap=ap))
    assert (need.target, need.label) == (needed, label)


@pytest.mark.rule("7E-SAV-8")
@each(
    ("wish", "ap", "needed"),
    [("armour", 5, 3), ("invulnerable", 5, 4), ("cover", 5, 5), ("armour", 2, 4), ("best", 5, 3)],
)
def test_the_owner_decides_which_save(wish: str, ap: int, needed: int) -> None:
    assert charts.to_save(model(armour=3, invulnerable=4, cover=5, prefers=wish), wound(ap=ap)).target == needed


@pytest.mark.rule("7E-SAV-10")
def test_ignores_cover_from_any_source() -> None:
    down = stands_in("statuary", armour=5, stealth=3, on_ground=True)
    assert charts.to_save(down, wound(4, 5, "Ignores Cover")).target is None
    assert charts.to_save(down, wound(4, 5)).target == 2
    assert charts.to_save(down.but(invulnerable=6), wound(4, 5, "Ignores Cover")).target == 6


# After the save ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-SAV-12")
@each(
    ("strength", "toughness", "deadly"),
    [
        (8, 4, True),
        (7, 4, False),
        (8, 5, False),
        (9, 5, False),
        (10, 5, True),
        (6, 3, True),
        (5, 3, False),
        (4, 2, True),
        (None, 1, False),
    ],
)
def test_instant_death(strength: int | None, toughness: int, deadly: bool) -> None:
    reason = charts.instant_death(model(toughness=toughness), wound(strength))
    assert (reason is not None) == deadly
    assert reason is None or reason.rule == "7E-SAV-12"


@pytest.mark.rule("7E-SAV-12")
def test_instant_death_by_rule() -> None:
    assert charts.instant_death(model(toughness=10), wound(1, None, "Instant Death"))


@pytest.mark.rule("7E-SAV-11", "7E-SAV-13")
@each(
    ("changed", "strength", "needed"),
    [
        ({}, 4, None),
        ({"feel_no_pain": 5}, 4, 5),
        ({"feel_no_pain": 5}, 8, None),
        ({"reanimation": 5}, 4, 5),
        ({"reanimation": 5}, 8, 6),
        ({"reanimation": 4}, 8, 5),
        ({"reanimation": 6}, 8, None),
        ({"feel_no_pain": 4, "reanimation": 5}, 4, 4),
        ({"feel_no_pain": 6, "reanimation": 5}, 4, 5),
        ({"feel_no_pain": 4, "reanimation": 5}, 8, 6),
        ({"feel_no_pain": 5, "eternal_warrior": True}, 8, None),
        ({"feel_no_pain": 5, "eternal_warrior": True, "eternal_pain": True}, 8, 5),
        ({"feel_no_pain": 5, "eternal_warrior": True}, 4, 5),
    ],
)
def test_feel_no_pain_and_reanimation(changed: dict[str, object], strength: int, needed: int | None) -> None:
    assert charts.after_save(model(**changed), wound(strength)).target == needed


# Shots ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-WPN-8", "7E-WPN-9", "7E-WPN-10", "7E-WPN-11", "7E-WPN-12")
@each(
    ("type_", "still_far", "still_near", "moved_far", "moved_near"),
    [
        ("Assault 2", 2, 2, 2, 2),
        ("Pistol", 1, 1, 1, 1),
        ("Rapid Fire", 1, 2, 1, 2),
        ("Heavy 3", 3, 3, 3, 3),
        ("Salvo 2/3", 3, 3, None, 2),
    ],
)
def test_shots(
    type_: str, still_far: int | None, still_near: int | None, moved_far: int | None, moved_near: int | None
) -> None:
    weapon = gun("gun", "18", "4", "5", type_)

    def shots(near: bool, moved: bool) -> int | None:
        found = charts.shots_of(weapon, half_range=near, moved=moved)
        return found and found.plus

    assert [shots(False, False), shots(True, False), shots(False, True), shots(True, True)] == [
        still_far, still_near, moved_far, moved_near,
    ]  # fmt: skip


@pytest.mark.rule("7E-WPN-20")
def test_random_shots_are_printed_dice() -> None:
    (deffgun,) = armed("deffgun")
    assert charts.shots_of(deffgun, half_range=False, moved=False) == Shots(1, 3)


@pytest.mark.rule("7E-WPN-21")
@each(
    ("type_", "relentless"),
    [
        ("Infantry", False),
        ("Jump Infantry", False),
        ("Beast", False),
        ("Cavalry", False),
        ("Monstrous Creature", True),
        ("Jump Monstrous Creature", True),
        ("Bike", True),
        ("Eldar Jetbike", True),
        ("Jet Pack Infantry", True),
        ("Vehicle (Walker)", True),
    ],
)
def test_relentless_hides_in_the_type(type_: str, relentless: bool) -> None:
    assert charts.relentless(squad("Unit", trooper("Model", 1, "heavy bolter"), type=type_), 0) is relentless


@pytest.mark.rule("7E-WPN-21")
def test_relentless_is_per_model_slow_and_purposeful_for_the_unit() -> None:
    plain, special = trooper("Plain", 1, "boltgun"), trooper("Special", 1, "boltgun", rules=("Relentless",))
    mixed = squad("Mixed", plain, special)
    assert [charts.relentless(mixed, i) for i in (0, 1)] == [False, True]
    slow = squad("Slow", plain, trooper("Special", 1, "boltgun", rules=("Slow and Purposeful",)))
    assert [charts.relentless(slow, i) for i in (0, 1)] == [True, True]


@pytest.mark.rule("7E-WPN-4")
@each(
    ("weapons", "rules", "type_", "n"),
    [
        (("boltgun", "plasma pistol"), (), "Infantry", 1),
        (("bolt pistol", "plasma pistol"), (), "Infantry", 2),
        (("boltgun", "bolt pistol"), ("Multi-tracker",), "Infantry", 2),
        (("storm bolter", "cyclone missile launcher"), (), "Infantry", 2),
        (("heavy bolter", "lascannon"), (), "Monstrous Creature", 2),
    ],
)
def test_weapons_at_once(weapons: tuple[str, ...], rules: tuple[str, ...], type_: str, n: int) -> None:
    from shoot_cli.rules.seventh.steps.attack import weapons_at_once

    unit = squad("Unit", trooper("Model", 1, *weapons, rules=rules), type=type_)
    assert weapons_at_once(unit, unit.models[0][0]) == n


@pytest.mark.rule("7E-HIT-11")
@each(("saves", "best"), [("3+", 3), ("2+/5++", 2), ("6+/4++", 4), ("-/5++", 5), ("-", None)])
def test_own_save_against_a_hot_weapon(saves: str, best: int | None) -> None:
    assert charts.best_against_heat(squad("Unit", trooper("Model", 1, "plasma gun", Sv=saves)).models[0][0]) == best


@pytest.mark.rule("7E-END-2")
@each(("start", "lost"), [(1, 1), (3, 1), (4, 1), (5, 2), (8, 2), (9, 3), (10, 3), (12, 3), (13, 4), (20, 5), (30, 8)])
def test_a_quarter_rounded_up(start: int, lost: int) -> None:
    assert charts.casualties_for_morale(start) == lost
    assert 4 * lost >= start > 4 * (lost - 1)


@pytest.mark.rule("7E-END-1", "7E-END-2")
@each("leadership", range(2, 11))
def test_leadership_is_rolled_under(leadership: int) -> None:
    need = charts.leadership_test(leadership, "why", "7E-END-1")
    assert [total for total in range(2, 13) if need.met_by(total)] == list(range(2, leadership + 1))


@pytest.mark.rule("7E-HIT-8")
@pytest.mark.parametrize(
    ("rule", "faction", "counts"),
    [
        ("Preferred Enemy (Orks)", "Orks", True),
        ("Preferred Enemy (Orks)", "Tau Empire", False),
        ("Preferred Enemy", "Tau Empire", True),
        ("Preferred Enemy (Infantry)", "Tau Empire", True),
    ],
)
def test_preferred_enemy_is_a_certain_enemy(rule: str, faction: str, counts: bool) -> None:
    hunters = squad("Hunters", trooper("Hunter", 4, "boltgun"), trooper("Captain", 1, "boltgun", rules=(rule,)))
    prey = squad("Prey", trooper("Prey", 5, "boltgun"), faction=faction)
    assert (charts.preferred(hunters, prey) is not None) == counts


def test_every_rule_that_the_program_cites_is_in_the_rulebook() -> None:
    """Ids in the source: reasons, questions, what is told, and what docstrings point at."""
    sources = Path(charts.__file__).parent.rglob("*.py")
    cited = {
        found for source in sources for found in re.findall(r"7E-[A-Z]{3}-\d+", source.read_text(encoding="utf-8"))
    }
    assert len(cited) > 80
    assert cited <= Seventh.IDS
