"""The question what happened without the app, and the sentences about it, in battles of every edition (EVE-1 to 8).

What a line means is read by `battle/happened.py`. What comes of it is a matter of the edition: its `LineRules`.
It is asked between attacks: once between two player turns, and by a key whenever players like (EVE-6). Every edition
plays two steps for it. `ask_between_turns` follows the step that begins a phase of one player. `tell_unasked` comes
after it, and again after each unit has shot, before it is known who is next. The record of the battle has `turn`,
`active`, `first`, `sides`, and `asks_between: bool = True`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from typing import Any, NamedTuple, TypeVar

from shoot_cli.battle import happened as lines
from shoot_cli.battle import losses
from shoot_cli.battle.command_points import MARKS, Change, PointsSaid, Spent
from shoot_cli.battle.happened import USUAL, Happened, NamedUnit, ReadEffect, Vocabulary, no_effects
from shoot_cli.battle.losses import Leaders, Squad, TypedLoss
from shoot_cli.battle.turns import STATE, Note, Place, ToldLosses
from shoot_cli.engine.names import counted
from shoot_cli.engine.pools import models, wounds
from shoot_cli.engine.questions import NOTHING, Option, Phrases
from shoot_cli.engine.reasons import BadAnswer, shown
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.engine.table import Table

Battle = TypeVar("Battle")
HAPPENED = "happened"  # key of the question
MOST_OFFERED = 31  # losses of one unit, and one more


class Told(Record):
    """The sentence about one thing that happened. `losses` are None if no model fell or came back. `rules` are () for
    the rules of losses. `spent` is None if no command points were spent. `note` is None if it is more than a note."""

    text: str
    losses: ToldLosses | None = None
    rules: tuple[str, ...] = ()
    spent: Spent | None = None
    note: Note | None = None


class LineRules(Record):
    """What an edition makes of the line of what happened.

    :ivar after: returns the battle after one thing that happened to the unit at this place, and what is told of it.
        Raises `BadAnswer` if it is impossible
    :ivar rules_of: returns the rules of a battle that the question stands on
    :ivar says: the words of the edition
    :ivar refused: states of its words that it does not have; they are there for a refusal that says so
    :ivar is_part: returns True if a unit is a part of another one, and so has no name of its own
    :ivar parts_of: returns the names of what of a unit is hit and damaged by itself
    :ivar leaders_of: returns the leaders' units of a joined unit by their names, each with its kinds of models
    :ivar singles_of: returns the names of its models that have a name of their own, such as "Band 3"
    :ivar points: what a model loses until it falls, as players call it; kinds of models have a field of this name
    :ivar points_of: returns the word for these points of a unit of a list; "" if it is `points`
    :ivar damage_of: returns the damage of a unit of a battle by its parts, each in words. None: it loses points instead
    :ivar worn_of: returns what a unit that loses points suffered beside them, each in words: `immobilised`
    :ivar results_of: returns what it can still suffer in this way, as it is typed
    :ivar spoken: returns an effect in plain words, where it is typed in short ones
    :ivar read_effect: reads an effect that is told in a battle; raises `BadAnswer` if it is none. None: none are told
    :ivar effects: examples of effects that are told, the shortest first; `{unit}` stands for the name of a unit
    :ivar likely: returns effects that may be told of the unit at this place, the likeliest first; they can be tapped
    :ivar more_of: returns what else can be told of a unit of a battle in this edition, as an example; "" for nothing
    :ivar after_effect: returns the battle with an effect on a unit, or without it, and what is told of it. The place is
        None if it is told of many units
    :ivar after_points: returns the battle after what was said of command points, and what came of it. None: the edition
        has none
    :ivar with_unit: returns a phrase with the unit that it means, if it names none. It takes the battle, the phrase,
        and the places and names of the units
    :ivar settle: returns the battle after a whole line, and tells what follows from it, such as a unit that parts
    """

    after: Callable[[Any, Place, Happened], tuple[Any, list[Told]]]
    rules_of: Callable[[Any], tuple[str, ...]]
    says: Vocabulary = USUAL
    refused: tuple[str, ...] = ()
    is_part: Callable[[Any], bool] = lambda unit: False
    parts_of: Callable[[Any], tuple[str, ...]] = lambda unit: ()
    leaders_of: Callable[[Any], Leaders] = lambda unit: ()
    singles_of: Callable[[Any], tuple[str, ...]] = lambda unit: ()
    points: str = "wounds"
    points_of: Callable[[Any], str] = lambda unit: ""
    damage_of: Callable[[Any], tuple[str, ...] | None] = lambda unit: None
    worn_of: Callable[[Any], Sequence[str]] = lambda unit: ()
    results_of: Callable[[Any], Sequence[str]] = lambda unit: ()
    spoken: Callable[[str], str] = lambda effect: effect
    read_effect: Callable[[Any, str], object] | None = None
    effects: tuple[str, ...] = ()
    likely: Callable[[Any, Place], Iterable[str]] = lambda battle, place: ()
    more_of: Callable[[Any], str] = lambda unit: ""
    after_effect: Callable[[Any, Place | None, Happened], tuple[Any, list[Told]]] | None = None
    after_points: Callable[[Any, PointsSaid], tuple[Any, Change]] | None = None
    with_unit: Callable[[Any, str, Sequence[tuple[Place, str]]], str] = lambda battle, text, names: text
    settle: Callable[[Any, Table], Any] = lambda battle, table: battle

    def reader(self, battle: Any) -> ReadEffect:
        """Return what reads the effects that are told in this battle."""
        return no_effects if self.read_effect is None else partial(self.read_effect, battle)


def tell_what_happened(line: LineRules, battle: Battle, table: Table, place: Place | None = None) -> Battle:
    """Ask what happened, and return the battle after it. Nothing is the default. `place` is that of its unit."""
    return take(line, battle, table.ask(question(line, Hashed(battle), place)), table)


def take(line: LineRules, battle: Battle, phrases: tuple[str, ...], table: Table) -> Battle:
    """Return the battle after these phrases, in order, and tell what came of each, and of all."""
    for phrase in phrases:
        battle, results = after(line, battle, phrase)
        for result in results:
            rules = result.rules or line.rules_of(battle)[-1:]
            table.tell("{words}", rules, fact=result.losses or result.spent or result.note, words=result.text)
    settled: Battle = line.settle(battle, table)
    return settled


@lru_cache(16)
def question(line: LineRules, battle: Hashed[Any], place: Place | None = None) -> Phrases:
    """Return the question. An answer is refused against the battle as it stands. `place` is that of its unit."""
    names = names_of(line, battle.value)
    last = None if place is None else places_of(line, battle.value).index(place)
    return Phrases(
        HAPPENED, partial(read_one, line, battle.value), rules=line.rules_of(battle.value),
        text="What happened" if last is None else f"What happened to {names[last].whole_name}",
        example=example_of(line, battle.value), forms=forms_of(line, battle.value),
        pieces_of=partial(lines.phrases_of, units=names, last=last, read_effect=line.reader(battle.value)),
        check_all=partial(after_all, line, battle.value), tells=partial(foretold, line, battle.value),
        offers=None if last is None else partial(offered, line, battle.value, last),
    )  # fmt: skip


def offered(line: LineRules, battle: Any, index: int) -> dict[str, str]:
    """Return what can be told now of the unit at this index: losses, wounds, states, effects; without its name if the
    line means it anyway. Each has its label."""
    side, unit_index = places_of(line, battle)[index]
    unit, name = battle.sides[side].units[unit_index], named_units(line, battle)[index].whole_name
    count, points = models(unit.ranks), line.points_of(unit.unit.value) or line.points
    lost = [f"-{n}" for n in range(1, min(count, MOST_OFFERED))]
    hurt = [
        f"{n} {points if n > 1 else points.removesuffix('s')}" for n in range(1, min(wounds(unit.ranks), MOST_OFFERED))
    ]
    hurt = hurt if count == 1 else []
    states = [words[0] for state, words in line.says.states if state not in line.refused]
    effects = possible(line.likely(battle, (side, unit_index)), lambda text: after(line, battle, f"{name}: {text}"))
    texts = possible(
        (*lost, *hurt, *line.results_of(unit), "dead", *states), lambda text: after(line, battle, f"{name} {text}")
    )
    labels = {text: f"{text} lost" if text in hurt else text for text in texts}
    return labels | {
        text if lines.is_effect(text, line.reader(battle)) else f"{name}: {text}": line.spoken(text) for text in effects
    }


def possible(texts: Iterable[str], check: Callable[[str], object]) -> tuple[str, ...]:
    """Return the texts that a check does not refuse, each once."""
    allowed = []
    for text in dict.fromkeys(texts):
        with suppress(BadAnswer):
            check(text)
            allowed.append(text)
    return tuple(allowed)


def foretold(line: LineRules, battle: Any, phrases: tuple[str, ...]) -> str:
    """Return what these phrases come to, in words. :raises BadAnswer: one of them is impossible"""
    return " · ".join(result.text for _, results in one_by_one(line, battle, phrases) for result in results)


def read_one(line: LineRules, battle: Any, text: str) -> str:
    """Return a phrase as it was typed. :raises BadAnswer: it is not understood, or is two phrases without a comma"""
    text = line.with_unit(battle, text, called(line, battle))
    names, reader = names_of(line, battle), line.reader(battle)

    def read(phrase: str) -> None:
        lines.read_happened(phrase, names, reader)

    try:
        read(text)
    except BadAnswer as why:
        words = text.split()
        for n in range(len(words) - 1, 1, -1):
            head, rest = " ".join(words[:n]), " ".join(words[n:])
            if words[n - 1][-1].isdigit() and possible((head,), read) and possible((rest, f"{words[0]} {rest}"), read):
                raise BadAnswer(f"{shown(text)} is two things: put a comma, as in {head}, {rest}") from why
        raise
    return text


def called(line: LineRules, battle: Any) -> list[tuple[Place, str]]:
    """Return what a line calls the unit at each place."""
    names = (unit.whole_name for unit in named_units(line, battle))
    return [*zip(places_of(line, battle), names, strict=True)]


def after_all(line: LineRules, battle: Battle, phrases: tuple[str, ...]) -> Battle:
    """Return the battle after these phrases, in order. :raises BadAnswer: one of them is impossible"""
    for next_battle, _ in one_by_one(line, battle, phrases):
        battle = next_battle
    return battle


def one_by_one(line: LineRules, battle: Any, phrases: Sequence[str]) -> Iterator[tuple[Any, list[Told]]]:
    """Yield the battle after each phrase, and what came of it. :raises BadAnswer: one is impossible, and after what"""
    start = battle
    for n, phrase in enumerate(phrases):
        try:
            battle, results = after(line, battle, phrase)
        except BadAnswer as why:
            if n and is_possible(line, start, phrase):
                raise BadAnswer(f"{why}, after {shown(phrases[n - 1])}") from why
            raise
        yield battle, results


def is_possible(line: LineRules, battle: Any, phrase: str) -> bool:
    return bool(possible((phrase,), partial(after, line, battle)))


def after(line: LineRules, battle: Battle, phrase: str) -> tuple[Battle, list[Told]]:
    """Return the battle after this phrase, and what came of it in words. :raises BadAnswer: it is impossible"""
    phrase = line.with_unit(battle, phrase, called(line, battle))
    event = lines.read_happened(phrase, names_of(line, battle), line.reader(battle))
    if event.points is not None and line.after_points is not None:
        battle, change = line.after_points(battle, event.points)
        return battle, [Told(change.text, spent=change.spent)]
    place = None if event.unit is None else places_of(line, battle)[event.unit]
    if event.what in (lines.EFFECT, lines.NO_LONGER) and line.after_effect is not None:
        return line.after_effect(battle, place, event)
    if place is None:
        return battle, [Told(f"Note: {event.words}", note=Note(event.words))]
    units = named_units(line, battle)
    battle, results = line.after(battle, place, event)
    return battle, [result.but(text=with_army(result.text, units[event.unit or 0], units)) for result in results]


def with_army(text: str, unit: NamedUnit, units: Iterable[NamedUnit]) -> str:
    """Return the sentence with the army of the unit, if it begins or ends with its name: names are no words in it.

    >>> mob, tank = NamedUnit("Mob", army="Reds"), NamedUnit("Mob Tank")
    >>> with_army("Mob: 1 Mob slain", mob, (mob, tank)), with_army("Mob Tank: no longer inside Mob", mob, (mob, tank))
    ('Mob of Reds: 1 Mob slain', 'Mob Tank: no longer inside Mob of Reds')
    """
    name = max(
        (item.name for item in units if f"{text}:".startswith((f"{item.name}:", f"{item.name} "))), key=len, default=""
    )
    if name == unit.name:
        return unit.whole_name + text[len(name) :]
    return text.removesuffix(unit.name) + unit.whole_name if text.endswith(f" {unit.name}") else text


@lru_cache(64)
def names_of(line: LineRules, battle: Any) -> tuple[NamedUnit, ...]:
    """Return what a line can call the units of both armies, also the destroyed ones, with an example for people."""
    units = named_units(line, battle)
    says = line.says.but(example=example_of_losses(line, battle, units))
    return tuple(unit.but(says=says) for unit in units)


@lru_cache(64)
def named_units(line: LineRules, battle: Any) -> tuple[NamedUnit, ...]:
    """Return the same as `names_of` without the example, which takes long to find."""
    named = (
        (battle.sides[side].name, battle.sides[side].units[index].unit.value, side != battle.active)
        for side, index in places_of(line, battle)
    )
    return lines.with_armies(
        NamedUnit(unit.name, tuple(dict.fromkeys(model.name for model, _ in unit.models)), plurals_of(unit), army,
                  line.says, line.parts_of(unit), line.singles_of(unit), army if line.after_points else "",
                  line.leaders_of(unit), army, theirs)
        for army, unit, theirs in named
    )  # fmt: skip


def plurals_of(unit: Any) -> tuple[tuple[str, str], ...]:
    return tuple((model.name, model.plural) for model, _ in unit.models if model.plural)


def places_of(line: LineRules, battle: Any) -> list[Place]:
    """Return the places of the units in the order of `names_of`."""
    return [
        (i, j) for i, side in enumerate(battle.sides) for j, unit in enumerate(side.units) if not line.is_part(unit)
    ]


# Examples of what can be typed, with units of this battle -------------------------------------------------------------

POINTS = ("cp -1", "cp +1", "cp = 3")
CARRIES = "with"  # in front of what a unit carries
NO_NAMES = ("and", "the", CARRIES)  # words of names that mean nothing by themselves
LEAST_LETTERS = 3  # of a short name


def example_of(line: LineRules, battle: Any) -> str:
    """Return what can be typed, in one line: `crusader -2, captain 3 wounds, crusader: Stealth this turn, cp -1`."""
    units = names_of(line, battle)
    points = (example_of_command_points(line, battle),) if line.after_points else ()
    name, _ = in_examples(line, battle, units)
    effects = (effect.format(unit=name) for effect in line.effects[:1])
    return ", ".join((lines.vocabulary_of(units).example, *effects, *points))


def forms_of(line: LineRules, battle: Any) -> tuple[str, ...]:
    """Return all that can be typed, each kind in one line."""
    units = names_of(line, battle)
    (name, n), example = in_examples(line, battle, units), lines.vocabulary_of(units).example
    states = (words[0] for state, words in line.says.states if state not in line.refused)
    forms = [
        f"losses: {example}; what remains: {name} {max(1, n // 2)} left; what comes back: {name} +1",
        f"a whole unit: {', '.join(f'{name} {words}' for words in ('dead', 'back', *states))}",
    ]
    if line.effects:
        forms.append(f"an effect, and until when: {'; '.join(line.effects).format(unit=name)}")
    if line.after_points is not None:
        forms.append("command points: cp -1; theirs cp +1; cp = 3")
    return (*forms, "a line for the log, and nothing else: note and any words")


def standing(line: LineRules, battle: Any, units: Sequence[NamedUnit]) -> list[tuple[str, Any]]:
    """Return the units that stand, each with its short name; first whole names, and of these the shortest."""
    battle_units = (battle.sides[side].units[index] for side, index in places_of(line, battle))
    names = short_names(tuple(unit.but(says=line.says) for unit in units))
    pairs = [(name, unit) for name, unit in zip(names, battle_units, strict=True) if unit.ranks]
    return sorted(pairs, key=lambda pair: (pair[0] != pair[1].unit.value.name.lower(), len(pair[0])))


def example_of_command_points(line: LineRules, battle: Any) -> str:
    """Return what can be told of command points now: at first how many there are."""
    return next((text for text in POINTS if is_possible(line, battle, text)), POINTS[-1])


def in_examples(line: LineRules, battle: Any, units: Sequence[NamedUnit]) -> tuple[str, int]:
    """Return the short name of a unit, of several models if there is one, and how many of them stand."""
    pairs = [(name, models(unit.ranks)) for name, unit in standing(line, battle, units)]
    return next((pair for pair in pairs if pair[1] > 1), pairs[0] if pairs else ("unit", 1))


def example_of_losses(line: LineRules, battle: Any, units: Sequence[NamedUnit]) -> str:
    """Return losses that can be told now, `boyz -2, captain 3 wounds`. Nobody is left: what the edition has."""
    pairs = standing(line, battle, units)
    examples = [f"{name} -{min(2, models(unit.ranks) - 1)}" for name, unit in pairs if models(unit.ranks) > 1][:1]
    examples += [example for name, unit in pairs if (example := example_of_points(line, name, unit))][:1]
    used = {example.rpartition(" ")[0] for example in examples}
    more = [(name, words) for name, unit in pairs if (words := line.more_of(unit))]
    examples += [f"{name} {words}" for name, words in sorted(more, key=lambda pair: pair[0] in used)][:1]
    return ", ".join(examples) or (f"{pairs[0][0]} dead" if pairs else line.says.example)


def example_of_points(line: LineRules, name: str, unit: Any) -> str:
    """Return wounds that a unit of one model can lose, `captain 3 wounds`; "" if it can lose none and stand."""
    left = wounds(unit.ranks)
    if models(unit.ranks) > 1 or left < 2 or line.points_of(unit.unit.value) or line.damage_of(unit) is not None:
        return ""
    n = min(3, left - 1)
    return f"{name} {n} {line.points if n > 1 else line.points.removesuffix('s')}"


@lru_cache(16)
def short_names(units: tuple[NamedUnit, ...]) -> tuple[str, ...]:
    """Return for each unit what means it alone: a word of its name, else its first words.

    >>> short_names((NamedUnit("Crusader Squad"), NamedUnit("Crusader Captain")))
    ('squad', 'captain')

    A word of what it carries would read as a weapon, so it follows the first one.

    >>> short_names((NamedUnit("Tank with Heavy Bolters"), NamedUnit("Tank with Lascannons")))
    ('tank heavy', 'tank lascannons')
    """
    return tuple(
        next((name for name in shorter(unit) if means_alone(name, index, units)), unit.whole_name)
        for index, unit in enumerate(units)
    )


def shorter(unit: NamedUnit) -> list[str]:
    words = unit.whole_name.lower().split()
    long_words = [word for word in words if len(word) >= LEAST_LETTERS and word.isalpha() and word not in NO_NAMES]
    carried = words[words.index(CARRIES) :] if CARRIES in words[1:] else []
    long_words = [f"{words[0]} {word}" if word in carried else word for word in long_words]
    return [*long_words, *(" ".join(words[:n]) for n in range(2, len(words) + 1))]


def means_alone(name: str, index: int, units: tuple[NamedUnit, ...]) -> bool:
    """Return True if this name means the unit at this index, and not a kind of its models."""
    try:
        event = lines.read_happened(f"{name} dead", units)
    except BadAnswer:
        return False
    return (event.what, event.unit, event.loss.name) == (lines.LOSSES, index, "") and not event.loss.gains


# What came of it ------------------------------------------------------------------------------------------------------


def squad_after(squad: Squad, loss: TypedLoss) -> Squad:
    """Return the unit after a change of models or wounds. A destroyed one can only come back, whole or in part.

    :raises BadAnswer: it is impossible, with the counts, or nothing changes
    """
    if not squad.ranks and not comes_back(squad, loss):
        raise destroyed_before(squad.name)
    changed = losses.after_loss(squad, loss)
    if changed == squad:
        raise BadAnswer(f"{squad.name}: nothing changes, {changed.living()} of {changed.starting_strength} stand")
    return changed


def destroyed_before(name: str) -> BadAnswer:
    """Return why nothing can happen to a destroyed unit but that it comes back (EVE-5)."""
    return BadAnswer(f"{name}: destroyed; {name} back sets it up again")


def comes_back(squad: Squad, loss: TypedLoss) -> bool:
    """Return True if a destroyed unit is set up again, or those of it that are named (EVE-5)."""
    return not squad.ranks and loss.gains and not (loss.wounds or loss.left)


def told_back(squad: Squad) -> str:
    """Return the sentence about a destroyed unit that came back: which models, if there are several kinds."""
    kinds = [(squad.living(index), kind) for index, kind in enumerate(squad.kinds)]
    who = "".join(f"{counted(n, kind.name, kind.plural)}, " for n, kind in kinds if n)
    only_some = len(kinds) > 1 and squad.living() < squad.starting_strength
    return f"{squad.name} is set up again: {who if only_some else ''}{squad.living()} of {squad.starting_strength}"


def change_text(before: Squad, now: Squad) -> str:
    """Return what came of a change, with the name of the unit said once."""
    change = losses.change_text(before, now)
    return change if change.startswith(f"{before.name}: ") else f"{before.name}: {change}"


def with_losses(words: str, told: ToldLosses) -> Told:
    """Return the sentence, with the models that fell or came back if there are any."""
    return Told(words, told if told.fell or told.back else None)


def losses_between(name: str, side: int, before: Squad, now: Squad, parts: dict[str, int] | None = None) -> ToldLosses:
    """Return how many models fell or came back. `parts` are the changes of the parts of a joined unit, by name."""
    change = now.living() - before.living()
    changes = {name: change} if parts is None else parts
    return ToldLosses(name, side, max(0, -change), max(0, change), tuple(sorted(changes.items())))


SINCE, OF_UNIT = "since", "happened to"  # keys of questions
KEYS = (HAPPENED, SINCE, OF_UNIT)  # of all questions that take the line of what happened
MANY = 8  # units; of more, only the hurt ones are in sight
LINE = Phrases(HAPPENED, str)  # what is told is looked for by it; its examples take work, and few ask for them
NEVER = "nothing, and do not ask again this battle"
NOT_ASKED = "Nobody is asked between turns what happened any more; it can be told at every prompt"


def tell_unasked(line: LineRules, battle: Battle, table: Table) -> Battle:
    """Take what players told here without being asked. From now on a key can tell it, until the next such place."""

    def told() -> tuple[str, ...] | None:
        return table.told_unasked(LINE, battle, partial(question, line, Hashed(battle)))

    while (phrases := told()) is not None:
        battle = take(line, battle, phrases, table)
    return battle


def ask_between_turns(
    line: LineRules, record: Battle, table: Table, report_state: Callable[[Battle, Table], Battle]
) -> Battle:
    """Ask what happened since the last shots, until it is nothing. Nobody is asked in the first player turn.

    `report_state` is the menu of a unit's state.
    """
    battle: Any = record
    rows = order_of_rows(line, battle)
    if battle.turn == 1 and battle.active == battle.first:
        return record
    more = False
    while battle.asks_between and (phrases := table.ask_between(since(line, battle, rows), battle, more)):
        more = True
        if phrases == (NEVER,):
            table.tell(NOT_ASKED)
            battle = battle.but(asks_between=False)
        elif phrases == (STATE,):
            battle = report_state(battle, table)
        else:
            names = [row.value for row in unit_rows(line, battle, rows)]
            phrases = table.tell_more(of_unit(line, battle, phrases[0])) if phrases[0] in names else phrases
            battle = take(line, battle, phrases, table)
        rows = order_after(line, battle, rows)
    return battle  # type: ignore[no-any-return]


def since(line: LineRules, battle: Any, order: RowOrder | None = None) -> Phrases:
    """Return the question between two player turns, with its rows. `order` is the order of its units, if known."""
    rows = (Option(NOTHING), Option(STATE, f"{STATE} ..."), Option(NEVER, NEVER.removesuffix(" this battle")))
    text = f"Turn {battle.turn}: what happened since the last shots?"
    return question(line, Hashed(battle)).but(key=SINCE, text=text, rows=(*rows, *unit_rows(line, battle, order)))


def of_unit(line: LineRules, battle: Any, name: str) -> Phrases:
    """Return the question about one unit, whose name may then be left out."""
    return question(line, Hashed(battle), by_name(line, battle)[name]).but(key=OF_UNIT)


class RowOrder(NamedTuple):
    """The names of units in the order of their rows: those to which something happened, then the others."""

    hurt: tuple[str, ...]
    others: tuple[str, ...]


def order_of_rows(line: LineRules, battle: Any) -> RowOrder:
    """Return the units that stand. First come those of the side that was shot at in the last turn."""
    hurt, others = list[str](), list[str]()
    for name, (side, index) in sorted(by_name(line, battle).items(), key=lambda item: item[1][0] != battle.active):
        unit = battle.sides[side].units[index]
        if unit.ranks:
            (hurt if what_is_left(line, unit)[1] else others).append(name)
    return RowOrder(tuple(hurt), tuple(others))


def by_name(line: LineRules, battle: Any) -> dict[str, Place]:
    return {name: place for place, name in called(line, battle)}


def order_after(line: LineRules, battle: Any, before: RowOrder) -> RowOrder:
    """Return the order after more was told. Numbers in sight mean the same units as before.

    Where all units are in sight, nothing moves and new ones come last. Where there are many, hurt ones come into sight
    below those that are there.
    """
    order, known = order_of_rows(line, battle), by_name(line, battle)
    hurt, others = ([name for name in names if name in known] for names in before)
    new = [name for name in (*order.hurt, *order.others) if name not in (*hurt, *others)]
    if len(hurt) + len(others) + len(new) > MANY:
        worse = [name for name in (*others, *new) if name not in order.others]
        hurt, others, new = [*hurt, *worse], [name for name in (*others, *new) if name not in worse], []
    return RowOrder(tuple(hurt), (*others, *new))


def unit_rows(line: LineRules, battle: Any, order: RowOrder | None = None) -> tuple[Option, ...]:
    """Return a row for each unit that stands, or stood as it was asked first. Where there are many, those that nothing
    happened to are out of sight."""
    hurt, others = order or order_of_rows(line, battle)
    places, many, rows = by_name(line, battle), len(hurt) + len(others) > MANY, []
    for name in (*hurt, *others):
        side, index = places[name]
        left, _ = what_is_left(line, battle.sides[side].units[index])
        rows.append(Option(name, f"{MARKS[side]} {name}, {left}", rarely_chosen=many and name in others))
    return tuple(rows)


def what_is_left(line: LineRules, unit: Any) -> tuple[str, bool]:
    """Return what is left of a unit, `6 of 11` or `5 of 5 wounds`, and True if it is hurt.

    Of a vehicle that loses no points, this is its damage.
    """
    kinds = unit.unit.value.models
    whole = sum(n * getattr(kind, line.points, 1) for kind, n in kinds)
    left, start = wounds(unit.ranks), sum(n for _, n in kinds)
    points = line.points_of(unit.unit.value) or line.points
    damage = line.damage_of(unit)
    words = f"{left} of {whole} {points}" if start == 1 and whole > 1 else f"{models(unit.ranks)} of {start}"
    if not left:
        return "destroyed", True
    if damage is not None and start == 1:
        words = ", ".join(damage) or "undamaged"
    worn = line.worn_of(unit)
    return ", ".join((words, *worn)), left < whole or bool(damage) or bool(worn)
