"""Claims about many experts: where Algorithm 2 is sublinear, and where all bounds are vacuous."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from flint import arb
from banditproof.paper_checks.verdicts.vocabulary import require, require_or_repair
from banditproof.theory.adversarial.expert_bounds import (
    batched_exp4_printed,
    expert_conversion_printed,
    local_exp4_printed,
)
from banditproof.theory.adversarial.games import PrivateGame
from banditproof.theory.adversarial.rates import COROLLARY_8, THEOREM_10
from banditproof.theory.balls import ball, working_precision
from ...checking import WRITTEN, Proof, Sharpness, Sides, Verdict, checks, mutant


@checks("adv.rem.thm10sub", subjects={"powers": (("1/4", "1/2", "1"), ("1/4", "1/2", "99/100"))})
@mutant("sharper: at T^(6/7)", limit=Fraction(6, 7))
def sublinear_regret(
    powers: tuple[str, ...], limit: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The exponents of Theorem 10 and of Corollary 8."""
    points = [(Fraction(n), Fraction(0), Fraction(1, 2)) for n in powers]
    results = [(point[0], THEOREM_10.at(point)) for point in points]
    for n, power in results:
        require_or_repair(power < limit, "The rate is not sublinear.", N=f"T^({n})", exponent=power)
        require(power == Fraction(5, 6) + n / 6, "Another exponent.", N=f"T^({n})", exponent=power)
    require(all(a[1] < b[1] for a, b in pairwise(results)), "The exponent falls.")
    other = COROLLARY_8.at(points[0])
    require(results[0][1] == other == Fraction(7, 8), "No crossing at T^(1/4).")
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
