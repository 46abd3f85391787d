"""Random attacks of units from lists, whom characters are said to have joined, at the command line: as the oracle says."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from shoot_cli.cli.app import app
from tests.helpers.samples import first
from tests.rules.seventh.helpers.attack_words import Attack, Side
from tests.rules.seventh.helpers.random_joined import random_attack
from tests.rules.seventh.helpers.scenarios import answers, army
from tests.rules.seventh.test_brute_force import by_enumeration


def written(attack: Attack, side: Side, file: Path, joined: bool) -> str:
    """A list of one side, and its squad as a command takes it. ``joined``: the list says who has joined whom."""
    found = army(attack, side, file.stem)
    if not joined:
        found["units"] = [{key: said for key, said in unit.items() if key != "joined_to"} for unit in found["units"]]
    file.write_text(yaml.safe_dump(found, sort_keys=False), encoding="utf-8")
    return f"{file}::{side.squad.name}"


def told(attack: Attack, joined: bool) -> list[str]:
    """What is answered, as options."""
    said: dict[str, Any] = {key: "; ".join(it) if isinstance(it, list) else it for key, it in answers(attack).items()}
    for key, side in (("attacker_joined", attack.attacker), ("joined", attack.target)):
        if len(side.groups) > 1 and not joined:
            said[key] = ", ".join(group.name for group in side.groups[1:])
    return [word for key, it in said.items() for word in ("--set", f"{key}={it}")]


@pytest.mark.rule("7E-IC-1", "7E-IC-6")
@pytest.mark.parametrize("joined", [False, True])
@pytest.mark.parametrize("seed", first(3, range(200, 216)))
def test_units_of_lists(seed: int, joined: bool, tmp_path: Path) -> None:
    attack = random_attack(Random(seed))
    sides = [
        written(attack, side, tmp_path / f"{name}.yaml", joined)
        for side, name in ((attack.attacker, "Mine"), (attack.target, "Theirs"))
    ]
    done = CliRunner().invoke(app, ["odds", *sides, "--json", "--fractions", *told(attack, joined)])
    assert done.exit_code == 0, done.output
    result = json.loads(done.stdout)
    wanted: Counter[int] = Counter()
    for (_, damage, *_rest), p in by_enumeration(attack).items():
        wanted[damage] += p  # type: ignore[assignment]
    assert {n: Fraction(p) for n, p in enumerate(result["exact"]["damage"]) if Fraction(p)} == wanted
