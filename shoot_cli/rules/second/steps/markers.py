"""Blast markers and templates (2E-BLA-1, 2E-BLA-2, 2E-TMP-1, 2E-TMP-2), and hits on units that were not the target.

At the table, the markers of a weapon are thrown for and counted together; beforehand each is asked about by itself.
Hits on others, friends in a fight among them, are resolved after the attack that caused them, unit by unit. The only
fact asked is the order of the models (2E-TGT-5, 2E-HTH-1, 2E-SF-4).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shoot_cli.battle.turns import Mark, Place, replaced
from shoot_cli.engine.names import own_plurals
from shoot_cli.engine.pools import Pool, models, pool, wounds
from shoot_cli.engine.questions import HowMany, More, Need, Numbers, Option, Subset, Watch
from shoot_cli.engine.reasons import ATTACKER, DEFENDER, BadAnswer, Reason, series
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.second import charts, records
from shoot_cli.rules.second.charts import marker_legal
from shoot_cli.rules.second.profiles import Unit, Weapon
from shoot_cli.rules.second.records import (
    AllottedHits,
    Blow,
    BystanderHits,
    Firing,
    Hit,
    Lying,
    Marker,
    Stray,
    StruckPart,
    Under,
)
from shoot_cli.rules.second.steps.damage import eligible, touched
from shoot_cli.rules.second.steps.eligibility import ENGAGED, OFF, as_target, friends_in_fights
from shoot_cli.rules.second.steps.facts import (
    FACING,
    LONGEST_TEMPLATE,
    MISFIRE,
    ORDER,
    in_their_order,
    too_far,
    with_facts,
)
from shoot_cli.rules.second.steps.vehicles import can_be_hurt, hit_on, locations_of, place_can_be_hurt
from shoot_cli.rules.second.steps.weapon import blow_of, no_template

MARKER_RULES = ("2E-BLA-1", "2E-TMP-1", "2E-TGT-5")
FIGHT_RULES = ("2E-HTH-1",)
EXTRA_RULES = ("2E-SF-4",)


def units_on_table(battle: records.Battle) -> dict[str, tuple[int, int, records.BattleUnit]]:
    """Return every unit but the target by name, with side, index and unit."""
    units: dict[str, tuple[int, int, records.BattleUnit]] = {}
    for side, army in enumerate(battle.sides):
        for i, unit in enumerate(army.units):
            if unit.ranks and not unit.marked(OFF) and (side, i) != (1 - battle.shooting_side, battle.target):
                name = unit.unit.value.name
                units[f"{name} ({army.name})" if name in units else name] = (side, i, unit)
    return units


def other_enemies(battle: records.Battle) -> dict[str, int]:
    """Return every enemy but the target by name, with its index."""
    return {name: i for name, (side, i, _) in units_on_table(battle).items() if side != battle.shooting_side}


# Extra hits of sustained fire, where a group plays it so (setting sustained_same_unit) -------------------------------


def extra_hits_wait(state: records.Firing) -> bool:
    """Return True if shots hit more than once and their hits are kept apart, because other units may be hit."""
    return bool(other_enemies(state.attack.battle)) and extra(state.pool) > 0


def extra(hits: Pool) -> int:
    """Return the number of extra hits; the first hit of a shot always belongs to the target."""
    return sum((token.size - 1) * n for token, n in hits if type(token) is records.Burst)


def share_extra_hits(state: records.Firing, table: Table) -> records.Firing:
    """Ask which extra hits go to other units within 4"; these hits wait until this attack is over."""
    if table.setting("sustained_same_unit") == "true":
        return state
    return table.in_sight(extra_hits_shared, state)


