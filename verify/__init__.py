"""Evidence about an algorithm: is it as private as it claims, and does it do what the paper says?

Where to start: `audit` (the one way through an audit of a policy); `definitions` (what privacy
means, on finite kernels and machines), `exact_laws` (the law of a policy's actions, and its worst
neighbours), `sampling` (runs, for what is too large), `interfaces` (how policies of other libraries
are played), `conformance` (the paper's schedule and index), `adversarial` (learners with
adversarial losses: their transcripts, their leaks and their regret), `membership` (audits by
membership games: their exact errors, and games beside certified privacy), `mutants` (wrong
algorithms that the checks must reject) and `self_test` (that they do), `assertions` (for other test
suites), `strategies` (hypothesis strategies that reach the corners), `evidence` (grades).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .assertions import NotPrivate, NotShownPrivate, assert_private

__all__ = ["NotPrivate", "NotShownPrivate", "assert_private"]


def __getattr__(name: str) -> Any:
    """The names for test suites are loaded when they are first used."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import assertions

    return getattr(assertions, name)
