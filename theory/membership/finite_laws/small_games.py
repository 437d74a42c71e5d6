"""Games of a few rows by brute force: every data set, every place of the target, exactly.

The rows, the mechanism and its noise have finite rational laws. This is the slow definition, with
which the faster laws are compared: it knows nothing of columns, mixtures or likelihood ratios.
"""

from __future__ import annotations
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb
from banditproof.theory.exact import Number, exact, exact_count, exact_law
from .enumeration import EnumeratedLaw

Row = tuple[Fraction, ...]
Law = dict[Hashable, Fraction]
Mechanism = Callable[[tuple[Row, ...]], Law]

MOST_WORLDS = 200_000
"""The most pairs of a data set and a place that are visited."""


def bernoulli_rows(means: Sequence[Number]) -> dict[Row, Fraction]:
    """The law of a row of independent Bernoulli entries.

    >>> {tuple(map(int, row)): str(p) for row, p in bernoulli_rows(["1/2", "1/3"]).items()}
    {(0, 0): '1/3', (0, 1): '1/6', (1, 0): '1/3', (1, 1): '1/6'}
    """
    law: dict[Row, Fraction] = {(): Fraction(1)}
    for mean in means:
        share = exact_law("of an entry", [1 - exact(mean), mean])
        law = {
            (*row, Fraction(value)): mass * share[value]
            for row, mass in law.items()
            for value in (0, 1)
        }
    return law


def empirical_mean(rows: tuple[Row, ...]) -> Law:
    """The mean of all rows, released exactly.

    >>> empirical_mean(((Fraction(0),), (Fraction(1),)))
    {(Fraction(1, 2),): Fraction(1, 1)}
    """
    return {_mean(rows): Fraction(1)}


def sub_sampled_mean(kept: int) -> Mechanism:
    """The mean of `kept` rows, drawn without replacement, the same rows for all columns.

    >>> len(sub_sampled_mean(1)(((Fraction(0),), (Fraction(1),))))
    2
    """
    count = exact_count("kept", kept, least=1)

    def release(rows: tuple[Row, ...]) -> Law:
        if count > len(rows):
            raise ValueError(f"{count} rows are kept out of {len(rows)}; keep at most all of them.")
        results: Law = {}
        share = Fraction(1, comb(len(rows), count))
        for some in combinations(rows, count):
            output = _mean(some)
            results[output] = results.get(output, Fraction(0)) + share
        return results

    return release


def noisy_mean(noise: Mapping[Number, Number]) -> Mechanism:
    """The mean plus independent noise on each entry, of a finite law: values and probabilities.

    >>> sorted(map(str, noisy_mean({-1: "1/2", 1: "1/2"})(((Fraction(0),),)).values()))
    ['1/2', '1/2']
    """
    values = [exact(value) for value in noise]
    masses = exact_law("of the noise", list(noise.values()))

    def release(rows: tuple[Row, ...]) -> Law:
        mean = _mean(rows)
        results: Law = {}
        for shifts in product(range(len(values)), repeat=len(mean)):
            output = tuple(m + values[i] for m, i in zip(mean, shifts, strict=True))
            mass = Fraction(1)
            for i in shifts:
                mass *= masses[i]
            results[output] = results.get(output, Fraction(0)) + mass
        return results

    return release


def fixed_target_game(
    row_law: Mapping[Row, Fraction],
    rows: int,
    target: Sequence[Number],
    mechanism: Mechanism = empirical_mean,
) -> EnumeratedLaw:
    """Both laws of the release in the fixed-target game: thesis, Algorithm 11.

    With the target in the data, it replaces a row at a uniformly random place.

    >>> fixed_target_game(bernoulli_rows(["1/2"]), 3, [1]).exact_total_variation()
    Fraction(1, 4)
    """
    z = tuple(exact(value) for value in target)
    n = exact_count("rows", rows, least=1)
    if any(len(row) != len(z) for row in row_law):
        raise ValueError(f"The target has {len(z)} entries; give as many as a row of the data has.")
    if len(row_law) ** n * n > MOST_WORLDS:
        raise ValueError(
            f"{len(row_law)} kinds of rows and {n} rows are more than {MOST_WORLDS} worlds; give "
            "fewer rows or columns."
        )
    out: Law = {}
    present: Law = {}
    for data in product(row_law, repeat=n):
        mass = Fraction(1)
        for row in data:
            mass *= row_law[row]
        _add(out, mechanism(data), mass)
        for place in range(n):
            changed = (*data[:place], z, *data[place + 1 :])
            _add(present, mechanism(changed), mass / n)
    return EnumeratedLaw.of_laws(out, present)


def average_target_game(
    row_law: Mapping[Row, Fraction], rows: int, mechanism: Mechanism = empirical_mean
) -> EnumeratedLaw:
    """Both laws of release and target in the average-target game: thesis, Algorithm 4.

    The adversary sees both, and the target has the law of a row in either case.

    >>> average_target_game(bernoulli_rows(["1/3"]), 3).exact_total_variation()
    Fraction(16, 81)
    """
    masses: dict[Fraction, Fraction] = {}
    alone = Fraction(0)
    for target, mass in row_law.items():
        for level in fixed_target_game(row_law, rows, target, mechanism).levels:
            if level.ratio == "inf":
                alone += mass * level.present
            else:
                masses[level.ratio] = masses.get(level.ratio, Fraction(0)) + mass * level.out
    return EnumeratedLaw.of_ratios(masses, alone)


def _mean(rows: tuple[Row, ...]) -> Row:
    return tuple(sum(column, Fraction(0)) / len(rows) for column in zip(*rows, strict=True))


def _add(law: Law, part: Law, mass: Fraction) -> None:
    for output, share in part.items():
        law[output] = law.get(output, Fraction(0)) + mass * share
