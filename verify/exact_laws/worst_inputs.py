"""The worst neighbouring inputs of a policy: over all lists, all tables, and all reward trees.

A divergence is a sum over action sequences, and what the adversary chooses after a prefix matters
for the sequences below it only. So the worst tree is found prefix by prefix, and of a table's
challenged row the entry of each arm on its own; the other rows are enumerated, without entries
that no sequence reads. Thesis, Definitions 3.2, 3.3, 3.5 and 3.9.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
import numpy as np
import numpy.typing as npt
from banditproof.theory import Enclosure
from banditproof.verify.definitions.notions import Notion
from .convex_divergences import Divergence, sum_enclosure
from .finite_noise import NotEnumerable
from .list_law import Floats, Integers, ListLaw

TABLE_LIMIT = 3_000_000_000
"""The largest number of terms that are added up over all tables: about five seconds."""


@dataclass(frozen=True)
class WorstCase:
    """The largest divergence over all neighbours, and neighbours that attain its lower end.

    `challenge` is the round, counted from 1, in which `left` and `right` differ. They are two
    lists (a reward for each round), two tables (a row for each round), or two trees (a reward for
    each sequence of actions up to a round, where it matters). The last round is left out where it
    matters not.
    """

    value: Enclosure
    notion: Notion
    challenge: int
    left: Any
    right: Any
    inputs: int
    """How many inputs were compared with all their neighbours; 0 if none was enumerated."""

    @property
    def witness(self) -> str:
        """The two inputs as text."""
        if self.notion in (Notion.VIEW, Notion.TABLE):
            return f"{_shown(self.left)} against {_shown(self.right)}"
        return (
            f"rewards after actions {_tree(self.left)}, and in round {self.challenge} "
            f"{_tree(self.right, self.challenge)} instead"
        )


def worst_case(
    law: ListLaw, divergence: Divergence, notion: Notion, limit: float = TABLE_LIMIT
) -> WorstCase:
    """The largest divergence of the laws of the actions over all neighbours of a notion.

    Interactive neighbours are meant for a machine that ignores the label of the queried reward,
    as every policy of this library does: with two arms or more the adversary plays the row (0, 1)
    and picks any reward after any prefix, so this is the adaptive model; with one arm it is a list.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> from banditproof.theory.mechanisms import DiscreteLaplace
    >>> from banditproof.verify.exact_laws.convex_divergences import HockeyStick
    >>> from banditproof.verify.exact_laws.list_law import law_on_lists
    >>> policy = DPIMED(arms=2, eps=1, ties="first", noise=DiscreteLaplace("1/2"))
    >>> law = law_on_lists(policy, horizon=4)
    >>> found = worst_case(law, HockeyStick.at(eps="0.5"), Notion.TABLE)
    >>> round(float(found.value), 9), found.witness
    (0.07806194, '00 01 00 against 11 01 00')
    """
    if law.rounds < 1:
        raise ValueError(f"The horizon is {law.horizon}; give at least two rounds.")
    if notion is Notion.VIEW or (notion is Notion.INTERACTIVE and law.arms == 1):
        return _worst_list(law, divergence, notion)
    if notion is Notion.TABLE:
        return _worst_table(law, divergence, limit)
    return _worst_tree(law, divergence, notion)


def _all_terms(law: ListLaw, divergence: Divergence) -> Iterator[tuple[int, Floats, Floats]]:
    for t in range(law.rounds):
        low, high = law.terms(divergence, t)
        yield t, low, high


def _list(rewards: int, rounds: int) -> tuple[int, ...]:
    return tuple((rewards >> t) & 1 for t in range(rounds))


def _worst_list(law: ListLaw, divergence: Divergence, notion: Notion) -> WorstCase:
    best, top, where = -1.0, 0.0, (0, 0)
    for t, low, high in _all_terms(law, divergence):
        sums = low.sum(axis=0)
        place = int(sums.argmax())
        if sums[place] > best:
            best, where = float(sums[place]), (t, place)
        top = max(top, float(high.sum(axis=0).max()))
    t, place = where
    value = sum_enclosure(best, top, len(law.paths))
    lists = _list(place, law.rounds), _list(place ^ (1 << t), law.rounds)
    return WorstCase(value, notion, t + 1, *lists, 1 << law.rounds)


@dataclass(frozen=True)
class _Tables:
    """The tables of a challenge round as codes: one bit for each entry that some sequence reads."""

    law: ListLaw
    challenge: int

    @property
    def entries(self) -> list[tuple[int, int]]:
        """The rounds and arms of the entries."""
        return [
            (s, arm)
            for s in range(self.law.rounds)
            if s != self.challenge
            for arm in sorted({path.actions[s] for path in self.law.paths})
            if arm < self.law.arms  # what comes after the end of a run is never paid
        ]

    def _challenged(self) -> Integers:
        """The arm of each sequence in the challenge round; any for a run that is over by then.

        Its terms are those of two equal laws, and vanish.
        """
        arms = [path.actions[self.challenge] for path in self.law.paths]
        return np.array([arm if arm < self.law.arms else 0 for arm in arms], np.int64)

    @property
    def terms(self) -> int:
        """How many terms an enumeration adds up."""
        return (2 * len(self.law.paths)) << len(self.entries)

    def lists(self, entries: list[tuple[int, int]]) -> Integers:
        """The list that each sequence shows for each code of some entries, other rewards 0."""
        result = np.zeros((len(self.law.paths), 1), np.int64)
        for s, arm in entries:
            reads = np.array([path.actions[s] == arm for path in self.law.paths], np.int64)
            result = np.concatenate([result, result | (reads << s)[:, None]], axis=1)
        return result

    def largest(self, terms: Floats) -> tuple[float, int]:
        """The largest sum of terms over all tables, and the code of the table."""
        from .table_kernels import largest_over_tables

        entries = self.entries
        # Every table is a code of the first half joined with one of the second: the kernel pairs
        # them, and memory grows with the square root of the number of tables.
        half = len(entries) // 2
        arm_of = self._challenged()
        value, code = largest_over_tables(
            np.ascontiguousarray(terms),
            self.lists(entries[:half]),
            self.lists(entries[half:]),
            half,
            1 << self.challenge,
            arm_of,
            self.law.arms,
        )
        return float(value), int(code)

    def pair(self, code: int, terms: Floats) -> tuple[Any, Any]:
        """The two neighbouring tables of a code, the challenged row chosen as the terms say."""
        rows = [[0] * self.law.arms for _ in range(self.law.rounds)]
        for place, (s, arm) in enumerate(self.entries):
            rows[s][arm] = (code >> place) & 1
        sums = np.zeros((self.law.arms, 2))
        for a, (path, arm) in enumerate(zip(self.law.paths, self._challenged(), strict=True)):
            played = path.actions[: self.law.rounds]
            shown = sum(rows[s][k] << s for s, k in enumerate(played) if k < self.law.arms)
            for x in (0, 1):
                sums[arm, x] += terms[a, shown | (x << self.challenge)]
        left = [list(row) for row in rows]
        right = [list(row) for row in rows]
        for arm in range(self.law.arms):
            left[self.challenge][arm] = int(sums[arm, 1] > sums[arm, 0])
            right[self.challenge][arm] = 1 - left[self.challenge][arm]
        return tuple(map(tuple, left)), tuple(map(tuple, right))


def table_additions(law: ListLaw) -> int:
    """How many additions it takes to compare all tables with all their neighbours."""
    return sum(_Tables(law, t).terms for t in range(law.rounds))


def _worst_table(law: ListLaw, divergence: Divergence, limit: float) -> WorstCase:
    work = table_additions(law)
    if work > limit:
        raise NotEnumerable(
            f"All tables of {law.horizon} rounds need {work:.1e} additions, more than "
            f"{limit:.0e}; the list and the tree model bracket this one."
        )
    best, top = -1.0, 0.0
    witness: tuple[int, Any, Any] = (0, (), ())
    for t, low, high in _all_terms(law, divergence):
        tables = _Tables(law, t)
        total, code = tables.largest(low)
        if total > best:
            best, witness = total, (t + 1, *tables.pair(code, low))
        top = max(top, tables.largest(high)[0])
    value = sum_enclosure(best, top, len(law.paths) + law.arms)
    return WorstCase(value, Notion.TABLE, *witness, (2**law.arms) ** law.rounds)


@dataclass(frozen=True)
class _Tree:
    """The best sum below each prefix of actions, and the reward that attains it."""

    total: float
    choices: dict[tuple[int, ...], npt.NDArray[np.bool_]]

    def rewards(self, arms: int) -> dict[tuple[int, ...], int]:
        """The rewards of the best tree, after each prefix of arms that some sequence has."""
        results: dict[tuple[int, ...], int] = {}
        seen: dict[tuple[int, ...], int] = {(): 0}
        for prefix in sorted(self.choices, key=len):
            before = seen[prefix[:-1]]
            results[prefix] = int(self.choices[prefix][before])
            seen[prefix] = before | (results[prefix] << (len(prefix) - 1))
        return {prefix: x for prefix, x in results.items() if max(prefix) < arms}


def _best_tree(law: ListLaw, terms: Floats) -> _Tree:
    level: dict[tuple[int, ...], Floats] = {}
    for path, row in zip(law.paths, terms, strict=True):
        prefix = path.actions[: law.rounds]
        level[prefix] = level[prefix] + row if prefix in level else row
    choices: dict[tuple[int, ...], npt.NDArray[np.bool_]] = {}
    for depth in range(law.rounds, 0, -1):
        above: dict[tuple[int, ...], Floats] = {}
        half = 1 << (depth - 1)
        for prefix, values in level.items():
            # The highest bit is the reward after this very prefix: the adversary takes the better
            # half.
            zero, one = values[:half], values[half:]
            choices[prefix] = one > zero
            best = np.maximum(zero, one)
            parent = prefix[:-1]
            above[parent] = above[parent] + best if parent in above else best
        level = above
    return _Tree(float(level[()][0]), choices)


def _worst_tree(law: ListLaw, divergence: Divergence, notion: Notion) -> WorstCase:
    best, top, challenge = -1.0, 0.0, 0
    rewards: dict[tuple[int, ...], int] = {}
    for t, low, high in _all_terms(law, divergence):
        result = _best_tree(law, low)
        if result.total > best:
            best, challenge, rewards = result.total, t + 1, result.rewards(law.arms)
        top = max(top, _best_tree(law, high).total)
    value = sum_enclosure(best, top, len(law.paths) + law.rounds)
    other = {p: 1 - x if len(p) == challenge else x for p, x in rewards.items()}
    return WorstCase(value, notion, challenge, rewards, other, 0)


def _shown(rows: Any) -> str:
    return " ".join("".join(map(str, row)) if isinstance(row, tuple) else str(row) for row in rows)


def _tree(rewards: dict[tuple[int, ...], int], depth: int | None = None) -> str:
    return ", ".join(
        f"{''.join(str(a + 1) for a in prefix)}:{x}"
        for prefix, x in sorted(rewards.items(), key=lambda item: (len(item[0]), item[0]))
        if depth is None or len(prefix) == depth
    )
