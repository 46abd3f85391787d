"""Blast markers and templates: 2E-BLA-1, 2E-BLA-2, 2E-TMP-1, 2E-TMP-2."""

from __future__ import annotations

from shoot_cli.engine.pools import Pool, models, pool
from shoot_cli.engine.questions import Need, Option, Subset, Watch
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.table import Table
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.charts import marker_legal
from shoot_cli.rules.second.profiles import Weapon
from shoot_cli.rules.second.records import AllottedHits, Attack, Blow, BystanderHits, Firing, Hit, Marker, Shot, Under
from shoot_cli.rules.second.steps.aftermath import others_under
from shoot_cli.rules.second.steps.allocation import eligible, touched
from shoot_cli.rules.second.steps.facts import too_far
from shoot_cli.rules.second.steps.vehicles import hit_on, locations_of

USUALLY = ((1.0, 2), (1.5, 3), (2.0, 4))  # (largest radius in inches, number of models proposed as under it)
PART = Need(4, (Reason("a part under it: 4+", "2E-VEH-4"),))
WHOLLY = 3  # number of models proposed as wholly under a template
PATIENCE = 3  # after so many illegal placements the players' placement stands
ON_TARGET, ASTRAY, DUD = "on target", "astray", "dud"  # where a marker lands
STAYS = "HIT: it stays"  # a marker that does not scatter


def markers_wait(state: Firing) -> bool:
    return state.weapon.area and any(type(token) is Marker for token, _ in state.pool)


def place_marker(state: Firing, table: Table) -> Firing:
    """Place one marker or template: it hits, scatters or is a dud. Then ask who is under it. Its hits enter the pool
    with those of the last marker, so that the odds treat all markers together.
    """
    weapon = state.weapon
    marker = next(token for token, _ in state.pool if type(token) is Marker)
    blow = marker.shot.blow
    rest = pool(*((token, n - (token == marker)) for token, n in state.pool))
    where, first = (ON_TARGET, "") if weapon.template else lands(state.attack, weapon.name, marker.shot, table)
    hits = 0
    if where != DUD:
        wholly, partly, harms = lie_under(state, where, first, table)
        state = state.booked(harms=(*state.attack.harms, *harms))
        need = charts.PARTLY_UNDER
        hits = wholly + table.roll(f"partly:{weapon.name}", partly, need, text=f"{weapon.name}: partly under").passed
    struck: list[tuple[object, int]] = [*parts_under(state, blow, table)] if hits else []
    landed = pool(*state.landed, *(struck or touched(state, blow, hits, state.landed, table)))
    state = state.booked(placed=state.attack.placed + 1)
    if any(type(token) is Marker for token, _ in rest):
        return state.but(pool=rest, landed=landed)
    ends = ((Under(token) if type(token) is Hit else token, n) for token, n in landed)
    return state.but(pool=pool(*rest, *ends), landed=())


def hit_under(under: Under, n: int, table: Table) -> Pool:
    """Turn models under the marker into hits; as a rule of its own, so that the odds count the hits."""
    return pool((under.hit, n))


def parts_under(state: Firing, blow: Blow, table: Table) -> list[tuple[object, int]]:
    """Return the parts of a vehicle under the marker (2E-VEH-4); [] if none was named, so that a location is rolled."""
    target = state.target
    if not target.datafax or target.type == "Support weapon" or state.attack.strength[0] > 1:
        return []
    parts, (rank, *_) = locations_of(target), [rank for rank in state.ranks if rank.n]
    names = tuple(part.name for part in parts)
    wholly = table.several(
        Subset("covered", names, (), rules=("2E-VEH-4",), text=f"Parts of {target.name} that it covers wholly")
    )
    partly = tuple(name for i, name in enumerate(names) if i not in wholly)
    touched = table.several(
        Subset("touched", partly, (), rules=("2E-VEH-4",), text="Parts that it covers partly")
    ) if partly else ()  # fmt: skip
    ends: list[tuple[object, int]] = []
    for i, name in enumerate(names):
        sure = i in wholly and table.setting("vehicle_blast") == "covered_hit"
        if not sure and i not in wholly and name not in [partly[k] for k in touched]:
            continue
        n = 1 if sure else table.roll(f"part:{name}", 1, PART, text=f"{target.name}: is the {name} hit?").passed
        ends.append(
            (AllottedHits(blow, 1, rank.kind, rank.left) if parts[i].crew else hit_on(state, blow, i, table), n)
        )
    return ends


