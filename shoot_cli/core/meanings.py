"""What dice come to in the words of the game: declared by an edition for whoever sees them. No rule looks at it."""

from __future__ import annotations

from shoot_cli.core.record import Record


class Outcome(Record):
    """What a die, or a sum of dice, comes to from ``low`` on, up to the next outcome: ``glances``.

    ``several``: of more than one die, where that is another word. ``nothing``: it is of no consequence.
    """

    low: int
    one: str
    several: str = ""
    nothing: bool = False


class Meaning(Record):
    """Of all the faces of a die, or all the sums.

    :ivar outcomes: the lowest first
    :ivar plus: what is added to each die, or to the sum
    :ivar against: what it is held against, and its value: ("armour", 11); None: nothing
    :ivar best: of several dice the highest alone counts
    :ivar chart: it is a table of the book, to be seen before the die falls
    """

    outcomes: tuple[Outcome, ...]
    plus: int = 0
    against: tuple[str, int] | None = None
    best: bool = False
    chart: bool = False

    def spans(self, least: int, most: int) -> list[tuple[int, int, Outcome]]:
        """Each outcome that can come about with the lowest and highest number that bring it."""
        ends = [outcome.low - 1 for outcome in self.outcomes[1:]] + [most]
        found = [
            (max(least, outcome.low), min(most, end), outcome) for outcome, end in zip(self.outcomes, ends, strict=True)
        ]
        return [(low, high, outcome) for low, high, outcome in found if low <= high]

    def of(self, n: int) -> Outcome:
        """What this face, or this sum, comes to."""
        return [outcome for outcome in self.outcomes if outcome.low <= n or outcome is self.outcomes[0]][-1]
