"""The audits of this library on mechanisms at the boundary, many at once, to be calibrated."""

import math
from fractions import Fraction
from functools import partial
from typing import Any
import numpy as np
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.sampling.successive_tests import critical_count
from .boundary_mechanisms import BoundaryEvent, CautiousBandit, boundary_events
from .calibration import NullAudit
from .clopper_pearson import lower_limits, upper_limits
from .confidence_sequence import anytime_limits
from .e_process import EProcess
from .event_bounds import Counts, concentrated_loss, losses
from .fed_rewards import FedRewards
from .inputs import TableInput
from .neighbourhoods import Pair
from .search_and_test import audit_sampler
from .thesis_audits import event_audit_bounds

EPS = 0.5
LEVEL = 0.05
RUNS = 400
RESPONSE = boundary_events(EPS)[0]
"""Randomised response."""
LOOKS = tuple(int(20 * 1.2**i) for i in range(38))
"""The numbers of runs after which the sequential audits look, up to about 17000."""
Rng = np.random.Generator


def sampled_counts(event: BoundaryEvent, runs: int, audits: int, rng: Rng) -> Counts:
    """Counts of many audits at once, with `runs` runs on each side; arrays inside."""
    return Counts(
        rng.binomial(runs, event.p, audits),  # type: ignore[arg-type]
        np.full(audits, runs),  # type: ignore[arg-type]
        rng.binomial(runs, event.q, audits),  # type: ignore[arg-type]
        np.full(audits, runs),  # type: ignore[arg-type]
    )


def fixed_event_alarms(event: BoundaryEvent, rng: Rng, audits: int) -> Any:
    """Clopper-Pearson limits of a fixed event at a fixed number of runs."""
    c = sampled_counts(event, RUNS, audits, rng)
    p = lower_limits(c.left_hits, RUNS, LEVEL / 2)
    q = upper_limits(c.right_hits, RUNS, LEVEL / 2)
    x, delta = math.exp(event.eps), event.delta
    return (p > x * q + delta) | (1 - q > x * (1 - p) + delta)


def growing_counts(event: BoundaryEvent, rng: Rng, audits: int) -> Any:
    """The counts at each look of many audits that flip a coin for each run."""
    hits_left, runs_left, hits_right, runs_right = (np.zeros(audits, int) for _ in range(4))
    done = 0
    for look in LOOKS:
        more = rng.binomial(look - done, 0.5, audits)
        hits_left = hits_left + rng.binomial(more, event.p)
        runs_left = runs_left + more
        hits_right = hits_right + rng.binomial(look - done - more, event.q)
        runs_right = runs_right + (look - done - more)
        done = look
        yield Counts(hits_left, runs_left, hits_right, runs_right)  # type: ignore[arg-type]


def betting_alarms(event: BoundaryEvent, rng: Rng, audits: int) -> Any:
    """Betting, with a look again and again, until the first alarm."""
    rejected = np.zeros(audits, bool)
    for counts in growing_counts(event, rng, audits):
        capital = EProcess().log_capital(counts, event.eps, event.delta)
        rejected |= capital >= -math.log(LEVEL)
    return rejected


def concentrated_event(eps: float) -> tuple[float, float, float]:
    """Randomised response: p, q, and its rho, which is the supremum of D_alpha / alpha."""
    event = boundary_events(eps)[0]
    fine = [
        float(losses(event.p, event.q, ZCDP(1))),
        float(concentrated_loss(Fraction(event.p), Fraction(event.q))),
    ]
    return event.p, event.q, max(fine)


def concentrated_alarms(rng: Rng, audits: int) -> Any:
    """The bound of rho from Clopper-Pearson limits at a fixed number of runs."""
    p, q, rho = concentrated_event(EPS)
    low = lower_limits(rng.binomial(RUNS, p, audits), RUNS, LEVEL / 2)
    high = upper_limits(rng.binomial(RUNS, q, audits), RUNS, LEVEL / 2)
    return losses(low, high, ZCDP(1)) > rho


