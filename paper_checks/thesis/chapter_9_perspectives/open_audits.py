"""Claims about black-box audits and online algorithms, which Chapter 9 leaves open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from banditproof.paper_checks.proofs import Instance, Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict, not_mechanical
from banditproof.paper_checks.verdicts.vocabulary import proved, require

VALUES = (Fraction(0), Fraction(1), Fraction(4))
TARGET = Fraction(1)
Law = dict[Fraction, Fraction]


def mean_law(rows: int, member: bool) -> Law:
    """The mean of uniform rows, of which one may be the target."""
    found: Law = {}
    weight = Fraction(1, len(VALUES)) ** (rows - member)
    for drawn in product(VALUES, repeat=rows - member):
        x = (sum(drawn, Fraction(0)) + member * TARGET) / rows
        found[x] = found.get(x, Fraction(0)) + weight
    return found


def best_loss_threshold(rows: int) -> Fraction:
    """The largest advantage of {loss of the model at the target <= threshold}."""
    out, inside = mean_law(rows, False), mean_law(rows, True)
    losses = {x: (x - TARGET) ** 2 for x in {*out, *inside}}
    gains = [Fraction(0)]
    for cut in set(losses.values()):
        told = [x for x, loss in losses.items() if loss <= cut]
        gains.append(
            sum((inside.get(x, Fraction(0)) - out.get(x, Fraction(0)) for x in told), Fraction(0))
        )
    return max(gains)


def total_variation(rows: int) -> Fraction:
    """The advantage of the best test of the released model."""
    out, inside = mean_law(rows, False), mean_law(rows, True)
    every = {*out, *inside}
    gains = (max(inside.get(x, Fraction(0)) - out.get(x, Fraction(0)), Fraction(0)) for x in every)
    return sum(gains, Fraction(0))


def mean_square(rows: int, member: bool, place: Fraction = TARGET) -> Fraction:
    """The mean of the square of the model less a number; at the target it is the mean loss."""
    law = mean_law(rows, member).items()
    return sum((p * (x - place) ** 2 for x, p in law), Fraction(0))


def means_of_the_losses() -> Iterator[Instance]:
    """The means of two, three and five rows, by all draws, in the letters of the proof."""
    mean = sum(VALUES) / Fraction(len(VALUES))
    known = {"v": mean_square(1, False, mean), "b": (mean - TARGET) ** 2}
    for rows in (2, 3, 5):
        moved = mean + (TARGET - mean) / rows
        variances = {"x": mean_square(rows, False, mean), "y": mean_square(rows, True, moved)}
        losses = {"p": mean_square(rows, False), "q": mean_square(rows, True)}
        yield {"k": rows - 1, **known, **variances, **losses}


@claim(
    "thesis.persp.blackbox.intuition",
    r"The loss of the model at a point that is in the training data is small, and the attack says "
    r"'in' when it is below a threshold.",
    recorded="holds",
    stated=True,
    reading="the mean of the loss over the data, for the model that minimises the sum of "
    "(theta - x)^2, on independent rows: it is smaller by at least the share 1/n",
    title="attacks on the loss",
    mutants={
        "a gain of the target": {"share": Fraction(-1)},
        "sharper: by the share 2/n": {"share": Fraction(2)},
    },
)
def small_losses(
    share: Fraction = Fraction(1), proof: Proof = written_proof("thesis.persp.blackbox.intuition")
) -> Verdict:
    """The proof, and the mean losses at the target with and without it, exact."""
    sides = Sides()
    for rows in (2, 3, 5):
        out, inside = (mean_square(rows, member) for member in (False, True))
        case: dict[str, Any] = {"n": rows, "out": out, "inside": inside}
        require(share * (out - inside) > 0, "The loss is not smaller with the target.", **case)
        sides.at_most(inside, (1 - share / rows) * out, "It is not so much smaller.", **case)
    return proof.verdict(
        "With the target among the rows the model moves towards it, and its mean loss there falls.",
        instances="The mean of 2, 3 and 5 uniform rows out of three numbers.",
        sharpness=sides.sharpness,
        beyond="Other models.",
    )


@claim(
    "thesis.persp.blackbox.question",
    r"Open: are thresholds on the loss optimal in the black-box setting, are there better scores, "
    r"and how are canaries designed there?",
    recorded="not-mechanical",
    stated=True,
    title="optimal black-box scores",
)
def black_box_question() -> Verdict:
    """A question; what is known of the first part is a claim of its own."""
    return not_mechanical(
        "Three questions. The first has the answer no as it stands: a threshold on the loss is not "
        "the best test in general (thesis.persp.blackbox.not-optimal)."
    )


whole(
    "thesis.persp.blackbox",
    r"Black-box audits: scores from the loss of the final model at the canary, and whether they "
    r"are "
    r"optimal.",
    parts=("thesis.persp.blackbox.intuition", "thesis.persp.blackbox.question"),
)


@claim(
    "thesis.persp.blackbox.not-optimal",
    r"There are models and targets for which no threshold on the loss at the canary has the "
    r"largest "
    r"advantage.",
    recorded="holds",
    title="a threshold on the loss is not optimal",
    mutants={
        "the best test of the loss thresholds": {"best": best_loss_threshold},
    },
)
def loss_is_not_optimal(best: Callable[[int], Fraction] = total_variation) -> Verdict:
    """The mean of three rows out of 0, 1 and 4, and the target 1."""
    thresholds, optimal = best_loss_threshold(3), best(3)
    require(thresholds < optimal, "A threshold is optimal.", thresholds=thresholds, best=optimal)
    return proved(
        "The loss forgets on which side of the target the model lies, and the likelihood ratio "
        "does not.",
        covered="The mean of three uniform rows out of 0, 1, 4 and the target 1, all draws: one "
        "case is enough.",
        numbers={"thresholds on the loss": thresholds, "best test": optimal},
    )


@claim(
    "thesis.persp.online",
    r"A future direction is to analyse what online and sequential algorithms leak, by membership "
    r"games and a sequential likelihood ratio test, for audits of algorithms that are updated and "
    r"of bandits.",
    recorded="not-mechanical",
)
def online_games() -> Verdict:
    """A direction of research."""
    return not_mechanical(
        "It names a direction, and states nothing. A policy's privacy for one reward or row is "
        "audited by `banditproof audit`, whose games fix two neighbouring inputs."
    )
