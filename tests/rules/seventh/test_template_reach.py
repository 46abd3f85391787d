"""How far templates reach in an attack on its own (7E-WPN-24)."""

from __future__ import annotations

from typing import Any

import pytest
from typer.testing import CliRunner

from shoot_cli import api
from shoot_cli.analysis.single_attack import of_units, worked_out
from shoot_cli.cli.app import app
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.unit_text import read_line
from tests.helpers.each import each
from tests.helpers.scripted_table import DEFAULT
from tests.rules.seventh.helpers.tabletop import army, battle, boyz, fire, gun, squad, trooper
from tests.rules.seventh.helpers.vehicles import tank

TORRENT = gun("torch", "T", "5", "4", "Assault 1, Torrent")
LONG = gun("torch", "T", "5", "4", 'Assault 1, Torrent (18")')


def burners(*weapons: Any) -> Unit:
    return squad("Burners", trooper("Burner", 1, *(weapons or ("flamer",))))


def result(attacker: Unit, target: Unit | None = None, **said: Any) -> dict[str, Any]:
    answers = {key.replace("__", ":"): value for key, value in said.items()}
    return worked_out(of_units("40k-7e", attacker, target or boyz(), answers)).document()


@pytest.mark.rule("7E-WPN-24")
def test_a_flamer_is_closed_at_60_inches() -> None:
    words = ["odds", "ultramarines::Flamer", "orks::Shoota", "--weapon", "flamer", "--distance", "60"]
    found = CliRunner().invoke(app, words)
    assert found.exit_code == 1
    assert 'out of range (8") (7E-WPN-24)' in found.stderr
    alone = CliRunner().invoke(app, [*words[:3], *words[5:]])
    assert alone.exit_code == 0
    assert 'out of range (8") (7E-WPN-24)' in " ".join(alone.stdout.split())


@pytest.mark.rule("7E-WPN-24")
@each(
    ("weapon", "distance", "open"),
    [
        ("flamer", 8, True), ("flamer", 8.5, False), ("flamer", 20, False), (TORRENT, 20, True), (TORRENT, 20.5, False),
        (LONG, 26, True), (LONG, 26.5, False),
    ],
)  # fmt: skip
def test_inches(weapon: Any, distance: float, open: bool) -> None:
    found = result(burners(weapon), distance=distance)
    assert (found["expected"]["hits"] > 0) == open
    assert bool(found.get("closed")) != open


@pytest.mark.rule("7E-WPN-24")
@each("reach", ["6", "7", "8", "8.25", "8.5", "9", "10"])
def test_the_setting(reach: str) -> None:
    for weapon, more in (("flamer", 0), (TORRENT, 12)):
        last = float(reach) + more
        assert result(burners(weapon), distance=last, template_reach=reach)["expected"]["hits"] == 4
        assert result(burners(weapon), distance=last + 0.5, template_reach=reach)["expected"]["hits"] == 0


@pytest.mark.rule("7E-WPN-24")
def test_where_nobody_says_how_far_it_is_in_reach_and_that_is_said() -> None:
    found = result(burners("boltgun", "flamer"), weapon="flamer")
    assert found["expected"]["hits"] == 4
    assert found["assumed"] | {"distance": "24", "distance:flamer": "8"} == found["assumed"]
    assert result(burners("flamer"))["assumed"]["distance"] == "8"
    mixed = result(burners("boltgun", "flamer"), weapon="flamer", distance=20, distance__flamer=5)
    assert mixed["expected"]["hits"] == 4
    assert not any(key.startswith("distance") for key in mixed["assumed"])


@pytest.mark.rule("7E-WPN-24", "7E-WPN-16")
def test_a_torrent_is_a_template_and_its_inches_are_inches() -> None:
    for type, words in (
        ("Assault 1, Torrent (far)", "Torrent (far)"), ("Assault 1, Torrent (0)", "Torrent (0)"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match="inches") as error:
            gun("gun", "T", "4", "5", type)
        assert words in str(error.value)


@pytest.mark.rule("7E-WPN-24")
def test_a_template_with_melta_is_asked_for_its_half_range() -> None:
    melta = burners(gun("torch", "T", "6", "1", "Assault 1, Melta"))
    assert result(melta, tank(14, 3))["expected"]["wounds"] == pytest.approx(15 / 36)  # 2D6: 8 and more
    assert result(melta, tank(14, 3), half_range="none")["expected"]["wounds"] == 0


@pytest.mark.rule("7E-WPN-24")
def test_at_the_table_only_the_models_under_it_are_asked_for() -> None:
    mine, theirs = army("Mine", burners("bolt pistol", "flamer").but(name="Burners")), army("Theirs", boyz())
    played = battle(
        mine, theirs, ("unit", "Burners"), ("target", "Boyz"), *fire("flamer"), ("under:flamer", DEFAULT), distance=8
    )
    assert [key for key in played.keys if key.startswith("distance")] == ["distance"]
    assert "distance" not in played.parts("facts:flamer")


@pytest.mark.rule("7E-WPN-24")
def test_a_profile_line() -> None:
    line = read_line('5x BS4 S4 AP5 Assault 1 Template [torrent 18"]', "attacker")
    assert line.weapons()[0].torrent == 18
    with pytest.raises(BadAnswer, match="7E-WPN-24"):
        result(line, distance=27, weapon=line.weapons()[0].name)


# Half range without a distance ----------------------------------------------------------------------------------------


@pytest.mark.rule("7E-WPN-9", "7E-WPN-11")
@pytest.mark.parametrize(("gun", "inches"), [
    ('boltgun', 12),
    ('lascannon + 1x BS4 boltgun', 12),
    ('meltagun + 1x BS4 boltgun', 6),
])  # fmt: skip
@pytest.mark.parametrize("near", ["all", "1"])
def test_who_is_said_to_be_at_half_range_stands_there(gun, inches, near):
    """The proposed 24 inches would contradict it, and it would count for nothing."""
    said = api.odds(f"2x BS4 {gun}", "1x AV10/10/10 HP3", ruleset="7e", half_range=near)
    at_it = api.odds(f"2x BS4 {gun}", "1x AV10/10/10 HP3", ruleset="7e", half_range=near, distance=inches)
    assert (said.assumed["distance"], said.unused) == (str(inches), {})
    assert said.damage == at_it.damage
    far = api.odds(f"2x BS4 {gun}", "1x AV10/10/10 HP3", ruleset="7e", half_range="none")
    assert float(far.assumed["distance"]) == 2 * inches
    assert said.expected["damage"] > far.expected["damage"]
