"""The charts of sustained fire, wounds and saves, as the rules print them, and the worked numbers of each."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import Reason
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.charts import armour_need, to_wound
from shoot_cli.rules.second.profiles import Dice, Field, Location, Model, Save, Unit, Weapon
from tests.helpers.each import each

BOLTGUN = Weapon("boltgun", 12, 24, 1, 0, 4, save_modifier=-1, penetration=Dice(((1, 6),), 4))
LASCANNON = Weapon("lascannon", 20, 60, 0, 0, 9, Dice(((2, 6),)), -6, Dice(((3, 6),), 9))
MARINE = Model("Marine", 4, 4, save=Save(3))
MARINES = Unit("Marines", "Infantry", "human-sized", ((MARINE, 5),))

# Typed from the specification: Strength down, Toughness across.
TO_WOUND = """
S\\T 1 2 3 4 5 6 7 8 9 10
1    4 5 6 6 - - - - - -
2    3 4 5 6 6 - - - - -
3    2 3 4 5 6 6 - - - -
4    2 2 3 4 5 6 6 - - -
5    2 2 2 3 4 5 6 6 - -
6    2 2 2 2 3 4 5 6 6 -
7    2 2 2 2 2 3 4 5 6 6
8    2 2 2 2 2 2 3 4 5 6
9    2 2 2 2 2 2 2 3 4 5
10   2 2 2 2 2 2 2 2 3 4
"""


def cells(table: str) -> list[tuple[int, int, int | None]]:
    """(row, column, number) of every cell."""
    head, *rows = [line.split() for line in table.split("\n") if line]
    return [
        (int(row[0]), int(column), None if cell == "-" else int(cell))
        for row in rows
        for column, cell in zip(head[1:], row[1:], strict=True)
    ]


def why(because: tuple[Reason, ...]) -> list[str]:
    return [f"{reason.text} [{reason.rule}]" for reason in because]


def of_sum(need: Need, *sides: int, plus: int = 0) -> Fraction:
    rolled = list(product(*(range(1, side + 1) for side in sides)))
    return Fraction(sum(need.met_by(sum(dice) + plus) for dice in rolled), len(rolled))


# ---- sustained fire


def rolled(dice: int) -> list[tuple[int, int]]:
    """(hits, jams) of every roll of so many dice."""
    sides = [(0, True) if name == "JAM" else (int(name), False) for name in charts.SUSTAINED_FACES]
    return [(sum(h for h, _ in roll), sum(j for _, j in roll)) for roll in product(sides, repeat=dice)]


@pytest.mark.rule("2E-SF-2")
def test_the_sides_of_the_die() -> None:
    assert charts.SUSTAINED_FACES == ("1", "1", "2", "2", "3", "JAM")
    assert charts.SUSTAINED_FACES[charts.JAM - 1] == "JAM"
    assert charts.sustained_hits(2, 3, 4) == 2 + 6 + 12


@pytest.mark.rule("2E-SF-2", "2E-SF-3", "2E-SF-5")
def test_vectors_of_sustained_fire() -> None:
    one, two, three = rolled(1), rolled(2), rolled(3)
    assert Fraction(sum(roll == (0, 1) for roll in one), 6) == Fraction(1, 6)  # 2E-V23
    assert Fraction(sum(hits >= 2 for hits, _ in one), 6) == Fraction(1, 2)  # 2E-V24
    assert Fraction(sum(hits for hits, _ in one), 6) == Fraction(3, 2)  # 2E-V25
    assert Fraction(sum(jams > 0 for _, jams in two), 36) == Fraction(11, 36)  # 2E-V26
    assert Fraction(sum(hits >= 4 for hits, _ in two), 36) == Fraction(13, 36)  # 2E-V27
    cannon = Weapon("assault cannon", 12, 32, sustained=3, explodes=3)
    blown = sum(charts.explodes(cannon, jams) is not None for _, jams in three)
    assert Fraction(blown, 216) == Fraction(1, 216)  # 2E-V28


@pytest.mark.rule("2E-SF-5")
def test_an_explosion_says_why() -> None:
    cannon = Weapon("assault cannon", 12, 32, sustained=3, explodes=3)
    reason = charts.explodes(cannon, 3)
    assert reason
    assert why((reason,)) == ["3 jams in one roll: it blows up [2E-SF-5]"]
    assert charts.explodes(cannon, 2) is None
    assert charts.explodes(cannon.but(explodes=None), 3) is None


@pytest.mark.rule("2E-SF-1", "2E-SPC-2")
def test_how_many_dice() -> None:
    heavy = Weapon("heavy bolter", 20, 40, sustained=2)
    assert charts.sustained_dice(heavy) == (0, 2)
    assert charts.sustained_dice(heavy, least=1) == (1, 2)
    assert charts.sustained_dice(heavy.but(rules=("Twin-linked",))) == (0, 4)
    assert charts.sustained_dice(BOLTGUN, least=1) == (0, 0)


@pytest.mark.rule("2E-SPC-2")
def test_twin_heavy_bolters_jam_together() -> None:
    assert Fraction(sum(jams > 0 for _, jams in rolled(4)), 6**4) == Fraction(671, 1296)


@pytest.mark.rule("2E-SF-3")
def test_turns_of_silence() -> None:
    assert [charts.jammed_turns(n, "per_jam_die") for n in range(4)] == [0, 1, 2, 3]
    assert [charts.jammed_turns(n, "one") for n in range(4)] == [0, 1, 1, 1]


@pytest.mark.rule("2E-SF-4")
def test_extra_hits() -> None:
    """2E-S05, and the edges of each limit."""

    def to(distance: float, own_score: int, same_unit: bool, **settings: bool) -> list[str]:
        found = charts.no_extra_hit(
            distance=distance, first_score=4, own_score=own_score, same_unit=same_unit, **settings
        )
        return [] if found is None else why((found,))

    assert to(3, 4, True) == []  # B
    assert to(5, 4, True) == ['5" from the model hit first: more than 4" [2E-SF-4]']  # C
    assert to(2, 6, True) == ["harder to hit: a score of 6 instead of 4 [2E-SF-4]"]  # D
    assert to(2, 4, False) == ["it belongs to another unit [2E-SF-4]"]  # E
    assert to(4, 4, True) == []
    assert to(4.1, 4, True) != []
    assert to(3, 3, True) == []
    assert to(2, 4, False, same_unit_only=False) == []


@pytest.mark.rule("2E-SPC-1")
def test_who_fires_twice() -> None:
    able = MARINE.but(rules=("Rapid Fire",))

    def twice(model: Model = able, weapon: Weapon = BOLTGUN, moved: bool = False, fighting: bool = False) -> bool:
        return charts.fires_twice(MARINES, model, weapon, moved=moved, fighting=fighting) is not None

    assert twice()
    assert twice(weapon=BOLTGUN.but(name="Storm Bolter"))
    assert not twice(weapon=LASCANNON)
    assert not twice(model=MARINE)
    assert not twice(model=able.but(rules=("Rapid Fire", "Scout")))
    assert not twice(moved=True)
    assert not twice(fighting=True)


# ---- wounds and saves


@pytest.mark.rule("2E-WND-1")
@each("strength, toughness, needed", cells(TO_WOUND))
def test_to_wound(strength: int, toughness: int, needed: int | None) -> None:
    assert to_wound(strength, toughness).target == needed


@pytest.mark.rule("2E-WND-1")
def test_vectors_of_wounding() -> None:
    assert of_sum(to_wound(4, 4), 6) == Fraction(1, 2)  # 2E-V12
    assert of_sum(to_wound(3, 6), 6) == Fraction(1, 6)  # 2E-V13
    assert of_sum(to_wound(3, 7), 6) == 0  # 2E-V14


@pytest.mark.rule("2E-WND-1")
def test_strength_over_ten() -> None:
    assert [to_wound(12, t).target for t in range(1, 11)] == [to_wound(10, t).target for t in range(1, 11)]
    assert why(to_wound(12, 9).because) == [
        "Strength 12 counts as 10 [2E-WND-1]",
        "Strength 10 against Toughness 9 [2E-WND-1]",
    ]
    assert why(to_wound(3, 7).because) == [
        "Strength 3 against Toughness 7 [2E-WND-1]",
        "it cannot wound [2E-WND-1]",
    ]


@pytest.mark.rule("2E-SPC-6")
def test_needles() -> None:
    needle = Weapon("needle sniper rifle", 16, 32, 1, 0, rules=("Needle",))
    assert charts.poisoned(needle, MARINE)
    assert charts.poisoned(BOLTGUN, MARINE) is None
    for immune in (
        MARINE.but(rules=("Tyranid",)),
        MARINE.but(rules=("Daemon",)),
        MARINE.but(locations=(Location("hull", (1,)),)),
    ):
        assert charts.poisoned(needle, immune) is None


TERMINATOR, FLAK = Save(3, 2), Save(6, 1, 5)
SAVES: list[tuple[str, Save | None, int, bool, str, Fraction]] = [
    ("2E-V15", Save(3), -1, False, "4+", Fraction(1, 2)),
    ("2E-V16", Save(4), -3, False, "-", Fraction(0)),
    ("2E-V17", TERMINATOR, -1, False, "4+", Fraction(11, 12)),
    ("2E-V18", TERMINATOR, -6, False, "9+", Fraction(5, 18)),
    ("2E-V19", FLAK, -1, True, "6+", Fraction(1, 6)),
    ("flak, no area", FLAK, -1, False, "-", Fraction(0)),
    ("flak, unmodified", FLAK, 0, False, "6+", Fraction(1, 6)),
    ("flak, unmodified area", FLAK, 0, True, "5+", Fraction(1, 3)),
    ("power armour -3", Save(3), -3, False, "6+", Fraction(1, 6)),
    ("power armour -4", Save(3), -4, False, "-", Fraction(0)),
    ("no armour better than 2+", Save(1), 0, False, "2+", Fraction(5, 6)),
    ("better by a modifier", Save(2), 1, False, "2+", Fraction(5, 6)),
    ("Chaos suit", Save(2, 2), 0, False, "2+", Fraction(1)),
    ("terminator, double 1", TERMINATOR, 0, False, "3+", Fraction(35, 36)),
    ("terminator -9", TERMINATOR, -9, False, "12+", Fraction(1, 36)),
    ("terminator -10", TERMINATOR, -10, False, "-", Fraction(0)),
    ("nothing", None, 0, True, "-", Fraction(0)),
]


@pytest.mark.rule("2E-SAV-1", "2E-SAV-2", "2E-SAV-3", "2E-SAV-4")
@pytest.mark.parametrize(
    ("save", "modifier", "area", "text", "expected"), [row[1:] for row in SAVES], ids=[row[0] for row in SAVES]
)
def test_saves(save: Save | None, modifier: int, area: bool, text: str, expected: Fraction) -> None:
    need = armour_need(save, modifier, area)
    dice = save.dice if save else 1
    assert (need.text, of_sum(need, *[6] * dice)) == (text, expected)
    assert Fraction(*charts.ways_to_meet(need, dice)) == expected


@pytest.mark.rule("2E-SAV-2", "2E-SAV-3", "2E-SAV-4")
def test_saves_say_why() -> None:
    assert why(armour_need(Save(3), -4).because) == [
        "armour 3+ [2E-SAV-1]",
        "save modifier -4 [2E-SAV-2]",
        "7+ cannot be rolled [2E-SAV-2]",
    ]
    assert why(armour_need(TERMINATOR, -10).because) == [
        "armour 3+ on 2D6 [2E-SAV-3]",
        "save modifier -10 [2E-SAV-2]",
        "13+ on 2D6 cannot be rolled [2E-SAV-3]",
    ]
    assert why(armour_need(FLAK, -1, True).because) == [
        "armour 5+ against blasts and templates [2E-SAV-4]",
        "save modifier -1 [2E-SAV-2]",
    ]
    assert why(armour_need(Save(1)).because) == ["armour 1+ [2E-SAV-1]", "a 1 always fails [2E-SAV-1]"]
    assert why(armour_need(None).because) == ["no armour [2E-SAV-1]"]


@pytest.mark.rule("2E-SAV-5")
def test_fields() -> None:
    need = charts.field_need(Field("refractor field", 5))
    assert need
    assert (need.text, why(need.because)) == ("5+", ["refractor field 5+, unmodified [2E-SAV-5]"])
    armour = armour_need(Save(3), -1)
    assert of_sum(need, 6) + (1 - of_sum(need, 6)) * of_sum(armour, 6) == Fraction(2, 3)
    assert charts.field_need(None) is None


@pytest.mark.rule("2E-SAV-5")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("displacer field", ['the model moves D6" in a random direction [2E-SAV-5]']),
        ("conversion field", ['a flash: others within 4" are blinded on 4+ [2E-SAV-5]']),
        ("Rosarius", ['a flash: others within 4" are blinded on 4+ [2E-SAV-5]']),
        ("refractor field", []),
    ],
)
def test_what_a_field_leaves_behind(name: str, expected: list[str]) -> None:
    found = charts.after_field(Field(name, 4), 4)
    assert (why((found,)) if found else []) == expected
