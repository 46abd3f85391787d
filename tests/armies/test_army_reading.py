"""YAML is read as text with places, and whatever is no list is refused in words."""

from __future__ import annotations

import json

import pytest

from shoot_cli.armies import load_text
from shoot_cli.armies.tree import ArmyErrors, Items, MappingNode, Problem, Scalar, did_you_mean, find, near, plain
from shoot_cli.armies.yaml_text import decode, read_text, tree_of
from tests.helpers.each import each


def refused(text: str | bytes) -> str:
    with pytest.raises(ArmyErrors) as caught:
        read_text(text if isinstance(text, str) else decode(text, "list.yaml"), "list.yaml")
    return str(caught.value)


@each(
    "written",
    ["no", "yes", "on", "1:2", "010", "0x1F", "+2", "3+", "1e3", "2020-01-01", ".inf", "1_000", '24"', "3+/5++", "4++"],
)
def test_values_are_what_the_player_wrote(written: str) -> None:
    assert plain(read_text(f"a: {written}\nb: [{written}]\n", "list.yaml")) == {"a": written, "b": [written]}


@pytest.mark.parametrize("nothing", ["", "null", "~", "# only a comment"])
def test_nothing_written_is_no_value(nothing: str) -> None:
    assert plain(read_text(f"a: {nothing}\nb: 1\n", "list.yaml")) == {"a": None, "b": "1"}


@pytest.mark.parametrize("quoted", ["'null'", '"~"', "''"])
def test_text_in_quotes_is_text(quoted: str) -> None:
    assert plain(read_text(f"a: {quoted}\n", "list.yaml")) == {"a": quoted[1:-1]}


def test_a_lone_dash_is_a_value() -> None:
    text = "AP: -\nSv: -   # none\nrow: {AP: -, S: -}\nlast: -"
    assert plain(read_text(text, "list.yaml")) == {"AP": "–", "Sv": "–", "row": {"AP": "–", "S": "–"}, "last": "–"}


def test_a_list_after_a_key_is_a_list() -> None:
    assert plain(read_text("a:\n- b\n- c\n", "list.yaml")) == {"a": ["b", "c"]}


COLONS = {
    "- led: incoming: -1 to hit": [{"led": "incoming: -1 to hit"}],
    "- a\n- led: incoming: Stealth: x # why": ["a", {"led": "incoming: Stealth: x"}],
    '- friendly INFANTRY within 6": incoming: -1 to hit': [{'friendly INFANTRY within 6"': "incoming: -1 to hit"}],
    "- mark after shooting: incoming: +1 to hit, no cover": [{"mark after shooting": "incoming: +1 to hit, no cover"}],
    "[led: incoming: -1 to hit, Stealth, marked: incoming: a]": [
        {"led": "incoming: -1 to hit"}, "Stealth", {"marked": "incoming: a"},
    ],
    "[{x: y, z: w}, led: incoming: a]": [{"x": "y", "z": "w"}, {"led": "incoming: a"}],
    "[a,\n led: incoming: b,\n c]": ["a", {"led": "incoming: b"}, "c"],
    "- {c: [led: incoming: -1 to hit]}": [{"c": [{"led": "incoming: -1 to hit"}]}],
    "- |\n  - x: y: z\n- led: incoming: a": ["- x: y: z\n", {"led": "incoming: a"}],
    "- 'x: y: z'\n- led: incoming: a": ["x: y: z", {"led": "incoming: a"}],
}  # fmt: skip


@each("written", list(COLONS))
def test_an_item_of_a_list_may_have_several_colons(written: str) -> None:
    """YAML refuses them, and what can be meant is one thing alone."""
    below = written if written.startswith("[") else "\n" + "\n".join(f"  {line}" for line in written.split("\n"))
    assert plain(read_text(f"a: {below}\n", "list.yaml")) == {"a": COLONS[written]}


