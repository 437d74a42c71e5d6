r"""Explicit regret bounds against the orders that the tables of both papers print for them.

The letters of the proofs: \(r=\sqrt\rho\) or \(\sqrt{\varepsilon/\alpha}\), b for beta, k and l
for log K and log T, and u^2 for log(K log(T)/delta) at delta = 1/T.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from flint import arb

from banditproof.paper_checks.proofs import Given, Inequality, Parts, Proof
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Sharpness
from banditproof.theory.balls import ball, working_precision

from .concentrated_regret_bounds import Order, gap_free, phased_elimination

FIRST = "(4*sqrt(2)*w + 3*b/((b-3)*sqrt(log(2))))"
CONSTANT = "sqrt(1 + exp(-1))"


def less_than_arms(share: str) -> str:
    """The last relation of `arms_proof`, with a share of its right side."""
    return f"bound <= {share}*({FIRST}*s*h + 8*w*K*h/r)"


def arms_proof(id: str) -> Proof:
    """The bound of Theorem 11 is at most the two orders times constants that depend on beta."""
    return Proof(
        id,
        where="K in [2,inf), s in [2,inf), h in (0,inf), b in (3,inf), w in (0,inf), r in (0,inf), "
        "gaps in [0,inf), bound in [0,inf)",
        steps=(
            Given(
                1,
                r"With $w=\sqrt\beta$, $s=\sqrt{KT}$ and $h=\sqrt{\log T}$ the explicit bound is",
                "bound == 4*sqrt(2)*w*s*h + 8*K*w*h/r + 3*b/(b-3)*gaps",
            ),
            Given(2, "where each gap is at most 1,", "gaps <= K"),
            Given(3, r"$K\le T$,", "K <= s"),
            Given(4, r"and $T\ge2$.", "h >= sqrt(log(2))"),
            Inequality(
                5,
                r"So it is at most $(4\sqrt{2\beta}+\frac{3\beta}{(\beta-3)\sqrt{\log2}})\sqrt{KT"
                r"\log T}+8\sqrt\beta\frac K{\sqrt\rho}\sqrt{\log T}$.",
                less_than_arms("1"),
                uses=(1,),
                weights={
                    2: "3*b/(b-3)",
                    3: "3*b/(b-3)",
                    4: "3*b/((b-3)*sqrt(log(2)))*s",
                },
            ),
        ),
    )


def linear_proof(id: str, power: int) -> Proof:
    """The bound of Theorem 4 (power 1) or 8 (power 2) at delta = 1/T, and 2 for the bad event."""
    return Proof(
        id,
        where="d in [1,inf), k in [0,inf), l in [1,inf), u in (0,inf), q in [1,inf), n in [1,inf), "
        "A in (0,inf), B in (0,inf), r in (0,inf), bound in [0,inf)",
        steps=(
            Given(
                1,
                r"$u^2=\log\frac{K\log T}\delta$ at $\delta=\frac1T$, where $l=\log T\ge1$,",
                "u == sqrt(k + l + log(l))",
            ),
            Given(2, r"and $q^2=\log(KT)$.", "q == sqrt(k + l)"),
            Given(
                3,
                r"Outside of its event a round costs at most 2, as actions and parameter have "
                r"norms of at most 1: the bound and $2\delta T$ are together, with "
                r"$n=\sqrt{dT}$,",
                f"bound == A*n*u + B*d**{power}*u*l/r + 2",
            ),
            Inequality(4, r"$\log l\le l/e$,", "k + l + log(l) <= (1 + exp(-1))*(k + l)"),
            Inequality(
                5,
                "so",
                f"u <= {CONSTANT}*q",
                uses=(1, 2),
                weights={4: f"1/({CONSTANT}*q + u)"},
            ),
            Inequality(6, r"and $l\le q^2$.", "l <= q**2", uses=(2,)),
            Inequality(
                7,
                r"The whole is at most $(2+c\,A)\sqrt{dT\log(KT)}+c\,B\frac{d^p}{\sqrt\rho}"
                r"\log^{3/2}(KT)$ with $c=\sqrt{1+1/e}$.",
                f"bound <= (2 + {CONSTANT}*A)*n*q + {CONSTANT}*B*d**{power}*q**3/r",
                uses=(3,),
                weights={5: f"A*n + B*d**{power}*l/r", 6: f"{CONSTANT}*B*d**{power}*q/r"},
            ),
        ),
    )


def contextual_proof(id: str) -> Proof:
    """The last explicit line of the proof of Theorem 5, or 10, with the orders of its factors."""
    root = "sqrt(d*l)"
    return Proof(
        id,
        where="d in [1,inf), T in [2,inf), reg in [1,inf), l in (0,inf), s in (0,inf), "
        "p in [0,inf), q in [0,inf), beta in [0,inf), gam in [0,inf), B in (0,inf), G in (0,inf), "
        "E in (0,inf), c in [1,inf), r in (0,inf), bound in [0,inf)",
        steps=(
            Given(1, r"$l=\log T$.", "l == log(T)"),
            Given(2, r"$p$ and", "p == sqrt(2*d*log(1 + T/(reg*d)))"),
            Inequality(
                3,
                r"$\log(1+\frac T{\lambda d})\le2\log T$ for $\lambda,d\ge1$ and $T\ge2$,",
                "log(1 + T/(reg*d)) <= 2*l",
                uses=(1,),
            ),
            Inequality(
                4,
                "so",
                f"p <= 2*{root}",
                uses=(2,),
                weights={3: f"2*d/(p + 2*{root})"},
            ),
            Given(
                5,
                r"$q=\sqrt{(1+C)(1+\lambda)\ell(T)}$ with $\ell(T)=O(d\log T)$,",
                f"q <= E*{root}",
            ),
            Given(6, r"$\beta_T=O(\sqrt{d\log T})$,", f"beta <= B*{root}"),
            Given(7, r"$\gamma_T=O(\frac d{\sqrt\rho}\log T)$.", "gam <= G*d*l/r"),
            Given(
                8,
                r"With $c=\sqrt{1+C}$ and $s=\sqrt T$ the last line is",
                "bound == 2*c*p*(beta*s + gam*q)",
            ),
            Inequality(
                9,
                r"So it is at most $4cB\,d\log(T)\sqrt T+4cGE\frac{d^2}{\sqrt\rho}\log^2T$.",
                "bound <= 4*c*B*d*l*s + 4*c*G*E*d**2*l**2/r",
                uses=(8,),
                weights={
                    4: "2*c*(beta*s + gam*q)",
                    6: f"4*c*{root}*s",
                    7: f"4*c*{root}*q",
                    5: f"4*c*{root}*G*d*l/r",
                },
            ),
        ),
    )


def lower_proof(id: str) -> Proof:
    """K - 1 is of the order of K."""
    return Proof(
        id,
        where="K in [2,inf), T in [1,inf), r in (0,inf)",
        steps=(
            Inequality(1, "The first term.", "sqrt(T*(K-1)) >= sqrt(K*T)/sqrt(2)"),
            Inequality(2, "The second.", "sqrt(K-1)/r >= sqrt(K)/(sqrt(2)*r)"),
            Parts(3, "Both.", uses=(1, 2)),
        ),
    )


def arms_against_cell(free: Order, private: Order) -> Sharpness | None:
    """The explicit bound of Theorem 11 at points, against the cell with the proof's constants."""
    sides = Sides()
    with working_precision(200):
        for k, t, power in product((2, 10**3, 10**6), (10**6, 10**12), (-40, 0)):
            beta, rho = Fraction(7, 2), Fraction(10) ** power
            bound = gap_free(k, t, beta, rho, k).total
            first = 4 * ball(2 * beta).sqrt()
            first += ball(3 * beta / (beta - 3)) / arb(2).log().sqrt()
            cell = first * free.at(K=k, T=t) + 8 * ball(beta).sqrt() * private.at(K=k, T=t, rho=rho)
            # the private terms are equal: the balls of both are rounded apart by less than this
            more = cell * (1 + ball(Fraction(1, 2**150)))
            sides.at_most(bound, more, "The bound is above its order.", K=k, T=t, rho=rho)
    return sides.sharpness


def linear_against_cell(
    free: Order, private: Order, power: int, constant: Fraction = Fraction(11696, 10000)
) -> Sharpness | None:
    """The bound of Theorem 4 or 8 at points, against the cell with the constant of its proof."""
    sides = Sides()
    with working_precision(200):
        for d, k, t, rho in product((1, 10**6), (1, 10**9), (15, 10**9), (-40, 0)):
            budget = Fraction(10) ** rho
            bound = phased_elimination(d, k, t, Fraction(1, t), budget, (1, 1), power).total + 2
            cell = (2 + ball(constant)) * free.at(d=d, K=k, T=t)
            cell += ball(constant) * private.at(d=d, rho=budget, K=k, T=t)
            sides.at_most(bound, cell, "The bound is above its order.", d=d, K=k, T=t, rho=budget)
    return sides.sharpness
