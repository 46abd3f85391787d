"""The line of what happened without the app: which unit it speaks of, and what it says of it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from shoot_cli.battle.happened import Happened, NamedUnit, Vocabulary, phrases_of, read_happened, with_armies
from shoot_cli.battle.losses import TypedLoss
from shoot_cli.engine.reasons import BadAnswer
from tests.helpers.each import each

BOYZ = (("Boy", "Boyz"),)
CRUSADERS = NamedUnit("Crusader Squad with Captain", ("Neophyte", "Initiate", "Sword Brother", "Captain"))
UNITS = (
    CRUSADERS,
    NamedUnit("Captain in Heavy Armour", ("Captain in Heavy Armour",)),
    NamedUnit("Boyz", ("Boy", "Boss"), BOYZ),
    NamedUnit("Boyz 2", ("Boy", "Boss"), BOYZ),
    NamedUnit("Trukk", ("Trukk",)),
    NamedUnit("Sisters of Dawn", ("Sister of Dawn", "Superior")),
)


def lost(unit: int, n: int | None, name: str = "", **more: bool) -> Happened:
    return Happened("losses", unit, TypedLoss(name, n, **more))


def refused(text: str, units: tuple[NamedUnit, ...] = UNITS) -> str:
    with pytest.raises(BadAnswer) as error:
        read_happened(text, units)
    return str(error.value)


@pytest.mark.rule("EVE-1")
@each(
    ("text", "said"),
    [
        ("crusader -2", lost(0, 2)),
        ("-2 crusader", lost(0, 2)),
        ("crusaders lost 2", lost(0, 2)),
        ("crusader squad with captain 2 dead", lost(0, 2)),
        ("crusader lost two", lost(0, 2)),
        ("two neophytes dead", lost(0, 2, "Neophyte")),
        ("boyz one back", lost(2, 1, gains=True)),
        ("crusader -2 neophyte", lost(0, 2, "Neophyte")),
        ("crusader 2 neophytes lost", lost(0, 2, "Neophyte")),
        ("2 neophytes", lost(0, 2, "Neophyte")),
        ("sword brother dead", lost(0, None, "Sword Brother")),
        ("crusader +1", lost(0, 1, gains=True)),
        ("crusader captain 3 wounds", lost(0, 3, "Captain", wounds=True)),
        ("captain in heavy +2w", lost(1, 2, wounds=True, gains=True)),
        ("boyz 7 left", lost(2, 7, left=True)),
        ("no boyz left", lost(2, 0, left=True)),
        ("neophytes none left", lost(0, 0, "Neophyte", left=True)),
        ("boyz 2 -3", lost(3, 3)),
        ("boyz 2: dead", lost(3, None)),
        ("boyz -2", lost(2, 2)),
        ("trukk dead", lost(4, None)),
        ("the trukk is dead", lost(4, None)),
        ("trukk back", lost(4, None, gains=True)),
        ("boyz back 10", lost(2, 10, gains=True)),
        ("10 boyz back", lost(2, 10, gains=True)),
        ("dawn 4 left", lost(5, 4, left=True)),
        ("sister of dawn -1", lost(5, 1, "Sister of Dawn")),
        ("superior dead", lost(5, None, "Superior")),
        ("boyz off", Happened("off", 2)),
        ("boyz are in reserves", Happened("off", 2)),
        ("trukk arrives", Happened("arrives", 4)),
        ("boyz shocked", Happened("shocked", 2)),
        ("boyz: Battle-shocked", Happened("shocked", 2)),
        ("boyz are not shocked", Happened("not shocked", 2)),
        ("note the bridge is down, 45-38", Happened("note", words="the bridge is down, 45-38")),
    ],
)
def test_what_is_typed(text: str, said: Happened) -> None:
    assert read_happened(text, UNITS) == said


@pytest.mark.rule("EVE-7")
@each(
    ("text", "said"),
    [
        ("theirs captain 2 wounds", lost(1, 2, "Captain", wounds=True)),
        ("their boss dead", lost(1, None, "Boss")),
        ("mine captain dead", lost(0, None, "Captain")),
        ("ours boyz -2", lost(0, 2)),
        ("theirs boyz shocked", Happened("shocked", 1)),
        ("orks boyz -2", lost(1, 2)),
        ("Orks' captain -1", lost(1, 1, "Captain")),
        ("captain of orks 2 wounds", lost(1, 2, "Captain", wounds=True)),
        ("boyz of green tide -1", lost(0, 1)),
        ("green boyz -1", lost(0, 1)),
        ("mine layer -1", lost(2, 1)),  # its name, and no side
    ],
)
def test_a_side_before_a_unit_or_a_kind_says_whose_it_is(text: str, said: Happened) -> None:
    here = NamedUnit("Boyz", ("Boy", "Captain"), army="Green Tide", army_name="Green Tide")
    there = NamedUnit("Boyz", ("Boy", "Captain", "Boss"), army="Orks", army_name="Orks", theirs=True)
    units = (here, there, NamedUnit("Mine Layer", army_name="Orks", theirs=True))
    assert read_happened(text, units) == said
    for wrong, words in (
        ("mine boss dead", "no “boss” here, only Boyz of Green Tide"),
        ("boyz -1", "“boyz” fits Boyz of"),
    ):
        with pytest.raises(BadAnswer, match=words):
            read_happened(wrong, units)


@pytest.mark.rule("EVE-7")
def test_an_army_goes_by_its_first_word() -> None:
    """Not by "The", and not by a word with which the other army begins, too."""

    def of(*armies: str) -> tuple[NamedUnit, ...]:
        return tuple(
            NamedUnit("Boyz", ("Boy",), army=army, army_name=army, theirs=army != armies[0]) for army in armies
        )

    for text in ("waaagh boyz -2", "Waaagh! boyz -2", "waaagh! grimgutz boyz -2", "boyz of waaagh -2"):
        assert read_happened(text, of("The Lost", "Waaagh! Grimgutz")) == lost(1, 2)
    for text, armies in (("the boyz -2", ("The Lost", "Orks")), ("waaagh boyz -2", ("Waaagh! A", "Waaagh! B"))):
        with pytest.raises(BadAnswer, match=r"“(the|waaagh)”|“.*boyz” fits"):
            read_happened(text, of(*armies))


@pytest.mark.rule("EVE-1", "EVE-7")
@pytest.mark.parametrize("name", ["Goff Mob", "Goff"])
def test_the_beginning_of_a_unit_may_be_the_name_of_its_army(name: str) -> None:
    units = (NamedUnit("Goff Boyz", ("Boy",), army_name=name), NamedUnit("Slugga Mob", ("Boy",), army_name=name))
    for text, said in (
        ("goff -2", lost(0, 2)),
        ("-2 goff", lost(0, 2)),
        ("goff dead", lost(0, None)),
        ("goff boy -2", lost(0, 2)),
        ("goff slugga -2", lost(1, 2)),
    ):
        assert read_happened(text, units) == said, text
    assert [read_happened(one, units) for one in phrases_of("goff -2, slugga mob dead", units)] == [
        lost(0, 2),
        lost(1, None),
    ]
    assert read_happened("mine -2", (NamedUnit("Boyz", theirs=True), NamedUnit("Mine Layer", theirs=True))) == lost(
        1, 2
    )
    with pytest.raises(BadAnswer, match="no “nob” here, only Goff Boyz"):
        read_happened("goff nob dead", units)


@pytest.mark.rule("EVE-7")
@pytest.mark.parametrize("text", ["dread dead", "dreads -1", "guardian -2"])
def test_a_beginning_is_not_enough_where_a_word_of_another_name_begins_so(text: str) -> None:
    """Three Deff Dreads stand there: `dread` may be one of them as well as the enemy's Dreadnought."""
    units = tuple(map(NamedUnit, ("Dreadnought", "Deff Dread", "Guardian Defenders", "Storm Guardians")))
    with pytest.raises(BadAnswer, match="say more of it"):
        read_happened(text, units)
    assert read_happened("dreadn dead", units) == lost(0, None)


