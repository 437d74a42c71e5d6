"""Claims about the setting: bandit algorithms, and their worst-case regret."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require

HALF = Fraction(1, 2)
Rows = tuple[tuple[int, ...], ...]
History = tuple[tuple[int, int], ...]
Algorithm = Callable[[History], tuple[Fraction, ...]]


def switching(history: History) -> tuple[Fraction, ...]:
    """Play the first arm, and leave an arm after a loss of 1."""
    arm = 0
    for played, loss in history:
        arm = 1 - played if loss else played
    return (Fraction(1 - arm), Fraction(arm))


def hesitating(history: History) -> tuple[Fraction, ...]:
    """The same with probability 1/2, otherwise uniform play."""
    return tuple(HALF * chance + HALF * HALF for chance in switching(history))


def law(algorithm: Algorithm, losses: Rows) -> dict[tuple[int, ...], Fraction]:
    """The probability of each sequence of actions."""
    results: dict[tuple[int, ...], Fraction] = {}
    for arms in product(range(2), repeat=len(losses)):
        mass = Fraction(1)
        history: History = ()
        for arm, row in zip(arms, losses, strict=True):
            mass *= algorithm(history)[arm]
            history = (*history, (arm, row[arm]))
        results[arms] = mass
    return results


def regret(
    algorithm: Algorithm, losses: Rows, best: Callable[[Sequence[int]], int] = min
) -> Fraction:
    """The mean loss minus that of the best arm."""
    mean = sum(
        (
            p * sum(row[a] for row, a in zip(losses, arms, strict=True))
            for arms, p in law(algorithm, losses).items()
        ),
        Fraction(0),
    )
    return mean - best([sum(row[i] for row in losses) for i in (0, 1)])


@checks("adv.def.regret")
@mutant("the worst arm", best=max)
def worst_case_regret(
    best: Callable[[Sequence[int]], int] = min, proof: Proof = WRITTEN
) -> Verdict:
    """All sequences of losses 0 and 1 with two arms, exactly."""
    least = regret(switching, ((1, 0),), best)
    require(least == 1, "The first arm loses 1, the second 0.", T=1, regret=least)
    for algorithm in (switching, hesitating):
        before = Fraction(0)
        for horizon in (1, 2, 3):
            tables = product(product((0, 1), repeat=2), repeat=horizon)
            worst = max(regret(algorithm, rows, best) for rows in tables)
            require(0 <= worst <= horizon, "It is no regret.", T=horizon, worst=worst)
            require(worst >= before, "It falls with the horizon.", T=horizon)
            before = worst
    return proof.verdict()


def hidden_law(rows: Rows, sees: int = 0) -> dict[tuple[int, ...], Fraction]:
    """A learner with a secret coin: after a loss it leaves only if the coin fell on 1.

    `sees` = 1 is wrong: it looks at the loss of the arm that it did not play.
    """
    result = dict.fromkeys(product((0, 1), repeat=len(rows)), Fraction(0))
    for coin in (0, 1):
        arms: tuple[int, ...] = (0,)
        for row in rows[:-1]:
            seen = row[arms[-1] ^ sees]
            arms = (*arms, 1 - arms[-1] if coin and seen else arms[-1])
        result[arms] += HALF
    return result


@checks("adv.def1")
@mutant("a loss that is not observed", sees=1)
def bandit_algorithm(sees: int = 0, proof: Proof = WRITTEN) -> Verdict:
    """Losses that a sequence of actions does not observe do not change its probability."""
    tables = list(product(product((0, 1), repeat=2), repeat=3))
    known: dict[tuple[tuple[int, ...], tuple[int, ...]], Fraction] = {}
    for rows in tables:
        result = hidden_law(rows, sees)
        require(sum(result.values()) == 1, "No law.", losses=rows)
        for arms, mass in result.items():
            observed = tuple(row[a] for row, a in zip(rows, arms, strict=True))
            before = known.setdefault((arms, observed), mass)
            require(before == mass, "A loss that was not observed counts.", losses=rows, arms=arms)
    return proof.verdict()
