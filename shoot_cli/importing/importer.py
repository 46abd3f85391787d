"""The import of a file: it returns the list, its army and the report.

Stratagems of its detachments are proposed as YAML to paste, if players installed a package that has them (EVE-65,
66).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import date
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, cast

from shoot_cli.armies.army import TOLD, ArmyBlock, ArmyEntry
from shoot_cli.armies.cache import FORGETTING
from shoot_cli.armies.loading import Attachments
from shoot_cli.armies.tree import MOST_NODES, ArmyErrors, did_you_mean, plain_name
from shoot_cli.armies.yaml_text import tree_of
from shoot_cli.engine.names import counted, name_key
from shoot_cli.engine.reasons import shown
from shoot_cli.engine.record import Record
from shoot_cli.importing import formats
from shoot_cli.importing import report as import_report
from shoot_cli.importing.data.catalogues import RememberedCatalogues
from shoot_cli.importing.data.datasheets import Source
from shoot_cli.importing.data.sources import Sources, completed
from shoot_cli.importing.editions import IMPORTERS, importer, may_of
from shoot_cli.importing.pasted import text_list
from shoot_cli.importing.pasted.formats import read_text
from shoot_cli.importing.pasted.matching import attached, roster_of
from shoot_cli.importing.pasted.text_list import Group, TextList, TextUnit
from shoot_cli.importing.pasted.unit_block import shared_out
from shoot_cli.importing.pasted.unit_lines import BARE_POINTS, IsUnit
from shoot_cli.importing.published.stratagems import page_of
from shoot_cli.importing.report import (
    USUAL,
    ImportContext,
    ImportedList,
    Leads,
    Options,
    Report,
    called,
    place_of,
    with_key,
    with_undecided,
)
from shoot_cli.importing.roster import (
    MODEL,
    SAID,
    UNIT,
    Refused,
    Roster,
    Selection,
    ValueSource,
    WithoutValues,
    is_cut,
    shortened,
)
from shoot_cli.importing.written_list import flow
from shoot_cli.rules import RULESETS, Edition, edition

if TYPE_CHECKING:
    from shoot_cli.armies.army import Army
    from shoot_cli.armies.cache import GivenData, RememberedLists
    from shoot_cli.importing.published import Published


MOST_SHOWN = 12  # stratagems of all detachments of an army; the others are told by name
CHECK, UNSAID = "check", "check; its effect is asked at its first use"


class Proposals(Record):
    """The entries for a list. `credit` names the data. `there` are names that the list has already."""

    credit: str
    detachments: tuple[str, ...]
    entries: tuple[ArmyEntry, ...]
    there: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The entries as lines for the `army:` block of the list, with the credit above."""
        lines = [f"# stratagems of {', '.join(self.detachments)}; paste under army: of the list", f"# {self.credit}"]
        lines += [f"# already in the list: {', '.join(self.there)}"] if self.there else []
        lines += ["  stratagems:"] if self.entries else ["# nothing more for the shooting phase"]
        lines += [f"    - {flow(page_of(entry))}  # {CHECK if entry.effects else UNSAID}" for entry in self.entries]
        return tuple(lines)

    def data(self) -> dict[str, Any]:
        """Return the entries for `--json`."""
        return {
            "detachments": list(self.detachments),
            "stratagems": [{**page_of(entry), "checked": False} for entry in self.entries],
            "there": list(self.there),
            "credit": self.credit,
        }


def for_battle(army: Army) -> tuple[tuple[ArmyEntry, ...], str]:
    """Return what a battle of this army may propose, and the line that names the data; () and "" if that is nothing.

    A name that the list has itself is left out. At most `MOST_SHOWN` are offered, and the others are told by name
    (EVE-63). Without a package that has a detachment of the list there are none (EVE-66).
    """
    rules = edition(army.ruleset)
    block: ArmyBlock | None = getattr(army, "block", None)
    package = published(rules) if rules is not None else None
    if package is None or block is None or not block.detachments:
        return (), ""
    listed = {name_key(entry.name) for entry in block.entries}
    stratagems = [entry for entry in package.stratagems(block.detachments) if name_key(entry.name) not in listed]
    offered = (*stratagems[:MOST_SHOWN], *(entry.but(when=TOLD) for entry in stratagems[MOST_SHOWN:]))
    return offered, package.short_credit if offered else ""


