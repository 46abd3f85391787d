"""What a shot needs to hit: 2E-HIT, with cover, overwatch and special weapons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shoot_cli.core.quizzes import Drill, Maker, NothingToAsk, Quiz, Source
from shoot_cli.core.quizzes.makers import rolled
from shoot_cli.core.record import Record
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.armoury import armoury
from shoot_cli.rules.second.drill.meeting import (
    NO_HIT,
    TRIES,
    an,
    carried,
    elsewhere,
    faces_near,
    listed,
    measured,
    meet,
    meetings,
    numbers_near,
    put_together,
    ranges,
    said,
)
from shoot_cli.rules.second.drill.meeting import thrown as dice_of
from shoot_cli.rules.second.profiles import Model, Unit, Weapon

MOVES = (0, 4, 6, 8, 10, 12, 16, 20, 22, 26, 30)  # inches of a target's last move
WORDS = {"none": "in the open", "soft": "in soft cover", "hard": "in hard cover"}
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
    def words(self) -> str:
        found = [f"BS {self.bs}", ranges(self.weapon), f'target {self.distance}" away', WORDS[self.cover]]
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


def sum_of(aimed: Aimed) -> str:
    """``7 - 4 - 1 + 2 = 4: 4+``."""
    added = [added for added, _ in aimed.modifiers if added]
    total = "".join(f" {'-' if n > 0 else '+'} {abs(n)}" for n in added)
    number = aimed.score.number
    words = f"7 - {aimed.bs}{total} = {number}: {aimed.score.text}"
    return words.replace(": ", ", but a 1 always misses: ") if number is not None and number < 2 else words


def wrong_scores(source: Source, aimed: Aimed) -> list[str]:
    """Modifiers turned round or forgotten, one off, another edition's chart."""
    total = sum(added for added, _ in aimed.modifiers)
    start = 7 - aimed.bs
    right = aimed.score.text
    errors = [said(start + total), said(start)] if total else []
    errors += elsewhere(source, "to hit", NO_HIT, aimed.bs)
    number = aimed.score.number or 0
    if number >= 6:
        long = [said(n) for n in (6, 7, 8, 9, 10) if n != number]
        source.random.shuffle(long)
        return [*long, *errors]
    return faces_near(source, right, errors)


def shot(
    wanted: Callable[[Aimed, int], bool],
    cell: Callable[[int], tuple[int, int] | None] = lambda number: None,
    **fixed: Any,
) -> Maker:
    """A shot whose score, with what goes into it, is ``wanted``. ``fixed``: parts of it that are not drawn."""

    def make(source: Source) -> Quiz:
        for _ in range(TRIES):
            found = meet(source, lambda meeting: can_aim(meeting.model, meeting.weapon))
            aimed = drawn(source, found.model, found.weapon).but(**fixed, penalty=source.settings["overwatch_penalty"])
            if source.settings["fast_target"] != source.ruleset.defaults()["fast_target"]:
                aimed = aimed.but(moved=0)  # these armies have figures of their own for speed
            number = aimed.score.number
            if number is None or not wanted(aimed, number):
                continue
            wrong, more = wrong_scores(source, aimed), aimed.score.first.because
            text, right = f"{aimed.words}. What does the shot need?", aimed.score.text
            return source.quiz(text, right, wrong, sum_of(aimed), aimed.facts, more=more, cell=cell(number))
        raise NothingToAsk

    return make


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


def watched(source: Source) -> Quiz:
    """On overwatch: harder only where the target appears or vanishes, unless these armies read it otherwise."""
    fixed: dict[str, Any] = {
        "overwatch": True,
        "cover": "none",
        "large": False,
        "appearing": source.one((True, True, False)),
    }
    return shot(lambda aimed, number: 1 < number < 7 and aimed.moved <= 10, **fixed)(source)


def plain(aimed: Aimed) -> bool:
    """Nothing but skill and range."""
    return aimed.cover == "none" and aimed.moved <= 10 and not aimed.large and not aimed.targeter


def skill(source: Source) -> Quiz:
    """The score of a Ballistic Skill alone."""
    if source.own:
        found = meet(source, lambda meeting: meeting.model.ballistic_skill > 0)
        bs = found.model.ballistic_skill
    else:
        bs = source.one((1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10))  # from 6 on it is always 2+
    score = charts.score(bs)
    number = 7 - bs
    capped = ", but a 1 always misses" if number < 2 else ""
    because = f"7 - {bs} = {number}{capped}: {score.text}"
    wrong = faces_near(source, score.text, [*elsewhere(source, "to hit", NO_HIT, bs), f"{max(2, min(6, bs))}+"])
    text = f"Ballistic Skill {bs}, and nothing makes the shot easier or harder. What does it need?"
    return source.quiz(text, score.text, wrong, because, {"bs": bs}, cell=(1, bs), more=score.first.because)