@pytest.mark.rule("EVE-7")
@each(
    ("text", "words"),
    [
        ("boss -1", "“boss” can be Boss of Boyz, Boss of Boyz 2: say the unit too"),
        ("boy -1", "“boy” fits Boyz, Boyz 2: say more of it"),
        ("stormboys -2", "no “stormboys” here, only"),
        ("-2", "“-2”: which unit? Write it as in crusader -2, captain 3 wounds"),
        ("trukk", "“trukk”: what happened to Trukk? Write it as in crusader -2, captain 3 wounds"),
        ("boyz 2 dead", "“boyz 2 dead” can be all of boyz 2, or 2 of Boyz: write boyz 2: dead, or Boyz -2"),
        ("boyz 2 back", "“boyz 2 back” can be all of boyz 2, or 2 of Boyz: write boyz 2: back, or Boyz +2"),
        ("crusader -2 sergeant", "no “sergeant” here, only Neophyte, Initiate, Sword Brother, Captain"),
        ("crusader 1 2", "“1 2”: one number each, and commas between, as in crusader -2, captain 3 wounds"),
        ("cp -1", "“cp -1”: command points are not counted here; write it down as in note cp -1"),
        ("theirs cp +1", "“theirs cp +1”: command points are not counted here; write it down as in note theirs cp +1"),
        ("boyz: +1 to hit this turn", "“boyz: +1 to hit this turn”: effects are not told here; losses are, as in"),
        ("note", "a note of what? Write it as in note the bridge is down"),
    ],
)
def test_what_is_refused(text: str, words: str) -> None:
    assert refused(text).startswith(words)


