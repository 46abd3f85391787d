"""The `army:` block of a list of the datasheet games, read in the words of the edition (EVE-40 to 47), and told in
words.

`army check`, `army show` and notes on slips tell what the block and the switches of units do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from shoot_cli.armies import fields
from shoot_cli.armies.army import (
    AFTER,
    ALWAYS,
    ARMY,
    ATTACK_ALONE,
    EACH_TURN,
    ENEMY,
    EXPECTED,
    NO_LIMIT,
    ONCE_A_BATTLE,
    ONCE_A_PHASE,
    ONCE_A_TURN,
    OWN,
    RULE,
    RULE_MOMENTS,
    SHOOTS,
    STRATAGEM,
    STRATAGEM_MOMENTS,
    SWITCH,
    SWITCH_MOMENTS,
    TARGETED,
    TOLD,
    ArmyBlock,
    ArmyEntry,
    Whom,
    contradictions,
    fits,
    whom_of,
)
from shoot_cli.armies.tree import did_you_mean, plain_name
from shoot_cli.armies.yaml_text import whole_number
from shoot_cli.battle import command_points
from shoot_cli.battle.turns import ATTACK, BATTLE, NEXT_TURN, PHASE, ROUND, TURN
from shoot_cli.engine.names import counted, name_key
from shoot_cli.engine.reasons import BadAnswer, shown
from shoot_cli.engine.record import Record
from shoot_cli.rules.datasheets import ability_forms, told_effects
from shoot_cli.rules.datasheets.abilities import MAY_BE_TARGETED, MAY_SHOOT, MAY_TARGET, Abilities
from shoot_cli.rules.datasheets.ability_grammar import ONE_OF, QUOTES, cut_short, named, split_reach
from shoot_cli.rules.datasheets.ability_texts import asked_of, does
from shoot_cli.rules.datasheets.conditions import without_weapon
from shoot_cli.rules.datasheets.profiles import PAIN, Ability, Army, Model, Unit

_MODEL = Model("model", 4, None)
ANYBODY = Unit("unit", ((_MODEL, 1),))  # effects are told as those of a unit without a leader
OFFERED = {
    ALWAYS: "always in force, and never offered",
    EACH_TURN: "asked once as each of your turns begins",
    SHOOTS: "offered when one of them shoots",
    TARGETED: "offered when one of them is shot at",
    AFTER: "offered when one of them was shot at",
    TOLD: "never offered; told by its name",
}
SOON = (ATTACK, PHASE)  # spans that end before the other side shoots
TOO_LATE = {  # what is decided before each moment
    SHOOTS: (MAY_SHOOT, MAY_TARGET, "range"),
    TARGETED: (MAY_BE_TARGETED,),
}  # fmt: skip
WHILE_SHOOTING = ("Shoots again", "Shoots on death", "Shoots on death on a roll")  # not too late for whoever shoots
SHOOTS_BACK = "Shoots back"
OWN_SHOTS_WORSE = (
    "makes your own attacks at that enemy unit worse; what is to make its shots worse is told as something happened: "
    "theirs UNIT: {words} until my next turn"
)
WHICH = "which one"


class EntryText(Record):
    """What an entry of the block does. ``does`` has its effects in words; () for a reminder.

    ``units`` are those of the army that it is for. ``offered`` says when and how often. ``asked`` are the questions of
    its effects.
    """

    name: str
    kind: str
    does: tuple[str, ...] = ()
    whom: str = ""  # "" for any unit of the army
    units: tuple[str, ...] = ()
    when: str = ALWAYS
    lasts: str = ""
    cost: int = 0
    once: str = NO_LIMIT
    offered: str = ""
    asked: tuple[str, ...] = ()
    note: str = ""

    @property
    def words(self) -> str:
        """Return all of it as one text."""
        price = f", {self.cost} CP" if self.cost or self.kind == STRATAGEM else ""
        effects = "; ".join(self.does) or "a reminder: the words of its effect are asked at its first use"
        whom = f"for {self.whom} ({counted(len(self.units), 'unit')})" if self.whom else "for any unit"
        lasts = self.lasts.replace(" my ", " your ")
        parts = [effects + (f", {lasts}" if lasts else ""), whom, self.offered]
        if self.when == ALWAYS and not self.does:
            parts = ["a reminder: its effect is not said here", whom, self.offered]
        parts += [f"asked: {', '.join(self.asked)}"] if self.asked else []
        return f"{self.name} ({self.kind}{price}): {'; '.join(parts)}"


def entries(known: Abilities, army: Army) -> tuple[EntryText, ...]:
    """Return what each rule and stratagem of the army does, in the order of the list; () without a block."""
    return tuple(entry_text(known, entry, army) for entry in (army.block.entries if army.block else ()))


class SwitchText(Record):
    """What a switch does, and which units have it. ``does`` has its effects in words; () if players say them."""

    name: str
    units: tuple[str, ...]
    when: str
    on: str
    lasts: str
    does: tuple[str, ...] = ()
    note: str = ""

    @property
    def words(self) -> str:
        """Return all of it as one text."""
        does = "; ".join(self.does) or "players say what it does when it first counts"
        lasts = self.lasts.replace(" my ", " your ")
        parts = (does, MOMENTS_OF_SWITCHES[self.when], f"{SIDES_OF_SWITCHES[self.on]}, {lasts}")
        return f"{self.name} (switch of {', '.join(self.units)}): {'; '.join(parts)}"


def switches(known: Abilities, army: Army) -> tuple[SwitchText, ...]:
    """Return what each switch of the army's units does, equal ones once, in the order of the list."""
    units: dict[ArmyEntry, list[str]] = {}
    for unit in army.units:
        for entry in unit.switches:
            units.setdefault(entry, []).append(unit.name)
    return tuple(
        SwitchText(
            entry.name, tuple(names), entry.when, entry.on, entry.lasts,
            tuple(effect_words(known, entry, ability) for ability in abilities_of(known, entry)), entry.note,
        )
        for entry, names in units.items()
    )  # fmt: skip


