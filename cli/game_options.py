"""The options that say on what a policy is played, and the bandit that they describe."""

from __future__ import annotations
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated
from . import arguments
from .option_groups import choices_of

if TYPE_CHECKING:
    from banditproof.algorithms import LinearEnvironment
    from banditproof.algorithms.engines.engine import Played
    from banditproof.algorithms.linear_environment import RewardLaw, Vectors

LAWS = ("sphere", "normal")
MOST_ENTRIES = 10**6
"""The most entries of the contexts of one round."""
ROUNDING = Fraction(1, 10**9)
"""How far the squared norm of a vector may be above 1, because its entries are rounded."""
LONGEST = 1000
"""The longest vector of a run with unclipped rewards."""

Rows = Sequence[tuple[Fraction, ...]]


@dataclass(frozen=True)
class PlayedOptions:
    """The options that describe what is played; None where one was not given."""

    means: Annotated[str | None, arguments.MEANS] = None
    actions: str | None = None
    contexts: str | None = None
    arms: str | None = None
    theta: str | None = None
    law: str | None = None
    sigma: str | None = None

    losses: str | None = None
    experts: str | None = None
    advice: str | None = None

    def bandit(self, unclipped: bool) -> Played:
        """What is played; raises ValueError if the options say none, or more than one.

        Vectors longer than 1 are for unclipped runs only.
        """
        kinds = {"--means": self.means, "--actions": self.actions, "--contexts": self.contexts}
        given = [kind for kind, word in kinds.items() if word is not None]
        if len(given) != 1:
            what = f"{' and '.join(given)} are given" if given else "No bandit is given"
            raise ValueError(f"{what}; give exactly one of {', '.join(kinds)}.")
        if self.means is not None:
            words = {"--theta": self.theta, "--law": self.law, "--sigma": self.sigma}
            self._refuse("a linear bandit", words)
            self._refuse("--contexts", {"--arms": self.arms})
            return arguments.bernoulli(self.means)
        if self.actions is not None:
            self._refuse("--contexts", {"--arms": self.arms})
        return self._linear(unclipped)

    def refuse_advice(self) -> None:
        """Raise ValueError for options that belong to learners for losses."""
        self._refuse("--losses", {"--experts": self.experts, "--advice": self.advice})

    @staticmethod
    def _refuse(owner: str, words: dict[str, str | None]) -> None:
        for option, word in words.items():
            if word is not None:
                raise ValueError(f"{option} belongs to {owner}; leave it out.")

    def _linear(self, unclipped: bool) -> LinearEnvironment:
        from banditproof.algorithms import LinearEnvironment

        if self.theta is None:
            raise ValueError("A linear bandit needs its parameter; give --theta 0.6,0.8.")
        theta = arguments.numbers("entries of theta", self.theta, "--theta 0.6,0.8")
        theta = short("theta", [theta], unclipped)[0]
        arguments.one_of("reward law", self.law or "signs", choices_of("game_options", "law"))
        law: RewardLaw = "normal" if self.law == "normal" else "signs"
        if self.sigma is not None and law != "normal":
            raise ValueError("--sigma belongs to --law normal; leave it out.")
        sigma = Fraction(1) if self.sigma is None else arguments.positive("sigma", self.sigma)
        if self.actions is not None:
            rows = checked_actions(self.actions, unclipped)
            self._same_length(self.actions, rows, theta)
            return LinearEnvironment(theta, actions=rows, law=law, sigma=sigma)
        contexts = self._contexts(theta, unclipped)
        arms = arguments.count("arms", self.arms or "")
        return LinearEnvironment(theta, contexts=contexts, arms=arms, law=law, sigma=sigma)

    def _contexts(self, theta: Sequence[Fraction], unclipped: bool) -> str | list[Vectors]:
        """The name of the law of the contexts, or the vectors of the rounds of a file."""
        from banditproof.theory.number_files.exact_rows import read_rows

        assert self.contexts is not None
        if self.arms is None:
            raise ValueError("--contexts needs the number of vectors in a round; give --arms 10.")
        arms = arguments.count("arms", self.arms)
        if arms * len(theta) > MOST_ENTRIES:
            raise ValueError(
                f"{arms} vectors of {len(theta)} entries in each round are too many; give at most "
                f"{MOST_ENTRIES // len(theta)} arms."
            )
        if self.contexts in LAWS:
            return self.contexts
        if "." not in self.contexts and "/" not in self.contexts:
            arguments.one_of("law of contexts", self.contexts, LAWS)
        rows: Rows = read_rows(self.contexts)
        self._same_length(self.contexts, rows, theta)
        if len(rows) % arms:
            raise ValueError(
                f"{self.contexts} has {len(rows)} rows for {arms} arms; give {arms} rows for each "
                "round."
            )
        rows = short(self.contexts, rows, unclipped)
        return [rows[start : start + arms] for start in range(0, len(rows), arms)]

    @staticmethod
    def _same_length(path: str, rows: Rows, theta: Sequence[Fraction]) -> None:
        if len(rows[0]) != len(theta):
            raise ValueError(
                f"The vectors of {path} have {len(rows[0])} entries and theta has {len(theta)}; "
                "give vectors of one length."
            )


def checked_actions(path: str, unclipped: bool = False) -> Rows:
    """The actions of a file: they span, and none is longer than 1 unless rewards are unclipped."""
    from banditproof.theory.number_files.exact_rows import read_rows
    from banditproof.theory.rational_matrices import rational_matrix

    rows = read_rows(path)
    result = rational_matrix(rows).rank()
    if result < len(rows[0]):
        raise ValueError(
            f"The actions of {path} span a space of dimension {result}, not {len(rows[0])}; give "
            "actions that span."
        )
    return short(path, rows, unclipped)


def short(what: str, rows: Rows, unclipped: bool = False) -> Rows:
    """The vectors, none longer than 1, or than 1000 for unclipped rewards.

    Those that are longer than 1 because their entries are rounded are shortened by 1e-9.

    >>> short("theta", [(Fraction(3, 5), Fraction(4, 5))])
    [(Fraction(3, 5), Fraction(4, 5))]
    >>> short("theta", [(Fraction(1), Fraction(1))])
    Traceback (most recent call last):
    ...
    ValueError: theta has a norm above 1; give vectors of norm at most 1.
    """
    most = LONGEST if unclipped else 1
    results = []
    for place, row in enumerate(rows, 1):
        square = sum((x * x for x in row), Fraction(0))
        if square > most**2 + ROUNDING:
            whose = what if len(rows) == 1 else f"{what}: row {place}"
            raise ValueError(
                f"{whose} has a norm above {most}; give vectors of norm at most {most}."
            )
        rounded = 1 < square <= 1 + ROUNDING
        results.append(tuple(x / (1 + ROUNDING) for x in row) if rounded else row)
    return results
