"""Table I of the zCDP paper, cell by cell against the bounds of its theorems."""

from fractions import Fraction

from flint import arb

from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks
from banditproof.paper_checks.models.concentrated_regret_bounds import (
    ARMS_FREE,
    ARMS_PRIVATE,
    CONTEXTUAL_FREE,
    CONTEXTUAL_PRIVATE,
    LINEAR_FREE,
    LINEAR_PRIVATE,
    Order,
)
from banditproof.paper_checks.models.orders_of_regret_bounds import (
    arms_against_cell,
    linear_against_cell,
)
from banditproof.paper_checks.verdicts.vocabulary import need, proved, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.linear_bounds import hypercube

EPISODES = Order.of(d=1, log_T=1)
CUBE_FREE, CUBE_PRIVATE = Order.of(d=1, T="1/2"), Order.of(d=1, rho="-1/2")


@checks(
    "zcdp.tab1.arms",
    mutants={
        "sharper: K^0.99": {"private": Order.of(K="0.99", rho="-1/2", log_T="1/2")},
        "without the logarithm": {"private": Order.of(K=1, rho="-1/2")},
    },
)
def arms_cell(
    free: Order = ARMS_FREE, private: Order = ARMS_PRIVATE, proof: Proof = WRITTEN
) -> Verdict:
    """The last explicit line of the proof of Theorem 11 against the cell."""
    return proof.verdict(
        "The constants are 4 sqrt(2 beta) + 3 beta/((beta - 3) sqrt(log 2)) and 8 sqrt(beta).",
        instances="The explicit bound at 12 points, in balls.",
        beyond="The upper bound itself (zcdp.thm11).",
        sharpness=arms_against_cell(free, private),
    )


@checks(
    "zcdp.tab1.linear",
    mutants={
        "sharper: the logarithm to the power 1": {"private": Order.of(d=1, rho="-1/2", log_KT=1)},
        "the root of d": {"private": Order.of(d="1/2", rho="-1/2", log_KT="3/2")},
        "sharper: 1.169 at the points": {"constant": Fraction("1.169")},
    },
)
def linear_cell(
    private: Order = LINEAR_PRIVATE, constant: Fraction = Fraction("1.1696"), proof: Proof = WRITTEN
) -> Verdict:
    """Theorem 4 at delta = 1/T against the cell."""
    return proof.verdict(
        "log(K T log T) <= (1 + 1/e) log(KT), so the constants of Theorem 4 grow by at most "
        "sqrt(1 + 1/e) = 1.1696, and by 2 for the event that it excludes, where no gap is above 2.",
        instances="The bound of the theorem at 16 points, in balls.",
        beyond="The upper bound itself (zcdp.thm4), whose constants are not universal.",
        sharpness=linear_against_cell(LINEAR_FREE, private, 1, constant),
    )


@checks(
    "zcdp.tab1.contextual",
    mutants={
        "sharper: d to the power 3/2": {"private": Order.of(d="3/2", rho="-1/2", log_T=2)},
        "one episode": {"episodes": Order.of()},
    },
)
def contextual_cell(
    private: Order = CONTEXTUAL_PRIVATE, episodes: Order = EPISODES, proof: Proof = WRITTEN
) -> Verdict:
    """The last explicit line of the proof of Theorem 5, and the product of its orders."""
    width = radius = Order.of(d="1/2", log_T="1/2")
    gamma, root = Order.of(d=1, rho="-1/2", log_T=1), Order.of(T="1/2")
    half = Order(tuple((name, power / 2) for name, power in episodes.powers))
    first, second = width * radius * root, width * gamma * half
    require(first == CONTEXTUAL_FREE, "The first term has another order.", order=first)
    require(second == private, "The second term has another order.", order=second)
    return proof.verdict(
        "sqrt(d log T) (sqrt(d log T) sqrt(T) + gamma_T sqrt(l(T))) with gamma_T = O(d log T/"
        "sqrt(rho)) and l(T) = O(d log T).",
        instances="The product of the orders, exactly.",
        beyond="The upper bound itself (zcdp.thm5), which is vacuous for d >= 2.",
    )


@checks("zcdp.tab1.arms_lower")
def arms_lower_cell(proof: Proof = WRITTEN) -> Verdict:
    """K - 1 >= K/2, which K = 2 attains."""
    sides = Sides()
    for k in (2, 3, 100):
        sides.at_most(Fraction(k, 2), Fraction(k - 1), "K - 1 is smaller than K/2.", K=k)
    return proof.verdict(
        "K - 1 is at least K/2; the constants are 1/27 and 1/124 over sqrt(2).",
        instances="K = 2, which attains it.",
        beyond="The lower bound itself (zcdp.thm17), which needs a cap for bounded means.",
        sharpness=sides.sharpness,
    )


@checks(
    "zcdp.tab1.linear_lower",
    mutants={
        "sharper: d T": {"free": Order.of(d=1, T=1)},
        "d/rho": {"private": Order.of(d=1, rho=-1)},
    },
)
def linear_lower_cell(free: Order = CUBE_FREE, private: Order = CUBE_PRIVATE) -> Verdict:
    """The two terms of Theorem 9 over the orders of the cell, symbolically."""
    import sympy as sp

    at = {name: sp.Symbol(name, positive=True) for name in ("d", "T", "rho")}
    d, t, rho = at.values()
    terms = (sp.exp(-2) / 8 * d * sp.sqrt(t), sp.exp(-sp.Rational(9, 4)) / 4 * d / sp.sqrt(rho))
    with working_precision(100):
        library = (
            hypercube.free_printed(3, Fraction(5)),
            hypercube.zcdp_printed(3, Fraction(1, 7)),
        )
    for term, same, order in zip(terms, library, (free, private), strict=True):
        value = float(term.subs({d: 3, t: 5, rho: sp.Rational(1, 7)}))
        need(abs(value - float(same.mid())) < 1e-12, "The library has another term")
        cell = sp.prod([at[name] ** sp.Rational(str(power)) for name, power in order.powers])
        quotient = sp.simplify(term / cell)
        require(not quotient.free_symbols, "The cell has another order.", quotient=quotient)
    return proved(
        "The terms of Theorem 9 but for the constants e^-2/8 and e^-2.25/4.",
        covered="All d, T and rho, symbolically.",
        beyond="The lower bound itself (zcdp.thm9).",
    )


@checks("zcdp.tab1.footnote")
def footnote(proof: Proof = WRITTEN) -> Verdict:
    """At K = 2^d the upper bound is above the lower one, and near it for large d."""
    sides = Sides()
    with working_precision(100):
        for d, t in ((2, 3), (10**6, 2), (10**9, 10**3)):
            upper = (d * t * (d * arb(2).log() + ball(t).log())).sqrt()
            lower = arb(2).log().sqrt() * d * ball(t).sqrt()
            sides.at_most(lower, upper, "The upper bound is below the lower one.", d=d, T=t)
    return proof.verdict(
        "At the vertices of the cube the upper bound lies between sqrt(log 2) d sqrt(T) and "
        "sqrt(log 2 T) d sqrt(T).",
        instances="Three points; long actions attain the constant.",
        sharpness=sides.sharpness,
    )
