"""The README, ``docs/`` and CONTRIBUTING agree with the code and with each other."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.docs.tables import MADE, PAGES, remade

HOUSE = Path(__file__).parent.parent.parent
README, CONTRIBUTING, CHANGELOG = (HOUSE / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"))
TEXTS = {page: page.read_text(encoding="utf-8") for page in (*PAGES, CONTRIBUTING, CHANGELOG)}
DOCS = PAGES[1:]
CODE = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
# tables each row of which has words
TOLD = {
    "keys", "answers", "exit codes", "settings", "reaches", "conditions", "states", "changes", "ways", "gun fields",
    "columns",
}  # fmt: skip
OF_THE_CODE = ("architecture", "reference", "recipes", "glossary")  # pages for whoever builds it
SHORT = 6_000  # bytes: two commands, a picture, the three uses, and where to read on


def name_of(page: Path) -> str:
    return page.relative_to(HOUSE).as_posix()


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return CODE.sub("", TEXTS[page])


def anchors(page: Path) -> list[str]:
    """What ``#...`` may be, as GitHub makes it of the headings."""
    headings = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return [re.sub(r"[^\w -]", "", words).strip().lower().replace(" ", "-") for words in headings]


def targets(page: Path) -> list[tuple[str, Path, str]]:
    """Each link to something of this house: as written, the file, and the anchor ("" for none)."""
    written = [link for link in LINK.findall(prose(page)) if not re.match(r"\w+:", link)]
    parts = [(link, *link.partition("#")[::2]) for link in written]
    return [(link, (page.parent / file).resolve() if file else page, anchor) for link, file, anchor in parts]


def test_tables_are_those_of_the_code() -> None:
    stale = [name_of(page) for page in PAGES if remade(TEXTS[page]) != TEXTS[page]]
    assert stale == [], "python tests/docs/tables.py makes them; what has no words yet, say in its last column"


def test_every_table_is_made() -> None:
    """One of each kind for every edition: settings, answers, keys of lists."""
    from shoot_cli.rules import RULESETS
    from tests.docs.tables import MAKERS

    made = [found[1] for page in PAGES for found in MADE.finditer(TEXTS[page])]
    assert {name.partition(" of ")[0] for name in made} == {*MAKERS}
    for kind in ("settings", "answers", "list keys"):
        assert {f"{kind} of {edition.name}" for edition in RULESETS} <= {*made}


def test_every_key_of_a_table_is_explained() -> None:
    untold = [
        f"{name_of(page)}: {row}"
        for page in PAGES
        for found in MADE.finditer(TEXTS[page])
        if found[1].partition(" of ")[0] in TOLD
        for row in found[3].splitlines()[2:]
        if row.endswith("| |")
    ]
    assert untold == []


def test_links_lead_somewhere() -> None:
    nowhere = [
        f"{name_of(page)}: {link}"
        for page in TEXTS
        for link, file, anchor in targets(page)
        if not file.exists() or (anchor and anchor not in anchors(file))
    ]
    assert nowhere == []


def test_pages_are_linked_both_ways() -> None:
    """The README knows every page, and from every page it is one step back."""
    from_here = {file for _, file, _ in targets(README)}
    assert [name_of(page) for page in DOCS if page not in from_here] == []
    assert [name_of(page) for page in DOCS if README not in {file for _, file, _ in targets(page)}] == []
    assert len(DOCS) >= 14


def test_no_two_headings_have_one_anchor() -> None:
    assert [(name_of(page), one) for page in PAGES for one in {*anchors(page)} if anchors(page).count(one) > 1] == []


def test_the_readme_is_short() -> None:
    assert len(README.read_bytes()) <= SHORT


