"""AdaP-KLUCB, the forgetting optimist of Section 5: traces, optimism, and the index near 1."""

import math
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from banditproof.algorithms import AdaPKLUCB, RewardCycles, Silent, play
from banditproof.algorithms.regret.phased_index import ArmRecord, Records, clipped
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.release_ledger import release_fault
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory import Enclosure, certify, exact, kl, kl_ucb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.concentration.binomial_laplace import private_sum_lower_tail
from banditproof.theory.confidence_bounds import kl_ucb_log_complement
from .wrong_experiment_policies import half_noise

Maker = Callable[..., AdaPKLUCB]
Trace = tuple[tuple[int, ...], ...]

CYCLES = ((1, 1, 1, 0), (0, 1, 0, 0))

# round, arm (counted from 1) and batch of each pull, with silent noise on the cycles
TRACES = {
    eps: tuple(tuple(map(int, pull.split())) for pull in pulls.split(","))
    for eps, pulls in {
        "1": "1 1 1, 2 2 1, 3 1 1, 4 1 2, 6 1 4, 10 1 8, 18 1 16, 34 1 32, 66 1 64, 130 2 1, 131 "
        "2 2, 133 2 4, 137 2 8, 145 2 16, 161 2 32, 193 1 128, 321 2 64, 385 1 256, 641 1 "
        "512, 1153 2 128, 1281 1 1024, 2305 1 2048",
        "10": "1 1 1, 2 2 1, 3 1 1, 4 1 2, 6 1 4, 10 1 8, 18 2 1, 19 2 2, 21 1 16, 37 2 4, 41 2 "
        "8, 49 1 32, 81 1 64, 145 2 16, 161 1 128, 289 2 32, 321 1 256, 577 1 512, 1089 1 "
        "1024, 2113 2 64, 2177 1 2048",
        "1e300": "1 1 1, 2 2 1, 3 1 1, 4 1 2, 6 1 4, 10 1 8, 18 2 1, 19 2 2, 21 1 16, 37 2 4, 41 1 "
        "32, 73 2 8, 81 1 64, 145 2 16, 161 1 128, 289 1 256, 545 2 32, 577 1 512, 1089 1 "
        "1024, 2113 1 2048",
    }.items()
}


def trace_of(policy: AdaPKLUCB, horizon: int) -> Trace:
    """The pulls of a policy on the cycles with silent noise, arms counted from 1."""
    played = play(policy, RewardCycles(CYCLES), horizon, Silent())
    return tuple((t, arm + 1, count) for t, arm, count in played.pulls)


NOT_THE_POLICY = "The policy is not AdaP-KLUCB."


def _require_traces(policy: Maker) -> None:
    for eps, trace in TRACES.items():
        made = policy(arms=2, eps=eps, ties="first")
        require(trace_of(made, trace[-1][0]) == trace, NOT_THE_POLICY, trace_at_eps=eps)
        fault = release_fault(play(made, RewardCycles(CYCLES), 300, Silent()), eps)
        require(fault is None, NOT_THE_POLICY, ledger=fault)


def _require_index(policy: Maker) -> None:
    """The score is -log(1 - index), and the index is the root of kl(x, q) = b, certified."""
    source = random.Random(5)
    for _ in range(40):
        pulls, t = 2 ** source.randrange(3, 12), source.randrange(3, 10**6)
        record = ArmRecord(3, pulls, pulls * source.random() * 0.8)
        score = policy(arms=1, eps=50.0, ties="first").scores((record,), t)[0]
        bonus, index = 3.1 * math.log(t) / pulls, -math.expm1(-score)
        root = certify(kl_ucb, clipped(record.mean + bonus / 50.0), bonus, digits=15)
        same = math.isclose(index, float(root), rel_tol=1e-9)
        require(same, NOT_THE_POLICY, record=record, t=t, index=index, root=root)


