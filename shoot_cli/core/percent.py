"""Chances as people read them."""

from __future__ import annotations


def percent(chance: float) -> str:
    """``12.3%``; what is neither impossible nor sure is never shown as if it were."""
    if 0 < chance < 0.0005:
        return "<0.1%"
    if 0.9995 <= chance < 1 - 1e-12:
        return ">99.9%"
    return f"{chance:.1%}"
