"""Groups and piles, Precision, and dice that are resolved one by one.

Hazard rolls after the last attack are at the end (11E-HAZ-1, 11E-MW-1, 10E-ORD-6). Their line is the shooter's own
models.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache, partial
from typing import Any

from shoot_cli.engine.pools import Line, Pool, Rank, may_hold, merge_neighbours, models, pool, wounds
from shoot_cli.engine.questions import Choose, Need, Option
from shoot_cli.engine.reasons import DEFENDER, Reason
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import charts, records
from shoot_cli.rules.datasheets import tokens as token_types
from shoot_cli.rules.datasheets.effects import harm
from shoot_cli.rules.datasheets.profiles import Model
from shoot_cli.rules.datasheets.records import Attack, BattleUnit, HazardousTest, Shooting
from shoot_cli.rules.datasheets.steps import target
from shoot_cli.rules.datasheets.steps.attack_order import has_shields
from shoot_cli.rules.datasheets.steps.hit import with_hits
from shoot_cli.rules.datasheets.steps.mortal_wounds import firers_of, nobody_suffers
from shoot_cli.rules.datasheets.steps.permissions import ON_DEATH
from shoot_cli.rules.datasheets.steps.single_die import for_roll, single_die_rights
from shoot_cli.rules.datasheets.steps.states import shooter_of
from shoot_cli.rules.datasheets.tokens import HAZARDOUS, Mortal
from shoot_cli.rules.datasheets.weapons import BIG
from shoot_cli.rules.eleventh import edition
from shoot_cli.rules.eleventh.edition import ABILITIES, NUMBERS
from shoot_cli.rules.eleventh.records import CHANGED, UNCHANGED, ChangedWound, Die, Firing, HazardRoll, PoolGun
from shoot_cli.rules.eleventh.steps import damage

# Groups of the target's models, their order, and the order of mortal wounds (11E-SAV-1, 11E-MW-1)

Profile = tuple[Any, ...]


class Ordering(Record):
    """The order in which models are met. ``first`` is a CHARACTER found by Precision. ``mortal`` is the order of mortal
    wounds. Otherwise groups follow: the kinds in ``named``, or with ``best`` the best saves against that gun.
    """

    first: str = ""
    mortal: bool = False
    named: tuple[str, ...] = ()
    best: Hashed[token_types.Gun] | None = None


AS_LISTED, BY_MORTAL_WOUNDS = Ordering(), Ordering(mortal=True)


def with_leader(unit: BattleUnit, kind: token_types.TargetModel) -> token_types.TargetModel:
    """Return the kind with ``leader`` set for CHARACTERs, which come after the others (11E-SAV-1)."""
    return kind.but(leader=unit.unit.value.models[kind.model][0].character)


def profile(kind: token_types.TargetModel, gun: token_types.Gun | None = None) -> Profile:
    """Return the key of the model's group: W, Sv and InSv, or the model itself for a CHARACTER (11E-SAV-1)."""
    if kind.leader:
        return (kind.model,)
    return kind.wounds, kind.save, kind.invulnerable


def wounded(rank: Rank) -> bool:
    return bool(rank.left < rank.kind.wounds)


def groups(ranks: Iterable[Rank]) -> dict[Profile, list[Rank]]:
    """Return the groups of these models in the order of their first model in the list."""
    by_profile: dict[Profile, list[Rank]] = {}
    for rank in sorted(ranks, key=lambda rank: rank.kind.model):
        by_profile.setdefault(profile(rank.kind), []).append(rank)
    return by_profile


def in_order(ranks: Iterable[Rank], ordering: Ordering) -> tuple[Rank, ...]:
    ranks = tuple(ranks)
    ordered = by_mortal_wounds(ranks) if ordering.mortal else by_groups(ranks, ordering)
    if ordering.first:
        ordered = picked(ordered, ordering.first)
    return merge_neighbours(ordered)


def by_mortal_wounds(ranks: Iterable[Rank]) -> tuple[Rank, ...]:
    """Return the wounded, then others, then CHARACTERs; each in list order (11E-MW-1)."""
    return tuple(sorted(ranks, key=lambda rank: (rank.kind.leader, not wounded(rank), rank.kind.model, rank.left)))


