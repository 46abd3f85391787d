"""No sentence hangs an import: texts are cut before any pattern sees them, and patterns are linear."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from shoot_cli.importing import roster as limits
from shoot_cli.importing.formats import read
from shoot_cli.importing.importer import take
from shoot_cli.importing.roster import Roster
from tests.importing import patterns
from tests.importing.written_rosters import ability, as_json, as_xml, model, roster, rule, statline

LONG = "(" * 60_000


@pytest.mark.slow
def test_every_pattern_of_the_importers_is_found() -> None:
    found = patterns.every_pattern()
    names = " ".join(one.where for one in found)
    assert len(found) > 550
    for module in ("datasheets.sentence_parser", "datasheets.abilities._WHO", "seventh", "pasted", "published"):
        assert module in names


@pytest.mark.slow
def test_every_pattern_reads_thirty_kilobytes_of_anything_in_a_moment() -> None:
    place = Path(patterns.__file__)
    ran = subprocess.run([sys.executable, str(place)], capture_output=True, text=True, cwd=place.parents[2])
    assert ran.stdout.splitlines()[-1:] == ["all of them"], "killed at the last of these:\n" + ran.stdout[-600:]


@pytest.mark.rule("IMP-2")
@pytest.mark.parametrize("written", [as_json, as_xml])
def test_a_text_is_cut_before_anybody_reads_it(written: object) -> None:
    below = (statline("Captain"), ability("Leader", LONG), rule("Long Speech", LONG))
    found = read(written(roster(model("Captain", *below))), "list")  # type: ignore[operator]
    assert isinstance(found, Roster)
    captain = next(one for _, one in found.units())
    texts = [value for profile in captain.profiles for _, value in profile.values]
    texts += [one.text for one in captain.rules]
    assert max(map(len, texts)) == limits.CELL


@pytest.mark.rule("IMP-2")
def test_a_text_that_was_cut_is_told() -> None:
    for times, told in ((400, ["the text of Oratory is too long: only its first 4000 characters are read"]), (200, [])):
        speech = ability("Oratory", "This model speaks. " * times)
        came = take(as_json(roster(model("Captain", statline("Captain"), speech))), "list.json")
        assert [one.text for one in came.report.guesses] == told
