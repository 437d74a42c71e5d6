"""The hypotheses of the bounds of private adversarial bandits: words, and whether a game fits."""

from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball, is_positive
from banditproof.theory.number_text import number_text
from . import barrier_bounds as barriers
from .bound_row import Formula, Hypothesis, Need
from .games import PrivateGame


def at_most_one(game: PrivateGame) -> Hypothesis:
    """eps <= 1."""
    return ("eps <= 1", game.eps <= 1)


def one_round_each(game: PrivateGame) -> Hypothesis:
    """eps >= 1/T."""
    return ("eps >= 1/T", game.eps * game.horizon >= 1)


def one_batch(game: PrivateGame) -> Hypothesis:
    """A complete batch."""
    least = number_text(Fraction(game.batch))
    return (f"T >= {least}, a complete batch", game.horizon >= game.batch)


def probability(name: str, mixing: Formula) -> Need:
    """gamma <= 1; the words say what it is, and that the bound is above T otherwise."""

    def need(game: PrivateGame) -> Hypothesis:
        fits = is_positive(lambda: 1 - mixing(game))
        if fits:
            return (f"{name} <= 1", True)
        result = float(game.value(mixing, 4))
        return (f"{name} <= 1, and it is {result:.4g} (so the bound would be above T)", False)

    return need


def positive_logarithm(game: PrivateGame) -> Hypothesis:
    """log(eps K T) > 0."""
    return ("eps K T > 1, so that gamma > 0", game.eps * game.arms * game.horizon > 1)


def large_logarithm(game: PrivateGame) -> Hypothesis:
    """log(eps K T) >= 1."""
    size = game.eps * game.arms * game.horizon
    return ("eps K T >= e", size > 1 and is_positive(lambda: ball(size).log() - 1))


def small_risk(game: PrivateGame) -> Hypothesis:
    """delta <= 0.4, as the proof of Theorem 10 needs for its powers of log(1/delta)."""
    return ("delta <= 0.4, for the proof of the bound", game.risk <= Fraction(2, 5))


def risk_with_privacy(game: PrivateGame) -> Hypothesis:
    """delta <= 0.98, up to which the actions of batched EXP4 are proved to be private."""
    return ("delta <= 0.98, for the proof of privacy", game.risk <= Fraction(49, 50))


def moderate_risk(game: PrivateGame) -> Hypothesis:
    """log(1/delta) <= 4 log(NT)^3: where the printed gamma is proved to be enough."""

    def room() -> arb:
        return 4 * ball(game.advisers * game.horizon).log() ** 3 + ball(game.risk).log()

    return ("log(1/delta) <= 4 log(NT)^3", is_positive(room))


def two_experts(game: PrivateGame) -> Hypothesis:
    """At least two experts."""
    return ("N >= 2", game.advisers >= 2)


def some_pulls(game: PrivateGame) -> Hypothesis:
    """A whole p below log(2)/eps."""
    return ("eps < log 2 = 0.693", barriers.largest_pulls(game.eps) >= 1)


def few_pulls(game: PrivateGame) -> Hypothesis:
    """p <= gamma T for some gamma <= 1/2."""
    fits = not some_pulls(game)[1] or 2 * barriers.best_pulls(game.eps) <= game.horizon
    return ("p <= T/2 at the best p", fits)
