"""Claims: over all means the minimax regret is infinite, so the printed bounds are empty (D6)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.minimax_classes import blind_regrets
from banditproof.paper_checks.verdict import Verdict, fails, holds
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


def _always_infinite(largest: Fraction | None) -> Verdict:
    """Any value is exceeded by half of a gap of the class, at one of the two blind instances."""
    import sympy as sp

    m, one, two, rest = sp.symbols("m p1 p2 rest", nonnegative=True)
    # p1 + p2 + rest = 1: the two regrets sum to m (1 + rest) >= m
    slack = sp.expand((m * (1 - one) + m * (1 - two) - m).subs(one, 1 - two - rest))
    if slack != sp.expand(m * rest):
        return fails(Grade.PROVED, "A first pull is not blind.", witness=f"Slack {slack}.")
    for first, value in product(FIRST_PULLS, map(Fraction, (1, 10**6, 10**100))):
        gap = 2 * value + 1 if largest is None else min(2 * value + 1, largest)
        forced = blind_regrets(first, gap) / 2
        if forced <= value:
            return fails(
                Grade.PROVED,
                "With bounded gaps the regret is at most T times the largest gap.",
                witness=f"T = 1, gaps at most {largest}, first pull {[str(p) for p in first]}: the "
                f"regret is at most {largest}, and not above {value}.",
            )
    return holds(
        Grade.PROVED,
        "The first arm is drawn with the same probabilities p in the instances with means "
        "(m, 0, ..) and (0, m, 0, ..), so the two regrets sum to at least m (2 - p_1 - p_2) >= m: "
        "one of them is at least m/2, for every m.",
        numbers={"first pulls evaluated": len(FIRST_PULLS)},
        covered="The identity m (1 - p_1) + m (1 - p_2) = m + m (1 - p_1 - p_2) for all p and m, "
        "symbolically; it holds for private and other policies alike.",
    )


@claim(
    "thesis.thm2.28.unbounded",
    STATEMENT.format(which="with or without privacy"),
    title="over all means the minimax regret is infinite",
    recorded="holds",
    doubts=("D6",),
    mutants=MUTANTS,
)
def without_privacy(largest: Fraction | None = None) -> Verdict:
    """The two blind instances."""
    return _always_infinite(largest)


@claim(
    "thesis.thm4.15.unbounded",
    STATEMENT.format(which=r"also for $\varepsilon$-View DP policies"),
    title="over all means the private minimax regret is infinite",
    recorded="holds",
    doubts=("D6",),
    mutants=MUTANTS,
)
def under_pure_privacy(largest: Fraction | None = None) -> Verdict:
    """The same two instances: the class of policies does not matter."""
    return _always_infinite(largest)


@claim(
    "thesis.thm4.20.unbounded",
    STATEMENT.format(which=r"also for $\rho$-Interactive zCDP policies"),
    place="4.3.2",
    title="over all means the minimax regret under zCDP is infinite",
    recorded="holds",
    doubts=("D6",),
    mutants=MUTANTS,
)
def under_zcdp(largest: Fraction | None = None) -> Verdict:
    """The same two instances: the class of policies does not matter."""
    return _always_infinite(largest)
