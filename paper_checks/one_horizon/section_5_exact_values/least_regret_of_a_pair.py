"""Closed forms of the least regret on a pair, by certificates that are polynomials in eta.

The argument in words. A policy is a table V(a; r) of the probabilities of all actions a if the
rewards are r, in which the sums over later actions do not depend on later rewards.

Symmetry: the pair stays the same if both arms change their names. The mean of a policy and of its
renamed copy is as private, and its larger regret on the pair is no larger: so a_1 = 1 may be
supposed to have the probability 1/2.

Lower end: privacy says V(a; r) - e^eps V(a; r') <= 0. With multipliers z >= 0 of these rows every
private policy pays at least its regret plus the rows times z. This is at least y(empty past) if,
for each past and each action, y(past) is at most the sum of y over the next reward.

Upper end: a policy that pays no more. With z = eta zeta, where eta = 1/(1 + e^eps) is in [0, 1/2],
the multipliers zeta, the bounds y and the probabilities of the policy times (1 - eta)^k are
polynomials in eta, and so each inequality is one between polynomials on that interval.
"""

from collections.abc import Callable
from fractions import Fraction
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.all_private_policies import PrivatePolicies, regret
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory.exact_price.closed_forms import FORMS, is_proved

Form = Callable[[int], tuple[Fraction, ...]]


def changed(at: int, by: Fraction) -> Form:
    """The forms, but for another first coefficient at one horizon."""
    first, *others = FORMS[at]
    return lambda horizon: (first + by, *others) if horizon == at else FORMS[horizon]


@checks("one.exact.pair")
@mutant("sharper: 1 % more at T = 2", form=changed(2, Fraction(1, 100)))
@mutant("sharper: 0.1 % more at T = 4", form=changed(4, Fraction(1, 1000)))
@mutant("0.1 % less at T = 3", form=changed(3, Fraction(-1, 1000)))
@mutant("0.1 % less at T = 4", form=changed(4, Fraction(-1, 1000)))
def closed_forms_are_both_ends(form: Form = FORMS.__getitem__) -> Verdict:
    """Both certificates for each horizon, and the program of all policies at single budgets."""
    pair = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))
    for growth in (Fraction(1), Fraction(3, 2), Fraction(9)):
        policies = PrivatePolicies(2, growth)
        least = policies.least_of_largest([policies.mean(w, regret(w)) for w in pair])
        eta = 1 / (1 + growth)
        value = sum(c * eta**k for k, c in enumerate(form(2)))
        require(value == least, "Another program has another value at T = 2.", growth=growth)
    for horizon in FORMS:
        lower, upper = is_proved(horizon, form(horizon))
        require(lower, "No certificate of the lower end was found.", T=horizon)
        require(upper, "No policy that pays so little was found.", T=horizon)
    return points()
