"""Effects and losses told of a single attack: the same odds as if they stood in the list."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import shoot_cli
from shoot_cli.analysis import single_attack
from shoot_cli.armies import scenario_from
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.importing.list_files import load
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules import RULESETS, Edition
from shoot_cli.rules.datasheets import told_effects
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.fields import with_effects
from shoot_cli.rules.datasheets.profiles import Unit
from tests.helpers.each import each
from tests.helpers.samples import every_nth

HERE = Path(__file__).parent
EDITIONS = {edition.short: edition for edition in RULESETS if edition.short in ("10e", "11e")}
LINES = [json.loads(line) for line in (HERE / "told_effects.jsonl").read_text("utf-8").splitlines()]


@cache
def known(short: str) -> Abilities:
    found: Abilities = import_module(f"{EDITIONS[short].package}.edition").ABILITIES
    return found


@cache
def units(short: str) -> tuple[Unit, Unit]:
    """Two units of shipped lists, Attached ones if there are any."""
    name = EDITIONS[short].ruleset().name
    armies = [
        load(path).army for path in sorted((Path(shoot_cli.__file__).parent.parent / "armies" / name).glob("*.yaml"))
    ]
    own = [unit for army in armies if not army.only_targets for unit in army.units if unit.weapons()]
    first, second, *_ = sorted(own, key=lambda unit: (not unit.attached, len(unit.models) != 2))
    return first, second


def law(edition: Edition, shooter: Unit, target: Unit, **answers: Any) -> dict[Any, float]:
    ruleset = edition.ruleset()
    start, given = ruleset.begin_attack(shooter, target), Preset({"distance": 9, **answers}, raise_missing)
    ends = odds(ruleset.attack, start, given, settings=ruleset.defaults())
    return ends.measure(lambda end: tuple(int(measure(end)) for measure in ruleset.measures.values()))  # type: ignore[return-value]


def result(edition: Edition, shooter: Unit, target: Unit, **answers: Any) -> Any:
    """The odds, or why there are none."""
    try:
        return law(edition, shooter, target, **answers)
    except BadAnswer as error:
        return str(error)


def equal(one: dict[Any, float], other: dict[Any, float]) -> bool:
    return {*one} == {*other} and all(abs(one[end] - other[end]) < 1e-12 for end in one)


@pytest.mark.rule(*{rule for line in LINES for rule in line["rules"]})
@pytest.mark.parametrize("line", LINES, ids=lambda line: line["id"])
def test_vectors(line: dict[str, Any]) -> None:
    """Laws from solvers of their own; the list with the same words has the same law."""
    if line.get("refuse"):
        with pytest.raises(Exception, match="is no ability that is known; did you mean"):
            of_scenario(line["scenario"])
        return
    slain = of_scenario(line["scenario"])
    for found in (slain, of_scenario(line["equal"])):
        wanted = line["slain"] + [0.0] * (len(found) - len(line["slain"]))
        assert all(abs(a - b) < 1e-9 for a, b in zip(found, wanted, strict=True))


@pytest.mark.rule("EVE-20")
@pytest.mark.parametrize("short", EDITIONS)
def test_a_name_may_be_typed_without_a_capital(short: str) -> None:
    for text in ("+1 to hit as storm", "+1 to hit this phase as storm", "+1 to hit as storm this phase"):
        assert told_effects.read(known(short), text).ability.called == "Storm", text


def of_scenario(scenario: dict[str, Any]) -> list[float]:
    task = single_attack.pairing_of_scenario(scenario_from(scenario), {}).task()
    given = Preset(task.answers, raise_missing)
    ends = odds(task.ruleset.attack, task.start(), given, settings={**task.ruleset.defaults(), **task.settings})
    return [float(p) for p in ends.distribution(task.ruleset.measures["slain"])]


def lines_of(short: str) -> list[str]:
    found = known(short)
    incoming = [f"incoming: {line}" for line in found.examples("attack", "weapon")]
    more = ["+1 to wound if target below half strength", "re-roll hit rolls if it Remained Stationary as Drill"]
    return [line for line in (*found.examples(), *incoming, *more) if reads(found, line)]


def reads(abilities: Abilities, line: str) -> bool:
    try:
        told_effects.read(abilities, line)
    except BadAnswer:
        return False
    return True


def told_in_turn() -> list[tuple[str, str]]:
    """Every line, with an edition that has it: of those with the same room and the same line each has every other one."""
    found = {short: lines_of(short) for short in EDITIONS}
    shared = set.intersection(*map(set, found.values()))
    turns = {line: list(EDITIONS)[at % len(EDITIONS)] for at, line in enumerate(sorted(shared))}
    return [(short, line) for short, lines in found.items() for line in lines if turns.get(line, short) == short]


ALL_LINES = told_in_turn()


@pytest.mark.rule("EVE-20", "EVE-21", "EVE-22", "EVE-31")
@pytest.mark.parametrize(("short", "line"), every_nth(15, ALL_LINES[::2]))
def test_told_is_as_listed(short: str, line: str) -> None:
    """Of those who fire it is their list; of the target it is its list, or that of whoever attacks it."""
    edition, abilities, (shooter, target) = EDITIONS[short], known(short), units(short)
    effect = told_effects.read(abilities, line).ability
    own, theirs = with_effects(abilities, shooter, [effect]), with_effects(abilities, target, [effect])
    on_target = told_effects.works_for_target(abilities, effect)
    listed: dict[str, tuple[Unit, Unit]] = {
        "effects": (own, target), "target_effects": (shooter, theirs) if on_target else (own, target)
    }  # fmt: skip
    for key, (attacker, attacked) in listed.items():
        told, as_listed = result(edition, shooter, target, **{key: line}), result(edition, attacker, attacked)
        assert told == as_listed if isinstance(told, str) else equal(told, as_listed)


@pytest.mark.rule("EVE-22")
@each("line", ["re-roll one hit roll", "re-roll one hit roll or wound roll", "set one hit roll to 6"])
def test_one_die_of_all_shots_at_the_target_is_told_of_it_with_incoming_and_without(line: str) -> None:
    edition, (shooter, target) = EDITIONS["10e"], units("10e")
    plain, incoming, bare = (
        result(edition, shooter, target, **said)
        for said in ({}, {"target_effects": f"incoming: {line}"}, {"target_effects": line})
    )
    assert equal(incoming, bare)
    assert not equal(incoming, plain)


@pytest.mark.rule("EVE-24", "EVE-26")
@each(
    ("text", "usual", "span"),
    [
        ("+1 to hit", "+1 to hit", ""),
        ("+1 to hit this turn.", "+1 to hit this turn", "this turn"),
        ("+1 to hit this turn as storm of shells", "+1 to hit as Storm of shells this turn", "this turn"),
        ("Sustained Hits 1 as Storm of Shells this phase", "Sustained Hits 1 as Storm of Shells this phase", "this phase"),
        ("-1 to hit until my next turn", "-1 to hit until my next turn", "until my next turn"),
        ("-1 to hit until my next Command phase", "-1 to hit until my next turn", "until my next turn"),
        ("-1 to hit until their next Command phase", "-1 to hit until their next turn", "until their next turn"),
        ("-1 to hit until my opponent's next turn", "-1 to hit until their next turn", "until their next turn"),
        ("-1 to hit until the enemy’s next turn", "-1 to hit until their next turn", "until their next turn"),
        ("plus one to hit til end of turn", "+1 to hit this turn", "this turn"),
        ("improve ap 1 till the end of the phase", "Improve AP by 1 this phase", "this phase"),
        ("ap one better", "Improve AP by 1", ""),
        ("incoming: ap worse by 1 till my next turn", "Incoming: worsen AP by 1 until my next turn", "until my next turn"),
        ("minus 1 to hit as Plus One", "-1 to hit as Plus One", ""),
        ("+1 to wound, until the end of the turn", "+1 to wound this turn", "this turn"),
        ("+1 to wound for this battle round", "+1 to wound this round", "this round"),
        ("+1 to hit if it Advanced this turn", "+1 to hit if it Advanced this turn", "this turn"),
        ("incoming: -1 to wound when S is greater than T this battle", "Incoming: -1 to wound when S is greater than T this battle", "this battle"),
    ],
)  # fmt: skip
def test_spans(text: str, usual: str, span: str) -> None:
    told = told_effects.read(known("10e"), text)
    assert (told.text, told.span) == (usual, span)
    assert told_effects.read(known("10e"), told.text) == told


@pytest.mark.rule("EVE-26")
def test_told_again_counts_once_and_takes_the_new_span() -> None:
    said = ["+1 attacks", "+1 attacks as Volley", "+1 Attacks this turn", "+2 attacks as Volley", "+1 to hit"]
    told = told_effects.each_once(told_effects.read(known("10e"), text) for text in said)
    assert [one.text for one in told] == ["+1 Attacks this turn", "+2 attacks as Volley", "+1 to hit"]


@pytest.mark.rule("EVE-20")
@each(
    ("text", "parts"),
    [
        ("+1 to hit; Lethal Hits", ["+1 to hit", "Lethal Hits"]),
        ("+1 to hit, Lethal Hits", ["+1 to hit", "Lethal Hits"]),
        ("one of: Lethal Hits, Sustained Hits 1", ["one of: Lethal Hits, Sustained Hits 1"]),
        ("kept dice: hit, wound; +1 to hit", ["kept dice: hit, wound", "+1 to hit"]),
        ("+1 to wound against MONSTER, VEHICLE", ["+1 to wound against MONSTER, VEHICLE"]),
    ],
)
def test_several_in_one_line(text: str, parts: list[str]) -> None:
    assert told_effects.split(known("10e"), text) == parts


@pytest.mark.rule("EVE-28")
@each(
    ("text", "words"),
    [
        ("re-roll hits", "did you mean Re-roll hit rolls"),
        ("led: +1 to hit", "tell it of the units that have it, without “led:”"),
        ('friendly INFANTRY within 6": +1 to hit', "tell it of the units that have it"),
        ("marked: +1 to hit", "tell it of the units that have it, without “marked:”"),
        ("mark after shooting: +1 to hit", "it is in force now, or it is not"),
        ('lend INFANTRY within 6": +1 attacks', "it is in force now, or it is not"),
        ("re-roll hit rolls once per battle", "it is in force now, or it is not; leave out once per"),
        ("Deep Strike", "does nothing while units shoot"),
        (
            "+1 to hit as Foo until somebody cries",
            "“until somebody cries” is no span: write one of this attack, this phase",
        ),
        ("nonsense this turn", "“nonsense” is no ability that is known"),
    ],
)
def test_refused(text: str, words: str) -> None:
    with pytest.raises(BadAnswer, match=re.escape(words)):
        told_effects.read(known("10e"), text)


@pytest.mark.rule("EVE-22")
def test_one_of_several_that_work_for_either_is_refused() -> None:
    abilities = known("10e")
    mixed = told_effects.read(abilities, "one of: Lethal Hits, Feel No Pain 5+").ability
    with pytest.raises(BadAnswer, match="tell the one in force"):
        told_effects.works_for_target(abilities, mixed)


@pytest.mark.rule("EVE-25")
def test_an_effect_for_weapons_nobody_has_is_refused_with_what_there_is() -> None:
    shooter, target = units("10e")
    with pytest.raises(
        BadAnswer, match=f"no weapon of {shooter.name} is called “lamps”, or has such an ability; it has"
    ):
        law(EDITIONS["10e"], shooter, target, effects="Lethal Hits with lamps")


def captain_and_troop(edition: str, lost: str) -> dict[str, Any]:
    model = {"M": 6, "T": 4, "Sv": "4+"}
    return {
        "ruleset": edition,
        "weapons": {"gun": {"range": 24, "A": 4, "BS": "3+", "S": 4, "AP": 0, "D": 1}},
        "attacker": {
            "name": "Shooters",
            "abilities": ["+1 to wound if target below half strength"],
            "models": [{"name": "One", **model, "W": 2, "weapons": ["gun"]}],
        },
        "target": {
            "name": "Troop with Captain",
            "models": [
                {"name": "Trooper", "count": 10, **model, "W": 1},
                {"name": "Captain", **model, "W": 5, "leader": True, "character": True},
            ],
        },
        "answers": {"distance": 10, "target_lost": lost},
    }


@pytest.mark.rule("EVE-8", "EVE-9", "10E-ORD-6")
@pytest.mark.parametrize("edition", ["40k-10e", "40k-11e"])
def test_a_leader_whose_bodyguards_were_lost_has_a_strength_of_his_own(edition: str) -> None:
    """Unhurt he is not below half strength; three wounds make him so. Of a troop that lost six he is a part."""
    none_slain = {"10 trooper": 5 / 6, "10 trooper, captain 3 wounds": 7 / 9, "6 trooper": 7 / 9}
    for lost, spared in none_slain.items():
        task = single_attack.pairing_of_scenario(scenario_from(captain_and_troop(edition, lost)), {}).task()
        settings = {**task.ruleset.defaults(), **task.settings}
        ends = odds(task.ruleset.attack, task.start(), Preset(task.answers, raise_missing), settings=settings)
        assert float(ends.distribution(task.ruleset.measures["damage"])[0]) == pytest.approx(spared**4, abs=1e-12), lost


@pytest.mark.rule("EVE-8", "EVE-9", "10E-ORD-6")
@pytest.mark.parametrize("edition", ["40k-10e", "40k-11e"])
def test_a_unit_without_its_leader_or_its_bodyguards_has_its_own_name(edition: str) -> None:
    names = {
        "none": "Troop with Captain", "6 trooper": "Troop with Captain", "captain 3 wounds": "Troop with Captain",
        "10 trooper": "Captain", "10 trooper, captain 3 wounds": "Captain",
    }  # fmt: skip
    for lost, name in names.items():
        task = single_attack.pairing_of_scenario(scenario_from(captain_and_troop(edition, lost)), {}).task()
        assert single_attack.worked_out(task).document()["target"] == name, lost


@pytest.mark.rule("EVE-9")
@pytest.mark.parametrize("short", EDITIONS)
def test_losses_are_as_a_shorter_list(short: str) -> None:
    """What fell before is gone; Starting Strength stays, so more is below half of it than in a shorter list."""
    edition, (shooter, target) = EDITIONS[short], units(short)
    place = next(at for at, (model, n) in enumerate(target.models) if n > 2 and not model.leader)
    model, n = target.models[place]
    shorter = target.but(models=(*target.models[:place], (model, n - 2), *target.models[place + 1 :]))
    assert equal(law(edition, shooter, target, target_lost=f"2 {model.name}"), law(edition, shooter, shorter))
    own = next(at for at, (model, n) in enumerate(shooter.models) if n > 2 and model.weapons and not model.leader)
    kind, n = shooter.models[own]
    fewer = shooter.but(models=(*shooter.models[:own], (kind, n - 2), *shooter.models[own + 1 :]))
    assert equal(law(edition, shooter, target, lost=f"2 {kind.name}"), law(edition, fewer, target))
    with pytest.raises(BadAnswer, match="nobody is left of"):
        law(edition, shooter, target, target_lost="dead")
    with pytest.raises(BadAnswer, match="cannot fall"):
        law(edition, shooter, target, lost="99")


@pytest.mark.rule("EVE-1", "EVE-9")
@pytest.mark.parametrize("edition", ["40k-10e", "40k-11e"])
def test_the_name_of_a_leaders_unit_means_his_part(edition: str, tmp_path: Path) -> None:
    army = f"""
