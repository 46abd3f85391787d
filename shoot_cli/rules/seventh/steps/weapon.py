"""Selecting and firing a weapon: 7E-WPN-1 to 12, 17, 20, 21, and the facts that only the players can see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.core.piles import Rank, pile, wounds
from shoot_cli.core.questions import DEFENDER, Arrange, Choose, HowMany, Number, Option, Question, Reason
from shoot_cli.core.record import Card
from shoot_cli.core.table import Table
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.profiles import HEAVY, RAPID_FIRE, SALVO, Model, Weapon
from shoot_cli.rules.seventh.records import Attack, Firer, Shot, Standing, Volley

NO_MORE = "no more"
HIDDEN = "hidden"
YES, NO = Option("yes"), Option("no")


def bearers(s: Attack, name: str) -> list[tuple[Firer, Model, Weapon]]:
    """Who may still fire this name, with what, in the order of the list (7E-WPN-1, 7E-WPN-4)."""
    found = []
    for firer in s.firers:
        model = s.shooter.value.models[firer.model][0]
        for weapon in model.weapons:
            if weapon.name == name and can_use(s, firer, weapon):
                found.append((firer, model, weapon))
                break
    return found


def can_use(s: Attack, firer: Firer, weapon: Weapon) -> bool:
    """True if these models have not used up this name, its other modes, or their number of weapons."""
    if firer.weapons < 1 or weapon.name in firer.used or (firer.model, weapon.name) in s.spent:
        return False
    return not (weapon.of and any(used == weapon.of for used in firer.used))


def names(s: Attack) -> dict[str, Weapon]:
    """Every name that somebody may still fire, in the order of the list."""
    found: dict[str, Weapon] = {}
    for firer in s.firers:
        for weapon in s.shooter.value.models[firer.model][0].weapons:
            if weapon.name not in found and can_use(s, firer, weapon):
                found[weapon.name] = weapon
    return found


def why_closed(s: Attack, weapon: Weapon) -> tuple[Reason, ...]:
    """Why nobody can fire this name now; () if somebody can."""
    if missing := charts.not_yet(weapon):
        return (missing,)
    if weapon.grenade and any(fired.casefold() in GRENADES_THROWN for fired in s.fired):
        return (Reason("one model of a unit throws a grenade in a phase", "7E-WPN-4"),)
    if weapon.range is not None and s.distance > weapon.range:
        return (Reason(f"{_inches(s.distance)} is beyond its range of {_inches(weapon.range)}", "7E-WPN-5"),)
    if all(model.ballistic_skill == 0 for _, model, _ in bearers(s, weapon.name)):
        return (Reason("Ballistic Skill 0 cannot shoot", "7E-NOM-3"),)
    return ()


GRENADES_THROWN = ("frag grenade", "krak grenade", "frag grenades", "krak grenades")


def weapons_left(s: Attack) -> bool:
    return not s.done and bool(names(s)) and (bool(s.apart) or s.line.remaining()[0] > 0)


def choose_weapon(s: Attack, table: Table) -> Attack:
    """One name; everything about it is resolved before the next (7E-WPN-1, 2, 6)."""
    options = [Option(name, _label(s, weapon), why_closed(s, weapon)) for name, weapon in names(s).items()]
    stop = Option(NO_MORE, "fire nothing more")
    open_names = [option.value for option in options if not option.closed]
    if not open_names:
        for option in options:
            table.tell("{name} cannot fire: {why}", tuple(r.rule for r in option.closed), name=option.value, why=option.closed[0].text)
    name = table.choose(
        "weapon",
        (*options, stop),
        default=open_names[0] if open_names else NO_MORE,
        rules=("7E-WPN-1", "7E-WPN-2", "7E-WPN-3"),
        text="Which weapon fires?",
        spent=NO_MORE,
        nth=len(s.fired),
    )
    if name == NO_MORE:
        return s.but(done=True)
    return s.but(weapon=Card(names(s)[name]))


def fire_weapon(s: Attack, table: Table) -> Attack:
    """Who fires how often, and at whom: the facts, then the shots on the pile."""
    if s.done:
        return s
    assert s.weapon is not None
    weapon = s.weapon.value
    group = bearers(s, weapon.name)
    facts = table.facts(
        f"facts:{weapon.name}",
        _questions(s, weapon, group, table),
        check=lambda values: _cannot_be(weapon, group, values),
        rules=("7E-WPN-3", "7E-WPN-5", "7E-WPN-7", "7E-SAV-4"),
        text=_as_usual(s, weapon, group),
    )
    s = _settle(s, weapon, facts, table)
    shots, firers = _shots(s, weapon, group, facts, table)
    counts_before = "Pinning" in weapon.rules or any(rule in weapon.rules for rule in AFTERWARDS)
    return s.but(
        pile=pile(*shots),
        firers=firers,
        fired=(*s.fired, weapon.name),
        before=wounds((*s.line.standing(), *s.apart)) if counts_before else None,
    )


AFTERWARDS = ("Concussive", "Blind", "Soul Blaze")


def _questions(s: Attack, weapon: Weapon, group: list[tuple[Firer, Model, Weapon]], table: Table) -> tuple[Question, ...]:
    """The facts that can change what this weapon does, each with the answer that is right most often."""
    unit, target = s.shooter.value, s.target.value
    who = tuple((model.name, firer.n) for firer, model, _ in group)
    everybody, nobody = tuple(n for _, n in who), (0,) * len(who)
    parts: list[Question] = []
    if s.fired:
        parts.append(Number("distance", 0, 200, s.distance, "inches", False, rules=("7E-WPN-6",), text="Distance now"))
    if weapon.grenade:
        everybody = (1,) + (0,) * (len(who) - 1)
    about_target = _target_questions(s, weapon)
    parts += about_target[:1]  # cover, where it matters: what changes most often comes first
    parts.append(HowMany("firing", who, everybody, rules=("7E-WPN-3", "7E-WPN-5"), text="Who fires it, in range and sight"))
    if weapon.type in (HEAVY, SALVO) and any(not charts.relentless(unit, firer.model) for firer, _, _ in group):
        parts.append(HowMany("moved", who, nobody, rules=("7E-WPN-7", "7E-WPN-10"), text="Who of them moved this turn"))
    if weapon.type in (RAPID_FIRE, SALVO) and weapon.range is not None and 2 * s.distance <= weapon.range:
        parts.append(HowMany("half_range", who, everybody, rules=("7E-WPN-9", "7E-WPN-11"), text="Who of them is at half range or less"))
    parts += about_target[1:]
    parts.append(Number("bs_modifier", -9, 9, 0, rules=("7E-HIT-12",), text="Change of Ballistic Skill"))
    if any("Preferred Enemy" in rule for rule in (*unit.rules, *(r for m, _ in unit.models for r in m.rules))):
        parts.append(_yes_no("preferred_enemy", charts.preferred(unit, target) is not None, "7E-HIT-8", "Preferred Enemy counts against them"))
    return tuple(parts)


def _target_questions(s: Attack, weapon: Weapon) -> list[Question]:
    kinds = _kinds(s)
    parts: list[Question] = []
    if "Ignores Cover" not in weapon.rules and _cover_can_matter(s, weapon):
        covers = tuple(Option(value, words) for value, (_, _, words) in charts.COVER.items())
        parts.append(Choose("cover", covers, "none" if not s.fired else _cover_now(s), DEFENDER, ("7E-SAV-4", "7E-SAV-5", "7E-SAV-6"), "Cover of the models hit"))
        if len(kinds) > 1:
            as_unit = (Option("as the unit"), *covers)
            parts += [Choose(f"cover:{name}", as_unit, "as the unit", DEFENDER, ("7E-SAV-4",), f"Cover of {name}") for name, _ in kinds]
    runs = tuple((rank.n, rank.kind.name, HIDDEN if rank.kind.hidden else "") for rank in _queue(s))
    marks = ((HIDDEN, "out of range, or out of sight of all who fire"), *((value, words) for value, (_, _, words) in charts.COVER.items()))
    parts.append(Arrange("order", kinds, marks, _joined(runs), DEFENDER, ("7E-ALC-1", "7E-ALC-2", "7E-ALC-3"), "Their models, nearest first", len(s.fired)))
    if len(_characters(s)) and sum(n for _, n in kinds) > 1:
        parts.append(_yes_no("within_6", s.within_6, "7E-ALC-6", "Somebody is within 6\" of each character"))
        options = (YES, NO, Option("ask", "ask for each wound"))
        parts.append(Choose("look_out_sir", options, s.look_out, DEFENDER, ("7E-ALC-6",), "Look Out, Sir is tried"))
    if sum(n for _, n in kinds) > 1:
        ways = (Option("closest"), Option("random", "a random model: the direction cannot be told"))
        parts.append(Choose("allocation", ways, "random" if s.random else "closest", DEFENDER, ("7E-ALC-10",), "Wounds are allocated to"))
    if _several_saves(s):
        which = tuple(Option(name) for name in ("best", "armour", "invulnerable", "cover"))
        parts.append(Choose("save", which, "best", DEFENDER, ("7E-SAV-8",), "The save they want to use"))
    return parts


def _yes_no(key: str, default: bool, rule: str, text: str) -> Choose:
    return Choose(key, (YES, NO), "yes" if default else "no", DEFENDER, (rule,), text)


def _cannot_be(weapon: Weapon, group: list[tuple[Firer, Model, Weapon]], values: Mapping[str, Any]) -> str | None:
    """A sentence if the facts contradict each other."""
    firing = values["firing"]
    if weapon.grenade and sum(firing) > 1:
        return "one model of a unit throws a grenade in a phase, so firing is 0 or 1"
    for key in ("moved", "half_range"):
        for n, most, (_, model, _) in zip(values.get(key, ()), firing, group, strict=False):
            if n > most and not _is_default(key, n, group, model):
                return f"{key}: {n} {model.name}, but only {most} of them fire"
    return None


def _is_default(key: str, n: int, group: list[tuple[Firer, Model, Weapon]], model: Model) -> bool:
    return key == "half_range" and any(n == firer.n for firer, other, _ in group if other is model)


def _settle(s: Attack, weapon: Weapon, facts: Mapping[str, Any], table: Table) -> Attack:
    """The target as the facts have it: order, cover, who can be hit at all."""
    s = s.but(
        distance=facts.get("distance", s.distance),
        within_6=facts.get("within_6", "yes" if s.within_6 else "no") == "yes",
        look_out=facts.get("look_out_sir", s.look_out),
        random=facts.get("allocation", "random" if s.random else "closest") == "random",
    )
    asked = tuple(facts["order"]) != _joined(tuple((r.n, r.kind.name, HIDDEN if r.kind.hidden else "") for r in _queue(s)))
    if asked:
        s = _draw_up(s, facts["order"])
    whole = facts.get("cover")
    if s.fired and whole == _cover_now(s):
        whole = None  # everybody keeps what they have
    stacks, pain = table.setting("open_cover_stacks") == "yes", table.setting("eternal_warrior_fnp") == "yes"
    prefers = facts.get("save", "best")

    def settled(kind: Standing) -> Standing:
        own = facts.get(f"cover:{kind.name}", "as the unit")
        said = whole if own == "as the unit" else own
        cover, bonus = kind.cover, kind.ground_bonus
        if said is not None and not (asked and kind.cover is not None):
            cover, bonus, _ = charts.COVER[said]
        return kind.but(cover=cover, ground_bonus=bonus, stacks=stacks, eternal_pain=pain, prefers=prefers)

    kinds = {rank.kind: settled(rank.kind) for rank in (*s.line.ranks, *s.apart)}
    if any(old != new for old, new in kinds.items()):
        s = s.but(line=s.line.changed(kinds.__getitem__), apart=tuple(rank.but(kind=kinds[rank.kind]) for rank in s.apart))
    return s.but(line=s.line.but(reach=untroubled(s)))


def untroubled(s: Attack) -> int | None:
    """How many ranks at the front take wounds without anybody deciding or rolling who takes them; None: all."""
    if s.random or s.aim != "closest":
        return 0
    ranks = s.line.ranks
    for place, rank in enumerate(ranks):
        if rank.kind.character and s.within_6 and s.look_out != "no" and (place or len(ranks) > 1 or rank.n > 1 or s.apart):
            return place
    return None


def _draw_up(s: Attack, runs: tuple[tuple[int, str, str], ...]) -> Attack:
    """The line in another order, with what each run's mark says; the wounded of a kind come first in it."""
    stock: dict[str, list[Rank]] = {}
    for rank in (*s.line.standing(), *s.apart):
        stock.setdefault(rank.kind.name, []).extend(rank.but(n=1) for _ in range(rank.n))
    for kept in stock.values():
        kept.sort(key=lambda rank: rank.left)
    line: list[Rank] = []
    apart: list[Rank] = []
    for place, (n, name, mark) in enumerate(runs):
        for _ in range(n):
            model = stock[name].pop(0)
            kind = model.kind.but(place=place, cover=None, ground_bonus=1, hidden=mark == HIDDEN)
            if mark not in ("", HIDDEN):
                cover, bonus, _ = charts.COVER[mark]
                kind = kind.but(cover=cover, ground_bonus=bonus)
            (apart if mark == HIDDEN else line).append(model.but(kind=kind))
    return s.but(line=s.line.but(ranks=closed_up(line), lost=0), apart=closed_up(apart))


