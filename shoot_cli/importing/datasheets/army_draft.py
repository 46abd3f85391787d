"""The `army:` block of an imported list: its detachments, and an entry for each rule of the army (EVE-60).

A rule whose sentences are read has its effect, for the units that it names. Any other is a reminder.
"""

from __future__ import annotations

from typing import Any

from shoot_cli.armies.army_block import ALWAYS, EACH_TURN, ENEMY, OWN, TOLD, fits, whom_of
from shoot_cli.armies.fields import LONGEST_NAME
from shoot_cli.engine.name_keys import name_key
from shoot_cli.importing.datasheets.abilities import NOTHING, PLAYED, YOURS
from shoot_cli.importing.datasheets.army_rules import NEXT_TURN, ArmyLine, ArmyRule, read_army_rule
from shoot_cli.importing.report import ImportContext
from shoot_cli.importing.roster import shortened
from shoot_cli.rules.datasheets import army_rules
from shoot_cli.rules.datasheets.abilities import Abilities

MOST_RULES = 40  # of a list, as `fields.md` has it
READ_RULE = "read it in the rules of the army"
READ_REST = "read the rest of it in the rules of the army"
EACH = "as each of your turns begins"


class ArmyDraft:
    """The block while a roster is read. What it cannot hold is returned to the caller, for the note of the list."""

    def __init__(self, known: Abilities, taking: ImportContext) -> None:
        self.known, self.taking = known, taking
        self.detachments: list[str] = []
        self.rules: list[dict[str, Any]] = []
        self.names: set[str] = set()
        self.seen: set[str] = set()
        self.texts: dict[str, str] = {}  # the text of each rule that was added, by its name
        self.keywords: dict[str, frozenset[str]] = {}  # of each unit of the list, by its name

    def page(self) -> dict[str, Any]:
        """Return the block as a list has it; {} if there is nothing to say."""
        named = self.detachments
        found: dict[str, Any] = {"detachment": named[0] if len(named) == 1 else named} if named else {}
        return found | ({"rules": self.rules} if self.rules else {})

    def detachment(self, name: str) -> bool:
        """Add a detachment. Return False if there are too many."""
        said, cut = shortened(" ".join(name.split()), LONGEST_NAME)
        if not said or said in self.detachments:
            return True
        if len(self.detachments) == army_rules.MOST_DETACHMENTS:
            return False
        if cut:
            self.taking.guess("", f"the name of a detachment is cut to {said}", ("army", "detachment"))
        self.detachments.append(said)
        return True

    def rule(self, name: str, text: str, whose: str = "") -> bool:
        """Add a rule that is about attacks, and report it. Return False if the block cannot have it.

        A rule that stands there twice is added once. `whose` is the detachment that has it, or "".
        """
        shown = f"{name} ({whose})" if whose else name
        if self.texts.get(name_key(name), "") and not text:
            return True
        if self.texts.setdefault(name_key(name), text) == text and name_key(name) in self.seen:
            return True
        self.seen.add(name_key(name))
        found = read_army_rule(name, text, self.known)
        if text and found.fate == NOTHING:
            self.taking.count(NOTHING)
            if whose:
                self.taking.of_other_phase("", shown)
            return True
        entries = [entry for one in found.lines if (entry := self._entry(one))]
        if len(entries) < len(found.lines):  # a part of it alone would be wrong
            entries, found = [], ArmyRule(fate=YOURS)
        if not self._fits(name, len(entries) or 1):
            self._yours(shown, READ_RULE)
            return False
        place = len(self.rules)
        names = [one.called or name for one in found.lines] if entries else [name]
        for called, entry in zip(names, entries or [{"when": TOLD}], strict=True):
            self._add(called, entry)
        if not entries:
            self._yours(shown, READ_RULE)
            return True
        self.taking.count(PLAYED)
        for called, entry in zip(names, entries, strict=True):
            self.taking.played(f"{name}: {_spoken(entry, called if called != name else '')}")
        for one in found.lines if entries else ():
            self._tell_mixed(name, one, place)
        for entry in entries:
            if (
                "for" in entry
                and self.keywords
                and not any(fits(whom_of(entry["for"]), one) for one in self.keywords.values())
            ):
                self.taking.guess("", f"{name}: no unit of the list is {entry['for']}", ("army", "rules", place))
        for told in found.told:
            self.taking.guess("", f"{name}: {told}", ("army", "rules", place))
        if found.fate == YOURS:
            self.rules[place]["note"] = READ_REST
            self._yours(shown, READ_REST)
        return True

    def _tell_mixed(self, name: str, line: ArmyLine, place: int) -> None:
        """Report Attached units of which only a part are such models: an entry is for whole units."""
        if not line.of_models:
            return
        for one in self.taking.leads:
            for unit in one.units:
                if unit in self.keywords and one.leader in self.keywords:
                    leader, led = self.keywords[one.leader], self.keywords[unit]
                    if fits(line.whom, leader) != fits(line.whom, led) and fits(line.whom, leader | led):
                        words = (
                            f"if {one.leader} leads {unit}, all of them have it; the text says {line.whom.text} models"
                        )
                        self.taking.guess("", f"{name}: {words}", ("army", "rules", place))

    def _yours(self, name: str, words: str) -> None:
        self.taking.count(YOURS)
        self.taking.to_play("", f"{name}: {words}")

    def _entry(self, line: ArmyLine) -> dict[str, Any] | None:
        """Return the keys of a line; None if the reader of lists refuses them."""
        entry: dict[str, Any] = {"when": line.when} if line.when != ALWAYS else {}
        entry |= {"on": line.on} if line.on != OWN else {}
        entry |= {"for": line.whom.text} if line.whom.text else {}
        entry |= {"lasts": line.lasts} if line.lasts != (NEXT_TURN if line.when == EACH_TURN else "") else {}
        entry["effect"] = line.words[0] if len(line.words) == 1 else list(line.words)
        entry |= {"once": "battle"} if line.limited else {}
        try:
            read = army_rules.lines_of(self.known, str, entry["effect"])
            whom = whom_of(entry["for"]) if "for" in entry else line.whom
        except ValueError:
            return None
        return entry if (read, whom) == (line.words, line.whom) else None

    def _fits(self, name: str, many: int) -> bool:
        return self._named(name) is not None and len(self.rules) + many <= MOST_RULES

    def _named(self, name: str) -> str | None:
        """Return a name that a list can have and that is not there yet; None if there is none."""
        bare = shortened(" ".join(name.replace(":", " -").split()), LONGEST_NAME - 4)[0]
        try:
            said = army_rules.name_of(bare)
        except ValueError:
            return None
        numbered = (said if n == 1 else f"{said} {n}" for n in range(1, MOST_RULES + 2))
        return next(one for one in numbered if name_key(one) not in self.names)

    def _add(self, name: str, entry: dict[str, Any]) -> None:
        said = self._named(name)
        assert said is not None
        self.names.add(name_key(said))
        self.rules.append({"name": said, **entry})


def _spoken(entry: dict[str, Any], called: str) -> str:
    """Return what an entry does, as the report says it: ``ORKS INFANTRY: Assault``."""
    effects = entry["effect"] if isinstance(entry["effect"], list) else [entry["effect"]]
    said = ": ".join(filter(None, (called, entry.get("for", ""), "; ".join(effects))))
    if entry.get("on") == ENEMY:
        said += f", against one enemy unit{f', named {EACH}' if entry['when'] == EACH_TURN else ''}"
    elif entry.get("when") == EACH_TURN:
        said += f", picked {EACH}"
    return f"{said}, told by its name" if entry.get("when") == TOLD else said
