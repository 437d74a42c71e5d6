"""Rows of best-arm identification: how many samples a strategy needs at a risk delta."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb

from banditproof.theory.balls import ball, trimmed
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.bound_words import Privacy, Side, Status
from banditproof.theory.certified_forms import certify
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.instances import LinearBandit
from banditproof.theory.laws import ExponentialFamily

from .bound import BUDGET, SAMPLES, Bound, Hypothesis, Request, times

FAMILY = "rewards of a one-parameter family, whose characteristic times are known"


def sample_rows(request: Request) -> list[Bound]:
    """The bounds of the expected number of samples, and where privacy starts to cost.

    >>> from banditproof.theory import BernoulliBandit
    >>> rows = sample_rows(Request(BernoulliBandit(("0.5", "0.4")), delta=Fraction(1, 100)))
    >>> round(float(rows[0].enclosure), 3)
    890.061
    """
    if request.delta is None:
        return []
    delta, times_of = request.delta, _Times(request)
    half = ("delta <= 1/2", delta <= Fraction(1, 2))

    def row(
        name: str,
        claim: str,
        time: Callable[[], Enclosure],
        factor: Callable[[], arb],
        privacy: Privacy,
        status: Status,
        *hypotheses: Hypothesis,
        note: str = "",
    ) -> Bound:
        return request.stated(
            name,
            claim,
            Side.LOWER,
            SAMPLES,
            lambda: times(time(), factor, request.digits),
            hypotheses=(*times_of.hypotheses, *hypotheses),
            note=note,
            privacy=privacy,
            status=status,
        )

    def risk() -> arb:
        return kl_ball(delta, 1 - delta)

    def log_of(constant: Fraction) -> Callable[[], arb]:
        return lambda: -(ball(constant * delta).log())

    rows = [
        row(
            "samples without privacy",
            "thesis.thm2.32",
            times_of.kl,
            risk,
            Privacy.NONE,
            Status.PRINTED,
            half,
            note="T*_KL kl(delta, 1 - delta)",
        ),
        row(
            "samples without privacy, with the logarithm",
            "thesis.thm2.32",
            times_of.kl,
            log_of(Fraction(12, 5)),
            Privacy.NONE,
            Status.PRINTED,
            ("delta < 1/2.4", delta < Fraction(5, 12)),
            note="T*_KL log(1/(2.4 delta))",
        ),
    ]
    if request.eps is None:
        return rows
    eps = request.eps
    third = ("delta < 1/3", delta < Fraction(1, 3))
    return [
        *rows,
        row(
            "samples, pure DP",
            "thesis.thm4.24",
            lambda: times_of.private(eps),
            log_of(Fraction(3)),
            Privacy.PURE,
            Status.PRINTED,
            third,
            note="T*(nu; eps) log(1/(3 delta))",
        ),
        row(
            "samples, pure DP, simplified",
            "thesis.cor4.25",
            lambda: times_of.simplified(eps),
            log_of(Fraction(3)),
            Privacy.PURE,
            Status.PRINTED,
            third,
            note="max{T*_KL, T*_TV/eps} log(1/(3 delta))",
        ),
        request.stated(
            "eps at which the two terms of Corollary 4.25 are equal",
            "thesis.cor4.25",
            Side.THRESHOLD,
            BUDGET,
            lambda: trimmed(times_of.tv() / times_of.kl(), request.digits),
            hypotheses=times_of.hypotheses,
            note="T*_TV / T*_KL; below it privacy costs samples, and a little above it too",
            privacy=Privacy.PURE,
            regime=lambda border: (
                "eps is below: privacy costs" if eps < border.lo else "eps is not below"
            ),
        ),
    ]


class _Times:
    """The characteristic times of a request, and when they exist."""

    def __init__(self, request: Request) -> None:
        bandit = request.bandit
        self.request = request
        known = all(isinstance(law, ExponentialFamily) for law in bandit.laws)
        self.known: dict[str, Enclosure] = {}
        self.hypotheses: tuple[Hypothesis, ...] = (
            ("K > 1 arms", bandit.arms > 1),
            ("a unique best arm", len(bandit.best_arms) == 1),
            (FAMILY, known),
            ("arms without the structure of a linear bandit", not isinstance(bandit, LinearBandit)),
        )

    def _of(self, divergence: str, eps: Fraction | None = None) -> Enclosure:
        from banditproof.theory.characteristic_times import characteristic_time

        if divergence not in self.known:
            asked = (self.request.bandit, divergence, eps)
            self.known[divergence] = certify(characteristic_time, *asked, digits=self.request.deep)
        return self.known[divergence]

    def kl(self) -> Enclosure:
        """T*_KL."""
        return self._of("kl")

    def tv(self) -> Enclosure:
        """T*_TV."""
        return self._of("tv")

    def private(self, eps: Fraction) -> Enclosure:
        """T*(nu; eps)."""
        return self._of("private", eps)

    def simplified(self, eps: Fraction) -> Enclosure:
        """max{T*_KL, T*_TV / eps}."""
        return Enclosure.max(self.kl(), self.tv() / eps)
