"""Proof F.10: the reduction of DP-KLUCB to the terms (A) and (B) of DP-IMED."""

import random
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import needs_repair, points, require
from banditproof.theory import Enclosure, certify, d_eps_ucb
from banditproof.theory.batch_schedule import GeometricSchedule
from .batch_sums import Share, printed_batch_share, ratio_times_pulls, with_one_more
from .counterexamples_of_steps import counterexamples
from .indexed_paths import clipped, exponential, klucb_scores, logarithm, mean_below, path
from .proof_f_8_after_convergence import Divergence, one_sided, require_level_set_on_path, two_sided
from .proof_f_8_before_convergence import EPS, LEVEL, states

Index = Callable[[Fraction, Fraction], Enclosure]
"""An index of (clipped mean, level) at eps = 1."""
MARGIN = Fraction(1, 10**9)
Releases = tuple[Callable[[int], Fraction], Callable[[int], Fraction]]
"""The released means of the optimal arm j and of arm i, by phase."""


def upper_bound(x: Fraction, level: Fraction) -> Enclosure:
    """max { q : d_eps(x, q) <= level }: the DP-KLUCB index."""
    return certify(d_eps_ucb, x, level, EPS, digits=12)


@checks("bern.F10.d4", subjects={"divergence": (two_sided, one_sided)})
@mutant("level doubled", index=lambda x, level: upper_bound(x, 2 * level))
@mutant(
    "sharper: the level a hundredth lower",
    index=lambda x, level: upper_bound(x, level * Fraction(99, 100)),
)
@mutant("a hundredth more", index=lambda x, level: upper_bound(x, level * Fraction(101, 100)))
def level_set(
    divergence: Divergence = one_sided, index: Index = upper_bound, proof: Proof = WRITTEN
) -> Verdict:
    """Both directions at random points, and on the path of the printed version's witness.

    As printed it fails when the released mean itself is above mu_star - delta. (The display also
    writes mu_j, N_j for mu_i, N_i in its middle line.)
    """
    require_level_set_on_path(divergence, klucb_scores, at_round=True)
    source = random.Random(10)
    for _ in range(400):
        x = clipped(Fraction(source.randint(-20, 120), 100))
        y = Fraction(source.randint(1, 999), 1000)
        b = Fraction(source.randint(0, 1000), 1000) ** 3
        value = index(x, b)
        # 1e-9 beside the index is where a slightly wrong index shows
        beside = (value.lower - MARGIN, value.upper + MARGIN)
        for level in (y, *(z for z in beside if 0 < z < 1)):
            distance = divergence(x, level)
            above, inside = value >= level, distance <= b
            case: dict[str, Any] = {"x": x, "y": level, "b": b, "index": value, "d": distance}
            both = (above & inside) | (~above & ~inside)
            require(both, "The equivalence fails.", **case)
    return proof.verdict()


@checks("bern.F10.low_index")
@mutant("index at half the level", index=lambda x, b: upper_bound(x, b / 2))
@mutant("sharper: log t + 1/10", more=Fraction(1, 10))
def low_index(
    index: Index = upper_bound, more: Fraction = Fraction(0), proof: Proof = WRITTEN
) -> Verdict:
    """At random states, and at the largest level whose index is below mu_star - delta."""
    sides = Sides()
    for arms in states(200, seed=12):
        x, n, t = clipped(arms[0].mean), arms[0].pulls, sum(arm.pulls for arm in arms) + 1
        if x >= LEVEL:
            require(index(x, logarithm(t).lower / n) >= LEVEL, "A low index of a high mean.", x=x)
            continue
        distance = n * one_sided(x, LEVEL)
        largest = (distance * Fraction(999, 1000)).upper  # this log t gives an index below
        for level in (logarithm(t).upper, largest):
            if level > 0 and index(x, level / n) < LEVEL:
                sides.below(level + more, distance, "log t is larger.", x=x, n=n, log_t=level)
    return proof.verdict(
        instances=f"{sides.cases} cases with a low index at eps = 1 in balls.",
        sharpness=sides.sharpness,
    )


@checks("bern.F10")
@mutant("the repaired steps", divergence=one_sided, share=with_one_more)
def printed_reduction(
    divergence: Divergence = two_sided, share: Share = ratio_times_pulls
) -> Verdict:
    """Two of its steps fail; their conclusions hold."""
    wrong = counterexamples(
        level_set=partial(level_set, divergence), batch=partial(printed_batch_share, share)
    )
    if wrong:
        return needs_repair(**wrong)
    return points()


def _bad_for_five_phases() -> tuple[Releases, GeometricSchedule]:
    """The optimal arm looks bad in its first five phases; arm i releases .65."""
    means = (lambda m: Fraction(1, 4) if m < 5 else Fraction(3, 4), lambda m: Fraction(13, 20))
    return means, GeometricSchedule(2)


def _tight_releases() -> tuple[Releases, GeometricSchedule]:
    """The index of arm i stays just below the level until it begins a batch at t near e^{I'_j}.

    n_0 = 31, so t = n_0 + n_m + 1 when arm i alone was pulled; the last such batch is m = 5.
    """
    schedule = GeometricSchedule(2, 31)
    first, last = schedule.first, schedule.pulls(5)
    level = logarithm(first + last + 2).upper / first
    low = mean_below(LEVEL, level, EPS)

    def near(m: int) -> Fraction:
        n = schedule.pulls(m)
        return mean_below(LEVEL, logarithm(first + n + 1).upper / n, EPS)

    return (lambda m: Fraction(3, 4) if m else low, near), schedule


def _counted(releases: Releases, schedule: GeometricSchedule) -> tuple[int, Enclosure]:
    """(A) of DP-KLUCB on a path, and e^{I'_j} there."""
    decisions, _ = path(releases, schedule, EPS, 30_000, klucb_scores)
    total, largest = 0, Enclosure.of(0)
    for decision in decisions:
        optimal, arm = decision.arms
        scores = klucb_scores(decision.arms, decision.t, EPS)
        if decision.chosen == 1 and max(score.hi for score in scores) < LEVEL:
            total += schedule.batch(arm.phase + 1)
        largest = Enclosure.max(largest, optimal.pulls * one_sided(optimal.mean, LEVEL))
    return total, exponential(largest)


@checks("bern.F10.repaired")
@mutant("sharper: 49/50 alpha for alpha + 1", factor=lambda ratio: ratio * Fraction(49, 50))
@mutant("two-sided", divergence=two_sided)
def reduction(
    factor: Callable[[Fraction], Fraction] = lambda ratio: ratio + 1,
    divergence: Divergence = one_sided,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The two repaired steps, and the bound of (A) on two paths where it counts something."""
    require_level_set_on_path(divergence, klucb_scores, at_round=True)
    sides = Sides()
    for releases in (_bad_for_five_phases(), _tight_releases()):
        counted, power = _counted(*releases)
        bound = factor(Fraction(2)) * power
        sides.at_most(counted, bound, "(A) exceeds its bound on a path.", A=counted)
    return proof.verdict(
        numbers={"(A) on a path": counted, "its bound": float(bound)}, sharpness=sides.sharpness
    )