def by_groups(ranks: Iterable[Rank], ordering: Ordering) -> tuple[Rank, ...]:
    """Return the ranks by groups, in each the wounded first (11E-SAV-1, 11E-SAV-2)."""
    ranks = tuple(ranks)
    every_group = [*groups(ranks).values()]
    again = rolled_again_for_all(ranks, ordering.best.value) if ordering.best else ()
    every_group.sort(key=lambda group: place(group, ordering, again))
    ordered: list[Rank] = []
    for group in every_group:
        ordered += sorted(group, key=lambda rank: (not wounded(rank), rank.kind.model, rank.left))
    return tuple(ordered)


def rolled_again_for_all(ranks: Iterable[Rank], gun: token_types.Gun) -> damage.Faces:
    """Return the faces of saves that are re-rolled for all of these models (11E-SAV-2)."""
    return damage.again_in_all(damage.facing(gun, damage.kinds_of(ranks, gun), ()).saves)


def place(group: list[Rank], ordering: Ordering, again: damage.Faces) -> tuple[bool, bool, int, int, int]:
    """Return the sort key of a group: CHARACTERs last, wounded ones first, then the defender's order or list order.
    ``again`` are the faces of saves that are re-rolled for all models, as all dice are thrown together.
    """
    names = [rank.kind.name for rank in group]
    named = next((at for at, name in enumerate(ordering.named) if name in names), len(ordering.named))
    first = group[0].kind
    likely = edition.chance_of(first, token_types.Wound(ordering.best), again=again) if ordering.best else 0
    return first.leader, not any(map(wounded, group)), named, -likely, first.model


def picked(ranks: tuple[Rank, ...], name: str) -> tuple[Rank, ...]:
    """Return the ranks with one model of this name in front."""
    index = next((i for i, rank in enumerate(ranks) if rank.kind.name == name), None)
    if index is None:
        return ranks
    model = ranks[index]
    rest = (model.but(n=model.n - 1),) if model.n > 1 else ()
    return model.but(n=1), *ranks[:index], *rest, *ranks[index + 1 :]


@lru_cache(512)
def lasts(ranks: tuple[Rank, ...], ordering: Ordering) -> bool:
    """Return True if this order stays correct after any number of lost wounds."""
    line = Line(ranks)
    return all((now := line.but(lost=lost).standing()) == in_order(now, ordering) for lost in range(line.wounds))


def arranged(line: Any, ordering: Ordering) -> Any:
    """Return the line in this order, unchanged if it is and stays in it."""
    if line.reach is None and lasts(line.known_ranks(), ordering):
        return line
    return Line(in_order(line.standing(), ordering))


def listed(ranks: Iterable[Rank]) -> tuple[Rank, ...]:
    """Return the ranks in the default order."""
    return in_order(ranks, AS_LISTED)


# Before saves: piles, Precision, the defender's order of groups. After saves: mortal wounds

LISTED, BEST_SAVE, NOBODY, NAMES = "listed", "best_save", "no", ", "
FOR_ALL = (LISTED, BEST_SAVE)  # in a battle these hold for all attacks of the unit at the target


def first_name(state: Firing) -> str:
    """Return the weapon name in the keys of questions about this pool."""
    return state.gun.value.name.partition(" + ")[0]


# Piles ---------------------------------------------------------------------------------------------------------------


def may_be_changed(state: Firing) -> bool:
    """Return True if wounds of this pool may be of two kinds (11E-POOL-2)."""
    guns = (state.gun, *state.gun.value.by_strength)
    return any(gun.value.critical is not None and not gun.value.devastating for gun in guns)


def choose_pile(state: Firing, table: Table) -> Firing:
    """Ask the attacker which pile is saved first (11E-POOL-2)."""
    if table.moot(one_pile, state):
        return state.but(now=CHANGED) if any(type(token) is ChangedWound for token, _ in state.pool) else state
    usual = CHANGED if table.setting("changed_attacks") == "first" else UNCHANGED
    pile = table.choose(
        f"pile_order:{first_name(state)}",
        (Option(CHANGED, "those that their own roll has changed"), Option(UNCHANGED, "the others")),
        default=usual,
        rules=("11E-POOL-2",),
        text=f"{state.gun.value.name}: which pile of attacks is saved first?",
    )
    state = state.but(now=pile, last=UNCHANGED if pile == CHANGED else CHANGED)
    return state.but(apart=not table.blindly(piles_meet_same_line, state))


def one_pile(state: Firing) -> bool:
    return len({type(token) for token, _ in state.pool if isinstance(token, token_types.Wound)}) < 2


