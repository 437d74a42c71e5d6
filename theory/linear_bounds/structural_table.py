"""All structural bounds of a linear bandit, each with its claim."""

from __future__ import annotations
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from banditproof.theory.argument_readers import reads, values_of
from banditproof.theory.bound_words import Privacy, Status
from banditproof.theory.exact import Number, exact_positive
from banditproof.theory.instances import LinearBandit
from banditproof.theory.known_bounds.instances import instance_rows
from banditproof.theory.parameter_names import accepts_epsilon
from .certified_coefficient import StructuralBound
from .joint_program import structural_bound
from .norm_program import (
    nonprivate_structural_bound,
    norm_form_structural_bound,
    printed_structural_bound,
)
from .private_program import private_structural_bound

PROGRAMS: dict[str, Callable[..., StructuralBound]] = {
    "structural_free": nonprivate_structural_bound,
    "structural_both": structural_bound,
    "structural_private": private_structural_bound,
    "structural_norm": norm_form_structural_bound,
    "structural_printed": printed_structural_bound,
}
"""The programs, as rows of `known_bounds/instances.toml` name them; they raise a ValueError where
an instance lacks what they need."""


@dataclass(frozen=True)
class NamedStructuralBound:
    """A named coefficient of log T, the claim that it rests on, and its status.

    `status` is "ours", or "refuted" for the number of a theorem that is false as printed: this
    number is shown for comparison and is not a bound. A bound that does not apply has no number,
    and its note gives the reason. `privacy` is "none" or "pure".
    """

    name: str
    claim: str
    status: Status
    privacy: Privacy
    bound: StructuralBound | None
    note: str

    @property
    def applies(self) -> bool:
        """Whether there is a number."""
        return self.bound is not None

    def to_json(self) -> dict[str, Any]:
        """The facts of the bound, in plain types."""
        return {
            "name": self.name,
            "claim": self.claim,
            "status": self.status,
            "privacy": self.privacy,
            "bound": None if self.bound is None else self.bound.to_json(),
            "note": self.note,
        }


@accepts_epsilon
@reads(bandit=values_of(LinearBandit))
def linear_structural_bounds(
    bandit: LinearBandit, eps: Number | None = None
) -> tuple[NamedStructuralBound, ...]:
    """Every structural bound of a linear bandit: coefficients of log T for consistent policies.

    Without a budget only the bound without privacy is there. All need a unique best action.

    >>> bandit = LinearBandit(((1, 0), (1, "0.1")), ("0.5", "-5"))
    >>> for row in linear_structural_bounds(bandit, "0.1"):
    ...     print(row.status, row.name, row.bound and round(row.bound.value, 4))
    ours structural bound without privacy 4.0
    ours structural bound, both families 25.0663
    ours structural bound, private family 25.0663
    ours structural bound, norm form with the true constant 25.0663
    refuted c(A, theta) of Theorem 4.18 as printed 2020.0
    """
    budget = () if eps is None else (exact_positive("eps", eps),)
    asked = (Privacy.NONE, Privacy.PURE)[: 1 + len(budget)]
    found = []
    for row in instance_rows():
        name = row.value.rpartition(".")[2]
        if name not in PROGRAMS or row.privacy not in asked:
            continue
        bound, note = None, row.note
        try:
            bound = PROGRAMS[name](bandit, *(budget if row.privacy == Privacy.PURE else ()))
        except ValueError as reason:
            note = str(reason)
        facts = (row.name, row.claim, row.status, row.privacy)
        found.append(NamedStructuralBound(*facts, bound, note))
    return tuple(found)
