"""The claim about the most powerful tests, Theorem 6.1(a), with all tests of small games."""

from collections.abc import Hashable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory.membership.finite_laws import (
    EnumeratedLaw,
    bernoulli_rows,
    empirical_mean,
    fixed_target_game,
)

GAMES = (
    (("1/2",), 3, (1,)),
    (("1/2",), 4, (1,)),
    (("1/3",), 3, (0,)),
    (("1/2", "1/2"), 2, (1, 1)),
    (("1/2",), 2, (1,)),
)
"""Means of Bernoulli columns, rows and target; in the last game no score beats the ratio."""


@cache
def law_of(place: int) -> EnumeratedLaw:
    """The likelihood ratios of a game."""
    means, rows, target = GAMES[place]
    return fixed_target_game(bernoulli_rows(means), rows, target)


@cache
def outcomes(place: int) -> tuple[tuple[Fraction, Fraction], ...]:
    """p_out and p_in of each mean that a game may release."""
    means, rows, target = GAMES[place]
    results: dict[Hashable, list[Fraction]] = {}
    records = bernoulli_rows(means)
    for data in product(records, repeat=rows):
        mass = Fraction(1)
        for row in data:
            mass *= records[row]
        changed = (tuple(map(Fraction, target)), *data[1:])  # the mean does not ask for the place
        for side, worlds in ((0, data), (1, changed)):
            for output in empirical_mean(worlds):
                results.setdefault(output, [Fraction(0)] * 2)[side] += mass
    return tuple((sides[0], sides[1]) for sides in results.values())


def all_tests(place: int) -> Iterator[tuple[Fraction, Fraction]]:
    """Size and power of every set of outcomes: all scores with all thresholds give these."""
    cells = outcomes(place)
    for chosen in product((0, 1), repeat=len(cells)):
        picked = [cell for cell, item in zip(cells, chosen, strict=True) if item]
        yield sum((q for q, _ in picked), Fraction(0)), sum((p for _, p in picked), Fraction(0))


@checks("thesis.thm6.1a", subjects={"attained": (False, True)})
@mutant("sharper: 0.99 of the power in games", part=Fraction(99, 100))
@mutant("one column and two rows", "print", games=(4,))
def most_powerful_tests(
    attained: bool = True,
    proof: Proof = WRITTEN,
    part: Fraction = Fraction(1),
    games: tuple[int, ...] = (0, 1, 2, 3),
) -> Verdict:
    """All sets of outcomes of four games, at the sizes of all of them or of the LR tests."""
    sides = Sides()
    for place in games:
        law, tests = law_of(place), set(all_tests(place))
        sizes = {corner.size for corner in law.corners()} if attained else {a for a, _ in tests}
        means, rows, target = GAMES[place]
        for level in sorted(sizes):
            power = max(hit for size, hit in tests if size <= level)
            best = law.exact_power(level, randomised=False)
            known = any(hit == best and size <= level for size, hit in tests)
            need(known, "No test has this power", means=means, n=rows, alpha=level, power=best)
            sides.at_most_or_repair(
                power,
                part * best,
                "A score has more power than the likelihood ratio, because the sizes of its "
                "thresholds jump.",
                means=means,
                n=rows,
                target=target,
                alpha=level,
                power_of_the_score=power,
                power_of_the_ratio=best,
            )
    return proof.verdict(sharpness=sides.sharpness)
