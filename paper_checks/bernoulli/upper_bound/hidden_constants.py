"""How large the hidden O(1) of the regret theorem is: comment (a), alpha arbitrarily close to 1."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from banditproof.paper_checks.bernoulli.upper_bound.indexed_paths import exponential, logarithm
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, holds, undecided
from banditproof.theory import certify, d_eps
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.theory.concentration.binomial_laplace import private_sum_lower_tail
from banditproof.verify.evidence import Grade

MU_STAR, LEVEL, EPS = Fraction(3, 4), Fraction(7, 10), Fraction(1)


@dataclass(frozen=True)
class Floor:
    """A batch ratio, the phases that are summed, and a number that the sum is claimed to exceed."""

    ratio: str
    phases: tuple[int, ...]
    exceeds: int


FLOORS = (
    Floor("2", (5, 6, 7), 10**6),
    Floor("1.5", (10, 11, 12), 10**9),
    Floor("1.1", (40,), 10**28),
)


def least_sum(floor: Floor, noises: Callable[[int], int], cells: int = 12) -> Fraction:
    """A certified lower bound of ratio^2 sum_m E[1{mean < y} n_m e^{n_m d_eps([mean], y)}].

    With P(x) = Pr[distance >= x] and x_k the distances of a grid of means down to 0, one term is
    at least n times the sum of P(x_{k+1}) (e^{n x_{k+1}} - e^{n x_k}).
    """
    schedule, total = GeometricSchedule(floor.ratio), Fraction(0)
    for phase in floor.phases:
        n = schedule.pulls(phase)
        before = Fraction(1)
        for k in range(1, cells + 1):
            c = LEVEL * (cells - k) / cells
            distance = certify(d_eps, c, LEVEL, EPS, digits=12)
            tail = certify(private_sum_lower_tail, n * c, n, MU_STAR, noises(phase), EPS, digits=8)
            rise = Fraction(exponential(n * Fraction(distance.lo)).lo) - before
            total += n * Fraction(tail.lo) * max(rise, Fraction(0))
            before = Fraction(exponential(n * Fraction(distance.hi)).hi)
    return schedule.exact_ratio**2 * total


@claim(
    "bern.thm4.3.d17",
    r"Comment (a) lets $\alpha\downarrow1$. At $\mu^*=.75$, $\delta=.05$, $\epsilon=1$ the bound "
    r"of the proof on $E(A)$, $\alpha^2\sum_mE[\mathbb 1[\tilde\mu_{j,m}<\mu^*-\delta]n_m"
    r"e^{n_md_\epsilon([\tilde\mu_{j,m}],\mu^*-\delta)}]$, exceeds $10^6$ for $\alpha=2$, $10^9$ "
    r"for $\alpha=1.5$ and $10^{28}$ for $\alpha=1.1$, while "
    r"$\alpha\log T/d_\epsilon(.5,.75)<500$ at $T=10^{15}$.",
    recorded="holds",
    kind="remark, quantified",
    place="§4, comment (a); F (38)",
    title="The constant of the proof is astronomically large for alpha near 1",
    doubts=("D17",),
    mutants={
        "without noise": {"noises": lambda phase: 0},
        "a hundred times more": {
            "floors": tuple(Floor(f.ratio, f.phases, 100 * f.exceeds) for f in FLOORS)
        },
    },
)
def hidden_constant(
    floors: tuple[Floor, ...] = FLOORS, noises: Callable[[int], int] = lambda phase: phase + 1
) -> Verdict:
    """A few phases already exceed the floors, by the exact law of the released means."""
    numbers: dict[str, object] = {}
    distance = certify(d_eps, "1/2", "3/4", 1, digits=12)
    for floor in floors:
        ratio = Fraction(floor.ratio)
        lead = ratio * Fraction(logarithm(10**15).hi) / Fraction(distance.lo)
        value = least_sum(floor, noises)
        numbers[f"alpha = {floor.ratio}: at least"] = float(value)
        numbers[f"alpha = {floor.ratio}: leading term at T = 1e15"] = round(float(lead), 1)
        if value <= floor.exceeds or lead >= 500:
            return undecided(
                f"At alpha = {floor.ratio} the phases tried give {float(value):.4g} only.",
                numbers=numbers,
            )
    return holds(
        Grade.CERTIFIED,
        "True asymptotically and empty in practice: with alpha near 1 the first batches have size "
        "about 1, so the noise is not negligible; at T = 1e15 the O(1) of the proof is more than "
        "3000 times the leading term for alpha = 2, and 10^25 times for alpha = 1.1.",
        numbers=numbers,
        covered="Certified lower bounds of one to three phases per alpha; all terms are positive.",
        not_covered="The regret itself: it is heavy-tailed, and far below these constants.",
    )
