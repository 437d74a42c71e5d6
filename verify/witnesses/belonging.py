"""Whether the parts of an audit's file belong together: what it says of itself, and its witnesses.

A witness says for itself which policy, claim and inputs it is about. In the file of an audit it
stands below a policy and a claim, beside a loss; each is compared with it. The seal of a check is a
digest of all that, and of the verdict, so that a word or a number from another file is found out
also where nothing else tells them apart. Who edits a file can seal it anew: then it is a file about
what it says, and that is printed.
"""

import json
from collections.abc import Mapping
from fractions import Fraction
from hashlib import sha256
from typing import Any
from banditproof.algorithms.catalogue import POLICIES
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget, RenyiDP
from banditproof.theory.enclosure import Enclosure
from .declared_policies import DeclaredPolicy
from .plain_fields import Refused, Unreadable, ends_of
from .table_objects import TableObject
from .witness import Witness

ABOUT = ("policy", "claimed", "notion", "output", "rewards", "arms", "horizon")
"""What an audit says that all its checks are about."""
FOLLOWS = ("reading", "verdict", "declaration", "digest", "tried", "interrupted")
"""What an audit says that follows from all of its checks."""
LOSSES = ("epsilon", "delta", "rho", "renyi")
CHECK = ("name", "verdict", "grade", "note", "witness", *LOSSES)


def seal(facts: Mapping[str, Any], check: Mapping[str, Any]) -> str:
    """The digest of all that an audit says besides its checks, and of one check, in plain JSON.

    >>> audit = {"policy": "ucb", "arms": 2}
    >>> seal(audit, {"name": "a"}) == seal({"arms": 2, "policy": "ucb"}, {"name": "a", "seal": ""})
    True
    >>> seal(audit, {"name": "a"}) == seal({"arms": 2, "policy": "imed"}, {"name": "a"})
    False
    """
    parts = [[facts.get(name) for name in (*ABOUT, *FOLLOWS)], [check.get(name) for name in CHECK]]
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return sha256(text.encode()).hexdigest()[:32]


def require_belongs(
    facts: Mapping[str, Any], check: Mapping[str, Any], witness: Witness, shown: Enclosure
) -> None:
    """Refused unless a witness belongs to the audit and the check that it stands in."""
    claim, subject = witness.claim, witness.subject
    named = subject.name if isinstance(subject, DeclaredPolicy) else None
    _require_same("policy", facts, named if named is not None else facts.get("policy"))
    if isinstance(subject, TableObject) and facts.get("policy") in POLICIES:
        raise Refused(
            f"The audit says policy: {facts['policy']}, which is built in and no table, and its "
            "witness is about a table that the file has."
        )
    if _numbers(str(facts.get("claimed"))) != _numbers_of(claim.budget):
        _require_same("claimed", facts, ", ".join(map(str, _numbers_of(claim.budget))))
    _require_same("notion", facts, claim.notion.value)
    _require_same("output", facts, claim.output)
    _require_same("rewards", facts, str(claim.rewards))
    _require_same("arms", facts, claim.arms)
    _require_same("horizon", facts, claim.horizon)
    if check.get("verdict") != "fails":
        raise Refused(f"The check with this witness says {check.get('verdict')!r}, not 'fails'.")
    if facts.get("verdict") != "fails":
        raise Refused(
            f"The audit says {facts.get('verdict')!r}, and one of its checks says 'fails', from "
            "which the verdict 'fails' follows."
        )
    loss = next((check[name] for name in LOSSES if check.get(name) is not None), None)
    if isinstance(loss, Mapping) and shown.lo > ends_of([loss.get("lo"), loss.get("hi")]).hi:
        raise Refused("The witness shows a larger loss than the check that it stands in.")
    if "seal" not in check:
        raise Unreadable(
            "The check has no seal, as in files of earlier versions; audit again, or give the "
            "witness alone."
        )
    if check["seal"] != seal(facts, check):
        raise Refused(
            "The seal of the check is of another file: its policy, claim, verdict, loss and "
            "witness do not belong together."
        )


def _require_same(name: str, facts: Mapping[str, Any], wanted: Any) -> None:
    if facts.get(name) != wanted:
        raise Refused(
            f"The audit says {name}: {facts.get(name)}, and its witness is about {wanted}."
        )


def _numbers(text: str) -> list[Fraction | str]:
    """The numbers of a budget in words, such as `eps = 1, delta = 1e-5`."""
    words = text.replace(" at order ", ", alpha = ").split(",")
    found: list[Fraction | str] = []
    for word in words:
        number = word.partition("=")[2].strip()
        try:
            found.append("inf" if number == "inf" else Fraction(number))
        except (ValueError, ZeroDivisionError):
            found.append(number)
    return found


def _numbers_of(budget: Budget) -> list[Fraction | str]:
    """The numbers of a budget, in the order of its words."""
    if isinstance(budget, ZCDP):
        numbers = [budget.rho]
    elif isinstance(budget, ApproxDP):
        numbers = [budget.eps, budget.delta]
    elif isinstance(budget, RenyiDP):
        numbers = [budget.eps, budget.alpha]
    else:
        numbers = [budget.eps]
    return ["inf" if str(number) == "inf" else Fraction(number) for number in numbers]
