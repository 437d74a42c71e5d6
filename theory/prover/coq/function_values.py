"""Functions and their normal forms, as steps of a Coq proof that both are equal."""

from __future__ import annotations
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeAlias
from banditproof.theory.prover.kernel.terms import Term, made, num
from .bounds import Context
from .normal_forms import NormalForms, Piece
from .spelling import spelled

Atoms: TypeAlias = Mapping[Term, str]
Text: TypeAlias = Callable[[Atoms], str]
Equal: TypeAlias = Callable[[Context, Term, list[Term], Text], str]
"""What shows that a term is equal to a text, which is made of other terms."""


def spelling(term: Term) -> Text:
    """The text of a term."""
    return lambda atoms: spelled(term, atoms=atoms)


def is_root(node: Term) -> bool:
    """Whether a term is a power of a root."""
    return node.kind == "pow" and node.value.denominator > 1


def shown(context: Context, forms: NormalForms, node: Term, here: Term, identity: Equal) -> str:
    """The tactic that shows that a function is equal to its normal form."""
    u = node.args[0]
    if node.kind == "log" and node in forms.factored:
        return _logarithm(context, forms, node, here, identity)
    if node.kind == "exp":
        return _exponential(context, forms, node, here, identity)
    if node.kind == "tanh":
        single = made("exp", (u,))
        equal = identity(
            context, here, [single], lambda a: f"1 - 2 / ({spelled(single, atoms=a)} ^ 2 + 1)"
        )
        return f"rewrite tanh_exp; symmetry; exact {equal}"
    if is_root(node):
        order = node.value.denominator
        equal = identity(context, u, [here], lambda a: f"{spelled(here, atoms=a)} ^ {order}")
        lemma = "sqrt_is" if order == 2 else f"root_is {order}"
        least = "" if order == 2 else "ltac:(lia) "
        sign = context.nonnegative(here)
        return f"exact ({lemma} {spelled(u)} {spelled(here)} {least}{sign} {equal})"
    args, words = node.args, list[str]()
    if node.kind in ("max", "min") and forms.term(forms.value(args[0])) is not here.args[0]:
        words.append(f"rewrite (R{node.kind}_comm {spelled(args[0])} {spelled(args[1])})")
        args = (args[1], args[0])
    words += [
        f"rewrite {identity(context, a, [b], spelling(b))}"
        for a, b in zip(args, here.args, strict=True)
        if a is not b
    ]
    return "; ".join([*words, "reflexivity"])


def _chained(rows: list[tuple[str, str, str, str]]) -> tuple[str, str, str, str]:
    text, value, positive, proof = rows[0]
    for other in rows[1:]:
        text, value, positive, proof = (
            f"({text} * {other[0]})",
            f"({value} + {other[1]})",
            f"(Rmult_lt_0_compat _ _ {positive} {other[2]})",
            f"(L_mult _ _ _ _ {positive} {other[2]} {proof} {other[3]})",
        )
    return text, value, positive, proof


def _logarithm(
    context: Context, forms: NormalForms, node: Term, here: Term, identity: Equal
) -> str:
    u = node.args[0]
    _, pieces = forms.factored[node]
    if not pieces:
        one = identity(context, u, [], lambda atoms: "1")
        return f"exact (eq_trans (f_equal ln {one}) ln_1)"

    def product(atoms: Atoms) -> str:
        text = ""
        for piece in pieces:
            one = _raised(spelled(piece.base, atoms=atoms), piece.times)
            text = f"({text} * {one})" if text else one
        return text

    equal = identity(context, u, [piece.base for piece in pieces], product)
    text, value, _, proof = _chained([_power_of(context, piece) for piece in pieces])
    whole = context.add(f"ln {text} = {value}", f"exact {proof}")
    last = context.add(f"{value} = {spelled(here)}", "same")
    return f"exact (eq_trans (f_equal ln {equal}) (eq_trans {whole} {last}))"


def _bracketed(text: str) -> str:
    return f"({text})"


