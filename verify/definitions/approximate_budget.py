"""The curve delta(eps) of a finite policy, exactly at rational e^eps and enclosed at rational eps.

As a function of f = e^eps, delta is the largest of finitely many convex, decreasing, piecewise
linear functions with rational corners. So its inverse is rational, and whether a policy is
(eps, delta)-private is decided by comparing a rational with e^eps, which is never rational itself.
"""

import math
from fractions import Fraction
from flint import arb
from banditproof.theory.accounting.finite_divergences import smallest_factor as factor_of_laws
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.exact import Number, exact_nonnegative, exact_probability
from banditproof.verify.exact_laws.law_divergences import Ratio
from banditproof.verify.exact_laws.privacy_loss import is_at_most_exponential
from .backward_induction import played, worst_of
from .brute_force import replayed
from .finite_machine import Finite
from .notions import Notion


def smallest_factor(policy: Finite, notion: Notion, delta: Number) -> Ratio:
    """The smallest e^eps at which the policy is (eps, delta)-private, exactly; perhaps infinite.

    From factor 1 upwards: the worst adversary at the current factor has laws whose own smallest
    factor is a lower bound; it is taken next, until no adversary exceeds delta there.

    >>> from .witness_policies import appendix_a
    >>> smallest_factor(appendix_a(), Notion.TABLE, "0.17")
    Fraction(4347, 1625)
    """
    allowed = exact_probability("delta", delta)
    games = played(policy, notion)
    factor = Fraction(1)
    while True:
        worst = worst_of(games, factor)
        if worst.value <= allowed or worst.witness is None:
            return factor
        left, right = replayed(policy, worst.witness)
        outcomes = sorted({*left, *right})
        none = Fraction(0)
        first, second = ([law.get(a, none) for a in outcomes] for law in (left, right))
        needed = factor_of_laws(first, second, allowed)
        if isinstance(needed, float):
            return math.inf
        if needed <= factor:
            raise ArithmeticError(
                f"The worst case at factor {factor} has delta {worst.value} > {allowed}, but its "
                f"own smallest factor is {needed}: the replay does not attain the value."
            )
        factor = needed


def delta_at(policy: Finite, notion: Notion, eps: Number, digits: int = 15) -> Enclosure:
    """The smallest delta at which the policy is (eps, delta)-private, for a rational eps >= 0.

    >>> from .witness_policies import appendix_a
    >>> print(delta_at(appendix_a(), Notion.VIEW, "0.95", digits=6))
    0.1687834114[7..9]
    """
    loss = exact_nonnegative("eps", eps)
    games = played(policy, notion)
    graph = games.graph
    if loss == 0 or not games.roots:
        return Enclosure.of(worst_of(games, 1).value)
    largest = graph.largest(lambda p, q: Fraction(p, q) if q else math.inf)
    ratio = max(largest[node] for _, (_, node) in games.roots)
    certain = worst_of(games, math.inf).value
    if is_at_most_exponential(ratio, loss):
        return ZERO

    def evaluate() -> arb:
        factor, zero = ball(loss).exp(), arb(0)

        def leaf(left: int, right: int) -> arb:
            return arb(left) if right == 0 else (left - factor * right).max(zero)

        values = graph.values(leaf, lambda x, y: x.max(y), zero)
        result = ball(certain)
        for _, (multiplier, node) in games.roots:
            result = result.max(multiplier * values[node] / graph.policy.total)
        return result

    return enclose(evaluate, digits)


def is_approximately_private(policy: Finite, notion: Notion, eps: Number, delta: Number) -> bool:
    """Whether the policy is (eps, delta)-private in a notion; decided exactly.

    >>> from .witness_policies import appendix_a
    >>> is_approximately_private(appendix_a(), Notion.TABLE, "0.98", "0.17")
    False
    """
    return is_at_most_exponential(smallest_factor(policy, notion, delta), eps)
