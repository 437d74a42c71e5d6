"""Compositions as text: `100*laplace(0.1) + 3*gaussian(10)`."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from banditproof.theory.argument_readers import reads, values_of
from banditproof.theory.exact import exact
from .composition import Composition
from .curve_choice import EXTREME
from .lattice_loss_laws import DiscreteGaussianLoss, RandomisedResponseLoss, discrete_laplace_loss
from .loss_laws import GaussianLoss, LaplaceLoss, LossLaw

READING = {
    "laplace(eps)": "Laplace noise of scale 1/eps at sensitivity 1, each eps-DP; or (scale=b)",
    "gaussian(sigma)": "Gaussian noise at sensitivity 1; or gaussian(mu=..), gaussian(rho=..)",
    "rr(eps), pure(eps)": "randomised response: the worst case of any eps-DP release",
    "discrete_laplace(eps)": "integer noise of ratio e^-eps; sensitivity=s, an integer",
    "discrete_gaussian(sigma)": "integer noise e^(-y^2/(2 sigma^2)); sensitivity=s, an integer",
}
"""What an expression may contain, and how it is read."""

LARGEST = 10**EXTREME
MOST_TERMS = 10_000
MOST_CHARACTERS = 1_000_000
NO_NOISE = ("sigma", "scale")
"""Parameters at which 0 is the absence of noise, whose loss is infinite."""
NO_SUCH_NOISE = ("laplace", "discrete_laplace")
"""Noise which has no scale at eps = 0; for the other releases eps = 0 is the absence of a loss."""
_DIGITS = r"[0-9](?:_?[0-9])*"
_DECIMAL = rf"(?>(?:{_DIGITS}(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
_POWER = rf"(?:{_DECIMAL}\s*+\*(?!\*)\s*+)?{_DECIMAL}\s*+(?:\^|\*\*)\s*+[+-]?[0-9]+"
_TOKEN = re.compile(
    rf"\s*(?:(?P<number>{_POWER}|{_DECIMAL}(?:/[0-9]+)?%?)"
    r"|(?P<name>[A-Za-z_][A-Za-z_0-9]*)|(?P<sign>[-+*(),=]))"
)
Arguments = Mapping[str, Fraction]


def _laplace(given: Arguments) -> LossLaw:
    return LaplaceLoss(given["eps"] if "eps" in given else 1 / given["scale"])


def _gaussian(given: Arguments) -> LossLaw:
    if "sigma" in given:
        return GaussianLoss(1 / given["sigma"] ** 2)
    return GaussianLoss(given["mu"] ** 2 if "mu" in given else 2 * given["rho"])


def _response(given: Arguments) -> LossLaw:
    return RandomisedResponseLoss(given["eps"])


def _discrete_laplace(given: Arguments) -> LossLaw:
    return discrete_laplace_loss(given["eps"], int(given.get("sensitivity", Fraction(1))))


def _discrete_gaussian(given: Arguments) -> LossLaw:
    return DiscreteGaussianLoss(given["sigma"] ** 2, int(given.get("sensitivity", Fraction(1))))


# the law, the names of which exactly one is given (the first also without its name), the rest
_LAWS: dict[str, tuple[Callable[[Arguments], LossLaw], tuple[str, ...], tuple[str, ...]]] = {
    "laplace": (_laplace, ("eps", "scale"), ()),
    "gaussian": (_gaussian, ("sigma", "mu", "rho"), ()),
    "rr": (_response, ("eps",), ()),
    "pure": (_response, ("eps",), ()),
    "discrete_laplace": (_discrete_laplace, ("eps",), ("sensitivity",)),
    "discrete_gaussian": (_discrete_gaussian, ("sigma",), ("sensitivity",)),
}


def parse_composition(text: str) -> Composition:
    """Read a sum of releases, each with an optional count in front; every number is exact.

    The releases are those of `READING`; a bare number is eps for laplace, rr, pure and
    discrete_laplace, and sigma for gaussian and discrete_gaussian.

    >>> parse_composition("2*laplace(0.1) + gaussian(10)").parts
    ((2, LaplaceLoss(eps=Fraction(1, 10))), (1, GaussianLoss(mu_squared=Fraction(1, 100))))
    """
    return Composition(tuple((term.count, term.law) for term in parse_terms(text)))


@dataclass(frozen=True)
class Term:
    """One term of an expression: how often, the loss, and the words of the release."""

    count: int
    law: LossLaw
    text: str


@reads(text=values_of(str))
def parse_terms(text: str) -> tuple[Term, ...]:
    """All terms in their order, with those that lose nothing.

    >>> parse_terms("2*rr(0)")
    (Term(count=2, law=RandomisedResponseLoss(eps=Fraction(0, 1)), text='rr(0)'),)
    """
    return _Reader(text).terms()


class _Reader:
    """The tokens of an expression, and the position of the next one."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words: list[tuple[str, str, int]] = []
        if len(text) > MOST_CHARACTERS:
            raise self._error(MOST_CHARACTERS, f"there are more than {MOST_CHARACTERS} characters")
        at, end = 0, len(text.rstrip())
        while at < end:
            match = _TOKEN.match(text, at)
            if match is None:
                while text[at].isspace():
                    at += 1
                raise self._error(at, f"{text[at]!r} is not part of an expression")
            kind = str(match.lastgroup)
            self.words.append((kind, match[kind], match.start(kind)))
            at = match.end()
        self.place = 0

    def _error(self, at: int, trouble: str) -> ValueError:
        shown = self.text if len(self.text) <= 60 else self.text[:57] + "..."
        return ValueError(
            f"In the expression {shown!r}, at character {at + 1}: {trouble}; write for example "
            "100*laplace(0.1) + 3*gaussian(10)."
        )

    def _peek(self) -> tuple[str, str, int]:
        if self.place < len(self.words):
            return self.words[self.place]
        return "end", "", len(self.text)

    def _next(self) -> tuple[str, str, int]:
        word = self._peek()
        self.place += 1
        return word

    def _expect(self, wanted: str, why: str) -> None:
        _, word, at = self._next()
        if word != wanted:
            raise self._error(at, f"{wanted!r} is missing {why}")

    def terms(self) -> tuple[Term, ...]:
        """All terms."""
        results = [self._term()]
        while self._peek()[0] != "end":
            self._expect("+", "between two releases")
            results.append(self._term())
            if len(results) > MOST_TERMS:
                raise self._error(self._peek()[2], f"there are more than {MOST_TERMS} terms")
        return tuple(results)

    def _term(self) -> Term:
        count = 1
        kind, word, at = self._peek()
        if word == "-":
            raise self._error(at, "a count is negative")
        if kind == "number":
            self._next()
            number = self._number(word, at)
            if number.denominator != 1:
                raise self._error(at, f"the count {_short(word)} is not an integer")
            if number > LARGEST:
                raise self._error(at, f"the count {_short(word)} is above 1e{EXTREME}")
            count = int(number)
            self._expect("*", "between a count and a release")
        kind, name, at = self._next()
        if kind != "name":
            raise self._error(at, "the name of a release is missing")
        if name not in _LAWS:
            known = ", ".join(_LAWS)
            raise self._error(at, f"{_short(name)!r} is not known (known are {known})")
        law = self._law(name, at)
        _, last, end = self.words[self.place - 1]
        return Term(count, law, self.text[at : end + len(last)])

    def _law(self, name: str, at: int) -> LossLaw:
        build, choices, optional = _LAWS[name]
        self._expect("(", f"after {name}")
        given: dict[str, Fraction] = {}
        while True:
            key, value, place = self._argument(choices[0] if not given else None)
            if key not in (*choices, *optional):
                allowed = ", ".join((*choices, *optional))
                trouble = f"{name} has no parameter {_short(key)!r} (it has {allowed})"
                raise self._error(place, trouble)
            if key in given:
                raise self._error(place, f"{key} is given twice")
            self._check(name, key, value, place)
            given[key] = value
            _, word, place = self._next()
            if word == ")":
                break
            if word != ",":
                raise self._error(place, f"')' is missing after the parameters of {name}")
        if len(set(given) & set(choices)) != 1:
            raise self._error(at, f"{name} needs exactly one of {', '.join(choices)}")
        return build(given)

    def _argument(self, default: str | None) -> tuple[str, Fraction, int]:
        kind, word, at = self._next()
        key = default
        if kind == "name":
            key = word
            self._expect("=", f"after {_short(word)}")
            kind, word, _ = self._next()
        if word == "-":
            raise self._error(at, "a parameter is negative")
        if kind != "number":
            raise self._error(at, "a number is missing")
        if key is None:
            raise self._error(at, "a second parameter needs its name")
        return key, self._number(word, at), at

    def _number(self, word: str, at: int) -> Fraction:
        try:
            return exact(word)
        except ValueError:
            trouble = f"{_short(word)} is too small or too large to be read as a number"
            raise self._error(at, trouble) from None

    def _check(self, name: str, key: str, value: Fraction, at: int) -> None:
        if key == "sensitivity":
            if value.denominator != 1 or value > 10_000:
                raise self._error(at, "the sensitivity is not an integer up to 10000")
        elif value == 0 and key in NO_NOISE:
            raise self._error(at, f"{key} is 0, which means no noise and an infinite loss")
        elif value == 0 and name in NO_SUCH_NOISE:
            raise self._error(
                at,
                f"{key} is 0, which noise of no scale has; leave the release out, or give"
                " more than 0",
            )
        elif value and not Fraction(1, LARGEST) <= value <= LARGEST:
            raise self._error(at, f"{key} is outside [1e-{EXTREME}, 1e{EXTREME}]")


def _short(word: str) -> str:
    """A word of any length for a message."""
    return word if len(word) <= 40 else word[:37] + "..."
