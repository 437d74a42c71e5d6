"""Claims and domains in LaTeX: functions stay as they are written, quotients become fractions."""

from collections.abc import Iterable
from .chains import Chain, Range
from .domain import Domain
from .expressions import ATOM, CHOICE, POWER, PRODUCT, SUM, UNARY, Expression, as_decimal
from .functions import ALIASES, KNOWN
from .names_in_latex import name_in_latex

BARS = KNOWN["abs"].latex
RELATIONS = {"<=": r"\le", ">=": r"\ge", "<": "<", ">": ">", "=": "="}


def latex(one: Expression) -> str:
    r"""The LaTeX of an expression.

    >>> from .reading import read_expression
    >>> print(latex(read_expression("kl(p, q) - 2*(p - q)^2/3")))
    \mathrm{kl}(p,q) - \frac{2 \, (p - q)^{2}}{3}
    >>> print(latex(read_expression("exp(-x)*sqrt(mu_star)")))
    \exp(-x) \, \sqrt{\mu_{\star}}
    """
    return _bracketed(one, CHOICE)


def latex_of_claim(left: Expression, relation: str, right: Expression, domain: Domain) -> str:
    """The LaTeX of an inequality with its domain."""
    claim = f"{latex(left)} {RELATIONS[relation]} {latex(right)}"
    where = latex_of_domain(domain.ranges, domain.conditions)
    return claim + (r" \quad \text{for all } " + where if where else "")


def latex_of_domain(ranges: Iterable[Range], conditions: Iterable[Chain]) -> str:
    r"""The LaTeX of ranges and of conditions on them, with commas between.

    >>> from .reading import read_domain
    >>> print(latex_of_domain(*read_domain("p, q in [0, 1), p < q")))
    p \in [0, 1),\; q \in [0, 1),\; p < q
    """
    return r",\; ".join([*map(_range, ranges), *map(_chain, conditions)])


def _range(one: Range) -> str:
    low = r"-\infty" if one.low is None else latex(one.low)
    high = r"\infty" if one.high is None else latex(one.high)
    marks = "(" if one.low_open else "[", ")" if one.high_open else "]"
    return rf"{name_in_latex(one.name)} \in {marks[0]}{low}, {high}{marks[1]}"


def _chain(chain: Chain) -> str:
    pairs = zip(chain.relations, chain.sides[1:], strict=True)
    more = "".join(f" {RELATIONS[relation]} {latex(side)}" for relation, side in pairs)
    return latex(chain.sides[0]) + more


def _bracketed(one: Expression, least: int) -> str:
    level, text = _level_and_latex(one)
    return text if level >= least else rf"\left({text}\right)" if "frac" in text else f"({text})"


def _level_and_latex(one: Expression) -> tuple[int, str]:
    head, args = one.head, one.args
    if head == "number":
        return _number(one)
    if head == "name":
        return ATOM, name_in_latex(one.value)
    if head == "call":
        known = KNOWN[ALIASES.get(one.value, one.value)]
        inner = [latex(a) for a in args]
        if known.latex == BARS and any("vert" in text for text in inner):
            # of bars within bars nobody sees which ones belong together
            return ATOM, rf"\operatorname{{abs}}({inner[0]})"
        text = known.latex.format(*inner, all=",".join(inner))
        return PRODUCT if known.is_product else ATOM, text
    if head == "sum":
        text = _bracketed(args[0], PRODUCT)
        for a in args[1:]:
            minus = a.head == "negative"
            part = _bracketed(a.args[0] if minus else a, PRODUCT)
            text += f" - {part}" if minus else f" + {part}"
        return SUM, text
    if head in ("product", "inverse"):
        return _product(args if head == "product" else (one,))
    if head == "negative":
        return UNARY, f"-{_bracketed(args[0], POWER)}"
    if head == "power":
        return POWER, f"{_bracketed(args[0], ATOM)}^{{{latex(args[1])}}}"
    first, left, right, other = map(latex, args)
    condition = f"{left} {RELATIONS[one.value]} {right}"
    cases = rf"{first} & \text{{if }} {condition} \\ {other} & \text{{otherwise}}"
    return ATOM, rf"\begin{{cases}} {cases} \end{{cases}}"


def _product(factors: tuple[Expression, ...]) -> tuple[int, str]:
    """A product; what is divided by stands below one fraction bar."""
    below = [f.args[0] for f in factors if f.head == "inverse"]
    above = [f for f in factors if f.head != "inverse"]
    if not below:
        text, before = _bracketed(above[0], UNARY), above[0]
        for factor in above[1:]:
            part = _bracketed(factor, POWER)
            # 2 and 3 beside each other would be read as 23, and h before a bracket as a function
            bracket = part.startswith(("(", r"\left("))
            dot = part[0].isdigit() or (bracket and _ends_in_a_name(before))
            text += rf" \cdot {part}" if dot else rf" \, {part}"
            before = factor
        return PRODUCT, text
    ends = []
    for side in (above, below):
        alone = len(side) == 1
        ends.append(latex(side[0]) if alone else _product(tuple(side))[1] if side else "1")
    return PRODUCT, rf"\frac{{{ends[0]}}}{{{ends[1]}}}"


def _ends_in_a_name(one: Expression) -> bool:
    """Whether a name, or a power of one, is the last that is printed of a factor."""
    if one.head == "power":
        return one.args[0].head == "name"
    if one.head in ("negative", "product"):
        return _ends_in_a_name(one.args[-1])
    return one.head == "name"


def _number(one: Expression) -> tuple[int, str]:
    text = as_decimal(one.value) or str(one.value)
    mantissa, _, exponent = text.partition("e")
    if exponent:
        return PRODUCT, rf"{mantissa} \cdot 10^{{{exponent}}}"
    return PRODUCT if "/" in text else ATOM, text
