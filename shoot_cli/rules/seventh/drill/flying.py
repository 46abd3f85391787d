"""Questions about what flies: who hits it, what it fires, what becomes of it."""

from __future__ import annotations

from shoot_cli.core.pools import Pool
from shoot_cli.core.quizzes import Drill, Quiz, Source
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.drill.old_meeting import (
    NO_SAVE,
    TARGET,
    Meet,
    a,
    a_unit,
    arm,
    at_table,
    face,
    fired,
    meetings,
    shot_in,
    shots_text,
)
from shoot_cli.rules.seventh.drill.vehicles import strike as strike_at
from shoot_cli.rules.seventh.flying import GLIDING, HOVERING, SWOOPING, ZOOMING
from shoot_cli.rules.seventh.profiles import Model, Unit
from shoot_cli.rules.seventh.records import Attack
from shoot_cli.rules.seventh.steps.attack import attack_of
from shoot_cli.rules.seventh.steps.flight import choose_skyfire, full_skill, strike
from shoot_cli.rules.seventh.tokens import PENETRATION, Dent, Marker, Shot
from shoot_cli.rules.seventh.vehicle_charts import (
    AREA,
    COMBAT,
    CRUISING,
    FLAT_OUT,
    dodge,
    flies,
    hull_save,
    skyfire_target,
)


def something_flies(meet: Meet) -> bool:
    """True if one of the two can fly, or fires at what does."""
    return flies(meet.unit) or flies(meet.target) or meet.weapon.has("Skyfire")


def a_flyer(type: str = "Vehicle (Flyer, Hover)", *rules: str) -> Unit:
    model = Model("Flyer", 4, 0, 3, weapons=(arm("boltgun"),), rules=rules, front=12, side=12, rear=10, hull_points=3)
    return Unit("Flyer", type, ((model, 1),), rules)


MONSTER = a_unit(arm("boltgun"), 1, "Flying Monstrous Creature", toughness=6, wounds=4)
IN_THE_AIR = (  # what is shot at, whether it zooms or swoops (None: it never does), words, row of the chart of 7E-FLY-4
    (a_flyer(), True, "a Zooming Flyer", 1),
    (MONSTER, True, "a Swooping creature", 1),
    (a_flyer(), False, "a Hovering Flyer", 2),
    (MONSTER, False, "a Gliding creature", 2),
    (a_flyer("Vehicle (Fast, Skimmer)"), None, "a Skimmer", 2),
    (a_unit(arm("boltgun"), 5), None, "infantry", 3),
    (a_unit(arm("boltgun"), 3, "Jetbike"), None, "Jetbikes", 3),
    (a_flyer("Vehicle (Tank)"), None, "a tank", 3),
)


def at_the_air(source: Source) -> Quiz:
    """Skyfire looks at the type of the target, Hard to Hit at how it flies."""
    source.must_meet(meetings, something_flies)
    skill, skyfire = source.one((3, 4, 5)), source.one((True, False))
    target, high, words, row = source.one(IN_THE_AIR)
    gun = arm("autocannon")
    weapon = gun.but(rules=("Skyfire", *gun.rules)) if skyfire else gun
    facts = {} if high is None else {"zooming": "yes" if high else "no"}
    shot = shot_in(fired(a_unit(weapon, ballistic_skill=skill), target, distance=12, **facts))
    need, other = charts.to_hit(skill, shot.snap), charts.to_hit(skill, not shot.snap)
    text = (
        f"A model with Ballistic Skill {skill} fires a weapon {'with' if skyfire else 'without'} Skyfire at {words}. "
        "What does each die need to hit?"
    )
    if high:
        why = "Skyfire hits what flies high" if skyfire else "Hard to Hit: Snap Shots without Skyfire"
    elif not skyfire:
        why = "no Snap Shot: only what Zooms or Swoops is Hard to Hit"
    else:
        air = skyfire_target(target)
        why = (
            "Skyfire asks for its type: a Flyer, Flying Monstrous Creature or Skimmer"
            if air
            else "Skyfire at the ground"
        )
    likely = [other.text, charts.to_hit(skill - 1).text, "no shot", charts.to_hit(skill + 1).text, "5+"]
    asked = {"bs": skill, "row": row, "skyfire": skyfire}
    cell = (row, 1 if skyfire else 2)
    return source.quiz(text, need.text, likely, f"{why}: {need.text}", asked, more=need.because, cell=cell)


# What flies and shoots ------------------------------------------------------------------------------------------------


def in_flight(unit: Unit, mode: str, speed: str = COMBAT, struck: bool = False) -> Attack:
    """The unit that flies so, about to shoot."""
    s = attack_of(unit, TARGET)
    return s.but(sky=s.sky.but(mode=mode, struck=struck), speed=speed)


