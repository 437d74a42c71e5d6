"""Claims about Theorem C.13: the ellipsoid around the private estimate of AdaC-OFUL."""

from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import misprinted, need, points
from banditproof.theory.balls import ball, working_precision

DELTA = Fraction(1, 1000)


def f_of(d: int, log: arb, inner: arb) -> arb:
    """d + 2 sqrt(d inner) + 2 log."""
    return d + 2 * (d * inner).sqrt() + 2 * log


@checks("thesis.thmC.13.event")
@mutant("the corrected event and radius", power=Fraction(1), same=True)
def event_about_the_noise(power: Fraction = Fraction(2), same: bool = False) -> Verdict:
    """f^power of the event against the numerator of Step 4, at some d, T and delta."""
    with working_precision(96):
        for d, horizon, delta in ((1, 2, Fraction(1, 2)), (3, 10**5, DELTA)):
            log = (horizon / ball(delta)).log()
            event = f_of(d, log, log)
            allowed = f_of(d, log, log if same else -ball(delta).log())
            worst = event if power == 1 else event**2
            if worst > allowed:
                return misprinted(
                    d=d,
                    T=horizon,
                    delta=delta,
                    allowed_by_the_event=worst,
                    numerator_of_step_4=allowed,
                )
            need(worst.overlaps(allowed), "The comparison is undecided")
    return points()
