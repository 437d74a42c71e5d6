"""Claims about the experiment of Section 6.6 and the panels of Figure 6.2."""

from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.theory import certify
from banditproof.theory.membership import power
from banditproof.theory.membership.sub_sampling import crossing_level, sub_sampled_power_printed
from ....verdicts.vocabulary import at_most, misprinted, points, proved, require
from ..section_6_5_defences.limits_of_sub_sampling import Power, corrected_power
from .experiment_setting import FULL

LEVELS = (Fraction(1, 1000), Fraction(1, 100), Fraction(1, 10), Fraction(1, 2))


@checks("thesis.fig6.2.score")
@mutant("sharper: by a tenth of the score", gain=Fraction(11, 10))
def power_grows_with_the_score(gain: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """A row of scores at four levels, certified; the powers of the limit."""
    sides = Sides()
    for level in LEVELS:
        before = certify(power, level, 0)
        for m in (Fraction(1, 10), Fraction(1), Fraction(5), Fraction(20)):
            result = certify(power, level, m)
            sides.at_most(gain * before, result, "The power falls.", alpha=level, m=m)
            before = result
        full = certify(power, level, Fraction(2001, 100))
        sides.at_most(gain * before, full, "The power falls.", alpha=level)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.fig6.2.noise")
@mutant("sharper: to nine tenths", factor=Fraction(9, 10))
def power_falls_with_the_noise(factor: Fraction = Fraction(1)) -> Verdict:
    """The limits for the setting of the experiment, at four levels."""
    sides = Sides()
    for level in LEVELS:
        before = certify(power, level, FULL.score("easy"))
        for gamma in (Fraction(1, 20), Fraction(1, 2), Fraction(1), Fraction(2)):
            result = certify(power, level, FULL.score("easy", gamma))
            sides.at_most(result, factor * before, "It grows.", alpha=level, gamma=gamma)
            before = result
    return points(sharpness=sides.sharpness)


@checks("thesis.fig6.2.part")
@mutant("the printed limits", curve=sub_sampled_power_printed)
def power_and_the_ratio(curve: Power = corrected_power) -> Verdict:
    """Small levels at m* = 5, certified: half of the rows leak more than all of them."""
    for level in LEVELS:
        shares = (Fraction(1, 10), Fraction(1, 4), Fraction(1, 2), Fraction(1))
        results = [curve(level, Fraction(5), share) for share in shares]
        for place in range(3):
            require(
                at_most(results[place], results[place + 1]),
                "At a small level the power is larger for a smaller part: the target, if it is "
                "kept, weighs more in the mean of fewer rows.",
                m=5,
                alpha=level,
                rho=shares[place],
                power=results[place],
                power_of_a_larger_part=results[place + 1],
                larger_part=shares[place + 1],
            )
    return points()


@checks("thesis.fig6.2.part.order")
@mutant("another level", levels=((Fraction(5), Fraction("0.0048")),))
@mutant("sharper: at every level", below=Fraction(1, 2))
def crossing_of_the_curves(
    levels: tuple[tuple[Fraction, Fraction], ...] = (
        (Fraction(5), Fraction("0.00472")),
        (Fraction(1), Fraction("0.01376")),
    ),
    below: Fraction = Fraction(1, 1000),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The sign on both sides of a crossing, certified."""
    half = Fraction(1, 2)
    for m, level in levels:
        result = crossing_level(m, half, "1e-4")
        gap = abs(result - level)
        require(at_most(gap, Fraction(1, 10**5)), "They cross elsewhere.", m=m, level=result)
        for alpha, helps in ((below, True), (Fraction(3, 4), False)):
            part, all_rows = corrected_power(alpha, m, half), certify(power, alpha, m)
            small, large = (all_rows, part) if helps else (part, all_rows)
            require(at_most(small, large), "The order differs.", m=m, alpha=alpha)
    return proof.verdict()


@checks("thesis.fig6.2.panels")
@mutant("the list of figures", text={"m": "d", "gamma": "e", "rho": "f"})
def letters_of_the_panels(text: dict[str, str] | None = None) -> Verdict:
    """The letters of the text beside those of the list of figures."""
    stated = text or {"m": "a", "gamma": "b", "rho": "c"}
    listed = {"m": "d", "gamma": "e", "rho": "f"}
    if stated == listed:
        return proved(universal=None)
    return misprinted(text=stated, list_of_figures=listed)
