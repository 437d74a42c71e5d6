r"""Expressions in LaTeX, read into the notation of the prover; what has two readings is left.

A letter is a number only if the statement gives its range, so `f(x)` is a product only if `f` has
one. Left are, among others, `a/bc`, `\log x y`, `\log(x)(y)`, sums, integrals, and each name of a
function that is not one of all mathematics.
"""

from collections.abc import Mapping, Sequence
from .formula_tokens import Reader, Unread

GREEK = frozenset(
    [
        "alpha",
        "beta",
        "gamma",
        "delta",
        "epsilon",
        "zeta",
        "eta",
        "theta",
        "iota",
        "kappa",
        "lambda",
        "mu",
        "nu",
        "xi",
        "rho",
        "sigma",
        "tau",
        "upsilon",
        "phi",
        "chi",
        "psi",
        "omega",
        "Gamma",
        "Delta",
        "Theta",
        "Lambda",
        "Xi",
        "Sigma",
        "Upsilon",
        "Phi",
        "Psi",
        "Omega",
        "ell",
    ]
)
ACCENTS = frozenset(
    ["hat", "bar", "tilde", "check", "breve", "dot", "overline", "widehat", "widetilde"]
)
FUNCTIONS = frozenset(["log", "exp", "sinh", "cosh", "tanh"])
NAMES = {"epsilon": "eps"}
LARGEST_POWER = 99
OPEN = {"(": ")", "[": "]", r"\{": r"\}"}
ENDS = ("", ")", "]", r"\}", ",", "+", "-", r"\wedge", r"\vee")
"""What may stand behind a function of one sign: nothing that might belong to its argument."""


class ExpressionReader(Reader):
    """Reads sums, products and powers of the letters that a statement gives ranges to."""

    def __init__(self, signs: Sequence[str], names: Mapping[str, str]) -> None:
        """`names` are the letters that may be used, each with what stands for it."""
        super().__init__(signs)
        self.names, self.bars = names, 0

    def side(self) -> str:
        """A side of a relation."""
        first = self.sum()
        word = {r"\wedge": "min", r"\vee": "max"}.get(self.next)
        if word is None:
            return first
        sign, sides, sums = self.next, [first], self._had_sum
        while self.take(sign):
            sides.append(self.sum())
            sums |= self._had_sum
        if sums or self.next in (r"\wedge", r"\vee"):
            raise Unread(f"{sign} beside a sum has two readings.")
        return f"{word}({', '.join(sides)})"

    def sum(self) -> str:
        """Terms with their signs."""
        sign = self.take("+", "-")
        parts = [("-" if sign == "-" else "") + self._product()]
        while sign := self.take("+", "-"):
            parts.append(f" {sign} {self._product()}")
        self._had_sum = len(parts) > 1
        return "".join(parts)

    def _product(self) -> str:
        result = self._factor()
        while True:
            if self.take(r"\cdot", "*"):
                result += f"*{self._factor()}"
            elif self.take("/"):
                result += f"/{self._factor()}"
                if self._begins_factor() or self.next in ("/", r"\cdot", "*", "!"):
                    raise Unread("What is divided by in a/b c has two readings.")
            elif self._begins_factor():
                result += f"*{self._factor()}"
            else:
                return result

    def _begins_factor(self) -> bool:
        sign = self.next
        if sign == "|":
            return not self.bars
        return bool(sign) and (
            sign[0].isalnum()
            or sign in ("(", "[", "{", r"\{", ".")
            or (sign[0] == "\\" and sign[1:].isalpha() and sign not in RELATED)
        )

    def _factor(self) -> str:
        base = self._atom()
        power = self._power()
        return f"{base}**{power}" if power else base

    def _power(self) -> str:
        """The exponent behind a base, in brackets; empty if there is none."""
        if not self.take("^"):
            return ""
        alone = self.next[:1].isdigit()
        signs = self.group()
        if self.next in ("^", "'") or (alone and self.next[:1].isdigit()):
            raise Unread("An exponent is not in braces, or there are two.")
        if signs[:1] == ["("]:
            raise Unread("An exponent in brackets may be an index.")
        return f"({self._within(signs)})"

    def end(self) -> None:
        """Nothing may be left."""
        if self.next:
            raise Unread(f"{self.next} is not read here.")

    def _within(self, signs: Sequence[str]) -> str:
        inner = ExpressionReader(signs, self.names)
        text = inner.side()
        inner.end()
        return text

    def _atom(self) -> str:
        sign = self.next
        if not sign:
            raise Unread("A formula ends where a number is expected.")
        if sign[0].isdigit() or sign[0] == ".":
            self.at += 1
            if self.next[:1].isdigit():
                raise Unread("Two numbers stand side by side.")
            return sign if sign[0] != "." else f"0{sign}"
        if sign == "{":
            return f"({self._within(self.group())})"
        if sign in OPEN:
            return self._bracket()
        if sign == "|":
            return self._absolute()
        if sign[0] == "\\" and sign[1:] in ("frac", "sqrt", "min", "max", *FUNCTIONS):
            self.at += 1
            return self._function(sign[1:])
        return self._named()

    def _bracket(self) -> str:
        mark = self.signs[self.at]
        close, begin = OPEN[mark], self.at
        self.at += 1
        bars, self.bars = self.bars, 0
        text = self.side()
        self.bars = bars
        self.need(close)
        if mark != "(" and self.at == begin + 3:
            raise Unread(f"{''.join(self.signs[begin : self.at])} may be a part of a number.")
        return f"({text})"

    def _absolute(self) -> str:
        self.need("|")
        self.bars += 1
        text = self.side()
        self.bars -= 1
        self.need("|")
        return f"abs({text})"

    def _function(self, name: str) -> str:
        if name == "frac":
            above, below = self._within(self.group()), self._within(self.group())
            return f"(({above})/({below}))"
        if name == "sqrt":
            return self._root()
        if name in ("min", "max"):
            return f"{name}({', '.join(self._list())})"
        base = "".join(self.group()) if name == "log" and self.take("_") else ""
        if base and not base.isdigit() and base != "e":
            raise Unread(f"The base {base} of a logarithm is not read.")
        power = ""
        if self.take("^"):
            power = "".join(self.group())
            if not power.isdigit() or int(power) > LARGEST_POWER:
                raise Unread(f"The exponent {power} of a function may be its inverse.")
        text = f"{name}({self._argument(name)})"
        text = f"({text}/log({base}))" if base.isdigit() else text
        return f"{text}**{power}" if power else text

    def _argument(self, name: str) -> str:
        """What a function is applied to: a bracket, or one sign behind which nothing may belong."""
        if self.next in OPEN:
            inside = self._bracket()
            if self.next == "^" or (self.next in OPEN and name != "exp"):
                raise Unread(f"It has two readings to which of two brackets \\{name} belongs.")
            return inside
        if self.next in ("-", "+"):
            raise Unread(f"A sign behind \\{name} is not read.")
        inside = self._atom()
        if self.next not in ENDS and not (self.bars and self.next == "|"):
            raise Unread(f"How far \\{name} reaches has two readings.")
        return inside

    def _root(self) -> str:
        order = ""
        if self.take("["):
            begin = self.at
            while self.next not in ("]", ""):
                self.at += 1
            order = "".join(self.signs[begin : self.at])
            self.need("]")
            if not order.isdigit() or not 0 < int(order) <= LARGEST_POWER:
                raise Unread(f"A root of order {order} is not read.")
        inside = self._within(self.group())
        return f"(({inside})**(1/{order}))" if order else f"sqrt({inside})"

    def _list(self) -> list[str]:
        open_sign = self.need(*OPEN)
        bars, self.bars = self.bars, 0
        parts = [self.side()]
        while self.take(","):
            parts.append(self.side())
        self.bars = bars
        self.need(OPEN[open_sign])
        if len(parts) < 2:
            raise Unread("The least or largest of one number is not read.")
        return parts

    def _named(self) -> str:
        if self.next in (r"\mathrm", r"\operatorname", r"\mathsf"):
            return self._upright()
        shown = self.signs[self.at]
        name = letter(self)
        if name in self.names:
            return self.names[name]
        if name == "e":
            return self._power_of_e()
        if name == "pi":
            return "pi"
        raise Unread(f"{shown} ({name}) has no range in the statement.")

    def _power_of_e(self) -> str:
        """Euler's number, where no letter `e` has a range."""
        if "e" in self.names:
            raise Unread("e is a letter and a number.")
        power = self._power()
        return f"exp{power}" if power else "exp(1)"

    def _upright(self) -> str:
        r"""Upright names: `e`, `erf`, and `kl(p, q)`, the divergence of Bernoulli laws."""
        self.at += 1
        name = "".join(self.group())
        if name == "e":
            return self._power_of_e()
        if name in ("erf", "erfc") and self.next == "(":
            return f"{name}({self._argument(name)})"
        if name != "kl" or self.next != "(":
            raise Unread(f"The name {name} is not read.")
        parts = self._list()
        if len(parts) != 2:
            raise Unread("kl has two arguments.")
        return f"kl({parts[0]}, {parts[1]})"


