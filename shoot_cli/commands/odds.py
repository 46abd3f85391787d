"""The command `shoot odds`: one attack, several attackers, `--batch` and `--what-if`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from shoot_cli.analysis.attack_result import AnswerUse, AttackResult
from shoot_cli.analysis.single_attack import Pairing, as_input_error, pairing_of_scenario, worked_out
from shoot_cli.cli.units import (
    Usage,
    leaders_of,
    one_after_the_other,
    one_of,
    pairing,
    say_notes,
    shared_answers,
    show_questions,
)
from shoot_cli.engine.budget import MOST_JOBS, SECONDS
from shoot_cli.engine.names import visible
from shoot_cli.engine.reasons import InputError
from shoot_cli.ui.console import as_json, print_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Annotated

    import typer

    from shoot_cli.armies import KnownSides
    from shoot_cli.cli.options import (
        AcceptGaps,
        As,
        Attach,
        Attacker,
        BudgetOption,
        Cover,
        Csv,
        Data,
        Distance,
        Firing,
        Force,
        Json,
        More,
        Output,
        Plain,
        Questions,
        RulesetOption,
        SetOption,
        Target,
        WeaponOption,
        number_option,
    )


BUNDLE, LONG_BUNDLE = 16, 1 << 16  # lines in one bundle for another process; bytes of a long bundle
LONGEST = 1 << 20  # bytes of one line in a batch, without its end
ENDLESS = 1 << 30  # bytes without a line end after which reading stops
BOM = b"\xef\xbb\xbf"  # some editors on Windows put it first

Numbered = tuple[int, bytes | None]  # number of a line from 1, and its content (None if it is too long)
Answered = tuple[int, str, AnswerUse]  # number of a line, its result as JSON, what became of its answers


def odds(
    attacker: Attacker = None,
    target: Target = None,
    more: More = None,
    ruleset: RulesetOption = None,
    set_: SetOption = None,
    as_: As = None,
    distance: Distance = None,
    cover: Cover = None,
    weapon: WeaponOption = None,
    firing: Firing = None,
    batch: Annotated[
        str | None,
        typer.Option(help="A file of scenarios, one JSON document a line (- for standard input): one result a line."),
    ] = None,
    jobs: Annotated[
        int | None,
        number_option(
            least=0, most=MOST_JOBS, help="Processes that share the work; 0 is one for each core. [default: 1]"
        ),
    ] = None,
    fractions: Annotated[bool, typer.Option("--fractions", help="Exact fractions besides the numbers.")] = False,
    what_if: Annotated[
        bool, typer.Option("--what-if", help="Each fact set otherwise, one by one: what hangs on it, the most first.")
    ] = False,
    pairs: Annotated[bool, typer.Option("--pairs", help="With --what-if: two facts set otherwise, too.")] = False,
    what: Annotated[
        str | None, typer.Option(help="With --what-if: what changes, kill, mean or points. [default: kill]")
    ] = None,
    best_order: Annotated[
        bool, typer.Option("--best-order", help="Several attackers in the order that destroys the target most often.")
    ] = False,
    budget: BudgetOption = SECONDS,
    questions: Questions = False,
    accept_gaps: AcceptGaps = False,
    attach: Attach = None,
    data: Data = None,
    output: Output = None,
    csv: Csv = False,
    force: Force = False,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Work out the exact odds of one attack, or of several at one target."""
    options = {"distance": distance, "cover": cover, "weapon": weapon, "firing": firing}
    inputs = [word for word in (attacker, target, *(more or ())) if word is not None]
    with as_input_error() as examined:
        if batch is not None:
            others = {
                "the units": inputs, "--ruleset": ruleset is not None, "--set": set_, "--as": as_ is not None,
                **{f"--{name}": value is not None for name, value in options.items()}, "--questions": questions,
                "--what-if": what_if, "--pairs": pairs, "--what": what is not None, "--best-order": best_order,
                "--accept-gaps": accept_gaps, "--attach": attach, "--data": data, "--output": output is not None,
                "--csv": csv, "--force": force,
            }  # fmt: skip
            if unheard := [name for name, given in others.items() if given]:
                words = "--batch takes attackers, targets and answers from the file, and prints JSON, a result a line"
                raise Usage(f"{words}; leave out {' and '.join(unheard)}")
            run_batch(batch, fractions, budget, 1 if jobs is None else jobs)
            return
        leaders = leaders_of(attach)
        of_what_if = {"--pairs": pairs, "--what": what}
        if (alone := [name for name, given in of_what_if.items() if given]) and not what_if:
            raise Usage(f"{alone[0]} is for --what-if")
        if what_if:
            if questions or fractions or more or best_order:
                others = {"--questions": questions, "--fractions": fractions, "several attackers": more}
                other = next((name for name, given in others.items() if given), "--best-order")
                facts = [word for word in inputs if "=" in word and "::" not in word]
                words = f"--what-if and {other} do not go together"
                if other == "several attackers":
                    fact = next(iter(facts), "FACT=VALUE")
                    read = (
                        f"{', '.join(map(visible, inputs[:-1]))} are read as attackers, {visible(inputs[-1])} as target"
                    )
                    words = f"{words}: {read}; it takes no value, so say --set {fact}"
                raise Usage(words)

            show(
                lambda: pairing(attacker, target, ruleset, shared_answers(set_, options), accept_gaps, leaders, as_),
                examined, inputs, what or "kill", pairs, seconds=budget, jobs=1 if jobs is None else jobs,
                output=output, csv=csv, force=force, json=json, plain=plain,
            )  # fmt: skip
            return
        if jobs is not None:
            raise Usage("--jobs is for --batch and --what-if; one attack is worked out in one process")
        if more:
            from shoot_cli.analysis.several_attackers import (
                attacker_distances,
                attacker_tasks,
                in_succession,
                other_modes,
            )
            from shoot_cli.analysis.situations import situation_of, with_situation

            check_hand_over(inputs, json, csv, output, force)
            answers = shared_answers(set_, options)
            *shooters, victim = one_after_the_other(
                [attacker or "", target or "", *more], ruleset, accept_gaps, leaders
            )
            situation = situation_of(as_, victim.ruleset, shooters, [victim])
            answers = with_situation(answers, situation)
            distances = attacker_distances(shooters, victim, answers)
            tasks, own = attacker_tasks(shooters, victim, answers if questions else distances.answers)
        else:
            if best_order:
                raise Usage("--best-order is for several attackers: shoot odds A::X A::Y B::Z --best-order")
            answers = shared_answers(set_, options)
            examined.append(pairing(attacker, target, ruleset, answers, accept_gaps, leaders, as_))
            tasks = [examined[0].task()]
        if questions:
            show_questions(tasks, json, plain, budget)
            return
        check_hand_over(inputs, json, csv, output, force)
        from shoot_cli.analysis.grid import SharedTime

        if more:
            time = SharedTime(budget)
            result: AttackResult = in_succession(tasks, own, fractions, budget, best_order, distances)
            more_modes = "" if json else other_modes(shooters, victim, distances.answers, time.left())
            use = result.answers.but(situation=situation.words, other_modes=more_modes)
            result = result.but(standing=distances.words(victim, answers), answers=use)
        else:
            from shoot_cli.analysis.ways_to_fire import better_modes

            time = SharedTime(budget)
            result = worked_out(tasks[0], fractions, budget, facts=True)
            if not json:  # people are told; programs ask for the modes that they want
                better = better_modes(tasks[0], result, time.left())
                result = result.but(answers=result.answers.but(other_modes=better))
    hand_over(result, tasks[0].titles(), inputs, json, csv, output, force, plain)
    say_notes(result.answers, attacks=len(tasks))


