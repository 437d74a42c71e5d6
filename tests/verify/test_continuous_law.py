"""The law of index policies with continuous noise: against integrals, plays and integer noise."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product
import mpmath
import numpy as np
import pytest
from banditproof.algorithms import DPIMED, DPKLUCB, AdaPKLUCB
from banditproof.algorithms.catalogue import make_policy
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.engines.per_step import play
from banditproof.algorithms.randomness import Sampled
from banditproof.algorithms.rewards import RewardList
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.theory.mechanisms import DiscreteGaussian, DiscreteLaplace, Gaussian, Laplace
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.exact_laws.box_measures import BoxMeasures
from banditproof.verify.exact_laws.continuous_law import continuous_law
from banditproof.verify.exact_laws.decision_border import checked_monotone
from banditproof.verify.exact_laws.finite_noise import NotEnumerable
from banditproof.verify.exact_laws.first_decision import FirstDecision
from banditproof.verify.exact_laws.list_law import largest_log_ratio, law_on_lists

FIRST_TWO = list(product((0, 1), repeat=2))


@pytest.mark.parametrize(
    ("kind", "eps", "ties"),
    [
        (DPIMED, 1, "first"),
        (DPIMED, "0.25", "random"),
        (DPIMED, 6, "last"),
        (DPKLUCB, 2, "random"),
        (DPKLUCB, 1, "first"),
        (DPKLUCB, 5, "last"),
    ],
)
def test_the_first_decision_is_that_of_integrals_in_balls(kind, eps, ties):
    law = continuous_law(kind(arms=2, eps=eps, ties=ties), 3, steps=256)
    exact = FirstDecision(kind.name, eps, ties)
    for rewards in FIRST_TWO:
        result = law.probability((0, 1, 0), (*rewards, 0))
        assert result.lo <= exact.probability(*rewards).lo
        assert result.hi >= exact.probability(*rewards).hi
        assert result.width < (2e-3 if Fraction(eps) < 3 else 6e-3)
    loss = largest_log_ratio(law.law()).value
    assert loss.lo <= exact.loss().hi
    assert loss.hi >= exact.loss().lo
    assert loss.hi <= Fraction(eps) * (1 + Fraction(1, 10**20))


def test_half_the_noise_has_another_law():
    """The mutant of the test above: all of its enclosures miss the integrals."""
    wrong = continuous_law(DPIMED(arms=2, eps=1, ties="first", noise=Laplace("1/2")), 3, 256)
    exact = FirstDecision("dp-imed", 1, "first")
    for rewards in FIRST_TWO:
        result = wrong.probability((0, 1, 0), (*rewards, 0))
        assert not result.lo <= exact.probability(*rewards).lo <= result.hi


def test_first_batches_of_two_pulls():
    policy = DPIMED(arms=2, eps=1, ties="random", schedule=GeometricSchedule(2, 2))
    law = continuous_law(policy, 5, steps=128)
    exact = FirstDecision("dp-imed", 1, "random", first=2)
    for rewards in product((0, 1), repeat=4):
        result = law.probability((0, 0, 1, 1, 0), (*rewards, 0))
        value = exact.probability(sum(rewards[:2]), sum(rewards[2:]))
        assert result.lo <= value.lo <= value.hi <= result.hi


def test_gaussian_noise_against_quadrature():
    """Pr of arm 1 at the first decision: the larger clipped sum wins, ties go to arm 1."""
    law = continuous_law(
        DPIMED(arms=2, eps=1, ties="first", noise=Gaussian(sigma_squared=2)), 3, 256, scales=9
    )

    def density(x, mean):
        return mpmath.npdf(x, mean, mpmath.sqrt(2))

    def below(x, mean):
        return mpmath.ncdf(x, mean, mpmath.sqrt(2))

    for first, second in FIRST_TWO:
        wins = mpmath.quad(lambda x: density(x, first) * below(x, second), [0, 1])  # noqa: B023
        value = below(0, first) * below(0, second) + wins + 1 - below(1, first)
        result = law.probability((0, 1, 0), (first, second, 0))
        assert result.lo <= Fraction(float(value)) <= result.hi
        assert result.width < 4e-3
    half = continuous_law(
        DPIMED(arms=2, eps=1, ties="first", noise=Gaussian(sigma_squared="1/2")), 3, 256, scales=9
    )
    assert not half.probability((0, 1, 0), (first, second, 0)).contains(float(value))


@pytest.mark.parametrize(
    ("noise", "slack"), [(DiscreteLaplace("1/4"), 1e-7), (DiscreteGaussian(sigma_squared=1), 1e-10)]
)
@pytest.mark.parametrize("kind", [DPIMED, DPKLUCB, AdaPKLUCB])
def test_noise_on_the_integers_agrees_with_exact_merging(kind, noise, slack):
    policy = kind(arms=2, eps=2, ties="random", noise=noise)
    law = continuous_law(policy, 6, scales=20).law()
    exact = {path.actions: path for path in law_on_lists(policy, 6, cut=5, clamped=False).paths}
    assert {path.actions for path in law.paths} >= set(exact)
    for path in law.paths:
        for r in range(32):
            low, high = path.probabilities[path.classes[r]]
            assert high - low < slack
            if path.actions in exact:
                other = exact[path.actions]
                low_2, high_2 = other.probabilities[other.classes[r]]
                assert max(low, low_2) <= min(high, high_2)
            else:
                assert low == 0


@pytest.mark.parametrize("kind", [DPKLUCB, DPIMED])
def test_enclosures_shrink_around_the_same_law(kind):
    """Two decisions, so that some boxes are crossed twice; steps of 1, 1/2 and 1/4 at least."""
    policy = kind(arms=2, eps=2, ties="random")
    laws = [continuous_law(policy, 5, steps).law() for steps in (16, 32, 96)]
    widths = []
    for law in laws:
        assert all(law.total(r).contains(1) for r in range(16))
        widths.append(max(high - low for path in law.paths for low, high in path.probabilities))
    assert widths[0] > widths[1] > 4 * widths[2]
    by_actions = [{path.actions: path for path in law.paths} for law in laws]
    for actions, path in by_actions[-1].items():
        for r in range(16):
            fine = sum(path.probabilities[path.classes[r]]) / 2
            for coarse in by_actions[:-1]:
                low, high = coarse[actions].probabilities[coarse[actions].classes[r]]
                assert low <= fine <= high


@pytest.mark.parametrize(
    ("kind", "eps", "horizon", "runs"),
    [
        (DPIMED, 1.0, 5, 1500),
        pytest.param(DPIMED, 1.0, 8, 6000, marks=pytest.mark.slow),
        pytest.param(DPKLUCB, 2.0, 8, 6000, marks=pytest.mark.slow),
    ],
)
def test_plays_agree(kind, eps, horizon, runs):
    """An error of 5.5 standard errors has probability below 1e-7 for each of six sequences."""
    policy = kind(arms=2, eps=eps, ties="random")
    rewards = (1, 0, 1, 0, 0, 1, 0)[: horizon - 1]
    chance, source = Sampled(np.random.default_rng(11)), RewardList([*rewards, 0])
    seen: dict[tuple[int, ...], int] = {}
    for _ in range(runs):
        actions = tuple(play(policy, source, horizon, chance).actions)
        seen[actions] = seen.get(actions, 0) + 1
    law = continuous_law(policy, horizon, steps=128)
    wrong = continuous_law(
        replace(policy, noise=Laplace(Fraction(1) / (4 * Fraction(eps)))), horizon, 128
    )
    missed = 0
    for path in law.law().paths:
        share = seen.get(path.actions, 0) / runs
        result = law.probability(path.actions, rewards)
        error = 5.5 * math.sqrt(float(result.hi) * (1 - float(result.lo)) / runs) + 1e-3
        assert result.lo - error <= share <= result.hi + error
        other = wrong.probability(path.actions, rewards)
        missed += not other.lo - error <= share <= other.hi + error
    assert set(seen) <= {path.actions for path in law.law().paths}
    assert missed >= 1  # a quarter of the noise is distinguished


@pytest.mark.slow
def test_the_loss_at_eight_rounds_is_below_the_budget():
    law = continuous_law(DPIMED(arms=2, eps=1, ties="first"), 8, steps=256).law()
    loss = largest_log_ratio(law).value
    assert Fraction(7, 10) < loss.lo
    assert loss.hi < 1  # sharper than post-processing of the releases


def test_a_coarse_law_is_bounded_by_the_noise_alone():
    law = continuous_law(DPIMED(arms=2, eps=1, ties="first"), 8, steps=32).law()
    assert largest_log_ratio(law).value.hi <= 1 + Fraction(1, 10**20)


def test_lost_mass_is_not_dropped(monkeypatch):
    """A lattice of two scales loses much; without the loss the total no longer contains 1."""
    policy = DPIMED(arms=2, eps=1, ties="first")
    total = continuous_law(policy, 5, steps=64, scales=2).law().total(5)
    assert total.contains(1)
    assert total.lo < Fraction(9, 10)
    monkeypatch.setattr(BoxMeasures, "left", lambda self, before: self)
    assert continuous_law(policy, 5, steps=64, scales=2).law().total(5).hi < 1


def test_what_is_not_known_raises_and_is_never_assumed():
    class Undeclared(DPIMED):
        pass

    class Declared(DPIMED):
        monotone_scores = True

    class Liar(DPIMED):
        monotone_scores = True

        def scores(self, records, t):
            return [math.sin(9 * r.total) for r in records]

    class Stubborn(DPIMED):
        def decide(self, state, t, randomness):
            return replace(super().decide(state, t, randomness), count=1)

    class Doubled(Curator):
        pass

    class OwnCurator(DPIMED):
        curator = Doubled()

    for policy, words in (
        (Undeclared(arms=2, eps=1), "does not declare"),
        (Stubborn(arms=2, eps=1), "changes how"),
        (OwnCurator(arms=2, eps=1), "changes how"),
        (DPIMED(arms=3, eps=1), "2 arms"),
        (make_policy("dp-se", 2, eps=1, horizon=8), "not a phased index"),
        (make_policy("ucb", 2), "has no Laplace noise"),
    ):
        with pytest.raises(NotEnumerable, match=words):
            checked_monotone(policy)
    with pytest.raises(NotEnumerable, match="not monotone"):
        continuous_law(Liar(arms=2, eps=1), 3, 32).law()
    declared = continuous_law(Declared(arms=2, eps=1, ties="first"), 3, 16)
    known = continuous_law(DPIMED(arms=2, eps=1, ties="first"), 3, 16)
    first, second = (law.probability((0, 1, 0), (1, 0, 0)) for law in (declared, known))
    assert first.lo <= second.lo <= second.hi <= first.hi  # its boxes are divided less finely
    assert second.lo > Fraction(3, 4)
    assert known.probability((1, 0, 0), (1, 0, 0)).hi == 0


def test_notions_are_ordered_with_continuous_noise():
    from banditproof.verify.exact_laws.convex_divergences import HockeyStick
    from banditproof.verify.exact_laws.worst_inputs import worst_case

    law = continuous_law(DPKLUCB(arms=2, eps=2, ties="first"), 6, 96).law()
    stick = HockeyStick.at(eps=1)
    results = [
        worst_case(law, stick, n).value for n in (Notion.VIEW, Notion.TABLE, Notion.ADAPTIVE)
    ]
    assert results[0].lo <= results[1].lo * (1 + 1e-12)
    assert results[1].lo <= results[2].lo * (1 + 1e-12)
    assert results[0].lo > Fraction(1, 10)
    assert results[2].hi < 1
