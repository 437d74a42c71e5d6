"""Derivatives of terms in the notation of the prover, compared by symbolic computation."""


def slope_is(term: str, slope: str, at_zero: str | None = None, name: str = "x") -> str:
    """Require that a term has this derivative, and this value at 0; what was found in words.

    >>> slope_is("x**3", "3*x**2", at_zero="0")
    'sympy finds this derivative, and the value 0 at 0'
    """
    import sympy
    from banditproof.theory.prover.reading import read_expression
    from banditproof.theory.prover.sympy_forms import sympy_of
    from ..verdicts.vocabulary import require

    given, expected = (sympy_of(read_expression(text)) for text in (term, slope))
    place = next(
        (symbol for symbol in given.free_symbols if str(symbol) == name), sympy.Symbol(name)
    )
    rest = sympy.simplify(sympy.diff(given, place) - expected)
    require(rest == 0, "The derivative differs.", difference=str(rest))
    if at_zero is None:
        return "sympy finds this derivative"
    value = sympy.simplify(given.subs(place, 0) - sympy_of(read_expression(at_zero)))
    require(value == 0, "The value at 0 differs.", difference=str(value))
    return f"sympy finds this derivative, and the value {at_zero} at 0"
