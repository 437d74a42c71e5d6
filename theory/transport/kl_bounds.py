"""How far a private mechanism can move the law of its output: upper bounds of a KL divergence.

M_D is the law of the output on the dataset D, and M_1, M_2 are its laws if the dataset is drawn
from P_1, P_2. All are upper bounds of KL(M_1 || M_2). Thesis, Section 4.2.1.
"""

from __future__ import annotations
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal
import numpy as np
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.broadcasting import broadcasts
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.concentration.poisson_binomial import poisson_binomial_law
from banditproof.theory.domains import Float, FloatRows, nonnegative, probabilities, unwrapped
from banditproof.theory.enclosure import ONE, ZERO, Enclosure
from banditproof.theory.exact import Number, exact_nonnegative
from banditproof.theory.parameter_names import accepts_epsilon
from .hamming_transport import exact_variations

Form = Literal["best", "printed", "coupling", "pointwise"]
FORMS = ("best", "printed", "coupling", "pointwise")


def two_point_kl_ball(loss: Fraction) -> arb:
    """loss tanh(loss / 2) as a ball: the KL of randomised response with privacy loss +- loss."""
    return ball(loss) * ball(loss / 2).tanh()


def _certified_group_pure(eps: Number, d: Number, *, digits: int) -> Enclosure:
    loss = exact_nonnegative("eps", eps) * exact_nonnegative("d", d)
    return Enclosure.of(loss) if loss == 0 else enclose(lambda: two_point_kl_ball(loss), digits)


@certified_by(_certified_group_pure)
@accepts_epsilon
@broadcasts
def kl_group_bound_pure(eps: Float, d: Float) -> Any:
    """An upper bound of KL(M_D || M_D') for an eps-DP mechanism and datasets d records apart.

    d eps tanh(d eps / 2): the largest KL of two laws whose log-ratio is at most d eps, attained
    by randomised response if d = 1. It is sharper than the d eps of the thesis, Corollary 4.5,
    and at most (d eps)^2 / 2.

    >>> kl_group_bound_pure(0.5, [0, 1, 4])
    array([0.        , 0.12245933, 1.52318831])
    """
    budget, distance = nonnegative("eps", eps), nonnegative("d", d)
    with np.errstate(over="ignore"):
        loss = budget * distance
        return unwrapped(loss * np.tanh(loss / 2))


def _certified_group_zcdp(rho: Number, d: Number, *, digits: int) -> Enclosure:
    return Enclosure.of(exact_nonnegative("rho", rho) * exact_nonnegative("d", d) ** 2)


@certified_by(_certified_group_zcdp)
@broadcasts
def kl_group_bound_zcdp(rho: Float, d: Float) -> Any:
    """The largest KL(M_D || M_D') of a rho-zCDP mechanism on datasets that are d records apart.

    rho d^2, attained by the Gaussian mechanism on a sum. Thesis, Corollary 4.5.

    >>> kl_group_bound_zcdp(0.5, [0, 1, 4])
    array([0. , 0.5, 8. ])
    """
    budget, distance = nonnegative("rho", rho), nonnegative("d", d)
    (m, power), (w, other) = np.frexp(budget), np.frexp(distance)
    with np.errstate(over="ignore"):  # neither d^2 nor rho d leaves the floats before the result
        return unwrapped(np.ldexp(m * w * w, power + 2 * other))


def _tv_array(tvs: FloatRows) -> Any:
    array = np.asarray(probabilities("a total variation", tvs), dtype=float)
    if array.ndim == 0:
        raise ValueError(f"The total variations are {tvs!r}; give a list of numbers in [0, 1].")
    return array


def log_ratio_ball(eps: Fraction, tvs: Sequence[Fraction]) -> arb:
    """sum_i log(1 + t_i (e^eps - 1)) as a ball."""
    growth = ball(eps).expm1()
    return sum(((ball(t) * growth).log1p() for t in tvs), arb(0))


