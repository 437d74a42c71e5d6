"""Claims about the problem-dependent lower bound without privacy: Theorem 2.31."""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any
import numpy as np
from banditproof.paper_checks.verdicts.vocabulary import at_most, need, require
from banditproof.theory import (
    Bandit,
    BernoulliBandit,
    Enclosure,
    FiniteSupport,
    FiniteSupportBandit,
    GaussianBandit,
    LawBandit,
    certify,
    kl,
    kl_inf,
)
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import ONE, ZERO
from banditproof.theory.laws import Empirical, Poisson
from banditproof.verify.decompositions.visible_laws import action_law
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.exact_laws.law_divergences import kl_divergence
from ....checking import WRITTEN, Proof, Sharpness, Sides, Verdict, checks, mutant

Coefficient = Callable[[Bandit], Enclosure]
Divergence = Callable[[Fraction, Fraction], Enclosure]


def coefficient(bandit: Bandit) -> Enclosure:
    """The right side of (2.15); an arm with an infinite infimum contributes nothing."""
    total = ZERO
    for arm in bandit.suboptimal_arms:
        total += bandit.gaps[arm] / certify(kl_inf, bandit.laws[arm], bandit.best_mean, digits=25)
    return total


def certified_kl(p: Fraction, q: Fraction) -> Enclosure:
    """kl(p, q) in balls."""
    return certify(kl, p, q, digits=25)


def telling_policy() -> FinitePolicy:
    """Pulls arm 0, and then arm 1 after a reward, arm 2 after none: its actions show the reward."""
    third = {(first,): (0, 0, 1) for first in product(range(3), (0, 1))}
    table = third | {(): (1, 0, 0), ((0, 1),): (0, 1, 0)}
    return FinitePolicy(3, 2, {past: tuple(map(Fraction, law)) for past, law in table.items()})


def situations() -> Iterator[tuple[FinitePolicy, tuple[Fraction, ...], int, Fraction]]:
    """(policy, means, changed arm, its new mean), the first one as sharp as possible."""
    third = Fraction(1, 3)
    yield telling_policy(), (Fraction(1, 4), third, third), 0, Fraction(3, 4)
    source, rng = random.Random(3), np.random.default_rng(3)
    for _ in range(25):
        arms, rounds = source.choice(((2, 4), (2, 3), (3, 3)))
        means = sorted(Fraction(source.randint(1, 18), 20) for _ in range(arms))
        better = means[-1] + (1 - means[-1]) * Fraction(source.randint(1, 9), 10)
        policy = FinitePolicy.random(rng, arms, rounds, grain=4, zeros=True)
        yield policy, tuple(means), source.randrange(arms - 1), better


@cache
def change_of_measure(divergence: Divergence) -> Sharpness | None:
    """The action law moves by at most E N_a KL, and the regrets are not both small."""
    sides = Sides()
    for policy, means, arm, better in situations():
        changed = tuple(better if a == arm else mean for a, mean in enumerate(means))
        here, there = (action_law(policy, [(1 - m, m) for m in ms]) for ms in (means, changed))
        pulls = sum((mass * actions.count(arm) for actions, mass in here.items()), Fraction(0))
        cost = pulls * divergence(means[arm], better).upper
        where: dict[str, Any] = {"means": means, "arm": arm, "changed_to": better}
        with working_precision(120):
            moved = Enclosure.of(kl_divergence(here, there))
        # both are enclosures of one number where the actions tell all that the rewards do
        sides.at_most(moved.lower, cost, "The actions move by more.", **where)
        if policy.arms == 3 and policy.horizon == 2:  # the policy that shows its first reward
            tells = moved.upper >= cost * (1 - Fraction(1, 10**15))
            need(tells, "The telling policy tells less", moved=moved, cost=float(cost))
        best = max(means)
        gap, gain = best - means[arm], better - best
        if gap <= 0:
            continue
        regrets = [m * (best - means[a]) for actions, m in here.items() for a in actions]
        regrets += [m * (better - changed[a]) for actions, m in there.items() for a in actions]
        with working_precision(100):
            least = (-ball(cost)).exp() * ball(Fraction(policy.horizon, 4) * min(gap, gain))
            enough = at_most(least, ball(sum(regrets, Fraction(0))))
        require(enough, "The regrets are too small.", **where, least=least)
    return sides.sharpness


