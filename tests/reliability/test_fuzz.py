"""A thousand hostile calls in this process, twelve of the installed program: words, codes, no traceback.

The same cases come every time. ``SHOOT_FUZZ_SEED=8`` makes others, ``SHOOT_TIMES=10`` ten times as many, both for
a longer hunt: ``SHOOT_FUZZ_SEED=8 SHOOT_TIMES=10 pytest -m slow tests/reliability/test_fuzz.py``. What fails is made
as small as it can be and printed as the case that it is. What all of it cost is said at the end of the run.
"""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from shoot_cli.ui.console import DONE, UNREADABLE
from tests.helpers.samples import many
from tests.reliability import cases, checks, kept, pressed
from tests.reliability.cases import FILE, Case
from tests.reliability.checks import proper
from tests.reliability.conftest import Done, Program
from tests.reliability.figures import Figures
from tests.reliability.here import call

pytestmark = pytest.mark.slow

SEED = os.environ.get("SHOOT_FUZZ_SEED", "7")
SHARE, OUTSIDE = 100, 2  # cases of one test
STRATEGIES = cases.KINDS | {"battles": kept.imports(), "prompts": pressed.presses(), "sessions": pressed.sessions()}
SHARES = {
    "sessions": 1, "prompts": 1, "battles": 1, "lists": 2, "profile lines": 2, "scenarios": 2, "batch lines": 1,
}  # fmt: skip

Shoot = Callable[..., Done]


def test_there_are_as_many_as_the_documents_say() -> None:
    assert sum(SHARES.values()) * SHARE == 1_000
    assert len(SHARES.keys() - {"prompts"}) * OUTSIDE == 12


def hunt(kind: str, name: str, many: int, check: Callable[[Any], None]) -> int:
    """So many cases of a kind through the check, the same ones for the same name. Gives how many went through."""
    went = 0

    @seed(f"{SEED}:{kind}:{name}")
    @settings(
        max_examples=many, database=None, phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck), print_blob=False,
    )  # fmt: skip
    @given(STRATEGIES[kind])
    def one(case: Any) -> None:
        nonlocal went
        check(case)
        went += 1

    one()
    assert went >= many
    return went


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the cases run; ``home`` in it is where battles are kept."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SHOOT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", pressed.TERMINAL["TERM"])
    return tmp_path


@pytest.fixture
def figures(record_property: Callable[[str, object], None]) -> Figures:
    """What the cases of this test cost."""
    return Figures(record_property)


@pytest.fixture(autouse=True, scope="module")
def swept() -> Iterator[None]:
    """``play`` tells Python to leave garbage alone: it is the last thing that its process does, and here it is not.

    To look for it takes more than a second, where a worker has all tests in memory.
    """
    before = gc.get_threshold()
    yield
    sweep()
    gc.freeze()
    gc.set_threshold(*before)


def sweep() -> None:
    gc.unfreeze()
    gc.enable()
    gc.collect()


# Each kind -----------------------------------------------------------------------------------------------------------


def called(kind: str, case: Case, shoot: Shoot) -> int:
    Path(FILE).write_bytes(case.file)
    done = shoot(*case.arguments, typed=case.typed)
    proper(case, done)
    if kind in checks.MORE:
        checks.MORE[kind](case, done)
    return done.code


def taken_in(kind: str, case: kept.Import, shoot: Shoot) -> int:
    """What is refused leaves nothing behind; what is taken in can be looked at in every way."""
    shutil.rmtree("home", ignore_errors=True)
    Path(FILE).write_bytes(case.file)
    wanted = Case(("battle", "import", FILE, "--json", *case.name))
    done = shoot(*wanted.arguments)
    proper(wanted, done, {*checks.CODES, UNREADABLE})
    if done.code != DONE:
        assert not list(Path("home").glob("*.db"))
        return done.code
    command, *how = case.then
    wanted = Case(("battle", command, *how, "--", checks.document(done.out.decode())["name"]))
    proper(wanted, shoot(*wanted.arguments), {DONE, UNREADABLE})
    return done.code


def at_a_prompt(kind: str, case: pressed.Press, shoot: Shoot) -> int:
    checks.of_screen(pressed.press(case))
    return DONE


def at_the_table(kind: str, case: pressed.Session, shoot: Shoot) -> int:
    """However the session ends, the battle is whole."""
    shutil.rmtree("home", ignore_errors=True)
    done = pressed.sat_at(case) if shoot is call else pressed.sat_outside(case, shoot)
    checks.of_session(done)
    wanted = Case(("battle", "verify", "Cat", "--json"))
    proper(wanted, call(*wanted.arguments), {DONE})
    if len(os.listdir("/proc/self/fd")) > 500:
        sweep()  # files that nobody holds any more
    return done.code


CHECKS = dict.fromkeys(cases.KINDS, called) | {"battles": taken_in, "prompts": at_a_prompt, "sessions": at_the_table}


# The hunt ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "part"), [(kind, part) for kind, parts in SHARES.items() for part in range(parts)])
def test_in_this_process(kind: str, part: int, folder: Path, figures: Figures) -> None:
    def check(case: Any) -> None:
        with figures.of(case):
            code = CHECKS[kind](kind, case, call)
        figures.ended(code)

    figures.went(kind, hunt(kind, str(part), many(SHARE), check))


@pytest.mark.parametrize("kind", [kind for kind in SHARES if kind != "prompts"])
def test_the_installed_program(kind: str, folder: Path, figures: Figures, program: Program) -> None:
    def shoot(*arguments: str, **how: Any) -> Done:
        return program(*arguments, cwd=folder, **how)

    def check(case: Any) -> None:
        before = getrusage(RUSAGE_CHILDREN)
        code = CHECKS[kind](kind, case, shoot)
        after = getrusage(RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        figures.took(case, used, after.ru_maxrss / 1024)
        figures.ended(code)

    figures.went(f"{kind}, installed", hunt(kind, "installed", many(OUTSIDE), check))