def closed_up(models: list[Rank]) -> tuple[Rank, ...]:
    """Neighbours that are alike as one rank."""
    ranks: list[Rank] = []
    for rank in models:
        if ranks and ranks[-1].kind == rank.kind and ranks[-1].left == rank.left:
            ranks[-1] = ranks[-1].but(n=ranks[-1].n + rank.n)
        else:
            ranks.append(rank)
    return tuple(ranks)


def _shots(
    s: Attack, weapon: Weapon, group: list[tuple[Firer, Model, Weapon]], facts: Mapping[str, Any], table: Table
) -> tuple[list[tuple[Any, int]], tuple[Firer, ...]]:
    """Shots and volleys of everybody who fires, and the firers with what they used up."""
    unit, target = s.shooter.value, s.target.value
    toughness = target_toughness(s)
    prefers = facts.get("preferred_enemy", "no") == "yes"
    beyond = weapon.range is not None and s.distance > weapon.range
    things: list[tuple[Any, int]] = []
    firers = list(s.firers)
    for place, (firer, model, own) in enumerate(group):
        n = facts["firing"][place] if not beyond else 0
        relentless = charts.relentless(unit, firer.model)
        moved = 0 if relentless else min(n, facts.get("moved", (0,) * len(group))[place])
        close = min(n, facts.get("half_range", (0,) * len(group))[place])
        for count, is_close, has_moved in _groups(own, n, moved, close):
            shots = charts.shots_of(own, half_range=is_close, moved=has_moved)
            if not count or shots is None:
                continue
            snap = bool(s.snap_only) or (own.type == HEAVY and has_moved) or "Skyfire" in own.rules
            skill = min(charts.MOST_BALLISTIC_SKILL, max(1, model.ballistic_skill + facts["bs_modifier"])) if model.ballistic_skill else 0
            if not skill:
                continue
            shot = Shot(
                own.name, skill, snap, own.strength, own.ap, _telling(own), own.poisoned, toughness,
                precise=not snap and ("Sniper" in own.rules or "Precision Shots" in own.rules or model.has("Precision Shots")),
                preferred=prefers,
                shred="Shred" in own.rules or (model.has("Monster Hunter") and "Monstrous" in target.type),
            )  # fmt: skip
            things += _fired(shot, shots, count, firer, model, own, table)
        at = firers.index(firer)
        firers[at : at + 1] = _used(firer, own, n)
    return things, tuple(firers)


