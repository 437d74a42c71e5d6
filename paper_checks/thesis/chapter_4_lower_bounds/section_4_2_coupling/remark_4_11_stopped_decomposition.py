"""Claims about the KL decomposition with stopping times: Remark 4.11."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
import numpy as np
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.theory.transport import total_variation
from banditproof.verify.decompositions.kl_decomposition import scaled
from banditproof.verify.decompositions.stopped_strategies import (
    halts_on_a_one,
    random_strategy,
    rarely_halts,
    stopped_law,
)
from banditproof.verify.decompositions.visible_laws import Environment
from banditproof.verify.definitions.identification import (
    FiniteIdentification,
    Output,
    answers_the_last_reward,
)
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.exact_laws.law_divergences import Ratio, divergence_of_laws
from .decomposition_situations import drawn_pair
from .finite_channels import need_tight
from .theorem_4_9_view_decomposition import Distance, eps_of, half_the_distance

Prefix = Callable[[Sequence[int]], Sequence[int]]


def _identification() -> list[tuple[FiniteIdentification, Environment, Environment]]:
    rng = np.random.default_rng(73)
    zero, one = Fraction(0), Fraction(1)

    def first(mean: Fraction) -> Environment:
        return ((1 - mean, mean), (one, zero))

    cases = [
        (answers_the_last_reward(10**6), first(one), first(zero)),
        (halts_on_a_one(50), first(Fraction(1, 3)), first(zero)),
        (halts_on_a_one(10**6), first(one), first(zero)),
        (rarely_halts(), first(Fraction(1, 2)), first(zero)),
    ]
    for place in range(10):
        cases.append((random_strategy(rng, 2, 2 + place % 2), *drawn_pair(rng)))
    pairs = ((drawn_pair(rng), random_strategy(rng, 2, 3, cut=True)) for _ in range(4))
    return [*cases, *((strategy, *laws) for laws, strategy in pairs)]


def output_ratio(strategy: FiniteIdentification, rows: int | None = None) -> Ratio:
    """e^eps of View DP for (actions, recommendation, stopping time); every row may differ.

    A run that has not halted is not an output, so it costs nothing.
    """
    best: Ratio = Fraction(1)
    for left, right in strategy.neighbouring_laws(Notion.VIEW, rows):
        for output, mass in halted(left).items():
            other = right.get(output)
            best = max(best, mass / other if other else float("inf"))
    return best


def halted(law: Mapping[Output, Fraction]) -> dict[Output, Fraction]:
    """The outputs of the runs that halt; where some do not, their masses sum to less than 1."""
    return {output: mass for output, mass in law.items() if output[1] is not None}


@checks("thesis.rem4.11")
@mutant("sharper: sum to tau - 1", counted=lambda actions: actions[:-1])
@mutant("sharper: 99 % of eps", part=Fraction(99, 100))
@mutant("half the total variation", distance=half_the_distance)
@mutant(
    "the last row never differs", loss=lambda strategy: output_ratio(strategy, strategy.rounds - 1)
)
@mutant("sharper: the distance of the runs that halt", running=lambda actions: ())
def stopped_decomposition(
    counted: Prefix = lambda actions: actions,
    running: Prefix = lambda actions: actions,
    distance: Distance = total_variation,
    loss: Callable[[FiniteIdentification], Ratio] = output_ratio,
    part: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Exact laws of the whole output and the exact View budget of strategies that halt by T = 3."""
    sides = Sides()
    for number, (strategy, first, second) in enumerate(_identification()):
        away = [distance(p, q) for p, q in zip(first, second, strict=True)]
        laws = stopped_law(strategy, first), stopped_law(strategy, second)
        total = Fraction(0)
        for (actions, arm), mass in laws[0].items():
            # a run that has not halted counts its rounds so far, and plays on
            seen = running(actions) if arm is None else counted(actions)
            total += mass * sum((away[a] for a in seen), Fraction(0))
        # but it is not an output: M_nu has then a mass below 1
        left = divergence_of_laws(halted(laws[0]), halted(laws[1]))
        right = scaled(eps_of(loss(strategy)), part * total)
        finding = "The divergence of the output is larger than eps times the expected distance."
        sides.at_most(left, right, finding, strategy=number)
    need_tight(sides)
    return proof.verdict(sharpness=sides.sharpness)
