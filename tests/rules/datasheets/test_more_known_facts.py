"""Wordings that lists print of what is known: who is in a unit, how it moved, what it has (EFF-10, EFF-14, EFF-19)."""

from __future__ import annotations

import pytest

from shoot_cli.analysis.single_attack import check_clashes, rows_of, worked_out
from shoot_cli.engine.reasons import InputError
from shoot_cli.engine.ruleset import clash
from shoot_cli.importing.datasheets.abilities import PLAYED
from shoot_cli.importing.datasheets.abilities import read_ability as read_of
from shoot_cli.input.answers import Task
from shoot_cli.rules.datasheets.ability_grammar import condition_text, meant
from shoot_cli.rules.datasheets.conditions import follows, key_meant
from shoot_cli.rules.tenth import RULESET
from shoot_cli.rules.tenth.edition import ABILITIES
from tests.helpers.each import each
from tests.rules.datasheets.tabletop import Tabletop
from tests.rules.eleventh.helpers import tabletop as eleventh
from tests.rules.tenth.helpers import tabletop as tenth
from tests.rules.tenth.helpers.attacks import army, attack, battle, gun, hits, led, models, squad, state, targets

FIRST, END, GO_ON = ("first turn", "Mine"), ("unit", "end the phase"), ("next turn", "go on")
MISS, HIT = ("hit:gun", [1]), ("hit:gun", [6])
OWN = "Each time a model in this unit makes an attack, "

SAID = [  # words, whether they hold of five Targets with Stealth and of one Shooter, the key
    ("target contains one or more models with the Stealth ability", True, "if target has the stealth ability"),
    ("the target contains no models with the Stealth ability", False, "if target has the stealth ability"),
    ("target does not have the Stealth ability", False, "if target has the stealth ability"),
    ("target has the Lone Operative ability", False, "if target has the lone operative ability"),
    ("this unit contains 1 model", True, "if 1 models"),
    ("this unit contains 2 models", False, "if 2 models"),
    ("target contains 5 models", True, "if target 5 models"),
    ("target contains exactly 4 models", False, "if target 4 models"),
    ("target does not contain 5 models", False, "if target 5 models"),
    ("there are one or more Men man models in this unit", True, "if contains MEN MAN"),
    ("there are no Psyker models in this unit", True, "if contains PSYKER"),
    ("this unit's Men man model is on the battlefield", True, "if contains MEN MAN"),
    ("targeting INFANTRY units", True, "if target is INFANTRY"),
    ("targeting enemy VEHICLE units", False, "if target is VEHICLE"),
]  # fmt: skip

SPELLINGS = {  # by key: words of one fact; "no:" before those that deny it
    "if battle round 2 or later": (
        "in round 2 or later; battle round 2 or later; in the second battle round or later; round 2+; from round 2 on; "
        "in battle rounds 2 and later; starting from battle round 2; in turn 2 or later; no:before round 2; "
        "no:in round 1 or earlier"
    ),
    "if in round 1": "in round 1; in the first round; first battle round; during the first battle round; no:not in round 1",
    "if your turn": "your turn; it is my turn; own turn; no:it is the opponent's turn; no:their turn; no:the enemy's turn",
    "if first turn": "first turn; in the first turn; during the first player turn",
    "if target is closest": (
        "closest eligible; the closest eligible target; target is the closest eligible target; target is closest; "
        "it is the closest eligible target; targeting the closest eligible enemy unit; nearest; target closest; "
        "the target is the closest eligible unit to this unit; no:not closest; no:target is not the nearest"
    ),
    "if target was the last target": (
        "same target as before; the same target as last time; target is the same target as last time; same target; "
        "it targets the same unit as before; the target is the unit it shot last; no:not the same target"
    ),
    "if it destroyed a model": (
        "it destroyed a model this phase; it has destroyed a model; destroyed one or more enemy models this turn; "
        "it killed a model this turn; no:it has not destroyed any models"
    ),
    "if it destroyed a unit": (
        "it destroyed a unit this phase; it has destroyed an enemy unit this turn; destroyed one or more enemy units"
    ),
    "disembarked": "disembarked; it disembarked; disembarked this turn; got out of a transport; no:did not disembark",
    "stationary": "stationary; it did not move; has not moved this turn; made no move; no:it moved; no:moved this turn",
    "advanced": "it Advanced; advanced this turn; made an Advance move; no:it did not Advance; no:did not Advance this turn",
    "fell_back": "it Fell Back; has fallen back; no:it did not Fall Back",
    "set_up": "set up; arrived; it arrived from Reserves this turn; was set up on the battlefield",
    "if target on an objective": (
        "targets are within range of objective markers; target is on an objective marker; targets are on objectives; "
        "no:the targets are not within range of an objective marker"
    ),
    "cover": "target has cover; target in cover; targets are in cover; target gains cover; no:target has no cover",
    "if this unit is INFANTRY": "INFANTRY; it is INFANTRY; no:not INFANTRY",
    "if target is INFANTRY": "target INFANTRY; target is INFANTRY; targets are INFANTRY; no:target is not INFANTRY",
}  # fmt: skip


