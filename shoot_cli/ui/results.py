"""The results of ``resolve``, ``odds`` and ``--questions`` on a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shoot_cli.core.answers import yes_or_no
from shoot_cli.core.percent import percent
from shoot_cli.core.questions import Roll, Total
from shoot_cli.core.status import ValueRange
from shoot_cli.core.visible import visible
from shoot_cli.ui.console import console
from shoot_cli.ui.tables import DistributionTable, as_is, dice_pool, grid, summary, told_line
from shoot_cli.ui.words import answer_words, instruction

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from shoot_cli.attacks.sheet import Sheet
    from shoot_cli.core.answerers import PresetTable
    from shoot_cli.core.task import Task

NAMES = {
    "slain": "Models slain",
    "damage": "Wounds lost",
    "own_slain": "Own models slain",
    "own_damage": "Own wounds lost",
    "pinned": "Pinned",
}
MANY = 4  # assumptions with one value are said together


def title(name: str, titles: Mapping[str, str] = {}) -> str:
    """What a measure is called on a screen; ``titles`` are the edition's own."""
    return titles.get(name) or NAMES.get(name, name.replace("_", " ").capitalize())


def losses_of(titles: Mapping[str, str]) -> tuple[str, ...]:
    """The measures of what the target lost, but for those that an edition leaves out: they cannot happen to it."""
    return tuple(name for name in ("slain", "damage") if titles.get(name) != "")


def show_assumed(out: Console, assumed: dict[str, str]) -> None:
    """What was taken for granted, so that nobody believes in a number for another situation."""
    alike: dict[str, list[str]] = {}
    for key, value in assumed.items():
        alike.setdefault(value, []).append(key)
    many = {value: keys for value, keys in alike.items() if value and len(keys) >= MANY}
    single = [f"{key} {value}" for key, value in assumed.items() if value and value not in many]
    words = ", ".join(single) + "".join(f"; {value}: {', '.join(keys)}" for value, keys in many.items())
    if words:
        out.print(
            as_is(f"Assumed: {words.removeprefix('; ')}. Change it with --set KEY=VALUE (see --questions).", "dim")
        )


def show_resolved(task: Task, table: PresetTable, report: dict[str, Any], seed: int, plain: bool) -> None:
    out, titles = console(plain), task.titles()
    out.print(as_is(f"{task.attacker.name} shoots at {task.target.name} ({task.ruleset.title}), seed {seed}", "bold"))
    for entry in table.log:
        question = entry.question
        if question is None:
            out.print(told_line(entry))
        elif isinstance(question, (Roll, Total)):
            out.print(dice_pool(entry))
        elif question.key in table.given.used:
            names = task.ruleset.sides(entry.record)
            out.print(as_is(f"{instruction(question, names)} > {answer_words(question, entry.answer)}"))
    out.print()
    casualties = grid(
        ("Model", "left"), ("Alive", "right"), (f"{titles.get('points', 'Wounds')} left", "right"), plain=plain
    )
    for model in report["models"]:
        wounds = model["wounds"]
        left = str(wounds[0]) if len(set(wounds)) == 1 else ", ".join(map(str, wounds)) if wounds else "-"
        casualties.add_row(as_is(model["name"]), str(model["alive"]), left if len(set(wounds)) != 1 else f"{left} each")
    out.print(casualties)
    destroyed = f"{task.target.name} is destroyed. " if report["destroyed"] else ""
    losses = f"{report['slain']} slain, {report['damage']} wounds lost"
    if titles:
        losses = ", ".join(f"{title(name, titles)}: {report[name]}" for name in losses_of(titles))
    out.print(as_is(f"{destroyed}{losses}.", "bold"))
    for key in report:
        if key not in ("slain", "damage", "destroyed", "models"):
            value = report[key]
            if key in task.ruleset.rare and value is False:
                continue  # said where it came about
            shown = yes_or_no(value)
            shown = (", ".join(value) or "nobody") if isinstance(value, list) else shown
            if isinstance(value, dict):
                shown = ", ".join(f"{n} {name}" for name, n in value.items())
            out.print(as_is(f"{title(key, titles)}: {shown}"))
    show_assumed(out, {**table.given.assumed, **task.assumed()})


def show_repeated(task: Task, found: dict[str, dict[int, int]], times: int, seed: int, plain: bool) -> None:
    out, titles = console(plain), task.titles()
    out.print(as_is(f"{task.attacker.name} shoots at {task.target.name}, {times} times, seed {seed}", "bold"))
    rows = []
    for name in losses_of(titles):
        counts = found[name]
        ranked = sorted(counts)
        middle, so_far = ranked[-1], 0
        for value in ranked:
            so_far += counts[value]
            if 2 * so_far >= times:
                middle = value
                break
        mean = sum(value * n for value, n in counts.items()) / times
        rows.append(ValueRange(title(name, titles), mean, ranked[0], middle, ranked[-1]))
    out.print(summary(rows, plain=plain))
    first = losses_of(titles)[0]
    counts = found[first]
    rows_of = [counts.get(k, 0) / times for k in range(max(counts) + 1)]
    out.print(DistributionTable(title(first, titles), rows_of, plain))
    destroyed = found["destroyed"].get(1, 0)
    out.print(as_is(f"Destroyed: {percent(destroyed / times)} ({destroyed} times)"))


def show_odds(result: dict[str, Any], plain: bool, titles: Mapping[str, str] = {}) -> None:
    out = console(plain)
    out.print(as_is(f"{result['attacker']} shoots at {result['target']}: exact odds", "bold"))
    show_numbers(out, result, plain, titles)
    show_assumed(out, result["assumed"])


