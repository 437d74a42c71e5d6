"""What a policy of a user's module declares in a separate process, so that none loads it here."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from banditproof.algorithms.apart.failures import PolicyFailed
from banditproof.algorithms.apart.keeper import SECONDS, Elsewhere, Source
from banditproof.algorithms.apart.one_declaration import AUDIT_HORIZON, HORIZONS
from banditproof.theory.budgets import Budget
from banditproof.verify.definitions.notions import Reading
from .by_construction import APART, CONSTRUCTION, by_declaration
from .claim import Claim
from .declaration import Declaration, accepted
from .loading import Subject
from .report import CheckResult
from .running_audit import RunningAudit


def declared_apart(
    name: Source,
    budget: Budget,
    arms: int | None,
    horizon: int | None,
    more: dict[str, Any],
    seconds: float,
) -> Declaration:
    """The declaration of "module:factory", loaded in a sandbox; what fails there is a reason.

    >>> from banditproof.theory.budgets import PureDP
    >>> imed = "banditproof.algorithms.regret.dp_imed:DPIMED"
    >>> declared_apart(imed, PureDP("1/2"), None, None, {}, 60).parts
    NoisySums(noise=Laplace(scale=Fraction(2, 1)))
    """
    limit = max(min(seconds, SECONDS), 1e-3)
    rounds, others = (horizon, ()) if horizon else (AUDIT_HORIZON, HORIZONS)
    try:
        with Elsewhere(
            name, budget, arms=arms, horizon=rounds, more=more, horizons=others, seconds=limit
        ) as there:
            supposed = "" if there.sandbox.complete else there.sandbox.words
            return replace(accepted(there.declared), supposed=supposed)
    except PolicyFailed as failure:
        if failure.died:  # a module that ends its process would end this one as well
            raise
        return Declaration(None, str(failure), late=failure.ran_out)
    except ValueError as failure:
        return Declaration(None, str(failure))


def settled_apart(
    name: str,
    declaration: Declaration,
    about: Callable[[Subject], Claim],
    arms: int | None,
    seconds: float | None,
) -> RunningAudit | None:
    """The audit of a policy whose declaration decides, so that its module is not loaded here."""
    declared = declaration.declared
    if declaration.late and seconds is not None:
        why = declaration.missing.rstrip(".")
        claim = about(Subject("black box", name, None))
        late = CheckResult(CONSTRUCTION, "nothing found", note=f"{why}.", tried=f"nothing: {why}")
        return RunningAudit(name, claim, Reading.MACHINE, iter([late]))
    if declared is None or arms not in (None, declared.arms):
        return None
    claim = about(Subject("policy", name, declared))
    check = by_declaration(declared, claim, (APART, declaration.supposed))
    if check.verdict != "holds":
        return None
    return RunningAudit(name, claim, Reading.MACHINE, iter([check]))