def anytime_concentrated_alarms(rng: Rng, audits: int) -> Any:
    """The bound of rho from limits that hold at all times, with a look again and again."""
    p, q, rho = concentrated_event(EPS)
    event = BoundaryEvent("randomised response", p, q, EPS)
    rejected = np.zeros(audits, bool)
    for c in growing_counts(event, rng, audits):
        low, _ = anytime_limits(c.left_hits, c.left_runs, LEVEL / 2)
        _, high = anytime_limits(c.right_hits, c.right_runs, LEVEL / 2)
        rejected |= losses(low, high, ZCDP(1)) > rho
    return rejected


def membership_alarms(rng: Rng, audits: int) -> Any:
    """The membership audit with the rates over the rounds of each kind."""
    zeros = rng.binomial(RUNS, 0.5, audits)
    false_positives = rng.binomial(zeros, RESPONSE.q)
    true_positives = rng.binomial(RUNS - zeros, RESPONSE.p)
    ones, share = RUNS - zeros, LEVEL / 4
    limits = (
        (lower_limits(true_positives, ones, share), upper_limits(false_positives, zeros, share)),
        (
            lower_limits(zeros - false_positives, zeros, share),
            upper_limits(ones - true_positives, ones, share),
        ),
    )
    return np.any([low > math.exp(EPS) * high for low, high in limits], axis=0)


def upward_alarms(rng: Rng, audits: int) -> Any:
    """Guesses that rise while each is rejected, on fresh data; the last step meets eps exactly."""
    keep = 1 / (1 + math.exp(-EPS))
    alive = np.ones(audits, bool)
    for i in range(1, 3):
        c = critical_count(EPS * i / 2, 2000, LEVEL)
        alive &= rng.binomial(2000, keep, audits) >= c
    return alive


def two_sided_alarms(rng: Rng, audits: int) -> Any:
    """The two-sample audit in both directions, with four limits."""
    bounds = event_audit_bounds(RUNS, RUNS, str(LEVEL))
    return (
        bounds[rng.binomial(RUNS, RESPONSE.p, audits), rng.binomial(RUNS, RESPONSE.q, audits)] > EPS
    )


def whole_audit_alarms(
    rng: Rng, audits: int, samples: int = 1200, horizons: tuple[int, ...] = (3, 4)
) -> Any:
    """The whole black-box audit on a bandit of known law, in all that it shares a level over.

    Several horizons, rewards inside the range, a suggested pair, and searches and tests in turn.
    """
    x = math.exp(EPS)
    samplers = [CautiousBandit(x).sampler(horizon) for horizon in horizons]
    budget = PureDP(math.nextafter(math.log(x), 1))
    left = TableInput(((1, 0), (0, 0)))
    suggested = Pair(left, left.with_block(1, (0, 0)))
    return np.array(
        [
            audit_sampler(
                samplers,
                budget,
                notion=Notion.TABLE,
                fed=FedRewards.of([0, 1, "0.5"]),
                pairs=[suggested],
                level=str(LEVEL),
                samples=samples,
                first_round=200,
                rng=rng,
                shrink=False,
            ).verdict
            == "fails"
            for _ in range(audits)
        ]
    )


def shipped_audits() -> tuple[NullAudit, ...]:
    """Every statistical audit of the library, on every mechanism that it can be tight on."""
    results = []
    for event in boundary_events(EPS):
        for name, alarms in (
            ("fixed event, Clopper-Pearson", fixed_event_alarms),
            ("betting, watched all the time", betting_alarms),
        ):
            results.append(NullAudit(name, event.name, LEVEL, partial(alarms, event)))
    response = "randomised response"
    results += [
        NullAudit("rho of a fixed event", response, LEVEL, concentrated_alarms),
        NullAudit("rho, watched all the time", response, LEVEL, anytime_concentrated_alarms),
        NullAudit("two samples, both directions", response, LEVEL, two_sided_alarms),
        NullAudit("membership, rates per kind", response, LEVEL, membership_alarms),
        NullAudit("guesses that rise while rejected", response, LEVEL, upward_alarms),
        NullAudit("search and test", "bandit", LEVEL, whole_audit_alarms),
    ]
    return tuple(results)
