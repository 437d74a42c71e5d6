"""The float64 calibration functions of the stopping thresholds, compiled, without checks.

Arguments are trusted; the public functions of `mixture_calibration` and `lambert_branch` check
them.
"""

import math
from banditproof.theory.compiled import kernel, over_arrays

LARGE = 1e20
"""From this x on, C_G(x) and Wbar(x) round to x, or to one of its neighbours."""
_STEPS = 60
# (s - 1) zeta(s) = 1 + sum over n >= 0 of (-1)^n gamma_n (s - 1)^(n+1) / n!, with the constants of
# Stieltjes; below, from the power 1 on. On 0 <= s - 1 <= 1 the rest is below 1e-18.
ZETA_SERIES = (
    0.5772156649015329,
    0.07281584548367673,
    -0.00484518159643616,
    -0.00034230573671722433,
    9.689041939447084e-05,
    -6.6110318108421895e-06,
    -3.316240908752772e-07,
    1.0462094584479188e-07,
    -8.733218100273798e-09,
    9.47827778276236e-11,
    5.658421927608708e-11,
    -6.768689863513697e-12,
    3.4921159366720317e-13,
    4.4104247417577536e-15,
    -2.3997862217709992e-15,
    2.1677312200726828e-16,
    -9.544466076366965e-18,
)


@kernel
def _zeta_without_pole(t: float) -> tuple[float, float, float]:
    """log(t zeta(1 + t)) for 0 <= t <= 1, and its first two derivatives."""
    value = 0.0
    slope = 0.0
    bend = 0.0
    for i in range(len(ZETA_SERIES) - 1, -1, -1):
        bend = bend * t + 2.0 * slope
        slope = slope * t + value
        value = value * t + ZETA_SERIES[i]
    # t times the series without its 1
    bend = bend * t + 2.0 * slope
    slope = slope * t + value
    value = value * t
    first = slope / (1.0 + value)
    return math.log1p(value), first, bend / (1.0 + value) - first * first


@kernel
def calibration_exponent(weight: float) -> float:
    """g_G of a weight strictly between 1/2 and 1."""
    t = 2.0 * weight - 1.0
    log_zeta = _zeta_without_pole(t)[0] - math.log(t)
    turned = 2.0 * weight * (1.0 - math.log(4.0 * weight))
    return turned + log_zeta - 0.5 * math.log1p(-weight)


@kernel
def _calibration(x: float) -> tuple[float, float]:
    """C_G(x) for x below `LARGE`, and 1 - lambda at its minimiser.

    With u = 1 - lambda, Newton's rule in 1/u, in which the derivative is nearly linear.
    """
    inverse = 2.0 * x + 10.0
    for _ in range(_STEPS):
        u = 1.0 / inverse
        t = 1.0 - 2.0 * u
        smooth, first, second = _zeta_without_pole(t)
        height = smooth - math.log1p(-2.0 * u) - 0.5 * math.log(u) + x
        rise = 2.0 * (first - 1.0 / t) + 0.5 * inverse
        bend = 4.0 * (second + 1.0 / (t * t)) * u * u + 0.5
        step = ((1.0 - u) * (rise - 2.0) - height) / ((1.0 - u) * bend - 2.0 * u * u)
        inverse = max(inverse - step, 2.5)
        if abs(step) < 1e-9 * inverse:  # the value has twice as many digits as the minimiser
            break
    u = 1.0 / inverse
    smooth = _zeta_without_pole(1.0 - 2.0 * u)[0]
    height = smooth - math.log1p(-2.0 * u) - 0.5 * math.log(u) + x
    return 2.0 - 2.0 * math.log(4.0 * (1.0 - u)) + height / (1.0 - u), u


@kernel
def calibration_gain(x: float) -> float:
    """C_G(x) for x >= 0."""
    return x if x > LARGE else _calibration(x)[0]


@kernel
def calibration_weight(x: float) -> float:
    """The lambda at which C_G(x) is attained."""
    return 1.0 if x > LARGE else 1.0 - _calibration(x)[1]


@kernel
def wbar(x: float) -> float:
    """The root y >= 1 of y - log y = x, for x >= 1: with v = y - 1, v - log(1 + v) = x - 1."""
    t = x - 1.0
    if t <= 0.0:
        return 1.0
    v = t + math.sqrt(2.0 * t)  # never left of the root of a convex function
    for _ in range(_STEPS):
        step = (v - math.log1p(v) - t) * ((1.0 + v) / v)
        v -= step
        if not step > 1e-15 * v:
            break
    return 1.0 + v


calibration_exponent_array = over_arrays(calibration_exponent)
calibration_gain_array = over_arrays(calibration_gain)
calibration_weight_array = over_arrays(calibration_weight)
wbar_array = over_arrays(wbar)