@pytest.mark.rule("EVE-1")
@each(
    ("line", "phrases"),
    [
        ("trukk and sisters of dawn dead", ["trukk dead", "sisters of dawn dead"]),
        ("boyz & trukk lost 1", ["boyz lost 1", "trukk lost 1"]),
        ("trukk, sisters and captain in heavy dead", ["trukk dead", "sisters dead", "captain in heavy dead"]),
        ("boyz lost 2 and the boss", ["boyz lost 2 and the boss"]),  # no name alone
        ("note trukk and boyz dead", ["note trukk and boyz dead"]),
    ],
)
def test_what_is_said_of_two_units_at_once_is_said_of_each(line: str, phrases: list[str]) -> None:
    assert phrases_of(line, UNITS) == phrases


@pytest.mark.rule("EVE-1")
def test_a_unit_with_and_in_its_name_is_one() -> None:
    units = (NamedUnit("Line and Lord", ("Man", "Lord")), NamedUnit("Line", ("Man",)), NamedUnit("Zed", ("Zed",)))
    assert phrases_of("line and lord dead", units) == ["line and lord dead"]
    assert phrases_of("line and zed dead", units) == ["line dead", "zed dead"]


@pytest.mark.rule("EVE-1")
def test_a_phrase_without_a_unit_goes_on_with_the_last_one() -> None:
    said = phrases_of("crusader -2 neophyte, -1 initiate, captain 3 wounds; trukk dead, note 45, 38", UNITS)
    assert said == [
        "crusader -2 neophyte",
        "Crusader Squad with Captain -1 initiate",
        "Crusader Squad with Captain captain 3 wounds",
        "trukk dead",
        "note 45, 38",
    ]
    assert phrases_of("note hi, there, crusader -1, note x; boyz dead, note 3 dead, not so", UNITS) == [
        "note hi, there", "crusader -1", "note x", "boyz dead", "note 3 dead, not so",
    ]  # fmt: skip
    assert phrases_of("note hi, cp -1", tuple(unit.but(side="Greens") for unit in UNITS)) == ["note hi", "cp -1"]
    assert phrases_of("note hi, cp -1", UNITS) == ["note hi, cp -1"]  # they are not counted here
    assert phrases_of("boyz -1, shocked, trukk off", UNITS) == ["boyz -1", "Boyz shocked", "trukk off"]
    assert phrases_of("-1, boyz -2", UNITS) == ["-1", "boyz -2"], "a phrase that is not understood is refused later"


@pytest.mark.rule("EVE-1")
def test_a_unit_named_in_the_plural_is_no_kind_of_another() -> None:
    units = (NamedUnit("Bright Marines", ("Bright Marine",)), NamedUnit("Torch Brights", ("Bright Marine",)))
    assert read_happened("brights -1", units) == lost(1, 1)
    assert read_happened("torches -1", units) == lost(1, 1)


