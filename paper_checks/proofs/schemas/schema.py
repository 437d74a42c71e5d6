"""The form in which a step of a proof applies a textbook fact."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from ...textbook import PREFIX
from ..relations import Relation


@dataclass(frozen=True)
class Schema:
    """The hypotheses of a fact by name, and its conclusions in symbols.

    A hypothesis that is a relation has its `pattern`, which what discharges it must match. In a
    pattern a capital letter is a number for each outcome, term or member, and a small one is the
    same for all of them; a margin is any number above 0.
    """

    name: str
    hypotheses: tuple[str, ...]
    conclusions: tuple[str, ...] = ()
    symbols: str = ""
    """What the symbols mean."""
    patterns: Mapping[str, str] = field(default_factory=dict)
    margins: tuple[str, ...] = ()
    """The symbols of patterns that stand for every number above 0."""

    @property
    def fact(self) -> str:
        """The ID of the fact."""
        return PREFIX + self.name.partition(":")[0]

    @cached_property
    def varying(self) -> frozenset[str]:
        """The symbols of patterns that stand for a number of each outcome, term or member.

        >>> Schema("markov", ("X >= 0",), patterns={"X >= 0": "X >= 0"}).varying
        frozenset({'X'})
        """
        return frozenset(item for item in _names(self.patterns.values()) if item[0].isupper())

    @cached_property
    def fixed(self) -> frozenset[str]:
        """The symbols of patterns and conclusions that are the same for all of them."""
        stated = _names((*self.conclusions, *self.patterns.values()))
        return stated - self.varying - set(self.margins)


def _names(relations: Iterable[str]) -> frozenset[str]:
    return frozenset(name for text in relations for name in Relation.of(text).names)
