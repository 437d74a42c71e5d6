"""The betting test: its capital has a mean of at most 1 on the whole null, exactly."""

import math
from fractions import Fraction
from itertools import pairwise, product
import numpy as np
import pytest
from banditproof.verify.sampling import Counts, EProcess
from banditproof.verify.sampling.e_process import GRID, Bet, best_bet

F = Fraction
STEPS = 12
X = [F(1), F(11, 10), F(3), F(100)]
DELTAS = [F(0), F(1, 100), F(1, 2)]


def null_points(x, delta):
    """A grid of the null: P(E) <= x P'(E) + delta and P'(not E) <= x P(not E) + delta, ends too."""
    for i, j in product(range(STEPS + 1), repeat=2):
        q = F(j, STEPS)
        largest = min(x * q + delta, 1 - (1 - q - delta) / x, F(1))
        if largest >= 0:
            yield F(i, STEPS) * largest, q


def mean_factor(factors, p, q):
    """The expected factor of a run that flips a fair coin for its input."""
    hit_left, miss_left, hit_right, miss_right = factors
    return (p * hit_left + (1 - p) * miss_left + q * hit_right + (1 - q) * miss_right) / 2


def stakes(bet, delta):
    return Bet(F(bet.a) / (1 + delta), F(bet.b) / (1 + delta))


@pytest.mark.parametrize("x", X)
@pytest.mark.parametrize("delta", DELTAS)
def test_every_bet_is_fair_or_worse_on_the_null(x, delta):
    bets = [stakes(bet, delta) for _, bet in GRID] + [stakes(Bet(0.95, 0.3), delta)]
    for p, q in null_points(x, delta):
        for bet in bets:
            factors = bet.factors(x, delta)
            assert min(factors) >= 0
            assert mean_factor(factors, p, q) <= 1


def test_the_boundary_is_fair_without_delta():
    for x in X:
        keep = x / (1 + x)
        assert mean_factor(Bet(F(1, 3), F(1, 4)).factors(x, F(0)), keep, 1 - keep) == 1


def without_fee(bet, x, delta):
    a, b = bet.a, bet.b
    return 1 + a / x, 1 - b, 1 - a, 1 + b / x


def undivided_wins(bet, x, delta):
    a, b = bet.a, bet.b
    return 1 + a, 1 - b, 1 - a, 1 + b


@pytest.mark.parametrize("wrong", [without_fee, undivided_wins])
def test_wrong_factors_gain_somewhere_on_the_null(wrong):
    x, delta = F(11, 10), F(1, 100)
    bet = Bet(F(1, 4), F(1, 4))
    worst = max(mean_factor(wrong(bet, x, delta), p, q) for p, q in null_points(x, delta))
    assert worst > 1


def test_odds_within_pairs_gain_on_the_null():
    x = F(11, 10)
    keep = x / (1 + x)
    p, q = keep, 1 - keep
    only_left, only_right = p * (1 - q), q * (1 - p)
    mean = 1 + only_left * F(1, 4) / x - only_right * F(1, 4)
    assert mean > 1


def ever_rejects(rejects, p, q, runs):
    """The exact probability that a watched test rejects within some runs, over all paths."""
    alive, gone = {(0, 0, 0, 0): F(1)}, F(0)
    moves = [(p / 2, 0), ((1 - p) / 2, 1), (q / 2, 2), ((1 - q) / 2, 3)]
    for _ in range(runs):
        after = {}
        for cells, mass in alive.items():
            for chance, i in moves:
                new = (*cells[:i], cells[i] + 1, *cells[i + 1 :])
                after[new] = after.get(new, F(0)) + mass * chance
        alive = {}
        for cells, mass in after.items():
            hl, ml, hr, mr = cells
            if rejects(Counts(hl, hl + ml, hr, hr + mr)):
                gone += mass
            else:
                alive[cells] = mass
    return gone


def test_a_watched_test_errs_with_at_most_its_level():
    level, runs = F(1, 3), 9
    test = EProcess(Bet(0.5, 0.5))
    goal = -math.log(level)
    for p, q in [(F(1, 2), F(1, 2)), (F(2, 3), F(1, 3)), (F(1), F(1, 2)), (F(1, 2), F(1, 4))]:
        eps = float(np.log(max(float(p / q), float((1 - q) / (1 - p)) if p < 1 else 1)))
        result = ever_rejects(lambda c, e=eps: test.log_capital(c, e) >= goal, p, q, runs)
        assert 0 < result <= level
    shared = ever_rejects(lambda c: test.log_capital(c, 0.0) >= goal, F(9, 10), F(1, 10), runs)
    assert shared > F(3, 5)


