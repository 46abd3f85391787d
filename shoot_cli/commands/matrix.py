"""The command `shoot matrix`: all attackers at all targets, one record per line. A later run can continue."""

from __future__ import annotations

import csv
import os
import sys
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from io import StringIO
from itertools import islice
from json import loads
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from shoot_cli.analysis.attack_result import AttackResult, averages
from shoot_cli.analysis.grid import SharedUse, has_arrays, ruleset_of
from shoot_cli.analysis.matchup import KEYS, NAMES, TEXTS, record_at, shared_use
from shoot_cli.analysis.single_attack import as_input_error
from shoot_cli.cli import completion
from shoot_cli.cli import options as option_types
from shoot_cli.engine.budget import SECONDS, seconds_had
from shoot_cli.engine.extras import how_to_install
from shoot_cli.engine.names import counted, visible
from shoot_cli.engine.reasons import InputError
from shoot_cli.ui.console import as_json, print_json
from shoot_cli.ui.console import exit_on_refusal as as_exit
from shoot_cli.ui.report_files import safe

if TYPE_CHECKING:
    from shoot_cli.analysis.matchup import Matrix


LONG = 1_000  # pairs that are told to take long without numpy
CSV, LINES = ".csv", (".jsonl", ".ndjson", ".json")


def matrix(
    lists: Annotated[
        list[str],
        typer.Argument(metavar="LISTS...", help="Who shoots: lists, FILE::UNIT ...", autocompletion=completion.units),
    ],
    against: Annotated[
        list[str] | None, typer.Option("--against", "-a", help="At what, likewise; may repeat. [default: the same]")
    ] = None,
    ruleset: option_types.RulesetOption = None,
    set_: option_types.SetOption = None,
    distance: option_types.Distance = None,
    cover: option_types.Cover = None,
    jobs: option_types.Jobs = None,
    budget: option_types.BudgetOption = SECONDS,
    accept_gaps: option_types.AcceptGaps = False,
    attach: option_types.Attach = None,
    data: option_types.Data = None,
    output: Annotated[
        Path | None, option_types.output_option("Write FILE.jsonl or FILE.csv; what a run left goes on.")
    ] = None,
    csv: option_types.Csv = False,
    json: option_types.Json = False,
    force: option_types.Force = False,
    plain: option_types.Plain = False,
) -> None:
    """Everything at everything, as JSON lines, CSV or one JSON document; each pair of different units once."""
    from shoot_cli.analysis.matchup import matrix_of, records
    from shoot_cli.cli.output import progress
    from shoot_cli.cli.units import Usage, leaders_of, say_alone, say_notes, shared_answers, sides_of_many

    with as_exit(json), as_input_error():
        if output is not None and output.suffix.casefold() not in (CSV, *LINES):
            raise Usage(f"{output}: the name of the file says what is written; it ends in .jsonl or .csv")
        if force and output is None:
            raise Usage("--force is for --output: it writes that file anew")
        as_csv = csv or (output is not None and output.suffix.casefold() == CSV)
        if csv and output is not None and output.suffix.casefold() != CSV:
            raise Usage(f"--csv, but {output} is to have JSON lines")
        if json and (csv or output is not None):
            raise Usage(f"--json prints one document: leave out {'--csv' if csv else '--output'}, or --json")
        given = shared_answers(set_, {"distance": distance, "cover": cover})
        attackers, targets = sides_of_many(lists, against or lists, ruleset, accept_gaps, leaders_of(attach))
        say_alone((*attackers, *targets))
        pairs = matrix_of(attackers, targets, given)
        if len(pairs) >= LONG and ruleset_of(attackers[0]).chains is not None and not has_arrays():
            print(
                f"{len(pairs):,} pairs, one after the other; all at once: {how_to_install('matrix')}", file=sys.stderr
            )
        use = SharedUse()
        options: dict[str, Any] = {"jobs": 1 if jobs is None else jobs, "seconds": budget, "on_results": use.add}
        if output is None:
            form = Form(pairs, as_csv)
            with progress(len(pairs), plain) as tell:
                batches = records(pairs, tell=tell, **options)
                if json:
                    print_json([record for batch in batches for record in batch], indent=2)
                else:
                    print(form.heading.decode(), end="")
                    for batch in batches:
                        print("".join(form.line(record).decode() for record in batch), end="", flush=True)
            say_notes(shared_use(use, pairs), attacks=len(pairs))
            return
        asked = [*lists, *(against or ())]
        with (
            matrix_file(output, pairs, as_csv, seconds=budget, force=force, inputs=asked) as file,
            progress(len(pairs), plain) as tell,
        ):
            for words in file.words:
                print(visible(words), file=sys.stderr)
            tell(len(pairs) - len(file.missing))
            places = iter(file.missing)
            for batch in records(pairs, file.missing, tell=tell, **options):
                file.write(islice(places, len(batch)), batch)
            file.finish()
        say_notes(shared_use(use, pairs), attacks=len(pairs))
        wrong = f"; {file.errors:,} of them with an error in place of numbers" if file.errors else ""
        print(f"Written: {visible(str(output))}, {len(pairs):,} lines{wrong}", file=sys.stderr)


