"""The key ``o``: odds of what is about to be rolled, of the attack as it began, and of what is left of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from shoot_cli import armies
from shoot_cli.battle.current_attack import AlreadyAnswered, InProgress, current_attack
from shoot_cli.battle.luck import loss_law
from shoot_cli.engine.distributions import totals
from shoot_cli.engine.questions import Choose, Need, Question, Roll, Total, Watch
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Table
from shoot_cli.importing.list_files import load
from shoot_cli.input.answerers import Preset, dice, raise_missing
from shoot_cli.odds import Budget, TooMany, odds
from shoot_cli.play.views import OddsAtPrompt, parts_of
from shoot_cli.rules import RULESETS, Edition
from shoot_cli.ui.results import about_to_be_rolled, tally_law
from tests.golden.playing import Lines, Screen, Stuck, call
from tests.helpers.each import each
from tests.helpers.samples import THE_QUICKEST, first, one_of_a_room, quick_ones

every = pytest.mark.parametrize("edition", one_of_a_room(RULESETS), ids=lambda edition: edition.short)
quickest = pytest.mark.parametrize("edition", quick_ones(RULESETS), ids=lambda edition: edition.short)
Answers = list[Any]


class Game:
    """A battle of two shipped lists, played by defaults, some other choices and app dice."""

    def __init__(self, edition: Edition, seed: int | None = None) -> None:
        """``seed`` None: defaults alone, and the first two lists."""
        self.ruleset = edition.ruleset()
        self.settings = self.ruleset.defaults()
        self.paths = [sample.path for sample in armies.samples() if sample.ruleset == edition.name]
        if seed is not None:
            self.paths = Random(seed).sample(self.paths, 2)
        mine, theirs = (load(path).army for path in self.paths[:2])
        self.start = self.ruleset.begin_battle(mine, theirs, 1)
        self.answers: Answers = []
        self.rolls: list[tuple[int, Question]] = []  # answers before, and the roll itself
        random, throw, given = Random(seed), dice(seed or 0), Preset({"distance": 12}, raise_missing)

        def answer(question: Question, place: int) -> Any:
            said: Any
            if isinstance(question, (Roll, Total)):
                self.rolls.append((len(self.answers), question))
                said = throw(question, place)
            elif seed is not None and isinstance(question, Choose) and random.random() < 0.25:
                said = random.choice(question.open()).value
            else:
                said = given(question, place)
            self.answers.append(said)
            return said

        table = Table(answer)
        table.settings = self.settings
        play(self.ruleset.battle, self.start, table)

    def in_progress(self, answers: Answers) -> InProgress | None:
        return current_attack(self.ruleset.battle, self.start, answers, self.settings)

    def law(self, in_progress: InProgress, from_here: bool, most: int | None = None) -> dict[Any, float]:
        whole = self.ruleset.attack, self.ruleset.for_odds(in_progress.start)
        sequence, start = (in_progress.rest, in_progress.record) if from_here else whole
        ends = odds(
            sequence, start, AlreadyAnswered(in_progress.answers), settings=self.settings, budget=Budget(most=most)
        )
        return ends.measure(lambda s: tuple(int(measure(s)) for measure in self.ruleset.measures.values()))

    def shown(self, n: int, question: Question, width: int = 80, plain: bool = True) -> str:
        out = StringIO()
        console = Console(file=out, width=width, color_system=None)
        console.print(
            *OddsAtPrompt(self.ruleset, self.start, self.settings, plain).show(question, self.answers[:n]), sep="\n"
        )
        return out.getvalue()


@cache
def game(edition: Edition, seed: int | None = None) -> Game:
    return Game(edition, seed)


def in_attacks(one: Game, seed: int, most: int) -> list[tuple[int, Question, InProgress]]:
    """Some rolls of attacks, with where they are in them."""
    picked = Random(seed).sample(one.rolls, min(3 * most, len(one.rolls)))
    rolls = ((n, question, one.in_progress(one.answers[:n])) for n, question in picked)
    return [(n, question, in_progress) for n, question, in_progress in rolls if in_progress is not None][:most]


def near(one: dict[Any, float], other: dict[Any, float]) -> bool:
    return all(abs(one.get(key, 0) - other.get(key, 0)) < 1e-9 for key in one.keys() | other.keys())


# The whole attack ----------------------------------------------------------------------------------------------------


@quickest
def test_the_whole_attack_is_what_shoot_odds_says_of_it(edition: Edition, shoot: Callable[..., Any]) -> None:
    one = game(edition)
    n, question, in_progress = next(
        (n, question, in_progress)
        for n, question in one.rolls
        if (in_progress := one.in_progress(one.answers[:n]))
        and getattr(in_progress.start, "aimed", True)
        and not getattr(in_progress.start, "shock", 0)
    )
    assert not in_progress.rolled
    target = (
        in_progress.start.target
        if hasattr(in_progress.start, "target")
        else in_progress.record.attack.value.aims[0].unit
    )
    mine, theirs = one.paths[:2]
    if one.ruleset.sides(in_progress.start)[0] != load(mine).army.name:
        mine, theirs = theirs, mine
    settings = ["--distance", "12"]
    if action := getattr(in_progress.start, "action", ""):
        settings += ["--set", f"action={action}"]
    if shock := getattr(in_progress.start, "target_shock", 0):
        settings += ["--set", f"target_shock={shock}"]
    if edition.short in ("10e", "11e"):  # of an attack on its own, other profiles are proposed than at the table
        fires = Counter[str]()
        for order in in_progress.record.attack.value.orders:
            fires[order.weapon.value.name] += order.n
        settings += ["--set", f"firing={', '.join(f'{n} {name}' for name, n in fires.items())}"]
    shooter, enemy = (getattr(unit, "value", unit).name for unit in (in_progress.start.shooter, target))
    if edition.short == "10e":  # the first target in the list is proposed for the oath, and shot at
        settings += ["--set", "if Oath of Moment target=yes"]
    alone = shoot("odds", f"{mine}::{shooter}", f"{theirs}::{enemy}", *settings, "--json").json
    here = OddsAtPrompt(one.ruleset, one.start, one.settings, True).worked_out(in_progress, False).numbers()
    assert alone["expected"]["shots"] > 0
    assert here.keys() <= alone.keys()
    assert here.pop("figures").keys() == {"slain", "damage"}  # of laws that are compared here
    for key, value in here.items():
        assert value == pytest.approx(alone[key], abs=1e-12), key
    shown = one.shown(n, question)
    assert f"{alone['expected']['slain']:.2f} on average" in shown
    assert "from here" not in shown


def test_the_whole_attack_and_luck_count_what_an_ability_lets_one_roll_again(shoot: Callable[..., Any]) -> None:
    """The Hammerhead may re-roll one hit or wound roll; from here on that is not counted, and the head says so."""
    tau, orks = "armies/40k-10e/tau-empire.yaml", "armies/40k-10e/waaagh.yaml"
    alone = shoot("odds", f"{tau}::Hammerhead Gunship", f"{orks}::Shoota Boyz", "--distance", "12", "--json").json
    ruleset = next(one for one in RULESETS if one.short == "10e").ruleset()
    one, other = load(Path(tau)).army, load(Path(orks)).army
    mine = one.but(units=tuple(unit for unit in one.units if unit.name == "Hammerhead Gunship"), block=None)
    theirs = other.but(units=tuple(unit for unit in other.units if unit.name == "Shoota Boyz"))
    start, given, answers = ruleset.begin_battle(mine, theirs, 1), Preset({"distance": 12}, raise_missing), list[Any]()
    asked, throw = list[Question](), dice(0)

    def answer(question: Question, place: int) -> Any:
        asked.append(question)
        answers.append((throw if isinstance(question, (Roll, Total)) else given)(question, place))
        return answers[-1]

    table = Table(answer)
    table.settings = ruleset.defaults()
    play(ruleset.battle, start, table)
    first, second = [n for n, question in enumerate(asked) if isinstance(question, (Roll, Total))][:2]
    shows = OddsAtPrompt(ruleset, start, table.settings, True)
    in_progress = current_attack(ruleset.battle, start, answers[:first], table.settings)
    assert in_progress is not None
    whole = shows.worked_out(in_progress, False)
    assert whole.numbers()["expected"]["slain"] == pytest.approx(alone["expected"]["slain"], abs=1e-12)
    law = loss_law(table.attacks[0], ruleset, table.settings)
    assert not isinstance(law, str)
    assert law.mean == pytest.approx(alone["expected"]["slain"], abs=1e-12)
    later = current_attack(ruleset.battle, start, answers[:second], table.settings)
    assert later is not None
    assert [one.name for one in later.rerolls] == ["re-roll one hit roll or wound roll"]
    assert parts_of(later)[1][1].endswith("from here; a die that m throws again is not counted")


@pytest.mark.rule("2E-VEH-3")
def test_of_a_vehicle_penetrations_are_counted_and_nobody_is_said_to_be_slain_or_destroyed() -> None:
    ruleset = next(one for one in RULESETS if one.short == "2e").ruleset()
    sides = ("macragge_column", "Lascannon Squad"), ("cadian_line", "Leman Russ")
    lists = [(load(Path(f"armies/40k-2e/{name}.yaml")).army, unit) for name, unit in sides]
    mine, theirs = (army.but(units=tuple(one for one in army.units if one.name == unit)) for army, unit in lists)
    start, given, throw, answers = (
        ruleset.begin_battle(mine, theirs, 1),
        Preset({"distance": 15}, raise_missing),
        dice(0),
        [],
    )
    rolled: list[int] = []

    def answer(question: Question, place: int) -> Any:
        if isinstance(question, (Roll, Total)):
            rolled.append(len(answers))
        answers.append((throw if isinstance(question, (Roll, Total)) else given)(question, place))
        return answers[-1]

    table = Table(answer)
    table.settings = ruleset.defaults()
    play(ruleset.battle, start, table)
    shows = OddsAtPrompt(ruleset, start, table.settings, False)
    in_progress = current_attack(ruleset.battle, start, answers[: rolled[0]], table.settings)
    assert in_progress is not None
    pages = *shows.of_attack(in_progress), *shows.of_last(table.attacks[0])
    whole, last = ["\n".join(line.plain for line in page.body(80, 24)) for page in pages]
    assert "Destroyed: not worked out" in whole
    for shown in (whole, last):
        assert "Penetrations: 0 is likeliest" in shown
        assert "slain" not in shown


@pytest.mark.slow
@pytest.mark.parametrize("edition", quick_ones(RULESETS, THE_QUICKEST), ids=lambda edition: edition.short)
@pytest.mark.parametrize(("seed", "rolls"), [(0, 12)])
def test_what_is_left_is_exact_over_every_way_the_next_dice_can_fall(edition: Edition, seed: int, rolls: int) -> None:
    """Whatever is rolled now, weighed by its chance, comes to what is shown before it is rolled."""
    one, looked_at = game(edition, seed), 0
    for n, question, in_progress in in_attacks(one, seed, rolls):
        law = law_of(question)
        if not law or len(law) > 20:
            continue
        after = [(one.in_progress([*one.answers[:n], answer]), p) for answer, p in law]
        if any(there is None or there.start != in_progress.start for there, _ in after):
            continue  # the attack is over with this roll
        mixed: dict[Any, float] = {}
        try:
            before = one.law(in_progress, True, most=500)
        except TooMany:
            continue
        for there, p in after:
            assert there is not None
            for key, q in one.law(there, True).items():
                mixed[key] = mixed.get(key, 0) + p * q
        assert near(before, mixed)
        looked_at += 1
    assert looked_at


@pytest.mark.slow
@every
@pytest.mark.parametrize("rolls", [8, pytest.param(25, marks=pytest.mark.slow)])
def test_before_any_dice_what_is_left_is_the_whole(edition: Edition, rolls: int) -> None:
    one = game(edition)
    for n, _ in one.rolls[:rolls]:
        in_progress = one.in_progress(one.answers[:n])
        if in_progress is not None and not in_progress.rolled:
            assert near(one.law(in_progress, True), one.law(in_progress, False))


def law_of(question: Question) -> list[tuple[Any, float]]:
    """Answers in place of each way that the dice can fall, as far as counts can say it."""
    if isinstance(question, Total):
        rows, whole = totals(question.dice, question.sides)
        return [] if question.again else [({"sum": n}, ways / whole) for n, ways in rows]
    assert isinstance(question, Roll)
    if not question.counts_will_do():
        return []
    return [({"passed": tally.passed, "watched": [*tally.watched]}, p) for tally, p in tally_law(question)]


@quickest
@pytest.mark.parametrize(("width", "plain"), first(1, [(40, False), (40, True), (80, False), (80, True)]))
def test_every_prompt_of_a_battle_has_an_answer_to_it_that_fits(edition: Edition, width: int, plain: bool) -> None:
    one = game(edition)
    for n, question, _ in in_attacks(one, 5, 2):
        shown = one.shown(n, question, width, plain)
        assert "This roll" in shown
        assert re.search(
            r"The whole attack, as it began|cannot be worked out|too much to work out", " ".join(shown.split())
        )
        assert max(map(len, shown.splitlines())) <= width
        assert not plain or shown.isascii() or set(re.sub(r"[ -~\n]", "", shown)) <= set("“”’é")


def test_too_many_is_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    one = game(RULESETS[0])
    n, question, _ = in_attacks(one, 1, 1)[0]

    def never(*given: Any, **more: Any) -> Any:
        raise TooMany("the odds would need more than two different records")

    monkeypatch.setattr("shoot_cli.odds.odds", never)
    shown = one.shown(n, question)
    assert "This roll" in shown
    said = " ".join(shown.split())
    assert "The odds of the whole attack: that is too much to work out while you wait (the odds would need more" in said
    assert "different records). The command shoot odds can take its time." in said


def test_what_takes_too_long_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    one = game(RULESETS[-2])
    rolls = in_attacks(one, 2, 8)
    monkeypatch.setattr("shoot_cli.play.views.AT_PROMPT", -1.0)
    assert any("too much to work out while you wait" in one.shown(n, question) for n, question, _ in rolls)


# What is about to be rolled ------------------------------------------------------------------------------------------

NEED = Need(3, (Reason("skill 4", "X-HIT-1"),))


@each(
    ("question", "words"),
    [
        (Roll("hit", 10, NEED), "This roll, 10 dice, 3 or more (3+): 6.67 pass on average"),
        (Roll("hit", 1, NEED), "This roll, 1 die, 3 or more (3+): 66.7% to pass"),
        (Roll("hit", 6, NEED, again=(1, 2)), "with what is rolled again: 5.33 pass on average"),
        (Roll("hit", 6, NEED, watch=(Watch((6,)),)), "each 6: 1.00 on average"),
        (Roll("hit", 6, Need(2, (), True)), "2 or less (2-): 2.00 pass on average"),
        (Total("ld", 2, need=Need(7, (), True)), "This roll, 2D6, 7 or less (7-): 58.3% to pass, 7.00 on average"),
        (Total("damage", 1, 3), "This roll, 1D3: 2.00 on average"),
        (Total("charge", 2, again=(2,)), "with what is rolled again: 7.14 on average"),
    ],
)
def test_this_roll(question: Question, words: str) -> None:
    out = StringIO()
    Console(file=out, width=100, color_system=None).print(*about_to_be_rolled(question, True), sep="\n")
    assert words in out.getvalue()


# At the table --------------------------------------------------------------------------------------------------------


@pytest.fixture
def table(home: Any) -> Callable[..., str]:
    def played(answers: list[str], *arguments: str) -> str:
        lines = Lines([*answers, "q"], Screen())
        call(["play", *arguments, "--plain"], lines, home)
        return " ".join(lines.screen.getvalue().split())

    return played


BATTLE = ("ultramarines", "orks", "--dice", "hand", "--turns", "1")


def test_before_an_attack_there_is_nothing_to_roll_and_then_it_needs_the_distance(table: Callable[..., str]) -> None:
    shown = table(["o", "as usual", "odds", "as usual", "as usual", "o"], *BATTLE)
    assert shown.count("No odds yet: first say who shoots, at whom, and how far it is.") == 2
    assert "There is nothing to roll yet. For the odds of the attack, first say: How far is" in shown


def test_locked_for_a_battle_it_stays_locked(table: Callable[..., str], shoot: Callable[..., Any]) -> None:
    agreed = "Odds are locked in this battle, for both players: the key o shows none."
    shown = table(["as usual", "o"], *BATTLE, "--no-odds", "--battle", "Sealed")
    assert shown.count(agreed) == 2
    assert shown.index(agreed) < shown.index("Who has the first turn?")
    shown = table(["o"], "--resume", "--battle", "Sealed")
    assert shown.count(agreed) == 2
    assert "nothing to roll" not in shown
    assert "odds: locked" in shoot("battle", "show", "Sealed").out
    assert shoot("battle", "show", "Sealed", "--json").json["settings"]["odds"] == "locked"
    assert shoot("battle", "verify", "Sealed").code == 0


@pytest.mark.parametrize("how", [["--resume"], ["--demo"]])
def test_the_lock_is_agreed_when_a_battle_begins(shoot: Callable[..., Any], how: list[str]) -> None:
    assert "--no-odds is agreed when a battle begins" in shoot("play", *how, "--no-odds").refused(2)


def test_without_the_lock_nothing_is_said_of_it(table: Callable[..., str], shoot: Callable[..., Any]) -> None:
    assert "locked" not in table(["as usual"], *BATTLE, "--battle", "Open")
    assert "odds" not in shoot("battle", "show", "Open").out
    with pytest.raises(Stuck):
        table(["as usual"], *BATTLE, "--battle", "Open")  # the name is taken, as ever
