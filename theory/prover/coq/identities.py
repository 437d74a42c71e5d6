"""Equations between terms, as steps of a Coq proof.

Coq's `field` decides equations between rational functions of variables and of whole function
values. Before that, logarithms of products become sums of logarithms of factors, exponentials of
sums products of exponentials, and tanh a quotient.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import lcm

from flint import fmpz

from banditproof.theory.prover.kernel.terms import Term, mul, nodes, num, parts
from banditproof.theory.prover.search.rewriting import Rewriting, products

from .bounds import Context
from .spelling import spelled, split_root

Factor = tuple[str, str, str, str]
"""A factor f, the value of log f, a proof that f > 0, and one of log f = value."""


def equation(context: Context, left: Term, right: Term) -> str:
    """A hypothesis that two terms are equal in the context."""
    side_conditions(context, (left, right))
    rules = rewritings(context, (left, right))
    used = "".join(f"rewrite ?{rule}; " for rule in rules)
    tactic = f"first [same | {used}same_with_roots]" if used else "first [same | same_with_roots]"
    return context.add(f"{spelled(left)} = {spelled(right)}", tactic)


def side_conditions(context: Context, terms: Iterable[Term]) -> None:
    """What `field` has to know: no denominator is 0; what a square root is the root of."""
    for node in dict.fromkeys(n for term in terms for n in nodes(term)):
        if node.kind != "pow":
            continue
        root = split_root(node)
        if node.value < 0:
            context.nonzero(node.args[0] if root is None else root[0])
        if root is not None:
            u, r = node.args[0], spelled(root[0])
            name = f"{r} ^ 2 = {spelled(u)}"
            if name not in context.stated_roots:
                context.stated_roots.add(name)
                context.add(name, f"apply pow2_sqrt; exact {context.nonnegative(u)}")


def rewritings(context: Context, terms: Iterable[Term]) -> list[str]:
    """Equations that bring logarithms and exponentials into a common form."""
    results: list[str] = []
    seen = list(dict.fromkeys(n for term in terms for n in nodes(term)))
    for node in seen:
        if node.kind == "pow" and node.value == Fraction(1, 2) and node.args[0].kind == "pow":
            square = node.args[0]
            v = square.args[0]
            if square.value == 2 and context.span(v).positive(False):
                tactic = f"apply sqrt_pow2; exact {context.nonnegative(v)}"
                results.append(context.add(f"{spelled(node)} = {spelled(v)}", tactic))
    exponents = [n.args[0] for n in seen if n.kind == "exp"]
    angles = [n.args[0] for n in seen if n.kind == "tanh"]
    if angles and (exponents or len(angles) > 1):
        results.append("tanh_exp")
        exponents += angles
    if len(set(exponents)) > 1 or any(n.kind == "log" for u in exponents for n in nodes(u)):
        fineness: dict[Term, int] = {}
        split = {u: _monomials(u) for u in dict.fromkeys(exponents)}
        for pieces in split.values():
            for value, unit in pieces:
                fineness[unit] = lcm(fineness.get(unit, 1), value.denominator)
        results += [e for u, pieces in split.items() if (e := _power(context, u, pieces, fineness))]
        logarithms = [unit for unit, fine in fineness.items() if fine == 1 and unit.kind == "log"]
        for unit in logarithms:
            inner, sign = spelled(unit.args[0]), context.positive(unit.args[0])
            results.append(
                context.add(f"exp (ln {inner}) = {inner}", f"apply exp_ln; exact {sign}")
            )
    for node in seen:
        if node.kind in ("log", "xlogx"):
            equal = _logarithm(context, node.args[0])
            if equal:
                results.append(equal)
    return results


def _monomials(u: Term) -> list[tuple[Fraction, Term]]:
    results = []
    for part in products(u):
        factors = parts("mul", part)
        value = factors[0].value if factors[0].kind == "num" else Fraction(1)
        results.append((value, mul(*(f for f in factors if f.kind != "num"))))
    return results


def _power(
    context: Context, u: Term, pieces: list[tuple[Fraction, Term]], fineness: dict[Term, int]
) -> str | None:
    """exp u as a product of whole powers of exp(unit / fineness)."""
    factors = []
    for value, unit in pieces:
        fine = fineness[unit]
        if not value:
            continue
        small, n = num(Fraction(1, fine)) * unit, int(value * fine)
        base = f"exp {spelled(small)}"
        up = base if abs(n) == 1 else f"{base} ^ {abs(n)}"
        factors.append(up if n > 0 else f"/ {_bracketed(up)}")
    target = " * ".join(map(_bracketed, factors)) or "1"
    if target == _bracketed(f"exp {spelled(u)}"):
        return None
    side_conditions(context, (u,))
    back = (
        "rewrite <- ?exp_0; rewrite <- ?E_pow, <- ?exp_Ropp, <- ?exp_plus; f_equal; simpl INR; same"
    )
    return context.add(f"exp {spelled(u)} = {target}", back)


def _bracketed(text: str) -> str:
    return f"({text})"


def _logarithm(context: Context, u: Term) -> str | None:
    """ln u as a sum over the factors of u; None if u is one of its factors."""
    goal = context.goal
    try:
        constant, factors = Rewriting(u, goal.box).factors()
    except (ArithmeticError, ValueError):
        return None
    if constant == 1 and len(factors) == 1 and factors[0] == (u, 1):
        return None
    if u.kind == "num" and _is_prime(u.value):
        return None
    pieces: list[Factor] = []
    sign = 1
    for factor, times in factors:
        if not (context.span(factor).positive(True) or context.span(-factor).positive(True)):
            return None
        negative = context.span(factor).negated().positive(True)
        base = -factor if negative else factor
        sign *= -1 if negative and times % 2 else 1
        pieces.append(_raised(_atom(context, base), times))
    for whole, direction in ((abs(constant.numerator), 1), (constant.denominator, -1)):
        for prime, count in fmpz(whole).factor():
            atom = (str(prime), f"ln {prime}", f"(IZR_lt 0 {prime} eq_refl)", "eq_refl")
            pieces.append(_raised(atom, direction * int(count)))
    if constant * sign <= 0 or (constant != 1 and not pieces):
        return None
    if not pieces:
        side_conditions(context, (u,))
        return context.add(
            f"ln {spelled(u)} = 0",
            f"replace {spelled(u)} with 1 by (symmetry; same_with_roots); exact ln_1",
        )
    text, value, positive, proof = pieces[0]
    for other in pieces[1:]:
        text, value, positive, proof = (
            f"({text} * {other[0]})",
            f"({value} + {other[1]})",
            f"(Rmult_lt_0_compat _ _ {positive} {other[2]})",
            f"(L_mult _ _ _ _ {positive} {other[2]} {proof} {other[3]})",
        )
    if text == spelled(u):
        return None
    side_conditions(context, (u,))
    equal = context.add(f"{spelled(u)} = {text}", "first [same | same_with_roots]")
    product = context.add(f"ln {text} = {value}", f"exact {proof}")
    return context.add(
        f"ln {spelled(u)} = {value}", f"rewrite {equal}; exact {product}", simplified=True
    )


def _is_prime(value: Fraction) -> bool:
    return value.denominator == 1 and value > 1 and bool(fmpz(value.numerator).is_prime())


def _atom(context: Context, base: Term) -> Factor:
    text = spelled(base)
    if base.kind == "exp":
        inner = spelled(base.args[0])
        return text, inner, f"(exp_pos {inner})", f"(ln_exp {inner})"
    positive = context.positive(base)
    if base.kind == "pow" and base.value == Fraction(1, 2):
        u = base.args[0]
        inside = context.positive(u)
        return text, f"(ln {spelled(u)} / 2)", positive, f"(L_sqrt _ _ {inside} eq_refl)"
    return text, f"ln {text}", positive, "eq_refl"


def _raised(atom: Factor, times: int) -> Factor:
    text, value, positive, proof = atom
    n = abs(times)
    if n > 1:
        text, value, positive, proof = (
            f"({text} ^ {n})",
            f"(INR {n} * ({value}))",
            f"(pow_lt _ {n} {positive})",
            f"(L_pow _ _ {n} {positive} {proof})",
        )
    if times < 0:
        text, value, positive, proof = (
            f"(/ {text})",
            f"(- ({value}))",
            f"(Rinv_0_lt_compat _ {positive})",
            f"(L_inv _ _ {positive} {proof})",
        )
    return text, value, positive, proof


__all__ = ["equation", "rewritings", "side_conditions"]
