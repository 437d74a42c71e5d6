"""The float64 stopping thresholds, compiled, without checks, for loops and engines.

They take log(1/delta), so that no delta is too small, and log zeta(s), which is constant in a run.
Counts are floats >= 1. All terms are positive: nothing cancels. Arguments are trusted; the public
functions of `gaussian_threshold` and `private_thresholds` check them.
"""

import math
from banditproof.theory.compiled import elementwise, kernel
from banditproof.theory.error_free_kernels import two_product
from .calibration_kernels import calibration_gain, wbar


@kernel
def log_phase(count: float) -> float:
    """log k(w), where k(w) = log2(w) + 2 bounds the number of the phase with w samples."""
    return math.log(math.log2(count) + 2.0)


@kernel
def gaussian_level(log_inverse: float, w_a: float, w_b: float, arms: float) -> float:
    """c^G at log(1/delta) = log_inverse."""
    gain = calibration_gain(0.5 * (math.log(arms - 1.0) + log_inverse))
    loops = math.log(4.0 + math.log(w_a)) + math.log(4.0 + math.log(w_b))
    return 2.0 * gain + 2.0 * loops


@kernel
def adap_tt_level(
    w_a: float,
    w_b: float,
    arms: float,
    eps: float,
    log_inverse: float,
    s: float,
    log_zeta: float,
    sigma: float,
) -> float:
    """The threshold (5.11) of AdaP-TT."""
    phase_a = s * log_phase(w_a)
    phase_b = s * log_phase(w_b)
    risk = log_inverse + math.log(2.0) + 2.0 * log_zeta + phase_a + phase_b
    each = log_inverse + math.log(2.0 * arms) + log_zeta
    noise_a = (each + phase_a) / (eps * sigma)
    noise_b = (each + phase_b) / (eps * sigma)
    # Divided before it is multiplied: the square alone may overflow.
    noise = noise_a * (noise_a / w_a) + noise_b * (noise_b / w_b)
    return 2.0 * gaussian_level(risk, w_a, w_b, arms) + noise


@kernel
def deviation_level(log_risk: float, count: float) -> float:
    """h = Wbar(2 log_risk + 4 log(4 + log w) + 1/2) / 2."""
    return 0.5 * wbar(2.0 * log_risk + 4.0 * math.log(4.0 + math.log(count)) + 0.5)


@kernel
def is_below_three(gap: float, eps: float) -> bool:
    """Whether gap < 3 eps, without rounding."""
    if eps > 1e200:
        gap, eps = gap * 2.0**-300, eps * 2.0**-300
    elif eps < 1e-200:  # otherwise the error of the product may be subnormal
        gap, eps = gap * 2.0**300, eps * 2.0**300
    high, low = two_product(3.0, eps)
    return gap < high or (gap == high and low > 0.0)


@kernel
def adap_tt_star_level(
    gap: float,
    w_a: float,
    w_b: float,
    arms: float,
    eps: float,
    log_inverse: float,
    s: float,
    log_zeta: float,
    sigma: float,
    exponent: float,
) -> float:
    """The threshold (5.14) of AdaP-TT*; `exponent` is that of k in the second case, s or 1."""
    third = log_inverse + math.log(3.0 * arms) + log_zeta
    phase_a = log_phase(w_a)
    phase_b = log_phase(w_b)
    risk_a = third + s * phase_a
    risk_b = third + s * phase_b
    h_a = deviation_level(risk_a, w_a)
    h_b = deviation_level(risk_b, w_b)
    if is_below_three(gap, eps):
        larger = log_inverse + math.log(1.5)  # of the risk 2 delta / 3
        both = adap_tt_level(w_a, w_b, arms, eps, larger, s, log_zeta, sigma)
        mixed = math.sqrt(h_a / w_a) * risk_a + math.sqrt(h_b / w_b) * risk_b
        return 0.5 * both + math.sqrt(2.0) * mixed / (eps * sigma)
    noise = third + exponent * max(phase_a, phase_b)
    spread = math.sqrt(w_a * h_a) + math.sqrt(w_b * h_b)
    return 3.0 * noise / (sigma * sigma) + 3.0 * eps * spread / (math.sqrt(2.0) * sigma)


@elementwise
def gaussian_level_array(log_inverse, w_a, w_b, arms):  # type: ignore[no-untyped-def]
    return gaussian_level(log_inverse, w_a, w_b, arms)


@elementwise
def adap_tt_level_array(  # type: ignore[no-untyped-def]
    w_a, w_b, arms, eps, log_inverse, s, log_zeta, sigma
):
    return adap_tt_level(w_a, w_b, arms, eps, log_inverse, s, log_zeta, sigma)


@elementwise
def adap_tt_star_level_array(  # type: ignore[no-untyped-def]
    gap, w_a, w_b, arms, eps, log_inverse, s, log_zeta, sigma, exponent
):
    return adap_tt_star_level(gap, w_a, w_b, arms, eps, log_inverse, s, log_zeta, sigma, exponent)