def _groups(weapon: Weapon, n: int, moved: int, close: int) -> tuple[tuple[int, bool, bool], ...]:
    """How many fire (close?, moved?) in each way. Moved bearers of a Salvo weapon are taken from those at half range."""
    if weapon.type == RAPID_FIRE:
        return (close, True, False), (n - close, False, False)
    if weapon.type == SALVO:
        near = min(moved, close)
        return (near, True, True), (moved - near, False, True), (n - moved, True, False)
    return (moved, False, True), (n - moved, False, False)


def _fired(shot: Shot, shots: Any, n: int, firer: Firer, model: Model, weapon: Weapon, table: Table) -> list[tuple[Any, int]]:
    """``n`` weapons: plain shots, or volleys where the number is rolled or the dice of one weapon hang together."""
    hot = "Gets Hot" in weapon.rules
    if not shots.dice and not hot and "Master-crafted" not in weapon.rules:
        return [(shot, n * shots.plus)]
    save = charts.best_against_heat(model)
    adds = table.setting("mastercrafted_bs6") == "adds"
    volley = Volley(shot, shots, firer.model, firer.left, save if hot else None, model.feel_no_pain if hot else None, 1, adds)
    if shots.dice and table.setting("random_shots") == "per_name" and not hot and "Master-crafted" not in weapon.rules:
        return [(volley.but(times=n), 1)]
    return [(volley, n)]


