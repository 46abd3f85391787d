"""Who takes the hits: 2E-CAS, 2E-COV-4, 2E-SF-4, 2E-HTH."""

from __future__ import annotations

from shoot_cli.core.answerers import Preset, PresetTable, nobody
from shoot_cli.core.pools import Pool
from shoot_cli.core.quizzes import Drill, NothingToAsk, Quiz, Source
from shoot_cli.core.record import Hashed
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.drill.meeting import (
    TRIES,
    Meeting,
    an,
    as_usual,
    just_one,
    meet,
    meetings,
    numbers_near,
    person,
    said,
    several,
)
from shoot_cli.rules.second.profiles import Unit, Weapon
from shoot_cli.rules.second.records import Attack, Declared, Firing, Hit, Struck
from shoot_cli.rules.second.steps.allocate import allot
from shoot_cli.rules.second.steps.attack import attack_of
from shoot_cli.rules.second.steps.shots import blow_of

CLASSES = (("none", "in the open"), ("soft", "in soft cover"), ("hard", "in hard cover"))


def table(source: Source) -> PresetTable:
    """Where every question has its default, and nobody throws dice."""
    found = PresetTable(Preset({}, nobody))
    found.settings = source.pairs[0].settings
    return found


def struck(attack: Attack, weapon: Weapon, hits: Pool, source: Source) -> list[tuple[Struck, int]]:
    """The models that these hits strike, in their order, as the step has it."""
    after = allot(Firing(attack, Declared(Hashed(weapon)), attack.ranks, hits), table(source))
    return [(thing, n) for thing, n in after.pool if type(thing) is Struck]


# Who takes it --------------------------------------------------------------------------------------------------------


def plain_target(meeting: Meeting) -> bool:
    alike = len(meeting.enemy.models) == 1 and not meeting.enemy.datafax
    return (
        alike and meeting.enemy.models[0][1] > 2 and meeting.weapon.sustained == 0 and not several_hits(meeting.weapon)
    )


def several_hits(weapon: Weapon) -> bool:
    return weapon.area or weapon.has("Twin-linked")


def spread(source: Source) -> Quiz:
    """Everybody takes one hit before anybody takes two."""
    found = meet(source, plain_target)
    model, size = found.enemy.models[0]
    n = source.random.randint(2, min(size, 6))
    hits = source.random.randint(n + 1, 2 * n + 3)
    few = found.enemy.but(models=((model, n),))
    ends = struck(attack_of(found.unit, few), found.weapon, ((Hit(blow_of(found.weapon)), hits),), source)
    most = max(thing.hits for thing, _ in ends)
    right = sum(k for thing, k in ends if thing.hits == most)
    because = f"{hits} hits on {n} models: {most} for {right}, {most - 1} for the others"
    if right == n:
        because = f"{hits} hits on {n} models: {most} for each"
    text = (
        f"{hits} plain hits fall on {n} alike {model.name} models in reach. "
        f"How many of them take {several(most, 'hit')}?"
    )
    wrong = numbers_near(source, right, n, hits - n, 1)
    return source.quiz(text, right, wrong, because, {"hits": hits, "models": n, "most": most})


def wounded_first(source: Source) -> Quiz:
    """In a squad of models with several wounds the hurt one is hit next."""
    found = meet(source, lambda meeting: several_wounds(meeting.enemy) and not meeting.weapon.area)
    model, size = next((model, n) for model, n in found.enemy.models if model.wounds > 1 and n > 1)
    letters = "ABCD"[: min(size, 4)]
    attack = attack_of(found.unit, found.enemy.but(models=((model, size),)))
    hurt, left = source.random.randrange(len(letters)), source.random.randint(1, model.wounds - 1)
    wounds = [left if place == hurt else model.wounds for place in range(len(letters))]
    rank = attack.ranks[0]
    attack = attack.but(ranks=tuple(rank.but(n=1, left=n) for n in wounds))
    ends = struck(attack, found.weapon, ((Hit(blow_of(found.weapon)), 1),), source)
    right = letters[wounds.index(ends[0][0].left)]
    because = f"{right} has {left} of {several(model.wounds, 'wound')} left: it is finished first"
    told = ", ".join(f"{letter} {n}" for letter, n in zip(letters, wounds, strict=True))
    text = (
        f"{person(model.name)} models, all in reach, have so many of their {model.wounds} wounds left: {told}. "
        "One more hit falls on them. Who takes it?"
    )
    wrong = [*(letter for letter in letters if letter != right), "whichever its owner likes"]
    return source.quiz(text, right, wrong, because, {"left": tuple(zip(letters, wounds, strict=True))})


def several_wounds(unit: Unit) -> bool:
    return not unit.datafax and any(model.wounds > 1 and n > 1 for model, n in unit.models)


def touched(source: Source) -> Quiz:
    """Who lies under a marker takes the hit himself."""

    def mixed(meeting: Meeting) -> bool:
        return (
            meeting.weapon.area
            and not meeting.weapon.has("Venom Cannon")
            and len({model.name for model, _ in meeting.enemy.models}) > 1
            and not meeting.enemy.datafax
        )

    found = meet(source, mixed)
    at = source.random.randrange(len(found.enemy.models))
    names = [model.name for model, _ in found.enemy.models]
    ends = struck(attack_of(found.unit, found.enemy), found.weapon, ((Hit(blow_of(found.weapon), at), 1),), source)
    right = person(ends[0][0].kind.name)
    others = [name for name in dict.fromkeys(map(person, names)) if name != right]
    what = "template" if found.weapon.template else "marker"
    because = f"the {what} touched the {right}, and nobody can step in"
    text = (
        f"The {what} of {an(found.weapon.name)} lies over {an(right)} alone; also there: {', '.join(others)}. "
        "Who takes the hit?"
    )
    wrong = [f"{an(others[0])}, if its owner likes", "whoever its owner picks", "one of them, drawn by lot"]
    source.random.shuffle(wrong)
    return source.quiz(text, f"the {right}", wrong, because, {"touched": person(names[at])})


