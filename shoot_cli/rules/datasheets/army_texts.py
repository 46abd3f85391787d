"""What the `army:` block and the switches of a list do, in words: for `army check`, `army show`, and notes on slips."""

from __future__ import annotations

from collections.abc import Iterator

from shoot_cli.armies.army_block import (
    AFTER,
    ALWAYS,
    EACH_TURN,
    ENEMY,
    NO_LIMIT,
    ONCE_A_BATTLE,
    SHOOTS,
    STRATAGEM,
    TARGETED,
    TOLD,
    ArmyBlock,
    ArmyEntry,
    fits,
)
from shoot_cli.armies.tree import did_you_mean
from shoot_cli.battle.tellings import ATTACK, BATTLE, PHASE
from shoot_cli.engine.names import counted
from shoot_cli.engine.record import Record
from shoot_cli.rules.datasheets import ability_forms, told_effects
from shoot_cli.rules.datasheets.abilities import MAY_BE_TARGETED, MAY_SHOOT, MAY_TARGET, Abilities
from shoot_cli.rules.datasheets.ability_grammar import ONE_OF
from shoot_cli.rules.datasheets.ability_texts import asked_of, does
from shoot_cli.rules.datasheets.army_rules import MOMENTS_OF_SWITCHES, SIDES_OF_SWITCHES, abilities_of
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
        said = "; ".join(self.does) or "a reminder: the words of its effect are asked at its first use"
        whom = f"for {self.whom} ({counted(len(self.units), 'unit')})" if self.whom else "for any unit"
        lasts = self.lasts.replace(" my ", " your ")
        parts = [said + (f", {lasts}" if lasts else ""), whom, self.offered]
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
        said = (does, MOMENTS_OF_SWITCHES[self.when], f"{SIDES_OF_SWITCHES[self.on]}, {lasts}")
        return f"{self.name} (switch of {', '.join(self.units)}): {'; '.join(said)}"


def switches(known: Abilities, army: Army) -> tuple[SwitchText, ...]:
    """Return what each switch of the army's units does, equal ones once, in the order of the list."""
    units: dict[ArmyEntry, list[str]] = {}
    for unit in army.units:
        for entry in unit.switches:
            units.setdefault(entry, []).append(unit.name)
    return tuple(
        SwitchText(
            entry.name, tuple(names), entry.when, entry.on, entry.lasts,
            tuple(effect_words(known, entry, one) for one in abilities_of(known, entry)), entry.note,
        )
        for entry, names in units.items()
    )  # fmt: skip


def entry_text(known: Abilities, entry: ArmyEntry, army: Army) -> EntryText:
    """Return what an entry of this army does."""
    abilities = abilities_of(known, entry)
    asked = dict.fromkeys(picked(entry, words) for one in abilities for words in asked_of(known, one))
    return EntryText(
        entry.name,
        entry.kind,
        tuple(effect_words(known, entry, one) for one in abilities),
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
    said = does(known, ability, ANYBODY, None)
    return (
        f"on one enemy unit, {said}"
        if told_effects.works_for_target(known, ability)
        else (f"attacks at one enemy unit, {said}")
    )


def offered(entry: ArmyEntry) -> str:
    """Return when an entry is offered, and how often (EVE-43, EVE-53)."""
    several = any(line.casefold().startswith("one of") for line in entry.effects)
    each = entry.once == ONCE_A_BATTLE and several and entry.when == EACH_TURN  # a stance
    free = not entry.cost and entry.once != ONCE_A_BATTLE and not entry.reminder
    if entry.when == EACH_TURN and entry.on != ENEMY and free and not several:
        return "in force by itself as each of your turns begins"  # there is nothing to choose
    limit = "" if entry.once == NO_LIMIT else f", {'each ' * each}once a {entry.once}"
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
        elif entry.on == ENEMY and entry.when in (EACH_TURN, TOLD) and entry.whom.text and _on_itself(known, entry):
            yield f"{entry.name}: whoever attacks that enemy unit has it, not only {entry.whom.text}; leave for: out"
        for ability in abilities_of(known, entry):
            yield from (f"{entry.name}: “{_bare(ability)}” {words}" for words in _slips(known, entry, ability, army))


def _on_itself(known: Abilities, entry: ArmyEntry) -> bool:
    """Return True if an effect changes the unit that it is put on, and not the attacks at it."""
    return any(told_effects.works_for_target(known, one) for one in abilities_of(known, entry) if one.name != ONE_OF)


def _bare(ability: Ability) -> str:
    return ability.text.rpartition(" as ")[0] or ability.text


def _slips(known: Abilities, entry: ArmyEntry, ability: Ability, army: Army) -> Iterator[str]:
    form = known.form_of(ability)
    own = [unit for unit in army.units if fits(entry.whom, unit.keywords)]
    if entry.on != ENEMY and own and all(without_weapon(ability, unit) for unit in own):
        yield "names weapons that no unit of these has"
    if entry.on == ENEMY and ability.name != ONE_OF and form.helps == ability_forms.THE_TARGET:
        yield OWN_SHOTS_WORSE.format(words=_bare(ability))
    if ability.name == ONE_OF or entry.on == ENEMY:
        return
    if ability.name == SHOOTS_BACK and entry.when in (SHOOTS, TARGETED):
        yield "is for a unit that was shot at; write when: after"
    elif form.changes in TOO_LATE.get(entry.when, ()) and ability.name not in WHILE_SHOOTING:
        yield "is decided before that moment, and comes too late; write when: told"
    elif entry.when == TARGETED and entry.lasts in SOON and not told_effects.works_for_target(known, ability):
        yield "works for its own shots, and is used when it is shot at; write incoming: before it, or when: shoots"
    elif entry.when == SHOOTS and entry.lasts in SOON and (ability.incoming or _of_target(known, ability)):
        yield "works when it is shot at, and is over by then; write when: targeted, on: enemy, or a longer lasts:"


def _of_target(known: Abilities, ability: Ability) -> bool:
    return known.form_of(ability).of == ability_forms.TARGET and ability.name != PAIN
