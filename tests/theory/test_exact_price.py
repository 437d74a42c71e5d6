"""The exact price of privacy: known values, and other formulations."""

import json
from fractions import Fraction
from itertools import permutations, product
import numpy as np
import pytest
from banditproof.theory.exact_price import exact_price, sequence_program, verified_price
from banditproof.theory.exact_price.exact_policy import cost
from banditproof.theory.exact_price.price_file import policy_table, price_facts
from banditproof.theory.exact_price.problem import Problem, corners, grid
from banditproof.theory.exact_price.relabelled_actions import ActionTree
from banditproof.theory.rational_programs import maximise
from banditproof.verify.definitions.approximate_budget import smallest_factor
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.definitions.notions import Notion

F = Fraction


def regret(actions, means):
    return sum((max(means) - means[arm] for arm in actions), F(0))


def chance(actions, rewards, means):
    result = F(1)
    for arm, reward in zip(actions, rewards, strict=False):
        result *= means[arm] if reward else 1 - means[arm]
    return result


def by_the_simplex_method(arms, horizon, factor, instances, without=()):
    """The program in whole sequences of every arm alone, without symmetry: exact, and slow."""
    lists = list(product((0, 1), repeat=horizon - 1))
    leaves = {
        leaf: i for i, leaf in enumerate(product(product(range(arms), repeat=horizon), lists))
    }
    rows, limits = [], []

    def row(entries, limit=0):
        line = [F(0)] * (len(leaves) + 1)
        for leaf, value in entries:
            line[leaves[leaf]] += value
        rows.append(line)
        limits.append(F(limit))

    for (actions, rewards), place in leaves.items():
        row([((actions, rewards), F(-1))])
        for t in range(horizon - 1):
            other = (*rewards[:t], 1 - rewards[t], *rewards[t + 1 :])
            if factor is not None and (place, t) not in without:
                row([((actions, rewards), F(1)), ((actions, other), -factor)])
    for rewards in lists:
        for sign in (1, -1):
            row([((a, r), F(sign)) for a, r in leaves if r == rewards], sign)
        for t, later in product(range(1, horizon), lists):
            if later[: t - 1] == rewards[: t - 1]:
                for prefix in product(range(arms), repeat=t):
                    ends = [(*prefix, *end) for end in product(range(arms), repeat=horizon - t)]
                    row(
                        [
                            *(((a, rewards), F(1)) for a in ends),
                            *(((a, later), F(-1)) for a in ends),
                        ]
                    )
    for means in instances:
        row([((a, r), chance(a, r, means) * regret(a, means)) for a, r in leaves])
        rows[-1][-1] = F(-1)
    found = maximise([F(0)] * len(leaves) + [F(-1)], rows, limits)
    return -found.value


@pytest.mark.parametrize(
    ("horizon", "value"), [(1, F(1, 2)), (2, F(5, 6)), (3, F(7, 6)), (4, F(25, 18)), (5, F(29, 18))]
)
def test_known_values_at_e_to_the_eps_two(horizon, value):
    found = exact_price(2, horizon, "log(2)")
    assert found.lower == found.upper == found.everywhere == value
    assert exact_price(2, horizon, "log(2)", instances=10).value == value


@pytest.mark.parametrize("factor", [None, F(1), F(3, 2), F(2), F(6)])
def test_two_rounds_are_a_half_and_eta(factor):
    means = ((F(1), F(0)), (F(0), F(1)), (F(1, 2), F(1, 4)))
    found = exact_price(2, 2, None if factor is None else f"log({factor})", instances=means)
    other = by_the_simplex_method(2, 2, factor, means)
    assert found.lower == other == found.upper
    if factor is not None:
        assert exact_price(2, 2, f"log({factor})", instances="corners").value == F(1, 2) + 1 / (
            1 + factor
        )


@pytest.mark.slow
@pytest.mark.parametrize(("arms", "horizon"), [(3, 2), (2, 3)])
def test_another_program_by_another_solver(arms, horizon):
    means = corners(arms)
    value = by_the_simplex_method(arms, horizon, F(2), means)
    assert value == exact_price(arms, horizon, "log(2)", instances=means).value


@pytest.mark.parametrize("prior", [None, "equal"])
def test_an_instance_may_be_said_twice(prior):
    pair = (("0.9", "0.1"), ("0.2", "0.3"))
    weights = None if prior is None else ("2/3", "1/3")
    once = exact_price(2, 2, 1, instances=pair, prior=weights)
    twice = exact_price(2, 2, 1, instances=(pair[0], *pair), prior=prior)
    assert once.lower == twice.lower > 0


def test_one_row_less_is_a_lower_value():
    means = corners(2)
    values = {by_the_simplex_method(2, 2, F(2), means, without={(place, 0)}) for place in range(8)}
    assert min(values) < F(5, 6)


@pytest.mark.parametrize(("arms", "horizon"), [(2, 2), (2, 4), (3, 3)])
def test_without_privacy_bayes_regret_is_that_of_backward_induction(arms, horizon):
    means = grid(arms, 2)

    def least(past):
        if len(past) == horizon:
            return F(0)
        values = []
        for arm in range(arms):
            masses = [chance([a for a, _ in past], [r for _, r in past], m) for m in means]
            gap = sum(mass * (max(m) - m[arm]) for mass, m in zip(masses, means, strict=True))
            values.append(gap + sum(least((*past, (arm, r))) for r in (0, 1)))
        return min(values)

    found = exact_price(arms, horizon, instances=2, prior="equal")
    assert found.lower <= least(()) / len(means) <= found.upper
    assert found.upper - found.lower < F(1, 10**9)


