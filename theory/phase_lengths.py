"""How long a phase of the elimination by optimal designs is (GOPE, AdaC-GOPE, AdaR-GOPE)."""

from __future__ import annotations
import math
from fractions import Fraction
from typing import Literal, get_args
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact, exact_count, exact_positive

LengthForm = Literal["scalar", "printed", "support"]
"""How the private part of the length is made; see `phase_length`."""
LAST_PHASE = 500
"""Phases beyond it are longer than float64 can say."""
TINY = Fraction(1, 2**1000)
"""Numbers down to it, and up to its inverse, are normal float64 numbers."""


def length_form(form: str) -> LengthForm:
    """The form of a length that is named so.

    >>> length_form("scalar")
    'scalar'
    """
    for known in get_args(LengthForm):
        if form == known:
            result: LengthForm = known
            return result
    raise ValueError(f"The length is {form!r}; give 'scalar', 'printed' or 'support'.")


def _read(
    dimension: int, arms: int, phase: int, delta: Number, rho: Number | None, form: str
) -> tuple[int, int, int, Fraction, Fraction | None, LengthForm]:
    d = exact_count("dimension", dimension, least=1)
    k = exact_count("arms", arms, least=1)
    number = exact_count("phase", phase, least=1)
    if number > LAST_PHASE:
        raise ValueError(f"The phase is {number}; give one from 1 to {LAST_PHASE}.")
    failure = exact(delta)
    if not 0 < failure < 1:
        raise ValueError(f"delta is {delta}; give a probability between 0 and 1.")
    budget = None if rho is None or rho == math.inf else exact_positive("rho", rho)
    return d, k, number, failure, budget, length_form(form)


def length_ball(
    d: int, arms: int, phase: int, delta: Fraction, rho: Fraction | None, form: LengthForm
) -> arb:
    """The length at the current precision; see `phase_length`."""
    log: arb = (4 * arms * phase * (phase + 1) / ball(delta)).log()
    result: arb = 8 * d * 4**phase * log
    if rho is None:
        return result
    half = log - arb(2).log()
    width = {
        "scalar": 2 * log,
        "printed": d + 2 * (d * half).sqrt() + 2 * half,
        "support": d * (d + 1) * log,
    }[form]
    root: arb = (2 * width / ball(rho)).sqrt()
    longer: arb = result + 2 * d * 2**phase * root
    return longer


def _certified(
    dimension: int,
    arms: int,
    phase: int,
    delta: Number,
    rho: Number | None = None,
    form: LengthForm = "scalar",
    digits: int = 30,
) -> Enclosure:
    read = _read(dimension, arms, phase, delta, rho, form)
    return enclose(lambda: length_ball(*read), digits)


@certified_by(_certified)
def phase_length(
    dimension: int,
    arms: int,
    phase: int,
    delta: Number,
    rho: Number | None = None,
    form: LengthForm = "scalar",
) -> float:
    """The length c of a phase, before rounding: with a design of G-value d, its errors are <= beta.

    c = (8 d / beta^2) log(4/delta') + (2 d / beta) sqrt((2 / rho) X), with beta = 2^-phase and
    delta' = delta / (K phase (phase + 1)). Without `rho` there is no privacy, and no second term.
    X depends on the form:

    - "scalar": X = 2 log(4/delta'), by the tail of one normal number (claim zcdp.fix.gope.f);
    - "printed": X = d + 2 sqrt(d log(2/delta')) + 2 log(2/delta'), Concentrated Differential
      Privacy for Bandits, (4), which is about sqrt(d) too long;
    - "support": X = d (d + 1) log(4/delta'), for noise on the sums of the arms, Renyi
      Differentially Private Bandits, (8), at rho = eps / alpha.

    >>> phase_length(3, 10, 1, "0.001"), phase_length(3, 10, 1, "0.001", 1, "printed")
    (1083.8190637109778, 1184.889809763021)
    """
    read = _read(dimension, arms, phase, delta, rho, form)
    try:
        result = _length(*read)
    except OverflowError:
        result = math.inf
    if result == math.inf:
        raise ValueError(
            f"The length of phase {phase} is beyond float64; give an earlier phase, or certify it."
        )
    return result


def _length(
    d: int, arms: int, phase: int, delta: Fraction, rho: Fraction | None, form: LengthForm
) -> float:
    """The length in float64."""
    usual = delta > TINY
    chance = math.log(delta) if usual else math.log(delta.numerator) - math.log(delta.denominator)
    log = math.log(4 * arms * phase * (phase + 1)) - chance
    result = 8.0 * d * 4.0**phase * log
    if rho is None:
        return result
    half = log - math.log(2)
    width = {
        "scalar": 2 * log,
        "printed": d + 2 * math.sqrt(d * half) + 2 * half,
        "support": d * (d + 1) * log,
    }[form]
    bits = rho.denominator.bit_length() - rho.numerator.bit_length()
    shift = 0 if TINY < rho < 1 / TINY else bits // 2
    root = math.sqrt(2 * width / float(rho * Fraction(4) ** shift)) * 2.0**shift
    return result + 2.0 * d * 2.0**phase * root
