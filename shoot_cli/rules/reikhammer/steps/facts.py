"""The facts that only players see: distance, line of fire, cover, crossfire, units under a barrage."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from shoot_cli.battle.turns import GunReach, proposed, reach_words, remembering
from shoot_cli.engine import questions
from shoot_cli.engine.reasons import DEFENDER
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.charts import Attack, TargetUnit
from shoot_cli.rules.reikhammer.steps import eligibility

IN_RANGE, ENGINE, NO_COVER = "in range", "war engine", "none"
FARTHEST = 200  # tiles
MOST_SHOCK = 99
SHOTS_FROM = (charts.ADVANCE, charts.DOUBLE, charts.SUSTAINED, charts.MARSHAL, charts.OVERWATCH, charts.HOLD)
YES_NO = (questions.Option("no"), questions.Option("yes"))

SHOOTING = questions.Choose(
    "shooting",
    (
        questions.Option(eligibility.DIRECT, "at one enemy formation"),
        questions.Option(eligibility.BARRAGE, "all barrage points at one tile"),
    ),
    default=eligibility.DIRECT,
    rules=("RH-TGT-1", "RH-BAR-1"),
    text="What is fired?",
)
DISTANCE = questions.Numbers(
    "distance", (), 0, FARTHEST, IN_RANGE, unit="tiles", whole=False, otherwise=IN_RANGE,
    rules=("RH-ELIG-2", "RH-SUP-1", "RH-ALLOC-1"), text="Distance: to the nearest unit of the other formation",
)  # fmt: skip
OBSTRUCTION = questions.Numbers(
    "obstruction", (), 0, 20, 0, unit="tiles", otherwise=ENGINE,
    rules=("RH-ELIG-1",), text="Wood, buildings, fortifications between",
)  # fmt: skip
FIRING = questions.Subset("firing", (), rules=("RH-TGT-1",), text="Which units shoot")
ACTION = questions.Choose(
    "action",
    tuple(questions.Option(name, charts.ACTIONS[name].words) for name in SHOTS_FROM),
    default=charts.ADVANCE,
    rules=("RH-ACT-2", "RH-HIT-2"),
    text="The action of the shooting formation",
)
SHOCK = questions.Number(
    "shock", 0, MOST_SHOCK, 0, "points", rules=("RH-SUP-1",), text="Shock on the shooting formation already"
)  # fmt: skip
TARGET_SHOCK = questions.Number(
    "target_shock", 0, MOST_SHOCK, 0, "points", rules=("RH-BRK-1",), text="Shock on the target formation already"
)  # fmt: skip
HIDDEN = questions.Subset(
    "hidden", (), (), rules=("RH-ALLOC-1",), text="Hidden: units of the target that nobody sees"
)  # fmt: skip
UNDER = questions.Subset("under", (), rules=("RH-BAR-5",), text="Under the barrage")
COVER = questions.Numbers(
    "cover", (), 1, 5, NO_COVER, otherwise=NO_COVER, owner=DEFENDER,
    rules=("RH-HIT-2", "RH-SAVE-2", "RH-SAVE-4"),
    text="Cover save: scrub 1, wood 2, ruin 3, fortification 4, at most 5",
    called=(
        ("scrub", 1), ("marsh", 1), ("river", 1), ("wood", 2), ("ruin", 3), ("building", 3), ("jungle", 3),
        ("fortification", 4),
    ),
)  # fmt: skip
CROSSFIRE = questions.Choose(
    "crossfire", YES_NO, default="no", rules=("RH-XF-1", "RH-XF-2"),
    text="Crossfire: a line to friends, at most 12 tiles, through it",
)  # fmt: skip


def mode_open(state: Attack) -> bool:
    return not state.shooting


def choose_shooting(state: Attack, table: Table) -> Attack:
    """Ask for a barrage or fire at a formation, if both are possible (RH-TGT-1, RH-BAR-1, 7)."""
    can_shell = any(eligibility.mortars(state, gunner) for gunner in state.gunners)
    can_fire = any(
        weapon.values
        for gunner in state.gunners
        for weapon in eligibility.used(state.but(shooting=eligibility.DIRECT), gunner, False)
    )
    chosen = table.choose(
        SHOOTING.key,
        tuple(
            option for option, can in zip(SHOOTING.options, (can_fire or not can_shell, can_shell), strict=True) if can
        ),
        default=eligibility.DIRECT if can_fire or not can_shell else eligibility.BARRAGE,
        rules=SHOOTING.rules,
        text=SHOOTING.text,
    )
    return state.but(shooting=chosen)


def declare(state: Attack, table: Table) -> Attack:
    """Ask one question about all facts that usually keep their default."""
    parts = shooter_parts(state, table)
    if state.aimed:
        parts += target_parts(state, table)
    limit = state.shooting == eligibility.BARRAGE and table.setting("bp_over_30") == "refuse"
    near = table.setting("los_and_range") == "separate"  # otherwise the nearest unit may be one out of sight
    with_guns, soaking, engines = (
        table.setting(key) == value
        for key, value in (("barrage_with_guns", "yes"), ("empty_units_soak", "true"), ("we_suppression", "integrity"))
    )

    def wrong(facts: Mapping[str, Any]) -> str | None:
        if near and (words := not_as_near(state, facts["distance"])):
            return words
        points = eligibility.points_of(reported(state, facts), with_guns, soaking, engines) if limit else 0
        return charts.too_many_points(points) if points > charts.BARRAGES[-1].most else None

    who, where = state.shooter.value.name, state.target.value.name if state.aimed else "a tile"
    named = (
        f"{who} at {where}" if state.manner.states_all else "" if state.aimed else "at a tile"
    )  # a battle has just named both
    parts = with_earlier_answers(state, parts)
    facts = table.facts(
        "facts",
        tuple(parts),
        check=wrong,
        rules=("RH-ELIG-1", "RH-ELIG-2", "RH-COV-1"),
        words=lambda facts: questions.Decided(tuple(declaration_lines(parts, facts)), about=named),
    )
    attack = reported(remember_facts(state, parts, facts), facts, same_unit=not near)
    return with_facts(attack, facts, engines) if attack.aimed else attack


def with_earlier_answers(state: Attack, parts: list[questions.Question]) -> list[questions.Question]:
    """Return the questions with this turn's earlier facts about the same formations as defaults."""
    memory = state.battle.value.remembered
    both = [proposed(part, memory, state.mine, state.theirs) if state.aimed else part for part in parts]
    return [proposed(part, memory, state.theirs) for part in both]


