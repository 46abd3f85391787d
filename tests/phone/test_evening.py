"""What happens in an evening besides shots, tapped in a real browser at real battles: losses, effects, stratagems.

Short: one evening of each of two editions; the forms themselves are tested in `test_page.py`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from shoot_cli.storage.store import Store
from tests.end_to_end.terminal import printed
from tests.phone.browser import BROWSER, Browser, Page
from tests.phone.table import LISTS, Table, table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None or sys.platform == "win32", reason="no Chromium, or no pseudo-terminals"),
]


def tapped(page: Page, *taps: str) -> None:
    """Tap these, one after the other, then Send; wait for what is asked then."""
    page.until("now && now.yours && found")
    before = page.js("seen")
    for words in taps:
        page.tap(words)
    page.send()
    page.until(f"seen !== {before!r} && !sending")


def typed(page: Page, words: str, text: str) -> None:
    """Type this text into the visible field whose label begins so."""
    found = page.until(
        f"[...document.querySelectorAll('label')].some(l => l.offsetParent && l.textContent.startsWith({words!r}))"
    )
    assert found
    page.js(
        f"[...document.querySelectorAll('label')].find(l => l.offsetParent && l.textContent.startsWith({words!r}))"
        ".querySelector('input').focus()"
    )
    page.call("Input.insertText", text=text)


def played(here: Table, first: Page, second: Page, effect: str, told: str) -> None:
    """A turn in which the first player shoots once and the second tells what happened, each on his phone."""
    names = first.until("now && now.seat"), second.until("now && now.seat")
    tapped(first, names[0])
    while "Which unit shoots?" not in first.text():
        tapped(first, "none")
    tapped(first, "end the phase")
    second.until("now.form && now.form.kind === 'phrases'")
    unit = second.js("now.form.rows[3]")
    folded = second.js(
        "[...document.querySelectorAll('#form summary')].map(s => s.textContent).filter(t => t.endsWith(' more'))"
    )
    tapped(second, *folded, second.js("now.options[3].label"))
    second.until("now.form && now.form.taps.length")
    second.tap("-2")
    second.until("document.getElementById('words').textContent")
    assert second.js("document.getElementById('words').textContent").startswith(unit)
    tapped(second)
    second.until("now.form && now.form.kind === 'phrases' && now.form.rows.length")
    second.until(f"now.status.flatMap(a => a.units).some(u => u.name === {unit!r} && u.models.startsWith('18/'))")
    tapped(
        second, second.js(f"now.options.find(o => o.label.includes({unit!r})).label")
    )  # it has losses: not folded now
    second.until("now.form && now.form.taps.length")
    tapped(second, effect)
    second.until(f"JSON.stringify(now.status).includes({told!r})")
    second.until("now.form && now.form.kind === 'phrases' && now.form.rows.length")
    tapped(second, "nothing")


@pytest.mark.rule("PH-11", "EVE-20", "EVE-40")
def test_a_stratagem_and_an_effect_in_force_are_tapped(tmp_path: Path) -> None:
    """An effect for this attack, within the facts; then the other player answers the shots with a stratagem."""
    with table(tmp_path, *LISTS["10e"], "--dice", "app", "--seed", "7", "--turns", "1") as here, Browser() as browser:
        here.go()
        first, second = (browser.page(link, 390, 844) for link in here.links[:2])
        with here.watched():
            tapped(first, first.until("now && now.seat"))
            tapped(first, "none of them")
            for _ in range(2):
                tapped(first, first.until("now.options[0].label"))
            first.until("now.form && now.form.kind === 'number'")
            typed(first, "", "6")
            tapped(first)
            first.until("now.form && now.form.kind === 'facts'")
            part = first.js("now.form.parts.find(p => p.key === 'effects').name")
            first.tap(part)
            first.tap("+1 to hit")
            first.until("document.getElementById('send').textContent === 'Send: with 1 changed'")
            assert f"{part}: +1 to hit" in first.text()
            tapped(first)
            second.until("now.yours && now.form.kind === 'choose'")
            tapped(second, second.js("now.options.find(o => o.label.startsWith('Go to Ground')).label"))
            second.until("now.act && now.act.pieces.join(' ').includes('in cover')")  # it works at once
        assert (first.errors(), second.errors()) == ([], [])
    with Store.open(tmp_path / "shoot.db") as store:
        given = store.load(next(iter(store.battles())).name).answers()
    assert [one.answer["effects"] for one in given if isinstance(one.answer, dict) and "effects" in one.answer] == [
        ["+1 to hit"]
    ]
    assert [one.via for one in given if "go to ground" in str(one.answer).casefold()] == ["phone"]


@pytest.mark.rule("PH-11", "EVE-1", "EVE-20")
@pytest.mark.parametrize(
    ("edition", "effect", "told"), [("7e", "Ballistic Skill +1", "bs +1"), ("10e", "+1 to hit", "+1 to hit")]
)
def test_losses_and_effects_are_told_on_the_phone(tmp_path: Path, edition: str, effect: str, told: str) -> None:
    arguments = (*LISTS[edition], "--dice", "app", "--seed", "7", "--turns", "1")
    with table(tmp_path, *arguments) as here, Browser() as browser:
        here.go()
        pages = [browser.page(link, width, 568) for link, width in zip(here.links, (320, 390), strict=False)]
        with here.watched():
            played(here, pages[0], pages[1], effect, told)
        assert [page.errors() for page in pages] == [[], []]
    with Store.open(tmp_path / "shoot.db") as store:
        name = next(iter(store.battles())).name
    lines = [line for line in printed(tmp_path, "battle", "show", name).splitlines() if "by phone)" in line]
    assert [line for line in lines if "-2" in line]
    assert [line for line in lines if told in line]
