"""What is in sight at a prompt (`Sight`): the scene of a question, the news, and what an attack came to.

All of it is computed from the log each time, so undo needs no extra code. Nothing is drawn here.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from shoot_cli.asked.scene import (
    FIRST,
    MARKS,
    SECOND,
    AttackOver,
    ModelBar,
    News,
    PhaseOver,
    Scene,
    ShotAt,
    Told,
    WentBack,
    current_facts,
)
from shoot_cli.asked.sentences import Names, answer_words, unit_of
from shoot_cli.battle import summaries
from shoot_cli.battle.command_points import left_now
from shoot_cli.battle.current_attack import NoMore, table_with_answers
from shoot_cli.battle.turns import LossReport
from shoot_cli.engine.names import counted, singular, visible
from shoot_cli.engine.questions import Decided, Facts, Number, Question
from shoot_cli.engine.reasons import ATTACKER, Answer, BadAnswer
from shoot_cli.engine.sequence import Walk
from shoot_cli.engine.table import About

if TYPE_CHECKING:
    from shoot_cli.battle.summaries import PhaseEnd
    from shoot_cli.engine.ruleset import KindRow, Ruleset
    from shoot_cli.engine.table import Entry, FinishedAttack, Table

R = TypeVar("R")
T = TypeVar("T")


# The result of an attack in words: slain and hurt models, the rest of each unit, new marks.


def points_lost(loss: summaries.Loss) -> int:
    """Return the lost points, for example hull points."""
    return sum(kind.points for kind in loss.old_row.kinds) - sum(kind.points for kind in loss.row.kinds)


def casualties_text(lost: Sequence[summaries.Loss]) -> str:
    """Return the slain models by kind: `4 Boyz fall`. If nobody fell, return what is left of the hurt models."""
    both = [pair for loss in lost for pair in zip(loss.row.kinds, loss.old_row.kinds, strict=True)]
    fell = [(was.left - now.left, counted(was.left - now.left, now.name, now.plural)) for now, was in both]
    who = [name for n, name in fell if n > 0]
    if who:
        return f"{', '.join(who)} {'falls' if sum(n for n, _ in fell) == 1 else 'fall'}"
    hurt = [(loss, now) for loss in lost for now, was in zip(loss.row.kinds, loss.old_row.kinds, strict=True)
            if now.note and now.note != was.note]  # fmt: skip
    return ", ".join(one_by_one(loss, kind) or f"{kind.name} {kind.note}" for loss, kind in hurt)


def one_by_one(loss: summaries.Loss, kind: KindRow) -> str:
    """List the newly hurt models of this kind by their own names: `Biker 1 of 3 wounds left`; "" if nobody knows."""
    new = [
        model
        for model in (Counter(loss.row.damaged) - Counter(loss.old_row.damaged)).elements()
        if model.kind == kind.name
    ]
    return f"{', '.join(model.words for model in new)} left" if new else ""


def lines_about(names: Sequence[str], log: Sequence[Entry]) -> list[str]:
    """Return, for each unit, the last log line about its losses and the later lines that begin with its name."""
    texts: list[str] = []
    for name in filter(None, names):
        own = [entry for entry in log if isinstance(entry.value, LossReport | About) and name == named(entry.value)]
        last = max((index for index, entry in enumerate(own) if isinstance(entry.value, LossReport)), default=len(own))
        texts += [entry.text for entry in own[last:]]
    return texts


def named(fact: LossReport | About) -> str:
    return fact.unit if isinstance(fact, LossReport) else fact.name


def unhurt_text(ruleset: Ruleset, attack: FinishedAttack, now: object) -> str:
    """Describe a target without losses by its new marks, such as "broken".

    Without new marks return "", or "no damage" if the target has armour.
    """
    theirs, whom = ruleset.sides(attack.end)[1], ruleset.headline(attack.end).whom
    before, after = (
        {row.name: row for side, rows in ruleset.status(record) if side == theirs for row in rows}
        for record in (attack.start, now)
    )
    if whom not in before or whom not in after:
        return ""
    if not any(kind.about for kind in after[whom].kinds):
        marks = summaries.new_marks(after[whom], before[whom])
        return ", ".join((f"nobody {summaries.slain_word(ruleset)}", *marks)) if marks else ""
    return ", ".join(mark for mark in after[whom].marks if mark not in before[whom].marks) or "no damage"


def result_of(lost: Sequence[summaries.Loss], slain: str, nothing: str = "") -> str:
    """Return `7 slain, 13 of 20 left, broken` for each unit with losses.

    `slain` is the word for lost models. `nothing` is returned if no unit lost anything.
    """
    words = []
    for loss in lost:
        row = loss.row
        name = f"{row.name}: " if len(lost) > 1 else ""
        if tired := next((kind for kind in row.kinds if kind.worn), None):
            gone, left = points_lost(loss), sum(kind.points for kind in row.kinds)
            full = sum(kind.each * kind.start for kind in row.kinds)
            end = "destroyed" if not row.models_left else f"{left} of {full} left"
            end = f"{loss.fell} destroyed, {end}" if loss.fell and row.models_left else end
            words.append(f"{name}{gone} {unit_of(tired.worn, gone)} lost, {end}" if gone else f"{name}{end}")
            continue
        if not row.models_left and any(kind.about for kind in row.kinds):
            words.append(f"{name}destroyed")
            continue
        fell = f"{loss.fell} {slain}" if loss.fell else "hurt"
        marks = loss.marks if row.models_left else ()
        words.append(", ".join((f"{name}{fell}", f"{row.models_left} of {row.models_start} left", *marks)))
    return "; ".join(words) or nothing or f"nobody {slain}"


def came_of(ruleset: Ruleset, attack: FinishedAttack, *more: FinishedAttack) -> str:
    """Describe the result of a finished attack. `more` are attacks that followed, such as hits on other units."""
    last = more[-1] if more else attack
    over = last.end if last.after is None else last.after
    lost = summaries.losses(ruleset.status(attack.start), ruleset.status(over))
    return result_of(lost, summaries.slain_word(ruleset), unhurt_text(ruleset, attack, over))


def kept(status: Callable[[R], T]) -> Callable[[R], T]:
    """Return the same function, which keeps its last results: at a prompt the same few records are looked at again."""
    last = deque[tuple[R, T]](maxlen=4)

    def of(record: R) -> T:
        result = next((rows for old, rows in last if old is record), None)
        if result is None:
            last.appendleft((record, result := status(record)))
        return result

    return of


class Sight:
    """What is in sight at a prompt of one battle. `table()` returns the current table, `start` is the first record.

    :ivar news: what happened since the last prompt
    """

    def __init__(self, ruleset: Ruleset, start: object, table: Callable[[], Table]) -> None:
        self.ruleset, self.table = ruleset.but(status=kept(ruleset.status)), table
        self.news = News()
        self.armies = ruleset.sides(start)
        self._over: int | None = None  # attacks finished at the last prompt; None before the first prompt

    def heard(self, entry: Entry) -> None:
        """Add a log line to the news."""
        table = self.table()
        over = self._over is not None and table.over > self._over
        before = next((old for old in reversed(table.log) if old is not entry and old.question is not None), None)
        self.news.heard(entry, table.going is not None or over, before)

    def scene(self, question: Question) -> Scene:
        table, ruleset = self.table(), self.ruleset
        record = table.record
        names, headline = ruleset.sides(record), ruleset.headline(record)
        scene = Scene(
            side=self.side(names[0]),
            place=f"{names[0]} · turn {headline.turn}",
            shot=have_shot(table, ruleset, names[0]),
            asked=self.side(names[question.owner != ATTACKER]),
            points=left_now(ruleset, table, record),
        )
        if table.going is None:
            return scene
        start, since = table.going
        lost = summaries.losses(ruleset.status(start), ruleset.status(record))
        pools = summaries.flow(table, ruleset, since, self.fallen, question)
        fills = summaries.filled_by(question, summaries.pools_of_attack(ruleset, record).fills)
        hulls = hulls_of(ruleset, start, record)
        return scene.but(
            who=headline.who,
            whom=headline.whom,
            facts=tuple(filter(None, (headline.doing, *last_facts(table.log[since:], ruleset, record).parts))),
            pools=pools,
            now=next((index for index, pool in enumerate(pools) if pool.name == fills), None),
            losses=() if hulls else tuple(kind for loss in self.of_target(lost, record) for kind in kinds_of(loss)),
            gauges=ruleset.gauges(record),
            hulls=hulls,
        )

    def of_target(self, lost: Sequence[summaries.Loss], record: object) -> list[summaries.Loss]:
        """Return the losses of the target that is shot at now; all of them if it has no name."""
        armies, whom = [army for army, _ in self.ruleset.status(record)], self.ruleset.headline(record).whom
        theirs = self.ruleset.sides(record)[1]
        return [loss for loss in lost if not whom or (armies[loss.army], loss.row.name) == (theirs, whom)]

    def elsewhere(self, question: Question, names: Names, who: str, fact: str) -> Scene:
        """Return the scene of an old question that is asked again, without the current state of the battle.

        A question to both players, such as who asked for the change, names no army.
        """
        army = names[question.owner != ATTACKER]
        return Scene(who=who, facts=(fact,), asked=self.side(army) if army in self.armies else "")

    def attacks_over(self, stays: bool = False, in_short: bool = False) -> None:
        """Tell the result of an attack that ended since the last prompt. It shrinks to one line, unless `stays`.

        It has one line at once with `in_short`, or if the next attack was played again up to this prompt.
        """
        table = self.table()
        if table.going is None and self.ruleset.fired_weapon(table.record) is not None:
            return  # its hits on other units are still resolved
        over = table.over  # an attack with open questions afterwards, such as damage tables, does not count yet
        new = self._over is not None and over == self._over + 1
        if new and (in_short or table.going is not None):
            attack = table.attacks[-1]
            begun, end = self.ruleset.headline(attack.start), self.ruleset.headline(attack.end)
            if table.going is None:
                self.news.items = [item for item in self.news.items if isinstance(item, WentBack)]
            self.news.add(Told(f"{begun.who or end.who} → {end.whom}: {came_of(self.ruleset, attack)}"))
        elif new and (result := self.attack_over(table.attacks[-1], stays)):
            self.news.forget([text for target in result.targets for text in target.told])
            self.news.add(result)
        self._over = over

    def phase_over(self, end: PhaseEnd) -> None:
        """Tell the result of a phase below its last attack."""
        self.attacks_over(stays=True)
        self.news.add(PhaseOver(end, self.ruleset.nouns[1], summaries.slain_word(self.ruleset)))

    def attack_over(self, attack: FinishedAttack, stays: bool = False) -> AttackOver | None:
        """Return what an attack came to, or None if nothing was rolled or lost."""
        table, ruleset = self.table(), self.ruleset
        begun, end = ruleset.headline(attack.start), ruleset.headline(attack.end)
        status = ruleset.status(table.record)
        lost = summaries.losses(ruleset.status(attack.start), status)
        if not attack.rolled and not lost:
            return None
        who, log = begun.who or end.who, table.log[attack.line :]
        fired = summaries.by_target(table, ruleset, attack.line) or {(ruleset.sides(attack.end)[1], end.whom, ""): []}
        is_one = len(fired) == 1
        gauges = tuple(gauge for gauge in ruleset.gauges(attack.end) if gauge.lost or gauge.fills)
        armies = [army for army, _ in status]
        targets = []
        told_before: set[tuple[str, str]] = set()
        for (army, whom, harm), weapons in fired.items():
            heard = last_facts(log, ruleset, attack.end if is_one else last_at((army, whom, harm), table, ruleset))
            facts = [end.doing, heard.fired([gun for gun in weapons if gun is not None]), heard.distance]
            pools = summaries.flow_of_all(
                table, ruleset, attack.line, partial(self.fallen, whom="" if is_one else whom), weapons
            )
            if (army, whom) in told_before:  # its losses stand at the first row of the unit
                pools, losses, lines = pools[:-1], [], []
            else:
                losses = [loss for loss in lost if is_one or (armies[loss.army], loss.row.name) == (army, whom)]
                lines = lines_about([loss.row.name for loss in losses] or [whom], log)
            told_before.add((army, whom))
            shooter = f"{harm[:1].upper()}{harm[1:]}" or who
            scene = Scene(who=shooter, whom=whom, facts=() if harm else tuple(filter(None, facts)), pools=pools)
            targets.append(ShotAt(scene, tuple(lines), tuple(kind for loss in losses for kind in kinds_of(loss))))
        besides = [loss for loss in lost if not is_one and (armies[loss.army], loss.row.name) not in told_before]
        shot_at = [whom for _, whom, harm in fired if not harm] or [whom for _, whom, _ in fired]
        away = last_facts(log, ruleset, attack.end).distance
        distance = f", {away}" if is_one and away else ""
        return AttackOver(
            title=f"{who} → {', '.join(dict.fromkeys(shot_at))}{distance}{f', {end.doing}' if end.doing else ''}",
            came=result_of(lost, summaries.slain_word(ruleset), unhurt_text(ruleset, attack, table.record)),
            targets=tuple(targets),
            gauges=gauges if is_one and any(gauge.lost for gauge in gauges) else (),
            besides=tuple(kind for loss in besides for kind in kinds_of(loss)),
            stays=stays,
        )

    def fallen(self, record: object, whom: str = "") -> int:
        """Return how many models (or points) the target's side lost since this record.

        `whom` limits this to one unit; "" means all units.
        """
        theirs, status = self.ruleset.sides(record)[1], self.ruleset.status(self.table().record)
        lost = summaries.losses(self.ruleset.status(record), status)
        lost = [loss for loss in lost if status[loss.army][0] == theirs and (not whom or loss.row.name == whom)]
        points = summaries.pools_of_attack(self.ruleset, record).points
        return sum(points_lost(loss) if points else loss.fell for loss in lost)

    def immediate_losses(self, answer: Answer) -> str:
        """Return the losses that this answer causes at once: `4 Boyz fall`, `Boss Nob 1 of 2 left`; "" for none."""
        table, ruleset = self.table(), self.ruleset
        if table.going is None:
            return ""
        start, line = table.going
        walk, ahead = (
            Walk(ruleset.attack, start),
            table_with_answers([old for _, old in table.asked_since(line)] + [answer], table.settings),
        )
        try:
            record = walk.play(walk.beginning, ahead)
        except NoMore:
            record = ahead.record
        except BadAnswer:
            return ""
        return casualties_text(summaries.losses(ruleset.status(table.record), ruleset.status(record)))

    def side(self, army: str) -> str:
        """Return the side of an army: that of the first or of the second list."""
        return FIRST if army == self.armies[0] else SECOND

    def mark(self, army: str) -> str:
        return MARKS[self.side(army)]


def have_shot(table: Table, ruleset: Ruleset, army: str) -> str:
    """Return `3 of 25 have shot` in a phase of this army or of both. Return "" in all other phases."""
    shot, total = ruleset.headline(table.record).shot
    shoots = table.begun is not None and (table.begun[1] or ruleset.sides(table.begun[0])[0] == army)
    return f"{shot} of {total} {ruleset.acted_text}" if total and shoots else ""


def hulls_of(ruleset: Ruleset, start: object, record: object) -> tuple[ModelBar, ...]:
    """Return the target's models that have armour, with their current state and their losses since `start`."""
    theirs, whom = ruleset.sides(record)[1], ruleset.headline(record).whom
    before, now = (
        {row.name: row for side, rows in ruleset.status(state) if side == theirs for row in rows}
        for state in (start, record)
    )
    if whom not in before or whom not in now:
        return ()
    return tuple(kind for kind in kinds_of(summaries.Loss(0, now[whom], before[whom])) if kind.about)


