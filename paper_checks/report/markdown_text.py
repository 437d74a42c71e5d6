"""Words and code in Markdown, where nothing of them is taken for a mark."""

import re

MARKS = re.compile(r"[\\`*_{}\[\]<>#|~$&]")
AT_RISK = re.compile(r"(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|[*<>~\[\]]|\\[^A-Za-z]")
"""In a formula, what Markdown may take for emphasis, an escaped sign, a tag or a link."""
AT_START = re.compile(r"\A(\s*)([-+]|\d+(?=[.)]\s))")


def words_in_markdown(text: str) -> str:
    r"""Words in Markdown.

    >>> print(words_in_markdown("[1, 2] is a_b"))
    \[1, 2\] is a\_b
    """
    return MARKS.sub(lambda mark: "&lt;" if mark[0] == "<" else f"\\{mark[0]}", text)


def line_in_markdown(text: str) -> str:
    r"""A line that begins with no mark of a list.

    >>> print(line_in_markdown("1. Then"), line_in_markdown("- 1 is less"))
    1\. Then \- 1 is less
    """
    return AT_START.sub(lambda m: m[1] + (f"\\{m[2]}" if m[2] in "+-" else m[2]), text).replace(
        ". ", r"\. ", 1 if re.match(r"\s*\d+\. ", text) else 0
    )


def code_in_markdown(text: str) -> str:
    """Code in Markdown, between as many backticks as it needs.

    >>> print(code_in_markdown("a `b`"))
    ``a `b` ``
    """
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    blank = " " if text.endswith("`") else ""
    first = " " if text.startswith("`") else ""
    return f"{fence}{first}{text}{blank}{fence}"


def formula_in_markdown(latex: str) -> str:
    r"""A formula in the Markdown of GitHub; where Markdown would read marks in it, as code.

    >>> print(formula_in_markdown("x_1"), formula_in_markdown("x_{1}"))
    $x_1$ $`x_{1}`$
    """
    return f"$`{latex}`$" if AT_RISK.search(latex) else f"${latex}$"


def cell_in_markdown(text: str) -> str:
    """A text as the cell of a table, in one line."""
    return " ".join(text.split())
