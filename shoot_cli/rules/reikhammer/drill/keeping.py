"""What is noted after an attack, what comes when, and who decides it."""

from __future__ import annotations

from shoot_cli.core.quizzes import Drill, Quiz, Source
from shoot_cli.core.turns import Mark, replaced
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.drill.allocating import several
from shoot_cli.rules.reikhammer.drill.firing import all_guns, fired
from shoot_cli.rules.reikhammer.drill.scenes import (
    CHART,
    Scene,
    asker,
    attack,
    battle,
    close,
    points,
    quoted,
    scene,
    some,
    with_gunners,
)
from shoot_cli.rules.reikhammer.profiles import ARMOURED, LIGHT, Model, Unit
from shoot_cli.rules.reikhammer.records import Attack, Failed
from shoot_cli.rules.reikhammer.steps.attack import book_ammo
from shoot_cli.rules.reikhammer.steps.end import check_break
from shoot_cli.rules.reikhammer.steps.formation import BARRAGE
from shoot_cli.rules.reikhammer.steps.nominate import take_action
from shoot_cli.rules.reikhammer.steps.save import lose_integrity, suffer
from shoot_cli.rules.reikhammer.steps.states import WATCH
from shoot_cli.rules.reikhammer.steps.suppress import come_under_fire
from shoot_cli.rules.reikhammer.steps.turns import rally

# Shock ---------------------------------------------------------------------------------------------------------------


def ended(of: Scene, s: Attack, lost: list[tuple[int, int]]) -> Attack:
    """The target came under fire, these units lost so much integrity each, and the attack is over."""
    table = asker(of.settings)
    s = come_under_fire(s, table)
    for place, n in lost:
        failed = Failed(place, s.pieces[place].left, 1, True)
        s = suffer(s.but(pool=lose_integrity(failed, n, table)), table)
    return check_break(s, table)


TANKS = Unit("Tanks", ((Model("Tank", ARMOURED, 4, 3), 6),))


SHOCK = ("shock_on_fire", "shock_per_failed_save", "we_suppression")  # settings that change how it is counted


def under_fire(source: Source) -> Quiz:
    """Nobody can be hurt, and Shock comes all the same."""
    source.as_usual(*SHOCK)
    of = Scene(TANKS, TANKS, source.settings)
    before, n = source.one((0, 0, 1, 2)), source.one((1, 2, 5))
    after = ended(of, attack(of, target_shock=before), [])
    text = (
        f"{some(n, 'enemy unit')} with nothing but AP {'fires' if n == 1 else 'fire'} at a formation of 6 tanks with "
    )
    text += f"Shock {before}. AP cannot hurt tanks. What Shock have they then?"
    right = after.target_shock
    wrong = close(source, right, before, before + n, before + 6)
    reasons = f"Shock {before}, +1 for coming under fire: {right}"
    facts = {"shock": before, "units": n}
    return source.quiz(text, right, wrong, reasons, facts)


def failed_saves(source: Source) -> Quiz:
    """Failed saves alone add nothing."""
    source.as_usual(*SHOCK)
    of = Scene(TANKS, TANKS, source.settings)
    before, failed = source.one((0, 1, 2, 3)), source.one((1, 2))
    after = ended(of, attack(of, target_shock=before), [(0, failed), (1, source.one((1, 2)))])
    more = after.damage - failed
    text = f"A formation with Shock {before} is fired at. "
    text += f"Two of its units have integrity 3; one fails {some(failed, 'save')}, "
    text += f"the other {some(more, 'save')}. What is its Shock then?"
    right = after.target_shock
    wrong = close(source, right, before + 1 + failed + more, before + failed + more, before)
    words = f"Shock {before}, +1 for fire, {failed + more} failed saves but nobody destroyed: {right}"
    reasons = words
    facts = {"shock": before, "failed": failed + more}
    return source.quiz(text, right, wrong, reasons, facts)


