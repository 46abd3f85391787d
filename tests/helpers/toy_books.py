"""Rules for tests, in sections of a book."""

from __future__ import annotations

from shoot_cli.engine.markdown import Rule


def section(title: str, *rules: Rule) -> tuple[Rule, ...]:
    """The rules, each carrying the title of the section they stand in."""
    return tuple(rule.but(section=title) for rule in rules)
