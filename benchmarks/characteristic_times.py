"""Characteristic times of Bernoulli bandits, against the exponential-cone program in the same run.

The program is written with relative entropies and solved by Clarabel through cvxpy; the time of the
baseline is that of a call that builds and solves it. Its value is also compared. Our time is that
of the public function, from the instance to the result, unless the row says compiled.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
import numpy as np
from banditproof.theory import BernoulliBandit, certify, characteristic_time, d_eps
from banditproof.theory.characteristic_times import characteristic_time_kernels as kernels
from .measurement import Measurement, best_seconds

EPS = 0.1
WIDTH = Fraction(1, 10**20)


def instance(arms: int) -> tuple[float, ...]:
    """A best mean of 1/2 and others from 0.45 on, down to 0.3 for 5 arms and to 0.1 for more."""
    return (0.5, *np.linspace(0.45, 0.3 if arms == 5 else 0.1, arms - 1).tolist())


def _cone_program(means: Sequence[float], eps: float | None) -> float:
    import cvxpy as cp

    weights, level = cp.Variable(len(means), nonneg=True), cp.Variable()
    best, others = means[0], np.array(means[1:])
    entropies = [float(-p * np.log(p) - (1 - p) * np.log(1 - p)) for p in means]
    both = weights[0] + weights[1:]
    ups = weights[0] * best + cp.multiply(weights[1:], others)
    downs = weights[0] * (1 - best) + cp.multiply(weights[1:], 1 - others)
    costs = (
        -cp.rel_entr(ups, both)
        - cp.rel_entr(downs, both)
        - weights[0] * entropies[0]
        - cp.multiply(weights[1:], np.array(entropies[1:]))
    )
    constraints = [cp.sum(weights) == 1, level <= costs]
    if eps is not None:
        gaps = eps * (best - others)
        constraints += [level <= weights[0] * gaps, level <= cp.multiply(weights[1:], gaps)]
    problem = cp.Problem(cp.Maximize(level), constraints)
    problem.solve(solver="CLARABEL")
    return 1 / float(level.value)


def _against_the_program(
    name: str, arms: int, eps: float | None, unit: str, demand: float
) -> Iterator[Measurement]:
    """The time of the public function, beside the program's, and the error of both."""
    means = instance(arms)
    bandit, divergence = BernoulliBandit(means), "kl" if eps is None else "private"
    scale = {"us": 1e6, "ms": 1e3}[unit]

    def many() -> None:
        for _ in range(100):
            characteristic_time(bandit, divergence, eps)

    value = best_seconds(many, 40) / 100 * scale
    try:
        program = _cone_program(means, eps)
        seconds = best_seconds(lambda: _cone_program(means, eps), 3)
    except Exception as refusal:
        print(f"  (the cone program gives no answer at K = {arms}: {type(refusal).__name__})")
        yield Measurement(name, value, unit, demand, at_most=True)
        return
    row = Measurement(name, value, unit, demand, at_most=True)
    yield row.beside("cvxpy + Clarabel", seconds * scale)
    exact = Fraction(certify(characteristic_time, bandit, divergence, eps, digits=25).mid)
    error = float(abs(Fraction(characteristic_time(bandit, divergence, eps).value) / exact - 1))
    row = Measurement(f"{name}, relative error", error, "", 1e-13, at_most=True)
    yield row.beside("cvxpy + Clarabel", float(abs(Fraction(program) / exact - 1)))


def times() -> Iterator[Measurement]:
    """T*_KL and T*(nu; eps) of 5, 100 and 1000 arms, as floats."""
    yield from _against_the_program("T*_KL, K = 5", 5, None, "us", 20)
    means = np.array(instance(5))

    def many() -> None:
        for _ in range(100):
            kernels.bernoulli(kernels.KL, 1.0, means, 0.0)

    yield Measurement("T*_KL, K = 5, compiled call", best_seconds(many, 40) / 100 * 1e6, "us")
    yield from _against_the_program("T*_KL, K = 100", 100, None, "ms", 0.5)
    yield from _against_the_program("T*(nu; eps), K = 5", 5, EPS, "ms", 1)
    yield from _against_the_program("T*(nu; eps), K = 100", 100, EPS, "ms", 20)
    large = BernoulliBandit(instance(1000))
    for divergence, eps in (("kl", None), ("private", EPS), ("d_eps", EPS)):
        seconds = best_seconds(lambda d=divergence, e=eps: characteristic_time(large, d, e), 10)  # type: ignore[misc]
        yield Measurement(f"T* ({divergence}), K = 1000", seconds * 1e3, "ms")


def certified_times() -> Iterator[Measurement]:
    """Enclosures of relative width 1e-20; the baseline is two divergences for each arm."""
    for arms, demand in ((10, 0.5), (1000, 0.5)):
        bandit = BernoulliBandit(instance(arms))
        for divergence, eps in (("kl", None), ("private", EPS), ("d_eps", EPS)):
            result = certify(characteristic_time, bandit, divergence, eps, digits=20)
            if not result.width <= WIDTH * result.mid:
                raise ArithmeticError(f"The width of {result} is more than 1e-20 of it.")
            seconds = best_seconds(
                lambda b=bandit, d=divergence, e=eps: certify(  # type: ignore[misc]
                    characteristic_time, b, d, e, digits=20
                ),
                5 if arms == 10 else 1,
            )
            name = f"T* ({divergence}), K = {arms}, 20 digits"
            at_most = 0.3 if divergence == "d_eps" else demand

            def divergences(means: tuple[float, ...] = instance(arms)) -> None:
                for mean in means[1:]:
                    middle = (means[0] + mean) / 2
                    certify(d_eps, means[0], middle, EPS, digits=20)
                    certify(d_eps, mean, middle, EPS, digits=20)

            yield Measurement(
                name, seconds, "s", at_most, at_most=True,
                baseline="certified divergences alone", baseline_value=best_seconds(divergences, 2),
            )  # fmt: skip
