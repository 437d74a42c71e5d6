"""The claim about the power of one threshold for all targets, with a random target."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    OnClaim,
    Proof,
    Textbook,
)
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.membership import AverageTargets

from .fixed_against_random_targets import GAMES, both_games, power_of_all_targets

COMMON = Proof(
    "thesis.fix.avg.power",
    where="level in [0,1], size in [0,1], hit in [0,1], best in [0,1], alarms in [0,1], "
    "a in [0,1], c in [0,inf)",
    steps=(
        Given(1, r"For each target a test has a size of at most $\alpha$.", "a <= level"),
        Textbook(
            2,
            r"So its mean size, that of the game with a random target, is at most $\alpha$.",
            "size <= 1*level",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 1},
            instance={"x": "size", "c": "1", "y": "level", "X": "a", "Y": "level"},
            over=("a",),
        ),
        Given(
            3,
            r"The threshold $t$ solves $E_z[P_0(\ell>t)]=\alpha$: a test of the pair of "
            r"target and output by its ratio, which attains $\alpha$.",
            "alarms == level",
        ),
        OnClaim(
            4,
            r"With the pair as the outcome and $c=e^t$: power minus $c$ times size of the tests of "
            r"the targets, and of $t$.",
            "hit - c*size <= 1*(best - c*alarms)",
            claim="thesis.thm6.1a.repaired",
            of_step=2,
            instance={"level": "alarms"},
        ),
        Inequality(
            5, r"Their size is not larger.", "c*size <= c*alarms", uses=(3,), weights={2: "c"}
        ),
        Inequality(
            6,
            r"So their mean power `hit` is not larger.",
            "hit <= best",
            weights={4: "1", 5: "1"},
        ),
    ),
)


@checks(
    "thesis.fix.avg.power",
    mutants={
        "no bound of the sizes": {"proof": COMMON.changed(2, formula="size <= 2*level")},
        "sharper: 0.99 of the power": {"proof": COMMON.changed(6, formula="hit <= 0.99*best")},
        "a threshold below the level": {"proof": COMMON.changed(3, formula="alarms <= level")},
        "sharper: 0.99 of the power in games": {"part": Fraction(99, 100)},
        "another score of one target": {"scores": ("0.2", "9")},
    },
)
def power_of_one_threshold(
    proof: Proof = COMMON,
    part: Fraction = Fraction(1),
    scores: tuple[str, str] = ("0.1", "9"),
) -> Verdict:
    """The steps, enumerated games, and normal laws in balls."""
    sides = Sides()
    for (means, rows), level in product(GAMES, (Fraction(1, 10), Fraction(1, 2))):
        _, single = both_games(means, rows)
        mean = sum((mass * law.exact_power(level) for _, mass, law in single), Fraction(0))
        case: dict[str, Any] = {"means": means, "n": rows, "alpha": level}
        common = power_of_all_targets(means, rows, level)
        sides.at_most(mean, part * common, "The mean is larger.", **case)
    game = AverageTargets.of(scores, ["1/2", "1/2"])
    printed = {
        "0.01": ("0.4140", "0.3860"),
        "0.1": ("0.5743", "0.5622"),
        "0.5": ("0.9514", "0.8114"),
    }
    for said, (together, apart) in printed.items():
        for digits, found in ((together, game.power(said)), (apart, game.average_power(said))):
            near = abs(found - Fraction(digits)) <= Fraction(1, 20000)
            require(near, "A value has other digits.", alpha=said, found=found, said=digits)
    return proof.verdict(
        "The common threshold is the best test of the pair of target and output, and tests with a "
        "threshold for each target are among those that it beats.",
        instances="Three games with Bernoulli columns, exact, and the six values in balls.",
        sharpness=sides.sharpness,
    )
