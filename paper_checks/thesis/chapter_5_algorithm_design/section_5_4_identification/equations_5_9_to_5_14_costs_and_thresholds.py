"""Claims about the costs and thresholds of AdaP-TT and AdaP-TT*: (5.9) to (5.14), and values."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, points, proved, require
from banditproof.theory import Enclosure, certify
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.stopping import (
    calibration_gain,
    calibration_weight,
    gaussian_threshold,
    threshold_adap_tt,
    threshold_adap_tt_star,
    wbar,
)

Level = Callable[..., Enclosure]
COUNTS = ((1, 1), (64, 64), (1024, 256), (1, 2**40))
SETTINGS = tuple(product((2, 5), ("1", "0.1"), ("0.3", "1e-20"), ("2", "3/2")))


def adap_tt(*given: Any) -> Enclosure:
    """(5.11) of the library."""
    return certify(threshold_adap_tt, *given, digits=20)


def adap_tt_star(*given: Any) -> Enclosure:
    """(5.14) of the library, with k^s."""
    return certify(threshold_adap_tt_star, *given, digits=20)


def phase_log(count: int) -> arb:
    """log k(w), k(w) = log2(w) + 2."""
    return (ball(count).log() / ball(2).log() + 2).log()


def gain_above(x: arb) -> tuple[arb, arb]:
    """C_G at both ends of a ball, by the certified form at two rationals."""
    ends = [Fraction(str(end.str(30, radius=False))) for end in (x, x)]
    room = Fraction(1, 10**12)
    low, high = ends[0] * (1 - room), ends[1] * (1 + room)
    return (ball(certify(calibration_gain, low).lower), ball(certify(calibration_gain, high).upper))


def c_gauss(log_inverse: arb, counts: tuple[int, int], arms: int) -> arb:
    """(5.10), written out."""
    low, high = gain_above((ball(arms - 1).log() + log_inverse) / 2)
    loops = sum(((4 + ball(w).log()).log() for w in counts), ball(0))
    return 2 * low.union(high) + 2 * loops


def written_out(
    counts: tuple[int, int], arms: int, eps: Fraction, delta: Fraction, s: Fraction
) -> arb:
    """(5.11), from the two events of probability delta/2: 2 c^G and w Y^2/sigma^2 at their ends."""
    zeta, half = ball(s).zeta(), ball(Fraction(1, 2))
    phases = sum((ball(s) * phase_log(w) for w in counts), ball(0))
    risk = -ball(delta).log() + ball(2).log() + 2 * zeta.log() + phases
    noise = ball(0)
    for w in counts:
        level = (2 * arms * zeta / ball(delta)).log() + ball(s) * phase_log(w)
        noise += w * (level / (ball(eps) * w)) ** 2 / half**2
    return 2 * c_gauss(risk, counts, arms) + noise


def same(found: Enclosure, wanted: arb) -> bool:
    """Whether a threshold is the other one, to eleven digits."""
    middle = wanted.mid()
    return bool(abs(ball(found.lower) - middle) < abs(middle) * ball(Fraction(1, 10**10)))


@checks("thesis.eq5.9")
@mutant(
    "delta/2 in the place of the phases",
    level=lambda w, v, arms, eps, delta, s: adap_tt(w, v, arms, eps, 2 * delta, s),
)
@mutant(
    "one arm more", level=lambda w, v, arms, eps, delta, s: adap_tt(w, v, arms + 1, eps, delta, s)
)
@mutant(
    "another exponent",
    level=lambda w, v, arms, eps, delta, s: adap_tt(w, v, arms, eps, delta, s + 1),
)
@mutant(
    "sharper: sigma = 0.51",
    level=lambda *given: certify(threshold_adap_tt, *given, "0.51", digits=20),
)
def costs_and_threshold(level: Level = adap_tt) -> Verdict:
    """The library's threshold against the sum of what its two events allow, in balls."""
    with working_precision(192):
        for counts, (arms, eps, delta, s) in product(COUNTS, SETTINGS):
            given = (Fraction(eps), Fraction(delta), Fraction(s))
            result = level(*counts, arms, *given)
            wanted = written_out(counts, arms, *given)
            case: dict[str, Any] = {"w": counts, "K": arms, "eps": eps, "delta": delta, "s": s}
            require(same(result, wanted), "Another threshold.", **case, c=result, wanted=wanted)
        # sigma = 1/2 is that of a fair coin, and no less will do
        coin = (ball(Fraction(1, 100)) / 2).cosh().log() * 2 / ball(Fraction(1, 10**4))
        need(coin > ball(Fraction(2499, 10**4)), "A coin has a smaller proxy", proxy=coin)
    return points(
        covered=f"{len(COUNTS) * len(SETTINGS)} cases in balls; 1/2 as proxy of laws on [0, 1] is "
        "thesis.lem2.22.bounded."
    )


