"""The interfaces of policies: whatever their style, the auditor plays one session of a run."""

from typing import TYPE_CHECKING
from banditproof.lazy_names import lazy_names

if TYPE_CHECKING:
    from banditproof.algorithms.factory_calls import called_with
    from .contexts import Contexts
    from .factories import FreshRuns
    from .styles import BlackBox, adapted

__all__ = ["BlackBox", "Contexts", "FreshRuns", "adapted", "called_with"]

if not TYPE_CHECKING:  # a type checker sees the names above, and no others
    __getattr__, __dir__ = lazy_names(__name__)
