"""What the players report between attacks: what happened without the app, and what it cannot see (EVE-1 to 8, EVE-12).

What a line means is read by `battle/happened.py`. No die is rolled for it, and it causes no break test (2E-BRK-1).
"""

from __future__ import annotations

from functools import partial

from shoot_cli.battle import between_turns, losses, turns, what_happened
from shoot_cli.battle import happened as lines
from shoot_cli.battle.happened import Happened, NamedUnit, Vocabulary
from shoot_cli.battle.losses import KindInSquad, Loss, Squad
from shoot_cli.battle.turns import Mark, Place, alive, forgetting, merged, replaced
from shoot_cli.battle.what_happened import LineRules, Told, comes_back, losses_between, squad_after
from shoot_cli.engine.name_keys import name_key
from shoot_cli.engine.names import find
from shoot_cli.engine.pools import models
from shoot_cli.engine.questions import Option, Phrases
from shoot_cli.engine.reasons import BadAnswer, shown
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.second.profiles import Unit
from shoot_cli.rules.second.records import Battle, BattleUnit
from shoot_cli.rules.second.steps import states

EXAMPLE = "tactical -2, champion 1 wound, mob broken"
BROKEN, SHAKEN, RALLIED = "broken", "shaken", "rallied"
SAID = {
    lines.OFF: lines.STATES[lines.OFF],
    lines.ARRIVES: lines.STATES[lines.ARRIVES],
    BROKEN: ("broken", "breaks"),
    SHAKEN: ("shaken",),
    RALLIED: ("rallied", "rallies", "not broken", "no longer broken", "not shaken", "no longer shaken"),
}
NO_EFFECTS = (
    "this edition has no words for effects: what changes a roll is asked in the attack; as a reminder: note {text}"
)
ABOUT_DATAFAX = (
    "{unit} has a datafax, so {text} is not told here: a row of its damage tables is typed in the attack that goes "
    "through the armour; told here are {unit} dead, back, off and arrives"
)


def tell_what_happened(battle: Battle, table: Table, of: Place | None = None) -> Battle:
    """Ask what happened, and return the battle after it. Nothing is the default. `of` is the unit that it is about."""
    return what_happened.tell_what_happened(LINE, battle, table, of)


def question(battle: Hashed[Battle], of: Place | None = None) -> Phrases:
    """Return the question. An answer is refused against the battle as it stands."""
    return what_happened.question(LINE, battle, of)


def ask_between_turns(battle: Battle, table: Table) -> Battle:
    """Ask once between two player turns what happened since, before anybody goes on overwatch (EVE-6)."""
    return between_turns.ask_between_turns(LINE, battle, table, report_state)


def tell_unasked(battle: Battle, table: Table) -> Battle:
    """Take what players told here by a key, if no unit is in the middle of its shooting (EVE-6)."""
    if battle.unit is not None or battle.apart is not None:
        return battle
    return between_turns.tell_unasked(LINE, battle, table)


read_loss = partial(losses.read_loss, example=EXAMPLE)


def read_more(text: str, unit: NamedUnit) -> Happened | None:
    """Return None: this edition has no more words. :raises BadAnswer: what is told of a datafax is of none (EVE-12)"""
    if name_key(text) in lines.states_by_key(lines.USUAL) and "shock" in text.casefold():
        raise BadAnswer(f"{shown(text)}: nobody is Battle-shocked in this edition; write broken, or rallied")
    if unit.parts and not is_of_whole(text, unit):
        raise BadAnswer(ABOUT_DATAFAX.format(unit=unit.whole_name, text=shown(text)))
    return None


def is_of_whole(text: str, unit: NamedUnit) -> bool:
    """Return True if whole models of a datafax are lost or come back."""
    try:
        loss = read_loss(text)
    except BadAnswer:
        return False
    return not loss.wounds and (not loss.name or bool(find(loss.name, unit.kinds, plurals=unit.plurals)))


def after(battle: Battle, place: Place, said: Happened) -> tuple[Battle, list[Told]]:
    """Return the battle after this, and what came of it in words. :raises BadAnswer: it is impossible"""
    if said.what == lines.LOSSES:
        return after_loss(battle, place, said.loss)
    return after_state(battle, place, said)


