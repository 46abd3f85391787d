"""Rosters wherever a list is taken: what is said of them, what is asked, and what a battle keeps (IMP-3)."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from shoot_cli import armies
from shoot_cli.armies import ListError, loading
from shoot_cli.armies.loading import is_foreign
from shoot_cli.cli.units import each_at_one, one_after_the_other, sides, sides_of_many
from shoot_cli.importing.list_files import load, text_kept
from shoot_cli.importing.roster import WithoutValues
from shoot_cli.storage.records import kept_list
from shoot_cli.storage.store import Store
from tests.golden.playing import Lines, Screen, call
from tests.helpers.each import each
from tests.helpers.samples import seeds
from tests.importing import sample_rosters
from tests.importing.written_rosters import NINTH, NINTH_NAME, as_json, as_xml, as_zip

ATTACK = ("river-watch.json::River Guard", "ash-raiders.json::Ash Hulk", "--distance", "20")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With both rosters, and one more that lacks a statline."""
    sample_rosters.written(tmp_path)
    (tmp_path / "gap.json").write_bytes(as_json(sample_rosters.ash(sample_rosters.nameless())))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def play(home: Path, folder: Path):
    """Play at a table with these answers; what was shown."""

    def played(answers: list[str], *arguments: str) -> str:
        lines = Lines(answers, Screen())
        call(["play", *arguments, "--plain"], lines, home)
        return " ".join(lines.screen.getvalue().split())

    return played


# What it is, by its first bytes ---------------------------------------------------------------------------------------


MADE = sample_rosters.ash()
THEIRS = (
    as_json(MADE), as_json(MADE, wrapped=False, bom=True), as_xml(MADE), as_xml(MADE, encoding="UTF-16"),
    as_zip(as_xml(MADE)), b" \r\n<catalogue/>", b"https://listforge.example/listforge/H4sIAAAA",
    b"+ FACTION KEYWORD: Ash\n+ DETACHMENT: Raid\n", b"Raid (1000 points)\n\nAsh Raiders\n",
    b"Ash - Raid - [1,990pts]\n", "Ash Raiders85 Points\n  • 9x Ash Raider\n".encode(),
    b"Raid\n  Exported with App Version: v1\n", b"++ Raid 0CP (Ash) [50 PL, 3CP, 1,000pts] ++\n\n+ HQ +\n",
    b"Ash Raider [5 PL, 80 gold]\n", b"Ash Raider (80)\nHulk - 90\n", b"Faction: Ash\nAsh Raider (80)\n", b"- Ash Raider (80)\n- Hulk (90)\n",
)  # fmt: skip
OURS = (
    b"ruleset: 40k-7e\nname: Boyz (85 points)\n", b"# mine [90 pts]\nruleset: 7e\n", b"{ruleset: 7e}",
    b'{"ruleset": "7e", "forces": []}', b"\xef\xbb\xbfruleset: 7e\nnote: |\n  + FACTION KEYWORD: Orks\n",
    b"units:\n- name: Boyz (85 points)\n", b"# mine (85 points)\rruleset: 7e\r", b"\xef\xbb\xbfruleset: 7e # (85 points)", b"", b"no list at all", b'{"name": "Boyz"}',
    b"name: x\nweapons:\n  a: {A: 2}\nlist:\n- 2x b\n", b"[1, 2]", b"attacker: 1x BS4 boltgun\ntarget: 5x T4\n",
    b"ruleset 40k-10e\nname: X\nunit:\n- name: Boyz\n  models:\n  - {name: Boy, count: 10}\n",
    b"  rulset: 40k-10e\n  profiles:\n    boy: {M: 6, T: 5}\n",
)  # fmt: skip


@pytest.mark.rule("IMP-3")
@each(("raw", "theirs"), [(raw, True) for raw in THEIRS] + [(raw, False) for raw in OURS])
def test_whose_list_it_is_is_told_by_its_content(raw: bytes, theirs: bool) -> None:
    assert is_foreign(raw) is theirs


