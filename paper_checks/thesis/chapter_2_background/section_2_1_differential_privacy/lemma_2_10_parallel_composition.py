"""Claims about releases from disjoint parts of the data: Lemma 2.10 and its repair."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise, product
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.disjoint_blocks import (
    Admissible,
    Starts,
    any_partition,
    as_printed,
    counted,
    holds_all,
    lists_of_starts,
    without_the_range,
)
from banditproof.paper_checks.models.finite_pairs import coin, kl_divergence
from banditproof.paper_checks.models.own_divergences import need_own_divergences
from banditproof.paper_checks.verdicts.vocabulary import at_most, require, require_or_repair
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.verify.exact_laws.law_divergences import log_moment
from ....models.finite_laws import Data, Law, bit_lists, excess, joint, neighbours

Combine = Callable[..., Enclosure]


def _average(*rhos: Enclosure) -> Enclosure:
    return sum(rhos, ZERO) / len(rhos)


def _nearly_the_largest(*rhos: Enclosure) -> Enclosure:
    return Enclosure.max(*rhos) * Fraction(99, 100)


def parity(bits: Data, ratio: Fraction) -> Law:
    """Whether the block has an odd number of ones, by randomised response."""
    return coin(ratio, sum(bits) % 2)


def leaking(bits: Data, ratio: Fraction) -> Law:
    """The same, but with probability 1/9 the answer is shown openly: (eps, 1/9)-DP."""
    noisy = tuple(Fraction(8, 9) * p for p in parity(bits, ratio))
    return (*noisy, *(Fraction(1, 9) * (sum(bits) % 2 == side) for side in (0, 1)))


def released(
    data: Data, starts: Starts, odds: Sequence[Fraction], release: Callable[..., Law]
) -> Law:
    """The joint law of the releases of all blocks."""
    law: Law = (Fraction(1),)
    for i, (a, b) in enumerate(pairwise(starts)):
        law = joint(law, release(data[a - 1 : b - 1], odds[i]))
    return law


ODDS = (Fraction(2), Fraction(6, 5), Fraction(7), Fraction(3))


def _wrong_combination(combine: Combine, sides: Sides, n: int = 4) -> str | None:
    """Pure and approximate privacy at one eps for all blocks, zCDP at one rho for each."""
    for starts in filter(lambda starts: holds_all(starts, n), lists_of_starts(n)):
        blocks = len(starts) - 1
        for release, delta in ((parity, Fraction(0)), (leaking, Fraction(1, 9))):
            odds = [Fraction(2)] * blocks
            laws = {x: released(x, starts, odds, release) for x in bit_lists(n)}
            worst = max(excess(laws[d], laws[e], odds[0]) for d, e in neighbours(n))
            require(worst == delta, "The blocks have another delta.", starts=starts, delta=worst)
        with working_precision(128):
            fault = _larger_rho(starts, ODDS[:blocks], combine, n, sides)
        if fault:
            return fault
    return None


def _larger_rho(
    starts: Starts, odds: Sequence[Fraction], combine: Combine, n: int, sides: Sides
) -> str | None:
    # the rho of randomised response is its KL divergence
    divergences = [kl_divergence(coin(o, 0), coin(o, 1)) for o in odds]
    allowed = combine(*map(Enclosure.of, divergences)).upper
    laws = {x: released(x, starts, odds, parity) for x in bit_lists(n)}
    # a lower bound of each divergence: equality is no violation
    result = max(Enclosure.of(kl_divergence(laws[d], laws[e])).lower for d, e in neighbours(n))
    if result <= allowed:
        sides.at_most(result, allowed, "The rho is larger.", starts=starts)
    if result > allowed:
        return (
            f"Blocks of {n} bits start at {starts}, the parity of block i is released by "
            f"randomised response with odds {', '.join(map(str, odds))}: the KL divergence of two "
            f"neighbours is at least {Enclosure.of(result).decimal_lo(6)}, more than rho = "
            f"{float(allowed):.6f}."
        )
    for (d, e), order in product(neighbours(n), (2, 3, 9)):
        small = at_most(log_moment(laws[d], laws[e], order), (order - 1) * order * ball(allowed))
        require(small, "A Renyi divergence exceeds rho.", starts=starts, order=order)
    return None


@checks(
    "thesis.lem2.10",
    subjects={
        "admissible": (as_printed, any_partition),
        "combinations": ((Enclosure.min, _average), (Enclosure.max,)),
    },
)
@mutant("the average rho", combinations=(_average,))
@mutant("the smallest rho", combinations=(Enclosure.min,))
@mutant("k < n", admissible=without_the_range)
@mutant("sharper: 0.99 of the largest rho", combinations=(_nearly_the_largest,))
def parallel_composition(
    admissible: Admissible, combinations: tuple[Combine, ...], proof: Proof = WRITTEN
) -> Verdict:
    """How many index lists satisfy the hypothesis; every cut of four bits for each rho."""
    need_own_divergences()
    exact, counts = counted(admissible)
    sides = Sides()
    faults = [_wrong_combination(combine, sides) for combine in combinations]
    require_or_repair(
        exact and not any(faults),
        "Of the partitions of up to six records the printed hypothesis admits none, since "
        "t_{k+1} = n + 1 is not in [1, n], and without this range the chain still excludes k = n "
        "and a last block of one record, which both work; the rho of the second bullet, never "
        "named, must be the largest rho_i, not the average or the smallest.",
        **counts,
        wrong_rho=" ".join(filter(None, faults)).rstrip(".") or "none",
    )
    return proof.verdict(sharpness=sides.sharpness)
