"""The coupled environment, and the double change of law: against plain enumerations."""

from fractions import Fraction
from itertools import product
import pytest
from programs import finite_change_of_law as change_of_law
from banditproof.paper_checks.bernoulli.appendix_c_lower_bound.coupled_environment import (
    ResponsePolicy,
    binomial_exceeds,
    drawn,
    greedy,
    insisting,
    likelihood_ratio,
)

KEEP = Fraction(2, 3)
KEPT_BIT = Fraction(3, 5)


@pytest.mark.parametrize("choose", [insisting, greedy])
def test_the_law_of_the_pulls_by_summing_over_true_and_told_letters(choose) -> None:
    first, second = change_of_law.THREE_VALUES[0][:2]
    mass = [Fraction(0)] * (change_of_law.HORIZON + 1)
    response = [
        change_of_law.reported_law(tuple(Fraction(i == k) for i in range(3)), KEEP)
        for k in range(3)
    ]
    for received in product(range(3), repeat=change_of_law.HORIZON):
        actions, chance = (), Fraction(1)
        for t in range(change_of_law.HORIZON):
            arm = choose(actions, received[:t])
            law = second if arm else first
            chance *= sum(law[true] * response[true][received[t]] for true in range(3))
            actions = (*actions, arm)
        mass[sum(actions)] += chance
    expected = [sum(mass[: n + 1]) for n in range(change_of_law.HORIZON + 1)]
    assert change_of_law.few_pulls(choose, KEEP, first, second) == expected


def test_each_factor_is_needed_and_nearly_all_of_it() -> None:
    policies = [
        (insisting, Fraction(1, 2), Fraction(2)),
        (insisting, Fraction(99, 100), Fraction(198)),
    ]
    limits = (Fraction(1), Fraction(5))

    def violated(certificate) -> bool:
        cases = change_of_law.comparisons(policies, change_of_law.THREE_VALUES, limits, certificate)
        return any(left > right for left, right, _ in cases)

    assert not violated(change_of_law.right_side)
    assert violated(lambda ratio, *given: change_of_law.right_side(Fraction(1), *given))
    assert violated(
        lambda ratio, h, limit, *given: change_of_law.right_side(ratio, h, Fraction(1), *given)
    )


def test_the_coupled_law_is_that_of_a_plain_enumeration():
    policy, best, mu, other = (
        ResponsePolicy(3, KEPT_BIT, drawn(5)),
        *map(Fraction, ("0.5", "0.2", "0.6")),
    )
    plain: dict[tuple[int, int, int], Fraction] = {}
    for rewards, others, bits in product(product((0, 1), repeat=3), repeat=3):
        actions, mass = (), Fraction(1)
        for t in range(3):
            arm = policy.choose(actions, bits[:t])
            actions = (*actions, arm)
            r, s = rewards[t], others[t]
            if arm == 0:
                mass *= (best if r else 1 - best) if r == s else 0
            else:
                mass *= {(0, 0): 1 - other, (0, 1): other - mu, (1, 1): mu, (1, 0): 0}[r, s]
            mass *= KEPT_BIT if bits[t] == r else 1 - KEPT_BIT
        key = (
            sum(actions),
            sum(r != s for r, s in zip(rewards, others, strict=True)),
            sum(s for a, s in zip(actions, others, strict=True) if a),
        )
        plain[key] = plain.get(key, Fraction(0)) + mass
    assert {k: v for k, v in plain.items() if v} == policy.coupled(best, mu, other)
    assert sum(policy.pulls(best, mu)) == 1


def test_the_walk_and_the_binomial_are_those_of_all_sequences():
    other, better, limit = Fraction(1, 3), Fraction(3, 5), Fraction(6, 5)
    total = Fraction(0)
    for ones in product((0, 1), repeat=6):
        ratios = [likelihood_ratio(other, better, m, sum(ones[:m])) for m in range(7)]
        if max(ratios) > limit:
            total += other ** sum(ones) * (1 - other) ** (6 - sum(ones))
    laws = (1 - other, other), (1 - better, better)
    assert change_of_law.walk_exceeds(6, *laws, limit) == total
    assert change_of_law.walk_exceeds(6, *laws, Fraction(1, 2)) == 1  # the empty walk counts
    assert binomial_exceeds(2, Fraction(1, 4), Fraction(1)) == Fraction(1, 16)
