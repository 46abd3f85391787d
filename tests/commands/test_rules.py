"""``shoot rules``: a rule that stands in two editions, and one that another has replaced."""

from __future__ import annotations

import json
from typing import Any

import pytest

from shoot_cli import rules
from shoot_cli.rules import RULESETS, Edition

NEW = Edition("40k-11e", "11e", "11th edition", "shoot_cli.rules.eleventh", "shoot_cli.rules.datasheets")


@pytest.fixture(autouse=True)
def both(monkeypatch: pytest.MonkeyPatch) -> None:
    if NEW.name not in [edition.name for edition in RULESETS]:
        monkeypatch.setattr(rules, "RULESETS", (*RULESETS, NEW))


def found(shoot: Any, *words: str) -> list[dict[str, Any]]:
    done = shoot("rules", *words, "--json")
    assert done.code == 0
    return json.loads(done.out)["rules"]  # type: ignore[no-any-return]


def test_what_stands_in_both_is_shown_once_and_as_its_own_edition_has_it(shoot: Any) -> None:
    (old,) = found(shoot, "10E-WND-5")
    assert "10E-WND-4" in old["text"]
    (new,) = found(shoot, "10E-WND-5", "-r", "11e")
    assert "11E-TOUGH-1" in new["text"]
    assert len({rule["id"] for rule in found(shoot)}) == len(found(shoot))
    assert [rule["id"] for rule in found(shoot, "hit-4")].count("10E-HIT-4") == 1


def test_a_replaced_rule_finds_what_took_its_place(shoot: Any) -> None:
    (cover,) = found(shoot, "10E-COV-2", "--ruleset", "11e")
    assert (cover["id"], cover["replaces"]) == ("11E-COV-1", ["10E-COV-2", "10E-COV-3"])
    assert "In place of: 10E-COV-2, 10E-COV-3" in shoot("rules", "11e-cov-1", "--plain").out
    (old,) = found(shoot, "10E-COV-2")
    assert (old["id"], old["replaces"]) == ("10E-COV-2", [])
    assert shoot("rules", "10E-DEF-GTG-1", "-r", "11e").code == 1


def test_the_edition_alone_lists_what_is_new(shoot: Any) -> None:
    ids = [rule["id"] for rule in found(shoot, "11e")]
    assert len(ids) == 45
    assert {name[:4] for name in ids} == {"11E-"}
