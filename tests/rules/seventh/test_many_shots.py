"""Very many shots: floats stay close to fractions, in the distribution and in what can be expected."""

from __future__ import annotations

import pytest

from shoot_cli.cli import units
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds


@pytest.mark.slow
@pytest.mark.parametrize(
    ("attacker", "target"),
    [
        (
            '30x BS4 S6 AP4 Heavy 4 24" [rending]',
            '8x "A" T4 Sv2+ Inv5+ W5 + 20x "B" T4 Sv3+ + 20x "C" T4 Sv4+ FNP5+ W2',
        ),
        ('40x BS2 SX AP6 Heavy 4 36" [sniper]', '5x "A" T4 Sv3+ + 25x "B" T4 W2 Sv4+'),
    ],
)
def test_two_kinds_of_wounds(attacker: str, target: str) -> None:
    task = units.pairing(attacker, target, "7e", units.shared_answers(None, {})).task()
    ruleset = task.ruleset
    floats, fractions = (
        odds(ruleset.attack, task.start(), Preset({}, raise_missing), settings=ruleset.defaults(), exact=exact)
        for exact in (False, True)
    )
    for measure in ruleset.measures.values():
        wanted = [float(x) for x in fractions.distribution(measure)]
        assert floats.distribution(measure) == pytest.approx(wanted, rel=0, abs=1e-13)
    assert floats.unsaved == pytest.approx(float(fractions.unsaved), rel=0, abs=1e-12)
    for kind, x in fractions.expected.items():
        assert floats.expected[kind] == pytest.approx(float(x), rel=0, abs=1e-12)