def remember_facts(state: Attack, parts: Iterable[questions.Question], facts: Mapping[str, Any]) -> Attack:
    """Store distance and cover in the battle until one of the formations moves."""
    battle = state.battle.value
    memory = battle.remembered
    for part in parts:
        if (
            isinstance(part, questions.Numbers)
            and part.key in (DISTANCE.key, COVER.key)
            and (state.aimed or part.key == COVER.key)
        ):
            about = (state.mine, state.theirs) if part.key == DISTANCE.key else (state.theirs,)
            memory = remembering(memory, {part.key: by_name(part, facts[part.key])}, *about)
    return state.but(battle=Hashed(battle.but(remembered=memory)))


def by_name(part: questions.Numbers, values: tuple[float | None, ...]) -> tuple[tuple[str, float | str], ...]:
    return tuple((name, part.otherwise if n is None else n) for name, n in zip(part.names, values, strict=True))


def declaration_lines(parts: Iterable[questions.Question], facts: Mapping[str, Any]) -> list[str]:
    """List distance and cover first, then all facts that differ from their default."""
    words = []
    for part in parts:
        value = facts[part.key]
        if isinstance(part, questions.Numbers) and part.key == DISTANCE.key:
            words.append(each_or_all(part, value, " tiles"))
        elif isinstance(part, questions.Numbers) and part.key == COVER.key:
            words.append(each_or_all(part, value, "", "cover ").replace(NO_COVER, "in the open"))
        elif part.key == CROSSFIRE.key and value == "yes":
            words.append("in crossfire")
        elif part.key == ACTION.key and value != questions.usual(part):
            words.append(f"action: {value.replace('_', ' ')}")
        elif value != questions.usual(part):
            words.append(f"{questions.in_a_sentence(part)}: {fact_text(part, value)}")
    return words


def each_or_all(part: questions.Numbers, values: tuple[float | None, ...], unit: str = "", what: str = "") -> str:
    """Return ``in range``, ``cover 2``; names follow for values that differ from the first."""
    texts = [part.otherwise if n is None else f"{what}{n:g}{unit}" for n in values]
    others = [f"{name} {text}" for name, text in zip(part.names, texts, strict=True) if text != texts[0]]
    return ", ".join([texts[0], *others])


def fact_text(part: questions.Question, value: Any) -> str:
    if isinstance(part, questions.Subset):
        return ", ".join(part.names[index] for index in value) or "none"
    return each_or_all(part, value) if isinstance(part, questions.Numbers) else str(value)


