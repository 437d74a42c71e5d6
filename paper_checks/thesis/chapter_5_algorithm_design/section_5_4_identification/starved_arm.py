"""A sampling rule under which a private stopping rule hardly ever halts: one arm is pulled once.

Definition 2.19 asks for a right answer with probability 1 - delta, and so for a halt. There are two
arms with rewards in [0, 1]. Arm 2 is pulled once, so its mean keeps noise of scale 1/eps for ever.
"""

from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import Verdict
from banditproof.paper_checks.verdicts.vocabulary import below, needs_repair, require
from banditproof.theory.balls import ball, working_precision

EPS, DELTA, ARMS = Fraction(1), Fraction(1, 10), 2
PHASES = 60
"""The phases of arm 1 that are counted one by one; those beyond hardly matter."""


def least_gap(starred: bool) -> arb:
    """A gap that a halt needs, whatever the number of samples of arm 1, with s = 2.

    Of the thresholds only the noise term of arm 2 is counted, with k(1) = 2, and sigma = 1/2: for
    AdaP-TT 2 gap^2 >= 4 log(2 K zeta(2) 4/delta)^2; for AdaP-TT* 6 gap >= 12 log(3 K zeta(2) 2/
    delta), or 2 gap^2 >= 2 log(3 K zeta(2) 4/delta)^2 below a gap of 3.
    """
    zeta = ball(2).zeta()
    if not starred:
        return ball(2).sqrt() * (2 * ARMS * 4 * zeta / ball(DELTA)).log()
    below_three = (3 * ARMS * 4 * zeta / ball(DELTA)).log()
    above = 2 * (3 * ARMS * 2 * zeta / ball(DELTA)).log()
    return above if below_three > 3 else below_three


def halting_chance(starred: bool, share: Fraction = Fraction(3)) -> arb:
    """An upper bound of the probability of a halt, for any split of the noise that it takes.

    The true means differ by at most 1, so the noises of both means have to add the rest of the gap:
    that of arm 1, in some phase of w = 1, 1, 2, 4, ... samples, at least `share`, or that of arm 2
    all but the share.
    """
    rest = least_gap(starred) - 1 - ball(share)
    samples = [1, *(2**j for j in range(PHASES))]
    some_phase = sum((ball(-w * EPS * share).exp() for w in samples), arb(0))
    later_phases = (-(ball(2) ** PHASES)).exp() * 2
    return (-ball(EPS) * rest).exp() + some_phase + later_phases


def starved_arm(starred: bool, besides: str = "", **more: Any) -> Verdict:
    """Arm 2 is pulled once, and then arm 1 only; `besides` names other faults, with their cases."""
    with working_precision(128):
        chance, wanted = halting_chance(starred), ball(1 - DELTA)
        require(below(chance, wanted), "The rule halts often enough.", chance=chance)
        sides: dict[str, Any] = {"P(tau < infinity) at most": chance}
        sides["P(right) at least, as stated"] = wanted
        return needs_repair(
            "Definition 2.19 asks for the halt, and a sampling rule may starve an arm: then the "
            "rule hardly ever halts. What does not depend on the sampling rule is the risk of a "
            f"wrong answer after the halt. {besides}".strip(),
            covered="One sampling rule, every instance of two arms with rewards in [0, 1].",
            K=ARMS,
            eps=EPS,
            delta=DELTA,
            s=2,
            sampling_rule="each arm once, then arm 1 only",
            **sides,
            **more,
        )
