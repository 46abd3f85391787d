"""The tables of the README and of ``docs/`` that the program knows best, made from its code.

    python tests/docs/tables.py

writes them between their markers, ``<!-- made: settings of 40k-7e -->`` and ``<!-- end -->``. Where a table has words that
no code has (its last column), they are kept, row by row: write them where the row stands. A new row begins without; a
row whose key is gone goes.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

HOUSE = Path(__file__).parent.parent.parent
PAGES = (HOUSE / "README.md", *sorted((HOUSE / "docs").glob("*.md")))  # what is read by people who use or build it
MADE = re.compile(r"(?<=^<!-- made: )([^\n]*)( -->\n)(.*?)(?=^<!-- end -->$)", re.MULTILINE | re.DOTALL)
YES_OR_NO = "`no`, `yes`"

Row = tuple[str, ...]
Words = dict[str, Row]  # the cells behind the first one, by that one, as they stand in the document


def table(head: Row, rows: Iterable[Row]) -> str:
    lines = ["|" + "|".join(f" {part} " if part else " " for part in row) + "|\n" for row in (head, *rows)]
    return "".join((lines[0], "|---" * len(head) + "|\n", *lines[1:]))


def code(*names: str) -> str:
    return ", ".join(f"`{name}`" for name in names)


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


# What there is ---------------------------------------------------------------------------------------------------------


def by_age(edition: str) -> tuple[int, str]:
    """A key that sorts editions by their number; games that have none come last."""
    number = re.search(r"(\d+)e$", edition)
    return int(number[1]) if number else 99, edition


def shipped_lists(about: str, kept: Words) -> str:
    """Each shipped list, with what is in it."""
    from shoot_cli.armies import samples
    from shoot_cli.importing.list_files import load

    rows = []
    for sample in sorted(samples(), key=lambda sample: by_age(sample.ruleset)):
        army = load(sample.path).army
        models = sum(n for unit in army.units for _, n in unit.models)
        rows.append((code(sample.ruleset), code(sample.name), cell(army.name), str(len(army.units)), str(models)))
    return table(("edition", "list", "the army", "units", "models"), rows)


def targets(about: str, kept: Words) -> str:
    """The shipped targets of every edition, in the order in which they stand."""
    from shoot_cli.armies import target_sets
    from shoot_cli.importing.list_files import load

    rows = []
    for sample in sorted(target_sets(), key=lambda sample: by_age(sample.ruleset)):
        units = load(sample.path).army.units
        rows.append((code(sample.ruleset), cell(", ".join(map(called, units)))))
    return table(("edition", "targets"), rows)


def called(unit: Any) -> str:
    """``Boyz (20)``: how many models it has, if it is not one."""
    models = sum(n for _, n in unit.models)
    return unit.name if models == 1 else f"{unit.name} ({models})"


def keys(about: str, kept: Words) -> str:
    """The keys that work at every prompt."""
    from shoot_cli.ui.screen import Key

    return table(("key", "word", ""), [(code(key.value), code(key.word), note(kept, code(key.value))) for key in Key])


def exit_codes(about: str, kept: Words) -> str:
    from shoot_cli.ui import console

    codes = (console.DONE, console.WRONG, console.USAGE, console.UNREADABLE, console.INTERRUPTED)
    return table(("exit code", ""), [(str(n), note(kept, str(n))) for n in codes])


def remedies(about: str, kept: Words) -> str:
    """What helps if no phone comes, in the order in which it should be tried."""
    from shoot_cli.phone.links import REMEDIES

    lines = (textwrap.fill(f"{n}. {words}", 120, subsequent_indent="   ") for n, words in enumerate(REMEDIES, 1))
    return "".join(f"{line}\n" for line in lines)


def note(kept: Words, first: str) -> str:
    """The words that stand in the last cell of this row."""
    return kept[first][-1] if first in kept else ""


# Answers and settings --------------------------------------------------------------------------------------------------


def settings(about: str, kept: Words) -> str:
    rows = [(code(one.key), code(*one.values), one.rule, cell(one.text)) for one in ruleset_of(about).settings]
    return table(("setting", "values", "rule", ""), rows)


def answers(about: str, kept: Words) -> str:
    """Every key an attack may ask. Defaults that hang on the units are words of the document, as the last column is.

    ``under:WEAPON`` is a row for a key with a name behind it; it stands where somebody wrote it.
    """
    ruleset = ruleset_of(about)
    known = of_units(about) | {question.key: question for question in ruleset.possible_questions}
    written = [first.strip("`") for first in kept]
    both = {
        one.key for one in ruleset.settings
    }  # by itself such a key is the setting; asked is what it is of one thing
    rows = []
    for key in dict.fromkeys(
        (*(one for one in written if general(one) in known), *(one.key for one in ruleset.possible_questions))
    ):
        if key in both:
            assert any(one.startswith(f"{key}:") for one in written), f"write a row for {key}:NAME"
            continue
        name = code(key)
        default = default_of(known[key]) if key in known else ""
        said = takes(known[key]) if key in known else like(key, known, both)
        rows.append((name, said, default or (kept[name][-2] if name in kept else ""), note(kept, name)))
    return table(("key", "it takes", "default", ""), rows)


def like(key: str, known: dict[str, Any], both: set[str]) -> str:
    """What a key with a name behind it takes."""
    if general(key) in both:
        return takes(known[general(key)])
    return f"as {code(general(key))}" if general(key) != "if" else YES_OR_NO


def ruleset_of(name: str) -> Any:
    from shoot_cli.rules import edition

    found = edition(name)
    assert found is not None, name
    return found.ruleset()


def of_units(name: str) -> dict[str, Any]:
    """Questions that hang on who meets whom, by key: of everybody in the first two shipped lists."""
    from shoot_cli.armies import samples
    from shoot_cli.importing.list_files import load

    mine, theirs = [load(sample.path).army.units for sample in samples() if sample.ruleset == name][:2]
    found: dict[str, Any] = {}
    for one, other in ((one, other) for one in mine for other in (*theirs, *mine)):
        for question in ruleset_of(name).possible_questions_of(one, other):
            key = general(question.key)
            options = [*getattr(found.get(key), "options", ()), *getattr(question, "options", ())]
            found[key] = (
                question.but(options=(*{option.value: option for option in options}.values(),)) if options else question
            )
    return found


def general(key: str) -> str:
    """``under`` of ``under:WEAPON`` and ``if`` of ``if WORDS``: the key without the name of what it is about."""
    return re.split(r"[: ]", key)[0]


def takes(question: Any) -> str:
    """What may be said, in short: the values there are, or of which kind they are."""
    if getattr(question, "options", ()):
        return code(*(one.value for one in question.options))
    return {
        "Number": "a number",
        "Numbers": "a number, or one for each name",
        "HowMany": "how many: `5`, `Boy=5`",
        "Arrange": "an order: `3 Boy, 1 Nob`",
        "Subset": "names",
        "Phrases": f"any number: `{getattr(question, 'example', '')}`",
        "Choose": "a name",
    }[type(question).__name__]


def default_of(question: Any) -> str:
    from shoot_cli.input.answers import say

    named = type(question).__name__ in ("Choose", "Numbers", "Subset", "Phrases")
    return code(say(question, question.default)) if named and question.default is not None else ""


def situations(about: str, kept: Words) -> str:
    """Everything that `--as` takes, with the answer that it is."""
    from shoot_cli.analysis.situations import rows
    from shoot_cli.rules import edition

    found = edition(about)
    assert found is not None, about
    return table(("words", "the answer"), [(code(*words), code(answer)) for answer, words in rows(found).items()])


# Lists -----------------------------------------------------------------------------------------------------------------


def list_keys(about: str, kept: Words) -> str:
    """Every key of a list of one edition, from its JSON Schema."""
    from shoot_cli.rules import edition

    found = edition(about)
    assert found is not None, about
    schema = found.lists().json_schema()
    unit, models, _ = found.ruleset().nouns
    called = {
        "": "the list",
        "UnitPage": f"a {unit}",
        "TransportPage": "a transport",
        "ModelPage": models,
        "StatsPage": "a profile",
        "LocationPage": "a location",
        "WeaponPage": "a weapon",
        "ModePage": "a mode of it",
        "ArmyPage": "the army",
        "RulePage": "a rule",
        "StratagemPage": "a stratagem",
        "SwitchPage": "a switch",
    }
    where: dict[Row, list[str]] = {}  # the places that a key may stand in, where the same may be said of it
    for page, name in called.items():
        one = schema if not page else schema["$defs"].get(page, {})
        for key, value in one.get("properties", {}).items():
            said = f"any [setting](settings-{about}.md#settings)" if key == "settings" else said_of(value, called)
            must = "needed" if key in one.get("required", ()) else ""
            where.setdefault((code(key), cell(said), must), []).append(name)
    unnamed = schema["$defs"].keys() - called.keys()
    assert not unnamed, unnamed
    return table(("of", "key", "what stands there", ""), [(", ".join(names), *row) for row, names in where.items()])


def said_of(value: Any, called: dict[str, str]) -> str:
    """``write 24 or 24"`` as ``24 or 24"``; of several, what each of them is."""
    if "items" in value:
        rules = value["items"].get("examples", ()) if "rule" in value["items"].get("description", "") else ()
        return ": ".join(filter(None, ("a list", said_of(value["items"], called), ", ".join(rules))))
    if "description" in value:
        return str(value["description"]).removeprefix("write ")
    if "additionalProperties" in value:
        return f"by name: {said_of(value['additionalProperties'], called)}"
    if "$ref" in value:
        return called[value["$ref"].rpartition("/")[2]]
    if "anyOf" in value:
        return " or ".join(dict.fromkeys(said_of(one, called) for one in value["anyOf"]))
    return {"string": "a name", "boolean": "yes or no"}[value["type"]]


# Abilities of 10th edition ---------------------------------------------------------------------------------------------


def abilities(about: str, kept: Words) -> str:
    """What may be written on weapons, attackers, units or targets, each with its rule."""
    from shoot_cli.rules.tenth.edition import ABILITIES

    rows = []
    for form in ABILITIES.forms.values():
        if form.owner != about:
            continue
        letters = ", ".join(letter for letter in "XNKLRM" if re.search(rf"\b{letter}\b", form.written))
        letters += f", else {form.default}" if form.default is not None else ""
        row = code(form.example or form.name), letters, form.changes, ruled(form.rule), form.doubled
        rows.append((*row, ", ".join(refused_behind(form))))
    return table(("written", "takes", "changes", "rule", "twice", "when"), rows)


def changed_abilities(about: str, kept: Words) -> str:
    """What an edition writes or counts otherwise than 10th edition does, each with its rule."""
    from importlib import import_module

    from shoot_cli.rules import edition
    from shoot_cli.rules.tenth.edition import ABILITIES

    found = edition(about)
    assert found is not None, about
    forms = import_module(f"{found.package}.edition").ABILITIES.forms.values()
    changed = [form for form in forms if ABILITIES.forms.get(form.name) != form]
    rows = [
        (code(form.example or form.name), ruled(form.rule), note(kept, code(form.example or form.name)))
        for form in changed
    ]
    return table(("written", "rule", "what is new"), rows)


def refused_behind(form: Any) -> list[str]:
    """Which conditions the program refuses behind an effect; nothing if it takes all."""
    from shoot_cli.rules.datasheets.abilities import NO_DAMAGE, why_not
    from shoot_cli.rules.datasheets.ability_grammar import Opened
    from shoot_cli.rules.datasheets.profiles import Condition

    if not form.condition:
        return ["no"]
    start = Opened("", incoming=form.name == NO_DAMAGE)
    told = [why_not(form, (Condition(kind),), start) for kind in ("greater", "within")]
    whose = [re.search(r"no condition can be one of the (\w+)", why) for why in told if why]
    assert all(whose), (form.name, told)
    return [f"not of the {one[1]}" for one in whose if one]


def ruled(rule: str) -> str:
    """A rule by its title: ``Stealth (10E-DEF-STEALTH-1)``."""
    from shoot_cli.rules import RULESETS

    return next(f"{one.title} ({rule})" for of in RULESETS for one in of.rulebook() if one.id == rule)


def reaches(about: str, kept: Words) -> str:
    """Whom an ability may work for, in the order of the rules."""
    from shoot_cli.rules.datasheets.ability_forms import reaches as known
    from shoot_cli.rules.tenth.edition import ABILITIES

    rows = []
    for reach in known().values():
        name = code(f"{inched(reach.written)}:")
        rows.append((name, reach.words, ruled(ABILITIES.book.rule(reach.rule)), note(kept, name)))
    return table(("before the effect", "it works for", "rule", "asked, and in odds"), rows)


def inched(written: str) -> str:
    """``within N"`` where the words of the table have ``within N``."""
    return re.sub(r"\bN$", 'N"', written)


