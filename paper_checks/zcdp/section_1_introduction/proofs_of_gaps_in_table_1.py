"""Proofs on how far the upper and the lower bounds of Table I of the zCDP paper are apart."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, Parts, Proof

ARMS = Proof(
    "zcdp.optimality.arms.repaired",
    where="K in [2,inf), s in [1,inf), h in (0,inf), r in (0,inf)",
    steps=(
        Inequality(
            1,
            r"With $s=\sqrt T$, $h=\sqrt{\log T}$ and $r=\sqrt\rho$: the upper bound is at "
            r"most $(1+\sqrt K)h$ times the larger one of the lower bounds.",
            "sqrt(K)*s*h + K*h/r <= (1 + sqrt(K))*h*max(sqrt(K)*s, sqrt(K)/r)",
        ),
    ),
)
MATCH = Proof(
    "zcdp.optimality.linear",
    where="d in [1,inf), s in [1,inf), q in [1,inf), r in (0,inf)",
    steps=(
        Inequality(
            1,
            r"With $s=\sqrt T$, $q=\sqrt{\log KT}\ge1$ and $r=\sqrt\rho$: the upper bound is at "
            r"most $2q^3$ times the larger one of the lower bounds.",
            "sqrt(d)*s*q + d/r*q**3 <= 2*q**3*max(d*s, d/r)",
        ),
    ),
)
CONTEXTS = Proof(
    "zcdp.optimality.contextual.repaired",
    where="d in [1,inf), s in [1,inf), l in [1,inf), r in (0,inf)",
    steps=(
        Inequality(
            1,
            r"With $s=\sqrt T$, $l=\log T$ and $r=\sqrt\rho$: the upper bound is at most "
            r"$l+dl^2$ times the larger one of the lower bounds.",
            "d*l*s + d**2/r*l**2 <= (l + d*l**2)*max(d*s, d/r)",
        ),
    ),
)


def beyond_logarithms(
    id: str, least: str, factor: int, meant: str, quotient: str, share: str
) -> Proof:
    """Six steps: at x >= least the quotient is above C (factor x)^p, and a share of T below 1.

    The quotient and the share are given in x; the first is at least e^x, `meant` says what x is.
    """
    power = f"c + (q-1)*log({factor}*x)"
    return Proof(
        id,
        where=f"x in [{least},inf), q in [1,inf), c in (-inf,inf)",
        steps=(
            Given(
                1,
                rf"{meant}, $q=p+1$ and $c=\log C$, with $\log x>c+p\log{factor}+q\log q-q$.",
                f"log(x) > c + (q-1)*log({factor}) + q*log(q) - q",
            ),
            Inequality(2, r"$x\ge q\log\frac xq+q$.", "x >= q*log(x/q) + q"),
            Inequality(
                3,
                rf"So $e^x>C({factor}x)^p$.",
                f"x > {power}",
                weights={1: "1", 2: "1"},
            ),
            Inequality(4, "The quotient of the bounds is at least $e^x$.", f"log({quotient}) >= x"),
            Inequality(
                5,
                r"So it is above $C$ times the power of the logarithm.",
                f"log({quotient}) > {power}",
                weights={3: "1", 4: "1"},
            ),
            Inequality(6, "The upper bound is below $T$ there.", f"{share} < 1"),
            Parts(7, "Both.", uses=(5, 6)),
        ),
    )


ARMS_APART = beyond_logarithms(
    "zcdp.optimality.arms.powers",
    "4/3",
    8,
    r"$K=e^{2x}$ and $T=K^3=1/\rho$, so that $\log T=6x\ge8$ and $\log KT=8x$",
    "(1 + exp(x))*sqrt(6*x)",
    "(exp(-x) + exp(-2*x))*sqrt(6*x)",
)
CONTEXTS_APART = beyond_logarithms(
    "zcdp.optimality.contextual.powers",
    "8",
    7,
    r"$d=e^x$ and $T=d^6=1/\rho$, so that $\log T=6x\ge48$ and $\log dT=7x$",
    "6*x + 36*x**2*exp(x)",
    "exp(-2*x)*6*x + exp(-x)*36*x**2",
)
