"""Claims on (49): the regret bound of AdaP-KLUCB as quoted, and its constants."""

from fractions import Fraction
from itertools import product
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.theory import Enclosure, certify, kl
from ...verdicts.vocabulary import misprinted, need, points, proved, require
from .equation_49_adap_klucb_bound import (
    INSTANCES,
    OPTIMISM,
    adap_coefficient,
    optimal,
    pulls_factor,
)

TABLE: dict[str, dict[str, float]] = {  # coefficients of (49), by eps, at mu_1 and mu_2
    "mu_1": {"0.01": 9590, "0.1": 2065, "0.25": 1440, "1": 1092},
    "mu_2": {"1": 334.4},
}


@checks("bern.rem4.3.c")
@mutant("tau = 3.5", tau=Fraction(7, 2))
@mutant("without the factor 4", factor=Fraction(1, 4))
@mutant("sharper: 12 times", times=12)
def coefficients_compared(
    tau: Fraction = OPTIMISM, factor: Fraction = Fraction(1), times: int = 11
) -> Verdict:
    """Theirs is 4 X gap for each arm, with X the smallest self-consistent number."""
    ratios, sides = [], Sides()
    for name, row in TABLE.items():
        for eps, tabled in row.items():
            theirs = factor * adap_coefficient(INSTANCES[name], eps, tau)
            ours = 2 * optimal(INSTANCES[name], eps)
            finding = "The coefficient is below that of Theorem 4.3."
            sides.at_most(times * ours, theirs, finding, instance=name, eps=eps)
            near = abs(float(theirs.lo) / tabled - 1) <= 1e-3
            require(near, f"The coefficient is not the expected one, {tabled}.", eps=eps)
            ratios.append(float(theirs.lo) / float(ours))
    return proved(
        f"At tau = 3.1 and alpha = 2 the coefficient of (49) is {min(ratios):.1f} to "
        f"{max(ratios):.1f} times larger on these instances.",
        universal=None,
        sharpness=sides.sharpness,
    )


@checks("bern.rem4.3.definition")
@mutant("tau for alpha", letter=OPTIMISM)
def constants_of_adap_klucb(letter: Fraction = Fraction(2)) -> Verdict:
    """With a huge budget the second term vanishes and the first shows its letter."""
    mean, best, eps = Fraction(7, 10), Fraction(3, 4), Fraction(10**4)
    distance = certify(kl, mean, best, digits=15)
    shown, meant = (x * pulls_factor(mean, best, eps, x) * distance / x for x in (letter, OPTIMISM))
    if shown < meant:
        return misprinted(
            mu_a=mean,
            mu_star=best,
            eps=eps,
            alpha=letter,
            tau=OPTIMISM,
            printed_number_times_kl=f"{float(shown):.3f}",
            with_tau_for_alpha=f"{float(meant):.3f}",
        )
    return points()


@checks("bern.rem4.3.constants")
@mutant("the same arm twice", other=(Fraction(7, 10), Fraction(3, 4)))
@mutant("the same best mean twice", moved=(Fraction(7, 10), Fraction(3, 4)))
def constants_depend_on_the_means(
    other: tuple[Fraction, Fraction] = (Fraction(1, 4), Fraction(3, 4)),
    moved: tuple[Fraction, Fraction] = (Fraction(7, 10), Fraction(9, 10)),
) -> Verdict:
    """X kl at a large budget is C_1, and X eps gap at a small one is C_1/C_2: three pairs each."""

    def constant(mean: Fraction, best: Fraction, eps: Fraction) -> Enclosure:
        scale = certify(kl, mean, best, digits=15) if eps > 1 else eps * (best - mean)
        return pulls_factor(mean, best, eps, OPTIMISM) * scale

    start = (Fraction(7, 10), Fraction(3, 4))
    for eps, pair in product((Fraction(10**4), Fraction(1, 10**3)), (other, moved)):
        first, second = constant(*start, eps), constant(*pair, eps)
        differ = (first < second) | (first > second)
        need(differ, "The two numbers are not distinguished", eps=eps, first=first, second=second)
    return proved(universal=None)