def piles_meet_same_line(state: Firing, table: Table) -> bool:
    """Return True if the first pile cannot change the order in which the second meets the models."""
    gun = state.gun.value
    if gun.precise or (isinstance(gun, PoolGun) and gun.save_spare) or damage.uneven(gun) or needs_single(state):
        return False
    order = ordering(state.but(allocation=said_order(state, table)))
    return order.best is None and lasts(in_order(state.line.known_ranks(), order), order)


def changed_wait(state: Firing) -> bool:
    return state.apart and state.last == CHANGED


def unchanged_wait(state: Firing) -> bool:
    return state.apart and state.last == UNCHANGED


def are_apart(state: Firing) -> bool:
    return state.apart


def next_pile(state: Firing, table: Table) -> Firing:
    return state.but(now=state.last)


def gun_now(state: Firing) -> Hashed[token_types.Gun]:
    """Return the gun that is saved against now: the changed attacks of this pool, or the others."""
    if state.now != CHANGED:
        return state.gun
    guns = (state.gun, *state.gun.value.by_strength)
    return next((gun.value.critical for gun in guns if gun.value.critical is not None), state.gun)


# Precision -----------------------------------------------------------------------------------------------------------


def may_be_precise(state: Firing) -> bool:
    """Return True if the pool has Precision and a CHARACTER may stand among others (11E-PREC-1)."""
    if not state.gun.value.precise or not state.shooting.value.aim.visible or not may_hold(state.pool):
        return False
    ranks = state.line.known_ranks()
    leaders = {rank.kind.model for rank in ranks if rank.kind.leader}
    return len(leaders) > 1 or (bool(leaders) and any(not rank.kind.leader for rank in ranks))


def choose_precision(state: Firing, table: Table) -> Firing:
    """Ask whether a CHARACTER whom a firing model sees becomes the first group (11E-PREC-1)."""
    leaders = tuple(
        dict.fromkeys(rank.kind.name for rank in in_order(state.line.standing(), AS_LISTED) if rank.kind.leader)
    )
    first = sorted((rank.kind.model, rank.kind.name) for rank in state.line.standing() if rank.kind.leader)
    if not leaders:
        return state.but(precise="")
    characters = [model.name for model, _ in state.shooting.value.aim.unit.value.models if model.character]
    name = table.choose(
        f"precision:{first_name(state)}",
        (Option(NOBODY, "groups in their order"), *(Option(name, f"the {name} first, if visible") for name in leaders)),
        default=first[0][1] if table.setting("precision") == "always" else NOBODY,
        rules=("11E-PREC-1", "11E-MW-1"),
        text="Precision: is a character the first to take these attacks?",
        expired_values=tuple(other for other in characters if other not in leaders),
    )
    if name == NOBODY:
        return state.but(precise="")
    guards = any(not rank.kind.leader for rank in state.line.standing())
    line = state.line.changed(partial(found_among, name, guards)) if guards else state.line
    return state.but(precise=name, line=line)


def found_among(name: str, guards: bool, kind: token_types.TargetModel) -> token_types.TargetModel:
    """Return the CHARACTER with a mark if Precision finds him among bodyguards."""
    return kind.but(guarded=guards) if kind.leader and kind.name == name else kind


# The order of groups -------------------------------------------------------------------------------------------------


def draw_up(state: Firing, table: Table) -> Firing:
    """Return the state with the living groups in the defender's order, for each pile anew (11E-SAV-1)."""
    if not may_hold(state.pool):
        return state
    if not may_hold(state.line.known_ranks()):  # the first pile has slain all
        return faced_by(state, ())
    if table.moot(nothing_to_save, state):
        return state
    state = state.but(allocation=said_order(state, table))
    state = state.but(line=arranged(state.line, ordering(state)))
    state = state.but(single=needs_single(state))
    return facing_the_line(state, table)


def nothing_to_save(state: Firing) -> bool:
    return not state.line.any_left() or not any(isinstance(token, token_types.Wound) for token, _ in state.pool)


def ordering(state: Firing) -> Ordering:
    *named, others = state.allocation.split(NAMES)
    return Ordering(state.precise, named=tuple(named), best=gun_now(state) if others == BEST_SAVE else None)


