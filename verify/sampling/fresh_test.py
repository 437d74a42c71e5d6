"""The test of one guess on fresh runs, which may be stopped at any time."""

import math
from collections.abc import Iterator
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
from .neighbourhoods import Pair
from .sampler import Sampler

FIRST_BATCH = 200
GROWTH = 0.3


def fresh_counts(
    sampler: Sampler, pair: Pair, event: AnyEvent, runs: int, seed: int
) -> Iterator[Counts]:
    """The counts so far after each of some batches of runs, up to a total number of runs.

    Each run flips a fair coin for one of the two inputs. The same seed gives the same counts, if
    the policy's randomness comes from its factory's arguments or from the global generators.
    """
    rng = np.random.default_rng(seed)
    counts = Counts()
    while counts.runs < runs:
        # Batches that grow by a share keep the number of looks logarithmic; each look is allowed.
        batch = min(max(FIRST_BATCH, int(counts.runs * GROWTH)), runs - counts.runs)
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

    def is_hopeless(self, counts: Counts) -> bool:
        """Whether the counts support the claim so well that more runs are not worth it."""
        if isinstance(self.budget, PureDP | ApproxDP):
            eps, delta = float(exact(self.budget.eps)), float(exact(slack(self.budget)))
            return bool(self.betting.log_capital(counts, eps, delta) < -3.5)
        from .frontier import excess

        seen = (counts.left_hits, counts.left_runs, counts.right_hits, counts.right_runs)
        return bool(excess(*seen, self.budget) < -2)
