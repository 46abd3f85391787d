"""Shots into hand-to-hand combat in battles: whom stray hits find, and what they do to him (2E-HTH-1)."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.battle.luck import dice_rows, slain_rows, throws
from shoot_cli.engine.reasons import Amend, BadAnswer, Redo, Undo
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Table
from shoot_cli.rules.second import BATTLE, RULESET
from shoot_cli.rules.second.profiles import Unit
from tests.rules.second.helpers.guns_and_men import both, flamer, sure
from tests.rules.second.helpers.scripted_battles import Played, battle, squad
from tests.rules.second.helpers.tabletop import chances
from tests.rules.second.test_battle_undo import Skirmish, Told
from tests.rules.test_every_ruleset import log_of

SURE = sure(9, -9)
LINKED = sure(9, -9, name="twin", rules=("Twin-linked",))
STATE, FIGHTS = ("unit", "a unit's state"), ("state", "in hand-to-hand combat")
ORKS_FIGHT = [STATE, ("state of", "Orks"), FIGHTS]
B_FIGHTS = [STATE, ("state of", "B"), FIGHTS]
INTO_IT = [("unit", "A"), ("target", "Orks"), ("facts:gun", {"enemy_engaged": 4, "friends_engaged": 2})]
END = ("unit", "end the phase")


def skirmish(*script: tuple[str, Any], mine: list[Unit] | None = None, orks: int = 8, distance: float = 12) -> Played:
    """A shoots twice at the Orks, who fight hand to hand with B or with C."""
    friends = [squad("B", 4, SURE), squad("C", 5, SURE)] if mine is None else mine
    units = [squad("A", 2, SURE), *friends], [squad("Orks", orks, SURE)]
    return battle(*units, *ORKS_FIGHT, *script, distance=distance)


@pytest.mark.rule("2E-HTH-1")
def test_which_friend_is_in_the_fight_is_asked_if_nobody_has_said_it() -> None:
    shots = [("fight:gun", [5, 6]), ("friend in the fight", "B"), ("wound:gun", [6, 6])]
    played = skirmish(*INTO_IT, *shots, ("unit", "C"))
    assert played.last("friend in the fight").names == ("B", "C")
    assert (played.alive("Orks"), played.alive("B"), played.alive("C")) == (8, 2, 5)
    assert played.said("2 hit a friend in the fight")
    assert played.said("B, in the fight: 2 hits")
    assert played.said("2 Men slain: B 2 of 4 left")


@pytest.mark.rule("2E-HTH-1", "2E-HTH-2")
def test_two_friends_in_one_fight_share_what_goes_astray_by_their_numbers() -> None:
    """One of B and all five of C fight there: each hit on a friend draws one of six; both are in the fight by that."""
    said = [("friend in the fight", "B, C"), ("friends of each", {"B": 1})]
    shots = [("fight:gun", [5, 6]), *said, ("friend hit:gun", [1, 2]), ("wound:gun", [6]), ("wound:gun", [6])]
    played = skirmish(*INTO_IT, *shots)
    assert (played.alive("Orks"), played.alive("B"), played.alive("C")) == (8, 3, 4)
    drawn = played.last("friend hit:gun")
    assert (drawn.sides, drawn.need.target, drawn.dice) == (6, 1, 2)
    assert played.marks("B") == played.marks("C") == ["in hand-to-hand combat"]
    one = [("fight:gun", [5, 1]), ("wound:gun", [1]), *said, ("friend hit:gun", [2]), ("wound:gun", [1])]
    assert not skirmish(*INTO_IT, *one).said("B, in the fight")


@pytest.mark.rule("2E-HTH-1", "2E-SEQ-1")
def test_the_next_weapon_is_proposed_the_same_fight() -> None:
    """Four of the seven left against two; the flamer between them is asked about neither fight nor cover."""
    mine = both(both(squad("S", 2, SURE), squad("S", 1, flamer(), kind="F")), squad("S", 1, LINKED, kind="L"))
    facts = {"enemy_engaged": 4, "friends_engaged": 2, "cover": "soft"}
    named = [("unit", "S"), ("target", "Orks"), *(("weapon", name) for name in ("gun", "flamer", "twin"))]
    shots = [*named, ("facts:gun", facts), ("fight:gun", [1, 5]), ("wound:gun", [6])]
    burnt = [("whole:flamer", 0), ("facts:twin", {}), ("fight:twin", [6])]
    played = skirmish(*B_FIGHTS, *shots, *burnt, mine=[mine, squad("B", 4, SURE)], distance=6)
    words = "1 twin, in soft cover, short range, 4 enemies and 2 friends fight"
    assert played.last("facts:twin").text == words


@pytest.mark.rule("2E-HTH-1", "2E-CAS-3", "2E-TGT-5")
def test_a_marker_on_a_fight_hits_who_lies_under_it_friends_too() -> None:
    """Nothing goes astray by chance besides: B would suffer twice."""
    frag = sure(9, -9, name="frag", blast=2)
    shot = [("unit", "F"), ("target", "Orks"), ("under:frag", "4+")]
    under = [("others under:frag", {"B": 1}), ("wound:frag", [6, 6, 6, 1]), ("wound:frag", [6])]
    played = skirmish(
        *B_FIGHTS, *shot, *under, ("unit", "C"), mine=[squad("F", 1, frag), squad("B", 4, SURE), squad("C", 1, SURE)]
    )
    assert (played.alive("Orks"), played.alive("B")) == (5, 3)
    assert "enemy_engaged" not in [part.key for part in played.last("facts:frag").parts]


@pytest.mark.rule("2E-ELIG-1")
def test_who_is_in_a_fight_by_that_answer_does_not_shoot() -> None:
    shots = [("fight:gun", [5, 1]), ("wound:gun", [1]), ("friend in the fight", "B"), ("wound:gun", [1])]
    played = skirmish(*INTO_IT, *shots)
    assert played.marks("B") == ["in hand-to-hand combat"]
    assert played.closed("unit", "B") == [("in hand-to-hand combat", "2E-ELIG-1")]


@pytest.mark.rule("2E-BRK-1")
def test_friends_in_the_fight_break_by_their_losses() -> None:
    shots = [("fight:gun", [5, 1]), ("wound:gun", [1]), ("friend in the fight", "B"), ("wound:gun", [6])]
    played = skirmish(*INTO_IT, *shots, END, ("break test", 9))
    assert played.said("B: lost 1 of the 4 models it had at the start of the turn")
    assert "broken" in played.marks("B")


@pytest.mark.rule("2E-HTH-1")
def test_who_it_is_is_not_asked_where_only_one_can_be() -> None:
    shots = [("fight:gun", [5, 1]), ("wound:gun", [1]), ("wound:gun", [6])]
    assert skirmish(*B_FIGHTS, *INTO_IT, *shots, ("unit", "C")).alive("B") == 3
    alone = skirmish(*INTO_IT, *shots, mine=[squad("B", 4, SURE)])
    assert alone.alive("B") == 3
    assert "friend in the fight" not in alone.keys


@pytest.mark.rule("2E-HTH-1")
def test_nobody_is_asked_if_no_hit_went_astray() -> None:
    played = skirmish(*INTO_IT, ("fight:gun", [1, 2]), ("wound:gun", [1, 1]), ("unit", "C"))
    assert "friend in the fight" not in played.keys


@pytest.mark.rule("2E-HTH-1")
def test_without_friends_on_the_table_there_is_no_fight() -> None:
    played = skirmish(*[("unit", "A"), ("target", "Orks"), ("facts:gun", {})], ("wound:gun", [1, 1]), mine=[])
    assert not played.said("friend")
    assert not {"enemy_engaged", "friends_engaged"} & {part.key for part in played.last("facts:gun").parts}


@pytest.mark.rule("2E-HTH-1")
def test_no_more_friends_fight_than_there_are() -> None:
    played = skirmish(*B_FIGHTS, *INTO_IT)
    assert played.last("facts:gun").text.endswith("8 enemies and 4 friends fight")
    parts = {part.key: part for part in played.last("facts:gun").parts}
    assert (parts["friends_engaged"].high, parts["friends_engaged"].default) == (4, 4)


@pytest.mark.rule("2E-HTH-1", "2E-SPC-2")
def test_linked_guns_hit_a_friend_twice_and_not_four_times() -> None:
    mine = [squad("L", 1, LINKED), squad("B", 9, SURE)]
    said = [("unit", "L"), ("target", "Orks"), ("facts:twin", {"enemy_engaged": 3, "friends_engaged": 3})]
    played = skirmish(*B_FIGHTS, *said, *[("fight:twin", [6]), ("wound:twin", [6, 6])], ("unit", "A"), mine=mine)
    assert played.said("2 hit a friend in the fight")
    assert played.said("B, in the fight: 2 hits")
    assert played.alive("B") == 8  # both guns hit the same model


# What hand-to-hand combat itself took ---------------------------------------------------------------------------------

LOST = ("state", "something happened")


def reported(unit: Unit, *script: tuple[str, Any]) -> Played:
    told = [STATE, ("state of", unit.name), LOST, *script]
    return battle([unit, squad("A", 2, SURE)], [squad("Orks", 8, SURE)], *told)


@pytest.mark.rule("2E-CAS-2", "EVE-6", "EVE-12")
def test_models_lost_hand_to_hand_are_taken_off_by_kind() -> None:
    mixed = both(squad("B", 4, SURE), squad("B", 1, SURE, kind="Sergeant"))
    played = reported(mixed, ("happened", "-2"), ("unit", "A"))
    assert played.last("happened").text == "What happened to B"
    assert played.alive("B") == 3
    assert played.said("B: 2 Men fall: 3 of 5 left", "2E-CAS-2")
    assert reported(mixed, ("happened", "sergeant dead, -1 man"), ("unit", "A")).said("B: 1 Man falls: 3 of 5 left")
    assert reported(mixed, ("happened", "dead"), ("unit", "A")).alive("B") == 0


@pytest.mark.rule("2E-BRK-1")
def test_they_fell_before_the_turn_began() -> None:
    played = reported(squad("B", 4, SURE), ("happened", "-2"), END)
    assert played.unit_at("B").start == 2
    assert "break test" not in played.keys


@pytest.mark.rule("2E-BRK-1")
def test_what_is_shot_of_the_rest_is_counted_against_the_rest() -> None:
    """One of the rest is shot: of four that is a quarter, of five it is not."""
    shots = [("unit", "A"), ("target", "Orks"), ("facts:gun", {}), ("wound:gun", [6, 1])]
    told = [STATE, ("state of", "Orks"), LOST]
    four = battle([squad("A", 2, SURE)], [squad("Orks", 8, SURE)], *told, ("happened", "-4"), *shots)
    assert four.left is not None
    assert four.left.key == "break test"
    three = battle([squad("A", 2, SURE)], [squad("Orks", 8, SURE)], *told, ("happened", "-3"), *shots)
    assert "break test" not in [*three.keys, three.left and three.left.key]


@pytest.mark.rule("2E-CAS-2", "EVE-3")
def test_wounds_lost_hand_to_hand_are_taken_off_the_wounded_first() -> None:
    beasts = squad("B", 3, SURE, kind="Beast", wounds=3)
    played = reported(beasts, ("happened", "-1, 4 wounds"), ("unit", "A"))
    assert [(rank.n, rank.left) for rank in played.unit_at("B").ranks] == [(1, 2)]
    again = reported(beasts, ("happened", "1 wound"), STATE, ("state of", "B"), LOST, ("happened", "-1"), ("unit", "A"))
    assert [(rank.n, rank.left) for rank in again.unit_at("B").ranks] == [(2, 3)]


# Kept like everything else -------------------------------------------------------------------------------------------

MINE, THEIRS = [squad("A", 2, SURE), squad("B", 4, SURE), squad("C", 5, SURE)], [squad("Orks", 8, SURE)]
SKIRMISH: Any = Skirmish(tuple(MINE), tuple(THEIRS), 1)


def story() -> Played:
    """One turn of mine: one Ork fell hand to hand; one of A's hits slays a friend, of B."""
    lost = [STATE, ("state of", "Orks"), LOST, ("happened", "-1")]
    shots = [("fight:gun", [5, 1]), ("wound:gun", [6]), ("friend in the fight", "B"), ("wound:gun", [6])]
    rest = [END, ("break test", 7)]  # B holds; the Orks, who fight, do not shoot
    return battle(MINE, THEIRS, *ORKS_FIGHT, *lost, *INTO_IT, *shots, *rest, turns=1)


