"""Claims about Gaussian noise under three notions of privacy: Theorem 18."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    Instance,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.mechanisms import Gaussian


def shifted_normal_law() -> Iterator[Instance]:
    """N(3/2, 5/4) against N(0, 5/4) at the order 2, for s(f) = 2 and eps = 16/5."""
    spent = Gaussian(sigma_squared=Fraction(5, 4)).renyi(Fraction(2), Fraction(3, 2))
    yield {"s": "3/2", "top": 2, "a": 2, "eps": "16/5", "w": "5/4", "v": spent}


ONE_ORDER = Proof(
    "zcdp.thm18.renyi",
    instances=shifted_normal_law,
    where="eps in (0,inf), a in (1,inf), s in [0,inf), top in (0,inf), w in (0,inf), v in [0,inf)",
    steps=(
        Given(1, r"$s=\|f(d)-f(d')\|_2\le s(f)$ for neighbours.", "s <= top"),
        Given(
            2,
            r"Each coordinate gets independent normal noise of variance $b\,s(f)^2$, "
            r"$b=\alpha/(2\epsilon)$; here $s(f)>0$.",
            "w == a*top**2/(2*eps)",
        ),
        Textbook(
            3,
            r"The divergence of the outputs.",
            "v == a*s**2/(2*w)",
            fact="textbook.gaussian-mechanism:divergence",
            hypotheses={"independent normal noise of variance w in each coordinate": 2},
            instance={"v": "v", "a": "a", "s": "s", "w": "w"},
        ),
        Inequality(
            4,
            r"$D_\alpha\le\epsilon$.",
            "v <= eps",
            uses=(2, 3),
            weights={1: "eps*(top+s)/top**2"},
        ),
        Inequality(5, r"If $s(f)=0$, both outputs have one law, and $D_\alpha=0$.", "0 <= eps"),
        Parts(6, "Both cases.", uses=(4, 5)),
    ),
)
ALL_ORDERS = Proof(
    "zcdp.thm18.zcdp",
    where="rho in (0,inf), a in (1,inf), v in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"The divergence of order $\alpha$ for neighbours, if $s(f)>0$.",
            "v <= rho*a",
            claim="thesis.thm2.14.zcdp.repaired",
            of_step=4,
        ),
        Inequality(2, "If $s(f)=0$, it is 0.", "0 <= rho*a"),
        Parts(3, "Both cases.", uses=(1, 2)),
    ),
)


def compared(factor: Fraction, orders: tuple[Fraction, ...], budget: Fraction) -> Sides:
    """The divergences for b = factor alpha/(2 eps), at the distances s(f) and s(f)/2.

    With eps = rho alpha this is factor/(2 rho).
    """
    sides, sensitivity = Sides(), Fraction(7, 5)
    for order, part in product(orders, (Fraction(1), Fraction(1, 2))):
        noise = Gaussian(sigma_squared=factor * order / (2 * budget * order) * sensitivity**2)
        spent = noise.renyi(order, part * sensitivity)
        case: dict[str, Any] = {"alpha": order, "rho": budget, "distance": f"{part} s(f)"}
        sides.at_most(spent, budget * order, "The divergence is larger.", **case)
    return sides


ORDERS = (Fraction(101, 100), Fraction(2), Fraction(15, 2))


@checks(
    "zcdp.thm18.renyi",
    mutants={
        "b = alpha/(4 eps)": {"factor": Fraction(1, 2)},
        "sharper: 0.99 of b": {"factor": Fraction(99, 100)},
        "a larger shift": {"proof": ONE_ORDER.changed(1, formula="s <= 2*top")},
        "sharper: 0.99 eps": {"proof": ONE_ORDER.changed(4, formula="v <= 0.99*eps")},
    },
)
def gaussian_for_one_order(factor: Fraction = Fraction(1), proof: Proof = ONE_ORDER) -> Verdict:
    """The divergence of two normal laws at three orders."""
    sides = compared(factor, ORDERS, Fraction(1, 3))
    return proof.verdict(
        "D_alpha = alpha s^2/(2 b s(f)^2), which is eps at s = s(f). A constant f gets no noise.",
        instances="Three orders at two distances.",
        sharpness=sides.sharpness,
    )


@checks(
    "zcdp.thm18.zcdp",
    mutants={
        "b = 1/(4 rho)": {"factor": Fraction(1, 2)},
        "sharper: 0.99 of b": {"factor": Fraction(99, 100)},
        "sharper: half of rho": {"proof": ALL_ORDERS.changed(1, formula="v <= rho*a/2")},
    },
)
def gaussian_for_all_orders(factor: Fraction = Fraction(1), proof: Proof = ALL_ORDERS) -> Verdict:
    """The divergence of two normal laws at three orders, with one variance for all."""
    sides = compared(factor, ORDERS, Fraction(2, 3))
    return proof.verdict(
        "D_alpha = alpha s^2/(2 b s(f)^2), which is alpha rho at s = s(f), for all orders.",
        instances="Three orders at two distances.",
        sharpness=sides.sharpness,
    )
