"""Laws of a finite support or of an interval, means above theirs, and budgets."""

import random
from fractions import Fraction
from banditproof.theory import FiniteSupport
from banditproof.theory.laws import Empirical

WEIGHTS = (1, 2, 5, 1000, Fraction(1, 10**9), 0)


SHARES = (Fraction(1, 10**12), Fraction(1, 10**5), 1 - Fraction(1, 10**7), None, None)


BUDGETS = ("1e-6", "0.1", "1", "3", "20", "1e6")


def finite_laws(count, seed, kinds=(FiniteSupport, Empirical), most=6):
    """Laws with points near both ends and weights of all sizes, and a mean mu above theirs."""
    source = random.Random(seed)
    while count:
        size = source.randint(1, most)
        scale = 10 ** source.choice((2, 2, 3, 9))
        points = [Fraction(x, scale) for x in source.sample(range(101), size)]
        if source.random() < 0.4:
            points[0] = Fraction(1)
        weights = [Fraction(source.choice(WEIGHTS)) for _ in points]
        if len(set(points)) < size or not sum(weights):
            continue
        weights = [w / sum(weights) for w in weights]
        kind = source.choice(kinds)
        law = kind(points, weights) if kind is FiniteSupport else kind(points, weights=weights)
        if law.exact_mean == law.high:
            continue
        share = source.choice(SHARES) or Fraction(source.randint(1, 999), 1000)
        mu = law.exact_mean + share * (law.high - law.exact_mean)
        yield law, mu, Fraction(source.choice(BUDGETS))
        count -= 1


CASES = list(finite_laws(150, seed=1))


def moderate(count, seed):
    source = random.Random(seed)
    for _ in range(count):
        size = source.randint(2, 6)
        points = [Fraction(x, 100) for x in source.sample(range(96), size)]
        weights = [Fraction(source.randint(1, 20)) for _ in points]
        weights = [w / sum(weights) for w in weights]
        law = Empirical(points, weights=weights)
        mu = law.exact_mean + (1 - law.exact_mean) * Fraction(source.randint(1, 9), 10)
        yield law, mu, Fraction(source.randint(1, 40), 10)