def test_losses_in_a_fight_stand_on_the_status_screen() -> None:
    played = story()
    assert played.left is None
    rows = {row.name: row for _, side in RULESET.status(played.end) for row in side}
    assert (rows["B"].models_left, rows["Orks"].models_left) == (3, 6)
    assert rows["B"].marks == ("in hand-to-hand combat",)


@pytest.mark.slow
def test_a_fight_is_taken_back_at_every_prompt_and_said_again() -> None:
    played = story()
    first = Told(played, case=SKIRMISH)
    want = first.end()
    assert want[1] == log_of(played.table)
    for at in range(len(first.prompts)):
        for wishes in ({at: Undo}, {at: Undo, at + 1: Redo}):
            again = Told(played, wishes.get, SKIRMISH)
            assert again.end() == want, (at, wishes)
            assert again.kept() == again.said() == first.said()


def test_it_was_another_friend_after_all() -> None:
    """Changed at the last prompt: whoever was hit first is as he was."""
    played = story()
    at = played.keys.index("friend in the fight")

    class Changed(Told):
        done = False

        def live(self, question: Any, place: int) -> Any:
            if len(self.journal.answers) == len(played.keys) - 1 and not self.done:
                self.done = True
                raise Amend(at, ["C"], "somebody")
            return [] if question.key == "since" else super().live(question, place)

    end, _ = Changed(played, case=SKIRMISH).end()
    left = {company.unit.value.name: sum(rank.n for rank in company.ranks) for company in end.sides[0].units}
    assert left == {"A": 2, "B": 4, "C": 4}


