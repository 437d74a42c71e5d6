"""Time and memory of answers at one horizon, and how they grow: each row beside the one before it.

The processor time is that of the whole command in a separate process, with its start.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from .measurement import COMMAND, PEAK_MIB, Measurement, printed, processor_seconds_of

MANY = (1_000, 10_000)
"""Numbers of arms of which the bounds at a horizon look at some sixty groups."""


def measured(
    name: str, demand: float | None, before: float | None, *words: str
) -> list[Measurement]:
    """The seconds and the memory of a command; the seconds beside those of a smaller one."""
    peaks: list[float] = []
    seconds = processor_seconds_of(
        lambda: peaks.append(float(printed(COMMAND + PEAK_MIB, *words).split()[-1]))
    )
    row = Measurement(name, seconds, "s", demand, at_most=True)
    memory = Measurement(f"{name}, peak memory", peaks[0], "MiB")
    return [row if before is None else row.beside("the smaller one", before), memory]


def growing(
    names: Sequence[str], demands: dict[str, float], words: Sequence[Sequence[str]]
) -> Iterator[Measurement]:
    """Commands of growing size."""
    before: float | None = None
    for name, command in zip(names, words, strict=True):
        rows = measured(name, demands.get(name), before, *command)
        before = rows[0].value
        yield from rows


def prices() -> Iterator[Measurement]:
    """The exact price of eps = log 2 over the worst instances, for two and for three arms."""
    for arms, horizons in ((2, (5, 6, 7, 8)), (3, (2, 3, 4))):
        names = [f"exact price, K = {arms}, T = {horizon}" for horizon in horizons]
        demands = {"exact price, K = 2, T = 7": 10.0, "exact price, K = 2, T = 8": 60.0}
        chosen = ("--arms", str(arms), "--eps", "log(2)", "--instances", "worst")
        yield from growing(
            names, demands, [("exact", *chosen, "--horizon", str(horizon)) for horizon in horizons]
        )


def bounds() -> Iterator[Measurement]:
    """Bounds for all private policies; time does not depend on the horizon, but on the arms."""
    for eps in ("0.25", "0.01"):
        for horizon in ("1e6", "1e12"):
            names = [f"bounds, eps = {eps}, T = {horizon}, K = {arms}" for arms in (3, 10, 50)]
            demands = {names[0]: 2.0}
            commands = [
                ("bounds", "--means", _means(arms), "--eps", eps, "--horizon", horizon)
                for arms in (3, 10, 50)
            ]
            yield from growing(names, demands, commands)
    for budget in (("--eps", "0.25"), ("--rho", "0.1")):
        names = [f"bounds, {budget[0][2:]} = {budget[1]}, T = 1e6, K = {arms}" for arms in MANY]
        chosen = (*budget, "--horizon", "1e6", "--means")
        yield from growing(
            names, {names[-1]: 15.0}, [("bounds", *chosen, _means(arms)) for arms in MANY]
        )


def extreme_bounds() -> Iterator[Measurement]:
    """Bounds of the least budget at a horizon that no float holds, by the number of arms."""
    arms_tried = (2, 10, *MANY)
    names = [f"bounds, eps = 5e-324, T = 1e20000, K = {arms}" for arms in arms_tried]
    chosen = ("--eps", "5e-324", "--horizon", "1e20000", "--means")
    yield from growing(
        names,
        dict.fromkeys(names, 15.0),
        [("bounds", *chosen, _means(arms)) for arms in arms_tried],
    )


def _means(arms: int) -> str:
    step = Fraction(1, max(200, 2 * arms))
    return ",".join(["0.75", *(f"{float(Fraction(7, 10) - k * step):g}" for k in range(arms - 1))])


def laws() -> Iterator[Measurement]:
    """The exact law of the regret of DP-IMED at growing horizons."""
    for eps in ("1", "0.1"):
        horizons = ("1e3", "1e4", "1e5", "1e6")
        chosen = ("simulate", "dp-imed", "--means", "0.9,0.1", "--eps", eps, "--exact")
        names = [f"law of DP-IMED, eps = {eps}, T = {horizon}" for horizon in horizons]
        yield from growing(names, {}, [(*chosen, "--horizon", horizon) for horizon in horizons])
