"""Claims about DP-SGD as Section 7.1.1 (d) prints it, with the noise on the mean."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
import numpy as np
from banditproof.algorithms.membership.descents.batch_schedules import DrawnRows
from banditproof.algorithms.membership.descents.clipping import clip
from banditproof.algorithms.membership.descents.descent import ClippedNoise, Descent
from banditproof.algorithms.membership.descents.labelled_rows import LabelledRows
from banditproof.algorithms.membership.descents.linear_layers import LinearRegression
from banditproof.algorithms.membership.descents.privacy_of_descents import descent_privacy
from banditproof.algorithms.membership.descents.quadratic_loss import QuadraticLoss
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory.domains import Array

ROWS = ((0.0, 3.0), (1.0, -1.0), (4.0, 0.5), (-2.0, 2.0), (0.5, 1.0))
RATES, SIZE, BOUND, GAMMA = (0.5, 0.25, 0.125), 2, 1.5, 0.75


def descent_of(spread: int = 1, fewer: int = 0, late: int = 0) -> Descent:
    """The library's DP-SGD for the loss |theta - x|^2/2; wrong ones deviate."""
    noise = ClippedNoise(bound=BOUND, multiplier=spread * GAMMA)
    rates = (*RATES[late:], *RATES[:late])
    batches = DrawnRows(SIZE - fewer)
    return Descent(model=QuadraticLoss(columns=2), rates=rates, batches=batches, noise=noise)


def steps_of_the_print() -> Array:
    """theta - eta (mean of the clipped gradients + gamma C N(0, I)), from the same draws."""
    source = np.random.default_rng(8)
    batches = [source.choice(len(ROWS), size=SIZE, replace=False) for _ in RATES]
    steps = [np.array([1.0, 2.0])]
    for rate, batch in zip(RATES, batches, strict=True):
        gradients = steps[-1] - np.array(ROWS)[batch]
        shares = [min(1.0, BOUND / float(np.hypot(*row))) for row in gradients]
        mean = sum(share * row for share, row in zip(shares, gradients, strict=True)) / SIZE
        steps.append(steps[-1] - rate * (mean + GAMMA * BOUND * source.standard_normal(2)))
    return np.array(steps)


@checks("thesis.gd.def.dpsgd.private")
@mutant("a clipped gradient that is scaled again", factor=Fraction(2))
@mutant("the library with twice the noise", made=partial(descent_of, spread=2))
@mutant("the library with a row less", made=partial(descent_of, fewer=1))
@mutant("the library with the rates one step late", made=partial(descent_of, late=1))
def dp_sgd_is_private(
    proof: Proof = WRITTEN, factor: Fraction = Fraction(1), made: Callable[[], Descent] = descent_of
) -> Verdict:
    """The proof, and the library at a batch where it is tight, and step by step."""
    seen = made().run(LabelledRows(ROWS, [0.0] * len(ROWS)), start=[1.0, 2.0], rng=8)
    gap = float(np.abs(seen.iterates - steps_of_the_print()).max())
    require(gap < 1e-12, "The library makes other steps than the print.", gap=gap)
    clipped = clip([[3.0, 4.0], [0.0, 0.0], [0.0, 0.5]], 2.5) * float(factor)
    short = all(sum(Fraction(x) ** 2 for x in row) <= Fraction(25, 4) for row in clipped.tolist())
    require(short, "A clipped gradient is longer than C.", C="5/2", clipped=clipped.tolist())
    for size, steps, gamma in ((5, 1, "0.5"), (10, 3, "2")):
        result = descent_privacy(_descent(1.0, float(gamma), size, steps), 20).mu_squared
        wanted = steps * (2 / (Fraction(gamma) * size)) ** 2
        require(result == wanted, "The library has another budget.", found=result, wanted=wanted)
    return proof.verdict()


def _descent(bound: float, multiplier: float, size: int, steps: int) -> Descent:
    noise = ClippedNoise(bound=bound, multiplier=multiplier)
    model = LinearRegression(columns=1)
    return Descent(model=model, rates=(0.1,) * steps, batches=DrawnRows(size), noise=noise)


Budget = Callable[[Fraction, Fraction, int, int], Fraction]
"""mu^2 of all steps from C, gamma, |B| and T."""
CHANGES = {"C": (2, 1, 1, 1), "gamma": (1, 2, 1, 1), "|B|": (1, 1, 2, 1), "T": (1, 1, 1, 2)}


def of_the_print(bound: Fraction, gamma: Fraction, size: int, steps: int) -> Fraction:
    """The noise gamma C on the mean: T (2C/|B|)^2 / (gamma C)^2."""
    return steps * (2 * bound / size) ** 2 / (gamma * bound) ** 2


def of_plain_noise(bound: Fraction, gamma: Fraction, size: int, steps: int) -> Fraction:
    """The noise gamma on the mean, without C."""
    return steps * (2 * bound / size) ** 2 / gamma**2


@checks("thesis.gd.def.dpsgd.budget", subjects={"named": (tuple(CHANGES), ("gamma", "|B|", "T"))})
@mutant("noise that does not grow with C", "print", budget=of_plain_noise)
@mutant("the number of steps is left out", named=("gamma", "|B|"))
@mutant("noise that does not grow with C", budget=of_plain_noise)
def what_the_budget_depends_on(named: tuple[str, ...], budget: Budget = of_the_print) -> Verdict:
    """The exact budget when one of the four numbers is doubled."""
    start = (Fraction(3, 2), Fraction(1, 2), 5, 2)
    before = budget(*start)
    library = descent_privacy(_descent(1.5, 0.5, 5, 2), 20).mu_squared
    if budget is of_the_print:
        require(before == library, "The library has another budget.", mu_squared=library)
    for name, (c, g, b, t) in CHANGES.items():
        after = budget(start[0] * c, start[1] * g, start[2] * b, start[3] * t)
        finding = f"The budget {'does not depend' if after == before else 'depends'} on {name}."
        require((after != before) == (name in named), finding, doubled=name, mu_squared=after)
    return points()
