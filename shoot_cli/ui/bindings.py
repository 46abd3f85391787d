"""The keys that prompt_toolkit itself brings, as far as anybody here wants them."""

from __future__ import annotations

from functools import cache


@cache
def load_keys_once() -> None:
    """Those of every editing mode are made anew for every application; nobody turns vi on."""
    from prompt_toolkit.application import application
    from prompt_toolkit.key_binding import KeyBindings, defaults

    for vi in ("load_vi_bindings", "load_vi_search_bindings"):
        setattr(defaults, vi, KeyBindings)
    application.load_key_bindings = cache(application.load_key_bindings)  # type: ignore[attr-defined]
