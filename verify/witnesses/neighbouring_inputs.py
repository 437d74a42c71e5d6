"""The two inputs of a witness: rewards that differ in one round, as far as a notion allows it.

Two lists hold a reward for each round, whatever arm is pulled; they are inputs of every notion. An
adversary is a move after each prefix of actions: the label that is shown with the reward, and the
reward in either world. After a prefix without a move nothing more is looked at.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from banditproof.verify.definitions.notions import Notion
from .plain_fields import Refused, Unreadable, field, items, number, whole
from .stated_claim import StatedClaim

Actions = tuple[int, ...]
Move = tuple[int, Fraction, Fraction]
"""A label, and the reward in the left and in the right world."""


@dataclass(frozen=True)
class Inputs:
    """Two lists of rewards, or the moves of an adversary after prefixes of actions.

    >>> inputs = Inputs((Fraction(0), Fraction(1)), (Fraction(1), Fraction(1)))
    >>> inputs.move((1,)), inputs.move((1, 0, 0)), Inputs.read(inputs.to_json()) == inputs
    ((1, Fraction(0, 1), Fraction(1, 1)), None, True)
    """

    left: tuple[Fraction, ...] = ()
    right: tuple[Fraction, ...] = ()
    moves: dict[Actions, Move] | None = None
    contexts: tuple[tuple[tuple[float, ...], ...], ...] = ()
    """The public vectors of each round, which both worlds share."""

    def move(self, prefix: Actions) -> Move | None:
        """What is shown after some actions; None if nothing more is looked at."""
        if self.moves is not None:
            return self.moves.get(prefix)
        if len(prefix) > len(self.left):
            return None
        return prefix[-1], self.left[len(prefix) - 1], self.right[len(prefix) - 1]

    @property
    def rounds(self) -> int:
        """The last round that has a reward."""
        if self.moves is None:
            return len(self.left)
        return max(map(len, self.moves), default=0)

    def to_json(self) -> dict[str, Any]:
        """The inputs in plain JSON types."""
        if self.moves is None:
            lists = {"left": [*map(str, self.left)], "right": [*map(str, self.right)]}
            return lists | ({"contexts": self.contexts} if self.contexts else {})
        return {
            "moves": [
                [list(prefix), label, str(left), str(right)]
                for prefix, (label, left, right) in sorted(self.moves.items())
            ]
        }

    @staticmethod
    def read(facts: Any) -> "Inputs":
        """The inputs of a JSON object."""
        if not isinstance(facts, dict) or "moves" not in facts:
            left, right = (
                tuple(number(x, "reward") for x in items(field(facts, side, "inputs"), side))
                for side in ("left", "right")
            )
            return Inputs(left, right, contexts=_contexts(facts.get("contexts") or []))
        moves: dict[Actions, Move] = {}
        for entry in items(facts["moves"], "moves"):
            prefix, label, left, right = items(entry, "move", 4)
            after = tuple(whole(arm, "action") for arm in items(prefix, "prefix of a move"))
            if not after or after in moves:
                raise Unreadable(f"There are two moves, or one before the start, after {after}.")
            moves[after] = whole(label, "label"), number(left, "reward"), number(right, "reward")
        return Inputs(moves=moves)


def _contexts(value: Any) -> tuple[tuple[tuple[float, ...], ...], ...]:
    return tuple(
        tuple(tuple(map(_coordinate, items(row, "vector"))) for row in items(rows, "context"))
        for rows in items(value, "contexts")
    )


def _coordinate(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e100:
        raise Unreadable("A coordinate of the contexts is no finite number; give one.")
    return float(value)


def require_neighbours(inputs: Inputs, claim: StatedClaim) -> None:
    """Refused unless the inputs are neighbours, within the horizon, with rewards of the claim."""
    if len(inputs.left) != len(inputs.right):
        raise Refused(f"The inputs have {len(inputs.left)} and {len(inputs.right)} rounds.")
    if claim.horizon is not None and inputs.rounds > claim.horizon:
        raise Refused(
            f"The inputs have {inputs.rounds} rounds, and the claim is about {claim.horizon}."
        )
    listed = inputs.moves is None
    moves = inputs.moves or {
        (0,) * t: (0, *pair)
        for t, pair in enumerate(zip(inputs.left, inputs.right, strict=True), 1)
    }
    for _, left, right in moves.values():
        for reward in (left, right):
            if not claim.allows(reward):
                raise Refused(f"The reward {reward} is none of the claim's, {claim.rewards}.")
    rounds = {len(prefix) for prefix, (_, left, right) in moves.items() if left != right}
    if len(rounds) != 1:
        raise Refused(f"The inputs differ in {len(rounds)} rounds, and neighbours differ in one.")
    if not listed:
        _require_notion(moves, claim)


def _require_notion(moves: dict[Actions, Move], claim: StatedClaim) -> None:
    """Refused if an adversary does what its notion does not allow.

    Lists pay by the round, tables by round and arm, and queries by round and label; a tree pays by
    all that was played. Only a query chooses the label.
    """
    notion = claim.notion
    paid: dict[Any, tuple[Fraction, Fraction]] = {}
    for prefix, (label, left, right) in moves.items():
        if not all(arm < claim.arms for arm in (*prefix, label)):
            raise Refused(f"After {prefix} arm {label} is shown, and there are {claim.arms} arms.")
        if label != prefix[-1] and notion is not Notion.INTERACTIVE:
            raise Refused(f"After {prefix} another label is shown, which {notion} does not allow.")
        key: Any = (len(prefix), label)
        if notion is Notion.VIEW:
            key = len(prefix)
        elif notion is Notion.ADAPTIVE:
            key = prefix
        if paid.setdefault(key, (left, right)) != (left, right):
            raise Refused(
                f"In round {len(prefix)} the reward depends on earlier actions, which {notion} "
                "does not allow."
            )
