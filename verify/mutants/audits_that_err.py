"""Audits that raise too many false alarms: the error probability under the null, exactly.

The null is a mechanism that ignores its input: then the labels of runs, sorted by score, are in
each order with the same probability, and so are the winners of paired runs. All possible data are
enumerated, so the probability of an alarm is a fraction.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product
from math import comb
from banditproof.theory import Enclosure
from banditproof.theory.concentration import binomial_tail
from banditproof.verify.evidence import Grade
from .entry import Engine, Judge, Judgement, described, judged

LEVEL = Fraction(1, 20)
RUNS = 7
FLIPS = 14
TABLES = 2
Data = tuple[int, ...]


def orders() -> Iterable[Data]:
    """All orders of 7 runs on the one datum (1) and 7 on its neighbour (0), sorted by score."""
    for ones in combinations(range(2 * RUNS), RUNS):
        yield tuple(int(i in ones) for i in range(2 * RUNS))


def flips() -> Iterable[Data]:
    """All sequences of winners in 14 paired runs."""
    return product((0, 1), repeat=FLIPS)


def two_tables() -> Iterable[Data]:
    """All sequences of winners in 8 paired runs on each of two pairs of tables."""
    return product((0, 1), repeat=8 * TABLES)


Audit = Callable[[Data], bool]
"""Whether an alarm, 'the loss is above 0', is raised on some data."""


def error_judge(null: Callable[[], Iterable[Data]]) -> Judge:
    """Whether the probability of an alarm under the null is at most the level, by enumeration."""

    def judge(subject: Audit) -> Judgement:
        data = list(null())
        wrong = [result for result in data if subject(result)]
        chance = Fraction(len(wrong), len(data))
        why = f"{len(wrong)} of {len(data)} equally likely data raise a false alarm"
        why += f", such as {''.join(map(str, wrong[0]))}." if wrong else "."
        return judged(chance <= LEVEL, Grade.PROVED, Enclosure.of(chance), why)

    return judge


@cache
def hypergeometric_tail(top: int, hits: int) -> Fraction:
    """The probability that at least `hits` of the `top` largest scores have label 1."""
    ways = sum(
        comb(top, k) * comb(2 * RUNS - top, RUNS - k) for k in range(hits, min(top, RUNS) + 1)
    )
    return Fraction(ways, comb(2 * RUNS, RUNS))


@cache
def _too_many_winners(runs: int, hits: int, level: Fraction) -> bool:
    return binomial_tail(runs, Fraction(1, 2), hits) <= level


def _above(data: Data, top: int) -> bool:
    return hypergeometric_tail(top, sum(data[:top])) <= LEVEL


def _plug_in(data: Data) -> bool:
    """eps = log(true positives / false positives) at the median score, without any limits."""
    return sum(data[:RUNS]) > RUNS - sum(data[:RUNS])


def _significant(data: Data, looks: Sequence[int]) -> bool:
    return any(_too_many_winners(n, sum(data[:n]), LEVEL) for n in looks)


def _on_either(data: Data, level: Fraction) -> bool:
    half = len(data) // 2
    return any(_too_many_winners(half, sum(x), level) for x in (data[:half], data[half:]))


_entry = partial(described, engine=Engine.AUDITOR, claim=f"at most {LEVEL} false alarms")

ENTRIES = (
    _entry(
        "point estimate reported as a bound",
        _plug_in,
        lambda data: _above(data, RUNS),
        judge=error_judge(orders),
    ),
    _entry(
        "threshold chosen on the tested scores",
        lambda data: any(_above(data, top) for top in range(1, 2 * RUNS)),
        lambda data: _above(data, RUNS),
        judge=error_judge(orders),
    ),
    _entry(
        "fixed-sample test repeated until it rejects",
        lambda data: _significant(data, range(1, FLIPS + 1)),
        lambda data: _significant(data, [FLIPS]),
        judge=error_judge(flips),
    ),
    _entry(
        "many tables at the level of one",
        lambda data: _on_either(data, LEVEL),
        lambda data: _on_either(data, LEVEL / TABLES),
        judge=error_judge(two_tables),
    ),
)