def test_what_several_colons_hide_keeps_its_place() -> None:
    second = find(read_text("a: [led: incoming: x, ü]\nb: c\n", "list.yaml"), ("a", 1))
    assert (second.line, second.column) == (1, 23)
    words = "list.yaml:3:5: a colon is not expected here; put text with “: ” in quotes, check the indent"
    assert refused("a:\n  - led: incoming: x\nn: b: c: d\n") == words


def test_a_colon_too_many_elsewhere_is_refused() -> None:
    assert "a colon is not expected here" in refused("note: a: b\n")
    assert "a “,” or “}” is missing" in refused("a: {b: c: d}\n")
    assert "a “,” or “}” is missing" in refused("a: [{b: c: d}]\n")


def test_places_count_from_one() -> None:
    tree = read_text("name: x\nunits:\n  - {name: é, ü: [1, 2]}\n", "list.yaml")
    assert isinstance(tree, MappingNode)
    assert (tree.line, tree.column) == (1, 1)
    unit = find(tree, ("units", 0))
    assert (unit.line, unit.column) == (3, 5)
    second = find(tree, ("units", 0, "ü", 1))
    assert (second.line, second.column) == (3, 22)
    key = find(tree, ("units", 0, "ü"), of_key=True)
    assert (key.line, key.column) == (3, 15)


def test_the_key_of_a_path_that_repeats_a_word_is_its_last() -> None:
    assert find(read_text("weapons:\n  weapons: 1\n", "list.yaml"), ("weapons", "weapons"), of_key=True).line == 2


def test_lines_are_those_of_editors() -> None:
    assert "3:3" in refused("a: 'x\u2028y\u0085z'\r\nb: 1\r\n  c: 2\r\n").replace("3:4", "3:3")


@each(
    ("text", "place", "words"),
    [
        ("a: 1\nb: 2\na: 3\n", "3:1", "“a” stands twice, first in line 1, column 1"),
        ("a: {b: 1, c: 2, b: 3}\n", "1:17", "first in line 1, column 5"),
        ("a: !!python/object:os.system 1\n", "1:4", "tags"),
        ("a: !x 1\n", "1:4", "tags"),
        ("!!set {a, b}\n", "1:1", "tags"),
        ("a: 1\n---\nb: 2\n", "2:1", "one file holds one list"),
        ("a: &x [*x]\n", "1:8", "stands inside what it stands for"),
        ("a: &x {b: {c: *x}}\n", "1:15", "stands inside what it stands for"),
        ("a: *nobody\n", "1:4", "stands for nothing"),
        ("<<: {a: 1}\n", "1:1", "merge keys (<<) are not read"),
        ("a: &m {b: 1}\nc:\n  <<: *m\n", "3:3", "merge keys (<<) are not read"),
        ("? [a, b]\n: c\n", "1:3", "a key must be text"),
        ("{{a: 1}: 2}\n", "1:2", "a key must be text"),
        ("a: &x [1]\n*x : 2\n", "2:1", "a key must be text"),
        ("null: 1\n", "1:1", "a key is missing"),
        ("a: \x07\n", "1:4", "a character that cannot stand in a list"),
        ("a: 1\nb: \x00\n", "2:4", "a character that cannot stand in a list"),
        ("[" * 900, "1:21", "more than 20 levels deep"),
        ("- " * 500 + "x", "1:41", "more than 20 levels deep"),
        ("", "1:1", "the list is empty"),
        ("# nothing\n", "1:1", "the list is empty"),
        ("--- ~\n", "1:1", "the list is empty"),
        ("a:\n\tb: 1\n", "2:1", "indent with spaces"),
        ("a: b: c\n", "1:5", "quotes"),
        ("a: [1, 2\nb: 3\n", "2:2", "“]” is missing"),
        ("a: {b: 1\n", "1:9", "“}” is missing"),
        ("a: 'x\n", "1:6", "close them"),
        ("a: @b\n", "1:4", "put text in quotes"),
        ("a:\n  - b\n c: 1\n", "3:2", "indent"),
        ('a: "\\q"\n', "1:5", "backslash"),
        ("%nonsense\na: 1\n", "1:10", "begins with %"),
    ],
)
def test_what_is_refused_and_where(text: str, place: str, words: str) -> None:
    said = refused(text)
    assert said.startswith(f"list.yaml:{place}: ")
    assert words in said


