"""Minimax regret on the cube under either budget: theta uniform on {-s, s}^d, s in a box or not.

Over all of R^d the printed bounds are empty, as the first pull is blind; for parameters in a box
their private term needs a cap. The constants that are proved come from the sum over rounds of the
distance of two laws, and explicit private policies obey each inequality of that argument.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from flint import arb

from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import at_most, certified, need, needs_repair, require
from banditproof.theory.balls import ball, lower, working_precision
from banditproof.theory.linear_bounds import hypercube
from banditproof.verify.evidence import Grade

from .committed_policies import Committed, Rule

Bound = Callable[[int, Fraction, Fraction, Fraction], arb]
"""A bound as a function of d, T, the budget, and the size of the box of the parameters."""
Play = tuple[Fraction, int, arb, Sequence[tuple[int, arb]]]
"""Budget, T, average regret, and numbers of rewards with the KL of all actions that use no others.
"""
BITS = 128
BUDGETS = tuple(Fraction(1, 10**power) for power in (0, 1, 3, 6, 8))


@dataclass(frozen=True)
class TwoSigns:
    """The argument under one notion of privacy, with x = sqrt(2/pi) s (t-1) in round t.

    KL_t <= information(budget, x), s = best / (scale(budget) T), and the regret averaged over the
    two signs is at least constant/scale(budget). The other fields are the printed and the proved
    private term, and explicit policies.
    """

    symbol: str
    private_printed: Callable[[int, Fraction], arb]
    private_proved: Callable[[int, Fraction, Fraction, Fraction], arb]
    scale: Callable[[Fraction], arb]
    best: Callable[[], arb]
    information: Callable[[Fraction, arb], arb]
    rule: Rule
    budgets: Sequence[Fraction]
    horizons: Sequence[int]

    def printed(self, d: int, horizon: Fraction, budget: Fraction, box: Fraction) -> arb:
        """max{(e^-2 / 8) d sqrt(T), the private term}: nothing about the box."""
        return hypercube.free_printed(d, horizon).max(self.private_printed(d, budget))

    def capped(self, d: int, horizon: Fraction, budget: Fraction, box: Fraction) -> arb:
        """max of d min{(3/8) sqrt(T), box T/2} and the private term with its cap."""
        private = self.private_proved(d, horizon, budget, box)
        return hypercube.free_proved(d, horizon, box).max(private)

    def impossible(self, bound: Bound) -> tuple[Fraction, Fraction] | None:
        """A budget where the bound exceeds 2 T, the largest regret, at d = T = 1, |theta| <= 1."""
        with working_precision(BITS):
            values = ((b, lower(bound(1, Fraction(1), b, Fraction(1)))) for b in BUDGETS)
            return next((found for found in values if found[1] > 2), None)

    def require_possible(self, bound: Bound) -> None:
        """A bound for parameters in [-1, 1]^d must be at most 2 d T."""
        budget, value = self.impossible(bound) or (Fraction(1), Fraction(0))
        finding = "For a small budget the private term is above 2 d T, the largest regret."
        require(value <= 2, finding, d=1, T=1, budget=budget, bound=float(value))

    def empty_over_the_space(self, bound: Bound, finding: str, not_covered: str) -> Verdict:
        """The bound for all of R^d: true but empty, and false on a box without a cap.

        For each mean action m of round 1 the regrets at theta = -s and s sum to 2 s, so one of them
        is at least s; as s is arbitrary, the worst case over R^d is infinite.
        """
        for s, m in product((1, 10**6), (Fraction(k, 4) for k in range(-4, 5))):
            need(s * (1 - m) + s * (1 + m) == 2 * s, "The first pull is not blind")
        found = self.impossible(bound)
        if found is None:
            return certified("The bound is possible for parameters in [-1, 1].")
        return needs_repair(
            "Over all of R^d the statement is true but says nothing: the first pull is blind, so "
            "the worst regret is infinite for every policy. For bounded parameters the private "
            f"term needs a cap{finding}",
            f"d = 1, T = 1, |theta| <= 1, {self.symbol} = {found[0]}: the bound is "
            f"{float(found[1]):.6g}, and no regret exceeds 2.",
            covered="The regrets of the first pull at -s and s sum to 2 s, exactly; the bound at "
            "T = 1.",
            not_covered=f"Nothing of the literal statement beyond that{not_covered}.",
        )

    def size(self, budget: Fraction, horizon: int) -> arb:
        """The best size s of the parameter."""
        return self.best() / (self.scale(budget) * horizon)

    def committed(self) -> list[Play]:
        """Policies that commit after m rewards."""
        plays: list[Play] = []
        for budget, horizon, m in product(self.budgets, self.horizons, (1, 3, 9, 20, 45)):
            if m < horizon:
                policy, size = Committed(self.rule, m, budget), self.size(budget, horizon)
                seen = [(m, policy.information(size))]
                plays.append((budget, horizon, policy.average_regret(size, horizon), seen))
        return plays

    def least_ratio(self, plays: Sequence[Play], constant: arb, share: Fraction) -> float:
        """The least regret of the policies over the bound; their KL is at most a share of its own.

        A policy below its bound is a counterexample.
        """
        ratios = []
        for budget, horizon, regret, informations in plays:
            for seen, kl in informations:
                x = (2 / arb.pi()).sqrt() * self.size(budget, horizon) * seen
                most = ball(share) * self.information(budget, x)
                finding = "The information of a private policy is above its bound."
                require(at_most(kl, most), finding, budget=budget, T=horizon, rewards=seen, KL=kl)
            ratio = regret * self.scale(budget) / constant
            finding = "The regret of a private policy contradicts the bound."
            require(
                at_most(arb(1), ratio), finding, budget=budget, T=horizon, regret_over_bound=ratio
            )
            ratios.append(float(ratio))
        return min(ratios)


def need_sums_below(mean: arb, square: Callable[[Fraction], Fraction]) -> None:
    """sum_{t < T} sqrt(square(t/T)) <= mean T for T = 1..40: sums are below integrals."""
    for horizon in range(1, 41):
        roots = [ball(square(Fraction(t, horizon))).sqrt() for t in range(horizon)]
        need(sum(roots, arb(0)) <= mean * horizon, "A sum is above its integral", T=horizon)


def gain(claimed: arb, derived: arb, printed: arb) -> float:
    """By what factor a constant exceeds the printed one; the argument must give it."""
    need(claimed <= derived * ball(1 + Fraction(1, 10**30)), "The argument gives less")
    need(printed < claimed, "The printed constant is larger")
    return float(claimed / printed)


def markov_half(factor: Fraction, power: Fraction, unit: str, finding: str) -> Verdict:
    """Step 1 of the proof on one fixed policy that ignores all rewards, exact.

    d = 1, T = 2, theta = 1/(2 unit) > 0: the policy plays -1/100 and then 1. The right side is
    `factor` times the probability that the sign is wrong in T/2 rounds or more.
    """
    actions, size = (Fraction(-1, 100), Fraction(1)), Fraction(1, 2)
    wrong = sum(action <= 0 for action in actions)
    stated = float((-ball(power)).exp() / 4)
    regret = sum(size * (1 - action) for action in actions)
    sides = f"left side {size * wrong}, right side {factor}, regret {regret}, times 1/{unit}"
    require(
        size * wrong >= factor * int(2 * wrong >= len(actions)),
        "Markov's inequality at T/2 gives half of what is printed, so the chain proves "
        f"{stated / 2:.4g} d/{unit} and not {stated:.4g} d/{unit}{finding}",
        grade=Grade.PROVED,
        theta=f"1/(2 {unit})",
        actions=actions,
        numbers=sides,
    )
    return certified("The step holds for this policy.")