RELATED = frozenset(
    [r"\le", r"\ge", "<", ">", "=", r"\in", r"\cdot", r"\wedge", r"\vee", r"\neq", r"\infty", r"\}"]
)
"""Commands that are no factors."""


def letter(reader: Reader) -> str:
    r"""The name of a letter with its accent, subscript, primes and star, such as `mu_star`."""
    sign = reader.next
    if sign[1:] in ACCENTS and sign[0] == "\\":
        reader.at += 1
        inner = Reader(reader.group())
        name = f"{letter(inner)}_{sign[1:]}"
        if inner.next:
            raise Unread(f"An accent above {''.join(inner.signs)} is not read.")
    elif sign[:1] == "\\" and (sign[1:] in GREEK or sign == r"\pi"):
        reader.at += 1
        name = NAMES.get(sign[1:], sign[1:])
    elif len(sign) == 1 and sign.isalpha() and sign.isascii():
        reader.at += 1
        name = sign
    else:
        raise Unread(f"{sign or 'The end'} is not read.")
    while reader.next in ("_", "'") or _star(reader):
        if reader.take("_"):
            below = [sign.removeprefix("\\") for sign in reader.group()]
            if not all(sign.isalnum() for sign in below):
                raise Unread(f"The subscript of {name} is not read.")
            name += f"_{''.join(below)}"
        elif reader.take("'"):
            name += "_prime"
        else:
            reader.take("^")
            reader.group()
            name += "_star"
    return name


def _star(reader: Reader) -> bool:
    """Whether a star or primes stand as an exponent."""
    if reader.next != "^":
        return False
    ahead = Reader(reader.signs[reader.at + 1 :])
    signs = ahead.group() if ahead.next else []
    return signs in (["*"], [r"\cdot"], [r"\star"])
