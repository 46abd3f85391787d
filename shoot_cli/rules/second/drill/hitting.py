"""What a shot needs to hit, with cover, overwatch and special weapons: the answers of ``hitting.toml``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from shoot_cli.core.quizzes import Again, Maker, NothingToAsk, Source
from shoot_cli.core.quizzes.makers import rolled
from shoot_cli.core.record import Record
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.armoury import armoury
from shoot_cli.rules.second.drill.meeting import (
    NO_HIT,
    TRIES,
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
    thrown,
)
from shoot_cli.rules.second.profiles import Model, Unit, Weapon

MOVES = (0, 4, 6, 8, 10, 12, 16, 20, 22, 26, 30)  # inches of a target's last move
PLACES = {"none": "in the open", "soft": "in soft cover", "hard": "in hard cover"}
STEADY = ("Ignores Speed", "Bionic Eye")  # firers that need a sentence of their own


class Aimed(Record):
    """A shot and all that its score follows from."""

    bs: int
    weapon: Weapon
    distance: int
    cover: str
    moved: int
    large: bool
    targeter: bool
    both_barrels: bool = False
    overwatch: bool = False
    appearing: bool = False
    penalty: str = "appearing_only"

    @property
    def band(self) -> str:
        return charts.band(self.weapon, self.distance)[0]

    @property
    def modifiers(self) -> tuple[charts.Modifier, ...]:
        weapon = self.weapon.but(rules=tuple({*self.weapon.rules, *["Targeter"] * self.targeter}))
        return charts.modifiers_of(
            weapon, self.band, cover=self.cover, speed=charts.speed_of(self.moved), large=self.large,
            both_barrels=self.both_barrels, overwatch=self.overwatch, appearing=self.appearing,
            overwatch_penalty=self.penalty,
        )  # fmt: skip

    @property
    def score(self) -> charts.Score:
        return charts.to_hit(self.weapon, self.bs, self.band, self.modifiers)

    @property
    def sum(self) -> str:
        """``7 - 4 - 1 + 2 = 4: 4+``."""
        added = "".join(f" {'-' if n > 0 else '+'} {abs(n)}" for n, _ in self.modifiers if n)
        number = self.score.number
        capped = ", but a 1 always misses" if number is not None and number < 2 else ""
        return f"7 - {self.bs}{added} = {number}{capped}: {self.score.text}"

    @property
    def words(self) -> str:
        found = [f"BS {self.bs}", ranges(self.weapon), f'target {self.distance}" away', PLACES[self.cover]]
        found += [f'the target moved {self.moved}" last'] * (self.moved > 0)
        found += ["a large target"] * self.large + ["the weapon has a targeter"] * self.targeter
        found += ["both barrels are fired"] * self.both_barrels
        if self.overwatch:
            found.append(
                "on overwatch: the target " + ("comes out of cover" if self.appearing else "crosses open ground")
            )
        return ", ".join(found)

    @property
    def facts(self) -> dict[str, Any]:
        return {
            "bs": self.bs, "short": self.weapon.short, "long": self.weapon.long, "distance": self.distance,
            "figures": (self.weapon.hit_short, self.weapon.hit_long), "cover": self.cover, "moved": self.moved,
            "large": self.large, "targeter": self.targeter, "both_barrels": self.both_barrels,
            "overwatch": self.overwatch, "appearing": self.appearing, "penalty": self.penalty,
        }  # fmt: skip


def plain(aimed: Aimed) -> bool:
    """Nothing but skill and range."""
    return aimed.cover == "none" and aimed.moved <= 10 and not aimed.large and not aimed.targeter


WANTED: Final[Mapping[str, Callable[[Aimed, int], bool]]] = {  # by a score and what goes into it
    "by range alone": lambda aimed, number: 1 < number < 7 and plain(aimed) and bool(aimed.modifiers),
    "easy": lambda aimed, number: number < 4,
    "at a mover": lambda aimed, number: 1 < number < 7 and aimed.moved > 6,
    "beyond six": lambda aimed, number: number > 6,
    "slow": lambda aimed, number: 1 < number < 7 and aimed.moved <= 10,
}


def aimed_shot(source: Source, wanted: str) -> Names:
    return aim(source, wanted)


def aim(source: Source, wanted: str, **fixed: Any) -> Names:
    """A shot that is ``wanted``. ``fixed``: parts of it that are not drawn."""
    for _ in range(TRIES):
        found = meet(source, lambda met: can_aim(met.model, met.weapon))
        aimed = drawn(source, found.model, found.weapon).but(**fixed, penalty=source.settings["overwatch_penalty"])
        if source.settings["fast_target"] != source.ruleset.defaults()["fast_target"]:
            aimed = aimed.but(moved=0)  # these armies have figures of their own for speed
        if aimed.score.number is not None and WANTED[wanted](aimed, aimed.score.number):
            return told(aimed)
    raise NothingToAsk


def told(aimed: Aimed) -> Names:
    number = aimed.score.number or 0
    return {
        "aimed": aimed,
        "answer": aimed.score.text,
        "column": min(number, 10) - 6,
        "reasons": aimed.score.first.because,
        "facts": aimed.facts,
    }


def shot_on_overwatch(source: Source, appearing: bool) -> Names:
    return aim(source, "slow", overwatch=True, cover="none", large=False, appearing=appearing)


def shot_of_both_barrels(source: Source) -> Names:
    weapon = carried(source, ["Combi"])
    aimed = drawn(source, Model("", source.one((2, 3, 4, 5))), weapon).but(both_barrels=True, moved=0)
    if not 2 < (aimed.score.number or 0) < 7:
        raise Again
    return told(aimed)


def can_aim(model: Model, weapon: Weapon) -> bool:
    return model.ballistic_skill > 0 and measured(weapon) and not any(model.has(rule) for rule in STEADY)


def drawn(source: Source, model: Model, weapon: Weapon) -> Aimed:
    """Half of the time the target does nothing out of the ordinary. In a free drill any Ballistic Skill can come up."""
    bs = model.ballistic_skill if source.own or source.one((True, False)) else source.one(range(1, 9))
    far = int(weapon.long or 0)
    reach = int(weapon.short or 0) if source.one((True, False)) else far
    return Aimed(
        bs, weapon, source.random.randint(1, min(reach, 48)), source.one(("none", "none", "soft", "hard")),
        source.one((0, *MOVES)), source.one((False, False, False, True)),
        model.has("Targeter") or weapon.has("Targeter"),
    )  # fmt: skip


def wrong_scores(source: Source, aimed: Aimed) -> list[str]:
    """Modifiers turned round or forgotten, one off, another edition's chart."""
    total, start = sum(added for added, _ in aimed.modifiers), 7 - aimed.bs
    errors = [said(start + total), said(start)] if total else []
    errors += elsewhere(source, "to hit", NO_HIT, aimed.bs)
    number = aimed.score.number or 0
    return [*long_scores(source, number), *errors] if number >= 6 else faces_near(source, aimed.score.text, errors)