def show_succession(result: dict[str, Any], plain: bool, titles: Mapping[str, str] = {}) -> None:
    """Several attacks at one target: what each of them adds, and what all come to."""
    from shoot_cli.ui.sheets import SheetView

    out, names = console(plain), result["attackers"]
    out.print(as_is(f"{result['attacker']} shoot at {result['target']}: exact odds", "bold"))
    for line in order_words(result):
        out.print(as_is(line))
    out.print(SheetView(steps_sheet(result, titles), plain))
    out.print(as_is(f"{'Both' if len(names) == 2 else f'All {len(names)}'} together:", "bold"))
    own = ("attackers", "after", "order", "as_given")
    show_numbers(out, {key: value for key, value in result.items() if key not in own}, plain, titles)
    show_assumed(out, result["assumed"])


def order_words(result: dict[str, Any]) -> list[str]:
    """What the best order has over the one that was given, if it was looked for."""
    if "order" not in result:
        return []
    best, given = result["after"][-1], result["as_given"]
    if result["order"] == sorted(result["order"]):
        return ["No other order destroys it more often, or does more damage where it is as often."]
    then, now = percent(best["destroyed"]), percent(given["destroyed"])
    if abs(best["destroyed"] - given["destroyed"]) > 1e-12:
        as_given = "hardly more often than as given" if then == now else f"as given it would be {now}"
        more = f"destroys it in {then}, {as_given}."
    else:
        more = f"does {best['damage']:.2f} damage on average, as given it would be {given['damage']:.2f}."
    return [f"The best order: this one {more}"]


def steps_sheet(result: dict[str, Any], titles: Mapping[str, str]) -> Sheet:
    """What the attacks so far have come to, attacker by attacker."""
    from shoot_cli.attacks.sheet import Column, Sheet, chance_cell, number_cell, words_cell

    losses = losses_of(titles)
    columns = [Column("attacker", "After"), *(Column(name, title(name, titles), True) for name in losses)]
    rows = tuple(
        (words_cell(step["attacker"]), *(number_cell(step[name]) for name in losses), chance_cell(step["destroyed"]))
        for step in result["after"]
    )
    return Sheet("", (*columns, Column("destroyed", "Destroyed", True)), rows)


def show_numbers(out: Console, result: dict[str, Any], plain: bool, titles: Mapping[str, str]) -> None:
    """What attacks come to: expected numbers, distributions, chances."""
    losses = losses_of(titles)
    if not anything(result):
        closed = result.get("closed", {})
        out.print(as_is("Nothing can happen: nobody can shoot." if closed else "Nothing can come of it."))
        for option, why in closed.items():
            out.print(as_is(f"Not possible here: {option}, {why}", "dim"))
        return
    heads = {name: titles.get(name, name) for name in result["expected"] if name not in ("slain", "damage")}
    heads |= {name: name for name in ("damage", "slain") if name in losses}
    if out.width < 60:
        out.print(
            as_is("Expected: " + ", ".join(f"{result['expected'][name]:.2f} {head}" for name, head in heads.items()))
        )
    else:
        expected = grid(*((head[0].upper() + head[1:], "right") for head in heads.values()), plain=plain)
        expected.add_row(*(f"{result['expected'][name]:.2f}" for name in heads))
        out.print(as_is("Expected:"))
        out.print(expected)
    if "slain" in losses:
        out.print(DistributionTable(title("slain", titles), result["slain"], plain))
    if len(result["damage"]) != len(result["slain"]) or "slain" not in losses:
        out.print(DistributionTable(title("damage", titles), result["damage"], plain))
    out.print(as_is(f"Destroyed: {percent(result['destroyed'])}"))
    for name, value in result.items():
        if isinstance(value, float) and name != "destroyed":
            out.print(as_is(f"{title(name, titles)}: {percent(value)}"))
        elif name == "closed":
            for option, why in value.items():
                out.print(as_is(f"Not possible here: {option}, {why}", "dim"))
        elif isinstance(value, list) and name not in ("slain", "damage"):
            out.print(DistributionTable(title(name, titles), value, plain))
    if "exact" in result:
        for name, row in result["exact"].items():
            if titles.get(name) == "":
                continue
            out.print(
                as_is(f"{title(name, titles)}, exactly: " + ", ".join(f"{k}: {share}" for k, share in enumerate(row)))
            )


def anything(result: Mapping[str, Any]) -> bool:
    """True if any measure of an attack can be more than nothing: what is expected, a distribution, a chance."""
    measured = (value for value in result.values() if isinstance(value, (float, list)))
    rows = (value[1:] if isinstance(value, list) else [value] for value in measured)
    return any(result["expected"].values()) or any(any(row) for row in rows)


def show_asked(rows: list[dict[str, Any]], plain: bool) -> None:
    out = console(plain)
    out.print(as_is("What this attack asks; answer with --set KEY=VALUE:", "bold"))
    if out.width < 70 or plain:
        for row in rows:
            out.print(as_is(f"{row['key']} = {default_of(row)}", "bold"))
            out.print(as_is(f"  {row['text']}: {values_text(row['values'])}"))
        return
    table = grid(("Key", "left"), ("Default", "left"), ("What it is", "left"), ("Values", "left"), plain=plain)
    for row in rows:
        table.add_row(*map(as_is, (row["key"], default_of(row), row["text"], values_text(row["values"]))))
    out.print(table)


def default_of(row: dict[str, Any]) -> str:
    """What holds if nobody says anything; of what follows from the units, that it does."""
    return (row["default"] or "(must be said)") + ", computed" * bool(row.get("computed"))


def values_text(values: Any) -> str:
    return visible(", ".join(map(str, values)) if isinstance(values, list) else str(values))
