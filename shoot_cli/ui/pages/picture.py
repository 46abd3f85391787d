"""A report as a picture: what a terminal of 80 columns shows, wider if a table needs it. For browsers, light or dark.

Our own SVG, not rich's: that one asks the network for its letters, and squeezes those that are two columns wide.
"""

from __future__ import annotations

from html import escape
from io import StringIO

from rich.cells import cell_len
from rich.console import Console
from rich.style import Style

from shoot_cli.attacks.sheet import Report
from shoot_cli.core.visible import visible
from shoot_cli.ui.sheets import ReportView, needed

COLUMNS, MOST = 80, 240
WIDE, HIGH, MARGIN = 8.4, 19, 20  # pixels of a letter and of a line, and around all of it
BASELINE = 14
SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:g}" height="{height:g}"
 viewBox="0 0 {width:g} {height:g}">
<title>{title}</title>
<style>
.page {{ fill: #ffffff }}
text {{ font: 14px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1b1b1f; white-space: pre }}
.bold {{ font-weight: bold }}
.dim {{ fill: #5c5c66 }}
.best {{ font-weight: bold; fill: #116329 }}
@media (prefers-color-scheme: dark) {{
.page {{ fill: #16161a }}
text {{ fill: #e8e8ec }}
.dim {{ fill: #a0a0aa }}
.best {{ fill: #6fdd8b }}
}}
</style>
<rect class="page" width="100%" height="100%" rx="8"/>
{lines}
</svg>
"""


def svg_page(report: Report) -> str:
    columns = min(MOST, max(COLUMNS, *map(needed, report.sheets))) if report.sheets else COLUMNS
    console = Console(
        file=StringIO(), width=columns, force_terminal=True, color_system="truecolor", no_color=False,
        legacy_windows=False, markup=False, emoji=False, highlight=False,
    )  # fmt: skip
    drawn, lines = [], console.render_lines(ReportView(report), pad=False)
    for row, line in enumerate(lines):
        column = 0
        for text, style, _ in line:
            wide = cell_len(text)
            if text.strip():
                drawn.append(piece(text, style or Style(), column, row, wide))
            column += wide
    return SVG.format(
        width=columns * WIDE + 2 * MARGIN,
        height=len(lines) * HIGH + 2 * MARGIN,
        title=escape(visible(report.title)),
        lines="\n".join(drawn),
    )


def piece(text: str, style: Style, column: int, row: int, wide: int) -> str:
    """Letters of one style; ``textLength`` holds them in their columns, whatever font there is."""
    start = column + len(text) - len(text.lstrip(" "))
    text, end = text.strip(" "), column + wide - (len(text) - len(text.rstrip(" ")))
    looks = "best" if style.bold and style.color else "bold" if style.bold else "dim" if style.dim else ""
    kind = f' class="{looks}"' if looks else ""
    x, y = MARGIN + start * WIDE, MARGIN + row * HIGH + BASELINE
    return f'<text{kind} x="{x:g}" y="{y:g}" textLength="{(end - start) * WIDE:g}">{escape(text)}</text>'
