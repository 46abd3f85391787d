"""The results of `resolve` and `odds` on a screen; odds and luck in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict, cast

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table

from shoot_cli.analysis.attack_result import AttackResult, Law, RolledResult, SuccessionResult, above_all
from shoot_cli.analysis.report import Column, Report, Sheet, assumed_note, chance_cell, number_cell, words_cell
from shoot_cli.analysis.single_attack import ruleset_named
from shoot_cli.asked.sentences import answer_words, instruction, need_words, pile_words
from shoot_cli.battle.luck import ALL, EXPECTED, FEW_ATTACKS, FEW_DICE, HAND, MORE, SLAIN, LuckReport, LuckRow
from shoot_cli.engine.distributions import Figures, at_least, figures_of, mean, tallies, totals
from shoot_cli.engine.names import counted, percent, visible
from shoot_cli.engine.questions import Question, Roll, Total
from shoot_cli.engine.reasons import yes_or_no
from shoot_cli.engine.record import Record
from shoot_cli.engine.ruleset import EXCESS, ValueRange
from shoot_cli.ui.console import console
from shoot_cli.ui.styles import literal
from shoot_cli.ui.tables import DistributionTable, dice_pool, grid, summary, told_line

if TYPE_CHECKING:
    from shoot_cli.input.answerers import PresetTable
    from shoot_cli.input.answers import Task


NAMES = {
    "slain": "Models slain",
    "damage": "Wounds lost",
    "own_slain": "Own models slain",
    "own_damage": "Own wounds lost",
    "pinned": "Pinned",
}


def title(name: str, titles: Mapping[str, str] = {}) -> str:
    """Return the title of a measure. `titles` are the edition's own ones."""
    return titles.get(name) or NAMES.get(name, name.replace("_", " ").capitalize())


def losses_of(titles: Mapping[str, str]) -> tuple[str, ...]:
    """Return the measures of the target's losses. An edition may leave out one with an empty title."""
    return tuple(name for name in ("slain", "damage") if titles.get(name) != "")


def show_assumed(screen: Console, result: AttackResult) -> None:
    """Print the assumed answers, so that the numbers are not used for another situation."""
    assumed, names = result.answers.assumed, result.answers.names
    first = ruleset_named(result.ruleset).asked_first if assumed else ()
    if words := assumed_note(assumed.items(), names, first, page=False):
        screen.print(literal(words, "dim"))


class ModelReport(TypedDict):
    """The models of one kind in the report of a roll: how many are alive, and the wounds that each has left."""

    name: str
    alive: int
    wounds: list[int]


def show_resolved(result: RolledResult, task: Task, table: PresetTable, plain: bool) -> None:
    screen, titles, report = console(plain), task.titles(), result.report
    head = f"{result.attacker} shooting at {result.target} ({task.ruleset.title}), seed {result.seed}"
    screen.print(literal(head, "bold"))
    show_above(screen, result)
    for entry in table.log:
        question = entry.question
        if question is None:
            screen.print(told_line(entry))
        elif isinstance(question, (Roll, Total)):
            screen.print(dice_pool(entry))
        elif question.key in table.given.used:
            names = task.ruleset.sides(entry.record)
            screen.print(literal(f"{instruction(question, names)} > {answer_words(question, entry.answer)}"))
    screen.print()
    casualties = grid(
        ("Model", "left"), ("Alive", "right"), (f"{titles.get('points', 'Wounds')} left", "right"), plain=plain
    )
    for model in cast("Sequence[ModelReport]", report["models"]):
        wounds = model["wounds"]
        left = str(wounds[0]) if len(set(wounds)) == 1 else ", ".join(map(str, wounds)) if wounds else "-"
        casualties.add_row(
            literal(model["name"]), str(model["alive"]), left if len(set(wounds)) != 1 else f"{left} each"
        )
    screen.print(casualties)
    destroyed = f"{task.target.name} is destroyed. " if report["destroyed"] else ""
    losses = f"{report['slain']} slain, {counted(cast('int', report['damage']), 'wound')} lost"
    if titles.keys() & {"slain", "damage"}:
        losses = ", ".join(f"{title(name, titles)}: {report[name]}" for name in losses_of(titles))
    screen.print(literal(f"{destroyed}{losses}.", "bold"))
    for key in report:
        if key not in ("slain", "damage", "destroyed", "models"):
            value = report[key]
            if key in task.ruleset.rare_measures and value is False:
                continue  # the log says when it is true
            shown = yes_or_no(value)
            shown = (", ".join(value) or "nobody") if isinstance(value, list) else shown
            if isinstance(value, dict):
                shown = ", ".join(f"{n} {name}" for name, n in value.items())
            screen.print(literal(f"{title(key, titles)}: {shown}"))
    show_assumed(screen, result)
    show_not_counted(screen, result)


