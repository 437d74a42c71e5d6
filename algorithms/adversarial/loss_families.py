"""Named families of losses: what learners are compared on."""

import difflib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
import numpy as np
from banditproof.theory.exact import Number, exact, exact_count, exact_positive, exact_probability
from banditproof.theory.parameter_names import accepts_epsilon
from .learner import checked_arms
from .loss_sequences import (
    ChangedLosses,
    CyclicLosses,
    ExactRow,
    Floats,
    LossSequence,
    constant_losses,
    exact_row,
)

DRAWN_TOGETHER = 4096
"""The rounds that share a random stream; part of the meaning of a seed."""
HALF = Fraction(1, 2)
TENTH = Fraction(1, 10)


def lower_bound_losses(
    horizon: int, switch: int | None = None, zeros: Sequence[int] = ()
) -> LossSequence:
    """The losses of Lemma 11: (1/2, 1) up to round `switch`, then (1/2, 0); without it, for ever.

    In the rounds `zeros` the second arm loses nothing, too: the sequences between the two, which
    the proof compares. Faster Rates for Private Adversarial Bandits, Section 5.2 and Appendix G.2.

    >>> lower_bound_losses(4, switch=2).totals().tolist()
    [2.0, 2.0]
    >>> lower_bound_losses(4, zeros=[3]).row(3)
    (0.5, 0.0)
    """
    dear, cheap = (HALF, 1), (HALF, 0)
    losses: LossSequence = constant_losses(dear, horizon)
    if switch is not None:
        last = exact_count("The round of the switch", switch)
        if last > losses.horizon:
            raise ValueError(
                f"The losses switch after round {last}; give a round up to {losses.horizon}."
            )
        before = [constant_losses(dear, last)] if last else []
        after = [constant_losses(cheap, horizon - last)] if last < losses.horizon else []
        first, *others = before + after
        losses = first.then(*others) if others else first
    rows = tuple((t, exact_row(cheap)) for t in sorted(set(zeros)))
    return ChangedLosses(losses, rows) if rows else losses


def linear_losses(arms: int, horizon: int) -> CyclicLosses:
    """Constant losses from 1/10 to 9/10, at equal distances.

    >>> linear_losses(3, horizon=2).row(1)
    (0.1, 0.5, 0.9)
    """
    steps = max(checked_arms(arms) - 1, 1)
    return constant_losses([TENTH + Fraction(4 * a, 5 * steps) for a in range(arms)], horizon)


@accepts_epsilon
def small_gap_losses(arms: int, horizon: int, eps: Number = 1) -> CyclicLosses:
    """Constant losses 1/2, and 1/2 - min(2/5, 2 sqrt(K / (T eps))) of the first arm.

    >>> small_gap_losses(2, horizon=800).row(1)
    (0.4, 0.5)
    """
    budget = float(exact_positive("eps", eps))
    rounds = exact_count("The horizon", horizon, least=1)
    gap = 2.0 * math.sqrt(checked_arms(arms) / (rounds * budget))
    first = HALF - (Fraction(2, 5) if gap >= 0.4 else Fraction(gap))
    return constant_losses([first] + [HALF] * (arms - 1), rounds)


def one_good_arm_losses(
    arms: int, horizon: int, good: Number = TENTH, others: Number = Fraction(9, 10)
) -> CyclicLosses:
    """Constant losses: `good` of the first arm, `others` of all others.

    >>> one_good_arm_losses(3, horizon=1, good=0, others=1).row(1)
    (0.0, 1.0, 1.0)
    """
    return constant_losses([good] + [others] * (checked_arms(arms) - 1), horizon)


def alternating_losses(arms: int, horizon: int) -> CyclicLosses:
    """One arm after the other loses 1 and the others nothing, so that all are equal in the end.

    >>> alternating_losses(2, horizon=4).totals().tolist()
    [2.0, 2.0]
    """
    rows = [[int(a == good) for a in range(arms)] for good in range(checked_arms(arms))]
    return CyclicLosses(rows, horizon)


def piecewise_losses(arms: int, horizon: int, pieces: int = 4) -> LossSequence:
    """Pieces of equal length; in each, the next arm has the loss 1/10 and all others 9/10.

    >>> piecewise_losses(2, horizon=4, pieces=2).totals().tolist()
    [2.0, 2.0]
    """
    rounds = exact_count("The horizon", horizon, least=1)
    number = min(exact_count("The number of pieces", pieces, least=1), rounds)
    ends = [rounds * n // number for n in range(number + 1)]
    parts = [
        constant_losses(_one_low(checked_arms(arms), n % arms), ends[n + 1] - ends[n])
        for n in range(number)
    ]
    return parts[0].then(*parts[1:])


def _one_low(arms: int, low: int) -> ExactRow:
    return tuple(TENTH if a == low else 1 - TENTH for a in range(arms))


@dataclass(frozen=True)
class BernoulliLosses(LossSequence):
    """Losses 0 and 1, drawn once with the given means: the seed decides them.

    >>> losses = BernoulliLosses(("0.25", "0.75"), horizon=10_000, seed=1)
    >>> losses.row(7) == tuple(losses.block(6, 7)[0]), losses.totals().tolist()
    (True, [2458.0, 7450.0])
    """

    means: tuple[Number, ...]
    horizon: int = 0
    seed: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "means", exact_row(self.means))
        object.__setattr__(self, "horizon", exact_count("The horizon", self.horizon, least=1))
        object.__setattr__(self, "seed", exact_count("The seed", self.seed))

    @property
    def arms(self) -> int:
        """The number of arms."""
        return len(self.means)

    def exact_row(self, t: int) -> ExactRow:
        """The exact losses of round t."""
        return tuple(Fraction(int(loss)) for loss in self.block(t - 1, t)[0])

    def block(self, start: int, stop: int) -> Floats:
        """The rows of rounds start + 1 to stop, as an array."""
        self.check_rounds(start, stop)
        first, last = start // DRAWN_TOGETHER, -(-stop // DRAWN_TOGETHER)
        drawn = [_drawn(self, number) for number in range(first, last)]
        if not drawn:
            return np.zeros((0, self.arms))
        offset = first * DRAWN_TOGETHER
        return np.concatenate(drawn)[start - offset : stop - offset]


