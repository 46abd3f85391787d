"""The documents as a site, by Sphinx: `sphinx-build -W -c docs . FOLDER` reads the Markdown and checks every link."""

from __future__ import annotations

from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PARTS = {  # chapters of the site: title -> its pages in order
    "Play": ["docs/table", "docs/phones", "docs/your-own-list", "docs/army-lists", "docs/effects", "docs/practice"],
    "Work it out": ["docs/odds", "docs/compare", "docs/profile-lines", "docs/programs"],
    "What it knows": [
        "docs/supported",
        *(f"docs/settings-{name}" for name in ("40k-2e", "40k-7e", "40k-10e", "40k-11e", "reikhammer")),
        "docs/abilities-10e",
        "docs/abilities-11e",
        "docs/reliability",
    ],
    "Carry it on": [
        "CONTRIBUTING",
        "docs/architecture",
        "docs/recipes",
        "docs/cards",
        "docs/reference",
        "docs/glossary",
        "CHANGELOG",
    ],
}

project = html_title = "shoot"
extensions = ["myst_parser"]
root_doc = "README"
include_patterns = ["*.md", "docs/*.md", "shoot_cli/rules/**.md"]
exclude_patterns = [".*", "build"]
myst_heading_anchors = 4
html_theme = "furo"
html_copy_source = False
# Python and shell of the documents are no whole programs; pages that no chapter names are found from others.
suppress_warnings = ["misc.highlighting_failure", "toc.not_included"]


def with_chapters(app: Any, name: str, source: list[str]) -> None:
    """Put the chapters behind the first page. `source` has its text, and is changed in place."""
    if name == root_doc:
        for title, pages in PARTS.items():
            source[0] += "\n\n```{toctree}\n:hidden:\n:caption: " + title + "\n\n" + "\n".join(pages) + "\n```\n"


def setup(app: Any) -> None:
    app.connect("source-read", with_chapters)
