"""The wrong policies of `policies` as entries of the corpus, with their references."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from banditproof.algorithms.adap_klucb import AdaPKLUCB
from banditproof.algorithms.dp_imed import DPIMED
from banditproof.algorithms.per_step import play
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.randomness import Silent
from banditproof.algorithms.rewards import RewardCycles
from banditproof.theory import Enclosure
from banditproof.theory.budgets import PureDP
from banditproof.verify.audit.judges.hidden_memory import MEMORY
from banditproof.verify.audit.memory import changed_by_playing
from banditproof.verify.audit.price import ROUNDING
from banditproof.verify.audit.structure import structure_of
from banditproof.verify.conformance import CONFORMANCE_CHECKS, Algorithm, nonconformities
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.privacy_loss import privacy_loss
from banditproof.verify.linear_releases import transcript_loss

from .entry import OWN, Engine, Entry, Judge, Judgement, not_refuted, judged, refuted
from .policies import MUTANTS, Mutant
from .wrong_sums import UnforgettingAdaP

EPS = 1
CLAIM = PureDP(EPS)
CYCLES = ((1, 1, 1, 0), (0, 1, 0, 0))
IMED = DPIMED(arms=2, eps=EPS, ties="first")
ADAP = AdaPKLUCB(arms=2, eps=EPS, ties="first")
HORIZON = 5
CUT = 5


def objections(policy: Policy[Any], meant: Algorithm | None) -> Iterator[tuple[str, str]]:
    """The violations that the checks find: the name of each check, and what it found."""
    if meant is not None:
        played = play(policy, RewardCycles(CYCLES), 200, Silent())
        found = nonconformities(meant, played, policy.arms)
        yield from ((name, problem) for name, problem in found.items() if problem)
    places = changed_by_playing(policy)
    if places:
        yield MEMORY, f"A play changes {places[0]}."
    seen = structure_of(policy, EPS).seen
    yield from ((name, problem) for name, problem in seen.items() if problem)


def _judged(policy: Policy[Any], meant: Algorithm | None) -> Judgement:
    found = list(objections(policy, meant))
    if not found:
        return not_refuted(Grade.SAMPLED, "No check finds a violation in its plays.")
    grade = Grade.SAMPLED if found == [(MEMORY, found[0][1])] else Grade.PROVED
    return refuted(grade, None, " ".join(f"[{name}] {problem}" for name, problem in found))


def imed_judge(policy: Policy[Any]) -> Judgement:
    """Whether a policy is DP-IMED, and private by its structure."""
    return _judged(policy, Algorithm("dp-imed", EPS, 2, 1, "first"))


def structure_judge(policy: Policy[Any]) -> Judgement:
    """Whether a policy is private by its structure."""
    return _judged(policy, None)


def actions_judge(policy: Policy[Any]) -> Judgement:
    """Whether the actions alone keep the claim, exactly, with discrete noise, at T = 5."""
    found = privacy_loss(policy, HORIZON, CUT)
    return judged(found.holds(EPS), Grade.PROVED, found.epsilon, f"At worst {found.witness}.")


def transcript_judge(policy: Policy[Any]) -> Judgement:
    """Whether the released numbers of some plays keep the claim, exactly, for their batches."""
    loss = transcript_loss(policy)
    why = "Density ratio of all releases for the batches of 4 plays of 120 rounds."
    return judged(loss <= EPS * (1 + ROUNDING), Grade.PROVED, Enclosure.of(loss), why)


def _by_checks(mutant: Mutant) -> Entry:
    forgetting = mutant.build is UnforgettingAdaP
    return Entry(
        mutant.name,
        mutant.defect,
        OWN,
        mutant.make(EPS),
        ADAP if forgetting else IMED,
        Engine.CONFORMANCE if mutant.caught_by in CONFORMANCE_CHECKS else Engine.STRUCTURE,
        CLAIM,
        structure_judge if forgetting else imed_judge,
    )


def _seen_in(place: str, mutant: Mutant, engine: Engine, judge: Judge) -> Entry:
    name = f"{mutant.name}, seen in the {place}"
    return Entry(name, mutant.defect, OWN, mutant.make(EPS), IMED, engine, CLAIM, judge)


IN_ACTIONS = (
    "noise scale halved",
    "noise of the first phase dropped",
    "sample counted twice",
    "clipping dropped with rewards in [0, 2]",
)
IN_RELEASES = ("noise reused across phases", "one shared noise for all arms")

ENTRIES = (
    *(_by_checks(mutant) for mutant in MUTANTS),
    *(
        _seen_in("actions", m, Engine.ACTIONS, actions_judge)
        for m in MUTANTS
        if m.name in IN_ACTIONS
    ),
    *(
        _seen_in("releases", m, Engine.LINEAR, transcript_judge)
        for m in MUTANTS
        if m.name in IN_RELEASES
    ),
)
