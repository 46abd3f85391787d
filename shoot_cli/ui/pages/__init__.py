"""A report as a file: ``written`` makes its text, by the ending that the file has."""

from __future__ import annotations

from importlib import import_module

from shoot_cli.attacks.sheet import Report

# Each ending is of a module here, whose `page` makes the text of a report.
ENDINGS = {".html": "web", ".svg": "picture", ".md": "markdown", ".csv": "spreadsheet"}


def written(report: Report, ending: str) -> str:
    """All of it as text, with the line ends that such files have."""
    found: str = import_module(f"shoot_cli.ui.pages.{ENDINGS[ending]}").page(report)
    return found
