"""A policy that is code, as a witness names it: what it is called, and what it was made with."""

from __future__ import annotations
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from banditproof.algorithms.policy import Policy
from banditproof.theory.budgets import Budget
from .plain_fields import Refused, Unreadable, field, items, number, whole
from .stated_claim import StatedClaim

COUNTS = {"arms": 10**4, "horizon": 10**9, "dim": 10**3, "batch": 10**4}
"""The numbers that a policy is made with, and the largest of each."""


def require_releases(claim: StatedClaim, subject: Any) -> DeclaredPolicy:
    """The policy whose released numbers a claim is about; Refused if it is about none."""
    if claim.output != "transcript":
        raise Refused("Released numbers are no part of the claimed output, the actions.")
    if not isinstance(subject, DeclaredPolicy):
        raise Refused("A table releases no numbers.")
    return subject


@dataclass(frozen=True)
class DeclaredPolicy:
    """A built-in name or MODULE:FACTORY with its numbers; `given` is the object, if it has no name.

    >>> from banditproof.theory.budgets import PureDP
    >>> DeclaredPolicy("dp-imed", {"arms": 3}, PureDP(1)).fresh().arms
    3
    """

    name: str | None
    made_with: Mapping[str, Any]
    budget: Budget
    """That of the claim, whose numbers a factory is called with."""
    given: Policy[Any] | None = None

    def fresh(self) -> Policy[Any]:
        """A policy that has not been played: a copy of one, which no later call can change."""
        try:
            return deepcopy(self._made)
        except Refused:
            raise
        except Exception as failure:  # whatever the user's code raises
            raise Refused(f"The policy raised {type(failure).__name__}: {failure}") from None

    @cached_property
    def _made(self) -> Policy[Any]:
        """The one policy that the name makes."""
        if self.given is not None:
            return self.given
        if self.name is None:
            raise Refused(
                "The witness is about an object that the file does not name; audit MODULE:FACTORY."
            )
        from banditproof.verify.audit.loading import subject_of

        counts = {name: self.made_with.get(name) for name in COUNTS}
        more = {"dim": counts["dim"], "contexts": None, "batch": counts["batch"]}
        actions = self.made_with.get("actions")
        try:
            subject = subject_of(
                self.name, self.budget, counts["arms"], counts["horizon"], more, actions
            )
        except ValueError as reason:
            raise Refused(f"The policy of the witness cannot be made: {reason}") from None
        if subject.kind != "policy":
            raise Refused(f"{self.name} makes no policy of this library.")
        return subject.value  # type: ignore[no-any-return]

    def require_claimed(self, claim: StatedClaim) -> None:
        """Refused unless the policy has the arms of the claim, and was made for its horizon."""
        made = self.made_with.get("horizon")
        if made is not None and made != claim.horizon:
            said = "every horizon" if claim.horizon is None else f"the horizon {claim.horizon}"
            raise Refused(
                f"The policy was made with the horizon {made}, and the claim is on {said}."
            )
        try:
            arms = int(self.fresh().arms)
        except Refused:
            raise
        except Exception as failure:  # whatever the user's code raises
            raise Refused(f"The policy raised {type(failure).__name__}: {failure}") from None
        if arms != claim.arms:
            raise Refused(f"The policy has {arms} arms, and the claim {claim.arms}.")

    def to_json(self) -> dict[str, Any]:
        """The policy in plain JSON types."""
        made = {key: value for key, value in self.made_with.items() if value is not None}
        return {"kind": "policy", "name": self.name, "made_with": made}

    @staticmethod
    def read(facts: Any, budget: Budget, given: Policy[Any] | None) -> DeclaredPolicy:
        """The policy of a JSON object."""
        name, stored = field(facts, "name", "object"), field(facts, "made_with", "object")
        if not (name is None or isinstance(name, str)) or not isinstance(stored, Mapping):
            raise Unreadable("The object names no policy; give a name such as dp-imed.")
        made: dict[str, Any] = {}
        for key, most in COUNTS.items():
            if stored.get(key) is not None:
                made[key] = whole(stored[key], f"{key} of the policy", 1)
                if made[key] > most:
                    raise Unreadable(f"The {key} of the policy is {made[key]}; give <= {most}.")
        if stored.get("actions") is not None:
            made["actions"] = [
                [str(number(x, "action")) for x in items(row, "action")]
                for row in items(stored["actions"], "actions")
            ]
        return DeclaredPolicy(name, made, budget, given)
