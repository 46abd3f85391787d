"""The answers of ``wound.toml``, ``save.toml``, ``allocate.toml`` and ``six.toml``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from shoot_cli.engine.names import counted
from shoot_cli.engine.pools import Pool, Rank
from shoot_cli.engine.questions import Need, Question
from shoot_cli.engine.reasons import DEFENDER, face_list
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.sequence import stages_of
from shoot_cli.quiz import NothingToAsk, Source
from shoot_cli.rules.datasheets import charts, tokens
from shoot_cli.rules.datasheets.charts import INVULNERABLE
from shoot_cli.rules.datasheets.drill.scenes import Drilled, Met, gun_at, met, one_gun, words_of
from shoot_cli.rules.datasheets.drill.shooting import battle
from shoot_cli.rules.datasheets.effects import toughness_of
from shoot_cli.rules.datasheets.profiles import Ability, Amount, Condition, Model, Unit
from shoot_cli.rules.datasheets.records import Attack, Nomination
from shoot_cli.rules.datasheets.steps.attack import begin_attack
from shoot_cli.rules.datasheets.steps.hit import hits_of_roll, roll_to_wound
from shoot_cli.rules.datasheets.steps.target import choose_target, target_model

# The answers of ``wound.toml``: wound rolls and Toughness

NEEDS = (2, 3, 4, 5, 6)


def row_of_chart(source: Source, needs: Sequence[int] = NEEDS) -> tuple[int, int]:
    """Return a Strength and a Toughness; every row of the chart is equally likely."""
    wanted = source.pick(needs)
    pairs = [(strength, tough) for strength in range(2, 17) for tough in range(2, 14)]
    return source.pick(pair for pair in pairs if charts.table(*pair) == wanted)


def to_wound(
    drilled: Drilled, strength: int, toughness: int, changed: tuple[tokens.Modifier, ...] = ()
) -> dict[str, Any]:
    need = charts.to_wound(drilled.plain_gun(strength=strength, toughness=toughness, to_wound=changed)).need
    return {"need": need, "row": (need.target or 0) - 1}


def to_wound_if_not_stronger(drilled: Drilled, strength: int, toughness: int) -> Need:
    """Return the need with the ability "-1 to wound if S is greater than T"."""
    ability = Ability(
        "- to wound",
        Amount(plus=1),
        conditions=(Condition("greater"),),
        incoming=True,
        text="-1 to wound if S is greater than T",
    )
    target = Unit("unit", ((Model("model", toughness, 4, abilities=(ability,)), 1),))
    need = charts.to_wound(Hashed(gun_at(drilled.shot_of(one_gun(strength=strength), target)))).need
    higher = "higher" if strength > toughness else "not higher"
    return need.but(because=(*need.because, drilled.game.reason(f"Strength is {higher} than Toughness", "WND-5")))


def anti_met(source: Source, drilled: Drilled) -> dict[str, Any]:
    meeting = met(source, drilled, lambda meeting: meeting.weapon.has("Anti"))
    ability = next(a for a in meeting.weapon.abilities if a.name == "Anti")
    keyword, has = ability.keyword, meeting.target.is_a(ability.keyword)
    pair = {"strength": meeting.weapon.strength, "toughness": meeting.toughness}
    return {**pair, "keyword": keyword, "anti": ability.need or 6, "has": has}


def to_wound_with_anti(
    drilled: Drilled, strength: int, toughness: int, keyword: str, anti: int, has: bool, change: int = 0
) -> Need:
    ability = Ability("Anti", need=anti, keyword=keyword, text=f"Anti-{keyword} {anti}+")
    target = Unit("unit", ((Model("model", toughness, 4), 1),), (keyword,) if has else ())
    shot = drilled.shot_of(one_gun(ability, strength=strength), target)
    return charts.to_wound(Hashed(gun_at(shot, wound_modifier=change))).need


def dice_rolled_again(one: Met) -> dict[str, Any]:
    gun = gun_at(one)
    rolled = charts.to_wound(Hashed(gun))
    answer = {"answer": face_list(rolled.again), "reasons": rolled.need.because, "number": rolled.need.text}
    return {**answer, "toughness": one.toughness, "changes": tuple(change.value for change in gun.to_wound)}


def lists_of_failing_faces(source: Source) -> list[str]:
    return source.random.sample([face_list(range(1, last + 1)) for last in range(1, 6)], 5)


# Values that count ---------------------------------------------------------------------------------------------------


def mixed_unit(source: Source) -> Unit:
    first, second = source.random.sample(range(3, 8), 2)
    leads, n = source.pick((True, True, False)), source.pick((3, 4, 5, 9))
    names = ("Bodyguard", "Leader") if leads else ("Trooper", "Champion")
    models = ((Model(names[0], first, 3), n), (Model(names[1], second, 3, leader=leads), 1))
    return Unit("Attached unit" if leads else "unit", models)


def mixed_toughness(one: Met) -> bool:
    return len({model.toughness for model, _ in one.target.models}) > 1


def toughness_that_counts(unit: Unit) -> dict[str, Any]:
    values = [model.toughness for model, _ in unit.models]
    total, n = sum(n * model.toughness for model, n in unit.models), sum(n for _, n in unit.models)
    return {
        "answer": toughness_of(unit, range(len(unit.models))),
        "models": tuple((model.toughness, model.leader) for model, _ in unit.models),
        "unit_list": ", ".join(counted(n, f"{model.name} (T{model.toughness})") for model, n in unit.models),
        "errors": [*values, round(total / n), sum(values)],
    }


def models_that_blast_counts(drilled: Drilled, before: int) -> dict[str, int]:
    kept = gun_at(drilled.shot_of(one_gun(Ability("Blast", text="Blast"))), models=before)
    return {"answer": before, "more": kept.attacks.blast}


def number_of_two(drilled: Drilled, name: str, numbers: tuple[int, int]) -> int:
    both = one_gun(*(Ability(name, Amount(plus=n), text=f"{name} {n}") for n in numbers))
    gun = gun_at(drilled.shot_of(both), near=True)
    return {
        "Sustained Hits": gun.sustained.plus if gun.sustained else 0,
        "Rapid Fire": sum(amount.plus for amount in (*gun.attacks.more, *gun.attacks.beside)),
        "Melta": sum(change.value for change in gun.more_damage),
    }[name]


# The answers of ``save.toml``: which save is taken, and its need


def invulnerable_no_better(source: Source, save: int) -> int:
    return source.pick([n for n in (4, 5, 6) if n >= save] or [6])


def to_save(drilled: Drilled, save: int, ap: int, invulnerable: int | None = None) -> Need:
    model = tokens.TargetModel("model", 0, save, invulnerable=invulnerable)
    return compared(drilled, model, tokens.Wound(drilled.plain_gun(ap=ap)))


def compared(drilled: Drilled, model: tokens.TargetModel, wound: tokens.Wound) -> Need:
    """Return the need, with the armour save as a reason if the invulnerable save is taken."""
    need = drilled.game.to_save(model, wound)
    if need.label != INVULNERABLE:
        return need
    armour = drilled.game.to_save(model.but(invulnerable=None), wound)
    words = f"armour against AP{wound.gun.value.ap} is {words_of(armour)}"
    return need.but(because=(drilled.game.reason(words, "SAV-1"), *need.because))


def to_save_against_devastating_wounds(
    drilled: Drilled, save: int, ap: int, die: int, invulnerable: int | None
) -> Need:
    gun = drilled.plain_gun(ap=ap, devastating="current")
    made = roll_to_wound(tokens.Hit(gun), 1, drilled.thrown(die))[0][0]
    need = Need(None) if type(made) is tokens.Packet else to_save(drilled, save, ap, invulnerable)
    words = f"an unmodified {die} with Devastating Wounds is {'a' if need.target is None else 'no'} Critical Wound"
    return need.but(because=(drilled.game.reason(words, "SAV-5"), *need.because))


def digits(ap: int) -> int:
    """Return AP as other editions print it."""
    return -ap


def to_feel_no_pain(drilled: Drilled, always: int | None, mortal: int, is_mortal: bool) -> str:
    given = tokens.Pain(mortal, drilled.game.reason(f"Feel No Pain {mortal}+ against mortal wounds", "FNP-3"))
    gun = drilled.plain_gun(defences=(tokens.Defence(mortal_pain=given),))
    need = charts.pain_of(gun.value, tokens.TargetModel("model", 0, 4, feel_no_pain=always), is_mortal)
    return need.text if need else "it is not ignored"


# The answers of ``allocate.toml``: who takes the next attack, and who decides when

# Units ---------------------------------------------------------------------------------------------------------------


def mixed(source: Source, fits: Callable[[Model], bool] = lambda model: True) -> Unit:
    """Return a unit with several kinds of models, at least one of which fits."""

    def good(unit: Unit) -> bool:
        return 1 < len({model.name for model, _ in unit.models}) < 4 and any(fits(model) for model, _ in unit.models)

    unit: Unit = source.meeting(lambda shooter, target: ((target, 1.0),), good)
    return unit


def people(ranks: tuple[Rank, ...]) -> str:
    return ", ".join(f"{rank.n} x {rank.kind.name}" for rank in ranks)


def ranks_of(unit: Unit) -> tuple[Rank, ...]:
    return tuple(Rank(target_model(unit, i), n, model.wounds) for i, (model, n) in enumerate(unit.models))


def one_of(ranks: tuple[Rank, ...], at: int, lost: int = 0, **changed: Any) -> tuple[Rank, ...]:
    """Return the ranks with one changed model in a rank of its own."""
    rank = ranks[at]
    rest = (rank.but(n=rank.n - 1),) if rank.n > 1 else ()
    return (*ranks[:at], Rank(rank.kind.but(**changed), 1, rank.left - lost), *rest, *ranks[at + 1 :])


def nobody_wounded(source: Source) -> tuple[tuple[Rank, ...], str]:
    ranks = ranks_of(mixed(source, lambda model: model.wounds > 1))
    return ranks, people(ranks)


def one_model(rank: Rank) -> str:
    """Return `one Boy`, or `the Nob` where there is only one."""
    return f"{'the' if rank.n == 1 else 'one'} {rank.kind.name}"


def one_wounded(source: Source) -> tuple[tuple[Rank, ...], str, str, int]:
    ranks, text = nobody_wounded(source)
    index = source.pick([i for i, rank in enumerate(ranks) if rank.left > 1])
    lost = source.random.randint(1, ranks[index].left - 1)
    model = one_model(ranks[index])
    return one_of(ranks, index, lost), text, f"{model[0].upper()}{model[1:]}", lost


def one_that_saved(source: Source, extra: bool) -> tuple[tuple[Rank, ...], str, str]:
    """Return ranks, and a model that saved. ``extra`` is True if it saved in this phase."""
    ranks = ranks_of(mixed(source))
    index = source.random.randrange(len(ranks))
    return one_of(ranks, index, allocated=True) if extra else ranks, people(ranks), one_model(ranks[index])


def bodyguards_met(source: Source) -> Unit:
    unit = mixed(source, lambda model: model.leader)
    if not unit.attached:
        raise NothingToAsk
    return unit


def bodyguards(source: Source, attached: bool) -> Unit:
    guard, n = source.pick(("Bodyguard", "Guardsman", "Trooper")), source.pick((4, 5, 9))
    chief = source.pick(("Captain", "Champion", "Commander"))
    return Unit("unit", ((Model(guard, 4, 3), n), (Model(chief, 4, 3, 4, leader=attached), 1)))


def led_ranks(source: Source, unit: Unit) -> tuple[tuple[Rank, ...], str, str, bool]:
    """Return the ranks, their text, the leader's name, and whether he is wounded."""
    ranks = ranks_of(unit)
    index = next((i for i, (model, _) in enumerate(unit.models) if model.leader), len(ranks) - 1)
    hurt = ranks[index].left > 1 and source.pick((True, True, False))
    return one_of(ranks, index, 1) if hurt else ranks, people(ranks), ranks[index].kind.name, hurt


