"""What a prompt can bring besides an answer."""


class Undo(Exception):  # noqa: N818 (a wish of the player, no error)
    """Take the last human answer back."""


class Redo(Exception):  # noqa: N818
    """Give again what was taken back last."""


class Leave(Exception):  # noqa: N818
    """Stop here; everything answered so far is kept."""


class NoTerminal(Exception):  # noqa: N818
    """Somebody must answer ``question`` and nobody can: standard input or output is no terminal."""

    def __init__(self, question: object) -> None:
        super().__init__(f"no terminal to ask for {getattr(question, 'key', question)}")
        self.question = question
