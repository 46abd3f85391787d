"""What hangs on each fact: each figure is that of the attack with that fact set, and none is left out in silence."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from itertools import count, pairwise, product
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from shoot_cli.analysis import what_if as module
from shoot_cli.analysis.attack_result import AttackResult, averages
from shoot_cli.analysis.fact_values import MOST, Fact, Value, carried, turns
from shoot_cli.analysis.report import as_words
from shoot_cli.analysis.single_attack import Pairing, TooMuch, as_input_error, of_units, questions_of, worked_out
from shoot_cli.analysis.what_if import (
    Trials,
    WhatIf,
    Worker,
    asks,
    document,
    has_same_averages,
    lines_of,
    merged_rows,
    name_of,
    report,
    what_if,
)
from shoot_cli.cli.units import pairing
from shoot_cli.engine.questions import Phrases
from shoot_cli.engine.reasons import InputError, Refusal
from shoot_cli.input.answers import Task
from shoot_cli.rules import RULESETS, Edition
from shoot_cli.rules.seventh import charts
from tests.helpers.samples import first, seeds

every = pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)
DEVASTATORS = ("ultramarines::Devastator", "astra_militarum::Chimera")
FRAG = "missile launcher (frag)"  # does nothing to a vehicle
INTERCESSORS = ("adeptus-astartes::Intercessor Combat Squad", "waaagh::Small Mob")
SIEGE = ("blue_column::Siege", "red_host::Ochre")
TERMINATORS = ("macragge_column::Terminator", "goff_mob::Gretchin")


HELLBLASTERS = ("vanguard::Hellblaster", "deffskulls::Boyz")
TACTICAL = ("ultramarines::Tactical Squad", "orks::Gretchin")
CHEAPER = {TERMINATORS: {"weapon": "storm bolter"}, TACTICAL: {"weapon": "boltgun", "distance": "12"}}


def between(units: tuple[str, str], **said: str) -> Pairing:
    answers = CHEAPER.get(units, {}) | said
    return pairing(*units, None, answers)


def found_of(units: tuple[str, str], what: str = "kill", pairs: bool = False, **said: str) -> WhatIf:
    """Worked out once for all who look at it."""
    return found_once(units, what, pairs, tuple(said.items()))


@cache
def found_once(units: tuple[str, str], what: str, pairs: bool, said: tuple[tuple[str, str], ...]) -> WhatIf:
    return what_if(between(units, **dict(said)), what, pairs, seconds=600)


def random_pairing(edition: Edition, seed: int) -> Pairing:
    """A random attack with all that was said of it, settings too; one that ``odds`` takes as it is."""
    folder = edition.package.rpartition(".")[2]
    make = import_module(f"tests.rules.{folder}.helpers.random_attacks").random_attack
    for number in count(seed, 1000):
        attacker, target, answers, settings = make(Random(number))
        pair = Pairing(edition.name, attacker, target, {**answers, **settings})
        if by_hand(pair, {}):
            return pair
    raise AssertionError


def alone(found: WhatIf, key: str, said: str) -> AttackResult:
    return next(
        outcome
        for fact, row in zip(found.facts, found.outcomes, strict=True)
        for value, outcome in zip(fact.values, row, strict=True)
        if (fact.key, value.typed) == (key, said)
    )


def every_value(found: WhatIf) -> list[tuple[Fact, Value, AttackResult]]:
    return [
        (fact, value, outcome)
        for fact, row in zip(found.facts, found.outcomes, strict=True)
        for value, outcome in zip(fact.values, row, strict=True)
    ]


def by_hand(pair: Pairing, more: Mapping[str, str]) -> tuple[float, float, float] | None:
    """What ``odds`` makes of the same attack with these answers; None: it refuses them."""
    try:
        with as_input_error():
            task = of_units(pair.ruleset, pair.attacker, pair.target, {**pair.given, **more}, pair.lists)
            result = worked_out(task).document()
    except Refusal:
        return None
    return result["destroyed"], result["expected"]["slain"], result["expected"]["damage"]


def figures(outcome: AttackResult) -> tuple[float, float, float] | None:
    return None if outcome.why_not else (outcome.destroyed, outcome.average("slain"), outcome.average("damage"))


# Every figure --------------------------------------------------------------------------------------------------------


def told_as_odds(edition: Edition, seed: int, most: int) -> None:
    pair = random_pairing(edition, seed)
    task, found = pair.task(), what_if(pair, seconds=600)
    tried = every_value(found)
    assert {fact.key.partition(":")[0] for fact in found.facts} >= {
        question.key.partition(":")[0] for question in questions_of(task)
    }
    assert figures(found.base) == by_hand(pair, {})
    for fact, value, outcome in Random(seed).sample(tried, min(most, len(tried))):
        wanted = by_hand(pair, {fact.key: value.typed})
        got = figures(outcome)
        assert (got is None) == (wanted is None), (fact.key, value, outcome.why_not)
        assert got is None or got == pytest.approx(wanted, abs=1e-12), (fact.key, value)


@pytest.mark.parametrize("edition", first(1, RULESETS), ids=lambda edition: edition.short)
@pytest.mark.parametrize("seed", seeds(1, 3))
def test_every_figure_is_that_of_odds(edition: Edition, seed: int) -> None:
    told_as_odds(edition, 300 + seed, 15)


@pytest.mark.slow
@pytest.mark.parametrize("units", first(1, map(pytest.param, [SIEGE, DEVASTATORS, INTERCESSORS, TERMINATORS])))
def test_every_figure_of_a_shipped_attack_is_that_of_odds(units: tuple[str, str]) -> None:
    for fact, value, outcome in every_value(found_of(units))[::10]:
        assert figures(outcome) == by_hand(between(units), {fact.key: value.typed}), (fact.key, value)


@pytest.mark.slow
def test_who_has_joined_is_a_fact() -> None:
    captain = "Captain with Iron Halo"
    result = worked_out(between(TACTICAL, attacker_joined=captain).task()).document()
    expected = result["expected"]
    found = found_of(TACTICAL)
    assert figures(alone(found, "attacker_joined", captain)) == (
        result["destroyed"], expected["slain"], expected["damage"],
    )  # fmt: skip
    assert alone(found, "attacker_joined", captain).average("slain") > found.base.average("slain")


@pytest.mark.slow
def test_a_fact_that_was_said_is_the_base_however_it_was_written() -> None:
    found = what_if(between(INTERCESSORS, **{"COVER": "yes", "Distance": "10"}))
    facts = {fact.key: fact for fact in found.facts}
    assert (facts["cover"].base, facts["cover"].given) == ("yes", True)
    assert [value.typed for value in facts["cover"].values] == ["no"]
    assert facts["distance"].base == "10"
    assert figures(alone(found, "cover", "no")) == by_hand(between(INTERCESSORS, cover="no", distance="10"), {})
    assert found.change(alone(found, "cover", "no")) > 0


@pytest.mark.slow
def test_what_was_said_of_one_weapon_alone_is_a_fact_of_its_own() -> None:
    found = what_if(
        between(DEVASTATORS, **{"weapon": "missile launcher (krak)", "cover:missile launcher (krak)": "5+"})
    )
    assert {fact.key: fact for fact in found.facts}["cover:missile launcher (krak)"].base == "5+"
    assert alone(found, "cover:missile launcher (krak)", "none").destroyed > found.base.destroyed
    assert has_same_averages(alone(found, "cover", "2+"), found.base), "the longer key beats the short one"


def test_of_one_kind_of_model_the_longer_key_is_the_fact() -> None:
    found = what_if(pairing('5x BS4 S4 AP5 Heavy 1 24"', "5x T4 Sv6+", "7e", {"distance": "10", "cover:model": "4+"}))
    keys = [fact.key for fact in found.facts if fact.key.startswith("cover")]
    assert keys == ["cover:model"], "the short one would change nothing"
    assert alone(found, "cover:model", "none").average("slain") > found.base.average("slain")


@pytest.mark.slow
def test_settings_are_not_tried() -> None:
    found = what_if(between(DEVASTATORS, vehicle_cover="any_firer"))
    assert not {setting.key for setting in found.task.ruleset.settings} & {fact.key for fact in found.facts}
    assert found.task.settings == {"vehicle_cover": "any_firer"}


# Which values --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_mode_takes_the_place_of_the_other_of_its_weapon() -> None:
    found = found_of(DEVASTATORS)
    weapon = next(fact for fact in found.facts if fact.key == "weapon")
    assert [(value.typed, value.words) for value in weapon.values] == [
        ("missile launcher (frag), boltgun", "missile launcher (frag) instead"),
        ("missile launcher (krak), boltgun", "missile launcher (krak) first"),
    ]
    firing = next(fact for fact in found_of(INTERCESSORS).facts if fact.key == "firing")
    assert "1 astartes grenade launcher (krak)" in [value.words for value in firing.values]


@pytest.mark.parametrize("units", first(2, map(pytest.param, [SIEGE, INTERCESSORS, DEVASTATORS, TERMINATORS])))
def test_no_value_is_what_it_is_anyway_but_for_numbers(units: tuple[str, str]) -> None:
    for fact in found_of(units).facts:
        said = [value.typed for value in fact.values if value.number is None]
        assert fact.base not in said
        assert len(set(said)) == len(said)


@pytest.mark.slow
def test_distances_go_as_far_as_a_gun_and_counts_not_as_far() -> None:
    facts = {fact.key: fact for fact in found_of(TERMINATORS).facts}
    assert [value.number for value in facts["distance"].values] == [*range(45), 200]  # an assault cannon reaches 32"
    assert facts["distance"].left_out == "45 to 199"
    assert [value.number for value in facts["enemy_engaged"].values] == [*range(32), 200]
    assert facts["enemy_engaged"].left_out == "32 to 199"


def test_a_weapon_that_reaches_any_distance_bounds_no_distance() -> None:
    """The other weapon says how far distances are tried; alone it leaves the distance as it is."""
    line = "BS4 S8 AP3 Heavy 1"
    both, alone = (
        what_if(pairing(attacker, "3x T4 Sv4+", "7e", {"distance": "12"}))
        for attacker in (f'1x {line} unlimited + 1x {line} 24"', f"1x {line} unlimited")
    )
    numbers = [[value.number for fact in found.facts if fact.key == "distance" for value in fact.values]
               for found in (both, alone)]  # fmt: skip
    assert numbers == [[*range(37), 200], [*range(13), 200]]


@pytest.mark.parametrize("edition", first(1, reversed(RULESETS)), ids=lambda edition: edition.short)
def test_no_fact_has_more_values_than_it_may_and_what_is_left_out_is_told(edition: Edition) -> None:
    found = what_if(random_pairing(edition, 310))
    told = " ".join(report(found).sheets[0].notes)
    for fact in found.facts:
        assert len(fact.values) <= MOST
        assert fact.left_out in told
        assert fact.left_out or fact.values or fact.key in told or not questions_left(found, fact)


def questions_left(found: WhatIf, fact: Fact) -> bool:
    """True if a question of this key has an answer besides the one it has."""
    return any(isinstance(question, Phrases) and question.key == fact.key for question in questions_of(found.task))


@pytest.mark.slow
def test_very_many_values_are_cut_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shoot_cli.analysis.fact_values.MOST", 10)
    facts = {fact.key: fact for fact in what_if(between(TERMINATORS)).facts}
    assert all(len(fact.values) <= 10 for fact in facts.values())
    assert facts["modifier"].left_out == "9 more, from 1 on"
    assert facts["distance"].left_out == "8 to 199"


@pytest.mark.slow
def test_words_are_named_as_not_tried() -> None:
    notes = report(found_of(DEVASTATORS)).sheets[0].notes
    assert any(
        "any words: say them with --set (Losses of those who fire; Losses of the target; Effects in force on those who fire; "
        "Effects in force on the target; Markerlight counters spent before it shoots)" in note
        for note in notes
    )


# Bands and order -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_neighbours_that_are_equal_are_one_band_and_no_others() -> None:
    for units in (DEVASTATORS, INTERCESSORS, SIEGE, TERMINATORS):
        found = found_of(units)
        lines = lines_of(found)
        for fact, row in zip(found.facts, found.outcomes, strict=True):
            numbers = [
                (value.number, figures(outcome))
                for value, outcome in zip(fact.values, row, strict=True)
                if value.number is not None
            ]
            bands = sorted(
                [value.number for value in line.values if value.number is not None]
                for line in lines
                if line.fact == fact and line.values[-1].number is not None and not line.outcome.why_not
            )
            of = {n: place for place, band in enumerate(bands) for n in band}
            for (n, here), (after, there) in pairwise(numbers):
                if here is None or there is None:
                    continue
                equal = max(abs(a - b) for a, b in zip(here, there, strict=True)) < 1e-9
                assert (of[n] == of[after]) == equal, (fact.key, n)


def test_numbers_that_are_no_neighbours_are_two_bands() -> None:
    fact = Fact("distance", "", "2", False, tuple(Value(str(n), str(n), n) for n in (0, 1, 2, 3, 9)), "", 9)
    row = [averages(0.0, slain, 0.0) for slain in (1, 2, 1, 1, 1)]
    assert [line.words for line in merged_rows(fact, row)] == ["0", "1", "2 or more"]
    one, none = averages(0.0, 1.0, 0.0), AttackResult(why_not="no")
    row = [one, none, one, one, none]
    assert [line.words for line in merged_rows(fact, row)] == ["0", "1, 9", "2 to 3"]


@pytest.mark.slow
def test_bands_in_words() -> None:
    found = found_of(TERMINATORS)
    assert {line.words for line in lines_of(found) if line.fact.key == "distance"} == {"0 to 24", "25 or more"}


@pytest.mark.slow
def test_the_strongest_effect_is_first() -> None:
    for what, units in product(("kill", "mean"), (DEVASTATORS, INTERCESSORS, HELLBLASTERS)):
        found = found_of(units, what)
        changes = [round(abs(found.change(line.outcome)), 9) for line in lines_of(found) if not line.outcome.why_not]
        assert changes == sorted(changes, reverse=True)
        assert changes[0] > 0


def test_what_changes_nothing_is_no_line_but_is_named_and_in_the_document() -> None:
    found = what_if(between(DEVASTATORS, weapon=FRAG))
    sheet, whole = report(found).sheets[0], document(found)
    assert "cover" not in [row[0].value for row in sheet.rows]
    assert any(note.startswith("Makes no difference: ") and " Cover of the target;" in note for note in sheet.notes)
    cover = next(fact for fact in whole["facts"] if fact["fact"] == "cover")
    assert {value["value"] for value in cover["values"]} >= {"6+", "ruin"}
    assert all(value["change"] == 0 for value in cover["values"])


# What is compared ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_where_it_stays_alive_anyway_losses_are_told() -> None:
    found = what_if(between(("ultramarines::Tactical Squad", "orks::Green Tide"), weapon="boltgun"))
    assert (found.wanted, found.what, found.models) == ("kill", "mean", True)
    assert report(found).sheets[0].notes[0].startswith("The chance to destroy it is 0.0% whatever is set: ")
    assert [column.title for column in report(found).sheets[0].columns][2:] == ["Slain", "Change", "Destroyed"]


@pytest.mark.slow
def test_of_one_model_wounds_are_told() -> None:
    found = found_of(DEVASTATORS, "mean")
    assert not found.models
    assert found.amount(found.base) == found.base.average("damage")
    assert report(found).sheets[0].columns[2].title == "Hull Points lost"


@pytest.mark.slow
def test_points_are_the_share_of_the_models_that_are_slain() -> None:
    found = found_of(HELLBLASTERS, "points")
    target = found.task.target
    for _, _, outcome in every_value(found):
        if not outcome.why_not:
            assert outcome.points == pytest.approx(
                target.points * outcome.average("slain") / sum(n for _, n in target.models), abs=1e-12
            )


def test_without_points_there_are_none_to_go_by() -> None:
    pair = pairing('10x BS4 S4 AP5 Rapid Fire 24"', "10x T4 Sv6+", "7e", {"distance": "10"})
    with pytest.raises(InputError, match="the list gives no points for Target"):
        what_if(pair, "points")


# What cannot be, and what takes too long -----------------------------------------------------------------------------


@pytest.mark.slow
def test_what_contradicts_what_was_said_is_named() -> None:
    found = what_if(between(INTERCESSORS, stationary="yes"))
    clash = alone(found, "advanced", "yes")
    assert "advanced=yes" in clash.why_not
    assert "contradict each other" in clash.why_not
    assert any("Advanced: yes" in note for note in report(found).sheets[0].notes if note.startswith("Cannot be"))
    advanced = next(fact for fact in document(found)["facts"] if fact["fact"] == "advanced")
    assert advanced["values"] == [{"value": "yes", "words": "yes", "error": clash.why_not}]
    assert not alone(found, "cover", "yes").why_not


def slow(key: str, monkeypatch: pytest.MonkeyPatch, times: list[float]) -> None:
    """Whoever sets this fact takes longer than there is time."""

    def working(task: Task, seconds: float, explain: bool, tokens: bool) -> Any:
        if key in task.answers:
            times.append(seconds)
            raise TooMuch("it takes too long")
        return worked_out(task, seconds=seconds, explain=explain, tokens=tokens)

    monkeypatch.setattr(module, "worked_out", working)


@pytest.mark.slow
def test_what_takes_too_long_is_told_in_its_place_and_the_rest_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    times: list[float] = []
    slow("command_reroll", monkeypatch, times)
    found = what_if(between(INTERCESSORS), seconds=100)
    late = [(fact.key, value.typed) for fact, value, outcome in every_value(found) if outcome.late]
    assert late == [("command_reroll", value) for value in ("hit", "wound", "damage", "save", "attacks", "hazardous")]
    assert not alone(found, "cover", "yes").why_not
    sheet = report(found).sheets[0]
    assert [cell.text for cell in sheet.rows[-1]][:3] == [
        "Command Re-roll (1CP) of one roll",
        "hit, wound, damage, save, 2 more",
        "not in time",
    ]
    late_words = "Command Re-roll (1CP) of one roll: hit, wound, damage, save, 2 more"
    assert f"Not worked out in time: {late_words}; --budget gives it more." in sheet.notes
    assert len(times) == 12  # each is tried again, once the others have their time
    assert max(times[:6]) < 100 / 8 < min(times[6:])


def test_when_the_time_is_up_nothing_more_is_begun() -> None:
    trials = Trials(between(INTERCESSORS), 0.0, 1, lambda done, of: None)
    outcomes = trials.run([{"cover": "yes"}, {"stationary": "yes"}])
    assert [(outcome.late, outcome.why_not) for outcome in outcomes] == [(True, "no time is left for it")] * 2


def test_the_time_is_that_of_all_together(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(10_000))
    monkeypatch.setattr(module, "process_time", lambda: float(next(clock)))  # each look at it is a second later
    monkeypatch.setattr(Worker, "tried", lambda self, facts, seconds: averages(0.0, seconds, 0.0))
    outcomes = Trials(between(INTERCESSORS), 3.0, 1, lambda done, of: None).run([{"cover": str(n)} for n in range(5)])
    assert [outcome.average("slain") for outcome in outcomes] == [3 / 8, 2 / 8, 1 / 8, 0, 0]
    assert [outcome.late for outcome in outcomes] == [False] * 3 + [True] * 2


def test_the_most_telling_value_of_every_fact_is_tried_before_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without time for more, each fact has a figure; what else there is to try is named and not begun."""
    tried: list[Any] = []
    first = Worker.tried

    def noted(self: Worker, facts: Any, seconds: float) -> Any:
        tried.append(facts)
        return first(self, facts, seconds)

    monkeypatch.setattr(Worker, "tried", noted)
    found = what_if(between(INTERCESSORS), sweep_seconds=0)
    alone_ones = [fact for fact in found.facts if fact.key.startswith("cover:")]
    facts = [fact for fact in found.facts if fact.values and fact not in alone_ones]
    assert {key for one in tried for key in one} == {fact.key for fact in facts}
    assert len(tried) == len(facts)
    assert not alone(found, "cover", "yes").why_not
    for fact, row in zip(found.facts, found.outcomes, strict=True):
        if fact in alone_ones:  # the cover of the whole unit tells more than that of one kind of model
            assert all(outcome.late for outcome in row)
            continue
        assert not fact.values or any(not outcome.late for outcome in row)
        assert fact.highest is not None or [outcome.late for outcome in row].count(False) <= 1
    (distance,) = (fact for fact in facts if fact.key == "distance")
    first_turn = turns(found.task, distance)
    ranges = {int(weapon.range) for weapon in carried(found.task) if weapon.range}
    begins = {part for most in ranges for part in (most, most // 2)}  # seen from afar, since nobody said how far it is
    assert {value.number for value, turn in zip(distance.values, first_turn, strict=True) if turn < 2} <= begins
    assert [one["distance"] for one in tried if "distance" in one] == [
        value.typed for value, turn in zip(distance.values, first_turn, strict=True) if not turn
    ]
    (words,) = (note for note in report(found).sheets[0].notes if note.startswith("Not worked out in time"))
    assert "Distance: " in words
    late = [row[0].value for row in report(found).sheets[0].rows if row[2].text == "not in time"]
    assert late == [fact.key for fact in alone_ones]


@pytest.mark.parametrize(("now", "first"), [("7.5", 6), ("13.5", 12)])
def test_a_distance_between_two_inches_counts_as_it_is(now: str, first: int) -> None:
    """Bolt rifles reach 24 inches, pistols 12: of 12, 24 and their halves the nearest is tried first."""
    found = what_if(between(INTERCESSORS, distance=now), sweep_seconds=0)
    (distance,) = (fact for fact in found.facts if fact.key == "distance")
    assert distance.base == now
    told = {value.number: turn for value, turn in zip(distance.values, turns(found.task, distance), strict=True)}
    assert [number for number, turn in told.items() if not turn] == [first]


def test_of_one_kind_alone_the_first_value_is_one_that_the_unit_does_not_have() -> None:
    found = what_if(between(INTERCESSORS), sweep_seconds=0)
    bases = {fact.key: fact.base for fact in found.facts}
    (boy,) = (fact for fact in found.facts if fact.key == "cover:Boy")
    told = {value.typed: turn for value, turn in zip(boy.values, turns(found.task, boy, bases), strict=True)}
    assert told == {"yes": 1, "no": 2}
    assert {value.typed: turn for value, turn in zip(boy.values, turns(found.task, boy), strict=True)}["no"] < 3


def test_answers_with_one_meaning_are_one_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wood is cover 5+, as smoke is; a crater is cover 6+, with another bonus for who goes to ground."""
    tried: list[Any] = []
    first = Worker.tried
    monkeypatch.setattr(
        Worker, "tried", lambda self, facts, seconds: tried.append(facts) or first(self, facts, seconds)
    )
    at_boyz = between(("ultramarines::Devastator", "orks::Shoota"), distance="12", weapon="boltgun")
    covers = list(charts.COVER)
    outcomes = Trials(at_boyz, 1000.0, 1, lambda done, of: None).run([{"cover": where} for where in covers])
    assert [one["cover"] for one in tried] == ["none", "6+", "5+", "4+", "3+", "2+", "crater", "defence line"]
    for where, outcome in zip(covers, outcomes, strict=True):
        assert has_same_averages(outcome, worked_out(at_boyz.task({"cover": where})))


@pytest.mark.slow
def test_two_processes_tell_the_same() -> None:
    one, two = (document(what_if(between(SIEGE), pairs=True, jobs=jobs)) for jobs in (1, 2))
    assert one == two


def test_it_tells_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    values = len(every_value(what_if(between(SIEGE), tell=lambda done, of: told.append((done, of)))))
    assert told == [(n + 1, values) for n in range(values)]


def test_what_is_asked_only_then_is_told() -> None:
    found = found_of(SIEGE)
    assert "under" in asks(found, alone(found, "shooting", "barrage"))
    assert any("under the barrage (with What is fired: barrage)." in note for note in report(found).sheets[0].notes)


# Pairs ---------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("units", [SIEGE, pytest.param(DEVASTATORS, marks=pytest.mark.slow)])
def test_pairs_are_both_facts_set(units: tuple[str, str]) -> None:
    found = found_of(units, pairs=True)
    assert found.pairs
    for pair in found.pairs[::15]:
        both = dict(zip(pair.keys, (value.typed for value in pair.values), strict=True))
        assert figures(pair.outcome) == by_hand(between(units), both), both
    for pair in found.pairs:
        if not pair.outcome.why_not:
            single = [alone(found, key, value.typed) for key, value in zip(pair.keys, pair.values, strict=True)]
            sums = sum(found.change(outcome) for outcome in single)
            assert pair.change == pytest.approx(found.amount(pair.outcome) - found.amount(found.base), abs=1e-9)
            assert pair.beyond == pytest.approx(pair.change - sums, abs=1e-8)
            least = {"kill": 5e-4, "mean": 5e-3, "points": 5e-2}[found.what]  # half of the last printed digit
            assert pair.both_count == all(abs(pair.change - found.change(outcome)) >= least for outcome in single)


@every
@pytest.mark.parametrize("seed", first(0, [1]))  # attack 320 of one edition takes a minute, most of it too late
def test_pairs_of_random_attacks_are_both_facts_set(edition: Edition, seed: int) -> None:
    attack = random_pairing(edition, 320 + seed)
    pairs = what_if(attack, pairs=True, seconds=60).pairs or ()
    for pair in Random(seed).sample(pairs, min(60, len(pairs))):
        if not pair.outcome.late:
            both = dict(zip(pair.keys, (value.typed for value in pair.values), strict=True))
            wanted, got = by_hand(attack, both), figures(pair.outcome)
            assert (got is None) == (wanted is None), both
            assert got is None or got == pytest.approx(wanted, abs=1e-12)


@pytest.mark.slow
def test_facts_that_do_nothing_alone_may_do_something_together() -> None:
    """Cover does nothing to shots that cannot harm it, whoever fires them."""
    found = what_if(between(DEVASTATORS, weapon=FRAG), pairs=True)
    assert has_same_averages(alone(found, "cover", "6+"), found.base)
    pair = next(pair for pair in found.pairs or () if pair.keys == ("weapon", "cover") and pair.values[1].typed == "6+")
    assert pair.both_count
    assert pair.beyond < -0.01


@pytest.mark.slow
def test_the_strongest_pairs_are_shown_and_all_are_in_the_document() -> None:
    found = found_of(DEVASTATORS, pairs=True)
    pairs = found.pairs or ()
    changes = [round(abs(pair.change), 9) for pair in pairs if not pair.outcome.why_not]
    assert changes == sorted(changes, reverse=True)
    sheet, whole = report(found).sheets[1], document(found)
    assert len(sheet.rows) == 20
    assert [column.key for column in sheet.columns] == ["first", "second", "destroyed", "change", "beyond"]
    assert [row[3].value for row in sheet.rows] == [pair.change for pair in pairs if pair.both_count][:20]
    assert len(whole["pairs"]) == len(pairs) > 20
    assert whole["pairs_not_tried"] == 0


@pytest.mark.slow
def test_more_pairs_than_may_be_tried_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    every_pair = found_of(DEVASTATORS, pairs=True).pairs or ()
    monkeypatch.setattr(module, "MOST_PAIRS", 10)
    found = what_if(between(DEVASTATORS), pairs=True)
    assert (len(found.pairs or ()), found.pairs_left) == (10, len(every_pair) - 10)
    assert f"{found.pairs_left} more pairs were not tried" in " ".join(report(found).sheets[1].notes)
    single = [alone(found, key, value.typed) for pair in found.pairs or () for key, value in zip(pair.keys, pair.values, strict=True)]  # fmt: skip
    assert not any(has_same_averages(outcome, found.base) for outcome in single), (
        "those that do something alone come first"
    )


def test_a_fact_is_called_by_its_question_where_no_other_has_the_same():
    said = {"cover": "In cover?", "half_range": "How many?", "moved": "How many?", "distance:gun": "How far?"}
    found = SimpleNamespace(facts=[SimpleNamespace(key=key, text=text) for key, text in said.items()])
    assert [name_of(found, key) for key in said] == ["In cover", as_words("half_range"), as_words("moved"), "Distance"]
