"""What is noted when attacks have got through: damage, losses, and what lasts how long."""

from __future__ import annotations

from collections.abc import Iterable

from shoot_cli.core.pools import Blow, Line, Pool, Rank
from shoot_cli.core.questions import Reason
from shoot_cli.core.quizzes import Drill, Quiz, Source
from shoot_cli.core.turns import Mark, replaced
from shoot_cli.rules.tenth import charts
from shoot_cli.rules.tenth.drill.choosing import battle
from shoot_cli.rules.tenth.drill.meet import PLAIN, Thrown, counted, gun_at, having, if_met, met, plain_gun
from shoot_cli.rules.tenth.edition import NUMBERS
from shoot_cli.rules.tenth.profiles import Ability, Amount, Model, Unit, Weapon
from shoot_cli.rules.tenth.records import Battle, Change, Hazard, Mortal, Packet, Standing, Told, Unsaved
from shoot_cli.rules.tenth.steps import states
from shoot_cli.rules.tenth.steps.attack import attack_of
from shoot_cli.rules.tenth.steps.bearers import names, same_weapon
from shoot_cli.rules.tenth.steps.save import lose_wounds, suffer_hazard, suffer_mortal_wounds, take_packet
from shoot_cli.rules.tenth.steps.turns import end_phase, end_turn

MODEL = Standing("model", 0, 4)


def line_after(wounds: int, models: int, blows: Pool) -> tuple[int, int]:
    """Models slain, and wounds left of one that is wounded (0: nobody is)."""
    line = Line((Rank(MODEL.but(wounds=wounds), models, wounds),))
    for blow, n in blows:
        for _ in range(n):
            front = line.front()
            if front is not None:
                line = line.struck(blow, front[2])
    hurt = [rank.left for rank in line.standing() if rank.left < wounds]
    return models - line.remaining()[0], hurt[0] if hurt else 0