def conditions(about: str, kept: Words) -> str:
    """On what an ability may work."""
    from shoot_cli.rules.datasheets.ability_forms import condition_forms as known
    from shoot_cli.rules.tenth.edition import ABILITIES

    rows = []
    for one in known().values():
        name = code(*one.written)
        rows.append((name, ruled(ABILITIES.book.rule(one.rule)), note(kept, name)))
    return table(("behind the effect", "rule", "what tells it"), rows)


REFUSED = (
    "re-roll hits",
    "+1 to hit against tanks",
    "+1 to hit against T5",
    "Firing Deck 2 if Waaagh!",
    "unit: led: +1 to hit",
    "incoming: has cover",
    'enemies within 6": Feel No Pain 5+',
    "+1 to hit if stationary if stationary",
    "Deep Strike, Stealth",
)


def refused(about: str, kept: Words) -> str:
    """Lines that are no abilities of a unit, with what is said of each."""
    from shoot_cli.engine.reasons import shown
    from shoot_cli.rules.tenth.edition import ABILITIES

    rows = []
    for line in REFUSED:
        try:
            ABILITIES.of_unit(line)
        except ValueError as error:
            rows.append((code(line), cell(str(error).removeprefix(f"{shown(line)}: "))))
        else:
            raise AssertionError(line)
    return table(("written", "what is said"), rows)


