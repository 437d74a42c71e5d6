"""Privacy of best-arm identification: the mechanism outputs actions, a stopping time and an arm.

M(a_1..a_T, a_hat, T) = Rec(a_hat | H_T) S_{T+1}(halt | H_T) prod_{t <= T} S_t(a_t | H_{t-1}). The
masses sum to P(tau < inf) <= 1. Unlike in regret minimisation the last reward matters: stopping and
recommendation look at it. Thesis, chapter 3, (3.4) and (3.5).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import cast
from banditproof.theory.exact import Number, exact
from banditproof.verify.exact_laws.enumeration import Actions, replacements
from banditproof.verify.exact_laws.finite_noise import NotEnumerable
from banditproof.verify.exact_laws.law_divergences import Ratio, worst_delta, worst_ratio
from .finite_machine import FiniteMachine, State
from .finite_policy import Answers, History, Reward, Run, checked_shape
from .notions import Notion
from .witness_policies import randomised_response

Output = tuple[Actions, int | None]
"""The actions (their number is the stopping time) and the arm recommended; None: still running."""
Input = tuple[tuple[Reward, ...], ...]
MOST_INPUTS = 20_000


@dataclass(frozen=True)
class FiniteIdentification:
    """A strategy: sample(history) is a law on arms and, as last entry, halting.

    recommend(history) is the law of the recommended arm when it halts. A run that has not halted
    after `rounds` rounds is cut there, and its output is the actions so far: what is computed is
    exact if it always halts by then, and otherwise the privacy of a coarser output.

    >>> copy = FiniteIdentification(
    ...     2, 1, lambda h: (0, 0, 1) if h else (1, 0, 0), lambda h: (1 - h[0][1], h[0][1])
    ... )
    >>> copy.law(((1, 0),)), copy.ratio(Notion.TABLE)  # it recommends its last reward
    ({((0,), 1): Fraction(1, 1)}, inf)
    """

    arms: int
    rounds: int
    sample: Callable[[History], Sequence[Number]]
    recommend: Callable[[History], Sequence[Number]]
    rewards: tuple[Reward, ...] = (0, 1)

    def __post_init__(self) -> None:
        checked_shape(self.arms, self.rounds, self.rewards)

    def law_under(self, answers: Answers) -> dict[Output, Fraction]:
        """The law of the output when an environment answers each action."""
        results: dict[Output, Fraction] = {}
        runs: list[Run] = [((), (), Fraction(1))]
        for played in range(self.rounds + 1):
            after: list[Run] = []
            for actions, past, mass in runs:
                *arms, halt = _law(self.sample(past), self.arms + 1, past)
                recommended = _law(self.recommend(past), self.arms, past) if halt else ()
                for arm, chance in enumerate(recommended):
                    if chance:
                        key = (actions, arm)
                        results[key] = results.get(key, Fraction(0)) + mass * halt * chance
                running = sum(arms, Fraction(0))
                if played == self.rounds and running:
                    results[actions, None] = (
                        results.get((actions, None), Fraction(0)) + mass * running
                    )
                if played < self.rounds:
                    after += [
                        ((*actions, arm), (*past, (label, reward)), mass * chance * share)
                        for arm, chance in enumerate(arms)
                        if chance
                        for label, reward, share in answers((*actions, arm))
                        if share
                    ]
            runs = after
        return results

    def law(self, rows: Input) -> dict[Output, Fraction]:
        """The law of the output on a table, or on a list (rows of one reward)."""

        def answers(prefix: Actions) -> tuple[tuple[int, Reward, Fraction]]:
            row, arm = rows[len(prefix) - 1], prefix[-1]
            return ((arm, row[arm] if len(row) > 1 else row[0], Fraction(1)),)

        return self.law_under(answers)

    def halting_mass(self, rows: Input) -> Fraction:
        """The total mass of M: the probability of halting by the last round."""
        masses = (mass for (_, arm), mass in self.law(rows).items() if arm is not None)
        return sum(masses, Fraction(0))

    def machine(self) -> FiniteMachine:
        """The strategy as a machine with one more round, whose ends are its recommendations.

        Asked by `exact_constant`, it has the constants against adaptive and interactive adversaries
        as well, who see the actions until it halts and may answer with other labels. Against lists
        and tables they are those of this class.
        """

        def act(state: State) -> dict[tuple[int, State], Fraction]:
            if isinstance(state, int):
                return {(state, state): Fraction(1)}
            past = cast(History, state)
            *arms, halt = _law(self.sample(past), self.arms + 1, past)
            recommended = _law(self.recommend(past), self.arms, past) if halt else ()
            law: dict[tuple[int, State], Fraction] = {
                (self.arms + arm, self.arms + arm): halt * chance
                for arm, chance in enumerate(recommended)
                if chance
            }
            if len(past) < self.rounds:
                return law | {(arm, past): chance for arm, chance in enumerate(arms) if chance}
            left = sum(arms, Fraction(0))
            return law | ({(2 * self.arms, 2 * self.arms): left} if left else {})

        def observe(state: State, label: int, reward: Reward) -> State:
            return state if isinstance(state, int) else (*cast(History, state), (label, reward))

        ends = self.arms + 1
        one: dict[State, Fraction] = {(): Fraction(1)}
        return FiniteMachine(
            self.arms + ends, self.rounds + 1, one, act, observe, self.rewards, ends
        )

    def neighbouring_laws(
        self, notion: Notion, rows: int | None = None
    ) -> Iterator[tuple[dict[Output, Fraction], dict[Output, Fraction]]]:
        """The laws of the output on all ordered pairs of lists or tables that differ in one row.

        Only the first `rows` rows may differ; by default all of them, the last one included.
        """
        if notion not in (Notion.VIEW, Notion.TABLE):
            raise ValueError(
                f"The notion is {notion}; a strategy has view and table, and its machine() has the "
                "others."
            )
        width = self.arms if notion is Notion.TABLE else 1
        options = list(product(self.rewards, repeat=width))
        number = len(options) ** self.rounds
        if number > MOST_INPUTS:
            raise NotEnumerable(f"There are {number} inputs, more than {MOST_INPUTS}.")
        laws = {data: self.law(data) for data in product(options, repeat=self.rounds)}
        for data, other in replacements([options] * self.rounds, range(self.rounds)[:rows]):
            yield laws[data], laws[other]

    def ratio(self, notion: Notion, rows: int | None = None) -> Ratio:
        """e^eps of pure privacy, exactly."""
        return worst_ratio(self.neighbouring_laws(notion, rows))

    def delta(self, notion: Notion, factor: Number) -> Fraction:
        """delta at e^eps = factor, exactly."""
        return worst_delta(self.neighbouring_laws(notion), factor)


def _law(given: Sequence[Number], size: int, history: History) -> tuple[Fraction, ...]:
    law = tuple(exact(p) for p in given)
    if len(law) != size or min(law) < 0 or sum(law) != 1:
        raise ValueError(f"After {history} the law is {law}; give a law on {size} outcomes.")
    return law


def answers_the_last_reward(factor: Number, rounds: int = 1) -> FiniteIdentification:
    """Plays arm 0 for some rounds and recommends by a randomised response of the last reward."""
    truth, lie = randomised_response(factor)

    def sample(history: History) -> Sequence[Number]:
        return (0, 0, 1) if len(history) == rounds else (1, 0, 0)

    def recommend(history: History) -> Sequence[Number]:
        return (truth, lie) if history[-1][1] == 0 else (lie, truth)

    return FiniteIdentification(2, rounds, sample, recommend)


def halts_by_chance(stop: Number, rounds: int) -> FiniteIdentification:
    """Halts after each round with a fixed probability; the masses of M sum to less than 1."""
    p = exact(stop)
    if not 0 <= p <= 1:
        raise ValueError(f"The probability of halting is {stop}; give a number in [0, 1].")

    def sample(history: History) -> Sequence[Number]:
        return (1 - p, 0, p) if history else (1, 0, 0)

    return FiniteIdentification(2, rounds, sample, lambda history: (1, 0))
