"""Claims about Theorem 6.7: the laws and the advantage of a score for another point."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.composite import whole
from banditproof.paper_checks.proofs import Proof
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import (
    at_most,
    misprinted,
    need,
    points,
    proved,
    require,
)
from banditproof.theory import Enclosure, certify
from banditproof.theory.balls import ball, enclose
from banditproof.theory.membership import Misspecified, leak
from banditproof.theory.membership.leakage import normal_ball

from .misspecified_scores import (
    ATTACKS,
    OTHER,
    ROWS,
    TARGET,
    Formula,
    Point,
    advantage_at,
    inner,
    moments_of_the_score,
)
from .proofs_of_misspecification import ADVANTAGE

MISSED = Misspecified.of(1, 4, 1)
"""m* = 1, m_targ = 4 and m_scal = 1: an angle of 60 degrees."""


@claim(
    "thesis.thm6.7.laws",
    r"The score for $z^{\mathrm{targ}}$ tends to $\mathcal N(-m^{\mathrm{targ}}/2,m^*)$ under "
    r"$H_0$ and to $\mathcal N((m^*-m^{\mathrm{diff}})/2,m^*)$ under $H_1$.",
    recorded="misprint",
    stated=True,
    corrected=r"The variances are $m^{\mathrm{targ}}$, as in Step 3 of the proof.",
    rests_on=("thesis.fix.mis.moments",),
    title="the limit laws",
    place="D.4 Thm 6.7 (a) and (b)",
    mutants={"the target itself": {"used": TARGET}},
)
def printed_laws(used: Point = OTHER) -> Verdict:
    """Exact moments of the linear score; the means are right, and the variances m_targ."""
    star, targ = inner(TARGET, TARGET), inner(used, used)
    difference = star + targ - 2 * inner(TARGET, used)
    mean0, variance0 = moments_of_the_score(TARGET, used, inside=False)
    mean1, variance1 = moments_of_the_score(TARGET, used, inside=True)
    need(mean0 == -targ / 2 and mean1 == (star - difference) / 2, "A mean is another")
    need(variance1 == Fraction(ROWS - 1, ROWS) * variance0, "The variances differ")
    if variance0 == star:
        return proved("The variance is m*.", covered="One pair of points.", universal=None)
    return misprinted(
        "The variance of the score is m_targ for each n; the proof derives it so. As a "
        "log-likelihood ratio for z_targ has the mean 1 of its exponential under H_0, a normal "
        "limit with the mean -m_targ/2 has the variance m_targ.",
        m_star=star,
        m_targ=targ,
        variance=variance0,
        n=ROWS,
    )


@claim(
    "thesis.thm6.7.step4",
    r"$\mathrm{TV}=\Phi\big(\frac{|m^*+m^{\mathrm{targ}}-m^{\mathrm{diff}}|}{4\sqrt{m^*}}\big)-"
    r"\Phi(-\cdot)=\Phi\big(\frac{|m^{\mathrm{scal}}|}{2\sqrt{m^{\mathrm{targ}}}}\big)-\Phi(-\cdot"
    r")$.",
    recorded="misprint",
    stated=True,
    corrected=r"The first denominator is $4\sqrt{m^{\mathrm{targ}}}$.",
    title="the denominator in the last step",
    place="D.4 Step 4",
    mutants={"scores of one length": {"attack": Misspecified.of(4, 4, 1)}},
)
def printed_denominator(attack: Misspecified = MISSED) -> Verdict:
    """Squares of both arguments, exact."""
    sum_of_all = attack.m_star + attack.m_target - attack.m_difference
    need(sum_of_all == 2 * attack.m_scalar, "m_diff is another")
    printed = sum_of_all**2 / (16 * attack.m_star)
    due = attack.m_scalar**2 / (4 * attack.m_target)
    need(sum_of_all**2 / (16 * attack.m_target) == due, "The corrected one is another")
    if printed == due:
        return proved("They are equal.", covered="One case.", universal=None)
    return misprinted(
        "The two arguments differ unless the points have one length.",
        m_star=attack.m_star,
        m_targ=attack.m_target,
        m_scal=attack.m_scalar,
        squares_of_the_arguments=(printed, due),
    )


def printed_formula(attack: Misspecified) -> Enclosure:
    """2 Phi(|m_scal| / (2 sqrt(m_targ))) - 1."""

    def found() -> arb:
        return 2 * normal_ball(ball(abs(attack.m_scalar)) / (2 * ball(attack.m_target).sqrt())) - 1

    return enclose(found, 20)


@claim(
    "thesis.thm6.7.advantage",
    r"$\lim\mathrm{Adv}_n(\mathcal A_{\mathrm{miss}})=2\Phi\big(\frac{|m^{\mathrm{scal}}|}{2\sqrt{"
    r"m^{\mathrm{targ}}}}\big)-1$.",
    recorded="holds",
    stated=True,
    reading="the best threshold and the best sign of the score",
    title="the advantage of the best test on the score",
    mutants={
        "the length of the target": {
            "formula": lambda a: printed_formula(Misspecified.of(a.m_target, a.m_star, a.m_scalar))
        },
        "sharper: half of the distance": {
            "proof": ADVANTAGE.changed(1, formula="h == abs(ms)/(4*sqrt(mt))")
        },
    },
)
def advantage_of_the_best_test(
    formula: Formula = printed_formula, proof: Proof = ADVANTAGE
) -> Verdict:
    """Three attacks, and a row of thresholds of each."""
    for attack in ATTACKS:
        due = formula(attack)
        case: dict[str, Any] = {"m_targ": attack.m_target, "m_scal": attack.m_scalar}
        gap = abs(attack.best_advantage() - due)
        require(at_most(gap, Fraction(1, 10**15)), "It is another.", **case)
        middle = attack.best_threshold
        for off in (Fraction(-1), Fraction(1, 100), Fraction(2)):
            found = advantage_at(attack, middle + off)
            require(at_most(found, due), "Another threshold is better.", **case, off=off)
    return proof.verdict(
        "The total variation of the two limit laws; it needs the threshold between their means, "
        "and its sign, which depend on the target.",
        instances="Three attacks with four thresholds, certified.",
        beyond="That the laws are the limits, which Theorem 6.3 gives where it holds; "
        "a z_targ with the score 0, where the formula divides by 0 and the advantage is 0.",
    )


@claim(
    "thesis.thm6.7.plug_in",
    r"$\lim\mathrm{Adv}_n(\mathcal A_{\mathrm{miss}})=2\Phi\big(\frac{|m^{\mathrm{scal}}|}{2\sqrt{"
    r"m^{\mathrm{targ}}}}\big)-1$.",
    recorded="fails",
    repaired_by="thesis.fix.mis.zero",
    reading="the score with the threshold 0, as in the Bayes adversary",
    kind="theorem",
    title="the advantage at the threshold 0",
    rests_on=("thesis.fix.mis.zero",),
    mutants={"a point of equal inner products": {"attack": Misspecified.of(4, 2, 2)}},
)
def advantage_at_the_threshold_0(attack: Misspecified = MISSED) -> Verdict:
    """The limit at the threshold 0, certified."""
    found, due = attack.advantage_at_zero(), printed_formula(attack)
    require(
        at_most(due, found + Fraction(1, 10**15)),
        "At the threshold 0 the advantage is smaller; the best threshold (m_scal - m_targ)/2 needs "
        "the target.",
        m_star=attack.m_star,
        m_targ=attack.m_target,
        m_scal=attack.m_scalar,
        advantage=found,
        printed=due,
        with_the_opposite_angle=Misspecified.of(
            attack.m_star, attack.m_target, -attack.m_scalar
        ).advantage_at_zero(),
    )
    return points("They agree.", covered="One attack.", not_covered="Other attacks.")


@claim(
    "thesis.thm6.7.known",
    r"With $z^*$ in place of $z^{\mathrm{targ}}$ the advantage is $\Phi(\sqrt{m^*}/2)-"
    r"\Phi(-\sqrt{m^*}/2)$.",
    recorded="holds",
    stated=True,
    rests_on=("thesis.thm6.7.advantage",),
    title="the advantage for the target itself",
    mutants={"sharper: a tenth more": {"factor": Fraction(11, 10)}},
)
def advantage_for_the_target(factor: Fraction = Fraction(1)) -> Verdict:
    """All three scores are m*, so that both formulas are one; three values, certified."""
    for m in (Fraction(1, 10), Fraction(1), Fraction(5)):
        attack = Misspecified.of(m, m, m)
        require(attack.effective == m, "The score is another.", m=m)
        gap = abs(printed_formula(attack) - factor * certify(leak, m))
        require(at_most(gap, Fraction(1, 10**12)), "The advantage is another.", m=m)
        require(attack.loss().hi == 0, "There is a loss.", m=m)
    return proved(
        "m_scal = m_targ = m*, and |m*| / (2 sqrt(m*)) = sqrt(m*)/2.",
        covered="Equal arguments; three values, certified.",
    )


whole(
    "thesis.thm6.7",
    r"The score for $z^{\mathrm{targ}}$ tends to $\mathcal N(-m^{\mathrm{targ}}/2,m^*)$ or "
    r"$\mathcal N((m^*-m^{\mathrm{diff}})/2,m^*)$; its advantage tends to "
    r"$2\Phi(|m^{\mathrm{scal}}|/(2\sqrt{m^{\mathrm{targ}}}))-1$.",
    parts=(
        "thesis.thm6.7.laws",
        "thesis.thm6.7.step4",
        "thesis.thm6.7.advantage",
        "thesis.thm6.7.known",
    ),
)
