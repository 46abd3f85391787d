"""How each weapon is fired, its dice to hit (RH-HIT-1 to 4, RH-BAR-5), and whether cover is ignored (RH-COV-1, 2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from shoot_cli.engine.names import counted
from shoot_cli.engine.pools import Pool, pool
from shoot_cli.engine.questions import Choose, Number, Option
from shoot_cli.engine.reasons import Reason, TeachingPoint
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.charts import Attack, Fire, Hit, Modifier, SecondRoll, Shot, WeaponTask
from shoot_cli.rules.reikhammer.profiles import TYPE_WORDS, WAR_ENGINE, Weapon
from shoot_cli.rules.reikhammer.steps.damage import hit_on
from shoot_cli.rules.reikhammer.steps.eligibility import BARRAGE, recipients, standing, target_units, unit_distance
from shoot_cli.rules.reikhammer.steps.facts import YES_NO

SOME = "some of each"


def jobs_left(state: Attack) -> bool:
    return bool(state.jobs)


def choose_value(state: Attack, table: Table) -> Attack:
    """Choose AP, AT or AA for the next weapons. Macro hits reach as far as the weapons that make them (RH-MW-1)."""
    state = fire_next(state, table)
    return state if state.jobs else state.but(reach=(state.reach[0], state.macro_reach))


def fire_next(state: Attack, table: Table) -> Attack:
    """Ask only about values that can be better at some unit; refuse values that hurt no unit."""
    job, *rest = state.jobs
    weapon = job.weapon.value
    shots = sum(other.n for other in state.jobs) + sum(n for _, n in (*state.pool, *state.later))
    useful = worth_asking(state, weapon, shots, table)
    usual = proposal_first(state, weapon, useful or weapon.values)[0]
    state = state.but(jobs=tuple(rest))
    some = (Option(SOME, "some of them so, the others so"),) if job.n > 1 else ()

    def fired_as(kinds: Iterable[str]) -> Choose:
        able = {kind: at_whom(state, weapon, kind) for kind in kinds}
        options = tuple(
            Option(kind, f"{kind} {weapon.value(kind)}: {whom}", () if whom else (hurts_nobody(kind),))
            for kind, whom in able.items()
        )
        text = f"What {'is' if job.n == 1 else 'are'} {counted(job.n, weapon.name)} fired as?"
        more = some if len(list(filter(None, able.values()))) > 1 else ()
        return Choose(f"value:{weapon.name}", (*options, *more), usual, rules=("RH-HIT-1",), text=text)

    asked = len(useful) > 1
    useful = [kind for kind in weapon.values if kind in (useful if asked else hurting(state, weapon))]
    chosen = usual
    if asked:
        chosen = table.ask(fired_as(useful))
    elif len(useful) > 1:
        chosen = table.default_unless_given(fired_as(useful), usual)
    else:
        table.check_only_answer(fired_as(weapon.values), usual)
    if chosen != SOME:
        return fire(state, job, chosen, job.n, table)
    unasked = job.n
    for kind in useful[:-1]:
        n = table.number(
            f"{kind}:{weapon.name}",
            0,
            unasked,
            default=unasked // 2,
            rules=("RH-HIT-1",),
            text=f"How many fire {kind}?",
        )
        state, unasked = fire(state, job, kind, n, table), unasked - n
    table.check_only_answer(Number(f"{useful[-1]}:{weapon.name}", 0, job.n, rules=("RH-HIT-1",)), unasked)
    return fire(state, job, useful[-1], unasked, table)


def at_whom(state: Attack, weapon: Weapon, kind: str) -> str:
    stands = target_units(state)
    names = dict.fromkeys(stands[index].type for index in reached(state, weapon, kind))
    return ", ".join(TYPE_WORDS[name] for name in names)


def fire(state: Attack, job: WeaponTask, kind: str, n: int, table: Table) -> Attack:
    """Add the shots of `n` of these weapons, with their modifiers."""
    weapon = job.weapon.value
    value = weapon.value(kind)
    if not n or value is None:
        return state
    macro = kind in weapon.macro
    changes, open_only = [*charts.action_change(state.action, state.overwatch)], False
    stands, targets = target_units(state), recipients(state, Hit(kind, macro))
    aimed_at = targets or standing(state)  # shots that can hurt nobody are fired, too
    covered = [index for index in aimed_at if stands[index].cover]
    in_vain = why_harmless(state, targets, kind, macro, table)
    if covered and len(covered) == len(aimed_at):
        changes.append(charts.IN_COVER)
    elif covered and targets:
        open_only = not in_vain and ignores_cover(state, weapon, kind, len(covered), len(targets), table)
        changes += [] if open_only else [charts.PARTLY_IN_COVER]
    shot = Shot(Hashed(Fire(weapon.name, kind, value, tuple(changes), macro, open_only, why_harmless=in_vain)))
    if macro:
        state = state.but(macro_reach=max(state.macro_reach, weapon.range))
    key = "later" if state.shooting == BARRAGE else "pool"
    return state.but(**{key: pool(*getattr(state, key), (shot, n))})


def why_harmless(state: Attack, targets: list[int], kind: str, macro: bool, table: Table) -> Reason | None:
    """Return why no hit of these shots can have an effect; None if one can. Such shots are fired without dice."""
    if not targets:
        return hurts_nobody(kind)
    stands, six_fails = target_units(state), table.setting("save_six_fails") == "true"
    needs = (charts.to_save(stands[index], macro, table.setting("macro_save"), six_fails) for index in targets)
    return Reason("every hit would be saved", "RH-SAVE-1") if all(need.certain() for need in needs) else None


def hurts_nobody(kind: str) -> Reason:
    return Reason(f"{kind} can hurt nobody within reach", "RH-ALLOC-3")


def ignores_cover(state: Attack, weapon: Weapon, kind: str, covered: int, all_: int, table: Table) -> bool:
    """Ask about mixed cover: -1 at all units, or no hit on units in cover (RH-COV-1)."""
    options = (
        Option("no", f"{kind} at all {all_}, -1"),
        Option("yes", f"{kind} at the {all_ - covered} in the open only"),
    )
    chosen = table.choose(
        f"ignore_cover:{weapon.name}",
        options,
        default="no",
        rules=("RH-COV-1",),
        text=f"{weapon.name}: ignore the cover of some of {state.target.value.name}?",
    )
    return chosen == YES_NO[1].value


# A barrage -----------------------------------------------------------------------------------------------------------


def barraging(state: Attack) -> bool:
    return state.shooting == BARRAGE


def shell(state: Attack, table: Table) -> Attack:
    """Attack each unit in the area once for each point of its integrity (RH-BAR-5, RH-BAR-6)."""
    row = charts.barrage_row(state.points, table.setting("barrage_low_at"))
    certain = table.setting("barrage_hits") == "automatic"
    starting = table.setting("barrage_integrity") == "starting"
    modifiers = table.setting("barrage_modifiers")
    shots = []
    stands = target_units(state)
    for index in standing(state):
        stand = stands[index]
        kinds = [kind for kind in charts.BARRAGE_KINDS[stand.type] if row.value(kind) is not None]
        if not stand.under or not kinds:
            why = "no value of the barrage is for it" if stand.under else "not in the area"
            table.tell("{unit}: {why}", ("RH-BAR-5",), unit=stand.name, why=why)
            continue
        kind = max(kinds, key=lambda kind: row.value(kind) or 0)
        changes: list[Modifier] = []
        if modifiers != "none":
            changes += charts.action_change(state.action, state.overwatch)
        if modifiers == "all" and stand.cover:
            changes.append(charts.IN_COVER)
        n = 1 if stand.type == WAR_ENGINE else stand.integrity if starting else state.pieces[index].left
        in_vain = why_harmless(state, [index], kind, False, table)
        on = hit_on(state, index, False, table)
        fired = Fire(stand.name, kind, row.value(kind) or 0, tuple(changes), False, False, on, certain, in_vain)
        shots.append((Shot(Hashed(fired)), n))
    return state.but(pool=pool(*shots))


def load_guns(state: Attack, table: Table) -> Attack:
    """Fire the weapons beside the barrage after its saves (RH-BAR-7)."""
    return state.but(pool=state.later, later=())


class ShotOdds(NamedTuple):
    """The chances of a shot: hits out of 36, and for each reachable unit the faces that fail its save."""

    hits: int
    fails: dict[int, int]

    def no_worse(self, other: ShotOdds) -> bool:
        """Return True if it reaches the same units and is nowhere less likely to hurt, or the other never hits."""
        fails = self.fails.keys() == other.fails.keys() and all(
            self.fails[index] >= n for index, n in other.fails.items()
        )
        return not other.hits or (fails and self.hits >= other.hits)


def hurting(state: Attack, weapon: Weapon) -> list[str]:
    """Return the values that can hurt a unit."""
    return [kind for kind in weapon.values if reached(state, weapon, kind)]


def reached(state: Attack, weapon: Weapon, kind: str) -> list[int]:
    """Return the indexes of the units that it may hit with this value."""
    return recipients(state, Hit(kind, kind in weapon.macro))


def proposal_first(state: Attack, weapon: Weapon, kinds: tuple[str, ...] | list[str]) -> list[str]:
    """Return these values, the proposal first: the highest, of equal ones the one with more possible targets."""
    return sorted(kinds, key=lambda kind: (-(weapon.value(kind) or 0), -len(reached(state, weapon, kind))))


def worth_asking(state: Attack, weapon: Weapon, shots: int, table: Table) -> list[str]:
    """Return the useful values: they hurt a unit, and no other value is at least as good at every unit. `shots` counts
    all weapons whose hits are allocated together.
    """
    kinds = proposal_first(state, weapon, hurting(state, weapon))
    if len(kinds) < 2 or (shots > 1 and table.setting("even_count") == "per_kind"):
        return kinds  # each kind is allocated separately, so the results depend on each other
    chances = {kind: ways_of(state, weapon, kind, shots, table) for kind in kinds}

    def beats(better: str, other: str) -> bool:
        if shots > 1 and (better in weapon.macro) != (other in weapon.macro):
            return False  # macro hits are allocated separately, among the units that are left
        return all(any(chance.no_worse(worse) for chance in chances[better]) for worse in chances[other])

    def in_vain(nth: int) -> bool:
        return any(
            place != nth and beats(kind, kinds[nth]) and (place < nth or not beats(kinds[nth], kind))
            for place, kind in enumerate(kinds)
        )

    return [kind for nth, kind in enumerate(kinds) if not in_vain(nth)]


def ways_of(state: Attack, weapon: Weapon, kind: str, shots: int, table: Table) -> list[ShotOdds]:
    """Return the chances at all possible targets, and at those in the open only (RH-COV-1)."""
    macro, stands = kind in weapon.macro, target_units(state)
    changes = charts.action_change(state.action, state.overwatch)
    indexes = reached(state, weapon, kind)
    in_the_open = [index for index in indexes if not stands[index].cover]
    macro_save, six_fails = table.setting("macro_save"), table.setting("save_six_fails") == "true"

    def odds_at(reachable: list[int], cover: tuple[Modifier, ...]) -> ShotOdds:
        fire = Fire(weapon.name, kind, weapon.value(kind) or 0, (*changes, *cover), macro)
        needs = {index: charts.to_save(stands[index], macro, macro_save, six_fails) for index in reachable}
        return ShotOdds(
            charts.hits_of_36(fire), {index: charts.FACES - (need.target or 0) for index, need in needs.items()}
        )

    covered = (charts.IN_COVER,) if len(in_the_open) < len(indexes) else ()
    at_all = [odds_at(nearest(state, indexes, shots), covered)]
    return [*at_all, odds_at(nearest(state, in_the_open, shots), ())] if in_the_open and covered else at_all


def nearest(state: Attack, indexes: list[int], shots: int) -> list[int]:
    """Return the units that a hit can reach; with few shots the farthest units get none. Macro hits come later, but no
    hit removes more than one unit. Beside a barrage no distance is known.
    """
    if shots >= len(indexes):
        return indexes
    last = sorted(unit_distance(state, index) for index in indexes)[shots - 1]
    return [index for index in indexes if unit_distance(state, index) <= last]


def roll_to_hit(shot: Shot, n: int, table: Table) -> Pool:
    """Roll to hit, equal or under; a 6 misses. A value of 0 or less needs a second die (RH-HIT-3, RH-HIT-4)."""
    fire = shot.fire.value
    if fire.certain:
        table.tell("{unit}: {n} automatic hit{s}", ("RH-BAR-5",), unit=fire.name, n=n, s="s" * (n != 1))
        return pool((hit_of(fire), n))
    if table.rolls_in_vain(words(fire), fire.why_harmless):
        return ()
    roll = table.roll(
        f"hit:{fire.name}", n, charts.to_hit(fire), text=words(fire), lessons=lambda: lessons(fire), luck="hits"
    )
    if charts.needs_second(fire):
        return pool((SecondRoll(shot.fire), roll.passed))
    return pool((hit_of(fire), roll.passed))


def shells(token: object) -> bool:
    """Return True for dice of a barrage: those of all units with an equal need are thrown together."""
    return isinstance(token, Shot | SecondRoll) and token.fire.value.on is not None


def roll_again(again: SecondRoll, n: int, table: Table) -> Pool:
    fire = again.fire.value
    roll = table.roll(
        f"again:{fire.name}", n, charts.to_hit_again(fire), text=f"{words(fire)}, second die", luck="hits"
    )
    return pool((hit_of(fire), roll.passed))


def hit_of(fire: Fire) -> Hit:
    return Hit(fire.kind, fire.macro, fire.open_only, fire.on)


def stay(hit: Hit, n: int, table: Table) -> Pool:
    """Put barrage hits on the unit where they fell (RH-BAR-5); other hits wait for allocation."""
    return pool((hit.on or hit, n))


def words(fire: Fire) -> str:
    if fire.on:
        return f"barrage: to hit {fire.name}, {fire.kind}"
    extra = [word for word, true in (("macro", fire.macro), ("targets in the open", fire.open_only)) if true]
    return ", ".join([f"{fire.name}: to hit, {fire.kind}", *extra])


def lessons(fire: Fire) -> tuple[TeachingPoint, ...]:
    """Return a question about which units take the hits; a barrage has none."""
    if fire.on:
        return ()
    hurt = [TYPE_WORDS[name] for name in charts.HURT[fire.kind]]
    others = [TYPE_WORDS[name] for name in TYPE_WORDS if TYPE_WORDS[name] not in hurt]
    because = (Reason(f"{fire.kind} hits go to {' or '.join(hurt)}", "RH-ALLOC-3"),)
    return (
        TeachingPoint(
            "allocate", f"Which of these can {fire.kind} hits be allocated to?", hurt[0], tuple(others), because
        ),
    )