def not_as_near(state: Attack, distances: Sequence[float | None]) -> str | None:
    """Return a sentence if these distances contradict each other, else None. The nearest distances of both sides must
    agree, if all are known. There is some room, because the nearest shooter may not fire.
    """
    n = len(state.gunners)
    if None in distances or len(distances) == n:
        return None
    shooters = [(tiles or 0, gunner.name) for tiles, gunner in zip(distances[:n], state.gunners, strict=True)]
    names = eligibility.beside(tuple(name for _, name in shooters), eligibility.target_names(state))
    near, whom = min((tiles or 0, name) for tiles, name in zip(distances[n:], names, strict=True))
    if min(shooters)[0] <= near <= max(shooters)[0]:
        return None
    far, who = min(shooters) if near < min(shooters)[0] else max(shooters)
    words = f"{whom} is {near:g} tiles from the nearest who shoots, but {who} {far:g} tiles from the nearest target"
    return f"{words}; both cannot be"


def shooter_parts(state: Attack, table: Table) -> list[questions.Question]:
    """Return the questions about the shooting formation."""
    names = tuple(gunner.name for gunner in state.gunners)
    across = charts.METRICS[table.setting("metric")]
    if state.shooting == eligibility.BARRAGE:
        text = "Distance: to the target tile"
    elif table.setting("los_and_range") == "same_unit":
        text = "Distance: to the nearest unit that it sees"
    else:
        text = DISTANCE.text
    measured = state.aimed and state.shooting == eligibility.DIRECT
    both = (*names, *eligibility.beside(names, eligibility.target_names(state))) if measured else names
    guns = table.setting("barrage_with_guns") == "yes"
    used = ((weapon, gunner) for gunner in state.gunners for weapon in eligibility.used(state, gunner, guns))
    decides, _ = reach_words((GunReach(weapon.name, 1, weapon.range) for weapon, _ in used), " tiles")
    distance = DISTANCE.but(names=both, across=across, text=text, decides=decides)
    parts: list[questions.Question] = [distance, OBSTRUCTION.but(names=names), FIRING.but(names=names, default=names)]
    if state.manner.states_all:
        shock = SHOCK.but(default=state.shock)
        parts += [ACTION, shock] if rolls_to_hit(state, table, "action_only") else [shock]
    return parts


def rolls_to_hit(state: Attack, table: Table, *changed_by: str) -> bool:
    """Return True if it rolls to hit with modified values; for a barrage settings decide (RH-BAR-5, RH-BAR-6).
    `changed_by` are the values of setting barrage_modifiers that count, besides "all".
    """
    with_guns = table.setting("barrage_with_guns") == "yes"
    weapons = [weapon for gunner in state.gunners for weapon in eligibility.used(state, gunner, with_guns)]
    shells = table.setting("barrage_hits") != "automatic" and table.setting("barrage_modifiers") in ("all", *changed_by)
    return any(weapon.values or (weapon.bp and shells) for weapon in weapons)


def target_parts(state: Attack, table: Table) -> list[questions.Question]:
    """Return the questions about the target, as far as its saves and the hits can depend on them."""
    names = eligibility.target_names(state)
    parts: list[questions.Question] = []
    hits = hits_to_come(state, table)
    if hits and (rolls_to_hit(state, table) or any(better_in_cover(*hit, table) for hit in hits)):
        parts.append(COVER.but(names=names))
    if not state.friendly and friends_near(state) and any(worse_in_crossfire(*hit, table) for hit in hits):
        parts.append(CROSSFIRE)
    if state.shooting != eligibility.BARRAGE:
        parts.append(HIDDEN.but(names=names))
    elif any(
        charts.BARRAGE_KINDS[eligibility.target_units(state)[place].type] for place in eligibility.standing(state)
    ):
        parts.append(UNDER.but(names=names, default=names))
    if state.manner.states_all and not state.follows_attack:
        parts.append(TARGET_SHOCK.but(default=state.target_shock))
    return parts


def hits_to_come(state: Attack, table: Table) -> list[tuple[TargetUnit, bool]]:
    """Return each target unit that a hit may reach, and whether that is a macro hit, as far as lists tell."""
    with_guns = table.setting("barrage_with_guns") == "yes"
    weapons = {weapon for gunner in state.gunners for weapon in eligibility.used(state, gunner, with_guns)}
    kinds = {(kind, kind in weapon.macro) for weapon in weapons for kind in weapon.values}
    reached = []
    for place in eligibility.standing(state):
        stand = eligibility.target_units(state)[place]
        hits = {macro for kind, macro in kinds if stand.type in charts.HURT[kind]}
        if any(weapon.bp for weapon in weapons) and charts.BARRAGE_KINDS[stand.type]:
            hits.add(False)
        reached += [(stand, macro) for macro in sorted(hits)]
    return reached


