# Written by `python -m minitorch.tools.stubs`.
# mypy: disable-error-code="override, misc, assignment, valid-type, overload-overlap, type-arg, no-redef"
from builtins import bool as _bool, complex as _complex, float as _float, int as _int
from collections.abc import Callable, Iterator, Sequence
from types import EllipsisType
from typing import Any, Generic, Literal, NamedTuple, ParamSpec, Protocol, Self, SupportsIndex, overload

import numpy as np
from typing_extensions import TypeVar

from minitorch.backend import device as _device
from minitorch.dtypes import dtype as _dtype
from minitorch.random import Generator as _Generator


_F = TypeVar("_F")

def is_grad_enabled() -> _bool:
    """Return whether this thread records operations for backward."""

off: Any

on: Any

recording: Any

class GradMode:
    """A context manager and decorator that sets the mode for a block, or for every call of a function."""
    def __enter__(self) -> Self: ...
    def __exit__(self, *failure: object) -> None: ...
    @overload
    def __call__(self, function: _F) -> _F: ...
    @overload
    def __call__(self, *args: Any, **settings: Any) -> Any: ...
    tokens: Any
    def __init__(self) -> None: ...
    def again(self) -> Any: ...

class enable_grad(GradMode):
    """A block or function that records operations again inside a `no_grad` block."""
    @overload
    def __new__(cls, function: _F) -> _F: ...
    @overload
    def __new__(cls) -> Self: ...

class no_grad(GradMode):
    """A block or function that records no operations: `with no_grad():`, `@no_grad()` or `@no_grad`."""
    @overload
    def __new__(cls, function: _F) -> _F: ...
    @overload
    def __new__(cls) -> Self: ...
