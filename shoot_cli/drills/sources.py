"""What a learner's questions are drawn from: the shipped armies, or the two lists that will meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from shoot_cli import armies
from shoot_cli.armies.finding import agreed, edition_name
from shoot_cli.core.quizzes.source import ArmyPair, OtherEdition, Source
from shoot_cli.core.signals import InputError
from shoot_cli.imports.list_files import load, load_army
from shoot_cli.rules import RULESETS, edition
from shoot_cli.storage.home import remembered


def ruleset_and_armies(
    ruleset: str | None, mine: str | None, theirs: str | None, told: Callable[[list[Any]], None] | None = None
) -> tuple[str, tuple[Any, Any]]:
    """The ruleset that is meant, and the two armies; None for one that was not named.

    ``told``: hears what became of lists of other programs, as `armies.Loaded` has it.

    :raises InputError: they are not of one ruleset. :raises ListError: a list cannot be found or read.
    """
    name = edition_name(ruleset)
    memory = remembered()
    lists = [None if words is None else load_army(words, memory) for words in (mine, theirs)]
    if told and (reports := [one.imported for one in lists if one and one.imported]):
        told(reports)
    own = [None if one is None else one.army for one in lists]
    found = {army.ruleset for army in own if army is not None} | ({name} if name else set())
    if len(found) > 1:
        raise InputError("the lists and --ruleset must be of one ruleset")
    return found.pop() if found else RULESETS[0].name, (own[0], own[1])


def shipped(name: str) -> list[Any]:
    """The armies of this ruleset that come with the program."""
    memory = remembered()
    return [load(sample.path, memory).army for sample in armies.samples() if sample.ruleset == name]


def source(name: str, random: Random, mine: Any = None, theirs: Any = None) -> Source:
    """Questions about the ruleset called ``name``.

    :param mine: the learner's own army; None: any of the shipped ones
    :param theirs: the army it meets; None: any of the shipped ones
    :raises InputError: both are given, and want the rules read differently
    """
    found = edition(name)
    assert found is not None
    ruleset = found.ruleset()
    own = [army for army in (mine, theirs) if army is not None]
    others = [] if len(own) == 2 else shipped(name)
    first = [own[0]] if own else others
    second = [own[1]] if len(own) == 2 else others
    pairs = []
    for a in first:
        for b in second:
            if a is b and len(others) > 1:
                continue
            try:
                settings = ruleset.defaults() | readings([a, b])
            except InputError:  # lists that want the rules read differently do not meet
                if len(own) == 2:
                    raise
                continue
            pairs += [ArmyPair(a, b, settings), ArmyPair(b, a, settings)]
    return Source(ruleset, pairs, random, len(own) == 2, lambda: elsewhere(name), found.drill().specials)


def readings(lists: Iterable[Any]) -> dict[str, str]:
    """The settings that armies want. :raises InputError: they disagree."""
    return agreed((army.name, armies.settings_of(army)) for army in lists)


def elsewhere(name: str) -> tuple[OtherEdition, ...]:
    """What is done otherwise in the editions that are not called ``name``."""
    others = [one for one in RULESETS if one.name != name]
    return tuple(OtherEdition(one.title, one.drill().CUSTOMS, one.drill().CHARTS) for one in others)
