"""A text with its mathematics in characters of Unicode, for a terminal and for titles."""

from functools import lru_cache
from .formula_line import formula_line
from .formula_signs import ABOVE, BELOW
from .text_pieces import Code, Formula, Script, pieces


@lru_cache(maxsize=1 << 13)
def readable_text(text: str) -> str:
    r"""The text with formulas, indices and powers in characters; code and names stay.

    >>> print(readable_text(r"At most $\frac{1}{\sqrt{2\rho}}$ if mu_star <= 10^6 (`a_b`)."))
    At most 1/(√(2ρ)) if μ⋆ ≤ 10⁶ (`a_b`).
    """
    results = []
    for piece in pieces(text):
        if isinstance(piece, Formula):
            results.append(formula_line(piece.latex))
        elif isinstance(piece, Code):
            results.append(f"`{piece.text}`")
        elif isinstance(piece, Script):
            below = _script(piece.below, BELOW, "_")
            results.append(piece.base + below + _script(piece.above, ABOVE, "^"))
        else:
            results.append(piece.text)
    return "".join(results)


def _script(text: str, small: dict[str, str], mark: str) -> str:
    if text == "⋆":
        return text
    if all(letter in small for letter in text):
        return "".join(small[letter] for letter in text)
    return f"{mark}{text}" if text.isalnum() else f"{mark}({text})"
