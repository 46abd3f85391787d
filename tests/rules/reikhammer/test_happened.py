"""What happened without the app: integrity, Shock, ammo, broken formations; told in a battle and of a single attack."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli import api
from shoot_cli.battle.luck import LuckReport
from shoot_cli.battle.summaries import battle_end, phase_end
from shoot_cli.engine.reasons import Amend, BadAnswer, Undo
from shoot_cli.engine.record import Hashed
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.input.answers import parse
from shoot_cli.odds import odds
from shoot_cli.replay.journal import Journal
from shoot_cli.rules.reikhammer import RULESET
from shoot_cli.rules.reikhammer.steps.happened import question
from shoot_cli.ui.summaries import facts_of
from tests.helpers.each import each
from tests.helpers.scripted_table import closed_by
from tests.rules.reikhammer.helpers.attacks import (
    FIRST,
    PASS,
    Played,
    act,
    army,
    battle,
    formation,
    gun,
    shooters,
    state,
    targets,
    units,
)
from tests.rules.test_every_ruleset import Kept, Run

MENU = ("unit", "something happened")
MOB = formation(
    "Mob",
    units("Band", 5, gun(), integrity=2, ammo=3),
    units("Gun Band", 1, gun(), integrity=2, ammo=1),
    units("Car", 1, gun(), integrity=3, character="Captain Roth"),
)
MINE, THEIRS = army("Mine", MOB, shooters(name="Watch")), army("Theirs", targets(4, "Foes"), targets(2, "Reserve"))


def told(*lines: str, script: tuple[Any, ...] = (), turns: int | None = None) -> Played:
    """A battle of the Mob, and these lines, each at a prompt of its own."""
    steps = [step for line in lines for step in (MENU, ("happened", line))]
    return battle(MINE, THEIRS, FIRST, *steps, *script, turns=turns)


def refused(played: Played, line: str) -> str:
    asked = question(Hashed(played.battle))
    with pytest.raises(BadAnswer) as error:
        asked.read(parse(asked, line))
    return str(error.value)


def left(played: Played, name: str = "Mob") -> list[int]:
    return [piece.left for piece in played.unit_at(name).pieces]


def ammo(played: Played, name: str = "Mob") -> list[int | None]:
    return [piece.ammo for piece in played.unit_at(name).pieces]


# In a battle ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EVE-1", "EVE-2", "EVE-3", "EVE-12", "RH-DEST-1")
@each(
    ("line", "stand", "words"),
    [
        ("mob -1", [1, 2, 2, 2, 2, 2, 3], "Mob: Band: 1 of 2 integrity left"),
        ("mob -1, band -2", [0, 1, 2, 2, 2, 2, 3], "Mob: 1 Band falls: 6 of 7 left"),
        ("band 3 -1", [2, 2, 1, 2, 2, 2, 3], "Mob: Band 3: 1 of 2 integrity left"),
        ("band 3 -1, band -1", [2, 2, 0, 2, 2, 2, 3], "Mob: 1 Band falls: 6 of 7 left"),
        ("mob band 4 dead", [2, 2, 2, 0, 2, 2, 3], "Mob: Band 4 falls: 6 of 7 left"),
        ("2 units of band", [0, 0, 2, 2, 2, 2, 3], "Mob: 2 Bands fall: 5 of 7 left"),
        ("mob lost 2", [0, 2, 2, 2, 2, 2, 3], "Mob: 1 Band falls: 6 of 7 left"),
        ("mob 2 dead", [0, 0, 2, 2, 2, 2, 3], "Mob: 2 Bands fall: 5 of 7 left"),
        ("mob lost two bands", [0, 0, 2, 2, 2, 2, 3], "Mob: 2 Bands fall: 5 of 7 left"),
        ("2 of the bands", [0, 0, 2, 2, 2, 2, 3], "Mob: 2 Bands fall: 5 of 7 left"),
        ("band 3 left", [0, 0, 2, 2, 2, 2, 3], "Mob: 2 Bands fall: 5 of 7 left"),
        ("mob 3 left", [0, 0, 0, 0, 2, 2, 3], "Mob: 4 Bands fall: 3 of 7 left"),
        ("car 1 left", [2, 2, 2, 2, 2, 2, 1], "Mob: Car with Captain Roth: 1 of 3 integrity left"),
        ("band 2 -1, +1", [2, 2, 2, 2, 2, 2, 3], "Mob: Band: 2 of 2 integrity left"),
        ("band 2 dead, band 2 back", [2, 2, 2, 2, 2, 2, 3], "Mob: Band 2 comes back: 7 of 7 left"),
        ("band dead, gun band dead", [0, 0, 0, 0, 0, 0, 3], "Mob: 1 Gun Band falls: 1 of 7 left"),
    ],
)
def test_integrity_and_units(line: str, stand: list[int], words: str) -> None:
    played = told(line)
    assert left(played) == stand
    assert played.said(words, "RH-DEST-1")
    assert played.unit_at("Mob").shock == 0, "Shock is typed"


@pytest.mark.rule("EVE-12", "RH-SHOCK-3", "RH-AMMO-1", "RH-BRK-2", "RH-RALLY-1")
def test_shock_ammo_and_who_is_broken() -> None:
    assert told("mob shock +2", "mob -1 shock, +3 shock").unit_at("Mob").shock == 4
    assert told("mob shock = 5", "mob no shock").unit_at("Mob").shock == 0
    assert told("mob shock +2").said("Mob: 2 Shock", "RH-SHOCK-3")
    assert ammo(told("mob ammo -1")) == [2, 2, 2, 2, 2, 0, None]
    assert ammo(told("mob ammo -2, band 2 ammo = 3")) == [1, 3, 1, 1, 1, 0, None]
    assert ammo(told("band ammo -1, band ammo +1")) == [3, 3, 3, 3, 3, 1, None]
    broken = told("mob broken")
    assert broken.unit_at("Mob").broken
    assert closed_by(broken.left, "Mob") == ["RH-BRK-2"]
    rallied = told("mob shock +3, broken", "mob rallied")
    assert not rallied.unit_at("Mob").broken
    assert rallied.said("Mob: no longer broken, 3 Shock", "RH-RALLY-1")


@pytest.mark.rule("EVE-7", "EVE-12")
@each(
    ("line", "words"),
    [
        ("mob -16", "Mob has 15 integrity left: 16 cannot be lost"),
        ("mob 8 units", "Mob has 7: 8 cannot fall"),
        ("band 3 -3", "Band 3 has 2 integrity left: 3 cannot be lost"),
        ("band 9 dead", "no “Band 9” here, only Band 1, Band 2, Band 3, Band 4, Band 5; Band 5 was meant?"),
        ("gun band 3 dead", "Mob has 1 Gun Band: 3 cannot fall; what it lost is told with the word"),
        ("mob +1", "Mob has all 15 integrity"),
        ("mob shock -1", "Mob: 0 Shock, so 1 cannot go"),
        ("mob shock +2, shock -3", "Mob: 2 Shock, so 3 cannot go"),
        ("mob shock 2", "“shock 2”: by how much? Write shock +2, shock -1 or shock = 2"),
        ("mob shock +2 band", "“shock +2 band”: Shock is of the whole formation, not of band"),
        ("mob ammo -4", "Mob has 3 ammo left: 4 cannot be spent"),
        ("gun band ammo -2", "Gun Band has 1 ammo left: 2 cannot be spent"),
        ("band ammo +1", "Band 1 has 3 of 3 ammo: it cannot have 4"),
        ("foes ammo -1", "Foes: nobody there has limited ammo (RH-AMMO-1)"),
        ("mob broken, broken", "Mob: broken already"),
        ("mob rallied", "Mob: not broken; its Shock is told as in Mob shock -1"),
        ("mob dead, shock +1", "Mob: destroyed; Mob back sets it up again"),
        ("target 2 dead", "“target 2” can be Target 2 of Foes, Target 2 of Reserve: say the unit too"),
        ("mob off", "“off”: Reikhammer knows no such state; write broken, or a note"),
        ("mob shocked", "“shocked”: Reikhammer knows no such state; write broken, or a note"),
        ("mob +1 to hit", "“mob +1 to hit”: Reikhammer has no words for effects: what changes a roll is asked"),
        ("all INF: -1 to saves", "“all INF: -1 to saves”: Reikhammer has no words for effects"),
        ("cp -1", "“cp -1”: Reikhammer has no command points; write it down as in note cp -1"),
    ],
)
def test_what_is_refused(line: str, words: str) -> None:
    assert refused(told(), line).startswith(words)


@pytest.mark.rule("EVE-7", "EVE-12")
def test_a_number_that_may_be_a_name_is_refused_with_both_readings() -> None:
    played = battle(army("Mine", formation("Red Band", units("Band", 5, gun(), integrity=2))), THEIRS, FIRST)
    ways = "write band 3: dead, or Red Band -3 units"
    assert refused(played, "band 3 dead") == f"“band 3 dead” can be all of band 3, or 3 of Red Band: {ways}"
    asked = question(Hashed(played.battle))
    assert [asked.tells(asked.read(parse(asked, line))) for line in ("band 3: dead", "red band -3 units")] == [
        "Red Band: Band 3 falls: 4 of 5 left",
        "Red Band: 3 Bands fall: 2 of 5 left",
    ]


@pytest.mark.rule("EVE-2", "EVE-8", "RH-CHAR-1")
def test_a_character_goes_and_comes_with_his_unit_and_his_fate_is_not_rolled() -> None:
    gone = told("car dead")
    assert gone.said("Captain Roth is lost with the unit", "RH-CHAR-1")
    assert gone.unit_at("Mob").lost == (("Captain Roth", "lost with the unit"),)
    assert [key for key in gone.dice if key.startswith("character")] == []
    again = told("car dead", "car back").unit_at("Mob")
    assert (again.lost, again.pieces[6].character) == ((), "Captain Roth")


@pytest.mark.rule("EVE-5", "EVE-8", "RH-DEST-2")
def test_a_destroyed_formation_does_nothing_and_comes_back_as_new() -> None:
    gone = told("mob shock +2, broken, dead")
    assert (left(gone), gone.unit_at("Mob").shock, gone.unit_at("Mob").broken) == ([0] * 7, 0, False)
    assert closed_by(gone.left, "Mob") == ["RH-DEST-2"]
    few = told("mob shock +2, ammo -1, dead", "mob back 3")
    assert (sum(map(bool, left(few))), ammo(few)[0], few.unit_at("Mob").shock) == (3, 3, 0)
    assert few.said("Mob is set up again: 3 of 7 units")
    assert not told(script=(act("Mob", "march"), PASS, MENU, ("happened", "mob dead, mob back"))).unit_at("Mob").acted


@pytest.mark.rule("EVE-6", "EVE-12")
def test_the_rows_of_a_state_take_the_same_words() -> None:
    assert told("mob shock +3", script=tuple(state("Mob", "shock", ("shock", "+2")))).unit_at("Mob").shock == 5
    assert told("mob shock +3", script=tuple(state("Mob", "shock", ("shock", "2")))).unit_at("Mob").shock == 2
    hurt = told(script=tuple(state("Mob", "integrity", ("integrity", "band 2 -1, car -2"))))
    assert left(hurt) == [2, 1, 2, 2, 2, 2, 1]
    assert ammo(told(script=tuple(state("Mob", "ammo", ("ammo", "-1"))))) == [2, 2, 2, 2, 2, 0, None]
    line = told(script=tuple(state("Mob", "something happened", ("happened", "-1, shock +2, foes -1"))))
    assert (left(line)[0], line.unit_at("Mob").shock, left(line, "Foes")[0]) == (1, 2, 0)


@pytest.mark.rule("EVE-6", "RH-TURN-1")
def test_between_two_turns_of_both_it_is_asked_once() -> None:
    turn = (PASS, PASS, ("next turn", "go on"))
    played = told(script=(*turn, ("since", "mob -1, shock +1"), ("since", "nothing"), FIRST, PASS))
    assert [one.text for one in played.questions if one.key == "since"] == [
        "Turn 2: what happened since the last shots?"
    ] * 2
    rows = [row.label for row in played.question("since").rows]
    assert "▲ Mob, 7 of 7" in rows
    assert "● Foes, 4 of 4" in rows
    assert (left(played)[0], played.unit_at("Mob").shock) == (1, 1)
    assert played.keys.index("since") < [at for at, key in enumerate(played.keys) if key == "strategy:1"][1]


@pytest.mark.rule("EVE-10")
def test_a_line_is_taken_back_and_changed() -> None:
    played = told("mob -1, shock +2", script=(PASS, PASS, ("rally", [6])), turns=1)
    answers = [entry.answer for entry in played.table.log if entry.question is not None]
    at = played.keys.index("happened")

    def mob(wish: Any = lambda n: None) -> Any:
        run = Run(Case(), wish, Journal(Kept()))  # type: ignore[arg-type]
        run.given = lambda question, place: answers[place]  # type: ignore[assignment]
        return run.end()[0].sides[0].units[0]

    assert mob({at + 1: Undo}.get) == mob()
    changed = mob({at + 2: Amend(at, ["mob shock +1"], "Mine")}.get)
    assert (changed.pieces[0].left, changed.shock) == (2, 1)
    assert (mob().pieces[0].left, mob().shock) == (1, 2)


class Case:
    """A battle of one turn. Quacks like `Game`."""

    def __init__(self) -> None:
        self.ruleset, self.sequence, self.seed, self.answers = RULESET, RULESET.battle, 5, {}
        self.settings, self.start = RULESET.defaults(), RULESET.begin_battle(MINE, THEIRS, 1)


@pytest.mark.rule("EVE-11")
def test_the_ends_of_turn_and_battle_count_what_was_destroyed_by_shooting_apart() -> None:
    fire = act("Watch", "advance", ("target", "Foes"), ("hit:gun", [1]), ("save:Target 2", [6]))
    played = told("foes 1 unit, mob 2 units", "mob +2 units", script=(fire, PASS, PASS, ("rally", [6])), turns=1)
    assert phase_end(played.table.phases[0], RULESET).fell == (0, 1)
    found = battle_end(played.table, RULESET, RULESET.begin_battle(MINE, THEIRS, 1), played.end, LuckReport((), ()))
    assert [(one.otherwise, one.back) for one in found.armies] == [(2, 2), (1, 0)]
    assert next(facts_of(found.armies[1], {}, found, True)) == "1 destroyed by shooting, 1 otherwise"


# Of a single attack --------------------------------------------------------------------------------------------------


@pytest.mark.rule("EVE-9", "EVE-12", "RH-SUP-1", "RH-BRK-1")
def test_told_shock_is_the_shock_that_stands() -> None:
    mine, theirs = shooters(n=4), targets(3)
    for told_of, fact in (({"lost": "shock +2"}, {"shock": 2}), ({"target_lost": "shock +2"}, {"target_shock": 2})):
        one, other = api_like(mine, theirs, **told_of), api_like(mine, theirs, **fact)
        assert one == other
        assert one != api_like(mine, theirs)
    assert api_like(mine, theirs, target_lost="shock +3, shock -1") == api_like(mine, theirs, target_shock=2)


def api_like(mine: Any, theirs: Any, **facts: Any) -> Any:
    """The chance of every end: losses, Shock, broken or not."""
    start = RULESET.begin_attack(mine, theirs)
    ends = odds(RULESET.attack, start, Preset(facts, raise_missing), settings=RULESET.defaults())
    return ends.measure(lambda end: tuple(int(measure(end)) for measure in RULESET.measures.values()))


@pytest.mark.rule("EVE-9", "EVE-12", "RH-AMMO-1", "RH-BRK-1")
def test_told_ammo_and_a_broken_target_are_as_a_formation_that_stands_so() -> None:
    theirs = targets(3)
    spent = api_like(shooters(n=4, ammo=2), theirs, lost="ammo -2, gunner ammo +1")
    assert spent == api_like(shooters(n=4, ammo=1), theirs)
    broken = api_like(shooters(n=4), theirs, target_lost="broken")
    assert {end[-1] for end in broken} == {1}
    plain = api_like(shooters(n=4), theirs)
    losses: dict[Any, Any] = {}
    for end, p in plain.items():
        losses[end[:-1]] = losses.get(end[:-1], 0) + p
    assert {end[:-1]: p for end, p in broken.items()} == pytest.approx(losses)
    assert api_like(shooters(n=4), theirs, target_lost="broken, rallied") == plain


@pytest.mark.rule("EVE-9", "EVE-12")
@each(
    ("facts", "words"),
    [
        ({"lost": ("broken",)}, "Shooters is broken: it takes no action, so it does not shoot"),
        ({"target_lost": ("shock -1",)}, "Targets: 0 Shock, so 1 cannot go"),
        ({"target_lost": ("shock 2",)}, "by how much? Write shock +2, shock -1 or shock = 2"),
        ({"lost": ("ammo -1",)}, "Shooters: nobody there has limited ammo"),
        ({"target_lost": ("rallied",)}, "Targets: not broken"),
        ({"target_lost": ("dead",)}, "nobody is left of Targets"),
        ({"target_lost": ("target 9 dead",)}, "no “target 9” here, only Target 1, Target 2, Target 3"),
    ],
)
def test_what_is_refused_of_a_single_attack(facts: dict[str, Any], words: str) -> None:
    with pytest.raises(BadAnswer) as error:
        api_like(shooters(), targets(3), **facts)
    assert words in str(error.value)


@pytest.mark.rule("EVE-9", "RH-SHOCK-3")
def test_shock_that_is_told_twice_is_a_contradiction() -> None:
    with pytest.raises(api.ShootError, match="the Shock of a formation is told once"):
        api.odds("elector_march::First Foot", "elector_march::First Foot", target_shock=1, target_lost="shock +2")
