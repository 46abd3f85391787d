"""Evenings by chance: shots, undo, redo, changes, and lines told at any prompt; what is kept must tell the same battle."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext, suppress
from random import Random
from typing import Any

import pytest

from shoot_cli.battle.turns import GO_ON
from shoot_cli.engine.questions import Choose, Facts, Phrases, Roll, Total
from shoot_cli.engine.reasons import Amend, BadAnswer, Insert, Leave, Redo, Undo
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Missing, dice
from shoot_cli.replay.journal import Journal, run
from shoot_cli.storage.records import Event, LogState
from shoot_cli.storage.remembered_place import play, replaying
from tests.helpers.samples import seeds
from tests.rules.datasheets.test_between_turns import armies, asked
from tests.rules.datasheets.test_parting import EACH, shoots

LINES = ("mob -1", "mob +1", "boss -1 wounds", "first off", "first arrives", "second dead", "second back", "note here",
         "crusader -2", "captain 1 wounds", "mob shocked")  # fmt: skip
STEPS = 90
NAMED = ("Oath of Moment", "Prey of the Hunt")


class Folded:
    """A keeper that folds the events as a stored battle does."""

    def __init__(self) -> None:
        self.fold, self.kinds = LogState(), list[str]()

    def append(self, kind: str, payload: Mapping[str, Any]) -> None:
        self.kinds.append(kind)
        self.fold.add(Event(len(self.kinds), kind, dict(payload), "", ""))


class Evening:
    """A battle of this edition, played by chance until so many prompts were answered."""

    def __init__(self, at: Any, seed: int) -> None:
        self.at, self.random, self.throw = at, Random(seed), dice(seed)
        self.start = at.RULESET.begin_battle(*armies(at), None)
        self.kept = Folded()
        self.journal = Journal(self.kept)
        self.table = Table(self.live)
        self.prompts = 0
        self.over = False  # a battle ends after five rounds, whoever would go on

    def play(self) -> None:
        with suppress(Leave):
            run(self.at.RULESET.battle, self.start, self.journal, self.seat, lambda wish, answers: None)
            self.over = True
        self.journal.flush()

    def seat(self) -> Table:
        self.table = self.journal.seat(self.live, self.who, lambda question: None)
        self.table.settings = self.at.RULESET.defaults()
        return self.table

    def who(self, question: Any) -> str:
        sides: tuple[str, str] = self.at.RULESET.sides(self.table.record or self.start)
        return sides[question.owner != "attacker"]

    def live(self, question: Any, place: int) -> Any:
        self.prompts += 1
        if self.prompts > STEPS:
            raise Leave
        self.wish()
        if isinstance(question, (Roll, Total)):
            return self.throw(question, self.table.place_of_dice(place))
        if isinstance(question, Choose):
            values = [option.value for option in question.open()]
            who = [value for value in values if value in ("First", "Second")]  # units that can shoot
            values = who if who and self.random.random() < 0.7 else values
            return GO_ON if GO_ON in values else self.random.choice(values)
        if isinstance(question, Phrases):
            return self.line(question)
        return {} if isinstance(question, Facts) else 12 if question.default is None else question.default

    def wish(self) -> None:
        """Now and then something is taken back, brought back, changed or told."""
        what, line = self.random.random(), self.table.open_line
        if what < 0.06 and self.journal.can_undo():
            raise Undo
        if what < 0.10 and self.journal.can_redo():
            raise Redo
        if what < 0.16 and self.journal.answers:
            self.change()
        if what < 0.30 and line is not None and (phrases := self.line(line.question)):
            raise Insert(line.place, line.question.key, phrases, self.at.RULESET.sides(line.record)[0])

    def change(self) -> None:
        """One of the last answers that choose or tell becomes another."""
        asked = [entry for entry in self.table.log if entry.question is not None]
        place = self.random.randrange(max(0, len(asked) - 8), len(asked))
        question: Any = asked[place].question
        if isinstance(question, Phrases):
            raise Amend(place, self.line(question), "Mine")
        if isinstance(question, Choose) and question.key != "next turn":
            raise Amend(place, self.random.choice([option.value for option in question.open()]), "Mine")

    def line(self, question: Any) -> list[str]:
        phrases = [self.random.choice(LINES)]
        try:
            question.read(phrases)
        except BadAnswer:
            return []
        return phrases


@pytest.mark.slow
@pytest.mark.rule("EVE-6", "EVE-10")
@pytest.mark.parametrize("seed", seeds(1, 6))
@EACH
def test_what_is_kept_tells_the_same_battle(at: Any, seed: int) -> None:
    evening = Evening(at, seed)
    evening.play()
    kept, journal = evening.kept.fold.history, evening.journal
    assert [one[:4] for one in kept.answers] != []
    assert [(one.key, one.answer, one.by) for one in kept.answers] == [
        (one.key, one.answer, one.by) for one in journal.answers
    ]
    assert {**kept.carry}.keys() == {**journal.history.carry}.keys()
    again = replaying(kept.answers, at.RULESET.defaults())
    with nullcontext() if evening.over else pytest.raises(Missing):
        play(at.RULESET.battle, evening.start, again)
    texts = [entry.text for entry in evening.table.log]
    assert [entry.text for entry in again.log][: len(texts)] == texts
    if not kept.carry:  # else an older answer is asked again that nobody else would be asked for
        assert again.told_indexes == evening.table.told_indexes
        assert again.record == evening.table.record


class Scripted(Evening):
    """At the first question of this key something is told, once; all else is as proposed."""

    def __init__(self, at: Any, start: Any, key: str, line: str) -> None:
        super().__init__(at, 1)
        self.start, self.key, self.told, self.asked = start, key, [line], list[str]()

    def live(self, question: Any, place: int) -> Any:
        self.asked.append(question.key)
        if question.key == "unit":
            raise Leave
        if question.key == self.key and self.told and (line := self.table.open_line):
            raise Insert(line.place, line.question.key, [self.told.pop()], "Mine")
        return question.open()[0].value if question.default == "none" else question.default


@pytest.mark.rule("EVE-6", "EVE-10")
@EACH
def test_among_the_questions_that_begin_a_phase_those_before_are_not_asked_again(at: Any) -> None:
    """It goes before the first of them, and what was answered to it stays."""
    seer = at.squad("Seer", at.kind("Seer", 1, at.gun(), has=tuple(f"+1 to hit if {one} target" for one in NAMED)))
    start = at.RULESET.begin_battle(at.army("Mine", seer), at.army("Theirs", at.targets(9, "Mob")), None)
    keys = [f"if {one} target" for one in NAMED]
    evening = Scripted(at, start, keys[1], "mob -2")
    evening.play()
    assert [key for key in evening.asked if key in keys] == [keys[0], keys[1], keys[1]]
    assert [one.key for one in evening.journal.answers] == ["first turn", "happened", *keys]
    assert len(evening.kept.fold.answers) == 4


class Logged(Evening):
    """A battle with these answers, to which one wish is put; `asked` are the keys of what is asked after it."""

    def __init__(self, at: Any, log: list[tuple[str, Any, str]], wish: Exception) -> None:
        super().__init__(at, 1)
        for key, answer, by in log:
            self.kept.append("answer", {"key": key, "answer": answer, "by": by, "hand": None})
        self.journal = Journal(self.kept, self.kept.fold.history.copy())
        self.wishes, self.asked = [wish], list[str]()
        self.play()
        self.said = [(one.key, one.answer) for one in self.kept.fold.answers]

    def live(self, question: Any, place: int) -> Any:
        if self.wishes:
            raise self.wishes.pop()
        self.asked.append(question.key)
        raise Leave


def end(by: str) -> tuple[str, str, str]:
    return "unit", "end the phase", by


def since(by: str, *lines: str) -> tuple[str, list[str], str]:
    return "since", [*lines], by


FIRST_TURN, GOES_ON, NOTE = ("first turn", "Mine", "Mine"), ("next turn", GO_ON, "Theirs"), ("happened", ["note x"])
TOLD = Insert(1, "happened", ["note x"], "Mine")


def keys_of(log: list[tuple[str, Any, str]]) -> list[tuple[str, Any]]:
    return [(key, answer) for key, answer, _ in log]


@pytest.mark.rule("EVE-10")
@EACH
def test_lines_between_turns_are_all_used_again(at: Any) -> None:
    log = [FIRST_TURN, end("Mine"), since("Theirs", "mob -1"), since("Theirs", "boss -1 wounds"), since("Theirs"),
           end("Theirs")]  # fmt: skip
    found = Logged(at, log, TOLD)
    assert found.said == [*keys_of(log)[:1], NOTE, *keys_of(log)[1:]]
    assert found.asked == ["next turn"]


@pytest.mark.rule("EVE-10")
@EACH
def test_a_log_without_the_question_is_not_asked_it_in_turns_that_it_has(at: Any) -> None:
    log = [FIRST_TURN, end("Mine"), end("Theirs"), GOES_ON, end("Mine")]
    found = Logged(at, log, TOLD)
    assert found.said == [*keys_of(log)[:1], NOTE, *keys_of(log)[1:]]
    assert found.asked == ["since"]  # of the turn that comes next


@pytest.mark.rule("EVE-10")
@EACH
def test_a_line_behind_questions_that_are_asked_no_more_stays(at: Any) -> None:
    log = [FIRST_TURN, end("Mine"), since("Theirs"), end("Theirs"), GOES_ON, since("Mine"),
           ("happened", ["mob -1"], "Mine"), end("Mine")]  # fmt: skip
    found = Logged(at, log, Amend(2, ["nothing, and do not ask again this battle"], "Theirs"))
    kept = [*keys_of(log)[:2], ("since", ["nothing, and do not ask again this battle"]), *keys_of(log)[3:5]]
    assert found.said == [*kept, *keys_of(log)[6:]]


@pytest.mark.rule("EVE-10")
@EACH
def test_a_line_behind_an_attack_that_is_made_no_more_stays(at: Any) -> None:
    """The first attack cannot be made any more, the second can, and the line between them stays."""
    played = asked(at, *shoots("First", "Mob", 1, 1), *shoots("Second", "Mob", 1), end("Mine")[:2])
    log = [(one.question.key, one.answer, "Mine") for one in played.asked if one.question.key != "since"]
    log.insert(next(n for n, (_, answer, _) in enumerate(log) if answer == "Second"), (*NOTE, "Mine"))
    found = Logged(at, log, Insert(1, "happened", ["first dead"], "Mine"))
    told = [one for one in found.said if one[0] in ("unit", "happened")]
    assert told == [("happened", ["first dead"]), ("unit", "Second"), NOTE]  # and nobody is left to end the phase for