@pytest.mark.rule("EVE-1")
def test_units_of_one_name_in_both_armies_are_told_with_their_army() -> None:
    both = with_armies(
        (NamedUnit("Boyz", ("Boy",), BOYZ, "Greens"), NamedUnit("Boyz", ("Boy",), BOYZ, "Blues"), CRUSADERS)
    )
    assert refused("boyz -2", both) == "“boyz” fits Boyz of Greens, Boyz of Blues: say whose, as in theirs boyz"
    others = with_armies(tuple(NamedUnit(f"Red {name}", army="Greens") for name in ("Boyz", "Nobz")))
    assert refused("red -2", others) == "“red” fits Red Boyz, Red Nobz: say more of it"
    assert read_happened("boyz of blues -2", both) == lost(1, 2)
    of_both = tuple(unit.but(theirs=unit.army == "Blues", army_name=unit.army or "Greens") for unit in both)
    for words in ("theirs boyz -2", "theirs: boyz -2", "enemy boyz lost two", "enemy's boyz-2"):
        assert read_happened(words, of_both) == lost(1, 2), words
    for words, told in (
        ("theirs boyz: Stealth", (1, True)),
        ("enemy boyz: Stealth", (1, True)),
        ("my boyz: Stealth", (0, False)),
    ):
        said = read_happened(words, of_both, read_effect)
        assert (said.unit, said.theirs, said.words) == (*told, "Stealth"), words
    with pytest.raises(BadAnswer, match="say whose"):
        read_happened("boyz: Stealth", of_both, read_effect)
    assert phrases_of("boyz of blues -2, +1", both)[1] == "Boyz of Blues +1"


@pytest.mark.rule("EVE-7")
def test_a_name_that_is_nearly_a_word_of_one_unit_names_it() -> None:
    assert refused("torhc -1", (NamedUnit("Bright Marines"), NamedUnit("Torch Brights"))).endswith(
        "; Torch Brights was meant?"
    )
    assert "meant" not in refused("brigth -1", (NamedUnit("Bright Marines"), NamedUnit("Torch Bright"))), (
        "it may be either"
    )


def read_morale(text: str, unit: NamedUnit) -> Happened | None:
    return Happened("morale", loss=TypedLoss(n=int(text.split()[-1]))) if text.startswith("morale") else None


SAYS = Vocabulary((("gone", ("gone home",)),), read_more=read_morale, words=("morale",), example="mob -1",
                  about_effects="no effects in this game", about_points="no points; note {text}")  # fmt: skip
MOB = NamedUnit("Mob", ("Band", "Gun Band"), says=SAYS, singles=("Band 1", "Band 2"))
POSSE = NamedUnit("Posse", ("Rider", "Band"), says=SAYS, singles=("Rider 1", "Rider 2", "Band 2", "Band 3"))


@pytest.mark.rule("EVE-12")
@each(
    ("text", "said"),
    [
        ("mob morale 3", Happened("morale", 0, TypedLoss(n=3))),
        ("mob gone home", Happened("gone", 0)),
        ("band 1 dead", lost(0, None, "Band 1")),
        ("mob band 2 -1", lost(0, 1, "Band 2")),
        ("rider 2 left", lost(1, 2, "Rider", left=True)),
        ("rider 2 -1", lost(1, 1, "Rider 2")),
        ("posse 2 riders", lost(1, 2, "Rider")),
    ],
)
def test_an_edition_has_words_of_its_own_and_names_of_single_models(text: str, said: Happened) -> None:
    assert read_happened(text, (MOB, POSSE)) == said


@pytest.mark.rule("EVE-7", "EVE-12")
@each(
    ("text", "words"),
    [
        ("band 2 dead", "“band 2” can be Band 2 of Mob, Band 2 of Posse: say the unit too"),
        ("rider 7 dead", "no “Rider 7” here, only Rider 1, Rider 2"),
        ("mob: +1 to hit", "“mob: +1 to hit”: no effects in this game"),
        ("mob re-rolls", "“mob re-rolls”: no effects in this game"),
        ("all HEROES: Fearless", "“all HEROES: Fearless”: no effects in this game"),
        ("cp -1", "“cp -1”: no points; note cp -1"),
        ("mob", "“mob”: what happened to Mob? Write it as in mob -1"),
        ("-1", "“-1”: which unit? Write it as in mob -1"),
    ],
)
def test_what_an_edition_refuses_in_its_words(text: str, words: str) -> None:
    assert refused(text, (MOB, POSSE)).startswith(words)


@pytest.mark.rule("EVE-7")
@pytest.mark.parametrize(("line", "n"), [("1", 1), ("two", 2), ("-1, 3", 3)])
def test_a_bare_number_behind_a_unit_kills_nobody(line: str, n: int) -> None:
    with pytest.raises(BadAnswer) as error:
        phrases_of(line, UNITS, last=2)
    assert str(error.value).endswith(f": write -{n} for so many lost, or {n} left for what remains")
    assert phrases_of(f"-{n}", UNITS, last=2) == [f"Boyz -{n}"]


