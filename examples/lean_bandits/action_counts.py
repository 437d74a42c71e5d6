"""Counting identities, on every sequence of at most five actions of three arms."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from banditproof.claims import Sides, Verdict, checks, misprinted, mutant, points, require

ARMS, LONGEST = 3, 5
Actions = Sequence[int]
Counted = Callable[[Actions, int, int], int]
Timed = Callable[[Actions, int, int], int | None]
EVERY = "All sequences of at most 5 actions of 3 arms."
LONGER = "Longer sequences and more arms: the same steps, by induction, in words."


def sequences() -> Iterator[Actions]:
    """Every sequence of actions."""
    for length in range(LONGEST + 1):
        yield from product(range(ARMS), repeat=length)


def before(actions: Actions, t: int, a: int) -> int:
    """N_{t,a}: how often the arm was chosen before time t."""
    return actions[:t].count(a) if isinstance(actions, tuple) else list(actions[:t]).count(a)


def until(actions: Actions, t: int, a: int) -> int:
    """How often it was chosen until time t, this one included: not N_{t,a}."""
    return before(actions, t + 1, a)


def time_of(actions: Actions, n: int, a: int) -> int | None:
    """T_{n,a}: the first time s with N_{s+1,a} = n; None if there is none among these actions."""
    return next((s for s in range(len(actions)) if before(actions, s + 1, a) == n), None)


def time_after(actions: Actions, n: int, a: int) -> int | None:
    """The first time s with N_{s,a} = n: one too late."""
    return next((s for s in range(len(actions)) if before(actions, s, a) == n), None)


def rewards_of(actions: Actions) -> list[int]:
    """Rewards whose sums over different times differ."""
    return [2**t for t in range(len(actions))]


@checks("lean.lem-pullCount_basic")
@mutant("the time itself counts", count=until)
@mutant("sharper: N <= t - 1", slack=1)
def counts_grow(count: Counted = before, slack: int = 0) -> Verdict:
    """Each property, at each time and arm."""
    sides = Sides()
    for actions in sequences():
        for a in range(ARMS):
            require(count(actions, 0, a) == 0, "The first count is not 0.", actions=actions, a=a)
            for t, chosen in enumerate(actions):
                step = count(actions, t + 1, a) - count(actions, t, a)
                require(step == (a == chosen), "A count is wrong.", actions=actions, t=t, a=a)
                kept = count(actions[: t + 1], t + 1, a) == count(actions, t + 1, a)
                require(kept, "A count depends on later actions.", actions=actions, t=t, a=a)
                at = {"actions": actions, "t": t + 1, "a": a}
                sides.at_most(count(actions, t + 1, a) + slack, t + 1, "It exceeds t.", **at)
    return points(
        "The counts grow as stated.", covered=EVERY, not_covered=LONGER, sharpness=sides.sharpness
    )


@checks("lean.lem-stepsUntil_basic")
@mutant("one step too late", time=time_after)
@mutant("sharper: before t", least=1)
def times_of_choices(time: Timed = time_of, least: int = 0) -> Verdict:
    """Each property, at each time, arm and number."""
    for actions in filter(None, sequences()):
        for a, n in product(range(ARMS), range(LONGEST + 1)):
            case = {"actions": actions, "a": a, "n": n}
            found = time(actions, n, a)
            if n == 0:
                first = None if a == actions[0] else 0
                require(found == first, "The time of the choice 0 is wrong.", **case)
            if found is not None:
                require(before(actions, found + 1, a) == n, "The count behind it is wrong.", **case)
            if found is not None and n > 0:
                require(actions[found] == a, "Another arm was chosen then.", **case)
                require(before(actions, found, a) == n - 1, "The count then is wrong.", **case)
        for t, a in product(range(len(actions)), range(ARMS)):
            last = time(actions, before(actions, t + 1, a), a)
            right = last is not None and (last == t if a == actions[t] else last <= t - least)
            require(right, "The last choice is not where it was.", actions=actions, t=t, a=a)
    return points("The times are as stated.", covered=EVERY, not_covered=LONGER)


def reward_by_count(actions: Actions, n: int, a: int) -> int:
    """Y_{n,a}, which is never asked for where the time is infinite."""
    found = time_of(actions, n, a)
    return 0 if found is None else rewards_of(actions)[found]


@checks("lean.lem-rewardByCount_pullCount")
@mutant("the number before", ahead=0)
def reward_of_now(ahead: int = 1) -> Verdict:
    """The reward of each time, by the number of its action."""
    for actions in sequences():
        for t, a in enumerate(actions):
            found = reward_by_count(actions, before(actions, t, a) + ahead, a)
            require(found == rewards_of(actions)[t], "Another reward.", actions=actions, t=t)
    return points("It is the reward of now.", covered=EVERY, not_covered=LONGER)


@checks("lean.lem-sum_rewardByCount")
@mutant("the last one is left out", short=1)
def one_sum_in_two_orders(short: int = 0) -> Verdict:
    """Sums by number and by time."""
    for actions in sequences():
        for t, a in product(range(len(actions) + 1), range(ARMS)):
            numbers = range(1, before(actions, t, a) + 1 - short)
            by_count = sum(reward_by_count(actions, n, a) for n in numbers)
            rewards = zip(actions[:t], rewards_of(actions), strict=False)
            by_time = sum(reward for one, reward in rewards if one == a)
            require(by_count == by_time, "The sums differ.", actions=actions, t=t, a=a)
    return points("Both sums agree.", covered=EVERY, not_covered=LONGER)


MEANS = (Fraction(1, 2), Fraction(7, 10), Fraction(1, 3))


@checks("lean.lem-sum_pullCount_mul")
@mutant("the time itself counts", count=until)
def sum_over_arms(count: Counted = before) -> Verdict:
    """Sums over arms and over times, of a function with three values."""
    for actions in sequences():
        for t in range(len(actions)):
            by_arm = sum(count(actions, t, a) * MEANS[a] for a in range(ARMS))
            by_time = sum(MEANS[a] for a in actions[:t])
            require(by_arm == by_time, "The sums differ.", actions=actions, t=t)
    return points(
        "Both sums agree.",
        covered=f"{EVERY} One function.",
        not_covered=f"{LONGER} Both are linear.",
    )


def regret(actions: Actions) -> Fraction:
    """T times the best mean, less the means of the actions."""
    return len(actions) * max(MEANS) - sum((MEANS[a] for a in actions), Fraction(0))


@checks("lean.lem-regret_eq_sum_pullCount_mul_gap")
@mutant("against the worst arm", best=min)
def regret_by_counts(best: Callable[[Sequence[Fraction]], Fraction] = max) -> Verdict:
    """Regret by times and by counts."""
    for actions in sequences():
        gaps = [best(MEANS) - mean for mean in MEANS]
        counted = sum(before(actions, len(actions), a) * gaps[a] for a in range(ARMS))
        require(counted == regret(actions), "The regret differs.", actions=actions)
    return points("Both agree.", covered=EVERY, not_covered=LONGER)


@checks("lean.cor-integral_regret_eq_sum_mul")
@mutant("a weight twice", law=(2, 2, 1))
def mean_regret_by_counts(law: Sequence[int] = (1, 2, 3)) -> Verdict:
    """Means under independent actions with the weights 1, 2, 3 over 6."""
    for T in range(LONGEST + 1):
        mean = Fraction(0)
        for actions in product(range(ARMS), repeat=T):
            weight = Fraction(1)
            for a in actions:
                weight *= Fraction((1, 2, 3)[a], 6)
            mean += weight * regret(actions)
        counted = sum(T * Fraction(law[a], 6) * (max(MEANS) - MEANS[a]) for a in range(ARMS))
        require(mean == counted, "The mean regret differs.", T=T)
    return points(
        "Both agree.",
        covered="Independent actions, at most 5.",
        not_covered="Others, by linearity.",
    )


@checks("lean.lem-pullCount_roundRobinAlgorithm")
@mutant("every other arm", stride=2)
def counts_of_round_robin(stride: int = 1) -> Verdict:
    """Up to four arms and five rounds."""
    for K, m in product(range(1, 5), range(6)):
        actions = tuple(stride * t % K for t in range(K * m))
        for a in range(K):
            require(before(actions, K * m, a) == m, "A count is wrong.", K=K, m=m, a=a)
    return points(
        "Each arm was played m times.",
        covered="1 to 4 arms, m up to 5.",
        not_covered="More of both.",
    )


@checks("lean.def-IT-history")
@mutant("from 0 on", first=0)
def history_of_trajectories(first: int = 1) -> Verdict:
    """How many coordinates the printed history has, and how many the product of which it is."""
    for t in range(4):
        printed, needed = len(range(first, t + 1)), t + 1
        if printed != needed:
            return misprinted(
                "The history begins with the coordinate 0.", t=t, printed=printed, needed=needed
            )
    return points("Both agree.", covered="Times up to 3.", not_covered="Later times.")
