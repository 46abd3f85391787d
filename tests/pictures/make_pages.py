"""Makes the pictures of pages in ``docs/compare.md``: as Chromium shows and prints what commands write, from shipped lists.

    python tests/pictures/make_pages.py [FOLDER]

Without a folder the pictures here are replaced. Look at each of them, as a player who asks what to shoot with at what.
"""

from __future__ import annotations

import html
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

PAGES = Path(__file__).parent / "pages"
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
DARK = "--blink-settings=preferredColorScheme=0"
COMMANDS: Mapping[str, tuple[str, ...]] = {
    "matchup": ("matchup", "adeptus-astartes", "waaagh", "--distance", "12"),
    "compare": (
        *("compare", "ultramarines::Tactical", "ultramarines::Tank Killers", "ultramarines::Vindicator"),
        *("--against", "targets", "--no-facts"),
    ),
    "odds": ("odds", "adeptus-astartes::Hellblaster Squad", "waaagh::Shoota Boyz"),
    "need": ("need", "orks::Trukk", "ultramarines", "--chance", "80%", "--budget", "600"),  # slow machines, too
    "map": ("compare", "adeptus-astartes::Hellblaster Squad", "--by", "weapon", "--against", "grid"),
}
PHONE, DESKTOP, HIGH = 390, 1000, 900  # pixels
LOOKS = ("desktop", "phone", "dark", "print")
IN_THE_DOCUMENTS = {
    "matchup-desktop": 1250, "matchup-phone": 844, "matchup-print": 0, "compare-desktop": 480, "compare-dark": 480,
    "odds-desktop": 880, "need-desktop": 520,
}  # fmt: skip
FRAME = (
    '<!doctype html><body style="margin: 0">'
    '<iframe style="border: 0; width: {width}px; height: {high}px" srcdoc="{page}"></iframe>'
)


@cache
def page(name: str, end: str = ".html") -> str:
    """What the command writes into a file with this ending."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{name}{end}"
        command = [str(Path(sys.executable).with_name("shoot")), *COMMANDS[name], "-o", str(file)]
        subprocess.run(command, check=True, capture_output=True)
        return file.read_text(encoding="utf-8")


def browse(file: Path, *more: str) -> str:
    """What Chromium prints when it opens the file."""
    with tempfile.TemporaryDirectory() as profile:
        command = [str(BROWSER), *FLAGS, f"--user-data-dir={profile}", *more, file.as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def framed(folder: Path, text: str, high: int) -> Path:
    """A file that shows the page as wide as a phone; Chromium has no window that is so narrow."""
    file = folder / "frame.html"
    file.write_text(FRAME.format(width=PHONE, high=high, page=html.escape(text)), encoding="utf-8")
    return file


def picture(folder: Path, text: str, look: str, file: Path, high: int = HIGH) -> None:
    """Write a picture of the page into this file: on a desk, on a phone, in the dark, or the first sheet of paper."""
    plain = folder / "page.html"
    plain.write_text(text, encoding="utf-8")
    if look == "print":
        paper = printed(folder, text)
        subprocess.run(["pdftoppm", "-r", "80", "-png", "-singlefile", paper, file.with_suffix("")], check=True)
        return
    if look == "phone":
        browse(framed(folder, text, high), f"--window-size={PHONE},{high}", f"--screenshot={file}")
        return
    more = (DARK,) if look == "dark" else ()
    browse(plain, f"--window-size={DESKTOP},{high}", f"--screenshot={file}", *more)


def printed(folder: Path, text: str) -> Path:
    """The page as PDF."""
    plain, paper = folder / "page.html", folder / "page.pdf"
    plain.write_text(text, encoding="utf-8")
    browse(plain, "--no-pdf-header-footer", f"--print-to-pdf={paper}")
    return paper


def main(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        for title, high in IN_THE_DOCUMENTS.items():
            name, look = title.split("-")
            picture(Path(work), page(name), look, folder / f"{title}.png", high)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PAGES)
