"""Claims about the ellipsoid of the private ridge estimate: Theorem 14, and a radius that holds."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.stochastic_contexts import (
    WITH_SOME_CONTEXTS,
    Allowed,
    allowed_variance,
    true_of_no_contexts,
)
from banditproof.paper_checks.verdicts.vocabulary import below, need, points, require
from banditproof.theory.balls import ball, working_precision
from ...models.ellipsoid_margins import EXPERIMENT, PLACES, Setting, margin, never_positive

Reach = Callable[[int, arb, int], arb]


def with_all_rounds(d: int, log: arb, horizon: int) -> arb:
    """f(d, delta/T), from log(1/delta)."""
    level = log + ball(horizon).log()
    return d + 2 * (d * level).sqrt() + 2 * level


@checks("zcdp.fix.oful.radius")
@mutant("sharper: half of F", reach=lambda *case: with_all_rounds(*case) / 2)
@mutant(
    "sharper: log(1/delta) throughout", reach=lambda d, log, horizon: with_all_rounds(d, log, 1)
)
@mutant("twice the noise", variance=4)
def radius_without_assumption(
    reach: Reach = with_all_rounds, variance: int = 1, proof: Proof = WRITTEN
) -> Verdict:
    """T times the exact chi-square tail at F, an incomplete gamma function, against delta."""
    sides = Sides()
    with working_precision(128):
        for d, delta, horizon in product(
            (1, 3, 10), (Fraction(1, 5), Fraction(1, 1000)), (10, 10**5)
        ):
            level = reach(d, -ball(delta).log(), horizon) / variance
            tail = (level / 2).gamma_upper(arb(d) / 2, regularized=1)
            case: dict[str, Any] = {"d": d, "delta": delta, "T": horizon}
            sides.at_most(horizon * tail, ball(delta), "The noise is larger.", **case)
    return proof.verdict(sharpness=sides.sharpness)


@checks("zcdp.fix.oful.radius.anytime")
@mutant("sharper: half of F", factor=Fraction(1, 2))
@mutant("sharper: one event", share=lambda number: 1)
def radius_without_horizon(
    factor: Fraction = Fraction(1),
    share: Callable[[int], int] = lambda number: number * (number + 1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The sum of the exact chi-square tails of the first 20 updates, against delta."""
    sides = Sides()
    with working_precision(128):
        for d, delta in product((1, 3), (Fraction(1, 2), Fraction(1, 1000))):
            log, total = -ball(delta).log(), ball(0)
            for number in range(1, 21):
                level = ball(factor) * with_all_rounds(d, log, share(number))
                total += (level / 2).gamma_upper(arb(d) / 2, regularized=1)
            sides.at_most(total, ball(delta), "The noises are larger.", d=d, delta=delta)
    return proof.verdict(sharpness=sides.sharpness)


@checks("zcdp.thm14", mutants={**WITH_SOME_CONTEXTS})
def ellipsoid_in_contexts_that_do_not_exist(
    dimensions: tuple[int, ...] = (2, 3, 10), allowed: Allowed = allowed_variance
) -> Verdict:
    """The proof takes its event E_2 from Assumption 2, which excludes all contexts."""
    return true_of_no_contexts(
        ", from which E_2 is taken; the "
        "gamma_t of the proof is in zcdp.thm14.gamma. A radius that holds for all contexts is "
        "zcdp.fix.oful.radius.",
        beyond="d = 1, where lambda_min(V_t) = lambda + t; and the reading in which H_t contains "
        "the contexts of step t: then Lemma 12 is false, and the theorem unproved.",
        dimensions=dimensions,
        allowed=allowed,
    )


@checks("zcdp.thm14.gamma")
@mutant(
    "lambda of 3000, and t from 10^9 to 10^10",
    setting=EXPERIMENT._replace(regulariser=Fraction(3000)),
    pairs=((10**9, 10**10),),
)
def private_part(
    setting: Setting = EXPERIMENT,
    pairs: tuple[tuple[int, int], ...] = ((139461, 140000), (150000, 278921)),
) -> Verdict:
    """The denominator, and gamma_t^2 up to what does not depend on t, with ell(t) <= its bound."""
    with working_precision(96):
        for where, last in PLACES.items() if setting == EXPERIMENT else ():
            need(margin(where, last) < 0 < margin(where, last + 1), "Another place", d=where.d)
        whole = setting != EXPERIMENT or never_positive(setting, 1, PLACES[setting])
        need(whole, "The denominator is positive somewhere", d=setting.d)

        def squared(t: int) -> arb:
            growth = (1 + ball(Fraction(t) / (setting.regulariser * setting.d))).log()
            return t * growth / margin(setting, t)

        for early, late in pairs:
            require(
                margin(setting, 1) > 0,
                "The denominator is negative for all t <= 139460, in a case that the zCDP paper "
                "and the thesis run up to 1e5; and where gamma_t is defined it falls at first. "
                "Step 4 also has log(1/delta) where E_3 has log(T/delta).",
                d=setting.d,
                lambda_0=setting.least,
                lambda_=setting.regulariser,
                delta=setting.delta,
                denominator_at_139460=margin(setting, 139460),
                denominator_at_139461=margin(setting, 139461),
                gamma_squared_ratio=squared(early) / squared(late),
            )
            require(below(squared(early), squared(late)), "gamma_t falls.", t=(early, late))
    return points()
