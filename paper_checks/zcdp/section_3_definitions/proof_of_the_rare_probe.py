"""The proof that a rare probe costs a machine arbitrarily little of what its actions tell."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from flint import arb

from banditproof.paper_checks.proofs import Given, Identity, Inequality, Instance, Proof, Textbook
from banditproof.theory.balls import ball
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.definitions.concentrated import renyi_constant, zcdp_constant
from banditproof.verify.definitions.finite_machine import with_own_actions
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.witness_policies import probe, randomised_response
from banditproof.verify.exact_laws.law_divergences import divergence_of_laws, moment

BOUND = "2*L**2/y"
UPPER = "textbook.bounds-of-sets:least upper bound"
OFTEN, SELDOM = "2*L*x >= y", "2*L*x <= y"


def largest(number: int, name: str, which: str, shown: int, says: str) -> Textbook:
    """The supremum over the orders of a kind is at most the bound."""
    return Textbook(
        number,
        says,
        f"{name} <= {BOUND}",
        fact=UPPER,
        over=("q", "x", "k", "m"),
        which=which,
        hypotheses={"c is an upper bound": shown},
        instance={"high": name, "X": "q", "c": BOUND},
    )


def real_cases() -> Iterator[Instance]:
    """The policy itself at order 2, its constant as a machine, and KL of its actions."""
    truth = randomised_response(3)
    for p in (Fraction(1, 10), Fraction(1, 2)):
        kernel = probe(p, 3)
        policy = with_own_actions(kernel)
        paid, unpaid = (
            tuple(kernel.law(lambda path, r=r: r).values())  # type: ignore[misc]
            for r in (1, 0)
        )
        told = renyi_constant(policy, Notion.INTERACTIVE, 2)
        yield {
            "L": Enclosure.of(arb(3).log()),
            "y": Enclosure.of(ball(1 / p).log()),
            "p": p,
            "x": 1,
            "m": Fraction(moment(truth, truth[::-1], 2)),
            "k": told,
            "q": told / 2,
            "rho": zcdp_constant(policy, Notion.INTERACTIVE, 3),
            "div": divergence_of_laws(paid, unpaid),
        }


RARE = Proof(
    "zcdp.kernelgap.unbounded",
    instances=real_cases,
    where="x in (0,inf), y in (0,inf), L in [1,2], p in (0,1), m in [1,inf), k in [0,inf), "
    "q in [0,inf), near in [0,inf), far in [0,inf), rho in [0,inf), div in [0,inf)",
    steps=(
        Given(1, r"$L=\log3$,", "L == log(3)"),
        Given(2, r"and $y=\log(1/p)$.", "p == exp(-y)"),
        Given(
            3,
            r"At order $1+x$ randomised response with ratio 3 has the moment",
            "m == (3*exp(x*L) + exp(-x*L))/4",
        ),
        Inequality(4, r"at most $3^x$.", "m <= exp(x*L)", uses=(3,)),
        Given(
            5,
            r"The machine heeds $r_1$ after its own arm 2 only, whatever she queries: the moment "
            r"of her views is $1-p+pm$ if $r_1$ differs, else 1. Its logarithm is $k$.",
            "k == log(1 + p*(m - 1))",
        ),
        Inequality(6, r"On the one hand", "k <= x*L", uses=(4, 5)),
        Inequality(7, "and on the other.", "k <= p*(exp(x*L) - 1)", uses=(4, 5)),
        Given(8, r"$q=D_{1+x}/(1+x)$, whose supremum is $\rho$.", "k == q*x*(1 + x)"),
        Inequality(9, "Large orders.", f"q <= {BOUND}", uses=(6, 8), where=OFTEN),
        Inequality(10, "Small orders:", "k <= exp(-y)*(x*L*exp(x*L))", uses=(2, 7)),
        Inequality(11, r"$3^x\le e^{y/2}$,", "exp(x*L) <= exp(y/2)", where=SELDOM),
        Inequality(12, "so", "k <= x*L*exp(-y/2)", uses=(10, 11), where=SELDOM),
        Inequality(13, "where", "y*exp(-y/2) <= 1"),
        Inequality(14, "and", "k*y <= x*L", weights={12: "y", 13: "x*L"}, where=SELDOM),
        Inequality(15, "the same bound.", f"q <= {BOUND}", uses=(8, 14), where=SELDOM),
        largest(16, "far", OFTEN, 9, "The supremum over large orders,"),
        largest(17, "near", SELDOM, 15, "and that over small ones."),
        Given(18, r"$\rho$ is the larger one.", "rho == max(near, far)"),
        Identity(
            19,
            "KL of randomised response.",
            "3/4*log(3) - 1/4*log(3) == log(3)/2",
        ),
        Given(
            20,
            r"$\mathrm{KL}(m_{\nu\pi}\|m_{\nu'\pi})$ is $p$ times it, by the chain rule.",
            "div == p*log(3)/2",
            uses=(19,),
        ),
        Inequality(
            21,
            r"$\mathrm{KL}(m_{\nu\pi}\|m_{\nu'\pi})\ge\rho p\,\frac{\log(1/p)}{4\log3}$.",
            "4*log(3)*div >= rho*p*y",
            uses=(1, 16, 17, 18, 20),
        ),
    ),
)
