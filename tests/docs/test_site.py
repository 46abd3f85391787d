"""The site that Sphinx makes of the documents: every page is in a chapter, and what `docs/conf.py` says is there."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

HOUSE = Path(__file__).parent.parent.parent


@pytest.fixture
def conf() -> ModuleType:
    specification = importlib.util.spec_from_file_location("conf_of_the_site", HOUSE / "docs" / "conf.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_every_page_stands_in_one_chapter(conf: ModuleType) -> None:
    pages = [page for chapter in conf.PARTS.values() for page in chapter]
    assert len({*pages}) == len(pages)
    assert {page for page in pages if page.startswith("docs/")} == {
        f"docs/{page.stem}" for page in HOUSE.glob("docs/*.md")
    }
    assert all((HOUSE / f"{page}.md").is_file() for page in pages)


def test_the_chapters_stand_behind_the_first_page_and_nowhere_else(conf: ModuleType) -> None:
    first, other = ["# shoot"], ["# else"]
    conf.with_chapters(None, "README", first)
    conf.with_chapters(None, "docs/odds", other)
    assert first[0].startswith("# shoot\n")
    assert first[0].count("```{toctree}") == len(conf.PARTS)
    assert other == ["# else"]


@pytest.mark.slow
def test_it_builds_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("sphinx")
    words = [sys.executable, "-m", "sphinx", "-q", "-W", "-c", "docs", ".", str(tmp_path)]
    done = subprocess.run(words, cwd=HOUSE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "docs" / "odds.html").is_file()
