"""Claims about consistent policies, Definition 2.29."""

from __future__ import annotations

from typing import Any

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import points, refuted, require
from banditproof.verify.evidence import Grade


def _slope(regret: Any, t: Any) -> Any:
    """lim log(Reg)/log T: 0 for every consistent policy, which is what the proofs use."""
    import sympy as sp

    return sp.limit(sp.log(regret) / sp.log(t), t, sp.oo)


def _below_root(regret: Any, t: Any, n: int) -> bool:
    """Whether Reg / T^(1/n) -> 0."""
    import sympy as sp

    return bool(sp.limit(regret / sp.root(t, n), t, sp.oo) == 0)


def _consistent(regret: Any, t: Any) -> bool:
    """Whether Reg / T^p -> 0 for every p > 0, at the small powers p that decide it."""
    return all(_below_root(regret, t, n) for n in (1, 2, 10))


def _sublinear(regret: Any, t: Any) -> bool:
    return _below_root(regret, t, 1)


@claim(
    "thesis.def2.29",
    r"A policy is consistent over $\mathcal E$ if $\mathrm{Reg}_T(\pi,\nu)/T^p\to0$ for all "
    r"$\nu\in\mathcal E$ and all $p>0$. UCB is consistent over 1-subgaussian arms; the policy that "
    r"always plays arm 1 is not, unless arm 1 is always optimal.",
    recorded="holds",
    doubts=("D19",),
    mutants={"sub-linear regret is enough": {"test": _sublinear}},
)
def consistent_policies(test: Any = _consistent) -> Verdict:
    """The definition on explicit regrets, and the limit that the lower bounds draw from it."""
    import sympy as sp

    t, gap = sp.symbols("T Delta", positive=True)
    regrets = {
        "UCB, Theorem 2.23": (3 * gap + 16 * sp.log(t) / gap, True),
        "log(T)^3": (sp.log(t) ** 3, True),
        "always arm 1, suboptimal": (gap * t, False),
        "the square root of T": (sp.sqrt(t), False),
    }
    for name, (regret, expected) in regrets.items():
        same = test(regret, t) == expected
        require(same, "The definition is not this.", Grade.PROVED, name=name, regret=regret)
        flat = not expected or _slope(regret, t) == 0
        require(flat, "A slope is positive.", Grade.PROVED, regret=regret)
    return points(
        "Logarithmic regret is consistent, linear regret and the square root of T are not. The "
        "text beside it calls the class 'sub-linear regret', which is weaker "
        "(thesis.def2.29.sublinear).",
        covered="Limits of four regrets at p = 1, 1/2, 1/10 and of log(Reg)/log T, symbolically.",
        not_covered="It is a property of a limit over all instances: not decidable for a program.",
    )


@claim(
    "thesis.def2.29.sublinear",
    r"Consistent policies are those with sub-linear regret on every instance (text before "
    r"Definition 2.29; Appendix B.3 uses the word too).",
    recorded="fails",
    repaired_by="thesis.def2.29",
    doubts=("D19",),
    kind="remark",
    title="consistent is more than sub-linear",
    mutants={"the definition": {"test": _consistent}},
)
def sublinear_is_weaker(test: Any = _sublinear) -> Verdict:
    """Regret sqrt(T) is sub-linear, and halves the coefficient that the proofs get."""
    import sympy as sp

    t = sp.Symbol("T", positive=True)
    regret = sp.sqrt(t)
    if not test(regret, t):
        return points("This regret is excluded.", covered="One regret.", not_covered="Others.")
    kept = 1 - _slope(regret, t)
    return refuted(
        "Regret T^(1/2) is sub-linear but not consistent, and the proofs of Theorems 2.31, 4.16 "
        f"and 4.18 then lose the factor 1 - lim log(Reg)/log T = {kept}.",
        "Reg_T = T^(1/2): Reg_T / T -> 0, but Reg_T / T^(1/2) = 1 does not tend to 0.",
        grade=Grade.PROVED,
        covered="One regret; its limits are symbolic.",
    )
