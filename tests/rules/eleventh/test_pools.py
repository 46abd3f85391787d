"""Identical attacks are one pool whatever their names; Toughness of those who stand (11E-ATK-1, 11E-TOUGH-1)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from shoot_cli.engine.questions import Number, Roll
from shoot_cli.rules.eleventh.records import AttackPool
from tests.helpers.each import each
from tests.rules.eleventh.helpers.bare_attacks import formed, rolled
from tests.rules.eleventh.helpers.small_documents import Document, attack, gun, hero, men, slain_by

F = Fraction
BOYZ = men("Nob", W=2, Sv="4+"), men("Boy", 3, Sv="6+")


def pools(document: Document) -> list[tuple[tuple[str, ...], int]]:
    """Names of weapons in each pool, and how many."""
    return [(group.names, group.n) for group in formed(document).groups if isinstance(group, AttackPool)]


A, B = "gun A", "gun B"


@pytest.mark.rule("11E-ATK-1")
@each(
    ("one", "other", "together"),
    [
        (gun(n=2), gun("Assault", range=30), True),
        (gun(A=2), gun(A="D6"), True),
        (gun("Anti-fly 2+"), gun(), True),
        (gun("Hazardous"), gun(), True),
        (gun(BS="3+"), gun("+1 to hit", BS="3+"), False),
        (gun(BS="3+"), gun("+1 to hit", BS="4+"), False),
        (gun(AP=-1), gun(), False),
        (gun(S=9), gun(), False),
        (gun(D=2), gun(), False),
        (gun("Anti-infantry 4+"), gun(), False),
        (gun("Lethal Hits", BS="3+"), gun(BS="3+"), False),
        (gun("Precision", BS="3+"), gun(BS="3+"), False),
    ],
)
def test_what_is_one_pool(one: Document, other: Document, together: bool) -> None:
    n, m = one["n"], other["n"]
    assert pools(attack([one, other], *BOYZ)) == ([((A, B), n + m)] if together else [((A,), n), ((B,), m)])


@pytest.mark.rule("11E-ATK-1")
@pytest.mark.parametrize("words", ["Rapid Fire 1", "Blast", "Hazardous"])
def test_what_only_adds_dice_parts_a_pool_by_ability_alone(words: str) -> None:
    guns, models = [gun(words, BS="3+"), gun(BS="3+")], [men("Boy", 6)]
    assert pools(attack(guns, *models, distance=10)) == [((A, B), 2)]
    assert pools(attack(guns, *models, distance=10, pooling="by_ability")) == [((A,), 1), ((B,), 1)]
    assert len(pools(attack([gun("Blast", BS="3+"), gun(BS="3+")], men("Boy", 4), pooling="by_ability"))) == 1


@pytest.mark.rule("11E-ATK-1")
def test_the_pool_is_rolled_for_at_once() -> None:
    _, table = rolled(attack([gun(n=2, BS="2+"), gun(n=3, BS="2+")], *BOYZ), "1")
    hits = [
        one.question.dice for one in table.log if isinstance(one.question, Roll) and one.question.key.startswith("hit")
    ]
    assert hits == [5]


@pytest.mark.rule("11E-ATK-1")
def test_any_name_of_a_pool_orders_it() -> None:
    """A and C are one pool; it goes before or after B, which changes who is left."""
    guns = [gun(AP=-4), gun(AP=-4, D=2), gun(AP=-4)]
    first = slain_by(attack(guns, *BOYZ, group_order="gun C, gun B"))
    assert first == slain_by(attack(guns, *BOYZ)) == slain_by(attack(guns, *BOYZ, group_order="gun A"))
    assert first != slain_by(attack(guns, *BOYZ, group_order="gun B"))


@pytest.mark.rule("11E-TOUGH-1")
def test_the_next_pool_wounds_whoever_stands() -> None:
    """The last bodyguard (T4) is dead: S5 wounds his leader (T5) on 4+, no longer on 3+."""
    unit = men("Trooper", Sv="7+"), hero("Captain", T=5, Sv="7+", W=1)
    both = slain_by(attack([gun("Anti-infantry 2+", AP=-1, S=8, n=1), gun(S=5)], *unit))
    assert both == [F(1, 6) * F(1, 3), F(5, 6) * F(1, 2) + F(1, 6) * F(2, 3), F(5, 6) * F(1, 2)]


@pytest.mark.rule("11E-LETHAL-1")
def test_lethal_hits_are_a_choice() -> None:
    """Against T8 each Critical Hit is better used; with Anti and Devastating Wounds, better rolled."""
    tough = men("Tank", 3, T=8, Sv="7+")
    used, refused = (
        slain_by(attack([gun("Lethal Hits", n=2, S=4, BS="3+")], tough, lethal=said)) for said in (True, False)
    )
    assert used[0] < refused[0]
    assert used == slain_by(attack([gun("Lethal Hits", n=2, S=4, BS="3+")], tough))


@pytest.mark.rule("11E-LETHAL-1")
def test_in_a_battle_it_is_a_number() -> None:
    """Asked where a wound roll may come to more, and only after the dice were seen."""
    document = attack([gun("Lethal Hits", "Devastating Wounds", n=30, S=4, BS="3+")], men("Guard", 5, Sv="2+"))
    _, table = rolled({**document, "answers": document["answers"] | {"lethal": 1}}, "5", alone=False)
    asked = [one for one in table.log if isinstance(one.question, Number)]
    assert [(one.question.key, one.value) for one in asked] == [("lethal", 1)]
    assert asked[0].question.high == asked[0].question.default > 1
    dice = [one.question.dice for one in table.log if isinstance(one.question, Roll)]
    hits = next(one.value.passed for one in table.log if isinstance(one.question, Roll))
    assert dice[:2] == [30, hits - 1]
    plain = attack([gun("Lethal Hits", n=8, S=4, BS="3+")], men("Guard", 5, Sv="2+"))
    assert not any(isinstance(one.question, Number) for one in rolled(plain, "5", alone=False)[1].log)
