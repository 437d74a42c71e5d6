"""One run of a policy on one input, round by round: its answers are checked, and become symbols."""

from typing import Any
from banditproof.algorithms.interfaces.alphabet import Alphabet, NotAnArm, no_arm
from banditproof.algorithms.interfaces.contexts import Contexts
from banditproof.algorithms.interfaces.library_policies import LibraryBox
from banditproof.algorithms.interfaces.own_loop import OwnLoop
from banditproof.algorithms.interfaces.styles import AdaptedBox, Session
from .inputs import AuditInput, QueriedInput, TableInput


class Game:
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
