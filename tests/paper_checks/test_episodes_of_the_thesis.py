"""Second routes for the claims about DP-UCB, DP-SE and Algorithm 7: plays, quadrature, "
"simulation."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.integrate import quad

from banditproof.algorithms import AdaPKLUCB, AdaPUCB, RewardCycles, Silent, play
from banditproof.paper_checks.models.doubling_episodes import (
    adap_klucb_index,
    adap_ucb_index,
    all_plays,
    counts,
    replay,
)
from banditproof.paper_checks.models.exponential_pieces import (
    Place,
    laplace_density,
    laplace_survival,
)
from banditproof.paper_checks.models.laplace_duel import adap_ucb_duel, largest_loss, law
from banditproof.paper_checks.thesis.chapter_5_algorithm_design.section_5_1_introduction import (
    guarantee_of_elimination,
    regret_of_tree_based_ucb,
    tree_based_ucb,
)
from banditproof.paper_checks.thesis.chapter_5_algorithm_design.section_5_2_generic_wrapper import (
    first_attempt_all_means,
)
from banditproof.theory.balls import ball, working_precision

MEANS = (0.75, 0.625, 0.5, 0.375, 0.25)


@pytest.mark.parametrize(
    ("make", "index"), [(AdaPUCB, adap_ucb_index), (AdaPKLUCB, adap_klucb_index)]
)
@pytest.mark.parametrize("eps", [Fraction(1), Fraction(1, 10)])
def test_library_plays_the_trace_without_noise(make, index, eps):
    horizon = 10_000
    played = play(
        make(5, eps=eps, ties="first"), RewardCycles([(m,) for m in MEANS]), horizon, Silent()
    )
    with working_precision(96):
        expected = replay([Fraction(m) for m in MEANS], horizon, index, eps)
    assert list(played.pulls[5:]) == [(e.start, e.arm, e.rounds) for e in expected]
    assert played.counts(5) == counts(expected, horizon)


def test_episodes_double_and_partition_the_rounds():
    for played in all_plays(3, 9):
        ends = [e.start + e.rounds for e in played]
        assert [e.start for e in played] == [4, *ends[:-1]]
        assert all(e.rounds == e.pulls[e.arm] for e in played)


def test_pieces_against_floats():
    sizes = {(1,): ball(Fraction(1, 3))}
    one = laplace_density(Fraction(2), Fraction(1, 2), sizes)
    two = laplace_survival(Fraction(1), Fraction(0), sizes).seen_from((1,), -1)

    def density(x):
        return math.exp(-2 * abs(x - 0.5))

    def survival(x):
        return 1 - math.exp(x) / 2 if x < 0 else math.exp(-x) / 2

    expected = quad(lambda x: density(x) * survival(x - 1 / 3), -30, 30, points=(1 / 3, 0.5))[0]
    assert float(one.times(two).mass().mid()) == pytest.approx(expected, rel=1e-9)
    assert two.cuts == (Place(Fraction(0), (((1,), 1),)),)
    twice = one.times(one).times(two).above()
    parts = quad(lambda x: density(x) ** 2 * survival(x - 1 / 3), 0, 30, points=(1 / 3, 0.5))[0]
    at_zero = sum(float(c.mid()) * (1 if k == 0 else 0) for (k, _), c in twice.parts[0].items())
    assert at_zero == pytest.approx(parts, rel=1e-9)


def lap(x, rate=1.0):
    return rate / 2 * np.exp(-rate * abs(x))


def tail(x, rate=1.0):
    return 1 - math.exp(rate * x) / 2 if x < 0 else math.exp(-rate * x) / 2


def tails(x):
    return np.where(x < 0, 1 - np.exp(np.minimum(x, 0)) / 2, np.exp(-np.maximum(x, 0)) / 2)


@pytest.mark.parametrize("rate", [1.0, 2.0])
def test_loss_of_four_and_five_rounds_by_quadrature(rate):
    """All means are of one reward, so the widths cancel; the noise has the scale 1/rate."""

    def four(first):
        def inside(x):
            return lap(x - first, rate) * tail(x, rate) ** 2

        return quad(inside, -30, 30, points=(0, 1), limit=200)[0]

    def five(third):
        def outer(y):
            inner = quad(lambda x: lap(x, rate) * tail(x, rate), y, 40, points=(0,), limit=100)[0]
            return lap(y - third, rate) * tail(y, rate) * inner

        return quad(outer, -20, 20, points=(0, 1), limit=200)[0]

    for horizon, value in ((4, four), (5, five)):
        duel = adap_ucb_duel(Fraction(1), Fraction(3, 10), horizon, 1 / Fraction(rate))
        loss = float(largest_loss(duel)[0].mid())
        assert loss == pytest.approx(abs(math.log(value(0) / value(1))), abs=1e-6)
    assert (loss < 1) == (rate == 1.0)


def test_law_of_the_duel_is_a_law():
    with working_precision(256):
        masses = law(adap_ucb_duel(Fraction(2), Fraction(31, 10), 6))
        zeros = [mass for (_, sums), mass in masses.items() if not any(sums)]
        ones = [
            mass for (_, sums), mass in masses.items() if sums[:2] == (1, 0) and not any(sums[2:])
        ]
        for part in (zeros, ones):
            assert abs(float(sum(part) - 1)) < 1e-50


def test_five_rounds_of_printed_dp_ucb_by_quadrature():
    eps, horizon = 10.0, 5
    scale, log = math.log(horizon) / eps, math.log(50)

    def width(n):
        return math.sqrt(2 * log / n) + math.sqrt(8) * math.log(horizon) ** 1.5 * log / (eps * n)

    def probability(first):
        """Y_2 decides rounds 3 and 4, and Y_12 rounds 4 and 5."""

        reach = 16 * scale
        grid = np.linspace(-reach, reach, 1601)
        middle = (grid[:-1] + grid[1:]) / 2
        two, twelve = middle[:, None], middle[None, :]
        second = 1 + two + width(1) > (first + twelve) / 2 + width(2)
        third = tails((1 + two - first) / scale)
        fifth = tails((2 - first - twelve) / scale)  # Y'_12 is at most the difference
        masses = lap(two, 1 / scale) * lap(twelve, 1 / scale) * third * fifth * second
        return masses.sum() * (grid[1] - grid[0]) ** 2

    ratio = math.log(probability(1) / probability(0))
    with working_precision(96):
        certified = tree_based_ucb.loss_of_five_rounds(Fraction(10), tree_based_ucb.natural_log)
        private = tree_based_ucb.loss_of_five_rounds(Fraction(10), tree_based_ucb.levels)
    assert 10 < float(certified.mid()) < ratio + 0.01
    assert ratio == pytest.approx(float(certified.mid()), abs=0.1)
    assert float(private.mid()) < 10


def test_pulls_of_the_worse_arm_by_a_plain_loop():
    horizon, gap = 30_000, 0.3
    level = 2 * math.log(2 * horizon**2)
    pulls = [1, 1]
    for _ in range(2, horizon):
        first = gap + math.sqrt(level / pulls[0])
        pulls[int(math.sqrt(level / pulls[1]) > first)] += 1
    with working_precision(96):
        least = regret_of_tree_based_ucb.least_pulls(horizon, Fraction(3, 10), Fraction(1, 10**6))
    assert pulls[1] - 2 <= least <= pulls[1]


def pulls_of_others(bonus_times, seed, horizon=300):
    """The first attempt on two arms with means 1 and 0, and a bonus of T/(eps N) times a number."""
    rng, pulls = np.random.default_rng(seed), [1, 1]
    for _ in range(2, horizon):
        index = [
            (a == 0) + 2 / math.sqrt(n) + (bonus_times + rng.laplace()) * 2 * horizon / n
            for a, n in enumerate(pulls)
        ]
        pulls[int(index[1] > index[0])] += 1
    return pulls[1]


def test_first_attempt_starves_the_best_arm():
    """Forty runs; a mean below the bound has probability below 1e-9 by Hoeffding's inequality."""
    kappa = 2 * 3.0  # K log(2/delta)/eps with eps = 1
    bound = kappa / (3 * kappa + 1) * 299
    found = np.mean([pulls_of_others(3.0, seed) for seed in range(40)])
    assert bound < found
    best, others = first_attempt_all_means.best_arm_starved(2, 300, Fraction(6))
    assert best + others == 300
    assert others > bound


