"""What a destroyed vehicle does to those near and inside it; hits on units nobody aimed at (7E-VEH-10, 7E-WPN-13).

Such hits are played unit by unit, before the next weapon of the attack that brought them about is fired.
"""

from __future__ import annotations

from shoot_cli.core.piles import Line, models, pile, wounds
from shoot_cli.core.questions import ATTACKER, DEFENDER, Numbers, Question
from shoot_cli.core.record import Card
from shoot_cli.core.table import Table
from shoot_cli.core.turns import replaced
from shoot_cli.rules.seventh.profiles import ASSAULT, Unit, Weapon
from shoot_cli.rules.seventh.records import Aim, Attack, Battle, Gone, Gun, Harm, Shot
from shoot_cli.rules.seventh.steps.facts import (
    ALLOCATION,
    COVER,
    NEAREST_MARKER,
    ORDER,
    closed_up,
    covered,
    draw_up,
    runs_of,
    untroubled,
)
from shoot_cli.rules.seventh.steps.hit import hit_of
from shoot_cli.rules.seventh.steps.markers import anybody_else
from shoot_cli.rules.seventh.steps.ranks_up import line_of
from shoot_cli.rules.seventh.steps.shots import majority_armour, target_toughness, telling
from shoot_cli.rules.seventh.steps.states import EMBARKED, FALLING_BACK, GROUNDED, LOCKED, on_the_table, passengers_of
from shoot_cli.rules.seventh.steps.target import with_settings
from shoot_cli.rules.seventh.steps.vehicle_facts import FACING, facings_differ

HELD = {  # who cannot go to ground (7E-GTG-3)
    LOCKED: "units locked in combat cannot go to ground",
    FALLING_BACK: "units falling back cannot go to ground",
}
EXPLOSION = Card(Weapon("explosion", 6, 4, None, ASSAULT))  # S4 AP-, as far as D6" (7E-VEH-10)


def aftermath_waits(b: Battle) -> bool:
    return bool(b.gone or b.harms)


# A vehicle is destroyed ----------------------------------------------------------------------------------------------


def vehicle_gone(b: Battle) -> bool:
    return bool(b.gone)


def clear_wreck(b: Battle, table: Table) -> Battle:
    """Those inside get out, or are caught in the explosion with everybody near it (7E-VEH-10)."""
    gone, *rest = b.gone
    b = b.but(gone=tuple(rest))
    harms = [*explosion(b, gone, table)] if gone.exploded else []
    if not b.sides[gone.side].companies[gone.unit].ranks:  # of a squadron, nobody says which carried them
        for p in passengers_of(b, gone.side, gone.unit):
            inside = b.sides[gone.side].companies[p]
            hits = models(inside.ranks) if gone.exploded else 0
            words = "{unit} is caught inside: {n} hits" if hits else "{unit} must get out of the wreck"
            table.tell(words, ("7E-VEH-10",), unit=inside.unit.value.name, n=hits)
            b = replaced(b, gone.side, p, inside.without(EMBARKED).but(inside=None))
            if b.split is not None and gone.side != b.active:
                b = b.but(split=b.split.but(forced=(*b.split.forced, p)))
            at_random = table.setting("explosion_passengers") == "random"
            harms.append(Harm(gone.side, p, hits, EXPLOSION, f"inside {gone.name}", at_random, tests=True))
    return b.but(harms=(*b.harms, *harms))


def explosion(b: Battle, gone: Gone, table: Table) -> list[Harm]:
    """One hit for each model within D6 inches, on every unit there (7E-VEH-10)."""
    owner = DEFENDER if gone.side != b.active else "attacker"
    inches = table.total(
        f"explosion:{gone.name}", 1, rules=("7E-VEH-10",), owner=owner, text=f"{gone.name} explodes: how many inches?"
    )
    there = {name: (s, i, models(company.ranks)) for s, i, company, name in on_the_table(b)}
    text = f'Is any unit within {inches}" of {gone.name}, friend or foe?'
    if not there or not anybody_else("near", text, "7E-VEH-10", table):
        return []
    most = max(n for *_, n in there.values())
    found = table.numbers(
        Numbers(
            f"near:{gone.name}", tuple(there), 0, most, 0, "models", rules=("7E-VEH-10",),
            text=f'Models within {inches}" of {gone.name} (0 for those not named)',
        )
    )  # fmt: skip
    return [
        Harm(s, i, min(int(n), at_most), EXPLOSION, f"the explosion of {gone.name}")
        for (s, i, at_most), n in zip(there.values(), found, strict=True)
        if n
    ]


# Hits on units that nobody aimed at ----------------------------------------------------------------------------------