def test_pages_are_in_the_source_archive() -> None:
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))
    packed = project["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert {name_of(page).partition("/")[0] for page in TEXTS} <= {*packed}


def test_pages_that_code_and_tests_name_are_there() -> None:
    files = [file for room in ("shoot_cli", "tests", "armies", ".ci") for file in (HOUSE / room).rglob("*")]
    named = {
        (name_of(file), found)
        for file in files
        if file.suffix in (".py", ".yaml", ".txt", "")
        if file.is_file() and "__pycache__" not in file.parts
        for found in re.findall(r"\bdocs/[\w-]+\.md\b", file.read_text(encoding="utf-8"))
    }
    assert [(file, page) for file, page in named if not (HOUSE / page).is_file()] == []


PLACE = re.compile(r"`((?:shoot_cli|tests|armies)/[\w./<>-]*)(?:::([\w.]+))?`|`((?:\w+/)*\w+\.py)::([\w.]+)`")


@pytest.mark.parametrize("page", [*(HOUSE / "docs" / f"{name}.md" for name in OF_THE_CODE), CONTRIBUTING], ids=lambda page: page.name)  # fmt: skip
def test_places_in_the_code_are_there(page: Path) -> None:
    """``shoot_cli/engine/sequence.py::Walk.play`` is a file, and has a class or function of that name."""
    missing = []
    for file, name, short, of_short in PLACE.findall(TEXTS[page]):
        path = HOUSE / file if file else HOUSE / "shoot_cli" / short
        what = (name or of_short).rpartition(".")[2]
        if "<" in file:
            continue
        if not path.exists() or (
            what and not re.search(rf"^\s*(?:def|class) {what}\b|^{what}\b", path.read_text(encoding="utf-8"), re.M)
        ):
            missing.append(f"{file or short}::{what}")
    assert missing == []


MODULE = re.compile(r"`((?:[\w.-]+/)*\w+\.py)(?:::\w+)?`")


def test_modules_that_pages_name_are_there() -> None:
    """``charts.py`` and ``steps/hit.py`` are files of the program, its tests or documents, wherever their folder is."""
    known = [file.as_posix() for room in ("shoot_cli", "tests", "docs") for file in (HOUSE / room).rglob("*.py")]
    named = {(name_of(page), found) for page in (*PAGES, CONTRIBUTING) for found in MODULE.findall(TEXTS[page])}
    assert len(named) > 50
    assert [one for one in sorted(named) if not any(file.endswith(f"/{one[1]}") for file in known)] == []


def test_the_picture_of_the_layers_is_that_of_their_test() -> None:
    from tests import test_layers

    lines = (test_layers.__doc__ or "").splitlines()
    picture = "\n".join(line.removeprefix("    ") for line in lines if line.startswith("    "))
    assert len(picture.splitlines()) > 20
    assert f"```text\n{picture}\n```" in TEXTS[HOUSE / "docs" / "architecture.md"]


def test_words_of_the_glossary_are_in_the_code() -> None:
    """What stands in backticks in the first column is a name of the code: whoever renames it changes the glossary."""
    whole = "".join(file.read_text(encoding="utf-8") for file in sorted((HOUSE / "shoot_cli").rglob("*.py")))
    known = {*re.findall(r"\w+", whole)}
    first = re.findall(r"^\| ([^|]*`[^|]*) \|", TEXTS[HOUSE / "docs" / "glossary.md"], re.MULTILINE)
    words = [word for cell in first for name in re.findall(r"`([^`]+)`", cell) for word in re.findall(r"\w+", name)]
    assert len(words) > 30
    assert [word for word in words if word not in known] == []
    # a name with a capital is a class or a constant, and no word that stands somewhere by chance
    defined = {*re.findall(r"^ *class (\w+)", whole, re.MULTILINE)}
    for line in re.findall(r"^([A-Z][\w, ]*)(?:: [^=\n]+)? =", whole, re.MULTILINE):
        defined |= {*line.split(", ")}
    assert [word for word in words if word[0].isupper() and word not in defined] == []


def test_tests_that_the_page_of_promises_names_are_there() -> None:
    named = re.findall(r"`([\w/]+\.py)(?:::(\w+))?`", TEXTS[HOUSE / "docs" / "reliability.md"])
    assert len(named) > 20
    for file, name in named:
        assert f"def {name}" in (HOUSE / "tests" / file).read_text(encoding="utf-8"), (file, name)
