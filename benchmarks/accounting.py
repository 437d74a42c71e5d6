"""Certified composition, against the accountants dp-accounting and prv-accountant in the same run.

Those are not certified, so their error is measured too: against the enclosure of the same number.
They are an extra; without them the times stand alone. The work of a call is everything from the
parameters to the enclosure; nothing is remembered between calls.
"""

import contextlib
import importlib
import math
import time
import warnings
from collections.abc import Callable, Iterator
from fractions import Fraction
from banditproof.theory import Composition, composed_epsilon
from banditproof.theory.accounting import GaussianLoss, LaplaceLoss, RandomisedResponseLoss
from .measurement import PEAK_MIB, Measurement, printed, time_of

WIDTH = Fraction(1, 10**10)
HUNDRED = Composition(((100, LaplaceLoss("0.1")),))
DELTAS = ("0.5", "1e-2", "1e-6", "1e-10", "1e-14", "1e-20", "1e-30", "1e-100", "1e-300")
# eps_i and sigma_i of the mixed composition: no two alike
SIZES = [Fraction(300 + i, 9973) for i in range(500)]
SIGMAS = [20 + Fraction(i, 7) for i in range(500)]
MIXED = Composition(
    (
        *((1, LaplaceLoss(eps)) for eps in SIZES),
        *((1, GaussianLoss(1 / sigma**2)) for sigma in SIGMAS),
    )
)
LAPLACES = Composition(tuple((1, LaplaceLoss(Fraction(100 + 2 * i, 9973))) for i in range(1000)))
ONE_GAUSSIAN = """
from fractions import Fraction
from banditproof.theory.accounting import Composition, GaussianLoss, composed_epsilon
for exponent in range(-3, 7):
    for delta in ("0.9", "1e-6", "1e-30", "1e-300"):
        law = GaussianLoss(Fraction(10) ** (-2 * exponent))
        assert composed_epsilon(Composition(((1, law),)), delta).width <= Fraction(1, 10**10)
"""


def _ours(composition: Composition, delta: str, name: str, demand: float) -> Measurement:
    """The milliseconds of one eps(delta), of which the width is checked."""
    result = composed_epsilon(composition, delta)
    if not result.width <= WIDTH:
        raise ArithmeticError(f"{name} at {delta}: the width is {float(result.width)}.")
    repeats = 9 if demand < 100 else 3
    return time_of(name, lambda: composed_epsilon(composition, delta), "ms", demand, repeats)


def _against(
    measurement: Measurement, name: str, work: Callable[[], float], truth: float
) -> Iterator[Measurement]:
    """The measurement beside another accountant's time, and that one's error."""
    start = time.process_time()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            answer = work()
    except Exception as refusal:
        print(f"  ({name} gives no answer: {type(refusal).__name__})")
        yield measurement
        return
    seconds = time.process_time() - start
    yield measurement.beside(name, seconds * 1e3)
    error = abs(answer - truth) if math.isfinite(answer) else math.inf
    print(f"  ({name} answers {answer:.10g}: off by {error:.2g})")


def accounting() -> Iterator[Measurement]:
    """Many releases: equal, different and mixed."""
    _import_others()
    worst = max((_ours(HUNDRED, d, "100 Laplace, worst delta", 25) for d in DELTAS), key=_value)
    yield worst
    for delta in ("1e-6", "1e-14"):
        truth = float(composed_epsilon(HUNDRED, delta))
        ours = _ours(HUNDRED, delta, f"100 Laplace, delta {delta}", 25)
        yield from _against(ours, "dp-accounting", lambda d=delta: _grid(HUNDRED, d), truth)
        yield from _against(ours, "prv-accountant", lambda d=delta: _randomness(d), truth)
    responses = Composition(((100, RandomisedResponseLoss("0.1")),))
    ours = _ours(responses, "1e-6", "100 pure 0.1, delta 1e-6", 25)
    truth = float(composed_epsilon(responses, "1e-6"))
    yield from _against(ours, "dp-accounting", lambda: _grid(responses, "1e-6"), truth)
    for composition, name in ((MIXED, "500 Laplace + 500 Gaussian"), (LAPLACES, "1000 Laplace")):
        for delta in ("1e-6", "1e-30"):
            yield _ours(composition, delta, f"{name}, different, delta {delta}", 500)
    truth = float(composed_epsilon(LAPLACES, "1e-6"))
    ours = _ours(LAPLACES, "1e-6", "1000 Laplace, against others", 500)
    yield from _against(ours, "dp-accounting", lambda: _grid(LAPLACES, "1e-6"), truth)


def gaussian() -> Iterator[Measurement]:
    """One Gaussian release of any size: the slowest of them, and the memory of them all."""
    _import_others()
    laws = [GaussianLoss(Fraction(10) ** (-2 * k)) for k in range(-3, 7)]
    name = "Gaussian, worst sigma of 1e-3..1e6"
    worst = max(
        (
            _ours(Composition(((1, law),)), delta, name, 3)
            for law in laws
            for delta in ("0.9", "1e-6", "1e-300")
        ),
        key=_value,
    )
    composition = Composition(((1, GaussianLoss(1)),))
    truth = float(composed_epsilon(composition, "1e-6"))
    yield from _against(
        worst, "dp-accounting at sigma 1", lambda: _grid(composition, "1e-6"), truth
    )
    peak = float(printed(ONE_GAUSSIAN + PEAK_MIB))
    yield Measurement("Gaussian of any sigma, peak memory", peak, "MiB", 100, at_most=True)


def _import_others() -> None:
    """Import the other accountants, so that no time of theirs contains it."""
    for module in ("dp_accounting.pld.privacy_loss_distribution", "prv_accountant"):
        with warnings.catch_warnings(), contextlib.suppress(ImportError):
            warnings.simplefilter("ignore")
            importlib.import_module(module)


def _value(measurement: Measurement) -> float:
    return measurement.value


def _grid(composition: Composition, delta: str) -> float:
    """dp-accounting: privacy losses rounded to a grid of 1e-4 and convolved."""
    from dp_accounting.pld import privacy_loss_distribution as pld
    from dp_accounting.pld.common import DifferentialPrivacyParameters

    total = None
    for count, law in composition.parts:
        if isinstance(law, LaplaceLoss):
            one = pld.from_laplace_mechanism(float(1 / law.eps), value_discretization_interval=1e-4)
        elif isinstance(law, GaussianLoss):
            sigma = 1 / math.sqrt(law.mu_squared)
            one = pld.from_gaussian_mechanism(sigma, value_discretization_interval=1e-4)
        elif isinstance(law, RandomisedResponseLoss) and isinstance(law.eps, Fraction):
            pure = DifferentialPrivacyParameters(float(law.eps), 0)
            one = pld.from_privacy_parameters(pure, value_discretization_interval=1e-4)
        else:
            raise ValueError(f"{law} is not known to dp-accounting here.")
        many = one.self_compose(count) if count > 1 else one
        total = many if total is None else total.compose(many)
    assert total is not None
    return float(total.get_epsilon_for_delta(float(delta)))


def _randomness(delta: str) -> float:
    """prv-accountant: the hundred Laplace releases, with an error of 1e-3 asked for."""
    from prv_accountant import LaplaceMechanism, PRVAccountant

    accountant = PRVAccountant(
        prvs=[LaplaceMechanism(mu=0.1)],
        max_self_compositions=[100],
        eps_error=1e-3,
        delta_error=float(delta) / 1000,
    )
    return float(accountant.compute_epsilon(float(delta), [100])[1])