# Decisions -----------------------------------------------------------------------------------------------------------

# answers to "when", by stage
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
    """Return who decides, who does not, when, and two wrong moments."""
    players = ("the attacker", "the defender")
    when = WHEN[stages_of(source.ruleset.battle)[step]]
    others = source.random.sample([moment for moment in MOMENTS if moment != when], 2)
    return *(reversed(players) if question.owner == DEFENDER else players), when, *others


def what_a_player_does(source: Source, who: str, other: str, when: str) -> tuple[str, str, str]:
    """Return a moment, who acts then, and who does not."""
    moment = source.pick((when, when, *(moment for moment in MOMENTS if moment != when)))
    doer = source.pick((who, other)) if moment == when else who
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
    """Return an attack by a unit with guns at a unit with a Leader."""
    gun = one_gun()
    shooter = Unit("shooters", ((Model("shooter", 4, 4, weapons=(gun,)), 5),), ("INFANTRY",))
    guards = ((Model("guard", 4, 4), 5), (Model("leader", 4, 3, 4, leader=True, character=True), 1))
    target = Unit("guards", guards, ("INFANTRY",))
    return drilled.attack_of(shooter, target).but(orders=(tokens.WeaponDeclaration(0, 0, Hashed(gun), 5),))


def target_question(drilled: Drilled) -> Question:
    first = Nomination(Hashed(battle(drilled, led(drilled).shooter.value)), 0, 0, "")
    return asked(drilled, choose_target, begin_attack(first, drilled.thrown()))


