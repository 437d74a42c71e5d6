"""Claims about the non-private bound on the sample complexity, Theorem 2.32, for small delta."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.paper_checks.verdicts.vocabulary import need, needs_repair, points
from banditproof.theory import Enclosure, GaussianBandit, certify, characteristic_time, kl
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.bernoulli import kl_ball
from ....checking import WRITTEN, Proof, Sides, Verdict, checks, mutant, sharpest
from ....models.finite_strategies import blind_guess, kl_at_risk, played, random_situations
from .coin_walk import walked

HALF = Fraction(1, 2)


@checks("thesis.thm2.32")
@mutant("delta at most 1/2", delta=HALF)
@mutant("a small delta", delta=Fraction(1, 10))
def bound_as_printed(delta: Fraction = Fraction(9, 10)) -> Verdict:
    """The blind guess among two arms: no sample, and right with probability 1/2 everywhere."""
    # it has no samples, so its answer has one law on all instances
    result = played(blind_guess(), (HALF, HALF))
    time = characteristic_time(GaussianBandit(("0.6", "0.5"))).enclosure
    need(time.contains(800), "Two normal arms have another time.")
    divergence = certify(kl, delta, 1 - delta, digits=20)
    bound = time * divergence
    if min(result.answers) < 1 - delta or not result.halting_step < bound:
        return points()
    return needs_repair(
        "False for delta > 1/2, where kl(delta, 1 - delta) grows again although a delta-correct "
        f"strategy may be wrong more often than not: at delta = {delta} with two normal arms, "
        f"means 0.6 and 0.5, E[tau] = {result.halting_step} while the bound is {float(bound):.2f}. "
        "delta <= 1/2 is needed, with any number of arms (thesis.thm2.32.sharp).",
        "Halt at once and recommend either of the two arms with the same probability.",
        delta=delta,
        **{"1 - delta": 1 - delta, "P(right answer)": min(result.answers)},
        **{"E[tau]": result.halting_step, "T*": ball(time.lower)},
        **{"kl(delta, 1 - delta)": ball(divergence.lower), "T* kl": ball(bound.lower)},
    )


def log_of_inverse(delta: Fraction) -> arb:
    """log(1/delta): right to the first order only."""
    return -ball(delta).log()


@checks("thesis.thm2.32.repaired")
@mutant("sharper: 1.01 kl", level=lambda delta: kl_at_risk(delta) * arb("1.01"))
@mutant("sharper: log(1/delta) for kl", level=log_of_inverse)
@mutant("sharper: half a step more", halts=Fraction(3, 2))
@mutant("the allocation that learns least", game=arb.min)
def bound_for_small_risks(
    level: Callable[[Fraction], arb] = kl_at_risk,
    game: Callable[[arb, arb], arb] = arb.max,
    halts: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Exact random strategies on classes of two instances, and the walk that meets the bound.

    `game` is 1 / T*_KL of a class of two instances, the largest of w_1 KL_1 + w_2 KL_2 over w.
    """
    sides = Sides()
    with working_precision(128):
        for case in random_situations(232, 60, (1, 2, 3)):
            result = case.performance
            first, second = (kl_ball(p, q) for p, q in zip(case.nu, case.other, strict=True))
            learnt = ball(result.pulls[0]) * first + ball(result.pulls[1]) * second
            needed = level(case.risk)
            allowed = ball(result.halting_step - halts) * game(first, second)
            for samples in (learnt, allowed):
                where: dict[str, Any] = {"nu": case.nu, "other": case.other}
                sides.at_most(needed, samples, "A strategy samples less.", **where)
        # the strategy that refutes the bound for delta > 1/2 meets it at 1/2: both sides are 0
        blind = played(blind_guess(), (HALF, HALF))
        sides.at_most(level(HALF), ball(blind.halting_step - 1), "A guess is cheaper.", delta=HALF)
        up = Fraction(3, 4)
        for n in range(1, 9):
            walk = walked(up, n)
            need(walk.risk == Fraction(1, 1 + 3**n), "The walk has another risk.", n=n)
            # the other arm tells less; the walk never pulls it
            rate = game(kl_ball(up, 1 - up), kl_ball(HALF, Fraction(2, 5)))
            reached = ball(walk.samples + 1 - halts) * rate
            least = level(walk.risk) * ball(1 - Fraction(1, 10**25))  # both sides are equal
            sides.at_most(least, reached, "The walk samples less.", walk=n, risk=walk.risk)
            need((reached - kl_at_risk(walk.risk)).contains(0), "The walk is not tight", n=n)
    return proof.verdict(sharpness=sides.sharpness)


def entropy_slack(delta: Fraction, constant: Fraction) -> tuple[arb, arb]:
    """f = kl(delta, 1 - delta) - log(1/(constant delta)) and its derivative, as balls."""
    d, rest = ball(delta), ball(1 - delta)
    value = ball(1 - 2 * delta) * rest.log() + 2 * d * d.log() + ball(constant).log()
    slope = 2 * d.log() - 2 * rest.log() - ball(1 - 2 * delta) / rest + 2
    return value, slope


def least_slack(constant: Fraction) -> tuple[Fraction, Enclosure]:
    """Where f is least on (0, 1), nearly, and an enclosure of its least value.

    f is convex, so f(x) >= f(d) + f'(d) (x - d) >= f(d) - |f'(d)| for every x in (0, 1).
    """
    with working_precision(128):
        left, right = Fraction(1, 4), Fraction(1, 2)
        for _ in range(70):
            middle = (left + right) / 2
            falls = entropy_slack(middle, constant)[1] < 0
            left, right = (middle, right) if falls else (left, middle)
        value, slope = entropy_slack(left, constant)
        return left, Enclosure.of(value - abs(slope), value)


def convexity() -> bool:
    """Whether f is the slack, and f'' = 1/(1-d)^2 + 2/(1-d) + 2/d, which is positive."""
    import sympy as sp

    d, c = sp.symbols("d c", positive=True)
    rest = 1 - d
    f = (1 - 2 * d) * sp.log(rest) + 2 * d * sp.log(d) + sp.log(c)
    slack = d * (sp.log(d) - sp.log(rest)) + rest * (sp.log(rest) - sp.log(d)) + sp.log(c * d)
    second = 1 / rest**2 + 2 / rest + 2 / d
    same = sp.expand(sp.expand_log(slack - f, force=True)) == 0
    limit = sp.limit((f - sp.log(c) - sp.log(d)) / -sp.log(d), d, 0, "+")
    return bool(same and sp.simplify(sp.diff(f, d, 2) - second) == 0 and limit == 1)


@checks("thesis.thm2.32.kl")
def entropy_of_the_risk(proof: Proof = WRITTEN) -> Verdict:
    """Both parts as inequalities on (0, 1), the limit with its threshold."""
    place, least = least_slack(Fraction("2.4"))
    with working_precision(128):
        constant_needed = float((ball(Fraction("2.4")).log() - ball(least.lower)).exp())
    return proof.verdict(
        f"The least difference is {least} at delta = {float(place):.6f}, so that the constant 2.4 "
        f"may be lowered to about {constant_needed:.9f} and no further; the quotient tends to 1.",
        sharpness=sharpest("kl(d,1-d) >= log(1/(2.4*d))", {"d": place}, {"d": "1/100"}),
    )
