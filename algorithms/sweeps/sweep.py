"""A sweep: policies x instances x budgets x horizons x seeds, run once each, anywhere, and kept."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any, cast
from banditproof.algorithms.engines.engine import LONGEST, Played
from banditproof.theory.exact import Number, exact_count
from .batches import Forecast
from .cell_store import CellStore
from .checkpoints import log_spaced
from .instance_descriptions import bandit_of, described, said
from .places_of_work import Workers, finished
from .points import MOST_COUNTS, Point, SweepCell
from .policy_choices import Budget, Given, PolicyChoice, budget_of, choice_of
from .sweep_numbers import (
    checkpoints_of,
    one_after_another,
    refuse_twice,
    refuse_unreached,
    seeds_of,
    whole,
)
from .sweep_results import SweepResults

CELLS = "cells"
"""The folder of the kept cells, inside the folder of a sweep."""
FIRST = 10
"""The first of the checkpoints that are spaced by themselves."""

Progress = Callable[[int, str], None]
"""Reports finished cells: how many, and how long the rest takes."""


class UnfinishedCells(ValueError):
    """Some cells of a sweep could not be run; `errors` says why, by the cell's name."""

    def __init__(self, errors: Mapping[str, str], kept: int) -> None:
        self.errors = dict(errors)
        self.kept = kept
        label, why = next(iter(errors.items()))
        others = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        super().__init__(
            f"There is no table: the cell {label}{others} could not be run: {why.rstrip('.')}. "
            f"The {kept} other cells are kept."
        )