def _certified_log_ratio(eps: Number, tvs: Sequence[Number], *, digits: int) -> Enclosure:
    budget, apart = exact_nonnegative("eps", eps), exact_variations(tvs)
    if budget == 0 or not any(apart):
        return ZERO
    if all(t in (0, 1) for t in apart):
        return Enclosure.of(budget * sum(apart, Fraction(0)))
    return enclose(lambda: log_ratio_ball(budget, apart), digits)


@certified_by(_certified_log_ratio)
@accepts_epsilon
@broadcasts
def product_log_ratio(eps: Float, tvs: FloatRows) -> Any:
    """The largest |log(M_1(E) / M_2(E))| of an eps-DP mechanism on product laws, over all events.

    sum_i log(1 + t_i (e^eps - 1)) with t_i = TV(p_1i, p_2i), for every eps; the t_i are along the
    last axis of `tvs`. One record is exchanged at a time: where the two laws agree the
    conditional laws of the output are equal, elsewhere they differ by a factor e^eps at most.

    >>> round(product_log_ratio(1.0, [0.1, 0.2]), 12)
    0.453959607861
    """
    budget, apart = nonnegative("eps", eps), _tv_array(tvs)
    with np.errstate(over="ignore"):
        return unwrapped(log_growth(budget[..., None], apart).sum(axis=-1))


def log_growth(eps: Any, t: Any) -> Any:
    """log(1 + t (e^eps - 1)) of arrays; beyond e^700 the minus one is lost in the rounding."""
    with np.errstate(divide="ignore"):
        far = np.logaddexp(0.0, np.log(t) + eps)
    return np.where(eps < 700, np.log1p(t * np.expm1(np.minimum(eps, 700))), far)


def _certified_ratio(eps: Number, tvs: Sequence[Number], *, digits: int) -> Enclosure:
    budget, apart = exact_nonnegative("eps", eps), exact_variations(tvs)
    if budget == 0 or not any(apart):
        return ONE

    def ratio() -> arb:
        growth, value = ball(budget).expm1(), arb(1)
        for t in apart:
            value *= 1 + ball(t) * growth
        return value

    return enclose(ratio, digits)


@certified_by(_certified_ratio)
@accepts_epsilon
@broadcasts
def karwa_vadhan_ratio(eps: Float, tvs: FloatRows) -> Any:
    """The largest M_1(E) / M_2(E) of an eps-DP mechanism on product laws, over all events E.

    prod_i (1 + t_i (e^eps - 1)), for every eps. The printed e^(6 eps n TV) of the lemma is smaller
    and false for small TV once e^eps - 1 > 6 eps, that is eps > 2.9183. Thesis, Section 4.2.1.

    >>> round(karwa_vadhan_ratio(10.0, [0.01]), 4)
    221.2547
    """
    budget, apart = nonnegative("eps", eps)[..., None], _tv_array(tvs)
    with np.errstate(over="ignore"):
        near = 1 + apart * np.expm1(np.minimum(budget, 700))
        factors = np.where(budget < 700, near, np.exp(log_growth(budget, apart)))
        return unwrapped(factors.prod(axis=-1))


def _form(form: Form) -> Form:
    if form not in FORMS:
        raise ValueError(f"The form {form!r} is not known; give one of {', '.join(FORMS)}.")
    return form


def coupled_kl_ball(eps: Fraction, law: Sequence[Fraction]) -> arb:
    """E[D eps tanh(D eps / 2)] as a ball, for a law of the number D of records that differ."""
    terms = (ball(mass) * two_point_kl_ball(k * eps) for k, mass in enumerate(law) if mass)
    return sum(terms, arb(0))


def _certified_product_pure(
    eps: Number, tvs: Sequence[Number], form: Form = "best", *, digits: int
) -> Enclosure:
    budget, apart = exact_nonnegative("eps", eps), exact_variations(tvs)
    printed = budget * sum(apart, Fraction(0))
    if _form(form) == "printed" or printed == 0:
        return Enclosure.of(printed)

    def pointwise() -> arb:
        loss = log_ratio_ball(budget, apart)
        return loss * (loss / 2).tanh()

    law = poisson_binomial_law(apart) if form != "pointwise" else ()
    if form == "pointwise":
        return enclose(pointwise, digits)
    if form == "coupling":
        return enclose(lambda: coupled_kl_ball(budget, law), digits)
    return enclose(lambda: arb.min(pointwise(), coupled_kl_ball(budget, law)), digits)


