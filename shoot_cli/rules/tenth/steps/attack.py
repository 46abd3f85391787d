"""A unit's whole shooting: it begins, it ends, and both units are left as it left them (10E-ELIG-8, 9, 10E-ORD-6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.core.piles import Line, Rank, models, wounds
from shoot_cli.core.questions import HowMany
from shoot_cli.core.record import Card
from shoot_cli.core.table import Table
from shoot_cli.core.turns import (
    Mark,
    merged,
    replaced,
)
from shoot_cli.rules.tenth.guns import toughness_of
from shoot_cli.rules.tenth.profiles import Unit, Weapon
from shoot_cli.rules.tenth.records import Aim, Attack, Battle, Company, Firer
from shoot_cli.rules.tenth.steps import nominate as nom
from shoot_cli.rules.tenth.steps import states
from shoot_cli.rules.tenth.steps.allocate import company_after, listed, standing
from shoot_cli.rules.tenth.steps.demise import deaths
from shoot_cli.rules.tenth.steps.eligible import (
    thrower_of,
)
from shoot_cli.rules.tenth.steps.facts import command_used
from shoot_cli.rules.tenth.steps.states import embarked


def attack_of(shooter: Unit, target: Unit, sides: tuple[str, str] = ("Attacker", "Target")) -> Attack:
    """An attack on its own: everybody is there, as the list has them."""
    firers = tuple(Firer(i, n, model.wounds - model.lost) for i, (model, n) in enumerate(shooter.models))
    ranks = listed(
        Rank(standing(target, i), n, model.wounds - model.lost) for i, (model, n) in enumerate(target.models)
    )
    aim = Aim(
        Card(target), Line(ranks), (models(ranks), wounds(ranks)), toughness_of(target, range(len(target.models)))
    )  # fmt: skip
    return Attack(Card(shooter), sides, firers, (aim,), aim.line, named=True)


def begin_attack(b: Battle, table: Table) -> Attack:
    """The unit as it stands now, its movement and combat as the players reported them."""
    assert b.unit is not None
    company = b.sides[b.shooting].companies[b.unit]
    unit = states.living_unit(company)
    firers = tuple(Firer(rank.kind, rank.n, rank.left) for rank in company.ranks)
    unit, aboard = fire_from_deck(b, unit, table)
    if b.doing == nom.GRENADE:
        unit = thrower_of(unit, [rank.kind for rank in company.ranks])
        firers = (Firer(0, 1, unit.models[0][0].wounds),)
    names = (b.sides[b.shooting].name, b.sides[1 - b.shooting].name)
    battle = b.but(done=tuple(sorted({*b.done, *aboard})))
    return Attack(
        Card(unit), names, firers, (), Line(()),
        stationary=company.marked(states.STILL), advanced=company.marked(states.ADVANCED) and not b.doing,
        fell_back=company.marked(states.FELL_BACK) and not b.doing, engaged=company.marked(states.LOCKED),
        arrived=company.marked(states.ARRIVED), overwatch=b.doing == nom.OVERWATCH,
        used=company.used, aboard=aboard, battle=Card(battle),
    )  # fmt: skip


# Firing Deck ---------------------------------------------------------------------------------------------------------


def passengers(b: Battle) -> dict[tuple[int, int, Weapon], int]:
    """What may be fired from the deck: so many of (unit, kind of model, weapon), of units inside that have not shot."""
    assert b.unit is not None
    side = b.sides[b.shooting]
    name = side.companies[b.unit].unit.value.name
    found: dict[tuple[int, int, Weapon], int] = {}
    for i, company in enumerate(side.companies):
        if embarked(company) == name and i not in b.done:
            for rank in company.ranks:
                for weapon in dict.fromkeys(company.unit.value.models[rank.kind][0].weapons):
                    if not weapon.has("One Shot"):
                        key = i, rank.kind, weapon
                        found[key] = found.get(key, 0) + rank.n
    return found


def fire_from_deck(b: Battle, unit: Unit, table: Table) -> tuple[Unit, tuple[int, ...]]:
    """The transport with the weapons of its passengers that it fires, and the units they belong to (10E-ELIG-8)."""
    deck = next((model.get("Firing Deck") for model, _ in unit.models if model.has("Firing Deck")), None)
    inside = passengers(b)
    if deck is None or b.doing or not inside:
        return unit, ()
    companies, most = b.sides[b.shooting].companies, deck.number
    names = []
    for i, kind, weapon in inside:
        name = f"{weapon.name} of {companies[i].unit.value.name}"
        if sum((j, other.name) == (i, weapon.name) for j, _, other in inside) > 1:
            name += f", {companies[i].unit.value.models[kind][0].name}"
        names.append(name)
    default, room, free = [], most, {(i, kind): n for (i, kind, _), n in inside.items()}  # models lend one weapon each
    for i, kind, _ in inside:
        n = min(room, free[i, kind])
        default.append(n)
        room, free[i, kind] = room - n, free[i, kind] - n

    def wrong(values: Mapping[str, Any]) -> str | None:
        lent: dict[tuple[int, int], int] = {}
        for ((i, kind, _), there), n in zip(inside.items(), values["firing_deck"], strict=True):
            lent[i, kind] = lent.get((i, kind), 0) + n
            if lent[i, kind] > there:
                return f"each model lends one weapon to the deck; there are {there} of them (10E-ELIG-8)"
        return f"at most {most} weapons fire from the deck (10E-ELIG-8)" if sum(lent.values()) > most else None

    groups = tuple((name, min(most, n)) for name, n in zip(names, inside.values(), strict=True))
    question = HowMany("firing_deck", groups, tuple(default), rules=("10E-ELIG-8",), text=f"Firing Deck {most}")
    told = table.facts("deck", (question,), check=wrong, rules=("10E-ELIG-8",), text="Weapons of passengers")
    (first, count), *others = unit.models
    carried = list(first.weapons)
    for (i, kind, weapon), n in zip(inside, told["firing_deck"], strict=True):
        own = companies[i].unit.value.models[kind][0].abilities  # the rules of the passengers do not come along
        lent = weapon.but(of="", abilities=tuple(one for one in weapon.abilities if one not in own))
        whose = companies[i].unit.value
        for name in (f"{weapon.name} of {whose.name}", f"{weapon.name} of {whose.name}, {whose.models[kind][0].name}"):
            if any(other.name == lent.name and other != lent for other in carried):
                lent = lent.but(name=name)
        carried += [lent] * n
    units = {i for (i, _, _), n in zip(inside, told["firing_deck"], strict=True) if n}
    return unit.but(models=((first.but(weapons=tuple(carried)), count), *others)), tuple(sorted(units))


def end_attack(s: Attack, table: Table) -> Battle:
    """Losses of all targets and of the shooter; leaders without bodyguards stand alone from here (10E-ORD-6)."""
    assert s.battle is not None
    b: Battle = s.battle.value
    at = b.unit
    assert at is not None
    lines = [s.line if i == s.at else aim.line for i, aim in enumerate(s.aims)]
    enemy = 1 - b.shooting
    for aim, line in zip(s.aims, lines, strict=True):
        assert aim.company is not None
        before = b.sides[enemy].companies[aim.company]
        after = company_after(before, line)
        for mark, true in ((states.SMOKE, aim.smoke), (states.GROUND, aim.ground)):
            if true:
                after = after.with_mark(Mark(mark, (b.turn, b.active)))
        say_losses(aim, after, s, table)
        b = deaths(b, enemy, aim.company, before.ranks, after.ranks)
        b = replaced(b, enemy, aim.company, after)
    if b.doing == nom.GRENADE:
        return b.but(unit=None, doing="", stratagems=(*b.stratagems, nom.GRENADE) if s.shot else b.stratagems)
    if s.command != "no" and f"re-roll one {s.command} roll" not in s.spare:
        b = b.but(stratagems=(*b.stratagems, command_used(b)))
    shooter = b.sides[b.shooting].companies[at]
    after = shooter_after(shooter, s)
    b = deaths(b, b.shooting, at, shooter.ranks, after.ranks)
    b = replaced(b, b.shooting, at, after)
    if b.doing == nom.OVERWATCH:
        return b.but(unit=None, doing="", stratagems=(*b.stratagems, nom.OVERWATCH) if s.shot else b.stratagems)
    if s.untargeted:  # neither it nor those aboard were selected (10E-ELIG-6)
        done = tuple(other for other in b.done if other not in s.aboard)
        return b.but(unit=None, done=done, untargeted=(*b.untargeted, at))
    return b.but(unit=None, done=tuple(sorted({*b.done, at})), held=b.held if s.shot else (*b.held, at))


def say_losses(aim: Aim, after: Company, s: Attack, table: Table) -> None:
    name, left = after.unit.value.name, models(after.ranks)
    lost = aim.strength[0] - left
    if not left:
        table.tell("{unit} is destroyed", ("10E-DMG-4",), unit=name)
    elif s.shot:
        words = "{unit}: {lost} slain, {left} left" if lost else "{unit}: nobody slain, {left} left"
        table.tell(words, ("10E-DMG-4",), unit=name, lost=lost, left=left)


def shooter_after(company: Company, s: Attack) -> Company:
    """The shooter without what its Hazardous weapons slew, and with its One Shot weapons spent."""
    company = company.but(used=s.used)
    if s.own is None:
        return company
    suffered = {rank.kind.model for rank in s.own.ranks}
    others = [rank for rank in company.ranks if rank.kind not in suffered]
    now = [rank.but(kind=rank.kind.model) for rank in s.own.standing()]
    lost = models(company.ranks) - models(others) - models(now)
    return company.but(ranks=merged([*others, *now])) if lost or s.own.lost else company