def check_hand_over(inputs: Sequence[str], json: bool, csv: bool, output: Path | None, force: bool) -> None:
    """Check the output options before the work. :raises Usage: as `check_output`"""
    if csv or output is not None or force:
        from shoot_cli.cli.output import check_output

        check_output(inputs=inputs, json=json, csv=csv, out=output, force=force)


def hand_over(
    result: AttackResult,
    titles: Mapping[str, str],
    inputs: Sequence[str],
    json: bool,
    csv: bool,
    output: Path | None,
    force: bool,
    plain: bool,
) -> None:
    """Print the result, or write it as JSON, as CSV or to a file."""
    if csv or output is not None:
        from shoot_cli.cli.output import finish
        from shoot_cli.ui.results import report_of

        report, document = report_of(result, titles), result.document()
        finish(report, document, inputs=inputs, json=json, csv=csv, out=output, force=force, plain=plain)
    elif json:
        print_json(result.document())
    else:
        from shoot_cli.ui.results import show_odds

        show_odds(result, plain, titles)


# `shoot odds --batch`: a file of scenarios.


def run_batch(name: str, fractions: bool, seconds: float, jobs: int = 1) -> None:
    """Print one result per line, in order. A wrong line gets an error and the others continue."""
    idle: dict[tuple[str, str | None], Lines] = {}  # by key and reason; None: other values were tried
    misspelt: dict[str, Lines] = {}
    try:
        for results in answered(lines_of(name), partial(Batch, fractions, seconds), jobs):
            for number, text, answers in results:
                print(text, flush=True)
                for of_answer, (key, value) in zip(answers.idle, answers.unused.items(), strict=True):
                    idle.setdefault((of_answer, answers.not_asked.get(key)), Lines(value)).add(number)
                for words in answers.misspelt:
                    misspelt.setdefault(words, Lines()).add(number)
    finally:
        for words, lines in misspelt.items():
            say_notes(AnswerUse(misspelt=(words,)), lines.where())
        for (key, why), lines in idle.items():
            unused = AnswerUse(unused={key: lines.value}, not_asked={} if why is None else {key: why})
            say_notes(unused, lines.where(), attacks=lines.times)


