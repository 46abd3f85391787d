"""What to hit: the answers of ``hitting.toml``."""

from __future__ import annotations

from shoot_cli.core.quizzes import NothingToAsk, Source
from shoot_cli.core.record import Hashed
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.drill.formations import FormationPair, hurts_in_cover
from shoot_cli.rules.reikhammer.drill.scenes import (
    CHART,
    MANY,
    Known,
    asker,
    attack,
    fire,
    less,
    number,
    row_of,
    value,
    weapon_words,
    with_stands,
)
from shoot_cli.rules.reikhammer.profiles import AA, AP, Weapon
from shoot_cli.rules.reikhammer.records import WeaponTask
from shoot_cli.rules.reikhammer.steps.weapon import choose_value

# Values that are drawn -----------------------------------------------------------------------------------------------


def value_met(
    source: Source, action: str = charts.ADVANCE, cover: bool = False, least: int = 1, only: str = ""
) -> tuple[str, int]:
    """AP, AT or AA with its number, which action and cover leave between 1 and 5."""
    change = charts.ACTIONS[action].modifier - cover

    def fits(kind: str, n: int) -> bool:
        known = kind == only if only else not (cover and kind == AA)
        return known and n >= least and 1 <= n + change <= charts.MOST

    return value(source, fits)


def value_above_five(source: Source) -> tuple[str, int, str]:
    kind, n = value(source, lambda kind, n: n >= charts.MOST - 1)
    n += 0 if source.own else source.one((0, 0, 1, 2))
    action = source.one((charts.SUSTAINED, charts.ADVANCE, charts.DOUBLE))
    if n <= charts.MOST:
        action = source.one((charts.SUSTAINED, charts.MARSHAL, charts.DOUBLE))
    return kind, n, action


def value_below_one(source: Source) -> int:
    value(source, lambda kind, n: n == 1)
    return source.one((0, -1))


# Numbers -------------------------------------------------------------------------------------------------------------


def to_hit(kind: str, value: int, action: str = charts.ADVANCE, cover: bool = False, overwatch: bool = False) -> Known:
    need = charts.to_hit(fire(kind, value, action, cover, overwatch))
    limited = any(reason.rule == "RH-HIT-3" for reason in need.because)
    return {**number(need), "limited": limited, "forgotten": less(value)}


def second_die(value: int) -> Known:
    made = fire(AP, value)
    second = charts.needs_second(made)
    return {**number(charts.to_hit_again(made) if second else charts.to_hit(made)), "second": second, "row": 1 - value}


def gun_at_infantry(source: Source, of: FormationPair) -> Weapon:
    return source.one(weapon for weapon in of.shooter.weapons() if hurts_in_cover(weapon))


def to_hit_covered(of: FormationPair, weapon: Weapon, covered: int = 0, ignored: bool = True) -> Known:
    """What this weapon needs at the target with so many units in cover, or all; if the attacker would ignore that."""
    covered = covered or of.targets
    s = with_stands(attack(of), lambda place, stand: stand.but(cover=2 if place < covered else 0))
    said = {f"ignore_cover:{weapon.name}": "yes" if ignored else "no"}
    ((shot, _),) = choose_value(s.but(jobs=(WeaponTask(Hashed(weapon), 1),)), asker(of.settings, said=said)).pool
    if shot.fire.value.kind != AP:
        raise NothingToAsk
    n = weapon.ap or 0
    mistakes = {"forgotten": less(n), "counted": less(n - 1)}
    return {
        **number(charts.to_hit(shot.fire.value)),
        **mistakes,
        "value": n,
        "others": of.targets - covered,
        "gun": weapon_words(weapon),
    }


def change_of_action(action: str) -> Known:
    made = charts.ACTIONS[action]
    change = f"{made.modifier:+d}" if made.modifier else "0"
    return {"answer": change if made.shoots else "it does not shoot", "row": row_of("RH-ACT-2", action)}


# Mistakes ------------------------------------------------------------------------------------------------------------


def other_way_round(source: Source, value: int) -> list[str]:
    """As elsewhere: so much or more."""
    errors = [f"{value}+", *source.elsewhere("to hit", value)] if value > 1 else []
    source.random.shuffle(errors)
    return errors[:1]


def modifiers_turned_round(value: int, target: int) -> list[str]:
    return [less(2 * value - target)] if 1 <= 2 * value - target <= charts.MOST else []


def as_if_overwatch_changed_it(value: int, target: int) -> list[str]:
    return [less(1), less(target - 1 if target > 1 else value)]


# Barrages ------------------------------------------------------------------------------------------------------------


def place_of(points: int) -> int:
    return charts.BARRAGES.index(charts.barrage_row(points))


def value_of_barrage(points: int, kind: str) -> Known:
    n, row = charts.barrage_row(points).value(kind), place_of(points) + 1
    worth = f"{kind} {n}" if n is not None else f"no value {kind}"
    band = CHART["RH-BAR-4"][row][0]
    return {"answer": less(n), "row": row, "column": 3 if kind == AP else 4, "band": band, "worth": worth}


def barrage_that_can_change(source: Source, points: int, kind: str, action: str, cover: bool) -> tuple[int, str, int]:
    """Its points, AP or AT, and what that is worth; the second die has a question of its own."""
    n = charts.barrage_row(points).value(kind)
    if n is not None and n + charts.ACTIONS[action].modifier - cover >= 1:
        return points, kind, n
    if source.own:
        raise NothingToAsk
    return 9, AP, charts.barrage_row(9).ap or 0


def which_of_two_values(source: Source, points: int, type: str) -> Known:
    row = charts.barrage_row(points)
    if row.at is None or row.ap == row.at:
        if source.own:
            raise NothingToAsk
        row, points = charts.barrage_row(14), 14
    kind = max(charts.BARRAGE_KINDS[type], key=lambda kind: row.value(kind) or 0, default=None)
    answer = f"{kind} {row.value(kind)}" if kind else "neither: it is not hit"
    return {"answer": answer, "points": points, "ap": row.ap, "at": row.at, "many": MANY[type]}
