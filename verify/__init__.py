"""Evidence about an algorithm: is it as private as it claims, and does it do what the paper says?

Where to start: `audit` (the one way through an audit of a policy); `definitions` (what privacy
means, on finite kernels and machines), `exact_laws` (the law of a policy's actions, and its worst
neighbours), `sampling` (runs, for what is too large; how policies of other libraries are played is
in `algorithms.interfaces`), `conformance` (the paper's schedule and index), `adversarial` (learners
with adversarial losses: their transcripts, their leaks and their regret), `membership` (audits by
membership games: their exact errors, and games beside certified privacy), `mutants` (wrong
algorithms that the checks must reject) and `self_test` (that they do), `assertions` (for other test
suites), `strategies` (hypothesis strategies that reach the corners), `evidence` (grades).
"""

from typing import TYPE_CHECKING
from banditproof.lazy_names import lazy_names

if TYPE_CHECKING:
    from .assertions import NotPrivate, NotShownPrivate, assert_private

__all__ = ["NotPrivate", "NotShownPrivate", "assert_private"]

if not TYPE_CHECKING:  # a type checker sees the names above, and no others
    __getattr__, __dir__ = lazy_names(__name__)
