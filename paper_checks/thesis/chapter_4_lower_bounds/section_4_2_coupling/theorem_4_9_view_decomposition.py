"""Claims about the KL decomposition under View DP: Theorem 4.9."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import prod

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, need, require
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import INFINITE, Enclosure
from banditproof.theory.transport import total_variation
from banditproof.verify.decompositions.adaptive_witnesses import (
    Situation,
    counts_and_tells,
    one_response,
    stays_after_a_one,
)
from banditproof.verify.decompositions.kl_decomposition import scaled
from banditproof.verify.decompositions.visible_laws import action_law, environment_of
from banditproof.verify.definitions.finite_machine import Finite
from banditproof.verify.definitions.finite_policy import Law
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.pure_loss import pure_ratio
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.law_divergences import Ratio, divergence_of_laws

from .decomposition_situations import drawn

Distance = Callable[[Sequence[Fraction], Sequence[Fraction]], Fraction]
Budget = Callable[[Finite], Ratio]
Rounds = Callable[[int], int]
ActionLaws = tuple[Law, Law]


def view_ratio(policy: Finite) -> Ratio:
    """e^eps of View DP, exact."""
    return pure_ratio(policy, Notion.VIEW)


def all_but_the_last(horizon: int) -> int:
    """T - 1: the last reward is never looked at."""
    return horizon - 1


def half_the_distance(p: Sequence[Fraction], q: Sequence[Fraction]) -> Fraction:
    """A wrong distance."""
    return total_variation(p, q) / 2


def eps_of(ratio: Ratio) -> Enclosure:
    """eps from e^eps, which may be infinite."""
    return INFINITE if isinstance(ratio, float) else enclose(lambda: ball(ratio).log(), 20)


def _cases(distance: Distance) -> Iterator[tuple[Situation, ActionLaws, list[Fraction]]]:
    """Drawn and chosen kernels, the laws of their actions, and t_a of each arm."""
    chosen = [one_response(10**6), one_response(3, "0.2"), stays_after_a_one(2)]
    for case in (*drawn(71, 9, (2, 3, 4)), *chosen, counts_and_tells(Fraction(1, 1000))):
        one, two = (environment_of(case.policy, given) for given in (case.one, case.two))
        laws = action_law(case.policy, one), action_law(case.policy, two)
        yield case, laws, [distance(p, q) for p, q in zip(one, two, strict=True)]


@claim(
    "thesis.thm4.9",
    r"If $\pi$ is $\varepsilon$-View DP then $\mathrm{KL}(M_{\nu\pi}\|M_{\nu'\pi})\le\varepsilon\,"
    r"\mathbb E_{\nu\pi}[\sum_{t=1}^Tt_{a_t}]$, $t_a=\mathrm{TV}(P_a\|P'_a)$.",
    recorded="holds",
    mutants={
        "sum to T - 2": {"rounds": lambda horizon: horizon - 2},
        "half the total variation": {"distance": half_the_distance},
        "eps understated": {"budget": lambda policy: (1 + view_ratio(policy)) / 2},
    },
)
def view_decomposition(
    rounds: Rounds = all_but_the_last,
    distance: Distance = total_variation,
    budget: Budget = view_ratio,
) -> Verdict:
    """Exact laws and exact eps against the sum over T - 1 rounds, which implies the printed one."""
    shares = []
    for number, (case, laws, away) in enumerate(_cases(distance)):
        until = rounds(case.policy.horizon)
        total = sum(
            (mass * away[arm] for actions, mass in laws[0].items() for arm in actions[:until]),
            Fraction(0),
        )
        left, right = divergence_of_laws(*laws), scaled(eps_of(budget(case.policy)), total)
        finding = "The divergence is larger than eps times the expected distance."
        require(left <= right, finding, case=number, KL=left, bound=right)
        if right.lo > 0:
            shares.append(float(left) / float(right))
    return certified(
        "KL stays below eps E[sum of t_a] even if the sum stops at T - 1; the largest ratio is "
        f"{max(shares[:9]):.3f} for random policies and {max(shares):.6f} for a randomised "
        "response of ratio 10^6, so no smaller factor than 1 holds for all eps.",
        numbers={"cases": len(shares), "largest ratio": max(shares)},
        covered="Nine random kernels (T = 2, 3, 4; two arms) and four chosen ones; laws and e^eps "
        "exact, the two sides as enclosures.",
        not_covered="Continuous rewards and larger sizes: group privacy for the coupled lists, and "
        "Pr[r_t != r'_t | a_t] = t_{a_t}. View DP does not depend on the reading of policy.",
    )


def mixed(distance: Fraction, ratio: Fraction) -> Fraction:
    """1 + t (e^eps - 1): what one round can multiply a probability by."""
    return 1 + distance * (ratio - 1)


@claim(
    "thesis.thm4.9.pathwise",
    r"If $\pi$ is $\varepsilon$-View DP then for every $\mathbf a$: $|\log(m_{\nu\pi}(\mathbf a)/"
    r"m_{\nu'\pi}(\mathbf a))|\le\sum_{t\le T-1}\log(1+t_{a_t}(e^\varepsilon-1))$, with equality "
    r"for some policies; $\varepsilon\sum_tt_{a_t}$ does not bound it.",
    recorded="holds",
    title="View decomposition along each action sequence",
    mutants={
        "eps t, as in the mean": {
            "factor": lambda t, ratio: Fraction(float(ratio) ** float(t)).limit_denominator(10**9)
        },
        "sum to T - 2": {"rounds": lambda horizon: horizon - 2},
        "half the total variation": {"distance": half_the_distance},
    },
)
def along_each_path(
    factor: Callable[[Fraction, Fraction], Fraction] = mixed,
    rounds: Rounds = all_but_the_last,
    distance: Distance = total_variation,
) -> Verdict:
    """Rational ratios against rational products, on every action sequence."""
    paths = attained = 0
    for number, (case, laws, away) in enumerate(_cases(distance)):
        ratio, until = view_ratio(case.policy), rounds(case.policy.horizon)
        need(isinstance(ratio, Fraction), "A policy is not private", case=number)
        for actions in laws[0].keys() | laws[1].keys():
            allowed = prod(
                (factor(away[arm], Fraction(ratio)) for arm in actions[:until]), start=Fraction(1)
            )
            small, large = sorted(law.get(actions, Fraction(0)) for law in laws)
            finding = "An action sequence has a larger ratio."
            masses = {"case": number, "actions": tuple(a + 1 for a in actions), "mass": large}
            masses |= {"other mass": small, "allowed factor": allowed}
            require(large <= allowed * small, finding, Grade.PROVED, **masses)
            paths += 1
            attained += large == allowed * small and large > small
    require(attained > 0, "The factor is never attained.", Grade.PROVED, sequences=paths)
    return certified(
        "Along each action sequence a round multiplies the likelihood ratio by at most "
        f"1 + t (e^eps - 1), and {attained} of {paths} sequences attain it; eps t, which is right "
        "for the mean of the log-ratio, is too small for single sequences.",
        numbers={"sequences": paths, "attained": attained},
        covered="All action sequences of 13 kernels at T <= 4, in exact rationals.",
        not_covered="Other sizes: along fixed actions the rewards are independent, so they are "
        "exchanged one round at a time.",
    )