def shooter(name, *abilities, n=1, **stats):
    return squad(name, models(f"{name} man", n, gun(), abilities=abilities, **stats))


def shoots(unit, target):
    return [("unit", unit), ("target", target)]


def rows(played, key, nth=0):
    return [part.key for part in played.question(key, nth).parts]


@pytest.mark.rule("10E-EFF-10", "10E-EFF-14", "10E-EFF-21")
@each("words, holds, key", [(words.replace("Men man", "Men Man"), holds, key) for words, holds, key in SAID])
def test_of_fresh_units_it_is_known(words: str, holds: bool, key: str) -> None:
    stealthy = squad("Targets", models("Target", 5, abilities=("Stealth",)))
    ours = shooter("Men", f"+1 to hit if {words}")
    penalty = 1  # for Stealth
    played = attack(ours, stealthy, MISS)
    assert played.need() == (2 if holds else 3) + penalty, words
    assert key_meant(f"if {words}") is not None
    assert key_meant(f"if {words}")[0] == key, words  # type: ignore[index]
    (part,) = [one for one in played.question("facts").parts if one.key == key]
    assert part.computed
    other = {"yes": "no", "no": "yes"}[part.default]
    assert attack(ours, stealthy, MISS, **{key: other}).need() == (3 if holds else 2) + penalty, words


@pytest.mark.rule("10E-EFF-21")
@each("words, holds, key", SAID)
def test_what_is_said_of_it_is_read_again(words: str, holds: bool, key: str) -> None:
    fact = meant(words.replace("Men man", "Men Man"))
    assert fact is not None
    assert meant(condition_text(fact.words, fact.denied)) == fact


@pytest.mark.rule("10E-EFF-21", "10E-DEF-STEALTH-1")
def test_an_ability_that_hangs_on_something_is_asked() -> None:
    key = "if target has the stealth ability"
    ours = shooter("Men", "+1 to hit if the target contains one or more models with the Stealth ability")
    unit = squad("Targets", models("Target", 5, abilities=("Stealth if Waaagh!",)))
    (part,) = [one for one in attack(ours, unit, MISS).question("facts").parts if one.key == key]
    assert not part.computed
    boss = led(models("Boss", 1, leader=True, abilities=("Stealth",)), guards=models("Guard", 2))
    assert attack(ours, boss, HIT, ("wound:gun", [1])).need() == 2  # one model of it is enough


@pytest.mark.rule("10E-EFF-14")
def test_so_many_models_are_counted_in_a_battle() -> None:
    ours = army("Mine", shooter("First"), shooter("Hunter", "+1 to hit if target contains 2 models"))
    orks = army("Theirs", squad("Orks", models("Ork", 3, W=1)))
    script = [*shoots("First", "Orks"), HIT, ("wound:gun", [6]), *shoots("Hunter", "Orks")]
    assert battle(ours, orks, FIRST, *shoots("Hunter", "Orks")).need() == 3
    assert battle(ours, orks, FIRST, *script).need(nth=1) == 2


# How it moved --------------------------------------------------------------------------------------------------------

