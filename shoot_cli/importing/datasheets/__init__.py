"""Rosters of 10th and 11th edition as documents of lists, and units of lists as selections.

The `army:` block has the detachments of the list, and an entry for each rule of the army (EVE-60). A rule whose
sentences are read has its effect, for the units that it names. Any other is a reminder.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from shoot_cli.armies.army import ALWAYS, EACH_TURN, ENEMY, OWN, TOLD, fits, numbered, whom_of
from shoot_cli.armies.fields import LONGEST_NAME, LONGEST_NOTE
from shoot_cli.armies.tree import plain_name
from shoot_cli.armies.yaml_text import split_list
from shoot_cli.engine.names import name_key
from shoot_cli.importing import roster as rosters
from shoot_cli.importing.datasheets import unit as one_unit
from shoot_cli.importing.datasheets.abilities import NOTE, NOTHING, PLAYED, YOURS, Prose, abilities_of, prose_of
from shoot_cli.importing.datasheets.army_rules import NEXT_TURN, ArmyLine, ArmyRule, read_army_rule
from shoot_cli.importing.datasheets.profiles import Elsewhere, Library, is_statline, with_models, with_names
from shoot_cli.importing.datasheets.switches import AT_TABLE, SWITCH, SWITCH_KEYS, switch_of, with_switch
from shoot_cli.importing.models import upgrades_as_models
from shoot_cli.importing.report import ImportContext, Path
from shoot_cli.importing.roster import shortened
from shoot_cli.rules.datasheets import army_rules
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.fields import joined

MOST_RULES = 40  # of a list, as `fields.md` has it
READ_RULE = "read it in the rules of the army"
READ_REST = "read the rest of it in the rules of the army"
EACH = "as each of your turns begins"


class ArmyDraft:
    """The block while a roster is read. What it cannot hold is returned to the caller, for the note of the list."""

    def __init__(self, known: Abilities, context: ImportContext) -> None:
        self.known, self.context = known, context
        self.detachments: list[str] = []
        self.rules: list[dict[str, Any]] = []
        self.names: set[str] = set()
        self.seen: set[str] = set()
        self.texts: dict[str, str] = {}  # the text of each rule that was added, by its name
        self.keywords: dict[str, frozenset[str]] = {}  # of each unit of the list, by its name

    def page(self) -> dict[str, Any]:
        """Return the block as a list has it; {} if there is nothing to say."""
        names = self.detachments
        block: dict[str, Any] = {"detachment": names[0] if len(names) == 1 else names} if names else {}
        return block | ({"rules": self.rules} if self.rules else {})

    def detachment(self, name: str) -> bool:
        """Add a detachment. Return False if there are too many."""
        short, cut = shortened(" ".join(name.split()), LONGEST_NAME)
        if not short or short in self.detachments:
            return True
        if len(self.detachments) == army_rules.MOST_DETACHMENTS:
            return False
        if cut:
            self.context.guess("", f"the name of a detachment is cut to {short}", ("army", "detachment"))
        self.detachments.append(short)
        return True

    def rule(self, name: str, text: str, whose: str = "") -> bool:
        """Add a rule that is about attacks, and report it. Return False if the block cannot have it.

        A rule that stands there twice is added once. `whose` is the detachment that has it, or "".
        """
        shown = f"{name} ({whose})" if whose else name
        key = name_key(name)
        if self.texts.get(key, "") and not text:
            return True
        if self.texts.setdefault(key, text) == text and key in self.seen:
            return True
        self.seen.add(key)
        result = read_army_rule(name, text, self.known)
        if text and result.fate == NOTHING:
            self.context.count(NOTHING)
            if whose:
                self.context.of_other_phase("", shown)
            return True
        entries = [entry for line in result.lines if (entry := self._entry(line))]
        if len(entries) < len(result.lines):  # a part of it alone would be wrong
            entries, result = [], ArmyRule(fate=YOURS)
        if not self._has_room(name, len(entries) or 1):
            self._leave_to_players(shown, READ_RULE)
            return False
        index = len(self.rules)
        names = [line.called or name for line in result.lines] if entries else [name]
        for called, entry in zip(names, entries or [{"when": TOLD}], strict=True):
            self._add(called, entry)
        if not entries:
            self._leave_to_players(shown, READ_RULE)
            return True
        self.context.count(PLAYED)
        for called, entry in zip(names, entries, strict=True):
            self.context.played(f"{name}: {_in_words(entry, called if called != name else '')}")
        for line in result.lines:
            self._tell_mixed(name, line, index)
        for guess in (*self._of_nobody(entries), *result.questions):
            self.context.guess("", f"{name}: {guess}", ("army", "rules", index))
        if result.fate == YOURS:
            self.rules[index]["note"] = READ_REST
            self._leave_to_players(shown, READ_REST)
        return True

    def _of_nobody(self, entries: list[dict[str, Any]]) -> Iterator[str]:
        """Yield a sentence for each entry that is for units which the list does not have."""
        for whom in (entry["for"] for entry in entries if "for" in entry and self.keywords):
            if not any(fits(whom_of(whom), words) for words in self.keywords.values()):
                yield f"no unit of the list is {whom}"

    def _tell_mixed(self, name: str, line: ArmyLine, index: int) -> None:
        """Report Attached units of which only a part are such models: an entry is for whole units."""
        if not line.of_models:
            return
        pairs = ((lead.leader, unit) for lead in self.context.leads for unit in lead.units)
        for leader, unit in pairs:
            if not {leader, unit} <= self.keywords.keys():
                continue
            of_leader, of_led = self.keywords[leader], self.keywords[unit]
            if fits(line.whom, of_leader) != fits(line.whom, of_led) and fits(line.whom, of_leader | of_led):
                words = f"if {leader} leads {unit}, all of them have it; the text says {line.whom.text} models"
                self.context.guess("", f"{name}: {words}", ("army", "rules", index))

    def _leave_to_players(self, name: str, words: str) -> None:
        self.context.count(YOURS)
        self.context.to_play("", f"{name}: {words}")

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

    def _has_room(self, name: str, many: int) -> bool:
        return self._unused_name(name) is not None and len(self.rules) + many <= MOST_RULES

    def _unused_name(self, name: str) -> str | None:
        """Return a name that a list can have and that is not there yet; None if there is none."""
        bare = shortened(" ".join(name.replace(":", " -").split()), LONGEST_NAME - 4)[0]
        try:
            short = army_rules.name_of(bare)
        except ValueError:
            return None
        names = (short if n == 1 else f"{short} {n}" for n in range(1, MOST_RULES + 2))
        return next(unused for unused in names if name_key(unused) not in self.names)

    def _add(self, name: str, entry: dict[str, Any]) -> None:
        unused = self._unused_name(name)
        assert unused is not None
        self.names.add(name_key(unused))
        self.rules.append({"name": unused, **entry})


def _in_words(entry: dict[str, Any], called: str) -> str:
    """Return what an entry does, as the report says it: ``ORKS INFANTRY: Assault``."""
    effects = entry["effect"] if isinstance(entry["effect"], list) else [entry["effect"]]
    sentence = ": ".join(filter(None, (called, entry.get("for", ""), "; ".join(effects))))
    if entry.get("on") == ENEMY:
        sentence += f", against one enemy unit{f', named {EACH}' if entry['when'] == EACH_TURN else ''}"
    elif entry.get("when") == EACH_TURN:
        sentence += f", picked {EACH}"
    return f"{sentence}, told by its name" if entry.get("when") == TOLD else sentence


# From a roster to a document (sections 4 and 5 of the import) ---------------------------------------------------------

FACTION = "faction: "
_VALUE = re.compile(r"(?<!\s)\s+\d\+$")  # `6+` of Feel No Pain 6+


def take(roster: rosters.Roster, context: ImportContext, ruleset: str, known: Abilities) -> dict[str, Any]:
    """Return the document of the list."""
    taker = _Taker(roster, context, known)
    units = taker.units()
    weapons, entries = taker.library.weapons()
    for page in (page for unit in units for page in unit["models"] if "weapons" in page):
        page["weapons"] = with_names(page["weapons"], entries)
    for weapon, entry in entries.items():
        for unit, words in entry.guessed:
            context.guess(unit, words, ("weapons", weapon))
    name = taker.named(rosters.name_of_list(roster.name, taker.faction))
    return {
        "ruleset": ruleset,
        "name": name,
        **({"faction": faction} if (faction := rosters.shortened(taker.faction)[0]) else {}),
        **({"note": note} if (note := taker.note()) else {}),
        **({"army": army} if (army := taker.army.page()) else {}),
        **({"profiles": taker.library.profiles} if units else {}),
        **({"weapons": weapons} if weapons else {}),
        "units": units,
    }


class _Taker:
    def __init__(self, roster: rosters.Roster, context: ImportContext, known: Abilities) -> None:
        self.roster, self.context, self.prose = roster, context, Prose(known)
        self.library, self.elsewhere = Library(), Elsewhere()
        self.led = tuple(name for _, unit in rosters.present_units(roster) for name in one_unit.led_by(unit))
        self.priced = roster.points is not None or any(unit.all_points for _, unit in rosters.present_units(roster))
        self.army = ArmyDraft(known, context)
        self.noted: list[str] = []  # what the block of the army cannot have
        self.detachments = [
            choice
            for _, top in rosters.beside(roster)
            if "detachment" in top.name.casefold()
            for choice in top.selections
            if choice.number > 0
        ]
        self.whose = {_bare(name): choice.name for choice in self.detachments for name in _rule_names(choice)}
        self.read_in_units: frozenset[str] = frozenset()
        self.tops = [
            (force, top, [upgrades_as_models(with_models(unit)) for unit in rosters.each(top)])
            for force, top in rosters.present_units(roster)
        ]
        for unit in (unit for _, _, units in self.tops for unit in units):
            self.elsewhere.note(unit)
        self.behind = frozenset(
            name for _, _, units in self.tops for unit in units for name in one_unit.named_behind(unit)
        )
        self.lines = one_unit.lines_of(unit for _, _, units in self.tops for unit in units)
        self.keyword = _commonest_faction(roster)
        self.faction = next((_faction_of(force.faction) for force in roster.forces if force.faction), self.keyword)

    def units(self) -> list[dict[str, Any]]:
        drafts: list[one_unit.UnitDraft] = []
        for force, top, units in self.tops:
            for unit in units:
                if draft := self._unit_draft(unit, force, len(drafts)):
                    drafts.append(draft)
            if len(units) > 1:
                self.context.guess(top.name, f"stands {top.number} times in one selection: taken as so many units")
        for _, top in rosters.beside(self.roster):
            if top.number > 0 and any(map(is_statline, top.tables())):
                words = "has a statline, but is neither a unit nor a model in the file"
                self.context.left_out(self.named(top.name), words, "write it by hand")
        names = numbered(draft.page["name"] for draft in drafts)
        roles = {name: draft.role for name, draft in zip(names, drafts, strict=True)}
        for leader, led in one_unit.may_lead([(name, draft.leads) for name, draft in zip(names, drafts, strict=True)]):
            self.context.may_lead(leader, led, roles[leader])
        self.army.keywords = {name: _all_keywords(draft.page) for name, draft in zip(names, drafts, strict=True)}
        self._army_rules(drafts)
        return [draft.page for draft in drafts]

    def _unit_draft(self, unit: rosters.Selection, force: rosters.Force, index: int) -> one_unit.UnitDraft | None:
        before = len(self.context.guesses)
        title = unit.name or one_unit.NAMELESS
        name = self.named(f"{title} ({unit.custom})" if unit.custom else title, ("units", index))
        for odd in rosters.taken_back(unit):
            self.context.guess(name, f"the file has {odd.number} {odd.name}: taken off others of it", ("units", index))
        draft: one_unit.UnitDraft | None = None
        if wrong := rosters.negative(unit):
            words = f"the file has {wrong.number} {wrong.name}; nobody can tell what the unit has"
            self.context.left_out(name, words, "mend the list where it was made, and export it again")
        else:
            joinable = bool(one_unit.led_by(unit)) or one_unit.may_be_led(unit.name, self.led)
            known = one_unit.RosterContext(self.prose, self.library, self.elsewhere, self.behind, self.lines)
            taker = one_unit.UnitTaker(unit, force, name, index, self.context, known, joinable, self.priced)
            draft = taker.taken(self.keyword, self._allied(force))
        if draft is None:
            del self.context.guesses[before:]  # guesses about a unit that is left out are dropped
        return draft

    def _allied(self, force: rosters.Force) -> str:
        """Return the faction of an allied force; "" for a force of the main faction."""
        faction = _faction_of(force.faction)
        return faction if faction and faction != self.faction else ""

    def named(self, name: str, path: Path = ()) -> str:
        """Return the name, cut to the greatest length (IMP-15)."""
        short, cut = rosters.shortened(name)
        if cut:
            self.context.guess(short, f"its name has {len(name)} characters: cut to {len(short)}", path)
        return short

    def _army_rules(self, drafts: list[one_unit.UnitDraft]) -> None:
        """Report rules of several units once for the whole list; a number behind a rule's name does not matter."""
        have = Counter(_bare(rule) for draft in drafts for rule in draft.rules)
        common = [rule for rule in have if have[rule] > 1]
        in_units = {_bare(rule.name) for _, unit in rosters.present_units(self.roster) for rule in _rules_in(unit)}
        self.read_in_units = frozenset(in_units - have.keys())
        for of_force in (rule for force in self.roster.forces for rule in force.rules):
            if _bare(of_force.name) not in {*have, *in_units} and self._touches(of_force):  # else its units have it
                common.append(_bare(of_force.name))
        texts = {
            _bare(rule.name): rule.text for _, top in rosters.present_units(self.roster) for rule in _rules_in(top)
        }
        texts |= {_bare(rule.name): prose_of(rule) for force in self.roster.forces for rule in force.rules}
        printed = {_bare(rule.name): rule.name for force in self.roster.forces for rule in force.rules}
        for rule in dict.fromkeys(common):
            self._add_army_rule(printed.get(rule, rule), texts.get(rule, ""))
        for draft in drafts:
            own = [rule for rule in draft.rules if _bare(rule) not in common]
            own = [rule for rule in own if not self._give_switch(draft.page, rule, texts.get(_bare(rule), ""))]
            if own:
                sentences = [draft.page.get("note", ""), *(f"{rule}: {one_unit.READ_IT}" for rule in own)]
                draft.page["note"] = noted([words for words in sentences if words])

    def _give_switch(self, page: dict[str, Any], rule: str, text: str) -> bool:
        """Give a unit a switch for a rule of its own. Return False if its note has the rule, which is reported."""
        switch = switch_of(rule, text) if text else None
        if switch and with_switch(page.setdefault("switches", []), switch):
            self.context.count(YOURS)
            self.context.to_play(page["name"], f"{switch['name']}: {AT_TABLE}")
            return True
        if text and not switch:
            self.context.of_other_phase(page["name"], rule)
        else:
            self._leave_to_players(page["name"], rule)
        return False

    def _leave_to_players(self, unit: str, name: str) -> None:
        self.context.count(YOURS)
        self.context.to_play(unit, f"{name}: {one_unit.READ_IT}")

    def _add_army_rule(self, name: str, text: str) -> None:
        """Give the army a rule; one that it cannot have stands in the note."""
        if not self.army.rule(name, text, self.whose.get(_bare(name), "")):
            self.noted.append(f"{name}: {READ_RULE}")

    def _touches(self, rule: rosters.Rule) -> bool:
        """Return True if players must read a rule, because it has no text, or a text about attacks."""
        if self.prose.glossary(rule.name) or one_unit.is_applied(rule.name, prose_of(rule), self.behind):
            return False
        return not prose_of(rule) or self.prose.touches(rule.name, rule.text)

    def note(self) -> str:
        """Read what stands beside the units: the detachments, and the rules of the army (EVE-60).

        Return the note of the list: what players must apply themselves and what the block of the army cannot have.
        """
        for name in self.roster.detachments:
            self._add_detachment(name)
        for choice in self.detachments:
            self._add_detachment(choice.name)
        for _, top in rosters.beside(self.roster):
            for choice in top.every():
                self._rules_of_choice(choice)
        return noted(list(dict.fromkeys(self.noted)))

    def _add_detachment(self, name: str) -> None:
        if not self.army.detachment(name):
            self.noted.append(f"Detachment: {name}")

    def _rules_of_choice(self, chosen: rosters.Selection) -> None:
        """Read the rules of a choice that is no unit, if they are about attacks (IMP-11)."""
        abilities = {
            name: (text, not one_unit.is_applied(name, text, self.behind) and self.prose.touches(name, text))
            for name, text in abilities_of(chosen)
        }
        rules = {rule.name: (prose_of(rule), self._touches(rule)) for rule in chosen.rules}
        for name, (text, touches) in (rules | abilities).items():
            if touches and _bare(name) in self.read_in_units:
                continue  # each unit that has it has what it does
            core = self.prose.glossary(_VALUE.sub("", name))
            if touches and not (core and any(name.casefold() in other.casefold() for other, _ in rules.values())):
                self._add_army_rule(name, text)
                continue
            self.context.count(PLAYED if one_unit.is_applied(name, "", self.behind) else NOTHING)
            if not core and _bare(name) in self.whose:
                self.context.of_other_phase("", f"{name} ({self.whose[_bare(name)]})")


