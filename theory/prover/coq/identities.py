"""Equations between terms, as steps of a Coq proof.

Each function in them has a normal form, whose equation is proved. What is left is an equation of
rational functions in unknowns, modulo the powers of roots, which Coq's `field` decides.
"""

from __future__ import annotations
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import combinations
from math import lcm
from banditproof.theory.prover.kernel.terms import Term, made, mul, nodes, num, power
from .bounds import Context, Undefined
from .function_values import Atoms, Text, is_root, shown, spelling
from .normal_forms import NormalForms, Quotient
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
    whole = dict[Term, list[Term]]()
    for base in list(below):
        value = forms.value(base)
        factors = [forms.polynomial(f) for p in value for f, _ in p.factor()[1] if p != 0]
        below |= dict.fromkeys(factors)
        # `field` asks whether the expanded numerator of each factor of a divisor is 0
        for part in _factors_of(base):
            top = forms.value(part).top
            apart = [forms.polynomial(f) for f, _ in top.factor()[1]] if top != 0 else []
            below |= dict.fromkeys(apart)
            if len(apart) > 1:
                whole[forms.polynomial(top)] = apart
    seen = dict[Term, str]()
    for base in below:
        try:
            proof = context.nonzero(base)
        except MISSING:
            continue
        seen[base] = f"D_{len(seen)}"
        supposed.append(f"{spelled(base, atoms=atoms)} <> 0")
        proofs.append(proof)
    names = [f"E_{u}" for u in moved] + relations
    names += [f"D_{i}" for i in range(len(supposed) - len(names))]
    binder = f"forall {' '.join(unknowns)} : R, " if unknowns else ""
    arrows = "".join(f"{one} -> " for one in supposed)
    intros = " ".join([*unknowns, *names])
    rules = ", ".join(relations)
    more = _expanded(whole, _numerators(forms, seen), relations, forms, atoms)
    more += _by_whole_relations(forms, atoms, roots)
    how = f"first [ring | solve [field; nonzero]{_with(rules)}{more} | same_with_roots]"
    general = context.add(
        f"{binder}{arrows}{spelled(left, atoms=atoms)} = {right(atoms)}",
        (f"intros {intros}; " if intros else "") + "".join(f"subst {u}; " for u in moved) + how,
    )
    words = " ".join([*texts, *(f"({p})" for p in proofs)])
    return f"exact ({general} {words})"


def _factors_of(term: Term) -> Iterable[Term]:
    """A term, and the factors of which it is a product, at any depth, without their powers."""
    yield term
    if term.kind in ("mul", "pow"):
        for a in term.args:
            yield from _factors_of(a)


def _numerators(forms: NormalForms, seen: Mapping[Term, str]) -> dict[str, Quotient]:
    """The normal forms of divisors with a factor of which it is not seen that it is not 0.

    It is not 0 since the divisor is not, whose hypothesis is named.
    """
    found = dict[str, Quotient]()
    for base, name in seen.items():
        value = forms.value(base)
        if any(forms.polynomial(f) not in seen for f, _ in value.top.factor()[1]):
            found[name] = value
    return found


def _expanded(
    whole: Mapping[Term, list[Term]],
    tops: Mapping[str, Quotient],
    relations: list[str],
    forms: NormalForms,
    atoms: Atoms,
) -> str:
    """One more try, with what divides in its expanded form, none of whose factors is 0.

    Where there are roots, another one uses what their powers are.
    """
    if not whole and not tops:
        return ""
    known = list[str]()
    for name, (top, below) in tops.items():
        text, under = (spelled(forms.polynomial(p), atoms=atoms) for p in (top, below))
        steps = f"transitivity ({text} * / {under}); [field; nonzero | rewrite H; ring]"
        known.append(f"try assert (N_{name} : {text} <> 0) by (intro H; apply {name}; {steps})")
    for place, (product, factors) in enumerate(whole.items()):
        text = spelled(product, atoms=atoms)
        each = " * ".join(spelled(f, atoms=atoms) for f in factors)
        nonzero = f"assert (W_{place} : {each} <> 0) by nonzero"
        scaled = f"let H := fresh in intro H; apply W_{place}; clear - H; lra"
        known.append(f"try ({nonzero}; assert (X_{place} : {text} <> 0) by ({scaled}))")
    same = "match goal with K : ?a <> 0 |- _ => solve [intro H; apply K; clear - H; lra] end"
    put, sides = "; ".join(known), f"repeat split; first [nonzero | {same}]"
    result = f" | solve [{put}; field; {sides}]"
    if relations:
        equal = f"first [ring [{' '.join(relations)}] | nsatz]"
        result += f" | solve [{put}; field_simplify_eq; [{equal} | {sides}]]"
    return result


def _by_whole_relations(forms: NormalForms, atoms: Mapping[Term, str], roots: list[Term]) -> str:
    """One more try, where a power of a root is no polynomial with whole coefficients.

    What it is divided by stands on its side then, since `ring` and `nsatz` read no quotients.
    """
    known, is_new = list[str](), False
    for place, g in enumerate(roots):
        value = forms.value(g.args[0])
        whole = lcm(*(int(c.q) for p in value for c in p.coeffs()))
        top, below = (spelled(forms.polynomial(p * whole), atoms=atoms) for p in value)
        is_new |= whole > 1 or value.below != 1
        equal = f"{atoms[g]} ^ {g.value.denominator} * {below} = {top}"
        how = f"rewrite R_{place}; first [lra | field; nonzero]"
        known.append(f"try assert (I_{place} : {equal}) by ({how}); try clear R_{place}")
    if not is_new:
        return ""
    simplified = "field_simplify_eq; [nsatz | nonzero ..]"
    return f" | lra | solve [{'; '.join(known)}; first [lra | {simplified}]]"


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
    """That a term is not 0: it is a number times one that is not, or by its normal form.

    Else it is the product of another term that is not 0 and of one that is seen not to be 0.
    """
    forms = NormalForms(context, [base, *others])
    mine = forms.value(base)
    ratios = dict[Term, Quotient]()
    for other in dict.fromkeys(others):
        theirs = forms.value(other)
        top, below = ratios[other] = forms.reduced(mine.top * theirs.below, mine.below * theirs.top)
        if top.is_constant() and below == 1:
            c = top.leading_coefficient()
            _nonzero_as(context, base, [num(Fraction(int(c.p), int(c.q))), other])
            return
    try:
        context.facts[base, "nonzero"] = signed(context, context.nonzero, "{} <> 0", base)
        return
    except MISSING:
        for other, ratio in ratios.items():
            with suppress(*MISSING):
                _nonzero_as(context, base, [forms.term(ratio), other])
                return
        raise


def _nonzero_as(context: Context, base: Term, factors: list[Term]) -> None:
    """That a term is not 0, as a product of terms that are seen not to be 0."""
    for factor in factors:
        context.nonzero(factor)
    product = mul(*factors)
    equal = equation(context, base, product)
    context.facts[base, "nonzero"] = context.add(
        f"{spelled(base)} <> 0", f"rewrite {equal}; nonzero"
    )


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


__all__ = ["equation", "identity", "side_conditions", "signed", "sum_of_products"]