def extra_hits_shared(state: records.Firing, table: Table) -> records.Firing:
    """Ask whether extra hits go to other units, and how many to which; these hits wait."""
    battle = state.attack.battle
    foes = other_enemies(battle)
    text = 'Do any of the extra hits go to other units, to models within 4" that are no harder to hit?'
    no_yes, nth = (Option("no"), Option("yes")), len(state.attack.fired)
    if table.choose("extra hits", no_yes, default="no", rules=EXTRA_RULES, text=text, nth=nth) == "no":
        return state
    question = Numbers(
        f"extra hits on:{state.weapon.name}", tuple(foes), 0, extra(state.pool), 0, "hits", rules=EXTRA_RULES,
        text=f"How many of the {extra(state.pool)} extra hits go to which unit?", by_name=True,
    )  # fmt: skip
    side, left = 1 - battle.shooting_side, extra(state.pool)
    harms = []
    for index, answer in zip(foes.values(), table.numbers(question), strict=True):
        n = min(int(answer or 0), left)  # not more than there are in all
        left -= n
        harms += [records.BystanderHits(side, index, n, state.declared.weapon)] * (n > 0)
    tell_who_waits(state, harms, table)
    return state.but(pool=without(state.pool, extra(state.pool) - left)).booked(harms=(*state.attack.harms, *harms))


def without(hits: Pool, n: int) -> Pool:
    """Return the hits without `n` extra ones; the largest bursts lose theirs first."""
    ends: list[tuple[object, int]] = [end for end in hits if type(end[0]) is not records.Burst]
    bursts = sorted(
        (token for token, k in hits if type(token) is records.Burst for _ in range(k)), key=lambda token: -token.size
    )
    for burst in bursts:
        gone = min(n, burst.size - 1)
        n -= gone
        ends.append((burst.but(size=burst.size - gone), 1))
    return pool(*ends)


# Friends in a fight --------------------------------------------------------------------------------------------------


def astray_on(state: records.Attack, battle: records.Battle, table: Table) -> records.Battle:
    """Ask which friends fight there, mark them as engaged, and distribute the stray hits among them."""
    friends = friends_in_fights(battle)
    if not state.strays or not friends:
        return battle
    side, units = battle.shooting_side, battle.shooters.units
    names = tuple(units[i].unit.value.name for i in friends)
    question = Subset(
        "friend in the fight", names, names[:1], rules=FIGHT_RULES, at_least=1,
        text="Which of their friends are in that fight?",
    )  # fmt: skip
    fighting = {friends[choice]: names[choice] for choice in table.several(question)}
    for index, name in fighting.items():
        if not units[index].marked(ENGAGED):
            table.tell("{unit}: {mark}", ("2E-ELIG-1",), unit=name, mark=ENGAGED)
            battle = replaced(battle, side, index, units[index].with_mark(Mark(ENGAGED)))
    sizes = {index: models(units[index].ranks) for index in fighting}
    if len(fighting) > 1:
        most = tuple(sizes.values())
        asked = Numbers(
            "friends of each", tuple(fighting.values()), 1, max(most), "all", "models", rules=FIGHT_RULES,
            text="How many of each fight there?", most=most, by_name=True, otherwise="all",
        )  # fmt: skip
        answers = table.numbers(asked)
        sizes = {index: n if k is None else int(k) for (index, n), k in zip(sizes.items(), answers, strict=True)}
    harms = [
        records.BystanderHits(side, index, n, weapon, blow)
        for weapon, blow, hits in state.strays
        for index, n in hits_on_friends(blow, hits, sizes, fighting, table)
    ]
    return battle.but(harms=(*battle.harms, *harms))


def hits_on_friends(
    blow: records.Blow, hits: int, sizes: dict[int, int], names: dict[int, str], table: Table
) -> Iterator[tuple[int, int]]:
    """Yield each friend that is hit, by index, with its hits; each hit draws one of all in the fight (2E-HTH-2)."""
    left = sum(sizes.values())
    for index, n in sizes.items():
        why = Reason(f"{n} of {left} friends who fight there", "2E-HTH-2")
        need = Need(n, (why,), or_less=True, label=names[index])
        text = f"{blow.name}: is it {names[index]} that is hit?"
        share = hits if n == left else table.roll(f"friend hit:{blow.name}", hits, need, sides=left, text=text).passed
        if share:
            yield index, share
        hits, left = hits - share, left - n


# Hits as an attack of their own --------------------------------------------------------------------------------------


def harm_waits(battle: records.Battle) -> bool:
    return bool(battle.harms)


