"""Delta-correctness as a verified property: a policy that stops names a wrong arm too rarely.

Where to start: `report.delta_correctness` (rows for instances and sampling rules, and a verdict),
`exact_errors` (the exact law of the end on tiny instances, and the worst sampling rule of all),
`sampling_rules` (the same stopping rule under other sampling rules), `simulated_errors` (runs).
"""

from .exact_errors import StoppedLaw, stopped_law, worst_error
from .report import CorrectnessReport, delta_correctness
from .sampling_rules import SAMPLING_RULES, with_sampling

__all__ = [
    "SAMPLING_RULES", "CorrectnessReport", "StoppedLaw", "delta_correctness", "stopped_law",
    "with_sampling", "worst_error",
]  # fmt: skip
