"""Claims about Theorem 4.17: minimax regret of linear bandits on the cube under View DP."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.linear_bounds import hypercube
from .committed_policies import largest_log_ratio, logistic, repeated_answers
from .linear_two_signs import BITS, Bound, Play, TwoSigns, gain, markov_half, need_sums_below
from .minimax_two_instances import need_tangent, normal_distance

VIEW = TwoSigns(
    symbol="eps",
    private_printed=hypercube.pure_printed,
    private_proved=hypercube.pure_proved,
    scale=ball,
    best=lambda: (2 * arb.pi()).sqrt(),
    information=lambda eps, x: ball(eps) * x,
    kept=lambda eps, x: 1 - (ball(eps) * x / (2 * arb.pi()).sqrt()).sqrt() * 2 / 3,
    rule=logistic,
    budgets=(Fraction(1, 10), Fraction(1)),
    horizons=(10, 100),
    stated=lambda time, eps, box: ((2 * arb.pi()).sqrt() / (3 * eps)).min(box * time / 3),
)


@checks("thesis.thm4.17")
@mutant("parameters in [-1, 1]", largest=Fraction(1))
def unbounded_parameters(largest: Fraction | None = None) -> Verdict:
    """True over R^d, because the left side is infinite; false for bounded parameters."""
    intended = "thesis.thm4.17.bounded, which needs a cap, and thesis.thm4.17.repaired"
    return VIEW.true_but_empty(largest, intended)


@checks("thesis.thm4.17.proof", subjects={"factor": (Fraction(1), Fraction(1, 2))})
@mutant("sharper: 0.51 in place of 1/2", factor=Fraction("0.51"))
def lost_half(factor: Fraction, proof: Proof = WRITTEN) -> Verdict:
    """The step on a policy that is 0-DP."""
    true = "; the latter is true by another argument, and so is 0.8355 d/eps."
    return markov_half(factor, Fraction(1), "eps", true, proof)


@checks("thesis.thm4.17.actions")
@mutant("sharper: one per cent less", factor=Fraction(99, 100))
def any_actions(factor: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The proof, and one noisy sign of a normal reward, whose law is exact."""
    sides = Sides()
    with working_precision(BITS):
        for size, eps in product((Fraction(1, 2), Fraction(3), Fraction(12)), (1, 9, 60)):
            _, informations = repeated_answers(ball(size), 2, Fraction(eps))
            most = ball(factor * eps) * normal_distance(ball(size))
            finding = "The divergence is above the bound."
            sides.at_most(informations[0], most, finding, theta=size, eps=eps)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.thm4.17.divergence")
@mutant("sharper: 0.99 in place of 1", most=Fraction(99, 100))
@mutant("sharper: 0.39 in place of 1/2", half=Fraction("0.39"))
def divergence(
    most: Fraction = Fraction(1), half: Fraction = Fraction(1, 2), proof: Proof = WRITTEN
) -> Verdict:
    """The exact distance of two normal laws against Pinsker's bound, and the sum of its bounds."""
    sides = Sides()
    with working_precision(BITS):
        for step in (Fraction(1, 1000), Fraction(1, 10), Fraction(1), Fraction(4)):
            exact, finding = normal_distance(ball(step / 2)), "TV is above Pinsker's bound."
            sides.at_most(exact, ball(half * step), finding, step=step)
    for eps, horizon, action in product(
        (Fraction(1, 10), Fraction(3)), (1, 50), (Fraction(1), Fraction(1, 3))
    ):
        sum_of_steps = horizon * action * 2 / (eps * horizon)
        case = dict[str, Any](eps=eps, T=horizon, A_ti=action)
        sides.at_most(half * eps * sum_of_steps, most, "The divergence is above 1.", **case)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.thm4.17.averaging")
@mutant("sharper: 0.26 d in place of d/4", share=Fraction("0.26"))
def averaging(share: Fraction = Fraction(1, 4), proof: Proof = WRITTEN) -> Verdict:
    """Random tables of probabilities, one of them tight, in units of 1/e."""
    source, sides = random.Random(417), Sides()
    for d, number in product((1, 2, 3), range(6)):
        signs = list(product((-1, 1), repeat=d))
        table: dict[tuple[tuple[int, ...], int], Fraction] = {}
        for theta, i in product(signs, range(d)):
            other = (*theta[:i], -theta[i], *theta[i + 1 :])
            first = Fraction(1, 4) if number == 0 else Fraction(source.randint(0, 8), 16)
            table[theta, i] = Fraction(1, 2) - table[other, i] if (other, i) in table else first
        best = max(sum(table[theta, i] for i in range(d)) for theta in signs)
        finding = "No sign vector has so large a sum."
        sides.at_most(share * d, best, finding, d=d, table=number)
    return proof.verdict(sharpness=sides.sharpness)


def repeated(eps: Fraction) -> Play:
    """The policy that repeats one noisy answer for ten rounds."""
    # the actions of rounds 2..t use at most the first t - 1 rewards
    regret, informations = repeated_answers(VIEW.size(eps, 10), 10, eps)
    return eps, 10, regret, list(enumerate(informations, start=1))


def need_squares() -> None:
    """Two maxima as squares: the differences have degree 3 and 2, and agree at four points."""
    for x in range(4):
        cubic, square = x**2 - Fraction(2, 3) * x**3, x - Fraction(2, 3) * x**2
        need(3 * (Fraction(1, 3) - cubic) == (1 - x) ** 2 * (1 + 2 * x), "Not the maximum 1/3")
        top = Fraction(2, 3) * (x - Fraction(3, 4)) ** 2
        need(Fraction(3, 8) - square == top, "Not the maximum 3/8")


@checks("thesis.thm4.17.bounded", subjects={"bound": (VIEW.printed, VIEW.capped)})
@mutant("sharper: three times as much", bound=VIEW.scaled(Fraction(3)))
@mutant("sharper: one per cent more", bound=VIEW.scaled(Fraction("1.01")))
@mutant("one per cent less", bound=VIEW.scaled(Fraction("0.99")))
@mutant("sqrt(2 pi) without the 3", constant=lambda: (2 * arb.pi()).sqrt())
@mutant("KL with a slope a thousand times smaller", share=Fraction(1, 1000))
def capped_bound(
    bound: Bound,
    constant: Callable[[], arb] = hypercube.pure_constant,
    share: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The proof by its steps, and explicit private policies by their exact laws."""
    sides = Sides()
    VIEW.compare(bound, sides)
    VIEW.need_stated(bound)
    need_tangent()
    with working_precision(BITS):
        plays = VIEW.committed()
        for eps, _, _, [(seen, _)] in plays:
            need(largest_log_ratio(logistic, seen, eps) <= ball(eps), "A policy is not DP")
        plays += map(repeated, VIEW.budgets)
        claimed = constant()
        VIEW.explicit(plays, claimed, share, sides)
        need_squares()
        need_sums_below(ball(Fraction(2, 3)), lambda u: u)
        private = gain(claimed, hypercube.pure_constant(), (-arb(1)).exp() / 4)
        three_eighths = ball(Fraction(3, 8))
        free = gain(three_eighths, three_eighths, (-arb(2)).exp() / 8)
    return proof.verdict(
        "0.8355 d/eps and 0.375 d sqrt(T), capped where the parameters are bounded, "
        f"{private:.3g} and {free:.3g} times the printed constants.",
        instances="The argument gives the bound at 92 points, in balls; the identities, exact; the "
        f"sums for T <= 40 and the laws, budgets, KL and regrets of {len(plays)} private policies "
        "for d = 1, in balls.",
        sharpness=sides.sharpness,
    )
