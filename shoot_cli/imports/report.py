"""What became of a roster: what was taken, guessed, left out, and is left to the players (section 10 of the import)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from shoot_cli.core.record import Record
from shoot_cli.core.visible import visible

MOST_TOLD = 8  # of what was left out, in a sentence

Path = tuple[str | int, ...]  # into the document, as errors of lists have it: ("units", 0, "models", 1)


class Remark(Record):
    """A sentence about a unit. ``remedy``: what would do."""

    unit: str  # as the list calls it; "" for the whole list
    text: str
    remedy: str = ""
    path: Path = ()  # what it is about in the document; () if nothing stands there


class Leads(Record):
    """A leader, and the units of the list that it may lead."""

    leader: str
    units: tuple[str, ...]
    role: str = ""  # the key of a list that says whom it leads, where there are several; "" for the usual one


class Report(Record):
    """``game``: as the file calls it; ``edition``: as we do, in short.

    ``told_points``: what the file says that it comes to; None if it does not say.

    ``abilities``: sentences, by what became of them: ``played``, ``yours`` to play, ``nothing`` to shooting.
    """

    file: str
    sha256: str
    writer: str
    game: str
    edition: str
    ruleset: str
    name: str
    faction: str = ""
    units: int = 0
    models: int = 0
    points: float | None = None
    told_points: float | None = None
    weapons: int = 0  # ranged profiles that were taken
    melee: int = 0  # profiles that were left out for that
    invulnerable: int = 0  # models with such a save
    pain: int = 0  # models with Feel No Pain
    played: int = 0
    yours: int = 0
    nothing: int = 0
    guesses: tuple[Remark, ...] = ()
    leads: tuple[Leads, ...] = ()
    attached: tuple[tuple[str, str], ...] = ()  # leaders, and whom they lead
    yours_to_play: tuple[Remark, ...] = ()
    left_out: tuple[Remark, ...] = ()
    nothing_to_shooting: tuple[Remark, ...] = ()  # what a text names, and does not matter
    credits: tuple[str, ...] = ()  # whom a list with values from elsewhere must name, and what was taken

    @property
    def gaps(self) -> str:
        """``tau.rosz was not taken whole: Great Unclean One: it has no statline (--data)``; "": it was."""
        lost = [*remark_lines(self.left_out)]
        more = [f"and {len(lost) - MOST_TOLD} more"] if len(lost) > MOST_TOLD else []
        return visible(f"{self.file} was not taken whole: {'; '.join(lost[:MOST_TOLD] + more)}") if lost else ""

    @property
    def adds_up(self) -> bool:
        return self.told_points is None or self.points == self.told_points

    def data(self) -> dict[str, Any]:
        """For ``--json``: keys are stable."""

        def remark(one: Remark) -> dict[str, str]:
            found = {"unit": one.unit, "text": one.text}
            return found | ({"remedy": one.remedy} if one.remedy else {})

        return {
            "file": self.file, "sha256": self.sha256, "writer": self.writer, "game": self.game,
            "ruleset": self.ruleset, "units": self.units, "models": self.models, "points": self.points,
            "told_points": self.told_points, "adds_up": self.adds_up, "weapons": self.weapons, "melee": self.melee,
            "invulnerable": self.invulnerable, "feel_no_pain": self.pain,
            "abilities": {"played": self.played, "yours": self.yours, "nothing": self.nothing},
            "guesses": [remark(one) for one in self.guesses],
            "may_lead": [{"leader": one.leader, "units": list(one.units)} for one in self.leads],
            "attached": [{"leader": leader, "unit": unit} for leader, unit in self.attached],
            "yours_to_play": [remark(one) for one in self.yours_to_play],
            **({"nothing_to_shooting": [remark(one) for one in quiet]} if (quiet := self.nothing_to_shooting) else {}),
            "left_out": [remark(one) for one in self.left_out],
            **({"credits": list(self.credits)} if self.credits else {}),
        }  # fmt: skip


def remark_lines(remarks: Iterable[Remark]) -> Iterator[str]:
    """Each sentence once, with how often it was; what would do for several of them stands once, behind them."""
    every = [*remarks]
    remedies = Counter(one.remedy for one in {one.but(path=()) for one in every} if one.remedy)
    lines = Counter(
        ": ".join(filter(None, (one.unit, one.text))) + (f" ({one.remedy})" if remedies[one.remedy] == 1 else "")
        for one in every
    )
    for line, n in lines.items():
        yield f"{line} ({n}x)" if n > 1 else line
    yield from (f"for these: {remedy}" for remedy, n in remedies.items() if n > 1)
