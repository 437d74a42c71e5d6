"""Real cases of the steps of proof_of_the_best_threshold.proof."""

from collections.abc import Iterator
from fractions import Fraction
from banditproof.paper_checks.checking import Instance
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.membership.leakage import normal_ball


def real_thresholds() -> Iterator[Instance]:
    """Errors of the best threshold, and of those that are `away` from it on both sides."""
    for mu, eps, away in ((1, 1, "1/100"), (2, "1/10", 1), ("1/2", 0, "1/10")):
        best = Fraction(eps) / Fraction(mu) + Fraction(mu) / 2
        places = best - Fraction(away), best + Fraction(away), best
        case: dict[str, object] = {"mu": mu, "eps": eps, "t": places[0], "s": places[1]}
        names = ("gap", "hit", "alarm"), ("other", "hits", "alarms"), ("delta", "best", "least")
        with working_precision(128):
            for place, (shown, hits, alarms) in zip(places, names, strict=True):
                hit, alarm = normal_ball(ball(Fraction(mu) - place)), normal_ball(ball(-place))
                case[shown] = Enclosure.of(hit - ball(Fraction(eps)).exp() * alarm)
                case[hits], case[alarms] = Enclosure.of(hit), Enclosure.of(alarm)
        yield case
