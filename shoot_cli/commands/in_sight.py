"""What is drawn around the prompts of a battle: made anew at each of them from the log, so that undo needs no care."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from shoot_cli.core.endings import hurt, slain_word
from shoot_cli.core.flow import filled_by, flow, weapons
from shoot_cli.core.questions import ATTACKER, Facts, Number, Question
from shoot_cli.core.status import Sides, UnitRow
from shoot_cli.ui.block import Scene, context_of, past_line
from shoot_cli.ui.endings import phase_lines
from shoot_cli.ui.funnel import funnel
from shoot_cli.ui.looks import FIRST, SECOND, dressed
from shoot_cli.ui.news import News
from shoot_cli.ui.pips import Kind, kinds
from shoot_cli.ui.showing import decided
from shoot_cli.ui.words import answer_words

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from shoot_cli.core.endings import PhaseEnd
    from shoot_cli.core.over import Attacked
    from shoot_cli.core.ruleset import Ruleset
    from shoot_cli.core.table import Entry, Table


class InSight:
    """Of one battle that is played. ``table()``: where it is played now; ``start``: the record it began with.

    :ivar news: what happened since somebody was asked last
    :ivar over: attacks that were over when somebody was asked last; None: nobody was asked yet
    """

    def __init__(self, console: Console, ruleset: Ruleset, start: Any, table: Callable[[], Table]) -> None:
        self.ruleset, self.table = ruleset, table
        self.news = News(dressed(console))
        self.first = ruleset.sides(start)[0]
        self.over: int | None = None

    def heard(self, entry: Entry) -> None:
        table = self.table()
        over = self.over is not None and len(table.attacks) > self.over
        self.news.heard(entry, passing=table.going is not None or over)

    def scene(self, question: Question) -> Scene:
        """As this question is asked."""
        table, ruleset = self.table(), self.ruleset
        record = table.record
        names, headline = ruleset.sides(record), ruleset.headline(record)
        shot, of = headline.shot
        scene = Scene(
            side=self.side(names[0]),
            place=f"{names[0]} · turn {headline.turn}",
            shot=f"{shot} of {of} have shot" if of else "",
            asked=self.side(names[question.owner != ATTACKER]),
        )
        if table.going is None:
            return scene
        start, since = table.going
        lost = losses(ruleset.status(start), ruleset.status(record))
        pools, fills = flow(table, ruleset, since, self.fallen, question), filled_by(question)
        return scene.but(
            who=headline.who,
            whom=headline.whom,
            facts=facts_of(table.log[since:], ruleset, record),
            pools=pools,
            now=next((at for at, pool in enumerate(pools) if pool.name == fills), None),
            losses=tuple(kind for row, before in lost for kind in kinds_of(row, before)),
        )

    def elsewhere(self, names: Callable[[], tuple[str, str]]) -> Callable[[Question], Scene]:
        """Of a question of before, asked again: whose it is, and nothing of where the battle stands."""
        return lambda question: Scene(asked=self.side(names()[question.owner != ATTACKER]))

    def attacks_over(self) -> None:
        """What an attack came to that is over since somebody was asked last: in sight, then one line that stays."""
        table = self.table()
        over = len(table.attacks)
        if self.over is not None and over == self.over + 1:
            self.came_to(table.attacks[-1])
        self.over = over

    def phase_over(self, end: PhaseEnd) -> None:
        """What a phase came to, below its last attack."""
        self.attacks_over()
        noun, slain = self.ruleset.nouns[1], slain_word(self.ruleset)

        def lines(width: int) -> list[Text]:
            return phase_lines(end, noun, slain, width)

        self.news.add(lines, lines)

    def came_to(self, attack: Attacked) -> None:
        table, ruleset = self.table(), self.ruleset
        begun, ended = ruleset.headline(attack.start), ruleset.headline(attack.end)
        lost = losses(ruleset.status(attack.start), ruleset.status(table.record))
        if not attack.rolled and not lost:
            return
        alone = len(weapons(table, ruleset, attack.line)) == 1  # the sum of several says enough
        pools = flow(table, ruleset, attack.line, self.fallen) if alone else ()
        facts = facts_of(table.log[attack.line :], ruleset, attack.end)
        scene = Scene(who=begun.who or ended.who, whom=ended.whom, facts=facts[:1], pools=pools)
        rows = [kind for row, before in lost for kind in kinds_of(row, before)]

        def panel(width: int) -> list[Text]:
            pools = funnel(scene.pools, None, FIRST, width) if scene.pools else []
            return [*context_of(scene, width), *pools, *kinds(rows, width)]

        who = f"{scene.who} → {scene.whom}{f', {facts[0]}' if facts else ''}"
        self.news.add(panel, lambda width: past_line(who, result_of(lost), width))

    def fallen(self, record: Any) -> int:
        """Models that fell since this record of the battle, of both sides."""
        return slain(losses(self.ruleset.status(record), self.ruleset.status(self.table().record)))

    def side(self, army: str) -> str:
        return FIRST if army == self.first else SECOND


Lost = list[tuple[UnitRow, UnitRow]]  # units as they are now and as they were, that lost anything


def losses(before: Sides, now: Sides) -> Lost:
    return [
        (row, was)
        for (_, rows), (_, old) in zip(now, before, strict=True)
        for row, was in zip(rows, old, strict=True)
        if hurt(row, was)
    ]


def slain(lost: Lost) -> int:
    return sum(was.models_left - row.models_left for row, was in lost)


def kinds_of(row: UnitRow, was: UnitRow) -> list[Kind]:
    """The kinds of models of a unit, those of one name together: standing, slain by this, slain before."""
    found: dict[str, Kind] = {}
    for now, before in zip(row.kinds, was.kinds, strict=True):
        one = found.get(now.name, Kind(now.name, 0))
        notes = [note for note in (one.note, now.note) if note]
        found[now.name] = Kind(
            now.name,
            one.standing + now.left,
            one.slain + before.left - now.left,
            one.before + now.start - before.left,
            "; ".join(notes),
        )
    return list(found.values())


def result_of(lost: Lost) -> str:
    """``7 slain, 13 of 20 left``, of each unit that lost anything."""
    words = []
    for row, was in lost:
        name = f"{row.name}: " if len(lost) > 1 else ""
        fell = was.models_left - row.models_left
        words.append(f"{name}{f'{fell} slain' if fell else 'hurt'}, {row.models_left} of {row.models_start} left")
    return "; ".join(words) or "nobody slain"


def facts_of(log: Sequence[Entry], ruleset: Ruleset, record: Any) -> tuple[str, ...]:
    """What was said of the attack: the distance first, then the facts said last, of this target if several are shot at,
    of this weapon if one is fired."""
    distance, said, weapon, whom = "", "", ruleset.fires(record), ruleset.headline(record).whom
    for entry, after in zip(log, [*(entry.record for entry in log[1:]), record], strict=False):
        question = entry.question
        of = {ruleset.headline(one).whom for one in (entry.record, after)} if question is not None else set()
        if whom and whom not in of:
            continue
        if isinstance(question, Number) and question.unit in ("inches", "tiles") and not distance:
            distance = answer_words(question, entry.answer).replace(" inches", '"').replace(" inch", '"')
        elif isinstance(question, Facts):
            fired = ruleset.fires(entry.record)
            differ = answer_words(question, entry.answer) if entry.answer else ""
            headline = decided(question, entry.answer) or "; ".join(filter(None, (question.text, differ)))
            said = headline.strip().rstrip("?.:") if None in (weapon, fired) or weapon == fired else ""
    return tuple(part for part in (distance, said) if part)
