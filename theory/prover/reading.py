"""Reading claims and domains: the text becomes expressions, or one sentence says what is wrong.

The grammar is that of Python, as far as it means real numbers: + - * / ^ (also **), functions,
a if b <= c else d. Nothing is executed. Numbers are exact decimals.
"""

from fractions import Fraction
from .chains import INFINITY, Chain, Range, split
from .expressions import Expression
from .words import Words

MOST_NESTED = 40
MOST_DIGITS = 400
"""The most digits, and the largest exponent of ten, of a number."""
RELATIONS = ("<=", ">=", "<", ">")
EQUAL = "="
CLAIMED = (*RELATIONS, EQUAL)
"""The relations of a statement, which may write == for =; a condition has neither."""
WORDS = ("in", "if", "else", "and", "or", "not", "inf")
"""What cannot be a name."""
INFINITE = ("inf", "oo", "infinity", "Infinity")


class Reader(Words):
    """A reader of expressions, relations and ranges, word by word."""

    def expression(self) -> Expression:
        """A sum, or one of two by a condition."""
        self.depth += 1
        if self.depth > MOST_NESTED:
            raise ValueError(
                f"The {self.what} is nested more than {MOST_NESTED} deep; give a simpler one."
            )
        result = self._sum()
        if self.take("if"):
            left, relation = self._sum(), self.relation()
            right = self._sum()
            self.need("else")
            result = Expression("choice", (result, left, right, self.expression()), relation)
        self.depth -= 1
        return result

    def relation(self, *others: str) -> str:
        """A relation between two sides."""
        result = self.take(*RELATIONS, *others)
        if result is None and EQUAL in others and self.take("=="):
            result = EQUAL
        if result is None:
            *first, last = (">=", ">", "<=", "<", *others)
            self.fail(f"one of {', '.join(first)} and {last} is missing")
        return result

    def chain(self) -> Chain:
        """Expressions with relations between them."""
        sides, relations = [self._side()], [self.relation()]
        sides.append(self._side())
        while self.next.text in RELATIONS:
            relations.append(self.relation())
            sides.append(self._side())
        return Chain(tuple(sides), tuple(relations))

    def _side(self) -> Expression:
        """An expression, or an infinite end."""
        place, sign = self.place, self.take("-", "+")
        if self.take(INFINITY.value):
            return Expression("negative", (INFINITY,)) if sign == "-" else INFINITY
        self.place = place
        return self.expression()

    def range(self, name: str) -> Range:
        """The range of a variable, such as [0, 1) or (-inf, 3]."""
        mark = self.take("[", "(")
        if mark is None:
            self.fail(f"the range of {name} begins with [ or (")
        low = self._end_of_range(name, mark == "[", True)
        self.need(",")
        high, at = self._end_of_range(name, False, False), self.next.at
        last = self.take("]", ")")
        if last is None:
            self.fail(f"the range of {name} ends with ] or )")
        if high is None and last == "]":
            self.fail(f"an infinite end of the range of {name} needs a round bracket", at)
        return Range(name, low, high, mark == "(", last == ")")

    def _end_of_range(self, name: str, closed: bool, low: bool) -> Expression | None:
        place, at = self.place, self.next.at
        sign = self.take("-", "+")
        if not self.take(*INFINITE):
            self.place = place
            return self.expression()
        if closed:
            self.fail(f"an infinite end of the range of {name} needs a round bracket", at)
        if (sign == "-") != low:
            self.fail(f"the range of {name} has its ends in the wrong order", at)
        return None

    def _sum(self) -> Expression:
        parts = [self._product()]
        while sign := self.take("+", "-"):
            part = self._product()
            parts.append(Expression("negative", (part,)) if sign == "-" else part)
        return Expression("sum", tuple(parts)) if len(parts) > 1 else parts[0]

    def _product(self) -> Expression:
        parts = [self._signed()]
        while sign := self.take("*", "/"):
            part = self._signed()
            parts.append(Expression("inverse", (part,)) if sign == "/" else part)
        self._refuse_a_product_without_sign()
        return Expression("product", tuple(parts)) if len(parts) > 1 else parts[0]

    def _refuse_a_product_without_sign(self) -> None:
        """A factor behind another one, as in 2x, 2(1 - p) and (1 - p)(1 + p), needs a *."""
        before, after = self.words[self.place - 1], self.next
        name = after.kind == "name" and after.text not in (*WORDS, "for")
        if after.text == "(" or (before.kind == "number" and name):
            self.fail(f"a * is missing, as in {before.text}*{after.text}")

    def _signed(self) -> Expression:
        minus = 0
        while sign := self.take("-", "+"):
            minus += sign == "-"
        result = self._power()
        return Expression("negative", (result,)) if minus % 2 else result

    def _power(self) -> Expression:
        base = self._atom()
        if not self.take("**", "^"):
            return base
        self.depth += 1
        if self.depth > MOST_NESTED:
            self.fail(f"there are more than {MOST_NESTED} powers of powers")
        exponent = self._signed()
        self.depth -= 1
        return Expression("power", (base, exponent))

    def _atom(self) -> Expression:
        kind, text, at = self.next
        if kind == "number":
            self.place += 1
            return Expression("number", (), self._number(text, at))
        if kind == "name" and text not in WORDS:
            self.place += 1
            return self._call(text) if self.take("(") else Expression("name", (), text)
        if self.take("(") is None:
            self.fail("a number, a name or a bracket is missing")
        result = self.expression()
        self.need(")")
        return result

    def _call(self, name: str) -> Expression:
        args = []
        if not self.take(")"):
            args.append(self.expression())
            while self.take(","):
                args.append(self.expression())
            self.need(")")
        return Expression("call", tuple(args), name)

    def _number(self, text: str, at: int) -> Fraction:
        # Sizes are checked on the text: 1e999999999 as a fraction has a gigabyte.
        mantissa, _, exponent = text.lower().partition("e")
        power = exponent.lstrip("+-").lstrip("0")
        if len(mantissa) > MOST_DIGITS or len(power) > 9 or int(power or 0) >= MOST_DIGITS:
            self.fail(f"the number has more than {MOST_DIGITS} digits", at)
        try:
            return Fraction(text)
        except ValueError:
            self.fail("that is not a number", at)


