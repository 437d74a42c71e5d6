"""Types and formulas as they are written: `forall x > 0. exists n. x <= n`.

The sorts of letters are declared once; a binder may give its own, as in `(P : Law 'a)`. A natural
number stands where a real one is meant, a number such as 2 has the type that its place asks for.
What is read here is not trusted: the statement is printed again from its term.
"""

from __future__ import annotations
from collections.abc import Sequence
from fractions import Fraction
from .formulas import AND, FALSE, OR, binary, equation, imp, quantified
from .passages import Passage
from .shapes import constant
from .simple_types import NAT, PROP, REAL, Type, arrow, match_type, typed
from .terms import App, Const, Free, Term, lam
from .tokens import KEYWORDS, WORD, Numeral, Tokens, type_text

SIGNS = ("<=", "<", ">=", ">", "=", "!=")
ROOTS = {2: "sqrt", 3: "root3", 4: "root4", 8: "root8", 16: "root16"}
"""The roots by their orders."""
MEANT = {
    "cosh": "(exp(x) + exp(-x))/2",
    "sinh": "(exp(x) - exp(-x))/2",
    "erfc": "1 - erf(x)",
    "entropy": "-xlogx(x) - xlogx(1 - x)",
    "normal_cdf": "(1 + erf(x/sqrt(2)))/2",
    "normal_pdf": "exp(-x^2/2)/sqrt(2*pi)",
}
"""Functions that the logic has no word for, by those that it has."""
OF_MANY = ("min", "max")
"""Functions of two numbers that may be written with more, from left to right."""

Read = Term | Numeral
Conditions = list[tuple[Free, list[Term]]]


def _fraction(exponent: Read) -> Fraction | None:
    """The value of a number, of a quotient, or of minus one; None of anything else."""
    match exponent:
        case Numeral(text):
            return Fraction(text)
        case Const(text) if text[:1].isdigit():
            return Fraction(text)
        case App(Const("neg"), one):
            value = _fraction(one)
            return None if value is None else -value
        case App(App(Const("div"), a), b):
            above, below = _fraction(a), _fraction(b)
            return None if above is None or below is None else above / below
    return None


