"""What exact algebra shows for every value of a symbol.

Each function computes from terms or exact numbers whether it is so, and is given no answer. Terms
are those of SymPy, in symbols; one with a float is refused, since a float is a rounded number.

- `equal_in_symbols`: two terms are equal;
- `multiple_in_symbols`: the quotient of two terms is free of some symbols, such as the horizon;
- `limit_in_symbols`: the limit of a term;
- `polynomials_vanish`: two series are equal, coefficient by coefficient;
- `numbers_show`: numbers that do not depend on the symbol are less, or equal.
"""

from __future__ import annotations
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import isinf
from typing import TYPE_CHECKING, Any
from .along import ALGEBRA, Along, NotShown

if TYPE_CHECKING:
    from flint import fmpq_mpoly

    Exact = int | Fraction | float
    """A float is inf or -inf alone, the limit of a sequence without bound."""


def equal_in_symbols(every: str, shown: str, left: Any, right: Any) -> Along:
    """Two terms are equal, for all values of their symbols.

    >>> import sympy as sp
    >>> t = sp.Symbol("T", positive=True)
    >>> print(equal_in_symbols("T", "the quotient is 1/T", t / t**2, 1 / t))
    For every T the quotient is 1/T, by exact algebra.
    """
    import sympy as sp

    left, right = (_in_symbols(every, side) for side in (left, right))
    if not left.free_symbols | right.free_symbols:
        raise ValueError(f"{left} and {right} are numbers; give terms that vary with {every}.")
    if sp.simplify(left - right) != 0:
        raise NotShown(f"For {every}, {left} is not seen to be {right}.")
    return Along(every, shown, ALGEBRA)


def multiple_in_symbols(
    every: str, shown: str, term: Any, unit: Any, free_of: Sequence[Any] = ()
) -> Along:
    """The quotient of a term and a unit is free of some symbols; of all of theirs if none is given.

    >>> import sympy as sp
    >>> t, k = sp.symbols("T K", positive=True)
    >>> print(multiple_in_symbols("T", "it grows like T", 2 * k * t, t, [t]))
    For every T it grows like T, by exact algebra.
    >>> multiple_in_symbols("T and K", "it is a number of times T", 2 * k * t, t)
    Traceback (most recent call last):
    ...
    banditproof.paper_checks.verdicts.along.NotShown: For T and K, the quotient 2*K is not free \
of K.
    """
    import sympy as sp

    term, unit = _in_symbols(every, term), _in_symbols(every, unit)
    symbols = term.free_symbols | unit.free_symbols
    unknown = [symbol for symbol in free_of if symbol not in symbols]
    if unknown or not symbols:
        missing = unknown[0] if unknown else "symbol"
        raise ValueError(
            f"{term} and {unit} have no {missing}; give symbols of them, as they are made."
        )
    quotient = sp.simplify(term / unit)
    if not (quotient.is_finite and quotient.is_nonzero):
        raise NotShown(f"For {every}, the quotient {quotient} is not seen to be finite and not 0.")
    left = quotient.free_symbols.intersection(free_of or symbols)
    if left:
        names = " and ".join(sorted(map(str, left)))
        raise NotShown(f"For {every}, the quotient {quotient} is not free of {names}.")
    return Along(every, shown, ALGEBRA)


def limit_in_symbols(every: str, shown: str, term: Any, variable: Any, limit: Any) -> Along:
    """The limit of a term, as a variable of it grows without bound.

    >>> import sympy as sp
    >>> t = sp.Symbol("T", positive=True)
    >>> print(limit_in_symbols("T", "the root is sub-linear", sp.sqrt(t) / t, t, 0))
    For every T the root is sub-linear, by exact algebra.
    """
    import sympy as sp

    term = _in_symbols(every, term)
    if variable not in term.free_symbols:
        raise ValueError(f"{term} has no {variable}; give a term that varies with it.")
    found = sp.limit(term, variable, sp.oo)
    if found != limit:
        raise NotShown(f"For {every}, the limit of {term} is {found}, and not {limit}.")
    return Along(every, shown, ALGEBRA)


def polynomials_vanish(
    every: str, shown: str, differences: Sequence[fmpq_mpoly], count: int
) -> Along:
    """Differences of polynomials over the rationals are 0; `count` says how many there have to be.

    >>> from flint import Ordering, fmpq_mpoly_ctx
    >>> x = fmpq_mpoly_ctx.get(["x"], Ordering.lex).gen(0)
    >>> print(polynomials_vanish("n", "both series are equal", [x - x], 1))
    For every n both series are equal, by exact algebra.
    """
    from flint import fmpq_mpoly

    complete = count > 0 and len(differences) == count
    if not (complete and all(isinstance(d, fmpq_mpoly) for d in differences)):
        raise ValueError(f"There are {len(differences)} differences; give {count} polynomials.")
    nonzero = next((d for d in differences if d.to_dict()), None)
    if nonzero is not None:
        raise NotShown(f"For {every}, a difference is {nonzero}, and not 0.")
    return Along(every, shown, ALGEBRA)


def numbers_show(
    every: str,
    shown: str,
    *,
    less: Iterable[tuple[Exact, Exact]] = (),
    equal: Iterable[tuple[Exact, Exact]] = (),
) -> Along:
    """Comparisons of exact numbers that are the same for all values.

    >>> print(numbers_show("T", "its chance is below 1/2", less=[(Fraction(1, 4), Fraction(1, 2))]))
    For every T its chance is below 1/2, by exact algebra.
    """
    less, equal = tuple(less), tuple(equal)  # an iterator can be gone through once
    if not (less or equal):
        raise ValueError(f"Nothing is compared of which {shown}; give pairs of numbers.")
    for a, b in (*less, *equal):
        if not (_is_exact(a) and _is_exact(b)):
            raise ValueError(f"{a!r} or {b!r} is not exact; give integers, Fractions, or inf.")
    wrong = [f"{a} < {b}" for a, b in less if not a < b]
    wrong += [f"{a} = {b}" for a, b in equal if a != b]
    if wrong:
        raise NotShown(f"For {every}, it is not so that {wrong[0]}.")
    return Along(every, shown, ALGEBRA)


def _is_exact(number: object) -> bool:
    """Whether a number is an integer, a Fraction, or infinite."""
    return type(number) in (int, Fraction) or (type(number) is float and isinf(number))


def _in_symbols(every: str, term: Any) -> Any:
    """A term of SymPy without floats, as what is shown of it is to be exact."""
    import sympy as sp

    read = sp.sympify(term, strict=True)
    if read.has(sp.Float):
        raise ValueError(f"{read} has a float; give exact numbers in a term for every {every}.")
    return read
