"""What happened without the app, told between actions: losses, Shock, ammo, and who is broken (EVE-1 to 8, EVE-12).

What a line means is read by `battle/happened.py`. A number is integrity; no die is rolled, and no Shock comes of it.
"""

from __future__ import annotations

import re
from collections import Counter

from shoot_cli.battle import happened as lines
from shoot_cli.battle import losses, what_happened
from shoot_cli.battle.happened import Happened, NamedUnit, Vocabulary
from shoot_cli.battle.losses import KindInSquad, Squad, TypedLoss
from shoot_cli.battle.turns import Place, forgetting, replaced, unit_at
from shoot_cli.battle.what_happened import LineRules, Told, destroyed_before, losses_between, squad_after
from shoot_cli.engine.names import counted, name_key
from shoot_cli.engine.pools import Rank, merge_neighbours
from shoot_cli.engine.questions import Phrases
from shoot_cli.engine.reasons import BadAnswer, shown
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.reikhammer.charts import Battle, BattleUnit, FormationUnit
from shoot_cli.rules.reikhammer.profiles import Model, Unit
from shoot_cli.rules.reikhammer.steps import states
from shoot_cli.rules.reikhammer.steps.eligibility import new_battle_unit
from shoot_cli.rules.reikhammer.steps.states import MOST, WATCH

EXAMPLE = "red company -2, shock +2, ammo -1"
SHOCK, AMMO, BROKEN, RALLIED = "shock", "ammo", "broken", "rallied"
SAID = {BROKEN: ("broken", "breaks"), RALLIED: ("rallied", "rallies", "not broken", "no longer broken")}
COUNTED = re.compile(r"\b(shock|ammo|ammunition)\b", re.IGNORECASE)
UNITS = re.compile(r"\bunits?\b", re.IGNORECASE)
FELL = frozenset(losses.MINUS) - {"lost", "lose", "loses", "minus", "less", "down"}  # words that are of whole units
LOST = "lost with the unit"
NO_EFFECTS = (
    "Reikhammer has no words for effects: what changes a roll is asked in the attack; as a reminder: note {text}"
)


def tell_what_happened(battle: Battle, table: Table, of: Place | None = None) -> Battle:
    """Ask what happened, and return the battle after it. Nothing is the default. `of` is the formation it is about."""
    return what_happened.tell_what_happened(LINE, battle, table, of)


def question(battle: Hashed[Battle], of: Place | None = None) -> Phrases:
    """Return the question. An answer is refused against the battle as it stands."""
    return what_happened.question(LINE, battle, of)


def report_state(battle: Battle, table: Table) -> Battle:
    """Ask for one change to one formation."""
    return states.report_state(battle, table, tell_what_happened)


def ask_between_turns(battle: Battle, table: Table) -> Battle:
    """Ask what happened since, once before the strategy roll of each later turn. Turns are of both players (EVE-6)."""
    return what_happened.ask_between_turns(LINE, battle, table, report_state)


def tell_unasked(battle: Battle, table: Table) -> Battle:
    """Take what players told here by a key, between two actions (EVE-6)."""
    return what_happened.tell_unasked(LINE, battle, table)


# The words


def read_loss(text: str, example: str = EXAMPLE) -> TypedLoss:
    """Return one change. A number is integrity; `2 units`, `2 dead` and `2 platoons` are units, as is `2 left` of
    several.

    :raises BadAnswer: it says no change
    """
    loss = losses.read_loss(UNITS.sub("", text), points=("integrity", "point", "points"), example=example)
    of_a_kind = bool(loss.name) and lines.behind_a_number(loss.name, text)
    units = of_a_kind or UNITS.search(text) or not FELL.isdisjoint(text.casefold().split())
    return loss if units or loss.n is None or loss.left else loss.but(wounds=True)


