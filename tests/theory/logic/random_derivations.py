"""Random derivations, and what their theorems say in random finite models, worked out anew.

A value of a function type is the tuple of its values, in the order of its arguments, so that the
models share nothing with the kernel but the terms. 'a has one or two values.
"""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import product
from random import Random
from typing import Any
from banditproof.theory.logic import laws
from banditproof.theory.logic.formulas import (
    AND,
    FALSE,
    IMP,
    LAWS,
    OR,
    binary,
    equation,
    imp,
    quantified,
)
from banditproof.theory.logic.kernel import Theorem, Theory
from banditproof.theory.logic.shapes import parts, under
from banditproof.theory.logic.simple_types import PROP, Type, arrow
from banditproof.theory.logic.terms import (
    App,
    Bound,
    Const,
    Free,
    Lam,
    Refused,
    Term,
    lam,
    normal,
    opened,
    retyped,
)
from banditproof.theory.logic.variables import frees

ITEM: Type = ("'a",)
TYPES = (ITEM, PROP, arrow(ITEM, ITEM), arrow(ITEM, PROP), arrow(ITEM, ITEM, PROP))
LETTERS = [Free(f"{name}{n}", t) for name, t in zip("xxfpr", TYPES, strict=True) for n in (1, 2)]
TWICE = lam(LETTERS[4], lam(LETTERS[0], App(LETTERS[4], App(LETTERS[4], LETTERS[0]))))

JOINED: dict[str, Callable[[Any, Any], bool]] = {
    "imp": lambda x, y: not x or y,
    "and": lambda x, y: x and y,
    "or": lambda x, y: x or y,
    "=": lambda x, y: x == y,
}


@cache
def every(size: int, t: Type) -> list[Any]:
    """All values of a type, if 'a has so many."""
    if t[0] == "->":
        return [*product(every(size, t[2]), repeat=len(every(size, t[1])))]
    return [False, True] if t == PROP else [*range(size)]


Meaning = Callable[[Any, tuple[Any, ...]], Any]
"""The value of a term, by those of the letters, in their order, and of the bound variables."""


@lru_cache(1 << 15)
def meaning(term: Term, size: int, types: tuple[Type, ...] = ()) -> Meaning:
    """What a term means below bound variables of some types; formulas share their parts."""
    match term:
        case Free():
            place = LETTERS.index(term)
            return lambda letters, stack: letters[place]
        case Bound(i):
            return lambda letters, stack: stack[i]
        case Lam(t, body):
            values, inner = every(size, t), meaning(body, size, (t, *types))
            return lambda letters, stack: tuple([inner(letters, (v, *stack)) for v in values])
        case App(App(Const(name), a), b) if name in JOINED:
            join, one, two = JOINED[name], meaning(a, size, types), meaning(b, size, types)
            return lambda letters, stack: join(one(letters, stack), two(letters, stack))
        case App(Const("forall" | "exists" as name), f):
            decide, inner = all if name == "forall" else any, meaning(f, size, types)
            return lambda letters, stack: decide(inner(letters, stack))
        case App(f, x):
            places = {v: place for place, v in enumerate(every(size, type_of(f, types)[1]))}
            function, argument = meaning(f, size, types), meaning(x, size, types)
            return lambda letters, stack: function(letters, stack)[places[argument(letters, stack)]]
        case Const("twice", t):
            return meaning(retyped(TWICE, {"'a": t[2][1]}), size)
        case Const(name, t) if name in JOINED:  # an argument went by eta
            values = every(size, t[1])
            constant: Any = tuple(tuple(JOINED[name](x, y) for y in values) for x in values)
        case Const("forall" | "exists" as name, t):
            constant = tuple(map(all if name == "forall" else any, every(size, t[1])))
        case Const("False"):
            constant = False
        case _:
            raise ValueError(f"{term} has no value here.")
    return lambda letters, stack: constant


def type_of(term: Term, types: tuple[Type, ...]) -> Type:
    """The type of a function that is applied."""
    match term:
        case App(f, _):
            return type_of(f, types)[2]
        case Lam(t, body):
            return arrow(t, type_of(body, (t, *types)))
        case Bound(i):
            return types[i]
    return term.type