def proposals_for(army: Army) -> Proposals:
    """Return the stratagems of an army's detachments. :raises Refused: there are none, and why; in words"""
    rules = edition(army.ruleset)
    assert rules is not None  # the list was read with this edition
    package = published(rules)
    if package is None:
        raise Refused(
            f"there is no data of stratagems for {rules.title}: write them under army: stratagems: in the list"
        )
    block: ArmyBlock | None = getattr(army, "block", None)
    if block is None or not block.detachments:
        raise Refused(f"{army.name} names no detachment: write army: with detachment: NAME in the list")
    if not package.installed():
        raise Refused(f"names and costs of stratagems come with a package that is not installed: {package.remedy}")
    known = package.detachments()
    if not known:
        raise Refused(f"{package.name} has no detachments that can be read: install it anew, {package.remedy}")
    return _proposals_of(package, block, known)


def _proposals_of(package: Published, block: ArmyBlock, known: tuple[str, ...]) -> Proposals:
    stratagems = package.stratagems(block.detachments)
    missing = [name for name in block.detachments if not package.has(name)]
    if len(missing) == len(block.detachments):
        name = missing[0]
        raise Refused(f"{package.name} has no detachment {shown(name)}; {did_you_mean(name, known)}")
    listed = {name_key(entry.name) for entry in block.entries}
    return Proposals(
        package.short_credit,
        tuple(name for name in block.detachments if name not in missing),
        tuple(entry for entry in stratagems if name_key(entry.name) not in listed),
        tuple(entry.name for entry in stratagems if name_key(entry.name) in listed),
    )


def credits() -> tuple[str, ...]:
    """Return a line for each package of data that lists and battles may use, installed or not."""
    packages = (taker.published() for taker in IMPORTERS.values())
    return tuple(package.credit_line for package in packages if package is not None)


# Oddities of a roster that are reported for every edition -------------------------------------------------------------


def tell_cut(roster: Roster, context: ImportContext) -> None:
    """Report the texts of which only the beginning is read."""
    texts = [("", rule.name) for force in roster.forces for rule in force.rules if is_cut(rule.text)]
    texts += [(top.name, name) for _, top in roster.tops() for part in top.every() for name in part.cut()]
    for unit, name in dict.fromkeys(texts):
        context.guess(unit, f"the text of {name} is too long: only its first {SAID} characters are read")


def tell_empty(roster: Roster, context: ImportContext) -> None:
    """Report units that have neither models nor weapons in the file, and perhaps no points."""
    has_points = any(top.all_points for _, top in roster.tops())
    for _, unit in roster.units():
        present = [part for part in unit.every() if part.number > 0]
        bare = not any(part.kind == MODEL or any(profile.has("Range") for profile in part.profiles) for part in present)
        if not bare or any(part.ready for part in present) or unit.number <= 0:
            continue
        if has_points and not unit.all_points:
            words = "has no models, no weapons and no points in the file: taken as one model, if it has a statline"
            context.guess(unit.name, words)
        elif unit.kind == UNIT:
            words = "the file has neither models nor weapons of it: look whether it has more than one model"
            context.guess(unit.name, words)


# From a file to a list ------------------------------------------------------------------------------------------------


def take(
    raw: bytes, name: str, options: Options = USUAL, today: date | None = None, memory: RememberedLists | None = None
) -> ImportedList:
    """Return the list in a file. `name` is the file's name; `today` is the date of the header, None for the clock's.

    `memory` is the memory of this machine; remembered data files are beside it, and so are the places of `--data`.

    :raises Refused: it is no known list, of another game, broken, or without any usable unit; in words
    """
    read = formats.read(raw, name)
    places = () if isinstance(read, str) or options.data else _remembered(read, options, memory)
    try:
        result = _take_read(read, raw, name, options, today, memory)
        if not places or not result.report.left_out:
            return result
        lost = len(result.report.left_out)
    except Refused as refused:
        if not places:
            raise
        result, lost, why = None, None, refused
    with suppress(Refused):  # what is remembered may be gone; then all is as it was without
        better = _take_read(read, raw, name, options.but(data=places), today, memory)
        if lost is None or len(better.report.left_out) < lost:
            return better
    if result is None:
        raise why
    return result


