"""Names of quantities in LaTeX, and those that a page would print alike."""

from collections.abc import Iterable

GREEK = frozenset(
    {
        *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"),
        *("lambda", "mu", "nu", "xi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi"),
        *("omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Sigma", "Upsilon", "Psi", "Omega"),
    }
)
FUNCTIONS = frozenset(
    {
        *("log", "ln", "exp", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "erf", "erfc"),
        *("min", "max", "argmin", "argmax", "kl", "abs", "det", "Phi", "varphi"),
    }
)
"""Words that stand in front of what they are applied to."""
OPERATORS = frozenset({"lim", "sup", "inf"})
"""Words that do so with an index."""
OTHERS = {"eps": r"\varepsilon", "star": r"\star", "pi": r"\pi", "e": r"\mathrm{e}"}


def name_in_latex(name: str) -> str:
    r"""A name in LaTeX: Greek letters, and what follows an underscore or is a number, below.

    >>> print(name_in_latex("mu_star"), name_in_latex("x1"), name_in_latex("gap"))
    \mu_{\star} x_{1} \mathit{gap}
    """
    # a star by itself is a quantity: as an exponent it would be read as an ornament
    return r"\mathit{star}" if name == "star" else _in_latex(name)


def _in_latex(name: str) -> str:
    head, _, rest = name.partition("_")
    stem = stem_of(name)
    below = [part for part in (head[len(stem) :], *rest.split("_")) if part]
    result = OTHERS.get(stem) or (f"\\{stem}" if stem in GREEK else stem)
    if result == stem and len(stem) > 1:
        result = rf"\mathit{{{stem}}}"
    if not below:
        return result
    inner = [part if part.isdigit() else _in_latex(part) for part in below]
    return f"{result}_{{{','.join(inner)}}}"


def stem_of(name: str) -> str:
    """A name without what is printed as its index.

    >>> stem_of("mu_star"), stem_of("log2")
    ('mu', 'log')
    """
    return name.partition("_")[0].rstrip("0123456789")


def like_a_function(names: Iterable[str]) -> str | None:
    """A name that a page would print as a function, with an index or without; None without one.

    >>> like_a_function(["x", "log2"]), like_a_function(["logs", "x_max", "sup"])
    ('log2', None)
    """
    found = (
        name
        for name in names
        if (stem := stem_of(name)) in FUNCTIONS or (stem in OPERATORS and stem != name)
    )
    return min(found, default=None)


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
