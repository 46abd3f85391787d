"""What is told and works for nothing is named; what works, or may work later, is not."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli import api
from shoot_cli.analysis.attack_result import AnswerUse, AttackResult
from shoot_cli.analysis.grid import SharedUse
from shoot_cli.analysis.need import how_many, need, one_gun
from shoot_cli.analysis.several_attackers import attacker_tasks, in_succession
from shoot_cli.importing.list_files import units_from
from tests.helpers.each import each

FIRERS, TARGET = "vanguard::Hellblaster", "deffskulls::Flash Gitz"


@pytest.mark.rule("EVE-28", "EVE-31")
@each(
    ("told", "idle"),
    [
        ({"effects": "+1 to hit"}, {}),
        ({"effects": ["Lethal Hits", "Stealth", "Feel No Pain 5+"]}, {"effects": ["Stealth", "Feel No Pain 5+"]}),
        ({"effects": "incoming: -1 to hit"}, {"effects": ["Incoming: -1 to hit"]}),
        ({"target_effects": "incoming: -1 to hit; Feel No Pain 5+"}, {}),
        ({"target_effects": "no Overwatch against, -1 to hit"}, {"target_effects": ["no Overwatch against"]}),
        ({"effects": "+1 to hit against MONSTER"}, {"effects": ["+1 to hit against MONSTER"]}),
        ({"effects": "+1 to hit, +1 to hit as Drill"}, {}),
        ({"effects": "+1 to wound if target below half strength", "target_lost": "3"}, {}),
        ({"effects": "+1 to wound if target below half strength"}, {"effects": ["+1 to wound if target below half strength"]}),
    ],
)  # fmt: skip
def test_what_works_for_nothing_is_named(told: dict[str, Any], idle: dict[str, list[str]]) -> None:
    found = api.odds(FIRERS, TARGET, distance=20, **told).unused
    assert {key: [one.casefold() for one in value] for key, value in found.items()} == {
        key: [one.casefold() for one in value] for key, value in idle.items()
    }


@pytest.mark.rule("EVE-31")
def test_what_is_told_stands_by_its_key() -> None:
    told = {"effects": ["Lethal Hits as Foo this turn", "+1 to wound"], "target_effects": "-1 to hit"}
    known = {"effects": ["Lethal Hits as Foo this turn", "+1 to wound"], "target_effects": ["-1 to hit"]}
    assert api.odds(FIRERS, TARGET, distance=20, **told).as_dict()["told"] == known
    assert api.succession([FIRERS, FIRERS], TARGET, distance=20, **told).as_dict()["told"] == known
    plain = api.odds(FIRERS, TARGET, distance=20)
    nothing = api.odds(FIRERS, TARGET, distance=20, effects=[], target_effects=[])
    assert plain.expected == nothing.expected
    assert "told" not in nothing.as_dict()


@pytest.mark.rule("EVE-31")
def test_a_weapon_is_named_in_the_words_and_not_in_the_key() -> None:
    with pytest.raises(api.ShootError, match="effects:plasma: say effects, and what it is limited to in its own words"):
        api.odds(FIRERS, TARGET, distance=20, answers={"effects:plasma": "+1 to hit"})
    said = [api.odds(FIRERS, TARGET, distance=20, effects=f"+1 to hit{where}") for where in ("", " with plasma")]
    assert said[0].slain == said[1].slain


def test_7th_edition_names_them_too() -> None:
    found = api.odds("ultramarines::Tactical", "orks::Slugga Boyz", distance=12, target_effects="bs +1, fnp 5+")
    assert found.unused == {"target_effects": ["bs +1"]}


def in_turn(said: dict[str, Any]) -> Any:
    (one,), (victim,) = units_from([FIRERS], "40k-11e", "attacker"), units_from([TARGET], "40k-11e", "target")
    return in_succession(*attacker_tasks([one, one], victim, {"distance": 20, **said})).answers


@pytest.mark.slow
@pytest.mark.rule("EVE-31")
def test_one_after_the_other_it_may_work_for_the_second() -> None:
    """Nobody is below half strength before the first has fired."""
    later = "+1 to wound if target below half strength"
    assert in_turn({"effects@2": later}).unused == {}
    assert in_turn({"effects@1": later}).unused == {"effects@1": [later]}
    assert in_turn({"effects": f"{later}; Stealth", "target_lost": "1"}).idle == ("effects (Stealth)",)


def test_side_by_side_only_what_no_attack_used_is_named() -> None:
    def result(unused: dict[str, Any], *partly: str) -> AttackResult:
        return AttackResult(slain=(1.0,), damage=(1.0,), answers=AnswerUse(unused=unused, partly=partly))

    def idle(*results: AttackResult) -> tuple[str, ...]:
        both_ways = SharedUse(results).found().idle, SharedUse(results[::-1]).found().idle
        assert both_ways[0] == both_ways[1]
        return both_ways[0]

    first = result({"effects": ["A", "B"], "cover": "no"}, "effects")
    assert idle(first, result({"effects": ["B"]}, "effects")) == ("effects (B)",)
    assert SharedUse([first, result({"effects": ["B", "A"]})]).found().idle == ("effects (A, B)",)
    assert idle(first, result({"effects": ["C"]}, "effects")) == ()
    assert idle(result({"effects": ["C"]}), result({"effects": ["C"]})) == ("effects",)
    assert idle(first, result({"cover": "no"}), AttackResult(why_not="it is out of range")) == ("cover",)
    assert idle(first, first, result({}).but(of_many=True)) == ("cover", "effects (A, B)")
    assert idle() == ()


def test_a_key_that_some_attacks_do_not_know_has_the_value_of_the_others_or_what_was_said() -> None:
    strange = AttackResult(answers=AnswerUse(unknown={"cover:Boy": "cover:Boy is not asked"}))
    known = AttackResult(answers=AnswerUse(unused={"cover:Boy": "5+"}, not_asked={"cover:Boy": "nobody hides"}))
    for results in ([strange, known], [known, strange]):
        found = SharedUse(results).found()
        assert (found.unused, found.not_asked) == ({"cover:Boy": "5+"}, {"cover:Boy": "nobody hides"})
    assert SharedUse([strange]).found({"cover:Boy": "6+"}).unused == {"cover:Boy": "6+"}
    other = AttackResult(answers=AnswerUse(unused={"cover:Boy": "5+"}, not_asked={"cover:Boy": "it is night"}))
    assert SharedUse([known, other]).found().not_asked == {"cover:Boy": ""}


def needed(said: dict[str, Any], *names: str, target: str = TARGET) -> AnswerUse:
    firers = [each for name in names or (FIRERS,) for each in units_from([name], "40k-11e", "attacker")]
    (victim,) = units_from([target], "40k-11e", "target")
    return need(firers, victim, {"distance": 20, **said}, 0.01).answers


@pytest.mark.slow
@pytest.mark.rule("EVE-31")
def test_what_nobody_needs_is_named() -> None:
    assert needed({"effects": "+1 to hit, Stealth"}).unused == {"effects": ["Stealth"]}
    later = "+1 to wound if target below half strength"
    assert needed({"effects": later}).unused == {"effects": [later]}  # a single attacker, and the target is whole
    assert needed({"effects": later}, FIRERS, FIRERS).unused == {}  # for the second it works
    assert needed({"target_effects": "no Overwatch against; -1 to hit"}, FIRERS, FIRERS).idle == (
        "target_effects (no Overwatch against)",
    )
    certain = needed({"effects": "+1 to hit"}, *[FIRERS] * 12, target="1x T4 Sv7+ W1")
    assert certain.unused == {}  # all of them destroy it anyway; the first alone does not


@pytest.mark.rule("EVE-31")
def test_what_nobody_needs_is_named_of_guns() -> None:
    (firer,), (victim,) = units_from([FIRERS], "40k-11e", "attacker"), units_from([TARGET], "40k-11e", "target")
    gun, weapon, bearer = one_gun([firer], "plasma incinerator")
    found = how_many(gun, weapon, bearer, victim, {"distance": 20, "effects": "Stealth, +1 to hit"}, 0.01)
    assert found.answers.unused == {"effects": ["Stealth"]}