def _lower_root(mean: Fraction, level: Fraction) -> Fraction | None:
    """An upper bound, to 2^-40, of the x <= mean at which kl(x, mean) = level; None if none."""
    if certify(kl, 0, mean).hi < level:
        return None
    low, high = Fraction(0), mean
    for _ in range(40):
        middle = (low + high) / 2
        if certify(kl, middle, mean, digits=15).hi <= level:
            high = middle
        else:
            low = middle
    return high


def _exp(exponent: Fraction) -> Enclosure:
    return enclose(lambda: ball(exponent).exp(), 12)


def _require_optimism(shift_factor: Fraction, factor: Fraction) -> Sides:
    """Pr[index <= mu] against factor * t^-tau, by the exact law."""
    sides, finding = Sides(), "The index is not optimistic enough."
    means, budgets = ("1/10", "1/2", "3/4", "99/100"), ("1/100", "1", "5")
    cases = product((1, 2, 8, 32), means, budgets, ("7/2", "12"))
    tight = (1, "97/100", "1000000", "7/2")  # Chernoff's bound is nearly reached, without noise
    for size, *texts in (tight, *cases):
        mean, eps, exponent = map(Fraction, texts)  # the exponent is tau log t
        level = exponent / size
        root = _lower_root(mean, level)
        if root is None:
            continue
        # the index is at most mu iff the shifted mean is at most the lower root
        cut = size * (root - shift_factor * level / eps)
        missed = certify(private_sum_lower_tail, cut, size, mean, 1, eps, digits=12)
        bound = factor * _exp(-exponent)
        sides.at_most(missed, bound, finding, s=size, mu=mean, eps=eps, tau_log_t=exponent)
    return sides


class Rounded(AdaPKLUCB):
    """AdaP-KLUCB as a program that calls every index within a tolerance of 1 a tie at 1."""

    tolerance = 1e-9

    def scores(self, records: Records, t: int) -> list[float]:
        """-log(1 - index), infinite from the tolerance on."""
        full = -math.log(self.tolerance)
        return [math.inf if v > full else v for v in super().scores(records, t)]


ROUNDED: list[Maker] = [
    type("Rounded", (Rounded,), {"tolerance": tolerance}) for tolerance in (1e-9, 1e-30, 1e-35)
]


class NoShift(AdaPKLUCB):
    """Wrong: the mean is not shifted for privacy."""

    def scores(self, records: Records, t: int) -> list[float]:
        """-log(1 - index) of the unshifted mean."""
        bonus = float(exact(self.optimism)) * math.log(t)
        return [kl_ucb_log_complement(clipped(r.mean), bonus / r.pulls) for r in records]


class Remembering(AdaPKLUCB):
    """Wrong: all episodes are summed."""

    forgets = False


@checks("bern.comp.adapklucb.source")
@mutant("sharper: 19/20 for 3/2", factor=Fraction(19, 20))
@mutant("no shift for privacy", policy=NoShift)
@mutant("half of the shift", shift_factor=Fraction(1, 2))
@mutant("no forgetting", policy=Remembering)
@mutant("noise of half the scale", policy=half_noise(AdaPKLUCB))
@mutant("indices near 1 are ties", policy=Rounded)
def adap_klucb(
    policy: Maker = AdaPKLUCB,
    shift_factor: Fraction = Fraction(1),
    factor: Fraction = Fraction(3, 2),
) -> Verdict:
    """Tabled traces, the certified index, the ledger, and exact probabilities of a low index."""
    _require_traces(policy)
    _require_index(policy)
    sides = _require_optimism(shift_factor, factor)
    paths = {trace_of(rounded(arms=2, eps=1, ties="first"), 2305) for rounded in ROUNDED}
    return points(
        "Pr[index <= mu] is at most (3/2) t^-tau wherever computed. Half of one "
        " pull is read as one. The index comes within 1e-30 of 1, and calling it 1 within "
        f"1e-9, 1e-30 or 1e-35 gives {len(paths)} different paths, so -log(1 - q) is compared.",
        numbers={"paths of three tolerances": len(paths)},
        sharpness=sides.sharpness,
    )
