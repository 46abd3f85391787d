"""What a question tells: who shoots, all that counts of the shooter, only what defends the target, and nothing twice."""

from __future__ import annotations

import re
from functools import reduce
from itertools import islice
from random import Random
from typing import Any

import pytest

from shoot_cli.engine.questions import Roll
from shoot_cli.practice.session import shipped, source
from shoot_cli.quiz.quiz import WHO_SHOOTS, Quiz, Source
from shoot_cli.rules import RULESETS, Edition
from shoot_cli.rules.eleventh.drill import ELEVENTH
from shoot_cli.rules.tenth.drill import TENTH
from tests.helpers.samples import THE_QUICKEST, many, quick_and_deep, quick_ones
from tests.importing.sample_rosters import armies_of
from tests.quiz.expected.told_attacks import READERS, mean_told
from tests.quiz.expected.told_units import mean_of_units, needs_of_units

quickest = pytest.mark.parametrize("edition", quick_ones(RULESETS, THE_QUICKEST), ids=lambda edition: edition.short)
SHOOTS = ("Re-roll hit", "Sustained", "Lethal", "Devastating", "Rapid Fire", "Melta", "Twin-linked", "Anti-", "Heavy")
DEFENDS = ("Feel No Pain", "Incoming", "Stealth", "halve", "Invulnerable", "Lone Operative", "Deadly Demise", "Smoke")


def lists_of(edition: Edition) -> list[list[Any]]:
    """Two shipped lists; and two of another program, if the edition takes them."""
    return [pair for pair in (shipped(edition.name)[:2], armies_of(edition.name)) if pair]


def of_two_lists(edition: Edition) -> tuple[list[Any], list[Quiz]]:
    """Two lists, and questions of every card about them; of the shipped ones and, if there are any, rosters."""
    pairs, made = lists_of(edition), []
    for mine, theirs in pairs:
        drawn: Source = source(edition.name, Random("who shoots"), mine, theirs)
        made += [quiz for drill in edition.drill().DRILLS for _ in range(2) if (quiz := drill.make(drawn))]
    return [army for pair in pairs for army in pair], made


@pytest.mark.slow
@quickest
def test_with_two_lists_it_is_told_who_shoots(edition: Edition) -> None:
    """Wherever a unit shoots at another, the first is of the army that is said to shoot. Nothing is said to be not so."""
    armies, made = of_two_lists(edition)
    assert len(made) > len(edition.drill().DRILLS)
    shooters = tuple(f"{unit.name} at " for army in armies for unit in army.units)
    names = [{unit.name for army in armies[side::2] for unit in army.units} for side in (0, 1)]
    names = [own | {model.name for army in armies[side::2] for unit in army.units for model, _ in unit.models}
             for side, own in enumerate(names)]  # fmt: skip
    seen = 0
    for quiz in made:
        at = re.search(r"^(.*?army shoots at \w+\.) (.+?)(?: at |: .*; target: )(.+?)(?:, | T\d|; )", quiz.situation)
        if at and at[2] in names[0] | names[1]:
            side = WHO_SHOOTS.index(at[1])
            assert at[2] in names[side], quiz
            assert at[3] in names[1 - side], quiz
            seen += 1
        situation = re.sub(r"^(Your|Their) army shoots at \w+\. ?", "", quiz.situation)
        assert " at " not in situation or situation.startswith(shooters), quiz
        if " shoots at yours" in quiz.situation:
            assert not re.search(r"\byour?\b", quiz.text), quiz
        assert (" at " not in quiz.situation) or quiz.situation.startswith(WHO_SHOOTS), quiz
        assert "not said" not in f"{quiz.situation} {quiz.text}"
    assert seen >= 5
    assert {one for one in WHO_SHOOTS for quiz in made if quiz.situation.startswith(one)} == {*WHO_SHOOTS}


@quickest
def test_without_two_lists_nobody_is_yours(edition: Edition) -> None:
    drawn = source(edition.name, Random("any"), shipped(edition.name)[0])
    made = [quiz for drill in edition.drill().DRILLS if (quiz := drill.make(drawn))]
    assert not [quiz for quiz in made if "army shoots at" in quiz.situation]


