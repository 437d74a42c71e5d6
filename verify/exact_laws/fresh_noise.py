"""What the actions reveal if AdaC-UCB draws new noise for each index, by backward recursion.

Two arms are pulled once each; then each episode goes to the arm with the larger index, whose
noises are independent of all earlier ones. So the next arm depends on the pulls of both arms and
on whether the changed reward is in the last episode of the first arm, and the Renyi divergence of
the actions is a sum over these states. Concentrated Differential Privacy for Bandits, Algorithm 4.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from flint import arb

from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, enclose
from banditproof.theory.exact import Number, exact, exact_count, exact_positive


def fresh_noise_divergence(
    alpha: Number,
    horizon: Number,
    rho: Number = 1,
    beta: Number = "3.1",
    changed: int = 5,
    half_sample: bool = True,
    digits: int = 20,
) -> Enclosure:
    """D_alpha of the actions of two arms on a table of rewards, with its changed row against it.

    The first arm has the reward 1 in each round and the second one 0; in the round `changed` of
    the first argument of the divergence the first arm has 0. With `half_sample`, an arm with one
    pull has half a sample, as printed. rho-zCDP of the actions would need alpha rho at most.

    >>> print(fresh_noise_divergence(5, 64, digits=6))
    [13.638320888..13.638320890]
    """
    order, rounds = exact(alpha), exact_count("horizon", horizon, least=1)
    spent, optimism = exact_positive("rho", rho), exact_positive("beta", beta)
    if order <= 1:
        raise ValueError(f"alpha is {alpha}; give an order > 1.")

    def divergence() -> arb:
        return _total(order, rounds, spent, optimism, changed, half_sample).log() / ball(order - 1)

    return enclose(divergence, digits)


def _total(
    order: Fraction, rounds: int, rho: Fraction, beta: Fraction, changed: int, half: bool
) -> arb:
    """The sum over the actions of P^alpha Q^(1-alpha), at the working precision."""
    weight, other = ball(order), ball(1 - order)

    def samples(pulls: int) -> Fraction:
        return Fraction(pulls, 2) if half or pulls > 1 else Fraction(1)

    def bonus(pulls: int, t: int) -> arb:
        n = samples(pulls)
        return (ball((1 / (2 * n) + 1 / (rho * n * n)) * beta) * ball(t).log()).sqrt()

    def chances(mean: Fraction, one: int, two: int, t: int) -> tuple[arb, arb]:
        """The probabilities of both arms, if the first one has this mean and the second one 0."""
        spread = sum(1 / samples(pulls) ** 2 for pulls in (one, two)) / (2 * rho)
        lead = (ball(mean) + bonus(one, t) - bonus(two, t)) / ball(2 * spread).sqrt()
        return (-lead).erfc() / 2, lead.erfc() / 2

    @cache
    def after(one: int, two: int, inside: bool) -> arb:
        t = one + two + 1
        if t > rounds:
            return arb(1)
        factors = chances(Fraction(1), one, two, t)
        if inside:
            seen = chances(1 - Fraction(1, max(1, one // 2)), one, two, t)
            factors = tuple(  # type: ignore[assignment]
                (weight * p.log() + other * q.log()).exp()
                for p, q in zip(seen, factors, strict=True)
            )
        later = after(2 * one, two, t <= changed < t + one), after(one, 2 * two, inside)
        return factors[0] * later[0] + factors[1] * later[1]

    return after(1, 1, changed == 1)
