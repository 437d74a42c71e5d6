"""Claims about pure privacy of policies: Definitions 2.2 and 2.3, Proposition 2.4."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations, product
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.reward_models import (
    ARMS,
    HORIZON,
    LIST,
    TABLE,
    Feed,
    Kernel,
    Model,
    Pairs,
    copies_the_last_reward,
    interaction,
    law,
    list_feed,
    neighbouring_inputs,
    neighbouring_laws,
    random_kernel,
    rows_changed,
    sequences,
    table_feed,
    worst_delta,
    worst_ratio,
)
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.verify.evidence import Grade
from ...models.finite_laws import Data, Law, bit_lists, distance, largest_ratio, random_mechanism

Near = Callable[[Data, Data], bool]


def truthful(data: Data) -> Law:
    """Each of two bits, reported truly with probability 3/4."""
    right, wrong = Fraction(3, 4), Fraction(1, 4)
    return tuple(
        (right if a == data[0] else wrong) * (right if b == data[1] else wrong)
        for a, b in bit_lists(2)
    )


def _averaged(first: Law, second: Law) -> Fraction:
    """Wrong: the average ratio of an outcome."""
    return sum((x / y for x, y in zip(first, second, strict=True)), Fraction(0)) / len(first)


def _largest_outcome(pairs: Pairs, ratio: Fraction) -> Fraction:
    """Wrong: delta from the single worst outcome."""
    return max(p - ratio * q for first, second in pairs for p, q in zip(first, second, strict=True))


@checks("bern.def2.2")
@mutant("one way round", near=lambda d, e: distance(d, e) <= 1 and d <= e)
@mutant("any two data sets", near=lambda d, e: True)
@mutant("events of one outcome, averaged", ratio=_averaged)
def pure_privacy(
    near: Near = lambda d, e: distance(d, e) <= 1,
    ratio: Callable[..., Fraction | float] = largest_ratio,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The definition over all events against the ratio of single outcomes, exact."""
    source = random.Random(23)
    events = list(chain.from_iterable(combinations(range(4), k) for k in range(1, 5)))
    mechanisms = [truthful, *(random_mechanism(source, 2, 4) for _ in range(40))]
    for number, mechanism in enumerate(mechanisms):
        laws = {data: mechanism(data) for data in bit_lists(2)}
        defined = max(
            sum(map(laws[d].__getitem__, event)) / sum(map(laws[e].__getitem__, event))
            for d, e in product(laws, repeat=2)
            if distance(d, e) <= 1
            for event in events
        )
        result = max(ratio(laws[d], laws[e]) for d, e in product(laws, repeat=2) if near(d, e))
        right = result == defined and (number > 0 or result == 3)
        finding = "The ratio of the outcomes is not that of the events."
        require(right, finding, Grade.PROVED, laws=laws, outcomes=result, events=defined)
    return proof.verdict()


@checks("bern.def2.3")
@mutant("column of the other arm", table_rewards=lambda x: lambda a: x[len(a) - 1][1 - a[-1]])
@mutant("next entry of the list", list_rewards=lambda r: lambda a: r[min(len(a), len(r) - 1)])
def batch_mechanisms(
    table_rewards: Callable[..., Feed] = table_feed,
    list_rewards: Callable[..., Feed] = list_feed,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The printed product against a forward play; the last reward; constant rows are lists."""
    source = random.Random(24)
    for _ in range(6):
        kernel = random_kernel(source, least=0)
        for table in product(product((0, 1), repeat=ARMS), repeat=HORIZON):
            printed = law(kernel, table_rewards(table))
            right = sum(printed) == 1 and printed == interaction(kernel, table_feed(table))
            finding = "The product is not the law of the actions on the table."
            require(right, finding, Grade.PROVED, table=table, product=printed)
        for rewards in bit_lists(HORIZON):
            printed = law(kernel, list_rewards(rewards))
            as_table = law(kernel, table_feed(tuple((r,) * ARMS for r in rewards)))
            other_end = interaction(kernel, list_feed((*rewards[:-1], 1 - rewards[-1])))
            finding = "A list is not the table with constant rows, or its last entry matters."
            same = printed == as_table == other_end
            require(same, finding, Grade.PROVED, list=rewards, law=printed)
    return proof.verdict()


Delta = Callable[..., Fraction]
FACTOR = Fraction(5, 3)
"""The e^eps at which deltas are compared."""


def compared(
    number: int, kernel: Kernel, models: Sequence[Model], delta: Delta = worst_delta
) -> tuple[list[Fraction], list[Pairs]]:
    """The deltas of a policy and its laws in models that agree on e^eps and grow in delta."""
    laws = [neighbouring_laws(kernel, model) for model in models]
    ratios, finding = [worst_ratio(pairs) for pairs in laws], "The models give different e^eps."
    require(len(set(ratios)) == 1, finding, Grade.PROVED, policy=number, ratios=ratios)
    deltas = [*(worst_delta(pairs, FACTOR) for pairs in laws[:-1]), delta(laws[-1], FACTOR)]
    finding = "The delta falls from one model to the next."
    require(deltas == sorted(deltas), finding, Grade.PROVED, policy=number, deltas=deltas)
    return deltas, laws


@checks("bern.prop2.4")
@mutant(
    "tables near if two rows differ",
    table=replace(TABLE, near=lambda x, y: 1 <= rows_changed(x, y) <= 2),
)
@mutant(
    "tables near if one entry differs",
    table=replace(TABLE, near=lambda x, y: sum(map(rows_changed, x, y)) == 1),
)
@mutant(
    "lists near if the first entry differs",
    view=replace(LIST, near=lambda r, s: r[0] != s[0] and r[1:] == s[1:]),
)
@mutant("largest outcome only for delta", delta=_largest_outcome)
def table_and_view_agree(
    view: Model = LIST, table: Model = TABLE, delta: Delta = worst_delta, proof: Proof = WRITTEN
) -> Verdict:
    """e^eps in both models, exact, and the delta at e^eps = 5/3, where Table is stronger."""
    for x, y in neighbouring_inputs(TABLE):
        for actions in sequences(HORIZON - 1):
            seen = [tuple(row[a] for a, row in zip(actions, t, strict=True)) for t in (x, y)]
            finding = "Neighbouring tables show lists that are not near."
            require(rows_changed(*seen) <= 1, finding, Grade.PROVED, tables=(x, y))
    source, strict = random.Random(25), 0
    kernels = [copies_the_last_reward] + [random_kernel(source) for _ in range(24)]
    for number, kernel in enumerate(kernels):
        (small, large), _ = compared(number, kernel, (view, table), delta)
        strict += small < large
    return proof.verdict(
        "e^eps is the same number in both models: along fixed actions neighbouring tables show "
        f"lists that are near. With a delta they differ: Table is strictly stronger on {strict} "
        f"of {len(kernels)} policies at e^eps = 5/3."
    )
