"""What the checker says that an ability will do: put together from the table, never a text of its own."""

from __future__ import annotations

import pytest

from shoot_cli.rules.datasheets.ability_forms import every_form
from shoot_cli.rules.datasheets.ability_texts import ASKS, by_name, does, explained_of
from shoot_cli.rules.datasheets.profiles import Ability, Model, Unit
from shoot_cli.rules.tenth.edition import ABILITIES
from tests.helpers.each import each

MODEL = Model("Guard", 4, 3)
LEADER = MODEL.but(name="Captain", leader=True)
SQUAD, LED = Unit("Guards", ((MODEL, 5),)), Unit("Guards with Captain", ((MODEL, 5), (LEADER, 1)))


def read(text: str) -> Ability:
    found = ABILITIES.of_unit(text)
    assert found is not None
    return found


def said(text: str, leads: bool = False) -> str:
    """What the checker says behind the ability's own words."""
    bearer = (LEADER if leads else MODEL).but(abilities=(read(text),))
    unit = LED.but(models=((MODEL, 5), (bearer, 1))) if leads else SQUAD.but(models=((bearer, 5),))
    (found,) = explained_of(ABILITIES, unit)
    return found.words.partition("”: ")[2] if found.does else ""


SAID = {
    "+1 to hit against MONSTER or VEHICLE": "to hit +1 against MONSTER or VEHICLE; asked: no",
    "improve AP by 1 within half range": "AP better by 1 within half range; asked: no",
    "re-roll wound rolls once per battle": "wound rolls are rolled again once per battle; asked: “use Re-roll wound rolls now”, "
    "default no",
    "invulnerable save 4+ if lit": "invulnerable save 4+ if lit; asked: “if lit”, default no",
    "improve save by 1 to 2+": "Sv better by 1, to 2+ at best; asked: no",
    "+2 attacks if the whole squad shoots at one unit": "A +2 if the whole squad shoots at one unit; asked: no",
    "+1 to hit if target below half strength": "to hit +1 if target below half strength; "
    "asked: no",
    "+1 to hit if stationary": "to hit +1 if stationary; asked: how it moved",
    "+1 attacks per GROT model": "A +1 for each GROT model; asked: no",
    '+6" range': 'range +6"; asked: no',
    "AP becomes -3 on critical wounds": "AP becomes -3 on critical wounds; asked: no",
    "re-roll one hit roll or save": "one hit roll or save is rolled again; asked: no",
    "re-roll Hazardous tests": "Re-roll Hazardous tests; asked: no",
    "Feel No Pain 4+ against Psychic Attacks": "Feel No Pain 4+ against Psychic Attacks; asked: no",
    "Feel No Pain 5+ against PSYKER": "Feel No Pain 5+ against attacks by PSYKER; asked: no",
    "2 mortal wounds on 5+ in the Shooting phase": "2 mortal wounds on 5+ in the Shooting phase; "
    "asked: which unit; in an attack on its own whether, default no",
    "D3 mortal wounds on 4+ per model": "D3 mortal wounds on 4+ per model after shooting; "
    "asked: which unit; in an attack on its own whether, default no",
    "1 mortal wounds on 4+ on each of 6 dice": "1 mortal wounds on 4+ on each of 6 dice after shooting; "
    "asked: which unit; in an attack on its own whether, default no",
    "own mortal wounds D3 if a test fails as Pact": "own mortal wounds D3 if a test fails; "
    "asked: how its test went, default not taken",
    "kept dice: hit, save": "a kept die in the place of a hit roll or save; asked: which face it shows, default none",
    "shoots on death on 4+ if lit": "shoots on death on 4+ if lit; asked: whether it does, default no, “if lit”, default no",
    "ignore hit modifiers": "hit modifiers for the worse do not count; asked: no",
    "incoming: -1 to hit": "to hit -1, for attacks at its unit; asked: no",
    "incoming: half damage not against MONSTER": "D halved, for attacks at it not by MONSTER; asked: no",
    "unit: incoming: -1 to wound": "to wound -1, for attacks at every model of its unit; asked: no",
    "incoming: -1 to wound when S is greater than T": "to wound -1 when S is greater than T, for attacks at its unit; asked: no",
    "incoming: -1 to wound against S 4 or less": "to wound -1 against S 4 or less, for attacks at its unit; asked: no",
    'friendly ORKS within 6": +1 to hit': 'to hit +1, for every friendly unit with ORKS within 6", its own too; '
    "asked: which other units are so near, default none",
    'enemies within 3": -1 toughness': 'T -1, for every enemy unit within 3"; '
    "asked: in attacks of other units whether it is so near, default no",
    'enemies within 6": +1 to wound': 'to wound +1, for attacks at every enemy unit within 6"; '
    "asked: in attacks of other units whether it is so near, default no",
    'enemies within 6": -1 to hit': 'to hit -1, for attacks of every enemy unit within 6"; '
    "asked: in attacks of other units whether it is so near, default no",
    "mark after shooting for a turn: +1 to hit, no cover": "one enemy unit hit by its attacks is marked until your next turn: "
    "to hit +1; no cover; asked: which unit, default none",
    "mark: improve AP by 1 if lit": "one visible enemy unit is marked for the phase: AP better by 1 if lit; "
    "asked: which unit, default none, “if lit”, default no",
    'lend INFANTRY within 6": Assault': 'one friendly unit with INFANTRY within 6" is lent: Assault; '
    "asked: which unit, default none",
    "mark for a turn: no cover": "one visible enemy unit is marked until your next turn: no cover; asked: which unit, default none",
    'lend for a turn INFANTRY within 6": Assault': 'one friendly unit with INFANTRY within 6" is lent until your next turn: '
    "Assault; asked: which unit, default none",
    "one of: Lethal Hits, Sustained Hits 1": "one of these: Lethal Hits; Sustained Hits 1; asked: which one, default “Lethal Hits”",
    "marked: no cover": "no cover, for a marked enemy unit; asked: “marked”, default no",
    "marked: +1 to hit": "to hit +1, for attacks at a marked enemy unit; asked: “marked”, default no",
    "marked: -1 to hit": "to hit -1, for attacks of a marked enemy unit; asked: “marked”, default no",
    '+1 to wound against MONSTER if lit within 12"': 'to wound +1 against MONSTER and within 12" and if lit; '
    "asked: “if lit”, default no",
    "incoming: -1 to wound against MONSTER if lit": "to wound -1 if lit, for attacks at its unit by MONSTER; "
    "asked: “if lit”, default no",
    "led: Stealth": "Stealth, for nobody, as long as it leads no unit; asked: no",
    "Stealth": "",
    "Anti-MONSTER 2+": "",
}  # fmt: skip


