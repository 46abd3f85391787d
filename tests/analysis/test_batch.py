"""Many attacks at once: figures that are those of the engine, and pairs that are left to it."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import shoot_cli
from shoot_cli import armies
from shoot_cli.analysis.batch import Figures, distributions, figures, read_answers
from shoot_cli.analysis.single_attack import worked_out
from shoot_cli.engine.budget import ENDLESS
from shoot_cli.engine.ruleset import UNREAD, Ruleset, UnreadFieldRead
from shoot_cli.importing.list_files import load
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.input.answers import Task
from shoot_cli.odds.forking_table import Forking
from shoot_cli.odds.solver import Solver
from shoot_cli.rules import RULESETS
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.datasheets.steps import batch
from shoot_cli.rules.datasheets.steps.batch import Plain
from shoot_cli.rules.datasheets.tokens import Gun, Volley
from shoot_cli.rules.tenth import ATTACK, RULESET
from shoot_cli.rules.tenth.steps.attack_order import form_groups
from tests.benchmarks.datasheets import attackers, targets
from tests.helpers.each import each
from tests.helpers.samples import first, many, seeds
from tests.rules.tenth.helpers.attacks import gun, led, models, shooters, squad
from tests.rules.tenth.helpers.attacks import targets as alike
from tests.rules.tenth.helpers.random_attacks import random_attack

CLOSE = 1e-12
SLOW = pytest.mark.slow
SAID: tuple[dict[str, str], ...] = (
    {}, {"distance": "9"}, {"cover": "yes", "distance": "20"}, {"stationary": "yes", "hit_modifier": "-1"},
    {"cover": "yes", "wound_modifier": "1"},
)  # fmt: skip
NOTHING: Mapping[str, str] = {}


def apart(shooter: Unit, target: Unit, found: Sequence[float], said: Mapping[str, str] = NOTHING) -> float:
    """How far figures are from those of the engine: destroyed, slain, damage."""
    result = worked_out(Task(RULESET, shooter, target, dict(said), {})).document()
    expected = result["expected"]
    wanted = result["destroyed"], expected["slain"], expected["damage"]
    return max(abs(a - b) for a, b in zip(wanted, found, strict=True))


def worst(
    units: Sequence[Unit], others: Sequence[Unit], said: Mapping[str, str], step: int, found: Figures | None = None
) -> tuple[float, int]:
    """How far the figures are from the engine at most, of every so many of the pairs that were taken; how many."""
    found = found or figures(RULESET, units, others, said)
    places = [*zip(*np.nonzero(found.taken), strict=True)][::step]
    far = [
        apart(units[i], others[j], (found.destroyed[i, j], found.slain[i, j], found.damage[i, j]), said)
        for i, j in places
    ]
    return max(far), len(far)


@cache
def shipped() -> tuple[Unit, ...]:
    lists = (load(one.path).army for one in armies.samples() if one.ruleset == RULESET.name)
    return tuple(unit for army in lists for unit in army.units)


# The same as the engine ----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "said"), first(2, [(seed, SAID[seed % len(SAID)]) for seed in range(many(8))]))
def test_plain_datasheets(seed: int, said: dict[str, str]) -> None:
    far, n = worst(attackers(40, seed), targets(30, seed), said, 29)
    assert n >= 25
    assert far <= CLOSE


@pytest.mark.rule("10E-SAV-1", "10E-COV-2")
def test_a_save_of_7_that_cover_improves() -> None:
    units, others = (
        [shooters(gun(AP=ap), n=20) for ap in (0, -1)],
        [alike(10, Sv=save, W=1) for save in ("7+", "6+", "-")],
    )
    found = figures(RULESET, units, others, {"cover": "yes"})
    assert worst(units, others, {"cover": "yes"}, 1, found) == (pytest.approx(0, abs=CLOSE), 6)
    assert [round(x, 2) for x in found.slain[0]] == [5.54, 4.44, 6.61]


def test_what_is_worked_out_of_a_unit_is_of_that_unit() -> None:
    """Side by side no unit is taken for another: hurt or not, so many models, led or not."""
    words = ("+1 to hit if below strength", "+1 to wound if led", "+1 damage if 3 or more models")
    hurt = [shooters(n=1, W=8, lost=lost, abilities=(word,)) for word in words for lost in (0, 5)]
    units = [*hurt, *(shooters(n=4, abilities=(word,)) for word in words)]
    others = [alike(3, W=2), alike(1, W=8), alike(3, W=2, abilities=("incoming: -1 to wound if at full strength",))]
    found = figures(RULESET, units, others, NOTHING)
    assert not [*zip(*np.nonzero(found.taken), strict=True)] or worst(units, others, NOTHING, 1, found)[0] <= CLOSE


@SLOW
def test_thousands_of_plain_datasheets() -> None:
    far, n = worst(attackers(150, 99), targets(80, 99), {}, 8)
    assert n > 1_000
    assert far <= CLOSE


@SLOW
def test_units_of_the_shipped_lists() -> None:
    """So many of the pairs are taken; of those a sample."""
    units = shipped()
    assert len(units) == 99
    found = figures(RULESET, units, units)
    assert int(found.taken.sum()) >= 8_900  # of 9,801
    far, n = worst(units, units, {}, 211, found)
    assert n > 40
    assert far <= CLOSE


@SLOW
@pytest.mark.parametrize(("place", "said"), [*enumerate(SAID)])
def test_every_pair_of_the_shipped_lists(place: int, said: dict[str, str]) -> None:
    """One in forty-seven by default, so that each unit shoots and is shot at; a fourth of the units with something said."""
    units = shipped()[place::4] if place else shipped()
    far, n = worst(units, units, said, 9 if place else 47)
    assert n > (40 if place else 180)
    assert far <= CLOSE


@pytest.mark.parametrize("block", seeds(1, 8))
def test_whatever_effects_there_are(block: int) -> None:
    """Attackers and targets of random attacks, with every word that there is, each at some of the others."""
    fights = [random_attack(Random(seed)) for seed in range(20 * block, 20 * block + 20)]
    units, others, said = [fight[0] for fight in fights], [fight[1] for fight in fights], SAID[block % len(SAID)]
    found, far = figures(RULESET, units, others, said), []
    for i in range(len(units)):
        for j in {i, (i + 1) % len(units), (7 * i + 3) % len(units)}:
            if found.taken[i, j]:
                these = found.destroyed[i, j], found.slain[i, j], found.damage[i, j]
                far.append(apart(units[i], others[j], these, said))
    assert far or block  # the first has some
    assert max(far, default=0.0) <= CLOSE


@each("place", range(12))
def test_distributions(place: int) -> None:
    units, others = attackers(12, 5), targets(12, 5)
    found = distributions(RULESET, units[place : place + 1], others)[0]
    target = next(j for j in range(place, len(others)) if found[j])
    ours = found[target]
    assert ours is not None
    result = worked_out(Task(RULESET, units[place], others[target], {}, {})).document()
    assert abs(ours.destroyed - result["destroyed"]) <= CLOSE
    for name in ("slain", "damage"):
        row, wanted = getattr(ours, name), result[name]
        assert len(row) >= len(wanted)
        longer = [*wanted, *[0.0] * (len(row) - len(wanted))]
        assert max(abs(a - b) for a, b in zip(row, longer, strict=True)) <= CLOSE


@pytest.mark.slow
def test_long_lines_and_many_shots() -> None:
    """Rounding does not grow with the number of tokens."""
    units = [shooters(gun(A="6", D="2"), n=60), shooters(gun("Sustained Hits D3", A="D6+3", D="D3"), n=40)]
    far, n = worst(units, [alike(60, W=5, Sv="4+"), alike(100, W=1, Sv="6+", FNP=5)], {}, 1)
    assert n == 4
    assert far <= 100 * CLOSE  # of hundreds of wounds; they are as close to each other as numbers can be


def test_what_is_too_long_is_left_to_the_engine() -> None:
    """And the others of the batch are not."""
    many, crowd = shooters(gun(A=100), n=100), alike(100, W=10)
    found = figures(RULESET, [PLAIN, many], [MARINES, crowd])
    assert found.taken.tolist() == [[True, False], [False, False]]
    assert apart(PLAIN, MARINES, (found.destroyed[0, 0], found.slain[0, 0], found.damage[0, 0])) <= CLOSE


# What is taken, and what is not --------------------------------------------------------------------------------------


MARINES = alike(5, Sv="3+")
PLAIN = shooters(gun("Rapid Fire 1", A=2))
MIXED = squad("Mixed", models("Guard", 3, Sv="3+"), models("Shield", 1, Sv="2+"))
PAIN = "Feel No Pain 4+ against mortal wounds"
FRAG = gun("Blast", name="launcher (frag)", of="launcher", A="D6")
KRAK = gun(name="launcher (krak)", of="launcher", S=9, AP=-2, D="D6")
LAUNCHER = squad("Launchers", models("Trooper", 4, gun()), models("Gunner", 2, FRAG, KRAK))
MARKED = squad("Hunters", models("Gunner", 2, FRAG, KRAK, abilities=("+1 to wound against MONSTER",)))
MANY, ONE = (
    gun(name=f"rotor ({name})", of="rotor", A=a, S=s, D=d) for name, a, s, d in (("many", 3, 4, 1), ("one", 1, 9, 3))
)
UNSAID = models("Somebody", 2)[0].but(toughness=0), 2
HURT = alike(1, W=5, lost=2)
TWO = squad("Two", models("Gunner", 3, gun(A=2)), models("Dread", 1, gun("Devastating Wounds", name="beam", D=2)))

TAKEN: tuple[tuple[str, Unit, Unit], ...] = (
    ("plain", PLAIN, MARINES),
    ("Devastating Wounds, there being no others", shooters(gun("Devastating Wounds", D=2)), MARINES),
    ("Devastating Wounds at one model", TWO, alike(1, W=10)),
    ("Devastating Wounds at models with one wound", TWO, alike(10, W=1)),
    ("Precision where nobody leads", shooters(gun("Precision")), MARINES),
    ("Stealth", PLAIN, alike(5, Sv="3+", abilities=("Stealth",))),
    ("half damage", shooters(gun(D=3)), alike(2, W=9, abilities=("incoming: half damage",))),
    ("a condition that holds", shooters(gun(), abilities=("+1 to wound against INFANTRY",)), MARINES),
    ("a condition of Strength and Toughness", shooters(gun(), abilities=("+1 to hit when S is equal to T",)), MARINES),
    ("models with other wounds", PLAIN, squad("Two", models("Guard", 3, W=1), models("Boss", 1, W=3))),
    ("whoever is hurt shoots", shooters(gun(), lost=1, abilities=("Damaged: 1-1",)), MARINES),
)
LEFT: tuple[tuple[str, Unit, Unit], ...] = (
    ("models that save otherwise", PLAIN, MIXED),
    ("a model that is hurt", PLAIN, HURT),
    ("what comes late, before others that do something else", TWO, alike(4, W=3)),
    ("Precision at a leader", shooters(gun("Precision")), led(models("Boss", 1, W=4), guards=models("Guard", 4, W=4))),
    ("what ignores mortal wounds alone", shooters(gun("Devastating Wounds")), alike(3, abilities=(PAIN,))),
    ("a Toughness that nobody has said", PLAIN, squad("Unsaid", UNSAID)),
    ("a leader who saves otherwise", PLAIN, led(models("Boss", 1, Sv="2+"), guards=models("Guard", 4, Sv="4+"))),
    ("one die", shooters(gun(), abilities=("re-roll one hit roll",)), MARINES),
    ("one die of the target", PLAIN, alike(2, Sv="3+", abilities=("re-roll one save",))),
    ("mortal wounds in addition", shooters(gun("1 mortal wounds in addition on critical wounds")), MARINES),
    ("mortal wounds of hits", shooters(gun("1 mortal wounds in addition on critical hits")), MARINES),
    ("criticals that are saved apart", shooters(gun("improve AP by 1 on critical wounds")), MARINES),
    ("an amount for the whole unit", shooters(gun(), abilities=("+D3 attacks",)), MARINES),
    ("damage changed to nothing once", PLAIN, alike(5, abilities=("incoming: no damage once",))),
    ("a Toughness that the shooter changes", shooters(gun(), abilities=('enemies within 30": -1 toughness',)), MARINES),
    ("nothing to shoot with", squad("Empty", models("Somebody", 3)), MARINES),
    ("a lone operative too far away", PLAIN, alike(1, abilities=("Lone Operative",))),
)  # fmt: skip


@each("why, shooter, target", TAKEN)
def test_taken(why: str, shooter: Unit, target: Unit) -> None:
    found = figures(RULESET, [shooter], [target])
    assert found.taken.all(), why
    assert apart(shooter, target, (found.destroyed[0, 0], found.slain[0, 0], found.damage[0, 0])) <= CLOSE


@each("why, shooter, target", LEFT)
def test_left_to_the_engine(why: str, shooter: Unit, target: Unit) -> None:
    """Beside a pair that is taken; what it has is none."""
    found = figures(RULESET, [PLAIN, shooter], [MARINES, target])
    assert found.taken[0, 0]
    assert not found.taken[1, 1], why
    assert np.isnan([found.destroyed[1, 1], found.slain[1, 1], found.damage[1, 1]]).all()
    assert distributions(RULESET, [shooter], [target]) == [[None]]


@each(
    "answers, settings",
    [
        ({"overwatch": "yes"}, {}),
        ({"plunging": "yes"}, {}),
        ({"cover:Target": "yes"}, {}),
        ({"distance": ["9", "12"]}, {}),
        ({"distance": "far"}, {}),
        ({"nonsense": "yes"}, {}),
        ({"distance": "30"}, {}),
        ({}, {"allocation": "best_save"}),
    ],
)
def test_other_answers_are_left_to_the_engine(answers: dict[str, Any], settings: dict[str, str]) -> None:
    assert not figures(RULESET, [PLAIN], [MARINES], answers, settings).taken.any()


@each(
    "shooter, others, said",
    [
        (shooters(gun(S=4), abilities=("+1 to hit when S is equal to T",)), [alike(5, T=4), alike(5, T=5)], {}),
        (shooters(gun("Anti-MONSTER 2+")), [alike(3), alike(3, keywords=("MONSTER",))], {}),
        (shooters(gun("Blast", A="D6")), [alike(4), alike(5), alike(10), alike(11)], {}),
        (
            squad("Two", models("Hunter", 1, gun(), abilities=("may target only MONSTER",)), models("Other", 1, gun())),
            [alike(3), alike(3, keywords=("MONSTER",)), alike(4)],
            {},
        ),
        (LAUNCHER, [alike(10, W=1), alike(2, T=9, W=8, Sv="3+"), alike(3, T=5, W=3), alike(3, T=5, W=1)], {}),
        (shooters(MANY, ONE), [alike(5, T=4, W=1), alike(5, T=8, W=1), alike(5, T=8, W=3)], {}),
        (LAUNCHER, [alike(5, Sv="2+"), alike(5, Sv="5+"), alike(5, Sv="5+/4++"), alike(5, FNP=4)], {"cover": "yes"}),
        (MARKED, [alike(10, W=1), alike(1, W=9, keywords=("MONSTER",)), alike(1, W=9), alike(4, W=2)], {}),
        (shooters(gun("Conversion 12", "Lethal Hits", range=20)), [alike(3)], {}),
        (shooters(gun("Conversion 12", "Lethal Hits", range=36)), [alike(3)], {}),
        (shooters(gun("Conversion 12", "Lethal Hits", range=36)), [alike(3)], {"distance": "12"}),
        (shooters(gun("Conversion 12", "Lethal Hits", range=36)), [alike(3)], {"distance": "13"}),
        (shooters(gun("Rapid Fire 1", "Melta 2"), abilities=('+6" range',)), [alike(3, W=5)], {"distance": "15"}),
        (shooters(gun("Rapid Fire 1", "Melta 2"), abilities=('+6" range',)), [alike(3, W=5)], {"distance": "28"}),
        (shooters(gun("Torrent", "Heavy")), [alike(3)], {"hit_modifier": "-1", "stationary": "yes"}),
    ],
)
def test_what_a_unit_looks_at(shooter: Unit, others: list[Unit], said: dict[str, str]) -> None:
    """Targets that a unit can tell apart are told apart, whichever comes first."""
    for targets_ in (others, others[::-1]):
        found = figures(RULESET, [shooter], targets_, said)
        assert found.taken.all()
        for j, target in enumerate(targets_):
            these = found.destroyed[0, j], found.slain[0, j], found.damage[0, j]
            assert apart(shooter, target, these, said) <= CLOSE


def test_who_chooses_between_profiles_by_what_else_it_has() -> None:
    """The same weapon, in the hands of others: one profile does more if each of its attacks does more damage."""
    plain, strong = shooters(MANY, ONE), shooters(MANY, ONE, abilities=("+1 damage",))
    helped = squad("Helped", models("Boss", 1, abilities=("unit: +1 damage",)), models("Gunner", 1, MANY, ONE))
    for others in ([alike(5, T=4, W=3), alike(5, T=8, W=3)], [alike(5, T=8, W=3), alike(5, T=4, W=3)]):
        found = figures(RULESET, [plain, strong, helped], others)
        for (i, shooter), (j, target) in product(enumerate((plain, strong, helped)), enumerate(others)):
            assert apart(shooter, target, (found.destroyed[i, j], found.slain[i, j], found.damage[i, j])) <= CLOSE


def test_settings_that_are_as_they_are_anyway() -> None:
    assert figures(RULESET, [PLAIN], [MARINES], {}, {"allocation": "listed"}).taken.all()


@pytest.mark.parametrize("edition", [one for one in RULESETS if one.short != "10e"], ids=lambda one: one.short)
def test_an_edition_without_chains(edition: Any) -> None:
    ruleset: Ruleset = edition.ruleset()
    assert ruleset.chains is None
    assert figures(ruleset, [PLAIN], [MARINES, MIXED]).taken.tolist() == [[False, False]]


@pytest.mark.parametrize(("units", "others"), [((), ()), ((PLAIN,), ()), ((), (MARINES,)), ((PLAIN,), (MIXED,))])
def test_nothing_to_do(units: tuple[Unit, ...], others: tuple[Unit, ...]) -> None:
    found = figures(RULESET, units, others)
    assert found.taken.shape == found.slain.shape == (len(units), len(others))
    assert not found.taken.any()


# Why it holds --------------------------------------------------------------------------------------------------------


def declared(shooter: Unit, target: Unit, said: Mapping[str, str]) -> Any:
    """The groups of the attack as it is played: every step up to the one that freezes them."""
    before = ATTACK[: ATTACK.index(form_groups) + 1]
    engine = Solver(Preset(said, raise_missing), RULESET.defaults(), False, False, ENDLESS)
    ((record, _),) = engine.run(before, RULESET.begin_attack(shooter, target))
    return record


@pytest.mark.slow
@pytest.mark.parametrize("said", SAID)
def test_what_is_declared_at_one_target_is_declared_at_all_that_show_the_same(said: dict[str, str]) -> None:
    """The guns of each attack, declared as it is played, are those that were frozen at another target of that sort."""
    table = Forking(Preset({}, raise_missing), RULESET.defaults())
    assert RULESET.chains is not None
    plain = RULESET.chains(read_answers(RULESET, said) or {}, table)
    assert isinstance(plain, Plain)
    step = 393  # of all pairs: there are thousands
    units = [*shipped(), *attackers(60, step), *(random_attack(Random(seed))[0] for seed in range(60))]
    others = [*shipped(), *targets(60, step), *(random_attack(Random(seed))[1] for seed in range(60))]
    known: dict[Any, Any] = {}
    taken = 0
    for shooter, target in [*product(units, others)][::step]:
        found = plain.target(target)
        if found is None or RULESET.why_cannot_meet(shooter, target):
            continue
        looks = plain.target_dependency(shooter)
        key = id(shooter), plain.shows(found, looks)
        if key not in known:  # somebody else who shows the same, if there is anybody
            same = (plain.target(one) for one in others[::-1])
            known[key] = plain.links(shooter, next(one for one in same if one and plain.shows(one, looks) == key[1]))
        links = known[key]
        if links is None:
            continue
        taken += 1
        shooting = declared(shooter, target, said)
        assert [link.n for link in links] == [group.n for group in shooting.groups]
        for link, group in zip(links, shooting.groups, strict=True):
            gun = group.gun.value
            assert (link.front, link.back) == (batch.front_of(gun), batch.back_of(gun))
            assert gun.toughness == found.meets
        assert not (shooting.mortal_wounds_due)
        assert not (shooting.spare)
        assert not (shooting.shielded)
    assert taken > 14_000 / step


def test_every_field_of_a_gun_is_of_some_rule() -> None:
    """What nobody has sorted in must be as it is in most guns."""
    sorted_in = {*batch.BEFORE, *batch.AFTER, *batch.OF_ALL, *batch.OF_NONE, *batch.WORDS}
    assert sorted_in <= {*Gun.fields}
    assert {*batch.USUAL} == {*Gun.fields} - sorted_in
    assert {"critical", "by_strength", "mortal", "single", "in_addition"} <= {*batch.USUAL}


@each("field", (*batch.OF_ATTACKS[:1], "skill", "to_wound", "strength"))
def test_a_rule_that_looks_where_it_should_not_is_found_out(field: str) -> None:
    gun = declared(PLAIN, MARINES, {}).groups[0].gun.value
    table = Forking(Preset({}, raise_missing), RULESET.defaults())
    assert RULESET.chains is not None
    plain = RULESET.chains({}, table)
    token = plain.token(batch.front_of(gun), 4)
    blank = token.but(gun=type(token.gun)(token.gun.value.but(**{field: UNREAD})))
    with pytest.raises(UnreadFieldRead):
        go_through(plain, blank, table)


def go_through(plain: Any, volley: Volley, table: Forking) -> None:
    """The volley and everything that becomes of it, by the rules."""
    todo: list[Any] = [volley]
    while todo:
        token = todo.pop()
        if rule := plain.convert.rules.get(type(token)):
            ends, _ = table.all_ends(True, rule, token, 1)
            todo += [then for pool in ends for then, _ in pool]


@each("operation", [
    bool, str, len, iter, int, lambda x: x == 1, lambda x: x < 1, lambda x: x + 1, lambda x: 1 - x, lambda x: x.dice,
    lambda x: x[0], lambda x: f"{x}", lambda x: 1 in x,
])  # fmt: skip
def test_what_is_unread_tells_whoever_looks(operation: Any) -> None:
    with pytest.raises(UnreadFieldRead):
        operation(UNREAD)


def test_numpy_is_opened_in_one_place() -> None:
    """So that it works in one thread, and for those alone who want it."""
    room = Path(shoot_cli.__file__).parent
    found = set()
    for file in room.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "numpy" in text else ():
            named = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            named += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name.partition(".")[0] == "numpy" for name in named):
                found.add(file.relative_to(room).as_posix())
    assert found == {"analysis/batch.py"}
