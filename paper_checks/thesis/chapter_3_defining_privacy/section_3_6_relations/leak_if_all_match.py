"""The policy that loses most from lists to tables, and real cases of Proposition 3.12 (d)."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from banditproof.paper_checks.models.separating_policies import appendix
from ....models.neighbouring_laws import LISTS, TABLES, Laws, table_laws, total, view_laws
from ....models.policy_protocols import Actions, Kernel, Row, Seen, Table, kernel_as_machine
from .proof_of_proposition_3_12 import EVENT

WEIGHT = Fraction(1, 20)


@cache
def leaks_if_all_match(horizon: int, arms: int) -> Kernel:
    """Uniform arms; the last one is arm 1 with probability w iff each reward names its arm."""

    def kernel(seen: Seen) -> Row:
        if len(seen) + 1 < horizon:
            return (Fraction(1, arms),) * arms
        leak = WEIGHT * all(label == reward for label, reward in seen)
        return (1 - leak, leak, *[Fraction(0)] * (arms - 2))

    return kernel


@cache
def matched_laws(horizon: int, arms: int) -> tuple[Laws, Laws]:
    """The laws of that policy on all lists and tables whose rewards are names of arms."""
    machine = kernel_as_machine(leaks_if_all_match(horizon, arms))
    view, table = (of(machine, horizon, arms, range(arms)) for of in (view_laws, table_laws))
    return view, table


def parts_of_an_event() -> Iterator[dict[str, Fraction]]:
    """Tables that differ in one row, the sequences of an event that begin alike, and all.

    The second case is the policy that leaks if all rewards match, where the number of parts counts.
    """
    tables = (((0, 1), (1, 1)), ((0, 1), (0, 1)))
    yield _one_part(appendix, tables, ((0, 1, 0), (0, 1, 1)), EVENT)
    leak = [(first, second, 1) for first in (0, 1) for second in (0, 1)]
    tables = (((0, 1), (0, 1)), ((1, 0), (0, 1)))
    case = _one_part(leaks_if_all_match(3, 2), tables, ((0, 1, 1),), leak)
    yield {**case, "eps": Fraction(1), "delta": matched_laws(3, 2)[0].delta(2)}  # 2 < e


def _one_part(
    kernel: Kernel, tables: tuple[Table, Table], part: Sequence[Actions], event: Iterable[Actions]
) -> dict[str, Fraction]:
    """The masses of a part and of an event on two tables, and on the lists along the part."""
    path = part[0][:2]
    m, n = (total(TABLES.law(kernel, 3, x), part) for x in tables)
    along = [tuple(row[arm] for row, arm in zip(x, path, strict=True)) for x in tables]
    v, w = (total(LISTS.law(kernel, 3, r), part) for r in along)
    all_of_it = tuple(event)
    p, q = (total(TABLES.law(kernel, 3, x), all_of_it) for x in tables)
    laws = {"v": v, "w": w, "m": m, "n": n, "p": p, "q": q}
    number = {"K": Fraction(2), "T": Fraction(3), "parts": Fraction(4)}
    return {**laws, **number, "eps": Fraction(0), "delta": Fraction(1)}


def gains() -> Iterator[dict[str, Fraction]]:
    """The deltas of that policy, on the pair of inputs that attains them."""
    for horizon, arms in ((2, 2), (3, 2), (2, 3)):
        number = Fraction(arms ** (horizon - 1))
        view, table = (law.delta(Fraction(6, 5)) for law in matched_laws(horizon, arms))
        on_pairs = {"pair": view, "one": view, "k": Fraction(1), "rows": table, "all": table}
        yield {"w": WEIGHT, "N": number, "l": number, "view": view, "table": table, **on_pairs}