def cause_of(harm: records.BystanderHits) -> tuple[str, tuple[str, ...]]:
    """Return what caused these hits, in words and by rule."""
    if harm.astray is not None:
        return "in the fight", FIGHT_RULES
    weapon: Weapon = harm.weapon.value
    if weapon.area:
        return f"under the {weapon.name}", MARKER_RULES
    return f"by sustained fire of the {weapon.name}", EXTRA_RULES


def tell_who_waits(state: Firing, harms: Sequence[BystanderHits], table: Table) -> None:
    """Log that hits on other units come after the attack, and of which weapon they are."""
    if harms:
        sides, rules = state.attack.battle.sides, cause_of(harms[0])[1]
        units = series([sides[harm.side].units[harm.unit].unit.value.name for harm in harms])
        words = "Hits of the {weapon} on {who} come after this attack"
        table.tell(words, rules, weapon=state.weapon.name, who=units)


def hits_on_others(battle: records.Battle, table: Table) -> records.Firing:
    """Return the first waiting hits as an attack of their own, with the hits in the pool."""
    harm = battle.harms[0]
    battle_unit: records.BattleUnit = battle.sides[harm.side].units[harm.unit]
    unit: Unit = battle_unit.unit.value
    weapon: Weapon = harm.weapon.value
    ranks = as_target(battle_unit)
    sides, strength = (battle.sides[1 - harm.side].name, battle.sides[harm.side].name), (models(ranks), wounds(ranks))
    begun = records.Begun(
        battle.shooter or battle_unit.unit,
        battle_unit.unit,
        sides,
        strength,
        battle,
        (harm.side, harm.unit),
        records.AT_THE_TABLE,
    )
    state = records.Firing(
        records.Attack(Hashed(begun), (), ranks, fired=(weapon.name,)), records.Declared(harm.weapon), ranks
    )
    if not ranks:
        return state
    cause, rules = cause_of(harm)
    text = f"{unit.name}: {ONLY_PARTLY} under"
    lucky = table.roll(f"partly:{weapon.name}", min(harm.partly, models(ranks)), charts.PARTLY_UNDER, text=text).passed
    harm = harm.but(hits=harm.hits + lucky)
    if not harm.hits:
        return state
    blow = harm.astray.but(aim="") if harm.astray is not None else blow_of(weapon)
    hits = harm.hits * blow.guns
    table.tell(
        "{unit}, {where}: {n} hit{plural}", rules, unit=unit.name, where=cause, n=hits, plural="s" * (hits > 1)
    )  # fmt: skip
    facts = {}
    if weapon.area and harm.astray is None and not unit.datafax:  # the shooter places it
        owner = DEFENDER if harm.side == battle.shooting_side else ATTACKER
        return state.but(pool=pool(*touched(state, blow, harm.hits, (), table, owner, harm.markers)))
    if unit.datafax:
        facts["facing"] = table.ask(FACING)
    elif len(ranks) > 1:
        facts["order"] = table.ask(in_their_order(ORDER, ranks).but(plurals=own_plurals(unit)))
    return with_facts(state, facts).but(pool=pool((records.Hit(blow), harm.hits)))


USUALLY = ((1.0, 2), (1.5, 3), (2.0, 4))  # (largest radius in inches, number of models proposed as under it)
PART = Need(4, (Reason("a part under it: 4+", "2E-VEH-4"),))
WHOLLY = 3  # number of models proposed as wholly under a template
PATIENCE = 3  # after so many illegal placements the players' placement stands
ON_TARGET, STAYED, ASTRAY = "on target", "stayed", "astray"  # where a marker lies, as they are counted
ONLY_PARTLY = "only partly"

# To hit, and scatter --------------------------------------------------------------------------------------------------


def is_marker(token: object) -> bool:
    """Return True for markers that roll to hit: those with an equal need are thrown together."""
    return type(token) is Marker