def pooled(wounds: int, models: int, points: int) -> tuple[int, int]:
    """The error: all damage in one pool."""
    slain = min(models, points // wounds)
    return slain, 0 if slain == models or points % wounds == 0 else wounds - points % wounds


def words(end: tuple[int, int]) -> str:
    slain, hurt = end
    fell = "nobody slain" if not slain else f"{slain} slain"
    return f"{fell}, {f'one with {hurt} left' if hurt else 'nobody wounded'}"


def likely(source: Source, wounds: int, models: int, errors: Iterable[tuple[int, int]]) -> list[str]:
    every = [*errors, *((n, hurt) for n in range(models + 1) for hurt in range(wounds) if not (hurt and n == models))]
    every = [end for end in every if end[0] <= models]
    near = every[:3]
    rest = [one for one in every[3:] if one != (0, 0) and abs(one[0] - every[0][0]) < 3]
    source.random.shuffle(rest)
    return [words(end) for end in (*near, *rest)]


def profile(source: Source) -> tuple[int, int]:
    """Damage and wounds; theirs, where only theirs are asked about."""
    if not source.own:
        return source.one(((1, 2), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (3, 4), (2, 5), (4, 3)))
    one = met(source, lambda one: not one.weapon.damage.dice and one.victim.wounds < 6)
    return one.weapon.damage.plus, one.victim.wounds


def excess(source: Source) -> Quiz:
    damage, wounds = profile(source)
    n, models = source.random.randint(2, 5), source.one((5, 6, 10))
    blows = lose_wounds(Unsaved(plain_gun(damage=Amount(plus=damage))), n, MODEL.but(wounds=wounds), Thrown())
    right = line_after(wounds, models, blows)
    text = (
        f"{n} attacks of Damage {damage} get through to {models} unhurt models with {counted(wounds, 'wound')} each. "
        "How does the unit stand?"
    )
    wrong = likely(source, wounds, models, (pooled(wounds, models, damage * n), pooled(wounds, models, n), (n, 0)))
    why = f"each attack hurts one model, what is beyond its {counted(wounds, 'wound')} is lost"
    facts = {"damage": damage, "wounds": wounds, "attacks": n, "models": models}
    return source.quiz(text, words(right), wrong, f"{why}: {words(right)}", facts)


def spilling(source: Source) -> Quiz:
    wounds, n, models = source.one((1, 2, 2, 3)), source.random.randint(2, 7), source.one((5, 6, 10))
    blows = suffer_mortal_wounds(Mortal(plain_gun()), n, MODEL.but(wounds=wounds), Thrown())
    right = line_after(wounds, models, blows)
    text = (
        f"A unit of {models} unhurt models with {counted(wounds, 'wound')} each suffers {n} mortal wounds of a "
        "stratagem. How does it stand?"
    )
    first = line_after(wounds, models, ((Blow(n), 1),))
    wrong = likely(source, wounds, models, (first, (n // wounds + 1, 0), (min(n, models), 0)))
    why = f"{n} points, one after the other, and they go on to the next model"
    facts = {"wounds": wounds, "points": n, "models": models}
    return source.quiz(text, words(right), wrong, f"{why}: {words(right)}", facts)


def devastating(source: Source) -> Quiz:
    damage, wounds = source.one(((3, 2), (3, 1), (2, 1), (4, 3), (2, 3), (6, 2)))
    n, models = source.random.randint(1, 3), source.one((5, 10))
    gun = plain_gun(damage=Amount(plus=damage), devastating="current")
    model = MODEL.but(wounds=wounds)
    (unsaved, times), *_ = take_packet(Packet(gun), n, model, Thrown())
    right = line_after(wounds, models, lose_wounds(unsaved, times, model, Thrown()))
    text = (
        f"{counted(n, 'Critical Wound')} of a weapon with Devastating Wounds and Damage {damage} meet{'s' * (n == 1)} "
        f"{models} unhurt models with {counted(wounds, 'wound')} each. How does the unit stand?"
    )
    wrong = likely(source, wounds, models, (pooled(wounds, models, damage * n), pooled(wounds, models, n), (n, 0)))
    why = f"{damage} mortal wounds each, all on one model, without going on to the next"
    facts = {"damage": damage, "wounds": wounds, "attacks": n, "models": models}
    return source.quiz(text, words(right), wrong, f"{why}: {words(right)}", facts)


def own_weapons(source: Source) -> Quiz:
    wounds, n, models = source.one((1, 2, 2, 3, 4)), source.one((1, 1, 2, 3)), source.one((5, 10))
    blows = suffer_hazard(Hazard(False), n, MODEL.but(wounds=wounds), Thrown())
    right = line_after(wounds, models, blows)
    text = (
        f"{counted(n, 'Hazardous test')} of {models} models fail{'s' * (n == 1)}; each model has such a weapon and "
        f"{counted(wounds, 'wound')}, nobody is hurt or a CHARACTER. How do they stand?"
    )
    points = NUMBERS.hazard_wounds
    wrong = likely(source, wounds, models, (pooled(wounds, models, points * n), pooled(wounds, models, n), (n, 0)))
    why = f"{points} mortal wounds for each test, all on one bearer"
    facts = {"wounds": wounds, "tests": n, "models": models}
    return source.quiz(text, words(right), wrong, f"{why}: {words(right)}", facts)


# Damage --------------------------------------------------------------------------------------------------------------


def melta(source: Source) -> Quiz:
    one = met(source, lambda one: one.weapon.has("Melta") and not one.victim.has("Incoming - damage"))
    damage, reach = one.weapon.damage, one.weapon.range
    rolled = source.random.randint(1, damage.sides) if damage.dice else 0
    distance = source.one((reach / 2, reach / 2 - 2, reach / 2 + 1, reach))
    near = 2 * distance <= reach
    ability = one.weapon.get("Melta")
    x = ability.number if ability else 0
    gun = gun_at(one, near=near)
    right = charts.damage_of(plain_gun(damage=damage, more_damage=gun.more_damage), MODEL, rolled + damage.plus)
    shows = f"; the damage die shows {rolled}" if damage.dice else ""
    text = (
        f'The {one.weapon.name} (range {reach:g}", Damage {damage.text}, Melta {x}) gets through to a target '
        f'{distance:g}" away{shows}. How much damage does it inflict?'
    )
    plain = rolled + damage.plus
    half = f'{distance:g}" is {"within" if near else "beyond"} half of {reach:g}"'
    because = f"{half}: {f'{plain} + {x} = ' if near else ''}{right}"
    facts = {"rolled": plain, "x": x, "range": float(reach), "distance": float(distance)}
    wrong = source.around(right, (plain + x, plain, plain * x), 1)
    return source.quiz(text, right, wrong, because, facts)


def damage(source: Source) -> Quiz:
    """Halved, then added to, then reduced, rounded up, at least 1."""
    rolled, half = source.random.randint(1, 6), source.one((True, True, False))
    more, less = source.one((0, 2, 3)), source.one((0, 1, 1))
    if not (half or more or less):
        less = 1
    changes = (Change(more, Reason(f"Melta {more}", "10E-WPN-MELTA-1")),) if more else ()
    model = MODEL.but(halvings=int(half), less_damage=less)
    right = charts.damage_of(plain_gun(damage=Amount(1), more_damage=changes), model, rolled)
    told = [f"Melta {more} within half range"] if more else []
    told += ["a target that halves damage"] if half else []
    told += [f"-{less} damage of another enemy rule"] if less else []
    text = f"A damage roll of {rolled}; {', '.join(told)}. How much damage does the attack inflict?"
    order = [f"{rolled}/2" if half else f"{rolled}", *([f"+ {more}"] if more else []), *([f"- {less}"] if less else [])]
    because = f"{' '.join(order)}, rounded up, at least 1: {right}"
    errors = [
        -(-(rolled + more) // 2) - less if half else rolled + more,
        (rolled // 2 if half else rolled) + more - less,
    ]
    facts = {"rolled": rolled, "half": half, "more": more, "less": less}
    return source.quiz(text, right, source.around(right, errors, 0), because, facts)


def pain(source: Source) -> Quiz:
    """One die for each point of damage."""
    x = source.one((4, 5, 5, 6))
    if source.own:
        one = met(source, lambda one: bool(one.victim.feel_no_pain))
        x = one.victim.feel_no_pain or x
    points = source.one((2, 3, 4))
    wounds = points + source.one((0, 1, 3))
    faces = [source.random.randint(1, 6) for _ in range(points)]
    model = MODEL.but(wounds=wounds, feel_no_pain=x)
    unsaved = Unsaved(plain_gun(damage=Amount(plus=points)), pain=True)
    right = sum(blow.points * n for blow, n in lose_wounds(unsaved, 1, model, Thrown(*faces)))
    text = (
        f"An attack of Damage {points} gets through to a model with {wounds} wounds and Feel No Pain {x}+. "
        f"The dice show {', '.join(map(str, faces))}. How many wounds does it lose?"
    )
    because = f"each wound has its own die, {x}+ ignores one: {right} lost"
    met_it = points - right
    wrong = source.around(right, (met_it, points, 0), 0)
    facts = {"damage": points, "x": x, "faces": tuple(faces)}
    return source.quiz(text, right, wrong, because, facts)


# What lasts how long -------------------------------------------------------------------------------------------------

PHASE, TURN, GAME = "to the end of the phase", "to the end of the turn", "to the end of the battle"
ENDS = (PHASE, TURN, GAME, "until this unit's attacks are done")


def theirs(**changed: object) -> Battle:
    """A battle in which the enemy unit is so."""
    begun = battle(PLAIN)
    company = begun.sides[1].companies[0]
    return replaced(begun, 1, 0, company.but(**changed))


def lasts(before: Battle, kept: str) -> str:
    """How long this field of the enemy unit is kept."""

    def still(b: Battle) -> bool:
        return bool(getattr(b.sides[1].companies[0], kept) == getattr(before.sides[1].companies[0], kept))

    after = end_phase(before, Thrown())
    return PHASE if not still(after) else TURN if not still(end_turn(after, Thrown())) else GAME


def lasting(source: Source, text: str, right: str, thing: str) -> Quiz:
    return source.quiz(text, right, ENDS, f"{thing}: {right}", {"thing": thing})


def remembered(source: Source) -> Quiz:
    if source.one((True, True, False)):
        b = theirs(told=(Told(0, 1, True, False),))
        text = "A model was allocated an attack and saved it. How long must it take the next attacks at its unit?"
        return lasting(source, text, lasts(b, "told"), "that an attack was allocated to it")
    b = theirs(ranks=(Rank(0, 1, 0),))
    text = "A model has lost a wound and lives. How long does that count for who is allocated attacks?"
    return lasting(source, text, lasts(b, "ranks"), "that it has lost wounds")


def reactions(source: Source) -> Quiz:
    told = (
        ("Smokescreen", states.SMOKE, "cover and Stealth"),
        ("Go to Ground", states.GROUND, "cover and the 6+ save"),
    )
    name, mark, gain = source.one(told)
    b = theirs(marks=(Mark(mark, (1, 0)),))
    if source.one((True, False)):
        text = f"A unit that is shot at uses {name}. How long do {gain} last?"
        return lasting(source, text, lasts(b, "marks"), name)
    when, after = source.one((("later in the same phase", b), ("in the next Shooting phase", end_phase(b, Thrown()))))
    kept = bool(after.sides[1].companies[0].marks)
    right = f"yes, {gain}" if kept else "no"
    text = f"A unit used {name} against one enemy unit. Another one shoots at it {when}. Does it still have {gain}?"
    wrong = [f"yes, {gain}", "no", "cover alone", "yes, if the same weapons fire"]
    why = f"{name} lasts {lasts(b, 'marks')}"
    facts = {"thing": name, "when": when}
    return source.quiz(text, right, wrong, f"{why}: {right}", facts)


def one_shot(source: Source) -> Quiz:
    """Each copy once in a battle, whatever became of its target."""
    n, (spent, wasted) = source.one((2, 3, 4)), source.one(((1, 0), (0, 1), (0, 1), (1, 1)))
    missile = Weapon("missile", 48, Amount(plus=1), 3, 14, -3, Amount(plus=3), (Ability("One Shot", text="One Shot"),))
    unit = Unit("unit", ((Model("model", 8, 3, 10, weapons=(missile,) * n), 1),))
    s = attack_of(unit, PLAIN).but(used=((0, same_weapon(missile)),) * (spent + wasted))
    right = names(s)["missile"]
    before = f"{spent} fired in an earlier turn" if spent else "none fired in an earlier turn"
    now = "1 fired this turn at a unit that another gun had destroyed" if wasted else "none fired this turn"
    text = f"A model began the battle with {n} One Shot missiles: {before}, {now}. How many has it left to fire?"
    why = f"{n} - {spent} - {wasted}, and a missile is spent even if its target was destroyed before"
    because = f"{why}: {right}"
    facts = {"missiles": n, "spent": spent, "wasted": wasted}
    errors = [n - spent, n, n - 2]
    return source.quiz(text, right, source.around(right, errors), because, facts)


DRILLS = (
    Drill("bookkeeping", "10E-DMG-2", excess, 3),
    Drill("bookkeeping", "10E-MW-2", spilling, 2),
    Drill("bookkeeping", "10E-WPN-DEV-3", if_met(having("Devastating Wounds"), devastating), 2),
    Drill("bookkeeping", "10E-WPN-HAZ-2", if_met(having("Hazardous"), own_weapons)),
    Drill("bookkeeping", "10E-WPN-MELTA-1", melta, 2),
    Drill("bookkeeping", "10E-MOD-1", damage),
    Drill("bookkeeping", "10E-FNP-1", pain, 2),
    Drill("bookkeeping", "10E-ALL-3", remembered, 2),
    Drill("bookkeeping", "10E-DEF-SMOKE-1", if_met(lambda one: one.target.is_a("SMOKE", "INFANTRY"), reactions)),
    Drill("bookkeeping", "10E-WPN-ONESHOT-1", if_met(having("One Shot"), one_shot)),
)
