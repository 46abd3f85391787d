"""How many answers people give for one attack: ``python tests/answers.py [RULESET ...] [--all | --twelve]`` prints it.

The first unit of each shipped list, ``--all`` every unit, shoots once at the list after it, in a battle whose dice the
app throws: Enter wherever something is proposed, else the first thing that will do. Counted is from the choice of the
unit to the next one; not what it takes to come there, such as who has the first turn. A distance that is asked right
after a target or the weapons is typed with them in one line, ``2 14``: both are one answer here.

``--twelve`` are twelve attacks of each edition at named targets, with the throws of hand dice, and with how many of these
throws differ in what they are for or need: `tests/answers.md` keeps that table (``--twelve --write``).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from shoot_cli import armies
from shoot_cli.engine.questions import Choose, Facts, Number, Question, Roll, Total
from shoot_cli.engine.reasons import Answer, Closed
from shoot_cli.engine.ruleset import Ruleset
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Table
from shoot_cli.importing.list_files import load
from shoot_cli.input.answerers import dice
from shoot_cli.play.one_line import DISTANCE, TARGET, WEAPON
from shoot_cli.rules import RULESETS, Edition, edition

MOST = 6  # answers that an attack may take
MOST_THROWS = 3  # more throws of hand dice than different ones
INCHES = (12, 20, 6)  # far and near: the most answers count
SEED = 2


TWELVE: Mapping[str, Sequence[tuple[str, str, str]]] = {  # list, unit and target: flamers, blasts, mixed targets, vehicles
    "2e": (
        ("macragge_column", "Tactical Squad", "Termagants"), ("macragge_column", "Terminator Squad", "Tyranid Warriors"),
        ("macragge_column", "Land Raider", "Carnifex"), ("macragge_column", "Multi-melta Squad", "Genestealers"),
        ("craftworld_host", "Dark Reapers", "Goff Boyz"), ("craftworld_host", "Guardians", "Gretchin Gunners"),
        ("cadian_line", "Flamer Squad", "Dire Avengers"), ("cadian_line", "Leman Russ", "Guardians"),
        ("cadian_line", "Lascannon Squad", "Falcon"), ("goff_mob", "Goff Boyz", "Terminator Squad"),
        ("goff_mob", "Slugga Mob", "Tactical Squad"), ("behemoth_brood", "Tyranid Warriors", "Infantry Squad"),
    ),
    "7e": (
        ("ultramarines", "Tactical Squad", "Infantry Squad"), ("ultramarines", "Devastator Squad", "Infantry Squad"),
        ("ultramarines", "Flamer Squad", "Infantry Squad"), ("ultramarines", "Terminator Squad", "Leman Russ Battle Tank"),
        ("ultramarines", "Predator Annihilator", "Chimera"), ("ultramarines", "Plasma Squad", "Combined Platoon"),
        ("orks", "Shoota Boyz", "Strike Team"), ("orks", "Lootas", "Devilfish"),
        ("tau", "Crisis Team", "Terminator Squad"), ("eldar", "Guardian Defenders", "Hive Guard"),
        ("astra_militarum", "Mortar Squad", "Guardian Defenders"), ("hive_fleet", "Termagant Brood", "Shoota Boyz"),
    ),
    "10e": (
        ("adeptus-astartes", "Intercessor Squad", "Guardian Defenders"),
        ("adeptus-astartes", "Hellblaster Squad", "Wraithguard"),
        ("adeptus-astartes", "Flamestorm Aggressors", "Guardian Defenders"),
        ("adeptus-astartes", "Predator Annihilator", "Wraithguard"), ("aeldari", "Dark Reapers", "Plague Marine Patrol"),
        ("chaos", "Rubric Marines", "Cadian Shock Troops"), ("chaos", "Lascannon Havocs", "Leman Russ Battle Tank"),
        ("imperium", "Heavy Bolter Sisters", "Necron Warriors"), ("tau-empire", "Broadside Battlesuits", "Exocrine"),
        ("tyranids", "Termagants", "Hearthkyn Warriors"), ("votann", "Ion Hearthkyn", "Shoota Boyz"),
        ("waaagh", "Flash Gitz", "Redemptor Dreadnought"),
    ),
    "11e": (
        ("vanguard", "Intercessor Squad with Captain and Lieutenant", "Tankbustas"),
        ("vanguard", "Hellblaster Squad", "Boyz with Warboss and Painboy"),
        ("vanguard", "Infernus Squad", "Boyz with Warboss and Painboy"),
        ("vanguard", "Terminator Squad", "Boyz with Warboss and Painboy"), ("vanguard", "Whirlwind", "Gretchin"),
        ("vanguard", "Eradicator Squad", "Deff Dread"), ("deffskulls", "Flash Gitz", "Lokhust Heavy Destroyers"),
        ("deffskulls", "Tankbustas", "Immortals with Plasmancer"), ("nihilakh", "Deathmarks", "Pathfinder Team"),
        ("nihilakh", "Doomsday Ark", "Broadside Battlesuits"), ("rangefinders", "Riptide Battlesuit", "Eliminator Squad"),
        ("rangefinders", "Hammerhead Gunship", "Redemptor Dreadnought"),
    ),
    "rh": (
        ("red_host", "Red Company", "The Hanged"), ("red_host", "Iron Fist", "Pyre Procession"),
        ("red_host", "Thunder Row", "Guard of the Long Barrow"), ("red_host", "Long Hunters", "Throwers on the Hill"),
        ("blue_column", "Blue Squadron", "Grand Battery"), ("blue_column", "Kestrel Flight", "Greatcoats of the Toll Bridge"),
        ("blue_column", "River Column", "College of Lenses"), ("barrow_tide", "The Drowned", "Siege Train"),
        ("barrow_tide", "Old Hunger", "Lancers of the Ford"), ("barrow_tide", "Pyre Procession", "Blue Battery"),
        ("elector_march", "Boiler Brigade", "Red Company"), ("elector_march", "First Foot", "Ochre Levy"),
    ),
}  # fmt: skip
TABLE = Path(__file__).with_suffix(".md")


class Counted(NamedTuple):
    """One attack: its list, its unit, and the keys of what was asked of people, in order. ``target`` is "" for whatever
    is proposed. ``throws`` has the key and the need of each throw."""

    ruleset: str
    army: str
    unit: str
    keys: tuple[str, ...]
    target: str = ""
    throws: tuple[tuple[str, str], ...] = ()

    @property
    def more_throws(self) -> int:
        """How many more throws there are than different ones."""
        return len(self.throws) - len({*self.throws})


class Over(Exception):
    """The attack is, and the next unit is to be chosen."""


class Players:
    """Choose one unit, take what is proposed, and stop when the next unit is to be chosen."""

    def __init__(self, unit: str, inches: int, target: str = "") -> None:
        self.unit, self.inches, self.target, self.throw, self.table = unit, inches, target, dice(SEED), Table(self)
        self.asked: list[Question] = []
        self.thrown: list[tuple[str, str]] = []
        self.going = self.rolled = False

    def __call__(self, question: Question, place: int) -> Answer:
        if isinstance(question, (Roll, Total)):
            if self.going:
                self.thrown.append((question.key, question.need.text if question.need else ""))
            self.rolled = True
            return self.throw(question, place)
        if self.table.names_attacker:
            return self.named(question)
        in_one_line = question.key == DISTANCE and self.asked and self.asked[-1].key in (TARGET, WEAPON)
        if self.going and not in_one_line:
            self.asked.append(question)
        if isinstance(question, Number) and question.default is None:
            return self.inches
        if self.target and question.key == "target" and self.going:
            return self.target
        return {} if isinstance(question, Facts) else question.default

    def named(self, question: Question) -> Answer:
        """The unit; the other side, and whoever may not shoot, passes."""
        assert isinstance(question, Choose)
        if self.going:
            raise Over
        with_others = f"{self.unit} + "  # who has joined it
        here = (option.value for option in question.open() if f"{option.value} + ".startswith(with_others))
        name = next(here, None)
        self.going = name is not None
        if name is None:
            return question.open()[-1].value
        self.asked.append(question)
        return name


def on_foot(army: Any) -> Any:
    """The army with nobody inside a transport."""
    if not any(getattr(unit, "rides_in", "") for unit in getattr(army, "units", ())):
        return army
    return army.but(units=tuple(unit.but(rides_in="") for unit in army.units))


def attacks(of: Edition, every: bool = False) -> Iterator[Counted]:
    """The first unit of each shipped list, or every one, at the list after it; not those that have nothing to fire."""
    ruleset = of.ruleset()
    samples = [sample for sample in armies.samples() if sample.ruleset == of.name]
    lists = [on_foot(load(sample.path).army) for sample in samples]
    for place, (sample, army) in enumerate(zip(samples, lists, strict=True)):
        start = ruleset.begin_battle(army, lists[(place + 1) % len(lists)], turns=1)
        alone = [unit for unit in army.units if not getattr(unit, "joined_to", "")]
        for unit in alone[: None if every else 1]:
            yield Counted(of.short, sample.name, unit.name, asked(ruleset, start, unit.name))


def asked(ruleset: Ruleset, start: Any, unit: str) -> tuple[str, ...]:
    """The keys of what people answer while this unit shoots once, at the distance that asks most; () if it cannot."""
    return max((asked_at(inches, ruleset, start, unit) for inches in INCHES), key=len)


def asked_at(inches: int, ruleset: Ruleset, start: Any, unit: str) -> tuple[str, ...]:
    players = Players(unit, inches)
    players.table.settings = ruleset.defaults()
    with suppress(Over):
        play(ruleset.battle, start, players.table)
    return tuple(question.key for question in players.asked) if players.rolled else ()  # else it was too far


@cache
def twelve(of: Edition) -> tuple[Counted, ...]:
    """The twelve attacks of an edition, at the distance at which most is asked and thrown."""
    return tuple(each_of_twelve(of))


def each_of_twelve(of: Edition) -> Iterator[Counted]:
    ruleset = of.ruleset()
    samples = [sample for sample in armies.samples() if sample.ruleset == of.name]
    lists = [on_foot(load(sample.path).army) for sample in samples]
    for name, unit, target in TWELVE[of.short]:
        place = next(place for place, sample in enumerate(samples) if sample.name == name)
        start = ruleset.begin_battle(lists[place], lists[(place + 1) % len(lists)], turns=1)
        found = []
        for inches in INCHES:
            players = Players(unit, inches, target)
            players.table.settings = ruleset.defaults()
            with suppress(Over, Closed):  # closed: too far
                play(ruleset.battle, start, players.table)
            keys = tuple(question.key for question in players.asked) if players.rolled else ()
            found.append(Counted(of.short, name, unit, keys, target, tuple(players.thrown)))
        yield max(found, key=lambda one: (len(one.keys), len(one.throws)))


def table_of_twelve() -> str:
    """The answers of the twelve attacks of each edition as a table."""
    lines = [
        "# Answers of twelve attacks", "",
        "Made by `python tests/answers.py --twelve --write`. Answers: with dice of the app, and a distance in one line with",
        "the target or the weapons before it (`2 14`): never more than six. Throws: what hand dice add, and how many of them",
        "differ in what they are for or need.", "",
        "| edition, list | attack | answers | throws | different |", "|---|---|---|---|---|",
    ]  # fmt: skip
    for edition_ in RULESETS:
        lines += [
            f"| {one.ruleset} {one.army} | {one.unit} at {one.target} | {len(one.keys)} | {len(one.throws)} | "
            f"{len({*one.throws})} |"
            for one in twelve(edition_)
        ]
    return "\n".join(lines) + "\n"


def main(words: Sequence[str]) -> None:
    if "--twelve" in words:
        if "--write" in words:
            TABLE.write_text(table_of_twelve(), encoding="utf-8")
        print(table_of_twelve())
        return
    every = "--all" in words
    said = [edition(word) for word in words if word != "--all"]
    print("| list | unit | answers | |\n|---|---|---|---|")
    for one in said or RULESETS:
        assert one, "no such ruleset"
        for counted in attacks(one, every):
            n = len(counted.keys)
            if n or not every:
                print(
                    f"| {one.short} {counted.army} | {counted.unit} | {n}{' !' * (n > MOST)} | {', '.join(counted.keys)} |"
                )


if __name__ == "__main__":
    main(sys.argv[1:])
