"""Equations between terms, as steps of a Coq proof.

Each function in them has a normal form, whose equation is proved. What is left is an equation of
rational functions in unknowns, modulo the powers of roots, which Coq's `field` decides.
"""

from __future__ import annotations
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations
from banditproof.theory.prover.kernel.terms import Term, made, mul, nodes, num, power
from .bounds import Context, Undefined
from .function_values import Atoms, Text, is_root, shown, spelling
from .normal_forms import NormalForms
from .spelling import NoExport, spelled, split_root

FUNCTIONS = ("log", "exp", "tanh", "max", "min", "abs", "if", "erf")
MISSING = (NoExport, Undefined, ArithmeticError, ValueError)


def equation(context: Context, left: Term, right: Term) -> str:
    """A hypothesis that two terms are equal in the context."""
    return identity(context, left, [right], spelling(right))


def sum_of_products(pairs: Iterable[tuple[Term, Term]]) -> Text:
    """The text of a sum of products."""
    listed = list(pairs)

    def text(atoms: Atoms) -> str:
        rows = (f"({spelled(a, atoms=atoms)} * {spelled(b, atoms=atoms)})" for a, b in listed)
        return " + ".join(rows) or "0"

    return text


def identity(context: Context, left: Term, others: list[Term], right: Text) -> str:
    """A hypothesis that a term is equal to a text, which is made of other terms."""
    terms = [left, *others]
    side_conditions(context, terms)
    statement = f"{spelled(left)} = {right({})}"
    if not any(node.kind in FUNCTIONS or is_root(node) for t in terms for node in nodes(t)):
        nested = any(node.kind == "pow" and node.value < 0 for t in terms
                     for base in _denominators([t]) for node in nodes(base))  # fmt: skip
        if not nested:
            return context.add(statement, "same")
    try:
        lemma = _general(context, left, terms, right)
    except MISSING:
        return context.add(statement, "first [same | same_with_roots]")
    return context.add(statement, f"first [reflexivity | {lemma} | same_with_roots]")


def outermost(terms: Iterable[Term]) -> list[Term]:
    """The functions that stand in no other function; of a power of a root, the root."""
    results: dict[Term, None] = {}

    def visit(node: Term) -> None:
        if node.kind == "xlogx":
            results[made("log", node.args)] = None
        if is_root(node):
            results[power(node.args[0], Fraction(1, node.value.denominator))] = None
        elif node.kind in FUNCTIONS:
            results[node] = None
        else:
            for a in node.args:
                visit(a)

    for term in terms:
        visit(term)
    return list(results)


def _general(context: Context, left: Term, terms: list[Term], right: Text) -> str:
    """The tactic that applies the equation with unknowns for the functions."""
    found = outermost(terms)
    forms = NormalForms(context, [*terms, *found])
    atoms: dict[Term, str] = {}
    texts: list[str] = []
    for place, g in enumerate(forms.generators):
        if g.kind != "var":
            atoms[g] = f"Z_{place}"
            texts.append(spelled(g))
    unknowns, supposed, proofs, normal = (
        list(atoms.values()),
        list[str](),
        list[str](),
        list[Term](),
    )
    for place, node in enumerate(found):
        here = forms.term(forms.value(node))
        normal.append(here)
        if node not in atoms and here is not node:
            shown = normal_form(context, forms, node, here)
            supposed.append(f"A_{place} = {spelled(here, atoms=atoms)}")
            proofs.append(shown)
            unknowns.append(f"A_{place}")
            texts.append(spelled(node))
    moved = [u for u in unknowns if u.startswith("A_")]
    atoms |= {node: f"A_{place}" for place, node in enumerate(found) if f"A_{place}" in moved}
    relations = list[str]()
    roots = [g for g in forms.generators if is_root(g)]
    for g in forms.generators:
        if is_root(g):
            relations.append(f"R_{len(relations)}")
            if split := _as_product(roots, g):
                supposed.append(f"{atoms[g]} = {atoms[split[0]]} * {atoms[split[1]]}")
                proofs.append(_product_of_roots(context, g, *split))
                continue
            order = g.value.denominator
            proofs.append(power_of_root(context, g))
            supposed.append(f"{atoms[g]} ^ {order} = {spelled(g.args[0], atoms=atoms)}")
    below = dict.fromkeys(_denominators([*terms, *normal]))
    for base in list(below):
        value = forms.value(base)
        below |= dict.fromkeys(
            forms.polynomial(f) for p in value for f, _ in p.factor()[1] if p != 0
        )
    for base in below:
        try:
            proof = context.nonzero(base)
        except MISSING:
            continue
        supposed.append(f"{spelled(base, atoms=atoms)} <> 0")
        proofs.append(proof)
    names = [f"E_{u}" for u in moved] + relations
    names += [f"D_{i}" for i in range(len(supposed) - len(names))]
    binder = f"forall {' '.join(unknowns)} : R, " if unknowns else ""
    arrows = "".join(f"{one} -> " for one in supposed)
    intros = " ".join([*unknowns, *names])
    rules = ", ".join(relations)
    how = f"first [ring | solve [field; nonzero]{_with(rules)} | same_with_roots]"
    general = context.add(
        f"{binder}{arrows}{spelled(left, atoms=atoms)} = {right(atoms)}",
        (f"intros {intros}; " if intros else "") + "".join(f"subst {u}; " for u in moved) + how,
    )
    words = " ".join([*texts, *(f"({p})" for p in proofs)])
    return f"exact ({general} {words})"


