"""Words, code and letters with indices in LaTeX."""

import re
from .letters import IN_LATEX

SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    **{sign: f"\\{sign}" for sign in "{}$&#%_"},
}
"""What LaTeX does not print as it is written in a text."""

KNOWN = frozenset(
    "\n\t"
    + "".join(map(chr, range(0x20, 0x7F)))
    + "".join(map(chr, range(0xA0, 0x100)))
    + "ĂăĄąĆćČčĎďĐđĘęĚěĞğİıĹĺĽľŁłŃńŇňŊŋŐőŒœŔŕŘřŚśŞşŠšŢţŤťŮůŰűŸŹźŻżŽž"
    + "–—‘’“”„…†‡•€"
)
"""The characters that the class has in its fonts; another one would end a run of LaTeX."""

PRINTED = re.compile(r"[A-Z](?:\.\d+)+")
BLACKBOARD_ONE = re.compile(r"\\mathbb(?=\s*\{?1)")

OPENING = re.compile(r'(?<![\w.,;:!?)\]])"(?![\s.,;:?!)])')
"""A straight quotation mark in front of something; the others stand behind something."""


def words_in_latex(text: str) -> str:
    r"""Words in LaTeX, with quotation marks that open and close.

    >>> print(words_in_latex('d ≤ 10 % of "#1"'))
    d $\le$ 10 \% of ``\#1''

    A character that the fonts lack is named by its number.

    >>> print(words_in_latex("Poincaré, 数"))
    Poincaré, \texttt{U+6570}
    """
    return "".join(map(_character, OPENING.sub("``", text).replace('"', "''")))


def _character(one: str) -> str:
    if one in IN_LATEX:
        script = IN_LATEX[one][0] in "_^"
        return f"${{}}{IN_LATEX[one]}$" if script else f"${IN_LATEX[one]}$"
    return SPECIAL.get(one, one) if one in KNOWN else rf"\texttt{{U+{ord(one):04X}}}"


def formula_in_latex(latex: str) -> str:
    r"""A formula; a blackboard one, which the fonts of amssymb do not have, becomes a bold one.

    >>> print(formula_in_latex(r"\mathbb 1(a)"), formula_in_latex(r"\mathbb{R}"))
    $\mathbf 1(a)$ $\mathbb{R}$
    """
    return f"${BLACKBOARD_ONE.sub(chr(92) * 2 + 'mathbf', latex)}$"


def code_in_latex(text: str) -> str:
    r"""Code in LaTeX.

    >>> print(code_in_latex("f(x_1)"))
    \texttt{f(x\_1)}
    """
    return rf"\texttt{{{_typed(text)}}}"


def _typed(text: str) -> str:
    """Code character by character, with straight quotation marks."""
    typed = "".join(r"\textquotedbl{}" if one == '"' else _character(one) for one in text)
    return typed.replace("--", "-{}-")  # two dashes are one in some fonts


def name_in_latex(text: str) -> str:
    r"""An ID or a path in LaTeX, which may be broken behind dots, slashes and underscores.

    The number of a printed statement is no ID.

    >>> print(name_in_latex("bern.thm3.1"), name_in_latex("F.8"))
    \texttt{bern.\allowbreak{}thm3.\allowbreak{}1} F.8
    """
    if PRINTED.fullmatch(text):
        return text
    broken = re.sub(r"([./]|\\_)", r"\1\\allowbreak{}", _typed(text))
    return rf"\texttt{{{broken}}}"


def script_in_latex(base: str, below: str, above: str) -> str:
    r"""A letter, a number or a bracket with what stands below it and above it.

    >>> print(script_in_latex("KL", "inf", "ε"))
    $\mathrm{KL}_{\mathrm{inf}}^{\varepsilon}$
    """
    parts = [_inside(base)]
    parts += [f"_{{{_inside(below)}}}"] if below else []
    parts += [f"^{{{_inside(above)}}}"] if above else []
    return f"${''.join(parts)}$"


def _inside(text: str) -> str:
    """A short text of mathematics; words of several letters stand upright."""
    results = []
    for word in re.findall(r"[A-Za-z]+|[^A-Za-z]", text):
        if len(word) > 1:
            results.append(rf"\mathrm{{{word}}}")
        elif word in IN_LATEX:
            results.append(f"{IN_LATEX[word]} " if IN_LATEX[word][-1].isalpha() else IN_LATEX[word])
        else:
            results.append(word if word in "_^" else SPECIAL.get(word, word))
    return "".join(results).strip()
