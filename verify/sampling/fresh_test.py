"""The test of one guess on fresh runs, which may be stopped at any time."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
import numpy as np
from banditproof.theory.budgets import ApproxDP, Budget, PureDP
from banditproof.theory.exact import Number, exact
from .confidence_sequence import anytime_event_bound
from .e_process import EProcess, best_bet
from .event_bounds import Counts, claimed, slack
from .events import AnyEvent
from .frontier import excess
from .neighbourhoods import Pair
from .sampler import Sampler

FIRST_BATCH = 200
GROWTH = 0.3
SPREAD = 2.0
"""What the bets that were not right cost, as a logarithm, about."""


def fresh_counts(
    sampler: Sampler, pair: Pair, event: AnyEvent, runs: int | Callable[[], int], seed: int
) -> Iterator[Counts]:
    """The counts so far after each of some batches of runs, up to a total number of runs.

    The total may be a function, which is asked before each batch: then the test can go on later.

    Each run flips a fair coin for one of the two inputs. The same seed gives the same counts, if
    the policy's randomness comes from its factory's arguments or from the global generators.
    """
    rng = np.random.default_rng(seed)
    counts = Counts()
    while (left := (runs() if callable(runs) else runs) - counts.runs) > 0:
        # Batches that grow by a share keep the number of looks logarithmic; each look is allowed.
        batch = min(max(FIRST_BATCH, int(counts.runs * GROWTH)), left)
        # The coin is part of the test (`e_process`): equal numbers on both sides would not be
        # valid.
        which = rng.integers(0, 2, batch)
        rows = sampler.sample([pair.left, pair.right], which, rng)
        which = which[: len(rows)]
        hits = event.happened(rows)
        left = which == 0
        counts += Counts(
            int((hits & left).sum()), int(left.sum()), int((hits & ~left).sum()), int((~left).sum())
        )
        yield counts
        if len(rows) < batch:  # the time is over
            return


@dataclass(frozen=True)
class FreshTest:
    """A claim, an event chosen beforehand, and a level: what fresh runs say about the claim.

    Pure and approximate budgets are tested by betting (`e_process`), the others by limits that
    hold at all times (`confidence_sequence`). Both may be stopped at any time. `planned` are the
    counts behind the choice of the event: they plan a bet, and are not part of the test.

    >>> test = FreshTest(PureDP("0.5"), "1e-3")
    >>> test.rejects(Counts(731, 1000, 269, 1000)), test.rejects(Counts(73, 100, 27, 100))
    (True, False)
    """

    budget: Budget
    level: Number
    planned: Counts | None = None

    @cached_property
    def betting(self) -> EProcess:
        """The bets, half of the capital on the planned one."""
        known = self.planned
        if known is None or not isinstance(self.budget, PureDP | ApproxDP):
            return EProcess()
        p = (known.left_hits + 0.5) / (known.left_runs + 1)
        q = (known.right_hits + 0.5) / (known.right_runs + 1)
        eps, delta = float(exact(self.budget.eps)), float(exact(slack(self.budget)))
        return EProcess(best_bet(p, q, eps, delta))

    def rejects(self, counts: Counts) -> bool:
        """Whether the claim is rejected."""
        if isinstance(self.budget, PureDP | ApproxDP):
            promise, delta = self.budget.eps, slack(self.budget)
            near = self.betting.log_capital(counts, float(exact(promise)), float(exact(delta)))
            if near < -math.log(float(exact(self.level))) - 1e-6:
                return False  # far from it, so balls are not needed
            return self.betting.rejects(counts, promise, self.level, delta)
        return self.bound(counts) > exact(claimed(self.budget))

    def bound(self, counts: Counts) -> Fraction | float:
        """A lower bound of eps or rho that is wrong with probability at most `level`."""
        if isinstance(self.budget, PureDP | ApproxDP):
            return self.betting.lower_bound(counts, self.level, slack(self.budget))
        return anytime_event_bound(counts, self.budget, self.level)

    def needed(self, counts: Counts) -> float:
        """About how many more runs reject the claim, if all is as its counts say."""
        if not counts.runs:
            return math.inf
        capital = max(beyond(counts, self.budget), 0.0) ** 2 / 2
        if isinstance(self.budget, PureDP | ApproxDP):
            eps, delta = float(exact(self.budget.eps)), float(exact(slack(self.budget)))
            capital = float(self.betting.log_capital(counts, eps, delta))
        return runs_needed(counts, self.budget, self.level, capital)

    def is_hopeless(self, counts: Counts) -> bool:
        """Whether the counts support the claim so well that more runs are not worth it."""
        if isinstance(self.budget, PureDP | ApproxDP):
            eps, delta = float(exact(self.budget.eps)), float(exact(slack(self.budget)))
            return bool(self.betting.log_capital(counts, eps, delta) < -3.5)
        return beyond(counts, self.budget) < -2


def beyond(counts: Counts, budget: Budget) -> float:
    """By how many standard errors counts lie beyond a claim.

    >>> beyond(Counts(300, 400, 100, 400), PureDP("0.5")) > 5
    True
    """
    seen = (counts.left_hits, counts.left_runs, counts.right_hits, counts.right_runs)
    return float(excess(*seen, budget))


def runs_needed(
    counts: Counts, budget: Budget, level: Number, capital: float = 0.0, chosen: float = 0.0
) -> float:
    """About how many runs reject a claim at a level, if all is as some counts say.

    `capital` is the logarithm of what bets have won before. Counts that chose an event lie beyond
    the claim by chance as well: `chosen` standard errors are taken off. A rule of thumb, which
    decides what is tested, and never what is rejected.

    >>> seen = Counts(700, 1000, 300, 1000)
    >>> 500 < runs_needed(seen, PureDP("0.5"), "1e-3") < 5000, runs_needed(seen, PureDP(1), "1e-3")
    (True, inf)
    """
    if not counts.runs:
        return math.inf
    size = beyond(counts, budget) - chosen
    goal = SPREAD - math.log(float(exact(level))) - capital
    return max(goal, 0.0) / (size**2 / 2 / counts.runs) if size > 0 else math.inf
