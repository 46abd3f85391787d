"""Answers about eligibility, targets, shots and rolls to hit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, Final

from shoot_cli.engine.questions import Facts, Number, Roll
from shoot_cli.engine.reasons import Reason
from shoot_cli.quiz import NothingToAsk, PlayedAttack, Quiz, Redraw, Source
from shoot_cli.quiz.makers import rolled
from shoot_cli.rules.second import charts, profiles
from shoot_cli.rules.second.charts import BIG, HEAVY_OR_SPECIAL, SQUAD, Seen
from shoot_cli.rules.second.drill import scenes
from shoot_cli.rules.second.fields import armoury
from shoot_cli.rules.second.steps import morale
from shoot_cli.rules.second.steps.eligibility import weapons_at_once

# Answers of ``eligible.toml``: who may fire, and why not.


def as_asked(mark: str, may: bool) -> bool:
    return (not charts.cannot_fire((mark,))) == may


def why_not(mark: str, each: str) -> scenes.Names:
    why = charts.cannot_fire((mark,))
    return {"answer": each, "because": why[0].text if why else "nothing forbids it to fire"}


def carried_on_foot(source: Source) -> scenes.Names:
    units = [unit for pair in source.pairs for unit in pair.shooter.units if not unit.machine]
    weapon = source.pick(weapon for unit in units for weapon in unit.weapons() if not weapon.thrown)
    return {"weapon": weapon, "name": weapon.mode_of or weapon.name}


def silent_after_a_walk(weapon: profiles.Weapon) -> bool:
    return charts.silent(weapon, moved=True) is not None


def fire_on_overwatch(its_own: bool, mark: str) -> str:
    why = charts.cannot_fire((mark,), overwatch=True, own_turn=its_own)
    return "fires" if not why else "waits" if its_own else "hindered"


def fires_now(watching: bool, mark: str) -> bool:
    return not charts.cannot_fire((mark,), overwatch=watching, own_turn=False)


# Break tests ---------------------------------------------------------------------------------------------------------


def tested_unit(source: Source, shaken: bool) -> profiles.Unit:
    """Draw a unit that rolls its tests; `shaken` says whether it is shaken or broken if it fails."""

    def fits(unit: profiles.Unit) -> bool:
        rolls = morale.needs_no_test(unit) is None and not unit.machine
        return rolls and unit.has("Shaken Not Broken") == shaken and sum(n for _, n in unit.models) > 1

    meeting = scenes.meet(source, lambda met: fits(met.unit) or fits(met.enemy))
    return meeting.unit if fits(meeting.unit) else meeting.enemy


def after_the_test(source: Source, unit: profiles.Unit, dice: tuple[int, ...]) -> scenes.Names:
    leadership, total = morale.best_leadership(tuple(model for model, _ in unit.models)), sum(dice)
    mark = "passed" if morale.break_test_need(leadership).met_by(total) else morale.when_it_fails(unit)[0]
    return {
        "answer": mark, "silent": bool(charts.cannot_fire((mark,))), "total": total, "leadership": leadership,
        "faction": scenes.faction_of(source, unit), "scouts": unit.has("Scout"),
    }  # fmt: skip


# Answers of ``targets.toml``: which units may be shot at.

UNSHIPPED = (  # for free drills: units of categories without a shipped unit
    ("Nurglings", profiles.SMALLER),
    ("Snotlings", profiles.SMALLER),
    ("Ripper Swarm", profiles.SMALLER),
    ("Lictor", profiles.MONSTROUS),
    ("Great Unclean One", profiles.MONSTROUS),
    ("Warbikes", profiles.VEHICLE),
    ("Imperial Guard Squad", profiles.HUMAN_SIZED),
)
STATES = ("",) * 6 + ("engaged", "broken")
HERO_NAMES = ("Warboss", "Captain", "Farseer", "Commissar")
Whys = tuple[tuple[Reason, ...], ...]  # for each unit the reasons why it may not be named


# What a squad sees ---------------------------------------------------------------------------------------------------


def enemies(source: Source) -> list[tuple[str, str]]:
    """Return (name, category) of one army's units without characters; a free drill adds some rare ones."""
    army = source.pick(source.pairs).target
    units = [(unit.name, unit.category) for unit in army.units if unit.type != "Character"]
    return units if source.own else [*units, *source.random.sample(UNSHIPPED, 3)]


