"""Real cases of the steps of proof_of_proposition_3_12.proof."""

from collections.abc import Iterator
from fractions import Fraction
from banditproof.paper_checks.models.neighbouring_laws import LISTS, TABLES, total
from banditproof.paper_checks.models.separating_policies import appendix

EVENT = ((0, 0, 0), (0, 1, 1), (1, 0, 0))


def equal_columns() -> Iterator[dict[str, Fraction]]:
    """Two lists that differ once and their tables, for one policy and event."""
    lists = ((0, 0), (0, 1))
    v, w = (total(LISTS.law(appendix, 3, r), EVENT) for r in lists)
    m, n = (total(TABLES.law(appendix, 3, tuple((x, x) for x in r)), EVENT) for r in lists)
    yield {"v": v, "w": w, "m": m, "n": n, "eps": Fraction(0), "delta": Fraction(1)}


def paths() -> Iterator[dict[str, Fraction]]:
    """Two tables that differ in one row, and a sequence with its lists, for one policy."""
    tables, a = (((0, 1), (1, 1)), ((0, 1), (0, 1))), (1, 0, 0)
    m, n = (TABLES.law(appendix, 3, x)[a] for x in tables)
    v, w = (LISTS.law(appendix, 3, [x[t][a[t]] for t in range(2)])[a] for x in tables)
    p, q = (total(TABLES.law(appendix, 3, x), EVENT) for x in tables)
    yield {"v": v, "w": w, "m": m, "n": n, "p": p, "q": q, "eps": Fraction(50)}