@pytest.mark.parametrize("drilled", [TENTH, ELEVENTH], ids=lambda one: one.name)
def test_of_a_target_only_what_defends_is_told_and_of_the_shooter_only_what_shoots(drilled: Any) -> None:
    """Every weapon of every shipped and imported list, at a unit of another one; keywords where an ability asks."""
    armies = shipped(drilled.name) + armies_of(drilled.name)
    targets = [
        next(unit for army in armies for unit in army.units if unit.is_a(word)) for word in ("VEHICLE", "INFANTRY")
    ]
    asked = 0
    for unit in (unit for army in armies for unit in army.units):
        for target in targets:
            for one, _ in drilled.meetings(unit, target):
                gun, _, at = one.situation.partition("; target: ")
                own, others = (", ".join(re.findall(r"\[(.*?)\]", words)) for words in (gun, at))
                assert not [word for word in own.split(", ") if word.startswith(DEFENDS)], one.situation
                assert not [word for word in others.split(", ") if word.startswith(SHOOTS)], one.situation
                for word in ("VEHICLE", "INFANTRY"):
                    if word in gun.partition("; the target is ")[0] and target.is_a(word):
                        assert f"the target is {word}" in gun or f"and {word}" in gun, one.situation
                        asked += 1
    assert asked >= 5


def estimates(edition: Edition, number: int) -> list[Quiz]:
    drawn = source(edition.name, Random("told"))
    drills = [drill for drill in edition.drill().DRILLS if drill.kind == "estimate"]
    return [quiz for _ in range(number) for drill in drills if (quiz := drill.make(drawn))]


def without_names(quiz: Quiz) -> tuple[str, str]:
    """The words with which the answer is found; what a unit is called tells nobody anything."""
    facts = dict(quiz.facts)
    situation, text = (
        words.replace(facts["attacker"], "X").replace(facts["target"], "Y") for words in (quiz.situation, quiz.text)
    )
    first, _, target = situation.partition("target: ")
    return f"{first}{', '.join(re.sub(r'^[^(]*? (?=T[0-9])', '', words) for words in target.split(', '))}", text


@pytest.mark.slow
@pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)
def test_an_estimate_is_that_of_exactly_what_is_told(edition: Edition) -> None:
    """Whatever counts and is not told makes another number than the words alone, or two of the same words."""
    known: dict[tuple[str, str], float] = {}
    read = 0
    for quiz in estimates(edition, many(40)):
        mean, told = dict(quiz.facts)["mean"], mean_told(edition.short, quiz)
        assert known.setdefault(without_names(quiz), mean) == pytest.approx(mean, abs=0.01), quiz
        assert told is None or mean == pytest.approx(told, abs=0.01), quiz
        read += told is not None
    assert read >= (5 if edition.short in READERS else 0), read


SHOOTING = {  # by edition: what only a shooter has, and what only a target has, as they are told
    "2e": (r"save modifier|BS \d|targeter|sustained", r"Sv\d|field \d"),
    "7e": (r"Twin-linked|Rending|Bladestorm|Rapid Fire|(?:Assault|Heavy)[,(]|Salvo|Ignores Cover|BS \d", r"Sv\d|Inv\d|FNP|Stealth|Shrouded"),
    "rh": (r"AP\d|AT\d|AA\d|macro", r"armour \d|integrity|cover \d|crossfire"),
}  # fmt: skip


@pytest.mark.parametrize(
    "edition", [one for one in RULESETS if one.short in SHOOTING], ids=lambda edition: edition.short
)
def test_each_side_is_told_what_it_does(edition: Edition) -> None:
    """In editions without datasheets: of a target only what defends it, of a shooter only what shoots; both are told."""
    shoots, defends = SHOOTING[edition.short]
    seen: set[tuple[str, str]] = set()
    for mine, theirs in lists_of(edition):
        drawn: Source = source(edition.name, Random("words"), mine, theirs)
        for played in islice(drawn.attacks(), 60):
            rolls = [entry.record for entry in played.log if isinstance(entry.question, Roll)]
            for told in {drawn.ruleset.situation(record) for record in rolls}:
                before, _, behind = told.partition("target: ")
                target, _, weapons = behind.partition("; weapons: ")
                assert not re.search(shoots, target), told
                assert not re.search(defends, f"{before} {weapons}"), told
                seen |= {(shoots, one) for one in re.findall(shoots, f"{before} {weapons}")}
                seen |= {(defends, one) for one in re.findall(defends, target)}
    assert {words for words, _ in seen} == {shoots, defends}