LAST = "incoming: -1 to hit if this unit Advanced in your previous Movement phase"


@pytest.mark.rule("10E-EFF-19")
@each("how, needed", [("advanced", 4), ("remained stationary", 3), ("fell back", 3)])
def test_who_advanced_in_its_last_turn_is_remembered(how: str, needed: int) -> None:
    bikes = squad("Bikes", models("Bike", 5, abilities=(LAST,)))
    script = [FIRST, *state("Bikes", how), END, *shoots("Orks", "Bikes")]
    played = battle(army("Mine", bikes, shooter("First")), army("Theirs", shooter("Orks")), *script)
    assert played.need() == needed
    assert "if target Advanced last turn" not in rows(played, "facts:Bikes")


@pytest.mark.rule("10E-EFF-19")
def test_who_did_not_say_so_is_asked_once_until_its_next_turn() -> None:
    key = "if target Advanced last turn"
    bikes = squad("Bikes", models("Bike", 5, abilities=(LAST,)))
    said = [("unit", "Orks"), ("target", "Bikes"), ("facts:Bikes", {key: "yes"}), MISS]
    played = battle(
        army("Mine", bikes, shooter("First")),
        army("Theirs", shooter("Orks"), shooter("More")),
        FIRST,
        END,
        *said,
        *shoots("More", "Bikes"),
    )
    assert key in rows(played, "facts:Bikes")
    assert key not in rows(played, "facts:Bikes", 1)
    assert played.need(nth=1) == 4
    quiet = army("Theirs", bikes, shooter("Orks"))  # of whose turn nothing was said
    second = [FIRST, END, END, GO_ON, *shoots("First", "Bikes")]
    assert key in rows(battle(army("Mine", shooter("First")), quiet, *second), "facts:Bikes")
    before = battle(army("Mine", shooter("First")), army("Theirs", bikes), FIRST, *shoots("First", "Bikes"))
    assert key not in rows(before, "facts:Bikes")  # it has had no turn yet


@pytest.mark.rule("10E-EFF-5", "10E-EFF-19")
def test_who_got_out_of_the_transport_is_known() -> None:
    line = "mark after shooting: +1 to hit if the attacker disembarked from this transport this turn"
    boat = squad("Boat", models("Boat", 1, gun(), abilities=(line,)), keywords=("VEHICLE", "TRANSPORT"))
    key = "if it disembarked from this transport"
    orks = army("Theirs", targets(5, "Orks"))

    def played(*reported, more=()):
        script = [FIRST, *reported, *shoots("Boat", "Orks"), HIT, ("wound:gun", [1]), *shoots("Men", "Orks")]
        return battle(army("Mine", boat, shooter("Men"), *more), orks, *script)

    out = state("Men", "disembarked this turn")
    assert played().need(nth=1) == 3
    assert played(*out).need(nth=1) == 2
    for one in (played(), played(*out)):
        assert not [row for row in rows(one, "facts:Orks", 1) if row.startswith("if ")]
    other = squad("Hulk", models("Hulk", 1), keywords=("VEHICLE", "TRANSPORT"))
    assert [row for row in rows(played(*out, more=(other,)), "facts:Orks", 1) if row.startswith("if ")] == [
        key_meant("if this unit disembarked from this transport")[0]  # type: ignore[index]
    ], key
    assert not [row for row in rows(played(more=(other,)), "facts:Orks", 1) if row.startswith("if ")]


# On import -----------------------------------------------------------------------------------------------------------

