"""A claim about Example 5.1 and Figure 5.1: the first episodes of a play of two arms."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.doubling_episodes import Length, doubled, episodes
from banditproof.paper_checks.verdicts.vocabulary import proved, require
from banditproof.theory.mechanisms import Laplace

Scale = Callable[[int, Fraction], Fraction]
STARTS = (3, 4, 6, 7, 11)
READ_AT_T4 = ((4, 5), (6,))
READ_AT_T5 = ((7, 8, 9, 10), (6,))
PHI = {5: 4, 9: 7}
ACTIVE = {0: 2, 1: 3}


def read_by_the_figure(choices: Sequence[int], length: Length) -> dict[str, object]:
    """What the text says of the play with these arms of its episodes, recounted."""
    script = iter(choices)
    played = list(episodes(2, 40, lambda *_: next(script, 0), length))[:5]
    at_t4, at_t5 = played[3], played[4]
    return {
        "t_1, ..., t_5": tuple(e.start for e in played),
        "read at t_4": tuple(tuple(own) for own in at_t4.last),
        "read at t_5": tuple(tuple(own) for own in at_t5.last),
        "samples at t_4": tuple(len(own) for own in at_t4.last),
        "last active episodes": {
            arm: max(k for k, e in enumerate(played[:3], 1) if e.arm == arm) for arm in (0, 1)
        },
        "phi": {t: max(e.start for e in played if e.start <= t) for t in PHI},
        "rounds of episode 4": at_t4.rounds,
    }


@checks("thesis.ex5.1")
@mutant("episodes of twice the pulls", length=lambda n: 2 * n)
@mutant("arm 2 in the second episode", choices=(0, 1, 1, 0, 1))
@mutant("sharper: half of the noise", scale=lambda n, eps: 1 / (2 * eps * n))
def first_episodes(
    choices: Sequence[int] = (0, 0, 1, 0, 1),
    length: Length = doubled,
    scale: Scale = lambda n, eps: 1 / (eps * n),
) -> Verdict:
    """The play with the decisions of the figure; the noise of means of one and two rewards."""
    result = read_by_the_figure(choices, length)
    stated = {
        "t_1, ..., t_5": STARTS,
        "read at t_4": READ_AT_T4,
        "read at t_5": READ_AT_T5,
        "samples at t_4": (2, 1),
        "last active episodes": ACTIVE,
        "phi": PHI,
        "rounds of episode 4": 4,
    }
    for what, value in stated.items():
        require(result[what] == value, "The play differs.", what=what, found=result[what])
    eps = Fraction(3, 7)
    for n, printed in ((2, 1 / (2 * eps)), (1, 1 / eps)):
        own = Laplace(scale(n, eps))
        exact = own.scale == printed and own.loss(Fraction(1, n)).eps == eps
        require(exact, "The noise differs.", n=n, eps=eps, scale=own.scale)
    return proved(universal=None)
