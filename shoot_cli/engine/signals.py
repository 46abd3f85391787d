"""Exceptions that a prompt or a command raises instead of returning an answer or result. Short: it is imported before
anything heavy."""


class Refusal(Exception):
    """Raised for input that cannot be used. The text is a sentence for the user on standard error.

    :cvar exit_code: 1 for wrong content, 2 for a wrong call of the command, 3 for unreadable input
    """

    exit_code = 1


class InputError(Refusal):
    """Raised if the input is readable but wrong."""


class Undo(Exception):
    """Raised to take back the last answer of a person."""


class Redo(Exception):
    """Raised to restore the answer that was taken back last."""


class Amend(Exception):
    """Raised to change the answer to an earlier question.

    :ivar place: the index of the question in the log
    :ivar by: who asked for the change
    :ivar hand: True if dice were rolled by hand; None if the question has no dice
    """

    def __init__(self, place: int, answer: object, by: str, hand: bool | None = None) -> None:
        super().__init__(f"answer {place + 1} is to be another")
        self.place, self.answer, self.by, self.hand = place, answer, by, hand


class Insert(Exception):
    """Raised to put an answer that nobody asked for before the answer at `place`, or behind all of them.

    :ivar key: the key of its question
    :ivar by: the army whose turn it is
    """

    def __init__(self, place: int, key: str, answer: object, by: str) -> None:
        super().__init__(f"an answer is to be put before answer {place + 1}")
        self.place, self.key, self.answer, self.by = place, key, answer, by


class LayAside(Exception):
    """Raised to ask something else from now on, instead of this question's card."""


class Leave(Exception):
    """Raised to stop here; all answers so far are kept."""


class NoTerminal(Exception):
    """Raised if somebody must answer `question`, but standard input or output is not a terminal."""

    def __init__(self, question: object) -> None:
        super().__init__(f"no terminal to ask for {getattr(question, 'key', question)}")
        self.question = question


class Elsewhere(Exception):
    """Raised at a prompt when somebody has answered its question at another surface. Only who asked may catch it."""