HIT_ROLL = "add 1 to the Hit roll."
TEXTS = [
    (f"{OWN[:-2]} that targets a unit that contains one or more models with the Stealth ability, {HIT_ROLL}",
     ("+1 to hit if target has the stealth ability",)),
    (f"While this unit contains 2 models, {OWN[0].lower()}{OWN[1:]}{HIT_ROLL}", ("+1 to hit if 2 models",)),
    (f"While there are one or more Psyker models in this unit, {OWN[0].lower()}{OWN[1:]}{HIT_ROLL}",
     ("+1 to hit if contains PSYKER",)),
    ("Weapons equipped by models in this unit have the [DEVASTATING WOUNDS] ability when targeting Tyranids units.",
     ("Devastating Wounds if target is TYRANIDS",)),
    ("Each time an attack targets this unit, if this unit Advanced in your previous Movement phase, subtract 1 from the "
     "Hit roll.", ("incoming: -1 to hit if Advanced last turn as Old Trick",)),
    ("Each time you target this unit with the Fire Overwatch Stratagem, hits are scored on unmodified Hit rolls of 5+ "
     "while resolving that Stratagem.", ("Overwatch hits on 5+",)),
    (f"While this unit is leading a unit and contains a Tide Warden model, {OWN[0].lower()}{OWN[1:]}{HIT_ROLL}",
     ("+1 to hit if led if contains TIDE WARDEN",)),
    ("While an INQUISITOR model is leading a unit that contains one or more DAEMONHOST models, models in this unit have a "
     "5+ invulnerable save.", ("invulnerable save 5+ if led by INQUISITOR if contains DAEMONHOST",)),
    ("While this unit's Old Hand model is on the battlefield, each time a model in this unit makes an attack, "
     f"{HIT_ROLL}", ("+1 to hit if contains OLD HAND",)),
]  # fmt: skip


@pytest.mark.rule("IMP-40", "10E-EFF-21")
@each("text, words", TEXTS)
def test_a_sentence_about_what_is_known_asks_nothing(text: str, words: tuple[str, ...]) -> None:
    found = read_of("Old Trick", text, ABILITIES)
    assert (found.words, found.fate, found.guesses) == (words, PLAYED, ())


# Whose turn it is ----------------------------------------------------------------------------------------------------

OVERWATCH, YOURS, THEIRS = {"overwatch": "yes"}, "if your turn", "if target your turn"


def task_of(edition: str, said: dict[str, str]) -> Task:
    own, other = ("+1 to wound if your turn",), ("incoming: -1 to wound if your turn",)
    if edition == "10e":
        units = shooter("Men", *own), squad("Targets", models("Target", 5, abilities=other))
    else:
        units = eleventh.shooters(1, eleventh.gun(), has=own), eleventh.targets(5, has=other)
    return Task({"10e": RULESET, "11e": eleventh.RULESET}[edition], *units, said, {})


@pytest.mark.rule("10E-OOP-1", "11E-SNAP-1", "10E-EFF-21")
@each("edition, said", [("10e", OVERWATCH), ("11e", OVERWATCH), ("11e", {"shooting": "snap"})])
def test_in_overwatch_nobody_guesses_whose_turn_it_is(edition: str, said: dict[str, str]) -> None:
    assert not {YOURS, THEIRS} & {*worked_out(task_of(edition, said)).document()["assumed"]}
    rows = {row["key"]: row for row in rows_of(task_of(edition, said))}
    assert [(rows[key]["default"], rows[key].get("computed")) for key in (YOURS, THEIRS)] == [
        ("no", True),
        ("yes", True),
    ]
    usual = worked_out(task_of(edition, {})).document()
    assert [usual["assumed"][key] for key in (YOURS, THEIRS)] == ["yes", "no"]


@pytest.mark.rule("10E-OOP-1", "11E-SNAP-1")
@each("edition", ["10e", "11e"])
def test_overwatch_in_ones_own_turn_is_refused(edition: str) -> None:
    for key, value in ((YOURS, "yes"), (THEIRS, "no")):
        task = task_of(edition, {**OVERWATCH, key: value})
        told = [(one, text, text) for one, text in task.answers.items()]
        assert "contradict each other" in (clash(task.ruleset.contradictions, told, task.attacker, task.target) or "")


# Figures -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-EFF-1", "10E-EFF-14")
def test_figures_of_fresh_units() -> None:
    """Six shots that are rolled again at whoever is untouched; 36 at Nobz whom a Warboss leads, who are wounded on 4+."""
    ballistus = shooter("Ballistus", "re-roll hit rolls if target not below half strength", n=6)
    assert float(hits(ballistus)) == pytest.approx(5.33, abs=0.005)
    boss = models("Warboss", 1, keywords=("WARBOSS",), leader=True, T=5, W=6, Sv="4+")
    line = "unit: incoming: -1 to wound if led by WARBOSS"
    nobz = led(boss, guards=models("Nob", 10, T=5, W=2, Sv="4+", abilities=(line,)))
    found = worked_out(Task(RULESET, squad("Men", models("Man", 12, gun(A=3, S=6))), nobz, {}, {})).document()
    assert found["expected"]["unsaved"] == pytest.approx(6.0, abs=0.005)