ruleset: {edition}
name: Guard
weapons: {{gun: {{range: 24, A: 4, BS: 3+, S: 4, AP: 0, D: 1}}}}
units:
  - {{name: Troops, keywords: [Infantry], models: [{{name: Trooper, count: 10, T: 3, Sv: 5+, W: 1, weapons: [gun]}}]}}
  - name: Command Squad
    leader: Troops
    keywords: [Infantry, Character]
    models:
      - {{name: Officer, T: 3, Sv: 5+, W: 3, weapons: [gun]}}
      - {{name: Medic, count: 4, T: 3, Sv: 5+, W: 1, weapons: [gun]}}
"""
    (tmp_path / "guard.yaml").write_text(army)
    unit = load(tmp_path / "guard.yaml").army.units[0]
    said = ("command squad dead", "officer dead, 4 medic")
    assert equal(*(law(EDITIONS[edition[4:]], unit, unit, target_lost=lost) for lost in said))
    name_left = single_attack.ruleset_named(edition).name_left
    assert [name_left(unit, lost) for lost in (*said, "officer dead")] == ["Troops", "Troops", unit.name]
    with pytest.raises(BadAnswer, match="Command Squad has 5: 7 cannot fall"):
        law(EDITIONS[edition[4:]], unit, unit, target_lost="command squad 7")


@pytest.mark.rule("EVE-20", "EVE-26")
@pytest.mark.parametrize("name", ["Foo", "日本", "Élan", "Щит"])
def test_a_name_may_be_written_in_any_letters(name: str) -> None:
    told = told_effects.read(known("10e"), f"+1 to hit as {name} this battle")
    assert (told.ability.called, told.span) == (name, "this battle")


@pytest.mark.parametrize(
    "words", ["-1 to be hit", "-1 to be hit this turn", "-1 to be wounded as Smoke", "incoming: -1 to be hit"]
)
def test_what_players_say_of_those_who_are_shot_at_is_understood(words: str) -> None:
    """`-1 to be hit` is what attacks at the unit have, and no proposal of other words."""
    told = told_effects.read(known("10e"), words)
    assert told.ability.incoming
    assert told.ability.name == ("- to wound" if "wound" in words else "- to hit")


def test_what_is_meant_is_never_the_opposite() -> None:
    for told, words in (
        ("behind cover", "did you mean Has cover or Ignores Cover?"),
        ("no covr", "did you mean No cover?"),
    ):
        with pytest.raises(ValueError, match=re.escape(words)):
            known("10e").named(told)