# One attack -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("IMP-3")
@pytest.mark.parametrize("command", ["odds", "resolve"])
def test_an_attack_of_two_rosters(folder, shoot, command) -> None:
    done = shoot(command, *ATTACK, "--json")
    assert done.code == 0, done.err
    assert (json.loads(done.out)["attacker"], json.loads(done.out)["target"]) == ("River Guard", "Ash Hulk")
    first, *rest = done.err.splitlines()
    assert first.startswith("river-watch.json  New Recruit")
    assert "4 units, 22 models, 310 points (adds up)" in " ".join(done.err.split())
    assert [line for line in rest if line.startswith("ash-raiders.json  ")]
    assert "Yours to play" not in done.err  # only the line, and what was guessed
    assert "LEFT OUT" not in done.err
    assert "River Guard: the list does not say who carries Reed mortar" in done.err
    others = shoot(command, "river-watch.json::Engine", *ATTACK[1:], "--weapon", "Boiler cannon (bolt)")
    assert "Reed mortar" not in others.err  # it is not theirs


@pytest.mark.rule("IMP-3")
@pytest.mark.parametrize(
    "words",
    [
        ("odds", "river-watch.json::River Guard", "gap.json::Hulk", "--distance", "20"),
        (
            "odds",
            "-r",
            "10e",
            "5x A2 BS3+ S8 AP-1 D1",
            "gap.json::Hulk",
            "--distance",
            "20",
        ),  # the target alone was imported
        ("resolve", "gap.json::Hulk", "river-watch.json::Engine", "--distance", "20", "--seed", "1"),
        ("drill", "sheet", "--mine", "gap.json", "--theirs", "river-watch.json", "--seed", "1", "-n", "1"),
        ("play", "--demo", "gap.json", "river-watch.json"),
    ],
    ids=lambda words: words[0],
)
def test_what_was_left_out_is_an_error_unless_it_is_accepted(folder, shoot, words) -> None:
    done = shoot(*words)
    assert done.code == 1
    assert "gap.json was not taken whole: Nameless Thing: " in done.err
    assert "--accept-gaps" in done.err
    assert "Traceback" not in done.err
    accepted = shoot(*words, "--accept-gaps")
    assert accepted.code == 0, accepted.err
    assert "LEFT OUT" in accepted.err
    assert "Nameless Thing" in accepted.err


def test_a_sheet_of_a_list_with_gaps_says_how_to_have_it_again(folder, shoot) -> None:
    words = ("drill", "sheet", "--mine", "gap.json", "--theirs", "river-watch.json", "--seed", "1", "-n", "1")
    assert "--seed 1 --accept-gaps" in shoot(*words, "--accept-gaps").out
    assert "--accept-gaps" not in shoot(*words[:3], "ash-raiders.json", *words[4:]).out


@pytest.mark.rule("IMP-3")
def test_what_is_no_list_we_know_is_refused_by_its_name(folder, shoot) -> None:
    (folder / "broken.rosz").write_bytes(b"PK\x03\x04 and no more")
    (folder / "pasted.txt").write_text("Raid (85 points)\n\nBATTLELINE\n\nAsh Raiders (85 points)\n  • 9x Ash Raider\n")
    (folder / "old.json").write_bytes(as_json(sample_rosters.roster(system=NINTH, game=NINTH_NAME)))
    told = {
        "broken.rosz": "broken.rosz: ",
        "pasted.txt": "the same command with --data",
        "old.json": "old.json: this is a list",
    }
    for name, words in told.items():
        assert words in shoot("odds", f"{name}::Raiders", ATTACK[1]).refused()
    checked = shoot("army", "check", "broken.rosz", "orks")
    assert checked.code == 1
    assert "orks: fine" in checked.out  # one that is broken hides no other
    assert "broken.rosz" in shoot("odds", ".::Raiders", ATTACK[1]).refused()  # offered, as lists of ours are
    assert "not a scenario" in shoot("odds", "ash-raiders.json").refused()


