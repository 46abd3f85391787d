"""Allocation of wounds (7E-ALC-1 to 6, 10, 11), and going to ground before the saves (7E-GTG)."""

from __future__ import annotations

from shoot_cli.engine.names import counted
from shoot_cli.engine.pools import Line, Rank, models, pool
from shoot_cli.engine.questions import Need, Option
from shoot_cli.engine.reasons import DEFENDER, Reason
from shoot_cli.engine.table import Table
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.records import Attack, Firing, Ranks
from shoot_cli.rules.seventh.steps.damage import anybody, can_be_precise, place_of, wounds_made
from shoot_cli.rules.seventh.steps.owner_decisions import (
    NO_COVER,
    TO_CHARACTERS,
    wants_cover_in_vain,
    why_not_to_ground,
)
from shoot_cli.rules.seventh.steps.states import line_and_apart, undecided_ranks
from shoot_cli.rules.seventh.tokens import TargetModel, Unsaved, Wound

CLOSEST, LATER = "closest", "not yet"
LOOK_OUT = {False: 4, True: 2}  # by whether the character is an Independent Character


def wounds_wait(state: Firing) -> bool:
    """Return True if wounds wait and a model in reach can take them (7E-ALC-2, 7E-ALC-11)."""
    return bool(state.pool) and state.line.any_left()


def go_to_ground(state: Firing, table: Table) -> Firing:
    """Ask the owner if the unit goes to ground, after rolls to wound and before saves (7E-GTG-1, 2, 3, 7)."""
    once = table.setting("gtg_window") == "first_weapon"
    if state.attack.on_ground or state.attack.ground_asked:
        return state
    unit, useless = state.attack.target.value, why_useless(state)
    if useless and not once:
        table.explain(tell_useless, state, useless)
        return state
    label = "cover is 1 better, 6+ in the open; Snap Shots only until the end of its next turn"
    can_wait = (
        state.attack.manner.attacks_follow and not once and any(firer.weapons > 0 for firer in state.attack.firers)
    )
    # a unit that may not go to ground is not asked later either
    can_wait = can_wait and not why_not_to_ground(state.attack, state)
    later = (Option(LATER, "stay up, ask again at the next weapon"),) if can_wait else ()
    answer = table.choose(
        "go_to_ground",
        (
            Option("no", "stay up"),
            *later,
            Option(
                "yes", f"go to ground: {useless.text if useless else label}", why_not_to_ground(state.attack, state)
            ),
        ),
        default="no",
        owner=DEFENDER,
        rules=("7E-GTG-1", "7E-GTG-2", "7E-GTG-4"),
        text=f"{unit.name}: go to ground?",
        nth=len(state.attack.fired) - 1,
    )
    if answer in ("no", LATER):
        table.explain(tell_no_cover, state)
        # where "not yet" can be said, "no" holds for the whole attack
        return state.with_attack(ground_asked=True) if once or (can_wait and answer == "no") else state
    table.tell("{name}: gone to ground", ("7E-GTG-2", "7E-GTG-4"), name=unit.name)
    return state.with_state(grounded(state.attack_now()))


def tell_useless(state: Firing, why: Reason, table: Table) -> None:
    """Tell once in an attack, for each reason, why nobody is asked."""
    if why_not_to_ground(state.attack, state):
        return
    name, words = state.attack.target.value.name, "{unit}: going to ground would not help ({why})"
    said = words.format(unit=name, why=why.text)
    if not any(entry.text == said for entry in table.entries_of_attack()):
        table.tell(words, ("7E-GTG-7",), unit=name, why=why.text)


def tell_no_cover(state: Firing, table: Table) -> None:
    if wants_cover_in_vain(state):
        name = state.attack.target.value.name
        table.tell("{name}: {why}, so they save as usual", (NO_COVER.rule,), name=name, why=NO_COVER.text)


def grounded(state: Attack) -> Attack:
    return state.changed(lambda kind: kind.but(on_ground=True)).but(on_ground=True, ground_asked=True)


def why_useless(state: Firing) -> Reason | None:
    """Return why going to ground would help no model against this weapon; None if it could (7E-GTG-7)."""
    wounds = wounds_made(state)
    if all("Ignores Cover" in wound.rules for wound in wounds):
        return Reason("the weapon ignores cover", "7E-GTG-7")
    kinds = {rank.kind for rank in state.ranks()}  # hidden models count, because they may step in for a character
    helped = {kind for kind in kinds if any(charts.ground_helps(kind, wound) for wound in wounds)}
    if helped == kinds or any(rank.kind in helped for rank in state.apart) or state.line.any_left(helped.__contains__):
        return None
    return Reason("their other saves are as good", "7E-GTG-7")


def precise_wounds_wait(state: Firing) -> bool:
    """Return True if Precision Shot wounds wait. The pool is read only if they are possible."""
    return can_be_precise(state) and any(type(token) is Wound and token.precise for token, _ in state.pool)


