"""EXP3 with two arms along a forced path of actions: what it plays with which probability.

With x = log(w(2) / w(1)) the law is P(2) = (1 - gamma) / (1 + e^-x) + gamma / 2, and an observed
loss l of the played arm moves x by -eta l / P(2) after arm 2, and by eta l / P(1) after arm 1.
Losses may be any numbers. Near 1/2 and near its ends P keeps its digits, because it is never
written as a quotient of weights. Faster Rates for Private Adversarial Bandits, Algorithm 3.
"""

from __future__ import annotations
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from flint import arb
from banditproof.theory.balls import at_growing_precision, ball, enclose, sufficient
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact, exact_positive, exact_probability

Losses = Sequence[Sequence[Number]]
"""For each round the losses of both arms."""
Step = tuple[int, Fraction]
"""The arm that is played, 1 or 2, and the loss that is observed."""


def odds_law(x: arb, gamma: Fraction) -> tuple[arb, arb]:
    """P(1) and P(2) at the log-odds x, each with its own digits."""
    mixed, floor = ball(1 - gamma), ball(gamma / 2)
    return mixed / (1 + x.exp()) + floor, mixed / (1 + (-x).exp()) + floor


def odds_along(eta: Fraction, gamma: Fraction, path: Iterable[Step]) -> Iterator[arb]:
    """The log-odds before each round of a path, and after its last one."""
    x, rate = arb(0), ball(eta)
    for arm, loss in path:
        yield x
        if loss:
            first, second = odds_law(x, gamma)
            move = rate if loss == 1 else rate * ball(loss)
            x = x - move / second if arm == 2 else x + move / first
    yield x


def checked_rates(eta: Number, gamma: Number) -> tuple[Fraction, Fraction]:
    """Return eta > 0 and gamma in (0, 1], exact; raises ValueError otherwise.

    Without mixing, an arm that is played against its odds has an estimate of any size, and the
    log-odds reach towers of exponentials in a few rounds.

    >>> checked_rates("0.1", 1)
    (Fraction(1, 10), Fraction(1, 1))
    """
    share = exact_probability("gamma", gamma)
    if share == 0:
        raise ValueError("gamma is 0; give a mixing share in (0, 1].")
    return exact_positive("eta", eta), share


def checked_path(actions: Sequence[int], losses: Losses) -> tuple[Step, ...]:
    """The played arms with their observed losses; raises ValueError if there are others."""
    path = []
    for t, arm in enumerate(actions):
        if arm not in (1, 2):
            raise ValueError(f"The action of round {t + 1} is {arm!r}; give arm 1 or 2.")
        if t >= len(losses) or len(losses[t]) != 2:
            raise ValueError(
                f"Round {t + 1} has no losses of two arms; give a pair of losses for each action."
            )
        path.append((arm, exact(losses[t][arm - 1])))
    return tuple(path)


def forced_probabilities(
    eta: Number, gamma: Number, actions: Sequence[int], losses: Losses, digits: int = 12
) -> tuple[Enclosure, ...]:
    """Enclose P_t(2), the probability of arm 2, in each round and after the last one.

    >>> found = forced_probabilities("0.1", "0.2", [1, 2], [(1, 0), (0, 1)])
    >>> [round(float(chance), 12) for chance in found]
    [0.5, 0.53986719785, 0.502953798515]
    """
    rates, path = checked_rates(eta, gamma), checked_path(actions, losses)

    def evaluate(_: int) -> tuple[Enclosure, ...]:
        chances = (odds_law(x, rates[1])[1] for x in odds_along(*rates, path))
        return tuple(sufficient(Enclosure.of(chance), digits) for chance in chances)

    return at_growing_precision(evaluate, digits)


def path_loss(
    eta: Number,
    gamma: Number,
    actions: Sequence[int],
    losses: Losses,
    others: Losses,
    digits: int = 12,
) -> Enclosure:
    """Enclose the log-ratio of the probabilities of the actions on two sequences of losses.

    It is the sum over t of log(P_t(I_t) / P'_t(I_t)): what an observer of the actions learns.

    >>> apart = path_loss("0.1", "0.2", [2, 1, 2], [(1, 0)] + [(1, 1)] * 2, [(1, 1)] * 3)
    >>> round(float(apart), 9)
    0.005925116
    """
    rates = checked_rates(eta, gamma)
    first, second = checked_path(actions, losses), checked_path(actions, others)
    if first == second:
        return Enclosure.of(0)
    return enclose(lambda: log_ratio_along(*rates, first, second), digits)


def log_ratio_along(
    eta: Fraction, gamma: Fraction, path: Iterable[Step], other: Iterable[Step]
) -> arb:
    """The sum of log(P_t(I_t) / P'_t(I_t)) along two paths of the same actions."""
    left, right = list(path), list(other)
    total, product, waiting = arb(0), arb(1), 0
    xs, ys = odds_along(eta, gamma, left), odds_along(eta, gamma, right)
    for (arm, _), x, y in zip(left, xs, ys, strict=False):
        product *= odds_law(x, gamma)[arm - 1] / odds_law(y, gamma)[arm - 1]
        waiting += 1
        if waiting == 64:  # a logarithm costs as much as some rounds
            total, product, waiting = total + product.log(), arb(1), 0
    return total + product.log()
