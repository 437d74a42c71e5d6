"""Claims about the mechanisms that the generic proof is used with: C.1.3."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.exact_matrices import form, gram
from banditproof.paper_checks.verdicts.vocabulary import require, require_or_repair
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian, Laplace

E1, E2, OBLIQUE = (1, 0), (0, 1), ("4/5", "3/5")
PHASES = (((E1, E2), (3, 3)), ((E1, E2, OBLIQUE), (7, 1, 2)), ((E1, OBLIQUE, E2), (5, 5, 0)))
"""Actions that are alive, and how often each is played; the last phase does not play its third."""


def dearest_reward(factor: Fraction, largest_of_all: bool = True) -> Sides:
    """D_alpha of one reward from -1 to 1 at the dearest action that is played, at alpha rho."""
    sides, rho = Sides(), Fraction(1, 3)
    for actions, counts in PHASES:
        rows = [tuple(map(Fraction, row)) for row in actions]
        design = gram([row for row, n in zip(rows, counts, strict=True) for _ in range(n)])
        norms = [form(design.inv(), row) for row in rows]
        played = max(norm for norm, n in zip(norms, counts, strict=True) if n)
        square = max(norms) if largest_of_all else played / 2
        for alpha in map(Fraction, ("3/2", "8")):
            noise = Gaussian(sigma_squared=factor * 2 * square / rho)
            spent = alpha * 4 * played / (2 * noise.variance)
            sides.at_most(spent, alpha * rho, "It costs more.", played=counts, alpha=alpha)
    return sides


@checks("thesis.inst.gope")
@mutant("a g below that of the actions that are played", largest_of_all=False)
@mutant("sharper: 0.99 of the variance", factor=Fraction(99, 100))
def whitened_vector(
    factor: Fraction = Fraction(1), largest_of_all: bool = True, proof: Proof = WRITTEN
) -> Verdict:
    """The steps, and the cost of the dearest reward of three phases, exactly."""
    return proof.verdict(sharpness=dearest_reward(factor, largest_of_all).sharpness)


Named = Callable[[int, int], int]


@checks("thesis.inst.gope.index", subjects={"index": (lambda s, j: s, lambda s, j: j)})
@mutant("the step after it", index=lambda s, j: (j + 1) % 3)
def norm_of_the_move(index: Named, proof: Proof = WRITTEN) -> Verdict:
    """The steps; the squares of both sides for three steps with V = I, each j and each s."""
    named = (("3/5", "4/5"), ("1", "0"), ("0", "-1"))
    actions = [tuple(map(Fraction, row)) for row in named]
    first = (Fraction(1), Fraction(1, 2), Fraction(-1))
    for j, s in product(range(3), repeat=2):
        other = tuple(-r if t == j else r for t, r in enumerate(first))
        gaps = [p - q for p, q in zip(first, other, strict=True)]
        move = [sum(a[i] * gap for a, gap in zip(actions, gaps, strict=True)) for i in (0, 1)]
        left = sum(x**2 for x in move)
        right = sum((actions[j][i] * gaps[index(s, j)]) ** 2 for i in (0, 1))
        finding = (
            "r_s is the reward of a step that does not differ, and the right side is 0; the next "
            "line names r_j and r'_j."
        )
        require_or_repair(left == right, finding, j=j + 1, s=s + 1, squares=(left, right))
    return proof.verdict()


Noises = Callable[[int, Sequence[int]], Sequence[int]]


@checks(
    "thesis.inst.oful.price",
    subjects={"factors": (lambda j, ys: [0] * (j - 1) + [j], lambda j, ys: [1] * j)},
)
@mutant("the first noise alone", factors=lambda j, ys: [1] + [0] * (j - 1))
def price_of_keeping(factors: Noises, proof: Proof = WRITTEN) -> Verdict:
    """The noise of o_1 + ... + o_j as multiples of Y_1 to Y_j, and its variance in units 2/rho."""
    for j in range(1, 9):
        ones = [1] * j  # o_m has the noise Y_m, and the estimate is their sum
        result = list(factors(j, ones))
        require_or_repair(
            result == ones,
            "The sum of j times Y_j is j Y_j, of variance 2 j^2/rho; the lines above define the "
            "partial sums with Y_m, independent noises, of variance 2 j/rho.",
            j=j,
            variances_in_units_of_2_over_rho=(sum(c**2 for c in result), j),
        )
    return proof.verdict()


Scale = Callable[[Fraction, int], Fraction]


def largest_loss(scale: Scale, eps: Fraction, n: int) -> Fraction:
    """The pure loss of the mean of n rewards for 1 against 0, by the library's mechanism."""
    return exact(Laplace(scale(eps, n)).loss(Fraction(1, n)).eps)


BUDGETS = tuple(product(map(Fraction, ("1/10", "1", "7")), (1, 2, 32)))


@checks("thesis.inst.laplace")
@mutant("1/(eps t^2)", scale=lambda eps, n: 1 / (eps * n**2))
@mutant("rewards in [-1, 1]", scale=lambda eps, n: 1 / (2 * eps * n))
@mutant("sharper: 0.99 of the scale", scale=lambda eps, n: Fraction(99, 100) / (eps * n))
def private_mean(scale: Scale = lambda eps, n: 1 / (eps * n), proof: Proof = WRITTEN) -> Verdict:
    """The steps, and the loss for 1 against 0, which attains eps."""
    sides = Sides()
    for eps, n in BUDGETS:
        sides.at_most(largest_loss(scale, eps, n), eps, "The loss is above eps.", eps=eps, t=n)
    return proof.verdict(sharpness=sides.sharpness)


SCALED: dict[str, tuple[Scale, Scale]] = {
    "1/(eps n)": (lambda eps, n: 1 / (eps * n), lambda eps, n: eps),
    "1/(eps n^2)": (lambda eps, n: 1 / (eps * n**2), lambda eps, n: n * eps),
    "1/eps": (lambda eps, n: 1 / eps, lambda eps, n: eps / n),
    "2/(eps n)": (lambda eps, n: 2 / (eps * n), lambda eps, n: eps / 2),
}


@checks("thesis.inst.laplace.scales")
@mutant("the loss of 2/n", loss=lambda b, n: 2 / (n * b))
def exact_losses(
    loss: Callable[[Fraction, int], Fraction] = lambda b, n: 1 / (n * b), proof: Proof = WRITTEN
) -> Verdict:
    """The steps, and the library's mechanism at four scales."""
    for (eps, n), (name, (scale, expected)) in product(BUDGETS, SCALED.items()):
        case: dict[str, Any] = {"scale": name, "eps": eps, "n": n}
        result = loss(scale(eps, n), n)
        require(result == expected(eps, n), "Another loss.", loss=result, **case)
        require(largest_loss(scale, eps, n) == result, "The mechanism has another one.", **case)
    return proof.verdict()