def entry_text(known: Abilities, entry: ArmyEntry, army: Army) -> EntryText:
    abilities = abilities_of(known, entry)
    asked = dict.fromkeys(picked(entry, words) for ability in abilities for words in asked_of(known, ability))
    return EntryText(
        entry.name,
        entry.kind,
        tuple(effect_words(known, entry, ability) for ability in abilities),
        entry.whom.text,
        tuple(unit.name for unit in army.units if fits(entry.whom, unit.keywords)),
        entry.when,
        "" if entry.lasts == BATTLE else entry.lasts,
        entry.cost,
        entry.once,
        offered(entry),
        tuple(asked),
        entry.note,
    )


def picked(entry: ArmyEntry, words: str) -> str:
    """Return the words of a question; what is picked as an entry is used has no default."""
    return WHICH if words.startswith(WHICH) and entry.when != ALWAYS else words


def effect_words(known: Abilities, entry: ArmyEntry, ability: Ability) -> str:
    """Return what an effect does, and whose it is if it is put on an enemy unit (EVE-22)."""
    if entry.on != ENEMY:
        return does(known, ability, ANYBODY, _MODEL)
    words = does(known, ability, ANYBODY, None)
    return (
        f"on one enemy unit, {words}"
        if told_effects.works_for_target(known, ability)
        else (f"attacks at one enemy unit, {words}")
    )


def offered(entry: ArmyEntry) -> str:
    """Return when an entry is offered, and how often (EVE-43, EVE-53)."""
    several = any(line.casefold().startswith("one of") for line in entry.effects)
    stances = entry.once == ONCE_A_BATTLE and several and entry.when == EACH_TURN  # a stance
    free = not entry.cost and entry.once != ONCE_A_BATTLE and not entry.reminder
    if entry.when == EACH_TURN and entry.on != ENEMY and free and not several:
        return "in force by itself as each of your turns begins"  # there is nothing to choose
    limit = "" if entry.once == NO_LIMIT else f", {'each ' * stances}once a {entry.once}"
    if entry.when == ALWAYS and entry.reminder:
        return "yours to play"
    return OFFERED[entry.when] + limit


def heading(block: ArmyBlock) -> str:
    """Return the detachment and how command points are counted, in one line."""
    points = (
        "command points are shown, not counted"
        if block.command_points is None
        else f"command points from {block.command_points}"
    )
    costs = block.command_points is not None or any(entry.cost for entry in block.entries)
    name = f"detachment {block.detachment}" if block.detachment else ""
    return ", ".join(filter(None, (name, points if costs else "")))


# Notes: what is no mistake, and may be a slip ---------------------------------------------------------------------


