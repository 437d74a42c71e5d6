"""Derivatives and continuity of terms, as Coq proofs that follow the shape of the term."""

from collections.abc import Callable
from functools import reduce
from banditproof.theory.prover.kernel.terms import Term, power, replaced, var
from .bounds import Context
from .identities import identity
from .spelling import NoExport, named, spelled, split_root


def derivative(context: Context, term: Term, name: str) -> str:
    """A proof that a term has a derivative in a variable, at a point of the context."""

    def of(node: Term) -> str:
        if name not in node.variables:
            return f"(D_const {spelled(node)})"
        kind = node.kind
        if kind == "var":
            return "D_id"
        if kind in ("add", "mul"):
            lemma = "D_plus" if kind == "add" else "D_mult"
            return reduce(lambda a, b: f"({lemma} {a} {b})", map(of, node.args))
        u = node.args[0]
        if kind == "pow":
            return raised(node, u)
        if kind in ("exp", "tanh"):
            return f"(D_{kind} {of(u)})"
        if kind == "erf":
            square = identity(
                context, -power(u, 2), [u], lambda atoms: f"-1 * {spelled(u, atoms=atoms)} ^ 2"
            )
            return f"(D_erf (e := {spelled(-power(u, 2))}) {of(u)} {square})"
        if kind in ("log", "xlogx"):
            lemma = "D_ln" if kind == "log" else "D_xlogx"
            return f"({lemma} {of(u)} {context.positive(u)})"
        raise NoExport(f"{kind} has no slope in Coq; use its branches.")

    def raised(node: Term, u: Term) -> str:
        root = _square_root(node)
        if root is None:
            inner, n, base = of(u), int(node.value), u
        else:
            inner, n, base = f"(D_sqrt {of(u)} {context.positive(u)})", root[1], root[0]
        if abs(n) > 1:
            count = context.add(f"INR {abs(n)} = {abs(n)}", "simpl; lra")
            inner = f"(D_pow {abs(n) - 1} {abs(n)} {count} {inner})"
        return inner if n > 0 else f"(D_inv {inner} {context.nonzero(power(base, -n))})"

    return of(term)


def _square_root(node: Term) -> tuple[Term, int] | None:
    """A square root and its whole power, which a term is; the rules have no slope of others."""
    root = split_root(node)
    if root is not None and node.value.denominator != 2:
        order = node.value.denominator
        raise NoExport(f"The slope of a root of order {order} has no export to Coq.")
    return root


def continuity(context: Context, term: Term, name: str, at: Term | None = None) -> str:
    """A proof that a term is continuous in a variable, at its own value or at a term.

    Signs are those of the parts with the term in place of the variable, in the context.
    """
    here = {var(name): at} if at is not None else {}
    words = {name: spelled(at)} if at is not None else {}

    def placed(ask: Callable[[Term], str], form: str, node: Term) -> str:
        moved = replaced(node, here) if here else node
        if at is not None and moved.kind == "num":
            return context.add(form.format(spelled(node, words)), "prove_number")
        fact = ask(moved)
        if at is None:
            return fact
        put = f"replace ({spelled(node, words)}) with ({spelled(moved)})"
        deeper = "let rec go := first [same | progress f_equal; go] in go"
        ways = " | ".join(f"{put} by ({how}); exact {fact}" for how in ("same_parts", deeper))
        return context.add(
            form.format(spelled(node, words)), f"first [exact {fact} | lra | {ways}]"
        )

    def of(node: Term) -> str:
        if name not in node.variables:
            return f"(C_const {spelled(node)})"
        kind = node.kind
        if kind == "var":
            return "C_id"
        if kind in ("add", "mul"):
            lemma = "C_plus" if kind == "add" else "C_mult"
            return reduce(lambda a, b: f"({lemma} {a} {b})", map(of, node.args))
        u = node.args[0]
        if kind == "pow":
            return raised(node, u)
        if kind in ("exp", "tanh", "erf", "abs"):
            return f"(C_{kind} {of(u)})"
        if kind in ("max", "min"):
            return f"(C_{kind} {of(u)} {of(node.args[1])})"
        if kind == "log":
            return f"(C_ln {of(u)} {placed(context.positive, '0 < {}', u)})"
        if kind == "xlogx":
            return f"(C_xlogx {of(u)} {placed(context.nonnegative, '0 <= {}', u)})"
        raise NoExport(f"The continuity of {kind} has no export to Coq.")

    def raised(node: Term, u: Term) -> str:
        root = _square_root(node)
        if root is None:
            inner, n, base = of(u), int(node.value), u
        else:
            sign = placed(context.nonnegative, "0 <= {}", u)
            inner, n, base = f"(C_sqrt {of(u)} {sign})", root[1], root[0]
        if abs(n) > 1:
            inner = f"(C_pow {abs(n)} {inner})"
        whole = power(base, -n)
        return inner if n > 0 else f"(C_inv {inner} {placed(context.nonzero, '{} <> 0', whole)})"

    return of(term)


def as_function(term: Term, name: str) -> str:
    """A term as a function of a variable."""
    return f"(fun {named(name)} : R => {spelled(term)})"
