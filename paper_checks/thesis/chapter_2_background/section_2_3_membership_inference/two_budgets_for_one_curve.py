"""Claims about audits of eps and delta at once, Section 2.3.7: two numbers, and boxes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.finite_laws import Law, excess
from banditproof.paper_checks.models.finite_pairs import coin, leaky_pair
from banditproof.paper_checks.proofs import Given, Inequality, Parts, Proof
from banditproof.paper_checks.repeated import repeated
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import points, refuted, require
from banditproof.theory.accounting.finite_divergences import smallest_factor

Ratio = Fraction | float
Curve = tuple[Law, Law]
Question = Callable[[Curve], tuple[Ratio, ...]]
"""The best answer of a correct audit that knows the mechanism."""
DELTAS = tuple(Fraction(k, 20) for k in range(20))


def two_numbers(pair: Curve) -> tuple[Ratio, ...]:
    """The largest pair (e^eps, delta) that is below all budgets of the mechanism, in both parts.

    The budgets are (eps, delta(eps)) for every eps; the smallest eps is 0, and the smallest delta
    that of the largest eps.
    """
    one, other = pair
    ratios = [Fraction(1), Fraction(10**9)]
    return min(ratios), min(max(excess(one, other, x), excess(other, one, x)) for x in ratios)


def for_each_delta(pair: Curve) -> tuple[Ratio, ...]:
    """e^eps(delta) for each delta, as in Definition 2.35."""
    one, other = pair
    return tuple(
        max(smallest_factor(one, other, d), smallest_factor(other, one, d)) for d in DELTAS
    )


@claim(
    "thesis.mia.rem.audit-two-budgets",
    r"To ask for two numbers that are with high probability lower bounds of the real budgets "
    r"$\epsilon$ and $\delta$ is equivalent to asking, for each $\delta$, for a lower bound of "
    r"$\epsilon(\delta)$.",
    recorded="fails",
    reading=r"'the real budgets' are all pairs $(\epsilon,\delta)$ with which the mechanism is "
    r"private, and both numbers are lower bounds of their parts",
    mutants={"for each delta, both times": {"first": for_each_delta}},
)
def two_budgets(first: Question = two_numbers) -> Verdict:
    """Two mechanisms with the same best pair of numbers and different curves, exact."""
    mild = (coin(Fraction(3), 0), coin(Fraction(3), 1))
    strong = (coin(Fraction(9), 0), coin(Fraction(9), 1))
    leaky = leaky_pair(Fraction(9), Fraction(1, 4))
    curves = [for_each_delta(pair) for pair in (mild, strong)]
    answers = [first(pair) for pair in (mild, strong)]
    require(curves[0] != curves[1], "The two curves are equal.", curves=curves)
    if answers[0] != answers[1]:
        return points("The answers differ.", covered="Two coins.", not_covered="Others.")
    witness: dict[str, Any] = {
        "mechanisms": "coins of odds 3 and 9",
        "best pair (e^eps, delta) of both": answers[0],
        "e^eps(1/20)": (curves[0][1], curves[1][1]),
        "e^eps(1/4)": (curves[0][5], curves[1][5]),
    }
    return refuted(
        "A mechanism has a curve of budgets and no single pair. Both parts may be small, each at "
        "the cost of the other, so that the best pair of numbers is eps = 0 with the smallest "
        "delta of all: it is the same for mechanisms of any eps, and tells nothing of eps(delta). "
        "If one budget is given instead, bounds of it say nothing of the others. Definition 2.35 "
        "asks the second question, which is the useful one.",
        covered="Two coins, exact; a third pair, which tells its input with probability 1/4, has "
        "the best answer (0, 1/4).",
        numbers={"best pair of the third": ", ".join(map(str, first(leaky)))},
        **witness,
    )


repeated(
    "thesis.audit.formulations",
    "thesis.mia.rem.audit-two-budgets",
    r"To audit $(\epsilon,\delta)$-DP one can ask for two estimates that are lower bounds of the "
    r"real budgets $\epsilon$ and $\delta$ with high probability; equivalently, for each $\delta$ "
    r"for a lower bound of $\epsilon(\delta)$.",
    stated=True,
    kind="remark",
    title="two formulations of an audit of approximate DP",
    place="2.3.7 Auditing (eps, delta)-DP",
)

BOXES = Proof(
    "thesis.mia.rem.audit-two-budgets.boxes",
    where="e in [0,inf), eps in [0,inf), least in [0,inf), over in (0,inf)",
    steps=(
        Given(
            1,
            r"$\epsilon(\delta)$, here `least`, is the smallest $\epsilon$ with which the "
            r"mechanism is $(\epsilon,\delta)$-DP: every budget $(\epsilon,\delta)$ is above the "
            "curve, and there is none where it is infinite.",
            "eps >= least",
        ),
        Given(2, r"Let $e\le\epsilon(\delta)$ for all $\delta<d$.", "e <= least"),
        Inequality(
            3,
            r"Then a budget with $\delta<d$ has $\epsilon\ge e$: none is in the box.",
            "eps >= e",
            weights={1: "1", 2: "1"},
        ),
        Given(4, r"Otherwise some $\delta<d$ has $\epsilon(\delta)<e$.", "least <= e - over"),
        Inequality(
            5,
            r"Then $(\epsilon(\delta),\delta)$ is a budget in the box.",
            "least < e",
            weights={4: "1"},
        ),
        Parts(6, "Both directions.", uses=(3, 5)),
    ),
)
Box = Callable[[Ratio, Ratio], bool]
"""Whether a budget counts as one below both numbers, from its e^eps and the box's."""