def view(source: Source, most: int = 4) -> tuple[Seen, ...]:
    """Return at least four units as a squad sees them, all at different distances.

    :raises NothingToAsk: if the army has too few units
    """
    pool = enemies(source)
    if len(pool) < 4:
        raise NothingToAsk
    n = min(most, len(pool))
    far = source.random.sample(range(4, 32), n)
    return tuple(
        Seen(
            name, distance, category, in_cover=source.pick((False, False, True)), engaged=state == "engaged",
            broken=state == "broken",
        )
        for (name, category), distance in zip(source.random.sample(pool, n), far, strict=True)
        for state in (source.pick(STATES),)
    )  # fmt: skip


def hero(source: Source) -> Seen:
    """Draw a character of the armies; in a free drill a well-known one."""
    characters = [unit.name for pair in source.pairs for unit in pair.target.units if unit.type == "Character"]
    names = characters if source.own else HERO_NAMES
    if not names:
        raise NothingToAsk
    return Seen(source.pick(names), source.random.randint(4, 30), profiles.HUMAN_SIZED, character=True)


def seen_words(one: Seen) -> str:
    marks = ["all in cover"] * one.in_cover + ["fighting hand to hand"] * one.engaged + ["broken"] * one.broken
    kind = f"{one.category} character" if one.character else one.category
    return f'{one.unit} {one.distance:g}" ({", ".join([kind, *marks])})'


def asked_of(seen: tuple[Seen, ...], right: Seen, wrong: list[Seen], **facts: Any) -> scenes.Names:
    rows = tuple(
        (one.unit, one.distance, one.category, one.in_cover, one.engaged, one.broken, one.character) for one in seen
    )
    text = "; ".join(map(seen_words, sorted(seen, key=lambda enemy: enemy.distance)))
    others = [enemy.unit for enemy in wrong]
    return {"answer": right.unit, "others": others, "told": text, "facts": {"seen": rows, **facts}, **facts}


# Which may be named --------------------------------------------------------------------------------------------------


def by_squad(seen: tuple[Seen, ...], characters: str) -> Whys:
    return charts.legal_targets(seen, shooter=SQUAD, character_targeting=characters)


def units_seen(source: Source) -> scenes.Names:
    seen = view(source)
    return one_alone(source, seen, by_squad(seen, source.settings["character_targeting"]))


def units_and_a_character_seen(source: Source) -> scenes.Names:
    """Draw units with a character, where the rule about characters decides."""
    seen = (hero(source), *view(source)[1:])
    why = by_squad(seen, source.settings["character_targeting"])
    if len({enemy.distance for enemy in seen}) < len(seen) or why == by_squad(seen, "free"):
        raise Redraw
    return one_alone(source, seen, why)


def one_alone(source: Source, seen: tuple[Seen, ...], why: Whys) -> scenes.Names:
    """Return the only unit that may be named, or the only one that may not.

    :raises Redraw: if there is no single unit, or the reason belongs to another rule
    """
    may = [enemy for enemy, reasons in zip(seen, why, strict=True) if not reasons]
    first = {enemy: reasons[0] for enemy, reasons in zip(seen, why, strict=True) if reasons}
    if len(may) == 1 and first:
        words = "; ".join(dict.fromkeys(reason.text for reason in first.values()))
        return {**asked_of(seen, may[0], [*first], ask="may"), "because": words}
    if not may or len(first) != 1 or source.pick((True, False)):  # otherwise too common
        raise Redraw
    ((right, reason),) = first.items()
    if reason.rule != source.rule:
        raise Redraw
    return {**asked_of(seen, right, may, ask="may not"), "because": reason.text}


