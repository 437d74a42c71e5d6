"""Claims about global RDP: Definition 3 and the remark after it."""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.neighbouring_laws import table_laws, view_laws
from banditproof.paper_checks.models.policy_protocols import (
    Kernel,
    differ_once,
    kernel_as_machine,
    library_policy,
    random_kernel,
)
from banditproof.paper_checks.models.separating_policies import signs_by_arm
from banditproof.paper_checks.verdicts.vocabulary import proved
from banditproof.theory.balls import ball, enclose
from banditproof.verify.definitions.concentrated import renyi_constant
from banditproof.verify.definitions.notions import Notion

Near = Callable[[Sequence[object], Sequence[object]], bool]


@checks("renyi.def3")
@mutant("two rewards differ", near=lambda x, y: sum(u != v for u, v in zip(x, y, strict=True)) == 2)
@mutant("only the last reward counts", near=lambda x, y: x[:-1] == y[:-1] and x != y)
def global_privacy(near: Near = differ_once, proof: Proof = WRITTEN) -> Verdict:
    """e^eps over all events, and the second moment, against the library's View notion."""
    source = random.Random(33)
    for number in range(2):
        kernel = random_kernel(source, 3)
        laws = view_laws(kernel_as_machine(kernel), 3, near=near)
        factor = Fraction(laws.ratio())
        # no event gains anything at the largest ratio of single sequences
        gains = laws.delta(factor), laws.delta(factor * Fraction(999, 1000))
        require(gains[0] == 0 < gains[1], "Events need another eps.", kernel=number, gains=gains)
        known = renyi_constant(library_policy(kernel, 3), Notion.VIEW, 2, 12)
        moment = enclose(lambda laws=laws: ball(Fraction(laws.moment(2))).log(), 12)  # type: ignore[misc]
        same = known.lo <= moment.hi and moment.lo <= known.hi
        require(same, "Near lists have another D_2.", kernel=number, library=known, found=moment)
    return proof.verdict()


@checks("renyi.def3.tables")
@mutant("a policy that forgets", kernel=lambda seen: (Fraction(1, 2), Fraction(1, 2)))
@mutant("sharper: twice as large", times=Fraction(2))
def only_lists(kernel: Kernel = signs_by_arm, times: Fraction = Fraction(1)) -> Verdict:
    """The largest second moments on lists and on tables, exact."""
    sides, machine = Sides(), kernel_as_machine(kernel)
    view, table = (Fraction(of(machine, 2).moment(2)) for of in (view_laws, table_laws))
    sides.below(1 + times * (view - 1), table, "Tables have no larger D_2.", lists=view)
    return proved(
        f"exp(D_2) is {view} on lists and {table} on tables; what lists give on tables is "
        "zcdp.fix.prop1d.renyi.",
        universal=None,
        sharpness=sides.sharpness,
    )