def states(about: str, kept: Words) -> str:
    """What a unit may be, behind ``if``."""
    from shoot_cli.rules.datasheets.ability_forms import states as known
    from shoot_cli.rules.tenth.edition import ABILITIES

    rows = []
    for one in known().values():
        rows.append((code(one.name), ruled(ABILITIES.book.rule(one.rule)), note(kept, code(one.name))))
    return table(("behind if", "rule", "what tells it"), rows)


def idle_abilities(about: str, kept: Words) -> str:
    from shoot_cli.rules.datasheets.ability_forms import names_without_influence

    return f"Read, but nothing to shooting: {', '.join(sorted(names_without_influence()))}.\n"


def every_ability_form() -> list[Any]:
    """Return the rows of ``abilities.md``, then those that an edition has of its own."""
    from shoot_cli.rules.datasheets.ability_forms import every_form
    from shoot_cli.rules.eleventh.edition import ABILITIES as ELEVENTH
    from shoot_cli.rules.tenth.edition import ABILITIES as TENTH

    return [*every_form(), *TENTH.own, *ELEVENTH.own]


def changes(about: str, kept: Words) -> str:
    """Return each value of the column `changes`, with the values of `by` beside it and a first example."""
    found: dict[str, list[Any]] = {}
    for form in every_ability_form():
        found.setdefault(form.changes, []).append(form)
    rows = []
    for value, forms in found.items():
        name = code(value) if value else "nothing"
        ways = code(*dict.fromkeys(form.operation for form in forms if form.operation)) or "-"
        rows.append((name, ways, code(forms[0].example or forms[0].name), note(kept, name)))
    return table(("changes", "by", "for example", "who reads it"), rows)