def other_target_seen(source: Source) -> scenes.Names:
    """Ask for the target that a heavy weapon may take instead of its squad's."""
    seen = view(source, 5)
    open_to_all = [enemy for enemy, why in zip(seen, by_squad(seen, "closest_only"), strict=True) if not why]
    if not open_to_all:
        raise Redraw
    squad = source.pick(open_to_all)
    why = charts.legal_targets(
        seen, shooter=HEAVY_OR_SPECIAL, squad_target=squad.unit,
        heavy_special_target=source.settings["heavy_special_target"],
    )  # fmt: skip
    rest = [(enemy, reasons) for enemy, reasons in zip(seen, why, strict=True) if enemy is not squad]
    may, may_not = [enemy for enemy, reasons in rest if not reasons], [enemy for enemy, reasons in rest if reasons]
    group = charts.group_of(squad.category)
    others = sum(charts.group_of(enemy.category) != group for enemy, _ in rest)
    if len(may) != 1 or not may_not or may[0].broken or may[0].engaged or others < 2:
        raise Redraw
    return {**asked_of(seen, may[0], may_not, squad=squad.unit), "of_big": group == BIG}


# Categories, markers, hiding, arcs -----------------------------------------------------------------------------------


def an_enemy(source: Source) -> tuple[str, str]:
    return source.pick(enemies(source))


def group(unit: str, category: str) -> scenes.Names:
    return {
        "answer": "big" if charts.group_of(category) == BIG else "troops",
        "plural": unit.endswith("s"),
        "categories": profiles.CATEGORIES,
        "row": [row[0] for row in scenes.chart_of("2E-TGT-1")].index(category),
    }


def marker_may_lie(own_models: int, strangers: int) -> bool:
    return charts.marker_legal(own_models, strangers) is None


def found(initiative: int, distance: int, scanner: bool) -> Reason | None:
    return charts.spotted(distance, initiative=initiative, scanner=scanner)


def inside_the_arc(degrees: int) -> bool:
    return charts.arc_of(degrees) == charts.INSIDE


def need_on_the_edge() -> scenes.Names:
    return {"answer": charts.ON_THE_EDGE.text, "reasons": charts.ON_THE_EDGE.because}


def shooting_on_the_edge(dice: tuple[int, ...]) -> scenes.Names:
    need = charts.ON_THE_EDGE
    may = sum(map(need.met_by, dice))
    return {"answer": may, "failed": len(dice) - may, "need_words": need.text, "reasons": need.because}


# Answers of ``counting.toml``: how many shots, dice and hits.

LOOKED_THROUGH = 40  # attacks that are searched


def shots_in_range(source: Source, it: scenes.Meeting, near: int, far: int, beyond: int) -> scenes.Names:
    """Draw models in each band and beyond, and ask how many are in range."""
    short, long = int(it.weapon.short or 0), int(it.weapon.long or 0)
    reaches = ((near, 1, short), (far, short + 1, long), (beyond, long, long + 4))
    groups = [(n, source.random.randint(least, most)) for n, least, most in reaches]
    source.random.shuffle(groups)
    bands = [(n, charts.band(it.weapon, away)[0]) for n, away in groups]
    at_short, at_long = (sum(n for n, reached in bands if reached == band) for band in (charts.SHORT, charts.LONG))
    total = near + far + beyond
    text = ", ".join(f'{n} {"is" if n == 1 else "are"} {away}" away' for n, away in groups)
    return {
        "answer": at_short + at_long, "errors": (total, at_short), "every": total, "told": text,
        "ranges": scenes.ranges(it.weapon), "long": long, "groups": groups,
    }  # fmt: skip


