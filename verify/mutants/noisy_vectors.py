"""Wrong noise for the vectors of batched EXP4, and vectors of batches that are no batches.

The accountant encloses the privacy curve of the coordinates that one loss can move, so no formula
of composition is trusted; the joint law of arms and vectors is enumerated.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any
from banditproof.theory.accounting import Composition, LaplaceLoss, composed_delta
from banditproof.theory.balls import ball, enclose
from banditproof.theory.budgets import ApproxDP
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import exact
from banditproof.verify.adversarial.joint_release import (
    Outcome,
    Row,
    VectorGame,
    fewer_for_large_losses,
    joint_delta,
    small_game,
)
from banditproof.verify.adversarial.transcript_law import ExactAdversary, losses_of
from banditproof.verify.evidence import Grade
from .entry import Engine, Judgement, described, held, refuted


@dataclass(frozen=True)
class VectorNoise:
    """Laplace noise on the N coordinates of a vector, by the factors that its scale has.

    The scale is `times` K^k N^(n/2) log(1/delta)^(d/2) / (gamma tau eps), with the powers k of
    `arms_power`, n of `experts_power` and d of `log_power`; a coordinate moves by K / (gamma tau).
    """

    times: int = 3
    arms_power: int = 1
    experts_power: int = 1
    log_power: int = 1
    experts: int = 20
    arms: int = 4
    delta: str = "1e-6"

    @property
    def coordinate_loss(self) -> Enclosure:
        """What a coordinate spends: its shift over the scale of its noise, at eps = 1."""

        def evaluate() -> Any:
            log = -ball(exact(self.delta)).log()
            noise = ball(self.times) * ball(self.arms) ** self.arms_power
            noise *= ball(self.experts).sqrt() ** self.experts_power * log.sqrt() ** self.log_power
            return ball(self.arms) / noise

        return enclose(evaluate, 24)


EPS = Fraction(1)


def vector_judge(subject: VectorNoise) -> Judgement:
    """Whether the vectors are (1, delta)-DP: refuted with N - 1 coordinates moved, held with N."""
    asked, size = exact(subject.delta), subject.coordinate_loss
    most = composed_delta(Composition(((subject.experts, LaplaceLoss(size.upper)),)), EPS, 16)
    if most.hi <= asked:
        return held(Grade.OUTLINED, most, "With all coordinates moved delta is enough.")
    count = subject.experts - 1
    least = composed_delta(Composition(((count, LaplaceLoss(size.lower)),)), EPS, 16)
    if least.lo > asked:
        why = f"{count} coordinates that move by all of their sensitivity take {float(least):.6g}."
        return refuted(Grade.PROVED, least, why)
    return held(Grade.POINTS, most, "Between what N - 1 and what N coordinates take.")


class PeekingGame(VectorGame):
    """The arms of a batch are drawn from weights that have seen its losses without noise."""

    def chance(self, node: Outcome, before: tuple[int, ...], adversary: ExactAdversary) -> Row:
        law, start = super().chance(node, before, adversary), len(node.arms)
        played = (*node.arms, *before)
        lost = [Fraction(0)] * len(law)
        for t, arm in enumerate(before, start):
            lost[arm] += losses_of(adversary, played[:t])[arm]
        weights = [p / 4 ** int(loss) for p, loss in zip(law, lost, strict=True)]
        return tuple(weight / sum(weights) for weight in weights)


def joint_judge(game: VectorGame) -> Judgement:
    """Whether arms and vectors together are (eps, delta)-DP, by enumeration of a batch's law.

    One loss changes, of the first round; one coordinate moves by at most 1 / (tau Q), Q >= gamma/2,
    so delta is that of one Laplace release of this size.
    """
    eps = Fraction(1, 10)
    size = 2 / (game.gamma * game.tau * game.scale)
    allowed = composed_delta(Composition(((1, LaplaceLoss(size)),)), eps, 16)
    worst = Enclosure.of(0)
    for first, other in (((0, 0), (1, 1)), ((1, 1), (0, 0))):
        one, two = (game.law([row, *[(0, 0)] * (len(game.advice) - 1)]) for row in (first, other))
        worst = Enclosure.max(worst, joint_delta(one, two, eps))
    if worst.hi <= allowed.lo:
        return held(Grade.POINTS, worst, "Two experts and two arms: within one release's delta.")
    why = f"One changed loss takes {float(worst):.6g}, one release {float(allowed):.6g}."
    return refuted(Grade.PROVED, worst, why)


_GAME = small_game(scale=8, tau=2, rounds=2)
_entry = partial(
    described,
    reference=VectorNoise(),
    engine=Engine.TRANSCRIPTS,
    claim=ApproxDP(1, "1e-6"),
    judge=vector_judge,
)

ENTRIES = (
    _entry("noise of one coordinate on each of N", VectorNoise(experts_power=0)),
    _entry("vector noise without its logarithm", VectorNoise(log_power=0)),
    _entry("vector noise without importance weights", VectorNoise(arms_power=0)),
    _entry(
        "noise of batched EXP4 at delta near 1",
        VectorNoise(delta="0.999"),
        reference=VectorNoise(delta="0.9"),
        claim="(1, delta)-DP of the noisy vectors",
    ),
    _entry(
        "arms drawn from losses of their own batch",
        PeekingGame(
            _GAME.tau, _GAME.gamma, _GAME.scale, _GAME.level, _GAME.advice, fewer_for_large_losses
        ),
        reference=_GAME,
        claim="delta of one release for arms and vectors at eps = 0.1",
        judge=joint_judge,
    ),
)
