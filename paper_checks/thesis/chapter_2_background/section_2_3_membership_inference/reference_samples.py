"""The claims about the likelihood ratio with estimated means: (2.27)."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from math import log
from typing import Any, NamedTuple
import numpy as np
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.algorithms.membership.scores.plug_in_ratio import PlugInRatio
from banditproof.algorithms.membership.scores.reference_sets import FrozenReference
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.membership_game import best_advantage
from banditproof.paper_checks.verdicts.vocabulary import need, require, require_or_repair
from banditproof.theory.membership.reference_sets import samples_factor
from banditproof.verify.evidence import Grade
from .equation_2_26_bernoulli_ratio import game_of_means, of_column

exactly = partial(require, grade=Grade.PROVED)
Estimate = Callable[[int, int], Fraction]
"""The mean that is plugged in, from the number of ones among n0 references."""


def plain(ones: int, references: int) -> Fraction:
    """The mean of the references, as printed."""
    return Fraction(ones, references)


def moved_in(ones: int, references: int) -> Fraction:
    """The mean of the references, moved into [1/(2 n0), 1 - 1/(2 n0)]."""
    edge = Fraction(1, 2 * references)
    return min(max(plain(ones, references), edge), 1 - edge)


def _moved_far(ones: int, references: int) -> Fraction:
    return min(max(plain(ones, references), Fraction(1, 4)), Fraction(3, 4))


@checks("thesis.mia.lr.bernoulli-empirical", subjects={"estimate": (plain, moved_in)})
@mutant("moved into [1/4, 3/4]", estimate=_moved_far)
@mutant("a one and a zero added", estimate=lambda k, n: Fraction(k + 1, n + 2))
def plug_in_ratio(estimate: Estimate = moved_in, proof: Proof = WRITTEN) -> Verdict:
    """All counts among up to six references and three rows, and the library's score."""
    counts = [(n, k) for n in range(1, 7) for k in range(n + 1)]
    for references, ones in counts:
        mean = estimate(ones, references)
        case: dict[str, Any] = {"n_0": references, "ones": ones}
        finding = "The score divides by 0, or takes the logarithm of 0/0."
        require_or_repair(0 < mean < 1, finding, **case, estimate=mean)
        changed = 0 < ones < references and mean != plain(ones, references)
        exactly(not changed, "It changes where it was defined.", **case)
    for references, ones in counts:
        _require_library(ones, references, estimate(ones, references))
    return proof.verdict()


def _require_library(ones: int, references: int, mean: Fraction) -> None:
    """The library's score of one column, at each mean of three rows."""
    rows = np.array([[1.0]] * ones + [[0.0]] * (references - ones))
    kept = FrozenReference(rows, "known", BernoulliColumns(("1/2",)))
    score, rng = PlugInRatio(kept, references), np.random.default_rng(0)
    for k, z in product(range(4), (0, 1)):
        result = float(score.values(np.array([[k / 3]]), np.array([float(z)]), rng)[0])
        exact = of_column(Fraction(k, 3), mean, z)
        value = log(exact) if exact else -np.inf
        near = result == value or abs(result - value) < 1e-13
        need(near, "The library has another score", n_0=references, ones=ones, k=k, z=z)


class Growth(NamedTuple):
    """How many times as many rows, and columns, are taken."""

    rows: Fraction
    columns: Fraction


Enlarge = Callable[[Fraction], Growth]


def more_rows(factor: Fraction) -> Growth:
    """The samples are the rows of the dataset, as Algorithm 4 calls them."""
    return Growth(factor, Fraction(1))


def more_columns(factor: Fraction) -> Growth:
    """The samples are the attributes of a row."""
    return Growth(Fraction(1), factor)


def leakage_of_column(mu: Fraction, size: int, references: int) -> Fraction:
    """Squared shift over variance of the first-order score with target 1, by enumeration.

    The score is a multiple of the released mean less that of the references, or less the true mean
    if there are none.
    """

    def law(count: int, fixed: int = 0) -> dict[Fraction, Fraction]:
        results: dict[Fraction, Fraction] = {}
        for bits in product((0, 1), repeat=count):
            mean = Fraction(sum(bits) + fixed, count + fixed)
            mass = mu ** sum(bits) * (1 - mu) ** (count - sum(bits))
            results[mean] = results.get(mean, Fraction(0)) + mass
        return results

    known = law(references) if references else {mu: Fraction(1)}

    def power_mean(means: dict[Fraction, Fraction], order: int) -> Fraction:
        pairs = product(means.items(), known.items())
        return sum((p * q * (x - y) ** order for (x, p), (y, q) in pairs), Fraction(0))

    out, inside = law(size), law(size - 1, 1)
    shift = power_mean(inside, 1) - power_mean(out, 1)
    return shift**2 / (power_mean(out, 2) - power_mean(out, 1) ** 2)


RATIOS = (Fraction(1), Fraction(1, 2), Fraction(2))


@checks("thesis.mia.claim.reference-factor", subjects={"enlarge": (more_rows, more_columns)})
@mutant("the inverse factor", factor=lambda ratio: ratio / (1 + ratio))
@mutant("the factor 1 + lambda", factor=lambda ratio: 1 + ratio)
@mutant("sharper: 0.99 of the factor", factor=lambda ratio: (1 + ratio) / ratio * 99 / 100)
def factor_of_references(
    enlarge: Enlarge = more_columns,
    factor: Callable[[Fraction], Fraction] = samples_factor,
    proof: Proof = WRITTEN,
) -> Verdict:
    """Exact advantages of the best adversary for rows, exact moments for columns."""
    for mu, ratio in product((Fraction(1, 2), Fraction(1, 3)), RATIOS):
        size = 2
        growth = enlarge(factor(ratio))
        case: dict[str, Any] = {"mu": mu, "lambda": ratio, "n": size}
        if growth.rows > 1:
            _require_as_powerful(mu, size, growth.rows, case)
            continue
        m = (1 - mu) / (mu * size)
        known = leakage_of_column(mu, size, 0)
        exactly(known == m, "With known means it is not m.", **case, known=known)
        plugged = leakage_of_column(mu, size, int(size * ratio))
        finding = "With references it is not lambda/(1 + lambda) times as large."
        exactly(plugged == m * ratio / (1 + ratio), finding, **case, plugged=plugged)
        finding = "The columns do not restore the shift over the variance."
        exactly(growth.columns * plugged == m, finding, **case, columns=growth.columns)
    return proof.verdict()


def _require_as_powerful(mu: Fraction, size: int, rows: Fraction, case: dict[str, Any]) -> None:
    """Whether any adversary has the old advantage with more rows, in one column."""
    before = game_of_means((mu,), size)[2:]
    after = game_of_means((mu,), int(size * rows))[2:]
    optimal, largest = best_advantage(*before), best_advantage(*after)
    finding = "With so many more rows the best adversary of all has less advantage than before."
    require_or_repair(largest >= optimal, finding, **case, before=optimal, best_after=largest)
