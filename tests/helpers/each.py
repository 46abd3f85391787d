"""Cases that nobody runs alone go through one test, which tells at its end what was wrong with which of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import cache, wraps
from pathlib import Path
from traceback import extract_tb
from typing import Any

import pytest

PARAM = type(pytest.param())
LINES = 12  # of what is wrong with one case


def each(
    names: str | Sequence[str], values: Iterable[Any], ids: Callable[[Any], object] | Sequence[str] | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """As ``pytest.mark.parametrize``, in one case: for texts, words and values, of which there are hundreds.

    Not for what takes long, since a worker has all of it, nor for tests whose fixtures are changed by use. No value has
    marks. If one alone is wrong its own error is raised; of several each is told with its place. Values are made when the
    test runs, so a generator costs nothing to those who only collect.
    """
    keys = [name.strip() for name in names.split(",")] if isinstance(names, str) else [*names]

    @cache
    def made() -> list[tuple[Any, ...]]:
        return [row_of(value, len(keys)) for value in values]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def every(**others: Any) -> None:
            rows = made()
            assert rows, "there is nothing to go through"
            wrong: list[tuple[str, BaseException]] = []
            for place, row in enumerate(rows):
                try:
                    test(**dict(zip(keys, row, strict=True)), **others)
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"with {name_of(place, row, ids)}")
                    wrong.append((name_of(place, row, ids), error))
            if len(wrong) == 1:
                raise wrong[0][1]
            if wrong:
                told = "\n\n".join(words(name, error, test) for name, error in wrong)
                pytest.fail(f"{len(wrong)} of {len(rows)} are wrong\n\n{told}", pytrace=False)

        signature = inspect.signature(test)
        others = [one for name, one in signature.parameters.items() if name not in keys]
        every.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return every

    return decorate


def row_of(value: Any, size: int) -> tuple[Any, ...]:
    if isinstance(value, PARAM):
        assert not value.marks, "a value with marks is a case of its own"
        return tuple(value.values)
    return (value,) if size == 1 else tuple(value)


def name_of(place: int, row: tuple[Any, ...], ids: Any) -> str:
    if callable(ids):
        return ", ".join(str(ids(value)) for value in row)
    name = str(ids[place]) if ids is not None else ", ".join(map(repr, row))
    return name if len(name) <= 200 else f"{name[:200]}..."


def words(name: str, error: BaseException, test: Callable[..., None]) -> str:
    file = inspect.unwrap(test).__code__.co_filename
    line = next((frame.lineno for frame in reversed(extract_tb(error.__traceback__)) if frame.filename == file), 0)
    said = "\n".join(str(error).splitlines()[:LINES])
    return f"{name}: {Path(file).name}:{line}: {type(error).__name__}: {said}"
