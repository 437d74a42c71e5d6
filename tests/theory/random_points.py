"""Random points at all scales, at the ends and at ties, as columns of numbers."""

import sys
from fractions import Fraction
import numpy as np
from banditproof.theory import d_eps, kl, privacy_threshold
from banditproof.theory.laws import Empirical, FiniteSupport


def mixed(rng, *choices):
    return np.choose(rng.integers(0, len(choices), len(choices[0])), choices)


def subnormals(rng, n):
    return rng.integers(0, 2**40, n) * 5e-324 * 2.0 ** rng.integers(0, 12, n)


def near_one(rng, n):
    return 1 + rng.choice([-1.0, 1.0], n) * 10.0 ** rng.uniform(-17, 0, n)


def probabilities(rng, n):
    special = [0.0, 1.0, 0.5, 5e-324, sys.float_info.min, 1 - 2.0**-53, 2.0**-53, 1e-8, 1e-16]
    drawn = mixed(
        rng,
        rng.random(n),
        10.0 ** rng.uniform(-308, 0, n),
        10.0 ** rng.uniform(-20, 0, n),
        subnormals(rng, n),
        1 - 10.0 ** rng.uniform(-16, 0, n),
        rng.integers(0, 1001, n) / 1000,
        rng.choice(special, n),
        2.0 ** -rng.integers(0, 60, n),
        0.5 * near_one(rng, n),
    )
    return np.clip(drawn, 0, 1)


def neighbours(rng, x):
    n = len(x)
    drawn = mixed(
        rng,
        probabilities(rng, n),
        probabilities(rng, n),
        probabilities(rng, n),
        x * near_one(rng, n),
        1 - (1 - x) * near_one(rng, n),
        np.nextafter(x, rng.choice([0.0, 1.0], n)),
        x,
        x * 2.0 ** rng.integers(-40, 40, n),
    )
    return np.clip(drawn, 0, 1)


def nonnegatives(rng, n):
    special = [0.0, 5e-324, 0.5, 1.0, 708.0, 709.5, 745.2, 1e15, 1e-16, sys.float_info.max]
    return mixed(
        rng,
        rng.uniform(0, 5, n),
        10.0 ** rng.uniform(-323, 308, n),
        10.0 ** rng.uniform(-20, 3, n),
        10.0 ** rng.uniform(-5, 1, n),
        rng.uniform(10, 60, n),
        rng.uniform(590, 760, n),
        subnormals(rng, n),
        rng.choice(special, n),
        2.0 ** rng.integers(-60, 60, n),
    )


def positives(rng, n, most=1e300):
    drawn = nonnegatives(rng, n)
    return np.where(drawn == 0, 1.0, np.minimum(drawn, most))


def around(rng, *bases):
    """Nonnegative numbers, often next to one of the bases (a tie) or below it."""
    n = len(bases[0])
    free = nonnegatives(rng, n)
    choices = [free, free]
    for base in bases:
        choices += [base * near_one(rng, n), base * rng.random(n)]
    drawn = mixed(rng, *choices)
    return np.where(np.isfinite(drawn) & (drawn >= 0), drawn, free)


def pairs(rng, n):
    x = probabilities(rng, n)
    return x, neighbours(rng, x)


def private_points(rng, n):
    x, y = pairs(rng, n)
    return x, y, around(rng, privacy_threshold(x, y))


def inside_points(rng, n):
    x, y, eps = private_points(rng, n)
    return x, np.where((y == 0) | (y == 1), 0.25, y), eps


def kl_levels(rng, n):
    x, y = pairs(rng, n)
    return x, around(rng, kl(x, y), x, 1 - x)


def private_levels(rng, n):
    x, y = pairs(rng, n)
    eps = nonnegatives(rng, n)
    return x, around(rng, kl(x, y), d_eps(x, y, eps), eps * (1 - x), eps * x), eps


def ordered(rng, x):
    """Larger numbers, often neighbours."""
    n = len(x)
    other = mixed(rng, positives(rng, n), x * near_one(rng, n), 2 * x, np.nextafter(x, np.inf))
    return np.minimum(x, other), np.maximum(x, other)


def means_of_one_family(rng, n):
    low, high = ordered(rng, positives(rng, n, 1e290))
    return low, np.where(low == high, 2 * low, high), positives(rng, n)


def bernoulli_means(rng, n):
    x, y = pairs(rng, n)
    return np.minimum(x, y), np.maximum(x, y), np.ones(n)


def with_budgets(draw, least=0.0):
    def drawn(rng, n):
        return *draw(rng, n), np.maximum(nonnegatives(rng, n), least)

    return drawn


def with_weights(draw):
    def drawn(rng, n):
        w = positives(rng, n)
        v = mixed(rng, w, positives(rng, n), np.minimum(w * 10.0 ** rng.uniform(-3, 3, n), 1e300))
        return *draw(rng, n), w, v

    return drawn


def finite_law(one, two, three, share, kind):
    if kind == 0 or len({0.0, 1.0, one, two}) < 4:
        return Empirical([one, two, three])
    first = Fraction(share)
    if kind == 1:
        weights = (first / 2, (1 - first) / 3, 2 * (1 - first) / 3, first / 2)
        return FiniteSupport((0, one, two, 1), weights)
    return Empirical([one, two], weights=(first, 1 - first))


def finite_laws(rng, n):
    """Points and weights of a law, and a mean between its own and 1."""
    columns = *pairs(rng, n), probabilities(rng, n), probabilities(rng, n), rng.integers(0, 3, n)
    way = mixed(rng, rng.random(n), 10.0 ** rng.uniform(-17, 0, n), near_one(rng, n))
    points = zip(*(column.tolist() for column in (*columns, np.clip(way, 0, 1))), strict=True)
    means = []
    for *point, share in points:
        mean = finite_law(*point).exact_mean
        means.append(float(mean + (1 - mean) * Fraction(share)))
    return *columns, np.array(means)


def noisy_sums(rng, n):
    """A threshold, pulls, a mean inside (0, 1), noises and a budget."""
    pulls, inside = rng.choice([1.0, 2.0, 5.0, 20.0, 60.0], n), probabilities(rng, n)
    inside = np.where((inside == 0) | (inside == 1), 0.3, inside)
    threshold = mixed(rng, pulls * rng.random(n), np.floor(pulls * rng.random(n)), pulls * inside)
    noises = rng.choice([1.0, 2.0, 3.0, 10.0, 40.0], n)
    return threshold, pulls, inside, noises, 10.0 ** rng.uniform(-3, 3, n)


def noisy_sums_above(rng, n):
    _, pulls, inside, noises, eps = noisy_sums(rng, n)
    threshold = pulls * (inside + (1 - inside) * rng.random(n))
    threshold = np.maximum(threshold, np.nextafter(pulls * inside, np.inf))
    return np.minimum(threshold, pulls), pulls, inside, noises, eps


def bernoulli_sums_above(rng, n):
    return noisy_sums_above(rng, n)[:3]


def noises(rng, n):
    _, _, _, many, eps = noisy_sums(rng, n)
    return many, np.minimum(nonnegatives(rng, n), 50.0), eps


def loss_and_moments(rng, n):
    return nonnegatives(rng, n), positives(rng, n), positives(rng, n)