# The answers of ``six.toml``: the rules are run with this face of the die

MISS, HIT, CRITICAL = "a miss", "a hit, but not a Critical Hit", "a Critical Hit"
FAILS, WOUNDS, PACKET = "no wound", "a wound, which may be saved", "a wound without any save"


def shot(drilled: Drilled, gun: Hashed[tokens.Gun], die: int) -> Pool:
    return hits_of_roll(tokens.Shot(gun), 1, drilled.thrown(die))


def changed(drilled: Drilled, *values: int) -> tuple[tokens.Modifier, ...]:
    return tuple(tokens.Modifier(value, drilled.game.reason(f"{value:+d}", "FX-HIT-1")) for value in values if value)


def hit_roll(
    drilled: Drilled, die: int, skill: int, change: int = 0, lethal: bool = False, x: int = 0, only_sixes: bool = False
) -> dict[str, Any]:
    """Return the result of one hit roll as text. ``x`` is the number of Sustained Hits."""
    sustained = Amount(plus=x) if x else None
    values = {"skill": skill, "lethal": lethal, "sustained": sustained, "only_sixes": only_sixes}
    return comes_of(drilled, drilled.plain_gun(to_hit=changed(drilled, change), **values), die)


def comes_of(drilled: Drilled, gun: Hashed[tokens.Gun], die: int) -> dict[str, Any]:
    pool = shot(drilled, gun, die)
    hits = sum(n for _, n in pool)
    words = MISS if not hits else "1 hit" if hits == 1 else f"{hits} hits"
    if any(type(token) is tokens.Hit and token.lethal for token, _ in pool):
        words = "a wound, without a wound roll"
    return {"answer": words, "needs": charts.to_hit(gun).need.text}


