"""Groups of the models that are shot at, and their order (11E-SAV-1, 11E-ALL-1)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.engine.pools import Line, Rank
from shoot_cli.engine.questions import Choose
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.rules.datasheets.tokens import TargetModel
from shoot_cli.rules.eleventh.steps.allocation import AS_LISTED, BY_MORTAL_WOUNDS, Ordering, in_order, lasts
from tests.helpers.each import each
from tests.rules.eleventh.helpers.bare_attacks import rolled
from tests.rules.eleventh.helpers.small_documents import Document, attack, damage_by, gun, hero, men, slain_by

F = Fraction
SURE_WOUND = "Anti-infantry 2+"  # five of six attacks wound


def rank(
    name: str, place: int, n: int = 1, left: int = 2, wounds: int = 2, save: int = 4, character: bool = False
) -> Rank:
    return Rank(TargetModel(name, place, save, wounds=wounds, leader=character), n, left)


def names(*ranks: Rank, **ordering: Any) -> list[str]:
    return [one.kind.name for one in in_order(ranks, Ordering(**ordering))]


@pytest.mark.rule("11E-SAV-1")
def test_groups_are_of_one_profile() -> None:
    """W, Sv and InSv make a group, nothing else: A and C are one, and stand together where A is listed."""
    assert names(rank("A", 0), rank("B", 1, save=3), rank("C", 2)) == ["A", "C", "B"]
    assert names(rank("A", 0), rank("B", 1, wounds=3, left=3), rank("C", 2)) == ["A", "C", "B"]
    assert names(rank("B", 1, save=3), rank("C", 2)) == ["B", "C"]  # A is dead: the group can change its place


@pytest.mark.rule("11E-SAV-1")
def test_a_group_with_a_wounded_model_comes_first() -> None:
    hurt = rank("C", 2, left=1)
    assert names(rank("A", 0, save=3), rank("B", 1), hurt) == ["C", "B", "A"]
    assert names(rank("A", 0, save=3), rank("B", 1), hurt, named=("A", "B")) == ["C", "B", "A"]


@pytest.mark.rule("11E-SAV-1")
def test_characters_come_last_the_wounded_first() -> None:
    one, two = rank("X", 0, character=True), rank("Y", 1, left=1, character=True)
    assert names(one, two, rank("A", 2), rank("B", 3, save=2)) == ["A", "B", "Y", "X"]
    assert names(one, two, rank("A", 2), rank("B", 3, save=2), named=("X", "B")) == ["B", "A", "Y", "X"]


@pytest.mark.rule("11E-SAV-1")
def test_each_character_is_a_group() -> None:
    """Two of one profile: the second is met when the first is dead; D2 fells each, and nothing flows on."""
    assert damage_by(attack([gun(SURE_WOUND, AP=-4, D=3, n=2)], hero("A", W=2, leader=False), hero("B", W=2, leader=False)))[2::2] == [
        2 * F(5, 36), F(25, 36)
    ]  # fmt: skip


@pytest.mark.rule("11E-ALL-1")
def test_who_saved_an_attack_is_free_again() -> None:
    """The Nob (2+) meets the first pool; if he stands, the shield (4+ against AP-4) meets the second all the same."""
    guns = [gun(SURE_WOUND), gun(SURE_WOUND, AP=-4)]
    unit = men("Nob", Sv="2+"), men("Shield", 2, Sv="6+", Inv="4+")
    felled, then = F(5, 6) * F(1, 6), F(5, 6) * F(1, 2)
    assert slain_by(attack(guns, *unit, allocation="best_save")) == [
        (1 - felled) * (1 - then), felled * (1 - then) + (1 - felled) * then, felled * then
    ]  # fmt: skip


AGAIN, ONES = "re-roll saves", "re-roll saves of 1"


@pytest.mark.rule("11E-SAV-1", "11E-SAV-2")
@each(
    ("trooper", "veteran", "slain"),
    [
        (("3+",), ("4+", AGAIN), F(5, 6) * F(2, 6)),  # nobody's die is rolled again: 3+ is likelier than 4+
        (("4+",), ("4+", AGAIN), F(5, 6) * F(3, 6)),  # as likely: as they are listed
        (("4+",), ("3+", AGAIN), F(0)),  # he is hurt, and nobody falls
        (("3+", ONES), ("4+", AGAIN), F(5, 6) * (F(2, 6) - F(1, 6) * F(4, 6))),  # ones are rolled again for both
        (("4+", AGAIN), ("3+", ONES), F(0)),
        (("3+", AGAIN), ("4+", AGAIN), F(5, 6) * F(2, 6) * F(2, 6)),
    ],
)
def test_the_best_saves_are_those_most_likely_to_save(trooper: Any, veteran: Any, slain: Fraction) -> None:
    """All dice are thrown before it is known whom they meet: what only some may roll again is not rolled again."""
    unit = (
        men("Trooper", Sv=trooper[0], abilities=[*trooper[1:]]),
        men("Veteran", Sv=veteran[0], W=2, abilities=[*veteran[1:]]),
    )
    found = slain_by(attack([gun(SURE_WOUND)], *unit, allocation="best_save"))
    assert found[1:] == ([slain] if slain else [])
    named = [slain_by(attack([gun(SURE_WOUND)], *unit, allocate=name)) for name in ("Trooper", "Veteran")]
    assert found in named  # it is the one or the other


@pytest.mark.rule("11E-SAV-1")
def test_the_defender_orders_groups() -> None:
    guns = [gun(SURE_WOUND, AP=-1, D=2)]
    unit = men("Nob", Sv="4+", W=2), men("Boy", 2, Sv="6+")
    first = {
        order: slain_by(attack(guns, *unit, allocate=order))
        for order in ("listed", "Nob, Boy", "Boy, Nob", "best_save")
    }
    assert first["listed"] == first["Nob, Boy"] == first["best_save"] == [1 - F(5, 6) * F(4, 6), F(5, 6) * F(4, 6)]
    assert first["Boy, Nob"] == [F(1, 6), F(5, 6)]


@pytest.mark.rule("11E-SAV-1")
@pytest.mark.parametrize("order", ["Boy, Nob", "Captain, Nob"])
def test_an_order_that_the_rules_forbid_is_refused(order: str) -> None:
    unit = men("Boy", 2), men("Nob", W=3, lost=1), hero("Captain", W=3)
    with pytest.raises(BadAnswer, match=r"wounded model comes first|CHARACTERs come after"):
        slain_by(attack([gun()], *unit, allocate=order))


@pytest.mark.rule("11E-SAV-1")
def test_it_is_asked_only_where_there_is_a_choice() -> None:
    def asked(*unit: Document) -> list[Choose]:
        _, table = rolled(attack([gun(SURE_WOUND, n=6)], *unit), "1", alone=False)
        return [
            one.question for one in table.log if isinstance(one.question, Choose) and one.question.key == "allocate"
        ]

    assert not asked(men("Boy", 3))
    assert not asked(men("Boy", 3), hero("Captain", W=3))
    assert not asked(men("Boy", 3), men("Nob", W=3, lost=1))
    (question,) = asked(men("Boy", 3), men("Nob", W=3), hero("Captain", W=3))
    assert [(one.value, bool(one.closed)) for one in question.options] == [
        ("Boy", False), ("Nob", False), ("Captain", True), ("listed", False), ("best_save", False)
    ]  # fmt: skip
    assert (question.owner, question.default) == ("defender", "listed")
    assert question.text == "Who saves first, with the lowest dice: 4 wounds?"
    assert [one.label for one in question.options] == [
        "3 Boys, 4+ save", "Nob, 4+ save, 3 wounds left", "Captain, 4+ save, 3 wounds left", "in this order, ask no more: Boy, Nob, Captain", "best save first, ask no more",
    ]  # fmt: skip


@pytest.mark.rule("11E-SAV-1", "11E-SAV-2")
@each(
    ("shots", "damage", "each", "reached"),
    [
        (4, 1, 1, False),  # 4 Boys take 4 wounds
        (5, 1, 1, True),
        (4, 6, 1, False),  # damage of one attack never goes on to the next model
        (5, 6, 1, True),
        (5, 2, 2, True),
        (8, 1, 2, False),
    ],
)
def test_nobody_is_asked_about_models_that_the_wounds_cannot_come_to(
    shots: int, damage: int, each: int, reached: bool
) -> None:
    """Nor are dice counted that only these could save with: 6+ for the Boys, 4+ for the two leaders behind them."""
    unit = men("Boy", 4, W=each, Sv="6+"), hero("Captain", W=3, Sv="4+"), hero("Medic", W=3, Sv="4+")
    one = attack([gun(SURE_WOUND, "Torrent", n=shots, BS="N/A", D=damage)], *unit)
    for seed in map(str, range(1, 60)):
        _, table = rolled(one, seed, alone=False)
        thrown = [entry.question for entry in table.log if "save:" in getattr(entry.question, "key", "")]
        if thrown and thrown[0].dice == shots:
            break
    asked = [entry for entry in table.log if getattr(entry.question, "key", "") == "allocate"]
    assert (len(asked) > 0, len(thrown[0].watch) > 0, "Captain" in thrown[0].text) == (reached,) * 3


@pytest.mark.rule("11E-SAV-1", "11E-SAV-2")
@pytest.mark.parametrize("older", ["allocate", "save:gun A"])
def test_what_an_older_log_answers_is_still_asked(older: str) -> None:
    """Version 5 asked for the order of both leaders, and threw a die for the Boys without a save, as theirs may save."""
    unit = men("Boy", 4, Sv="-"), hero("Captain", W=3, Sv="4+"), hero("Medic", W=3, Sv="4+")
    one = attack([gun("Torrent", BS="N/A", n=3, S=12)], *unit)

    def asked(*keys: str) -> bool:
        logs = (rolled(one, str(seed), alone=False, older=keys)[1].log for seed in range(1, 9))
        return any(getattr(entry.question, "key", "") == older for log in logs for entry in log)

    assert (asked(), asked(older)) == (False, True)


@pytest.mark.rule("11E-SAV-1")
def test_an_order_for_the_whole_attack_is_heeded_though_its_first_wound_needs_none() -> None:
    """One wound cannot come to the leaders; of the five wounds of both weapons the last does, and the Medic takes it."""
    unit = men("Boy", 4, Sv="-"), hero("Captain", W=1, Sv="-"), hero("Medic", W=1, Sv="-")
    guns = [gun("Torrent", BS="N/A", S=12), gun("Torrent", BS="N/A", S=11, n=4)]
    for seed in map(str, range(1, 40)):
        end, _ = rolled(attack(guns, *unit, allocate="Boy, Medic, Captain"), seed)
        if end.line.remaining()[0] == 1:
            assert [rank.kind.name for rank in end.line.standing()] == ["Captain"]
            return
    raise AssertionError("no seed wounds with all five")


@pytest.mark.rule("11E-SAV-2")
def test_saves_rolled_again_hang_on_all_models_that_stand() -> None:
    """The 1s of the Boys stay if the Captain's do, though three wounds cannot come to him: so say the odds, too."""
    boys, captain = men("Boy", 4, Sv="5+", abilities=[ONES]), hero("Captain", W=3, Sv="4+")
    for unit, again in (((boys,), (1,)), ((boys, captain), ())):
        _, table = rolled(attack([gun("Torrent", BS="N/A", n=3, S=12)], *unit), "1", alone=False)
        (thrown,) = (entry.question for entry in table.log if "save:" in getattr(entry.question, "key", ""))
        assert thrown.again == again