def test_a_line_about_one_unit_goes_on_with_it() -> None:
    assert phrases_of("-1, boyz off, -2", UNITS, last=0) == ["Crusader Squad with Captain -1", "boyz off", "Boyz -2"]


def read_effect(text: str) -> str:
    """A vocabulary of three words, of which two have a comma or a colon in them."""
    if text.split(" as ")[0] not in ("Stealth", "against A, B", "incoming: Stealth"):
        raise BadAnswer(f"“{text}” is no effect")
    return text


def effect(words: str, unit: int | None, **more: Any) -> Happened:
    return Happened("effect", unit, words=words, **more)


@pytest.mark.rule("EVE-20", "EVE-23", "EVE-24")
@each(
    ("text", "said"),
    [
        ("boyz: Stealth", effect("Stealth", 2)),
        ("boss of boyz 2: Stealth", None),
        ("neophyte: Stealth", effect("Stealth", 0)),
        ("crusader: incoming: Stealth", effect("incoming: Stealth", 0)),
        ("theirs trukk: Stealth as Fog", effect("Stealth as Fog", 4, theirs=True)),
        ("my trukk: Stealth", effect("Stealth", 4)),
        ("all: Stealth", effect("Stealth", None, many="")),
        ("theirs all INFANTRY GRENADES: Stealth", effect("Stealth", None, many="INFANTRY GRENADES", theirs=True)),
        ("boyz: no longer Fog", Happened("no longer", 2, words="Fog")),
        ("all VEHICLE: no longer Fog", Happened("no longer", None, words="Fog", many="VEHICLE")),
        ("boyz: no longer shocked", Happened("not shocked", 2)),
        ("boyz: dead", lost(2, None)),
    ],
)
def test_effects_are_told_behind_a_colon(text: str, said: Happened | None) -> None:
    if said is None:
        with pytest.raises(BadAnswer):
            read_happened(text, UNITS, read_effect)
    else:
        assert read_happened(text, UNITS, read_effect) == said


@pytest.mark.rule("EVE-20")
def test_effects_and_losses_stand_in_one_line() -> None:
    line = (
        "crusader -2, boyz: Stealth, against A, B, -1, theirs all A: Stealth; incoming: Stealth, trukk dead, note x, y"
    )
    assert phrases_of(line, UNITS, read_effect) == [
        "crusader -2", "boyz: Stealth", "boyz: against A, B", "Boyz -1", "theirs all A: Stealth",
        "theirs all A: incoming: Stealth", "trukk dead", "note x, y",
    ]  # fmt: skip
    assert phrases_of("trukk -1 wound, Stealth", UNITS, read_effect) == ["trukk -1 wound", "Trukk: Stealth"]


@pytest.mark.rule("EVE-28")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("boyz: nonsense", "“nonsense” is no effect"),
        ("all: nonsense", "“nonsense” is no effect"),
        ("boss: Stealth", "“boss” can be Boss of Boyz, Boss of Boyz 2: say the unit too"),
        ("Stealth", "“Stealth”"),
    ],
)
def test_no_effect_is_told_in_words_that_are_none(text: str, words: str) -> None:
    with pytest.raises(BadAnswer, match=re.escape(words)):
        read_happened(text, UNITS, read_effect)


SQUADS = (
    NamedUnit("Squad A with Captain", ("Rifle", "Captain")),
    NamedUnit("Squad B", ("Rifle",)),
    NamedUnit("Guard 1 with Lord", ("Guard", "Lord")),
    NamedUnit("Guard 2", ("Guard",)),
)


@pytest.mark.rule("EVE-1")
@each(
    ("text", "said"),
    [
        ("squad a -2", lost(0, 2)),
        ("2 squad a", lost(0, 2)),
        ("squad a dead", lost(0, None)),
        ("guard 1 -2", lost(2, 2)),
        ("guard 1 2 lost", lost(2, 2)),
        ("guard 2 2", lost(3, 2)),
    ],
)
def test_the_first_words_of_a_name_may_end_as_numbers_and_short_words_do(text: str, said: Happened) -> None:
    assert read_happened(text, SQUADS) == said


