"""``shoot army import`` as people and scripts use it, and what it makes of a list: sections 2, 3, 6 and 7 of the import."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from shoot_cli.armies import load_text
from shoot_cli.commands.army import app
from tests.importing import written_rosters
from tests.importing.written_rosters import (
    ability,
    as_json,
    as_xml,
    as_zip,
    blade,
    configuration,
    gun,
    model,
    roster,
    statline,
    unit,
)

LEADS = "This model can be attached to the following units:\n■ Line Squad\n■ Veterans"


def squad(name: str = "Line Squad") -> written_rosters.Node:
    return unit(
        name, statline("Trooper"),
        model("Sergeant", gun("Pistol", range_='12"', keywords="Pistol"), blade("Sword")),
        model("Trooper", gun("Rifle", number=9), number=9),
        points=90, categories=("Infantry", "Faction: Test Legion"),
    )  # fmt: skip


def captain() -> written_rosters.Node:
    return unit(
        "Captain", statline("Captain", w=5), ability("Leader", LEADS), gun("Pistol", range_='12"', keywords="Pistol"),
        kind="model", points=80, categories=("Infantry", "Character", "Faction: Test Legion"),
    )  # fmt: skip


def patrol(*more: written_rosters.Node, **said: Any) -> written_rosters.Node:
    return roster(configuration("Detachment", "First Wave"), captain(), squad(), *more, **said)


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where `--data` is remembered, so that no test knows of another one."""
    monkeypatch.setenv("SHOOT_HOME", str(tmp_path_factory.mktemp("home")))


@pytest.fixture
def put(tmp_path: Path) -> Callable[[str, bytes], str]:
    def put(name: str, content: bytes) -> str:
        (tmp_path / name).write_bytes(content)
        return str(tmp_path / name)

    return put


def run(*words: str, stdin: bytes = b"", width: int = 80) -> Result:
    env = {"COLUMNS": str(width), "TERM": "xterm", "NO_COLOR": "1"}
    return CliRunner().invoke(app, ["import", *words], input=stdin, env=env)


@pytest.mark.rule("IMP-1", "IMP-4", "IMP-13")
def test_the_list_goes_to_standard_output_and_the_report_beside_it(put: Callable[[str, bytes], str]) -> None:
    done = run(put("patrol.rosz", as_zip(as_xml(patrol()))))
    assert done.exit_code == 0
    assert done.stdout.startswith("# imported from patrol.rosz (New Recruit, 10th edition) on 2")
    army = load_text(done.stdout, "it")
    assert [unit.name for unit in army.units] == ["Captain", "Line Squad"]
    assert [(one.name, n) for one, n in army.units[1].models] == [("Trooper", 9), ("Sergeant", 1)]
    assert done.stderr.startswith(
        "patrol.rosz  New Recruit, 10th edition, Legion: 2 units, 11 models, 170 points\n  (adds up)\n"
    )
    assert "  Captain → Line Squad\n" in done.stderr
    assert done.stderr.endswith("Left out: nothing\n")


@pytest.mark.rule("IMP-1")
def test_an_output_is_written_whole_and_never_over_another(put: Callable[[str, bytes], str], tmp_path: Path) -> None:
    file, out = put("patrol.json", as_json(patrol())), tmp_path / "mine.yaml"
    done = run(file, "-o", str(out))
    assert done.stdout == ""
    assert f"Written: {out}" in done.stderr.replace("\n", "")
    written = out.read_text("utf-8")
    assert load_text(written, "it").name == "Test Legion 500"
    out.write_text("mine", encoding="utf-8")
    done = run(file, "-o", str(out))
    assert (done.exit_code, out.read_text("utf-8")) == (1, "mine")
    assert "is there already; --force overwrites it" in done.stderr
    assert run(file, "-o", str(out), "--force").exit_code == 0
    assert out.read_text("utf-8") == written
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.yaml", "patrol.json"]


@pytest.mark.rule("IMP-1")
def test_pasted_and_as_data() -> None:
    document = json.loads(run("-", "--json", stdin=as_json(patrol())).stdout)
    report = document.pop("report")
    assert load_text(json.dumps(document), "it").units[0].name == "Captain"
    assert (report["file"], report["units"], report["points"], report["adds_up"]) == ("standard input", 2, 170, True)
    assert report["may_lead"] == [{"leader": "Captain", "units": ["Line Squad"]}]
    assert report["left_out"] == []


