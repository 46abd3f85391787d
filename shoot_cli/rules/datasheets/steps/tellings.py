"""Effects that players tell in a battle: whose they are, how they enter attacks, and how they end (EVE-20 to 36).

A unit has them as if they stood in its list, so that every rule sees them: `BattleUnit.unit` is the unit with them, and
`BattleUnit.listed` the unit of the list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from shoot_cli.armies.army import ARMY, ENEMY, SWITCH, ArmyEntry, Whom, fits
from shoot_cli.battle import turns as spans
from shoot_cli.battle.command_points import MARKS, cost_words
from shoot_cli.battle.turns import Place, Telling, replaced
from shoot_cli.engine.names import find, name_key
from shoot_cli.engine.reasons import BadAnswer, listed, shown
from shoot_cli.engine.record import Hashed
from shoot_cli.rules.datasheets import told_effects
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.conditions import without_weapon
from shoot_cli.rules.datasheets.fields import with_effects
from shoot_cli.rules.datasheets.profiles import Ability, Unit, with_keywords_left
from shoot_cli.rules.datasheets.records import Battle, BattleUnit, RecentTelling
from shoot_cli.rules.datasheets.told_effects import ToldEffect

# What is in force on a unit ------------------------------------------------------------------------------------------


def effect_of(known: Abilities, telling: Telling) -> ToldEffect:
    words = telling.words if telling.name == telling.words else f"{telling.words} as “{telling.name}”"
    return told_effects.read(known, words)


def same(known: Abilities, telling: Telling) -> object:
    """Return what is equal for two tellings of which the later counts (EVE-26)."""
    return telling.as_target, effect_of(known, telling).same, telling.part


def plain_unit(unit: BattleUnit) -> Hashed[Unit]:
    return unit.listed or unit.unit


def card_of(unit: BattleUnit) -> Unit:
    """Return the unit of the list with the keywords that its standing models have."""
    plain = plain_unit(unit)
    return with_keywords_left(plain, tuple(rank.kind for rank in unit.ranks)).value if unit.ranks else plain.value


def in_force(unit: BattleUnit, as_target: bool = False) -> tuple[Telling, ...]:
    """Return what was told that the unit has now, each once (EVE-23, EVE-26).

    :param as_target: return what works for whoever attacks it instead
    """
    if not unit.tellings:
        return ()
    card = card_of(unit)
    its = [
        telling
        for telling in unit.tellings
        if telling.as_target == as_target and all(card.is_a(keyword) for keyword in telling.keywords)
    ]
    known = unit.game.abilities
    return tuple({same(known, telling): telling for telling in its}.values())


def against(unit: BattleUnit, attacker: BattleUnit) -> list[Telling]:
    """Return what was told of attacks at the unit and works for this attacker (EVE-22)."""
    told = in_force(unit, as_target=True)
    return [telling for telling in told if fits(Whom(telling.attackers, telling.but_not), card_of(attacker).keywords)]


def for_attackers(unit: BattleUnit, attacker: BattleUnit) -> tuple[Ability, ...]:
    """Return the abilities that this attacker has against the unit (EVE-22)."""
    return tuple(effect_of(unit.game.abilities, telling).ability for telling in against(unit, attacker))


def with_tellings(unit: BattleUnit, tellings: Iterable[Telling]) -> BattleUnit:
    """Return the unit with these tellings in place of those that it had."""
    kept, plain = tuple(tellings), plain_unit(unit)
    if kept == unit.tellings and (unit.listed or not kept):
        return unit
    if not kept:
        return unit.but(tellings=(), unit=plain, listed=None)
    unit = unit.but(tellings=kept, listed=plain)
    told = tuple(effect_of(unit.game.abilities, telling).ability for telling in in_force(unit))
    return unit.but(unit=as_if_listed(unit.game.abilities, plain, told) if told else plain)


@lru_cache(512)
def as_if_listed(known: Abilities, unit: Hashed[Unit], told: tuple[Ability, ...]) -> Hashed[Unit]:
    return Hashed(with_effects(known, unit.value, told))


def without_own(unit: BattleUnit) -> BattleUnit:
    """Return the unit without what was told of it; what was told of its side stays (EVE-5, EVE-23)."""
    return with_tellings(unit, (telling for telling in unit.tellings if telling.of_side))


# Telling -------------------------------------------------------------------------------------------------------------


def read(battle: Battle, text: str) -> ToldEffect:
    """Return the effect that a text tells: in the words of a list, or by a name told before in this battle (EVE-30).

    :raises BadAnswer: it tells none
    """
    name, span = told_effects.name_in(text)
    for recent in reversed(battle.recent):
        if recent.telling.name != recent.telling.words and name_key(recent.telling.name) == name_key(name):
            return effect_of(battle.game.abilities, recent.telling).but(span=span)
    return told_effects.read(battle.game.abilities, text)


def new_telling(
    battle: Battle, told: ToldEffect, by: int, usual: str = spans.PHASE, as_target: bool = False
) -> Telling:
    """Return the telling of an effect by a side. ``usual`` is the span if none was said.

    :raises BadAnswer: it is one of several, of which some work for those who are shot at
    """
    span = told.span or usual
    until = spans.end_of(span, by, battle.turn, battle.active, battle.first)
    as_target = as_target and not told_effects.works_for_target(battle.game.abilities, told.ability)
    return Telling(told.ability.called or told.words, until, span == spans.ATTACK, told.words, by, as_target, span)


def tell(battle: Battle, place: Place, telling: Telling) -> Battle:
    """Return the battle with this telling of one unit. :raises BadAnswer: the unit lacks the weapon that it is for"""
    unit = battle.unit_at(place)
    effect = effect_of(battle.game.abilities, telling)
    if not telling.as_target:
        for ability in (effect.ability, *effect.ability.gives):
            if not ability.incoming and (words := without_weapon(ability, plain_unit(unit).value)):
                raise BadAnswer(f"{shown(effect.text)}: {words}")
    return remembered(replaced(battle, *place, added(unit, telling)), telling, place)


def tell_all(battle: Battle, side: int, telling: Telling) -> Battle:
    """Return the battle with this telling of all units of a side that have its keywords (EVE-23)."""
    changed = telling.but(of_side=True)
    units = tuple(added(unit, changed) for unit in battle.sides[side].units)
    sides = [*battle.sides]
    sides[side] = sides[side].but(units=units)
    return remembered(battle.but(sides=(sides[0], sides[1])), changed, None)


def added(unit: BattleUnit, telling: Telling) -> BattleUnit:
    """Return the unit with one more telling, in the place of one of the same effect (EVE-26)."""
    known = unit.game.abilities
    new = same(known, telling), telling.of_side, telling.keywords
    others = (other for other in unit.tellings if (same(known, other), other.of_side, other.keywords) != new)
    return with_tellings(unit, (*others, telling))


def remembered(battle: Battle, telling: Telling, place: Place | None) -> Battle:
    recent = RecentTelling(telling, place, (battle.turn, battle.active))
    return battle.but(recent=(*battle.recent, recent))


# Ends ----------------------------------------------------------------------------------------------------------------


def no_longer(battle: Battle, places: Iterable[Place], name: str, keywords: tuple[str, ...] | None) -> Battle:
    """Return the battle without an effect on these units. ``keywords`` are those of an effect told of many, None for
    one told of a unit.

    :raises BadAnswer: nothing with this name was told of them
    """
    units = tuple(places)
    known = dict.fromkeys(
        telling
        for side, at in units
        for telling in battle.sides[side].units[at].tellings
        if (telling.keywords if telling.of_side else None) == keywords
    )
    names = [telling.name for telling in known]
    meant = find(name, names) or find(name, [telling.words for telling in known])
    if not meant:
        elsewhere = [one for side, at in units for one in battle.sides[side].units[at].tellings if one not in known]
        if others := find(name, [telling.name for telling in elsewhere]):
            telling = elsewhere[others[0]]
            scope = spans.whom(telling.keywords) if telling.of_side else "one unit"
            whom = "them" if telling.of_side else "it"
            raise BadAnswer(f"{telling.name} was told of {scope}: name {whom} before the colon")
        has = f"in force there: {listed(names)}" if names else "nothing was told of it"
        raise BadAnswer(f"{shown(name)} is not in force; {has}")
    gone = {[*known][place] for place in meant}
    if len(several := [*dict.fromkeys(telling.name for telling in gone)]) > 1:
        raise BadAnswer(f"{shown(name)} can be {listed(several)}: say more of it")
    gone = {telling for telling in known if telling.name in several}  # all effects of one name
    for side, at in units:
        unit = battle.sides[side].units[at]
        battle = replaced(battle, side, at, with_tellings(unit, (one for one in unit.tellings if one not in gone)))
    return battle


def over(battle: Battle, ends: Callable[[Telling], bool], tells: bool = True) -> Battle:
    """Return the battle without what ends now. What ended is told as the next phase begins (EVE-24)."""
    words: list[str] = []
    sides = list(battle.sides)
    for index, side in enumerate(sides):
        units = []
        for unit in side.units:
            gone = [telling for telling in unit.tellings if ends(telling)]
            if gone:
                words += [one.on(unit.unit.value.name, side.name) for one in gone if unit.ranks or one.of_side]
                unit = with_tellings(unit, (telling for telling in unit.tellings if telling not in gone))
            units.append(unit)
        sides[index] = side.but(units=tuple(units))
    ended = tuple(dict.fromkeys((*battle.ended_effects, *words))) if tells else battle.ended_effects
    return battle.but(sides=(sides[0], sides[1]), ended_effects=ended)


def phase_over(battle: Battle) -> Battle:
    return over(battle, lambda telling: telling.span in (spans.PHASE, spans.ATTACK))


def turn_over(battle: Battle) -> Battle:
    return over(battle, lambda telling: telling.until == (battle.turn, battle.active))


def attack_over(battle: Battle, shooter: Place, targets: Iterable[Place]) -> Battle:
    """Return the battle without what was told of the attack that is over now."""
    known, unit_shooting = battle.game.abilities, battle.sides[shooter[0]].units[shooter[1]]
    used = {telling for telling in unit_shooting.tellings if telling.once and not works_when_shot_at(known, telling)}
    for side, at in targets:
        used |= {one for one in battle.sides[side].units[at].tellings if one.once and works_when_shot_at(known, one)}
    if not used:
        return battle
    all_units = {shooter, *targets}
    for place in all_units:
        unit = battle.unit_at(place)
        battle = replaced(battle, *place, with_tellings(unit, (one for one in unit.tellings if one not in used)))
    return over(battle, lambda telling: telling.of_side and telling in used, tells=False)


def works_when_shot_at(known: Abilities, telling: Telling) -> bool:
    """Return True if attacks at the unit end it, if it is for one attack."""
    return telling.as_target or told_effects.works_for_target(known, effect_of(known, telling).ability)


# Words ---------------------------------------------------------------------------------------------------------------


def with_end(battle: Battle, telling: Telling) -> str:
    """Return what is in force and until when: `Lethal Hits (Storm of Shells), this phase`."""
    return f"{telling.shown}, {until_words(battle, telling)}"


def until_words(battle: Battle, telling: Telling) -> str:
    """Return until when it is in force: `this phase`, `until Orks' turn 3`."""
    return spans.end_words(telling, tuple(side.name for side in battle.sides), battle.first)


def telling_text(battle: Battle, name: str, telling: Telling) -> str:
    """Return the sentence about a telling: of whom, what, until when, by whom (EVE-33)."""
    whom = f"attacks at {name}" if telling.of_attacks_at_it else name
    return f"{whom}: {telling.plainly}, {until_words(battle, telling)}; {teller_text(battle, telling)}"


def foretold(battle: Battle, name: str, telling: Telling) -> str:
    """Return what a telling will be, before Enter: `attacks at Boyz: -1 to hit (Smoke) · until Orks' turn 3`."""
    whom = f"attacks at {name}" if telling.of_attacks_at_it else name
    return f"{whom}: {telling.plainly} · {until_words(battle, telling)}"


def remarks(battle: Battle, side: int, whom: str, telling: Telling, theirs: bool) -> list[str]:
    """Return what players may not have meant: an effect that hardly works before it ends, or harm to own units.

    :param side: the side of the units, which `whom` names as a line would
    :param theirs: True if it was said that the other side tells it
    """
    army, other = battle.sides[side].name, battle.sides[1 - side].name
    short = telling.span in (spans.ATTACK, spans.PHASE, spans.TURN)
    shot_at = works_when_shot_at(battle.game.abilities, telling)
    sentences = []
    if short and shot_at == (side == battle.active):
        how = "shot at" if shot_at else "shooting"
        when = "turn" if telling.span == spans.TURN else "phase"
        sentences.append(f"{whom} is {how} this {when} only by Overwatch or shooting back")
    if is_harm(telling) and not theirs and (short or telling.span == spans.NEXT_TURN):
        like = f"theirs {whom}: {telling.words} {spans.NEXT_TURN}"
        sentences.append(f"this falls on {MARKS[side]} {army}; if {other} does it to them: {like}")
    return sentences


def is_harm(telling: Telling) -> bool:
    """Return True if the words make the shots of the unit worse, or shots at it better."""
    words = telling.words.removeprefix(spans.INCOMING)
    worse = words.startswith(("-", "−", "worsen", "halve"))
    better = words.startswith(("+", "improve", "re-roll", "Re-roll"))
    return better if telling.words.startswith(spans.INCOMING) else worse and not telling.as_target


def teller_text(battle: Battle, telling: Telling) -> str:
    """Return `told by Orks, 1CP`."""
    cost = f", {cost_words(telling.cost)}" if telling.cost and not telling.part else ""  # of several parts, once
    return f"told by {battle.sides[telling.by].name}{cost}"


def keywords_in(battle: Battle, side: int, words: str) -> tuple[str, ...]:
    """Return the keywords of units of a side that these words are. :raises BadAnswer: one is none of them"""
    keywords = {key for unit in battle.sides[side].units for key in plain_unit(unit).value.keywords}
    by_key = {name_key(key): key for key in keywords}
    left, named = name_key(words).split(), list[str]()
    while left:
        lengths = (n for n in range(len(left), 0, -1) if " ".join(left[:n]) in by_key)
        n = next(lengths, 0)
        if not n:
            has = ", ".join(sorted(keywords)) or "none"
            raise BadAnswer(
                f"{shown(' '.join(left))} is no keyword of a unit of {battle.sides[side].name}; its units have {has}"
            )
        named.append(by_key[" ".join(left[:n])])
        left = left[n:]
    return tuple(named)


def keywords_of_all(battle: Battle, side: int, entry: ArmyEntry, keywords: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the keywords of all units of a side that an entry told of units with these keywords is for; None if more
    than keywords decides it."""
    if entry.on == ENEMY or (entry.kind == SWITCH and entry.on == ARMY):
        return keywords
    groups = entry.whom.any_of
    if entry.kind == SWITCH or entry.whom.none_of or len(groups) > 1:
        return None
    its_own = keywords_in(battle, side, " ".join(groups[0])) if groups else ()
    return tuple(dict.fromkeys((*keywords, *its_own)))
