"""`banditproof exact`: the least regret over all private policies, at one small horizon."""

from __future__ import annotations
import time
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any
from . import arguments
from .option_groups import choices_of
from .output import print_facts, print_table, print_text, progress

if TYPE_CHECKING:
    from .price_results import PriceFacts

DIGITS = 9
LONGEST = 12
"""The longest eps that is shown as it is read."""


def command(
    arms: str = "2",
    horizon: str | None = None,
    epsilon: str | None = None,
    delta: str = "0",
    model: str = "view",
    goal: str = "regret",
    instances: str = "worst",
    prior: str | None = None,
    out: Path | None = None,
    verify: str | None = None,
    plot: Path | None = None,
    json: arguments.AsJson = False,
) -> None:
    """Find the least regret that a private policy can have at a small horizon.

    A linear program over all (eps, delta)-DP policies on Bernoulli arms, whose output is the
    sequence of actions. Both numbers are proved: no policy has less on the worst of the instances,
    by a certificate in whole numbers, and a policy that is found, and is exactly private, has no
    more. With --instances worst, for two arms, the search adds instances until its policy is no
    worse on any other; its bound on every instance is a third number. What is proved to be needed
    on some instances is needed in the worst case over all; rewards in [0, 1] cost no more, since
    rounding each of them at random keeps its mean and the privacy.

    --out writes a file which --verify checks by a program that shares no code with the first, and
    which `audit` and `simulate` take as a policy. The size grows by 4 with each round of two arms:
    7 rounds take seconds, 8 rounds most of a minute.

    --plot draws both ends against eps, beside the least regret without privacy and the strongest
    minimax bound that `bounds` prints for Bernoulli arms.

    Examples: banditproof exact --horizon 6 --eps "log(2)" --out best.json;
    banditproof exact --verify best.json;
    banditproof exact --horizon 6 --eps 0.1:4 --instances 10 --plot price.png
    """
    if verify is not None:
        others = (arms, horizon, epsilon, delta, model, goal, instances, prior, out)
        if plot is not None or others != (command.__defaults__ or ())[: len(others)]:
            raise ValueError(
                "--verify reads the whole problem from its file; give it alone, or with --json."
            )
        print_facts(_verified(verify), json, _print)
        return
    if horizon is None:
        raise ValueError("There is no horizon; give --horizon 6 for example, or --verify FILE.")
    asked: dict[str, Any] = {
        "delta": _share(delta),
        "model": arguments.one_of("model", model, choices_of("exact", "model")),
        "goal": arguments.one_of("goal", goal, choices_of("exact", "goal")),
        "instances": _instances(instances),
        "prior": prior
        if prior in (None, "equal")
        else arguments.numbers("prior", prior, "1/2,1/2"),
    }
    counts = arguments.count("arms", arms), arguments.count("horizon", horizon)
    if out is not None:
        _require_target(out, plot)
    if plot is not None and json:
        raise ValueError("--plot draws many prices and has no --json; leave out one of both.")
    if plot is not None:
        _draw(plot, counts, epsilon, asked)
        return
    from banditproof.theory.exact_price import exact_price
    from banditproof.theory.exact_price.price_file import price_facts

    start = time.perf_counter()
    found = exact_price(*counts, _budget(epsilon), **asked)
    seconds = time.perf_counter() - start
    said = price_facts(found)
    if out is not None:
        _write(out, said)
    facts = _facts(said, found.problem.variables, found.everywhere, seconds)
    print_facts(facts, json, _print)


def _draw(out: Path, counts: tuple[int, int], epsilon: str | None, asked: dict[str, Any]) -> None:
    """The price at budgets of a range."""
    from banditproof.theory.optional_libraries import library
    from .plot import save, writable

    target = writable(out)
    library("matplotlib.backends.backend_agg", "A figure of the price", "figures")
    if epsilon is None:
        raise ValueError("--plot needs a range of budgets; give --eps 0.1:4.")
    low, high = arguments.budget_range("eps", epsilon)
    from banditproof.theory.exact_price.price_figure import POINTS, price_curve, price_figure

    with progress(POINTS + 1, "price") as advance:
        curve = price_curve(*counts, low, high, advance, **asked)
    save(price_figure(curve), target)
    print(target)


def _budget(word: str | None) -> Any:
    """The words of a logarithm, or a number that is read exactly."""
    if word is not None and ":" in word:
        raise ValueError(
            f"--eps is the range {word!r}, which --plot draws; give --plot price.png too, or one "
            "budget."
        )
    if word is None or "(" in word or "log" in word or "ln" in word:
        return word
    return arguments.number("eps", word)


