"""DP-SE, the successive elimination of Section 5: its epochs, its guarantee and its releases."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product, starmap
from flint import arb
from banditproof.algorithms import DPSE, Pull, RewardCycles, Silent, play
from banditproof.algorithms.regret.dp_se import Epoch
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.release_ledger import release_fault
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory import Enclosure, exact
from banditproof.theory.balls import ball, enclose
from banditproof.theory.concentration.binomial_laplace import binomial_law
from banditproof.theory.mechanisms import Laplace
from banditproof.verify.evidence import Grade
from .wrong_experiment_policies import half_noise

Maker = Callable[..., DPSE]
FINDING = "A property of DP-SE does not hold."

PULLS = {
    (5, "0.000001", "0.01"): (26899, 58234, 121656, 250675, 679061),
    (5, "0.000001", "0.1"): (2691, 9674, 40350, 166111, 679061),
    (5, "0.000001", "1"): (2242, 9674, 40350, 166111, 679061),
    (2, "0.01", "1"): (946, 4489, 19611, 83153, 347232),
}
"""R of the epochs 1 to 5, for (surviving arms, beta, eps)."""

CYCLES = ((1, 1, 1, 0), (0, 1, 0, 0))
TRACES = {"1": (946, 0.139024, 1892), "0.05": (2141, 0.207905, 4282)}
"""With silent noise on the cycles, beta = 1/100: R, margin, and when arm 2 is dropped."""


@dataclass(frozen=True)
class Radii:
    """The exact quantities of an epoch on `alive` arms, as enclosures."""

    alive: int
    epoch: int
    beta: Fraction
    eps: Fraction

    def log_ratio(self, factor: int) -> arb:
        """log( factor |S| e^2 / beta )."""
        return ball(factor * self.alive * self.epoch**2 / self.beta).log()

    @property
    def real_pulls(self) -> Enclosure:
        """The real number whose ceiling is R."""
        accuracy = Fraction(1, 2**self.epoch)
        return enclose(
            lambda: (self.log_ratio(8) * ball(32 / accuracy**2) + 1).max(
                self.log_ratio(4) * ball(8 / (self.eps * accuracy)) + 1
            ),
            25,
        )

    def h(self, pulls: int) -> Enclosure:
        """The statistical radius sqrt( log(8|S|e^2/beta) / (2R) )."""
        return enclose(lambda: (self.log_ratio(8) / (2 * pulls)).sqrt(), 25)

    def c(self, pulls: int) -> Enclosure:
        """The privacy radius log(4|S|e^2/beta) / (eps R)."""
        return enclose(lambda: self.log_ratio(4) / ball(self.eps * pulls), 25)

    @property
    def failure(self) -> Fraction:
        """The allowed probability of each bad event: beta / (4 |S| e^2)."""
        return self.beta / (4 * self.alive * self.epoch**2)


def _epochs() -> Iterator[Radii]:
    betas, budgets = map(Fraction, ("0.000001", "0.01", "1")), map(Fraction, ("0.01", "1", "10"))
    return starmap(Radii, product((2, 5), (1, 2, 3, 7, 12), betas, budgets))


def _lengths_are_the_tabled_ones(policy: Maker) -> None:
    for (alive, beta, eps), tabled in PULLS.items():
        made = policy(arms=alive, beta=beta, eps=eps)
        for epoch, pulls in enumerate(tabled, start=1):
            real = Radii(alive, epoch, Fraction(beta), Fraction(eps)).real_pulls
            require((real > pulls - 1) & (real <= pulls), FINDING, tabled=pulls, ceiling_of=real)
            played = made.pulls_per_arm(epoch, alive)
            require(played == pulls, FINDING, tabled=pulls, played=played)


def _radii_are_an_eighth_of_the_accuracy(policy: Maker) -> None:
    for radii in _epochs():
        made = policy(arms=radii.alive, beta=radii.beta, eps=radii.eps)
        pulls = made.pulls_per_arm(radii.epoch, radii.alive)
        h, c = radii.h(pulls), radii.c(pulls)
        eighth = Fraction(1, 8 * 2**radii.epoch)
        require((h < eighth) & (c < eighth), FINDING, epoch=radii, R=pulls, h=h, c=c)
        margin, result = 2 * float(h + c), made.margin(radii.epoch, radii.alive)
        same = math.isclose(result, margin, rel_tol=1e-12)
        require(same, FINDING, epoch=radii, margin=result, two_h_plus_two_c=margin)


@cache
def _miss(pulls: int, mean: Fraction, h_lo: Fraction) -> Fraction:
    """An upper bound of Pr[ |mean of R rewards - mu| > h ], exact in its h_lo <= h."""
    middle, reach = pulls * mean, pulls * h_lo
    law = binomial_law(pulls, mean)
    return sum((p for k, p in enumerate(law) if abs(k - middle) > reach), Fraction(0))


def _bad_events_are_rare(policy: Maker, share: Fraction) -> Sides:
    sides = Sides()
    for beta, eps in (("0.01", "1"), ("1", "0.05")):
        made = policy(arms=2, beta=beta, eps=eps)
        radii = Radii(2, 1, Fraction(beta), Fraction(eps))
        pulls = made.pulls_per_arm(1, 2)
        noise = made.mechanism(made.start(), Pull(0, pulls))
        h = Fraction(math.floor(radii.h(pulls).lower * 10**9), 10**9)
        for mean in (Fraction(1, 2), Fraction(3, 4), Fraction(1, 100)):
            miss = _miss(pulls, mean, h)
            sides.at_most(miss, share * radii.failure, FINDING, R=pulls, mean=mean)
        # Pr[ |Lap(scale)| > R c ] = exp(-R c / scale), and R c eps = log(4|S|e^2/beta)
        right = isinstance(noise, Laplace) and exact(noise.scale) * radii.eps == 1
        require(right, FINDING, noise_of_the_sum=noise)
    return sides


def _a_good_epoch_decides_rightly(policy: Maker) -> None:
    """The extreme means of the good event: the best arm stays, a gap of D goes, epoch by epoch."""
    for radii in _epochs():
        made = policy(arms=2, beta=radii.beta, eps=radii.eps)
        pulls = made.pulls_per_arm(radii.epoch, 2)
        same = replace(radii, alive=2)
        slack = float(same.h(pulls) + same.c(pulls)) * (1 - 1e-9)
        best = 0.75
        for other, survivors in ((best, (0, 1)), (best - 2.0**-radii.epoch, (0,))):
            state = made.start()._replace(number=radii.epoch)
            for mean in (best - slack, other + slack):
                state = made.learn(state, Pull(0, pulls), mean * pulls)
            means = (best, other)
            require(state.alive == survivors, FINDING, epoch=radii, means=means, left=state.alive)


def _traces_and_releases(policy: Maker) -> None:
    for eps, (pulls, margin, dropped) in TRACES.items():
        made = policy(arms=2, beta="0.01", eps=eps)
        played = play(made, RewardCycles(CYCLES), dropped + 8, Silent())
        begins = played.pulls[:2] == ((1, 0, pulls), (pulls + 1, 1, pulls))
        drops = played.pulls[2][:2] == (dropped + 1, 0) and abs(made.margin(1, 2) - margin) <= 1e-6
        require(begins and drops, FINDING, eps=eps, trace=played.pulls[:3])
        fault = release_fault(played, eps)
        require(fault is None, FINDING, ledger=fault)


def _epochs_follow_each_other(policy: Maker) -> None:
    """Two equal arms, which both stay: the lengths of two epochs, and the third begins."""
    expected = [pulls for pulls in PULLS[2, "0.01", "1"] for _ in (0, 1)][:5]
    made = policy(arms=2, beta="0.01", eps=1)
    played = play(made, RewardCycles([(1, 0)] * 2), sum(expected[:4]) + 1, Silent())
    given = [count for _, _, count in played.pulls]
    require(given == expected, FINDING, pulls=given, of_the_epochs=expected)


def _union_bound_sums() -> bool:
    """Sum over e of |S| * 2 * beta / (4 |S| e^2) = beta pi^2 / 12, symbolically."""
    import sympy as sp

    e, arms, beta = sp.symbols("e s beta", positive=True)
    total = sp.summation(arms * 2 * beta / (4 * arms * e**2), (e, 1, sp.oo))
    return bool(sp.simplify(total - beta * sp.pi**2 / 12) == 0)


class MarginWithoutNoise(DPSE):
    """Wrong: the margin forgets the privacy radius c."""

    def margin(self, epoch: int, alive: int) -> float:
        """2h only."""
        pulls = self.pulls_per_arm(epoch, alive)
        return math.sqrt(2 * self._log_ratio(8, epoch, alive) / pulls)


class ShortEpochs(DPSE):
    """Wrong: epochs of half the length."""

    def pulls_per_arm(self, epoch: int, alive: int) -> int:
        """R / 2."""
        return super().pulls_per_arm(epoch, alive) // 2


class SkipsAnEpoch(DPSE):
    """Wrong: the number of the epoch grows by two."""

    def learn(self, state: Epoch, pull: Pull, released: float | None) -> Epoch:
        """The next epoch but one."""
        following = super().learn(state, pull, released)
        return following._replace(number=2 * following.number - state.number)


@checks("bern.comp.dpse.source")
@mutant("sharper: a tenth of the allowed probability", share=Fraction(1, 10))
@mutant("margin without the privacy radius", policy=MarginWithoutNoise)
@mutant("epochs of half the length", policy=ShortEpochs)
@mutant("noise of half the scale", policy=half_noise(DPSE))
@mutant("an epoch is skipped", policy=SkipsAnEpoch)
def dp_se(policy: Maker = DPSE, share: Fraction = Fraction(1)) -> Verdict:
    """The bad events of an epoch, their union, and what the good event implies."""
    _lengths_are_the_tabled_ones(policy)
    _radii_are_an_eighth_of_the_accuracy(policy)
    sides = _bad_events_are_rare(policy, share)
    _a_good_epoch_decides_rightly(policy)
    _traces_and_releases(policy)
    _epochs_follow_each_other(policy)
    require(_union_bound_sums(), "The union bound is not the stated one.", grade=Grade.PROVED)
    loss = enclose(lambda: arb.pi() ** 2 * ball(Fraction(1, 12 * 10**6)), 10)
    return points(numbers={"loss of the best arm at beta = 10^-6": loss}, sharpness=sides.sharpness)
