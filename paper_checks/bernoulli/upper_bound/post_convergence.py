"""Proof F.8, term (B): the steps of (42) to (47) that fail as printed (D4, D6), and the term."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from banditproof.paper_checks.bernoulli.upper_bound.batch_sums import (
    Limit,
    printed_pulls_until_threshold,
    printed_value,
)
from banditproof.paper_checks.bernoulli.upper_bound.indexed_paths import (
    Arm,
    best_arm,
    clipped,
    imed_scores,
    logarithm,
    path,
)
from banditproof.paper_checks.bernoulli.upper_bound.pre_convergence import (
    EPS,
    LEVEL,
    rising_in_second_argument,
    states,
)
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds, holds_with_repair
from banditproof.theory import Enclosure, certify, d_eps, kl
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.theory.concentration.binomial_laplace import binomial_law, private_sum_upper_tail
from banditproof.theory.concentration.uniform_chernoff import uniform_log_constant
from banditproof.theory.private_divergence import d_eps_up
from banditproof.verify.evidence import Grade

Divergence = Callable[[Fraction, Fraction], Enclosure]
"""A divergence of (released mean, mu_star - delta) at eps = 1."""


def two_sided(x: Fraction, y: Fraction) -> Enclosure:
    """d_eps(x, y), as printed."""
    return certify(d_eps, x, y, EPS, digits=12)


def one_sided(x: Fraction, y: Fraction) -> Enclosure:
    """d_eps(x, y) if x < y, else 0."""
    return certify(d_eps_up, x, y, EPS, digits=12)


def broken_inclusion_on_path(divergence: Divergence) -> str:
    """A decision for i after convergence with n_m d([mean_i], mu_star - delta) > log T, or ''."""
    horizon = 10**6
    means = (lambda m: Fraction(18, 25), lambda m: Fraction(19, 20))
    decisions, _ = path(means, GeometricSchedule(2), EPS, horizon)
    limit = logarithm(horizon)
    for decision in reversed(decisions):
        optimal, arm = decision.arms
        value = divergence(arm.mean, LEVEL)
        if decision.chosen == 1 and arm.pulls * Fraction(value.lo) > limit.hi:
            return (
                "eps = 1, alpha = 2, n_0 = 1, T = 10^6, mu_star - delta = .7: the optimal arm "
                f"releases .72 and arm i releases .95 in every phase; at round {decision.t} arm i "
                f"is chosen with n_m = {arm.pulls} while n_j = {optimal.pulls}, and n_m d = "
                f"{arm.pulls * float(value):.2f} > log T = {float(limit):.2f}."
            )
    return ""


@claim(
    "bern.F8.B.d4",
    r"Before (42): $\{i(t)=i,N_i(t-1)=n_m,t\in\mathcal T,\tilde\mu_j(t)\ge\mu^*-\delta\}\subset"
    r"\{n_md_\epsilon([\tilde\mu_i(t)],\mu^*-\delta)\le\log T\}$, because "
    r"$n_md_\epsilon([\tilde\mu_i],[\tilde\mu^*])=n_md_\epsilon([\tilde\mu_i],\mu^*-\delta)$.",
    recorded="fails",
    repaired_by="bern.F8.B.d4.repaired",
    kind="proof step",
    place="F (42)",
    title="The level set of a chosen suboptimal arm",
    doubts=("D4", "D24"),
    mutants={"one-sided": {"divergence": one_sided}},
)
def printed_inclusion(divergence: Divergence = two_sided) -> Verdict:
    """If the chosen arm itself looks best, its index is log n_m whatever the distance is."""
    found = broken_inclusion_on_path(divergence)
    if found:
        return fails(
            Grade.CERTIFIED,
            "A suboptimal arm whose released mean is above mu_star - delta is chosen although its "
            "two-sided divergence is large; the equality is a misprint for >=, which needs the "
            "one-sided divergence.",
            witness=found,
        )
    return holds(Grade.CERTIFIED, "No violation on the path of the witness.")


@claim(
    "bern.F8.B.d4.repaired",
    r"$\{i(t)=i,N_i(t-1)=n_m,t\in\mathcal T,\tilde\mu^*(t)\ge\mu^*-\delta\}\subset"
    r"\{n_md^+_\epsilon([\tilde\mu_i(t)],\mu^*-\delta)\le\log T\}$ with $d^+_\epsilon(x,y)="
    r"d_\epsilon(x,y)\mathbb 1[x<y]$.",
    recorded="holds",
    kind="proof step, repaired",
    place="F (42)",
    title="The level set of a chosen suboptimal arm",
    doubts=("D4", "D24"),
    mutants={
        "two-sided": {"divergence": two_sided},
        "event on mu_star": {"level": Fraction(24, 25)},
    },
)
def one_sided_inclusion(divergence: Divergence = one_sided, level: Fraction = LEVEL) -> Verdict:
    """I_i <= index of the leader = log n <= log T, and d^+ is below the distance to the leader."""
    found = broken_inclusion_on_path(divergence)
    counted = 0
    for arms in states(300, seed=9):
        best = max(arm.mean for arm in arms)
        arm: Arm = arms[best_arm(imed_scores(arms, 0, EPS))]
        if best < LEVEL or found:
            continue
        counted += 1
        horizon = sum(one.pulls for one in arms)
        value = divergence(clipped(arm.mean), level)
        if arm.pulls * Fraction(value.lo) > logarithm(horizon).hi:
            found = f"{arms}, T = {horizon}, level {level}: {value} for arm {arm}."
    if found:
        return fails(Grade.CERTIFIED, "The inclusion fails.", witness=found)
    if not rising_in_second_argument():
        return fails(Grade.PROVED, "A slope is negative.", witness="the derivative of d_eps in y")
    return holds(
        Grade.CERTIFIED,
        "The leader's index is log of its pulls, at most log T; and d_eps(x, .) rises from "
        "mu_star - delta to the best mean when x is below both.",
        numbers={"decisions after convergence": counted},
        covered=f"{counted} random states of three arms at eps = 1 in balls, and the path of the "
        "printed version's witness; the slopes of d_eps in its second argument symbolically.",
        not_covered="All states, by hand: the sentence of the summary.",
    )


class Overshoot(NamedTuple):
    """The event of (45) that the mean of a suboptimal arm is delta'/eps too high."""

    mean: Fraction
    mu_star: Fraction
    eps: Fraction
    excess: Fraction  # delta' / eps

    def rate(self, reference: Fraction) -> Enclosure:
        """d_eps(mu_i + delta'/eps, reference)."""
        return certify(d_eps, self.mean + self.excess, reference, self.eps, digits=12)