def show_repeated(result: RolledResult, titles: Mapping[str, str], plain: bool) -> None:
    screen, times = console(plain), result.times
    screen.print(literal(f"{result.attacker} shooting at {result.target}, {times} times, seed {result.seed}", "bold"))
    show_above(screen, result)
    rows = []
    for name in losses_of(titles):
        counts, figures = result.counts(name), figures_of(result.laws[name])
        rows.append(ValueRange(title(name, titles), figures.mean, min(counts), figures.median, max(counts)))
    screen.print(summary(rows, plain=plain))
    first = losses_of(titles)[0]
    screen.print(DistributionTable(title(first, titles), result.laws[first], plain))
    screen.print(literal(destroyed_words(result.destroyed, titles, f" ({round(result.destroyed * times)} times)")))
    show_not_counted(screen, result)


def show_not_counted(screen: Console, result: AttackResult) -> None:
    """Print the abilities of both units that the result leaves to the players, in one line."""
    if words := "; ".join(result.answers.not_counted):
        screen.print(literal(f"Not counted: {words}.", "dim"))


def show_above(screen: Console, result: AttackResult) -> None:
    """Print what stands above all numbers."""
    for line in above_all(result.answers):
        screen.print(literal(line))


def show_odds(result: AttackResult, plain: bool, titles: Mapping[str, str] = {}) -> None:
    """Print what an attack comes to. Of several attackers, print what each leaves, then the total."""
    screen = console(plain)
    if isinstance(result, SuccessionResult):
        from shoot_cli.ui.report_screen import SheetView

        screen.print(literal(f"{result.attacker} shooting at {result.target}: exact odds", "bold"))
        for line in filter(None, [result.standing, *above_all(result.answers), *order_words(result)]):
            screen.print(literal(line))
        screen.print(SheetView(steps_sheet(result, titles), plain))
        attackers = len(result.after)
        screen.print(literal(f"{'Both' if attackers == 2 else f'All {attackers}'} together:", "bold"))
    else:
        screen.print(literal(f"{result.attacker} shooting at {result.target}: exact odds", "bold"))
        show_above(screen, result)
    show_numbers(screen, result, plain, titles)
    if result.answers.other_modes:
        screen.print(literal(result.answers.other_modes))
    show_assumed(screen, result)
    show_not_counted(screen, result)


def order_words(result: SuccessionResult) -> list[str]:
    """Return a sentence that compares the best order with the given one, or [] if none was searched."""
    if result.as_given is None:
        return []
    best, given = result.after[-1], result.as_given
    if [*result.order] == sorted(result.order):
        return ["No other order destroys it more often, or does more damage where it is as often."]
    high, low = percent(best.destroyed), percent(given.destroyed)
    if abs(best.destroyed - given.destroyed) > 1e-12:
        as_given = "hardly more often than as given" if high == low else f"as given it would be {low}"
        more = f"destroys it in {high}, {as_given}."
    else:
        done, before = best.average("damage"), given.average("damage")
        more = f"does {done:.2f} damage on average, as given it would be {before:.2f}."
    return [f"The best order: this one {more}"]


def steps_sheet(result: SuccessionResult, titles: Mapping[str, str]) -> Sheet:
    """Return a table with the results after each attacker."""

    losses = losses_of(titles)
    columns = [Column("attacker", "After"), *(Column(name, title(name, titles), True) for name in losses)]
    rows = tuple(
        (words_cell(step.attacker), *(number_cell(step.average(name)) for name in losses), chance_cell(step.destroyed))
        for step in result.after
    )
    return Sheet("", (*columns, Column("destroyed", "Destroyed", True)), rows)


OFTEN = 0.05  # the chance to be destroyed from which it is told that wounds are lost