VALUES: dict[tuple[str, int, int], tuple[str, str, str]] = {
    ("1", 1, 1): ("657.427", "552.158", "141.981"),
    ("1", 64, 64): ("73.0452", "73.6635", "433.358"),
    ("1", 1024, 256): ("63.5849", "46.8836", "1051.052"),
    ("0.1", 1, 1): ("61874.96", "35793.90", "113.528"),
    ("0.1", 64, 64): ("1728.003", "1285.301", "172.610"),
    ("0.1", 1024, 256): ("345.954", "328.867", "243.137"),
}
CALIBRATIONS = (
    (calibration_gain, "1", "2.50709454658"),
    (calibration_gain, "2.3", "3.90351726501"),
    (calibration_gain, "4.6", "6.33741657987"),
    (calibration_weight, "1", "0.924053"),
    (calibration_weight, "2.3", "0.937060"),
    (calibration_weight, "4.6", "0.951654"),
    (wbar, "1.5", "2.357676673946"),
    (wbar, "2", "3.146193220621"),
    (wbar, "5", "6.936847407220"),
    (wbar, "20", "23.141633302801"),
)


def rounds_to(found: Enclosure, text: str) -> bool:
    """Whether a decimal is within one unit of its last place of a number."""
    unit = Fraction(1, 10 ** len(text.partition(".")[2]))
    return abs(found.lower - Fraction(text)) < unit > abs(found.upper - Fraction(text))


@checks("thesis.thr.values")
@mutant(
    "the printed k without s",
    star=lambda *given: certify(threshold_adap_tt_star, *given, printed=True, digits=20),
)
@mutant(
    "sharper: one arm less",
    star=lambda gap, w, v, arms, *rest: adap_tt_star(gap, w, v, arms - 1, *rest),
)
def values(star: Level = adap_tt_star) -> Verdict:
    """Each number in balls, to the digits that are given."""
    for function, x, text in CALIBRATIONS:
        result = certify(function, x, digits=20)
        require(rounds_to(result, text), "Another value.", function=function, x=x, found=result)
    plain = certify(gaussian_threshold, 64, 64, 5, "0.01", digits=20)
    require(rounds_to(plain, "17.684101751"), "Another c^G.", found=plain)
    for (eps, w, v), texts in VALUES.items():
        given = (w, v, 5, eps, "0.01")
        three = (adap_tt(*given), star(0, *given), star(3, *given))
        for number, text in zip(three, texts, strict=True):
            case: dict[str, Any] = {"eps": eps, "w": (w, v), "found": number, "given": text}
            require(rounds_to(number, text), "Another threshold.", **case)
    return proved()


@checks("thesis.eq5.12.threshold")
@mutant("the exponent in the second case", printed=False)
@mutant("sharper: delta for 2 delta/3", share=Fraction(1))
def star_threshold(printed: bool = True, share: Fraction = Fraction(2, 3)) -> Verdict:
    """Both cases written out in balls, from (5.11) and from Wbar."""
    with working_precision(192):
        for counts, (arms, eps_text, delta_text, s_text) in product(COUNTS, SETTINGS):
            eps, delta, s = Fraction(eps_text), Fraction(delta_text), Fraction(s_text)
            zeta = ball(s).zeta()
            base = (3 * arms * zeta / ball(delta)).log()
            below = written_out(counts, arms, eps, delta * share, s) / 2
            above = 12 * (base + max((phase_log(w) for w in counts), key=float))
            for w in counts:
                level = base + ball(s) * phase_log(w)
                x = 2 * level + 4 * (4 + ball(w).log()).log() + ball(Fraction(1, 2))
                h = ball(certify(wbar, Fraction(str(x.str(30, radius=False)))).lower) / 2
                below += ball(2).sqrt() * 2 / ball(eps) * (h / w).sqrt() * level
                above += 6 * ball(eps) / ball(2).sqrt() * (w * h).sqrt()
            for gap, wanted in ((0, below), (3 * eps, above)):
                result = certify(
                    threshold_adap_tt_star, gap, *counts, arms, eps, delta, s, printed=printed
                )
                case: dict[str, Any] = {"w": counts, "K": arms, "eps": eps, "s": s}
                case["delta"] = delta_text
                require(same(result, wanted), "Another threshold.", **case, c=result, wanted=wanted)
    return points(covered=f"{2 * len(COUNTS) * len(SETTINGS)} cases in balls.")
