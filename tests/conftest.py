"""What makes a run of all tests cheap: nothing here changes what any of them sees.

The figure to hold is processor time (``time pytest``, user and system together): it hardly depends on who else is at the
machine. See "Tests are counted, not timed" in CONTRIBUTING.md.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

HOUSE = Path(__file__).parent.parent
PARAM = type(pytest.param())
PATIENCE = 60  # seconds that the others wait for the first one, should it have died
HUNG = 600  # seconds after which a test waits for something that does not come, such as a key that nobody types

settings.register_profile("house", deadline=None)  # by default it times each example
settings.load_profile("house")

# Many tests start a ``shoot`` of their own, and without byte code on disk each would compile the whole package first.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

gc.disable()  # until all tests are known: what is imported and collected stays, and to look through it takes seconds

# A shell lets jobs in the background ignore Ctrl-C, and whatever they start as well.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make no case of the samples that are slow, where only plain ones run: a third of all cases is slow."""
    if metafunc.config.option.markexpr != "not slow":
        return
    parametrize = metafunc.parametrize

    def plain_ones(names: Any, values: Iterable[Any], *more: Any, **others: Any) -> None:
        values = [*values]
        plain = [place for place, value in enumerate(values) if not is_slow(value)]
        if plain:  # else pytest itself leaves them all out
            if isinstance(others.get("ids"), Sequence):
                others["ids"] = [others["ids"][place] for place in plain]
            values = [values[place] for place in plain]
        parametrize(names, values, *more, **others)

    metafunc.parametrize = plain_ones  # type: ignore[method-assign]


def is_slow(value: Any) -> bool:
    return isinstance(value, PARAM) and any(mark.name == "slow" for mark in value.marks)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Let a worker tell of the start and the end of a test only what somebody shows: each message costs both sides."""
    if session.config.option.durations is not None or session.config.option.verbose > 0:
        return
    for plugin in session.config.pluginmanager.get_plugins():
        if type(plugin).__name__ == "WorkerInteractor":
            plugin.sendevent = partial(sent_if_shown, plugin.sendevent)


def sent_if_shown(send: Callable[..., None], name: str, **said: Any) -> None:
    needless = name == "testreport" and said["data"]["when"] != "call" and said["data"]["outcome"] == "passed"
    if not needless and name not in ("logstart", "logfinish"):
        send(name, **said)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Let a test that hangs fail by itself, far beyond what any takes, and not hang the whole run."""
    if not hasattr(signal, "setitimer"):  # Windows
        return (yield)

    def stop(*_: Any) -> None:
        pytest.fail(f"it hangs: {HUNG} seconds are over")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, HUNG)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def pytest_collection(session: pytest.Session) -> None:
    """pytest compiles every test file anew for its asserts. One process does, the others wait and read what it wrote."""
    if os.environ.get("PYTEST_XDIST_WORKER", "gw0") != "gw0":
        end = time.monotonic() + PATIENCE
        while not compiled(session).exists() and time.monotonic() < end:
            time.sleep(0.1)


def pytest_collection_finish(session: pytest.Session) -> None:
    gc.freeze()  # ten thousand tests would be looked through again and again for what nobody needs any more
    # There is hardly any garbage, and to look for it each 100,000 objects took a twelfth of all processor time.
    gc.set_threshold(3_000_000)
    gc.enable()
    if os.environ.get("PYTEST_XDIST_WORKER") == "gw0":
        compiled(session).touch()


def pytest_sessionfinish(session: pytest.Session) -> None:
    if "PYTEST_XDIST_WORKER" in os.environ:
        gc.freeze()  # it is looked through eight times at the end, in vain, and who takes ten seconds for it is killed
    if os.environ.get("PYTEST_XDIST_WORKER") == "gw0":
        compiled(session).unlink(missing_ok=True)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """What hostile calls cost in time and memory, if any were made."""
    from tests.reliability.figures import lines

    reports = [one for kept in terminalreporter.stats.values() for one in kept if getattr(one, "when", "") == "call"]
    for line in lines(pair for report in reports for pair in report.user_properties):
        terminalreporter.write_line(line)


def compiled(session: pytest.Session) -> Path:
    """Stands once the first process has collected."""
    return Path(tempfile.gettempdir()) / f"shoot-tests-{os.environ['PYTEST_XDIST_TESTRUNUID']}"


@pytest.fixture(scope="session", autouse=True)
def a_home_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What commands remember is kept away from whoever runs the tests, also where a test does not think of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SHOOT_HOME", str(tmp_path_factory.mktemp("home")))
        yield


@pytest.fixture(scope="session", autouse=True)
def made_once() -> Iterator[None]:
    """Within one process a list of this house is read once, a command is built once, and so are the keys of prompts.

    Profiles are frozen, commands and keys are not changed by use; a ``shoot`` in a process of its own does it all.
    """
    import prompt_toolkit.application.application as prompts
    from typer import main, testing

    from shoot_cli.armies import loading
    from shoot_cli.cli import app

    read = loading._read
    known: dict[tuple[str, str, str], Any] = {}

    def read_once(text: str, name: str, how: str) -> Any:
        if HOUSE not in Path(name).parents:
            return read(text, name, how)
        if (text, name, how) not in known:
            known[text, name, how] = read(text, name, how)
        return known[text, name, how]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loading, "_read", read_once)
        patch.setattr(app, "load_command", cache(app.load_command))
        patch.setattr(main, "get_command", cache(main.get_command))  # as a Typer app finds it that is called
        patch.setattr(testing, "_get_command", main.get_command)
        patch.setattr(prompts, "load_key_bindings", cache(prompts.load_key_bindings))
        yield