def worse_in_crossfire(stand: TargetUnit, macro: bool, table: Table) -> bool:
    """Return True if crossfire makes its save worse in some cover (RH-XF-3)."""
    covers = range(int(COVER.high) + 1)
    return any(saved(stand, macro, cover, True, table) != saved(stand, macro, cover, False, table) for cover in covers)


def better_in_cover(stand: TargetUnit, macro: bool, table: Table) -> bool:
    """Return True if some cover makes its save better (RH-SAVE-3)."""
    bare, best = (saved(stand, macro, cover, False, table) for cover in (0, int(COVER.high)))
    return bare != best


def saved(stand: TargetUnit, macro: bool, cover: int, crossfire: bool, table: Table) -> int | None:
    """Return the number of its save with this cover and crossfire."""
    six_fails = table.setting("save_six_fails") == "true"
    standing_so = stand.but(cover=cover, crossfire=crossfire)
    return charts.to_save(standing_so, macro, table.setting("macro_save"), six_fails).target


def friends_near(state: Attack) -> bool:
    """Return True if crossfire is possible: a battle needs another unbroken formation (RH-XF-1, RH-XF-2)."""
    if state.manner.states_all:
        return True
    units = state.battle.value.sides[state.mine[0]].units
    return any(index != state.mine[1] and not unit.gone and not unit.broken for index, unit in enumerate(units))


def reported(state: Attack, facts: Mapping[str, Any], same_unit: bool = False) -> Attack:
    """Return the attack with the facts of the shooting formation. If only the target's distances are known, every
    shooter gets the nearest of them.

    :param same_unit: True if one unit must be in range and seen (RH-ELIG-2): nobody is nearer to a unit that is seen
        than the nearest of these
    """
    n = len(state.gunners)
    may, ours, theirs = set(facts["firing"]), facts["distance"][:n], facts["distance"][n:]
    if same_unit:
        hidden = facts.get("hidden", ())
        theirs = tuple(tiles for nth, tiles in enumerate(theirs) if nth not in hidden) or theirs
    if theirs and None not in theirs:
        near = min(theirs)
        if all(tiles is None for tiles in ours):
            ours = (near,) * n
        elif same_unit:
            ours = tuple(None if tiles is None else max(tiles, near) for tiles in ours)
    gunners = tuple(
        gunner.but(distance=distance, obstruction=obstruction, held=index not in may)
        for index, (gunner, distance, obstruction) in enumerate(
            zip(state.gunners, ours, facts["obstruction"], strict=True)
        )
    )
    return state.but(gunners=gunners, action=facts.get("action", state.action), shock=facts.get("shock", state.shock))


def with_facts(state: Attack, facts: Mapping[str, Any], engines: bool) -> Attack:
    """Return the attack with the facts of the target. `engines` is the setting we_suppression."""
    indexes, stands = eligibility.standing(state), [*eligibility.target_units(state)]
    away = facts["distance"][len(state.gunners) :] if state.shooting == eligibility.DIRECT else (None,) * len(indexes)
    under = facts.get("under", range(len(indexes)))
    for nth, index in enumerate(indexes):
        stands[index] = stands[index].but(
            cover=facts["cover"][nth] or 0 if "cover" in facts else 0,
            crossfire=facts.get("crossfire") == "yes",
            distance=away[nth],
            hidden=nth in facts.get("hidden", ()),
            under=nth in under,
        )
    state = state.but(target_units=Hashed(tuple(stands)), target_shock=facts.get("target_shock", state.target_shock))
    return state.but(counted_left=eligibility.surviving(state, engines))


KNOWN: tuple[questions.Question, ...] = (
    SHOOTING,
    DISTANCE,
    OBSTRUCTION,
    FIRING,
    ACTION,
    SHOCK,
    TARGET_SHOCK,
    HIDDEN,
    UNDER,
    COVER,
    CROSSFIRE,
    questions.Choose(
        "value",
        (questions.Option("AP"), questions.Option("AT"), questions.Option("AA")),
        rules=("RH-HIT-1",),
        text="What a weapon is fired as",
    ),
    questions.Choose(
        "ignore_cover", YES_NO, rules=("RH-COV-1",), text="Ignore the cover of some of the target's units"
    ),
    questions.Arrange(
        "order", (), owner=DEFENDER, rules=("RH-ALLOC-2",), text="Of the target, nearest to the shooters first"
    ),
    questions.Subset("suppressed", (), rules=("RH-SUP-1",), text="Which of equally far units are suppressed"),
)