@claim(
    "thesis.mia.rem.audit-two-budgets.boxes",
    r"No budget $(\epsilon,\delta)$ of a mechanism has both $\epsilon<e$ and $\delta<d$ if and "
    r"only if $e\le\epsilon(\delta)$ for all $\delta<d$: so to exclude a box of budgets for each "
    r"$d$ is to bound the curve.",
    recorded="holds",
    title="boxes without a budget are bounds of the curve",
    place="2.3.7 Auditing (eps, delta)-DP",
    mutants={
        "sharper: budgets on the edge excluded": {"inside": lambda one, box: one <= box},
        "a box of twice the size": {"inside": lambda one, box: one < 2 * box},
        "sharper: 1.01 e in the proof": {"proof": BOXES.changed(3, formula="eps >= 1.01*e")},
        "budgets below the curve": {"proof": BOXES.changed(1, formula="eps >= least/2")},
    },
)
def boxes_without_budgets(
    inside: Box = lambda one, box: one < box, proof: Proof = BOXES
) -> Verdict:
    """Boxes with corners on a grid, for three pairs of laws, exact."""
    pairs = [(coin(Fraction(r), 0), coin(Fraction(r), 1)) for r in (3, 9)]
    pairs.append(leaky_pair(Fraction(9), Fraction(1, 4)))
    ratios = [Fraction(k, 2) for k in range(2, 22)]
    for one, other in pairs:
        curve = for_each_delta((one, other))
        # budgets on the grid, and those of the curve
        budgets = {*zip(curve, DELTAS, strict=True)}
        for x, d in product(ratios, DELTAS):
            if max(excess(one, other, x), excess(other, one, x)) <= d:
                budgets.add((x, d))
        for ratio, k in product(ratios, range(1, len(DELTAS), 3)):
            empty = not any(inside(x, ratio) and d < DELTAS[k] for x, d in budgets)
            bounded = all(ratio <= least for least in curve[:k])
            case: dict[str, Any] = {"P": one, "Q": other, "e_to_e": ratio, "d": DELTAS[k]}
            require(empty == bounded, "The box and the curve say different things.", **case)
    return proof.verdict(
        "Each budget lies above the curve, and the curve consists of budgets. So two numbers say "
        "as much as the curve if they are one box of many, and not bounds of all budgets, each "
        "for itself.",
        instances="Two coins and a pair that tells its input with probability 1/4: boxes with 20 "
        "values of e^e and seven of d, exact.",
        beyond="That there is a smallest eps: the inequalities of the definition are closed.",
    )