def aim_precision_shots(state: Firing, table: Table) -> Firing:
    """Ask the shooter whom the Precision Shots hit; by default the closest model (7E-ALC-5)."""
    aim = name_target(state, state.line.known_ranks(), "precision", table)
    return state if aim == CLOSEST else state.but(aim=aim, line=state.line.but(reach=0))


def name_target(state: Firing, ranks: tuple[Rank, ...], key: str, table: Table) -> str:
    """Ask which kind of model the Precision Shots hit, if there are several."""
    kinds = dict.fromkeys(rank.kind.name for rank in ranks) | {rank.kind.name: rank for rank in reversed(ranks)}
    if len(kinds) < 2:
        return CLOSEST
    return table.choose(
        f"{key}:{state.weapon.value.name}",
        (Option(CLOSEST, "the closest model"), *(Option(name, with_saves(rank)) for name, rank in kinds.items())),
        default=CLOSEST,
        rules=("7E-HIT-9", "7E-ALC-5"),
        text=table.in_sight(whom_they_hit, "Whom do the Precision Shots hit?", state),
        expired_values=tuple(model.name for model, _ in state.attack.target.value.models if model.name not in kinds),
    )


def whom_they_hit(plain: str, state: Firing, table: Table) -> str:
    """Return the question with the number of wounds. Only for players, because the odds would have to read the pool."""
    wounds = ((token.wound if type(token) is Unsaved else token, n) for token, n in state.pool)
    n = sum(n for wound, n in wounds if wound.precise)
    return (
        f"Whom do the {n} Precision Shots that wound hit?" if n > 1 else "Whom does the Precision Shot that wounds hit?"
    )


# Wounds that need a decision or a roll.


def allocate(state: Firing, table: Table) -> Firing:
    """Find who takes the next wounds: the closest, aimed or random model, or a friend by Look Out, Sir."""
    waiting = tuple(sorted(state.pool, key=lambda end: place_of(state, end[0])))
    first = waiting[0][0]
    wound = first.wound if isinstance(first, Unsaved) else first
    state = state.but(line=Line(state.line.standing()), pool=waiting)
    if table.detail(waiting[0][1], 1) > 1 and anybody(state, first):  # the odds allocate each wound by itself
        return state.but(line=state.line.but(reach=undecided_ranks(state.attack, state) if state.aim == CLOSEST else 0))
    index = 0
    if wound.precise and state.aim not in (CLOSEST, *(rank.kind.name for rank in state.line.ranks)):
        # the target of the Precision Shots is gone
        state = state.but(aim=name_target(state, state.line.ranks, "precision_next", table))
    aimed = wound.precise and state.aim != CLOSEST
    if aimed:
        index = next(i for i, rank in enumerate(state.line.ranks) if rank.kind.name == state.aim)
    elif state.attack.at_random:
        state, index = pick_at_random(state, table)
    if may_look_out(state.attack, state, state.line.ranks[index].kind):
        return alone(state, look_out_sir(state, index, table))
    if aimed or state.attack.at_random or state.aim != CLOSEST:
        return alone(state, index)
    return state.but(line=state.line.but(reach=undecided_ranks(state.attack, state)))


def alone(state: Firing, index: int) -> Firing:
    """Allocate the first wound to the model at `index`, moved to the front; set the other wounds aside."""
    ranks = state.ranks()
    front = ranks[index]
    rest = (*ranks[:index], *((front.but(n=front.n - 1),) if front.n > 1 else ()), *ranks[index + 1 :])
    wound = state.pool[0][0]
    line, apart = line_and_apart(rest, hurts_anywhere(state))
    return state.but(
        line=Line((front.but(n=1), *line.ranks), 0, 1),
        apart=apart,
        pool=((wound, 1),),
        waiting=pool((wound, state.pool[0][1] - 1), *state.pool[1:]),
    )


def hurts_anywhere(state: Firing) -> bool:
    return charts.blast(charts.area_of(state.weapon.value))


def close_ranks(state: Firing, table: Table) -> Firing:
    """Restore the line and the waiting wounds after a wound that was allocated alone."""
    if not state.waiting and state.line.reach is None:
        return state
    ranks = sorted(state.standing(), key=lambda rank: (rank.kind.place, rank.left))
    line, apart = line_and_apart(ranks, hurts_anywhere(state))
    return state.but(
        line=line,
        apart=apart,
        pool=pool(*state.pool, *state.waiting),
        waiting=(),
    ).with_attack(chosen_alive=state.attack.chosen_alive and any(rank.kind.place == CHOSEN for rank in ranks))


def may_look_out(state: Attack, target: Ranks, kind: TargetModel) -> bool:
    """Return True if the model can use Look Out, Sir: a character with another model within 6" (7E-ALC-6)."""
    return kind.character and state.within_6 and state.look_out != "no" and models(target.ranks()) > 1


