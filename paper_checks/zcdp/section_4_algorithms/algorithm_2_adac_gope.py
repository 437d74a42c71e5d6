"""Claims about Algorithm 2, AdaC-GOPE, and about its designs after a few steps of a method."""

import math
from fractions import Fraction
from itertools import combinations
from flint import fmpq_mat
from banditproof.algorithms import AdaCGOPE, PrintedAdaCGOPE, printed_leak
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.theory import certify
from banditproof.theory.designs import g_value
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.phase_lengths import phase_length
from ...models.elimination_box import AXES, DELTA, LongPhases, SkipsAPhase, follows_the_phases
from ...verdicts.vocabulary import misprinted, need, needs_repair, points, proved, refuted, require

TRIANGLE = ((1, 0), (0, 1), ("0.6", "0.6"))
FRAME = ((1, 0, 0), (0, 1, 0), (0, 0, 1), ("0.6", "0.6", 0))


@checks("zcdp.alg2.rounds")
@mutant("one round less", more=0)
def rounds_of_a_phase(more: int = 1) -> Verdict:
    """The rounds from t_l to t_(l+1) - 1 are as many as the plays."""
    plan = AdaCGOPE(TRIANGLE, rho=1).plan(AdaCGOPE(TRIANGLE, rho=1).start())
    first, plays = 1, plan.plays
    need(plays == sum(count for _, count in plan.parts), "The plan has other plays.")
    following = first + plays + more
    rounds = len(range(first, following))
    if rounds != plays:
        return misprinted(t=first, plays=plays, rounds=rounds)
    return proved(universal=None)


def information(arms: tuple[int, ...]) -> fmpq_mat:
    """V of one play of each of these arms of the frame, over 25 as integers."""
    rows = [[round(5 * float(x)) for x in FRAME[arm]] for arm in arms]
    return fmpq_mat(3, 3, [sum(r[i] * r[j] for r in rows) for i in range(3) for j in range(3)])


@checks("zcdp.alg2.span")
@mutant("all arms are alive", alive=(0, 1, 2, 3))
def inverse_after_eliminations(alive: tuple[int, ...] = (0, 1, 3)) -> Verdict:
    """An arm of another direction was eliminated: every V has the determinant 0."""
    largest = max(information(chosen).det() for chosen in combinations(alive, min(3, len(alive))))
    if largest == 0:
        return needs_repair(
            actions="e_1, e_2, e_3, (0.6, 0.6, 0) in R^3", eliminated="e_3", largest_determinant=0
        )
    return proved(universal=None)


def scalar_width(d: int, log: float) -> float:
    """2 L, of the repaired length."""
    return 2 * log


@checks("zcdp.alg2.repaired")
@mutant("sharper: 99 % of the leverage", share=0.99)
@mutant("another readout", shift=1e-3)
@mutant("twice the noise", rho=1)
@mutant("a phase is skipped", made=type("Skips", (SkipsAPhase, AdaCGOPE), {}))
@mutant("phases of twice the length", made=type("Long", (LongPhases, AdaCGOPE), {}))
def estimate_on_the_span(
    share: float = 1.0, shift: float = 0.0, made: type[AdaCGOPE] = AdaCGOPE, rho: int = 4
) -> Verdict:
    """All sets of arms that are left, by the program's plans; a play of it beside the box."""
    rounds = follows_the_phases(made(AXES, rho=rho, delta=DELTA), scalar_width, Fraction(1, 4))
    policy = AdaCGOPE(FRAME, rho=1)
    result, means = policy.action_set, (0.5, -0.25, 0.125, 0.15)
    checked = 0
    for size in (2, 3, 4):
        for alive in combinations(range(4), size):
            length = policy.phase_length(2)
            plan = result.plan(alive, length, "bare")
            sums = [count * means[arm] for arm, count in plan.parts]
            read = plan.readout @ (plan.mixing @ sums) + shift
            exact = all(abs(x - means[arm]) < 1e-9 for x, arm in zip(read, alive, strict=True))
            require(exact, "The estimate is not exact.", alive=alive)
            largest = max(float(row @ row) for row in plan.readout)
            bound = share * 3 / length * (1 + 1e-9)
            require(largest <= bound, "A leverage is above d / c.", alive=alive)
            checked += 1
    return points(
        covered=f"{checked} sets of actions of R^3, in floats to 1e-9; a play of {rounds} rounds "
        "on the axes of R^4 beside the box, with the repaired lengths (zcdp.fix.gope.f) and "
        "noises."
    )


def spiral() -> list[tuple[float, float, float]]:
    """Ten points of a spiral on the unit sphere of R^3, as floats that are read exactly."""
    results = []
    for i in range(10):
        tilt, angle = math.acos(1 - (2 * i + 1) / 10), math.pi * (1 + math.sqrt(5)) * (i + 0.5)
        flat = math.sin(tilt)
        results.append((math.cos(angle) * flat, math.sin(angle) * flat, math.cos(tilt)))
    return results


def certified_leak(steps: int) -> Enclosure:
    """rho_eff / rho of phase 1 at rho = 1: c max |a|^2 / d in the norm of V^-1, exact but for c."""
    actions = spiral()
    policy = PrintedAdaCGOPE(actions, rho=1, design=steps)
    counts = dict(policy.plan(policy.start()).parts)
    plays = sum(counts.values())
    value = g_value(actions, [Fraction(counts.get(arm, 0), plays) for arm in range(10)])
    length = certify(phase_length, 3, 10, 1, "0.001", 1, "printed")
    enclosure = Enclosure(*(end * value / (3 * plays) for end in (length.lower, length.upper)))
    second = printed_leak(policy)
    need(abs(float(enclosure) - second) < 1e-9, "The two routes differ.", steps=steps)
    return enclosure


@checks("zcdp.alg2.inexact")
@mutant("fifty steps", steps=(50,))
def leak_of_inexact_designs(steps: tuple[int, ...] = (1, 2, 5)) -> Verdict:
    """What one reward costs at most, as a multiple of rho."""
    leaks = {n: certified_leak(n) for n in steps}
    if all(leak.upper <= 1 for leak in leaks.values()):
        return points()
    taken = max(leaks, key=lambda n: leaks[n].lower)
    need(leaks[taken].lower > 1, "The comparison is undecided", leak=leaks[taken])
    return refuted(
        numbers={f"rho_eff / rho after {n} steps": float(leak) for n, leak in leaks.items()},
        steps=taken,
        ratio=leaks[taken],
    )
