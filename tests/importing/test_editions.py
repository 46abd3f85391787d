"""Editions that take rosters say so without being opened: a roster of one opens no other."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from shoot_cli.importing.editions import IMPORTERS
from shoot_cli.rules import RULESETS
from tests.importing import sample_rosters

LOADED = """
import json, sys
from shoot_cli.importing.list_files import imported
raw = open(sys.argv[1], "rb").read()
imported(raw, "river.json")
print(json.dumps(sorted(sys.modules)))
"""


def test_an_importer_is_there_for_editions_that_there_are() -> None:
    assert {*IMPORTERS} <= {edition.name for edition in RULESETS}
    systems = [system for one in IMPORTERS.values() for system in (*one.systems, *one.also)]
    assert len(systems) == len({*systems}) > len(IMPORTERS)


@pytest.mark.slow
def test_a_roster_opens_its_own_edition_and_no_other(tmp_path: Path) -> None:
    mine, _ = sample_rosters.written(tmp_path)
    env = {**os.environ, "SHOOT_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", LOADED, str(mine)], capture_output=True, text=True, env=env, check=True
    )
    found = set(json.loads(done.stdout))
    assert {one.short for one in RULESETS if one.package in found} == {"10e"}