def _with(rules: str) -> str:
    if not rules:
        return ""
    listed, put = rules.replace(",", ""), rules.replace("R_", "?R_")
    cleared = f"field_simplify_eq; [ring [{listed}] | nonzero]"
    return (
        f" | solve [field [{listed}]; nonzero] | solve [{cleared}]"
        f" | solve [rewrite {put}; field; nonzero]"
    )


def _denominators(terms: Iterable[Term]) -> Iterable[Term]:
    for node in dict.fromkeys(n for term in terms for n in nodes(term)):
        if node.kind == "pow" and node.value < 0:
            root = split_root(node)
            yield node.args[0] if root is None else root[0]


def _as_product(roots: list[Term], root: Term) -> tuple[Term, Term] | None:
    """Two square roots whose product is a third one, if it is."""
    pairs = combinations([r for r in roots if r is not root and r.value == root.value], 2)
    whole = root.args[0] if root.value == Fraction(1, 2) else None
    return next((p for p in pairs if mul(p[0].args[0], p[1].args[0]) == whole), None)


def _product_of_roots(context: Context, root: Term, a: Term, b: Term) -> str:
    """A hypothesis that a square root is the product of two."""
    signs = (signed(context, context.nonnegative, "0 <= {}", r.args[0]) for r in (a, b))
    sides = " | ".join(f"exact {sign}" for sign in signs)
    return context.add(
        f"{spelled(root)} = {spelled(a)} * {spelled(b)}",
        f"rewrite <- sqrt_mult; [f_equal; ring | {sides}]",
    )


def power_of_root(context: Context, root: Term) -> str:
    """A hypothesis that the power of a root is what it is the root of."""
    u, order = root.args[0], root.value.denominator
    key = (root, "power of root")
    if key not in context.facts:
        lemma = "pow2_sqrt" if order == 2 else "root_pow"
        context.facts[key] = context.add(
            f"{spelled(root)} ^ {order} = {spelled(u)}",
            f"apply {lemma}; " + ("" if order == 2 else "[lia | ") +
            f"exact {signed(context, context.nonnegative, '0 <= {}', u)}"
            + ("" if order == 2 else "]"),
        )  # fmt: skip
    return context.facts[key]


def side_conditions(context: Context, terms: Iterable[Term]) -> None:
    """What `field` has to know: no denominator is 0; what a square root is the root of."""
    listed = list(terms)
    hard = []
    for base in _denominators(listed):
        try:
            context.nonzero(base)
        except MISSING:
            hard.append(base)
    for base in hard:
        _nonzero_by_another(context, base, [b for b in _denominators(listed) if b not in hard])
    for node in dict.fromkeys(n for term in listed for n in nodes(term)):
        if is_root(node):
            power_of_root(context, power(node.args[0], Fraction(1, node.value.denominator)))


def _nonzero_by_another(context: Context, base: Term, others: list[Term]) -> None:
    """That a term is not 0, since it is a number times one that is not, or by its normal form."""
    forms = NormalForms(context, [base, *others])
    mine = forms.value(base)
    for other in dict.fromkeys(others):
        theirs = forms.value(other)
        ratio = forms.reduced(mine.top * theirs.below, mine.below * theirs.top)
        if ratio.top.is_constant() and ratio.below == 1:
            c = ratio.top.leading_coefficient()
            scaled = num(Fraction(int(c.p), int(c.q))) * other
            equal = equation(context, base, scaled)
            context.nonzero(scaled)
            context.facts[base, "nonzero"] = context.add(
                f"{spelled(base)} <> 0", f"rewrite {equal}; nonzero"
            )
            return
    fact = signed(context, context.nonzero, "{} <> 0", base)
    context.facts[base, "nonzero"] = fact


def signed(context: Context, ask: Callable[[Term], str], form: str, term: Term) -> str:
    """A sign of a term, by its bounds or by those of its normal form."""
    try:
        return ask(term)
    except MISSING:
        forms = NormalForms(context, [term])
        other = forms.term(forms.value(term))
        if other is term:
            raise
    fact = ask(other)
    equal = equation(context, term, other)
    return context.add(form.format(spelled(term)), f"rewrite {equal}; exact {fact}")


def normal_form(context: Context, forms: NormalForms, node: Term, here: Term) -> str:
    """A hypothesis that a function is equal to its normal form."""
    key = (node, f"normal form {here.serial}")
    if key not in context.facts:
        context.facts[key] = context.add(
            f"{spelled(node)} = {spelled(here)}", shown(context, forms, node, here, identity)
        )
    return context.facts[key]


__all__ = ["equation", "identity", "side_conditions", "sum_of_products"]
