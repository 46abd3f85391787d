"""What a teacher and the progress line know of the battle that is played."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from shoot_cli.play.game import Game, Shown


def test_a_game_knows_which_attack_is_going_on() -> None:
    """A teacher asks each thing once in an attack."""
    game: Any = Game.__new__(Game)
    said = [SimpleNamespace(answer=answer) for answer in ("x", "Boyz", {"passed": 1}, "Nobz")]
    game.table, game.journal = None, SimpleNamespace(answers=said)
    assert game.attack() == (None, None)
    for start, name in ((None, None), (1, "Boyz"), (3, "Nobz")):
        game.table = SimpleNamespace(attack=start)
        assert game.attack() == (start, name)


def test_the_progress_line_shows_the_stage_that_the_table_stands_in() -> None:
    shown: Any = Shown.__new__(Shown)
    shown.printer = SimpleNamespace(progress=lambda stage: f"[{stage}]")
    shown.game = SimpleNamespace(table=None)
    assert shown.progress() == "[]"
    shown.game.table = SimpleNamespace(stage="Hit")
    assert shown.progress() == "[Hit]"