@pytest.mark.slow
@pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)
def test_units_made_of_the_words_alone_come_to_the_same(edition: Edition) -> None:
    """Estimates and logs with a mistake, by `odds` and rolls of two units that have what is told and nothing else."""
    asked, read = 0, 0
    for number, own in ((many(3), []), *((many(3), pair) for pair in lists_of(edition))):
        drawn: Source = source(edition.name, Random("alone"), *own)
        for drill in edition.drill().DRILLS:
            for _ in range(number if drill.kind in ("estimate", "mistake") else 0):
                quiz = drill.make(drawn)
                if quiz is None:
                    break
                asked += 1
                if quiz.kind == "estimate":
                    mean = mean_of_units(edition, quiz, drawn.settings)
                    assert mean is None or dict(quiz.facts)["mean"] == pytest.approx(mean, abs=0.01), quiz
                    read += mean is not None
                else:
                    known = needs_of_units(edition, quiz, drawn.settings)
                    assert known is None or {need for _, need in dict(quiz.facts)["needs"]} <= known, (known, quiz)
                    read += known is not None
    assert asked >= 20
    assert read > 0.9 * asked, (read, asked)


# Two lists are asked about what they have ----------------------------------------------------------------------------

SHEETS = (
    *(
        "MONSTER",
        "VEHICLE",
        "FLY",
        "TITANIC",
        "MOUNTED",
        "Heavy",
        "Assault",
        "Pistol",
        "Rapid Fire",
        "Blast",
        "Torrent",
    ),
    *("Hazardous", "Lethal Hits", "Sustained Hits", "Devastating Wounds", "Anti", "Twin-linked", "Melta", "Precision"),
    *("Indirect Fire", "Ignores Cover", "One Shot", "Stealth", "Lone Operative", "Feel No Pain", "invulnerable"),
)
WORDS = {
    "7e": (
        *("Flyer", "Skimmer", "Skyfire", "Interceptor", "Stealth", "Shrouded", "Gets Hot", "Rending", "Lance", "Melta"),
        *("Twin-linked", "Blast", "Template", "Barrage", "Sniper", "Poisoned", "Haywire", "Gauss", "Relentless"),
        *("Feel No Pain", "invulnerable", "Split Fire", "Jetbike", "Walker", "Vector Strike", "Strafing Run"),
    ),
    "10e": SHEETS,
    "11e": SHEETS,
    "2e": ("Venom Cannon", "Scatter Laser", "Holo-field", "Twin-linked", "Armour-piercing", "Targeter", "Hive Mind"),
    "rh": ("macro", "reinforced", "invulnerable"),
}
SAID = {"BS": ("skill", "ballistic_skill"), "Sv": ("save", "armour"), "Toughness": ("toughness",), "AP": ("ap",)}


def there(word: str, army: Any) -> bool:
    """True if a unit, a model or a weapon of the army has it, as a rule, a keyword, a type or a value."""
    field = word.lower().replace(" ", "_")
    for unit in army.units:
        for one in (unit, *(model for model, _ in unit.models), *unit.weapons()):
            rules = (
                *getattr(one, "rules", ()),
                *getattr(one, "keywords", ()),
                *re.findall(r"[\w ]+", getattr(one, "type", "")),
            )
            abilities = [ability.name for ability in getattr(one, "abilities", ())]
            if getattr(one, field, None) or word in (*rules, *abilities) or word in " ".join(rules).split():
                return True
    return False


@pytest.mark.parametrize(("edition", "most"), quick_and_deep(RULESETS, 2, many(6), THE_QUICKEST))
def test_two_lists_are_asked_about_what_they_have(edition: Edition, most: int) -> None:
    """Every card, shipped and imported lists: rules, keywords and characteristics of the question are of one of them."""
    armies = [*shipped(edition.name), *armies_of(edition.name)][-most:]
    for place, mine in [*enumerate(armies)][::2]:  # the lists between them are the others
        theirs = armies[(place + 1) % len(armies)]
        drawn = source(edition.name, Random(place), mine, theirs)
        units = [unit for army in (mine, theirs) for unit in army.units]
        parts = [one for unit in units for one in (unit, *(model for model, _ in unit.models), *unit.weapons())]
        values = {said: {abs(n) for one in parts for field in fields if isinstance(n := getattr(one, field, None), int)}
                  for said, fields in SAID.items()}  # fmt: skip
        names = sorted({name for one in parts if " " in (name := one.name.partition(":")[0])}, key=len)
        for drill in edition.drill().DRILLS:
            quiz = drill.make(drawn) if drill.kind != "edition" else None
            if quiz is None:
                continue
            text = reduce(lambda text, name: text.replace(name, ""), names, quiz.text)
            for word in WORDS[edition.short]:
                if re.search(rf"(?<!not )(?<!nor )(?<!neither )(?<!without )\b{word}\b", text):
                    assert there(word, mine) or there(word, theirs), (drill.card, word, mine.name, theirs.name, text)
            for said, n in re.findall(r"\b(BS|Sv|Toughness|AP) ?-?([0-9]+)", text):
                assert not values[said] or int(n) in values[said], (drill.card, said, n, mine.name, theirs.name, text)
