"""Attacks of which every die is known, played by the rules; and who takes the next wound."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from shoot_cli.core.plurals import counted
from shoot_cli.core.pools import Rank
from shoot_cli.core.questions import Answer, Question, Roll, Total
from shoot_cli.core.quizzes import Redraw, Source
from shoot_cli.core.quizzes.words import together
from shoot_cli.core.record import Hashed
from shoot_cli.core.ruleset import Setting
from shoot_cli.core.sequence import play
from shoot_cli.rules.datasheets.battle import Attack
from shoot_cli.rules.datasheets.drill.effects import weapon_of
from shoot_cli.rules.datasheets.drill.meet import PLAIN, Drilled, Thrown
from shoot_cli.rules.datasheets.profiles import Model, Unit
from shoot_cli.rules.datasheets.records import WeaponDeclaration
from shoot_cli.rules.eleventh import ATTACKS
from shoot_cli.rules.eleventh.steps.groups import BY_MORTAL_WOUNDS, Ordering, groups, in_order, profile, wounded
from shoot_cli.rules.eleventh.steps.pools import form_pools

SIX = 6


class Shown(Thrown):
    """A table where saves show these faces, and every other die a 6. ``told``: first answers by their keys."""

    def __init__(self, settings: Iterable[Setting], saves: Sequence[int], told: dict[str, Any]) -> None:
        super().__init__(settings, *saves)
        self.told = told

    def given(self, question: Question, place: int) -> Answer:
        if isinstance(question, (Roll, Total)) and not question.key.startswith("save"):
            return {"first": [SIX] * question.dice}
        return self.told.pop(question.key, None) or super().given(question, place)


def declared(drilled: Drilled, shooter: Unit, target: Unit, covered: tuple[int, ...] = ()) -> Attack:
    """All weapons of all models at the target. ``covered``: kinds of firing model against which it has cover."""
    s = drilled.attack_of(shooter, target)
    every = [(place, weapon, n) for place, (model, n) in enumerate(shooter.models) for weapon in model.weapons]
    aim = s.aims[0].but(told=True, covered_from=covered)
    orders = tuple(WeaponDeclaration(0, place, Hashed(weapon), n) for place, weapon, n in every)
    return s.but(aims=(aim,), orders=orders, declared=True)


def after(drilled: Drilled, target: Unit, saves: Sequence[int], ap: int, *texts: str, **told: Any) -> tuple[Rank, ...]:
    """Who stands when so many attacks of Damage 1 have wounded, and the saves showed this."""
    weapon = weapon_of(drilled, *texts, attacks=len(saves), ap=ap)
    shooter = Unit("shooter", ((Model("shooter", 4, 4, weapons=(weapon,)), 1),))
    table = Shown(drilled.settings, saves, {key.replace("_", ":"): said for key, said in told.items()})
    end = play((form_pools, *ATTACKS), declared(drilled, shooter, target), table)
    return tuple(end.line.standing())


def left(ranks: Iterable[Rank], name: str) -> int:
    return sum(rank.n for rank in ranks if rank.kind.name == name)


# Dice from the lowest to the highest ---------------------------------------------------------------------------------


def who_falls(
    drilled: Drilled, first: str, n: int, m: int, saves: tuple[int, int], ap: int, faces: tuple[int, ...]
) -> dict[str, Any]:
    """Of ``n`` Veterans and ``m`` Troopers, whose saves these are; the defender puts ``first`` in front."""
    names = ("Veteran", "Trooper")
    models = tuple((Model(name, 4, save), of) for name, save, of in zip(names, saves, (n, m), strict=True))
    end = after(drilled, Unit("unit", models), faces, ap, allocate=first)
    right = fallen(names, (n - left(end, "Veteran"), m - left(end, "Trooper")))
    order = [0, 1] if first == "Veteran" else [1, 0]
    needs = [save - ap for save in saves]
    errors = [
        fallen(names, walked(order, dice, needs, (n, m)))
        for order, dice in (
            (order, sorted(faces, reverse=True)), (order, faces), (order[::-1], sorted(faces)),
            (order[:1], sorted(faces)), (order[1:], sorted(faces)),
        )
    ]  # fmt: skip
    if len({right, *errors}) < 3:  # nothing that people get wrong
        raise Redraw
    return {"answer": right, "errors": [*errors, "nobody"], "second": names[order[1]]}


def walked(order: Sequence[int], dice: Iterable[int], needs: Sequence[int], models: Sequence[int]) -> tuple[int, int]:
    """How people get it wrong: dice in another order, or against one group alone."""
    slain = [0, 0]
    for face in dice:
        at = next((at for at in order if slain[at] < models[at]), None)
        if at is not None and (face == 1 or face < needs[at]):
            slain[at] += 1
    return slain[0], slain[1]


def fallen(names: Sequence[str], slain: Sequence[int]) -> str:
    return together([counted(n, name) for name, n in zip(names, slain, strict=True) if n]) or "nobody"


def precise_saves(
    drilled: Drilled, wounds: int, save: int, guards: int, ap: int, faces: tuple[int, ...]
) -> dict[str, Any]:
    """The Captain was chosen: he takes the lowest dice until he is dead."""
    captain = Model("Captain", 4, save, wounds, leader=True, character=True)
    unit = Unit("unit", ((Model("Guard", 4, guards), 5), (captain, 1)))
    ends = [after(drilled, unit, faces, ap, "Precision", precision_gun=name) for name in ("Captain", "no")]
    told = []
    for end in ends:
        lost = wounds - sum(rank.left for rank in end if rank.kind.name == "Captain")
        told.append(f"{counted(lost, 'wound')} of the Captain and {counted(5 - left(end, 'Guard'), 'Guard')}")
    failed = sum(face == 1 or face < save - ap for face in faces)
    errors = [told[1], f"{counted(min(failed, wounds), 'wound')} of the Captain and 0 Guards",
              f"1 wound of the Captain and {counted(max(0, failed - 1), 'Guard')}",
              f"{counted(wounds, 'wound')} of the Captain and 0 Guards"]  # fmt: skip
    if len({told[0], *errors}) < 3:
        raise Redraw
    return {"answer": told[0], "errors": errors}


# Groups and their order ----------------------------------------------------------------------------------------------

CREW = (
    Model("Guard", 4, 4),
    Model("Sergeant", 4, 4),
    Model("Heavy", 4, 3, 2),
    Model("Ogre", 4, 5, 3),
    Model("Captain", 4, 3, 4, leader=True, character=True),
    Model("Priest", 4, 4, 3, leader=True, character=True),
)
FREE, WHOEVER = "a group of the owner's choice, but no CHARACTER", "a group of the owner's choice"


def crew(source: Source, drilled: Drilled, hurt: bool, extra: bool = False) -> dict[str, Any]:
    """Three kinds of model. ``hurt``: one has lost a wound. ``extra``: one has saved an attack this phase."""
    kinds = sorted(source.random.sample(range(len(CREW)), 3))
    models = [(CREW[kind], 1 if CREW[kind].character else source.one((1, 3, 5))) for kind in kinds]
    ranks = [*drilled.attack_of(PLAIN, Unit("unit", tuple(models))).aims[0].line.ranks]
    able = [at for at, rank in enumerate(ranks) if rank.left > 1 or not hurt]
    if models[1][0].character or not able:
        raise Redraw
    at = source.one(able)
    rank = ranks[at]
    rest = [rank.but(n=rank.n - 1)] if rank.n > 1 else []
    ranks[at : at + 1] = [Rank(rank.kind.but(allocated=extra), 1, rank.left - hurt), *rest]
    told = [
        f"{n} x {model.name} ({'CHARACTER, ' * model.character}W{model.wounds}, Sv{model.save}+)" for model, n in models
    ]
    stand = tuple((model.name, model.wounds, model.save, model.character) for model, _ in models)
    hurts = rank.kind.name if hurt else ""
    return {"ranks": tuple(ranks), "people": ", ".join(told), "who": rank.kind.name, "stand": stand, "hurts": hurts}


def labels(ranks: Iterable[Rank]) -> list[str]:
    """What each group is called, as they are listed."""
    found = groups(ranks).values()
    return [f"the {together([*dict.fromkeys(rank.kind.name for rank in group)])}" for group in found]


def first_group(ranks: tuple[Rank, ...]) -> dict[str, Any]:
    """Which of the groups may take the lowest dice: each is tried in front."""
    names = {rank.kind.name for rank in ranks}
    may = {profile(in_order(ranks, Ordering(named=(name,)))[0].kind) for name in sorted(names)}
    every = dict(zip(groups(ranks), labels(ranks), strict=True))
    (one, *others) = may
    right = FREE if others else every[one]
    return {"answer": right, "errors": [FREE, WHOEVER, *(label for label in every.values())], "groups": len(every)}


def next_mortal_wound(ranks: tuple[Rank, ...]) -> dict[str, Any]:
    first = in_order(ranks, BY_MORTAL_WOUNDS)[0]
    names = [*dict.fromkeys(rank.kind.name for rank in ranks)]
    right = "any model that is no CHARACTER"
    if wounded(first):
        right = f"the wounded {first.kind.name}"
    elif first.kind.leader:
        right = f"the {first.kind.name}"
    return {
        "answer": right,
        "errors": ["any model that is no CHARACTER", "any model", *(f"the {name}" for name in reversed(names))],
    }
