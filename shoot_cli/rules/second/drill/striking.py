"""Who takes the hits: the answers of ``striking.toml``."""

from __future__ import annotations

from shoot_cli.core.answerers import Preset, PresetTable, raise_missing
from shoot_cli.core.quizzes import Redraw, Source
from shoot_cli.core.record import Hashed
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.drill.meeting import Meeting, Names, person, said
from shoot_cli.rules.second.records import AllottedHits, Attack, Declared, Firing, Hit
from shoot_cli.rules.second.steps.allocate import allot
from shoot_cli.rules.second.steps.attack import new_attack
from shoot_cli.rules.second.steps.shots import blow_of


def struck(
    source: Source, it: Meeting, attack: Attack, hits: int, at: int | None = None
) -> list[tuple[AllottedHits, int]]:
    """The models that so many hits strike, in their order, as the step has it where nobody decides anything."""
    table = PresetTable(Preset({}, raise_missing))
    table.settings = source.pairs[0].settings
    hit = Hit(blow_of(it.weapon)) if at is None else Hit(blow_of(it.weapon), at)
    after = allot(Firing(attack, Declared(Hashed(it.weapon)), attack.ranks, ((hit, hits),)), table)
    return [(thing, n) for thing, n in after.pool if type(thing) is AllottedHits]


def some_of_the_squad(source: Source, it: Meeting) -> int:
    return source.random.randint(2, min(it.enemy.models[0][1], 6))


def more_hits(source: Source, n: int) -> int:
    return source.random.randint(n + 1, 2 * n + 3)


def taking_most_hits(source: Source, it: Meeting, n: int, hits: int) -> Names:
    model = it.enemy.models[0][0]
    ends = struck(source, it, new_attack(it.unit, it.enemy.but(models=((model, n),))), hits)
    most = max(thing.hits for thing, _ in ends)
    taking = sum(k for thing, k in ends if thing.hits == most)
    numbers = {"answer": taking, "most": most, "fewer": most - 1, "over": hits - n}
    return {**numbers, "all_alike": taking == n, "name": model.name}


def wounds_of_a_squad(source: Source, it: Meeting) -> Names:
    """Up to four of its models, one of whom is hurt; and whom the next hit strikes."""
    model, size = next((model, n) for model, n in it.enemy.models if model.wounds > 1 and n > 1)
    wounds = [model.wounds] * min(size, 4)
    wounds[source.random.randrange(len(wounds))] = source.random.randint(1, model.wounds - 1)
    attack = new_attack(it.unit, it.enemy.but(models=((model, size),)))
    attack = attack.but(ranks=tuple(attack.ranks[0].but(n=1, left=left) for left in wounds))
    left = struck(source, it, attack, 1)[0][0].left
    each = [*zip("ABCD", wounds, strict=False)]
    told = ", ".join(f"{letter} {its_own}" for letter, its_own in each)
    letters = [letter for letter, _ in each]
    hit = letters[wounds.index(left)]
    known = {"answer": hit, "others": letters, "told": told, "whom": person(model.name), "facts": {"left": tuple(each)}}
    return {**known, "left": left, "all_wounds": model.wounds}


def touched(source: Source, it: Meeting) -> Names:
    at = source.random.randrange(len(it.enemy.models))
    ends = struck(source, it, new_attack(it.unit, it.enemy), 1, at)
    names, hit = [person(model.name) for model, _ in it.enemy.models], person(ends[0][0].kind.name)
    return {"answer": hit, "whom": names[at], "others": [name for name in dict.fromkeys(names) if name != hit]}


def open_to_hits(open: int, soft: int, hard: int, declared: str) -> Names:
    numbers = {"none": open, "soft": soft, "hard": hard}
    can = sum(n for own, n in numbers.items() if charts.within_cover(declared, own))
    return {"answer": can, "exact": numbers[declared], "numbers": (open, soft, hard)}


def score_of_another(score: int, harder: int) -> Names:
    return {"its_score": score + harder, "hit_on": said(score + harder)}


def open_to_extra_hit(source: Source, score: int, off: int, its_score: int, same: bool) -> bool:
    same_only = source.settings["sustained_same_unit"] == "true"
    why = charts.no_extra_hit(
        distance=off, first_score=score, own_score=its_score, same_unit=same, same_unit_only=same_only
    )
    return why is None


# Fights --------------------------------------------------------------------------------------------------------------


def split_by_faces(source: Source, enemies: int, friends: int) -> Names:
    fight = charts.fight_need(enemies, friends, source.settings["hth_allocation"])
    most = fight.need.target
    if fight.sides != 6 or len(fight.need.because) > 1 or most is None or most >= 6:
        raise Redraw
    others = [up_to(other) for other in (6 - most, most + 1, most - 1, 5, 3, 2, 1) if 0 < other < 6]
    known = {"most": most, "all": enemies + friends, "reasons": fight.need.because}
    return {"answer": up_to(most), "others": others, **known}


def up_to(most: int) -> str:
    return {1: "a 1 only", 2: "1 or 2"}.get(most, f"1 to {most}")


def drawn_by_lot(source: Source, enemies: int, friends: int) -> Names:
    fight = charts.fight_need(enemies, friends, source.settings["hth_allocation"])
    if fight.need.because[-1].rule != "2E-HTH-2" or enemies == friends:
        raise Redraw
    others = sorted({friends, enemies - 1, enemies + 1, enemies + 2} - {enemies, 0})
    wrong = [f"{n} in {fight.sides}" for n in source.random.sample(others, 3)]
    right = f"{fight.need.target} in {fight.sides}"
    return {"answer": right, "others": wrong, "because": fight.need.because[-1].text}
