"""Small bandits with linear rewards, and the four structural bounds of each."""

import random
from fractions import Fraction
from banditproof.theory import LinearBandit, linear_bounds, structural_bound

ROOT = 2.5066282746310002  # sqrt(2 pi)


BOUNDS = {
    "private": lambda bandit: linear_bounds.private_structural_bound(bandit, "0.3"),
    "free": linear_bounds.nonprivate_structural_bound,
    "both": lambda bandit: structural_bound(bandit, "0.3"),
    "norm form": lambda bandit: linear_bounds.norm_form_structural_bound(bandit, "0.3"),
}


def two_arms(eta: Fraction) -> LinearBandit:
    """Means 1/2 and 0 on the arms (1, 0) and (1, eta)."""
    return LinearBandit(((1, 0), (1, eta)), (Fraction(1, 2), -1 / (2 * eta)))


def random_bandit(seed: int, arms: int = 5, dimension: int = 3) -> LinearBandit:
    """A bandit with short random actions and a unique best arm."""
    source = random.Random(seed)
    while True:
        actions = [[source.randint(-9, 9) for _ in range(dimension)] for _ in range(arms)]
        bandit = LinearBandit(
            actions, [Fraction(source.randint(-9, 9), 4) for _ in range(dimension)]
        )
        if len(bandit.best_arms) == 1:
            return bandit


def inverse(matrix: list[list[Fraction]]) -> list[list[Fraction]]:
    """The exact inverse, by elimination."""
    size = len(matrix)
    work = [[*row, *(Fraction(int(i == j)) for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = next(r for r in range(column, size) if work[r][column] != 0)
        work[column], work[pivot] = work[pivot], work[column]
        work[column] = [x / work[column][column] for x in work[column]]
        for r in range(size):
            if r != column:
                head = work[r][column]
                work[r] = [x - head * y for x, y in zip(work[r], work[column], strict=True)]
    return [row[size:] for row in work]
