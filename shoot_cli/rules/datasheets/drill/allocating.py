"""Who takes the next attack, and who decides what at which moment: the answers of ``allocate.toml``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shoot_cli.core.pools import Rank
from shoot_cli.core.questions import DEFENDER, Question
from shoot_cli.core.quizzes import NothingToAsk, Source
from shoot_cli.core.record import Hashed
from shoot_cli.core.sequence import stages_of
from shoot_cli.rules.datasheets.battle import Attack, Nomination
from shoot_cli.rules.datasheets.drill.choosing import battle
from shoot_cli.rules.datasheets.drill.meet import Drilled, one_gun
from shoot_cli.rules.datasheets.profiles import Model, Unit
from shoot_cli.rules.datasheets.records import WeaponDeclaration
from shoot_cli.rules.datasheets.steps.attack import begin_attack
from shoot_cli.rules.datasheets.steps.lines import target_model
from shoot_cli.rules.datasheets.steps.target import choose_target

# Who stands there ----------------------------------------------------------------------------------------------------


def mixed(source: Source, fits: Callable[[Model], bool] = lambda model: True) -> Unit:
    """A unit with models of several kinds, one of them such that it fits."""

    def good(unit: Unit) -> bool:
        return 1 < len({model.name for model, _ in unit.models}) < 4 and any(fits(model) for model, _ in unit.models)

    found: Unit = source.meeting(lambda shooter, target: ((target, 1.0),), good)
    return found


def people(ranks: tuple[Rank, ...]) -> str:
    return ", ".join(f"{rank.n} x {rank.kind.name}" for rank in ranks)


def ranks_of(unit: Unit) -> tuple[Rank, ...]:
    return tuple(Rank(target_model(unit, i), n, model.wounds) for i, (model, n) in enumerate(unit.models))


def one_of(ranks: tuple[Rank, ...], at: int, lost: int = 0, **changed: Any) -> tuple[Rank, ...]:
    """The ranks with one model of one of them on its own, changed."""
    rank = ranks[at]
    rest = (rank.but(n=rank.n - 1),) if rank.n > 1 else ()
    return (*ranks[:at], Rank(rank.kind.but(**changed), 1, rank.left - lost), *rest, *ranks[at + 1 :])


def nobody_wounded(source: Source) -> tuple[tuple[Rank, ...], str]:
    ranks = ranks_of(mixed(source, lambda model: model.wounds > 1))
    return ranks, people(ranks)


def one_wounded(source: Source) -> tuple[tuple[Rank, ...], str, str, int]:
    ranks, said = nobody_wounded(source)
    at = source.one([i for i, rank in enumerate(ranks) if rank.left > 1])
    lost = source.random.randint(1, ranks[at].left - 1)
    return one_of(ranks, at, lost), said, ranks[at].kind.name, lost


def one_that_saved(source: Source, extra: bool) -> tuple[tuple[Rank, ...], str, str]:
    """``extra``: in this phase."""
    ranks = ranks_of(mixed(source))
    at = source.random.randrange(len(ranks))
    return one_of(ranks, at, allocated=True) if extra else ranks, people(ranks), ranks[at].kind.name


def bodyguards_met(source: Source) -> Unit:
    unit = mixed(source, lambda model: model.leader)
    if not unit.attached:
        raise NothingToAsk
    return unit


def bodyguards(source: Source, attached: bool) -> Unit:
    guard, n = source.one(("Bodyguard", "Guardsman", "Trooper")), source.one((4, 5, 9))
    chief = source.one(("Captain", "Champion", "Commander"))
    return Unit("unit", ((Model(guard, 4, 3), n), (Model(chief, 4, 3, 4, leader=attached), 1)))


def led_ranks(source: Source, unit: Unit) -> tuple[tuple[Rank, ...], str, str, bool]:
    """The ranks, in words, who leads them, and whether he is hurt."""
    ranks = ranks_of(unit)
    at = next((i for i, (model, _) in enumerate(unit.models) if model.leader), len(ranks) - 1)
    hurt = ranks[at].left > 1 and source.one((True, True, False))
    return one_of(ranks, at, 1) if hurt else ranks, people(ranks), ranks[at].kind.name, hurt


# Decisions -----------------------------------------------------------------------------------------------------------

# What may be said of when something is due, by the stage of the attack at which it is asked.
WHEN = {
    "Select": "before any dice are rolled",
    "Target": "before any dice are rolled",
    "Weapons": "before any dice are rolled",
    "Wound": "after the hit rolls",
    "Allocate": "before the save is rolled",
    "Save": "before the save is rolled",
    "Damage": "after the unit's last attack",
}
MOMENTS = (
    "before any dice are rolled",
    "after the hit rolls",
    "before the save is rolled",
    "after the unit's last attack",
)


def who_and_when(source: Source, question: Question, step: str) -> tuple[str, ...]:
    """Who decides, who does not, when; and when not."""
    players = ("the attacker", "the defender")
    when = WHEN[stages_of(source.ruleset.battle)[step]]
    others = source.random.sample([moment for moment in MOMENTS if moment != when], 2)
    return *(reversed(players) if question.owner == DEFENDER else players), when, *others


def what_a_player_does(source: Source, who: str, other: str, when: str) -> tuple[str, str, str]:
    """At which moment, who does it, and who does not."""
    moment = source.one((when, when, *(moment for moment in MOMENTS if moment != when)))
    doer = source.one((who, other)) if moment == when else who
    return moment, doer, who if doer == other else other


def is_that_right(who: str, when: str, moment: str, doer: str) -> str:
    if moment != when:
        return f"no, that is too {'early' if MOMENTS.index(moment) < MOMENTS.index(when) else 'late'}"
    return "yes" if doer == who else f"no, that is for {who} to do"


def asked(drilled: Drilled, step: Callable[..., Any], *given: Any) -> Question:
    table = drilled.thrown(3)
    step(*given, table)
    return next(entry.question for entry in table.log if entry.question is not None)


def led(drilled: Drilled) -> Attack:
    """An attack at a unit with a Leader, by a unit with a gun."""
    gun = one_gun()
    shooter = Unit("shooters", ((Model("shooter", 4, 4, weapons=(gun,)), 5),), ("INFANTRY",))
    guards = ((Model("guard", 4, 4), 5), (Model("leader", 4, 3, 4, leader=True), 1))
    target = Unit("guards", guards, ("INFANTRY",))
    return drilled.attack_of(shooter, target).but(orders=(WeaponDeclaration(0, 0, Hashed(gun), 5),))


def target_question(drilled: Drilled) -> Question:
    first = Nomination(Hashed(battle(drilled, led(drilled).shooter.value)), 0, 0, "")
    return asked(drilled, choose_target, begin_attack(first, drilled.thrown()))
