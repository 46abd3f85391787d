"""A learner made of a function: which key for which question."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from tests.golden.playing import Lines, Screen, call

HEAD = re.compile(r"^\d+(?: of \d+\.|, .* left\.)", re.MULTILINE)


class Learner(Lines):
    """Answers questions by their key, and goes on after mistakes with what ``after`` says."""

    def __init__(self, choose, screen: Screen, after: list[str]) -> None:
        super().__init__(["q"], screen)
        self.choose, self.after = choose, after
        self.asked = 0
        self.shown = 0  # where the last pause was

    def next(self) -> str:
        shown = self.screen.getvalue()
        question = shown[[*HEAD.finditer(shown)][-1].start() :]
        if re.search(r"^(Not quite|The answer): ", question, re.MULTILINE):
            return self.after.pop(0) if self.after else ""
        self.asked += 1
        return self.choose(self.asked)


def drilled(
    home: Path, choose: Callable[[int], str], *arguments: str, after: list[str] | None = None, usual: bool = False
) -> tuple[str, int]:
    """What was shown, and how many times a question stood there. ``after``: what is said to mistakes, then Enter.
    ``usual``: of the edition that was used last, else of 7th edition."""
    if not usual and not {"--ruleset", "--mine", "--battle"} & {*arguments}:
        arguments = ("--ruleset", "7e", *arguments)
    learner = Learner(choose, Screen(), after or [])
    call(["drill", *arguments, "--plain"], learner, home)
    return learner.screen.getvalue(), learner.asked


def first_option(number: int) -> str:
    return "a"