def test_a_watched_fixed_sample_test_errs_more_often():
    def rejects(c):
        n, truths = c.runs, c.left_hits + c.right_runs - c.right_hits
        return sum(math.comb(n, k) for k in range(truths, n + 1)) <= F(1, 10) * 2**n

    assert ever_rejects(rejects, F(1, 2), F(1, 2), 14) > F(1, 10) * F(3, 2)


COUNTS = [
    Counts(),
    Counts(1, 1, 0, 0),
    Counts(0, 0, 1, 1),
    Counts(750, 1000, 250, 1000),
    Counts(0, 500, 500, 500),
    Counts(40_000, 10**6, 1, 10**6),
]


@pytest.mark.parametrize("counts", COUNTS[1:], ids=repr)
@pytest.mark.parametrize("delta", [0.0, 0.125])
def test_floats_lie_in_the_rigorous_capital(counts, delta):
    for test in (EProcess(), EProcess(best_bet(0.75, 0.25, 0.5, delta))):
        sure = test.certified_log_capital(counts, 0.5, delta)
        result = float(test.log_capital(counts, 0.5, delta))
        assert result == pytest.approx(float(sure), rel=1e-12, abs=1e-12)


def test_the_capital_begins_with_one_and_falls_as_eps_grows():
    assert sum(share for share, _ in EProcess(Bet(0.1, 0.2)).bets) == 1
    assert EProcess().rejects(Counts(), 1, F(1001, 1000))
    assert not EProcess().rejects(Counts(), 1, F(999, 1000))
    for counts in COUNTS[1:]:
        for delta in (0, F(1, 8)):
            logs = [
                EProcess().certified_log_capital(counts, eps, delta)
                for eps in (0, "0.1", 1, 5, 600)
            ]
            for before, after in pairwise(logs):
                assert after.lo <= before.hi


def test_the_lower_bound_is_the_largest_rejected_eps():
    counts = Counts(750, 1000, 250, 1000)
    bound = EProcess().lower_bound(counts, "1e-3")
    assert EProcess().rejects(counts, bound, "1e-3")
    assert not EProcess().rejects(counts, bound + F(1, 10**6), "1e-3")
    assert 0.8 < float(bound) < math.log(3)
    assert EProcess().lower_bound(Counts(), "1e-3") == 0
    assert EProcess().lower_bound(Counts(50, 100, 50, 100), "1e-3") == 0
    assert EProcess().lower_bound(Counts(0, 500, 500, 500), "1e-3") == 0
    with_delta = EProcess().lower_bound(counts, "1e-3", "0.1")
    assert 0 < with_delta < bound


def test_a_certain_difference_gives_a_large_bound():
    assert float(EProcess().lower_bound(Counts(10**5, 10**5, 0, 10**5), "1e-3")) > 8


def test_arrays_of_counts_are_their_entries():
    many = Counts(*(np.array([getattr(c, f) for c in COUNTS]) for f in Counts().__dict__))
    result = EProcess().log_capital(many, 0.5)
    assert result.tolist() == pytest.approx([float(EProcess().log_capital(c, 0.5)) for c in COUNTS])


def test_shards_add_up():
    first, second = Counts(400, 500, 150, 500), Counts(350, 500, 100, 500)
    together = EProcess().log_capital(first + second, 0.5)
    logs = [float(EProcess().log_capital(c, 0.5)) for c in (first, second)]
    assert together > max(logs)


def test_the_best_bet_grows_fastest():
    """Against a grid of stakes, by the expected log factor of each side."""
    p, q, eps = 0.6, 0.3, 0.4
    x = math.exp(eps)

    def growth(a):
        return p * math.log(1 + a / x) + q * math.log(1 - a)

    best = best_bet(p, q, eps)
    assert growth(best.a) >= max(growth(a) for a in np.linspace(0, 0.9, 300)) - 1e-9
    assert best_bet(0.3, 0.6, eps) == Bet(0.0, 0.0)
    assert best_bet(1.0, 0.0, eps).a == 0.95
    assert best_bet(0.0, 0.0, eps).a == 0.0