def kinds_of(loss: summaries.Loss) -> list[ModelBar]:
    """Return the unit's kinds of models, equal names merged: standing, slain by this attack, slain before."""
    bars: dict[str, ModelBar] = {}
    for now, before in zip(loss.row.kinds, loss.old_row.kinds, strict=True):
        bar = bars.get(now.name, ModelBar(now.name, 0, about=now.about))
        if now.worn:
            standing, slain, before_it = bar.standing + now.points, bar.slain + before.points - now.points, bar.before
            before_it += now.start * now.each - before.points
            bars[now.name] = ModelBar(now.name, standing, slain, before_it, now.worn, now.worn, now.about)
            continue
        notes = [note for note in (bar.note, now.note) if note]
        bars[now.name] = ModelBar(
            now.name,
            bar.standing + now.left,
            bar.slain + before.left - now.left,
            bar.before + now.start - before.left,
            "; ".join(notes),
            about=now.about,
        )
    return list(bars.values())


def last_at(target: summaries.HitBy, table: Table, ruleset: Ruleset) -> object:
    """Return the last record in which this unit was hit by the same."""
    return next(flow.record for flow in reversed(table.passed_on) if summaries.hit_by(flow.record, ruleset) == target)


def recap(ruleset: Ruleset, table: Table) -> list[str]:
    """Describe a resumed battle in a few sentences. Return [] before its first answer."""
    headline, last = ruleset.headline(table.record), table.attacks[-1] if table.attacks else None
    if not table.asked:
        return []
    army = ruleset.sides(table.record)[0]
    shot = have_shot(table, ruleset, army)
    sentences = [f"Turn {headline.turn}, {army}{f': {shot}' if shot else ''}."]
    if last is not None:
        begun, end = ruleset.headline(last.start), ruleset.headline(last.end)
        whom = f" at {end.whom}" if end.whom else ""
        sentences.append(f"Last attack: {begun.who or end.who}{whom}, {came_of(ruleset, last)}.")
    names = [name for name, _ in ruleset.status(table.record)]
    detachments = [f"{chosen} ({name})" for name, chosen in zip(names, headline.detachments, strict=False) if chosen]
    return [*sentences, f"Detachments: {' · '.join(detachments)}."] if detachments else sentences


