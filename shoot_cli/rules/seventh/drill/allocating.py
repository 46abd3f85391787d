"""Questions about who takes a Wound."""

from __future__ import annotations

from shoot_cli.core.piles import Line, Rank
from shoot_cli.core.quizzes.drill import Drill
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.quizzes.source import NothingToAsk, Source
from shoot_cli.rules.seventh.drill.pieces import TARGET, Meet, a, at_models, face, met
from shoot_cli.rules.seventh.steps.allocate import LOOK_OUT, may_look_out
from shoot_cli.rules.seventh.steps.target import attack_of

NOBODY_JUMPS = "Nobody tries Look Out, Sir."


def kinds_of(source: Source) -> list[tuple[str, int, int]]:
    """Names and Wounds of models of one unit, and how many there are of each at most, in some order."""
    if source.own:
        meet = source.meeting(
            lambda shooter, target: (
                [] if target.vehicle or len(target.models) < 2 else [(target, float(sum(n for _, n in target.models)))]
            )
        )
        kinds = [(model.name, model.wounds, min(n, 3)) for model, n in meet.models][:4]
    else:
        kinds = source.one(
            (
                [("Boy", 1, 3), ("Boy with rokkit", 1, 2), ("Nob", 2, 1)],
                [("Guardsman", 1, 3), ("Sergeant", 1, 1), ("Heavy Weapons Team", 2, 2), ("Plasma gunner", 1, 1)],
                [("Marine", 1, 3), ("Meltagunner", 1, 2), ("Sergeant", 1, 1)],
            )
        )
        kinds = list(kinds)
    source.random.shuffle(kinds)
    return kinds


def line_of(models: list[tuple[str, int, int]]) -> Line:
    """(name, how many, Wounds of each), nearest first, as they take Wounds."""
    return Line(tuple(Rank(name, n, left) for name, n, left in models))


def closest(source: Source) -> Quiz:
    """7E-ALC-1, of models within sight and range."""
    kinds = kinds_of(source)
    inches = sorted(source.random.sample(range(5, 20), len(kinds)))
    line = line_of([(name, 1, wounds) for name, wounds, _ in kinds])
    front = line.front()
    assert front is not None
    right = front[0]
    said = [*zip([name for name, *_ in kinds], inches, strict=True)]
    source.random.shuffle(said)
    other = source.one(name for name, *_ in kinds[1:])
    firer = dict(said)[other]
    listed = ", ".join(f'{name} {n}"' for name, n in said)
    text = (
        f"Measured from the nearest model of the firing unit: {listed}. The model whose shot wounds stands "
        f'{firer}" from the {other} and farther from the others. {NOBODY_JUMPS} Who takes the Wound?'
    )
    because = f'the closest to the firing unit: {right}, {inches[0]}"'
    others = [other, *(name for name, *_ in kinds if name != other), "whom the shooter picks", "whom the owner picks"]
    return source.quiz(text, right, others, because, {"said": tuple(said), "firer": firer, "near": other})


def eligible_closest(source: Source) -> Quiz:
    kinds = kinds_of(source)
    if len(kinds) < 2:
        raise NothingToAsk
    hidden = source.random.randint(1, len(kinds) - 1)
    inches = sorted(source.random.sample(range(5, 20), len(kinds)))
    why_not = [
        source.one(("seen by nobody who fires this weapon", "hidden from all who fire this weapon"))
        for _ in range(hidden)
    ]
    front = line_of([(name, 1, wounds) for name, wounds, _ in kinds[hidden:]]).front()
    assert front is not None
    right = front[0]
    said = [
        (name, n, why_not[i] if i < hidden else "seen")
        for i, ((name, *_), n) in enumerate(zip(kinds, inches, strict=True))
    ]
    lines = "; ".join(f'{name} {n}", {what}' for name, n, what in said)
    text = f"All are within range: {lines}. {NOBODY_JUMPS} Who takes the next Wound?"
    because = f"the closest that a firer sees: {right}"
    others = [kinds[0][0], *(name for name, *_ in kinds), "nobody: it is lost"]
    facts = {"said": tuple((name, n, what == "seen") for name, n, what in said)}
    return source.quiz(text, right, others, because, facts)


def until_it_falls(source: Source) -> Quiz:
    kinds = kinds_of(source)
    few = [(name, source.random.randint(1, most), wounds) for name, wounds, most in kinds]
    most = sum(n * wounds for _, n, wounds in few)
    lost = source.random.randint(0, min(most - 1, 5))
    front = line_of(few).but(lost=lost).front()
    assert front is not None
    right = front[0]
    listed = ", then ".join(f"{n} x {name} with {wounds} Wound{'s' * (wounds > 1)}" for name, n, wounds in few)
    number = ("first", "second", "third", "fourth", "fifth", "sixth")[lost]
    text = (
        f"Nearest first stand {listed}. No save is made and nothing slays outright. {NOBODY_JUMPS} "
        f"Who takes the {number} Wound?"
    )
    because = f"each Wound goes to the closest until it falls: {right}"
    others = [*(name for name, *_ in kinds), "whom the owner picks", "whom the shooter picks"]
    return source.quiz(text, right, others, because, {"models": tuple(few), "lost": lost})


def leads(meet: Meet) -> bool:
    others = sum(n for _, n in meet.target.models) > 1 or meet.model.independent
    return at_models(meet) and meet.model.character and others


def look_out_sir(source: Source) -> Quiz:
    meet = met(source, leads)
    independent = source.one((True, False)) if meet is None else meet.model.independent
    who = (
        ("an Independent Character" if independent else "a Sergeant (a character)")
        if meet is None
        else a(meet.model.name)
    )
    if meet is not None:
        who = f"{who} ({'an Independent Character' if independent else 'a character'})"
    apart = source.one((2, 4, 5, 6, 6, 8, 9))
    s = attack_of(TARGET, TARGET).but(within_6=apart <= 6)
    kind = s.line.ranks[0].kind.but(character=True, independent=independent)
    right = face(LOOK_OUT[independent]) if may_look_out(s, kind) else "it cannot"
    text = (
        f'A Wound is allocated to {who}; the closest other model of the unit stands {apart}" away. '
        "On which roll does that one take the Wound (Look Out, Sir)?"
    )
    why = (
        f'nobody within 6": {right}'
        if apart > 6
        else f'within 6", {"an Independent Character" if independent else "a character"}: {right}'
    )
    facts = {"independent": independent, "apart": apart}
    return source.quiz(text, right, ["4+", "2+", "it cannot", "3+", "5+"], why, facts)


DRILLS = (
    Drill("allocate", "7E-ALC-1", closest, 3),
    Drill("allocate", "7E-ALC-2", eligible_closest, 2),
    Drill("allocate", "7E-ALC-4", until_it_falls, 2),
    Drill("allocate", "7E-ALC-6", look_out_sir, 2),
)
