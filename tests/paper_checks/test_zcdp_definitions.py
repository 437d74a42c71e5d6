"""The finite worlds behind the definitions of the zCDP and Renyi papers, against other routes."""

import random
from fractions import Fraction
from itertools import product
from math import erfc, exp, log, sqrt

import pytest

from banditproof.paper_checks import claims, find
from banditproof.paper_checks.models.neighbouring_laws import table_laws, view_laws
from banditproof.paper_checks.models.policy_protocols import (
    kernel_as_machine,
    library_policy,
    random_kernel,
)
from banditproof.paper_checks.zcdp.appendix_b_definitions.definitions_7_and_8_joint_dp import (
    MATCH,
    after,
    all_actions,
    delta_on_tables,
)
from banditproof.paper_checks.zcdp.section_3_definitions.cached_release import (
    RELEASED,
    constants,
    cost_of,
    two_choices,
)
from banditproof.paper_checks.zcdp.section_3_definitions.closed_under_post_processing import (
    LEAVES,
    ROOTS,
    tree_of_two,
)
from banditproof.paper_checks.zcdp.section_3_definitions.noise_kept_in_an_index import (
    PRINTED,
    THEORY,
    WHOLE,
    chances,
)
from banditproof.paper_checks.zcdp.section_3_definitions.proposition_1_best_loss import (
    tells_a_match,
)
from banditproof.theory.balls import working_precision
from banditproof.verify.definitions.concentrated import zcdp_constant
from banditproof.verify.definitions.finite_machine import FiniteMachine
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.exact_laws.law_divergences import moment


def test_a_repeated_claim_says_what_its_program_finds() -> None:
    shared = [claim for document in ("zcdp", "renyi") for claim in claims(document)]
    shared = [claim for claim in shared if claim.repeats is not None]
    assert len(shared) > 20
    for claim in shared:
        other = find(claim.repeats)
        assert (claim.recorded, claim.repaired_by) == (other.recorded, other.repaired_by)
        assert other.repeats is None


@pytest.mark.parametrize("reward", [0, 1])
def test_the_two_choices_tell_the_release_exactly(reward: int) -> None:
    law = two_choices().view_law(lambda path: (0, reward))
    told = (law[0, 1, 1], law[0, 1, 0], law[0, 0, 0])
    assert told == RELEASED[reward]


def test_the_machine_costs_its_release_and_the_kernel_more() -> None:
    found, cost = constants(), cost_of()
    for name in ("Table", "machine"):
        assert found[name].lo <= cost.hi
        assert cost.lo <= found[name].hi
    for order in (2, 3, 9):
        assert log(moment(*RELEASED, order)) / (order - 1) <= float(cost.hi) * order
    # along the prefix a_2 = 2 the kernel draws both choices afresh
    one, other = ((law[0] + law[1], law[0] / (law[0] + law[1])) for law in RELEASED)
    coins = zip(one, other, strict=True)
    total = sum(float(x) * log(x / y) for p, q in coins for x, y in ((p, q), (1 - p, 1 - q)))
    assert float(cost.hi) < total <= float(found["kernel"].hi)


def test_mutant_a_release_for_each_choice_costs_more() -> None:
    """A machine that draws Z again for its second choice is not private at the cost of one."""
    cached = two_choices()

    def act(state):
        if state[0] == "Z":
            state = ("reward", state[1])
            law = enumerate(RELEASED[state[1]])
            again: dict = {}
            for z, chance in law:
                key = (int(z == 0), state)
                again[key] = again.get(key, Fraction(0)) + chance
            return again
        if state[0] == "reward":
            chance = sum(RELEASED[state[1]][:2])
            return {(1, ("Z", state[1])): chance, (0, ("Z", state[1])): 1 - chance}
        return cached.act(state)

    fresh = FiniteMachine(2, 3, cached.start, act, cached.observe)
    assert zcdp_constant(fresh, Notion.INTERACTIVE, 6).lo > cost_of().hi


def test_the_tree_reads_both_of_its_nodes() -> None:
    for first, second in product((0, 1), repeat=2):
        rewards = (first, second)
        law = tree_of_two().view_law(lambda path, rewards=rewards: (0, rewards[len(path) - 1]))
        assert sum(law.values()) == 1
        for leaf in (0, 1):
            high = sum(p for z, p in enumerate(ROOTS[first + second]) if z + leaf >= 2)
            assert law[0, leaf, 1] == LEAVES[first][leaf] * high


