"""Lemma H.4: mechanisms on consecutive blocks of the data compose in parallel."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import (
    at_most,
    need,
    proved,
    require,
    require_or_repair,
)
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.exact_laws.law_divergences import moment
from ...models.finite_laws import Data, Law, bit_lists, excess, largest_ratio, neighbours
from .proposition_h_3_composition import product_law

Blocks = Callable[[Data, tuple[int, ...]], list[Data]]


def consecutive(data: Data, starts: tuple[int, ...], shared: int = 0) -> list[Data]:
    """The data cut at fixed places."""
    ends = (*starts[1:], len(data))
    return [data[a : b + shared] for a, b in zip(starts, ends, strict=True)]


def overlapping(data: Data, starts: tuple[int, ...]) -> list[Data]:
    """Wrong: each block also takes the first record of the next one."""
    return consecutive(data, starts, shared=1)


def cut_by_data(data: Data, starts: tuple[int, ...]) -> list[Data]:
    """Wrong: a raw record decides where the blocks start."""
    if len(starts) < 2 or not data[0]:
        return consecutive(data, starts)
    return consecutive(data, (0, starts[1] % (len(data) - 1) + 1, *starts[2:]))


def _noisy(bits: Data, ratio: Fraction) -> Law:
    """Whether a block contains a one, flipped with probability 1 / (1 + e^eps)."""
    keep = ratio / (1 + ratio)
    return (1 - keep, keep) if any(bits) else (keep, 1 - keep)


def _leaky(bits: Data, ratio: Fraction) -> Law:
    """The same, but the answer is shown openly with probability 1/8: (eps, 1/8)-DP."""
    noisy = [Fraction(7, 8) * p for p in _noisy(bits, ratio)]
    openly = [Fraction(1, 8) * (any(bits) == side) for side in (0, 1)]
    return (*noisy, *openly)


@checks("bern.H4.dp")
@mutant("blocks overlap", blocks=overlapping)
@mutant("data decides the blocks", blocks=cut_by_data)
@mutant("sharper: e^eps 1 % smaller", share=Fraction(99, 100))
def parallel_composition(
    blocks: Blocks = consecutive, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """All cuts of four bits into blocks, all neighbours, with and without a delta, exact."""
    size, sides = 4, Sides()
    inputs = bit_lists(size)
    for release, ratio in product((_noisy, _leaky), (Fraction(2), Fraction(6, 5))):
        delta = Fraction(1, 8) if release is _leaky else Fraction(0)
        for cuts in bit_lists(size - 1):
            starts = (0, *(i + 1 for i, cut in enumerate(cuts) if cut))
            laws = {d: product_law(release(b, ratio) for b in blocks(d, starts)) for d in inputs}
            for d, e in neighbours(size):
                case: dict[str, Any] = {"starts": starts, "D": d, "neighbour": e}
                why = "Releases of blocks do not compose in parallel."
                result = excess(laws[d], laws[e], share * ratio)
                sides.at_most(result, delta, why, **case, e_to_eps=ratio)
                if not delta:
                    largest = Fraction(largest_ratio(laws[d], laws[e]))
                    sides.at_most(largest, share * ratio, why, **case, e_to_eps=ratio)
    attained = sides.sharpness is not None and sides.sharpness.ratio == 1
    require(attained, "No release attains its bound: laws or losses are others.")
    return proof.verdict(
        instances=f"{sides.cases} comparisons: every cut of four bits, single records included, "
        "all neighbours, e^eps = 2 and 6/5, delta = 0, 1/8.",
        sharpness=sides.sharpness,
    )


Budgets = list[Fraction]


def the_first(rhos: Budgets) -> Fraction:
    """The budget of the first mechanism, for the rho of the print, which is not defined."""
    return rhos[0]


@checks("bern.H4.zcdp", subjects={"joint_budget": (the_first, max)})
@mutant("the largest budget", "print", joint_budget=max)
@mutant("the smallest budget", joint_budget=min)
@mutant("sharper: 99 %", joint_budget=lambda rhos: max(rhos) * Fraction(99, 100))
def parallel_zcdp(joint_budget: Callable[[Budgets], Fraction], proof: Proof = WRITTEN) -> Verdict:
    """A release of nothing beside one of odds 2, and Renyi moments of order 2 on two blocks."""
    nothing, odds = Fraction(1), Fraction(2)
    # what releases nothing has every budget; log 2 bounds all divergences of the other one
    rhos = [Fraction(1, 10), Fraction(7, 10)]
    with working_precision(96):
        need(at_most(arb(2).log(), ball(rhos[1])), "The second mechanism has a larger budget.")
        one, other = (product_law([_noisy((0,), nothing), _noisy((bit,), odds)]) for bit in (0, 1))
        divergence = ball(Fraction(moment(one, other, 2))).log()
        require_or_repair(
            at_most(divergence, ball(2 * joint_budget(rhos))),
            "The symbol rho of the conclusion is not defined; the sentence on the same privacy "
            "budget shows that equal budgets are meant.",
            rho_1=rhos[0],
            rho_2=rhos[1],
            divergence_of_order_2=divergence,
            twice_rho=2 * joint_budget(rhos),
        )
    sides = Sides()
    for ratios in product((Fraction(2), Fraction(6, 5), Fraction(4, 3)), repeat=2):
        budgets = [Fraction(moment(_noisy((0,), r), _noisy((1,), r), 2)) for r in ratios]
        for d, e in neighbours(4):
            laws = [
                product_law(_noisy(b, r) for b, r in zip((x[:2], x[2:]), ratios, strict=True))
                for x in (d, e)
            ]
            fraction = Fraction(moment(laws[0], laws[1], 2))
            finding = "The joint release has a larger Renyi moment."
            sides.at_most(
                fraction, joint_budget(budgets), finding, D=d, neighbour=e, e_to_eps=ratios
            )
    return proof.verdict(
        instances=f"{sides.cases} pairs of data, the order 2 exactly.", sharpness=sides.sharpness
    )


@checks("bern.H4.indexes", subjects={"last": (0, 1)})
@mutant("one more", last=2)
def range_of_indexes(last: int) -> Verdict:
    """t_{k+1} = n + 1 is the only possible end, and lies just outside the printed range."""
    import sympy as sp

    n = sp.Symbol("n", integer=True, positive=True)
    end = sp.solve(sp.Symbol("t") - 1 - n, sp.Symbol("t"))
    need(end == [n + 1], "The condition t_(k+1) - 1 = n has another solution.")
    spare = sp.expand(n + last - end[0])  # a number: how far the range goes beyond the end
    finding = "The conditions contradict each other: t_(k+1) = n + 1 is not in [1, n]."
    require_or_repair(bool(spare >= 0), finding, n=2, end=3, largest=2 + last)
    require(spare == 0, "The range has an index too many.", spare=spare)
    return proved()