@pytest.mark.rule("EVE-20", "EVE-23")
def test_an_effect_is_told_of_several_units_by_their_names() -> None:
    both = ["squad a: Stealth", "squad b: Stealth"]
    assert phrases_of("squad a, squad b: Stealth", SQUADS, read_effect) == both
    assert phrases_of("squad a and squad b: Stealth", SQUADS, read_effect) == both
    assert phrases_of("guard 1 -1, squad a, squad b & lord: Stealth", SQUADS, read_effect) == [
        "guard 1 -1", *both, "lord: Stealth",
    ]  # fmt: skip
    assert phrases_of("squad a, squad b -1", SQUADS, read_effect) == ["squad a", "squad b -1"], "refused later"
    theirs = effect("Stealth", None, many="", theirs=True)
    assert read_happened("all theirs: Stealth", SQUADS, read_effect) == theirs


@pytest.mark.rule("EVE-1")
def test_units_may_be_called_as_words_of_the_line_are() -> None:
    units = (NamedUnit("All Stars"), NamedUnit("Note Keepers"), NamedUnit("Mk2", ("Mk2 Walker",)), NamedUnit("Boyz"))
    assert read_happened("all stars: Stealth", units, read_effect) == effect("Stealth", 0)
    assert read_happened("all: Stealth", units, read_effect).many == ""
    assert read_happened("note keepers -1", units) == lost(1, 1)
    assert read_happened("boyz:: Stealth", units, read_effect) == effect("Stealth", 3)
    assert read_happened("mk2 walker -1", units) == lost(2, 1, "Mk2 Walker")


@pytest.mark.rule("EVE-1", "EVE-80")
def test_a_note_takes_the_rest_of_its_line() -> None:
    line = "boyz -1, Note: 45-38; boyz, captain are tired\nboyz -2"
    assert phrases_of(line, UNITS) == ["boyz -1", "Note: 45-38; boyz, captain are tired", "boyz -2"]
    for text in ("note: a", "NOTE a", "note a", "Note  a"):
        assert read_happened(text, UNITS) == Happened("note", words="a")


@pytest.mark.rule("EVE-1", "EVE-7")
def test_a_name_with_a_word_of_losses_is_no_loss_alone() -> None:
    rig = NamedUnit("Kill Rig", ("Kill Rig",))
    led = NamedUnit("Kill Team with Captain", ("Veteran", "Captain"))
    for name in ("kill rig", "Kill Team", "kill team with captain"):
        assert f"“{name}”: what happened to Kill" in refused(name, (rig, led))
    boyz = NamedUnit("Boyz", ("Boy", "Lost Nob"))
    assert "what happened to Boyz" in refused("lost nob", (rig, boyz))
    assert read_happened("lost nob lost", (rig, boyz)) == lost(1, None, "Lost Nob")
    assert read_happened("kill rig dead", (rig, led)) == read_happened("kill kill rig", (rig, led)) == lost(0, None)
    assert read_happened("kill team -1", (rig, led)) == read_happened("kill 1 team", (rig, led)) == lost(1, 1)


@pytest.mark.rule("EVE-7")
def test_a_word_for_a_number_is_no_part_of_a_word_of_a_name() -> None:
    units = (NamedUnit("Lieutenant", ("Lieutenant",)), NamedUnit("None Pass", ("Nun",)), NamedUnit("Guard", ("Guard",)))
    assert "no “ten” here" in refused("ten dead", units)
    assert read_happened("one guard dead", units) == lost(2, 1)
    assert read_happened("one -2", (NamedUnit("Squad One", ("Man",)),)) == lost(0, 2)


@pytest.mark.rule("EVE-7")
def test_a_slip_in_a_units_name_names_the_unit_besides_its_models() -> None:
    assert refused("crusader sqad -1").endswith("; Crusader Squad with Captain was meant?")
    assert "meant" not in refused("crusader grot -1")


@pytest.mark.rule("EVE-7")
def test_a_side_alone_is_no_unit_whose_name_begins_so() -> None:
    units = (NamedUnit("Enemy Crusher", ("Crusher",), theirs=True), NamedUnit("Trukk", ("Trukk",)))
    assert "which unit?" in refused("enemy dead", units)
    assert read_happened("enemy crusher dead", units) == lost(0, None)
    assert read_happened("enemy dead", (NamedUnit("Enemy", ("Foe",)),)) == lost(0, None)
