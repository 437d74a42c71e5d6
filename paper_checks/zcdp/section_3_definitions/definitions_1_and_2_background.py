"""Claims about the notions that the zCDP paper recalls: Definition 1 (privacy) and 2 (policy)."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
import numpy as np
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_pairs import coin, events, kl_divergence, mass, renyi
from banditproof.paper_checks.verdicts.vocabulary import at_most, require
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.definitions.finite_policy import FinitePolicy, History
from ...models.finite_laws import RATIOS, Data, bit_lists, distance, excess, random_mechanism

Adjacent = Callable[[Data, Data], bool]


@checks("zcdp.def1")
@mutant("neighbours at distance two", near=lambda d, e: distance(d, e) == 2)
@mutant("all datasets are neighbours", near=lambda d, e: d != e)
@mutant("the limit at 1 is eps^2/2", limit=lambda eps: eps * eps / 2)
def two_notions_of_the_background(
    near: Adjacent = lambda d, e: distance(d, e) == 1,
    limit: Callable[[arb], arb] = lambda eps: eps * (eps / 2).tanh(),
    proof: Proof = WRITTEN,
) -> Verdict:
    """delta over events at distance at most one, and over gains at distance one; an anchor."""
    source = random.Random(11)
    for number in range(6):
        mechanism = random_mechanism(source, 2, 3)
        pairs = [
            (mechanism(d), mechanism(e), near(d, e), distance(d, e))
            for d, e in product(bit_lists(2), repeat=2)
        ]
        for ratio in RATIOS:
            gains = max(excess(p, q, ratio) for p, q, close, _ in pairs if close)
            worst = max(
                mass(p, event) - ratio * mass(q, event)
                for p, q, _, far in pairs
                if far <= 1
                for event in events(3)
            )
            require(gains == worst, "The deltas differ.", mechanism=number, ratio=ratio)
    with working_precision(96):
        for factor in (Fraction(11, 10), Fraction(3), Fraction(150)):
            p, q = coin(factor, 0), coin(factor, 1)
            eps = ball(factor).log()
            rho = limit(eps)
            slack = ball(Fraction(1, 10**20))
            for holds in (
                at_most(kl_divergence(p, q), rho + slack),
                at_most(rho, kl_divergence(p, q) + slack),
            ):
                require(holds, "Randomised response has another limit at 1.", exp_eps=factor)
            for order in map(Fraction, ("1.01", "2", "30")):
                finding = "Randomised response is not eps tanh(eps/2)-zCDP."
                require(at_most(renyi(p, q, order), rho * ball(order)), finding, exp_eps=factor)
    return proof.verdict()


Pays = Callable[[History, int], tuple[Fraction, ...]]
"""The law of the reward of an arm after a past."""

ARMS = ((Fraction(1, 3), Fraction(2, 3)), (Fraction(3, 4), Fraction(1, 4)))


@checks("zcdp.def2")
@mutant(
    "a reward that remembers the last one",
    pays=lambda past, arm: ARMS[arm] if not past or past[-1][1] else ARMS[1 - arm],
)
@mutant(
    "all arms pay alike, given the past",
    pays=lambda past, arm: ARMS[past[0][0]] if past else ARMS[arm],
)
def canonical_model_of_bandits(
    pays: Pays = lambda past, arm: ARMS[arm], proof: Proof = WRITTEN
) -> Verdict:
    """The law of the history of a random policy, built round by round, and its conditionals."""
    policy = FinitePolicy.random(np.random.default_rng(202), 2, 3, zeros=True)
    law: dict[History, Fraction] = {(): Fraction(1)}
    for _ in range(3):
        law = {
            (*past, (arm, reward)): p * policy.kernel[past][arm] * pays(past, arm)[reward]
            for past, p in law.items()
            for arm, reward in product((0, 1), repeat=2)
        }
    require(sum(law.values()) == 1, "The mass is not 1.", mass=sum(law.values()))
    for t, arm, reward in product((1, 2), (0, 1), (0, 1)):
        shares = {}
        for past in {history[:t] for history, p in law.items() if p}:
            of_arm = sum(p for h, p in law.items() if h[:t] == past and h[t][0] == arm)
            paid = sum(p for h, p in law.items() if h[: t + 1] == (*past, (arm, reward)))
            if of_arm:
                shares[past] = Fraction(paid) / of_arm
        same = set(shares.values()) <= {ARMS[arm][reward]}
        require(same, "The reward depends on the past.", t=t + 1, arm=arm + 1, laws=list(shares))
    return proof.verdict()