def roll_marker(marker: Marker, n: int, table: Table) -> Pool:
    """Roll to hit for `n` markers: a hit is centred on its target, a miss scatters (2E-BLA-1, 2E-TMP-1)."""
    shot, score = marker.shot, marker.shot.score
    name, hit = shot.blow.name, n
    if score.number is not None:
        hit = table.roll(f"hit:{name}", n, score.first, text=f"{name}: to hit", luck="hits").passed
        if score.second is not None:
            hit = table.roll(f"hit again:{name}", hit, score.second, text=f"{name}: second die", luck="hits").passed
    return pool((Lying(shot.blow, ON_TARGET), hit), (Stray(shot.blow, marker.seen, marker.half), n - hit))


def scatter(stray: Stray, n: int, table: Table) -> Pool:
    """Roll where `n` markers come down; a MISFIRE is a dud (2E-BLA-2). The odds only roll for what counts.

    The scatter die is rolled where its HIT matters; elsewhere players see both kinds of arrows.
    """
    name, on_target = stray.blow.name, 0
    if table.blindly(only_misfires_count, stray):
        lie = table.roll(f"artillery:{name}", n, Need(charts.MISFIRE - 1, or_less=True)).passed
        return pool((Lying(stray.blow, ASTRAY), lie))
    if table.setting("scatter_hit_face") == "on_target":
        need = Need(5, (Reason("HIT: it stays", "2E-BLA-2"),))
        text = f"{name}: scatter die"
        on_target = table.roll(f"scatter:{name}", n, need, faces=charts.SCATTER_FACES, text=text).passed
    return pool(*roll_artillery(stray, n - on_target, False, table), *roll_artillery(stray, on_target, True, table))


def roll_artillery(stray: Stray, n: int, on_target: bool, table: Table) -> list[tuple[Lying, int]]:
    """Roll the artillery dice of markers whose scatter die showed an arrow, or HIT if they stay `on_target`."""
    name, blow = stray.blow.name, stray.blow
    roll = table.roll(
        f"artillery:{name}", n, Need(None, (Reason("it moves so many inches; MISFIRE is a dud", "2E-BLA-2"),)),
        watch=tuple(Watch((side,)) for side in range(1, 7)), faces=charts.ARTILLERY_FACES, rules=("2E-BLA-2",),
        text=f"{name}: artillery di{'ce' if n > 1 else 'e'}",
    )  # fmt: skip
    *moved, duds = roll.watched
    ends = list[tuple[Lying, int]]()
    for side, k in enumerate(moved):
        inches = float(charts.ARTILLERY_INCHES[side])
        if not k:
            continue
        if on_target:
            table.tell("HIT: {what} on its target", ("2E-BLA-2",), what=one_or_more(k, "the marker stays", "stay"))
            ends.append((Lying(blow, STAYED if stray.seen else ON_TARGET), k))  # unseen it is as a hit
            continue
        words = '{what} {n:g}" along the arrow'
        if stray.half is not None and inches > stray.half and table.setting("scatter_cap") == "half_distance":
            words, inches = f"{words}, half the range", stray.half
        table.tell(words, ("2E-BLA-2",), what=one_or_more(k, "It scatters", "scatter"), n=inches)
        ends.append((Lying(blow, ASTRAY, table.detail(inches, None)), k))
    return [*ends, *misfired_markers(blow, duds, table)]


def misfired_markers(blow: Blow, duds: int, table: Table) -> list[tuple[Lying, int]]:
    """Return the markers that are placed in spite of a MISFIRE (setting misfire)."""
    if not duds:
        return []
    if table.setting("misfire") == "ask":
        answer = table.ask(MISFIRE.but(key=f"{MISFIRE.key}:{blow.name}"))  # by itself the key is the setting
        return [(Lying(blow, ASTRAY), duds)] if answer == "placed" else []
    text = f"the {blow.name} is a dud" if duds == 1 else f"{duds} of {blow.name} are duds"
    table.tell("MISFIRE: {what}", ("2E-BLA-2",), what=text)
    return []


def one_or_more(n: int, one: str, several: str) -> str:
    """Return `one` for a single marker, else the number of markers with the verb `several`."""
    return one if n == 1 else f"{n} markers {several}"


def only_misfires_count(stray: Stray, table: Table) -> bool:
    """Return True if a marker that misses is either a dud, or lies where the players say (2E-BLA-2)."""
    may_stay = table.setting("scatter_hit_face") == "on_target"
    return table.setting("misfire") != "ask" and not may_stay