# The file of a matrix. Only one run writes it; a later run continues it if the records are the same.

LONGEST = 1 << 20  # bytes of one record; usual are some hundred
HEADING = ",".join(KEYS).encode() + b"\n"
NONE = -1


class Form:
    """The format of records: one JSON line each, or CSV lines below a heading."""

    def __init__(self, matrix: Matrix, as_csv: bool) -> None:
        self.as_csv, self.run = as_csv, matrix.run
        self.begin = f"{self.run},".encode() if as_csv else f'{{"run": "{self.run}", '.encode()
        self.heading = HEADING if as_csv else b""

    def line(self, record: Mapping[str, Any]) -> bytes:
        if not self.as_csv:
            return as_json(record).encode() + b"\n"
        text = StringIO()
        csv.writer(text, lineterminator="\n").writerow([safe(record[key]) for key in KEYS])
        return text.getvalue().encode()

    def name(self, text: str) -> str:
        return str(safe(text)) if self.as_csv else text

    def read(self, line: bytes) -> dict[str, Any] | None:
        """Return the record of a line, or None if it is no complete record."""
        try:
            if not self.as_csv:
                data = loads(line)
            else:
                (row,) = csv.reader(StringIO(line.decode(), newline=""), strict=True)
                data = dict(zip(KEYS, row, strict=True))
        except (ValueError, RecursionError, csv.Error):
            return None
        if not isinstance(data, dict) or tuple(data) != KEYS or not all(isinstance(data[key], str) for key in TEXTS):
            return None
        return data

    def result(self, record: Mapping[str, Any]) -> AttackResult | None:
        """Return the result in a record, or None if it has neither a result nor an error."""
        if why_not := record["error"]:
            return AttackResult(why_not=why_not) if isinstance(why_not, str) else None
        try:
            return averages(float(record["destroyed"]), float(record["slain"]), float(record["damage"]))
        except (TypeError, ValueError):
            return None


class KeptRecords(NamedTuple):
    """The records that a file already has, by index in the matrix."""

    offsets: array[int]
    lengths: array[int]
    wrong: bytearray  # 1 for a record with an error
    missing: Sequence[int]
    end: int  # file offset after the last record if all are in order and nothing else is there; else -1
    cut: bool  # True if the last line is incomplete
    damaged: int  # lines that no run writes like this
    twice: int  # repeated records


