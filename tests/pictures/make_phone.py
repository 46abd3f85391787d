"""Makes the picture of the page in ``docs/phones.md``: a roll of a battle that plays itself, on a phone.

    PYTHONPATH=. python tests/pictures/make_phone.py

Look at it as the player would who holds the phone. Short: all but the moment is that of the tests of the page.
"""

from __future__ import annotations

from shoot_cli.phone.hub import Hub
from shoot_cli.phone.links import link
from shoot_cli.phone.server import Server
from shoot_cli.play.with_phones import news_of, safe
from shoot_cli.rules import RULESETS
from tests.asked.walks import met
from tests.phone.browser import Browser
from tests.pictures.make_pages import PAGES

TOKENS = "a" * 16, "b" * 16, "c" * 16


def main() -> None:
    found = [one for edition in RULESETS if edition.short == "7e" for one in met(edition)]
    rolls = [one for one in found if one.asked.form.kind == "roll" and not one.asked.form.names and one.scene.pools]
    one = max(rolls, key=lambda one: one.asked.form.dice)
    raw: dict[str, str] = {}
    news = [item for item in map(news_of, one.news) if item is not None]
    hub = Hub(one.names)
    drawn = safe({**one.asked.json(), "side": one.scene.asked, "news": news}, raw)  # type: ignore[dict-item]
    hub.publish(one.asked.question, drawn, raw, lambda question, answer: "")
    server = Server(hub, "127.0.0.1", 0, TOKENS)
    server.begin()
    with Browser() as browser:
        page = browser.page(link(server.name, TOKENS[one.names.index(one.asked.owner)]))
        page.until("now && now.yours")
        page.picture(PAGES / "phone-roll.png")
    hub.end("over")
    server.stop()


if __name__ == "__main__":
    main()
