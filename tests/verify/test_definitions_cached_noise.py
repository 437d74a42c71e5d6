"""The kernel gap: one cached noise is cheap as a machine and expensive as a kernel, certified."""

from fractions import Fraction
from itertools import accumulate
import pytest
from banditproof.theory.balls import working_precision
from banditproof.verify.definitions.cached_noise import CachedUCB, threshold_losses

# sums over bits of KL / rho after 1, 2, 3, 4, 5, 6, 10, 20 bits (zcdp.kernelgap)
SUMS = {
    Fraction(1, 100): (0.6362, 0.8601, 1.0013, 1.1043, 1.1852, 1.2518, 1.4391, 1.6926),
    Fraction(1, 2): (0.6180, 0.8402, 0.9811, 1.0842, 1.1653, 1.2320, 1.4199, 1.6739),
    Fraction(1): (0.6007, 0.8206, 0.9612, 1.0643, 1.1455, 1.2123, 1.4007, 1.6553),
}
ACTIONS = tuple(a - 1 for a in (1, 2, 2, 1, 2, 2, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2))
REWARDS = (1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 0, 0)
FLIPPED = (*REWARDS[:4], 0, *REWARDS[5:])


@pytest.mark.parametrize("rho", SUMS)
def test_bits_of_one_gaussian_are_charged_without_end_as_a_kernel(rho):
    result = threshold_losses(rho, 20)
    sums = list(accumulate(float(loss) / float(rho) for loss in result))
    shown = [round(sums[bits - 1], 4) for bits in (1, 2, 3, 4, 5, 6, 10, 20)]
    assert shown == pytest.approx(SUMS[rho], abs=1.01e-4)
    # certified: more than rho, which is the whole cost of the Gaussian that all bits come from
    assert sum(loss.lo for loss in result) > rho
    assert all(loss.lo > 0 for loss in result)


def test_cached_ucb_is_charged_more_than_rho_as_a_kernel():
    policy = CachedUCB(Fraction(1), Fraction(1), 16)
    charges = policy.kernel_charge(ACTIONS, REWARDS, FLIPPED)
    assert {t: round(float(c), 6) for t, c in charges.items()} == {
        7: 0.559924,
        9: 0.016491,
        13: 0.665510,
    }
    assert sum(c.lo for c in charges.values()) > Fraction(1241, 1000)


def test_cached_ucb_costs_less_than_rho_as_a_machine():
    policy = CachedUCB(Fraction(1), Fraction(1), 16)
    result = policy.view_zcdp(FLIPPED, REWARDS, 4).value
    assert round(float(result), 3) == 0.598
    assert result.hi < 1


def test_the_view_is_a_law_and_its_conditionals_multiply_to_it():
    policy = CachedUCB(Fraction(1), Fraction(1), 12, reach=5)
    with working_precision(128):
        law = policy.view_law(REWARDS)
        total = sum(law.values())
        assert total.contains(1)
        assert total.rad() < 1e-20
        assert ACTIONS[:12] in law
        for actions, mass in law.items():
            product = 1
            for t, choice in policy.conditional_laws(actions, REWARDS).items():
                product *= choice[actions[t - 1]]
            assert product.overlaps(mass)
        assert float(law[ACTIONS[:12]].mid()) < 1e-3


def test_mutant_fresh_noise_at_each_look_is_another_policy():
    """A belief that is not conditioned on earlier choices gives other laws at later episodes."""

    class Forgetful(CachedUCB):
        def _chosen(self, belief, sizes, t):
            split = super()._chosen(belief, sizes, t)
            return split if not self.forgets else [dict(belief) for _ in split]

        forgets = False

    fixed = CachedUCB(Fraction(1), Fraction(1), 16)
    forgetful = Forgetful(Fraction(1), Fraction(1), 16)
    type(forgetful).forgets = True
    with working_precision(128):
        first, second = (p.conditional_laws(ACTIONS, REWARDS) for p in (fixed, forgetful))
        assert not all(
            x.overlaps(y) for t in first for x, y in zip(first[t], second[t], strict=True)
        )


def test_actions_that_leave_an_episode_raise():
    policy = CachedUCB(Fraction(1), Fraction(1), 16)
    broken = (*ACTIONS[:9], 0, *ACTIONS[10:])
    with working_precision(64), pytest.raises(ValueError, match="inside its episode"):
        policy.conditional_laws(broken, REWARDS)


@pytest.mark.slow
def test_one_late_choice_is_charged_more_than_the_whole_view_costs():
    """beta = 3.1, T = 32: 1.7028 at round 18 alone, where the whole view costs 0.346 (KL)."""
    policy = CachedUCB(Fraction(1), Fraction(31, 10), 32)
    actions = (0, 1, *(0,) * 15, *(1,) * 7, *(0,) * 8)
    rewards = (*(1,) * 8, 0, *(1,) * 10, *(0,) * 8, *(1,) * 5)
    flipped = (*rewards[:6], 0, *rewards[7:])
    charges = policy.kernel_charge(actions, rewards, flipped)
    assert round(float(charges[18]), 5) == 1.70281
    assert round(sum(float(c) for c in charges.values()), 6) == 1.707911
    assert round(float(policy.view_kl(rewards, flipped)), 3) == 0.346
    for pair in ((rewards, flipped), (flipped, rewards)):
        assert policy.view_zcdp(*pair, 4).value.hi < 1
