"""The audit of a policy as a black box: search, then test on fresh runs, until they are spent."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from banditproof.algorithms.policy import Policy
from banditproof.algorithms.randomness import Seed, generator
from banditproof.algorithms.reward_space import UNIT, RewardSpace
from banditproof.theory.budgets import Budget, PureDP
from banditproof.theory.exact import Number, exact, exact_count
from banditproof.verify.definitions.notions import Notion, notion_of
from banditproof.verify.interfaces.contexts import Contexts, Given
from banditproof.verify.interfaces.factories import FreshRuns

from .event_bounds import Counts, claimed
from .fed_rewards import ENDS, FedRewards
from .fresh_test import FreshTest, fresh_counts
from .neighbourhoods import Pair, bases, lengthened
from .sampler import BlackBoxSampler, LawSampler, Sampler, looks_reproducible
from .search import Guess, Search
from .shrinking import exact_judge, shrunk, statistical_judge
from .statistical_audit import StatisticalAudit, detectable_eps, rounded_down
from .witness import StatisticalWitness

LEVEL = Fraction(1, 1000)
"""The default probability of a false alarm: low, because a suite repeats its audits."""
RUNS = 40_000
"""How many runs an audit takes by default."""
FIRST_ROUND = 3000
LEAST_ROUND = 200
PROBE_RUNS = 20
"""How many runs are repeated to see whether a seed reproduces them."""


@dataclass
class _Spending:
    """What has been spent, and what is known so far."""

    runs: int
    deadline: float
    began: float
    spent: int = 0
    tested: int = 0
    confirmed: int = 0
    bound: Fraction | float = Fraction(0)
    best: StatisticalWitness | None = None
    proof: StatisticalWitness | None = None

    @property
    def left(self) -> int:
        return 0 if time.monotonic() > self.deadline else self.runs - self.spent


def audit_black_box(
    factory: object,
    budget: Budget | Number,
    *,
    notion: Notion | str = Notion.TABLE,
    arms: int = 2,
    horizon: int | Sequence[int] = 8,
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
    `pairs` are explored first. Contexts are public (see `interfaces.contexts`), `batch` rewards
    are told at once, and an action may be a `slate` of several arms.

    The audit ends at the first rejection, or after `samples` runs (40000 by default), so that it
    does not depend on the speed of the machine; `seconds` can end it earlier. The guess number k
    is tested on fresh runs at level / (k (k + 1)), so all together err with probability at most
    `level`. An interrupt returns what is known so far. A policy that raises, names no arm, carries
    something from run to run, or takes more than `patience` seconds for a run raises a ValueError.

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
    samplers = [
        _sampler(factory, promise, arms, rounds, contexts, dim, batch, slate, patience, until)
        for rounds in _horizons(horizon)
    ]
    chance = generator(rng)
    interrupted, same = False, True
    probed = time.monotonic()
    try:
        same = _probe(samplers[0], kind, fed, int(chance.integers(2**32)))
    except KeyboardInterrupt:
        same, interrupted = False, True
    found = audit_sampler(
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
    return replace(found, interrupted=True) if interrupted else found


def _horizons(horizon: int | Sequence[int]) -> tuple[int, ...]:
    given = horizon if isinstance(horizon, Sequence) else (horizon,)
    if not given:
        raise ValueError("There is no horizon; give a number of rounds, or several.")
    return tuple(sorted({exact_count("horizon", rounds, 2) for rounds in given}))


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
        arms=exact_count("arms", arms, 2),
        horizon=rounds,
        budget=budget,
        batch=batch,
        dim=dim if public is None else public.dim,
        contexts=known if public is not None and len(public.sequences) == 1 else None,
    )
    return BlackBoxSampler(
        fresh, arms, rounds, patience, until, public, exact_count("slate", slate, 1)
    )


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


def audit_sampler(
    sampler: Sampler | Sequence[Any],
    budget: Budget,
    *,
    notion: Notion | str = Notion.TABLE,
    fed: FedRewards = ENDS,
    pairs: Sequence[Pair] = (),
    level: Number = LEVEL,
    samples: int = RUNS,
    deadline: float = math.inf,
    rng: Seed = 0,
    shrink: bool = True,
    reproducible: bool = True,
    first_round: int = FIRST_ROUND,
) -> StatisticalAudit:
    """`audit_black_box` on anything that can be sampled, at one horizon or several.

    The first search and test of each take `first_round` runs, and each later one twice as many as
    the one before.
    """
    began = time.monotonic()
    gamma = exact(level)
    if not 0 < gamma < 1:
        raise ValueError(f"The level is {level}; give a number strictly between 0 and 1.")
    chance = generator(rng)
    kind = notion_of(notion)
    samplers: list[Sampler] = list(sampler) if isinstance(sampler, Sequence) else [sampler]
    spending = _Spending(samples, deadline, began)
    searches: list[Search] = []
    interrupted = False
    try:
        suggested = _shared_out(pairs, [one.horizon for one in samplers], fed.low)
        searches += (
            Search(one, kind, budget, chance, fed, mine, deadline)
            for one, mine in zip(samplers, suggested, strict=True)
            if spending.left > 0
        )
        _alternate(searches, spending, gamma, first_round)
        if spending.proof is not None and shrink:
            _shrink(searches, spending, gamma)
    except KeyboardInterrupt:
        interrupted = True
    failed = spending.proof is not None
    return StatisticalAudit(
        verdict="fails" if failed else "not refuted",
        lower_bound=spending.bound,
        budget=budget,
        notion=kind,
        level=gamma,
        arms=samplers[0].arms,
        horizons=tuple(one.horizon for one in samplers),
        rewards=str(fed),
        pairs=sum(len(search.tried) for search in searches),
        witness=spending.proof if failed else spending.best,
        runs=spending.spent,
        tested=spending.tested,
        seconds=time.monotonic() - began,
        reproducible=reproducible,
        interrupted=interrupted,
        detectable=detectable_eps(budget, gamma / 2, spending.confirmed),
    )


def _shared_out(pairs: Sequence[Pair], horizons: list[int], reward: float) -> list[list[Pair]]:
    """Each pair at the smallest horizon that it fits in, lengthened by rounds of one reward."""
    found: list[list[Pair]] = [[] for _ in horizons]
    for pair in pairs:
        rounds, _ = len(pair.left.blocks), pair.challenge
        fitting = [h for h in horizons if h >= rounds]
        if not fitting:
            raise ValueError(
                f"A suggested pair has {rounds} rounds, and the longest horizon is "
                f"{max(horizons)}; give a horizon of at least {rounds}."
            )
        place = horizons.index(min(fitting))
        found[place].append(lengthened(pair, horizons[place], reward))
    return found


def _alternate(searches: list[Search], spending: _Spending, gamma: Fraction, size: int) -> None:
    """Search and test in rounds, each twice as long as the one before; horizons take turns."""
    while True:
        guessed = False
        for place, search in enumerate(searches):
            share = min(size, spending.left // (len(searches) - place))
            if share < 1:
                continue
            before = search.runs
            guess = search.explore(max(share // 2, 1))
            spending.spent += search.runs - before
            if guess is None or spending.left < 1:
                continue
            guessed = True
            _test(search, spending, guess, gamma, min(max(share // 2, 1), spending.left))
            if spending.proof is not None:
                return
        if not guessed:
            return
        size *= 2


def _test(
    search: Search, spending: _Spending, guess: Guess, gamma: Fraction, runs: int
) -> StatisticalWitness | None:
    """Test a guess on fresh runs; the witness if it is rejected."""
    k = spending.tested + 1
    planned = guess.counts if guess.counts.runs else None
    test = FreshTest(search.budget, gamma / (k * (k + 1)), planned)
    seed = int(search.rng.integers(2**32))
    rounds = guess.event.rounds  # later rounds do not change what happened before
    pair = Pair(guess.pair.left.cut(rounds), guess.pair.right.cut(rounds))
    rejected, before, counts = False, 0, None
    try:
        for counts in fresh_counts(search.sampler, pair, guess.event, runs, seed):
            spending.spent += counts.runs - before
            before = counts.runs
            spending.tested = k
            rejected = test.rejects(counts)
            if rejected or test.is_hopeless(counts):
                break
    finally:
        if counts is not None:
            spending.confirmed = max(spending.confirmed, counts.runs)
            bound = test.bound(counts)
            witness = StatisticalWitness(
                search.notion,
                search.budget,
                pair,
                guess.event,
                counts,
                seed,
                rounded_down(bound),
                search.sampler,
            )
            if bound > spending.bound:
                spending.bound, spending.best = bound, witness
            if rejected:
                spending.proof = witness
    return witness if rejected else None


def _shrink(searches: list[Search], spending: _Spending, gamma: Fraction) -> None:
    """Replace the witness by a smaller one, if that one is rejected on fresh runs of its own.

    It takes about as many runs as were spent before, and no time after the deadline.
    """
    proof = spending.proof
    assert proof is not None
    search = next(one for one in searches if one.sampler is proof.sampler)
    runs = max(400, min(2 * proof.counts.runs, 20_000))
    most = max(4 * runs, spending.spent)
    limit = (time.monotonic() + spending.deadline) / 2
    sampler = search.sampler
    if isinstance(sampler, LawSampler) and proof.event.rounds == sampler.horizon:
        judge, steps = exact_judge(sampler.law, search.budget), 60
    else:
        judge = statistical_judge(sampler, search.budget, runs, search.rng, limit, most)
        steps = 40
    pair, event = shrunk(proof.pair, proof.event, judge, search.fed.low, steps)
    if (pair, event) == (proof.pair, proof.event):
        return
    more = 4 * runs
    small = _test(search, spending, Guess(pair, event, Counts(), 0.0), gamma, more)
    spending.proof = small or proof