def said_order(state: Firing, table: Table) -> str:
    """Return the defender's order: the one that holds for the whole attack, or an answer."""
    if lasting(state, table):
        return state.allocation
    if state.precise and table.moot(one_die, state):
        return ""  # the only die meets the chosen CHARACTER
    # answers given before the attack include models that have fallen since
    each = state.attack.value.manner.each_pool
    ranks = state.line.known_ranks() if each else state.shooting.value.aim.line.standing()
    return ask_order(state, ranks, table.setting("allocation"), table)


def lasting(state: records.Firing, table: Table) -> bool:
    """Return True if the order holds for all attacks of the unit."""
    return bool(state.allocation) and (not pool_by_pool(state, table) or state.allocation in FOR_ALL)


def pool_by_pool(state: records.Firing, table: Table) -> bool:
    """Return True if players choose the order for each pool, among the models that stand then."""
    return table.detail(state.attack.value.manner.each_pool, False)


def one_die(state: Firing) -> bool:
    return (
        state.attack.value.manner.each_pool
        and sum(n for token, n in state.pool if isinstance(token, token_types.Wound)) == 1
    )


def ask_order(state: Firing, ranks: tuple[Rank, ...], usual: str, table: Table) -> str:
    """Ask for group after group as far as there is a choice, and for the order of the others (11E-SAV-1). Return "" in
    a battle without a choice, because there may be one later.
    """
    left = [group for group in groups(ranks).values() if state.precise not in [rank.kind.name for rank in group]]
    left.sort(key=lambda group: (group[0].kind.leader, not any(map(wounded, group)), group[0].kind.model))
    named: list[str] = []
    before = [rank for rank in in_order(ranks, Ordering(state.precise)) if rank.kind.name == state.precise][:1]
    nth, asked = 0, False
    while len(left) > 1:
        if pool_by_pool(state, table) and table.moot(all_fall_to, state, before) and table.needless("allocate"):
            break
        may = [group for group in left if same_place(group, left[0])]
        answer = ask_group(state, may, left, usual, nth, table)
        nth, asked = nth + 1, asked or len(may) > 1
        if answer == BEST_SAVE or (answer == LISTED and len(may) > 1):
            return NAMES.join([*named, answer])
        meant = next((group for group in left if answer in [rank.kind.name for rank in group]), None)
        if answer == LISTED:  # there is no choice yet
            meant = left[0]
        else:
            named += of_its_group(state, answer)
        if meant:
            left.remove(meant)
            before += meant
    models = state.shooting.value.aim.unit.value.models if named and not state.attack.value.manner.each_pool else ()
    for _ in range(nth, len(models)):  # further names, because their groups may split later
        answer = ask_group(state, left, left, usual, nth, table, said_before=True)
        nth += 1
        if answer in (LISTED, BEST_SAVE):
            break
        named += of_its_group(state, answer)
    return NAMES.join([*named, usual]) if asked or not pool_by_pool(state, table) else ""


def of_its_group(state: Firing, text: str) -> list[str]:
    """Return the kinds of the named model's group; it is meant even if its first models are dead."""
    models = [model for model, _ in state.shooting.value.aim.unit.value.models]
    one = next(model for model in models if model.name == text)
    if one.character:
        return [text]
    return [text, *(model.name for model in models if not model.character and alike(model, one) and model is not one)]


def alike(model: Model, other: Model) -> bool:
    values = ((one.wounds, one.save, one.invulnerable) for one in (model, other))
    return len({*values}) == 1


def same_place(group: list[Rank], first: list[Rank]) -> bool:
    """Return True if either group may come first: CHARACTERs in both or neither, wounded models in both or neither."""
    return group[0].kind.leader == first[0].kind.leader and any(map(wounded, group)) == any(map(wounded, first))


