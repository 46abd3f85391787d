"""Effects told while an attack is agreed upon: the rows of that question, and what comes of them (EVE-28 to 30).

Switches of units are rows as well: abilities that no words of lists say whole. Such a row is in sight at the moment of
its switch, and out of sight before. Whoever takes it says once in the battle what the ability does; it then works as if
players had told it. Nobody is asked by a prompt of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from shoot_cli.armies.army import AFTER, ENEMY, OWN, SHOOTS, TARGETED, TOLD, ArmyEntry
from shoot_cli.battle.command_points import spent_by
from shoot_cli.battle.turns import ATTACK, PHASE, TURN, Place, Telling
from shoot_cli.battle.what_happened import possible
from shoot_cli.engine.names import name_key
from shoot_cli.engine.questions import Choose, Option, Phrases, Question
from shoot_cli.engine.reasons import BadAnswer, shown
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import told_effects
from shoot_cli.rules.datasheets.abilities import MAY_SHOOT, MAY_TARGET, PERMISSIONS, Abilities
from shoot_cli.rules.datasheets.ability_forms import DECIDES
from shoot_cli.rules.datasheets.conditions import without_weapon
from shoot_cli.rules.datasheets.fields import with_effects
from shoot_cli.rules.datasheets.records import Attack, Battle, BattleUnit, DeclaredTarget, RecentTelling
from shoot_cli.rules.datasheets.steps import command_points, entries, states, tellings
from shoot_cli.rules.datasheets.steps.effects import beginning, with_needed_log
from shoot_cli.rules.datasheets.steps.entries import OF_FIRERS, OF_TARGET
from shoot_cli.rules.datasheets.steps.target import aim_at
from shoot_cli.rules.datasheets.told_effects import ToldEffect

SWITCH = "switch:"  # before the name, in the key of a row
COUNTS = "counts now?"
MOST_IN_SIGHT = 3
IN_ATTACK = (SHOOTS, AFTER, TOLD), (TARGETED, AFTER, TOLD)  # moments of the side that shoots, and of the other side
SOON = (ATTACK, PHASE, TURN)  # spans that end before the other side shoots
# This row takes the answer to one that is there no more, because something was changed before it.
ROW_OF_BEFORE = Choose(SWITCH, (Option(entries.NO), Option(entries.YES)), entries.NO)


class Switch(Record):
    """A switch that may count in an attack.

    :ivar side: the side of its unit
    :ivar unit: the unit that has it; of several units with it the one that shoots or is shot at, else the first
    :ivar place: the unit of which it is told
    :ivar is_now: True at its moment
    """

    side: int
    entry: ArmyEntry
    unit: Place
    place: Place
    shoots: bool
    is_now: bool

    @property
    def key(self) -> str:
        return f"{SWITCH}{'' if self.shoots else AT_IT}{self.entry.name}"

    @property
    def at_target(self) -> bool:
        """True if it is told of the unit that is shot at."""
        return self.shoots == (self.entry.on == ENEMY)


def is_row_of_switch(key: str) -> bool:
    return key.startswith(SWITCH)


def every_switch(state: Attack) -> list[Switch]:
    """Return each switch that may count in the attack at the last target, each name of a side once."""
    battle, by_name = state.battle.value, dict[str, Switch]()
    shooter, target = entries.shooter_at(state), entries.target_at(state, -1)
    for own, other in ((shooter, target), (target, shooter)):
        shoots = own == shooter
        for unit in (own, *(place for place in entries.own_units(battle, own[0]) if place != own)):
            for entry in entries.switches_of(battle.unit_at(unit)):
                if entry.when not in IN_ATTACK[not shoots] or (entry.on == OWN and unit != own):
                    continue
                if entry.when == AFTER and not shoots and entry.lasts in SOON:
                    continue  # it ended with the turn of its side
                place = other if entry.on == ENEMY else own
                switch = Switch(own[0], entry, unit, place, shoots, is_moment(battle, entry, unit, own, shoots))
                if unit == own or not battle.unit_at(unit).marked(states.OFF):
                    by_name.setdefault(name_key(switch.key), switch)
    return [switch for switch in by_name.values() if not in_force(battle, switch)]


def is_moment(battle: Battle, entry: ArmyEntry, unit: Place, own: Place, shoots: bool) -> bool:
    """Return True at the moment that a switch names: its unit shoots, is shot at, or has shot in this phase."""
    if entry.when == AFTER:
        return shoots and unit[0] == battle.active and unit[1] in battle.done and unit[1] not in battle.held_fire
    return entry.when != TOLD and unit == own


def in_force(battle: Battle, switch: Switch) -> bool:
    """Return True if it was told before and has not ended."""
    unit = battle.unit_at(switch.place)
    told = (*tellings.in_force(unit), *tellings.in_force(unit, as_target=True))
    return any(name_key(telling.name) == name_key(switch.entry.name) and telling.by == switch.side for telling in told)


def rows_of_switches(state: Attack) -> list[Choose]:
    """Return a row for each switch. Those at their moment are in sight, at most three."""
    if state.doing:
        return []
    switches = sorted(every_switch(state), key=lambda switch: not switch.is_now)
    seldom = (index >= MOST_IN_SIGHT or not switch.is_now for index, switch in enumerate(switches))
    return [row_of_switch(state, switch).but(seldom=out) for switch, out in zip(switches, seldom, strict=True)]


def row_of_switch(state: Attack, switch: Switch) -> Choose:
    """Return the row: `Grim Resolve: counts now?`, or with what was said before that it does."""
    battle = state.battle.value
    several = entries.options_of(battle, switch.side, switch.entry)
    options = (Option(entries.NO), *map(Option, several or (entries.YES,)))
    names = battle.unit_at(switch.unit).unit.value.name
    whose = "" if switch.shoots and switch.unit == switch.place and switch.is_now else f"{names}, "
    does = f"{words_of_switch(battle, switch)}, " if entries.lines_of(battle, switch.side, switch.entry) else ""
    return Choose(switch.key, options, entries.NO, rules=battle.game.rules("EFF-8"), offers=True,
                  text=f"{whose}{switch.entry.name}: {does}{COUNTS}")  # fmt: skip


def words_of_switch(battle: Battle, switch: Switch) -> str:
    """Return what a switch does and how long, as was said: `re-roll hit rolls of 1, this attack`."""
    effects = entries.effects_of(battle, switch.side, switch.entry)
    ends = dict.fromkeys(effect.span or entries.span_of(switch.entry) for effect in effects)
    return f"{entries.words_of(battle, switch.side, switch.entry)}, {', '.join(ends)}"


def switches_taken(state: Attack, values: Mapping[str, Any]) -> Iterator[tuple[Switch, str]]:
    """Yield the switches that were taken in these answers, each with the option that was picked, or ""."""
    if any(map(is_row_of_switch, values)):
        for switch in every_switch(state):
            answer = values.get(switch.key, entries.NO)
            if answer != entries.NO:
                yield switch, "" if answer == entries.YES else answer


AGAIN = "again:"  # the beginning of the key of an effect that was told before
HOW = ": what the list or a card says, or its name. It ends with this attack unless you say how long"
AT_IT = "at the target:"  # behind it, if whoever attacks the target has it
MOST_LIKELY = 3  # rows of what is likely
BY_FORCE = ("force", "in force")  # what else finds the two rows that take words (EVE-29)
YES_NO = (Option("no"), Option("yes"))


# Rows ----------------------------------------------------------------------------------------------------------------


def rows(state: Attack, aim: DeclaredTarget) -> list[Question]:
    """Return the rows: what was told before, the likeliest first, then any words (EVE-29)."""
    rules, known, battle = state.game.rules("EFF-8"), state.game.abilities, with_own_stratagem(state)
    again = {key_of(recent.telling): recent for recent in likely_ones(state, aim)}
    told_before = [Choose(key, YES_NO, "no", rules=rules, text=row_text(recent, aim)) for key, recent in again.items()]
    usual = [row for row in told_before if is_usual_here(state, aim, again[row.key])]
    all_likely = [*usual, *entries.offers(state), *(row for row in told_before if row not in usual)]
    likely = [row.but(seldom=row.seldom or index >= MOST_LIKELY) for index, row in enumerate(all_likely)]
    place = (state.side, state.unit)
    split = partial(told_effects.split, known)
    name = aim.unit.value.name
    own = Phrases(OF_FIRERS, partial(canonical, battle, place, False), rules=rules,
                  text=f"effects on the shooters{HOW}", example="+1 to hit", pieces_of=split,
                  rarely_chosen=not likely, called=BY_FORCE, tells=partial(foretold, state, False),
                  offers=partial(offered, told_effects.OF_SHOOTER, state, False))  # fmt: skip
    theirs = Phrases(OF_TARGET, partial(canonical, battle, place, True), rules=rules, text=f"effects on {name}{HOW}",
                     example="-1 to hit as Smoke", pieces_of=split, rarely_chosen=not likely, called=BY_FORCE,
                     tells=partial(foretold, state, True),
                     offers=partial(offered, told_effects.OF_ATTACKED, state, True))  # fmt: skip
    return [*likely, own, theirs, *rows_of_switches(state)]


def offered(usual: tuple[str, ...], state: Attack, of_target: bool) -> tuple[str, ...]:
    """Return what can be tapped of these effects on those who fire, or on those who are shot at."""
    return possible(usual, partial(canonical, state.battle.value, (state.side, state.unit), of_target))


def with_own_stratagem(state: Attack) -> Battle:
    """Return the battle that knows by which stratagem the unit shoots now: its unit may have no other (CP-3)."""
    battle = state.battle.value
    if not (state.overwatch or state.doing == state.game.thrown_stratagem.name):
        return battle
    return command_points.noted_on(battle, (state.side, state.unit), command_points.name_of(state))


def is_told_row(key: str) -> bool:
    return key in (OF_FIRERS, OF_TARGET) or is_likely(key) or is_row_of_switch(key)


def is_likely(key: str) -> bool:
    return key.startswith((AGAIN, entries.OFFER))


def key_of(telling: Telling) -> str:
    """Return the key of a row. It says all, since what was told first may be taken back later (EVE-34)."""
    return f"{AGAIN}{AT_IT if telling.as_target else ''}{words_of(telling)}"


# These rows take the answer to one that is there no more, because an earlier telling was taken back.
ROWS_OF_BEFORE = (Choose(AGAIN, YES_NO, "no"), ROW_OF_BEFORE)


def words_of(telling: Telling) -> str:
    """Return the effect of a telling as it would be typed."""
    called = f" as {telling.name}" if telling.name != telling.words else ""
    return f"{telling.words}{called} {telling.span}"


def row_text(recent: RecentTelling, aim: DeclaredTarget) -> str:
    """Return the text of a row: `Storm of Shells: Sustained Hits 1, this attack`."""
    telling = recent.telling
    words = telling.words if telling.name == telling.words else f"{telling.name}: {telling.words}"
    at = f"attacks at {aim.unit.value.name}: " if telling.as_target else ""
    return f"{at}{words}, {telling.span}"


def likely_ones(state: Attack, aim: DeclaredTarget) -> list[RecentTelling]:
    """Return what this side told last and may tell again of the two units, the likeliest first (EVE-30)."""
    battle, known = state.battle.value, state.game.abilities
    newest: dict[object, RecentTelling] = {}
    for recent in reversed(battle.recent):
        if entries.entry_called(battle, state.side, recent.telling.name) is not None:
            continue  # it has a row of its own
        if recent.telling.by == state.side and not recent.telling.of_side and fits(state, aim, recent):
            newest.setdefault(tellings.same(known, recent.telling), recent)
    likeliest = list(newest.values())
    likeliest.sort(key=lambda recent: not is_usual_here(state, aim, recent))
    return likeliest[:MOST_LIKELY]


def is_usual_here(state: Attack, aim: DeclaredTarget, recent: RecentTelling) -> bool:
    """Return True if it was told of this shooter, or of this target, in two successive turns."""
    target = (1 - state.side, aim.place)
    return is_usual(state.battle.value, recent, target if recent.telling.as_target else (state.side, state.unit))


def fits(state: Attack, aim: DeclaredTarget, recent: RecentTelling) -> bool:
    """Return True if the effect can be told again now, and is not in force."""
    known, battle, telling = state.game.abilities, state.battle.value, recent.telling
    effect = tellings.effect_of(known, telling)
    if why_too_late(battle, effect):
        return False
    if telling.as_target:
        unit = battle.sides[1 - state.side].units[aim.place]
    elif tellings.works_when_shot_at(known, telling) or recent.place is None or recent.place[0] != state.side:
        return False
    else:
        unit = battle.sides[state.side].units[state.unit]
        if without_weapon(effect.ability, state.shooter.value):
            return False
    told = (*tellings.in_force(unit), *tellings.in_force(unit, as_target=True))
    return tellings.same(known, telling) not in {tellings.same(known, other) for other in told}


def is_usual(battle: Battle, recent: RecentTelling, place: Place) -> bool:
    """Return True if it was told of this unit with the same span in two successive turns of a side."""
    known, wanted = battle.game.abilities, tellings.same(battle.game.abilities, recent.telling)
    turns = {
        other.turn
        for other in battle.recent
        if other.place == place and other.telling.span == recent.telling.span
        and tellings.same(known, other.telling) == wanted
    }  # fmt: skip
    return any((turn + 1, active) in turns for turn, active in turns)


# What is told --------------------------------------------------------------------------------------------------------


def canonical(battle: Battle, place: Place, of_target: bool, text: str) -> str:
    """Return the usual words of an effect told at AGREED. ``place`` is that of the shooting unit.

    :raises BadAnswer: it tells none, or it comes too late
    """
    effect = entries.read_at_agreed(battle, place, of_target, text) or tellings.read(battle, text)
    if why := why_too_late(battle, effect):
        raise BadAnswer(why)
    refuse_wrong_side(battle, of_target, effect)
    if of_target:
        told_effects.works_for_target(battle.game.abilities, effect.ability)
    return effect.text


def why_too_late(battle: Battle, effect: ToldEffect) -> str:
    """Return a sentence for what decides who may shoot, or who may be chosen; "" for anything else (EVE-28)."""
    changed = {battle.game.abilities.form_of(ability).changes for ability in (effect.ability, *effect.ability.gives)}
    if changed.isdisjoint((*PERMISSIONS, DECIDES)):
        return ""
    return (
        f"{shown(effect.ability.text)} comes too late here: tell it of the unit before it shoots, as something happened"
    )


def refuse_wrong_side(battle: Battle, of_target: bool, effect: ToldEffect) -> None:
    """Refuse a name that was told of the other side of an attack. :raises BadAnswer: it was"""
    name = effect.ability.called
    sides = {
        recent.telling.as_target or tellings.works_when_shot_at(battle.game.abilities, recent.telling)
        for recent in battle.recent
        if name and name_key(recent.telling.name) == name_key(name)
    }
    if sides == {not of_target}:
        raise entries.of_other_side(name, of_target)


def new_tellings(state: Attack, facts: Mapping[str, Any]) -> Iterator[tuple[Place, Telling]]:
    """Yield what these answers tell, and of which unit."""
    battle, aim = state.battle.value, state.aims[-1]
    shooter, target = (state.side, state.unit), (1 - state.side, aim.place)
    picked = [key.removeprefix(AGAIN) for key, value in facts.items() if key.startswith(AGAIN) and value == "yes"]
    for entry, option in entries.entries_taken(state, facts):
        for telling in entries.tellings_of(battle, state.side, entry.but(cost=entries.cost_in(entry, facts)), option):
            yield target if entry.on == ENEMY else shooter, telling
    for switch, option in switches_taken(state, facts):
        for telling in entries.tellings_of(battle, switch.side, switch.entry, option, "", switch.at_target):
            yield switch.place, telling
    of_name: dict[tuple[Place, str], list[object]] = {}  # what is told together under one name has several parts
    for place, of_target, key in ((shooter, False, OF_FIRERS), (target, True, OF_TARGET)):
        texts: Iterable[str] = (
            *(text.removeprefix(AT_IT) for text in picked if text.startswith(AT_IT) == of_target), *facts.get(key, ()),
        )  # fmt: skip
        for text in texts:
            if (named := entries.named_at_agreed(battle, state.side, text)) is None:
                effect = tellings.read(battle, text)
                telling = tellings.new_telling(battle, effect, state.side, ATTACK, of_target)
                parts = of_name.setdefault((place, name_key(telling.name)), [])
                parts += [effect.kind] * (effect.kind not in parts)
                yield place, telling.but(part=parts.index(effect.kind))
                continue
            battle = entries.with_said_words(battle, named)
            option = entries.option_said(battle, named)
            for telling in entries.tellings_of(battle, state.side, named.entry, option, named.span):
                yield place, telling


def with_words_of_rows(state: Attack, facts: Mapping[str, Any], table: Table) -> Attack:
    """Return the attack whose battle knows what the entries and switches do that were taken."""
    battle = state.battle.value
    picked = [(state.side, entry) for entry, _ in entries.entries_taken(state, facts)]
    picked += [(switch.side, switch.entry) for switch, _ in switches_taken(state, facts)]
    for side, entry in picked:
        battle = entries.with_words(battle, side, entry, table, partial(check_words, state, facts, side, entry))
    return state if battle is state.battle.value else state.but(battle=Hashed(battle))


def check_words(state: Attack, facts: Mapping[str, Any], side: int, entry: ArmyEntry, battle: Battle) -> None:
    """:raises BadAnswer: the entry that was taken cannot do in this attack what the battle says that it does"""
    for effect in entries.effects_of(battle, side, entry):
        if why := why_too_late(battle, effect):
            raise BadAnswer(why)
    for place, telling in new_tellings(state.but(battle=Hashed(battle)), facts):
        if name_key(telling.name) == name_key(entry.name) and telling.by == side:
            tellings.tell(battle, place, telling)


def with_told_answers(state: Attack, facts: Mapping[str, Any]) -> Attack:
    """Return the attack with what these answers tell, for all of its targets, and kept by the battle (EVE-24).

    :raises BadAnswer: something cannot be told of these units
    """
    told = list(new_tellings(state, facts))
    if not told:
        return state
    known, battle, (shooter, target) = state.game.abilities, state.battle.value, places(state)
    before = battle.unit_at(shooter)
    for place, telling in told:
        battle = tellings.tell(battle, place, telling)
    added = [one for one in tellings.in_force(battle.unit_at(shooter)) if is_new(before, one)]
    abilities = tuple(tellings.effect_of(known, telling).ability for telling in added)
    unit = Hashed(with_effects(known, state.shooter.value, abilities)) if abilities else state.shooter
    aim = state.aims[-1]
    state = state.but(battle=Hashed(with_needed_log(battle)), shooter=unit)
    fresh = beginning(state, aim_at(battle.unit_at(target), target[1])).but(
        distance=aim.distance, visible=aim.visible, engaged=aim.engaged, engages_shooter=aim.engages_shooter,
        hidden=aim.hidden, spotted=aim.spotted,
    )  # fmt: skip
    return state.but(aims=(*state.aims[:-1], fresh))


def is_new(before: BattleUnit, telling: Telling) -> bool:
    """Return True if the effect was not in force before. :raises BadAnswer: another one of this name was"""
    known = before.game.abilities
    effect = tellings.effect_of(known, telling)
    for other in tellings.in_force(before):
        old = tellings.effect_of(known, other)
        if tellings.same(known, other) == tellings.same(known, telling):
            if old.ability.but(text="") != effect.ability.but(text=""):
                raise BadAnswer(
                    f"{other.shown} is in force on {before.unit.value.name}; end it first: no longer {other.name}"
                )
            return False
    return True


def places(state: Attack) -> tuple[Place, Place]:
    return (state.side, state.unit), (1 - state.side, state.aims[-1].place)


def used_by(state: Attack, facts: Mapping[str, Any]) -> list[ArmyEntry]:
    """Return the rules and stratagems of the army that these answers use, by their rows or by their names."""
    used = [entry for entry, _ in entries.entries_taken(state, facts)]
    for text in (text for key in (OF_FIRERS, OF_TARGET) for text in facts.get(key, ())):
        named = entries.named_at_agreed(state.battle.value, state.side, text)
        used += [named.entry] if named is not None and named.entry not in used else []
    return used


def why_not_together(state: Attack, facts: Mapping[str, Any]) -> str:
    """Return why the unit cannot use all these rules and stratagems at once, such as too few points; "" if it can."""
    battle, place = with_own_stratagem(state), (state.side, state.unit)
    if battle.points is not None and battle.points.due:  # of the stratagem by which it shoots now
        battle = battle.but(points=spent_by(battle.points.but(due=0), state.side, "", battle.points.due, "").points)
    for entry in used_by(state, facts):
        if entries.taken_twice(entry, facts):
            return f"{entry.name} is taken at both of its prices: leave out one"
        cost = entries.cost_in(entry, facts)
        if why := entries.why_not_used(battle, state.side, entry.but(cost=cost), place):
            return f"{entry.name}: {why[0].text}"
        battle = entries.noted(battle, state.side, entry, place)
        if cost and battle.points is not None:
            battle = battle.but(points=spent_by(battle.points, state.side, entry.name, cost, "").points)
    return ""


# Words ---------------------------------------------------------------------------------------------------------------


def sentences(state: Attack, facts: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each effect that these answers tell (EVE-33)."""
    battle = state.battle.value
    return [
        tellings.telling_text(battle, battle.unit_at(place).unit.value.name, telling)
        for place, telling in new_tellings(state, facts)
    ]