def look_out_sir(state: Firing, index: int, table: Table) -> int:
    """Roll Look Out, Sir once for the wound. Return the index of the rank that takes it."""
    ranks = state.ranks()
    character = ranks[index].kind
    friends = [i for i, rank in enumerate(ranks) if i != index or rank.n > 1]
    only_characters = all(ranks[i].kind.character for i in friends)
    if state.attack.look_out == "ask":
        options, usual = (Option("yes"), Option("no")), "no" if only_characters else "yes"
        text = f"Look Out, Sir for the {character.name}?"
        pick = table.choose("look_out_sir_now", options, default=usual, owner=DEFENDER, rules=("7E-ALC-6",), text=text)
        if pick == "no":
            return index
    elif only_characters and state.attack.look_out != TO_CHARACTERS:
        return index
    needed = LOOK_OUT[character.independent]
    kind = "an Independent Character" if character.independent else "a character"
    need = Need(needed, (Reason(f"Look Out, Sir for {kind}", "7E-ALC-6"),))
    text = f"{character.name}: Look Out, Sir"
    if not table.roll(f"look out sir:{character.name}", 1, need, owner=DEFENDER, text=text).passed:
        return index
    return receiver(state, friends, index, table)


def receiver(state: Firing, friends: list[int], index: int, table: Table) -> int:
    """Return the rank that steps in: the closest to the character, or the owner's choice if unclear."""
    ranks = state.ranks()

    def closeness(i: int) -> tuple[bool, int, bool]:
        apart = ranks[i].kind.place - ranks[index].kind.place
        return ranks[i].kind.character, abs(apart), apart < 0

    usual = min(friends, key=closeness)
    nearest = friends
    if table.setting("los_receiver") == CLOSEST:  # the nearest before and behind him in the line
        offsets = [ranks[i].kind.place - ranks[index].kind.place for i in friends]
        ahead, behind = (
            max((p for p in offsets if p < 0), default=None),
            min((p for p in offsets if p >= 0), default=None),
        )
        nearest = [i for i, p in zip(friends, offsets, strict=True) if p in (ahead, behind)]
    names = who_is_who(ranks, sorted({*nearest, usual}, key=lambda i: (i != usual, i)))
    name = table.choose(
        "look_out_sir_to",
        tuple(
            Option(name, with_saves(ranks[names[name]]))
            for name in sorted(names, key=lambda name: (names[name] == usual, names[name]))
        ),
        default=next(iter(names)),
        owner=DEFENDER,
        rules=("7E-ALC-6",),
        text="Who takes the wound instead?",
        expired_values=tuple(model.name for model, _ in state.attack.target.value.models if model.name not in names),
    )
    return names[name]


def with_saves(rank: Rank) -> str:
    """Return what tells whether this model should take a wound: `Nob, 4+ armour, 5+ cover, 2 wounds left`."""
    kind = rank.kind
    numbers = (kind.armour, "armour"), (kind.invulnerable, "invulnerable"), (charts.cover_save(kind).target, "cover")
    saves = [f"{n}+ {name}" for n, name in numbers if n is not None] or ["no save"]
    return ", ".join([kind.name, *saves, *([f"{counted(rank.left, 'wound')} left"] if kind.wounds > 1 else [])])


def who_is_who(ranks: tuple[Rank, ...], indexes: list[int]) -> dict[str, int]:
    """Return the ranks by name. Ranks with equal names are told apart by cover or wounds left.

    Ranks that differ only in position are listed once.
    """
    by_name: dict[str, int] = {}
    seen: set[tuple[TargetModel, int]] = set()
    for i in indexes:
        kind, left = ranks[i].kind, ranks[i].left
        same = kind.but(place=0), left
        if same in seen:
            continue
        seen.add(same)
        name = kind.name
        if name in by_name:
            cover = charts.cover_save(kind).text if charts.cover_save(kind).target is not None else "no"
            name = f"{kind.name}, {cover} cover"
        if name in by_name:
            name = f"{name}, {counted(left, 'wound')} left"
        by_name.setdefault(name, i)
    return by_name


CHOSEN = -1  # position of a randomly chosen model: first in the line until it dies


def pick_at_random(state: Firing, table: Table) -> tuple[Firing, int]:
    """Choose a random model, which counts as the closest until it dies (7E-ALC-10)."""
    ranks = state.line.ranks
    chosen = next((i for i, rank in enumerate(ranks) if rank.kind.place == CHOSEN), None)
    if state.attack.chosen_alive and chosen is not None:  # None: a new order was given, so the chosen model is unknown
        return state, chosen
    n = models(ranks)
    text = f"Which of the {n} models, counted from the nearest?"
    die = table.total("random model", 1, n, owner=DEFENDER, rules=("7E-ALC-10",), text=text) if n > 1 else 1
    index = 0
    while die > ranks[index].n:
        die, index = die - ranks[index].n, index + 1
    rank = ranks[index]
    rest = (*ranks[:index], *((rank.but(n=rank.n - 1),) if rank.n > 1 else ()), *ranks[index + 1 :])
    picked = rank.but(n=1, kind=rank.kind.but(place=CHOSEN))
    return state.but(line=Line((picked, *rest))).with_attack(chosen_alive=True), 0
