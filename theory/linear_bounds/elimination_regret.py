"""An upper bound of the regret of GOPE and AdaC-GOPE on an instance, phase by phase."""

from __future__ import annotations
from collections.abc import Sequence
from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact_count, exact_nonnegative, exact_positive, listed
from banditproof.theory.phase_lengths import LengthForm, length_ball, length_form


def elimination_regret(
    dimension: int,
    gaps: Sequence[Number],
    horizon: Number,
    rho: Number | None = None,
    form: LengthForm = "scalar",
    digits: int = 15,
) -> Enclosure:
    """A bound of the expected regret at T with delta = 1/T, for actions with these gaps.

    On the good event an action of phase l has a gap <= 8 2^-l, if l > 1; let w_l be the largest
    gap that this leaves. Phase l plays at most t_l = c_l + d (d + 1) / 2 times. So the regret is at
    most sum_l w_l (min(T, S_l) - min(T, S_(l-1))) with S_l = t_1 + ... + t_l; elsewhere, which has
    the probability delta, it is at most T times the largest gap. The noise of rewards is
    1-subgaussian, and the designs are optimal. Claim zcdp.thm4.sum. Without `rho` it is GOPE.

    >>> bound = elimination_regret(2, ("0", "0.5"), 10**6, rho="0.1")
    >>> round(float(bound), 3), elimination_regret(2, ("0", "0.5"), 100).hi
    (52529.119, Fraction(101, 2))
    """
    d = exact_count("dimension", dimension, least=1)
    time = exact_positive("horizon", horizon)
    sizes = [exact_nonnegative("a gap", gap) for gap in listed("The list of gaps", gaps)]
    if time < 2 or not sizes:
        raise ValueError(
            f"The horizon is {horizon} and there are {len(sizes)} gaps; give a horizon >= 2 and "
            "the gap of each action."
        )
    budget = None if rho is None else exact_positive("rho", rho)
    checked, largest = length_form(form), max(sizes)

    def bound() -> arb:
        total, before, phase = ball(largest), arb(0), 0
        while True:
            phase += 1
            near = Fraction(8, 2**phase)
            weight = max((x for x in sizes if phase == 1 or x <= near), default=Fraction(0))
            if weight == 0 and phase > 1:
                return total
            length = length_ball(d, len(sizes), phase, 1 / time, budget, checked)
            after = before + length + ball(Fraction(d * (d + 1), 2))
            if after >= ball(time):
                return total + ball(weight) * (ball(time) - before)
            total += ball(weight) * (after.min(ball(time)) - before)
            before = after

    return enclose(bound, digits)