def parts_of(unit: Unit) -> tuple[str, ...]:
    """Return the names of the locations of a datafax."""
    return tuple(location.name for model, _ in unit.models for location in model.locations)


SAYS = Vocabulary(
    tuple(SAID.items()), read_loss, read_more, example=EXAMPLE, about_effects=NO_EFFECTS,
    about_points="this edition has no command points; write it down as in note {text}",
)  # fmt: skip
LINE = LineRules(after, lambda battle: ("2E-ELIG-1", "2E-CAS-2"), SAYS, parts_of=parts_of)


# Losses, and units that come back (2E-CAS-2, 2E-BRK-1)


def squad_of(unit: BattleUnit) -> Squad:
    """Return the unit as it stands."""
    of: Unit = unit.unit.value
    kinds = (KindInSquad(model.name, n, model.wounds, model.character, model.plural) for model, n in of.models)
    return Squad(of.name, tuple(kinds), unit.ranks)


def after_loss(battle: Battle, place: Place, loss: Loss) -> tuple[Battle, list[Told]]:
    """Return the battle after a change of models or wounds. These models are counted neither as there at the start of
    the turn nor as casualties of it, so they cause no break test (2E-BRK-1).

    :raises BadAnswer: it is impossible, with the counts
    """
    unit = unit_at(battle, place)
    before, name = squad_of(unit), unit.unit.value.name
    now = squad_after(before, loss)
    told = losses_between(name, place[0], before, now)
    if comes_back(before, loss):
        new = states.new_battle_unit(unit.unit.value)
        new = new.but(ranks=merged(now.ranks), start=now.living())
        words = f"{name} is set up again: {now.living()} of {now.starting_strength}"
        return not_done(replaced(unasked(battle, place), *place, new), place), [Told(words, told)]
    changed = unit.but(ranks=merged(now.ranks), start=unit.start + models(now.ranks) - models(unit.ranks))
    if not now.ranks:
        battle = unasked(battle, place)
        changed = changed.but(marks=(), waiting=None, tested=False, feared=False)
    words = what_happened.told_of(before, now)
    return replaced(battle, *place, changed), [Told(words, told if told.fell or told.back else None)]


def not_done(battle: Battle, place: Place) -> Battle:
    """Return the battle in which this unit has not shot."""
    if place[0] != battle.active:  # those on overwatch are not counted among them
        return battle
    return battle.but(done=tuple(at for at in battle.done if at != place[1]))


def unasked(battle: Battle, place: Place) -> Battle:
    """Return the battle without what was answered about where a unit stands."""
    return battle.but(said=forgetting(battle.said, place))


# States (2E-ELIG-1, 2E-BRK-2, 2E-BRK-3)

OF_THE_TABLE = (
    states.ENGAGED,
    states.CHARGED,
    states.RAN,
    states.MOVED,
    states.HIDDEN,
    states.BLIND,
)  # what is true of a unit only where it stands


def after_state(battle: Battle, place: Place, said: Happened) -> tuple[Battle, list[Told]]:
    """Return the battle after a unit left or came, or was broken or rallied. :raises BadAnswer: it is so already"""
    unit = unit_at(battle, place)
    name = unit.unit.value.name
    if not unit.ranks:
        raise BadAnswer(f"{name} is destroyed: {name} back sets it up again")
    if said.what == lines.OFF:
        if unit.marked(states.OFF):
            raise BadAnswer(f"{name} is {states.OFF} already")
        left = states.off_overwatch(unit).without(*OF_THE_TABLE).with_mark(Mark(states.OFF))
        return replaced(unasked(battle, place), *place, left), [Told(f"{name}: {states.OFF}", rules=("2E-ELIG-1",))]
    if said.what == lines.ARRIVES:
        if not unit.marked(states.OFF):
            raise BadAnswer(f"{name} is on the table already")
        words = f"{name}: no longer {states.OFF}"
        return replaced(unasked(battle, place), *place, unit.without(states.OFF)), [Told(words, rules=("2E-ELIG-1",))]
    if said.what == RALLIED:
        marks = [mark for mark in (states.BROKEN, states.SHAKEN) if unit.marked(mark)]
        if not marks:
            raise BadAnswer(f"{name} is not broken")
        told = [Told(f"{name}: no longer {mark}", rules=("2E-BRK-1",)) for mark in marks]
        return replaced(battle, *place, unit.without(*marks)), told
    mark, rule = (states.BROKEN, "2E-BRK-2") if said.what == BROKEN else (states.SHAKEN, "2E-BRK-3")
    if unit.marked(mark):
        raise BadAnswer(f"{name} is {mark} already")
    changed = states.off_overwatch(unit).without(states.BROKEN, states.SHAKEN).with_mark(Mark(mark))
    return replaced(battle, *place, changed), [Told(f"{name}: {mark}", rules=(rule,))]


