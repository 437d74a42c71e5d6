"""The laws of the regret beside sums of 50 digits, which share no code with them.

Here masses are numbers of mpmath, and choices are made by scores of 50 digits. What is cut of the
noise is below 1e-40.
"""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import product
import pytest
from mpmath import ceil, exp, log, mp, mpf, sqrt, tanh
from banditproof.algorithms import make_policy
from banditproof.algorithms.regret.table_policy import TablePolicy
from banditproof.theory import BernoulliBandit
from banditproof.theory.exact_price import exact_price
from banditproof.theory.exact_price.price_file import policy_table, price_facts
from banditproof.theory.mechanisms import IntegerLaplace
from banditproof.verify.exact_laws.regret_law import on_the_integers, regret_law

MEANS = ("0.5", "0.7")
EPS, CUT = 4, 24
"""e^(-4 24) is below 1e-41."""
ROOM = mpf(10) ** -35


@pytest.fixture(autouse=True)
def fifty_digits():
    """All numbers of mpmath have 50 digits."""
    with mp.workdps(50):
        yield


def noisy(n, arm, eps=EPS, cut=CUT):
    """The masses of the sum of n rewards of an arm with noise of P[y] ~ e^(-eps |y|)."""
    p, masses = mpf(MEANS[arm]), defaultdict(mpf)
    noise = {y: tanh(mpf(eps) / 2) * exp(-eps * abs(y)) for y in range(-cut, cut + 1)}
    for k in range(n + 1):
        chance = mp.binomial(n, k) * p**k * (1 - p) ** (n - k)
        for y, mass in noise.items():
            masses[k + y] += chance * mass
    return masses


def beyond(one, two, margin=0):
    """The chance that one number is larger than another one by more than a margin."""
    return mp.fsum(x * y for k, x in one.items() for j, y in two.items() if k - j > margin)


def d_eps(x, y, eps):
    """The private divergence of x < y, by its definition: the least kl(z, y) + eps (z - x)."""
    tilted = y * exp(-eps) / (1 - y + y * exp(-eps))
    z = max(x, tilted)  # where the derivative eps + log(z (1 - y) / (y (1 - z))) is 0, or at x
    parts = [a * log(a / b) for a, b in ((z, y), (1 - z, 1 - y)) if a > 0]
    return mp.fsum(parts) + eps * (z - x)


def klucb(x, level, eps):
    """The largest q with d_eps(x, q) <= level, by halving."""
    low, high = x, mpf(1)
    if d_eps(x, high, eps) <= level:
        return high
    for _ in range(170):
        middle = (low + high) / 2
        low, high = (middle, high) if d_eps(x, middle, eps) <= level else (low, middle)
    return low


def clipped(k, n):
    """k / n in [0, 1]."""
    return mpf(min(max(k, 0), n)) / n


def imed_scores(totals, pulls, t):
    """Minus the indices of DP-IMED."""
    means = [clipped(k, n) for k, n in zip(totals, pulls, strict=True)]
    best = max(means)
    costs = [n * d_eps(x, best, EPS) if x < best else 0 for x, n in zip(means, pulls, strict=True)]
    return [-cost - log(n) for cost, n in zip(costs, pulls, strict=True)]


def klucb_scores(totals, pulls, t):
    """The indices of DP-KLUCB."""
    return [klucb(clipped(k, n), log(t) / n, EPS) for k, n in zip(totals, pulls, strict=True)]


def phased(scores, horizon):
    """The masses of the pulls of the first arm: phases of 1, 2, 4, ... pulls, sums that add up."""
    ends = defaultdict(mpf)
    first = noisy(1, 0), noisy(1, 1)
    start = {(k, j): x * y for k, x in first[0].items() for j, y in first[1].items()}
    nodes = {(1, 1): start}
    while nodes:
        (l1, l2), masses = nodes.popitem()
        pulls, known = (2**l1 - 1, 2**l2 - 1), {}
        after = ({}, {})
        for totals, mass in masses.items():
            seen = tuple(min(max(k, 0), n) for k, n in zip(totals, pulls, strict=True))
            if seen not in known:
                one, two = scores(seen, pulls, sum(pulls) + 1)
                tie = abs(one - two) < mpf(10) ** -40
                known[seen] = [mpf(1) / 2] * 2 if tie else [mpf(one > two), mpf(two > one)]
            for arm, share in enumerate(known[seen]):
                if share:
                    after[arm][totals] = share * mass
        for arm, chosen in enumerate(after):
            size, left = 2 ** (l1, l2)[arm], horizon - sum(pulls)
            if size >= left:
                ends[pulls[0] + (left if arm == 0 else 0)] += mp.fsum(chosen.values())
                continue
            law, moved = noisy(size, arm), nodes.setdefault((l1 + (arm == 0), l2 + arm), {})
            for (k, j), mass in chosen.items():
                for y, chance in law.items():
                    place = (k + y, j) if arm == 0 else (k, j + y)
                    moved[place] = moved.get(place, 0) + mass * chance
    return ends


