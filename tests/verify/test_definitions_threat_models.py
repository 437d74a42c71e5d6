"""Joint privacy, identification: what their events leave out, and what their inputs leave in."""

import math
from fractions import Fraction
import numpy as np
import pytest
from banditproof.verify.definitions.identification import (
    FiniteIdentification,
    answers_the_last_reward,
    halts_by_chance,
)
from banditproof.verify.definitions.joint_privacy import (
    ContextualPolicy,
    context_copier,
    context_response,
    joint_delta,
    joint_ratio,
    joint_zcdp,
    mean_mistakes,
    plain_delta,
    plain_ratio,
    plain_zcdp,
)
from banditproof.verify.definitions.notions import Notion

MODELS = (Notion.VIEW, Notion.TABLE)


@pytest.mark.parametrize("notion", MODELS)
def test_a_copied_context_is_jointly_private_and_not_plainly(notion):
    policy = context_copier(2)
    assert joint_ratio(policy, notion) == 1
    assert joint_delta(policy, notion, 1) == 0
    assert plain_ratio(policy, notion) == float("inf")
    assert plain_delta(policy, notion, 100) == 1
    assert mean_mistakes(policy) == 0


def test_the_concentrated_forms_compare_the_same_laws():
    """A response of the context spends eps tanh(eps/2) plainly; the others see nothing of it."""
    assert joint_zcdp(context_response(3, 2), Notion.TABLE).hi == 0
    assert plain_zcdp(context_copier(2), Notion.VIEW).lo == math.inf
    eps = math.log(3)
    result = plain_zcdp(context_response(3, 2), Notion.VIEW)
    assert float(result.lo) <= eps * math.tanh(eps / 2) <= float(result.hi)
    informed = ContextualPolicy(2, 1, 2, lambda h, c: (3, 1) if h and h[0][2] else (1, 1))
    with pytest.raises(ValueError, match="give a law"):
        joint_zcdp(informed, Notion.VIEW)

    def second_user_hears(history, context):
        truthful = Fraction(3, 4) if history and history[0][2] else Fraction(1, 4)
        return (truthful, 1 - truthful)

    heard = joint_zcdp(ContextualPolicy(2, 1, 2, second_user_hears), Notion.VIEW)
    assert float(heard.lo) <= eps * math.tanh(eps / 2) <= float(heard.hi)


@pytest.mark.parametrize("factor", [1, 3, Fraction(101, 100)])
def test_plain_privacy_of_contexts_costs_a_constant_share_of_all_rounds(factor):
    for horizon in (1, 2, 4):
        policy = context_response(factor, horizon)
        if horizon < 4:
            assert plain_ratio(policy, Notion.VIEW) == factor
            assert joint_ratio(policy, Notion.VIEW) == 1
        assert mean_mistakes(policy) == horizon / (1 + Fraction(factor))


@pytest.mark.parametrize("seed", range(6))
def test_no_plainly_private_policy_makes_fewer_mistakes(seed):
    """Random policies: at least T / (1 + e^eps) mistakes at their own exact e^eps."""
    rng = np.random.default_rng(seed)
    laws = {}

    def rule(history, context):
        if (history, context) not in laws:
            weights = [Fraction(int(w)) for w in rng.integers(1, 12, 2)]
            weights[context] *= 4
            laws[history, context] = [w / sum(weights) for w in weights]
        return laws[history, context]

    policy = ContextualPolicy(2, 2, 2, rule)
    factor = plain_ratio(policy, Notion.VIEW)
    assert factor < float("inf")
    assert mean_mistakes(policy) >= 2 / (1 + factor)
    assert joint_ratio(policy, Notion.VIEW) <= plain_ratio(policy, Notion.VIEW)


def test_a_policy_that_tells_the_next_user_is_not_jointly_private():
    def tells(history, context):
        if not history:
            return (Fraction(1, 2), Fraction(1, 2))
        past = history[0][0]
        return (Fraction(2, 3), Fraction(1, 3)) if past == 0 else (Fraction(1, 3), Fraction(2, 3))

    policy = ContextualPolicy(2, 2, 2, tells)
    assert joint_ratio(policy, Notion.VIEW) == plain_ratio(policy, Notion.VIEW) == 2
    assert joint_delta(policy, Notion.TABLE, 1) == Fraction(1, 3)
    assert joint_delta(policy, Notion.TABLE, 2) == 0


def test_the_reward_of_a_user_is_protected_too():
    policy = ContextualPolicy(
        2,
        1,
        2,
        lambda h, c: (1, 0) if not h else ((Fraction(3, 4), Fraction(1, 4)), (0, 1))[h[0][2]],
    )
    assert joint_ratio(policy, Notion.VIEW) == float("inf")
    assert joint_delta(policy, Notion.VIEW, 1) == Fraction(3, 4)


def test_tables_change_what_the_own_action_shows():
    """Joint Table: the reward shown depends on the arm, so a changed row reveals more events."""

    def rule(history, context):
        if not history:
            return (Fraction(1, 2), Fraction(1, 2))
        _, arm, reward = history[0]
        p = Fraction(1, 10) if reward == arm else Fraction(0)
        return (p, 1 - p)

    policy = ContextualPolicy(2, 1, 2, rule)
    assert joint_delta(policy, Notion.VIEW, 2) == 0  # the marginal of a_2 hides which arm it was
    assert joint_delta(policy, Notion.TABLE, 2) == Fraction(1, 10)
    assert plain_delta(policy, Notion.VIEW, 2) == Fraction(1, 20)
    assert plain_delta(policy, Notion.TABLE, 2) == Fraction(1, 10)


@pytest.mark.parametrize("notion", MODELS)
def test_the_last_reward_of_an_identification_matters(notion):
    strategy = answers_the_last_reward(3, rounds=3)
    assert strategy.ratio(notion) == 3
    assert strategy.delta(notion, 1) == Fraction(1, 2)
    assert strategy.delta(notion, 3) == 0
    # a mutant: neighbours of regret minimisation, whose last reward never matters
    assert strategy.ratio(notion, rows=2) == 1


def test_a_table_shows_the_column_of_the_arm_that_was_played():
    for arm in (0, 1):
        strategy = FiniteIdentification(
            2,
            1,
            lambda h, arm=arm: (0, 0, 1) if h else (1 - arm, arm, 0),
            lambda h: (1 - h[0][1], h[0][1]),
        )
        assert strategy.law(((0, 1),)) == {((arm,), arm): 1}
        assert strategy.law(((1, 0),)) == {((arm,), 1 - arm): 1}
        assert strategy.law(((1,),)) == {((arm,), 1): 1}


def test_stopping_may_leak_too():
    strategy = FiniteIdentification(
        2,
        2,
        lambda h: (1, 0, 0) if not h or (len(h) == 1 and h[0][1] == 0) else (0, 0, 1),
        lambda h: (1, 0),
    )
    assert strategy.ratio(Notion.VIEW) == float("inf")
    lengths = {len(actions) for actions, _ in strategy.law(((1,), (0,)))}
    assert lengths == {1}
    assert strategy.halting_mass(((0,), (0,))) == 1


def test_the_masses_sum_to_the_chance_of_halting():
    strategy = halts_by_chance("1/3", rounds=4)
    table = ((0, 1),) * 4
    assert strategy.halting_mass(table) == 1 - Fraction(2, 3) ** 4
    assert sum(strategy.law(table).values()) == 1
    assert strategy.ratio(Notion.VIEW) == 1
    assert halts_by_chance(0, rounds=2).halting_mass(table) == 0
    assert halts_by_chance(1, rounds=2).halting_mass(table) == 1