def test_a_match_is_told_on_tables_and_halved_on_lists() -> None:
    p, q = Fraction(1, 2), Fraction(1, 10)
    machine = kernel_as_machine(tells_a_match(p, q))
    for factor in (Fraction(2), Fraction(3), Fraction(4)):
        assert table_laws(machine, 2).delta(factor) == p - factor * q
        assert view_laws(machine, 2).delta(factor) == (p - factor * q) / 2


def test_later_actions_tell_a_table_and_no_list() -> None:
    # with row (0, 1) the reward names the arm for certain, with (1, 0) never; a list does so half
    assert delta_on_tables(MATCH, Fraction(1), after) == Fraction(3, 4) - Fraction(1, 4)
    assert delta_on_tables(MATCH, Fraction(3), after) == 0
    assert delta_on_tables(MATCH, Fraction(2), all_actions) == Fraction(1, 4)


@pytest.mark.parametrize("setting", [PRINTED, WHOLE, THEORY])
def test_a_kept_noise_gives_the_conditional_laws_of_a_grid(setting) -> None:
    """Round by round on a grid of the one noise; the index of Algorithm 4, from its print."""
    rho, beta, first = map(float, setting[:3])
    means, rewards = setting[3:]
    with working_precision(64):
        found = [[float(p) for p in chances(setting, reward)] for reward in rewards]

    def bonus(n: float, t: int) -> float:
        return sqrt((1 / (2 * n) + 1 / (rho * n**2)) * beta * log(t))

    def above(cut: float, mean: float, n: float) -> float:
        return erfc((cut - mean) * sqrt(rho) * n) / 2

    for reward, laws in zip(rewards, found, strict=True):
        grid = [reward + (k - 3000) / (375 * sqrt(2 * rho)) for k in range(6001)]
        belief = [exp(-rho * (y - reward) ** 2) for y in grid]
        plays, n, t = 1, first, 4
        for mean, law in zip(means, laws, strict=True):
            after = [
                mass * above(y + bonus(1, t) - bonus(n, t), mean, n)
                for y, mass in zip(grid, belief, strict=True)
            ]
            if t == 4:  # arm 2 lost at t = 3 to a release with the law of its own
                steps = [k / 100 for k in range(-600, 1001)]
                lost = [exp(-rho * (v - mean) ** 2 * n * n) * above(v, mean, n) for v in steps]
                whole = sum(lost)
                tails = [sum(lost[k:]) / whole for k in range(len(lost))]
                after = []
                for y, mass in zip(grid, belief, strict=True):
                    place = 100 * (y + bonus(1, t) - bonus(n, t)) + 600.5
                    k = min(max(int(place), 0), len(tails) - 2)
                    part = min(max(place - k, 0.0), 1.0)
                    after.append(mass * ((1 - part) * tails[k] + part * tails[k + 1]))
            assert law == pytest.approx(sum(after) / sum(belief), rel=1e-3)
            belief, n, t, plays = after, plays, t + plays, 2 * plays


def test_mutant_fresh_noise_is_charged_for_other_laws() -> None:
    with working_precision(64):
        kept, fresh = (chances(PRINTED, 1, way) for way in (True, False))
        assert kept[0].overlaps(fresh[0])
        assert not any(x.overlaps(y) for x, y in zip(kept[1:], fresh[1:], strict=True))


@pytest.mark.parametrize("seed", [5, 6])
def test_an_online_attacker_of_one_reward_gains_at_most_rho(seed: int) -> None:
    """All attackers who read the recommendations and change r_1, r_2 or nothing; zCDP at 1."""
    kernel = random_kernel(random.Random(seed), 3)
    rho = float(zcdp_constant(library_policy(kernel, 3), Notion.INTERACTIVE, 6).hi)

    def law(changed):
        found = {}
        for path in product((0, 1), repeat=3):
            seen = tuple((path[t], int(changed(path[: t + 1]))) for t in range(2))
            found[path] = 1.0
            for t, arm in enumerate(path):
                found[path] *= float(kernel(seen[:t])[arm])
        return found

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
