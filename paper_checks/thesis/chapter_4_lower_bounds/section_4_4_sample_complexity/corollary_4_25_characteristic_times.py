"""Claims about the characteristic times under privacy: Corollary 4.25 and its regimes."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any
import numpy as np
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.one_level_times import characteristic_time_again
from banditproof.paper_checks.verdicts.vocabulary import cited, need, points, proved, require
from banditproof.theory import (
    Bandit,
    BernoulliBandit,
    CharacteristicTime,
    Enclosure,
    certify,
    characteristic_time,
)
from banditproof.theory.characteristic_times import transportation_cost
from banditproof.verify.evidence import Grade

MANY = BernoulliBandit(("0.9", "0.8", *["0.2"] * 7))
TWO = BernoulliBandit(("0.5", "0.4"))
THREE = BernoulliBandit(("0.7", "0.5", "0.3"))
CASES = ((MANY, "0.284633"), (TWO, "0.2"), (TWO, "0.05"), (THREE, "0.3"), (THREE, "0.1"))


def random_bandits(seed: int, number: int) -> Iterator[BernoulliBandit]:
    """Bernoulli instances with 2 to 6 arms, one of them best, means in hundredths."""
    rng = np.random.default_rng(seed)
    while number:
        hundredths = rng.integers(1, 100, rng.integers(2, 7))
        means = sorted((Fraction(int(i), 100) for i in hundredths), reverse=True)
        if means[0] > means[1]:
            number -= 1
            yield BernoulliBandit(tuple(means))


def private_time(bandit: BernoulliBandit, eps: Fraction) -> Enclosure:
    """T*(nu; eps), enclosed."""
    return characteristic_time(bandit, "private", eps=eps).enclosure


def variation_time(bandit: Bandit) -> Fraction:
    """T*_TV, exact."""
    return characteristic_time(bandit, "tv").enclosure.exact


def larger_of_both(bandit: BernoulliBandit, eps: Fraction) -> Enclosure:
    """max(T*_KL, T*_TV / eps), the bound of the corollary."""
    return Enclosure.max(characteristic_time(bandit).enclosure, variation_time(bandit) / eps)


@checks("thesis.cor4.25")
@mutant("sharper: one per cent more", share=Fraction("1.01"))
@mutant("privacy is free", time=lambda bandit, eps: characteristic_time(bandit).enclosure)
def simplified_bound(
    time: Callable[[BernoulliBandit, Fraction], Enclosure] = private_time,
    share: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Certified times against both terms, and against a second route.

    The infimum of a minimum is at most each infimum, and so is its supremum over the weights.
    """
    apart, most, sides = 0.0, 0.0, Sides()
    random = [(b, Fraction(e)) for b in random_bandits(425, 8) for e in ("0.05", "0.4", "2")]
    for bandit, eps in [*((b, Fraction(text)) for b, text in CASES), *random]:
        value, floor = time(bandit, eps), larger_of_both(bandit, eps)
        finding = "The time is smaller than one of the two."
        # the two may be equal, so the outer ends of their enclosures are compared
        case = dict[str, Any](nu=bandit, eps=eps, time=value, larger=floor)
        sides.at_most(share * floor.lower, value.upper, finding, **case)
        most = max(most, float(value) / float(floor))
        again = characteristic_time_again(bandit, str(float(eps)))
        apart = max(apart, abs(again / float(value) - 1))
    need(apart <= 1e-8, "The second route gives another time", apart=apart)
    values = {f"T*({len(b.means)} arms; {e})": time(b, Fraction(e)) for b, e in CASES}
    for name, bandit in (("9", MANY), ("2", TWO), ("3", THREE)):
        values[f"T*_KL({name} arms)"] = characteristic_time(bandit).enclosure
        values[f"T*_TV({name} arms)"] = characteristic_time(bandit, "tv").enclosure
    return proof.verdict(
        f"T*(nu; eps) is at least both terms, and up to {most:.6f} times the larger one: for means "
        "0.9, 0.8, 0.2 (x 7) and eps = 0.284633 T*_KL = "
        f"{float(values['T*_KL(9 arms)']):.5f}, T*_TV = {float(values['T*_TV(9 arms)']):g} and "
        f"T*(nu; eps) = {float(values['T*(9 arms; 0.284633)']):.6f}, so the corollary is weaker "
        "than the theorem. log 1/3 delta means log(1/(3 delta)).",
        numbers={**values, "largest quotient": most, "routes apart": apart},
        instances=f"{len(CASES) + len(random)} pairs of instance and eps in enclosures of 20 "
        "digits, and by a second route in floats.",
        sharpness=sides.sharpness,
    )


def crossing_of_the_terms(found: CharacteristicTime) -> Fraction:
    """The printed threshold T*_TV / T*_KL, up to 20 digits, from above."""
    return variation_time(found.bandit) / found.enclosure.lower


def free_from(found: CharacteristicTime) -> Fraction:
    """1 / (T*_KL min_a min(w_1, w_a) Delta_a) at the optimal w without privacy, from above."""
    proof = found.certificate()
    w, best = proof.allocation, found.bandit.best_arms[0]
    moved = min(min(w[best], w[a]) * found.bandit.gaps[a] for a in found.bandit.suboptimal_arms)
    nudge = 1 + Fraction(1, 10**8)  # the allocation is known to about ten digits
    return nudge / (proof.enclosure.lower * moved)


