"""Claims about the columns of a sub-sampled mean, one by one and together: Step 1 of D.3."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, points, refuted, require

Law = dict[tuple[int, ...], Fraction]
MEANS, TARGETS = (Fraction(1, 2), Fraction(1, 3)), (1, 0)
ROWS, KEPT = 4, 2


def sum_law(rows: int, columns: int, present: bool) -> Law:
    """The law of the sums of the columns of so many rows, the last of which may be the target."""
    drawn = rows - present
    law: Law = {}
    for counts in product(range(drawn + 1), repeat=columns):
        pairs = zip(counts, MEANS, strict=False)
        masses = (comb(drawn, c) * m**c * (1 - m) ** (drawn - c) for c, m in pairs)
        mass = prod(masses, start=Fraction(1))
        law[tuple(c + present * t for c, t in zip(counts, TARGETS, strict=False))] = mass
    return law


def released(columns: int, present: bool) -> Law:
    """The law of the sums of KEPT of ROWS rows, by all tables and all choices of rows."""
    law: Law = {}
    choices, drawn = list(combinations(range(ROWS), KEPT)), ROWS - present
    for table in product((0, 1), repeat=drawn * columns):
        rows = [table[i * columns : (i + 1) * columns] for i in range(drawn)] + [
            TARGETS[:columns]
        ] * present
        coins = (
            (m if x else 1 - m) for row in rows[:drawn] for x, m in zip(row, MEANS, strict=False)
        )
        mass = prod(coins, start=Fraction(1)) / len(choices)
        for chosen in choices:
            sums = tuple(map(sum, zip(*(rows[i] for i in chosen), strict=True)))
            law[sums] = law.get(sums, Fraction(0)) + mass
    return law


def variation(first: Law, second: Law) -> Fraction:
    """The total variation of two laws."""
    keys = {*first, *second}
    gaps = (abs(first.get(k, Fraction(0)) - second.get(k, Fraction(0))) for k in keys)
    return sum(gaps, Fraction(0)) / 2


def margins(law: Law) -> Iterator[dict[int, Fraction]]:
    """The law of each column."""
    for place in range(len(next(iter(law)))):
        own: dict[int, Fraction] = {}
        for sums, mass in law.items():
            own[sums[place]] = own.get(sums[place], Fraction(0)) + mass
        yield own


def product_of_margins(law: Law) -> Law:
    """The law of independent columns with the same laws."""
    own = list(margins(law))
    return {
        key: prod((column[c] for column, c in zip(own, key, strict=True)), start=Fraction(1))
        for key in product(*own)
    }


@checks("thesis.appD.sub.step1.column")
@mutant("every target is kept", share=Fraction(1))
@mutant("sharper: the share 1/n", share=Fraction(1, ROWS))
def mixture_of_one_column(
    share: Fraction = Fraction(KEPT, ROWS), proof: Proof = WRITTEN
) -> Verdict:
    """The proof, and the masses of coins by all choices of rows."""
    result = released(1, True)
    out, kept = sum_law(KEPT, 1, False), sum_law(KEPT, 1, True)
    for place, mass in result.items():
        mixed = (1 - share) * out.get(place, Fraction(0)) + share * kept.get(place, Fraction(0))
        require(mass == mixed, "The mixture differs.", sum=place, mass=mass, mixed=mixed)
    return proof.verdict()


@checks("thesis.appD.sub.step1.columns")
@mutant("one column", columns=1)
@mutant(
    "each column with rows of its own",
    law=lambda columns: product_of_margins(released(columns, True)),
)
def sum_over_columns(
    columns: int = 2, law: Callable[[int], Law] = lambda columns: released(columns, True)
) -> Verdict:
    """The law of two columns against the product of its margins."""
    own, out = law(columns), released(columns, False)
    split = product_of_margins(own)
    need(out == product_of_margins(out), "The columns depend on each other without the target")
    apart = {key: (own.get(key, Fraction(0)), mass) for key, mass in split.items()}
    wrong = {key: both for key, both in apart.items() if both[0] != both[1]}
    if not wrong:
        return points()
    place = min(wrong)
    full = variation(sum_law(KEPT, columns, True), sum_law(KEPT, columns, False))
    need(variation(own, out) == Fraction(KEPT, ROWS) * full, "The total variation differs")
    case: dict[str, Any] = {"means": MEANS, "target": TARGETS, "n, k": (ROWS, KEPT)}
    case |= {"sums of the columns": place, "mass under H1": wrong[place][0]}
    case |= {"product of the columns": wrong[place][1]}
    case |= {"leakage": variation(own, out), "leakage of the product": variation(split, out)}
    return refuted(**case)
