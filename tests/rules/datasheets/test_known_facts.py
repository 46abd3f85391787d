"""What lists and battles know is not asked: one row of facts after the other, in any words, denied or not (EFF-14 to 21).

Each line of ``SAID`` is a condition, whether it holds of a fresh unit, and the key under which it may be said otherwise.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from shoot_cli.input.answers import in_known_words
from shoot_cli.rules.datasheets.ability_grammar import condition_text, meant
from shoot_cli.rules.datasheets.conditions import key_meant
from tests.helpers.each import each
from tests.rules.eleventh.helpers import tabletop as eleventh
from tests.rules.tenth.helpers.attacks import army, attack, battle, gun, hits, led, models, squad, state, targets

FIRST, END, GO_ON = ("first turn", "Mine"), ("unit", "end the phase"), ("next turn", "go on")
MISS, HIT = ("hit:gun", [1]), ("hit:gun", [6])
FELLED = [HIT, ("wound:gun", [6])]

HALF, TARGET_HALF = "if below half strength", "if target below half strength"
SAID = [  # words, whether they hold of five fresh Targets and one Shooter, the key
    ("below half strength", False, HALF),
    ("not below half strength", True, HALF),
    ("this unit is not below Half-strength", True, HALF),
    ("target below half strength", False, TARGET_HALF),
    ("the target is not below Half-strength", True, TARGET_HALF),
    ("that target isn't below half-strength", True, TARGET_HALF),
    ("target at least half strength", True, TARGET_HALF),
    ("target is above half strength", True, "if target at or below half strength"),
    ("it is at or below half strength", False, "if at or below half strength"),
    ("target below its Starting Strength", False, "if target below strength"),
    ("target is at its Starting Strength", True, "if target below strength"),
    ("target is not at full strength", False, "if target below strength"),
    ("at full strength", True, "if below strength"),
    ("led", False, "if led"),
    ("not led", True, "if led"),
    ("it leads no unit", True, "if led"),
    ("leading", False, "if led"),
    ("a WARBOSS model is leading this unit", False, "if led by WARBOSS"),
    ("no WARBOSS model is leading this unit", True, "if led by WARBOSS"),
    ("target led by CHARACTER", False, "if target led by CHARACTER"),
    ("target is INFANTRY", True, "if target is INFANTRY"),
    ("the target is not a MONSTER or VEHICLE unit", True, "if target is MONSTER or VEHICLE"),
    ("target does not have the FLY keyword", True, "if target is FLY"),
    ("target has INFANTRY", True, "if target is INFANTRY"),
    ("target does not have MONSTER", True, "if target is MONSTER"),
    ("target can FLY", False, "if target is FLY"),
    ("target does not have the Reef or Tide keywords", True, "if target is REEF or TIDE"),
    ("target contains one or more INFANTRY models", True, "if target contains INFANTRY"),
    ("target does not contain a Tide Warden", True, "if target contains TIDE WARDEN"),
    ("this unit contains a Men Man model", True, "if contains MEN MAN"),
    ("the attacker is INFANTRY", True, "if this unit is INFANTRY"),
    ("attacker is no ORKS", True, "if this unit is ORKS"),
    ("target 5 or more models", True, "if target 5 or more models"),
    ("the target contains 6 or more models", False, "if target 6 or more models"),
    ("target 5 or fewer models", True, "if target 6 or more models"),
    ("fewer than 2 models", True, "if 2 or more models"),
    ("target has lost one or more wounds", False, "if target has lost wounds"),
    ("target has not lost any wounds", True, "if target has lost wounds"),
    ("Damaged", False, "if Damaged"),
    ("within Engagement Range of one or more enemy units", False, "engaged"),
    ("not within Engagement Range of the target", True, "together"),
    ("it did not Remain Stationary this turn", True, "stationary"),
    ("it was set up on the battlefield this turn", False, "set_up"),
    ("target is Battle-shocked", False, "if target Battle-shocked"),
    ("not Battle-shocked", True, "if Battle-shocked"),
    ("it has shot this phase", False, "if it has shot"),
    ("it destroyed an enemy unit this turn", False, "if it destroyed a unit"),
    ("target was not shot at by this unit this turn", True, "if target was shot at by these"),
    ("target is not the same target as before", True, "if target was the last target"),
    ("battle round 2 or later", False, "if battle round 2 or later"),
    ("it is the first battle round", True, "if in round 1"),
    ("it is turn 1", True, "if in round 1"),
    ("it is turn 2 or later", False, "if battle round 2 or later"),
    ("it is your opponent's turn", False, "if your turn"),
    ("every model is equipped with a gun", True, "if it has only models with gun"),
    ("every model in this unit is equipped with a lamp", False, "if it has only models with lamp"),
    ("target is Hidden", False, "hidden"),
    ("target is in cover", False, "cover"),
    ("the target does not have the benefit of cover", True, "cover"),
    ("target in the open", True, "cover"),
    ("target is visible", True, "visible"),
    ("the target is not visible to this unit", False, "visible"),
    ("target is visible to the attacking model", True, "visible"),
]  # fmt: skip


def shooter(name, *abilities, n=1, **stats):
    return squad(name, models(f"{name} man", n, gun(), abilities=abilities, **stats))


def shoots(unit, target, **facts):
    return [("unit", unit), ("target", target), *([(f"facts:{target}", facts)] if facts else [])]


def told(unit, target, said):
    return [("unit", unit), ("target", target), (f"facts:{target}", said)]


def rows(played, key, nth=0):
    return [part.key for part in played.question(key, nth).parts]


# In an attack on its own ---------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-EFF-14", "10E-EFF-18", "10E-EFF-19", "10E-EFF-21", "EVE-70", "EVE-75")
@each("words, holds, key", SAID)
def test_of_fresh_units_it_is_known(words: str, holds: bool, key: str) -> None:
    assert attack(shooter("Men", f"+1 to hit if {words}"), targets(5), MISS).need() == (2 if holds else 3), words
    assert key_meant(f"if {words}") is not None
    assert key_meant(f"if {words}")[0] == key, words  # type: ignore[index]


@pytest.mark.slow
@pytest.mark.rule("10E-EFF-21", "EVE-72", "EVE-75")
@each("words, holds, key", [one for one in SAID if one[2].startswith("if ")])
def test_a_fact_is_one_question_however_it_is_worded_and_may_be_said_otherwise(
    words: str, holds: bool, key: str
) -> None:
    men = shooter("Men", f"+1 to hit if {words}", f"-1 to wound if {key.removeprefix('if ')}")
    parts = [part for part in attack(men, targets(5), MISS).question("facts").parts if part.key == key]
    assert len(parts) == 1, words
    own = parts[0]
    assert own.computed == (key not in ("if battle round 2 or later", "if in round 1", "if your turn"))
    other = {"yes": "no", "no": "yes"}[own.default]
    assert attack(men, targets(5), MISS, **{key: other}).need() == (3 if holds else 2), words


@pytest.mark.rule("10E-EFF-18", "EVE-71")
@each("said, known", [("yes", "no"), ("Yes", "no"), ("y", "no"), (True, "no"), ("#2", "no"), ("No", "yes")])
def test_a_denied_fact_is_turned_round_however_its_answer_is_typed(said: str | bool, known: str) -> None:
    key, other = "if target has lost wounds", "if target has not lost wounds"
    assert in_known_words({other: said}, {key}, key_meant) == {key: known}
    assert in_known_words({key: known.upper(), other: said}, {key}, key_meant) == {key: known}


@pytest.mark.rule("10E-EFF-21")
@each("words, holds, key", SAID)
def test_what_is_said_of_a_fact_is_read_again(words: str, holds: bool, key: str) -> None:
    fact = meant(words)
    assert fact is not None
    assert meant(condition_text(fact.words, fact.denied)) == fact


@pytest.mark.rule("10E-EFF-14")
def test_a_re_roll_against_what_is_not_below_half_strength_works_at_once() -> None:
    men = shooter("Men", "re-roll hit rolls if target not below half strength", n=6)
    assert hits(men) == Fraction(6) * Fraction(8, 9)
    assert hits(men, targets(1, "Tank", W=10, lost=6)) == 4


@pytest.mark.rule("10E-EFF-14")
@each("lost, below, at_or_below", [(4, False, False), (5, False, True), (6, True, True)])
def test_exactly_half_is_at_half_strength_and_not_below(lost: int, below: bool, at_or_below: bool) -> None:
    hurt = targets(1, "Tank", W=10, lost=lost)
    for words, holds in (("below", below), ("at or below", at_or_below), ("above", not at_or_below)):
        men = shooter("Men", f"+1 to hit if target {words} half strength")
        assert attack(men, hurt, MISS).need() == (2 if holds else 3), words


@pytest.mark.rule("10E-EFF-21")
def test_what_only_players_see_is_asked_once_and_denied() -> None:
    men = shooter("Men", "+1 to hit if not Waaagh!", "-1 to wound if Waaagh!")
    assert attack(men, targets(5), MISS).need() == 2
    assert attack(men, targets(5), MISS, **{"if Waaagh!": "yes"}).need() == 3
    (asked,) = [part for part in attack(men, targets(5), MISS).question("facts").parts if part.key == "if Waaagh!"]
    assert not asked.computed


@pytest.mark.rule("10E-EFF-21", "EVE-71", "EVE-75")
@each(
    "words, holds, key",
    [
        ("target is spotted", False, "if the target is spotted"),
        ("target is a Spotted unit", False, "if the target is a Spotted unit"),
        ("the target isn't on fire", True, "if the target is on fire"),
        ("it is not inspired", True, "if it is inspired"),
        ("target does not have spotted", False, "if target does not have spotted"),
    ],
)
def test_words_that_name_no_keyword_are_asked_and_denied(words: str, holds: bool, key: str) -> None:
    men = shooter("Men", f"+1 to hit if {words}")
    (asked,) = [part for part in attack(men, targets(5), MISS).question("facts").parts if part.key == key]
    assert not asked.computed
    assert attack(men, targets(5), MISS).need() == (2 if holds else 3)
    assert attack(men, targets(5), MISS, **{key: "yes"}).need() == (3 if holds else 2)
    assert in_known_words({f"if {words}": "no"}, {key}, key_meant) == {key: "yes" if holds else "no"}


THREE_WORDINGS = (
    "target is on objective", "target is an enemy unit within range of an objective marker",
    "targeting enemy units in range of one or more objective markers", "target is not within range of an objective",
)  # fmt: skip


@pytest.mark.rule("10E-EFF-15", "EVE-72")
def test_a_fact_in_words_of_the_table_is_one_question_with_and_without_its_verb() -> None:
    words = ("target spotted", "the target is spotted", "target is spotted", "the target spotted")
    men = shooter("Men", *(f"+1 to hit if {said}" for said in words), "-1 to wound if target not spotted")
    key = "if the target is spotted"
    played = attack(men, targets(5), MISS, **{key: "yes"})
    assert [part.key for part in played.question("facts").parts if "spotted" in part.key] == [key]
    assert played.need() == 2
    assert {key_meant(f"if {said}") for said in words} <= {(key, False), None}  # None: it is the key already


@pytest.mark.rule("10E-EFF-15", "EVE-72")
def test_an_objective_is_one_fact_in_all_wordings() -> None:
    men = shooter("Men", *(f"{one} if {words}" for one, words in zip(
        ("+1 to hit", "+1 to wound", "improve AP by 1", "-1 to hit"), THREE_WORDINGS, strict=True)))  # fmt: skip
    played = attack(men, targets(5), MISS)
    assert [key for key in rows(played, "facts") if "objective" in key] == ["if target on an objective"]


@pytest.mark.rule("10E-EFF-12", "10E-EFF-13")
@each(
    "words, holds",
    [
        ('the target is within 12"', True),
        ('the target is not within 12"', False),
        ('target within 12"', True),
        ('target beyond 12"', False),
        ('unless the target is within 12"', False),
        ('target is more than 12" away', False),
        ("not within half range", False),
        ("the target is within half range", True),
        ("that attack's Strength is not greater than the target's Toughness", True),
        ("S is greater than T", False),
        ("the attack is a ranged attack", True),
    ],
)
def test_the_distance_and_the_attack_are_known(words: str, holds: bool) -> None:
    written = words if words.startswith("unless") else f"if {words}"
    assert attack(shooter("Men", f"+1 to hit {written}"), targets(5), MISS, distance=12).need() == (2 if holds else 3)


@pytest.mark.rule("10E-EFF-21")
def test_rounds_are_told_without_if() -> None:
    for words, holds in (("in rounds 1-3", True), ("in rounds 2-3", False)):
        assert attack(shooter("Men", f"+1 to hit {words}"), targets(5), MISS).need() == (2 if holds else 3)


@pytest.mark.rule("10E-OOP-1", "10E-EFF-21")
def test_overwatch_is_shot_in_the_turn_of_the_other_player() -> None:
    mine, theirs = "-1 to wound if your turn", "incoming: -1 to wound if it is your turn"
    for own, other, usual, out_of_turn in ((mine, (), 5, 4), ("", (theirs,), 4, 5)):
        men = shooter("Men", *filter(None, [own]))
        unit = squad("Targets", models("Target", 5, abilities=other))
        needs = [
            attack(men, unit, HIT, ("wound:gun", [1]), overwatch=said).question("wound:gun").need.target
            for said in ("no", "yes")
        ]
        assert needs == [usual, out_of_turn]


@pytest.mark.rule("10E-EFF-1")
def test_who_leads_is_read_in_the_list() -> None:
    def guards(*abilities, keywords=()):
        boss = models("Boss", 1, gun(name="fist"), keywords=keywords, leader=True)
        return led(boss, guards=models("Nob", 4, gun(), abilities=abilities))

    for words in ("led by WARBOSS", "a WARBOSS model is leading this unit", "it is led by a WARBOSS"):
        line = f"incoming: -1 to wound if {words}"
        shots = squad("Men", models("Man", 1, gun()))
        needs = [
            attack(shots, unit, HIT, ("wound:gun", [1])).question("wound:gun").need.target
            for unit in (
                guards(line, keywords=("WARBOSS",)),
                guards(line),
                squad("Nobz", models("Nob", 4, abilities=(line,))),
            )
        ]
        assert needs == [5, 4, 4], words


# In a battle ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-EFF-14", "10E-EFF-18", "EVE-70")
@each(
    "words, before, after",
    [
        ("target is not below half strength", 2, 3),
        ("target below half strength", 3, 2),
        ("target is at its Starting Strength", 2, 3),
        ("target 3 or more models", 2, 3),
        ("target has lost one or more wounds", 3, 2),
        ("target was shot at this phase", 3, 2),
        ("target was shot at by this unit this turn", 3, 3),
        ("target is INFANTRY", 2, 2),
    ],
)
def test_a_battle_counts_and_asks_nothing(words: str, before: int, after: int) -> None:
    ours = army("Mine", shooter("First"), shooter("Second"), shooter("Hunter", f"+1 to hit if {words}"))
    orks = army("Theirs", squad("Orks", models("Ork", 3, W=1)))
    assert battle(ours, orks, FIRST, *shoots("Hunter", "Orks")).need() == before
    script = [*shoots("First", "Orks"), *FELLED, *shoots("Second", "Orks"), *FELLED, *shoots("Hunter", "Orks")]
    played = battle(ours, orks, FIRST, *script)
    assert played.need(nth=2) == after
    assert not [key for key in rows(played, "facts:Orks", 2) if key.startswith("if ")]


@pytest.mark.rule("10E-EFF-21", "EVE-70")
@each(
    "words, before, after",
    [
        ("it destroyed an enemy unit this turn", 3, 2),
        ("it has shot this phase", 3, 2),
        ("target is the same target as before", 3, 3),
    ],
)
def test_a_battle_knows_what_has_happened(words: str, before: int, after: int) -> None:
    ours = shooter("First", f"+1 to hit if {words}", "shoots again")
    orks = army("Theirs", squad("Orks", models("Ork", 1, W=1)), targets(5, "Gretchin"))
    assert battle(ours, orks, FIRST, *shoots("First", "Orks")).need() == before
    again = [*shoots("First", "Orks"), *FELLED, *shoots("First", "Gretchin")]
    assert battle(ours, orks, FIRST, *again).need(nth=1) == after


@pytest.mark.rule("10E-EFF-21")
def test_a_battle_knows_its_round_and_whose_turn_it_is() -> None:
    ours = shooter("First", "+1 to hit in rounds 2-3", "improve AP by 1 if it is your turn")
    script = [FIRST, *shoots("First", "Orks"), MISS, GO_ON, *shoots("First", "Orks")]
    played = battle(ours, army("Theirs", targets(5, "Orks")), *script)
    assert [played.need(nth=nth) for nth in (0, 1)] == [3, 2]
    assert not [key for key in rows(played, "facts:Orks", 1) if key.startswith("if ")]


@pytest.mark.rule("10E-EFF-17", "EVE-70")
def test_the_closest_is_not_who_was_said_to_be_farther() -> None:
    key, orks = "if target is closest", army("Theirs", targets(5, "Orks"), targets(5, "Gretchin"))
    ours = shooter("First", "+1 to hit if target is closest", n=2)
    near = [("unit", "First"), ("target", "Gretchin"), ("distance", 6), ("facts:Gretchin", {"firing": [1]})]
    played = battle(ours, orks, FIRST, *near, ("target", "Orks"), ("distance", 9))
    assert key in rows(played, "facts:Gretchin")
    assert key not in rows(played, "facts:Orks")
    assert key in rows(battle(ours, orks, FIRST, *near, ("target", "Orks"), ("distance", 5)), "facts:Orks")


@pytest.mark.rule("10E-EFF-15", "EVE-74")
def test_where_a_unit_stands_is_asked_again_if_it_moved() -> None:
    key = "if on an objective"
    ours = shooter("First", "+1 to hit if on an objective", n=2)
    orks = army("Theirs", targets(5, "Orks"), targets(5, "Gretchin"))
    script = [FIRST, *told("First", "Orks", {key: "yes"}), ("hit:gun", [1, 1]), GO_ON, *shoots("First", "Gretchin")]
    assert key in rows(battle(ours, orks, *script), "facts:Gretchin")  # its own next turn has begun
    theirs = army("Theirs", shooter("Orks", "-1 to hit if on an objective"))
    hunter = army("Mine", shooter("First", "+1 to hit if target on an objective"))
    asked = told("First", "Orks", {"if target on an objective": "yes"})
    assert key in rows(battle(hunter, theirs, FIRST, *asked, MISS, *shoots("Orks", "First")), "facts:First")


@pytest.mark.rule("10E-EFF-19", "10E-WPN-HEAVY-1", "EVE-70", "EVE-74")
@each("how", ["set up this turn", "disembarked this turn", "remained stationary", "advanced"])
def test_how_a_unit_moved_is_said_once(how: str) -> None:
    men = squad("First", models("Man", 1, gun("Heavy", "Assault")))
    played = battle(men, army("Theirs", targets(5, "Orks")), FIRST, *state("First", how), *shoots("First", "Orks"))
    assert "stationary" not in rows(played, "facts:Orks")
    assert played.need() == (2 if how == "remained stationary" else 3)


@pytest.mark.rule("10E-OOP-1")
def test_overwatch_asks_nothing_of_heavy_weapons() -> None:
    orks = squad("Orks", models("Ork", 1, gun("Heavy")))
    script = [FIRST, ("unit", "overwatch"), ("overwatch", "Orks"), ("target", "First")]
    assert "stationary" not in rows(battle(shooter("First"), army("Theirs", orks), *script), "facts:First")


# In combat by the distance -------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-ELIG-3")
def test_whoever_is_within_engagement_range_is_in_combat() -> None:
    tank = squad("Tank", models("Tank", 1, gun()), keywords=("VEHICLE",))
    orks = army("Theirs", targets(5, "Orks"))
    near = battle(tank, orks, FIRST, *shoots("Tank", "Orks"), distance=1)
    assert not {"engaged", "target_engaged", "together"} & {*rows(near, "facts:Orks")}
    assert near.need() == 4  # its own guns are worse in combat
    assert battle(tank, orks, FIRST, *shoots("Tank", "Orks"), distance=1.5).need() == 3
    assert attack(tank, targets(5), MISS, distance=1).need() == 4
    assert attack(tank, targets(5), MISS, distance=2).need() == 3


@pytest.mark.rule("10E-ELIG-3", "10E-ELIG-4")
def test_nobody_measures_to_whom_a_unit_is_locked_with() -> None:
    men = squad("Men", models("Man", 1, gun("Pistol")))
    locked = state("Men", "locked in combat", ("locked with", "Orks"))
    played = battle(men, army("Theirs", targets(5, "Orks")), FIRST, *locked, *shoots("Men", "Orks"))
    assert "distance" not in played.keys
    assert "together" not in rows(played, "facts:Orks")
    assert played.need() == 3


@pytest.mark.rule("11E-ENG-1", "11E-CQ-1")
def test_in_the_11th_edition_it_is_two_inches() -> None:
    pistol, rifle = (eleventh.shooters(1, eleventh.gun("gun", *own)) for own in (("Close-Quarters",), ()))
    assert eleventh.hits(pistol, eleventh.targets(), distance=2) == Fraction(2, 3)
    assert "11E-CQ-1" in eleventh.refusal(rifle, eleventh.targets(), distance=2)
    assert eleventh.hits(rifle, eleventh.targets(), distance=2.5) == Fraction(2, 3)
    script = [("unit", "Shooters"), ("target", "Targets")]
    played = eleventh.battle(
        eleventh.army("Mine", rifle), eleventh.army("Theirs", eleventh.targets()), *script, distance=2
    )
    assert "facts:Targets" not in played.keys  # nobody else could have been shot at either


IN_COVER = "+1 to hit if target is in cover"


@pytest.mark.rule("10E-COV-1", "EVE-70", "EVE-72")
def test_cover_is_one_fact_for_saves_and_for_effects() -> None:
    men, two = shooter("Men", IN_COVER), squad("Targets", models("Low", 2), models("High", 2))
    assert attack(men, targets(5), MISS, cover="yes").need() == 2
    assert key_meant("if target in the open") == ("cover", True)  # so a key in these words means it, too
    assert attack(men, two, MISS, **{"cover:Low": "yes"}).need() == 3  # not all of it
    assert attack(men, two, MISS, cover="yes").need() == 2
    bare = targets(5)  # cover helps no save, but the effect depends on it
    assert "cover" in {part.key for part in attack(men, bare, MISS).question("facts").parts}
    assert attack(men, bare, MISS, cover="yes").need() == 2


@pytest.mark.rule("11E-COV-1", "11E-COV-4", "EVE-70")
def test_in_the_11th_edition_it_is_in_cover_against_all_who_fire() -> None:
    men = eleventh.squad("Shooters", *(eleventh.kind(name, 1, eleventh.gun(), has=(IN_COVER,)) for name in "AB"))
    assert eleventh.hits(men, eleventh.targets(), cover="yes") == Fraction(4, 3)  # 4+ in cover, and +1
    assert eleventh.hits(men, eleventh.targets(), **{"cover:A": "yes"}) == Fraction(1, 2) + Fraction(2, 3)
    flamer = eleventh.squad(
        "F", eleventh.kind("F", 1, eleventh.gun("gun", "Torrent"), has=("+1 to wound if target in cover",))
    )
    found = [
        eleventh.worked(flamer, eleventh.targets(), **said)["expected"]["wounds"] for said in ({}, {"cover": "yes"})
    ]
    assert found == pytest.approx([1 / 2, 2 / 3])  # cover does nothing to hits without a roll


@pytest.mark.rule("10E-TGT-5", "EVE-70")
def test_sight_is_one_fact_for_indirect_fire_and_for_effects() -> None:
    men = squad("Men", models("Man", 1, gun("Indirect Fire"), abilities=("+1 to wound if target is visible",)))
    seen, unseen = hits(men, targets(5)), hits(men, targets(5), visible="no")
    assert (seen, unseen) == (Fraction(2, 3), Fraction(1, 2))
    assert attack(men, targets(5), HIT, ("wound:gun", [1]), visible="no").need("wound:gun") == 4
    assert attack(men, targets(5), HIT, ("wound:gun", [1])).need("wound:gun") == 3
    clear = squad("Men", models("Man", 1, gun("Indirect Fire"), abilities=("Ignores Cover if target is visible",)))
    asked = attack(clear, targets(5, Sv="4+"), MISS).question("facts").parts
    assert "cover" in {part.key for part in asked}  # nobody has said yet whether it is seen


@pytest.mark.rule("11E-HID-1", "EVE-70")
def test_nobody_is_hidden_where_he_is_seen_anyway() -> None:
    hurts = "+1 to wound if target is Hidden"
    men = eleventh.squad("Shooters", eleventh.kind("Man", 1, eleventh.gun("gun", "Indirect Fire"), has=(hurts,)))

    def wounds_of_a_hit(far: int, *abilities: str) -> float:
        target = eleventh.targets(has=abilities)
        found = eleventh.worked(men, target, distance=far, hidden="yes", shooting="indirect")["expected"]
        return float(found["wounds"] / found["hits"])

    assert [wounds_of_a_hit(far) for far in (10, 15, 16)] == pytest.approx([1 / 2, 1 / 2, 2 / 3])
    assert wounds_of_a_hit(16, '+3" detection range') == pytest.approx(1 / 2)


@pytest.mark.rule("11E-HID-1", "EVE-74")
def test_whether_a_unit_is_hidden_is_asked_once_a_turn() -> None:
    mine = eleventh.army("Mine", *(eleventh.shooters(1, eleventh.gun(), name=name) for name in "AB"))
    script = [("unit", "A"), ("target", "Targets"), ("hit:gun", [1]), ("unit", "B"), ("target", "Targets")]
    played = eleventh.battle(mine, eleventh.army("Theirs", eleventh.targets()), *script, distance=20)
    assert "hidden" in {part.key for part in played.question("facts:Targets").parts}
    assert "hidden" not in {part.key for part in played.question("facts:Targets", 1).parts}


@pytest.mark.rule("10E-EFF-21")
@each("words", ["it has shot this turn", "it has shot this phase"])
def test_what_a_unit_did_in_an_earlier_turn_is_over(words: str) -> None:
    script = [FIRST, *shoots("First", "Orks"), MISS, GO_ON, *shoots("First", "Orks")]
    played = battle(shooter("First", f"+1 to hit if {words}"), army("Theirs", targets(5, "Orks")), *script)
    assert [played.need(nth=nth) for nth in (0, 1)] == [3, 3], words


@pytest.mark.rule("10E-EFF-21")
def test_every_model_has_it_only_if_no_one_lacks_it() -> None:
    def men(*others):
        line = "+1 to hit if every model is equipped with a lamp"
        return squad("Men", models("A", 1, gun(), gun(name="lamp"), abilities=(line,)), models("B", 1, *others))

    assert hits(men()) == 2 * Fraction(2, 3)
    assert hits(men(gun(name="lamp"))) == 2 * Fraction(5, 6) + Fraction(2, 3)  # of A, whose line it is, and of B


@pytest.mark.rule("10E-EFF-18")
@each("lost, needed", [(0, 3), (1, 2), (2, 2)])
def test_so_many_wounds_or_fewer_counts_just_as_many(lost: int, needed: int) -> None:
    men = shooter("Men", "+1 to hit if 2 or fewer wounds remaining", W=3, lost=lost)
    assert attack(men, targets(5), MISS).need() == needed
