"""Claims about releases from disjoint parts of the data: Lemma 2.10 and its repair."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.finite_laws import (
    Data,
    Law,
    bit_lists,
    excess,
    joint,
    neighbours,
)
from banditproof.paper_checks.models.finite_pairs import coin, kl_divergence
from banditproof.paper_checks.verdict import Verdict, fails, holds, holds_with_repair
from banditproof.theory.balls import ball, lower, upper, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.law_divergences import log_moment

Starts = tuple[int, ...]
"""t_1 < ... < t_{k+1}: block i holds the records t_i, ..., t_{i+1} - 1, counted from 1."""
Admissible = Callable[[Starts, int], bool]


def as_printed(starts: Starts, n: int) -> bool:
    """All indexes in [1, n], k < n, and 1 = t_1 < ... < t_k < t_{k+1} - 1 = n."""
    inside = all(1 <= t <= n for t in starts)
    increasing = all(a < b for a, b in pairwise(starts[:-1]))
    end = starts[-1] - 1 == n and starts[-2] < starts[-1] - 1
    return inside and starts[0] == 1 and increasing and end and len(starts) - 1 < n


def without_the_range(starts: Starts, n: int) -> bool:
    """The printed chain, where t_{k+1} may be n + 1."""
    blocks, last = len(starts) - 1, starts[-1] - 1
    return starts[0] == 1 and last == n and starts[-2] < last and blocks < n


def any_partition(starts: Starts, n: int) -> bool:
    """1 = t_1 < ... < t_k < t_{k+1} = n + 1: every cut into non-empty blocks."""
    return starts[0] == 1 and starts[-1] == n + 1


def lists_of_starts(n: int) -> Iterator[Starts]:
    """All increasing lists of at least two indexes from 1 to n + 1."""
    for size in range(2, n + 2):
        yield from combinations(range(1, n + 2), size)


Combine = Callable[[Sequence[Fraction]], Fraction]


def _average(rhos: Sequence[Fraction]) -> Fraction:
    return sum(rhos, Fraction(0)) / len(rhos)


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


def _joint_fault(admissible: Admissible, combine: Combine, n: int = 4) -> str | None:
    """Pure and approximate privacy at one eps for all blocks, zCDP at one rho for each."""
    chosen = [starts for starts in lists_of_starts(n) if admissible(starts, n)]
    if len(chosen) != 2 ** (n - 1):
        return f"{len(chosen)} of the {2 ** (n - 1)} cuts of {n} records are allowed."
    for starts in chosen:
        k = len(starts) - 1
        if [i for a, b in pairwise(starts) for i in range(a, b)] != list(range(1, n + 1)):
            return f"Blocks that start at {starts} do not hold all {n} records."
        for release, delta in ((parity, Fraction(0)), (leaking, Fraction(1, 9))):
            odds = [Fraction(2)] * k
            laws = {x: released(x, starts, odds, release) for x in bit_lists(n)}
            worst = max(excess(laws[d], laws[e], odds[0]) for d, e in neighbours(n))
            if worst != delta:
                return f"Blocks start at {starts}: delta is {worst} at e^eps = 2, not {delta}."
        fault = _zcdp_fault(starts, k, combine, n)
        if fault:
            return fault
    return None


def _zcdp_fault(starts: Starts, k: int, combine: Combine, n: int) -> str | None:
    with working_precision(128):
        # the rho of randomised response is its KL divergence; intervals around each
        balls = [kl_divergence(coin(o, 0), coin(o, 1)) for o in ODDS[:k]]
        allowed = combine([upper(b) for b in balls])
        laws = {x: released(x, starts, ODDS[:k], parity) for x in bit_lists(n)}
        found = max(lower(kl_divergence(laws[d], laws[e])) for d, e in neighbours(n))
        if found > allowed:
            return (
                f"Blocks of {n} bits start at {starts}, the parity of block i is released by "
                f"randomised response with odds {', '.join(map(str, ODDS[:k]))}: the KL "
                "divergence of two neighbours is at least "
                f"{Enclosure(found, found).decimal_lo(6)}, more than rho = "
                f"{float(allowed):.6f}."
            )
        for d, e in neighbours(n):
            for order in (2, 3, 9):
                if log_moment(laws[d], laws[e], order) > (order - 1) * order * ball(allowed):
                    return f"Blocks start at {starts}: Renyi order {order} exceeds rho."
    return None


@claim(
    "thesis.lem2.10",
    r"Let $k<n$ and $t_1,\dots,t_{k+1}$ in $[1,n]$ with $1=t_1<\dots<t_k<t_{k+1}-1=n$, and "
    r"$\mathcal G=\bigotimes_i\mathcal M^i_{x_{t_i},\dots,x_{t_{i+1}-1}}$. If each $\mathcal M^i$"
    r" is $(\epsilon,\delta)$-DP, so is $\mathcal G$. If each is $\rho_i$-zCDP, $\mathcal G$ is "
    r"$\rho$-zCDP.",
    recorded="holds-with-repair",
    repaired_by="thesis.lem2.10.repaired",
    doubts=("D19",),
    mutants={
        "any partition, the largest rho": {"admissible": any_partition, "combine": max},
    },
)
def parallel_composition(admissible: Admissible = as_printed, combine: Combine = min) -> Verdict:
    """How many index lists satisfy the hypothesis, and what an unnamed rho may be."""
    sizes = range(1, 7)
    printed = sum(admissible(s, n) for n in sizes for s in lists_of_starts(n))
    wanted = sum(any_partition(s, n) for n in sizes for s in lists_of_starts(n))
    chain = sum(without_the_range(s, n) for n in sizes for s in lists_of_starts(n))
    readings = {"smallest": combine, **({"average": _average} if combine is min else {})}
    faults = {name: _joint_fault(any_partition, rho) for name, rho in readings.items()}
    if printed == wanted and not any(faults.values()):
        return holds(
            Grade.CERTIFIED, "No violation.", covered="Four bits.", not_covered="Other data."
        )
    return holds_with_repair(
        Grade.CERTIFIED,
        f"Of the {wanted} partitions of up to six records {printed} satisfy the printed "
        "hypothesis, since t_{k+1} = n + 1 is not in [1, n], and without this range the chain "
        f"still excludes k = n and a last block of one record, which both work ({chain} are left); "
        "the rho of the second bullet, never named, must be the largest rho_i, not the average or "
        "the smallest (D19).",
        witness=f"n = 6: t_(k+1) - 1 = 6 needs t_(k+1) = 7 > 6. With rho the smallest rho_i: "
        f"{faults['smallest']}",
        numbers={"partitions": wanted, "admitted": printed, "admitted by the chain": chain},
        covered="All index lists for n <= 6; all cuts of four bits, all neighbours, exact.",
        not_covered="The statement for non-empty hypotheses is the repaired claim.",
    )


@claim(
    "thesis.lem2.10.repaired",
    r"Let $1\le k\le n$, $1=t_1<\dots<t_k<t_{k+1}=n+1$ be fixed before the data is seen. If each "
    r"$\mathcal M^i$ is $(\epsilon,\delta)$-DP, so is $\mathcal G$. If each is $\rho_i$-zCDP, "
    r"$\mathcal G$ is $\max_i\rho_i$-zCDP.",
    recorded="holds",
    title="parallel composition on a fixed partition",
    doubts=("D19",),
    mutants={
        "the average rho": {"combine": _average},
        "the smallest rho": {"combine": min},
        "k < n": {"admissible": without_the_range},
    },
)
def parallel_composition_repaired(
    combine: Combine = max, admissible: Admissible = any_partition
) -> Verdict:
    """Every cut of four bits, exact, with unlike releases for zCDP."""
    fault = _joint_fault(admissible, combine)
    if fault:
        return fails(Grade.CERTIFIED, "Blocks do not compose in parallel.", witness=fault)
    return holds(
        Grade.CERTIFIED,
        "One record changes one block, and the laws of the other blocks cancel.",
        covered="Every cut of four bits, all neighbours: delta = 0 and 1/9 at e^eps = 2 exact, "
        "zCDP of releases of odds 2, 6/5, 7 and 3 at orders 1, 2, 3, 9.",
        not_covered="Other mechanisms: the sentence of the summary is the proof.",
    )
