"""What a teacher and the progress line know of the battle that is played."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from shoot_cli.play.session import Session
from shoot_cli.play.teaching import Teacher


def test_a_teacher_knows_which_attack_is_going_on() -> None:
    teacher: Any = Teacher.__new__(Teacher)
    said = [SimpleNamespace(answer=answer) for answer in ("x", "Boyz", {"passed": 1}, "Nobz")]
    teacher.battle = SimpleNamespace(table=None, journal=SimpleNamespace(said=said))
    assert teacher.attack() == (None, None)
    for start, name in ((None, None), (1, "Boyz"), (3, "Nobz")):
        teacher.battle.table = SimpleNamespace(attack=start)
        assert teacher.attack() == (start, name)


def test_the_progress_line_shows_the_stage_that_the_table_stands_in() -> None:
    battle: Any = Session.__new__(Session)
    battle.screen = SimpleNamespace(progress=lambda stage: f"[{stage}]", why=None)
    battle.journal = SimpleNamespace(can_undo=None, can_redo=None)
    battle.looks = SimpleNamespace(keys=dict)
    battle.ruleset = SimpleNamespace(reroll_name="")
    battle.asker, battle.by_hand = lambda **more: more, True
    shown = battle.with_keys()["progress"]
    assert shown() == "[]"
    battle.table = SimpleNamespace(stage="Hit")
    assert shown() == "[Hit]"
