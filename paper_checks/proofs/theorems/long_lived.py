"""What a judge keeps: millions of terms, among which Python need not look for garbage again."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_search_of_what_stays() -> Iterator[None]:
    """Let the collector of garbage pass over all that is there now, until the end.

    A judge makes terms that stay, so that each collection would look at all of them and free none:
    a fifth of its time. What is made inside is looked at as ever.

    >>> with no_search_of_what_stays():
    ...     gc.get_freeze_count() > 0
    True
    """
    if gc.get_freeze_count():  # within another one, or somebody else decides about it
        yield
        return
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
