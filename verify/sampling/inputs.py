"""What an adversary feeds: lists, tables, trees, and tables with chosen queries, with neighbours.

An input answers after each action with the arm that the policy sees and its reward. Two inputs
are neighbours if they differ in what one round pays, as in the definitions of the four notions.
What is public, such as contexts, is the same on both.
"""

from __future__ import annotations
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar
from banditproof.verify.definitions.notions import Notion

Block = tuple[float, ...]
"""What one round may pay, in any order of rewards; its meaning depends on the notion."""


class Input(Protocol):
    """A source of rewards that an adversary prepared: one block of numbers for each round."""

    @property
    def blocks(self) -> tuple[Block, ...]:
        """What each round pays: the only part in which neighbours differ."""

    def answer(self, actions: Sequence[int]) -> tuple[int, float]:
        """The arm that the policy sees, and its reward, after the actions so far."""


AnyInput = TypeVar("AnyInput", bound="_Blocks")


@dataclass(frozen=True)
class _Blocks:
    blocks: tuple[Block, ...]
    public: int = field(default=0, kw_only=True, repr=False)
    """Which of the public sequences of contexts is shown, where there are any."""

    def with_block(self: AnyInput, t: int, block: Block) -> AnyInput:
        """The same input with another block in round t, counted from 1."""
        return replace(self, blocks=(*self.blocks[: t - 1], block, *self.blocks[t:]))

    def cut(self: AnyInput, rounds: int) -> AnyInput:
        """The first rounds of the input."""
        return self if rounds >= len(self.blocks) else replace(self, blocks=self.blocks[:rounds])

    def lengthened(self: AnyInput, rounds: int, reward: float) -> AnyInput:
        """The same input with further rounds, which all pay one reward."""
        more = ((reward,) * len(self.blocks[0]),) * (rounds - len(self.blocks))
        return replace(self, blocks=(*self.blocks, *more))


@dataclass(frozen=True)
class ListInput(_Blocks):
    """View DP: round t pays blocks[t-1][0], whatever arm is pulled.

    >>> ListInput(((0,), (1,))).answer([1, 0])
    (0, 1)
    """

    def answer(self, actions: Sequence[int]) -> tuple[int, float]:
        """The pulled arm and the reward of the round."""
        return actions[-1], self.blocks[len(actions) - 1][0]


@dataclass(frozen=True)
class TableInput(_Blocks):
    """Table DP: round t pays blocks[t-1][arm].

    >>> TableInput(((0, 1), (1, 0))).answer([1])
    (1, 1)
    """

    def answer(self, actions: Sequence[int]) -> tuple[int, float]:
        """The pulled arm and its entry in the row of the round."""
        return actions[-1], self.blocks[len(actions) - 1][actions[-1]]


@dataclass(frozen=True)
class TreeInput(_Blocks):
    """Adaptive continual release: round t pays blocks[t-1][arms * previous + last].

    The adversary reads the last two actions (before round 1 there is arm 0): a family of reward
    trees with a short description, so what is found on it is a lower bound.

    >>> TreeInput(((0, 1, 0, 0), (0, 0, 1, 0)), arms=2).answer([1, 0])
    (0, 1)
    """

    arms: int

    def answer(self, actions: Sequence[int]) -> tuple[int, float]:
        """The pulled arm and the number at the node of the last two actions."""
        previous = actions[-2] if len(actions) > 1 else 0
        return actions[-1], self.blocks[len(actions) - 1][self.arms * previous + actions[-1]]


@dataclass(frozen=True)
class QueriedInput(_Blocks):
    """Interactive DP: after action a in round t the adversary shows entry q = queries[t-1][a].

    The policy sees q and blocks[t-1][q] instead of its arm and reward.

    >>> QueriedInput(((0, 1), (1, 0)), queries=((1, 0), (0, 1))).answer([0])
    (1, 1)
    """

    queries: tuple[tuple[int, ...], ...]

    def answer(self, actions: Sequence[int]) -> tuple[int, float]:
        """The queried arm and its entry in the row of the round."""
        t = len(actions) - 1
        query = self.queries[t][actions[-1]]
        return query, self.blocks[t][query]

    def cut(self, rounds: int) -> QueriedInput:
        """The first rounds of the input."""
        return replace(self, blocks=self.blocks[:rounds], queries=self.queries[:rounds])

    def lengthened(self, rounds: int, reward: float) -> QueriedInput:
        """The same input with further rounds, which all pay one reward, with true labels."""
        arms, more = len(self.blocks[0]), rounds - len(self.blocks)
        return replace(
            self,
            blocks=(*self.blocks, *(((reward,) * arms,) * more)),
            queries=(*self.queries, *((tuple(range(arms)),) * more)),
        )


AuditInput = ListInput | TableInput | TreeInput | QueriedInput


def block_length(notion: Notion, arms: int) -> int:
    """How many rewards one round may show under a notion.

    >>> block_length(Notion.VIEW, 3), block_length(Notion.ADAPTIVE, 3)
    (1, 9)
    """
    return {Notion.VIEW: 1, Notion.ADAPTIVE: arms * arms}.get(notion, arms)


def as_input(
    notion: Notion,
    arms: int,
    blocks: Sequence[Sequence[float]],
    queries: Sequence[Sequence[int]] | None = None,
    public: int = 0,
) -> AuditInput:
    """The input of a notion with the given blocks; queries default to the pulled arm.

    >>> as_input(Notion.TABLE, 2, [(0, 1), (1, 1)])
    TableInput(blocks=((0, 1), (1, 1)))
    """
    length = block_length(notion, arms)
    rows = tuple(tuple(block) for block in blocks)
    for t, block in enumerate(rows, 1):
        if len(block) != length:
            raise ValueError(
                f"Round {t} has {len(block)} numbers; with {arms} arms the {notion} notion needs "
                f"{length}."
            )
    if notion is Notion.VIEW:
        return ListInput(rows, public=public)
    if notion is Notion.TABLE:
        return TableInput(rows, public=public)
    if notion is Notion.ADAPTIVE:
        return TreeInput(rows, arms, public=public)
    truthful = (tuple(range(arms)),) * len(rows)
    asked = truthful if queries is None else tuple(map(tuple, queries))
    return QueriedInput(rows, asked, public=public)


def challenge(left: AuditInput, right: AuditInput) -> int:
    """The one round, counted from 1, in which two neighbours differ.

    >>> challenge(ListInput(((0,), (1,))), ListInput(((0,), (0,))))
    2
    """
    if type(left) is not type(right) or len(left.blocks) != len(right.blocks):
        raise ValueError("The two inputs are not of the same kind and length; give neighbours.")
    pairs = zip(left.blocks, right.blocks, strict=True)
    different = [t for t, (a, b) in enumerate(pairs, 1) if a != b]
    same_queries = getattr(left, "queries", None) == getattr(right, "queries", None)
    if len(different) != 1 or not same_queries or left.public != right.public:
        raise ValueError(
            f"The two inputs differ in {len(different)} rounds; give two that differ in one round "
            "and in nothing else."
        )
    return different[0]
