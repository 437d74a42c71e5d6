"""How many updates per second learners make inside their private conversions, on one core."""

from collections.abc import Iterator
from banditproof.algorithms.adversarial.advice_cycles import drawn_advice
from banditproof.algorithms.adversarial.loss_families import linear_losses
from banditproof.algorithms.adversarial.private_learners import make_learner
from banditproof.algorithms.engines.loss_simulation import (
    LossExperiment,
    round_by_round,
    simulate_losses,
)
from .measurement import Measurement, best_seconds

ARMS, EXPERTS = 10, 100
PLAIN = "the specification engine"


def private_learners() -> Iterator[Measurement]:
    """Batched HTINF with batches of one round, and to T = 1e7 with eps = 0.1."""
    rounds, few = 10**6, 500
    policy = make_learner("batched-htinf", ARMS, eps=1, horizon=rounds)
    losses, short = linear_losses(ARMS, rounds), LossExperiment(policy, linear_losses(ARMS, few))
    fast = rounds / best_seconds(lambda: simulate_losses(policy, losses, 1, 1))
    plain = few / best_seconds(lambda: round_by_round(short, 1, 1), repeats=2)
    row = Measurement(f"batched-htinf, K {ARMS}, eps 1", fast, "updates/s", demand=1e6)
    yield row.beside(PLAIN, plain)
    long = 10**7
    policy = make_learner("batched-htinf", ARMS, eps="0.1", horizon=long)
    whole = best_seconds(lambda: simulate_losses(policy, linear_losses(ARMS, long), 1, 1), 2)
    what = f"batched-htinf, K {ARMS}, eps 0.1, T 1e7"
    yield Measurement(what, whole, "s/run", demand=10, at_most=True)


def private_experts() -> Iterator[Measurement]:
    """The conversions with a hundred experts, whose advice changes from round to round."""
    rounds = 10**5
    losses, advice = linear_losses(ARMS, rounds), drawn_advice(EXPERTS, ARMS, rng=1)
    for name in ("batched-htinf-experts", "local-exp4", "batched-exp4"):
        policy = make_learner(name, ARMS, 1, rounds, EXPERTS, "1e-6")
        seconds = best_seconds(lambda item=policy: simulate_losses(item, losses, 1, 1, advice))
        what = f"{name}, K {ARMS}, N {EXPERTS}, eps 1"
        yield Measurement(what, rounds / seconds, "rounds/s", demand=1e5)
