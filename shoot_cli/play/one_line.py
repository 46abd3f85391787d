"""A distance that is typed behind a target, `2 14` (`TypedDistance`): one line, and still two answers of the log.

Where weapons are named before anything is measured, it is typed behind those, too.

The app looks ahead to the question for the distance. So an impossible one is refused before anything is picked.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from shoot_cli.battle.current_attack import NoMore, table_with_answers
from shoot_cli.engine.questions import Choose, Number, Question, Roll, Total
from shoot_cli.engine.reasons import Answer, BadAnswer, number_text
from shoot_cli.engine.sequence import Walk
from shoot_cli.ui.prompter import Offer

if TYPE_CHECKING:
    from shoot_cli.play.game import Game

TARGET, WEAPON, DISTANCE = "target", "weapon", "distance"
FAR_ENOUGH = 12  # questions within which the distance is asked, if it is


class Waiting(NamedTuple):
    """A distance that was typed. `attack` is the place of its attack in the log. `checked` is True if its question was
    known when it was typed: then a distance that nothing reaches is meant."""

    inches: Answer
    checked: bool
    attack: int | None


class TypedDistance:
    """The distance that players typed behind a target, until its question comes."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.waiting: Waiting | None = None

    # At the menu of targets: what `Ahead` in `ui/prompter.py` wants

    def offered(self, question: Choose) -> Offer | None:
        """Return the proposed row or the first, if the distance is asked after it; None if not, or if it was typed."""
        if self.waiting is None and (question.key.endswith(TARGET) or question.key == WEAPON):
            rows = [option.value for option in question.options]
            for row in filter(None, (question.default, *(option.value for option in question.open()[:1]))):
                asked, count = self.distance_after(question.key, row)
                if asked is not None:
                    return Offer(rows.index(row), count == 0)
        return None

    def asked_after(self, question: Choose, row: str) -> Number | None:
        """Return the question for the distance after this row; None if it is not asked, or not known yet."""
        return self.distance_after(question.key, row)[0]

    def keep(self, number: Answer, checked: bool) -> None:
        """Keep the distance that was typed behind a row."""
        self.waiting = Waiting(number, checked, self.game.seated().attack)

    def distance_after(self, key: str, row: str) -> tuple[Number | None, int]:
        """Return the question for the distance that follows this row of the menu `key`, and how many stand between.

        All else is as proposed. It is None if dice come first, or somebody must answer, or after `FAR_ENOUGH`.
        """
        game, table, between = self.game, self.game.seated(), list[Question]()
        responses = [*game.journal.answers[: table.asked]]
        answers = [response.answer for response in responses] + [row]
        place = (game.walk.nominations or [game.walk.beginning])[-1]

        def answer(question: Question, index: int) -> Answer:
            if index < len(answers):
                return answers[index]
            between.append(question)
            is_over = ahead.attack != table.attack or question.key.endswith(TARGET) or len(between) == FAR_ENOUGH
            if is_over or is_distance(question) or question.default is None or isinstance(question, (Roll, Total)):
                raise NoMore
            return question.default

        ahead = table_with_answers(answers, game.settings, [*(response.key for response in responses), key])
        ahead.answer = answer
        if place.mark:
            ahead.restore(table, place.mark)
        with suppress(NoMore, BadAnswer):
            Walk(game.ruleset.battle, game.start).play(place, ahead)
        last = between[-1] if between and ahead.attack == table.attack else None
        return (last if isinstance(last, Number) and is_distance(last) else None), len(between) - 1

    # At the questions that follow

    def answer_to(self, question: Question) -> Answer | None:
        """Return the distance if this question asks for it; None if players are asked."""
        waiting = self.waiting
        if waiting is None or not isinstance(question, Number) or not is_distance(question):
            return None
        self.waiting = None
        try:
            question.read(waiting.inches)
        except BadAnswer:
            return None
        return waiting.inches if waiting.checked or not question.doubt(waiting.inches) else None

    def passed(self, question: Question) -> bool:
        """Return True if the attack of the distance went on without a question for it."""
        waiting = self.waiting
        over = waiting is not None and self.game.seated().attack != waiting.attack
        return over or (waiting is not None and question.key.endswith(TARGET))

    def dropped(self, question: Question) -> str:
        """Drop a distance that nobody asked for. Return a sentence about it, or ""."""
        if self.waiting is None or not self.passed(question):
            return ""
        inches, self.waiting = number_text(self.waiting.inches), None
        return f'No distance was asked for: the {inches}" you typed are dropped.'

    def forget(self) -> None:
        """Forget the distance, since an answer is taken back or changed."""
        self.waiting = None


def is_distance(question: Question | None) -> bool:
    return isinstance(question, Number) and question.key == DISTANCE
