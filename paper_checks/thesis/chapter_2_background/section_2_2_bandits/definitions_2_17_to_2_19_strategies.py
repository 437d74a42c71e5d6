"""Claims about the definitions of a strategy, its stopping time and delta-correctness."""

from collections.abc import Callable
from fractions import Fraction
import numpy as np
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.verify.definitions.identification import FiniteIdentification
from ....models.finite_strategies import blind_guess, noisy_answer, played, random_strategy

INSTANCES = (
    (Fraction(3, 4), Fraction(1, 4)),
    (Fraction(1, 5), Fraction(3, 5)),
    (Fraction(1, 100), Fraction(99, 100)),
)


@checks("thesis.def2.17-2.19")
@mutant("answers count without a halt", halted=lambda mass: Fraction(1))
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
    return points()


@checks("thesis.def2.17-2.19.repaired")
@mutant("the stopping time itself", count=lambda step: step)
@mutant("two steps without a sample", count=lambda step: step - 2)
def samples_of_a_strategy(count: Callable[[Fraction], Fraction] = lambda step: step - 1) -> Verdict:
    """The expected samples of exact strategies against their expected stopping time."""
    rng = np.random.default_rng(217)
    drawn = [random_strategy(rng, rounds) for rounds in (1, 2, 2, 3)]
    for strategy in (blind_guess(), noisy_answer(Fraction(3, 4)), *drawn):
        for means in INSTANCES:
            result = played(strategy, means)
            counted = sum(result.pulls) == count(result.halting_step) and sum(result.answers) == 1
            require(counted, "The samples differ.", means=means, found=result)
    return points()
