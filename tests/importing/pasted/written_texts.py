"""Random units, and the writers that print them as each program does: what went in is known, whatever is read."""

from __future__ import annotations

import random
import re
import textwrap
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tests.importing.written_rosters import Node, blade, gun, model, statline, unit

SQUADS = (
    ("Rim Wardens", "Warden", "Warden Sergeant"), ("Pike Guard", "Pike Guard", "Pike Reeve"),
    ("Hunters and Hounds", "Hunter", "Pack Master"), ("Scouts on Wolves", "Scout", "Scout Leader"),
    ("Squad of the Lamp", "Lamp Bearer", "Oda the Old"), ("Spores", "Spore", "Spore Host"),
    ("Boyz", "Boy", "Boss Nob"), ("Heavy Beamers", "Heavy Beamer Gunner", "Gunnery Sergeant"),
    ("Line Squad", "Trooper with shield", "Champion"), ("Cultists", "Cultist w/ blade", "Preacher"),
)  # fmt: skip
LONE = ("Rim Captain", "Crawler", "Walker of the Old Road", "Signaller")
ARMS = (
    "Beam rifle", "Storm pistol", "Heavy beamer", "Lance of dawn", "Twin-linked thrower", "Claws and teeth",
    "Close combat weapon", "Net", "Rod & lens", "Missile launcher", "Icon", "Wolf's bite",
)  # fmt: skip


class Squad(NamedTuple):
    """A unit: groups of models by name and number, each with items by name and total."""

    name: str
    points: int
    groups: tuple[tuple[str, int, tuple[tuple[str, int], ...]], ...]

    @property
    def models(self) -> int:
        return sum(n for _, n, _ in self.groups)

    @property
    def is_lone(self) -> bool:
        return self.models == 1

    def without_first(self) -> Squad:
        """The same without its first kind of models, if it has several."""
        return self._replace(groups=self.groups[1:] or self.groups)


def squads(chance: random.Random, many: int = 4) -> list[Squad]:
    found = []
    for name, man, chief in chance.sample(SQUADS, many):
        n = chance.choice((2, 4, 5, 9, 10, 19))
        arms = chance.sample(ARMS, 3)
        few = chance.randint(1, n - 1)
        shares = (
            ((arms[0], n - few), (arms[1], few), (arms[2], n))
            if chance.random() < 0.6
            else ((arms[0], n), (arms[2], n))
        )
        groups = [(man, n, tuple((arm, share) for arm, share in shares if share))]
        if chance.random() < 0.8:
            groups.insert(0, (chief, 1, tuple((arm, 1) for arm in chance.sample(ARMS, chance.randint(1, 3)))))
        found.append(Squad(name, 10 * chance.randint(5, 30), tuple(groups)))
    for name in chance.sample(LONE, 2):
        items = tuple((arm, chance.choice((1, 1, 2))) for arm in chance.sample(ARMS, 3))
        found.append(Squad(name, 10 * chance.randint(5, 30), ((name, 1, items),)))
    return found


def datasheet(squad: Squad) -> Node:
    """The unit as a roster has it, from which its values are taken; its models may carry everything."""
    arms = [blade(arm) if "blade" in arm or "Claws" in arm else gun(arm) for arm in ARMS]
    if squad.is_lone:
        return model(squad.name, statline(squad.name), *arms, points=squad.points)
    men = (model(name, statline(name), *arms, number=n) for name, n, _ in squad.groups)
    return unit(squad.name, *men, points=squad.points)


# Writers: each gets the units and returns the text ---------------------------------------------------------------------


def total(units: Sequence[Squad]) -> int:
    return sum(one.points for one in units)


def below(one: Squad, head: str, item: Callable[[int, str], str], man: Callable[[int, str], str]) -> str:
    """The lines of a unit: models with items below them, or the items of a single model."""
    lines = [head]
    for name, n, items in one.groups:
        if not one.is_lone:
            lines.append(man(n, name))
        lines += [item(many, arm) if not one.is_lone else item(many, arm).replace("  ", "", 1) for arm, many in items]
    return "\n".join(lines)


def app(units: Sequence[Squad], inner: str = "◦", points: str = "Points") -> str:
    body = [
        below(one, f"{one.name} ({one.points} {points})", lambda n, arm: f"     {inner} {n}x {arm}", lambda n, name: f"  • {n}x {name}")
        for one in units
    ]  # fmt: skip
    return (
        f"Patrol ({total(units)} {points})\n\nStar Clans\nLantern Watch\nStrike Force (2,000 {points})\n\nBATTLELINE\n\n"
        + "\n\n".join(body)
        + "\n"
    )