def trusted(horizon):
    """The same of the policy that trusts its leader, with a patience of 1."""
    ends = defaultdict(mpf)

    def epoch(k, leader, trusts, pulls, mass):
        explored, length = (k + 1) ** 2, 2**k
        choices = [(leader, mass)]
        if not trusts:
            order = [1 - leader] * explored + [leader] * explored
            pulls = [*pulls, *order]
            sums = [noisy(explored, arm) for arm in (1 - leader, leader)]
            second = beyond(sums[1], sums[0])
            choices = [(leader, mass * second), (1 - leader, mass * (1 - second))]
        for new, share in choices:
            played = [*pulls, *[new] * length]
            if len(played) >= horizon:
                ends[played[:horizon].count(0)] += share
                continue
            sums = noisy(length, new)
            stays = mp.fsum(x for y, x in sums.items() if length - y <= 2 ** (k // 2))
            epoch(k + 1, new, True, played, share * stays)
            epoch(k + 1, new, False, played, share * (1 - stays))

    epoch(0, 1, False, [], mpf(1))
    return ends


def eliminated(horizon):
    """The same of DP-SE with beta = 1, up to its second epoch."""
    eight, four = log(mpf(16)), log(mpf(8))
    size = int(ceil(max(32 * eight * 4, 8 * four * 2 / EPS) + 1))
    margin = size * 2 * sqrt(eight / (2 * size)) + 2 * four / EPS
    sums = noisy(size, 0), noisy(size, 1)
    one, two = beyond(*sums, margin), beyond(*sums[::-1], margin)
    left = horizon - 2 * size
    return {size + left: one + (1 - one - two), size: two}


def committed(horizon, explore):
    """The same of explore then commit with random ties."""
    sums = noisy(explore, 0, 1, 0), noisy(explore, 1, 1, 0)
    scale = tanh(mpf(1) / 2) ** 2  # noise of one value
    one, two = (beyond(*pair) / scale for pair in (sums, sums[::-1]))
    tie = 1 - one - two
    return {horizon - explore: one + tie / 2, explore: two + tie / 2}


def all_histories(laws, horizon):
    """The same of a table: a sum over all actions and rewards."""
    ends = defaultdict(mpf)
    for past in product(product((0, 1), repeat=2), repeat=horizon):
        mass = mpf(1)
        for t, (arm, reward) in enumerate(past):
            share = laws[past[:t]][arm]
            p = mpf(MEANS[arm])
            mass *= mpf(share.numerator) / share.denominator * (p if reward else 1 - p)
        ends[sum(arm == 0 for arm, _ in past)] += mass
    return ends


TABLE = policy_table(price_facts(exact_price(2, 4, "log(2)"))).laws
CASES = {
    "dp-imed": (7, lambda t: phased(imed_scores, t), {}),
    "dp-klucb": (7, lambda t: phased(klucb_scores, t), {}),
    "trusted-leader": (25, trusted, {}),
    "dp-se": (900, eliminated, {"beta": 1}),
    "etc": (30, lambda t: committed(t, 9), {"explore": 9}),
    "table": (4, lambda t: all_histories(TABLE, t), {}),
}
CHANGED = {
    "trusted-leader": {"patience": 2},
    "etc": {"ties": "last"},
    "table": {"laws": {past: law[::-1] for past, law in TABLE.items()}},
}
"""A policy that differs a little: by default, one with 1 % less noise."""


SLOW = ("dp-imed", "dp-klucb", "dp-se")


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] * (n in SLOW)) for n in CASES]
)
def test_the_intervals_hold_the_sums_of_fifty_digits(name) -> None:
    horizon, summed, changes = CASES[name]
    if name == "table":
        policy = TablePolicy(2, 4, TABLE)
    else:
        policy = replace(make_policy(name, 2, horizon=horizon, eps=EPS), **changes)
    policy = on_the_integers(policy)
    less = {"noise": IntegerLaplace(Fraction(99, 100 * EPS))}
    other = replace(policy, **CHANGED.get(name, less))
    exact = summed(horizon)
    assert abs(mp.fsum(exact.values()) - 1) < ROOM
    assert _holds(policy, horizon, exact)
    assert not _holds(other, horizon, exact)


def _holds(policy, horizon, exact):
    """Whether the masses of a law and its mean are around the exact ones, and narrow."""
    law = regret_law(policy, BernoulliBandit(MEANS), horizon)
    assert law.missing < 1e-10
    mean = law.gap * mp.fsum(n * mass for n, mass in exact.items())
    known = {*law.masses, *exact}
    pairs = [(law.masses.get(n, Fraction(0)), exact.get(n, mpf(0))) for n in known]
    return (
        all(_mp(low) - ROOM <= mass <= _mp(low + law.missing) + ROOM for low, mass in pairs)
        and _mp(law.mean.lo) - ROOM <= mean <= _mp(law.mean.hi) + ROOM
    )


def _mp(number):
    return mpf(number.numerator) / number.denominator
