"""The form in which a step of a proof applies a textbook fact."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...textbook import PREFIX


@dataclass(frozen=True)
class Schema:
    """The hypotheses of a fact by name, and its conclusions in symbols.

    A hypothesis that is a relation has its `pattern`, which the step that shows it must match.
    """

    name: str
    hypotheses: tuple[str, ...]
    conclusions: tuple[str, ...] = ()
    symbols: str = ""
    """What the symbols mean."""
    patterns: Mapping[str, str] = field(default_factory=dict)

    @property
    def fact(self) -> str:
        """The ID of the fact."""
        return PREFIX + self.name.partition(":")[0]