def _used(firer: Firer, weapon: Weapon, n: int) -> list[Firer]:
    """Those who fired have used a weapon; those who declined may not fire this name later (7E-WPN-3)."""
    name = (weapon.name, weapon.of) if weapon.of else (weapon.name,)
    done = firer.but(n=n, weapons=firer.weapons - 1, used=tuple(sorted({*firer.used, *name})))
    kept = firer.but(n=firer.n - n, used=tuple(sorted({*firer.used, weapon.name})))
    return [part for part in (done, kept) if part.n]


def _telling(weapon: Weapon) -> tuple[str, ...]:
    """The special rules that later rules look at: shots that differ in others are still alike."""
    return tuple(rule for rule in weapon.rules if rule in TELLING)


TELLING = {
    "Bladestorm", "Fleshbane", "Gauss", "Gets Hot", "Ignores Cover", "Instant Death", "Master-crafted", "Rending", "Sniper", "Tesla", "Twin-linked",
}  # fmt: skip


def target_toughness(s: Attack) -> int:
    """Of most models of the target as they stand, seen or not (7E-WND-2)."""
    ranks = (*s.line.ranks, *s.apart)
    if len({rank.kind.toughness for rank in ranks}) == 1:
        return ranks[0].kind.toughness  # type: ignore[no-any-return]
    now = (*s.line.standing(), *s.apart)
    return charts.majority_toughness((rank.kind.toughness, rank.n) for rank in now)[0]


