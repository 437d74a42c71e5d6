"""The formulas of bounds: what a bound is at given sizes and budgets, in balls."""

from __future__ import annotations
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.number_text import number_text
from banditproof.theory.prover.evaluation import value_at
from banditproof.theory.prover.kernel.spans import Undefined
from banditproof.theory.prover.kernel.terms import Term, replaced, var
from banditproof.theory.prover.notation import parse, term_of
from banditproof.theory.prover.reading import read_claim, read_expression

DIGITS = 20
"""So many correct digits has a value, unless more are asked for."""
WHOLE = {
    "T": "the number of rounds",
    "K": "the number of arms or actions",
    "d": "the dimension",
    "N": "the number of experts",
}
"""The sizes, which are whole numbers >= 1."""
POSITIVE = {
    "eps": "the budget of pure, approximate, Renyi or local privacy",
    "rho": "the budget of zCDP",
    "alpha": "the order of Renyi privacy",
    "delta": "the failure probability of approximate privacy, or the risk of a bound",
}
"""The budgets and risks, which are numbers > 0."""
SYMBOLS = {**WHOLE, **POSITIVE}
LEAST = Fraction(1, 10**400)
"""The smallest number of a point; the largest one is its inverse. Balls have digits beyond."""
REWARDS = {
    "coins": "rewards in {0, 1}",
    "bounded": "rewards or losses in [0, 1]",
    "normal": "normal rewards of variance 1 with means in [0, 1]",
    "subgaussian": "1-subgaussian rewards with means in [0, 1]",
    "unit": "linear rewards under Assumption 1",
    "cube": "actions and parameters in [-1, 1]^d with normal noise of variance 1",
}
"""The classes of instances for which bounds with constants are proved."""
PART_OF = {
    "coins": ("coins", "bounded", "subgaussian"),
    "bounded": ("bounded", "subgaussian"),
    "normal": ("normal", "subgaussian"),
}
"""The classes in which one lies; a class that is not named lies in itself alone."""


@dataclass(frozen=True)
class Formula:
    """A bound with its constants, as a term in the sizes and budgets.

    >>> bound = Formula.of("sqrt(K*T)/c + 1", {"c": "8*e"}, "K >= 2")
    >>> print(bound, "is", bound.at({"K": Fraction(4), "T": Fraction(100)}).value.rounded())
    sqrt(K*T)/c + 1, where c = 8*e is [1.9196986, 1.9196987]
    >>> bound.at({"K": Fraction(1), "T": Fraction(100)}).lack
    'K >= 2'
    """

    text: str
    """As the row writes it."""
    term: Term
    conditions: tuple[Condition, ...]
    tuned: Mapping[str, tuple[Fraction, ...]]
    """Parameters of the policy, each of which may be any of some numbers."""

    @classmethod
    def of(
        cls,
        text: str,
        let: Mapping[str, str] | None = None,
        when: str = "",
        tuned: Mapping[str, Iterable[str]] | None = None,
    ) -> Formula:
        """The formula of a text, in which `let` says what its abbreviations are.

        An abbreviation may use those before it. `when` is a list of relations.
        """
        values = {name: tuple(map(Fraction, some)) for name, some in (tuned or {}).items()}
        names = [*SYMBOLS, *values]
        meanings: dict[str, Term] = {}
        for name, meaning in (let or {}).items():
            meanings[name] = _with(_read(meaning, names), meanings)
            names.append(name)
        words = ", ".join(f"{name} = {meaning}" for name, meaning in (let or {}).items())
        return cls(
            f"{text}, where {words}" if words else text,
            _with(_read(text, names), meanings),
            tuple(Condition.of(one.strip(), meanings) for one in when.split(",") if one.strip()),
            values,
        )

    @property
    def symbols(self) -> tuple[str, ...]:
        """The sizes and budgets on which it depends."""
        used = self.term.variables.union(*(one.room.variables for one in self.conditions))
        return tuple(name for name in SYMBOLS if name in used)

    def put(self, values: Mapping[str, str]) -> Formula:
        """The formula with terms in place of some symbols, all at once.

        >>> print(Formula.of("K/eps").put({"eps": "sqrt(2*rho)"}))
        K/eps, at eps = sqrt(2*rho)
        """
        if not values:
            return self
        terms = {name: parse(text, SYMBOLS) for name, text in values.items()}
        moved = {name: text for name, text in values.items() if name in self.symbols}
        words = ", ".join(f"{name} = {text}" for name, text in moved.items())
        return replace(
            self,
            text=f"{self.text}, at {words}" if words else self.text,
            term=_with(self.term, terms),
            conditions=tuple(one.put(terms, words) for one in self.conditions),
        )

    def at(self, point: Mapping[str, Fraction], least: bool = True, digits: int = DIGITS) -> Value:
        """The value at a point, by the parameters that make it least or largest.

        There is none where the point leaves out a symbol, or where a condition is not seen to hold.
        """
        missing = [name for name in self.symbols if name not in point]
        if missing:
            return Value(missing=tuple(missing))
        for one in self.conditions:
            if not one.holds(point):
                return Value(lack=str(one))
        values = list[Enclosure]()
        for chosen in product(*self.tuned.values()):
            try:
                here = {**point, **dict(zip(self.tuned, chosen, strict=True))}
                values.append(self._value(here, digits))
            except Undefined:
                return Value(lack="its terms are defined")
        best = min(values, key=lambda x: x.hi) if least else max(values, key=lambda x: x.lo)
        return Value(best)

    def _value(self, point: Mapping[str, Fraction], digits: int) -> Enclosure:
        return value_at(self.term, {name: point[name] for name in self.term.variables}, digits)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Value:
    """The value of a formula at a point, or why it has none."""

    value: Enclosure | None = None
    missing: tuple[str, ...] = ()
    """The symbols that the point leaves out."""
    lack: str = ""
    """The condition that is not seen to hold there."""