# Who is under them ----------------------------------------------------------------------------------------------------


def markers_lie(state: Firing) -> bool:
    return any(type(token) is Lying for token, _ in state.pool)


def place_markers(state: Firing, table: Table) -> Firing:
    """Ask who is under all markers or templates with the same effect, beforehand under one of them. Their hits enter
    the pool with those of the last marker, so that the odds treat all markers together.
    """
    lying = sorted(
        ((token, n) for token, n in state.pool if type(token) is Lying),
        key=lambda end: (end[0].where != ON_TARGET, end[0].where, end[0].inches or 0),
    )
    blow = lying[0][0].blow
    alike = [(token, n) for token, n in lying if token.blow == blow]
    markers = [token for token, n in alike for _ in range(n)]
    if not state.attack.manner.as_they_stand:
        markers = markers[:1]
    rest = pool(*((token, n - markers.count(token) * (type(token) is Lying)) for token, n in state.pool))
    under_each, partly, harms, says_more = lie_under(state, markers, table)
    tell_who_waits(state, harms, table)
    state = state.booked(harms=(*state.attack.harms, *harms))
    name = state.weapon.name
    need = charts.partly_under(blast=state.weapon.blast is not None, setting=str(table.setting("blast_partial")))
    lucky = table.roll(f"partly:{name}", partly, need, text=f"{name}: {ONLY_PARTLY} under").passed
    struck: list[tuple[object, int]] = []
    hits = sum(under_each) + lucky
    for under_it in under_each if parts_count(state) else ():
        if under_it and (parts := parts_under(state, blow, table)):
            struck, hits = [*struck, *parts], hits - under_it  # for other hits a location is rolled
    if hits or not struck:
        struck = [*struck, *touched(state, blow, hits, state.landed, table, markers=len(markers), asks=says_more)]
    landed = pool(*state.landed, *struck)
    state = state.booked(placed=state.attack.placed + len(markers))
    if any(type(token) is Lying for token, _ in rest):
        return state.but(pool=rest, landed=landed)
    ends = ((Under(token) if type(token) is Hit else token, n) for token, n in landed)
    return state.but(pool=pool(*rest, *ends), landed=())


def hit_under(under: Under | StruckPart, n: int, table: Table) -> Pool:
    """Turn models and parts under the marker into hits; as a rule of its own, so that the odds count the hits.

    A part is hit by both of twin-linked weapons, as a model is (2E-SPC-2).
    """
    hit, guns = under.hit, 1 if type(under) is Under else under.hit.blow.guns
    return pool((hit.but(hits=guns), n) if type(hit) is AllottedHits else (hit, n * guns))


def parts_count(state: Firing) -> bool:
    """Return True if the parts of a lone vehicle are hit by themselves (2E-VEH-4)."""
    return bool(state.target.datafax) and state.target.type != "Support weapon" and state.attack.strength[0] == 1


def parts_under(state: Firing, blow: Blow, table: Table) -> list[tuple[object, int]]:
    """Return the parts of a vehicle under the marker (2E-VEH-4); [] if none was named, so that a location is rolled.

    Of parts that are only partly covered, those that cannot be hurt are left out if others are hit anyway.
    """
    target = state.target
    if not can_be_hurt(state, blow, table):
        return []
    parts, (rank, *_) = locations_of(target), [rank for rank in state.ranks if rank.n]
    names = tuple(part.name for part in parts)
    wholly = table.several(
        Subset("covered", names, (), rules=("2E-VEH-4",), text=f"Parts of {target.name} that it covers wholly")
    )
    partly = tuple(
        name
        for i, name in enumerate(names)
        if i not in wholly and not (wholly and table.moot(cannot_be_hurt, state, blow, i, table))
    )
    touched = table.several(
        Subset("touched", partly, (), rules=("2E-VEH-4",), text="Parts that it covers partly")
    ) if partly else ()  # fmt: skip
    ends: list[tuple[object, int]] = []
    for i, name in enumerate(names):
        sure = i in wholly and table.setting("vehicle_blast") == "covered_hit"
        if not sure and i not in wholly and name not in [partly[k] for k in touched]:
            continue
        n = 1 if sure else table.roll(f"part:{name}", 1, PART, text=f"{target.name}: is the {name} hit?").passed
        hit = AllottedHits(blow, 1, rank.kind, rank.left) if parts[i].crew else hit_on(state, blow, i, table)
        ends.append((StruckPart(hit), n))
    return ends


