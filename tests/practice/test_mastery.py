"""What a learner knows, from what was answered."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from io import StringIO

import pytest
from rich.console import Console

from shoot_cli.engine.markdown import Rule
from shoot_cli.practice.mastery import mastery
from shoot_cli.quiz.quiz import Drill
from shoot_cli.rules import RULESETS
from shoot_cli.storage.records import DrillAnswer
from shoot_cli.ui.quiz_prompt import MasteryScreen
from tests.helpers.toy_books import section

RULES = (
    *section("To hit", *(Rule(f"TOY-HIT-{n}", f"hit {n}", "", "", "") for n in (1, 2))),
    *section("To wound", Rule("TOY-WND-1", "wound 1", "", "", "")),
)


def never(source):
    raise AssertionError("nothing is asked here")


DRILLS = (
    Drill("hit", "TOY-HIT-1", never),
    Drill("mistake", "TOY-HIT-1", never),
    Drill("six", "TOY-HIT-2", never),
    Drill("wound", "TOY-WND-1", never),
)
TODAY = datetime(2026, 5, 4, 12, tzinfo=UTC)


def said_so(rule: str, kind: str, right: bool, seconds: float | None = 4.0, at: datetime = TODAY) -> DrillAnswer:
    return DrillAnswer(rule, kind, right, seconds, at)


def known(*said: DrillAnswer, recalled=None, level=1, due=(), today: date | None = None):
    return mastery(DRILLS, RULES, said, recalled or {}, level=level, due=due, today=today or TODAY.astimezone().date())


def test_a_step_is_the_mean_of_its_cards_and_what_was_never_asked_counts_as_nothing():
    found = known(
        said_so("TOY-HIT-1", "hit", True), said_so("TOY-HIT-1", "mistake", False), said_so("TOY-HIT-1", "hit", True)
    )
    hits, wounds = found.steps
    assert (hits.title, hits.cards, hits.begun, hits.asked, hits.right) == ("To hit", 3, 2, 3, 2)
    assert hits.mastery == pytest.approx(1 / 3)
    assert [rule.mastery for rule in hits.rules] == [0.5, 0]
    assert (wounds.mastery, wounds.begun) == (0, 0)


def test_what_is_being_forgotten_counts_for_less():
    said = (said_so("TOY-WND-1", "wound", True), said_so("TOY-WND-1", "wound", False))
    assert known(*said, recalled={("TOY-WND-1", "wound"): 0.6}).steps[1].mastery == pytest.approx(0.3)


def test_old_errors_are_forgiven():
    said = [said_so("TOY-WND-1", "wound", False)] * 9 + [said_so("TOY-WND-1", "wound", True)] * 5
    assert known(*said).steps[1].mastery == 1


def test_the_weakest_rules_come_first_and_only_those_with_errors():
    said = [
        said_so("TOY-HIT-1", "hit", True),
        said_so("TOY-HIT-2", "six", False),
        said_so("TOY-WND-1", "wound", False),
        said_so("TOY-WND-1", "wound", True),
    ]
    assert [rule.rule for rule in known(*said).weakest] == ["TOY-HIT-2", "TOY-WND-1"]


def test_what_is_due_by_day_for_a_week():
    today = TODAY.astimezone().date()
    assert known(due=[today + timedelta(days=n) for n in (-9, 0, 1, 1, 6, 7)]).due == (2, 2, 0, 0, 0, 0, 1)


def test_what_was_right_by_week():
    said = [
        said_so("TOY-HIT-1", "hit", right, at=TODAY - timedelta(days=ago))
        for ago, right in ((40, True), (21, True), (7, False), (6, True), (0, True), (0, False))
    ]
    assert known(*said).weeks == ((1, 1), (0, 0), (0, 1), (2, 3))


def test_speed_is_that_of_right_answers():
    said = [
        said_so("TOY-HIT-1", "hit", True, 3),
        said_so("TOY-HIT-1", "hit", False, 90),
        said_so("TOY-HIT-1", "hit", True, 5),
    ]
    found = known(*said)
    assert found.seconds == 4
    assert found.kinds == (("what to hit", 3, 2, 4),)
    assert known(said_so("TOY-HIT-1", "hit", True, None)).seconds is None


def shown(found, width: int, **more) -> str:
    screen = Console(file=StringIO(), width=width, color_system=None)
    screen.print(MasteryScreen("Toys", found, **more))
    return screen.file.getvalue()


SOME = [said_so("TOY-HIT-1", "hit", True), said_so("TOY-HIT-1", "mistake", False), said_so("TOY-HIT-2", "six", True)]


def test_bars_and_numbers_stand_on_the_screen():
    text = shown(known(*SOME, level=2, due=[TODAY.astimezone().date()]), 80)
    assert "2 of 3 right. Level 2 of 4. Begun: 3 of 4 cards." in text
    assert "Due: 1 today." in text
    assert "Right by week, this one last: -, -, -, 2 of 3." in text
    assert "To hit" in text
    assert "███████░░░" in text
    assert "67%" in text
    assert "TOY-HIT-1 hit 1: 1 of 2 right (what to hit, where the mistake is)" in text


@pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)
def test_a_short_text_fits_one_screen_and_says_what_is_due_on_which_day(edition):
    cards, today = [drill.card for drill in edition.drill().DRILLS], TODAY.astimezone().date()
    said = [said_so(*card, bool(place % 3)) for place, card in enumerate(cards)]
    due = [today + timedelta(days=ahead) for ahead in (0, 0, 1, 2, 6)]
    every = dict.fromkeys(cards, 0.5)
    found = mastery(
        edition.drill().DRILLS, edition.rulebook(), said, every, level=4, due=due, today=today, aside=cards[:1]
    )
    text = shown(found, 80, short=True)
    assert len(text.splitlines()) < 24
    assert f"Due: 2 today, 1 tomorrow, 1 {due[3]:%A}, 1 {due[4]:%A}." in text
    assert f"And {len(found.steps) - 6} other steps: shoot drill stats --steps" in text
    assert max(map(len, shown(found, 40, short=True, plain=True).splitlines())) <= 40


@pytest.mark.parametrize("width", [40, 80])
def test_plain_is_ascii_and_fits(width):
    text = shown(known(*SOME), width, plain=True, rules=True)
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= width
    assert "#######... 67% To hit" in text
    assert "TOY-WND-1 wound 1" in " ".join(text.split())


def test_nothing_answered_says_what_to_do():
    assert "Nothing has been answered yet: shoot drill" in shown(known(), 80, plain=True)
