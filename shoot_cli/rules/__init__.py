"""The list of editions. A new edition is a package and one entry here; other code names no edition."""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from shoot_cli.engine.markdown import Rule
    from shoot_cli.engine.ruleset import Ruleset


class Edition(NamedTuple):
    """The names and the package of a ruleset. Its parts are only imported when they are needed."""

    name: str  # as in army lists: "40k-7e"
    short: str  # as on the command line: "7e"
    title: str
    package: str
    room: str = ""  # the package that it shares with other editions of the game

    def ruleset(self) -> Ruleset:
        return import_module(self.package).RULESET  # type: ignore[no-any-return]

    def rulebook(self) -> tuple[Rule, ...]:
        return import_module(f"{self.package}.rulebook").RULES  # type: ignore[no-any-return]

    def lists(self) -> Any:
        """Return the reader of army lists (``armies/__init__.py`` defines the interface). This imports pydantic."""
        return import_module(f"{self.package}.lists")

    def unit_text(self) -> Any:
        """Return the module that reads profile lines and shows army lists."""
        return import_module(f"{self.package}.unit_text")

    def drill(self) -> Any:
        """Return the drills (``quiz`` defines the interface)."""
        return import_module(f"{self.package}.drill")


RULESETS = (
    Edition("40k-7e", "7e", "Warhammer 40,000, 7th edition", "shoot_cli.rules.seventh"),
    Edition("40k-10e", "10e", "Warhammer 40,000, 10th edition", "shoot_cli.rules.tenth", "shoot_cli.rules.datasheets"),
    Edition(
        "40k-11e", "11e", "Warhammer 40,000, 11th edition", "shoot_cli.rules.eleventh", "shoot_cli.rules.datasheets"
    ),
    Edition("40k-2e", "2e", "Warhammer 40,000, 2nd edition", "shoot_cli.rules.second"),
    Edition("reikhammer", "rh", "Reikhammer", "shoot_cli.rules.reikhammer"),
)


def editions_in(words: str) -> tuple[tuple[Edition, ...], str]:
    """Return the editions named in the text, and the other words: ``7e``, ``40k-7e``, ``7th edition``.

    >>> editions, others = editions_in("Look Out, Sir 7e")
    >>> [one.name for one in editions], others
    (['40k-7e'], 'Look Out, Sir')
    """
    editions: list[Edition] = []
    for ruleset in RULESETS:
        last = ruleset.title.rpartition(", ")[2]
        number, _, noun = last.partition(" ")  # "7th", "edition"
        folder = ruleset.package.rpartition(".")[2]
        ordinals = [f"{folder} {noun}", f"{number} ed", number] if noun else []
        spellings = [ruleset.title, last, *ordinals, ruleset.name, ruleset.short]
        pattern = "|".join(map(re.escape, spellings))
        others = re.sub(rf"(?<![\w-])(?:in |of |for )?(?:the )?(?:{pattern})(?![\w-])", " ", words, flags=re.IGNORECASE)
        if others != words:
            editions, words = [*editions, ruleset], others
    return tuple(editions), " ".join(words.split()).strip(" ,:;")


def edition(name: str) -> Edition | None:
    """Return the edition with this name or short form in any case; None if there is none."""
    key = name.casefold().strip()
    return next((e for e in RULESETS if key in (e.name.casefold(), e.short.casefold())), None)
