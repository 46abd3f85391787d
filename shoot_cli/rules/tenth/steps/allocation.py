"""Which model takes an attack, and changes of single dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shoot_cli.engine.names import counted
from shoot_cli.engine.pools import Line, Pool, Rank, merge_neighbours, pool
from shoot_cli.engine.questions import Need, Option, Watch
from shoot_cli.engine.reasons import DEFENDER
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.sequence import SharedRights
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import tokens as token_types
from shoot_cli.rules.datasheets.charts import most_damage
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.datasheets.records import Firing, Shooting
from shoot_cli.rules.datasheets.steps import target
from shoot_cli.rules.datasheets.steps.hit import saved, with_damage_rights, with_hits
from shoot_cli.rules.datasheets.steps.single_die import doing, for_roll, single_die_rights, tell_kept, without_used
from shoot_cli.rules.datasheets.steps.target import forced, remembered
from shoot_cli.rules.tenth import edition
from shoot_cli.rules.tenth.steps.damage import save_owed

# Changes of single dice after the wound roll: all attacks have the rights for them together.


def with_rights(spare: tuple[token_types.SingleDieRight, ...], token: Any) -> Any:
    """Return the attack with the rights to change its save or its damage roll; without any, as it is."""
    if type(token) is not token_types.Wound:
        return with_damage_rights(spare, token)
    ready = single_die_rights(token.gun.value, spare, token_types.SAVE)
    return token_types.ChangeableWound(token, ready) if ready else token


def of_later_dice(spare: tuple[token_types.SingleDieRight, ...]) -> tuple[token_types.SingleDieRight, ...]:
    return for_roll(spare, token_types.SAVE, token_types.DAMAGE)


SINGLE_DICE = SharedRights("spare", of_later_dice, with_rights, token_types.UsedSingleDie, without_used)


def hangs_together(state: Firing) -> bool:
    """Return True if a die of a waiting attack may be changed, so that a later attack loses this right."""
    return bool(of_later_dice(state.spare)) and any(usable_rights(state, token) for token, _ in state.pool)


def usable_rights(
    state: Firing, token: token_types.Wound | token_types.Packet | token_types.Mortal, roll: str = ""
) -> tuple[token_types.SingleDieRight, ...]:
    """Return the rights for dice of this attack; ``roll`` limits them to one kind of roll."""
    if type(token) is token_types.Mortal:
        return ()
    gun = token.gun.value
    rolls = (
        *((token_types.SAVE,) if type(token) is token_types.Wound else ()),
        *((token_types.DAMAGE,) if gun.damage.dice else ()),
    )
    rolls = tuple(kind for kind in rolls if roll in ("", kind))
    return single_die_rights(gun, state.spare, *rolls) if rolls else ()


def save_by_one_die(attack: token_types.ChangeableWound, n: int, model: token_types.TargetModel, table: Table) -> Pool:
    """Roll one save whose die may be changed (10E-EFF-56, 10E-EFF-63, 10E-EFF-64)."""
    token, ready = attack.wound, attack.spare
    gun, need = token.gun.value, edition.to_save(model, token)
    if need.target is None:
        ready = ()
    elif edition.is_final(model, token, need):
        ready = tuple(right for right in ready if right.does != token_types.AGAIN)
    if kept := doing(ready, token_types.KEPT)[:1]:
        tell_kept([kept[0].face], gun, token_types.SAVE, table)
        passed, used = need.met_by(kept[0].face), kept
    else:
        passed, used = save_with_rights(token, model, need, ready, table)
    spent = ((token_types.UsedSingleDie(right), 1) for right in used)
    if passed:
        return pool(*spent, *saved(n, table))
    pain = edition.feel_no_pain(gun, model, False) is not None
    return pool(*spent, (token_types.Unsaved(token.gun, pain=pain, nothing=model.nothing), n))


def save_with_rights(
    token: token_types.Wound,
    model: token_types.TargetModel,
    need: Need,
    ready: tuple[token_types.SingleDieRight, ...],
    table: Table,
) -> tuple[bool, tuple[token_types.SingleDieRight, ...]]:
    """Return whether the save succeeds in the end, and the used rights."""
    fresh = tuple(face for face in need.failures() if face not in edition.save_again(model, token, need))
    first = save_owed(token, 1, model, table, (Watch(fresh, both=True),) if ready else ())
    if first.passed or not ready:
        return bool(first.passed), ()
    used = doing(ready, token_types.AGAIN)[: first.watched[0]][:1]
    if used:
        text = f"{model.name}: {need.label}, again: {used[0].name}"
        key = f"one save again:{model.name}"
        if table.roll(key, 1, need, owner=DEFENDER, text=text, luck="saves").passed:
            return True, used
    if (six := doing(ready, token_types.SIX)[:1]) and need.met_by(edition.SIXES):
        table.tell("One die becomes an unmodified 6", ("10E-FX-DIE-1",))
        return True, (*used, *six)
    return False, used


# Allocation: the defender chooses within the rules (10E-ALL-1 to 6), Precision, damage to 0

LISTED, BEST_SAVE, NOBODY = "listed", "best_save", "no"
ONE, ALLOCATE = "one ", "allocate"
Allocated = token_types.Wound | token_types.Packet | token_types.Mortal
KINDS: dict[type, int] = {token_types.Wound: 0, token_types.Packet: 1, token_types.Mortal: 2}


def order_of(state: Firing, tokens: tuple[Allocated, ...], table: Table) -> tuple[Allocated, ...]:
    """Return attacks with saves, then Devastating Wounds, then additional mortal wounds (10E-ORD-4, 5). Critical Wounds
    with another profile are saved after the others (10E-INT-18).
    """
    return tuple(sorted(tokens, key=place_of))


def place_of(token: Allocated) -> tuple[int, int, bool, bool]:
    lethal = type(token) is token_types.Wound and token.lethal
    return KINDS[type(token)], token.gun.value.place, token.gun.value.is_critical, lethal


def wounds_wait(state: Firing) -> bool:
    """Return True while tokens are left and a model stands."""
    return bool(state.pool) and state.line.any_left()


# Precision -----------------------------------------------------------------------------------------------------------


def may_be_precise(state: Firing) -> bool:
    """Return True if the group has Precision, and a CHARACTER stands among others (10E-WPN-PREC-1)."""
    if not state.gun.value.precise or not state.shooting.value.aim.visible:
        return False
    return len(kinds_of(state.line.known_ranks())) > 1 and bool(characters_standing(state))


def characters(unit: Unit) -> list[str]:
    """Return whom Precision may pick out: the CHARACTERs of an Attached unit, leaders first (10E-WPN-PREC-1)."""
    models = [model for model, _ in unit.models if model.character and unit.attached]
    return [model.name for model in sorted(models, key=lambda model: not model.leader)]


def characters_standing(state: Firing) -> list[str]:
    kinds = kinds_of(state.line.known_ranks())
    return [name for name in characters(state.shooting.value.aim.unit.value) if name in kinds]


def choose_precision(state: Firing, table: Table) -> Firing:
    """Ask whether these attacks go to a visible CHARACTER (10E-WPN-PREC-1, 10E-ALL-5)."""
    standing = characters_standing(state)
    name = table.choose(
        f"precision:{state.gun.value.name}",
        (Option(NOBODY, "allocate as usual"), *(Option(name, f"to {name}, if visible") for name in standing)),
        default=standing[0] if table.setting("precision") == "always" else NOBODY,
        rules=("10E-WPN-PREC-1", "10E-WPN-PREC-2"),
        text="Precision: allocate these attacks to a character?",
        expired_values=tuple(name for name in characters(state.shooting.value.aim.unit.value) if name not in standing),
    )
    return state if name == NOBODY else state.but(precise=name)


# The defender's choice -----------------------------------------------------------------------------------------------


def allocate(state: Firing, table: Table) -> Firing:
    """Return the state with the next models in front: those that must be, else the defender's choice (10E-ALL-1, 2)."""
    if table.moot(is_pool_empty, state):
        if table.setting("allocation") == BEST_SAVE and order_changes(state, state.line.known_ranks()):
            return state.but(single=True, allocation=BEST_SAVE)  # the model that was hit matters for later attacks
        return state
    ranks = state.line.known_ranks()
    alone = len(kinds_of([rank for rank in ranks if not rank.kind.leader]) or kinds_of(ranks)) < 2
    quiet = table.moot(one_must_take_it, state) or (table.moot(one_takes_all, state) and table.needless(ALLOCATE))
    choice = state.allocation or (LISTED if alone or quiet else ask(state, ranks, table))
    if not quiet:
        state = state.but(allocation=choice if choice in (LISTED, BEST_SAVE) else "")
    decided = (choice != LISTED or state.precise) and hangs_together(state)  # decided again for each attack
    if state.single or decided or shields_wait(state, ranks) or (choice == BEST_SAVE and order_changes(state, ranks)):
        return one_at_a_time(state.but(single=state.single or choice == BEST_SAVE), table, choice)
    if state.precise and any(rank.kind.name == state.precise for rank in ranks):
        return to_leader(state)
    if choice == LISTED:
        return state if state.line.reach is None else state.but(line=state.line.but(reach=None))
    if choice == BEST_SAVE:
        wound = token_types.Wound(state.gun)
        if by_save(ranks, wound) == listed(ranks):
            return state.but(line=state.line.but(reach=None))
        return state.but(line=Line(by_save(remembered(state.line, table), wound)))
    return chosen_first(state.but(line=Line(listed(remembered(state.line, table)))), choice)