def app_first(units: Sequence[Squad]) -> str:
    """Only the first of several items has a bullet."""
    found = []
    for one in units:
        lines = [f"{one.name} ({one.points} points)"]
        for name, n, items in one.groups:
            deep = "  " if one.is_lone else "    "
            lines += [] if one.is_lone else [f"  • {n}x {name}"]
            lines += [f"{deep}• {items[0][1]}x {items[0][0]}", *(f"{deep}  {many}x {arm}" for arm, many in items[1:])]
        found.append("\n".join(lines))
    return (
        f"Patrol ({total(units)} points)\n\nStar Clans\nStrike Force (2000 points)\nLantern Watch\n\nBATTLELINE\n\n"
        + "\n\n".join(found)
        + "\n"
    )


HEADER = "+++++++++++++++++++++\n+ FACTION KEYWORD: Rim - Star Clans\n+ DETACHMENT: Lantern Watch\n+ TOTAL ARMY POINTS: {}pts\n+++++++++++++++++++++\n\n"


def withs(name: str, n: int, items: Sequence[tuple[str, int]]) -> list[str]:
    """The lines `n with A, B`: what all have, and one line for each share."""
    every = [arm for arm, many in items if many == n]
    shares = [(many, arm) for arm, many in items if many < n]
    rest = n - sum(many for many, _ in shares)
    lines = [f"{many} with {', '.join([arm, *every])}" for many, arm in shares]
    return lines + ([f"{rest} with {', '.join(every)}"] if rest > 0 and every else [])


def fits(one: Squad) -> bool:
    """Whether "with" can say it: no model has two of anything, and shares do not overlap."""
    return all(many <= n for _, n, items in one.groups for _, many in items) and all(
        sum(many for _, many in items if many < n) in (0, n) for _, n, items in one.groups
    )


def tournament(units: Sequence[Squad]) -> str:
    found = []
    for one in units:
        head = f"{one.models}x {one.name} ({one.points} pts)"
        if one.is_lone:
            found.append(
                f"{head}: " + ", ".join(f"{many}x {arm}" if many > 1 else arm for arm, many in one.groups[0][2])
            )
            continue
        lines = [head]
        for name, n, items in one.groups:
            if n == 1:
                lines.append(f"• 1x {name}: " + ", ".join(arm for arm, _ in items))
            else:
                lines += [f"• {n}x {name}", *(f"    {words}" for words in withs(name, n, items))]
        found.append("\n".join(lines))
    return HEADER.format(total(units)) + "\n".join(found) + "\n"


def wtc_full(units: Sequence[Squad]) -> str:
    found = []
    for one in units:
        lines = [f"{one.models}x {one.name} ({one.points} pts)"]
        for name, n, items in one.groups:
            lines += [] if one.is_lone else [f"• {n}x {name}"]
            lone = [f"1 with {', '.join(f'{many}x {arm}' if many > 1 else arm for arm, many in items)}"]
            lines += lone if one.is_lone else [f"    {words}" for words in withs(name, n, items)]
        found.append("\n".join(lines))
    return HEADER.format(total(units)) + "BATTLELINE\n\n" + "\n\n".join(found) + "\n"


def wtc_bare(units: Sequence[Squad]) -> str:
    """No lines of models at all: who has what stands directly below the unit, or behind it."""
    found = []
    for place, one in enumerate(units):
        head = f"{one.models}x {one.name} ({one.points} pts)"
        lines = [words for name, n, items in one.groups for words in withs(name, n, items)]
        found.append(f"{head}: {', '.join(lines)}" if place % 2 else "\n".join([head, *lines]))
    return HEADER.format(total(units)) + "BATTLELINE\n\n" + "\n\n".join(found) + "\n"


def gw(units: Sequence[Squad]) -> str:
    body = [
        below(one, f"{one.models}x {one.name} ({one.points} pts)", lambda n, arm: f"    • {n}x {arm}", lambda n, name: f"• {n}x {name}")
        for one in units
    ]  # fmt: skip
    return HEADER.format(total(units)) + "BATTLELINE\n\n" + "\n\n".join(body) + "\n"


def simple(units: Sequence[Squad]) -> str:
    found = []
    for one in units:
        if one.is_lone:
            words = ", ".join(f"{many}x {arm}" if many > 1 else arm for arm, many in one.groups[0][2])
            found.append(f"{one.name} [{one.points} pts]: {words}")
            continue
        lines = [f"{one.name} [{one.points} pts]:"]
        for name, n, items in one.groups:
            every = [arm for arm, many in items if many == n]
            parts = [([arm], many) for arm, many in items if many < n] or [([], n)]
            lines += [f"• {many}x {name}: {', '.join(arms + every)}" for arms, many in parts]
        found.append("\n".join(lines))
    points = total(units)
    return (
        f"Rim - Star Clans - Patrol - [{points} pts]\n\n# ++ Army Roster ++ [{points} pts]\n## Configuration\nDetachment: Lantern Watch\n\n## Battleline [{points} pts]\n"
        + "\n\n".join(found)
        + "\n"
    )


def list_forge(units: Sequence[Squad]) -> str:
    def count(n: int) -> str:
        return f"{n}x " if n > 1 else ""

    body = [
        below(one, f"{one.name} ({one.points} pts)", lambda n, arm: f"    • {count(n)}{arm}", lambda n, name: f"  • {count(n)}{name}")
        for one in units
    ]  # fmt: skip
    return f"Patrol - Star Clans - Lantern Watch ({total(units)} Points)\n\n\nBattleline:\n" + "\n\n".join(body) + "\n"