def show_numbers(screen: Console, result: AttackResult, plain: bool, titles: Mapping[str, str]) -> None:
    """Print the results of attacks: expected numbers, distributions, chances."""
    losses = losses_of(titles)
    closed = [literal(f"Not possible here: {option}, {why}", "dim") for option, why in result.answers.closed.items()]
    if not anything(result):
        screen.print(literal("Nothing can happen: nobody can shoot." if closed else "Nothing can come of it."))
        for line in closed:
            screen.print(line)
        return
    heads = {name: titles.get(name, name) for name in result.expected if name not in ("slain", "damage")}
    heads = {name: head for name, head in heads.items() if head}
    heads |= {name: name for name in ("damage", "slain") if name in losses}
    if screen.width < 60:
        words = ", ".join(f"{result.expected[name]:.2f} {head}" for name, head in heads.items())
        screen.print(literal(f"Expected: {words}"))
    else:
        expected = grid(*((head[0].upper() + head[1:], "right") for head in heads.values()), plain=plain)
        expected.add_row(*(f"{result.expected[name]:.2f}" for name in heads))
        screen.print(literal("Expected:"))
        screen.print(expected)
    more_wounds = result.expected.get("wounds", 0) > result.expected.get("unsaved", 0)
    if result.destroyed > OFTEN and more_wounds and EXCESS in titles:
        screen.print(literal(titles[EXCESS], "dim"))
    if "slain" in losses:
        screen.print(DistributionTable(with_figures("slain", titles, result.slain), result.slain, plain))
    if len(result.damage) != len(result.slain) or "slain" not in losses:
        screen.print(DistributionTable(with_figures("damage", titles, result.damage), result.damage, plain))
    screen.print(literal(destroyed_words(result.destroyed, titles)))
    for line in closed:
        screen.print(line)
    for name, measure in result.further.items():
        if isinstance(measure, tuple):
            screen.print(DistributionTable(with_figures(name, titles, measure), measure, plain))
        else:
            screen.print(literal(f"{title(name, titles)}: {percent(measure)}"))
    for name, row in result.exact.items():
        if titles.get(name) != "":
            values = ", ".join(f"{k}: {share}" for k, share in enumerate(row))
            screen.print(literal(f"{title(name, titles)}, exactly: {values}"))


def destroyed_words(chance: float, titles: Mapping[str, str], more: str = "") -> str:
    """Return the chance that nothing is left, or what the edition says instead, where only damage tables know it."""
    return f"Destroyed: {percent(chance)}{more}" if "destroyed" not in titles else titles["destroyed"]


def anything(result: AttackResult) -> bool:
    """Return True if any measure of the result can be more than 0."""
    laws, chances = result.laws.values(), result.chances.values()
    return any((*result.expected.values(), result.destroyed, *chances, *(any(law[1:]) for law in laws)))


def show_asked(rows: list[dict[str, Any]], plain: bool) -> None:
    screen = console(plain)
    screen.print(literal("What this attack asks; answer with --set KEY=VALUE:", "bold"))
    if screen.width < 70 or plain:
        for row in rows:
            screen.print(literal(f"{row['key']} = {default_of(row)}", "bold"))
            screen.print(literal(f"  {row['text']}: {values_text(row['values'])}"))
        return
    table = grid(("Key", "left"), ("Default", "left"), ("What it is", "left"), ("Values", "left"), plain=plain)
    for row in rows:
        table.add_row(*map(literal, (row["key"], default_of(row), row["text"], values_text(row["values"]))))
    screen.print(table)


def default_of(row: dict[str, Any]) -> str:
    """Return the default of a fact; "computed" is added if it follows from the units."""
    return (row["default"] or "(must be said)") + ", computed" * bool(row.get("computed"))


def values_text(values: Any) -> str:
    return visible(", ".join(map(str, values)) if isinstance(values, list) else str(values))


