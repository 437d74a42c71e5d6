"""What steps of proofs_of_the_theorems.proof compute."""

from functools import cache
from banditproof.paper_checks.verdicts.vocabulary import need


@cache
def second_factor() -> str:
    """1 + 2/(sqrt(1 + 1/y) - 1) is (sqrt(y) + sqrt(y + 1))^2, and tends to 1 at 0."""
    import sympy as sp

    y = sp.symbols("y", positive=True)
    printed = 1 + 2 / (sp.sqrt(1 + 1 / y) - 1)
    squared = sp.expand((sp.sqrt(y) + sp.sqrt(y + 1)) ** 2)
    # 1/(q - 1) = (q + 1) y, as q^2 - 1 = 1/y
    rational = 1 + 2 * y * (sp.sqrt(1 + 1 / y) + 1)
    need(sp.simplify((sp.sqrt(1 + 1 / y) - 1) * (sp.sqrt(1 + 1 / y) + 1) * y) == 1, "No inverse")
    need(sp.simplify(rational - squared) == 0, "Another form of g_2", found=printed)
    need(sp.limit(squared, y, 0, "+") == 1, "Another limit")
    return "symbolically"
