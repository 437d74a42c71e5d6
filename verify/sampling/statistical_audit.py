"""The result of a statistical audit, in words and in JSON."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal
from banditproof.theory.budgets import ApproxDP, Budget, PureDP
from banditproof.theory.exact import exact
from banditproof.theory.shown_budgets import shown
from banditproof.verify.definitions.notions import Notion
from .event_bounds import claimed, slack
from .witness import StatisticalWitness

Outcome = Literal["fails", "not refuted"]
_INPUTS = {
    Notion.VIEW: "lists",
    Notion.TABLE: "tables",
    Notion.INTERACTIVE: "tables with chosen queries",
    Notion.ADAPTIVE: "trees",
}


@dataclass(frozen=True)
class StatisticalAudit:
    """What an audit found: a violation with its witness, or none, which proves nothing.

    `fails` is wrong with probability at most `level`, and so is `lower_bound`; sampling can never
    say that a policy is private, so the other verdict is `not refuted`.
    """

    verdict: Outcome
    lower_bound: Fraction | float
    """A lower bound of the eps or rho of the policy, 0 if nothing was found."""
    budget: Budget
    notion: Notion
    level: Fraction
    arms: int
    horizons: tuple[int, ...]
    rewards: str
    """The rewards that were fed."""
    pairs: int
    """How many pairs of neighbouring inputs were compared."""
    witness: StatisticalWitness | None
    runs: int
    tested: int
    """How many guesses were tested on fresh runs; guess k has the level `level` / (k (k + 1))."""
    seconds: float
    reproducible: bool
    """Whether a sample repeated with its seed was the same."""
    interrupted: bool
    detectable: float
    """The eps at which a randomised response would be rejected in about half of such audits."""
    silent: int = 0
    """The rounds up to which no action was seen to depend on a reward; 0 if one was.

    Runs that end before say nothing about what comes later, and no number is claimed of them."""

    @property
    def tried(self) -> str:
        """What was tried, in words."""
        *most, last = map(str, self.horizons)
        rounds = f"{', '.join(most)} and {last}" if most else last
        return (
            f"{self.runs} runs of {rounds} rounds on {self.pairs} pairs of neighbouring "
            f"{_INPUTS[self.notion]}, {self.arms} arms, rewards {self.rewards}{self._nothing}"
        )

    @property
    def _nothing(self) -> str:
        if not self.silent:
            return ""
        return (
            f"; nothing reacted: in runs of up to {self.silent} rounds no action was seen to "
            "depend on a reward, so that they say nothing about longer ones"
        )

    @property
    def sentence(self) -> str:
        """The result in words."""
        name = "rho" if not hasattr(self.budget, "eps") else "eps"
        promise = shown(claimed(self.budget))
        stopped = " (interrupted)" if self.interrupted else ""
        if isinstance(self.budget, ApproxDP):
            name = f"at delta = {self.budget.delta}, eps"
        if self.verdict == "fails":
            return (
                f"not private as claimed under the {self.notion} notion: {name} >= "
                f"{rounded_down(self.lower_bound)}, claimed {promise}, at level "
                f"{float(self.level):g}; {self.tried}{stopped}"
            )
        power = ""
        if math.isfinite(self.detectable) and not self.silent:
            power = f"; an eps of {self.detectable:.3g} in one known event would have been seen"
        if self.silent:
            return (
                f"no violation found under the {self.notion} notion, which proves nothing; "
                f"{self.tried}{stopped}"
            )
        return (
            f"no violation found under the {self.notion} notion, which proves nothing: {name} >= "
            f"{rounded_down(self.lower_bound)} at level {float(self.level):g}, claimed "
            f"{promise}{power}; {self.tried}{stopped}"
        )

    def to_json(self) -> dict[str, Any]:
        """The facts in plain JSON types."""
        return {
            "verdict": self.verdict.replace(" ", "-"),
            "lower_bound": rounded_down(self.lower_bound),
            "claimed": float(exact(claimed(self.budget))),
            "delta": float(exact(slack(self.budget))),
            "notion": str(self.notion),
            "level": float(self.level),
            "arms": self.arms,
            "horizons": list(self.horizons),
            "rewards": self.rewards,
            "pairs": self.pairs,
            "witness": None if self.witness is None else self.witness.to_json(),
            "runs": self.runs,
            "tested": self.tested,
            "seconds": round(self.seconds, 3),
            "reproducible": self.reproducible,
            "interrupted": self.interrupted,
            "detectable": self.detectable
            if math.isfinite(self.detectable) and not self.silent
            else None,
            "silent": self.silent,
        }


def rounded_down(bound: Fraction | float, digits: int = 6) -> float:
    """The float of a decimal of so many digits that is at most the bound.

    >>> rounded_down(Fraction(2, 3)), rounded_down(0), rounded_down(1), rounded_down(2.0)
    (0.666666, 0.0, 1.0, 2.0)
    """
    if bound <= 0 or bound == math.inf:
        return float(bound)
    number = Fraction(repr(bound)) if isinstance(bound, float) else Fraction(bound)
    unit = Fraction(10) ** (math.floor(math.log10(number)) - digits + 1)
    return float(math.floor(number / unit) * unit)


def detectable_eps(budget: Budget, level: Fraction, runs: int) -> float:
    """About the eps of a randomised response that would be rejected by so many fresh runs.

    The capital of a bet grows by the divergence between Bernoulli laws per run, and must pay for
    the spread over all bets. A rule of thumb, infinite for budgets that are not pure.

    >>> round(detectable_eps(PureDP("0.1"), Fraction(1, 1000), 7000), 2)
    0.2
    """
    if not isinstance(budget, PureDP | ApproxDP) or runs == 0:
        return math.inf
    base = float(exact(budget.eps))
    if base > 300:
        return math.inf
    q = 1 / (1 + math.exp(-base))
    goal = (math.log(float(1 / level)) + 2.0) / runs
    low, high = base, base + 40.0
    for _ in range(60):
        middle = (low + high) / 2
        p = 1 / (1 + math.exp(-middle))
        other = math.exp(-middle) / (1 + math.exp(-middle))
        growth = p * math.log(p / q)
        growth += other * math.log(other / (math.exp(-base) / (1 + math.exp(-base))))
        low, high = (middle, high) if growth < goal else (low, middle)
    return high if high < base + 39.9 else math.inf