def read_more(text: str, unit: NamedUnit) -> Happened | None:
    """Return a change of Shock or ammo: `shock +2`, `ammo -1`, `shock = 3`; None for all else.

    :raises BadAnswer: it does not say by how much, or it is what only other games have
    """
    key = name_key(text)
    if key in lines.states_by_key(lines.USUAL) and key not in lines.states_by_key(SAYS):
        raise BadAnswer(f"{shown(text)}: Reikhammer knows no such state; write broken, or a note")
    if not (match := COUNTED.search(text)):
        return None
    what = SHOCK if match[1].casefold() == SHOCK else AMMO
    rest = f"{text[: match.start()]} {text[match.end() :]}"
    changes = re.findall(r"([+\-−–=]?)\s*(\d+)", rest)
    words = [word for word in re.findall(r"[^\W\d]\S*", rest.casefold()) if word not in losses.FILLERS]
    left = any(word in losses.LEFT for word in words) or any(sign == "=" for sign, _ in changes) or words[:1] == ["no"]
    less = any(word in (*losses.MINUS, "spent", "less") for word in words)
    more = any(word in (*losses.PLUS, "gained", "gains") for word in words)
    known = (*losses.LEFT, *losses.MINUS, *losses.PLUS, "spent", "less", "gained", "gains", "no", "point", "points")
    kind = " ".join(word for word in words if word not in known)
    if words[:1] == ["no"] and not changes:
        changes = [("", "0")]
    if len(changes) != 1 or not (left or less or more or changes[0][0]):
        raise BadAnswer(f"{shown(text)}: by how much? Write {what} +2, {what} -1 or {what} = 2")
    if kind and what == SHOCK:
        raise BadAnswer(f"{shown(text)}: Shock is of the whole formation, not of {kind}")
    sign, number = changes[0]
    gains = sign == "+" or (not sign and more and not less)
    return Happened(what, loss=TypedLoss(kind, int(number), gains=gains, left=left))


def singles_of(unit: Unit) -> tuple[str, ...]:
    """Return the names of its units that have a number, such as "Band 3"."""
    return tuple(name for name in unit.names() if name not in {model.name for model, _ in unit.models})


def after(battle: Battle, place: Place, change: Happened) -> tuple[Battle, list[Told]]:
    """Return the battle after this, and what came of it in words. :raises BadAnswer: it is impossible"""
    formation = unit_at(battle, place)
    name = formation.unit.value.name
    if formation.gone and change.what != lines.LOSSES:
        raise destroyed_before(name)
    if change.what == SHOCK:
        formation = with_shock(formation, change.loss)
        return replaced(battle, *place, formation), [Told(f"{name}: {formation.shock} Shock", rules=("RH-SHOCK-3",))]
    if change.what == AMMO:
        formation, words = with_ammo(formation, change.loss)
        return replaced(battle, *place, formation), [Told(f"{name}: {words}", rules=("RH-AMMO-1",))]
    if change.what == BROKEN:
        if formation.broken:
            raise BadAnswer(f"{name}: broken already")
        formation = formation.without(WATCH).but(broken=True)
        return replaced(battle, *place, formation), [Told(f"{name}: broken", rules=("RH-BRK-2",))]
    if change.what == RALLIED:
        if not formation.broken:
            raise BadAnswer(f"{name}: not broken; its Shock is told as in {name} shock -1")
        words = f"{name}: no longer broken, {formation.shock} Shock"
        return replaced(battle, *place, formation.but(broken=False)), [Told(words, rules=("RH-RALLY-1",))]
    return after_loss(battle, place, change.loss)


WORDS = (SHOCK, AMMO, "ammunition", "integrity", "point", "points", "unit", "units", "=", "spent", "gained", "gains")
SAYS = Vocabulary(
    tuple(SAID.items()), read_loss, read_more,
    words=WORDS,
    example=EXAMPLE, about_effects=NO_EFFECTS,
    about_points="Reikhammer has no command points; write it down as in note {text}",
    counted="units",
)  # fmt: skip
LINE = LineRules(
    after,
    lambda battle: ("RH-SHOCK-3", "RH-DEST-1"),
    SAYS,
    singles_of=singles_of,
    points="integrity",
    more_of=lambda formation: "shock +2" if formation.shock + 2 <= MOST else "",
)


# Shock and ammo (RH-SHOCK-3, RH-AMMO-1)