def report_of(result: AttackResult, titles: Mapping[str, str]) -> Report:
    """Return the odds as a report. `titles` are the titles of its measures."""
    losses = [*losses_of(titles), *(name for name, measure in result.further.items() if isinstance(measure, tuple))]
    sheets, notes = [], list[str]()
    if isinstance(result, SuccessionResult):
        sheets, notes = [steps_sheet(result, titles).but(title="One after the other")], order_words(result)
    sheets += [distribution(title(name, titles), result.laws[name]) for name in losses]
    expected = [f"Expected: {words}."] if (words := token_words(result, titles)) else []
    notes += [f"{destroyed_words(result.destroyed, titles)}.", *expected]
    notes += [f"{title(name, titles)}: {figures_of(result.laws[name]).mean:.2f} on average." for name in losses]
    notes += [f"{title(name, titles)}: {percent(chance)}." for name, chance in result.chances.items()]
    notes += [f"Not possible here: {option}, {why}." for option, why in result.answers.closed.items()]
    notes += filter(None, [result.answers.other_modes])
    last = [f"Not counted: {'; '.join(left)}."] if (left := result.answers.not_counted) else []
    first, names = ruleset_named(result.ruleset).asked_first, result.answers.names
    assumed, page_assumed = (
        list(filter(None, [assumed_note(result.answers.assumed.items(), names, first, page)])) for page in (False, True)
    )
    head = f"{result.attacker} shooting at {result.target}: exact odds"
    lead = [f"{destroyed_words(result.destroyed, titles)}."]
    spans: dict[str, str] = {}
    for name in losses:
        words = figure_words(figures_of(result.laws[name]))
        spans[words] = f"{spans[words]}, {title(name, titles).lower()}" if words in spans else title(name, titles)
    lead += [*(f"{names}: {words}." for words, names in spans.items()), *expected]
    chances = [f"{title(name, titles)} {percent(chance)}" for name, chance in result.chances.items()]
    on_page = [*order_words(result)] if isinstance(result, SuccessionResult) else []
    on_page += [f"Also: {', '.join(chances)}."] if chances else []
    on_page += closed_words(result.answers.closed)
    above = [result.standing] if isinstance(result, SuccessionResult) else []
    return Report(
        head, tuple(sheets), (*notes, *assumed, *last), lead=tuple(lead), page_notes=(*on_page, *page_assumed, *last),
        more=(figures_sheet(result, losses, titles),),
        head=tuple(filter(None, [*above, *above_all(result.answers)])),
    )  # fmt: skip


FIGURES = (
    Column("measure", "Measure"),
    Column("mean", "On average", True),
    Column("median", "Median", True),
    Column("low", "8 of 10 games: from", True),
    Column("high", "to", True),
)


def figures_sheet(result: AttackResult, losses: Iterable[str], titles: Mapping[str, str]) -> Sheet:
    """Return a table of the figures of each loss, and of each chance, which is its own average."""
    rows = [
        (words_cell(title(name, titles)), *(number_cell(figure, 2) for figure in figures_of(law).summary().values()))
        for name in losses
        if (law := result.laws[name])
    ]
    chances = {title("destroyed", titles): result.destroyed} if "destroyed" not in titles else {}
    chances |= {title(name, titles): chance for name, chance in result.chances.items()}
    rows += [(words_cell(name), number_cell(chance, 2), *(words_cell(""),) * 3) for name, chance in chances.items()]
    return Sheet("In figures", FIGURES, tuple(rows))


def closed_words(closed: Mapping[str, str]) -> list[str]:
    """Return one sentence about all options that could not be chosen, or []; equal reasons are told once.

    >>> closed_words({"bolt pistol": "out of range", "frag grenade": "out of range", "krak grenade": "no"})
    ['Not possible here: bolt pistol, frag grenade (out of range); krak grenade (no).']
    """
    options: dict[str, list[str]] = {}
    for option, why in closed.items():
        options.setdefault(why, []).append(option)
    words = [f"{', '.join(names)} ({why})" for why, names in options.items()]
    return [f"Not possible here: {'; '.join(words)}."] if words else []


def figure_words(figures: Figures) -> str:
    """Return how many are lost: `5.02 on average, median 5, in 8 of 10 games 3-7`."""
    return f"{figures.mean:.2f} on average, median {figures.median}, in 8 of 10 games {figures.span}"


def with_figures(name: str, titles: Mapping[str, str], law: Law) -> str:
    """Return the title of a measure with its figures."""
    return f"{title(name, titles)}: {figure_words(figures_of(law))}"


def distribution(name: str, row: Law) -> Sheet:
    """Return a table of each possible number with its chance and the chance of at least this number."""
    columns = (Column("number", name, True), Column("chance", "Chance", True), Column("at_least", "At least", True))
    curve = at_least(row)
    rows = tuple((number_cell(k, 0), chance_cell(p), chance_cell(curve[k])) for k, p in enumerate(row) if p)
    return Sheet(name, columns, rows, law=row)


