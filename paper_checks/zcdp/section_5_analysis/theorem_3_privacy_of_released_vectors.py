"""Claims about Theorem 3: AdaC-GOPE and AdaC-OFUL are rho-zCDP, as machines; not as kernels."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from statistics import NormalDist
from mpmath import mp, mpf, ncdf
from banditproof.algorithms.linear.gope import AdaCGOPE
from banditproof.algorithms.linear.oful import AdaCOFUL
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.prices.price import price
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, needs_repair, points
from banditproof.theory.budgets import ZCDP
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.mechanisms import Gaussian
from banditproof.verify.audit.declaration import declaration_of
from banditproof.verify.definitions.cached_noise import threshold_losses
from banditproof.verify.evidence import Grade

Made = Callable[[Fraction], Policy[object]]
RHOS = (Fraction(1, 100), Fraction(1, 2), Fraction(3))
ACTIONS = ((1, 0), (Fraction(3, 5), Fraction(4, 5)), (0, 1))


def gope(rho: Fraction) -> Policy[object]:
    """AdaC-GOPE on three vectors, with noise by its measured leverage."""
    return AdaCGOPE(ACTIONS, rho=rho)  # type: ignore[return-value]


def oful(rho: Fraction) -> Policy[object]:
    """AdaC-OFUL with three arms in the plane."""
    return AdaCOFUL(arms=3, dimension=2, rho=rho)  # type: ignore[return-value]


def with_noise_for_one(made: Made) -> Made:
    """The noise of rewards in [0, 1], a quarter of the variance."""

    def weaker(rho: Fraction) -> Policy[object]:
        policy = made(rho)
        noise = Gaussian(sigma_squared=1 / (2 * rho))
        object.__setattr__(policy, "curator", replace(policy.curator, noise=noise))  # type: ignore[type-var]
        return policy

    return weaker


def declared_cost(made: Made, share: Fraction) -> Sides:
    """What the declared parts of the library's policy cost, against a share of rho."""
    sides = Sides()
    for rho in RHOS:
        policy = made(rho)
        declaration = declaration_of(policy)
        need(declaration.parts is not None, "The policy is not declared")
        assert declaration.parts is not None
        cost = price(declaration.parts, policy.rewards, ZCDP(rho)).cost
        sides.at_most(cost, share * rho, "The releases cost more.", rho=rho)
    return sides


@checks("zcdp.thm3.gope")
@mutant("the noise of rewards in [0, 1]", made=with_noise_for_one(gope))
@mutant("sharper: 0.99 of rho", share=Fraction(99, 100))
def elimination_is_private(
    made: Made = gope, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The steps, and the price of the declared policy."""
    return proof.verdict(sharpness=declared_cost(made, share).sharpness)


@checks("zcdp.thm3.oful")
@mutant("the noise of rewards in [0, 1]", made=with_noise_for_one(oful))
@mutant("sharper: 0.99 of rho", share=Fraction(99, 100))
def optimism_is_private(
    made: Made = oful, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The steps, and the price of the declared policy."""
    return proof.verdict(sharpness=declared_cost(made, share).sharpness)


def charged_by_mpmath(rho: Fraction, bits: int) -> float:
    """The same charges with another library: the sum of KL of the choices."""
    with mp.workdps(30):
        total, reach = mpf(0), mp.sqrt(2 * mpf(rho.numerator) / rho.denominator)
        before = [mpf(1), mpf(1)]
        for k in range(1, bits + 1):
            cut = Fraction(NormalDist().inv_cdf(0.5**k) + float(rho / 2) ** 0.5)
            cut = cut.limit_denominator(1000)
            here = [ncdf(mpf(cut.numerator) / cut.denominator - shift) for shift in (0, reach)]
            p, q = (x / y for x, y in zip(here, before, strict=True))
            total += p * mp.log(p / q) + (1 - p) * mp.log((1 - p) / (1 - q))
            before = here
        return float(total)


@checks("zcdp.thm3.kernel")
@mutant("three choices", choices=3)
def as_a_kernel(rho: Fraction = Fraction(1, 2), choices: int = 4) -> Verdict:
    """One path of choices after the first release: the sum of KL against rho, by two routes."""
    total = sum(threshold_losses(rho, choices), Enclosure.of(0))
    other = charged_by_mpmath(rho, choices)
    need(abs(float(total) - other) < 1e-12, "Two routes differ", balls=total, other=other)
    if total.hi <= rho:
        return points()
    return needs_repair(
        witness=(
            "d = 1, lambda = 1, C = 1/2; A_1 = {1}, then A_t = {eta, -eta s_t} with eta tiny, so "
            "that the choices are 1{Z < c_k}, Z ~ N(0, 1) for r_1 = -1 and N(1, 1) for r_1 = 1, "
            "c_k next to Phi^-1(2^-k) + 1/2."
        ),
        rho=rho,
        choices=choices,
        sum_of_KL=total,
        grade=Grade.PROVED,
    )