# What the questions look at ------------------------------------------------------------------------------------------


def _queue(s: Attack) -> tuple[Rank, ...]:
    return tuple(sorted((*s.line.drawn_up(), *s.apart), key=lambda rank: rank.kind.place))


def _joined(runs: tuple[tuple[int, str, str], ...]) -> tuple[tuple[int, str, str], ...]:
    """Neighbouring runs of one name and mark as one."""
    found: list[tuple[int, str, str]] = []
    for n, name, mark in runs:
        if found and found[-1][1:] == (name, mark):
            found[-1] = (found[-1][0] + n, name, mark)
        else:
            found.append((n, name, mark))
    return tuple(found)


def _kinds(s: Attack) -> tuple[tuple[str, int], ...]:
    found: dict[str, int] = {}
    for rank in _queue(s):
        found[rank.kind.name] = found.get(rank.kind.name, 0) + rank.n
    return tuple(found.items())


def _characters(s: Attack) -> list[Standing]:
    return [rank.kind for rank in (*s.line.ranks, *s.apart) if rank.kind.character]


def _several_saves(s: Attack) -> bool:
    return any(rank.kind.invulnerable is not None for rank in (*s.line.ranks, *s.apart)) or s.on_ground


def _cover_can_matter(s: Attack, weapon: Weapon) -> bool:
    """False if everybody already has a save of 2+ against every wound of this weapon (7E-SAV-9)."""
    worst = 2 if any(rule in weapon.rules for rule in ("Rending", "Bladestorm", "Sniper")) else charts.NO_AP
    ap = min(worst, weapon.ap or charts.NO_AP)
    for rank in (*s.line.ranks, *s.apart):
        armour = rank.kind.armour if rank.kind.armour is not None and rank.kind.armour < ap else None
        if 2 not in (armour, rank.kind.invulnerable):
            return True
    return False