# Once per battle round -----------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-EFF-20", "10E-EFF-59")
def test_what_is_used_once_per_battle_round_is_struck_off_for_both_turns_of_it() -> None:
    key, men = "use Trick", shooter("First", "+1 to hit once per battle round as Trick")
    ours, theirs = army("Mine", men), army("Theirs", shooter("Orks"))
    used = [FIRST, ("unit", "First"), ("target", "Orks"), ("facts:Orks", {key: "yes"}), MISS]
    assert key in rows(battle(ours, theirs, *used), "facts:Orks")
    watch = [("unit", "overwatch"), ("overwatch", "First"), ("target", "Orks")]
    assert key not in rows(battle(ours, theirs, *used, *watch), "facts:Orks", 1)
    assert key in rows(battle(ours, theirs, *[*used, END, GO_ON, *shoots("First", "Orks")]), "facts:Orks", 1)
    second = army("Theirs", shooter("Orks", "+1 to hit once per battle round as Trick"))
    own = [FIRST, *watch[:1], ("overwatch", "Orks"), ("target", "First"), ("facts:First", {key: "yes"}), MISS]
    assert key not in rows(battle(ours, second, *own, END, *shoots("Orks", "First")), "facts:First", 1)


@pytest.mark.rule("IMP-40", "10E-EFF-20")
def test_a_sentence_of_once_per_battle_round_asks_nothing() -> None:
    text = "Once per battle round, you can target this unit with the Fire Overwatch Stratagem for 0CP."
    found = read_of("Old Trick", text, ABILITIES)
    assert (found.words, found.fate, found.guesses) == (("free Overwatch once per battle round",), PLAYED, ())


@pytest.mark.rule("EVE-70", "EVE-31")
@each("edition", ["10e", "11e"])
@each(
    "one, other, effects",
    [
        ("stationary", "set_up", "Heavy; +1 to wound if set up this turn"),
        ("stationary", "disembarked", "Heavy; +1 to wound if disembarked this turn"),
        ("if target below half strength", "if target below strength",
         "+1 to hit if target below half strength; +1 to wound if target is at its Starting Strength"),
    ],
)  # fmt: skip
def test_conditions_of_told_effects_contradict_facts_too(edition: str, one: str, other: str, effects: str) -> None:
    said = {one: "yes", other: "no" if other == "if target below strength" else "yes", "effects": effects}
    with pytest.raises(InputError, match="contradict each other") as refused:
        check_clashes(task_of(edition, said))
    assert all(f"{key}={said[key]}" in str(refused.value) for key in (one, other))
    check_clashes(task_of(edition, {key: value for key, value in said.items() if key != other}))


@pytest.mark.rule("EVE-70", "EVE-71", "EVE-72")
@each("key, words", SPELLINGS.items())
def test_all_spellings_of_a_fact_are_one_key_and_one_question(key: str, words: str) -> None:
    said = [one.removeprefix("no:") for one in words.split("; ")]
    denied = [one.startswith("no:") for one in words.split("; ")]
    for one, no in zip(said, denied, strict=True):
        assert key_meant(f"if {one}") == (key, no), one
    men = shooter("Men", *(f"+1 to wound if {one}" for one in said))
    parts = [part.key for part in attack(men, targets(5), MISS).question("facts").parts]
    assert [one for one in parts if one.startswith("if ") and one != key] == []


@pytest.mark.rule("EVE-70", "10E-EFF-17")
def test_the_closest_is_always_who_is_shot_at() -> None:
    guarded = squad("Targets", models("Target", 5, abilities=("incoming: -1 to hit if it is closest",)))
    for near, need in (("no", 3), ("yes", 4)):
        assert attack(shooter("Men"), guarded, MISS, **{"if target is closest": near}).need() == need