@certified_by(_certified_product_pure)
@accepts_epsilon
@broadcasts
def product_kl_bound_pure(eps: Float, tvs: FloatRows, form: Form = "best") -> Any:
    """An upper bound of KL(M_1 || M_2) for an eps-DP mechanism and product laws.

    With t_i = TV(p_1i, p_2i), along the last axis of `tvs`:

    - "printed": eps sum_i t_i. Thesis, Theorem 4.8, (4.5).
    - "coupling": E[D eps tanh(D eps / 2)], where D, the number of records that differ under the
      product of maximal couplings, is Poisson binomial. Never larger than the printed one.
    - "pointwise": E tanh(E / 2) with E = sum_i log(1 + t_i (e^eps - 1)), from
      `product_log_ratio`. The smallest for small eps, larger than the printed one for large eps.
    - "best": the smaller of the last two.

    >>> for form in ("printed", "coupling", "pointwise", "best"):
    ...     print(form, round(product_kl_bound_pure(0.5, [0.1, 0.2], form), 6))
    printed 0.15
    coupling 0.041082
    pointwise 0.017036
    best 0.017036
    """
    budget, apart = nonnegative("eps", eps), _tv_array(tvs)
    _form(form)
    with np.errstate(over="ignore"):
        return unwrapped(_product_floats(budget, apart, form))


def _product_floats(budget: Any, apart: Any, form: Form) -> Any:
    if form == "printed":
        return budget * apart.sum(axis=-1)
    loss = log_growth(budget[..., None], apart).sum(axis=-1)
    pointwise = loss * np.tanh(loss / 2)
    if form == "pointwise":
        return pointwise
    number = np.arange(apart.shape[-1] + 1)
    weighed = _poisson_binomial_array(apart) * number * budget[..., None]  # first what is small
    coupled = (weighed * np.tanh(number * (budget[..., None] / 2))).sum(axis=-1)
    return coupled if form == "coupling" else np.minimum(pointwise, coupled)


def _poisson_binomial_array(tvs: Any) -> Any:
    """The law of a sum of independent Bernoulli(t_i) along the last axis."""
    law = np.zeros((*tvs.shape[:-1], tvs.shape[-1] + 1))
    law[..., 0] = 1.0
    for i in range(tvs.shape[-1]):
        t = tvs[..., i, None]
        moved = law[..., :-1] * t
        law = law * (1 - t)
        law[..., 1:] += moved
    return law


def _certified_product_zcdp(rho: Number, tvs: Sequence[Number], *, digits: int) -> Enclosure:
    budget, apart = exact_nonnegative("rho", rho), exact_variations(tvs)
    mean = sum(apart, Fraction(0))
    return Enclosure.of(budget * (mean**2 + sum((t * (1 - t) for t in apart), Fraction(0))))


@certified_by(_certified_product_zcdp)
@broadcasts
def product_kl_bound_zcdp(rho: Float, tvs: FloatRows) -> Any:
    """An upper bound of KL(M_1 || M_2) for a rho-zCDP mechanism and product laws.

    rho (sum_i t_i)^2 + rho sum_i t_i (1 - t_i), with t_i = TV(p_1i, p_2i) along the last axis of
    `tvs`. Thesis, Theorem 4.8, (4.6). `kl_transport_bound_zcdp` is sharper.

    >>> round(product_kl_bound_zcdp(1.0, [0.2] * 4), 12)
    1.28
    """
    budget, apart = nonnegative("rho", rho), _tv_array(tvs)
    spread = (apart * (1 - apart)).sum(axis=-1)
    with np.errstate(over="ignore"):
        return unwrapped(budget * (apart.sum(axis=-1) ** 2 + spread))
