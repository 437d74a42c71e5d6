"""Claims about marginals of a mechanism and f-divergences: (4.1) and Definition 4.1."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import Law, random_law
from banditproof.paper_checks.verdicts.vocabulary import at_most, below, points, require
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade
from .finite_channels import (
    BITS,
    DIRECT,
    DIVERGENCES,
    Channel,
    Divergence,
    output_law,
    random_channel,
    within,
)


def _of_the_likeliest(law: Law, channel: Channel) -> Law:
    """Wrong: the output on the likeliest dataset alone."""
    return channel[law.index(max(law))]


@checks("thesis.eq4.1")
@mutant("the likeliest dataset only", marginal=_of_the_likeliest)
@mutant(
    "all datasets equally", marginal=lambda p, m: output_law((Fraction(1, len(p)),) * len(p), m)
)
def marginal_of_the_output(
    marginal: Callable[[Law, Channel], Law] = output_law, proof: Proof = WRITTEN
) -> Verdict:
    """All events of random mechanisms: the integral against the joint law of (D, output)."""
    source, zero = random.Random(41), Fraction(0)
    for _ in range(40):
        datasets, outputs = source.choice([(2, 3), (4, 2), (8, 3)])
        law, channel = random_law(source, datasets, 0), random_channel(source, datasets, outputs, 0)
        result = marginal(law, channel)
        for event in product((False, True), repeat=outputs):
            seen = [o for o in range(outputs) if event[o]]
            inside = sum((law[d] * channel[d][o] for d in range(datasets) for o in seen), zero)
            same, case = sum((result[o] for o in seen), zero) == inside, {"P": law, "M": channel}
            finding = "The integral is not the law of the output."
            require(same, finding, Grade.PROVED, **case, event=seen, mass=inside)
    return proof.verdict()


def _under_the_first(divergence: Divergence, first: Law, second: Law) -> arb:
    """Wrong: the expectation is under P."""
    pairs = ((p, q) for p, q in zip(first, second, strict=True) if p)
    return sum((ball(p) * divergence.generator(ball(p / q)) for p, q in pairs), arb(0))


def _admissible(divergences: dict[str, Divergence]) -> None:
    """f(1) = 0 and convexity on a grid, f(0) = f(0+)."""
    points = [Fraction(k, 8) for k in range(1, 33)]
    for name, divergence in divergences.items():
        f = divergence.generator
        require(f(arb(1)).contains(0), "f(1) is not 0.", f=name, value=f(arb(1)))
        for x, y in combinations(points, 2):
            middle, chord = f(ball((x + y) / 2)), (f(ball(x)) + f(ball(y))) / 2
            require(within(middle, chord), "f is above a chord.", f=name, x=x, y=y)
        jump = abs(f(ball(Fraction(1, 10**40))) - divergence.at_zero)
        small = at_most(jump, ball(Fraction(1, 10**15)))
        require(small, "f(0) is not f(0+).", f=name, jump=jump)


@checks("thesis.def4.1")
@mutant("expectation under P", evaluate=_under_the_first)
@mutant("the other ratio", evaluate=lambda divergence, p, q: divergence(q, p))
@mutant(
    "f(0) = 0 for all",
    divergences={name: Divergence(d.generator, arb(0), d.slope) for name, d in DIVERGENCES.items()},
)
@mutant(
    "a function with f(1) = 1",
    divergences={"KL": Divergence(lambda x: x * x.log() + 1, arb(1), arb("inf"))},
)
def f_divergence(
    evaluate: Callable[[Divergence, Law, Law], arb] = Divergence.__call__,
    divergences: dict[str, Divergence] = DIVERGENCES,
) -> Verdict:
    """The four generators, and the usual formulas of the four divergences."""
    source = random.Random(1)
    with working_precision(BITS):
        _admissible(divergences)
        for _ in range(60):
            size = source.randrange(1, 5)
            second = random_law(source, size)
            first = source.choice([random_law(source, size, 0), second])
            for name, divergence in divergences.items():
                value, usual = evaluate(divergence, first, second), DIRECT[name](first, second)
                positive = below(0, value) if first != second else value.contains(0)
                case = dict[str, Any](divergence=name, P=first, Q=second, value=value, usual=usual)
                finding = "The definition does not give the divergence of that name."
                require(value.overlaps(usual), finding, **case)
                require(positive, "Different laws have divergence 0.", **case)
    return points()
