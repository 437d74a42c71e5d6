"""Claims about Theorem 7: the privacy of AdaR-GOPE, and the sensitivity that its proof names."""

from fractions import Fraction
from banditproof.algorithms import AdaRGOPE, RewardList, Silent, play
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import misprinted, need, proved
from banditproof.theory.mechanisms import Gaussian
from ...models.elimination_box import AXES, DELTA, LongPhases, SkipsAPhase, follows_the_phases


def support_width(d: int, log: float) -> float:
    """d (d + 1) L."""
    return d * (d + 1) * log


@checks("renyi.thm7")
@mutant("sharper: 99 % of epsilon", share=Fraction(99, 100))
@mutant("twice the noise", alpha=8)
@mutant("a phase is skipped", made=type("Skips", (SkipsAPhase, AdaRGOPE), {}))
@mutant("phases of twice the length", made=type("Long", (LongPhases, AdaRGOPE), {}))
def private_elimination(
    share: Fraction = Fraction(1),
    made: type[AdaRGOPE] = AdaRGOPE,
    alpha: int = 2,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The cost of a reward, exactly, and that each reward of a play enters one release.

    A play beside the box, with the noise of alpha = 2 and eps = 1.
    """
    played = made(AXES, alpha=alpha, eps=1, delta=DELTA)
    rounds = follows_the_phases(played, support_width, Fraction(2))
    policy = AdaRGOPE(((1, 0), (0, 1), ("0.6", "0.6")), alpha=3, eps="1/2", delta="0.5")
    total = policy.plan(policy.start()).plays
    releases = play(policy, RewardList([1] * (total + 5)), total + 5, Silent()).ledger.releases
    entries = [t for release in releases for t, weight in release.rewards.items() if weight]
    need(len(entries) == len(set(entries)) == total, "A reward enters two releases.")
    sides = Sides()
    cost = Gaussian(sigma_squared=policy.curator.noises[0].variance).renyi(3, 2)  # type: ignore[attr-defined]
    sides.at_most(cost.lo, share * Fraction(1, 2), "A reward costs more than epsilon.", alpha=3)
    return proof.verdict(
        instances=f"one play of AdaR-GOPE, by its ledger, and one of {rounds} rounds beside its "
        "box.",
        sharpness=sides.sharpness,
    )


@checks("renyi.thm7.sensitivity")
@mutant("two", sensitivity=2)
def sensitivity_of_a_sum(sensitivity: int = 1) -> Verdict:
    """A reward of -1 in place of 1 moves the sum by 2; for 1 the noise would be too large by 4."""
    moved = abs(1 - (-1))
    alpha, eps = Fraction(3), Fraction(1, 2)
    cost = Gaussian(sigma_squared=2 * alpha / eps).renyi(alpha, sensitivity).lo
    if sensitivity != moved or cost != eps:
        return misprinted(rewards="-1 and 1", difference=moved, cost_over_epsilon=cost / eps)
    return proved(universal=None)
