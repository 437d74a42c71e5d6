"""The audit of a policy as a black box: what it is fed and shown, for how many rounds."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
import numpy as np
from banditproof.algorithms.interfaces.contexts import Contexts, Given
from banditproof.algorithms.interfaces.factories import FreshRuns
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.randomness import Seed, generator
from banditproof.algorithms.reward_space import UNIT, RewardSpace
from banditproof.theory.budgets import Budget, PureDP
from banditproof.theory.exact import Number, exact_count
from banditproof.verify.definitions.finite_machine import FiniteMachine
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.definitions.notions import Notion, notion_of
from .event_bounds import claimed
from .fed_rewards import FedRewards
from .neighbourhoods import Pair, bases
from .reactions import GROWN, PATIENT, first_reaction, reacts
from .sampler import BlackBoxSampler, looks_reproducible
from .search_and_test import FIRST_ROUND, LEVEL, RUNS, audit_sampler
from .statistical_audit import StatisticalAudit

WHOLE = (Policy, FinitePolicy, FiniteMachine)
"""What a factory makes of this library's own, with exact numbers."""
LEAST_ROUND = 200
ROUNDS_OF_A_RUN = 12
"""For each run of an audit, how many rounds look for a weak reaction beforehand, at most."""
PROBE_RUNS = 20
"""How many runs are repeated to see whether a seed reproduces them."""


def audit_black_box(
    factory: object,
    budget: Budget | Number,
    *,
    notion: Notion | str = Notion.TABLE,
    arms: int = 2,
    horizon: int | Sequence[int] = 8,
    grows: bool = False,
    rewards: RewardSpace | str | Sequence[Number] | None = None,
    clips: bool = False,
    pairs: Sequence[Pair] = (),
    contexts: Given = None,
    dim: int | None = None,
    batch: int | None = None,
    slate: int = 1,
    level: Number = LEVEL,
    seconds: float | None = None,
    samples: int | None = None,
    rng: Seed = 0,
    patience: float = 10.0,
    shrink: bool = True,
) -> StatisticalAudit:
    """Look for a pair of neighbouring inputs and an event on which a policy breaks its budget.

    `factory` makes a fresh policy for each run (see `interfaces.factories`); its objects have
    select() and update(arm, reward), or names that `interfaces.styles` understands, or they are
    policies of this library. The budget is a number, for pure privacy, or any budget. The rewards
    are a range or a list, [0, 1] by default (or those of a policy of this library); a policy that
    `clips` is also fed rewards outside of them. Several horizons share the runs and the level, and
    `pairs` are explored first. If it `grows`, and no action reacted to rewards within these
    horizons, longer runs share them, up to 2048 rounds (`reactions`). Contexts are public (see
    `interfaces.contexts`), `batch` rewards are given at once, and an action may be a `slate` of
    several arms.

    The audit ends at the first rejection, or after `samples` runs (40000 by default), so that it
    does not depend on the speed of the machine; `seconds` can end it earlier. A witness is then
    made smaller, with about as many runs again (`shrink`). The guess number k is tested on fresh
    runs at level / (k (k + 1)), so all together err with probability at most `level`. An interrupt
    returns what is known so far. A policy that raises, names no arm, carries something from run to
    run, or takes more than `patience` seconds for a run raises a ValueError.

    >>> class Greedy:
    ...     def __init__(self, rng): self.last, self.rng = 0, rng
    ...     def select(self): return self.last if self.rng.random() < 0.9 else 1 - self.last
    ...     def update(self, arm, reward): self.last = arm if reward else 1 - arm
    >>> found = audit_black_box(Greedy, 1, horizon=3)
    >>> found.verdict, found.lower_bound > 1
    ('fails', True)
    """
    until = math.inf if seconds is None else time.monotonic() + seconds
    promise = _budget(budget)
    kind = notion_of(notion)
    if rewards is None:
        rewards = getattr(factory, "rewards", UNIT) if isinstance(factory, Policy) else UNIT
    fed = FedRewards.of(rewards, clips)
    runs_most = RUNS if samples is None else exact_count("samples", samples, 1)

    def made(rounds: int) -> BlackBoxSampler:
        public = (contexts, dim, batch, slate)
        return _sampler(factory, promise, arms, rounds, *public, patience, until)

    samplers = [made(rounds) for rounds in _horizons(horizon)]
    chance = generator(rng)
    interrupted, same, silent = False, True, 0
    probed = time.monotonic()
    try:
        same = _probe(samplers[0], kind, fed, int(chance.integers(2**32)))
        silent = _lengthened(samplers, made, kind, fed, grows, runs_most)
    except KeyboardInterrupt:
        same, interrupted = False, True
    result = audit_sampler(
        samplers,
        promise,
        notion=kind,
        fed=fed,
        pairs=pairs,
        level=level,
        samples=0 if interrupted else runs_most,
        deadline=until,
        rng=chance,
        shrink=shrink,
        reproducible=same,
        first_round=_first_round(time.monotonic() - probed, until - time.monotonic()),
    )
    if result.verdict != "fails" and not result.lower_bound:  # a bound above 0 is a reaction
        result = replace(result, silent=silent)
    return replace(result, interrupted=True) if interrupted else result