@pytest.mark.rule("IMP-3")
def test_a_roster_is_checked_and_shown_as_a_list_is(folder, shoot) -> None:
    done = shoot("army", "check", "gap.json")
    assert "gap.json: fine, 3 units, 21 models" in done.out
    assert "LEFT OUT" in done.err  # told, and no error: nobody plays it
    assert "Long scrap gun" in shoot("army", "show", "ash-raiders.json", "Hulk").out


# Battles --------------------------------------------------------------------------------------------------------------

TO_PLAY = ("--dice", "app", "--turns", "1", "--seed", "1", "--battle", "Ford")


def kept(home: Path) -> list[str]:
    """The texts of the lists of the battle."""
    with Store.open(home / "shoot.db") as store:
        return [kept_list(raw).text or "" for raw in store.load("Ford").armies]


@pytest.mark.rule("IMP-3", "IMP-50")
def test_who_leads_whom_is_asked_once_and_kept(play, home, folder) -> None:
    shown = play(["River Guard 2", "begin", "as usual", "q"], "river-watch.json", "ash-raiders.json", *TO_PLAY)
    assert shown.count("whom does River Captain lead?") == 1
    assert shown.index("whom does River Captain lead?") < shown.index("Battle “Ford”")
    mine, theirs = kept(home)
    assert "leader: River Guard 2" in mine
    assert "leader:" not in theirs
    assert sha256((folder / "river-watch.json").read_bytes()).hexdigest() in mine.splitlines()[0]
    again = play(["q"], "--resume")
    assert "whom does" not in again
    assert "has changed since" not in again


@pytest.mark.rule("IMP-50")
def test_nobody_is_led_unless_somebody_says_so(play, home) -> None:
    play(["as usual", "as usual", "q"], "river-watch.json", "ash-raiders.json", *TO_PLAY)
    assert "\n    leader:" not in kept(home)[0]


@pytest.mark.rule("IMP-3")
def test_a_battle_asks_once_whether_it_goes_on_without_what_was_left_out(play, home, capsys) -> None:
    assert "Battle “Ford”" not in play(["stop"], "gap.json", "ash-raiders.json", *TO_PLAY)
    shown = play(["go on", "as usual", "q"], "gap.json", "ash-raiders.json", *TO_PLAY)
    assert shown.count("gap.json was not taken whole: 1 thing left out. Go on?") == 1
    assert "LEFT OUT: Nameless Thing: " in " ".join(capsys.readouterr().err.split())
    assert "Nameless Thing" not in play(["q"], "--resume")
    assert "not taken whole" not in play(
        ["as usual", "q"], "gap.json", "ash-raiders.json", *TO_PLAY[:-1], "Two", "--accept-gaps"
    )


@pytest.mark.rule("IMP-3")
def test_a_roster_that_changed_since_is_told_when_the_battle_goes_on(play, folder) -> None:
    play(["as usual", "as usual", "q"], "river-watch.json", "ash-raiders.json", *TO_PLAY)
    (folder / "ash-raiders.json").write_bytes(as_json(sample_rosters.ash(sample_rosters.ash_hulk())))
    shown = play(["q"], "--resume")
    assert shown.count("has changed since") == 1
    assert "Ash Raid has changed since; the battle goes on with the list as it was." in shown


# Remembered -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("IMP-3")
def test_a_roster_is_taken_apart_once(folder, home, monkeypatch) -> None:
    from shoot_cli.importing import importer
    from shoot_cli.storage.home import remembered

    path = folder / "river-watch.json"
    first = load(path, remembered())
    attached = load(path, remembered(), (("River Captain", "River Guard 1"),))
    with monkeypatch.context() as patch:
        patch.setattr(importer, "take", lambda *_: pytest.fail("it was taken apart again"))
        patch.setattr(loading, "_read", lambda *_: pytest.fail("the text was read"))
        assert load(path, remembered()) == first
        assert load(path, remembered(), (("River Captain", "River Guard 1"),)) == attached != first
    (kept,) = [file for file in (home / "cache" / "lists").iterdir() if b'"leader":"River' not in file.read_bytes()]
    whole = kept.read_bytes()
    kept.write_bytes(whole.replace(b"Tide rifle", b"Mega rifle"))
    assert load(path, remembered()) == first  # who does not know the secret changes nothing
    assert kept.read_bytes() == whole
    monkeypatch.setattr("shoot_cli.importing.list_files.digest_of_sources", lambda: b"newer")
    monkeypatch.setattr(importer, "take", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):  # another version takes it apart itself
        load(path, remembered())


