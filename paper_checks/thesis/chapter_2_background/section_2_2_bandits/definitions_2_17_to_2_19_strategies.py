"""Claims about the definitions of a strategy, its stopping time and delta-correctness."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.finite_strategies import (
    blind_guess,
    noisy_answer,
    played,
    random_strategy,
)
from banditproof.paper_checks.verdict import Verdict, fails, holds, holds_with_repair
from banditproof.verify.definitions.identification import FiniteIdentification
from banditproof.verify.evidence import Grade

INSTANCES = (
    (Fraction(3, 4), Fraction(1, 4)),
    (Fraction(1, 5), Fraction(3, 5)),
    (Fraction(1, 100), Fraction(99, 100)),
)


def _strategies() -> list[FiniteIdentification]:
    rng = np.random.default_rng(217)
    drawn = [random_strategy(rng, rounds) for rounds in (1, 2, 2, 3)]
    return [blind_guess(), noisy_answer(Fraction(3, 4)), *drawn]


Count = Callable[[Fraction], Fraction]


def printed_samples(halting_step: Fraction) -> Fraction:
    """Definition 2.18: the stopping time is the sample complexity."""
    return halting_step


def samples_before(halting_step: Fraction) -> Fraction:
    """The halting step takes no sample."""
    return halting_step - 1


@claim(
    "thesis.def2.17-2.19",
    r"A strategy has rules $S_n(\cdot\mid\mathcal H_{n-1})$ on $[K]\cup\{\top\}$, with "
    r"$S_n(\top\mid\mathcal H_{n-1})=1$ once $\top$ was played, and $\mathrm{Rec}_n(\cdot\mid"
    r"\mathcal H_{n-1})$; $\tau_\delta$, the stopping time or sample complexity, is the first $n$ "
    r"with $a_n=\top$; it is $\delta$-correct on $\mathcal E$ if $\Pr_\nu[\tau_\delta<\infty,"
    r"\hat a=a^*(\nu)]\ge1-\delta$ for all $\nu\in\mathcal E$.",
    recorded="holds-with-repair",
    repaired_by="thesis.def2.17-2.19.repaired",
    doubts=("D23",),
    mutants={"tau - 1 samples": {"count": samples_before}},
)
def definitions_as_printed(count: Count = printed_samples) -> Verdict:
    """The samples that a strategy takes against its stopping time."""
    found = played(noisy_answer(Fraction(3, 4)), INSTANCES[0])
    taken, named = sum(found.pulls, Fraction(0)), count(found.halting_step)
    if taken == named:
        return holds(
            Grade.CERTIFIED,
            "The stopping time counts the samples.",
            covered="One strategy.",
            not_covered="All the others.",
        )
    return holds_with_repair(
        Grade.PROVED,
        "The definitions are consistent, but the two names of Definition 2.18 are two numbers: tau "
        "counts the halting step, so the sample complexity is tau - 1. Equation (3.4) lets T count "
        "samples, and the proof of Theorem 4.24 treats E[N_a]/E[tau] as weights.",
        witness=f"One sample of arm 1, then halt: a_2 is the first halting action, tau = "
        f"{found.halting_step}, and the samples are {taken}; halting at once has tau = 1.",
        covered="One strategy, exactly.",
    )


@claim(
    "thesis.def2.17-2.19.repaired",
    r"With $\tau$ the first $n$ with $a_n=\top$, the sample complexity is $\tau-1=\sum_aN_a$; the "
    r"recommendation is drawn from $\mathrm{Rec}_\tau(\cdot\mid\mathcal H_{\tau-1})$, and "
    r"$\sum_a\Pr[\tau<\infty,\hat a=a]=\Pr[\tau<\infty]\le1$.",
    recorded="holds",
    doubts=("D23",),
    title="a strategy, its samples and its stopping time",
    mutants={
        "tau samples": {"count": printed_samples},
        "two steps without a sample": {"count": lambda step: step - 2},
    },
)
def definitions_repaired(count: Count = samples_before) -> Verdict:
    """Exact strategies, and one that may never halt."""
    for strategy in _strategies():
        for means in INSTANCES:
            found = played(strategy, means)
            if sum(found.pulls) != count(found.halting_step) or sum(found.answers) != 1:
                return fails(
                    Grade.PROVED,
                    "The samples are another number.",
                    witness=f"{found} on {means}.",
                )
    stubborn = FiniteIdentification(
        2, 2, lambda h: (0, 0, 1) if h and h[0][1] else (1, 0, 0), lambda h: (1, 0)
    )
    certain = stubborn.halting_mass(((1, 0), (1, 0)))
    never = stubborn.halting_mass(((0, 0), (0, 0)))
    if certain != 1 or never != 0:
        raise RuntimeError("The strategy halts elsewhere.")
    return holds(
        Grade.CERTIFIED,
        "E[tau] - 1 is the expected number of samples of every strategy, and answers count only "
        "when it halts: one that waits for a first reward of one recommends the best arm of "
        "(3/4, 1/4) with probability 3/4, so it is delta-correct there for delta >= 1/4 only.",
        covered=f"{len(_strategies())} strategies with two arms and up to 3 samples on "
        f"{len(INSTANCES)} instances, exactly.",
        not_covered="All strategies: it is a matter of counting.",
    )