def _all_keywords(page: dict[str, Any]) -> frozenset[str]:
    """Return the keywords of a unit and its models, in upper case."""
    words = [*page.get("keywords", ()), *(word for model in page["models"] for word in model.get("keywords", ()))]
    return frozenset(str(word).upper() for word in words)


def _rule_names(choice: rosters.Selection) -> Iterator[str]:
    """Yield the names of the rules of a choice and of the choices in it."""
    for inner in choice.every():
        yield from (rule.name for rule in inner.rules)
        yield from (name for name, _ in abilities_of(inner))


def _rules_in(unit: rosters.Selection) -> Iterator[rosters.Rule]:
    return (rule for part in unit.every() for rule in part.rules if prose_of(rule))


def _bare(rule: str) -> str:
    """Return a rule's name without its number, so that `Cabal 3` and `Cabal 1*` are equal."""
    return re.sub(r"(?<=\w)\s+\d+\W*$|(?<!\W)\W+$", "", rule) or rule


def noted(sentences: list[str]) -> str:
    """Return the sentences as one note, cut to the greatest length."""
    note = "; ".join(sentences)
    return note if len(note) <= LONGEST_NOTE else note[: LONGEST_NOTE - 1].rstrip() + "…"


def _faction_of(name: str) -> str:
    """Return `T'au Empire` for the catalogue `Xenos - T'au Empire`."""
    return re.sub(r"(?:(?<!\s)\s+)?\[[^\[\]]*\]", "", name).rpartition(" - ")[2].strip()


