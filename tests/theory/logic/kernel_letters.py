"""Letters and formulas that tests of the kernel share."""

from banditproof.theory.logic.library import Library
from banditproof.theory.logic.simple_types import NAT, PROP, REAL
from banditproof.theory.logic.terms import Free, Term

X, Y, N = Free("x", REAL), Free("y", REAL), Free("n", NAT)
A, B, C = (Free(name, PROP) for name in "ABC")
LIBRARY = Library()


def formula(text: str, **known: Term) -> Term:
    """The formula of a text, by the words of the logic alone."""
    return LIBRARY.formula(text, known)
