"""All checks of a policy of this library: its structure, its exact law, its regret."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from banditproof.algorithms.dp_imed import DPIMED
from banditproof.algorithms.dp_klucb import DPKLUCB
from banditproof.algorithms.engine import Experiment
from banditproof.algorithms.phase_level import phase_level_engine
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.rewards import RewardList
from banditproof.algorithms.simulation import engine_of
from banditproof.theory import BernoulliBandit, Enclosure
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.theory.budgets import Budget, PureDP
from banditproof.theory.exact import exact

from .audit_report import CheckResult, Verdict
from .black_box_checks import black_box_checks
from .conformance import Algorithm, Index, nonconformities
from .definitions.notions import Notion
from .evidence import Grade
from .exact_laws.finite_noise import NotEnumerable
from .exact_laws.first_decision import FirstDecision
from .exact_laws.privacy_loss import PrivacyLoss, privacy_loss
from .hidden_memory import MEMORY, changed_by_playing
from .law_checks import LAW, has_own_law, law_check
from .linear_releases import transcript_loss
from .recording import decisions, plays_of, record
from .regret_certificate import planned, regret_audit
from .structure import (
    AFFINE,
    FRESH,
    HORIZON,
    LONG,
    ONCE,
    REPLAY,
    ROUNDING,
    STRUCTURAL_CHECKS,
    inspected,
)

TRANSCRIPT = "loss of the transcript"
EXACT = "exact loss with geometric noise"
LAPLACE = "certified loss of the first decision"
REGRET = "no arm is pulled too rarely"

HORIZONS = (8, 6, 5, 4, 3)
SAMPLED = 4000
"""How many runs are compared where releases allow no conclusion."""
SIMULATED = 10_000


def policy_checks(
    policy: Policy[Any],
    budget: Budget,
    notion: Notion,
    runs: int = 2000,
    deadline: float = math.inf,
    rng: int = 0,
) -> Iterator[CheckResult]:
    """The checks of a policy of this library, those that are cheap first.

    In the machine reading an adversary's rewards, whatever it varies, enter the batches of the
    policy's own pulls; so the structural facts give the budget under every notion. After the
    deadline (of time.monotonic) what was not reached is open.
    """
    structure, sound = _structural(policy, budget)
    yield from structure
    memory = _memory(policy)
    yield memory
    eps = exact(budget.eps) if isinstance(budget, PureDP) else None
    if eps is not None:
        yield _transcript(policy, eps)
    closed = memory.verdict == "holds" and all(
        check.verdict == "holds" for check in structure if check.name in (REPLAY, AFFINE)
    )
    if not closed:
        name = EXACT if eps is not None else LAW
        yield CheckResult(name, "open", note="Decisions may read more than releases, see above.")
        if all(check.verdict != "fails" for check in (*structure, memory)):
            # nothing can be concluded from releases any more, but runs can still refute
            left = None if deadline == math.inf else max(deadline - time.monotonic(), 0.1)
            yield from black_box_checks(policy, budget, notion, left, rng, SAMPLED)
    elif time.monotonic() > deadline:
        yield CheckResult(LAW, "open", note="The time ran out before this check.")
    else:
        if eps is not None:
            yield _exact(policy, eps, deadline)
        if eps is None or (sound and has_own_law(policy)):
            yield law_check(policy, budget, notion, deadline)
    if eps is None:
        return
    if type(policy) is DPIMED:  # a subclass may be another algorithm
        yield from _of_the_paper(policy, eps, "dp-imed")
    elif type(policy) is DPKLUCB:
        yield from _of_the_paper(policy, eps, "dp-klucb")
    if policy.arms == 2 and (sound or _is_compiled(policy)):  # else rejected already, and slow
        if time.monotonic() > deadline:
            yield CheckResult(REGRET, "open", note="The time ran out before this check.")
        else:
            yield _regret(policy, eps, runs)


def _memory(policy: Policy[Any]) -> CheckResult:
    """Open where there is a memory: it may be harmless, but nothing else can be concluded then."""
    changed = changed_by_playing(policy)
    if not changed:
        note = "Attributes, globals and closures are the same after 2 plays of 60 rounds as before."
        return CheckResult(MEMORY, "holds", Grade.SAMPLED, note=note)
    places = ", ".join(changed[:3])
    return CheckResult(
        MEMORY, "open", note=f"A play changes {places}; what is kept there may be raw rewards."
    )


def _structural(policy: Policy[Any], budget: Budget) -> tuple[list[CheckResult], bool]:
    """A row for each structural check, and whether no play shows a violation."""
    try:
        violations, plays, releases = inspected(policy, budget)
    except NotEnumerable as reason:
        rows = [CheckResult(name, "open", note=str(reason)) for name in STRUCTURAL_CHECKS]
        return rows, False
    seen = f"{releases} releases in {plays} plays with {policy.arms} arms"
    if all(violation is None for violation in violations.values()):
        seen += f", some of at least {LONG} rounds: on zeros, ones, coins and fractions"
    sound = all(violation is None for violation in violations.values())
    if releases == 0:
        return [
            CheckResult(name, "open", note="Nothing was released in any play.")
            for name in violations
        ], sound
    repeats = not violations[REPLAY] or _repeats(policy)
    return [
        CheckResult(name, "holds", Grade.SAMPLED, note=f"No violation ({seen}).")
        if violation is None
        else _violated(name, violation, repeats)
        for name, violation in violations.items()
    ], sound


def _violated(name: str, violation: str, repeats: bool) -> CheckResult:
    """What a departure from the shape of a private policy says about the claim.

    One release for each reward and one noise for each release are enough for privacy and not
    needed: two releases at half the budget, two noises, or rewards that are thrown away are
    private as well, and so is a clipped sum, which is not affine; what such a policy spends is the
    question of the losses, or of runs on neighbours where no loss can be computed. A policy with
    its own random numbers, from outside the interface, cannot be replayed, which refutes nothing.
    """
    if name in (ONCE, FRESH, HORIZON, AFFINE):
        return CheckResult(name, "open", note=f"{violation} The usual proof does not apply.")
    if name == REPLAY and not repeats:
        note = f"{violation} It draws its own random numbers, so no play can be repeated."
        return CheckResult(name, "open", note=note)
    return CheckResult(name, "fails", Grade.PROVED, note=violation)


def _repeats(policy: Policy[Any], plays: int = 3) -> bool:
    """Whether plays with the same rewards and the same random numbers are the same."""
    for seed in range(plays):
        rewards = RewardList(np.random.default_rng(seed).integers(0, 2, LONG).tolist())
        one, two = (record(policy, rewards, LONG, seed) for _ in range(2))
        if decisions(one) != decisions(two) or one.released != two.released:
            return False
    return True


def _transcript(policy: Policy[Any], eps: Fraction) -> CheckResult:
    """The released numbers themselves, for the batches of some plays: exact, no actions needed."""
    try:
        loss = transcript_loss(policy)
    except NotEnumerable as reason:
        return CheckResult(TRANSCRIPT, "open", note=str(reason))
    found = Enclosure.of(loss)
    note = "Exact density ratio of all releases for the batches of 4 plays of 120 rounds."
    if loss == 0:
        return CheckResult(TRANSCRIPT, "open", note="Nothing is released within 120 rounds.")
    if loss <= eps * (1 + ROUNDING):  # exact, but for these batches only
        return CheckResult(TRANSCRIPT, "holds", Grade.POINTS, found, note)
    return CheckResult(TRANSCRIPT, "fails", Grade.PROVED, found, note)


def enumeration_cut(eps: Fraction) -> int:
    """How far noise may carry a released sum before it is clamped: about 12/eps, within limits."""
    return min(24, max(6, -(-12 * eps.denominator // eps.numerator)))


def enumerated(
    policy: Policy[Any], eps: Fraction, deadline: float = math.inf
) -> tuple[PrivacyLoss, int]:
    """The exact loss at the longest of a few horizons that is affordable, and that horizon.

    With a deadline the horizons are tried from below, as long as there is time.
    """
    failure = NotEnumerable("No horizon was tried.")
    best: tuple[PrivacyLoss, int] | None = None
    for horizon in HORIZONS if deadline == math.inf else HORIZONS[::-1]:
        if best is not None and time.monotonic() > deadline:
            return best
        try:
            best = privacy_loss(policy, horizon, enumeration_cut(eps)), horizon
        except NotEnumerable as reason:
            if best is not None:
                return best
            failure = reason
        else:
            if deadline == math.inf:
                return best
    if best is None:
        raise failure
    return best


def _exact(policy: Policy[Any], eps: Fraction, deadline: float) -> CheckResult:
    """The pure loss of the law of the actions, which is the same under every notion.

    An event of one action sequence is the worst for pure privacy, and along one sequence lists,
    tables, trees and foreign queries show the same pairs of reward lists.
    """
    try:
        loss, horizon = enumerated(policy, eps, deadline)
    except NotEnumerable as reason:
        return CheckResult(EXACT, "open", note=str(reason))
    if loss.releases < policy.arms and loss.sequences == 1:
        note = f"Nothing is released within {horizon} rounds, so no decision can be compared."
        return CheckResult(EXACT, "open", note=note)
    where = f"All reward lists and neighbours at T = {horizon}, sums clamped to a window; largest "
    if loss.holds(eps):
        note = f"{where}ratio for {loss.witness}."
        return CheckResult(EXACT, "holds", Grade.PROVED, loss.epsilon, note)
    return CheckResult(
        EXACT, "fails", Grade.PROVED, loss.epsilon, f"T = {horizon}: {loss.witness}."
    )


def _of_the_paper(policy: DPIMED | DPKLUCB, eps: Fraction, index: Index) -> Iterator[CheckResult]:
    """The checks that know which algorithm is meant: Laplace noise exactly, schedule, index."""
    schedule = policy.schedule
    if policy.arms == 2 and policy.noise is None:
        decision = FirstDecision(index, policy.eps, policy.ties, schedule.batch(0))
        loss = decision.loss()
        verdict: Verdict = "holds" if loss.hi <= eps else "fails" if loss.lo > eps else "open"
        note = f"Laplace noise, rewards in {{0, 1}}, round {2 * schedule.batch(0) + 1}."
        grade = Grade.PROVED if verdict == "fails" else Grade.POINTS
        yield CheckResult(LAPLACE, verdict, grade, loss, note)
    if isinstance(schedule, GeometricSchedule):
        meant = Algorithm(index, policy.eps, schedule.ratio, schedule.first, policy.ties)
        found: dict[str, str | None] = {}
        for play in plays_of(policy):
            for name, problem in nonconformities(meant, play, policy.arms).items():
                found[name] = found.get(name) or problem
        for name, problem in found.items():
            note = problem or "A second implementation in balls agrees on all decisions of 4 plays."
            grade = Grade.PROVED if problem else Grade.POINTS
            yield CheckResult(name, "fails" if problem else "holds", grade, note=note)


def _experiment(policy: Policy[Any]) -> Experiment:
    return Experiment(policy, BernoulliBandit(("0.5", "0.3")), SIMULATED)


def _is_compiled(policy: Policy[Any]) -> bool:
    return engine_of(_experiment(policy)).compiled


def _regret(policy: Policy[Any], eps: Fraction, runs: int) -> CheckResult:
    horizon = SIMULATED
    if phase_level_engine(_experiment(policy)) is None:  # then a run costs its number of rounds
        horizon, runs = (2000, min(runs, 500)) if _is_compiled(policy) else (300, min(runs, 100))
    certificate = planned(eps, runs)
    found = regret_audit(policy, eps, certificate, horizon, runs)
    seldom = f"at most {certificate.pulls} pulls of arm 2 in {horizon} rounds"
    bound = f"{float(found.seldom.lo):.4g} against the bound {float(found.right.hi):.4g}"
    note = f"Probability of {seldom}, means (.5, .3), {runs} runs: >= {bound}."
    if found.rejects:
        return CheckResult(REGRET, "fails", Grade.STATISTICAL, note=note)
    if found.right.hi >= 1:
        return CheckResult(
            REGRET, "open", note=f"eps is too large for {runs} runs to say anything."
        )
    return CheckResult(REGRET, "holds", Grade.STATISTICAL, note=note)
