"""A claim about Step 4 of Appendix E-B: how many plays a phase has at most."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from banditproof.paper_checks.proofs import Given, Inequality, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict

PLAYS = Proof(
    "zcdp.thm4.length",
    where="n in [1,inf), c in (0,inf), v in [0,1], N in [0,inf), x in [0,inf), y in [0,inf), "
    "k in [1,inf), h in (0,1/2], Z in (0,inf), L in (0,inf), lam in (0,inf), l in [1,inf), "
    "m in [1,inf), K in [1,inf), del in (0,1), l <= m",
    steps=(
        Given(
            1, r"Each $a$ of the support is played $N=\lceil c\,\pi(a)\rceil$ times.", "N < c*v + 1"
        ),
        Inequality(2, r"So $N\le c\,\pi(a)+1$,", "N <= c*v + 1", weights={1: "1"}),
        Textbook(
            3,
            r"and the sum $x$ of the plays is at most the sum $y$ of these,",
            "x <= y",
            fact="textbook.nonnegative-series:order",
            over=("N", "v"),
            hypotheses={"the sum": 1, "each term is <= its bound": 2},
            instance={"x": "x", "y": "y", "X": "N", "Y": "c*v + 1"},
        ),
        Given(4, r"which is $c+k$: the weights of the $k$ actions have the sum 1.", "y == c + k"),
        Given(5, r"The support has at most $\frac{n(n+1)}2$ actions, $n=d$.", "k <= n*(n + 1)/2"),
        Inequality(
            6,
            r"So $T_\ell\le\frac{d(d+1)}2+c_\ell$.",
            "x <= n*(n + 1)/2 + c",
            uses=(4,),
            weights={3: "1", 5: "1"},
        ),
        Given(
            7,
            r"With $h=2^{-\ell}$ the length is this,",
            "c == 8*n*L/h**2 + 2*n/h*sqrt(Z*L)",
        ),
        Given(8, r"where $L=\log(4K\ell(\ell+1)/\delta)$,", "L == log(4*K*l*(l + 1)/del)"),
        Given(9, r"and $\lambda$ is this for a phase $m\ge\ell$.", "lam == log(4*K*m*(m + 1)/del)"),
        Inequality(
            10,
            r"$\frac{4K\ell(\ell+1)}\delta\le\frac{4Km(m+1)}\delta$,",
            "4*K*l*(l + 1)/del <= 4*K*m*(m + 1)/del",
        ),
        Inequality(
            11,
            r"so that $L\le\lambda$,",
            "L <= lam",
            uses=(8, 9),
            weights={10: "0"},
            monotone=("log", "4*K*m*(m + 1)/del", "4*K*l*(l + 1)/del"),
        ),
        Inequality(
            12, r"and $\sqrt{ZL}\le\sqrt{Z\lambda}$.", "sqrt(Z*L) <= sqrt(Z*lam)", uses=(11,)
        ),
        Inequality(
            13,
            r"So the phase has at most so many plays.",
            "x <= n*(n + 1)/2 + 8*n*lam/h**2 + 2*n/h*sqrt(Z*lam)",
            uses=(7,),
            weights={6: "1", 11: "8*n/h**2", 12: "2*n/h"},
        ),
    ),
    parts=(6,),
)


@checks(
    "zcdp.thm4.length",
    mutants={
        "no play for a ceiling": {"proof": PLAYS.changed(6, formula="x <= c")},
        "a smaller logarithm": {"proof": PLAYS.changed(11, formula="L <= 99/100*lam")},
        "sharper: 99 % of d (d + 1) / 2": {"share": Fraction(99, 100)},
    },
)
def plays_of_a_phase(share: Fraction = Fraction(1), proof: Proof = PLAYS) -> Verdict:
    """Equal weights on d (d + 1) / 2 actions, at lengths just above a multiple of their number."""
    sides = Sides()
    for d in (1, 2, 7):
        count = d * (d + 1) // 2
        for times in (0, 1, 100):
            length = Fraction(count * times) + Fraction(1, 1000)
            plays = count * ceil(length / count)
            sides.at_most(plays - length, share * count, "There are more plays.", d=d, c=length)
    return proof.verdict(
        "Each action of the support is played less than once more than c times its weight.",
        instances="supports of 1, 3 and 28 actions, exactly.",
        sharpness=sides.sharpness,
    )
