"""Claims about DP-UCB, the UCB on private sums of binary trees: index, noise and privacy."""

import math
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.algorithms import RewardTable, play
from banditproof.algorithms.regret.dp_ucb import DPUCB, DPUCBPrinted, TreeUCB
from banditproof.paper_checks.models.unit_noise import UnitNoise
from banditproof.paper_checks.verdicts.vocabulary import need, points, require, require_or_repair
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms.binary_tree import BinaryTree, printed_tree_loss
from ....checking import WRITTEN, Proof, Sides, Verdict, checks, mutant, written_proof

Depth = Callable[[int], arb]
"""What stands for the number of levels, as a function of the horizon."""


def natural_log(horizon: int) -> arb:
    """log T."""
    return arb(horizon).log()


def levels(horizon: int) -> arb:
    """1 + floor(log_2 T)."""
    return arb(horizon.bit_length())


def dyadic(count: int) -> list[range]:
    """The blocks of 1..N in a binary tree, by the binary digits of N.

    >>> dyadic(7)
    [range(1, 5), range(5, 7), range(7, 8)]
    """
    result, first = [], 1
    for level in reversed(range(count.bit_length())):
        if count >> level & 1:
            result.append(range(first, first + (1 << level)))
            first += 1 << level
    return result


def width(count: int, horizon: int, log: arb, eps: Fraction, depth: Depth) -> arb:
    """sqrt(2 log(2/delta)/N) + sqrt(8) log(T)^(3/2) log(2/delta)/(eps N)."""
    own = depth(horizon)
    private = arb(8).sqrt() * own * own.sqrt() * log / ball(eps * count)
    return (2 * log / count).sqrt() + private


def recounted(
    rows: list[list[Fraction]], noises: list[Fraction], eps: Fraction, depth: Depth, blocks: Any
) -> tuple[int, ...]:
    """The arms of DP-UCB with delta = 1/T^2; the noises of the blocks in order of their ends."""
    arms, horizon = len(rows[0]), len(rows)
    log, draws = (2 * arb(horizon) ** 2).log(), iter(noises)
    seen: list[list[Fraction]] = [[] for _ in range(arms)]
    noise: dict[tuple[int, range], Fraction] = {}
    played = []
    for t in range(horizon):
        arm = t
        if t >= arms:
            index = []
            for a, own in enumerate(seen):
                total = sum((noise[a, block] for block in blocks(len(own))), sum(own, Fraction(0)))
                index.append(ball(total / len(own)) + width(len(own), horizon, log, eps, depth))
            arm = max(range(arms), key=lambda a: float(index[a].mid()))
            clear = all(index[arm] > index[a] for a in range(arms) if a != arm)
            need(clear, "A decision is too close", t=t + 1)
        seen[arm].append(rows[t][arm])
        n = len(seen[arm])
        for level in range(horizon.bit_length()):
            if n % (1 << level) == 0:
                noise[arm, range(n - (1 << level) + 1, n + 1)] = next(draws)
        played.append(arm)
    return tuple(played)


@checks("thesis.alg.dpucb.play")
@mutant("the levels in the width", depth=levels)
@mutant(
    "sharper: half of the private bonus", depth=lambda T: natural_log(T) / arb(4) ** (arb(1) / 3)
)
@mutant("all rewards with one noise", blocks=lambda n: dyadic(n)[-1:])
@mutant("the library with the noise of all levels", made=DPUCB)
def play_of_dp_ucb(
    depth: Depth = natural_log, blocks: Any = dyadic, made: Callable[..., TreeUCB] = DPUCBPrinted
) -> Verdict:
    """The library's DP-UCB against a recount in balls, on random rewards and noises."""
    source, number = random.Random(12), 0
    for arms, eps, horizon in ((2, Fraction(20), 60), (3, Fraction(40), 50)):
        rows = [[Fraction(source.randint(0, 4), 4) for _ in range(arms)] for _ in range(horizon)]
        noises = [Fraction(source.randint(-4000, 4000), 4096) / 2 for _ in range(4 * horizon)]
        with working_precision(96):
            expected = recounted(rows, noises, eps, depth, blocks)
        table = RewardTable([[float(reward) for reward in row] for row in rows])
        script = UnitNoise([float(noise * eps) / math.log(horizon) for noise in noises])
        policy = made(arms, eps=eps, horizon=horizon, ties="first")
        result = play(policy, table, horizon, script).actions
        require(tuple(result) == expected, "The play differs.", K=arms, eps=eps)
        number += horizon - arms
    return points(covered=f"{number} decisions of two plays, in balls.")


