"""What each edition offers for lists of other programs.

A list builder names its game by an id (``gameSystemId``) or by words. The functions here import an edition only when
they are called, because that loads all of its rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from shoot_cli.importing.published import Published
    from shoot_cli.importing.report import ImportContext
    from shoot_cli.importing.roster import Roster, Selection
    from shoot_cli.rules import Edition

MAY = {"leader": "may_lead", "support": "may_support", "joined_to": "may_join"}  # by the key for whom a unit leads
HORUS_HERESY = "ca571888-56a9-c58e-ddaf-54f4713538bc"  # first edition; its rules are those of 7th with additions


class Importer(NamedTuple):
    """The functions and names of one edition for lists of other programs.

    :ivar systems: the ids of its game
    :ivar games: how names of its game begin; the first is the usual name
    :ivar values: keys of characteristics ("profiles") and weapons ("weapons") that somebody must fill in (IMP-63)
    :ivar attach: the keys of a unit that say whom it leads, the usual one first
    :ivar take: returns the list as a document, and tells the `ImportContext` what was guessed or left out
    :ivar selection_of: returns a unit of a document as a selection, so that a list can provide values (IMP-61)
    :ivar also: ids of games with nearly the same rules, which are accepted if the player says so
    :ivar published: returns the package with its datasheets, installed or not; None if there is none (IMP-65)
    :ivar block: True if its lists have an `army:` block with detachment and rules (EVE-40)
    :ivar data: the address of the data files that list builders use for it
    :ivar size: how large these are, in words; "" if we do not know
    """

    systems: tuple[str, ...]
    games: tuple[str, ...]
    values: dict[str, tuple[str, ...]]
    attach: tuple[str, ...]
    take: Callable[[Roster, ImportContext], dict[str, Any]]
    selection_of: Callable[[dict[str, Any], dict[str, Any]], Selection]
    also: tuple[str, ...] = ()
    published: Callable[[], Published | None] = lambda: None
    block: bool = False
    data: str = ""
    size: str = ""


def _take_seventh(roster: Roster, context: ImportContext) -> dict[str, Any]:
    from shoot_cli.importing.seventh import take

    return take(roster, context, experimental=roster.system == HORUS_HERESY)


def _take_tenth(roster: Roster, context: ImportContext) -> dict[str, Any]:
    from shoot_cli.importing.datasheets import take
    from shoot_cli.rules.tenth.edition import ABILITIES

    return take(roster, context, "40k-10e", ABILITIES)


def _take_eleventh(roster: Roster, context: ImportContext) -> dict[str, Any]:
    from shoot_cli.importing.datasheets import take
    from shoot_cli.rules.eleventh.edition import ABILITIES

    return take(roster, context, "40k-11e", ABILITIES)


def _selection_of_seventh(unit: dict[str, Any], document: dict[str, Any]) -> Selection:
    from shoot_cli.importing.seventh import selection_of

    return selection_of(unit, document)


def _selection_of_datasheet(unit: dict[str, Any], document: dict[str, Any]) -> Selection:
    from shoot_cli.importing.datasheets import selection_of

    return selection_of(unit, document)


def _published_eleventh() -> Published:
    from shoot_cli.importing.published import Published
    from shoot_cli.rules.eleventh.edition import ABILITIES

    return Published(
        "wh40kdc", "11th", "Warhammer 40,000 11th Edition", "Alpaca Software",
        "https://github.com/wn-mitch/40kdc-data", "CC BY 4.0, https://creativecommons.org/licenses/by/4.0/", ABILITIES,
        "40kdc", {"gun drone": "twin-pulse-carbine", "missile drone": "missile-pod"},
    )  # fmt: skip


IMPORTERS = {
    "40k-7e": Importer(
        ("e1ebd931-a209-3ce4-87b4-d9918d25530b",),
        ("Warhammer 40,000 7th Edition", "Warhammer 40000 7th Edition", "Warhammer 40k 7th Edition"),
        {"profiles": ("BS", "T", "W", "Ld", "Sv"), "weapons": ("range", "S", "AP", "type")},
        ("joined_to",),
        _take_seventh,
        _selection_of_seventh,
        also=(HORUS_HERESY,),
        data="https://github.com/BSData/wh40k-7th-edition",
    ),
    "40k-10e": Importer(
        ("sys-352e-adc2-7639-d6a9",),
        ("Warhammer 40,000 10th Edition", "Warhammer 40k 10th Edition"),
        {"profiles": ("M", "T", "Sv", "W", "Ld", "OC"), "weapons": ("range", "A", "BS", "S", "AP", "D")},
        ("leader",),
        _take_tenth,
        _selection_of_datasheet,
        block=True,
        data="https://github.com/BSData/wh40k-10e",
        size="about 5 MB to fetch, 40 MB on the disk",
    ),
    "40k-11e": Importer(
        ("sys-352e-adc2-7639-d610",),
        ("Warhammer 40,000 11th Edition", "Warhammer 40k 11th Edition"),
        {"profiles": ("M", "T", "Sv", "W", "Inv", "Ld", "OC"), "weapons": ("range", "A", "BS", "S", "AP", "D")},
        ("leader", "support"),
        _take_eleventh,
        _selection_of_datasheet,
        published=_published_eleventh,
        block=True,
        data="https://github.com/BSData/wh40k-11e",
    ),
}  # by the name of the edition


def importer(edition: Edition) -> Importer:
    """Return what the edition offers. :raises KeyError: it takes no lists of other programs."""
    return IMPORTERS[edition.name]


def may_of(edition: Edition) -> dict[str, str]:
    """Return the keys for whom a unit leads, the usual one first, each with the key for whom it may lead.

    Editions without lists of other programs have none.
    """
    return {key: MAY[key] for key in IMPORTERS[edition.name].attach} if edition.name in IMPORTERS else {}
