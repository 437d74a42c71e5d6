"""Claims about Lemma 20: the largest of many Laplace variables."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from banditproof.paper_checks.proofs import Given, Inequality, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.balls import ball, working_precision


def largest_noise(id: str, root: str, power: str) -> Proof:
    """P(some |Z| >= root * b * log n) is at most what n^(1 - power) is at most."""
    level = f"{root}*log(n)"
    return Proof(
        id,
        where="n in [1,inf), T in [1,inf), up in [0,1], down in [0,1], one in [0,1], p in [0,1]",
        parts=(7,),
        steps=(
            Given(1, r"$Z\sim\mathrm{Lap}(\lambda)$ is a coordinate; there are $n=NT$ of them."),
            Textbook(
                2,
                rf"The tail of $Z$ from $z\lambda$ on, $z=c\log n$ with $c$ = {root},",
                f"up == exp(-({level}))/2",
                fact="textbook.laplace-tail",
                hypotheses={"z >= 0": f"{level} >= 0"},
                instance={"p": "up", "z": level},
                uses=(1,),
            ),
            Given(3, "and that of $-Z$, which has the same law.", "down == up", uses=(2,)),
            Given(4, r"$|Z|\ge z\lambda$ if one of the two comes.", uses=(1,)),
            Textbook(
                5,
                "Together:",
                "one <= up + down",
                fact="textbook.union-bound:two",
                hypotheses={"the event is a part of two together": 4},
                instance={"p": "one", "q": "up", "r": "down"},
            ),
            Inequality(6, "So", f"one <= exp(-({level}))", uses=(2, 3), weights={5: "1"}),
            Textbook(
                7,
                "One of all coordinates.",
                f"p <= n*exp(-({level}))",
                fact="textbook.union-bound",
                hypotheses={"each event has probability at most d": 6},
                instance={"p": "p", "n": "n", "d": f"exp(-({level}))", "X": "one"},
                over=("one",),
            ),
            Inequality(
                8,
                f"The exponent is at least {power}:",
                f"exp(-({level})) <= exp(-{power}*log(n))",
                monotone=("exp", f"-{power}*log(n)", f"-({level})"),
            ),
            Inequality(
                9,
                r"and $n^{-2}=1/n^2$.",
                "exp(-2*log(n)) <= 1/n**2",
            ),
            Given(10, "There are at least $T$ coordinates.", "T <= n"),
            Inequality(11, r"$n\cdot n^{-2}\le1/T$.", "n*(1/n**2) <= 1/T", uses=(10,)),
            Inequality(
                12,
                "At most $1/T$.",
                "p <= 1/T",
                weights={7: "1", 8: "n", 9: "n", 11: "1"},
            ),
        ),
    )


PRINTED = largest_noise("adv.lem20", "sqrt(10)", "2")
SMALLER = largest_noise("adv.lem20.sharp", "2", "2")
SIZES = ((1, 1), (1, 2), (2, 1), (3, 10), (10, 100), (1000, 1), (1, 1000))


def _checked(factor: Fraction, proof: Proof, finding: str) -> Verdict:
    """The exact probability for seven sizes."""
    sides = Sides()
    with working_precision(128):
        for count, horizon in SIZES:
            n = arb(count * horizon)
            one = (-(ball(factor).sqrt()) * n.log()).exp()
            found = 1 - (1 - one) ** (count * horizon)
            sides.at_most(found, ball(Fraction(1, horizon)), "It is larger.", N=count, T=horizon)
    return proof.verdict(
        finding,
        instances="The exact probability 1 - (1 - n^(-sqrt c))^n for seven sizes, in balls.",
        sharpness=sides.sharpness,
    )


@checks(
    "adv.lem20",
    mutants={
        "sharper: 3.9 log^2 for 10 log^2": {"factor": Fraction(39, 10)},
        "sharper: half of the tail": {"proof": PRINTED.changed(12, formula="p <= 1/(2*T)")},
        "without one of the tails": {
            "proof": PRINTED.changed(6, formula="one <= exp(-(sqrt(10)*log(n)))/2")
        },
    },
)
def largest_noise_is_small(factor: Fraction = Fraction(10), proof: Proof = PRINTED) -> Verdict:
    """The printed threshold."""
    return _checked(
        factor,
        proof,
        "A union bound. For N = T = 1 the threshold is 0 and both sides are 1.",
    )


@checks(
    "adv.lem20.sharp",
    mutants={
        "sharper: 3.9 log^2 for 4 log^2": {"factor": Fraction(39, 10)},
        "sharper: half of the tail": {"proof": SMALLER.changed(12, formula="p <= 1/(2*T)")},
    },
)
def largest_noise_is_smaller(factor: Fraction = Fraction(4), proof: Proof = SMALLER) -> Verdict:
    """The smaller threshold."""
    return _checked(factor, proof, "The same union bound, with the power 2.")
