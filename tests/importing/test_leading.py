"""Leaders and those whom they may lead, as the report names them and ``leader:`` takes them."""

from __future__ import annotations

import pytest

from shoot_cli.armies.tree import plain
from shoot_cli.armies.yaml_text import read_text, tree_of
from shoot_cli.importing.editions import may_of
from shoot_cli.importing.importer import take, validated
from shoot_cli.importing.report import ImportContext, Leads, Options, attached, called, still_to_lead, with_undecided
from shoot_cli.importing.roster import Refused
from shoot_cli.importing.written_list import undecided_in_text, with_leaders, yaml_of
from shoot_cli.rules import edition
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


WRITTEN = """\
ruleset: 40k-11e
units:
  - name: Squad
  - name: Healer
    may_support: [Squad, Healer, Captain, squad, Gone]
  - name: Captain
    may_lead: Squad, Gone
"""


@pytest.mark.rule("IMP-50")
def test_who_leads_and_who_supports_is_written_where_it_stands() -> None:
    """Of each unit that is there once, and never of the leader himself; what is said goes under the right key."""
    healer, captain = Leads("Healer", ("Squad", "Captain"), "support"), Leads("Captain", ("Squad",))
    assert undecided_in_text(WRITTEN, "list") == (healer, captain)
    assert undecided_in_text(with_leaders(WRITTEN, "list", (("Captain", "Squad"),)), "list") == (
        healer.but(units=("Squad",)),
    )
    said = with_leaders(WRITTEN, "list", (("Captain", "Squad"), ("Healer", "Squad")))
    units = plain(read_text(said, "list"))["units"]
    assert [unit.get("support") or unit.get("leader") for unit in units] == [None, "Squad", "Squad"]
    assert [next(iter(unit)) for unit in units] == ["name", "support", "leader"]
    assert undecided_in_text(said, "list") == ()
    with pytest.raises(Refused, match=r"^--attach Captain=Squad: Captain leads Squad, as the list says$"):
        with_leaders(said, "list", (("Captain", "Squad"),))
    for text, leader in ((WRITTEN, "Gone"), (WRITTEN.partition("\n")[2], "Captain")):  # no edition, no leaders
        with pytest.raises(Refused, match=f"there is no unit {leader} in the list"):
            with_leaders(text, "list", ((leader, "Squad"),))


@pytest.mark.rule("IMP-50")
def test_what_may_be_said_is_written_with_the_key_that_says_it() -> None:
    document = {"units": [{"name": name, "models": []} for name in ("Squad", "Healer", "Captain")]}
    told = (Leads("Healer", ("Squad",), "support"), Leads("Captain", ("Squad",)))
    units = with_undecided(document, told, may_of(edition("11e")))["units"]
    assert [[*unit.items()][1:-1] for unit in units] == [[], [("may_support", ["Squad"])], [("may_lead", ["Squad"])]]
    text = yaml_of(take(as_json(sample_rosters.river_watch()), "river.json"))
    (line,) = (line for line in text.splitlines() if "may_lead" in line)
    assert line.endswith("]  # `shoot play` asks; or write leader: and one of them")


@pytest.mark.rule("IMP-51")
def test_a_leader_whom_the_file_attaches_wrongly_is_told_and_the_others_lead() -> None:
    """One squad takes two of the three captains that a file gives it; whom it does not have is passed over."""
    captains = [sample_rosters.river_captain() for _ in range(3)]
    document = take(as_json(sample_rosters.roster(sample_rosters.river_guard(), *captains)), "many.json").document
    told = [(f"River Captain {n}", "River Guard") for n in (3, 1, 2)] + [("Gone", "River Guard")]
    taking = ImportContext(Options())
    army = validated(edition("10e"), document, "many.json", told, taking)
    assert [unit.get("leader") for unit in document["units"]] == [None, "River Guard", None, "River Guard"]
    (guess,) = taking.guesses
    assert (guess.unit, guess.path) == ("River Captain 2", ("units", 2))
    assert "the file says that it leads River Guard: not so, " in guess.text
    assert army == edition("10e").lists().read(tree_of(document), "many.json")


def test_a_list_that_could_not_be_read_again_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = as_json(sample_rosters.river_watch())
    taken = take(raw, "river.json")
    monkeypatch.setattr("shoot_cli.importing.written_list.MOST_BYTES", 2000)
    with pytest.raises(Refused, match=r"^river\.json: its list would be larger than 1 MiB"):
        yaml_of(taken)
    assert "may_lead" in taken.document["units"][2]
    monkeypatch.setattr("shoot_cli.importing.importer.MOST_NODES", tree_of(taken.document).size - 1)
    taken = take(raw, "river.json")
    assert "may_lead" not in taken.document["units"][2]
    monkeypatch.setattr("shoot_cli.importing.importer.MOST_NODES", tree_of(taken.document).size - 1)
    with pytest.raises(Refused, match=r"^river\.json: more than [0-9]+ values are in its list"):
        take(raw, "river.json")