@dataclass(frozen=True)
class Sweep:
    """Policies x instances x budgets x horizons x seeds, each with `runs` runs.

    A policy is a name of the catalogue, "module:factory", an object of the class Policy, a class or
    a function that makes one, or that makes an object with select and update for each run, or a
    mapping with such a `name`, settings and perhaps a `label`. An instance is a bandit, with a name
    if a mapping of names is given. A budget has
    `eps`, `rho`, or `alpha` and `eps`. Policies go with the budgets and instances that fit them;
    one without privacy is run once, and what goes with nothing raises ValueError. `seeds` is a
    list of integers, or how many, from 1 on. `checkpoints` is a list of rounds, or how many there
    are in each decade. Where the order of the arms decides, each run has its own, unless
    `keep_order`. For a policy that stops, the horizon is where its runs are cut off.

    >>> from banditproof.theory import BernoulliBandit
    >>> sweep = Sweep(
    ...     policies=["dp-imed", "imed"],
    ...     instances={"mu": BernoulliBandit(("0.75", "0.5"))},
    ...     budgets=[{"eps": "0.5"}, {"eps": 1}],
    ...     horizons=[1000],
    ...     seeds=3,
    ... )
    >>> len(sweep.points), sweep.size
    (3, 9)
    """

    policies: Sequence[Given]
    instances: Mapping[str, Played] | Sequence[Played]
    horizons: Sequence[Number]
    budgets: Sequence[Mapping[str, Any] | Budget] = ()
    seeds: int | Sequence[int] = 1
    runs: Number = 1
    checkpoints: int | Sequence[int] = 4
    keep_order: bool = False

    def __post_init__(self) -> None:
        def put(name: str, value: Any) -> None:
            object.__setattr__(self, name, value)

        put(
            "policies",
            tuple(choice_of(item) for item in one_after_another("policies", self.policies)),
        )
        if not isinstance(self.keep_order, bool):
            raise ValueError(f"keep_order is {self.keep_order!r}; give true or false.")
        put("instances", _named(self.instances))
        put(
            "budgets", tuple(budget_of(item) for item in one_after_another("budgets", self.budgets))
        )
        horizons = one_after_another("horizons", self.horizons)
        put(
            "horizons",
            tuple(whole("A horizon", horizon, least=2, most=LONGEST) for horizon in horizons),
        )
        put("seeds", seeds_of(self.seeds))
        put("runs", whole("runs", self.runs, least=1, most=MOST_COUNTS))
        put("checkpoints", checkpoints_of(self.checkpoints))
        for what in ("policies", "instances", "horizons"):
            if not getattr(self, what):
                raise ValueError(f"A sweep has no {what}; give at least one.")
        # two budgets that the table could not tell apart are one
        refuse_twice("budgets", [budget.in_table for budget in self._budgets])
        refuse_twice("horizons", self._rounds)
        refuse_twice("labels of policies", [choice.label for choice in self._choices])
        refuse_unreached(self.checkpoints, max(self._rounds))
        for point in self.points:
            try:
                point.check()
            except ValueError as problem:
                raise ValueError(f"{point.label}: {problem}") from None

    # the fields as they are after they were checked
    @property
    def _choices(self) -> tuple[PolicyChoice, ...]:
        return cast(tuple[PolicyChoice, ...], self.policies)

    @property
    def _bandits(self) -> dict[str, Played]:
        return cast(dict[str, Played], self.instances)

    @property
    def _budgets(self) -> tuple[Budget, ...]:
        return cast(tuple[Budget, ...], self.budgets)

    @property
    def _rounds(self) -> tuple[int, ...]:
        return cast(tuple[int, ...], self.horizons)

    @property
    def _numbers(self) -> tuple[int, ...]:
        return cast(tuple[int, ...], self.seeds)

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """The points in the order of the table: policies, instances, budgets, horizons."""
        bandits, noted = self._bandits, {t: self._noted(t) for t in self._rounds}
        descriptions = {
            name: json.dumps(described(bandit), sort_keys=True) for name, bandit in bandits.items()
        }
        runs = exact_count("runs", self.runs)
        used: set[Budget] = set()
        played: set[str] = set()
        results = []
        for choice in self._choices:
            fitting = [budget for budget in (*self._budgets, Budget()) if choice.takes(budget)]
            names = [name for name, bandit in bandits.items() if choice.fits(bandit)]
            _refuse_unused(choice, fitting, names)
            used.update(fitting)
            played.update(names)
            for name, budget, horizon in product(names, fitting, self._rounds):
                place = (choice, name, descriptions[name], budget)
                results.append(Point(*place, horizon, noted[horizon], runs, self.keep_order))
        for budget in self._budgets:
            if budget not in used:
                raise ValueError(f"No policy takes the budget {budget.label}; leave it out.")
        for name in bandits:
            if name not in played:
                raise ValueError(f"No policy can be played on the instance {name}; leave it out.")
        return tuple(results)

    def _noted(self, horizon: int) -> tuple[int, ...]:
        if isinstance(self.checkpoints, int):
            return log_spaced(min(FIRST, horizon), horizon, self.checkpoints)
        return tuple(sorted({t for t in self.checkpoints if t <= horizon} | {horizon}))

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.points) * len(self._numbers)

    def cells(self) -> Iterator[SweepCell]:
        """The cells in the order of the table."""
        for point in self.points:
            yield from point.cells(self._numbers)

    def run(
        self,
        out: str | Path,
        workers: int = 1,
        dask: str | None = None,
        progress: Progress | None = None,
    ) -> SweepResults:
        """Run the cells that the folder does not have yet, and keep each as it is finished.

        The result depends on neither `workers`, nor on `dask`, which is the address of a
        scheduler, nor on interruptions. Raises UnfinishedCells if some cell cannot be run.

        >>> import tempfile
        >>> from banditproof.theory import BernoulliBandit
        >>> sweep = Sweep(["ucb"], [BernoulliBandit(("0.75", "0.5"))], [100], seeds=2)
        >>> with tempfile.TemporaryDirectory() as there, sweep.run(there) as results:
        ...     len(list(results.rows()))
        10
        """
        places = Workers(workers, dask)
        store = CellStore(Path(out) / CELLS)
        try:
            self._finish(store, places, progress or (lambda count, left: None))
        except BaseException:
            store.close()
            raise
        return SweepResults(self.points, self._numbers, store)

    def missing(self, store: CellStore) -> Counter[str]:
        """How many cells of each point a store does not have."""
        return Counter(cell.group for cell in self.cells() if cell.key not in store)

    def _finish(self, store: CellStore, places: Workers, progress: Progress) -> None:
        missing = self.missing(store)
        todo = missing.total()
        progress(self.size - todo, "")
        forecast = Forecast(missing, places.count)
        started = todo > 0
        errors: dict[str, str] = {}
        with closing(finished(self.cells(), places, store, forecast.spread)) as outcomes:
            for cell, item in outcomes:
                forecast.note(cell.group, item.seconds)
                progress(1, forecast.sentence)
                todo -= 1
                if item.content is None:
                    errors[cell.label] = item.error
        if errors:
            raise UnfinishedCells(errors, self.size - len(errors))
        if started:
            store.refresh()
        if todo:  # what another process finished, or a cell of the same content
            progress(todo, "")


def _named(instances: Any) -> dict[str, Played]:
    """Instances by name; those without one are called after what they are."""
    if isinstance(instances, Mapping):
        pairs = [(str(name), bandit) for name, bandit in instances.items()]
    else:
        bandits = one_after_another("instances", instances)
        pairs = [(said(described(bandit)), bandit) for bandit in bandits]
    refuse_twice("names of instances", [name for name, _ in pairs])
    # read back from its description, so that every process has the same numbers
    return {name: bandit_of(described(bandit)) for name, bandit in pairs}


def _refuse_unused(choice: PolicyChoice, budgets: Sequence[Budget], names: Sequence[str]) -> None:
    if not budgets:
        needed = [name for name in ("alpha", "eps", "rho") if name in choice.entry.options]
        raise ValueError(
            f"The policy {choice.name} needs a budget with {' and '.join(needed)}, and there is "
            "none; give one."
        )
    if not names:
        raise ValueError(
            f"The policy {choice.name} cannot be played on any of the instances; give "
            f"{'a linear one' if choice.entry.linear else 'one with means'}."
        )
