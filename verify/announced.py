"""What long work says that it is doing, to whoever listens; it decides nothing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Listener = Callable[[str], object]
_LISTENER: ContextVar[Listener | None] = ContextVar("listener", default=None)


@contextmanager
def told_to(listener: Listener) -> Iterator[None]:
    """Within it, what is announced goes to a listener.

    >>> with told_to(print):
    ...     announce("runs compared")
    runs compared
    >>> announce("nobody listens")
    """
    before = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(before)


def announce(words: str) -> None:
    """Say what is being done, in a few words, where somebody listens."""
    listener = _LISTENER.get()
    if listener is not None:
        listener(words)