def firer_of_single_shots(source: Source) -> scenes.Meeting:
    """Draw a firer of single shots, usually a Space Marine."""
    marines = source.pick((True, True, False))

    def fits(met: scenes.Meeting, marines: bool) -> bool:
        one_shot = not met.weapon.area and not met.weapon.has("Twin-linked") and not met.weapon.thrown
        able = met.unit.has("Rapid Fire") or met.unit.has("Scout")
        return one_shot and bool(scenes.faction_of(source, met.unit)) and not met.unit.machine and able == marines

    return scenes.meet(source, lambda met: fits(met, marines), lambda met: fits(met, not marines))


def rapid_shots(source: Source, it: scenes.Meeting, n: int, walked: bool) -> scenes.Names:
    moved, faction = walked and not it.weapon.move_or_fire, scenes.faction_of(source, it.unit)
    twice = charts.fires_twice(it.unit, it.model, it.weapon, moved=moved, fighting=False) is not None
    return {
        "answer": 2 * n if twice else n, "doubled": 2 * n, "twice": twice, "moved": moved, "faction": faction,
        "marines": "marines" in faction.casefold(), "scouts": it.unit.has("Scout"),
    }  # fmt: skip


# Sustained fire ------------------------------------------------------------------------------------------------------


def sustained_fire_played(source: Source) -> scenes.Names:
    """Ask for the dice to hit of a weapon with sustained fire in a played attack."""
    best: scenes.Names | None = None
    wanted = source.pick((1, 2, 2))  # most units have one such weapon, and several are a harder question
    for played in islice(source.attacks(can_sustain), LOOKED_THROUGH):
        counted = first_sustained(played)
        best = counted if counted and (not best or counted["n"] > best["n"]) else best
        if best and best["n"] >= wanted:
            break
    if best is None:
        raise NothingToAsk
    return best


def can_sustain(shooter: profiles.Unit, target: profiles.Unit) -> bool:
    plain = not shooter.has("Rapid Fire") and not shooter.machine
    return plain and any(weapon.sustained and not weapon.has("Twin-linked") for weapon in shooter.weapons())


def first_sustained(played: PlayedAttack) -> scenes.Names | None:
    """Return the first fire of a weapon with sustained fire, and its dice to hit; None if nobody rolls."""
    weapons = {weapon.name: weapon for weapon in played.shooter.weapons() if weapon.sustained}
    firing: dict[str, int] = {}
    for entry in played.log:
        question = entry.question
        name = question.key.partition(":")[2] if question is not None else ""
        if isinstance(question, Facts) and name in weapons:
            firing[name] = sum(entry.value["firing"])
        elif isinstance(question, Roll) and question.key == f"hit:{name}" and firing.get(name):
            n, sustained = firing[name], weapons[name].sustained
            return {
                "answer": question.dice, "name": played.shooter.name, "weapon": weapons[name], "n": n,
                "sustained": sustained, "with_a_hit_die": n * (sustained + 1),
            }  # fmt: skip
    return None


def sustained_fire_thrown(source: Source, weapon: profiles.Weapon) -> tuple[str, ...]:
    dice = weapon.sustained if source.own else max(weapon.sustained, source.pick((1, 2, 3)))
    return tuple(source.pick(charts.SUSTAINED_FACES) for _ in range(dice))


def hits_of_faces(faces: tuple[str, ...]) -> scenes.Names:
    hits, n = charts.sustained_hits(*(faces.count(face) for face in ("1", "2", "3"))), len(faces)
    errors = [hits + 1, n, *([0] if "JAM" in faces else [])]
    return {"answer": hits, "errors": errors, "n": n, "sum": " + ".join(faces).replace("JAM", "0")}


def twin_linked(source: Source) -> profiles.Weapon:
    meeting = source.found(scenes.meetings, lambda met: met.weapon.has("Twin-linked") and met.weapon.sustained > 0)
    if meeting is not None and (source.own or source.pick((False, True))):
        return meeting.weapon
    stock = [weapon for modes in armoury().values() for weapon in modes if weapon.sustained]
    plain = source.pick(weapon for weapon in stock if meeting is None or not weapon.blast)
    return plain.but(name=f"twin-linked {plain.name}", rules=tuple(sorted({*plain.rules, "Twin-linked"})))