def list_forge_bare(units: Sequence[Squad]) -> str:
    found = []
    for one in units:
        lines = [f"  • {words}" for name, n, items in one.groups for words in withs(name, n, items)]
        lone = [f"  • {f'{many}x ' if many > 1 else ''}{arm}" for arm, many in one.groups[0][2]]
        found.append("\n".join([f"{one.name} ({one.points} pts)", *(lone if one.is_lone else lines)]))
    return f"Patrol - Star Clans - Lantern Watch ({total(units)} Points)\n\n\nBattleline:\n" + "\n\n".join(found) + "\n"


def war_organ(units: Sequence[Squad]) -> str:
    def sentence(parts: Sequence[str]) -> str:
        return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))

    found = []
    for one in units:
        lines = [f"{one.name} [{one.points} points]"]
        for name, n, items in one.groups:
            if one.is_lone:
                lines.append("\t• " + sentence([f"{many} {arm}" if many > 1 else arm for arm, many in items]))
                continue
            every = [arm for arm, many in items if many == n]
            parts = [([arm], many) for arm, many in items if many < n] or [([], n)]
            lines += [f"\t• {many} {name} with {sentence(arms + every)}" for arms, many in parts]
        found.append("\n".join(lines))
    return (
        f"Patrol [{total(units)} points]\nStar Clans\nBattle Size: Strike Force (2000 point limit)\n\nDetachment: Lantern Watch\n\n"
        + "\n\n".join(found)
        + "\n\nCreated with WarOrgan\n"
    )


def team(units: Sequence[Squad]) -> str:
    """The labelled header of team tournaments; bullets without indents, and one is not written."""
    fence, found = "+" * 40, []
    for one in units:
        lines = [f"{one.name} ({one.points} pts)"]
        for name, n, items in one.groups:
            lines += [] if one.is_lone else [f"• {n}x {name}" if n > 1 else f"• {name}"]
            lines += [f"• {many}x {arm}" if many > 1 else f"• {arm}" for arm, many in items]
        found.append("\n".join(lines))
    head = f"Player Name: Nobody\nList Name: Patrol\nFactions Used: Star Clans\nArmy Points: {total(units)}\nDetachment Rule: Lantern Watch"
    return f"{fence}\n{head}\n{fence}\n\nBATTLELINE:\n" + "\n\n".join(found) + "\n"


class Writer(NamedTuple):
    """A program. `overlaps` is True if it can say that shares of items overlap, as two of one gun on a model."""

    text: Callable[[Sequence[Squad]], str]
    overlaps: bool = False
    names_models: bool = True

    def says(self, unit: Squad) -> bool:
        return self.overlaps or fits(unit)


WRITERS = {
    "app, first bullets": Writer(app_first, overlaps=True), "app": Writer(app, overlaps=True),
    "app, equal bullets": Writer(lambda units: app(units, "•", "points"), overlaps=True),
    "tournament": Writer(tournament), "WTC": Writer(wtc_full), "WTC without models": Writer(wtc_bare, names_models=False),
    "GW": Writer(gw, overlaps=True), "simple": Writer(simple), "ListForge": Writer(list_forge, overlaps=True),
    "ListForge without models": Writer(list_forge_bare, names_models=False), "WarOrgan": Writer(war_organ),
    "team": Writer(team, overlaps=True),
}  # fmt: skip


def wrapped(text: str, width: int) -> str:
    return "\n".join(
        part for line in text.splitlines() for part in textwrap.wrap(line, width, break_long_words=False) or [""]
    )


SPOILERS: dict[str, Callable[[str], str]] = {
    "as it is": lambda text: text,
    "no indents": lambda text: re.sub(r"(?m)^[ \t]+", "", text),
    "other bullets": lambda text: text.replace("•", "-").replace("◦", "*"),
    "no bullets": lambda text: re.sub(r"(?m)^(\s*)[•◦] ?", r"\1", text),
    "tabs": lambda text: re.sub(r"(?m)^( +)", lambda found: "\t" * (len(found[1]) // 2), text),
    "hard spaces": lambda text: text.replace(" ", "\u00a0"),
    "a forum": lambda text: "\r\n".join("> " + line for line in text.splitlines()),
    "a chat": lambda text: f"```\n{text}```\n",
    "bold units": lambda text: re.sub(r"(?m)^(\w[^\n(\[+]*) (\(|\[)", r"**\1** \2", text),
    "capitals": lambda text: text.upper(),
    "small letters": lambda text: text.lower(),
    "no blank lines": lambda text: re.sub(r"\n{2,}", "\n", text),
    "more blank lines": lambda text: text.replace("\n", "\n\n"),
    "wrapped": lambda text: wrapped(text, 60),
}  # fmt: skip
