"""Claims about the definitions of a strategy, its stopping time and delta-correctness."""

from collections.abc import Callable
from fractions import Fraction
import numpy as np
from banditproof.paper_checks.checking import Verdict, checks
from banditproof.paper_checks.models.finite_strategies import (
    blind_guess,
    noisy_answer,
    played,
    random_strategy,
)
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.verify.definitions.identification import FiniteIdentification

INSTANCES = (
    (Fraction(3, 4), Fraction(1, 4)),
    (Fraction(1, 5), Fraction(3, 5)),
    (Fraction(1, 100), Fraction(99, 100)),
)


@checks(
    "thesis.def2.17-2.19",
    mutants={"answers count without a halt": {"halted": lambda mass: Fraction(1)}},
)
def strategies(halted: Callable[[Fraction], Fraction] = lambda mass: mass) -> Verdict:
    """A strategy that may never halt, and what a halting one is right with."""
    stubborn = FiniteIdentification(
        2, 2, lambda h: (0, 0, 1) if h and h[0][1] else (1, 0, 0), lambda h: (1, 0)
    )
    masses = [stubborn.halting_mass(((reward, 0), (reward, 0))) for reward in (1, 0)]
    for mean in (Fraction(3, 4), Fraction(1, 5)):
        # it always names arm 1, but only a first reward of one makes it halt
        right = mean * halted(masses[0]) + (1 - mean) * halted(masses[1])
        require(right == mean, "An endless run counts as an answer.", mean=mean, right=right)
    return points(
        "The event of Definition 2.19 needs the halt: a strategy that waits for a first reward of "
        "one and then names the best arm of (3/4, 1/4) is right with probability 3/4. That the "
        "stopping time is also called the sample complexity is a convention; the samples are one "
        "fewer (thesis.def2.17-2.19.repaired).",
        covered="One strategy with two arms that may never halt, exactly.",
        not_covered="All strategies: these are definitions.",
    )


@checks(
    "thesis.def2.17-2.19.repaired",
    mutants={
        "the stopping time itself": {"count": lambda step: step},
        "two steps without a sample": {"count": lambda step: step - 2},
    },
)
def samples_of_a_strategy(count: Callable[[Fraction], Fraction] = lambda step: step - 1) -> Verdict:
    """The expected samples of exact strategies against their expected stopping time."""
    rng = np.random.default_rng(217)
    drawn = [random_strategy(rng, rounds) for rounds in (1, 2, 2, 3)]
    for strategy in (blind_guess(), noisy_answer(Fraction(3, 4)), *drawn):
        for means in INSTANCES:
            result = played(strategy, means)
            counted = sum(result.pulls) == count(result.halting_step) and sum(result.answers) == 1
            require(counted, "The samples differ.", means=means, found=result)
    return points(
        "E[tau] - 1 is the expected number of samples. Equation (3.4) lets T count samples, and "
        "the proof of Theorem 4.24 treats E[N_a]/E[tau] as weights, where the difference matters.",
        covered="Six strategies with two arms and up to 3 samples on three instances, exactly.",
        not_covered="All strategies: each step before the halting one takes one sample.",
    )
