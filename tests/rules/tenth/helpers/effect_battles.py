"""Battles in which a line of a list may be seen to do something that one attack on its own does not show.

``seen`` plays short battles by one fixed plan, with the line and without it, and with the same dice. A question that is
asked only because of the line is answered otherwise than proposed. The line is seen if anything else then goes
otherwise: what a roll needs, what is open, what dice are thrown, who is left. That something is asked does not count.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from shoot_cli import armies
from shoot_cli.battle.turns import END_PHASE, STATE
from shoot_cli.engine.questions import Choose, Facts, Question, Roll, Total
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets.profiles import Army, Unit
from shoot_cli.rules.datasheets.records import battle_in
from shoot_cli.rules.datasheets.steps.turns import OVERWATCH
from shoot_cli.rules.tenth import BATTLE, RULESET
from shoot_cli.rules.tenth.game import new_battle
from tests.rules.tenth.helpers.effect_probes import ASKED, WEAPONS, Dropped, Line, Refused, keywords_in, places_of

FACES = (6, 1, 4, 2, 5, 3)  # of the dice that are thrown, in turn, beginning anew with each roll
OURS, FRIENDS, THEIRS = "The attacker", "The friends", "The target"
ENOUGH = 400  # questions


class Plan(NamedTuple):
    """``states``: what is reported in our phase, (unit, state); ``moves``: what is selected, phase by phase."""

    name: str
    states: tuple[tuple[str, str], ...] = ()
    moves: tuple[tuple[str, ...], ...] = ((OURS, FRIENDS), (THEIRS,))  # of ours and theirs by turns
    faces: tuple[int, ...] = FACES
    distance: float = 12
    first: str = "Ours"  # whose the first phase is
    keywords: tuple[str, ...] = ()  # of all units
    watchers: tuple[str, ...] = ()  # who fires Overwatch, one after the other


PLANS = (
    Plan("shots are exchanged"),
    Plan("the friends go first", moves=((FRIENDS, OURS), (THEIRS,))),
    Plan("few are left", moves=((THEIRS,), (OURS, FRIENDS)), faces=(6, 6, 6, 6, 6, 1), first="Theirs"),
    Plan("they fire Overwatch", moves=((OVERWATCH, OURS), (THEIRS,))),
    Plan("it fires Overwatch", moves=((FRIENDS,), (OVERWATCH, OVERWATCH))),
    Plan("friends fire Overwatch, then it", moves=((FRIENDS,), (OVERWATCH, OVERWATCH)), watchers=(FRIENDS, OURS)),
    Plan("two turns", moves=((OURS, OURS), (THEIRS,), (OURS,), (THEIRS,))),
    Plan("friends are embarked", ((FRIENDS, "embarked"),), moves=((OURS,), (THEIRS,)), keywords=("Transport",)),
    Plan("it Advanced", ((OURS, "advanced"),)),
    Plan("it Fell Back", ((OURS, "fell back"),)),
    Plan("locked in combat", ((OURS, "locked in combat"), (THEIRS, "locked in combat")), distance=1),
)


PROPOSED, OTHERWISE, LAST, WILLING = "as proposed", "otherwise", "the last", "willing"  # yes, where that is an answer
HOW = (PROPOSED, OTHERWISE, LAST, WILLING)
LONG = 3  # entries of the log with more are of dice


class Enough(Exception):
    """It goes on and on."""


class Players:
    """Answers by a plan. ``usual``: the keys that are asked without the line; None: this is that battle.

    ``how`` what else is asked is answered: one of HOW.
    """

    def __init__(self, plan: Plan, usual: frozenset[str] | None, how: str) -> None:
        self.plan, self.usual, self.how = plan, usual, how
        self.states, self.watchers = [*plan.states], [*plan.watchers]
        self.moves = [[*moves] for moves in plan.moves]
        self.ours = plan.first == "Ours"
        self.log: list[tuple[Any, ...]] = []
        self.keys = set[str]()

    def __call__(self, question: Question, place: int) -> Any:
        if place > ENOUGH:
            raise Enough
        self.keys |= {question.key, *(part.key for part in getattr(question, "parts", ()))}
        new = self.usual is not None and question.key not in self.usual
        answer = self.answer(question, new)
        if not new and not isinstance(question, Facts):
            self.log.append((question.key, *about(question), str(answer)))
        return answer

    def answer(self, question: Question, new: bool) -> Any:
        if isinstance(question, Roll | Total):
            return self.thrown(question)
        if isinstance(question, Facts):
            parts = [part for part in question.parts if self.usual is not None and part.key not in self.usual]
            return {part.key: other(part, self.how) for part in parts if isinstance(part, Choose)}
        if question.key == "distance":
            return self.plan.distance
        if isinstance(question, Choose):
            return other(question, self.how) if new and self.how != PROPOSED else self.chosen(question)
        return question.default

    def thrown(self, question: Roll | Total) -> dict[str, list[int]]:
        faces = self.plan.faces
        if question.key.startswith("save"):
            faces = tuple(7 - face for face in faces)  # what hits is not saved
        first = [min(faces[n % len(faces)], question.sides) for n in range(question.dice)]
        if isinstance(question, Total):
            again = first if sum(first) in question.again else []
        else:
            again = [min(faces[n % len(faces)], question.sides) for n in range(sum(f in question.again for f in first))]
        return {"first": first, "again": again} if again else {"first": first}

    def chosen(self, question: Choose) -> Any:
        options = [option.value for option in question.options if not option.closed]
        if question.key == "unit":
            if self.states:
                return STATE
            return self.next_move(options, OURS in [option.value for option in question.options])
        if question.key == "first turn":
            return self.plan.first
        if question.key == "state of":
            return self.states[0][0]
        if question.key == "state":
            wanted = self.states.pop(0)[1]
            return wanted if wanted in options else question.default
        if question.key == OVERWATCH and self.watchers:
            name = self.watchers.pop(0)
            return name if name in options else question.default
        if question.key in (OVERWATCH, "locked with"):
            return next((name for name in (OURS, THEIRS) if name in options), question.default)
        if question.key == "target":
            return next((name for name in (THEIRS, OURS) if name in options), options[0])
        if question.default is None:
            return options[0]
        return question.default

    def next_move(self, options: list[str], ours: bool) -> str:
        if ours != self.ours and len(self.moves) > 1:
            del self.moves[0]
        self.ours = ours
        while self.moves[0]:
            if (move := self.moves[0].pop(0)) in options:
                return move
        return END_PHASE


def about(question: Question) -> tuple[Any, ...]:
    """What it needs, and what is open."""
    if isinstance(question, Roll):
        return question.dice, question.need.target, question.again
    if isinstance(question, Total):
        return question.dice, question.sides, question.again
    if isinstance(question, Choose):
        return (tuple(option.value for option in question.options if not option.closed),)
    return ()


def other(question: Choose, how: str) -> Any:
    """An answer that is not the one proposed, where there is one."""
    options = [option.value for option in question.options if not option.closed]
    if how == PROPOSED and question.default is not None:
        return question.default
    if "yes" in options and (how == WILLING or question.default == "no"):
        return "yes"
    others = [value for value in options if value != question.default]
    return others[-1 if how == LAST else 0] if others else question.default or options[0]


def units_of(line: Line | None, comrade: str, keywords: tuple[str, ...]) -> tuple[Unit, Unit]:
    """Who fights, and those opposite: alike, but for the line. :raises Refused: the list cannot be read"""
    gun: dict[str, Any] = {"range": 24, "A": "6", "BS": "4+", "S": "5", "AP": "-1", "D": "2"}
    shooter = {"name": "Shooter", "T": 4, "Sv": "4+", "W": 7, "count": 2, "weapons": ["gun"]}
    mates = [{"name": "Comrade", "T": 4, "Sv": "6+", "W": 4} | ({"leader": "yes"} if comrade == "leader" else {})]
    models = [shooter, *(mates if comrade else ())]
    weapons = {"gun": gun, "our gun": gun}
    ours = [dict(model) for model in models]
    if line is not None and line.place in WEAPONS:
        weapons["our gun"] = gun | {"abilities": [line.text]}
    elif line is not None:
        ours[-1 if line.comrade else 0]["abilities"] = [line.text]
    ours[0]["weapons"] = ["our gun"]
    written = {
        "ruleset": "40k-10e",
        "weapons": weapons,
        "attacker": {"name": OURS, "keywords": ["Infantry", *keywords], "models": ours},
        "target": {"name": THEIRS, "keywords": ["Infantry", *keywords], "models": models},
    }
    try:
        read = armies.scenario_from(written)
    except armies.ListError as error:
        raise Refused(str(error)) from None
    return read.attacker, read.target


@cache
def battle(
    plan: Plan, line: Line | None, comrade: str, keywords: tuple[str, ...], how: str = WILLING
) -> tuple[Any, frozenset[str]]:
    """What happens, and all that is asked."""
    plain = units_of(None, comrade, (*keywords, *plan.keywords))[1]
    mine, theirs = units_of(line, comrade, (*keywords, *plan.keywords))
    sides = Army("40k-10e", "Ours", (mine, plain.but(name=FRIENDS))), Army("40k-10e", "Theirs", (theirs,))
    usual = battle(plan, None, comrade, keywords)[1] if line is not None else None
    players = Players(plan, usual, how)
    table = Table(players)
    table.settings = RULESET.defaults()
    try:
        end = play(BATTLE, new_battle(*sides, len(plan.moves) // 2), table)
    except Enough:
        end = table.record
    companies = [company for side in battle_in(end).sides for company in side.units]
    left = [(company.unit.value.name, [(rank.n, rank.left) for rank in company.ranks]) for company in companies]
    costs = [entry.text for entry in table.log if entry.question is None and "10E-EFF-59" in entry.rules]
    return (players.log, left, costs), frozenset(players.keys)


def seen(text: str) -> str:
    """What the line is seen to do, in words; "" if it is read and nothing is seen.

    :raises Refused: nobody may have it
    """
    keywords = keywords_in(text)
    why, read = "", False
    for line in places_of(text):
        if line.side == "target":
            continue  # the other side shoots as well
        try:
            units_of(line, line.comrade, keywords)
        except Refused as error:
            why = why or str(error)
            continue
        read = True
        for plan in PLANS:
            at_once = differs(plan, line, keywords, PROPOSED)
            if at_once and ASKED.search(text.replace("once per", "")):  # of what is offered once it is used
                raise Dropped("it works though its condition was not said to hold")
            if at_once or differs(plan, line, keywords):
                return f"in a battle: {plan.name} (on the {line.comrade or line.place})"
    if not read:
        raise Refused(why)
    return ""


def differs(plan: Plan, line: Line, keywords: tuple[str, ...], *hows: str) -> bool:
    """True if a battle goes otherwise, however what is asked because of the line is answered; ``hows``: one of HOW.

    What must differ is dice, losses, or what Overwatch costs: an option that is open and leads nowhere does not count.
    """
    usual = tells(battle(plan, None, line.comrade, keywords)[0])
    return any(tells(battle(plan, line, line.comrade, keywords, how)[0]) != usual for how in hows or HOW)


def tells(went: Any) -> Any:
    log, left, costs = went
    return [entry for entry in log if len(entry) > LONG], left, costs
