"""Claims about AdaC-GOPE: Assumption 5.10, Algorithm 8, Theorem 5.11, and the discussion."""

from collections.abc import Sequence
from itertools import combinations
import numpy as np
from banditproof.algorithms import AdaCGOPE, Pull
from banditproof.algorithms.linear.phased_elimination import Phase
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory.exact import Number

AXES = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
ESTIMATES = (0.0, 0.49, 0.51, -0.48)
"""In phase 2, where the width 2 beta is 1/2, the gaps to the best of them are near it."""


@checks("thesis.rem.gope.elimination")
@mutant("four directions of the plane", actions=((1, 0), (0, 1), ("0.6", "0.6"), ("0.8", 0)))
@mutant("sharper: plays of all arms, also of those that are gone", everyone=True)
@mutant("the estimate of another arm", shift=1)
@mutant("sharper: gaps above half of the width", width=0.25)
@mutant("gaps to the first arm", to_the_best=False)
def elimination_on_the_axes(
    actions: Sequence[tuple[Number, ...]] = AXES,
    everyone: bool = False,
    shift: int = 0,
    width: float = 0.5,
    to_the_best: bool = True,
) -> Verdict:
    """The plans of all sets of arms that are left, their readouts, and who is kept."""
    policy = AdaCGOPE(actions, rho=1)
    for size in (1, 2, 3, 4):
        for left in combinations(range(4), size):
            plan = policy.action_set.plan(left, policy.phase_length(2), "bare")
            played = dict(plan.parts)
            wanted = tuple(range(4)) if everyone else left
            require(tuple(sorted(played)) == wanted, "Other arms are played.", left=left)
            require(len(set(played.values())) == 1, "The plays are not equal.", plays=played)
            readout = plan.readout @ plan.mixing
            for i, arm in enumerate(left):
                own = [1 / played[arm] * (j == (i + shift) % size) for j in range(size)]
                close = all(abs(x - y) < 1e-12 for x, y in zip(readout[i], own, strict=True))
                require(close, "An estimate is not the arm's own mean.", left=left, arm=arm)
            state, means = Phase(2, left), [ESTIMATES[arm] for arm in left]
            plan = policy.plan(state)
            released = tuple(np.linalg.lstsq(plan.readout, np.array(means), rcond=None)[0])
            kept = policy.learn(state, Pull.plan(plan.parts), released)
            top = max(means) if to_the_best else means[0]
            near = tuple(arm for arm, mean in zip(left, means, strict=True) if top - mean <= width)
            require(kept.alive == near, "Other arms are kept.", left=left, kept=kept.alive)
    return points()
