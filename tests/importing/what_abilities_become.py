"""What becomes of the abilities of rosters: played in which words, left to the players, or of no account.

    python tests/importing/what_abilities_become.py FILE... [played|yours|nothing]

Each text once, with the words for it (behind ``/`` as they are written where others are in the unit), the values that it
changes, and what of that is a guess. Files that are no rosters are told first, and left out. At the end how many
abilities and sentences became what. 10th edition.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from shoot_cli.importing.datasheets.abilities import (
    FATES,
    NOTHING,
    ONE_PLAYED,
    PLAYED,
    YOURS,
    AbilityResult,
    Prose,
    abilities_of,
)
from shoot_cli.importing.formats import read as read_roster
from shoot_cli.importing.roster import Refused, Roster
from shoot_cli.rules.tenth.edition import ABILITIES


def fate_of(found: AbilityResult) -> str:
    """The fate of a whole ability: what it says about models that it names counts, too."""
    if any(one.yours for one in (found, *found.parts)):
        return YOURS
    played = (
        any(one.words or one.changes or one.keywords for one in (found, *found.parts))
        or found.counts[:2] == ONE_PLAYED[:2]
    )
    return PLAYED if played else NOTHING


def abilities(roster: Roster) -> Iterator[tuple[str, str]]:
    """Names and texts, as often as they stand there."""
    for _, top in roster.tops():
        for selection in top.every():
            yield from abilities_of(selection)


def told(name: str, text: str, found: AbilityResult) -> str:
    lines = [f"{fate_of(found).upper()}  {name}: {' '.join(text.split())}"]
    for words, joined in zip(found.words, found.joined, strict=False):  # those of values stand in the second alone
        lines.append(f"    {words}" if words == joined else f"    {words} / {joined}")
    lines += [f"    {one.scope}: {one.stat} {one.operation} {one.n}" for one in found.changes]
    lines += [f"    {who}: keyword {keyword}" for who, keyword in found.keywords]
    return "\n".join([*lines, *(f"    guessed: {one}" for one in found.guessed)])


def what_became(of: Iterable[tuple[str, str]], wanted: tuple[str, ...] = FATES) -> str:
    """A text for the screen."""
    prose = Prose(ABILITIES)
    became = {one: prose.ability(*one) for one in dict.fromkeys(of)}
    lines = [told(*one, found) for one, found in became.items() if fate_of(found) in wanted]
    fates = Counter(map(fate_of, became.values()))
    sentences = [sum(found.counts[place] for found in became.values()) for place in range(len(FATES))]
    lines.append("abilities: " + ", ".join(f"{fates[fate]} {fate}" for fate in FATES))
    lines.append("sentences: " + ", ".join(f"{n} {fate}" for n, fate in zip(sentences, FATES, strict=True)))
    return "\n".join(lines)


def main(said: list[str]) -> str:
    wanted = tuple(word for word in said if word in FATES)
    found: list[tuple[str, str]] = []
    left: list[str] = []
    for name in (word for word in said if word not in FATES):
        try:
            roster = read_roster(Path(name).read_bytes(), name)
        except (OSError, Refused) as error:
            left.append(f"{name}: left out: {error}")
            continue
        if isinstance(roster, str):
            left.append(f"{name}: left out: a pasted text has no abilities")
        else:
            found.extend(abilities(roster))
    return "\n".join([*left, what_became(found, wanted or FATES)])


if __name__ == "__main__":
    print(main(sys.argv[1:]))
