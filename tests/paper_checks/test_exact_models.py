"""The exact models behind the claims of Section 2, Appendix B and Appendix H, by second routes."""

import math
import random
from fractions import Fraction
from itertools import product
import pytest
from programs import first_decision_law as first_decision
from banditproof.paper_checks.models.finite_laws import (
    bit_lists,
    excess,
    joint,
    largest_ratio,
    neighbours,
    random_law,
)
from banditproof.paper_checks.models.reward_models import (
    LIST,
    TABLE,
    TREE,
    interaction,
    law,
    list_feed,
    neighbouring_inputs,
    neighbouring_laws,
    random_kernel,
    worst_delta,
    worst_ratio,
)
from banditproof.paper_checks.verdicts.vocabulary import Counterexample
from banditproof.verify.definitions.backward_induction import delta
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.pure_loss import pure_ratio
from banditproof.verify.exact_laws.first_decision import FirstDecision


def test_excess_is_the_supremum_over_events() -> None:
    source = random.Random(1)
    for _ in range(30):
        first, second = random_law(source, 4, least=0), random_law(source, 4, least=0)
        ratio = Fraction(source.randrange(1, 9), 3)
        events = product((0, 1), repeat=4)
        gains = [
            sum((p - ratio * q) * e for p, q, e in zip(first, second, event, strict=True))
            for event in events
        ]
        assert excess(first, second, ratio) == max(gains)
        if all(second):
            assert excess(first, second, Fraction(largest_ratio(first, second))) == 0


def test_a_ratio_over_nothing_is_infinite() -> None:
    half, sure = (Fraction(1, 2), Fraction(1, 2)), (Fraction(1), Fraction(0))
    assert largest_ratio(half, sure) == math.inf
    assert largest_ratio(sure, half) == 2
    assert sum(joint(half, sure)) == 1


def test_neighbours_differ_in_one_place() -> None:
    pairs = list(neighbours(3))
    assert len(pairs) == len(set(pairs)) == 8 * 3
    assert all(sum(x != y for x, y in zip(d, e, strict=True)) == 1 for d, e in pairs)


@pytest.mark.parametrize(
    ("model", "notion"),
    [(LIST, Notion.VIEW), (TABLE, Notion.TABLE), (TREE, Notion.ADAPTIVE)],
    ids=lambda x: getattr(x, "value", ""),
)
def test_the_models_agree_with_the_other_enumeration(model, notion) -> None:
    kernel = random_kernel(random.Random(7))
    steps = list(product((0, 1), (0, 1)))
    histories = [h for t in range(3) for h in product(steps, repeat=t)]
    policy = FinitePolicy(2, 3, {h: kernel(h) for h in histories})
    pairs = neighbouring_laws(kernel, model)
    assert worst_ratio(pairs) == pure_ratio(policy, notion)
    assert worst_delta(pairs, Fraction(3, 2)) == delta(policy, notion, Fraction(3, 2))


def test_trees_are_near_at_one_depth() -> None:
    # depth 1 has 2 nodes and depth 2 has 4: 64 trees, 3 + 15 neighbours of each
    assert len(neighbouring_inputs(TREE)) == 64 * 18


def test_playing_forward_multiplies_along_paths() -> None:
    kernel = random_kernel(random.Random(8), least=0)
    for rewards in bit_lists(3):
        assert interaction(kernel, list_feed(rewards)) == law(kernel, list_feed(rewards))


@pytest.mark.parametrize("eps", ["0.25", "1", "4"])
@pytest.mark.parametrize("rewards", bit_lists(2))
def test_closed_forms_of_the_first_decision(eps: str, rewards) -> None:
    tie, one, _ = first_decision.law_of_first_decision(rewards, float(eps), math.exp)
    for ties, share in (("first", 1.0), ("last", 0.0), ("random", 0.5)):
        certified = FirstDecision("dp-imed", eps, ties).probability(*rewards)
        assert math.isclose(one + share * tie, certified, rel_tol=1e-12)


def test_a_wrong_closed_form_is_noticed() -> None:
    def wrong(rewards, eps, exp):
        tie, first, second = first_decision.law_of_first_decision(rewards, eps, exp)
        return tie, second, first

    first_decision.require_laws()
    with pytest.raises(Counterexample, match="identity"):
        first_decision.require_laws(wrong)
