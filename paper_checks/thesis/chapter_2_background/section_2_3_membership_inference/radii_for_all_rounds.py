"""Claims about the membership audit with radii in 1/sqrt(T): the usual ones, and larger ones."""

from collections.abc import Callable
from fractions import Fraction
from math import comb
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import at_most, need, require_or_repair
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.evidence import Grade
from .exact_audit_counts import LEVEL

Square = Callable[[], arb]
"""The square of the constant C' of both radii C'/sqrt(T)."""
HALF = Fraction(1, 2)


def of_hoeffding() -> arb:
    """log(4/gamma)/2: the constant for a proportion of T draws."""
    return (ball(4 / LEVEL)).log() / 2


def for_all_rounds() -> arb:
    """log(4/gamma)/(1 - log cosh 1)."""
    return (ball(4 / LEVEL)).log() / (1 - arb(1).cosh().log())


def covered(rounds: int, square: arb) -> arb:
    """P(both proportions are within C'/sqrt(T)) for guesses by a fair coin and a fair bit b.

    Without rounds of a kind its proportion is counted as a miss.
    """
    within = []
    for n in range(1, rounds):
        mass = 0
        for k in range(n + 1):
            gap = ball((Fraction(k, n) - HALF) ** 2 * rounds)
            inside = gap <= square
            need(inside or gap > square, "A proportion is not decided", n=n, k=k)
            mass += comb(n, k) * inside
        within.append(ball(Fraction(mass, 2**n)))
    total = sum(
        (arb(rounds).bin(n) * within[n - 1] * within[rounds - n - 1] for n in range(1, rounds)),
        arb(0),
    )
    return total / arb(2) ** rounds


@checks("thesis.mia.alg.audit-mi", subjects={"square": (of_hoeffding, for_all_rounds)})
@mutant("half of the constant", square=lambda: for_all_rounds() / 4)
@mutant("sharper: twice the usual constant is enough", "print", square=lambda: 4 * of_hoeffding())
def radii_in_all_rounds(square: Square, proof: Proof = WRITTEN) -> Verdict:
    """The joint coverage for a fair coin, exact at T = 10, 50 and 100, against the constants."""
    numbers = {}
    with working_precision(160):
        for rounds in (10, 50, 100):
            result = covered(rounds, square())
            numbers[f"joint coverage for a fair coin, T = {rounds}"] = Enclosure.of(result)
            require_or_repair(
                at_most(ball(1 - LEVEL), result),
                "The constants of Hoeffding for T draws, or of any interval for T draws, are too "
                "small: only about half of the rounds have b = 0. Larger constants that do not "
                "depend on T exist.",
                grade=Grade.PROVED,
                guesses="a fair coin",
                T=rounds,
                **{"C'^2": square(), "joint coverage": result, "1 - gamma": 1 - LEVEL},
            )
    return proof.verdict(numbers=numbers)