def cannot_be_hurt(state: Firing, blow: Blow, place: int, table: Table) -> bool:
    return not place_can_be_hurt(state, blow, place, table)


def lie_under(
    state: Firing, markers: Sequence[Lying], table: Table
) -> tuple[list[int], int, tuple[BystanderHits, ...], bool]:
    """Ask who is under the markers: models of the target, wholly or partly, and models of other units.

    Return the target's models wholly under each marker, those partly under any, and the hits on other units. The last
    value is True if players say more than these numbers, or had no choice. Under each that did not scatter, more than
    half of all models must be the target's (2E-TGT-5). An illegal placement is asked again, up to PATIENCE times; then
    it stands.
    """
    under_each, partly, harms, says_more = [0], 0, list[BystanderHits](), True
    for _ in range(PATIENCE):
        under_each, says_more = wholly_under(state, markers, table)
        if not state.attack.manner.as_they_stand:
            return under_each, partly_under(state, markers[0], under_each[0], table), (), True
        partly, others, beside = besides(state, markers, under_each, says_more, table)
        harms = [
            BystanderHits(
                *place,
                sum(counts),
                state.declared.weapon,
                markers=max(1, sum(map(bool, counts))),
                partly=beside.get(place, 0),
            )
            for place, counts in others.items()
        ]
        besides_each = [sum(counts) for counts in zip(*others.values(), strict=True)]
        legal = (
            marker_legal(wholly + partly, n + sum(beside.values()) * (len(markers) == 1))
            for marker, wholly, n in zip(markers, under_each, besides_each, strict=bool(others))
            if (n or beside) and marker.where == ON_TARGET
        )
        why = next((reason for reason in legal if reason), None)
        if why is None:
            break
        table.tell("It cannot lie so: {why}", (why.rule,), why=why.text)
    else:
        table.tell("It stays where the players have it", ("2E-TGT-5",))
    return under_each, partly, tuple(harms), says_more


def wholly_under(state: Firing, markers: Sequence[Lying], table: Table) -> tuple[list[int], bool]:
    """Ask how many models of the target are wholly under each marker or template (2E-TMP-1, 2E-TMP-2).

    The second value is True if there is more to say, or if nobody was asked.
    """
    weapon, alone = state.weapon, state.attack.strength[0] == 1 and not state.weapon.template
    asked = [index for index, marker in enumerate(markers) if not (alone and marker.where == ON_TARGET)]
    under_each = [1] * len(markers)  # it lies on the only model
    more = more_to_say(state, table)
    if len(asked) == 1:
        marker = markers[asked[0]]
        key = "whole" if weapon.template else "under" if marker.where == ON_TARGET else "under_missed"
        words, usual = words_of(state, 1, table), usually(state, marker)
        if marker.where == ASTRAY:
            words = f"{words} where it ended"
        under_each[asked[0]] = under(state, key, usual, words, table, first=instruction(marker), more=more)
    elif asked:
        names, most = [names_of(markers)[index] for index in asked], most_now(state)
        counts = table.how_many(
            HowMany(
                f"under each:{weapon.name}", tuple((name, most) for name in names),
                tuple(min(usually(state, markers[index]), most) for index in asked), rules=rules_of(weapon),
                text=f"How many of {state.target.name} are {words_of(state, len(asked), table)}?", apiece=True,
                more=more,
            )
        )  # fmt: skip
        for index, n in zip(asked, counts, strict=True):
            under_each[index] = n
    return under_each, not (more and asked and most_now(state)) or any(isinstance(n, More) for n in under_each)


