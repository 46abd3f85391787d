"""The question before a battle whether a name that no data has means the one that is near it (IMP-62).

Short: it is one question, which commands ask before they ask about gaps.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shoot_cli.engine.names import visible
from shoot_cli.engine.questions import Choose, Option

if TYPE_CHECKING:
    from shoot_cli.armies import Loaded
    from shoot_cli.armies.cache import RememberedLists

TAKE, LEAVE = "yes", "no"
MOST_ASKED = 12  # names that are asked for
NEAR = (
    "The list has a name that no data has, and one name of the data is near it. Yes: the values of that name are "
    "taken. No: what the list names is left out of the battle."
)


def with_near_names(loaded: Loaded, memory: RememberedLists | None, ask: Callable[[Any, str], str]) -> Loaded:
    """Return the list with the near names that the player takes. `ask` gets a question and the text that `?` shows.

    A taken name may bring another one to light, such as a weapon of a unit that was unknown before.
    """
    from shoot_cli.importing.list_files import load

    meant, asked = list[tuple[str, str]](), set[str]()
    while new := [one for one in loaded.imported.proposals if one.named not in asked][: MOST_ASKED - len(asked)]:
        before = len(meant)
        for one in new:
            asked.add(one.named)
            options = Option(TAKE, f"yes, take {one.near[0]}"), Option(LEAVE, "no, leave it out")
            words = f"{loaded.army.name}: no data has “{visible(one.named)}”. Is it {one.near[0]}?"
            if ask(Choose(f"near:{one.named}", options, text=words), NEAR) == TAKE:
                meant.append((one.named, one.near[0]))
        if len(meant) == before:
            break
        loaded = load(loaded.path, memory, meant=tuple(meant))
        for said, near in meant[before:]:
            print(visible(f"“{said}” is taken to be {near}."), file=sys.stderr)
    return loaded
