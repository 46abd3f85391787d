"""Rules and stratagems of lists, said by name in `effects` and `target_effects` of a single attack (EVE-30, 31).

Short: the names become words before the attack begins, so no step of an attack knows of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from shoot_cli.armies.army_block import ALWAYS, ENEMY, ArmyBlock, ArmyEntry, fits
from shoot_cli.engine.name_keys import name_key
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.rules.datasheets import told_effects
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.ability_grammar import ONE_OF
from shoot_cli.rules.datasheets.profiles import Unit

OF_FIRERS, OF_TARGET = "effects", "target_effects"
Blocks = tuple[ArmyBlock | None, ArmyBlock | None]  # of the attacker's list and of the target's list


def in_words(known: Abilities, answers: Mapping[str, Any], blocks: Blocks, units: tuple[Unit, Unit]) -> dict[str, Any]:
    """Return the answers with the words of rules and stratagems in the place of their names.

    :param units: the attacker and the target
    :raises BadAnswer: one is said of the wrong side, is not for the unit, or does not say what it does
    """
    found = dict(answers)
    for key in (OF_FIRERS, OF_TARGET):
        said = found.get(key)
        pieces = told_effects.split(known, said) if isinstance(said, str) else said
        if isinstance(pieces, list | tuple) and all(isinstance(one, str) for one in pieces):
            made = [words for piece in pieces for words in _of_piece(known, piece, key, blocks, units)]
            found[key] = made if made != [*pieces] else said
    return found


def _of_piece(known: Abilities, piece: str, key: str, blocks: Blocks, units: tuple[Unit, Unit]) -> Iterator[str]:
    """Yield the words of one effect, which are its own unless it is a name."""
    entry, side = _called(piece, key, blocks)
    if entry is None:
        yield piece
        return
    name = entry.name
    if entry.when == ALWAYS:
        raise BadAnswer(f"{name} is always in force; leave it out")
    if side == 0 and (entry.on == ENEMY) != (key == OF_TARGET):
        whose = (f"those who are shot at; say it as {OF_TARGET}", f"the firers; say it as {OF_FIRERS}")
        raise BadAnswer(f"{name} is for {whose[entry.on != ENEMY]}")
    if side == 1 and entry.on == ENEMY:
        raise BadAnswer(f"{name} is put on an enemy of {units[1].name}, and it is the unit that is shot at")
    if not fits(entry.whom, units[side].keywords):
        raise BadAnswer(f"{name} is for {entry.whom.text}, and {units[side].name} is not")
    if not entry.effects:
        raise BadAnswer(f"the list does not say what {name} does; say it, as in {key}=+1 to hit as {name}")
    for line in entry.effects:
        told = told_effects.read(known, line)
        if told.ability.name == ONE_OF:
            like = f"{key}={told.ability.gives[0].text} as {name}"
            raise BadAnswer(f"{name} is one of several: say which, as in {like}")
        if side == 1 and not told_effects.works_for_target(known, told.ability):
            raise BadAnswer(f"{name} is for shots of {units[1].name}, and it is the unit that is shot at")
        yield f"{line} as “{name}”"


def _called(piece: str, key: str, blocks: Blocks) -> tuple[ArmyEntry | None, int]:
    """Return the entry with this name, and the side that has it; (None, 0) if there is none.

    Of the target it is an entry that the firers put on enemies, or one of its own army.
    """
    name = name_key(told_effects.name_in(piece)[0])
    named = [
        (entry, side)
        for side, block in enumerate(blocks)
        for entry in (block.entries if block is not None else ())
        if name_key(entry.name) == name and (side == 0 or key == OF_TARGET)
    ]
    fitting = (one for one in named if key == OF_FIRERS or (one[0].on == ENEMY) == (one[1] == 0))
    return next(fitting, named[0] if named else (None, 0))