def _remembered(roster: Roster, options: Options, memory: RememberedLists | None) -> tuple[str, ...]:
    """Return the places that are remembered for the edition of a roster; () if there are none."""
    with suppress(Refused):
        if memory and memory.given:
            return memory.given.places_of(_edition_of(roster, options).name)
    return ()


def _take_read(
    read: Roster | str, raw: bytes, name: str, options: Options, today: date | None, memory: RememberedLists | None
) -> ImportedList:
    """Return the list in a file that was read. The arguments and errors are those of `take`."""
    context = ImportContext(options)
    known = RememberedCatalogues(memory) if memory else None
    given = memory.given if memory else None
    text = None if isinstance(read, Roster) else _text_of(str(read), name, options, known, given)
    if text:
        _refuse_other(text, name, options)
    if text and options.template and not options.data:
        rules = _edition_of_text(text, name, options)
        roster = Roster(text.name, text.writer, "", text.game, points=text.points)
        _tell_unread(text, context)
        context.guess(
            "",
            "there are names and numbers in it and no values: fill in what stands empty; "
            "melee weapons and gear may be deleted, there and at the models",
        )
        document, army = to_be_filled_in(rules, text, context), None
    else:
        again = partial(_read_text, str(read), name)
        roster = _with_values(text, again, context, known, given) if text else cast("Roster", read)
        try:
            rules = _edition_of(roster, options)
        except Refused as error:
            raise Refused(f"{name}: {error}") from None
        if options.data and not text:
            roster = completed(roster, Sources.opened(options.data, rules, known), context)
        tell_cut(roster, context)
        tell_empty(roster, context)
        document = importer(rules).take(roster, context)
        army = validated(rules, document, name, roster.attached, context)
        if text:
            tell_of_lost(roster, document, context)
    report = report_of(rules, document, roster, name, sha256(raw).hexdigest(), context)
    day = (today or date.today()).isoformat()
    document = _with_undecided(rules, document, report.leads)
    header = f"imported from {name} ({roster.writer}, {in_short(rules)}) on {day}"
    return ImportedList(document, report, (f"{header}; sha256 {report.sha256}", *report.credits), army)


def _text_of(
    words: str, name: str, options: Options, memory: RememberedCatalogues | None, given: GivenData | None
) -> TextList:
    """Return the list of a text. One that shows no points may show the names of units that the data has.

    :raises Refused: it is no list, also with the names of the data
    """
    try:
        return _read_text(words, name)
    except Refused as refused:
        stated = edition(options.edition) if options.edition else None
        for rules in [stated] if stated else takers():
            package, places = published(rules), options.data or (given.places_of(rules.name) if given else ())
            if rules in takers() and (places or (package and package.installed())):
                with suppress(Refused):
                    return _read_text(words, name, Sources.opened(places, rules, memory).is_unit)
        raise refused


def _read_text(words: str, name: str, is_unit: IsUnit | None = None) -> TextList:
    """Return the list of a text. :raises Refused: it is none, and why; with the name of the file"""
    try:
        return read_text(words, name, is_unit)
    except Refused as refused:
        raise Refused(f"{name}: {refused}") from None


def _tell_unread(text: TextList, context: ImportContext) -> None:
    """Report the lines that belong to no unit."""
    for line in text.unread:
        words = line.partition(": ")[2]
        if text_list.counted(words)[0] is None and not BARE_POINTS.match(words) and not text_list.priced(words):
            context.guess("", line)
        else:  # somebody, or something, is missing
            context.left_out("", line)


def in_short(rules: Edition) -> str:
    """Return the short name of an edition, such as `10th edition`."""
    return rules.title.partition(", ")[2] or rules.title


