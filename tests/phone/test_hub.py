"""Who answers first has answered, and nobody answers what is not his: the hub, without a server and without a terminal."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from shoot_cli.asked.prompt import asked
from shoot_cli.engine.questions import Choose, Need, Number, Option, Question, Roll
from shoot_cli.engine.reasons import Elsewhere
from shoot_cli.phone import hub as hubs
from shoot_cli.phone.hub import WATCH, Hub
from shoot_cli.play.with_phones import safe

NAMES = "Reds", "Greens"
FIRST: Question = Number("distance", 0, 48, 12, "inches", text="How far?")
SECOND: Question = Roll("save", 3, Need(4), text="Boy: armour save", owner="defender")


class Standing:
    """A prompt that stands. `work` does at once what it is given, as the main thread would."""

    def __init__(self, closed: Callable[[], None] = lambda: None) -> None:
        self.closed, self.drawn = closed, 0

    def close(self) -> None:
        self.closed()

    def soon(self, work: Callable[[], None]) -> None:
        self.drawn += 1
        work()


def publish(hub: Hub, question: Question) -> str:
    raw: dict[str, str] = {}
    drawn = safe(dict(asked(question, 0, NAMES).json()), raw)  # type: ignore[call-overload]
    hub.publish(question, drawn, raw, lambda asked, answer: f"{answer} it is")
    return hub.ask


@pytest.fixture
def hub() -> Hub:
    return Hub(NAMES)


def answering(hub: Hub, seat: int, ask: str, said: Any) -> tuple[threading.Thread, list[Any]]:
    told: list[Any] = []
    thread = threading.Thread(target=lambda: told.append(hub.answer(seat, ask, said)))
    thread.start()
    return thread, told


def answered_at_a_prompt(hub: Hub) -> tuple[threading.Thread, list[Any]]:
    """A phone answers 7, which closes the prompt that stands."""
    ask, closed = publish(hub, FIRST), threading.Event()
    with hub.prompt_open(Standing(closed.set)):
        answering_thread = answering(hub, 0, ask, 7)
        assert closed.wait(20)
    return answering_thread


def claimed(hub: Hub) -> Any:
    """The answer of the phone that was quicker than the terminal."""
    claim = hub.take_answer()
    assert claim is not None
    return claim.answer


def race(chance: Random, rounds: int) -> dict[str, int]:
    """Several phones and a terminal at one question after another. Count what came of it."""
    hub, kept, counts = Hub(NAMES), [], {"phone": 0, "terminal": 0}
    for number in range(rounds):
        ask = publish(hub, FIRST)
        go = threading.Barrier(4)
        told: list[tuple[int, Any]] = []

        def phone(value: int, ask: str = ask, go: threading.Barrier = go, told: list[Any] = told) -> None:
            go.wait()
            told.append((value, hub.answer(0, ask, value)))

        threads = [threading.Thread(target=phone, args=(value,)) for value in (1, 2, 3)]
        for thread in threads:
            thread.start()
        go.wait()
        if chance.random() < 0.5:
            time.sleep(0)  # lets the phones go first; else the terminal mostly does
        claim = hub.take_answer()
        kept.append(claim.answer if claim else 0)
        counts["phone" if claim else "terminal"] += 1
        if claim:
            hub.confirm()
        for thread in threads:
            thread.join(20)
        taken = [value for value, (status, _) in told if status == 200]
        assert len(told) == 3, number
        assert taken == ([claim.answer] if claim else []), number
        assert {status for _, (status, _) in told} <= {200, 409}, number
    assert len(kept) == rounds
    return counts


@pytest.mark.rule("PH-2")
def test_some_races_have_one_winner() -> None:
    race(Random(1), 40)


@pytest.mark.slow
@pytest.mark.rule("PH-2")
def test_a_thousand_races_have_one_winner_each() -> None:
    counts = race(Random(2), 1000)
    assert min(counts.values()) > 20, counts


@pytest.mark.rule("PH-2")
def test_whoever_is_second_is_told_so_and_nothing_of_his_is_kept(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "PATIENCE", 0)
    ask = publish(hub, FIRST)
    assert hub.answer(0, ask, 7)[0] == 202
    assert hub.answer(0, ask, 8) == (409, {"error": hubs.OVER})
    assert claimed(hub) == 7


@pytest.mark.rule("PH-3")
def test_a_phone_hears_of_it_when_the_answer_is_on_disk(hub: Hub) -> None:
    thread, told = answered_at_a_prompt(hub)
    assert claimed(hub) == 7
    assert not told
    hub.confirm()
    thread.join(20)
    assert told == [(200, {})]


@pytest.mark.rule("PH-3")
def test_a_distance_beyond_all_weapons_is_taken_from_a_phone_when_it_is_sent_again(hub: Hub) -> None:
    ask = publish(hub, FIRST.but(reach=24.0))
    assert hub.answer(0, ask, 30) == (422, {"error": FIRST.but(reach=24.0).doubt(30)})  # type: ignore[union-attr]
    assert hub.answer(0, ask, 31)[0] == 422  # another number is another slip
    thread, told = answering(hub, 0, ask, 31)
    with hub.lock:
        hub.lock.wait_for(lambda: hub._claim is not None, 5)
    claim = hub.take_answer()
    assert claim is not None
    assert claim.answer == 31
    hub.confirm()
    thread.join()
    assert told == [(200, {})]
    assert hub.answer(0, publish(hub, FIRST.but(reach=24.0)), 31)[0] == 422  # of the next question it is a slip again


def test_an_answer_that_could_not_be_used_is_not_said_to_be_kept(hub: Hub) -> None:
    thread, told = answered_at_a_prompt(hub)
    hub.take_answer()
    hub.refuse()
    thread.join(20)
    assert told[0][0] == 409


def test_an_answer_that_came_before_the_prompt_closes_it_at_once(hub: Hub) -> None:
    thread, told = answering(hub, 0, publish(hub, FIRST), 7)
    while hub.state(0)["yours"]:
        pass
    closed: list[int] = []
    with hub.prompt_open(Standing(lambda: closed.append(1))):
        assert closed == [1]
    hub.take_answer()
    hub.confirm()
    thread.join(20)
    assert told == [(200, {})]


@pytest.mark.rule("PH-24")
def test_what_takes_long_is_pending_and_never_not_sent(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "PATIENCE", 0.01)
    assert hub.answer(0, publish(hub, FIRST), 7) == (202, {"pending": True})
    assert claimed(hub) == 7


@pytest.mark.rule("PH-7")
def test_every_change_has_a_name_of_its_own(hub: Hub) -> None:
    names = [hub.ask, publish(hub, FIRST), publish(hub, FIRST)]
    with hub.lock_phones("An answer is changed."):
        names.append(hub.ask)
        assert hub.answer(0, hub.ask, 7) == (409, {"error": "An answer is changed."})
        state = hub.state(0)
        assert (state["busy"], state["yours"]) == ("An answer is changed.", False)
    names.append(hub.ask)
    assert hub.state(0)["yours"] is True
    assert len({*names}) == len(names)
    assert hub.answer(0, names[2], 7)[0] == 409
    assert {name.partition("-")[0] for name in names}.isdisjoint({Hub(NAMES).boot})


@pytest.mark.rule("PH-7")
def test_nothing_else_is_begun_at_the_laptop_after_a_phone_has_answered(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "PATIENCE", 0)
    hub.answer(0, publish(hub, FIRST), 7)
    with pytest.raises(Elsewhere), hub.lock_phones("An answer is changed."):
        raise AssertionError


@pytest.mark.rule("PH-7")
def test_what_was_told_before_something_was_taken_back_is_forgotten(hub: Hub) -> None:
    for news in (
        [{"kind": "told", "text": "22 hits"}],
        [{"kind": "went back", "text": "Taken back"}, {"kind": "told", "text": "9 rifles"}],
    ):
        hub.publish(FIRST, {"news": news}, {}, lambda asked, answer: "")
    assert [one["text"] for one in hub.state(0)["news"]] == ["Taken back", "9 rifles"]  # type: ignore[index, union-attr]


@pytest.mark.rule("PH-8")
def test_a_beginner_is_asked_before_any_phone_sees_the_question(hub: Hub) -> None:
    publish(hub, SECOND)
    hub.wait_for("A beginner is asked.")
    for seat in range(3):
        state = hub.state(seat)
        assert state["busy"] == "A beginner is asked."
        assert "act" not in state
        assert "form" not in state
        assert "4+" not in json.dumps(state)
    publish(hub, SECOND)
    assert hub.state(1)["yours"] is True


@pytest.mark.rule("PH-13")
def test_only_whoever_is_asked_may_answer(hub: Hub) -> None:
    ask = publish(hub, SECOND)
    assert [hub.state(seat)["yours"] for seat in (0, 1, WATCH)] == [False, True, False]
    assert ["form" in hub.state(seat) for seat in (0, 1, WATCH)] == [False, True, False]
    for seat in (0, WATCH):
        assert hub.answer(seat, ask, {"passed": 1}) == (403, {"error": hubs.NOT_YOURS})
        assert hub.preview(seat, ask, {"passed": 1})[0] == 403
    assert hub.take_answer() is None


@pytest.mark.rule("PH-11")
def test_words_of_an_answer_change_nothing(hub: Hub) -> None:
    ask = publish(hub, FIRST)
    with hub.prompt_open(Standing()):
        assert hub.preview(0, ask, 7) == (200, {"words": "7 it is"})
        status, told = hub.preview(0, ask, 99)
        assert status == 422
        assert "48" in str(told["error"])
    assert hub.state(0)["yours"] is True
    assert hub.take_answer() is None


def test_dice_that_are_thrown_again_are_asked_for(hub: Hub) -> None:
    ask = publish(hub, SECOND.but(again=(1,)))
    assert hub.answer(1, ask, {"typed": "1 1 5"}) == (422, {"error": "", "again": 2, "first": "1 1 5"})
    ask = publish(hub, SECOND.but(dice=9, again=(1, 2, 3)))  # of counts the second throw can be counted too
    status, told = hub.answer(1, ask, {"typed": "4"})
    assert (status, told["again"], told["first"]) == (422, 5, "4 passed")
    assert (told["form"]["dice"], told["form"]["counts"], told["form"]["again"]) == (5, True, [])
    assert hub.preview(1, ask, {"typed": "4"}) == (status, told)
    thread, heard = answering(hub, 1, ask, {"typed": "4 passed > 2"})
    while (claim := hub.take_answer()) is None:
        time.sleep(0.01)
    hub.confirm()
    thread.join()
    assert claim.answer == {"passed": 6}
    assert heard == [(200, {})]


@pytest.mark.slow
def test_the_newest_request_of_a_page_ends_the_one_before(hub: Hub) -> None:
    """Else a page that is opened often would use up all connections of its phone."""
    publish(hub, FIRST)
    ended = threading.Event()

    def hold() -> None:
        hub.next_state(0, hub.ask, "a page")
        ended.set()

    threading.Thread(target=hold).start()
    while hub.is_connected(0) is None:
        pass
    threading.Thread(target=hub.next_state, args=(0, hub.ask, "a page")).start()
    assert ended.wait(10)
    hub.end("over")


@pytest.mark.rule("PH-29", "PH-30")
def test_a_lost_phone_is_no_event_and_the_last_state_says_so() -> None:
    now = [0.0]
    hub = Hub(NAMES, lambda: now[0])
    publish(hub, FIRST)
    drawn = Standing()
    with hub.prompt_open(drawn):
        assert hub.is_connected(0) is None
        hub.next_state(0, None)
        assert drawn.drawn == 1
        assert hub.is_connected(0) is True
        now[0] += hubs.LOST + 1
        assert hub.is_connected(0) is False
        assert hub.take_answer() is None
    hub.end(hubs.STOPPED)
    state = hub.state(0)
    assert (state["over"], state["yours"]) == (hubs.STOPPED, False)
    assert hub.answer(0, hub.ask, 7) == (409, {"error": hubs.STOPPED})


@pytest.mark.rule("PH-30")
def test_the_last_state_waits_for_pages_that_are_about_to_ask_and_for_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    hub = Hub(NAMES, lambda: now[0])
    publish(hub, FIRST)
    hub.next_state(0, None, "asleep")
    now[0] += 5
    hub.next_state(1, None, "between two requests")
    hub.end(hubs.STOPPED)
    waits = threading.Thread(target=hub.wait_for_pages, args=(20,), daemon=True)
    waits.start()
    waits.join(0.1)
    assert waits.is_alive()
    assert hub.next_state(1, None, "between two requests")["over"] == hubs.STOPPED
    hub.next_state(0, None, "asleep")
    waits.join(20)
    assert not waits.is_alive()
    late = Hub(NAMES, lambda: now[0])
    late.next_state(0, None, "asleep")
    now[0] += 2
    late.end(hubs.STOPPED)
    monkeypatch.setattr(late.lock, "wait", lambda patience=None: pytest.fail("it waits for nobody"))
    late.wait_for_pages(1)


@pytest.mark.rule("PH-14")
def test_names_with_control_characters_are_safe_to_show_and_can_be_chosen(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "PATIENCE", 0)
    bad = "Boyz\x1b[2J\u202e"
    ask = publish(hub, Choose("target", (Option(bad), Option("Nobz")), text="Which?"))
    state = json.dumps(hub.state(0), ensure_ascii=False)
    assert "\x1b" not in state
    assert "\u202e" not in state
    values = hub.state(0)["form"]["values"]  # type: ignore[index,call-overload]
    assert hub.answer(0, ask, values[0])[0] == 202  # type: ignore[index]
    claim = hub.take_answer()
    assert claim is not None
    assert claim.answer == bad