def long_scores(source: Source, number: int) -> list[str]:
    found = [said(n) for n in (6, 7, 8, 9, 10) if n != number]
    source.random.shuffle(found)
    return found


def one_off(source: Source, aimed: Aimed) -> list[str]:
    number = aimed.score.number or 0
    return faces_near(source, aimed.score.text, [said(number - 1), said(number + 1)])


def score_of_skill(source: Source, bs: int) -> Names:
    score = charts.score(bs)
    return {
        "answer": score.text,
        "likely": [*elsewhere(source, "to hit", NO_HIT, bs), f"{max(2, min(6, bs))}+"],
        "number": 7 - bs,
        "below": bs > 5,
        "reasons": score.first.because,
    }


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
    return {
        "answer": score.text,
        "reasons": score.first.because,
        "in_the_open": said(start),
        "in_cover": said(start - charts.COVER[cover][0]),
    }


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
    if number >= 6:
        near = [*(said(n) for n in (5, 6, 7, 8, 9) if n != number), *near]
    return {"answer": score.text, "number": number, "near": near, "reasons": score.first.because}


SPLASH = 2  # inches


def others_nearby(source: Source) -> tuple[list[int], tuple[int, ...]]:
    """How far away each of them is, and its die."""
    away = [source.one((1, 1, 2, 2, 3, 4)) for _ in range(source.random.randint(3, 5))]
    return away, thrown(source, len(away))


def splashed(away: list[int], dice: tuple[int, ...]) -> Names:
    need, pairs = charts.SPLASHED, [*zip(away, dice, strict=True)]
    return {
        "answer": sum(far <= SPLASH and need.met_by(die) for far, die in pairs),
        "by_die": sum(map(need.met_by, dice)),
        "by_distance": sum(far <= SPLASH for far in away),
        "told": ", ".join(f'{far}" (a {die})' for far, die in pairs),
        "needed": need.text,
        "reasons": need.because,
    }
