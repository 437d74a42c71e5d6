"""Lower bounds: Lemma 11 and its best whole p, and losses at random against real algorithms."""

import math
from fractions import Fraction
from functools import partial
from itertools import product
import mpmath
import pytest
from banditproof.theory.adversarial import PrivateGame
from banditproof.theory.adversarial import barrier_bounds as barriers


def gain(pulls, eps) -> mpmath.mpf:
    return pulls * (1 - mpmath.exp(mpmath.mpf(eps) * pulls) / 2)


@pytest.mark.parametrize("eps", ["0.69", "0.5", "0.3", "0.1", "0.01", "0.0003"])
def test_the_best_number_of_pulls_is_the_best_of_all(eps) -> None:
    result = barriers.best_pulls(Fraction(eps))
    last = barriers.largest_pulls(Fraction(eps))
    assert last == math.floor(math.log(2) / float(eps))
    assert result == max(range(1, last + 1), key=lambda p: gain(p, eps))


def test_known_numbers_of_lemma_11() -> None:
    known = {"0.5": (1, 0.17564), "0.1": (4, 1.01635), "0.01": (37, 10.21691)}
    for eps, (pulls, expected) in known.items():
        assert barriers.best_pulls(Fraction(eps)) == pulls
        assert float(gain(pulls, eps)) == pytest.approx(expected, abs=1e-5)
        game = PrivateGame.of(2, 10**6, eps)
        root = math.sqrt(float(gain(pulls, eps)) * 10**6 / 16)
        assert float(game.value(barriers.under_exploration_root)) == pytest.approx(root)
    small = PrivateGame.of(2, 10**6, "1e-5")
    limit = float(small.value(barriers.under_exploration_limit))
    assert limit == pytest.approx(0.0799175891794775 * math.sqrt(10**11), rel=1e-12)
    assert float(small.value(barriers.under_exploration_root)) == pytest.approx(limit, rel=1e-6)
    assert float(small.value(barriers.under_exploration_root)) < limit


def test_the_root_is_the_worst_share_of_the_maximum() -> None:
    game, pulls = PrivateGame.of(2, 10**6, "0.1"), 4
    root = float(game.value(barriers.under_exploration_root))
    # gamma T/4 falls to the root where gamma = 4 root/T, and there both are equal
    balanced = Fraction(4 * root / 10**6)
    worst = min(
        float(game.value(partial(barriers.under_exploration, pulls=pulls, share=balanced * factor)))
        for factor in (Fraction(1, 3), Fraction(9, 10), Fraction(1), Fraction(11, 10), Fraction(3))
    )
    assert worst == pytest.approx(root, rel=1e-9)
    later = partial(barriers.under_exploration_root, warm_up=Fraction(100))
    assert float(game.value(later)) == pytest.approx(root - 50)


def test_beyond_log_two_lemma_11_says_nothing() -> None:
    assert barriers.largest_pulls(Fraction(7, 10)) == 0


def worst_regret(choose, arms, horizon, gaps) -> float:
    """The largest regret of an algorithm over random losses of the family of the bound."""
    worst = 0.0
    for gap in gaps:
        base = [0.5 - gap] + [0.5] * (arms - 1)
        for means in (base, *([*base[:i], 0.5 - 2 * gap, *base[i + 1 :]] for i in range(1, arms))):
            total = 0.0
            stack = [(1.0, ())]
            for t in range(horizon):
                further = []
                for chance, history in stack:
                    law = choose(arms, history)
                    total += chance * sum(
                        p * (mean - min(means)) for p, mean in zip(law, means, strict=True)
                    )
                    if t < horizon - 1:
                        for (a, p), loss in product(enumerate(law), (0, 1)):
                            seen = p * (means[a] if loss else 1 - means[a])
                            if seen:
                                further.append((chance * seen, (*history, (a, loss))))
                stack = further
            worst = max(worst, total)
    return worst


def uniform(arms, history):
    return [1 / arms] * arms


def leader(arms, history):
    """Once each arm, then the one with the least mean loss."""
    if len(history) < arms:
        return [float(a == len(history)) for a in range(arms)]
    means = []
    for a in range(arms):
        seen = [loss for arm, loss in history if arm == a]
        means.append(sum(seen) / len(seen))
    best = means.index(min(means))
    return [float(a == best) for a in range(arms)]


@pytest.mark.parametrize(("arms", "horizon"), [(2, 1), (2, 4), (2, 7), (3, 5)])
def test_no_algorithm_is_below_the_bound_on_losses_at_random(arms, horizon) -> None:
    bound = float(PrivateGame.of(arms, horizon, 1).value(barriers.bernoulli_minimax))
    gap = min(math.sqrt(math.e * (arms - 1) / horizon), 0.2)
    for choose in (uniform, leader):
        assert bound <= worst_regret(choose, arms, horizon, [gap])
    assert 0 < bound < horizon / 4


def test_the_bound_is_the_root_of_its_inequality() -> None:
    for arms, horizon in ((2, 10), (2, 10**6), (50, 10**4)):
        gap = min(math.sqrt(math.e * (arms - 1) / horizon), 0.2)
        cost = -math.log(1 - 16 * gap**2) / 2
        result = float(PrivateGame.of(arms, horizon, 1).value(barriers.bernoulli_minimax))
        right = horizon * gap / 8 * math.exp(-cost * result / ((arms - 1) * gap))
        assert result == pytest.approx(right, rel=1e-9)
    far = float(PrivateGame.of(2, 10**20, 1).value(barriers.bernoulli_minimax))
    assert far == pytest.approx(10**10 / (8 * math.sqrt(math.e)), rel=1e-4)
