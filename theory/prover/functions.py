"""The functions of statements: each is made of the terms of the kernel."""

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import NamedTuple
from .kernel.terms import ONE, PI, Term, add, made, num, power

HALF = Fraction(1, 2)


def log(term: Term) -> Term:
    """The natural logarithm."""
    return made("log", (term,))


def exp(term: Term) -> Term:
    """The exponential function."""
    return ONE if term is num(0) else made("exp", (term,))


def sqrt(term: Term) -> Term:
    """The root, which is >= 0."""
    return power(term, HALF)


def entropy(p: Term) -> Term:
    """The entropy of a Bernoulli law, -p log p - (1 - p) log(1 - p), with 0 log 0 = 0."""
    return -made("xlogx", (p,)) - made("xlogx", (ONE - p,))


def kl(p: Term, q: Term) -> Term:
    """The divergence of Bernoulli laws, with 0 log 0 = 0."""
    own = [made("xlogx", (x,)) for x in (p, ONE - p)]
    return add(*own, -(p * log(q)), -((ONE - p) * log(ONE - q)))


def d_eps(x: Term, y: Term, most: Term) -> Term:
    """inf_z kl(z, y) + most |x - z|: z is x, moved to where the slope of kl is at most `most`."""
    low, high = (y * power(y + (ONE - y) * exp(sign * most), -1) for sign in (ONE, num(-1)))
    z = made("min", (made("max", (x, low)), high))
    return kl(z, y) + most * made("abs", (x - z,))


def sinh(x: Term) -> Term:
    """The hyperbolic sine."""
    return num(HALF) * (exp(x) - exp(-x))


def cosh(x: Term) -> Term:
    """The hyperbolic cosine."""
    return num(HALF) * (exp(x) + exp(-x))


def erfc(x: Term) -> Term:
    """The complementary error function, 1 - erf."""
    return ONE - made("erf", (x,))


def normal_cdf(x: Term) -> Term:
    """The distribution function of the standard normal law."""
    return num(HALF) * (ONE + made("erf", (x * power(num(2), -HALF),)))


def normal_pdf(x: Term) -> Term:
    """The density of the standard normal law."""
    return exp(num(-HALF) * power(x, 2)) * power(num(2) * PI, -HALF)


def _kernel(kind: str) -> Callable[[Term], Term]:
    return lambda term: made(kind, (term,))


def _folded(kind: str) -> Callable[..., Term]:
    def one(a: Term, b: Term) -> Term:
        # The checker reads |a| as max(a, -a): both must be one term here, too.
        if b is not -a:
            return made(kind, (a, b))
        size = made("abs", (min(a, b, key=lambda t: t.rank),))
        return size if kind == "max" else -size

    return lambda *terms: reduce(one, terms)


class Function(NamedTuple):
    """How many arguments a function takes, its term, and its LaTeX ({0}, {1} are arguments)."""

    least: int
    most: int
    term: Callable[..., Term]
    latex: str
    is_product: bool = False
    """Whether its LaTeX is a product, which needs brackets where it is a factor or raised."""


KNOWN = {
    "log": Function(1, 1, log, r"\log({0})"),
    "exp": Function(1, 1, exp, r"\exp({0})"),
    "sqrt": Function(1, 1, sqrt, r"\sqrt{{{0}}}"),
    "erf": Function(1, 1, _kernel("erf"), r"\operatorname{{erf}}({0})"),
    "erfc": Function(1, 1, erfc, r"\operatorname{{erfc}}({0})"),
    "normal_cdf": Function(1, 1, normal_cdf, r"\Phi({0})"),
    "normal_pdf": Function(1, 1, normal_pdf, r"\varphi({0})"),
    "tanh": Function(1, 1, _kernel("tanh"), r"\tanh({0})"),
    "sinh": Function(1, 1, sinh, r"\sinh({0})"),
    "cosh": Function(1, 1, cosh, r"\cosh({0})"),
    "abs": Function(1, 1, _kernel("abs"), r"\lvert {0} \rvert"),
    "min": Function(1, 9, _folded("min"), r"\min({all})"),
    "max": Function(1, 9, _folded("max"), r"\max({all})"),
    "kl": Function(2, 2, kl, r"\mathrm{{kl}}({0},{1})"),
    "d_eps": Function(3, 3, d_eps, r"d_{{{2}}}({0},{1})"),
    "entropy": Function(1, 1, entropy, r"\mathrm{{h}}({0})"),
    "xlogx": Function(1, 1, _kernel("xlogx"), r"({0}) \log({0})", is_product=True),
    "lambertw": Function(1, 1, _kernel("lambertw"), r"W_0({0})"),
}
"""The functions by their names."""
ALIASES = {
    "ln": "log", "Abs": "abs", "Min": "min", "Max": "max", "LambertW": "lambertw", "deps": "d_eps",
    "binary_entropy": "entropy", "Phi": "normal_cdf",
}  # fmt: skip
"""Other names of the same functions."""


def function(name: str, count: int) -> Function:
    """The function of a name, called with so many arguments; raises ValueError for others.

    >>> function("kl", 1)
    Traceback (most recent call last):
    ...
    ValueError: kl has 1 argument; give 2.
    """
    value = KNOWN.get(ALIASES.get(name, name))
    if value is None:
        raise ValueError(
            f"{name} is not a known function; for a product write {name}*(...), and else give one "
            f"of {', '.join(KNOWN)}."
        )
    if not value.least <= count <= value.most:
        wanted = str(value.least) if value.least == value.most else f"up to {value.most}"
        plural = "" if count == 1 else "s"
        raise ValueError(f"{name} has {count} argument{plural}; give {wanted}.")
    return value


def choice(above: Term, strict: bool, first: Term, other: Term) -> Term:
    """The first term where `above` is >= 0 (> 0 if strict), the other elsewhere."""
    if strict:
        return made("if", (-above, other, first))
    return made("if", (above, first, other))