def ask_group(
    state: Firing,
    may: list[list[Rank]],
    left: list[list[Rank]],
    usual: str,
    nth: int,
    table: Table,
    said_before: bool = False,
) -> str:
    """Return the next group; LISTED means all others in listed order. ``said_before``: only use an earlier answer."""
    names = [tuple(dict.fromkeys(rank.kind.name for rank in group)) for group in left]
    options = []
    for group, own in zip(left, names, strict=True):
        why = () if group in may else (why_later(group),)
        label = table.in_sight(row_of_group, damage.in_short(own), own, group, state)
        same = f"as the {own[0]}, which has the same save and wounds"
        labels = [label, *(f"{name}: {same}" for name in own[1:])]
        options += [
            Option(name, words, why, rarely_chosen=i > 0 or bool(why))
            for i, (name, words) in enumerate(zip(own, labels, strict=True))
        ]
    shown = [damage.in_short(own) for group, own in zip(left, names, strict=True) if group in may]
    options += [
        Option(LISTED, target.in_this_order(map(damage.in_short, names), shown)),
        Option(BEST_SAVE, target.BEST_SAVE_LABEL),
    ]
    if not state.attack.value.manner.each_pool:  # fallen models, and groups with a fixed position, make no difference
        all_names = [model.name for model, _ in state.shooting.value.aim.unit.value.models]
        options += [Option(name, rarely_chosen=True) for name in all_names if not any(name in own for own in names)]
    text = table.in_sight(who_asks, "Who takes the lowest dice?", state, may)
    question = Choose("allocate", tuple(options), usual, DEFENDER, ("11E-SAV-1",), text, spent=usual, nth=nth)
    if len(may) > 1 and not said_before:
        return str(table.ask(question))
    return str(table.default_unless_given(question.but(default=LISTED, spent=LISTED), LISTED))


def who_asks(plain: str, state: Firing, may: list[list[Rank]], table: Table) -> str:
    """Return the question with what waits: `Who saves first, with the lowest dice: 15 wounds, AP-1?`"""
    n = sum(n for token, n in state.pool if is_saved_now(state, token))
    who = f"Who after the {state.precise}" if state.precise else "Who"
    saves = "saves first, with the lowest dice:" if n > 1 else "takes"
    return target.waiting_text(n, token_types.Wound(gun_now(state)), may[0], f"{who} {saves}")


def is_saved_now(state: Firing, token: object) -> bool:
    """Return True for a wound of the pile that is saved now."""
    return isinstance(token, token_types.Wound) and (
        not state.apart or (type(token) is ChangedWound) == (state.now == CHANGED)
    )


def row_of_group(short: str, names: tuple[str, ...], ranks: list[Rank], state: Firing, table: Table) -> str:
    return target.row(state, names, ranks, token_types.Wound(gun_now(state)))


def why_later(group: list[Rank]) -> Reason:
    if group[0].kind.leader:
        return Reason("CHARACTERs come after all others, the wounded first", "11E-SAV-1")
    return Reason("a group with a wounded model comes first", "11E-SAV-1")


def facing_the_line(state: Firing, table: Table) -> Firing:
    """Return the wounds with the saves of the living models at the table, the first group first."""
    if table.blindly(faced_already, state):
        return state
    return faced_by(state, table.in_sight(those_in_reach, state.line.standing(), state))


def those_in_reach(ranks: tuple[Rank, ...], state: Firing, table: Table) -> tuple[Rank, ...]:
    """Return the models that some of these wounds may come to if no die saves: no die is read for the others.

    Where dice may be rolled again or changed, all models count: what holds for the throw depends on them (11E-SAV-2).
    """
    gun = gun_now(state).value
    needs = saves_of_all(gun, ranks)
    if damage.uneven(needs) or may_be_changed_once(gun):
        return ranks
    met = next((ranks[:index] for index in range(1, len(ranks)) if all_fall_to(state, ranks[:index])), ranks)
    thrown = any(one.need.target is not None for one in saves_of_all(gun, met).saves)
    return met if thrown or table.needless(f"save:{gun.name}") else ranks


def saves_of_all(gun: token_types.Gun, ranks: Iterable[Rank]) -> PoolGun:
    return damage.facing(gun, damage.kinds_of(ranks, gun), ())