class Reader(Tokens):
    """Reads formulas and terms."""

    choices = 0
    """How many choices were read that no brackets hold."""

    def _binders(self, word: str) -> Conditions:
        """Names up to the dot, each with its conditions."""
        bound: Conditions = []
        alone: list[str] = []  # names behind which a comma stands, and no condition
        while True:
            bracket = self.take("(")
            names = [self.new_name()]
            while WORD.fullmatch(self.next) and self.next not in KEYWORDS:
                names.append(self.new_name())
            t = self.type() if self.take(":") else None
            here: Conditions = [(self.variable(n, t or self.letter(n)), []) for n in names]
            if bracket:
                self.need(")")
            self.known |= {n: x for n, (x, _) in zip(names, here, strict=True)}
            if not bracket:
                self._conditions(here)
            if any(asked for _, asked in here):
                self.asks_of_all(word, alone, names)
            bound += here
            if self.take("."):
                return bound
            bare = bool(self.take(",")) and not here[0][1]
            alone = [*alone, *names] if bare else []

    def _conditions(self, here: Conditions) -> None:
        """What is asked of some variables: `in (0, 1)`, or `>= 2`."""
        if self.take("in"):
            for (_, asked), more in zip(here, self._interval([x for x, _ in here]), strict=True):
                asked += more
        elif sign := self.take(*(s for s in SIGNS if s != "=")):
            side = self._sum()
            for x, asked in here:
                asked.append(self._related(x, sign, side))

    def _interval(self, values: Sequence[Read]) -> list[list[Term]]:
        """The conditions that values lie in an interval."""
        return [[said for _, said in asked] for asked in self.ends(values)]

    def ends(self, values: Sequence[Read]) -> list[list[tuple[str, Term]]]:
        """What an interval says of values, each with the end that says it: low or high."""
        begins = self.take("[", "(")
        if not begins:
            raise self.error(f"An interval begins with [ or (, not with {self.next!r}.")
        open_low = begins == "("
        low = None if open_low and self.infinite("-") else self._sum()
        self.need(",")
        high = None if self.infinite() else self._sum()
        open_high = self.take("]", ")")
        if not open_high or (high is None and open_high == "]"):
            raise self.error("An interval ends with ] or ), and with ) behind inf.")
        sign = "<" if open_high == ")" else "<="
        return [
            ([] if low is None else [("low", self._related(low, "<" if open_low else "<=", x))])
            + ([] if high is None else [("high", self._related(x, sign, high))])
            for x in values
        ]

    def condition(self) -> Term:
        """A formula that no comma or semicolon ends."""
        return self._prop(self.formula())

    def formula(self) -> Read:
        """A formula or a term."""
        if word := self.take("forall", "exists"):
            before = self.known.copy()
            bound = self._binders(word)
            body = self._prop(self.formula())
            for x, conditions in reversed(bound):
                for condition in reversed(conditions):
                    body = (
                        imp(condition, body) if word == "forall" else binary(AND, condition, body)
                    )
                body = quantified(word, x, body)
            self.known = before
            return body
        left = self._chain("or")
        return imp(self._prop(left), self._prop(self.formula())) if self.take("->") else left

    def _prop(self, term: Read) -> Term:
        if isinstance(term, Numeral) or self.signature.type_of(term) != PROP:
            raise self.error("A formula is expected here.", 1)
        return term

    def _chain(self, word: str) -> Read:
        """A or B or C; A and B and C; not A; a relation."""
        if word == "not":
            if not self.take("not"):
                return self._relation()
            quantifier = self.next in ("forall", "exists")
            return imp(self._prop(self.formula() if quantifier else self._chain("not")), FALSE)
        left = self._chain("and" if word == "or" else "not")
        if not self.take(word):
            return left
        quantifier = self.next in ("forall", "exists")
        right = self.formula() if quantifier else self._chain(word)
        return binary(OR if word == "or" else AND, self._prop(left), self._prop(right))

    def _choice(self) -> Read:
        """A sum, or one of two by a condition, as in `x if x < y else y`."""
        first = self._sum()
        if not self.take("if"):
            return first
        before = self.choices
        condition = self._prop(self._chain("or"))
        if self.choices > before:
            raise self.error("A choice within the condition of another one stands in brackets.")
        self.need("else")
        chosen = self.applied("if", [condition, first, self._choice()])
        self.choices += 1
        if self.signature.type_of(chosen) == PROP:
            # whether `A and B if C else D` chooses between A and B, or B alone, is not seen
            raise self.error("A choice between formulas is written as if(A, B, C).", 1)
        return chosen

    def _relation(self) -> Read:
        before, left = self.choices, self._choice()
        links: list[Term] = []
        while sign := self.take(*SIGNS):
            if links and self.choices > before:
                raise self.error(
                    "A choice between two signs stands in brackets; `a <= 1 if c else b <= 2` "
                    "could be one of two relations.",
                    1,
                )
            right = self._choice()
            links.append(self._related(left, sign, right))
            left = right
        if self.take("in"):
            links += self._interval([left])[0]
        if not links:
            return left
        *others, result = links
        for link in reversed(others):
            result = binary(AND, link, result)
        return result

    def _related(self, a: Read, sign: str, b: Read) -> Term:
        if sign in (">", ">="):
            a, b, sign = b, a, sign.replace(">", "<")
        if sign in ("=", "!="):
            types = [self.signature.type_of(u) for u in (a, b) if not isinstance(u, Numeral)]
            t = REAL if REAL in types or not types else types[0]
            equal = equation(self.coerced(a, t), self.coerced(b, t), t)
            return imp(equal, FALSE) if sign == "!=" else equal
        op = constant("le" if sign == "<=" else "lt", arrow(REAL, REAL, PROP))
        return binary(op, self.coerced(a, REAL), self.coerced(b, REAL))

    def coerced(self, term: Read, t: Type) -> Term:
        """A term of the type that its place asks for."""
        if isinstance(term, Numeral):
            if t not in (REAL, NAT) or (t == NAT and "." in term.text):
                raise self.error(f"{term.text} is a number, which cannot stand here.", 1)
            return constant(term.text, t)
        found = self.signature.type_of(term)
        if found == NAT and t == REAL:
            return App(constant("real", arrow(NAT, REAL)), term)
        if found != t:
            message = f"This has the type {type_text(found)}; {type_text(t)} is needed."
            if isinstance(term, Free) and found in (REAL, NAT) and type_text(t).startswith("'"):
                typed_letter = f"({term.name} : {type_text(t)})"
                message += " A letter begins with its usual type unless another is written: "
                message += f"{typed_letter}."
            raise self.error(message, 1)
        return term

    def _arithmetic(self, op: str, a: Read, b: Read) -> Term:
        types = [None if isinstance(u, Numeral) else self.signature.type_of(u) for u in (a, b)]
        fractional = any(isinstance(u, Numeral) and "." in u.text for u in (a, b))
        whole = op in ("add", "mul") and NAT in types and REAL not in types and not fractional
        t = NAT if whole else REAL
        op = "n" + op if whole else op
        return binary(constant(op, arrow(t, t, t)), self.coerced(a, t), self.coerced(b, t))

    def _sum(self) -> Read:
        left = self._product()
        while sign := self.take("+", "-"):
            left = self._arithmetic("add" if sign == "+" else "sub", left, self._product())
        return left

    def _product(self) -> Read:
        left = self._unary()
        while sign := self.take("*", "/"):
            left = self._arithmetic("mul" if sign == "*" else "div", left, self._unary())
        return left

    def _unary(self) -> Read:
        if self.take("-"):
            return App(constant("neg", arrow(REAL, REAL)), self.coerced(self._unary(), REAL))
        base = self._atom()
        if self.take("^"):
            negative = self.take("-")
            exponent = self._atom()
            if negative:
                minus = constant("neg", arrow(REAL, REAL))
                exponent = App(minus, self.coerced(exponent, REAL))
            power = self._power(self.coerced(base, REAL), exponent)
            if self.next == "^":
                raise self.error("A power of a power needs brackets, as in (x^2)^3 or x^(2*3).")
            return power
        return base

    def _power(self, base: Term, exponent: Read) -> Term:
        """A power: by a root and a whole exponent, or by exp and log where it is no number."""
        try:
            value = _fraction(exponent)
        except ZeroDivisionError:
            raise self.error("An exponent divides by 0; give a number.", 1) from None
        if value is not None and value < 0:
            below = base if value == -1 else self._rational_power(base, -value)
            return self._arithmetic("div", Numeral("1"), below)
        if value is not None:
            return self._rational_power(base, value)
        if isinstance(exponent, Term) and self.signature.type_of(exponent) == REAL:
            match base:
                case App(Const("exp"), one):
                    log: Term = one
                case _:
                    log = self.applied("log", [base])
            return self.applied("exp", [self._arithmetic("mul", exponent, log)])
        return self._whole_power(base, exponent)

    def _rational_power(self, base: Term, value: Fraction) -> Term:
        """A power with a rational exponent, which is not negative."""
        if value.denominator > 1:
            root = ROOTS.get(value.denominator)
            if root is None:
                raise self.error(f"There is no root of the order {value.denominator}.", 1)
            base = App(constant(root, arrow(REAL, REAL)), base)
            if value.numerator == 1:
                return base
        return self._whole_power(base, Numeral(str(value.numerator)))

    def _whole_power(self, base: Term, exponent: Read) -> Term:
        exponent = self.coerced(exponent, NAT)
        return binary(constant("pow", arrow(REAL, NAT, REAL)), base, exponent)

    def _atom(self) -> Read:
        outside = self.choices
        atom = self._whole()
        self.choices = outside  # an atom holds its choices in brackets
        return atom

    def _whole(self) -> Read:
        if self.take("("):
            inner = self.formula()
            self.need(")")
            return self._called(inner)
        if self.take("fun"):
            return self._function()
        if self.next[:1].isdigit():
            return Numeral(self.take(self.next))
        name = self.name()
        if name == "False":
            return FALSE
        if self.take("["):
            return self._bound_operator(name)
        if name in self.known:
            return self._called(self.known[name])
        if name in MEANT and self.next == "(" and name not in self.signature.constants:
            return self._by_other_words(name)
        # as proofs by steps call it, where no quantity and no word of a folder has its name
        if name == "pi" and name not in self.signature.constants:
            name = "PI"
        if name not in self.signature.constants:
            raise self.error(f"Nothing is called {name}.", 1)
        args = self._arguments() if self.next == "(" else []
        while name in OF_MANY and len(args) > 2:
            args[-2:] = [self.applied(name, args[-2:])]
        return self._called(self.applied(name, args))

    def _by_other_words(self, name: str) -> Read:
        """What a function without a word of its own means at its argument."""
        begin = self.at
        args = self._arguments()
        if len(args) != 1:
            raise self.error(f"{name} takes one number.", self.at - begin + 1)
        known = {"x": self.coerced(args[0], REAL)}
        return type(self)(Passage.of(MEANT[name]), self.signature, self.letters, known).formula()

    def _function(self) -> Term:
        before = self.known.copy()
        bound = self._binders("fun")
        if any(asked for _, asked in bound):
            raise self.error(
                "A function takes all values of its type; no condition stands here.", 1
            )
        inner = self.formula()
        body = self.coerced(inner, REAL) if isinstance(inner, Numeral) else inner
        for x, _ in reversed(bound):
            body = lam(x, body)
        self.known = before
        return body

    def _arguments(self) -> list[Read]:
        self.need("(")
        args = [self.formula()]
        while self.take(","):
            args.append(self.formula())
        self.need(")")
        return args

    def _called(self, head: Read) -> Read:
        while (
            isinstance(head, Term) and self.next == "(" and self.signature.type_of(head)[0] == "->"
        ):
            for arg in self._arguments():
                t = self.signature.type_of(head)
                if t[0] != "->":
                    raise self.error("This has too many arguments.", 1)
                head = App(head, self.coerced(arg, t[1]))
        return head

    def _bound_operator(self, name: str) -> Term:
        """op[w ~ P](body, more) is op P (fun w. body) more; op[a < K] and op[T] alike."""
        variable, first = self.new_name(), list[Term]()
        mark = self.take("~", "<", ":")
        if mark == ":":
            t = self.type()
        elif mark:
            over = self._sum()
            over = self.coerced(over, NAT) if mark == "<" else self.coerced(over, self._law(over))
            first, t = [over], NAT if mark == "<" else self.signature.type_of(over)[1]
        else:
            t = self.letter(variable)
        self.need("]")
        if name not in self.signature.constants:
            raise self.error(f"Nothing is called {name}.", 1)
        before = self.known.copy()
        x = self.known[variable] = self.variable(variable, t)
        self.need("(")
        inner = self.formula()
        result = self.signature.constants[name]
        for _ in first:
            result = result[2]
        wanted = result[1][2] if result[0] == "->" and result[1][0] == "->" else REAL
        body: Read = lam(
            x,
            inner
            if isinstance(inner, Term) and wanted[0][0] == "'"
            else self.coerced(inner, wanted),
        )
        self.known = before
        more: list[Read] = []
        while self.take(","):
            more.append(self.formula())
        self.need(")")
        return self.applied(name, [*first, body, *more])

    def _law(self, over: Read) -> Type:
        t = REAL if isinstance(over, Numeral) else self.signature.type_of(over)
        if len(t) != 2:
            raise self.error("A law is expected before ].")
        return t

    def applied(self, name: str, args: Sequence[Read]) -> Term:
        """A constant at arguments, which fix the types that stand for its type variables."""
        by: dict[str, Type] = {}
        rest, terms = self.signature.constants[name], list[Term]()
        for arg in args:
            if rest[0] != "->":
                raise self.error(f"{name} has too many arguments.", 1)
            wanted = typed(rest[1], by)
            if isinstance(arg, Numeral) or wanted == REAL:
                arg = self.coerced(arg, REAL if wanted[0][0] == "'" else wanted)
            own = self.signature.type_of(arg)
            if not match_type(rest[1], own, by):
                raise self.error(f"{name} takes {type_text(wanted)}, and gets {type_text(own)}.", 1)
            terms.append(arg)
            rest = rest[2]
        term: Term = constant(name, typed(self.signature.constants[name], by))
        for arg in terms:
            term = App(term, arg)
        return term
