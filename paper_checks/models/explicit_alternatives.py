"""Better laws written out, and their divergences from a law: what an infimum must not exceed."""

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball, upper, working_precision
from banditproof.theory.transport import total_variation

Law = tuple[Fraction, ...]
Case = tuple[tuple[Fraction, ...], Law, Fraction]
"""Points, weights, and a mean above that of the law."""


def mean_of(points: Sequence[Fraction], law: Sequence[Fraction]) -> Fraction:
    """The mean of a finite law."""
    return sum((x * w for x, w in zip(points, law, strict=True)), Fraction(0))


def random_cases(count: int, seed: int) -> Iterator[Case]:
    """Laws on up to five points of [0, 1], of which 1 is the last, and a mean between."""
    source = random.Random(seed)
    while count:
        points = (
            *(Fraction(x, 20) for x in sorted(source.sample(range(20), source.randint(1, 4)))),
            Fraction(1),
        )
        weights = [source.choice((0, 1, 2, 7)) for _ in points]
        if not sum(weights[:-1]):
            continue
        law = tuple(Fraction(w, sum(weights)) for w in weights)
        share = Fraction(source.choice((1, 5, 9)), 10)
        mean = mean_of(points, law)
        count -= 1
        yield points, law, mean + share * (1 - mean)


def above(points: Sequence[Fraction], law: Law, mu: Fraction, margin: Fraction) -> Law:
    """A law mixed with the top point until its mean is mu + margin, if it was below."""
    mean, top = mean_of(points, law), points[-1]
    if mean > mu:
        return law
    share = min(Fraction(1), (mu + margin - mean) / (top - mean))
    mixed = [(1 - share) * w for w in law]
    mixed[-1] += share
    return tuple(mixed)


def better_laws(case: Case, count: int, seed: int) -> Iterator[Law]:
    """Random laws on the points with a mean above mu; some are the law itself, lifted."""
    points, law, mu = case
    source = random.Random(seed)
    margin = (points[-1] - mu) / 10**6
    yield above(points, law, mu, margin)
    for _ in range(count):
        weights = [source.randint(1, 50) for _ in points]
        other = tuple(Fraction(w, sum(weights)) for w in weights)
        share = Fraction(source.randint(0, 10), 10)
        mixed = tuple(share * a + (1 - share) * b for a, b in zip(law, other, strict=True))
        yield above(points, mixed, mu, margin)


def divergence(law: Law, other: Law) -> Fraction | None:
    """An upper bound of KL(law, other), tight to 30 digits; nothing where it is infinite."""
    total = arb(0)
    with working_precision(160):
        for p, q in zip(law, other, strict=True):
            if p and not q:
                return None
            if p:
                total += ball(p) * ball(p / q).log()
        return upper(total)


def distance(law: Law, other: Law) -> Fraction:
    """TV(law, other), exact."""
    return total_variation(law, other)


def best_by_search(case: Case, steps: int = 200) -> tuple[Fraction, Law]:
    """A better law with small KL from a search over the tilted laws p / (1 - u (x - mu)).

    The search knows nothing of the certified code: it scans u in exact rationals, lifts each tilted
    law to a mean above mu, and evaluates KL(law, lifted) directly.
    """
    points, law, mu = case
    best: tuple[Fraction, Law] | None = None
    low, high = Fraction(0), 1 / (points[-1] - mu)
    for _ in range(4):
        results = []
        for k in range(steps // 4 + 1):
            u = low + (high - low) * k / (steps // 4)
            ratios = [1 - u * (x - mu) for x in points]
            tilted = [
                w / r if w else Fraction(0) for w, r in zip(law, ratios, strict=True) if r or not w
            ]
            if len(tilted) < len(law):
                continue
            spare = 1 - sum(tilted)
            if spare < 0:
                tilted = [w / sum(tilted) for w in tilted]
            else:
                tilted[-1] += spare
            tilted = [Fraction(w).limit_denominator(10**24) for w in tilted]
            tilted[-1] += 1 - sum(tilted)
            lifted = above(points, tuple(tilted), mu, Fraction(1, 10**20))
            value = divergence(law, lifted)
            if value is not None:
                results.append((value, u, lifted))
        value, u, lifted = min(results, key=lambda f: f[0])
        if best is None or value < best[0]:
            best = value, lifted
        width = (high - low) / (steps // 4)
        low, high = max(Fraction(0), u - width), min(1 / (points[-1] - mu), u + width)
    assert best is not None
    return best