class Model:
    """The size of 'a, and a value for each letter."""

    def __init__(self, rng: Random) -> None:
        self.size = rng.choice((1, 2, 2))
        self.letters = [rng.choice(every(self.size, x.type)) for x in LETTERS]

    def violates(self, th: Theorem) -> bool:
        """Whether the hypotheses are true and the conclusion is false."""
        conclusion, *hypotheses = (meaning(t, self.size) for t in (th.conclusion, *th.hypotheses))
        true = all(hypothesis(self.letters, ()) for hypothesis in hypotheses)
        return true and not conclusion(self.letters, ())


class Derivations:
    """Theorems made by rules that are chosen at random, some with wrong arguments."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.theory = rng, Theory()
        self.theory.define("twice", TWICE)
        self.pool: list[Theorem] = []
        self.forms: list[str] = []  # the outmost constants of the conclusions

    def term(self, t: Type, depth: int) -> Term:
        """A term of a type."""
        rng = self.rng
        if depth <= 0 or rng.random() < 0.2:
            return rng.choice([x for x in LETTERS if x.type == t])
        if t == PROP:
            return self.formula(depth)
        if t[0] == "->":
            x = Free(rng.choice(("x1", "y1")), t[1])
            return lam(x, self.term(t[2], depth - 1)) if t[1] == ITEM else self.term(t, 0)
        if rng.random() < 0.2:
            f = App(Const("twice", arrow(arrow(ITEM, ITEM), ITEM, ITEM)), self.term(TYPES[2], 0))
            return App(f, self.term(ITEM, depth - 1))
        return App(self.term(TYPES[2], depth - 1), self.term(ITEM, depth - 1))

    def formula(self, depth: int) -> Term:
        """A formula."""
        rng, less = self.rng, depth - 1
        match rng.randrange(7):
            case 0:
                return App(self.term(TYPES[3], less), self.term(ITEM, less))
            case 1:
                t = rng.choice(TYPES)
                return equation(self.term(t, less), self.term(t, less), t)
            case 2:
                return imp(self.term(PROP, less), FALSE)
            case 3:
                op = rng.choice((IMP, AND, OR))
                return binary(op, self.term(PROP, less), self.term(PROP, less))
            case 4:
                args = self.term(ITEM, less), self.term(ITEM, less)
                return App(App(self.term(TYPES[4], 0), args[0]), args[1])
        name = rng.choice(("forall", "exists"))
        return quantified(name, rng.choice(LETTERS[:2] * 3 + LETTERS[2:4]), self.term(PROP, less))

    def any(self, *names: str) -> Theorem:
        """A theorem, of one of the forms if there is one."""
        pool = zip(self.forms, self.pool, strict=True)
        fit = [th for form, th in pool if form in names] if names else self.pool
        if fit and self.rng.random() < 0.9:
            return self.rng.choice(fit)
        return self.theory.assume(self.formula(2))

    def of(self, formula: Term) -> Theorem:
        """A theorem of a formula, or the hypothesis that it is true."""
        fit = [th for th in self.pool if th.conclusion == formula]
        return self.rng.choice([*fit, self.theory.assume(formula)])

    def hypothesis(self, th: Theorem) -> Term:
        """A hypothesis of a theorem, or another formula."""
        return self.rng.choice([*th.hypotheses, self.formula(1)])

    def put(self, term: Term, what: Term, by: Free) -> Term:
        """A term with some occurrences of a subterm replaced."""
        if term == what and self.rng.random() < 0.8:
            return by
        match term:
            case App(f, x):
                return App(self.put(f, what, by), self.put(x, what, by))
            case Lam(t, body):
                return Lam(t, self.put(body, what, by), term.hint)
        return term

    def made(self) -> Theorem:
        """What a rule gives; raises Refused where it gives nothing."""
        rng, theory = self.rng, self.theory
        th, x, second = self.any(), rng.choice(LETTERS), rng.random() < 0.5
        rule = rng.choice(RULES)
        if rule == "instance":
            return self.instance(th)
        if rule == "imp_elim":
            th = self.any("imp")
            pair = parts(th.conclusion, "imp")
            return laws.imp_elim(th, self.of(pair[0]) if pair and second else self.any())
        if rule in ("all_elim", "ex_elim"):
            th = self.any("forall" if rule == "all_elim" else "exists")
            body = under(th.conclusion, "forall" if rule == "all_elim" else "exists")
            if rule == "all_elim":
                return laws.all_elim(th, self.term(body.type if body else ITEM, 2))
            x = rng.choice([y for y in LETTERS if not body or y.type == body.type] or LETTERS)
            given = [theory.assume(opened(body.body, x))] if body else []
            return laws.ex_elim(x, th, rng.choice([self.any(), *given, *map(self.used, given)]))
        if rule == "ex_intro":
            x, value = rng.choice(LETTERS[:4]), self.term(x.type, 1)
            value = rng.choice([value, *(y for y in frees(th.conclusion) if y.type == x.type)])
            value = value if theory.type_of(value) == x.type else x
            said = quantified("exists", x, self.put(th.conclusion, value, x))
            return laws.ex_intro(said, value, th)
        if rule == "or_elim":
            th, then = self.any("or"), self.any()
            return laws.or_elim(th, then, rng.choice((then, self.of(then.conclusion))))
        if rule == "replace":
            equal = self.any("=")
            pair = parts(equal.conclusion, "=") or (x, x)
            t = theory.type_of(pair[0])
            what = rng.choice([y for y in LETTERS if y.type == t] or [Free("z", t)])
            return laws.replace(equal, lam(what, self.put(th.conclusion, pair[0], what)), th)
        if rule == "convert":
            to = normal(th.conclusion, dict(theory.definitions) if second else {})
            expanded = App(lam(x, self.put(to, x, x)), self.term(x.type, 1))
            return theory.convert(th, rng.choice((to, expanded)), ["twice"] * second)
        return {
            "assume": lambda: theory.assume(self.formula(2)),
            "imp_intro": lambda: theory.imp_intro(self.hypothesis(th), th),
            "all_intro": lambda: theory.all_intro(x, th),
            "and_intro": lambda: laws.and_intro(th, self.any()),
            "and_elim": lambda: laws.and_elim(self.any("and"), second),
            "or_intro": lambda: laws.or_intro(th, self.formula(1), second),
            "false_elim": lambda: laws.false_elim(self.of(FALSE), self.formula(2)),
            "excluded_middle": lambda: laws.excluded_middle(theory, self.formula(2)),
            "refl": lambda: laws.refl(theory, self.term(rng.choice(TYPES), 2)),
            "extensional": lambda: laws.extensional(x, self.any("=")),
        }[rule]()

    def instance(self, th: Theorem) -> Theorem:
        """A law, or a theorem, at some values and with some premises, most of which fit."""
        rng, theory = self.rng, self.theory
        if rng.random() < 0.5:
            th = theory.use(rng.choice([*LAWS]), {"'b": rng.choice((ITEM, PROP))})
        values, said = list[Term](), th.conclusion
        while body := under(said, "forall"):
            if rng.random() < 0.1:
                break
            values.append(self.term(body.type if body.type in TYPES else ITEM, 2))
            said = opened(body.body, values[-1])
        premises, said = list[Theorem](), normal(said)
        while (pair := parts(said, "imp")) and rng.random() < 0.9:
            premises.append(self.of(pair[0]) if rng.random() < 0.9 else self.any())
            said = pair[1]
        return theory.instance(th, values, *premises)

    def used(self, th: Theorem) -> Theorem:
        """Something that follows from a theorem."""
        return laws.or_intro(th, self.formula(1), second=False)

    def theorems(self) -> Iterator[Theorem]:
        """One theorem after the other."""
        while True:
            try:
                th = self.made()
            except Refused:
                continue
            self.pool.append(th)
            self.forms.append(_form(th.conclusion))
            if len(self.pool) > 60:
                place = self.rng.randrange(60)
                del self.pool[place], self.forms[place]
            yield th


RULES = (
    *("assume", "imp_intro", "imp_elim", "all_intro", "all_elim", "ex_intro", "ex_elim"),
    *("and_intro", "and_elim", "or_intro", "or_elim", "false_elim", "excluded_middle"),
    *("refl", "replace", "extensional", "convert", "imp_elim", "all_elim", "ex_elim"),
    *["instance"] * 4,
)


def _form(term: Term) -> str:
    match term:
        case App(Const(name), _) | App(App(Const(name), _), _):
            return name
    return ""