@pytest.mark.rule("11E-SAV-2")
def test_one_save_rolled_again_hangs_on_all_models_that_stand() -> None:
    """Which die is the lowest that saves nobody is read with the Captain's save: so say the odds, too."""
    unit = men("Boy", 4, Sv="5+"), hero("Captain", W=3, Sv="4+")
    one = attack([gun("Torrent", BS="N/A", n=3, S=12)], *unit, unit={"abilities": ["re-roll one save"]})
    _, table = rolled(one, "1", alone=False)
    (thrown, *_) = (entry.question for entry in table.log if "save:" in getattr(entry.question, "key", ""))
    assert "Captain" in thrown.text


@pytest.mark.rule("11E-SAV-1")
def test_a_wounded_model_takes_fewer_wounds() -> None:
    unit = men("Boy", 1, W=3, lost=2), hero("Captain", W=3, Sv="4+"), hero("Medic", W=3, Sv="4+")
    _, table = rolled(attack([gun(SURE_WOUND, n=6)], *unit), "1", alone=False)
    assert any(getattr(entry.question, "key", "") == "allocate" for entry in table.log)


@pytest.mark.rule("11E-SAV-1")
def test_no_two_rows_of_who_takes_it_are_alike() -> None:
    unit = men("Boy", 3), men("Burna", 1), men("Rokkit", 2), men("Nob", W=3)
    _, table = rolled(attack([gun(SURE_WOUND, n=6)], *unit), "1", alone=False)
    (question,) = (
        one.question for one in table.log if isinstance(one.question, Choose) and one.question.key == "allocate"
    )
    assert [one.label for one in question.options if one.value not in ("listed", "best_save")] == [
        "3 Boys and 3 others, 4+ save", "Burna: as the Boy, which has the same save and wounds",
        "Rokkit: as the Boy, which has the same save and wounds", "Nob, 4+ save, 3 wounds left",
    ]  # fmt: skip