def stopped(means, rng, beta=0.01, eps=1.0, margin=1.0):
    """DP-SE that stops, by sums of epochs: its pulls and the arm that is left."""
    alive, total, e = list(range(len(means))), 0, 1
    while len(alive) > 1 and e < 12:
        size = len(alive)
        logs = [math.log(k * size * e * e / beta) for k in (8, 4)]
        rounds = math.floor(max(32 * logs[0] * 4**e, 8 * logs[1] * 2**e / eps)) + 1
        total += rounds * size
        found = [
            (rng.binomial(rounds, means[a]) + rng.laplace(scale=1 / eps)) / rounds for a in alive
        ]
        radius = math.sqrt(logs[0] / (2 * rounds)) + logs[1] / (eps * rounds)
        alive = [
            a for a, m in zip(alive, found, strict=True) if max(found) - m <= 2 * margin * radius
        ]
        e += 1
    return total, alive


def test_dp_se_stops_within_its_samples():
    """Sixty runs fail with at most 0.00823 each: more than eight have probability below 1e-8."""
    rng, limits = np.random.default_rng(3), guarantee_of_elimination.LIMITS
    for means, (limit, _) in limits.items():
        runs = [stopped([float(m) for m in means], rng) for _ in range(60)]
        assert sum(pulls > limit or left != [0] for pulls, left in runs) <= 8
    hasty = [stopped([0.51, 0.5, 0.5, 0.5], rng, margin=0.02) for _ in range(60)]
    assert sum(left != [0] for _, left in hasty) > 8


def test_lengths_of_epochs_in_floats():
    for alive, epoch, eps in ((5, 1, 1.0), (2, 3, 0.01), (9, 5, 0.2)):
        exact = guarantee_of_elimination.length(alive, epoch, Fraction(1, 100), Fraction(str(eps)))
        logs = [math.log(k * alive * epoch**2 * 100) for k in (8, 4)]
        assert exact == math.floor(max(32 * logs[0] * 4**epoch, 8 * logs[1] * 2**epoch / eps)) + 1
