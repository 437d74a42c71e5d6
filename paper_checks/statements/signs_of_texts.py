"""Signs that no text may have: they steer a terminal, or how a page shows other signs."""

import re

STEERING = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0001-\U000e007f]"
)
"""Control characters that are no blanks and no new lines, and characters that nobody sees."""
DEFINES = (
    r"[egx]?def|let|futurelet|global|(?:re|provide)?(?:new)?command|newenvironment"
    r"|DeclareMathOperator|catcode|mathcode|chardef|mathchardef|csname|endcsname"
)
# \iff is an arrow, and no condition
CHOOSES = (
    r"if(?!f(?![A-Za-z]))[A-Za-z]*|fi|else|unless|loop|expandafter|noexpand|aftergroup"
    r"|afterassignment|every[a-z]+|advance|multiply|divide"
)
READS = "input|include|openin|openout|read|write|special"
HIDES = (
    r"(?:text|page)?color|colorbox|definecolor|[hv]?phantom|smash|(?:math)?[lr]lap|raise|lower"
    r"|m?kern|mskip|[hv]skip|[hv]space|move(?:left|right)|setbox|[hv]?box|vtop|vcenter"
    r"|(?:raise|scale|rotate|resize)box"
)
TURNING = re.compile(rf"\\(?:{DEFINES}|{CHOOSES}|{READS}|{HIDES})(?![A-Za-z])")
"""What gives a command of TeX another meaning, leaves a part out, moves it, or hides it.

A page has a text beside what a machine has judged, and must not say how that is shown.
"""
FORMULA, COMMENT = re.compile(r"(?<!\\)\$[^$]*\$"), re.compile(r"(?<!\\)%")


def steering(text: str) -> bool:
    """Whether a text has control characters, which steer a terminal, besides blanks and new lines.

    >>> steering("a line\\n"), steering("\\x1b[31m red")
    (False, True)
    """
    return STEERING.search(text) is not None


def turning(text: str) -> re.Match[str] | None:
    r"""A command of TeX that decides how other formulas are shown, or a comment in a formula.

    >>> turning(r"$\sqrt x\iff x$ for 5 % of all") is None, turning(r"$\gdef\le{\ge}$")[0]
    (True, '\\gdef')
    """
    comments = (COMMENT.search(text, *one.span()) for one in FORMULA.finditer(text))
    return TURNING.search(text) or next(filter(None, comments), None)
