"""What many of a thing are called."""

from __future__ import annotations

from shoot_cli.core.entry import parse
from shoot_cli.core.finding import find
from shoot_cli.core.plurals import counted, plural
from shoot_cli.core.questions import HowMany
from shoot_cli.ui.words import answer_words
from tests.each import each


@each(
    ("name", "many"),
    [
        ("Guardsman", "Guardsmen"),
        ("Warbuggy", "Warbuggies"),
        ("Space Marine", "Space Marines"),
        ("Carnifex", "Carnifexes"),
        ("Flash Gitz", "Flash Gitz"),
        ("Boy 2", "Boys 2"),
        ("Scout with launcher", "Scouts with launcher"),
        ("Terminator (assault cannon)", "Terminators (assault cannon)"),
        ("plasma incinerator: supercharge", "plasma incinerators: supercharge"),
        ("Brood of the Rear", "Broods of the Rear"),
        ("XV88", "XV88s"),
        ("", ""),
    ],
)
def test_a_name_for_several(name: str, many: str) -> None:
    assert plural(name) == many
    assert counted(1, name) == f"1 {name}"
    assert find(many, [name]) == ([0] if name else [])


def test_what_the_list_says_goes_before_the_rule() -> None:
    assert (counted(2, "Ox", "Oxen"), counted(1, "Ox", "Oxen"), counted(0, "Ox", "Oxen")) == (
        "2 Oxen",
        "1 Ox",
        "0 Oxen",
    )
    herd = HowMany("firing", (("Ox", 5), ("Drover", 2)), (5, 2), plurals=(("Ox", "Oxen"),))
    assert parse(herd, "3 oxen, 1 drover") == [3, 1]
    assert answer_words(herd, [3, 1]) == "3 Oxen, 1 Drover"
    assert herd.names() == "5 Oxen, 2 Drovers"