def more_to_say(state: Firing, table: Table) -> str:
    """Return what may be said behind the number of models under markers, in words; "" for nothing.

    Most often nobody else is under it, and who of the target is follows from the order (2E-CAS-3, 2E-TGT-5).
    """
    if not state.attack.manner.as_they_stand:
        return ""
    mixed = len({rank.kind.model for rank in state.ranks if rank.n}) > 1 and not state.target.datafax
    parts = parts_matter(state.weapon, table)
    if not (parts or mixed):
        return "if others are hit too" if state.weapon.blast is None else "if others are under it too"
    return (
        "if others are too" + (", some partly" if mixed else ", or some partly") * parts + ", or to say which" * mixed
    )


def partly_under(state: Firing, marker: Lying, wholly: int, table: Table) -> int:
    """Ask beforehand how many models are only partly under it (2E-TMP-1, 2E-TMP-2).

    Where it comes down after a miss is another place (2E-BLA-2), and so another question.
    """
    room = most_under(state) - wholly
    if room <= 0 or not (state.weapon.template or state.weapon.blast is not None):
        return 0
    key, note = ("partial", "") if marker.where == ON_TARGET else ("partial_missed", " where it ended")
    return min(under(state, key, 0, f"{ONLY_PARTLY} under it{note}", table, wholly), room)


def besides(
    state: Firing, markers: Sequence[Lying], under_each: Sequence[int], says_more: bool, table: Table
) -> tuple[int, dict[Place, list[int]], dict[Place, int]]:
    """Ask at the table who is under the markers besides models of the target that are wholly under one.

    Nobody is asked without `more` to say; logs of earlier versions have this answer all the same.

    Return how many models of the target are only partly under them. Then, for each other unit by side and index, its
    models under each marker; and last those of it that are only partly under them.
    """
    several, most = len(markers) > 1, dict[str, int]()
    if room := sum(most_now(state) - n for n in under_each) if parts_matter(state.weapon, table) else 0:
        most[ONLY_PARTLY] = room
    one_is_all = all(marker.where == ON_TARGET and n < 2 for marker, n in zip(markers, under_each, strict=True))
    # one model of the target is never more than half
    units = {} if one_is_all and not room else units_on_table(state.attack.battle)
    most |= {name: models(unit.ranks) * len(markers) for name, (*_, unit) in units.items()}
    key = f"others under:{state.weapon.name}"
    if not most or (not says_more and table.needless(key)):
        return 0, {}, {}
    parts = {f"{name}, {ONLY_PARTLY}": name for name in units} if parts_matter(state.weapon, table) else {}
    most |= {part: most[name] for part, name in parts.items()}
    lying = f"{lies(state.weapon)}{'s' * several}"
    text = f"Who else is {lying}?" if units else f"How many of {state.target.name} are {ONLY_PARTLY} {lying}?"
    if units and room:
        text = f"Who else is {lying}, and how many of {state.target.name} are {ONLY_PARTLY}?"
    example = ", ".join(
        f"{name} {n}" for name, n in zip((ONLY_PARTLY, *reversed(units)), (1, 2), strict=False) if name in most
    ) + "".join(f", {name} partly 1" for name in [*parts.values()][-1:])
    question = Numbers(
        key, tuple(most), 0, max(most.values()), 0, "models", rules=MARKER_RULES,
        text=text, most=tuple(most.values()), by_name=True, decides=f"as in {example}",
    )  # fmt: skip
    answers = {name: int(n) for name, n in zip(most, table.numbers(question), strict=True) if n}
    beside = {
        units[name][:2]: min(answers[part], most[name] - answers.get(name, 0))
        for part, name in parts.items()
        if part in answers
    }
    others = {
        name: [answers[name]] if name in answers else [0] * len(markers)
        for name in units
        if name in answers or units[name][:2] in beside
    }
    for name in [name for name in others if name in answers] if several else ():
        most_of_it = models(units[name][2].ranks)
        spread = HowMany(
            f"others under each:{state.weapon.name}", tuple((marker, most_of_it) for marker in names_of(markers)),
            tuple(min(others[name][0], most_of_it) * (index == 0) for index, _ in enumerate(markers)),
            rules=("2E-TGT-5",), text=f"How many of {name} are under each?", apiece=True,
        )  # fmt: skip
        others[name] = [*table.how_many(spread)]
    return answers.get(ONLY_PARTLY, 0), {units[name][:2]: counts for name, counts in others.items()}, beside


