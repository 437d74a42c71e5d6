"""What Definitions 3.2 and 3.3 share: the law on one input as a product, and its neighbours."""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import compress
from typing import Any
from banditproof.paper_checks.checking import Proof, Verdict
from banditproof.paper_checks.models.delta_two_ways import require_rho
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.finite_pairs import events
from banditproof.paper_checks.models.formal_products import (
    ANY,
    Namer,
    all_sequences,
    factors,
    rewards_seen,
)
from banditproof.paper_checks.models.neighbouring_laws import Inputs, Laws
from banditproof.paper_checks.models.policy_protocols import (
    Actions,
    Machine,
    Reward,
    kernel_as_machine,
    library_policy,
    own_action,
    path_product,
    random_kernel,
    sequences,
)
from banditproof.paper_checks.verdicts.vocabulary import need, points
from banditproof.verify.definitions.backward_induction import delta
from banditproof.verify.definitions.notions import Notion
from ....models.separating_policies import appendix, first_label_is_second_reward

Product = Callable[[Machine, Actions, Any], Fraction]
Near = Callable[[Sequence[Any], Sequence[Any]], bool]


def product_along(reward: Callable[[Any], Reward]) -> Product:
    """prod_t pi_t(a_t | a_1, r_1, ..., a_(t-1), r_(t-1)) with the rewards of an input."""
    return lambda machine, actions, x: path_product(machine, actions, reward(x), own_action)


def without_the_first_factor(reward: Callable[[Any], Reward]) -> Product:
    """Wrong: the product without its first factor; it sums to K."""
    whole = product_along(reward)
    return lambda machine, actions, x: whole(machine, actions, x) / machine((), ())[actions[0]]


@cache
def play_all_inputs(inputs: Inputs, law: Product, entry: Namer) -> int:
    """The printed product against the game played forward; mass 1; the last reward is not read."""
    source, every = random.Random(31), inputs.every(3, 2, (0, 1))
    for kernel in (appendix, *(random_kernel(source, 3) for _ in range(3))):
        for given in every:
            results = {a: law(kernel_as_machine(kernel), a, given) for a in sequences(3)}
            total = sum(results.values())
            require(
                total == 1 and results == inputs.law(kernel, 3, given),
                "The product is not the law of the game.",
                input=given,
                sum=total,
            )
    for _, actions in all_sequences():
        rounds = [seen[1] for seen in rewards_seen(actions, entry)]  # type: ignore[index]
        require(max(rounds, default=0) < len(actions), "The last reward is read.", actions=actions)
    return len(every)


def product_is_the_law(inputs: Inputs, law: Product, entry: Namer, proof: Proof) -> Verdict:
    """All inputs played, and the steps."""
    played = play_all_inputs(inputs, law, entry)
    return proof.verdict(
        "The product is the law of the actions in the game and sums to 1; the last reward is in "
        "no factor.",
        instances=f"All {played} inputs at T = 3, K = 2 were played, with four kernels, one "
        "with zeros.",
    )


def one_entry(first: Sequence[Sequence[object]], second: Sequence[Sequence[object]]) -> bool:
    """Wrong: tables that differ in a single entry, not in a row; trees in a single node."""
    rows = zip(first, second, strict=True)
    return sum(x != y for left, right in rows for x, y in zip(left, right, strict=True)) == 1


def two_rows(first: Sequence[object], second: Sequence[object]) -> bool:
    """Wrong: lists, tables or trees that differ in two rounds."""
    return sum(x != y for x, y in zip(first, second, strict=True)) == 2


def last_row(first: Sequence[object], second: Sequence[object]) -> bool:
    """Wrong: inputs that differ in the last round that is read."""
    return first[:-1] == second[:-1] and first != second


def largest_over_events(laws: Laws, factor: Fraction) -> Fraction:
    """The definition word by word: the largest P(S) - factor P'(S) over all events S.

    The weights of the laws are integers over one denominator, and so are their sums.
    """
    largest = max(
        factor.denominator * sum(compress(first, event))
        - factor.numerator * sum(compress(second, event))
        for first, second in laws.pairs
        for event in events(len(first))
    )
    return Fraction(largest, factor.denominator * laws.denominator)


def neighbours_of(inputs: Inputs, notion: Notion, near: Near) -> Verdict:
    """delta on near inputs against the library, and for two policies against all events."""
    source, factor = random.Random(33), Fraction(6, 5)
    kernels = [first_label_is_second_reward, appendix]
    kernels += [random_kernel(source, 3) for _ in range(10)]
    for number, kernel in enumerate(kernels):
        laws = inputs.laws(kernel_as_machine(kernel), 3, near=near)
        result, known = laws.delta(factor), delta(library_policy(kernel, 3), notion, factor)
        finding = "These neighbours give another delta than those of the definition."
        require(result == known, finding, policy=number, found=result, library=known)
        if number < 2:
            largest = largest_over_events(laws, factor)
            require(largest == known, "Events and sums of gains differ.", events=largest)
        if number > 7:
            require_rho(kernel, 3, notion, laws)
    return points(
        "The definition is computable: the largest P(S) - e^eps P'(S) over all events is a sum of "
        "gains over sequences, and two separate enumerations of it agree. Kernel and machine "
        "readings coincide here, since the label is the action.",
        covered="Twelve policies at T = 3, K = 2 on all neighbours with rewards 0 and 1 at e^eps = "
        "6/5; all 256 events for two of them; the zCDP constants of four over all orders, in "
        "balls.",
        not_covered="Other rewards, horizons and levels: the definition fixes the neighbours, and "
        "these numbers are only its examples.",
    )


def require_batch(reward: Namer, due: Namer, unknown: Any = ANY) -> None:
    """A factor hears one entry of each round before its own, of an input fixed in advance."""
    for _, actions in all_sequences():
        for t, (past, _) in enumerate(factors(actions, reward), 1):
            heard = [(s, label) for s, (label, _) in enumerate(past, 1)]
            before = heard == [(s, actions[s - 1]) for s in range(1, t)]
            require(before, "A factor hears no play of the rounds before.", actions=actions, t=t)
            for s, (label, entry) in enumerate(past, 1):
                # the same round with the same action after other actions before it
                other = (*(1 - a % 2 for a in actions[: s - 1]), actions[s - 1])
                fixed = entry == reward(other, label)
                require(fixed, "An entry is not fixed in advance.", round=s, entry=entry)
                one = entry == due(actions[:s], label)
                require(one, "Another entry is heard.", round=s, entry=entry)
    heard_of, expected = reward(unknown, own_action(unknown)), due(unknown, own_action(unknown))
    need(heard_of == expected, "An unknown round brings other things")
