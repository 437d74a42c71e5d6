"""Small policies that tell the definitions apart, all with arms 0 and 1 and rewards 0 and 1.

Their deltas are never written down here: every claim computes them.
"""

from __future__ import annotations

from fractions import Fraction

from .policy_protocols import HALF, Kernel, Row, Seen

FIRST: Row = (Fraction(1), Fraction(0))
LEAK = Fraction(1, 5)


def play_one(chance: Fraction) -> Row:
    """Arm 1 with the given probability."""
    return (1 - chance, chance)


def _responds(seen: Seen) -> Row:
    """Rounds 1 and 2 of most policies: arm 0, then arm 0 w.p. 3/4 if r_1 = 0, 1/4 if r_1 = 1."""
    return play_one(Fraction(1 + 2 * seen[0][1], 4)) if seen else FIRST


def _leaks(secret: bool) -> Row:
    return play_one(LEAK if secret else Fraction(0))


def reward_equals_label(seen: Seen) -> Row:
    """Policy A, T = 4: leaks r_1 only if q_3 = 0 and r_3 = q_2; with sign by q_2."""
    if len(seen) < 2:
        return _responds(seen)
    if len(seen) == 2:
        return FIRST
    (_, first), (second, _), (third, answer) = seen
    return _leaks(third == 0 and answer == second and first == (1 if second == 0 else 0))


def leaks_at_label_zero(seen: Seen) -> Row:
    """T = 3: leaks r_1 only if q_2 = 0, with the sign chosen by r_2."""
    if len(seen) < 2:
        return _responds(seen)
    (_, first), (label, answer) = seen
    return _leaks(label == 0 and first == 1 - answer)


def leaks_if_label_is_reward(seen: Seen) -> Row:
    """T = 4: leaks r_1 only if q_3 = r_3, with the sign chosen by both."""
    if len(seen) < 2:
        return _responds(seen)
    if len(seen) == 2:
        return FIRST
    (_, first), _, (third, answer) = seen
    return _leaks(third == answer and first == 1 - answer)


def blind_to_labels(seen: Seen) -> Row:
    """Policy C, T = 4: leaks r_1 with the sign chosen by r_3; labels are never used."""
    if len(seen) < 2:
        return _responds(seen)
    if len(seen) == 2:
        return FIRST
    return _leaks(seen[0][1] == 1 - seen[2][1])


def blind_in_three_rounds(seen: Seen) -> Row:
    """T = 3: leaks r_1 with the sign chosen by r_2; labels are never used."""
    if len(seen) < 2:
        return _responds(seen)
    return _leaks(seen[0][1] == 1 - seen[1][1])


def first_label_is_second_reward(seen: Seen) -> Row:
    """T = 3: a_1 uniform, a_2 = 0; leaks r_1 only if r_2 equals the label of round 1."""
    if not seen:
        return HALF
    if len(seen) == 1:
        return FIRST
    (label, first), (_, answer) = seen
    return _leaks(answer == label and first == 1)


def copies_after_a_foreign_query(seen: Seen) -> Row:
    """T = 2: always arm 0, unless arm 1 was queried: then it copies the reward."""
    if not seen:
        return FIRST
    return play_one(Fraction(seen[0][1] if seen[0][0] == 1 else 0))


def one_arm_for_each_reward(seen: Seen) -> Row:
    """T = 2: a uniform; arm 0 leaks that the reward is 0, arm 1 that it is 1."""
    if not seen:
        return HALF
    label, reward = seen[0]
    return play_one(1 - Fraction(1, 10) * (label == reward))


def four_rewards(weight: Fraction) -> Kernel:
    """T = 2, rewards 0 to 3: P(a_2 = 0 | a_1, r_1) = weight f_(a_1)(r_1)."""
    half = Fraction(1, 2)
    leak = ((Fraction(0), Fraction(1), half, half), (half, half, Fraction(0), Fraction(1)))

    def kernel(seen: Seen) -> Row:
        return play_one(1 - weight * leak[seen[0][0]][seen[0][1]]) if seen else HALF

    return kernel


def padded(kernel: Kernel, horizon: int, arms: int) -> Kernel:
    """A policy with two arms and `horizon` rounds, then arm 0 for ever; more arms are not used."""

    def longer(seen: Seen) -> Row:
        if len(seen) >= horizon:
            return (Fraction(1), *[Fraction(0)] * (arms - 1))
        known = tuple((min(label, 1), reward) for label, reward in seen)
        return (*kernel(known), *[Fraction(0)] * (arms - 2))

    return longer


SECOND = ("1/2", "1/3", "1/4", "1/3")
THIRD = (
    *("1/2", "1/3", "1/4", "1/5", "1/2", "2/3", "1/4", "0"),
    *("1/3", "1/7", "3/4", "2/5", "1/2", "1", "1/4", "2/3"),
)


def appendix(seen: Seen) -> Row:
    """The policy of Appendix A, T = 3: the history is read as a binary number."""
    index = 0
    for label, reward in seen:
        index = 4 * index + 2 * label + reward
    chance = Fraction((("2/3",), SECOND, THIRD)[len(seen)][index])
    return (chance, 1 - chance)
