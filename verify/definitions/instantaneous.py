"""Instantaneous privacy: how much each single action leaks, and what that adds up to.

pi_t(a | H) <= e^eps pi_t(a | H') for histories with the same labels that differ in one reward. It
gives (T - 1) eps-View privacy, not T eps: the first action has seen nothing; a reward of round s
costs (T - s) eps. Thesis, Section 3.7 (c), corrected.
"""

from fractions import Fraction
from banditproof.verify.exact_laws.law_divergences import Ratio, largest_ratio
from .finite_policy import FinitePolicy, History
from .open_loop import challenged_histories


def instantaneous_ratio(policy: FinitePolicy) -> Ratio:
    """The largest ratio of the laws of one action over all neighbouring histories, exactly.

    >>> from .witness_policies import repeated_responses
    >>> instantaneous_ratio(repeated_responses(3, horizon=4))
    Fraction(3, 1)
    """
    return max(ratios_by_challenge(policy).values(), default=Fraction(1))


def ratios_by_challenge(policy: FinitePolicy) -> dict[int, Ratio]:
    """The largest ratio of one later action for each round whose reward differs.

    >>> from .witness_policies import label_blind_gap
    >>> ratios_by_challenge(label_blind_gap())
    {1: inf, 2: inf}
    """
    results: dict[int, Ratio] = {t: Fraction(1) for t in range(1, policy.horizon)}

    def extend(left: History, right: History, challenge: int) -> None:
        ratio = largest_ratio(policy.kernel[left], policy.kernel[right])
        results[challenge] = max(results[challenge], ratio)
        if len(left) + 1 < policy.horizon:
            for label in range(policy.arms):
                for reward in policy.rewards:
                    step = ((label, reward),)
                    extend(left + step, right + step, challenge)

    for left, right in challenged_histories(policy):
        extend(left, right, len(left))
    return results


def composed_ratio(policy: FinitePolicy) -> Ratio:
    """The bound on e^eps of View, Table and adaptive privacy: max over s of ratio_s^(T - s).

    >>> from .pure_loss import pure_ratio
    >>> from .notions import Notion
    >>> from .witness_policies import repeated_responses
    >>> policy = repeated_responses(3, horizon=4)
    >>> composed_ratio(policy), pure_ratio(policy, Notion.VIEW)  # tight
    (Fraction(27, 1), Fraction(27, 1))
    """
    ratios = ratios_by_challenge(policy)
    powers = [ratio ** (policy.horizon - s) for s, ratio in ratios.items()]
    return max(powers, default=Fraction(1))
