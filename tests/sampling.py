"""Samples of values and of combinations, for tests that would walk through every one of them."""

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from itertools import product
from reprlib import repr as short
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def sampled(
    *axes: Iterable[Any],  # values of parameters are of any type
    rest: pytest.MarkDecorator = pytest.mark.long,
) -> list[ParameterSet]:
    """Return all combinations for `parametrize`; but for a few that have each value once, they are marked."""
    lists = [list(axis) for axis in axes]
    chosen = _diagonal([len(values) for values in lists])
    return [
        pytest.param(
            *(values[at] for values, at in zip(lists, places, strict=True)), marks=() if places in chosen else rest
        )
        for places in product(*(range(len(values)) for values in lists))
    ]


def mostly_wide(
    names: str | tuple[str, ...], values: Iterable[Any], kept: int = 1, ids: list[str] | None = None
) -> pytest.MarkDecorator:
    """Return a `parametrize` whose first values are kept by default; the others are `wide`."""
    each = [value if isinstance(names, tuple) else (value,) for value in values]
    wide = [pytest.param(*value, marks=pytest.mark.wide) for value in each[kept:]]
    return pytest.mark.parametrize(names, [*(pytest.param(*value) for value in each[:kept]), *wide], ids=ids)


def together(
    names: str | tuple[str, ...],
    values: Iterable[Any],
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator like `parametrize`, for rows that take less time than a test costs (2 ms).

    All rows are a single test, which goes through all of them, and names each that is wrong.
    """
    listed = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    rows = [dict(zip(listed, value if len(listed) > 1 else (value,), strict=True)) for value in values]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def run(*arguments: Any, **others: Any) -> None:
            wrong: list[BaseException] = []
            for row in rows:
                try:
                    test(*arguments, **others, **row)
                except (Exception, pytest.fail.Exception, pytest.skip.Exception) as error:
                    error.add_note("row: " + ", ".join(f"{name}={short(value)}" for name, value in row.items()))
                    wrong.append(error)
            if wrong:
                raise BaseExceptionGroup(f"{len(wrong)} of {len(rows)} rows", wrong)

        plain = signature(test)
        others = [parameter for name, parameter in plain.parameters.items() if name not in listed]
        run.__signature__ = plain.replace(parameters=others)  # type: ignore[attr-defined]  # which pytest reads
        return run

    return decorate


def _diagonal(lengths: list[int]) -> set[tuple[int, ...]]:
    """Return places that have each place of each axis; two short axes do not go through theirs in step."""
    rows, stride = max(lengths), 1
    strides: list[int] = []
    for length in lengths:
        step = stride if stride * length <= rows else 1
        strides.append(step)
        stride = step * length if length < rows else stride
    return {tuple(row // step % length for step, length in zip(strides, lengths, strict=True)) for row in range(rows)}
