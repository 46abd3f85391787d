"""What the ``shoot`` script runs: a command as ``quick.py`` reads it, or else as Typer does (``cli.py``)."""

from __future__ import annotations

import gc
import sys
from errno import EMFILE, ENFILE
from importlib import import_module
from typing import Any

from shoot_cli import quick
from shoot_cli.ui.console import INTERRUPTED, WRONG, exit_on_refusal, fail


def run(words: list[str]) -> None:
    """A command, with these words behind ``shoot``."""
    given = quick.read(words)
    if given is None:
        from shoot_cli.cli import app

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
    from shoot_cli.ui.streams import CutOff, take_over

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