@lru_cache(maxsize=8)
def _drawn(losses: BernoulliLosses, number: int) -> Floats:
    """The rounds of one random stream."""
    rng = np.random.default_rng(np.random.SeedSequence([losses.seed, number]))
    means = np.array([float(exact(mean)) for mean in losses.means])
    drawn = (rng.random((DRAWN_TOGETHER, losses.arms)) < means).astype(np.float64)
    drawn.setflags(write=False)
    return drawn


def bernoulli_losses(
    arms: int, horizon: int, good: Number = Fraction(2, 5), others: Number = HALF, seed: int = 0
) -> BernoulliLosses:
    """Losses 0 and 1: the first arm has the mean `good`, all others have the mean `others`.

    >>> bernoulli_losses(2, horizon=10, seed=3).means
    (Fraction(2, 5), Fraction(1, 2))
    """
    means = [exact_probability("good", good)]
    means += [exact_probability("others", others)] * (checked_arms(arms) - 1)
    return BernoulliLosses(tuple(means), horizon, seed)


@dataclass(frozen=True)
class LossFamily:
    """A name on the command line: what it is, and the losses of so many arms and rounds."""

    description: str
    make: Callable[[int, int, Number, int], LossSequence]


def _late_switch(arms: int, horizon: int, eps: Number, seed: int) -> LossSequence:
    _only_two(arms)
    return lower_bound_losses(horizon, horizon // 2)


def _never_switch(arms: int, horizon: int, eps: Number, seed: int) -> LossSequence:
    _only_two(arms)
    return lower_bound_losses(horizon)


def _only_two(arms: int) -> None:
    if arms != 2:
        raise ValueError(f"The losses of Lemma 11 have two arms, and {arms} are asked for; give 2.")


FAMILIES = {
    "linear": LossFamily(
        "constant, from 0.1 to 0.9", lambda arms, horizon, eps, seed: linear_losses(arms, horizon)
    ),
    "small-gap": LossFamily(
        "constant, the first arm better by 2 sqrt(K / (T eps))",
        lambda arms, horizon, eps, seed: small_gap_losses(arms, horizon, eps),
    ),
    "one-good-arm": LossFamily(
        "constant, 0.1 of the first arm and 0.9 of the others",
        lambda arms, horizon, eps, seed: one_good_arm_losses(arms, horizon),
    ),
    "bernoulli": LossFamily(
        "drawn, with the mean 0.4 of the first arm and 0.5 of the others",
        lambda arms, horizon, eps, seed: bernoulli_losses(arms, horizon, seed=seed),
    ),
    "alternating": LossFamily(
        "one arm after the other loses 1",
        lambda arms, horizon, eps, seed: alternating_losses(arms, horizon),
    ),
    "piecewise": LossFamily(
        "four pieces, in which another arm is the best",
        lambda arms, horizon, eps, seed: piecewise_losses(arms, horizon),
    ),
    "lower-bound": LossFamily("(1/2, 1) in each round, as in Lemma 11", _never_switch),
    "lower-bound-switch": LossFamily(
        "(1/2, 1), and (1/2, 0) in the second half, as in Lemma 11", _late_switch
    ),
}
"""The families by name."""


@accepts_epsilon
def make_losses(name: str, arms: int, horizon: int, eps: Number = 1, seed: int = 0) -> LossSequence:
    """The losses of a named family; `eps` sizes small gaps, and `seed` decides what is drawn.

    >>> make_losses("linear", arms=2, horizon=5).row(1)
    (0.1, 0.9)
    >>> make_losses("liner", arms=2, horizon=5)
    Traceback (most recent call last):
    ...
    ValueError: There are no losses 'liner'; did you mean linear?
    """
    if name not in FAMILIES:
        near = difflib.get_close_matches(str(name), FAMILIES, 1)
        advice = f"did you mean {near[0]}?" if near else f"give one of {', '.join(FAMILIES)}."
        raise ValueError(f"There are no losses {name!r}; {advice}")
    exact(eps)
    return FAMILIES[name].make(checked_arms(arms), horizon, eps, seed)