def _lengthened(
    samplers: list[BlackBoxSampler],
    made: Callable[[int], BlackBoxSampler],
    notion: Notion,
    fed: FedRewards,
    grows: bool,
    runs: int,
) -> int:
    """Add longer runs where no action reacts within the given ones; the rounds without reaction.

    0 if there was one, or where runs are too long to be compared on the side.
    """
    longest = samplers[-1]
    if longest.horizon > GROWN[-1] or reacts(longest, notion, fed):
        return 0
    rounds, most = PATIENT  # many runs of a few rounds show a weak reaction to the first rewards
    if reacts(samplers[0], notion, fed, min(rounds, ROUNDS_OF_A_RUN * runs), most):
        return 0
    if not grows:
        return longest.horizon
    sampler, rounds = first_reaction(made, notion, fed)
    if sampler is None:
        return rounds
    samplers.append(sampler)
    return 0


def _horizons(horizon: int | Sequence[int]) -> tuple[int, ...]:
    given = horizon if isinstance(horizon, Sequence) else (horizon,)
    if not given:
        raise ValueError("There is no horizon; give a number of rounds, or several.")
    return tuple(sorted({exact_count("horizon", rounds, 1) for rounds in given}))


def _sampler(
    factory: object,
    budget: Budget,
    arms: int,
    rounds: int,
    contexts: Given,
    dim: int | None,
    batch: int | None,
    slate: int,
    patience: float,
    until: float,
) -> BlackBoxSampler:
    """Runs of so many rounds; a single sequence of contexts is also passed to the factory."""
    public = None if contexts is None else Contexts.of(contexts, rounds, dim)
    known = None if public is None else public.sequences[0]
    fresh = FreshRuns(
        factory,
        arms=exact_count("arms", arms, 1),
        horizon=rounds,
        budget=budget,
        batch=batch,
        dim=dim if public is None else public.dim,
        contexts=known if public is not None and len(public.sequences) == 1 else None,
        whole=WHOLE,
    )
    result = BlackBoxSampler(
        fresh, arms, rounds, patience, until, public, exact_count("slate", slate, 1)
    )
    for name, number in (("arms", arms), ("horizon", rounds)):
        if number == 1 and not result.alphabet.stops:
            raise ValueError(
                f"{name} is 1, so that no reward can change what {fresh.name} plays, which never "
                "stops; give an integer >= 2."
            )
    return result


def _first_round(probe: float, left: float) -> int:
    """The runs of the first round: fewer if there is not the time for several such rounds.

    >>> _first_round(0.1, math.inf), _first_round(40.0, 60.0)
    (3000, 200)
    """
    if left == math.inf:
        return FIRST_ROUND
    possible = left * 2 * PROBE_RUNS / max(probe, 1e-9)
    return max(LEAST_ROUND, min(FIRST_ROUND, int(possible / 6)))


def _probe(sampler: BlackBoxSampler, notion: Notion, fed: FedRewards, seed: int) -> bool:
    """Whether a seed reproduces runs; a ValueError if they differ because something is carried."""
    drawn = np.random.default_rng(0)
    first = bases(notion, sampler.arms, sampler.horizon, drawn, fed=fed)[1]
    same = looks_reproducible(sampler, first, seed, PROBE_RUNS)
    carried = sampler.runs.carried
    if carried.found is not None and (carried.certain or not same):
        raise ValueError(
            f"{sampler.runs.name} carries state from run to run in {carried.found}; make it anew "
            "for each run, or give it reset()."
        )
    return same


def _budget(budget: Budget | Number) -> Budget:
    if hasattr(budget, "eps") or hasattr(budget, "rho"):
        promise: Budget = budget  # type: ignore[assignment]
    else:
        promise = PureDP(budget)  # type: ignore[arg-type]
    number = claimed(promise)
    if isinstance(number, float) and number == math.inf:
        raise ValueError("The budget promises nothing (inf); give a finite budget to audit.")
    return promise
