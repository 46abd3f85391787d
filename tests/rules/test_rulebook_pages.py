"""The pages of every rulebook: all of them are read, and what stands in them and in the program is there to look up."""

from __future__ import annotations

import re
from importlib import import_module
from itertools import groupby
from pathlib import Path

import pytest

import shoot_cli
from shoot_cli.engine.markdown import CONTENTS, LINK, Rule, rules_of
from shoot_cli.rules import RULESETS, Edition
from tests.helpers.samples import quick_ones

PACKAGE = Path(shoot_cli.__file__).parent
HOUSE = PACKAGE.parent
every_edition = pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.name)


def folder_of(edition: Edition) -> Path:
    return Path(import_module(edition.package).__path__[0]) / "rulebook"


def on_page(page: Path, edition: Edition) -> list[Rule]:
    """Of an edition with a room also what the page takes from there, by the ids of the edition."""
    called = import_module(f"{edition.package}.edition").NUMBERS.rule if edition.room else str
    return [rule for _, rule in rules_of(str(page), page.read_text(encoding="utf-8"), called)]


@every_edition
def test_every_page_is_linked_once(edition: Edition) -> None:
    folder = folder_of(edition)
    linked = re.findall(LINK, (folder / CONTENTS).read_text(encoding="utf-8"))
    assert sorted(linked) == sorted(page.name for page in folder.glob("*.md") if page.name != CONTENTS)


@every_edition
def test_the_contents_name_the_parts_of_each_page(edition: Edition) -> None:
    """``[7E-FLY and 7E-FMC](flyers.md)``, or the beginning of them all: ``[10E-WPN, first half](weapon_shooting.md)``."""
    folder = folder_of(edition)
    told = re.findall(r"\[([^\]]+)\]\((\w+\.md)\)", (folder / CONTENTS).read_text(encoding="utf-8"))
    for words, page in told:
        heads = [rule.id for rule in on_page(folder / page, edition)]
        named = re.findall(r"[0-9A-Z]+-[A-Z]+", words)
        assert named
        assert all(any(head.startswith(name) for name in named) for head in heads), page
        assert all(any(head.startswith(name) for head in heads) for name in named), page


@every_edition
def test_links_of_the_contents_lead_somewhere(edition: Edition) -> None:
    folder = folder_of(edition)
    links = re.findall(r"\]\(([^)]+)\)", (folder / CONTENTS).read_text(encoding="utf-8"))
    assert [link for link in links if not (folder / link).is_file()] == []
    assert [link for link in links if link.startswith("../")]  # the settings


@every_edition
def test_the_ids_of_a_section_begin_alike_and_no_others_do(edition: Edition) -> None:
    parts = [(part, {rule.section for rule in rules}) for part, rules in groupby(edition.rulebook(), lambda r: r.part)]
    assert [part for part, sections in parts if len(sections) != 1] == []
    assert len({part for part, _ in parts}) == len(parts)
    assert len({title for _, titles in parts for title in titles}) == len(parts)


@pytest.mark.slow
@pytest.mark.parametrize("edition", quick_ones(RULESETS), ids=lambda edition: edition.short)
def test_every_rule_that_is_named_anywhere_can_be_looked_up(edition: Edition) -> None:
    """In the program, in its data, and in the rulebooks themselves."""
    known = {rule.id for rule in edition.rulebook()}
    assert len(named(PACKAGE, edition.rulebook()[0].id)) > 50
    assert [(name, file) for name, file in named(PACKAGE, edition.rulebook()[0].id) if name not in known] == []


@every_edition
def test_an_edition_names_no_rule_that_it_does_not_have(edition: Edition) -> None:
    """Also of those that have stood since an edition before it."""
    known, folder = {rule.id for rule in edition.rulebook()}, folder_of(edition).parent
    marks = {name.partition("-")[0] for name in known}
    assert [one for mark in sorted(marks) for one in named(folder, f"{mark}-") if one[0] not in known] == []


def named(folder: Path, like: str) -> list[tuple[str, str]]:
    """Ids with the edition of this one, and the files in which they stand."""
    shape = re.compile(rf"\b{like.partition('-')[0]}(?:-[A-Z]+)+-\d+\b")
    files = [file for kind in ("py", "md", "toml") for file in folder.rglob(f"*.{kind}")]
    return sorted({(name, file.name) for file in files for name in shape.findall(file.read_text(encoding="utf-8"))})


ROOMS = sorted({edition.room for edition in RULESETS if edition.room})


@pytest.mark.parametrize("room", ROOMS)
def test_what_editions_share_stands_once_and_all_of_them_take_it(room: str) -> None:
    """Else it would belong to the edition that takes it."""
    folder = Path(import_module(room).__path__[0]) / "rulebook"
    linked = re.findall(LINK, (folder / CONTENTS).read_text(encoding="utf-8"))
    assert sorted(linked) == sorted(page.name for page in folder.glob("*.md") if page.name != CONTENTS)
    shared = [rule for page in linked for _, rule in rules_of(page, (folder / page).read_text(encoding="utf-8"))]
    assert len(shared) > 100
    assert len({rule.id for rule in shared}) == len(shared)
    for edition in [edition for edition in RULESETS if edition.room == room]:
        titles = {rule.title for rule in edition.rulebook()}
        assert [rule.id for rule in shared if rule.title not in titles] == []


@pytest.mark.parametrize("edition", [edition for edition in RULESETS if edition.room], ids=lambda edition: edition.name)
def test_what_is_shared_names_rules_as_the_edition_does(edition: Edition) -> None:
    folder = Path(import_module(edition.room).__path__[0]) / "rulebook"
    text = "".join(page.read_text(encoding="utf-8") for page in folder.glob("*.md"))
    names = set(re.findall(r"^## (\S+):", text, re.MULTILINE))
    bare = re.compile(r"(?<![\w-])(?:[A-Z]+-)+\d+\b")
    left = {
        (rule.id, name)
        for rule in edition.rulebook()
        for words in (rule.text, rule.example, rule.source, *(cell for row in rule.chart for cell in row))
        for name in bare.findall(words)
    }
    assert names
    assert {name for _, name in left} <= {f"AP-{number}" for number in range(1, 7)}


def test_the_documents_link_every_rulebook() -> None:
    linked = {
        (page.parent / link).resolve()
        for page in (HOUSE / "docs").glob("*.md")
        for link in re.findall(r"\]\((\.\./shoot_cli/[^)#]+)\)", page.read_text(encoding="utf-8"))
    }
    assert {(folder_of(edition) / CONTENTS).resolve() for edition in RULESETS} <= linked
