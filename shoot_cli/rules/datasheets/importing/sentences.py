"""From an ability's name and prose to the words of our lists (IMP-40 to 42): played, left to the players, or nothing.

A sentence is played only if all of it was read (``clauses.py``) and the words for it (``wording.py``) are such as the
edition reads. Whatever touches dice and was not read is the players' to play.
"""

from __future__ import annotations

from shoot_cli.core.record import Record
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.importing.clauses import OPENS, USE, Before
from shoot_cli.rules.datasheets.importing.clauses import read as read_sentence
from shoot_cli.rules.datasheets.importing.prose import Sentence, sentences
from shoot_cli.rules.datasheets.importing.touching import hangs, of_melee, of_no_account
from shoot_cli.rules.datasheets.importing.wording import Wording, Words

PLAYED, YOURS, NOTHING = "played", "yours", "nothing"
OPENED, USED = "opened", "used"  # until it is known what the next sentences say


class Read(Record):
    """What became of an ability.

    ``words``: as lists have them, with their reaches. ``joined``: the same, for where its unit may have others in it, a
    leader or those that he leads, or where it stands at one model of several: what is of "this unit" works for all of
    them. ``told``: what was guessed. ``counts``: sentences played, left to the players, and of no account.
    """

    words: tuple[str, ...] = ()
    fate: str = NOTHING
    told: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    counts: tuple[int, int, int] = (0, 0, 0)


def read_ability(name: str, text: str, known: Abilities) -> Read:
    """What an ability comes to.

    :param name: of the ability, for what is asked in its words
    :param known: what the edition reads
    """
    try:
        parts = sentences(text)
    except ValueError:
        return Read(fate=YOURS, counts=(0, 1, 0))
    return _Ability(name, known).read(parts)


class _Ability:
    """An ability while its sentences are read, one after the other."""

    def __init__(self, name: str, known: Abilities) -> None:
        self.wording = Wording(name, known)
        self.before = Before()
        self.found: list[Words] = []
        self.given: dict[str, list[str]] = {}  # what marks and loans give, by how they are written
        self.fates: list[str] = []
        self.opened: list[int] = []  # the sentences that opened what the next ones say
        self.unread = False
        self.hanging = False  # one that was not read may say more, or less, of one that was

    def read(self, parts: list[Sentence]) -> Read:
        for part in parts:
            self._sentence(part)
        for holder, words in self.given.items():
            whole = f"{holder}: {', '.join(words)}"
            self.found.append(Words(whole, whole))
        for place, part in enumerate(parts):
            if self.fates[place] in (OPENED, USED):
                self.fates[place] = NOTHING if of_no_account(part.text) else YOURS
        if (self.unread and self.hanging) or not all(self.wording.reads(one) for one in self.found):
            self.found = []
        if not self.found:
            self.fates = [YOURS if fate == PLAYED else fate for fate in self.fates]
        fate = YOURS if YOURS in self.fates else PLAYED if self.found else NOTHING
        return Read(
            tuple(one.words for one in self.found), fate, tuple(self.wording.told) if self.found else (),
            tuple(one.joined for one in self.found),
            (self.fates.count(PLAYED), self.fates.count(YOURS), self.fates.count(NOTHING)),
        )  # fmt: skip

    def _sentence(self, part: Sentence) -> None:
        said = None if part.head else read_sentence(part.text, self.before)
        if said is not None and said.then and self.unread:
            said = None  # it hangs on one that was not read
        if said is not None and not self.found and any(one.instead and one.side for one in said.pieces):
            said = None  # instead of what? Of saves and the like the best counts anyway
        made = self.wording.of(said, self.before) if said is not None else None
        if said is not None and made == [] and (said.kind in OPENS or said.called):
            self.opened.append(len(self.fates))
            self.fates.append(USED if said.kind == USE else OPENED)
            self.before = self.wording.opened(said, self.before)
        elif said is not None and made == [] and said.nothing:
            self.fates.append(NOTHING)
        elif (said is not None and said.melee) or of_melee(part.text):
            # what is used for that alone is about no shooting
            self.fates = [NOTHING if fate == USED else fate for fate in self.fates]
            self.fates.append(NOTHING)
            self.before = self.before.but(lead=said.lead) if said else Before()
        elif said is None or made is None:
            self.before = Before()
            self.opened, self.unread = [], True
            self.hanging |= hangs(part.text) or bool(part.head)
            self.fates.append(NOTHING if of_no_account(part.text) else YOURS)
        else:
            self._played(made)
            self.before = self.wording.opened(said, self.before)

    def _played(self, made: list[tuple[str, Words]]) -> None:
        for holder, words in made:
            if holder:
                self.given.setdefault(holder, []).append(words.words)
            else:
                self.found.append(words)
        self.fates.append(PLAYED)
        for place in self.opened:
            self.fates[place] = PLAYED
