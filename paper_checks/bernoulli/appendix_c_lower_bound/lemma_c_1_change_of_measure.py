"""Appendix C: the double change of environment, and the two events that may fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds, undecided
from banditproof.theory import certify
from banditproof.theory.balls import ball, lower, working_precision
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.concentration.random_walk import (
    likelihood_walk_bound,
    likelihood_walk_slack_tail,
)
from banditproof.verify.evidence import Grade

from .coupled_environment import Counts, ResponsePolicy, binomial_exceeds, greedy, likelihood_ratio

RATIO = Fraction(3, 2)
"""e^eps of the claimed privacy."""
HORIZON = 6
MEANS = [tuple(map(Fraction, text.split())) for text in ("1/2 1/4 2/5 3/4", "3/5 1/10 1/2 7/10")]
"""(mu_1, mu_2, mu'_2, mu''_2)."""
EDGES = [tuple(map(Fraction, text.split())) for text in ("1/2 1/4 1/2 1/2", "1/2 1/4 1/4 9/10")]
"""Only the change by privacy (mu'_2 = mu''_2), and only that by likelihood (mu'_2 = mu_2)."""
SLACKS = (Fraction(1, 10), Fraction(1, 2))

Law = dict[Counts, Fraction]
Case = tuple[int, Fraction, Law]


def _policy(keep: Fraction) -> ResponsePolicy:
    return ResponsePolicy(HORIZON, keep, greedy)


def _level(size: int, slack: Fraction, other: Fraction, better: Fraction) -> arb:
    """(1 + s) n_2 kl(mu'_2, mu''_2)."""
    return ball((1 + slack) * size) * kl_ball(other, better)


def _above(ratio: Fraction, level: arb) -> bool:
    """Whether the log-likelihood ratio exceeds the level; decided by balls, never a guess."""
    height = ball(ratio).log()
    if not (height > level or height <= level):
        raise ArithmeticError("The balls do not decide the event A.")
    return bool(height > level)


def _cases(policy: ResponsePolicy) -> Iterator[tuple[tuple[Fraction, ...], int, Fraction, Law]]:
    for means in MEANS:
        best, mu, other, _ = means
        law = policy.coupled(best, mu, other)
        for size in (1, 2, 3, 4):
            for slack in SLACKS:
                yield means, size, slack, law


def _stubborn_cases() -> Iterator[tuple[tuple[Fraction, ...], int, Fraction, Law]]:
    """Policies that pull arm 2 exactly n_2 times, first: where the bounds are (nearly) reached."""
    for means in MEANS:
        best, mu, other, _ = means
        for size in (1, 2, 3, 4):

            def choose(actions: tuple[int, ...], bits: tuple[int, ...], n: int = size) -> int:
                return int(len(actions) < n)

            law = ResponsePolicy(HORIZON, Fraction(3, 5), choose).coupled(best, mu, other)
            for slack in SLACKS:
                yield means, size, slack, law


@claim(
    "bern.lemC.1",
    r"$P_\gamma(\Omega\cap L\cap A) \le e^{(1+s)n_2(\epsilon\mathrm{TV}+\mathrm{kl})} "
    r"P_{\nu''}(N_2(T)\le n_2)$, and $P_{\nu''}(N_2\le n_2) \le E_{\nu''}[N_1]/(T-n_2) = "
    r"O(T^a)/(T-n_2)$ (15).",
    recorded="holds",
    doubts=("D24",),
    mutants={
        "more privacy loss than claimed": {"keep": Fraction(3, 4)},
        "no group privacy": {"privacy_power": 0},
        "no likelihood ratio": {"likelihood_power": 0},
    },
)
def double_change_of_environment(
    keep: Fraction = Fraction(3, 5), privacy_power: int = 1, likelihood_power: int = 1
) -> Verdict:
    """Every step for a policy with e^eps = 3/2, on all actions and reward pairs of 6 rounds."""
    policy = _policy(keep)
    broken = policy.violation(RATIO)
    if broken:
        return fails(Grade.PROVED, "Step (a): the policy is not eps-DP.", witness=broken)
    for means in MEANS + EDGES:
        best, mu, other, better = means
        law, alternative = policy.coupled(best, mu, other), policy.pulls(best, better)
        for size in range(1, HORIZON):
            few = sum(alternative[: size + 1], Fraction(0))
            markov = sum(((HORIZON - n) * p for n, p in enumerate(alternative)), Fraction(0))
            if few * (HORIZON - size) > markov:
                return fails(Grade.PROVED, "Markov's inequality.", witness=f"n_2 = {size}.")
            problem = _exact_steps(law, few, size, other, better, privacy_power, likelihood_power)
            if problem:
                return fails(
                    Grade.PROVED,
                    "The inequality of steps (a) to (e) fails.",
                    witness=f"means {[str(mean) for mean in means]}, n_2 = {size}: {problem}",
                )
    printed = _printed_bound_holds(policy)
    if printed:
        return fails(Grade.CERTIFIED, "(15) fails.", witness=printed)
    return holds(
        Grade.CERTIFIED,
        "Steps (a) to (e) hold exactly for all thresholds of the events, and (15) with the printed "
        "ones, on every path of 6 rounds.",
        numbers={"policies": 1, "horizon": HORIZON, "e^eps": RATIO},
        covered="An exactly eps-DP greedy policy with e^eps = 3/2: step (a) on all neighbouring "
        "lists, the inequality for all integer h >= dham and all rational likelihood levels, and "
        "(15) for n_2 = 1..4, two slacks and two sets of means; either change alone at two more.",
        not_covered="Other policies, horizons and means: the printed proof, read by hand. The "
        "last display writes O(T^alpha) for O(T^a) (D24).",
    )


def _exact_steps(
    law: Law,
    few: Fraction,
    size: int,
    other: Fraction,
    better: Fraction,
    privacy_power: int,
    likelihood_power: int,
) -> str:
    """P(Omega, dham <= h, dP'/dP'' <= W) <= e^{eps h} W P''(Omega): where it fails, or nothing."""
    weights = [
        (dham, likelihood_ratio(other, better, pulls, ones), mass)
        for (pulls, dham, ones), mass in law.items()
        if pulls <= size
    ]
    for h in range(size + 1):
        for limit in sorted({ratio for _, ratio, _ in weights}):
            left = sum((m for d, r, m in weights if d <= h and r <= limit), Fraction(0))
            right = RATIO ** (h * privacy_power) * max(limit, Fraction(0)) ** likelihood_power * few
            if left > right:
                return f"h = {h}, W = {limit}: {float(left):.6f} > {float(right):.6f}."
    return ""


def _printed_bound_holds(policy: ResponsePolicy) -> str:
    """(15) itself, with its irrational thresholds, in balls: where it fails, or nothing."""
    with working_precision(128):
        for means, size, slack, law in _cases(policy):
            best, mu, other, better = means
            distance, level = other - mu, _level(size, slack, other, better)
            left = Fraction(0)
            for (pulls, dham, ones), mass in law.items():
                if pulls <= size and dham <= (1 + slack) * size * distance:
                    ratio = likelihood_ratio(other, better, pulls, ones)
                    left += Fraction(0) if _above(ratio, level) else mass
            few = sum(policy.pulls(best, better)[: size + 1], Fraction(0))
            power = ball((1 + slack) * size * distance) * ball(RATIO).log() + level
            if left > lower(power.exp() * ball(few)):
                return f"means {[str(mean) for mean in means]}, n_2 = {size}, s = {slack}."
    return ""


def _shorter_walk(n: int, other: Fraction, better: Fraction, slack: Fraction) -> Fraction:
    """Wrong: n - 1 steps against the level (1 + s) n kl."""
    if n == 1:
        return Fraction(0)
    wider = Fraction(n, n - 1) * (1 + slack) - 1
    return likelihood_walk_slack_tail(n - 1, other, better, wider)


@claim(
    "bern.lemC.3",
    r"If $n_2(T)\to\infty$ then $P_\gamma(\Omega\cap L\cap A^c) \to 0$: it is at most "
    r"$P(\max_{m\le n_2}\sum_{s\le m} W_s > (1+s)\,n_2\,\mathrm{kl}(\mu'_2,\mu''_2))$ with "
    r"$W_s = \log\frac{dP'_2}{dP''_2}(r'_{2,s})$ i.i.d. and bounded.",
    recorded="holds",
    doubts=("D28",),
    mutants={
        "half the steps": {
            "bound": lambda n, p, q, s: likelihood_walk_slack_tail(n // 2, p, q, 2 * s)
        },
        "one step less": {"bound": lambda n, p, q, s: _shorter_walk(n, p, q, s)},
        "Doob's exponent ten times larger": {"boost": 10},
    },
)
def likelihood_event(
    bound: Callable[[int, Fraction, Fraction, Fraction], Fraction] = likelihood_walk_slack_tail,
    boost: int = 1,
) -> Verdict:
    """P(Omega, not A) by enumeration, below the walk's exact tail, below Doob's bound -> 0."""
    policy = _policy(Fraction(3, 5))
    with working_precision(128):
        for means, size, slack, law in chain(_cases(policy), _stubborn_cases()):
            _, _, other, better = means
            level = _level(size, slack, other, better)
            left = sum(
                (
                    mass
                    for (pulls, _, ones), mass in law.items()
                    if pulls <= size and _above(likelihood_ratio(other, better, pulls, ones), level)
                ),
                Fraction(0),
            )
            right = bound(size, other, better, slack)
            if left > right:
                return fails(
                    Grade.CERTIFIED,
                    "The event is likelier than the walk's tail.",
                    witness=f"means {[str(m) for m in means]}, n_2 = {size}, s = {slack}: {left} "
                    f"> {right}.",
                )
    tails = []
    for n in (10, 40, 160):
        tail = likelihood_walk_slack_tail(n, Fraction(1, 2), Fraction(3, 4), Fraction(1, 2))
        doob = certify(
            likelihood_walk_bound, n * boost, Fraction(1, 2), Fraction(3, 4), Fraction(1, 2)
        )
        if tail > doob.lo:
            return undecided(f"The exact tail {float(tail)} at n = {n} is above {doob}.")
        tails.append(doob)
    last = certify(likelihood_walk_bound, 10**4, Fraction(1, 2), Fraction(3, 4), Fraction(1, 2))
    if not last.hi < Fraction(1, 10**30):
        return undecided(f"Doob's bound does not become small: {last}.")
    return holds(
        Grade.CERTIFIED,
        "The event is at most the walk's exact tail, and that is at most "
        "exp(-2 n_2 s^2 kl^2 / eps_c^2), which tends to 0.",
        numbers={"Doob's bound at n = 10, 40, 160, 10000": [*tails, last]},
        covered="All paths of 6 rounds of a greedy policy and of those that pull arm 2 first n_2 "
        "times, at two sets of means, n_2 = 1..4, two slacks; the exact tail and Doob's bound at "
        "three larger n_2.",
        not_covered="All n_2 at once: Doob's inequality for bounded iid steps, by hand. It needs "
        "0 < mu''_2 < 1, and Lemma H.7 the independence that it does not state (D28).",
    )


@claim(
    "bern.lemC.5",
    r"If $n_2(T)\to\infty$ then $P_\gamma(\Omega\cap L^c) \to 0$: it is at most "
    r"$P(\mathrm{Bin}(n_2,\mathrm{TV}) > (1+s)\,n_2\,\mathrm{TV})$ (16).",
    recorded="holds",
    doubts=("D28",),
    mutants={
        "half the rate": {"factor": Fraction(1, 2)},
        "a twentieth less than the rate": {"factor": Fraction(19, 20)},
        "Chernoff's exponent doubled": {"boost": 2},
    },
)
def disagreement_event(factor: Fraction = Fraction(1), boost: int = 1) -> Verdict:
    """P(Omega, not L) by enumeration, below the Binomial tail, below Chernoff's bound -> 0."""
    policy = _policy(Fraction(3, 5))
    for means, size, slack, law in chain(_cases(policy), _stubborn_cases()):
        _, mu, other, _ = means
        limit = (1 + slack) * size * (other - mu)
        left = sum(
            (m for (pulls, dham, _), m in law.items() if pulls <= size and dham > limit),
            Fraction(0),
        )
        right = binomial_exceeds(size, factor * (other - mu), limit)
        if left > right:
            return fails(
                Grade.PROVED,
                "The event is likelier than the Binomial tail.",
                witness=f"means {[str(m) for m in means]}, n_2 = {size}, s = {slack}: {left} > "
                f"{right}.",
            )
    bounds = []
    with working_precision(128):
        for n in (10, 50, 200):
            rate, slack = Fraction(1, 4), Fraction(1, 2)
            tail = binomial_exceeds(n, rate, (1 + slack) * n * rate)
            chernoff = (-kl_ball((1 + slack) * rate, rate) * n * boost).exp()
            if tail > lower(chernoff):
                return undecided(f"The exact tail {float(tail)} at n = {n} is above {chernoff}.")
            bounds.append(round(float(lower(chernoff)), 9))
    law = policy.coupled(Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
    if any(dham > 0 for _, dham, _ in law):
        return undecided("With mu'_2 = mu_2 the coupled rewards differ.")
    return holds(
        Grade.CERTIFIED,
        "The event is at most the Binomial tail, and that is at most exp(-n_2 kl((1+s)TV, TV)), "
        "which tends to 0.",
        numbers={"Chernoff's bound at n = 10, 50, 200": bounds},
        covered="All paths of 6 rounds of a greedy policy and of those that pull arm 2 first n_2 "
        "times (with equality), at two sets of means, n_2 = 1..4, two slacks; exact tails and "
        "Chernoff's bound at three larger n_2. For mu'_2 = mu_2 the mean of Lemma H.7 is 0, but "
        "then dham = 0 and the event is empty (D28).",
        not_covered="All n_2 at once: Chernoff's bound, by hand.",
    )