def _share(word: str) -> Fraction:
    result = arguments.number("delta", word)
    if not 0 <= result < 1:
        raise ValueError(f"delta is {word}; give a number in [0, 1).")
    return result


def _instances(text: str) -> Any:
    """A word, the steps of a grid, or lists of means that semicolons separate."""
    if text in ("worst", "corners"):
        return text
    if "," not in text and ";" not in text:
        return arguments.whole("instances", text, 1)
    if any(not mean.strip() for part in text.split(";") for mean in part.split(",")):
        raise ValueError(
            f"--instances is {text!r}, where a mean is missing; give lists of means between "
            "semicolons, such as '0.9,0.1;0.1,0.9'."
        )
    return [arguments.numbers("instances", part, "0.9,0.1") for part in text.split(";")]


def _require_target(out: Path, plot: Path | None) -> None:
    """That the file of one price can be written, before any program is solved."""
    from banditproof.theory.atomic_files import writable_file

    if plot is not None:
        raise ValueError(f"--plot draws many prices, and {out} holds one; leave out one of both.")
    if out.suffix != ".json":
        raise ValueError(f"The file is {out}; give a name that ends with .json.")
    writable_file(out)


def _write(out: Path, facts: dict[str, Any]) -> None:
    import json
    from banditproof.theory.atomic_files import write_text

    write_text(out, json.dumps(facts, separators=(",", ":")) + "\n")


def _verified(file: str) -> PriceFacts:
    """What the second program finds in a file."""
    from banditproof.theory.exact_price import verified_price
    from banditproof.theory.exact_price.price_file import read_price

    start = time.perf_counter()
    said = read_price(file)
    verified_price(said)
    return _facts(said, None, None, time.perf_counter() - start)


def _facts(
    said: dict[str, Any], variables: int | None, everywhere: Fraction | None, seconds: float
) -> PriceFacts:
    """The facts of a file: those that were just computed, or those that were verified."""
    from .price_results import PriceFacts

    asked = said["problem"]
    return PriceFacts(
        arms=asked["arms"],
        horizon=asked["horizon"],
        epsilon=said["eps"],
        delta=Fraction(asked["delta"]),
        model=asked["model"],
        goal=asked["goal"],
        average=asked["prior"] is not None,
        instances=tuple(tuple(map(Fraction, means)) for means in asked["instances"]),
        variables=variables,
        lower=Fraction(said["lower"]["value"]),
        upper=Fraction(said["upper"]["value"]),
        everywhere=everywhere,
        verified=variables is None,
        seconds=round(seconds, 6),
    )


def _print(facts: PriceFacts) -> None:
    from banditproof.theory.decimal_digits import decimal

    what = {"regret": "regret", "simple-regret": "gap of the answer", "error": "error"}[facts.goal]
    which = "mean" if facts.average else "largest"
    number = len(facts.instances)
    title = f"the {which} {what} on {number} instance{'s' * (number > 1)}"
    rows = [
        (
            f"of every policy with {_privacy(facts)}",
            f"at least {decimal(facts.lower, DIGITS, up=False)}",
        ),
        ("of the policy that was found", f"at most {decimal(facts.upper, DIGITS, up=True)}"),
    ]
    if facts.everywhere is not None:
        shown = decimal(facts.everywhere, DIGITS, up=True)
        rows.append(("of this policy, on every instance", f"at most {shown}"))
    print_table((title, f"{facts.arms} arms, T = {facts.horizon}"), rows)
    print()
    if facts.lower == facts.upper:
        print_text(f"Both ends are equal: the least is {facts.lower}.")
    if not facts.average:
        print_text("The first number holds for the worst case over all instances too.")
    if facts.verified:
        print_text(f"A second program recomputed both ends in {facts.seconds:.3g} s.")
    else:
        print_text(f"{facts.variables} variables, {facts.seconds:.3g} s.")


def _privacy(facts: PriceFacts) -> str:
    if facts.epsilon is None:
        return "any eps"
    eps = facts.epsilon
    if "(" not in eps:
        eps = _shown(eps)
    if facts.delta:
        return f"eps = {eps}, delta = {_shown(str(facts.delta))}, {facts.model}s as neighbours"
    return f"eps = {eps}"


def _shown(ratio: str) -> str:
    """A ratio, or its first digits if it is long: a float of it may be 0."""
    from banditproof.theory.number_text import number_text

    return ratio if len(ratio) <= LONGEST else number_text(Fraction(ratio))
