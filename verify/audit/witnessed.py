"""Every `fails` that is called proved goes through the checker of witnesses, or is not one."""

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any
from banditproof.algorithms.policy import Policy
from banditproof.theory.exact import exact
from banditproof.verify.evidence import Grade
from banditproof.verify.witnesses.declared_policies import DeclaredPolicy
from banditproof.verify.witnesses.plain_fields import Refused, Unreadable
from banditproof.verify.witnesses.stated_claim import StatedClaim
from banditproof.verify.witnesses.table_objects import TableObject
from banditproof.verify.witnesses.witness import Witness
from .claim import Claim
from .report import CheckResult


def stated(claim: Claim) -> StatedClaim:
    """The claim of an audit as that of a witness."""
    return StatedClaim(
        claim.budget, claim.notion, claim.output, claim.rewards, claim.arms, claim.horizon
    )


def declared_policy(
    name: str | None, given: Mapping[str, Any], policy: Policy[Any], claim: Claim
) -> DeclaredPolicy:
    """What an audit is about as a witness names it: the name, and what the policy was made with."""
    made = {key: value for key, value in given.items() if value is not None}
    if "actions" in made:
        made["actions"] = [[str(Fraction(exact(x))) for x in row] for row in made["actions"]]
    return DeclaredPolicy(name, made if name else {}, claim.budget, policy)


def witnessed(
    result: CheckResult, witness: Witness | None, given: Policy[Any] | None = None
) -> CheckResult:
    """The same `fails` with its witness, recomputed from its JSON; else what is missing.

    `given` is the policy, for a witness that names none.
    """
    if witness is None:
        return _unshown(result, "no inputs are known that show it")
    stored = witness.to_json()
    try:
        Witness.read(json.loads(json.dumps(stored)), given).checked()
    except (Refused, Unreadable) as reason:
        return _unshown(result, str(reason).rstrip("."))
    return replace(result, witness=stored)


def again(result: CheckResult, claim: Claim, name: str) -> CheckResult:
    """A check that another process proposed: what it says to be proved is recomputed here.

    A policy that is code is not imported here for that; its witness must be about the claim and
    the policy of that name.
    """
    if result.verdict != "fails" or result.grade is not Grade.PROVED:
        return result
    try:
        witness = Witness.read(result.witness)
        if witness.claim.to_json() != json.loads(json.dumps(stated(claim).to_json())):
            raise Refused("It is about another claim.")
        if isinstance(witness.subject, TableObject):
            witness.checked()
        elif witness.subject.name not in (None, name):
            raise Refused("It is about another policy.")
    except (Refused, Unreadable) as reason:
        return _unshown(result, str(reason).rstrip("."))
    return result


def _unshown(result: CheckResult, why: str) -> CheckResult:
    note = f"A violation was found, and its witness is refused: {why}. {result.note}"
    tried = f"{result.name}, whose witness is refused: {why}"
    return replace(result, verdict="not refuted", grade=None, note=note, tried=tried)
