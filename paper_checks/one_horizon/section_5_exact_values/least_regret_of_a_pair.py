"""Closed forms of the least regret on a pair, by certificates that are polynomials in eta.

The words. V(a; r), the probability of all actions if the rewards are r, is a policy if the sums
over later actions do not depend on later rewards. The mean of a policy and of its relabelled copy
is as private, and its larger regret on the pair is no larger, so that a_1 = 1 has the mass 1/2. For
weights z >= 0 of the rows V(a; r) - e^eps V(a; r') <= 0 every private policy pays at least its
regret with these rows added. That is at least the value y of the empty past, if y(past) is at most
the sum of y over the next reward for each action. With z = eta zeta, zeta and y are polynomials in
eta on [0, 1/2], and so are the masses of a policy that pays no more, times (1 - eta)^k.
"""

from collections.abc import Callable
from fractions import Fraction
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.all_private_policies import PrivatePolicies, regret
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory.exact_price.closed_forms import FORMS, is_proved

Form = Callable[[int], tuple[Fraction, ...]]


def changed(at: int, by: Fraction) -> Form:
    """The forms, of which that of one horizon has another first coefficient."""
    return lambda horizon: (FORMS[at][0] + by, *FORMS[at][1:]) if horizon == at else FORMS[horizon]


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