def destroyed_units(source: Source) -> Quiz:
    of = scene(source, several)
    source.as_usual(*SHOCK)
    before, n = source.one((0, 1, 2)), source.random.randint(1, len(of.target.pieces()) - 1)
    s = attack(of, target_shock=before)
    after = ended(of, s, [(place, s.pieces[place].left) for place in range(n)])
    right = after.target_shock
    text = f"{quoted(of.target.name)} has Shock {before} and comes under fire; "
    text += f"{some(n, 'of its units is', 'of its units are')} destroyed. What is its Shock after the attack?"
    wrong = close(source, right, before + n, before + 1, before + after.damage + 1)
    words = f"Shock {before}, +1 for fire, +{n} for units destroyed: {right}"
    reasons = words
    return source.quiz(text, right, wrong, reasons, {"shock": before, "destroyed": n})


def extra_shock(source: Source) -> Quiz:
    bp = points(source)
    source.as_usual(*SHOCK)
    of = scene(source)
    assert of is not None
    row, before = charts.barrage_row(bp), source.one((0, 0, 1))
    s = attack(of, BARRAGE, points=bp, extra_shock=row.extra_shock, target_shock=before)
    after = ended(of, s, [])
    text = f"A barrage of {some(bp, 'point')} touches a formation with Shock {before} and destroys nobody. "
    text += "What is its Shock then?"
    right = after.target_shock
    wrong = close(source, right, before + row.extra_shock, before + 1, before)
    band = next(line[0] for line in CHART["RH-BAR-4"][1:] if bp <= int(line[0].partition("-")[2]))
    why = f"Shock {before}, +1 for fire, +{row.extra_shock} for {band} points: {right}"
    facts = {"points": bp, "shock": before}
    return source.quiz(text, right, wrong, why, facts)


def friends_touched(source: Source) -> Quiz:
    of = scene(source)
    bp = points(source)
    source.as_usual(*SHOCK)
    row, friendly = charts.barrage_row(bp), source.one((True, True, False))
    s = attack(of, BARRAGE, points=bp, extra_shock=row.extra_shock, friendly=friendly)
    right = ended(of, s, []).target_shock
    whose = "its own side" if friendly else "the enemy"
    text = f"A barrage of {some(bp, 'point')} has an extra Shock of {row.extra_shock}. "
    text += "It touches an enemy formation and one of "
    text += f"its own side, both without Shock, and destroys nobody. What Shock has that of {whose} then?"
    wrong = close(source, right, 0, row.extra_shock, 2 * right, 1)
    reasons = f"+1 for fire and +{row.extra_shock}, friends included: {right}"
    facts = {"extra": row.extra_shock, "friendly": friendly}
    return source.quiz(text, right, wrong, reasons, facts)


def is_it_broken(source: Source) -> Quiz:
    of = scene(source, several)
    source.as_usual(*SHOCK)
    size = len(of.target.pieces())
    n = source.random.randint(0, min(size - 1, 2))
    before = min(source.random.randint(max(size - 2 * n - 3, 0), max(size - 2 * n, 1)), size - 1)  # not broken yet
    s = attack(of, target_shock=before)
    after = ended(of, s, [(place, s.pieces[place].left) for place in range(n)])
    shock, left = after.target_shock, size - n
    text = f"{quoted(of.target.name)}, {size} units with Shock {before}, is fired at and loses "
    text += f"{some(n, 'unit') if n else 'nobody'}. What is its state after the attack?"
    right = state(shock, after.broken)
    wrong = [
        state(shock, not after.broken),
        state(before + n, before + n >= left),
        state(before + 1, before + 1 >= size),
    ]
    wrong += [state(shock + 1, not after.broken)]
    words = f"Shock {before}, +1 for fire, +{n} for units destroyed: {shock}, on {some(left, 'unit')} left"
    facts = {"shock": before, "destroyed": n, "units": size}
    reasons = f"{words}: {'broken' if after.broken else 'not broken'}"
    return source.quiz(text, right, wrong, reasons, facts)


def state(shock: int, broken: bool) -> str:
    return f"Shock {shock}, {'broken' if broken else 'not broken'}"


