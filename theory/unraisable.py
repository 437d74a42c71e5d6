"""Alarms that rang where Python cannot raise an exception, and ring again."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def raised_again(alarm: type[BaseException], again: Callable[[], None]) -> Iterator[None]:
    """Call `again` in place of a complaint where an alarm of this type was lost.

    What is raised in `__del__`, in a callback of a weak reference or of the garbage collector is
    reported to `sys.unraisablehook`, and the program goes on as if nothing had happened.

    >>> class Over(BaseException):
    ...     pass
    >>> class Deaf:
    ...     def __del__(self):
    ...         raise Over
    >>> deaf = Deaf()
    >>> with raised_again(Over, lambda: print("once more")):
    ...     del deaf
    once more
    """
    before: Callable[[Any], Any] = sys.unraisablehook

    def hook(event: Any) -> None:
        if issubclass(event.exc_type, alarm):
            again()
        else:
            before(event)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = before
