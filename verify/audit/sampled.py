"""Runs of a policy on neighbouring inputs, compared: they refute a claim, or say what was tried."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any
import numpy as np
from banditproof.algorithms.engines.engine import Experiment
from banditproof.algorithms.engines.phase_level import phase_level_engine
from banditproof.algorithms.engines.simulation import engine_of
from banditproof.algorithms.interfaces.contexts import Contexts
from banditproof.algorithms.interfaces.factories import FreshRuns
from banditproof.algorithms.policy import Policy, may_stop
from banditproof.theory import BernoulliBandit, Enclosure
from banditproof.theory.budgets import ApproxDP, PureDP
from banditproof.theory.enclosure import INFINITE
from banditproof.theory.exact import Number, exact
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.evidence import Grade
from banditproof.verify.regret_certificate import planned, regret_audit
from banditproof.verify.sampling import audit_black_box
from banditproof.verify.sampling.inputs import as_input, block_length
from banditproof.verify.sampling.neighbourhoods import Pair, bases
from banditproof.verify.sampling.sampler import BlackBoxSampler
from .claim import Claim
from .facts import Facts
from .offered_contexts import OfferedContexts
from .recording import decisions
from .report import CheckResult, InterruptedStation

SEARCH = "runs on neighbours, compared"
PROBE_ROUNDS = 60
PATIENCE = 10.0
"""How many seconds a run may take, unless more is said."""
HORIZONS = (8, 32)
"""The rounds of the runs, unless the claim says its own."""
MOST_ROUNDS, MOST_ROUNDS_OF_BOXES = 10**4, 10**6
"""The longest runs that are compared.