@dataclass(frozen=True)
class Condition:
    """A relation that a bound supposes of the sizes and budgets.

    >>> Condition.of("eps*T >= 1").holds({"eps": Fraction(1, 10), "T": Fraction(10)})
    True
    """

    text: str
    """As the row writes it."""
    room: Term
    """The larger side without the smaller one."""
    strict: bool
    """Whether the sides may not be equal."""

    @classmethod
    def of(cls, text: str, meanings: Mapping[str, Term] | None = None) -> Condition:
        """The condition of a text, with the meanings of abbreviations."""
        meanings = meanings or {}
        left, sign, right = read_claim(text)
        if sign == "=":
            raise ValueError(f"The condition is {text!r}; write it with one of <, <=, >, >=.")
        if unknown := sorted((left.names | right.names) - {*SYMBOLS, *meanings, *CONSTANTS}):
            raise ValueError(f"The condition {text!r} has no meaning for {unknown[0]}; define it.")
        low, high = (_with(term_of(one, (*SYMBOLS, *meanings)), meanings) for one in (left, right))
        return cls(text, high - low if sign in ("<=", "<") else low - high, sign in ("<", ">"))

    def put(self, terms: Mapping[str, Term], words: str) -> Condition:
        """The condition with terms in place of some symbols, and words that say so."""
        room = _with(self.room, terms)
        text = self.text if room == self.room else f"{self.text}, at {words}"
        return replace(self, text=text, room=room)

    @property
    def symbols(self) -> frozenset[str]:
        """The sizes and budgets of which it speaks."""
        return self.room.variables

    def holds(self, point: Mapping[str, Fraction]) -> bool:
        """Whether it is seen to hold at a point."""
        try:
            room = value_at(self.room, {name: point[name] for name in self.room.variables}).lo
        except Undefined:
            return False
        return room > 0 or (room == 0 and not self.strict)

    def __str__(self) -> str:
        return self.text


CONSTANTS = {"e", "pi"}
"""The names of numbers in a formula."""


def _read(text: str, names: Collection[str]) -> Term:
    """The term of a formula in some names."""
    expression = read_expression(text)
    if unknown := sorted(expression.names - {*names, *CONSTANTS}):
        raise ValueError(
            f"The formula {text!r} has no meaning for {unknown[0]}; define it in let, or write it "
            f"in {', '.join(names)}."
        )
    return term_of(expression, names)


def _with(term: Term, values: Mapping[str, Term]) -> Term:
    """A term with others in place of some names."""
    return replaced(term, {var(name): value for name, value in values.items()})


def classes_of(rewards: str) -> tuple[str, ...]:
    """The classes of instances in which one lies, itself first.

    >>> classes_of("coins"), classes_of("unit")
    (('coins', 'bounded', 'subgaussian'), ('unit',))
    """
    return PART_OF.get(rewards, (rewards,))


def point_of(given: Mapping[str, Fraction]) -> Mapping[str, Fraction]:
    """A point whose sizes are whole and whose budgets are positive; raises ValueError otherwise.

    >>> point_of({"K": Fraction(5, 2)})
    Traceback (most recent call last):
    ...
    ValueError: K is 2.5; give a whole number >= 1, the number of arms or actions.
    """
    for name, value in given.items():
        if name not in SYMBOLS:
            known = ", ".join(SYMBOLS)
            raise ValueError(f"There is no number {name!r} in the table; give numbers of {known}.")
        if name in WHOLE and (value.denominator != 1 or value < 1):
            shown = number_text(value)
            raise ValueError(f"{name} is {shown}; give a whole number >= 1, {WHOLE[name]}.")
        if value <= 0 or (name == "delta" and value >= 1):
            most = ", below 1," if name == "delta" else ","
            shown = number_text(value)
            raise ValueError(f"{name} is {shown}; give a number > 0{most} {POSITIVE[name]}.")
        if name == "alpha" and value <= 1:
            raise ValueError(f"alpha is {number_text(value)}; give a number > 1, {POSITIVE[name]}.")
        if not LEAST <= value <= 1 / LEAST:
            shown = number_text(value)
            raise ValueError(f"{name} is {shown}; give a number between 1e-400 and 1e400.")
    return given
