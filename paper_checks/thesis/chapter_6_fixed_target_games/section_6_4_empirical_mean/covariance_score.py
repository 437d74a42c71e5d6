"""Claims about the score of the empirical mean: its sum over columns, (6.4) and (6.5)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from banditproof.paper_checks.claim import claim, pair
from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import (
    misprinted,
    points,
    require,
    require_or_repair,
)
from banditproof.theory import certify
from banditproof.theory.membership import leak, mahalanobis
from banditproof.theory.membership.finite_laws import (
    BernoulliColumn,
    EnumeratedLaw,
    bernoulli_rows,
    empirical_mean,
    fixed_target_game,
    mean_column,
    sub_sampled_mean,
)
from banditproof.theory.membership.finite_laws.small_games import Mechanism
from banditproof.theory.membership.linear_scores import second_moment
from banditproof.theory.membership.reference_sets import plug_in_advantage_at_zero


@claim(
    "thesis.ftm.lr.product",
    r"For the empirical mean and independent columns $\ell_n=\sum_{j=1}^d\log(p_{n,j}^{\mathrm{in}}"
    r"(\hat\mu_{n,j})/p_{n,j}^{\mathrm{out}}(\hat\mu_{n,j}))$.",
    recorded="holds",
    rests_on=("textbook.elementary-probability",),
    mutants={
        "two of three rows are kept, the same for all columns": {"mechanism": sub_sampled_mean(2)},
        "a target for one column only": {"forgotten": 1},
    },
)
def sum_over_the_columns(mechanism: Mechanism = empirical_mean, forgotten: int = 0) -> Verdict:
    """The game with all columns, by brute force, against the product of its columns."""
    for means, target in product((("1/2", "1/3"), ("1/4", "2/5")), ((1, 0), (1, 1), (0, 0))):
        joint = fixed_target_game(bernoulli_rows(means), 3, target, mechanism)
        places = range(len(means) - forgotten)
        columns = [(BernoulliColumn(3, means[j], target[j]), 1) for j in places]
        alone = EnumeratedLaw.of_columns(columns)
        finding = "The ratio of all columns is not the product of those of the columns."
        require(joint.levels == alone.levels, finding, means=means, target=target)
    return points(
        "The target is given, so the columns are independent with it and without it, and their "
        "ratios multiply.",
        covered="Games with three rows and two Bernoulli columns, for three targets, exact.",
        not_covered="Other product laws, for which the argument is the same.",
    )


MEAN = "d*(k - 1/(2*(n - 1))) - m/(2*(n - 1))"
TOTAL = "d*2/(4*(n - 1)**2) + m/(n - 1)**2"
SUMS: dict[str, Any] = {
    "fact": "textbook.elementary-probability:independent terms",
    "hypotheses": {"independent terms": 4, "the mean of each": 9, "the variance of each": 10},
    "instance": {
        "X": "e",
        "M": "k - 1/(2*(n - 1)) - c/(2*(n - 1))",
        "Y": "v",
        "U": "2/(4*(n - 1)**2) + c/(n - 1)**2",
        "first": MEAN,
        "second": TOTAL,
        "variance": "total",
    },
    "over": ("e", "v", "c"),
}
"""How the means and the variances of the columns add up."""
NORMAL = Proof(
    "thesis.ftm.score.cov.repaired",
    where="n in [2,inf), u in (-inf,inf), x in (-inf,inf), l in (-inf,inf), w in (-inf,inf), "
    "k in [0,inf), d in [0,inf), m in [0,inf), v in [0,inf), c in [0,inf), e in (-inf,inf), "
    "mean in (-inf,inf), total in [0,inf)",
    steps=(
        Given(1, r"The constant of a normal column.", "k == log(1 + 1/(n - 1))/2"),
        Given(
            2,
            r"With $u=(z_j^\star-\mu_j)/\sigma_j$ and "
            r"$x=\sqrt n(\hat\mu_{n,j}-\mu_j)/\sigma_j$: its log-ratio,",
            "l == k + (x**2 - (n/(n - 1))*(x - u/sqrt(n))**2)/2",
        ),
        Given(3, r"and its part of the score (6.4).", "w == u*x/sqrt(n) - u**2/(2*n)"),
        Identity(
            4,
            r"The difference.",
            "l - w == k - x**2/(2*(n - 1)) + u*x/(sqrt(n)*(n - 1)) - u**2/(2*n*(n - 1))",
            uses=(2, 3),
        ),
        Inequality(5, r"The logarithm from above,", "log(1 + t) <= t", where="t in (0,inf)"),
        Inequality(6, r"and from below.", "log(1 + t) >= t/(1 + t)", where="t in (0,inf)"),
        Inequality(
            7,
            r"The constant: $k\le\frac1{2(n-1)}$,",
            "k - 1/(2*(n - 1)) <= 0",
            uses=(1,),
            at={5: {"t": "1/(n - 1)"}},
            weights={5: "1/2"},
        ),
        Inequality(
            8,
            r"and $k\ge\frac1{2n}$.",
            "k - 1/(2*(n - 1)) >= -1/(2*n*(n - 1))",
            uses=(1,),
            at={6: {"t": "1/(n - 1)"}},
            weights={6: "1/2"},
        ),
        Given(
            9,
            r"Without the target $E x=E x^3=0$, $E x^2=1$, $E x^4=3$. With $c=u^2/n$ the mean "
            r"of the difference",
            "e == k - 1/(2*(n - 1)) - c/(2*(n - 1))",
        ),
        Given(10, r"and its variance.", "v == 2/(4*(n - 1)**2) + c/(n - 1)**2"),
        Textbook(
            11,
            r"The mean of the sum over $d$ columns, with $m=\sum_jc_j$,",
            f"mean == {MEAN}",
            **SUMS,
        ),
        Textbook(12, r"and its variance.", f"total == {TOTAL}", **SUMS),
        Inequality(
            13,
            r"The variance tends to 0, since $d\le\tau n$ and $m$ is bounded,",
            "total <= (d + 2*m)/(n - 1)**2",
            uses=(12,),
        ),
        Inequality(
            14,
            r"and so does the mean, from above",
            "mean <= 0",
            uses=(11,),
            weights={7: "d"},
            rest="m/(2*(n - 1))",
        ),
        Inequality(
            15,
            r"and from below.",
            "mean >= -d/(2*n*(n - 1)) - m/(2*(n - 1))",
            uses=(11,),
            weights={8: "d"},
        ),
        OnClaim(
            16,
            r"Bernoulli columns: the linear part is the ratio minus 1.",
            "p/q == 1 + (1 - mu)*(y - mu)/(mu*(1 - mu))",
            claim="thesis.fix.lr.bernoulli",
            of_step=5,
            instance={"c": "q", "x": "y"},
            where="p in (0,inf), q in (0,inf), mu in (0,1), y in (0,1]",
        ),
        Parts(17, "The difference tends to 0 in the square mean.", uses=(13, 14, 15, 16)),
    ),
)


def _bernoulli_off(target: Fraction) -> Fraction:
    """The mass of outcomes with a finite score, of one fair column with the target in the data."""
    return 1 - mean_column([0, 1], ["1/2", "1/2"], 5, target).in_alone


@pair(
    "thesis.ftm.score.cov",
    r"$\ell_n(\hat\mu_n;z^\star,\mu,C_\sigma)\sim(z^\star-\mu)^\top C_\sigma^{-1}(\hat\mu_n-\mu)-"
    r"\frac1{2n}\|z^\star-\mu\|^2_{C_\sigma^{-1}}$ asymptotically, (6.4).",
    r"For normal columns with bounded $\frac1n\|z^\star-\mu\|^2_{C_\sigma^{-1}}$ and $d\le\tau n$ "
    r"the difference of $\ell_n$ and the score (6.4) tends to 0 in the square mean under $H_0$; "
    r"for Bernoulli columns and $z^\star\in\{0,1\}^d$ the linear part of (6.4) is "
    r"$\sum_j(p_{n,j}^{\mathrm{in}}/p_{n,j}^{\mathrm{out}}-1)$ exactly.",
    recorded="holds-with-repair",
    subjects={"targets": ((Fraction(1), Fraction(1, 2)), (Fraction(0), Fraction(1)))},
    mutants={
        "the other half of the square": {
            "proof": NORMAL.changed(3, formula="w == u*x/sqrt(n) - u**2/n")
        },
        "sharper: half of the constant": {
            "proof": NORMAL.changed(8, formula="k - 1/(2*(n - 1)) >= -1/(8*n*(n - 1))")
        },
        "a score with the standard deviation": {"power": 1},
    },
    printed_mutants={"targets in the support": {"targets": (Fraction(0), Fraction(1))}},
)
def score_of_the_covariance(
    targets: tuple[Fraction, ...] = (Fraction(0), Fraction(1)),
    proof: Proof = NORMAL,
    power: int = 2,
) -> Verdict:
    """The steps for normal columns; Bernoulli columns, exact."""
    for target in targets:
        require_or_repair(
            _bernoulli_off(target) > 0,
            "The log-ratio is infinite, and the score (6.4) is 0: both have the law of a "
            "fair column with a target between its values.",
            mu=Fraction(1, 2),
            target=target,
            n=5,
        )
    for mean, rows, value in product((Fraction(1, 2), Fraction(1, 5)), (2, 6), (0, 1)):
        variance = mean * (1 - mean) if power == 2 else mean
        for k, mass in enumerate(BernoulliColumn(rows, mean, value).masses()):
            ones = Fraction(k if value else rows - k, rows)  # k rows equal the target
            linear = (value - mean) * (ones - mean) / variance
            same = mass.present == mass.out * (1 + linear)
            require(same, "The ratio minus 1 is not the linear part.", mu=mean, n=rows, k=k)
    return proof.verdict(
        "The score (6.4) is the leading part of the log-ratio.",
        instances="The ratios of Bernoulli columns with means 1/2 and 1/5, exact.",
        beyond="Other laws, under the hypotheses of thesis.fix.lr.hypotheses.",
    )


@claim(
    "thesis.ftm.score.empirical",
    r"(6.5) with the empirical estimates $\hat\mu_0=\frac1{n_0}\sum_iZ_i^{\mathrm{ref}}$ of the "
    r"mean and $\hat C_0=\frac1{n_0}\sum_iZ_i^{\mathrm{ref}}(Z_i^{\mathrm{ref}})^\top$ of the "
    r"covariance in (6.4).",
    recorded="misprint",
    corrected=r"The empirical covariance is $\frac1{n_0}\sum_i(Z_i^{\mathrm{ref}}-\hat\mu_0)"
    r"(Z_i^{\mathrm{ref}}-\hat\mu_0)^\top$; it is singular if $n_0\le d$.",
    rests_on=("textbook.sherman-morrison",),
    mutants={"the centred covariance": {"centred": True}},
)
def plug_in_covariance(centred: bool = False) -> Verdict:
    """The matrix that is estimated, and the quadratic forms with it."""
    mean = Fraction(3, 10)
    variance, columns = mean * (1 - mean), 6
    size = range(columns)
    covariance = [[variance if i == j else Fraction(0) for j in size] for i in size]
    center = [mean] * columns
    matrix = covariance if centred else second_moment(center, covariance)
    found = {}
    for ones in (0, columns):
        shift = [(1 if j < ones else 0) - mean for j in size]
        right, used = mahalanobis(shift, covariance), mahalanobis(shift, matrix)
        found[ones] = (right, used)
    if all(right == used for right, used in found.values()):
        return points("The covariance.", covered="Two targets.", not_covered="Others.")
    b = -found[0][0]  # for the target 0 the shift is minus the mean
    t = b**2 / (1 - b)
    require(found[0][1] == found[0][0] - t, "The formula of Sherman and Morrison is wrong.")
    return misprinted(
        "The printed matrix estimates E[Z Z'] = C + mu mu', which is not the covariance that (6.4) "
        "has and the text names.",
        mean_of_each_column=mean,
        d=columns,
        squared_distance_of_ones=found[columns][0],
        with_the_printed_matrix=found[columns][1],
        covered="The limit of many references, six Bernoulli(3/10) columns, exact.",
    )


@claim(
    "thesis.ftm.claim.empirical-loss",
    r"Since it estimates mean and covariance, the empirical LR attack is no longer optimal; its "
    r"loss of power depends on the accuracy of the estimates, and so on $n_0$.",
    recorded="holds",
    reading=r"references that are new in each round and the threshold 0; $\hat\mu_0$ is estimated "
    r"and the covariance known",
    rests_on=("thesis.fix.ref.effective", "textbook.normal-law"),
    mutants={
        "sharper: below 0.9 of the optimum": {"part": Fraction(9, 10)},
        "fewer references are better": {"order": -1},
    },
)
def loss_by_estimation(part: Fraction = Fraction(1), order: int = 1) -> Verdict:
    """The limits of the plug-in attack in balls, for growing reference sets."""
    sides = Sides()
    for score in (Fraction(1), Fraction(5)):
        best, before = certify(leak, score, digits=15), None
        for ratio in (1, 4, 16, 64)[::order]:
            found = plug_in_advantage_at_zero(score, score, ratio, 15)
            case: dict[str, Any] = {"score": score, "ratio": ratio}
            sides.below(found, part * best, "The attack loses nothing.", **case)
            if before is not None:
                require(before < found, "More references do not help.", **case)
            before = found
    return points(
        "The advantage is below that of the LR score, and grows with the references.",
        covered="The scores 1 and 5, n_0/n = 1, 4, 16, 64, tau equal to the score, in balls.",
        not_covered="Other scores, and the rate; frozen references cost nothing in the limit if "
        "the threshold is the best one.",
        sharpness=sides.sharpness,
    )