def behind_cover(source: Source) -> Quiz:
    """How many models are open to hits of a declared class."""
    numbers = [source.random.randint(1, 5) for _ in CLASSES]
    shot_at, words = source.one(CLASSES)
    right = sum(n for n, (own, _) in zip(numbers, CLASSES, strict=True) if charts.within_cover(shot_at, own))
    exact = numbers[[own for own, _ in CLASSES].index(shot_at)]
    told = ", ".join(f"{n} {place}" for n, (_, place) in zip(numbers, CLASSES, strict=True))
    declared = {
        "none": "models in the open, at no penalty",
        "soft": "models in soft cover, at -1",
        "hard": "models in hard cover, at -2",
    }
    because = f"shooting at those {words}: they and all that stand easier, {right}"
    text = f"A squad stands like this: {told}. The firer declares: at {declared[shot_at]}. How many models can be hit?"
    every = sum(numbers)
    wrong = numbers_near(source, right, exact, every, every - numbers[0], least=1)
    facts = {"numbers": tuple(numbers), "declared": shot_at}
    return source.quiz(text, right, wrong, because, facts)


def extra_hits(source: Source) -> Quiz:
    """Who may take an extra hit of sustained fire."""
    source.must_meet(meetings, lambda meeting: meeting.weapon.sustained > 0)
    rolled = source.one((3, 4, 5))
    same_only = source.settings["sustained_same_unit"] == "true"

    def draw() -> tuple[int, int, bool]:
        near, score = source.one((1, 2, 3, 4, 5, 6)), rolled + source.one((-1, 0, 0, 1, 2))
        return near, score, source.one((True, True, True, False))

    def good(model: tuple[int, int, bool]) -> bool:
        why = charts.no_extra_hit(
            distance=model[0], first_score=rolled, own_score=model[1], same_unit=model[2], same_unit_only=same_only
        )
        return why is None

    def words(model: tuple[int, int, bool]) -> str:
        return f'{model[0]}" off, {"same" if model[2] else "another"} unit, hit on {said(model[1])}'

    right, wrong = just_one(draw, good, words)
    because = f'{words(right)}: within 4", of the unit, no harder than {rolled}+'
    text = f"A heavy bolter has hit its target on {rolled}+ and has an extra hit. Which other model may take it?"
    facts = {"first": rolled, "models": tuple((words(one), *one) for one in (right, *wrong))}
    return source.quiz(text, words(right), map(words, wrong), because, facts)


def enemy_or_friend(source: Source) -> Quiz:
    """The faces of a D6 that mean an enemy, where it can be split."""
    for _ in range(TRIES):
        enemies, friends = source.random.randint(1, 8), source.random.randint(1, 8)
        fight = charts.fight_need(enemies, friends, source.settings["hth_allocation"])
        if (
            fight.sides == 6
            and len(fight.need.because) == 1
            and fight.need.target is not None
            and fight.need.target < 6
        ):
            break
    else:
        raise NothingToAsk
    n = fight.need.target

    def faces(most: int) -> str:
        return "a 1 only" if most == 1 else "1 or 2" if most == 2 else f"1 to {most}"

    right = faces(n)
    because = f"6 x {enemies} / {enemies + friends} = {n}: {right}"
    text = (
        f"Shots hit a fight of {several(enemies, 'enemy', 'enemies')} and {several(friends, 'friend')}. "
        "On a D6, what strikes an enemy?"
    )
    wrong = [faces(k) for k in (6 - n, n + 1, n - 1, 5, 3, 2, 1) if 0 < k < 6 and k != n]
    few = list(dict.fromkeys(wrong))
    return source.quiz(text, right, few, because, {"enemies": enemies, "friends": friends}, more=fight.need.because)


def drawn_by_lot(source: Source) -> Quiz:
    """The chance that a hit strikes an enemy, where no D6 splits them."""
    exact = source.settings["hth_allocation"]
    for _ in range(TRIES):
        enemies, friends = source.random.randint(2, 9), source.random.randint(1, 9)
        fight = charts.fight_need(enemies, friends, exact)
        if fight.need.because[-1].rule == "2E-HTH-2" and enemies != friends:
            break
    else:
        raise NothingToAsk
    right = f"{fight.need.target} in {fight.sides}"
    because = f"{fight.need.because[-1].text}: {right}"
    text = (
        f"Shots hit a fight of {several(enemies, 'enemy', 'enemies')} and {several(friends, 'friend')}. "
        "How often does a hit strike an enemy?"
    )
    others = {friends, enemies - 1, enemies + 1, enemies + 2} - {enemies, 0}
    wrong = [f"{n} in {fight.sides}" for n in source.random.sample(sorted(others), 3)]
    return source.quiz(text, right, wrong, because, {"enemies": enemies, "friends": friends})


DRILLS = (
    Drill("allocate", "2E-CAS-1", as_usual(spread, "hit_spread"), 3),
    Drill("allocate", "2E-CAS-2", wounded_first, 2),
    Drill("allocate", "2E-CAS-3", touched, 2),
    Drill("allocate", "2E-COV-4", behind_cover, 2),
    Drill("allocate", "2E-SF-4", extra_hits, 2),
    Drill("allocate", "2E-HTH-1", enemy_or_friend, 2),
    Drill("allocate", "2E-HTH-2", as_usual(drawn_by_lot, "hth_allocation")),
)
