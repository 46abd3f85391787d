"""What somebody knows, and mistakes made in a battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from shoot_cli.engine.markdown import Rule
from shoot_cli.engine.questions import Facts, Question, Roll, Total
from shoot_cli.quiz.quiz import BY_KEY, LEVELS, Drill
from shoot_cli.storage.records import DrillAnswer, LogState
from shoot_cli.storage.remembered_place import CannotReplay, reloaded, replayed

if TYPE_CHECKING:
    from shoot_cli.replay.history import KeptAnswer
    from shoot_cli.storage.store import StoredBattle


# What somebody knows of an edition, by section and by rule.

LATEST = 5  # latest answers of a card that count
WEEK, WEEKS = 7, 4  # days; weeks that are shown
WEAKEST = 5  # number of rules named
SPEED_OF = 50  # right answers used for the speed


class RuleMastery(NamedTuple):
    """Mastery of a rule. `mastery` is 0 to 1, the mean of all its cards; unasked cards count as 0."""

    rule: str
    title: str
    mastery: float
    asked: int
    right: int
    kinds: tuple[str, ...]  # kinds of questions asked so far


class KindMastery(NamedTuple):
    """Answers to one kind of question."""

    kind: str
    asked: int
    right: int
    seconds: float | None  # median time of right answers


class StepMastery(NamedTuple):
    """Mastery of a section of the rulebook, which is a step of the sequence."""

    part: str  # such as "7E-HIT"
    title: str
    mastery: float
    asked: int
    right: int
    cards: int
    begun: int  # cards asked so far
    rules: tuple[RuleMastery, ...]


class Mastery(NamedTuple):
    """All that a learner knows of an edition.

    `seconds` is the median of the latest right answers, None if no time was measured. `due` counts cards by day: today
    (late ones too), and the next six days. `weeks` holds (right, asked) of the latest weeks of seven days, the present
    one last.
    """

    asked: int
    right: int
    level: int
    levels: int
    due: tuple[int, ...]
    weeks: tuple[tuple[int, int], ...]
    seconds: float | None
    steps: tuple[StepMastery, ...]
    weakest: tuple[RuleMastery, ...]  # the weakest first; only rules with a wrong answer
    kinds: tuple[KindMastery, ...]
    aside: tuple[str, ...]  # cards that were laid aside, such as "7E-HIT-1/hit"
    today: date  # the first day of `due`


def mastery(
    drills: Iterable[Drill],
    rules: Iterable[Rule],
    answers: Sequence[DrillAnswer],
    recalled: Mapping[tuple[str, str], float],
    *,
    level: int,
    due: Iterable[date],
    today: date,
    aside: Iterable[tuple[str, str]] = (),
) -> Mastery:
    """Return the mastery that the answers show; `answers` are sorted from oldest to newest.

    :param recalled: the chance of a right answer now, for each card asked
    :param level: the highest open level
    :param due: the local day of each card asked
    :param aside: the cards that were laid aside
    """
    by_card: dict[tuple[str, str], list[DrillAnswer]] = {}
    for answer in answers:
        by_card.setdefault((answer.rule, answer.kind), []).append(answer)
    known = {card: known_so_far(given, recalled.get(card, 1.0)) for card, given in by_card.items()}
    titles = {rule.id: rule for rule in rules}
    cards: dict[str, list[tuple[str, str]]] = {}
    for drill in drills:
        cards.setdefault(drill.rule, []).append(drill.card)
    rated = [of_rule(rule, rule_cards, by_card, known, titles) for rule, rule_cards in cards.items()]
    days = Counter(max((day - today).days, 0) for day in due)
    ago = [((today - answer.at.astimezone().date()).days // WEEK, answer.right) for answer in answers]
    weeks = [[right for week, right in ago if week == number] for number in range(WEEKS)]
    weakest = sorted((item for item in rated if item.right < item.asked), key=lambda item: (item.mastery, -item.asked))
    timed = [answer.seconds for answer in answers if answer.right and answer.seconds is not None][-SPEED_OF:]
    return Mastery(
        len(answers),
        sum(answer.right for answer in answers),
        level,
        LEVELS,
        tuple(days[day] for day in range(WEEK)),
        tuple((sum(week), len(week)) for week in reversed(weeks)),
        median(timed) if timed else None,
        tuple(steps(rated, cards, by_card, titles)),
        tuple(weakest[:WEAKEST]),
        tuple(of_kinds(answers)),
        tuple("/".join(card) for card in aside),
        today,
    )


def known_so_far(answers: Sequence[DrillAnswer], recalled: float) -> float:
    """Return 0 to 1: the share of right answers among the latest, times the chance to remember the card."""
    latest = answers[-LATEST:]
    return recalled * sum(answer.right for answer in latest) / len(latest)


def of_rule(
    rule: str,
    cards: list[tuple[str, str]],
    by_card: Mapping[tuple[str, str], list[DrillAnswer]],
    known: Mapping[tuple[str, str], float],
    titles: Mapping[str, Rule],
) -> RuleMastery:
    answers = [answer for card in cards for answer in by_card.get(card, ())]
    return RuleMastery(
        rule,
        titles[rule].title,
        sum(known.get(card, 0.0) for card in cards) / len(cards),
        len(answers),
        sum(answer.right for answer in answers),
        tuple(BY_KEY[kind].title for _, kind in cards if (rule, kind) in by_card),
    )


def steps(
    rated: Iterable[RuleMastery],
    cards: Mapping[str, list[tuple[str, str]]],
    by_card: Mapping[tuple[str, str], Any],
    titles: Mapping[str, Rule],
) -> Iterable[StepMastery]:
    """Yield the sections in the order of the rulebook."""
    order = {rule: index for index, rule in enumerate(titles)}
    parts: dict[str, list[RuleMastery]] = {}
    for item in sorted(rated, key=lambda item: order[item.rule]):
        parts.setdefault(titles[item.rule].part, []).append(item)
    for part, group in parts.items():
        all_cards = [card for item in group for card in cards[item.rule]]
        yield StepMastery(
            part,
            titles[group[0].rule].section or part,
            sum(item.mastery * len(cards[item.rule]) for item in group) / len(all_cards),
            sum(item.asked for item in group),
            sum(item.right for item in group),
            len(all_cards),
            sum(card in by_card for card in all_cards),
            tuple(group),
        )


def of_kinds(answers: Sequence[DrillAnswer]) -> Iterable[KindMastery]:
    """Yield the kinds that were asked, in the order in which they open."""
    for key, kind in BY_KEY.items():
        given = [answer for answer in answers if answer.kind == key]
        timed = [answer.seconds for answer in given if answer.right and answer.seconds is not None]
        if given:
            yield KindMastery(
                kind.title, len(given), sum(answer.right for answer in given), median(timed) if timed else None
            )


# Mistakes in a battle: answers that were undone or amended, and the rules of their questions.

MOST_MISTAKES = 40  # most mistakes examined, because each may need a replay of the battle

Mistake = tuple[int, Sequence["KeptAnswer"]]  # position of the answer, and all answers in force then


def rules_undone(stored: StoredBattle) -> tuple[str, ...]:
    """Return the ids of rules behind answers that stayed undone or amended.

    An answer that redo restored was no mistake. If several answers were undone together, only the first counts: the
    players gave it, and the app's dice followed.

    :raises CannotReplay: if the rules have changed or the log does not fit them
    """
    undone = mistakes(stored)[-MOST_MISTAKES:]
    if not undone:
        return ()
    played = PlayedAgain(stored)
    rules = [rule for index, before in undone for rule in rules_of(played.question(index, before))]
    return tuple(dict.fromkeys(rules))


def mistakes(stored: StoredBattle) -> list[Mistake]:
    """Return the answers that stayed undone or amended to the end."""
    fold = LogState()
    kept: list[Mistake] = []
    taken: list[Mistake | None] = []  # for redo, the next one last; None: not a mistake
    changed: list[Mistake | None] = []  # amendments in force; None: something was inserted, which is no mistake
    unchanged: list[Mistake | None] = []  # undone amendments, which are no mistakes
    for event in stored.events:
        before, payload = fold.history.whole(), event.payload
        fold.add(event)
        count = payload.get("count", 1)
        match event.kind:
            case "undo" if payload.get("amend"):
                unchanged.append(changed.pop())
                taken.append(None)
            case "undo":
                # the app's dice, then the players' answer
                taken += [*[None] * (count - 1), (len(before) - count, before)]
            case "redo" if payload.get("amend"):
                changed.append(unchanged.pop())
                taken.pop()
            case "redo":
                del taken[-count:]
            case "answer" | "amend" | "insert":
                kept += [mistake for mistake in taken if mistake]
                taken.clear()
                unchanged.clear()
                if event.kind != "answer":
                    changed.append((payload["at"], before) if event.kind == "amend" else None)
    return [*kept, *(mistake for mistake in taken if mistake), *(mistake for mistake in changed if mistake)]


class PlayedAgain:
    """Replays of a battle that find the question behind an answer."""

    def __init__(self, stored: StoredBattle) -> None:
        self.stored = stored
        self.began = reloaded(stored)
        self.logs = [self.replayed(stored.answers())]

    def question(self, place: int, answers: Sequence[KeptAnswer]) -> Question:
        """Return the question of the answer at `place`. :raises CannotReplay: if the log does not fit the rules"""
        for before, questions in self.logs:
            if place < len(questions) and answer_pairs(before[:place]) == answer_pairs(answers[:place]):
                return questions[place]
        self.logs.append(self.replayed(answers))
        if place < len(self.logs[-1][1]):
            return self.logs[-1][1][place]
        raise CannotReplay(f"“{self.stored.name}” is over before answer {place + 1} of its log.")

    def replayed(self, answers: Sequence[KeptAnswer]) -> tuple[Sequence[KeptAnswer], list[Question]]:
        """Return the answers and all their questions, the next prompt included."""
        again = replayed(self.stored, answers, self.began)
        asked = [entry.question for entry in again.table.log if entry.question is not None]
        return answers, [*asked, again.prompt] if again.prompt else asked


def answer_pairs(answers: Sequence[KeptAnswer]) -> list[tuple[str, Any]]:
    return [(answer.key, answer.answer) for answer in answers]


def rules_of(question: Question) -> tuple[str, ...]:
    """Return the rules of a question and of the number it needs."""
    rules = [*question.rules]
    if isinstance(question, (Roll, Total)) and question.need:
        rules += [reason.rule for reason in question.need.because]
    if isinstance(question, Facts):
        rules += [rule for part in question.parts for rule in rules_of(part)]
    return tuple(dict.fromkeys(rule for rule in rules if rule))