def notes(known: Abilities, army: Army) -> Iterator[str]:
    """Yield sentences about the block that players should know."""
    if (block := army.block) is None:
        return
    if block.detachments and not block.stratagems:
        yield f"{block.detachment}: stratagems are in no import; write those that you use under army: stratagems:"
    keywords = sorted({word for unit in army.units for word in unit.keywords})
    for entry in block.entries:
        if not any(fits(entry.whom, unit.keywords) for unit in army.units):
            near = did_you_mean(entry.whom.text, keywords) if keywords else "no unit has keywords"
            yield f"{entry.name}: no unit of the army is {entry.whom.text}; {near}"
        elif entry.on == ENEMY and entry.when in (EACH_TURN, TOLD) and entry.whom.text and _changes_it(known, entry):
            yield f"{entry.name}: whoever attacks that enemy unit has it, not only {entry.whom.text}; leave for: out"
        for ability in abilities_of(known, entry):
            yield from (f"{entry.name}: “{_bare(ability)}” {words}" for words in _notes_on(known, entry, ability, army))


def _changes_it(known: Abilities, entry: ArmyEntry) -> bool:
    """Return True if an effect changes the unit that it is put on, and not the attacks at it."""
    return any(told_effects.works_for_target(known, one) for one in abilities_of(known, entry) if one.name != ONE_OF)


def _bare(ability: Ability) -> str:
    return ability.text.rpartition(" as ")[0] or ability.text


def _notes_on(known: Abilities, entry: ArmyEntry, ability: Ability, army: Army) -> Iterator[str]:
    """Yield why an effect does nothing, or not what it seems to do, for the units of its entry."""
    form = known.form_of(ability)
    units = [unit for unit in army.units if fits(entry.whom, unit.keywords)]
    if entry.on != ENEMY and units and all(without_weapon(ability, unit) for unit in units):
        yield "names weapons that no unit of these has"
    if entry.on == ENEMY and ability.name != ONE_OF and form.helped == ability_forms.THE_TARGET:
        yield OWN_SHOTS_WORSE.format(words=_bare(ability))
    if ability.name == ONE_OF or entry.on == ENEMY:
        return
    if ability.name == SHOOTS_BACK and entry.when in (SHOOTS, TARGETED):
        yield "is for a unit that was shot at; write when: after"
    elif form.changes in TOO_LATE.get(entry.when, ()) and ability.name not in WHILE_SHOOTING:
        yield "is decided before that moment, and comes too late; write when: told"
    elif entry.when == TARGETED and entry.lasts in SOON and not told_effects.works_for_target(known, ability):
        yield "works for its own shots, and is used when it is shot at; write incoming: before it, or when: shoots"
    elif entry.when == SHOOTS and entry.lasts in SOON and (ability.incoming or _is_of_target(known, ability)):
        yield "works when it is shot at, and is over by then; write when: targeted, on: enemy, or a longer lasts:"


def _is_of_target(known: Abilities, ability: Ability) -> bool:
    return known.form_of(ability).owner == ability_forms.TARGET and ability.name != PAIN


MOST_COST, MOST_LINES, MOST_DETACHMENTS = 10, 10, 6
LONGEST_LINE = 300  # letters of one effect
# The spans as lists write them (EVE-24), in the order in which they end
LASTS = {
    "attack": ATTACK_ALONE, "phase": PHASE, "turn": TURN, "round": ROUND, "my next turn": NEXT_TURN, "battle": BATTLE,
}  # fmt: skip
NOT_COUNTED = -1  # what `command_points: no` reads as
OF_RULES = {"kind": RULE, "when": ALWAYS, "lasts": "", "cost": 0, "once": NO_LIMIT}
OF_STRATAGEMS = {"kind": STRATAGEM, "when": SHOOTS, "lasts": PHASE, "cost": 1, "once": ONCE_A_PHASE}


# How values are written -----------------------------------------------------------------------------------------------


