"""The wrong policies of `policies` as entries of the corpus, with their references."""

from typing import Any
from banditproof.algorithms.engines.per_step import play
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.randomness import Silent
from banditproof.algorithms.regret.adap_klucb import AdaPKLUCB
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.algorithms.rewards import RewardCycles
from banditproof.theory import Enclosure
from banditproof.theory.budgets import PureDP
from banditproof.verify.conformance import CONFORMANCE_CHECKS, Algorithm, nonconformities
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.privacy_loss import privacy_loss
from banditproof.verify.linear_releases import transcript_loss
from .entry import OWN, ROUNDING, Engine, Entry, Judge, Judgement, judged, not_refuted, refuted
from .policies import MUTANTS, Mutant
from .whole_audit import audit_entry
from .wrong_sums import UnforgettingAdaP

EPS = 1
CLAIM = PureDP(EPS)
CYCLES = ((1, 1, 1, 0), (0, 1, 0, 0))
IMED = DPIMED(arms=2, eps=EPS, ties="first")
ADAP = AdaPKLUCB(arms=2, eps=EPS, ties="first")
HORIZON = 5
CUT = 5
MEANT = Algorithm("dp-imed", EPS, 2, 1, "first")


def conformance_judge(policy: Policy[Any]) -> Judgement:
    """Whether a play of a policy is one of DP-IMED."""
    played = play(policy, RewardCycles(CYCLES), 200, Silent())
    result = nonconformities(MEANT, played, policy.arms)
    problems = [f"[{name}] {problem}" for name, problem in result.items() if problem]
    if problems:
        return refuted(Grade.PROVED, None, " ".join(problems))
    return not_refuted(Grade.SAMPLED, "A play of 200 rounds is as the paper says.")


def actions_judge(policy: Policy[Any]) -> Judgement:
    """Whether the actions alone keep the claim, exactly, with discrete noise, at T = 5."""
    result = privacy_loss(policy, HORIZON, CUT)
    return judged(result.holds(EPS), Grade.PROVED, result.epsilon, f"At worst {result.witness}.")


def transcript_judge(policy: Policy[Any]) -> Judgement:
    """Whether the released numbers of some plays keep the claim, exactly, for their batches."""
    loss = transcript_loss(policy)
    why = "Density ratio of all releases for the batches of 4 plays of 120 rounds."
    return judged(loss <= EPS * (1 + ROUNDING), Grade.PROVED, Enclosure.of(loss), why)


REFUTED: dict[str, dict[str, Any]] = {
    "noise scale halved": {"output": "transcript"},
    "noise of the first phase dropped": {"horizon": 4},
    "noise reused across phases": {"horizon": 8, "samples": 4000},
    "one shared noise for all arms": {"horizon": 4},
    "sample counted twice": {"horizon": 6, "samples": 6000},
    "clipping dropped with rewards in [0, 2]": {"horizon": 6, "samples": 6000},
    "decision that peeks at a raw reward": {"horizon": 4},
    "noise cancelled behind the trace": {"horizon": 4},
    "raw sum added behind the trace": {"horizon": 4},
}
"""With which options of the audit a mutant is refuted."""
TOO_LITTLE = "Its actions lose at most 2 where 1 is claimed, and that in rare plays only."
LIMITS = {
    "noise scale halved behind the declaration": TOO_LITTLE,
    "raw prefix re-summed with fresh noise": "A reward enters a few sums, each with fresh noise.",
    "forgetting dropped": "A reward enters a few sums, each with fresh noise.",
    "running mean released each step": "A reward weighs little in means of many; few runs differ.",
    "noise divided by the batch size": "The first batches are of one reward, with all its noise.",
    "rewards lost before the release": "It is private; it releases another sum than it claims.",
    "tie rule that reads raw rewards": "Continuous noise leaves no ties but those of equal index.",
    "pulls of the truncated batch released": "The release comes after the last action.",
    "noise of the first twelve releases only": "Twelve releases take 126 rounds.",
    "noise too weak late": "It is too weak after 1000 rounds only.",
    "rewards of long batches counted three times": "A batch has 501 rewards after 1000 rounds.",
    "rewards of a fringe amplified": "No reward is tried between 0.999 and 1.",
    "noise that depends on the raw sum": "A sum of 200 takes more than 200 rounds.",
    "noise law chosen by a raw reward": "All its noises are large enough; only their law tells.",
    "decision that peeks late": "It peeks after 1000 rounds only.",
    "raw rewards hoarded for later": "It peeks after 100 000 rounds only, which no run has.",
}
"""Why a mutant is not refuted by runs of a few rounds; judges of its recorded plays see it."""
FEW = {"horizon": 6, "samples": 200}


def _by_audit(mutant: Mutant) -> Entry:
    limit = LIMITS.get(mutant.name, "")
    return audit_entry(CLAIM, **REFUTED.get(mutant.name, FEW))(
        mutant.name,
        defect=mutant.defect,
        mutant=mutant.make(EPS),
        reference=ADAP if mutant.build is UnforgettingAdaP else IMED,
        expected=("not refuted" if limit else "refuted", "held"),
        limit=limit,
    )


def _by_conformance(mutant: Mutant) -> Entry:
    return Entry(
        mutant.name,
        mutant.defect,
        OWN,
        mutant.make(EPS),
        IMED,
        Engine.CONFORMANCE,
        CLAIM,
        conformance_judge,
        ("refuted", "not refuted"),
        mend="the same play under all engines, which other tests compare draw for draw",
    )


def _seen_in(place: str, name: str, engine: Engine, judge: Judge) -> Entry:
    (mutant,) = (mutant for mutant in MUTANTS if mutant.name == name)
    words = f"{name}, seen in the {place}"
    return Entry(words, mutant.defect, OWN, mutant.make(EPS), IMED, engine, CLAIM, judge)


IN_ACTIONS = (
    *("noise scale halved", "noise of the first phase dropped", "sample counted twice"),
    "clipping dropped with rewards in [0, 2]",
)
IN_RELEASES = ("noise reused across phases", "one shared noise for all arms")

ENTRIES = (
    *(
        (_by_conformance if mutant.caught_by in CONFORMANCE_CHECKS else _by_audit)(mutant)
        for mutant in MUTANTS
    ),
    *(_seen_in("actions", name, Engine.ACTIONS, actions_judge) for name in IN_ACTIONS),
    *(_seen_in("releases", name, Engine.LINEAR, transcript_judge) for name in IN_RELEASES),
)