def test_the_luck_of_an_attack_does_not_count_friends() -> None:
    played = story()
    answers = [entry.answer for entry in played.table.log if entry.question is not None]
    table = Table(lambda question, place: answers[place])
    table.settings = RULESET.defaults()
    play(BATTLE, SKIRMISH.start, table)
    (row,), left = slain_rows(table.attacks, RULESET, table.settings)
    assert (row.side, row.size, row.actual, left) == ("Mine", 1, 1, [])
    rows = dice_rows(throws(table.log, [True] * len(answers), RULESET))
    assert [(row.side, row.kind, row.actual) for row in rows] == [("Mine", "wounds", 1), ("Theirs", "wounds", 1)]


@pytest.mark.rule("2E-OW-6")
def test_a_charge_that_causes_fear_takes_overwatch_away() -> None:
    orks = squad("Orks", 8, SURE)
    waits = [END, ("overwatch", ["Orks"]), ("overwatch fire", "nobody")]
    charged = [STATE, ("state of", "Orks"), ("state", "on overwatch")]
    played = battle([squad("A", 2, SURE)], [orks], *waits, *charged, ("unit", "A"))
    assert played.said("Orks: no longer on overwatch")
    assert played.marks("Orks") == []
    other = battle([squad("A", 2, SURE)], [orks], STATE, ("state of", "A"), ("state", "back"))
    assert "on overwatch" not in [option.value for option in other.last("state").options]


@pytest.mark.rule("2E-HTH-1")
@pytest.mark.parametrize("said", ["enemy_engaged", "friends_engaged"])
def test_one_side_of_a_fight_alone_is_refused_beforehand(said: str) -> None:
    """It would come to nothing, and nobody would be told."""
    with pytest.raises(BadAnswer, match="engaged"):
        chances(squad("A", 2, SURE), squad("Orks", 8, SURE), **{said: 3})