def unit_at(battle: Battle, place: Place) -> BattleUnit:
    unit: BattleUnit = battle.sides[place[0]].units[place[1]]
    return unit


# The menu of states (2E-ELIG-1, 2E-TGT-2, 2E-TGT-6)

BACK = "back"
REPORTED = {
    states.ENGAGED: "fighting hand to hand: cannot shoot, and may be shot into",
    states.CHARGED: "charged or tried to charge this turn: cannot shoot",
    states.RAN: "ran this turn: cannot shoot",
    states.MOVED: "moved this turn: no rapid fire, no move-or-fire weapon",
    states.HIDDEN: "hidden: cannot be shot at",
    states.OBJECTIVE: "the mission names it: it may always be shot at",
    states.OFF: "in reserve or off the table",
    states.BLIND: "blinded, webbed, in a stasis field or held by graviton: cannot shoot",
    states.BROKEN: "broken: cannot shoot",
}
THIS_TURN = (states.CHARGED, states.RAN, states.MOVED, states.BLIND)  # these marks end with the turn


def report_state(battle: Battle, table: Table) -> Battle:
    """Ask for the state of a unit: engaged, hidden, off the table, ran, moved, named by the mission."""
    named = [{battle_unit.unit.value.name for battle_unit in side.units if battle_unit.ranks} for side in battle.sides]
    places = {}
    for s, side in enumerate(battle.sides):
        for i in alive(side):
            name = side.units[i].unit.value.name
            places[f"{name} ({side.name})" if name in named[0] & named[1] else name] = (s, i)
    options = tuple(
        Option(name, f"{battle.sides[s].name}: {states.label(battle.sides[s].units[i])}")
        for name, (s, i) in places.items()
    )
    name = table.choose("state of", (*options, Option(BACK)), default=BACK, rules=("2E-ELIG-1",), text="Whose state?")
    if name == BACK:
        return battle.but(unit=None)
    s, i = places[name]
    battle_unit = unit_at(battle, (s, i))
    rows = tuple(
        Option(mark, f"no longer {mark}" if battle_unit.marked(mark) else words) for mark, words in REPORTED.items()
    )
    if battle_unit.marked(states.OVERWATCH):
        words = "no longer on overwatch: who charged it causes fear, or wears a banshee mask"
        rows += (Option(states.OVERWATCH, words),)
    happened = Option(turns.HAPPENED, "something happened: models or wounds that it lost, say")
    text = f"What is {name}?"
    mark = table.choose("state", (*rows, happened, Option(BACK)), default=BACK, rules=("2E-ELIG-1",), text=text)
    if mark == BACK:
        return battle.but(unit=None)
    if mark == turns.HAPPENED:
        return tell_what_happened(battle.but(unit=None), table, (s, i))
    rule = {states.OBJECTIVE: "2E-TGT-2", states.OVERWATCH: "2E-OW-6"}.get(mark, "2E-ELIG-1")
    if battle_unit.marked(mark):
        changed = states.off_overwatch(battle_unit) if mark == states.OVERWATCH else battle_unit.without(mark)
        table.tell("{unit}: no longer {mark}", (rule,), unit=name, mark=mark)
    else:
        changed = battle_unit.with_mark(Mark(mark, (battle.turn, battle.active) if mark in THIS_TURN else None))
        table.tell("{unit}: {mark}", (rule,), unit=name, mark=mark)
    return replaced(battle, s, i, changed).but(unit=None)
