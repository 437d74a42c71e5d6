"""Rules of conditional independence, on grids of laws of bits."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from banditproof.claims import Verdict, checks, mutant, points, require

Law = Mapping[tuple[int, ...], Fraction]
GRID = (Fraction(0), Fraction(1, 3), Fraction(1, 2))
SECOND = (Fraction(1, 4), Fraction(1))
BITS = (0, 1)
COVERED = "Laws of bits on a grid, which reach the ends."
OTHERS = "Other laws: the same products, in words."


def coin(p: Fraction, value: int) -> Fraction:
    """The probability of a bit."""
    return p if value else 1 - p


def chance(law: Law, known: Mapping[int, int]) -> Fraction:
    """The probability that some coordinates have these values."""
    return sum(
        (p for point, p in law.items() if all(point[i] == v for i, v in known.items())), Fraction(0)
    )


def independent(law: Law, left: Sequence[int], right: Sequence[int], given: Sequence[int]) -> bool:
    """Whether two groups of coordinates are independent given a third one."""
    sides = [tuple(group) for group in (left, right, given)]
    for values in product(*(product(BITS, repeat=len(group)) for group in sides)):
        x, y, z = (dict(zip(group, v, strict=True)) for group, v in zip(sides, values, strict=True))
        if any(x.get(i, v) != v or z.get(i, v) != v for i, v in y.items()):
            continue  # a group may share coordinates with another; other values are impossible
        joint = chance(law, x | y | z) * chance(law, z)
        if joint != chance(law, x | z) * chance(law, y | z):
            return False
    return True


def given_third(same: bool = False) -> Iterator[Law]:
    """Laws of (X, Y, Z) with X and Y independent given Z; `same`: X does not depend on Z."""
    for w, x0, x1, y0, y1 in product(GRID, GRID, SECOND, GRID, SECOND):
        x = (x0, x0 if same else x1)
        y = (y0, y1)
        yield {
            (a, b, c): coin(w, c) * coin(x[c], a) * coin(y[c], b)
            for a, b, c in product(BITS, repeat=3)
        }


@checks("lean.lem-CondIndepFun-prod_right")
@mutant("without the condition", given=())
def condition_joins(given: tuple[int, ...] = (2,)) -> Verdict:
    """X and (Y, Z) given Z."""
    for law in given_third():
        require(independent(law, (0,), (1, 2), given), "They are dependent.", law=str(law))
    return points("They are independent.", covered=COVERED, not_covered=OTHERS)


@checks("lean.lem-indepFun_contraction")
@mutant("X depends on Z", same=False)
def contraction(same: bool = True) -> Verdict:
    """X and (Y, Z)."""
    for law in given_third(same):
        require(independent(law, (0,), (1, 2), ()), "They are dependent.", law=str(law))
    return points("They are independent.", covered=COVERED, not_covered=OTHERS)


@checks("lean.lem-condIndepFun_contraction")
@mutant("X depends on Z", same=False)
def contraction_given_a_variable(same: bool = True) -> Verdict:
    """X and (Y, Z) given W, a fair bit that chooses one of two laws."""
    laws = list(given_third(same))
    for first, second in zip(laws, reversed(laws), strict=True):
        law = {
            (*point, w): p / 2 for w, one in enumerate((first, second)) for point, p in one.items()
        }
        require(independent(law, (0,), (1, 2), (3,)), "They are dependent.", law=str(law))
    return points("They are independent.", covered=COVERED, not_covered=OTHERS)


def laws_of_three() -> Iterator[Law]:
    """The uniform law on each set of points, and independent bits."""
    every = list(product(BITS, repeat=3))
    for chosen in product(BITS, repeat=8):
        if any(chosen):
            share = Fraction(1, sum(chosen))
            yield {point: share * w for point, w in zip(every, chosen, strict=True)}
    for p, q, r in product(GRID, repeat=3):
        yield {(a, b, c): coin(p, a) * coin(q, b) * coin(r, c) for a, b, c in every}


@checks("lean.lem-iIndepFun_nat_iff_forall_indepFun")
@mutant("pairs alone", chain=(((1,), (0,)), ((2,), (0,)), ((2,), (1,))))
def independence_of_a_sequence(
    chain: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = (((1,), (0,)), ((2,), (0, 1))),
) -> Verdict:
    """Laws of three bits: independent, and each of those before."""
    for law in laws_of_three():
        marginals = [chance(law, {i: 1}) for i in range(3)]
        whole = all(
            p == coin(marginals[0], a) * coin(marginals[1], b) * coin(marginals[2], c)
            for (a, b, c), p in law.items()
        )
        stepwise = all(independent(law, left, right, ()) for left, right in chain)
        require(whole == stepwise, "One holds without the other.", law=str(law))
    return points(
        "Both hold or neither.",
        covered="Uniform laws on sets of three bits, and independent bits on a grid.",
        not_covered="Longer sequences: by induction, in words.",
    )
