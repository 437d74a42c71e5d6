"""Small policies that tell the definitions apart, all with arms 0 and 1 and rewards 0 and 1.

They are those of `verify.definitions.witness_policies`, as kernels. Their deltas are never written
down: every claim computes them.
"""

from fractions import Fraction
from typing import cast
from banditproof.verify.definitions import witness_policies as known
from banditproof.verify.definitions.finite_policy import FinitePolicy
from .policy_protocols import Kernel, Row, Seen

FIRST: Row = known.FIRST


def play_one(chance: Fraction) -> Row:
    """Arm 1 with the given probability."""
    return (1 - chance, chance)


def keeps_what_pays(first: Row) -> Kernel:
    """The last label again after a reward of 1, the other one after a 0; `first` to begin with."""

    def kernel(seen: Seen) -> Row:
        return play_one(Fraction(int(seen[-1][0] == seen[-1][1]))) if seen else first

    return kernel


def _kernel(policy: FinitePolicy) -> Kernel:
    return cast(Kernel, policy.kernel.__getitem__)


# most show r_1 in round 2 and leak it again at the end, with a sign that a later reward chooses
reward_equals_label = _kernel(known.policy_a())
leaks_at_label_zero = _kernel(known.diverted_above_interactive())
leaks_if_label_is_reward = _kernel(known.interactive_above_diverted())
blind_to_labels = _kernel(known.policy_c())
blind_in_three_rounds = _kernel(known.label_blind_gap())
first_label_is_second_reward = _kernel(known.tree_above_table())
copies_the_first_reward = _kernel(known.copies_the_first_reward())
copies_after_a_foreign_query = _kernel(known.copies_after_a_foreign_query())
one_arm_for_each_reward = _kernel(known.table_twice_view())
signs_by_arm = _kernel(known.concentrated_gap())
appendix = _kernel(known.appendix_a())


def four_rewards(weight: Fraction) -> Kernel:
    """T = 2, rewards 0 to 3: P(a_2 = 0 | a_1, r_1) = weight f_(a_1)(r_1)."""
    return _kernel(known.strict_at_every_eps(weight))


def padded(kernel: Kernel, horizon: int, arms: int) -> Kernel:
    """A policy with two arms and `horizon` rounds, then arm 0 for ever; more arms are not used."""

    def longer(seen: Seen) -> Row:
        if len(seen) >= horizon:
            return (Fraction(1), *[Fraction(0)] * (arms - 1))
        known = tuple((min(label, 1), reward) for label, reward in seen)
        return (*kernel(known), *[Fraction(0)] * (arms - 2))

    return longer