FLOWN = ((COMBAT, 'moved 18"'), (CRUISING, 'moved 30"'), (CRUISING, 'moved 36"'), (FLAT_OUT, "went Flat Out"))
COUNTS = {0: "none", 1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
GUNS = 6


def weapons_of_flyers(source: Source) -> Quiz:
    """Four at either speed, which is not that of a tank."""
    source.must_meet(meetings, something_flies)
    (speed, words), spirit = source.one((*FLOWN[:3], *FLOWN)), source.one((False, False, True))
    unit = a_flyer("Vehicle (Flyer)", *(("Power of the Machine Spirit",) * spirit))
    full = full_skill(in_flight(unit, ZOOMING, speed))
    right = COUNTS[GUNS if full is None else full]
    name = "Zooming Flyer with Power of the Machine Spirit" if spirit else "Zooming Flyer"
    text = f"A {name} has six weapons and {words} this turn. How many of them fire at full Ballistic Skill?"
    why = "Flat Out: no shooting" if speed == FLAT_OUT else "four at any speed" + (", and one more" if spirit else "")
    facts = {"flat": speed == FLAT_OUT, "spirit": spirit}
    return source.quiz(text, right, ["one", "none", "four", "two", "all six", "five"], f"{why}: {right}", facts)


def after_a_strike(source: Source) -> Quiz:
    """A Vector Strike counts as a weapon fired."""
    source.must_meet(meetings, something_flies)
    monster, struck = source.one((True, False)), source.one((True, True, False))
    if monster:
        unit, who = MONSTER, "A Swooping Flying Monstrous Creature with three weapons"
        s = in_flight(unit, SWOOPING, "")
        table = at_table(vector_strike="yes" if struck else "no")
        right = COUNTS[strike(s.but(sky=s.sky.but(struck=None)), table).firers[0].weapons]
    else:
        unit, who = a_flyer("Vehicle (Flyer)", "Vector Strike"), "A Zooming Flyer with six weapons"
        right = COUNTS[full_skill(in_flight(unit, ZOOMING, struck=struck)) or 0]
    did = "made a Vector Strike this turn" if struck else "made no Vector Strike this turn"
    text = f"{who} {did}. How many of its weapons can it fire at full Ballistic Skill?"
    why = f"{'two' if monster else 'four'} a phase" + (", and the strike counts as one" if struck else "")
    others = ["one", "two", "three", "four", "none", "five"]
    return source.quiz(text, right, others, f"{why}: {right}", {"monster": monster, "struck": struck})


CHOOSERS = (
    (a_flyer(), ZOOMING, "a Zooming Flyer"),
    (MONSTER, SWOOPING, "a Swooping Flying Monstrous Creature"),
    (a_flyer(), HOVERING, "a Hovering Flyer"),
    (MONSTER, GLIDING, "a Gliding Flying Monstrous Creature"),
    (a_flyer("Vehicle (Fast, Skimmer)"), "", "a Skimmer"),
    (a_unit(arm("boltgun"), 3, "Jetbike"), "", "a unit of Jetbikes"),
)


def chooses(unit: Unit, mode: str) -> bool:
    return choose_skyfire(in_flight(unit, mode), at_table(skyfire="yes")).sky.skyfire is not None


def who_chooses_skyfire(source: Source) -> Quiz:
    source.must_meet(meetings, something_flies)
    source.as_usual("flyer_rules")
    can = [words for unit, mode, words in CHOOSERS if chooses(unit, mode)]
    cannot = [words for unit, mode, words in CHOOSERS if not chooses(unit, mode)]
    may = source.one((True, False))
    right = source.one(can if may else cannot)
    others = source.random.sample(cannot if may else can, 3 if may else len(can))
    does = "chooses" if may else "does not choose"
    text = f"Which of these {does} at the start of its Shooting phase whether its weapons have Skyfire?"
    why = f"what Zooms or Swoops chooses: {right}" if may else f"only what Zooms or Swoops chooses: {right} does not"
    return source.quiz(text, right, others, why, {"of": (right, *others), "may": may})


CAN_HIT = ("flamer", "frag grenade", "battle cannon", "boltgun", "lascannon", "autocannon")
CANNOT_HIT, NEEDS_SIX, NORMALLY = "no, it cannot hit it", "yes, as Snap Shots", "yes, as usual"


def what_may_hit_it(source: Source) -> Quiz:
    """Without a roll To Hit there is no hit, with Skyfire either."""
    source.must_meet(meetings, something_flies)
    source.as_usual("skyfire_markers")
    name, skyfire, mode = source.one(CAN_HIT), source.one((True, False)), source.one((ZOOMING, ZOOMING, HOVERING))
    gun = arm(name)
    weapon = gun.but(rules=("Skyfire", *gun.rules)) if skyfire else gun
    bearer = Unit(
        "Tank", "Vehicle (Tank)", ((Model("Tank", 4, 0, 3, weapons=(weapon,), front=12, side=12, rear=10), 1),)
    )
    unit = bearer if weapon.type == "Ordnance" else a_unit(weapon)
    pool = fired(unit, a_flyer(), distance=6, target_flight=mode)
    right = CANNOT_HIT if not pool else NORMALLY if not shot_of(pool).snap else NEEDS_SIX
    kind = ", ".join([shots_text(weapon), *(r for r in weapon.rules if r in AREA), *(("Skyfire",) * skyfire)])
    text = f"May {a(name)} ({kind}) be fired at a {mode.capitalize()} Flyer?"
    why = {
        CANNOT_HIT: "what rolls no dice To Hit cannot hit it",
        NEEDS_SIX: "Hard to Hit",
        NORMALLY: "a Hovering Flyer is no harder to hit" if mode == HOVERING else "it has Skyfire",
    }[right]
    facts = {"name": name, "skyfire": skyfire, "mode": mode}
    others = [CANNOT_HIT, NEEDS_SIX, NORMALLY, "yes, at one less to hit"]
    return source.quiz(text, right, others, f"{why}: {right}", facts)


def shot_of(pool: Pool) -> Shot:
    (thing, _), *_ = pool
    return thing.shot if isinstance(thing, Marker) else shot_in(pool)


def agile_jink(source: Source) -> Quiz:
    source.must_meet(meetings, something_flies)
    agile, ignores, stealth = source.one((True, False)), source.random.random() < 0.2, source.random.random() < 0.25
    unit = a_flyer("Vehicle (Flyer)", *(("Agile",) * agile))
    cover = dodge(unit, unit.models[0][0])
    hit = strike_at(8, 12, *(("Ignores Cover",) * ignores))
    kind = hit.model.but(dodge=cover, stealth=int(stealth))
    need = hull_save(Dent(PENETRATION, hit.impact, kind))
    right = face(need.target, NO_SAVE)
    who = f"A Flyer{' with Agile' if agile else ''}{' at night' if stealth else ''}"
    shot = "a penetrating hit" + (" by a weapon that Ignores Cover" if ignores else "")
    text = f"{who} jinked and takes {shot}. What does its save need?"
    why = "Ignores Cover" if ignores else "Jink is 4+" + (", Agile 1 better" if agile else "")
    why += ", Stealth at night 1 better" if stealth and not ignores else ""
    facts = {"agile": agile, "ignores": ignores, "night": stealth}
    return source.quiz(text, right, ["4+", "3+", "5+", NO_SAVE, "2+"], f"{why}: {right}", facts)


STRAFED = (
    (a_unit(arm("boltgun"), 5), "infantry", True),
    (a_unit(arm("boltgun"), 3, "Jetbike"), "Jetbikes", True),
    (a_unit(arm("boltgun"), 1, "Monstrous Creature"), "a Monstrous Creature", True),
    (a_flyer("Vehicle (Tank)"), "a tank", True),
    (a_flyer("Vehicle (Fast, Skimmer)"), "a Skimmer", False),
    (a_flyer(), "a Hovering Flyer", False),
)


def strafing_run(source: Source) -> Quiz:
    """At what is on the ground, not with Ordnance, not on Snap Shots."""
    source.must_meet(meetings, lambda meet: flies(meet.unit))
    source.as_usual("flyer_rules")
    skill, jinked, (target, words, _) = source.one((3, 4)), source.random.random() < 0.3, source.one(STRAFED)
    gun = arm("heavy bolter")
    unit = a_flyer("Vehicle (Flyer)", "Strafing Run")
    model, n = unit.models[0]
    unit = unit.but(models=((model.but(ballistic_skill=skill, weapons=(gun,)), n),))
    state = {"attacker_state": "jinked"} if jinked else {}
    low = {"target_flight": HOVERING} if flies(target) else {}
    shot = shot_in(fired(unit, target, distance=12, attacker_flight=ZOOMING, skyfire="no", **state, **low))
    need = charts.to_hit(shot.ballistic_skill, shot.snap)
    did = ", which jinked last turn," if jinked else ""
    text = (
        f"A Zooming Flyer (Ballistic Skill {skill}, Strafing Run){did} fires its heavy bolter at {words}, without "
        "Skyfire. What does each die need to hit?"
    )
    if jinked:
        why = "Snap Shots gain nothing by it"
    else:
        why = (
            "Strafing Run: Ballistic Skill +1"
            if shot.ballistic_skill > skill
            else "no Strafing Run at what flies or skims"
        )
    likely = [charts.to_hit(n).text for n in (skill, skill + 1, skill - 1, 1)]
    facts = {"bs": skill, "target": words, "jinked": jinked}
    return source.quiz(text, need.text, likely, f"{why}: {need.text}", facts)


DRILLS = (
    Drill("hit", "7E-FLY-4", at_the_air, 2),
    Drill("shots", "7E-FLY-2", weapons_of_flyers, 2),
    Drill("shots", "7E-FLY-11", after_a_strike),
    Drill("eligible", "7E-FLY-3", who_chooses_skyfire),
    Drill("eligible", "7E-FLY-5", what_may_hit_it),
    Drill("save", "7E-FLY-6", agile_jink),
    Drill("hit", "7E-FLY-7", strafing_run),
)
