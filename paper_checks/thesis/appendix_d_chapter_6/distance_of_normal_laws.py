"""Claims about the total variation of two normal laws of one variance: Step 4 of D.4."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import acb, arb

from banditproof.paper_checks.proofs import Given, Identity, Inequality, Proof, Textbook
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import need, require
from banditproof.theory import certify
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.membership import leak

DISTANCE = Proof(
    "thesis.appD.tv-gauss",
    where="x in (-inf,inf), a in (-inf,inf), b in (-inf,inf), s in (0,inf), p in [0,1], "
    "q in [0,1], t in [0,1], c in (-inf,inf), a < b",
    steps=(
        Given(
            1,
            r"Let $a<b$ be the means (for $a=b$ both sides are 0); $c$ is the middle.",
            "c == (a+b)/2",
        ),
        Identity(
            2,
            r"The exponents of the two densities differ by a factor times $c-x$,",
            "-(x-a)**2/(2*s**2) + (x-b)**2/(2*s**2) == (b-a)/s**2*(c-x)",
            uses=(1,),
        ),
        Inequality(3, "which is positive:", "(b-a)/s**2 > 0"),
        Given(
            4,
            r"so the first density is the larger one exactly where $x<c$, a set with the "
            r"probability $\Phi(\frac{c-a}s)$ under the first law,",
            "p == normal_cdf((c-a)/s)",
            uses=(2, 3),
        ),
        Given(
            5,
            r"and $\Phi(\frac{c-b}s)$ under the second.",
            "q == normal_cdf((c-b)/s)",
            uses=(2, 3),
        ),
        Textbook(
            6,
            "The total variation is their difference.",
            "t == p - q",
            fact="textbook.scheffe",
            hypotheses={"where p > q": 4},
            uses=(5,),
        ),
        Identity(7, r"$\frac{c-a}s=\frac{b-a}{2s}$,", "(c-a)/s == (b-a)/(2*s)", uses=(1,)),
        Identity(8, r"and $\frac{c-b}s=-\frac{b-a}{2s}$.", "(c-b)/s == -(b-a)/(2*s)", uses=(1,)),
        Identity(
            9,
            r"So it is $\Phi(\frac{|a-b|}{2s})-\Phi(-\frac{|a-b|}{2s})$.",
            "t == normal_cdf((b-a)/(2*s)) - normal_cdf(-(b-a)/(2*s))",
            uses=(1, 4, 5, 6, 7, 8),
        ),
    ),
)
Formula = Callable[[arb, arb], arb]


def printed(gap: arb, s: arb) -> arb:
    """Phi(gap/(2s)) - Phi(-gap/(2s)), by the error function."""
    return (gap / (2 * s) / arb(2).sqrt()).erf()


def by_integration(a: Fraction, b: Fraction, s: Fraction) -> arb:
    """Half of the integral of the difference of the densities, cut at eight deviations, in balls.

    Beyond the cuts each law has less than 2e-15.
    """
    low, high = min(a, b) - 8 * s, max(a, b) + 8 * s
    middle = (a + b) / 2

    def gap(x: acb, _: bool) -> acb:
        ends = [(-((x - ball(m)) ** 2) / (2 * ball(s) ** 2)).exp() for m in (a, b)]
        return (ends[0] - ends[1]) / (ball(s) * (2 * arb.pi()).sqrt())

    parts = [
        acb.integral(gap, ball(one), ball(two)).real for one, two in ((low, middle), (middle, high))
    ]
    return sum((abs(part) for part in parts), arb(0)) / 2 + arb(0, 4e-15)


@claim(
    "thesis.appD.tv-gauss",
    r"$\mathrm{TV}(N(\mu_0,\sigma_0^2)\|N(\mu_1,\sigma_0^2))=\Phi(\frac{|\mu_0-\mu_1|}{2\sigma_0})"
    r"-\Phi(-\frac{|\mu_0-\mu_1|}{2\sigma_0})$.",
    recorded="holds",
    place="D.4 Step 4",
    mutants={
        "without the 2": {"formula": lambda gap, s: printed(2 * gap, s)},
        "the variance for the deviation": {"formula": lambda gap, s: printed(gap, s * s)},
        "sharper: 1.01 of the distance": {"formula": lambda gap, s: printed(gap, s) * arb("1.01")},
        "another middle": {"proof": DISTANCE.changed(1, formula="c == (a+2*b)/3")},
    },
)
def distance_of_normal_laws(formula: Formula = printed, proof: Proof = DISTANCE) -> Verdict:
    """The proof, and integrals of the difference of the densities in balls."""
    with working_precision(96):
        for a, b, s in ((0, 1, 1), (1, -2, Fraction(3, 2)), (0, 5, Fraction(1, 2))):
            first, second, spread = Fraction(a), Fraction(b), Fraction(s)
            gap = abs(first - second)
            value = formula(ball(gap), ball(spread))
            integral = by_integration(first, second, spread)
            case: dict[str, Any] = {"mu_0": a, "mu_1": b, "sigma": s}
            right = bool(value.overlaps(integral))
            require(right, "The distance differs.", **case, formula=value, integral=integral)
            library = certify(leak, gap**2 / spread**2, digits=20)
            near = (
                ball(library.lower)
                .union(ball(library.upper))
                .overlaps(printed(ball(gap), ball(spread)) + arb(0, 1e-18))
            )
            need(bool(near), "The library differs", **case, library=library)
    return proof.verdict(
        "The larger density is known: its set ends at the middle of the means.",
        instances="Three pairs of laws, by integrals in balls, and the library's leak.",
    )