def ways_of_change(about: str, kept: Words) -> str:
    """Return each value of the column `by`, with how `shoot army check` says it."""
    from shoot_cli.rules.datasheets.ability_texts import BY

    rows = []
    for value in dict.fromkeys(form.operation for form in every_ability_form()):
        name = code(value) if value else "nothing"
        rows.append((name, code(BY[value]) if value in BY else "as it is written", note(kept, name)))
    return table(("by", "army check says", "what the rules do with it"), rows)


def ability_columns(about: str, kept: Words) -> str:
    """Return the values of the other columns; the reader of the table refuses any other value."""
    forms, rows = every_ability_form(), []
    columns = {
        "doubled": "twice", "helped": "helps", "condition": "condition", "for_the_unit": "for the unit", "rolled": "rolled"
    }  # fmt: skip
    for attribute, column in columns.items():
        for value in dict.fromkeys(getattr(form, attribute) for form in forms):
            said = {True: "yes", False: "", "": ""}.get(value, value)
            name = f"{code(column)}: {code(said) if said else 'nothing'}"
            rows.append((name, note(kept, name)))
    return table(("column and value", "what it means"), rows)


def gun_fields(about: str, kept: Words) -> str:
    """Return the groups of the fields of a gun, as batches of attacks know them."""
    from shoot_cli.rules.datasheets.steps import batch

    groups = ("OF_ATTACKS", "OF_HITS", "OF_WOUNDS", "OF_SAVES", "OF_DAMAGE", "OF_ALL", "OF_NONE", "WORDS", "USUAL")
    rows = [(code(name), code(*getattr(batch, name)), note(kept, code(name))) for name in groups]
    return table(("group", "fields", "in a batch"), rows)