def foretold(state: Attack, of_target: bool, phrases: tuple[str, ...]) -> str:
    """Return what these effects come to, as `attacks at Boyz: -1 to hit · until Waaagh!'s turn 3`.

    :raises BadAnswer: one of them cannot be told of the unit
    """
    battle, place = state.battle.value, places(state)[of_target]
    words = []
    for text in phrases:
        telling = tellings.new_telling(battle, tellings.read(battle, text), state.side, ATTACK, of_target)
        battle = tellings.tell(battle, place, telling)
        words.append(tellings.foretold(battle, battle.unit_at(place).unit.value.name, telling))
    return "; ".join(words)


def in_force_here(state: Attack, aim: DeclaredTarget) -> list[str]:
    """Return what was told and works in this attack, as its headline says it."""
    if not state.manner.seen:
        return []
    battle, known = state.battle.value, state.game.abilities
    shooter, target = battle.unit_at((state.side, state.unit)), battle.unit_at((1 - state.side, aim.place))
    on_shooter = [telling for telling in tellings.in_force(shooter) if not tellings.works_when_shot_at(known, telling)]
    on_shooter += tellings.against(target, shooter)
    words = [telling.plainly for telling in on_shooter]
    theirs = [telling for telling in tellings.in_force(target) if tellings.works_when_shot_at(known, telling)]
    words += [telling.plainly for telling in theirs if telling.of_attacks_at_it]
    others = [telling for telling in theirs if not telling.of_attacks_at_it and not only_while_shooting(known, telling)]
    return [*dict.fromkeys(words), *(f"{aim.unit.value.name}: {telling.plainly}" for telling in others)]


def only_while_shooting(known: Abilities, telling: Telling) -> bool:
    """Return True if this lets the unit itself shoot, or farther, so that it does nothing while others shoot at it."""
    ability = tellings.effect_of(known, telling).ability
    return all(known.form_of(one).changes in (MAY_SHOOT, MAY_TARGET, "range") for one in ability.gives or (ability,))