def look(file: IO[bytes], path: Path, matrix: Matrix, form: Form, seconds: float | None) -> KeptRecords:
    """Return what the file already has. :raises InputError: if a line is no record of this run"""
    size = len(matrix)
    offsets, lengths, wrong = array("q", [NONE]) * size, array("L", [0]) * size, bytearray(size)
    places, ruleset = Places(matrix, form), ruleset_of(matrix.attackers[0])
    damaged, twice, in_order, number = 0, 0, 0, 0
    cut, straight = False, True
    for number, (offset, line) in enumerate(lines_of(file, form), 1):
        heading = form.as_csv and number == 1
        begin = form.heading if heading else form.begin
        whole = line.endswith(b"\n")
        if not (line.startswith(begin) or (not whole and begin.startswith(line))) or len(line) > LONGEST:
            if number > 1 and whole and not line.strip():
                straight = False
                continue
            raise InputError(not_ours(path, number))
        if not whole:
            cut = True
            break
        if heading:
            continue
        record = form.read(line)
        index = None if record is None else places.index_of(record)
        result = None if record is None or index is None else form.result(record)
        expected = None
        if record is not None and index is not None and result is not None:
            expected = record_at(matrix, ruleset, index, result, record["mode"])
        if index is None or result is None or expected is None or not is_as_written(line, form, expected):
            damaged, straight = damaged + 1, False
            continue
        is_repeat = offsets[index] != NONE
        twice += 1 if is_repeat else 0
        had = seconds_had(result.why_not)
        if had is not None and (seconds is None or seconds > had):
            straight = False
            continue  # this run has more time for it
        if is_repeat and not wrong[index]:
            straight = False
            continue
        straight = straight and index == in_order
        in_order += 1
        offsets[index], lengths[index], wrong[index] = offset, len(line), 1 if result.why_not else 0
    missing = [index for index in range(size) if offsets[index] == NONE]
    lines = number - 1 if cut else number  # complete lines
    end = offsets[in_order - 1] + lengths[in_order - 1] if in_order else len(form.heading) if lines else 0
    return KeptRecords(offsets, lengths, wrong, missing, end if straight else NONE, cut, damaged, twice)


def is_as_written(line: bytes, form: Form, record: Mapping[str, Any]) -> bool:
    """Return True if the line is exactly what this record's numbers give."""
    return line.replace(b"\r\n", b"\n") == form.line(record)


def not_ours(path: Path, number: int) -> str:
    """Return the refusal of a file that belongs to another run. `number` is the line."""
    what = "other units, answers or version" if number == 1 else f"line {number} is no record of this run"
    return f"{path} is there, and not of this run: {what}. Name another file, or --force"


def lines_of(file: IO[bytes], form: Form) -> Iterator[tuple[int, bytes]]:
    """Yield (offset, line). A line that is too long is cut. In CSV, quoted text may contain line ends."""
    file.seek(0)
    offset = 0
    while line := file.readline(LONGEST + 1):
        while form.as_csv and line.count(b'"') % 2 and len(line) <= LONGEST and (more := file.readline(LONGEST)):
            line += more
        yield offset, line
        offset += len(line)


class Places:
    """A finder of a record's index in the matrix. Records with equal names get the free indexes in order."""

    def __init__(self, matrix: Matrix, form: Form) -> None:
        self.found: dict[tuple[str, ...], list[int]] = {}
        self.seen: dict[tuple[str, ...], int] = {}
        for index in range(len(matrix)):
            self.found.setdefault(tuple(map(form.name, matrix.names(index))), []).append(index)

    def index_of(self, record: Mapping[str, Any]) -> int | None:
        names = tuple(record[key] for key in NAMES)
        indexes = self.found.get(names)
        if indexes is None:
            return None
        nth = self.seen[names] = self.seen.get(names, -1) + 1
        return indexes[nth % len(indexes)]


