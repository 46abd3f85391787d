"""What is wrong with a list, in words, and where it stands."""

from __future__ import annotations

from collections.abc import Iterable

from shoot_cli.core.names import name_key
from shoot_cli.core.record import Record
from shoot_cli.core.signals import Refusal

MOST_SHOWN = 50


class ListError(Refusal):
    """Anything about an army list or scenario that its author has to change; the text is fit to be shown."""


class NotFound(ListError):
    """A list or unit that was named is not there, or there are several; the sentence lists the near ones."""


class Problem(Record):
    """One thing that is wrong. ``line`` and ``column`` count from 1; both are 0 without a text, ``path`` says where."""

    file: str
    line: int
    column: int
    text: str
    path: str = ""

    def __str__(self) -> str:
        if self.line:
            return f"{self.file}:{self.line}:{self.column}: {self.text}"
        return ": ".join(part for part in (self.file, self.path, self.text) if part)


class ArmyErrors(ListError):
    """Everything that is wrong with one file, in the order of its lines."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        alike = dict.fromkeys(problems)  # a profile used by three models is wrong once
        self.problems = tuple(sorted(alike, key=lambda problem: (problem.line, problem.column)))
        super().__init__(self.problems)

    def __str__(self) -> str:
        lines = [str(problem) for problem in self.problems[:MOST_SHOWN]]
        if (more := len(self.problems) - MOST_SHOWN) > 0:
            lines.append(f"and {more} more")
        return "\n".join(lines)


_NO_MATTER = str.maketrans(dict.fromkeys("-_", " ") | dict.fromkeys("'!"))


def plain_name(text: str) -> str:
    """A name as it is compared in lists: of what is equal to the eye, hyphens and apostrophes do not matter either."""
    return " ".join(name_key(text).translate(_NO_MATTER).split())


def near(said: str, names: Iterable[str], most: int = 3, cutoff: float = 0.6) -> list[str]:
    """The names that look like what was said, best first."""
    from difflib import get_close_matches  # only when something is misspelt

    known = {plain_name(name): name for name in names}
    # Nobody misspells a name of hundreds of letters, and comparing one takes as long as it is.
    return [known[match] for match in get_close_matches(plain_name(said[:80]), known, most, cutoff)]


def did_you_mean(said: str, names: Iterable[str], shown: int = 12) -> str:
    """What would do instead of ``said``: the near names, else all of them (the first ``shown``), as half a sentence."""
    all_names = sorted(set(names), key=plain_name)
    if found := near(said, all_names):
        return f"did you mean {' or '.join(filter(None, (', '.join(found[:-1]), found[-1])))}?"
    if not all_names:
        return "there are none"
    listed = ", ".join(all_names[:shown])
    return f"known are {listed}" + (f" and {len(all_names) - shown} more" if len(all_names) > shown else "")