WITNESS = Overshoot(Fraction(1, 2), Fraction(3, 4), Fraction(1), Fraction(1, 100))


@claim(
    "bern.F8.B.d6",
    r"Line before (45): $\Pr[\tilde\mu_{i,m}\ge\mu_i+\delta'/\epsilon]\le A_{a'}e^{a'n_m}"
    r"e^{-n_md_\epsilon(\mu_i+\delta'/\epsilon,\,\mu^*)}$ by Corollary D.5, with "
    r"$a'<d_\epsilon(\mu_i+\delta'/\epsilon,\mu^*)$; the same rate in (45) and $\Lambda$.",
    recorded="fails",
    repaired_by="bern.F8.B.repaired",
    kind="proof step",
    place="F (45), (46)",
    title="The rate of a too high mean",
    doubts=("D6",),
    mutants={"rate of the arm's own mean": {"reference": WITNESS.mean}},
)
def printed_overshoot_rate(reference: Fraction = WITNESS.mu_star) -> Verdict:
    """The probability decays at rate kl(mu_i + delta'/eps, mu_i) at most, so no A_a' repairs it.

    With k = ceil(n x): Pr[mean >= x] >= Pr[Bin >= k] / 2 >= e^{-n kl(k/n, mu_i)} / (2(n+1)).
    """
    n, level = 1000, WITNESS.mean + WITNESS.excess
    exact = certify(private_sum_upper_tail, n * level, n, WITNESS.mean, 1, WITNESS.eps, digits=12)
    two = certify(private_sum_upper_tail, n * level, n, WITNESS.mean, 2, WITNESS.eps, digits=12)
    printed, own = WITNESS.rate(reference), WITNESS.rate(WITNESS.mean)
    slowest = certify(kl, level, WITNESS.mean, digits=12)
    a = Fraction(1, 100)
    log_constant = certify(
        uniform_log_constant, a, WITNESS.mean, WITNESS.eps, GeometricSchedule(2), digits=12
    )
    ten = certify(private_sum_upper_tail, 1023 * level, 1023, WITNESS.mean, 10, 1, digits=12)
    log_bound = Fraction(log_constant.hi) + 1023 * (a - Fraction(printed.lo))
    # method of types, checked exactly at n = 100 where n x is an integer
    law = binomial_law(100, WITNESS.mean)
    types = law[51] * 101 >= Fraction(1, 2) ** 100 / (
        Fraction(51, 100) ** 51 * Fraction(49, 100) ** 49
    )
    if types and printed.lo > slowest.hi and log_bound < -50 and ten.lo > Fraction(1, 10):
        return fails(
            Grade.CERTIFIED,
            "A misprint: the mean of arm i is mu_i, so the rate is d_eps(mu_i + delta'/eps, mu_i); "
            "with mu_star the line is false for the explicit A_a', and no constant makes it true "
            "for small a'.",
            witness="mu_i = .5, mu_star = .75, eps = 1, delta' = .01, n = 1000: Pr[mean >= .51] is "
            f"{float(exact):.5f} with one Laplace variable ({float(two):.5f} with two), "
            f"e^(-n d_eps(.51, .75)) is 10^{-n * float(printed) / 2.302585:.1f}, and the right "
            f"rate gives {2.718281828459045 ** (-n * float(own)):.4f}. For n -> infinity: "
            f"Pr >= e^(-n kl(.51, .5)) / (2(n+1)) with kl = {float(slowest):.6f}, below "
            f"{float(printed):.6f} - a' for every a' < {float(printed) - float(slowest):.4f}. "
            "With the explicit A_a' of bern.corD.5.repaired, a' = .01, alpha = 2, n_9 = 1023: "
            f"Pr = {float(ten):.4f} against e^{float(log_bound):.1f}.",
            covered="Exact tails at n = 1000 and n_9 = 1023 in balls.",
            not_covered="Every other constant A_a', by hand: the method of types for n -> infinity "
            "(its inequality is checked at n = 100).",
        )
    return holds(Grade.CERTIFIED, "The rate is not above that of the Binomial.")