def to_test(side: int, unit: int) -> Harm:
    """No hits, only the Pinning test that hits of before call for."""
    return Harm(side, unit, 0, EXPLOSION, "", tests=True)


def tests_now(s: Attack) -> bool:
    """Passengers take their Pinning test at once (7E-VEH-14), others when all weapons have been fired (7E-END-1)."""
    return s.harm is not None and s.harm.tests


def harm_waits(b: Battle) -> bool:
    return bool(b.harms) and not b.gone


def begin_harm(b: Battle, table: Table) -> Attack:
    """The next of them as an attack of its own, with its hits on the pile."""
    harm = b.harms[0]
    company = b.sides[harm.side].companies[harm.unit]
    unit: Unit = company.unit.value
    weapon = harm.weapon.value
    shooter = b.shooter or company.unit
    marker = harm.weapon != EXPLOSION
    ranks = line_of(company, b.night and not (marker and shooter.value.has("Night Vision")))
    held = next((words for mark, words in HELD.items() if company.marked(mark)), "")
    s = Attack(
        shooter, company.unit, (b.sides[b.active].name, b.sides[harm.side].name), (), Line(ranks),
        (models(ranks), wounds(ranks)),
        on_ground=company.marked(GROUNDED), no_ground=held, weapon=harm.weapon, battle=Card(b), harm=harm,
        random=harm.random, pinning=harm.tests, fired=(weapon.name,),
        before=wounds(ranks) if weapon.has("Pinning") else None,
    )  # fmt: skip
    if not ranks or not harm.hits:
        return s
    table.tell(
        "{unit}, {why}: {n} hit{plural}", ("7E-WPN-13",) if marker else ("7E-VEH-10",),
        unit=unit.name, why=harm.why, n=harm.hits, plural="s" * (harm.hits > 1),
    )  # fmt: skip
    s, facing = harm_facts(with_settings(s, table), harm, table)
    lone = s.line.ranks[0].kind if len(s.line.ranks) == 1 else None
    gun = Gun(
        weapon.name, weapon.strength, weapon.ap, telling(weapon), weapon.poisoned,
        0 if unit.vehicle else target_toughness(s), shred=weapon.has("Shred"),
        armour=majority_armour(s, table) if weapon.has("Graviton") else None,
    )  # fmt: skip
    shot = Shot(Card(gun), 1, aim=Aim(facing, model=lone) if unit.vehicle else None)
    return s.but(pile=pile((hit_of(shot), harm.hits)))


def active_of(s: Attack) -> int:
    """The side whose turn it is."""
    assert s.battle is not None
    return int(s.battle.value.active)


def harm_facts(s: Attack, harm: Harm, table: Table) -> tuple[Attack, str]:
    """Where they stand: order and cover of models, the facing of a vehicle. Nothing hides those inside one."""
    unit = s.target.value
    weapon = harm.weapon.value
    parts: list[Question] = []
    if unit.vehicle and facings_differ(s):
        parts.append(FACING.but(default="side") if weapon.has("Barrage") else FACING)
    if not harm.tests and not weapon.has("Template") and not weapon.has("Ignores Cover"):
        parts.append(COVER)
    queue = s.line.standing()
    if len(queue) > 1 and not unit.vehicle:
        kinds: dict[str, int] = {}
        for rank in queue:
            kinds[rank.kind.name] = kinds.get(rank.kind.name, 0) + rank.n
        who = "Who is hurt first" if harm.tests else NEAREST_MARKER if weapon.has("Barrage") else ORDER.text
        parts.append(ORDER.but(kinds=tuple(kinds.items()), marks=(), default=runs_of(queue), text=who))
    if models(queue) > 1 and not unit.vehicle:
        parts.append(ALLOCATION.but(default="random") if harm.random else ALLOCATION)
    if not parts:
        return s, "front"
    facts = table.facts(
        f"harm:{unit.name}", tuple(parts), owner=DEFENDER if harm.side != active_of(s) else ATTACKER,
        rules=("7E-WPN-13", "7E-VEH-10"),
        text=f"{unit.name}, {harm.why}: as usual",
    )  # fmt: skip
    if "order" in facts and facts["order"] != runs_of(queue):
        s = draw_up(s, facts["order"])
    if facts.get("cover", "none") != "none":
        s = s.but(line=s.line.changed(lambda kind: covered(kind, facts["cover"])))
    s = s.but(random=facts.get("allocation", "closest") == "random")
    return s.but(line=s.line.but(reach=untroubled(s), ranks=closed_up([*s.line.ranks]))), facts.get("facing", "front")