def private_up_to(bandit: BernoulliBandit) -> Fraction:
    """T*_TV min_a C_a(w) at the optimal w for total variation, from below."""
    proof = characteristic_time(bandit, "tv").certificate()
    w, best, laws = proof.allocation, bandit.best_arms[0], bandit.laws
    costs = (
        certify(transportation_cost, laws[best], laws[a], w[best], w[a], digits=20).lower
        for a in bandit.suboptimal_arms
    )
    return proof.enclosure.lower * min(costs)


BELOW = 1 + Fraction(1, 10**9)
REGIMES = (MANY, TWO, THREE, BernoulliBandit(("0.99", "0.5", "0.3", "0.01")))
NOT_FREE = (
    "At this eps Theorem 4.24 still asks every private strategy for more than T*_KL log(1/(3 "
    "delta)), so privacy is not free where the two terms of Corollary 4.25 cross."
)


@checks("thesis.cor4.25.crossing")
@mutant("sharper: one per cent less", factor=Fraction(99, 100))
def where_the_terms_cross(factor: Fraction = Fraction(1)) -> Verdict:
    """At eps = u times the threshold the second term is 1/u times the first one."""
    import sympy as sp

    plain, moved, u = sp.symbols("T_KL T_TV u", positive=True)
    eps = u * sp.Rational(factor.numerator, factor.denominator) * moved / plain
    quotient = sp.simplify(moved / eps / plain * u)
    require(quotient == 1, "The terms cross elsewhere.", quotient_at_the_threshold=quotient)
    return proved()


@checks("thesis.cor4.25.high")
@mutant("above the threshold", share=Fraction(2))
def more_samples(share: Fraction = Fraction(99, 100)) -> Verdict:
    """Below the threshold the private bound is above the rate that a free strategy attains."""
    for bandit in REGIMES:
        plain, moved = characteristic_time(bandit).enclosure, variation_time(bandit)
        eps = share * moved / plain.upper
        larger = moved / eps > plain
        require(larger, "The private bound is not larger.", nu=bandit, eps=float(eps))
    return cited(covered=f"The order of the two rates at {len(REGIMES)} Bernoulli instances.")


@checks("thesis.cor4.25.regimes", subjects={"threshold": (crossing_of_the_terms, free_from)})
@mutant(
    "sharper: free from one per cent less",
    threshold=lambda result: free_from(result) * Fraction(99, 100),
)
@mutant(
    "sharper: one per cent wider", lowest=lambda bandit: private_up_to(bandit) * Fraction(101, 100)
)
@mutant(
    "the crossing from below",
    lowest=lambda bandit: crossing_of_the_terms(characteristic_time(bandit)) / BELOW,
)
def regimes(
    threshold: Callable[[CharacteristicTime], Fraction],
    lowest: Callable[[BernoulliBandit], Fraction] = private_up_to,
) -> Verdict:
    """The time at both thresholds and a little inside them.

    If T*(nu; eps) = T*_KL at w, then w has KL costs of at least 1/T*_KL, so it is the one
    maximiser w*_KL, and its costs eps min(w_1, w_a) Delta_a are at least 1/T*_KL too; and
    conversely. Likewise for total variation, whose maximiser is w_a/w_1 = Delta_min/Delta_a.
    """
    ends: dict[str, float] = {}
    most, inside = 1 + Fraction(1, 10**6), Fraction(1, 1000)
    for bandit in REGIMES:
        result = characteristic_time(bandit)
        plain, moved = result.enclosure, variation_time(bandit)
        high, low = threshold(result), lowest(bandit)
        free = private_time(bandit, high)
        case = dict[str, Any](nu=bandit, eps=float(high), T=free, T_KL=plain)
        require(
            free <= plain * most,
            NOT_FREE,
            Grade.OUTLINED,
            **case,
            quotient=float(free) / float(plain),
        )
        bound = private_time(bandit, low * (1 - Fraction(1, 10**12)))
        finding = "The regime of T*_TV/eps ends elsewhere."
        require(bound * low <= moved * most, finding, nu=bandit, eps=float(low), time=bound)
        if low * (1 + 3 * inside) <= high:
            for eps in (low * (1 + inside), high * (1 - inside)):
                value = private_time(bandit, eps)
                larger = (value > plain) & (value > moved / eps)
                require(larger, "The time is one of the two terms.", nu=bandit, eps=eps)
        ends[f"{bandit.arms} arms, free from"] = float(high)
        ends[f"{bandit.arms} arms, T*_TV/eps up to"] = float(low)
    return points(
        "Exact ends of the two pure regimes: for means 0.9, 0.8, 0.2 (x 7) the TV term alone up to "
        f"eps = {ends['9 arms, T*_TV/eps up to']:.6f}, free from eps = "
        f"{ends['9 arms, free from']:.6f}, with the printed crossing between.",
        numbers=ends,
        covered=f"{len(REGIMES)} Bernoulli instances: the time at both ends to a part in 10^6, and "
        "strictly above both terms one part in 1000 inside.",
    )
