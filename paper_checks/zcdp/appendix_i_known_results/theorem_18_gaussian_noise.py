"""Claims about Gaussian noise under three notions of privacy: Theorem 18."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.theory.mechanisms import Gaussian
from ...checking import WRITTEN, Instance, Proof, Sides, Verdict, checks, mutant


def shifted_normal_law() -> Iterator[Instance]:
    """N(3/2, 5/4) against N(0, 5/4) at the order 2, for s(f) = 2 and eps = 16/5."""
    spent = Gaussian(sigma_squared=Fraction(5, 4)).renyi(Fraction(2), Fraction(3, 2))
    yield {"s": "3/2", "top": 2, "a": 2, "eps": "16/5", "w": "5/4", "v": spent}


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


@checks("zcdp.thm18.renyi")
@mutant("b = alpha/(4 eps)", factor=Fraction(1, 2))
@mutant("sharper: 0.99 of b", factor=Fraction(99, 100))
def gaussian_for_one_order(factor: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The divergence of two normal laws at three orders."""
    return proof.verdict(sharpness=compared(factor, ORDERS, Fraction(1, 3)).sharpness)


@checks("zcdp.thm18.zcdp")
@mutant("b = 1/(4 rho)", factor=Fraction(1, 2))
@mutant("sharper: 0.99 of b", factor=Fraction(99, 100))
def gaussian_for_all_orders(factor: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The divergence of two normal laws at three orders, with one variance for all."""
    return proof.verdict(sharpness=compared(factor, ORDERS, Fraction(2, 3)).sharpness)