def dice_of_both(weapon: profiles.Weapon) -> scenes.Names:
    return {"answer": charts.sustained_dice(weapon)[1], "n": weapon.sustained, "four_times": 4 * weapon.sustained}


# Weapons at once -----------------------------------------------------------------------------------------------------


def armed_with_several(source: Source) -> scenes.Meeting:
    machine = source.pick((True, False))

    def armed(met: scenes.Meeting) -> bool:
        at_once = any(weapon.has("Combi") or weapon.has("Twin-linked") for weapon in met.model.weapons)
        return len(names_of(met.model.weapons)) > 1 and not at_once

    return scenes.meet(source, lambda met: armed(met) and met.unit.machine == machine, armed)


def weapons_fired(it: scenes.Meeting) -> scenes.Names:
    names = names_of(it.model.weapons)
    at_once = min(weapons_at_once(it.unit, it.model), len(names))
    return {"answer": at_once, "names": names, "weapons": len(names), "whom": scenes.person(it.model.name)}


def names_of(weapons: tuple[profiles.Weapon, ...]) -> tuple[str, ...]:
    """Return the names of the weapons; modes of one weapon count once."""
    return tuple(dict.fromkeys(weapon.mode_of or weapon.name for weapon in weapons))


def most_laser_shots(source: Source, n: int) -> scenes.Names:
    """Ask for the highest number of shots that the question in an attack allows."""
    question = next(question for question in source.ruleset.possible_questions if question.key == "shots")
    assert isinstance(question, Number)
    others = source.random.sample([k * n for k in (1, 2, 3, 4, 8, 10)], 4)
    return {"answer": n * int(question.high), "each": int(question.high), "others": others}


# Answers of ``hitting.toml``: the score of a shot, with cover, overwatch and special weapons.

STEADY = ("Ignores Speed", "Bionic Eye")  # firers with these rules need their own sentence
WANTED: Final[Mapping[str, Callable[[int, bool, int], bool]]] = {  # by score, "skill and range only", and inches moved
    "by range alone": lambda number, plain, moved: 1 < number < 7 and plain and moved <= 10,
    "easy": lambda number, plain, moved: number < 4,
    "at a mover": lambda number, plain, moved: 1 < number < 7 and moved > 6,
    "at a slow one": lambda number, plain, moved: 1 < number < 7 and moved <= 10,
    "beyond six": lambda number, plain, moved: number > 6,
    "from three to six": lambda number, plain, moved: 2 < number < 7,
}


def can_aim(met: scenes.Meeting) -> bool:
    return met.model.ballistic_skill > 0 and scenes.measured(met.weapon) and not any(map(met.model.has, STEADY))


def combi_weapon(source: Source) -> scenes.Meeting:
    """Draw a combi-weapon for a firer without helpful rules."""
    return scenes.meet(source)._replace(weapon=scenes.carried(source, ["Combi"]), model=profiles.Model("", 4))


def skill_of_it_or_any(source: Source, it: scenes.Meeting) -> int:
    own_skill = source.own or source.pick((True, False))
    return it.model.ballistic_skill if own_skill else source.pick(range(1, 9))


def within_reach(source: Source, it: scenes.Meeting) -> int:
    reach = source.pick((it.weapon.short, it.weapon.long))
    return source.random.randint(1, min(int(reach or 0), 48))


def score_of_shot(
    source: Source, it: scenes.Meeting, bs: int, distance: int, cover: str, moved: int, large: bool,
    both_barrels: bool, overwatch: bool, appearing: bool, wanted: str,
) -> scenes.Names:  # fmt: skip
    """Return the score of a shot and its parts.

    :raises Redraw: if it is not the `wanted` kind, or if these armies have their own speed modifiers
    """
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
        "answer": score.text,
        "number": number,
        "total": sum(added),
        "sum": f"7 - {bs}{total} = {number}{capped}",
        "column": min(number, 10) - 6,
        "reasons": score.first.because,
        "ranges": scenes.ranges(weapon),
        "targeter": targeter,
        "figures": (weapon.hit_short, weapon.hit_long),
        "penalty": settings["overwatch_penalty"],
    }


