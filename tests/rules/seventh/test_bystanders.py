"""An attack on its own whose target explodes or crashes: what the firing unit suffers (7E-VEH-14, 7E-FLY-10)."""

from __future__ import annotations

import re
from math import comb
from typing import Any

import pytest

from shoot_cli.analysis.single_attack import of_units, worked_out
from shoot_cli.armies.loading import load_text
from shoot_cli.engine.reasons import BadAnswer, InputError

LIST = """\
ruleset: 7e
name: Test
weapons:
  melta: {range: 24, S: 10, AP: 1, type: Heavy 5}
  rifle: {range: 24, S: 4, AP: 5, type: Assault 1}
units:
  - {name: Squad, models: [
      {name: Gunner, BS: 4, T: 4, W: 1, Ld: 8, Sv: 3+, weapons: [melta]},
      {name: Man, count: 4, BS: 4, T: 4, W: 1, Ld: 8, Sv: 3+, weapons: [rifle]}]}
  - {name: Trukk, type: "Vehicle (Open-topped)", models: [{name: Trukk, COUNT BS: 2, front: 10, side: 10, rear: 10, HP: 1}]}
  - {name: Walkers, type: "Vehicle (Walker)", models: [
      {name: Champion, BS: 4, WS: 4, S: 5, I: 4, A: 1, front: 10, side: 10, rear: 10, HP: 1, weapons: [rifle]},
      {name: Walker, count: 2, BS: 4, WS: 4, S: 5, I: 4, A: 1, front: 10, side: 10, rear: 10, HP: 1, weapons: [melta]}]}
  - {name: Jet, type: "Vehicle (Flyer)", models: [{name: Jet, BS: 2, front: 10, side: 10, rear: 10, HP: 1}]}
  - {name: Boyz, models: [{name: Boy, count: 3, BS: 2, T: 4, W: 1, Ld: 7, Sv: 6+}]}
"""


def odds(target: str, count: int = 1, guns: str = "rifle", attacker: str = "Squad", **said: Any) -> dict[str, Any]:
    army = load_text(LIST.replace("COUNT", f"count: {count},").replace("[rifle]", f"[{guns}]"), "list.yaml")
    units = {unit.name: unit for unit in army.units}
    return worked_out(of_units("40k-7e", units[attacker], units[target], {"distance": "6"} | said)).document()


def chances(result: dict[str, Any], key: str) -> list[float]:
    return [*result[key], *[0.0] * 6][:6]


@pytest.mark.rule("7E-VEH-14", "7E-VEH-10")
def test_those_near_an_explosion_take_a_hit_each() -> None:
    """TV-114: four Marines of the firing unit; 2/3 of them fall, and none with 625/1296."""
    result = odds("Trukk", **{"near:Squad": "4"})
    own, explodes = chances(result, "own_slain"), result["explodes"]
    assert 0 < explodes < 1
    assert own[0] == pytest.approx(1 - explodes + explodes * 625 / 1296, abs=1e-12)
    assert sum(n * chance for n, chance in enumerate(own)) == pytest.approx(explodes * 2 / 3, abs=1e-12)
    nobody = odds("Trukk")
    assert "own_slain" not in nobody or chances(nobody, "own_slain")[0] == 1
    assert [*nobody["slain"], nobody["explodes"]] == pytest.approx([*result["slain"], explodes])
    assert result["expected"] == pytest.approx({**nobody["expected"]})  # the shots hit nobody else


@pytest.mark.rule("7E-VEH-14")
def test_who_fell_does_not_fire_the_next_weapon() -> None:
    near, far = (odds("Trukk", 2, weapon="melta, rifle", **said) for said in ({"near:Squad": "5"}, {}))
    assert near["expected"]["shots"] < far["expected"]["shots"]


