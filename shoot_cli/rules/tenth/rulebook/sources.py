"""Where the rules were learnt, in words. They gave facts and numbers; the sentences are our own."""

from __future__ import annotations

from typing import Final

CORE: Final = "Core Rules, 10th edition (2023)"
FIRST_PRINT: Final = "Core Rules of 2023 as first printed"
UPDATES: Final = "Core Rules Updates and Rules Commentary (2024)"
DATA: Final = "BSData wh40k-10e (June 2026)"
DATASHEETS: Final = "datasheets in BSData wh40k-10e (June 2026)"
SPILL_ISSUE: Final = "40kdice issue 26 (March 2025)"
DEVASTATING_ISSUE: Final = "BSData wh40k-10e issue 636 (September 2023)"
INDIRECT_ISSUE: Final = "BSData wh40k-10e issue 1498 (August 2024)"
NOTES: Final = "a developer's public notes on the rules of September 2024"
PRACTICE: Final = "established practice, no public text"


def sources(*parts: str) -> str:
    """Several sources as one phrase."""
    return "; ".join(parts)


def reading(setting: str = "", about: str = "") -> str:
    """The source of a choice the texts leave open: a reading, and the setting that changes it where there is one."""
    start = f"a reading ({about})" if about else "a reading"
    return f"{start}: {chosen(setting)}" if setting else start


def chosen(setting: str) -> str:
    """The setting by which players choose between ways that are all in the texts."""
    return f"see the setting `{setting}`"
