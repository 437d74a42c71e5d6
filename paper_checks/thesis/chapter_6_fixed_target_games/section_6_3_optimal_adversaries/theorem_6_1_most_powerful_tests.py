"""The claim about the most powerful tests, Theorem 6.1(a), with all tests of small games."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    Proof,
    Textbook,
)
from banditproof.paper_checks.statements.checks import checks_both
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
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


CASE = "p in [0,inf), q in [0,inf), f in [0,1]"


@cache
def law_of(place: int) -> EnumeratedLaw:
    """The likelihood ratios of a game."""
    means, rows, target = GAMES[place]
    return fixed_target_game(bernoulli_rows(means), rows, target)


@cache
def outcomes(place: int) -> tuple[tuple[Fraction, Fraction], ...]:
    """p_out and p_in of each mean that a game may release."""
    means, rows, target = GAMES[place]
    found: dict[Hashable, list[Fraction]] = {}
    records = bernoulli_rows(means)
    for data in product(records, repeat=rows):
        mass = Fraction(1)
        for row in data:
            mass *= records[row]
        changed = (tuple(map(Fraction, target)), *data[1:])  # the mean does not ask for the place
        for side, worlds in ((0, data), (1, changed)):
            for output in empirical_mean(worlds):
                found.setdefault(output, [Fraction(0)] * 2)[side] += mass
    return tuple((sides[0], sides[1]) for sides in found.values())


def all_tests(place: int) -> Iterator[tuple[Fraction, Fraction]]:
    """Size and power of every set of outcomes: all scores with all thresholds give these."""
    cells = outcomes(place)
    for chosen in product((0, 1), repeat=len(cells)):
        picked = [cell for cell, one in zip(cells, chosen, strict=True) if one]
        yield sum((q for q, _ in picked), Fraction(0)), sum((p for _, p in picked), Fraction(0))


MOST_POWERFUL = Proof(
    "thesis.thm6.1a.repaired",
    where=f"{CASE}, c in [0,inf), size in [0,1], hit in [0,1], best in [0,1], level in [0,1]",
    parts=(2,),
    steps=(
        Inequality(
            1,
            r"At an outcome with the densities $p$ of $p_n^{\mathrm{in}}$ and $q$ of "
            r"$p_n^{\mathrm{out}}$ another test says 1 with probability $f$; the LR test with the "
            r"threshold $\log c$ says 1 where $p-cq>0$.",
            "f*(p - c*q) <= 1*max(p - c*q, 0)",
        ),
        Textbook(
            2,
            r"The integrals: power minus $c$ times size, of the other test and of the LR test.",
            "hit - c*size <= 1*(best - c*level)",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 1},
            instance={
                "x": "hit - c*size",
                "c": "1",
                "y": "best - c*level",
                "X": "f*(p - c*q)",
                "Y": "max(p - c*q, 0)",
            },
            over=("p", "q", "f"),
        ),
        Given(
            3,
            r"The other test has at most the size $\alpha$ that the LR test attains.",
            "size <= level",
        ),
        Inequality(
            4, r"So $c$ times its size is at most $c\alpha$.", "c*size <= c*level", weights={3: "c"}
        ),
        Inequality(5, r"So its power is not larger.", "hit <= best", weights={2: "1", 4: "1"}),
    ),
)


@checks_both(
    "thesis.thm6.1a",
    subjects={"attained": (False, True)},
    mutants={
        "the test where the ratio is small": {
            "proof": MOST_POWERFUL.changed(1, formula="f*(p - c*q) <= 1*max(c*q - p, 0)")
        },
        "a larger size": {"proof": MOST_POWERFUL.changed(3, formula="size <= 2*level")},
        "sharper: 0.99 of the power": {
            "proof": MOST_POWERFUL.changed(5, formula="hit <= 0.99*best")
        },
        "sharper: 0.99 of the power in games": {"part": Fraction(99, 100)},
    },
    printed_mutants={"one column and two rows": {"games": (4,)}},
)
def most_powerful_tests(
    attained: bool = True,
    proof: Proof = MOST_POWERFUL,
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
    return proof.verdict(
        "At the sizes that it attains no test beats a threshold on the likelihood ratio.",
        instances="All sets of outcomes of four games, exact.",
        sharpness=sides.sharpness,
    )
