"""The proof that one threshold shows the whole eps(delta) of the Gaussian mechanism."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    Instance,
    Parts,
    Proof,
    Textbook,
)
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.membership.leakage import normal_ball

SLOPE = "f*(exp(eps) - exp(mu*t - mu**2/2))"
AFTER = "f*(exp(mu*s - mu**2/2) - exp(eps))"


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


THRESHOLDS = Proof(
    "thesis.mia.alg.audit-delta.gaussian",
    instances=real_thresholds,
    where="mu in (0,inf), eps in [0,inf), t in (-inf,inf), s in (-inf,inf), f in (0,1), "
    "gap in (-inf,1], other in (-inf,1], delta in (-inf,1], hit in [0,1], alarm in (0,1], "
    "hits in [0,1], alarms in (0,1], best in [0,1], least in (0,1]",
    steps=(
        Given(
            1,
            r"For the threshold $t$ $1-\beta=\Phi(\mu-t)$ and $\alpha=\Phi(-t)$, so that "
            r"$1-\beta-e^\epsilon\alpha$ has the slope $\varphi(t)(e^\epsilon-e^{\mu t-\mu^2/2})$ "
            r"in $t$; $f=\varphi(t)$. To the left of $t^\star=\epsilon/\mu+\mu/2$:",
            "mu*t <= eps + mu**2/2",
        ),
        Inequality(
            2,
            "The exponentials.",
            "exp(mu*t - mu**2/2) <= exp(eps)",
            weights={1: "1"},
            monotone=("exp", "eps", "mu*t - mu**2/2"),
        ),
        Inequality(3, "So the slope is at least 0 there.", f"{SLOPE} >= 0", weights={2: "f"}),
        Textbook(
            4,
            r"A threshold to the left has no more than $t^\star$, where it is $\delta(\epsilon)$, "
            r"by the formula of the curve.",
            "gap <= delta",
            fact="textbook.calculus:monotone",
            hypotheses={"the slope is S": 1, "S is at least 0": 3},
            instance={"x": "gap", "y": "delta", "S": SLOPE},
            over=("t", "f"),
        ),
        Given(5, r"To the right, from a threshold $s$ back to $t^\star$.", "mu*s >= eps + mu**2/2"),
        Inequality(
            6,
            "The exponentials.",
            "exp(mu*s - mu**2/2) >= exp(eps)",
            weights={5: "1"},
            monotone=("exp", "mu*s - mu**2/2", "eps"),
        ),
        Inequality(7, "On the way back it does not fall.", f"{AFTER} >= 0", weights={6: "f"}),
        Textbook(
            8,
            r"A threshold to the right has no more than $t^\star$ either.",
            "other <= delta",
            fact="textbook.calculus:monotone",
            hypotheses={"the slope is S": 5, "S is at least 0": 7},
            instance={"x": "other", "y": "delta", "S": AFTER},
            over=("s", "f"),
        ),
        Given(9, "The errors of a threshold to the left", "gap == hit - exp(eps)*alarm"),
        Inequality(
            10,
            "show no more than eps.",
            "(hit - delta)/alarm <= exp(eps)",
            uses=(9,),
            weights={4: "1/alarm"},
        ),
        Given(11, "The errors of a threshold to the right", "other == hits - exp(eps)*alarms"),
        Inequality(
            12,
            "show no more either.",
            "(hits - delta)/alarms <= exp(eps)",
            uses=(11,),
            weights={8: "1/alarms"},
        ),
        Given(13, r"Those of $t^\star$ are", "delta == best - exp(eps)*least"),
        Identity(
            14, "such that all of it is shown.", "(best - delta)/least == exp(eps)", uses=(13,)
        ),
        Parts(15, "The largest quotient, and where it is.", uses=(10, 12, 14)),
    ),
)
