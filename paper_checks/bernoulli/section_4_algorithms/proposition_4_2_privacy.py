"""Claims about the privacy of the two algorithms: Proposition 4.2."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from banditproof.algorithms import DPIMED, DPKLUCB, Policy
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory.exact import Number
from banditproof.theory.mechanisms import DiscreteLaplace
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.finite_noise import geometric_ratio
from banditproof.verify.exact_laws.first_decision import FirstDecision
from banditproof.verify.exact_laws.merged_law import action_law
from banditproof.verify.exact_laws.privacy_loss import PrivacyLoss, privacy_loss
from banditproof.verify.mutants import peeking, weak_noise, wrong_sums
from banditproof.verify.structure import inspected

PolicyMaker = Callable[..., Policy[Any]]
Inspect = Callable[[Policy[Any], Number], dict[str, str | None]]

LOSSES = {"0.5": ("0.5", "0"), "1": ("1", "0.703292"), "2": ("2", "2")}
"""The largest log-ratio at T = 5 of DP-IMED and of DP-KLUCB, at each eps."""

LAWS = {
    ("dp-imed", "1"): {"12": "0.92767051", "21": "0.07232949"},
    ("dp-imed", "2"): {
        "11": "0.17542432",
        "12": "0.81036634",
        "21": "0.01102365",
        "22": "0.00318568",
    },
    ("dp-klucb", "1"): {"11": "0.64020083", "12": "0.35979917"},
    ("dp-klucb", "2"): {
        "11": "0.72891195",
        "12": "0.25687871",
        "21": "0.00149189",
        "22": "0.01271745",
    },
}
"""The law of the arms of rounds 3 and 5 on the rewards 1, 0, 1, 0."""


def structure(policy: Policy[Any], eps: Number) -> dict[str, str | None]:
    """What the structural checks have against a policy."""
    return inspected(policy, eps)[0]


def _trusting(policy: Policy[Any], eps: Number) -> dict[str, str | None]:
    """No structural check at all, so that the exact law has to notice."""
    return {}


def _geometric(eps: str) -> DiscreteLaplace:
    """Two-sided geometric noise whose loss is eps up to a relative 1e-9, from below."""
    return DiscreteLaplace(geometric_ratio(Fraction(eps), Fraction(1, 10**9)))


def _exact_loss(make: PolicyMaker, eps: str, horizon: int, cut: int) -> PrivacyLoss:
    made = make(arms=2, eps=Fraction(eps), ties="first")
    twin = _geometric(eps)
    if getattr(made, "noise", twin) is None and type(made).mechanism is DPIMED.mechanism:
        made = make(arms=2, eps=Fraction(eps), ties="first", noise=twin)
    return privacy_loss(made, horizon, cut=cut)


def _losses(klucb: PolicyMaker, imed: PolicyMaker) -> tuple[str | None, dict[str, float]]:
    """The exact losses at T = 5 against eps, and against the known values."""
    found = {}
    for eps, known in LOSSES.items():
        for make, name, value in ((imed, "dp-imed", known[0]), (klucb, "dp-klucb", known[1])):
            loss = _exact_loss(make, eps, horizon=5, cut=8)
            at = f"{name}, eps = {eps}, T = 5"
            if not loss.holds(eps):
                return f"{at}: the log-ratio is {loss.epsilon}, {loss.witness}.", {}
            if abs(Fraction(loss.epsilon.lo) - Fraction(value)) > Fraction(1, 10**6):
                return f"{at}: the log-ratio is {loss.epsilon}, not {value}.", {}
            found[at] = round(float(loss.epsilon), 6)
    return None, found


def _laws_fault(klucb: PolicyMaker, imed: PolicyMaker) -> str | None:
    """The exact law of two decisions against the known values."""
    for (name, eps), law in LAWS.items():
        make = imed if name == "dp-imed" else klucb
        policy = make(arms=2, eps=Fraction(eps), ties="first", noise=_geometric(eps))
        found: dict[str, Fraction] = {}
        for actions, mass in action_law(policy, (1, 0, 1, 0, 0), cut=10).items():
            arms = f"{actions[2] + 1}{actions[4] + 1}"
            found[arms] = found.get(arms, Fraction(0)) + mass
        for arms in {*law, *found}:
            if abs(found.get(arms, Fraction(0)) - Fraction(law.get(arms, 0))) > Fraction(2, 10**8):
                return f"{name}, eps = {eps}: Pr[{arms}] = {float(found.get(arms, 0)):.9f}."
    return None


PRIVACY = r"DP-KLUCB and DP-IMED are $\epsilon$-DP for rewards in $[0,1]$."


@claim(
    "bern.prop4.2",
    PRIVACY,
    recorded="holds",
    mutants={
        "half the noise": {"imed": weak_noise.HalvedNoise},
        "half the noise, seen by the exact law": {
            "imed": weak_noise.HalvedNoise,
            "inspect": _trusting,
        },
        "no noise in the first phase": {"imed": weak_noise.SilentFirstPhase},
        "no noise in the first phase, seen by the exact law": {
            "imed": weak_noise.SilentFirstPhase,
            "inspect": _trusting,
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
    klucb: PolicyMaker = DPKLUCB, imed: PolicyMaker = DPIMED, inspect: Inspect = structure
) -> Verdict:
    """The structure that the proof uses, exact laws at T = 5, and Laplace noise at T = 3."""
    for make, eps in ((imed, "1"), (klucb, "0.25")):
        made = make(arms=2, eps=eps)
        faults = {k: fault for k, fault in inspect(made, eps).items() if fault}
        if faults:
            name, found = next(iter(faults.items()))
            return fails(
                Grade.PROVED, f"The structure of the proof is broken: {name}.", witness=found or ""
            )
    fault, losses = _losses(klucb, imed)
    fault = fault or _laws_fault(klucb, imed)
    if fault:
        return fails(Grade.CERTIFIED, "The law of the actions is not as stated.", witness=fault)
    for eps in ("0.25", "1", "3"):
        for index in ("dp-imed", "dp-klucb"):
            for ties in ("first", "random"):
                loss = FirstDecision(index, eps, ties).loss()
                if loss.hi > Fraction(eps):
                    return fails(
                        Grade.CERTIFIED,
                        "The first decision is not private.",
                        witness=f"{index}, eps = {eps}, ties {ties}: the log-ratio is {loss}.",
                    )
    return holds(
        Grade.CERTIFIED,
        "Each reward enters one release with fresh noise, decisions are functions of releases, and "
        "the exact log-ratio is never above eps; DP-IMED attains it at T = 5.",
        numbers={"largest log-ratio": losses},
        covered="Structure on random plays; all lists and neighbours of T = 5 with geometric noise "
        "at eps = 0.5, 1, 2 in rationals (lists, tables and trees alike, by bern.propB.5), four "
        "laws to 8 digits; the first decision with Laplace noise in balls.",
        not_covered="Longer horizons with Laplace noise, for which the proof is bern.lemE.1 along "
        "each action sequence; tie rules that read data.",
    )


@claim(
    "bern.prop4.2.horizon7",
    PRIVACY,
    recorded="holds",
    title="privacy of both algorithms by exact enumeration at T = 7",
    mutants={"half the noise": {"imed": weak_noise.HalvedNoise}},
)
def both_are_private_at_seven(klucb: PolicyMaker = DPKLUCB, imed: PolicyMaker = DPIMED) -> Verdict:
    """All lists of length 7 and all their neighbours, with geometric noise of eps = 1."""
    found = {}
    for name, make in (("dp-imed", imed), ("dp-klucb", klucb)):
        loss = _exact_loss(make, "1", horizon=7, cut=8)
        if not loss.holds(1):
            return fails(
                Grade.CERTIFIED,
                "The law of the actions is not private.",
                witness=f"{name}: the log-ratio is {loss.epsilon}, {loss.witness}.",
            )
        found[name] = round(float(loss.epsilon), 6)
    return holds(
        Grade.CERTIFIED,
        "The largest log-ratio at T = 7 is at most eps = 1 for both algorithms.",
        numbers={"largest log-ratio": found},
        covered="All 128 lists and their neighbours, two arms, ties to the first, clamped "
        "geometric noise, exact.",
        not_covered="Other horizons and Laplace noise.",
    )
