"""Claims about what auditors of gradient descent see: Section 2.3.7, threat models."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_pairs import replaced
from banditproof.paper_checks.models.membership_game import datasets
from banditproof.paper_checks.verdicts.vocabulary import misprinted, need, points, require

Row = tuple[int, int]
"""A feature x in {1, 2} and a label y in {0, 1}."""
ROWS: tuple[Row, ...] = ((1, 0), (1, 1), (2, 0), (2, 1))
SIZE, STEPS, RATE = 3, 3, Fraction(1, 4)
Gradient = Callable[[Fraction, list[Row]], Fraction]
"""The gradient of the loss at theta."""


def of_the_data(theta: Fraction, rows: list[Row]) -> Fraction:
    """The mean of x (x theta - y) over the rows: the squared error of the model theta x."""
    return sum((x * (x * theta - y) for x, y in rows), Fraction(0)) / len(rows)


def of_the_dimension(theta: Fraction, rows: list[Row]) -> Fraction:
    """With the dimension d = 1 in the place of the data, to the letter: no row enters."""
    dimension = 1
    return theta - dimension


def iterates(gradient: Gradient, rows: list[Row]) -> tuple[Fraction, ...]:
    """theta_0 = 0, ..., theta_T."""
    results = [Fraction(0)]
    for _ in range(STEPS):
        results.append(results[-1] - RATE * gradient(results[-1], rows))
    return tuple(results)


View = Callable[[tuple[Fraction, ...]], object]
"""What the auditor sees of the iterates."""


def all_iterates(path: tuple[Fraction, ...]) -> object:
    """White-box federated learning."""
    return path


def final_parameter(path: tuple[Fraction, ...]) -> object:
    """White-box with the final parameter."""
    return path[-1]


def labels(path: tuple[Fraction, ...]) -> object:
    """Black-box: the labels 1(theta x >= 1/2) that the final model gives to both features."""
    return tuple(2 * path[-1] * x >= 1 for x in (1, 2))


def some_iterates(path: tuple[Fraction, ...]) -> object:
    """White-box federated learning with a subset of the iterates, here the last two."""
    return path[-2:]


def leakage(view: View, target: int, gradient: Gradient = of_the_data) -> Fraction:
    """The best advantage for a fixed target among three rows, all four kinds equally likely."""
    out: dict[object, Fraction] = {}
    uniform = (Fraction(1, len(ROWS)),) * len(ROWS)
    for data, weight in datasets(uniform, SIZE).items():
        inside = [(replaced(data, i, target), weight / SIZE) for i in range(SIZE)]
        for seen, share in ((data, -weight), *inside):
            what = view(iterates(gradient, [ROWS[k] for k in seen]))
            out[what] = out.get(what, Fraction(0)) + share
    return sum((p for p in out.values() if p > 0), Fraction(0))


@checks("thesis.mia.def.threat-models")
@mutant("the dataset D for the dimension d", gradient=of_the_data)
def threat_models_of_descents(gradient: Gradient = of_the_dimension) -> Verdict:
    """What all iterates tell of a row if the loss takes the dimension, or the data."""
    targets = range(len(ROWS))
    meant = [leakage(all_iterates, z) for z in targets]
    need(min(meant) > 0, "The descent on the data leaks nothing", leakages=meant)
    results = [leakage(all_iterates, z, gradient) for z in targets]
    if max(results) > 0:
        return points()
    return misprinted(
        witness=(
            "Three rows, squared loss, three steps: with d in the loss the leakage of all iterates "
            f"is 0 for every target; with D it is {', '.join(map(str, meant))}."
        )
    )


@checks("thesis.mia.def.threat-models.order")
@mutant("the first step beside the last one", last=lambda path: (path[1], path[-1]))
@mutant("sharper: 0.99 of the larger view", part=Fraction(99, 100))
def order_of_views(
    last: View = labels, part: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """Exact leakages of four views of one descent, for every target."""
    sides, shown = Sides(), {}
    views: tuple[View, ...] = (all_iterates, some_iterates, final_parameter, last)
    results = [[leakage(view, z) for view in views] for z in range(len(ROWS))]
    for (row, values), k in product(zip(ROWS, results, strict=True), range(3)):
        sides.at_most(
            values[k + 1], part * values[k], "A smaller view leaks more.", target=row, view=k + 1
        )
        shown[f"leakages for the row {row}"] = ", ".join(map(str, values))
    strict = any(v[2] < v[0] for v in results) and any(v[3] < v[2] for v in results)
    require(strict, "The views tell the same.", leakages=results)
    return proof.verdict(numbers=shown, sharpness=sides.sharpness)


@checks("thesis.audit.threat")
@mutant("queries that return the parameter", black=final_parameter)
@mutant("all iterates as the final parameter", white=all_iterates)
@mutant("queries that return nothing", black=lambda path: None)
def three_threat_models(
    white: View = final_parameter, federated: View = all_iterates, black: View = labels
) -> Verdict:
    """Each model is a game on one descent; the three games are different ones."""
    games: dict[str, View] = {
        "federated": federated,
        "some iterates": some_iterates,
        "final parameter": white,
        "black box": black,
    }
    leaks = {
        name: tuple(leakage(view, z) for z in range(len(ROWS))) for name, view in games.items()
    }
    for name, values in leaks.items():
        require(max(values) > 0, "An auditor sees nothing.", model=name)
    three = {leaks[name] for name in ("federated", "final parameter", "black box")}
    require(len(three) == 3, "Two threat models are one game.", leakages=leaks)
    return points(numbers={name: ", ".join(map(str, values)) for name, values in leaks.items()})