# The odds and the luck of the dice as players read them.

ROWS = 8  # rows of a distribution between two prompts
NOTHING = "There is nothing to roll yet."


def of_roll(roll: Roll, plain: bool) -> list[RenderableType]:
    """Return how many dice pass, and how many show the faces that are counted separately."""
    rows = tally_law(roll)
    passed = [0.0] * (roll.dice + 1)
    for tally, p in rows:
        passed[tally.passed] += p
    need = need_words(roll.need, roll)
    head = f"This roll, {pile_words(roll)}{f', {need}' if need else ''}"
    if roll.again:
        head += ", with what is rolled again"
    shown: list[RenderableType] = []
    if roll.dice == 1:
        shown.append(literal(f"{head}: {percent(passed[1])} to pass", "bold"))
    else:
        shown.append(literal(f"{head}: {mean(passed):.2f} pass on average", "bold"))
        shown.append(DistributionTable("How many pass", passed, plain, ROWS))
    for index, watch in enumerate(roll.watch):
        names = visible(roll.faces_text(watch.faces))
        counted = sum(tally.watched[index] * p for tally, p in rows)
        shown.append(literal(f"Counted on its own, each {names}: {counted:.2f} on average"))
    return shown


def tally_law(roll: Roll) -> list[tuple[Any, float]]:
    """Return every tally of the roll with its chance."""
    need, second = roll.need, roll.again_need
    sides = roll.adds or roll.sides
    again = (second.target, sides, second.or_less) if second else (-1, sides)
    rows, whole = tallies(roll.dice, need.target, need.or_less, roll.watch, roll.again, *again)
    return [(tally, ways / whole) for tally, ways in rows]


def law_of_total(total: Total) -> dict[int, float]:
    """Return every sum with its chance."""
    rows, whole = totals(total.dice, total.sides, total.again)
    return {n: ways / whole for n, ways in rows}


def of_total(total: Total, plain: bool) -> list[RenderableType]:
    """Return the chance to pass, or the chance of every sum if no number is needed."""
    law = law_of_total(total)
    average = sum(n * p for n, p in law.items())
    head = f"This roll, {total.dice}D{total.sides}"
    if total.again:
        head += ", with what is rolled again"
    need = total.need
    if need is not None:
        passes = sum(p for n, p in law.items() if need.met_by(n))
        return [literal(f"{head}, {need_words(need)}: {percent(passes)} to pass, {average:.2f} on average", "bold")]
    sums = [law.get(n, 0.0) for n in range(max(law) + 1)]
    return [
        literal(f"{head}: {average:.2f} on average", "bold"),
        DistributionTable("The sum", sums, plain, max(ROWS, 12)),
    ]


def about_to_be_rolled(question: Question, plain: bool) -> list[RenderableType]:
    if isinstance(question, Roll):
        return of_roll(question, plain)
    if isinstance(question, Total):
        return of_total(question, plain)
    return []


def of_attack(head: str, result: AttackResult, titles: Mapping[str, str], plain: bool) -> list[RenderableType]:
    """Return the odds of an attack, or of the units that it may hurt if these are several."""
    shown: list[RenderableType] = [literal(head, "bold")]
    if result.units:
        table = grid(("Unit", "left"), ("lost", "right"), ("destroyed", "right"), plain=plain)
        for name, lost, gone in result.units:
            table.add_row(literal(name), f"{lost:.2f}", percent(gone))
        return [*shown, table]
    if words := token_words(result, titles):
        shown.append(literal(f"Expected: {words}"))
    for name in losses_of(titles):
        law = result.laws[name]
        about = with_figures(name, titles, law)
        if name == "damage" and law == result.slain and len(losses_of(titles)) > 1:
            continue
        shown.append(DistributionTable(about, law, plain, ROWS) if len(law) > 1 else literal(about, "bold"))
    shown.append(literal(destroyed_words(result.destroyed, titles)))
    return [*shown, *map(literal, further_words(result, titles))]


def token_words(result: AttackResult, titles: Mapping[str, str]) -> str:
    """Return the expected tokens: `6.67 hits, 4.44 wounds`; "" if they are not known."""
    tokens = {titles.get(name, name): n for name, n in result.expected.items() if name not in ("damage", "slain")}
    return ", ".join(f"{n:.2f} {head}" for head, n in tokens.items() if head)