A policy of this library is the same object at every horizon, so that shorter runs of it are the
beginnings of longer ones; an object of a factory may depend on the horizon that it was given."""
SAMPLES, OF_A_BOX = 40_000, 160_000
"""The runs of a policy of this library, of which more is known, and of a black box."""
FOLLOWED, STEPS = 4 * SAMPLES, 800_000
"""How many runs, and how many rounds in all, follow a suspicion at most."""
LONGEST = 400
"""The rounds up to which a suspicion is followed."""
UNDER_EXPLORATION = "no arm is pulled too rarely"
EXPERIMENT_ROUNDS, EXPERIMENT_RUNS = 10_000, 2000


@dataclass(frozen=True)
class Effort:
    """How much is sampled: runs decide, and a time limit only where one is given."""

    samples: int = SAMPLES
    seconds: float | None = None
    rng: int = 0
    level: Number = "1e-3"
    clips: bool = False
    """Whether the policy claims to clip rewards, so that others are fed as well."""
    shrink: bool = True
    """Whether inputs that refute the claim are made smaller, with runs of their own."""
    patience: float = PATIENCE
    """How many seconds a run may take."""
    interface: Mapping[str, Any] = field(default_factory=dict)
    """What the interface of a black box needs: contexts, dim, batch, slate."""


def probed(
    policy: Policy[Any],
    name: str,
    offered: OfferedContexts | None = None,
    patience: float = PATIENCE,
) -> None:
    """Raise a ValueError if a policy raises, names no arm, or does not return.

    It is played for a few dozen rounds under a time limit, before anything longer starts.
    """
    runs = FreshRuns(policy, arms=policy.arms)
    runs.name = name
    shown = None if offered is None else Contexts.of(offered.drawn, PROBE_ROUNDS)
    sampler = BlackBoxSampler(runs, policy.arms, PROBE_ROUNDS, patience, contexts=shown)
    source = bases(Notion.TABLE, policy.arms, PROBE_ROUNDS, np.random.default_rng(0))[0]
    sampler.sample([source], np.zeros(2, int), np.random.default_rng(0))


def sampled(
    factory: Callable[..., Any] | Policy[Any],
    claim: Claim,
    effort: Effort,
    suspicious: Sequence[Pair] = (),
) -> CheckResult:
    """`fails` with its level where runs show it, else `not refuted` with all that was tried.

    Pairs of inputs that looked suspicious before are followed first, each group of equal length
    with runs of its own; the level is shared.
    """
    began = time.monotonic()
    lengths = sorted({len(pair.left.blocks) for pair in suspicious})
    share = exact(effort.level) / (1 + len(lengths))
    tried: list[str] = []
    for rounds in lengths:
        pairs = [pair for pair in suspicious if len(pair.left.blocks) == rounds]
        most = min(FOLLOWED, max(STEPS // rounds, 1000)) * effort.samples // SAMPLES
        limit = max(most, 1)
        with _joined(tried):
            result = _compared(factory, claim, effort, share, (rounds,), limit, began, pairs)
        if result.verdict == "fails":
            return result
        tried.append(result.tried)
    horizons = compared_horizons(isinstance(factory, Policy), claim.horizon)
    with _joined(tried):
        result = _compared(factory, claim, effort, share, horizons, effort.samples, began)
    return replace(result, tried="; ".join((*tried, result.tried)))


@contextmanager
def _joined(tried: Sequence[str]) -> Iterator[None]:
    """Put what was tried before into what an interrupted comparison found."""
    try:
        yield
    except InterruptedStation as stopped:
        check = stopped.check
        raise InterruptedStation(replace(check, tried="; ".join((*tried, check.tried)))) from None


def compared_horizons(library: bool, horizon: int | None) -> tuple[int, ...]:
    """The rounds of the runs for a claim about a horizon, or about every one.

    >>> compared_horizons(True, None), compared_horizons(True, 50), compared_horizons(True, 10**15)
    ((8, 32), (50,), (8, 32))
    """
    if horizon is None:
        return HORIZONS
    if library:
        return (horizon,) if horizon <= MOST_ROUNDS else HORIZONS
    if horizon > MOST_ROUNDS_OF_BOXES:
        raise ValueError(
            f"The horizon is {horizon}, and runs are compared up to {MOST_ROUNDS_OF_BOXES} rounds; "
            "give a shorter one, or none."
        )
    return (horizon,)


def _compared(
    factory: Callable[..., Any] | Policy[Any],
    claim: Claim,
    effort: Effort,
    level: Number,
    horizons: tuple[int, ...],
    samples: int,
    began: float,
    pairs: Sequence[Pair] = (),
) -> CheckResult:
    seconds = effort.seconds
    if seconds is not None:
        seconds = max(seconds - (time.monotonic() - began), 0.01)
    comparison = audit_black_box(
        factory,
        claim.budget,
        notion=claim.notion,
        arms=claim.arms,
        horizon=horizons,
        grows=claim.horizon is None and not pairs,
        rewards=claim.rewards,
        pairs=pairs,
        seconds=seconds,
        samples=samples,
        rng=effort.rng,
        level=level,
        patience=effort.patience if seconds is None else min(effort.patience, seconds),
        clips=effort.clips,
        shrink=effort.shrink,
        **effort.interface,
    )
    note = comparison.sentence
    witness = comparison.witness if comparison.verdict == "fails" else None
    if witness is not None:
        note = f"{note}. Witness: {witness}"
    if not comparison.reproducible:
        note = f"{note} The policy draws its own random numbers, so no seed reproduces these runs."
    low = Enclosure.of(comparison.lower_bound, INFINITE) if comparison.lower_bound else None
    if isinstance(claim.budget, ApproxDP):  # the bound is an eps at the claimed delta
        low = None
    shown = None if witness is None else witness.to_json()
    result = CheckResult(
        SEARCH,
        comparison.verdict,
        Grade.STATISTICAL,
        low,
        note,
        shown,
        comparison.tried,
        comparison,
    )
    if comparison.interrupted:
        raise InterruptedStation(result)
    return result


def suspects(facts: Facts) -> list[Pair]:
    """Neighbours around the first round in which equal releases led to other decisions."""
    claim = facts.claim
    if claim.notion is Notion.INTERACTIVE:
        return []
    pairs: list[Pair] = []
    for play in facts.plays:
        first = min(
            (t for forced in play.forced if (t := _parting(play.decided, decisions(forced)))),
            default=0,
        )
        horizon = first if claim.horizon is None else min(first, claim.horizon)
        rewards = play.record.rewards
        if 2 <= horizon <= LONGEST:  # what comes after a stop is never paid
            padded = (*rewards, *(rewards[-1:] * horizon))[:horizon]
            pairs += _around(padded, claim)
        if len(pairs) >= 8:
            break
    return pairs


def _parting(one: Any, other: Any) -> int:
    """The first round at which two plays differ, in a pull or because one stops; 0 if none."""
    for left, right in zip(one.pulls, other.pulls, strict=False):
        if left != right:
            return int(left[0])
    longer = max(one.pulls, other.pulls, key=len)
    if len(one.pulls) != len(other.pulls):
        return int(longer[min(len(one.pulls), len(other.pulls))][0])
    if one.recommended != other.recommended:
        return int(longer[-1][0]) + int(longer[-1][2])
    return 0


def _around(rewards: Sequence[float], claim: Claim) -> list[Pair]:
    width = block_length(claim.notion, claim.arms)
    low, high = (float(end) for end in (claim.rewards.lo, claim.rewards.hi))
    blocks = [(float(reward),) * width for reward in rewards]
    pairs = []
    for place in dict.fromkeys((len(blocks) - 2, len(blocks) - 3, 0)):
        if 0 <= place < len(blocks):
            opposite = low if blocks[place][0] == high else high
            changed = [*blocks[:place], (opposite,) * width, *blocks[place + 1 :]]
            pairs.append(
                Pair(
                    as_input(claim.notion, claim.arms, blocks),
                    as_input(claim.notion, claim.arms, changed),
                )
            )
    return pairs


def may_under_explore(policy: Policy[Any], claim: Claim) -> bool:
    """Whether the lower bound on pulls says something about such a policy and claim."""
    if policy.arms != 2 or policy.dimension is not None or may_stop(policy):
        return False
    return isinstance(claim.budget, PureDP) and claim.horizon is None


def under_exploration(policy: Policy[Any], claim: Claim, level: Number) -> CheckResult | None:
    """`fails` if an arm is pulled too rarely for the claimed eps; None where it does not apply.

    A private policy fails with probability at most `level`.

    A private policy must explore: the lower bound on pulls, turned round into a test. A policy that
    pulls a bad arm too rarely on one bandit cannot be eps-DP, if it finds the same arm on another
    (`one.thm1`).
    """
    if not may_under_explore(policy, claim):
        return None
    assert isinstance(claim.budget, PureDP)
    confidence = 1 - exact(level)
    eps = exact(claim.budget.eps)
    experiment = Experiment(policy, BernoulliBandit(("0.5", "0.3")), EXPERIMENT_ROUNDS)
    horizon, runs = EXPERIMENT_ROUNDS, EXPERIMENT_RUNS
    if phase_level_engine(experiment) is None:  # then a run costs its number of rounds
        horizon, runs = (2000, 500) if engine_of(experiment).compiled else (300, 100)
    certificate = planned(eps, runs, confidence)
    if certificate.right_side(eps, 0) >= 1:
        return None  # eps is too large for so many runs
    regret = regret_audit(policy, eps, certificate, horizon, runs, confidence)
    seldom = f"at most {certificate.pulls} pulls of arm 2 in {horizon} rounds"
    bound = f"{float(regret.seldom.lo):.4g} against the bound {float(regret.right):.4g}"
    note = f"Probability of {seldom}, means (.5, .3), {runs} runs: >= {bound}."
    if regret.rejects:
        return CheckResult(UNDER_EXPLORATION, "fails", Grade.STATISTICAL, note=note)
    tried = f"{runs} runs of {horizon} rounds for arms that are pulled too rarely"
    return CheckResult(
        UNDER_EXPLORATION, "nothing found", Grade.STATISTICAL, note=note, tried=tried
    )
