"""Stratagems of a package: names, costs, moments, and proposals where the data says all of an effect (EVE-63 to 66)."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from shoot_cli.armies import load_text
from shoot_cli.armies.army import (
    AFTER,
    ENEMY,
    ONCE_A_BATTLE,
    ONCE_A_PHASE,
    ONCE_A_TURN,
    OWN,
    SHOOTS,
    STRATAGEM,
    TARGETED,
    TOLD,
    ArmyEntry,
    Whom,
)
from shoot_cli.cli.app import app as shoot
from shoot_cli.commands.army import app
from shoot_cli.engine.extras import how_to_install
from shoot_cli.importing.editions import IMPORTERS
from shoot_cli.importing.importer import for_battle
from shoot_cli.importing.published.stratagems import entries_of, page_of
from shoot_cli.rules.eleventh.edition import ABILITIES
from tests.helpers.each import each
from tests.importing.toy_package import AT_BIG_ONES, DATA, NOW, VERSION, effect, installed, when

PUBLISHED = IMPORTERS["40k-11e"].published()
HITS = effect("roll-modifier", operation="add", roll="hit", value=1)
BIG = {"type": "target-has-keyword", "parameters": {"keyword": "Monster"}}
MOVES = effect("movement-modifier", distance=6)


def strat(name: str, turn: str = "your-turn", cost: int = 1, **more: Any) -> dict[str, Any]:
    own = name.lower().replace(" ", "-")
    return {
        "id": own, "name": name, "ability_id": own, "detachment_id": "high-lamp", "cp_cost": cost, "category": "detachment",
        "phases": ["shooting"], "player_turn": turn, "timing": "once-per-phase", "game_version": NOW,
    } | more  # fmt: skip


def does(name: str, what: Any, duration: str = "phase", **more: Any) -> dict[str, Any]:
    found = {
        "ability_id": name.lower().replace(" ", "-"), "name": name, "ability_type": "stratagem", "behavior": "activated",
        "effect": what, "scope": {"range": "unit", "duration": duration}, "game_version": NOW,
    }  # fmt: skip
    return found | more


def detachment(name: str) -> dict[str, Any]:
    return {"id": name.lower().replace(" ", "-"), "name": name, "faction_id": "lanterns", "game_version": NOW}


def data(*pairs: tuple[dict[str, Any], dict[str, Any] | None]) -> dict[str, Any]:
    return {
        "detachments": [detachment("High Lamp"), detachment("Low Lamp")],
        "stratagems": [one for one, _ in pairs],
        "abilities": [one for _, one in pairs if one],
    }


def entries(*pairs: tuple[dict[str, Any], dict[str, Any] | None], of: tuple[str, ...] = ("High Lamp",)) -> Any:
    return entries_of(data(*pairs), "11th", ABILITIES, of)


def one(what: Any, turn: str = "your-turn", **more: Any) -> ArmyEntry:
    ((found),) = entries((strat("Bright Beam", turn), does("Bright Beam", what, **more)))
    return found  # type: ignore[no-any-return]


TOY = deepcopy(DATA) | {
    "detachments": [detachment("High Lamp"), detachment("Low Lamp")],
    "stratagems": [
        strat("BEAM OF THE LAMP", cost=2), strat("Old Wick"), strat("Long Walk", phases=["movement"]),
        strat("Deep Well", detachment_id="low-lamp"),
    ],
    "abilities": [
        *DATA["abilities"], does("BEAM OF THE LAMP", HITS, applies_to={"required_keywords": ["Lanterns", "Infantry"]}),
    ],
}  # fmt: skip


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, monkeypatch, data=TOY)


# Names, costs, moments ------------------------------------------------------------------------------------------------


@pytest.mark.rule("EVE-63")
@pytest.mark.usefixtures("there")
def test_the_stratagems_of_the_shooting_phase_are_entries_that_nobody_checked() -> None:
    assert PUBLISHED.stratagems(["high lamp"]) == (
        ArmyEntry(
            "Beam of the Lamp", STRATAGEM, ("+1 to hit",), Whom((("LANTERNS", "INFANTRY"),)), OWN, SHOOTS, "this phase", 2,
            ONCE_A_PHASE, proposed=True,
        ),
        ArmyEntry("Old Wick", STRATAGEM, (), Whom(), OWN, SHOOTS, "this phase", 1, ONCE_A_PHASE, proposed=True),
    )  # fmt: skip
    assert [one.name for one in PUBLISHED.stratagems(["Low Lamp", "High Lamp"])] == [
        "Deep Well", "Beam of the Lamp", "Old Wick",
    ]  # fmt: skip


MOMENTS = [  # turn, what the data says of it, when it is offered
    ("your-turn", {}, SHOOTS),
    ("opponent-turn", {}, TARGETED),
    ("either", {}, SHOOTS),
    ("either", {"behavior": "reactive"}, TARGETED),
    ("opponent-turn", {"trigger": {"event": "on-unit-selected", "subject": "enemy-unit"}}, TARGETED),
    ("opponent-turn", {"trigger": {"event": "after-enemy-unit-fires", "subject": "enemy-unit"}}, AFTER),
    ("your-turn", {"trigger": {"event": "on-unit-destroyed", "subject": "self"}}, TOLD),
    ("your-turn", {"effect": MOVES}, TOLD),  # nothing of it is done while units shoot
    ("opponent-turn", {"effect": effect("ability-grant", grant_type="shoot-as-if-shooting-phase")}, AFTER),
    ("your-turn", {"effect": effect("ability-grant", grant_type="shoot-after-fall-back")}, TOLD),  # before it shoots
]


@each("turn, more, wanted", MOMENTS)
@pytest.mark.rule("EVE-63")
def test_the_moment_is_that_of_the_data(turn: str, more: dict[str, Any], wanted: str) -> None:
    assert one(HITS, turn, **more).when == wanted if "effect" not in more else one(more["effect"], turn).when == wanted


@pytest.mark.rule("EVE-63")
def test_without_an_effect_the_turn_alone_says_the_moment() -> None:
    found = entries(*((strat(f"Beam {turn}", turn), None) for turn in ("your-turn", "opponent-turn", "either")))
    assert [(one.when, one.effects) for one in found] == [(SHOOTS, ()), (TARGETED, ()), (TOLD, ())]


@pytest.mark.rule("EVE-63")
def test_spans_limits_and_units_are_those_of_the_data() -> None:
    found = one(
        HITS, duration="until-start-next-turn", usage={"frequency": "n-per-battle", "count": 1},
        applies_to={"required_keywords": ["T'au Empire"], "excluded_keywords": ["Monster"]},
    )  # fmt: skip
    assert (found.lasts, found.once, found.whom.text) == (
        "until my next turn",
        ONCE_A_BATTLE,
        "T'AU EMPIRE, not MONSTER",
    )
    ((rare),) = entries((strat("Bright Beam", timing="once-per-turn"), None))
    assert rare.once == ONCE_A_TURN
    assert one(HITS, applies_to={"unit_names": ["Lamp Guard"]}).whom == Whom()


@pytest.mark.rule("EVE-63")
def test_no_more_than_twelve_are_shown_and_each_name_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many = [(strat(f"Beam {letter}"), None) for letter in "abcdefghijklmnop"]
    installed(tmp_path, monkeypatch, data=DATA | data(*many, *many))
    found, _ = for_battle(load_text(LIST % ("High Lamp", ""), "lamps.yaml"))
    assert [one.when for one in found] == [SHOOTS] * 12 + [TOLD] * 4


@pytest.mark.rule("EVE-63")
def test_another_edition_has_nothing_of_it() -> None:
    before = {"edition": "10th", "dataslate": "old"}
    assert entries((strat("Bright Beam", game_version=before), does("Bright Beam", HITS))) == ()
    assert entries((strat("Bright Beam"), does("Bright Beam", HITS, game_version=before)))[0].effects == ()
    assert IMPORTERS["40k-10e"].published() is None


@pytest.mark.rule("EVE-64")
def test_one_name_with_two_effects_has_no_words() -> None:
    wounds = effect("roll-modifier", operation="add", roll="wound", value=1)
    twice = (
        (strat("Bright Beam"), does("Bright Beam", HITS)),
        (strat("Bright Beam", cost=2), does("Bright Beam", wounds)),
    )
    other = (strat("Bright Beam", cost=2, ability_id="low-beam"), does("Low Beam", wounds))
    for second in (twice[1], other):
        ((found),) = entries(twice[0], second)
        assert (found.effects, found.cost) == ((), 2)
    ((same),) = entries(twice[0], (strat("Bright Beam", ability_id="nobody-knows"), None))  # a copy without description
    assert same.effects == ("+1 to hit",)


# What an effect is thought to do --------------------------------------------------------------------------------------

S_OVER_T = {
    "type": "attack-stat-compare",
    "parameters": {"attacker_stat": "S", "comparison": "greater-than", "target_stat": "T"},
}
SAID = [  # effect, turn, lines
    (effect("keyword-grant", keywords=["Sustained Hits 1", "Lethal Hits"], weapon_type="ranged"), "your-turn",
     ("Sustained Hits 1", "Lethal Hits")),
    (effect("keyword-grant", keywords=["Critical Hits 5+"]), "your-turn", ("critical hits on 5+",)),
    (effect("keyword-grant", keywords=["Devastating Wounds"], weapon_keyword="Torrent"), "your-turn",
     ("Devastating Wounds with Torrent",)),
    (effect("keyword-grant", keywords=["STEALTH"]), "opponent-turn", ("Stealth",)),
    (when(BIG, HITS), "your-turn", ("+1 to hit against MONSTER",)),
    (when(AT_BIG_ONES, HITS), "your-turn", ("+1 to hit against MONSTER or VEHICLE",)),
    (effect("roll-modifier", roll="wound", critical_on=5), "your-turn", ("critical wounds on 5+",)),
    (effect("roll-modifier", roll="hit", operation="ignore-modifiers"), "your-turn", ("ignore hit modifiers",)),
    (effect("re-roll", roll="wound", subset="ones"), "your-turn", ("re-roll wound rolls of 1",)),
    (effect("re-roll", roll="hit", subset="all-failures"), "your-turn", ("re-roll hit rolls",)),
    (effect("re-roll", roll="hit", result_scope="any-result", count=1), "your-turn", ("re-roll one hit roll",)),
    (effect("stat-modifier", stat="AP", operation="improve", value=1), "your-turn", ("improve AP by 1",)),
    (effect("stat-modifier", stat="AP", operation="add", value=-1), "your-turn", ("improve AP by 1",)),
    (effect("stat-modifier", stat="BS", operation="subtract", value=1), "your-turn", ("improve BS by 1",)),
    (effect("stat-modifier", stat="S", operation="add", value=2), "your-turn", ("+2 strength",)),
    (effect("roll-modifier", operation="subtract", roll="wound", value=1, incoming=True), "opponent-turn",
     ("incoming: -1 to wound",)),
    (when(S_OVER_T, effect("roll-modifier", operation="subtract", roll="wound", value=1, incoming=True)), "opponent-turn",
     ("incoming: -1 to wound when S is greater than T",)),
    (effect("stat-modifier", stat="AP", operation="add", value=1, incoming=True), "opponent-turn", ("incoming: worsen AP by 1",)),
    (effect("feel-no-pain", threshold=5, scope="mortal"), "opponent-turn", ("Feel No Pain 5+ against mortal wounds",)),
    (effect("invulnerable-save", invuln_sv=5), "opponent-turn", ("invulnerable save 5+",)),
    (effect("rule-state", rule="benefit-of-cover", rule_kind="core-rule", direction="granted"), "opponent-turn", ("has cover",)),
    (effect("ability-grant", grant_type="shoot-as-if-shooting-phase"), "opponent-turn", ("Shoots back",)),
    (effect("ability-grant", grant_type="shoot-after-advance-or-fall-back"), "your-turn",
     ("shoots after Advancing", "shoots after Falling Back")),
    ({"type": "sequence", "steps": [HITS, MOVES]}, "your-turn", ("+1 to hit",)),
    ({"type": "sequence", "steps": [HITS, when({"type": "phase-is", "parameters": {"phase": "fight"}}, MOVES)]}, "your-turn",
     ("+1 to hit",)),
    (when({"type": "remained-stationary"}, HITS), "your-turn", ("+1 to hit if stationary",)),
    (when({"type": "unit-below-half-strength", "parameters": {"subject": "target"}}, HITS), "your-turn",
     ("+1 to hit if target below half strength",)),
]  # fmt: skip


@each("what, turn, wanted", SAID)
@pytest.mark.rule("EVE-64")
def test_an_effect_that_can_be_said_whole_is_proposed(what: Any, turn: str, wanted: tuple[str, ...]) -> None:
    assert tuple(map(str.casefold, one(what, turn).effects)) == tuple(map(str.casefold, wanted))


UNSAID = [  # effect, turn
    ({"type": "choice", "options": [HITS, HITS]}, "your-turn"),
    ({"type": "dice-gated", "effect": HITS}, "your-turn"),
    (effect("re-roll", roll="hit", result_scope="any-result"), "your-turn"),  # one die, or all?
    (effect("re-roll", roll="hit", result_scope="any-result", count=2), "your-turn"),
    (effect("roll-modifier", "attacker", operation="subtract", roll="wound", value=1), "opponent-turn"),  # whose?
    (effect("roll-modifier", operation="subtract", roll="wound", value=1), "opponent-turn"),  # not marked incoming
    (effect("roll-modifier", operation="add", roll="hit", value=1), "opponent-turn"),
    (effect("roll-modifier", operation="add", roll="hit", value=1, incoming=True), "opponent-turn"),
    (effect("roll-modifier", operation="subtract", roll="hit", value=1, incoming=True), "your-turn"),
    (effect("roll-modifier", "target", operation="subtract", roll="hit", value=1), "your-turn"),
    (effect("stat-modifier", stat="AP", operation="add", value=1), "your-turn"),  # better or worse?
    (effect("stat-modifier", stat="AP", operation="subtract", value=1), "your-turn"),
    (effect("stat-modifier", stat="BS", operation="add", value=1), "your-turn"),
    (effect("keyword-grant", keywords=["Bright Hits 3"]), "your-turn"),
    (effect("keyword-grant", keywords=["Lethal Hits"], vs_target="one-enemy-hit-this-phase"), "your-turn"),  # part lost
    (effect("keyword-grant", keywords=["Lethal Hits"], weapon_type="psychic"), "your-turn"),
    (effect("keyword-grant", keywords=["Lethal Hits"]), "opponent-turn"),
    (effect("keyword-grant", "all-friendly", keywords=["Lethal Hits"]), "your-turn"),
    (when({"type": "unit-has-tag", "parameters": {"tag": "bright"}}, HITS), "your-turn"),
    (when({"type": "target-has-keyword", "parameters": {"keyword": "A"}}, HITS), "your-turn"),
    (when({"operator": "not", "operands": [BIG]}, HITS), "your-turn"),
    ({"type": "sequence", "steps": [HITS, {"type": "designate-target"}]}, "your-turn"),
    (effect("mortal-wounds", count=3), "your-turn"),
    (effect("ability-grant", grant_type="shoot-as-if-shooting-phase"), "your-turn"),
    ({"type": "sequence", "steps": [
        effect("ability-grant", grant_type="shoot-as-if-shooting-phase"), {"type": "disembark"}]}, "opponent-turn"),
    (MOVES, "your-turn"), (None, "your-turn"), ({}, "your-turn"), ("Lethal Hits", "your-turn"), (7, "opponent-turn"),
    ({"type": "sequence", "steps": 3}, "your-turn"), (effect("re-roll", roll=["hit"], subset="ones"), "your-turn"),
    (effect("feel-no-pain", threshold="5"), "opponent-turn"), (effect("roll-modifier", operation="add", roll="hit", value=True), "your-turn"),
]  # fmt: skip


@each("what, turn", UNSAID)
@pytest.mark.rule("EVE-64")
def test_what_cannot_be_said_whole_has_no_words(what: Any, turn: str) -> None:
    assert one(what, turn).effects == ()


NOTES = [
    "Half of it is not encoded.",
    "[APPROX] a line",
    "It assumes one unit.",
    "auto-generated",
    'It applies within 6" alone.',
]


@each("note", NOTES)
@pytest.mark.rule("EVE-64")
def test_a_note_that_doubts_or_has_a_condition_leaves_no_words(note: str) -> None:
    assert one(HITS, community_notes=note).effects == ()
    assert one(HITS, community_notes="Used as a unit is selected to shoot.").effects == ("+1 to hit",)


@pytest.mark.rule("EVE-64")
def test_what_is_put_on_an_enemy_is_on_the_enemy() -> None:
    """Only where the words are known: the detection range of a Hidden unit."""
    found = one(effect("detection-range-modifier", "target", operation="add", value=6))
    assert (found.on, found.effects) in ((ENEMY, ('+6" detection range',)), (OWN, ()))


# The command, and the credit ------------------------------------------------------------------------------------------

LIST = """ruleset: 40k-11e
name: Lamps
army: {detachment: %s%s}
units:
  - name: Guard
    keywords: [Lanterns, Infantry]
    models: [{name: Guard, count: 5, T: 4, Sv: 3+, W: 1}]
