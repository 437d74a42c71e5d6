"""Claims about contextual linear bandits: the setting, Remarks 4 and 5, and Algorithm 3."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any
from banditproof.algorithms import AdaCGOPE, AdaCOFUL, DeclaredVectors, LinearEnvironment
from banditproof.algorithms.curators.curator import Held
from banditproof.algorithms.linear.episodic_oful import EpisodicOFUL
from banditproof.algorithms.randomness import Randomness
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.design_updates import ORACLE, determinants, starts
from banditproof.paper_checks.models.oful_box import Box, each_reward_once, same_play
from banditproof.paper_checks.verdicts.vocabulary import need, points, require, sampled
from banditproof.theory.mechanisms import Gaussian, Mechanism

THETAS = (("1/2",), ("1/2", "-1/4"), ("1/8", "1/2", "1/4"))


def unit_vectors(d: int) -> list[tuple[int, ...]]:
    """e_1, ..., e_d."""
    return [tuple(int(i == j) for j in range(d)) for i in range(d)]


@checks("zcdp.set.ctx")
@mutant("vectors of length 1/2", scale=Fraction(1, 2))
@mutant("gaps from the mean", best=lambda means: sum(means) / len(means))
def finite_arms_as_unit_vectors(scale: Fraction = Fraction(1), best: Any = max) -> Verdict:
    """Means and gaps in the reduced model, beside those of arms with the means theta_i."""
    for theta in THETAS:
        means = [Fraction(x) for x in theta]
        rows = [tuple(scale * x for x in row) for row in unit_vectors(len(means))]
        world = LinearEnvironment(theta=theta, actions=rows)
        gaps = [float(best(means) - mean) for mean in means]
        require(list(world.gaps) == gaps, "The gaps are those of other arms.", theta=theta)
        turned = LinearEnvironment(theta=theta, contexts=[rows, rows[::-1]])
        shown = [turned.means(turned.offered(1).at(t)) for t in (1, 2)]
        require(shown[0] == shown[1][::-1], "The means depend on more than the vectors.")
        require(shown[0] == tuple(map(float, means)), "The means are others.", theta=theta)
    return points()


BOX = AdaCOFUL(arms=4, dimension=2, rho=Fraction(1, 2), horizon=60, ties="first")


@checks("zcdp.alg3")
@mutant("all noises drawn anew at an update", redrawn=True)
@mutant("sharper: half of the noise", policy=replace(BOX, rho=1))
@mutant("updates at 1 + 2C", policy=replace(BOX, doubling=2))
@mutant("another delta", policy=replace(BOX, delta="0.9"))
@mutant("another private part of the radius", policy=replace(BOX, horizon=10**9))
@mutant("another update time", oracle=(1, 3, 7, 14, 17, 31, 40))
def algorithm_3(
    policy: EpisodicOFUL = BOX,
    redrawn: bool = False,
    oracle: Sequence[int] = (1, 3, 7, 14, 17, 32, 40),
) -> Verdict:
    """The policy against a second program of the box, on the same draws; exact update times."""
    result = starts(determinants(ORACLE, Fraction(1)), Fraction(1))
    require(result == list(oracle), "Line 6 fires elsewhere.", found=result)
    for seed in range(4):
        arms, times = same_play(replace(policy), Box(4.0, 60, redrawn), seed)  # with its own noise
        require(times, "The estimate is renewed in other rounds.", seed=seed)
        require(arms, "The policy plays other arms than the box.", seed=seed)
    return sampled()


@dataclass(frozen=True)
class Remembering(DeclaredVectors):
    """A wrong curator, which keeps what it has released in the next sum."""

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, tuple[Any, ...]]:
        """The batch stays open."""
        return held, super().release(held, arm, mechanism, randomness)[1]


@checks("zcdp.rem5")
@mutant("sums that are released again", curator=Remembering)
def blueprint(curator: type[DeclaredVectors] = DeclaredVectors) -> Verdict:
    """The ledger of both: each reward of a closed episode is in one release."""
    oful = AdaCOFUL(arms=2, dimension=2, rho=1)
    gope = AdaCGOPE(((1, 0), (0, 1)), rho=1)
    for policy, rounds in ((oful, 60), (gope, 3000)):
        given = policy.curator
        need(isinstance(given, DeclaredVectors), "The curator is of another kind")
        noise = given.noise if isinstance(given, DeclaredVectors) else None
        require(isinstance(noise, Gaussian), "The noise is not Gaussian.", policy=policy.name)
        if curator is not DeclaredVectors and isinstance(given, DeclaredVectors):
            wrong = curator(given.noise, given.actions, given.whitened)
            object.__setattr__(policy := replace(policy), "curator", wrong)
        once = each_reward_once(policy, 2, rounds)
        require(once, "A reward is in no release, or in two.", policy=policy.name)
    return points()
