"""A toy edition with markers: a scatter die with named sides, 2D6 for how far, and how many models lie under each.

``toy`` puts it beside the real editions, so that the commands can be called with it.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from shoot_cli.engine.pools import Blow, Line, Pool, Rank, pool
from shoot_cli.engine.questions import Need, Number, Option, Watch
from shoot_cli.engine.reasons import DEFENDER, Reason
from shoot_cli.engine.record import Record
from shoot_cli.engine.ruleset import Ruleset, Sides, UnitRow
from shoot_cli.engine.sequence import Allocate, Attack, Convert, Nominate, Stage, While
from shoot_cli.engine.table import Table

NAME = "toy-markers"
SCATTER = ("hit", "hit", "arrow", "arrow", "arrow", "arrow")
UNDER = Number("under", 0, 6, 1, "models", rules=("TM-UND-1",), text="How many models are under it?", drawn=True)


class Model(Record):
    name: str
    save: int


class Unit(Record):
    """``models``: as units of every edition have them; ``markers``: how many it throws of each weapon."""

    name: str
    models: tuple[tuple[Model, int], ...]
    markers: tuple[tuple[str, int], ...] = ()


class Army(Record):
    ruleset: str
    name: str
    units: tuple[Unit, ...]


class Scenario(Record):
    ruleset: str
    attacker: Unit
    target: Unit
    answers: tuple[tuple[str, str], ...]
    attackers: tuple[Any, ...] = ()
    targets: tuple[Any, ...] = ()


class Battle(Record):
    armies: tuple[Army, Army]
    lines: tuple[Line, Line]
    attack: Any = None
    finished: bool = False


class Struck(Record):
    pass


class Wound(Record):
    pass


class Shooting(Record):
    """``left``: markers still to place, by weapon."""

    names: tuple[str, str]
    left: tuple[tuple[str, int], ...]
    line: Line
    placed: int = 0
    pool: Pool = ()
    battle: Any = None


def line_of(unit: Unit) -> Line:
    return Line(tuple(Rank(model, n, 1) for model, n in unit.models))


def attack_of(attacker: Unit, target: Unit) -> Shooting:
    return Shooting((attacker.name, target.name), attacker.markers, line_of(target))


def place_marker(s: Shooting, table: Table) -> Shooting:
    (weapon, n), *others = s.left
    left = ((weapon, n - 1), *others) if n > 1 else tuple(others)
    because = (Reason("two sides are hits", "TM-SCA-1"),)
    text = f"{weapon}: where does it land?"
    die = table.roll(f"scatter:{weapon}", 1, Need(2, because, or_less=True), faces=SCATTER, text=text)
    if not die.passed:
        far = table.total(f"far:{weapon}", 2, text=f"{weapon}: how far?", rules=("TM-SCA-2",))
        table.tell("It goes {n} inches along the arrow", ("TM-SCA-2",), n=far)
    nth = s.placed if len(s.left) == 1 and s.left[0][0] == "frag" else 0
    under = table.drawn_number(
        f"under:{weapon}", 0, 6, default=1, unit="models", rules=UNDER.rules, text=UNDER.text, nth=nth, each="marker"
    )  # fmt: skip
    return s.but(left=left, placed=s.placed + 1, pool=pool(*s.pool, (Struck(), under)))


def wound(struck: Struck, n: int, table: Table) -> Pool:
    """Named sides by the pool, one of them counted on its own."""
    need = Need(4, (Reason("skull or better", "TM-WND-1"),))
    sides = ("dud", "dud", "dud", "skull", "skull", "blood")
    roll = table.roll("wound", n, need, watch=(Watch((6,)),), faces=sides, text="Do they hurt?", luck="wounds")
    return pool((Wound(), roll.passed + roll.watched[0]))


def save(wound: Wound, n: int, model: Model, table: Table) -> Pool:
    need = Need(model.save, (Reason("armour", "TM-SAV-1"),))
    return pool((Blow(1), table.roll("save", n, need, owner=DEFENDER, text="Saves", luck="saves").failed))


def in_order(s: Any, kinds: tuple[Any, ...], table: Table) -> tuple[Any, ...]:
    return kinds


ATTACK = (
    Stage("Place", While(lambda s: bool(s.left), place_marker)),
    Stage("Wound", Convert({Struck: wound})),
    Stage("Save", Allocate({Wound: save}, in_order)),
)


def begin_attack(b: Battle, table: Table) -> Shooting:
    mine, theirs = b.armies
    names = tuple(Option(unit.name) for unit in mine.units)
    table.choose("unit", (*names, Option("nobody")), default=names[0].value, text="Which unit shoots?")
    return attack_of(mine.units[0], theirs.units[0]).but(names=(mine.name, theirs.name), battle=b)


def end_attack(s: Shooting, table: Table) -> Battle:
    b: Battle = s.battle
    return b.but(lines=(b.lines[0], s.line), finished=True)


def battle_of(first: Army, second: Army, turns: int | None = None) -> Battle:
    return Battle((first, second), (line_of(first.units[0]), line_of(second.units[0])))


def sides(record: Any) -> tuple[str, str]:
    if isinstance(record, Battle):
        return record.armies[0].name, record.armies[1].name
    return record.names if isinstance(record, Shooting) else ("Mine", "Theirs")


def status(record: Any) -> Sides:
    b: Battle = record if isinstance(record, Battle) else record.battle
    lines = b.lines if isinstance(record, Battle) else (b.lines[0], record.line)
    return tuple(
        (army.name, (UnitRow(army.units[0].name, line.remaining()[0], sum(n for _, n in army.units[0].models)),))
        for army, line in zip(b.armies, lines, strict=True)
    )


def slain(record: Any) -> int:
    return record.line.wounds - record.line.remaining()[0]  # type: ignore[no-any-return]


def destroyed(record: Any) -> int:
    return int(not record.line.any_left())


def report(record: Any) -> dict[str, Any]:
    rows = record.line.standing()
    return {
        "slain": slain(record),
        "damage": slain(record),
        "destroyed": bool(destroyed(record)),
        "models": [{"name": rank.kind.name, "alive": rank.n, "wounds": [rank.left] * rank.n} for rank in rows],
    }


RULESET = Ruleset(
    name=NAME,
    short="tm",
    title="Toy markers",
    version="1",
    stages=("Place", "Wound", "Save"),
    begin_attack=attack_of,
    attacked_target=lambda s: None,
    next_attack=lambda shooter, target, remains: attack_of(shooter, target),
    battle=(Attack(Nominate(begin_attack), *ATTACK, end_attack),),
    begin_battle=battle_of,
    measures={"slain": slain, "damage": slain, "destroyed": destroyed},
    counted_tokens={Struck: "hits", Wound: "wounds"},
    report=report,
    sides=sides,
    status=status,
    why_cannot_meet=lambda attacker, target: (),
    possible_questions=(UNDER,),
    situation=lambda record: "",
)
RULES = ()


class Edition:
    """As ``rules.Edition``."""

    name, short, title, package, room = NAME, "tm", "Toy markers", "tests.toy_markers", ""

    def ruleset(self) -> Ruleset:
        return RULESET

    def rulebook(self) -> tuple[Any, ...]:
        return RULES

    def lists(self) -> Any:
        from tests.toy_markers import lists

        return lists

    def unit_text(self) -> Any:
        return SimpleNamespace(notes=lambda army: ())


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    import shoot_cli.armies.cache
    import shoot_cli.armies.loading
    import shoot_cli.rules

    editions = (*shoot_cli.rules.RULESETS, Edition())
    for module in (shoot_cli.rules, shoot_cli.armies.loading, shoot_cli.armies.cache):
        monkeypatch.setattr(module, "RULESETS", editions)
