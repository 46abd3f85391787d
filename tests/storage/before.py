"""Battles as an earlier version of the program kept them, and what came of them then: they must open, fit and go on.

``before/<edition>.db`` is the database that the real ``shoot play`` left behind in the middle of an attack, with an undo
and a change of an earlier answer in it, and dice of the players and of the app. ``before/<edition>.txt`` has what was
said: until the players left, and (below ``then:``) when they came back; under the line stands what the program told of it.

    python tests/storage/before.py words [EDITION ...]   the words once more, of the databases that are there

is what a change of wording takes: read the difference. The databases are made once for each ``version`` of an edition, and
not again, or they would show nothing. An edition that asks otherwise has a new version, cannot go on with these, and so

    python tests/storage/before.py battle EDITION        keeps its battle anew, by a script that fits
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

sys.path[:0] = [] if __package__ else [str(Path(__file__).parents[2])]

from shoot_cli import armies  # noqa: E402
from tests.golden.playing import Lines, Screen, call, file_text, parts, script_of, tidy  # noqa: E402

FOLDER = Path(__file__).parent / "before"
GOLDEN = FOLDER.parents[1] / "golden"
NAME = "before"
KEPT = "shoot.db"  # in the folder of the user's data
THEN = "then:"
WHEN = r"^  (Begun|Last change): .*\n"  # by the clock of whoever looks
STORED = sorted(path.stem for path in FOLDER.glob("*.txt"))


class Story(NamedTuple):
    """``head`` as written: what was said, and what is said ``then``; ``told`` is what came of it."""

    head: str
    then: list[str]
    told: str


def story(edition: str) -> Story:
    head, told = parts((FOLDER / f"{edition}.txt").read_text(encoding="utf-8"))
    _, _, then = head.partition(f"\n{THEN}\n")
    return Story(head, script_of(f"lists:\nplayers say:\n{then}").answers, told)


def opened(edition: str, home: Path) -> None:
    """A copy of the kept battle, where the program looks for it."""
    home.mkdir(exist_ok=True)
    shutil.copy(FOLDER / f"{edition}.db", home / KEPT)


def run(home: Path, *arguments: str, said: list[str] | None = None) -> str:
    """What a command shows. :raises Stuck: it does not come to a good end, or something is said and not asked for."""
    lines = Lines(said or [], Screen())
    call(arguments, lines, home)
    assert lines.said == len(lines.answers), f"nobody asked for {lines.answers[lines.said]!r}"
    return lines.screen.getvalue()


def told(home: Path, then: list[str]) -> str:
    """What the program tells of the battle as it was left, then how it goes on, and its log after that."""
    looks = [("verify",), ("show", "--plain"), ("luck", "--plain")]
    texts = []
    for words in (*looks, (), *looks):
        command = ["battle", *words, NAME] if words else ["play", "--resume", "--plain", "--battle", NAME]
        shown = tidy(run(home, *command, said=None if words else then))
        texts.append(f"$ shoot {' '.join(command)}\n{re.sub(WHEN, '', shown, flags=re.MULTILINE)}")
    return "\n".join(texts)


def neutral(file: Path) -> str:
    """A copy of a list where no folder of whoever keeps the battle is named: a battle has the path of its lists."""
    copy = Path("/tmp/shoot") / file.parent.name / file.name
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(file, copy)
    return str(copy)


def shipped(edition: str, name: str) -> Path:
    """The file of a shipped list."""
    return next(one.path for one in armies.samples() if (one.ruleset, one.name) == (edition, name))


def play(edition: str) -> None:
    """The battle up to where its players leave, kept by the code as it is now."""
    head, _, _ = story(edition).head.partition(f"\n{THEN}\n")
    script = script_of(head)
    with TemporaryDirectory() as folder:
        home = Path(folder)
        lists = [neutral(GOLDEN / name if name.endswith(".yaml") else shipped(edition, name)) for name in script.lists]
        print(run(home, "play", *lists, "--plain", "--battle", NAME, *script.options, said=script.answers))
        run(home, "battle", "backup", str(FOLDER / f"{edition}.db"), "--force")


def write_words(edition: str) -> None:
    kept = story(edition)
    with TemporaryDirectory() as folder:
        opened(edition, Path(folder))
        text = told(Path(folder), kept.then)
    (FOLDER / f"{edition}.txt").write_text(file_text(kept.head, text), encoding="utf-8")


if __name__ == "__main__":
    what, *editions = sys.argv[1:]
    for one in editions or STORED:
        play(one) if what == "battle" else write_words(one)
