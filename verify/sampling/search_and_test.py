"""Search, then test on fresh runs, until they are spent: what every statistical audit does."""

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
from banditproof.algorithms.randomness import Seed, generator
from banditproof.theory.budgets import Budget
from banditproof.theory.exact import Number, exact
from banditproof.verify.definitions.notions import Notion, notion_of
from .event_bounds import Counts
from .fed_rewards import ENDS, FedRewards
from .fresh_test import FreshTest, fresh_counts, runs_needed
from .neighbourhoods import Pair, lengthened
from .sampler import LawSampler, Sampler
from .search import Guess, Search
from .shrinking import exact_judge, shrunk, statistical_judge
from .statistical_audit import StatisticalAudit, detectable_eps, rounded_down
from .witness import StatisticalWitness

LEVEL = Fraction(1, 1000)
"""The default probability of a false alarm: low, because a suite repeats its audits."""
RUNS = 40_000
"""How many runs an audit takes by default."""
FIRST_ROUND = 3000
FOLLOWED = 4
"""The part of the runs that search on, while a test may reject within those that are left."""
CHOSEN = 1.5
"""By how many standard errors the best of many events looks better than it is: 1 is best for few
events, 2.5 for runs of 32 rounds."""


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
    trials: list["_Trial"] = field(default_factory=list)

    @property
    def left(self) -> int:
        return 0 if time.monotonic() > self.deadline else self.runs - self.spent


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
        suggested = _shared_out(pairs, [item.horizon for item in samplers], fed.low)
        searches += (
            Search(item, kind, budget, chance, fed, mine, deadline)
            for item, mine in zip(samplers, suggested, strict=True)
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
        horizons=tuple(item.horizon for item in samplers),
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
    results: list[list[Pair]] = [[] for _ in horizons]
    for pair in pairs:
        rounds, _ = len(pair.left.blocks), pair.challenge
        fitting = [h for h in horizons if h >= rounds]
        if not fitting:
            raise ValueError(
                f"A suggested pair has {rounds} rounds, and the longest horizon is "
                f"{max(horizons)}; give a horizon of at least {rounds}."
            )
        place = horizons.index(min(fitting))
        results[place].append(lengthened(pair, horizons[place], reward))
    return results


@dataclass
class _Trial:
    """A guess with its test, which may go on later: the capital of a bet holds at all times."""

    search: Search
    guess: Guess
    pair: Pair
    test: FreshTest
    seed: int
    number: int
    """It is the test of the guess number k, at `level / (k (k + 1))`."""
    most: int = 0
    """The runs that it may have in all."""
    counts: Counts = field(default_factory=Counts)
    batches: Iterator[Counts] = field(init=False)
    over: bool = False

    def __post_init__(self) -> None:
        event = self.guess.event
        self.batches = fresh_counts(
            self.search.sampler, self.pair, event, lambda: self.most, self.seed
        )

    @property
    def needed(self) -> float:
        """About how many more runs reject the claim, if all is as the counts say."""
        return self.test.needed(self.counts)


def _alternate(searches: list[Search], spending: _Spending, gamma: Fraction, size: int) -> None:
    """Search and test in rounds, each twice as long as the one before; horizons take turns.

    A test that needs fewer runs than the new guess goes on, in place of a test of that.
    """
    while True:
        guessed = False
        for place, search in enumerate(searches):
            share = min(size, spending.left // (len(searches) - place))
            if share < 1:
                continue
            going = min(
                (trial for trial in spending.trials if not trial.over),
                key=lambda trial: trial.needed,
                default=None,
            )
            near = going is not None and going.needed < spending.left
            explored = max(share // (FOLLOWED if near else 2), 1)
            before = search.runs
            guess = search.explore(explored)
            spending.spent += search.runs - before
            if guess is None or spending.left < 1:
                continue
            guessed = True
            runs = min(max(share - explored, 1), spending.left)
            k = spending.tested + 1
            anew = runs_needed(guess.counts, search.budget, gamma / (k * (k + 1)), chosen=CHOSEN)
            if going is not None and going.needed < anew:
                _go_on(going, spending, runs, spending.left)
            else:
                _test(search, spending, guess, gamma, runs, spending.left)
            if spending.proof is not None:
                return
        if not guessed:
            return
        size *= 2


def _test(
    search: Search,
    spending: _Spending,
    guess: Guess,
    gamma: Fraction,
    runs: int,
    most: int | None = None,
) -> StatisticalWitness | None:
    """Test a guess on fresh runs; the witness if it is rejected."""
    k = spending.tested + 1
    planned = guess.counts if guess.counts.runs else None
    # The sum over k of 1 / (k (k + 1)) is 1: all tests together keep the level, however many there
    # are. The guess comes from earlier runs, so its level is fixed before its own runs.
    test = FreshTest(search.budget, gamma / (k * (k + 1)), planned)
    seed = int(search.rng.integers(2**32))
    rounds = guess.event.rounds  # later rounds do not change what happened before
    pair = Pair(guess.pair.left.cut(rounds), guess.pair.right.cut(rounds))
    trial = _Trial(search, guess, pair, test, seed, k)
    spending.trials.append(trial)
    return _go_on(trial, spending, runs, runs if most is None else most)


def _go_on(trial: _Trial, spending: _Spending, runs: int, most: int) -> StatisticalWitness | None:
    """Some more runs of a test; the witness if it is rejected.

    A batch is not cut where it passes `runs`, but at `most`, after which no test goes on: so the
    batches are those of a replay.
    """
    test, counts = trial.test, None
    before = trial.counts.runs
    trial.most = before + most
    rejected = False
    try:
        for counts in trial.batches:
            spending.spent += counts.runs - trial.counts.runs
            trial.counts = counts
            # Only a test that saw a run has used up its share of the level.
            spending.tested = max(spending.tested, trial.number)
            rejected = test.rejects(counts)
            # Stopping early is allowed: capital and limits hold at all times.
            trial.over = rejected or test.is_hopeless(counts)
            if trial.over or counts.runs >= before + runs:
                break
        else:
            trial.over = True  # the time is over
    finally:
        # Also after an interrupt: what the runs so far prove stays valid.
        if counts is not None:
            spending.confirmed = max(spending.confirmed, counts.runs)
            bound = test.bound(counts)
            witness = StatisticalWitness(
                trial.search.notion,
                trial.search.budget,
                trial.pair,
                trial.guess.event,
                counts,
                trial.seed,
                rounded_down(bound),
                trial.search.sampler,
            )
            if bound > spending.bound:
                spending.bound, spending.best = bound, witness
            if rejected:
                spending.proof = witness
    return witness if rejected else None


def _shrink(searches: list[Search], spending: _Spending, gamma: Fraction) -> None:
    """Replace the witness by a smaller one, if that one is rejected on its own fresh runs.

    It takes about as many runs as were spent before, and no time after the deadline.
    """
    proof = spending.proof
    assert proof is not None
    search = next(item for item in searches if item.sampler is proof.sampler)
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
    # The judge chose this witness by looking at runs: it is tested anew, as the next guess.
    small = _test(search, spending, Guess(pair, event, Counts(), 0.0), gamma, more)
    spending.proof = small or proof