class MatrixFile:
    """The file while a run writes it. `missing` are the indexes of the missing records, in order."""

    def __init__(self, path: Path, matrix: Matrix, form: Form, seconds: float | None, force: bool) -> None:
        self.path, self.form, self.size = path, form, len(matrix)
        self.new = not path.exists()
        self.file = opened(path)
        self.kept: KeptRecords | None = None
        self.missing: Sequence[int] = range(self.size)
        self.errors = 0
        self.begun = False  # False until there are records; before that the file is not changed
        self.words: list[str] = []  # sentences about the old content
        try:
            if not force and self.file.seek(0, os.SEEK_END):
                self.go_on(matrix, seconds)
        except BaseException:
            self.close()
            raise

    def go_on(self, matrix: Matrix, seconds: float | None) -> None:
        """Keep the complete records of the old content, and drop everything else."""
        kept = look(self.file, self.path, matrix, self.form, seconds)
        self.missing, self.errors = kept.missing, sum(kept.wrong)
        if kept.end == NONE:
            self.kept = self.put_in_order(kept)
        else:
            self.file.truncate(kept.end)
        self.begun = self.file.seek(0, os.SEEK_END) > 0
        again = "worked out anew"
        if kept.damaged:
            self.words.append(f"{self.path}: {counted(kept.damaged, 'line')} changed or damaged, {again}")
        if kept.twice:
            self.words.append(f"{self.path}: {counted(kept.twice, 'record')} more than once, now once")
        if kept.cut:
            self.words.append(f"{self.path}: the last line was cut off, {again}")

    def put_in_order(self, kept: KeptRecords) -> KeptRecords:
        """Rewrite the file with only the kept records, in order."""
        from shoot_cli.cli.output import put_in_place

        offsets, lengths = array("q", [NONE]) * self.size, kept.lengths
        with put_in_place(self.path, True) as beside:
            fresh = os.fdopen(os.open(beside, os.O_RDWR | getattr(os, "O_BINARY", 0)), "r+b")
            try:
                hold(fresh, self.path)
                fresh.write(self.form.heading)
                for index in range(self.size):
                    if kept.offsets[index] != NONE:
                        self.file.seek(kept.offsets[index])
                        offsets[index] = fresh.tell()
                        fresh.write(self.file.read(lengths[index]))
                fresh.flush()
            except BaseException:
                fresh.close()
                raise
            if os.name == "nt":  # Windows cannot replace an open file
                fresh.close()
                self.file.close()
        self.file.close()  # close it last: until then no other run may start with the old file
        self.file = opened(self.path) if fresh.closed else fresh
        return kept._replace(offsets=offsets)

    def write(self, indexes: Iterable[int], records: Iterable[Mapping[str, Any]]) -> None:
        if not self.begun:
            self.begun = True
            self.file.seek(0)
            self.file.truncate()
            self.file.write(self.form.heading)
        for index, record in zip(indexes, records, strict=True):
            line = self.form.line(record)
            if self.kept is not None:
                self.kept.offsets[index], self.kept.lengths[index] = self.file.tell(), len(line)
            self.file.write(line)
            self.errors += bool(record["error"])
        self.file.flush()

    def finish(self) -> None:
        """Put the complete records in order."""
        if self.kept is not None and self.missing and self.missing[0] < self.size - len(self.missing):
            self.put_in_order(self.kept)

    def close(self) -> None:
        try:
            self.file.close()
        finally:  # remove the new file if it is still empty, for example on a full disk
            with suppress(OSError):
                if self.new and not self.path.is_symlink() and not self.path.stat().st_size:
                    self.path.unlink()


@contextmanager
def matrix_file(
    path: Path, matrix: Matrix, as_csv: bool, *, seconds: float | None, force: bool, inputs: Sequence[str]
) -> Iterator[MatrixFile]:
    """Open the file so that it can be continued.

    :param seconds: the time limit of each attack; attacks that failed with the same limit are not tried again
    :param inputs: the units as named on the command line
    :raises InputError: if it belongs to another run, cannot be a file, or is being written
    """
    from shoot_cli.cli.output import place_of, refuse_inputs, writing

    with writing(path, False):
        refuse_inputs(path, inputs, False)
        place_of(path, True)
        file = MatrixFile(path, matrix, Form(matrix, as_csv), seconds, force)
        try:
            yield file
        finally:
            file.close()


def opened(path: Path) -> IO[bytes]:
    """Open or create the file for this run alone. :raises InputError: if another run writes it"""
    while True:
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666), "r+b")
        try:
            hold(file, path)
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):  # the file was not replaced meanwhile
                return file
        except FileNotFoundError:
            pass
        except BaseException:
            file.close()
            raise
        file.close()


def hold(file: IO[bytes], path: Path) -> None:
    """Lock the file until it is closed, if the file system has locks. :raises InputError: if another run writes it"""
    from shoot_cli.storage.database import locked

    try:
        free = locked(file.fileno())
    except OSError:
        return
    if not free:
        raise InputError(f"{path} is being written by another run. Wait for its end, or name another file")
