"""Answers about wounds, saves and the allotment of hits."""

from __future__ import annotations

from collections.abc import Sequence

from shoot_cli.engine.record import Hashed
from shoot_cli.input.answerers import Preset, PresetTable, raise_missing
from shoot_cli.quiz import Quiz, Redraw, Source
from shoot_cli.quiz.makers import rolled
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.drill import scenes
from shoot_cli.rules.second.profiles import Dice, Field, Location, Model, Save, Unit, Weapon
from shoot_cli.rules.second.records import AllottedHits, Attack, Declared, Firing, Hit
from shoot_cli.rules.second.steps import morale
from shoot_cli.rules.second.steps.attack import new_attack
from shoot_cli.rules.second.steps.damage import allot
from shoot_cli.rules.second.steps.weapon import blow_of

# Answers of ``wounding.toml``: wounds, penetration, and the value that counts.

ON_CHART = {"Dreadnought": "SM Dreadnought", "Marine Bike": "SM bike"}  # unit names that differ on the chart


# To wound ------------------------------------------------------------------------------------------------------------


def any_toughness(source: Source, strength: int) -> int:
    """Draw a Toughness; the margins of the chart are as likely as its middle."""
    near = [value for value in range(1, 11) if abs(value - strength) < 5]
    return source.pick(near if source.pick((True, True, False)) else range(1, 11))


def to_wound(source: Source, strength: int, toughness: int) -> scenes.Names:
    others = scenes.elsewhere(source, "to wound", scenes.NO_WOUND, strength, toughness)
    return {
        "answer": scenes.wounds_on(strength, toughness),
        "likely": [scenes.NO_WOUND, scenes.wounds_on(toughness, strength), *others],
    }


def wound_by_needle(weapon: Weapon, it: scenes.Meeting) -> scenes.Names:
    model = it.faced
    immune = model.has("Tyranid") or model.has("Daemon")
    at_once, rolled = "no roll: it saves at once", scenes.wounds_on(weapon.strength, model.toughness)
    answers = (at_once, rolled) if charts.poisoned(weapon, model) else (rolled, at_once)
    likely = (answers[1], "no roll: it falls at once", scenes.NO_WOUND)
    return {"answer": answers[0], "likely": likely, "immune": immune, "whom": scenes.person(model.name)}


# Armour of vehicles --------------------------------------------------------------------------------------------------


def any_damage(source: Source) -> Dice:
    single = (Dice(((1, sides),)) for sides in (3, 4, 6, 10))
    return source.pick((Dice((), 1), *single, Dice(((2, 6),)), Dice(((2, 12),))))


def thrown_against_armour(strength: int, damage: Dice) -> str:
    return added_up(charts.printed_penetration(strength, damage))


def forgotten(strength: int, damage: Dice) -> list[str]:
    """Return wrong sums: without the damage, without the D6, with too many D6."""
    without = Dice(damage.dice, strength) if damage.dice else Dice((), strength + 1)
    twice = Dice(((2, 6), *damage.dice), strength)
    return [added_up(dice) for dice in (Dice(((1, 6),), strength), without, twice, Dice(((3, 6),), strength))]


def added_up(dice: Dice) -> str:
    """Return the sum with equal dice together: ``2D6+8``, not ``D6+D6+8``."""
    counts: dict[int, int] = {}
    for n, sides in dice.dice:
        counts[sides] = counts.get(sides, 0) + n
    return Dice(tuple((n, sides) for sides, n in counts.items()), dice.plus).text


def hit_on_armour(source: Source) -> scenes.Names:
    """Draw a weapon that may penetrate a part of a vehicle, and the armour of the side that is hit."""
    facing = source.pick(charts.FACINGS)
    meeting = scenes.meet(source, lambda met: any(parts_for(met.weapon, met.faced, facing)))
    part = source.pick(parts_for(meeting.weapon, meeting.faced, facing))
    armour, _ = charts.armour_at(part, facing)
    return {"unit": meeting.enemy, "weapon": meeting.weapon, "part": part.name.lower(), "armour": armour}


def parts_for(weapon: Weapon, faced: Model, facing: str) -> list[Location]:
    special = {"Metal Flayer", "Armour-piercing", "Automatic Penetration", "Melta"} & {*weapon.rules}
    parts = [part for part in faced.locations if not part.crew and not special]
    return [part for part in parts if weapon.penetration.most >= charts.armour_at(part, facing)[0]]


