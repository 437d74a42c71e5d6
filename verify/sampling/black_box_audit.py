"""The audit of a policy as a black box: search, then test on fresh runs, until they are spent."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from banditproof.algorithms.randomness import Seed, generator
from banditproof.theory.budgets import Budget, PureDP
from banditproof.theory.exact import Number, exact, exact_count
from banditproof.verify.definitions.notions import Notion, notion_of
from banditproof.verify.exact_laws.finite_noise import NotEnumerable

from .event_bounds import Counts, claimed
from .fresh_runs import FreshRuns
from .fresh_test import FreshTest, fresh_counts
from .neighbourhoods import Pair, bases
from .sampler import BlackBoxSampler, Sampler, looks_reproducible
from .search import Guess, Search
from .shrinking import exact_judge, exact_law, shrunk, statistical_judge
from .statistical_audit import StatisticalAudit, detectable_eps, rounded_down
from .witness import StatisticalWitness

LEVEL = Fraction(1, 1000)
"""The default probability of a false alarm: low, because a suite repeats its audits."""
RUNS = 40_000
"""How many runs an audit takes by default."""
FIRST_ROUND = 3000
PROBE_SECONDS = 2.0
"""How long the runs may take that show whether a seed reproduces them."""


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
    seen: list[float] = field(default_factory=list)

    @property
    def left(self) -> int:
        return 0 if time.monotonic() > self.deadline else self.runs - self.spent


def audit_black_box(
    factory: object,
    budget: Budget | Number,
    *,
    notion: Notion | str = Notion.TABLE,
    arms: int = 2,
    horizon: int = 8,
    level: Number = LEVEL,
    seconds: float | None = None,
    samples: int | None = None,
    rng: Seed = 0,
    patience: float = 10.0,
    shrink: bool = True,
) -> StatisticalAudit:
    """Look for a pair of neighbouring inputs and an event on which a policy breaks its budget.

    `factory` makes a fresh policy for each run (see `fresh_runs`); its objects have
    select() and update(arm, reward), or names that `black_box.adapted` understands, or they are
    policies of this library. The budget is a number, for pure privacy, or any budget. The audit
    ends at the first rejection, after `samples` runs (40000 unless `seconds` is given), or when
    the seconds are over. The guess number k is tested on fresh runs at level / (k (k + 1)), so
    all together err with probability at most `level`. An interrupt returns what is known so far.
    A policy that raises, names no arm, or takes more than `patience` seconds for a run raises a
    ValueError.

    >>> class Greedy:
    ...     def __init__(self, rng): self.last, self.rng = 0, rng
    ...     def select(self): return self.last if self.rng.random() < 0.9 else 1 - self.last
    ...     def update(self, arm, reward): self.last = arm if reward else 1 - arm
    >>> found = audit_black_box(Greedy, 1, horizon=3)
    >>> found.verdict, found.lower_bound > 1
    ('fails', True)
    """
    promise = _budget(budget)
    kind = notion_of(notion)
    rounds = exact_count("horizon", horizon, 2)
    fresh = FreshRuns(factory, arms=exact_count("arms", arms, 2), horizon=rounds, budget=promise)
    until = math.inf if seconds is None else time.monotonic() + seconds
    sampler = BlackBoxSampler(fresh, arms, rounds, patience)
    chance = generator(rng)
    first = bases(kind, arms, rounds, np.random.default_rng(0))[0]
    sampler.deadline = min(until, time.monotonic() + PROBE_SECONDS)
    interrupted = False
    try:
        same = looks_reproducible(sampler, first, int(chance.integers(2**32)))
    except KeyboardInterrupt:
        same, interrupted = False, True
    sampler.deadline = until
    if samples is None:
        samples = RUNS if seconds is None else 2**62
    found = audit_sampler(
        sampler,
        promise,
        notion=kind,
        level=level,
        samples=0 if interrupted else exact_count("samples", samples, 1),
        deadline=until,
        rng=chance,
        shrink=shrink,
        reproducible=same,
    )
    return replace(found, interrupted=True) if interrupted else found


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
    sampler: Sampler,
    budget: Budget,
    *,
    notion: Notion | str = Notion.TABLE,
    level: Number = LEVEL,
    samples: int = RUNS,
    deadline: float = math.inf,
    rng: Seed = 0,
    shrink: bool = True,
    reproducible: bool = True,
    first_round: int = FIRST_ROUND,
) -> StatisticalAudit:
    """`audit_black_box` on anything that can be sampled.

    The first search and test take `first_round` runs, and each later one twice as many as the one
    before.
    """
    began = time.monotonic()
    gamma = exact(level)
    if not 0 < gamma < 1:
        raise ValueError(f"The level is {level}; give a number strictly between 0 and 1.")
    chance = generator(rng)
    kind = notion_of(notion)
    search = Search(sampler, kind, budget, chance)
    spending = _Spending(samples, deadline, began)
    interrupted = False
    try:
        _alternate(search, spending, gamma, first_round)
        if spending.proof is not None and shrink:
            _shrink(search, spending, gamma)
    except KeyboardInterrupt:
        interrupted = True
    failed = spending.proof is not None
    return StatisticalAudit(
        verdict="fails" if failed else "open",
        lower_bound=spending.bound,
        budget=budget,
        notion=kind,
        level=gamma,
        horizon=sampler.horizon,
        witness=spending.proof if failed else spending.best,
        runs=spending.spent,
        tested=spending.tested,
        seconds=time.monotonic() - began,
        reproducible=reproducible,
        interrupted=interrupted,
        detectable=detectable_eps(budget, gamma / 2, spending.confirmed),
    )


def _alternate(search: Search, spending: _Spending, gamma: Fraction, size: int) -> None:
    """Search and test in rounds, each twice as long as the one before."""
    while spending.left > 0 and spending.proof is None:
        size = min(size, spending.left)
        before = search.runs
        guess = search.explore(max(size // 2, 1))
        spending.spent += search.runs - before
        if guess is None:
            return
        _test(search, spending, guess, gamma, min(max(size // 2, 1), spending.left))
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


def _shrink(search: Search, spending: _Spending, gamma: Fraction) -> None:
    """Replace the witness by a smaller one, if that one is rejected on fresh runs of its own."""
    proof = spending.proof
    assert proof is not None
    runs = max(400, min(2 * proof.counts.runs, 20_000))
    began, allowed = time.monotonic(), 2 * (time.monotonic() - spending.began) + 1
    limit = min(began + allowed, (began + spending.deadline) / 2)
    judge = statistical_judge(search.sampler, search.budget, runs, search.rng, limit)
    law = exact_law(search.sampler, proof.event.rounds)
    try:
        if law is None:
            pair, event = shrunk(proof.pair, proof.event, judge, steps=40)
        else:
            pair, event = shrunk(proof.pair, proof.event, exact_judge(law, search.budget))
    except NotEnumerable:
        pair, event = shrunk(proof.pair, proof.event, judge, steps=40)
    if (pair, event) == (proof.pair, proof.event):
        return
    more = max(10 * runs, min(spending.left, 20_000))
    small = _test(search, spending, Guess(pair, event, Counts(), 0.0), gamma, more)
    spending.proof = small or proof
