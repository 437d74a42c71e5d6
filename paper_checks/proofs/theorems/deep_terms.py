"""Terms that are nested deeply: a closed theorem has up to 200 hypotheses before it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

DEPTH = 100_000
"""How many calls may be within one another while such a term is worked with."""


@contextmanager
def deeply_nested() -> Iterator[None]:
    """Allow it inside, and not for the rest of the program.

    Readers of files rely on the usual limit: with a higher one, a hundred thousand brackets end the
    interpreter.

    >>> usual = sys.getrecursionlimit()
    >>> with deeply_nested():
    ...     sys.getrecursionlimit() >= DEPTH
    True
    >>> sys.getrecursionlimit() == usual
    True
    """
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(max(usual, DEPTH))
    try:
        yield
    finally:
        sys.setrecursionlimit(usual)
