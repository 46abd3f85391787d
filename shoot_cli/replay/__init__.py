"""The log of answers: undo, redo, amend."""
