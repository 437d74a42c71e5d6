"""The exact pure loss e^eps of a finite policy in each notion and reading."""

import math
from dataclasses import dataclass
from fractions import Fraction
from banditproof.verify.exact_laws.enumeration import Actions
from banditproof.verify.exact_laws.law_divergences import Ratio, largest_ratio
from banditproof.verify.exact_laws.stopped_runs import shown_run
from .finite_machine import Finite
from .finite_policy import FinitePolicy, Reward
from .game_values import PlayGraph
from .games import path_games
from .notions import Notion
from .open_loop import largest_sum
from .unfolding import unfolded


@dataclass(frozen=True)
class PathWitness:
    """The event that the actions begin so, and the two histories under which its ratio is attained.

    It ends where it first becomes impossible in the second world.
    """

    actions: Actions
    labels: tuple[int, ...]
    left: tuple[Reward, ...]
    right: tuple[Reward, ...]
    arms: int
    """The number of arms; larger symbols among the actions are the ends of runs."""

    def __str__(self) -> str:
        own = all(q == a for q, a in zip(self.labels, self.actions, strict=False))
        labels = "" if own else f" asked {_arms(self.labels)}"
        return (
            f"arms {shown_run(self.actions, self.arms)}{labels} on rewards {_list(self.left)} "
            f"against {_list(self.right)}"
        )


def _arms(actions: Actions) -> str:
    return "".join(str(arm + 1) for arm in actions)


def _list(rewards: tuple[Reward, ...]) -> str:
    return " ".join(map(str, rewards)) or "none"


@dataclass(frozen=True)
class PureLoss:
    """The largest ratio e^eps, exactly, and where it is attained (None if nothing is shown)."""

    ratio: Ratio
    witness: PathWitness | None


def pure_ratio(policy: Finite, notion: Notion) -> Ratio:
    """The largest Pr(actions) / Pr'(actions) over all neighbours and adversaries: e^eps, exactly.

    An event of one action sequence is the worst, and along one sequence lists, tables and trees
    show the same pairs of lists; so View, Table and adaptive have one and the same loss, in either
    reading. For the interactive model a kernel is judged by constant queries (open-loop theorem), a
    machine by its joint law under free labels.

    >>> from .finite_policy import FinitePolicy, Reward
    >>> rule = lambda h: (Fraction(2, 3), Fraction(1, 3)) if h and h[0] == (0, 1) else (0.5, 0.5)
    >>> policy = FinitePolicy.from_rule(2, 2, rule)
    >>> pure_ratio(policy, Notion.VIEW), pure_ratio(policy, Notion.INTERACTIVE)
    (Fraction(3, 2), Fraction(3, 2))
    """
    if isinstance(policy, FinitePolicy) and notion is Notion.INTERACTIVE:
        result = largest_sum(policy, largest_ratio, lambda x, y: x * y, max, lambda x: x)
        return Fraction(1) if result is None else result.value
    return loss_along_paths(policy, foreign=notion is Notion.INTERACTIVE).ratio


def pure_loss(policy: Finite, notion: Notion) -> PureLoss:
    """The pure loss of a policy in a notion, with an event and two histories that attain it.

    >>> from .witness_policies import copies_after_a_foreign_query
    >>> found = pure_loss(copies_after_a_foreign_query(), Notion.INTERACTIVE)
    >>> found.ratio, str(found.witness)
    (inf, 'arms 11 asked 2 on rewards 0 against 1')
    """
    return loss_along_paths(policy, foreign=notion is Notion.INTERACTIVE)


def loss_along_paths(policy: Finite, *, foreign: bool) -> PureLoss:
    """The largest ratio along single action sequences, with free rewards and perhaps labels."""
    letters = len(policy.rewards)
    if policy.horizon == 1 or letters == 1:
        return PureLoss(Fraction(1), None)
    graph = PlayGraph(unfolded(policy, foreign=foreign))
    arms = policy.arms - policy.ends
    games = path_games(arms, policy.horizon, letters, foreign=foreign, ends=policy.ends)
    roots = [graph.root(game)[1] for game in games]
    largest = graph.largest(lambda p, q: Fraction(p, q) if q else math.inf)
    node = max(roots, key=lambda root: largest[root])
    actions, shown = graph.best_path(node)
    paid = [choice for arm, choice in zip(actions, shown, strict=False) if arm < arms]
    return PureLoss(
        largest[node],
        PathWitness(
            actions,
            tuple(label for label, _, _ in paid),
            tuple(policy.rewards[x] for _, x, _ in paid),
            tuple(policy.rewards[y] for _, _, y in paid),
            arms,
        ),
    )