NORMAL = GaussianBandit(("0.5", "0.1", "0.5", "0.45"))
INSTANCES: tuple[Bandit, ...] = (
    BernoulliBandit(("0.75", "0.7", "0.5")),
    NORMAL,
    LawBandit((Poisson(3), Poisson(1))),
    FiniteSupportBandit(
        (0, "0.5", 1), (("0.2", "0.3", "0.5"), ("0.5", "0.5", 0), ("0.4", "0.2", "0.4"))
    ),
)


@cache
def is_the_supremum(right_side: Coefficient) -> None:
    """The right side is the supremum over better laws, arm by arm; 0 where none is better."""
    for bandit in INSTANCES:
        value = right_side(bandit)
        case: dict[str, Any] = {"bandit": bandit, "right_side": value}
        require(value.is_finite, "The right side is infinite.", **case)
        for margin, near in ((Fraction(1, 10), False), (Fraction(1, 10**8), True)):
            # the bound with one explicit better law for each arm is smaller, and comes near
            total, mu = ZERO, bandit.best_mean + margin
            for arm in bandit.suboptimal_arms:
                if mu < bandit.laws[arm].high:
                    infimum = certify(kl_inf, bandit.laws[arm], mu, digits=25)
                    total += bandit.gaps[arm] / infimum
            require(total <= value, "Better laws give more.", **case, margin=margin, found=total)
            if near:
                reached = total >= value * (1 - Fraction(1, 10**4))
                require(reached, "Better laws give less.", **case, found=total)
    exact = sum((2 / NORMAL.gaps[arm] for arm in NORMAL.suboptimal_arms), Fraction(0))
    same = right_side(NORMAL).contains(exact)
    require(same, "The sum is not that of 2 / gap.", bandit=NORMAL, right_side=right_side(NORMAL))
    for top in (
        BernoulliBandit((1, "0.5")),
        LawBandit((Empirical([1]), Empirical(["0.25"]))),
        LawBandit((FiniteSupport((0, 1), (0, 1)), FiniteSupport((0, 1), ("0.5", "0.5")))),
    ):
        none = right_side(top) == ZERO
        require(none, "No law is better than the best arm, and it is not 0.", bandit=top)


def _printed_kl_reversed(bandit: Bandit) -> Enclosure:
    """Wrong: the divergence from the better law."""
    if not isinstance(bandit, BernoulliBandit) or bandit.best_mean == 1:
        return coefficient(bandit)
    total = ZERO
    for arm in bandit.suboptimal_arms:
        total += bandit.gaps[arm] / certified_kl(bandit.best_mean, bandit.exact_means[arm])
    return total


@checks("thesis.thm2.31")
@mutant("sharper: 1.01 of it", right_side=lambda bandit: coefficient(bandit) * Fraction(101, 100))
@mutant(
    "sharper: 0.99 of the divergence",
    divergence=lambda p, q: certified_kl(p, q) * Fraction(99, 100),
)
@mutant("KL reversed", right_side=_printed_kl_reversed)
@mutant("half of it", right_side=lambda bandit: coefficient(bandit) / 2)
@mutant(
    "twice the squared gap for every law",
    right_side=lambda bandit: Enclosure.of(
        sum((1 / (2 * bandit.gaps[a]) for a in bandit.suboptimal_arms), Fraction(0))
    ),
)
@mutant(
    "an infinite infimum counts as one",
    right_side=lambda bandit: ONE if coefficient(bandit) == ZERO else coefficient(bandit),
)
def problem_dependent_bound(
    right_side: Coefficient = coefficient,
    divergence: Divergence = certified_kl,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The finite inequalities behind the theorem on finite policies, and its right side."""
    sharpness = change_of_measure(divergence)
    is_the_supremum(right_side)
    return proof.verdict(sharpness=sharpness)
