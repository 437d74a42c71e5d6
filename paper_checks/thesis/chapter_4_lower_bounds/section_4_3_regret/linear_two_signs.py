"""Minimax regret on the cube under either budget: theta uniform on {-s, s}^d, s in a box or not.

Over all of R^d the printed bounds are empty, as the first pull is blind; for parameters in a box
their private term needs a cap. The constants that are proved come from the sum over rounds of the
distance of two laws, and explicit private policies obey each inequality of that argument.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import Proof, Sides, Verdict
from banditproof.paper_checks.verdicts.vocabulary import Undecided, need, require, vacuous
from banditproof.theory.balls import ball, upper, working_precision
from banditproof.theory.linear_bounds import hypercube
from .committed_policies import Committed, Rule

Bound = Callable[[int, Fraction, Fraction, Fraction], arb]
"""A bound as a function of d, T, the budget, and the size of the box of the parameters."""
Play = tuple[Fraction, int, arb, Sequence[tuple[int, arb]]]
"""Budget, T, average regret, and numbers of rewards with the KL of all actions that use no others.
"""
BITS = 128
BUDGETS = tuple(Fraction(1, 10**power) for power in (0, 1, 3, 6, 8))
FIRST = [(1, Fraction(200), budget, Fraction(1)) for budget in (Fraction(1, 3000), BUDGETS[-1])]
"""Where the printed terms are above the regret d T of the action 0, and below the largest, 2 d T.
"""
GRID = [
    *FIRST,
    *product((1, 3), map(Fraction, (1, 100, 10**6)), BUDGETS, map(Fraction, ("1/10", "1", "50"))),
]
"""d, T, the budget and the size of the box."""


@dataclass(frozen=True)
class TwoSigns:
    """The argument under one notion of privacy, with x = sqrt(2/pi) s (t-1) in round t.

    KL_t <= information(budget, x), s = best / (scale(budget) T), and the regret averaged over the
    two signs is at least s T kept(budget, s T), which is constant/scale(budget) at the best s. The
    other fields are the printed and the proved private term, and explicit policies.
    """

    symbol: str
    private_printed: Callable[[int, Fraction], arb]
    private_proved: Callable[[int, Fraction, Fraction, Fraction], arb]
    scale: Callable[[Fraction], arb]
    best: Callable[[], arb]
    information: Callable[[Fraction, arb], arb]
    kept: Callable[[Fraction, arb], arb]
    rule: Rule
    budgets: Sequence[Fraction]
    horizons: Sequence[int]
    stated: Callable[[arb, arb, arb], arb]
    """The private term with its cap as the repair states it, from T, the budget and S, for d = 1.
    """

    def printed(self, d: int, horizon: Fraction, budget: Fraction, box: Fraction) -> arb:
        """max{(e^-2 / 8) d sqrt(T), the private term}: nothing about the box."""
        return hypercube.free_printed(d, horizon).max(self.private_printed(d, budget))

    def capped(self, d: int, horizon: Fraction, budget: Fraction, box: Fraction) -> arb:
        """max of d min{(3/8) sqrt(T), box T/2} and the private term with its cap."""
        private = self.private_proved(d, horizon, budget, box)
        return hypercube.free_proved(d, horizon, box).max(private)

    def scaled(self, factor: Fraction) -> Bound:
        """The bound with a cap times a factor, for mutants that claim more."""
        return lambda d, horizon, budget, box: ball(factor) * self.capped(d, horizon, budget, box)

    def argument(self, d: int, horizon: Fraction, budget: Fraction, box: Fraction) -> arb:
        """What the argument gives at the best sizes of the box: the larger of both terms."""
        time, root = ball(horizon), ball(horizon).sqrt()
        free, size = (3 / (4 * root)).min(ball(box)), self.size(budget, horizon).min(ball(box))
        without = free * time * (1 - ball(Fraction(2, 3)) * free * root)
        return d * without.max(size * time * self.kept(budget, size * time))

    def compare(self, bound: Bound, sides: Sides) -> None:
        """The bound against the regret of the action 0, which is 0-DP, and against the argument."""
        with working_precision(BITS):
            for d, horizon, budget, box in GRID:
                value = bound(d, horizon, budget, box)
                case: dict[str, Any] = {
                    "d": d,
                    "T": horizon,
                    "budget": budget,
                    "box": box,
                    "bound": value,
                }
                finding = "The bound is above the regret of the action 0, which is at most d T box."
                sides.at_most_or_repair(value, ball(d * horizon * box), finding, **case)
                given = self.argument(d, horizon, budget, box) * ball(1 + Fraction(1, 10**30))
                need(value <= given, "The argument gives less", **case, argument=given)

    def need_stated(self, bound: Bound) -> None:
        """The bound is d max{min{(3/8) sqrt(T), S T/2}, the stated private term}."""
        with working_precision(BITS):
            for d, horizon, budget, box in GRID:
                time, size = ball(horizon), ball(box)
                free = (ball(Fraction(3, 8)) * time.sqrt()).min(size * time / 2)
                stated = d * free.max(self.stated(time, ball(budget), size))
                same = abs(bound(d, horizon, budget, box) / stated - 1) < ball(Fraction(1, 10**30))
                need(bool(same), "Another bound than the stated one", d=d, T=horizon, box=box)

    def false_on_a_box(self) -> str:
        """Where the printed bound is above the regret of the action 0, for parameters in a box."""
        with working_precision(BITS):
            for d, horizon, budget, box in FIRST:
                value, most = self.printed(d, horizon, budget, box), d * horizon * box
                if value > ball(most):
                    return (
                        f"For parameters in [-1, 1]^d it is false: at d = {d}, T = {horizon} and "
                        f"{self.symbol} = {budget} the bound is {value.str(8, radius=False)}, and "
                        f"the action 0 costs at most {most}."
                    )
        raise Undecided("The bound is possible on a box.")

    def true_but_empty(self, largest: Fraction | None, intended: str) -> Verdict:
        """The verdict on the bound for all of R^d: true, because the worst regret is infinite.

        For each mean action m of round 1 the regrets at theta = -s and s sum to 2 s, so one of them
        is at least s; over R^d the size s is arbitrary.
        """
        import sympy as sp

        s, m = sp.symbols("s m")
        need(sp.expand(s * (1 - m) + s * (1 + m) - 2 * s) == 0, "The first pull is not blind")
        for d, horizon, budget, _ in GRID:
            with working_precision(BITS):
                value = upper(self.printed(d, horizon, budget, Fraction(1)))
            size = value + 1 if largest is None else min(value + 1, largest)
            require(
                size > value,
                "For parameters in a box the private term is above the largest regret.",
                **dict[str, Any](
                    {self.symbol: budget}, d=d, T=horizon, bound=float(value), box=size
                ),
            )
        return vacuous(
            "True but empty: the first pull is blind, so over all of R^d the worst regret is "
            "infinite for every policy, and any finite number could stand on the right side.",
            covered="The regrets of the first pull at -s and s sum to 2 s, symbolically, for all s "
            "and all first actions.",
            beyond=f"The intended statement, for bounded parameters: {intended}.",
            witness=self.false_on_a_box(),
        )

    def size(self, budget: Fraction, horizon: Fraction | int) -> arb:
        """The best size s of the parameter."""
        return self.best() / (self.scale(budget) * ball(Fraction(horizon)))

    def committed(self) -> list[Play]:
        """Policies that commit after m rewards."""
        plays: list[Play] = []
        for budget, horizon, m in product(self.budgets, self.horizons, (1, 3, 9, 20, 45)):
            if m < horizon:
                policy, size = Committed(self.rule, m, budget), self.size(budget, horizon)
                seen = [(m, policy.information(size))]
                plays.append((budget, horizon, policy.average_regret(size, horizon), seen))
        return plays

    def explicit(self, plays: Sequence[Play], constant: arb, share: Fraction, sides: Sides) -> None:
        """The regret of the policies against the bound; their KL is at most a share of its own.

        A policy below its bound is a counterexample.
        """
        for budget, horizon, regret, informations in plays:
            for seen, kl in informations:
                x = (2 / arb.pi()).sqrt() * self.size(budget, horizon) * seen
                most = ball(share) * self.information(budget, x)
                finding = "The information of a private policy is above its bound."
                sides.at_most(kl, most, finding, budget=budget, T=horizon, rewards=seen, KL=kl)
            value = constant / self.scale(budget)
            finding = "The regret of a private policy contradicts the bound."
            sides.at_most(value, regret, finding, budget=budget, T=horizon, regret=regret)


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


def markov_half(
    factor: Fraction, power: Fraction, unit: str, finding: str, proof: Proof
) -> Verdict:
    """Step 1 of the proof on one fixed policy that ignores all rewards, exact.

    d = 1, T = 2, theta = 1/(2 unit) > 0: the policy plays -1/100 and then 1. The right side is
    `factor` times the probability that the sign is wrong in T/2 rounds or more.
    """
    sides, actions, size = Sides(), (Fraction(-1, 100), Fraction(1)), Fraction(1, 2)
    wrong = sum(action <= 0 for action in actions)
    stated = float((-ball(power)).exp() / 4)
    sides.at_most_or_repair(
        factor * int(2 * wrong >= len(actions)),
        size * wrong,
        "Markov's inequality at T/2 gives half of what is printed, so the chain proves "
        f"{stated / 2:.4g} d/{unit} and not {stated:.4g} d/{unit}{finding}",
        theta=f"1/(2 {unit})",
        actions=actions,
        numbers=f"left side {size * wrong}, right side {factor}, times 1/{unit}",
    )
    return proof.verdict(
        "Markov's inequality for the number of rounds with the wrong sign; a policy that is wrong "
        "in exactly half of the rounds attains it.",
        instances="that policy, exact.",
        sharpness=sides.sharpness,
    )
