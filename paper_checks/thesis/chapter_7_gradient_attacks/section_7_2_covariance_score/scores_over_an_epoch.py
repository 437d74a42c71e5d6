"""Claims about the sum of the scores of all steps, and the ratio that is right for one epoch."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import log, prod
import numpy as np
from flint import arb
from banditproof.algorithms.membership.descents.descent import Descent
from banditproof.algorithms.membership.descents.descent_attack import (
    DescentAttack,
    FrozenReferences,
    RecomputedReferences,
    TargetRow,
)
from banditproof.algorithms.membership.descents.labelled_rows import LabelledRows
from banditproof.algorithms.membership.descents.quadratic_loss import QuadraticLoss
from banditproof.algorithms.membership.scores.batch_scores import put_together
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import at_most, need, points, require
from banditproof.theory import certify
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.membership import leak
from banditproof.theory.membership.leakage import normal_ball

Advantage = Callable[[Fraction, int], Enclosure]
"""What a rule gains in an epoch of so many batches, each with the leakage score m."""


def advantage_of_the_sum(m: Fraction, batches: int) -> Enclosure:
    """leak(m/T): the sum is N(m - Tm/2, Tm) with the target, and N(-Tm/2, Tm) without it."""
    return certify(leak, m / batches, digits=12)


def advantage_of_the_largest(m: Fraction, batches: int) -> Enclosure:
    """P(some score > 0) with the target, minus that without it."""

    def gain() -> arb:
        below = normal_ball(ball(m).sqrt() / 2)
        return below ** (batches - 1) * (2 * below - 1)

    return enclose(gain, 12)


@checks("thesis.gd.claim.sum")
@mutant("the largest score for the sum", rule=advantage_of_the_largest)
@mutant("a single batch", batches=1)
def sum_over_steps(rule: Advantage = advantage_of_the_sum, batches: int = 938) -> Verdict:
    """The setting of Section 7.4 on Fashion-MNIST, with normal gradients of d = 7850."""
    m = Fraction(7850, 64)
    step = certify(leak, m, digits=12)
    epoch = rule(m, batches)
    for item in (advantage_of_the_sum, advantage_of_the_largest):
        gap = abs(item(Fraction(1), 1) - certify(leak, 1, digits=12))
        need(gap.upper < Fraction(1, 10**9), "In a single batch a rule is not its score", gap=gap)
    require(
        at_most(step - Fraction(1, 100), epoch),
        "The step that has the target shows it nearly surely, and the sum does not: the scores of "
        "the other steps have the same variance, and drown it.",
        batches=batches,
        leakage_score_of_a_step=m,
        advantage_of_the_step=step,
        advantage_of_the_sum=epoch,
        advantage_of_the_largest=advantage_of_the_largest(m, batches),
    )
    return points()


@checks("thesis.gd.claim.sum.copies")
@mutant("frozen references", frozen=True)
def copies(proof: Proof = WRITTEN, frozen: bool = False) -> Verdict:
    """The proof, and the scores of the library over four steps."""
    rng, model = np.random.default_rng(5), QuadraticLoss(columns=3)
    rows, known = rng.normal(size=(8, 3)), rng.normal(size=(20, 3)) * [1, 2, 3]
    references = LabelledRows(known, np.zeros(20))
    seen = Descent(model=model, rates=(0.3, 0.2, 0.1, 0.4)).run(
        LabelledRows(rows, np.zeros(8)), rng=1
    )
    own = LabelledRows([[2.0, -1.0, 4.0]], [0.0])
    source = RecomputedReferences(model, references)
    attack = DescentAttack(target=TargetRow(model, own), references=source)
    scores = attack.step_scores(seen)
    if frozen:
        at_start = FrozenReferences(source.at(seen.iterates[0]))
        scores = DescentAttack(target=TargetRow(model, own), references=at_start).step_scores(seen)
    apart = float(np.ptp(scores))
    require(apart < 1e-9, "The scores of the steps differ.", spread=apart)
    return proof.verdict()


COIN = (Fraction(3, 4), Fraction(1, 4))
"""Masses of the rows 0 and 1; the target is 1."""


def batch_law(size: int, member: bool) -> dict[int, Fraction]:
    """The number of ones in a batch of coins, of which one may be the target."""
    results: dict[int, Fraction] = {}
    for rows in product((0, 1), repeat=size - member):
        weight = Fraction(1)
        for x in rows:
            weight *= COIN[x]
        ones = sum(rows) + member
        results[ones] = results.get(ones, Fraction(0)) + weight
    return results


def best_gain(
    scores: dict[tuple[int, ...], float], laws: list[dict[tuple[int, ...], Fraction]]
) -> Fraction:
    """The largest P_in - P_out of {score > threshold}; scores within 1e-9 are one."""
    ordered = sorted({round(s, 9) for s in scores.values()})
    gains = [Fraction(0)]
    for cut in ordered:
        above = [x for x, s in scores.items() if round(s, 9) >= cut]
        gains.append(sum((laws[1].get(x, Fraction(0)) - laws[0][x] for x in above), Fraction(0)))
    return max(gains)


@checks("thesis.fix.epoch.lr")
@mutant("the sum of the scores", rule="sum")
@mutant("the largest score", rule="max")
def ratio_of_an_epoch(proof: Proof = WRITTEN, rule: str = "log-mean-exp") -> Verdict:
    """The proof, and an epoch of three batches of three coins, all outcomes."""
    batches, size = 3, 3
    out, inside = batch_law(size, False), batch_law(size, True)
    laws: list[dict[tuple[int, ...], Fraction]] = [{}, {}]
    scores: dict[str, dict[tuple[int, ...], float]] = {"log-mean-exp": {}, "sum": {}, "max": {}}
    for outcome in product(out, repeat=batches):
        ratios = [inside.get(x, Fraction(0)) / out[x] for x in outcome]
        # with the target in no batch, and then in each of them
        without, *places = (
            prod(
                (inside.get(x, Fraction(0)) if s == t else out[x] for s, x in enumerate(outcome)),
                start=Fraction(1),
            )
            for t in range(-1, batches)
        )
        within = sum(places, Fraction(0)) / batches
        laws[0][outcome], laws[1][outcome] = without, within
        steps = np.array([float(log(r)) if r else -np.inf for r in ratios])
        for name, score in scores.items():
            score[outcome] = float(put_together(steps, name))
        exact, own = within / without, scores[rule][outcome]
        near = abs(np.exp(own) - float(exact)) < 1e-9
        require(
            bool(near), "The score is not the log-likelihood ratio.", rule=rule, x=outcome, LR=exact
        )
    need(all(sum(law.values()) == 1 for law in laws), "The masses do not add up to 1")
    gains = {name: best_gain(score, laws) for name, score in scores.items()}
    total = sum((max(laws[1][x] - laws[0][x], Fraction(0)) for x in laws[0]), Fraction(0))
    require(gains["log-mean-exp"] == total, "The best test is no threshold on the ratio.", TV=total)
    require(gains["sum"] < total, "The sum is as good as the ratio.", sum=gains["sum"])
    return proof.verdict(
        numbers={f"largest advantage, {name}": gain for name, gain in gains.items()}
    )
