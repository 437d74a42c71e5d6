"""Equations between terms, as steps of a Coq proof.

Each function in them has a normal form, whose equation is proved. What is left is an equation of
rational functions in unknowns, modulo the powers of roots, which Coq's `field` decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from banditproof.theory.prover.kernel.terms import Term, made, nodes, num, power

from .bounds import Context, Undefined
from .normal_forms import NormalForms, Piece
from .spelling import NoExport, spelled, split_root

Atoms = Mapping[Term, str]
Text = Callable[[Atoms], str]
FUNCTIONS = ("log", "exp", "tanh", "max", "min", "abs", "if", "erf")
MISSING = (NoExport, Undefined, ArithmeticError, ValueError)


def equation(context: Context, left: Term, right: Term) -> str:
    """A hypothesis that two terms are equal in the context."""
    return identity(context, left, [right], lambda atoms: spelled(right, atoms=atoms))


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
    if not any(node.kind in FUNCTIONS or _is_root(node) for t in terms for node in nodes(t)):
        return context.add(statement, "same")
    try:
        lemma = _general(context, left, terms, right)
    except MISSING:
        return context.add(statement, "first [same | same_with_roots]")
    return context.add(statement, f"first [reflexivity | {lemma} | same_with_roots]")


def _is_root(node: Term) -> bool:
    return node.kind == "pow" and node.value.denominator > 1


def outermost(terms: Iterable[Term]) -> list[Term]:
    """The functions that stand in no other function; of a power of a root, the root."""
    results: dict[Term, None] = {}

    def visit(node: Term) -> None:
        if node.kind == "xlogx":
            results[made("log", node.args)] = None
        if _is_root(node):
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
    for g in forms.generators:
        if _is_root(g):
            relations.append(f"R_{len(relations)}")
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
    rules = " ".join(relations)
    how = f"first [ring | solve [field; nonzero]{_with(rules)} | same_with_roots]"
    general = context.add(
        f"{binder}{arrows}{spelled(left, atoms=atoms)} = {right(atoms)}",
        (f"intros {intros}; " if intros else "") + "".join(f"subst {u}; " for u in moved) + how,
    )
    words = " ".join([*texts, *(_bracketed(p) for p in proofs)])
    return f"exact ({general} {words})"


def _with(rules: str) -> str:
    if not rules:
        return ""
    cleared = f"field_simplify_eq; [ring [{rules}] | nonzero]"
    return f" | solve [field [{rules}]; nonzero] | solve [{cleared}]"


def _denominators(terms: Iterable[Term]) -> Iterable[Term]:
    for node in dict.fromkeys(n for term in terms for n in nodes(term)):
        if node.kind == "pow" and node.value < 0:
            root = split_root(node)
            yield node.args[0] if root is None else root[0]


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
        if _is_root(node):
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
            f"{spelled(node)} = {spelled(here)}", _shown(context, forms, node, here)
        )
    return context.facts[key]


def _shown(context: Context, forms: NormalForms, node: Term, here: Term) -> str:
    u = node.args[0]
    if node.kind == "log" and node in forms.factored:
        return _logarithm(context, forms, node, here)
    if node.kind == "exp":
        return _exponential(context, forms, node, here)
    if node.kind == "tanh":
        single = made("exp", (u,))
        equal = identity(
            context, here, [single], lambda a: f"1 - 2 / ({spelled(single, atoms=a)} ^ 2 + 1)"
        )
        return f"rewrite tanh_exp; symmetry; exact {equal}"
    if _is_root(node):
        order = node.value.denominator
        equal = identity(context, u, [here], lambda a: f"{spelled(here, atoms=a)} ^ {order}")
        lemma = "sqrt_is" if order == 2 else f"root_is {order}"
        least = "" if order == 2 else "ltac:(lia) "
        sign = context.nonnegative(here)
        return f"exact ({lemma} {spelled(u)} {spelled(here)} {least}{sign} {equal})"
    words = [
        f"rewrite {equation(context, a, b)}"
        for a, b in zip(node.args, here.args, strict=True)
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


def _logarithm(context: Context, forms: NormalForms, node: Term, here: Term) -> str:
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


def _exponential(context: Context, forms: NormalForms, node: Term, here: Term) -> str:
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


__all__ = ["equation", "identity", "side_conditions", "sum_of_products"]