def critical_or_not(drilled: Drilled, die: int, skill: int, change: int) -> str:
    rolled = charts.to_hit(drilled.plain_gun(skill=skill, to_hit=changed(drilled, change)))
    return CRITICAL if die >= rolled.critical else HIT if rolled.need.met_by(die) else MISS


def torrent(drilled: Drilled, ability: str) -> Mapping[str, Any]:
    works = works_with_torrent(drilled, ability)
    usual = "it changes the wound roll, which is made as usual: it works as with other weapons"
    why = usual if works else "nothing comes of what changes hit rolls"
    return {"answer": works, "reasons": (drilled.game.reason(why, "INT-6"),)}


def works_with_torrent(drilled: Drilled, ability: str) -> bool:
    gun: dict[str, Any] = {"lethal": ability == "Lethal Hits", "devastating": "current"}
    if ability.startswith("Sustained"):
        gun["sustained"] = Amount(plus=int(ability[-1]))
    if ability.startswith("Anti"):
        gun = {"critical_wound": 4}
    table = drilled.thrown()
    ((hit, _),) = hits_of_roll(tokens.Shot(drilled.plain_gun(skill=None, **gun)), 1, table)
    if ability.startswith(("Sustained", "Lethal")):
        return any(entry.question is not None for entry in table.log)
    face = 4 if ability.startswith("Anti") else 6  # a Critical Wound, as after a hit roll
    return wounds(drilled, hit, face) == (WOUNDS if face == 4 else PACKET)


# Wounds and saves ----------------------------------------------------------------------------------------------------


def wounds(drilled: Drilled, hit: tokens.Hit, die: int) -> str:
    made = roll_to_wound(hit, 1, drilled.thrown(die))
    return FAILS if not made else PACKET if type(made[0][0]) is tokens.Packet else WOUNDS


def wound_roll(
    drilled: Drilled, die: int, strength: int, toughness: int, change: int = 0, devastating: bool = False, x: int = 6
) -> dict[str, Any]:
    """Return the result of one wound roll. ``x`` is the lowest critical face."""
    values: dict[str, Any] = {"devastating": "current"} if devastating else {}
    values |= {"to_wound": changed(drilled, change), "critical_wound": x}
    gun = drilled.plain_gun(strength=strength, toughness=toughness, **values)
    chart = charts.table(strength, toughness)
    return {
        "answer": wounds(drilled, tokens.Hit(gun), die),
        "chart": chart,
        "modified": die + change,
        "critical": die >= x,
    }


def saved(drilled: Drilled, save: int, ap: int, die: int) -> bool:
    return to_save(drilled, save, ap).met_by(die)


def deadly_demise(drilled: Drilled, die: int) -> str:
    book = drilled.book
    return f'all units within {book.demise_reach}" suffer' if die >= book.demise_need else "nothing happens"
