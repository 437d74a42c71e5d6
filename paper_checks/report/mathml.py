"""LaTeX in MathML, made when the report is written: no script and no network is needed to read it.

`math-core` translates. What browsers draw wrongly is mended here: a bar with `accent="true"`
strikes its letter, a selector of a variant may choose another font, an entity is not XML. MathML
does not wrap, so a long formula is several ones, broken before relations and behind commas.
"""

from __future__ import annotations
import re
from functools import lru_cache
from typing import TYPE_CHECKING
from banditproof.theory.optional_libraries import library

if TYPE_CHECKING:
    from math_core import LatexToMathML

ENOUGH = 7
"""A line may end behind so many characters of a formula."""
LONG = 28
"""A formula with more characters may be broken."""
WIDE = 36
"""A formula with more characters that cannot be broken is scrolled within the width of a page."""
RELATIONS = frozenset("=<>≤≥≈≠∼∈∉⊂⊆⊊⇒⇔⟺→↦←≜≪⪰∖") | {"&lt;", "&gt;", ":="}
BREAKS_BEFORE = RELATIONS | {"+", "−", "±"}
OPENING, CLOSING = frozenset("([{⌈⌊⟨"), frozenset(")]}⌉⌋⟩")
ELEMENT = re.compile(r"<(/?)([a-z]+)((?: [a-z-]+=\"[^\"]*\")*)(/?)>|([^<]+)")
COMMAND = re.compile(r"\\[A-Za-z]|[\\$]")


@lru_cache(maxsize=1)
def _converter() -> LatexToMathML:
    found: LatexToMathML = library("math_core", "A typeset formula", "report").LatexToMathML()
    return found


def require_converter() -> None:
    """Raise a sentence that names the extra if formulas cannot be typeset here."""
    _converter()


@lru_cache(maxsize=1 << 15)
def mathml(latex: str, *, block: bool = False) -> str:
    r"""The MathML element of a formula in LaTeX; a sentence says which one cannot be read.

    >>> mathml(r"\bar x_1")
    '<math><msub><mover><mi>x</mi><mo stretchy="false">¯</mo></mover><mn>1</mn></msub></math>'
    """
    converter = _converter()
    from math_core import LatexError

    try:
        result = converter.convert_with_local_state(latex, displaystyle=block)
    except LatexError as error:
        raise ValueError(f"The formula ${latex}$ cannot be read: {_reason(error)}.") from error
    result = result.replace(' accent="true"', "").replace("\N{VARIATION SELECTOR-1}", "")
    result = result.replace("&ApplyFunction;", "\N{FUNCTION APPLICATION}")
    if COMMAND.search(re.sub(r"<[^>]*>", "", result)):
        raise ValueError(f"The formula ${latex}$ cannot be read: a command of it is left over.")
    return result


def wrapping(element: str) -> str:
    """The MathML of a formula in pieces between which a line may break, if it is long.

    >>> print(wrapping("<math><mi>x</mi></math>"))
    <math><mi>x</mi></math>
    """
    if shown_length(element) <= LONG:
        return element
    parts = _parts(element)
    return "<wbr>".join(_scrolled(f"<math>{part}</math>") for part in parts)


def shown_length(element: str) -> int:
    """About how many characters of a line a formula takes.

    >>> shown_length("<math><mi>x</mi><mo>+</mo><mn>12</mn></math>")
    4
    """
    text = re.sub(r"<[^>]*>", "", element)
    return len(re.sub(r"&[a-z]+;", "x", text))


def _scrolled(element: str) -> str:
    wide = shown_length(element) > WIDE
    return f'<span class="wide-formula" tabindex="0">{element}</span>' if wide else element


def _parts(element: str) -> list[str]:
    """The children of a formula in groups: each begins with a sign at which a line may break."""
    groups, depth = [""], 0
    for child in _children(element):
        sign = re.fullmatch(r"<mo[^>]*>([^<]*)</mo>", child)
        mark = sign[1] if sign else ""
        before = shown_length(groups[-1])
        if depth == 0 and mark in BREAKS_BEFORE and before >= (3 if mark in RELATIONS else ENOUGH):
            groups.append(child if "form=" in child else child.replace("<mo", '<mo form="infix"'))
        else:
            groups[-1] += child
            if depth == 0 and mark == "," and shown_length(groups[-1]) >= ENOUGH:
                groups.append("")
        depth += (mark in OPENING) - (mark in CLOSING)
    return [group for group in groups if group]


def _children(element: str) -> list[str]:
    """The elements inside of a `math` element, and of a row which is all of it."""
    inner = element.removeprefix("<math>").removesuffix("</math>")
    result, level, start = [], 0, 0
    for token in ELEMENT.finditer(inner):
        if token[2] and not token[4]:
            level += -1 if token[1] else 1
        if level == 0:
            result.append(inner[start : token.end()])
            start = token.end()
    only_row = len(result) == 1 and result[0].startswith("<mrow>")
    return _children(result[0][6:-7]) if only_row else result


def _reason(error: Exception) -> str:
    plain = re.sub(r"\x1b\[[\d;]*m", "", str(error)).strip()
    first = plain.splitlines()[0].removeprefix("Error:").strip().rstrip(".") if plain else "unknown"
    return first[0].lower() + first[1:]
