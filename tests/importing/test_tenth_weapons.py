"""10th edition: weapons of a roster, their modes, values, keywords and names."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.each import each
from tests.importing.tenth_rosters import Came, taken
from tests.importing.written_rosters import (
    blade,
    fighting,
    gun,
    model,
    profile,
    rule,
    shooting,
    statline,
    unit,
    upgrade,
)

LINE = statline("Trooper")


def armed(*below: Any) -> Came:
    """A model with these."""
    return taken(model("Trooper", LINE, *below))


@pytest.mark.rule("IMP-31")
def test_profiles_with_an_arrow_and_one_stem_are_modes() -> None:
    modes = (
        shooting("➤ Long launcher - blast", range_='48"', a="D6", keywords="Blast"),
        shooting("➤ LONG Launcher – focused", a=1, s=9),
        shooting("Tail gun", range_='12"'),
    )
    came = armed(upgrade("Launchers", *modes))
    assert came.model("Trooper")["weapons"] == ["Long launcher", "Tail gun"]
    page = came.weapon("Long launcher")
    assert list(page["modes"]) == ["blast", "focused"]
    assert [one["range"] for one in page["modes"].values()] == [48, 24]
    assert [one.name for one in came.army.units[0].models[0][0].weapons] == [
        "Long launcher (blast)", "Long launcher (focused)", "Tail gun",
    ]  # fmt: skip


@pytest.mark.rule("IMP-31")
def test_a_bare_arrow_and_what_is_called_ranged_are_modes_too() -> None:
    came = armed(
        upgrade(
            "Tendril", shooting("➤ Mind Tendril - lash"), shooting("➤ Mind Tendril"), shooting("➤ mind tendril: burst")
        ),
        upgrade("Staff", shooting("➤ Staff (ranged) - bolt"), fighting("➤ Staff - strike")),
    )
    assert list(came.weapon("Mind Tendril")["modes"]) == ["lash", "Mind Tendril", "burst"]
    assert came.model("Trooper")["weapons"][-1] == "Staff"
    assert "modes" not in came.weapon("Staff")


@pytest.mark.rule("IMP-31")
@each("names", (("➤ Gun (frag)", "➤ Gun (krak)"), ("➤ Gun: frag", "➤ GUN: krak")))
def test_behind_an_arrow_modes_may_stand_in_brackets_or_after_a_colon(names: tuple[str, str]) -> None:
    came = armed(upgrade("Gun", *map(shooting, names)), upgrade("Tube", shooting("➤ Tube (drone)")))
    assert came.model("Trooper")["weapons"] == ["Gun", "Tube (drone)"]
    assert list(came.weapon("Gun")["modes"]) == ["frag", "krak"]


@pytest.mark.rule("IMP-31")
def test_the_standard_way_stands_before_the_dangerous_one() -> None:
    plasma = (shooting("➤ Plasma gun - supercharge", keywords="Hazardous"), shooting("➤ Plasma gun - standard"))
    frag = (shooting("➤ Launcher - krak"), shooting("➤ Launcher - frag"))
    came = armed(upgrade("Plasma gun", *plasma), upgrade("Launcher", *frag))
    assert list(came.weapon("Plasma gun")["modes"]) == ["standard", "supercharge"]
    assert came.weapon("Plasma gun")["range"] == 24
    assert list(came.weapon("Launcher")["modes"]) == ["krak", "frag"]


@pytest.mark.rule("IMP-31")
def test_modes_without_arrows_share_a_stem() -> None:
    came = armed(upgrade("Rifle", shooting("Rifle - slug"), shooting("Rifle - dart")), gun("Twin-linked gun - old"))
    assert came.model("Trooper")["weapons"] == ["Rifle", "Twin-linked gun - old"]


@pytest.mark.rule("IMP-31")
def test_powers_of_which_one_is_picked_are_modes() -> None:
    powers = [shooting(name, keywords="-") | {"typeName": "C'tan Powers"} for name in ("Falling star", "Gaze")]
    came = armed(upgrade("Powers", *powers, shooting("Staff")))
    assert came.model("Trooper")["weapons"] == ["C'tan Powers", "Staff"]
    assert list(came.weapon("C'tan Powers")["modes"]) == ["Falling star", "Gaze"]


@pytest.mark.rule("IMP-32")
def test_what_stands_in_a_bundle_is_carried() -> None:
    came = taken(
        unit("Squad", LINE, model("Trooper", upgrade("Pack", gun("Rifle", 4), blade("Knife", 4), number=4), number=4))
    )
    assert came.model("Trooper")["weapons"] == ["Rifle"]


@pytest.mark.rule("IMP-32")
def test_a_weapon_without_values_has_those_of_another_in_its_unit_or_of_its_datasheet() -> None:
    came = taken(
        unit("Kin", LINE, model("Chief", upgrade("Ion gun")), model("Kin", gun("Ion gun", 4, s=5), number=4)),
        unit("Kin", LINE, model("Chief", upgrade("Ion gun"))),
        unit("Others", LINE, model("Boss", upgrade("Ion gun"))),
        unit("Kin", LINE, model("Chief", upgrade("Ion gun")), model("Kin", gun("Ion gun", 4, s=6), number=4)),
    )
    assert [came.document["weapons"][came.model("Chief", at)["weapons"][0]]["S"] for at in (0, 1, 3)] == [5, 5, 6]
    assert came.model("Kin")["weapons"] == ["Ion gun"]
    assert came.model("Chief")["weapons"] == ["Ion gun (Chief)"]  # so that it may be changed alone
    assert "Ion gun of Chief has no values in the file: taken from another one of this name" in came.guesses()
    assert came.left() == ["Others: Ion gun of Boss has no values in the file"]
    assert "--data" in came.taking.left[0].remedy


@pytest.mark.rule("IMP-32")
def test_a_bundle_without_values_has_those_of_its_parts() -> None:
    came = taken(
        unit(
            "Watch", LINE, model("Watcher", gun("Long rifle", 4), blade("Axe", 4), gun("Hand flamer", 4), number=4),
            model("Chief", upgrade("Long rifle and axe")), model("Second", upgrade("2x Hand flamers")),
            model("Third", upgrade("Two hand flamers and Storm gun")),
        )
    )  # fmt: skip
    assert [came.model(name)["weapons"] for name in ("Chief", "Second", "Third")] == [
        ["Long rifle"], ["2x Hand flamer"], ["2x Hand flamer"],
    ]  # fmt: skip
    assert came.left() == ["Watch: Storm gun of Third has no values in the file"]
    assert "Chief: Long rifle and axe has no values in the file: taken as the weapons that it names" in came.guesses()


@pytest.mark.rule("IMP-32")
def test_a_weapon_without_values_may_stand_in_its_unit_or_below_another_name() -> None:
    tables = shooting("Long rifle", s=5), fighting("Spike")
    bare = upgrade("Long rifle", number=4), upgrade("Spike", number=4)
    came = taken(unit("Watch", LINE, *tables, model("Watcher", *bare, number=4)))
    assert [came.weapon(name)["S"] for name in came.model("Watcher")["weapons"]] == [5]
    assert (came.left(), came.yours()) == ([], [])
    other = model("Second", upgrade("Rifles", shooting("Long rifle", s=6)))
    came = taken(unit("Watch", LINE, other, model("Watcher", *bare, number=4)))
    assert [came.weapon(name)["S"] for name in came.model("Watcher")["weapons"]] == [6]


@pytest.mark.rule("IMP-32")
def test_what_has_nothing_and_is_no_weapon_is_nothing() -> None:
    came = taken(unit("Kin", LINE, model("Chief", upgrade("Warlord"), upgrade("Cape")), model("Kin", number=4)))
    assert came.left() == []
    assert came.guesses() == []


VALUES: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (  # as the file has them, as the list does
    ({"range_": "24", "a": "d6"}, {"range": 24, "A": "D6"}),
    ({"a": "2D6", "d": "d3+1"}, {"A": "2D6", "D": "D3+1"}),
    ({"a": "D6 + 3", "s": "10"}, {"A": "D6+3", "S": 10}),
    ({"bs": "N/A", "keywords": "Torrent"}, {"BS": "N/A"}),
    ({"bs": "4"}, {"BS": "4+"}),
    ({"ap": "0"}, {"AP": 0}),
    ({"ap": "-"}, {"AP": 0}),
    ({"ap": "–3"}, {"AP": -3}),
    ({"ap": "4"}, {"AP": -4}),
    ({"bs": "3+*", "d": "2*"}, {"BS": "3+", "D": 2}),
)


@pytest.mark.rule("IMP-33")
@each("said, read", VALUES)
def test_values_of_weapons(said: dict[str, Any], read: dict[str, Any]) -> None:
    page = armed(gun("Gun", **said)).weapon("Gun")
    assert {key: page[key] for key in read} == read


@pytest.mark.rule("IMP-33")
def test_a_positive_ap_is_said() -> None:
    assert armed(gun("Gun", ap=4)).guesses() == ["Gun: AP 4 is taken as -4"]
    assert armed(gun("Gun", ap="-4")).guesses() == []


@pytest.mark.rule("IMP-33")
def test_a_value_that_is_none_leaves_the_weapon_out() -> None:
    came = armed(
        gun("Bad gun", a="many"),
        gun("Far gun", range_="N/A"),
        gun("Good gun"),
        gun("Odd gun", s="+1"),
        gun("Star gun", d="*"),
    )
    assert came.model("Trooper")["weapons"] == ["Good gun"]
    assert "Trooper: Bad gun of Trooper: A: “many”" in came.left()[0]
    assert "Trooper: Far gun of Trooper: Range: “N/A”" in came.left()[1]
    assert "Trooper: Odd gun of Trooper: S: “+1”" in came.left()[2]
    assert "Trooper: Star gun of Trooper: D: “*”" in came.left()[3]
    assert came.taking.counts["weapons"] == 1


KEYWORDS = (  # as files write them, as lists do
    ("-", []),
    ("", []),
    ("Pistol", ["Pistol"]),
    ("anti-infantry 4+, devastating wounds", ["Anti-INFANTRY 4+", "Devastating Wounds"]),
    ("Anti-Monster 4+ , Anti-Vehicle 3+", ["Anti-MONSTER 4+", "Anti-VEHICLE 3+"]),
    ("twin linked", ["Twin-linked"]),
    ("TWIN-LINKED, RAPID FIRE 2", ["Twin-linked", "Rapid Fire 2"]),
    ("[Sustained Hits D3], [Blast]", ["Sustained Hits D3", "Blast"]),
    ("sustained hits d3", ["Sustained Hits D3"]),
    ("Blast, blast, Melta 2", ["Blast", "Melta 2"]),
    ("Conversion, One Shot", ["Conversion", "One Shot"]),
    ("**Assault**; ^^Heavy^^. Pistol\nPsychic", ["Assault", "Heavy", "Pistol", "Psychic"]),
)


@pytest.mark.rule("IMP-34")
@each("said, read", KEYWORDS)
def test_keywords_of_weapons(said: str, read: list[str]) -> None:
    assert armed(gun("Gun", keywords=said)).weapon("Gun").get("abilities", []) == read


@pytest.mark.rule("IMP-34")
def test_a_keyword_that_nobody_knows_is_a_note_of_the_weapon() -> None:
    came = armed(gun("Gun", keywords="Blast, Harpooned"), rule("Blast"))
    assert came.weapon("Gun")["abilities"] == ["Blast"]
    assert came.weapon("Gun")["note"] == "Harpooned: read it on the datasheet"
    assert came.yours() == ["Trooper: Gun has Harpooned: read it on the datasheet"]


@pytest.mark.rule("IMP-35")
def test_weapons_of_one_name() -> None:
    came = taken(
        unit("Line", LINE, model("Trooper", gun("Rifle")), model("Sniper", gun("Rifle", s=5))),
        unit("Guard", LINE, model("Trooper", gun("Rifle", s=6)), model("Elder", gun("rifle", s=6))),
        model("Scout", LINE, gun("Rifle")),
    )
    assert list(came.document["weapons"]) == ["Rifle", "Rifle (Sniper)", "Rifle (Guard)"]
    assert came.model("Scout", 2)["weapons"] == ["Rifle"]
    assert came.model("Elder", 1)["weapons"] == ["Rifle (Guard)"]


@pytest.mark.rule("IMP-35")
def test_long_names_of_weapons_stay_apart() -> None:
    long = "Very heavy and very long rifle of the old master of the smiths of the north"
    came = taken(
        model("Captain of the very long name, and of all others", LINE, gun(long, s=8)), model("B", LINE, gun(long))
    )
    assert len(came.document["weapons"]) == 2
    assert all(len(name) <= 60 for name in came.document["weapons"])
    assert f"its name of {len(long)} characters is cut" in came.guesses()[0]


def test_more_weapons_than_a_list_may_say() -> None:
    came = armed(*(gun(f"Gun {number}") for number in range(25)))
    assert len(came.model("Trooper")["weapons"]) == 20
    assert came.left() == ["Trooper: Trooper has more weapons than the 20 that a list may say, 5 of them"]


@pytest.mark.rule("IMP-35")
def test_melee_is_counted_and_left_out() -> None:
    odd = profile("Slam", "Weapons", Range="Melee", A="1", BS="3+", S="4", AP="0", D="1", Keywords="-")
    came = armed(blade("Sword"), upgrade("Body", odd), gun("Gun"))
    assert came.taking.counts["melee"] == 2
    assert came.model("Trooper")["weapons"] == ["Gun"]
    assert came.left() == []