def effects(about: str, kept: Words) -> str:
    """Every effect of the 7th edition that is known by name: whose it is, what it does, how long a battle keeps it."""
    from shoot_cli.rules.seventh.effects import KNOWN, effect_text

    rows = []
    for known in KNOWN:
        does = "; ".join(filter(None, (effect_text(known), known.note)))
        name = f"{known.name} N" if known.numbers else known.name
        rows.append((code(name), cell(known.whose), cell(does), known.on, known.lasts))
    return table(("name", "whose", "what it does", "it is on", "it lasts"), rows)


MAKERS: dict[str, Callable[[str, Words], str]] = {
    "shipped lists": shipped_lists,
    "targets": targets,
    "keys": keys,
    "exit codes": exit_codes,
    "remedies": remedies,
    "settings": settings,
    "answers": answers,
    "situations": situations,
    "list keys": list_keys,
    "abilities": abilities,
    "changed abilities": changed_abilities,
    "idle abilities": idle_abilities,
    "reaches": reaches,
    "conditions": conditions,
    "states": states,
    "changes": changes,
    "gun fields": gun_fields,
    "ways": ways_of_change,
    "columns": ability_columns,
    "refused": refused,
    "effects": effects,
}


def remade(text: str) -> str:
    """A document with its tables as the code has them now. :raises KeyError: a table that nobody makes"""

    def make(found: re.Match[str]) -> str:
        name, _, about = found[1].partition(" of ")
        cells = [re.split(r"(?<!\\)\|", line)[1:-1] for line in found[3].splitlines()[2:]]
        kept = {row[0].strip(): tuple(part.strip() for part in row[1:]) for row in cells if row}
        return f"{found[1]}{found[2]}{MAKERS[name](about, kept)}"

    return MADE.sub(make, text)


if __name__ == "__main__":
    sys.path.insert(0, str(HOUSE))
    for page in PAGES:
        page.write_text(remade(page.read_text(encoding="utf-8")), encoding="utf-8")
