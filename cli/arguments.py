"""The options that several commands share, and how a word becomes an exact number."""

from __future__ import annotations
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated
import typer
from .option_ranges import (
    BUDGETS_OF_RUNS,
    CHANCES,
    COUNTS,
    EXPONENTS,
    MODERATE,
    MOST_CELLS,
    ORDERS,
    RANGES,
    RISKS,
    Range,
)

if TYPE_CHECKING:
    from banditproof.theory import BernoulliBandit

UNITS = {"ms": Fraction(1, 1000), "s": Fraction(1), "m": Fraction(60), "h": Fraction(3600)}

MEANS = typer.Option(help="Means of the arms: 0.8,0.6,0.5 or '[0.8, 0.6, 0.5]'")
EPSILON = typer.Option(
    "--eps", "--epsilon", help="Budget eps of differential privacy, a number > 0."
)

Epsilon = Annotated[str | None, EPSILON]
Rho = Annotated[str | None, typer.Option("--rho", help="Budget rho of zCDP, a number > 0.")]
Horizon = Annotated[
    str | None, typer.Option(help="Also the bounds of the regret after T rounds, e.g. 1e6.")
]
Risk = Annotated[
    str | None,
    typer.Option(
        "--delta", help="Also the samples that find the best arm with this probability of error."
    ),
]
Seed = Annotated[int, typer.Option(min=0, help="Random seed.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the same facts as JSON.")]


