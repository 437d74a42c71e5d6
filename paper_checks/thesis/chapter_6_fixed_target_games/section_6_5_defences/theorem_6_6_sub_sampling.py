"""Claims about Theorem 6.6: its limits under sub-sampling, and those that hold."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import at_most, points, require
from banditproof.theory import Enclosure, certify
from banditproof.theory.membership import power
from banditproof.theory.membership.finite_laws.columns import BernoulliColumn, FiniteColumn
from banditproof.theory.membership.finite_laws.enumeration import EnumeratedLaw
from banditproof.theory.membership.finite_laws.product_law import ProductLaw
from banditproof.theory.membership.finite_laws.small_games import (
    bernoulli_rows,
    empirical_mean,
    fixed_target_game,
)
from banditproof.theory.membership.sub_sampling import (
    sub_sampled_leak_printed,
    sub_sampled_power_printed,
)

from .exact_sub_sampling import game, on_a_part
from .limits_of_sub_sampling import (
    CASES,
    HALF,
    Leakage,
    Power,
    corrected_leakage,
    corrected_power,
)

SUB = r"For the mean of $k_n=\rho n$ rows, $0<\rho<1$, as $d,n\to\infty$ with $d/n=\tau$: "


def mixed_column(rows: int, mean: Fraction, target: int, share: Fraction) -> FiniteColumn:
    """A column of k rows that has the target with chance rho, apart from the other columns."""
    masses = BernoulliColumn(rows, mean, target).masses()
    return FiniteColumn(
        [m.out for m in masses], [(1 - share) * m.out + share * m.present for m in masses]
    )


def least_ratio(columns: int, share: Fraction) -> Fraction:
    """The smallest likelihood ratio if the target is in all columns or in none: 1 - rho."""
    return 1 - share


@claim(
    "thesis.thm6.6.law",
    SUB + r"the LR score tends to $\mathcal N(-\rho m^*/2,\rho m^*)$ under $H_0$ and to $\mathcal "
    r"N(\rho m^*/2,\rho m^*)$ under $H_1$.",
    recorded="fails",
    repaired_by="thesis.fix.sub.exact",
    stated=True,
    reading="the log-likelihood ratio of the release",
    rests_on=("thesis.fix.sub.exact",),
    title="the limits of the score",
    mutants={"columns with parts of their own": {"least": lambda d, share: (1 - share) ** d}},
)
def limits_of_the_score(
    least: Callable[[int, Fraction], Fraction] = least_ratio,
) -> Verdict:
    """The ratio is nowhere below 1 - rho, and the normal law has a large mass there."""
    ratios = [x.ratio for x in game(0, True).levels if x.ratio != "inf"]
    for place in (0, 1, 2, 3):
        found = min(x.ratio for x in game(place, True).levels if x.ratio != "inf")
        kept, rows = ((2, 4), (1, 3), (2, 3), (2, 3))[place]
        require(found >= least(2, Fraction(kept, rows)), "A ratio is below.", ratio=found)
    m, share = Fraction(5), HALF
    bound = least(5000, share)
    mass = mass_below(bound, share * m)
    require(
        at_most(mass, Fraction(1, 100)),
        "The ratio is (1-rho) + rho times a ratio, never below 1 - rho; the normal law has a mass "
        "below its logarithm that does not vanish.",
        m=m,
        rho=share,
        least_ratio=bound,
        mass_below=mass,
    )
    return points(
        "No mass of the normal law lies where the ratio cannot be.",
        covered=f"One pair of m* and rho, and {len(ratios)} ratios of a small game.",
        not_covered="Whether the limits are right.",
    )


def mass_below(ratio: Fraction, m: Fraction) -> Enclosure:
    """N(-m/2, m) below the logarithm of a ratio."""
    from banditproof.theory.balls import ball, enclose
    from banditproof.theory.membership.leakage import normal_ball

    return enclose(lambda: normal_ball((ball(ratio).log() + ball(m) / 2) / ball(m).sqrt()), 20)


@claim(
    "thesis.thm6.6.leakage",
    SUB + r"the leakage tends to $\Phi(\sqrt{\rho m^*}/2)-\Phi(-\sqrt{\rho m^*}/2)$.",
    recorded="fails",
    repaired_by="thesis.fix.sub.limit",
    stated=True,
    rests_on=("thesis.fix.sub.exact",),
    title="the limit of the leakage",
    mutants={"the corrected limit": {"limit": corrected_leakage}},
)
def printed_leakage(limit: Leakage = sub_sampled_leak_printed) -> Verdict:
    """No leakage of a part is above rho, for any n."""
    for m, share in CASES:
        found = limit(m, share)
        require(
            at_most(found, share),
            "The target is kept with probability rho only, so that the leakage is at most rho for "
            "each n, and the printed limit is larger.",
            m=m,
            rho=share,
            printed=found,
            corrected=corrected_leakage(m, share),
        )
    return points("The limits are at most rho.", covered="Six pairs.", not_covered="Other pairs.")


@claim(
    "thesis.thm6.6.power",
    SUB + r"with $\tau_\alpha=-\rho m^*/2+\sqrt{\rho m^*}\Phi^{-1}(1-\alpha)$ the power tends to "
    r"$\Phi(z_\alpha+\sqrt{\rho m^*})$, the optimal trade-off.",
    recorded="fails",
    repaired_by="thesis.fix.sub.limit.power",
    stated=True,
    rests_on=("thesis.fix.sub.exact.power",),
    title="the limit of the power",
    mutants={"the corrected limit": {"limit": corrected_power}},
)
def printed_power(limit: Power = sub_sampled_power_printed) -> Verdict:
    """No power is above (1 - rho) alpha + rho, for any n."""
    for m, share in CASES:
        found, most = limit(HALF, m, share), (1 - share) * HALF + share
        require(
            at_most(found, most),
            "A test of size alpha has at most the power (1-rho) alpha + rho for each n, and the "
            "printed limit is larger.",
            alpha=HALF,
            m=m,
            rho=share,
            printed=found,
            most=most,
        )
    return points("The limits are at most that.", covered="Six pairs.", not_covered="Other pairs.")


@claim(
    "thesis.thm6.6.samples",
    r"Sub-sampling acts by increasing the number of effective samples from $n$ to $n/\rho$.",
    recorded="fails",
    repaired_by="thesis.fix.sub.limit",
    stated=True,
    rests_on=("thesis.fix.sub.limit.power",),
    title="the number of effective samples",
    mutants={"no sub-sampling": {"share": Fraction(1)}},
)
def effective_samples(share: Fraction = HALF) -> Verdict:
    """The power of the limit against that of n/rho rows, whose score is rho m*, at two levels."""
    m, beside = Fraction(5), Sides()
    for level in (HALF, Fraction(1, 1000)):
        found = corrected_power(level, m, share)
        more = certify(power, level, share * m)
        beside.at_most(
            abs(found - more),
            Fraction(1, 100),
            "The power is another than with n/rho rows: smaller at large levels, and larger at "
            "small ones, where an included target weighs more in the mean of fewer rows.",
            alpha=level,
            m=m,
            rho=share,
            power=found,
            power_of_more_rows=more,
        )
    return points("They agree.", covered="Two levels.", not_covered="Others.")


@claim(
    "thesis.thm6.6.proof",
    r"Under $H_1$ the columns of the sub-sampled mean are independent, each of law "
    r"$(1-\rho)p^{\mathrm{out}}_j+\rho\,p^{\mathrm{in}}_j$, so that the LR is the product of the "
    r"ratios of the columns.",
    recorded="fails",
    repaired_by="thesis.fix.sub.exact",
    stated=True,
    rests_on=("thesis.fix.sub.exact",),
    title="the product of the columns",
    mutants={"a constant second column": {"columns": ((HALF, 1),)}},
)
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
    return points("One column is a product.", covered="One column.", not_covered="More.")


whole(
    "thesis.thm6.6",
    SUB + r"the LR score tends to $\mathcal N(\mp\rho m^*/2,\rho m^*)$, the leakage to "
    r"$2\Phi(\sqrt{\rho m^*}/2)-1$ and the power to $\Phi(z_\alpha+\sqrt{\rho m^*})$, as with "
    r"$n/\rho$ rows.",
    parts=(
        "thesis.thm6.6.law",
        "thesis.thm6.6.leakage",
        "thesis.thm6.6.power",
        "thesis.thm6.6.samples",
        "thesis.thm6.6.proof",
    ),
)


@claim(
    "thesis.thm6.6.apart",
    r"For the mean in which each column has a random part of its own the limit of the leakage is "
    r"$\mathrm{leak}(\rho m^*)$, as printed.",
    recorded="holds",
    kind="derived",
    title="the mechanism for which the printed limit is right",
    rests_on=("textbook.elementary-probability",),
    mutants={
        "the same part in all columns": {"limit": corrected_leakage},
        "sharper: within 1/(10 n)": {"constant": Fraction(1, 10)},
    },
)
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
    return points(
        "The exact leakage comes near to the printed limit as 1/n.",
        covered="Bernoulli(1/2), d = 5n, half of the rows, n = 30, 60 and 100.",
        not_covered="That the distance vanishes: Lemma D.6 has the moments, and in this mechanism "
        "the columns are independent.",
        sharpness=sides.sharpness,
    )
