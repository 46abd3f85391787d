"""The import of a file: it returns the list, its army and the report.

Stratagems of its detachments are proposed as YAML to paste, if players installed a package that has them (EVE-65,
66).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date
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
from shoot_cli.importing.pasted.matching import roster_of, to_be_filled_in
from shoot_cli.importing.pasted.text_list import TextList
from shoot_cli.importing.published.stratagems import page_of
from shoot_cli.importing.report import (
    USUAL,
    ImportContext,
    ImportedList,
    Leads,
    Options,
    Report,
    place_of,
    with_key,
    with_undecided,
)
from shoot_cli.importing.roster import MODEL, SAID, UNIT, Refused, Roster, ValueSource, WithoutValues, is_cut, shortened
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
        lines += [f"    - {flow(page_of(one))}  # {CHECK if one.effects else UNSAID}" for one in self.entries]
        return tuple(lines)

    def data(self) -> dict[str, Any]:
        """Return the entries for `--json`."""
        return {
            "detachments": list(self.detachments),
            "stratagems": [{**page_of(one), "checked": False} for one in self.entries],
            "there": list(self.there),
            "credit": self.credit,
        }


def for_battle(army: Army) -> tuple[tuple[ArmyEntry, ...], str]:
    """Return what a battle of this army may propose, and the line that names the data; () and "" if that is nothing.

    A name that the list has itself is left out. At most `MOST_SHOWN` are offered, and the others are told by name
    (EVE-63). Without a package that has a detachment of the list there are none (EVE-66).
    """
    of = edition(army.ruleset)
    block: ArmyBlock | None = getattr(army, "block", None)
    package = published(of) if of is not None else None
    if package is None or block is None or not block.detachments:
        return (), ""
    own = {name_key(one.name) for one in block.entries}
    every = [one for one in package.stratagems(block.detachments) if name_key(one.name) not in own]
    found = (*every[:MOST_SHOWN], *(one.but(when=TOLD) for one in every[MOST_SHOWN:]))
    return found, package.short_credit if found else ""


def proposals_for(army: Army) -> Proposals:
    """Return the stratagems of an army's detachments. :raises Refused: there are none, and why; in words"""
    of = edition(army.ruleset)
    assert of is not None  # the list was read with this edition
    package = published(of)
    if package is None:
        raise Refused(f"there is no data of stratagems for {of.title}: write them under army: stratagems: in the list")
    block: ArmyBlock | None = getattr(army, "block", None)
    if block is None or not block.detachments:
        raise Refused(f"{army.name} names no detachment: write army: with detachment: NAME in the list")
    if not package.installed():
        raise Refused(f"names and costs of stratagems come with a package that is not installed: {package.remedy}")
    known = package.detachments()
    if not known:
        raise Refused(f"{package.name} has no detachments that can be read: install it anew, {package.remedy}")
    return _found(package, block, known)


def _found(package: Published, block: ArmyBlock, known: tuple[str, ...]) -> Proposals:
    every = package.stratagems(block.detachments)
    missing = [name for name in block.detachments if not package.has(name)]
    if len(missing) == len(block.detachments):
        name = missing[0]
        raise Refused(f"{package.name} has no detachment {shown(name)}; {did_you_mean(name, known)}")
    own = {name_key(one.name) for one in block.entries}
    return Proposals(
        package.short_credit,
        tuple(name for name in block.detachments if name not in missing),
        tuple(one for one in every if name_key(one.name) not in own),
        tuple(one.name for one in every if name_key(one.name) in own),
    )


def credits() -> tuple[str, ...]:
    """Return a line for each package of data that lists and battles may use, installed or not."""
    found = (one.published() for one in IMPORTERS.values())
    return tuple(one.credit_line for one in found if one is not None)


# Oddities of a roster that are reported for every edition -------------------------------------------------------------


def tell_cut(roster: Roster, taking: ImportContext) -> None:
    """Report the texts of which only the beginning is read."""
    texts = [("", rule.name) for force in roster.forces for rule in force.rules if is_cut(rule.text)]
    texts += [(top.name, name) for _, top in roster.tops() for one in top.every() for name in one.cut()]
    for unit, name in dict.fromkeys(texts):
        taking.guess(unit, f"the text of {name} is too long: only its first {SAID} characters are read")


