"""Claims and domains in LaTeX: functions stay as they are written, quotients become fractions."""

from collections.abc import Iterable
from .chains import Chain, Range
from .domain import Domain
from .expressions import ATOM, CHOICE, POWER, PRODUCT, SUM, UNARY, Expression, as_decimal
from .functions import ALIASES, KNOWN

RELATIONS = {"<=": r"\le", ">=": r"\ge", "<": "<", ">": ">", "==": "="}
GREEK = frozenset(
    {
        *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"),
        *("lambda", "mu", "nu", "xi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi"),
        *("omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Sigma", "Upsilon", "Psi", "Omega"),
    }
)
OTHERS = {"eps": r"\varepsilon", "star": r"\star", "pi": r"\pi", "e": r"\mathrm{e}"}


def latex(one: Expression) -> str:
    r"""The LaTeX of an expression.

    >>> from .reading import read_expression
    >>> print(latex(read_expression("kl(p, q) - 2*(p - q)**2/3")))
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


def name_in_latex(name: str) -> str:
    r"""A name in LaTeX: Greek letters, and what follows an underscore or is a number, below.

    >>> print(name_in_latex("mu_star"), name_in_latex("x1"), name_in_latex("gap"))
    \mu_{\star} x_{1} \mathit{gap}
    """
    head, _, rest = name.partition("_")
    stem = head.rstrip("0123456789")
    below = [part for part in (head[len(stem) :], *rest.split("_")) if part]
    result = OTHERS.get(stem) or (f"\\{stem}" if stem in GREEK else stem)
    if result == stem and len(stem) > 1:
        result = rf"\mathit{{{stem}}}"
    if not below:
        return result
    inner = [part if part.isdigit() else name_in_latex(part) for part in below]
    return f"{result}_{{{','.join(inner)}}}"


def look_alike(names: Iterable[str]) -> tuple[str, str] | None:
    """Two names that a page or a terminal would print in the same way; None if there are none.

    >>> look_alike(["x", "x1", "mu", "x_1"]), look_alike(["epsilon", "eps"])
    (('x1', 'x_1'), ('eps', 'epsilon'))
    >>> look_alike(["x", "x1", "mu"])
    """
    printed = dict[str, str]()
    for name in sorted(names):
        # a terminal has one character for both forms of the letter
        other = printed.setdefault(name_in_latex(name).replace(r"\epsilon", r"\varepsilon"), name)
        if other != name:
            return other, name
    return None


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
        text = _bracketed(above[0], UNARY)
        for factor in above[1:]:
            part = _bracketed(factor, POWER)
            # 2 and 3 beside each other would be read as 23
            text += rf" \cdot {part}" if part[0].isdigit() else rf" \, {part}"
        return PRODUCT, text
    ends = []
    for side in (above, below):
        alone = len(side) == 1
        ends.append(latex(side[0]) if alone else _product(tuple(side))[1] if side else "1")
    return PRODUCT, rf"\frac{{{ends[0]}}}{{{ends[1]}}}"


def _number(one: Expression) -> tuple[int, str]:
    text = as_decimal(one.value) or str(one.value)
    mantissa, _, exponent = text.partition("e")
    if exponent:
        return PRODUCT, rf"{mantissa} \cdot 10^{{{exponent}}}"
    return PRODUCT if "/" in text else ATOM, text
