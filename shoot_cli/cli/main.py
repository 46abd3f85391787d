"""What the `shoot` script runs: plain arguments are read here, the rest by Typer."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Mapping
from errno import EMFILE, ENFILE
from importlib import import_module
from typing import Any, NamedTuple

from shoot_cli.ui.console import INTERRUPTED, WRONG, CutOff, exit_on_refusal, fail, is_plain, take_over

# What is said plainly needs no Typer, which takes longer to be imported than an attack to be worked out.

LONGEST = 18  # digits of a seed
SET = {"--set": "set_", "-s": "set_"}
ATTACK = SET | {
    "--ruleset": "ruleset",
    "-r": "ruleset",
    "--distance": "distance",
    "--cover": "cover",
    "--weapon": "weapon",
    "--firing": "firing",
}
BATTLE = SET | {"--battle": "battle", "-b": "battle", "--dice": "dice"}
PLAIN = {"--plain": "plain", "--accept-gaps": "accept_gaps"}
RESULT = PLAIN | {"--json": "json"}
UNITS, LISTS = ("attacker", "target"), ("mine", "theirs")


class Form(NamedTuple):
    """What the words behind a command may be: in their places, behind an option, or an option by itself."""

    places: tuple[str, ...]
    values: Mapping[str, str]
    flags: Mapping[str, str]


COMMANDS = {
    "resolve": Form(UNITS, ATTACK | {"--seed": "seed"}, RESULT),
    "odds": Form(UNITS, ATTACK, RESULT | {"--fractions": "fractions"}),
    "play": Form(LISTS, BATTLE, PLAIN | {"--resume": "resume"}),
}
FITS: Mapping[str, Callable[[str], bool]] = {
    "seed": lambda text: text.isascii() and text.isdecimal() and len(text) <= LONGEST,
    "dice": ("app", "hand").__contains__,
}


def read(words: list[str]) -> dict[str, Any] | None:
    """What the function of the command ``words[0]`` is called with; None: Typer is to read it."""
    if not words or words[0] not in COMMANDS or os.name == "nt":  # Typer puts files in the place of * there
        return None
    form = COMMANDS[words[0]]
    given: dict[str, Any] = {}
    places, rest = iter(form.places), iter(words[1:])
    for word in rest:
        if word in form.flags:
            given[form.flags[word]] = True
            continue
        name, text = (form.values[word], next(rest, "")) if word in form.values else (next(places, ""), word)
        if not name or text[:1] in ("", "-"):
            return None
        if name == "set_":
            given.setdefault(name, []).append(text)
        elif name in given or not FITS.get(name, bool)(text):
            return None
        else:
            given[name] = int(text) if name == "seed" else text
    return given | {"plain": is_plain("plain" in given)}


# What the ``shoot`` script runs: a command as ``main.py`` reads it, or else as Typer does (``app.py``).


def run(words: list[str]) -> None:
    """A command, with these words behind ``shoot``."""
    given = read(words)
    if given is None:
        from shoot_cli.cli.app import app

        app()
        return
    name = words[0]
    try:
        with exit_on_refusal("--json" in words):
            getattr(import_module(f"shoot_cli.commands.{name}"), name)(**given)
    except KeyboardInterrupt:  # as Typer ends it
        raise SystemExit(INTERRUPTED) from None


def end_in_order() -> None:
    """Let who closes the window or shuts the machine down end us as an exit does: a prompt gives its terminal back."""
    import signal
    from types import FrameType

    def leave(number: int, frame: FrameType | None) -> None:
        sys.exit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # ``nohup`` ignores one of them
            signal.signal(number, leave)


def main() -> None:
    """What the ``shoot`` script runs: no traceback for what users do, and the exit codes that others rely on."""

    gc.set_threshold(100_000)  # what is imported, read and played lives on: there is hardly any garbage to look for
    take_over()
    end_in_order()
    code: Any = None
    try:
        try:
            run(sys.argv[1:])
        except CutOff:
            raise
        except SystemExit as end:
            code = end.code
        except KeyboardInterrupt:
            print("\nInterrupted.", file=sys.stderr)
            code = INTERRUPTED
        except OSError as error:  # wherever it came to that, a module that was to be loaded among it
            if error.errno not in (EMFILE, ENFILE):
                raise
            fail(f"the system gives no more files: {error.strerror}", WRONG, json="--json" in sys.argv)
        sys.stdout.flush()  # now, while something can still be said about it
    except CutOff as cut:
        if not cut.unread:
            fail(str(cut), WRONG, json="--json" in sys.argv)  # no command is left that knew
    sys.exit(code)


if __name__ == "__main__":
    main()
