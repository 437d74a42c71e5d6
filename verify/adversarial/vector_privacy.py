"""How private the noisy vectors of batched EXP4 are: Algorithm 2 under the certified accountant.

A batch releases the vector of the N experts' mean estimated losses, each coordinate with Laplace
noise of scale c K sqrt(N log(1/delta)) / (gamma tau eps), where the paper has c = 3. Given the arms
of the batch and all earlier releases, one changed loss moves coordinate j by at most
mu^j(I) / (tau Q(I)), which is at most K / (gamma tau), and less than that in one coordinate at
least: not every expert that advises arm I can have a vanishing weight. So the release is at worst a
composition of N - 1 (or, to be on the safe side, N) Laplace releases of size
eps / (c sqrt(N log(1/delta))). Faster Rates for Private Adversarial Bandits, Theorem 10.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from banditproof.theory.accounting import Composition, LaplaceLoss, composed_delta
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import ONE, ZERO, Enclosure
from banditproof.theory.exact import Number, exact, exact_count, exact_positive, exact_probability

PRINTED_FACTOR = 3
"""The factor of the noise in Algorithm 2."""


def coordinate_loss(
    experts: int, eps: Number, delta: Number, factor: Number = PRINTED_FACTOR, digits: int = 30
) -> Enclosure:
    """Enclose eps / (factor sqrt(N log(1/delta))), what one coordinate at most spends.

    >>> round(float(coordinate_loss(4, 1, "1e-6")), 6)
    0.04484
    """
    number, budget, chance = _checked(experts, eps, delta)
    times = exact_positive("factor", factor)
    return enclose(lambda: ball(budget / times) / (number * -ball(chance).log()).sqrt(), digits)


def _checked(experts: int, eps: Number, delta: Number) -> tuple[int, Fraction, Fraction]:
    number = exact_count("The number of experts", experts, least=1)
    budget, chance = exact_positive("eps", eps), exact_probability("delta", delta)
    if not 0 < chance < 1:
        raise ValueError(
            f"delta is {delta}; give a number strictly between 0 and 1: at its ends the noise of "
            "batched EXP4 is infinite or 0."
        )
    return number, budget, chance


def vector_delta(
    experts: int,
    eps: Number,
    delta: Number,
    factor: Number = PRINTED_FACTOR,
    moved: int | None = None,
    digits: int = 8,
) -> Enclosure:
    """Enclose the least delta' for which the noisy vectors are (eps, delta')-DP at worst.

    `moved` coordinates move by their whole sensitivity: all N where it is left out, which is an
    upper bound for every instance; N - 1 is approached by instances.

    >>> vector_delta(20, 1, "0.9").hi < Fraction(9, 10)
    True
    """
    number, budget, _ = _checked(experts, eps, delta)
    count = number if moved is None else exact_count("moved", moved)
    if count > number:
        raise ValueError(f"{count} coordinates move; there are {number} experts.")
    if count == 0:
        return ZERO
    size = coordinate_loss(number, eps, delta, factor, 24)
    # delta' grows with the loss of a coordinate, so its ends come from the ends of that loss.
    low, high = (
        composed_delta(Composition(((count, LaplaceLoss(end)),)), budget, digits)
        for end in (size.lower, size.upper)
    )
    return Enclosure.of(low.lo, Enclosure.min(high, ONE))


def is_private(
    experts: int,
    eps: Number,
    delta: Number,
    factor: Number = PRINTED_FACTOR,
    moved: int | None = None,
) -> bool | None:
    """Whether the vectors are (eps, delta)-DP; None where enclosures do not decide it.

    >>> is_private(20, 1, "0.9"), is_private(20, 1, "0.999", moved=19)
    (True, False)
    """
    spent = vector_delta(experts, eps, delta, factor, moved, digits=16)
    asked = exact(delta)
    return True if spent.hi <= asked else False if spent.lo > asked else None


def delta_threshold(
    experts: int, eps: Number = 1, width: Number = "1e-6", moved: int | None = None
) -> Enclosure:
    """Enclose a delta beyond which the printed noise is too small: there the vectors fail.

    At the lower end they are (eps, delta)-DP, at the upper end they are not. So the proof of
    Theorem 10, which argues through the vectors, shows nothing from there on. N - 1 coordinates
    move where `moved` is left out.

    >>> found = delta_threshold(2, width="1e-5")
    >>> found.contains(Fraction("0.999837"))
    True
    """
    count = exact_count("The number of experts", experts, least=2) - 1 if moved is None else moved
    gap = exact_positive("width", width)

    def private(missing: Fraction) -> bool | None:
        return is_private(experts, eps, 1 - missing, moved=count)

    # in the missing mass 1 - delta: far from 0 the vectors are private, near to it they are not
    low, high = Fraction(1, 10**9), Fraction(1, 10)
    if private(low) is not False or private(high) is not True:
        raise ValueError(
            f"No threshold between delta = 0.9 and 1 was found for {experts} experts and "
            f"eps = {eps}; give a smaller eps."
        )
    return 1 - _bisected(private, low, high, gap)


def least_factor(
    experts: int, eps: Number, delta: Number, width: Number = "0.02", moved: int | None = None
) -> Enclosure:
    """Enclose the least factor c of the noise with which the vectors are (eps, delta)-DP.

    Their delta' falls in c, so a failure at the lower end and privacy at the upper end enclose it.
    All N coordinates move where `moved` is left out.

    >>> found = least_factor(5, 1, "1e-3")
    >>> bool(Fraction("0.7") < found), bool(found < 1)
    (True, True)
    """

    def private(factor: Fraction) -> bool | None:
        return is_private(experts, eps, delta, factor, moved)

    low, high = Fraction(1, 1000), Fraction(PRINTED_FACTOR)
    while private(high) is not True:
        high *= 2
    if private(low) is not False:
        return Enclosure.of(0, low)
    return _bisected(private, low, high, exact_positive("width", width))


def _bisected(
    private: Callable[[Fraction], bool | None], low: Fraction, high: Fraction, width: Fraction
) -> Enclosure:
    """An interval that is refuted at its lower end and private at its upper one.

    It has the given width, or more where enclosures do not decide the middle.
    """
    while high - low > width:
        middle = (low + high) / 2
        result = private(middle)
        if result is None:
            break
        low, high = (low, middle) if result else (middle, high)
    return Enclosure.of(low, high)


@dataclass(frozen=True)
class VectorShift:
    """How far one changed loss moves each coordinate of a batch's vector, exactly."""

    shifts: tuple[Fraction, ...]
    arm: int
    advice: tuple[tuple[int, ...], ...]

    @property
    def largest(self) -> Fraction:
        """The sensitivity of one coordinate."""
        return max(self.shifts)

    def moved(self, limit: Fraction, share: Fraction) -> int:
        """How many coordinates move by more than a share of the limit."""
        return sum(shift > share * limit for shift in self.shifts)


