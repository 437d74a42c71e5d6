"""Claims about the privacy of the two algorithms: Proposition 4.2."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Literal
from banditproof.algorithms import DPIMED, DPKLUCB, Policy
from banditproof.algorithms.policy import Ties
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.seen_structure import faults_by_part
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory.mechanisms import DiscreteLaplace
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.finite_noise import geometric_ratio
from banditproof.verify.exact_laws.first_decision import FirstDecision
from banditproof.verify.exact_laws.merged_law import action_law
from banditproof.verify.exact_laws.privacy_loss import PrivacyLoss, privacy_loss
from banditproof.verify.mutants import peeking, weak_noise, wrong_sums

PolicyMaker = Callable[..., Policy[Any]]
Inspect = Callable[[Policy[Any], str], Mapping[str, str | None]]

INDEXES: tuple[Literal["dp-imed", "dp-klucb"], ...] = ("dp-imed", "dp-klucb")
TIES: tuple[Ties, ...] = ("first", "random")
LOSSES = {"0.5": ("0.5", "0"), "1": ("1", "0.703292"), "2": ("2", "2")}
"""The largest log-ratio at T = 5 of DP-IMED and of DP-KLUCB, at each eps."""

LAWS = (
    ("dp-imed", "1", "12: 0.92767051, 21: 0.07232949"),
    ("dp-imed", "2", "11: 0.17542432, 12: 0.81036634, 21: 0.01102365, 22: 0.00318568"),
    ("dp-klucb", "1", "11: 0.64020083, 12: 0.35979917"),
    ("dp-klucb", "2", "11: 0.72891195, 12: 0.25687871, 21: 0.00149189, 22: 0.01271745"),
)
"""The law of the arms of rounds 3 and 5 on the rewards 1, 0, 1, 0."""


def _geometric(eps: str) -> DiscreteLaplace:
    """Two-sided geometric noise whose loss is eps up to a relative 1e-9, from below."""
    return DiscreteLaplace(geometric_ratio(Fraction(eps), Fraction(1, 10**9)))


@cache
def _loss(policy: Policy[Any], horizon: int) -> PrivacyLoss:
    """The exact loss of a policy with geometric noise."""
    return privacy_loss(policy, horizon, cut=8)


@cache
def _law(policy: Policy[Any]) -> dict[tuple[int, ...], Fraction]:
    """The law of the actions on the rewards 1, 0, 1, 0, 0."""
    return action_law(policy, (1, 0, 1, 0, 0), cut=10)


def _required_loss(make: PolicyMaker, eps: str, horizon: int) -> PrivacyLoss:
    """The exact loss with geometric noise, required to be at most eps."""
    made = make(arms=2, eps=Fraction(eps), ties="first")
    noise = _geometric(eps)
    if getattr(made, "noise", noise) is None and type(made).mechanism is DPIMED.mechanism:
        made = make(arms=2, eps=Fraction(eps), ties="first", noise=noise)
    loss = _loss(made, horizon)
    case: dict[str, Any] = {"eps": eps, "T": horizon, "loss": loss.epsilon, "at": loss.witness}
    finding = f"The law of the actions of {type(made).__name__} is not private."
    require(loss.holds(eps), finding, **case)
    return loss


def _require_known_losses(klucb: PolicyMaker, imed: PolicyMaker) -> None:
    """The exact losses at T = 5 are at most eps, and have the known values."""
    for eps, values in LOSSES.items():
        for make, known in zip((imed, klucb), values, strict=True):
            loss = _required_loss(make, eps, horizon=5).epsilon
            near = abs(loss.lower - Fraction(known)) <= Fraction(1, 10**6)
            require(near, "The loss has another value.", eps=eps, loss=loss, known=known)


def _require_known_laws(klucb: PolicyMaker, imed: PolicyMaker) -> None:
    """The exact law of two decisions has the known values."""
    for name, eps, text in LAWS:
        law = dict(entry.split(": ") for entry in text.split(", "))
        make = imed if name == "dp-imed" else klucb
        policy = make(arms=2, eps=Fraction(eps), ties="first", noise=_geometric(eps))
        results: dict[str, Fraction] = {}
        for actions, mass in _law(policy).items():
            arms = f"{actions[2] + 1}{actions[4] + 1}"
            results[arms] = results.get(arms, Fraction(0)) + mass
        for arms in {*law, *results}:
            mass, known = results.get(arms, Fraction(0)), Fraction(law.get(arms, 0))
            finding = "The law of two decisions differs."
            near = abs(mass - known) <= Fraction(2, 10**8)
            require(near, finding, policy=name, eps=eps, arms=arms, mass=float(mass))


UNINSPECTED: dict[str, Inspect] = {"inspect": lambda policy, eps: {}}
"""No structural check at all, so that the exact law has to notice."""


@checks(
    "bern.prop4.2",
    mutants={
        "sharper: e^(0.98 eps)": {"share": Fraction(49, 50)},
        "half the noise": {"imed": weak_noise.HalvedNoise},
        "half the noise, seen by the exact law": {"imed": weak_noise.HalvedNoise, **UNINSPECTED},
        "no noise in the first phase": {"imed": weak_noise.SilentFirstPhase},
        "no noise in the first phase, seen by the exact law": {
            "imed": weak_noise.SilentFirstPhase,
            **UNINSPECTED,
        },
        "noise used again": {"imed": weak_noise.ReusedNoise},
        "one noise for all arms": {"imed": weak_noise.SharedNoise},
        "running mean of every round": {"imed": wrong_sums.RunningMean},
        "raw prefixes with fresh noise": {"imed": wrong_sums.ResummedPrefix},
        "decision that peeks": {"imed": peeking.Peeking},
        "ties that peek": {"imed": peeking.PeekingTies},
        "truncated batch released": {"imed": wrong_sums.ReleasedTruncation},
    },
)
def both_are_private(
    klucb: PolicyMaker = DPKLUCB,
    imed: PolicyMaker = DPIMED,
    inspect: Inspect = faults_by_part,
    share: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The structure that the proof uses, on plays; exact laws at T = 5; Laplace noise at T = 3."""
    sides = Sides()
    for make, eps in ((imed, "1"), (klucb, "0.25")):
        for part, fault in inspect(make(arms=2, eps=eps), eps).items():
            finding = f"The structure of the proof is broken: {part}."
            require(not fault, finding, Grade.PROVED, fault=fault)
    _require_known_losses(klucb, imed)
    _require_known_laws(klucb, imed)
    loss = _required_loss(imed, "1", horizon=5).epsilon
    finding = "The law of the actions has a loss above eps."
    sides.at_most(loss.lower, share, finding, policy="DP-IMED", eps=1, T=5)
    for eps, index, ties in product(("0.25", "1", "3"), INDEXES, TIES):
        first = FirstDecision(index, eps, ties).loss()
        finding = "The first decision is not private."
        sides.at_most(first, share * Fraction(eps), finding, index=index, eps=eps, ties=ties)
    return proof.verdict(sharpness=sides.sharpness)


@checks("bern.prop4.2.horizon7")
@mutant("half the noise", imed=weak_noise.HalvedNoise)
def both_are_private_at_seven(klucb: PolicyMaker = DPKLUCB, imed: PolicyMaker = DPIMED) -> Verdict:
    """All lists of length 7 and all their neighbours, with geometric noise of eps = 1."""
    for make in (imed, klucb):
        _required_loss(make, "1", horizon=7)
    return points()
