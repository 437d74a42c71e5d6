"""The exact delta of a finite policy against every adversary, by backward induction.

For a pair of inputs delta is a sum over action sequences of (P(a) - e^eps P'(a))^+, and what the
adversary chooses after a prefix affects only the sequences that extend it. So the worst adversary
is found prefix by prefix, and none is enumerated. Thesis, `thesis.enumerators`.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from banditproof.theory.exact import Number, exact
from banditproof.verify.exact_laws.enumeration import Actions
from banditproof.verify.exact_laws.finite_noise import NotEnumerable
from .finite_machine import Finite, reading_of
from .finite_policy import Reward
from .game_values import PlayGraph, Weighted
from .games import Game, games, work
from .notions import Notion, Reading
from .unfolding import unfolded

MOST_WORK = 40_000_000
"""The largest number of ends of plays, before merging, that is tried.

With two arms and two rewards that is queries up to T = 6, tables up to T = 7, and lists and trees
up to T = 11, if they have at most `game_values.MOST_NODES` positions after merging (kernels that
forget nothing: up to T = 8 for lists and T = 9 for trees, in half a minute and 1 GB).
"""


@dataclass(frozen=True)
class Witness:
    """An adversary that can be replayed: what it shows in the two worlds after each prefix.

    choices[a_1..a_t] = (label, reward in the left world, reward in the right world). After a prefix
    that is missing, nothing that is shown matters any more. `left` and `right` are the two lists or
    tables, up to the round before the last; they are empty for trees.
    """

    notion: Notion
    challenge: int
    left: tuple[tuple[Reward, ...], ...]
    right: tuple[tuple[Reward, ...], ...]
    choices: Mapping[Actions, tuple[int, Reward, Reward]]

    def __str__(self) -> str:
        inputs = f" on {_rows(self.left)} against {_rows(self.right)}" if self.left else ""
        moves = ", ".join(
            f"{''.join(str(a + 1) for a in prefix)}: {_shown(choice, prefix[-1])}"
            for prefix, choice in sorted(self.choices.items(), key=lambda kv: (len(kv[0]), kv[0]))
        )
        return f"challenge in round {self.challenge}{inputs}; after {moves or 'nothing'}"


def _rows(rows: tuple[tuple[Reward, ...], ...]) -> str:
    return " ".join("(" + ",".join(map(str, row)) + ")" for row in rows)


def _shown(choice: tuple[int, Reward, Reward], own: int) -> str:
    label, left, right = choice
    query = "" if label == own else f"arm {label + 1} pays "
    return f"{query}{left}" if left == right else f"{query}{left} or {right}"


@dataclass(frozen=True)
class Worst:
    """The largest value over all adversaries of a notion, exactly, and one that attains it."""

    value: Fraction
    witness: Witness | None
    """None if the horizon has one round: then nothing is ever shown."""
    reading: Reading


@dataclass(frozen=True)
class Played:
    """All games of a notion, laid out once; each leaf function then costs one sweep."""

    policy: Finite
    notion: Notion
    graph: PlayGraph
    roots: tuple[tuple[Game, Weighted], ...]

    def best(self, values: list[int]) -> tuple[int, int]:
        """The largest value of a root, and which game has it."""
        results = [multiplier * values[node] for _, (multiplier, node) in self.roots]
        largest = max(results)
        return largest, results.index(largest)

    def witness(self, number: int, values: list[Any]) -> Witness:
        """The adversary that attains the value of a game."""
        game, root = self.roots[number]
        letters = self.policy.rewards
        return Witness(
            self.notion,
            game.challenge,
            tuple(tuple(letters[i] for i in row) for row in game.left),
            tuple(tuple(letters[i] for i in row) for row in game.right),
            {
                prefix: (label, letters[x], letters[y])
                for prefix, (label, x, y) in self.graph.best_choices(root, values)
                if max(prefix) < self.policy.arms - self.policy.ends
            },
        )


def played(policy: Finite, notion: Notion, *, diverted: bool = False) -> Played:
    """Lay out all games of a notion; raises NotEnumerable at once if there are too many."""
    ends = policy.ends
    shape = (policy.arms - ends, policy.horizon, len(policy.rewards))
    needed = work(notion, *shape, diverted=diverted, ends=ends)
    if needed > MOST_WORK:
        raise NotEnumerable(
            f"The {notion} model with {shape[0]} arms, {shape[1]} rounds and {shape[2]} rewards "
            f"has {needed} ends of plays, more than {MOST_WORK}."
        )
    foreign = diverted or notion is Notion.INTERACTIVE
    graph = PlayGraph(unfolded(policy, foreign=foreign))
    result = games(notion, *shape, diverted=diverted, ends=ends)
    roots = tuple((game, graph.root(game)) for game in result)
    return Played(policy, notion, graph, roots)


def worst_delta(policy: Finite, notion: Notion, factor: Number) -> Worst:
    """The smallest delta at which the policy is (log factor, delta)-private, with a worst case.

    factor = inf gives the delta that no eps removes: the mass of what is impossible elsewhere.

    >>> from .finite_policy import FinitePolicy
    >>> copy = FinitePolicy.from_rule(2, 2, lambda h: (0, 1) if h and h[0][1] else (1, 0))
    >>> found = worst_delta(copy, Notion.TABLE, 2)
    >>> found.value, str(found.witness)
    (Fraction(1, 1), 'challenge in round 1 on (0,0) against (1,0); after 1: 0 or 1')
    """
    return worst_of(played(policy, notion), factor)


def delta(policy: Finite, notion: Notion, factor: Number) -> Fraction:
    """The smallest delta at which the policy is (log factor, delta)-private, exactly."""
    return worst_delta(policy, notion, factor).value


def delta_of_diverted(policy: Finite, factor: Number) -> Fraction:
    """The largest Table delta of the diverted policies pi^B, over all deterministic B.

    pi^B_t(a | a_1, r_1, a_2, r_2, ...) = pi_t(a | B_1(a_1), r_1, B_2(a_1, a_2), r_2, ...), and the
    table shows pi^B the rewards of its actions. Thesis, Remark 3.6 and Proposition 3.13.
    """
    return worst_of(played(policy, Notion.TABLE, diverted=True), factor).value


def worst_of(games_of: Played, factor: Number) -> Worst:
    """The largest delta at a factor over games that are laid out already."""
    reading = reading_of(games_of.policy)
    if not games_of.roots:
        return Worst(Fraction(0), None, reading)
    if factor == math.inf:
        top, bottom = 0, 1

        def leaf(left: int, right: int) -> int:
            return 0 if right else left
    else:
        top, bottom = exact(factor).as_integer_ratio()
        if top < bottom:
            raise ValueError(f"The factor e^eps is {factor}; give a factor >= 1.")

        def leaf(left: int, right: int) -> int:
            # (l - (top/bottom) r)^+ times bottom: whole numbers throughout.
            return max(0, left * bottom - right * top)

    values = games_of.graph.values(leaf, max, 0)
    value, number = games_of.best(values)
    total = games_of.graph.policy.total * bottom
    return Worst(Fraction(value, total), games_of.witness(number, values), reading)