def one_of(values: Mapping[str, str], noun: str, other: Callable[[str], str] | None = None) -> fields.FieldType:
    """Return the type of one of several words, each with what it means. `other` says more of a word that is none."""
    words = tuple(values)

    def read(text: str) -> str:
        answer = plain_name(text)
        for before in ("this ", "until ", "once per ", "once a ", "per "):
            answer = answer.removeprefix(before)
        if answer in words:
            return answer
        raise ValueError((other and other(answer)) or f"{shown(text)} is no {noun}; {did_you_mean(answer, words)}")

    meaning = "; ".join(f"{word}: {means}" for word, means in values.items())
    return fields.kind(
        read,
        f"write {', '.join(words)}",
        type=["string", "boolean"],
        enum=[*words, *([False] if NO_LIMIT in words else [])],
        description=meaning,
    )


MOMENTS = {
    ALWAYS: "in force by itself for every unit that it is for",
    EACH_TURN: "named as each turn of its side begins",
    TOLD: "never asked, told by its name",
    SHOOTS: "offered when a unit of its side shoots",
    TARGETED: "offered when a unit of its side is shot at",
    AFTER: "offered when a unit of its side was shot at",
}
SIDES = {OWN: "for units of the army", ENEMY: "put on one enemy unit; attacks at it have what works for attackers"}
MOMENTS_OF_SWITCHES = {
    SHOOTS: "in sight as the unit shoots",
    TARGETED: "in sight as the unit is shot at",
    AFTER: "in sight as others of its army shoot, after the unit has shot",
    TOLD: "out of sight in each attack by the unit and at it; told by its name as well",
}
SIDES_OF_SWITCHES = {
    OWN: "for its own unit",
    ARMY: "for any unit of its army that shoots or is shot at",
    ENEMY: "put on the enemy unit of the attack",
}
LIMITED = {
    ONCE_A_PHASE: "once a phase",
    ONCE_A_TURN: "once a turn",
    ONCE_A_BATTLE: "once a battle; of “one of” with when: turn, each once a battle",
    NO_LIMIT: "as often as you like",
}


def _moment_of_stratagems(word: str) -> str:
    if word in (SHOOTS, TARGETED, AFTER):
        return f"{shown(word)} is a moment of stratagems; write it under stratagems:, with cost: 0 if it is free"
    return ""


def _moment_of_rules(word: str) -> str:
    if word in (ALWAYS, EACH_TURN):
        return f"{shown(word)} is a moment of rules, which are not bought; write it under rules:"
    return ""


def points_of(text: str) -> int:
    """Return the command points at the start; `NOT_COUNTED` for "no". :raises ValueError: this is no such number"""
    try:
        return 0 if fields.yes_no(text) else NOT_COUNTED
    except ValueError:
        pass
    if not text.isdecimal():
        raise ValueError(f"{shown(text)} does not say whether command points are counted; write yes, no or a number")
    return whole_number(text, 0, command_points.MOST, " for command_points")


def name_of(text: str) -> str:
    """Return the name of an entry. :raises ValueError: it could not stand behind ``as``"""
    name = fields.one_line(text, fields.LONGEST_NAME).strip(QUOTES)
    if not name or ":" in name or _with_name("Stealth", name) is None:
        raise ValueError(f"{shown(text)} cannot be said as a name; write letters, without a colon")
    return name


def detachments_of(value: Any) -> tuple[str, ...]:
    """Return the names of a text, which is one, or of a list. :raises ValueError: something in it is no name"""
    names = value if isinstance(value, list) else [value]
    if len(names) > MOST_DETACHMENTS:
        raise ValueError(f"{len(names)} detachments are too many; at most {MOST_DETACHMENTS}")
    if not all(isinstance(name, str) and name.strip() for name in names):
        raise ValueError("the name of a detachment is a text; write detachment: Iron Column, or a list of names")
    return tuple(dict.fromkeys(fields.one_line(name, fields.LONGEST_NAME) for name in names))


def lines_of(known: Abilities, joined: Any, value: Any) -> tuple[str, ...]:
    """Return the lines of an effect. A text may hold several with semicolons. :raises ValueError: one is none"""
    rows = [joined(item) for item in value] if isinstance(value, list) else [joined(value)]
    if not all(isinstance(item, str) for item in rows):
        raise ValueError("an effect is a text or a list of texts, as in effect: [Lethal Hits, +1 to hit]")
    if isinstance(value, list) and (part := next(filter(cut_short, rows[:-1]), "")):
        raise ValueError(f"the comma behind {shown(part)} ends it; write ; there, or put it in quotes if that is all")
    lines: list[str] = []
    for row in rows:
        row = fields.one_line(row, fields.LONGEST_NOTE)
        lines += [row] if split_reach(row).holds else told_effects.split(known, row)
    if not lines:
        raise ValueError("nothing is written here; leave effect: out if its words are asked at its first use")
    if len(lines) > MOST_LINES:
        raise ValueError(f"{len(lines)} effects are too many; at most {MOST_LINES}")
    for line in lines:
        if len(line) > LONGEST_LINE:
            raise ValueError(f"{len(line)} characters are too long for one effect; at most {LONGEST_LINE}")
        check_line(known, line)
    return tuple(lines)


