"""A battle of a list whose detachment an installed package knows: it begins with what is proposed, and keeps it."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from shoot_cli.armies.army import SHOOTS, TOLD, ArmyEntry, kept_proposal, proposal_kept
from shoot_cli.play import battle_text
from shoot_cli.play.session import Session
from shoot_cli.play.start import begun
from shoot_cli.storage.records import KeptList, kept_list
from shoot_cli.storage.remembered_place import CannotReplay, reloaded
from shoot_cli.storage.store import Store
from tests.helpers.command_line import home
from tests.importing.test_stratagems import LIST, TOY, strat
from tests.importing.toy_package import installed

__all__ = ["home"]

CREDIT = "names, costs: 40kdc, CC BY 4.0"
MANY = deepcopy(TOY) | {"stratagems": [*TOY["stratagems"], *(strat(f"Glow {n}") for n in range(1, 13))]}
OWN = ", stratagems: [{name: old wick, effect: Lethal Hits}]"


@pytest.fixture
def begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Begins a battle called Evening of a list and another one without a detachment."""
    monkeypatch.setattr("shoot_cli.play.start.need_terminal", lambda *_: None)

    def play(text: str) -> Session:
        mine, theirs = tmp_path / "mine.yaml", tmp_path / "theirs.yaml"
        mine.write_text(text, encoding="utf-8")
        theirs.write_text((LIST % ("x", "")).replace("army: {detachment: x}\n", ""), encoding="utf-8")
        return begun(str(mine), str(theirs), "Evening", "app", None, None, 1, True)

    return play


def stratagems(start: Any) -> list[ArmyEntry]:
    return list(start.blocks[0].stratagems) if start.blocks[0] else []


def names(start: Any) -> list[str]:
    return [one.name for one in stratagems(start)]


def gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shoot_cli.importing.published.find_spec", lambda _: None)


@pytest.mark.rule("EVE-63", "EVE-65", "EVE-66")
def test_a_battle_goes_on_with_what_was_proposed_as_it_began(
    begin: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    installed(tmp_path / "package", monkeypatch, data=TOY)
    session = begin(LIST % ("High Lamp", ""))
    session.game.stored.close()
    assert CREDIT in capsys.readouterr().out
    assert names(session.game.start) == ["Beam of the Lamp", "Old Wick"]
    assert all(one.proposed for one in stratagems(session.game.start))
    assert session.game.start.blocks[1] is None
    gone(monkeypatch)
    with Store.open() as store:
        stored = store.load("Evening", write=False)
    assert reloaded(stored)[1] == session.game.start
    assert ("Stratagems", CREDIT) in battle_text.header_of(stored)
    assert battle_text.facts_of(stored)["credits"] == [CREDIT]
    assert CREDIT in battle_text.markdown_of(stored, [], [])


@pytest.mark.rule("EVE-63")
def test_at_most_twelve_are_offered_and_the_list_goes_first(
    begin: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path / "package", monkeypatch, data=MANY)
    session = begin(LIST % ("High Lamp", OWN))
    session.game.stored.close()
    found = stratagems(session.game.start)
    assert names(session.game.start) == ["old wick", "Beam of the Lamp", *(f"Glow {n}" for n in range(1, 13))]
    assert not found[0].proposed
    assert [one.when for one in found[1:]] == [SHOOTS] * 12 + [TOLD]


@pytest.mark.rule("EVE-66")
def test_without_the_package_or_the_detachment_there_is_silence(
    begin: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gone(monkeypatch)
    session = begin(LIST % ("High Lamp", ""))
    monkeypatch.undo()
    session.game.stored.close()
    assert names(session.game.start) == []
    assert "names, costs" not in capsys.readouterr().out
    (first, second) = map(kept_list, session.game.stored.armies)
    assert (first.proposals, first.credit, second.proposals) == ((), "", ())
    assert "proposals" not in session.game.stored.armies[0]
    assert "credits" not in battle_text.facts_of(session.game.stored)


@pytest.mark.rule("EVE-66")
def test_what_a_battle_keeps_of_a_stratagem_is_all_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.importing.test_stratagems import PUBLISHED

    installed(tmp_path, monkeypatch, data=TOY)
    for one in PUBLISHED.stratagems(["High Lamp", "Low Lamp"]):
        assert proposal_kept(kept_proposal(one)) == one


GOOD = kept_proposal(ArmyEntry("Beam", "stratagem", ("+1 to hit",), when=SHOOTS, proposed=True))
CHANGES: list[dict[str, Any]] = [
    {"name": 3}, {"cost": "1"}, {"cost": True}, {"effects": ["x", 3]}, {"any_of": [3]}, {"when": "always"}
]  # fmt: skip


@pytest.mark.parametrize("kept", [7, {}, {"name": "Beam"}, *(GOOD | change for change in CHANGES)], ids=repr)
def test_what_was_kept_wrongly_is_refused_in_words(kept: Any) -> None:
    assert proposal_kept(GOOD).name == "Beam"
    with pytest.raises(ValueError, match="a kept stratagem is"):
        proposal_kept(kept)


def test_a_battle_with_a_wrong_proposal_cannot_go_on_and_says_why(begin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    gone(monkeypatch)
    stored = begin(LIST % ("High Lamp", "")).game.stored
    stored.close()
    raw = kept_list(stored.armies[0])
    stored.armies = (KeptList(raw.name, raw.path, raw.text, CREDIT, [7]).raw(), stored.armies[1])
    with pytest.raises(CannotReplay, match="“Lamps”, cannot be read: a kept stratagem is no mapping"):
        reloaded(stored)