def test_where_no_loss_changes_the_order_the_odds_need_not_look() -> None:
    boys, nob = rank("Boy", 0, 5, wounds=1, left=1), rank("Nob", 1, left=2)
    assert lasts((boys, nob), AS_LISTED)
    assert lasts((boys, nob), BY_MORTAL_WOUNDS)
    assert not lasts((nob, boys), AS_LISTED)
    split = rank("A", 0), rank("C", 2), rank("B", 1, save=3)
    assert in_order(split, AS_LISTED) == split
    assert not lasts(split, AS_LISTED)  # when A is dead B comes before C


def test_the_line_is_left_alone_by_who_is_dead() -> None:
    assert in_order(Line((rank("A", 0, 2),), lost=3).standing(), AS_LISTED) == (rank("A", 0, left=1),)


@pytest.mark.rule("11E-SAV-1")
def test_who_names_one_kind_means_its_group() -> None:
    """Trooper and Nob are one group: it stays before the Sergeant when the Trooper is dead."""
    unit = men("Trooper", Sv="6+"), men("Sergeant", W=3, Sv="3+"), men("Nob", Sv="6+")
    guns = [gun(SURE_WOUND, AP=-4), gun(SURE_WOUND, AP=-1, D=2)]
    assert slain_by(attack(guns, *unit, allocate="Trooper, Sergeant"))[2] == F(25, 36)
    assert len(slain_by(attack(guns, *unit))) == 2  # as listed the Sergeant comes before the Nob then