def with_shock(formation: BattleUnit, change: TypedLoss) -> BattleUnit:
    """Return the formation with other Shock. It breaks only when an attack on it is over (RH-BRK-1).

    :raises BadAnswer: it would have less than none, or nothing changes
    """
    name, n = formation.unit.value.name, change.n or 0
    shock = n if change.left else formation.shock + (n if change.gains else -n)
    if shock < 0:
        raise BadAnswer(f"{name}: {formation.shock} Shock, so {n} cannot go")
    if shock > MOST:
        raise BadAnswer(f"{name}: {formation.shock} Shock, and more than {MOST} are not counted")
    if shock == formation.shock:
        raise BadAnswer(f"{name}: {shock} Shock already")
    return formation.but(shock=shock)


def with_ammo(formation: BattleUnit, change: TypedLoss) -> tuple[BattleUnit, str]:
    """Return the formation after each of its units with limited ammo spent or got some, and what they have now. Units
    that have none left spend none.

    :raises BadAnswer: nobody has limited ammo, or not so much
    """
    unit, n = formation.unit.value, change.n or 0
    names = unit.names()
    meant = [
        index
        for index, piece in enumerate(formation.pieces)
        if piece.left and change.name in ("", names[index], model_of(formation, piece).name)
    ]
    counting = [index for index in meant if formation.pieces[index].ammo is not None]
    if not counting:
        raise BadAnswer(f"{change.name or unit.name}: nobody there has limited ammo (RH-AMMO-1)")
    pieces = list(formation.pieces)
    most = max(pieces[index].ammo or 0 for index in counting)
    if not (change.left or change.gains) and n > most:
        raise BadAnswer(f"{change.name or unit.name} has {most} ammo left: {n} cannot be spent")
    for index in counting:
        had, full = pieces[index].ammo or 0, model_of(formation, pieces[index]).ammo or 0
        has = n if change.left else had + n if change.gains else max(0, had - n)
        if has > full:
            raise BadAnswer(f"{names[index]} has {had} of {full} ammo: it cannot have {has}")
        pieces[index] = pieces[index].but(ammo=has)
    if tuple(pieces) == formation.pieces:
        raise BadAnswer(f"{change.name or unit.name} has {most} ammo already")
    if change.name in singles_of(unit):
        return formation.but(pieces=tuple(pieces)), f"{change.name}: {pieces[counting[0]].ammo} ammo left"
    kinds = Counter((model_of(formation, pieces[index]), pieces[index].ammo) for index in counting)
    each = (f"{counted(n, model.name, model.plural)}: {ammo} ammo left" for (model, ammo), n in kinds.items())
    return formation.but(pieces=tuple(pieces)), ", ".join(each)


# Integrity, and units that come back (RH-DEST-1, RH-DEST-2)


def after_loss(battle: Battle, place: Place, loss: TypedLoss) -> tuple[Battle, list[Told]]:
    """Return the battle after a change of integrity or of units. :raises BadAnswer: it is impossible, with counts"""
    formation = unit_at(battle, place)
    before, name = squad_of(formation), formation.unit.value.name
    if formation.gone and loss.gains and not loss.left:
        new = new_battle_unit(formation.unit.value)
        new = new.but(pieces=tuple(piece.but(left=0) for piece in new.pieces))
        squad = squad_after(squad_of(new), loss.but(wounds=False))
        new = with_squad(new, squad)
        words = f"{squad.name} is set up again: {squad.living()} of {squad.starting_strength} units"
        report = losses_between(name, place[0], before, squad)
        return replaced(battle.but(remembered=forgetting(battle.remembered, place)), *place, new), [Told(words, report)]
    after, words = changed(formation, loss)
    squad = squad_of(after)
    report = losses_between(name, place[0], before, squad)
    sentences = [what_happened.with_losses(f"{name}: {words}", report)]
    gone = [lost for lost in after.lost if lost not in formation.lost]
    sentences += [Told(f"{character} is {fate}", rules=("RH-CHAR-1",)) for character, fate in gone]
    if after.gone:
        after = after.but(marks=(), shock=0, broken=False)
        battle = battle.but(remembered=forgetting(battle.remembered, place))
    return replaced(battle, *place, after), sentences