def wrong_scores(source: Source, bs: int, number: int, total: int, right: str) -> list[str]:
    """Return wrong scores: modifiers reversed or forgotten, one off, another edition's chart."""
    errors = [scenes.score_text(7 - bs + total), scenes.score_text(7 - bs)] if total else []
    errors += scenes.elsewhere(source, "to hit", scenes.NO_HIT, bs)
    return [*long_scores(source, number), *errors] if number >= 6 else scenes.faces_near(source, right, errors)


def long_scores(source: Source, number: int) -> list[str]:
    scores = [scenes.score_text(n) for n in (6, 7, 8, 9, 10) if n != number]
    source.random.shuffle(scores)
    return scores


def one_off(source: Source, number: int, right: str) -> list[str]:
    return scenes.faces_near(source, right, [scenes.score_text(number - 1), scenes.score_text(number + 1)])


def score_of_skill(source: Source, bs: int) -> scenes.Names:
    score = charts.score(bs)
    likely = [*scenes.elsewhere(source, "to hit", scenes.NO_HIT, bs), f"{max(2, min(6, bs))}+"]
    return {"answer": score.text, "likely": likely, "number": 7 - bs, "reasons": score.first.because}


def shot_into_cover(source: Source) -> Quiz:
    """Return a question about a shot that only cover makes harder: 2E-COV-1 hard cover, 2E-COV-2 soft."""
    cover = "hard" if source.rule == "2E-COV-1" else "soft"
    return scenes.put_together(lambda: rolled(source, fits=simple, cover=cover, speed="slow", large="no"))


def simple(shooter: profiles.Unit, target: profiles.Unit) -> bool:
    """Return True if the situation explains the first shots: one skill, no eye or finder, no odd weapon."""
    skills = {model.ballistic_skill for model, _ in shooter.models}
    weapons = [weapon for weapon in shooter.weapons() if not weapon.template]
    odd = any(map(shooter.has, STEADY)) or bool(charts.hiding(target))
    near = all(scenes.measured(weapon) and not weapon.blast and (weapon.hit_long or 0) >= 0 for weapon in weapons)
    return shooter.name != target.name and len(skills) == 1 and 0 not in skills and not odd and near and bool(weapons)


def better_cover(classes: list[str]) -> str:
    return str(min(charts.COVER[name][0] for name in classes))


# Templates, markers, grenades ----------------------------------------------------------------------------------------


def score_under_template(it: scenes.Meeting, cover: str) -> scenes.Names:
    start = 7 - it.model.ballistic_skill
    score = charts.to_hit(it.weapon, it.model.ballistic_skill, charts.SHORT)
    scores = {"in_the_open": scenes.score_text(start), "in_cover": scenes.score_text(start - charts.COVER[cover][0])}
    return {"answer": score.text, "reasons": score.first.because, **scores}


def all_of_them(it: scenes.Meeting, cover: str, whole: int) -> scenes.Names:
    return {**score_under_template(it, cover), "answer": whole}


def as_if_rolled_for(it: scenes.Meeting, whole: int) -> int:
    return (whole * it.model.ballistic_skill + 5) // 6


def need_partly_under(source: Source, weapon: profiles.Weapon) -> scenes.Names:
    need = charts.partly_under(blast=not weapon.template, setting=source.settings["blast_partial"])
    return {"answer": need.text, "likely": ["it is hit"], "needed": need, "reasons": need.because}


def hits_partly_under(source: Source, weapon: profiles.Weapon, whole: int, dice: tuple[int, ...]) -> scenes.Names:
    known = need_partly_under(source, weapon)
    partly = sum(map(known["needed"].met_by, dice))
    return {**known, "answer": whole + partly, "partly": partly}