def _cover_now(s: Attack) -> str:
    kind = (*s.line.ranks, *s.apart)[0].kind
    same = [value for value, (cover, bonus, _) in charts.COVER.items() if (cover, bonus) == (kind.cover, kind.ground_bonus)]
    return same[0] if same else "none"


def _as_usual(s: Attack, weapon: Weapon, group: list[tuple[Firer, Model, Weapon]]) -> str:
    n = 1 if weapon.grenade else sum(firer.n for firer, _, _ in group)
    words = [f"{n} fire {weapon.name}" if n != 1 else f"1 fires {weapon.name}"]
    if weapon.type in (RAPID_FIRE, SALVO) and weapon.range is not None and 2 * s.distance <= weapon.range:
        words.append("all at half range")
    if weapon.type in (HEAVY, SALVO):
        words.append("nobody moved")
    cover = _cover_now(s) if s.fired else "none"
    words.append("target in the open" if cover == "none" else f"target has cover {cover}")
    return ", ".join(words)


def _label(s: Attack, weapon: Weapon) -> str:
    n = sum(firer.n for firer, _, _ in bearers(s, weapon.name))
    ap = "-" if weapon.ap is None else weapon.ap
    reach = "template" if weapon.range is None else "any range" if weapon.range > 1000 else _inches(weapon.range)
    strength = "X" if weapon.strength is None else weapon.strength
    return f"{n} x {weapon.name}, {reach} S{strength} AP{ap} {weapon.type}"


def _inches(value: float) -> str:
    return f'{value:g}"'


# Every fact an attack may ask about, for answers that turn out to make no difference to it.
_COVERS = tuple(Option(value, words) for value, (_, _, words) in charts.COVER.items())
KNOWN: tuple[Question, ...] = (
    Number("distance", 0, 200, None, "inches", False),
    Choose("cover", (Option("as the unit"), *_COVERS)),
    Choose("weapon", ()),
    HowMany("firing", ()),
    HowMany("moved", ()),
    HowMany("half_range", ()),
    Number("bs_modifier", -9, 9),
    Choose("preferred_enemy", (YES, NO)),
    Arrange("order", ()),
    Choose("within_6", (YES, NO)),
    Choose("look_out_sir", (YES, NO, Option("ask"))),
    Choose("look_out_sir_to", ()),
    Choose("allocation", (Option("closest"), Option("random"))),
    Choose("save", tuple(Option(name) for name in ("best", "armour", "invulnerable", "cover"))),
    Choose("go_to_ground", (YES, NO)),
    Choose("precision", ()),
    Arrange("pools", ()),
)
