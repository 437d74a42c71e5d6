"""Claims about Lemma C.2: the concentration of a mean with Laplace noise."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.models.laplace_means import Width, compared_tails, printed_width
from banditproof.paper_checks.proofs import Given, Inequality, Parts, Proof, Step, Textbook
from banditproof.paper_checks.statements.checks import checks_both
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair
from banditproof.theory.balls import ball


def one_side(first: int, name: str, says: str, above: bool) -> tuple[Step, ...]:
    """A deviation of the noisy mean is one of the mean or one of the noise."""
    sign = "" if above else "-"
    averaged: dict[str, int | str] = {"n independent draws in [0, 1] of one mean": 1}
    mean, noise, hypotheses, instance = "average above", "", {"z >= 0": "L >= 0"}, {"z": "L"}
    if not above:
        averaged = {"n independent terms in [0, 1]": 1, "e >= 0": "e >= 0"}
        mean, noise = "average of independent terms below", ":below"
        hypotheses = {"t >= 0": "w >= 0", "b > 0": "1/(n*eps) > 0"}
        instance = {"t": "w", "b": "1/(n*eps)"}
    return (
        Textbook(
            first,
            rf"The mean is ${says}e$ with at most this probability,",
            "high <= exp(-2*n*e**2)",
            fact=f"textbook.hoeffding:{mean}",
            hypotheses=averaged,
            instance={"p": "high"},
        ),
        Textbook(
            first + 1,
            rf"the noise is ${sign}w$ or beyond it with this one.",
            "far == exp(-L)/2" if above else "far == exp(-w/(1/(n*eps)))/2",
            fact=f"textbook.laplace-tail{noise}",
            hypotheses=hypotheses,
            instance={"p": "far", **instance},
            uses=(1,),
        ),
        Given(first + 2, "Otherwise the mean is nearer to $\\mu$,", f"{sign}avg < e", where=PLACES),
        Given(first + 3, "and so is the noise to 0:", f"{sign}y < w", where=PLACES),
        Inequality(
            first + 4,
            "the noisy mean does not deviate.",
            f"{sign}(avg + y) < e + w",
            where=PLACES,
            weights={first + 2: "1", first + 3: "1"},
        ),
        Textbook(
            first + 5,
            "So it deviates with at most the sum of the two probabilities,",
            f"{name} <= high + far",
            fact="textbook.union-bound:two",
            hypotheses={"the event is a part of two together": first + 4},
            instance={"p": name, "q": "high", "r": "far"},
        ),
        Inequality(
            first + 6,
            r"which is $\delta+\frac\delta2$.",
            f"{name} <= 3/2*d",
            uses=(2, 3, 4, first + 1),
            weights={first: "1", first + 5: "1"},
        ),
    )


PLACES = "avg in (-inf,inf), y in (-inf,inf)"
PROOF = Proof(
    "thesis.lemC.2.repaired",
    where="n in [1,inf), eps in (0,inf), d in (0,1], L in [0,inf), e in [0,inf), w in [0,inf), "
    "high in [0,1], far in [0,1], up in [0,1], down in [0,1]",
    steps=(
        Given(
            1,
            r"$X_1,\dots,X_n\in[0,1]$ are independent, of mean $\mu$, and the noise of scale "
            r"$\frac1{n\varepsilon}$ is independent of them.",
        ),
        Given(2, r"$L=\log1/\delta$,", "d == exp(-L)"),
        Given(3, r"$e=\sqrt{L/(2n)}$", "e == sqrt(L/(2*n))"),
        Given(4, r"and $w=L/(n\varepsilon)$.", "w == L/(n*eps)"),
        *one_side(5, "up", r"\mu+", above=True),
        *one_side(12, "down", r"\mu-", above=False),
        Parts(19, "Both sides.", uses=(11, 18)),
    ),
)


@checks_both(
    "thesis.lemC.2",
    subjects={"also": (Fraction(2), None)},
    printed_mutants={"a probability": {"also": Fraction(1, 2)}},
    mutants={
        "noise of scale 1/eps": {"width": lambda n, eps, log: printed_width(n, eps * n, log) / n},
        "no width for the noise": {"width": lambda n, eps, log: (log / (2 * n)).sqrt()},
        "sharper: half of the width": {"width": lambda n, eps, log: printed_width(n, eps, log) / 2},
        "sharper: 0.6 delta": {"factor": Fraction(3, 5)},
        "sharper: delta": {"proof": PROOF.changed(11, formula="up <= d")},
        "a smaller width for the noise": {"proof": PROOF.changed(4, formula="w == L/(n*eps)/2")},
    },
)
def noisy_mean_concentrates(
    also: Fraction | None,
    width: Width = printed_width,
    factor: Fraction = Fraction(3, 2),
    proof: Proof = PROOF,
) -> Verdict:
    """The width at delta > 1, and exact tails of coins."""
    if also is not None:
        log = -ball(also).log()
        require_or_repair(
            also <= 1,
            "For delta > 1 the width has the root of a negative number; delta = 0 has no "
            "logarithm.",
            n=1,
            delta=also,
            square_of_the_first_width=log / 2,
        )
    sides = compared_tails(width, factor)
    return proof.verdict(
        "A deviation of the sum is one of the mean (Hoeffding) or one of the noise.",
        instances="81 means of 1, 2 and 16 coins, both tails, in balls.",
        sharpness=sides.sharpness,
    )
