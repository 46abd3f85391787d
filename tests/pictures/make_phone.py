"""Makes the pictures of the page for phones: a roll on the phone of whoever owes it, and terminal and phone side by side.

    PYTHONPATH=. python tests/pictures/make_phone.py

It is the battle of ``make_pictures.py``, typed up to the same roll: run that script first, its picture is one of the pair.
Look at them as the two players would. Short: all but the moment is that of the tests of the page.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.phone.browser import Browser
from tests.phone.table import table
from tests.pictures.make_pages import PAGES
from tests.pictures.make_pictures import PLAY, TO_THE_ROLL

WIDE, HIGH = 1110, 500  # pixels of the pair
PAIR = """<!doctype html><body style="margin:0;display:flex;gap:20px;align-items:center;justify-content:center;height:100vh">
<img src="{terminal}" style="width:850px"><img src="{phone}" style="height:490px;border-radius:18px;outline:1px solid #888">"""


def main() -> None:
    with tempfile.TemporaryDirectory() as home, Browser() as browser:
        with table(Path(home), *PLAY[1:]) as here:
            here.go()
            for typed, then in TO_THE_ROLL:
                here.here.press(typed)
                here.here.wait(then)
            page = browser.page(here.links[0])
            page.until("now && now.yours && now.form.kind === 'roll'")
            page.picture(PAGES / "phone-roll.png")
        pair = Path(home) / "pair.html"
        terminal = PAGES.parent / "roll-80.svg"
        pair.write_text(PAIR.format(terminal=terminal.as_uri(), phone=(PAGES / "phone-roll.png").as_uri()))
        page = browser.page(pair.as_uri(), WIDE, HIGH)
        page.until("[...document.images].length === 2 && [...document.images].every(one => one.complete)")
        page.picture(PAGES / "table-and-phone.png")


if __name__ == "__main__":
    main()
