"""Policies of the library as finite machines: their loss, their laws, and mutants."""

from dataclasses import replace
from fractions import Fraction
import pytest
from banditproof.algorithms import DPIMED, DPKLUCB, Curator
from banditproof.theory.mechanisms import DiscreteLaplace
from banditproof.verify.definitions.backward_induction import delta
from banditproof.verify.definitions.concentrated import zcdp_constant
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.phased_machine import machine_of
from banditproof.verify.definitions.pure_loss import pure_ratio
from banditproof.verify.exact_laws.enumeration import Enumeration, list_feed, truncated_noise
from banditproof.verify.exact_laws.finite_noise import NotEnumerable
from banditproof.verify.exact_laws.privacy_loss import privacy_loss

HALF = DiscreteLaplace("1/2")
OWN_LABELS = (Notion.VIEW, Notion.TABLE, Notion.ADAPTIVE)


def imed(**options):
    return DPIMED(arms=2, eps=1, ties="first", noise=HALF, **options)


def klucb(**options):
    return DPKLUCB(arms=2, eps=1, noise=HALF, **options)


def test_the_law_is_that_of_the_enumeration_of_runs():
    """Another engine with the same finite noise, which it does not normalise."""
    rewards = (1, 0, 0, 1, 0, 1)
    atoms = truncated_noise(HALF, 1)
    kept = sum(mass for _, mass in atoms)
    normalised = [(y, mass / kept) for y, mass in atoms]
    policy = klucb(ties="random")
    machine = machine_of(policy, horizon=6, noise=lambda mechanism: normalised)
    law = machine.view_law(lambda prefix: (prefix[-1], rewards[len(prefix) - 1]))
    runs = Enumeration(policy, horizon=6, cut=1).law(list_feed(rewards)).masses
    assert sum(law.values()) == 1
    assert law.keys() == {a for a, mass in runs.items() if mass}
    assert len(law) == 4
    for actions, mass in law.items():
        assert mass in {runs[actions] / kept**releases for releases in (2, 3, 4)}


@pytest.mark.parametrize("make", [imed, klucb])
def test_the_pure_loss_is_that_of_the_merged_law(make):
    policy = make()
    machine = machine_of(policy, horizon=4, cut=3)
    expected = privacy_loss(policy, horizon=4, cut=3).ratio
    for notion in OWN_LABELS:
        assert pure_ratio(machine, notion) == expected
    assert pure_ratio(machine, Notion.INTERACTIVE) == expected  # labels do not reach it


def test_all_notions_and_kinds_of_one_policy():
    machine = machine_of(imed(), horizon=4, cut=1)
    deltas = [delta(machine, notion, Fraction(5, 4)) for notion in Notion]
    assert len(set(deltas)) == 1  # nothing is decided twice within four rounds
    rhos = [zcdp_constant(machine, notion, 6) for notion in Notion]
    assert max(rho.hi for rho in rhos) < Fraction(2, 10)
    assert min(rho.lo for rho in rhos) > Fraction(1, 10)


def test_a_reward_goes_to_the_arm_that_was_pulled_whatever_the_label_says():
    machine = machine_of(imed(), horizon=3, cut=2)
    (start,) = machine.start
    for (arm, state), mass in machine.act(start).items():
        own, foreign = (machine.observe(state, label, 1) for label in (arm, 1 - arm))
        assert own == foreign
        assert own.held[arm] == mass == 1
        assert own.held[1 - arm] == 0


def test_a_policy_with_half_the_noise_is_caught():
    loud = machine_of(DPIMED(arms=2, eps=1, ties="first", noise=DiscreteLaplace("1/4")), 4, 4)
    assert pure_ratio(loud, Notion.VIEW) == 4 > pure_ratio(machine_of(imed(), 4, 4), Notion.VIEW)


def test_a_curator_that_adds_each_reward_twice_is_caught():
    class Twice(Curator):
        def read(self, held, arm, reward):
            return super().read(super().read(held, arm, reward), arm, reward)

    class TwiceIMED(DPIMED):
        curator = Twice()

    policy = TwiceIMED(arms=2, eps=1, ties="first", noise=HALF)
    assert pure_ratio(machine_of(policy, 4, 4, rewards=(0, 1)), Notion.VIEW) == 4


def test_a_given_finite_noise_is_used_as_it_is():
    coin = [(0, Fraction(3, 4)), (1, Fraction(1, 4))]
    machine = machine_of(imed(), horizon=4, noise=lambda mechanism: coin)
    assert pure_ratio(machine, Notion.VIEW) == float("inf")  # sums differ by one with no overlap
    wide = [(z, Fraction(1, 9)) for z in range(-4, 5)]
    flat = machine_of(imed(), horizon=4, noise=lambda mechanism: wide)
    assert delta(flat, Notion.VIEW, 1) <= Fraction(1, 9)
    assert sum(flat.view_law(lambda p: (p[-1], 1)).values()) == 1


def test_what_has_no_discrete_law_raises():
    with pytest.raises(NotEnumerable, match="integers"):
        machine_of(imed(), 3, rewards=(0, Fraction(1, 2)))

    class Halves(Curator):
        def read(self, held, arm, reward):
            return super().read(held, arm, reward / 2)

    class HalvesIMED(DPIMED):
        curator = Halves()

    policy = HalvesIMED(arms=2, eps=1, ties="first", noise=HALF)
    with pytest.raises(NotEnumerable, match="not an integer"):
        pure_ratio(machine_of(policy, 3, 3), Notion.VIEW)
    machine = machine_of(imed(), 3, 3)
    with pytest.raises(ValueError, match="before it has acted"):
        machine.observe(next(iter(machine.start)), 0, 1)
    assert replace(machine, horizon=1).horizon == 1