@pytest.mark.rule("10E-EFF-1", "10E-EFF-7", "10E-EFF-8")
@each("text", list(SAID))
def test_what_an_ability_will_do(text: str) -> None:
    assert said(text) == SAID[text]


OF_LEADERS = {
    "led: re-roll hit rolls of 1": "hit rolls of 1 are rolled again, for every model of the unit it leads, and itself, "
    "while a model that it leads is alive; asked: no",
    "led: incoming: -1 to hit": "to hit -1, for attacks at every model of the unit it leads, and itself, while a model that "
    "it leads is alive; asked: no",
    "+1 to hit": "to hit +1, for its own attacks alone; asked: no",
    "Lethal Hits": "Lethal Hits, for its own attacks alone; asked: no",
    "incoming: -1 damage": "D -1, for attacks at itself alone; asked: no",
    "has cover": "has cover, for itself alone; asked: no",
    "shoots after Advancing": "shoots after Advancing, for nobody, unless every model of the unit has it; asked: no",
    "Damaged: 1-4": "Damaged: 1-4; asked: no",
}  # fmt: skip


@pytest.mark.rule("10E-EFF-5", "10E-EFF-6")
def test_what_a_leader_marks_or_lends_is_for_others() -> None:
    assert said("mark: +1 to wound", leads=True) == said("mark: +1 to wound")
    assert said('lend ORKS within 6": Feel No Pain 6+', leads=True) == said('lend ORKS within 6": Feel No Pain 6+')


@pytest.mark.rule("10E-EFF-1", "10E-ALL-4")
@each("text", list(OF_LEADERS))
def test_whom_a_leaders_ability_works_for(text: str) -> None:
    assert said(text, leads=True) == OF_LEADERS[text]


def test_every_effect_of_the_table_has_words_with_its_numbers() -> None:
    """Filled in from the table: other numbers give other words, and nothing of the table's letters is left."""
    for form in every_form():
        text = form.example or form.name
        ability = read(text)
        words = does(ABILITIES, ability, SQUAD, MODEL)
        assert words, text
        assert not any(f" {letter} " in f" {words} " for letter in "XNLKR"), words
        more = ability.but(
            amount=ability.amount and ability.amount.but(plus=ability.amount.plus + 7), need=ability.need and 6
        )
        if more != ability:
            assert does(ABILITIES, more, SQUAD, MODEL) != words, text
        assert by_name(ABILITIES, ability) == (form.owner == "weapon" or form.name in (
            "Damaged", "Deadly Demise", "Feel No Pain", "Firing Deck", "Lone Operative", "Stealth"
        )), text  # fmt: skip


def test_what_is_asked_by_name_is_of_names_that_there_are() -> None:
    assert {*ASKS} <= {*ABILITIES.forms}
