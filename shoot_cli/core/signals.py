"""What a prompt can bring besides an answer."""


class Undo(Exception):
    """Take the last human answer back."""


class Redo(Exception):
    """Give again what was taken back last."""


class Leave(Exception):
    """Stop here; everything answered so far is kept."""


class NoTerminal(Exception):
    """Somebody must answer ``question`` and nobody can: standard input or output is no terminal."""

    def __init__(self, question: object) -> None:
        super().__init__(f"no terminal to ask for {getattr(question, 'key', question)}")
        self.question = question
