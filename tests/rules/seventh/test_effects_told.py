"""The words and names in which effects are told: what is understood, what they mean, what is refused (7E-EFF)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.rules.seventh.effects import AT_IT, KNOWN, NUMBERED, PLAIN, SAVES, ActiveEffect, read
from shoot_cli.rules.seventh.steps.facts import EFFECTS, TARGET_EFFECTS
from tests.helpers.each import each


@pytest.mark.rule("7E-EFF-1", "7E-EFF-8")
@each(
    ("said", "word"),
    [
        ("Hit Ones", "hit ones"), ("BS+1", "bs +1"), ("ballistic skill -1", "bs -1"), ("bs=1", "bs =1"),
        ("snap bs +2", "snap bs +2"), ("shots +1", "shots +1"), ("gains twin linked", "gains Twin-linked"),
        ("gains FNP (4+)", "gains Feel No Pain (4+)"), ("loses stealth", "loses Stealth"),
        ("t -1", "t -1"), ("toughness +1", "t +1"), ("s +1", "s +1"), ("cover 4+", "cover 4+"), ("cover -2", "cover -2"),
        ("armor +1", "armour +1"), ("invuln 4+", "invulnerable 4+"), ("fnp 5+", "fnp 5+"), ("save failed", "save failed"),
        ("pen to glance 6+", "pen to glance 6+"), ("av +1", "av +1"), ("pen failed + glances", "pen failed+glances"),
        ("gains Preferred Enemy (Orks)", "gains Preferred Enemy (Orks)"), ("no cover", "no cover"),
    ],
)  # fmt: skip
def test_words(said: str, word: str) -> None:
    (force,) = read(said)
    assert force == ActiveEffect((word,))
    assert read(force.text) == (force,)


@pytest.mark.rule("7E-EFF-8")
@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("first rank", "did you mean First Rank, Fire! Second Rank, Fire!"), ("Presience", "did you mean Prescience"),
        ("hit once", "did you mean hit ones"), ("nonsense", "as in Prescience"),
        ("bs 1", "bs +1"), ("bs +11", "bs +1"), ("cover 7+", "cover 5+"), ("fnp -1", "fnp 5+"), ("snap bs -1", "snap bs +1"),
        ("gains Rendign", "did you mean Rending"), ("gains Blast", "in a list only"), ("gains Fleet", "changes nothing"),
        ("gains Poisoned (1+)", "no roll"), ("Doctrina Imperatives", "say the change"), ("Power from Pain 1", "2, 3 or more"),
    ],
)  # fmt: skip
def test_refused_with_what_is_near(said: str, words: str) -> None:
    with pytest.raises(BadAnswer, match=re.escape(words)):
        read(said)


@pytest.mark.rule("EVE-30", "EVE-31", "7E-EFF-1")
def test_before_a_single_attack_a_span_means_nothing_and_the_wrong_side_is_refused() -> None:
    for question in (EFFECTS, TARGET_EFFECTS):
        for span in ("this turn", "this phase", "until my next turn", "this battle"):
            assert question.read(question.split(f"bs +1 {span}")) == ("bs +1",)
        with pytest.raises(BadAnswer, match=r"effects have no names of your own here; tell it as bs \+1"):
            question.read(["bs +1 as Bob"])
    assert EFFECTS.read(["Prescience this turn"]) == ("Prescience",)
    with pytest.raises(BadAnswer, match="Doom is on a unit that is shot at; say it as target_effects"):
        EFFECTS.read(["Doom this turn"])
    for name in ("Prescience", "Guide", "Luck of the Laughing God", "Fire and Advance!"):
        with pytest.raises(BadAnswer, match=f"{name} is on the unit that shoots; say it as effects"):
            TARGET_EFFECTS.read([name])
    for name in ("Doom", "Fortune", "Precognition", "Endurance", "Invisibility", "Blind", "hit failed", "bs -1"):
        assert TARGET_EFFECTS.read([name]) == (name,)


# Name, what it means: typed from the specification (7E-EFF-4, 7E-EFF-6), where no condition is in the way.
MEANINGS = """
Prescience: hit failed
Perfect Timing: gains Ignores Cover
Precognition: hit failed, wound failed, save failed
Forewarning: invulnerable 4+
Misfortune: gains Rending
Guide: hit failed
Doom: wound failed, pen failed
Fortune: save failed
Protect: armour +1
Jinx: armour -1
Conceal: gains Shrouded
Reveal: loses Stealth, loses Shrouded
Phase Form: gains Ignores Cover, no sight
Invisibility: snap only
Shrouding: gains Shrouded
Storm Caller: gains Shrouded
Telekine Dome: invulnerable 5+
Kustom Force Field: invulnerable 5+
Sanctuary: invulnerable +1
Cursed Earth: invulnerable +1
Banishment: invulnerable -1
Null Zone: invulnerable -2
Electroshield: invulnerable 3+
Fiery Form: invulnerable 4+
Fire Shield: cover 4+
Endurance: fnp 4+, gains Relentless, gains Eternal Warrior
Iron Arm: t +3
Enfeeble: t -1
Warpmetal Armour: t +1, av +1
Aversion: snap only
Holophoton: snap only
Blind: bs =1
Tempest's Wrath: bs -1
Hallucination: bs -1
Mass Hypnosis: bs -1
Twin-linked: gains Twin-linked
Tank Hunters: gains Tank Hunters
Monster Hunter: gains Monster Hunter
Preferred Enemy: gains Preferred Enemy
The Flesh is Weak: fnp +1
Target Priority: hit ones
Target Protocols: hit ones
Luck of the Laughing God: hit ones
Expert Instructor 5: bs =5
Mission Tactics: hit ones
Deathwatch Doctrine: wound failed, pen failed
Aquila Doctrine: wound ones, pen ones
Doctrina Imperatives +3: bs +3
Doctrina Imperatives -2: bs -2
Benediction of Omniscience 2: hit ones
Benediction of Omniscience 7: hit ones and twos
Benediction of Omniscience 8: hit failed
Shroudpsalm 3: gains Stealth
Shroudpsalm 4: gains Shrouded
Shroudpsalm 12: gains Stealth, gains Shrouded
Auspex: cover -1
Battle Auspex: cover -1
Omnispex: cover -1
Luminagen: cover -1
Sense of Stone: fnp 6+
Zephyr's Grace: snap only
Command and Control Node: hit failed
Multi-spectrum Suite: gains Ignores Cover
Coordinated Firepower: bs +1
Power from Pain 2: fnp 6+
Power from Pain 4: fnp 5+
Extermination Protocols: wound failed, pen failed
Ramshackle: pen to glance 6+
Take Aim!: gains Precision Shots
First Rank, Fire! Second Rank, Fire!: shots +1:lasgun
Suppressive Fire!: gains Pinning
Smite at Will!: gains Split Fire
Bring it Down!: gains Tank Hunters, gains Monster Hunter
Fire on my Target!: gains Ignores Cover
Fire and Advance!: stationary
"""
LINES = [line.split(": ", 1) for line in MEANINGS.strip().splitlines()]
ELSEWHERE = {  # conditions, in test_effects.py; and what is no matter of shooting
    "Bolter Drill", "Siege Masters", "Tactical Doctrine", "Devastator Doctrine", "Born in the Saddle",
    "Strike from the Shadows", "Storm of Fire", "Brutal but Kunnin'", "Forwards!", "Get Back in the Fight!",
}  # fmt: skip


@pytest.mark.rule("7E-EFF-4", "7E-EFF-6")
@each("line", LINES, ids=lambda line: line[0])
def test_names_mean_their_words(line: list[str]) -> None:
    (force,) = read(line[0])
    assert ", ".join(force.words) == line[1]
    assert read(force.text) == (force,)


@pytest.mark.rule("7E-EFF-4", "7E-EFF-6")
def test_every_name_is_here() -> None:
    assert {re.sub(r" [+-]?\d+$", "", name) for name, _ in LINES} | ELSEWHERE == {known.name for known in KNOWN}
    for name in ELSEWHERE:
        assert read(name)[0].name == name


def test_the_page_has_every_word() -> None:
    page = (Path(__file__).parents[3] / "docs" / "effects.md").read_text(encoding="utf-8")
    assert [word for word in PLAIN if f"`{word}`" not in page] == []
    assert [head for head in (*NUMBERED, *SAVES) if not re.search(rf"`{head} [+\d]", page)] == []


@pytest.mark.rule("7E-EFF-4")
def test_who_is_meant() -> None:
    assert {known.name for known in KNOWN if known.on == AT_IT} == {"Misfortune", "Doom", "Invisibility"}
    assert read("Doom")[0].at_it
    assert not read("Prescience", on_target=True)[0].at_it
    assert read("hit ones", on_target=True)[0].at_it
    assert read("Aversion", on_target=True)[0].at_it
    assert not read("Aversion")[0].at_it
