"""What 11th edition calls snap shooting is the Overwatch of the words of lists."""

from __future__ import annotations

import pytest

from shoot_cli.rules.eleventh.edition import ABILITIES
from tests.helpers.each import each


@pytest.mark.rule("EVE-35", "10E-EFF-54")
@each(
    ("said", "usual"),
    [
        ("no snap shooting", "no Overwatch against"),
        ("No Snap Shooting against", "no Overwatch against"),
        ("no snap shooting at it if stationary", "no Overwatch against if stationary"),
        ("no snap shooting against INFANTRY", "no Overwatch against INFANTRY"),
        ("led: no snap shooting", "led: no Overwatch against"),
    ],
)
def test_no_snap_shooting_is_no_overwatch(said: str, usual: str) -> None:
    one, other = ABILITIES.of_unit(said), ABILITIES.of_unit(usual)
    assert one is not None
    assert other is not None
    assert one.but(text="") == other.but(text="")
