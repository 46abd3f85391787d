"""What a shot needs to hit, with cover, overwatch and special weapons: the answers of ``hitting.toml``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from shoot_cli.core.quizzes import Maker, Redraw, Source
from shoot_cli.core.quizzes.makers import rolled
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.armoury import armoury
from shoot_cli.rules.second.drill.meeting import (
    NO_HIT,
    Meeting,
    Names,
    carried,
    elsewhere,
    faces_near,
    measured,
    meet,
    put_together,
    ranges,
    said,
)
from shoot_cli.rules.second.profiles import Model, Unit, Weapon

STEADY = ("Ignores Speed", "Bionic Eye")  # firers that need a sentence of their own
WANTED: Final[Mapping[str, Callable[[int, bool, int], bool]]] = {  # by score, whether skill and range are all, move
    "by range alone": lambda number, plain, moved: 1 < number < 7 and plain and moved <= 10,
    "easy": lambda number, plain, moved: number < 4,
    "at a mover": lambda number, plain, moved: 1 < number < 7 and moved > 6,
    "at a slow one": lambda number, plain, moved: 1 < number < 7 and moved <= 10,
    "beyond six": lambda number, plain, moved: number > 6,
    "from three to six": lambda number, plain, moved: 2 < number < 7,
}


def can_aim(met: Meeting) -> bool:
    return met.model.ballistic_skill > 0 and measured(met.weapon) and not any(map(met.model.has, STEADY))


def combi_weapon(source: Source) -> Meeting:
    """In the hands of somebody who has nothing to help him."""
    return meet(source)._replace(weapon=carried(source, ["Combi"]), model=Model("", 4))


def skill_of_it_or_any(source: Source, it: Meeting) -> int:
    own = source.own or source.one((True, False))
    return it.model.ballistic_skill if own else source.one(range(1, 9))


def within_reach(source: Source, it: Meeting) -> int:
    reach = source.one((it.weapon.short, it.weapon.long))
    return source.random.randint(1, min(int(reach or 0), 48))


def score_of_shot(
    source: Source, it: Meeting, bs: int, distance: int, cover: str, moved: int, large: bool,
    both_barrels: bool, overwatch: bool, appearing: bool, wanted: str,
) -> Names:  # fmt: skip
    """:raises Again: it is none that is wanted, or these armies have figures of their own for speed"""
    settings, targeter = source.settings, it.model.has("Targeter") or it.weapon.has("Targeter")
    weapon = it.weapon.but(rules=tuple({*it.weapon.rules, *["Targeter"] * targeter}))
    modifiers = charts.modifiers_of(
        weapon, charts.band(weapon, distance)[0], cover=cover, speed=charts.speed_of(moved), large=large,
        both_barrels=both_barrels, overwatch=overwatch, appearing=appearing,
        overwatch_penalty=settings["overwatch_penalty"],
    )  # fmt: skip
    score, added = charts.score(bs, modifiers), [added for added, _ in modifiers if added]
    number, plain = score.number or 0, bool(added) and cover == "none" and not large and not targeter
    usual = settings["fast_target"] == source.ruleset.defaults()["fast_target"]
    if not WANTED[wanted](number, plain, moved) or (moved and not usual):
        raise Redraw
    total = "".join(f" {'-' if n > 0 else '+'} {abs(n)}" for n in added)
    capped = ", but a 1 always misses" if number < 2 else ""
    return {
        "answer": score.text, "number": number, "total": sum(added), "sum": f"7 - {bs}{total} = {number}{capped}",
        "column": min(number, 10) - 6, "reasons": score.first.because, "ranges": ranges(weapon), "targeter": targeter,
        "figures": (weapon.hit_short, weapon.hit_long), "penalty": settings["overwatch_penalty"],
    }  # fmt: skip


def wrong_scores(source: Source, bs: int, number: int, total: int, right: str) -> list[str]:
    """Modifiers turned round or forgotten, one off, another edition's chart."""
    errors = [said(7 - bs + total), said(7 - bs)] if total else []
    errors += elsewhere(source, "to hit", NO_HIT, bs)
    return [*long_scores(source, number), *errors] if number >= 6 else faces_near(source, right, errors)


