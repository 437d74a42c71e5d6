"""What a transcript shows of a policy, exactly: each `fails` has a witness that was accepted."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any
from banditproof.algorithms.policy import Policy
from banditproof.theory.exact import exact
from banditproof.verify.evidence import Grade
from banditproof.verify.witnesses.declared_policies import DeclaredPolicy
from .claim import Claim
from .facts import Facts
from .report import CheckResult
from .transcript_witnesses import release_witness
from .witnessed import witnessed

TRANSCRIPT = "a transcript, exactly"


def declared_policy(
    name: str | None, given: Mapping[str, Any], policy: Policy[Any], claim: Claim
) -> DeclaredPolicy:
    """What an audit is about as a witness names it: the name, and what the policy was made with."""
    made = {key: value for key, value in given.items() if value is not None}
    if "actions" in made:
        made["actions"] = [[str(Fraction(exact(x))) for x in row] for row in made["actions"]]
    return DeclaredPolicy(name, made if name else {}, claim.budget, policy)


def by_releases(
    declared: DeclaredPolicy,
    facts: Facts,
    proposed: Sequence[CheckResult | None],
    deadline: float = math.inf,
) -> list[CheckResult]:
    """The proposed checks as far as a witness shows them, and what the releases show beside.

    The last one `fails`, if any does.
    """
    results = [result for result in proposed if result is not None]
    witness = release_witness(declared, facts, deadline)
    if witness is None:
        return [witnessed(r, None) if r.verdict == "fails" else r for r in results]
    for place, result in enumerate(results):
        if result.verdict == "fails":
            return [*results[:place], witnessed(result, witness, declared.given)]
    found = witness.checked()
    note = f"Shown by a transcript of {witness.inputs.rounds} rounds: {found.words}."
    shown = CheckResult(TRANSCRIPT, "fails", Grade.PROVED, found.shown, note)
    return [*results, witnessed(shown, witness, declared.given)]
