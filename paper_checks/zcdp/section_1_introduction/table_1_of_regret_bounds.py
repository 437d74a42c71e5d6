"""Table I of the zCDP paper, cell by cell against the bounds of its theorems."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.concentrated_regret_bounds import (
    ARMS_FREE,
    ARMS_PRIVATE,
    LINEAR_FREE,
    LINEAR_PRIVATE,
    Order,
)
from banditproof.paper_checks.models.orders_of_regret_bounds import arms_against_cell
from banditproof.paper_checks.models.stochastic_contexts import (
    WITH_SOME_CONTEXTS,
    Allowed,
    allowed_variance,
    true_of_no_contexts,
)
from banditproof.paper_checks.verdicts.along import prover_shows, steps_show
from banditproof.paper_checks.verdicts.vocabulary import (
    at_most,
    need,
    points,
    require,
    showing,
    vacuous,
)
from banditproof.theory.balls import ball, upper, working_precision
from banditproof.theory.linear_bounds import hypercube
from banditproof.theory.lower_bounds import minimax
from ...models.axes_and_pairs import BITS, LARGE, Constants, regret_on_axes, regret_on_pairs

THOUSAND = (Fraction(1000), Fraction(1000), Fraction(0))


@checks("zcdp.tab1.arms")
@mutant("sharper: K^0.99", private=Order.of(K="0.99", rho="-1/2", log_T="1/2"))
@mutant("without the logarithm", private=Order.of(K=1, rho="-1/2"))
def arms_cell(
    free: Order = ARMS_FREE, private: Order = ARMS_PRIVATE, proof: Proof = WRITTEN
) -> Verdict:
    """Theorem 11, and the last explicit line of its proof against the cell."""
    return proof.verdict(sharpness=arms_against_cell(free, private))


@checks("zcdp.tab1.linear")
@mutant(
    "the length for one normal number, and the bound with 4 d (d + 1)",
    scalar=True,
    constants=(*THOUSAND[:2], Fraction(4)),
)
def linear_cell(scalar: bool = False, constants: Constants = THOUSAND) -> Verdict:
    """The regret of AdaC-GOPE on the pairs and on the axes over the cell, at delta = 1/T."""
    with working_precision(BITS):
        for play in (regret_on_pairs(LARGE, scalar), regret_on_axes(LARGE, scalar)):
            ratio = play.over(LINEAR_FREE, LINEAR_PRIVATE, constants)
            with showing(
                steps_show(
                    "zcdp.thm4.ceilings",
                    "multiple d >= 10^4 of 4",
                    "the regret on the pairs is at least d^(7/16)/10 times the cell with constants "
                    "1, so that no constants serve for all d",
                )
            ):
                require(
                    at_most(ratio, arb(1)),
                    "For any constants the regret of AdaC-GOPE is above the cell in a large enough "
                    "dimension.",
                    instance=play.name,
                    constants=constants[0],
                    regret_over_cell=ratio,
                )
    return points()


@checks("zcdp.tab1.contextual", mutants={**WITH_SOME_CONTEXTS})
def contextual_cell(
    dimensions: tuple[int, ...] = (2, 3, 10), allowed: Allowed = allowed_variance
) -> Verdict:
    """The cell is Theorem 5, whose assumption excludes all contexts."""
    return true_of_no_contexts(
        ", which the cited theorem is about. What is meant is in zcdp.thm5.intended.",
        beyond="d = 1; and the reading in which the history contains the contexts of the step.",
        dimensions=dimensions,
        allowed=allowed,
    )


Cell = Callable[[int, Fraction, Fraction], arb]
"""A cell of lower bounds, from K or d, T and rho."""
SIZES = tuple(product((2, 3, 100), map(Fraction, (100, 10**6)), map(Fraction, ("1e-12", "1"))))


def needs_no_bound(
    cell: Cell, theorem: Cell, constant: Fraction, largest: Fraction | None
) -> Verdict:
    """A lower bound over all means: its theorem gives the cell, and any other number as well."""
    with working_precision(128):
        for size, time, rho in SIZES:
            value, bound = cell(size, time, rho), theorem(size, time, rho)
            need(
                at_most(ball(constant) * value, bound), "The theorem gives less", size=size, T=time
            )
            gap = 2 * upper(value) + 1
            gap = gap if largest is None else min(gap, largest)
            # one of two instances, apart by the sign or the place of the gap, costs half of it
            finding = "With bounded means the regret of T rounds is bounded."
            require(gap / 2 > upper(value), finding, size=size, gap=gap, cell=value)
    return vacuous(
        "True but empty, as the theorem that it cites: over all means the first action is blind, "
        "and the worst regret of every policy is infinite.",
        covered="The constants of the theorem at 12 points, and at each of them two instances one "
        "of which costs more than the cell in the first round, whatever is played there.",
        beyond="The intended statement, with bounded means.",
        along=prover_shows(
            "(2*v + 1)/2 > v",
            "v in [0, inf)",
            "two instances at the gap 2 v + 1, v the cell, cost more than v in the first round",
        ),
    )


def arms_order(k: int, t: Fraction, rho: Fraction) -> arb:
    """max(sqrt(K T), sqrt(K/rho))."""
    return (ball(k * t).sqrt()).max(ball(k / rho).sqrt())


def cube_order(d: int, t: Fraction, rho: Fraction) -> arb:
    """max(d sqrt(T), d/sqrt(rho))."""
    return (d * ball(t).sqrt()).max(d / ball(rho).sqrt())


@checks("zcdp.tab1.arms_lower")
@mutant("gaps of at most 1", largest=Fraction(1))
@mutant("sharper: K in place of its root", cell=lambda k, t, rho: k * arms_order(k, t, rho))
def arms_lower_cell(cell: Cell = arms_order, largest: Fraction | None = None) -> Verdict:
    """Theorem 17 with K - 1 >= K/2."""
    return needs_no_bound(
        cell,
        lambda k, t, r: minimax.free_printed(k, t).max(minimax.zcdp_printed(k, t, r)),
        Fraction(1, 176),
        largest,
    )


@checks("zcdp.tab1.linear_lower")
@mutant("parameters of at most 1", largest=Fraction(1))
@mutant("sharper: d T", cell=lambda d, t, rho: cube_order(d, t**2, rho))
def linear_lower_cell(cell: Cell = cube_order, largest: Fraction | None = None) -> Verdict:
    """Theorem 9 but for the constants e^-2/8 and e^-2.25/4."""
    return needs_no_bound(
        cell,
        lambda d, t, r: hypercube.free_printed(d, t).max(hypercube.zcdp_printed(d, r)),
        Fraction(1, 60),
        largest,
    )


@checks("zcdp.tab1.footnote")
def footnote(proof: Proof = WRITTEN) -> Verdict:
    """At K = 2^d the upper bound is above the lower one, and near it for large d."""
    sides = Sides()
    with working_precision(100):
        for d, t in ((2, 3), (10**6, 2), (10**9, 10**3)):
            upper = (d * t * (d * arb(2).log() + ball(t).log())).sqrt()
            lower = arb(2).log().sqrt() * d * ball(t).sqrt()
            sides.at_most(lower, upper, "The upper bound is below the lower one.", d=d, T=t)
    return proof.verdict(sharpness=sides.sharpness)
