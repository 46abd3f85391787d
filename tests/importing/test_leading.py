"""Leaders and those whom they may lead, as the report names them and ``leader:`` takes them."""

from __future__ import annotations

import pytest

from shoot_cli.importing.importer import take
from shoot_cli.importing.report import Leads, Options, attached, called, still_to_lead
from tests.importing import sample_rosters
from tests.importing.written_rosters import as_json

DOCUMENT = {"units": [{"name": name} for name in ("Boss", "Boyz", "Boyz", "Nobz", "boss")]}
TOLD = (
    Leads("Boss", ("Boyz", "Boyz 2", "Nobz", "boss 2")),
    Leads("boss 2", ("Nobz", "Gone")),
    Leads("Lost", ("Boyz",)),
)


def test_units_of_one_name_are_called_by_their_numbers() -> None:
    assert called(["Boss", "Boyz", "Boyz", "Nobz", "boss"]) == ["Boss 1", "Boyz 1", "Boyz 2", "Nobz", "boss 2"]


@pytest.mark.rule("IMP-50")
def test_who_leads_already_or_is_gone_is_asked_for_no_more() -> None:
    first = Leads("Boss 1", ("Boyz 1", "Boyz 2", "Nobz"))
    both = (first.but(units=(*first.units, "boss 2")), Leads("boss 2", ("Nobz",)))
    assert still_to_lead(DOCUMENT, ("leader",), TOLD) == both
    units = [*DOCUMENT["units"][:4], {"name": "boss", "leader": "Nobz"}]
    assert still_to_lead({"units": units}, ("leader",), TOLD) == (first,)
    assert attached({"units": units}, ("leader",)) == (("boss 2", "Nobz"),)


@pytest.mark.rule("IMP-50")
def test_what_the_report_offers_can_be_said() -> None:
    """Nobody is attached by itself; each name that stands under "may lead" does for ``--attach``."""
    raw = as_json(sample_rosters.river_watch())
    (leads,) = take(raw, "river.json").report.leads
    assert leads == Leads("River Captain", ("River Guard 1", "River Guard 2"))
    for unit in leads.units:
        taken = take(raw, "river.json", Options(attach=((leads.leader, unit),)))
        assert taken.report.attached == ((leads.leader, unit),)
        assert taken.report.leads == ()
