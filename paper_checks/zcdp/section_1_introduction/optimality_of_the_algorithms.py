"""The optimality that the zCDP paper concludes from Table I."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb

from banditproof.paper_checks.models.concentrated_regret_bounds import (
    ARMS_FREE,
    ARMS_PRIVATE,
    CONTEXTUAL_FREE,
    CONTEXTUAL_PRIVATE,
    LINEAR_PRIVATE,
    Order,
)
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim, pair
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Sharpness, Verdict
from banditproof.paper_checks.verdicts.vocabulary import at_most, need, proved, require
from banditproof.theory.balls import ball, working_precision

CUBE_PRIVATE = Order.of(d=1, rho="-1/2")
EXTRA = Order.of(log_KT="3/2")


@pair(
    "zcdp.optimality.arms",
    "The regret lower bounds show that AdaC-UCB is optimal up to poly-logarithmic factors.",
    r"The upper bound of Table I for finite arms is at most $(1+\sqrt K)\sqrt{\log T}$ times the "
    r"lower one, and that is attained at $\rho=1/T$.",
    recorded="fails",
    reading="the upper bound of Table I is at most C log(KT)^p times the lower one, for some C, p",
    stated=True,
    place="I contributions",
    title="optimality for finite arms",
    repaired_title="how far the bounds for finite arms are apart",
    refutation_rests_on=("zcdp.optimality.arms.powers",),
    subjects={"polylog": (True, False)},
    mutants={"sharper: sqrt(K) for 1 + sqrt(K)": {"one": Fraction(0)}},
    printed_mutants={"a private term of order sqrt(K)": {"private": Order.of(K="1/2", rho="-1/2")}},
)
def gap_between_the_bounds(
    polylog: bool,
    one: Fraction = Fraction(1),
    private: Order = ARMS_PRIVATE,
    proof: Proof = written_proof("zcdp.optimality.arms.repaired"),
) -> Verdict:
    """The exponent of K in the quotient, and its values at K = 4^n, T = K^3 and rho = 1/T."""
    quotient = private / Order.of(K="1/2", rho="-1/2")
    sides = Sides()
    with working_precision(200):
        for n in (10, 100, 1000):
            k, t = 4**n, 64**n
            rho, log = Fraction(1, t), ball(t).log()
            lower = (ball(k) * t).sqrt()  # both terms are this at T = 1/rho
            upper = ARMS_FREE.at(K=k, T=t) + private.at(K=k, T=t, rho=rho)
            need(at_most(upper, ball(t)), "The regret is at most T, which is smaller", n=n)
            case: dict[str, Any] = {"K": f"4^{n}", "T": f"64^{n}", "rho": f"64^-{n}"}
            if polylog:
                # the logarithm of K T to the power 20, at K = 4^1000
                most = ball(k * t).log() ** 20
                require(
                    n < 1000 or at_most(upper, most * lower),
                    "The quotient has a power of K, which no power of a logarithm bounds.",
                    **case,
                    quotient=(upper / lower).str(6, radius=False),
                    order=" ".join(f"{name}^{power}" for name, power in quotient.powers),
                )
            else:
                more = (ball(one) + ball(k).sqrt()) * log.sqrt() * lower
                slack = 1 + ball(Fraction(1, 2**150))
                sides.at_most(upper, more * slack, "The quotient is larger.", **case)
    if polylog:
        return proved("No power of K is left.", covered="Three points.")
    return proof.verdict(
        "The private terms differ by sqrt(K log T), the others by sqrt(log T): the algorithm is "
        "optimal up to a logarithm for a fixed number of arms.",
        instances="K = 4^n and T = K^3 at rho = 1/T, which attains it.",
        beyond="Which of the two bounds is the better one.",
        sharpness=sides.sharpness,
    )


@claim(
    "zcdp.optimality.arms.powers",
    r"For all $C>0$, $p\ge0$ and $T=K^3=1/\rho$ with $\log T\ge8$ above $6C8^p(\frac{p+1}e)^{p+1}$ "
    r"the upper bound of Table I for finite arms is below $T$, and more than $C(\log KT)^p$ times "
    "the lower one.",
    recorded="holds",
    title="no power of a logarithm bounds the quotient for finite arms",
)
def no_power_for_finite_arms(
    proof: Proof = written_proof("zcdp.optimality.arms.powers"),
) -> Verdict:
    """exp(x) is above (e x/q)^q, tight at x = q."""
    return proof.verdict(
        "An exponential is above each power; so the bounds for finite arms are not optimal up to "
        "poly-logarithmic factors, whatever these are.",
        instances="Six points, three of them where the second step is tight.",
        sharpness=exponential_and_power(),
    )


def exponential_and_power() -> Sharpness | None:
    """x against q log(x/q) + q, which are equal at x = q."""
    sides = Sides()
    with working_precision(100):
        for q in (1, 5, 20):
            for x in (q, 2 * q):
                left = q * (ball(Fraction(x, q)).log() + 1)
                sides.at_most(left, ball(x), "x is smaller.", q=q, x=x)
    return sides.sharpness


@pair(
    "zcdp.optimality.contextual",
    "The regret lower bounds show that AdaC-OFUL is optimal up to poly-logarithmic factors.",
    r"The upper bound of Table I for contextual bandits is at most $\log T+d\log^2T$ times the "
    r"lower one for linear bandits, for $T\ge3$, and that is attained at $\rho=1/T$.",
    recorded="fails",
    reading="the upper bound of Table I is at most C log(dT)^p times the lower one, for some C, p; "
    "Table I has none for contextual bandits, so the lower bound is that of linear bandits, which "
    "are contextual ones with the same actions in all rounds",
    stated=True,
    place="I contributions",
    title="optimality for contextual bandits",
    repaired_title="how far the bounds for contextual bandits are apart",
    refutation_rests_on=("zcdp.optimality.contextual.powers",),
    subjects={"polylog": (True, False)},
    mutants={"sharper: 99 % at the points": {"factor": Fraction(99, 100)}},
    printed_mutants={"a private term of order d": {"private": Order.of(d=1, rho="-1/2", log_T=2)}},
)
def gap_for_contexts(
    polylog: bool,
    factor: Fraction = Fraction(1),
    private: Order = CONTEXTUAL_PRIVATE,
    proof: Proof = written_proof("zcdp.optimality.contextual.repaired"),
) -> Verdict:
    """The quotient of the bounds at d = 4^n, T = d^6 and rho = 1/T, in balls."""
    sides = Sides()
    with working_precision(200):
        for n in (10, 1000):
            d, t = 4**n, 4 ** (6 * n)
            lower, log = ball(d) * ball(t).sqrt(), ball(t).log()
            upper = CONTEXTUAL_FREE.at(d=d, T=t) + private.at(d=d, T=t, rho=Fraction(1, t))
            need(at_most(upper, ball(t)), "The regret is of the order T, which is smaller", n=n)
            case: dict[str, Any] = {"d": f"4^{n}", "T": f"4^{6 * n}", "rho": f"4^-{6 * n}"}
            if polylog:
                require(
                    n < 1000 or at_most(upper, ball(d * t).log() ** 20 * lower),
                    "The quotient has a power of d, which no power of a logarithm bounds.",
                    **case,
                    quotient=(upper / lower).str(6, radius=False),
                )
            else:
                more = ball(factor) * (log + d * log**2) * lower
                slack = 1 + ball(Fraction(1, 2**150))
                sides.at_most(upper, more * slack, "The quotient is larger.", **case)
    if polylog:
        return proved("No power of d is left.", covered="Two points.")
    return proof.verdict(
        "The private terms differ by d log^2 T, the others by log T.",
        instances="d = 4^n and T = d^6 at rho = 1/T, which attains it.",
        beyond="A lower bound of contextual bandits, which the document does not give.",
        sharpness=sides.sharpness,
    )


@claim(
    "zcdp.optimality.contextual.powers",
    r"For all $C>0$, $p\ge0$ and $T=d^6=1/\rho$, $\log T\ge48$ above $6C7^p(\frac{p+1}e)^{p+1}$, "
    r"the upper bound of Table I for contextual bandits is below $T$, and more than $C(\log dT)^p$ "
    "times the lower one for linear bandits.",
    recorded="holds",
    title="no power of a logarithm bounds the quotient for contextual bandits",
)
def no_power_for_contexts(
    proof: Proof = written_proof("zcdp.optimality.contextual.powers"),
) -> Verdict:
    """As for finite arms."""
    return proof.verdict(
        "The quotient is log T + d log^2 T, above every power of log(dT) for large d.",
        instances="Six points of the second step.",
        sharpness=exponential_and_power(),
    )


@claim(
    "zcdp.optimality.linear",
    r"The lower bound $\Omega(d/\sqrt\rho)$ matches the upper bound of AdaC-GOPE up to an extra "
    r"factor $(\log KT)^{3/2}$.",
    recorded="holds",
    stated=True,
    reading="the bounds of Table I: the upper one is at most twice that factor times the lower one "
    "for T >= 3, and the private terms differ by that factor",
    place="V-B1 after Theorem 4",
    title="optimality for linear bandits",
    mutants={
        "sharper: the logarithm to the power 1": {"factor": Order.of(log_KT=1)},
        "the private term of the Renyi paper": {"upper": Order.of(d=2, rho="-1/2", log_KT="3/2")},
    },
)
def bounds_of_linear_bandits(
    factor: Order = EXTRA,
    upper: Order = LINEAR_PRIVATE,
    proof: Proof = written_proof("zcdp.optimality.linear"),
) -> Verdict:
    """The quotient of the private terms, exactly, and the whole bounds by a step."""
    quotient = upper / CUBE_PRIVATE
    require(quotient == factor, "The quotient differs.", quotient=quotient.powers)
    return proof.verdict(
        "The quotient of the private terms is log(KT)^(3/2).",
        instances="The exponents of the private terms.",
        beyond="The lower bound is about the cube, with its continuum of actions or 2^d vertices, "
        "and the upper bound about K actions and under other hypotheses; zcdp.thm4 needs repairs.",
    )


@claim(
    "zcdp.optimality.exponential",
    r"If $K$ is exponential in $d$ there is a mismatch between the upper and the lower bound in "
    r"their dependence on $d$.",
    recorded="holds",
    stated=True,
    reading="K = 2^d, the private terms of Table I",
    place="V-B1 after Theorem 4",
    title="the mismatch for exponentially many actions",
    mutants={"sharper: 1 for log 2": {"constant": Fraction(1)}},
)
def exponentially_many(
    proof: Proof = written_proof("zcdp.optimality.exponential"), constant: Fraction | None = None
) -> Verdict:
    """The quotient of the private terms grows as d^(3/2) at least."""
    sides = Sides()
    with working_precision(100):
        two = arb(2).log()
        for d, t in product((1, 10**6), (2, 10**3)):
            quotient = (d * two + ball(t).log()) ** 3
            least = ((two if constant is None else ball(constant)) * d) ** 3
            sides.at_most(least, quotient, "The quotient is smaller.", d=d, T=t)
    return proof.verdict(
        "The private terms differ by (d log 2)^(3/2) at least, and by no more than that times a "
        "constant once d log 2 >= log T.",
        instances="Four points, squared.",
        sharpness=sides.sharpness,
    )


whole(
    "zcdp.optimality",
    "The lower bounds show that AdaC-UCB, AdaC-GOPE and AdaC-OFUL are optimal up to "
    "poly-logarithmic factors; for linear bandits up to $(\\log KT)^{3/2}$, with a mismatch if $K$ "
    "is exponential in $d$.",
    parts=(
        "zcdp.optimality.arms",
        "zcdp.optimality.linear",
        "zcdp.optimality.exponential",
        "zcdp.optimality.contextual",
    ),
)
