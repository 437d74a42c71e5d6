r"""The digest of a statement: what it says, apart from layout.

Blanks, sizes of brackets, kinds of display, and spellings of one sign (`\ge`, `\geq`) do not count.
"""

import hashlib
import re

TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|\S", re.DOTALL)
LAYOUT = re.compile(
    r"\\(?:label|index)\s*\{[^{}]*\}|\\[,;:!/ ]|~"
    r"|\\(?:left|right|[bB]igg?[lrm]?|quad|qquad|displaystyle|textstyle|limits|nolimits|nonumber"
    r"|notag|noindent|medskip|smallskip|bigskip|leanok|mathlibok)(?![a-zA-Z])"
    r"|\\(?:uses|lean|proves|discussion)\s*\{[^{}]*\}"
)
DISPLAY = re.compile(
    r"\\(?:begin|end)\{(?:equation|align|gather|multline|displaymath|math|flalign)\*?\}"
    r"|\\[\[\]()]|\$\$?"
)
SAME = {
    r"\geq": r"\ge",
    r"\leq": r"\le",
    r"\neq": r"\ne",
    r"\dfrac": r"\frac",
    r"\tfrac": r"\frac",
    r"\rightarrow": r"\to",
    r"\lbrace": r"\{",
    r"\rbrace": r"\}",
    r"\lvert": "|",
    r"\rvert": "|",
    r"\vert": "|",
    r"\land": r"\wedge",
    r"\lor": r"\vee",
    r"\mid": "|",
    r"\colon": ":",
    r"\dots": r"\ldots",
}
"""Signs that have several names."""


def tokens(text: str) -> list[str]:
    r"""The tokens of a text that count; a single one does not stand in braces.

    >>> tokens(r"$x_{1} \geq \frac{1}{2}$") == tokens(r"\[x_1\ge \frac12\]")
    True
    """
    text = DISPLAY.sub(" $ ", LAYOUT.sub(" ", text))
    found: list[str] = []
    for token in TOKEN.findall(text):
        found.append(SAME.get(token, token))
        if token == "}" and found[-3:-2] == ["{"] and found[-2] not in ("{", "}"):
            found[-3:] = [found[-2]]
    return found


def digest(text: str) -> str:
    r"""The digest of a statement whose macros are expanded.

    >>> digest(r"$a\ge b$") == digest(r"$ a \geq b $"), digest("$a$") == digest("$b$")
    (True, False)
    """
    return hashlib.sha256("\n".join(tokens(text)).encode()).hexdigest()[:16]
