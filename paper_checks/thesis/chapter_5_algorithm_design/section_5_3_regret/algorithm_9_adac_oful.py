"""Claims about contextual linear bandits: the setting, Algorithm 9, its privacy and its regret."""

from fractions import Fraction
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.design_updates import determinants, starts
from banditproof.paper_checks.models.ellipsoid_margins import Setting, margin, never_positive
from banditproof.paper_checks.verdicts.vocabulary import need, points, require
from banditproof.theory.balls import working_precision

TENTH, DELTA = Fraction(1, 10), Fraction(1, 1000)
FIRST_ROUNDS = {
    Setting(3, Fraction(1, 3), TENTH, DELTA): 13222,
    Setting(3, TENTH, TENTH, DELTA): 139461,
    Setting(10, TENTH, TENTH, DELTA): 148354,
}
"""The first round at which the denominator of the printed radius is positive."""


@checks("thesis.alg9.radius")
@mutant("lambda of 3000", regulariser=Fraction(3000))
def radius_in_the_first_rounds(regulariser: Fraction = TENTH) -> Verdict:
    """The denominator is negative up to these rounds, and a unit vector has an update after 1."""
    results = {}
    with working_precision(96):
        for place, first in FIRST_ROUNDS.items():
            setting = place._replace(regulariser=regulariser)
            if regulariser == TENTH:
                need(never_positive(setting, 1, first - 1), "It is defined earlier", d=place.d)
                need(margin(setting, first) > 0, "It is not defined there", d=place.d)
                unit = tuple(Fraction(int(i == 0)) for i in range(place.d))
                renewed = starts(determinants((unit,), regulariser), Fraction(1))
                need(renewed == [1, 2], "Line 6 does not fire in round 2", d=place.d)
                results[f"first round, d = {place.d}, lambda_0 = {place.least}"] = first
            require(
                margin(setting, 1) > 0,
                "The number below the root is negative until round 13222, 139461 and 148354 in "
                "the three settings; line 6 fires in round 2 after any unit vector, since the "
                "determinant grows by 1 + 1/lambda; the contextual figure ends at round 100000.",
                tau=1,
                d=place.d,
                lambda_0=place.least,
                denominator_at_1=margin(setting, 1),
                settings=tuple((one.d, one.least) for one in FIRST_ROUNDS),
                first_rounds=tuple(FIRST_ROUNDS.values()),
                lambda_=setting.regulariser,
                delta=setting.delta,
            )
    return points()
