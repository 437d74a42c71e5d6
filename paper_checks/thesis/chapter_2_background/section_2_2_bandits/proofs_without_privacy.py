"""What steps of proofs_without_privacy.proof compute."""

from functools import cache
from banditproof.paper_checks.verdicts.vocabulary import need


@cache
def both_vanish() -> str:
    """Decaying exponentials of L tend to 0."""
    import sympy as sp

    level, p, a = sp.symbols("L p a", positive=True)
    for rate in (p, p / 2):
        need(sp.limit(a * sp.exp(-rate * level), level, sp.oo) == 0, "A term does not vanish")
    return "two limits"
