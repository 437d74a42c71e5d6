"""Claims: over all means the minimax regret is infinite, so the printed bounds are empty."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.minimax_classes import blind_regrets
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import proved, require
from banditproof.verify.evidence import Grade

STATEMENT = (
    r"Over all $K$-armed bandits with unit-variance normal rewards, whatever the means, "
    r"$\sup_\nu\mathrm{{Reg}}_T(\pi,\nu)=+\infty$ for every policy $\pi$ and every $T\ge1$, "
    r"{which}; so the printed bound is true there, for every finite value on its right side."
)
MUTANTS = {"gaps of at most 1": {"largest": Fraction(1)}}
FIRST_PULLS = [
    [Fraction(cut, 12), Fraction(12 - cut, 12), *[Fraction(0)] * (arms - 2)]
    for arms, cut in product((2, 3, 5), range(13))
]


@claim(
    "thesis.thm2.28.unbounded",
    STATEMENT.format(which="with or without privacy"),
    title="over all means the minimax regret is infinite",
    recorded="holds",
    doubts=("D6",),
    mutants=MUTANTS,
)
@claim(
    "thesis.thm4.15.unbounded",
    STATEMENT.format(which=r"also for $\varepsilon$-View DP policies"),
    title="over all means the private minimax regret is infinite",
    recorded="holds",
    doubts=("D6",),
    mutants=MUTANTS,
)
@claim(
    "thesis.thm4.20.unbounded",
    STATEMENT.format(which=r"also for $\rho$-Interactive zCDP policies"),
    place="4.3.2",
    title="over all means the minimax regret under zCDP is infinite",
    recorded="holds",
    doubts=("D6",),
    mutants=MUTANTS,
)
def always_infinite(largest: Fraction | None = None) -> Verdict:
    """Half of a gap of the class exceeds any value; the class of policies does not matter."""
    import sympy as sp

    m, one, two, rest = sp.symbols("m p1 p2 rest", nonnegative=True)
    # p1 + p2 + rest = 1: the two regrets sum to m (1 + rest) >= m
    slack = sp.expand((m * (1 - one) + m * (1 - two) - m).subs(one, 1 - two - rest))
    require(slack == sp.expand(m * rest), "A first pull is not blind.", Grade.PROVED, slack=slack)
    for first, value in product(FIRST_PULLS, map(Fraction, (1, 10**6, 10**100))):
        gap = 2 * value + 1 if largest is None else min(2 * value + 1, largest)
        require(
            blind_regrets(first, gap) / 2 > value,
            "With bounded gaps the regret is at most T times the largest gap.",
            grade=Grade.PROVED,
            **{"T": 1, "first pull": first, "largest gap": gap, "value": value},
        )
    return proved(
        "The first arm is drawn with the same probabilities p in the instances with means "
        "(m, 0, ..) and (0, m, 0, ..), so the two regrets sum to at least m (2 - p_1 - p_2) >= m: "
        "one of them is at least m/2, for every m.",
        covered="The identity m (1 - p_1) + m (1 - p_2) = m + m (1 - p_1 - p_2) for all p and m, "
        "symbolically; it holds for private and other policies alike.",
    )