def all_fall_to(state: Firing, ranks: Iterable[Rank]) -> bool:
    """Return True if these models take all wounds that are saved now, even if each die fails and does its most."""
    waiting = [(token.gun, n) for token, n in state.pool if is_saved_now(state, token)]
    left = sum(n for _, n in waiting)
    for rank in ranks:
        most = max((charts.most_damage(gun, rank.kind) for gun, _ in waiting), default=0)
        if not most:
            return True
        left -= rank.n * -(-rank.left // most)
    return left <= 0


def faced_already(state: Firing, table: Table) -> bool:
    """Return True if the saves are those of all models that stood when the pool was made."""
    second = state.apart and state.now == state.last
    return not (second and (may_be_changed_once(state.gun.value) or damage.uneven(state.gun.value)))


def faced_by(state: Firing, ranks: tuple[Rank, ...]) -> Firing:
    """Return the wounds with the needs of these models' saves. Without models no dice are thrown."""
    theirs = single_die_rights(state.gun.value, state.spare, token_types.SAVE)

    def now(gun: Hashed[token_types.Gun]) -> Hashed[token_types.Gun]:
        if not isinstance(gun.value, PoolGun):
            return gun
        return Hashed(damage.facing(gun.value, damage.kinds_of(ranks, gun.value), theirs))

    return state.but(
        pool=pool(
            *(
                (token.but(gun=now(token.gun)) if type(token) in (token_types.Wound, ChangedWound) else token, n)
                for token, n in state.pool
            )
        )
    )


def may_be_changed_once(gun: token_types.Gun) -> bool:
    """Return True if one die of its saves may be changed, which the first pile may have used."""
    return bool(gun.their_single or (isinstance(gun, PoolGun) and gun.save_spare))


def needs_single(state: Firing) -> bool:
    """Return True if dice are resolved one by one, because players may decide something about each."""
    return bool(state.shooting.value.shielded and has_shields(state.gun.value))


# Mortal wounds of the pool -------------------------------------------------------------------------------------------


def line_up_packets(state: Firing, table: Table) -> Firing:
    """Return the line in the order of mortal wounds for packets; with Precision the CHARACTER is first (11E-MW-1)."""
    if not may_hold(state.late):
        return state
    return state.but(line=arranged(state.line, BY_MORTAL_WOUNDS.but(first=state.precise)), single=needs_single(state))


def line_up_mortal(state: records.Firing, table: Table) -> records.Firing:
    """Return the line in the order of mortal wounds: the wounded, others, CHARACTERs (11E-MW-1)."""
    tokens = state.added if isinstance(state, Firing) else state.pool
    if not may_hold(tokens):
        return state
    return state.but(line=arranged(state.line, BY_MORTAL_WOUNDS), single=False)


def settle(state: records.Firing, table: Table) -> Shooting:
    """Return the shooting after a pool. Toughness, groups and order are made anew from the living models."""
    around = state.shooting.value
    line = table.in_sight(as_listed, state.line.changed(target.unguarded) if state.precise else state.line)
    kept = state.allocation if lasting(state, table) else ""
    return with_hits(around, state).but(line=line, spare=state.spare, allocation=kept)


def as_listed(line: Line, table: Table) -> Line:
    return Line(in_order(line.standing(), AS_LISTED))


# Dice that are resolved one by one, because damage may be changed to 0.

Resolved = Die | token_types.Packet


def one_by_one(state: Firing) -> bool:
    """Return True while a die is left to resolve by itself and a model stands."""
    return state.single and bool(state.pool) and bool(state.line.any_left())


def take_one(state: Firing, table: Table) -> Firing:
    """Return the state with the lowest die or next packet at the one model that it meets; all else waits."""
    counts = dict(state.pool)
    first, *others = damage.order_of(state, tuple(counts), table)
    front, *rest = in_order(state.line.standing(), met_by(state, first))
    if front.n > 1:
        rest = [front.but(n=front.n - 1), *rest]
        front = front.but(n=1)
    gets_through = type(first) is token_types.Packet or not damage.saves_with(first, front.kind)
    if gets_through and shields_of(first, front.kind) and use_it(first.gun, table):
        front = front.but(kind=front.kind.but(nothing=True, spared=front.kind.spared + 1))
    return state.but(
        line=Line((front, *rest), 0, 1),
        pool=((first, 1),),
        waiting=pool((first, counts[first] - 1), *((token, counts[token]) for token in others)),
    )


def met_by(state: Firing, token: Resolved) -> Ordering:
    return BY_MORTAL_WOUNDS.but(first=state.precise) if type(token) is token_types.Packet else ordering(state)


def shields_of(token: Resolved, model: token_types.TargetModel) -> bool:
    """Return True if the model may still change the damage of this token to 0 (10E-FX-DMG-5)."""
    return edition.defence(token.gun.value, model).shields > model.spared


def use_it(gun: Hashed[token_types.Gun], table: Table) -> bool:
    """Ask the defender whether to change the damage of an attack to 0 (10E-FX-DMG-5)."""
    text = f"Change the damage of this attack ({gun.value.name}, damage {gun.value.damage.text}) to 0?"
    options = (Option("yes"), Option("no"))
    return (
        table.choose("no_damage", options, default="yes", owner=DEFENDER, rules=("10E-FX-DMG-5",), text=text) == "yes"
    )


def close_up(state: Firing, table: Table) -> Firing:
    """Return the waiting tokens to the pool, and the other models to the line behind the one that was met."""
    ranks = tuple(
        rank.but(kind=rank.kind.but(nothing=False)) if rank.kind.nothing else rank for rank in state.line.standing()
    )
    return state.but(line=Line(merge_neighbours(ranks)), pool=pool(*state.waiting), waiting=())


NEEDED = NUMBERS.hazard_fails + 1
TEST = Need(NEEDED, (Reason(f"Hazardous: {edition.face(NEEDED)}, or the unit suffers", "11E-HAZ-1"),))


def tests_wait(state: Shooting) -> bool:
    return bool(state.tests)


def begin_tests(state: Shooting, table: Table) -> HazardousTest:
    """Return the stage with one roll for each selected Hazardous weapon, even without a target (10E-ORD-7). There is
    none if nobody of the unit is left.
    """
    ranks = hazard_ranks(state.attack.value)
    if not ranks:
        return nobody_suffers(state, "No hazard roll: nobody of the unit is left.", "11E-HAZ-1", table)
    each = mortal_wounds(state.attack.value, ranks)
    side = shooter_of(state.attack.value, ())

    def test(psychic: bool, again: bool) -> HazardRoll:
        return HazardRoll(harm(ABILITIES, NUMBERS, "Hazardous", side, psychic), False, again, each=each)

    tests = tuple((test(*one), n) for one, n in sorted(Counter(state.tests).items()))
    if spare := for_roll(state.spare, HAZARDOUS):  # one die of all the rolls, for any weapon
        (first, n), *rest = tests
        tests = ((first.but(spare=spare, rest=tuple(rest)), n),)
    return HazardousTest(Hashed(state.but(tests=())), Line(ranks), pool(*tests), (models(ranks), wounds(ranks)))


def hazard_ranks(state: Attack) -> tuple[Rank, ...]:
    """Return all living models of the unit in the order of mortal wounds (11E-MW-1), not only those that fire."""
    unit = state.shooter.value
    living = (
        state.firers if state.doing != ON_DEATH else firers_of(state.battle.value.sides[state.side].units[state.unit])
    )
    ranks = []
    for firer in living:
        kind = target.target_model(unit, firer.model)
        ranks.append(Rank(kind.but(leader=unit.models[firer.model][0].character), firer.n, firer.left))
    return in_order(ranks, BY_MORTAL_WOUNDS)


def mortal_wounds(state: Attack, ranks: tuple[Rank, ...]) -> int:
    """Return the mortal wounds of a failed roll: more if all are MONSTERs or VEHICLEs, none INFANTRY (11E-HAZ-1)."""
    unit = state.shooter.value
    of = [unit.models[rank.kind.model][0].keywords for rank in ranks]
    if any("INFANTRY" in keywords for keywords in of):
        return NUMBERS.hazard_wounds
    return NUMBERS.hazard_wounds_big if all({*BIG} & {*keywords} for keywords in of) else NUMBERS.hazard_wounds


def roll_hazard(test: HazardRoll, n: int, table: Table) -> Pool:
    """Return the mortal wounds of the rolls; 1 and 2 fail (11E-HAZ-1). One failure may be re-rolled (10E-RR-6)."""
    spare = test.spare
    if spare:
        table.needs_all_dice("one hazard roll of the unit may be rolled again")
    again = TEST.failures() if test.again else ()
    failed = table.roll("hazardous", n, TEST, again=again, text="Hazard rolls", once=(HAZARDOUS,)).failed
    if failed and spare and not test.again:
        text = f"Hazard roll, again: {spare[0].name}"
        failed, spare = failed - table.roll("one hazardous again", 1, TEST, text=text).passed, spare[1:]
    each = test.each
    if failed:
        table.tell("{n} mortal wound{s} on the unit", ("11E-HAZ-1",), n=failed * each, s="s" * (failed * each > 1))
    ends: list[tuple[Mortal, int]] = [(Mortal(test.gun), failed * each)]
    for other, more in test.rest:
        assert isinstance(other, HazardRoll)
        ends += roll_hazard(other.but(spare=spare), more, table)
    return pool(*ends)
