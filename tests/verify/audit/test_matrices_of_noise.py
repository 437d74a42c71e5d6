"""The prices of linear releases, against the losses that are solved from the ledgers of plays."""

from fractions import Fraction
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from releasing_curators import FollowsReleases
from banditproof.algorithms import FactorisedSums, GrowingNoise, NamedRelease, NamedReleases
from banditproof.algorithms.prices.price import price
from banditproof.algorithms.reward_space import UNIT
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP, RenyiDP
from banditproof.theory.mechanisms import Gaussian, Laplace
from banditproof.verify.linear_releases import transcript_loss
from banditproof.verify.transcript_rho import transcript_rho

QUARTERS = st.integers(-4, 4).map(lambda k: Fraction(k, 4))
"""Entries whose floats are exact, so that a ledger has the declared numbers."""


@st.composite
def matrices(draw):
    """Some rows of weights, after which batches they leave, and a lower triangular factor."""
    after = sorted(draw(st.lists(st.integers(1, 3), min_size=1, max_size=4)))
    rows = tuple(tuple(draw(QUARTERS) for _ in range(time)) for time in after)
    diagonal = st.sampled_from([Fraction(-1), Fraction(1, 2), Fraction(1), Fraction(2)])
    factor = tuple(
        (*(draw(QUARTERS) for _ in range(place)), draw(diagonal)) for place in range(len(after))
    )
    return rows, factor, tuple(after)


@settings(max_examples=40, deadline=None)
@given(matrices())
def test_the_price_of_a_matrix_is_the_loss_of_its_transcripts(drawn):
    rows, factor, after = drawn
    pure = FactorisedSums(rows, Laplace(2), factor, after)
    assert price(pure, UNIT, PureDP(1)).cost.hi == transcript_loss(FollowsReleases(pure), 40, 1)
    normal = FactorisedSums(rows, Gaussian(sigma_squared=2), factor, after)
    found = transcript_rho(FollowsReleases(normal), 40, 1)
    assert price(normal, UNIT, ZCDP(1)).cost.hi == found


@pytest.mark.parametrize(
    ("rows", "factor", "after", "wrong"),
    [
        (((1,), (1, 1), (1, 1, 1)), (), (), 1),  # the norm of the first column is 3
        (((1,), (1,)), ((1,), ("1/2", 1)), (1, 1), 1),  # a second release that is half new
        (((1,), (0, 1), (1, 1)), (), (1, 2, 2), 1),  # a tree whose root is not counted
    ],
)
def test_a_price_that_counts_one_release_is_noticed(rows, factor, after, wrong):
    curator = FactorisedSums(rows, Laplace(1), factor, after)
    found = transcript_loss(FollowsReleases(curator), 40, 1)
    assert found == price(curator, UNIT, PureDP(1)).cost.hi
    assert found > wrong


@pytest.mark.parametrize("ratio", [2, 4, "3/2"])
def test_growing_noise_costs_what_its_series_adds_up_to(ratio):
    curator = GrowingNoise(Laplace(4), ratio)
    limit = price(curator, UNIT, PureDP(1)).cost.hi
    assert limit == Fraction(1, 4) / (1 - 1 / Fraction(ratio))
    found = transcript_loss(FollowsReleases(curator), 60, 1)
    assert limit * Fraction(999, 1000) < found <= limit
    normal = GrowingNoise(Gaussian(sigma_squared=1), ratio)
    rho = price(normal, UNIT, ZCDP(1)).cost.hi
    found = transcript_rho(FollowsReleases(normal), 60, 1)
    assert rho * Fraction(999, 1000) < found <= rho * (1 + Fraction(1, 10**12))


def test_named_linear_releases_cost_what_their_transcripts_lose():
    curator = NamedReleases(
        (
            NamedRelease("first", "x", (Laplace(2), Laplace(4))),
            NamedRelease("second", "x", Laplace(3)),
            NamedRelease("pulls", "1", Laplace(1)),
        )
    )
    assert curator.linear
    found = transcript_loss(FollowsReleases(curator), 40, 1)
    assert price(curator, UNIT, PureDP(1)).cost.hi == found == Fraction(5, 6)


def test_other_budgets_are_those_of_the_composition():
    """Two Gaussian releases are one of half the variance; two Laplace ones have a curve."""
    twice = NamedReleases(
        tuple(NamedRelease(name, "x", Gaussian(sigma_squared=4)) for name in ("one", "two"))
    )
    once = Gaussian(sigma_squared=2)
    claim = ApproxDP(1, "1e-3")
    delta = once.delta(1, 1)
    cost = price(twice, UNIT, claim).cost
    assert delta.lo * (1 - Fraction(1, 10**20)) < cost.hi < delta.hi * (1 + Fraction(1, 10**20))
    assert price(twice, UNIT, RenyiDP(3, 1)).cost.hi == once.renyi(3).hi
    halves = NamedReleases(tuple(NamedRelease(name, "x", Laplace(1)) for name in ("one", "two")))
    assert price(halves, UNIT, ApproxDP(2, "1e-9")).cost.hi == 0
    assert 0 < price(halves, UNIT, ApproxDP(1, "1e-3")).cost.hi < Laplace("1/2").delta(1).hi


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: FactorisedSums(((1, 1),), Laplace(1)), "of a batch that is not closed"),
        (lambda: FactorisedSums(((1,),), Laplace(1), ((0,),)), "a noise of its own"),
        (lambda: FactorisedSums(((1,), (1,)), Laplace(1), ((1,),)), "a square matrix"),
        (lambda: FactorisedSums(((1,), (1,)), Laplace(1), after=(2, 1)), "none smaller"),
        (lambda: GrowingNoise(Laplace(1), 1), "does not grow"),
        (lambda: NamedRelease("cubes", "x**3", Laplace(1)), "The function of a reward"),
        (lambda: NamedRelease("steps", ((1, 0), (0, 1)), Laplace(1)), "do not grow"),
        (lambda: NamedReleases(()), "There is no release"),
        (lambda: NamedReleases((NamedRelease("a", "x", Laplace(1)),) * 2), "are not different"),
        (
            lambda: NamedReleases(
                (
                    NamedRelease("a", "x", Laplace(1), share="2/3"),
                    NamedRelease("b", "x", Laplace(1), share="2/3"),
                )
            ),
            "add up to 4/3",
        ),
    ],
)
def test_what_is_no_declaration_is_refused_by_a_sentence(make, words):
    with pytest.raises(ValueError, match=words):
        make()


def test_a_share_is_a_promise_of_one_release():
    """Noise that keeps the budget as a whole, and not the share that was promised."""
    parts = NamedReleases(
        (
            NamedRelease("sum", "x", Laplace(4), share="3/4"),
            NamedRelease("squares", "x**2", Laplace(2), share="1/4"),
        )
    )
    cost = price(parts, UNIT, PureDP(1))
    assert cost.allowed is None
    assert "squares costs more than its share 1/4" in cost.words
    kept = NamedReleases(parts.releases[:1])
    assert price(kept, UNIT, PureDP(1)).allowed
    assert "which is of eps, rho" in price(kept, UNIT, ApproxDP(1, "1e-3")).words
