"""What abilities say, and the words that they become (IMP-40 to 42). The sentences are ours, of the shape of datasheets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from shoot_cli.engine.markdown import tables
from shoot_cli.importing.datasheets import sentence_parser as patterns
from shoot_cli.importing.datasheets.abilities import NOTHING, PLAYED, YOURS, Read
from shoot_cli.importing.datasheets.abilities import read_ability as read_of
from shoot_cli.importing.datasheets.sentence_parser import has_no_influence
from shoot_cli.rules.tenth.edition import ABILITIES
from tests.helpers.each import each
from tests.helpers.work import lines_run
from tests.importing.what_abilities_become import main
from tests.importing.written_rosters import ability, as_json, model, roster, statline, unit


def read(text: str, name: str = "Old Trick") -> Read:
    return read_of(name, text, ABILITIES)


WHOSE = [  # text, words, the same where others are in the unit
    ("This model makes you laugh and has the Stealth ability.", (), ()),
    ("Each time this model makes an attack, add 1 to the Hit roll.", ("+1 to hit",), ("+1 to hit",)),
    ("Each time a model in this unit makes a ranged attack, add 1 to the Wound roll", ("+1 to wound",),
     ("unit: +1 to wound",)),
    ("Each time the bearer's unit makes an attack, re-roll a Hit roll of 1.", ("unit: re-roll hit rolls of 1",), None),
    ("Each time an attack targets this unit, subtract 1 from the Hit roll.", ("incoming: -1 to hit as Old Trick",),
     ("unit: incoming: -1 to hit as Old Trick",)),
    ("While this model is leading a unit, each time a model in that unit makes an attack, you can re-roll the Wound roll.",
     ("led: re-roll wound rolls",), None),
    ("While this model is leading a unit, each time an attack targets that unit, subtract 1 from the Wound roll.",
     ("led: incoming: -1 to wound as Old Trick",), None),
    ("While this model is leading a unit, this model has the Stealth ability.", ("Stealth if it leads a unit",), None),
    ('While a friendly ORKS VEHICLE unit is within 6" of this model, each time a model in that unit makes an attack, add 1'
     " to the Hit roll.", ('friendly ORKS, VEHICLE within 6": +1 to hit',), None),
    ('While an enemy unit is within 6" of this model, each time a model in that unit makes an attack, subtract 1 from the '
     'Hit roll.', ('enemies within 6": -1 to hit',), None),
    ('While an enemy unit is within 6" of this model, each time a model in that unit makes an attack, add 1 to the Hit '
     "roll.", (), None),
    ('While a friendly ORKS or NECRONS unit is within 6" of the bearer, that unit has the Stealth ability.',
     ('friendly ORKS within 6": Stealth', 'friendly NECRONS within 6": Stealth'), None),
    ('While a friendly ORKS or NECRONS unit is within 6" of the bearer, each time a model in that unit makes an attack, '
     "add 1 to the Hit roll.", (), None),  # a unit of both would have it twice
    ("Each time a model in that unit makes an attack, add 1 to the Hit roll.", (), None),
    ("Each time a friendly ORKS model makes an attack, add 1 to the Hit roll.", (), None),
    ("Each time this model makes an attack with its long gun, add 1 to the Hit roll.", ("+1 to hit with long gun",), None),
    ("Each time this model makes an attack with its melee weapon, add 1 to the Hit roll, as well as its ranged ones.", (), None),
    ("Each time this model makes an attack with a ranged or a psychic weapon, add 1 to the Hit roll.", (), None),
    ("Each time a SERGEANT model in this unit makes an attack, add 1 to the Hit roll.", (), None),
    ("Each time this model makes an attack that targets that unit, add 1 to the Hit roll.", (), None),
]  # fmt: skip


def test_bold_words_that_touch_their_neighbours_are_words_of_their_own() -> None:
    """As in data that people type: a keyword in bold, and no blank beside it. An ending belongs to its word."""
    touching = "Each time this model makes an attack that targets a **^^Monster^^**or **^^Vehicle^^**unit, add 1 to the Hit roll."
    apart = touching.replace("^^**", "^^** ")
    assert read(touching).words == read(apart).words != ()
    assert patterns.plain("two **^^Monster^^**s, or^^**Titans**^^fall") == "two Monsters, or Titans fall"


@each("text, words, joined", WHOSE)
@pytest.mark.rule("IMP-40")
def test_words_work_for_those_whom_the_sentence_is_about(
    text: str, words: tuple[str, ...], joined: tuple[str, ...] | None
) -> None:
    found = read(text)
    assert (found.words, found.joined) == (words, words if joined is None else joined)
    assert (found.fate, found.counts) == ((PLAYED, (1, 0, 0)) if words else (YOURS, (0, 1, 0)))


CONDITIONS = [
    ("Each time the bearer makes an attack that targets a MONSTER unit, add 1 to the wound roll.", "+1 to wound against MONSTER"),
    ("Each time this model makes an attack that targets a Monster or Vehicle, re-roll a Hit roll of 1.",
     "re-roll hit rolls of 1 against MONSTER or VEHICLE"),
    ('Each time this model makes an attack that targets an INFANTRY unit within 12", add 1 to the Hit roll.',
     '+1 to hit against INFANTRY within 12"'),
    ("Each time this model makes a ranged attack that targets a unit that cannot FLY, add 1 to the Hit roll.",
     "+1 to hit not against FLY"),
    ("Each time this model makes an attack (excluding attacks that target VEHICLES), add 1 to the Hit roll.",
     "+1 to hit not against VEHICLE"),
    ("Each time this model makes an attack that targets a unit that is Below Half-strength, add 1 to the Hit roll.",
     "+1 to hit if target below half strength"),
    ("Each time this model makes an attack that targets a unit within range of an objective marker, add 1 to the Hit roll.",
     "+1 to hit if target on an objective"),
    ('Each time this model makes an attack that targets a unit within 9", add 1 to the Hit roll.', '+1 to hit within 9"'),
    ("Each time this model makes an attack that targets a unit within half range, add 1 to the Hit roll.",
     "+1 to hit within half range"),
    ("Each time this model makes a Psychic Attack, add 1 to the Hit roll.", "+1 to hit against Psychic Attacks"),
    ("Each time this model makes an attack, if this model is Below Half-strength, add 1 to the Hit roll.",
     "+1 to hit if below half strength"),
    ("Each time this model makes an attack, if the target is the closest eligible target, add 1 to the Hit roll.",
     "+1 to hit if target is closest"),
    ("Each time this model makes an attack, add 1 to the Hit roll if the target is Battle-shocked.",
     "+1 to hit if target Battle-shocked"),
    ("Each time this model makes an attack, if the target is a MONSTER or VEHICLE, add 1 to the Hit roll.",
     "+1 to hit against MONSTER or VEHICLE"),
    ('Each time an attack targets this model, if the attacking model is more than 12" away, subtract 1 from the Hit roll.',
     'incoming: -1 to hit beyond 12" as Old Trick'),
    ('Each time an attack targets this model, unless the attacking model is within 12", subtract 1 from the Hit roll.',
     'incoming: -1 to hit beyond 12" as Old Trick'),
    ('(Aura): While a friendly ORKS unit is within 6" of this model, each time a ranged attack targets that unit, models in '
     "that unit have the benefit of cover against that attack.", 'friendly ORKS within 6": has cover'),
    ("Each time an attack targets this model, if the Strength characteristic of that attack is greater than this model's "
     "Toughness characteristic, subtract 1 from the Wound roll.", "incoming: -1 to wound when S is greater than T as Old Trick"),
    ("This model has the Feel No Pain 4+ ability against mortal wounds.", "Feel No Pain 4+ against mortal wounds"),
    ("Each time this model Remains Stationary, until the end of the turn, ranged weapons equipped by this model have the "
     "[LETHAL HITS] ability.", "Lethal Hits if stationary"),
    ("Once per battle, when an attack is allocated to this model, you can change the Damage characteristic of that attack "
     "to 0.", "incoming: no damage once"),
]  # fmt: skip


@each("text, words", CONDITIONS)
@pytest.mark.rule("IMP-40")
def test_a_condition_is_a_word_of_ours_where_there_is_one(text: str, words: str) -> None:
    found = read(text)
    assert (found.words, found.fate, found.guesses) == ((words,), PLAYED, ())


ASKED = [
    ("While the big drum is beaten, models in this unit have the Feel No Pain 5+ ability.",
     "Feel No Pain 5+ if the big drum is beaten"),
    ('While this model is within 3" of one or more friendly ORKS units, this model has the Lone Operative ability.',
     'Lone Operative if this model is within 3" of one or more friendly ORKS units'),
    ("Each time this model makes an attack that targets a unit that owes you money, add 1 to the Hit roll.",
     "+1 to hit if target owes you money"),
    ("Each time this model makes an attack, if the moon is full, add 1 to the Hit roll.", "+1 to hit if the moon is full"),
    ("Each time this model makes an attack that targets your Oath of Moment target, add 1 to the Wound roll.",
     "+1 to wound if Oath of Moment target"),
]  # fmt: skip


@each("text, words", ASKED)
@pytest.mark.rule("IMP-40")
def test_any_other_condition_is_asked_in_its_own_words_and_said_to_be(text: str, words: str) -> None:
    found = read(text)
    assert (found.words, found.guesses) == ((words,), (f"asked at the table: {words.partition(' if ')[2]}",))


LEFT_OUT = [
    ('While a friendly ORKS unit (excluding VEHICLE units) is within 6" of this model, models in that unit have the Stealth '
     "ability.", 'friendly ORKS within 6": Stealth if that unit is no VEHICLE'),
    ('While an enemy unit (excluding VEHICLES) is within 6" of this model, each time a model in that unit makes an attack, '
     "subtract 1 from the Hit roll.", 'enemies within 6": -1 to hit if that enemy unit is no VEHICLE'),
]  # fmt: skip


@each("text, words", LEFT_OUT)
@pytest.mark.rule("IMP-40", "10E-EFF-10")
def test_keywords_that_are_left_out_are_read_in_the_lists(text: str, words: str) -> None:
    found = read(text)
    assert (found.words, found.guesses) == ((words,), ())


UNREAD = [
    "Each time this model makes an attack, add 1 to the Hit roll, twice over.",
    "Each time this model makes an attack, if a 6 was rolled before, add 1 to the Hit roll.",
    "Each time this model makes an attack, unless it is late, add 1 to the Hit roll.",
    "Each time this model makes an attack, add 1 to the Hit roll and add 1 to the Wound roll if the moon is full.",
    "Models in this unit (excluding CHARACTER models) have the Stealth ability.",
    "Three times per battle, when an attack is allocated to this model, you can change the Damage characteristic of that attack "
    "to 0.",
    "Each time an attack targets this unit, add 1 to the Attacks characteristic of ranged weapons equipped by this unit.",
    "Each time this model makes an attack, add 1 to the Hit roll and this model has the Stealth ability.",
    "When this model is selected as the target of an attack, ranged weapons equipped by this model have the [HEAVY] ability.",
    "Each time an attack targets this unit, you can re-roll the Wound roll instead.",
    "While a unit is dizzy, this model has the Stealth ability.",
    "Until the end of the turn, this model has the Stealth ability.",
    "If it does, this model has the Stealth ability.",
    "This unit is eligible to shoot in a turn in which it Fell Back, but it loses its hats.",
    "Each time this model makes an attack that targets a unit, add 1 to the Hit roll for each hat.",
    "Add 1 to the Attacks characteristic of ranged weapons equipped by this model for every three enemies near it.",
    "Each time this model makes an attack that targets a lower case unit, add 1 to the Hit roll.",
]


@each("text", UNREAD)
@pytest.mark.rule("IMP-42")
def test_a_sentence_that_is_not_read_to_its_end_is_kept(text: str) -> None:
    found = read(text)
    assert (found.words, found.fate, found.counts) == ((), YOURS, (0, 1, 0))


TOGETHER = [  # text, words, fate, counts
    ("ORKS model only. The bearer has the Stealth ability.", ("Stealth",), PLAYED, (1, 0, 1)),
    ("Once per battle, at the start of any phase, this model can use this ability. If it does, until the end of the phase, "
     "this model has the Stealth ability.", ("Stealth once per battle",), PLAYED, (2, 0, 0)),
    # one use gives both, and two uses are two
    ("Once per battle, this model can use this ability. If it does, until the end of the phase, improve the Strength and "
     "Armour Penetration characteristics of ranged weapons equipped by this model by 1.",
     ("+1 strength once per battle as Old Trick", "improve AP by 1 once per battle as Old Trick"), PLAYED, (2, 0, 0)),
    ("At the start of your Shooting phase, this model can use this ability. If it does, until the end of the phase, this "
     "model has the Stealth ability.", ("Stealth if Old Trick is in use",), PLAYED, (2, 0, 0)),
    # a use whose whole price is one target is known by the targets
    ("Each time this unit is selected to shoot, it can use this ability. If it does, until the end of the phase, add 2 to the "
     "Attacks characteristic of very long guns equipped by models in this unit and you can only select one enemy unit as the "
     "target of all of this unit's attacks.",
     ("+2 attacks with very long gun if the whole squad shoots at one unit",), PLAYED, (2, 0, 0)),
    ("Each time this model makes an attack, re-roll a Hit roll of 1. If the target of that attack is Below Half-strength, "
     "you can re-roll the Hit roll instead.",
     ("re-roll hit rolls of 1", "re-roll hit rolls if target below half strength"), PLAYED, (2, 0, 0)),
    ("Each time this model makes an attack, add 1 to the Hit roll. If the target is Below Half-strength, add 1 to the Wound "
     "roll as well.", ("+1 to hit", "+1 to wound if target below half strength"), PLAYED, (2, 0, 0)),
    ("While the drum is beaten, this model has the Feel No Pain 4+ ability instead.",
     ("Feel No Pain 4+ if the drum is beaten",), PLAYED, (1, 0, 0)),
    # "instead" of what adds up would count both
    ("Each time this model makes an attack, add 1 to the Wound roll. If the target is Below Half-strength, add 2 to the "
     "Wound roll instead.", (), YOURS, (0, 2, 0)),
    ("In your Shooting phase, after this model has shot, select one enemy unit hit by one or more of those attacks. Until "
     "the end of the phase, each time a friendly model makes an attack that targets that unit, add 1 to the Hit roll.",
     ("mark after shooting: +1 to hit",), PLAYED, (2, 0, 0)),
    ("In your Shooting phase, after this model has shot, select one enemy INFANTRY unit hit by one or more of those attacks."
     " Until the start of your next turn, that enemy unit is dizzy. While a unit is dizzy, each time a model in that unit "
     "makes an attack, subtract 1 from the Hit roll.",
     ("mark after shooting for a turn: -1 to hit if the marked unit is INFANTRY",), PLAYED, (3, 0, 0)),
    ("In your Shooting phase, after this model has shot, select one enemy unit hit by one or more of those attacks made with "
     "a very long gun. Until the end of the phase, that enemy unit cannot have the benefit of cover.",
     ("mark after shooting: no cover if the marked unit was hit with a very long gun",), PLAYED, (2, 0, 0)),
    # what is done to the attacks of whoever marked it is no mark's
    ("In your Shooting phase, after this model has shot, select one enemy unit hit by one or more of those attacks. Until "
     "the end of the phase, each time this model makes an attack that targets that unit, add 1 to the Hit roll.",
     (), YOURS, (0, 2, 0)),
    ("In your Shooting phase, after this model has shot, select one enemy unit hit by one or more of those attacks. That "
     "unit must take a Battle-shock test.", (), NOTHING, (0, 0, 2)),
    # what is lent ends with the phase
    ('At the start of your Shooting phase, select one friendly ORKS unit within 6" of this model. Until the end of the '
     "phase, each time a model in that unit makes an attack, add 1 to the Hit roll.",
     ('lend ORKS within 6": +1 to hit',), PLAYED, (2, 0, 0)),
    ('In your Command phase, select one friendly ORKS unit within 6" of this model. Until the start of your next Command '
     "phase, each time a model in that unit makes an attack, add 1 to the Hit roll.",
     ('lend for a turn ORKS within 6": +1 to hit',), PLAYED, (2, 0, 0)),
    ("Each time this model is destroyed, roll one D6: on a 4+, do not remove it from play. The destroyed model can shoot "
     "after the attacking unit has finished making its attacks, and is then removed from play.",
     ("shoots on death on 4+",), PLAYED, (2, 0, 0)),
    # what may be done twice is two of what may be done once; of other effects there is no word for it
    ("Twice per battle, after an attack has been allocated to this model, you can change the Damage characteristic of that "
     "attack to 0.", ("incoming: no damage once", "incoming: no damage once as Old Trick again"), PLAYED, (1, 0, 0)),
    ("Twice per battle, each time this model makes an attack, add 1 to the Hit roll.", (), YOURS, (0, 1, 0)),
    # what is always so is asked of nobody
    ("While this unit is on the battlefield, each time a model in this unit makes an attack, add 1 to the Hit roll.",
     ("+1 to hit",), PLAYED, (1, 0, 0)),
    ("Each time this model makes an attack, if the bearer is on the battlefield, add 1 to the Hit roll.",
     ("+1 to hit",), PLAYED, (1, 0, 0)),
    ("After this unit has shot, select one enemy unit hit by one or more of those attacks. Until the start of your next "
     "turn, while this unit is on the battlefield, that enemy unit is shaken. While a unit is shaken, each time a model in "
     "that unit makes an attack, subtract 1 from the Hit roll.",
     ("mark after shooting for a turn: -1 to hit",), PLAYED, (3, 0, 0)),
    ("If your Army Faction is ORKS, this model has the Stealth ability.", ("Stealth",), PLAYED, (1, 0, 0)),
    ("Until the start of your next Command phase, that enemy unit is your Oath of Moment target. This model has the Stealth "
     "ability.", ("Stealth",), PLAYED, (1, 0, 1)),
    # what is used, and what holds always
    ("Once per battle, this model can use this ability. This model has the Stealth ability.", (), YOURS, None),
    # lines that break where they like
    ("Each time this model makes an attack, add 1 to the\nHit roll\nif the moon is full.",
     ("+1 to hit if the moon is full",), PLAYED, (1, 0, 0)),
    ("This model has the\nStealth ability.\n\nDesigner's Note: Put a hat beside it.", ("Stealth",), PLAYED, (1, 0, 0)),
    # one of these is picked: none may be played alone
    ("Select one of the tricks below.\nFIRST TRICK\nThis model has the Stealth ability.\nSECOND TRICK\nThis model has the "
     "benefit of cover.", (), YOURS, None),
    ("This model has one of these:\n■ This model has the Stealth ability.\n■ This model has the benefit of cover.",
     (), YOURS, None),
    # the parts do not hang on each other
    ("This model has the Stealth ability. Add 1 to the damage that you suffer at home.", ("Stealth",), YOURS, (1, 1, 0)),
    # they do
    ("This model has the Stealth ability. Add 1 to the damage that you suffer when doing so.", (), YOURS, (0, 2, 0)),
    ("Each time you lose a save, you may laugh. If you do, this model has the Stealth ability.", (), YOURS, (0, 2, 0)),
]  # fmt: skip


@each("text, words, fate, counts", TOGETHER)
@pytest.mark.rule("IMP-42")
def test_sentences_are_read_with_those_before_them(
    text: str, words: tuple[str, ...], fate: str, counts: tuple[int, int, int] | None
) -> None:
    found = read(text)
    assert (found.words, found.fate) == (words, fate)
    assert counts is None or found.counts == counts


OF_NO_ACCOUNT = [
    "Add 2 to Charge rolls made for this unit.",
    "You can re-roll Charge rolls made for this unit.",
    "Each time this model makes a melee attack, add 1 to the Hit roll.",
    "Each time this model makes a melee attack, add 1 to the Hit roll. If the target is Below Half-strength, add 1 to the "
    "Wound roll as well.",
    "Melee weapons equipped by this model have the [LETHAL HITS] ability.",
    "Each time a melee attack targets this unit, subtract 1 from the Hit roll.",
    "At the start of the Fight phase, this model can use this ability. If it does, add 1 to the Attacks characteristic of its "
    "melee weapons.",
    'While a friendly ORKS unit is within 6" of this model, add 1 to the Leadership characteristic of models in that unit.',
    "Models in the bearer's unit have the Deep Strike ability.",
    "You must attach a baker to this unit. If there is none, this unit does not take part in the battle.",
]  # fmt: skip


@each("text", OF_NO_ACCOUNT)
@pytest.mark.rule("IMP-41")
def test_what_shooting_does_not_touch_is_of_no_account(text: str) -> None:
    found = read(text)
    assert (found.fate, found.words) == (NOTHING, ())


TOUCHING = (
    "hit", "hits", "wound", "wounds", "save", "saving throw", "damage", "AP", "Armour Penetration", "Strength", "Attacks",
    "attack", "Toughness", "invulnerable", "Feel No Pain", "shoot", "weapon",
)  # fmt: skip


@each("word", TOUCHING)
@pytest.mark.rule("IMP-41")
def test_what_mentions_dice_of_attacks_is_never_of_no_account(word: str) -> None:
    """However much else it says of moving and charging."""
    assert has_no_influence("After a Charge move, in your Command phase, bring it a hat from Reserves.")
    assert not has_no_influence(f"After a Charge move, in your Command phase, bring {word} a hat from Reserves.")
    assert read(f"After a Charge move, in your Command phase, bring {word} a hat from Reserves.").fate == YOURS


@each(
    "text",
    [
        "Each time this model makes an attack, add 1 to the Hit roll twice, and each time it makes a melee attack, add 2.",
        "In your Shooting phase, after this model has shot, select one enemy unit hit by one or more of those attacks. Until the "
        "end of the turn, each time a friendly unit makes a melee or ranged attack that targets that unit, add 1 to the roll.",
        "Ranged and melee weapons equipped by this model are better.",
        "At the end of the Fight phase, pick an enemy: until the start of your next turn, it has -1 to hit.",
        "Each time this model makes a melee attack, add 1 to the Hit roll, and weapons equipped by it have the [LANCE] ability.",
    ],
)
@pytest.mark.rule("IMP-41")
def test_melee_beside_something_else_is_kept(text: str) -> None:
    assert read(text).fate == YOURS


@pytest.mark.rule("IMP-42")
def test_what_says_nothing_that_is_known_is_kept() -> None:
    assert read("It counts as having one more token than it has.").fate == YOURS


def test_text_is_read_whatever_marks_it_is_written_with() -> None:
    plain = read("Each time this model makes an attack that targets a MONSTER unit, add 1 to the Hit roll.")
    marked = "Each time this\u00a0model makes an  attack that targets a **^^Monster^^** unit , add 1 to the Hit roll."
    assert read(marked).words == plain.words == ("+1 to hit against MONSTER",)
    assert read("Each time this model’s unit makes an attack, reroll a Hit roll of 1").words == (
        "unit: re-roll hit rolls of 1",
    )


# Every row of the tables ----------------------------------------------------------------------------------------------

SAMPLES = {
    "n": "4", "m": "5", "x": "2", "K": "MONSTER", "K2": "VEHICLE", "abilities": "Lethal Hits", "words": "a hat", "who": "this model",
    "self": "this model", "me": "this unit", "they": "it", "phase": "phase", "char": "attacks", "char2": "strength",
    "target": "the target", "W": "MONSTER", "choice": "Lethal Hits; Sustained Hits 1", "its": "its", "andor": "and/or",
    "skill": "ballistic skill characteristic", "arm": "melta", "weapon": "long gun",
}  # fmt: skip


def sample(written: str) -> str:
    """A sentence, or a part of one, as a row says that it may be written."""
    bare = re.sub(r"\((?!excluding)([^()]*)\) ?", "", written + " ").replace("{n}+", "4+").strip()
    bare = re.sub(r"(?<![\w{}])(?!and/or)([\w'-]+)/[\w'/-]+(?![\w{}])", r"\1", bare)
    return re.sub(r"\{(\w+)\}", lambda found: SAMPLES[found[1]], bare)


LEADS = {"": "Each time this model makes an attack, ", "incoming": "Each time an attack targets this model, "}


def rows(heading: str) -> list[dict[str, str]]:
    return [
        {**row, "written": written}
        for row in tables(patterns.__file__, "sentences.md")[heading]
        for written in row["written"].split("; ")
    ]


@each("row", rows("Effects on attacks"))
def test_every_effect_of_the_table_becomes_words(row: dict[str, str]) -> None:
    of = row["of"].replace("once", "incoming")
    said = sample(row["written"])
    found = read(
        (LEADS[of] if "to 0" not in said else "Once per turn, each time an attack targets this model, ") + said
    )
    assert (found.fate, len(found.words)) == (PLAYED, len(row["word"].split("; "))), said


@each("row", [row for row in rows("Statements") if row["word"] not in ("-", "death")])
def test_every_statement_of_the_table_becomes_words(row: dict[str, str]) -> None:
    found = read(sample(row["written"]))
    assert (found.fate, len(found.words)) == (PLAYED, len(row["word"].split("; "))), sample(row["written"])


@each("row", rows("Targets"))
def test_every_target_of_the_table_becomes_a_condition(row: dict[str, str]) -> None:
    if row["word"] != "marked":
        found = read(f"{LEADS[''][:-2]} {sample(row['written']).rstrip(',')}, add 1 to the Hit roll.")
        parts = row["word"].replace("{K}", "MONSTER").replace("{n}", "4").split("; ")
        wanted = " ".join(sorted(parts, key=lambda part: part.startswith("if")))  # facts that are asked come last
        assert found.words == (f"+1 to hit {wanted}".strip(),)


@each("row", rows("Conditions"))
def test_every_condition_of_the_table_is_one(row: dict[str, str]) -> None:
    effect = "subtract 1 from the Hit roll" if row["of"] == "incoming" else "add 1 to the Hit roll"
    found = read(f"{LEADS['incoming' if row['of'] == 'incoming' else '']}if {sample(row['written'])}, {effect}.")
    wanted = row["word"].replace("{K}", "MONSTER").replace("{n}", "4")
    wanted = "" if wanted == "while it is there" else wanted  # always so
    start = "incoming: -1 to hit" if row["of"] == "incoming" else "+1 to hit"
    behind = " as Old Trick" if row["of"] == "incoming" else ""
    assert found.words == (f"{start} {wanted}".strip() + behind,), sample(row["written"])


# Hostile text ----------------------------------------------------------------------------------------------------------

HOSTILE = (
    "a" * 100_000, "A " * 290, "if a, " * 95, "while leading a unit, " * 27, "once per battle, " * 34, "(" * 590,
    "Each time this model makes an attack that targets a " + "Abc " * 120,
    "Each time this model makes an attack, " + "add 1 to the hit roll and " * 20 + "x",
    "Each time this model makes an attack that targets a unit " + "(excluding A) " * 40, "\0\u202e" * 300, "İ" * 500,
    "x. " * 10_000, "Ranged weapons equipped by this model have the " + "A and " * 90 + "ability",
)  # fmt: skip


MOST_LINES = 100_000  # of Python, for one ability


@each("text", HOSTILE)
def test_hostile_text_is_kept_and_takes_few_steps(text: str) -> None:
    assert read(text).fate == YOURS  # patterns are compiled now
    assert lines_run(lambda: read(text)) < MOST_LINES


def test_no_pattern_repeats_anything_without_end() -> None:
    """Each part of it is tried so often at most, wherever it stands: the time is bounded by the length of a sentence."""
    headings = (
        "Openings",
        "Leads",
        "Targets",
        "Conditions",
        "Unless",
        "Effects on attacks",
        "Statements",
        "Before others",
    )
    every = [phrase.pattern.pattern for heading in headings for phrase in patterns.phrases(heading)]
    bare = [re.sub(r"\\.|\[[^\]]*\]", "", pattern) for pattern in every]
    assert len(bare) > 300
    assert [pattern for pattern in bare if re.search(r"[*+]|,\}", pattern)] == []


def test_the_script_tells_what_became_of_each_ability(tmp_path: Path) -> None:
    quick = ability("Quick", "Each time this unit makes an attack, add 1 to the Hit roll.")
    odd = ability("Odd", "Each time this model makes an attack, add 1 to the Hit roll, twice over.")
    file = tmp_path / "any.json"
    file.write_bytes(
        as_json(roster(unit("Squad", statline("Trooper"), quick, odd, model("Trooper"), model("Trooper"))))
    )
    said = main([str(file)]).splitlines()
    assert said[1] == "    +1 to hit / unit: +1 to hit"
    assert said[-2:] == ["abilities: 1 played, 1 yours, 0 nothing", "sentences: 1 played, 1 yours, 0 nothing"]
    assert [line.split()[0] for line in main([str(file), "yours"]).splitlines()] == [
        "YOURS",
        "abilities:",
        "sentences:",
    ]
    text = tmp_path / "list.txt"
    text.write_text("+ FACTION KEYWORD: Test", encoding="utf-8")
    first, second, *rest = main([str(tmp_path / "none.json"), str(text), str(file)]).splitlines()
    assert "none.json: left out" in first
    assert "No such file" in first
    assert second.endswith("list.txt: left out: a pasted text has no abilities")
    assert rest == said