@claim(
    "bern.F8.B",
    r"(42)–(47): with $H=\log T/(d_\epsilon(\mu_i,\mu^*)-2\delta')$ and $\Lambda=n_0(d_\epsilon("
    r"\mu_i+\delta'/\epsilon,\mu^*)-a')/(\alpha-1)$: $E(B)\le\alpha H+\frac{2\alpha n_0A_{a'}"
    r"e^\Lambda}{\Lambda\ln\alpha}e^{-\alpha^{m^*}\Lambda}=\frac{\alpha\log T}"
    r"{d_\epsilon(\mu_i,\mu^*)-2\delta'}+o(1)$.",
    recorded="holds-with-repair",
    repaired_by="bern.F8.B.repaired",
    doubts=("D4", "D5", "D6"),
    mutants={
        "the repaired steps": {
            "divergence": one_sided,
            "limit": lambda level, schedule: schedule.exact_ratio * level + 1,
            "reference": WITNESS.mean,
        }
    },
)
def printed_post_convergence(
    divergence: Divergence = two_sided,
    limit: Limit = printed_value,
    reference: Fraction = WITNESS.mu_star,
) -> Verdict:
    """Three of its steps fail; with the right ones the same bound holds, with alpha H + 1."""
    steps = (
        printed_inclusion(divergence),
        printed_pulls_until_threshold((limit, limit)),
        printed_overshoot_rate(reference),
    )
    wrong = [v.evidence.witness for v in steps if v.outcome == "fails" and v.evidence]
    if wrong:
        return holds_with_repair(
            Grade.CERTIFIED,
            f"{len(wrong)} steps fail as printed (D4, D5, D6); the chain holds with the one-sided "
            "divergence, alpha H + 1, and the rate against mu_i: only constants change.",
            witness=" ".join(str(text) for text in wrong),
        )
    return holds(Grade.CERTIFIED, "The three steps hold as given.")