def test_several_files_need_a_folder(put: Callable[[str, bytes], str], tmp_path: Path) -> None:
    files = [put("a.json", as_json(patrol())), put("b.ros", as_xml(patrol(squad("Veterans"))))]
    assert run(*files).exit_code == 2
    assert run(*files, "-o", str(tmp_path)).exit_code == 0
    assert len(load_text((tmp_path / "b.yaml").read_text("utf-8"), "b").units) == 3
    assert [len(one["units"]) for one in json.loads(run(*files, "--json").stdout)] == [2, 3]


@pytest.mark.rule("IMP-2")
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"a picture\x89PNG", "picture"),
        (
            as_json(roster(system=written_rosters.NINTH, game=written_rosters.NINTH_NAME)),
            "this is a list of Warhammer 40,000 9th",
        ),
        (as_json(roster(system="x", game="Age of Something")), "this is a list of Age of Something"),
        (as_json(roster(system="", game="")), "an unknown game"),
        (as_json(roster()), "no unit could be taken"),
        (as_json(roster(*[squad()] * 201)), "it has 201 units; a list may have 200"),
        (b"{", ""),
    ],
)
def test_what_is_no_list_of_ours_is_refused(put: Callable[[str, bytes], str], content: bytes, words: str) -> None:
    done = run(put("it", content))
    assert (done.exit_code, done.stdout) == (1, "")
    assert words in " ".join(done.stderr.split()) or words == "picture"
    assert "it: it: " not in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.rule("IMP-2")
def test_usage(put: Callable[[str, bytes], str]) -> None:
    file = put("patrol.json", as_json(patrol()))
    for words in (("--attach", "Captain"), ("--as", "40k-99e")):
        assert run(file, *words).exit_code == 2
    assert run(file, "--as", "7e").exit_code == 1  # it is of another edition
    assert run(str(Path(file).parent)).exit_code == 1


@pytest.mark.rule("IMP-2")
def test_a_file_that_tells_no_edition_is_taken_as_the_player_says(put: Callable[[str, bytes], str]) -> None:
    for system, game in (("sys-40k", "Warhammer 40,000"), ("", "")):
        file = put("patrol.json", as_json(patrol(system=system, game=game)))
        done = run(file)
        assert (done.exit_code, done.stdout) == (1, "")
        assert run(file, "--as", "10e").exit_code == 0
    assert "no edition; say it with --as" in run(put("x", as_json(patrol(system="s", game="Warhammer 40,000")))).stderr
    other = put("other.json", as_json(patrol(system="s", game="War")))
    assert run(put("x", as_json(patrol(system="s", game=written_rosters.NINTH_NAME))), "--as", "10e").exit_code == 1
    assert run(other).exit_code == 1


@pytest.mark.rule("IMP-2", "IMP-20")
def test_strict_wants_everything(put: Callable[[str, bytes], str]) -> None:
    lost = unit("Ghost", gun("Rifle"), kind="model", points=10, categories=("Faction: Test Legion",))
    file = put("patrol.json", as_json(patrol(lost)))
    done = run(file)
    assert done.exit_code == 0
    assert "LEFT OUT:\n  Ghost: " in done.stderr
    assert run(file, "--strict").exit_code == 1
    assert run(put("whole.json", as_json(patrol())), "--strict").exit_code == 0


@pytest.mark.rule("IMP-4", "IMP-33")
def test_what_the_reader_of_lists_refuses_is_left_out_with_its_words(put: Callable[[str, bytes], str]) -> None:
    odd = unit(
        "Odd Squad", statline("Trooper"),
        model("Trooper", gun("Rifle", number=5), gun("Wonder", number=5, a="6D20"), number=5),
        points=50, categories=("Faction: Test Legion",),
    )  # fmt: skip
    done = run(put("patrol.json", as_json(patrol(odd))))
    army = load_text(done.stdout, "it")
    assert [weapon.name for weapon in army.units[2].weapons()] == ["Rifle"]
    assert "  Odd Squad: Wonder" in done.stderr
    assert "6D20" in done.stderr


@pytest.mark.rule("IMP-50")
def test_leaders_are_attached_when_the_player_says_so(put: Callable[[str, bytes], str]) -> None:
    file = put("patrol.json", as_json(patrol(squad())))
    done = run(file)
    assert "Captain → Line Squad 1 | Line Squad 2" in done.stderr
    assert len(load_text(done.stdout, "it").units) == 3
    done = run(file, "--attach", "captain=Line Squad 2")
    army = load_text(done.stdout, "it")
    assert [unit.attached for unit in army.units] == [False, True]
    assert "Captain leads Line Squad 2" in done.stderr
    assert "guesses" not in done.stderr
    done = run(put("more.json", as_json(patrol(squad("Others")))), "--attach", "Captain=Others")
    assert "  Captain: leads Others, which the file does not name for it" in done.stderr
    for said, words in (
        ("Nobody=Line Squad", "there is no unit Nobody"),
        ("Captain=Line Squad 3", "there is no unit Line Squad 3"),
        ("Captain=Captain", "--attach Captain=Captain: "),
    ):
        done = run(file, "--attach", said)
        assert (done.exit_code, done.stdout) == (1, "")
        assert words in " ".join(done.stderr.split())


