"""Rows of best-arm identification: how many samples a strategy needs at a risk delta."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from flint import arb
from banditproof.theory.balls import ball, enclose, trimmed
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.bound_words import Privacy, Side, Status
from banditproof.theory.certified_forms import certify
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.instances import BernoulliBandit, LinearBandit
from banditproof.theory.laws import ExponentialFamily
from .bound import BUDGET, SAMPLES, Bound, Factor, Hypothesis
from .request import Request, beside_free, times

WITHOUT, WITH = "kl(delta, 1 - delta)", "log(1/(3 delta))"
"""The constants of the bound without privacy and of those with it."""
LEAST_EPS = {"private": Fraction(1, 10**300), "d_eps": Fraction(1, 10**10)}
"""Below it the floats that a characteristic time starts from have few digits."""
UNSTRUCTURED = "arms without the structure of a linear bandit"
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
    delta, bandit = request.delta, request.bandit
    needs: tuple[Hypothesis, ...] = (
        ("K > 1 arms", bandit.arms > 1),
        ("a unique best arm", len(bandit.best_arms) == 1),
        (FAMILY, all(isinstance(law, ExponentialFamily) for law in bandit.laws)),
        (UNSTRUCTURED, not isinstance(bandit, LinearBandit)),
    )
    half = ("delta <= 1/2", delta <= Fraction(1, 2))

    @cache
    def time(divergence: str, eps: Fraction | None = None) -> Enclosure:
        """T* of a divergence."""
        from banditproof.theory.characteristic_times import characteristic_time

        return certify(characteristic_time, bandit, divergence, eps, digits=request.deep)

    def private_time(eps: Fraction, divergence: str = "private") -> Enclosure:
        """T*(nu; eps), or T*_d_eps: eps times either falls with eps and is never below T*_TV."""
        least = LEAST_EPS[divergence]
        if eps >= least:
            return time(divergence, eps)
        most = time(divergence, least) * least
        return Enclosure(time("tv").lo, most.hi) / eps

    def row(
        name: str,
        claim: str,
        least: Callable[[], Enclosure],
        factor: Callable[[], arb],
        privacy: Privacy,
        *hypotheses: Hypothesis,
        formulas: tuple[str, str],
        status: Status = Status.PRINTED,
        regime: Callable[[Enclosure], str | None] | None = None,
    ) -> Bound:
        def factors() -> tuple[Factor, ...]:
            constant = enclose(factor, request.digits)
            return Factor(formulas[0], least()), Factor(formulas[1], constant)

        return request.stated(
            name,
            claim,
            Side.LOWER,
            SAMPLES,
            lambda: times(least(), factor, request.digits),
            hypotheses=(*needs, *hypotheses),
            privacy=privacy,
            status=status,
            regime=regime,
            factors=factors,
        )

    def risk() -> arb:
        return kl_ball(delta, 1 - delta)

    def log_of(constant: Fraction) -> Callable[[], arb]:
        return lambda: -(ball(constant * delta).log())

    rows = [
        row(
            "samples without privacy",
            "thesis.thm2.32.repaired",
            lambda: time("kl"),
            risk,
            Privacy.NONE,
            half,
            formulas=("T*_KL", WITHOUT),
            status=Status.REPAIRED,
        ),
        row(
            "samples without privacy, with the logarithm",
            "thesis.thm2.32.repaired",
            lambda: time("kl"),
            log_of(Fraction(12, 5)),
            Privacy.NONE,
            ("delta < 1/2.4", delta < Fraction(5, 12)),
            formulas=("T*_KL", "log(1/(2.4 delta))"),
            status=Status.REPAIRED,
        ),
    ]
    if request.eps is None:
        return rows
    eps, free = request.eps, rows[0].enclosure

    def beside(number: Enclosure) -> str | None:
        return None if free is None else _beside(number, free)

    third = ("delta < 1/3", delta < Fraction(1, 3))
    # of other families no T*_d_eps is known here
    if isinstance(bandit, BernoulliBandit):
        rows.append(
            row(
                "samples, pure DP, a compromise for each arm",
                "field.bai.times",
                lambda: private_time(eps, "d_eps"),
                risk,
                Privacy.PURE,
                third,
                formulas=("T*_d_eps", WITHOUT),
                status=Status.OURS,
                regime=beside,
            )
        )
    return [
        *rows,
        row(
            "samples, pure DP",
            "thesis.thm4.24",
            lambda: private_time(eps),
            log_of(Fraction(3)),
            Privacy.PURE,
            third,
            formulas=("T*(nu; eps)", WITH),
            regime=beside,
        ),
        row(
            "samples, pure DP, simplified",
            "thesis.cor4.25",
            lambda: Enclosure.max(time("kl"), time("tv") / eps),
            log_of(Fraction(3)),
            Privacy.PURE,
            third,
            formulas=("max{T*_KL, T*_TV/eps}", WITH),
            regime=beside,
        ),
        request.stated(
            "eps at which the two terms of Corollary 4.25 are equal",
            "thesis.cor4.25",
            Side.THRESHOLD,
            BUDGET,
            lambda: trimmed(time("tv") / time("kl"), request.digits),
            hypotheses=needs,
            note="T*_TV / T*_KL; below it privacy costs samples, and a little above it too",
            privacy=Privacy.PURE,
            regime=lambda border: (
                "eps is below: privacy costs" if eps < border.lo else "eps is not below"
            ),
        ),
    ]


def _beside(number: Enclosure, free: Enclosure) -> str:
    """A characteristic time with privacy is never below the one without; a product may be."""
    if number.hi < free.lo:
        return (
            f"below the best bound for every policy only because its constant {WITH} is smaller "
            f"than {WITHOUT}"
        )
    return beside_free(number, free)
