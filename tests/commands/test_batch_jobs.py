"""``shoot odds --batch --jobs``: several processes, and the results as of one; units that come again in a batch."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from shoot_cli import armies
from shoot_cli.analysis.grid import AHEAD, cores
from shoot_cli.commands import odds
from shoot_cli.commands.odds import BUNDLE, LONG_BUNDLE, bundled
from shoot_cli.engine.budget import MOST_JOBS
from shoot_cli.engine.reasons import InputError
from tests.benchmarks.batch import scenarios
from tests.helpers.command_line import SCRIPT
from tests.helpers.samples import every_nth, first

GOOD: dict[str, Any] = {
    "ruleset": "7e",
    "attacker": '10x BS4 S4 AP5 Rapid Fire 24"',
    "target": "10x T4 Sv6+",
    "answers": {"distance": 20},
}
IDLE = {**GOOD, "answers": {"distance": 20, "within_6": "no"}}
WRONG = {**GOOD, "answers": {"distanc": 20}}
LONG = {  # seconds of work
    "ruleset": "10e",
    "attacker": "9x A D6 BS3+ S5 AP-1 D D3 [devastating wounds] + 9x A D3 BS3+ S5 AP-1 D D6 [devastating wounds]",
    "target": "20x T4 Sv3+ W3",
}


def batch(*lines: Any) -> bytes:
    return b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines) + b"\n"


MIXED = batch(*scenarios(3 * BUNDLE, 1), b"junk", b"", IDLE, WRONG, b"x" * ((1 << 20) + 1), GOOD, *scenarios(20, 2))


# The results ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_results_are_the_same_for_every_number_of_processes(process, tmp_path):
    path = tmp_path / "batch.jsonl"
    path.write_bytes(MIXED)
    one = process("odds", "--batch", str(path))
    lines = one.out.splitlines()
    assert one.code == 0
    assert len(lines) == 3 * BUNDLE + 5 + 20
    place = 3 * BUNDLE
    assert ["error" in json.loads(line) for line in lines[place : place + 5]] == [True, False, True, True, False]
    told = one.err.splitlines()
    assert f"line {place + 3}: within_6 makes no difference to this attack." in told
    assert all(": cover makes no difference to th" in line for line in told if "within_6" not in line)
    for jobs in ("2", "4", "0"):
        more = process("odds", "--batch", str(path), "--jobs", jobs)
        assert (more.code, more.out, more.err) == (0, one.out, one.err), jobs
    assert process("odds", "--batch", "-", "--jobs", "2", stdin=MIXED).out == one.out


@pytest.mark.slow
def test_fractions_and_budget_are_for_all_processes(process):
    document = batch(*[GOOD] * BUNDLE, *[LONG] * 2)
    done = process("odds", "--batch", "-", "--jobs", "2", "--fractions", "--budget", "0.01", stdin=document)
    results = [json.loads(line) for line in done.out.splitlines()]
    assert results[0]["exact"]["slain"][10] == "1/59049"
    assert all("0.01 s of CPU" in result["error"] for result in results[BUNDLE:])


def test_nobody_is_started_for_a_few_lines(shoot, monkeypatch):
    monkeypatch.delattr("shoot_cli.analysis.grid.Crew")
    done = shoot("odds", "--batch", "-", "--jobs", "4", stdin=batch(*[GOOD] * BUNDLE))
    assert (done.code, len(done.out.splitlines())) == (0, BUNDLE)
    with pytest.raises(NameError):
        shoot("odds", "--batch", "-", "--jobs", "4", stdin=batch(*[GOOD] * (BUNDLE + 1)))


@pytest.mark.parametrize("more", [["--jobs", "-1"], ["--jobs", str(MOST_JOBS + 1)], ["--jobs", "some"]])
def test_how_many_has_bounds(shoot, more):
    assert "--jobs" in shoot("odds", "--batch", "-", *more, stdin="").refused(2)


def test_it_is_for_batches(shoot):
    assert "--jobs is for --batch" in shoot("odds", "7e.yaml", "--jobs", "2").refused(2)


def test_there_is_a_core() -> None:
    assert cores() >= 1


# Lines go together ---------------------------------------------------------------------------------------------------


def test_long_lines_go_with_fewer_others() -> None:
    lines = [b"x", b"y" * LONG_BUNDLE, None, b"z"]
    assert [[number for number, _ in bundle] for bundle in bundled(lines, BUNDLE)] == [[1, 2], [3, 4]]
    assert [[number for number, _ in bundle] for bundle in bundled(lines, 1)] == [[1], [2], [3], [4]]


def test_what_was_read_before_the_input_ended_badly_is_not_lost(monkeypatch, capsys):
    def lines_of(name: str) -> Any:
        yield from [json.dumps(GOOD).encode()] * (BUNDLE + 1)
        raise InputError("the disk is gone")

    monkeypatch.setattr(odds, "lines_of", lines_of)
    with pytest.raises(InputError, match="the disk is gone"):
        odds.run_batch("-", False, 20)
    assert len(capsys.readouterr().out.splitlines()) == BUNDLE + 1


# The processes -------------------------------------------------------------------------------------------------------

AHEAD_OF = """
from functools import partial
from shoot_cli.analysis.grid import in_order
from shoot_cli.input.answers import InputError