def _commonest_faction(roster: rosters.Roster) -> str:
    """Return the faction keyword that most units have, or ""."""
    counts = Counter(
        category[len(FACTION) :].strip()
        for _, unit in rosters.present_units(roster)
        for category in unit.categories
        if category.casefold().startswith(FACTION)
    )
    return counts.most_common(1)[0][0] if counts else ""


# From a unit of a list to a selection, so that a list can provide values for a text (IMP-61) --------------------------

STATS = {"M": "M", "T": "T", "Sv": "SV", "W": "W", "Ld": "LD", "OC": "OC", "Inv": "InSv", "FNP": "FNP"}
FIGURES = {"range": "Range", "A": "A", "BS": "BS", "S": "S", "AP": "AP", "D": "D"}


def selection_of(unit: dict[str, Any], document: dict[str, Any]) -> rosters.Selection:
    """Return the unit as a selection. As in a roster, numbers are totals of each kind of model."""
    models = tuple(_model(page, document) for page in unit["models"])
    notes = tuple(
        rosters.Profile(key, NOTE, (("Text", str(unit[key])),)) for key in ("note", "faction") if unit.get(key)
    )
    notes += tuple(
        rosters.Profile(SWITCH, NOTE, tuple((key, str(value)) for key, value in switch.items() if key in SWITCH_KEYS))
        for switch in unit.get("switches") or ()
    )
    return rosters.Selection(
        str(unit.get("name", "")),
        rosters.UNIT,
        points=float(unit.get("points") or 0),
        profiles=notes,
        selections=models,
        categories=_as_tuple(unit.get("keywords")),
        ready=_ability_words(unit),
    )


