"""The page in a real browser of phone size: every form by taps, a bad link to the laptop, and what people need to read it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from shoot_cli.asked.prompt import asked
from shoot_cli.asked.scene import ModelBar, Scene
from shoot_cli.battle.summaries import PoolSummary
from shoot_cli.engine.questions import Choose, HowMany, Need, Number, Option, Question, Watch
from shoot_cli.phone import server as servers
from shoot_cli.phone.hub import Hub
from shoot_cli.phone.links import link
from shoot_cli.phone.server import Server
from shoot_cli.play.with_phones import safe
from tests.asked.test_prompt import KINDS, QUESTIONS
from tests.phone.browser import BROWSER, Browser, Page
from tests.phone.test_server import TOKENS

NAMES = "Reds", "Greens"
PAGES = {
    name: files("shoot_cli.phone").joinpath(name).read_text(encoding="utf-8")
    for name in ("page.html", "page.css", "page.js")
}
KIND = {KINDS[type(question)]: question.but(owner="attacker") for question in QUESTIONS}
SCENE = Scene(
    who="Squad", whom="Mob", place="Reds · turn 2", shot="1 of 9 have shot", facts=('12"', "in cover"), now=1,
    pools=(PoolSummary("shots", 16), PoolSummary("hits", None, "3+")), losses=(ModelBar("Boy", 7, 2, 1),),
    hulls=(ModelBar("Trukk", 2, 1, 0, "hull points", "hull points", "armour 10/10/10"),),
)  # fmt: skip
in_a_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium here")


class Laptop:
    """A hub and its server, and a main thread that takes what phones answer and asks the next."""

    def __init__(self) -> None:
        self.hub = Hub(NAMES)
        self.given: list[Any] = []
        self.next: list[Question] = []
        self.server = self.serve(0)

    def serve(self, port: int) -> Server:
        made = Server(self.hub, "127.0.0.1", port, TOKENS)
        made.begin()
        return made

    def publish(self, question: Question, **more: Any) -> None:
        raw: dict[str, str] = {}
        drawn = safe(asked(question, 0, NAMES, SCENE).json() | {"side": "first"} | more, raw)  # type: ignore[operator]
        self.hub.publish(question, drawn, raw, lambda of, answer: "so")

    def close(self) -> None:
        """A phone has answered: what the main thread does, in a thread of its own."""
        Thread(target=self.taken).start()

    def taken(self) -> None:
        claim = self.hub.take_answer()
        if claim is not None:
            self.given.append("throw" if claim.throws else claim.answer)
            self.hub.confirm()
            self.publish(self.next.pop(0) if self.next else KIND["choose"])

    def soon(self, work: Callable[[], None]) -> None:
        Thread(target=work).start()

    @property
    def link(self) -> str:
        return link(self.server.name, TOKENS[0])


@pytest.fixture
def laptop(monkeypatch: pytest.MonkeyPatch) -> Iterator[Laptop]:
    monkeypatch.setattr(servers, "A_SECOND", 10_000)
    made = Laptop()
    with made.hub.prompt_open(made):
        yield made
    made.hub.end("over")
    made.server.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as made:
        yield made


def opened(
    browser: Browser, laptop: Laptop, question: Question, width: int = 390, height: int = 844, dark: bool = False
) -> Page:
    laptop.publish(question)
    page = browser.page(laptop.link, width, height, dark)
    page.until("now && now.yours && found")
    return page


TAPS: dict[str, tuple[tuple[str, ...], Any]] = {
    "roll": (("Let the app roll",), "throw"),
    "total": (("7",), 7),
    "choose": (("nobz",), "nobz"),
    "number": (("in range",), "in range"),
    "numbers": (("As proposed",), 12),
    "howmany": (("one less",), [7, 1]),
    "several": (("Squad",), ["Squad"]),
    "arrange": (("2 Boy farther",), [[1, "Nob", ""], [2, "Boy", ""]]),
    "phrases": (("Names to tap", "hit ones", "For whom", "boltgun"), ["hit ones: boltgun"]),
    "facts": (("Firing", "one less"), {"firing": [7]}),
}


MARKERS = (("1 on target", 9), ('2 moved 4"', 9))
MORE = [  # what is tapped at what, and what that says
    (Number("under", 0, 9, 5, "models", more="if others too"), ("7", "+ if others too"), "7+"),
    (Number("under", 0, 9, 5, "models", more="if others too"), ("+ if others too", "As proposed"), "5+"),
    (Number("under", 0, 99, 5, "models", more="if others too"), ("+ if others too",), "5+"),
    (Number("under", 0, 9, 5, "models", more="if others too"), ("+ if others too", "7", "+ if others too"), 7),
    (HowMany("each", MARKERS, (4, 0), apiece=True, more="if others too"), ("one more", "+ if others too"), [5, 0, "+"]),
    (HowMany("each", MARKERS, (4, 0), apiece=True, more="if others too"), ("As proposed",), [4, 0]),
]  # fmt: skip


def redrawn_with(laptop: Laptop, page: Page, question: Question) -> bool:
    asked_before = page.js("seen")
    laptop.publish(question)
    return bool(page.until(f"seen !== {asked_before!r}"))


def is_fit_for_a_finger(page: Page) -> None:
    """No scrolling sideways, large targets and text, and Send within reach."""
    assert page.js("document.documentElement.scrollWidth <= innerWidth") is True
    small = page.js(
        "[...document.querySelectorAll('button,input,summary')].filter(e => e.offsetParent)"
        ".map(e => [e.textContent, e.getBoundingClientRect()]).filter(([t, r]) => r.width < 47.9 || r.height < 47.9)"
        ".map(([t, r]) => `${t} ${r.width}x${r.height}`)"
    )
    assert small == []
    assert page.js("[...document.querySelectorAll('main *, footer *, header *')].filter(e => e.offsetParent && e.textContent && parseFloat(getComputedStyle(e).fontSize) < 16).length") == 0  # fmt: skip
    assert page.js(
        "(r => r.bottom <= innerHeight + 1 && r.top > innerHeight / 2)(document.getElementById('send').getBoundingClientRect())"
    )


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-11")
def test_a_plus_is_tapped_by_who_has_more_to_say_than_a_number(browser: Browser, laptop: Laptop) -> None:
    page = opened(browser, laptop, MORE[0][0], 320, 568)
    for place, (question, taps, _) in enumerate(MORE):
        page.until(f"now.form && now.form.kind === '{KINDS[type(question)]}' && now.form.more && answer === null")
        is_fit_for_a_finger(page)
        laptop.next.append(MORE[(place + 1) % len(MORE)][0])
        for words in taps:
            page.tap(words)
        page.until("answer !== null")
        page.send()
        page.until("answer === null")
    assert laptop.given == [said for *_, said in MORE]


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-11", "PH-33")
@pytest.mark.parametrize(("width", "height", "dark"), [(390, 844, False), (320, 568, True)])
def test_each_form_is_answered_by_taps(
    browser: Browser, laptop: Laptop, width: int, height: int, dark: bool, tmp_path: Path
) -> None:
    assert TAPS.keys() == KIND.keys()
    page = opened(browser, laptop, KIND["roll"], width, height, dark)
    kinds = [*TAPS]
    for place, kind in enumerate(kinds):
        page.until(f"now.form && now.form.kind === '{kind}'")
        is_fit_for_a_finger(page)
        laptop.next.append(KIND[kinds[(place + 1) % len(kinds)]])
        for words in TAPS[kind][0]:
            page.tap(words)
        page.until("answer !== null")
        is_fit_for_a_finger(page)
        page.send()
        page.until(f"seen.endsWith('-{laptop.hub.count}') || !now.form || now.form.kind !== '{kind}'")
    for _ in range(500):
        if len(laptop.given) == len(kinds):
            break
        page.js("new Promise(r => setTimeout(r, 20))")
    said = [one.get("sum", one) if isinstance(one, dict) else one for one in laptop.given]
    assert said == [given for _, given in TAPS.values()]
    assert page.errors() == []


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-11")
def test_of_pairs_it_is_tapped_how_many_live_or_each_die(browser: Browser, laptop: Laptop) -> None:
    pairs = KIND["roll"].but(dice=4, groups=(2, 2), lives=True, again=(), watch=())
    page = opened(browser, laptop, pairs)
    laptop.next.append(pairs.but(lives=False))
    page.tap("1")
    is_fit_for_a_finger(page)
    page.send()
    page.until("now.form && !now.form.lives")
    for face in ("6", "1", "5", "2"):
        page.tap(face)
    page.send()
    page.until("now.form.kind === 'choose'")
    assert laptop.given == [{"live": 1}, {"first": [6, 1, 5, 2]}]
    assert page.errors() == []


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-11")
def test_watched_faces_are_said_before_anything_can_be_sent(browser: Browser, laptop: Laptop) -> None:
    """No number of them is proposed; where all that passed show them, or none can, nobody is asked."""
    roll = KIND["roll"].but(dice=9, need=Need(6), watch=(Watch((6,)),), again=())
    page = opened(browser, laptop, roll)
    laptop.next += [roll.but(need=Need(3), watch=(Watch((face,)),)) for face in (3, 4)]
    assert "How many of" not in page.js("document.getElementById('form').textContent")
    page.tap("2")
    page.send()
    page.until("now.form && now.form.watch[0] === '3'")
    page.tap("2")
    assert page.js("[document.getElementById('send').disabled, document.querySelector('.step b').textContent]") == [True, "?"]  # fmt: skip
    page.tap("one more")
    page.send()
    page.until("now.form && now.form.watch[0] === '4'")
    laptop.next += [KIND["roll"].but(dice=1, watch=(), again=())]
    page.tap("0")
    page.send()
    page.until("now.form && now.form.dice === 1")
    assert page.js("[...document.querySelectorAll('#form .grid button')].map(e => e.textContent)") == [*"123456", "⌫"]
    page.tap("4")
    page.tap("1")
    page.send()
    page.until("now.form.kind === 'choose'")
    assert laptop.given == [{"passed": 2, "watched": [2]}, {"passed": 2, "watched": [1]}, {"passed": 0, "watched": [0]}, {"first": [1]}]  # fmt: skip
    assert page.errors() == []


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-11")
def test_no_more_can_be_sent_to_have_passed_than_there_are_dice(browser: Browser, laptop: Laptop) -> None:
    page = opened(browser, laptop, KIND["roll"].but(dice=51, watch=(), again=()))
    assert "0 to 51" in page.text()
    put = "e = document.querySelector('#form input'); e.value = '{}'; e.dispatchEvent(new Event('input', {{bubbles: true}})); $('send').disabled"  # fmt: skip
    assert [page.js(put.format(n)) for n in (99, 51, 0, "x")] == [True, False, False, True]


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-11")
def test_dice_are_typed_by_taps_and_some_thrown_again(browser: Browser, laptop: Laptop) -> None:
    page = opened(browser, laptop, KIND["roll"].but(watch=(Watch((6,), both=True),)), 320, 568)
    for face in ("1", "6", "5"):
        page.tap(face)
    page.send()
    page.until("document.getElementById('form').textContent.includes('1 thrown again')")
    page.tap("4")
    page.send()
    page.until("now.form.kind === 'choose'")
    assert laptop.given == [{"first": [1, 6, 5], "again": [4]}]
    assert redrawn_with(laptop, page, KIND["roll"].but(dice=40, need=Need(4), again=(1, 2, 3), watch=(Watch((6,)),)))
    page.tap("12")
    page.tap("one more")
    page.until("$('words').textContent.endsWith('send them first.')")
    page.js("scrollTo(0, 9999)")
    page.send()
    page.until("document.getElementById('form').textContent.includes('28 thrown again, after 12/1')")
    assert page.js("$('words').textContent + $('said').textContent") == "", (
        "they were sent: nothing is left to do first"
    )
    assert page.js("(r => r.top >= 0 && r.bottom < innerHeight)($('form').firstChild.getBoundingClientRect())")
    page.tap("5")
    page.tap("one more")
    page.tap("one more")
    page.send()
    page.until("now.form.kind === 'choose'")
    assert laptop.given[-1] == {"passed": 17, "watched": [3]}
    assert page.errors() == []


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-11")
def test_what_stands_beside_a_number_is_tapped_and_an_offset_has_two_fields(browser: Browser, laptop: Laptop) -> None:
    page = opened(browser, laptop, KIND["numbers"])
    laptop.next += [KIND["total"]]
    assert page.js("[...document.querySelectorAll('#form input')].map(e => e.inputMode)") == ["decimal"] * 4
    fields = "f = [...document.querySelectorAll('#form input')]; put = (i, v) => { f[i].value = v; f[i].dispatchEvent(new Event('input', {bubbles: true})) }; "
    page.tap("unseen")
    page.js(fields + "put(2, '5'); put(3, '3')")
    is_fit_for_a_finger(page)
    page.send()
    page.until("now.form.kind === 'total' && !sending")
    laptop.publish(KIND["numbers"])
    page.until("now.form.kind === 'numbers' && performance.now() - born > 450")
    page.js(fields + "put(0, '7')")
    page.tap("unseen")  # instead of the number
    assert page.js("f[0].value") == ""
    page.js("put(0, '8'); put(2, '9,5'); put(2, '9')")
    assert page.js("document.querySelectorAll('#form [role=checkbox][aria-checked=true]').length") == 0
    page.send()
    page.until("now.form.kind === 'choose' && !sending")
    assert laptop.given == [{"Squad": "unseen", "Tank": [5, 3]}, {"Squad": 8, "Tank": 9}]
    assert page.errors() == []


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-11")
def test_sums_of_unlike_dice_begin_at_their_number(browser: Browser, laptop: Laptop) -> None:
    """No sum is offered that would be refused."""
    page = opened(browser, laptop, KIND["roll"].but(dice=1, sides=10, adds=(6, 4), again=(), watch=()))
    keys = "[...document.querySelectorAll('#form details .grid button')].map(e => e.textContent)"
    assert page.js(keys) == [*map(str, range(2, 11)), "⌫"]


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-34")
def test_all_that_can_be_tapped_has_a_name_and_what_is_chosen_a_mark(browser: Browser, laptop: Laptop) -> None:
    page = opened(browser, laptop, KIND["roll"])
    many = KIND["total"].but(dice=9)
    for question in (*KIND.values(), KIND["roll"].but(again=(), watch=()), many, KIND["numbers"].but(default=None)):
        laptop.publish(question)
        page.until(f"seen.endsWith('-{laptop.hub.count}')")
        page.js("document.querySelectorAll('details').forEach(e => { e.open = true })")
        tree = page.call("Accessibility.getFullAXTree")["nodes"]
        named = {(node["role"]["value"], node.get("name", {}).get("value", "")) for node in tree if not node["ignored"]}
        roles = {"button", "radio", "checkbox", "textbox", "searchbox", "radiogroup"}
        assert [role for role, name in named if role in roles and not name] == [], question.key
        assert named & {("radio", ""), ("checkbox", "")} == set()
        assert {role for role, _ in named} & roles
    laptop.publish(KIND["choose"])
    page.tap("nobz")
    page.until("answer === 'nobz'")
    assert page.js("getComputedStyle(document.querySelector('[aria-checked=true]'), '::before').content").startswith(
        '"✓'
    )
    assert page.js("getComputedStyle(document.querySelector('[aria-checked=false]'), '::before').content") == "none"


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-6")
def test_nothing_is_sent_that_was_tapped_at_a_redraw(browser: Browser, laptop: Laptop) -> None:
    page = opened(browser, laptop, KIND["choose"])
    page.tap("nobz")
    page.until("answer === 'nobz'")
    laptop.publish(KIND["choose"])
    page.until(f"seen.endsWith('-{laptop.hub.count}')")
    assert page.js("answer") is None
    assert "was dropped" in page.text()
    page.js("choose('nobz', 'nobz'); born = performance.now(); document.getElementById('form').requestSubmit()")
    page.js("new Promise(r => setTimeout(r, 300))")
    assert laptop.given == []
    page.js("born = performance.now() - 401; document.getElementById('form').requestSubmit()")
    page.until("now.ask !== null && answer === null")
    assert laptop.given == ["nobz"]


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-6")
def test_a_tap_that_was_on_its_way_at_a_redraw_chooses_nothing(browser: Browser, laptop: Laptop) -> None:
    page = opened(browser, laptop, KIND["choose"])
    press = "document.querySelector('#form [role=radio]').click()"
    page.js(f"born = performance.now() - 350; {press}")
    assert page.js("[answer, document.querySelector('[aria-checked=true]')]") == [None, None]
    page.js(f"born = performance.now() - 450; {press}")
    assert page.js("answer") is not None


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-6")
def test_what_was_half_composed_is_said_to_be_dropped_and_what_was_sent_is_not(
    browser: Browser, laptop: Laptop
) -> None:
    dice = KIND["roll"].but(watch=(Watch((6,), both=True),))
    page = opened(browser, laptop, dice)

    def redrawn(question: Question) -> bool:
        laptop.publish(question)
        page.until(f"seen.endsWith('-{laptop.hub.count}')")
        return "was dropped" in page.text()

    page.tap("1")  # of three dice
    assert page.js("answer") is None
    assert redrawn(dice)
    assert not redrawn(dice)  # nothing was begun
    for face in ("1", "6", "5"):
        page.tap(face)
    page.send()
    page.until("document.getElementById('form').textContent.includes('1 thrown again')")
    assert redrawn(KIND["numbers"].but(default=None))  # with the first throw
    page.js(
        "e = document.querySelector('#form input'); e.value = '3'; e.dispatchEvent(new Event('input', {bubbles: true}))"
    )
    assert page.js("answer") is None  # the other one has no number yet
    assert redrawn(KIND["choose"])
    page.tap("nobz")
    page.js("real = fetch; fetch = () => Promise.reject(new Error('broken'))")
    page.send()
    page.until("$('said').textContent.startsWith('Not known')")
    page.js("fetch = real")
    assert not redrawn(KIND["choose"])  # it may have been taken (PH-24)


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-25")
@pytest.mark.parametrize("how", ["offline", "frozen"])
def test_a_phone_that_wakes_is_right_at_once(browser: Browser, laptop: Laptop, how: str) -> None:
    page = opened(browser, laptop, KIND["choose"])
    if how == "frozen":
        page.call("Page.setWebLifecycleState", state="frozen")
    else:
        network = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        page.call("Network.emulateNetworkConditions", offline=True, **network)
        page.until("!found && document.getElementById('send').disabled")
        page.js("new Promise(r => setTimeout(r, 3500))")  # it waits long between two tries by now
    for _ in range(2):
        laptop.publish(KIND["number"])
    if how == "frozen":
        page.call("Page.setWebLifecycleState", state="active")
    else:
        page.call("Network.emulateNetworkConditions", offline=False, **network)
    page.until(f"found && seen.endsWith('-{laptop.hub.count}')", patience=2)


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-25")
def test_a_request_that_hangs_is_begun_anew_when_the_phone_wakes(browser: Browser, laptop: Laptop) -> None:
    """A network that is lost without a word: nothing arrives, and no error either."""
    page = opened(browser, laptop, KIND["choose"])
    page.js(
        "real = fetch; fetch = (path, how) => new Promise((_, no) => how.signal && how.signal.addEventListener('abort', () => no(new Error('stopped'))))"
    )
    laptop.publish(KIND["number"])
    page.until(f"seen.endsWith('-{laptop.hub.count}')")
    laptop.publish(KIND["number"])
    page.js("new Promise(r => setTimeout(r, 500))")
    assert not page.js(f"seen.endsWith('-{laptop.hub.count}')")
    page.js("fetch = real; dispatchEvent(new Event('online'))")
    page.until(f"found && seen.endsWith('-{laptop.hub.count}')", patience=2)


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-26", "PH-27")
def test_without_the_laptop_nothing_can_be_sent_and_it_comes_back_by_itself(browser: Browser, laptop: Laptop) -> None:
    page = opened(browser, laptop, KIND["choose"])
    page.tap("nobz")
    page.until("!document.getElementById('send').disabled")
    port = laptop.server.port
    laptop.server.stop()
    laptop.hub.lock.acquire()
    laptop.hub._pages.clear()  # ends what is held
    laptop.hub.lock.notify_all()
    laptop.hub.lock.release()
    page.until("!found")
    assert page.js("document.getElementById('send').disabled") is True
    assert page.js("getComputedStyle(document.getElementById('bar')).opacity") == "0.5"
    assert "laptop not found" in page.text()
    page.js("lostAt = Date.now() - 31000")
    page.until("document.getElementById('link').textContent.includes('another network')")
    laptop.server = laptop.serve(port)
    page.until("found && !document.getElementById('link').className")
    assert page.js("getComputedStyle(document.getElementById('bar')).opacity") == "1"


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-14")
def test_a_hostile_name_is_text(browser: Browser, laptop: Laptop) -> None:
    name = "<img src=x onerror=alert(1)><b>Boyz</b>\x1b[2J\u202e"
    page = opened(browser, laptop, Choose("target", (Option(name, name), Option("no")), text=f"Shoot {name}?"))
    assert page.js("document.querySelectorAll('img, #form b, #bar img').length") == 0
    assert "<img src=x onerror=alert(1)><b>Boyz</b>" in page.text()
    page.tap("<img")
    page.send()
    page.until("answer === null")
    assert laptop.given == [name]
    assert page.errors() == []


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-34")
def test_a_screen_reader_hears_whose_turn_it_is_and_what_stands(browser: Browser, laptop: Laptop) -> None:
    page = opened(browser, laptop, KIND["several"])
    assert page.js("document.activeElement.id") == "bar"
    assert page.js("[$('bar').tagName, $('bar').getAttribute('aria-live')]") == ["H1", "polite"]
    assert page.js("$('bar').textContent").startswith("You, Reds")
    assert page.js("[...document.querySelectorAll('.funnel li')].map(e => e.getAttribute('aria-label'))") == [
        "16 shots", "to be rolled: hits, needs 3+",
    ]  # fmt: skip
    assert "Boy: 7 of 10 left" in page.text()
    assert "Trukk: armour 10/10/10, 2 of 3 left, hull points" in page.text()
    assert page.js("[...document.querySelectorAll('.pips')].every(e => e.getAttribute('aria-hidden') === 'true')")
    assert page.js("[...$('form').querySelectorAll('[role=checkbox]')].map(e => [e.getAttribute('aria-checked'), e.disabled])") == [
        ["false", False], ["false", True],
    ]  # fmt: skip
    page.tap("Squad")
    assert page.until("$('form').querySelector('[role=checkbox]').getAttribute('aria-checked') === 'true'")
    assert "too large" in page.text()
    assert page.js("document.getElementById('said').getAttribute('role')") == "alert"
    laptop.publish(KIND["choose"])
    page.until("$('form').querySelectorAll('[role=radiogroup] [role=radio]').length === 3")
    laptop.publish(KIND["choose"].but(owner="defender"))
    page.until("!now.yours")
    assert "Greens must answer" in page.text()
    assert page.js("$('bar').className.trim()") == ""


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-33", "PH-35")
def test_the_looks_are_those_of_the_phone(browser: Browser, laptop: Laptop) -> None:
    light, dark = (opened(browser, laptop, KIND["roll"], 320, 568, dark) for dark in (False, True))
    back = "getComputedStyle(document.body).backgroundColor"
    assert (light.js(back), dark.js(back)) == ("rgb(255, 255, 255)", "rgb(16, 18, 22)")
    assert light.js("parseFloat(getComputedStyle(document.querySelector('#bar b')).fontSize)") >= 40
    for page in (light, dark):
        page.js("document.documentElement.style.fontSize = '200%'")
        assert page.js("document.documentElement.scrollWidth <= innerWidth")
        assert page.js(
            "(r => r.bottom <= innerHeight + 1 && r.top > 0)(document.getElementById('send').getBoundingClientRect())"
        )
        page.js("buzzed = 0; Object.defineProperty(navigator, 'vibrate', {value: () => { buzzed++ }}); tapped = false")
    laptop.publish(KIND["roll"])
    for page in (light, dark):
        page.until(f"seen.endsWith('-{laptop.hub.count}')")
        assert page.js("buzzed") == 0
        page.tap("Let the app roll")
    laptop.publish(KIND["roll"])
    light.until("buzzed === 1")
    assert light.js(
        "[...document.querySelectorAll('*')].every(e => getComputedStyle(e).transitionDuration === '0s' && getComputedStyle(e).animationName === 'none')"
    )


STATUS = [
    {"name": "Reds, CP 2", "side": "first", "below": ["all: Lethal Hits"],
     "units": [{"name": "Squad", "models": "7/10", "hurt": "1 wound lost", "marks": ["in cover"]}]},
    {"name": "Greens", "side": "second", "below": [],
     "units": [{"name": "Mob", "models": "0/20", "hurt": "destroyed", "marks": []}]},
]  # fmt: skip
WHY = {"title": "WHY 4+?", "lines": ["4: Strength 4 against Toughness 4", "X-WND-1 To wound: as the chart says"]}


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-33")
@pytest.mark.parametrize(("width", "dark"), [(320, True), (390, False)])
def test_both_armies_and_the_reasons_can_be_opened_and_stay_open(
    browser: Browser, laptop: Laptop, width: int, dark: bool
) -> None:
    page = opened(browser, laptop, KIND["choose"], width, 568, dark)
    assert page.js("$('why').hidden && $('status').hidden") is True
    laptop.publish(KIND["choose"], status=STATUS, why=WHY)
    page.until("!$('why').hidden")
    assert "Strength 4 against" not in page.text()
    page.tap("WHY 4+?")
    page.tap("Both armies")
    page.until("$('status').open && $('why').open")
    is_fit_for_a_finger(page)
    told = " ".join(page.text().split())
    assert "WHY 4+? 4: Strength 4 against Toughness 4 X-WND-1 To wound" in told
    assert "Reds, CP 2 Squad 7/10 · 1 wound lost · in cover all: Lethal Hits Greens Mob 0/20 · destroyed" in told
    assert page.js("answer") is None
    laptop.publish(KIND["choose"], status=STATUS[::-1], why={**WHY, "lines": ["nothing"]})
    page.until("$('why').textContent.includes('nothing')")
    assert page.js("$('status').open && $('why').open") is True
    assert " ".join(page.text().split()).index("Greens Mob") < " ".join(page.text().split()).index("Reds, CP 2")
    laptop.hub.wait_for("A beginner is asked.")
    page.until("$('why').hidden && $('status').hidden")
    assert page.errors() == []


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-33")
def test_no_word_of_the_funnel_is_broken_on_a_small_phone(browser: Browser, laptop: Laptop) -> None:
    page = opened(browser, laptop, KIND["choose"], 320, 568)
    names = ("shots", "hits", "wounds", "unsaved", "slain")
    pools = [{"name": name, "number": 36, "need": "3+", "of": None, "short": ""} for name in names]
    laptop.publish(KIND["choose"], scene={"pools": pools, "now": 3}, news=[{"kind": "thrown", "label": "save", "came": "2 saved"}])  # fmt: skip
    page.until("document.querySelectorAll('.funnel li').length === 5")
    assert (
        page.js("[...document.querySelectorAll('.funnel li')].filter(e => e.scrollWidth > e.clientWidth).length") == 0
    )
    assert page.js("document.querySelector('.funnel').offsetHeight") < 90
    assert "save: 2 saved" in page.text()


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-33")
@pytest.mark.parametrize("width", [320, 390, 430])
def test_a_long_name_of_the_funnel_has_room_on_any_phone(browser: Browser, laptop: Laptop, width: int) -> None:
    page = opened(browser, laptop, KIND["choose"], width, 844)
    names = {"shots": "", "hits": "", "glance or penetrate": "glance/pen", "hull points lost": "hull lost"}
    pools = [{"name": name, "number": 11, "need": "6+", "of": None, "short": short} for name, short in names.items()]
    laptop.publish(KIND["choose"], scene={"pools": pools, "now": 2})
    page.until("document.querySelectorAll('.funnel li').length === 4")
    lines = "(e => { const r = document.createRange(); r.selectNodeContents(e.lastChild); return r.getClientRects().length })"  # fmt: skip
    assert page.js(f"[...document.querySelectorAll('.funnel li')].map({lines})") == [1, 1, 1, 1]


LONG = "Ultramarines Strike Force of the Second Company"


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-33")
def test_the_head_of_a_small_phone_leaves_room_for_the_question(browser: Browser, laptop: Laptop) -> None:
    laptop.hub.names = (LONG, "Greens")
    laptop.publish(KIND["choose"], owner=LONG, scene={
        "place": f"{LONG} · turn 2", "shot": "10 of 24 have shot", "who": "Squad", "whom": "Mob",
        "facts": ["9 bolt rifles, 1 bolt pistol, 2 grenade launchers (krak), 1 plasma pistol (standard)", '12"', "moved"],
    })  # fmt: skip
    page = browser.page(laptop.link, 320, 568)
    page.until("now && now.yours && found")
    line = page.js("parseFloat(getComputedStyle(document.body).lineHeight)")
    assert page.js("document.querySelector('header').offsetHeight") < 2 * line
    assert page.js("document.querySelector('.facts').offsetHeight") < 1.5 * line
    assert page.js("document.querySelector('.facts').textContent").startswith('12" · moved · 9 bolt rifles')
    page.js("document.querySelector('.facts').focus()")
    assert page.js("document.querySelector('.facts').offsetHeight") > 2 * line
    is_fit_for_a_finger(page)
    page.js("document.querySelector('main').style.minHeight = '2000px'; scrollTo(0, 400)")
    assert page.js("scrollY") == 400
    page.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    page.js("dispatchEvent(new Event('offline'))")
    page.until("!found")
    assert page.js("$('link').getBoundingClientRect().top >= 0 && $('link').scrollWidth <= $('link').clientWidth")


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-33")
def test_a_new_question_is_seen_wherever_the_last_one_was_answered(browser: Browser, laptop: Laptop) -> None:
    many = Choose("unit", tuple(Option(f"unit {n}") for n in range(40)), owner="attacker")
    page = opened(browser, laptop, many, 390, 568)
    laptop.next.append(many)
    page.tap("unit 39")
    assert page.js("scrollY") > 500
    before = page.js("seen")
    page.send()
    page.until(f"seen !== {before!r} && scrollY === 0")


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-33")
def test_a_long_list_is_searched_by_any_part_of_a_name(browser: Browser, laptop: Laptop) -> None:
    many = Choose("unit", tuple(Option(f"Squad {n}") for n in range(13)), owner="attacker")
    page = opened(browser, laptop, many, 320, 568)
    page.js("document.querySelector('#form input').focus()")
    page.call("Input.insertText", text="SQUAD 1")
    shown = "[...document.querySelectorAll('#form button')].filter(b => b.offsetParent).map(b => b.textContent)"
    assert page.js(shown) == ["Squad 1", "Squad 10", "Squad 11", "Squad 12"]
    is_fit_for_a_finger(page)
    assert page.js("answer") is None
    page.tap("Squad 12")
    page.send()
    page.until("now.form.kind === 'choose' && now.options[0].label !== 'Squad 0'")
    assert laptop.given == ["Squad 12"]
    laptop.publish(many.but(options=many.options[:12]))
    page.until("now.options.length === 12")
    assert page.js("document.querySelectorAll('#form input').length") == 0
    assert page.errors() == []


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-33", "PH-34")
def test_what_seldom_matters_is_folded_and_what_is_proposed_is_said(browser: Browser, laptop: Laptop) -> None:
    seldom = KIND["facts"].but(parts=tuple(  # type: ignore[union-attr]
        Choose(f"fact{n}", (Option("no"), Option(f"far {n}")), "no", text=f"Fact {n}") for n in range(12)
    ))  # fmt: skip
    page = opened(browser, laptop, seldom)
    laptop.next.append(KIND["phrases"].but(  # type: ignore[union-attr]
        default=(), rows=(Option("nothing"), Option("Squad"), Option("Mob", rarely_chosen=True)),
    ))  # fmt: skip
    assert "Fact 0: no" in page.text()
    assert "Fact 11: no" not in page.text()
    page.tap("6 more that seldom matter")
    page.tap("Fact 11: no")
    page.until("$('form').innerText.includes('no (proposed)')")
    page.tap("far 11")
    page.until("$('form').innerText.includes('Fact 11: far 11')")
    page.send()
    page.until("now.form.kind === 'phrases'")
    assert "Mob" not in page.js("$('form').innerText")
    assert "As proposed" not in page.text()
    page.tap("1 more")
    page.tap("Mob")
    page.send()
    page.until("now.form.kind === 'choose'")
    assert laptop.given == [{"fact11": "far 11"}, ["Mob"]]
    assert page.errors() == []


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-34")
def test_dice_are_sorted_and_a_refusal_is_said_once(browser: Browser, laptop: Laptop) -> None:
    page = opened(browser, laptop, KIND["number"])
    faces = [{"face": face, "passed": face > 3} for face in (3, 6, 4, 6, 1, 6)]
    laptop.publish(KIND["number"], news=[{"kind": "thrown", "label": "to hit", "came": "4 hits", "first": faces}])
    page.until("$('news').textContent")
    assert " ".join(page.js("$('news').innerText").split()) == "to hit: 6 ×3 4 3 1 = 4 hits"
    assert page.js("[...$('news').querySelectorAll('s')].map(e => e.textContent).join()") == "3,1"
    page.js("document.querySelector('#form input').focus()")
    page.call("Input.insertText", text="99")
    page.until("$('words').textContent")
    page.send()
    page.until("$('said').textContent && !sending")
    assert page.js("$('words').textContent") == ""


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-10")
def test_the_clock_counts_down_by_itself_and_is_corrected_at_each_state(browser: Browser, laptop: Laptop) -> None:
    times = {"left": {"Reds": 3_661_000, "Greens": 2_000}, "runs": "Greens"}
    laptop.hub.clock = lambda: dict(times)
    page = opened(browser, laptop, KIND["choose"], 320, 568)
    asked_now = page.js("seen")
    page.until("$('clock').textContent === 'Reds 1:01:01 · ▸ Greens 0:01'")
    page.until("$('clock').textContent === 'Reds 1:01:01 · ▸ Greens -0:01'")
    assert page.js("document.documentElement.scrollWidth <= innerWidth") is True
    times |= {"left": {"Reds": 60_000, "Greens": 600_000}, "runs": ""}
    page.js("dispatchEvent(new Event('online'))")  # asks anew, and nothing else is asked
    page.until("$('clock').textContent === 'Reds 1:00 · Greens 10:00'")
    page.js("new Promise(r => setTimeout(r, 1300))")
    assert page.js("$('clock').textContent") == "Reds 1:00 · Greens 10:00"  # it is paused
    assert page.js("seen") == asked_now
    laptop.hub.end("over")
    page.until("$('clock').hidden")
    assert page.errors() == []


@pytest.mark.slow
@in_a_browser
@pytest.mark.rule("PH-30", "PH-33")
@pytest.mark.parametrize("width", [320, 390])
def test_the_end_stays_on_the_page_with_its_numbers(browser: Browser, laptop: Laptop, width: int) -> None:
    page = opened(browser, laptop, KIND["choose"], width, 568)
    reds = {"name": "Reds", "side": "first", "killed": 7, "what": "enemy models slain", "words": ["9 of 10 left"],
            "units": ["Squad: 1 slain, 9 of 10 left"], "moments": ["Best attack: 7 slain: Squad at Mob"]}  # fmt: skip
    laptop.hub.end("The battle is over.", [reds, {**reds, "name": "Greens", "killed": 1, "moments": []}])
    page.until("now.over && document.getElementById('more').textContent")
    laptop.server.stop()
    page.until("!found")
    told = " ".join(page.text().split())
    assert (
        "The battle is over. Reds 7 enemy models slain 9 of 10 left Best attack: 7 slain: Squad at Mob Squad: 1" in told
    )
    assert told.index("Reds 7 enemy") < told.index("Greens 1 enemy")
    assert "not found" not in told
    assert page.js("getComputedStyle(document.getElementById('more')).opacity") == "1"
    assert page.js("document.documentElement.scrollWidth <= innerWidth") is True
    assert page.js("document.getElementById('send').hidden") is True
    laptop.server = laptop.serve(laptop.server.port)
    page.until("found")


# What stands in its files ---------------------------------------------------------------------------------------------


@pytest.mark.rule("PH-14")
def test_no_text_can_become_markup() -> None:
    script = PAGES["page.js"]
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|Function\(|DOMParser|srcdoc|\.cookie|localStorage",
        script,
    )
    assert "<script>" not in PAGES["page.html"]
    assert not re.search(r"\son\w+=|style=|https?:", PAGES["page.html"])


@pytest.mark.rule("PH-33")
def test_the_page_is_small_and_can_be_enlarged() -> None:
    assert sum(len(text.encode()) for text in PAGES.values()) < 30_000
    assert "user-scalable" not in PAGES["page.html"]
    assert "maximum-scale" not in PAGES["page.html"]


def luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.rule("PH-35")
def test_colours_have_contrast_by_day_and_by_night() -> None:
    looks = re.findall(r":root\{([^}]*)\}", PAGES["page.css"])
    assert len(looks) == 2
    for look in looks:
        of = dict(re.findall(r"--(\w+):(#\w+)", look))
        pairs = [("ink", "bg"), ("dim", "bg"), ("bad", "bg"), ("on", "first"), ("on", "second")]
        for one, other in pairs:
            high, low = sorted((luminance(of[one]), luminance(of[other])), reverse=True)
            assert (high + 0.05) / (low + 0.05) >= 4.5, (one, other)


def test_nothing_of_any_edition_stands_in_the_page() -> None:
    words = re.findall(r"[a-z]+", PAGES["page.js"].casefold())
    assert {"wound", "wounds", "save", "saves", "armour", "hit", "hits", "weapon", "toughness"}.isdisjoint(words)