def better_cover(source: Source) -> Quiz:
    """Two kinds of cover at once: what they take from the die."""
    soft = source.one(("a hedge", "a wood", "bushes"))
    hard = source.one(("a stone wall", "a trench", "rocks", "a wrecked vehicle"))
    both = source.one(((soft, hard), (soft, hard), (soft, "tall grass"), (hard, "a ditch")))
    classes = ["soft" if place in (soft, "tall grass") else "hard" for place in both]
    added = min(charts.COVER[name][0] for name in classes)
    because = f"only the harder of the two counts: {added}"
    text = f"A target stands behind {both[0]} and {both[1]} together. What does cover add to the roll to hit?"
    return source.quiz(text, added, ("-1", "-2", "-3", "-4", "0"), because, {"classes": tuple(classes)})


def no_roll(source: Source) -> Quiz:
    """Templates are not rolled for, whatever the skill and cover."""
    found = meet(source, lambda meeting: meeting.weapon.template)
    cover = source.one(("soft", "hard"))
    score = charts.to_hit(found.weapon, found.model.ballistic_skill, charts.SHORT)
    bs = found.model.ballistic_skill
    facts: dict[str, Any] = {"weapon": found.weapon.name, "cover": cover, "bs": bs}
    if source.one((True, True, False)):
        whole, covered = source.random.randint(3, 7), source.random.randint(1, 3)
        because = f"no roll, and cover is nothing to it: all {whole}"
        text = (
            f"BS {bs}, {an(found.weapon.name)}: {whole} models lie wholly under its template, {covered} of them "
            f"{WORDS[cover]}. How many are hit?"
        )
        wrong = numbers_near(source, whole, whole - covered, (whole * bs + 5) // 6)
        return source.quiz(text, whole, wrong, because, facts | {"whole": whole}, more=score.first.because)
    because = f"{found.weapon.name}: who is under its template is hit"
    open_text, in_cover = said(7 - bs), said(7 - bs - charts.COVER[cover][0])
    wrong = [f"{in_cover} for each of them", f"one roll of {open_text} for all", "2+, whatever the skill"]
    text = f"BS {bs}, {an(found.weapon.name)}, models {WORDS[cover]} wholly under its template. What hits them?"
    return source.quiz(text, score.text, wrong, because, facts, more=score.first.because)


def part_under(source: Source) -> Quiz:
    found = carried(source, [lambda weapon: weapon.area and not weapon.has("Venom Cannon")])
    need = charts.partly_under(blast=not found.template, setting=source.settings["blast_partial"])
    what = "template" if found.template else "blast marker"
    if source.one((True, True, False)):
        whole, dice = source.random.randint(0, 3), dice_of(source, source.random.randint(2, 4))
        partly = sum(map(need.met_by, dice))
        lies = f"{whole} models lie" if whole > 1 else "1 model lies" if whole else "No model lies"
        text = (
            f"{lies} wholly under the {what} of {an(found.name)}, "
            f"{len(dice)} only partly; their dice show {listed(dice)}. How many models are hit?"
        )
        because = f"{whole} and {partly} of {listed(dice)} by 4+: {whole + partly}"
        wrong = numbers_near(source, whole + partly, whole, whole + len(dice), partly)
        facts = {"whole": whole, "dice": dice}
        return source.quiz(text, whole + partly, wrong, because, facts, more=need.because)
    cover = source.one(("open", "soft cover", "hard cover"))
    text = f"A model in {cover.replace('open', 'the open')} lies only partly under the {what} of {an(found.name)}."
    facts = {"template": found.template, "cover": cover}
    wrong, because = faces_near(source, need.text, ["it is hit"]), f"only partly under it: {need.text}"
    return source.quiz(f"{text} What hits it?", need.text, wrong, because, facts, more=need.because)


def thrown(source: Source) -> Quiz:
    """A krak grenade: its own -1 counts once, and there is no range band."""
    krak = next(weapon for modes in armoury().values() for weapon in modes if weapon.name == "krak grenade")
    found = source.found(
        meetings, lambda meeting: meeting.weapon.name == krak.name and meeting.model.ballistic_skill > 0
    )
    weapon = krak if found is None else found.weapon
    bs = found.model.ballistic_skill if found is not None and source.own else source.one((2, 3, 4, 5, 6))
    cover = source.one(("none", "none", "soft", "hard"))
    modifiers = charts.modifiers_of(weapon, charts.SHORT, cover=cover)
    score = charts.to_hit(weapon, bs, charts.SHORT, modifiers)
    extra = charts.COVER[cover][0]
    start = f"7 - {bs} + 1" + (f" + {-extra}" if extra else "")
    because = f"{start} = {score.number}: {score.text}"
    wrong = faces_near(source, score.text, [said(7 - bs - extra), said(7 - bs - extra - 1), said(7 - bs - extra + 2)])
    if (score.number or 0) >= 6:
        wrong = [*(said(n) for n in (5, 6, 7, 8, 9) if n != score.number), *wrong]
    text = f"BS {bs} throws a krak grenade at a model {WORDS[cover]}, within reach. What does it need?"
    return source.quiz(text, score.text, wrong, because, {"bs": bs, "cover": cover}, more=score.first.because)


SPLASH = 2  # inches


def splashed(source: Source) -> Quiz:
    """Those beside somebody whom a Deathspitter hit: who is near enough, and whose die is high enough."""
    source.must_meet(meetings, lambda meeting: meeting.weapon.has("Deathspitter"))
    need = charts.SPLASHED
    away = [source.one((1, 1, 2, 2, 3, 4)) for _ in range(source.random.randint(3, 5))]
    dice = dice_of(source, len(away))
    told = ", ".join(f'{far}" (a {die})' for far, die in zip(away, dice, strict=True))
    hit = sum(far <= SPLASH and need.met_by(die) for far, die in zip(away, dice, strict=True))
    because = f'within {SPLASH}", and {need.text}: {hit}'
    text = f"A Deathspitter hits a model. Others stand so far from it, with these dice: {told}. How many are splashed?"
    wrong = numbers_near(source, hit, sum(map(need.met_by, dice)), sum(far <= SPLASH for far in away))
    return source.quiz(text, hit, wrong, because, {"away": tuple(away), "dice": dice}, more=need.because)


def barrels(source: Source) -> Quiz:
    """Both barrels of a combi-weapon."""
    weapon = carried(source, [lambda weapon: weapon.has("Combi") and measured(weapon)])
    for _ in range(TRIES):
        aimed = drawn(source, Model("", source.one((2, 3, 4, 5))), weapon).but(both_barrels=True, moved=0)
        number = aimed.score.number or 0
        if 2 < number < 7:
            text, score = f"{aimed.words}. What does each of the two shots need?", aimed.score
            errors = faces_near(source, score.text, [said(number - 1), said(number + 1)])
            return source.quiz(text, score.text, errors, sum_of(aimed), aimed.facts, more=score.first.because)
    raise NothingToAsk


def simple(shooter: Unit, target: Unit) -> bool:
    """Units whose first shots are told in full by the situation: one skill, no eye or finder, no odd weapon."""
    skills = {model.ballistic_skill for model, _ in shooter.models}
    weapons = [weapon for weapon in shooter.weapons() if not weapon.template]
    odd = any(shooter.has(rule) for rule in (*STEADY, "Ignores Speed")) or bool(charts.hiding(target))
    near = all(measured(weapon) and not weapon.blast and (weapon.hit_long or 0) >= 0 for weapon in weapons)
    return shooter.name != target.name and len(skills) == 1 and 0 not in skills and not odd and near and bool(weapons)


STILL: dict[str, Any] = {"speed": "slow", "large": "no"}  # of a target that cover alone makes hard to hit

DRILLS = (
    Drill("hit", "2E-HIT-1", skill, 3),
    Drill("hit", "2E-HIT-2", shot(lambda aimed, n: 1 < n < 7 and plain(aimed) and bool(aimed.modifiers)), 3),
    Drill("hit", "2E-HIT-3", shot(lambda aimed, n: n < 4), 2),
    Drill("hit", "2E-HIT-4", shot(lambda aimed, n: 1 < n < 7 and aimed.moved > 6), 3),
    Drill("hit", "2E-HIT-5", shot(lambda aimed, n: n > 6, lambda n: (1, min(n, 10) - 6)), 2),
    Drill("hit", "2E-COV-1", put_together(rolled(fits=simple, cover="hard", **STILL)), 3),
    Drill("hit", "2E-COV-2", put_together(rolled(fits=simple, cover="soft", **STILL)), 3),
    Drill("hit", "2E-COV-3", better_cover, 2),
    Drill("hit", "2E-OW-4", watched),
    Drill("hit", "2E-TMP-1", no_roll, 2),
    Drill("hit", "2E-TMP-2", part_under, 2),
    Drill("hit", "2E-GRN-1", thrown),
    Drill("hit", "2E-SPC-3", barrels),
    Drill("hit", "2E-SPC-9", splashed),
)
