"""Claims about the worst neighbours and events, which games with rows of one law may miss."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import inf
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import Law, largest_ratio, random_law
from banditproof.paper_checks.models.finite_pairs import coin, replaced
from banditproof.paper_checks.verdicts.vocabulary import need, require
from ....models.membership_game import all_neighbours, joint_laws, mixed, target_laws
from .membership_advantage import games

Ratio = Fraction | float
Shown = Callable[[Law, Law], Ratio]
"""The largest e^eps that an adversary of a game shows, from the laws for b = 0 and b = 1."""


def best_quotient(out: Law, inside: Law) -> Ratio:
    """e to max{log((1 - beta)/alpha), log((1 - alpha)/beta)} of the best adversary."""
    return max(Fraction(1), largest_ratio(inside, out), largest_ratio(out, inside))


def _over_events(out: Law, inside: Law) -> Ratio:
    """Wrong for an audit: the two quotients multiplied."""
    return max(Fraction(1), largest_ratio(inside, out) * largest_ratio(out, inside))


@checks("thesis.mia.rem.audit-worst-case")
@mutant("both quotients multiplied", shown=_over_events)
@mutant("sharper: 0.99 of the budget", part=Fraction(99, 100))
def games_show_at_most_the_budget(
    shown: Shown = best_quotient, part: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """Enumerated games against the budget; how many data laws lose; equal rows."""
    source, sides, less, total = random.Random(2371), Sides(), 0, 0
    for mechanism, values, size in games(source):
        pairs = [(mechanism(d), mechanism(e)) for d, e in all_neighbours(values, size)]
        budget = max(largest_ratio(p, q) for p, q in pairs)
        if budget == inf:
            continue
        point = tuple(Fraction(z == 0) for z in range(values))
        for records in (random_law(source, values), point):
            finding = "A game shows more."
            case: dict[str, Any] = {"records": records, "n": size}
            random_target = shown(*joint_laws(mechanism, records, size))
            sides.at_most(random_target, part * budget, finding, **case, target="random")
            total, less = total + 1, less + (random_target < budget)
            for z in range(values):
                result = shown(*target_laws(mechanism, records, size, z))
                sides.at_most(result, part * budget, finding, **case, target=z)
    # one row: equal rows and another target are the pair of neighbours itself
    fixed = shown(*target_laws(lambda d: coin(Fraction(9), d[0]), (Fraction(1), Fraction(0)), 1, 1))
    require(fixed == 9, "A point mass does not show the pair.", shown=fixed)
    require(less > 0, "No data law shows less.", games=total)
    return proof.verdict(
        numbers={"games with a random target that show less": f"{less} of {total}"},
        sharpness=sides.sharpness,
    )


def of_the_count(ones: int) -> Law:
    """The answer of the mechanism that no game audits tightly: 1 with this probability."""
    p = (Fraction(1, 2), Fraction(1, 4), Fraction(3, 4), Fraction(1, 2))[ones]
    return 1 - p, p


OUT = "((1-q)**3/2 + 3*q*(1-q)**2/4 + 9*q**2*(1-q)/4 + q**3/2)"
"""The probability of the answer 1 for three rows, each 1 with probability q."""
IN_ONE = "((1-q)**2/4 + 6*q*(1-q)/4 + q**2/2)"
"""The same if one row is the target 1."""
IN_ZERO = "((1-q)**2/2 + 2*q*(1-q)/4 + 3*q**2/4)"
"""The same if one row is the target 0."""


def value_at(formula: str, q: Fraction) -> Fraction:
    """A polynomial in q at a rational, exact.

    >>> value_at(OUT, Fraction(1, 2)), value_at(IN_ONE, Fraction(0))
    (Fraction(1, 2), Fraction(1, 4))
    """
    import sympy as sp

    result = sp.sympify(formula, rational=True).subs(sp.Symbol("q"), sp.Rational(str(q)))
    return Fraction(str(result))


Play = Callable[[Fraction, int], tuple[Fraction, Fraction]]
"""The probabilities of the answer 1 for b = 0 and b = 1, from q and a fixed target."""


def played(q: Fraction, target: int) -> tuple[Fraction, Fraction]:
    """By enumeration of the three rows and the place of the target."""
    out, inside = target_laws(lambda d: of_the_count(sum(d)), (1 - q, q), 3, target)
    return out[1], inside[1]


def _without_the_place(q: Fraction, target: int) -> tuple[Fraction, Fraction]:
    """Wrong for the game: dataset, target and place are fixed."""
    return of_the_count(1)[1], of_the_count(2)[1]


@checks("thesis.mia.rem.audit-worst-case.missed")
@mutant("everything fixed", play=_without_the_place)
def worst_pair_missed(play: Play = played, proof: Proof = WRITTEN) -> Verdict:
    """The formulas by enumeration, the budget, and games with more that is fixed.

    Polynomials of degree 3 that agree at four points are equal.
    """
    pairs = [(of_the_count(sum(d)), of_the_count(sum(e))) for d, e in all_neighbours(2, 3)]
    budget = max(largest_ratio(p, q) for p, q in pairs)
    require(budget == 3, "The budget differs.", e_to_eps=budget)
    for q, target in product(map(Fraction, ("0", "1/7", "1/2", "1")), (0, 1)):
        out, inside = play(q, target)
        same = (out, inside) == (value_at(OUT, q), value_at((IN_ZERO, IN_ONE)[target], q))
        require(same, "The game has another law.", q=q, target=target, laws=(out, inside))
        quotient = best_quotient((1 - out, out), (1 - inside, inside))
        require(quotient <= 2, "The game shows more.", q=q, target=target, shown=quotient)
    data = (0, 0, 1)
    placed = mixed([(Fraction(1, 3), of_the_count(sum(replaced(data, i, 1)))) for i in range(3)])
    fixed = [best_quotient(of_the_count(1), law) for law in (placed, of_the_count(2))]
    need(fixed[0] < budget == fixed[1], "Another part must be fixed", e_to_eps=fixed)
    return proof.verdict(
        numbers={
            "e^eps shown by equal rows": best_quotient(of_the_count(0), of_the_count(1)),
            "with the dataset 001 and the target 1 fixed": fixed[0],
            "with the place fixed as well": fixed[1],
        }
    )