def _raised(text: str, times: int) -> str:
    up = text if abs(times) == 1 else f"({text} ^ {abs(times)})"
    return up if times > 0 else f"(/ {up})"


def _power_of(context: Context, piece: Piece) -> tuple[str, str, str, str]:
    """A power of a factor, its logarithm, and proofs that it is > 0 and of the logarithm."""
    base, times = piece
    text, n = spelled(base), abs(times)
    value, positive, proof = f"(ln {text})", "", "eq_refl"
    if base.kind == "num":
        positive = f"(IZR_lt 0 {text} eq_refl)"
    elif base.kind == "exp":
        inner = spelled(base.args[0])
        value, positive, proof = inner, f"(exp_pos {inner})", f"(ln_exp {inner})"
    else:
        positive = context.positive(base)
        if base.kind == "pow" and base.value.numerator == 1:
            order = base.value.denominator
            _, inner, sign, shown = _power_of(context, Piece(base.args[0], 1))
            value = f"({inner} / {order})"
            proof = f"(L_root {order} {order} _ _ (INR_IZR_INZ {order}) ltac:(lia) {sign} {shown})"
            proof = f"(L_sqrt _ _ {sign} {shown})" if order == 2 else proof
    if n > 1:
        text, value, positive, proof = (
            f"({text} ^ {n})",
            f"({n} * {value})",
            f"(pow_lt _ {n} {positive})",
            f"(L_pow _ _ {n} {n} (INR_IZR_INZ {n}) {positive} {proof})",
        )
    if times < 0:
        text, value, positive, proof = (
            f"(/ {text})",
            f"(- {value})",
            f"(Rinv_0_lt_compat _ {positive})",
            f"(L_inv _ _ {positive} {proof})",
        )
    return text, value, positive, proof


def _exponential(
    context: Context, forms: NormalForms, node: Term, here: Term, identity: Equal
) -> str:
    u = node.args[0]
    rows = [(_exponent(base), base, n) for base, n in forms.exponents[node]]
    if not rows:
        zero = identity(context, u, [], lambda atoms: "0")
        return f"exact (eq_trans (f_equal exp {zero}) exp_0)"

    def total(atoms: Atoms) -> str:
        text = ""
        for w, _, n in rows:
            one = _times(spelled(w, atoms=atoms), n)
            text = f"({text} + {one})" if text else one
        return text

    equal = identity(context, u, [w for w, _, _ in rows], total)
    proof, product = "", ""
    for _, base, n in rows:
        one = "eq_refl"
        if base.kind != "exp":
            inner = base.args[0] if base.kind == "pow" and base.value == Fraction(1, 2) else base
            name = "exp_ln" if inner is base else "X_sqrt"
            one = f"({name} _ {context.positive(inner)})"
        if abs(n) > 1:
            one = f"(X_pow _ _ {abs(n)} {abs(n)} (INR_IZR_INZ {abs(n)}) {one})"
        one = f"(X_inv _ _ {one})" if n < 0 else one
        text = _raised(spelled(base), n)
        proof = f"(X_plus _ _ _ _ {proof} {one})" if proof else one
        product = f"({product} * {text})" if product else text
    whole = context.add(f"exp {total({})} = {product}", f"exact {proof}")
    last = identity(
        context,
        here,
        [base for _, base, _ in rows],
        lambda atoms: " * ".join(
            _bracketed(_raised(spelled(base, atoms=atoms), n)) for _, base, n in rows
        ),
    )
    return f"exact (eq_trans (f_equal exp {equal}) (eq_trans {whole} (eq_sym {last})))"


def _exponent(base: Term) -> Term:
    if base.kind == "exp":
        return base.args[0]
    if base.kind == "pow" and base.value == Fraction(1, 2):
        return num(Fraction(1, 2)) * made("log", (base.args[0],))
    return made("log", (base,))


def _times(text: str, n: int) -> str:
    one = text if abs(n) == 1 else f"({abs(n)} * {text})"
    return one if n > 0 else f"(- {one})"
