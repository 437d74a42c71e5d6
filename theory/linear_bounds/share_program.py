"""The linear program of the private family in floats, by working sets.

In x_j = alpha_j Delta_j and shares s_aj, for arms a and j of the quotient:

    min sum_j x_j such that sum_j s_aj P a_j = P a and |s_aj| <= x_j Delta_a / (unit Delta_j),

with x_j >= floors_j, and with sum_j x_j cuts_kj >= 1 for some cuts. There are n^2 shares, but an
optimum uses few arms j, and the equations of few arms a are tight at it. So the program is solved
for some of each; those whose price or equation is violated are added, until there are none. Nothing
here is trusted: the bounds are computed from the solution in exact numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
import numpy as np
from numpy.typing import NDArray
from .quotient import FEW

Floats = NDArray[np.float64]
Places = NDArray[np.intp]
TOLERANCE = 1e-12
ROUNDING = 1e-14
"""What shares may miss of an arm; its coordinates are at most 1."""
BALANCING = 60
"""Steps that look for shares of an arm whose equation is not in the program."""
MOST_ROUNDS = 60


@dataclass(frozen=True)
class ShareSolution:
    """x, the shares s_aj, the multipliers y_a of the equations, those of the cuts, and the sets."""

    x: Floats
    shares: Floats
    directions: Floats
    multipliers: Floats
    used: Places
    tight: Places


@dataclass(frozen=True)
class ShareProgram:
    """The arms in float coordinates, of which those at the places `basis` span; see above."""

    vectors: Floats
    gaps: Floats
    unit: float
    basis: tuple[int, ...]

    def optimum(
        self,
        cuts: Sequence[Floats] = (),
        floors: Floats | None = None,
        start: ShareSolution | None = None,
    ) -> ShareSolution:
        """The optimum; ArithmeticError if the solver finds none."""
        count = len(self.gaps)
        table = np.array(cuts).reshape(len(cuts), count)
        least = np.zeros(count) if floors is None else floors
        if count <= FEW:
            used = tight = np.arange(count)
        elif start is not None:
            used, tight = start.used, start.tight
        else:
            used, tight = self._first_sets()
        used = np.union1d(used, np.flatnonzero(least > 0))
        for _ in range(MOST_ROUNDS):
            result = self._restricted(table, least, used, tight)
            prices = self._prices(result, table)
            more_used = _worst(prices - 1, used)
            stretch, shares = self._stretches(result.x, tight)
            more_tight = _worst(stretch - 1, tight)
            if not (more_used.size or more_tight.size):
                break
            used, tight = np.union1d(used, more_used), np.union1d(tight, more_tight)
        # Equations that were left out have shares within their caps, found by `_stretches`.
        rest = np.setdiff1d(np.arange(count), result.tight)
        result.shares[rest] = shares[rest]
        return result

    def _first_sets(self) -> tuple[Places, Places]:
        """Arms and equations to begin with: those that multiplicative steps prefer."""
        rank = self.vectors.shape[1]
        x, load = np.ones(len(self.gaps)), np.ones(len(self.gaps))
        for _ in range(30):
            # the shares of each arm whose sum of s_aj^2 Delta_j / x_j is the least
            weights = x / self.gaps
            solved = np.linalg.solve((self.vectors.T * weights) @ self.vectors, self.vectors.T)
            ratios = np.abs((self.vectors @ solved).T) * x / self.gaps[:, None]
            largest = (ratios / x).max(axis=1)
            load *= largest / largest.max()
            load /= load.sum()
            x = np.sqrt(load @ ratios**2) + 1e-9
            x /= x.sum()
        arms = np.argsort(-x)[: 2 * rank + 4]
        return np.union1d(arms, self.basis), np.argsort(-load)[: rank + 4]

    def _stretches(self, x: Floats, tight: Places) -> tuple[Floats, Floats]:
        """How much larger x must be for the equations that are left out, from above; and shares.

        The largest share beside its cap is made small by giving more weight to small ratios.
        """
        count = len(self.gaps)
        stretch, best = np.ones(count), np.zeros((count, count))
        rest = np.setdiff1d(np.arange(count), tight)
        used = np.flatnonzero(x > 0)
        if not rest.size:
            return stretch, best
        stretch[rest] = np.inf
        caps = x[used] / (self.unit * self.gaps[used])
        inner = self.vectors[used]
        penalties = np.ones((len(rest), len(used)))
        for _ in range(BALANCING):
            # The least sum of s^2 penalty / cap^2 under the equation; s is linear in a multiplier.
            weights = caps**2 / penalties
            information = np.einsum("aj,jk,jl->akl", weights, inner, inner, optimize=True)
            shares, missing = np.zeros_like(weights), self.vectors[rest]
            try:
                for _ in range(3):  # the second and third time the rounding of the first
                    solved = np.linalg.solve(information, missing[:, :, None])[:, :, 0]
                    shares += weights * (solved @ inner.T)
                    missing = self.vectors[rest] - shares @ inner
            except np.linalg.LinAlgError:
                break
            ratios = np.abs(shares) / (caps * self.gaps[rest][:, None])
            largest = ratios.max(axis=1)
            largest[np.abs(missing).max(axis=1) > ROUNDING] = np.inf
            better = largest < stretch[rest]
            stretch[rest[better]] = largest[better]
            best[np.ix_(rest[better], used)] = shares[better]
            open_rows = stretch[rest] > 1 + TOLERANCE
            if not open_rows.any():
                break
            rest, penalties = rest[open_rows], penalties[open_rows]
            ratios = ratios[open_rows]
            # Ratios below the largest get less weight, so they may grow while the largest one
            # shrinks.
            penalties *= ratios / ratios.max(axis=1)[:, None] + 1e-3
            penalties = np.maximum(penalties / penalties.max(axis=1)[:, None], 1e-9)
        return stretch, best

    def _prices(self, found: ShareSolution, cuts: Floats) -> Floats:
        """What a unit of each x_j is worth at the multipliers; at most 1 at an optimum."""
        tight = found.tight
        worth = self.gaps[tight] @ np.abs(found.directions[tight] @ self.vectors.T)
        prices: Floats = worth / (self.unit * self.gaps) + found.multipliers @ cuts
        return prices

    def _restricted(
        self, cuts: Floats, floors: Floats, used: Places, tight: Places
    ) -> ShareSolution:
        """The optimum when only some arms have a weight and only some equations count."""
        from scipy.optimize import linprog
        from scipy.sparse import block_array, csr_array, diags_array, eye_array, kron, vstack

        arms, equations, rank = len(used), len(tight), self.vectors.shape[1]
        # Shares are differences of two parts whose sum has the cap. Each row is divided by its
        # largest coefficient, which may be too large for the solver.
        ratios = self.gaps[tight][:, None] / (self.unit * self.gaps[used])
        caps = vstack([diags_array(np.minimum(ratio, 1)) for ratio in ratios])
        one = diags_array((1 / np.maximum(ratios, 1)).ravel())
        rows = block_array([[-caps, one, one]])
        wanted = np.zeros(arms * equations)
        if len(cuts):
            inner = np.hstack([-cuts[:, used], np.zeros((len(cuts), 2 * arms * equations))])
            rows = vstack([rows, csr_array(inner)])
            wanted = np.concatenate([wanted, -np.ones(len(cuts))])
        sums = kron(eye_array(equations), self.vectors[used].T)
        padded = block_array([[csr_array((equations * rank, arms)), sums, -sums]])
        low = np.concatenate([floors[used], np.zeros(2 * arms * equations)])
        result = linprog(
            np.concatenate([np.ones(arms), np.zeros(2 * arms * equations)]),
            A_ub=rows.tocsr(),
            b_ub=wanted,
            A_eq=padded.tocsr(),
            b_eq=self.vectors[tight].ravel(),
            bounds=np.column_stack([low, np.full(len(low), np.inf)]),
            method="highs",
            options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
        )
        if result.status != 0:
            raise ArithmeticError(f"The linear program was not solved: {result.message}")
        count = len(self.gaps)
        x, shares, directions = np.zeros(count), np.zeros((count, count)), np.zeros((count, rank))
        x[used] = result.x[:arms]
        up, down = result.x[arms:].reshape(2, equations, arms)
        shares[np.ix_(tight, used)] = up - down
        directions[tight] = result.eqlin.marginals.reshape(equations, rank)
        multipliers = -result.ineqlin.marginals[arms * equations :]
        return ShareSolution(x, shares, directions, multipliers, used, tight)


def _worst(excess: Floats, known: Places) -> Places:
    """The places of the largest excesses, at most half as many as are known."""
    # Few at a time: the next solution moves the prices, and most of the others need not enter.
    order = np.argsort(-excess)[: len(known) + max(8, len(known) // 2)]
    new = order[excess[order] > TOLERANCE]
    return np.setdiff1d(new, known)[: max(8, len(known) // 2)]
