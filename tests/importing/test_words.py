"""Names and texts of other programs, fit for our lists."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoot_cli.importing.roster import cleaned, plain, shortened
from tests.helpers.each import each


@pytest.mark.rule("IMP-15")
@each(
    "said, name",
    [
        ("Line Squad", "Line Squad"),
        ("^^Line Squad^^", "Line Squad"),
        ("**Line** ^^**Squad**^^", "Line Squad"),
        ("Line\u00a0Squad", "Line Squad"),  # a blank that does not break
        ("Kel\u2019Var", "Kel'Var"),
        ("Line\tSquad\r\n II ", "Line Squad II"),
        ("\x1b[31mRed\x07", "[31mRed"),
        ("Left\u202eto\u2066right\u200f", "Lefttoright"),
        ("\ufeffMark\u200b", "Mark"),
        ("\uff26\uff55\uff4c\uff4c \ufb01re", "Full fire"),  # wide letters, and two that were joined
        ("half a letter \ud83d", "half a letter"),
        ("Save (5+*)", "Save (5+*)"),
        ("➤ Plasma gun – standard", "➤ Plasma gun – standard"),
        ("", ""),
        ("T&#39;au &amp; kin", "T'au & kin"),
        ("A &lt;b&gt; &amp;amp; B & C; D", "A <b> &amp; B & C; D"),
        ("&#39;" * 1000, cleaned("'" * 256)),
        ("\ufdfa" * 1000, cleaned("\ufdfa" * 20)),  # each becomes eighteen letters
        ("x" * 300, "x" * 256),
    ],
)
def test_names_are_words_on_one_line(said: str, name: str) -> None:
    assert cleaned(said) == name


@pytest.mark.slow
@given(st.text())
def test_a_clean_name_is_printable_and_stays_as_it_is(said: str) -> None:
    name = cleaned(said)
    assert name.isprintable()
    assert cleaned(name) == name


@pytest.mark.rule("IMP-15")
def test_long_names_are_cut_and_it_is_said() -> None:
    assert shortened("x" * 60) == ("x" * 60, False)
    assert shortened("x" * 61) == ("x" * 59 + "…", True)
    assert shortened("x" * 58 + " and more") == ("x" * 58 + "…", True)


def test_texts_keep_their_lines_and_markup_and_lose_what_moves_a_cursor() -> None:
    said = "Choose one:\r\n■ **FIRE** teams\n■ Kel\u2019Var\u00a0guard\u202e\x1b[2J"
    assert plain(said) == "Choose one:\n■ **FIRE** teams\n■ Kel'Var guard[2J"