def tell_empty(roster: Roster, taking: ImportContext) -> None:
    """Report units that have neither models nor weapons in the file, and perhaps no points."""
    has_points = any(top.all_points for _, top in roster.tops())
    for _, unit in roster.units():
        every = [one for one in unit.every() if one.number > 0]
        bare = not any(one.kind == MODEL or any(profile.has("Range") for profile in one.profiles) for one in every)
        if not bare or any(one.ready for one in every) or unit.number <= 0:
            continue
        if has_points and not unit.all_points:
            words = "has no models, no weapons and no points in the file: taken as one model, if it has a statline"
            taking.guess(unit.name, words)
        elif unit.kind == UNIT:
            words = "the file has neither models nor weapons of it: look whether it has more than one model"
            taking.guess(unit.name, words)


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
        taken = _taken(read, raw, name, options, today, memory)
        if not places or not taken.report.left_out:
            return taken
        lost = len(taken.report.left_out)
    except Refused as refused:
        if not places:
            raise
        taken, lost, why = None, None, refused
    with suppress(Refused):  # what is remembered may be gone; then all is as it was without
        more = _taken(read, raw, name, options.but(data=places), today, memory)
        if lost is None or len(more.report.left_out) < lost:
            return more
    if taken is None:
        raise why
    return taken


def _remembered(roster: Roster, options: Options, memory: RememberedLists | None) -> tuple[str, ...]:
    """Return the places that are remembered for the edition of a roster; () if there are none."""
    with suppress(Refused):
        if memory and memory.given:
            return memory.given.of(_edition_of(roster, options).name)
    return ()


def _taken(
    read: Roster | str, raw: bytes, name: str, options: Options, today: date | None, memory: RememberedLists | None
) -> ImportedList:
    """Return the list in a file that was read. The arguments are those of `take`. :raises Refused:"""
    taking = ImportContext(options)
    text = None if isinstance(read, Roster) else read_text(str(read), name)
    if text:
        _refuse_other(text, name, options)
    for line in text.unread if text else ():
        if text_list.counted(line.partition(": ")[2])[0] is None:
            taking.guess("", line)
        else:  # somebody, or something, is missing
            taking.left_out("", line)
    if text and options.template and not options.data:
        of = _edition_of_text(text, options)
        roster = Roster(text.name, text.writer, "", text.game, points=text.points)
        taking.guess("", "there are names and numbers in it and no values: fill in what stands empty")
        document, army = to_be_filled_in(of, text, taking), None
    else:
        known = RememberedCatalogues(memory) if memory else None
        given = memory.given if memory else None
        roster = _with_values(text, taking, known, given) if text else cast("Roster", read)
        try:
            of = _edition_of(roster, options)
        except Refused as error:
            raise Refused(f"{name}: {error}") from None
        if options.data and not text:
            roster = completed(roster, Sources.opened(options.data, of, known), taking)
        tell_cut(roster, taking)
        tell_empty(roster, taking)
        document = importer(of).take(roster, taking)
        army = validated(of, document, name, roster.attached, taking)
        if text:
            tell_of_lost(roster, document, taking)
    report = report_of(of, document, roster, name, sha256(raw).hexdigest(), taking)
    day = (today or date.today()).isoformat()
    document = _with_undecided(of, document, report.leads)
    header = f"imported from {name} ({roster.writer}, {in_short(of)}) on {day}"
    return ImportedList(document, report, (f"{header}; sha256 {report.sha256}", *report.credits), army)


def in_short(of: Edition) -> str:
    """Return the short name of an edition, such as `10th edition`."""
    return of.title.partition(", ")[2] or of.title


