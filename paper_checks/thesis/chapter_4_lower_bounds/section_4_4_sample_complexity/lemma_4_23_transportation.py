"""Claims about Lemma 4.23, the transportation lemma for private strategies, and its proof."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from operator import mul
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_strategies import (
    Performance,
    Situation,
    blind_guess,
    kl_at_risk,
    noisy_answer,
    played,
    random_situations,
)
from banditproof.theory import certify, kl
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.bernoulli import kl_ball
from banditproof.verify.decompositions.stopped_strategies import stopped_law
from banditproof.verify.definitions.identification import FiniteIdentification
from banditproof.verify.exact_laws.law_divergences import kl_divergence
from ....verdicts.vocabulary import at_most, need, needs_repair, points, require_or_repair
from ...chapter_2_background.section_2_2_bandits.theorem_2_32_sample_complexity import (
    log_of_inverse,
)

HALF = Fraction(1, 2)
Level = Callable[[Fraction], arb]


@checks("thesis.lem4.23")
@mutant("delta at most 1/2", delta=HALF)
@mutant("a small delta", delta=Fraction(1, 10))
def transportation_as_printed(
    delta: Fraction = Fraction(9, 10), strategy: Callable[[], FiniteIdentification] = blind_guess
) -> Verdict:
    """The blind guess: it reads nothing, so it is 0-DP, and its left side is zero."""
    result = played(strategy(), (HALF, HALF))
    needed = certify(kl, 1 - delta, delta, digits=20)
    if min(result.answers) < 1 - delta or sum(result.pulls) > 0 or needed.lo <= 0:
        covered = f"The blind guess with delta = {delta}."
        finding = "The blind guess does not refute it."
        return points(finding, covered=covered)
    case: dict[str, Any] = {
        "K": len(result.answers),
        "delta": delta,
        "P(each answer)": min(result.answers),
        "sum of the pulls": sum(result.pulls),
        "kl(1 - delta, delta)": needed,
    }
    return needs_repair(
        f"False for delta > 1/2: at delta = {delta} the blind guess among two arms has no sample, "
        f"so 0 >= {float(needed):.6f} is claimed; delta <= 1/2 is needed, with any number of arms "
        "(thesis.lem4.23.sharp). The formula for kl is printed with x, y that stand nowhere: "
        "x = 1 - delta, y = delta is meant.",
        witness="Any eps: halt at once and recommend either arm with the same probability, which "
        "is at least 1 - delta.",
        **case,
        numbers={"kl(1 - delta, delta)": needed},
    )


def private_situations() -> Iterator[Situation]:
    """Random strategies, and one noisy answer that nearly attains the lemma for large eps."""
    yield from random_situations(423, 40, (1, 2, 2, 3))
    for odds in (2, 9, 99, 10**6, 10**60):
        edge = Fraction(1, 1000 * odds)
        truth = Fraction(odds, odds + 1)
        yield Situation(noisy_answer(truth), (1 - edge, edge / 2), (edge, 2 * edge))


def brief(case: Situation) -> dict[str, Any]:
    """The two instances of a case, long fractions as floats."""

    def short(means: Sequence[Fraction]) -> list[Fraction | float]:
        return [mean if mean.denominator < 10**6 else float(mean) for mean in means]

    return {"nu": short(case.nu), "other": short(case.other)}


def compared(allowed: Callable[[Situation], arb], level: Level, finding: str) -> Sides:
    """Check allowed >= level(risk) for every strategy."""
    sides = Sides()
    for case in private_situations():
        need(case.risk < HALF, "A strategy knows no more than a blind guess.")
        about = brief(case) | {"risk": float(case.risk)}
        sides.at_most(level(case.risk), allowed(case), finding, **about)
    return sides


@checks("thesis.eq4.14", subjects={"largest": (Fraction(9, 10), HALF)})
@mutant("sharper: up to delta = 0.51", largest=Fraction("0.51"))
def correct_with_risk(largest: Fraction, proof: Proof = WRITTEN) -> Verdict:
    """At delta > 1/2 a blind guess is right often enough, and tells nothing."""
    guess = max(1 - largest, HALF), min(largest, HALF)
    with working_precision(160):
        require_or_repair(
            at_most(kl_at_risk(largest), kl_ball(*guess)) if largest > HALF else True,
            "For delta > 1/2 the recommendation may tell nothing.",
            delta=largest,
            p=guess[0],
            q=guess[1],
        )
    return proof.verdict()


def without_the_last(found: Performance) -> tuple[Fraction, ...]:
    """One sample less, as for regret, where the last reward is never used; nearly all of arm 0."""
    return max(found.pulls[0] - HALF, Fraction(0)), max(found.pulls[1] - HALF, Fraction(0))


Samples = Callable[[Performance], tuple[Fraction, ...]]


def view_cost(case: Situation, samples: Samples, scale: Fraction) -> arb:
    """eps sum_a E[N_a] TV(nu_a, lambda_a), with the exact View DP budget of the strategy."""
    gaps = [abs(p - q) for p, q in zip(case.nu, case.other, strict=True)]
    moved = map(mul, samples(case.performance), gaps)
    return ball(scale * sum(moved, Fraction(0))) * case.view_eps()


@checks("thesis.eq4.15")
@mutant("sharper: one per cent less", scale=Fraction(99, 100))
@mutant("one sample less", samples=without_the_last)
def stopped_decomposition(
    scale: Fraction = Fraction(1),
    samples: Samples = lambda result: result.pulls,
    proof: Proof = WRITTEN,
) -> Verdict:
    """Exact laws of the output of strategies that always halt; the halting step takes no sample."""
    sides = Sides()
    with working_precision(400):
        for case in private_situations():
            first, second = (
                stopped_law(case.strategy, [(1 - mean, mean) for mean in means])
                for means in (case.nu, case.other)
            )
            finding, divergence = "The divergence is above the bound.", kl_divergence(first, second)
            sides.at_most(divergence, view_cost(case, samples, scale), finding, **brief(case))
    return proof.verdict(
        f"{sides.cases} strategies satisfy it, each with its exact budget; one noisy answer to one "
        "sample nearly attains it for large eps.",
        sharpness=sides.sharpness,
    )


@checks("thesis.lem4.23.stronger")
def transportation(proof: Proof = WRITTEN) -> Verdict:
    """The log-ratio on the event that the strategy halts and is right, by a coupled run."""
    return proof.verdict()


@checks("thesis.lem4.23.repaired")
@mutant("log(1/delta) for kl", level=log_of_inverse)
@mutant("sharper: one per cent less", scale=Fraction(99, 100))
@mutant("one sample less", samples=without_the_last)
def transportation_for_small_risks(
    level: Level = kl_at_risk,
    scale: Fraction = Fraction(1),
    samples: Samples = lambda result: result.pulls,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The stronger lemma, and exact strategies with their exact View DP budget."""
    with working_precision(400):
        finding = "A private strategy samples less."
        sides = compared(lambda case: view_cost(case, samples, scale), level, finding)
    return proof.verdict(
        f"{sides.cases} strategies with delta < 1/2 satisfy it, each with its exact budget; one "
        "noisy answer to one sample nearly attains it, so no constant can be gained for large eps. "
        "The halting step takes no sample.",
        sharpness=sides.sharpness,
    )
