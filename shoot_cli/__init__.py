"""``shoot``: an assistant for the shooting phase of miniature wargames. Start reading at ``cli/main.py``."""

__version__ = "0.1.0"
