"""Claims about composing private mechanisms: Proposition H.3, Lemma H.4, advanced composition."""

import random
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial, reduce
from itertools import product
from math import inf
from typing import Any
from flint import arb
from banditproof.paper_checks.models.advanced_composition import Advanced, advanced, composed_delta
from banditproof.paper_checks.models.finite_laws import (
    RATIOS,
    FiniteMechanism,
    Law,
    delta_of,
    excess,
    joint,
    largest_ratio,
    neighbours,
    random_mechanism,
    shared_coin,
)
from banditproof.paper_checks.verdicts.vocabulary import at_most, require
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.law_divergences import moment
from ...checking import WRITTEN, Proof, Sides, Verdict, checks, mutant

Pair = Callable[[Law, Law], Law]


exactly = partial(require, grade=Grade.PROVED)


def _mechanisms(source: random.Random) -> Iterable[tuple[FiniteMechanism, FiniteMechanism]]:
    """Pairs of mechanisms on two bits: random ones, and two that rarely show the first bit."""
    for _ in range(60):
        yield random_mechanism(source, 2, 2), random_mechanism(source, 2, 2)
    rare = Fraction(1, 1000)
    yield ((lambda d: (rare * (1 - d[0]), rare * d[0], 1 - rare)),) * 2


@checks("bern.H3")
@mutant("one shared random number", pair=shared_coin)
@mutant("sharper: 99 % of the deltas", share=Fraction(99, 100))
@mutant("sharper: 99 % of the second e^eps", second=Fraction(99, 100))
def simple_composition(
    pair: Pair = joint,
    share: Fraction = Fraction(1),
    second: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Exact delta of two-fold products, the deltas' sum, and Renyi moments, which multiply."""
    source, sides = random.Random(3), Sides()
    for left, right in _mechanisms(source):
        ratio, later = (source.choice(RATIOS) for _ in range(2))
        spent = delta_of(left, ratio) + delta_of(right, later)
        budgets = [max(largest_ratio(m(d), m(e)) for d, e in neighbours(2)) for m in (left, right)]
        for d, e in neighbours(2):
            laws = pair(left(d), right(d)), pair(left(e), right(e))
            case: dict[str, Any] = {"D": d, "neighbour": e, "laws": laws}
            delta = excess(*laws, ratio * later)
            sides.at_most(delta, share * spent, "The deltas do not add up.", **case)
            if inf in budgets:
                continue
            result = largest_ratio(*laws)
            allowed = Fraction(budgets[0]) * Fraction(budgets[1]) * second
            sides.at_most(Fraction(result), allowed, "The epsilons do not add up.", **case)
            for order in (2, 3, 5):
                parts = moment(left(d), left(e), order) * moment(right(d), right(e), order)
                adds_up = moment(*laws, order) == parts
                exactly(adds_up, "The Renyi divergences do not add up.", **case, order=order)
    return proof.verdict(sharpness=sides.sharpness)


@checks("bern.H3.adaptive")
@mutant("budget of the first choice only", worst=min)
@mutant("sharper: 99 % of the deltas", share=Fraction(99, 100))
def adaptive_composition(
    worst: Callable[..., Fraction] = max, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """Exact delta of two mechanisms, the second chosen by the outcome of the first."""
    source, sides = random.Random(4), Sides()
    for first, second in _mechanisms(source):
        ratio, later = (source.choice(RATIOS) for _ in range(2))
        # after the first outcome the second mechanism, after the others another one
        rest = second if len(first((0, 0))) == 3 else random_mechanism(source, 2, 2)
        chosen = [second, *([rest] * (len(first((0, 0))) - 1))]
        allowed = delta_of(first, ratio) + worst(delta_of(m, later) for m in chosen)
        for d, e in neighbours(2):
            left, right = (
                tuple(p * q for p, m in zip(first(x), chosen, strict=True) for q in m(x))
                for x in (d, e)
            )
            result, finding = excess(left, right, ratio * later), "The budget is exceeded."
            sides.at_most(result, share * allowed, finding, D=d, neighbour=e)
    return proof.verdict(sharpness=sides.sharpness)


def product_law(laws: Iterable[Law]) -> Law:
    """The law of independent outcomes."""
    return reduce(joint, laws, (Fraction(1),))


def advanced_as_printed(k: int, eps: arb, log_delta: arb) -> arb:
    """sqrt(2 k log(1/delta') eps) + k eps (e^eps - 1), with eps once under the root."""
    return (2 * k * log_delta * eps).sqrt() + k * eps * (eps.exp() - 1)


@checks("bern.H3.advanced")
@mutant("no root", bound=lambda k, eps, log_delta: k * eps * (eps.exp() - 1))
@mutant(
    "sharper: a quarter of the standard bound",
    bound=lambda k, eps, log_delta: advanced(k, eps, log_delta) / 4,
)
def advanced_composition(bound: Advanced = advanced_as_printed, proof: Proof = WRITTEN) -> Verdict:
    """The printed bound is at least one of the two that are known.

    sqrt(eps) >= eps for eps <= 1, and eps (e^eps - 1) >= eps for eps >= log 2. Checked besides:
    the exact delta of the worst mechanisms.
    """
    sides = Sides()
    odds = map(Fraction, ("1.05", "1.2", "2", "20"))
    with working_precision(128):
        coin = composed_delta(1, Fraction(2), Fraction(0), arb(0))  # the total variation is 1/3
        require(coin.overlaps(ball(Fraction(1, 3))), "The delta of one coin differs.", at_0=coin)
        for ratio, k, power in product(odds, (1, 2, 5, 20, 80), (1, 3, 6)):
            eps, log_delta = ball(ratio).log(), power * arb(10).log()
            limit = bound(k, eps, log_delta)
            delta = composed_delta(k, ratio, Fraction(0), limit)
            case: dict[str, Any] = {"k": k, "odds": ratio, "bound": limit, "delta": delta}
            finding = f"The composition of coins needs more than delta = 1e-{power} at the bound."
            sides.at_most(delta, arb(10) ** -power, finding, **case)
            least = arb.min(advanced(k, eps, log_delta), k * eps)
            finding = "The bound is below both theorems that could justify it."
            require(at_most(least, limit), finding, **case)
    return proof.verdict(sharpness=sides.sharpness)
