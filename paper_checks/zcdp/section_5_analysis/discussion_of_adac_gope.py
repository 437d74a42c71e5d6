"""Claims of the discussion after Theorem 4: the price of privacy, optimality, the dimension."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from banditproof.paper_checks.proofs import Given, Inequality, Proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import need, points, refuted
from banditproof.theory import certify
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.phase_lengths import phase_length

FREE = Proof(
    "zcdp.gope.discussion.free",
    where="n in [1,inf), rho in (0,inf), T in [3,inf), al in (0,inf), p in (0,inf), q in (0,inf)",
    steps=(
        Given(1, "The private part, up to its constant,", "p == n/sqrt(rho)*sqrt(al)*log(T)"),
        Given(2, "and the other one.", "q == sqrt(n*T*al)"),
        Inequality(3, r"$\log T\le4T^{1/4}$.", "log(T) <= 4*T**(1/4)"),
        Inequality(
            4,
            r"So their quotient is at most $4\sqrt{d/\rho}\,T^{-1/4}$, which tends to 0.",
            "p <= 4*sqrt(n/rho)*T**(-1/4)*q",
            uses=(1, 2),
            weights={3: "n/sqrt(rho)*sqrt(al)"},
        ),
    ),
)
OPTIMAL = Proof(
    "zcdp.gope.discussion.optimal",
    where="n in [1,inf), rho in (0,1], T in [3,inf), K in [2,inf), k in [0,inf), l in (0,inf), "
    "u in (0,inf), v in (0,inf)",
    steps=(
        Given(1, "The lower bound, up to its constant,", "v == n/sqrt(rho)"),
        Given(2, r"with $l=\log(KT)$,", "l == log(K*T)"),
        Given(3, "and the private part of the upper one.", "u == n/sqrt(rho)*l**(3/2)"),
        Inequality(4, r"Their quotient is $(\log KT)^{3/2}$.", "u <= l**(3/2)*v", uses=(1, 3)),
        Given(5, r"If $K\ge e^{kd}$", "n*k <= log(K)"),
        Inequality(
            6,
            r"it is at least $(kd)^{3/2}$: a mismatch in the dimension.",
            "(n*k)**(3/2)*v <= u",
            uses=(1, 2, 3, 5),
        ),
    ),
    parts=(4,),
)


@checks(
    "zcdp.gope.discussion.free",
    mutants={
        "another power of T": {"proof": FREE.changed(4, formula="p <= sqrt(n/rho)*T**(-1/2)*q")},
        "sharper: a twentieth of it": {"share": Fraction(1, 20)},
    },
)
def almost_free(share: Fraction = Fraction(1), proof: Proof = FREE) -> Verdict:
    """The quotient at some horizons, in balls."""
    sides = Sides()
    with working_precision(128):
        for power in (1, 2, 4, 12):
            time = arb(10) ** power
            quotient, bound = time.log() / time.sqrt(), 4 * ball(share) / time.sqrt().sqrt()
            sides.at_most(quotient, bound, "The private part is larger.", T=10**power)
    return proof.verdict(
        "Both parts have the factor sqrt(log(K log T / delta)); of the rest, one grows like log T, "
        "the other like the root of T.",
        instances="T = 10, 10^2, 10^4, 10^12 at d = rho.",
        sharpness=sides.sharpness,
    )


@checks(
    "zcdp.gope.discussion.optimal",
    mutants={
        "another power of the logarithm": {"proof": OPTIMAL.changed(4, formula="u <= l*v")},
        "sharper: a larger mismatch": {"factor": 2},
    },
)
def matches_the_lower_bound(factor: int = 1, proof: Proof = OPTIMAL) -> Verdict:
    """The quotient at K = 2^d, T = 3, in balls."""
    sides = Sides()
    with working_precision(128):
        for d in (1, 10, 1000):
            least = factor * (d * arb(2).log()) ** arb("1.5")
            most = (d * arb(2).log() + arb(3).log()) ** arb("1.5")
            sides.at_most(least, most, "The mismatch is smaller.", d=d)
    return proof.verdict(
        "As printed. The upper bound holds with the shorter phases and the term 4 d (d + 1) "
        "(zcdp.thm4.repaired).",
        instances="K = 2^d at d = 1, 10, 1000.",
        sharpness=sides.sharpness,
    )


@checks(
    "zcdp.gope.discussion.dimension",
    mutants={"the length for one normal number": {"form": "scalar"}},
)
def linear_in_the_dimension(form: str = "printed") -> Verdict:
    """The private part of the first phase per dimension, at K = d, delta = 1e-4 and rho = 1."""
    per = {}
    for d in (10**2, 10**12):
        private, free = (certify(phase_length, d, d, 1, "1e-4", rho, form) for rho in (1, None))
        per[d] = (private - free) / d
    growth = per[10**12] / per[10**2]
    if growth.upper < 10:
        return points(
            "The private part is linear up to logarithms.", covered="Two d.", not_covered="Others."
        )
    need(growth.lower > 10**4, "The growth is undecided", growth=growth)
    return refuted(
        "f(d, delta) >= d, so that the private part of a phase is of order d^(3/2), as that of one "
        "of the other algorithms; for d = 1 it is larger than with noise on the sums. It is linear "
        "with the tail of one normal number in place of f.",
        d="10^12 against 10^2",
        private_length_per_d_grows_by=growth,
    )
