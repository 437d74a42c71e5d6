"""Chernoff bounds of a private sum S = Bin(n, mu) + m independent Lap(1/eps): prefactor times rate.

Every bound reads Pr[S >= x] <= prefactor e^{-n d_eps(x/n, mu)} for x >= n mu; the lower tail is
its mirror (x, mu) -> (n - x, 1 - mu). The forms differ in the prefactor; g = x - n mu.

form        prefactor                                                       needs
printed     (g log(1/mu) + 1) e (1 + m eps g)^m + 1                          0 < mu < 1
proof       (n log(1/mu) + 1) e (1 + m eps g)^m + 1                          0 < mu < 1
chernoff    e^{1/m} max(1, m eps g)^m                                        nothing
parts       1 + (n/2) kl(x/n, mu) (1 + eps g / 2)^(m-1)                      x <= n, m >= 1
family      c^{-m} e^{c n d}, for any c in (0, 1]                            nothing
single      1                                                               m <= 1

`printed` is Lemma D.3 of Optimal Regret of Bernoulli Bandits, `proof` is what its printed proof
gives, the others are argued, and checked against exact tails, in the claim `bern.lemD.3`.
"""

from __future__ import annotations
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, get_args
import numpy as np
from flint import arb
from banditproof.theory.balls import ball, enclose, hull
from banditproof.theory.bernoulli import kl, kl_ball, kl_is_infinite
from banditproof.theory.broadcasting import broadcasts
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.domains import (
    Array,
    Float,
    counts,
    positive,
    probabilities,
    reals,
    unwrapped,
)
from banditproof.theory.enclosure import INFINITE, ZERO, Enclosure
from banditproof.theory.exact import Number, exact, exact_count, exact_positive, exact_probability
from banditproof.theory.parameter_names import accepts_epsilon
from banditproof.theory.private_divergence import d_eps, d_eps_balls
from .laplace_sums import exponential
from .tail_kernels import above_mean_array

Form = Literal["printed", "proof", "chernoff", "parts", "family", "single"]
Side = Literal["upper", "lower"]
_BEYOND = 1e290
"""Where eps times a gap is cut, so that multiples of it stay finite in float64."""


def rate_ball(y: Fraction, mu: Fraction, eps: Fraction) -> arb:
    """d_eps(y, mu) for any real y, as a ball."""
    inside = min(max(y, Fraction(0)), Fraction(1))
    return hull(*d_eps_balls(inside, mu, eps)) + ball(eps * abs(y - inside))


def _certified_rate(y: Number, mu: Number, eps: Number, *, digits: int) -> Enclosure:
    y, mu, eps = exact(y), exact_probability("mu", mu), exact_positive("eps", eps)
    if y == mu:
        return ZERO
    return enclose(lambda: rate_ball(y, mu, eps), digits)


@certified_by(_certified_rate)
@accepts_epsilon
@broadcasts
def private_rate(y: Float, mu: Float, eps: Float) -> Any:
    """The rate of the private Chernoff bound: d_eps(y, mu) by its dual form, for any real y.

    sup over |s| <= eps of { s y - log(1 - mu + mu e^s) }: inside [0, 1] it is d_eps(y, mu), and
    outside it grows with slope eps: eps (y - 1) + d_eps(1, mu) above 1, -eps y + d_eps(0, mu)
    below 0. A private sum can exceed n, so its bounds need it there.

    >>> round(private_rate(1.5, 0.5, 1.0) - private_rate(1.0, 0.5, 1.0), 12)
    0.5
    """
    y, eps = reals("y", y), positive("eps", eps)
    inside = np.clip(y, 0.0, 1.0)
    with np.errstate(over="ignore"):
        return unwrapped(np.asarray(d_eps(inside, mu, eps) + eps * np.abs(y - inside)))