def report_of(
    of: Edition, document: Mapping[str, Any], roster: Roster, name: str, digest: str, taking: ImportContext
) -> Report:
    units, keys = document["units"], importer(of).attach
    points = [unit["points"] for unit in units if unit.get("points") is not None]
    counts = taking.counts | {"yours": len(taking.yours)}  # as many as are named
    models = sum(model.get("count", 1) for unit in units for model in unit["models"])
    return Report(
        name, digest, roster.writer, roster.game, in_short(of), of.name, document["name"], document.get("faction", ""),
        len(units), models, sum(points) if points else None, roster.points, **counts, guesses=tuple(taking.guesses),
        leads=import_report.still_to_lead(document, keys, taking.leads),
        attached=import_report.attached(document, keys), yours_to_play=tuple(taking.yours),
        other_phases=tuple(taking.others), rules_played=tuple(taking.rules_played), left_out=tuple(taking.left),
        nothing_to_shooting=tuple(taking.quiet), credits=taking.credits, meant=taking.options.meant,
    )  # fmt: skip


# The edition ----------------------------------------------------------------------------------------------------------


def takers() -> list[Edition]:
    """Return the editions that import rosters."""
    return [one for one in RULESETS if one.name in IMPORTERS]


def _edition_of(roster: Roster, options: Options) -> Edition:
    """Return the edition by the game's id, else by its name. :raises Refused: another game, in words."""
    wanted = edition(options.edition) if options.edition else None
    own = next((one for one in takers() if roster.system in importer(one).systems), None)
    own = own or _of_game(roster.game)
    if own and wanted and wanted != own:
        raise Refused(f"this is a list of {roster.game or own.title}; its rules are not those of {wanted.title}")
    if own:
        return own
    others = [one for one in takers() if roster.system in importer(one).also]
    untold = [one for one in takers() if not roster.game or _begins(one, roster.game)]
    if wanted and wanted in (*others, *(untold if roster.game or not roster.system else ())):
        return wanted
    if untold and roster.game:
        raise Refused(f"the file says {roster.game} and no edition; say it with --as, as in --as {untold[0].short}")
    game = roster.game or f"an unknown game ({roster.system or 'it does not say which'})"
    raise _foreign(game, others)


def _of_game(game: str) -> Edition | None:
    """Return the edition whose games have this name."""
    said = _simple(game)
    return next((one for one in takers() if any(said.startswith(_simple(its)) for its in importer(one).games)), None)


def _begins(one: Edition, game: str) -> bool:
    """Return True if a name of its games begins with `game`, which then does not tell the edition."""
    return any(_simple(its).startswith(_simple(game)) for its in importer(one).games)


