"""Statistical audits of algorithms that are too large to enumerate.

The files in reading order.

The audit:
`black_box_audit`: what a policy is fed and shown, for how many rounds: begin here.
`search_and_test`: search, then test on fresh runs, until they are spent.
`statistical_audit`: the result, in words and in JSON.
`witness`: two inputs and an event, which can be replayed.

Runs:
`sampler`: runs on prepared inputs, a row of symbols for each.
`timeouts`: a limit on the time of a call.
`inputs`: what an adversary feeds.
`fed_rewards`: which rewards.
`reactions`: after how many rounds actions depend on rewards.

The search:
`search`: for a pair of inputs and an event.
`neighbourhoods`: which pairs are worth trying.
`screening`: which reward of a long run changes which action.
`events`: what a test may look for.
`best_event`: the event that lies furthest beyond a claim.
`frontier`: how far that is.
`shrinking`: a smaller witness.

Tests:
`event_bounds`: how much privacy an event costs.
`clopper_pearson`: limits of a probability from a count.
`confidence_sequence`: limits that hold at all times.
`e_process`: betting against a claim, which may stop at any time.
`fresh_test`: the test of one guess.

Audits as they are printed:
`thesis_audits`: of one event or one guess.
`successive_tests`: of one budget after the other.
`two_samples`: the exact probability that two counts err.

How often an audit errs:
`calibration`: alarms about mechanisms that keep their budget exactly.
`boundary_mechanisms`: such mechanisms.
`null_audits`: the audits of this library on them.
`broken_audits`: wrong audits, which must be rejected.
`power`: how many runs an audit needs.
"""

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
