"""Claims about the mechanisms on tables and on lists: Section III-C, with Figures 1 and 2."""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.models.exact_games import require, require_or_repair
from banditproof.paper_checks.models.neighbouring_laws import LISTS, TABLES, total
from banditproof.paper_checks.models.policy_protocols import (
    Actions,
    Kernel,
    differ_once,
    kernel_as_machine,
    library_policy,
    random_kernel,
)
from banditproof.paper_checks.verdicts.vocabulary import points, proved
from banditproof.theory.balls import ball, enclose
from banditproof.verify.definitions.backward_induction import delta
from banditproof.verify.definitions.concentrated import renyi_constant
from banditproof.verify.definitions.notions import Notion
from ...models.separating_policies import appendix, first_label_is_second_reward

Begins = Callable[[Actions, Actions], int]
"""The first action in the pasts of the second product, from both sequences."""


def of_the_other(a: Actions, b: Actions) -> int:
    """a_1, as printed."""
    return a[0]


def of_its_own(a: Actions, b: Actions) -> int:
    """b_1."""
    return b[0]


@checks("zcdp.rem1.expressions", subjects={"begins": (of_the_other, of_its_own)})
@mutant("one list for each arm", of_list=formal.table_entry)
@mutant("the entry of the first action", of_table=lambda a, label: ("x", len(a), a[0]))
@mutant("both sequences see one trajectory", shared=True)
def two_products(
    begins: Begins,
    of_list: formal.Namer = formal.list_entry,
    of_table: formal.Namer = formal.table_entry,
    shared: bool = False,
) -> Verdict:
    """The factors of both terms, for every policy; then the probability of an event, played."""
    finding = "The terms of the sums are others."
    formal.require_one_law((formal.own, of_list), (formal.own, formal.list_entry), finding)
    formal.require_one_law((formal.own, of_table), (formal.own, formal.own_entry), finding)
    for horizon, arms in ((2, 2), (3, 2), (2, 3)):
        every = [s for _, s in formal.all_sequences(((horizon, arms),))]
        for a, b in product(every, every):
            if a == b:
                continue
            path = a if shared else b
            seen = [(b[t], formal.table_entry(path[: t + 1], path[t])) for t in range(horizon)]
            seen[0] = (begins(a, b), seen[0][1])
            expected = formal.factors(b, formal.table_entry)
            printed = formal.with_memory(b, seen)
            require_or_repair(
                printed == expected,
                "The second product begins its pasts with a_1 and not with b_1, beside the reward "
                "of b_1; it is no probability then, as the first product shows what is meant.",
                a=a,
                b=b,
                printed=formal.written(printed),
                meant=formal.written(expected),
            )
    a, b = (0, 1, 1), (1, 0, 1)
    for inputs in (LISTS, TABLES):
        for given in inputs.every(2, 2, (0, 1)):
            law = inputs.law(appendix, 3, given)
            same = total(law, (a, b)) == law[a] + law[b]
            require(same, "The event has another probability.", input=given)
    return proved()


def gap(kernel: Kernel, factor: Fraction) -> Fraction:
    """How much larger the Table delta is."""
    of = (inputs.laws(kernel_as_machine(kernel), 3) for inputs in (LISTS, TABLES))
    view, table = (laws.delta(factor) for laws in of)
    return table - view


@checks("zcdp.rem1.source")
@mutant("a policy that forgets", kernel=lambda seen: appendix(()))
@mutant("eps so large that both are one", factor=Fraction(3))
def composite_events_are_the_source(
    kernel: Kernel = appendix, factor: Fraction = Fraction(2), proof: Proof = WRITTEN
) -> Verdict:
    """One policy: one largest ratio of single sequences, two deltas."""
    wider = gap(kernel, factor)
    require(wider > 0, "The two deltas of the policy are one.", exp_eps=factor)
    soft = random_kernel(random.Random(7), 3)
    pure = {inputs.laws(kernel_as_machine(soft), 3).ratio() for inputs in (LISTS, TABLES)}
    require(len(pure) == 1, "Single sequences have other ratios.", exp_eps=pure)
    return proof.verdict(
        instances=f"The policy of Appendix B-A at e^eps = {factor}: the Table delta is larger by "
        f"{wider}; one largest ratio on lists and tables of a random policy."
    )


Near = Callable[[Sequence[object], Sequence[object]], bool]


def one_entry(first: Sequence[object], second: Sequence[object]) -> bool:
    """Wrong for tables: a single entry differs, and not a row."""
    left, right = (
        [entry for row in given for entry in (row if isinstance(row, tuple) else (row,))]
        for given in (first, second)
    )
    return sum(1 for u, v in zip(left, right, strict=True) if u != v) == 1


@checks("zcdp.def3")
@mutant("one entry instead of one row", near=one_entry)
@mutant("two rounds differ", near=lambda x, y: sum(u != v for u, v in zip(x, y, strict=True)) == 2)
@mutant("the factor is twice as large", scale=2)
def two_definitions(near: Near = differ_once, scale: int = 1) -> Verdict:
    """delta by inputs at distance one, against the backward induction of the library."""
    source = random.Random(303)
    kernels = [appendix, first_label_is_second_reward, random_kernel(source, 3)]
    for number, kernel in enumerate(kernels):
        for inputs, notion in ((LISTS, Notion.VIEW), (TABLES, Notion.TABLE)):
            laws = inputs.laws(kernel_as_machine(kernel), 3, near=near)
            for factor in (Fraction(1), Fraction(6, 5)):
                result = laws.delta(scale * factor)
                known = delta(library_policy(kernel, 3), notion, factor)
                finding = "Inputs at distance one have another delta."
                require(result == known, finding, policy=number, notion=notion.value, delta=result)
            if number == 2:
                known_moment = renyi_constant(library_policy(kernel, 3), notion, 2, 12)
                exact = enclose(lambda laws=laws: ball(Fraction(laws.moment(2))).log(), 12)  # type: ignore[misc]
                same = known_moment.lo <= exact.hi and exact.lo <= known_moment.hi
                require(same, "D_2 differs.", notion=notion.value, D=exact)
    return points()
