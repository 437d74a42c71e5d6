"""Claims about the comment on Proposition 4.26: the two characteristic times compared."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require, vacuous
from banditproof.theory import BernoulliBandit, characteristic_time
from .corollary_4_25_characteristic_times import MANY, THREE, TWO, random_bandits
from .proposition_4_26_total_variation_time import Gaps, edges, gaps_of, printed_time


def sum_with_the_least_gap(gaps: Gaps) -> Fraction:
    """The sum of Delta_a^-2 over all arms, with Delta_1 := Delta_min."""
    return sum((1 / gap**2 for gap in (min(gaps), *gaps)), Fraction(0))


def _instances() -> list[BernoulliBandit]:
    """Instances with 2 to 9 arms, some with two means near 1/2."""
    near = [BernoulliBandit((Fraction(1, 2) + d, Fraction(1, 2) - d)) for d in
            (Fraction(1, 100), Fraction(1, 1000), Fraction(1, 10**6))]  # fmt: skip
    return [MANY, TWO, THREE, *near, *edges()[1:], *random_bandits(427, 25)]


@checks("thesis.pinsker.T.relation")
@mutant("sharper: 2.02 for 2", factor=Fraction(101, 50))
def pinsker(factor: Fraction = Fraction(2), proof: Proof = WRITTEN) -> Verdict:
    """The steps, and certified times at random instances and near equality."""
    sides = Sides()
    for bandit in _instances():
        plain = characteristic_time(bandit).certificate(16).enclosure
        moved, case = printed_time(gaps_of(bandit)), dict[str, Any](nu=bandit, T_KL=plain)
        sides.at_most(plain * factor, moved**2, "T*_TV is smaller.", **case, T_TV=moved)
    return proof.verdict(
        instances=f"{sides.cases} Bernoulli instances with 2 to 9 arms in enclosures of 16 digits.",
        sharpness=sides.sharpness,
    )


@checks("thesis.pinsker.T.sum")
@mutant("Delta_1 := Delta_min", first=lambda gaps: min(gaps))
def infinite_sum(first: Callable[[Gaps], Fraction] = lambda gaps: Fraction(0)) -> Verdict:
    """With the gaps of Proposition 4.26 the term of the best arm is 1/0."""
    for bandit in (TWO, THREE, MANY):
        gap = first(gaps_of(bandit))
        require(gap == 0, "The sum is finite, so it says something.", nu=bandit, Delta_1=gap)
    return vacuous(
        "With Delta_a = mu_1 - mu_a of Proposition 4.26, Delta_1 = 0 and the sum is infinite; "
        "Delta_1 := Delta_min is meant by its source, and then it is true.",
        covered="Delta_1 = mu_1 - mu_1 = 0 for all instances.",
        beyond="The intended statement: thesis.pinsker.T.sum.repaired.",
    )


@checks("thesis.pinsker.T.sum.repaired")
def sum_of_squares(proof: Proof = WRITTEN) -> Verdict:
    """Weights in proportion to Delta_a^-2, and two arms that nearly attain it."""
    sides = Sides()
    for bandit in _instances()[3:6]:
        plain = characteristic_time(bandit).certificate(16).enclosure
        total = sum_with_the_least_gap(gaps_of(bandit))
        sides.at_most(plain, total, "T*_KL is larger than the sum.", nu=bandit, T_KL=plain)
    return proof.verdict(sharpness=sides.sharpness)
