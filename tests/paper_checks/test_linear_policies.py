"""The explicit policies behind the claims about linear bandits: their laws against simulation."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb
import numpy as np
import pytest
import scipy
from programs import committed_policies as committed
from programs import generic_proof_for_adaptive_episodes as episodes
from programs import sign_elimination
from banditproof.algorithms import AdaCGOPE, Silent
from banditproof.theory.balls import ball, lower, upper, working_precision

MEANS = (Fraction(1), Fraction(-1))
RULE = sign_elimination.SignElimination(Fraction(1))


def simulated_pulls(rng: np.random.Generator, runs: int, horizon: int) -> np.ndarray:
    """Pulls of the worse arm in one epoch, by playing the policy."""
    pulls = np.zeros(runs)
    log = 2 * np.log(horizon)
    for run in range(runs):
        used, size, chosen = 0, 1, None
        while used + 2 * size <= horizon and chosen is None:
            rewards = rng.normal(size=(2, size)) + np.array([[1.0], [-1.0]])
            difference = np.diff((rewards > 0).mean(axis=1))[0] * -1 + rng.laplace(scale=1 / size)
            used += 2 * size
            pulls[run] += size
            if abs(difference) > np.sqrt(log / size) + log / size:
                chosen = difference > 0
            size *= 2
        if chosen is None:
            pulls[run] += min(size, horizon - used)
        elif not chosen:
            pulls[run] += horizon - used
    return pulls


def test_the_pulls_of_the_elimination_are_those_of_a_simulation() -> None:
    """A z-test at 5.5 standard errors (false alarm below 1e-7), and a wrong noise it catches."""
    pulls = simulated_pulls(np.random.default_rng(3), 1500, 512)
    exact = RULE.worse_pulls(MEANS, 512)
    error = pulls.std() / np.sqrt(len(pulls))
    assert abs(pulls.mean() - exact) < 5.5 * error
    louder = replace(RULE, noise=Fraction(2)).worse_pulls(MEANS, 512)
    assert abs(pulls.mean() - louder) > 5.5 * error


def test_the_regret_constant_solves_its_equation() -> None:
    for eps in (Fraction(1, 100), Fraction(1), Fraction(50)):
        with working_precision(128):
            u = RULE.__class__(eps).coefficient(MEANS) / 32  # 16 u times the gap 2
            left = 2 * (2 / u).sqrt() + 4 / (ball(eps) * u)
            gap = scipy.stats.norm.cdf(1.0) - scipy.stats.norm.cdf(-1.0)
            assert float(left) == pytest.approx(gap, rel=1e-12, abs=0)


def test_the_law_of_the_difference_is_a_law_by_either_route() -> None:
    for size in (1, 3, 600):
        law = sign_elimination.difference_law(size, 0.7, 0.4)
        assert law.sum() == pytest.approx(1, abs=1e-12)
        assert law @ np.arange(-size, size + 1) == pytest.approx(0.3 * size, rel=1e-9, abs=0)
    brute = np.zeros(3)
    for x, y in product((0, 1), repeat=2):
        brute[x - y + 1] += (0.7 if x else 0.3) * (0.4 if y else 0.6)
    assert sign_elimination.difference_law(1, 0.7, 0.4) == pytest.approx(brute)
    assert sign_elimination.laplace_tail(np.array([-1.0, 0.0, 2.0])) == pytest.approx(
        [1 - np.exp(-1) / 2, 0.5, np.exp(-2) / 2]
    )


def test_committed_policies_have_the_law_that_enumeration_gives() -> None:
    with working_precision(128):
        for rule in (committed.logistic, committed.probit):
            policy, size = committed.Committed(rule, 4, Fraction(1, 2)), ball(Fraction(1, 3))
            p = scipy.stats.norm.cdf(1 / 3)
            brute = sum(
                comb(4, k) * p**k * (1 - p) ** (4 - k) * float(rule(k, 4, Fraction(1, 2)))
                for k in range(5)
            )
            assert float(policy.share(size)) == pytest.approx(brute, rel=1e-12, abs=0)
            # the average over both signs of 10 rounds, the first four at +1
            q = float(policy.share(-size))
            plus = 6 * (1 - brute) * 2 / 3
            minus = 4 * 2 / 3 + 6 * q * 2 / 3
            assert float(policy.average_regret(size, 10)) == pytest.approx((plus + minus) / 2)


def test_the_logistic_rule_is_private_and_a_steeper_one_is_not() -> None:
    with working_precision(128):
        for seen in (1, 10, 60):
            assert upper(
                committed.largest_log_ratio(committed.logistic, seen, Fraction(1, 2))
            ) <= Fraction(1, 2)
        steeper = committed.largest_log_ratio(
            lambda k, m, eps: committed.logistic(k, m, 2 * eps), 60, Fraction(1, 2)
        )
        assert lower(steeper) > Fraction(1, 2)


def test_repeated_answers_by_enumeration_of_all_answers() -> None:
    with working_precision(128):
        size = ball(Fraction(1, 2))
        regret, informations = committed.repeated_answers(size, 4, Fraction(1))
    truth = np.exp(1 / 3) / (1 + np.exp(1 / 3))
    share = scipy.stats.norm.cdf(0.5)
    laws = {}
    for sign, positive in ((1, share), (-1, 1 - share)):
        laws[sign] = {
            answers: sum(
                weight * np.prod([truth if a == bit else 1 - truth for a in answers])
                for bit, weight in ((1, positive), (-1, 1 - positive))
            )
            for answers in product((1, -1), repeat=3)
        }
    information = sum(p * np.log(p / laws[-1][a]) for a, p in laws[1].items())
    assert float(informations[-1]) == pytest.approx(information, rel=1e-10, abs=0)
    mean = {s: sum(p * sum(a) for a, p in law.items()) for s, law in laws.items()}
    plus, minus = 0.5 * (3 - mean[1]), 0.5 * (2 + 3 + mean[-1])
    assert float(regret) == pytest.approx((plus + minus) / 2, rel=1e-12, abs=0)


def test_the_exact_second_phases_are_those_that_the_library_plays() -> None:
    vectors = [[float(x) for x in row] for row in episodes.THREE]
    policy = AdaCGOPE(vectors, rho=1, delta="0.1", length="printed")
    begin = policy.start()
    first, pull = policy.plan(begin), policy.decide(begin, 1, Silent())
    assert first.parts == episodes.counts((0, 1, 2), 1)
    for wished, (shown, _, end) in zip(episodes.WISHED, episodes.second_phases(), strict=True):
        sums = [n * float(np.dot(episodes.THREE[arm], wished)) for arm, n in first.parts]
        state = policy.learn(begin, pull, tuple((first.mixing @ sums).tolist()))
        after = policy.decide(state, pull.plays + 1, Silent())
        assert policy.plan(state).parts == episodes.counts(state.alive, 2)
        assert end == pull.plays + after.plays
        assert shown == (*pull.steps(), *list(after.steps())[:2])
    assert [end for _, _, end in episodes.second_phases()] == [2189, 2188]
