"""All structural bounds of a linear bandit, each with its claim."""

from __future__ import annotations
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from banditproof.theory.argument_readers import reads, values_of
from banditproof.theory.bound_words import Privacy, Status
from banditproof.theory.exact import Number, exact_positive
from banditproof.theory.instances import LinearBandit
from banditproof.theory.parameter_names import accepts_epsilon
from .certified_coefficient import StructuralBound
from .joint_program import structural_bound
from .norm_program import (
    nonprivate_structural_bound,
    norm_form_structural_bound,
    printed_structural_bound,
)
from .private_program import private_structural_bound


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
    rows = [
        _row(
            "structural bound without privacy",
            "thesis.thm4.18.lp",
            Privacy.NONE,
            lambda: nonprivate_structural_bound(bandit),
            "consistent policies, unique best action",
        )
    ]
    if eps is None:
        return tuple(rows)
    budget = exact_positive("eps", eps)
    rows += [
        _row(
            "structural bound, both families",
            "thesis.thm4.18.lp",
            Privacy.PURE,
            lambda: structural_bound(bandit, budget),
            "the largest of the proved ones",
        ),
        _row(
            "structural bound, private family",
            "thesis.thm4.18.lp",
            Privacy.PURE,
            lambda: private_structural_bound(bandit, budget),
            "one linear program",
        ),
        _row(
            "structural bound, norm form with the true constant",
            "thesis.thm4.18.norm",
            Privacy.PURE,
            lambda: norm_form_structural_bound(bandit, budget),
            "the form of Theorem 4.18, weaker than both families",
        ),
        _row(
            "c(A, theta) of Theorem 4.18 as printed",
            "thesis.thm4.18",
            Privacy.PURE,
            lambda: printed_structural_bound(bandit, budget),
            "false as printed: not a lower bound",
            status=Status.REFUTED,
        ),
    ]
    return tuple(rows)


def _row(
    name: str,
    claim: str,
    privacy: Privacy,
    compute: Callable[[], StructuralBound],
    note: str,
    status: Status = Status.OURS,
) -> NamedStructuralBound:
    """One row; a bound whose hypotheses fail has a reason in place of its number."""
    try:
        return NamedStructuralBound(name, claim, status, privacy, compute(), note)
    except ValueError as reason:
        return NamedStructuralBound(name, claim, status, privacy, None, str(reason))
