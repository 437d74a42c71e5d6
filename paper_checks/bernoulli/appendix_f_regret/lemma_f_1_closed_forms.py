"""The closed forms (31), (32) of d_eps: Lemma F.1."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import derived, require
from banditproof.theory import Enclosure, certify, kl
from banditproof.theory.balls import ball, enclose
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.enclosure import ZERO

from .lemma_f_3_derivatives import Certified, private, rational_points


def inner_points(count: int, seed: int) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    """The corners and random points (x, y, eps) with both means in (0, 1) and eps <= 30."""
    for x, y, eps in rational_points(count, seed):
        if 0 < x < 1 and 0 < y < 1 and eps <= 30:
            yield x, y, eps


def in_between(other: Fraction, eps: Fraction, sign: int = 1) -> arb:
    """f = mu' / (mu' + (1 - mu') e^{sign eps}), the minimiser where privacy costs something."""
    return ball(other) / (ball(other) + ball(1 - other) * ball(sign * eps).exp())


def second_line(mu: Fraction, other: Fraction, eps: Fraction, sign: int = 1) -> arb:
    """kl(f, mu') + eps |f - mu|, the second line of (31); with sign = -1 that of (32)."""
    f = in_between(other, eps, sign)
    separate = f * (f / ball(other)).log() + (1 - f) * ((1 - f) / ball(1 - other)).log()
    return separate + ball(sign * eps) * (f - ball(mu))


def printed_form(
    mu: Fraction, other: Fraction, eps: Fraction, signs: tuple[int, int] = (1, -1)
) -> Enclosure:
    """(31) for mu < mu' and (32) for mu > mu', in balls; `signs` are those of the two formulas."""
    if mu == other:
        return ZERO
    sign = signs[mu > other]

    def value() -> arb:
        free = sign * (ball(mu) - in_between(other, eps, sign)) >= 0
        return kl_ball(mu, other) if free else second_line(mu, other, eps, sign)

    return enclose(value, 25)


def require_minimiser() -> None:
    """The minimiser for all parameters, symbolically, in the odds o = mu'/(1 - mu') and E = e^eps.

    The objective kl(z, mu') + eps |z - mu| has the second slope 1/z + 1/(1 - z) > 0, and its slope
    vanishes where the odds of z are o/E (o E on the other side), which is f. The gap mu' - f is
    positive, so on an interval between mu and mu' the minimum is at f or at the end mu. The other
    side is the mirror 1 - z.
    """
    import sympy as sp

    z, y, o, growth, eps, x = sp.symbols("z y o E epsilon x", positive=True)
    divergence = z * sp.log(z / y) + (1 - z) * sp.log((1 - z) / (1 - y))
    slope = sp.log(z) - sp.log(y) - sp.log(1 - z) + sp.log(1 - y)
    mean, mirror = o / (1 + o), 1 / (1 + o)
    f = mean / (mean + mirror * growth)
    above = mean * growth / (mean * growth + mirror)
    mirrored = divergence.subs({z: 1 - z, y: 1 - y}, simultaneous=True)
    require_zero(
        slope=sp.expand_log(sp.diff(divergence + eps * (z - x), z) - slope - eps, force=True),
        convex=sp.diff(slope, z) - 1 / z - 1 / (1 - z),
        stationary_below=f / (1 - f) * growth - o,
        stationary_above=above / (1 - above) - o * growth,
        between=mean - f - mean * mirror * (growth - 1) / (mean + mirror * growth),
        mirror_of_f=1 - above - mirror / (mirror + mean * growth),
        mirror_of_kl=sp.expand_log(mirrored - divergence, force=True),
    )


@claim(
    "bern.lemF.1",
    r"For $\mu\le\mu'$ in $(0,1)$ the infimum is attained at "
    r"$z^*=\max(\mu, \mu'/(\mu'+(1-\mu')e^\epsilon))$, for $\mu\ge\mu'$ at "
    r"$z^*=\min(\mu, \mu'e^\epsilon/(\mu'e^\epsilon+1-\mu'))$, which gives (31) and (32).",
    recorded="holds",
    rests_on=("textbook.calculus",),
    doubts=("D22",),
    mutants={
        "(31) on both sides": {"form": lambda x, y, eps: printed_form(x, y, eps, (1, 1))},
        "kl only": {"form": lambda x, y, eps: certify(kl, x, y)},
    },
)
def explicit_solution(form: Certified = printed_form) -> Verdict:
    """The minimiser symbolically; and the printed form meets a primal and a dual point."""
    points = [(x, y, eps) for x, y, eps in inner_points(250, seed=3) if x != y]
    for x, y, eps in points:
        value, printed = private(x, y, eps), form(x, y, eps)
        finding = "The printed form is not the infimum."
        require(0 in printed - value, finding, x=x, y=y, eps=eps, form=printed, infimum=value)
    require_minimiser()
    return derived(
        "The objective is strictly convex in z and stationary at f, which lies beyond mu' never: "
        "so it is least at f, or at mu if f is outside the interval.",
        numbers={"points": len(points)},
        covered="All means and budgets: slope, convexity, stationary point and mirror "
        "symbolically, and the minimum of a convex function on an interval. Besides, both branches "
        f"and both orders of the means at {len(points)} points, in balls.",
    )