def _model(page: dict[str, Any], document: dict[str, Any]) -> rosters.Selection:
    count = int(page.get("count") or 1)
    profiles = {plain_name(name): stats for name, stats in (document.get("profiles") or {}).items()}
    stats = {**(profiles.get(plain_name(str(page.get("profile", "")))) or {}), **page}
    columns = tuple((column, str(stats[key])) for key, column in STATS.items() if stats.get(key) is not None)
    carried = [_weapon(text, count, document) for text in _as_tuple(page.get("weapons"))]
    categories = _as_tuple(page.get("keywords"))
    if str(page.get("character", "")).casefold() in ("true", "yes", "on", "y"):
        categories = (*categories, "Character")
    return rosters.Selection(
        str(page["name"]), rosters.MODEL, count, profiles=(rosters.Profile(str(page["name"]), "Unit", columns),),
        categories=categories, selections=tuple(weapon for weapon in carried if weapon), ready=_ability_words(page),
    )  # fmt: skip


def _weapon(text: str, count: int, document: dict[str, Any]) -> rosters.Selection | None:
    """Return a weapon of a model, or one mode of it; None if the list does not describe it."""
    weapons = {plain_name(name): (name, page) for name, page in (document.get("weapons") or {}).items()}
    entry = weapons.get(plain_name(text))
    times = 1
    if entry is None and (several := re.fullmatch(r"(\d+)\s*[x×]\s*(.+)", text)):
        times, text = int(several[1]), several[2]
        entry = weapons.get(plain_name(text))
    if entry is None:
        return None
    name, page = entry
    modes = page.get("modes")
    profiles = (
        tuple(
            _profile(f"➤ {name} - {mode}", {**page, **values}, _as_tuple(page.get("abilities")))
            for mode, values in modes.items()
        )
        if modes
        else (_profile(name, page, ()),)
    )
    return rosters.Selection(name, number=times * count, profiles=profiles)


def _profile(name: str, page: dict[str, Any], shared: tuple[str, ...]) -> rosters.Profile:
    columns = tuple((column, str(page[key])) for key, column in FIGURES.items() if page.get(key) is not None)
    words = dict.fromkeys((*shared, *_as_tuple(page.get("abilities"))))
    return rosters.Profile(name, "Ranged Weapons", (*columns, ("Keywords", ", ".join(words) or "-")))


def _ability_words(page: dict[str, Any]) -> tuple[str, ...]:
    return (*_as_tuple(page.get("abilities")), *_as_tuple(page.get("effects")))


def _as_tuple(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return tuple(split_list(value))
    return tuple(str(joined(item)) for item in value or ())
