"""Appendix C: the double change of environment, and the two events that may fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import product

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import at_most, certified, need, require
from banditproof.theory import certify
from banditproof.theory.balls import ball, lower, working_precision
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.concentration.random_walk import (
    likelihood_walk_bound,
    likelihood_walk_slack_tail,
)
from banditproof.verify.evidence import Grade

from .coupled_environment import (
    Bits,
    Choice,
    Counts,
    ResponsePolicy,
    binomial_exceeds,
    greedy,
    likelihood_ratio,
)

RATIO = Fraction(3, 2)
"""e^eps of the claimed privacy."""
KEEP = Fraction(3, 5)
"""How often a randomised response with this e^eps is true."""
HORIZON = 6
Means = tuple[Fraction, ...]
MEANS = [tuple(map(Fraction, text.split())) for text in ("1/2 1/4 2/5 3/4", "3/5 1/10 1/2 7/10")]
"""(mu_1, mu_2, mu'_2, mu''_2)."""
EDGES = [tuple(map(Fraction, text.split())) for text in ("1/2 1/4 1/2 1/2", "1/2 1/4 1/4 9/10")]
"""Only the change by privacy (mu'_2 = mu''_2), and only that by likelihood (mu'_2 = mu_2)."""
PATHS = (
    "All paths of 6 rounds of a greedy policy and of those that pull arm 2 first n_2 times, at two "
    "sets of means, n_2 = 1..4, two slacks"
)
SIZES, SLACKS = (1, 2, 3, 4), (Fraction(1, 10), Fraction(1, 2))
Law = dict[Counts, Fraction]
Case = tuple[Means, int, Fraction, Law]
"""Means, n_2, slack, and the coupled law of the policy that is chosen for n_2."""


def _arm_two_first(n: int, actions: Bits, bits: Bits) -> int:
    """Pull arm 2 exactly n times, first."""
    return int(len(actions) < n)


STUBBORN = {n: partial(_arm_two_first, n) for n in SIZES}
"""Policies for which the bounds are (nearly) reached."""


@cache
def _coupled(choose: Choice, keep: Fraction, means: Means) -> Law:
    return ResponsePolicy(HORIZON, keep, choose).coupled(*means[:3])


def _cases(choices: Sequence[Callable[[int], Choice]], keep: Fraction = KEEP) -> Iterator[Case]:
    for choice, means, size, slack in product(choices, MEANS, SIZES, SLACKS):
        yield means, size, slack, _coupled(choice(size), keep, means)


def outside_likelihood(means: Means, size: int, slack: Fraction, counts: Counts) -> bool:
    """A^c: the log-likelihood ratio exceeds (1 + s) n_2 kl(mu'_2, mu''_2), as the balls decide."""
    (*_, other, better), (pulls, _, ones) = means, counts
    height = ball(likelihood_ratio(other, better, pulls, ones)).log()
    level = ball((1 + slack) * size) * kl_ball(other, better)
    need(height > level or height <= level, "The balls do not decide the event A.")
    return bool(height > level)


def outside_distance(means: Means, size: int, slack: Fraction, counts: Counts) -> bool:
    """L^c: dham exceeds (1 + s) n_2 TV."""
    return counts[1] > (1 + slack) * size * (means[2] - means[1])


def _require_rare(
    event: Callable[[Means, int, Fraction, Counts], bool],
    tail: Callable[[Means, int, Fraction], Fraction],
) -> None:
    """P(Omega and the event), by enumeration, is at most the tail."""
    for means, size, slack, law in _cases([lambda n: greedy, STUBBORN.__getitem__]):
        inside = (p for key, p in law.items() if key[0] <= size and event(means, size, slack, key))
        left, right = sum(inside, Fraction(0)), tail(means, size, slack)
        finding = "The event is likelier than the tail."
        require(left <= right, finding, means=means, n_2=size, s=slack, event=left, tail=right)


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
    keep: Fraction = KEEP, privacy_power: int = 1, likelihood_power: int = 1
) -> Verdict:
    """Every step for a policy with e^eps = 3/2, on all actions and reward pairs of 6 rounds."""
    policy = ResponsePolicy(HORIZON, keep, greedy)
    where = policy.violation(RATIO)
    require(not where, "Step (a): the policy is not eps-DP.", Grade.PROVED, at=where)
    for means in MEANS + EDGES:
        best, _, other, better = means
        alternative = policy.pulls(best, better)
        for size in range(1, HORIZON):
            few = sum(alternative[: size + 1], Fraction(0))
            markov = sum(((HORIZON - n) * p for n, p in enumerate(alternative)), Fraction(0))
            finding = "Markov's inequality fails."
            require(few * (HORIZON - size) <= markov, finding, Grade.PROVED, means=means, n_2=size)
            # P(Omega, dham <= h, dP'/dP'' <= W) <= e^{eps h} W P''(Omega)
            weights = [
                (dham, likelihood_ratio(other, better, pulls, ones), mass)
                for (pulls, dham, ones), mass in _coupled(greedy, keep, means).items()
                if pulls <= size
            ]
            limits = sorted({ratio for _, ratio, _ in weights})
            for h, limit in product(range(size + 1), limits):
                left = sum((m for d, r, m in weights if d <= h and r <= limit), Fraction(0))
                right = RATIO ** (h * privacy_power) * limit**likelihood_power * few
                finding = "The inequality of steps (a) to (e) fails."
                require(left <= right, finding, Grade.PROVED, means=means, n_2=size, h=h, W=limit)
    with working_precision(128):
        for means, size, slack, law in _cases([lambda n: greedy], keep):
            best, mu, other, better = means
            left = Fraction(0)
            for key, p in law.items():
                case = means, size, slack, key
                if not (key[0] > size or outside_distance(*case) or outside_likelihood(*case)):
                    left += p
            few = sum(policy.pulls(best, better)[: size + 1], Fraction(0))
            transport = ball(other - mu) * ball(RATIO).log() + kl_ball(other, better)
            bound = (ball((1 + slack) * size) * transport).exp() * ball(few)
            require(at_most(ball(left), bound), "(15) fails.", means=means, n_2=size, s=slack)
    return certified(
        "Steps (a) to (e) hold for all thresholds of the events, and (15) with the printed ones.",
        covered="An exactly eps-DP greedy policy with e^eps = 3/2: step (a) on all neighbouring "
        "lists, the inequality for all integer h >= dham and all rational likelihood levels, and "
        "(15) for n_2 = 1..4, two slacks and two sets of means; either change alone at two more.",
        not_covered="Other policies, horizons and means: the printed proof, read by hand. The "
        "last display writes O(T^alpha) for O(T^a).",
    )


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
        "one step less": {"bound": _shorter_walk},
        "Doob's exponent ten times larger": {"boost": 10},
    },
)
def likelihood_event(
    bound: Callable[[int, Fraction, Fraction, Fraction], Fraction] = likelihood_walk_slack_tail,
    boost: int = 1,
) -> Verdict:
    """P(Omega, not A) by enumeration, below the walk's exact tail, below Doob's bound -> 0."""
    with working_precision(128):
        _require_rare(outside_likelihood, lambda means, n, s: bound(n, means[2], means[3], s))
    walk = (Fraction(1, 2), Fraction(3, 4), Fraction(1, 2))
    doob = {n: certify(likelihood_walk_bound, n * boost, *walk) for n in (10, 40, 160)}
    for n, most in doob.items():
        tail = likelihood_walk_slack_tail(n, *walk)
        need(tail <= most.lo, "The exact tail is above Doob's bound.", n=n, tail=float(tail))
    last = certify(likelihood_walk_bound, 10**4, *walk)
    need(last < Fraction(1, 10**30), f"Doob's bound does not become small: {last}.")
    return certified(
        "The event is at most the walk's tail, and that exp(-2 n_2 s^2 kl^2 / eps_c^2) -> 0.",
        numbers={"Doob's bound at n = 10, 40, 160, 10000": [*doob.values(), last]},
        covered=f"{PATHS}; the exact tail and Doob's bound at three larger n_2.",
        not_covered="All n_2 at once: Doob's inequality for bounded iid steps, by hand. It needs "
        "0 < mu''_2 < 1, and Lemma H.7 the independence that it does not state.",
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

    def tail(means: Means, n: int, s: Fraction) -> Fraction:
        rate = means[2] - means[1]
        return binomial_exceeds(n, factor * rate, (1 + s) * n * rate)

    _require_rare(outside_distance, tail)
    bounds, rate, most = [], Fraction(1, 4), Fraction(3, 8)  # the slack is 1/2
    for n in (10, 50, 200):
        exact = binomial_exceeds(n, rate, most * n)
        with working_precision(128):
            chernoff = lower((-kl_ball(most, rate) * n * boost).exp())
        need(exact <= chernoff, "The exact tail is above Chernoff's bound.", n=n)
        bounds.append(round(float(chernoff), 9))
    law = _coupled(greedy, KEEP, EDGES[1])
    agree = all(dham == 0 for _, dham, _ in law)
    need(agree, "The coupled rewards differ although mu'_2 = mu_2.")
    return certified(
        "The event is at most the Binomial tail, and that exp(-n_2 kl((1+s)TV, TV)) -> 0.",
        numbers={"Chernoff's bound at n = 10, 50, 200": bounds},
        covered=f"{PATHS} (the latter with equality); exact tails and Chernoff's bound at three "
        "larger n_2. For mu'_2 = mu_2 the mean of Lemma H.7 is 0, but then the event is empty.",
        not_covered="All n_2 at once: Chernoff's bound, by hand.",
    )