def penetrating(source: Source, weapon: Weapon, armour: int) -> scenes.Names:
    goes = charts.penetrates(weapon.penetration, armour, setting=source.settings["penetrate_on"])
    can = goes.dice is not None
    dice = goes.dice or weapon.penetration.most - weapon.penetration.plus
    near = [f"{dice + step} or more" for step in (-1, 1, -2, 2) if dice + step > 0]
    known = {"near": near, "goes": goes.because[-1].text, "total": goes.total, "reasons": goes.because if can else ()}
    return {"answer": f"{dice} or more" if can else "nothing will do", **known}


def location(source: Source, it: scenes.Meeting, shown: str, die: int) -> scenes.Names:
    parts, facing = it.faced.locations, charts.FRONT if shown == "front" else charts.SIDE
    part = parts[charts.location_by(parts, die)]
    choices = [part_words(other, side) for other in parts for side in charts.FACINGS if not other.crew]
    source.random.shuffle(choices)
    if not part.crew:  # the likeliest error is the armour of the other side
        choices.insert(0, part_words(part, next(side for side in charts.FACINGS if side != facing)))
    chart, name = [row[0] for row in scenes.chart_of("2E-VEH-1")], ON_CHART.get(it.enemy.name, it.enemy.name)
    cell = (chart.index(name), die) if name in chart else None
    known = {"every": choices, "parts": "; ".join(map(with_faces, parts)), "cell": cell, "facing": facing}
    return {"answer": part_words(part, facing), **known}


def part_words(part: Location, side: str) -> str:
    return "the crew is hit" if part.crew else f"{part.name.lower()}, {charts.armour_at(part, side)[0]}"


def with_faces(part: Location) -> str:
    """Return a part with its faces: ``2-5 hull 20/18``."""
    faces = "-".join(map(str, dict.fromkeys((part.faces[0], part.faces[-1]))))
    return f"{faces} {part.name.lower()}" + ("" if part.crew else f" {part.front}/{part.side}")


# Which value counts --------------------------------------------------------------------------------------------------


def about_its_bands(source: Source, it: scenes.Meeting) -> scenes.Names:
    short, long = int(it.weapon.short or 0), int(it.weapon.long or 0)
    distance = source.pick((short - 1, short, short + 1, long - 1, long, long + 1, long + 2))
    return {"short": short, "long": long, "distance": distance}


def band(it: scenes.Meeting, distance: int) -> scenes.Names:
    answer, reason = charts.band(it.weapon, distance)
    near, far = scenes.figures(it.weapon)
    known = {
        "ranges": scenes.ranges(it.weapon),
        "figures": (it.weapon.hit_short, it.weapon.hit_long),
        "near": near,
        "far": far,
    }
    return {"answer": answer, "because": reason.text.removesuffix(": the shot is lost"), **known}


def flak_value(it: scenes.Meeting) -> scenes.Names:
    save, area = it.faced.save, it.weapon.area
    value = charts.armour_need(save, 0, area).because[0].value
    return {"answer": value, "what": kind_of_shot(it.weapon), "whom": scenes.person(it.faced.name)}


def kind_of_shot(weapon: Weapon) -> str:
    if weapon.template or weapon.has("Venom Cannon"):
        return "a template"
    return "a blast" if weapon.area else "a plain shot"


def row_of_strength(strength: int, toughness: int) -> scenes.Names:
    counts, *others = charts.to_wound(strength, toughness).because
    return {"answer": min(strength, charts.STRONGEST), "counts": counts.text, "reasons": others}


def leadership_values(source: Source) -> list[int]:
    if not source.own:
        return source.random.sample(range(5, 11), 3)
    meeting = scenes.meet(source)
    values = {model.leadership for unit in (meeting.unit, meeting.enemy) for model, _ in unit.models}
    values |= {7, 9} if len(values) < 2 else set()
    return source.random.sample(sorted(values), len(values))


def best_of_them(values: Sequence[int]) -> scenes.Names:
    best = morale.best_leadership(tuple(Model("", 4, leadership=value) for value in values))
    return {"answer": str(best), "best": best, "others": [str(value) for value in values if value != best]}


