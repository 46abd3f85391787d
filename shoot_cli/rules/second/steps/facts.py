"""The facts that only players see: moves, ranges, cover, the target's behaviour (2E-COV, 2E-HIT-4, 2E-SF-4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from shoot_cli.engine.pools import Rank, models, names_with_marks, pool
from shoot_cli.engine.questions import Arrange, Choose, HowMany, Number, Option, Question, Subset
from shoot_cli.engine.reasons import ATTACKER, DEFENDER
from shoot_cli.engine.ruleset import in_the_plural
from shoot_cli.engine.table import Table
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.charts import HARD, NONE, SOFT, armour_at, may_rapid_fire, penetrates
from shoot_cli.rules.second.profiles import Model, Unit, Weapon
from shoot_cli.rules.second.records import Attack, Firer, Firing, TargetModel
from shoot_cli.rules.second.steps.eligibility import friends_in_fights

Group = list[tuple[Firer, Model, Weapon]]
YES_NO, NO_YES = (Option("yes"), Option("no")), (Option("no"), Option("yes"))
OUT = "out of reach"
LONGEST_TEMPLATE = 8  # inches: farther no template reaches that touches its firer
USUAL_THROW = 8  # inches; a grenade is not proposed to reach farther, because only players know its range
MARKS = ((SOFT, "in soft cover"), (HARD, "in hard cover"), (NONE, "in the open"), (OUT, "out of range, arc or sight"))
KEPT = (  # facts of the target that stay for the next weapon
    "cover", "speed", "large", "appearing", "stasis", "hidden_by", "facing", "enemy_engaged", "friends_engaged",
)  # fmt: skip
OF_TARGET = ("cover", "speed", "large", "stasis", "hidden_by")  # facts of the target that hold for the whole turn
OF_UNIT = ("modifier",)  # facts of the firing unit, if all its weapons fire as proposed
SHARED = (*KEPT, *OF_UNIT)  # facts that are said once for all weapons that fire as proposed
ON_EDGE = HowMany("on_edge", (), rules=("2E-ARC-2",), text="Who has the target on the very edge of the arc")
FIRING = HowMany("firing", (), rules=("2E-ELIG-1",), text="Who fires")
MOVED = HowMany("moved", (), rules=("2E-SPC-5", "2E-SPC-1"), text="Who moved")
SHORT = HowMany("short", (), rules=("2E-RNG-1",), text="At short range")
IN_RANGE = HowMany("in_range", (), rules=("2E-RNG-1",), text="Who is in range: the shots of others are lost")
COVER = Choose(
    "cover", (Option(NONE, "in the open"), Option(SOFT, "soft cover: -1"), Option(HARD, "hard cover: -2")), NONE,
    rules=("2E-COV-1", "2E-COV-2", "2E-COV-3", "2E-COV-4"), text="Cover of the target",
)  # fmt: skip
SPEED = Choose(
    "speed", (Option("slow"), Option("fast", 'moved more than 10"'), Option("very fast", 'moved more than 20"')),
    "slow", DEFENDER, ("2E-HIT-4",), "Speed of the target",
)  # fmt: skip
LARGE = Choose("large", NO_YES, "no", DEFENDER, ("2E-HIT-4",), "Large target")
APPEARING = Choose(
    "appearing", NO_YES, "no", rules=("2E-OW-4",), text="Comes out of cover or vanishes"
)  # fmt: skip
STASIS = Choose("stasis", NO_YES, "no", rules=("2E-HIT-4",), text='Stasis field within 2"')
HIDDEN_BY = Choose(
    "hidden_by", YES_NO, "yes", DEFENDER, ("2E-HIT-4",), "Cameleoline, holo-suit or -field works"
)  # fmt: skip
MODIFIER = Number("modifier", -9, 9, 0, rules=("2E-HIT-4",), text="Other modifier: the firer's own speed and the like")
SUSTAINED = Number("sustained", 0, 9, 0, "dice", rules=("2E-SF-1",), text="Sustained fire dice each")
RAPID_FIRE = Choose("rapid_fire", YES_NO, "yes", rules=("2E-SPC-1",), text="They stand still and fire twice")
BOTH_BARRELS = Choose("both_barrels", NO_YES, "no", rules=("2E-SPC-3",), text="Both barrels of combi-weapons")
ORDER = Arrange(
    "order", (), MARKS, (), DEFENDER, ("2E-CAS-1", "2E-CAS-2"), "Their models in the order in which they take hits"
)  # fmt: skip
NEAREST = ORDER.but(owner=ATTACKER, text="Their models, the nearest first: they take hits in this order")
SHARED_BY = Number(
    "shared_by", 1, 200, 1, "models", owner=DEFENDER, rules=("2E-CAS-1",), text="Models that share the hits"
)  # fmt: skip
SHOTS = Number("shots", 1, 6, 6, "shots", rules=("2E-SPC-7",), text="Shots of each scatter laser at this unit")
REACHES = Choose("reaches", YES_NO, "yes", rules=("2E-GRN-1",), text="Strong enough to throw it that far")
WITHIN_4 = Number(
    "within_4", 1, 200, 1, "models", rules=("2E-SF-4",), text="Models that the extra hits of one shot can reach"
)  # fmt: skip
FACING = Choose("facing", (Option("front"), Option("side")), "front", rules=("2E-VEH-1",), text="Armour they face")
AIM = Choose("aim", (Option("gun"), Option("crew")), "gun", rules=("2E-VEH-2",), text="Gun or crew, from short range?")
ENEMY_ENGAGED = Number("enemy_engaged", 0, 200, 0, "models", rules=("2E-HTH-1",), text="Enemies in the fight")
FRIENDS_ENGAGED = Number("friends_engaged", 0, 200, 0, "models", rules=("2E-HTH-1",), text="Friends in the fight")
WHO_UNDER = HowMany("who_under", (), rules=("2E-CAS-3",), text="Which of them are hit")
MISFIRE = Choose(
    "misfire", (Option("dud", "nobody is hit"), Option("placed", "the marker is placed all the same")), "dud",
    rules=("2E-BLA-2",), text="MISFIRE. What happens?",
)  # fmt: skip
KNOWN: tuple[Question, ...] = (
    Number("distance", 0, 200, 0, "inches", False), FIRING, MOVED, SHORT, COVER, SPEED, LARGE, APPEARING, STASIS,
    HIDDEN_BY, MODIFIER, SUSTAINED, RAPID_FIRE, BOTH_BARRELS, ORDER, WITHIN_4, SHARED_BY, SHOTS, REACHES, FACING, AIM,
    ENEMY_ENGAGED, FRIENDS_ENGAGED, Choose("weapon", ()), Choose("in_arc", (Option("inside"), Option("edge"))),
    ON_EDGE,
    Number("under", 0, 200, 1, "models", drawn=True), Number("under_missed", 0, 200, 0, "models", drawn=True),
    Subset("covered", (), ()), Subset("touched", (), ()), Number("splash", 0, 200, 0, "models", drawn=True),
    Number("whole", 0, 200, 1, "models", drawn=True), Number("partial", 0, 200, 0, "models", drawn=True),
    Number("partial_missed", 0, 200, 0, "models", drawn=True),
    HowMany("who_under", ()), MISFIRE.but(text=""),
)  # fmt: skip


def ways_to_fire(
    state: Attack, weapon: Weapon, group: Group, usual: tuple[int, ...], table: Table
) -> tuple[Question, ...]:
    """Return the questions before anything is measured: who fires, who moved, dice, barrels (2E-SEQ-1)."""
    aside = int(state.manner.as_they_stand)  # in a battle only models with the target in their arc
    groups = tuple((model.name, firer.n - aside * firer.outside) for firer, model, _ in group)
    everybody, nobody = tuple(n for _, n in groups), (0,) * len(groups)
    parts: list[Question] = []
    if not state.manner.as_they_stand or sum(everybody) > 1:  # a single model was named with its weapon
        parts.append(FIRING.but(groups=groups, default=usual))
    twice = any(may_rapid_fire(state.shooter, model, gun) for _, model, gun in group)
    if (weapon.move_or_fire and not state.shooter.machine) or twice:
        parts.append(MOVED.but(groups=groups, default=everybody if state.begun.value.moved else nobody))
    if weapon.has("Scatter Laser"):
        parts.append(SHOTS)
    if weapon.sustained:
        least, most = charts.sustained_dice(weapon, int(table.setting("sustained_min_dice")))
        parts.append(SUSTAINED.but(low=least, high=most, default=most))
    if twice:
        parts.append(RAPID_FIRE)
    if weapon.has("Combi"):
        parts.append(BOTH_BARRELS)
    return in_the_plural(parts, state.shooter)


def facts_of_shots(firing: Firing, group: Group, table: Table) -> tuple[Question, ...]:
    """Return the questions about facts that can change the shots, in order of importance, after measuring."""
    state, weapon, target, n = firing.attack, firing.weapon, firing.target, models(firing.ranks)
    groups = tuple((model.name, firer.n) for firer, model, _ in group)
    parts: list[Question] = []
    if not weapon.template:
        parts.append(COVER.but(default=state.cover))
    near = is_near(state, weapon)
    differ = target.type == "Support weapon" or weapon.hit_short != weapon.hit_long  # gun or crew, or the score
    if has_bands(weapon) and differ and (near or not state.manner.seen):  # a battle asks for the nearest model
        parts.append(SHORT.but(groups=groups, default=tuple(n if near else 0 for _, n in groups)))
    if state.manner.as_they_stand and not weapon.template and not weapon.thrown and sum(n for _, n in groups) > 1:
        parts.append(IN_RANGE.but(groups=groups, default=tuple(n for _, n in groups)))
    if changeable(weapon):
        parts += facts_of_score(state, group, table)
    if weapon.thrown:
        parts.append(REACHES.but(default="no") if too_far(state, weapon) else REACHES)
    if target.datafax:
        parts += [FACING] if facing_matters(state, weapon, table) else []
    elif n > 1 and not weapon.area:  # the player who placed a marker says whom it touches
        order = NEAREST if table.setting("casualty_choice") == "nearest_first" else ORDER
        parts.append(in_their_order(order, state.ranks).but(nth=orders_asked(state)))
        if table.setting("hit_spread") == "free":
            parts.append(SHARED_BY.but(high=state.strength[0], default=n))
    if dict(firing.declared.ways).get("sustained", weapon.sustained) and n > 1:
        parts.append(WITHIN_4.but(high=state.strength[0], default=n))
    kept = dict(state.kept_facts)
    if "enemy_engaged" in kept:
        kept["enemy_engaged"] = min(kept["enemy_engaged"], n)  # some of them may have fallen
    parts += in_a_fight(state, weapon)
    questions = [part.but(default=kept[part.key]) if part.key in kept else part for part in parts]
    easiest = easiest_cover({part.key: part.default for part in questions})  # nobody may be left in easier cover
    questions = [part.but(default=easiest[part.key]) if part.key in easiest else part for part in questions]
    if state.manner.seen:
        questions.sort(key=lambda part: isinstance(part, Choose) and part.seldom)
    return in_the_plural(questions, state.shooter, target)


def facts_of_score(state: Attack, group: Group, table: Table) -> list[Question]:
    """Return the questions about what makes the target harder or easier to hit, besides cover (2E-HIT-4)."""
    target = state.target
    rules = [{*state.shooter.rules, *model.rules, *gun.rules} for _, model, gun in group]
    harder = table.setting("fast_target") != "none" and not all("Ignores Speed" in names for names in rules)
    parts: list[Question] = [SPEED] if harder or target.has(charts.CAMELEOLINE) else []  # it hides who stands still
    parts.append(LARGE.but(default="yes") if target.has("Large Target") else LARGE.but(seldom=True))
    if state.overwatch and table.setting("overwatch_penalty") == "appearing_only":
        parts.append(APPEARING)
    if charts.hiding(target):
        parts.append(HIDDEN_BY)
    return [*parts, STASIS.but(seldom=True), MODIFIER]


def in_a_fight(state: Attack, weapon: Weapon) -> list[Question]:
    """Return questions about a fight: always in a single attack, in a battle if target and friends fight (2E-HTH-1).

    A weapon with a marker or template does not ask in a battle; players name all models under it (2E-CAS-3).
    """
    if not state.manner.seen:
        return [ENEMY_ENGAGED, FRIENDS_ENGAGED]
    most = sum(models(state.battle.shooters.units[i].ranks) for i in friends_in_fights(state.battle))
    if not state.begun.value.engaged or not most or weapon.area:
        return []
    enemies = models(state.ranks)
    return [ENEMY_ENGAGED.but(default=enemies), FRIENDS_ENGAGED.but(default=min(enemies, most), high=most)]


def has_bands(weapon: Weapon) -> bool:
    """Return True if it fires at short and at long range."""
    return not weapon.template and not weapon.thrown and weapon.long is not None and weapon.short is not None


def is_near(state: Attack, weapon: Weapon) -> bool:
    return weapon.short is not None and state.distance is not None and state.distance <= weapon.short


def changeable(weapon: Weapon) -> bool:
    """Return False if no fact changes its score: it is fixed, or no roll is needed (2E-HIT-4)."""
    if weapon.template or any(weapon.has(rule) for rule in charts.FIXED_SCORES):
        return False
    bands = (charts.SHORT, charts.LONG) if has_bands(weapon) else (charts.SHORT,)
    return not all(charts.needs_no_roll(weapon, band) for band in bands)


def facing_matters(state: Attack, weapon: Weapon, table: Table) -> bool:
    """Return False if its hits always or never penetrate, whatever the facing (2E-VEH-1, 2E-AP-2)."""
    target = state.target
    if target.type == "Support weapon":  # its armour is equal on all sides
        return False
    if weapon.has("Armour-piercing"):  # its ammunition adds a die
        return True
    ties, ceramite = table.setting("penetrate_on"), target.has("Ceramite")

    def sure(armour: int) -> bool | None:
        need = penetrates(weapon.penetration, armour, setting=ties, rules=weapon.rules, ceramite=ceramite)
        if need.total is None:
            return False
        return True if need.certain or need.total <= weapon.penetration.least else None

    locations = [part for model, _ in target.models for part in model.locations]
    return any(
        part.front != part.side and (sure(part.front) is None or sure(part.front) != sure(part.side))
        for part in locations
        if not part.crew
    )


def can_penetrate(state: Attack, weapon: Weapon, table: Table) -> bool:
    """Return True if a hit can penetrate some armour on the current facing, or strike crew (2E-AP-2)."""
    ties, ceramite = table.setting("penetrate_on"), state.target.has("Ceramite")
    return any(
        part.crew
        or penetrates(
            weapon.penetration, armour_at(part, state.facing)[0], setting=ties, rules=weapon.rules, ceramite=ceramite
        ).total
        is not None
        for model, _ in state.target.models
        for part in model.locations
    )


def too_far(state: Attack, weapon: Weapon) -> bool:
    """Return True if this template or grenade is not proposed at such a distance (2E-TMP-1, 2E-GRN-1)."""
    if state.distance is None:
        return False
    return (weapon.template and state.distance > LONGEST_TEMPLATE) or (weapon.thrown and state.distance > USUAL_THROW)


def orders_asked(state: Attack) -> int:
    """Return how many weapons asked for the order before; blasts and templates do not ask. Return -1 if only such
    weapons fired before, so that an order given beforehand is used for the first question.
    """
    plain = {weapon.name for weapon in state.shooter.weapons() if not weapon.area}
    return len(plain & {*state.fired}) or -bool(state.fired)


def in_order(ranks: Iterable[Rank]) -> tuple[Rank, ...]:
    """Return the ranks that are left in the order in which they take hits, the wounded of a kind first."""
    return tuple(sorted([rank for rank in ranks if rank.n], key=lambda rank: (rank.kind.place, rank.left)))


def runs_of(queue: tuple[Rank, ...]) -> tuple[tuple[int, str, str], ...]:
    """Return the order as players write it, with marks for cover and for models out of reach."""
    return names_with_marks(queue, lambda kind: OUT if kind.out_of_reach else kind.cover)


def in_their_order(question: Arrange, ranks: tuple[Rank, ...]) -> Arrange:
    """Return the question about the order of these models, with the current order as default."""
    queue = in_order(ranks)
    return question.but(kinds=pool(*((rank.kind.name, rank.n) for rank in queue)), default=runs_of(queue))


def cover_classes(values: Mapping[str, Any]) -> list[str]:
    """Return the cover classes of models in reach, easiest first, as the order gives them. Return [] if some models
    have no class of their own; they are in the class that is shot at.
    """
    marks = {mark for _, _, mark in values.get("order", ()) if mark != OUT}
    return [] if "cover" not in values or "" in marks else [cover for cover in charts.COVER if cover in marks]


def easiest_cover(values: Mapping[str, Any]) -> dict[str, str]:
    """Return the easiest class with a model in it, if the class that is shot at is empty (2E-COV-4)."""
    classes = cover_classes(values)
    return {"cover": classes[0]} if classes and values["cover"] not in classes else {}


def dependent(target: Unit, values: Mapping[str, Any]) -> dict[str, str]:
    """Return the defaults that depend on other facts: the cover class, and whether its gear hides it."""
    return easiest_cover(values) | ({"hidden_by": "no"} if in_plain_sight(target, values) else {})


def in_plain_sight(target: Unit, values: Mapping[str, Any]) -> bool:
    """Return True if none of its gear can hide it at its speed (2E-HIT-4)."""
    return "hidden_by" in values and not charts.hiding(target, values.get("speed", charts.SLOW))


def too_fast_to_hide(target: Unit, values: Mapping[str, Any]) -> str | None:
    """Return a sentence if it is said to be hidden and moves too fast for that, else None."""
    if values.get("hidden_by") != "yes" or not in_plain_sight(target, values):
        return None
    return f"hidden_by yes and speed {values['speed']}: cameleoline hides only who stands still (2E-HIT-4)"


def nobody_there(state: Attack, parts: tuple[Question, ...], values: Mapping[str, Any]) -> str | None:
    """Return a sentence if the order has no model in the cover class that is shot at, else None. An answer given
    beforehand also holds for later weapons; their hits are lost if no model of the class is left.
    """
    classes, words = cover_classes(values), dict(MARKS)
    is_new = any(part.key == "order" and part.default != values["order"] for part in parts)
    if not classes or values["cover"] in classes or not (is_new or state.manner.as_they_stand):
        return None
    claim = f"cover {values['cover']}, but by the order nobody is {words[values['cover']]}"
    real = " or ".join(words[cover] for cover in classes)
    return f"{claim}, they are {real}: say cover {' or '.join(classes)}, or another order"


def with_facts(firing: Firing, facts: Mapping[str, Any]) -> Firing:
    """Return the firing with the target as the facts describe it."""
    state, ranks = firing.attack, firing.ranks
    usual, keys = runs_of(in_order(ranks)), SHARED if state.agreed else KEPT

    def fewer(key: str) -> int | None:
        return int(facts[key]) if key in facts and facts[key] < models(ranks) else None

    kept = tuple((dict(state.kept_facts) | {key: facts[key] for key in keys if key in facts}).items())
    return firing.but(
        fight=(int(facts.get("enemy_engaged", 0)), int(facts.get("friends_engaged", 0))),
        within_4=fewer("within_4"),
        shared_by=fewer("shared_by"),
        ranks=in_new_order(ranks, facts["order"]) if facts.get("order", usual) != usual else ranks,
    ).booked(
        cover=facts.get("cover", NONE),
        facing=facts.get("facing", state.facing),
        fact_words=facts_in_words(facts),
        kept_facts=kept if state.manner.as_they_stand else (),
        agreed_keys=(*(state.agreed_keys or ()), *facts) if state.agreed else None,
    )


def agreed_before(state: Attack, parts: tuple[Question, ...]) -> bool:
    """Return True if weapons fire as proposed, and what is asked of this one was said with one that fired before."""
    said = state.agreed_keys if state.agreed else None
    return said is not None and all(part.key in said for part in parts if part.key in SHARED)


def facts_in_words(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the facts that change the roll to hit, in words."""
    words = [] if facts.get("speed", "slow") == "slow" else [f"target {facts['speed']}"]
    words += ["large target"] * (facts.get("large") == "yes")
    words += ["target comes out of cover or vanishes"] * (facts.get("appearing") == "yes")
    words += ["in a stasis field"] * (facts.get("stasis") == "yes")
    words += ["hidden by its gear"] * (facts.get("hidden_by") == "yes")
    if facts.get("modifier"):
        words.append(f"another modifier of {facts['modifier']:+d}")
    return tuple(words)


def in_new_order(ranks: tuple[Rank, ...], runs: tuple[tuple[int, str, str], ...]) -> tuple[Rank, ...]:
    """Return the models in this order, with the mark of each run; the wounded of a kind come first."""
    stock: dict[str, list[Rank]] = {}
    for rank in in_order(ranks):
        stock.setdefault(rank.kind.name, []).extend([rank.but(n=1)] * rank.n)
    for kept in stock.values():
        kept.sort(key=lambda rank: rank.left)
    queue: list[Rank] = []
    for place, (n, name, mark) in enumerate(runs):
        for _ in range(n):
            model = stock[name].pop(0)
            cover = mark if mark in charts.COVER else ""
            kind: TargetModel = model.kind.but(place=place, cover=cover, out_of_reach=mark == OUT)
            if queue and queue[-1].kind == kind and queue[-1].left == model.left:
                queue[-1] = queue[-1].but(n=queue[-1].n + 1)
            else:
                queue.append(model.but(kind=kind))
    return tuple(queue)