@pytest.mark.parametrize("model", ["view", "table"])
@pytest.mark.parametrize("delta", ["0", "0.05"])
def test_a_policy_has_its_budget_by_the_definitions(model, delta):
    found = exact_price(2, 3, "log(3/2)", delta=delta, model=model, instances=4)
    table = policy_table(price_facts(found))
    policy = FinitePolicy(table.arms, table.actions, table.laws)
    assert smallest_factor(policy, Notion(model), delta) <= F(3, 2)
    assert smallest_factor(policy, Notion(model), delta) > F(3, 2) - F(1, 10**6)


@pytest.mark.parametrize("eps", ["5e-324", "1e-9", "8"])
def test_extreme_budgets_have_both_ends(eps):
    found = exact_price(2, 2, eps, instances="corners")
    eta = 1 / (1 + F(np.exp(float(eps))))
    assert abs(found.lower - (F(1, 2) + eta)) < F(1, 10**8)
    assert verified_price(price_facts(found)).upper == found.upper < found.lower + F(1, 10**8)


def test_view_and_table_part_with_a_delta_alone():
    pure, view, table = (
        exact_price(2, 4, "log(3/2)", delta=delta, model=model, instances=2)
        for delta, model in ((0, "table"), ("0.05", "view"), ("0.05", "table"))
    )
    assert view.upper < table.lower < pure.lower


def test_the_bound_on_every_instance_is_right_and_close():
    found = exact_price(2, 4, 2)
    values = [
        cost(Problem(2, 4, None, pair), found.tree, found.policy)
        for pair in ([(p, q), (q, p)] for p, q in product([F(i, 9) for i in range(10)], repeat=2))
        if len(set(pair)) > 1
    ]
    assert max(values) <= found.everywhere
    assert found.lower <= found.upper <= found.everywhere < found.lower * (1 + F(1, 10**5))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("eps", "value"), [(None, 0.7214), (2, 0.9199), (1, 1.4095), ("0.5", 2.0533), ("0.1", 2.7808)]
)
def test_the_price_at_six_rounds(eps, value):
    found = exact_price(2, 6, eps, instances=10)
    assert abs(float(found.lower) - value) < 6e-5
    assert 0 <= found.upper - found.lower < F(1, 10**6)


@pytest.mark.slow
def test_seven_rounds_and_a_file():
    found = exact_price(2, 7, "log(2)")
    assert abs(found.lower - F(52, 27)) < F(1, 10**6)
    checked = verified_price(json.loads(json.dumps(price_facts(found))))
    assert (checked.lower, checked.upper) == (found.lower, found.upper)


def test_an_identification_has_one_more_action():
    """Two pulls of one arm: the steepest private test is right with 1/4, 1/2, 3/4 of its mass."""
    found = exact_price(2, 2, "log(2)", instances="corners", goal="error")
    assert found.problem.actions == 3
    assert found.value == F(1, 4)


def test_a_certificate_without_its_rows_falls(monkeypatch):
    """A solver that leaves privacy out of one round: both ends stay true, and part."""
    whole = sequence_program._privacy_rows
    right = exact_price(2, 3, "log(2)", instances="corners")

    def without_the_first(*args):
        matrix = whole(*args).tolil()
        matrix[: matrix.shape[0] // 2] = 0
        return matrix.tocsr()

    monkeypatch.setattr(sequence_program, "_privacy_rows", without_the_first)
    wrong = exact_price(2, 3, "log(2)", instances="corners")
    assert wrong.lower < right.lower == right.upper < wrong.upper


@pytest.mark.parametrize("model", ["view", "table"])
def test_one_round_has_no_reward_to_protect(model):
    found = exact_price(2, 1, "log(2)", delta="0.1", model=model)
    assert found.lower == found.upper == F(1, 2)
    assert verified_price(price_facts(found)).lower == F(1, 2)


@pytest.mark.parametrize(
    "words",
    [
        {"delta": "0.05", "model": "view"},
        {"delta": "0.05", "model": "table"},
        {"prior": "equal"},
        {"goal": "simple-regret"},
    ],
)
def test_files_of_every_kind_are_verified(words):
    found = exact_price(2, 3, "0.7", instances=2, **words)
    checked = verified_price(json.loads(json.dumps(price_facts(found))))
    assert (checked.lower, checked.upper) == (found.lower, found.upper)
    assert 0 <= found.upper - found.lower < F(1, 10**8)


def test_relabelled_sequences_stand_for_all():
    for arms, length in ((2, 4), (3, 4)):
        tree = ActionTree.of(arms, length, symmetric=True)
        every = set(product(range(arms), repeat=length))
        for row, size in zip(tree.leaves.tolist(), tree.sizes[-1], strict=True):
            kind = {tuple(names[a] for a in row) for names in permutations(range(arms))}
            assert len(kind) == size
            every -= kind
        assert not every
        assert np.array_equal(np.unique(tree.parents[-1]), np.arange(len(tree.sequences[-2])))