def is_pool_empty(state: Firing) -> bool:
    return not state.pool


def one_must_take_it(state: Firing) -> bool:
    """Return True if one attack waits, and one model must take it."""
    may = candidates(state.line.standing())
    return len(may) == 1 and may[0].n == 1 and sum(n for _, n in state.pool) == 1


def one_takes_all(state: Firing) -> bool:
    """Return True if one model must take all waiting attacks, and even their highest damage cannot slay it before the
    last one."""
    may = candidates(state.line.standing())
    if len(may) != 1 or may[0].n != 1:
        return False
    wounds_left = may[0].left
    for token, n in state.pool:
        wounds_left -= n * (1 if type(token) is token_types.Mortal else most_damage(token.gun, may[0].kind))
    return wounds_left >= 0


def order_changes(state: Firing, ranks: tuple[Rank, ...]) -> bool:
    """Return True if the model with the best save can change from attack to attack, so they come one at a time."""
    shooting = state.shooting.value
    guns = [state.gun, *(group.gun for group in shooting.groups if group.aim == shooting.at)]
    wounds = [token_types.Wound(profile) for gun in guns for profile in (gun, gun.value.critical) if profile]
    if all(by_save(ranks, wound) == listed(ranks) for wound in wounds):
        return state.attack.value.followed  # attacks of another unit may have other best saves
    gun = state.gun.value
    return (
        state.attack.value.followed
        or len(guns) > 1
        or bool(shooting.late_elsewhere or state.late or gun.mortal or gun.hit_in_addition)
        or edition.crit_worth(gun)
    )  # some attacks allow no save


