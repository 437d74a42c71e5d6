"""Proof F.8, term (A): the pulls of a suboptimal arm while no arm looks as good as the best one.

Printed, the event of term (A) is about one optimal arm j, and an implication of the proof fails;
with the event about the largest released mean the whole term is as stated.
"""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import misprinted, need, needs_repair, points
from banditproof.theory import Enclosure
from banditproof.theory.batch_schedule import GeometricSchedule
from .counterexamples_of_steps import counterexamples
from .indexed_paths import Arm, best_arm, exponential, imed_index, imed_scores, path
from .proof_f_8_shift_before_convergence import (
    Shift,
    least_shift,
    printed_shift,
    printed_shift_step,
    require_closed_forms,
)

Event = Callable[[Fraction, Fraction, Fraction], bool]
"""Whether term (A) counts a decision: of (best released mean, mean of arm j, mu_star - delta)."""

MU_STAR, LEVEL, EPS = Fraction(3, 4), Fraction(7, 10), Fraction(1)
"""The witness: mu_star = .75, delta = .05, eps = 1."""
HORIZON = 40_000


def printed_event(best: Fraction, of_optimal: Fraction, level: Fraction) -> bool:
    """The released mean of the optimal arm j is below mu_star - delta."""
    return of_optimal < level


def repaired_event(best: Fraction, of_optimal: Fraction, level: Fraction) -> bool:
    """The largest released mean is below mu_star - delta."""
    return best < level


def states(count: int, seed: int) -> Iterator[tuple[Arm, ...]]:
    """Random states of three arms, of which the first is optimal; means may leave [0, 1]."""
    source, schedule = random.Random(seed), GeometricSchedule("1.5", 2)
    for _ in range(count):
        phases = [source.randint(0, 14) for _ in range(3)]
        means = [Fraction(source.randint(-20, 120), 100) for _ in range(3)]
        if source.random() < 0.5:  # all below the level: the repaired event happens
            means = [min(mean, Fraction(source.randint(0, 69), 100)) for mean in means]
        yield tuple(Arm(m, schedule.pulls(m), mean) for m, mean in zip(phases, means, strict=True))


def tight_state() -> tuple[Arm, ...]:
    """Arm i releases just below the level and has the largest index below that of arm j."""
    best, of_optimal = LEVEL - Fraction(1, 10**4), Arm(3, 15, Fraction(2, 5))
    pulls = int(exponential(imed_index(of_optimal, best, EPS)).lower)
    return of_optimal, Arm(0, pulls, best)


@checks("bern.F8.A.d3", subjects={"event": (printed_event, repaired_event)})
@mutant(
    "best mean up to .03 higher",
    event=lambda best, of_optimal, level: best < level + Fraction(3, 100),
)
@mutant("sharper: the level a hundredth lower", against=LEVEL - Fraction(1, 100))
def index_before_convergence(
    event: Event, against: Fraction = LEVEL, proof: Proof = WRITTEN
) -> Verdict:
    """i is an argmin, and d_eps rises in its second argument above the first.

    As printed it fails: the indexes are taken against the largest released mean, which may be far
    above mu_star - delta because of another arm. (N_j(t) is N_j(t-1), as arm i is pulled.)
    """
    schedule, sides = GeometricSchedule(2), Sides()
    # the catalogue's state: n_j = 15 and mean .4 against n_i = 2047 and mean .95; and a close one
    fixed, close = (
        (Arm(3, 15, Fraction("0.4")), Arm(m, schedule.pulls(m), Fraction(mean)))
        for m, mean in ((10, "0.95"), (7, "0.72"))
    )
    for arms in (fixed, close, tight_state(), *states(250, seed=8)):
        chosen, best = best_arm(imed_scores(arms, 0, EPS)), max(arm.mean for arm in arms)
        if chosen and event(best, arms[0].mean, LEVEL):
            index, bound = imed_index(arms[chosen], best, EPS), imed_index(arms[0], against, EPS)
            finding = "The index of the chosen arm i is above n_j d_eps(mean_j, 7/10) + log n_j."
            sides.at_most(index, bound, finding, j=arms[0], i=arms[chosen])
    return proof.verdict(sharpness=sides.sharpness)


