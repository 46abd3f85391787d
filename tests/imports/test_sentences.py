"""What abilities say, and the words that they become (IMP-40 to 42). The sentences are ours, of the shape of datasheets."""

from __future__ import annotations

import pytest

from shoot_cli.rules.datasheets.importing.sentences import NOTHING, PLAYED, YOURS, Read
from shoot_cli.rules.datasheets.importing.sentences import read as read_of
from shoot_cli.rules.tenth.abilities import ABILITIES
from tests.each import each


def read(text: str, name: str = "Old Trick") -> Read:
    return read_of(name, text, ABILITIES)


PLAIN = [
    ("Each time this model makes an attack, add 1 to the Hit roll.", "+1 to hit"),
    ("Each time a model in this unit makes a ranged attack, add 1 to the Wound roll", "+1 to wound"),
    ("Each time the bearer makes an attack that targets a MONSTER unit, add 1 to the wound roll.", "+1 to wound against MONSTER"),
    ("Each time this model makes an attack that targets a Monster or Vehicle, re-roll a Hit roll of 1.",
     "re-roll hit rolls of 1 against MONSTER or VEHICLE"),
    ("Each time this unit makes an attack, you can re-roll the Hit roll.", "re-roll hit rolls"),
    ("Each time an attack targets this unit, subtract 1 from the Hit roll.", "incoming: -1 to hit"),
    ("Each time an attack is allocated to this model, halve the Damage characteristic of that attack.", "incoming: half damage"),
    ("Ranged weapons equipped by models in this unit have the [LETHAL HITS] ability.", "Lethal Hits"),
    ("Ranged weapons equipped by the bearer have the [Anti-Infantry 4+] ability.", "Anti-INFANTRY 4+"),
    ("This unit is eligible to shoot in a turn in which it Fell Back.", "shoots after Falling Back"),
]  # fmt: skip


@each("text, words", PLAIN)
@pytest.mark.rule("IMP-40")
def test_a_sentence_becomes_the_words_for_it(text: str, words: str) -> None:
    found = read(text)
    assert (found.words, found.fate, found.counts) == ((words,), PLAYED, (1, 0, 0))


def test_a_sentence_that_is_not_read_to_its_end_is_not_played() -> None:
    found = read("Each time this model makes an attack, add 1 to the Hit roll, twice over.")
    assert (found.words, found.fate) == ((), YOURS)


@pytest.mark.rule("IMP-41")
def test_what_is_about_moving_is_of_no_account() -> None:
    assert read("Add 2 to Charge rolls made for this unit.").fate == NOTHING
