"""Renyi and concentrated losses over all lists, against divergences of pairs of laws."""

import math
from fractions import Fraction
from itertools import product
import numpy as np
import pytest
from banditproof.algorithms import DPIMED, DPKLUCB, make_policy
from banditproof.theory.accounting.finite_divergences import (
    hockey_stick,
    renyi_of_laws,
    zcdp_of_laws,
)
from banditproof.theory.mechanisms import DiscreteGaussian, DiscreteLaplace
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.exact_laws.concentrated_loss import (
    chord_bound,
    concentrated_loss,
    renyi_divergence,
)
from banditproof.verify.exact_laws.convex_divergences import (
    HockeyStick,
    KullbackLeibler,
    RenyiMoment,
)
from banditproof.verify.exact_laws.finite_noise import NotEnumerable
from banditproof.verify.exact_laws.list_law import (
    ListLaw,
    PathBounds,
    largest_log_ratio,
    law_on_lists,
)
from banditproof.verify.exact_laws.merged_law import MergedLaw
from banditproof.verify.exact_laws.privacy_loss import privacy_loss
from banditproof.verify.exact_laws.worst_inputs import worst_case

FACTOR = Fraction(6, 5)


def laws_of(law, left, right):
    """The two laws of a pair of lists, as exact probabilities."""

    def code(rewards):
        return sum(x << t for t, x in enumerate(rewards))

    return [
        [path.probabilities[path.classes[code(rewards)]][0] for path in law.paths]
        for rewards in (left, right)
    ]


def test_renyi_and_concentrated_constants_over_all_lists():
    """Against the divergences of pairs of finite laws, pair by pair."""
    policy = DPIMED(arms=2, eps=1, ties="random", noise=DiscreteLaplace("1/3"))
    law = law_on_lists(policy, 5, cut=4)
    lists = list(product((0, 1), repeat=4))
    pairs = [laws_of(law, x, (*x[:t], 1 - x[t], *x[t + 1 :])) for x in lists for t in range(4)]
    for alpha in (2, "1.25", 7):
        value, worst = renyi_divergence(law, Notion.VIEW, alpha)
        exact = max(float(renyi_of_laws(p, q, alpha)) for p, q in pairs)
        assert float(value) == pytest.approx(exact, rel=1e-12)
        assert float(renyi_of_laws(*laws_of(law, worst.left, worst.right), alpha)) == pytest.approx(
            exact, rel=1e-12
        )
    kl, _ = renyi_divergence(law, Notion.VIEW, 1)
    assert float(kl) == pytest.approx(
        max(float(renyi_of_laws(p, q, 1)) for p, q in pairs), rel=1e-12
    )
    result = concentrated_loss(law, Notion.VIEW)
    exact = max(float(zcdp_of_laws(p, q, digits=15)) for p, q in pairs)
    assert result.value.lo <= exact * (1 + 1e-13)
    assert result.value.hi >= exact * (1 - 1e-13)
    assert result.value.width < 2e-6 * exact
    stick = worst_case(law, HockeyStick.at(factor=FACTOR), Notion.VIEW).value
    assert stick.contains(max(hockey_stick(p, q, FACTOR) for p, q in pairs))


def test_the_supremum_may_sit_at_one_or_inside():
    """Randomised response has it at order 1, a rare outcome with a large ratio inside."""
    for a, b, at_one in ((Fraction(3, 4), Fraction(1, 4), True), (Fraction(1, 50), 0.001, False)):
        x, y = Fraction(a), Fraction(b)
        paths = tuple(
            PathBounds((0, k), [(p, p) for p in pair], np.arange(2), {})
            for k, pair in enumerate(((x, y), (1 - x, 1 - y)))
        )
        result = concentrated_loss(ListLaw(2, 2, paths, "a pair"), Notion.VIEW)
        exact = max(
            float(zcdp_of_laws([p, 1 - p], [q, 1 - q], digits=14)) for p, q in ((x, y), (y, x))
        )
        assert float(result.value.lo) == pytest.approx(exact, rel=2e-6)
        assert result.value.lo <= exact * (1 + 1e-13)
        assert result.value.hi >= exact * (1 - 1e-13)
        assert (result.order == 1) == at_one