@pytest.mark.rule("7E-VEH-14", "7E-VEH-2")
@pytest.mark.parametrize("n", [1, 3])
def test_a_squadron_near_an_explosion_takes_a_hit_for_each_vehicle(n: int) -> None:
    """Strength 4 against armour 10: each hit glances on a 6, and takes the only hull point of a Walker."""
    result = odds("Trukk", attacker="Walkers", weapon="melta, rifle", **{"near:Walkers": str(n)})
    own, explodes = chances(result, "own_slain"), result["explodes"]
    fallen = [comb(n, k) * 5 ** (n - k) / 6**n for k in range(n + 1)]
    assert own[1 : n + 1] == pytest.approx([explodes * chance for chance in fallen[1:]], abs=1e-12)
    assert own[0] == pytest.approx(1 - explodes + explodes * fallen[0], abs=1e-12)


@pytest.mark.rule("7E-VEH-14")
def test_a_vehicle_that_fell_in_an_explosion_does_not_fire_the_next_weapon() -> None:
    near, far = (
        odds("Trukk", 2, attacker="Walkers", weapon="melta, rifle", **said) for said in ({"near:Walkers": "3"}, {})
    )
    assert near["expected"]["shots"] < far["expected"]["shots"]


@pytest.mark.rule("7E-FLY-10")
def test_those_under_a_crash_take_a_hit_each() -> None:
    """TV-78: 5/18 of the Marines under the marker fall."""
    result = odds("Jet", **{"under:Squad": "3", "jink": "no"})
    own, crashes = chances(result, "own_slain"), result["crashes"]
    assert 0 < crashes <= 1
    assert sum(n * chance for n, chance in enumerate(own)) == pytest.approx(crashes * 3 * 5 / 18, abs=1e-12)
    assert own[3] == pytest.approx(crashes * (5 / 18) ** 3, abs=1e-12)
    marker = odds("Jet", under="3", jink="no")  # of a Blast weapon, not of the crash
    assert "own_slain" not in marker
    assert marker["unused"] == {"under": "3"}


@pytest.mark.rule("7E-VEH-14")
def test_who_cannot_be_near_is_refused() -> None:
    with pytest.raises(BadAnswer, match="0 to 5 models, not 6"):
        odds("Trukk", **{"near:Squad": "6"})


@pytest.mark.rule("7E-FLY-10", "7E-ALC-13")
def test_the_cover_of_the_target_is_not_theirs() -> None:
    open_, covered = (odds("Jet", **{"under:Squad": "2", "cover": cover}) for cover in ("none", "2+"))
    for result in (open_, covered):
        assert chances(result, "own_slain")[2] == pytest.approx(result["crashes"] * (5 / 18) ** 2, abs=1e-12)


@pytest.mark.rule("7E-VEH-14", "7E-EFF-8")
@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"near:Others": "3"}, "near:Others is not asked in this attack; did you mean near:Squad?"),
        ({"effects": "hit ones:plasme"}, "no “plasme” here, only melta, Gunner, Man"),
    ],
)
def test_what_is_refused_comes_with_what_would_do(said: dict[str, Any], words: str) -> None:
    with pytest.raises((BadAnswer, InputError), match=re.escape(words)):
        odds("Trukk", guns="melta", **said)


@pytest.mark.rule("7E-VEH-14", "7E-SAV-8", "7E-ALC-6")
def test_the_firing_unit_chooses_its_save_and_who_steps_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said of the target is not meant; of the firing unit it is said with its name."""
    saves = LIST.replace("Sv: 3+", "Sv: 3+, Inv: 6+")
    monkeypatch.setitem(globals(), "LIST", saves.replace("{name: Gunner,", "{name: Gunner, rules: [Character],"))
    usual, worse = (
        odds("Trukk", **{"near:Squad": "4"}),
        odds("Trukk", **{"near:Squad": "4", "save:Squad": "invulnerable"}),
    )
    explodes = usual["explodes"]
    for result, fails in ((usual, 1 / 3), (worse, 5 / 6)):
        mean = sum(n * chance for n, chance in enumerate(result["own_slain"]))
        assert mean == pytest.approx(explodes * 4 * 0.5 * fails, abs=1e-12)
    assert usual["assumed"]["within_6:Squad"] == usual["assumed"]["look_out_sir:Squad"] == "yes"
    with pytest.raises(BadAnswer, match="cover"):
        odds("Trukk", **{"near:Squad": "4", "save:Squad": "cover"})