class Lines:
    """The lines of a batch that share a remark, such as an answer that made no difference. One sentence names them."""

    MOST = 5  # lines that are named

    def __init__(self, value: Any = None) -> None:
        self.value, self.times = value, 0
        self.lines: list[int] = []

    def add(self, line: int) -> None:
        self.times += 1
        if len(self.lines) < self.MOST:
            self.lines.append(line)

    def where(self) -> str:
        """Return "line 3: ", or "lines 3, 4 and 17 more: "."""
        named = ", ".join(map(str, self.lines))
        more = self.times - len(self.lines)
        return f"line{'s' * (self.times > 1)} {named}{f' and {more:,} more' if more else ''}: "


def answered(lines: Iterable[bytes | None], make: Callable[[], Batch], jobs: int) -> Iterable[list[Answered]]:
    """Return the results of the lines in order. `jobs` is the number of processes; 0 means one per core."""
    if jobs != 1:
        from shoot_cli.analysis.grid import cores, in_order

        jobs = jobs or cores()
    bundles = bundled(lines, BUNDLE if jobs > 1 else 1)
    if jobs > 1:
        first = [*islice(bundles, 2)]
        bundles = chain(first, bundles)
        if len(first) > 1:  # do not start processes for a few lines
            from shoot_cli.armies import list_reader  # noqa: F401  loaded once for all, where that can be had

            return in_order(make, bundles, jobs)
    return map(make(), bundles)


def bundled(lines: Iterable[bytes | None], most: int) -> Iterator[list[Numbered]]:
    """Yield bundles of numbered lines: `most` lines, or fewer long ones.

    :raises InputError: as `lines_of`, after all earlier lines
    """
    bundle: list[Numbered] = []
    size = 0
    try:
        for numbered in enumerate(lines, 1):
            bundle.append(numbered)
            size += len(numbered[1] or b"")
            if len(bundle) >= most or size >= LONG_BUNDLE:
                yield bundle
                bundle, size = [], 0
    except InputError:
        yield bundle
        raise
    if bundle:
        yield bundle


class Batch:
    """A worker for lines of a batch. It remembers units from earlier lines."""

    def __init__(self, fractions: bool, seconds: float) -> None:
        from shoot_cli.armies import KnownSides

        self.fractions, self.seconds, self.known = fractions, seconds, KnownSides()

    def __call__(self, bundle: list[Numbered]) -> list[Answered]:
        results: list[Answered] = []
        for number, line in bundle:
            if line is None:
                why = f"a line has at most {LONGEST:,} bytes; this one is longer, and was skipped"
                result = AttackResult(why_not=why)
            elif line.strip():
                result = batch_line(line, self.fractions, self.seconds, self.known)
            else:
                continue
            document = {"error": result.why_not} if result.why_not else result.document()
            results.append((number, as_json(document), result.answers))
        return results


