"""What adaptivity does to Theorem 4.14: how it hides, when it is harmless, how much it can cost."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain
import numpy as np
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require, sampled
from banditproof.verify.decompositions.adaptive_witnesses import (
    Situation,
    counts_and_tells,
    one_response,
)
from banditproof.verify.decompositions.coupled_environment import MismatchMoments, mismatch_moments
from banditproof.verify.definitions.concentrated import renyi_constant, zcdp_constant
from banditproof.verify.definitions.finite_policy import FinitePolicy, History
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.evidence import Grade
from .decomposition_situations import (
    Square,
    as_printed,
    divergence_of,
    drawn,
    drawn_law,
    drawn_pair,
    informative_count,
)
from .finite_channels import need_tight
from .theorem_4_14_zcdp_decomposition import adaptive_cases, fixed_rounds


@checks("thesis.thm4.14.random")
@mutant(
    "the witness among the sample",
    sampler=lambda number: chain([counts_and_tells()], drawn(92, number)),
)
def random_policies_reveal_nothing(
    sampler: Callable[[int], Iterator[Situation]] = lambda number: drawn(92, number),
    number: int = 120,
) -> Verdict:
    """KL over the printed formula, with the limit at alpha = 1 in place of rho (so: enlarged)."""
    largest = 0.0
    for place, case in enumerate(sampler(number)):
        rho = renyi_constant(case.policy, Notion.INTERACTIVE, 1, 6)
        printed = mismatch_moments(case.policy, case.one, case.two).printed
        left, right = divergence_of(case), rho * printed
        if not (left <= right).proved:
            exact = zcdp_constant(case.policy, Notion.INTERACTIVE, 6) * printed
            require(left <= exact, "The sample reveals it.", policy=place, KL=left, printed=exact)
        if right.lo > 0:
            largest = max(largest, float(left) / float(right))
    return sampled(
        f"The largest ratio over {number} random policies is {largest:.3f}, below 1: a property "
        "test on random small policies would have passed the false theorem.",
        numbers={"policies": number, "largest ratio": largest},
        covered=f"{number} random kernels and environments (seed 92), exact laws, the limit of "
        "D_alpha/alpha at alpha = 1 as rho, which is at most rho.",
    )


def _open_loop(seed: int, number: int) -> Iterator[Situation]:
    """Fixed laws for all actions but the last one, which answers to everything that was seen."""
    rng = np.random.default_rng(seed)
    for _ in range(number):
        laws = [drawn_law(rng, 2) for _ in range(2)]
        last = FinitePolicy.random(rng, 2, 3)

        def rule(
            past: History, laws: list[tuple[Fraction, ...]] = laws, last: FinitePolicy = last
        ) -> tuple[Fraction, ...]:
            return laws[len(past)] if len(past) < 2 else last.kernel[past]

        yield Situation(FinitePolicy.from_rule(2, 3, rule), *drawn_pair(rng))


@checks("thesis.thm4.14.nonadaptive")
@mutant("adaptive policies", cases=lambda seed, number: iter(adaptive_cases()))
@mutant("sharper: without E[V]", square=lambda moments: moments.square)
@mutant("sharper: 99 % of it", square=lambda moments: moments.printed * Fraction(99, 100))
def without_adaptivity(
    cases: Callable[[int, int], Iterator[Situation]] = _open_loop,
    square: Square = as_printed,
    proof: Proof = WRITTEN,
) -> Verdict:
    """E[MS] exactly, and the bound on random open-loop policies and on a response."""
    tiny = Fraction(1, 10**1000)
    kernels = [
        one_response(10**13, "0.1"),
        informative_count(tiny),
        *cases(93, 12),
        *fixed_rounds(),
    ]
    sides = Sides()
    for number, case in enumerate(kernels):
        moments = mismatch_moments(case.policy, case.one, case.two)
        require(moments.cross == 0, "E[MS] is not 0.", kernel=number, cross=moments.cross)
        rho = zcdp_constant(case.policy, Notion.INTERACTIVE, 6)
        left, right = divergence_of(case), rho * square(moments)
        sides.at_most(left, right, "The formula is too small.", kernel=number)
    need_tight(sides)
    return proof.verdict(numbers={"kernels": len(kernels)}, sharpness=sides.sharpness)


def go_on_after_a_mismatch(t: Fraction, n: int) -> tuple[Fraction, Fraction]:
    """E[d^2] and E[S^2] + E[V]: one round at distance t, and n more of them iff it mismatched."""
    square = t * (1 + 3 * n * t + n * (n - 1) * t * t)
    printed = t * t * (1 - t) + t * (t * (1 + n)) ** 2 + t * (1 - t) * (1 + n * t)
    return square, printed


def _goes_on(t: Fraction, n: int) -> MismatchMoments:
    """The same by enumeration: arm 0 is Ber(t) against Ber(0)."""

    def rule(history: History) -> tuple[int, int]:
        return (1, 0) if not history or history[0][1] == 1 else (0, 1)

    kernel = FinitePolicy.from_rule(2, n + 2, rule)
    quiet = (Fraction(1), Fraction(0))
    return mismatch_moments(kernel, ((1 - t, t), quiet), (quiet, quiet))


@checks("thesis.thm4.14.factor")
@mutant("sharper: a factor of 1.66", enough=Fraction(166, 100))
@mutant("three halves are enough", enough=Fraction(3, 2))
@mutant(
    "the first mismatch does not count",
    family=lambda t, n: (n * t * t, go_on_after_a_mismatch(t, n)[1]),
)
def missing_factor(
    family: Callable[[Fraction, int], tuple[Fraction, Fraction]] = go_on_after_a_mismatch,
    enough: Fraction = Fraction(2),
) -> Verdict:
    """The closed form against enumeration, its ratio at small t, and random kernels."""
    for t, n in ((Fraction(1, 2), 2), (Fraction(1, 3), 3)):
        moments = _goes_on(t, n)
        exact = (moments.distance_square, moments.printed)
        finding = "The closed form is not what the enumeration gives."
        require(family(t, n) == exact, finding, Grade.PROVED, t=t, n=n, moments=exact)
    sizes = (10**3, 10**5, 10**7)
    ratios = [Fraction(*family(Fraction(1, n), n)) for n in sizes]
    drawn_ratios = [
        moments.distance_square / moments.printed
        for case in drawn(94, 30)
        if (moments := mismatch_moments(case.policy, case.one, case.two)).printed
    ]
    sides = Sides()
    for ratio in (*ratios, *drawn_ratios):
        sides.at_most(ratio, enough, "The factor is not enough.", ratio=ratio)
    for ratio, n in zip(ratios, sizes, strict=True):
        near = 0 < Fraction(5, 3) - ratio < Fraction(2, n)
        require(near, "The limit is not 5/3.", Grade.PROVED, n=n, ratio=ratio)
    return points(
        f"E[d^2] is up to {float(ratios[0]):.5f}, {float(ratios[1]):.6f} times the printed sum at "
        "t = 10^-3, 10^-5 with n = 1/t; a factor 2 is always enough, by (x + y)^2 <= 2x^2 + 2y^2.",
        numbers={"largest ratio of random kernels": float(max(drawn_ratios))},
        sharpness=sides.sharpness,
    )
