"""Claims about the comment on Proposition 4.26: the two characteristic times compared."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from banditproof.paper_checks.proofs import Given, Inequality, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require, vacuous
from banditproof.theory import BernoulliBandit, characteristic_time

from .corollary_4_25_characteristic_times import MANY, THREE, TWO, random_bandits
from .proofs_of_characteristic_times import PINSKER
from .proposition_4_26_total_variation_time import Gaps, edges, gaps_of, printed_time


def sum_with_the_least_gap(gaps: Gaps) -> Fraction:
    """The sum of Delta_a^-2 over all arms, with Delta_1 := Delta_min."""
    return sum((1 / gap**2 for gap in (min(gaps), *gaps)), Fraction(0))


def _instances() -> list[BernoulliBandit]:
    """Instances with 2 to 9 arms, some with two means near 1/2."""
    near = [BernoulliBandit((Fraction(1, 2) + d, Fraction(1, 2) - d)) for d in
            (Fraction(1, 100), Fraction(1, 1000), Fraction(1, 10**6))]  # fmt: skip
    return [MANY, TWO, THREE, *near, *edges()[1:], *random_bandits(427, 25)]


@checks(
    "thesis.pinsker.T.relation",
    mutants={
        "sharper: 2.02 for 2": {"factor": Fraction(101, 50)},
        "sharper: 2.02 for 2 by the steps": {
            "proof": PINSKER.changed(2, formula="2.02*tv_a**2 <= kl_a")
        },
        "half of the mean": {"proof": PINSKER.changed(4, formula="square <= k/4")},
        "a smaller supremum": {"proof": PINSKER.changed(11, formula="ratev <= sqrt(ratek/3)")},
    },
)
def pinsker(factor: Fraction = Fraction(2), proof: Proof = PINSKER) -> Verdict:
    """The steps, and certified times at random instances and near equality."""
    sides = Sides()
    for bandit in _instances():
        plain = characteristic_time(bandit).certificate(16).enclosure
        moved, case = printed_time(gaps_of(bandit)), dict[str, Any](nu=bandit, T_KL=plain)
        sides.at_most(plain * factor, moved**2, "T*_TV is smaller.", **case, T_TV=moved)
    return proof.verdict(
        "T*_TV^2 is at least 2 T*_KL, with equality in the limit of two arms close to 1/2.",
        instances=f"{sides.cases} Bernoulli instances with 2 to 9 arms in enclosures of 16 digits.",
        sharpness=sides.sharpness,
    )


@checks("thesis.pinsker.T.sum", mutants={"Delta_1 := Delta_min": {"first": lambda gaps: min(gaps)}})
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


SUM = Proof(
    "thesis.pinsker.T.sum.repaired",
    where="x in [0,1], y in [0,1], p in (0,1), q in (0,1), w in (0,inf), u in (0,inf), "
    "m in (0,1], S in (0,inf), v in [0,inf), r in (0,inf), t in (0,inf), D in (0,1], "
    "D <= y-x, m <= D, p <= q",
    steps=(
        Inequality(
            1,
            "The best arm has the mean y, another one x = y - D, in a confusing instance p and "
            "q >= p; a mean 0 or 1 costs infinitely much there. Pinsker's inequality.",
            "kl(y,p) >= 2*(y-p)**2",
        ),
        Inequality(2, "The same for the other arm.", "kl(x,q) >= 2*(x-q)**2"),
        Inequality(
            3,
            "The cost of a confusing instance, in squares.",
            "w*kl(y,p) + u*kl(x,q) >= 2*(w*(y-p)**2 + u*(x-q)**2)",
            weights={1: "w", 2: "u"},
        ),
        Inequality(
            4,
            "The distances y - p and q - x add up to a = y - x + q - p, which is at least D.",
            "a**2 >= D**2",
            where="a in [0,inf), a >= D",
        ),
        Inequality(
            5,
            "So their squares are at least this.",
            "w*(y-p)**2 + u*(x-q)**2 >= w*u/(w+u)*D**2",
            weights={4: "w*u/(w+u)"},
            at={4: {"a": "y-x+q-p"}},
            rest="(w*(y-p)-u*(q-x))**2/(w+u)",
        ),
        Inequality(
            6,
            "The cost of a confusing instance.",
            "w*kl(y,p) + u*kl(x,q) >= 2*w*u/(w+u)*D**2",
            weights={3: "1", 5: "2"},
        ),
        Given(
            7,
            "The weight of the best arm, from the least gap m; S is the sum of the statement, so "
            "that the weights add up to 1.",
            "w == 1/(m**2*S)",
        ),
        Given(8, "The weight of the other arm.", "u == 1/(D**2*S)"),
        Inequality(
            9,
            "These weights pay at least 1/S.",
            "w*kl(y,p) + u*kl(x,q) >= 1/S",
            uses=(7, 8),
            weights={6: "1"},
            rest="(D**2-m**2)/(S*(D**2+m**2))",
        ),
        Textbook(
            10,
            "So does v, the infimum of the costs over all confusing instances; further arms only "
            "add to them.",
            "1/S <= v",
            fact="textbook.bounds-of-sets:infimum",
            over=("p", "q", "u", "w", "x", "y"),
            which="D <= y - x, p <= q",
            hypotheses={"c is a lower bound": 9},
            instance={"X": "w*kl(y,p) + u*kl(x,q)", "c": "1/S", "low": "v"},
        ),
        Textbook(
            11,
            "The supremum r over all weights.",
            "v <= r",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 10},
            instance={"v": "v", "high": "r"},
        ),
        Given(12, "The time is 1/r.", "t == 1/r"),
        Inequality(
            13, "The time is at most the sum.", "t <= S", uses=(12,), weights={10: "S/r", 11: "S/r"}
        ),
    ),
)


@checks(
    "thesis.pinsker.T.sum.repaired",
    mutants={
        "Delta_1 left out": {"proof": SUM.changed(7, formula="w == 1/(m*S)")},
        "sharper: 2.1 in Pinsker's inequality": {
            "proof": SUM.changed(2, formula="kl(x,q) >= 2.1*(x-q)**2")
        },
        "the sum of the weights": {
            "proof": SUM.changed(5, formula="w*(y-p)**2 + u*(x-q)**2 >= (w+u)*D**2/4")
        },
        "sharper: one per cent less in the time": {"proof": SUM.changed(13, formula="t <= 0.99*S")},
    },
)
def sum_of_squares(proof: Proof = SUM) -> Verdict:
    """Weights in proportion to Delta_a^-2, and two arms that nearly attain it."""
    sides = Sides()
    for bandit in _instances()[3:6]:
        plain = characteristic_time(bandit).certificate(16).enclosure
        total = sum_with_the_least_gap(gaps_of(bandit))
        sides.at_most(plain, total, "T*_KL is larger than the sum.", nu=bandit, T_KL=plain)
    return proof.verdict(
        "With Delta_1 := Delta_min the sum is above T*_KL, and nearly attained by two arms close "
        "to 1/2.",
        instances="Three instances in enclosures of 16 digits.",
        sharpness=sides.sharpness,
    )
