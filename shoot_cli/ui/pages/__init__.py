"""A report as a file: ``written`` makes its text, by the ending that the file has."""

from __future__ import annotations

from shoot_cli.attacks.sheet import Report

ENDINGS = (".html", ".svg", ".md", ".csv")


def written(report: Report, ending: str) -> str:
    """All of it as text, with the line ends that such files have. ``ending``: one of `ENDINGS`."""
    match ending:
        case ".html":
            from shoot_cli.ui.pages import web

            return web.html_page(report)
        case ".svg":
            from shoot_cli.ui.pages import picture

            return picture.svg_page(report)
        case ".md":
            from shoot_cli.ui.pages import markdown

            return markdown.markdown_page(report)
        case _:
            from shoot_cli.ui.pages import spreadsheet

            return spreadsheet.csv_page(report)
