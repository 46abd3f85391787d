"""How long undo, amend and resume take until the next prompt is ready, and how large a battle grows. Run by hand.

    python tests/benchmarks/battle.py [ANSWERS ...]

Every ruleset plays two shipped lists, each unit of them as often as it takes for somebody to be left to shoot, by their
proposed answers and the app's dice. ``undo`` takes back the last human answer, ``late`` and ``early`` amend an answer
near the end and one near the beginning (everything after it is derived again), ``resume`` reads the battle and comes to
its prompt within a process; all is processor time, which a busy machine does not change much. ``process`` is
``shoot play --resume`` from the shell to its prompt in a terminal, of the battle as it was left: before the rounds of
``late`` and ``early`` have put ten amendments into its log. ``changed`` is the same after them: the last event is an
amendment then, and what stood before it is played again too. What ``shoot play`` needs to the first prompt of a new
battle stands beside them. The first call of each is not counted: it compiles, and reads lists that are remembered from
then on. Median of the rounds, in milliseconds.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from json import dumps
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import yaml

sys.path.insert(0, str(Path(__file__).parent))
from startup import shoot, until_shown

from shoot_cli import armies
from shoot_cli.battle.turns import GO_ON
from shoot_cli.engine.questions import Question, Roll, Total
from shoot_cli.engine.reasons import ATTACKER, Amend, Leave, Undo
from shoot_cli.engine.ruleset import Ruleset
from shoot_cli.engine.table import Table
from shoot_cli.importing.list_files import load
from shoot_cli.input.answerers import Preset, dice, raise_missing
from shoot_cli.replay.journal import Journal, run
from shoot_cli.rules import RULESETS
from shoot_cli.storage.home import remembered
from shoot_cli.storage.remembered_place import journal_of, reloaded
from shoot_cli.storage.store import Store

LENGTHS = (100, 500, 1000, 1500, 2000, 3000)
ROUNDS = 5
WITH_A_NAME = {"name", "leader", "support", "rides_in"}  # of a unit, or of the unit with or in which it is
PROMPT = b"\x1b[?2004h"


def grown(text: str, times: int) -> str:
    """The list with every unit so many times. Characters are with the copy that is theirs."""
    tree = yaml.load(text, yaml.BaseLoader)
    (key,) = {"units", "formations"} & tree.keys()
    tree[key] = [
        unit | ({word: f"{unit[word]} {n}" for word in WITH_A_NAME & unit.keys()} if n > 1 else {})
        for n in range(1, times + 1)
        for unit in tree[key]
    ]
    return str(yaml.safe_dump(tree, sort_keys=False, allow_unicode=True))


class Over(Exception):
    """Nobody was left to shoot before there were so many answers."""


class Player:
    """Goes on as proposed until ``most`` answers are there; then does what ``then`` raises."""

    def __init__(self, ruleset: Ruleset, start: Any, settings: dict[str, str], journal: Journal) -> None:
        self.ruleset, self.start, self.settings, self.journal = ruleset, start, settings, journal
        self.given, self.throw = Preset(ruleset.demo_facts, raise_missing), dice(7)
        self.ready: float = 0
        self.table = Table(raise_missing)

    def play(self, most: int, then: Callable[[], None]) -> None:
        begun = False

        def live(question: Question, place: int) -> Any:
            nonlocal begun
            if place < most and not begun:
                return self.answer(question, place)
            self.ready = process_time()
            if begun:
                raise Leave
            begun = True
            then()
            raise Leave

        def seat() -> Table:
            self.table = self.journal.seat(live, self.who, self.hand)
            self.table.settings = self.settings
            return self.table

        try:
            run(self.ruleset.battle, self.start, self.journal, seat, lambda wish, said: None)
        except Leave:
            return
        raise Over

    def answer(self, question: Question, place: int) -> Any:
        if isinstance(question, (Roll, Total)):
            return self.throw(question, place)
        return GO_ON if question.key == "next turn" else self.given(question, place)

    def who(self, question: Question) -> str:
        return self.ruleset.sides(self.table.record or self.start)[question.owner != ATTACKER]

    @staticmethod
    def hand(question: Question) -> bool | None:
        return False if isinstance(question, (Roll, Total)) else None

    def amend_near(self, place: int) -> None:
        """The dice of a roll about here in another order: as many pass, so that all that followed is derived again."""
        asked = [entry for entry in self.table.log if entry.question is not None]
        rolls = [
            at
            for at, entry in enumerate(asked)
            if isinstance(entry.question, Roll) and not entry.question.again and len({*entry.answer["first"]}) > 1
        ]
        at = min(rolls, key=lambda at: abs(at - place))
        raise Amend(at, {"first": asked[at].answer["first"][::-1]}, "attacker", True)


def undo() -> None:
    raise Undo


def nothing() -> None: ...


def begun(store: Store, ruleset: Ruleset, length: int) -> str:
    """A battle of so many answers, with lists as small as will do; its name."""
    for times in range(1, 20):
        with suppress(Over):
            return begun_with(store, ruleset, length, times)
        store.delete(f"{ruleset.short} {length}")
    raise SystemExit(f"{ruleset.name}: no battle lasts {length} answers")


def begun_with(store: Store, ruleset: Ruleset, length: int, times: int) -> str:
    lists = [sample for sample in armies.samples() if sample.ruleset == ruleset.name][:2]
    loaded = [load(armies.find_list(f"{one.ruleset}/{one.name}")) for one in lists]
    texts = [grown(one.text, times) for one in loaded]
    mine, theirs = (
        dumps({"name": one.army.name, "path": "", "text": text}) for one, text in zip(loaded, texts, strict=True)
    )
    name = f"{ruleset.short} {length}"
    with store.create(name, ruleset.name, ruleset.version, 7, (mine, theirs), {}, "app") as stored:
        same, start, settings = reloaded(stored)
        Player(same, start, settings, Journal(stored)).play(length, nothing)
    return name


def timed(name: str, wish: Callable[[Player], None] | None, length: int) -> float:
    """Seconds until the prompt after the wish, or, without one, from nothing to the prompt of the battle."""
    begun_at = process_time()
    with Store.open() as store, store.load(name, write=True) as stored:
        memory = remembered()  # as `shoot play` does
        ruleset, start, settings = reloaded(stored, memory)
        player = Player(ruleset, start, settings, journal_of(stored, memory))
        wished = 0.0

        def then() -> None:
            nonlocal wished
            if wish:
                wished = process_time()
                wish(player)

        player.play(len(player.journal.answers), then)
        return player.ready - (wished if wish else begun_at)


def measured(name: str, length: int, env: dict[str, str]) -> dict[str, float]:
    wishes: dict[str, Callable[[Player], None] | None] = {
        "resume": None,
        "undo": lambda player: undo(),
        "late": lambda player: player.amend_near(len(player.journal.answers) - 40),
        "early": lambda player: player.amend_near(5),
    }
    call = shoot("play", "--resume", "--battle", name)

    def process() -> float:
        until_shown(call, PROMPT, env)
        return median(until_shown(call, PROMPT, env) for _ in range(ROUNDS))

    found = {"process": process()}
    found |= {word: median(timed(name, wish, length) for _ in range(ROUNDS)) for word, wish in wishes.items()}
    return found | {"changed": process()}


def main() -> None:
    gc.disable()  # as `shoot play` does until the first prompt
    lengths = [int(word) for word in sys.argv[1:]] or LENGTHS
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SHOOT_HOME"] = folder
        env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        env |= {"TERM": "xterm-256color", "PYTHONPYCACHEPREFIX": os.path.join(folder, "compiled")}
        new = shoot("play", "ultramarines", "orks", "--dice", "app", "--battle")
        fresh = median([until_shown([*new, f"fresh {n}"], PROMPT, env) for n in range(ROUNDS + 1)][1:])
        print(f"shoot play, a new battle, to its first prompt: {fresh * 1000:.0f} ms\n")
        print(
            f"{'ruleset':10} {'answers':>7} {'resume':>7} {'undo':>6} {'late':>6} {'early':>6} {'process':>8}"
            f" {'changed':>8} {'KiB':>6}"
        )
        for edition in RULESETS:
            for length in lengths:
                os.environ["SHOOT_HOME"] = env["SHOOT_HOME"] = os.path.join(folder, f"{edition.name}-{length}")
                with Store.open() as store:
                    name = begun(store, edition.ruleset(), length)
                size = (Path(env["SHOOT_HOME"]) / "shoot.db").stat().st_size / 1024
                ms = {word: seconds * 1000 for word, seconds in measured(name, length, env).items()}
                print(
                    f"{edition.name:10} {length:7} {ms['resume']:7.0f} {ms['undo']:6.0f} {ms['late']:6.0f}"
                    f" {ms['early']:6.0f} {ms['process']:8.0f} {ms['changed']:8.0f} {size:6.0f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