@pytest.mark.rule("EVE-70", "EVE-72")
def test_words_of_ones_own_stay_questions() -> None:
    for words in ("Waaagh!", "inspired", "within range of an objective marker you control", "it charged"):
        assert key_meant(f"if {words}") is None, words
    under = "target within range of an objective marker you control"
    assert key_meant(f"if {under}") == (f"if the target is {under.removeprefix('target ')}", False)


IMPLIED = (  # what is said, and what it means for another fact of the same attack
    ("if battle round 2 or later", "yes", "if in round 1", "no"),
    ("if in round 1", "no", "if battle round 2 or later", "yes"),
    ("if battle round 3 or later", "yes", "if battle round 2 or later", "yes"),
    ("if in rounds 2-3", "yes", "if first turn", "no"),
    ("if target below half strength", "yes", "if target below strength", "yes"),
    ("if target at or below half strength", "yes", "if target has lost wounds", "yes"),
    ("if target 6 or more models", "no", "if target 4 or more models", ""),
    ("if target 5 or more models", "no", "if target 4 models", ""),
    ("if target 3 or more models", "no", "if target 5 or more models", "no"),
    ("if led by WARBOSS", "yes", "if led", "yes"),
    ("if led by WARBOSS", "yes", "if led by CHARACTER or WARBOSS", "yes"),
    ("if led", "yes", "if led by WARBOSS", ""),
    ("if this unit is ORKS", "yes", "if target is ORKS", ""),
    ("if target was hit by these", "yes", "if target was shot at", "yes"),
    ("if it destroyed a unit", "yes", "if it destroyed a model", "yes"),
)


@pytest.mark.rule("10E-EFF-14", "10E-EFF-21", "EVE-70")
@each("key, said, other, means", IMPLIED)
def test_a_fact_that_is_said_implies_the_weaker_ones(key: str, said: str, other: str, means: str) -> None:
    assert follows(key, said, other) == means
    assert (
        not means
        or follows(other, {"yes": "no", "no": "yes"}[means], key) == {"yes": "no", "no": "yes"}[said]
        or (key == "if first turn" or other == "if first turn")
    )
    men = shooter("Men", f"+1 to hit {key}", f"-1 to wound {other}")

    def answer(**told: str) -> object:
        return worked_out(Task(RULESET, men, targets(5), dict(told), {})).document()["expected"]

    usual = {row["key"]: row["default"] for row in rows_of(Task(RULESET, men, targets(5), {}, {}))}[other]
    assert answer(**{key: said}) == answer(**{key: said, other: means or usual})


@pytest.mark.rule("10E-EFF-14", "10E-EFF-21")
@each("key, said, other, means", [one for one in IMPLIED if one[3]])
@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_facts_that_contradict_each_other_are_named(edition: str, key: str, said: str, other: str, means: str) -> None:
    task = task_of(edition, {key: said, other: {"yes": "no", "no": "yes"}[means]})
    with pytest.raises(InputError, match="contradict each other") as error:
        check_clashes(task)
    assert key in str(error.value)
    assert other in str(error.value)


@pytest.mark.rule("10E-ELIG-3", "11E-ENG-1")
@pytest.mark.parametrize(("table", "inches"), [(tenth.TABLE, 1), (eleventh.TABLE, 2)], ids=["10e", "11e"])
def test_who_stands_so_near_is_in_combat_and_nothing_else_is_assumed(table: Tabletop, inches: int) -> None:
    """What is assumed can be said back: it comes to the same, and contradicts nothing."""
    sides, combat = (table.tank(table.gun()), table.tank(table.gun(), name="Other")), {"engaged", "target_engaged"}
    open_ground = table.worked(*sides, distance=12)["damage"]
    for far, apart in ((inches, False), (inches + 0.5, True)):
        found = table.worked(*sides, distance=f"{far}")
        assert combat & {*found["assumed"]} == (combat if apart else set())
        assert table.worked(*sides, **found["assumed"], distance=f"{far}")["damage"] == found["damage"]
        assert (found["damage"] == open_ground) == apart
