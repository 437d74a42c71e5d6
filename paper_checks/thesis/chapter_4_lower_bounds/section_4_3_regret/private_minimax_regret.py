"""A claim about the definition of minimax regret under a constraint of privacy."""

from collections.abc import Callable
from typing import Any
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.worlds_without_chance import regrets_of_two_rounds
from banditproof.paper_checks.verdicts.vocabulary import proved, require

Value = Callable[[Any], Any]
"""The minimax regret of the example, from e^eps."""


def half_and_a_bit(odds: Any) -> Any:
    """1/2 + 1/(1 + e^eps)."""
    import sympy as sp

    return sp.Rational(1, 2) + 1 / (1 + odds)


@checks("thesis.minimax.dp")
@mutant("the value without privacy", value=lambda odds: odds / odds / 2)
@mutant("sharper: one per cent more", value=lambda odds: half_and_a_bit(odds) * 101 / 100)
@mutant("one per cent less", value=lambda odds: half_and_a_bit(odds) * 99 / 100)
def private_minimax_regret(value: Value = half_and_a_bit) -> Verdict:
    """The infimum on one class, K = T = 2 and the means (1, 0) and (0, 1), for all eps.

    With odds e = e^eps the probabilities to stay with arm a after a 0 and a 1, s_0 and s_1, have
    s_1 <= e s_0 and 1 - s_0 <= e (1 - s_1). The sum of the two regrets is twice the value plus
    nonnegative multiples of these differences, and randomised response has both regrets equal.
    """
    import sympy as sp

    e, f = sp.symbols("e f", positive=True)
    stay = [sp.symbols(f"s{arm}0 s{arm}1") for arm in (0, 1)]
    slack = [(e * s[0] - s[1]) + (e * (1 - s[1]) - (1 - s[0])) for s in stay]
    sum_of_both = sum(regrets_of_two_rounds(f, stay))
    least = 2 * value(e) + (f * slack[0] + (1 - f) * slack[1]) / (1 + e)
    rest = sp.simplify(sum_of_both - least)
    require(rest == 0, "The value is not what the constraints of privacy imply.", rest=rest)
    keep = e / (1 + e)
    for reached in regrets_of_two_rounds(sp.Rational(1, 2), [(1 - keep, keep)] * 2):
        above = sp.simplify(reached - value(e))
        require(above == 0, "Randomised response has another regret.", difference=above)
    return proved(universal=None)
