"""The claim that the log-ratio of the mean is a sum over independent columns."""

from __future__ import annotations

from itertools import product

from banditproof.paper_checks.proofs import Given, Identity, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.membership.finite_laws import (
    BernoulliColumn,
    EnumeratedLaw,
    bernoulli_rows,
    empirical_mean,
    fixed_target_game,
    sub_sampled_mean,
)
from banditproof.theory.membership.finite_laws.small_games import Mechanism

COLUMNS = Proof(
    "thesis.ftm.lr.product",
    where="p in (0,inf), q in (0,inf), a in (0,inf), b in (0,inf), first in (0,inf), "
    "second in (0,inf), before in (-inf,inf), own in (-inf,inf), after in (-inf,inf)",
    steps=(
        Given(
            1,
            r"The rows have independent columns, and the target is given. So the means of the "
            r"columns are independent without the target and, the place of its row being of no "
            r"account, with it; column $j$ is then the mean of $z_j^\star$ and $n-1$ draws.",
        ),
        Textbook(
            2,
            r"With the target the first $j$ columns with the density $p$ and the next one with $a$ "
            r"have the density",
            "first == p*a",
            fact="textbook.elementary-probability:independent product",
            hypotheses={"independent, and not negative": 1},
            instance={"m": "first", "x": "p", "y": "a"},
        ),
        Textbook(
            3,
            r"and without it, with $q$ and $b$,",
            "second == q*b",
            fact="textbook.elementary-probability:independent product",
            hypotheses={"independent, and not negative": 1},
            instance={"m": "second", "x": "q", "y": "b"},
        ),
        Given(4, r"The log-ratio of the first $j$ columns,", "before == log(p/q)"),
        Given(5, r"that of the next one,", "own == log(a/b)"),
        Given(6, r"and that of them together.", "after == log(first/second)"),
        Identity(
            7,
            r"So each column adds its own log-ratio, from the first one on.",
            "after == before + own",
            uses=(2, 3, 4, 5, 6),
        ),
    ),
)


@checks(
    "thesis.ftm.lr.product",
    mutants={
        "two of three rows are kept, the same for all columns": {"mechanism": sub_sampled_mean(2)},
        "a target for one column only": {"forgotten": 1},
        "dependent columns with the target": {
            "proof": COLUMNS.changed(2, formula="first == p*a/2")
        },
        "sharper: without the ratio of one column": {
            "proof": COLUMNS.changed(7, formula="after == before")
        },
    },
)
def sum_over_the_columns(
    mechanism: Mechanism = empirical_mean, forgotten: int = 0, proof: Proof = COLUMNS
) -> Verdict:
    """The steps, and games by brute force against the products of their columns."""
    for means, target in product((("1/2", "1/3"), ("1/4", "2/5")), ((1, 0), (1, 1), (0, 0))):
        joint = fixed_target_game(bernoulli_rows(means), 3, target, mechanism)
        places = range(len(means) - forgotten)
        columns = [(BernoulliColumn(3, means[j], target[j]), 1) for j in places]
        alone = EnumeratedLaw.of_columns(columns)
        finding = "The ratio of all columns is not the product of those of the columns."
        require(joint.levels == alone.levels, finding, means=means, target=target)
    return proof.verdict(
        "The target is given, so the columns are independent with it and without it, and their "
        "ratios multiply.",
        instances="Games with three rows and two Bernoulli columns, for three targets, exact.",
    )
