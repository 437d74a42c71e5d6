"""Claims about the discussion of Theorem 5.20: the factor 16, small eps, c = 45.26, Bernoulli."""

from collections.abc import Callable
from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, points, require, require_or_repair
from banditproof.theory import BernoulliBandit, Enclosure, GaussianBandit, certify
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.characteristic_times import characteristic_time, transportation_cost
from banditproof.theory.sample_complexity import adap_tt_rate

MIDDLE = Fraction(1, 2)
GAPS = (("0.3",), ("0.1", "0.1"), ("0.05", "0.05", "0.05", "0.45"), ("0.2", "0.21", "0.4"))
"""Gaps of the instances; the best mean is 0.95."""


def means_of(gaps: tuple[str, ...]) -> tuple[Fraction, ...]:
    """The means with these gaps."""
    best = Fraction("0.95")
    return (best, *(best - Fraction(gap) for gap in gaps))


def normal_time(means: tuple[Fraction, ...], sigma: Fraction, beta: Fraction | None) -> Enclosure:
    """T*_KL of normal arms, with a share of the best arm or without."""
    return certify(characteristic_time, GaussianBandit(means, sigma), "kl", None, beta, digits=20)


@checks("thesis.rem.tt.factor")
@mutant("sharper: 15.9 by many arms", most=Fraction("15.9"))
def sixteen(most: Fraction = Fraction(16), proof: Proof = WRITTEN) -> Verdict:
    """The steps, and K arms with equal gaps: T_{1/2}/T = 2 K/(1 + sqrt(K-1))^2."""
    sides = Sides()
    with working_precision(128):
        for arms in (2, 10, 10**6, 10**12):
            quotient = 8 * 2 * ball(arms) / (1 + ball(arms - 1).sqrt()) ** 2
            sides.at_most(quotient, ball(most), "The factor is larger.", K=arms)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.rem.tt.complexity")
@mutant("variance 1/4", sigma=MIDDLE)
def sum_of_squares(sigma: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The steps; the ratio T*/H = (1 + sqrt(K-1))^2/K of equal gaps; instances."""
    sides = Sides()
    for gaps in GAPS:
        means = means_of(gaps)
        squares = [1 / Fraction(gap) ** 2 for gap in gaps]
        total = 2 * (sum(squares) + max(squares))
        time = normal_time(means, sigma, None)
        sides.at_most(Enclosure.of(total), time, "T* is below H.", gaps=gaps)
        room = Enclosure.of(2 * total * (1 + Fraction(1, 10**15)))  # two arms have T* = 2 H
        sides.at_most(time, room, "T* is above 2 H.", gaps=gaps)
    return proof.verdict(
        instances=f"{len(GAPS)} instances in enclosures.", sharpness=sides.sharpness
    )


Squares = Callable[[list[Fraction]], Fraction]
"""A sum of the inverse squares of the gaps."""


def over_the_others(squares: list[Fraction]) -> Fraction:
    """The sum over a != a*."""
    return sum(squares, Fraction(0))


def over_all_arms(squares: list[Fraction]) -> Fraction:
    """The sum over all arms, where the gap of the best arm is the smallest one."""
    return sum(squares, max(squares))


@checks("thesis.rem.tt.squares", subjects={"total": (over_the_others, over_all_arms)})
@mutant("sigma = 1/2", "print", sigma=MIDDLE)
@mutant("sharper: 7.9", factor=Fraction(79, 10))
def sum_of_the_discussion(
    total: Squares,
    factor: Fraction = Fraction(8),
    sigma: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Two arms, where T* = 8 sigma^2/gap^2; other instances."""
    for gaps in GAPS:
        bound = factor * total([1 / Fraction(gap) ** 2 for gap in gaps])
        time = normal_time(means_of(gaps), sigma, None)
        require_or_repair(
            2 * time <= bound + Fraction(1, 10**9),
            "Twice the time is above the sum over the other arms.",
            gaps=gaps,
            sigma=sigma,
            twice_T=2 * time,
            bound=bound,
        )
    return proof.verdict(instances=f"{len(GAPS)} instances in enclosures.")


@checks("thesis.rem.tt.chain")
@mutant("sharper: c = 20 at an instance", constant=Fraction(15))
def one_order(constant: Fraction = Fraction("45.26"), proof: Proof = WRITTEN) -> Verdict:
    """The steps; the constant of the print; instances with C = Delta_max/Delta_min."""
    sides = Sides()
    with working_precision(64):
        need(32 * ball(2).sqrt() < ball(Fraction("45.26")), "32 sqrt 2 is larger")
    for gaps in GAPS:
        exact = [Fraction(gap) for gap in gaps]
        total = 1 / min(exact) + sum((1 / gap for gap in exact), Fraction(0))
        means = means_of(gaps)
        for text in ("0.001", "0.1", "0.5", "10"):
            eps = Fraction(text)
            private = max(exact) / min(exact) * total / eps
            time = normal_time(means, MIDDLE, MIDDLE)
            rate = certify(adap_tt_rate, means, eps, digits=15)
            most = Enclosure.max(time, Enclosure.of(private)) * constant
            sides.at_most(rate, most, "The bound is larger.", gaps=gaps, eps=text)
    return proof.verdict(
        instances=f"{sides.cases} pairs of instance and eps in enclosures.",
        sharpness=sides.sharpness,
    )


@checks("thesis.rem.bernmismatch.order")
def gaussian_costs(proof: Proof = WRITTEN) -> Verdict:
    """The steps; two arms near 1/2, where the costs are nearly equal."""
    sides = Sides()
    for text in ("0.3", "0.01", "0.0001"):
        laws = BernoulliBandit((MIDDLE + Fraction(text) / 2, MIDDLE - Fraction(text) / 2)).laws
        cost = certify(transportation_cost, laws[0], laws[1], MIDDLE, MIDDLE, digits=15)
        normal = Enclosure.of(Fraction(text) ** 2 / 2)
        sides.at_most(normal, cost, "The Gaussian cost is larger.", gap=text)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.rem.bernmismatch")
@mutant("means near 1/2", shift=MIDDLE)
@mutant("sharper: a hundred times the ratio", least=100)
def large_ratio(shift: Fraction = Fraction(0), least: int = 1) -> Verdict:
    """Means 2 t and 0 with equal shares: the cost is at least t log 2, and Gaussian 2 t^2."""
    ratios = {}
    for power in (1, 3, 6):
        t = Fraction(1, 10**power)
        laws = BernoulliBandit((shift + 2 * t, shift)).laws
        cost = certify(transportation_cost, laws[0], laws[1], MIDDLE, MIDDLE, digits=12)
        ratio = cost / (2 * t**2)
        bound = least * Enclosure.of(Fraction(1, 3)) / t
        require(ratio >= bound, "The ratio is small.", t=t, ratio=ratio, at_least=bound)
        ratios[f"ratio at means 0 and {float(2 * t):g}"] = float(ratio)
    return points()
