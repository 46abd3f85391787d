"""What a prompt can bring besides an answer, and what a command ends with besides a result."""


class Refusal(Exception):
    """Something that was given will not do: the text is a sentence for the user, said on standard error.

    :cvar exit_code: 1 for what is wrong, 2 for how the command was called, 3 for what cannot be read
    """

    exit_code = 1


class InputError(Refusal):
    """What was given is readable but wrong; the text is for the user."""


class Undo(Exception):
    """Take the last human answer back."""


class Redo(Exception):
    """Give again what was taken back last."""


class Amend(Exception):
    """Answer an earlier question differently.

    :ivar place: of the question in the log
    :ivar by: who asked for it
    :ivar hand: whether dice come from a hand; None if it is no dice
    """

    def __init__(self, place: int, answer: object, by: str, hand: bool | None = None) -> None:
        super().__init__(f"answer {place + 1} is to be another")
        self.place, self.answer, self.by, self.hand = place, answer, by, hand


class Leave(Exception):
    """Stop here; everything answered so far is kept."""


class NoTerminal(Exception):
    """Somebody must answer ``question`` and nobody can: standard input or output is no terminal."""

    def __init__(self, question: object) -> None:
        super().__init__(f"no terminal to ask for {getattr(question, 'key', question)}")
        self.question = question
