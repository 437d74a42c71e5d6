"""Statistical audits of algorithms that are too large to enumerate."""

from typing import TYPE_CHECKING
from banditproof.lazy_names import lazy_names

if TYPE_CHECKING:
    from banditproof.algorithms.interfaces.styles import BlackBox, adapted
    from .black_box_audit import audit_black_box
    from .clopper_pearson import lower_limit, upper_limit
    from .e_process import EProcess
    from .event_bounds import Counts, event_bound
    from .search_and_test import audit_sampler
    from .statistical_audit import StatisticalAudit, detectable_eps, rounded_down
    from .witness import StatisticalWitness

__all__ = [
    "BlackBox", "Counts", "EProcess", "StatisticalAudit", "StatisticalWitness", "adapted",
    "audit_black_box", "audit_sampler", "detectable_eps", "event_bound", "lower_limit",
    "rounded_down", "upper_limit",
]  # fmt: skip

if not TYPE_CHECKING:  # a type checker sees the names above, and no others
    __getattr__, __dir__ = lazy_names(__name__)
