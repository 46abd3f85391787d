"""The entry point of the `shoot` script. It reads simple command lines itself and leaves the rest to Typer."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Mapping
from errno import EMFILE, ENFILE
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

from shoot_cli import __version__
from shoot_cli.ui.console import INTERRUPTED, USAGE, WRONG, CutOff, exit_on_refusal, fail, is_plain, take_over

# Simple command lines, without Typer: importing Typer takes longer than working out an attack -------------------------

LONGEST, OF_TIMES = 18, 6  # digits of a seed, and of a number of times
SET = {"--set": "set_", "-s": "set_"}
ATTACK = SET | {
    "--ruleset": "ruleset",
    "-r": "ruleset",
    "--distance": "distance",
    "--cover": "cover",
    "--weapon": "weapon",
    "--firing": "firing",
}
BATTLE = SET | {"--battle": "battle", "-b": "battle", "--dice": "dice", "--seed": "seed"}
PLAIN = {"--plain": "plain", "--accept-gaps": "accept_gaps"}
RESULT = PLAIN | {"--json": "json"}
UNITS, LISTS = ("attacker", "target"), ("mine", "theirs")


class Form(NamedTuple):
    """The arguments of a command: by position, behind an option, or an option without a value. `many` are all others
    by position, as a list; "" if there are no more."""

    places: tuple[str, ...]
    values: Mapping[str, str]
    flags: Mapping[str, str]
    many: str = ""


COMMANDS = {
    "resolve": Form(UNITS, ATTACK | {"--seed": "seed", "--times": "times"}, RESULT),
    "odds": Form(UNITS, ATTACK | {"--what": "what"}, RESULT | {"--fractions": "fractions", "--what-if": "what_if"}),
    "rules": Form((), {"--ruleset": "ruleset", "-r": "ruleset"}, {"--plain": "plain", "--json": "json"}, "words"),
    "play": Form(LISTS, BATTLE, PLAIN | {"--resume": "resume", "--demo": "demo"}),
}
FITS: Mapping[str, Callable[[str], bool]] = {
    "seed": lambda text: is_number(text, LONGEST),
    "times": lambda text: is_number(text, OF_TIMES) and int(text) > 0,
    "dice": ("app", "hand").__contains__,
}


def is_number(text: str, digits: int) -> bool:
    """Return True for a whole number from 0 on of at most so many digits."""
    return text.isascii() and text.isdecimal() and len(text) <= digits


def read(words: list[str]) -> dict[str, Any] | None:
    """Return the arguments for the function of the command `words[0]`; None if Typer must read them."""
    if not words or words[0] not in COMMANDS or os.name == "nt":  # on Windows Typer replaces * by file names
        return None
    form = COMMANDS[words[0]]
    given: dict[str, Any] = {}
    places, rest = iter(form.places), iter(words[1:])
    for word in rest:
        if word in form.flags:
            given[form.flags[word]] = True
            continue
        option, sign, behind = word.partition("=") if word.startswith("--") else (word, "", "")
        if option in form.values:
            name, text = form.values[option], behind if sign else next(rest, "")
        else:
            name, text = next(places, form.many), word
        if not name or text[:1] in ("", "-"):
            return None
        if name in ("set_", form.many):
            given.setdefault(name, []).append(text)
        elif name in given or not FITS.get(name, bool)(text):
            return None
        else:
            given[name] = int(text) if name in ("seed", "times") else text
    return given | {"plain": is_plain("plain" in given)}


# The whole run --------------------------------------------------------------------------------------------------------


def run(words: list[str]) -> None:
    """Run the command in `words`, the arguments of `shoot`."""
    if words in (["--version"], ["-V"]):
        print(f"shoot {__version__}")
        return
    given = read(words)
    if given is None:
        from shoot_cli.cli import completion
        from shoot_cli.cli.app import app

        if completion.ASKED in os.environ:
            completion.complete(app)
        if "--json" in words:
            run_for_programs(app)
        app()
        return
    name = words[0]
    try:
        with exit_on_refusal("--json" in words):
            getattr(import_module(f"shoot_cli.commands.{name}"), name)(**given)
    except KeyboardInterrupt:  # Typer ends it in the same way
        raise SystemExit(INTERRUPTED) from None


def run_for_programs(app: Any) -> NoReturn:
    """Run the command that Typer reads. A wrong option is told as JSON, as every other error is."""
    try:
        code = app(standalone_mode=False)
    except Exception as error:
        if type(error).__name__ == "Abort":  # somebody pressed Ctrl-C
            raise SystemExit(INTERRUPTED) from None
        if not hasattr(error, "format_message"):
            raise
        fail(error.format_message(), getattr(error, "exit_code", USAGE), json=True)
    raise SystemExit(code if isinstance(code, int) else 0)


def end_in_order() -> None:
    """Make a closed window or a shutdown end the program like an exit, so that a prompt restores its terminal."""
    import signal
    from types import FrameType

    def leave(number: int, frame: FrameType | None) -> None:
        sys.exit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # `nohup` ignores one of them
            signal.signal(number, leave)


def main() -> None:
    """Run the program without tracebacks for users' mistakes, and with the documented exit codes."""

    gc.set_threshold(300_000)  # what is imported and read stays alive: to look through it takes long
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
        except OSError as error:  # also while a module is imported
            if error.errno not in (EMFILE, ENFILE):
                raise
            fail(f"the system gives no more files: {error.strerror}", WRONG, json="--json" in sys.argv)
        sys.stdout.flush()  # now, while an error can still be reported
    except CutOff as cut:
        if not cut.unread:
            fail(str(cut), WRONG, json="--json" in sys.argv)  # the command has ended and cannot report it
    sys.exit(code)


if __name__ == "__main__":
    main()
