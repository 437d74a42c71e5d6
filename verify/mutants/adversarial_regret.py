"""Learners for adversarial losses that do not learn, and a learner that is called private.

Regret above a bound refutes the learner that played, at a level; regret below it proves nothing.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
import numpy as np
from flint import arb
from banditproof.algorithms.adversarial.batched_releases import BatchedReleases
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.ftpl import FTPL, FTPLArgMax, FTPLPrinted
from banditproof.theory.adversarial.exp3_leak import one_sided_loss
from banditproof.theory.adversarial.games import NoisyGame
from banditproof.theory.adversarial.learner_bounds import exp3_tuned, ftpl_proved
from banditproof.theory.exact import Number, exact
from banditproof.verify.adversarial.batch_model import BatchModel, price
from banditproof.verify.adversarial.looks_at_an_arm import looks_at_an_arm
from banditproof.verify.adversarial.regret_oracles import Player, regret_rows, tuned_exp3
from banditproof.verify.evidence import Grade
from .entry import Engine, Judge, Judgement, described, held, not_refuted, refuted

LEVEL = "1e-7"
ROUNDS = 600
Weights = tuple[float, ...]
Chance = np.random.Generator | None
FAMILIES = ("linear", "small-gap", "one-good-arm", "bernoulli", "alternating", "piecewise")


class GainsForLosses(EXP3):
    """Takes losses for gains: what loses most is played most."""

    def update(self, state: Weights, arm: int, loss: float, rng: Chance = None) -> Weights:
        return super().update(state, arm, -loss, rng)


class AlwaysUniform(EXP3):
    """Mixes with all of the uniform law, and never learns."""

    def law(self, state: tuple[float, ...]) -> tuple[float, ...]:
        return (1.0 / len(state),) * len(state)


def regret_judge(
    formula: Callable[[NoisyGame], arb], rounds: int, runs: int, families: tuple[str, ...]
) -> Judge:
    """Whether no family of losses shows an expected regret above the bound, without noise."""

    def judge(player: Player) -> Judgement:
        bound = NoisyGame.of(2, rounds, 0).value(formula)
        level, largest = exact(LEVEL) / len(families), 0.0
        for name in families:
            (row,) = regret_rows(player, bound, 2, rounds, runs, [name], level)
            if row.refuted:
                why = f"On {name} losses the expected regret is at least {row.least:.5g}, "
                why += f"and the bound of {rounds} rounds is {float(bound):.5g}."
                return refuted(Grade.STATISTICAL, None, why)
            largest = max(largest, row.mean)
        why = f"The largest mean regret on {len(families)} families is {largest:.4g}, below "
        return not_refuted(Grade.STATISTICAL, why + f"the bound {float(bound):.4g}.")

    return judge


@dataclass(frozen=True)
class CalledPrivate:
    """A policy under the name of an eps-DP one, and a horizon in which it looks at both arms."""

    policy: BatchedReleases
    eps: Number = "0.001"
    horizon: int = 1500


def looks_judge(subject: CalledPrivate) -> Judgement:
    """Whether the plays of arm 2 change more than eps allows when arm 2 stops to lose."""
    result = looks_at_an_arm(subject.policy, subject.eps, subject.horizon, 370, 60, LEVEL)
    if result.refuted:
        return refuted(Grade.STATISTICAL, None, result.witness)
    return not_refuted(Grade.STATISTICAL, result.witness)


@dataclass(frozen=True)
class EXP3Actions:
    """EXP3 with eta = gamma = 1/100 for 800 rounds, on its losses as they are or in batches."""

    told_in_batches: bool


def leak_judge(subject: EXP3Actions) -> Judgement:
    """Whether the actions are 5-DP: 700 rounds alternate, and in 100 more arm 2 is played."""
    budget = 5
    if subject.told_in_batches:
        spent = price(BatchModel(1, budget), 800)
        return held(Grade.OUTLINED, spent, "Every loss enters one release, of price 5.")
    loss = one_sided_loss("0.01", "0.01", 700, 100)
    if loss.lo > exact(budget):
        why = f"One changed loss of round 1 costs {float(loss):.5g} on 800 forced actions."
        return refuted(Grade.PROVED, loss, why)
    return not_refuted(Grade.POINTS, "The forced actions cost no more than eps.")


_exp3 = partial(
    described,
    engine=Engine.REGRET,
    claim=f"the bound of EXP3 over {ROUNDS} rounds",
    reference=tuned_exp3(2, ROUNDS),
    judge=regret_judge(exp3_tuned, ROUNDS, 16, FAMILIES),
    expected=("refuted", "not refuted"),
    mend="the proof of its bound, which is claim adv.cor22; runs cannot prove it",
)
_ftpl = partial(
    described,
    engine=Engine.REGRET,
    source="adversarial bandits, Algorithm 4",
    claim="the bound of repaired FTPL over 20000 rounds",
    reference=FTPL.tuned(2, 20000, noise=0),
    judge=regret_judge(ftpl_proved, 20000, 14, ("one-good-arm",)),
    expected=("refuted", "not refuted"),
    mend="the proof of its bound, which is claim adv.lem25.sharp; runs cannot prove it",
)
_EXP3 = EXP3("0.05", "0.01")

ENTRIES = (
    _exp3("gains for losses", GainsForLosses(tuned_exp3(2, ROUNDS).eta, 0)),
    _exp3("uniform play", AlwaysUniform(tuned_exp3(2, ROUNDS).eta, 0)),
    _ftpl("arg max for arg min in the resampling", FTPLArgMax.tuned(2, 20000, noise=0)),
    _ftpl("perturbed leader as it is printed", FTPLPrinted.tuned(2, 20000, noise=0)),
    described(
        "learner without noise called private",
        CalledPrivate(BatchedReleases(_EXP3, 2, math.inf)),
        CalledPrivate(BatchedReleases(_EXP3, 2, "0.001")),
        engine=Engine.REGRET,
        claim="0.001-DP, as Lemma 11 tests it",
        judge=looks_judge,
        expected=("refuted", "not refuted"),
    ),
    described(
        "actions of EXP3 called private",
        EXP3Actions(False),
        EXP3Actions(True),
        engine=Engine.TRANSCRIPTS,
        claim="5-DP of 800 actions",
        judge=leak_judge,
    ),
)