def test_chords_bound_every_convex_function():
    rng = np.random.default_rng(5)
    peaks = 0
    for _ in range(300):
        ratios, masses = rng.exponential(1.0, 3) + 0.01, rng.dirichlet(np.ones(3))
        masses = masses / (masses @ ratios)  # so that Psi(1) = 0

        def psi(x, ratios=ratios, masses=masses):
            return math.log(masses @ ratios**x)

        a = 1 + float(rng.exponential(0.5))
        b = a + float(rng.exponential(2.0))
        if psi(a) < 0:
            continue
        bound = chord_bound(*(Fraction(x) for x in (a, psi(a), b, psi(b))))
        inside = max(psi(x) / (x * (x - 1)) for x in np.linspace(a, b, 60))
        assert inside <= float(bound) * (1 + 1e-9)
        ends = max(psi(a) / (a * (a - 1)), psi(b) / (b * (b - 1)))
        peaks += ends < inside * (1 - 1e-9)  # where the mutant, the larger end, fails
    assert peaks > 5


def test_without_privacy_everything_is_infinite_or_one():
    law = law_on_lists(make_policy("ucb", 2), 4)
    assert largest_log_ratio(law).value.lo == math.inf
    assert worst_case(law, HockeyStick.at(eps=3), Notion.TABLE).value.contains(1)
    assert worst_case(law, RenyiMoment(Fraction(2)), Notion.VIEW).value.lo == math.inf
    assert worst_case(law, KullbackLeibler(), Notion.ADAPTIVE).value.lo == math.inf
    assert concentrated_loss(law, Notion.VIEW).value.lo == math.inf


def test_a_policy_that_reads_nothing_has_no_loss():
    law = law_on_lists(
        DPKLUCB(arms=2, eps="1/2", ties="first", noise=DiscreteLaplace("1/2")), 3, cut=4
    )
    assert largest_log_ratio(law).value.hi == 0
    for notion in Notion:
        assert worst_case(law, HockeyStick.at(eps=0), notion).value.hi == 0
        assert concentrated_loss(law, notion).value.hi == 0


@pytest.mark.parametrize("notion", [Notion.TABLE, Notion.ADAPTIVE])
def test_half_the_noise_exceeds_the_budget(notion):
    """rho = eps^2/2 bounds the right noise, and delta(log 2) is 0; the mutant breaks both."""
    rho = Fraction(math.log(2) ** 2 / 2)
    right = DPIMED(arms=2, eps=math.log(2), ties="first", noise=DiscreteLaplace("1/2"))
    wrong = DPIMED(arms=2, eps=math.log(2), ties="first", noise=DiscreteLaplace("1/4"))
    for policy, private in ((right, True), (wrong, False)):
        law = law_on_lists(policy, 5, cut=6)
        stick = worst_case(law, HockeyStick.at(factor=2), notion).value
        assert (stick.hi == 0) == private
        assert (stick.lo > Fraction(1, 10)) != private
        assert (concentrated_loss(law, notion).value.hi <= rho) == private


def test_discrete_gaussian_noise_keeps_its_concentrated_budget():
    noise = DiscreteGaussian(sigma_squared=1)
    law = law_on_lists(DPIMED(arms=2, eps=1, ties="first", noise=noise), 5, cut=5)
    rho = concentrated_loss(law, Notion.TABLE).value
    assert Fraction(1, 10) < rho.lo
    assert rho.hi <= Fraction(1, 2)
    for rewards in range(16):
        total = law.total(rewards)
        assert total.contains(1)
        assert 0 < total.width < 1e-15
    fraction = Fraction(1, 1 << 62)
    policy = DPIMED(arms=2, eps=1, ties="first", noise=noise)
    for path in MergedLaw(policy, ((0, 1),) * 4 + ((0,),), cut=5).paths():
        assert path.slack == (1 + fraction) ** len(path.noises) - 1
        assert len(path.noises) == (2 if path.actions[2] == path.actions[4] else 3)
    half = law_on_lists(
        DPIMED(arms=2, eps=1, ties="first", noise=DiscreteGaussian(sigma_squared="1/4")), 5, cut=5
    )
    assert concentrated_loss(half, Notion.TABLE).value.lo > Fraction(1, 2)
    with pytest.raises(NotEnumerable, match="not rational"):
        privacy_loss(DPIMED(arms=2, eps=1, noise=noise), 4, cut=4)
