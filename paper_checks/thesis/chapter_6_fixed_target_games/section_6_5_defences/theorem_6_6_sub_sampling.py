"""Claims about Theorem 6.6: its limits under sub-sampling, and those that hold."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.along import steps_show
from banditproof.paper_checks.verdicts.vocabulary import at_most, need, points, require, showing
from banditproof.theory import Enclosure, certify
from banditproof.theory.balls import ball, enclose
from banditproof.theory.membership import power
from banditproof.theory.membership.finite_laws.columns import BernoulliColumn, FiniteColumn
from banditproof.theory.membership.finite_laws.enumeration import EnumeratedLaw
from banditproof.theory.membership.finite_laws.product_law import ProductLaw
from banditproof.theory.membership.finite_laws.small_games import (
    bernoulli_rows,
    empirical_mean,
    fixed_target_game,
)
from banditproof.theory.membership.leakage import normal_ball
from banditproof.theory.membership.sub_sampling import (
    sub_sampled_leak_printed,
    sub_sampled_power_printed,
)
from .exact_sub_sampling import game, on_a_part
from .limits_of_sub_sampling import CASES, HALF, Leakage, Power, corrected_leakage, corrected_power


def mixed_column(rows: int, mean: Fraction, target: int, share: Fraction) -> FiniteColumn:
    """A column of k rows that has the target with chance rho, apart from the other columns."""
    masses = BernoulliColumn(rows, mean, target).masses()
    return FiniteColumn(
        [m.out for m in masses], [(1 - share) * m.out + share * m.present for m in masses]
    )


def left_out(share: Fraction) -> Fraction:
    """The probability that the target is a row of the data and not of the part."""
    return 1 - share


@checks("thesis.thm6.6.law")
@mutant("columns with parts of their own", without=lambda share: Fraction(0))
def limits_of_the_score(without: Callable[[Fraction], Fraction] = left_out) -> Verdict:
    """Both limits at once: under H_1 any score has its law of H_0 with probability 1 - rho."""
    for place, (kept, rows) in enumerate(((2, 4), (1, 3), (2, 3), (2, 3))):
        result = min(x.ratio for x in game(place, True).levels if x.ratio != "inf")
        need(result >= without(Fraction(kept, rows)), "A ratio is below.", ratio=result)
    m, share = Fraction(40), HALF
    centre = -share * m / 2
    under_h1 = normal_below(centre, share * m / 2, share * m)
    require(
        at_most(without(share) * normal_below(centre, centre, share * m), under_h1),
        "The limits contradict each other: with probability 1 - rho the target is not kept, and "
        "the release has its law of H_0. So under H_1 each score is at most the median of its "
        "limit under H_0 with a probability that tends to (1 - rho)/2 or more, and the printed "
        "limit under H_1 has less.",
        m=m,
        rho=share,
        at=centre,
        at_least=without(share) / 2,
        printed=under_h1,
    )
    return points()


def normal_below(level: Fraction, mean: Fraction, variance: Fraction) -> Enclosure:
    """The mass of a normal law below a level."""
    return enclose(lambda: normal_ball(ball(level - mean) / ball(variance).sqrt()), 20)


@checks("thesis.thm6.6.leakage")
@mutant("the corrected limit", limit=corrected_leakage)
def printed_leakage(limit: Leakage = sub_sampled_leak_printed) -> Verdict:
    """No leakage of a part is above rho, for any n."""
    for m, share in CASES:
        result = limit(m, share)
        require(
            at_most(result, share),
            "The target is kept with probability rho only, so that the leakage is at most rho for "
            "each n, and the printed limit is larger.",
            m=m,
            rho=share,
            printed=result,
            corrected=corrected_leakage(m, share),
        )
    return points()


@checks("thesis.thm6.6.power")
@mutant("the corrected limit", limit=corrected_power)
def printed_power(limit: Power = sub_sampled_power_printed) -> Verdict:
    """No power is above (1 - rho) alpha + rho, for any n."""
    for m, share in CASES:
        result, most = limit(HALF, m, share), (1 - share) * HALF + share
        finding = (
            "A test of size alpha has at most the power (1-rho) alpha + rho for each n, and the "
            "printed limit is larger."
        )
        require(
            at_most(result, most), finding, alpha=HALF, m=m, rho=share, printed=result, most=most
        )
    return points()


@checks("thesis.thm6.6.samples")
@mutant("no sub-sampling", share=Fraction(1))
def effective_samples(share: Fraction = HALF) -> Verdict:
    """The power of the limit against that of n/rho rows, whose score is rho m*, at two levels."""
    m, beside = Fraction(5), Sides()
    for level in (HALF, Fraction(1, 1000)):
        result = corrected_power(level, m, share)
        more = certify(power, level, share * m)
        with showing(
            steps_show(
                "thesis.fix.sub.limit.power",
                "level",
                "the limit of the power is the one that is compared here",
            )
        ):
            beside.at_most(
                abs(result - more),
                Fraction(1, 100),
                "The power differs from that with n/rho rows: smaller at large levels, and larger "
                "at "
                "small ones, where an included target weighs more in the mean of fewer rows.",
                alpha=level,
                m=m,
                rho=share,
                power=result,
                power_of_more_rows=more,
            )
    return points()


@checks("thesis.thm6.6.proof")
@mutant("a constant second column", columns=((HALF, 1),))
def product_of_columns(
    columns: tuple[tuple[Fraction, int], ...] = ((HALF, 1), (Fraction(1, 3), 0)),
) -> Verdict:
    """Two rows of four: the product of mixtures against the mixture of products."""
    mixed = EnumeratedLaw.of_columns([(mixed_column(2, p, z, HALF), 1) for p, z in columns])
    rows, target = bernoulli_rows([p for p, _ in columns]), [z for _, z in columns]
    true = fixed_target_game(rows, 4, target, on_a_part(empirical_mean, 2))
    case: dict[str, Any] = {"n": 4, "k": 2, "means": [p for p, _ in columns]}
    require(
        mixed.exact_total_variation() == true.exact_total_variation(),
        "The target is kept in all columns or in none: the leakage is 7/36 by enumeration of all "
        "data sets, and 3/16 for the product.",
        **case,
        target=target,
        leakage=true.exact_total_variation(),
        of_the_product=mixed.exact_total_variation(),
    )
    return points()


@checks("thesis.thm6.6.apart")
@mutant("the same part in all columns", limit=corrected_leakage)
@mutant("sharper: within 1/(10 n)", constant=Fraction(1, 10))
def parts_of_their_own(
    limit: Leakage = sub_sampled_leak_printed, constant: Fraction = HALF
) -> Verdict:
    """The exact law of the product of mixtures: Bernoulli(1/2) columns, d = 5n."""
    sides = Sides()
    for rows, kept in ((30, 15), (60, 30), (100, 50)):
        share = Fraction(kept, rows)
        law = ProductLaw([(mixed_column(kept, HALF, 1, share), 5 * rows)])
        gap = abs(law.total_variation() - limit(Fraction(5), share))
        sides.at_most(gap, constant / rows, "The limit is not near.", n=rows, k=kept)
    return points(sharpness=sides.sharpness)