@dataclass(frozen=True)
class _Exact:
    """The exact arguments of a bound, mirrored to the upper side."""

    x: Fraction
    n: int
    mu: Fraction
    m: int
    eps: Fraction
    form: Form
    c: Fraction

    @property
    def gap(self) -> Fraction:
        return self.x - self.n * self.mu

    @property
    def mean(self) -> Fraction:
        return self.x / self.n

    def exponent(self) -> arb:
        """n d_eps(x/n, mu)."""
        return self.n * rate_ball(self.mean, self.mu, self.eps)

    def prefactor(self) -> arb:
        m, step = self.m, self.eps * self.gap
        if self.form == "single":
            return arb(1)
        if self.form == "family":
            return ball(self.c) ** (-m) * (ball(self.c) * self.exponent()).exp()
        if self.form == "chernoff":
            return (
                ball(Fraction(1, m)).exp() * ball(max(Fraction(1), m * step)) ** m if m else arb(1)
            )
        if self.form == "parts":
            tail = ball(1 + step / 2) ** (m - 1)
            return 1 + self.n * kl_ball(self.mean, self.mu) * tail / 2
        length = self.gap if self.form == "printed" else Fraction(self.n)
        noise = arb(1).exp() * ball(1 + m * step) ** m
        return (-ball(length) * ball(self.mu).log() + 1) * noise + 1

    @property
    def is_infinite(self) -> bool:
        """Whether the prefactor is infinite: the law of the rewards cannot reach x/n."""
        return self.form == "parts" and kl_is_infinite(self.mean, self.mu)


def _check_form(form: Form, side: Side) -> None:
    if form not in get_args(Form):
        raise ValueError(f"The form is {form!r}; give one of {', '.join(get_args(Form))}.")
    if side not in get_args(Side):
        raise ValueError(f"The side is {side!r}; give 'upper' or 'lower'.")


def _raise_if(wrong: bool | np.bool_, sentence: str) -> None:
    if wrong:
        raise ValueError(sentence)


def _check_domain(
    form: Form, m: Any, ends: Any, beyond: Any, wrong_side: Any, side: Side, c: float
) -> None:
    """Raise ValueError outside the domain of a form; each flag is a boolean or an array of them."""
    relation = ">=" if side == "upper" else "<="
    _raise_if(
        np.any(wrong_side),
        f"x is on the wrong side of n mu; the {side} tail needs x {relation} n mu.",
    )
    if form in ("printed", "proof"):
        _raise_if(np.any(ends), "mu is 0 or 1, which Lemma D.3 excludes; give 0 < mu < 1.")
    if form == "parts":
        _raise_if(np.any(beyond), "x is outside [0, n]; the form 'parts' needs 0 <= x <= n.")
        _raise_if(np.any(np.asarray(m) < 1), "m is 0; the form 'parts' needs m >= 1.")
    if form == "single":
        _raise_if(np.any(np.asarray(m) > 1), "m is above 1; the form 'single' needs m <= 1.")
    if form == "family":
        _raise_if(not 0 < c <= 1, f"c is {c}; the form 'family' needs 0 < c <= 1.")


def _exact_arguments(
    x: Number,
    n: Number,
    mu: Number,
    m: Number,
    eps: Number,
    form: Form = "printed",
    side: Side = "upper",
    c: Number = 1,
) -> _Exact:
    _check_form(form, side)
    x, mu, n = exact(x), exact_probability("mu", mu), exact_count("n", n, least=1)
    if side == "lower":
        x, mu = n - x, 1 - mu
    arguments = _Exact(x, n, mu, exact_count("m", m), exact_positive("eps", eps), form, exact(c))
    _check_domain(
        form, arguments.m, mu in (0, 1), x > n, arguments.gap < 0, side, float(arguments.c)
    )
    return arguments


def _certified_prefactor(*given: Any, digits: int, **named: Any) -> Enclosure:
    arguments = _exact_arguments(*given, **named)
    return INFINITE if arguments.is_infinite else enclose(arguments.prefactor, digits)