def names_of(markers: Sequence[Lying]) -> tuple[str, ...]:
    """Return a name for each of several markers, which says how it came there."""
    return tuple(
        f"{number} on target" if marker.where == ON_TARGET
        else f'{number} moved {marker.inches:g}"' if marker.inches
        else f"{number} {marker.where}"
        for number, marker in enumerate(markers, 1)
    )  # fmt: skip


def parts_matter(weapon: Weapon, table: Table) -> bool:
    """Return True if a model partly under it is not automatically hit (setting blast_partial)."""
    return bool(weapon.template) or (weapon.blast is not None and table.setting("blast_partial") == "4+")


def words_of(state: Firing, n: int, table: Table) -> str:
    """Return how a model lies under one of `n` markers, for it to be counted. Beforehand those partly under are said
    by themselves, whatever hits them.
    """
    weapon = state.weapon
    which = f"each of {n}" if n > 1 else "the"
    if weapon.template:
        return f"wholly under {which} template{'s' * (n > 1)}"
    if weapon.blast is None:
        return f"hit by {which} salvo{'s' * (n > 1)}"  # its template is not public (2E-SPC-9)
    marker = f"under {which} marker{'s' * (n > 1)}"
    apart = parts_matter(weapon, table) or not state.attack.manner.as_they_stand
    return f"{'wholly' if apart else 'wholly or partly'} {marker}"


def lies(weapon: Weapon) -> str:
    """Return how somebody lies under one marker: `under the template`."""
    if weapon.template:
        return "under the template"
    return "under the marker" if weapon.blast is not None else "hit by the salvo"


def rules_of(weapon: Weapon) -> tuple[str, ...]:
    return ("2E-TMP-2",) if weapon.template else ("2E-BLA-1", "2E-TGT-5")


def usually(state: Firing, marker: Lying) -> int:
    """Return how many models are proposed as under it; none where it moved, or where a template does not reach."""
    weapon = state.weapon
    if weapon.template:
        return 0 if too_far(state.attack, weapon) else min(most_under(state), WHOLLY)
    if marker.where == ASTRAY:
        return 0
    return min(most_under(state), next((n for radius, n in USUALLY if (weapon.blast or 0) <= radius), 6))


def instruction(marker: Lying) -> str:
    """Return what players do with a marker before they count; "" for nothing."""
    if marker.where == STAYED:
        return "HIT: it stays"
    if marker.where == ON_TARGET:
        return ""
    return f"MOVE {marker.inches:g} inches along the arrow" if marker.inches else "PLACE it"


def most_under(state: Firing) -> int:
    """Return how many models of the target can be under any marker."""
    return state.attack.strength[0] if len(state.attack.fired) <= 1 else models(state.ranks)


def most_now(state: Firing) -> int:
    """Return how many living models of the target can be under one marker; each is there once."""
    return min(most_under(state), sum(state.ranks[index].n for index in eligible(state, area=True)))


def under(
    state: Firing, key: str, usual: int, words: str, table: Table, taken: int = 0, first: str = "", more: str = ""
) -> int:
    """Ask how many models are under one marker; `usual` is proposed. In a battle at most the living models that are not
    `taken` count. An answer given beforehand may be as high as the unit was.

    :raises BadAnswer: somebody was said beforehand to be under a template that does not reach
    """
    now, most = most_now(state), state.attack.strength[0]
    if state.attack.manner.as_they_stand:
        most = table.detail(max(0, now - taken), most)
    n = table.drawn_number(
        f"{key}:{state.weapon.name}", 0, most, default=min(usual, now, most), unit="models",
        rules=rules_of(state.weapon), text=f"How many of {state.target.name} are {words}?", nth=state.attack.placed,
        first=first, more=more,
    )  # fmt: skip
    if n and not state.attack.manner.usual_at_once and (far := no_template(state.attack, state.weapon)):
        raise BadAnswer(f'{key}={n}: {far}; it is {LONGEST_TEMPLATE:g}" long (2E-TMP-1)')
    return min(n, now)
