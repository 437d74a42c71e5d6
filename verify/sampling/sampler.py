"""Runs of a policy on prepared inputs: one row of symbols for each run."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol
import numpy as np
from numpy.typing import NDArray
from banditproof.algorithms.interfaces.alphabet import Alphabet, NotAnArm, no_arm
from banditproof.algorithms.interfaces.chance import OwnChance, global_chance
from banditproof.algorithms.interfaces.contexts import Contexts
from banditproof.algorithms.interfaces.factories import FreshRuns
from banditproof.algorithms.interfaces.library_policies import LibraryBox
from banditproof.algorithms.interfaces.own_loop import OwnLoop
from banditproof.algorithms.interfaces.styles import AdaptedBox, Session
from banditproof.verify.announced import announce
from .inputs import AuditInput, QueriedInput, TableInput
from .timeouts import Clock, OutOfTime, TooLong, patience

Integers = NDArray[np.int64]
Rows = NDArray[np.int16]


class Sampler(Protocol):
    """What an audit needs of a policy: runs of it, each independent of the others."""

    arms: int
    horizon: int
    publics: int
    """How many public sequences of contexts there are."""

    @property
    def alphabet(self) -> Alphabet:
        """The symbols of its rows."""

    def sample(
        self, inputs: Sequence[AuditInput], which: Integers, rng: np.random.Generator
    ) -> Rows:
        """Run i is on inputs[which[i]], for as many rounds as the inputs have.

        Fewer rows come back if the time is over.
        """


@dataclass
class BlackBoxSampler:
    """Runs of fresh policies, round by round, each answer checked and each run timed.

    `deadline` is the time (of time.monotonic) after which no run is started. Independence rests
    on the factory: it must not carry anything from run to run.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> from .inputs import ListInput
    >>> runs = FreshRuns(DPIMED(arms=2, eps=1, ties="first"), arms=2)
    >>> sampler = BlackBoxSampler(runs, arms=2, horizon=3)
    >>> one = ListInput(((1,), (0,), (0,)))
    >>> sampler.sample([one], np.zeros(2, int), np.random.default_rng(1))[:, :2].tolist()
    [[0, 1], [0, 1]]
    """

    runs: FreshRuns
    arms: int
    horizon: int
    seconds_per_run: float = 10.0
    deadline: float = float("inf")
    contexts: Contexts | None = None
    slate: int = 1
    made: int = field(default=0, init=False)
    """How many runs have been made."""
    _stops: bool | None = field(default=None, init=False)

    @property
    def publics(self) -> int:
        """How many public sequences of contexts there are."""
        return 1 if self.contexts is None else len(self.contexts.sequences)

    @property
    def alphabet(self) -> Alphabet:
        """The symbols of the rows; a first policy is made to see whether it stops."""
        if self._stops is None:
            with global_chance(), patience(self.seconds_per_run) as clock:
                try:
                    clock.start(self.deadline - time.monotonic())
                    box = self.runs.made(OwnChance(np.random.default_rng(0)).rng)
                except TooLong:
                    if time.monotonic() > self.deadline - 1e-3:
                        return Alphabet(self.arms, self.slate)
                    raise OutOfTime(
                        f"{self.runs.name} did not return a policy within "
                        f"{self.seconds_per_run:g} seconds; a factory must return."
                    ) from None
                finally:
                    clock.stop()
            self._stops = box.stops
        return Alphabet(self.arms, self.slate, self._stops)

    def __post_init__(self) -> None:
        if self.arms < 1 or self.arms > 127:
            raise ValueError(f"There are {self.arms} arms; give a number from 1 to 127.")
        if self.horizon < 1:
            raise ValueError(f"The horizon is {self.horizon}; give at least one round.")

    def sample(
        self, inputs: Sequence[AuditInput], which: Integers, rng: np.random.Generator
    ) -> Rows:
        """Run i is on inputs[which[i]]; fewer rows if the time is over.

        Each run gets its own part of the stream, so that policies which copy a generator do not
        all draw the same noise, nor the random numbers of the caller.
        """
        alphabet = self.alphabet
        announce(f"{self.made} runs of {self.horizon} rounds are compared so far")
        rows = np.zeros((len(which), len(inputs[0].blocks) + alphabet.stops), np.int16)
        chance = OwnChance(rng)
        with global_chance(), patience(self.seconds_per_run) as clock:
            for i, index in enumerate(which):
                if time.monotonic() > self.deadline:
                    return rows[:i]
                chance.next_run()
                row = self._run(inputs[index], chance.rng, clock, alphabet)
                if row is None:
                    return rows[:i]
                rows[i] = row
                self.made += 1
        return rows

    def _run(
        self, source: AuditInput, rng: np.random.Generator, clock: Clock, alphabet: Alphabet
    ) -> list[int] | None:
        """The symbols of one run; None if the time of the whole audit ended during it."""
        game = _Game(self.runs.name, source, alphabet, self.contexts)
        began = time.monotonic()
        try:
            try:
                clock.start(self.deadline - time.monotonic())
                game.play(self.runs.made(rng))
            finally:
                clock.stop()
        except TooLong:
            now = time.monotonic()
            if now > self.deadline - 1e-3 and now - began < 0.9 * self.seconds_per_run:
                return None
            raise OutOfTime(
                f"{self.runs.name} did not return from {game.doing} in round {game.t} within "
                f"{self.seconds_per_run:g} seconds; a policy must return."
            ) from None
        return game.symbols


Law = Mapping[tuple[int, ...], float]


@dataclass
class LawSampler:
    """Runs drawn from known laws of the actions: for policies whose law can be enumerated.

    >>> from .inputs import ListInput
    >>> fair = LawSampler(lambda source: {(0, 0): 0.5, (0, 1): 0.5}, arms=2, horizon=2)
    >>> one = ListInput(((1,), (0,)))
    >>> fair.sample([one], np.zeros(4, int), np.random.default_rng(1)).tolist()
    [[0, 1], [0, 1], [0, 0], [0, 1]]
    """

    law: Callable[[AuditInput], Law]
    arms: int
    horizon: int
    publics: int = field(default=1, init=False)
    _known: dict[AuditInput, tuple[Rows, NDArray[np.float64]]] = field(default_factory=dict)

    @property
    def alphabet(self) -> Alphabet:
        """The arms."""
        return Alphabet(self.arms)

    def sample(
        self, inputs: Sequence[AuditInput], which: Integers, rng: np.random.Generator
    ) -> Rows:
        """Run i is on inputs[which[i]]."""
        rows = np.zeros((len(which), len(inputs[0].blocks)), np.int16)
        uniforms = rng.random(len(which))
        order = np.argsort(which, kind="stable")
        ends = np.cumsum(np.bincount(which, minlength=len(inputs)))
        start = 0
        for source, end in zip(inputs, ends.tolist(), strict=True):
            if end > start:
                sequences, cumulative = self._table(source)
                mine = order[start:end]
                places = np.searchsorted(cumulative, uniforms[mine], side="right")
                rows[mine] = sequences[np.minimum(places, len(sequences) - 1)]
            start = end
        return rows

    def _table(self, source: AuditInput) -> tuple[Rows, NDArray[np.float64]]:
        if source not in self._known:
            law = self.law(source)
            sequences = np.array(list(law), np.int16)
            self._known[source] = sequences, np.cumsum([float(m) for m in law.values()])
        return self._known[source]


def looks_reproducible(
    sampler: BlackBoxSampler, source: AuditInput, seed: int, runs: int = 40
) -> bool:
    """Whether two samples with the same seed are equal; equal samples prove nothing more.

    If the sampler's time is over before, what there is of both samples is compared.

    >>> class Entropic:
    ...     def __init__(self): self.rng = np.random.default_rng()
    ...     def select(self): return int(self.rng.integers(2))
    ...     def update(self, arm, reward): pass
    >>> from .inputs import ListInput
    >>> sampler = BlackBoxSampler(FreshRuns(Entropic, arms=2), arms=2, horizon=4)
    >>> looks_reproducible(sampler, ListInput(((0,),) * 4), seed=1)
    False
    """
    which = np.zeros(runs, int)
    first, second = (sampler.sample([source], which, np.random.default_rng(seed)) for _ in range(2))
    known = min(len(first), len(second))
    return bool(np.array_equal(first[:known], second[:known]))


class _Game:
    """One run: the answers of a session are checked, and turned into symbols."""

    def __init__(
        self, name: str, source: AuditInput, alphabet: Alphabet, contexts: Contexts | None
    ) -> None:
        self.name, self.source, self.alphabet = name, source, alphabet
        self.contexts = None if contexts is None else contexts.sequences
        self.rounds = len(source.blocks)
        self.symbols: list[int] = []
        self.doing, self.t = "making it", 0

    def play(self, box: Session) -> None:
        """Play all rounds, or until the policy stops."""
        if isinstance(self.source, QueriedInput) and not box.takes_arm:
            raise ValueError(
                f"{self.name} does not see the arm of a reward, so no adversary can show it "
                "another one; audit it against tables."
            )
        if self.alphabet.slate > 1 and not isinstance(self.source, TableInput):
            raise ValueError(
                f"{self.name} plays slates of {self.alphabet.slate} arms; audit it against tables."
            )
        try:
            if isinstance(box, OwnLoop):
                self.doing = "its own loop"
                box.play(self._step, self.rounds)
            else:
                self._play_rounds(box)
        except _Refused as refused:
            raise ValueError(str(refused)) from None
        except Exception as failure:
            kind = type(failure).__name__
            raise ValueError(
                f"{self.name} raised {kind} in {self.doing} of round {self.t}: {failure}"
            ) from failure
        except SystemExit:
            raise ValueError(
                f"{self.name} asked Python to exit in {self.doing} of round {self.t}."
            ) from None

    def _play_rounds(self, box: LibraryBox | AdaptedBox) -> None:
        shown = None
        if self.contexts is not None:
            shown = self.contexts[self.source.public]
        stops = self.alphabet.stops
        for t in range(1, self.rounds + 1):
            self.doing, self.t = "select()", t
            if shown is not None:
                box.show(shown[t - 1])
            answer = box.select()
            if answer is None and stops:
                break
            booked, reward = self._paid(answer)
            self.doing = "update()"
            box.update(booked, reward)
        if stops:
            self.doing = "recommend()"
            answer = box.recommended()
            try:
                end = self.alphabet.end(answer)
            except NotAnArm:
                raise _Refused(
                    f"{self.name} recommends the arm {answer!r}; there are {self.alphabet.arms} "
                    f"arms, counted from 0 to {self.alphabet.arms - 1}."
                ) from None
            self.symbols += [end] * (self.rounds + 1 - len(self.symbols))

    def _step(self, answer: Any) -> float:
        self.t += 1
        _, reward = self._paid(answer)
        return float(reward)

    def _paid(self, answer: Any) -> tuple[Any, Any]:
        """Note an answer; the arm or slate that the policy sees, and what it paid."""
        try:
            symbol = self.alphabet.symbol(answer)
        except NotAnArm:
            a = self.alphabet
            raise _Refused(no_arm(self.name, answer, self.t, a.arms, a.slate)) from None
        self.symbols.append(symbol)
        if self.alphabet.slate == 1:
            return self.source.answer(self.symbols)
        block, slate = self.source.blocks[self.t - 1], self.alphabet.members(symbol)
        return slate, tuple(block[arm] for arm in slate)


class _Refused(Exception):
    """A sentence about an answer that is not understood."""
