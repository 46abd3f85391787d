"""What a teacher at the table knows of the battle."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from shoot_cli.commands.teaching import Teacher


def test_it_knows_which_attack_is_going_on() -> None:
    teacher: Any = Teacher.__new__(Teacher)
    said = [SimpleNamespace(answer=answer) for answer in ("x", "Boyz", {"passed": 1}, "Nobz")]
    teacher.battle = SimpleNamespace(table=None, journal=SimpleNamespace(said=said))
    assert teacher.attack() == (None, None)
    for start, name in ((None, None), (1, "Boyz"), (3, "Nobz")):
        teacher.battle.table = SimpleNamespace(attack=start)
        assert teacher.attack() == (start, name)
