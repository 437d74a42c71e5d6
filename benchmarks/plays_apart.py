"""What a separate process costs a policy: the start, a round, and what a message adds to it."""

from collections.abc import Iterator
from banditproof.algorithms import DPUCB, RewardList, SeparateStreams, play
from banditproof.algorithms.apart.keeper import Elsewhere
from .measurement import Measurement, best_seconds, printed

ROUNDS = 1_000


def plays() -> Iterator[Measurement]:
    """A policy that releases in each round, apart and in this process; processor time of both."""
    policy, rewards = DPUCB(arms=2, eps=1, horizon=ROUNDS), RewardList([1, 0] * ROUNDS)
    alone = best_seconds(lambda: printed("pass"), repeats=5)
    start = best_seconds(lambda: Elsewhere(policy).close(), repeats=5)
    yield Measurement("start of a policy apart", start, "s", 0.5, True, "Python alone", alone)

    def apart(rounds: int, plays: int) -> None:
        with Elsewhere(policy) as there:
            for _ in range(plays):
                there.play(rewards, rounds, rng=1)

    def here() -> None:
        for _ in range(5):
            play(policy, rewards, ROUNDS, SeparateStreams(1))

    short = best_seconds(lambda: apart(1, 5), repeats=3)
    inside = best_seconds(here, repeats=3) / (5 * ROUNDS)
    each = (best_seconds(lambda: apart(ROUNDS, 5), repeats=3) - short) / (5 * ROUNDS)
    yield Measurement("a round apart", each * 1e6, "us", None, True, "in process", inside * 1e6)
    yield Measurement("a message of a round apart", (each - inside) * 1e6, "us", 200, True)
    fork = (short - start) / 5
    yield Measurement(
        "a play of one round apart", fork * 1e3, "ms", None, True, "Python alone", alone * 1e3
    )