@pytest.mark.rule("IMP-3", "IMP-50")
@pytest.mark.parametrize("attach", [(), (("River Captain", "River Guard 1"),)], ids=["nobody leads", "one leads"])
def test_a_roster_is_read_as_a_list_once(folder, monkeypatch, attach) -> None:
    """What the importer made is checked and used. No YAML is written and read for it."""
    from shoot_cli.armies import list_reader, yaml_text
    from shoot_cli.importing import written_list

    reads, top_of = [], list_reader.top_of
    monkeypatch.setattr(list_reader, "top_of", lambda *said: reads.append(said) or top_of(*said))
    monkeypatch.setattr(yaml_text, "read_text_and_problems", lambda *_: pytest.fail("YAML was read"))
    monkeypatch.setattr(written_list, "yaml_of", lambda *_: pytest.fail("YAML was written"))
    assert load(folder / "river-watch.json", None, attach).imported.units == 4
    assert len(reads) == 1


@pytest.mark.rule("IMP-3")
def test_what_a_battle_keeps_of_a_roster_is_the_list_that_it_began_with(folder, home) -> None:
    from shoot_cli.storage.home import remembered

    memory = remembered()
    for name in ("river-watch.json", "ash-raiders.json", "gap.json"):
        loaded = load(folder / name)
        text = text_kept(loaded, memory)
        assert armies.load_text(text, name) == loaded.army
        assert repr(armies.load_text(text, name)) == repr(loaded.army)
        assert memory.army(text) == loaded.army  # so that going on with it needs no YAML


def test_the_rosters_of_the_documents_are_those_of_the_tests(folder) -> None:
    shown = Path(__file__).parent.parent.parent / "docs" / "rosters"
    for path in shown.iterdir():
        assert path.read_bytes() == (folder / path.name).read_bytes(), (
            "python tests/imports/sample_rosters.py docs/rosters"
        )


# Imported again -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("IMP-1", "IMP-4")
def test_a_file_that_is_imported_again_says_what_has_changed(folder, shoot) -> None:
    words = ("army", "import", "ash-raiders.json", "-o", "mine.yaml")
    assert "Changed since" not in shoot(*words).err
    assert "Changed since" not in shoot(*words, "--force").err  # the same file
    written = (folder / "mine.yaml").read_text(encoding="utf-8")
    (folder / "ash-raiders.json").write_bytes(
        as_json(sample_rosters.roster(sample_rosters.ash_raiders(), sample_rosters.ash_hulk()))
    )
    assert shoot(*words).code == 1
    assert (folder / "mine.yaml").read_text(encoding="utf-8") == written
    told = shoot(*words, "--force").err
    assert told.startswith("Changed since ")
    assert "  Ash Raiders: gone\n" in told
    assert told.index("gone") < told.index("Left out: nothing")
    (folder / "mine.yaml").write_text("ruleset: 40k-10e\n", encoding="utf-8")
    assert "Changed since" not in shoot(*words, "--force").err  # a list that was written by hand


@pytest.mark.rule("IMP-4")
def test_what_is_remembered_is_imported_today(folder, shoot, monkeypatch) -> None:
    from shoot_cli.importing import importer, written_list

    first = shoot("army", "import", "ash-raiders.json").out

    class Later(written_list.date):
        @classmethod
        def today(cls) -> written_list.date:
            return cls(2222, 2, 2)

    monkeypatch.setattr(written_list, "date", Later)
    monkeypatch.setattr(importer, "take", lambda *_, **__: pytest.fail("it was taken apart again"))
    again = shoot("army", "import", "ash-raiders.json").out
    assert " on 2222-02-02; sha256 " in again.splitlines()[0]
    assert again.splitlines()[1:] == first.splitlines()[1:]


