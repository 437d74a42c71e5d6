"""Claims whose programs run in a process apart: this one is told what they say, as plain data."""

from __future__ import annotations
from dataclasses import dataclass
from typing import TYPE_CHECKING
from .claim import Claim

if TYPE_CHECKING:
    from ..verdicts.step_facts import StepFacts

MUTANT = "mutant"
"""The subject that names a mutant, whose values only the other process has."""


class StoppedApart(Exception):
    """A check stopped in the other process; the message is what was said there."""


@dataclass(frozen=True, kw_only=True)
class ToldClaim(Claim):
    """A claim whose check asks the process of its programs, which answers with plain data.

    Its proof, if it has one here, is that of its text, which this process has read itself.
    """

    told_steps: tuple[StepFacts, ...] = ()
    """The steps of a proof that only its program has."""

    @property
    def steps(self) -> tuple[StepFacts, ...]:
        """The steps of its proof: as this process reads them, or as it was told."""
        return super().steps or self.told_steps
