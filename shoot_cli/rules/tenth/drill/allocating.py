"""Who takes the next attack, and who decides what at which moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shoot_cli.core.pools import Rank
from shoot_cli.core.questions import DEFENDER, Question
from shoot_cli.core.quizzes import Drill, Maker, NothingToAsk, Quiz, Source
from shoot_cli.core.record import Hashed
from shoot_cli.core.sequence import stages_of
from shoot_cli.rules.tenth.drill.choosing import battle
from shoot_cli.rules.tenth.drill.meet import Met, Thrown, counted, having, if_met, plain_gun
from shoot_cli.rules.tenth.profiles import Amount, Model, Unit, Weapon
from shoot_cli.rules.tenth.records import Attack, Nomination, Order, Standing, Test, Wound
from shoot_cli.rules.tenth.steps.allocate import ask, candidates, choose_precision, kinds_of, standing
from shoot_cli.rules.tenth.steps.attack import attack_of, begin_attack
from shoot_cli.rules.tenth.steps.hazard import roll_hazardous_test
from shoot_cli.rules.tenth.steps.order import fired, form_groups
from shoot_cli.rules.tenth.steps.save import roll_to_save
from shoot_cli.rules.tenth.steps.target import choose_target, react

FREE = "any model its owner likes"


def mixed(source: Source, fits: Callable[[Model], bool] = lambda model: True) -> Unit:
    """A unit with models of several kinds, one of them such that it fits."""

    def of(shooter: Unit, target: Unit) -> list[tuple[Unit, float]]:
        return [(target, 1.0)]

    def good(unit: Unit) -> bool:
        return 1 < len({model.name for model, _ in unit.models}) < 4 and any(fits(model) for model, _ in unit.models)

    return source.meeting(of, good)


def next_one(source: Source, ranks: tuple[Rank, ...], said: str, told: str = "", extra: Any = None) -> Quiz:
    """``said``: who stands there; ``told``: what happened before."""
    may = kinds_of(candidates(ranks))
    names = kinds_of(ranks)
    right = called(may[0], ranks) if len(may) == 1 else FREE
    hurt = [rank for rank in ranks if rank.left < rank.kind.wounds or rank.kind.allocated]
    if len(hurt) == 1 and hurt[0].kind.name == may[0] and sum(rank.n for rank in ranks if rank.kind.name == may[0]) > 1:
        right = f"the {may[0]} {'that is wounded' if hurt[0].left < hurt[0].kind.wounds else 'that saved'}"
    why = {
        "10E-ALL-1": "who lost wounds must take it",
        "10E-ALL-3": "who was allocated an attack this phase must take the next",
        "10E-ALL-4": "a Leader takes none while a bodyguard lives",
    }[source.rule]
    if source.rule == "10E-ALL-4" and right == called(names[-1], ranks):
        why = "who lost wounds must take it, for he leads nobody"
    text = f"The unit has {said}. {told}Who is allocated the next attack of the shooting unit?"
    wounded = source.rule == "10E-ALL-1" and any(rank.left < rank.kind.wounds for rank in hurt)
    others = [called(name, ranks) for name in names]
    wrong = [
        FREE,
        *others[:2],
        "the model nearest to the enemy",
        *["any model that is not wounded"] * wounded,
        *others[2:],
    ]
    because = f"{why if right != FREE else 'nobody must take it'}: {right}"
    facts = {
        "ranks": tuple((r.kind.name, r.n, r.left < r.kind.wounds, r.kind.allocated, r.kind.leader) for r in ranks),
        "extra": extra,
    }
    return source.quiz(text, right, wrong, because, facts)


def called(name: str, ranks: tuple[Rank, ...]) -> str:
    """``the Nob``, but ``one Boy`` of many, and ``another Boy`` where one of them is not like the others."""
    own = [rank for rank in ranks if rank.kind.name == name]
    alike = sum(rank.n for rank in own)
    return f"the {name}" if alike == 1 else f"another {name}" if len(own) > 1 else f"one {name}"


def people(ranks: tuple[Rank, ...]) -> str:
    return ", ".join(f"{rank.n} x {rank.kind.name}" for rank in ranks)


def ranks_of(unit: Unit) -> tuple[Rank, ...]:
    return tuple(Rank(standing(unit, i), n, model.wounds) for i, (model, n) in enumerate(unit.models))


def one_of(ranks: tuple[Rank, ...], at: int, **changed: Any) -> tuple[Rank, ...]:
    """The ranks with one model of one of them on its own, changed."""
    rank = ranks[at]
    left = changed.pop("left", rank.left)
    single = Rank(rank.kind.but(**changed), 1, left)
    rest = (rank.but(n=rank.n - 1),) if rank.n > 1 else ()
    return (*ranks[:at], single, *rest, *ranks[at + 1 :])


def wounded_first(source: Source) -> Quiz:
    unit = mixed(source, lambda model: model.wounds > 1)
    ranks = ranks_of(unit)
    at = source.one([i for i, rank in enumerate(ranks) if rank.left > 1])
    if source.one((True, False, False)):
        told = "Nobody is wounded, and it is the first attack of this phase. "
        return next_one(source, ranks, f"{people(ranks)}, and no CHARACTER is attached", told)
    lost = source.random.randint(1, ranks[at].left - 1)
    told = f"One {ranks[at].kind.name} has lost {counted(lost, 'wound')}, all others none. "
    return next_one(source, one_of(ranks, at, left=ranks[at].left - lost), people(ranks), told)


def saved_before(source: Source) -> Quiz:
    """An attack of another unit, saved: in this phase or in the one before."""
    unit = mixed(source)
    ranks = ranks_of(unit)
    at = source.random.randrange(len(ranks))
    now = source.one((True, True, False))
    when = "Earlier this phase" if now else "In the previous Shooting phase, not in this one,"
    told = f"Nobody is wounded. {when} one {ranks[at].kind.name} was allocated an attack and saved it. "
    met = one_of(ranks, at, allocated=True) if now else ranks
    return next_one(source, met, people(ranks), told, now)


def bodyguards(source: Source) -> Quiz:
    """Made up where no list has an Attached unit; None if theirs have none."""
    if source.own:
        unit = mixed(source, lambda model: model.leader)
        if not unit.attached:
            raise NothingToAsk
    else:
        guard, n = source.one(("Bodyguard", "Guardsman", "Trooper")), source.one((4, 5, 9))
        chief = source.one(("Captain", "Champion", "Commander"))
        unit = Unit("unit", ((Model(guard, 4, 3), n), (Model(chief, 4, 3, 4, leader=True), 1)))
    lead = next(i for i, (model, _) in enumerate(unit.models) if model.leader)
    name = unit.models[lead][0].name
    attached = source.own or source.one((True, True, False))
    if not attached:  # then he is one of them (10E-ALL-6)
        unit = Unit("unit", tuple((model.but(leader=False), n) for model, n in unit.models))
    ranks = ranks_of(unit)
    several = ranks[lead].left > 1
    said = people(ranks)
    told = f"It is an Attached unit, led by the {name}. " if attached else "It is not an Attached unit. "
    if several and source.one((True, True, False)):
        ranks = one_of(ranks, lead, left=ranks[lead].left - 1)
        told += f"The {name} has lost 1 wound; all others are unhurt. "
    else:
        told += "Nobody is hurt, and it is the first attack of this phase. "
    return next_one(source, ranks, said, f"{told}The attack has no Precision. ")


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


def asked(step: Callable[..., Any], *given: Any) -> Question:
    table = Thrown(3)
    step(*given, table)
    question = next(entry.question for entry in table.log if entry.question is not None)
    return question


def led() -> Attack:
    """An attack at a unit with a Leader, by a unit with a gun."""
    gun = Weapon("gun", 24, Amount(plus=1), 3, 4, 0, Amount(plus=1))
    shooter = Unit("shooters", ((Model("shooter", 4, 4, weapons=(gun,)), 5),), ("INFANTRY",))
    guards = ((Model("guard", 4, 4), 5), (Model("leader", 4, 3, 4, leader=True), 1))
    target = Unit("guards", guards, ("INFANTRY",))
    return attack_of(shooter, target).but(orders=(Order(0, 0, Hashed(gun), 5),))


def target_question() -> Question:
    first = Nomination(Hashed(battle(led().shooter.value)), 0, 0, "")
    return asked(choose_target, begin_attack(first, Thrown()))


def reaction() -> Question:
    return asked(react, led())


def precision() -> Question:
    return asked(choose_precision, fired(form_groups(led(), Thrown()), plain_gun(precise=True), (), ()))


def allocation() -> Question:
    two = Unit("two", ((Model("Boy", 5, 5), 9), (Model("Nob", 5, 5, 2), 1)))
    s = fired(form_groups(attack_of(led().shooter.value, two), Thrown()), plain_gun(), (), ())
    return asked(ask, s, s.line.ranks)


def saving() -> Question:
    model = Standing("model", 0, 4, 5)
    return asked(roll_to_save, Wound(plain_gun()), 1, model)


def testing() -> Question:
    return asked(roll_hazardous_test, Test(False), 1)


def any_met(one: Met) -> bool:
    return True


Decision = tuple[str, str, str, Callable[[], Question], Callable[[Met], bool]]  # rule, deed, step, question, for whom
DECISIONS: tuple[Decision, ...] = (
    ("10E-TGT-1", "names the targets of all weapons", "choose_target", target_question, any_met),
    (
        "10E-DEF-GTG-1",
        "decides on Go to Ground",
        "react",
        reaction,
        lambda one: one.target.is_a("INFANTRY"),
    ),
    ("10E-ALL-2", "picks the model that an attack is allocated to", "allocate", allocation, any_met),
    (
        "10E-WPN-PREC-1",
        "decides that a Precision attack goes to a Leader",
        "choose_precision",
        precision,
        having("Precision"),
    ),
    (
        "10E-SAV-4",
        "picks between armour and invulnerable save",
        "roll_to_save",
        saving,
        lambda one: bool(one.victim.invulnerable),
    ),
    (
        "10E-WPN-HAZ-2",
        "takes the Hazardous tests",
        "roll_hazardous_test",
        testing,
        having("Hazardous"),
    ),
)


EARLY, LATE = "no, that is too early", "no, that is too late"


def decision(deed: str, step: str, question: Callable[[], Question]) -> Maker:
    """The moment follows from the stage of the step that asks, the player from the question's owner."""

    def make(source: Source) -> Quiz:
        who, other = "the attacker", "the defender"
        if question().owner == DEFENDER:
            who, other = other, who
        when = WHEN[stages_of(source.ruleset.battle)[step]]
        if source.one((True, False, False)):
            right = f"{who}, {when}"
            moments = [moment for moment in MOMENTS if moment != when]
            source.random.shuffle(moments)
            wrong = [f"{other}, {when}", f"{who}, {moments[0]}", f"{other}, {moments[1]}"]
            text = f"Who {deed}, and when?"
            because = right
            return source.quiz(text, right, wrong, because, {"step": step})
        # What a player does at a table: at the right moment, at a wrong one, or in the other's place.
        moment = source.one((when, when, *(moment for moment in MOMENTS if moment != when)))
        doer = source.one((who, other)) if moment == when else who
        at, due = MOMENTS.index(moment), MOMENTS.index(when)
        theirs = {name: f"no, that is for {name} to do" for name in (who, other)}
        right = EARLY if at < due else LATE if at > due else "yes" if doer == who else theirs[who]
        opponent = who if doer == other else other
        wrong = ["yes", EARLY, LATE, theirs[opponent]]
        text = f"{moment[:1].upper()}{moment[1:]}, {doer} {deed}. Is that right?"
        facts = {"step": step, "moment": moment, "doer": doer}
        because = f"{who}, {when}: {right}"
        return source.quiz(text, right, wrong, because, facts)

    return make


DRILLS = (
    Drill("allocate", "10E-ALL-1", wounded_first, 3),
    Drill("allocate", "10E-ALL-3", saved_before, 2),
    Drill("allocate", "10E-ALL-4", bodyguards, 2),
    *(
        Drill("decision", rule, if_met(fits, decision(deed, step, question)), 2)
        for rule, deed, step, question, fits in DECISIONS
    ),
)
