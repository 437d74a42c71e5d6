"""Claims about Interactive and Table zCDP: Proposition 2, closed policies, fixed answers."""

import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import inf
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models import strongest_adversary as adversary
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.policy_protocols import Kernel, library_policy, random_kernel
from banditproof.paper_checks.models.separating_policies import copies_after_a_foreign_query
from banditproof.paper_checks.verdicts.vocabulary import proved
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.definitions.concentrated import renyi_constant, zcdp_constant
from banditproof.verify.definitions.finite_machine import as_machine
from banditproof.verify.definitions.notions import Notion

SEED = 2024


@cache
def constants(kernel: Kernel, horizon: int) -> tuple[Enclosure, Enclosure]:
    """The smallest rho on tables and against queries."""
    policy = library_policy(kernel, horizon)
    table, asked = (zcdp_constant(policy, n, 6) for n in (Notion.TABLE, Notion.INTERACTIVE))
    return table, asked


@cache
def kernels() -> tuple[Kernel, ...]:
    """Two random kernels at T = 3, and one that ignores labels at T = 2."""
    source = random.Random(SEED)
    return tuple(random_kernel(source, 3) for _ in "12")


@checks("zcdp.prop2.a")
@mutant("sharper: 99 % of rho", share=Fraction(99, 100))
def interactive_implies_table_zcdp(
    share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The identity adversary, and the two constants of three kernels."""
    sides = Sides()
    blind = random_kernel(random.Random(SEED), 2, labels=False)
    for number, (kernel, horizon) in enumerate([(blind, 2), *((k, 3) for k in kernels())]):
        table, asked = constants(kernel, horizon)
        finding = "Tables need a larger rho than queries."
        # the two constants of the label-blind kernel are one number, known to six digits
        sides.at_most(table, asked * share * (1 + Fraction(1, 10**5)), finding, kernel=number)
    return proof.verdict(sharpness=sides.sharpness)


@checks("zcdp.prop2.strict")
@mutant("the reward is never copied", kernel=lambda seen: (Fraction(1), Fraction(0)))
@mutant(
    "own queries are copied",
    kernel=lambda seen: (
        (Fraction(1 - seen[0][1]), Fraction(seen[0][1])) if seen else (Fraction(1), 0)
    ),
)
def table_does_not_imply_interactive(kernel: Kernel = copies_after_a_foreign_query) -> Verdict:
    """The two constants, and the sum of Theorem 1 along the query of arm 2."""
    table, asked = constants(kernel, 2)
    apart = table.hi == 0 and asked.lo == inf
    require(apart, "The two constants are others.", Table=table, Interactive=asked)
    left, right = (kernel(((1, r),)) for r in (0, 1))
    foreign = sum(min(p, q) for p, q in zip(left, right, strict=True)) == 0
    require(foreign, "The laws after the query overlap.", laws=(left, right))
    return proved(universal=None)


@checks("zcdp.prop2.b")
@mutant("rewards are fed with own labels", other=adversary.continual)
def iff_post_processed(
    other: Callable[[Kernel, int, adversary.Leaf], Fraction] = adversary.post_processed,
    proof: Proof = WRITTEN,
) -> Verdict:
    """Both sides of two kernels by backward induction."""
    for number, kernel in enumerate(kernels()):
        leaf = adversary.moment_of(2)
        asked, post = adversary.interactive(kernel, 3, leaf), other(kernel, 3, leaf)
        require(asked == post, "The two sides differ.", kernel=number, sides=(asked, post))
    return proof.verdict()


Longest = Callable[[Kernel, Fraction], Enclosure]


def along_fixed_answers(kernel: Kernel, order: Fraction) -> Enclosure:
    """The largest sum of the divergences of the rounds along fixed queries and lists."""
    return renyi_constant(library_policy(kernel, 3), Notion.INTERACTIVE, order, 12)


@cache
def against_all(kernel: Kernel, order: Fraction) -> Enclosure:
    """The largest divergence over all adversaries, each answer found at its own prefix."""
    policy = as_machine(library_policy(kernel, 3))
    return renyi_constant(policy, Notion.INTERACTIVE, order, 12)


@checks("zcdp.fix.int")
@mutant("another order", along=lambda kernel, order: along_fixed_answers(kernel, order + 1))
def constant_adversaries_suffice(
    along: Longest = along_fixed_answers, proof: Proof = WRITTEN
) -> Verdict:
    """Orders 1 and 2 against backward induction over all adversaries on all tables."""
    for number, kernel in enumerate(kernels()):
        for order in (Fraction(1), Fraction(2)):
            result, played = along(kernel, order), against_all(kernel, order)
            agree = result.lo <= played.hi and played.lo <= result.hi
            finding = "Other adversaries do better, or worse."
            require(agree, finding, kernel=number, order=order, fixed=result, all=played)
    return proof.verdict()