def lines_of(name: str) -> Iterator[bytes | None]:
    """Yield each line of a file, or of standard input for `-`, without its end. A line that is too long becomes None.

    :raises InputError: if the file cannot be read, or a line has no end
    """
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb") as file:
            yield from bounded(file)
    except OSError as error:
        raise InputError(f"{name}: cannot be read ({error.strerror})") from None
    except ValueError:  # a file name with a zero byte
        raise InputError(f"{name}: there is no such file") from None


def bounded(file: IO[bytes]) -> Iterator[bytes | None]:
    """Yield lines without keeping more than the longest allowed line in memory."""
    number = 0
    while piece := file.readline(LONGEST + len(b"\r\n")):
        number += 1
        line = piece.removesuffix(b"\n").removesuffix(b"\r").removeprefix(BOM)
        if len(line) <= LONGEST:
            yield line
            continue
        seen = len(piece)
        while piece and not piece.endswith(b"\n") and seen < ENDLESS:
            piece = file.readline(LONGEST)
            seen += len(piece)
        yield None
        if seen >= ENDLESS:
            raise InputError(f"line {number} does not end within {ENDLESS >> 30} GiB; nothing after it was read")


def batch_line(line: bytes, fractions: bool, seconds: float = SECONDS, known: KnownSides | None = None) -> AttackResult:
    """Return the result of one scenario; a refusal becomes `why_not`."""
    from shoot_cli import armies
    from shoot_cli.input.answerers import Missing

    try:
        scenario = armies.scenario_from(document_of(line), known)
        with as_input_error() as examined:
            examined.append(pairing_of_scenario(scenario, {}))
            try:
                return worked_out(examined[0].task(), fractions, seconds, facts=True)
            except Missing as error:
                return AttackResult(why_not=str(error))  # without options of the command line
    except (InputError, armies.ListError) as error:
        return AttackResult(why_not=str(error))


def once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the pairs as a dict. :raises InputError: if a key is repeated"""
    document = dict(pairs)
    if len(document) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise InputError(f"“{twice}” is there twice")
    return document


def document_of(line: bytes) -> dict[str, Any]:
    """Return the JSON object in a line. :raises InputError:"""
    from json import JSONDecodeError, loads

    try:
        document = loads(line.decode(), object_pairs_hook=once_each)
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8 at byte {error.start + 1} (0x{line[error.start]:02x})") from None
    except JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg} at column {error.colno}") from None
    except RecursionError:
        raise InputError("not JSON we can read: nested too deeply") from None
    except ValueError:  # Python's own message is too technical
        raise InputError("not JSON we can read: it has a number of thousands of digits") from None
    if not isinstance(document, dict):
        raise InputError('a line is one JSON object: {"ruleset": ..., "attacker": ..., "target": ...}')
    return document


# `shoot odds --what-if`: how much depends on each fact of an attack.


def show(
    pairing: Callable[[], Pairing],
    examined: list[Pairing],
    inputs: Sequence[str],
    what: str,
    pairs: bool,
    *,
    seconds: float,
    jobs: int,
    output: Path | None,
    csv: bool,
    force: bool,
    json: bool,
    plain: bool,
) -> None:
    """Work out what depends on each fact and print it. :raises InputError:

    :param examined: gets the pairing, before it is worked out
    :param inputs: the names of the units
    """
    from shoot_cli.analysis.what_if import OF_SWEEPS, WHAT, document, report, what_if
    from shoot_cli.cli.output import Bars, check_output, finish

    what = one_of(what, WHAT, "--what")
    check_output(inputs=inputs, json=json, csv=csv, out=output, force=force)
    bars = Bars(plain)
    try:
        examined.append(pairing())
        result = what_if(
            examined[0], what, pairs, seconds=seconds, sweep_seconds=OF_SWEEPS * seconds, jobs=jobs, tell=bars
        )
    finally:
        bars.close()
    finish(report(result), document(result), inputs=inputs, json=json, csv=csv, out=output, force=force, plain=plain)
    say_notes(result.base.answers)