@pytest.mark.rule("IMP-50")
def test_a_leader_too_many_is_asked_for_again(play, home, folder) -> None:
    """Three captains want one squad, which takes two."""
    three = [sample_rosters.river_captain() for _ in range(3)]
    (folder / "many.json").write_bytes(as_json(sample_rosters.roster(sample_rosters.river_guard(), *three)))
    shown = play([*3 * ["River Guard"], "nobody", "begin", "as usual", "q"], "many.json", "ash-raiders.json", *TO_PLAY)
    assert shown.count("whom does River Captain 3 lead?") == 2
    assert "at most 2" in " ".join(shown.split())
    assert kept(home)[0].count("leader: River Guard") == 2


@pytest.mark.rule("IMP-1")
def test_what_is_printed_as_json_may_be_saved_as_a_list(folder, shoot) -> None:
    (folder / "mine.json").write_text(shoot("army", "import", "ash-raiders.json", "--json").out, encoding="utf-8")
    assert json.loads((folder / "mine.json").read_text(encoding="utf-8"))["report"]["units"] == 3
    checked = shoot("army", "check", "mine.json")
    assert "mine.json: fine, 3 units, 21 models" in checked.out
    assert checked.err == ""  # a list of ours, as any other


# Whatever is in them --------------------------------------------------------------------------------------------------


def spoilt(random: Random) -> bytes:
    """A roster with bytes that are gone, doubled, exchanged or others."""
    raw = bytearray(random.choice(THEIRS[:5]))
    for _ in range(random.choice((1, 1, 2, 5, 20))):
        at, to = sorted(random.randrange(len(raw) + 1) for _ in range(2))
        match random.randrange(4):
            case 0:
                del raw[at : min(to, at + random.choice((1, 10, 10_000)))]
            case 1:
                raw[at:at] = raw[at : min(to, at + 200)]
            case 2:
                raw[at:at] = random.choice(
                    (b"\0", b"\xff", b'"', b"-1", b"1e9", b"<", b"{", b"\x1b[2J", b"ruleset: 7e\n")
                )
            case _:
                raw[at : at + 1] = bytes([random.randrange(256)])
    return bytes(raw)


@pytest.mark.rule("IMP-2")
@pytest.mark.parametrize("part", seeds(1, 6))
def test_a_file_is_a_list_or_refused_in_words(tmp_path, part) -> None:
    random, refused = Random(part), []
    for number in range(25):
        path = tmp_path / f"{number}.rosz"
        path.write_bytes(spoilt(random))
        try:
            load(path)
        except ListError as error:
            refused.append(str(error))
    assert refused
    assert [words for words in refused if ".rosz" not in words.partition(": ")[0]] == []


@pytest.mark.rule("IMP-3")
@pytest.mark.usefixtures("home")
@each("attacker, target", [("mine.txt::Boyz", "waaagh::Lootas"), ("waaagh::Lootas", "mine.txt::Boyz")])
def test_a_text_that_tells_no_edition_is_of_that_of_the_other_list(folder: Path, attacker: str, target: str) -> None:
    (folder / "mine.txt").write_text("My list\n\nBoyz (80)\nLootas 5 - 90\n")
    ways = (
        lambda: sides(attacker, target, None, False),
        lambda: one_after_the_other([attacker, "mine.txt::Lootas", target], None, False),
        lambda: each_at_one([attacker, "mine.txt::Lootas"], target, None, False),
        lambda: sides_of_many([attacker], ["mine.txt", target], None, False),
    )
    for way in ways:
        with pytest.raises(WithoutValues) as error:
            way()
        assert error.value.edition == "40k-10e"
    with pytest.raises(WithoutValues, match="or, where the command has them, say --ruleset 10e and --data PATH"):
        sides("mine.txt::Boyz", "mine.txt::Lootas", None, False)  # --as says what holds in the attack
