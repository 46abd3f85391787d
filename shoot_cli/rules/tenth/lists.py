"""Lists and scenarios of this edition. Short: ``datasheets/lists.py`` does the work."""

from __future__ import annotations

from shoot_cli.rules.datasheets import lists
from shoot_cli.rules.datasheets.fields import forms_of
from shoot_cli.rules.tenth.unit_text import LinePart


class Lists(lists.Lists):
    RULESET = "40k-10e"
    UNIT, WEAPON, LIST = forms_of(LinePart.KNOWN)
    PART = LinePart


read, read_scenario, json_schema = Lists.read, Lists.read_scenario, Lists.json_schema
