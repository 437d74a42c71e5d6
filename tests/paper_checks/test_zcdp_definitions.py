"""The finite worlds behind the definitions of the zCDP and Renyi papers, against other routes."""

import random
from fractions import Fraction
from itertools import product
from math import log, sqrt
import pytest
from programs import cached_release
from banditproof.paper_checks.models.policy_protocols import library_policy, random_kernel
from banditproof.verify.definitions.concentrated import zcdp_constant
from banditproof.verify.definitions.finite_machine import FiniteMachine
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.exact_laws.law_divergences import moment


@pytest.mark.parametrize("reward", [0, 1])
def test_the_two_choices_tell_the_release_exactly(reward: int) -> None:
    law = cached_release.two_choices().view_law(lambda path: (0, reward))
    masses = (law[0, 1, 1], law[0, 1, 0], law[0, 0, 0])
    assert masses == cached_release.RELEASED[reward]


def test_the_machine_costs_its_release_and_the_kernel_more() -> None:
    result, cost = cached_release.constants(), cached_release.cost_of()
    for name in ("Table", "machine"):
        assert result[name].lo <= cost.hi
        assert cost.lo <= result[name].hi
    for order in (2, 3, 9):
        assert log(moment(*cached_release.RELEASED, order)) / (order - 1) <= float(cost.hi) * order
    # along the prefix a_2 = 2 the kernel draws both choices afresh
    first, second = (
        (law[0] + law[1], law[0] / (law[0] + law[1])) for law in cached_release.RELEASED
    )
    coins = zip(first, second, strict=True)
    total = sum(float(x) * log(x / y) for p, q in coins for x, y in ((p, q), (1 - p, 1 - q)))
    assert float(cost.hi) < total <= float(result["kernel"].hi)


def test_mutant_a_release_for_each_choice_costs_more() -> None:
    """A machine that draws Z again for its second choice is not private at the cost of one."""
    cached = cached_release.two_choices()

    def act(state):
        if state[0] == "Z":
            state = ("reward", state[1])
            law = enumerate(cached_release.RELEASED[state[1]])
            again: dict = {}
            for z, chance in law:
                key = (int(z == 0), state)
                again[key] = again.get(key, Fraction(0)) + chance
            return again
        if state[0] == "reward":
            chance = sum(cached_release.RELEASED[state[1]][:2])
            return {(1, ("Z", state[1])): chance, (0, ("Z", state[1])): 1 - chance}
        return cached.act(state)

    fresh = FiniteMachine(2, 3, cached.start, act, cached.observe)
    assert zcdp_constant(fresh, Notion.INTERACTIVE, 6).lo > cached_release.cost_of().hi


@pytest.mark.parametrize("seed", [5, 6])
def test_an_online_attacker_of_one_reward_gains_at_most_rho(seed: int) -> None:
    """All attackers who read the recommendations and change r_1, r_2 or nothing; zCDP at 1."""
    kernel = random_kernel(random.Random(seed), 3)
    rho = float(zcdp_constant(library_policy(kernel, 3), Notion.INTERACTIVE, 6).hi)

    def law(changed):
        results = {}
        for path in product((0, 1), repeat=3):
            seen = tuple((path[t], int(changed(path[: t + 1]))) for t in range(2))
            results[path] = 1.0
            for t, arm in enumerate(path):
                results[path] *= float(kernel(seen[:t])[arm])
        return results

    clean, worst = law(lambda path: False), 0.0
    for first in product((0, 1), repeat=2):
        for second in product((0, 1), repeat=4):

            def changed(path, first=first, second=second):
                if len(path) == 1:
                    return first[path[0]]
                return not first[path[0]] and second[2 * path[0] + path[1]]

            poisoned = law(changed)
            for p, q in ((clean, poisoned), (poisoned, clean)):
                worst = max(worst, sum(p[a] * log(p[a] / q[a]) for a in p))
            moved = sum(abs(clean[a] - poisoned[a]) for a in clean) / 2
            assert moved <= sqrt(rho / 2) + 1e-9
    assert 0 < worst <= rho + 1e-9