def ask(state: Firing, ranks: tuple[Rank, ...], table: Table) -> str:
    """Return the defender's choice: an order for all attacks, one kind, or a single model."""
    may = candidates(ranks)
    in_order = listed(ranks)
    hit = [rank for rank in may if forced(rank)]
    options, singles = [], []
    for name in kinds_of(may):
        these = tuple(rank for rank in may if rank.kind.name == name)
        if not hit:
            options.append(Option(name, table.in_sight(row_of_kind, name, these, state)))
        if hit:
            singles.append(Option(ONE + name, f"the {name} that was hit before, then ask again"))
        elif target.models_in(these) > 1 and not table.moot(only_one_waits, state):
            singles.append(Option(ONE + name, f"one {name} only, then ask again", rarely_chosen=True))
    options.append(Option(LISTED, target.in_this_order(kinds_of(in_order), [option.value for option in options])))
    if not table.moot(listed_by_save, state, ranks):
        options.append(Option(BEST_SAVE, target.BEST_SAVE_LABEL))
    options = [*singles, *options] if hit else [*options, *singles]
    usual = table.setting("allocation")
    return table.choose(
        ALLOCATE,
        tuple(options),
        default=usual if any(option.value == usual for option in options) else LISTED,
        owner=DEFENDER,
        rules=("10E-ALL-1", "10E-ALL-2"),
        text=table.in_sight(who_asks, "Who takes the attacks?", state, may),
        expired_values=tuple(
            prefix + model.name
            for model, _ in state.shooting.value.aim.unit.value.models
            for prefix in ("", ONE)
            if prefix + model.name not in {option.value for option in options}
        ),
    )


def only_one_waits(state: Firing) -> bool:
    return sum(n for _, n in state.pool) == 1


def who_asks(plain: str, state: Firing, may: tuple[Rank, ...], table: Table) -> str:
    """Return the question with what waits: `Who takes 15 wounds, AP-1, in cover?`; `plain` if nothing does."""
    if not state.pool:
        return plain
    token, n = state.pool[0][0], sum(n for _, n in state.pool)
    if type(token) is token_types.Wound:
        return target.waiting_text(n, token, may)
    return f"Who takes {counted(n, 'mortal wound' if type(token) is token_types.Mortal else 'wound without a save')}?"