def number(name: str, word: str) -> Fraction:
    """A finite number, read exactly: 0.25, 1/4, 25%, 10^-2.

    >>> number("horizon", "many")
    Traceback (most recent call last):
    ...
    ValueError: horizon: 'many' is not a number; give a decimal ('0.25') or a ratio ('1/4').
    """
    from banditproof.theory.number_files import exact_words  # a command loads no room for its help

    with _named(name):
        return exact_words.number(name, word)


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Say the name of the option whose word is no number."""
    try:
        yield
    except ValueError as problem:
        if not str(problem).startswith("'"):
            raise
        raise ValueError(f"{name}: {problem}") from None


def listed(text: str) -> list[str]:
    """The words of a list: separated by commas, by semicolons, or by blanks alone."""
    from banditproof.theory.number_files import exact_words

    return exact_words.listed(text)


def numbers(name: str, text: str, example: str) -> tuple[Fraction, ...]:
    """A list such as 0.8,0.6, each number read exactly."""
    from banditproof.theory.number_files import exact_words

    with _named(name):
        return exact_words.numbers(name, text, example)


def positive(name: str, word: str) -> Fraction:
    """A number > 0, in the range of its option if `RANGES` has one."""
    result = number(name, word)
    if result <= 0:
        raise ValueError(f"{name} is {word}; give a number > 0.")
    return within(RANGES.get(name), name, word, result)


def within(allowed: Range | None, name: str, word: str, found: Fraction) -> Fraction:
    """The number of a word, if it lies in a range; raises ValueError otherwise.

    >>> from .option_ranges import FLOATS
    >>> within(FLOATS, "width", "1e400", Fraction(10**400))
    Traceback (most recent call last):
    ...
    ValueError: width is 1e400; give a number between 1e-300 and 1e300.
    """
    if allowed is not None and not allowed.holds(found):
        raise ValueError(f"{name} is {word}; give {allowed}.")
    return found


def budget(word: str, name: str = "eps") -> Fraction:
    """A privacy budget > 0."""
    result = number(name, word)
    if result <= 0:
        raise ValueError(f"{name} is {word}; give a number > 0 (at 0 nothing can be learnt).")
    return result


def budget_of_runs(word: str, name: str = "eps") -> Fraction:
    """A privacy budget > 0 for which floats are computed: of a simulation, an audit, a drawing."""
    return within(BUDGETS_OF_RUNS, name, word, budget(word, name))


def order(word: str) -> Fraction:
    """An order of Renyi privacy: a number > 1 that floats can tell from 1.

    >>> order("1")
    Traceback (most recent call last):
    ...
    ValueError: alpha is 1; give a number between 1.000000001 and 1e15.
    """
    return within(ORDERS, "alpha", word, number("alpha", word))


def risk(word: str, name: str = "delta") -> Fraction:
    """A probability of error in (0, 1).

    >>> risk("0.05")
    Fraction(1, 20)
    """
    result = number(name, word)
    if not 0 < result < 1:
        raise ValueError(f"{name} is {word}; give a probability of error in (0, 1).")
    return result


def exponent(word: str) -> Fraction:
    """An exponent s of a sum of k^-s that converges, for which floats are computed.

    >>> exponent("1")
    Traceback (most recent call last):
    ...
    ValueError: s is 1; give a number between 1.000001 and 1000.
    """
    return within(EXPONENTS, "s", word, number("s", word))


def probability(name: str, word: str) -> Fraction:
    """A probability in (0, 1] for which floats are computed."""
    result = positive(name, word)
    if result > 1:
        raise ValueError(f"{name} is {word}; give a number in (0, 1].")
    return within(CHANCES, name, word, result)


def below_one(name: str, word: str) -> Fraction:
    """A number in (0, 1) whose float is neither 0 nor 1, such as the delta of a guarantee.

    >>> below_one("delta", "1")
    Traceback (most recent call last):
    ...
    ValueError: delta is 1; give a number strictly between 0 and 1.
    """
    result = number(name, word)
    if not 0 < result < 1:
        raise ValueError(f"{name} is {word}; give a number strictly between 0 and 1.")
    return within(RISKS, name, word, result)


def not_negative(name: str, word: str) -> Fraction:
    """A number that is 0, or in the range of moderate floats.

    >>> not_negative("noise", "0"), not_negative("noise", "1/2")
    (Fraction(0, 1), Fraction(1, 2))
    """
    result = number(name, word)
    if result < 0:
        raise ValueError(f"{name} is {word}; give a number >= 0.")
    return result if not result else within(MODERATE, name, word, result)


LARGE = ("horizon", "runs", "samples")
"""The counts that are often written as powers of 10."""


def whole(name: str, word: str, least: int) -> int:
    """A whole number such as 1000000 or 1e6, at least the given one."""
    result = number(name, word)
    if result.denominator != 1 or result < least:
        example = ", such as 1e6" if name in LARGE else ""
        raise ValueError(f"{name} is {word}; give a whole number >= {least}{example}.")
    return int(result)


def count(option: str, word: str, least: int = 1) -> int:
    """A whole number of a command that plays a policy, in the range of its option.

    >>> count("runs", "10^4")
    10000
    """
    result = whole(option, word, least)
    within(COUNTS[option], option, word, Fraction(result))
    return result


def check_size(word: str, runs: int, arms: int) -> None:
    """Raise ValueError for more runs than can be kept."""
    if runs * arms > MOST_CELLS:
        raise ValueError(
            f"{word} runs of {arms} arms are too many to keep; give at most "
            f"{MOST_CELLS // arms} runs."
        )


def horizon(word: str | None) -> int | None:
    """A number of rounds >= 2, if it was given."""
    return None if word is None else whole("horizon", word, 2)


def seconds(word: str) -> float:
    """A duration such as 60s, 1.5m, 2h, 500ms or 60 (seconds)."""
    text = word.strip()
    unit = next((u for u in UNITS if text.endswith(u)), "")
    try:
        result = number("budget", text.removesuffix(unit)) * UNITS.get(unit, Fraction(1))
    except ValueError:
        result = Fraction(0)
    if not Fraction(1, 10**6) <= result <= 10**7:
        raise ValueError(f"The time limit is {word!r}; give a duration such as 60s or 2m.")
    return float(result)


def means_of(text: str) -> tuple[Fraction, ...]:
    """The means of a list such as 0.8,0.6."""
    return numbers("means", text, "--means 0.8,0.6")


def bernoulli(text: str) -> BernoulliBandit:
    """The Bernoulli bandit with the means of a list."""
    from banditproof.theory import BernoulliBandit

    means, words = means_of(text), listed(text)
    if max(means) > 1 and len(words) % 2 == 0 and all(map(str.isdigit, words)):
        points = ",".join(map(".".join, zip(words[::2], words[1::2], strict=True)))
        if max(map(int, words)) <= 100 and max(map(int, words[::2])) > 1:
            percent = ",".join(f"{int(word) / 100:g}" for word in words)
            raise ValueError(
                f"A mean of {text} is {max(means)}, which is outside [0, 1]; give numbers in "
                f"[0, 1], such as {percent} for percent."
            )
        raise ValueError(
            f"A mean of {text} is {max(means)}, which is outside [0, 1]; give numbers in [0, 1], "
            f"and decimal points in place of decimal commas: {points}."
        )
    return BernoulliBandit(means)


def budget_range(name: str, word: str) -> tuple[Fraction, Fraction]:
    """The two ends of low:high, both > 0 and in order.

    >>> budget_range("eps", "0.001:10")
    (Fraction(1, 1000), Fraction(10, 1))
    """
    parts = [part.strip() for part in word.split(":")]
    if len(parts) != 2 or not all(parts):
        raise ValueError(f"--{name} is {word!r}; give a range low:high, such as 0.001:10.")
    low, high = (budget_of_runs(part, name) for part in parts)
    if low >= high:
        raise ValueError(f"--{name} is {word!r}; give a range low:high with low < high.")
    return low, high


def one_of(what: str, word: str, known: Iterable[str], listing: str = "") -> str:
    """A word out of some; for a misspelt one, a sentence with the nearest.

    Where none is near, the sentence names all words, or the command that does, `listing`.

    >>> one_of("notion", "tabel", ["view", "table"])
    Traceback (most recent call last):
    ...
    ValueError: There is no notion 'tabel'; did you mean table?
    """
    from difflib import get_close_matches

    words = list(known)
    if word in words:
        return word
    near = get_close_matches(word.lower(), words, n=3)
    hint = f"give one of {', '.join(words)}."
    if listing:
        hint = f"give a name such as {words[0]}; `{listing}` lists all."
    if near:
        hint = f"did you mean {' or '.join(near)}?"
    raise ValueError(f"There is no {what} {word!r}; {hint}")
