"""Claims about consistent policies, Definition 2.29."""

from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.verdicts.along_by_algebra import equal_in_symbols, limit_in_symbols
from banditproof.paper_checks.verdicts.vocabulary import points, proved, require
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


@checks("thesis.def2.29.policies")
@mutant("sub-linear regret is enough", test=_sublinear)
def consistent_policies(test: Any = _consistent) -> Verdict:
    """The definition on explicit regrets, and the limit that the lower bounds draw from it."""
    import sympy as sp

    t, gap = sp.symbols("T Delta", positive=True)
    regrets = {
        "UCB, Theorem 2.23": (3 * gap + 16 * sp.log(t) / gap, True),
        "log(T)^3": (sp.log(t) ** 3, True),
        "linear": (gap * t, False),
        "the square root of T": (sp.sqrt(t), False),
    }
    for name, (regret, expected) in regrets.items():
        same = test(regret, t) == expected
        require(same, "The definition is not this.", Grade.PROVED, name=name, regret=regret)
        flat = not expected or _slope(regret, t) == 0
        require(flat, "A slope is positive.", Grade.PROVED, regret=regret)
    return points()


@checks("thesis.def2.29.ucb")
@mutant("regret like a power of T", logarithmic=False)
def ucb_is_consistent(logarithmic: bool = True, proof: Proof = WRITTEN) -> Verdict:
    """(a + b log T)/T^p -> 0 for all p > 0, symbolically."""
    import sympy as sp

    t, p, a, b = sp.symbols("T p a b", positive=True)
    log = sp.log(t) if logarithmic else t**p
    limits = [sp.limit(term / t**p, t, sp.oo) for term in (a, b * log)]
    require(limits == [0, 0], "The regret grows like a power of T.", limits=limits)
    return proof.verdict()


@checks("thesis.def2.29.first")
@mutant("powers above 1 only", power=2)
def always_the_first(power: int = 1, proof: Proof = WRITTEN) -> Verdict:
    """Regret T gap of an instance where the first arm is not optimal, over T."""
    import sympy as sp

    t, gap = sp.symbols("T Delta", positive=True)
    limit = sp.limit(t * gap / t**power, t, sp.oo)
    require(limit == gap, "The regret is below this power.", limit=limit)
    return proof.verdict()


@checks("thesis.def2.29.sublinear")
@mutant("sharper: below the root of T", n=2)
def consistent_is_sublinear(n: int = 1) -> Verdict:
    """The definition at p = 1 is sub-linearity, for every regret: Reg/T^p is Reg/T there."""
    import sympy as sp

    t, p = sp.symbols("T p", positive=True)
    regret = sp.Function("Reg")(t)
    at_one = (regret / t**p).subs(p, 1)
    require_zero(quotients=at_one - regret / sp.root(t, n))
    shown = "Reg/T^p at p = 1 is Reg/T, so that one limit is the other one"
    return proved(along=equal_in_symbols("T and regret", shown, at_one, regret / t))


@checks("thesis.def2.29.sublinear.weaker")
@mutant("the definition", test=_consistent)
@mutant("sharper: a factor of 3/4 is kept", kept="3/4")
def sublinear_is_weaker(test: Any = _sublinear, kept: str = "1/2") -> Verdict:
    """Regret sqrt(T) is sub-linear, and halves the coefficient that the proofs get."""
    import sympy as sp

    t = sp.Symbol("T", positive=True)
    regret = sp.sqrt(t)
    require(test(regret, t), "It has not this property.", Reg=regret)
    require(not _consistent(regret, t), "It is consistent.", Reg=regret)
    left = 1 - _slope(regret, t)
    require(left == sp.Rational(kept), "Another factor is kept.", Reg=regret, kept=left)
    shown = "the regret is sqrt(T), whose limits are those of powers of T"
    return proved(universal=None, along=limit_in_symbols("T", shown, regret / t, t, 0))