def row_of_kind(name: str, ranks: tuple[Rank, ...], state: Firing, table: Table) -> str:
    saved = state.pool[0][0] if state.pool else None
    return target.row(state, (name,), ranks, saved if type(saved) is token_types.Wound else None)


def listed_by_save(state: Firing, ranks: tuple[Rank, ...]) -> bool:
    """Return True if the listed order has the best saves first."""
    return by_save(ranks, token_types.Wound(state.gun)) == listed(ranks)


def to_leader(state: Firing) -> Firing:
    """Return the state with the CHARACTER in front for Precision. Wounds without a roll may have to wait."""
    ranks = state.line.standing()
    if state.allocation == BEST_SAVE:
        ranks = by_save(ranks, token_types.Wound(state.gun))
    index = next((i for i, rank in enumerate(ranks) if rank.kind.name == state.precise), None)
    if index is None:
        return state.but(line=Line(ranks), precise="")
    line = Line((picked_out(ranks[index], ranks), *ranks[:index], *ranks[index + 1 :]))
    if state.gun.value.precise_lethal:
        return state.but(line=line, precise="")
    others = tuple((token, n) for token, n in state.pool if not can_be_redirected(token))
    if len(others) == len(state.pool):
        return state.but(precise="")
    redirected = tuple(end for end in state.pool if end not in others)
    return state.but(line=line, pool=redirected, waiting=pool(*others, *state.waiting), precise="")


def picked_out(leader: Rank, ranks: tuple[Rank, ...]) -> Rank:
    """Return the leader with a mark if Precision picks him out among bodyguards."""
    return leader.but(kind=leader.kind.but(guarded=any(not rank.kind.leader for rank in ranks)))


def can_be_redirected(token: Allocated) -> bool:
    """Return True if Precision can send the token to a CHARACTER (setting precision_lethal)."""
    return type(token) is not token_types.Wound or not token.lethal


def chosen_first(state: Firing, text: str) -> Firing:
    """Return the state with this kind, or one model of it, in front; only this rank can be met."""
    single = text.startswith(ONE) and text[len(ONE) :] in kinds_of(state.line.ranks)
    name = text[len(ONE) :] if single else text
    ranks = state.line.ranks
    index = next(i for i, rank in enumerate(ranks) if rank.kind.name == name)
    return state.but(line=Line(in_front(ranks, index, 1 if single else ranks[index].n), 0, 1))


def one_at_a_time(state: Firing, table: Table, text: str) -> Firing:
    """Return the state with one attack at one model; all others wait. ``text`` is the defender's choice."""
    if not state.pool or not state.line.any_left():
        return state
    counts = dict(state.pool)
    tokens = order_of(state, tuple(counts), table)
    ranks = listed(remembered(state.line, table))
    first = tokens[0]
    order = ranks
    if state.allocation == BEST_SAVE and type(first) is token_types.Wound:
        order = by_save(ranks, first, usable_rights(state, first, token_types.SAVE))
    picked = state.precise if can_be_redirected(first) else ""
    front = next((rank for rank in order if rank.kind.name == picked), None)
    if front is None:
        wanted = text.removeprefix(ONE) if text.startswith(ONE) else text
        front = next((rank for rank in candidates(ranks) if rank.kind.name == wanted), order[0])
    rest = in_front(ranks, ranks.index(front), 1)[1:] if front in ranks else ranks
    if front.kind.name == picked:
        front = picked_out(front, ranks)
    if shields_of(first, front.kind) and wants_no_damage(first.gun, table):
        front = front.but(kind=front.kind.but(nothing=True, spared=front.kind.spared + 1))
    return state.but(
        line=Line((front.but(n=1), *rest), 0, 1),
        pool=((first, 1),),
        waiting=pool((first, counts[first] - 1), *((token, counts[token]) for token in tokens[1:]), *state.waiting),
    )


def shields_wait(state: Firing, ranks: Iterable[Rank]) -> bool:
    """Return True if the damage of a waiting attack may be changed to 0."""
    if not state.shooting.value.shielded:
        return False  # the pool is not read, so the odds need not list it
    kinds = {rank.kind for rank in ranks}
    return any(shields_of(token, kind) for token, _ in state.pool for kind in kinds)


def shields_of(token: Allocated, model: token_types.TargetModel) -> bool:
    """Return True if the model may still change the damage of this token to 0 (10E-FX-DMG-5)."""
    return type(token) is not token_types.Mortal and edition.defence(token.gun.value, model).shields > model.spared


