"""The exact laws of the coupled environment, against plain enumeration."""

from fractions import Fraction
from itertools import product

import pytest

from banditproof.paper_checks.bernoulli.appendix_c_lower_bound.coupled_environment import (
    ResponsePolicy,
    binomial_exceeds,
    drawn,
    greedy,
    likelihood_ratio,
)
from banditproof.paper_checks.bernoulli.section_3_lower_bound.finite_change_of_law import (
    few_pulls,
    walk_exceeds,
)

KEEP = Fraction(3, 5)


@pytest.mark.parametrize("choose", [greedy, drawn(1)], ids=["greedy", "drawn"])
def test_each_reward_list_has_a_law_of_exact_privacy(choose):
    policy = ResponsePolicy(4, KEEP, choose)
    for rewards in product((0, 1), repeat=4):
        assert sum(row[rewards] for row in policy.views.values()) == policy.scale
    assert policy.ratio == Fraction(3, 2)
    assert policy.violation(Fraction(3, 2)) == ""
    assert policy.violation(Fraction(149, 100)) != ""


def test_the_coupled_law_is_that_of_a_plain_enumeration():
    policy, best, mu, other = (
        ResponsePolicy(3, KEEP, drawn(5)),
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
            mass *= KEEP if bits[t] == r else 1 - KEEP
        key = (
            sum(actions),
            sum(r != s for r, s in zip(rewards, others, strict=True)),
            sum(s for a, s in zip(actions, others, strict=True) if a),
        )
        plain[key] = plain.get(key, Fraction(0)) + mass
    assert {k: v for k, v in plain.items() if v} == policy.coupled(best, mu, other)
    assert sum(policy.pulls(best, mu)) == 1


@pytest.mark.parametrize("choose", [greedy, drawn(2)], ids=["greedy", "drawn"])
def test_the_law_of_the_pulls_is_that_of_a_choice_between_told_letters(choose):
    means = Fraction(1, 2), Fraction(1, 5)
    pulls = ResponsePolicy(5, KEEP, choose).pulls(*means)
    told = few_pulls(choose, KEEP, *((1 - mean, mean) for mean in means))
    assert told == [sum(pulls[: n + 1]) for n in range(6)]


def test_the_walk_and_the_binomial_are_those_of_all_sequences():
    other, better, limit = Fraction(1, 3), Fraction(3, 5), Fraction(6, 5)
    total = Fraction(0)
    for ones in product((0, 1), repeat=6):
        ratios = [likelihood_ratio(other, better, m, sum(ones[:m])) for m in range(7)]
        if max(ratios) > limit:
            total += other ** sum(ones) * (1 - other) ** (6 - sum(ones))
    laws = (1 - other, other), (1 - better, better)
    assert walk_exceeds(6, *laws, limit) == total
    assert walk_exceeds(6, *laws, Fraction(1, 2)) == 1  # the empty walk counts
    assert binomial_exceeds(2, Fraction(1, 4), Fraction(1)) == Fraction(1, 16)
