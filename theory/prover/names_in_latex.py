"""Names of quantities in LaTeX, and those that a page would print alike."""

from collections.abc import Iterable

GREEK = frozenset(
    {
        *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"),
        *("lambda", "mu", "nu", "xi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi"),
        *("omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Sigma", "Upsilon", "Psi", "Omega"),
    }
)
OTHERS = {"eps": r"\varepsilon", "star": r"\star", "pi": r"\pi", "e": r"\mathrm{e}"}


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
