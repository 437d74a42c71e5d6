"""The least regret on every instance at e^eps = 2: a certificate, and a policy, of one value.

The words. The certificate is weak duality over all sequences of actions and rewards, without any
symmetry. The policy treats the arms alike; its regret on (p, q), p >= q, is a polynomial, which
lies below the largest of its Bernstein coefficients on each box of those that cover the square.
"""

from collections.abc import Mapping
from fractions import Fraction
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory.exact_price import exact_price, verified_price
from banditproof.theory.exact_price.price_file import price_facts

VALUES = {
    1: Fraction(1, 2),
    2: Fraction(5, 6),
    3: Fraction(7, 6),
    4: Fraction(25, 18),
    5: Fraction(29, 18),
}


@checks("one.exact.every")
@mutant("sharper: 1 % more", values={T: x * Fraction(101, 100) for T, x in VALUES.items()})
@mutant("1 % less", values={T: x * Fraction(99, 100) for T, x in VALUES.items()})
@mutant("another budget", eps="log(21/10)")
def both_ends_are_equal(values: Mapping[int, Fraction] = VALUES, eps: str = "log(2)") -> Verdict:
    """Both ends, which a second program computes again from the certificate and the policy."""
    for horizon, value in values.items():
        found = exact_price(2, horizon, eps)
        again = verified_price(price_facts(found))
        require(again.lower >= value, "The certificate proves less.", T=horizon, proved=again.lower)
        most = found.everywhere
        require(most is not None and most <= value, "The policy pays more.", T=horizon, most=most)
    return points()