def wants_no_damage(gun: Hashed[token_types.Gun], table: Table) -> bool:
    """Ask the defender whether to change the damage of an attack to 0 (10E-FX-DMG-5)."""
    options = (Option("yes"), Option("no"))
    most = gun.value.damage.text
    text = f"Change the damage of this attack ({gun.value.name}, damage {most}) to 0?"
    answer = table.choose("no_damage", options, default="yes", owner=DEFENDER, rules=("10E-FX-DMG-5",), text=text)
    return answer == "yes"


def close_ranks(state: Firing, table: Table) -> Firing:
    """Return the models in listed order after attacks on one model, with the waiting tokens in the pool."""
    precise = state.gun.value.precise
    if not state.waiting and state.line.reach is None:
        return state.but(line=state.line.changed(target.unguarded)) if precise else state
    front = state.line.ranks[0] if state.line.ranks and state.line.reach is not None else None
    met = front is not None and front.n == 1 and state.line.lost < front.left
    ranks = state.line.standing() if state.line.reach is None else remembered(state.line, table)
    if met:  # the single model in front survived
        first = ranks[0]
        ranks = (first.but(kind=first.kind.but(allocated=first.left >= first.kind.wounds, nothing=False)), *ranks[1:])
    return state.but(
        line=Line(listed(without_precision_marks(ranks, precise))), pool=pool(*state.pool, *state.waiting), waiting=()
    )


def without_precision_marks(ranks: tuple[Rank, ...], precise: bool) -> tuple[Rank, ...]:
    """Return the ranks without marks of Precision. ``precise`` is True if there may be such marks."""
    return tuple(rank.but(kind=target.unguarded(rank.kind)) for rank in ranks) if precise else ranks


def settle(state: Firing, table: Table) -> Shooting:
    """Return the shooting after a group, with the models in listed order if the order mattered."""
    shooting, precise = state.shooting.value, state.gun.value.precise
    line = state.line.changed(target.unguarded) if precise else state.line
    goes_on = bool(shooting.groups or shooting.late_elsewhere or state.late)
    line = table.in_sight(listed_again, line)
    if goes_on and line.known_ranks() != listed(line.known_ranks()):
        line = Line(listed(without_precision_marks(state.line.standing(), precise)))
    single = state.single and goes_on
    follows = bool(shooting.groups) and shooting.groups[0].aim == shooting.at
    kept = single or (state.allocation == LISTED == table.setting("allocation") and follows)
    return with_hits(shooting, state).but(
        line=line, late=state.late, spare=state.spare, allocation=state.allocation if kept else "", single=single
    )


def listed_again(line: Line, table: Table) -> Line:
    return Line(listed(remembered(line, table)))


# Orders of models ----------------------------------------------------------------------------------------------------


def listed(ranks: Iterable[Rank]) -> tuple[Rank, ...]:
    """Return bodyguards before leaders; in each the wounded, then those with allocated attacks, then list order."""
    ordered = sorted(
        ranks, key=lambda rank: (rank.kind.leader, not forced(rank), rank.left >= rank.kind.wounds, rank.kind.model)
    )
    return merge_neighbours(ordered)


def by_save(
    ranks: Iterable[Rank], wound: token_types.Wound, ready: tuple[token_types.SingleDieRight, ...] = ()
) -> tuple[Rank, ...]:
    """Return the ranks with the best saves first (setting ``allocation``). ``ready`` are changes of the die."""

    def place(rank: Rank) -> tuple[bool, bool, bool, int]:
        chance = 0 if forced(rank) else edition.chance_of(rank.kind, wound, ready)
        return rank.kind.leader, not forced(rank), forced(rank) and rank.left >= rank.kind.wounds, -chance

    return merge_neighbours(sorted(listed(ranks), key=place))


def candidates(ranks: tuple[Rank, ...]) -> tuple[Rank, ...]:
    """Return who may take the next attack: those that must, else bodyguards, else leaders (10E-ALL-1, 2, 4)."""
    guards = tuple(rank for rank in ranks if not rank.kind.leader) or ranks
    return tuple(rank for rank in guards if forced(rank)) or guards


def kinds_of(ranks: Iterable[Rank]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([rank.kind.name for rank in ranks]))


def in_front(ranks: tuple[Rank, ...], index: int, n: int) -> tuple[Rank, ...]:
    """Return the ranks with ``n`` models of the rank ``index`` in front."""
    front = ranks[index]
    rest = (front.but(n=front.n - n),) if front.n > n else ()
    return (front.but(n=n), *ranks[:index], *rest, *ranks[index + 1 :])
