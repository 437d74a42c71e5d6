"""A formula as one line of Unicode that means the same: brackets where a fraction had none.

Side by side binds closer than a slash, so that a/bc is a/(bc); yet a denominator of several parts
has brackets. A power is a small digit or letter where Unicode has it, and ^(...) otherwise.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from .formula_signs import ABOVE, BELOW, SINGLE_CHARACTER
from .formula_tree import NOTHING, Call, Fraction, Node, Root, Row, Scripts, Sign, tree

OPERANDS = frozenset(["letter", "number", "name", "closing", "fraction", "root", "call"])
FOLLOWING = OPERANDS - {"closing"} | {"opening"}
OPENERS = frozenset(["opening", "function", "large"])


@dataclass(frozen=True)
class Part:
    """A printed part of a row: its text, its kind, and whether a letter may not follow at once."""

    text: str
    kind: str
    open: bool = False


@lru_cache(maxsize=1 << 13)
def formula_line(latex: str) -> str:
    r"""The line of a formula in LaTeX.

    >>> formula_line(r"\frac{\alpha\Delta_i\log T}{d_\epsilon(\mu_i,\mu^*)}+o(\log T)")
    '(αΔᵢ log T)/(d_ε(μᵢ, μ⋆)) + o(log T)'
    >>> formula_line(r"2\frac{a}{b}x^{-1}, \log\frac{a}{b}, \sqrt{2\rho}, \tfrac12")
    '2·a/b·x⁻¹, log(a/b), √(2ρ), ½'
    >>> formula_line(r"T = 10\,000"), formula_line(r"2\,3")
    ('T = 10000', '2·3')
    """
    one_number = re.sub(r"(?<=\d)\\,(?=\d{3}(?!\d))", "", latex)
    return re.sub(r" +", " ", _line(tree(one_number))).strip()


def _line(node: Node, tight: bool = False) -> str:
    parts = node.parts if isinstance(node, Row) else (node,)
    printed = [part for part in map(_part, _flat(parts)) if part.text]
    printed = [_in_brackets(one, part) for one, part in pairwise([Part("", ""), *printed])]
    result = ""
    for place, part in enumerate(printed):
        before = printed[place - 1] if place else None
        result += _between(before, part, printed[place + 1 :], tight) + part.text
        result += _behind(before, part, tight)
    return result.strip()


def _in_brackets(before: Part, part: Part) -> Part:
    """A fraction behind a function or a slash has brackets, as they would take half of it."""
    apart = part.kind == "fraction" and before.kind in ("function", "slash")
    return Part(f"({part.text})", "opening") if apart else part


def _flat(parts: tuple[Node, ...]) -> list[Node]:
    """The parts of a row and of the rows in it: the braces of a group are not printed."""
    result: list[Node] = []
    for part in parts:
        result += _flat(part.parts) if isinstance(part, Row) else [part]
    return result


def _part(node: Node) -> Part:
    if isinstance(node, Sign):
        return Part(node.text, node.kind, node.kind == "name")
    if isinstance(node, Fraction):
        return _fraction(node)
    if isinstance(node, Root):
        return _root(node)
    if isinstance(node, Scripts):
        return _scripts(node)
    if isinstance(node, Call):
        return Part(f"{node.name}({', '.join(map(_line, node.arguments))})", "call")
    return Part(_line(node), "letter")


def _fraction(node: Fraction) -> Part:
    above, below = _line(node.above), _line(node.below)
    single = SINGLE_CHARACTER.get(f"{above}/{below}")
    if single:
        return Part(single, "number")
    numerator = above if _is_product(node.above) else f"({above})"
    denominator = below if _is_unit(node.below) else f"({below})"
    return Part(f"{numerator}/{denominator}", "fraction")


def _root(node: Root) -> Part:
    body, order = _line(node.body), _line(node.order)
    sign = {"": "√", "2": "√", "3": "∛", "4": "∜"}.get(order)
    if sign is None:
        return Part(
            f"root_{order}({body})" if order.isalnum() else f"({body})^(1/({order}))", "call"
        )
    unit = len(body) == 1 or (body.isdigit() and body.isascii())
    return Part(f"{sign}{body if unit else f'({body})'}", "root", unit)


def _scripts(node: Scripts) -> Part:
    base = _part(node.base) if not isinstance(node.base, Row) else Part(_line(node.base), "letter")
    text = base.text
    if base.kind in ("fraction", "root") or text in SINGLE_CHARACTER.values():
        text = f"({text})"
    elif node.above != NOTHING and isinstance(node.base, Row) and not _is_unit(node.base):
        text = f"({text})" if text else ""
    below = _script(node.below, BELOW, "_")
    above = _script(node.above, ABOVE, "^")
    kind = base.kind if base.kind not in ("fraction", "root") else "closing"
    last = above or below
    return Part(text + below + above, kind, last[:1] in ("_", "^") and last[-1:] != ")")


def _script(node: Node, small: dict[str, str], mark: str) -> str:
    if node == NOTHING:
        return ""
    text = _line(node, tight=True)
    if all(letter in small for letter in text):
        return "".join(small[letter] for letter in text)
    simple = len(_bare(text)) == 1 or (text.isalnum() and _is_word(node))
    return f"{mark}{text}" if simple else f"{mark}({text})"


def _is_word(node: Node) -> bool:
    """Whether a script is one name or one number, whose letters belong together."""
    return isinstance(node, Sign) and node.kind in ("name", "words", "number", "function")


def _between(before: Part | None, part: Part, behind: list[Part], tight: bool) -> str:
    """What stands between two printed parts."""
    if before is None:
        return ""
    if part.kind == "relation":
        return "" if tight and part.text != "|" else " "
    if part.kind == "between":
        wide = before.kind in OPERANDS and part.text not in "·∘*" and not tight
        return " " if wide and behind else ""
    if before.kind == "large" or (before.kind == "function" and not _called(before, part)):
        return " "
    if part.kind == "fraction" or part.text in SINGLE_CHARACTER.values():
        return "·" if before.kind in OPERANDS else ""
    if before.kind == "fraction" and part.kind in FOLLOWING | OPENERS:
        return "·"
    if before.kind == part.kind == "number":
        return "·"
    if before.kind == "root" and before.open and part.kind in FOLLOWING:
        return "·"
    return _blank(before, part)


def _blank(before: Part, part: Part) -> str:
    """A blank where two names would read as one."""
    if part.kind in ("function", "large", "words", "name"):
        lettered = before.kind in OPERANDS | {"words", "function"}
        return " " if lettered and not part.text.startswith(" ") else ""
    apart = before.open or before.kind == "words" or (part.open and before.kind == "letter")
    if part.kind in OPERANDS - {"closing"} and apart:
        return "" if before.text.endswith(" ") else " "
    if part.kind == "number" and before.kind == "letter":
        return "·" if before.text[-1:].isalnum() else ""
    return ""


def _behind(before: Part | None, part: Part, tight: bool) -> str:
    """What follows a printed part whatever comes next; blanks at the end are cut."""
    if part.kind == "relation":
        return "" if tight and part.text != "|" else " "
    if part.kind == "between":
        wide = before is not None and before.kind in OPERANDS and part.text not in "·∘*"
        return " " if wide and not tight else ""
    return " " if part.kind == "comma" and not tight else ""


def _called(before: Part, part: Part) -> bool:
    """Whether a function has its argument in brackets at once."""
    small = before.text[-1:] != ")" and not before.open
    return part.kind in ("comma", "closing") or (part.kind == "opening" and small)


def _is_product(node: Node) -> bool:
    """Whether a numerator can stand before a slash without brackets."""
    parts = _flat(node.parts if isinstance(node, Row) else (node,))
    depth = 0
    for part in parts:
        base = part.base if isinstance(part, Scripts) else part
        kind = base.kind if isinstance(base, Sign) else "operand"
        depth += (kind == "opening") - (kind == "closing")
        if depth == 0 and (kind not in OPERANDS | {"operand"} or isinstance(part, Fraction)):
            return False
    return bool(parts)


def _is_unit(node: Node) -> bool:
    """Whether a denominator is one letter or number, or all of it stands in brackets."""
    parts = _flat(node.parts if isinstance(node, Row) else (node,))
    if len(parts) == 1:
        base = parts[0].base if isinstance(parts[0], Scripts) else parts[0]
        plain = isinstance(base, Sign) and base.kind in ("letter", "number", "name")
        return plain or isinstance(base, Call)
    return _wrapped(parts)


def _wrapped(parts: list[Node]) -> bool:
    depth = 0
    for place, part in enumerate(parts):
        kind = part.kind if isinstance(part, Sign) else ""
        depth += (kind == "opening") - (kind == "closing")
        if depth == 0:
            return place == len(parts) - 1 and place > 0
    return False


def _bare(text: str) -> str:
    return "".join(letter for letter in text if not unicodedata.combining(letter))
