"""The precision of balls, which belongs to the process."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
import flint

_ONE_PRECISION = RLock()


@contextmanager
def working_precision(bits: int) -> Iterator[None]:
    """Run a block with balls of the given precision, and restore the global one afterwards.

    The precision belongs to the process, so threads take turns. Balls are correct at any
    precision, but a thread could lose digits, or leave its precision set for all others.
    """
    with _ONE_PRECISION:
        before = flint.ctx.prec
        flint.ctx.prec = bits
        try:
            yield
        finally:
            flint.ctx.prec = before