def witness_path(event: Event) -> tuple[int, Enclosure, int]:
    """The pulls that (A) counts on one path, the sum (38) there, and the last phase of arm j.

    Arm j releases .4 in its first phases and never again less than .7 afterwards; arm i releases
    .95 always.
    """
    schedule = GeometricSchedule(2)
    means = (lambda m: Fraction(2, 5), lambda m: Fraction(19, 20))
    decisions, _ = path(means, schedule, EPS, HORIZON)
    counted = 0
    for decision in decisions:
        best = max(arm.mean for arm in decision.arms)
        if decision.chosen == 1 and event(best, decision.arms[0].mean, LEVEL):
            counted += schedule.batch(decision.arms[1].phase + 1)
    reached = decisions[-1].arms[0].phase
    released = (Arm(m, schedule.pulls(m), means[0](m)) for m in range(reached + 1))
    terms = [exponential(imed_index(arm, LEVEL, EPS)) for arm in released]
    bound = 4 * sum(terms[1:], terms[0]) + 2 + 1
    return counted, bound, reached


@checks("bern.F8.A")
@mutant("the repaired steps", event=repaired_event, shift=least_shift)
def printed_pre_convergence(event: Event = printed_event, shift: Shift = printed_shift) -> Verdict:
    """(38) fails on a path of positive probability, and the step to (40) in expectation."""
    counted, bound, reached = witness_path(event)
    moved = counterexamples(shift_step=partial(printed_shift_step, shift))
    if bound < counted or moved:
        return needs_repair(
            witness=(
                f"Arm i releases 0.95 in every phase, the optimal arm j 0.4 in its phases 0 to "
                f"{reached} and at least 0.7 in later ones. Term (A) counts whole batches."
            ),
            eps=EPS,
            alpha=2,
            mu_star=MU_STAR,
            delta=MU_STAR - LEVEL,
            T=HORIZON,
            A_on_a_path=counted,
            bound_by_38=f"{float(bound):.1f}",
            **moved,
        )
    return points()


@checks("bern.F8.A.argmin")
@mutant("minimum", extreme=min)
def selected_index(extreme: Callable[[list[Fraction]], Fraction] = max) -> Verdict:
    """Algorithm 1 takes an argmin, and the proof uses I_i(t) = I*(t) for the selected arm i."""
    for arms in ((Arm(1, 3, Fraction(1, 2)), Arm(3, 15, Fraction(1, 2))), *states(60, seed=4)):
        best = max(arm.mean for arm in arms)
        indices = [imed_index(arm, best, EPS).lower for arm in arms]
        selected = indices[best_arm(imed_scores(arms, 0, EPS))]
        need(min(indices) == selected, "The corrected line is not right", arms=arms)
        if extreme(indices) != selected:
            return misprinted(
                means=[arm.mean for arm in arms],
                pulls=[arm.pulls for arm in arms],
                indexes=[f"{float(index):.4f}" for index in indices],
                selected_index=f"{float(selected):.4f}",
                printed_index=f"{float(extreme(indices)):.4f}",
            )
    return points()


@checks("bern.F8.A.series")
@mutant("a = 0", slack=Fraction(0))
def series_of_the_bound(slack: Fraction = Fraction(1, 10)) -> Verdict:
    """Both series are right; the first one stands at delta' and is shown at delta' - a."""
    require_closed_forms()
    # the sum of n e^{-n rate} is q/(1-q)^2 at q = e^{-rate}; the second sums are equal
    rate = Fraction(1, 5)
    q, larger = exponential(-rate), exponential(slack - rate)
    exact, shown = q / (1 - q) ** 2, larger / (1 - larger) ** 2
    if exact < shown:
        return misprinted(
            witness="The second sums are equal.",
            **{"delta'": rate},
            a=slack,
            first_sum_on_the_left=f"{float(exact):.4f}",
            first_sum_on_the_right=f"{float(shown):.4f}",
        )
    return points()