def report_of(
    rules: Edition, document: Mapping[str, Any], roster: Roster, name: str, digest: str, context: ImportContext
) -> Report:
    units, keys = document["units"], importer(rules).attach
    points = [unit["points"] for unit in units if unit.get("points") is not None]
    counts = context.counts | {"yours": len(context.yours)}  # as many as are named
    models = sum(model.get("count", 1) for unit in units for model in unit["models"])
    return Report(
        name, digest, roster.writer, roster.game, in_short(rules), rules.name, document["name"],
        document.get("faction", ""), len(units), models, sum(points) if points else None, roster.points, **counts,
        guesses=tuple(context.guesses),
        leads=import_report.still_to_lead(document, keys, context.leads),
        attached=import_report.attached(document, keys), yours_to_play=tuple(context.yours),
        other_phases=tuple(context.others), rules_played=tuple(context.rules_played), left_out=tuple(context.left),
        nothing_to_shooting=tuple(context.quiet), credits=context.credits, meant=context.options.meant,
    )  # fmt: skip


# A text as a list without values, to be filled in by hand (IMP-63) ----------------------------------------------------

MOST = 9  # copies of a weapon that a model of our lists may have


def to_be_filled_in(edition: Edition, text: TextList, context: ImportContext) -> dict[str, Any]:
    """Return names and numbers of the text, and every key that the edition needs, without values.

    Every item stands under `weapons`, because a text does not tell which items are ranged weapons.
    """
    values = importer(edition).values
    document: dict[str, Any] = {"ruleset": edition.name, "name": fit(text.name) or "A list"}
    if text.faction:
        document["faction"] = fit(text.faction)
    if text.detachments and importer(edition).block:
        names = [fit(name) for name in text.detachments]
        document["army"] = {"detachment": names[0] if len(names) == 1 else names}
    elif text.detachments:
        document["note"] = f"Detachment: {text.detachment}"
    profiles: dict[str, Any] = {}
    weapons: dict[str, Any] = {}
    leading = dict(attached(text.entries, {index: Selection(entry.name) for index, entry in enumerate(text.entries)}))
    names = called(entry.name for entry in text.entries)
    units = []
    for index, entry in enumerate(text.entries):
        unit: dict[str, Any] = {"name": fit(entry.name)}
        if entry.points is not None:
            unit["points"] = int(entry.points)
        if note := note_of(entry, leading.get(names[index], "")):
            unit["note"] = note
        unit["models"] = []
        for group in entry.groups or (Group(entry.name, entry.models, entry.items, entry.line),):
            profiles.setdefault(fit(group.name), dict.fromkeys(values["profiles"]))
            for item in group.items:
                weapons.setdefault(fit(item.name), dict.fromkeys(values["weapons"]))
            unit["models"] += models_of(group)
        for doubt in entry.doubts:
            context.guess(unit["name"], doubt, ("units", index))
        units.append(unit)
    return document | {"profiles": profiles, "weapons": weapons, "units": units}


def fit(name: str) -> str:
    return shortened(name)[0]


def note_of(entry: TextUnit, led: str) -> str:
    """Return the note of a unit: its leadership of `led`, its nickname, enhancements, and items of no model."""
    notes = [f"leads {led}"] if led else []
    notes += ["Warlord"] if entry.warlord else []
    notes += [entry.other] if entry.other else []
    for bought in entry.enhancements:
        notes.append(bought.name + (f" ({bought.points:g} points)" if bought.points else ""))
    if entry.groups:
        notes += [f"{item.n}x {item.name}" if item.n > 1 else item.name for item in entry.items]
    return "; ".join(notes)


def models_of(group: Group) -> list[dict[str, Any]]:
    """Return the models of a group, one entry for each set of items."""
    models = []
    for share in shared_out(group.n, [item.n for item in group.items]):
        carried = [(fit(group.items[index].name), min(n, MOST)) for index, n in share.carried]
        model: dict[str, Any] = {"name": fit(group.name), "count": share.models, "profile": fit(group.name)}
        if carried:
            model["weapons"] = [f"{n}x {name}" if n > 1 else name for name, n in carried]
        models.append(model)
    return models