def changed(formation: BattleUnit, loss: TypedLoss) -> tuple[BattleUnit, str]:
    """Return the formation after this change, and what came of it. :raises BadAnswer: it is impossible"""
    if loss.name not in singles_of(formation.unit.value):
        before = squad_of(formation)
        if loss.left and before.living(*losses.kinds_meant(before, loss.name)) == 1:
            loss = loss.but(wounds=True)
        squad = squad_after(before, loss)
        return with_squad(formation, squad), losses.change_text(before, squad)
    index = formation.unit.value.names().index(loss.name)
    full, left = model_of(formation, formation.pieces[index]).integrity, formation.pieces[index].left
    alone = Squad(loss.name, (KindInSquad(loss.name, 1, full),), (Rank(0, 1, left),) if left else (), "integrity")
    squad = squad_after(alone, loss.but(name="", wounds=bool(left) and (loss.wounds or loss.left)))
    integrity = sum(rank.left for rank in squad.ranks)
    pieces = [*formation.pieces]
    pieces[index] = pieces[index].but(left=integrity)
    after = with_characters(formation, tuple(pieces))
    total = f"{len(after.ranks)} of {len(after.pieces)} left" if after.ranks else "destroyed"
    if bool(left) != bool(integrity):
        return after, f"{loss.name} {'falls' if left else 'comes back'}: {total}"
    return after, f"{loss.name}: {integrity} of {full} integrity left"


def model_of(formation: BattleUnit, piece: FormationUnit) -> Model:
    model: Model = formation.unit.value.models[piece.model][0]
    return model


def kinds_in(formation: BattleUnit) -> list[tuple[int, str]]:
    """Return the kinds of its units: the index of the model, and the character with it."""
    return list(dict.fromkeys((piece.model, piece.character) for piece in formation.pieces))


def squad_of(formation: BattleUnit) -> Squad:
    """Return the formation as it stands. Units with a character are a kind of their own, which falls last (EVE-2)."""
    kinds_there, kinds = kinds_in(formation), []
    for model, character in kinds_there:
        kind: Model = formation.unit.value.models[model][0]
        name, plural = (f"{kind.name} with {character}", "") if character else (kind.name, kind.plural)
        n = sum((piece.model, piece.character) == (model, character) for piece in formation.pieces)
        kinds.append(KindInSquad(name, n, kind.integrity, bool(character), plural))
    pieces = [piece for piece in formation.pieces if piece.left]
    standing = sorted((kinds_there.index((piece.model, piece.character)), piece.left) for piece in pieces)
    ranks = merge_neighbours(Rank(kind, 1, left) for kind, left in standing)
    return Squad(formation.unit.value.name, tuple(kinds), tuple(ranks), "integrity")


def with_squad(formation: BattleUnit, squad: Squad) -> BattleUnit:
    """Return the formation with these units. Those with the least integrity left stay those, the first ones first."""
    pieces = list(formation.pieces)
    for kind, alike in enumerate(kinds_in(formation)):
        places = [index for index, piece in enumerate(pieces) if (piece.model, piece.character) == alike]
        lefts = [rank.left for rank in squad.ranks if rank.kind == kind for _ in range(rank.n)]
        lefts += [0] * (len(places) - len(lefts))
        for index, left in zip(sorted(places, key=lambda index: pieces[index].left), sorted(lefts), strict=True):
            pieces[index] = pieces[index].but(left=left)
    return with_characters(formation, tuple(pieces))


def with_characters(formation: BattleUnit, pieces: tuple[FormationUnit, ...]) -> BattleUnit:
    """Return the formation with these units. A character is lost with his unit, and comes back with it; his fate is
    not rolled (EVE-8)."""
    after_losses, lost = [*pieces], [*formation.lost]
    for index, piece in enumerate(pieces):
        character = model_of(formation, piece).character
        if piece.character and not piece.left:
            after_losses[index] = piece.but(character="")
            lost.append((piece.character, LOST))
        elif piece.left and not formation.pieces[index].left and (character, LOST) in lost:
            after_losses[index] = piece.but(character=character)
            lost.remove((character, LOST))
    return formation.but(pieces=tuple(after_losses), lost=tuple(lost))
