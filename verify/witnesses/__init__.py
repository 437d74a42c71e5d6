"""Witnesses of violations, recomputed by a program that shares no code with what found them.

`witness` (what is checked, and how), `stated_claim`, `neighbouring_inputs` (what may differ),
`table_objects` (finite policies), `budget_breaks` (when two laws break a budget), `plain_fields`
(JSON that nobody vouches for).
"""

from typing import TYPE_CHECKING
from banditproof.lazy_names import lazy_names

if TYPE_CHECKING:
    from .plain_fields import Refused, Unreadable
    from .witness import Witness

__all__ = ["Refused", "Unreadable", "Witness"]

if not TYPE_CHECKING:  # a type checker sees the names above, and no others
    __getattr__, __dir__ = lazy_names(__name__)