def check_line(known: Abilities, line: str) -> None:
    """:raises ValueError: a list cannot have this line, in words"""
    try:
        known.of_unit(line)
    except ValueError as error:
        try:
            span = told_effects.read(known, line).span
        except BadAnswer:
            raise error from None
        raise ValueError(_span_complaint(line, span)) from None


def _span_complaint(line: str, span: str) -> str:
    like = next(key for key, end in LASTS.items() if end == span)
    return f"{shown(line)}: how long it lasts is a key of its own; write lasts: {like}"


def kinds(known: Abilities, joined: Any) -> dict[str, fields.FieldType]:
    """Return the types of the keys of the block by their names in `fields.md`."""
    either: dict[str, Any] = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
    lines: dict[str, Any] = {"type": ["string", "object"]}  # `incoming: -1 to hit` in a list is a mapping
    lines = {"anyOf": [{"type": "string"}, {"type": "array", "items": lines}]}
    effect = fields.FieldType(
        partial(lines_of, known, joined), "write an effect as units have them, or a list of them", lines, raw=True
    )
    number = {"type": "integer", "minimum": 0, "maximum": command_points.MOST}
    points = {
        "anyOf": [{"type": "boolean"}, {"enum": ["yes", "no"]}, number],
        "description": "no: costs are only shown; yes: counted from 0; a number: from that many",
    }
    cost = fields.whole(0, MOST_COST)
    return {
        "entry name": fields.kind(
            name_of,
            "write a name",
            type="string",
            maxLength=fields.LONGEST_NAME,
            description="a name, by which it is told and which reasons say",
        ),
        "detachments": fields.FieldType(detachments_of, "write a name, or a list of names", either, raw=True),
        "command points": fields.FieldType(points_of, "write yes, no or the number at the start", points),
        "army effect": effect,
        "whom": fields.kind(
            whom_of,
            EXPECTED,
            type="string",
            description="keywords of its units: A B for both, A or B, not C; without it any unit of the army",
        ),
        "side": one_of(SIDES, "side"),
        "cost": cost._replace(schema={**cost.schema, "description": "command points; of a stratagem 1 if left out"}),
        "rule moment": one_of({key: MOMENTS[key] for key in RULE_MOMENTS}, "moment of a rule", _moment_of_stratagems),
        "stratagem moment": one_of(
            {key: MOMENTS[key] for key in STRATAGEM_MOMENTS}, "moment of a stratagem", _moment_of_rules
        ),
        "switch moment": one_of({key: MOMENTS_OF_SWITCHES[key] for key in SWITCH_MOMENTS}, "moment of a switch"),
        "switch side": one_of(SIDES_OF_SWITCHES, "side of a switch"),
        "span": one_of(LASTS, "span"),
        "limit": one_of(LIMITED, "limit"),
    }


def offered_to_players(known: Abilities, lines: list[str]) -> list[str]:
    """Return those lines that can be told of a unit, and not only stand in one (EVE-28)."""

    def is_tellable(line: str) -> bool:
        try:
            return told_effects.read(known, line) is not None
        except BadAnswer:
            return False

    return [*filter(is_tellable, lines)]


# The block of a page --------------------------------------------------------------------------------------------------

Path = tuple[str | int, ...]
Wrong = tuple[Path, str]  # where under `army`, and what is wrong there


