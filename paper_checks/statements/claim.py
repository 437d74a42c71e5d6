"""A claim is a program: a printed statement, its place, and a check that can fail."""

from __future__ import annotations
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from ..verdicts.verdict import Outcome, Verdict
from .completed import Completed
from .registered import REGISTER

if TYPE_CHECKING:
    from ..proofs import Proof
    from ..verdicts.step_facts import StepFacts

Check = Callable[..., Verdict]
Subjects = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Claim(Completed):
    """A statement of a document and the program that checks it.

    The check's keyword arguments, all with defaults, are the subjects it examines: the formula,
    the bound, the policy. `mutants` names wrong subjects; with any of them the check must give
    another outcome than the recorded one, or it checks nothing.
    """

    check: Check
    recorded: Outcome
    stated_proof: tuple[str, ...] = ()
    mutants: Mapping[str, Subjects] = field(default_factory=dict)
    proof: Proof | None = None
    """The proof as an object; what it rests on is what the verdict rests on."""

    @property
    def steps(self) -> tuple[StepFacts, ...]:
        """The steps of its proof as data, without verdicts."""
        return self.proof.facts if self.proof else ()


REGISTERED: dict[str, Claim] = REGISTER
"""The claims of the modules that are imported so far, by ID."""


class Listed(Claim):
    """A claim as its text declares it, whose module is imported when its check is called.

    What only the program knows (mutants, the proof and what it rests on) is left out.
    """
