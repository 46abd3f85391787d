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
from shoot_cli.rules.datasheets.profiles import Model, Unit
from shoot_cli.rules.datasheets.records import Order, Standing, Test, Wound
from shoot_cli.rules.datasheets.steps.attack import begin_attack
from shoot_cli.rules.datasheets.steps.lines import standing
from shoot_cli.rules.datasheets.steps.shooting import fired
from shoot_cli.rules.datasheets.steps.target import choose_target
from shoot_cli.rules.tenth.drill.choosing import battle
from shoot_cli.rules.tenth.drill.meet import Thrown, one_gun, plain_gun
from shoot_cli.rules.tenth.game import attack_of
from shoot_cli.rules.tenth.steps.allocate import ask, candidates, choose_precision, kinds_of
from shoot_cli.rules.tenth.steps.hazard import roll_hazardous_test
from shoot_cli.rules.tenth.steps.order import form_groups
from shoot_cli.rules.tenth.steps.save import roll_to_save
from shoot_cli.rules.tenth.steps.target import react

FREE = "any model its owner likes"
WHY = {
    "10E-ALL-1": "who lost wounds must take it",
    "10E-ALL-3": "who was allocated an attack this phase must take the next",
    "10E-ALL-4": "a Leader takes none while a bodyguard lives",
}


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
    return tuple(Rank(standing(unit, i), n, model.wounds) for i, (model, n) in enumerate(unit.models))


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


def next_allocated(ranks: tuple[Rank, ...], rule: str) -> dict[str, Any]:
    may, names = kinds_of(candidates(ranks)), kinds_of(ranks)
    right = called(may[0], ranks) if len(may) == 1 else FREE
    hurt = [rank for rank in ranks if rank.left < rank.kind.wounds or rank.kind.allocated]
    wounded = [rank for rank in hurt if rank.left < rank.kind.wounds]
    if len(hurt) == 1 and hurt[0].kind.name == may[0] and sum(rank.n for rank in ranks if rank.kind.name == may[0]) > 1:
        right = f"the {may[0]} {'that is wounded' if wounded else 'that saved'}"
    why = WHY[rule] if right != FREE else "nobody must take it"
    if rule == "10E-ALL-4" and right == called(names[-1], ranks):
        why = "who lost wounds must take it, for he leads nobody"
    others = [called(name, ranks) for name in names]
    unhurt = ["any model that is not wounded"] * (rule == "10E-ALL-1" and bool(wounded))
    return {
        "answer": right,
        "grounds": why,
        "errors": [FREE, *others[:2], "the model nearest to the enemy", *unhurt, *others[2:]],
        "stand": tuple((r.kind.name, r.n, r.left < r.kind.wounds, r.kind.allocated, r.kind.leader) for r in ranks),
    }


def called(name: str, ranks: tuple[Rank, ...]) -> str:
    """``the Nob``, but ``one Boy`` of many, and ``another Boy`` where one of them is not like the others."""
    own = [rank for rank in ranks if rank.kind.name == name]
    alike = sum(rank.n for rank in own)
    return f"the {name}" if alike == 1 else f"another {name}" if len(own) > 1 else f"one {name}"


# Decisions -----------------------------------------------------------------------------------------------------------

# What may be said of when something is due, by the stage of the attack at which it is asked.
WHEN = {
    "Target": "before any dice are rolled",
    "Weapons": "before any dice are rolled",
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


def asked(step: Callable[..., Any], *given: Any) -> Question:
    table = Thrown(3)
    step(*given, table)
    return next(entry.question for entry in table.log if entry.question is not None)


def led() -> Attack:
    """An attack at a unit with a Leader, by a unit with a gun."""
    gun = one_gun()
    shooter = Unit("shooters", ((Model("shooter", 4, 4, weapons=(gun,)), 5),), ("INFANTRY",))
    guards = ((Model("guard", 4, 4), 5), (Model("leader", 4, 3, 4, leader=True), 1))
    target = Unit("guards", guards, ("INFANTRY",))
    return attack_of(shooter, target).but(orders=(Order(0, 0, Hashed(gun), 5),))


def target_question() -> Question:
    first = Nomination(Hashed(battle(led().shooter.value)), 0, 0, "")
    return asked(choose_target, begin_attack(first, Thrown()))


def reaction_question() -> Question:
    return asked(react, led())


def precision_question() -> Question:
    return asked(choose_precision, fired(form_groups(led(), Thrown()), plain_gun(precise=True), (), ()))


def allocation_question() -> Question:
    two = Unit("two", ((Model("Boy", 5, 5), 9), (Model("Nob", 5, 5, 2), 1)))
    s = fired(form_groups(attack_of(led().shooter.value, two), Thrown()), plain_gun(), (), ())
    return asked(ask, s, s.line.ranks)


def save_question() -> Question:
    return asked(roll_to_save, Wound(plain_gun()), 1, Standing("model", 0, 4, 5))


def hazard_question() -> Question:
    return asked(roll_hazardous_test, Test(plain_gun()), 1)
