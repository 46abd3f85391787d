"""Editions that take rosters say so without being opened: a roster of one opens no other."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from shoot_cli.rules import RULESETS, Edition
from tests.imports import armies

LOADED = """
import json, sys
from shoot_cli.imports.in_memory import imported
raw = open(sys.argv[1], "rb").read()
imported(raw, "river.json", None)
print(json.dumps(sorted(sys.modules)))
"""


@pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)
def test_the_ids_of_its_game_are_those_that_its_importer_has(edition: Edition) -> None:
    assert bool(edition.systems) is (find_spec(f"{edition.package}.importing") is not None)
    assert edition.systems == getattr(edition.importing(), "SYSTEMS", ())


@pytest.mark.slow
def test_a_roster_opens_its_own_edition_and_no_other(tmp_path: Path) -> None:
    mine, _ = armies.written(tmp_path)
    env = {**os.environ, "SHOOT_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", LOADED, str(mine)], capture_output=True, text=True, env=env, check=True
    )
    found = set(json.loads(done.stdout))
    assert {one.short for one in RULESETS if one.package in found} == {"10e"}
