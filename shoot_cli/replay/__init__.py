"""The log of answers with undo, redo and amendments."""
