"""A step whose relation the prover shows, under the relations that it uses."""

from __future__ import annotations
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar
from .step import Step


@dataclass(frozen=True)
class Inequality(Step):
    """A relation on the whole domain, shown by the prover under the relations that it uses.

    With `weights` it is a combination: the larger side minus the smaller one is the sum of each
    weight, a term >= 0, times that difference for the relation of a step, and of a rest >= 0.
    """

    weights: Mapping[int, str] = field(default_factory=dict, kw_only=True)
    monotone: tuple[str, str, str] | None = field(default=None, kw_only=True)
    """A function (log, exp, root, ...) and two terms a >= b: the difference is f(a) - f(b)."""
    rest: str = field(default="", kw_only=True)
    """What a combination leaves, in a form that shows its sign."""
    positive: tuple[str, ...] = field(default=(), kw_only=True)
    """Terms that are > 0, which shows that a combination is defined."""
    apart: str = field(default="", kw_only=True)
    """A quantity whose ends, where they belong to its range, are shown apart from the inside."""

    kind: ClassVar[str] = "inequality"

    @property
    def needed(self) -> tuple[int, ...]:
        """The steps that it uses, those of the combination among them."""
        return tuple(dict.fromkeys((*self.uses, *self.weights)))