def long_scores(source: Source, number: int) -> list[str]:
    found = [said(n) for n in (6, 7, 8, 9, 10) if n != number]
    source.random.shuffle(found)
    return found


def one_off(source: Source, number: int, right: str) -> list[str]:
    return faces_near(source, right, [said(number - 1), said(number + 1)])


def score_of_skill(source: Source, bs: int) -> Names:
    score = charts.score(bs)
    likely = [*elsewhere(source, "to hit", NO_HIT, bs), f"{max(2, min(6, bs))}+"]
    return {"answer": score.text, "likely": likely, "number": 7 - bs, "reasons": score.first.because}


def shot_into(cover: str) -> Maker:
    """A roll of an attack at somebody whom cover alone makes hard to hit."""
    return put_together(rolled(fits=simple, cover=cover, speed="slow", large="no"))


def shot_into_soft_cover() -> Maker:
    return shot_into("soft")


def shot_into_hard_cover() -> Maker:
    return shot_into("hard")


def simple(shooter: Unit, target: Unit) -> bool:
    """Units whose first shots are told in full by the situation: one skill, no eye or finder, no odd weapon."""
    skills = {model.ballistic_skill for model, _ in shooter.models}
    weapons = [weapon for weapon in shooter.weapons() if not weapon.template]
    odd = any(map(shooter.has, STEADY)) or bool(charts.hiding(target))
    near = all(measured(weapon) and not weapon.blast and (weapon.hit_long or 0) >= 0 for weapon in weapons)
    return shooter.name != target.name and len(skills) == 1 and 0 not in skills and not odd and near and bool(weapons)


def better_cover(classes: list[str]) -> str:
    return str(min(charts.COVER[name][0] for name in classes))


# Templates, markers, grenades ----------------------------------------------------------------------------------------


def score_under_template(it: Meeting, cover: str) -> Names:
    start = 7 - it.model.ballistic_skill
    score = charts.to_hit(it.weapon, it.model.ballistic_skill, charts.SHORT)
    scores = {"in_the_open": said(start), "in_cover": said(start - charts.COVER[cover][0])}
    return {"answer": score.text, "reasons": score.first.because, **scores}


def all_of_them(it: Meeting, cover: str, whole: int) -> Names:
    return {**score_under_template(it, cover), "answer": whole}


def as_if_rolled_for(it: Meeting, whole: int) -> int:
    return (whole * it.model.ballistic_skill + 5) // 6


def need_partly_under(source: Source, weapon: Weapon) -> Names:
    need = charts.partly_under(blast=not weapon.template, setting=source.settings["blast_partial"])
    return {"answer": need.text, "likely": ["it is hit"], "needed": need, "reasons": need.because}


def hits_partly_under(source: Source, weapon: Weapon, whole: int, dice: tuple[int, ...]) -> Names:
    known = need_partly_under(source, weapon)
    partly = sum(map(known["needed"].met_by, dice))
    return {**known, "answer": whole + partly, "partly": partly}


def score_of_krak_grenade(source: Source, bs: int, cover: str) -> Names:
    krak = next(weapon for modes in armoury().values() for weapon in modes if weapon.name == "krak grenade")
    score = charts.to_hit(krak, bs, charts.SHORT, charts.modifiers_of(krak, charts.SHORT, cover=cover))
    number, start = score.number or 0, 7 - bs - charts.COVER[cover][0]
    near = faces_near(source, score.text, [said(start), said(start - 1), said(start + 2)])
    near = [*long_scores(source, number), *near] if number >= 6 else near
    return {"answer": score.text, "number": number, "near": near, "reasons": score.first.because}


SPLASH = 2  # inches


def splashed(away: list[int], dice: tuple[int, ...]) -> Names:
    need, pairs = charts.SPLASHED, [*zip(away, dice, strict=True)]
    hit = sum(far <= SPLASH and need.met_by(die) for far, die in pairs)
    errors = (sum(map(need.met_by, dice)), sum(far <= SPLASH for far in away))
    told = ", ".join(f'{far}" (a {die})' for far, die in pairs)
    return {"answer": hit, "errors": errors, "told": told, "needed": need.text, "reasons": need.because}
