"""`--data`: the places with values of datasheets, checked once and remembered for later commands."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from shoot_cli.armies.given_data import FORGET, FORGETTING
from shoot_cli.engine.names import visible
from shoot_cli.ui.console import USAGE, WRONG, fail


def remember(places: Sequence[str], json: bool = False) -> None:
    """Remember these places for the editions for which they have values, and say so; `none` forgets all.

    Exit with a sentence if one of them has no values.
    """
    from shoot_cli.importing.roster import Refused

    if FORGET in places:
        if len(places) > 1:
            fail(f"--data {FORGET} forgets where values are; it stands alone", USAGE, json)
        forget()
        return
    try:
        keep(places)
    except Refused as refused:
        fail(f"--data: {refused}", WRONG, json)


def keep(places: Sequence[str]) -> tuple[str, ...]:
    """Remember these places, each for the editions for which it has values, and return the names of those.

    :raises Refused: one of the places has no values
    """
    from shoot_cli.armies.list_search import find_list
    from shoot_cli.armies.tree import NotFound
    from shoot_cli.importing.data.catalogues import RememberedCatalogues
    from shoot_cli.importing.data.sources import editions_of
    from shoot_cli.importing.roster import Refused
    from shoot_cli.rules import edition
    from shoot_cli.storage.home import StorageError, given_data, remembered

    memory = remembered()
    catalogues = RememberedCatalogues(memory) if memory else None
    found: dict[str, list[str]] = {}
    for said in places:
        path = Path(os.path.expanduser(said))
        if not path.exists():
            with suppress(NotFound):
                path = find_list(said)  # a shipped list
        if not path.exists():
            raise Refused(f"there is nothing at {said}; name a folder, a roster, a list of ours, or a catalogue")
        for name in editions_of(path, catalogues):
            found.setdefault(name, []).append(str(path.absolute()))
    try:
        new = given_data().keep(found)
    except (OSError, StorageError) as error:
        why = getattr(error, "strerror", None) or error
        print(visible(f"Where the values are could not be remembered: {why}"), file=sys.stderr)
        return tuple(found)
    if new:
        titles = " and ".join((known.title.partition(", ")[2] or name) for name in found if (known := edition(name)))
        print(visible(f"Remembered: values of {titles} are in {', '.join(places)} ({FORGETTING})."), file=sys.stderr)
    return tuple(found)


def forget() -> None:
    """Forget all places, and say which."""
    from shoot_cli.storage.home import StorageError, given_data

    try:
        known = given_data().forget()
    except (OSError, StorageError) as error:
        fail(f"--data {FORGET}: {getattr(error, 'strerror', None) or error}", WRONG)
    said = f"Forgotten: {', '.join(known)}." if known else "No place of values was remembered."
    print(visible(said), file=sys.stderr)
