"""What is proposed in an attack on its own is worked out once for all losses, and is what each of them would get."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.api import odds
from shoot_cli.rules.seventh.steps import weapon
from tests.helpers.samples import first

PAIRS = (
    ("eldar::Guardian Defenders", "hive_fleet::Termagant Brood"),
    ("ultramarines::Tactical Squad", "orks::Shoota Boyz"),
    ("tau::Burst Crisis", "ultramarines::Tactical Squad"),
    ("astra_militarum::Infantry", "tau::Strike Team"),
    ("astra_militarum::Infantry", "tau::Devilfish"),
)


@pytest.mark.parametrize(("attacker", "target"), first(1, PAIRS))
def test_what_is_proposed_does_not_hang_on_losses(attacker: str, target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    met: set[Any] = set()
    best, offers, modes = weapon.best_of_each, weapon.offers, weapon.not_proposed

    def best_of_each(state: Any, among: Any = None) -> Any:
        met.add(state.line.lost if weapon.alike(state) else None)
        found = best(state, among)
        assert [*map(tuple, found)] == [tuple(weapon.best_first(state, firer, among)) for firer in state.firers]
        return found

    def offered(state: Any) -> Any:
        found = offers(state)
        assert found == weapon._offers(state)
        return found

    def not_proposed(state: Any, own: Any) -> bool:
        found = modes(state, own)
        assert found == weapon._other_modes(state, own)
        return found

    monkeypatch.setattr(weapon, "best_of_each", best_of_each)
    monkeypatch.setattr(weapon, "offers", offered)
    monkeypatch.setattr(weapon, "not_proposed", not_proposed)
    odds(attacker, target, distance=12)
    assert len(met) > 1 or attacker != PAIRS[1][0]
    assert met