def read_expression(text: str) -> Expression:
    """The expression of a text.

    >>> print(read_expression("2*(p-q)^2/ 3 - sqrt(x)"))
    2*(p - q)^2/3 - sqrt(x)
    """
    reader = Reader(text, "expression", "one such as kl(p, q) - 2*(p - q)**2")
    result = reader.expression()
    reader.end()
    return result


def read_claim(text: str) -> tuple[Expression, str, Expression]:
    """The two sides of an inequality or equation, and the relation between them.

    >>> left, relation, right = read_claim("log(1 + x) <= x")
    >>> print(left, relation, right)
    log(1 + x) <= x
    >>> print(*read_claim("exp(log(x)) = x"))
    exp(log(x)) = x
    """
    reader = Reader(text, "statement", 'an inequality such as "kl(p, q) >= 2*(p - q)**2"')
    left, relation, right = reader.expression(), reader.relation(EQUAL), reader.expression()
    if reader.next.text in (*CLAIMED, "=="):
        reader.fail("there is a second relation")
    reader.end()
    return left, relation, right


def read_domain(text: str) -> tuple[tuple[Range, ...], tuple[Chain, ...]]:
    """The ranges of a domain, and its side conditions; a chain between ends gives ranges, too.

    >>> for text in "p, q in [0, 1), p < q", "0 < y <= x < inf":
    ...     ranges, conditions = read_domain(text)
    ...     print(*ranges, *conditions, sep="; ")
    p in [0, 1); q in [0, 1); p < q
    y in (0, inf); x in (0, inf); y <= x
    """
    example = 'ranges and side conditions such as "p in [0, 1], q in (0, 1), p < q"'
    reader = Reader(text, "domain", example)
    ranges: list[Range] = []
    conditions: list[Chain] = []
    while reader.take(",", ";", "and"):
        pass
    while reader.next.kind != "end":
        names = _names_before_in(reader)
        if names:
            place = reader.place
            for name in names:
                reader.place = place
                ranges.append(reader.range(name))
        else:
            conditions.append(reader.chain())
        if reader.next.kind != "end" and not reader.take(",", ";", "and"):
            reader.fail("a comma is missing")
        while reader.take(",", ";", "and"):
            pass
    kept: list[Chain] = []
    for chain in conditions:
        more, rest = split(chain, {item.name for item in ranges})
        ranges += more
        kept += rest
    return tuple(ranges), tuple(kept)


def _names_before_in(reader: Reader) -> list[str]:
    """The names of `a, b in`; the place is behind them then, and unchanged if there are none."""
    names, place = [], reader.place
    while reader.next.kind == "name" and reader.next.text not in WORDS:
        names.append(reader.next.text)
        reader.place += 1
        if reader.take("in"):
            return names
        if not reader.take(","):
            break
    reader.place = place
    return []
