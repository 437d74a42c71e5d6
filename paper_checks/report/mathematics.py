"""The mathematics of a report: one text in HTML, in Markdown, in LaTeX, and in plain characters.

A text is words with formulas between dollar signs and code between backticks, and with mathematics
as a terminal shows it. The relation of a proof's step is in the notation of the prover.
"""

from collections.abc import Callable
from functools import lru_cache
from html import escape
from typing import TypeAlias
from unicodedata import normalize
from banditproof.theory.prover.latex import RELATIONS, latex, latex_of_domain
from banditproof.theory.prover.reading import read_claim, read_domain
from ..statements.signs_of_texts import turning
from .latex_text import (
    code_in_latex,
    formula_in_latex,
    name_in_latex,
    script_in_latex,
    words_in_latex,
)
from .letters import GREEK
from .markdown_text import code_in_markdown, formula_in_markdown, words_in_markdown
from .math_font import font_face
from .mathml import mathml, require_converter, wrapping
from .readable_text import readable_text
from .text_pieces import Code, Formula, Name, Script, Words, pieces

__all__ = [
    "complaint", "font_face", "formula_html", "formula_latex", "html_of", "latex_of", "markdown_of",
    "search_words",
]  # fmt: skip

Link: TypeAlias = Callable[[str], str | None]
"""The address of the page of a claim or a fact; nothing if there is no page."""


def html_of(text: str, link: Link | None = None) -> str:
    r"""The safe HTML of a text; formulas are MathML, and names that `link` knows are links.

    >>> print(html_of("If x < 1, `f` is $y$ at mu_star = 1."))
    If x &lt; 1, <code>f</code> is <math><mi>y</mi></math> at <i>μ</i><sub>⋆</sub> = 1.
    """
    return "".join(_html(piece, link) for piece in pieces(text))


def _html(piece: Words | Formula | Code | Name | Script, link: Link | None) -> str:
    if isinstance(piece, Formula):
        return _formula_or_code(piece.latex)
    if isinstance(piece, Code):
        return f"<code>{escape(piece.text)}</code>"
    if isinstance(piece, Script):
        below = f"<sub>{escape(piece.below)}</sub>" if piece.below else ""
        above = f"<sup>{escape(piece.above)}</sup>" if piece.above else ""
        single = len(piece.base) == 1 and piece.base.isalpha()
        base = f"<i>{piece.base}</i>" if single else escape(piece.base)
        return f"{base}{below}{above}"
    known = link(piece.text) if link is not None and isinstance(piece, Name) else None
    text = escape(piece.text, quote=False)
    return text if not known else f'<a href="{escape(known)}">{text}</a>'


def _formula_or_code(latex: str) -> str:
    """The MathML of a formula; one that cannot be read is shown as it is written."""
    try:
        return wrapping(mathml(latex))
    except ValueError as error:
        require_converter()  # a missing package is no fault of the formula
        return f'<code class="unread" title="{escape(str(error))}">{escape(latex)}</code>'


def complaint(text: str) -> str | None:
    r"""What is wrong with the formulas of a text, in a sentence; None if they can be shown.

    >>> print(complaint(r"At most $\sqrt x$."), complaint(r"$\leK$"))
    None The formula $\leK$ cannot be read: unknown command "\leK".
    """
    require_converter()  # a missing package is no fault of the text
    if bad := turning(text):
        return f"The text {text!r} has {bad[0][-20:]!r}, which decides how formulas are shown."
    for piece in pieces(text):
        if isinstance(piece, Formula):
            try:
                mathml(piece.latex)
            except ValueError as error:
                return str(error)
        elif isinstance(piece, Words) and "$" in piece.text:
            return f"The text {text!r} has a dollar sign without its partner."
    return None


@lru_cache(maxsize=1 << 14)
def formula_latex(relation: str) -> str:
    r"""The LaTeX of a relation, or of ranges and conditions, in the prover's notation.

    >>> print(formula_latex("y <= exp(eps)*x"), "|", formula_latex("x, y in [0, inf), x < y"))
    y \le \exp(\varepsilon) \, x | x \in [0, \infty),\; y \in [0, \infty),\; x < y
    """
    try:
        left, sign, right = read_claim(relation)
    except ValueError:
        return latex_of_domain(*read_domain(relation))
    return f"{latex(left)} {RELATIONS[sign]} {latex(right)}"


@lru_cache(maxsize=1 << 14)
def formula_html(relation: str) -> str:
    """The MathML of a relation, or of ranges and conditions, in the prover's notation.

    >>> print(formula_html("x <= 1"))
    <math><mi>x</mi><mo>≤</mo><mn>1</mn></math>
    """
    try:
        return wrapping(mathml(formula_latex(relation)))
    except ValueError:
        require_converter()  # a missing package is no fault of the relation
        return f"<code>{escape(relation)}</code>"


def markdown_of(text: str) -> str:
    r"""The text in the Markdown of GitHub, which shows formulas between dollar signs.

    >>> print(markdown_of(r"At mu_star = 1, $y_1$ is in $\{x_{a}\}$."))
    At <i>μ</i><sub>⋆</sub> = 1, $y_1$ is in $`\{x_{a}\}`$.
    """
    results = []
    for piece in pieces(text):
        if isinstance(piece, Formula):
            results.append(formula_in_markdown(piece.latex))
        elif isinstance(piece, Code):
            results.append(code_in_markdown(piece.text))
        elif isinstance(piece, Script):
            results.append(_html(piece, None))
        else:
            results.append(words_in_markdown(piece.text))
    return "".join(results)


def latex_of(text: str) -> str:
    r"""The text in LaTeX; the packages amsmath and amssymb show all of its formulas.

    >>> print(latex_of("50 % of $x$ at mu_star, `a_b`."))
    50 \% of $x$ at $\mu_{\star}$, \texttt{a\_b}.
    """
    results = []
    for piece in pieces(text):
        if isinstance(piece, Formula):
            results.append(formula_in_latex(piece.latex))
        elif isinstance(piece, Code):
            results.append(code_in_latex(piece.text))
        elif isinstance(piece, Script):
            results.append(script_in_latex(piece.base, piece.below, piece.above))
        elif isinstance(piece, Name):
            results.append(name_in_latex(piece.text))
        else:
            results.append(words_in_latex(piece.text))
    return "".join(results)


def search_words(text: str) -> str:
    r"""The text in lower case with Greek letters by name too, for a search.

    >>> print(search_words(r"Regret of $\epsilon$-DP"))
    regret of ε-dp eps epsilon
    """
    plain = normalize("NFKC", readable_text(text)).lower().replace("_", "").replace("^", "")
    variants = plain.replace("ϵ", "ε").replace("ϕ", "φ")
    return " ".join([plain, *sorted(name for name, sign in GREEK.items() if sign in variants)])
