"""Machines and kernels: the same on lists, tables and trees, different under foreign labels."""

from fractions import Fraction
import numpy as np
import pytest
from finite_policies import HALF, drawn
from banditproof.verify.definitions.backward_induction import delta
from banditproof.verify.definitions.brute_force import enumerated_delta, enumerated_ratio
from banditproof.verify.definitions.concentrated import renyi_constant, zcdp_constant
from banditproof.verify.definitions.finite_machine import (
    FiniteMachine,
    as_kernel,
    as_machine,
    reading_of,
    with_own_actions,
)
from banditproof.verify.definitions.finite_policy import FinitePolicy, visible_histories
from banditproof.verify.definitions.notions import Notion, Reading
from banditproof.verify.definitions.pure_loss import pure_loss, pure_ratio
from banditproof.verify.definitions.unfolding import unfolded
from banditproof.verify.definitions.witness_policies import copies_after_a_foreign_query, probe

OWN_LABELS = (Notion.VIEW, Notion.TABLE, Notion.ADAPTIVE)


def secret_coin(horizon=3):
    """Answers the first reward through one coin, tossed once (1/4 lies) and never again."""

    def act(state):
        coin, received = state
        arm = 0 if received is None else (received + coin) % 2
        return {(arm, state): Fraction(1)}

    def observe(state, label, reward):
        coin, received = state
        return (coin, reward if received is None else received)

    start = {(0, None): Fraction(3, 4), (1, None): Fraction(1, 4)}
    return FiniteMachine(2, horizon, start, act, observe)


def test_a_machine_of_a_kernel_is_the_kernel():
    policy = drawn(0, grain=3, zeros=True)
    machine = as_machine(policy)
    assert reading_of(policy) is Reading.KERNEL
    assert reading_of(machine) is Reading.MACHINE
    for notion in Notion:
        assert pure_ratio(machine, notion) == pure_ratio(policy, notion)
        assert delta(machine, notion, 2) == delta(policy, notion, 2)
    positive = drawn(1)
    for notion in Notion:
        first, second = (zcdp_constant(p, notion, 8) for p in (positive, as_machine(positive)))
        assert first.lo <= second.hi
        assert second.lo <= first.hi


@pytest.mark.parametrize("seed", range(3))
def test_the_kernel_of_a_machine_has_its_laws(seed):
    """Reading (0) of the kernel gap: on lists, tables and trees the reading does not matter."""
    machine = secret_coin()
    kernel = as_kernel(machine)
    rng = np.random.default_rng(seed)
    tree = {}

    def shown(prefix):
        return prefix[-1], tree.setdefault(prefix, int(rng.integers(2)))

    first, second = machine.view_law(shown), kernel.view_law(shown)
    assert {a: m for a, m in second.items() if m} == first
    for notion in OWN_LABELS:
        assert delta(machine, notion, 2) == delta(kernel, notion, 2)
        assert pure_ratio(machine, notion) == pure_ratio(kernel, notion)


def test_the_kernel_reading_of_a_cached_coin_is_charged_once_and_then_knows():
    """After its second action the coin is known: the conditional law is certain and reveals all."""
    machine, kernel = secret_coin(), as_kernel(secret_coin())
    assert kernel.kernel[((0, 1), (1, 0))] == (0, 1)
    assert kernel.kernel[((0, 1), (0, 0))] == (1, 0)
    assert kernel.kernel[((1, 0), (0, 0))] == (HALF, HALF)  # never met: the first action is 0
    for notion in Notion:  # as a machine it is one randomised response
        assert pure_ratio(machine, notion) == 3
        assert delta(machine, notion, 1) == HALF
    assert pure_ratio(kernel, Notion.INTERACTIVE) == 3
    fresh = FinitePolicy.from_rule(
        2,
        3,
        lambda h: (
            ((1, 0), ("3/4", "1/4"), ("3/4", "1/4"))[len(h)]
            if not h or h[0][1] == 0
            else ("1/4", "3/4")
        ),
    )
    assert pure_ratio(fresh, Notion.VIEW) == 9  # a fresh coin each time is another policy


def test_mutant_a_belief_that_is_not_conditioned_on_the_actions():
    """Averaging over the coin without looking at what it did gives another law of actions."""
    machine = secret_coin()

    def rule(history):
        if not history:
            return (1, 0)
        received = history[0][1]
        return (
            (Fraction(3, 4), Fraction(1, 4)) if received == 0 else (Fraction(1, 4), Fraction(3, 4))
        )

    wrong = FinitePolicy.from_rule(2, 3, rule)
    shown = lambda prefix: (prefix[-1], 1)  # noqa: E731
    assert wrong.view_law(shown) != machine.view_law(shown)
    assert as_kernel(machine).view_law(shown) == machine.view_law(shown)


@pytest.mark.parametrize("notion", Notion)
def test_a_machine_by_enumeration_word_for_word(notion):
    machine = with_own_actions(drawn(2, grain=3, zeros=True))
    assert delta(machine, notion, 2) == enumerated_delta(machine, notion, 2)
    assert pure_ratio(machine, notion) == enumerated_ratio(machine, notion)


def test_remembering_own_actions_gives_the_kernel_back():
    policy = drawn(4, grain=5)
    assert as_kernel(with_own_actions(policy)).kernel == policy.kernel
    assert unfolded(with_own_actions(policy), foreign=True).total > 1


def test_the_probe_is_cheap_as_a_machine_and_dear_as_a_kernel():
    """The second witness of `zcdp.kernelgap` at p = 1/10 and e^eps' = e to 15 digits."""
    e = Fraction("2.718281828459045")
    policy = probe(Fraction(1, 10), e)
    machine = with_own_actions(policy)
    for notion in OWN_LABELS:
        assert round(float(zcdp_constant(policy, notion, 8)), 7) == 0.0821921
    for notion in Notion:
        assert round(float(zcdp_constant(machine, notion, 8)), 7) == 0.0821921
    assert round(float(zcdp_constant(policy, Notion.INTERACTIVE, 8)), 6) == 0.462117
    # what Theorem 8 would allow is rho p; the divergence of the two models is p eps' tanh(eps'/2)
    kl = float(renyi_constant(machine, Notion.VIEW, 1))
    assert round(kl, 6) == 0.046212
    assert kl > 0.0821921 * 0.1 * 5.6
    # along the query 2 the kernel leaks all, and an adversary that asks a machine gets nothing new
    assert pure_ratio(policy, Notion.INTERACTIVE) == pure_ratio(machine, Notion.INTERACTIVE) == e


def test_a_foreign_label_reaches_a_kernel_but_no_machine_that_ignores_it():
    policy = copies_after_a_foreign_query()
    assert pure_ratio(policy, Notion.INTERACTIVE) == float("inf")
    assert pure_ratio(with_own_actions(policy), Notion.INTERACTIVE) == 1
    assert str(pure_loss(policy, Notion.INTERACTIVE).witness).startswith("arms 11 asked 2")


def test_unreachable_histories_are_uniform():
    kernel = as_kernel(secret_coin())
    assert set(kernel.kernel) == set(visible_histories(2, 3, (0, 1)))
    assert kernel.kernel[((1, 1),)] == (HALF, HALF)