def ammunition(strength: int) -> scenes.Names:
    sides = charts.ammunition_die(strength)
    return {"answer": f"D{sides}", "column": 1 + [die for _, die in charts.AMMUNITION].index(sides)}


# Answers of ``saving.toml``: which save, and what it needs.


def any_modifier(source: Source, armour: int) -> int:
    """Draw a modifier, usually one that leaves a save."""
    most = max(1, min(6, 7 - armour)) if source.pick((True, True, False)) else 6
    return -source.random.randint(1, most)


def save_on_one_die(source: Source, armour: int, modifier: int) -> scenes.Names:
    save = Save(armour)
    others = scenes.elsewhere(source, "save", scenes.NO_SAVE, armour, -modifier)
    likely = [f"{armour}+", scenes.saves_on(save, -modifier), scenes.NO_SAVE, *others]
    return {"answer": scenes.saves_on(save, modifier), "likely": likely, "less": -modifier, "needed": armour - modifier}


def save_on_two_dice(source: Source, armour: int, modifier: int) -> scenes.Names:
    needed = armour - modifier
    near = [f"{needed + step}+" for step in (-3, -2, -1, 1, 2, 3) if 2 <= needed + step <= 12]
    source.random.shuffle(near)
    near = near or [f"{face}+" for face in (8, 10, 11, 12)]
    near = [scenes.NO_SAVE, *near] if needed > 6 and modifier else [*near, scenes.NO_SAVE]
    return {"answer": scenes.saves_on(Save(armour, 2), modifier), "near": near, "less": -modifier, "needed": needed}


def flak_save(it: scenes.Meeting) -> scenes.Names:
    save, weapon = it.faced.save, it.weapon
    assert save is not None
    return {
        "answer": scenes.saves_on(save, weapon.save_modifier, weapon.area),
        "value": scenes.saves_on(save, 0, weapon.area),
        "other_way": scenes.saves_on(save, weapon.save_modifier, not weapon.area),
        "what": kind_of_shot(weapon),
    }


def a_field(source: Source) -> Field:
    """Draw a field; most need 4+, so other numbers are drawn more often than by chance."""
    fields = [Field(name, int(needed[0])) for name, needed in scenes.chart_of("2E-SAV-5")[1:]]
    if source.pick((True, False)):
        return source.pick(fields)
    target = source.pick(sorted({field.target for field in fields}))
    return source.pick(field for field in fields if field.target == target)


def save_of_field(field: Field, armour: int, modifier: int) -> scenes.Names:
    """Return the save of the field, which comes first and has no modifier."""
    names = [row[0] for row in scenes.chart_of("2E-SAV-5")]
    name, need = field.name.casefold(), charts.field_need(field)
    assert need is not None
    likely = [f"{armour}+", scenes.saves_on(Save(armour), modifier), scenes.saves_on(Save(field.target), modifier)]
    cell = (names.index(name), 1) if name in names else None
    return {"answer": need.text, "likely": likely, "reasons": need.because, "cell": cell}


def save_of_an_attack(source: Source) -> Quiz:
    return scenes.put_together(lambda: rolled(source, fits=no_splash, speed="slow", large="no"))


def no_splash(shooter: Unit, target: Unit) -> bool:
    """Return False for units with splashes, whose modifier the situation does not tell."""
    return shooter.name != target.name and not any(weapon.has("Deathspitter") for weapon in shooter.weapons())


# Answers of ``striking.toml``: who takes the hits.


def struck(
    source: Source, it: scenes.Meeting, attack: Attack, hits: int, at: int | None = None
) -> list[tuple[AllottedHits, int]]:
    """Return the models that the hits strike, in order, as the step allots them without decisions."""
    table = PresetTable(Preset({}, raise_missing))
    table.settings = source.pairs[0].settings
    hit = Hit(blow_of(it.weapon)) if at is None else Hit(blow_of(it.weapon), at)
    after = allot(Firing(attack, Declared(Hashed(it.weapon)), attack.ranks, ((hit, hits),)), table)
    return [(token, n) for token, n in after.pool if type(token) is AllottedHits]


def some_of_the_squad(source: Source, it: scenes.Meeting) -> int:
    return source.random.randint(2, min(it.enemy.models[0][1], 6))


def more_hits(source: Source, n: int) -> int:
    return source.random.randint(n + 1, 2 * n + 3)