def block_of(known: Abilities, page: Any) -> tuple[ArmyBlock, list[Wrong]]:
    wrong: list[Wrong] = []
    first: dict[str, tuple[str, str]] = {}
    by_key: dict[str, list[ArmyEntry]] = {}
    for key, usual in (("rules", OF_RULES), ("stratagems", OF_STRATAGEMS)):
        by_key[key] = []
        for index, row in enumerate(getattr(page, key)):
            entry = entry_of(row, usual)
            for field, words in (*contradictions(entry, row.model_fields_set), *unreadable(known, entry)):
                wrong.append(((key, index, field), words))
            same, whose = first.setdefault(name_key(entry.name), (entry.name, f"{key} {index}"))
            if whose != f"{key} {index}":
                words = (
                    f"{shown(entry.name)} is the same name as {shown(same)}; an effect is told by its name, so keep one"
                )
                wrong.append(((key, index, "name"), words))
            by_key[key].append(entry)
    points = page.command_points
    return ArmyBlock(
        page.detachment or (),
        None if points in (None, NOT_COUNTED) else points,
        tuple(by_key["rules"]),
        tuple(by_key["stratagems"]),
    ), wrong


def entry_of(row: Any, usual: dict[str, Any]) -> ArmyEntry:
    """Return the entry of a page. `usual` has what counts where a key is left out (EVE-40)."""
    when = row.when or usual["when"]
    usual_span = NEXT_TURN if when == EACH_TURN else PHASE if when == TOLD else usual["lasts"]
    return ArmyEntry(
        row.name,
        usual["kind"],
        row.effect or (),
        getattr(row, "for") or Whom(),
        row.on or OWN,
        when,
        LASTS[row.lasts] if row.lasts else usual_span,
        usual["cost"] if row.cost is None else row.cost,
        row.once or usual["once"],
        row.note,
    )


def switch_of(row: Any) -> ArmyEntry:
    """Return the switch of a page. It lasts for the attack if the list says nothing else."""
    lasts = LASTS[row.lasts] if row.lasts else ATTACK_ALONE
    return ArmyEntry(row.name, SWITCH, row.effect or (), on=row.on or OWN, when=row.when or TOLD, lasts=lasts,
                     note=row.note)  # fmt: skip


def wrong_switches(known: Abilities, rows: list[Any]) -> Iterator[Wrong]:
    """Yield all that is wrong with the switches of a unit, each with its place under `switches`."""
    first: dict[str, tuple[int, str]] = {}
    for index, row in enumerate(rows):
        for field, words in unreadable(known, switch_of(row)):
            yield (index, field), words
        earlier, same = first.setdefault(name_key(row.name), (index, row.name))
        if earlier != index:
            yield (index, "name"), f"{shown(row.name)} is the same name as {shown(same)}; keep one"


def unreadable(known: Abilities, entry: ArmyEntry) -> Iterator[tuple[str, str]]:
    """Yield (key, sentence) for each line that an entry of this kind cannot have (EVE-20, EVE-22, EVE-28)."""
    for line in entry.effects:
        _, called = named(line)
        if called and name_key(called) != name_key(entry.name):
            yield "effect", f"{shown(line)}: it is called by the name of its entry; leave out “as {called}”"
            continue
        try:
            if entry.when != ALWAYS:
                effect = told_effects.read(known, line)
                if effect.span:
                    yield "effect", _span_complaint(line, effect.span)
                elif entry.on == ENEMY:
                    told_effects.works_for_target(known, effect.ability)
        except BadAnswer as error:
            yield "effect", str(error)


# Rules that are always in force ---------------------------------------------------------------------------------------


def _with_name(line: str, name: str) -> str | None:
    """Return the line with a name behind ``as``; None if it could not be read so."""
    for spelt in (name, f"“{name}”"):
        try:
            if named(f"{line} as {spelt}") == (line, name):
                return f"{line} as {spelt}"
        except ValueError:
            continue
    return None


def abilities_of(known: Abilities, entry: ArmyEntry) -> tuple[Ability, ...]:
    """Return what an entry does as abilities with its name (EFF-31)."""
    abilities = []
    for line in entry.effects:
        ability = known.of_unit(line)
        if ability is not None:
            bare = named(ability.text)[0]
            abilities.append(ability.but(called=entry.name, text=_with_name(bare, entry.name) or bare))
    return tuple(abilities)


def standing(known: Abilities, block: ArmyBlock, unit: Unit) -> tuple[Ability, ...]:
    """Return what is always in force for a unit of the army (EVE-41). Its own keywords decide, and those who joined it.

    What is limited to weapons that the unit does not carry is left out.
    """
    return tuple(
        ability
        for entry in block.rules
        if entry.when == ALWAYS and fits(entry.whom, unit.keywords)
        for ability in abilities_of(known, entry)
        if not without_weapon(ability, unit)
    )
