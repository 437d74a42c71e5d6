"""The minimax bounds on the interval [-1, 1] against the best policies, found by other means."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.stats import norm

from banditproof.theory.balls import working_precision
from banditproof.theory.linear_bounds import hypercube

EPS = (0.2, 1.0, 3.0)
BOXES = (0.1, 0.5, 3.0)


def bayes_regret(size: float, horizon: int) -> float:
    """The least regret without privacy, averaged over theta = -size and size, exact.

    Every pull of -1 or 1 tells the same, so it is best to follow the sign of the posterior mean:
    after k rewards it is wrong with probability Phi(-size sqrt(k)).
    """
    seen = np.arange(horizon)
    return float(np.sum(2 * size * norm.sf(size * np.sqrt(seen))))


def test_the_constant_without_privacy_is_below_the_bayes_regret() -> None:
    """It is within 26 % of the regret at its own prior, so a constant 1.3 times larger fails."""
    ratios = []
    for horizon in range(1, 51):
        with working_precision(80):
            bound = float(hypercube.free_proved(1, Fraction(horizon)))
        ratios.append(bayes_regret(0.75 / np.sqrt(horizon), horizon) / bound)
        for share in (1, Fraction(1, 3), Fraction(1, 100)):
            box = share * Fraction(3, 4) / horizon
            with working_precision(80):
                capped = float(hypercube.free_proved(1, Fraction(horizon), box))
            assert bayes_regret(float(box), horizon) >= capped
    assert 1 < min(ratios) < 1.3


def best_private_regret(horizon: int, bins: int, eps: float, box: float) -> float:
    """The minimax regret of eps-View DP policies that see a reward's bin only, by one program.

    Variables: the probabilities q(actions | bins) of actions -1 and 1, causal and private, and the
    largest regret over six sizes of theta, averaged over its sign. The rewards depend on the
    actions, but for given actions and bins their probability is a number.
    """
    edges = norm.ppf(np.linspace(0, 1, bins + 1))
    actions = list(product((1, -1), repeat=horizon))
    rewards = list(product(range(bins), repeat=horizon - 1))
    place = {pair: k for k, pair in enumerate(product(actions, rewards))}
    count = len(place) + 1
    equal, upper = [], []
    for seen in rewards:
        row = np.zeros(count)
        row[[place[a, seen] for a in actions]] = 1
        equal.append((row, 1.0))
        for known in range(1, horizon):  # the first actions read the first rewards only
            first = seen[: known - 1] + (0,) * (horizon - known)
            for start in product((1, -1), repeat=known) if first != seen else ():
                row = np.zeros(count)
                for rest in product((1, -1), repeat=horizon - known):
                    row[place[start + rest, seen]] += 1
                    row[place[start + rest, first]] -= 1
                equal.append((row, 0.0))
        for step, value in product(range(horizon - 1), range(bins)):
            other = (*seen[:step], value, *seen[step + 1 :])
            for a in actions if value != seen[step] else ():
                row = np.zeros(count)
                row[place[a, seen]], row[place[a, other]] = 1, -np.exp(eps)
                upper.append(row)
    for size in np.linspace(box / 6, box, 6):
        row = np.zeros(count)
        row[-1] = -1
        for theta in (size, -size):
            law = {sign: np.diff(norm.cdf(edges - theta * sign)) for sign in (1, -1)}
            for (a, seen), k in place.items():
                probability = np.prod([law[x][r] for x, r in zip(a, seen, strict=False)])
                row[k] += probability * (horizon * size - theta * sum(a)) / 2
        upper.append(row)
    result = linprog(
        np.eye(count)[-1],
        A_ub=np.array(upper),
        b_ub=np.zeros(len(upper)),
        A_eq=np.array([row for row, _ in equal]),
        b_eq=[right for _, right in equal],
    )
    assert result.status == 0
    return float(result.fun)


@pytest.mark.parametrize(("horizon", "bins"), [(2, 6), (3, 2)])
def test_the_private_constant_is_below_the_best_private_policy(horizon: int, bins: int) -> None:
    """A constant 2.8 times larger would be above the regret of a policy."""
    ratios = []
    for eps, box in product(EPS, BOXES):
        with working_precision(80):
            bound = hypercube.pure_proved(1, Fraction(horizon), Fraction(eps), Fraction(box))
        ratios.append(best_private_regret(horizon, bins, eps, box) / float(bound))
    assert 1 < min(ratios) < 2.8
