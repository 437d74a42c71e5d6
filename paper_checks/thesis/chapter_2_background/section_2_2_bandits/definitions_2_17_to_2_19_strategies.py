"""Claims about the definitions of a strategy, its stopping time and delta-correctness."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from banditproof.paper_checks.claim import pair
from banditproof.paper_checks.models.finite_strategies import (
    blind_guess,
    noisy_answer,
    played,
    random_strategy,
)
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, need, needs_repair, require
from banditproof.verify.definitions.identification import FiniteIdentification
from banditproof.verify.evidence import Grade

INSTANCES = (
    (Fraction(3, 4), Fraction(1, 4)),
    (Fraction(1, 5), Fraction(3, 5)),
    (Fraction(1, 100), Fraction(99, 100)),
)


@pair(
    "thesis.def2.17-2.19",
    r"A strategy has rules $S_n(\cdot\mid\mathcal H_{n-1})$ on $[K]\cup\{\top\}$, with "
    r"$S_n(\top\mid\mathcal H_{n-1})=1$ once $\top$ was played, and $\mathrm{Rec}_n(\cdot\mid"
    r"\mathcal H_{n-1})$; $\tau_\delta$, the stopping time or sample complexity, is the first $n$ "
    r"with $a_n=\top$; it is $\delta$-correct on $\mathcal E$ if $\Pr_\nu[\tau_\delta<\infty,"
    r"\hat a=a^*(\nu)]\ge1-\delta$ for all $\nu\in\mathcal E$.",
    r"With $\tau$ the first $n$ with $a_n=\top$, the sample complexity is $\tau-1=\sum_aN_a$; the "
    r"recommendation is drawn from $\mathrm{Rec}_\tau(\cdot\mid\mathcal H_{\tau-1})$, and "
    r"$\sum_a\Pr[\tau<\infty,\hat a=a]=\Pr[\tau<\infty]\le1$.",
    recorded="holds-with-repair",
    subjects={"count": (lambda step: step, lambda step: step - 1)},
    doubts=("D23",),
    repaired_title="a strategy, its samples and its stopping time",
    mutants={"two steps without a sample": {"count": lambda step: step - 2}},
)
def strategies(count: Callable[[Fraction], Fraction]) -> Verdict:
    """The samples of exact strategies against their stopping time; and one that may never halt.

    `count` gives the samples for a halting step; by Definition 2.18 they are the stopping time.
    """
    one = played(noisy_answer(Fraction(3, 4)), INSTANCES[0])
    taken = sum(one.pulls)
    if count(one.halting_step) == one.halting_step != taken:
        return needs_repair(
            "The definitions are consistent, but the two names of Definition 2.18 are two numbers: "
            "tau counts the halting step, so the sample complexity is tau - 1. Equation (3.4) lets "
            "T count samples, and the proof of Theorem 4.24 treats E[N_a]/E[tau] as weights.",
            f"One sample of arm 1, then halt: a_2 is the first halting action, tau = "
            f"{one.halting_step}, and the samples are {taken}; halting at once has tau = 1.",
            grade=Grade.PROVED,
            covered="One strategy, exactly.",
        )
    rng = np.random.default_rng(217)
    drawn = [random_strategy(rng, rounds) for rounds in (1, 2, 2, 3)]
    for strategy in (blind_guess(), noisy_answer(Fraction(3, 4)), *drawn):
        for means in INSTANCES:
            found = played(strategy, means)
            counted = sum(found.pulls) == count(found.halting_step) and sum(found.answers) == 1
            require(counted, "The samples are another number.", means=means, found=found)
    stubborn = FiniteIdentification(
        2, 2, lambda h: (0, 0, 1) if h and h[0][1] else (1, 0, 0), lambda h: (1, 0)
    )
    halts = [stubborn.halting_mass(((reward, 0), (reward, 0))) for reward in (1, 0)]
    need(halts == [1, 0], "The strategy that waits for a reward halts elsewhere.")
    return certified(
        "E[tau] - 1 is the expected number of samples of every strategy, and answers count only "
        "when it halts: one that waits for a first reward of one recommends the best arm of "
        "(3/4, 1/4) with probability 3/4, so it is delta-correct there for delta >= 1/4 only.",
        covered="Six strategies with two arms and up to 3 samples on three instances, exactly.",
        not_covered="All strategies: it is a matter of counting.",
    )
