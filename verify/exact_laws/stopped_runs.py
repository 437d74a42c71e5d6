"""How the runs of a policy that stops are written: its arms, and then a symbol for the end.

The output of such a policy is its actions, its stopping time and its recommendation. With K arms a
run that stopped and recommended arm a is its actions followed by the symbol K + a, so its length
tells the stopping time. Where runs are compared round by round, the symbol fills the rest, up to
one place after the last round; a run that is still running then has 2 K there. These are the
symbols of `algorithms.interfaces.alphabet`. Thesis, (3.4) and (3.5).
"""

from typing import Any
from banditproof.algorithms.policy import Policy, checked_recommendation

Actions = tuple[int, ...]


def end_of(policy: Policy[Any], state: Any, played: int) -> int | None:
    """The symbol of the end if a policy stops in a state after so many rounds; None if it goes on.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> policy = DPIMED(arms=2, eps=1)
    >>> end_of(policy, policy.start(), 0) is None
    True
    """
    answer = checked_recommendation(policy.recommendation(state), policy.arms, played + 1)
    return None if answer is None else policy.arms + answer


def padded(actions: Actions, arms: int, rounds: int) -> Actions:
    """The run with its last symbol repeated, so that all runs have `rounds` + 1 places.

    >>> padded((0, 1, 3), arms=2, rounds=4), padded((0, 1, 0, 1), arms=2, rounds=4)
    ((0, 1, 3, 3, 3), (0, 1, 0, 1, 4))
    """
    end = actions[-1] if actions and actions[-1] >= arms else 2 * arms
    return (*actions, *(end,) * (rounds + 1 - len(actions)))


def shown_run(actions: Actions, arms: int) -> str:
    """A run in words; arms are counted from 1.

    >>> shown_run((0, 1, 3, 3), arms=2), shown_run((0, 1), arms=2), shown_run((3,), arms=2)
    ('12, then it stops for arm 2', '12', 'none, then it stops for arm 2')
    """
    played = "".join(str(arm + 1) for arm in actions if arm < arms)
    ends = [symbol - arms for symbol in actions if symbol >= arms]
    if not ends:
        return played
    if ends[0] == arms:
        return f"{played}, still running"
    return f"{played or 'none'}, then it stops for arm {ends[0] + 1}"
