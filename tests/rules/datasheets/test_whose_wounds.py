"""Of whom wounds are counted: "this model" and "the bearer" are one man, "this unit" and "it" are the unit (EFF-18)."""

from __future__ import annotations

import pytest

from shoot_cli.importing.datasheets.abilities import read_ability as read_of
from shoot_cli.rules.datasheets.ability_grammar import condition_text, meant
from shoot_cli.rules.tenth.edition import ABILITIES
from tests.helpers.each import each
from tests.rules.tenth.helpers.attacks import army, attack, battle, gun, led, models, squad, targets

OF_THE_MODEL = [
    "this model has lost one or more wounds", "the bearer has lost one or more wounds", "this model is wounded",
    "this model has lost any wounds", "this model has 3 or fewer wounds remaining", "the bearer is Damaged",
]  # fmt: skip
OF_THE_UNIT = [
    "this unit has lost one or more wounds", "it has lost one or more wounds", "has lost wounds",
    "the bearer's unit has lost one or more wounds", "this model's unit has lost one or more wounds",
    "this unit is Damaged",
]  # fmt: skip


def guarded(words, *, boss, guard):
    """A Boss of four wounds who leads two Guards of five; what each of them has lost."""
    line, damaged = f"+1 to hit if {words}", "Damaged: 1-3"
    lead = models("Boss", 1, gun(), abilities=(line, damaged), leader=True, W=4, lost=boss)
    return led(lead, guards=models("Guard", 1, abilities=("Damaged: 1-3",), W=5, lost=guard))


@pytest.mark.rule("10E-EFF-18", "10E-DMG-5")
@each("words", OF_THE_MODEL)
def test_what_a_model_has_lost_is_counted_of_it_alone(words: str) -> None:
    assert attack(guarded(words, boss=0, guard=3), targets(5), ("hit:gun", [1])).need() == 3, words
    penalty = 1  # of a man who is Damaged
    assert attack(guarded(words, boss=1, guard=0), targets(5), ("hit:gun", [1])).need() == 2 + penalty, words


@pytest.mark.rule("10E-EFF-18", "10E-DMG-5")
@each("words", OF_THE_UNIT)
def test_what_a_unit_has_lost_is_counted_of_all_who_are_in_it(words: str) -> None:
    assert attack(guarded(words, boss=0, guard=3), targets(5), ("hit:gun", [1])).need() == 2, words
    assert attack(guarded(words, boss=0, guard=0), targets(5), ("hit:gun", [1])).need() == 3, words


@pytest.mark.rule("10E-EFF-18")
def test_of_who_is_shot_at_it_is_his_own_wounds_too() -> None:
    def needed(words: str, *, boss: int, guard: int) -> int | None:
        line = f"unit: incoming: -1 to wound if {words}"
        lead = models("Boss", 1, gun(), abilities=(line,), leader=True, W=4, lost=boss)
        target = led(lead, guards=models("Guard", 1, W=5, lost=guard))
        men = squad("Men", models("Man", 1, gun()))
        return attack(men, target, ("hit:gun", [6]), ("wound:gun", [1])).need("wound:gun")

    own, whole = "this model has lost one or more wounds", "this unit has lost one or more wounds"
    assert [needed(own, boss=boss, guard=guard) for boss, guard in ((0, 1), (1, 0))] == [4, 5]
    assert [needed(whole, boss=boss, guard=guard) for boss, guard in ((0, 1), (1, 0))] == [5, 5]


@pytest.mark.rule("10E-EFF-18")
def test_both_facts_of_a_unit_are_listed_as_worked_out_and_may_be_said_otherwise() -> None:
    boss = models(
        "Boss", 1, gun(), leader=True, W=4,
        abilities=("+1 to hit if this model has lost one or more wounds", "-1 to wound if this unit has lost wounds"),
    )  # fmt: skip
    unit = led(boss, guards=models("Guard", 1, W=5, lost=1))
    played = attack(unit, targets(5), ("hit:gun", [1]))
    found = {part.key: (part.default, part.computed) for part in played.question("facts").parts if "wounds" in part.key}
    assert found == {"if bearer has lost wounds": ("no", True), "if it has lost wounds": ("yes", True)}
    assert attack(unit, targets(5), ("hit:gun", [1]), **{"if bearer has lost wounds": "yes"}).need() == 2


@pytest.mark.rule("10E-EFF-18")
@each("words", [*OF_THE_MODEL, "this model has not lost any wounds", "the bearer is not Damaged"])
def test_the_words_of_a_model_are_read_again(words: str) -> None:
    fact = meant(words)
    assert fact is not None
    assert fact.state.startswith("bearer ")
    assert meant(condition_text(fact.words, fact.denied)) == fact


@pytest.mark.rule("10E-EFF-18")
def test_in_a_battle_he_is_hurt_when_he_was_shot_at() -> None:
    boss = models(
        "Boss", 1, gun(), leader=True, W=4, abilities=("+1 to hit if this model has lost one or more wounds",)
    )
    unit = led(boss, guards=models("Guard", 2, W=2))
    orks = squad("Orks", models("Ork", 1, gun()))
    hit, wound = ("hit:gun", [6]), ("wound:gun", [6])
    name = "Guards with Boss"
    script = [("first turn", "Theirs"), ("unit", "Orks"), ("target", name), hit, wound]
    played = battle(army("Mine", unit), army("Theirs", orks), *script, ("unit", name), ("target", "Orks"))
    assert played.need(nth=1) == 3  # a Guard is hurt, the Boss is not


@pytest.mark.rule("IMP-40", "10E-EFF-18")
@each(
    "text, condition",
    [
        ("Each time this model makes an attack, if it has lost one or more wounds, add 1 to the Hit roll.",
         "if bearer has lost wounds"),
        ("While this model has lost one or more wounds, each time this model makes an attack, add 1 to the Hit roll.",
         "if bearer has lost wounds"),
        ("Each time a model in this unit makes an attack, if this unit has lost one or more wounds, "
         "add 1 to the Hit roll.", "if it has lost wounds"),
        ("Each time this model makes an attack, if the target has lost one or more wounds, add 1 to the Hit roll.",
         "if target has lost wounds"),
    ],
)  # fmt: skip
def test_a_sentence_says_of_whom(text: str, condition: str) -> None:
    assert read_of("Old Trick", text, ABILITIES).words == (f"+1 to hit {condition}",)