def score_of_krak_grenade(source: Source, bs: int, cover: str) -> scenes.Names:
    krak = next(weapon for modes in armoury().values() for weapon in modes if weapon.name == "krak grenade")
    score = charts.to_hit(krak, bs, charts.SHORT, charts.modifiers_of(krak, charts.SHORT, cover=cover))
    number, start = score.number or 0, 7 - bs - charts.COVER[cover][0]
    near = scenes.faces_near(
        source, score.text, [scenes.score_text(start), scenes.score_text(start - 1), scenes.score_text(start + 2)]
    )
    near = [*long_scores(source, number), *near] if number >= 6 else near
    return {"answer": score.text, "number": number, "near": near, "reasons": score.first.because}


SPLASH = 2  # inches


def inches_away(source: Source, n: int) -> list[int]:
    return [source.pick((1, 1, 2, 2, 3, 4)) for _ in range(n)]


def splashed(away: list[int], dice: tuple[int, ...]) -> scenes.Names:
    need, pairs = charts.SPLASHED, [*zip(away, dice, strict=True)]
    hit = sum(far <= SPLASH and need.met_by(die) for far, die in pairs)
    errors = (sum(map(need.met_by, dice)), sum(far <= SPLASH for far in away))
    text = ", ".join(f'{far}" (a {die})' for far, die in pairs)
    return {"answer": hit, "errors": errors, "told": text, "needed": need.text, "reasons": need.because}


# Answers of ``faces.toml``: what a 6 or a 1 does, and the faces of unusual dice.


def shot_of_score(score: int, die: int) -> scenes.Names:
    need, second = charts.needs(score)
    hits = need.met_by(die)
    return {"answer": hits, "second": second.text if hits and second else None, "needed": scenes.score_text(score)}


def toughness_beside(strength: int, more: int) -> int:
    return max(1, min(10, strength + more))


def wound_by_face(strength: int, toughness: int, die: int) -> scenes.Names:
    need = charts.to_wound(strength, toughness)
    return {"answer": need.met_by(die), "needed": scenes.need_text(need)}


def save_by_face(armour: int, modifier: int, die: int) -> scenes.Names:
    need = charts.armour_need(profiles.Save(armour), modifier)
    return {"answer": need.met_by(die), "needed": scenes.need_text(need)}


def save_by_dice(armour: int, modifier: int, dice: tuple[int, int]) -> scenes.Names:
    """Return whether the sum of two dice saves; a 1 has no special meaning."""
    need = charts.armour_need(profiles.Save(armour, 2), modifier)
    total = sum(dice)
    return {"answer": need.met_by(total), "needed": need.text, "total": total, "lower": min(dice)}


def sides_showing(face: str) -> scenes.Names:
    sides = charts.SUSTAINED_FACES
    return {"answer": sides.count(face), "sides": sides, "side": 1 + sides.index(face)}


def all_jammed(source: Source, weapon: profiles.Weapon, jams: int) -> scenes.Names:
    turns = charts.jammed_turns(jams, source.settings["jam_turns"])
    others = 4 - turns if turns < 3 else 3
    explodes = charts.explodes(weapon, jams) is not None
    silence = () if explodes else (Reason("a turn of silence for each JAM", "2E-SF-3"),)
    return {"answer": explodes, "turns": turns, "other_turns": others, "reasons": silence}


def drift(source: Source, side: int, scatter: str) -> scenes.Names:
    """Return what the two dice of a marker that missed mean."""
    stays = scatter == "HIT" and source.settings["scatter_hit_face"] == "on_target"
    becomes = "dud" if side == charts.MISFIRE else "stays" if stays else "moves"
    return {"answer": becomes, "face": charts.ARTILLERY_FACES[side - 1]}


def flayed(weapon: profiles.Weapon, die: int) -> scenes.Names:
    total = weapon.penetration.plus + die
    reach = charts.penetrates(weapon.penetration, total + 1, rules=weapon.rules)
    return {"answer": die == 6 and reach.total is not None, "total": total, "doubled": total + die}