def vector_shift(
    weights: Sequence[Fraction],
    advice: Sequence[Sequence[Number]],
    arm: int,
    gamma: Number,
    tau: int,
) -> tuple[Fraction, ...]:
    """Return mu^j(I) / (tau Q(I)) for each expert j: the shifts after a loss changes by 1.

    Q(i) = (1 - gamma) sum of P(j) mu^j(i) + gamma / K is fixed by earlier releases and advice.

    >>> vector_shift([Fraction(1, 2)] * 2, [(1, 0), (0, 1)], arm=0, gamma=1, tau=3)
    (Fraction(2, 3), Fraction(0, 1))
    """
    share, length = exact_probability("gamma", gamma), exact_count("tau", tau, least=1)
    column = [exact(row[arm]) for row in advice]
    mixed = sum((p * m for p, m in zip(weights, column, strict=True)), Fraction(0))
    chance = (1 - share) * mixed + share / len(advice[0])
    return tuple(m / (length * chance) if m else Fraction(0) for m in column)


def worst_shift(experts: int, arms: int, gamma: Number, tau: int, least: Number) -> VectorShift:
    """The largest shifts over all deterministic advice and all arms, by trying each of them.

    One expert has nearly all of the weight, and each other one the weight `least`.

    >>> found = worst_shift(3, 2, "0.1", tau=2, least="1e-9")
    >>> limit = Fraction(2) / (Fraction("0.1") * 2)
    >>> found.largest < limit, found.moved(limit, Fraction(99, 100))
    (True, 2)
    """
    small = exact_positive("least", least)
    weights = [1 - (experts - 1) * small] + [small] * (experts - 1)
    best: VectorShift | None = None
    for chosen in product(range(arms), repeat=experts):
        advice = tuple(tuple(int(a == c) for a in range(arms)) for c in chosen)
        for arm in range(arms):
            shifts = vector_shift(weights, advice, arm, gamma, tau)
            if best is None or sum(shifts) > sum(best.shifts):
                best = VectorShift(shifts, arm, advice)
    assert best is not None
    return best
