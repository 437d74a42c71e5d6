"""The three settings of Section VII, as the paper has them and as the theorems cover them."""

from __future__ import annotations
import math
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any
import numpy as np
from banditproof.algorithms import LinearEnvironment, make_policy, simulate
from banditproof.algorithms.sweeps.checkpoints import log_spaced
from banditproof.paper_checks.drawing.simulated_cells import Floats, StoredCell
from banditproof.theory import BernoulliBandit

if TYPE_CHECKING:
    from banditproof.algorithms.engines.engine import Played

Vector = tuple[str, ...]

MEANS = ("0.75", "0.625", "0.5", "0.375", "0.25")
"""The arms of the first setting."""
DELTA, DOUBLING = "0.001", 1
ARMS, DIMENSION = 10, 3
ORDER = 2
"""The order alpha at which the Renyi algorithms are run, with eps = alpha rho."""


@dataclass(frozen=True)
class Setting:
    """One of the three settings: its algorithms, and what the two panels of its figure show."""

    name: str
    title: str
    private: str
    bare: str
    horizon: int
    runs: int
    instances: int
    swept: tuple[str, ...]
    """The budgets of the panel of differences."""
    compared: tuple[int, ...]
    """The horizons of the panel of differences."""
    budgets: tuple[str, ...]
    """The budgets of the panel of the price of privacy."""
    paper: str
    """How the experiment of the paper differs from the theorems, or from itself."""
    covered: str
    """What the experiment beside it has instead."""

    @property
    def renyi(self) -> str:
        """The precursor of the private algorithm under Renyi privacy."""
        return self.private.replace("adac", "adar")

    def shorter(self, horizon: int, runs: int) -> Setting:
        """A preview: shorter and fewer runs, at every second budget."""
        kept = tuple(t for t in self.compared if t <= horizon)
        return replace(self, horizon=horizon, runs=runs, compared=kept, swept=self.swept[::2])


def _settings() -> Iterator[Setting]:
    text = files(__package__).joinpath("three_settings.toml").read_text("utf-8")
    for facts in tomllib.loads(text)["settings"]:
        lists = {name: tuple(value) for name, value in facts.items() if isinstance(value, list)}
        yield Setting(**facts | lists)


SETTINGS = tuple(_settings())
QUICK = {"finite": (10**5, 200), "linear": (10**5, 100), "contextual": (10**4, 20)}
"""The horizon and the runs of a preview."""
BY_NAME = {setting.name: setting for setting in SETTINGS}


def sized(setting: Setting, quick: bool) -> Setting:
    """A setting, or its preview."""
    return setting.shorter(*QUICK[setting.name]) if quick else setting


@dataclass(frozen=True)
class SettingCell(StoredCell):
    """One algorithm in one setting, over all its instances; rho is None without privacy.

    >>> cell = SettingCell("finite", True, "adac-ucb", "1", 100, 4, 1, (10, 100))
    >>> cell.simulated().shape
    (4, 2)
    """

    setting: str
    covered: bool
    policy: str
    rho: str | None
    horizon: int
    runs: int
    instances: int
    checkpoints: tuple[int, ...]
    length: str | None = None
    placement: str | None = None
    seed: int = 1

    @property
    def label(self) -> str:
        """The cell in a few words."""
        budget = "" if self.rho is None else f", rho = {self.rho}"
        return f"{self.policy}{budget}"

    @property
    def steepest(self) -> float:
        """The largest gap: normal contexts have none, and rarely one above 10."""
        if self.setting == "contextual" and not self.covered:
            return 10.0
        return 1.0 if self.setting == "finite" else 2.0

    def simulated(self, workers: int = 1) -> Floats:
        """The pseudo-regret, one row for each run, instance by instance."""
        seeds = np.random.SeedSequence([self.seed, int(self.digest, 16)]).spawn(self.instances)
        each = self.runs // self.instances
        results = []
        for number, seed in enumerate(seeds):
            bandit = world(self.setting, self.covered, number)
            policy = self.made(bandit)
            result = simulate(
                policy, bandit, self.horizon, each, seed, self.checkpoints, workers=workers
            )
            results.append(result.regret_at)
        return np.concatenate(results).astype(np.float64)

    def made(self, bandit: Played) -> Any:
        """The policy with the parameters of the setting."""
        options: dict[str, Any] = {"length": self.length, "placement": self.placement}
        if self.setting == "finite":
            options["beta"] = "3.1" if self.covered else "1"
        else:
            options |= {"delta": DELTA, "unclipped": None if self.covered else True}
        if self.setting == "contextual":
            options |= {"regulariser": "1" if self.covered else "0.1", "doubling": DOUBLING}
            options["dimension"] = DIMENSION
        elif isinstance(bandit, LinearEnvironment):
            options["actions"] = bandit.actions
            if self.policy == "adac-gope" and self.length is None and not self.covered:
                options["length"] = "printed"
        if self.rho is not None:
            options |= {"rho": self.rho, "alpha": ORDER, "eps": ORDER * float(self.rho)}
        return make_policy(self.policy, bandit.arms, horizon=self.horizon, **options)


def cell_of(
    setting: Setting,
    covered: bool,
    policy: str,
    rho: str | None,
    length: str | None = None,
    placement: str | None = None,
) -> SettingCell:
    """The cell of an algorithm in a setting."""
    return SettingCell(
        setting=setting.name,
        covered=covered,
        policy=policy,
        rho=rho,
        horizon=setting.horizon,
        runs=setting.runs,
        instances=setting.instances,
        checkpoints=log_spaced(100, setting.horizon, 10),
        length=length,
        placement=placement,
    )


@cache
def unit_vectors(seed: int, count: int) -> tuple[Vector, ...]:
    """Independent vectors, uniform on the sphere, rounded so that none is longer than 1.

    >>> sum(float(x) ** 2 for x in unit_vectors(1, 2)[1]) <= 1
    True
    """
    normal = np.random.default_rng((7, seed)).standard_normal((count, DIMENSION))
    rows = (1 - 1e-8) * normal / np.linalg.norm(normal, axis=1, keepdims=True)
    return tuple(tuple(f"{x:.9f}" for x in row) for row in rows.tolist())


@cache
def spiral() -> tuple[Vector, ...]:
    """theta = (1, 2, 2)/3, and ten actions on a spiral of the sphere, which need no random seed.

    >>> spiral()[1][2], float(spiral()[10][2])
    ('0.899999991', -0.899999991)
    """
    results: list[Vector] = [("0.333333333", "0.666666666", "0.666666666")]
    for i in range(ARMS):
        height, turn = 1 - (2 * i + 1) / ARMS, math.pi * (1 + math.sqrt(5)) * (i + 0.5)
        wide = math.sqrt(1 - height**2)
        row = (wide * math.cos(turn), wide * math.sin(turn), height)
        results.append(tuple(f"{(1 - 1e-8) * x:.9f}" for x in row))
    return tuple(results)


def world(setting: str, covered: bool, number: int) -> Played:
    """The bandit of an instance: theta, and the actions of the linear one, uniform on the sphere.

    >>> world("linear", True, 0).arms, world("contextual", False, 3).contexts
    (10, 'normal')
    """
    if setting == "finite":
        return BernoulliBandit(MEANS)
    theta, *actions = unit_vectors(number, ARMS + 1) if setting != "spiral" else spiral()
    if setting in ("linear", "spiral"):
        return LinearEnvironment(theta, actions=actions, law="signs" if covered else "normal")
    if covered:
        return LinearEnvironment(theta, contexts="sphere", arms=ARMS)
    return LinearEnvironment(theta, contexts="normal", arms=ARMS, law="normal")
