"""What choices and comparisons cost: report noisy max, exponential mechanism, sparse vector.

The formulas are theorems with their conditions; tests compare them with exact laws of the same
curators under noise on a grid.
"""

from collections.abc import Sequence
from fractions import Fraction
from banditproof.algorithms.curators.private_choices import ExponentialChoice, NoisyMax
from banditproof.algorithms.curators.sparse_vector import SparseVector
from banditproof.theory.exact import exact
from .moves_of_functions import Ends, Moves, moves_of


def spent_by_choices(parts: NoisyMax | ExponentialChoice, ends: Ends) -> Fraction:
    """The eps of a private choice.

    Let a change of one reward move score k by d_k, where the sums of the arms are moved one at a
    time. Report noisy max with Laplace noise of scale b: fix the noises of all scores but i. Score
    i is the largest iff its noise is above m = max_j (s_j + z_j) - s_i, j other than i, and in the
    other world above m' <= m + max_j d_j - d_i. The tail of a Laplace law falls by at most e^(t/b)
    when its end rises by t, so the log-ratio is at most (max d - min d)/b. That of the exponential
    mechanism is rate d_i - log(sum_j p_j e^(rate d_j)) for a law p, in absolute value at most
    rate (max d - min d). With its value, the choice is a function of the whole vector of noisy
    scores, which costs sum |d_k| / b.

    >>> from banditproof.theory.mechanisms import Laplace
    >>> unit, halves = Ends(Fraction(0), Fraction(1)), (((0, 0), ("0.5", 1)), ((0, 1), ("0.5", 0)))
    >>> spent_by_choices(NoisyMax(Laplace(1)), unit), spent_by_choices(
    ...     NoisyMax(Laplace(1), halves), unit)
    (Fraction(1, 1), Fraction(2, 1))
    """
    size = moved_by_a_reward(parts, ends)
    if isinstance(parts, ExponentialChoice):
        return size * exact(parts.rate)
    return size / exact(parts.noise.scale)


def moved_by_a_reward(parts: NoisyMax | ExponentialChoice, ends: Ends) -> Fraction:
    """How far a reward moves two scores apart, or all of them if the value is told."""
    if not parts.candidates:
        return ends.high - ends.low
    moves: Sequence[Moves] = moves_of(parts.candidates, ends)
    if isinstance(parts, NoisyMax) and parts.tells_value:
        return max(one.total for one in moves)
    return max(one.spread for one in moves)


def spent_by_comparisons(parts: SparseVector, size: Fraction) -> Fraction | None:
    """The eps of a sparse vector whose sums one reward moves by at most `size`; None if no bound.

    Let a reward raise all later sums of its arm by d. Answers 0 have the factor F(T + z - s) and
    answers 1 the factor 1 - F(T + z - s), F the distribution function of the noise of a sum, given
    the noise z of the threshold. From the lower world to the higher one, put z + d for z, which
    costs d/b_1: each answer 0 becomes more likely, and an answer 1 less likely by at most
    e^(d/b_2), whether its sum was raised or not. From the higher to the lower one, keep z: answers
    0 become more likely, and answers 1 less likely by at most e^(d/b_2). So only the answers 1
    count, of which there are c. With noise that is renewed, each of the c runs spends this once;
    if the sum restarts as well, a reward is in one run, which ends with its answer 1. Without a
    limit, other runs share the noise of the threshold, and nothing bounds their answers 1. A value
    with fresh noise costs d/b_3 more for each answer 1 whose sum has the reward. If the compared
    number itself is told, it is above the threshold for sure, and no eps is enough. (Dwork and
    Roth, 2014, Section 3.6; Lyu, Su and Li, 2017, for sums that move in one direction.)

    >>> from banditproof.theory.mechanisms import Laplace
    >>> watch = SparseVector(Laplace(2), Laplace(8), threshold=3, most=4)
    >>> spent_by_comparisons(watch, Fraction(1))
    Fraction(1, 1)
    """
    if size == 0:
        return Fraction(0)
    if parts.tells_value and parts.value_noise is None:
        return None
    first, second = exact(parts.noise_of_threshold.scale), exact(parts.noise.scale)
    one_run = parts.restarts and parts.renews
    if parts.most is None and not one_run:
        return None
    times = 1 if one_run else parts.most or 1
    runs = times if parts.renews else 1
    values = 1 if parts.restarts else times
    told = Fraction(0) if parts.value_noise is None else values / exact(parts.value_noise.scale)
    return size * (runs / first + times / second + told)
