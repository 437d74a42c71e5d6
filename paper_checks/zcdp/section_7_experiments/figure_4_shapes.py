"""Figure 4: what its three pairs of panels show, in the experiments that can be run."""

from collections.abc import Mapping
from functools import partial
from itertools import pairwise
from typing import Any
from banditproof.paper_checks.checking import Check, Verdict, checks
from banditproof.paper_checks.verdicts.vocabulary import need, statistical
from .regret_estimates import MISS, estimates, price_at, sampled_cell
from .three_settings import BY_NAME

LARGE = "1000"
"""A budget at which privacy costs nothing that is seen."""
PRINTED_HORIZON = 10**7
"""The horizon of all three experiments, by the text."""


def shape(
    name: str,
    at: tuple[int, ...],
    runs: int,
    budgets: tuple[str, ...],
    policy: str | None = None,
    most: float = 0.1,
    least: float = 0.0,
    left: str = "",
    axis: int = PRINTED_HORIZON,
    more: Mapping[str, Any] | None = None,
) -> Verdict:
    """The regret that privacy adds falls with the budget, down to a small share of the regret.

    `axis` is where the printed axis of time ends.
    """
    setting = BY_NAME[name]
    made = partial(sampled_cell, name, at=at, runs=runs, **(more or {}))
    bare = made(policy=setting.bare, rho=None)
    cells = {rho: made(policy=policy or setting.private, rho=rho) for rho in (*budgets, LARGE)}
    for t in at:
        for rho, more_rho in pairwise(budgets):  # what fails here simulates nothing else
            saved = estimates(cells[rho])[t] - estimates(cells[more_rho])[t]
            need(saved.low > least, "The order is not certain", T=t, rho=rho)
        rest = price_at(cells[LARGE], bare)[t]
        need(rest.high < most, "What is left at a large budget is not small", T=t, price=rest.mean)
    numbers: dict[str, Any] = {
        f"{setting.bare}, T = {t}": e.facts() for t, e in estimates(bare).items()
    }
    for rho, cell in cells.items():
        for t, price in price_at(cell, bare).items():
            numbers[f"price, rho = {rho}, T = {t}"] = price.facts()
    return statistical(
        f"At each horizon the regret falls with rho, for rho = {', '.join(budgets)}; "
        f"at rho = {LARGE} less than {most:.0%} of the regret is left to privacy.",
        numbers={"mean, error": numbers, "false alarm at most": 2 * len(at) * len(budgets) * MISS},
        covered=f"T = {', '.join(map(str, at))}; {runs} runs on {bare.instances} instances, limits "
        "at 6.5 standard errors, normal means.",
        not_covered="The printed curves, of which the document gives no numbers; the order of the "
        f"budgets between {budgets[-1]} and {LARGE}{left}; {_other_horizons(at, axis)}.",
    )


def _other_horizons(at: tuple[int, ...], axis: int) -> str:
    """What of the printed time is not run.

    >>> _other_horizons((10, 1000), 10**7)
    'the price over time but at these 2 horizons, and from T = 1000 to 10000000 of axis and text'
    >>> _other_horizons((10, 10**7), 10**7)
    'the price over time but at these 2 horizons'
    """
    between = f"the price over time but at these {len(at)} horizons"
    if axis < PRINTED_HORIZON:
        of = f"{axis}, the end of the axis, and to {PRINTED_HORIZON} of the text"
    else:
        of = f"{axis} of axis and text"
    return f"{between}, and from T = {at[-1]} to {of}" if at[-1] < PRINTED_HORIZON else between


def _panel(
    id: str,
    words: str,
    name: str,
    at: tuple[int, ...],
    runs: int,
    budgets: tuple[str, ...],
    most: float,
    most_sharper: float,
    left: str = "",
    axis: int = PRINTED_HORIZON,
    **more: Any,
) -> Check:
    """Register a pair of panels."""

    def check(
        policy: str | None = None, most: float = most, budgets: tuple[str, ...] = budgets
    ) -> Verdict:
        return shape(name, at, runs, budgets, policy, most, left=left, axis=axis, more=more)

    check.__doc__ = f"The left panel, and the price on which the right one rests: {words}."
    return checks(
        id,
        mutants={
            "a policy that has no budget": {"policy": BY_NAME[name].bare},
            "the order of the budgets reversed": {"budgets": budgets[::-1]},
            "sharper: less than is left": {"most": most_sharper},
        },
    )(check)


PANELS = (
    _panel(
        "zcdp.fig4a", "Finite arms", "finite", (10**5, 10**6, 10**7), 4000, ("0.01", "0.1", "1"),
        0.05, 0.005,     ),
    _panel(
        "zcdp.fig4b", "Linear bandits", "linear", (10**4, 10**5), 2000, ("0.01", "0.1", "1"),
        0.05, 0.005, instances=2,
            ),
    _panel(
        "zcdp.fig4c", "Contextual linear bandits", "contextual", (10**3, 10**4), 200,
        ("0.1", "1", "30"), 0.25, 0.05,
        left="; that the rest at 1000, below 25%, vanishes", axis=10**5,
            ),
)  # fmt: skip