TEXT = """Test Legion (170 points)

Test Legion
First Wave
Incursion (1000 points)

CHARACTERS

Captain (80 points)
  • 1x Pistol

BATTLELINE

Line Squad (90 points)
  • 1x Sergeant
    • 1x Pistol
  • 9x Trooper
    • 9x Rifle

Exported with App Version: v1.2.3 (1), Data Version: v100
"""


@pytest.mark.rule("IMP-63")
def test_a_text_without_values_says_what_was_read(put: Callable[[str, bytes], str]) -> None:
    file = put("patrol.txt", TEXT.encode())
    done = run(file)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "patrol.txt: Test Legion (the official app): 2 units, 11 models, 170 points" in " ".join(done.stderr.split())
    assert "--data" in done.stderr
    assert "  Captain: 1 model, 80 points\n  Line Squad: 10 models, 90 points\n" in done.stderr
    done = run(file, "--json")
    assert done.exit_code == 1
    units = json.loads(done.stdout)["units"]
    assert [(one["name"], one["points"], [m["count"] for m in one["models"]]) for one in units] == [
        ("Captain", 80, [1]),
        ("Line Squad", 90, [1, 9]),
    ]


@pytest.mark.rule("IMP-61")
def test_a_text_with_values_is_a_list(put: Callable[[str, bytes], str]) -> None:
    data = put("patrol.ros", as_xml(patrol()))
    done = run(put("patrol.txt", TEXT.encode()), "--data", data)
    assert done.exit_code == 0, done.stderr
    army = load_text(done.stdout, "it")
    assert [(unit.name, sum(n for _, n in unit.models)) for unit in army.units] == [("Captain", 1), ("Line Squad", 10)]


@pytest.mark.rule("IMP-2")
@pytest.mark.parametrize("more", [(), ("--json",), ("--new",)])
@pytest.mark.parametrize("edition", ["2e", "rh"])
def test_a_text_of_an_edition_without_import_is_refused(
    edition: str, more: tuple[str, ...], put: Callable[[str, bytes], str]
) -> None:
    done = run(put("patrol.txt", TEXT.partition("Exported")[0].encode()), "--as", edition, *more)
    assert done.exit_code == 1
    assert "only for 7th edition, 10th edition, 11th edition" in (
        json.loads(done.stderr)["error"] if "--json" in more else done.stderr
    )


@pytest.mark.rule("IMP-63")
def test_a_text_may_become_a_list_to_be_filled_in(put: Callable[[str, bytes], str]) -> None:
    file = put("patrol.txt", TEXT.partition("Exported")[0].encode())
    done = run(file, "--new")
    assert done.exit_code == 1
    assert "say it with --as" in done.stderr
    done = run(file, "--new", "--as", "10e")
    assert done.exit_code == 0
    assert "  Trooper: {M: , T: , Sv: , W: " in done.stdout
    assert "  Rifle: {range: , A: , BS: , " in done.stdout
    filled = (
        done.stdout.replace(": ,", ": 4,").replace(": }", ": 4}").replace("AP: 4", "AP: 0").replace("BS: 4", "BS: 4+")
    )
    filled = filled.replace("Sv: 4", "Sv: 4+").replace("Ld: 4", "Ld: 6+")
    assert [unit.name for unit in load_text(filled, "it").units] == ["Captain", "Line Squad"]


def test_over_the_list_of_another_file_nothing_has_changed(put: Callable[[str, bytes], str], tmp_path: Path) -> None:
    out = str(tmp_path / "mine.yaml")
    run(put("patrol.json", as_json(patrol())), "-o", out)
    done = run(put("patrol.json", as_json(patrol(squad("Veterans")))), "-o", out, "--force")
    assert "Changed since" in done.stderr
    assert "Veterans: new, 90 points" in done.stderr
    done = run(put("other.json", as_json(patrol())), "-o", out, "--force")
    assert done.exit_code == 0
    assert "Changed since" not in done.stderr
