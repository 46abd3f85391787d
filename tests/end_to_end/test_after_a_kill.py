"""A battle that was killed goes on: what the clock charged is said, and facts that were not agreed yet stand there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pytest

from tests.end_to_end.terminal import Terminal, words

SAID = "The clock goes on from the last answer: what was thought after it is charged to nobody."


@pytest.fixture
def terminal(open_: Callable[..., Terminal]) -> Callable[..., Terminal]:
    return partial(open_, "play")


def begun(terminal: Callable[..., Terminal], *more: str) -> Terminal:
    here = terminal("blue_column", "red_host", "--dice", "hand", "--seed", "7", *more)
    here.wait("strategy")
    here.say("3", "strategy")
    return here


@pytest.mark.slow
def test_after_a_kill_it_is_said_what_was_charged(terminal: Callable[..., Terminal]) -> None:
    here = begun(terminal, "--clock", "30m")
    assert SAID not in words(here.all)
    here.kill()
    again = terminal("--resume")
    again.wait("strategy")
    assert SAID in words(again.all)
    assert "\x1b[2m" in again.all.partition("The clock goes on")[0][-10:]  # dim
    again.press(" q")
    again.end()


@pytest.mark.slow
def test_after_leaving_everything_was_charged_and_nothing_is_said(terminal: Callable[..., Terminal]) -> None:
    here = begun(terminal, "--clock", "30m")
    here.press(" q")
    here.end()
    again = terminal("--resume")
    again.wait("strategy")
    assert SAID not in words(again.all)


@pytest.mark.slow
def test_without_a_clock_nothing_is_said(terminal: Callable[..., Terminal]) -> None:
    begun(terminal).kill()
    again = terminal("--resume")
    again.wait("strategy")
    assert "clock" not in words(again.all)


def before_agreeing(terminal: Callable[..., Terminal], *more: str) -> Terminal:
    """A battle in which two facts were said of the first attack, and not agreed."""
    here = terminal("ultramarines", "orks", "--seed", "7", "--dice", "app", *more)
    here.wait("first turn")
    for keys, then in (("", "Which unit shoots?"), ("Tactical", "Which target"), ("Shoota 20", "Which weapon fires?")):
        here.say(keys, then)
    here.say("boltgun", "AGREED?")
    here.say("2", "Cover of the target")
    here.say("3", "cover 5+")
    here.say("6", "Look Out, Sir is tried")
    here.say("2", HALF_AGREED)
    return here


HALF_AGREED = "AGREED? in cover 5+, Look Out, Sir is tried: no"


@pytest.mark.slow
@pytest.mark.rule("EVE-10")
@pytest.mark.parametrize("clock", [(), ("--clock", "30m")])
def test_facts_that_were_not_agreed_yet_stand_there_again(
    terminal: Callable[..., Terminal], clock: Sequence[str]
) -> None:
    before_agreeing(terminal, *clock).kill()
    again = terminal("--resume")
    again.wait(HALF_AGREED)
    again.press(" q")
    again.end()
    third = terminal("--resume")
    third.wait(HALF_AGREED)
    third.say("", "go to ground?")
    third.press(" u")
    third.wait("Taken back")
    third.press(" q")
    third.end()
