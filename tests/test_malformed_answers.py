"""Answers, scenarios and lines of a batch as cats, children and other programs type them: always a sentence.

Never a traceback, never a result for something else than what was meant. Seeded; set SHOOT_TEST_SEED to try others.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from shoot_cli import armies
from shoot_cli.analysis.single_attack import answers_of_options, pairing_of_scenario
from shoot_cli.analysis.unused_answers import check_unused
from shoot_cli.cli.app import app
from shoot_cli.commands.odds import batch_line
from shoot_cli.engine.questions import Facts
from shoot_cli.engine.reasons import BadAnswer, InputError, Leave, Redo, Undo
from shoot_cli.input.answerers import Missing, resolve
from shoot_cli.input.answers import parse
from shoot_cli.ui.prompter import Players, Prompter
from tests.helpers.samples import seeds

SEED = os.environ.get("SHOOT_TEST_SEED", "7")
GOOD = {
    "ruleset": "7e",
    "attacker": {"name": "Squad", "models": [{"name": "Marine", "count": 4, "BS": 4, "weapons": ["boltgun"]}]},
    "target": {
        "name": "Mob",
        "models": [
            {"name": "Boy", "count": 4, "T": 4, "Sv": "6+"},
            {"name": "Nob", "T": 4, "W": 2, "Sv": "4+", "character": "yes"},
        ],
    },
    "answers": {"distance": 12, "cover": "5+", "firing": 3},
}
KEYS = [
    "distance", "cover", "cover:Boy", "cover:Nob", "weapon", "firing", "half_range", "order", "within_6", "look_out_sir",
    "allocation", "bs_modifier", "go_to_ground", "attacker_state", "target_state", "gtg_window", "los_receiver",
    "hit:boltgun", "wound:boltgun", "save:Boy", "firing:boltgun", "moved", "save", "precision", "pools",
]  # fmt: skip
PIECES = [
    "", " ", "0", "1", "-1", "12", "4+", "+4", "99999999999999999999", "1e9", "nan", "inf", "-inf", "0x10", "１２", "½", "١٢", "²",
    "Boy", "Nob", "boy", "all", "none", "no", "yes", "closest", "ruin", "6 6 6", "3x6", "7/2", "6 1 > 3", ">", "/", "x", ",", ";", ":",
    "=", "[", "]", "{", "}", "[]", "{}", '{"first": [1]}', '{"passed": -1}', '{"first": null}', "null", "true", '"', "'", "\\", "\n",
    "\r", "\t", "\0", "\x1b[2J", "\x7f", "\u202e", "\ud7ff", "\N{ZERO WIDTH SPACE}", "İ", "ß", "戦士", "🎲", "[red]", "%s", "{0}", "$(ls)",
    "--help", "-", "../../etc/passwd", "A" * 50, "9" * 400, "[" * 300, "x" * 2000, "1 " * 600, "3 Boy", "3 Boy hidden", "1 Nob, 4 Boy",
]  # fmt: skip


def junk(chance: random.Random) -> str:
    return chance.choice(["", " "]).join(chance.choice(PIECES) for _ in range(chance.choice([1, 1, 1, 2, 3])))


def is_sentence(text: str) -> None:
    """Words, fit for a terminal, that are about something."""
    assert text.strip()
    assert "Traceback" not in text
    assert not re.search(r"\b(NoneType|KeyError|TypeError|IndexError|AttributeError|object at 0x)", text)


SAID = (InputError, armies.ListError, Missing, BadAnswer)


# Answers to the questions of an attack ---------------------------------------------------------------------------------


def start() -> Any:
    return pairing_of_scenario(armies.scenario_from(GOOD), {}).task()


@pytest.mark.slow
@pytest.mark.parametrize("part", seeds(1, 2))
def test_set_takes_anything_and_answers_in_words(part: int) -> None:
    """As ``resolve`` does with ``--set KEY=VALUE``: it is done as said, or it is refused by name."""
    chance = random.Random(f"{SEED}:set:{part}")
    scenario = armies.scenario_from(GOOD)
    done = 0
    for _ in range(500):
        key, value = chance.choice(KEYS), junk(chance)
        if chance.random() < 0.1:
            key = junk(chance) + key
        try:
            task = pairing_of_scenario(scenario, answers_of_options([f"{key}={value}"])).task()
            _, table = resolve(task.ruleset, task.start(), task.answers, 1, task.settings)
            asked = {entry.question.key: entry.question for entry in table.log if entry.question is not None}
            check_unused(task, table.given, asked)
            done += 1
        except SAID as error:
            is_sentence(str(error))
    assert done > 5  # some of it is what people do say


@pytest.mark.slow
def test_every_question_of_an_attack_reads_any_text() -> None:
    chance = random.Random(f"{SEED}:parse")
    task = start()
    _, table = resolve(task.ruleset, task.start(), {**task.answers, "look_out_sir": "ask"}, 3, task.settings)
    questions = [entry.question for entry in table.log if entry.question is not None]
    questions += [part for question in questions if isinstance(question, Facts) for part in question.parts]
    assert len(questions) > 15
    for question in questions:
        for _ in range(150):
            text = junk(chance)
            try:
                question.read(parse(question, text))
            except BadAnswer as error:
                is_sentence(str(error))


def test_every_question_of_an_attack_reads_any_json() -> None:
    """What an edited record of a battle may hold."""
    chance = random.Random(f"{SEED}:json")
    task = start()
    _, table = resolve(task.ruleset, task.start(), task.answers, 3, task.settings)
    questions = [entry.question for entry in table.log if entry.question is not None]
    questions += [part for question in questions if isinstance(question, Facts) for part in question.parts]
    for question in questions:
        for _ in range(150):
            try:
                question.read(random_json(chance, 3))
            except BadAnswer as error:
                is_sentence(str(error))


def random_json(chance: random.Random, depth: int) -> Any:
    kind = chance.randrange(9 if depth else 6)
    if kind == 0:
        return None
    if kind == 1:
        return chance.choice([True, False])
    if kind == 2:
        return chance.choice([0, 1, -1, 6, 7, 10**30, -(10**30)])
    if kind == 3:
        return chance.choice([0.5, 1e308, -0.0, 12.0])
    if kind in (4, 5):
        return junk(chance)
    if kind == 6:
        return [random_json(chance, depth - 1) for _ in range(chance.randrange(4))]
    names = [
        *KEYS,
        "first",
        "again",
        "passed",
        "watched",
        "sum",
        "name",
        "models",
        "count",
        "T",
        "BS",
        "weapons",
        "rules",
        "answers",
    ]
    return {chance.choice(names): random_json(chance, depth - 1) for _ in range(chance.randrange(4))}


# Lines of a batch --------------------------------------------------------------------------------------------------------


def lines(chance: random.Random, n: int) -> list[str]:
    return [chance.choice([broken_text, broken_value, other_value])(chance) for _ in range(n)]


def broken_text(chance: random.Random) -> str:
    text = json.dumps(GOOD)
    at = chance.randrange(len(text))
    how = chance.randrange(4)
    if how == 0:
        return text[:at]
    if how == 1:
        return text[:at] + junk(chance).replace("\n", " ") + text[at:]
    if how == 2:
        return text[:at] + text[at + chance.randrange(1, 30) :]
    letters = list(text)
    letters[at] = chance.choice('{}[]",:0a \x00é')
    return "".join(letters)


def broken_value(chance: random.Random) -> str:
    """Something in the middle is something else."""
    document = json.loads(json.dumps(GOOD))
    place: Any = document
    while True:
        key = chance.choice(list(place) if isinstance(place, dict) else range(len(place)))
        inner = place[key]
        if not isinstance(inner, (dict, list)) or not inner or chance.random() < 0.25:
            break
        place = inner
    how = chance.randrange(3)
    if how == 0:
        place[key] = random_json(chance, 2)
    elif how == 1 and isinstance(place, dict):
        place[junk(chance)] = place.pop(key)
    else:
        place[key] = junk(chance)
    return json.dumps(document)


def other_value(chance: random.Random) -> str:
    return json.dumps({**GOOD, "answers": {chance.choice(KEYS): chance.choice([junk(chance), random_json(chance, 2)])}})


def check_lines(seed: str, n: int) -> None:
    errors = 0
    for line in lines(random.Random(seed), n):
        result = batch_line(line.encode(errors="surrogatepass"), False)
        if result.why_not:
            is_sentence(result.why_not)
            errors += 1
        else:
            assert sum(result.slain) == pytest.approx(1), line
            json.dumps(result.document())
    assert n * 0.3 < errors < n


@pytest.mark.slow
@pytest.mark.parametrize("part", seeds(1, 6))
def test_lines_of_a_batch_give_a_result_or_an_error(part: int) -> None:
    check_lines(f"{SEED}:batch:{part}", 500)


# The command line itself -------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOOT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "80")


def run(*arguments: str, stdin: bytes | None = None) -> Any:
    result = CliRunner().invoke(app, list(arguments), input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise AssertionError(arguments) from result.exception
    return result


@pytest.fixture
def scenario(tmp_path: Path) -> str:
    path = tmp_path / "good.json"
    path.write_text(json.dumps(GOOD), encoding="utf-8")
    return str(path)


@pytest.mark.slow
def test_arguments_end_with_words_and_a_code(scenario: str) -> None:
    chance = random.Random(f"{SEED}:arguments")
    codes = set()
    for _ in range(80):
        command = chance.choice(["odds", "resolve"])
        both = chance.choice(
            [
                [scenario],
                [scenario],
                [junk(chance)],
                [junk(chance), junk(chance)],
                ["ultramarines::" + junk(chance), junk(chance)],
            ]
        )
        more = chance.choice(
            [
                [],
                ["-r", "7e"],
                ["-r", junk(chance)],
                ["--distance", junk(chance)],
                ["--set", junk(chance)],
                ["--weapon", junk(chance)],
                ["--cover", junk(chance)],
                ["--firing", junk(chance)],
            ]
        )
        result = run(command, *more, *chance.choice([[], ["--json"], ["--plain"], ["--questions"]]), "--", *both)
        codes.add(result.exit_code)
        assert result.exit_code in (0, 1, 2), (command, more, both)
        if result.exit_code:
            assert result.stdout == ""
            is_sentence(result.stderr)
            assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", result.stderr)
    assert codes >= {0, 1}


@pytest.mark.slow
def test_scenario_files_of_junk(tmp_path: Path) -> None:
    chance = random.Random(f"{SEED}:files")
    path = tmp_path / "scenario.yaml"
    text = json.dumps(GOOD)
    refused = 0
    for _ in range(150):
        raw = bytearray(text.encode() if chance.random() < 0.6 else broken_text(chance).encode("utf-8", "replace"))
        for _ in range(chance.choice([0, 1, 2, 8])):
            raw[chance.randrange(len(raw))] = chance.randrange(256)
        path.write_bytes(bytes(raw))
        result = run("resolve", str(path), "--seed", "1")
        assert result.exit_code in (0, 1), raw
        if result.exit_code:
            assert result.stdout == ""
            is_sentence(result.stderr)
            refused += 1
    assert refused > 100


# At a prompt -------------------------------------------------------------------------------------------------------------


class Cat:
    """A screen with a cat on the keyboard."""

    leaves = False

    def __init__(self, chance: random.Random, patience: int) -> None:
        self.chance, self.patience = chance, patience

    def menu(self, rows: Any, first: int | None, around: Any) -> Any:
        said = self.line("", around, ())
        return said if said.strip() or first is None else first

    def line(self, text: str, around: Any, at_once: Any) -> str:
        self.patience -= 1
        if self.patience < 0:
            raise EOFError
        return junk(self.chance)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["attack", "facts"])
def test_a_cat_on_the_keyboard(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(f"{SEED}:cat")
    task = start()
    _, table = resolve(task.ruleset, task.start(), {**task.answers, "look_out_sir": "ask"}, 3, task.settings)
    questions = [entry.question for entry in table.log if entry.question is not None]
    questions = [question for question in questions if isinstance(question, Facts) == (what == "facts")]
    assert questions
    throw: Callable[..., Any] = lambda question, place: {"first": [1] * question.dice}  # noqa: E731
    heard = StringIO()
    answered = 0
    for _ in range(8):
        for question in questions:
            prompter = Prompter(Players(
                console=Console(file=heard, width=80, color_system=None), plain=True, dice="hand", throw=throw,
                names=lambda: ("Marines", "Orks"), wishes=[], terminal=lambda: True, screen=Cat(chance, 25),
            ))  # fmt: skip
            try:
                question.read(prompter(question, 0))
                answered += 1
            except (Undo, Redo, Leave):
                pass
    said = heard.getvalue()
    is_sentence(said)
    assert "! " in said
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", said)
    assert answered
