"""Keys that players write in their own words, as the keys of the facts that are asked."""

from __future__ import annotations

from shoot_cli.input.task import in_known_words


def test_a_key_that_is_asked_stays_and_another_one_is_turned_into_it() -> None:
    keys = {"hurt"}
    assert in_known_words({"hurt": "yes"}, keys, lambda key: ("fit", True)) == {"hurt": "yes"}
    assert in_known_words({"not hurt": "yes"}, keys, lambda key: ("hurt", True)) == {"hurt": "no"}
    assert in_known_words({"cover": "yes"}, keys, lambda key: None) == {"cover": "yes"}