def destroyed_in_all(source: Source) -> Quiz:
    """What is more than a unit's integrity is lost with it."""
    integrity = source.one((1, 2, 3))
    first, second = (max(integrity + source.one((-1, 0, 1, 2)), 0) for _ in range(2))
    unit = Unit("Cars", ((Model("Car", LIGHT, 2, integrity), 4),))
    of = Scene(unit, unit, source.settings)
    after = ended(of, attack(of), [(0, first), (1, second)])
    text = f"Two units of integrity {integrity} are hit. One fails {some(first, 'save')}, "
    text += f"the other {some(second, 'save')}. How many units are destroyed in all?"
    wrong = close(source, after.slain, (first + second) // integrity, first + second)
    words = f"integrity {integrity}, {first} and {second} failures: {after.slain} destroyed, and surplus hits ignored"
    facts = {"integrity": integrity, "failed": (first, second)}
    return source.quiz(text, after.slain, wrong, words, facts)


def formation_gone(source: Source) -> Quiz:
    """Nobody asks whether a formation without units is broken."""
    of = scene(source, several)
    source.as_usual(*SHOCK)
    s = attack(of)
    size, left = len(s.pieces), source.one((0, 0, 1))
    after = ended(of, s, [(place, s.pieces[place].left) for place in range(left, size)])
    right = "it is removed" if after.slain == size else "it is broken" if after.broken else "it fights on"
    lost = "all of them" if not left else "all but one"
    text = (
        f"{quoted(of.target.name)}, {size} units without Shock, comes under fire and loses {lost}. What becomes of it?"
    )
    options = ("it is removed", "it is broken", "it fights on", "it is broken, and rallies at once")
    words = "no unit left, so it is no longer there to break" if not left else f"Shock {after.target_shock} on 1 unit"
    return source.quiz(text, right, options, words, {"left": left})


# The shooters --------------------------------------------------------------------------------------------------------


def nobody_fires(source: Source) -> Quiz:
    """Shock for as many as could fire, or more."""
    of = scene(source, all_guns)
    source.as_usual(*SHOCK)
    size = len(of.shooter.pieces())
    shock = source.one((size - 1, size - 1, size, size + 1))
    s = fired(attack(of, shock=shock), of)
    right = come_under_fire(s, asker(of.settings)).target_shock if s.fires else s.target_shock
    text = f"All {size} units of a formation could fire, and it has Shock {shock}. Its target has Shock 0. "
    text += "Hits apart, what is the Shock of the target afterwards?"
    wrong = (0, 1, source.one((2, size)), shock, 2)
    words = "nobody is left to fire, so none" if not s.fires else f"{some(size - shock, 'unit')} left to fire: 1"
    facts = {"units": size, "shock": shock}
    reasons = f"{size} units, Shock {shock}: {words}"
    return source.quiz(text, right, wrong, reasons, facts)


def ammo_left(source: Source) -> Quiz:
    of = scene(source, all_guns)
    n, weapons = source.one((1, 2, 3, 4)), source.one((1, 2, 2, 3))
    blocked = source.one((False, False, True))
    s = with_gunners(attack(of), lambda place, gunner: gunner.but(ammo=n, obstruction=2 * blocked))
    right = fired(s, of).gunners[0].ammo or 0
    does = "cannot see the target of its formation" if blocked else f"fires {some(weapons, 'weapon')} at one target"
    text = f"A unit with ammo {n} {does}. What is its ammo after the attack?"
    wrong = close(source, right, n, n - 1, max(n - weapons, 0))
    words = "it does not shoot, so it spends none" if blocked else "1 for shooting, however many weapons it fires"
    facts = {"ammo": n, "blocked": blocked}
    return source.quiz(text, right, wrong, f"ammo {n}, {words}: {right}", facts)


def overwatch_spent(source: Source) -> Quiz:
    """Fire on overwatch in the next turn is that turn's action."""
    b = battle(source)
    company = b.sides[1].companies[0].with_mark(Mark(WATCH))
    b = replaced(b, 1, 0, company).but(turn=2)
    of = Scene(company.unit.value, b.sides[0].companies[0].unit.value, source.settings)
    s = attack(of, overwatch=True, fires=source.one((True, True, False)), mine=(1, 0))
    after = book_ammo(s, b).sides[1].companies[0]
    did = "fires in turn 2" if s.fires else "has not fired when turn 2 begins"
    text = f"{quoted(company.unit.value.name)} went on overwatch in turn 1 and {did}. What of its action in turn 2?"
    options = ("it has had it", "it may act, and is then off overwatch", "it may act, at -1 to its test")
    right = options[0] if after.acted else options[1]
    wrong = (*options, "it may act, and stays on overwatch")
    words = "the fire was its action of turn 2" if s.fires else "overwatch lasts until it fires or acts"
    return source.quiz(text, right, wrong, words, {"fired": s.fires})


def after_the_test(source: Source) -> Quiz:
    """Who fails has 1 Shock more, and Holds."""
    b = battle(source)
    at = source.random.randrange(len(b.sides[0].companies))
    shock, face = source.one((0, 1, 3)), source.one((1, 4, 5, 6))
    company = b.sides[0].companies[at].but(shock=shock)
    after = take_action(
        replaced(b, 0, at, company).but(unit=at),
        asker(source.settings, [face], said={"action": charts.ADVANCE}),
    )
    right, rating = after.sides[0].companies[at].shock, company.unit.value.rating
    text = f"{quoted(company.unit.value.name)}, CR {rating} and Shock {shock}, does not retain the initiative. "
    text += f"It names an Advance and rolls {face}. What Shock has it then?"
    did = "Holds, with 1 Shock more" if after.action == charts.HOLD else "passes"
    reasons = f"CR {rating}{', -1 for Shock' * (shock > 0)}, roll {face}: it {did}: {right}"
    facts = {"rating": rating, "shock": shock, "face": face}
    wrong = close(source, right, shock, shock + 1)
    return source.quiz(text, right, wrong, reasons, facts)


def after_rally(source: Source) -> Quiz:
    b = battle(source)
    at = source.random.randrange(len(b.sides[0].companies))
    broken = source.one((False, False, True))
    company = b.sides[0].companies[at]
    company = company.but(broken=broken, unit=type(company.unit)(company.unit.value.but(rating=4)))
    size = len(company.ranks)
    # As much Shock as units breaks it, and less does not.
    shock = size + source.one((0, 0, 1, 3)) if broken else source.random.randint(1, max(size - 1, 1))
    company = company.but(shock=shock)
    near = f"near:{company.unit.value.name}"
    table = asker(source.settings, [1], {near: "no"})
    after = rally(replaced(b, 0, at, company).but(rallying=((0, at),)), table).sides[0].companies[at]
    state = "is broken and" if broken else "is not broken and"
    text = f"{quoted(company.unit.value.name)}, {some(size, 'unit')}, {state} has Shock {shock}. "
    text += "It passes its rally test. What is its Shock then?"
    wrong = close(source, after.shock, 0, shock - after.shock, shock - 1, size - after.shock)
    words = f"broken: half of {some(size, 'unit')}" if broken else f"half of {shock}, rounded up, goes"
    facts = {"units": size, "shock": shock, "broken": broken}
    return source.quiz(text, after.shock, wrong, f"{words}: {after.shock} left", facts)


DRILLS = (
    Drill("bookkeeping", "RH-SHOCK-1", under_fire, 3),
    Drill("bookkeeping", "RH-SHOCK-2", failed_saves, 2),
    Drill("bookkeeping", "RH-SHOCK-3", destroyed_units, 3),
    Drill("bookkeeping", "RH-SHOCK-4", extra_shock, 1),
    Drill("bookkeeping", "RH-BAR-3", friends_touched, 1),
    Drill("bookkeeping", "RH-BRK-1", is_it_broken, 3),
    Drill("bookkeeping", "RH-DEST-1", destroyed_in_all, 2),
    Drill("bookkeeping", "RH-DEST-2", formation_gone, 1),
    Drill("bookkeeping", "RH-SUP-2", nobody_fires, 2),
    Drill("bookkeeping", "RH-AMMO-1", ammo_left, 2),
    Drill("bookkeeping", "RH-OW-5", overwatch_spent, 1),
    Drill("bookkeeping", "RH-ACT-1", after_the_test, 2),
    Drill("bookkeeping", "RH-RALLY-1", after_rally, 2),
)
