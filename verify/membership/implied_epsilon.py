"""What exact errors and exact games say of eps, beside what an accountant certifies.

Of every adversary against an (eps, delta)-DP mechanism, in the game with a fixed and in that with
an average target, and for every law of the rows:

    e^eps alpha + beta >= 1 - delta   and   alpha + e^eps beta >= 1 - delta.

So a game never shows more than a right accountant certifies, and one game that does refutes it.
Thesis, (2.28) and (2.29).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Protocol
from flint import arb
from banditproof.algorithms.membership.games.enumerated_games import ExactGame
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import INFINITE, ZERO, Enclosure
from banditproof.theory.exact import Number, exact_nonnegative, exact_probability
from banditproof.verify.exact_laws.privacy_loss import log_enclosure

DIGITS = 15


def implied_epsilon(
    alpha: Enclosure | Number, beta: Enclosure | Number, delta: Number = 0
) -> Enclosure:
    """max{0, log((1-delta-beta)/alpha), log((1-delta-alpha)/beta)} of exact errors, enclosed.

    A mechanism on which an adversary has these errors is (eps, delta)-DP for no smaller eps.

    >>> print(implied_epsilon("1/4", "1/4"))
    1.098612288668109691[3..5]
    >>> implied_epsilon(0, "1/2", delta="1/2") == ZERO, implied_epsilon(0, "1/2") == INFINITE
    (True, True)
    """
    first, second = _rate("alpha", alpha), _rate("beta", beta)
    slack = exact_probability("delta", delta)
    return _log_of(1 - slack - second, first).max(_log_of(1 - slack - first, second))


def implied_by_game(game: ExactGame, delta: Number = 0) -> Enclosure:
    """The largest implied eps of all adversaries of a game: its own eps(delta), enclosed.

    The best events are those of a large likelihood ratio, so only thresholds are gone through.

    >>> from banditproof.algorithms.membership.games.crafters import FixedTarget
    >>> from banditproof.algorithms.membership.games.enumerated_games import exact_game
    >>> from banditproof.algorithms.membership.mechanisms.subsampled_mean import SubsampledMean
    >>> from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
    >>> crafter = FixedTarget(SubsampledMean(1), BernoulliColumns((0,)), 4, [1])
    >>> game = exact_game(crafter)
    >>> implied_by_game(game) == INFINITE, implied_by_game(game, "1/4") == ZERO
    (True, True)
    """
    slack = exact_probability("delta", delta)
    pairs = [pair for pair in game.cells.values() if any(pair)]
    result = ZERO
    for own, other in ((1, 0), (0, 1)):
        # By falling likelihood ratio, infinite ones first: the best events are among the initial
        # parts (Neyman and Pearson).
        ordered = sorted(pairs, key=lambda pair: (pair[other] > 0, -pair[own] / (pair[other] or 1)))
        mass = against = best = Fraction(0)
        for pair in ordered:
            mass, against = mass + pair[own], against + pair[other]
            if mass <= slack:
                continue
            if not against:
                return INFINITE
            best = max(best, (mass - slack) / against)
        if best > 1:
            result = result.max(log_enclosure(best, DIGITS))
    return result


class PrivacyCurve(Protocol):
    """An accountant's answer: the delta for which a release is (eps, delta)-DP."""

    def delta(self, eps: Number) -> Enclosure:
        """An enclosure of delta(eps)."""


@dataclass(frozen=True)
class CurveExcess:
    """The eps at which errors need more delta than an accountant certifies."""

    eps: Fraction
    certified: Enclosure
    needed: Enclosure

    @property
    def words(self) -> str:
        """The finding in a sentence."""
        return (
            f"At eps = {float(self.eps):g} an adversary needs delta >= "
            f"{float(self.needed.lo):.6g}, and at most {float(self.certified.hi):.6g} is certified."
        )


def excess_over_curve(
    errors: Iterable[tuple[Enclosure | Number, Enclosure | Number]],
    curve: PrivacyCurve,
    orders: Iterable[Number],
) -> CurveExcess | None:
    """The first eps at which an adversary refutes a certified curve; None if none does.

    Errors (alpha, beta) need delta >= 1 - beta - e^eps alpha and >= 1 - alpha - e^eps beta.

    >>> from banditproof.algorithms.membership.mechanisms.mean_privacy import MeanPrivacy
    >>> excess_over_curve([("1/4", "1/4")], MeanPrivacy(shown="1/2"), [0, 1]) is None
    True
    >>> excess_over_curve([("1/4", "1/4")], MeanPrivacy(shown="1/4"), [0]).words
    'At eps = 0 an adversary needs delta >= 0.5, and at most 0.25 is certified.'
    """
    rates = [(_rate("alpha", a), _rate("beta", b)) for a, b in errors]
    for order in orders:
        eps = exact_nonnegative("eps", order)
        certified = curve.delta(eps)
        factor = enclose(partial(_exponential, eps), DIGITS) if eps else Enclosure.of(1)
        for first, second in rates:
            needed = (1 - second - factor * first).max(1 - first - factor * second)
            if needed.lo > certified.hi:
                return CurveExcess(eps, certified, needed)
    return None


def game_errors(game: ExactGame) -> list[tuple[Fraction, Fraction]]:
    """The errors of all thresholds on the likelihood ratio of a game, and of their opposites.

    These are the corners of all that adversaries can reach: no other one refutes a curve that these
    do not.

    >>> from banditproof.algorithms.membership.games.crafters import FixedTarget
    >>> from banditproof.algorithms.membership.games.enumerated_games import exact_game
    >>> from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
    >>> from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
    >>> game = exact_game(FixedTarget(ExactMean(), BernoulliColumns(("1/2",)), 1, [1]))
    >>> [(str(a), str(b)) for a, b in game_errors(game)]
    [('0', '1'), ('1/2', '0'), ('1', '0')]
    """
    ratios = sorted(
        {_ratio(pair) for pair in game.cells.values() if any(pair)},
        key=lambda ratio: (ratio is None, ratio or Fraction(0)),
    )
    results = []
    for k in range(len(ratios), -1, -1):
        accepted = set(ratios[k:])
        alpha = sum((p[0] for p in game.cells.values() if _ratio(p) in accepted), Fraction(0))
        beta = 1 - sum((p[1] for p in game.cells.values() if _ratio(p) in accepted), Fraction(0))
        results.append((alpha, beta))
    return results


def _ratio(pair: tuple[Fraction, Fraction]) -> Fraction | None:
    """p_in / p_out; None for infinity."""
    out, inside = pair
    return inside / out if out else None


def _rate(name: str, value: Enclosure | Number) -> Enclosure:
    if isinstance(value, Enclosure):
        return value.max(0).min(1)
    return Enclosure.of(exact_probability(name, value))


def _log_of(top: Enclosure, bottom: Enclosure) -> Enclosure:
    """max{0, log(top/bottom)}; 0 if the top is not positive, and then whatever the bottom is."""
    least = ZERO.lo
    if top.lower > 0 and bottom.upper > 0 and top.lower > bottom.upper:
        least = log_enclosure(top.lower / bottom.upper, DIGITS).lo
    elif top.lower > 0 and bottom.upper == 0:
        return INFINITE
    if top.upper <= 0 or (bottom.lower > 0 and top.upper <= bottom.lower):
        return Enclosure.of(0)
    if bottom.lower == 0:
        return Enclosure(least, INFINITE.hi)
    return Enclosure(least, log_enclosure(top.upper / bottom.lower, DIGITS).hi)


def _exponential(eps: Fraction) -> arb:
    """e^eps in balls."""
    return ball(eps).exp()
