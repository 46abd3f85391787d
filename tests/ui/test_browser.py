"""Pages as a browser has them: on a screen, on a phone, in the dark, and on paper. Where Chromium is installed."""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
import zlib
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import accumulate
from pathlib import Path

import pytest

from shoot_cli.analysis import matchup as matchups
from shoot_cli.analysis.report import Report
from shoot_cli.armies import AttackSide
from shoot_cli.cli.units import sides_of_many
from shoot_cli.ui.report_files import SMALLEST, written
from tests.phone.browser import Browser
from tests.phone.browser import Page as Window
from tests.pictures.make_pages import (
    BROWSER,
    COMMANDS,
    DARK,
    DESKTOP,
    FLAGS,
    IN_THE_DOCUMENTS,
    LOOKS,
    PAGES,
    PHONE,
    page,
    printed,
)
from tests.ui.reports import ANSWERS, COMPARE, HOSTILE, MATCHUP, ODD, THEIRS, grid_of
from tests.ui.test_pages_for_people import luminance

pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason="no Chromium here")]


def browse(folder: Path, report: Report, *more: str, end: str = ".html") -> str:
    """What it prints when it opens the file of this report."""
    file = folder / f"report{end}"
    file.write_bytes(written(report, end).encode())
    profile = f"--user-data-dir={folder / 'profile'}"
    command = [str(BROWSER), *FLAGS, profile, *more, file.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    shutil.rmtree(folder / "profile", ignore_errors=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def shot(folder: Path, report: Report, width: int, height: int, *more: str, end: str = ".html") -> Counter[bytes]:
    """How often each colour is in a picture of so many pixels."""
    file = folder / "shot.png"
    browse(folder, report, f"--window-size={width},{height}", f"--screenshot={file}", *more, end=end)
    return Counter(png(file.read_bytes(), width, height))


def png(content: bytes, width: int, height: int) -> list[bytes]:
    """The pixels of a picture without interlacing."""
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", content[16:24]) == (width, height)
    bits, kind = content[24:26]
    assert (bits, content[28]) == (8, 0)
    size = {2: 3, 6: 4}[kind]
    at, packed = 8, b""
    while at < len(content):
        (length,) = struct.unpack(">I", content[at : at + 4])
        if content[at + 4 : at + 8] == b"IDAT":
            packed += content[at + 8 : at + 8 + length]
        at += length + 12
    data, above, rows = zlib.decompress(packed), bytearray(width * size), []
    for y in range(height):
        start = y * (width * size + 1)
        above = unfiltered(data[start], bytearray(data[start + 1 : start + 1 + width * size]), above, size)
        rows.append(bytes(above))
    return [row[x : x + 3] for row in rows for x in range(0, width * size, size)]


def unfiltered(kind: int, line: bytearray, above: bytearray, size: int) -> bytearray:
    """A line of a PNG as it was before it was packed: each byte is told by how far it is off its neighbours."""
    if kind in (2, 4) and not any(line):  # most of a page is as the line above it
        return above
    if kind == 1:
        for first in range(size):
            line[first::size] = bytes(n & 255 for n in accumulate(line[first::size]))
    elif kind == 2:
        line = bytearray((n + b) & 255 for n, b in zip(line, above, strict=True))
    elif kind == 3:
        for x, b in enumerate(above):
            line[x] = (line[x] + ((line[x - size] if x >= size else 0) + b) // 2) & 255
    elif kind == 4:
        for x, b in enumerate(above):
            a, c = (line[x - size], above[x - size]) if x >= size else (0, 0)
            off_a, off_b, off_c = abs(b - c), abs(a - c), abs(a + b - c - c)
            line[x] = (line[x] + (a if off_a <= off_b and off_a <= off_c else b if off_b <= off_c else c)) & 255
    return line


def colour(text: str) -> bytes:
    return bytes.fromhex(text)


@pytest.mark.parametrize(("width", "height"), [(800, 600), (390, 844)])
@pytest.mark.parametrize("end", [".html", ".svg"])
def test_a_screen_is_not_blank_and_light_or_dark_as_its_owner_likes(
    tmp_path: Path, width: int, height: int, end: str
) -> None:
    look = partial(shot, tmp_path, COMPARE, width, height, end=end)
    light, dark = look(), look(DARK)
    assert light.most_common(1)[0][0] == colour("ffffff")
    assert light[colour("1b1b1f")] > 200  # ink
    assert dark[colour("e8e8ec")] > 200
    assert dark[colour("16161a")] > dark.total() / 8
    if end == ".html":
        assert light[colour("f08c28")] > 200  # the hottest
        assert dark[colour("9e4406")] > 200
        assert dark.most_common(1)[0][0] == colour("16161a")
    else:
        assert light[colour("116329")] > 20  # the best


def test_the_tables_are_there_and_no_name_became_markup(tmp_path: Path) -> None:
    dom = browse(tmp_path, ODD, "--dump-dom")
    assert dom.count("<table") == 1
    assert dom.count("<tr>") == 1 + len(HOSTILE)
    assert not re.search(r"<(script|img|a|i)\b", dom)
    assert "&lt;script&gt;alert('x')&lt;/script&gt;" in dom
    assert browse(tmp_path, MATCHUP, "--dump-dom").count("<table") == 3


def test_a_phone_scrolls_tables_not_the_page(tmp_path: Path) -> None:
    """What is as wide as the window is white at its right edge, in a line below the wide table."""
    file = tmp_path / "shot.png"
    browse(tmp_path, MATCHUP.but(sheets=MATCHUP.sheets[:1]), "--window-size=500,900", f"--screenshot={file}")
    pixels = png(file.read_bytes(), 500, 900)
    assert {pixel for y in range(900) for pixel in pixels[y * 500 + 492 : y * 500 + 500]} == {colour("ffffff")}


# What commands write, from shipped lists -----------------------------------------------------------------------------

POPPLER = pytest.mark.skipif(shutil.which("pdfinfo") is None, reason="no pdfinfo here")
BACKS = {"desktop": "ffffff", "phone": "ffffff", "dark": "16161a", "print": "ffffff"}
INKS = {"desktop": "1b1b1f", "phone": "1b1b1f", "dark": "e8e8ec", "print": "1b1b1f"}


@POPPLER
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_page_of_a_command_can_be_seen(chromium: Browser, tmp_path: Path, name: str, look: str) -> None:
    """On a desk, on a phone, in the dark, and on paper: there is ink, and its table has colour or bars."""
    window = opened(chromium, tmp_path, page(name), PHONE if look == "phone" else DESKTOP, look == "dark")
    if look == "print":
        window.printed(tmp_path / "page.pdf", A4)
        subprocess.run(["pdftoppm", "-r", "80", "-png", "-singlefile", "page.pdf", "shot"], check=True, cwd=tmp_path)
        seen = colours(tmp_path / "shot.png")
    else:
        seen = pictured(window, tmp_path)
    assert seen.most_common(1)[0][0] == colour(BACKS[look])
    assert seen[colour(INKS[look])] > 200
    assert sum(n for found, n in seen.items() if max(found) - min(found) > 20) > 1000


def pictured(window: Window, folder: Path) -> Counter[bytes]:
    """How often each colour is in a picture of what the window shows."""
    window.picture(folder / "shot.png")
    return colours(folder / "shot.png")


def colours(file: Path) -> Counter[bytes]:
    content = file.read_bytes()
    return Counter(png(content, *struct.unpack(">II", content[16:24])))


def sheets_of_paper(folder: Path, text: str) -> int:
    told = subprocess.run(["pdfinfo", str(printed(folder, text))], capture_output=True, text=True, check=True).stdout
    return int(re.findall(r"Pages:\s+(\d+)", told)[0])


@POPPLER
@pytest.mark.parametrize("name", COMMANDS)
def test_a_matchup_and_three_maps_are_on_two_sheets_of_paper_all_others_on_one(tmp_path: Path, name: str) -> None:
    assert sheets_of_paper(tmp_path, page(name)) == (2 if name in ("matchup", "map") else 1)


@POPPLER
def test_twenty_units_with_guns_and_points_at_twenty_are_on_two_sheets(tmp_path: Path) -> None:
    """As large as lists of 2,000 points become, with long names."""
    units = [f"Unit {n} with a long name" for n in range(20)]
    grid = grid_of("They shoot", units, units, "One note.")
    below = "1000 points, 10x a gun with a long name, another such gun and 3 more"
    grid = grid.but(rows=tuple((first.but(below=below), *others) for first, *others in grid.rows))
    answers = ANSWERS.but(rows=tuple((first.but(below=below), *others) for first, *others in (ANSWERS.rows * 2)[:20]))
    report = Report(
        "Two lists", (answers, grid, answers, grid), ("A note that is rather long, as notes are. " * 4,) * 6, (2, 2)
    )
    assert sheets_of_paper(tmp_path, written(report, ".html")) == 2


@pytest.mark.parametrize("name", COMMANDS)
def test_a_picture_of_a_command_can_be_seen(chromium: Browser, tmp_path: Path, name: str) -> None:
    """An SVG, light and dark; odds have the bars of the terminal."""
    for look in ("desktop", "dark"):
        seen = pictured(opened(chromium, tmp_path, page(name, ".svg"), DESKTOP, look == "dark", within="svg"), tmp_path)
        assert seen[colour(INKS[look])] > 200
        if name == "odds":
            assert seen[colour("2f6fb5" if look == "desktop" else "7fb2ea")] > 1000


def test_the_documents_have_these_pictures() -> None:
    """``python tests/pictures/make_pages.py`` makes them; ``make_phone.py`` the one of a phone."""
    assert {file.stem for file in PAGES.glob("*.png")} == {*IN_THE_DOCUMENTS, "phone-roll", "table-and-phone"}


A4, LETTER = (8.27, 11.69), (8.5, 11.0)  # inches
UPRIGHT, ACROSS = "upright", "across"


@POPPLER
@pytest.mark.parametrize("paper", [A4, LETTER], ids=["A4", "Letter"])
@pytest.mark.parametrize(
    ("report", "lies"),
    [
        (COMPARE, [UPRIGHT]),
        (MATCHUP, [UPRIGHT, ACROSS]),
        (MATCHUP.but(sheets=(*MATCHUP.sheets, ANSWERS), pages=(2, 2)), [UPRIGHT, UPRIGHT]),
        (Report("Two", (*COMPARE.sheets, *COMPARE.sheets), (), (1, 1)), [UPRIGHT] * 2),
        (Report("Long names", (grid_of("", ["A name that goes on and on and on " * 3] * 15, THEIRS),), (), (1,)), [ACROSS]),
        (Report("Apart", (*MATCHUP.sheets, ODD.sheets[1]), (), (1, 1, 1, 1)), [ACROSS, UPRIGHT, ACROSS, UPRIGHT]),
    ],
    ids=["compare", "matchup", "two and two", "one and one", "long names", "apart"],
)  # fmt: skip
def test_paper_has_the_pages_that_were_promised(
    chromium: Browser, tmp_path: Path, report: Report, lies: list[str], paper: tuple[float, float]
) -> None:
    """Whatever paper lies in the printer."""
    wanted = [pytest.approx([72 * inch for inch in (paper if one == UPRIGHT else paper[::-1])], abs=1) for one in lies]
    assert [[*size] for size in sizes_of_paper(chromium, tmp_path, written(report, ".html"), paper)] == wanted


def sizes_of_paper(chromium: Browser, folder: Path, text: str, paper: tuple[float, float]) -> list[tuple[float, float]]:
    """The width and height of each printed page, in points."""
    pdf = folder / "page.pdf"
    opened(chromium, folder, text).printed(pdf, paper)
    told = subprocess.run(["pdfinfo", "-l", "99", str(pdf)], capture_output=True, text=True, check=True).stdout
    return [(float(w), float(h)) for w, h in re.findall(r"size:\s+([\d.]+) x ([\d.]+)", told)]


# What can be measured ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with Browser() as browser:
        yield browser


def opened(
    chromium: Browser, folder: Path, text: str, width: int = 1280, dark: bool = False, within: str = "main"
) -> Window:
    """This page in a window of this width, in pixels."""
    file = folder / "page.html"
    file.write_text(text, encoding="utf-8")
    window = chromium.page(file.as_uri(), width=width, dark=dark)
    window.until(f"document.readyState === 'complete' && !!document.querySelector('{within}')")
    return window


LEFT_ITS_CELL = """[...document.querySelectorAll('tbody td')].filter(cell => {
    const room = cell.getBoundingClientRect(), range = document.createRange(); range.selectNodeContents(cell)
    const edge = cell.classList.contains('best') ? 1.5 : 0
    return [...range.getClientRects()].some(ink => ink.width && (ink.left < room.left + edge - .1
        || ink.right > room.right - edge + .1 || ink.top < room.top - .1 || ink.bottom > room.bottom + .1))
}).map(cell => cell.innerText)"""
BROKEN_NUMBERS = r"""(() => { const found = [], walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
    for (let node; node = walk.nextNode();) for (const match of node.data.matchAll(/[\d.,]+(-[\d.,]+)?%?|--\w[\w-]*/g)) {
        const range = document.createRange()
        range.setStart(node, match.index); range.setEnd(node, match.index + match[0].length)
        const tops = [...range.getClientRects()].map(ink => Math.round(ink.top))
        if (!node.parentElement.closest('svg, thead') && new Set(tops).size > 1) found.push(match[0])
    } return found })()"""
WIDE = "document.documentElement.scrollWidth"


@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_leaves_its_cell_and_no_number_is_broken(
    chromium: Browser, tmp_path: Path, name: str, width: int
) -> None:
    """On desks and phones; and the page is as wide as the window, its tables may scroll."""
    window = opened(chromium, tmp_path, page(name), width)
    assert window.js(WIDE) == width
    assert window.js("document.querySelectorAll('tbody td').length") > 5
    assert window.js(LEFT_ITS_CELL) == []
    assert window.js(BROKEN_NUMBERS) == []


FITS = """[...document.querySelectorAll('.box')].filter(box => box.querySelector('.folds')).map(box =>
    box.scrollWidth <= box.clientWidth)"""


@pytest.mark.parametrize(("width", "folded"), [(320, "block"), (390, "block"), (1280, "none")])
def test_best_answers_fit_on_a_phone(chromium: Browser, tmp_path: Path, width: int, folded: str) -> None:
    """What is left stands below the name there, and in columns of its own on a desk."""
    window = opened(chromium, tmp_path, page("matchup"), width)
    assert window.js(FITS) == [True, True]
    looks = "getComputedStyle(document.querySelector('{}')).display"
    assert window.js(looks.format(".folded")) == folded
    assert (window.js(looks.format("td.folds")) == "none") == (folded == "block")


FIGURES = """[...document.querySelectorAll('main :is(td, th, p, h1, h2, small, b)')].filter(e => e.innerText.trim()).map(e => {
    const backs = []
    for (let box = e; box; box = box.parentElement) backs.push(getComputedStyle(box).backgroundColor)
    const bar = e.classList.contains('share') && !e.closest('.heat') ? getComputedStyle(e).getPropertyValue('--bar') : ''
    return [e.innerText, getComputedStyle(e).color, backs, bar.trim()]
})"""


def numbers_of(colour: str) -> tuple[float, ...]:
    """Red, green, blue and how much it covers, of a colour as Chromium computes it, or of ``#d9e6f7``."""
    if colour.startswith("#"):
        return (*bytes.fromhex(colour[1:]), 1.0)
    parts = tuple(map(float, re.findall(r"[\d.]+", colour)))
    return parts if len(parts) == 4 else (*parts, 1.0)


def laid_over(backs: list[str]) -> tuple[float, ...]:
    """The colour that is seen: each of these lies on the next one."""
    seen: tuple[float, ...] = (255.0, 255.0, 255.0)
    for back in reversed(backs):
        *parts, covers = numbers_of(back)
        seen = tuple(covers * part + (1 - covers) * under for part, under in zip(parts, seen, strict=True))
    return seen


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", COMMANDS)
def test_all_words_and_figures_can_be_read(chromium: Browser, tmp_path: Path, name: str, dark: bool) -> None:
    """A contrast of 4.5, as the browser has computed their colours: on paper, on bars, on heat."""
    found = opened(chromium, tmp_path, page(name), dark=dark).js(FIGURES)
    weak = []
    for text, ink, backs, bar in found:
        for seen in [laid_over(backs), *([laid_over([bar])] if bar else [])]:
            low, high = sorted(map(luminance, (numbers_of(ink)[:3], seen)))
            if (high + 0.05) / (low + 0.05) < 4.5:
                weak.append((text, ink, seen))
    assert len(found) > 20
    assert weak == []


@POPPLER
@pytest.mark.parametrize("paper", [A4, LETTER], ids=["A4", "Letter"])
def test_two_lists_of_2000_points_are_on_two_sheets(
    chromium: Browser, tmp_path: Path, paper: tuple[float, float]
) -> None:
    """Twenty shipped units of 100 points a side, all different, as few lists have them."""
    mine, theirs = (armies_of(*names) for names in (("adeptus-astartes", "imperium"), ("waaagh", "chaos", "necrons")))
    text = written(matchups.report(matchups.matchup(mine, theirs, {})), ".html")
    assert len(sizes_of_paper(chromium, tmp_path, text, paper)) == 2
    assert min(map(float, re.findall(r"--points: ([\d.]+)pt", text))) > SMALLEST


def armies_of(*lists: str) -> list[AttackSide]:
    """The first twenty units of these shipped lists together, at 100 points each."""
    every = [side for name in lists for side in sides_of_many([name], [name], None, False)[0]][:20]
    assert len(every) == 20
    return [side.but(unit=side.unit.but(points=100)) for side in every]
