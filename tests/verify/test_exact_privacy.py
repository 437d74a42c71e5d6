"""One entry for all budgets: verdicts, horizons, time, errors, and mutants that it rejects."""

import math
from fractions import Fraction
import pytest
from banditproof.algorithms import DPIMED, DPKLUCB, make_policy
from banditproof.algorithms.regret.phased_index import ONE_BY_ONE
from banditproof.theory import ZCDP, ApproxDP, PureDP, RenyiDP
from banditproof.theory.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    IntegerLaplace,
    Laplace,
)
from banditproof.verify.definitions.backward_induction import delta
from banditproof.verify.definitions.notions import Notion, Reading
from banditproof.verify.definitions.phased_machine import machine_of
from banditproof.verify.exact_laws import exact_privacy as subject
from banditproof.verify.exact_laws.convex_divergences import HockeyStick
from banditproof.verify.exact_laws.exact_privacy import exact_privacy
from banditproof.verify.exact_laws.list_law import law_on_lists
from banditproof.verify.exact_laws.worst_inputs import worst_case

LAPLACE = DPIMED(arms=2, eps=1, ties="first")


@pytest.mark.parametrize("notion", list(Notion))
def test_the_right_noise_holds_and_half_the_noise_fails(notion):
    wrong = DPIMED(arms=2, eps=1, ties="first", noise=Laplace("1/2"))
    budget = PureDP(1)
    right_one, wrong_one = (
        exact_privacy(policy, notion, horizon=3, against=budget) for policy in (LAPLACE, wrong)
    )
    assert right_one.verdict(budget) == "holds"
    assert wrong_one.verdict(budget) == "fails"


@pytest.mark.parametrize(
    ("kind", "at", "budget"),
    [
        ("approx", "0.3", ApproxDP("0.3", "0.35")),
        ("zcdp", None, ZCDP("0.25")),
        ("renyi", 2, RenyiDP(2, "0.4")),
    ],
)
def test_wrong_noise_is_caught_in_every_kind(kind, at, budget):
    wrong = DPIMED(arms=2, eps=1, ties="first", noise=Laplace("1/4"))
    good, bad = (
        exact_privacy(policy, Notion.TABLE, kind, at, horizon=3, against=budget)
        for policy in (LAPLACE, wrong)
    )
    assert good.verdict(budget) == "holds"
    assert bad.verdict(budget) == "fails"
    assert 0 < good.value.lo <= good.value.hi < bad.value.lo


def test_gaussian_noise_and_its_concentrated_budget():
    rho = Fraction(1, 4)
    for noise, verdict in (
        (Gaussian.for_zcdp(rho), "holds"),
        (DiscreteGaussian(sigma_squared=2), "holds"),
        (Gaussian.for_zcdp(16 * rho), "fails"),
    ):
        policy = DPIMED(arms=2, eps=1, ties="first", noise=noise)
        result = exact_privacy(policy, Notion.ADAPTIVE, "zcdp", horizon=3, against=ZCDP(rho))
        assert result.verdict(ZCDP(rho)) == verdict
        assert not result.discretised


def test_at_the_boundary_the_verdict_is_exact():
    """Integer noise attains its budget; the upper end is cut at what the noise guarantees."""
    policy = DPIMED(arms=2, eps=1, ties="first", noise=IntegerLaplace(1))
    result = exact_privacy(policy, Notion.TABLE, horizon=5)
    assert result.verdict(PureDP(1)) == "holds"
    assert result.verdict(PureDP("0.999")) == "fails"
    assert result.value.hi == 1
    assert result.witness.endswith("whatever the actions")


def test_more_time_sharpens_and_never_contradicts():
    coarse = exact_privacy(LAPLACE, Notion.VIEW, horizon=3, seconds=0.01)
    fine = exact_privacy(LAPLACE, Notion.VIEW, horizon=3, seconds=2)
    assert coarse.value.lo <= fine.value.lo <= fine.value.hi <= coarse.value.hi
    assert fine.value.width < coarse.value.width / 2
    assert fine.seconds < 20


def test_the_horizon_is_chosen_by_the_time():
    policy = DPKLUCB(arms=2, eps=2, ties="first", noise=DiscreteLaplace("1/4"))
    result = exact_privacy(policy, Notion.TABLE, "approx", at=1, seconds=20)
    assert result.horizon == 8
    assert "8 rounds" in result.covers
    small = exact_privacy(policy, Notion.TABLE, "approx", at=1, horizon=5)
    assert small.value.lo <= result.value.hi  # prefixes are post-processing


def test_noise_on_the_integers_is_called_discretised():
    policy = make_policy("dp-klucb-at-one", 2, eps=1, ties="first")
    result = exact_privacy(policy, Notion.TABLE, horizon=4)
    assert result.discretised
    assert "discrete noise" in result.covers
    assert result.verdict(PureDP(1)) == "holds"
    assert result.reading is Reading.MACHINE


@pytest.mark.parametrize(("eps", "discretised"), [("0.05", False), ("0.001", True), (30, False)])
def test_small_and_large_budgets(eps, discretised):
    """Noise that reaches too far for a lattice is replaced by its discretised, and called so."""
    policy = DPIMED(arms=2, eps=eps, ties="first")
    result = exact_privacy(policy, Notion.VIEW, horizon=3, against=PureDP(eps), seconds=1)
    assert result.discretised == discretised
    assert result.verdict(PureDP(eps)) == "holds"
    assert result.value.lo > 0


def test_interactive_adversaries_gain_nothing_over_trees():
    """The machine's delta by backward induction over all queries, at four rounds."""
    policy = DPIMED(
        arms=2, eps=2, ties="random", noise=DiscreteLaplace("1/64"), schedule=ONE_BY_ONE
    )
    law = law_on_lists(policy, 4, cut=2)
    factor = Fraction(5, 4)
    machine = machine_of(policy, 4, cut=2)
    values = {n: worst_case(law, HockeyStick.at(factor=factor), n).value for n in Notion}
    for notion in (Notion.VIEW, Notion.TABLE, Notion.ADAPTIVE, Notion.INTERACTIVE):
        # windows are placed differently, which moves a mass of about 64^-3
        assert float(delta(machine, notion, factor)) == pytest.approx(
            float(values[notion]), abs=1e-4
        )


def test_too_many_tables_are_bracketed(monkeypatch):
    """By lists, which are strictly better here, and by trees."""
    policy = DPIMED(arms=2, eps=2, ties="random", noise=DiscreteLaplace("1/4"), schedule=ONE_BY_ONE)
    full = exact_privacy(policy, Notion.TABLE, "approx", at="0.1", horizon=6)
    monkeypatch.setattr(subject, "ADDITIONS_PER_SECOND", 0)
    result = exact_privacy(policy, Notion.TABLE, "approx", at="0.1", horizon=6)
    assert "between lists and trees" in result.covers
    assert result.value.lo < full.value.lo - Fraction(1, 2000)
    assert full.value.hi <= result.value.hi


def test_what_makes_no_sense_raises():
    result = exact_privacy(LAPLACE, Notion.VIEW, "approx", at="0.3", horizon=3, seconds=0.1)
    for budget in (PureDP(1), ZCDP(1), ApproxDP("0.4", "0.1")):
        with pytest.raises(ValueError, match="same kind"):
            result.verdict(budget)
    assert result.verdict(ApproxDP("0.3", 1)) == "holds"
    infinite = exact_privacy(make_policy("ucb", 2), Notion.VIEW, horizon=3)
    assert infinite.value.lo == math.inf
    assert infinite.verdict(PureDP(math.inf)) == "holds"
    assert infinite.verdict(PureDP(5)) == "fails"