# The edition ----------------------------------------------------------------------------------------------------------


def takers() -> list[Edition]:
    """Return the editions that import rosters."""
    return [rules for rules in RULESETS if rules.name in IMPORTERS]


def _edition_of(roster: Roster, options: Options) -> Edition:
    """Return the edition by the game's id, else by its name. :raises Refused: another game, in words."""
    wanted = edition(options.edition) if options.edition else None
    stated = next((rules for rules in takers() if roster.system in importer(rules).systems), None)
    stated = stated or _edition_named(roster.game)
    if stated and wanted and wanted != stated:
        raise Refused(f"this is a list of {roster.game or stated.title}; its rules are not those of {wanted.title}")
    if stated:
        return stated
    others = [rules for rules in takers() if roster.system in importer(rules).also]
    untold = [rules for rules in takers() if not roster.game or _begins(rules, roster.game)]
    if wanted and wanted in (*others, *(untold if roster.game or not roster.system else ())):
        return wanted
    if untold and roster.game:
        raise Refused(f"the file says {roster.game} and no edition; say it with --as, as in --as {untold[0].short}")
    game = roster.game or f"an unknown game ({roster.system or 'it does not say which'})"
    raise _other_game(game, others)


def _edition_named(game: str) -> Edition | None:
    """Return the edition whose games have this name."""
    plain = _plain(game)
    named = (rules for rules in takers() if any(plain.startswith(_plain(name)) for name in importer(rules).games))
    return next(named, None)


def _begins(rules: Edition, game: str) -> bool:
    """Return True if a name of its games begins with `game`, which then does not tell the edition."""
    return any(_plain(name).startswith(_plain(game)) for name in importer(rules).games)