class DeclarationState(NamedTuple):
    """The parts of an attack's declaration that players stated."""

    fires: str = ""
    distance: str = ""
    facts: str = ""
    declared: tuple[str, ...] = ()  # what each declaration named, the last one included
    weapons: tuple[object, ...] = ()  # the weapon that each declaration is about; None for all

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(part for part in (self.fires, self.distance, self.facts) if part)

    def fired(self, weapons: Sequence[object]) -> str:
        """Return what fired in all. Weapons that fired without a declaration of their own have no words."""
        undeclared = None not in self.weapons and any(weapon not in self.weapons for weapon in weapons)
        if len(weapons) < 2:
            return "" if undeclared else self.fires
        return SEVERAL if undeclared else fired_text(self.declared)


SEVERAL = "several weapons"


def fired_text(declared: Sequence[str]) -> str:
    """Return what was declared, if it is one weapon; its profiles are named. Of others return `several weapons`."""
    parts = [*dict.fromkeys(part for fires in declared for part in fires.split(", ") if part)]
    names = {singular(part.lstrip("0123456789 ").partition(" (")[0]) for part in parts}
    return ", ".join(parts) if len(names) == 1 else SEVERAL


def last_facts(log: Sequence[Entry], ruleset: Ruleset, record: object) -> DeclarationState:
    """Return the last stated facts of this attack, only for the current target and the fired weapon."""
    state, weapon, whom = DeclarationState(), ruleset.fired_weapon(record), ruleset.headline(record).whom
    for entry, after in zip(log, [*(entry.record for entry in log[1:]), record], strict=False):
        question = entry.question
        if question is None or (whom and whom != (ruleset.headline(entry.record).whom or ruleset.headline(after).whom)):
            continue
        if isinstance(question, Number) and question.unit in ("inches", "tiles") and not state.distance:
            inches = answer_words(question, entry.answer).replace(" inches", '"').replace(" inch", '"')
            state = state._replace(distance=inches)
        elif isinstance(question, Facts):
            fired = ruleset.fired_weapon(entry.record)
            alike = None in (weapon, fired) or weapon == fired
            parts = current_facts(question, entry.answer or {}) if alike else Decided(())
            fires = visible(parts.fires)
            state = state._replace(
                fires=fires,
                facts=visible(", ".join(parts.facts)),
                declared=(*state.declared, fires),
                weapons=(*state.weapons, fired),
            )
    headline = ruleset.headline(record)
    if state.weapons and not {weapon, None} & {*state.weapons}:  # agreed with others, which fired before it
        state = state._replace(fires=headline.fires)
    since = (words for words in headline.since if words not in state.facts)
    return state._replace(facts=", ".join(filter(None, (state.facts, *since))))