def lie_under(state: Firing, where: str, first: str, table: Table) -> tuple[int, int, tuple[BystanderHits, ...]]:
    """Ask for models of the target wholly and partly under it, and for models of other units.

    If it did not scatter, more than half of all these models must be the target's (2E-TGT-5). An illegal placement is
    asked again, up to PATIENCE times; then it stands. `first` says what is done with the marker before.
    """
    wholly, partly, harms = 0, 0, tuple[BystanderHits, ...]()
    for _ in range(PATIENCE):
        wholly, partly = own_under(state, state.weapon, where, first, table)
        room = where != ON_TARGET or wholly + partly > 1  # one model of the target is never more than half
        harms = others_under(state, table) if room else ()
        why = marker_legal(wholly + partly, sum(harm.hits for harm in harms)) if harms and where == ON_TARGET else None
        if why is None:
            break
        table.tell("It cannot lie so: {why}", (why.rule,), why=why.text)
    else:
        table.tell("It stays where the players have it", ("2E-TGT-5",))
    return wholly, partly, harms


def own_under(state: Firing, weapon: Weapon, where: str, first: str, table: Table) -> tuple[int, int]:
    """Ask for models of the target wholly under it, and partly under it: hit on 4+ (2E-TMP-1, 2E-TMP-2)."""
    if weapon.template:
        usual = 0 if too_far(state.attack, weapon) else min(most_under(state), WHOLLY)
        wholly = under(state, "whole", weapon, usual, "wholly under the template", table)
    elif where == ON_TARGET and state.attack.strength[0] == 1:
        return 1, 0  # it lies on the only model
    else:
        usual = min(most_under(state), next((n for radius, n in USUALLY if (weapon.blast or 0) <= radius), 6))
        key, words = "under" if where == ON_TARGET else "under_missed", words_of(weapon, table)
        if where == ASTRAY and first != STAYS:
            usual, words = 0, f"{words} where it ended"
        wholly = under(state, key, weapon, usual, words, table, first=first)
    room = most_under(state) - wholly
    if room <= 0 or not (weapon.template or wholly_only(weapon, table)):
        return wholly, 0
    return wholly, min(under(state, "partial", weapon, 0, "only partly under it", table, wholly), room)


def lands(state: Attack, name: str, shot: Shot, table: Table) -> tuple[str, str]:
    """Return where the marker lands, and what players do with it: a hit is centred, a miss scatters or is a dud. The
    rules are 2E-BLA-1 and 2E-BLA-2.
    """
    score = shot.score
    hit = 1
    if score.number is not None:
        hit = table.roll(f"hit:{name}", 1, score.first, text=f"{name}: to hit", luck="hits").passed
        if hit and score.second is not None:
            hit = table.roll(f"hit again:{name}", 1, score.second, text=f"{name}: second die", luck="hits").passed
    if hit:
        return ON_TARGET, ""
    first = scatters(state, name, table)
    return (DUD, "") if first is None else (ASTRAY, first)


def wholly_only(weapon: Weapon, table: Table) -> bool:
    """Return True if a model partly under the marker is not automatically hit (setting blast_partial)."""
    return weapon.blast is not None and table.setting("blast_partial") == "4+"


def words_of(weapon: Weapon, table: Table) -> str:
    if weapon.blast is None:
        return "hit by the salvo"  # its template is not public (2E-SPC-9)
    return "wholly under the marker" if wholly_only(weapon, table) else "under the marker, if only partly"