def _plain(game: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", game.casefold()).strip()


def _other_game(game: str, others: Iterable[Edition] = ()) -> Refused:
    words = f"this is a list of {game}; shoot takes lists of {', '.join(rules.title for rules in takers())}"
    tried = [f"; --as {rules.short} takes it for one of {in_short(rules)}, as an experiment" for rules in others]
    return Refused(words + "".join(tried))


# Texts ----------------------------------------------------------------------------------------------------------------


def _refuse_other(text: TextList, name: str, options: Options) -> None:
    """Check the edition. :raises Refused: the player names another edition than the text."""
    stated, wanted = _edition_named(text.game), edition(options.edition) if options.edition else None
    if wanted and stated and wanted != stated:
        words = f"{name}: the text is a list of {text.game}; its rules are not those of {wanted.title}"
        words = f"{words}. Leave --as out, or give a list of {in_short(wanted)}"
        raise Refused("; ".join((words, *_told_by(text, stated))))
    if wanted and wanted not in takers():
        names = ", ".join(in_short(rules) for rules in takers())
        raise Refused(f"{name}: no text is taken for {in_short(wanted)}, only for {names}. Write it as a list of ours")


def _told_by(text: TextList, rules: Edition) -> tuple[str, ...]:
    """Return a sentence on the line that tells the edition, if that is the version of an app alone."""
    words = f"it is of {in_short(rules)} by its words “{text.told_by}”: without that line you say of which it is"
    return (words,) if text.told_by else ()


def _edition_of_text(text: TextList, name: str, options: Options) -> Edition:
    """Return the edition of a text. `name` is for errors. :raises Refused: it is unknown, or of another game."""
    if text.game and not (stated := _edition_named(text.game)):
        raise _other_game(text.game)
    rules = stated if text.game else edition(options.edition)
    if rules is None or rules not in takers():
        raise Refused(f"{name}: the text does not tell its edition; say it with --as, as in --as {takers()[0].short}")
    return rules


def _with_values(
    text: TextList, again: Callable[[IsUnit], TextList], context: ImportContext,
    memory: RememberedCatalogues | None, given: GivenData | None,
) -> Roster:  # fmt: skip
    """Return the roster of a text, which `again` reads with the names of the data.

    `given` has the places that are searched if the player names none.

    :raises WithoutValues: there is no data and no installed package
    """
    options = context.options
    stated = _edition_named(text.game) or (edition(options.edition) if options.edition else None)
    if text.game and not _edition_named(text.game):
        raise WithoutValues(f"{_summary(text)}; {_other_game(text.game)}", text.document())
    places = (
        {}
        if options.data or not given
        else {name: paths for name, paths in given.by_edition().items() if name in IMPORTERS}
    )
    if not stated and len(places) == 1:
        stated = edition(next(iter(places)))
        assert stated is not None  # it is among the importers
        context.guess("", f"the text does not tell its edition; {in_short(stated)}, as its data is remembered")
    package = published(stated)
    remembered = places.get(stated.name, ()) if stated else ()
    if not options.data and not remembered and not (package and package.installed()):
        raise _no_values(text, stated, package)

    doubts: list[str] = []

    def doubt(place: str, refused: Refused) -> None:
        doubts.append(f"{place} is remembered for values and cannot be used: {refused} ({FORGETTING})")

    refused: Refused | None = None
    for rules in [stated] if stated else takers():
        try:
            sources = Sources.opened(options.data or remembered, rules, memory, doubt if remembered else None)
        except Refused as error:
            refused = refused or error
        else:
            if not sources.parts:
                raise _no_values(text, stated, package, tuple(doubts))
            for words in doubts:
                context.guess("", words)
            game = text.game or next(iter(importer(rules).games))
            text = again(sources.is_unit)
            _tell_unread(text, context)
            roster = roster_of(text, sources, context).but(game=game)
            context.credits = sources.credits
            return roster
    assert refused
    raise refused


def tell_of_lost(roster: Roster, document: Mapping[str, Any], context: ImportContext) -> None:
    """Report models that the text has and the document does not, for whatever reason."""
    wanted, taken = Counter[str](), Counter[str]()
    names: dict[str, str] = {}
    for _, unit in roster.units():
        name, _ = shortened(unit.name)
        names.setdefault(plain_name(name), name)
        models = sum(part.number for part in unit.below() if part.kind == MODEL)
        wanted[plain_name(name)] += models or unit.number
    for page in document["units"]:
        taken[plain_name(page["name"])] += sum(model.get("count", 1) for model in page["models"])
    reported = {plain_name(remark.unit) for remark in context.left}
    for key, n in wanted.items():
        if taken[key] < n and (taken[key] or key not in reported):
            context.left_out(names[key], f"{n - taken[key]} of the {n} models that the text counts")


def published(rules: Edition | None) -> Published | None:
    """Return the package with datasheets of the edition, installed or not; None if there is none."""
    return importer(rules).published() if rules and rules.name in IMPORTERS else None


def _summary(text: TextList) -> str:
    """Return in short what was read of a text."""
    units, models = len(text.entries), sum(entry.models for entry in text.entries)
    parts = [counted(units, "unit"), counted(models, "model")]
    if text.points is not None:
        parts.append(f"{text.points:g} points")
    return f"{text.name or 'the list'} ({text.writer}): {', '.join(parts)}"


def value_source(rules: Edition) -> ValueSource:
    """Return where the values of an edition can be had."""
    address, package = importer(rules).data, published(rules)
    folder = address.rpartition("/")[2]
    fetch = f"git clone --depth 1 {address}"
    return ValueSource(fetch, folder, package.remedy if package else "", importer(rules).size)


def _no_values(
    text: TextList, rules: Edition | None, package: Published | None, doubts: tuple[str, ...] = ()
) -> WithoutValues:
    """Return the refusal of a text without values. `doubts` say why what is remembered is of no use."""
    about = _summary(text)
    if rules is None:
        several = " or ".join(in_short(other) for other in takers())
        words = (
            f"{about}. A text has no values, and this one does not tell whether it is of {several}: say it with --as, "
            f"as in --as {takers()[1].short}, and with --data where the values are (a roster of the same edition, a "
            f"list of yours, a clone of BSData), or fill them in: --as {takers()[1].short} --new"
        )
        for other in takers():
            if offer := published(other):
                words += f". Datasheets of {in_short(other)} " + (
                    "are there" if offer.installed() else f"come with {offer.remedy}"
                )
                words += f": if it is of that, say --as {other.short}"
        return WithoutValues(words, text.document(), about)
    source, stated = value_source(rules), "" if text.game else f"--as {rules.short} "
    words = (
        f"{about}. A text has no values: say with --data where they are (a roster of the same edition, a list of "
        f"yours, a clone of BSData), or fill them in: {stated}--new. The clone for {in_short(rules)}: {source.fetch}, "
        f"then --data {source.folder}{source.size and f' ({source.size})'}"
    )
    if package:
        words += f". Datasheets of this edition can be installed: {package.remedy}"
    doubts += _told_by(text, rules)
    words = "; ".join((words, *doubts))
    return WithoutValues(words, text.document(), about, rules.name, source, doubts)


# The check by the reader of lists -------------------------------------------------------------------------------------

_AT = re.compile(r"(?P<unit>units)\[(?P<place>\d+)\]|weapons\.(?P<weapon>.+)")


def _readable(rules: Edition, document: dict[str, Any], name: str, context: ImportContext) -> Army:
    """Return the army of a document, which loses the parts that the reader of lists refuses; they are reported (IMP-4).

    :raises Refused: nothing is left
    """
    while document["units"]:
        try:
            return _read(rules, document, name)
        except ArmyErrors as error:
            if not (_drop_weapons(document, error, context) or _drop_units(document, error, context)):
                raise Refused(str(error)) from None
    reasons = "; ".join(f"{remark.unit}: {remark.text}" for remark in context.left[:5])
    raise Refused(f"{name}: no unit could be taken" + (f" ({reasons})" if reasons else ""))


def _drop_weapons(document: dict[str, Any], error: ArmyErrors, context: ImportContext) -> bool:
    """Remove wrong weapons from the document. Return False if there are none; other errors may come from them."""
    wrong: dict[str, str] = {}
    for problem in error.problems:
        if (match := _AT.match(problem.path)) and match["weapon"]:
            wanted = match["weapon"]
            known = (name for name in document["weapons"] if wanted == name or wanted.startswith(f"{name}."))
            if (weapon := max(known, key=len, default=None)) is not None:
                wrong.setdefault(weapon, problem.text)
    for weapon, text in wrong.items():
        del document["weapons"][weapon]
        for unit in document["units"]:
            bearers = [model for model in unit["models"] if weapon in map(_weapon_name, model.get("weapons", ()))]
            for model in bearers:
                model["weapons"] = [carried for carried in model["weapons"] if _weapon_name(carried) != weapon]
            if bearers:
                context.left_out(unit["name"], f"{weapon}: {text}")
    return bool(wrong)


def _drop_units(document: dict[str, Any], error: ArmyErrors, context: ImportContext) -> bool:
    """Remove wrong units from the document. Return False if there are none."""
    wrong: dict[int, str] = {}
    for problem in error.problems:
        match = _AT.match(problem.path)
        if match and match["unit"] and int(match["place"]) < len(document["units"]):
            wrong.setdefault(int(match["place"]), problem.text)
    for index in sorted(wrong, reverse=True):
        context.left_out(document["units"].pop(index)["name"], wrong[index])
        context.without_unit(index)
    return bool(wrong)


def _weapon_name(text: str) -> str:
    """Return the weapon's name in `2x boltgun`."""
    return re.sub(r"^[1-9]x ", "", text)


# Leaders --------------------------------------------------------------------------------------------------------------


def validated(rules: Edition, document: dict[str, Any], name: str, stated: Attachments, context: ImportContext) -> Army:
    """Return the army of a document, with leaders attached as the file says (IMP-51) and as the player says (IMP-50).

    The document is read once. If something is wrong, it is read anew for each part that may have to go.

    :raises Refused: nothing is left, or the player names an unknown leader or unit, or one that may not be led
    """
    units, army = [*document["units"]], None
    led = {_attach(rules, document, *pair, context) for pair in (*stated, *context.options.attach)} - {None}
    with suppress(ArmyErrors):
        army = _read(rules, document, name) if led else None
    if army is None:
        document["units"] = units
        army = _one_by_one(rules, document, name, stated, context)
    names = [unit["name"] for unit in document["units"]]
    for leader, unit in context.options.attach:
        first = place_of(leader, names)
        for wanted, index in ((leader, first), (unit, place_of(unit, names))):
            if index is None:
                raise Refused(f"--attach: there is no unit {wanted} in the list; {did_you_mean(wanted, names)}")
        assert first is not None
        if not any(unit_is(names[first], (lead.leader,)) and unit_is(unit, lead.units) for lead in context.leads):
            context.guess(names[first], f"leads {unit}, which the file does not name for it", ("units", first))
    return army


def _with_undecided(rules: Edition, document: dict[str, Any], leads: tuple[Leads, ...]) -> dict[str, Any]:
    """Return the document with those whom leaders may lead (IMP-50); without them if it could not be read with them."""
    result = with_undecided(document, leads, may_of(rules)) if leads else document
    return result if result is document or tree_of(result).size <= MOST_NODES else document


def _read(rules: Edition, document: dict[str, Any], name: str) -> Army:
    """Return the army of a document. :raises ArmyErrors: all mistakes of it. :raises Refused: it is too much."""
    tree = tree_of(document)
    if tree.size > MOST_NODES:
        raise Refused(f"{name}: more than {MOST_NODES:,} values are in its list; no list can have so many")
    army: Army = rules.lists().read(tree, name)
    return army


def _one_by_one(
    rules: Edition, document: dict[str, Any], name: str, stated: Attachments, context: ImportContext
) -> Army:
    """Return the army of a document without wrong parts. It tells of leaders whom the file attaches wrongly.

    :raises Refused: nothing is left, or the player attaches a leader wrongly
    """
    army = _readable(rules, document, name, context)
    for leader, unit in (*stated, *(asked := context.options.attach)):
        units = [*document["units"]]
        index = _attach(rules, document, leader, unit, context)
        try:
            army = army if index is None else _read(rules, document, name)
        except ArmyErrors as error:
            document["units"], why = units, error.problems[0].text
            if (leader, unit) in asked:
                raise Refused(f"--attach {leader}={unit}: {why}") from None
            context.guess(leader, f"the file says that it leads {unit}: not so, {why}", ("units", index or 0))
    return army


def _attach(rules: Edition, document: dict[str, Any], leader: str, unit: str, context: ImportContext) -> int | None:
    """Let a unit lead another, and return its place. Return None if one is unknown, such as a unit left out."""
    units, names = document["units"], [page["name"] for page in document["units"]]
    index = place_of(leader, names)
    if index is None or place_of(unit, names) is None:
        return None
    keys = importer(rules).attach
    roles = (lead.role for lead in context.leads if lead.role in keys and unit_is(names[index], (lead.leader,)))
    units[index] = with_key(units[index], next(roles, keys[0]), unit)
    return index


def unit_is(text: str, units: Iterable[str]) -> bool:
    """Return True if `text` names one of these units, whatever its number."""
    return any(_unnumbered(text) == _unnumbered(unit) for unit in units)


def _unnumbered(name: str) -> str:
    return re.sub(r" [1-9]\d?$", "", plain_name(name))


# Lists of named units, with the values of an installed package --------------------------------------------------------

COMMAND = "army new"


def made_of(
    text: TextList, rules: Edition, source: Source, options: Options, words: str, today: date | None = None
) -> ImportedList:
    """Return the list of a text. `words` are the command that asked for it; `today` is the date of the header.

    :raises Refused: no unit is usable, or a leader may not lead its unit
    """
    context, sources = ImportContext(options), Sources((source,))
    roster = roster_of(text, sources, context)
    context.credits = sources.credits
    document = importer(rules).take(roster, context)
    army = validated(rules, document, COMMAND, roster.attached, context)
    report = report_of(rules, document, roster, COMMAND, "", context)
    document = _with_undecided(rules, document, report.leads)
    day = (today or date.today()).isoformat()
    return ImportedList(document, report, (f"made by `{words}` ({in_short(rules)}) on {day}", *report.credits), army)
