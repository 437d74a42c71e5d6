"""Claims about Algorithm 4, the box of AdaC-UCB: its play, and when it draws its noise."""

from fractions import Fraction
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.episodic_plays import (
    Make,
    Variance,
    follows_the_box,
    meant_maker,
    one_sample,
    printed_maker,
    printed_variance,
)
from banditproof.paper_checks.verdicts.vocabulary import misprinted, need, points
from banditproof.verify.exact_laws.fresh_noise import fresh_noise_divergence
from ...models.episodic_index import Rows, Width, changed, forward_divergence, printed_width


@checks("zcdp.alg4.play")
@mutant("N in place of N/2", width=lambda n, t, p, b: printed_width(2 * n, t, p, b))
@mutant("n = 1 for the first mean", width=lambda n, t, p, b: printed_width(max(n, 2), t, p, b))
@mutant("1/n in the variance", variance=lambda n, p: printed_variance(n, p) * n)
@mutant("sharper: half of the bonus", width=lambda n, t, p, b: printed_width(n, t, p, b) / 4)
@mutant("the round before", width=lambda n, t, p, b: printed_width(n, t - 1, p, b))
@mutant("adac-ucb with half a sample", meant=printed_maker)
@mutant("adac-ucb with twice the noise", meant=lambda arms, p: meant_maker(arms, 4 * p))
def play_of_the_box(
    make: Make = printed_maker,
    width: Width = printed_width,
    variance: Variance = printed_variance,
    meant: Make = meant_maker,
) -> Verdict:
    """The library's policies, and a recount of the box in balls."""
    decisions = follows_the_box(make, width, variance)
    decisions += follows_the_box(meant, one_sample(width), one_sample(variance))
    return points(
        covered=f"{decisions} decisions of three plays of each on random rewards and noises, in "
        "balls; the variance after four episodes."
    )


@checks("zcdp.alg4.output")
@mutant("eight rounds", horizon=8)
@mutant("three times the budget", allowed=Fraction(3))
def output_of_the_box(horizon: int = 64, allowed: Fraction = Fraction(1)) -> Verdict:
    """D_5 of the actions on two tables, by recursions backward in balls and forward in floats."""
    order, rho = Fraction(5), Fraction(1)

    def tables(rounds: int) -> tuple[Rows, Rows]:
        rows = [(1, 0)] * rounds
        return changed(rows, 5, (0, 0)), rows

    leak = fresh_noise_divergence(order, *tables(horizon), rho)
    other = forward_divergence(float(order), *tables(horizon))
    need(abs(float(leak) - other) < 1e-9, "Two routes differ", backward=leak, forward=other)
    if leak.hi <= order * rho * allowed:
        return points()
    need(leak.lo > order * rho * allowed, "The comparison is undecided", D=leak)
    late = fresh_noise_divergence(8, *tables(1024), rho)
    return misprinted(
        numbers={"D_8/(8 rho), T = 1024": float(late) / 8},
        K=2,
        T=horizon,
        beta="3.1",
        rho=rho,
        rewards="1 and 0 for the arms in each round, but 0 and 0 in round 5 of one table",
        D_5=leak,
        allowed=order * rho,
    )