def scatters(state: Attack, name: str, table: Table) -> str | None:
    """Return what players do with the marker; None if the shot is a dud. The odds only roll for what counts."""
    if table.blindly(only_misfires_count, state):
        return "" if table.roll(f"artillery:{name}", 1, Need(charts.MISFIRE - 1, or_less=True)).passed else None
    on_target = False
    if state.manner.seen:
        on_target = bool(
            table.roll(
                f"scatter:{name}", 1, Need(5, (Reason("HIT: the small arrow counts", "2E-BLA-2"),)),
                faces=charts.SCATTER_FACES, text=f"{name}: scatter die",
            ).passed
        )  # fmt: skip
    need = Need(None, (Reason("it moves so many inches; MISFIRE is a dud", "2E-BLA-2"),))
    watch = tuple(Watch((side,)) for side in range(1, 7))
    roll = table.roll(
        f"artillery:{name}", 1, need, watch=watch, faces=charts.ARTILLERY_FACES, rules=("2E-BLA-2",),
        text=f"{name}: artillery die",
    )  # fmt: skip
    side = roll.watched.index(1)
    if side + 1 == charts.MISFIRE:
        if table.setting("misfire") == "ask":
            options = (Option("dud", "nobody is hit"), Option("placed", "the marker is placed all the same"))
            said = table.choose("misfire", options, default="dud", rules=("2E-BLA-2",), text="MISFIRE. What happens?")
            return "PLACE it" if said == "placed" else None
        table.tell("MISFIRE: the {name} is a dud", ("2E-BLA-2",), name=name)
        return None
    inches, half = charts.ARTILLERY_INCHES[side], None if state.distance is None else state.distance / 2
    if on_target and table.setting("scatter_hit_face") == "on_target":
        table.tell("HIT: the marker stays on its target", ("2E-BLA-2",))
        return STAYS
    arrow = "the small arrow" if on_target else "the arrow"
    if table.setting("scatter_cap") == "half_distance" and half is not None and inches > half:
        table.tell('It scatters {n:g}" along the arrow, half the range', ("2E-BLA-2",), n=half)
        return f"MOVE {half:g} inches along {arrow}"
    table.tell('It scatters {n}" along {arrow}', ("2E-BLA-2",), n=inches, arrow=f"{arrow}{' of HIT' * on_target}")
    return f"MOVE {inches} inches along {arrow}"


def only_misfires_count(state: Attack, table: Table) -> bool:
    """Return True if a marker that misses is either a dud, or lies where the players say (2E-BLA-2)."""
    may_stay = state.manner.seen and table.setting("scatter_hit_face") == "on_target"
    return table.setting("misfire") != "ask" and not may_stay


def most_under(state: Firing) -> int:
    """Return how many models of the target can be under any marker."""
    return state.attack.strength[0] if len(state.attack.fired) <= 1 else models(state.ranks)


def under(
    state: Firing, key: str, weapon: Weapon, usual: int, words: str, table: Table, taken: int = 0, first: str = ""
) -> int:
    """Ask how many models are under the marker; `usual` is proposed. In a battle at most the living models that are not
    `taken` count. An answer given beforehand may be as high as the unit was.
    """
    now = min(most_under(state), sum(state.ranks[at].n for at in eligible(state, area=True)))  # each model once
    most = state.attack.strength[0]
    if state.attack.manner.as_they_stand:
        most = table.detail(max(0, now - taken), most)
    n = table.drawn_number(
        f"{key}:{weapon.name}", 0, most, default=min(usual, now, most), unit="models",
        rules=("2E-TMP-2",) if weapon.template else ("2E-BLA-1", "2E-TGT-5"),
        text=f"Models of {state.target.name} {words}", nth=state.attack.placed, first=first,
    )  # fmt: skip
    return min(n, now)
