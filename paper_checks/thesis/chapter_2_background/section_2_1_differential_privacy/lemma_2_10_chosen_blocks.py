"""Claims about blocks that are not fixed in advance: beyond Lemma 2.10."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.own_divergences import need_own_divergences
from banditproof.paper_checks.verdicts.vocabulary import points, refuted
from banditproof.verify.evidence import Grade
from ....models.finite_laws import Data, Law, bit_lists, excess, joint, neighbours
from .lemma_2_10_parallel_composition import leaking, parity


def two_sided(eps_ratio: Fraction, value: int, width: int = 8) -> dict[int, Fraction]:
    """Two-sided geometric noise around a value, without its tails beyond the width."""
    keep = (eps_ratio - 1) / (eps_ratio + 1)
    return {value + y: keep / eps_ratio ** abs(y) for y in range(-width, width + 1)}


def _loss_of_sums(cut: Callable[[Data], int], ratio: Fraction) -> tuple[Fraction, dict[str, Any]]:
    """The largest ratio of the two noisy block sums over neighbours, exact, and where."""
    results: list[tuple[Fraction, dict[str, Any]]] = []
    for d, e in neighbours(3):
        sums = [(sum(x[: cut(x)]), sum(x[cut(x) :])) for x in (d, e)]
        (a, b), (c, f) = ([two_sided(ratio, s) for s in pair] for pair in sums)
        where = {"D": d, "D'": e, "block sums of D": sums[0], "block sums of D'": sums[1]}
        outputs = product(range(-3, 6), repeat=2)
        results.append((max(a[x] * b[y] / (c[x] * f[y]) for x, y in outputs), where))
    return max(results, key=lambda pair: pair[0])


@checks("thesis.lem2.10.data-blocks")
@mutant("a fixed boundary", cut=lambda data: 1)
def blocks_chosen_by_data(cut: Callable[[Data], int] = lambda data: 1 + data[0]) -> Verdict:
    """Three bits, two block sums with two-sided geometric noise, all neighbours, exact."""
    ratio = Fraction(2)
    largest, where = _loss_of_sums(cut, ratio)
    if largest <= ratio:
        return points()
    ratios: dict[str, Any] = {"e^eps": ratio, "ratio of the laws": largest, "e^(3 eps)": ratio**3}
    return refuted(grade=Grade.PROVED, **where, **ratios)


def _adaptive_law(data: Data, peek: bool, release: Callable[..., Law]) -> Law:
    """Three bits: the first block is the first bit; its release decides where the next ends."""
    first = release(data[:1], Fraction(2))
    parts: list[Fraction] = []
    for out, p in enumerate(first):
        end = 2 + (data[0] if peek else out % 2)
        rest = joint(release(data[1:end], Fraction(2)), release(data[end:], Fraction(2)))
        parts += [p * q for q in rest]
    return tuple(parts)


@checks("thesis.lem2.10.adaptive")
@mutant("the raw record decides", peek=True)
@mutant("sharper: 0.99 delta", part=Fraction(99, 100))
def blocks_chosen_by_releases(peek: bool = False, part: Fraction = Fraction(1)) -> Verdict:
    """Three bits, the second block's end decided by the first release, all neighbours, exact."""
    need_own_divergences()
    sides = Sides()
    for release, delta in ((parity, Fraction(0)), (leaking, Fraction(1, 9))):
        laws = {x: _adaptive_law(x, peek, release) for x in bit_lists(3)}
        for d, e in neighbours(3):
            gap = excess(laws[d], laws[e], Fraction(2))
            finding = "The whole loses more than a block at e^eps = 2."
            sides.at_most(gap, part * delta, finding, data=(d, e), delta=gap)
    return points(sharpness=sides.sharpness)