@checks("thesis.alg.dpucb.width")
@mutant("sharper: a cube", power=3)
def noise_of_a_sum(power: int = 2, proof: Proof = WRITTEN) -> Verdict:
    """One term, whose tail is known: exp(-sqrt(8) l)/2 for L = 1."""
    sides = Sides()
    with working_precision(96):
        for delta in (Fraction(1, 2), Fraction(1, 10), Fraction(1, 10**6)):
            log = ball(2 / delta).log()
            tail = (-arb(8).sqrt() * log).exp() / 2
            bound = arb(1).exp() * (-power * log).exp()
            sides.at_most(tail, bound, "The noise is larger.", L=1, delta=delta)
    return proof.verdict(sharpness=sides.sharpness)


VIEW = written_proof("thesis.alg.dpucb.private.repaired")
INTERACTIVE = written_proof("thesis.alg.dpucb.interactive.repaired")


def loss_of_five_rounds(eps: Fraction, depth: Depth) -> arb:
    """A lower bound of log(p/q) for the actions 1, 2, 1, 2, 1 on the rewards r, 1, 0, 1.

    p for r = 1, q for r = 0; noise Lap(depth/eps) on each node, delta = 1/25. With D the difference
    of two noises: arm 1 is pulled in round 3 if r + Y_1 >= 1 + Y_2, in round 5 if r + Y_12 >= 2 +
    Y'_12, which have noises of their own; and arm 2 in round 4 unless the noises outdo its width.
    """
    scale, log = depth(5) / ball(eps), arb(50).log()

    def tail(x: int) -> arb:
        """P(D >= x)."""
        u = x / scale
        return (-u).exp() * (2 + u) / 4

    lead = arb(1) / 2 + width(1, 5, log, eps, depth) - width(2, 5, log, eps, depth)
    need(lead > 0, "Round 4 is not decided by the widths")
    # Y_2 <= -2/3 lead or Y_12 >= 2/3 lead
    unlikely = (-2 * lead / (3 * scale)).exp()
    below = tail(0) * tail(1) - unlikely
    need(below > 0, "The bound says nothing")
    return (below / (tail(1) * tail(2))).log()


def _private(id: str, own: Proof) -> None:
    def check(depth: Depth, proof: Proof = own) -> Verdict:
        """The law of five rounds, in balls; the loss of all nodes above a reward."""
        sides, eps = Sides(), Fraction(10)
        with working_precision(96):
            result = loss_of_five_rounds(eps, depth)
            require_or_repair(
                result <= ball(eps),
                "The actions of five rounds reveal more, also to an adversary who queries the arms "
                "that are recommended: a reward is in three nodes, and two of them are behind the "
                "choices of rounds 3 and 5. The node sums of a whole play reveal (1 + floor(log_2 "
                "T))/log T times eps, 1.49 eps at T = 1e7.",
                K=2,
                T=5,
                eps=eps,
                delta="1/25",
                rewards="(1, 1, 0, 1) and (0, 1, 0, 1)",
                actions="1, 2, 1, 2, 1",
                log_ratio_at_least=result,
            )
            for T, budget in product((2, 5, 8, 1023, 10**7), (Fraction(1, 10), Fraction(3))):
                tree = BinaryTree.calibrated(T, budget)
                above = sum(first == 1 for first, _ in tree.nodes()) if T < 2000 else tree.levels
                sides.at_most(arb(above), depth(T), "The nodes reveal more.", T=T, eps=budget)
                need(tree.loss() == PureDP(budget), "The library's tree has another loss", T=T)
        made = DPUCB(2, eps=eps, horizon=5)
        need(
            made.tree.noise == BinaryTree.calibrated(5, eps).noise, "The library has another noise"
        )
        return proof.verdict(
            "A reward is in one node of each level.",
            numbers={"loss of the printed nodes at T = 1e7": float(printed_tree_loss(10**7, 1))},
            instances="The loss of all nodes above a reward for five horizons.",
            sharpness=sides.sharpness,
        )

    checks(
        id,
        subjects={"depth": (natural_log, levels)},
        mutants={
            "one level less": {"depth": lambda T: arb(T.bit_length() - 1)},
            "sharper: 0.99 of the noise": {"depth": lambda T: levels(T) * 99 / 100},
        },
    )(check)


_private("thesis.alg.dpucb.private", VIEW)
_private("thesis.alg.dpucb.interactive", INTERACTIVE)
