"""The whole test run: the tests that were collected are kept out of the garbage collection."""

import gc


def pytest_sessionstart() -> None:
    """Hardly anything that is imported or collected is garbage."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Thousands of collected tests live until the end, so no collection need walk through them.

    What a test leaves behind is still collected, after fewer allocations than it makes.
    """
    gc.enable()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