def test_what_the_parser_itself_finds_too_deep_is_told_in_the_same_words() -> None:
    assert "more than 20 levels deep" in refused("[" * 5000)


def test_the_number_of_values_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shoot_cli.armies.yaml_parser.MOST_NODES", 6)
    read_text("a: [1, 2, 3]", "list.yaml")
    assert refused("a: [1, 2, 3, 4]").startswith("list.yaml:1:14: more than 6 values")


def test_an_alias_bomb_is_refused_before_it_grows() -> None:
    lines = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    assert "more than 50,000 values, aliases counted each time" in refused("\n".join(lines))


def test_aliases_that_stay_small_are_read() -> None:
    assert plain(read_text("a: &x {b: 1}\nc: [*x, *x]\n", "list.yaml")) == {"a": {"b": "1"}, "c": [{"b": "1"}] * 2}


def test_every_repeated_key_is_told() -> None:
    assert refused("a: 1\na: 2\nb: 1\nb: 2\n").count("stands twice") == 2
    with pytest.raises(ArmyErrors) as caught:
        load_text("ruleset: 7e\nname: x\nname: y\nunit: z\n", "list.yaml")
    assert [problem.line for problem in caught.value.problems] == [1, 3, 4]


def test_large_files_and_other_encodings_are_refused() -> None:
    assert "larger than 1 MiB" in refused(b"a: 1\n" + b"#" * 1024 * 1024)
    assert "larger than 1 MiB" in refused("é" * 600_000)
    assert refused("a: 1\nb: é".encode("latin-1")).startswith("list.yaml:2:4: byte 9 (0xe9) is not UTF-8")
    assert "byte 1 (0xff) is not UTF-8" in refused("a: 1".encode("utf-16"))


def test_a_byte_order_mark_does_no_harm() -> None:
    assert plain(read_text(decode("a: 1".encode("utf-8-sig"), "list.yaml"), "list.yaml")) == {"a": "1"}


def test_json_is_read_as_it_is() -> None:
    text = json.dumps({"a": [1, True, None, "x/y", "\N{GAME DIE}"], "b": {"c": "- 3+"}}, indent="\t")
    assert plain(read_text(text, "x")) == {"a": ["1", "true", None, "x/y", "\N{GAME DIE}"], "b": {"c": "- 3+"}}


def test_data_becomes_a_tree_without_places() -> None:
    tree = tree_of({"a": [1, 2.5, True, None, "x"], 3: {}})
    assert plain(tree) == {"a": ["1", "2.5", "yes", None, "x"], "3": {}}
    assert (tree.line, tree.column) == (0, 0)
    deep: list[object] = []
    for _ in range(50):
        deep = [deep]
    for wrong in (deep, {"a": object()}):
        with pytest.raises(ArmyErrors):
            tree_of(wrong)
    for number in (float("nan"), float("inf"), 10**400):
        assert isinstance(tree_of(number), Scalar)


def test_errors_are_sorted_said_once_and_cut_at_fifty() -> None:
    many = [Problem("f", line, 1, "wrong") for line in range(60, 0, -1)]
    error = ArmyErrors([*many, many[0]])
    assert [problem.line for problem in error.problems] == list(range(1, 61))
    lines = str(error).splitlines()
    assert lines[0] == "f:1:1: wrong"
    assert lines[50:] == ["and 10 more"]


def test_near_names() -> None:
    assert near("Gets hott", ["Gets Hot", "Haywire"]) == ["Gets Hot"]
    assert did_you_mean("plasma gnu", ["plasma gun", "shoota"]) == "did you mean plasma gun?"
    assert did_you_mean("xyz", [str(n) for n in range(20)]).endswith("and 8 more")
    assert did_you_mean("xyz", []) == "there are none"
    assert isinstance(Items().items, list)
