"""Names of the `army:` block in the answers to a single attack: `--set "effects=Storm of Shells"` (EVE-30, EVE-31)."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from shoot_cli.analysis.single_attack import of_sides, worked_out
from shoot_cli.armies import AttackSide
from shoot_cli.armies.army import ALWAYS, EACH_TURN, ENEMY, TARGETED
from shoot_cli.engine.reasons import InputError
from tests.helpers.each import each
from tests.rules.datasheets.test_entries import CONTEMPT, EACH, STORM, men, rule, stratagem, with_block
from tests.rules.eleventh.helpers import tabletop as eleventh
from tests.rules.tenth.helpers import tabletop as tenth

ENTRIES = (
    STORM,
    CONTEMPT,
    rule("Deep Breath", "re-roll hit rolls of 1", "+1 to wound"),
    rule("Old Grudge", "+1 to wound", whom="INFANTRY", when=EACH_TURN, on=ENEMY),
    rule("Hide", "Stealth", whom="INFANTRY"),
    rule("Temper", "one of: Lethal Hits; +1 to hit", when=EACH_TURN),
    rule("Standing", "+1 to hit", when=ALWAYS),
    stratagem("Nameless"),
    stratagem("Of Tanks", "+1 to hit", whom="VEHICLE"),
    stratagem("Low", "incoming: -1 to hit", when=TARGETED),
)


def sides(at: ModuleType) -> tuple[AttackSide, AttackSide]:
    found = []
    for unit in (men(at), men(at, "Mob", 5)):
        army = with_block(at.army("List", unit), *ENTRIES)
        found.append(AttackSide(army.name, unit, at.RULESET.name, block=army.block))
    return found[0], found[1]


def odds(at: ModuleType, **said: Any) -> Any:
    found = worked_out(of_sides(*sides(at), {"distance": 12, **said}))
    return found.expected, found.slain


SAME: list[tuple[dict[str, Any], dict[str, Any]]] = [  # what is said by name, and in words
    ({"effects": "Storm of Shells"}, {"effects": "+1 to hit"}),
    ({"effects": "storm of shells this phase; Lethal Hits"}, {"effects": "+1 to hit; Lethal Hits"}),
    ({"effects": ["“Deep Breath”"]}, {"effects": "re-roll hit rolls of 1; +1 to wound"}),
    ({"target_effects": "Old Grudge"}, {"target_effects": "+1 to wound"}),
    ({"target_effects": "Contempt; Hide"}, {"target_effects": "incoming: worsen AP by 1; Stealth"}),
    ({"effects": "+1 to hit as Temper"}, {"effects": "+1 to hit"}),
    ({"effects": "Storm of Shells, Deep Breath"}, {"effects": "+1 to hit; re-roll hit rolls of 1; +1 to wound"}),
    ({"effects": "Lethal Hits, storm of shells"}, {"effects": "+1 to hit; Lethal Hits"}),
    ({"target_effects": "Old Grudge, Lethal Hits"}, {"target_effects": "+1 to wound; Lethal Hits"}),
]


@EACH
@pytest.mark.rule("EVE-30", "EVE-31")
def test_a_name_of_the_list_is_as_its_words(at: ModuleType) -> None:
    plain = odds(at)
    for named, words in SAME:
        assert odds(at, **named) == odds(at, **words) != plain, named


REFUSED = [
    ({"effects": "Old Grudge"}, "Old Grudge is for those who are shot at; say it as target_effects"),
    ({"target_effects": "Deep Breath"}, "Deep Breath is for shots of Mob, and it is the unit that is shot at"),
    ({"effects": "Of Tanks"}, "Of Tanks is for VEHICLE, and Men is not"),
    ({"effects": "Standing"}, "Standing is always in force; leave it out"),
    ({"effects": "Nameless"}, "the list does not say what Nameless does; say it, as in effects=+1 to hit as Nameless"),
    ({"effects": "Temper"}, "Temper is one of several: say which, as in effects=Lethal Hits as Temper"),
]  # fmt: skip


@each("said, words", REFUSED)
@pytest.mark.rule("EVE-30")
def test_a_name_that_cannot_be_said_here_is_refused(said: dict[str, Any], words: str) -> None:
    for at in (tenth, eleventh):
        with pytest.raises(InputError) as error:
            of_sides(*sides(at), said)
        assert str(error.value) == words


@EACH
@pytest.mark.rule("EVE-30")
def test_names_of_the_other_list_are_none(at: ModuleType) -> None:
    first, second = sides(at)
    with pytest.raises(InputError, match="Storm of Shells is for the firers; say it as effects"):
        of_sides(first, second.but(block=None), {"target_effects": "Storm of Shells"})
    task = of_sides(first.but(block=None), second, {"effects": "Storm of Shells"})
    assert task.answers["effects"] == "Storm of Shells"  # nobody knows it: the question will say so


@EACH
@pytest.mark.rule("EVE-22", "EVE-30")
def test_what_protects_the_firers_is_not_proposed_for_their_shots(at: ModuleType) -> None:
    first, second = sides(at)
    words = "Low is for Men when it is shot at, and it shoots; leave it out"
    with pytest.raises(InputError, match=words):
        of_sides(first, second.but(block=None), {"target_effects": "Low"})
