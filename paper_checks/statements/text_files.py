"""Texts that people write: read as UTF-8, without characters that steer a terminal."""

import re
from pathlib import Path
from .kept_texts import kept_with
from .text_errors import Spot

MOST_READ = 10_000_000
"""The most bytes of a text that are read."""
STEERING = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\U000e0001-\U000e007f]"
)
"""Control characters that are no blanks and no new lines, and characters that nobody sees."""
TURNING = re.compile(
    r"\\(?:[egx]?def|let|futurelet|global|(?:re|provide)?(?:new)?command|DeclareMathOperator"
    r"|if(?!f(?![A-Za-z]))[A-Za-z]*|fi|else|unless|loop|input|include|openin|openout|read|write"
    r"|special|catcode|mathcode|chardef|mathchardef|csname|endcsname|expandafter|noexpand"
    r"|aftergroup|afterassignment|every[a-z]+|(?:text|page)?color|colorbox|definecolor"
    r"|[hv]?phantom|smash|(?:math)?[lr]lap|raise|lower|m?kern|mskip|[hv]skip|[hv]space"
    r"|move(?:left|right)|setbox|[hv]?box|(?:raise|scale|rotate|resize)box|newenvironment|vtop|vcenter|advance|multiply|divide)(?![A-Za-z])"
)
"""What gives a command of TeX another meaning, leaves a part out, moves it, or hides it.

A page has a text beside what a machine has judged, and must not say how that is shown.
"""
TYPESET = (".claims", ".proof", ".errata", ".sentences", ".facts")
"""The texts that pages show."""
FORMULA, COMMENT = re.compile(r"(?<!\\)\$[^$]*\$"), re.compile(r"(?<!\\)%")


def steering(text: str) -> bool:
    """Whether a text has control characters, which steer a terminal, besides blanks and new lines.

    >>> steering("a line\\n"), steering("\\x1b[31m red")
    (False, True)
    """
    return STEERING.search(text) is not None


def text_of(file: Path) -> str:
    """The text of a file, or a sentence if it cannot be read.

    Of a folder whose texts are kept it is the kept one, whatever stands in the file now.
    """
    kept = kept_with(file, file.suffix)
    if kept is not None:
        return kept.text(file)
    if file.exists() and not file.is_file():  # a pipe, from which one would wait for ever
        raise ValueError(f"The file {file} is no file that can be read; put a text in its place.")
    try:
        if file.stat().st_size > MOST_READ:
            raise ValueError(f"The file {file} has over {MOST_READ} bytes; give a shorter one.")
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as problem:
        line = problem.object.count(b"\n", 0, problem.start) + 1
        spot = Spot(file, line)
        raise spot.wrong("What stands here is not text in UTF-8; save it in that form.") from None
    except OSError as problem:
        raise ValueError(f"The file {file} cannot be read: {problem.strerror}.") from None
    turned = turning(text) if file.suffix in TYPESET else None
    for bad, what in ((STEERING.search(text), "control character"), (turned, "command")):
        if bad is not None:
            before = text[: bad.start()].split("\n")
            spot = Spot(file, len(before), len(before[-1]) + 1)
            raise spot.wrong(f"There is the {what} {bad[0][-20:]!r}; leave it out.")
    return text


def turning(text: str) -> re.Match[str] | None:
    r"""A command of TeX that decides how other formulas are shown, or a comment in a formula.

    >>> turning(r"$\sqrt x\iff x$ for 5 % of all") is None, turning(r"$\gdef\le{\ge}$")[0]
    (True, '\\gdef')
    """
    comments = (COMMENT.search(text, *one.span()) for one in FORMULA.finditer(text))
    return TURNING.search(text) or next(filter(None, comments), None)
