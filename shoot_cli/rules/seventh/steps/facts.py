"""The facts only the players see: who fires and moved, the target's order and cover (7E-WPN-3 to 7, 7E-SAV-4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.core.piles import Rank
from shoot_cli.core.questions import DEFENDER, Arrange, Choose, HowMany, Number, Option, Question
from shoot_cli.core.table import Table
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.profiles import HEAVY, RAPID_FIRE, SALVO, Model, Weapon
from shoot_cli.rules.seventh.records import Attack, Firer, Standing

Group = list[tuple[Firer, Model, Weapon]]
HIDDEN = "hidden"
YES, NO = Option("yes"), Option("no")


def questions_about(s: Attack, weapon: Weapon, group: Group, table: Table) -> tuple[Question, ...]:
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
    parts.append(
        HowMany("firing", who, everybody, rules=("7E-WPN-3", "7E-WPN-5"), text="Who fires it, in range and sight")
    )
    if weapon.type in (HEAVY, SALVO) and any(not charts.relentless(unit, firer.model) for firer, _, _ in group):
        parts.append(HowMany("moved", who, nobody, rules=("7E-WPN-7", "7E-WPN-10"), text="Who of them moved this turn"))
    if weapon.type in (RAPID_FIRE, SALVO) and weapon.range is not None and 2 * s.distance <= weapon.range:
        parts.append(
            HowMany(
                "half_range",
                who,
                everybody,
                rules=("7E-WPN-9", "7E-WPN-11"),
                text="Who of them is at half range or less",
            )
        )
    parts += about_target[1:]
    parts.append(Number("bs_modifier", -9, 9, 0, rules=("7E-HIT-12",), text="Change of Ballistic Skill"))
    if any("Preferred Enemy" in rule for rule in (*unit.rules, *(r for m, _ in unit.models for r in m.rules))):
        parts.append(
            _yes_no(
                "preferred_enemy",
                charts.preferred(unit, target) is not None,
                "7E-HIT-8",
                "Preferred Enemy counts against them",
            )
        )
    return tuple(parts)


def _target_questions(s: Attack, weapon: Weapon) -> list[Question]:
    kinds = _kinds(s)
    parts: list[Question] = []
    if "Ignores Cover" not in weapon.rules and _cover_can_matter(s, weapon):
        covers = tuple(Option(value, words) for value, (_, _, words) in charts.COVER.items())
        parts.append(
            Choose(
                "cover",
                covers,
                "none" if not s.fired else _cover_now(s),
                DEFENDER,
                ("7E-SAV-4", "7E-SAV-5", "7E-SAV-6"),
                "Cover of the models hit",
            )
        )
        if len(kinds) > 1:
            as_unit = (Option("as the unit"), *covers)
            parts += [
                Choose(f"cover:{name}", as_unit, "as the unit", DEFENDER, ("7E-SAV-4",), f"Cover of {name}")
                for name, _ in kinds
            ]
    runs = tuple((rank.n, rank.kind.name, HIDDEN if rank.kind.hidden else "") for rank in _queue(s))
    marks = (
        (HIDDEN, "out of range, or out of sight of all who fire"),
        *((value, words) for value, (_, _, words) in charts.COVER.items()),
    )
    parts.append(
        Arrange(
            "order",
            kinds,
            marks,
            _joined(runs),
            DEFENDER,
            ("7E-ALC-1", "7E-ALC-2", "7E-ALC-3"),
            "Their models, nearest first",
            len(s.fired),
        )
    )
    if len(_characters(s)) and sum(n for _, n in kinds) > 1:
        parts.append(_yes_no("within_6", s.within_6, "7E-ALC-6", 'Somebody is within 6" of each character'))
        options = (YES, NO, Option("ask", "ask for each wound"))
        parts.append(Choose("look_out_sir", options, s.look_out, DEFENDER, ("7E-ALC-6",), "Look Out, Sir is tried"))
    if sum(n for _, n in kinds) > 1:
        ways = (Option("closest"), Option("random", "a random model: the direction cannot be told"))
        parts.append(
            Choose(
                "allocation",
                ways,
                "random" if s.random else "closest",
                DEFENDER,
                ("7E-ALC-10",),
                "Wounds are allocated to",
            )
        )
    if _several_saves(s):
        which = tuple(Option(name) for name in ("best", "armour", "invulnerable", "cover"))
        parts.append(Choose("save", which, "best", DEFENDER, ("7E-SAV-8",), "The save they want to use"))
    return parts


def _yes_no(key: str, default: bool, rule: str, text: str) -> Choose:
    return Choose(key, (YES, NO), "yes" if default else "no", DEFENDER, (rule,), text)


def cannot_be(weapon: Weapon, group: Group, values: Mapping[str, Any]) -> str | None:
    """A sentence if the facts contradict each other."""
    firing = values["firing"]
    if weapon.grenade and sum(firing) > 1:
        return "one model of a unit throws a grenade in a phase, so firing is 0 or 1"
    for key in ("moved", "half_range"):
        for n, most, (_, model, _) in zip(values.get(key, ()), firing, group, strict=False):
            if n > most and not _is_default(key, n, group, model):
                return f"{key}: {n} {model.name}, but only {most} of them fire"
    return None


def _is_default(key: str, n: int, group: Group, model: Model) -> bool:
    return key == "half_range" and any(n == firer.n for firer, other, _ in group if other is model)


def settle(s: Attack, weapon: Weapon, facts: Mapping[str, Any], table: Table) -> Attack:
    """The target as the facts have it: order, cover, who can be hit at all."""
    s = s.but(
        distance=facts.get("distance", s.distance),
        within_6=facts.get("within_6", "yes" if s.within_6 else "no") == "yes",
        look_out=facts.get("look_out_sir", s.look_out),
        random=facts.get("allocation", "random" if s.random else "closest") == "random",
    )
    asked = tuple(facts["order"]) != _joined(
        tuple((r.n, r.kind.name, HIDDEN if r.kind.hidden else "") for r in _queue(s))
    )
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
        s = s.but(
            line=s.line.changed(kinds.__getitem__), apart=tuple(rank.but(kind=kinds[rank.kind]) for rank in s.apart)
        )
    return s.but(line=s.line.but(reach=untroubled(s)))


def untroubled(s: Attack) -> int | None:
    """How many ranks at the front take wounds without anybody deciding or rolling who takes them; None: all."""
    if s.random or s.aim != "closest":
        return 0
    ranks = s.line.ranks
    for place, rank in enumerate(ranks):
        if (
            rank.kind.character
            and s.within_6
            and s.look_out != "no"
            and (place or len(ranks) > 1 or rank.n > 1 or s.apart)
        ):
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
    same = [
        value for value, (cover, bonus, _) in charts.COVER.items() if (cover, bonus) == (kind.cover, kind.ground_bonus)
    ]
    return same[0] if same else "none"


def as_usual(s: Attack, weapon: Weapon, group: Group) -> str:
    n = 1 if weapon.grenade else sum(firer.n for firer, _, _ in group)
    words = [f"{n} fire {weapon.name}" if n != 1 else f"1 fires {weapon.name}"]
    if weapon.type in (RAPID_FIRE, SALVO) and weapon.range is not None and 2 * s.distance <= weapon.range:
        words.append("all at half range")
    if weapon.type in (HEAVY, SALVO):
        words.append("nobody moved")
    cover = _cover_now(s) if s.fired else "none"
    words.append("target in the open" if cover == "none" else f"target has cover {cover}")
    return ", ".join(words)


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
