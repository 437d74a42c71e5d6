"""Claims about the discussion of Theorem 5.23: factors, small eps, and which bound is better."""

from fractions import Fraction
from itertools import product
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.theory import BernoulliBandit, Enclosure, GaussianBandit, certify
from banditproof.theory.characteristic_times import characteristic_time
from banditproof.theory.sample_complexity import (
    adap_tt_rate,
    adap_tt_star_rate,
    quadratic_noise_factor,
)
from ....verdicts.vocabulary import points, proved, refuted, require, require_or_repair
from .remarks_on_adap_tt import GAPS, means_of

HALF = Fraction(1, 2)


def truncated_time(means: tuple[Fraction, ...], eps: Fraction, beta: Fraction) -> Enclosure:
    """T*_{eps, beta}."""
    bandit = GaussianBandit(means, HALF)
    return certify(characteristic_time, bandit, "truncated", eps, beta, digits=18)


def variation_time(means: tuple[Fraction, ...]) -> Fraction:
    """T*_TV, exact."""
    return certify(characteristic_time, BernoulliBandit(means), "tv").exact


@checks("thesis.rem.ttstar.eight")
@mutant("sharper: at most 79", most=Fraction("79"))
def eight_to_eighty(most: Fraction = Fraction(80), proof: Proof = WRITTEN) -> Verdict:
    """The steps; the factor at the ends."""
    last = certify(quadratic_noise_factor, 12, digits=12) * 8
    require(last <= most, "The factor is larger.", at_12=last)
    first = certify(quadratic_noise_factor, Fraction(1, 10**30), digits=12) * 8
    require(first < 8 + Fraction(1, 10**12), "The limit is not 8.", at_10_to_the_minus_30=first)
    return proof.verdict(f"8 g_1 goes from 8 to {float(last):.4f}, below 80.")


@checks(
    "thesis.rem.ttstar.middle", subjects={"shares": (("0.1", "0.9"), ("0.1465", "0.5", "0.75"))}
)
@mutant("a share of 0.14", shares=("0.14",))
@mutant("a share of 0.76", shares=("0.76",))
def total_variation(shares: tuple[str, ...], proof: Proof = WRITTEN) -> Verdict:
    """Two arms: the quotient 1/(8 b (1-b)); 40001 arms with equal gaps: nearly 1/(4 (1-b))."""
    eps, gap, sides = Fraction(1, 100), Fraction(1, 10), Sides()
    for text, others in product(shares, (1, 40_000)):
        beta = Fraction(text)
        # equal gaps: the other shares are equal too
        inverse = 6 * eps * gap / (1 / beta + others / (1 - beta))
        left, right = 12 / inverse, 8 * (others + 1) / gap / eps
        require_or_repair(
            left <= right,
            "The time is larger.",
            K=others + 1,
            gaps=gap,
            eps=eps,
            beta=beta,
            left=left,
            right=right,
            quotient=left / right,
        )
        sides.at_most(left, right, "The time is larger.", K=others + 1, beta=beta)
    for gaps, text in product(GAPS, ("0.2", "0.5", "0.7")):
        eps, means = Fraction(1, 1000), means_of(gaps)
        time = truncated_time(means, eps, Fraction(text)) * 12
        most = Enclosure.of((4 if text == "0.5" else 8) * variation_time(means) / eps)
        room = most * (1 + Fraction(1, 10**12))
        require(time <= room, "The time is larger.", gaps=gaps, beta=text, left=time, right=most)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.rem.ttstar.low")
@mutant("sharper: 15.9", most=Fraction("15.9"))
def forty_eight(most: Fraction = Fraction(48), proof: Proof = WRITTEN) -> Verdict:
    """48 T*_{eps,1/2} g_2 over T*_TV/eps at small eps."""
    sides, result = Sides(), []
    for gaps, power in product(GAPS, (6, 12, 24)):
        eps, means = Fraction(1, 10**power), means_of(gaps)
        rate = certify(adap_tt_star_rate, means, eps, digits=15)
        bound = Enclosure.of(variation_time(means) / eps)
        sides.at_most(rate, bound * most, "The factor is larger.", gaps=gaps, eps=f"10^-{power}")
        result.append(float(rate / bound))
    return proof.verdict(
        "True but improvable: 12 T*_{eps,1/2} <= 4 T*_TV/eps makes 48 T*_{eps,1/2} g_2 <= 16 g_2 "
        f"T*_TV/eps, and g_2 comes to 1. It is {max(result):.3f} for two arms, at eps = 1e-6. 48 "
        "is 8 times a factor 6 of an older lower bound, without the 1/sigma^2 of the theorem.",
        instances=f"{sides.cases} pairs of instance and eps in enclosures.",
        sharpness=sides.sharpness,
    )


WITNESS = tuple(Fraction(m) for m in ("0.95", "0.9", "0.89", "0.88", "0.5"))
TABLE = (
    (("0.95", "0.9", "0.9", "0.9", "0.5"), (
        ("0.001", "0.213"), ("0.01", "0.381"), ("0.02", "0.694"), ("0.05", "6.38"),
        ("0.1", "43.8"), ("0.15", "138.6"), ("0.2", "1.08"), ("10", "0.615"))),
    (("0.75", "0.7", "0.7", "0.7", "0.7"), (
        ("0.001", "1.92"), ("0.005", "2.73"), ("0.01", "3.45"), ("0.02", "1.07"),
        ("0.2", "0.942"), ("10", "0.514"))),
)  # fmt: skip


@checks("thesis.rem.ttstar.better")
@mutant("eps = 10", eps=Fraction(10))
@mutant("eps = 0.001", eps=Fraction(1, 1000))
def better(eps: Fraction = Fraction(1, 10)) -> Verdict:
    """Both bounds at one instance with distinct means."""
    plain = certify(adap_tt_rate, WITNESS, eps, digits=15)
    star = certify(adap_tt_star_rate, WITNESS, eps, digits=15)
    if not star > plain:
        return proved()
    return refuted(
        means=[str(float(mean)) for mean in WITNESS],
        eps=eps,
        rate_of_AdaP_TT=plain,
        rate_of_AdaP_TT_star=star,
        quotient=star / plain,
    )


@checks("thesis.rem.ttstar.table")
@mutant("the rates exchanged", power=-1)
@mutant("sharper: equal gaps and 1", limit=Fraction(1))
def table(power: int = 1, limit: Fraction = Fraction(2)) -> Verdict:
    """Fourteen quotients, certified; equal gaps at small eps."""
    shown = {}
    for means, rows in TABLE:
        for eps, text in rows:
            plain = certify(adap_tt_rate, means, eps, digits=12)
            star = certify(adap_tt_star_rate, means, eps, digits=12)
            quotient = star / plain if power == 1 else plain / star
            near = abs(float(quotient) - float(text)) <= 10.0 ** -len(text.partition(".")[2])
            require(near, "Another quotient.", means=means, eps=eps, quotient=quotient)
            shown[f"{means[0]}, eps = {eps}"] = float(quotient)
    for others in (1, 4):
        equal = ("0.75", *["0.7"] * others)
        star, plain = (
            certify(rate, equal, "1e-12", digits=18) for rate in (adap_tt_star_rate, adap_tt_rate)
        )
        close = abs(float((star / plain) ** 2) - float(limit)) < 1e-4
        require(close, "Another limit.", K=others + 1, quotient=star / plain)
    return points(numbers=shown)
