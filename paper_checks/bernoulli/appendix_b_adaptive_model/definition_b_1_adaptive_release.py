"""Claims about adaptive continual release: the definitions, remarks and figures of Appendix B."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import chain, combinations, product

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.finite_laws import Law, excess, largest_ratio
from banditproof.paper_checks.models.reward_models import (
    HORIZON,
    TREE,
    Actions,
    Feed,
    Tree,
    copies_the_last_reward,
    interaction,
    list_feed,
    neighbouring_inputs,
    nodes,
    one_depth,
    path_probability,
    random_kernel,
    sequences,
    trees,
)
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, needs_repair, refuted, require
from banditproof.verify.evidence import Grade

ALL_TIMES = range(1, HORIZON + 1)
Channels = tuple[int, int]
"""What an adversary offers at one step: the left and the right reward."""

Adversary = Callable[[Actions], Channels]
Observe = Callable[[Adversary, int, str], Feed]
"""The rewards that a policy sees, from the adversary, the challenge time and the bit."""


def observed(adversary: Adversary, challenge: int, bit: str) -> Feed:
    """r_t = left reward, except at the challenge time, where the bit chooses the channel."""
    return lambda a: adversary(a)[len(a) == challenge and bit == "R"]


WRONG_FEEDS: dict[str, dict[str, Observe]] = {
    "right channel from the challenge on": {
        "observe": lambda adversary, time, bit: (
            lambda a: adversary(a)[len(a) >= time and bit == "R"]
        )
    },
    "left channel always": {"observe": lambda adversary, time, bit: lambda a: adversary(a)[0]},
}


def random_adversary(source: random.Random) -> Adversary:
    """Two rewards for each sequence of actions, drawn at random."""
    choices = {a: (source.randrange(2), source.randrange(2)) for a in (*nodes(), *sequences())}
    return choices.__getitem__


def _offers(pairs: Sequence[Channels]) -> Adversary:
    """The pair of each round, whatever the actions are."""
    return lambda actions: pairs[len(actions) - 1]


@claim(
    "bern.defB.1",
    r"A reward-feeding adversary maps $a_1,\dots,a_t$ to a pair $(r_t^L,r_t^R)$. The policy sees "
    r"$r_t^L$ for $t\ne t^\star$ and $r_{t^\star}^b$: for fixed actions the rewards seen under "
    r"$b=L$ and $b=R$ are neighbours that differ at most at $t^\star$.",
    recorded="holds",
    doubts=("D20",),
    mutants=WRONG_FEEDS,
)
def reward_feeding_adversary(observe: Observe = observed) -> Verdict:
    """All pairs of rewards along an action sequence, all challenge times."""
    channels: list[Channels] = [(0, 0), (0, 1), (1, 0), (1, 1)]
    for pairs in product(channels, repeat=HORIZON):
        for actions, challenge in product(sequences(), range(1, HORIZON + 1)):
            feeds = (observe(_offers(pairs), challenge, b) for b in "LR")
            left, right = (tuple(feed(actions[:t]) for t in ALL_TIMES) for feed in feeds)
            meant = tuple(p[t == challenge] for t, p in zip(ALL_TIMES, pairs, strict=True))
            near = left == tuple(p[0] for p in pairs) and right == meant
            finding = "The rewards seen do not differ at the challenge only."
            require(near, finding, Grade.PROVED, offers=pairs, challenge=challenge)
    return certified(
        "The two lists differ at the challenge time only. The set {1, T} of challenge times that "
        "the text prints here is claim bern.defB.1.d20.",
        covered="All offers of rewards 0 and 1 along all action sequences at T = 3.",
        not_covered="Other horizons and rewards, where the definition reads the same.",
    )


def _ignores_all_but_the_second(history: tuple[tuple[int, int], ...]) -> Law:
    """The third arm is the second reward; the first two arms are coins."""
    return copies_the_last_reward(history if len(history) == 2 else ())


@claim(
    "bern.defB.1.d20",
    r"The protocol has a challenge time $t^\star\in\{1,T\}$.",
    recorded="fails",
    repaired_by="bern.defB.2",
    doubts=("D20",),
    title="the set of challenge times in the text below Definition B.1",
    mutants={"all times": {"times": ALL_TIMES}},
)
def challenge_times(times: Sequence[int] = (1, HORIZON)) -> Verdict:
    """A policy that copies the second of three rewards is not challenged at 1 or at 3."""
    losses = {}
    for challenge in ALL_TIMES:
        left, right = (
            interaction(_ignores_all_but_the_second, observed(lambda a: (0, 1), challenge, b))
            for b in "LR"
        )
        losses[challenge] = max(largest_ratio(left, right), largest_ratio(right, left))
    if max(losses[t] for t in times) < max(losses.values()):
        return refuted(
            "Challenges at 1 and T only would call a policy private that shows a reward openly; "
            "the protocol and Definition B.2 print {1, ..., T}.",
            "T = 3, third arm = second reward, offers (0, 1): e^eps is 1 at t* = 1 and at "
            "t* = 3, and infinite at t* = 2.",
            grade=Grade.PROVED,
        )
    return certified("No challenge is missing.")


@claim(
    "bern.defB.2",
    r"$(\epsilon,\delta)$-DP in the adaptive model: for all adversaries and all "
    r"$\mathcal S\subseteq[K]^T$, $\sup_{t^\star}\Pr[\mathrm{View}^{L,t^\star}\in\mathcal S]-"
    r"e^\epsilon\Pr[\mathrm{View}^{R,t^\star}\in\mathcal S]\le\delta$; $\rho$-zCDP: "
    r"$\sup_{t^\star}D_\alpha(\mathrm{View}^L\|\mathrm{View}^R)\le\rho\alpha$ for all $\alpha>1$.",
    recorded="holds",
    mutants={
        "worst single sequence": {
            "delta": lambda p, q, r: max(x - r * y for x, y in zip(p, q, strict=True))
        },
        "all sequences together": {"delta": lambda p, q, r: sum(p) - r * sum(q)},
        "total variation": {"delta": lambda p, q, r: excess(p, q, Fraction(1))},
    },
)
def adaptive_privacy(delta: Callable[[Law, Law, Fraction], Fraction] = excess) -> Verdict:
    """The supremum over all sets of views, and the two channels exchanged."""
    source, ratio = random.Random(32), Fraction(4, 3)
    subsets = list(chain.from_iterable(combinations(range(8), k) for k in range(9)))
    for _ in range(12):
        kernel, adversary = random_kernel(source), random_adversary(source)
        for challenge in ALL_TIMES:
            left, right = (interaction(kernel, observed(adversary, challenge, b)) for b in "LR")
            excesses = [p - ratio * q for p, q in zip(left, right, strict=True)]
            defined = max(sum((excesses[i] for i in s), Fraction(0)) for s in subsets)
            found, finding = delta(left, right, ratio), "Delta is not the supremum over sets."
            require(found == defined, finding, Grade.PROVED, views=(left, right), delta=found)
    inputs = set(neighbouring_inputs(TREE))
    lone = [pair for pair in inputs if pair[::-1] not in inputs]
    require(not lone, "One direction is not enough.", Grade.PROVED, trees=lone[:1])
    return certified(
        "The supremum over sets is the sum of the positive parts; exchanging the channels at the "
        "challenge is another adversary, so the printed one direction is enough.",
        covered="36 pairs of views of random policies and adversaries at T = 3, all 256 sets.",
        not_covered="The zCDP half, of which claim bern.propB.5 uses the Renyi moments.",
    )


Indices = Callable[[int, int], tuple[tuple[int, int], ...]]
"""(s, n) of the factors A^L_s(a_1, ..., a_n) at both ends of the last line, from T and t."""


@claim(
    "bern.remB.3",
    r"The views expand as products of kernels; the right one ends with the factor $\pi_T(a_T\mid "
    r"a_1,\mathcal A^L_t(a_1),\dots,a_{T-1},\mathcal A^L_{T-1}(a_1,\dots,a_{t-1}))$; and "
    r"$\Pr[\mathrm{View}^{b,t^\star}=\mathbf a]=\mathcal V^\pi(\mathbf a\mid\mathcal A^{b,t^\star}"
    r"(\mathbf a))$ with neighbouring lists $\mathcal A^{L,t^\star}$, $\mathcal A^{R,t^\star}$.",
    recorded="holds-with-repair",
    repaired_by="bern.remB.3.repaired",
    doubts=("D20",),
    mutants={"subscripts as meant": {"indices": lambda T, t: ((1, 1), (T - 1, T - 1))}},
)
def view_expansion_as_printed(
    indices: Indices = lambda T, t: ((t, 1), (T - 1, t - 1)),
) -> Verdict:
    """The function A_s takes s actions; the printed last factor gives it another number."""
    for horizon in (3, 4, 5):
        sound = [t for t in range(1, horizon + 1) if all(s == n for s, n in indices(horizon, t))]
        if not sound:
            return needs_repair(
                "The last factor of the right view has wrong subscripts; identities (a), (b) and "
                "neighbours (c) are right.",
                f"T = {horizon}: A_t(a_1) needs t = 1, and A_(T-1)(a_1, ..., a_(t-1)) "
                "needs t = T, so the printed factor is defined for no t.",
                grade=Grade.PROVED,
            )
    return certified("Every function gets as many actions as it takes.")


@claim(
    "bern.remB.3.repaired",
    r"$\Pr[\mathrm{View}^{b,t^\star}_{\mathcal A,\pi}=\mathbf a]=\prod_t\pi_t(a_t\mid a_1,r_1,"
    r"\dots,a_{t-1},r_{t-1})$ with $r_s=\mathcal A^L_s(a_1,\dots,a_s)$ for $s\ne t^\star$ and "
    r"$r_{t^\star}=\mathcal A^b_{t^\star}(a_1,\dots,a_{t^\star})$: the View law on that list.",
    recorded="holds",
    doubts=("D20",),
    title="the expansion of both views, with its subscripts as meant",
    mutants=WRONG_FEEDS,
)
def view_expansion(observe: Observe = observed) -> Verdict:
    """The protocol played forward against the product of kernels on the rewards of a path."""
    source = random.Random(33)
    for _ in range(15):
        kernel, adversary = random_kernel(source, least=0), random_adversary(source)
        for challenge, bit in product(ALL_TIMES, "LR"):
            played = interaction(kernel, observe(adversary, challenge, bit))
            for mass, actions in zip(played, sequences(), strict=True):
                rewards = tuple(
                    adversary(actions[:s])[s == challenge and bit == "R"] for s in ALL_TIMES
                )
                same = mass == path_probability(kernel, actions, list_feed(rewards))
                finding = "A view is not the View law on its list."
                require(same, finding, Grade.PROVED, actions=actions, challenge=challenge, bit=bit)
    return certified(
        "Each view has the View law on the list of rewards along its own actions.",
        covered="15 random policies and adversaries at T = 3, all challenges, exact.",
        not_covered="Other policies and horizons: the product of kernels is the same for all.",
    )


@claim(
    "bern.remB.4",
    r"An adversary is a tree of rewards of depth $T$, with a node for each action sequence; a "
    r"policy is DP in the adaptive model if and only if it is DP on neighbouring trees, which "
    r"differ at one depth $t^\star$.",
    recorded="holds",
    mutants={
        "trees that differ in one node": {
            "near": lambda x, y: sum(p != q for p, q in zip(x, y, strict=True)) == 1
        },
        "trees that differ anywhere": {"near": lambda x, y: x != y},
    },
)
def adversaries_are_trees(near: Callable[[Tree, Tree], bool] = one_depth) -> Verdict:
    """The pairs of trees that adversaries show are exactly the pairs of neighbours."""
    shown_pairs = set()
    for left, right in product(trees(), repeat=2):
        for challenge in range(1, HORIZON):
            changed = tuple(
                (place, other if len(place) == challenge else one)
                for (place, one), (_, other) in zip(left, right, strict=True)
            )
            if changed != left:
                shown_pairs.add((left, changed))
    near_pairs = {(x, y) for x, y in product(trees(), repeat=2) if near(x, y)}
    same, finding = near_pairs == shown_pairs, "Adversaries show other pairs of trees."
    require(same, finding, Grade.PROVED, shown=len(shown_pairs), near=len(near_pairs))
    return certified(
        "Left channel and challenged channel run through all pairs of neighbouring trees.",
        numbers={"pairs": len(shown_pairs)},
        covered="All 4096 pairs of channels at T = 3 with two arms and rewards 0 and 1 (the last "
        "reward has no influence and is left out).",
        not_covered="Longer horizons; the equivalence for DP follows from that of the pairs.",
    )
