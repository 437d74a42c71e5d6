"""Claims about many experts: where Algorithm 2 is sublinear, and where all bounds are vacuous."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any
from flint import arb
from banditproof.paper_checks.verdicts.along import prover_shows
from banditproof.paper_checks.verdicts.vocabulary import below, require, require_or_repair, showing
from banditproof.theory.adversarial.expert_bounds import (
    batched_exp4_printed,
    expert_conversion_printed,
    local_exp4_printed,
)
from banditproof.theory.adversarial.games import PrivateGame
from banditproof.theory.adversarial.rates import COROLLARY_8, THEOREM_10
from banditproof.theory.balls import ball, working_precision
from ...checking import WRITTEN, Proof, Sharpness, Sides, Verdict, checks, mutant

Experts = Callable[[arb], arb]
"""log N as a function of log T."""


def almost_all_rounds(s: arb) -> arb:
    """N = T / log T, which is below T; the paper calls its bounds vacuous from N = T on."""
    return s - s.log()


def a_smaller_power(s: arb) -> arb:
    """N = T^(99/100)."""
    return s * 99 / 100


def log_of_theorem_10(s: arb, n: arb) -> arb:
    """The logarithm of N^(1/6) T^(2/3) (log(NT) log N / eps)^(1/3) at eps = 1/sqrt T, over T."""
    return n / 6 + ((s + n) * n).log() / 3 - s / 6


HORIZONS = (10, 100, 10**3, 10**4, 10**5)
"""Logarithms of horizons."""


@checks("adv.rem.thm10sub", subjects={"experts": (almost_all_rounds, a_smaller_power)})
@mutant("sharper: at T^(6/7)", limit=Fraction(6, 7))
@mutant("N = T log T", experts=lambda s: s + s.log())
@mutant("a bound without its logarithm", "print", bound=lambda s, n: n / 6 - s / 6)
def sublinear_regret(
    experts: Experts,
    bound: Callable[[arb, arb], arb] = log_of_theorem_10,
    limit: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The first term of Theorem 10 over T, and the exponents of both theorems."""
    with working_precision(96):
        last = [(s, bound(ball(s), experts(ball(s)))) for s in HORIZONS[-2:]]
        for (s, before), (t, after) in pairwise(last):
            bounds: dict[str, Any] = {
                f"bound over T at log T = {s}": before.exp(),
                f"bound over T at log T = {t}": after.exp(),
            }
            with showing(
                lambda: prover_shows(
                    "(2*s - log(s))*(s - log(s)) >= s**2",
                    "s in [1, inf)",
                    "log(NT) log N >= (log T)^2, s = log T, so that the bound, (log(NT) log "
                    "N)^(1/3) (log T)^(-1/6) times T, is at least sqrt(log T) times T",
                )
            ):
                require_or_repair(
                    below(after, before),
                    "The bound of Theorem 10 is above T, and the more above it the larger T is.",
                    eps="1/sqrt T",
                    N="T / log T",
                    **bounds,
                )
        require(below(last[-1][1], ball(0)), "The bound is above T.", log_T=last[-1][0])
    for n in (Fraction(1, 4), Fraction(1, 2), Fraction(99, 100)):
        power = THEOREM_10.at((n, Fraction(0), Fraction(1, 2)))
        require(power < limit, "The rate is not sublinear.", N=f"T^({n})", exponent=power)
        require(power == Fraction(5, 6) + n / 6, "Another exponent.", N=f"T^({n})", exponent=power)
    at_quarter = (Fraction(1, 4), Fraction(0), Fraction(1, 2))
    crossing = THEOREM_10.at(at_quarter), COROLLARY_8.at(at_quarter)
    require(crossing == (Fraction(7, 8),) * 2, "No crossing at T^(1/4).")
    return proof.verdict()


Bound = Callable[[PrivateGame], arb]
ROOTS = (2, 100, 10**4)
"""Square roots of horizons; the budget is 1/sqrt T."""


def tightest(games: Iterable[PrivateGame], bounds: Sequence[Bound], share: int) -> Sharpness | None:
    """How far the bounds are above T."""
    sides = Sides()
    with working_precision(96):
        for game in games:
            for bound in bounds:
                value = bound(game) / share
                sides.at_most(ball(game.horizon), value, "It says something.", game=game)
    return sides.sharpness


@checks("adv.rem.vacuous.local", subjects={"experts": (1, 2)})
@mutant("sharper: a hundredth of the bound", share=100)
def local_bound_vacuous(experts: int, share: int = 1, proof: Proof = WRITTEN) -> Verdict:
    """The printed bound at eps = 1/sqrt T with the least number of experts."""
    games = [PrivateGame.of(2, root**2, Fraction(1, root), experts=experts) for root in ROOTS]
    with working_precision(96):
        for game in games:
            value = local_exp4_printed(game)
            require_or_repair(
                experts > 1 or value >= game.horizon,
                "With one expert the bound is 1, as log N = 0.",
                N=experts,
                K=2,
                T=game.horizon,
                eps=game.eps,
                bound=value,
            )
    return proof.verdict(sharpness=tightest(games, (local_exp4_printed,), share))


@checks("adv.rem.vacuous.conversion", subjects={"power": (Fraction(1, 2), Fraction(1))})
@mutant("sharper: a hundredth of the bound", share=1000)
def growing_number_of_experts(power: Fraction, share: int = 1, proof: Proof = WRITTEN) -> Verdict:
    """N = T^power experts at eps = 1 and T = 10^12."""
    horizon, sides = 10**12, Sides()
    experts = 10 ** int(12 * power)
    game = PrivateGame.of(2, horizon, 1, experts=experts)
    with working_precision(96):
        value = expert_conversion_printed(game) / share
        finding = "The number of experts grows with T, and the bound is below T."
        with showing(
            lambda: prover_shows(
                "208*T**(3/4) + 2 < T",
                "T in [10**12, inf)",
                "the bound at N = sqrt(T) and eps = 1 is below T",
            )
        ):
            sides.at_most_or_repair(
                ball(horizon), value, finding, T=horizon, N=experts, eps=1, bound=value
            )
    return proof.verdict(sharpness=sides.sharpness)


@checks("adv.rem.vacuous.all")
@mutant("sharper: a hundredth of the bounds", share=100)
def all_bounds_vacuous(share: int = 1, proof: Proof = WRITTEN) -> Verdict:
    """The printed bounds at games with eps = 1/sqrt T and N = T experts."""
    games = (
        PrivateGame.of(2, root**2, Fraction(1, root), experts=root**2, delta="0.4")
        for root in ROOTS
    )
    bounds = (local_exp4_printed, expert_conversion_printed, batched_exp4_printed)
    return proof.verdict(sharpness=tightest(games, bounds, share))