def _certified_bound(*given: Any, digits: int, **named: Any) -> Enclosure:
    arguments = _exact_arguments(*given, **named)
    if arguments.is_infinite:
        return INFINITE
    return enclose(lambda: arguments.prefactor() * (-arguments.exponent()).exp(), digits)


def _log_prefactor(
    x: Float, n: Float, mu: Float, m: Float, eps: Float, form: Form, side: Side, c: float
) -> tuple[Array, Array]:
    """log prefactor and n d_eps(x/n, mu), in float64."""
    _check_form(form, side)
    x, mu, eps = reals("x", x), probabilities("mu", mu), positive("eps", eps)
    size, noises = counts("n", n, least=1).astype(float), counts("m", m).astype(float)
    gap = above_mean_array(x, size, mu) * (1.0 if side == "upper" else -1.0)
    wrong_side = gap < -4e-16 * size  # n mu is rounded, so a rounding error below it counts as n mu
    beyond = (x < 0.0) | (x > size)
    _check_domain(form, noises, (mu == 0.0) | (mu == 1.0), beyond, wrong_side, side, c)
    with np.errstate(over="ignore"):
        step = np.minimum(eps * np.maximum(gap, 0.0), _BEYOND)
        exponent = np.asarray(size * private_rate(x / size, mu, eps))
    gap = np.maximum(gap, 0.0)
    if form == "single":
        return np.zeros_like(exponent), exponent
    if form == "family":
        return c * exponent - noises * np.log(c), exponent
    if form == "chernoff":
        slack = 1.0 / np.maximum(noises, 1.0) * (noises > 0)
        return slack + noises * np.log(np.maximum(1.0, noises * step)), exponent
    if form == "parts":
        with np.errstate(divide="ignore"):
            mass = np.log(size * np.asarray(kl(x / size, mu)) / 2.0)
        return np.logaddexp(0.0, mass + (noises - 1.0) * np.log1p(step / 2.0)), exponent
    rarity = -np.log(mu) if side == "upper" else -np.log1p(-mu)
    length = gap if form == "printed" else size
    noise = 1.0 + noises * np.log1p(noises * step)
    return np.logaddexp(0.0, np.log1p(length * rarity) + noise), exponent


@certified_by(_certified_prefactor)
@accepts_epsilon
@broadcasts
def private_chernoff_prefactor(
    x: Float,
    n: Float,
    mu: Float,
    m: Float,
    eps: Float,
    form: Form = "printed",
    side: Side = "upper",
    c: float = 1.0,
) -> Any:
    """The prefactor of a private Chernoff bound, in one of the forms listed above.

    The forms are printed, proof, chernoff, parts, family (with its parameter c) and single;
    side is 'upper' for Pr[S >= x] and 'lower' for Pr[S <= x]. Lemma D.3.

    >>> round(private_chernoff_prefactor(510, 1000, 0.5, 1, 1.0, "chernoff"), 6)
    27.182818
    """
    return exponential(_log_prefactor(x, n, mu, m, eps, form, side, c)[0])


@certified_by(_certified_bound)
@accepts_epsilon
@broadcasts
def private_chernoff_bound(
    x: Float,
    n: Float,
    mu: Float,
    m: Float,
    eps: Float,
    form: Form = "printed",
    side: Side = "upper",
    c: float = 1.0,
) -> Any:
    """A bound of Pr[S >= x] (or of Pr[S <= x]): prefactor times e^{-n d_eps(x/n, mu)}.

    Lemma D.3 of Optimal Regret of Bernoulli Bandits, and the sharper forms listed above. The float
    form is the exponential of a sum, with a relative error of a few roundings of its terms: below
    1e-12 wherever these are below 1000.

    >>> round(private_chernoff_bound(510, 1000, 0.5, 1, 1.0, "single"), 6)
    0.81872
    """
    log_prefactor, exponent = _log_prefactor(x, n, mu, m, eps, form, side, c)
    return exponential(log_prefactor - exponent)