def further_words(result: AttackResult, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each measure of the edition: its chance, or its average."""
    for name, measure in result.further.items():
        value = figure_words(figures_of(measure)) if isinstance(measure, tuple) else percent(measure)
        yield f"{title(name, titles)}: {value}"


WIDE = 80  # columns that the table needs
HEADS = (("", "left"), ("came", "left"), ("expected", "right"), ("chance", "left"))
NO_DICE = "No dice that count have been thrown yet."
TOO_FEW = f"Few: under {FEW_DICE} dice or {FEW_ATTACKS} attacks. They say little about luck."
IN_FORCE = "Answers taken back or changed do not count: only what is in force does."


class Luck(Record):
    """Dice and losses against their expectation.

    `titles` are the edition's own ones. `more` is the command for the full text. Then this is short, without the
    chances of few dice.
    """

    found: LuckReport
    titles: Mapping[str, str]
    plain: bool = False
    more: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield literal("Luck", "bold")
        in_rows = not self.plain and options.max_width >= WIDE
        few = []  # short sentences for each side
        for side in dict.fromkeys(row.side for row in self.found.rows):
            rows = [row for row in self.found.rows if row.side == side]
            if self.more and (small := [row for row in rows if row.small and row.thrown_by == ALL]):
                rows = [row for row in rows if row.kind not in {other.kind for other in small}]
                few.append(f"{side}, too few to say: {', '.join(map(self.short, small))}.")
            if rows:
                yield literal(side, "bold")  # as a cell it would widen the column of names
            if rows and in_rows:
                yield self.table(rows)
                continue
            for row in rows:
                yield Padding(literal(self.sentence(row)), (0, 0, 0, 2 if row.thrown_by == ALL else 4), expand=False)
        for line in few:
            yield literal(line)
        for note in self.notes():
            yield literal(note, "dim")

    def table(self, rows: Sequence[LuckRow]) -> Table:
        """Return the rows of one side. Both sides have the same column widths."""
        table = grid(*HEADS, plain=self.plain)
        all_cells = [tuple(head for head, _ in HEADS), *map(self.cells, self.found.rows)]
        for column, texts in zip(table.columns[:-1], zip(*all_cells, strict=True), strict=False):
            column.min_width = max(map(len, texts))
        for row in rows:
            table.add_row(*map(literal, self.cells(row)))
        return table

    def name(self, row: LuckRow) -> str:
        if row.thrown_by != ALL:
            return "by hand" if row.thrown_by == HAND else "by the app"
        return self.titles.get(SLAIN, "Models slain") if row.kind == SLAIN else row.kind.capitalize()

    def sentence(self, row: LuckRow) -> str:
        """Return `Hits: 34 of 60, 40.0 expected; so few or fewer in 6.8% of games`."""
        return f"{self.name(row)}: {got_text(row)}, {row.expected:.1f} expected; {chance_words(row)}{few_words(row)}"

    def short(self, row: LuckRow) -> str:
        return f"{self.name(row).lower()} {got_text(row)} ({row.expected:.1f} expected)"

    def cells(self, row: LuckRow) -> tuple[str, str, str, str]:
        indent = "" if row.thrown_by == ALL else "  "
        return indent + self.name(row), got_text(row), f"{row.expected:.1f}", chance_words(row) + "; few" * row.small

    def notes(self) -> Iterator[str]:
        if self.more:
            yield f"All about it: {self.more}"
        else:
            yield from notes_of(self.found)


def notes_of(report: LuckReport) -> Iterator[str]:
    """Yield the notes below the rows."""
    if not report.rows:
        yield NO_DICE
    if any(row.small for row in report.rows):
        yield TOO_FEW
    for item in report.left_out:
        yield f"{item.side}: the slain of {item.attacks} attack{'s' * (item.attacks != 1)} left out ({item.why})."
    if report.rows:
        yield IN_FORCE


def got_text(row: LuckRow) -> str:
    return str(row.actual) if row.kind == SLAIN else f"{row.actual} of {row.size}"


def chance_words(row: LuckRow) -> str:
    if row.direction == EXPECTED:
        return "just as expected"
    return f"so {'many or more' if row.direction == MORE else 'few or fewer'} in {percent(row.chance)} of games"


def few_words(row: LuckRow) -> str:
    if not row.small:
        return ""
    return "; few attacks" if row.kind == SLAIN else "; few dice"
