"""Differences of regret and the price of privacy, with bands: the curves of Figure 4."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
import numpy as np
from banditproof.paper_checks.drawing.simulated_cells import Floats
from .three_settings import Setting, SettingCell, cell_of

RESAMPLES = 500


@dataclass(frozen=True)
class Band:
    """A curve of estimates, each with an interval that covers it with 95% confidence."""

    value: Floats
    low: Floats
    high: Floats


def resampled_means(regret: Floats, instances: int, seed: int) -> Floats:
    """Means of resampled runs: each instance is resampled by itself, since it was not drawn anew.

    Their deviations are widened by sqrt(n / (n - 1)) for n runs of an instance, so that their
    variance is the unbiased one also where n is small.

    >>> resampled_means(np.array([[1.0], [1.0], [3.0], [3.0]]), 2, 1)[0]
    array([2.])
    """
    parts = regret.reshape(instances, -1, regret.shape[1])
    each = parts.shape[1]
    rng = np.random.default_rng(seed)
    total = np.zeros((RESAMPLES, regret.shape[1]))
    for part in parts:
        total += rng.multinomial(each, np.full(each, 1 / each), size=RESAMPLES) / each @ part
    mean = regret.mean(axis=0)
    widened: Floats = mean + (total / instances - mean) * (each / max(each - 1, 1)) ** 0.5
    return widened


def _band(value: Floats, resampled: Floats) -> Band:
    low, high = np.quantile(resampled, [0.025, 0.975], axis=0)
    return Band(value, np.minimum(low, value), np.maximum(high, value))


def difference(private: Floats, bare: Floats, instances: int) -> Band:
    """Reg_priv - Reg_bare at each checkpoint, with a bootstrap band."""
    left, right = (resampled_means(x, instances, k) for k, x in enumerate((private, bare)))
    return _band(private.mean(axis=0) - bare.mean(axis=0), left - right)


def price(private: Floats, bare: Floats, instances: int) -> Band:
    """The price of privacy, (Reg_priv - Reg_bare) / Reg_bare, with a bootstrap band.

    >>> price(np.array([[3.0], [3.0]]), np.array([[2.0], [2.0]]), 1).value
    array([0.5])
    """
    left, right = (resampled_means(x, instances, k) for k, x in enumerate((private, bare)))
    return _band(private.mean(axis=0) / bare.mean(axis=0) - 1, left / right - 1)


@dataclass(frozen=True)
class Block:
    """A setting under the hypotheses of the paper, or under those of the theorems."""

    setting: Setting
    covered: bool
    renyi: bool = False

    def cell(self, rho: str | None) -> SettingCell:
        """The private algorithm at a budget, or its counterpart.

        AdaR-UCB and AdaR-OFUL are the programs of AdaC-UCB and AdaC-OFUL at rho = eps / alpha, so
        their cells are those.
        """
        if rho is None:
            return cell_of(self.setting, self.covered, self.setting.bare, None)
        own = self.setting.renyi if self.renyi and self.setting.name == "linear" else None
        return cell_of(self.setting, self.covered, own or self.setting.private, rho)

    @property
    def budgets(self) -> tuple[str, ...]:
        """All budgets, those of both panels."""
        both = {*self.setting.swept, *self.setting.budgets}
        return tuple(sorted(both, key=float))

    @property
    def cells(self) -> tuple[SettingCell, ...]:
        """What is simulated."""
        return (self.cell(None), *map(self.cell, self.budgets))

    def differences(self, regrets: Mapping[SettingCell, Floats]) -> dict[str, Band]:
        """The difference at each budget of both panels, over all checkpoints."""
        return self._bands(regrets, "difference")

    def prices(self, regrets: Mapping[SettingCell, Floats]) -> dict[str, Band]:
        """The price of privacy at each budget of both panels, over all checkpoints."""
        return self._bands(regrets, "price")

    def _bands(self, regrets: Mapping[SettingCell, Floats], which: str) -> dict[str, Band]:
        compare = difference if which == "difference" else price
        bare, instances = regrets[self.cell(None)], self.setting.instances
        return {rho: compare(regrets[self.cell(rho)], bare, instances) for rho in self.budgets}


def all_cells(blocks: Iterable[Block]) -> tuple[SettingCell, ...]:
    """The cells of some blocks, each once."""
    return tuple(dict.fromkeys(cell for block in blocks for cell in block.cells))
