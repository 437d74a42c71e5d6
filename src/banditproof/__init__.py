"""Checks the literature on differentially private bandits by machine, and computes its bounds."""

from time import time as _time

__version__ = "0.1.0"
BEGAN = _time()
"""When this process began to read the files of this package."""

TYPE_CHECKING = False  # as in typing, whose import takes longer than everything else here
if TYPE_CHECKING:
    # A type checker sees the rooms, and reports an error where it cannot find them.
    from . import algorithms as algorithms
    from . import cli as cli
    from . import paper_checks as paper_checks
    from . import testing as testing
    from . import theory as theory
    from . import verify as verify
else:
    _ROOMS = ("algorithms", "cli", "paper_checks", "theory", "verify")

    def __getattr__(name):
        """Import a room, or the module for test suites, when it is first used as an attribute."""
        if name not in (*_ROOMS, "testing"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return import_module(f"{__name__}.{name}")

    def __dir__():
        return sorted({*globals(), *_ROOMS, "testing"})