"""


def run(tmp_path: Path, text: str, *more: str) -> Any:
    file = tmp_path / "lamps.yaml"
    file.write_text(text, encoding="utf-8")
    return CliRunner().invoke(app, ["stratagems", str(file), *more], env={"COLUMNS": "200", "NO_COLOR": "1"})


@pytest.mark.rule("EVE-65")
@pytest.mark.usefixtures("there")
def test_the_command_writes_entries_to_paste(tmp_path: Path) -> None:
    done = run(tmp_path, LIST % ("High Lamp", ""))
    assert done.exit_code == 0
    assert done.stdout == (
        "# stratagems of High Lamp; paste under army: of the list\n"
        "# names, costs: 40kdc, CC BY 4.0\n"
        "  stratagems:\n"
        '    - {name: Beam of the Lamp, cost: 2, for: LANTERNS and INFANTRY, effect: "+1 to hit"}  # check\n'
        "    - {name: Old Wick, cost: 1}  # check; its effect is asked at its first use\n"
    )
    whole = (LIST % ("High Lamp", "")).replace(
        "{detachment: High Lamp}", f"\n  detachment: High Lamp\n{done.stdout.rstrip()}"
    )
    block = load_text(whole, "lamps.yaml").block
    wanted = tuple(one.but(proposed=False) for one in PUBLISHED.stratagems(["High Lamp"]))
    assert block is not None
    assert [(one.name, one.effects, one.cost, one.when, one.lasts, one.once) for one in block.stratagems] == [
        (one.name, one.effects, one.cost, one.when, one.lasts, one.once) for one in wanted
    ]


@pytest.mark.rule("EVE-65")
def test_every_key_that_is_not_the_usual_one_is_written() -> None:
    entry = ArmyEntry(
        "Dim", STRATAGEM, ("-1 to hit", "no cover"), Whom((("A", "B"), ("C",)), ("D",)), ENEMY, TOLD, "until my next turn", 1,
        ONCE_A_BATTLE, proposed=True,
    )  # fmt: skip
    assert page_of(entry) == {
        "name": "Dim", "cost": 1, "when": "told", "on": "enemy", "for": "A and B or C, not D", "lasts": "my next turn",
        "once": "battle", "effect": ["-1 to hit", "no cover"],
    }  # fmt: skip


@pytest.mark.rule("EVE-65")
@pytest.mark.usefixtures("there")
def test_what_the_list_has_already_is_not_written_again(tmp_path: Path) -> None:
    done = run(tmp_path, LIST % ("High Lamp", ", stratagems: [{name: beam of the lamp}]"))
    assert "# already in the list: Beam of the Lamp\n" in done.stdout
    assert [one["name"] for one in yaml.safe_load(done.stdout)["stratagems"]] == ["Old Wick"]
    told = json.loads(run(tmp_path, LIST % ("High Lamp", ""), "--json").stdout)
    assert told["credit"] == "names, costs: 40kdc, CC BY 4.0"
    assert [(one["name"], one["checked"]) for one in told["stratagems"]] == [
        ("Beam of the Lamp", False),
        ("Old Wick", False),
    ]


REFUSED = [  # the list, what is said
    (LIST % ("High Lap", ""), f"wh40kdc {VERSION} has no detachment “High Lap”; did you mean High Lamp?"),
    (
        (LIST % ("x", "")).replace("army: {detachment: x}\n", ""),
        "Lamps names no detachment: write army: with detachment: NAME",
    ),
    (
        (LIST % ("High Lamp", "")).replace("11e", "10e"),
        "there is no data of stratagems for Warhammer 40,000, 10th edition",
    ),
]


@pytest.mark.rule("EVE-66")
@pytest.mark.usefixtures("there")
@pytest.mark.parametrize(("text", "words"), REFUSED)
def test_the_command_says_why_there_is_nothing(tmp_path: Path, text: str, words: str) -> None:
    done = run(tmp_path, text)
    assert (done.exit_code, done.stdout) == (1, "")
    assert words in " ".join(done.stderr.split())


@pytest.mark.rule("EVE-66")
def test_without_the_package_or_with_another_version_there_is_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shoot_cli.importing.published.find_spec", lambda _: None)
    assert PUBLISHED.stratagems(["High Lamp"]) == ()
    done = run(tmp_path, LIST % ("High Lamp", ""))
    assert (done.exit_code, done.stdout) == (1, "")
    assert f"come with a package that is not installed: {how_to_install('datasheets')}" in done.stderr
    monkeypatch.undo()
    for place, other in enumerate([
        DATA, DATA | {"detachments": 3}, DATA | {"detachments": [7, {"name": None}], "stratagems": ["x"]},
        TOY | {"stratagems": [{"name": "Beam", "detachment_id": "high-lamp", "phases": 3, "game_version": NOW}]},
        TOY | {"stratagems": [strat("Beam", cost="one"), strat(":"), strat("Wick", phases=None)]},  # type: ignore[arg-type]
    ]):  # fmt: skip
        installed(tmp_path / str(place), monkeypatch, data=other)
        assert PUBLISHED.stratagems(["High Lamp"]) == (), place


@pytest.mark.rule("EVE-66")
@pytest.mark.usefixtures("there")
def test_an_unknown_detachment_is_silent_at_the_table() -> None:
    assert PUBLISHED.stratagems(["High Lap"]) == PUBLISHED.stratagems([]) == ()
    assert [one.name for one in PUBLISHED.stratagems(["Lamp, High", "Nobody"])] == ["Beam of the Lamp", "Old Wick"]


@pytest.mark.rule("EVE-65")
@pytest.mark.parametrize("words", [["--version", "--credits"], ["--credits", "--version"], ["-V", "--credits"]])
def test_the_version_names_whose_data_may_be_used(words: list[str]) -> None:
    done = CliRunner().invoke(shoot, words)
    assert done.exit_code == 0
    first, *rest = done.stdout.splitlines()
    assert re.fullmatch(r"shoot \S+", first)
    assert rest[0].startswith("names, costs: 40kdc, CC BY 4.0; ")
    assert CliRunner().invoke(shoot, ["--version"]).stdout == first + "\n"
    assert CliRunner().invoke(shoot, ["--credits"]).stdout.splitlines() == rest
