"""The regret of HTINF under noise, computed again with mpmath from the regret of one play."""

from mpmath import ceil, floor, mp, mpf, sqrt

HTINF = 8
"""The regret of HTINF with sigma = 2s, Theta = 1/2 is 8 s sqrt(KT): 2 sigma + (s^2/sigma)(4 + 4)."""


def in_batches(eps: mpf, arms: int, horizon: int) -> mpf:
    """What Algorithm 1 costs with batches of sqrt(2)/eps rounds; T where no batch is complete."""
    batch = ceil(sqrt(2) / eps)
    plays = floor(horizon / batch)
    if not plays:
        return mpf(horizon)
    second = 1 + 2 / (batch * eps) ** 2
    return batch * HTINF * sqrt(second * arms * plays) + batch


def stated(eps: mpf, arms: int, horizon: int) -> mpf:
    """The bound of field.pure.htinf."""
    root = sqrt((2 * sqrt(2) / eps + mpf(1) / 2) * arms * horizon)
    return HTINF * root + sqrt(2) / eps + 1


def test_batches_of_htinf_cost_no_more_than_is_stated_and_almost_as_much() -> None:
    mp.dps = 30
    cases = [
        (mpf(1) / n, arms, horizon)
        for n in (1, 1.2, 2, 3, 10, 100.5, 1e4)
        for arms in (2, 5, 100)
        for horizon in (1, 7, 1000, 10**6)
    ]
    ratios = [in_batches(*case) / stated(*case) for case in cases]
    assert max(ratios) <= 1
    assert max(ratios) > 0.97


def test_the_batch_is_the_one_of_the_least_bound() -> None:
    """Of all batches, sqrt(2)/eps balances the batch with its noise, up to rounding."""
    eps = mpf(1) / 50
    costs = {batch: batch + 2 / (eps**2 * batch) for batch in range(1, 500)}
    assert abs(min(costs, key=costs.__getitem__) - sqrt(2) / eps) < 1
