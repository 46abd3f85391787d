"""No word of a list is read and dropped: every effect, on every owner, in every place, with every reach and condition.

Generated from the tables of ``abilities.md``. Each effect has a home: the first attack of ``effect_probes.py``, or
battle of ``effect_battles.py``, in which it is seen to do something; one without a home is told of in ``HOMELESS``.
There the word must change what comes of it in each place, reach and condition that holds, and must not where one does
not hold; or it is refused, in words, and only where the tables say so (10E-EFF-8). The plain run takes a sample, the
slow run all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from shoot_cli.rules.datasheets.ability_forms import (
    ATTACK,
    DECIDES,
    EARLY,
    SEVERAL,
    TARGET,
    UNIT,
    WEAPON,
    condition_forms,
    reaches,
)
from tests.helpers.each import each
from tests.helpers.samples import TIMES
from tests.rules.tenth.helpers.effect_homes import (
    ASKED,
    CONDITIONS,
    STATES,
    WORDS,
    Holds,
    Seen,
    Word,
    home,
    look,
    said_of,
    situation,
)
from tests.rules.tenth.helpers.effect_probes import (
    ATTACKS,
    PLACES,
    PROFILE,
    WEAPONS,
    Line,
    Outcome,
    Refused,
    document,
    keywords_in,
    outcome,
    put,
)

HOMELESS = {
    "Lance": "nobody charges in a shooting phase; army check says so",
}
PENDING = {  # not yet as it must be
    # with a condition they are offered, in its words, before it is asked: test_out_of_turn.py has what comes of it
    "Overwatch again": "offered first",
}
REFUSALS = re.compile(
    r"no use for it|belongs to models and units|reaches beyond this weapon|no condition is played|incoming: stands before|alone; leave out whom"
    r"|is not given to enemies|cannot stand behind that|write its effect alone|one word for whom it works"
    r"|a save is of whoever is shot at|decided before there is|hangs on itself, not on enemies|write no other reach|whoever has it marks|is no use to whoever has it"
)


PERMISSIONS = ("may shoot", "may target", "may be targeted", "Overwatch", "range")  # what some change
OF_THE_ATTACK = re.compile(r"(?:not )?against (?:Psychic|damage|S \d|AP)|when S")
OF_THE_TARGET = re.compile(r"(?:not )?against [A-Z]{4}|if target|if it is closest|within|beyond")


def saves_once(word: Word) -> bool:
    """True of what is done to one save, of all that the unit makes."""
    return word.form.operation in ("again", "six", "kept") and "save" in word.text and not word.incoming


def is_early(word: Word, words: str) -> bool:
    """True if the effect is looked at before anybody could say whether this holds, which is then refused."""
    form = word.form
    if not form.condition:
        return True
    if saves_once(word) and OF_THE_ATTACK.match(words.replace("within half", "when S")):
        return True
    before = form.changes in PERMISSIONS or (form.owner == UNIT and form.changes == "mortal wounds")
    if "half range" in words:
        return before or form.changes in (DECIDES, "Hazardous tests")
    if (before or form.condition == EARLY) and OF_THE_ATTACK.match(words):
        return True
    if form.name == "Shoots back" and re.match("within|beyond|if target", words):
        return True
    untargeted = form.name in UNTARGETED or form.changes in ("Overwatch", "range")
    return untargeted and bool(OF_THE_TARGET.match(words))


UNTARGETED = ("Own mortal wounds", "Shoots again", "Shoots on death", "Shoots on death on a roll")


def with_condition(word: Word, words: str, holds: Holds, **where: Any) -> None:
    at = home(word)
    assert at is not None, word.name
    try:
        found = look(word, f"{word.text} {words}", at, **where)
    except Refused as error:
        expect_refusal(error, is_early(word, words), word, words)
        return
    assert not is_early(word, words), f"{word.text} {words}: read, though nobody looks at that"
    true = holds(situation(at))
    if true is ASKED:
        assert found == Seen(False, True), (word.text, words, where, at, found)
    else:
        assert found.said == true, (word.text, words, where, at, found)


def expect_refusal(error: Refused, expected: bool, word: Word, words: str) -> None:
    assert expected, (word.name, words, str(error))
    assert REFUSALS.search(str(error)), (word.name, words, str(error))


# Places and reaches --------------------------------------------------------------------------------------------------


def wanted(word: Word, place: str) -> bool | None:
    """False where the word helps nobody, and must be refused; None where it may be."""
    if place in WEAPONS and word.form.owner == SEVERAL:
        return None
    return place not in WEAPONS or (word.side == "attacker" and word.form.owner in (WEAPON, ATTACK))


def in_place(word: Word, place: str, words: str = "") -> Seen | None:
    """What is seen of it there; None if it is refused, as it must be."""
    at = home(word)
    assert at is not None, word.name
    if place == PROFILE and (at.attack < 0 or re.search("[,:]", word.text.removeprefix("incoming:"))):
        return None  # nobody plays a battle with profile lines, nor writes several things in one of them
    try:
        found = look(word, f"{word.text} {words}".strip(), at, place)
    except Refused as error:
        expect_refusal(error, not wanted(word, place), word, place)
        return None
    assert wanted(word, place) is not False, f"{word.text}: read at {place}, where it does nothing"
    return found


def matters(word: Word, place: str) -> None:
    found = in_place(word, place)
    assert found is None or found.said, (word.text, place, home(word))


def for_whom(word: Word) -> Iterator[tuple[str, str, bool | None]]:
    """Reaches, who has such a line (a comrade, or "" for him who shoots), and whether they reach anybody."""
    at = home(word)
    assert at is not None
    far = f"{situation(at).distance:g}"
    if not (at.side == "target" and "lone operative" in ATTACKS[at.attack].on_target):  # led, it is none (10E-TGT-6)
        yield "led:", "leader", True
    yield "led:", "bearer", False
    yield "unit:", "bearer", True
    own = ATTACKS[at.attack].shooter.upper() if at.side == "attacker" else "INFANTRY"
    yield f'friendly {own} within 6":', "bearer", True
    yield 'friendly BEAST within 6":', "bearer", False
    yield 'friendly INFANTRY BEAST within 6":', "bearer", False
    yield f'enemies within {far}":', "", True
    yield f'enemies within {int(far) - 1}":', "", False
    yield "marked:", "", ASKED
    if at.attack >= 0:  # in a battle it is lent by somebody else
        yield "lent:", "", ASKED


def reach_is_refused(word: Word, reach: str) -> bool | None:
    """True if it must be; None if it may be."""
    form = word.form
    if form.owner == SEVERAL:
        return None
    if not form.condition:
        return True
    enemy = reach.startswith(("enemies", "marked"))
    if enemy and saves_once(word):
        return True
    if form.owner == UNIT and form.changes == "mortal wounds":
        return not reach.startswith(("led", "unit"))
    if enemy and (form.owner == UNIT or form.changes in (DECIDES, "range")):
        return reach != "marked:" or form.changes != "may shoot"
    return (
        enemy and form.helped == "target" and (form.owner == TARGET or (form.changes, form.operation) == ("D", "none"))
    )


def works_for(word: Word, reach: str, comrade: str, true: bool | None, words: str = "") -> None:
    """Whoever has it: an aura on enemies, a mark, stand on one side or the other, by what is done."""
    at = home(word)
    assert at is not None
    sides = ("attacker", "target") if reach.startswith(("enemies", "marked")) and at.attack >= 0 else (at.side,)
    found = Seen(False, False)
    for side in sides:
        try:
            one = look(
                word, f"{reach} {word.text} {words}".strip(), at, side=side, comrade=comrade, **of_model(comrade)
            )
        except Refused as error:
            expect_refusal(error, true is False or reach_is_refused(word, reach) is not False, word, reach)
            return
        found = Seen(found.at_once or one.at_once, found.said or one.said)
    assert not reach_is_refused(word, reach), f"{reach} {word.text}: read, and nobody plays it"
    if true is ASKED:
        assert found == Seen(False, True), (reach, word.text, at, found)
    else:
        assert found.said == true, (reach, word.text, at, found)


def of_model(comrade: str) -> dict[str, str]:
    return {"place": "model abilities"} if comrade else {}


# Tests ---------------------------------------------------------------------------------------------------------------

SETTLED = [word for word in WORDS if word.form.name not in HOMELESS | PENDING]
BY_NAME = {word.name: word for word in WORDS}


def test_the_conditions_of_the_table_are_all_gone_through() -> None:
    written = {words for when in condition_forms().values() for words in when.written}
    kinds = {words.split()[0] for words in (*CONDITIONS, *STATES)}
    assert {words.split()[0] for words in written} <= kinds | {"not", "unless", "with"}
    assert set(reaches()) == {"led", "unit", "friendly", "enemies", "marked", "lent"}


@pytest.mark.slow
@pytest.mark.rule("10E-EFF-8")
@each("word", [word for word in WORDS if word.form.name not in PENDING][::13])
def test_an_effect_is_seen_or_told_of(word: Word) -> None:
    assert (home(word) is None) == (word.form.name in HOMELESS)


@pytest.mark.slow
@pytest.mark.rule("10E-EFF-8")
@each("at", range(0, len(SETTLED), 7))
def test_a_word_does_something_in_its_places(at: int) -> None:
    for more in (0, 5):
        matters(SETTLED[at], PLACES[(at + more) % len(PLACES)])


@pytest.mark.rule("10E-EFF-8")
@each(
    "text",
    [
        'incoming: +6" range',
        "incoming: kept dice: hit",
        "no damage once",
        'enemies within 6": eligible to shoot',
        "marked: may target only MONSTER",
        "marked: Assault",
        "marked: incoming: no damage once",
        'enemies within 6": +6" range',
    ],
)
def test_what_nobody_could_use_is_refused(text: str) -> None:
    with pytest.raises(
        Refused, match=r"no use to whoever has it|hangs on itself, not on enemies|leave out |not given to"
    ):
        outcome(document(Line(text, "attacker", "unit abilities"), ATTACKS[0]))


@pytest.mark.rule("10E-EFF-3", "10E-EFF-6")
@each("text", ['friendly KROOT or INFANTRY within 6": Stealth', 'lend KROOT OR INFANTRY within 6": +1 to hit'])
def test_keywords_of_friends_are_all_needed(text: str) -> None:
    with pytest.raises(Refused, match="a unit needs all keywords that stand there; write a line for each"):
        outcome(document(Line(text, "attacker", "unit abilities"), ATTACKS[0]))


@pytest.mark.rule("10E-EFF-19")
@each(
    "state, key, allowed",
    [("Advanced", "advanced", "assault"), ("Fell Back", "fell_back", "shoots after falling back")],
)
def test_how_it_moved_is_a_condition(state: str, key: str, allowed: str) -> None:
    def what(line: str, **said: str) -> Any:
        written = document(Line("", "attacker", ""), ATTACKS[0])
        for text in (allowed, line):
            put(Line(text, "attacker", "unit abilities"), written["weapons"]["gun"], written)
        return outcome(written, said).what

    words = f"+1 to hit if {state}"
    assert what(words, **{key: "yes"}) == what("+1 to hit", **{key: "yes"}) != what("-1 to hit", **{key: "yes"})
    assert what(words, **{key: "no"}) == what("Scouts", **{key: "no"}) != what("+1 to hit", **{key: "no"})


@pytest.mark.slow
@pytest.mark.rule("10E-EFF-8", "10E-EFF-1", "10E-EFF-2", "10E-EFF-3", "10E-EFF-4")
@pytest.mark.parametrize("name", [word.name for word in SETTLED])
def test_every_word_everywhere(name: str) -> None:
    word = BY_NAME[name]
    wrong: list[str] = []
    for check in checks(word):
        try:
            check()
        except AssertionError as error:
            wrong.append(str(error).splitlines()[0])
    assert wrong == []


def checks(word: Word) -> Iterator[Callable[[], None]]:
    """Yield what is tried of a word: all places, all reaches, and a sixth of the conditions, not those of the next word."""
    for place in PLACES:
        yield lambda place=place: matters(word, place)  # type: ignore[misc]
    share = max(1, 6 // TIMES)
    conditions = [*said_of(word).items()][SETTLED.index(word) % share :: share] if word.form.owner != SEVERAL else []
    for words, holds in conditions:
        yield lambda words=words, holds=holds: with_condition(word, words, holds)  # type: ignore[misc]
    for reach, comrade, true in for_whom(word):
        yield lambda one=(reach, comrade, true): works_for(word, *one)  # type: ignore[misc]


def drawn_up(word: Word, attack: int, *places: str) -> Outcome:
    """What comes of this attack with the word in these places."""
    written = document(Line("", word.side, ""), ATTACKS[attack], keywords_in(word.text))
    for place in places:
        put(Line(word.text, word.side, place), written["weapons"]["gun"], written)
    return outcome(written, {key: "yes" for key in ("no_damage",) if word.form.changes == "D"})


def adds_up(word: Word) -> bool:
    """True if in any attack the word says more in two places than in one."""
    for attack in range(len(ATTACKS)):
        once = drawn_up(word, attack, "unit abilities").what
        for more in ("unit abilities", "unit effects"):
            if drawn_up(word, attack, "unit abilities", more).what != once:
                return True
    return False


TWICE = [word for word in SETTLED if word.form.owner in (ATTACK, TARGET)]


@pytest.mark.slow
@pytest.mark.rule("10E-EFF-30", "10E-EFF-31", "10E-EFF-32")
@each("word", TWICE[:: max(1, 4 // TIMES)])
def test_whatever_stands_twice_counts_twice_if_it_adds(word: Word) -> None:
    assert adds_up(word) == word.form.adds