def taking_most_hits(source: Source, it: scenes.Meeting, n: int, hits: int) -> scenes.Names:
    model = it.enemy.models[0][0]
    ends = struck(source, it, new_attack(it.unit, it.enemy.but(models=((model, n),))), hits)
    most = max(token.hits for token, _ in ends)
    taking = sum(k for token, k in ends if token.hits == most)
    numbers = {"answer": taking, "most": most, "fewer": most - 1, "over": hits - n}
    return {**numbers, "all_alike": taking == n, "name": model.name}


def wounds_of_a_squad(source: Source, it: scenes.Meeting) -> scenes.Names:
    """Draw up to four models, one of them wounded, and ask which one the next hit strikes."""
    model, size = next((model, n) for model, n in it.enemy.models if model.wounds > 1 and n > 1)
    wounds = [model.wounds] * min(size, 4)
    wounds[source.random.randrange(len(wounds))] = source.random.randint(1, model.wounds - 1)
    attack = new_attack(it.unit, it.enemy.but(models=((model, size),)))
    attack = attack.but(ranks=tuple(attack.ranks[0].but(n=1, left=left) for left in wounds))
    left = struck(source, it, attack, 1)[0][0].left
    squad = [*zip("ABCD", wounds, strict=False)]
    text = ", ".join(f"{letter} has {its_own}" for letter, its_own in squad)
    letters = [letter for letter, _ in squad]
    hit = letters[wounds.index(left)]
    known = {
        "answer": hit,
        "others": letters,
        "told": text,
        "whom": scenes.person(model.name),
        "facts": {"left": tuple(squad)},
    }
    return {**known, "left": left, "all_wounds": model.wounds}


def touched(source: Source, it: scenes.Meeting) -> scenes.Names:
    index = source.random.randrange(len(it.enemy.models))
    ends = struck(source, it, new_attack(it.unit, it.enemy), 1, index)
    names, hit = [scenes.person(model.name) for model, _ in it.enemy.models], scenes.person(ends[0][0].kind.name)
    return {"answer": hit, "whom": names[index], "others": [name for name in dict.fromkeys(names) if name != hit]}


def open_to_hits(open: int, soft: int, hard: int, declared: str) -> scenes.Names:
    numbers = {"none": open, "soft": soft, "hard": hard}
    can = sum(n for cover, n in numbers.items() if charts.within_cover(declared, cover))
    return {"answer": can, "exact": numbers[declared], "numbers": (open, soft, hard)}


def score_of_another(score: int, harder: int) -> scenes.Names:
    return {"its_score": score + harder, "hit_on": scenes.score_text(score + harder)}


def open_to_extra_hit(source: Source, score: int, off: int, its_score: int, same: bool) -> bool:
    same_only = source.settings["sustained_same_unit"] == "true"
    why = charts.no_extra_hit(
        distance=off, first_score=score, own_score=its_score, same_unit=same, same_unit_only=same_only
    )
    return why is None


# Fights --------------------------------------------------------------------------------------------------------------


def split_by_faces(source: Source, enemies: int, friends: int) -> scenes.Names:
    fight = charts.fight_need(enemies, friends, source.settings["hth_allocation"])
    most = fight.need.target
    if fight.sides != 6 or len(fight.need.because) > 1 or most is None or most >= 6:
        raise Redraw
    others = [up_to(other) for other in (6 - most, most + 1, most - 1, 5, 3, 2, 1) if 0 < other < 6]
    known = {"most": most, "all": enemies + friends, "reasons": fight.need.because}
    return {"answer": up_to(most), "others": others, **known}


def up_to(most: int) -> str:
    return {1: "a 1 only", 2: "1 or 2"}.get(most, f"1 to {most}")


def drawn_by_lot(source: Source, enemies: int, friends: int) -> scenes.Names:
    fight = charts.fight_need(enemies, friends, source.settings["hth_allocation"])
    if fight.need.because[-1].rule != "2E-HTH-2" or enemies == friends:
        raise Redraw
    others = sorted({friends, enemies - 1, enemies + 1, enemies + 2} - {enemies, 0})
    wrong = [f"{n} in {fight.sides}" for n in source.random.sample(others, 3)]
    right = f"{fight.need.target} in {fight.sides}"
    return {"answer": right, "others": wrong, "because": fight.need.because[-1].text}