taken = 0
def items(n):
    global taken
    for taken in range(1, n + 1):
        yield taken
    raise InputError("no more")

def double(item):
    return 2 * item

def make():
    return double

found, most = [], 0
try:
    for result in in_order(make, items(300), 2):
        found.append(result)
        most = max(most, taken - len(found))
except InputError as error:
    print(found == [2 * item for item in range(1, 301)], most, error)
"""


def test_a_few_are_read_ahead_and_a_refusal_comes_last():
    done = subprocess.run([sys.executable, "-c", AHEAD_OF], capture_output=True, text=True, timeout=60, check=True)
    right, most, words = done.stdout.split(maxsplit=2)
    assert (right, words) == ("True", "no more\n")
    assert int(most) <= 2 * AHEAD + 1


@pytest.fixture
def working(tmp_path):
    """A batch that two processes are at."""
    path = tmp_path / "long.jsonl"
    path.write_bytes(batch(*[{**LONG, "answers": {"distance": n}} for n in range(1, 20)] * 10))
    call = [sys.executable, "-c", SCRIPT, "odds", "--batch", str(path), "--jobs", "2"]
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


def children(process: subprocess.Popen[str]) -> list[int]:
    """Those of it that are at work, once there are two."""
    for _ in range(600):
        found = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True, check=False
        ).stdout
        if len(found.split()) == 2:
            return [int(word) for word in found.split()]
        time.sleep(0.1)
    raise AssertionError("nobody was started")


def gone(pid: int) -> bool:
    for _ in range(600):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


only_linux = pytest.mark.skipif(sys.platform != "linux", reason="asks ps for the children")


@pytest.mark.slow
@only_linux
@pytest.mark.parametrize(
    ("number", "code"), first(1, [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGKILL, -9)]), ids=str
)
def test_no_process_outlives_the_one_that_started_it(working, number, code):
    others = children(working)
    working.send_signal(number)
    _, err = working.communicate(timeout=60)
    assert (working.returncode, "Traceback" in err) == (code, False)
    assert all(map(gone, others))


@pytest.mark.slow
@only_linux
def test_a_process_that_was_killed_is_an_error_in_words(working):
    os.kill(children(working)[0], signal.SIGKILL)
    _, err = working.communicate(timeout=60)
    assert (working.returncode, "fewer --jobs need less memory" in err, "Traceback" in err) == (1, True, False)


@pytest.mark.slow
@only_linux
def test_when_nobody_reads_on_it_ends(tmp_path):
    path = tmp_path / "many.jsonl"
    path.write_bytes(batch(*[GOOD] * 2_000))
    call = [sys.executable, "-c", SCRIPT, "odds", "--batch", str(path), "--jobs", "2"]
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(60) in (0, 1)


LARGE = """
import shoot_cli.analysis.grid as jobs
results = jobs.in_order(lambda: lambda item: bytes(8_000_000), range(100), 2)
next(results)
results.close()
print("ended")
"""


@only_linux
def test_whoever_wants_no_more_waits_for_no_half_result():
    """Each process is at work, or hands over a result that is longer than what a pipe takes at once."""
    done = subprocess.run([sys.executable, "-c", LARGE], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr, done.returncode) == ("ended\n", "", 0)


# Units that come again -----------------------------------------------------------------------------------------------


def test_sides_that_are_known_are_what_is_written() -> None:
    known = armies.KnownSides()
    documents = [json.loads(line) for line in scenarios(60, 4)]
    for document in [*documents, *reversed(documents)]:
        assert armies.scenario_from(document, known) == armies.scenario_from(document)
    assert all(known.scenario(document) == armies.scenario_from(document) for document in documents)


def test_a_known_side_hangs_on_all_else_that_is_written() -> None:
    """The same unit with another weapon of its name; the same unit as attacker and as target."""
    known = armies.KnownSides()
    rifle = {"range": 24, "A": 1, "BS": "3+", "S": 4, "AP": 0, "D": 1}
    squad = {
        "name": "Squad",
        "models": [{"name": "Trooper", "count": 5, "T": 4, "Sv": "3+", "W": 2, "weapons": ["rifle"]}],
    }
    documents = [
        {"ruleset": "10e", "weapons": {"rifle": {**rifle, "S": strength}}, "attacker": squad, "target": target}
        for strength in (4, 8)
        for target in (squad, "10x T4 Sv3+")
    ]
    for document in documents * 2:
        assert armies.scenario_from(document, known) == armies.scenario_from(document)
    assert len({known.scenario(d).attacker.models[0][0].weapons[0].strength for d in documents[:4]}) == 2


def test_what_is_wrong_is_as_wrong_when_the_sides_are_known() -> None:
    known = armies.KnownSides()
    armies.scenario_from(GOOD, known)
    for wrong in ({"answers": 3}, {"answers": {"distance": [[]]}}, {"extra": 1}, {"attacker": "10x"}, {"target": None}):
        with pytest.raises(armies.ArmyErrors) as anew:
            armies.scenario_from({**GOOD, **wrong})
        with pytest.raises(armies.ArmyErrors) as again:
            armies.scenario_from({**GOOD, **wrong}, known)
        assert str(again.value) == str(anew.value)


def test_a_few_sides_are_kept_and_none_that_is_long(monkeypatch) -> None:
    monkeypatch.setattr(armies.KnownSides, "MOST", 12)
    monkeypatch.setattr(armies.KnownSides, "LONGEST", 90)
    known = armies.KnownSides()
    for n in range(1, 25):
        known.scenario({**GOOD, "attacker": f"{n}x BS4 boltgun"})
        assert 0 < len(known.units) <= known.MOST
    before = [*known.units]
    known.scenario({**GOOD, "attacker": "7x BS4 boltgun" + " " * 90})
    assert [*known.units] == before


def test_a_side_that_is_known_is_not_read_with_the_other_one(monkeypatch) -> None:
    known = armies.KnownSides()
    armies.scenario_from(GOOD, known)
    from shoot_cli.rules.seventh.lists import Lists

    read, roles = Lists.read_line, []
    monkeypatch.setattr(Lists, "read_line", lambda self, text, role: (roles.append(role), read(self, text, role))[1])
    other = {**GOOD, "target": "3x T5 Sv2+"}
    found = armies.scenario_from(other, known)
    assert roles == ["target"]
    assert found == armies.scenario_from(other)


def test_what_was_read_before_is_not_read_again(monkeypatch) -> None:
    known = armies.KnownSides()
    armies.scenario_from(GOOD, known)
    monkeypatch.delattr("shoot_cli.rules.seventh.lists.read_scenario")
    assert armies.scenario_from({**GOOD, "answers": {"distance": 3}}, known).answers == (("distance", "3"),)


# Where the system gives no more --------------------------------------------------------------------------------------

HOW = ["compare", "matchup", "matrix", "batch", "what-if"]


@pytest.fixture(params=every_nth(3, HOW))
def in_two(request, shoot, monkeypatch):
    """Call a command that hands its work out to three processes."""
    monkeypatch.setattr("shoot_cli.analysis.grid.TOO_FEW_TO_SHARE", 0)
    monkeypatch.setattr("shoot_cli.analysis.what_if.TOO_FEW_TO_SHARE", 0)
    words = {
        "compare": ["compare", "orks::Trukk", "orks::Gretchin", "-a", "targets::Rhino"],
        "matchup": ["matchup", "orks::Trukk", "ultramarines::Rhino"],
        "matrix": ["matrix", "orks::Trukk", "orks::Gretchin"],
        "batch": ["odds", "--batch", "-"],
        "what-if": ["odds", "ultramarines::Tactical", "orks::Trukk", "--what-if"],
    }[request.param]
    stdin = batch(*[GOOD] * (2 * BUNDLE)) if request.param == "batch" else None
    return lambda: shoot(*words, "--jobs", "3", stdin=stdin)


def nobody_is_left() -> bool:
    return not multiprocessing.active_children()


@only_linux
@pytest.mark.parametrize("given", [0, 2])
def test_where_there_are_no_more_processes_it_is_told(in_two, monkeypatch, given):
    fork, forks = os.fork, []

    def fork_if_there_is_room() -> int:
        if len(forks) == given:
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        forks.append(1)
        return fork()

    monkeypatch.setattr(os, "fork", fork_if_there_is_room)
    words = in_two().refused()
    assert "the system does not give 3 processes what they need (Resource temporarily unavailable)" in words
    assert nobody_is_left()


@only_linux
@pytest.mark.parametrize("kind", ["threads", "files"])
def test_what_a_process_lacks_it_tells(in_two, monkeypatch, kind):
    class NoMore:
        def __init__(self, *_: object, **__: object) -> None:
            if kind == "files":
                raise OSError(errno.EMFILE, "Too many open files")

        def start(self) -> None:
            raise RuntimeError("can't start new thread")

    monkeypatch.setattr("shoot_cli.analysis.grid.Thread", NoMore)
    words = in_two().refused()
    assert {"threads": "no more threads", "files": "Too many open files"}[kind] in words
    assert nobody_is_left()


@only_linux
def test_where_there_are_no_more_files_it_is_told(in_two, monkeypatch):
    def no_pipe(*_: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr("multiprocessing.connection.Pipe", no_pipe)
    assert "Too many open files" in in_two().refused()
    assert nobody_is_left()


@only_linux
@pytest.mark.slow
@pytest.mark.parametrize("most", [8, 9, 11, 12, 13, 14])
def test_few_files_end_in_a_sentence(most):
    """With a limit of the system itself: wherever it is met."""
    call = f'ulimit -n {most}; exec "$0" -c "$1" matrix deffskulls vanguard --jobs 8'
    done = subprocess.run(
        ["sh", "-c", call, sys.executable, SCRIPT], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, "Too many open files" in done.stderr, "Traceback" in done.stderr) == (1, True, False)


def test_an_answer_of_nothing_is_an_error_and_blank_lines_count(shoot) -> None:
    """JSON's null is no answer; the numbers of the lines are those of the file."""
    lines = [{**GOOD, "answers": {"cover": None}}, None, IDLE]
    done = shoot("odds", "--batch", "-", stdin="".join(json.dumps(line) + "\n" if line else "\n" for line in lines))
    first, last = map(json.loads, done.out.splitlines())
    assert first == {"error": "answers.cover: the answer to “cover” is null; write one, or leave “cover” out"}
    assert last["destroyed"] >= 0
    assert done.err == "line 3: within_6 makes no difference to this attack.\n"