def _simple(game: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", game.casefold()).strip()


def _foreign(game: str, others: Iterable[Edition] = ()) -> Refused:
    words = f"this is a list of {game}; shoot takes lists of {', '.join(one.title for one in takers())}"
    tried = [f"; --as {one.short} takes it for one of {in_short(one)}, as an experiment" for one in others]
    return Refused(words + "".join(tried))


# Texts ----------------------------------------------------------------------------------------------------------------


def _refuse_other(text: TextList, name: str, options: Options) -> None:
    """Check the edition. :raises Refused: the player names another edition than the text."""
    own, wanted = _of_game(text.game), edition(options.edition) if options.edition else None
    if wanted and own and wanted != own:
        words = f"{name}: the text is a list of {text.game}; its rules are not those of {wanted.title}"
        words = f"{words}. Leave --as out, or give a list of {in_short(wanted)}"
        raise Refused("; ".join((words, *_told_by(text, own))))
    if wanted and wanted not in takers():
        taken = ", ".join(in_short(one) for one in takers())
        raise Refused(f"{name}: no text is taken for {in_short(wanted)}, only for {taken}. Write it as a list of ours")


def _told_by(text: TextList, of: Edition) -> tuple[str, ...]:
    """Return a sentence on the line that tells the edition, if that is the version of an app alone."""
    words = f"it is of {in_short(of)} by its words “{text.told_by}”: without that line you say of which it is"
    return (words,) if text.told_by else ()


def _edition_of_text(text: TextList, options: Options) -> Edition:
    """Return the edition of a text. :raises Refused: it is unknown, or of another game."""
    if text.game and not (own := _of_game(text.game)):
        raise _foreign(text.game)
    found = own if text.game else edition(options.edition)
    if found is None or found not in takers():
        raise Refused(f"the text does not tell its edition; say it with --as, as in --as {takers()[0].short}")
    return found


def _with_values(
    text: TextList, taking: ImportContext, memory: RememberedCatalogues | None, given: GivenData | None
) -> Roster:
    """Return the roster of a text. `given` has the places that are searched if the player names none.

    :raises WithoutValues: there is no data and no installed package
    """
    options = taking.options
    own = _of_game(text.game) or (edition(options.edition) if options.edition else None)
    if text.game and not _of_game(text.game):
        raise WithoutValues(f"{_about(text)}; {_foreign(text.game)}", text.document())
    places = (
        {} if options.data or not given else {name: said for name, said in given.all().items() if name in IMPORTERS}
    )
    if not own and len(places) == 1:
        own = edition(next(iter(places)))
        assert own is not None  # it is among the importers
        taking.guess("", f"the text does not tell its edition; {in_short(own)}, as its data is remembered")
    package = published(own)
    remembered = places.get(own.name, ()) if own else ()
    if not options.data and not remembered and not (package and package.installed()):
        raise _nobody_has_them(text, own, package)

    doubts: list[str] = []

    def doubt(place: str, refused: Refused) -> None:
        doubts.append(f"{place} is remembered for values and cannot be used: {refused} ({FORGETTING})")

    refused: Refused | None = None
    for one in [own] if own else takers():
        try:
            sources = Sources.opened(options.data or remembered, one, memory, doubt if remembered else None)
        except Refused as error:
            refused = refused or error
        else:
            if not sources.parts:
                raise _nobody_has_them(text, own, package, tuple(doubts))
            for words in doubts:
                taking.guess("", words)
            game = text.game or next(iter(importer(one).games))
            taken = roster_of(text, sources, taking).but(game=game)
            taking.credits = sources.credits
            return taken
    assert refused
    raise refused


def tell_of_lost(roster: Roster, document: Mapping[str, Any], taking: ImportContext) -> None:
    """Report models that the text has and the document does not, for whatever reason."""
    wanted, made = Counter[str](), Counter[str]()
    names: dict[str, str] = {}
    for _, unit in roster.units():
        name, _ = shortened(unit.name)
        names.setdefault(plain_name(name), name)
        models = sum(one.number for one in unit.below() if one.kind == MODEL)
        wanted[plain_name(name)] += models or unit.number
    for page in document["units"]:
        made[plain_name(page["name"])] += sum(model.get("count", 1) for model in page["models"])
    told = {plain_name(one.unit) for one in taking.left}
    for own, n in wanted.items():
        if made[own] < n and (made[own] or own not in told):
            taking.left_out(names[own], f"{n - made[own]} of the {n} models that the text counts")


def published(of: Edition | None) -> Published | None:
    """Return the package with datasheets of the edition, installed or not; None if there is none."""
    return importer(of).published() if of and of.name in IMPORTERS else None


def _about(text: TextList) -> str:
    """Return in short what was read of a text."""
    units, models = len(text.entries), sum(entry.models for entry in text.entries)
    found = [counted(units, "unit"), counted(models, "model")]
    if text.points is not None:
        found.append(f"{text.points:g} points")
    return f"{text.name or 'the list'} ({text.writer}): {', '.join(found)}"


def value_source(of: Edition) -> ValueSource:
    """Return where the values of an edition can be had."""
    address, package = importer(of).data, published(of)
    folder = address.rpartition("/")[2]
    return ValueSource(f"git clone --depth 1 {address}", folder, package.remedy if package else "")


def _nobody_has_them(
    text: TextList, of: Edition | None, package: Published | None, doubts: tuple[str, ...] = ()
) -> WithoutValues:
    """Return the refusal of a text without values. `doubts` say why what is remembered is of no use."""
    about = _about(text)
    if of is None:
        several = " or ".join(in_short(one) for one in takers())
        words = (
            f"{about}. A text has no values, and this one does not tell whether it is of {several}: say it with --as, "
            f"as in --as {takers()[1].short}, and with --data where the values are (a roster of the same edition, a "
            "list of yours, a clone of BSData), or fill them in: --new"
        )
        for one in takers():
            if its := published(one):
                words += f". Datasheets of {in_short(one)} " + (
                    "are there" if its.installed() else f"come with {its.remedy}"
                )
                words += f": if it is of that, say --as {one.short}"
        return WithoutValues(words, text.document(), about)
    source = value_source(of)
    words = (
        f"{about}. A text has no values: say with --data where they are (a roster of the same edition, a list of "
        f"yours, a clone of BSData), or fill them in: --new. The clone for {in_short(of)}: {source.fetch}, then "
        f"--data {source.folder}"
    )
    if package:
        words += f". Datasheets of this edition can be installed: {package.remedy}"
    doubts += _told_by(text, of)
    words = "; ".join((words, *doubts))
    return WithoutValues(words, text.document(), about, of.name, source, doubts)


# The check by the reader of lists -------------------------------------------------------------------------------------

_AT = re.compile(r"(?P<unit>units)\[(?P<place>\d+)\]|weapons\.(?P<weapon>.+)")


def _readable(of: Edition, document: dict[str, Any], name: str, taking: ImportContext) -> Army:
    """Return the army of a document, which loses the parts that the reader of lists refuses; they are reported (IMP-4).

    :raises Refused: nothing is left
    """
    while document["units"]:
        try:
            return _read(of, document, name)
        except ArmyErrors as error:
            if not (_without_weapons(document, error, taking) or _without_units(document, error, taking)):
                raise Refused(str(error)) from None
    reasons = "; ".join(f"{one.unit}: {one.text}" for one in taking.left[:5])
    raise Refused(f"{name}: no unit could be taken" + (f" ({reasons})" if reasons else ""))


def _without_weapons(document: dict[str, Any], error: ArmyErrors, taking: ImportContext) -> bool:
    """Remove wrong weapons from the document. Return False if there are none; other errors may come from them."""
    wrong: dict[str, str] = {}
    for problem in error.problems:
        if (at := _AT.match(problem.path)) and at["weapon"]:
            known = (
                name for name in document["weapons"] if at["weapon"] == name or at["weapon"].startswith(f"{name}.")
            )
            if (weapon := max(known, key=len, default=None)) is not None:
                wrong.setdefault(weapon, problem.text)
    for weapon, text in wrong.items():
        del document["weapons"][weapon]
        for unit in document["units"]:
            bearers = [model for model in unit["models"] if weapon in map(_named, model.get("weapons", ()))]
            for model in bearers:
                model["weapons"] = [said for said in model["weapons"] if _named(said) != weapon]
            if bearers:
                taking.left_out(unit["name"], f"{weapon}: {text}")
    return bool(wrong)


def _without_units(document: dict[str, Any], error: ArmyErrors, taking: ImportContext) -> bool:
    """Remove wrong units from the document. Return False if there are none."""
    wrong: dict[int, str] = {}
    for problem in error.problems:
        at = _AT.match(problem.path)
        if at and at["unit"] and int(at["place"]) < len(document["units"]):
            wrong.setdefault(int(at["place"]), problem.text)
    for place in sorted(wrong, reverse=True):
        taking.left_out(document["units"].pop(place)["name"], wrong[place])
        taking.without_unit(place)
    return bool(wrong)


def _named(text: str) -> str:
    """Return the weapon's name in `2x boltgun`."""
    return re.sub(r"^[1-9]x ", "", text)


# Leaders --------------------------------------------------------------------------------------------------------------


def validated(of: Edition, document: dict[str, Any], name: str, told: Attachments, taking: ImportContext) -> Army:
    """Return the army of a document, with leaders attached as the file says (IMP-51) and as the player says (IMP-50).

    The document is read once. If something is wrong, it is read anew for each part that may have to go.

    :raises Refused: nothing is left, or the player names an unknown leader or unit, or one that may not be led
    """
    units, army = [*document["units"]], None
    led = {_lead(of, document, *pair, taking) for pair in (*told, *taking.options.attach)} - {None}
    with suppress(ArmyErrors):
        army = _read(of, document, name) if led else None
    if army is None:
        document["units"] = units
        army = _one_by_one(of, document, name, told, taking)
    names = [unit["name"] for unit in document["units"]]
    for leader, unit in taking.options.attach:
        there = place_of(leader, names)
        for said, place in ((leader, there), (unit, place_of(unit, names))):
            if place is None:
                raise Refused(f"--attach: there is no unit {said} in the list; {did_you_mean(said, names)}")
        assert there is not None
        if not any(unit_is(names[there], (one.leader,)) and unit_is(unit, one.units) for one in taking.leads):
            taking.guess(names[there], f"leads {unit}, which the file does not name for it", ("units", there))
    return army


def _with_undecided(of: Edition, document: dict[str, Any], told: tuple[Leads, ...]) -> dict[str, Any]:
    """Return the document with those whom leaders may lead (IMP-50); without them if it could not be read with them."""
    found = with_undecided(document, told, may_of(of)) if told else document
    return found if found is document or tree_of(found).size <= MOST_NODES else document


def _read(of: Edition, document: dict[str, Any], name: str) -> Army:
    """Return the army of a document. :raises ArmyErrors: all mistakes of it. :raises Refused: it is too much."""
    tree = tree_of(document)
    if tree.size > MOST_NODES:
        raise Refused(f"{name}: more than {MOST_NODES:,} values are in its list; no list can have so many")
    found: Army = of.lists().read(tree, name)
    return found


def _one_by_one(of: Edition, document: dict[str, Any], name: str, told: Attachments, taking: ImportContext) -> Army:
    """Return the army of a document without wrong parts. It tells of leaders whom the file attaches wrongly.

    :raises Refused: nothing is left, or the player attaches a leader wrongly
    """
    army = _readable(of, document, name, taking)
    for leader, unit in (*told, *(asked := taking.options.attach)):
        units = [*document["units"]]
        there = _lead(of, document, leader, unit, taking)
        try:
            army = army if there is None else _read(of, document, name)
        except ArmyErrors as error:
            document["units"], why = units, error.problems[0].text
            if (leader, unit) in asked:
                raise Refused(f"--attach {leader}={unit}: {why}") from None
            taking.guess(leader, f"the file says that it leads {unit}: not so, {why}", ("units", there or 0))
    return army


def _lead(of: Edition, document: dict[str, Any], leader: str, unit: str, taking: ImportContext) -> int | None:
    """Let a unit lead another, and return its place. Return None if one is unknown, such as a unit left out."""
    units, names = document["units"], [one["name"] for one in document["units"]]
    place = place_of(leader, names)
    if place is None or place_of(unit, names) is None:
        return None
    keys = importer(of).attach
    own = (one.role for one in taking.leads if one.role in keys and unit_is(names[place], (one.leader,)))
    units[place] = with_key(units[place], next(own, keys[0]), unit)
    return place


def unit_is(text: str, units: Iterable[str]) -> bool:
    """Return True if `said` is one of these units, whatever its number."""
    return any(_unnumbered(text) == _unnumbered(one) for one in units)


def _unnumbered(name: str) -> str:
    return re.sub(r" [1-9]\d?$", "", plain_name(name))


# Lists of named units, with the values of an installed package --------------------------------------------------------

COMMAND = "army new"


def made_of(
    text: TextList, of: Edition, source: Source, options: Options, words: str, today: date | None = None
) -> ImportedList:
    """Return the list of a text. `said` is the command that asked for it; `today` is the date of the header.

    :raises Refused: no unit is usable, or a leader may not lead its unit
    """
    taking, sources = ImportContext(options), Sources((source,))
    roster = roster_of(text, sources, taking)
    taking.credits = sources.credits
    document = importer(of).take(roster, taking)
    army = validated(of, document, COMMAND, roster.attached, taking)
    report = report_of(of, document, roster, COMMAND, "", taking)
    document = _with_undecided(of, document, report.leads)
    day = (today or date.today()).isoformat()
    return ImportedList(document, report, (f"made by `{words}` ({in_short(of)}) on {day}", *report.credits), army)
