"""Whole games to be read: each file is a script, and below it what ``shoot play`` makes of it.

A change of wording or of rules shows here as a change of the story. ``python -m pytest tests/golden --regenerate``
writes the transcripts anew.
"""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

import pytest

from tests.golden.playing import (
    AS_USUAL,
    FENCE,
    Lines,
    Screen,
    Script,
    Stuck,
    call,
    file_text,
    parts,
    played,
    script_of,
    tidy,
)
from tests.helpers.each import each
from tests.helpers.samples import every_nth

FOLDER = Path(__file__).parent
STORIES = sorted(FOLDER.glob("*/*.txt"))
RULE = r"((2E-[A-Z]+|7E-[A-Z]{3}|1[01]E(-[A-Z]+)+|RH-[A-Z]+)-[0-9]+|RH-SEQ)"


FATES = (
    r" slain\b.*( left| destroyed)$|^[A-Z].* (falls back|holds|goes to ground|gone to ground)$"
    r"|^[A-Z].* destroyed\b| broken: | loses \d+ integrity, "
)


def test_there_are_stories() -> None:
    assert len(STORIES) >= 5


@pytest.mark.parametrize("path", every_nth(9, STORIES), ids=lambda path: path.stem)
def test_the_story_is_as_it_was(path: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    text = path.read_text(encoding="utf-8")
    head, before = parts(text)
    now = played(script_of(head), tmp_path)
    if request.config.getoption("--regenerate", default=False):
        path.write_text(file_text(head, now), encoding="utf-8")
        return
    assert now.splitlines() == before.splitlines(), "if this is meant: python -m pytest tests/golden --regenerate"
    assert text == file_text(head, before)


@each("path", STORIES, ids=lambda path: path.stem)
def test_the_story_reads_well(path: Path) -> None:
    head, transcript = parts(path.read_text(encoding="utf-8"))
    assert head.startswith("# ")
    assert transcript.count("The battle is over.") == 1
    lines = transcript.splitlines()
    assert max(map(len, lines)) <= 80
    for before, after in itertools.pairwise(lines):
        told_twice = before == after and before.strip()
        assert not told_twice, before
    for need in re.findall(r"^ {2}[0-9]+[+-]: .*(?:\n {2}(?![0-9]+[+-]: ).*)*", transcript, re.MULTILINE):
        # A target number never stands without its rule, nor any of its reasons: the last one ends a line.
        reasons = re.split(rf"\({RULE}\)$", need, maxsplit=1, flags=re.MULTILINE)
        assert len(reasons) > 1, need
        assert all(re.search(rf"\({RULE}\)$", reason) for reason in reasons[0].split(";")[:-1]), need


@pytest.mark.parametrize("path", every_nth(25, STORIES), ids=lambda path: path.stem)
def test_the_story_told_by_battle_show_and_export_is_the_same(path: Path, tmp_path: Path) -> None:
    """What the log says afterwards has every casualty that was seen at the table, in order, and passes ``verify``."""
    head, transcript = parts(path.read_text(encoding="utf-8"))
    played(script_of(head), tmp_path)

    def run(*arguments: str) -> str:
        lines = Lines([], Screen())
        call(["battle", *arguments, "golden"], lines, tmp_path)
        return lines.screen.getvalue()

    shown = re.sub(r"\n {6,}(?=\S)", " ", run("show", "--plain"))  # lines as they were before they were wrapped
    assert told(shown)
    seen, at = " ".join(transcript.split()), 0  # and what was taken back besides
    changed = "\nchange" in head  # what follows from a changed answer is worked out again out of sight
    for line in told(shown):
        if not (changed and line not in seen[at:]):
            at = seen.index(line, at) + len(line)
    kept = json.loads(run("show", "--json"))
    assert kept["finished"] is True
    assert len(kept["answers"]) == len([line for line in shown.splitlines() if re.match(r"\d+\. ", line)])
    assert "is whole" in run("verify")
    markdown = run("export")
    assert all(line in markdown for line in told(shown) if not re.search(r"[\\`*_{}\[\]<>#|~&]", line))


def told(text: str) -> list[str]:
    """Casualties, and what became of units."""
    lines = (line.strip().removeprefix("- ") for line in text.splitlines() if "> " not in line)
    return [line for line in lines if re.search(FATES, line)]


# The machine itself --------------------------------------------------------------------------------------------------


def test_a_script_that_does_not_fit_says_where(tmp_path: Path) -> None:
    short = Script(["ultramarines", "orks"], ["--dice", "app", "--seed", "1", "--turns", "1"], [AS_USUAL])
    with pytest.raises(Stuck, match="at its end, but the game goes on"):
        played(short, tmp_path / "short")
    long = short._replace(answers=[AS_USUAL, "end the phase", AS_USUAL, "end the phase", "hello"])
    with pytest.raises(Stuck, match="the game is over, but the script goes on with 'hello'"):
        played(long, tmp_path / "long")
    with pytest.raises(Stuck, match="'xyzzy' \\(answer 2 of the script\\) was refused"):
        played(short._replace(answers=[AS_USUAL, "xyzzy", "end the phase", "end the phase"]), tmp_path / "refused")
    with pytest.raises(Stuck, match="answer 2 of the script\\) was not refused"):
        played(short._replace(answers=[AS_USUAL, "wrong: end the phase", "end the phase"]), tmp_path / "taken")
    with pytest.raises(Stuck, match="shoot ended with 1"):
        played(short._replace(lists=["nowhere", "orks"]), tmp_path / "wrong")


def test_files_are_written_as_they_are_read() -> None:
    head = "# A story.\nlists: a b\nseed: 3\n\nplayers say:\nas usual  # to begin\n  12\n"
    assert parts(file_text(head, "It ends.")) == (head.strip() + "\n", "It ends.\n")
    assert script_of(head) == Script(["a", "b"], ["--seed", "3"], ["as usual", "12"])
    assert parts(head) == (head.strip() + "\n", "\n")
    assert FENCE not in tidy(head)
    with pytest.raises(Stuck, match="no 'name: value'"):
        script_of("hello\n")
