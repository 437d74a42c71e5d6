"""Claims about the regret of batched EXP4: Theorem 10 and its proof."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from flint import arb
from banditproof.algorithms.adversarial.batched_exp4 import BatchedEXP4
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.unit_noise import require_parameters
from banditproof.paper_checks.verdicts.along import no_multiple_helps
from banditproof.paper_checks.verdicts.vocabulary import require, require_or_repair, showing
from banditproof.theory.adversarial.expert_bounds import (
    batched_exp4_proved,
    batched_exp4_rate_term,
    printed_parameters,
)
from banditproof.theory.adversarial.games import PrivateGame
from banditproof.theory.balls import ball, working_precision

Many = Callable[[arb, arb], arb]
"""The factor N or N log(1/delta) in the first term of gamma."""


@checks(
    "adv.thm10.gamma", subjects={"many": (lambda n, d: n, lambda n, d: n * d), "most": (90, 91)}
)
@mutant("the square root of log(1/delta)", many=lambda n, d: n * d.sqrt())
@mutant("sharper: 90 for 91 at the points", most=90)
@mutant("the library with the printed gamma", tuned=partial(BatchedEXP4.tuned, mixing="printed"))
@mutant(
    "the library for another delta",
    tuned=lambda k, n, horizon, eps, delta: BatchedEXP4.tuned(k, n, horizon, eps, "1e-3"),
)
def mixing(
    many: Many,
    most: int,
    tuned: Callable[..., BatchedEXP4] = BatchedEXP4.tuned,
    proof: Proof = WRITTEN,
) -> Verdict:
    """Both terms of the maxima, in units of eta K^2 log^2(NT)/(eps tau)^2 = 1.

    The tau, eta and gamma of the library, beside those of Theorem 10 with this gamma.
    """
    with working_precision(96):
        for power, share in product((3, 10), map(Fraction, ("1/1000", "1/12", "1", "2"))):
            n, log = arb(10), power * arb(10).log()
            third = arb(1) / 3
            meant = (n * log) ** third
            second = meant * ball(share)  # without the 12 of gamma
            gamma = (many(n, log) ** third).max(12 * second)
            result = gamma + 90 * n * log / gamma**2
            allowed = most * meant.max(second) * (1 + ball(Fraction(1, 10**20)))
            require_or_repair(
                bool(result <= allowed),
                "The next line of the proof has (N log(1/delta))^(1/3), the algorithm N^(1/3): the "
                "term of the noise is then larger by log(1/delta)^(2/3).",
                delta=Fraction(1, 10**power),
                N=10,
                second_over_first=share,
                sum=result,
                allowed=allowed,
            )
    for experts, horizon, delta in ((10, 10**9, "1e-6"), (3, 10**5, "1e-30"), (3, 10**7, "0.2")):
        made = tuned(2, experts, horizon, 1, delta)
        expected = printed_parameters(PrivateGame.of(2, horizon, 1, experts, delta), repaired=True)
        require_parameters(
            (made.tau, made.eta, made.gamma), expected, N=experts, T=horizon, delta=delta
        )
    return proof.verdict()


def _least_regret(rows: tuple[tuple[int, int], ...] = ((0, 1), (1, 0))) -> Fraction:
    """Of any algorithm in one round, with two arms and two experts who advise one arm each.

    The worst of some losses is at least their mean, which is affine in the probability of arm 1.
    """

    def mean(p: Fraction) -> Fraction:
        each = [p * row[0] + (1 - p) * row[1] - min(row) for row in rows]
        return sum(each, Fraction(0)) / len(rows)

    return min(mean(Fraction(0)), mean(Fraction(1)))


GAMES = tuple(
    PrivateGame.of(k, 10**power, eps, experts=n, delta=delta)
    for k, power, eps, n, delta in (
        (2, 15, 1, 2, "0.4"),
        (2, 16, "0.5", 10, "1e-6"),
        (3, 18, "0.1", 100, "1e-10"),
    )
)


@checks("adv.thm10.regret", subjects={"at_one": (True, False)})
@mutant("sharper: A at the points", constant=1)
def batched_exp4_regret(at_one: bool, constant: int = 95, proof: Proof = WRITTEN) -> Verdict:
    """At delta = 1 the bound is 0; the proved bound at games where 100 A <= T."""
    if at_one:
        delta = Fraction(1)
        factor = ball(1 / delta).log()
        shown = (
            "log(1/delta), a factor of both terms, is 0 at delta = 1, and the regret 1/2 or more"
        )
        with showing(no_multiple_helps(factor, shown)):
            require_or_repair(
                _least_regret() <= 0,
                "At delta = 1 the bound is 0. Any algorithm has a regret of at least 1/2 in one "
                "round with two arms, two experts who advise one arm each, and losses (0, 1) or "
                "(1, 0).",
                delta=delta,
                T=1,
                K=2,
                N=2,
                bound=0,
                regret_at_least=_least_regret(),
            )
    sides = Sides()
    with working_precision(96):
        for game in GAMES:
            rate = batched_exp4_rate_term(game)
            if not 100 * rate <= game.horizon:
                continue
            own = batched_exp4_proved(game, printed_parameters(game, repaired=True))
            sides.at_most(own, constant * rate, "The chain gives more.", game=game)
    require(sides.cases > 0, "No game is in the range.")
    return proof.verdict(sharpness=sides.sharpness)
